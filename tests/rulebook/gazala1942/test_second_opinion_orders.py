"""What may be ordered outside combat, on random boards, against a literal reading of the book.

Who is activated and how it is supplied, who moves, breaches, enters, splits and joins, who steps
aside, who is one too many, who is rebuilt, reassigned or comes back.  Nothing here uses the game's
own code: counters are rows of a table, hexes are their numbers, rules are loops.
"""

from __future__ import annotations

import csv
import random
from collections import Counter, deque
from dataclasses import dataclass, field

import pytest
from tests.rulebook.gazala1942.literal import apart, neighbours
from tests.rulebook.gazala1942.tabletop import FIGURES, has, index, plain, scene, texts, words

from grognard import Game

Side = frozenset[str]

with (FIGURES / "units.csv").open(encoding="utf-8") as table:
    CARDS = {row["id"]: row for row in csv.DictReader(table)}
HEXES = [f"{row:02d}{col:02d}" for row in range(1, 10) for col in range(1, 10)]
SIDES = [frozenset((a, b)) for a in HEXES for b in neighbours(a) if a < b and b in HEXES]
TURN = 4
AWAITED = ("AL-4T",)
"""28 May: the reinforcements that wait at the edge on turn 4."""


def is_hq(name: str) -> bool:
    return CARDS[name]["type"] == "headquarters"


def is_car(name: str) -> bool:
    """10.3, 13.11d"""
    return CARDS[name]["type"] == "armored car" or name == "AL-7-7-BN"


def big(name: str) -> bool:
    return CARDS[name]["size"] in ("X", "III")


def full(name: str) -> int:
    return int(CARDS[name]["steps"])


@dataclass
class Board:
    """A position as it was drawn."""

    where: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    boss: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    later: set[str] = field(default_factory=set)
    mines: set[Side] = field(default_factory=set)
    cliffs: set[Side] = field(default_factory=set)
    roads: set[Side] = field(default_factory=set)
    axis_control: set[str] = field(default_factory=set)
    pool: dict[str, int] = field(default_factory=dict)
    withdrawing: bool = False

    def steps(self, name: str) -> int:
        return full(name) - ("r" in self.marks[name])

    def side(self, name: str) -> str:
        return CARDS[name]["side"]

    def at(self, h: str) -> list[str]:
        return [name for name, place in self.where.items() if place == h]

    def own(self, side: str) -> list[str]:
        return [name for name in self.where if self.side(name) == side]

    def held_by(self, side: str) -> set[str]:
        return {self.where[name] for name in self.own(side)}

    def zone(self, side: str) -> set[str]:
        """4.41"""
        found = set()
        for h in self.held_by(side):
            here = self.at(h)
            strong = any(map(big, here)) or sum(CARDS[n]["size"] == "II" for n in here) >= 3
            for n in neighbours(h):
                edge = frozenset((h, n))
                if n not in HEXES or edge in self.cliffs:
                    continue
                if edge in self.mines:
                    reaches = side == "allied" and (strong or not all(map(is_hq, here)))
                else:
                    reaches = strong
                if reaches:
                    found.add(n)
        return found

    def heads(self, side: str) -> list[str]:
        return [n for n in self.own(side) if is_hq(n) and n != "AX-ROMMEL"]

    def orphan(self, name: str) -> bool:
        """10.13"""
        return self.boss[name] in self.gone


def other(side: str) -> str:
    return "allied" if side == "axis" else "axis"


def drawn(rng: random.Random) -> Board:
    """A crowd of both sides in a small desert."""
    b = Board()
    for edge in SIDES:
        roll = rng.random()
        if roll < 0.12:
            b.mines.add(edge)
        elif roll < 0.18:
            b.cliffs.add(edge)
            if rng.random() < 0.3:
                b.roads.add(edge)
    row, col = rng.randint(1, 5), rng.choice((1, 2, 3, 4))
    crowd = rng.sample(
        [f"{r:02d}{c:02d}" for r in range(row, row + 5) for c in range(col, col + 6)], 14
    )
    places = {"axis": crowd[:7], "allied": crowd[7:]}
    for side in ("axis", "allied"):
        heads = [n for n in CARDS if CARDS[n]["side"] == side and is_hq(n)]
        troops = [
            n for n in CARDS if CARDS[n]["side"] == side and not is_hq(n) and n != "AX-HECKER"
        ]
        cars = [n for n in troops if is_car(n)]
        for name in rng.sample(heads, 3):
            b.where[name] = rng.choice(places[side][:3])
        for name in sorted({*rng.sample(cars, 3), *rng.sample(troops, 18)}):
            b.where[name] = rng.choice(places[side])
        for name in heads + troops:
            if name in b.where:
                continue
            if is_hq(name):
                (b.gone if rng.random() < 0.5 else b.left).add(name)
            elif name in AWAITED:
                b.later.add(name)
            elif rng.random() < 0.4:
                b.gone.add(name)
            elif rng.random() < 0.1:
                b.left.add(name)
    for name in CARDS:
        b.boss[name] = CARDS[name]["command"]
    for name in b.where:
        marks = ""
        if full(name) > 1 and rng.random() < 0.5:
            marks += "r"
        marks += rng.choice(("", "", "n", "i")) if not is_hq(name) else rng.choice(("", "", "n"))
        marks += "u" if rng.random() < 0.15 else ""
        marks += "m" if rng.random() < 0.5 else ""
        marks += "h" if "m" not in marks and rng.random() < 0.1 else ""
        b.marks[name] = marks
        if not is_hq(name) and rng.random() < 0.15:
            b.boss[name] = rng.choice(["", *b.heads(b.side(name))])
    b.axis_control = set(rng.sample(HEXES, 40))
    b.withdrawing = rng.random() < 0.2
    kinds = ("German", "Italian", "Grant", "Crusader", "Matilda", "Stuart", "armored_car",
             "German_armored_car", "British_infantry", "German_infantry")  # fmt: skip
    b.pool = {kind: rng.choice((0, 1, 2)) for kind in kinds}
    return b


def load(b: Board, phase: str, hq: str = "", more: tuple[str, ...] = ()) -> Game:
    stacks = [
        f"{h} " + " ".join(f"{n}({b.marks[n]})" if b.marks[n] else n for n in b.at(h))
        for h in sorted(set(b.where.values()))
    ]
    sides = [f"side minefield {'/'.join(sorted(edge))}" for edge in b.mines]
    sides += [f"side cliff {'/'.join(sorted(edge))}" for edge in b.cliffs]
    sides += [f"road track {'-'.join(sorted(edge))}" for edge in b.roads]
    sides += ["feature axis_entry 0901", "feature axis_entry 0801"]
    sides += ["feature allied_entry 0109", "feature allied_entry 0209"]
    lines = [
        f"control axis {' '.join(sorted(b.axis_control))}",
        "pool " + " ".join(f"{kind} {n}" for kind, n in b.pool.items()),
        *(f"command {n} {boss or '-'}" for n, boss in b.boss.items() if n in b.where),
        *(["eliminated " + " ".join(sorted(b.gone))] if b.gone else []),
        *(["left " + " ".join(sorted(b.left))] if b.left else []),
        *(["later " + " ".join(sorted(b.later))] if b.later else []),
        *(["withdrawing"] if b.withdrawing else []),
        *more,
    ]
    return scene(";".join(stacks), phase, impulse=hq, turn=TURN, board=plain(*sides), lines=lines)


# -- an impulse


def activated(b: Board, side: str, hq: str) -> set[str]:
    """3.2, 7.2-7.3, 10.2, 10.13"""
    found = set()
    for name in b.own(side):
        if b.orphan(name) or (is_hq(name) and name != hq and hq != "AX-ROMMEL"):
            continue
        away = apart(b.where[name], b.where[hq])
        if hq == "AX-ROMMEL":
            goes = away == 0
        elif "u" in b.marks[name]:
            goes = False
        elif name == hq or b.boss[name] == hq:
            goes = True
        elif b.boss[name]:
            goes = False
        else:
            nearest = all(away <= apart(b.where[name], b.where[head]) for head in b.heads(side))
            goes = away <= int(CARDS[hq]["range"]) or nearest
        if goes:
            found.add(name)
    return found


def level(b: Board, side: str, hq: str, name: str) -> int:
    """6.12, 7.21"""
    turn = 2 if "i" in b.marks[name] else 1 if "n" in b.marks[name] else 0
    if name == hq or hq == "AX-ROMMEL":
        return turn
    span = int(CARDS[hq]["range"])
    if apart(b.where[name], b.where[hq]) > span:
        return min(turn + 1, 2)
    if turn:
        return turn
    if "n" in b.marks[hq]:
        return 1
    closed = b.held_by(other(side)) | (b.zone(other(side)) - b.held_by(side))
    far = {b.where[name]: 0}
    queue = deque(far)
    while queue:
        h = queue.popleft()
        for n in neighbours(h):
            edge = frozenset((h, n))
            if n not in HEXES or n in far or n in closed or far[h] == span:
                continue
            if not (side == "axis" and edge in b.mines):
                far[n] = far[h] + 1
                queue.append(n)
    return 0 if b.where[hq] in far else 1


def passable(b: Board, name: str, start: str, goal: str) -> bool:
    """4.32, 10.83, 7.6 and the escarpments, zones of control aside."""
    side, edge = b.side(name), frozenset((start, goal))
    if goal not in HEXES or goal in b.held_by(other(side)):
        return False
    if side == "axis" and edge in b.mines:
        return False
    if side == "allied" and b.withdrawing and goal == f"{start[:2]}{int(start[2:]) - 1:02d}":
        return False
    return not (edge in b.cliffs and edge not in b.roads and CARDS[name]["mobility"] == "mech")


def may_step(b: Board, name: str, goal: str) -> bool:
    """4.33, 4.43 One hex is always possible, but not from zone to zone unless a friend stands still there."""
    start, zone = b.where[name], b.zone(other(b.side(name)))
    if not passable(b, name, start, goal):
        return False
    if start in zone and goal in zone:
        return any("m" not in b.marks[friend] for friend in b.at(goal))
    return True


def moves(b: Board, side: str, able: set[str]) -> set[str]:
    """4.0, 4.34, 4.43"""
    edge = "01" if side == "axis" else "09"
    return {
        n
        for n in able
        if "h" not in b.marks[n]
        and (b.where[n][2:] == edge or any(may_step(b, n, h) for h in neighbours(b.where[n])))
    }


def breaches(b: Board, able: set[str]) -> set[str]:
    """10.84"""
    return {n for n in able if any(b.where[n] in edge for edge in b.mines)}


def enters(b: Board, side: str, hq: str) -> set[str]:
    """11.11"""
    gates = {"axis": ("0901", "0801"), "allied": ("0109", "0209")}[side]
    mine = b.axis_control if side == "axis" else set(HEXES) - b.axis_control
    mine = (mine | b.held_by(side)) - b.held_by(other(side))
    if hq == "AX-ROMMEL" or not mine & set(gates):
        return set()
    return {n for n in b.later if b.side(n) == side and not b.orphan(n)}


def alike(name: str) -> list[str]:
    """10.6 The battalions of the same figures as that of a brigade."""
    own = next(n for n in CARDS if CARDS[n]["brigade"] == name)
    figures = ("strength", "armor", "move")
    return [
        n for n in CARDS
        if CARDS[n]["brigade"] and all(CARDS[n][f] == CARDS[own][f] for f in figures)
    ]  # fmt: skip


def off(b: Board, name: str) -> bool:
    return name not in b.where and name not in b.left and name not in b.later


def splits(b: Board, able: set[str]) -> set[str]:
    """10.6"""
    return {
        n for n in able if full(n) == 3 and b.steps(n) == 3 and any(off(b, x) for x in alike(n))
    }


def joins(b: Board) -> set[str]:
    """10.6 A battalion with a reduced brigade that gave it off, or with another battalion."""
    found = set()
    for name in b.own("allied"):
        brigade = CARDS[name]["brigade"]
        if not brigade:
            continue
        for mate in b.at(b.where[name]):
            if full(mate) == 3 and b.steps(mate) == 2 and name in alike(mate):
                own = next(n for n in CARDS if CARDS[n]["brigade"] == mate)
                if own == name or own not in b.where:
                    found.add(name)
            twin = CARDS[mate]["brigade"]
            if mate != name and twin and name in alike(twin) and (off(b, brigade) or off(b, twin)):
                found.add(name)
    return found


# -- the Initial Segment


def kind_of(name: str) -> str:
    """11.21-11.22"""
    card = CARDS[name]
    if card["type"] == "tank":
        return card["tank"]
    if card["type"] == "armored car":
        return "armored_car" if card["side"] == "allied" else f"{card['nationality']}_armored_car"
    nation = card["nationality"].replace("Indian", "British")
    return f"{nation}_infantry" if card["type"] == "infantry" else ""


def replaced(b: Board, side: str) -> set[str]:
    """11.2, 11.24"""
    found = set()
    for name in b.own(side):
        if not b.pool.get(kind_of(name)) or "i" in b.marks[name]:
            continue
        if any(n in b.held_by(other(side)) for n in neighbours(b.where[name])):
            continue
        brigade = CARDS[name]["brigade"]
        parts = [n for n in CARDS if CARDS[n]["brigade"] == name and n in b.where]
        if off(b, brigade) if brigade else b.steps(name) < full(name) and not parts:
            found.add(name)
    return found


def room(b: Board, name: str, h: str) -> bool:
    """5.1"""
    here = [*b.at(h), name]
    heads = [n for n in here if is_hq(n)]
    if is_hq(name) and len(heads) == 1:
        return True
    return fits(b, here)


def fits(b: Board, here: list[str]) -> bool:
    """5.1"""
    heads = sum(map(is_hq, here))
    brigades = [n for n in here if big(n)]
    count = len(here) - min(heads, 1)
    if len(brigades) < 2:
        return count <= 5
    bosses = {b.boss[n] for n in brigades}
    return len(brigades) == 2 and len(bosses) == 1 and "" not in bosses and count <= 3


def restored(b: Board, side: str) -> dict[str, set[str]]:
    """11.23"""
    found = {}
    for name in b.gone:
        card = CARDS[name]
        if card["side"] != side or card["type"] not in ("tank", "armored car"):
            continue
        boss = b.boss[name]
        mates = [n for n in b.own(side) if not boss or n == boss or b.boss[n] == boss]
        hexes = {b.where[n] for n in mates if not set(b.marks[n]) & set("ni")}
        if b.pool.get(kind_of(name)) and (open_ := {h for h in hexes if room(b, name, h)}):
            found[name] = open_
    return found


def comes_back(b: Board, side: str, hq: str) -> set[str]:
    """10.11, 10.13"""
    boss = "AX-HQ-AFRIKA" if hq == "AX-ROMMEL" else hq
    with_own = {b.where[n] for n in b.own(side) if b.boss[n] == boss}
    if not with_own:
        return set()
    edge = {h for h in HEXES if h[2:] == ("01" if side == "axis" else "09")}
    return {h for h in with_own | (edge - b.held_by(other(side))) if room(b, hq, h)}


# -- the comparisons


def boards(seed: str, count: int) -> list[tuple[random.Random, Board, str]]:
    found = []
    for n in range(count):
        rng = random.Random(f"{seed} {n}")
        found.append((rng, drawn(rng), ("axis", "allied")[n % 2]))
    return found


@pytest.mark.rule("gazala1942:7.2a", "gazala1942:7.21", "gazala1942:7.3", "gazala1942:6.12a-b")
@pytest.mark.rule("gazala1942:10.6a", "gazala1942:10.84", "gazala1942:11.11a-b", "gazala1942:4.43")
def test_who_is_activated_and_what_it_may_do() -> None:
    seen: Counter[str] = Counter()
    for rng, b, side in boards("impulse", 20):
        heads = [n for n in b.own(side) if is_hq(n) and "u" not in b.marks[n]]
        if not heads:
            continue
        hq = rng.choice(heads)
        g = load(b, f"activation {side}", hq)
        if hq == "AX-ROMMEL":
            g.play("roll 4")
        able = activated(b, side, hq)
        assert {n for n in b.own(side) if has(g, "eligible", n)} == able, hq
        for name in able:
            assert g.state.status(index(g, name)) == level(b, side, hq, name), name
            seen[f"supply {level(b, side, hq, name)}"] += 1
        if g.phase == "split":
            assert words(g, "split") == splits(b, able)
            seen["split"] += len(splits(b, able))
            g.play("done")
        if g.phase != "movement":
            assert not moves(b, side, able)
            continue
        assert words(g, "move") == moves(b, side, able)
        assert words(g, "breach") == (breaches(b, able) if side == "axis" else set())
        assert words(g, "enter") == enters(b, side, hq)
        zone = b.zone(other(side))
        for name in sorted(moves(b, side, able), key=lambda n: (b.where[n] not in zone, n))[:5]:
            g.play(f"move {name}")
            assert words(g, "to") == {h for h in neighbours(b.where[name]) if may_step(b, name, h)}
            g.play("stay")
        seen["move"] += len(moves(b, side, able))
        seen["breach"] += len(words(g, "breach"))
        seen["enter"] += len(words(g, "enter"))
    assert len(seen) == 7
    assert min(seen.values()) > 1, seen


@pytest.mark.rule("gazala1942:10.3a-b", "gazala1942:13.11d")
def test_who_steps_aside_and_where() -> None:
    asked = 0
    for rng, b, side in boards("aside", 24):
        foe = other(side)
        heads = [n for n in b.heads(side) if "u" not in b.marks[n]]
        cars = [n for n in b.own(foe) if is_car(n) and "h" not in b.marks[n] and not b.orphan(n)]
        near = {h for n in cars for h in neighbours(b.where[n])}
        found = [
            (hq, n, h) for hq in heads for n in sorted(moves(b, side, activated(b, side, hq)))
            for h in neighbours(b.where[n]) if h in near and may_step(b, n, h)
        ]  # fmt: skip
        if not found:
            continue
        hq, mover, goal = rng.choice(found)
        g = load(b, f"activation {side}", hq)
        if g.phase == "split":
            g.play("done")
        g.play(f"move {mover} to {goal}")
        if g.decision is not None and g.decision.kind == "hold":
            g.play(sorted(words(g, "hold"))[0])
        b.where[mover] = goal
        zone = b.zone(side)
        hopes = {
            n: {
                h for h in neighbours(b.where[n])
                if passable(b, n, b.where[n], h) and h not in zone
            }
            for n in cars if goal in neighbours(b.where[n])
        }  # fmt: skip
        for name in [n for n, hexes in hopes.items() if hexes]:
            assert g.decision is not None
            assert g.decision.kind == "aside"
            assert words(g, "dodge") in [hopes[n] for n in hopes], (name, hopes)
            g.play("pass")
            asked += 1
        assert g.decision is None or g.decision.kind != "aside"
    assert asked > 4


@pytest.mark.rule("gazala1942:5.1a-c", "gazala1942:5.2", "gazala1942:10.6b")
def test_who_is_one_too_many_and_who_joins() -> None:
    lost = joined = 0
    for _, b, side in boards("excess", 8):
        g = load(b, f"movement-excess {side}", b.heads(side)[0])
        over = {h for h in b.held_by(side) if not fits(b, b.at(h))}
        while over:
            assert g.phase == "movement-excess"
            offered = words(g, "lose")
            (h,) = {b.where[n] for n in offered}
            here = b.at(h)
            brigades = [n for n in here if big(n)]
            if not fits(b, brigades):
                assert offered == set(brigades)
            else:
                heads = [n for n in here if is_hq(n)]
                assert offered == set(here) - set(heads if len(heads) == 1 else ())
            gone = sorted(offered)[0]
            g.play(f"lose {gone}")
            del b.where[gone]
            lost += 1
            over = {h for h in b.held_by(side) if not fits(b, b.at(h))}
        assert g.phase != "movement-excess"
    for _, b, _ in boards("join", 12):
        g = load(b, "join allied", b.heads("allied")[0])
        assert (words(g, "join") if g.phase == "join" else set()) == joins(b)
        joined += len(joins(b))
    assert lost > 8
    assert joined > 2


@pytest.mark.rule("gazala1942:11.2a-b", "gazala1942:11.21", "gazala1942:11.22", "gazala1942:11.23")
@pytest.mark.rule("gazala1942:10.13b", "gazala1942:7.32a-b", "gazala1942:11.24")
def test_who_is_rebuilt_reassigned_and_comes_back() -> None:
    seen: Counter[str] = Counter()
    for rng, b, side in boards("segment", 11):
        g = load(b, f"replacements {side}")
        grow, back = replaced(b, side), restored(b, side)
        if g.phase == "replacements" and g.decision is not None and g.decision.side == side:
            assert words(g, "replace") == grow
            assert words(g, "restore") == set(back)
            for name in sorted(back):
                if len(back[name]) > 1:
                    g.play(f"restore {name}")
                    if "one" in texts(g):
                        g.play("one")
                    assert words(g, "place") == back[name], name
                    break
        else:
            assert not {*grow, *back}
        seen["replace"] += len(grow)
        seen["restore"] += len(back)
        g = load(b, f"assignment {side}")
        mine = {
            n for n in b.own(side)
            if not is_hq(n) and b.boss[n] and set(b.heads(side)) - {b.boss[n]}
        }  # fmt: skip
        assert words(g, "assign") == mine
        lost = sorted(n for n in b.gone if is_hq(n) and CARDS[n]["side"] == side)
        if not lost:
            continue
        hq = rng.choice(lost)
        g = load(b, f"returns {side}", more=(f"returns {hq} {TURN}",))
        homes = comes_back(b, side, hq)
        assert (words(g, "at") if g.phase == "returns" else set()) == homes, hq
        seen["homes"] += len(homes)
    assert min(seen.values()) > 10, seen
