"""14.0 The printed German: one tactic a turn, carried out group by group, each with its reason.

The tactic is drawn by the sequence of play (14.3) and moves the groups as ``tactics`` says; here
are the orders themselves: movement, bombardment, attacks, losses, retreats and advances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...hexes import members
from . import combat, groups, movement
from .counters import ALLIED, FOOT, GERMAN
from .situation import Situation
from .tactics import destination, nearest, parties, weakest

LIMITED = 3
"""Tactic B: the differential, support counted, from which a group attacks."""

Why = list[tuple[str, Say]]


class Order(NamedTuple):
    """What the Germans do, and for each group concerned the rule and the reason."""

    order: Action | str
    why: Why


def order(g: Situation, ask: Ask) -> Order:
    """14.0 The German answer to any decision."""
    answers: dict[str, Callable[[Situation, Ask], Order]] = {
        "set up": _set_up,
        "set up where": _enter,
        "reinforce": _first,
        "reinforce where": _enter,
        "move": _move,
        "step": _step,
        "bombard": _bombard,
        "target": _target,
        "hit": _hit,
        "attack": _attack,
        "attack from": _from,
        "support": _support,
        "lose": _lose,
        "retreat": _retreat,
        "advance": _advance,
    }
    return answers[ask.kind](g, ask)


def _first(g: Situation, ask: Ask) -> Order:
    return Order(ask.actions[0], [])


def _set_up(g: Situation, ask: Ask) -> Order:
    """4.0b The book says nothing of the solitaire set-up: the default one (ruling)."""
    if g.game.actions.default in ask.actions:
        return Order(g.game.actions.default, [("4.0b", Say("the Germans take their usual roads"))])
    return _first(g, ask)


def _enter(g: Situation, ask: Ask) -> Order:
    """9.0a Beside the other half of the division, else by the shortest road to the ports (ruling)."""
    units = g.game.units
    name = ask.about.units[0]
    unit = units.find(name)
    division = unit.formation if unit else ""

    def march(action: Action) -> tuple[bool, int, int, int]:
        there = g.group(action.value)
        apart = not any(units[u].formation == division for u in there)
        return apart, len(there), nearest(g.game, FOOT, g.game.ports, action.value), action.value

    best = min(ask.actions, key=march)
    why = Say("{unit} enters in {hex}", unit=name, hex=best.word)
    return Order(best, [("9.0a", why)])


# -- 14.3, 14.4 movement


def _move(g: Situation, ask: Ask) -> Order:
    """14.3-14.4 The next group that the tactic moves; when none is left, why the others hold."""
    label, units = g.game.board.label, g.game.units
    held: Why = []
    for party in parties(g, GERMAN):
        goal, why = destination(g, party)
        start = g.hex[party[0]]
        if goal == start:
            held.append(why)
            continue
        names = "+".join(units[u].id for u in party)
        if any(whole.value == goal for whole in _wholes(ask, units[party[0]].id)):
            return Order(f"move {names} {label(goal)}", [*_orders(g), why])
    done = g.game.actions.done
    if done in ask.actions:
        return Order(done, [*_orders(g), *held])
    for action in ask.actions:
        if (whole := _wholes(ask, action.word)) and len(whole) == 1:
            say = Say("{unit} goes where its group has gone", unit=action.word)
            return Order(str(whole[0]), [("14.3", say)])
    for action in ask.actions:
        ends = sorted(movement.ends(g, action.value))
        if groups.overfull(g, g.hex[action.value]) and ends:
            say = Say("{unit} makes room", unit=action.word)
            return Order(f"{action} {label(ends[0])}", [("5.0a", say)])
    return _first(g, ask)


def _wholes(ask: Ask, unit: str) -> list[Action]:
    """The moves of a unit that are on offer."""
    return ask.of(unit) if ask.of is not None else []


def _step(g: Situation, ask: Ask) -> Order:
    """10.1 A unit that has come to a place where it may stay stays; else it goes by its tactic."""
    stay = g.game.actions.stay
    if stay in ask.actions and g.points < movement.allowance(g, g.mover):
        return Order(stay, [])
    goal, why = destination(g, (g.mover,))
    if goal == g.hex[g.mover] and stay in ask.actions:
        return Order(stay, [why])
    way = movement.ends(g, g.mover).get(goal)
    step = g.game.actions.to[way[1][0]] if way else ask.actions[0]
    return Order(step, [why]) if step in ask.actions else _first(g, ask)


def attack_orders(g: Situation) -> bool:
    """14.3b Whether the Germans have attack orders this turn."""
    return bool(g.tactic) and g.tactic in g.game.charts.attack_orders


def _orders(g: Situation) -> Why:
    """14.3b The tactic of the turn and what kind of orders it gives."""
    name = Say(g.game.charts.tactic_names[g.tactic]) if g.tactic else Say("none")
    kind = Say("attack orders") if attack_orders(g) else Say("defense orders")
    say = Say("tactic {tactic}, {name}: {kind}", tactic=g.tactic, name=name, kind=kind)
    return [("14.3b", say)]


# -- 11.2g, 14.2 bombardment


def _bombard(g: Situation, ask: Ask) -> Order:
    """14.2 The Germans always bombard."""
    return Order(g.game.actions.bombard, [("14.2", Say("the Germans bombard whenever they can"))])


def _target(g: Situation, ask: Ask) -> Order:
    """11.2g, 14.2 The northernmost Allied group with a full-strength unit; of equals the strongest."""
    best = min(_targets_left(g, ask), key=lambda a: (-g.strength(g.at[a.value]), a.value))
    say = Say("{hex} holds the northernmost full-strength Allied units", hex=best.word)
    if not any(g.steps[u] == 2 for u in g.at[best.value]):
        say = Say("{hex} holds the northernmost Allied units", hex=best.word)
    return Order(best, [("14.2", say)])


def _targets_left(g: Situation, ask: Ask) -> list[Action]:
    """11.2g, 14.2"""

    def key(action: Action) -> tuple[bool, float]:
        full = any(g.steps[u] == 2 for u in g.at[action.value])
        return not full, _south(g, action.value)

    return _best(ask.actions, key)


def _hit(g: Situation, ask: Ask) -> Order:
    """11.1, 14.2 The northernmost unit; in one hex the strongest (ruling)."""
    best = min(_hits_left(g, ask), key=lambda a: a.value)
    say = Say("{unit} is the strongest of the northernmost units", unit=best.word)
    return Order(best, [("14.2", say)])


def _hits_left(g: Situation, ask: Ask) -> list[Action]:
    """11.1, 14.2"""
    return _best(ask.actions, lambda a: (_south(g, g.hex[a.value]), -g.strength((a.value,))))


def _south(g: Situation, h: int) -> float:
    """How far south a hex lies."""
    return g.game.board.grid.centre(h)[1]


def _best(actions: Iterable[Action], key: Callable[[Action], Any]) -> list[Action]:
    """The actions of the lowest key."""
    ranked = [(key(action), action) for action in actions]
    least = min(rank for rank, _ in ranked)
    return [action for rank, action in ranked if rank == least]


# -- 12.2b, 12.4b, 14.4-14.5 combat


def _attack(g: Situation, ask: Ask) -> Order:
    """12.4b, 14.4-14.5 The next attack that the tactic demands, or why nobody attacks (any more)."""
    label = g.game.board.label
    plan = next_attack(g)
    if plan is None:
        return Order(g.game.actions.done, _why_idle(g))
    support = "".join(f" support {label(h)}" for h in plan.support)
    differential = g.strength(plan.attackers) - g.strength(g.at[plan.target])
    why: Why = [
        (
            "14.4" if g.first == GERMAN else "14.5a",
            Say(
                "{origin} attacks {hex} at {differential} under tactic {tactic}",
                origin=label(plan.origin),
                hex=label(plan.target),
                differential=f"{differential:+d}",
                tactic=g.tactic,
            ),
        ),
        chosen(g, plan),
    ]
    why += [
        ("12.2b", Say("{hex} is too weak to attack and supports", hex=label(h)))
        for h in plan.support
    ]
    return Order(f"attack {label(plan.target)} from {label(plan.origin)}{support} go", why)


def chosen(g: Situation, plan: combat.Attack) -> tuple[str, Say]:
    """14.5b Why this group is attacked and no other."""
    hex_ = g.game.board.label(plan.target)
    foes = _targets(g)[plan.origin]
    least = g.strength(g.at[plan.target])
    if any(g.strength(g.at[h]) == least for h in {*foes} - {*weakest(g, foes)}):
        return "14.5b", Say(
            "of the weakest Allied groups within reach {hex} holds or blocks an objective", hex=hex_
        )
    return "14.5b", Say("{hex} is the weakest Allied group within reach", hex=hex_)


def next_attack(g: Situation) -> combat.Attack | None:
    """14.4-14.5a The attack of the strongest group that should attack now; None if none should."""
    return next(iter(plans(g)), None)


def plans(g: Situation) -> list[combat.Attack]:
    """14.4-14.5a The attacks of all groups that should attack now, of the strongest first."""
    if not attack_orders(g):
        return []
    by_origin = _targets(g)
    found = []
    for origin in sorted(by_origin, key=lambda h: (-g.strength(g.at[h]), h)):
        for target in weakest(g, by_origin[origin]):
            support = _helpers(g, target, origin, by_origin)
            if _differential(g, origin, target) + _counted(g, support) >= _least(g):
                found.append(combat.Attack(target, origin, g.at[origin], support))
    return found


def _targets(g: Situation) -> dict[int, list[int]]:
    """12.1, 14.5a By German group that may attack: the Allied groups it may attack."""
    found: dict[int, list[int]] = {}
    for target, origins in combat.attacks(g).items():
        for origin in origins:
            if not _kept_down(g, origin):
                found.setdefault(origin, []).append(target)
    return found


def _kept_down(g: Situation, h: int) -> bool:
    """14.5a Without the initiative a group that was attacked this turn does not attack."""
    return g.first != GERMAN and any(g.struck >> u & 1 for u in g.at[h])


def _helpers(
    g: Situation, target: int, origin: int, by_origin: dict[int, list[int]]
) -> tuple[int, ...]:
    """12.2b The weaker groups next to the target that support because they should not attack."""
    strength = g.strength(g.at[origin])
    found = []
    for h in combat.supporters(g, target, origin):
        if _kept_down(g, h) or (g.strength(g.at[h]), -h) > (strength, -origin):
            continue
        own = by_origin.get(h)
        if own is None or _differential(g, h, weakest(g, own)[0]) < _least(g):
            found.append(h)
    return tuple(found)


def _differential(g: Situation, origin: int, target: int) -> int:
    return g.strength(g.at[origin]) - g.strength(g.at[target])


def _least(g: Situation) -> int:
    """14.3 What a group needs to attack: 0 in a general, +3 in a limited offensive."""
    return 0 if g.tactic == "A" else LIMITED


def _counted(g: Situation, support: tuple[int, ...]) -> int:
    """14.3 B Support counts towards the differential only in a limited offensive."""
    return len(support) if g.tactic != "A" else 0


def _why_idle(g: Situation) -> Why:
    """14.3-14.5 Why each group in contact that has not fought does not attack."""
    contact = members(g.occupied[GERMAN] & g.zoc(ALLIED))
    fresh = [h for h in contact if not any(g.attacked >> u & 1 for u in g.at[h])]
    return [*_orders(g), *(idle(g, h) for h in fresh)]


def idle(g: Situation, h: int) -> tuple[str, Say]:
    """14.3-14.5 Why a group that could attack does not, or not the one that is asked for."""
    hex_ = g.game.board.label(h)
    for plan in plans(g):
        if plan.origin == h:
            return chosen(g, plan)
    if not attack_orders(g):
        return "14.3b", Say("{hex} has defense orders and does not attack", hex=hex_)
    if _kept_down(g, h):
        return "14.5a", Say("{hex} was attacked this turn and does not attack", hex=hex_)
    return "14.3", Say("{hex} is too weak to attack", hex=hex_)


def _from(g: Situation, ask: Ask) -> Order:
    """12.2b The strongest group attacks, the weak ones are left to support."""
    best = max(ask.actions, key=lambda action: (g.strength(g.at[action.value]), -action.value))
    return Order(best, [("12.2b", Say("{hex} is the strongest group", hex=best.word))])


def _support(g: Situation, ask: Ask) -> Order:
    """12.2b An attack begun otherwise gets all the support there is."""
    return _first(g, ask)


# -- 12.5c, 12.7f, 12.8c, 14.6 results


def _lose(g: Situation, ask: Ask) -> Order:
    """12.5c, 14.6a The smallest full-strength unit, else the smallest; 12.7f in a retreat a
    full-strength unit should remain."""
    best = min(_losses_left(g, ask), key=lambda a: a.value)
    name, full = best.word, _full(g, ask)
    if _keeps_full(ask, full):
        why = ("12.7f", Say("the loss of {unit} leaves a full-strength unit", unit=name))
    elif full:
        why = ("12.5c", Say("{unit} is the smallest full-strength unit", unit=name))
    else:
        why = ("14.6a", Say("{unit} is the smallest unit", unit=name))
    return Order(best, [why])


def _losses_left(g: Situation, ask: Ask) -> list[Action]:
    """12.5c, 12.7f, 14.6a"""
    full = _full(g, ask)
    able = [a for a in ask.actions if (a.value in full) != _keeps_full(ask, full)]
    return _best(able or ask.actions, lambda a: g.strength((a.value,)))


def _full(g: Situation, ask: Ask) -> list[int]:
    """The full-strength units of the group that loses a step."""
    return [u for u in g.group(g.hex[ask.actions[0].value]) if g.steps[u] == 2]


def _keeps_full(ask: Ask, full: Sequence[int]) -> bool:
    """12.7f Whether the loss of a retreat would take the only full-strength unit."""
    return ask.rule == "12.7e" and len(full) == 1


def _retreat(g: Situation, ask: Ask) -> Order:
    """12.8c, 14.6b The best hex away from the attack: no Allied zone, good ground, near an objective."""
    best = min(_retreats_left(g, ask), key=lambda a: a.value)
    return Order(best, [("14.6b", Say("{hex} is the best ground to fall back to", hex=best.word))])


def _retreats_left(g: Situation, ask: Ask) -> list[Action]:
    """12.8c, 14.6b"""
    tables, zoc = g.game.tables, g.zoc(ALLIED)
    goals = members(g.game.objective_mask)

    def key(action: Action) -> tuple[bool, bool, bool, int]:
        h = action.value
        zone, cover = bool(zoc >> h & 1), bool(tables.rough >> h & 1)
        return zone, not cover, not tables.water[h], nearest(g.game, FOOT, goals, h)

    return _best(ask.actions, key)


def _advance(g: Situation, ask: Ask) -> Order:
    """12.8c, 14.6b Under attack orders the Germans advance, under defence orders they do not."""
    if attack_orders(g):
        why = ("14.6b", Say("attack orders: the Germans advance"))
        return Order(g.game.actions.advance, [why])
    why = ("14.6b", Say("defense orders: the Germans do not advance"))
    return Order(g.game.actions.remain, [why])


LEFT: dict[str, Callable[[Situation, Ask], list[Action]]] = {
    "target": _targets_left,
    "hit": _hits_left,
    "lose": _losses_left,
    "retreat": _retreats_left,
    "advance": lambda g, ask: [
        action for action in ask.actions if action == _advance(g, ask).order
    ],
}
"""By kind of question: the answers that the orders leave open, equals among them."""
