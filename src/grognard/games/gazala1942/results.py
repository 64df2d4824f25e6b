"""9.3 What a result costs: steps, and hexes of retreat or further steps; the attacker first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...engine.decision import Ask, Asking
from ...engine.words import IllegalAction, Say
from . import odds, retreat, shifts, strength
from .actions import refusing
from .counters import SIDE_NAMES, SIDES, WHOLE
from .declaring import Attack, about
from .situation import GONE, NOBODY, SPARE, Situation


class Fate(NamedTuple):
    """What a combat did to the defender and the attacker, as far as an advance needs it."""

    length: int
    """9.51 The hexes that the defender retreated, or that the eliminated still owed."""
    paths: tuple[tuple[int, ...], ...]
    """9.54 The ways that the defenders went, from the hex attacked."""
    driven: int
    """9.5 The attackers that had to retreat, as bits."""
    attackers: tuple[int, ...]
    """12.2 The attackers that are left, battalions in place of brigades (9.31)."""


def apply(
    g: Situation,
    attack: Attack,
    origins: Sequence[int],
    defenders: Sequence[int],
    hits: tuple[int, int],
) -> Asking[Fate]:
    """9.25, 9.34, 9.4 Both results, the attacker's first."""
    ours, theirs = hits
    if theirs and not absorbs(g, defenders, theirs, origins):
        ours = _less(g, ours, g.active)
    if hits[0] and not absorbs(g, attack.units, hits[0], (attack.target,)):
        theirs = _less(g, theirs, g.enemy)
    first = shifts.sappers(g, attack)
    mined = shifts.sappers(g, attack, "10.85b")
    force = Force(g, attack.units, (attack.target,), first, "10.85b" if mined else "10.7c")
    yield from force.take(ours)
    driven = sum(1 << u for u in force.retreated)
    standing = [h for h in origins if g.occupied[g.active] >> h & 1]
    foe = Force(g, defenders, standing or origins)
    yield from foe.take(theirs)
    return Fate(foe.length, tuple(foe.paths), driven, tuple(force.units))


def _less(g: Situation, hits: int, side: int) -> int:
    """9.34 The other side could not take all its losses: one hit less."""
    if hits:
        g.tell(
            "relief",
            "9.34",
            "the enemy cannot take all its losses: one fewer {side} hit",
            side=SIDE_NAMES[side],
        )
    return max(hits - 1, 0)


def capacity(g: Situation, group: Sequence[int]) -> int:
    """9.31 The steps that a group can lose, third-step battalions included while counters last."""
    total, spare = 0, dict[frozenset[int], int]()
    for u in group:
        unit = g.game.units[u]
        if unit.steps < WHOLE:
            total += g.steps[u]
            continue
        kind = frozenset(g.game.fitting[u])
        if kind not in spare:
            spare[kind] = sum(g.hex[b] in (SPARE, GONE) for b in kind)
        total += g.steps[u] - 1
        if spare[kind] > 0:
            spare[kind] -= 1
            total += 1
    return total


def absorbs(g: Situation, group: Sequence[int], hits: int, foes: Sequence[int]) -> bool:
    """9.34, 9.43 Whether a group can take all its hits, as steps or by a retreat."""
    steps, must = capacity(g, group), odds.must_lose(hits)
    if hits <= steps:
        return True
    if steps <= must:
        return False
    hexes = odds.must_retreat(hits)
    far = max(retreat.farthest(g, u, hexes, foes) for u in group)
    return steps - must >= hexes - far


class Force:
    """9.32-9.34 The units of one side in a combat while they take their result."""

    def __init__(
        self,
        g: Situation,
        units: Sequence[int],
        foes: Sequence[int],
        first: Sequence[int] = (),
        first_rule: str = "",
    ) -> None:
        self.g, self.units, self.foes = g, list(units), tuple(foes)
        self.side = g.game.units[units[0]].side
        self.first = list(first)
        """10.7c, 10.85b Engineers that must take the first loss, and by which rule."""
        self.first_rule = first_rule
        self.lost = 0
        self.chose = False
        """9.32b Whether the owner was asked to retreat or to stand."""
        self.retreated: list[int] = []
        self.paths: list[tuple[int, ...]] = []
        self.length = 0

    @property
    def left(self) -> list[int]:
        return [u for u in self.units if self.g.hex[u] >= 0]

    def take(self, hits: int) -> Asking[None]:
        """9.32 Half of the hits as steps; the rest as a retreat, or as steps to remain."""
        hexes = odds.must_retreat(hits)
        for _ in range(odds.must_lose(hits)):
            yield from self.lose_one("9.32a")
        if not hexes:
            return
        if not self.left:
            self.length = hexes
            return
        if (yield from self._retreats(hexes)):
            yield from retreat.retreat(self, hexes)
            return
        yield from self.stand(hexes, self.left, "9.32b" if self.chose else "9.43")

    def stand(self, hexes: int, group: Sequence[int], rule: str = "9.43") -> Asking[None]:
        """9.32b, 9.43 Steps in place of the hexes that are not retreated."""
        alive = list(group)
        for done in range(hexes):
            if not alive:
                self.length = max(self.length, hexes - done)
                return
            alive = yield from self.lose_one(rule, alive)

    def _retreats(self, hexes: int) -> Asking[bool]:
        """9.32b One or the other, not a mix; what cannot be done is not offered."""
        g, group = self.g, self.left
        way_out = any(
            retreat.open_hexes(g, u, (g.hex[u],), self.foes) or retreat.fits_smaller(g, u)
            for u in group
        )
        if not way_out:
            return False
        if capacity(g, group) < hexes:
            return True
        orders = g.game.orders.plain
        self.chose = True
        choice = yield Ask(
            SIDES[self.side],
            "retreat or stand",
            "9.32b",
            Say("retreat a hex, or lose another step?")
            if hexes == 1
            else Say("retreat {hexes} hexes, or lose as many steps more?", hexes=hexes),
            [orders["retire"], orders["remain"]],
            about=about(g, group, sorted({g.hex[u] for u in group})),
            outcome=lambda a: self._said(hexes, retires=a is orders["retire"]),
        )
        return bool(choice.verb == "retire")

    def _said(self, hexes: int, *, retires: bool) -> list[Say]:
        """9.32b, 9.43 What each of the two costs."""
        g, group = self.g, self.left
        if not retires:
            left = capacity(g, group) - hexes
            return [Say("steps lost: {lost}; left: {left}", lost=hexes, left=left)]
        short = [u for u in group if retreat.farthest(g, u, hexes, self.foes) < hexes]
        if not short:
            return [Say("all can go; no further step is lost")]
        names = ", ".join(g.game.units[u].id for u in short)
        return [
            Say("cannot go so far, and loses a step for each hex it owes: {units}", units=names)
        ]

    def lose_one(self, rule: str, group: Sequence[int] | None = None) -> Asking[list[int]]:
        """9.32a, 9.33 One unit of the group loses a step: its owner's choice but for 12.4."""
        g = self.g
        there = [u for u in (self.left if group is None else group) if g.hex[u] >= 0]
        if not there:
            return []
        able = self.losers(there)
        chooser = self.side
        if "12.4" in g.game.options and self.lost == 1:
            chooser, rule = 1 - self.side, "12.4"
        u = able[0]
        if u in self.first:
            rule = self.first_rule
        if len(able) > 1:
            choice = yield Ask(
                SIDES[chooser],
                "lose",
                rule,
                Say("which {side} unit loses a step?", side=SIDE_NAMES[self.side]),
                [g.game.orders.unit["lose"][v] for v in able],
                refuse=refusing("lose", lambda word: self.refuse_loss(there, word)),
                outcome=lambda a: [g.loss_said(a.value)],
                about=about(g, there, sorted({g.hex[v] for v in there})),
            )
            u = choice.value
        return self._strike(u, rule, there)

    def _strike(self, u: int, rule: str, group: list[int]) -> list[int]:
        """9.31 The unit loses a step; a battalion that takes its place stands in for it."""
        g = self.g
        now = g.lose_step(u, rule)
        self.lost += 1
        self.first = []
        if now == u:
            return group
        fresh = [] if now == NOBODY else [now]
        at = self.units.index(u)
        self.units[at : at + 1] = fresh
        if u in self.retreated:
            self.retreated += fresh
        return [v for v in group if v != u] + fresh

    def pay(self, u: int, rule: str = "12.3") -> int:
        """9.42, 12.3 A step more on the way; gives the unit that is left, or NOBODY."""
        group = self._strike(u, rule, [u])
        return group[0] if group else NOBODY

    def losers(self, there: Sequence[int]) -> list[int]:
        """9.33, 10.11a, 10.7c Who may lose a step: those with strength, engineers first, HQs last."""
        g = self.g
        first = [u for u in self.first if u in there]
        if first:
            return first
        troops = [u for u in there if not g.game.units[u].hq]
        able = [u for u in troops if self._strength(u)]
        return able or troops or list(there)

    def _strength(self, u: int) -> int:
        """9.33 Its attack strength if it attacks, its defence strength if it defends."""
        g, unit = self.g, self.g.game.units[u]
        if self.side == g.active and unit.type == strength.FLAK:
            return unit.armor[g.steps[u]]
        return unit.strength[g.steps[u]]

    def refuse_loss(self, there: Sequence[int], word: str) -> IllegalAction | None:
        """9.33 Why a unit may not take the loss."""
        unit = self.g.game.units.find(word)
        if unit is None:
            return None
        if unit.index not in there:
            return IllegalAction("9.33", "{unit} takes no part in this combat", unit=unit.id)
        if any(u in there for u in self.first):
            return IllegalAction(self.first_rule, "the engineers take the first loss")
        if unit.hq:
            return IllegalAction("10.11a", "the HQ {unit} is lost last", unit=unit.id)
        return IllegalAction("9.33", "{unit} has no strength here", unit=unit.id)
