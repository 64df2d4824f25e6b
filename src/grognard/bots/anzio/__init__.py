"""The opponents of Anzio: the levels, the staff that plans a turn at a time, the printed orders."""

from __future__ import annotations

from ...say import N_
from ..search import bots
from ..staff import StaffBot
from .brief import AnzioBrief
from .orders import OrdersBot
from .staff import AnzioStaff

BRIEF = AnzioBrief
BOTS = {**bots(BRIEF), N_("staff"): lambda: StaffBot(AnzioStaff), N_("orders"): OrdersBot}
