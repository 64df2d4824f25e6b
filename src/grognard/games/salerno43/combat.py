"""8.0 The Combat Phase."""

from __future__ import annotations

from ...engine.decision import Procedure
from ..zocbond import stacking
from ..zocbond.combat import combat as attack_all
from . import automatic
from .situation import Situation


def combat(g: Situation) -> Procedure:
    """8.1, 8.7.2 Attacks; then the Automatic DS stacks advance."""
    yield from attack_all(g)
    yield from automatic.follow_up(g)
    yield from stacking.correct(g, g.active)
