"""Everything that may be done now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from .words import Action, IllegalAction

if TYPE_CHECKING:
    from .game import Game


class LegalActions(Sequence[Action]):
    """Everything that may be done now: a lazy view of a game."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    @property
    def _actions(self) -> Sequence[Action]:
        ask = self._game.decision
        return ask.actions if ask else ()

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._actions[index]

    def __contains__(self, order: object) -> bool:
        """True for an action on offer, and for any order that ``play`` would accept."""
        if isinstance(order, Action) and order in self._actions:
            return True
        if not isinstance(order, (Action, str)):
            return False
        return self.why_not(order) is None

    def of(self, unit: str) -> list[Action]:
        """The whole orders open to one unit now."""
        ask = self._game.decision
        if ask is None:
            return []
        word = self._game.rules.normalise(unit)
        if ask.of is not None:
            return ask.of(word)
        return [action for action in ask.actions if action.word == word]

    def why_not(self, order: Action | str, side: str | None = None) -> IllegalAction | None:
        """Why an action or order is refused: the rule and a sentence; None if it is legal."""
        try:
            self._game.copy().play(order, side)
        except IllegalAction as refusal:
            return refusal
        return None

    def __repr__(self) -> str:
        shown = ", ".join(action.text for action in self._actions[:12])
        more = len(self) - 12
        return f"<{len(self)} legal: {shown}{f', and {more} more' if more > 0 else ''}>"
