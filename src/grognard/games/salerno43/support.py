"""9.4-9.6, 11.3, 17.6, 19.4 Air, artillery and naval support: what is at hand, and using it up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...engine.decision import Modifier
from ...engine.words import Action, IllegalAction, Say
from ..zocbond.assault import Attack
from .situation import GOOD, NATIONS, Situation


def nations(g: Situation, units: Iterable[int]) -> set[str]:
    return {g.game.units.units[u].nation for u in units}


def air(g: Situation, units: Sequence[int]) -> list[str]:
    """9.4 The Air markers that can support units in a combat."""
    return [n for n in NATIONS if _no_air(g, n, units) is None]


def naval(g: Situation, units: Sequence[int], target: int) -> list[str]:
    """9.6 The Naval markers that can support units in a combat at a hex."""
    return [n for n in NATIONS if _no_ship(g, n, units, target) is None]


def asus(
    g: Situation, side: int, units: Sequence[int], target: int, *, attacking: bool
) -> list[int]:
    """9.5, 11.3b, 17.6.3b The ASUs that may support a combat of these units at this hex."""
    guns = g.game.asus[side]
    return [u for u in guns if _no_gun(g, u, units, target, attacking=attacking) is None]


def battleships(g: Situation) -> bool:
    """19.4 Whether the Valiant and Warspite marker may be used."""
    return g.turn >= g.game.battleships_from and g.battleships > 0


# -- why a marker or an ASU cannot support units in a combat; None if it can


def _no_air(
    g: Situation, nation: str, units: Sequence[int], rule: str = "9.4"
) -> IllegalAction | None:
    """9.2d, 9.4 It is ready, and its nationality takes part."""
    if nation not in g.air:
        return IllegalAction("9.4", "the Air marker {nation} is not ready", nation=nation)
    return _stranger(g, nation, units, rule)


def _no_ship(
    g: Situation, nation: str, units: Sequence[int], target: int, rule: str = "9.2"
) -> IllegalAction | None:
    """9.2d, 9.6 It is ready, its nationality takes part, near the sea and south of Campanella Point."""
    if nation not in g.naval:
        return IllegalAction("9.6", "the Naval marker {nation} is not ready", nation=nation)
    if why := _stranger(g, nation, units, rule):
        return why
    if not g.game.tables.naval >> target & 1:
        return IllegalAction("9.6", "{hex} is out of reach of the ships", hex=g.word(target))
    return None


def _stranger(g: Situation, nation: str, units: Sequence[int], rule: str) -> IllegalAction | None:
    if nation in nations(g, units):
        return None
    return IllegalAction(
        rule, "the marker {nation} supports only units of its nationality", nation=nation
    )


def _no_gun(
    g: Situation, asu: int, units: Sequence[int], target: int, *, attacking: bool
) -> IllegalAction | None:
    """9.5, 11.3b, 17.4-17.6, 21.5 It is ready, of the nationality and division, and in range.

    S2.3.1 In an attack ASUs take part (14.1), so one of the 5th Army gives none to the 8th Army.
    """
    counters = g.game.units.units
    gun, facts = counters[asu], {"unit": g.id(asu)}
    if g.hex[asu] < 0:
        return IllegalAction("17.1", "{unit} is not artillery of yours in play", **facts)
    if why := _unready(g, asu, attacking=attacking):
        return why
    if gun.nation not in nations(g, units):
        rule = "17.6.3" if attacking else "11.3"
        return IllegalAction(rule, "{unit} is of another nationality", **facts)
    if attacking and all(counters[u].army != gun.army for u in units):
        return IllegalAction("S2.3.1", "{unit} is of the other army", **facts)
    if not gun.corps and all(counters[u].formation != gun.formation for u in units):
        rule = "9.5.1" if attacking else "11.3"
        return IllegalAction(rule, "no unit of the division of {unit} takes part", **facts)
    if not in_range(g, asu, target):
        return IllegalAction("17.4", "{unit} is out of range", **facts)
    return None


def _unready(g: Situation, asu: int, *, attacking: bool) -> IllegalAction | None:
    """17.5, 17.6.3, 21.5 Why an ASU is not ready; 18.4.2c one that has landed may support attacks."""
    bit, facts = 1 << asu, {"unit": g.id(asu)}
    if g.fired & bit:
        return IllegalAction("17.5", "{unit} has fired and is not ready", **facts)
    if g.shifted & bit:
        return IllegalAction("21.5", "{unit} entered its area this turn", **facts)
    half = g.half & bit and not (attacking and g.landed & bit)
    if g.status[asu] != GOOD or half:
        return IllegalAction("17.6.3", "{unit} is not in Good Order or is half effective", **facts)
    return None


def in_range(g: Situation, asu: int, target: int) -> bool:
    """17.4, 21.3.4d The distance to the target; from an Entry Area only to hexes it touches."""
    place, size = g.hex[asu], g.game.tables.size
    if place >= size:
        return bool(g.game.tables.touch[place - size] >> target & 1)
    return g.game.board.grid.distance(place, target) <= g.game.units[asu].range


# -- attack


def orders(g: Situation, attack: Attack) -> list[Action]:
    """8.3b The support that can still be ordered."""
    acts, side = g.game.actions, g.game.units.units[attack.units[0]].side
    guns = [u for u in g.game.asus[side] if g.hex[u] >= 0]
    found = [*acts.air.values(), *(acts.asu[u] for u in guns), *acts.naval.values(), acts.valiant]
    return [order for order in found if refuse(g, attack, order.verb, order.word) is None]


def give(g: Situation, attack: Attack, order: Action) -> Attack:
    """8.3b, 19.4 The attack with some support; the battleships add one to the die."""
    aids = attack.aids
    if order.verb == "valiant":
        aids = (*aids, Modifier("19.4", Say("the battleships Valiant and Warspite"), 1))
    return replace(attack, support=(*attack.support, order), aids=aids)


def refuse(g: Situation, attack: Attack, verb: str, word: str) -> IllegalAction | None:
    """8.7.1, 9.2-9.6, 15.2.7, 19.4 Why this support cannot be given to the attack; None if it can."""
    if verb not in g.SUPPORT:
        return None
    if attack.kind == "automatic":
        return IllegalAction("8.7.1", "no support counts for an Automatic DS")
    if attack.kind == "breakthrough":
        return IllegalAction("15.2.7", "no support counts for a Breakthrough Combat")
    match verb:
        case "asu":
            return _refuse_asu(g, attack, word)
        case "valiant":
            if attack.supported("naval") and not attack.supported("valiant") and battleships(g):
                return None
            return IllegalAction("19.4", "the battleships cannot be added now")
        case "air" if word in NATIONS:
            return _second_air(attack.supported("air")) or _no_air(g, word, attack.units)
        case "naval" if word in NATIONS:
            full = _one_corps(g, attack)
            return full or _no_ship(g, word, attack.units, attack.target)
    return None


def _second_air(flown: Sequence[object]) -> IllegalAction | None:
    if not flown:
        return None
    return IllegalAction("9.4", "each side uses one Air marker at most in a combat")


def _one_corps(g: Situation, attack: Attack) -> IllegalAction | None:
    """9.2b"""
    guns = [g.game.units.units[gun.value] for gun in attack.supported("asu")]
    if not attack.supported("naval") and not any(gun.corps for gun in guns):
        return None
    return IllegalAction("9.2", "an attack has the support of one corps or ship at most")


def _refuse_asu(g: Situation, attack: Attack, word: str) -> IllegalAction | None:
    """9.2b, 17.1 Why an ASU cannot support an attack; None if it can."""
    unit, counters = g.game.units.find(word), g.game.units.units
    if unit is None:
        return None
    if not unit.asu or unit.side != counters[attack.units[0]].side or g.hex[unit.index] < 0:
        return IllegalAction("17.1", "{unit} is not artillery of yours in play", unit=unit.id)
    if unit.corps and (why := _one_corps(g, attack)):
        return why
    guns = [counters[gun.value] for gun in attack.supported("asu")]
    if not unit.corps and any(not gun.corps for gun in guns):
        return IllegalAction("9.2", "an attack has the support of one division's guns at most")
    return _no_gun(g, unit.index, attack.units, attack.target, attacking=True)


# -- defence


def refuse_air(g: Situation, attack: Attack, word: str) -> IllegalAction | None:
    """9.4 Why an Air marker cannot support the defenders of a hex; None if it can."""
    return _no_air(g, word, g.at[attack.target]) if word in NATIONS else None


def in_defence(g: Situation, attack: Attack, alive: Sequence[int], lead: int) -> list[Action]:
    """11.3 One Air, Naval or ASU of the Lead Unit's nationality."""
    acts, side = g.game.actions, g.game.units.units[lead].side
    found = [acts.asu[u] for u in g.game.asus[side]]
    found += [*acts.air.values(), *acts.naval.values()]
    return [o for o in found if refuse_in_defence(g, attack, alive, lead, o.verb, o.word) is None]


def refuse_in_defence(
    g: Situation, attack: Attack, alive: Sequence[int], lead: int, verb: str, word: str
) -> IllegalAction | None:
    """9.4, 9.6, 11.3, 17.1 Why something cannot support a Determined Defense; None if it can."""
    if verb == "air" and word in NATIONS:
        return _second_air(attack.late) or _no_air(g, word, [lead], "11.3")
    if verb == "naval" and word in NATIONS:
        return _no_ship(g, word, [lead], attack.target, "11.3")
    unit, counter = g.game.units.find(word), g.game.units.units[lead]
    if verb != "asu" or unit is None:
        return None
    if not unit.asu or unit.side != counter.side or g.hex[unit.index] < 0:
        return IllegalAction("17.1", "{unit} is not artillery of yours in play", unit=unit.id)
    own = [u for u in alive if g.game.units.units[u].nation == counter.nation]
    return _no_gun(g, unit.index, own, attack.target, attacking=False)


def use(g: Situation, attack: Attack) -> None:
    """9.4-9.6, 19.4b Flip what the attack uses."""
    for order in attack.support:
        spend(g, order)


def spend(g: Situation, order: Action) -> None:
    match order.verb:
        case "air":
            g.air -= {order.word}
        case "asu":
            g.fired |= 1 << order.value
            g.gave |= 1 << order.value
        case "naval":
            g.naval -= {order.word}
        case _:
            g.battleships -= 1
