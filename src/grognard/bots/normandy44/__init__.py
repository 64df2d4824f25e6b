"""The opponents of Normandy '44: the levels, and the staff that plans a turn at a time."""

from __future__ import annotations

from ...games.normandy44 import Normandy44
from ...say import N_
from ..search import bots
from ..staff import StaffBot
from .brief import NormandyBrief
from .country import Country
from .headquarters import Headquarters
from .staff import NormandyStaff


def staff(rules: Normandy44) -> NormandyStaff:
    return NormandyStaff(Headquarters(Country(rules)))


BRIEF = NormandyBrief
BOTS = {**bots(BRIEF), N_("staff"): lambda: StaffBot(staff)}
