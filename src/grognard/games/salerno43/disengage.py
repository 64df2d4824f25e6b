"""25.1 Disengagement (optional): the phasing player retreats in his Combat Phase."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Modifier, Procedure, Roll, led_to
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from ..zocbond import losses
from ..zocbond.retreats import Retreat
from ..zocbond.withdrawal import surviving, withdraw
from .counters import SIDES
from .retreat import DISENGAGES
from .situation import Situation

BACK = Retreat("25.1.4", 1, 2, (DISENGAGES,))


def actions(g: Situation, attacks: Sequence[Action]) -> list[Action]:
    """25.1.3 The units, and the stacks, that may try: they have not attacked and could get away."""
    if "25.1" not in g.game.options:
        return []
    acts = g.game.actions
    found: list[Action] = []
    for h in members(g.occupied[g.active]):
        able = [u for u in g.at[h] if unable(g, u) is None]
        found += [acts.disengage[u] for u in able]
        if len(able) > 1 and len(able) == len(g.at[h]):
            found.append(acts.disengage_stack[h])
    return found


def refuse(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """25.1.3, 25.1.4, 20.4b Why a unit, or a stack, may not try."""
    if verb != "disengage":
        return None
    if "25.1" not in g.game.options:
        return IllegalAction("25.1", "the optional rule on Disengagement is not in play")
    unit, place = g.game.units.find(word), g.game.place(word)
    group = [unit.index] if unit is not None else g.group(place) if place is not None else []
    return next(filter(None, (unable(g, u) for u in group)), None)


def unable(g: Situation, unit: int) -> IllegalAction | None:
    """25.1.3, 25.1.4, 20.4b Why a unit may not try; None if it has not fought and some way is open to it."""
    counter, bit = g.game.units[unit], 1 << unit
    if counter.side != g.active or not 0 <= g.hex[unit] < g.game.tables.size:
        return IllegalAction("8.1a", "{unit} is not a unit of yours on the map", unit=counter.id)
    if g.renewed & bit:
        return IllegalAction("20.4", "{unit} took a Replacement this turn", unit=counter.id)
    if not counter.move:
        rule = "19.3" if counter.variable else "18.1.1"
        return IllegalAction(rule, "{unit} cannot move", unit=counter.id)
    if (g.attacked | g.struck) & bit:
        return IllegalAction(
            "25.1.3", "{unit} has fought or tried to disengage this phase", unit=counter.id
        )
    if not surviving(g, unit, [unit], BACK):
        return IllegalAction("25.1.4", "{unit} has no way to disengage", unit=counter.id)
    return None


def attempt(g: Situation, choice: Action) -> Procedure:
    """25.1.2-4 One roll for a unit or a stack."""
    acts, units = g.game.actions, g.game.units.units
    group = [choice.value]
    if choice is acts.disengage_stack.get(choice.value):
        group = [u for u in g.at[choice.value] if unable(g, u) is None]
    for u in group:
        g.attacked |= 1 << u
    side = g.active
    die = yield Roll("25.1.2", "the disengagement", SIDES[side])
    mobile = all(units[u].mechanized for u in group)
    aids = [Modifier("25.1.2", Say("all are mechanized"), 1)] if mobile else []
    result = g.game.charts.disengagement[min(die + len(aids), 6) - 1]
    facts = {"units": ", ".join(g.id(u) for u in group), **led_to(die, result, aids)}
    if result == "no":
        g.tell("disengage", "25.1.4", "{units} cannot disengage: die {sum}", **facts)
        return
    g.tell("disengage", "25.1.4", "{units} disengage: die {sum}", **facts)
    if result == "loss":
        yield from losses.pick(g, side, group, "25.1.4", Say("which unit takes the loss?"))
    group = [u for u in group if g.hex[u] >= 0]
    yield from withdraw(g, group, BACK)
    for u in group:
        if g.hex[u] >= 0:
            g.disrupt(u, "25.1.4")
