"""What a game tells the search about itself: its aims, a quick player, and how a position is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from ...engine.decision import Ask
from ...engine.ruleset import Ruleset
from ...engine.state import State
from ...engine.words import Action, Say
from ..seat import Choice, Reason
from .levels import Level

S = TypeVar("S", bound=State)
AFRESH = "|"
"""Parts a moment from the circumstances that a draft counts on."""


@dataclass(frozen=True)
class Aim:
    """What a side means to do: an operational objective, or only a posture.

    ``key`` names it in plain words and stays the same from turn to turn, so that a plan can be kept;
    ``say`` is the plan in a sentence.  A game derives its own with the figures that its quick
    player needs: what is to be taken or held by when, by whom, along which road, and how boldly.
    """

    key: str
    say: Say
    subtlety: int = field(default=0, kw_only=True)
    """0 for what anybody would think of; a level knows no aim that is subtler than its imagination (1 to 3)."""
    patient: bool = field(default=False, kw_only=True)
    """It bears fruit only at the end of the game: it is not weighed by playouts that do not go so far."""


@dataclass(frozen=True)
class Draft:
    """A whole phase thought out in pursuit of an aim: for each part of the force, where it goes.

    What a part and a place are is the game's affair: units and hexes as a rule.  A part that is
    not named stays as it is.
    """

    aim: Aim
    goals: Mapping[int, int]
    why: Mapping[int, Reason] = field(default_factory=dict)


class Policy(Protocol):
    """A quick player: it answers every decision of its seat in pursuit of an aim."""

    def answer(self, state: Any, ask: Ask, rng: Random) -> Choice: ...


class Brief(ABC, Generic[S]):
    """The page that a game writes for its bots.  Only the methods marked so must be written.

    It is made once for a ruleset and may keep tables; it must not keep what depends on a game.
    """

    weights: ClassVar[Path | None] = None
    """The folder of the files that ``grognard train`` writes, ``weights-<scenario>.json``."""
    hunches: ClassVar[Mapping[str, float]] = {}
    """By feature: what it counts for the first side as long as nothing has been fitted."""
    words: ClassVar[Mapping[str, Say]] = {}
    """By feature: what it is called in a reason."""

    frailties: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """By level: how much it ``overlooks``, how often it ``slips`` and ``muddles``, where the shares of all games make no difference that can be felt in this one."""

    plenty: ClassVar[float] = 1.0
    """How many times more playouts a level may have than it names, where a playout is cheap."""
    cheap: ClassVar[Mapping[str, float]] = {}
    """By scenario: how many times more of them again, where it is a small one."""
    ease: ClassVar[float] = 1.0
    """The same once more for a single question, where its playouts are shorter than those of a phase."""
    calm: ClassVar[float] = 1.0
    """How many times more playouts a phase may have against an enemy who never attacks, where that takes no more time than there is."""
    pace: ClassVar[int] = 1
    """How often the clock of the horizon ticks in a turn."""

    @classmethod
    def weakened(cls, level: Level) -> Level:
        """A level as it is in this game."""
        return level._replace(**cls.frailties.get(level.name, {}))

    def __init__(self, rules: Ruleset[S]) -> None:
        self.rules = rules

    # -- what must be written

    @abstractmethod
    def aims(self, state: S, seat: str) -> Sequence[Aim]:
        """The aims that compete for a seat now, one of them without any subtlety.

        Of those that a level knows and that answer the enemy the first is what it does without weighing.  An aim that is out of the question is not listed: that refutes a plan that was kept.
        """

    @abstractmethod
    def policy(self, seat: str, aim: Aim, draft: Draft | None = None) -> Policy:
        """A quick player with this aim, who carries out the draft first if there is one.

        Made for every playout, so it must be cheap; the tables are the brief's.
        """

    @abstractmethod
    def features(self, state: S) -> Mapping[str, float]:
        """A position in a dozen readable numbers of about the size of 1, always the same names."""

    # -- what may be written

    def postures(self, state: S, seat: str) -> Sequence[Aim]:
        """What this seat may be up to, as its enemy reckons: as expected, bold, cautious."""
        return self.aims(state, seat)[:3]

    def shy(self, state: S, deeds: Sequence[Action]) -> bool:
        """Whether an enemy who has chosen all this so far seems to be one who never attacks.

        Then the playouts reckon mostly with the passive aim.
        """
        return False

    def apt(self, state: S, seat: str, aim: Aim, deeds: Sequence[Action]) -> bool:
        """Whether an aim of this seat is an answer to enemies who have chosen all this so far; one that is not is not weighed."""
        return True

    def moment(self, state: S, ask: Ask) -> str:
        """The phase that a question belongs to if it is planned whole, the same words throughout the
        phase; '' for a question that is answered alone.

        After ``AFRESH`` it may tell what the draft counts on: when that changes in the phase, the plan is
        drafted afresh, and not weighed again.
        """
        return ""

    def draft(self, state: S, ask: Ask, aim: Aim) -> Draft | None:
        """The whole phase in pursuit of an aim; None if the policy answers question by question."""
        return None

    def regions(self, state: S, draft: Draft) -> Sequence[Collection[int]]:
        """The parts of a draft that can be exchanged for those of another: sectors of the front."""
        return ()

    def options(self, state: S, ask: Ask, policy: Policy, rng: Random) -> Sequence[Choice]:
        """The answers to a single question that are worth a playout, the policy's own first."""
        return [policy.answer(state, ask, rng)]

    def tick(self, state: S) -> int:
        """The clock of the horizon: it goes up by 1 with every turn, player turn or impulse."""
        return state.turn

    def left(self, state: S) -> int | None:
        """How many ticks the game has left at most; None if nobody knows.

        Where the budget allows it the last turns are played out to the end, and no value is needed.
        """
        return None

    def imagine(self, seen: S, seat: str, rng: Random) -> S:
        """A whole situation that this seat may have before it, from what it sees (``Ruleset.seen``).

        A game without secrets has nothing to imagine.
        """
        return seen.copy()

    # -- what training and measuring may ask

    def handicap(self, state: S, rng: Random) -> None:
        """Weaken one side at random, on the state itself: a value learns most from uneven games."""

    def passive(self, state: S, seat: str) -> Aim | None:
        """An aim that never attacks, as a gauge and for a shy enemy; None if the game has none."""
        return None
