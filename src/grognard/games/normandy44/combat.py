"""10.0 What Normandy adds to the Combat Phase: 19.1.3 Jabos, 19.1.4 strafing, what a player may do beside attacking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...engine.decision import Ask, Asking, Modifier, Procedure, Roll, led_to
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from ..zocbond import losses, sheets
from ..zocbond.assault import Attack, Shift
from ..zocbond.sheets import DICE
from . import fortifications, players, reserves, support
from .counters import ALLIED, GERMAN, SIDES
from .situation import ARMIES, RESERVE_COMBAT, Situation


def others(g: Situation, attacks: Sequence[Action]) -> list[Action]:
    """15.4, 16.2e, 19.1.4, 24 Strafing; while there is something to decide also Reserves and strongpoints
    that are given up, and the word to one's ally."""
    strafing = [g.game.actions.strafe[h] for h in members(strafable(g))]
    if not attacks and not strafing and not fortifications.threatened(g):
        return []
    released, abandoned = reserves.released(g), fortifications.abandoned(g)
    return [*strafing, *released, *abandoned, *players.hand_over(g)]


def other(g: Situation, choice: Action) -> Procedure:
    """It is done."""
    match choice.verb:
        case "over":
            players.pass_on(g)
        case "abandon":
            fortifications.abandon(g, choice.value)
        case "unreserve":
            reserves.drop(g, choice.value)
        case _:
            yield from _strafe(g, choice.value)


def promise(g: Situation, choice: Action) -> list[Say]:
    """19.1.4b What strafing may do."""
    return hopes(g, choice.value) if choice.verb == "strafe" else []


def opens(g: Situation, units: Sequence[int]) -> bool:
    """24 Of the units that can make an attack one must be the player's own."""
    return any(players.commands(g, u) for u in units)


def refuse(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """Why a strongpoint is not given up, or a hex not strafed."""
    if verb == "abandon":
        unit = g.game.units.find(word)
        return fortifications.refuse_abandon(g, unit.index) if unit is not None else None
    if verb == "unreserve":
        unit = g.game.units.find(word)
        return reserves.refuse_release(g, unit.index) if unit is not None else None
    if verb == "strafe":
        h = g.game.place(word)
        return refuse_strafing(g, h) if h is not None else None
    return None


def before_the_die(g: Situation, attack: Attack) -> Asking[Attack]:
    """15.4 Who attacks is in Reserve no longer; then the Jabos roll."""
    for u in attack.units:
        reserves.drop(g, u)
    return (yield from jabos(g, attack))


def reckoned(g: Situation, attack: Attack) -> None:
    """9.8.5, 9.8.6 Who is attacked loses his Strategic Movement marker, and his trucks."""
    for u in g.group(attack.target):
        g.strategic &= ~(1 << u)
        g.trucked &= ~(1 << u)


def fought(g: Situation, attack: Attack) -> None:
    """16.1.5a An Improved Position falls with its defenders."""
    g.abandon_position(attack.target, 1 - g.game.units.units[attack.units[0]].side)


def jabos(g: Situation, attack: Attack) -> Asking[Attack]:
    """19.1.3 In clear weather a die before each German attack shifts it to the left."""
    if g.weather != "clear" or g.game.units.units[attack.units[0]].side != GERMAN:
        return attack
    sheet = partial(sheets.of_attack, g, attack)
    die: int = yield Roll("19.1.3", "the Jabos", SIDES[ALLIED], ledger=sheet)
    shift = g.game.charts.jabos[die - 1]
    g.tell("jabos", "19.1.3", "Jabos: die {sum}, shift {result}", **led_to(die, -shift))
    if not shift:
        return attack
    return replace(attack, late=(*attack.late, Shift("19.1.3", Say("Jabos"), -shift)))


# -- 19.1.4 strafing


def prey(g: Situation, h: int) -> list[int]:
    """19.1.4a The German Silhouette armor units in a hex."""
    units = g.game.units.units
    return [
        u
        for u in g.group(h)
        if units[u].side == GERMAN and units[u].silhouette and units[u].armor_type
    ]


def refuse_strafing(g: Situation, h: int) -> IllegalAction | None:
    """19.1.4 Why a hex cannot be strafed; None if it can."""
    facts = {"hex": g.word(h)}
    if g.active != ALLIED or g.phase == RESERVE_COMBAT:
        return IllegalAction("19.1.4", "strafing belongs to the Allied Combat Phase")
    if g.attacked | g.struck:
        return IllegalAction("19.1.4", "strafing comes before all combats")
    if not any(g.air):
        return IllegalAction("19.1.1", "no aircraft are ready")
    if not _flyers(g, h):
        return IllegalAction("24a", "your ally's aircraft will not strafe {hex}", **facts)
    tables = g.game.tables
    if (tables.woods | tables.city) >> h & 1:
        return IllegalAction("19.1.4", "{hex} hides its tanks", **facts)
    if not prey(g, h):
        return IllegalAction("19.1.4", "there is nothing to strafe in {hex}", **facts)
    if g.strafed.get(h, 0) >= support.most_air(g):
        return IllegalAction("19.1.4", "{hex} has been strafed", **facts)
    return None


def _flyers(g: Situation, h: int) -> list[str]:
    """19.1.4, 24a The armies whose aircraft may strafe a hex: not the ally's if he would not have it."""
    ready = [army for k, army in enumerate(ARMIES) if g.air[k]]
    if g.denied >> h & 1:
        ready = [army for army in ready if ARMIES.index(army) == g.floor]
    return ready


def strafable(g: Situation) -> int:
    """19.1.4 The hexes that may be strafed now."""
    if g.active != ALLIED or not any(g.air) or g.phase == RESERVE_COMBAT:
        return 0
    found = 0
    for u in g.on_map(GERMAN):
        counter = g.game.units.units[u]
        h = g.hex[u]
        if counter.silhouette and counter.armor_type and refuse_strafing(g, h) is None:
            found |= 1 << h
    return found


def _strafing(g: Situation, h: int, unit: int) -> list[Modifier]:
    """19.1.5 What changes the die: flak 88s near by, Strategic Movement."""
    units, near = g.game.units.units, (1 << h) | g.game.tables.ground.around[h]
    aids = []
    if any(units[u].type == "flak 88" and near >> g.hex[u] & 1 for u in g.on_map(GERMAN)):
        aids.append(Modifier("19.1.5", Say("flak nearby"), -1))
    if g.strategic >> unit & 1:
        aids.append(Modifier("19.1.5", Say("Strategic Movement"), 1))
    return aids


def hopes(g: Situation, h: int) -> list[Say]:
    """19.1.4b How likely each target is to be hit."""
    found = []
    for u in prey(g, h):
        aid = sum(each.amount for each in _strafing(g, h, u))
        hits = sum(die + aid >= g.game.charts.strafing for die in DICE)
        facts = {"unit": g.id(u), "n": hits, "all": len(DICE)}
        found.append(Say("{unit} loses a step: {n} in {all}", **facts))
    return found


def _strafe(g: Situation, h: int) -> Procedure:
    """19.1.4b A die for each target; 19.1.5 flak 88s near by and Strategic Movement change it."""
    acts = g.game.actions
    ready = _flyers(g, h)
    army = ready[0]
    if len(ready) > 1:
        choice = yield Ask(
            g.asked(ALLIED),
            "aircraft",
            "19.1.4",
            Say("whose aircraft strafe {hex}?", hex=g.word(h)),
            [acts.air[army] for army in ready],
            continues=True,
            about=g.about(prey(g, h), [h]),
            outcome=lambda _: hopes(g, h),
            refuse=lambda verb, word: (
                IllegalAction("19.1.1", "no aircraft of the {army} are ready", army=word)
                if verb == "air" and word in ARMIES
                else None
            ),
        )
        army = choice.word
    if players.divided(g, ALLIED) and ARMIES.index(army) != g.floor:
        prompt = Say("may your aircraft strafe {hex} for your ally?", hex=g.word(h))
        if not (yield from players.agrees(g, ALLIED, 1 - g.floor, prompt, [h])):
            g.denied |= 1 << h
            return
    g.air[ARMIES.index(army)] -= 1
    g.strafed[h] = g.strafed.get(h, 0) + 1
    units = g.game.units.units
    for u in prey(g, h):
        aids = _strafing(g, h, u)
        die: int = yield Roll("19.1.4", "strafing", SIDES[ALLIED])
        hit = die + sum(each.amount for each in aids) >= g.game.charts.strafing
        facts = {"unit": units[u].id, "hex": g.word(h), **led_to(die, "loss" if hit else "-", aids)}
        g.tell("strafe", "19.1.4", "{unit} is strafed: die {sum}", **facts)
        if hit:
            yield from losses.lose_step(g, u, "19.1.4")
