"""9.0 Normal combat."""

from __future__ import annotations

from ...engine.decision import Procedure
from .situation import Situation


def combat(g: Situation) -> Procedure:
    """9.0"""
    return
    yield
