"""Combat: attacks are declared, supported and resolved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import Ask, Asking, Procedure, Roll, aloud, led_to
from ...engine.words import Action, IllegalAction, Say
from . import attack_orders, odds, outcomes, results, sheets
from .assault import Attack, Reckoning, attach
from .attacks import attachments, partners, targets, under
from .battle import Aftermath, Battle, Fighting
from .charts import Cell
from .pursuit import advance


def combat(g: Battle[Fighting]) -> Procedure:
    """The active side attacks as it likes, in any order."""
    acts = g.game.actions
    idle = True
    while True:
        actions = g.offers(lambda: _offers(g))
        if not actions:
            if idle:
                side = g.SIDES[g.active]
                g.tell("pass", g.CITES.attack, "no {side} unit can attack", side=side)
            g.closes(g.SIDES[g.active])
            return
        idle = False
        choice = yield Ask(
            g.asked(g.active),
            "attack",
            g.CITES.attack,
            Say("attack a hex, or end the combat"),
            actions,
            top=True,
            refuse=partial(_refuse, g),
            expand=partial(attack_orders.refuse_named, g),
            of=partial(attack_orders.orders_of, g),
            outcome=g.fight_said,
            rest=partial(_arranged, g),
        )
        if choice is acts.done:
            return
        if choice.verb != "attack":
            yield from g.other_fight(choice)
            continue
        attack = yield from declare(g, choice.value, g.once(partial(_able, g, choice.value)))
        if attack is not None and (yield from g.consents(attack)):
            yield from fight(g, attack)


def _arranged(g: Battle[Fighting], action: Action, words: Sequence[str]) -> Sequence[str]:
    """An attack may be told in any order."""
    return attack_orders.arranged(g, words) if action.verb == "attack" else words


def _offers(g: Battle[Fighting]) -> list[Action]:
    """What can be done in the Combat Phase; [] if there is nothing but to end it."""
    acts = g.game.actions
    actions = [acts.attack[h] for h, units in targets(g).items() if g.opens(units)]
    actions += g.other_fights(actions)
    return [*actions, acts.done] if actions else []


def _able(g: Battle[Fighting], target: int) -> list[int]:
    """The units that may attack a hex."""
    return targets(g, 1 << target)[target]


def _refuse(g: Battle[Fighting], verb: str, word: str) -> IllegalAction | None:
    """Why something cannot be done in the Combat Phase."""
    if verb in ("attack", ""):
        return attack_orders.refuse_target(g, word)
    if (why := g.refuse_fight(verb, word)) is not None or verb != "advance":
        return why
    return IllegalAction(g.CITES.advance, "units advance after an attack that they have won")


def fight(g: Battle[Fighting], attack: Attack) -> Procedure:
    """One combat, and the advance after it."""
    after = yield from resolve(g, attack)
    if after.advance or g.rewarded(after):
        yield from advance(g, attack, after)


def declare(
    g: Battle[Fighting], target: int, able: Sequence[int], kind: str = "combat"
) -> Asking[Attack | None]:
    """Who attacks, and the Main Assault Force, then attachment and support; None if called off."""
    acts = g.game.actions
    joined: list[int] = []
    while True:
        more, found = g.once(lambda: (partners(g, able, joined, target), g.forces(joined)))
        forces = {force.order: force for force in found}
        actions = [*(acts.with_[u] for u in more), *forces, acts.cancel]
        choice = yield Ask(
            g.asked(g.active),
            "join",
            g.CITES.join,
            Say(
                "attack {hex}: who joins, and which is the Main Assault Force?",
                hex=g.word(target),
            ),
            actions,
            continues=True,
            about=g.against(target, joined),
            refuse=lambda verb, word: attack_orders.refuse_join(
                g, Attack(target, tuple(joined), (), kind=kind), able, verb, word
            ),
            expand=lambda words: attack_orders.expand_join(g, words, able, joined, target, kind),
            outcome=partial(outcomes.of_force, g, target, joined, kind, forces),
            ledger=(lambda: sheets.of_join(g, target, joined, kind)) if joined else None,
        )
        if choice is acts.cancel:
            return None
        if choice in forces:
            return (yield from _support(g, under(target, joined, forces[choice], kind)))
        joined.append(choice.value)


def _offer(target: str, barred: IllegalAction | None, *, helped: bool) -> Say:
    """What is asked before the die: no go is spoken of where none is offered."""
    if barred is not None:
        return Say("attack {hex}: not yet, {reason}", hex=target, reason=barred.reason)
    if helped:
        return Say("attack {hex}: attach or support, or go", hex=target)
    return Say("attack {hex}: nothing can be attached or give support; go?", hex=target)


def _support(g: Battle[Fighting], attack: Attack) -> Asking[Attack | None]:
    """Attachment and support are declared; then the attack goes in."""
    acts = g.game.actions
    while True:
        more, barred = g.once(partial(_more, g, attack))
        helped = bool(more)
        actions = [*more, *([acts.go] if barred is None else ()), acts.cancel]
        choice = yield Ask(
            g.asked(g.active),
            "support",
            g.CITES.combat,
            _offer(g.word(attack.target), barred, helped=helped),
            actions,
            continues=True,
            about=g.against(attack.target, attack.units),
            refuse=partial(attack_orders.refuse_more, g, attack),
            means="" if helped else g.GUNS,
            outcome=partial(outcomes.of_support, g, attack),
            ledger=partial(sheets.of_attack, g, attack),
        )
        match choice.verb:
            case "go":
                return attack
            case "cancel":
                return None
            case "attach":
                attack = attach(attack, choice.value)
            case _:
                attack = g.with_support(attack, choice)


def _more(g: Battle[Fighting], attack: Attack) -> tuple[list[Action], IllegalAction | None]:
    """The attachment and the support that can still be declared, and why the attack cannot go in yet."""
    attach = [g.game.actions.attach[u] for u in attachments(g, attack)]
    return [*attach, *g.supports(attack)], g.forbidden(attack)


def resolve(g: Battle[Fighting], attack: Attack) -> Asking[Aftermath]:
    """What comes before the die, the die, the result."""
    g.use_support(attack)
    names = ", ".join(g.id(u) for u in attack.units)
    facts = {"units": names, "hex": g.word(attack.target)}
    if len(attack.units) == 1:
        g.tell("attack", g.CITES.combat, "{units} attacks {hex}", **facts)
    else:
        g.tell("attack", g.CITES.combat, "{units} attack {hex}", **facts)
    for u in attack.units:
        g.attacked |= 1 << u
    if g.regular(attack):
        for u in g.at[attack.target]:
            g.struck |= 1 << u
    attack = yield from g.before_the_die(attack)
    charts = g.game.charts
    if attack.target not in g.at and charts.beyond is not None:
        result = charts.beyond.result
        return Aftermath(True, result.advance, False, result.code)
    r = g.once(partial(g.reckon, attack))
    g.reckoned(attack)
    column = r.column if charts.below else max(r.column, 0)
    die = 0
    if charts.fixed(column) is None:
        side = g.game.units[attack.units[0]].side
        sheet = partial(sheets.of_die, g, attack)
        die = yield Roll(g.CITES.combat, "the combat", g.SIDES[side], ledger=sheet)
    cell = charts.cell(column, die + attack.drm)
    _tell_result(g, attack, r, column, die, cell)
    after = yield from results.apply(g, attack, cell, r)
    g.fought(attack)
    return after


def _tell_result(
    g: Battle[Fighting], attack: Attack, r: Reckoning, column: int, die: int, cell: Cell
) -> None:
    """What the combat came to: strengths, every shift, the die (0 if none was thrown) and its modifiers."""
    name, code, rule = odds.name(column), cell.result.code, g.CITES.combat
    facts = {
        "attack": r.attack,
        "defence": r.defence,
        "odds": aloud(odds.name(r.base), r.shifts, r.column - r.base, name),
        "shift": f"{r.column - r.base:+d}",
        "shifts": list(r.shifts),
        "column": name,
        "target": g.word(attack.target),
    }
    if die:
        facts |= led_to(die, code, attack.aids)
        g.tell("result", rule, "{attack} to {defence} is {odds}; die {sum}: {result}", **facts)
    else:
        facts |= {"die": 0, "result": code}
        g.tell("result", rule, "{attack} to {defence} is {odds}: {result}", **facts)
