"""Strengths and shifts against a second, literal reading of chapters 8.3 to 9.9, 18.1.4 and 19.3 on random boards."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import ceil
from typing import Any

import pytest
from tests.rulebook.salerno43.field import field as board
from tests.rulebook.salerno43.field import rules
from tests.rulebook.zocbond.declared import declared
from tests.rulebook.zocbond.test_supply_and_retreat import around, side

from grognard import Game
from grognard.engine.decision import Event
from grognard.games.salerno43.counters import Counter

TARGET = "0505"
GERMANS = [
    "GE-16Pz-Dor",
    "GE-16Pz-I64",
    "GE-16Pz-II64",
    "GE-16Pz-I79",
    "GE-16Pz-IIa",
    "GE-16Pz-IIb",
    "GE-16Pz-StuG",
    "GE-29PG-71",
    "GE-29PG-I15",
    "GE-29PG-129rec",
    "GE-HG-I1",
    "GE-HG-rec",
    "GE-1FJ-I3",
    "GE-1FJ-II3",
    "GE-HG-Pi",
]
ALLIES = [
    "US-36-142",
    "US-36-141",
    "US-36-143",
    "US-36-1-142",
    "US-Tk-191",
    "US-TD-645",
    "US-82-504",
    "US-2-509",
    "US-Rgr-1",
    "US-36-ASU",
    "US-45-ASU",
]
GARRISONS = ["GE-G-A", "GE-G-B"]


@dataclass
class Battle:
    """A random attack as plain words."""

    attackers: dict[str, list[str]] = field(default_factory=dict)
    defenders: list[str] = field(default_factory=list)
    beside: dict[str, list[str]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    letter: str = "."
    rivers: set[str] = field(default_factory=set)
    mountains: set[str] = field(default_factory=set)
    roads: set[str] = field(default_factory=set)
    rain: bool = False
    german: bool = True

    def game(self) -> Game:
        groups = {**self.attackers, TARGET: self.defenders, **self.beside}
        return board(
            {x: " ".join(n + self.marks.get(n, "") for n in names) for x, names in groups.items()},
            phase=f"combat {'german' if self.german else 'allied'}",
            terrain={self.letter: TARGET} if self.letter != "." else {},
            sides={
                "river": " ".join(sorted(self.rivers)),
                "mountain": " ".join(sorted(self.mountains)),
            },
            roads=[f"secondary {road.replace('/', '-')}" for road in sorted(self.roads)],
            lines="weather F" if self.rain else "",
        )


def random_battle(chance: random.Random) -> Battle:
    b = Battle(german=chance.random() < 0.6, rain=chance.random() < 0.2)
    ours, theirs = (GERMANS, ALLIES) if b.german else (ALLIES[:9], [*GERMANS, *GARRISONS])
    ring = list(around(TARGET))
    pool = chance.sample(ours, 6)
    for name in pool:
        b.attackers.setdefault(chance.choice(ring[:3]), []).append(name)
        b.marks[name] = chance.choice(["", "", "", "(h)", "(o)", "(r)" if "143" in name else ""])
    b.letter = chance.choice("....hwC")
    foes = chance.sample(theirs, chance.randint(1, 3))
    for name in foes:
        b.marks[name] = chance.choice(["", "", "", "(d)", "(f)", "(dy)"])
    b.defenders = foes
    if b.german and chance.random() < 0.4:
        b.defenders.append("US-BH-Red")
    if b.german:
        left = [n for n in ALLIES if n not in foes]
        for x in chance.sample(ring[3:], 2):
            name = left.pop(0)
            b.beside[x] = [name]
            b.marks[name] = chance.choice(["", "", "(d)"])
    for x in ring:
        if chance.random() < 0.3:
            b.rivers.add(side(x, TARGET))
        elif chance.random() < 0.2:
            b.mountains.add(side(x, TARGET))
        if chance.random() < 0.3:
            b.roads.add(side(x, TARGET))
    return b


class Reading:
    """What the book makes of an attack by some units with a Main Assault Force."""

    def __init__(self, g: Game, b: Battle, units: list[str], force: list[str]) -> None:
        self.g, self.b, self.units, self.force = g, b, units, force
        self.where = {n: x for x, names in b.attackers.items() for n in names}

    def counter(self, name: str) -> Counter:
        found = rules(self.g).units.find(name)
        assert found is not None
        return found

    def marked(self, name: str, mark: str) -> bool:
        return mark in self.b.marks.get(name, "")

    def steps(self, name: str) -> int:
        return self.counter(name).steps - self.marked(name, "r")

    def over(self, name: str, what: set[str]) -> bool:
        return side(self.where[name], TARGET) in what

    @property
    def attack(self) -> int:
        """8.4.1, 9.1, 9.8: each unit halved once at most, twenty in all."""
        total = 0
        for name in self.units:
            strength = self.counter(name).attack[self.steps(name)]
            halved = name not in self.force
            halved |= self.marked(name, "h") or self.marked(name, "o")
            halved |= self.over(name, self.b.mountains)
            halved |= self.over(name, self.b.rivers) and self.counter(name).vehicle
            total += ceil(strength / 2) if halved else strength
        return min(total, 20)

    def defending(self) -> list[str]:
        """8.4.6, 12.5, 13.3.2: guns count alone, routed and retreated units never."""
        able = [n for n in self.b.defenders if not self.marked(n, "f") and not self.marked(n, "y")]
        return [n for n in able if not self.counter(n).asu] or able[:1]

    def defence(self, garrison: int) -> int:
        wet = all(self.over(n, self.b.rivers) for n in self.units)
        total = 0
        for name in self.defending():
            unit = self.counter(name)
            factor, strength = 1.0, unit.defense[self.steps(name)]
            rough = self.b.letter in "hwC" and not unit.silhouette and not unit.asu
            if unit.variable:
                strength = garrison
            elif wet or rough:
                factor *= 2
            if self.marked(name, "d"):
                factor /= 2
            total += ceil(strength * factor)
        if "US-BH-Red" in self.b.defenders:
            total += self.help()
        return min(total, 20)

    def help(self) -> int:
        """18.1.4 Half of those in Good Order beside the beachhead and beside an attacker of it."""
        contact = {x for n in self.units for x in around(self.where[n])}
        return sum(
            self.counter(n).defense[self.steps(n)] // 2
            for x, names in self.b.beside.items()
            for n in names
            if x in contact and not self.marked(n, "d") and not self.counter(n).asu
        )

    def shifts(self) -> int:
        """9.2 Tanks, elite troops, rain."""
        total = -int(self.b.rain)
        theirs = max((self.counter(n).tank for n in self.defending()), default=0)
        tanks = [n for n in self.units if self.counter(n).tank]
        if self.b.letter == ".":
            dry = [n for n in tanks if not self.over(n, self.b.rivers | self.b.mountains)]
            best = max((self.rating(n) for n in dry), default=0)
            if set(dry) & set(self.force) and best > theirs:
                total += 1
            elif not set(tanks) & set(self.force):
                total -= theirs > 0
            else:
                total -= theirs > max(self.rating(n) for n in tanks)
        if any(self.elite(n) for n in self.force):
            total += not any(self.elite(n) for n in self.defending())
        return total

    def rating(self, name: str) -> int:
        return self.counter(name).tank - self.counter(name).destroyer

    def elite(self, name: str) -> bool:
        return self.counter(name).quality[self.steps(name)] == "elite"


COLUMNS = ["1-3", "1-2", *(f"{n}-1" for n in range(1, 10))]


def column(attack: int, defence: int, shifts: int) -> str:
    """8.3, 8.6 The odds after the shifts."""
    if not defence:
        return "DS"
    ratio = attack // defence if attack >= defence else 2 - ceil(defence / attack)
    ratio += shifts
    if ratio >= 10:
        return "DS"
    return COLUMNS[max(ratio + 1, 0)]


@pytest.mark.rule("salerno43:8.3a", "salerno43:8.4.1b", "salerno43:8.4.5a", "salerno43:8.4.6a")
@pytest.mark.rule("salerno43:8.6.2", "salerno43:9.1a-c", "salerno43:9.3.1", "salerno43:9.3.2")
@pytest.mark.rule("salerno43:9.3.3a", "salerno43:9.3.3b", "salerno43:9.3.4", "salerno43:9.7")
@pytest.mark.rule("salerno43:9.8a-c", "salerno43:13.2.1d", "salerno43:18.1.4a", "salerno43:22.4a")
@pytest.mark.parametrize("seed", range(40))
def test_odds(seed: int) -> None:
    chance = random.Random(seed)
    b, g, joined = declared(chance, random_battle, TARGET)
    forces = [a.word for a in g.legal_actions if a.verb == "maf"]
    chosen = chance.choice(forces)
    reading = Reading(g, b, joined, [])
    reading.force = [n for n in joined if chosen in (n, reading.counter(n).formation)]
    g.play(f"maf {chosen}")
    extra = [a.word for a in g.legal_actions if a.verb == "attach"]
    if extra and chance.random() < 0.6:
        reading.force.append(chance.choice(extra))
        g.play(f"attach {reading.force[-1]}")
    strengths = [0, 1, 2] if any(n in GARRISONS for n in reading.defending()) else [0]
    if "go" not in {a.text for a in g.legal_actions}:
        assert column(reading.attack, reading.defence(2), reading.shifts()) == "1-3"
        return
    before = g.play("go")
    for garrison in strengths:
        facts = resolved(g.copy(), before, garrison)
        if facts["defence"] == "":
            continue
        expected = reading.attack, reading.defence(garrison)
        assert (facts["attack"], facts["defence"]) == expected, b
        assert facts["column"] == column(*expected, reading.shifts()), b


def resolved(g: Game, events: list[Event], garrison: int) -> dict[str, Any]:
    """What is told of the result; 'DS' for the column where no die is thrown."""
    while True:
        for event in events:
            if event.kind == "result":
                facts = {"attack": "", "defence": "", "column": "", "die": 0, **event.facts}
                return facts | ({} if facts["die"] else {"column": "DS"})
        assert g.decision is not None
        if g.decision.rule == "19.3":
            events = g.play(f"roll {garrison * 2 + 2}")
        else:
            events = g.play("none" if g.decision.kind == "defensive air" else "roll 1")
