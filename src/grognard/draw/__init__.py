"""Pictures of boards, counters and positions: pure functions from data to SVG text.

The names are imported on first use, so that importing the package costs nothing.
PNG: ``from grognard.draw.png import png``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .counters import counter_svg, counters_svg
    from .game import game_svg
    from .map import Coast, board_svg, read_coast
    from .position import Arrow, Highlight, Path, Reach, Zoc, position_svg
    from .style import THEMES, Theme

__all__ = [
    "THEMES",
    "Arrow",
    "Coast",
    "Highlight",
    "Path",
    "Reach",
    "Theme",
    "Zoc",
    "board_svg",
    "counter_svg",
    "counters_svg",
    "game_svg",
    "position_svg",
    "read_coast",
]

_HOMES = {
    "counters": ("counter_svg", "counters_svg"),
    "game": ("game_svg",),
    "map": ("Coast", "board_svg", "read_coast"),
    "position": ("Arrow", "Highlight", "Path", "Reach", "Zoc", "position_svg"),
    "style": ("THEMES", "Theme"),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
