"""A game in progress as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..engine.game import Game
from ..games import is_game
from .boxes import Box, read_boxes
from .picture import Coast, read_coast
from .position import Overlay, position_svg
from .style import Theme

DATA = Path(__file__).parent.parent / "games"


@lru_cache(maxsize=8)
def coast_of(name: str) -> Coast | None:
    """The real shore of a game's own map, where its data have one."""
    if not is_game(name):
        return None
    path = DATA / name / "data" / "coast.json"
    return read_coast(path.read_text("utf-8")) if path.is_file() else None


@lru_cache(maxsize=8)
def boxes_of(name: str) -> tuple[Box, ...]:
    """The boxes around a game's own map, where its data have any."""
    path = DATA / name / "data" / "page.json"
    if not is_game(name) or not path.is_file():
        return ()
    return read_boxes(path.read_text("utf-8"))


def game_svg(
    game: Game[Any],
    *,
    theme: Theme | str = "light",
    overlays: Sequence[Overlay] = (),
    seat: str | None = None,
    legend: bool = True,
    ids: str = "map",
) -> str:
    """The position of a game, as ``seat`` may see it (None: as it is)."""
    rules = game.rules
    return position_svg(
        rules.board,
        rules.pieces(game.state if seat is None else game.seen_by(seat).state),
        theme=theme,
        overlays=overlays,
        coast=None if rules.drawn else coast_of(rules.name),
        laid=() if rules.drawn else boxes_of(rules.name),
        title=rules.title,
        subtitle=f"Turn {game.turn}: {game.phase}" if game.turn else str(game.phase),
        legend=legend,
        ids=ids,
    )
