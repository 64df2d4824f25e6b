"""The opponents of Gazala 1942: the levels, and the staff that plans an impulse whole."""

from __future__ import annotations

from ...say import N_
from ..search import bots
from ..staff import StaffBot
from .brief import GazalaBrief
from .staff import GazalaStaff

BRIEF = GazalaBrief
BOTS = {**bots(BRIEF), N_("staff"): lambda: StaffBot(GazalaStaff)}
