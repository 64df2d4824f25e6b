"""The opponents of Salerno '43: the levels, and the staff that plans a turn at a time."""

from __future__ import annotations

from ...say import N_
from ..search import bots
from ..staff import StaffBot
from .brief import SalernoBrief
from .staff import SalernoStaff

BRIEF = SalernoBrief
BOTS = {**bots(BRIEF), N_("staff"): lambda: StaffBot(SalernoStaff)}
