"""11.0 Determined Defense and Desperate Defense."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import Ask, Asking, Roll
from ...engine.words import IllegalAction, Say
from ..zocbond import defence as zocbond
from ..zocbond import losses, sheets
from ..zocbond.assault import Attack, Shift
from . import results, retreat, supply, support
from .charts import DISRUPTS, FULL_RETREAT, ORANGE, RED, Cell, Stand
from .counters import ALLIED, SIDES
from .situation import GOOD, Situation


def leads(g: Situation, units: Sequence[int], contributed: Sequence[int]) -> list[int]:
    """11.2.3b, 12.5a, 25.2b The units that can lead a Determined Defense."""
    counters = g.game.units.units
    return [
        u
        for u in units
        if g.status[u] == GOOD
        and not counters[u].asu
        and u in contributed
        and g.hex[u] >= 0
        and not g.scouted >> u & 1
    ]


def column(g: Situation, h: int) -> str:
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
    if stuck and len(stuck) < len(units) and leads(g, stuck, contributed):
        return True
    return len(stuck) < len(units) and supply_at_stake(g, h, units, length)


def determined(
    g: Situation,
    attack: Attack,
    cell: Cell,
    units: Sequence[int],
    contributed: Sequence[int],
    *,
    desperate: bool = False,
) -> Asking[str]:
    """11.2 Roll until the defence holds, gives way, or nobody is left: hold, delay or retreat.

    Units without a retreat fight on after a failure (11.4.4); with ``desperate`` those that can
    retreat have gone before the first roll, or all stay for the supply of their hex (11.5.2-4).
    """
    length, h = cell.result.retreat, attack.target
    stuck = trapped(g, units, length)
    last_stand = desperate or bool(stuck)
    if last_stand:
        g.tell("desperate", "11.5.3", "{hex}: a Desperate Defense", hex=g.word(h))
    all_stay = desperate and supply_at_stake(g, h, units, length)
    if desperate and not all_stay:
        yield from results.fall_back(g, attack, [u for u in units if u not in stuck], length)
    bonus = 0
    delayed = False
    while True:
        alive = [u for u in units if g.hex[u] == h]
        candidates = leads(g, alive, contributed)
        if not candidates:
            yield from results.fall_back(g, attack, alive, length)
            return "retreat"
        sheet = partial(sheets.of_stand, g, attack, cell, candidates, bonus)
        lead = yield from zocbond.lead(g, candidates, partial(_refuse_lead, g, h), sheet)
        if not bonus:
            bonus = yield from _support(g, attack, cell, alive, lead)
        side = SIDES[g.game.units[lead].side]
        die = yield Roll("11.2", "the Determined Defense", side)
        modifier = bonus + drm(g, lead, cell)
        found = g.game.charts.stand(column(g, h), die + modifier)
        result = yield from _choose(g, h, found, side)
        g.tell(
            "defence",
            "11.4",
            "Determined Defense: die {die}, modified {modified}: {result}, {meaning}",
            die=die,
            modified=die + modifier,
            result=result.code,
            meaning=g.told(result),
        )
        end = result.end
        if end == "P":
            if column(g, h) == "city" and not g.city_battles >> h & 1:
                g.city_battles |= 1 << h
                g.tell("city", "11.6.2", "a City Battle in {hex}", hex=g.word(h))
                return "hold"
            end = "D"
        if end == "D":
            alive = [u for u in units if g.hex[u] == h]
            if all(retreat.can_retreat(g, u, 1, alive, 3) for u in alive):
                yield from results.fall_back(g, attack, alive, 1, 3)
                return "delay"
            last_stand = True
            if delayed:
                yield from losses.lose_step(g, lead, "11.6.1")
                return "hold"
            delayed = True
        if end == "H":
            yield from _held(g, attack, result, lead)
            return "hold"
        if not last_stand:
            if result.lead:
                yield from losses.lose_step(g, lead, "11.4.1")
            yield from results.fall_back(g, attack, [u for u in units if g.hex[u] == h], length)
            return "retreat"
        yield from _failed(g, attack, alive, contributed, lead, length, all_stay)
        if not any(g.hex[u] == h for u in units):
            return "retreat"


def drm(g: Situation, lead: int, cell: Cell) -> int:
    """11.2.4 The modifiers of the lead unit and of an orange result."""
    quality = {"elite": 1, "low": -1}.get(g.quality(lead), 0)
    return quality - (cell.colour == ORANGE)


def modifiers(g: Situation, lead: int, cell: Cell) -> list[Shift]:
    """11.2.4, 11.2.2a What makes up those modifiers."""
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
    if not leads(g, units, contributed):
        return IllegalAction("11.2.3b", "{code}: no Determined Defense", code=code)
    return None


def _refuse_lead(g: Situation, h: int, verb: str, word: str) -> IllegalAction | None:
    """11.2.3b, 12.5a Why a unit cannot lead the defence of a hex."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    facts = {"unit": unit.id}
    if g.hex[unit.index] != h:
        return IllegalAction("11.2.3", "{unit} is not in {hex}", hex=g.word(h), **facts)
    if unit.asu:
        return IllegalAction("11.2.3", "{unit} is artillery and cannot lead", **facts)
    if g.status[unit.index] != GOOD:
        return IllegalAction("11.2.3", "{unit} is not in Good Order", **facts)
    return IllegalAction("10.2.2", "{unit} takes no part in the defence", **facts)


def _support(
    g: Situation, attack: Attack, cell: Cell, alive: Sequence[int], lead: int
) -> Asking[int]:
    """11.3 One Air, Naval or ASU of the Lead Unit's nationality adds one; 19.4 the battleships more."""
    acts, counter = g.game.actions, g.game.units[lead]
    h = attack.target
    guns = [
        u
        for u in support.asus(g, counter.side, alive, h, attacking=False)
        if g.game.units[u].nation == counter.nation
    ]
    wings = [] if attack.late else support.air(g, [lead])
    ships = support.naval(g, [lead], h)
    if not (guns or wings or ships):
        return 0
    side = SIDES[counter.side]
    choice = yield Ask(
        side,
        "defensive support",
        "11.3",
        Say("support the Determined Defense in {hex}?", hex=g.word(h)),
        [
            *(acts.asu[u] for u in guns),
            *(acts.air[n] for n in wings),
            *(acts.naval[n] for n in ships),
            acts.none,
        ],
        about=g.against(h, attack.units),
        refuse=partial(support.refuse_in_defence, g, attack, alive, lead),
        ledger=partial(sheets.of_stand, g, attack, cell, [lead]),
    )
    match choice.verb:
        case "none":
            return 0
        case "asu":
            support.fire_in_defence(g, choice.value)
        case "air":
            g.air -= {choice.word}
        case _:
            g.naval -= {choice.word}
            if support.battleships(g):
                big = yield Ask(
                    side,
                    "battleships",
                    "19.4",
                    Say("add the battleships Valiant and Warspite?"),
                    [acts.valiant, acts.none],
                    about=g.against(h, attack.units),
                )
                if big is acts.valiant:
                    g.battleships -= 1
                    return 2
    return 1


def _choose(g: Situation, h: int, found: tuple[Stand, ...], side: str) -> Asking[Stand]:
    """11.4.3 The defender picks where the table offers a choice."""
    if len(found) == 1:
        return found[0]
    acts = g.game.actions
    words = {"H": acts.hold, "D": acts.delay, "P": acts.partial}
    choice = yield Ask(
        side,
        "hold or delay",
        "11.4.3",
        Say("{hex}: hold at the price of a step, or not?", hex=g.word(h)),
        [words[result.end] for result in found],
        about=g.about(hexes=[h]),
    )
    return next(result for result in found if words[result.end] is choice)


def _held(g: Situation, attack: Attack, result: Stand, lead: int) -> Asking[None]:
    """11.4.1e-g The defence holds: its price, and the attacker's."""
    mine = g.game.units[attack.units[0]].side
    if result.lead:
        yield from losses.lose_step(g, lead, "11.4.1")
    if DISRUPTS in result.also:
        g.disrupt(lead, "11.4.1g")
    if result.attacker:
        yield from losses.pick(
            g,
            1 - mine if result.picked else mine,
            results.assault_force(g, attack),
            "11.4.1",
            Say("which attacker takes the loss?"),
        )


def _failed(
    g: Situation,
    attack: Attack,
    alive: Sequence[int],
    contributed: Sequence[int],
    lead: int,
    length: int,
    all_stay: bool,
) -> Asking[None]:
    """11.5.3, 11.5.4 A failed attempt: those that can retreat must, the others pay a step and go on."""
    h = attack.target
    if not all_stay:
        able = [u for u in alive if retreat.can_retreat(g, u, length, alive)]
        if able:
            yield from results.fall_back(g, attack, able, length)
        alive = [u for u in alive if g.hex[u] == h]
    if lead not in alive:
        ready = leads(g, alive, contributed)
        if not ready:
            return
        lead = yield from zocbond.lead(g, ready, partial(_refuse_lead, g, h))
    yield from losses.lose_step(g, lead, "11.5.3")
