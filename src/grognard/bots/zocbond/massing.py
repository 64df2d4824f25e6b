"""Who could attack what in one movement: the best attacks, each with its units and their places."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from ...games.zocbond import stacking
from ...games.zocbond.assault import Attack
from ...games.zocbond.battle import Battle
from ...hexes import members

Reach = dict[int, tuple[int, list[int]]]
"""Where a unit's move could end: the points spent and the way."""
FORMATIONS = 3
"""How many formations are thought of as the Main Assault Force, the strongest at hand first."""

S = TypeVar("S", bound=Battle[Any])
S_contra = TypeVar("S_contra", bound=Battle[Any], contravariant=True)


class Front(Protocol[S_contra]):
    """The enemy, and what he could do next."""

    @property
    def threat(self) -> Sequence[float]: ...
    def value(self, g: S_contra, pinned: int = 0) -> float: ...


class Look(Protocol[S_contra]):
    """What a side sees at one moment of the game."""

    side: int

    @property
    def front(self) -> Front[S_contra]: ...
    def turns(self, unit: int, place: int) -> float: ...


class Terms(NamedTuple):
    """How a side means to attack."""

    enough: float
    """What an attack must promise before it is made, in strength points."""
    pull: float
    """What a turn's march nearer to the aim is worth."""
    risk: float
    """How much of the danger in which an attack puts the position counts against it."""


class Strike(NamedTuple):
    """An attack, what it promises less its risk, and who goes where for it."""

    value: float
    attack: Attack
    spots: dict[int, int]


class Massing(ABC, Generic[S]):
    """The attacks of one side's movement; the trial position is changed as they are chosen."""

    helpers: ClassVar[int]
    """How many units are thought of in one attack."""
    plenty: ClassVar[int]
    """Strength beyond which more adds nothing."""
    attaches_to_one: ClassVar[bool]
    """Whether a unit can be attached to a Main Assault Force that is no formation."""
    detour: ClassVar[float] = 0.1
    """How much a march away from the aim counts against an attack."""
    each: ClassVar[float] = 0.1
    """What each unit is worth elsewhere."""

    def __init__(
        self,
        look: Look[S],
        terms: Terms,
        g: S,
        trial: S,
        able: Iterable[int],
        reached: dict[int, Reach],
    ) -> None:
        self.eye, self.terms, self.g, self.trial = look, terms, g, trial
        self.side, self.able, self.reach = look.side, able, reached

    # -- what a game says of its own

    @abstractmethod
    def party(self, unit: int) -> tuple[object, ...]:
        """Those alike attack together."""

    @abstractmethod
    def lead(self, able: Sequence[int]) -> list[int]:
        """Who of the units without a formation can be the Main Assault Force."""

    @abstractmethod
    def can_strike(self, unit: int, h: int, target: int) -> bool:
        """Whether a unit can attack the target from a hex."""

    @abstractmethod
    def promise(self, g: S, attack: Attack) -> float:
        """What an attack is worth, less what its support is worth elsewhere."""

    @abstractmethod
    def footing(self, g: S, h: int, target: int) -> float:
        """What the ground of a hex means to who attacks the target from there."""

    @abstractmethod
    def spend(self, attack: Attack) -> bool:
        """The support that the attack will use is no longer there for the next one.

        Whether all other attacks are to be looked at again.
        """

    def danger(self, target: int, spots: dict[int, int]) -> float:
        """What the attackers, and those whom they leave behind, stand to lose more than before.

        The enemy who is attacked will have other things to do.
        """
        after, front = self.trial.copy(), self.eye.front
        _place(after, spots)
        return front.value(self.trial, 1 << target) - front.value(after, 1 << target)

    # -- the attacks

    def attacks(self) -> list[Strike]:
        """The attacks of the movement, the best first; each takes its units and its support."""
        g = self.g
        chosen: list[Strike] = []
        free = {u for u in self.able if g.attack(u) and g.fit(u) is None}
        found: dict[int, Strike | None] = {}
        targets = members(g.occupied[1 - self.side])
        while targets:
            for target in targets:
                if target not in found:
                    found[target] = self.strike(target, self.spots(target, free))
            strikes = [strike for target in targets if (strike := found[target]) is not None]
            best = max(strikes, key=lambda strike: strike.value, default=None)
            if best is None or best.value < self.terms.enough:
                return chosen
            chosen.append(best)
            taken = set(best.spots)
            free -= taken
            target = best.attack.target
            targets.remove(target)
            _place(self.trial, best.spots)
            spent = self.spend(best.attack)
            near = g.game.board.grid.within(target, 2)
            for target in targets:
                old = found.get(target)
                if near >> target & 1 or (old is not None and (spent or taken & set(old.spots))):
                    found.pop(target, None)
        return chosen

    def spots(self, target: int, free: Iterable[int]) -> dict[int, list[int]]:
        """Who can come next to a hex, and where."""
        g = self.g
        near = members(g.game.tables.ground.around[target] & ~g.occupied[1 - self.side])
        found: dict[int, list[int]] = {}
        for u in sorted(free):
            here, ends = g.hex[u], self.reach.get(u, {})
            open_ = [h for h in near if (h == here or h in ends) and self.can_strike(u, h, target)]
            if open_:
                found[u] = open_
        return found

    def strike(self, target: int, spots: dict[int, list[int]]) -> Strike | None:
        """The best attack on a hex with those who can come next to it."""
        g, units = self.g, self.g.game.units.units
        best: Strike | None = None
        for party in sorted({self.party(u) for u in spots}):
            able = [u for u in spots if self.party(u) == party]
            able.sort(key=lambda u: (-g.attack(u), u))
            weight: dict[str, int] = {}
            for u in able:
                name = units[u].formation
                weight[name] = weight.get(name, 0) * bool(name) + g.attack(u)
            for formation in sorted(weight, key=lambda name: (-weight[name], name))[:FORMATIONS]:
                strike = self._mass(target, formation, able, spots)
                if strike is not None and (best is None or strike.value > best.value):
                    best = strike
        return best

    def _mass(
        self, target: int, formation: str, able: list[int], spots: dict[int, list[int]]
    ) -> Strike | None:
        """One formation as the Main Assault Force, a tank attached, others beside it."""
        units, scratch = self.g.game.units.units, self.trial.copy()
        core = [u for u in able if units[u].formation == formation]
        if not formation:
            core = self.lead(core)
        attaches = bool(formation) or self.attaches_to_one
        tanks = [u for u in able if units[u].silhouette and u not in core][:attaches]
        others = [u for u in able if u not in core and u not in tanks]
        where: dict[int, int] = {}
        attached, strength = -1, 0
        best: tuple[float, Attack, dict[int, int]] | None = None
        for u in [*core, *tanks, *others][: self.helpers]:
            h = self._spot(scratch, u, spots[u], target, {where[v] for v in core if v in where})
            if h is None:
                continue
            _place(scratch, {u: h})
            if target not in scratch.at:
                return None  # who is lost with a place that is taken on the way
            where[u] = h
            maf = [v for v in core if v in where]
            if u in tanks and any(where[v] == h for v in maf):
                attached = u
            if not maf:
                continue
            full = (*maf, attached) if attached >= 0 else tuple(maf)
            attack = Attack(target, tuple(where), full, attached, attaches)
            value = self.promise(scratch, attack) - self.each * len(where)
            if best is None or value > best[0]:
                best = value, attack, dict(where)
            strength += scratch.attack(u)
            if strength > self.plenty:
                break
        if best is None or best[0] < self.terms.enough:
            return None
        value, attack, where = best
        value -= self.terms.risk * self.danger(target, where) + self._detour(where)
        return Strike(value, attack, where)

    def _detour(self, spots: dict[int, int]) -> float:
        """What the march of an attack away from what its units are to reach costs."""
        turns, hexes = self.eye.turns, self.g.hex
        away = sum(turns(u, h) - turns(u, hexes[u]) for u, h in spots.items())
        return self.detour * self.terms.pull * max(away, 0.0)

    def _spot(
        self, scratch: S, unit: int, spots: list[int], target: int, core: Collection[int]
    ) -> int | None:
        """Where a unit attacks from: with its division, on good ground, where no enemy threatens."""
        threat, here = self.eye.front.threat, self.g.hex[unit]

        def merit(h: int) -> float:
            score = self.footing(scratch, h, target) + 0.6 * (h in core)
            return score + 0.4 * (h == here) - 0.02 * threat[h]

        for h in sorted(spots, key=lambda h: (-merit(h), h)):
            there = [u for u in scratch.group(h) if u != unit]
            if not stacking.over(scratch, [*there, unit]):
                return h
        return None


def _place(g: Battle[Any], spots: dict[int, int]) -> None:
    """Units stand where they attack from."""
    for u, h in spots.items():
        if g.hex[u] != h:
            g.put(u, h)
