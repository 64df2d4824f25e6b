"""Strengths and shifts of Normandy '44 against a second, literal reading of chapters 10.3 to 11.9 on random boards."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import ceil

import pytest
from tests.rulebook.normandy44.field import field as board
from tests.rulebook.normandy44.field import index, ledger, mark
from tests.rulebook.zocbond.declared import declared
from tests.rulebook.zocbond.normandy import around, side

from grognard.engine.game import Game
from grognard.games.normandy44.counters import Counter
from grognard.games.normandy44.situation import Situation

TARGET = "0505"
GERMANS = [
    "GE-21-125",
    "GE-21-1-22",
    "GE-21-21rec",
    "GE-21-200StuG",
    "GE-12SS-25",
    "GE-12SS-1-12",
    "GE-101Tiger",
    "GE-352-1-914",
    "GE-716-439",
    "GE-716-642",
    "GE-91-1057",
    "GE-Lehr-PzJg",
]
GUNS = ["GE-30Flak", "GE-21-200AT", "GE-SP-Crisbecq"]
AMERICANS = [
    "US-1-16",
    "US-1-18",
    "US-29-115",
    "US-82-505",
    "US-2A-CCA",
    "US-2A-M4",
    "US-2A-M5",
]
BONUS = {"clear": 0, "mixed": 2, "bocage": 3, "woods": 3, "city": 5, "flooded": 0}
INFANTRY = ("infantry", "parachute", "cyclist", "ost", "mechanized", "motorized")


@dataclass
class Battle:
    """A random attack as plain words."""

    german: bool
    attackers: dict[str, list[str]] = field(default_factory=dict)
    defenders: list[str] = field(default_factory=list)
    terrain: str = "clear"
    town: bool = False
    hilltop: bool = False
    position: bool = False
    flooded: set[str] = field(default_factory=set)
    """The hexes round the target that are flooded."""
    sides: dict[str, str] = field(default_factory=dict)
    roads: set[str] = field(default_factory=set)
    worn: set[str] = field(default_factory=set)
    """Units that have lost a step."""
    short: set[str] = field(default_factory=set)
    """Units out of supply."""
    marching: set[str] = field(default_factory=set)
    """Defenders under a Strategic Movement marker."""
    fallen: set[str] = field(default_factory=set)
    """Defenders that have retreated in the phase."""

    def game(self) -> Game[Situation]:
        def change(state: Situation) -> None:
            mark(state, "oos", *self.short)
            mark(state, "strategic", *self.marching)
            mark(state, "fell_back", *self.fallen)
            if self.position:
                state.improved[not self.german] |= 1 << state.game.board.index(TARGET)
            for name in self.worn:
                u = index(state, name)
                state.set_steps(u, state.game.units[u].steps - 1)

        kinds = {self.terrain: TARGET}
        kinds["flooded"] = " ".join([*self.flooded, *([TARGET] * (self.terrain == "flooded"))])
        words: dict[str, list[str]] = {}
        for s, kind in self.sides.items():
            words.setdefault(kind, []).append(s)
        return board(
            {x: " ".join(names) for x, names in {**self.attackers, TARGET: self.defenders}.items()},
            side="german" if self.german else "allied",
            terrain=kinds,
            sides={kind: " ".join(few) for kind, few in words.items()},
            roads=[f"secondary {s.replace('/', '-')}" for s in sorted(self.roads)],
            features={"hilltop": TARGET} if self.hilltop else {},
            towns=TARGET if self.town else "",
            change=change,
        )


def random_battle(chance: random.Random) -> Battle:
    b = Battle(chance.random() < 0.5)
    ours, theirs = (GERMANS, AMERICANS) if b.german else (AMERICANS, [*GERMANS, *GUNS])
    ring = list(around(TARGET))
    for name in chance.sample(ours, 6):
        b.attackers.setdefault(chance.choice(ring[:3]), []).append(name)
    b.defenders = chance.sample(theirs, chance.randint(1, 3))
    b.terrain = chance.choice(list(BONUS))
    b.town = b.terrain in ("clear", "bocage") and chance.random() < 0.3
    b.hilltop, b.position = chance.random() < 0.15, chance.random() < 0.15
    b.flooded = {x for x in b.attackers if chance.random() < 0.15}
    for x in ring:
        if chance.random() < 0.5:
            kinds = ("minor_river", "major_river", "flooded_river", "airfield")
            b.sides[side(x, TARGET)] = chance.choice(kinds)
        if chance.random() < 0.3:
            b.roads.add(side(x, TARGET))
    everyone = [n for names in b.attackers.values() for n in names] + b.defenders
    b.worn = {n for n in everyone if n in ("US-1-16", "GE-21-125", "GE-91-1057", "GE-12SS-25")}
    b.worn = {n for n in b.worn if chance.random() < 0.5}
    b.short = {n for n in everyone if chance.random() < 0.15}
    b.marching = {n for n in b.defenders if chance.random() < 0.15}
    b.fallen = {n for n in b.defenders[1:] if chance.random() < 0.2}
    return b


class Reading:
    """What the book makes of an attack by some units with a Main Assault Force."""

    def __init__(self, g: Game[Situation], b: Battle, units: list[str]) -> None:
        self.g, self.b, self.units = g, b, units
        self.force: list[str] = []
        self.where = {n: x for x, names in b.attackers.items() for n in names}
        self.defenders = [n for n in b.defenders if n not in b.fallen]

    def counter(self, name: str) -> Counter:
        return self.g.state.game.units[index(self.g.state, name)]

    def strength(self, name: str) -> int:
        return self.counter(name).defense[self.counter(name).steps - (name in self.b.worn)]

    def over(self, name: str, *kinds: str) -> bool:
        return self.b.sides.get(side(self.where[name], TARGET)) in kinds

    def deep(self, name: str) -> bool:
        """11.3b Over a major or flooded hexside, bridged or not, or out of a flooded hex."""
        return self.over(name, "major_river", "flooded_river") or self.where[name] in self.b.flooded

    @property
    def attack(self) -> int:
        """10.3.1, 10.4, 11.1 Each unit halved once at most, eighteen in all."""
        total = 0
        for name in self.units:
            halved = name not in self.force or name in self.b.short or self.deep(name)
            halved |= self.over(name, "minor_river", "airfield")
            total += ceil(self.strength(name) / 2) if halved else self.strength(name)
        return min(total, 18)

    @property
    def defence(self) -> int:
        """11.2 All of them and the best bonus, no more than those have whom it shelters."""
        bonus = max(BONUS[self.b.terrain], 4 * self.b.town)
        under = [
            self.strength(n)
            for n in self.defenders
            if not self.counter(n).silhouette
            and not self.counter(n).strongpoint
            and n not in self.b.marching
        ]
        return min(sum(map(self.strength, self.defenders)) + min(bonus, sum(under)), 18)

    def armor(self, name: str) -> int:
        return self.counter(name).armor

    def grey(self, name: str) -> int:
        return 0 if self.counter(name).anti_tank else self.armor(name)

    def shifts(self) -> int:
        return sum((self.of_armor(), self.of_quality(), self.of_tigers(), self.of_ground()))

    def of_armor(self) -> int:
        """11.4"""
        theirs = max(map(self.armor, self.defenders), default=0)
        strong = any(self.counter(n).strongpoint for n in self.b.defenders)
        barred = self.b.terrain in ("city", "woods", "flooded") or self.b.position or strong
        if any(self.grey(n) > theirs and not barred and not self.deep(n) for n in self.force):
            return 1
        if any(map(self.armor, self.force)):
            return 0
        both = any(self.counter(n).type == "armor" for n in self.defenders)
        foot = any(self.counter(n).type in INFANTRY for n in self.defenders)
        return -int(both or (foot and any(map(self.grey, self.defenders))))

    def of_quality(self) -> int:
        """11.5"""
        ours = [self.counter(n).quality for n in self.force]
        theirs = [self.counter(n).quality for n in self.defenders]
        return int(max(ours) > max(theirs)) - int(max(ours) < 0)

    def of_tigers(self) -> int:
        """11.9"""
        ours = [n for n in self.force if "Tiger" in n and not self.deep(n)]
        into = self.b.terrain != "flooded"
        return int(bool(ours) and into) - int(any("Tiger" in n for n in self.defenders))

    def of_ground(self) -> int:
        """9.8.4, 11.3, 11.8"""
        marching = any(n in self.b.marching for n in self.defenders)
        return int(marching) - all(map(self.deep, self.force)) - self.b.hilltop


COLUMNS = ["1-3", "1-2", *(f"{n}-1" for n in range(1, 8))]


def ratio(attack: int, defence: int) -> int:
    """10.5a Rounded down for the attacker: 0 is 1-3."""
    return attack // defence + 1 if attack >= defence else 3 - ceil(defence / attack)


@pytest.mark.rule("normandy44:10.3.1", "normandy44:10.3.3", "normandy44:10.3.4", "normandy44:10.4")
@pytest.mark.rule("normandy44:10.5a", "normandy44:10.6a", "normandy44:10.6b", "normandy44:11.1a-c")
@pytest.mark.rule(
    "normandy44:11.1f-h",
    "normandy44:11.2a",
    "normandy44:11.2b1",
    "normandy44:11.2b3",
    "normandy44:11.2c",
)
@pytest.mark.rule(
    "normandy44:11.3a", "normandy44:11.3b", "normandy44:11.4.1a", "normandy44:11.4.1b"
)
@pytest.mark.rule(
    "normandy44:11.4.2a", "normandy44:11.4.2b", "normandy44:11.4.3", "normandy44:11.4.4a"
)
@pytest.mark.rule("normandy44:11.4.4b1", "normandy44:11.4.4b3", "normandy44:11.4.4b4")
@pytest.mark.rule("normandy44:11.5a", "normandy44:11.5b", "normandy44:11.7", "normandy44:11.8")
@pytest.mark.rule("normandy44:11.9a", "normandy44:11.9b", "normandy44:9.8.4a", "normandy44:13.5a")
@pytest.mark.parametrize("seed", range(40))
def test_odds(seed: int) -> None:
    chance = random.Random(seed)
    b, g, joined = declared(chance, random_battle, TARGET)
    forces = [a.word for a in g.legal_actions if a.verb == "maf"]
    reading = Reading(g, b, joined)
    stacks = {reading.where[n] for n in joined}
    small = {
        x for x in stacks if sum(reading.strength(n) for n in joined if reading.where[n] == x) <= 6
    }
    assert small == {word for word in forces if word.isdigit()}
    if not forces:
        return
    chosen = chance.choice(forces)
    reading.force = [
        n for n in joined if chosen in (reading.where[n], reading.counter(n).formation)
    ]
    g.play(f"maf {chosen}")
    extra = [a.word for a in g.legal_actions if a.verb == "attach"]
    assert not (extra and chosen in stacks)
    if extra and chance.random() < 0.6:
        reading.force.append(chance.choice(extra))
        g.play(f"attach {reading.force[-1]}")
    sheet = ledger(g)
    assert sheet.strengths == (reading.attack, reading.defence), b
    base = ratio(reading.attack, reading.defence)
    assert ("go" in {a.text for a in g.legal_actions}) == (base >= 0), b
    column = base + reading.shifts()
    assert sheet.column == ("A1" if column < 0 else COLUMNS[min(column, 8)]), b
