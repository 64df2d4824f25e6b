"""A movement planned whole: its paper, and the reasons of units that attack or hold a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from ...engine.words import Say
from ...games.zocbond.battle import Battle
from ..seat import Reason
from .massing import Strike


@dataclass
class Plan:
    """A movement: where units are to go, in this order, and why."""

    moment: tuple[object, ...]
    goals: dict[int, int] = field(default_factory=dict)
    why: dict[int, Reason] = field(default_factory=dict)
    targets: list[int] = field(default_factory=list)


class Cites(NamedTuple):
    """The rules behind the reasons of a movement."""

    attack: str
    prize: str
    guard: str
    bond: str
    march: str


class Front(Protocol):
    """The enemy, and what must not be lost to him."""

    @property
    def threat(self) -> Sequence[float]: ...
    @property
    def keys(self) -> Mapping[int, float]: ...


S = TypeVar("S", bound=Battle[Any])
S_contra = TypeVar("S_contra", bound=Battle[Any], contravariant=True)


class Look(Protocol[S_contra]):
    """What a side sees at one moment of the game."""

    side: int

    @property
    def front(self) -> Front: ...
    def turns(self, unit: int, place: int) -> float: ...
    def prize(self, g: S_contra, h: int) -> float: ...


class Reasons(Generic[S]):
    """Why units go where they go."""

    cites: ClassVar[Cites]

    def __init__(self, look: Look[S], g: S) -> None:
        self.eye, self.g = look, g
        self.trial = g.copy()
        """The position after the movement, as far as it is planned."""

    def set_out(self, plan: Plan, strikes: Iterable[Strike]) -> None:
        """Who goes where to attack."""
        g = self.g
        for strike in strikes:
            plan.targets.append(strike.attack.target)
            for u, h in strike.spots.items():
                plan.goals[u] = h
                if h == g.hex[u]:
                    continue
                facts = {"unit": g.id(u), "hex": g.word(h), "foe": g.word(strike.attack.target)}
                why = Say("{unit} goes to {hex} to attack {foe}", **facts)
                plan.why[u] = Reason(self.cites.attack, why)

    def reason(self, unit: int, h: int) -> Reason:
        """Why a unit that does not attack goes to a hex."""
        g, look = self.g, self.eye
        facts = {"unit": g.id(unit), "hex": g.word(h)}
        if look.prize(g, h):
            say = Say("{unit} takes {hex}, which counts for victory", **facts)
            return Reason(self.cites.prize, say)
        if h in look.front.keys:
            return Reason(self.cites.guard, Say("{unit} guards {hex}", **facts))
        if self._bonded(h):
            return Reason(self.cites.bond, Say("{unit} closes the line in {hex}", **facts))
        if look.turns(unit, h) > look.turns(unit, g.hex[unit]):
            return Reason("", Say("{unit} falls back to {hex}", **facts))
        return Reason(self.cites.march, Say("{unit} moves up to {hex}", **facts))

    def _bonded(self, h: int) -> bool:
        """Whether a hex in danger is two hexes from a friend with whom a bond can be formed."""
        rules, side = self.g.game, self.eye.side
        if h >= rules.tables.size or not self.eye.front.threat[h]:
            return False
        friends = self.trial.any_bond[side] & ~(1 << h)
        return bool(rules.board.grid.within(h, 2) & ~rules.tables.ground.around[h] & friends)
