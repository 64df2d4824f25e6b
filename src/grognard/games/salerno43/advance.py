"""14.0 Advance After Combat and 15.0 Breakthrough Combat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import mask_of, members
from ..zocbond import pursuit
from . import attacks, combat, movement, reach, retreat, sheets, stacking
from .counters import ALLIED, SIDES, VEHICLE
from .modifiers import Attack
from .situation import AREAS, GOOD, Situation


@dataclass
class Path:
    """How one unit stands in its advance."""

    left: int
    first: bool = True
    done: bool = False
    stopped: bool = False
    """14.5 A hill or a crossing has ended its advance; 15.2.6b and with it its right to attack."""
    hill_by_road: bool = False
    """14.5c It entered a hill by road and may go one hex more."""


def allowance(g: Situation, unit: int, hexes: int) -> int:
    """14.2.1, 5.7d, 16.4c How many hexes a unit may advance."""
    if not g.game.units.units[unit].mechanized or g.oos >> unit & 1:
        hexes = min(hexes, 2)
    if g.half >> unit & 1:
        hexes = min(hexes, 1)
    return hexes


def participants(g: Situation, attack: Attack) -> list[int]:
    """14.1, 17.2d The units that took part, and ASUs stacked with them that gave no support."""
    units = g.game.units.units
    alive = [u for u in attack.units if g.hex[u] >= 0]
    places = {g.hex[u] for u in alive}
    asus = [
        u
        for place in sorted(places)
        for u in g.at[place]
        if units[u].asu
        and not g.gave >> u & 1
        and g.status[u] == GOOD
        and not g.renewed >> u & 1
        and units[u].side == units[attack.units[0]].side
    ]
    return alive + [u for u in asus if u not in alive]


def advance(g: Situation, attack: Attack, hexes: int, *, limited: bool = False) -> Procedure:
    """14.1, 15.2.1 First the Breakthrough Group, then the others."""
    everyone = participants(g, attack)
    paths = {u: Path(allowance(g, u, hexes)) for u in everyone}
    if hexes >= 2 and not limited:
        yield from _breakthrough(g, attack, paths)
    acts = g.game.actions
    while True:
        waiting = [
            u
            for u, path in paths.items()
            if not path.done and g.hex[u] >= 0 and next_hexes(g, u, path, attack.target, limited)
        ]
        if not waiting:
            break
        choice = yield Ask(
            SIDES[g.active],
            "advance",
            "14.1",
            Say("advance a unit, or end the advance"),
            [*(acts.advance[u] for u in waiting), acts.done],
            refuse=lambda verb, word: _refuse_unit(g, paths, verb, word),
            expand=lambda words: _expand(g, words, paths, attack.target, limited),
        )
        if choice is acts.done:
            break
        yield from _march(g, choice.value, paths[choice.value], attack.target, limited)
    yield from stacking.correct(g, g.active, mask_of(g.hex[u] for u in everyone if g.hex[u] >= 0))


def _march(g: Situation, unit: int, path: Path, vacated: int, limited: bool) -> Procedure:
    """14.2-14.5 One unit advances hex by hex."""
    acts = g.game.actions
    path.done = True
    while True:
        open_ = next_hexes(g, unit, path, vacated, limited)
        if not open_:
            return
        actions = [acts.to[h] for h in open_]
        if not path.first or len(open_) > 1:
            actions.append(acts.halt)
        elif limited:
            yield from step(g, [unit], open_[0], {unit: path}, vacated)
            return
        choice = yield Ask(
            SIDES[g.active],
            "advance to",
            "14.2",
            Say("where does {unit} advance?", unit=g.id(unit)),
            actions if len(actions) > 1 else [*actions, acts.halt],
            continues=True,
            otherwise=acts.halt,
            refuse=lambda verb, word: _refuse(g, unit, word),
        )
        if choice is acts.halt:
            return
        yield from step(g, [unit], choice.value, {unit: path}, vacated)


def next_hexes(g: Situation, unit: int, path: Path, vacated: int, limited: bool) -> list[int]:
    """14.3-14.5 The hexes (or Entry Areas) a unit may advance into next; 14.4 in zocbond."""
    if path.left <= 0 or path.stopped:
        return []
    here, tables = g.hex[unit], g.game.tables
    counter = g.game.units.units[unit]
    enemy, size, ground = 1 - counter.side, tables.size, tables.ground
    blocked = g.occupied[enemy]
    if counter.side != ALLIED and g.abandoned:
        blocked |= tables.sector8
    if here >= size:
        area = here - size
        if counter.side == ALLIED and AREAS[area][0] == "N":
            return []
        if limited and not tables.touch[area] >> vacated & 1:
            return []
        if reach.besieged(g, here):
            blocked |= g.zoc(enemy)
        bonds = g.bonds(enemy)
        closed = (bonds.hexes | bonds.edge) & ~(1 << vacated)
        open_ = tables.touch[area] & ~blocked & ~closed
        return [h for h in members(open_) if h == vacated or not limited]
    found = []
    first = path.first
    for d, n in pursuit.onward(g, counter.side, here, vacated, blocked, first=first):
        if limited and n != vacated:
            continue
        wall, wet = ground.wall[d] >> here & 1, ground.unbridged[d] >> here & 1
        if (wall or wet) and (counter.asu or not (first and n == vacated)):
            continue
        if wall and (counter.klass == VEHICLE or g.half >> unit & 1):
            continue
        if wet and counter.klass == VEHICLE and (g.weather == "rain" or g.half >> unit & 1):
            continue
        found.append(n)
    if not limited and not pursuit.held(g, counter.side, here, vacated, first=first):
        found += [size + k for k in tables.areas_of.get(here, ()) if reach.may_enter(g, unit, k)]
    return found


def step(
    g: Situation, group: Sequence[int], place: int, paths: dict[int, Path], vacated: int
) -> Procedure:
    """14.5, 5.7b Units enter a hex in their advance."""
    tables = g.game.tables
    ground = tables.ground
    for u in group:
        here, path = g.hex[u], paths[u]
        counter = g.game.units.units[u]
        path.left -= 1
        path.first = False
        if place >= tables.size:
            path.left = 0
            g.put(u, place)
            movement.capture(g, u, place - tables.size)
        else:
            by_road = here < tables.size and ground.across(ground.road, here, place)
            if here < tables.size:
                crossed = ground.across(ground.wall, here, place) or (
                    counter.klass == VEHICLE and ground.across(ground.unbridged, here, place)
                )
                if crossed:
                    g.half |= 1 << u
                    path.stopped = True
                if path.hill_by_road and not by_road:
                    path.stopped = True
            path.hill_by_road = False
            if tables.hill >> place & 1:
                if by_road:
                    path.hill_by_road = True
                else:
                    path.stopped = True
            g.put(u, place)
        g.tell(
            "advance",
            "14.1",
            "{unit} advances from {start} to {hex}",
            unit=counter.id,
            start=g.word(here),
            hex=g.word(place),
        )
    if place < tables.size and group:
        yield from retreat.automatic(g, place, g.game.units[group[0]].side)


def _refuse(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """14.2-14.5 Why a unit may not advance into this hex next."""
    facts = {"unit": g.id(unit), "hex": word}
    if word in AREAS:
        return IllegalAction("14.5", "{unit} may not advance into {hex}", **facts)
    if not g.game.is_hex(word):
        return None
    goal, here, tables = g.game.board.index(word), g.hex[unit], g.game.tables
    enemy, ground = 1 - g.game.units[unit].side, tables.ground
    if g.occupied[enemy] >> goal & 1:
        return IllegalAction("14.5", "{hex} is held by the enemy", hex=word)
    from_area = here >= tables.size
    near = tables.touch[here - tables.size] if from_area else ground.around[here]
    if not near >> goal & 1:
        return IllegalAction("14.2", "{unit} is not next to {hex}", **facts)
    bonds = g.bonds(enemy)
    if bonds.hexes >> goal & 1:
        return IllegalAction("14.4.2", "{hex} is closed by an enemy ZOC Bond", hex=word)
    if not from_area and bonds.crosses(ground, here, goal):
        return IllegalAction("14.4.2", "an enemy ZOC Bond closes the way to {hex}", hex=word)
    hard = not from_area and (
        ground.across(ground.wall, here, goal) or ground.across(ground.unbridged, here, goal)
    )
    if not hard and g.zoc(enemy) >> goal & 1:
        if from_area:
            return IllegalAction("23.1.4", "{unit} may not leave its area into {hex}", **facts)
        return IllegalAction("14.4.1", "{unit} may not advance from ZOC to ZOC into {hex}", **facts)
    return IllegalAction("14.5", "{unit} may not advance into {hex}", **facts)


def _refuse_unit(
    g: Situation, paths: dict[int, Path], verb: str, word: str
) -> IllegalAction | None:
    """14.1, 15.2.2, 17.2d Why this unit does not advance, or not in the Breakthrough Group."""
    if verb == "assault":
        return IllegalAction("15.2.1", "only the Breakthrough Group attacks in an advance")
    unit = g.game.units.find(word)
    if unit is None or verb not in ("advance", "group", ""):
        return None
    u, name = unit.index, unit.id
    if u not in paths:
        if unit.asu and g.gave >> u & 1:
            return IllegalAction("17.2", "{unit} gave support and does not advance", unit=name)
        return IllegalAction("14.1", "{unit} took no part in the attack", unit=name)
    if verb == "group":
        return IllegalAction("15.2.2", "{unit} cannot be in this Breakthrough Group", unit=name)
    if paths[u].done:
        return IllegalAction("14.2", "{unit} has ended its advance", unit=name)
    return IllegalAction("14.4", "{unit} has nowhere to advance to", unit=name)


def _expand(
    g: Situation, words: Sequence[str], paths: dict[int, Path], vacated: int, limited: bool
) -> list[list[str]] | None:
    """``advance HEX``: every unit that can enter the hex at once."""
    if words[0] != "advance" or len(words) < 2:
        return None
    goal = g.game.place(words[1])
    able = [
        u
        for u, path in paths.items()
        if not path.done and g.hex[u] >= 0 and goal in next_hexes(g, u, path, vacated, limited)
    ]
    if goal is None or not able:
        return None
    return [["advance", g.id(u), "to", words[1], "halt"] for u in able] + [list(words[2:])]


# -- 15.0 Breakthrough Combat


def _breakthrough(g: Situation, attack: Attack, paths: dict[int, Path]) -> Procedure:
    """15.2.1-15.2.3 Name the Breakthrough Group, form it, and let it advance and attack."""
    acts = g.game.actions
    group: list[int] = []
    while True:
        able = _joiners(g, attack, paths, group)
        if not group and not able:
            return
        actions: list[Action] = [acts.group[u] for u in able]
        if group:
            actions.append(acts.go)
        actions.append(acts.none)
        choice = yield Ask(
            SIDES[g.active],
            "breakthrough group",
            "15.2.2",
            Say("which units form the Breakthrough Group?"),
            actions,
            otherwise=acts.none if not group else None,
            refuse=lambda verb, word: _refuse_unit(g, paths, verb, word),
        )
        if choice is acts.none:
            return
        if choice is acts.go:
            break
        group.append(choice.value)
    for u in group:
        paths[u].done = True
    vacated = attack.target
    apart = len({g.hex[u] for u in group}) > 1
    yield from _drive(g, attack, paths, group, vacated, forming=apart)


def _joiners(
    g: Situation, attack: Attack, paths: dict[int, Path], group: Sequence[int]
) -> list[int]:
    """15.2.2-3 Units of one hex, or all that can form up in the vacated hex within the limit."""
    units = g.game.units.units
    found = []
    for u, path in paths.items():
        if u in group or g.hex[u] < 0 or path.left < 2 or not units[u].attack[g.steps[u]]:
            continue
        if not next_hexes(g, u, path, attack.target, False):
            continue
        together = [*group, u]
        if len({g.hex[v] for v in together}) > 1 and (
            any(
                attack.target not in next_hexes(g, v, paths[v], attack.target, False)
                for v in together
            )
            or stacking.points(g, together) > stacking.LIMIT
        ):
            continue
        if group:
            first = units[group[0]]
            if (first.nation, first.army) != (units[u].nation, units[u].army):
                continue
        found.append(u)
    return found


def _drive(
    g: Situation,
    attack: Attack,
    paths: dict[int, Path],
    group: list[int],
    vacated: int,
    *,
    forming: bool,
) -> Procedure:
    """15.2.4-15.2.9 The group advances, attacks, drops units, until it stops."""
    acts, size = g.game.actions, g.game.tables.size
    if forming:
        yield from step(g, group, vacated, paths, vacated)
    moved = forming
    turned = forming
    while True:
        group[:] = [
            u for u in group if g.hex[u] >= 0 and paths[u].left > 0 and not paths[u].stopped
        ]
        if not group:
            return
        here = g.hex[group[0]]
        places = _group_hexes(g, group, paths, vacated, turned)
        foes = _victims(g, group, here) if moved and here < size else []
        actions: list[Action] = [acts.to[h] for h in places]
        actions += [acts.assault[h] for h in foes]
        if len(group) > 1:
            actions += [acts.leave[u] for u in group]
        if not places and not foes:
            return
        actions.append(acts.halt)
        choice = yield Ask(
            SIDES[g.active],
            "breakthrough",
            "15.2.4",
            Say("the Breakthrough Group in {hex}: advance, attack, or halt", hex=g.word(here)),
            actions,
            otherwise=acts.halt,
            refuse=lambda verb, word, moved=moved: _refuse_drive(g, group, verb, word, moved),  # type: ignore[misc]
            expand=lambda words, moved=moved: _unfounded(g, group, words, moved),  # type: ignore[misc]
        )
        match choice.verb:
            case "halt":
                return
            case "leave":
                group.remove(choice.value)
            case "to":
                yield from _group_step(g, group, choice.value, paths, vacated, turned)
                turned = moved = True
            case _:
                go_on = yield from _assault(g, group, choice.value, paths)
                if not go_on:
                    return
                if g.hex[group[0]] == choice.value:
                    vacated = choice.value


def _unfounded(g: Situation, group: Sequence[int], words: Sequence[str], moved: bool) -> None:
    """Refuse an attack here rather than halt the group and refuse it later."""
    if words[0] == "assault" and len(words) > 1:
        reason = _refuse_drive(g, group, words[0], words[1], moved)
        if reason is not None:
            raise reason


def _refuse_drive(
    g: Situation, group: Sequence[int], verb: str, word: str, moved: bool
) -> IllegalAction | None:
    """15.2.4, 15.2.6 Why the Breakthrough Group cannot go to or attack this hex."""
    if verb != "assault":
        return _refuse(g, group[0], word)
    if not g.game.is_hex(word):
        return None
    here, goal = g.hex[group[0]], g.game.board.index(word)
    ground = g.game.tables.ground
    if not g.occupied[g.enemy] >> goal & 1:
        return IllegalAction("8.1a", "there is no enemy unit in {hex}", hex=word)
    if not moved or here >= g.game.tables.size or not ground.around[here] >> goal & 1:
        return IllegalAction(
            "15.2.6a", "the Breakthrough Group has not moved next to {hex}", hex=word
        )
    if goal in _near_by_ground(g, here):
        return IllegalAction("8.6.1", "the odds are below 1-3")
    return IllegalAction(
        "15.2.6c", "the Breakthrough Group may not attack {hex} over this hexside", hex=word
    )


def _group_hexes(
    g: Situation, group: Sequence[int], paths: dict[int, Path], vacated: int, turned: bool
) -> list[int]:
    """15.2.4a-b Hexes that some of the group can enter; declining the vacated hex costs one more."""
    found: set[int] = set()
    for u in group:
        path = paths[u]
        for n in next_hexes(g, u, path, vacated, False):
            if n == vacated or turned or path.left >= 2:
                found.add(n)
    return sorted(found)


def _group_step(
    g: Situation, group: list[int], place: int, paths: dict[int, Path], vacated: int, turned: bool
) -> Procedure:
    going = []
    for u in group:
        path = paths[u]
        if place not in next_hexes(g, u, path, vacated, False):
            continue
        if place != vacated and not turned:
            if path.left < 2:
                continue
            path.left -= 1
        going.append(u)
    group[:] = going
    yield from step(g, going, place, paths, vacated)


def _victims(g: Situation, group: Sequence[int], here: int) -> list[int]:
    """15.2.6 Enemies next to the group that it can attack at 1-3 or more."""
    return [
        n
        for n in _near_by_ground(g, here)
        if not any(attacks.blocked(g, u, here, n) for u in group) and _main_forces(g, group, n)
    ]


def _near_by_ground(g: Situation, here: int) -> list[int]:
    """15.2.6c The enemies next to a hex, not over mountains or rivers but along roads."""
    ground, foes = g.game.tables.ground, g.occupied[g.enemy]
    found = []
    for d, n in enumerate(ground.neighbours[here]):
        if n < 0 or not foes >> n & 1 or not ground.zoc_foot[d] >> here & 1:
            continue
        hard = (ground.mountain[d] | ground.river[d]) >> here & 1
        if not hard or ground.road[d] >> here & 1:
            found.append(n)
    return found


def _main_forces(g: Situation, group: Sequence[int], target: int) -> list[Action]:
    """8.6.1a The Main Assault Forces with which the group can attack at 1-3 or more."""
    found = []
    for choice in attacks.forces(g, group):
        maf = attacks.force(g, group, choice)
        attack = Attack(target, tuple(group), maf, kind="breakthrough")
        extra = [attacks.attach(attack, u) for u in attacks.attachments(g, attack)]
        if any(attacks.legal(g, each) for each in (attack, *extra)):
            found.append(choice)
    return found


def _assault(g: Situation, group: list[int], target: int, paths: dict[int, Path]) -> Asking[bool]:
    """15.2.7, 15.2.1b-c One Breakthrough Combat; True if the group may go on."""
    yield from stacking.correct(g, g.active, 1 << g.hex[group[0]])
    group[:] = [u for u in group if g.hex[u] >= 0]
    options = _main_forces(g, group, target)
    if not options:
        return False
    attack = yield from _prepare(g, group, target, options)
    for u in group:
        paths[u].left -= 1
    after = yield from combat.resolve(g, attack)
    if not after.won:
        return False
    group[:] = [u for u in group if g.hex[u] >= 0]
    if not group:
        return False
    if target not in g.at:
        yield from _follow(g, group, target, paths)
    return after.code in ("DR4", "DS")


def _follow(g: Situation, group: list[int], target: int, paths: dict[int, Path]) -> Procedure:
    """15.2.1b, 15.2.4d The group enters the hex it has won for nothing, or stays; 15.2.9 some may stay."""
    acts = g.game.actions
    while True:
        choice = yield Ask(
            SIDES[g.active],
            "follow",
            "15.2.1",
            Say("{hex} is empty: enter it?", hex=g.word(target)),
            [
                acts.to[target],
                *(acts.leave[u] for u in group if len(group) > 1),
                acts.stay,
            ],
        )
        if choice.verb != "leave":
            break
        group.remove(choice.value)
    if choice.verb == "to":
        for u in group:
            paths[u].left += 1
        yield from step(g, list(group), target, paths, target)


def _prepare(
    g: Situation, group: Sequence[int], target: int, options: Sequence[Action]
) -> Asking[Attack]:
    """15.2.1b The Main Assault Force of the group."""
    choice = options[0]
    if len(group) > 1 and len(options) > 1:
        choice = yield Ask(
            SIDES[g.active],
            "main assault force",
            "8.4",
            Say("the Main Assault Force against {hex}?", hex=g.word(target)),
            options,
            ledger=lambda: sheets.of_join(g, target, group, "breakthrough"),
        )
    attack = Attack(target, tuple(group), attacks.force(g, group, choice), kind="breakthrough")
    while extra := attacks.attachments(g, attack):
        acts = g.game.actions
        more = yield Ask(
            SIDES[g.active],
            "support",
            "8.4.3",
            Say("attach a unit to the Main Assault Force?"),
            [
                *(acts.attach[u] for u in extra if attacks.legal(g, attacks.attach(attack, u))),
                *([acts.go] if attacks.legal(g, attack) else ()),
            ],
            ledger=partial(sheets.of_attack, g, attack),
        )
        if more is acts.go:
            break
        attack = attacks.attach(attack, more.value)
    return attack
