"""The staff of Normandy '44, for either side: it plans a movement whole and fights by the exact table."""

from __future__ import annotations

from ...games.normandy44 import Normandy44
from ...say import N_
from ..staff import StaffBot
from .country import Country
from .headquarters import Headquarters
from .staff import NormandyStaff


def staff(rules: Normandy44) -> NormandyStaff:
    return NormandyStaff(Headquarters(Country(rules)))


BOTS = {N_("staff"): lambda: StaffBot(staff)}
