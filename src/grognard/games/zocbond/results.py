"""Combat results: losses, then the defenders stand or retreat."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Asking, Procedure
from ...engine.words import Say
from . import losses
from .assault import Attack, Reckoning
from .battle import Aftermath, Battle, Fighting, Pressed
from .charts import Cell
from .defence import stand_or_fall_back


def apply(g: Battle[Fighting], attack: Attack, cell: Cell, r: Reckoning) -> Asking[Aftermath]:
    """Carry out a result."""
    result, target = cell.result, attack.target
    defenders = list(g.at[target])
    contributed = [u for u, _ in r.defenders]
    had = [g.steps[u] for u in attack.maf]
    yield from _losses(g, attack, cell, r, defenders)
    alive = [u for u in defenders if g.hex[u] == target]
    if not result.retreat:
        won = not alive
        yield from g.in_place(attack, result, alive)
        return Aftermath(won, int(won), True, result.code)
    if alive and not (yield from g.excused(attack, cell, alive, had)):
        stood = yield from stand_or_fall_back(g, Pressed(attack, cell, alive, contributed))
        if stood:
            won = target not in g.at
            return Aftermath(won, int(won), True, result.code)
    won = target not in g.at
    return Aftermath(won, result.advance if won else 0, False, result.code)


def _losses(
    g: Battle[Fighting], attack: Attack, cell: Cell, r: Reckoning, defenders: Sequence[int]
) -> Procedure:
    """Step losses; where each side picks the other's, the defender selects first."""
    result = cell.result
    mine = g.game.units[attack.units[0]].side
    swapped = result.opponent_picks
    contributed = [u for u, _ in r.defenders]
    ours, theirs = yield from g.toll(attack, cell, defenders)

    def foes() -> Procedure:
        for _ in range(theirs):
            yield from losses.pick(
                g,
                mine if swapped else 1 - mine,
                losses.first_choice(g, losses.exposed(g, attack, defenders), contributed),
                g.CITES.losses,
                Say("which defender takes the loss?"),
                attack.units if swapped else (),
                g.CITES.defender_loss,
            )

    if not swapped:
        yield from foes()
    for _ in range(ours):
        yield from losses.pick(
            g,
            1 - mine if swapped else mine,
            g.burdened(attack, result, r),
            g.CITES.losses,
            Say("which attacker takes the loss?"),
            defenders if swapped else attack.units,
            g.CITES.attacker_loss,
        )
    if swapped:
        yield from foes()
