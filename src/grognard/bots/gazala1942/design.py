"""The design of a side: which formation goes where, and what is held; drafted from the position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...engine.words import Say
from ...games.gazala1942 import supply
from ...games.gazala1942.counters import ALLIED, AXIS
from ...games.gazala1942.situation import SUPPLIED, Situation
from ...hexes import members
from ..search import Aim
from .country import Country
from .scenarios import (
    ALL_OUT,
    DARING,
    DETACHED,
    ESCORTS,
    FORWARD,
    HURRY,
    LATER,
    OPENED,
    PATIENCE,
    RINGS,
    SIEGE,
    STAGES,
    VACATED,
)

NEEDED = 1.5
"""Strength wanted against an objective, by strength that holds it."""
NEAR = 2
"""Hexes around an objective whose enemies hold it."""
WITHDRAW = 0.5
"""The part of a long game after which the defender's line on foot goes back to the objectives."""
KEPT = 14
"""The strength that an objective of the attacker is kept with at most."""
MARCH = 3.0
"""The strength of defenders that a day of marching to an objective is weighed against."""
THERE = 0.4
"""Days from an objective within which troops go on with it, whatever else is wanting."""
SPARE = 1.5
"""Days that others may come from to garrison an objective, so that tanks need not."""
LIGHT = 0.5
"""The part of that which is kept on the first day; all of it on the last."""
DESPERATE, LAST_DAYS = 1.7, 8
"""How much less the attacker's own losses count on the last day, and how many days before that begins."""
BIG = 25
"""The strength of a formation that is divided between objectives."""
NEVER = 1e9
"""What no attack promises, and no stack has."""
GUARD = 7
"""10.11 The strength that an Axis HQ is guarded with at most where the Axis defends: its mobile troops are few."""
GARRISON, CALLED = 9, 2.0
"""The strength that an objective is held with, and how many turns away it is called from."""
ESCORT = ("flak", "infantry")
"""Who goes with an HQ."""
POSTED = 4.0
"""How many turns away a brigade is called from to hold a post of the ring around an objective."""
GUARDS = 2
"""5.1 The regiments that guard each hex of the source of supply."""
LONG = 20
"""Turns of a long game."""


class Group(NamedTuple):
    """The units of one headquarters, or those of none."""

    hq: int
    units: tuple[int, ...]
    strength: int


@dataclass
class Design:
    """By unit: the hex it is to reach or to hold; the objectives of now; how bold."""

    aims: dict[int, int] = field(default_factory=dict)
    objectives: tuple[int, ...] = ()
    pull: float = 2.0
    fierce: float = 1.0
    caution: float = 1.0
    enough: float = 0.8
    """What an attack must promise."""
    late: float = 0.0
    """The part of the time for these objectives that is over."""
    missing: tuple[int, ...] = ()
    """The attacker's objectives that are still to be taken: what happens elsewhere matters less."""
    stake: float = 0.0
    """How far nothing else counts against them: without one of them he has lost."""
    gap: int = -1
    """6.15 Where the belt is to be opened for the line of supply, if it is not."""
    hurry: float = 0.0
    """How much the work there counts for the cup."""
    posts: frozenset[int] = frozenset()
    """10.7 The hexes of a perimeter that brigades are to hold."""
    guard: float = NEVER
    """10.11 The strength that guards an HQ at most: who comes on top of it is free to go."""
    sieges: dict[int, frozenset[int]] = field(default_factory=dict)
    """By hex: the HQs whose units alone are to take it; none, if nobody is to take it yet."""

    def allows(self, hq: int, h: int) -> bool:
        """Whether the units of a headquarters are meant to take a hex."""
        return h not in self.sieges or hq in self.sieges[h]

    def sends(self, hq: int, h: int) -> bool:
        """Whether they are meant to go there, be it to wait before it."""
        return not self.sieges.get(h) or hq in self.sieges[h]


def groups(g: Situation, side: int) -> list[Group]:
    """7.3 The formations on the map."""
    units = g.game.units.units
    by: dict[int, list[int]] = {}
    for u in g.on_map(side):
        if not units[u].hq:
            by.setdefault(g.command[u], []).append(u)
    found = []
    for hq, mine in by.items():
        power = sum(units[u].strength[g.steps[u]] for u in mine)
        found.append(Group(hq, tuple(mine), power))
    return sorted(found, key=lambda group: (-group.strength, group.hq))


def strength_near(g: Situation, side: int, h: int, distance: int) -> int:
    """The strength of a side within so many hexes."""
    units = g.game.units.units
    near = g.game.board.grid.within(h, distance) & g.occupied[side]
    return sum(units[u].strength[g.steps[u]] for u in g.on_map(side) if near >> g.hex[u] & 1)


def objectives(country: Country, g: Situation, side: int) -> tuple[tuple[int, ...], float]:
    """What a side is after now, a stage or the objectives of the scenario, and the part of the game for it."""
    rules = country.rules
    beside = _besieged(country, g, side)
    for end, labels in STAGES.get((rules.scenario, side), ()):
        late = _left_alone(country, g, side)
        hexes = tuple(h for label in labels if (h := rules.board.index(label)) not in late)
        missing = any(not g.controls(side, h) for h in hexes if h not in beside)
        if g.turn <= PATIENCE * rules.setting.turns or (
            missing and g.turn <= end * rules.setting.turns
        ):
            return hexes + tuple(h for h in beside if h not in hexes), end
    return rules.setting.objectives, 1.0


@dataclass(frozen=True)
class Purpose(Aim):
    """An aim in the desert: what the staff wants more or less than the position suggests."""

    more: Mapping[int, float] = field(default_factory=dict)
    """By objective: how many times more it is wanted."""
    pull: float = 1.0
    fierce: float = 1.0
    caution: float = 1.0
    enough: float = 1.0
    """How much the march, the enemy's losses, the danger and the price of an attack count, against 1."""
    back: bool = False
    """The line on foot goes back to the objectives at once."""
    garrison: float = 1.0
    """How many times more strength an objective of the defender calls for, and from how many times farther."""
    peaceful: bool = False
    """Never attacks."""

    def __hash__(self) -> int:
        return hash(self.key)


PLAIN = Purpose("staff", Say("does what the position suggests"))


def draft(country: Country, g: Situation, side: int, purpose: Purpose = PLAIN) -> Design:
    """The design that the position suggests, bent to a purpose."""
    if side == country.attacker():
        design = _offensive(country, g, side, purpose)
    else:
        design = _defensive(country, g, side, purpose)
    design.pull *= purpose.pull
    design.fierce *= purpose.fierce
    design.caution *= purpose.caution
    design.enough *= purpose.enough
    if purpose.peaceful:
        design.enough = NEVER
    return design


def _offensive(country: Country, g: Situation, side: int, purpose: Purpose) -> Design:
    """Every objective gets those who are nearest, as many as it needs; the last guard the supply."""
    goals, end = objectives(country, g, side)
    late = g.turn / (end * country.rules.setting.turns)
    left = country.rules.setting.turns - g.turn
    design = Design(
        objectives=goals,
        late=late,
        pull=4.0 + 4.0 * late,
        fierce=1.3 + DESPERATE * max(0.0, 1 - left / LAST_DAYS),
        caution=0.9 - 0.7 * late,
        enough=0.5,
    )
    design.missing = tuple(h for h in goals if not g.controls(side, h))
    design.caution *= DARING.get((country.rules.scenario, side), 1.0)
    days = ALL_OUT.get((country.rules.scenario, side), 0)
    if days and design.missing:
        design.stake = max(0.0, 1 - left / days)
    design.sieges = _sieges(country, g, side, goals)
    design.sieges |= dict.fromkeys(_left_alone(country, g, side), frozenset())
    guard = _guard(country, g, side)
    parts: list[tuple[int, ...]] = []
    for group in groups(g, side):
        if group.hq == guard:
            design.aims |= _posts(g, side, group)
        else:
            parts += _parts(g, group, goals)
    need = {h: _wanted(g, side, h, late) * purpose.more.get(h, 1.0) for h in goals}
    _share(country, g, design, parts, need)
    gap = OPENED.get((country.rules.scenario, side), "")
    if gap:
        goal, units = country.rules.board.index(gap), g.game.units.units
        fed = supply.lines(g, side, supply.sources(g, side), country.rules.charts.axis_line)
        if not fed >> goal & 1:
            design.gap = goal
            design.hurry = HURRY.get((country.rules.scenario, side), 0.0)
            works = [
                u
                for u in design.aims
                if g.command[u] != guard
                and (not units[u].mech or (design.hurry and units[u].type == "engineer"))
            ]
            design.aims |= dict.fromkeys(works, goal)
    _escort(country, g, side, design)
    _walk_in(country, g, side, design, guard)
    return design


def _walk_in(country: Country, g: Situation, side: int, design: Design, guard: int) -> None:
    """2.1c, 7.1 What the enemy has left: the nearest on wheels goes there, but no tanks."""
    rules, units = country.rules, g.game.units.units
    for h in map(rules.board.index, VACATED.get((rules.scenario, side), ())):
        if g.controls(side, h) or h in design.objectives or strength_near(g, 1 - side, h, 1):
            continue
        able = [
            u
            for u in design.aims
            if units[u].mech and units[u].type != "tank" and g.command[u] != guard
        ]
        if able:
            design.aims[min(able, key=lambda u: (country.turns(g, u, g.hex[u], h), u))] = h
            design.objectives += (h,)


def _escort(country: Country, g: Situation, side: int, design: Design) -> None:
    """6.15, 10.11 The weakest units of an HQ hold a place for it that has a line of supply, as near to the goals as can be."""
    rules, units = country.rules, g.game.units.units
    distance = rules.board.grid.distance
    goals = [h for h in design.missing if not design.sieges.get(h)]
    if not goals or g.turn < rules.setting.long_turns:
        return
    for name, number in ESCORTS.get((rules.scenario, side), {}).items():
        counter = rules.units.find(name)
        if counter is None or g.hex[counter.index] < 0:
            continue
        hq = counter.index
        fed = supply.lines(g, side, supply.sources(g, side), rules.charts.axis_line)
        places = members(fed & ~g.zones[1 - side])
        base = min(
            places,
            key=lambda h: (min(distance(h, goal) for goal in goals), distance(h, g.hex[hq]), h),
            default=-1,
        )
        if base < 0:
            continue
        able = [u for u in design.aims if g.command[u] == hq and units[u].type in ESCORT]
        able.sort(key=lambda u: (units[u].strength[g.steps[u]], distance(g.hex[u], base), u))
        design.aims |= dict.fromkeys(able[:number], base)


def _besieged(country: Country, g: Situation, side: int) -> tuple[int, ...]:
    """What one formation besieges, so that the others need not wait for it: in the scenarios with stages."""
    rules = country.rules
    if g.turn > SIEGE.get(rules.scenario, 0.0) * rules.setting.turns:
        return ()
    late = _left_alone(country, g, side)
    hexes = map(rules.board.index, DETACHED.get((rules.scenario, side), {}))
    return tuple(h for h in hexes if h not in late and not g.controls(side, h))


def _left_alone(country: Country, g: Situation, side: int) -> set[int]:
    """What nobody goes for yet."""
    rules = country.rules
    later = LATER.get((rules.scenario, side), {})
    return {
        rules.board.index(label)
        for label, part in later.items()
        if g.turn <= part * rules.setting.turns
    }


def _sieges(
    country: Country, g: Situation, side: int, goals: Sequence[int]
) -> dict[int, frozenset[int]]:
    """What is left to one formation: only while the others have something else to take, and not for ever."""
    rules = country.rules
    if g.turn > SIEGE.get(rules.scenario, 0.0) * rules.setting.turns:
        return {}
    found = {}
    for label, heads in DETACHED.get((rules.scenario, side), {}).items():
        h, hqs = rules.board.index(label), {u.index for u in rules.units if u.id in heads}
        others = any(goal != h and not g.controls(side, goal) for goal in goals)
        if others and not g.controls(side, h) and any(g.hex[hq] >= 0 for hq in hqs):
            found[h] = frozenset(hqs)
    return found


def _wanted(g: Situation, side: int, h: int, late: float) -> float:
    """The strength that an objective calls for: to be taken, or to be held, with more from day to day."""
    if g.controls(side, h):
        part = LIGHT + (1 - LIGHT) * min(late, 1.0)
        return part * min(6 + 0.6 * strength_near(g, 1 - side, h, 5), KEPT)
    return 4 + NEEDED * strength_near(g, 1 - side, h, NEAR)


def _share(
    country: Country,
    g: Situation,
    design: Design,
    parts: list[tuple[int, ...]],
    need: dict[int, float],
) -> None:
    """One goal after another, the nearest troops first until it has what it needs.

    Who stands before a goal stays with it.  What is held comes next, and keeps no tanks if others can; then what
    costs least.  Who is left goes where most is wanting, to what is held only if nothing is missing.
    """
    units = g.game.units.units
    power = {part: sum(units[u].strength[g.steps[u]] for u in part) for part in parts}
    lead = {part: max(part, key=lambda u: units[u].strength[g.steps[u]]) for part in parts}
    far = {
        (part, h): country.turns(g, lead[part], g.hex[lead[part]], h)
        for part in parts
        for h in need
    }
    sent = dict.fromkeys(need, 0.0)
    free = set(parts)
    tanks = {part for part in parts if any(units[u].type == "tank" for u in part)}
    average = {h: sum(far[part, h] for part in parts) / max(len(parts), 1) for h in need}
    ours = {h for h in need if g.controls(units[parts[0][0]].side, h)} if parts else set()

    def send(part: tuple[int, ...], h: int) -> None:
        sent[h] += power[part]
        free.discard(part)
        design.aims.update(dict.fromkeys(part, h))

    for part in sorted(parts, key=lambda part: (min(far[part, h] for h in need), part)):
        h = min(need, key=lambda h: (far[part, h], h))
        there = far[part, h] <= THERE and h not in ours and sent[h] < need[h]
        if there and design.sends(g.command[lead[part]], h):
            send(part, h)
    for h in sorted(
        need,
        key=lambda h: (h not in ours, h not in design.sieges, need[h] + MARCH * average[h], h),
    ):
        for part in sorted(
            free, key=lambda part: (far[part, h] + SPARE * (h in ours and part in tanks), part)
        ):
            if sent[h] >= need[h]:
                break
            if h in ours and g.hex[lead[part]] in ours - {h}:
                continue
            if not design.sends(g.command[lead[part]], h):
                continue
            send(part, h)
    for part in sorted(free):
        open_ = [h for h in need if design.sends(g.command[lead[part]], h)] or list(need)
        open_ = [h for h in open_ if h in design.missing] or open_
        best = min(open_, key=lambda h: (far[part, h] + 2 * sent[h] / need[h], h))
        send(part, best)


def _parts(g: Situation, group: Group, kept: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """A strong formation marches stack by stack, the independents each for itself.

    Who stands where something is to be ``kept`` is counted apart from the rest of a formation.
    """
    if group.hq < 0:
        return [(u,) for u in group.units]
    stacks: dict[int, list[int]] = {}
    for u in group.units:
        stacks.setdefault(g.hex[u], []).append(u)
    if group.strength < BIG:
        held = [tuple(stack) for h, stack in stacks.items() if h in kept]
        rest = tuple(u for u in group.units if g.hex[u] not in kept)
        return [*held, rest] if rest else held
    power = g.game.units.units
    return sorted(
        (tuple(stack) for stack in stacks.values()),
        key=lambda stack: (-sum(power[u].strength[g.steps[u]] for u in stack), stack),
    )


def _guard(country: Country, g: Situation, side: int) -> int:
    """6.11a The formation that stays by the source of supply: the Axis has one source only."""
    if side != AXIS:
        return -2
    sources = supply.sources(g, side)
    distance = g.game.board.grid.distance
    source = sources.bit_length() - 1
    heads = supply.headquarters(g, side)
    if source < 0 or len(heads) < 2:
        return -2
    return min(heads, key=lambda hq: (distance(g.hex[hq], source), hq))


def _posts(g: Situation, side: int, group: Group) -> dict[int, int]:
    """6.11a The guard: two regiments into each hex of the source, the nearest first; the others stand."""
    units, distance = g.game.units.units, g.game.board.grid.distance
    posts = {u: g.hex[u] for u in group.units}
    free = [u for u in group.units if units[u].big]
    for source in members(supply.sources(g, side)):
        free.sort(key=lambda u: (distance(g.hex[u], source), -units[u].strength[g.steps[u]], u))
        posts |= dict.fromkeys(free[:GUARDS], source)
        free = free[GUARDS:]
    return posts


def _defensive(country: Country, g: Situation, side: int, purpose: Purpose) -> Design:
    """Formations on foot hold where they stand, mobile ones go where an objective is pressed hardest."""
    setting, units = country.rules.setting, g.game.units.units
    if not any(g.controls(side, h) for h in setting.objectives):
        return _recapture(country, g, side)
    goals = setting.objectives + _forward(country, g, side)
    design = Design(objectives=goals, pull=1.5, late=g.turn / setting.turns)
    if side == AXIS:
        design.guard = GUARD
    press = {
        h: purpose.more.get(h, 1.0)
        * (6 + strength_near(g, 1 - side, h, 9) + 2 * strength_near(g, 1 - side, h, 4))
        for h in goals
    }
    held = {h: 2.0 + strength_near(g, side, h, 1) for h in goals}
    late = purpose.back or (
        setting.turns >= LONG and side == ALLIED and g.turn > WITHDRAW * setting.turns
    )
    guard = _guard(country, g, side)
    for group in groups(g, side):
        if group.hq == guard:
            design.aims |= _posts(g, side, group)
            continue
        parts = [group.units] if group.hq >= 0 else [(u,) for u in group.units]
        for part in parts:
            mobile = sum(units[u].mech for u in part) * 2 > len(part)
            lead = max(part, key=lambda u: units[u].strength[g.steps[u]])
            goal = max(
                goals,
                key=lambda h: (
                    press[h] / held[h] - 1.5 * country.turns(g, lead, g.hex[lead], h),
                    h,
                ),
            )
            if mobile or late:
                held[goal] += sum(units[u].strength[g.steps[u]] for u in part)
            for u in part:
                cut = g.supply[u] != SUPPLIED and setting.turns >= LONG
                on_foot = not units[u].mech and not late and not cut
                design.aims[u] = g.hex[u] if on_foot or not (mobile or late or cut) else goal
    _garrison(country, g, side, design, guard, purpose.garrison)
    return design


def _forward(country: Country, g: Situation, side: int) -> tuple[int, ...]:
    """The boxes that a defender still holds, and does not yet give up."""
    rules = country.rules
    end, labels = FORWARD.get((rules.scenario, side), (0.0, ()))
    if g.turn > end * rules.setting.turns:
        return ()
    hexes = (rules.board.index(label) for label in labels if rules.board.has(label))
    return tuple(h for h in hexes if g.controls(side, h))


def _garrison(
    country: Country, g: Situation, side: int, design: Design, guard: int, more: float
) -> None:
    """13.0 Who is nearest to an objective of ours goes to hold it, as long as it has too few defenders."""
    units = g.game.units.units
    held = {h for h in design.objectives if g.controls(side, h)}
    taken = _ring(country, g, side, design, held)
    for h in sorted(design.objectives, key=lambda h: (-strength_near(g, 1 - side, h, 9), h)):
        if h not in held:
            continue
        near = [
            (country.turns(g, u, g.hex[u], h), u)
            for u in design.aims
            if u not in taken and g.command[u] != guard and g.hex[u] not in held - {h}
        ]
        holds = 0
        for turns, u in sorted(near):
            if holds >= more * GARRISON or turns > more * CALLED:
                break
            holds += units[u].strength[g.steps[u]]
            design.aims[u] = h
            taken.add(u)


def _ring(country: Country, g: Situation, side: int, design: Design, held: set[int]) -> set[int]:
    """4.41, 10.7 Brigades on foot for the posts around an objective, to each the nearest; who was taken."""
    rules, units = country.rules, g.game.units.units
    index, taken = rules.board.index, set[int]()
    for label, posts in RINGS.get((rules.scenario, side), {}).items():
        if index(label) not in held:
            continue
        design.posts |= {index(post) for post in posts}
        free = [u for u in design.aims if units[u].big and not units[u].mech]
        for h in map(index, posts):
            far = [(country.turns(g, u, g.hex[u], h), u) for u in free if u not in taken]
            far = [way for way in far if way[0] <= POSTED]
            if far:
                best = min(far)[1]
                design.aims[best] = h
                taken.add(best)
    return taken


def _recapture(country: Country, g: Situation, side: int) -> Design:
    """13.0 The defender has lost all objectives: everybody goes for the one that is held worst."""
    mine = [group for group in groups(g, side) if group.hq != _guard(country, g, side)]
    parts = [part for group in mine for part in _parts(g, group)]
    lead = [part[0] for part in parts]

    def price(h: int) -> tuple[float, int]:
        far = sum(country.turns(g, u, g.hex[u], h) for u in lead) / max(len(lead), 1)
        return strength_near(g, 1 - side, h, 1) + 3 * far, h

    setting = country.rules.setting
    goal = min(setting.objectives, key=price)
    design = Design(objectives=(goal,), pull=4.0, fierce=1.3, caution=0.6, enough=0.5)
    design.late = g.turn / setting.turns
    design.aims = {u: goal for part in parts for u in part}
    for group in groups(g, side):
        if group.hq == _guard(country, g, side):
            design.aims |= _posts(g, side, group)
    return design
