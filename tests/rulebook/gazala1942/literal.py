"""A second, literal reading of chapters 8 and 9: plain, slow, and without the game's own code.

A position is taken apart into plain words; the geometry of the map is worked out anew from the
hex numbers.  Everything is written as the book says it, without regard for speed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from grognard import Game

Hexes = tuple[str, ...]


@dataclass
class Man:
    """A counter on the map."""

    name: str
    side: str
    kind: str
    nation: str
    formation: str
    size: str
    wheels: bool
    strength: int
    armor: int
    steps: int
    tank: str
    hex: str
    supply: str
    active: bool
    beaten: bool


@dataclass
class Field:
    """A position in plain words."""

    men: list[Man]
    land: set[str]
    hills: set[str]
    inside: set[str]
    cliffs: set[frozenset[str]]
    passes: set[frozenset[str]]
    mines: set[frozenset[str]]
    walls: set[frozenset[str]]
    options: frozenset[str]
    engaged: set[str] = field(default_factory=set)

    def at(self, h: str) -> list[Man]:
        return [man for man in self.men if man.hex == h]


def take_apart(g: Game) -> Field:
    """The position as plain words."""
    rules: Any = g.rules
    s, board = g.state, rules.board
    men = []
    for unit in rules.units:
        h = s.hex[unit.index]
        if h < 0:
            continue
        n = s.steps[unit.index]
        hq = s.command[unit.index]
        active = bool(s.eligible >> unit.index & 1)
        status = s.impulse_supply[unit.index] if active else s.supply[unit.index]
        men.append(
            Man(
                unit.id,
                rules.sides[unit.side],
                unit.type,
                unit.nationality,
                rules.units[hq].id if hq >= 0 else "",
                unit.size,
                unit.mech,
                unit.strength[n],
                unit.armor[n],
                n,
                unit.tank,
                board.label(h),
                ("supplied", "unsupplied", "isolated")[status],
                active,
                bool(s.beaten >> unit.index & 1),
            )
        )
    land = {board.label(h) for h in board.hexes if board.terrain[h] != "sea"}
    hills = {board.label(h) for h in board.hexes if board.terrain[h] == "hill"}

    def sides(feature: str) -> list[frozenset[str]]:
        found = sorted(side for side, what in board.sides.items() if feature in what)
        return [frozenset(map(board.label, side)) for side in found]

    mines = {side for n, side in enumerate(sides("minefield")) if not s.breached >> n & 1}
    walls = {side for n, side in enumerate(sides("fortification")) if not s.fallen >> n & 1}
    roads = {frozenset(map(board.label, pair)) for pair in board.road_between}
    inside = {board.label(h) for h in board.hexes if "tobruk" in board.features.get(h, ())}
    engaged = {board.label(h) for h in board.hexes if s.armor_targets >> h & 1}
    return Field(
        men, land, hills, inside, set(sides("cliff")), roads, mines, walls,
        frozenset(rules.options), engaged,
    )  # fmt: skip


# -- the map


def neighbours(h: str) -> list[str]:
    """Even rows lie half a hex to the east."""
    row, col = int(h[:2]), int(h[2:])
    left = col if row % 2 == 0 else col - 1
    around = [(row, col - 1), (row, col + 1)]
    around += [(row + 1, left), (row + 1, left + 1), (row - 1, left), (row - 1, left + 1)]
    return [f"{r:02d}{c:02d}" for r, c in around if r > 0 and c > 0]


def apart(a: str, b: str) -> int:
    """How many hexes lie from one to the other, counted ring by ring."""
    seen, edge, steps = {a}, {a}, 0
    while b not in seen:
        edge = {n for h in edge for n in neighbours(h)} - seen
        seen |= edge
        steps += 1
    return steps


def zone(f: Field, side: str) -> set[str]:
    """4.4-4.41 The hexes in the zone of control of a side."""
    found = set()
    for h in {man.hex for man in f.men if man.side == side}:
        men = f.at(h)
        brigades = [m for m in men if m.size in ("X", "III")]
        battalions = [m for m in men if m.size == "II"]
        strong = bool(brigades) or len(battalions) >= 3
        for n in neighbours(h):
            line = frozenset((h, n))
            if n not in f.land or line in f.cliffs:
                continue
            if side == "axis":
                if strong and line not in f.mines:
                    found.add(n)
            elif strong or (line in f.mines and (brigades or battalions)):
                found.add(n)
    return found


# -- 8 armor combat


def armor_factor(man: Man) -> int:
    """6.22"""
    return man.armor if man.supply == "supplied" else ceil(Fraction(man.armor, 2))


def dice_of(men: list[Man], attacking: bool) -> tuple[int, int]:
    """8.12 Vehicles, flak and German infantry; in defence whatever the Allies have."""
    plain = flak = 0
    for man in men:
        if man.kind == "flak":
            flak += armor_factor(man)
        elif (
            man.kind in ("tank", "armored car")
            or (man.kind == "infantry" and man.nation == "German")
            or (not attacking and man.side == "allied")
        ):
            plain += armor_factor(man)
    return plain, flak


def may_fire(f: Field, man: Man, target: str) -> bool:
    """8.0, 9.61, 10.7, 10.81 An activated unit beside the hex, no cliff, wall or mines between."""
    line = frozenset((man.hex, target))
    if man.kind == "headquarters" or not man.active or target not in neighbours(man.hex):
        return False
    if line in f.cliffs | f.walls | f.mines:
        return False
    return sum(dice_of([man], True)) > 0


# -- 9 normal combat


def may_attack(f: Field, man: Man, target: str) -> bool:
    """9.0, 9.61"""
    if man.kind == "headquarters" or not man.active or target not in neighbours(man.hex):
        return False
    factor = man.armor if man.kind == "flak" else man.strength
    if factor == 0 or (man.wheels and frozenset((man.hex, target)) in f.cliffs):
        return False
    if man.kind not in ("tank", "armored car") or target in f.engaged:
        return True
    owed = sum(dice_of(f.at(target), False)) > 0 and may_fire(f, man, target)
    return not owed


def outwards(f: Field, origin: str, target: str) -> bool:
    """10.7 Whether an attack goes out of Tobruk."""
    return origin in f.inside and target not in f.inside


def attack_strength(f: Field, man: Man, target: str) -> int:
    """6.21, 9.61, 9.74, 10.7, 10.81 Every fraction first, then rounded up once."""
    line = frozenset((man.hex, target))
    value = Fraction(man.armor if man.kind == "flak" else man.strength)
    if man.kind == "flak":
        value *= 1 if man.supply == "supplied" else Fraction(1, 2)
    else:
        value *= {
            "supplied": Fraction(1),
            "unsupplied": Fraction(1, 2),
            "isolated": Fraction(1, 4),
        }[man.supply]
    if line in f.cliffs:
        value /= 4
    if line in f.walls and not outwards(f, man.hex, target):
        value /= 2
    if line in f.mines:
        eighth = 4 if "mines-quarter" in f.options else 8
        value /= 2 if man.kind == "flak" else eighth
    return ceil(value)


def defence_strength(f: Field, men: list[Man]) -> int:
    """6.21, 10.11"""
    total = 0
    for man in men:
        half = man.supply == "isolated"
        total += ceil(Fraction(man.strength, 2)) if half else man.strength
    if total == 0 and any(man.kind == "headquarters" for man in men):
        return 1
    return total + helps(f, men) if total else 0


def helps(f: Field, men: list[Man]) -> int:
    """12.1"""
    fighting = [man for man in men if man.kind != "headquarters"]
    if "12.1" not in f.options or len(fighting) < 4:
        return 0
    formations = {man.formation for man in fighting}
    return int(len(formations) == 1 and "" not in formations)


def column(f: Field, men: list[Man], target: str, columns: Hexes) -> str:
    """9.23-9.24, 9.6 The column of an attack without HQ and air support; '' if it is too weak."""
    foes = [man for man in f.at(target) if not man.beaten]
    theirs = defence_strength(f, foes)
    if theirs == 0:
        return columns[-1]
    ours = sum(attack_strength(f, man, target) for man in men)
    hexes = {man.hex for man in men}
    for h in hexes:
        ours += min(helps(f, [man for man in men if man.hex == h]), helps(f, f.at(h)))
    steps = (
        floor(Fraction(ours, theirs)) - 1 if ours >= theirs else 1 - ceil(Fraction(theirs, ours))
    )
    if len(hexes) >= 4:
        steps += 1
    tanks = False
    for h in hexes:
        kinds = {man.kind for man in men if man.hex == h}
        company = kinds & {"infantry", "engineer", "marine"}
        if "tank" in kinds and company and frozenset((h, target)) not in f.mines:
            tanks = True
    if tanks:
        steps += 2
        kinds = {man.kind for man in foes}
        if kinds & {"tank", "flak"} and kinds & {"infantry", "engineer"}:
            steps -= 2
    if target in f.hills:
        steps -= 2
    engineers = [man for man in men if man.kind == "engineer"]
    lines = [frozenset((man.hex, target)) for man in engineers]
    inward = [
        not outwards(f, man.hex, target) and line in f.walls
        for man, line in zip(engineers, lines, strict=True)
    ]
    steps += any(inward)
    steps += any(line in f.mines for line in lines)
    printed = ["1:3", "1:2", *(f"{n}:1" for n in range(1, 11))]
    assert tuple(printed) == columns
    place = steps + 2
    if place < 0:
        return ""
    return columns[min(place, len(columns) - 1)]


# -- 9.4 retreats


def passable(f: Field, man: Man, a: str, b: str) -> bool:
    """9.42 Could it go there in normal movement?"""
    line = frozenset((a, b))
    if b not in f.land or any(foe.side != man.side for foe in f.at(b)):
        return False
    if line in f.cliffs and man.wheels and line not in f.passes:
        return False
    return not (man.side == "axis" and line in f.mines)


def room(f: Field, man: Man, h: str) -> bool:
    """5.1"""
    men = [m for m in f.at(h) if m is not man] + [man]
    hqs = [m for m in men if m.kind == "headquarters"]
    big = [m for m in men if m.size in ("X", "III") and m.kind != "headquarters"]
    small = len(men) - len(hqs) - len(big) + max(len(hqs) - 1, 0)
    if len(big) <= 1:
        return len(big) + small <= 5
    formations = {m.formation for m in big}
    return len(big) == 2 and len(formations) == 1 and "" not in formations and small <= 1


def retreats(f: Field, man: Man, path: list[str], foes: list[str]) -> set[str]:
    """9.41 The hexes of the best kind that there is."""
    here = path[-1]
    enemy = zone(f, "allied" if man.side == "axis" else "axis")
    near = min(apart(here, foe) for foe in foes)
    kinds: list[set[str]] = [set(), set(), set(), set()]
    for h in neighbours(here):
        if h in path or not passable(f, man, here, h) or not room(f, man, h):
            continue
        if h not in enemy:
            farther = min(apart(h, foe) for foe in foes) > near
            kinds[0 if farther else 1].add(h)
        elif any(friend.side == man.side for friend in f.at(h)):
            kinds[2].add(h)
        elif "12.3" in f.options:
            kinds[3].add(h)
    return next((kind for kind in kinds if kind), set())


# -- 9.5 advances


def advances(
    f: Field, man: Man, target: str, length: int, trails: list[list[str]], attacked: bool
) -> set[Hexes]:
    """9.5 All ways that a unit may advance: the hexes after its own, each way within the limits."""
    most = min(max(length, 1), 3 if man.wheels else 2)
    enemy = zone(f, "allied" if man.side == "axis" else "axis")
    found: set[Hexes] = set()
    start = man.hex

    def go(way: list[str]) -> None:
        if len(way) > 1 and room(f, man, way[-1]):
            found.add(tuple(way[1:]))
        if len(way) == 1:
            if passable(f, man, start, target):
                go([start, target])
            if "12.2" in f.options and attacked:
                for h in neighbours(start):
                    beside = h in neighbours(target) and passable(f, man, start, h)
                    if beside and not (start in enemy and h in enemy) and room(f, man, h):
                        found.add((h,))
            return
        for h in neighbours(way[-1]):
            longer = [*way, h]
            cost = len(longer) - 1 + sum(left in enemy for left in way)
            if h in way or cost > most or not passable(f, man, way[-1], h):
                continue
            if not man.wheels and trails:
                walked = longer[1:]
                if not any(trail[: len(walked)] == walked for trail in trails):
                    continue
            go(longer)

    go([start])
    return found
