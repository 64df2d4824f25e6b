"""12.1-12.3, 12.6 Combat results."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Asking
from ...engine.words import Say
from ..zocbond import losses
from ..zocbond.assault import Attack, Reckoning
from ..zocbond.charts import Cell
from . import advance, defence, modifiers, retreat
from .counters import SIDES
from .situation import Situation


def apply(g: Situation, attack: Attack, cell: Cell, r: Reckoning) -> Asking[None]:
    """12.1 Carry out a result: losses, then stand or retreat, then the advance."""
    target, result = attack.target, cell.result
    defenders = list(g.group(target))
    broken = yield from _losses(g, attack, cell, defenders)
    alive = [u for u in defenders if g.hex[u] == target]
    if not result.retreat:
        if not alive and result.code == "EX":
            yield from advance.pursue(g, attack, 1, limited=True, reserve=False)
        return
    if alive and broken and (yield from _ignored(g, attack, alive)):
        return
    if alive:
        held = yield from _stand_or_go(g, attack, cell, alive)
        if held:
            if target not in g.at:
                yield from advance.pursue(g, attack, 1, limited=True, reserve=False)
            return
    if target not in g.at:
        reserve = "reserve" in result.also
        yield from advance.pursue(g, attack, result.advance, limited=False, reserve=reserve)


def _losses(g: Situation, attack: Attack, cell: Cell, defenders: Sequence[int]) -> Asking[bool]:
    """12.2 Step losses; whether the whole Main Assault Force was one step and is lost (12.6)."""
    result = cell.result
    mine = g.game.units.units[attack.units[0]].side
    exposed = [u for u in defenders if g.takes_part(attack, u)]
    steps = sum(g.steps[u] for u in exposed)
    suffers = result.attacker and not (result.defender == 2 and steps == 1)
    frail = len(attack.maf) == 1 and g.steps[attack.maf[0]] == 1
    givers = modifiers.givers(g, attack)
    lost = (steps + 1) // 2 if result.share == "half" else result.defender

    if suffers:
        force = [u for u in attack.maf if g.hex[u] >= 0]
        if not result.opponent_picks:
            force = [u for u in force if u in givers] or force
        yield from losses.pick(
            g,
            1 - mine if result.opponent_picks else mine,
            force,
            "12.2.1",
            Say("which attacker takes the loss?"),
        )
    for _ in range(lost):
        yield from losses.pick(
            g,
            mine if result.opponent_picks else 1 - mine,
            [u for u in exposed if g.hex[u] >= 0],
            "12.2.2",
            Say("which defender takes the loss?"),
        )
    return bool(suffers and frail and g.hex[attack.maf[0]] < 0)


def _ignored(g: Situation, attack: Attack, alive: Sequence[int]) -> Asking[bool]:
    """12.6 Against an assault force that is gone the defender may ignore the retreat."""
    acts, side = g.game.actions, g.game.units.units[alive[0]].side
    choice = yield Ask(
        SIDES[side],
        "ignore",
        "12.6",
        Say("the assault force is gone: does {hex} stay?", hex=g.word(attack.target)),
        [acts.hold, acts.yield_],
        about=g.against(attack.target, attack.units),
    )
    return choice is acts.hold


def _stand_or_go(g: Situation, attack: Attack, cell: Cell, alive: Sequence[int]) -> Asking[bool]:
    """12.4, 12.5, 13.0 The defender stands or retreats; True if the retreat is cancelled."""
    acts, side = g.game.actions, g.game.units.units[alive[0]].side
    length = cell.result.retreat
    if defence.no_stand(g, cell, alive) is None:
        choice = yield Ask(
            SIDES[side],
            "stand",
            "12.4.1",
            Say("{hex}: a Determined Defense, or retreat?", hex=g.word(attack.target)),
            [acts.stand, acts.yield_],
            about=g.against(attack.target, attack.units),
        )
        if choice is acts.stand:
            if (yield from defence.determined(g, attack, cell, alive)):
                return True
            left = [u for u in alive if g.hex[u] == attack.target]
            despair = bool(left) and defence.may_despair(g, left, length)
            if despair and (yield from defence.desperate(g, attack, left)):
                return True
    going = [u for u in alive if g.hex[u] == attack.target]
    yield from retreat.withdraw(g, going, length)
    g.abandon_position(attack.target, side)
    return False
