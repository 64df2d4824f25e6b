"""What the briefs of games with ZOC Bonds share: their player turns, the sectors of a front, how a fit is varied."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random
from typing import Any, ClassVar, TypeVar

from ...engine.decision import Ask
from ...games.zocbond.battle import Battle
from ..search import Brief, Draft
from ..seat import Choice

WEAKENED = 0.6
"""The part of its steps that a side loses at most when it is weakened for a fit."""

ATTACKS = 4
"""How many attacks come to mind beside the staff's own."""

P = TypeVar("P")
S = TypeVar("S", bound=Battle[Any])


def alternatives(
    own: Choice,
    prospects: Iterable[tuple[float, int, P]],
    ordered: Callable[[P], Choice],
    none: Choice,
) -> list[Choice]:
    """The answer of the staff, then the attacks that promise most, by worth and target, then none."""
    best = sorted(prospects, key=lambda each: (-each[0], each[1]))[:ATTACKS]
    others = [*(ordered(prospect) for _, _, prospect in best), none]
    return [own, *(c for c in others if str(c.order) != str(own.order))]


class SeriesBrief(Brief[S]):
    pace: ClassVar[int] = 2

    def tick(self, state: S) -> int:
        """Two player turns a turn, those of the second side first."""
        return 2 * state.turn + (state.active == 0)

    def moment(self, state: S, ask: Ask) -> str:
        """A movement is planned whole."""
        if ask.kind not in ("move", "step") or state.phase != "movement":
            return ""
        return f"{state.turn} {state.phase} {state.active}"

    def regions(self, state: S, draft: Draft) -> Sequence[Collection[int]]:
        """The sectors of the front from the west to the east."""
        grid, size = state.game.board.grid, state.game.tables.size
        ashore = [u for u, h in draft.goals.items() if h < size]
        line = sorted(ashore, key=lambda u: (grid.centre(draft.goals[u])[0], u))
        third = max(1, len(line) // 3)
        return [part for part in (line[:third], line[third:-third], line[-third:]) if part]

    def handicap(self, state: S, rng: Random) -> None:
        """Units of one side lose a step while they have another."""
        g, part = state, rng.uniform(0.0, WEAKENED)
        for u in g.on_map(rng.choice((0, 1))):
            if rng.random() < part and g.steps[u] > 1:
                g.set_steps(u, g.steps[u] - 1)
