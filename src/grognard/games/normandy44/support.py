"""11.6, 17.2-17.4, 19.0 Artillery, aircraft and ships: what is at hand, and using it up."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from ..zocbond import supply as series
from ..zocbond.assault import Attack
from . import players, supply
from .counters import ALLIED, GERMAN
from .situation import (
    ARMIES,
    ARMY7,
    CW,
    DISRUPTED,
    FORTRESS,
    HOLDERS,
    PANZER_WEST,
    TRACKS,
    US,
    Situation,
)

GUNS = ("hq", "werfer", "caen")
PAYS = "supply"
"""17.2.7 The verb that names the track from which a German HQ is paid for."""
VERBS = (*GUNS, "air", "naval", PAYS)


def side_of(g: Situation, attack: Attack) -> int:
    return g.game.units.units[attack.units[0]].side


def purses(g: Situation, hq: int) -> list[int]:
    """17.2.7, 17.4a, 24b The tracks from which a German HQ can pay; of two the first unless the other is named."""
    h, cotentin = g.hex[hq], hq == g.game.cotentin
    if players.commander(g, hq) == CW:
        paid = not cotentin and g.sp[PANZER_WEST] and supply.from_edge(g, h)
        return [PANZER_WEST] if paid else []
    found = []
    if not cotentin and g.sp[ARMY7] and supply.from_edge(g, h):
        found.append(ARMY7)
    if g.sp[FORTRESS] and supply.from_fortress(g, h):
        found.append(FORTRESS)
    return found


def refuse_gun(g: Situation, unit: int, target: int) -> IllegalAction | None:
    """9.8.4b, 13.6, 17.2-17.4 Why an HQ or Werfer cannot support a combat at a hex; None if it can."""
    counter, artillery = g.game.units.units[unit], g.game.charts.artillery
    facts = {"unit": counter.id}
    if g.hex[unit] < 0:
        return IllegalAction(
            "17.2.5" if counter.hq else "17.3", "{unit} is not on the map", **facts
        )
    if g.used >> unit & 1:
        return IllegalAction("17.2.3" if counter.hq else "17.3", "{unit} is not ready", **facts)
    if g.status[unit] == DISRUPTED:
        return IllegalAction("13.6", "{unit} is Disrupted", **facts)
    if g.strategic >> unit & 1:
        return IllegalAction("9.8.4", "{unit} uses Strategic Movement", **facts)
    reach = artillery["headquarters" if counter.hq else "werfer"]
    if g.game.board.grid.distance(g.hex[unit], target) > reach:
        return IllegalAction("17.2.4" if counter.hq else "17.3", "{unit} is out of range", **facts)
    if counter.werfer:
        return None
    if g.oos >> unit & 1:
        return IllegalAction("17.2.5", "{unit} is out of supply", **facts)
    if not series.in_supply(g, unit):
        return IllegalAction("17.2.5", "{unit} has no line of supply", **facts)
    paid = purses(g, unit) if counter.side == GERMAN else g.sp[g.army(unit)] > 0
    if not paid:
        return IllegalAction("17.2.5", "there is no supply point for {unit}", **facts)
    return None


def refuse_caen(g: Situation, target: int) -> IllegalAction | None:
    """17.2.8 Why the guns of Caen cannot support a combat; None if they can."""
    held = g.game.tables.caen & ~g.control
    grid, reach = g.game.board.grid, g.game.charts.artillery["caen"]
    if not any(grid.distance(h, target) <= reach for h in members(held)):
        return IllegalAction("17.2.8", "no German hex of Caen is within three hexes")
    if not g.sp[guns_of_caen(g)]:
        return IllegalAction("17.2.8", "there is no supply point for the guns of Caen")
    return None


def guns_of_caen(g: Situation) -> int:
    """17.2.8, 24b The track that pays for Caen, which faces the Commonwealth."""
    return PANZER_WEST if players.divided(g, GERMAN) else ARMY7


def refuse_ships(g: Situation, army: int, target: int, *, attack: bool) -> IllegalAction | None:
    """19.2.3-19.2.5 Why an army's ships cannot support a combat at a hex; None if they can."""
    tables = g.game.tables
    if g.weather == "storm":
        return IllegalAction("19.2.3", "there is no naval support in a storm")
    if not g.naval[army]:
        return IllegalAction("19.2.1", "no ship of the {army} is ready", army=ARMIES[army])
    if tables.naval_zone >> target & 1:
        return (
            IllegalAction("19.2.5", "the ships are off Cherbourg this turn")
            if (army == US and g.bombardment == g.turn)
            else None
        )
    if army != US or not attack or not tables.perimeter >> target & 1:
        return IllegalAction("19.2.3", "{hex} is out of reach of the ships", hex=g.word(target))
    if g.bombardment not in (0, g.turn):
        return IllegalAction("19.2.5", "Cherbourg is bombarded once a game")
    if g.bombarded >> target & 1:
        return IllegalAction("19.2.5", "the second ship bombards another hex")
    if not g.bombardment and g.naval[US] < both_ships(g):
        return IllegalAction("19.2.5", "both ships bombard Cherbourg in the same turn")
    return None


def both_ships(g: Situation) -> int:
    """19.2.5 How many American markers must be ready; S3.2.4 the second joins the one of that scenario."""
    return 1 if g.game.scenario == "cherbourg" else 2


def refuse_air(g: Situation, army: int, attack: Attack) -> IllegalAction | None:
    """4.3, 19.1.2 Why aircraft cannot support an attack; None if they can."""
    if g.weather == "storm":
        return IllegalAction("4.3", "no aircraft fly in a storm")
    if not g.air[army]:
        return IllegalAction("19.1.1", "no aircraft of the {army} are ready", army=ARMIES[army])
    flown = len(attack.supported("air"))
    if flown >= most_air(g):
        return IllegalAction("19.1.2", "no more aircraft may support this combat")
    if flown >= g.air[army]:
        return IllegalAction("19.1.1", "no aircraft of the {army} are ready", army=ARMIES[army])
    return None


def most_air(g: Situation) -> int:
    """19.1.2, 19.1.4b One marker for a combat, two from Turn 17."""
    return 2 if g.turn >= g.game.charts.two_air_from else 1


def refuse_more_guns(g: Situation, attack: Attack, order: Action) -> IllegalAction | None:
    """4.3e, 17.2.5a, 17.3c How much artillery one attack may have; None if there is room."""
    artillery = g.game.charts.artillery
    given = [o for o in attack.support if o.verb in GUNS]
    if g.weather == "storm" and len(given) >= artillery["storm"]:
        return IllegalAction("4.3", "in a storm only one artillery shift is allowed")
    allied = side_of(g, attack) == ALLIED
    if len(given) >= artillery["most"]:
        rule = "17.2.5" if allied else "17.3"
        return IllegalAction(rule, "an attack has two artillery shifts at most")
    if allied:
        army = g.army(attack.units[0])
        spent = len(given)
        if g.sp[army] <= spent:
            return IllegalAction("17.2.5", "there is no supply point left")
        return None
    if order.verb == "werfer":
        if order in given:
            return IllegalAction("17.3", "{unit} fires once a turn", unit=order.word)
        return None
    if any(o.verb in ("hq", "caen") for o in given):
        return IllegalAction("17.2.5", "only one headquarters may support a German attack")
    return None


def orders(g: Situation, attack: Attack) -> list[Action]:
    """10.5b The support that can still be ordered for an attack."""
    return [order for order in _all(g, attack) if refuse(g, attack, order) is None]


def _all(g: Situation, attack: Attack) -> list[Action]:
    acts, side = g.game.actions, side_of(g, attack)
    found = [acts.hq[u] for u in g.game.guns[side] if g.game.units.units[u].hq]
    if side == GERMAN:
        found += [acts.werfer[u] for u in g.game.guns[side] if g.game.units.units[u].werfer]
        if attack.supported("hq"):
            found += [acts.supply[TRACKS[track]] for track in (ARMY7, FORTRESS)]
        return [*found, acts.caen]
    army = ARMIES[g.army(attack.units[0])]
    return [*found, acts.air[army], acts.naval[army]]


def refuse(g: Situation, attack: Attack, order: Action) -> IllegalAction | None:
    """11.6, 17.2-17.4, 19.0, 22.1.1 Why this support cannot be given to an attack; None if it can."""
    units, verb = g.game.units.units, order.verb
    side = side_of(g, attack)
    if verb == PAYS:
        return _refuse_track(g, attack, order)
    if verb in ("air", "naval"):
        if side == GERMAN:
            rule = "19.1.1" if verb == "air" else "19.2.1"
            return IllegalAction(rule, "the Germans have neither aircraft nor ships")
        army = order.value
        if army != g.army(attack.units[0]):
            return IllegalAction("22.1.1", "{army} supports only its own army", army=order.word)
        if verb == "air":
            return refuse_air(g, army, attack)
        if attack.supported("naval"):
            return IllegalAction("19.2.3", "only one ship may support an attack")
        return refuse_ships(g, army, attack.target, attack=True)
    if verb == "caen":
        if side != GERMAN:
            return IllegalAction("17.2.8", "the guns of Caen are German")
        return refuse_caen(g, attack.target) or refuse_more_guns(g, attack, order)
    counter = units[order.value]
    if counter.side != side or not (counter.hq if verb == "hq" else counter.werfer):
        rule = "17.2.5" if verb == "hq" else "17.3"
        return IllegalAction(rule, "{unit} is not artillery of yours", unit=counter.id)
    if side == ALLIED and g.army(order.value) != g.army(attack.units[0]):
        return IllegalAction("17.2.5", "{unit} supports only its own army", unit=counter.id)
    return refuse_gun(g, order.value, attack.target) or refuse_more_guns(g, attack, order)


def _refuse_track(g: Situation, attack: Attack, order: Action) -> IllegalAction | None:
    """17.2.7 Why the HQ of an attack cannot be paid for from a track; None if it can."""
    facts = {"track": order.word}
    guns = [o.value for o in attack.supported("hq")]
    if side_of(g, attack) != GERMAN or not guns:
        return IllegalAction("17.2.7", "no German headquarters supports this attack", **facts)
    if attack.supported(PAYS):
        return IllegalAction("17.2.7", "one supply point is paid, from one track", **facts)
    open_ = purses(g, guns[0])
    if order.value not in open_:
        return IllegalAction("17.2.7", "{track} cannot pay for {unit}", unit=g.id(guns[0]), **facts)
    if len(open_) < 2:
        return IllegalAction("17.2.7", "only {track} can pay for it", **facts)
    return None


def refuse_words(g: Situation, attack: Attack, verb: str, word: str) -> IllegalAction | None:
    """Why an order of support is refused."""
    acts = g.game.actions
    if verb == "caen":
        return refuse(g, attack, acts.caen)
    if verb in ("air", "naval") and word in ARMIES:
        return refuse(g, attack, (acts.air if verb == "air" else acts.naval)[word])
    if verb == PAYS and word in TRACKS:
        return refuse(g, attack, acts.supply[word])
    unit = g.game.units.find(word)
    if verb in ("hq", "werfer") and unit is not None:
        return refuse(g, attack, (acts.hq if verb == "hq" else acts.werfer)[unit.index])
    return None


def use(g: Situation, attack: Attack) -> None:
    """5.1, 17.2.5, 17.3, 19.0 What an attack was given is used up; 17.2.3 an HQ that gave a shift goes no farther
    than a hex this turn."""
    named = attack.supported(PAYS)
    for order in attack.support:
        if order.verb == "hq":
            g.attacked |= 1 << order.value
            order = named[0] if named else order
        elif order.verb == PAYS:
            continue
        spend(g, order, attack.target)


def spend(g: Situation, order: Action, target: int) -> None:
    """One marker or supply point is used; of two tracks that can pay for an HQ the first pays."""
    match order.verb:
        case "supply":
            g.sp[order.value] -= 1
        case "air":
            g.air[order.value] -= 1
        case "naval":
            g.naval[order.value] -= 1
            if not g.game.tables.naval_zone >> target & 1:
                if not g.bombardment:
                    g.naval[order.value] += 2 - both_ships(g)
                g.bombardment = g.turn
                g.bombarded |= 1 << target
        case "werfer":
            g.used |= 1 << order.value
        case "caen":
            g.sp[guns_of_caen(g)] -= 1
        case _:
            counter = g.game.units.units[order.value]
            german = counter.side == GERMAN
            g.sp[purses(g, order.value)[0] if german else g.army(order.value)] -= 1


def price(g: Situation, attack: Attack, order: Action) -> list[Say]:
    """5.1, 17.2.5, 19.0 What some support for an attack uses up, and what is left then."""
    before, after = g.copy(), g.copy()
    use(before, attack)
    use(after, g.with_support(attack, order))
    return _spent(before, after)


def price_in_defence(g: Situation, target: int, order: Action) -> list[Say]:
    """12.4.7 What the support of a Determined Defense uses up, and what is left then."""
    after = g.copy()
    spend(after, order, target)
    return _spent(g, after)


def _spent(before: Situation, after: Situation) -> list[Say]:
    found = [
        Say("costs a supply point ({holder}); left: {n}", holder=holder, n=left)
        for holder, had, left in zip(HOLDERS, before.sp, after.sp, strict=True)
        if left < had
    ]
    planes, ships = (
        zip(before.air, after.air, strict=True),
        zip(before.naval, after.naval, strict=True),
    )
    found += [Say("costs an Air marker; left: {n}", n=left) for had, left in planes if left < had]
    found += [Say("costs a Naval marker; left: {n}", n=left) for had, left in ships if left < had]
    return found


# -- 12.4.7 support of a Determined Defense


def in_defence(g: Situation, attack: Attack, alive: Sequence[int], lead: int) -> list[Action]:
    """12.4.7, 24 What of his own can support a Determined Defense: an HQ, a Werfer, Caen, or a ship."""
    acts, units = g.game.actions, g.game.units.units
    side = units[lead].side
    orders = [(acts.hq if units[u].hq else acts.werfer)[u] for u in g.game.guns[side]]
    orders.append(acts.caen if side == GERMAN else acts.naval[ARMIES[g.army(lead)]])
    found = [order for order in orders if refuse_in_defence(g, lead, order) is None]
    choices = (o for o in found if o.verb == "hq" and side == GERMAN)
    if any(len(purses(g, order.value)) > 1 for order in choices):
        found.append(acts.supply[TRACKS[FORTRESS]])
    return found


def refuse_in_defence(g: Situation, lead: int, order: Action) -> IllegalAction | None:
    """12.4.7, 17.2.6-17.3, 19.2, 22.1.1, 24 Why this cannot support a Determined Defense; None if it can."""
    counter, target = g.game.units.units[lead], g.hex[lead]
    match order.verb:
        case "naval":
            if counter.side == GERMAN:
                return IllegalAction("12.4.7", "the Germans have no ships")
            if order.value != g.army(lead):
                return IllegalAction("22.1.1", "{army} supports only its own army", army=order.word)
            return refuse_ships(g, order.value, target, attack=False)
        case "caen":
            if counter.side == ALLIED:
                return IllegalAction("17.2.8", "the guns of Caen are German")
            if players.divided(g, GERMAN) and players.commander(g, lead) != CW:
                return IllegalAction("24b", "the guns of Caen are under your ally's command")
            return refuse_caen(g, target)
    gun = g.game.units.units[order.value]
    facts = {"unit": gun.id}
    if gun.side != counter.side or not (gun.hq if order.verb == "hq" else gun.werfer):
        return IllegalAction("12.4.7", "{unit} is not artillery of yours", **facts)
    if gun.side == ALLIED and g.army(order.value) != g.army(lead):
        return IllegalAction("22.1.1", "{unit} supports only its own army", **facts)
    if players.commander(g, order.value) != players.commander(g, lead):
        return IllegalAction("24b", "{unit} is under your ally's command", **facts)
    return refuse_gun(g, order.value, target)


def refuse_defence_words(
    g: Situation, attack: Attack, alive: Sequence[int], lead: int, verb: str, word: str
) -> IllegalAction | None:
    """12.4.7 Why an order to support a Determined Defense is refused."""
    acts = g.game.actions
    if verb == "air":
        return IllegalAction("12.4.7", "aircraft do not support a Determined Defense")
    if verb == "caen":
        return refuse_in_defence(g, lead, acts.caen)
    if verb == "naval" and word in ARMIES:
        return refuse_in_defence(g, lead, acts.naval[word])
    if verb == PAYS and word in TRACKS:
        return IllegalAction("17.2.7", "{track} cannot be chosen to pay here", track=word)
    unit = g.game.units.find(word)
    if verb in ("hq", "werfer") and unit is not None:
        return refuse_in_defence(g, lead, (acts.hq if verb == "hq" else acts.werfer)[unit.index])
    return None
