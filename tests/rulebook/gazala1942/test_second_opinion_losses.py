"""Who loses what, and who says so: both combats fought on random boards beside a literal reading."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import ceil

import pytest
from tests.rulebook.gazala1942 import literal
from tests.rulebook.gazala1942.battlefield import play, words
from tests.rulebook.gazala1942.literal import Field, Man
from tests.rulebook.gazala1942.test_second_opinion import COLUMNS, UNITS, random_field

from grognard import Game

VEHICLES = ("tank", "armored car")
MENDED = ("German", "British", "South African", "Indian", "French")
COUNTERS = {unit.id: unit for unit in UNITS}
BATTALIONS = [unit for unit in UNITS if unit.brigade]


def other(side: str) -> str:
    return "allied" if side == "axis" else "axis"


def steps_of(g: Game) -> dict[str, int]:
    """The steps of every unit on the map."""
    s = g.state
    return {u.id: s.steps[u.index] for u in UNITS if s.hex[u.index] >= 0}


def choose(g: Game, rng: random.Random, who: str, verb: str, among: list[str]) -> str:
    """One of them; asked only where there are several, and of the right player."""
    if len(among) == 1:
        return among[0]
    assert g.decision is not None
    assert g.decision.side == who
    assert words(g, verb) == set(among)
    name = rng.choice(sorted(among))
    play(g, f"{verb} {name}")
    return name


# -- 8.2-8.4 armor combat


def hits_of(dice: list[int], flak: list[int]) -> tuple[int, int]:
    """8.13 Hits on vehicles, and on armored cars alone."""
    return dice.count(6) + sum(face >= 5 for face in flak), dice.count(5)


def shoot_at(g: Game, rng: random.Random, men: list[Man], hits: tuple[int, int]) -> list[Man]:
    """8.2, 8.4 The owner names the first loser, the opponent the next; the cars' own hits come first."""
    anything, cars = hits
    lost: list[Man] = []
    left = {man.name: man.steps for man in men if man.kind in VEHICLES}
    while cars or anything:
        alive = [man for man in men if left.get(man.name)]
        if cars:
            able = [man for man in alive if man.kind == "armored car"]
            if not able:
                cars = 0
                continue
        else:
            able = [man for man in alive if man.tank != "Matilda" or anything >= 2]
            if not able:
                break
        who = able[0].side if len(lost) % 2 == 0 else other(able[0].side)
        name = choose(g, rng, who, "hit", [man.name for man in able])
        victim = next(man for man in able if man.name == name)
        if cars:
            cars -= 1
        else:
            anything -= 2 if victim.tank == "Matilda" else 1
        left[name] -= 1
        lost.append(victim)
    return lost


@pytest.mark.rule("gazala1942:8.2a", "gazala1942:8.13a-b", "gazala1942:8.3", "gazala1942:8.4")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_the_losses_of_armor_combat(side: str) -> None:
    lost: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        g = random_field(rng, f"armor {side}")
        if g.phase != "armor":
            continue
        f = literal.take_apart(g)
        target = rng.choice(sorted(words(g, "engage")))
        ours = [m for m in f.men if m.side == side and literal.may_fire(f, m, target)]
        theirs = f.at(target)
        play(g, f"engage {target} all go")
        if g.decision is not None and g.decision.side == side:
            play(g, "done")
        hits = []
        for men, attacking in ((ours, True), (theirs, False)):
            faces: list[list[int]] = []
            for many in literal.dice_of(men, attacking):
                faces.append([rng.choice((1, 3, 5, 6, 6)) for _ in range(many)])
                if many:
                    play(g, "roll " + " ".join(map(str, faces[-1])))
            hits.append(hits_of(*faces))
        before = {man.name: man.steps for man in f.men}
        fallen = shoot_at(g, rng, ours, hits[1]) + shoot_at(g, rng, theirs, hits[0])
        for man in fallen:
            before[man.name] -= 1
            lost[man.kind] += 1
        for whose in (side, other(side)):
            many = sum(man.side == whose and man.nation in MENDED for man in fallen)
            if many:
                assert g.decision is not None
                assert g.decision.rule == "8.3"
                play(g, "roll " + " ".join(["1"] * many))
        assert steps_of(g) == {name: n for name, n in before.items() if n}, seed
    assert min(lost[kind] for kind in VEHICLES) > 10


# -- 9.32-9.34 normal combat


class Toll:
    """9.3 What a side pays, step by step, in a field of plain words."""

    def __init__(
        self, g: Game, rng: random.Random, f: Field, men: list[Man], attacks: bool
    ) -> None:
        self.g, self.rng, self.f, self.men, self.attacks = g, rng, f, men, attacks
        self.side = men[0].side
        self.lost = 0

    @property
    def alive(self) -> list[Man]:
        return [man for man in self.men if man in self.f.men]

    def capacity(self) -> int:
        """9.31 The steps they have; the last of a brigade needs a battalion counter."""
        total = 0
        taken: set[str] = set()
        for man in self.alive:
            unit = COUNTERS[man.name]
            if unit.steps < 3:
                total += man.steps
                continue
            spare = self.spare(man, taken)
            total += man.steps - (not spare)
            taken.add(spare)
        return total

    def spare(self, man: Man, taken: set[str]) -> str:
        """9.31b, 10.6c A battalion off the map for a brigade, its own first."""
        own = next(b for b in BATTALIONS if b.brigade == man.name)
        there = {m.name for m in self.f.men} | taken
        fit = [own, *(b for b in BATTALIONS if b.values == own.values and b is not own)]
        return next((b.id for b in fit if b.id not in there), "")

    def losers(self, first: list[Man], group: list[Man]) -> list[Man]:
        """9.33, 10.11a, 10.7c, 10.85b"""
        group = [man for man in group if man in self.f.men]
        if must := [man for man in first if man in group and not self.lost]:
            return must
        troops = [man for man in group if man.kind != "headquarters"]
        worth = [
            man
            for man in troops
            if (man.armor if self.attacks and man.kind == "flak" else man.strength)
        ]
        return worth or troops or group

    def lose(self, first: list[Man], group: list[Man]) -> list[Man]:
        able = self.losers(first, group)
        if not able:
            return group
        who = self.side
        if "12.4" in self.f.options and self.lost == 1:
            who = other(who)
        name = choose(self.g, self.rng, who, "lose", [man.name for man in able])
        victim = next(man for man in able if man.name == name)
        self.lost += 1
        return self.strike(victim, group)

    def strike(self, man: Man, group: list[Man]) -> list[Man]:
        unit, left = COUNTERS[man.name], man.steps - 1
        if left and not (unit.steps == 3 and left == 1):
            man.steps, man.strength, man.armor = left, unit.strength[left], unit.armor[left]
            return group
        name = self.spare(man, set()) if left else ""
        self.f.men.remove(man)
        if not name:
            return group
        small = COUNTERS[name]
        new = replace(
            man, name=name, size="II", steps=1, strength=small.strength[1], armor=small.armor[1]
        )
        self.f.men.append(new)
        self.men.append(new)
        return [*group, new]

    def farthest(self, man: Man, hexes: int, foes: list[str]) -> int:
        ways = [[man.hex]]
        for done in range(hexes):
            ways = [[*w, h] for w in ways for h in literal.retreats(self.f, man, w, foes)]
            if not ways:
                return done
        return hexes

    def absorbs(self, hits: int, foes: list[str]) -> bool:
        """9.34, 9.43"""
        steps, must, hexes = self.capacity(), ceil(hits / 2), hits // 2
        if hits <= steps or not hits:
            return True
        if steps <= must:
            return False
        far = max(self.farthest(man, hexes, foes) for man in self.alive)
        return steps - must >= hexes - far

    def take(self, hits: int, foes: list[str], first: list[Man]) -> bool:
        """9.32, 9.43 Whether it was paid in steps alone."""
        for _ in range(ceil(hits / 2)):
            self.lose(first, self.alive)
        hexes = hits // 2
        if not hexes or not self.alive:
            return True
        if any(literal.retreats(self.f, man, [man.hex], foes) for man in self.alive):
            if self.capacity() < hexes:
                return False
            assert self.g.decision is not None
            assert self.g.decision.side == self.side
            assert {a.text for a in self.g.legal_actions} == {"retire", "remain"}
            play(self.g, "remain")
        group = self.alive
        for _ in range(hexes):
            group = self.lose([], group)
        return True


def across(f: Field, man: Man, target: str) -> bool:
    """10.7c, 10.85b Whether a unit attacks across mines or into a fortification."""
    line = frozenset((man.hex, target))
    walls = line in f.walls and not literal.outwards(f, man.hex, target)
    return walls or line in f.mines


@pytest.mark.rule("gazala1942:9.32a-b", "gazala1942:9.33", "gazala1942:9.34", "gazala1942:12.4")
@pytest.mark.rule("gazala1942:9.31a-b", "gazala1942:10.7c", "gazala1942:10.85b", "gazala1942:9.43")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_the_losses_of_normal_combat(side: str) -> None:
    paid: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        g = random_field(rng, f"combat {side}")
        if g.phase != "combat":
            continue
        f = literal.take_apart(g)
        target = rng.choice(sorted(words(g, "attack")))
        ours = [m for m in f.men if m.side == side and literal.may_attack(f, m, target)]
        theirs = f.at(target)
        if not literal.column(f, ours, target, COLUMNS):
            continue
        play(g, f"attack {target} all go")
        while g.decision is not None and g.decision.side != "dice":
            play(g, "done" if g.decision.side == side else "none")
        if g.phase != "combat":
            continue
        told = play(g, f"roll {rng.choice((1, 1, 2, 5, 6, 6))}")
        fell = next(e for e in told if e.kind == "result").facts["result"]
        hits = [0 if n == "-" else int(n) for n in str(fell).split("/")]
        origins = sorted({man.hex for man in ours})
        first = [man for man in ours if man.kind == "engineer" and across(f, man, target)]
        attack, defense = Toll(g, rng, f, ours, True), Toll(g, rng, f, theirs, False)
        less = [not defense.absorbs(hits[1], origins), not attack.absorbs(hits[0], [target])]
        hits = [max(n - relief, 0) for n, relief in zip(hits, less, strict=True)]
        whole = attack.take(hits[0], [target], first)
        if whole:
            stand = [h for h in origins if any(m.side == side for m in f.at(h))]
            whole = defense.take(hits[1], stand or origins, [])
        paid["relief"] += any(less)
        paid["attacker"] += attack.lost
        paid["defender"] += defense.lost
        if whole:
            paid["whole"] += 1
            assert steps_of(g) == {man.name: man.steps for man in f.men}, (seed, target, fell)
    assert min(paid[what] for what in ("attacker", "defender", "whole")) > 10, paid
    assert paid["relief"], paid
