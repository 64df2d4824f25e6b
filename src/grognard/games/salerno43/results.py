"""10.0 Combat results: what Salerno '43 has of its own."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import IllegalAction, Say
from ..zocbond.assault import Attack
from ..zocbond.retreats import Retreat
from ..zocbond.withdrawal import fall_back
from .charts import FULL_RETREAT, IN_PLACE, RED, Cell, Result
from .counters import SIDES
from .situation import DISRUPTED, FULL, GOOD, Situation


def toll(
    g: Situation, attack: Attack, cell: Cell, defenders: Sequence[int]
) -> Asking[tuple[int, int]]:
    """10.2, 25.2 The steps that both sides lose; a reconnaissance unit may evade its loss."""
    spared = yield from scouting(g, cell, defenders)
    return cell.result.attacker, 0 if spared else cell.result.defender


def scouting(g: Situation, cell: Cell, defenders: Sequence[int]) -> Asking[bool]:
    """25.2 A reconnaissance unit alone may ignore the step loss of D1 and DS, and then cannot stand."""
    if "25.2" not in g.game.options or cell.result.code not in ("D1", "DS"):
        return False
    if len(defenders) != 1 or g.game.units[defenders[0]].type != "recon":
        return False
    unit = defenders[0]
    may_stand = (
        FULL_RETREAT not in cell.result.also and cell.colour != RED and g.status[unit] == GOOD
    )
    if may_stand and g.steps[unit] > 1:
        acts = g.game.actions
        choice = yield Ask(
            SIDES[g.game.units[unit].side],
            "reconnaissance",
            "25.2",
            Say(
                "{unit}: slip away without loss, or take the loss and be able to stand?",
                unit=g.id(unit),
            ),
            [acts.evade, acts.lose[unit]],
            about=g.about([unit]),
            outcome=lambda a: [
                Say("no loss, but it must retreat {n}", n=cell.result.retreat)
                if a is acts.evade
                else Say("steps left: {n}", n=g.steps[unit] - 1)
            ],
        )
        if choice is not acts.evade:
            return False
    g.scouted |= 1 << unit
    g.tell("recon", "25.2", "{unit} slips away without loss", unit=g.id(unit))
    return True


def in_place(g: Situation, attack: Attack, result: Result, alive: Sequence[int]) -> Procedure:
    """10.1i Defenders are Disrupted in place; those Disrupted already retreat two in Full Retreat."""
    if IN_PLACE not in result.also:
        return
    worse = [u for u in alive if g.status[u] == DISRUPTED]
    for u in alive:
        if u not in worse:
            g.disrupt(u, "10.1i")
    if worse:
        reason = IllegalAction("10.1i", "{code}: no Determined Defense", code=result.code)
        by = Retreat("12.1.1", 2, 2, (FULL_RETREAT,), no_stand=reason)
        yield from fall_back(g, attack, worse, by)


def after_retreat_said(g: Situation, by: Retreat) -> list[Say]:
    """13.1 The price of a retreat."""
    if FULL_RETREAT in by.also:
        return [Say("then in Full Retreat")]
    return [Say("then Disrupted")]


def after_retreat(g: Situation, unit: int, by: Retreat) -> None:
    """13.1 Units that have retreated are Disrupted or in Full Retreat."""
    if FULL_RETREAT in by.also:
        g.rout(unit, "13.1.3")
    elif g.status[unit] != FULL:
        g.disrupt(unit, "13.1.2")
