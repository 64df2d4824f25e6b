"""14.0 The printed orders bind whoever orders for the Germans, a person as well as a bot.

Each German question offers only what the orders give; where they leave a choice (set-up, entry, whether to
bombard, which group first, equals) all that they leave.  Anything else is refused with the reason of the order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import NamedTuple

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from . import combat, movement
from .counters import ARMORED, GERMAN, SIDES
from .situation import Situation
from .solitaire import LEFT, idle, order, plans
from .tactics import Party, destination, parties

MEMORY = 256
"""So many situations are remembered with their errands."""
FREE = -1
"""The goal of a unit that the orders do not send anywhere."""

Reason = tuple[str, Say]


class Errand(NamedTuple):
    """Where the orders send a unit, with whom, and why."""

    party: Party
    goal: int
    why: Reason


class Bond(NamedTuple):
    """What the orders leave of a question, why another answer is refused, and whole orders of a unit."""

    actions: Sequence[Action]
    reason: Callable[[str], Reason] | None = None
    of: Callable[[str], list[Action]] | None = None


def bound(g: Situation, run: Procedure) -> Procedure:
    """14.1, 14.3 The game with all German questions bound by the orders."""
    given: dict[int, Errand] = {}
    answer = None
    while True:
        try:
            wants = run.send(answer)
        except StopIteration:
            return
        if g.phase != "movement":
            given.clear()
        if not isinstance(wants, Ask) or wants.side != SIDES[GERMAN]:
            answer = yield wants
            continue
        given = {u: each for u, each in given.items() if _lasts(g, u, each.goal)}
        sent = given
        if wants.kind == "move" or (wants.kind == "step" and g.mover not in given):
            sent = _errands(g) | given
        bond = _bond(g, wants, sent) or Bond(wants.actions)
        answer = yield _narrowed(wants, bond, top=wants.top and not given)
        if answer.verb == "move":
            errand = sent[answer.value]
            if errand.goal == g.hex[answer.value]:
                errand = Errand((answer.value,), FREE, errand.why)
            given.update((u, errand) for u in errand.party)


def _errands(g: Situation) -> dict[int, Errand]:
    """14.3 Where the unit on the move, else each German unit that has not moved, is sent from where it stands."""
    key = (*g.hex, *g.steps, g.moved, g.entered, g.mover, g.points, g.tactic, g.weather)
    memory: dict[tuple[object, ...], dict[int, Errand]] = g.game.errands
    found = memory.get(key)
    if found is None:
        if len(memory) > MEMORY:
            memory.clear()
        found = memory[key] = {}
        for party in [(g.mover,)] if g.mover >= 0 else parties(g, GERMAN):
            errand = Errand(party, *destination(g, party))
            found.update((u, errand) for u in party)
    return found


def _lasts(g: Situation, unit: int, goal: int) -> bool:
    """Whether a unit has still to do, and can do, what it was sent for."""
    return not g.moved >> unit & 1 and (goal == FREE or _reaches(g, unit, goal))


def _reaches(g: Situation, unit: int, goal: int) -> bool:
    """10.1 Whether a unit can surely end in a hex; 10.5.2 no armored crossing is risked (ruling)."""
    sure, _, closed = movement.destinations(g, unit)
    return goal == g.hex[unit] or (goal in sure and not closed >> goal & 1)


def _bond(g: Situation, ask: Ask, sent: dict[int, Errand]) -> Bond | None:
    """14.2-14.6 What the orders leave of a question; None if they say nothing of it."""
    match ask.kind:
        case "move":
            return _moves(g, ask, sent)
        case "step":
            return _steps(g, ask, sent[g.mover])
        case "attack" | "attack from" | "support":
            return _attacks(g, ask)
    if ask.kind not in LEFT:
        return None
    return Bond(LEFT[ask.kind](g, ask), lambda _: order(g, ask).why[0])


def _moves(g: Situation, ask: Ask, sent: dict[int, Errand]) -> Bond | None:
    """14.3 Those whom the tactic sends elsewhere move, in any order; then the movement ends."""
    moves = {a.value: a for a in ask.actions if a.verb == "move"}
    going = [moves[u] for u in moves if u in sent and sent[u].goal != g.hex[u]]
    left = going or [a for a in ask.actions if a.verb == "done"]
    if not left:
        return None

    def errand(word: str) -> Errand | None:
        unit = g.game.units.find(word)
        return None if unit is None else sent.get(unit.index)

    def reason(word: str) -> Reason:
        return (errand(word) or sent[going[0].value]).why

    def of(word: str) -> list[Action]:
        one = errand(word)
        if one is None or not going or one.goal == g.hex[one.party[0]]:
            return []
        return [a for a in movement.orders_of(g, word) if a.value == one.goal]

    return Bond(left, reason, of)


def _steps(g: Situation, ask: Ask, errand: Errand) -> Bond | None:
    """14.3 By any way on which the goal can still surely be reached."""
    unit, goal = g.mover, errand.goal
    if goal == FREE:
        return None
    if goal == g.hex[unit]:
        left = [a for a in ask.actions if a.verb == "stay"]
    else:
        left = [a for a in ask.actions if a.verb == "to" and _leads(g, unit, a.value, goal)]

    def of(word: str) -> list[Action]:
        return [a for a in movement.orders_of(g, word) if a.value == goal]

    return Bond(left, lambda _: errand.why, of) if left else None


def _leads(g: Situation, unit: int, h: int, goal: int) -> bool:
    """10.1-10.5 Whether a unit that enters a hex next can still surely end in its goal."""
    tables, klass, here = g.game.tables, g.game.units[unit].klass, g.hex[unit]
    if klass == ARMORED and tables.barrier[here] >> h & 1:
        return False
    if h == goal or g.zoc(g.enemy) >> h & 1:
        return h == goal
    there = g.copy()
    there.put(unit, h)
    there.points = g.points - tables.cost[klass][here][h]
    return _reaches(there, unit, goal)


def _attacks(g: Situation, ask: Ask) -> Bond | None:
    """12.2b, 14.4-14.5 Every group that should attack does, with all the support that it should have."""
    index, label = g.game.board.index, g.game.board.label
    about = {index(h) for h in ask.about.hexes[:2]}
    wanted = [plan for plan in plans(g) if about <= {plan.target, plan.origin}]
    if not wanted and ask.kind != "attack":
        return None
    verb, values = {
        "attack": ("attack", {plan.target for plan in wanted}),
        "attack from": ("from", {plan.origin for plan in wanted}),
        "support": ("support", {h for plan in wanted for h in plan.support}),
    }[ask.kind]
    left = [a for a in ask.actions if a.verb == verb and a.value in values]

    fought = combat.attacks(g)

    def reason(word: str) -> Reason:
        place = index(word) if g.game.is_hex(word) else -1
        if ask.kind == "support":
            return "12.2b", Say("the groups too weak to attack support, and no others")
        if ask.kind == "attack" and place in fought:
            plan = next((plan for plan in wanted if plan.origin in fought[place]), None)
            return idle(g, fought[place][0] if plan is None else plan.origin)
        plan = next((plan for plan in wanted if plan.origin == place), None)
        if ask.kind == "attack from" and plan is None:
            return idle(g, place)
        return order(g, ask).why[0]

    def of(word: str) -> list[Action]:
        unit = g.game.units.find(word)
        found = []
        for plan in wanted:
            if unit is not None and unit.index in plan.attackers:
                aid = "".join(f" support {label(h)}" for h in plan.support)
                words = f"{label(plan.target)} from {label(plan.origin)}{aid} go"
                found.append(Action("attack", words, plan.target, "commits"))
        return found

    return Bond(left or [a for a in ask.actions if a.verb in ("done", "go")], reason, of)


def _narrowed(ask: Ask, bond: Bond, *, top: bool) -> Ask:
    """The question as the orders leave it; ``top`` if the situation alone tells them."""
    new = copy(ask)
    new.top = top
    if bond.reason is None:
        return new
    why = bond.reason
    barred = [action for action in ask.actions if action not in bond.actions]

    def is_barred(verb: str, word: str) -> bool:
        return any(a.word == word and verb in (a.verb, "") for a in barred)

    def reason(word: str) -> IllegalAction:
        rule, said = why(word)
        return IllegalAction(rule, "the printed orders bind the Germans: {why}", why=said)

    def refuse(verb: str, word: str) -> IllegalAction | None:
        if is_barred(verb, word):
            return reason(word)
        return ask.refuse(verb, word) if ask.refuse else None

    def expand(words: Sequence[str]) -> list[list[str]] | None:
        verb, word = (words[0], "".join(words[1:2])) if words[0].islower() else ("", words[0])
        if is_barred(verb, word) or ask.expand is None:
            return None
        return ask.expand(words)

    new.actions, new.refuse, new.expand = bond.actions, refuse, expand
    new.of = bond.of
    if ask.otherwise not in bond.actions:
        new.otherwise = None
    if ask.kind == "step" and new.otherwise is None:
        new.unfinished = reason("")
    return new
