"""8.0 Combat: attacks are declared, supported and resolved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...engine.decision import Ask, Asking, Procedure, Roll
from ...engine.words import Action, Say
from ..zocbond import odds
from . import (
    advance,
    attack_orders,
    attacks,
    automatic,
    disengage,
    results,
    sheets,
    stacking,
    support,
)
from .counters import SIDES
from .modifiers import Attack, able_to_defend, in_excess, reckon
from .situation import Situation


def combat(g: Situation) -> Procedure:
    """8.1 The active side attacks as it likes; then the Automatic DS stacks advance (8.7.2)."""
    acts = g.game.actions
    while True:
        options = attacks.targets(g)
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
                else attack_orders.refuse_target(g, word)
                if verb in ("attack", "")
                else None
            ),
            of=lambda word: attack_orders.orders_of(g, word),
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


def declare(
    g: Situation, target: int, able: Sequence[int], kind: str = "combat"
) -> Asking[Attack | None]:
    """8.3, 8.4 Who attacks, the Main Assault Force, attachment and support; None if called off."""
    side, acts = SIDES[g.active], g.game.actions
    label = g.word(target)
    joined: list[int] = []
    while True:
        more = attacks.partners(g, able, joined, target)
        actions: list[Action] = [acts.with_[u] for u in more]
        actions += attacks.forces(g, joined)
        actions.append(acts.cancel)
        choice = yield Ask(
            side,
            "join",
            "8.4",
            Say("attack {hex}: who joins, and which is the Main Assault Force?", hex=label),
            actions,
            continues=True,
            about=g.against(target, joined),
            refuse=lambda verb, word: attack_orders.refuse_join(
                g, Attack(target, tuple(joined), (), kind=kind), able, verb, word
            ),
            expand=lambda words: attack_orders.expand_join(g, words, able, joined, target, kind),
            ledger=(lambda: sheets.of_join(g, target, joined, kind)) if joined else None,
        )
        if choice is acts.cancel:
            return None
        if choice.verb == "maf":
            break
        joined.append(choice.value)
    attack = Attack(target, tuple(joined), attacks.force(g, joined, choice), kind=kind)
    return (yield from _support(g, attack, kind))


def _support(g: Situation, attack: Attack, kind: str) -> Asking[Attack | None]:
    """8.4.3, 8.3b Attachment and support are declared; then the attack goes in."""
    acts = g.game.actions
    while True:
        actions = [acts.attach[u] for u in attacks.attachments(g, attack)]
        if kind == "combat":
            wings, guns, ships, big = support.more(g, attack)
            actions += [acts.air[n] for n in wings]
            actions += [acts.asu[u] for u in guns]
            actions += [acts.naval[n] for n in ships]
            if big:
                actions.append(acts.valiant)
        if attacks.legal(g, attack):
            actions.append(acts.go)
        actions.append(acts.cancel)
        choice = yield Ask(
            SIDES[g.active],
            "support",
            "8.3",
            Say("attack {hex}: attach or support, or go", hex=g.word(attack.target)),
            actions,
            continues=True,
            about=g.against(attack.target, attack.units),
            refuse=partial(attack_orders.refuse_support, g, attack),
            ledger=partial(sheets.of_attack, g, attack),
        )
        match choice.verb:
            case "go":
                return attack
            case "cancel":
                return None
            case "attach":
                attack = attacks.attach(attack, choice.value)
            case "air":
                attack = replace(attack, air=choice.word)
            case "asu":
                attack = replace(attack, asus=(*attack.asus, choice.value))
            case "naval":
                attack = replace(attack, naval=choice.word)
            case _:
                attack = replace(attack, valiant=True)


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
    if attack.regular:
        for u in g.at[attack.target]:
            g.struck |= 1 << u
    attack = yield from stand_aside(g, attack)
    if (yield from _defensive_air(g, attack)):
        attack = replace(attack, shielded=True)
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
    r = reckon(g, attack, rolled)
    column = max(r.column, 0)
    die = 0
    if charts.fixed(column) is None:
        die = yield Roll("8.3", "the combat", SIDES[1 - defender])
    cell = charts.cell(column, min(die + attack.valiant, 6))
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
