"""8.3b, 15.3b, 19.3 What is decided in the hex that is attacked before the die is thrown."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ...engine.decision import Ask, Asking, Roll, led_to
from ...engine.words import Say
from ..zocbond import outcomes, sheets
from ..zocbond.assault import Attack, Shift
from ..zocbond.stacking import surplus
from . import support
from .counters import SIDES
from .modifiers import able_to_defend
from .situation import Situation


def before_the_die(g: Situation, attack: Attack) -> Asking[Attack]:
    """8.3b, 15.3b, 19.3 Who stands aside, defensive air, Variable Strengths."""
    attack = yield from stand_aside(g, attack)
    if (yield from _defensive_air(g, attack)):
        attack = _shielded(attack)
    rolled: dict[int, int] = {}
    charts, units = g.game.charts, g.game.units.units
    defender = 1 - units[attack.units[0]].side
    for u in list(g.at[attack.target]):
        if not units[u].variable:
            continue
        sheet = partial(sheets.of_attack, g, replace(attack, rolled=dict(rolled)))
        die = yield Roll("19.3", "the strength of a garrison", SIDES[defender], ledger=sheet)
        rolled[u] = charts.variable[die - 1]
        facts = {"unit": g.id(u), "n": rolled[u], **led_to(die, rolled[u])}
        g.tell("variable", "19.3", "{unit} has strength {n}", **facts)
        if not rolled[u]:
            g.eliminate(u, "19.3")
    if attack.target not in g.at:
        g.tell("result", "19.3c", "the hex is empty: {result}", result="DS")
    return replace(attack, rolled=rolled)


def stand_aside(g: Situation, attack: Attack) -> Asking[Attack]:
    """15.3b The owner of an overstacked hex picks the units that add nothing to its defence."""
    acts = g.game.actions
    while excess := surplus(g, able_to_defend(g, attack)):
        choice = yield Ask(
            SIDES[g.game.units[excess[0]].side],
            "excess",
            "15.3",
            Say("{hex} is overstacked: which unit takes no part?", hex=g.word(attack.target)),
            [acts.aside[u] for u in excess],
            about=g.against(attack.target, attack.units),
        )
        attack = replace(attack, aside=(*attack.aside, choice.value))
    return attack


def _defensive_air(g: Situation, attack: Attack) -> Asking[bool]:
    """8.3b, 9.4 The defender may use an Air marker of a nationality in the hex."""
    defenders = g.at[attack.target]
    wings = support.air(g, defenders)
    if not wings or attack.kind == "invasion":
        return False
    acts = g.game.actions
    choice = yield Ask(
        SIDES[g.game.units[defenders[0]].side],
        "defensive air",
        "9.4",
        Say("use air support in defense of {hex}?", hex=g.word(attack.target)),
        [*(acts.air[n] for n in wings), acts.none],
        about=g.against(attack.target, attack.units),
        refuse=lambda verb, word: None if verb == "naval" else support.refuse_air(g, attack, word),
        outcome=lambda a: [outcomes.stakes(g, attack if a is acts.none else _shielded(attack))],
        ledger=partial(sheets.of_attack, g, attack),
    )
    if choice is acts.none:
        return False
    g.air -= {choice.word}
    return True


def _shielded(attack: Attack) -> Attack:
    """9.4 The attack against the defender's air support."""
    shield = Shift("9.4", Say("the defender's air support"), -1)
    return replace(attack, late=(*attack.late, shield))
