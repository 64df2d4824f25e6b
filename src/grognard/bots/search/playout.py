"""Playouts: quick players carry a game on from an imagined moment to the horizon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from ...engine.game import Game
from ...engine.words import Action, Say
from ..seat import Choice
from .brief import Aim, Brief, Draft, Policy
from .value import Value, settled

LONGEST = 4000
"""So many decisions at most in a playout: a quick player who turns in circles is no use."""
NEARLY = 0.1
"""How much it counts at the end of a game how nearly it was another: among draws the better one is chosen."""
WORST = 0.25
"""How much the posture of the enemy that hurts most counts beside the average of all."""


class Leaf(NamedTuple):
    """The end of a playout: what it counts for the plan, the features of the position, the score hoped for."""

    score: float
    features: Mapping[str, float]
    hope: float = 0.0


@dataclass
class Candidate:
    """A plan or an answer that competes, and how its playouts ended."""

    aim: Aim
    draft: Draft | None = None
    answer: Choice | None = None
    """The answer to a single question."""
    named: Say | None = None
    """What it is called, if the sentence of its aim is another's."""
    kept: bool = False
    """The plan of the turn before, or what needs no imagination: it stays in the contest to the end."""
    leaves: list[Leaf] = field(default_factory=list)
    begun: list[Game[Any]] = field(default_factory=list)
    """The imagined games with the draft carried out, as far as that needs no dice."""

    @property
    def say(self) -> Say:
        """The plan or the answer in a sentence; no two that compete have the same."""
        if self.answer is not None:
            return Say("{order}", order=str(self.answer.order))
        return self.named or self.aim.say

    def score(self, postures: int) -> float:
        """The average, and a quarter of the worst that a posture of the enemy makes of it."""
        scores = [leaf.score for leaf in self.leaves]
        if not scores:
            return 0.0
        mean = sum(scores) / len(scores)
        if len(scores) < 2 * postures:
            return mean
        by_posture = [scores[n::postures] for n in range(postures)]
        worst = min(sum(found) / len(found) for found in by_posture)
        return (1 - WORST) * mean + WORST * worst

    @property
    def hope(self) -> float:
        """The score that its playouts let hope for on average: 1 a win, a half a draw."""
        return sum(leaf.hope for leaf in self.leaves) / max(len(self.leaves), 1)

    def features(self) -> dict[str, float]:
        """The features at the ends of its playouts, on average."""
        if not self.leaves:
            return {}
        count = len(self.leaves)
        return {
            name: sum(leaf.features[name] for leaf in self.leaves) / count
            for name in self.leaves[0].features
        }


class Playouts:
    """All playouts from one moment, for one seat."""

    def __init__(
        self,
        roots: Sequence[Game[Any]],
        seat: str,
        brief: Brief[Any],
        value: Value,
        ahead: int,
        luck: str,
        deeds: Mapping[str, Sequence[Action]] | None = None,
    ) -> None:
        """``deeds`` are what each enemy has chosen so far, as far as the seat knows it."""
        self.roots, self.seat, self.brief, self.value = roots, seat, brief, value
        self.deeds = deeds or {}
        self.luck = luck
        rules, state = roots[0].rules, roots[0].state
        self.side = rules.serves(seat)
        self.enemies = [s for s in rules.seats if rules.serves(s) != self.side]
        self.friends = [s for s in rules.seats if rules.serves(s) == self.side]
        self.end = brief.tick(state) + ahead
        self.postures: Sequence[Mapping[str, Aim]] = self._postures(state)

    def _postures(self, state: Any) -> list[Mapping[str, Aim]]:
        """What the enemies may be up to: the first posture of each, the second of each ..."""
        by_seat = {s: self._expected(state, s) for s in self.enemies}
        count = max((len(found) for found in by_seat.values()), default=0)
        return [{s: f[min(n, len(f) - 1)] for s, f in by_seat.items()} for n in range(count)] or [
            {}
        ]

    def _expected(self, state: Any, enemy: str) -> Sequence[Aim]:
        """The postures of one enemy; of one who is shy three of four are passive."""
        found = self.brief.postures(state, enemy)
        passive = self.brief.passive(state, enemy)
        if passive is not None and self.brief.shy(state, self.deeds.get(enemy, ())):
            return passive, passive, found[0], passive
        return found

    def play(self, number: int, candidate: Candidate) -> Leaf:
        """Playout ``number``: the same dice, the same enemy and the same secrets for all candidates."""
        brief, aim = self.brief, candidate.aim
        posture = self.postures[number % len(self.postures)]
        game, draft = self._begun(number % len(self.roots), candidate)
        seed = f"{self.luck} {number}"
        game.take_seed(seed)
        rng = Random(seed)
        policies: dict[str, Policy] = {s: brief.policy(s, a) for s, a in posture.items()}
        policies |= {s: brief.policy(s, aim) for s in self.friends}
        policies[self.seat] = brief.policy(self.seat, aim, draft)
        if candidate.answer is not None:
            game.play(candidate.answer.order)
        for _ in range(LONGEST):
            ask = game.decision
            if ask is None or brief.tick(game.state) >= self.end:
                break
            if len(ask.actions) == 1:
                game.play(ask.actions[0])
            else:
                game.play(policies[ask.side].answer(game.state, ask, rng).order)
        features = brief.features(game.state)
        outcome = game.outcome
        if outcome is not None:
            result = settled(outcome, self.side)
            near = self.value.promise(features, self.side)
            return Leaf((1 - NEARLY) * result + NEARLY * near, features, result)
        value = self.value
        return Leaf(value.promise(features, self.side), features, value.score(features, self.side))

    def _begun(self, root: int, candidate: Candidate) -> tuple[Game[Any], Draft | None]:
        """The game after the draft, which is carried out once; the draft if it is not yet finished."""
        if candidate.draft is None:
            return self.roots[root].copy(), None
        while len(candidate.begun) <= root:
            candidate.begun.append(self._carried_out(self.roots[len(candidate.begun)], candidate))
        game = candidate.begun[root].copy()
        ask = game.decision
        going_on = ask is not None and self.brief.moment(game.state, ask) == self._moment(root)
        return game, candidate.draft if going_on else None

    def _moment(self, root: int) -> str:
        game = self.roots[root]
        assert game.decision is not None
        return self.brief.moment(game.state, game.decision)

    def _carried_out(self, root: Game[Any], candidate: Candidate) -> Game[Any]:
        game, rng = root.copy(), Random(self.luck)
        policy = self.brief.policy(self.seat, candidate.aim, candidate.draft)
        moment = self._moment(self.roots.index(root))
        for _ in range(LONGEST):
            ask = game.decision
            if ask is None or ask.side != self.seat:
                break
            if self.brief.moment(game.state, ask) not in ("", moment):
                break
            if ask.top and not self.brief.moment(game.state, ask):
                break
            game.play(policy.answer(game.state, ask, rng).order)
        return game
