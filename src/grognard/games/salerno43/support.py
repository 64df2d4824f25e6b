"""9.4-9.6, 11.3, 17.6, 19.4 Air, artillery and naval support: what is at hand, and using it up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...engine.decision import Modifier
from ...engine.words import Action, IllegalAction, Say
from ..zocbond.assault import Attack
from .counters import GERMAN
from .situation import GOOD, Situation

NATIONS = ("CW", "US", "GE")


def nations(g: Situation, units: Iterable[int]) -> set[str]:
    return {g.game.units.units[u].nation for u in units}


def air(g: Situation, units: Iterable[int]) -> list[str]:
    """9.4 The ready Air markers whose nationality takes part."""
    return [n for n in NATIONS if n in g.air and n in nations(g, units)]


def naval(g: Situation, units: Iterable[int], target: int) -> list[str]:
    """9.6 The ready Naval markers: near the sea, south of Campanella Point."""
    if not g.game.tables.naval >> target & 1:
        return []
    return [n for n in NATIONS if n in g.naval and n in nations(g, units)]


def battleships(g: Situation) -> bool:
    """19.4 Whether the Valiant and Warspite marker may be used."""
    return g.turn >= g.game.battleships_from and g.battleships > 0


def in_range(g: Situation, asu: int, target: int) -> bool:
    """17.4, 21.3.4d The distance to the target; from an Entry Area only to hexes it touches."""
    place, size = g.hex[asu], g.game.tables.size
    if place < 0:
        return False
    if place >= size:
        return bool(g.game.tables.touch[place - size] >> target & 1)
    return g.game.board.grid.distance(place, target) <= g.game.units[asu].range


def ready(g: Situation, asu: int, *, attacking: bool) -> bool:
    """17.6.3 Ready, in Good Order and not half effective; 18.4.2c a landed one may support attacks."""
    bit = 1 << asu
    if g.fired & bit or g.status[asu] != GOOD or g.shifted & bit:
        return False
    return not g.half & bit or bool(attacking and g.landed & bit)


def asus(
    g: Situation, side: int, units: Iterable[int], target: int, *, attacking: bool
) -> list[int]:
    """9.5, 11.3b, 17.6.3b The ASUs that may support a combat of these units at this hex.

    S2.3.1 In an attack they take part (14.1), so an ASU of the 5th Army gives none to the 8th Army.
    """
    units = list(units)
    counters = g.game.units.units
    there = nations(g, units)
    armies = {counters[u].army for u in units}
    formations = {counters[u].formation for u in units if not counters[u].asu or not attacking}
    found = []
    for u in g.game.asus[side]:
        counter = counters[u]
        if counter.nation not in there or g.hex[u] < 0 or not ready(g, u, attacking=attacking):
            continue
        if attacking and counter.army not in armies:
            continue
        if not counter.corps and counter.formation not in formations:
            continue
        if in_range(g, u, target):
            found.append(u)
    return found


def more(g: Situation, attack: Attack) -> tuple[list[str], list[int], list[str], bool]:
    """9.2b What can still be added to an attack: air, ASUs, naval, the battleships."""
    counters = g.game.units.units
    side = counters[attack.units[0]].side
    ships, guns = attack.supported("naval"), attack.supported("asu")
    corps = bool(ships) or any(counters[gun.value].corps for gun in guns)
    division = any(not counters[gun.value].corps for gun in guns)
    near = [
        u
        for u in asus(g, side, attack.units, attack.target, attacking=True)
        if not (corps if counters[u].corps else division)
    ]
    navies = [] if corps or side == GERMAN else naval(g, attack.units, attack.target)
    wings = [] if attack.supported("air") else air(g, attack.units)
    big = bool(ships) and not attack.supported("valiant") and battleships(g)
    return wings, near, navies, big


def orders(g: Situation, attack: Attack) -> list[Action]:
    """8.3b The support that can still be ordered; 8.7.1, 15.2.7 none but in regular combat."""
    if attack.kind != "combat":
        return []
    acts = g.game.actions
    wings, guns, ships, big = more(g, attack)
    found = [acts.air[n] for n in wings] + [acts.asu[u] for u in guns]
    return [*found, *(acts.naval[n] for n in ships), *([acts.valiant] if big else ())]


def give(g: Situation, attack: Attack, order: Action) -> Attack:
    """8.3b, 19.4 The attack with some support; the battleships add one to the die."""
    aids = attack.aids
    if order.verb == "valiant":
        aids = (*aids, Modifier("19.4", Say("the battleships Valiant and Warspite"), 1))
    return replace(attack, support=(*attack.support, order), aids=aids)


def refuse(g: Situation, attack: Attack, verb: str, word: str) -> IllegalAction | None:
    """8.7.1, 9.2-9.6, 15.2.7, 19.4 Why this support cannot be given to the attack."""
    if verb not in ("asu", "naval", "air", "valiant"):
        return None
    if attack.kind == "automatic":
        return IllegalAction("8.7.1", "no support counts for an Automatic DS")
    if attack.kind == "breakthrough":
        return IllegalAction("15.2.7", "no support counts for a Breakthrough Combat")
    if verb == "asu":
        return refuse_asu(g, attack, word)
    if verb == "naval":
        return refuse_naval(g, attack, word)
    if verb == "valiant":
        return IllegalAction("19.4", "the battleships cannot be added now")
    return refuse_air(g, attack, word)


def refuse_asu(g: Situation, attack: Attack, word: str) -> IllegalAction | None:
    """9.2b, 9.5, 17.4-17.6, 21.5, S2.3.1 Why an ASU cannot support an attack."""
    unit, counters = g.game.units.find(word), g.game.units.units
    if unit is None:
        return None
    first, facts = counters[attack.units[0]], {"unit": unit.id}
    u = unit.index
    if not unit.asu or unit.side != first.side or g.hex[u] < 0:
        return IllegalAction("17.1", "{unit} is not artillery of yours in play", **facts)
    guns = [counters[gun.value] for gun in attack.supported("asu")]
    if unit.corps and (attack.supported("naval") or any(gun.corps for gun in guns)):
        return IllegalAction("9.2", "an attack has the support of one corps or ship at most")
    if not unit.corps and any(not gun.corps for gun in guns):
        return IllegalAction("9.2", "an attack has the support of one division's guns at most")
    if why := _unready(g, u, attacking=True):
        return why
    if unit.nation != first.nation:
        return IllegalAction("17.6.3", "{unit} is of another nationality", **facts)
    if unit.army != first.army:
        return IllegalAction("S2.3.1", "{unit} is of the other army", **facts)
    if not unit.corps and all(counters[v].formation != unit.formation for v in attack.units):
        return IllegalAction("9.5.1", "no unit of the division of {unit} takes part", **facts)
    return IllegalAction("17.4", "{unit} is out of range", **facts)


def _unready(g: Situation, asu: int, *, attacking: bool) -> IllegalAction | None:
    """17.5, 17.6.3, 21.5 Why an ASU is not ready."""
    if ready(g, asu, attacking=attacking):
        return None
    facts = {"unit": g.id(asu)}
    if g.fired >> asu & 1:
        return IllegalAction("17.5", "{unit} has fired and is not ready", **facts)
    if g.shifted >> asu & 1:
        return IllegalAction("21.5", "{unit} entered its area this turn", **facts)
    return IllegalAction("17.6.3", "{unit} is not in Good Order or is half effective", **facts)


def refuse_in_defence(
    g: Situation, attack: Attack, alive: Sequence[int], lead: int, verb: str, word: str
) -> IllegalAction | None:
    """9.4, 9.6, 11.3, 17.4-17.6 Why something cannot support a Determined Defense."""
    counters = g.game.units.units
    nation = counters[lead].nation
    if verb in ("air", "naval") and word in NATIONS:
        if verb == "air" and attack.late:
            return IllegalAction("9.4", "each side uses one Air marker at most in a combat")
        if verb == "air" and word not in g.air:
            return IllegalAction("9.4", "the Air marker {nation} is not ready", nation=word)
        if verb == "naval" and word not in g.naval:
            return IllegalAction("9.6", "the Naval marker {nation} is not ready", nation=word)
        if word != nation:
            return _stranger("11.3", word)
        return IllegalAction("9.6", "{hex} is out of reach of the ships", hex=g.word(attack.target))
    unit = g.game.units.find(word)
    if verb != "asu" or unit is None:
        return None
    facts = {"unit": unit.id}
    if not unit.asu or unit.side != counters[lead].side or g.hex[unit.index] < 0:
        return IllegalAction("17.1", "{unit} is not artillery of yours in play", **facts)
    if why := _unready(g, unit.index, attacking=False):
        return why
    if unit.nation != nation:
        return IllegalAction("11.3", "{unit} is of another nationality", **facts)
    if not unit.corps and all(counters[u].formation != unit.formation for u in alive):
        return IllegalAction("11.3", "no unit of the division of {unit} takes part", **facts)
    return IllegalAction("17.4", "{unit} is out of range", **facts)


def refuse_naval(g: Situation, attack: Attack, word: str) -> IllegalAction | None:
    """9.2b, 9.2d, 9.6 Why a Naval marker cannot support an attack."""
    if word not in NATIONS:
        return None
    counters = g.game.units.units
    guns = attack.supported("asu")
    if attack.supported("naval") or any(counters[gun.value].corps for gun in guns):
        return IllegalAction("9.2", "an attack has the support of one corps or ship at most")
    if word not in g.naval:
        return IllegalAction("9.6", "the Naval marker {nation} is not ready", nation=word)
    if word not in nations(g, attack.units):
        return _stranger("9.2", word)
    return IllegalAction("9.6", "{hex} is out of reach of the ships", hex=g.word(attack.target))


def refuse_air(
    g: Situation, attack: Attack, word: str, *, defending: bool = False
) -> IllegalAction | None:
    """9.2d, 9.4 Why an Air marker cannot support an attack, or the defence against it."""
    if word not in NATIONS:
        return None
    if attack.supported("air") and not defending:
        return IllegalAction("9.4", "each side uses one Air marker at most in a combat")
    if word not in g.air:
        return IllegalAction("9.4", "the Air marker {nation} is not ready", nation=word)
    return _stranger("9.4", word)


def _stranger(rule: str, nation: str) -> IllegalAction:
    return IllegalAction(
        rule, "the marker {nation} supports only units of its nationality", nation=nation
    )


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
