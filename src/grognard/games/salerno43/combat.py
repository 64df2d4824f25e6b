"""8.0 Combat: attacks are declared, supported and resolved."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ...engine.decision import Ask, Asking, Procedure, Roll
from ...engine.words import Say
from ..zocbond import odds, sheets
from ..zocbond.assault import Attack, Shift
from ..zocbond.attack_orders import orders_of, refuse_target
from ..zocbond.attacks import targets
from ..zocbond.combat import declare
from . import advance, automatic, disengage, results, stacking, support
from .counters import SIDES
from .modifiers import able_to_defend, in_excess, regular
from .situation import Situation


def combat(g: Situation) -> Procedure:
    """8.1 The active side attacks as it likes; then the Automatic DS stacks advance (8.7.2)."""
    acts = g.game.actions
    while True:
        options = targets(g)
        actions = [acts.attack[h] for h in options]
        actions += disengage.actions(g)
        if not actions:
            break
        actions.append(acts.done)
        choice = yield Ask(
            SIDES[g.active],
            "attack",
            "8.1",
            Say("attack a hex, or end the combat"),
            actions,
            top=True,
            refuse=lambda verb, word: (
                disengage.refuse(g, word)
                if verb == "disengage"
                else refuse_target(g, word)
                if verb in ("attack", "")
                else None
            ),
            of=lambda word: orders_of(g, word),
        )
        if choice is acts.done:
            break
        if choice.verb == "disengage":
            yield from disengage.attempt(g, choice)
            continue
        attack = yield from declare(g, choice.value, options[choice.value])
        if attack is not None:
            yield from fight(g, attack)
    yield from automatic.follow_up(g)
    yield from stacking.correct(g, g.active)


def fight(g: Situation, attack: Attack) -> Procedure:
    """8.3 One combat, and the advance after it."""
    after = yield from resolve(g, attack)
    if after.advance:
        yield from advance.advance(g, attack, after.advance, limited=after.limited)


def resolve(g: Situation, attack: Attack) -> Asking[results.Aftermath]:
    """8.3b-d Defensive air, Variable Strengths, the die, the result."""
    support.use(g, attack)
    g.tell(
        "attack",
        "8.3",
        "{units} attack {hex}",
        units=", ".join(g.id(u) for u in attack.units),
        hex=g.word(attack.target),
    )
    for u in attack.units:
        g.attacked |= 1 << u
    if regular(attack):
        for u in g.at[attack.target]:
            g.struck |= 1 << u
    attack = yield from stand_aside(g, attack)
    if (yield from _defensive_air(g, attack)):
        shield = Shift("9.4", Say("the defender's air support"), -1)
        attack = replace(attack, late=(*attack.late, shield))
    rolled: dict[int, int] = {}
    charts, units = g.game.charts, g.game.units.units
    defender = 1 - units[attack.units[0]].side
    for u in list(g.at[attack.target]):
        if not units[u].variable:
            continue
        die = yield Roll("19.3", "the strength of a garrison", SIDES[defender])
        rolled[u] = charts.variable[die - 1]
        g.tell("variable", "19.3", "{unit} has strength {n}", unit=g.id(u), n=rolled[u])
        if not rolled[u]:
            g.eliminate(u, "19.3")
    if attack.target not in g.at:
        result = charts.results["DS"]
        g.tell("result", "19.3c", "the hex is empty: {result}", result=result.code)
        return results.Aftermath(True, result.advance, False, result.code)
    r = g.reckon(replace(attack, rolled=rolled))
    column = max(r.column, 0)
    die = 0
    if charts.fixed(column) is None:
        die = yield Roll("8.3", "the combat", SIDES[1 - defender])
    cell = charts.cell(column, die + attack.drm)
    g.tell(
        "result",
        "8.3",
        "{attack} to {defence} with {shift} columns is {column}, die {die}: {result}",
        attack=r.attack,
        defence=r.defence,
        shift=f"{r.column - r.base:+d}",
        column=odds.name(column),
        die=die,
        result=cell.result.code,
        target=g.word(attack.target),
    )
    return (yield from results.apply(g, attack, cell, r))


def stand_aside(g: Situation, attack: Attack) -> Asking[Attack]:
    """15.3b The owner of an overstacked hex picks the units that add nothing to its defence."""
    acts = g.game.actions
    while excess := in_excess(g, able_to_defend(g, attack)):
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
        Say("use air support in defence of {hex}?", hex=g.word(attack.target)),
        [*(acts.air[n] for n in wings), acts.none],
        about=g.against(attack.target, attack.units),
        refuse=lambda verb, word: (
            None if verb == "naval" else support.refuse_air(g, attack, word, defending=True)
        ),
        ledger=partial(sheets.of_attack, g, attack),
    )
    if choice is acts.none:
        return False
    g.air -= {choice.word}
    return True
