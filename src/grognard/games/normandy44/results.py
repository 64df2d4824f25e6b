"""12.1-12.3, 12.6 Combat results: what Normandy '44 has of its own."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Asking
from ...engine.words import Say
from ..zocbond import odds
from ..zocbond.assault import Attack, Reckoning
from ..zocbond.charts import Cell, Result
from . import modifiers
from .situation import Situation


def toll(
    g: Situation, attack: Attack, cell: Cell, defenders: Sequence[int]
) -> Asking[tuple[int, int]]:
    """12.1 The steps that both sides lose: half of all by DH; by A1/D2 against one step the attacker none."""
    result = cell.result
    steps = sum(g.steps[u] for u in defenders if g.takes_part(attack, u))
    if result.share == "half":
        return result.attacker, odds.half(steps)
    return 0 if result.defender == 2 and steps == 1 else result.attacker, result.defender
    yield  # nobody is asked


def burdened(g: Situation, attack: Attack, result: Result, r: Reckoning) -> list[int]:
    """12.2.1 The loss falls on who gave a shift, unless the opponent picks."""
    force = [u for u in attack.maf if g.hex[u] >= 0]
    if result.opponent_picks:
        return force
    givers = modifiers.givers(g, attack, [u for u, _ in r.defenders])
    return [u for u in force if u in givers] or force


def excused(
    g: Situation, attack: Attack, cell: Cell, alive: Sequence[int], had: Sequence[int]
) -> Asking[bool]:
    """12.6 Against a Main Assault Force of one step that is gone the defender may ignore the retreat."""
    if list(had) != [1] or g.hex[attack.maf[0]] >= 0:
        return False
    acts, side = g.game.actions, g.game.units.units[alive[0]].side
    choice = yield Ask(
        g.asked(side, alive),
        "ignore",
        "12.6",
        Say(
            "the assault force is gone: do the defenders of {hex} stay?", hex=g.word(attack.target)
        ),
        [acts.hold, acts.yield_],
        about=g.against(attack.target, attack.units),
        outcome=lambda a: [
            Say("the hex is held") if a is acts.hold else Say("the defenders retreat")
        ],
    )
    return choice is acts.hold
