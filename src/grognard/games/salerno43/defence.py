"""11.0 Determined Defense and Desperate Defense."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from ..zocbond import defence as zocbond
from ..zocbond import losses, outcomes, sheets
from ..zocbond.assault import Attack, Shift
from ..zocbond.battle import Pressed
from ..zocbond.retreats import Retreat
from ..zocbond.withdrawal import fall_back
from . import retreat, supply, support
from .charts import DISRUPTS, FULL_RETREAT, ORANGE, RED, Cell, Stand
from .counters import ALLIED, SIDES
from .situation import GOOD, Situation


def column(g: Situation, h: int, lead: int = -1) -> str:
    """11.2.1c City, Clear without a Town, or Other."""
    tables, bit = g.game.tables, 1 << h
    if tables.city & bit:
        return "city"
    return "clear" if g.game.board.terrain[h] == "clear" and not tables.town & bit else "other"


def trapped(g: Situation, units: Sequence[int], length: int) -> list[int]:
    """11.5.2a The units that a retreat would eliminate."""
    return [u for u in units if not retreat.can_retreat(g, u, length, units)]


def supply_at_stake(g: Situation, h: int, units: Sequence[int], length: int) -> bool:
    """11.5.2b Whether units would be out of supply after a retreat that costs a port or beachhead."""
    if g.game.units[units[0]].side != ALLIED or not supply.sources(g, ALLIED)[0] >> h & 1:
        return False
    for u in units:
        found = retreat.open_ways(g, u, length, length, units)
        supplied = retreat.supplied_after(g, u, units, lost=True)
        if found and not any(supplied(way[-1]) for way in found):
            return True
    return False


def may_declare_desperate(
    g: Situation, h: int, units: Sequence[int], contributed: Sequence[int], length: int
) -> bool:
    """11.5.2-4 Whether a Desperate Defense is something else than a Determined one that must succeed.

    It is where only some of the units could retreat, and where a retreat would cost supply.
    """
    stuck = trapped(g, units, length)
    if stuck and len(stuck) < len(units) and g.leads(stuck, contributed):
        return True
    return len(stuck) < len(units) and supply_at_stake(g, h, units, length)


def desperate_orders(g: Situation, by: Pressed) -> list[Action]:
    """11.5.3 Whether a Desperate Defense can be declared."""
    h, length = by.attack.target, by.cell.result.retreat
    if may_declare_desperate(g, h, by.alive, by.contributed, length):
        return [g.game.actions.desperate]
    return []


def expand(g: Situation, by: Pressed, words: Sequence[str]) -> list[list[str]] | None:
    """11.5.3 Of units without any retreat each stand is a Desperate Defense."""
    length = by.cell.result.retreat
    if words[0] != "desperate" or len(trapped(g, by.alive, length)) < len(by.alive):
        return None
    return [["stand", *words[1:]]]


def refuse(g: Situation, by: Pressed, verb: str, word: str) -> IllegalAction | None:
    """11.5.2, 11.5.4 Why there is no Desperate Defense."""
    if verb != "desperate":
        return None
    if trapped(g, by.alive, by.cell.result.retreat):
        return IllegalAction("11.5.4", "none of those without a retreat can lead a defense")
    place = g.word(by.attack.target)
    return IllegalAction("11.5.2", "a retreat from {hex} costs no unit and no supply", hex=place)


def determined(g: Situation, by: Pressed, choice: Action) -> Asking[bool]:
    """11.2 Roll until the defence holds or delays (True), gives way, or nobody is left.

    Units without a retreat fight on after a failure (11.4.4); in a Desperate Defense those that can
    retreat have gone before the first roll, or all stay for the supply of their hex (11.5.2-4).
    """
    attack, cell, alive, contributed = by
    desperate = choice is g.game.actions.desperate
    length, h = cell.result.retreat, attack.target
    back = Retreat("12.1.1", length, length)
    stuck = g.once(partial(trapped, g, alive, length))
    last_stand = desperate or bool(stuck)
    declared = desperate or len(stuck) == len(alive)
    if declared:
        _despair(g, h)
    all_stay = desperate and g.once(partial(supply_at_stake, g, h, alive, length))
    if desperate and not all_stay:
        yield from fall_back(g, attack, [u for u in alive if u not in stuck], back)
    bonus = 0
    delayed = False
    while True:
        left = [u for u in alive if g.hex[u] == h]
        candidates = g.leads(left, contributed)
        if not candidates:
            yield from fall_back(g, attack, left, back)
            return False
        lead = yield from zocbond.lead(g, attack, candidates, cell, bonus)
        if not bonus:
            bonus = yield from zocbond.support(g, attack, cell, left, lead)
        result = yield from zocbond.attempt(g, attack, cell, lead, bonus)
        end = result.end
        if end == "P":
            if column(g, h) == "city" and not g.city_battles >> h & 1:
                g.city_battles |= 1 << h
                g.tell("city", "11.6.2", "a City Battle in {hex}", hex=g.word(h))
                return True
            end = "D"
        if end == "D":
            left = [u for u in alive if g.hex[u] == h]
            if g.once(partial(_can_delay, g, left)):
                yield from fall_back(g, attack, left, Retreat("12.1.1", 1, 3))
                return True
            last_stand = True
            if delayed:
                yield from losses.lose_step(g, lead, "11.6.1")
                return True
            delayed = True
        if end == "H":
            yield from zocbond.held(g, attack, result, lead)
            return True
        if not last_stand:
            if result.lead:
                yield from losses.lose_step(g, lead, "11.4.1")
            yield from fall_back(g, attack, [u for u in alive if g.hex[u] == h], back)
            return False
        if not declared:
            declared = True
            _despair(g, h)
        yield from _failed(g, by._replace(alive=left), lead, back, all_stay)
        if not any(g.hex[u] == h for u in alive):
            return False


def _can_delay(g: Situation, units: Sequence[int]) -> bool:
    """11.4.1 Whether all can retreat one to three hexes."""
    return all(retreat.can_retreat(g, u, 1, units, 3) for u in units)


def _despair(g: Situation, h: int) -> None:
    """11.5.3"""
    g.tell("desperate", "11.5.3", "{hex}: a Desperate Defense", hex=g.word(h))


def said(g: Situation, by: Pressed, choice: Action) -> list[Say]:
    """11.2, 11.5 What a stand will do and may cost."""
    attack, cell, alive, contributed = by
    length = cell.result.retreat
    stuck = trapped(g, alive, length)
    back = Retreat("12.1.1", length, length)
    if choice is not g.game.actions.desperate:
        hope = outcomes.hope(g, attack, cell, g.leads(alive, contributed))
        if not stuck:
            return [hope, Say("if it fails, retreat {n}", n=length)]
        if len(stuck) == len(alive):
            return [
                hope,
                Say("nobody can retreat: a Desperate Defense, a step for each failed roll"),
            ]
        names = ", ".join(map(g.id, stuck))
        last = Say(
            "if it fails, a Desperate Defense, a step for each failed roll: {units}", units=names
        )
        return [hope, last]
    going: list[int] = []
    if not supply_at_stake(g, attack.target, alive, length):
        going = [u for u in alive if u not in stuck]
    staying = g.leads([u for u in alive if u not in going], contributed)
    found = outcomes.of_retreat(g, attack, going, back) if going else []
    found.append(outcomes.hope(g, attack, cell, staying))
    return [*found, Say("each failed roll costs the Lead Unit a step, and it rolls again")]


def modifiers(g: Situation, attack: Attack, cell: Cell, lead: int) -> list[Shift]:
    """11.2.4, 11.2.2a The modifiers of the lead unit and of an orange result."""
    found = []
    if g.quality(lead) == "elite":
        found.append(Shift("11.2.4", Say("Elite troops"), 1))
    if g.quality(lead) == "low":
        found.append(Shift("11.2.4", Say("Low Quality troops"), -1))
    if cell.colour == ORANGE:
        found.append(Shift("11.2.2a", Say("an orange result"), -1))
    return found


def no_stand(
    g: Situation, cell: Cell, units: Sequence[int], contributed: Sequence[int]
) -> IllegalAction | None:
    """10.1, 11.2.2b, 11.2.3b Why nobody may stand."""
    code = cell.result.code
    if cell.colour == RED or FULL_RETREAT in cell.result.also:
        return IllegalAction("11.2.2b", "{code}: no Determined Defense", code=code)
    if not g.leads(units, contributed):
        return IllegalAction("11.2.3b", "{code}: no Determined Defense", code=code)
    return None


def refuse_lead(g: Situation, unit: int, contributed: Sequence[int]) -> IllegalAction | None:
    """11.2.3b, 12.5a, 25.2b Why a unit cannot lead the defence of its hex; None if it can."""
    counter = g.game.units.units[unit]
    facts = {"unit": counter.id}
    if counter.asu:
        return IllegalAction("11.2.3", "{unit} is artillery and cannot lead", **facts)
    if g.status[unit] != GOOD:
        return IllegalAction("11.2.3", "{unit} is not in Good Order", **facts)
    if unit not in contributed or g.scouted >> unit & 1:
        return IllegalAction("10.2.2", "{unit} takes no part in the defense", **facts)
    return None


def use_support(g: Situation, attack: Attack, cell: Cell, lead: int, order: Action) -> Asking[int]:
    """11.3 It adds one; 19.4 the battleships one more."""
    acts = g.game.actions
    support.spend(g, order)
    if order.verb != "naval" or not support.battleships(g):
        return 1
    big = yield Ask(
        SIDES[g.game.units[lead].side],
        "battleships",
        "19.4",
        Say("add the battleships Valiant and Warspite?"),
        [acts.valiant, acts.none],
        about=g.against(attack.target, attack.units),
        outcome=lambda a: [outcomes.hope(g, attack, cell, [lead], 1 + (a is acts.valiant))],
        ledger=partial(sheets.of_stand, g, attack, cell, [lead], 1),
    )
    if big is acts.none:
        return 1
    support.spend(g, acts.valiant)
    return 2


def disrupts(g: Situation, attack: Attack, stand: Stand, lead: int) -> None:
    """11.4.1g"""
    if DISRUPTS in stand.also:
        g.disrupt(lead, "11.4.1g")


def choose(g: Situation, h: int, lead: int, found: Sequence[Stand]) -> Asking[Stand]:
    """11.4.3 The defender picks where the table offers a choice."""
    if len(found) == 1:
        return found[0]
    acts = g.game.actions
    words = {"H": acts.hold, "D": acts.delay, "P": acts.partial}
    choice = yield Ask(
        SIDES[g.game.units[lead].side],
        "hold or delay",
        "11.4.3",
        Say("{hex}: hold at the price of a step, or not?", hex=g.word(h)),
        [words[result.end] for result in found],
        about=g.about(hexes=[h]),
        outcome=lambda a: [g.told(result, lead) for result in found if words[result.end] is a],
    )
    return next(result for result in found if words[result.end] is choice)


def _failed(g: Situation, by: Pressed, lead: int, back: Retreat, all_stay: bool) -> Procedure:
    """11.5.3, 11.5.4 A failed attempt: those that can retreat must, the others pay a step and go on."""
    attack, alive, h = by.attack, by.alive, by.attack.target
    if not all_stay:
        stuck = g.once(partial(trapped, g, alive, back.shortest))
        able = [u for u in alive if u not in stuck]
        if able:
            yield from fall_back(g, attack, able, back)
        alive = [u for u in alive if g.hex[u] == h]
    if lead not in alive:
        ready = g.leads(alive, by.contributed)
        if not ready:
            return
        lead = yield from zocbond.lead(g, attack, ready)
    yield from losses.lose_step(g, lead, "11.5.3")
