"""8.0 Armor combat."""

from __future__ import annotations

from ...engine.decision import Procedure
from .situation import Situation


def armor(g: Situation) -> Procedure:
    """8.0"""
    return
    yield
