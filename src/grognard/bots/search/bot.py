"""The bot: it keeps a plan, has plans compete when a phase is planned, and answers single questions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from ...engine.decision import Ask
from ...engine.game import Game
from ...engine.words import Action, Say
from ..seat import CannotPlay, Choice, Reason
from . import belief, note, value
from .brief import AFRESH, Aim, Brief, Draft, Policy
from .clock import Clock
from .contest import contest
from .levels import Level
from .playout import Candidate, Playouts
from .value import Value

MARGIN, SURE, DOUBT = 0.02, 0.15, 1.5
"""So much more than the plan that is kept must another promise before it replaces it; after one playout;
and so many times the error of the difference."""
ENOUGH = 8
"""So many playouts each rival must have before they are played to the end of the game: a result tells
less than the value of a position that is near."""
EACH = 3
"""So many playouts a plan must have on average: more plans than that could not be told apart."""
FEW = 4
"""Against an enemy who never attacks time is no danger: so many plans, and more if there are enough playouts, are
played to the end of the game from early on, and none of them is favored."""
IMAGINED = 3
"""How many situations are imagined where something is hidden."""


class SearchBot:
    """A level of a game.  ``note`` is all that it remembers; without it, it plans anew."""

    def __init__(self, level: Level, brief_for: Callable[[Any], Brief[Any]]) -> None:
        self.level, self.name = level, level.name
        self._brief_for = brief_for
        self._rules: Any = None
        self._brief: Brief[Any] | None = None
        self.note = ""
        self.called_off: Callable[[], bool] | None = None
        """Asked between playouts: True ends the thought with what is best by then."""
        self.weighed: list[Candidate] = []
        """What competed for the last answer, the best first; none if nothing had to be weighed."""

    def choose(self, game: Game[Any], rng: Random) -> Choice:
        self.weighed = []
        ask = game.decision
        if ask is None:
            raise CannotPlay("", "the game is over")
        if len(ask.actions) == 1:
            return Choice(ask.actions[0], [])
        brief = self.brief(game)
        if _fails(self.level.muddles, rng):
            return Choice(rng.choice(ask.actions), [Reason("", Say("without a thought"))])
        seat = ask.side
        seen = game.seen_by(seat).state
        moment = brief.moment(seen, ask)
        kept = note.read(self.note)
        aims = self.aims(game, seat)
        aim = next((a for a in aims if a.key == kept.aim), aims[0])
        if not moment:
            return self._single(game, ask, brief, aim, rng)
        same = kept.moment == f"{seat} {moment}"
        afresh = kept.moment.startswith(f"{seat} {moment.partition(AFRESH)[0]}{AFRESH}")
        if same or (afresh and brief.draft(seen, ask, aim) is None):
            draft = None if kept.goals is None else Draft(aim, dict(kept.goals), kept.reasons())
            return brief.policy(seat, aim, draft).answer(seen, ask, rng)
        stays = aim if aim.key == kept.aim else None
        told = afresh and stays is not None
        return self._plan(game, ask, brief, moment, [aim] if afresh else aims, stays, rng, told)

    def brief(self, game: Game[Any]) -> Brief[Any]:
        """The brief of the game that is played."""
        if self._brief is None or self._rules is not game.rules:
            self._rules, self._brief = game.rules, self._brief_for(game.rules)
        return self._brief

    def aims(self, game: Game[Any], seat: str) -> list[Aim]:
        """The aims of a seat that the level can think of and that answer what its enemies have done so far."""
        brief, state = self.brief(game), game.seen_by(seat).state
        known = [a for a in brief.aims(state, seat) if a.subtlety <= self.level.imagination]
        deeds = [deed for deeds in self._deeds(game, seat) for deed in deeds]
        return [aim for aim in known if brief.apt(state, seat, aim, deeds)] or known

    def _deeds(self, game: Game[Any], seat: str) -> list[list[Action]]:
        """What each enemy has chosen so far."""
        rules, deeds = game.rules, belief.deeds(game, seat)
        enemies = [s for s in rules.seats if rules.serves(s) != rules.serves(seat)]
        return [deeds.get(s, []) for s in enemies]

    def playouts(
        self, game: Game[Any], seat: str, brief: Brief[Any], rng: Random, ahead: int
    ) -> Playouts | None:
        """Playouts from this moment as the seat may imagine it, so many ticks ahead; None if it cannot."""
        luck = f"{rng.getrandbits(64):x}"
        count = IMAGINED if game.rules.hides else 1
        roots = [belief.imagined(game, seat, brief, rng) for _ in range(count)]
        whole = [root for root in roots if root is not None]
        if not whole:
            return None
        return Playouts(whole, seat, brief, value_of(brief), ahead, luck, belief.deeds(game, seat))

    def _plenty(self, brief: Brief[Any], playouts: int) -> int:
        """So many playouts as the level has, where they are cheap or dear."""
        return round(playouts * brief.plenty * brief.cheap.get(brief.rules.scenario, 1.0))

    def _reach(
        self, brief: Brief[Any], state: Any, count: int, rivals: int, enough: int = ENOUGH
    ) -> tuple[int, int]:
        """How many playouts, and how far: to the end of the game if that leaves each rival enough of them."""
        ahead, left = self.level.horizon * brief.pace, brief.left(state)
        if left is not None and left > ahead and count * ahead // left >= enough * rivals:
            return count * ahead // left, left
        return count, ahead

    def _shy(self, game: Game[Any], seat: str, brief: Brief[Any], state: Any) -> bool:
        """Whether no enemy seems ever to attack."""
        return all(brief.shy(state, deeds) for deeds in self._deeds(game, seat))

    # -- a phase planned whole

    def _plan(
        self,
        game: Game[Any],
        ask: Ask,
        brief: Brief[Any],
        moment: str,
        aims: list[Aim],
        kept: Aim | None,
        rng: Random,
        told: bool,
    ) -> Choice:
        """``told``: the plan has been told in this phase, and only its draft is another now."""
        seen, seat = game.seen_by(ask.side).state, ask.side
        budget, few = self._plenty(brief, self.level.playouts), min(len(aims), FEW)
        count, ahead = self._reach(brief, seen, budget, len(aims))
        long = self._reach(brief, seen, round(budget * brief.calm), few, EACH)
        shy = long[1] > ahead and self._shy(game, seat, brief, seen)
        if shy:
            count, ahead = long
        if _blind(kept or aims[0], ahead, brief.left(seen)):
            aims = [kept or aims[0]]
        aims = aims[: max(few, count // ENOUGH) if shy else max(2, count // EACH)]
        if kept is not None and kept not in aims:
            aims = [*aims, kept]
        order: list[Candidate] = []
        if self.level.playouts and len(aims) > 1:
            found = self.playouts(game, seat, brief, rng, ahead)
            if found is not None:
                drafts = self._drafts(brief, seen, ask, aims, rng)
                stays = kept or aims[0]
                runners = [
                    Candidate(a, d, kept=a is stays) for a, d in zip(aims, drafts, strict=True)
                ]
                clock = Clock(count, self.called_off)
                order = contest(_different(runners), found, clock, self._cross(brief, seen))
        if order:
            order = order if shy else _keep(order)
            best = order[0]
        else:
            aim = kept or aims[0]
            best = Candidate(aim, self._drafts(brief, seen, ask, [aim], rng)[0])
        self.weighed = order
        drafted = note.read(self.note).with_draft(best.draft)
        self.note = str(drafted._replace(aim=best.aim.key, moment=f"{seat} {moment}"))
        first = brief.policy(seat, best.aim, best.draft).answer(seen, ask, rng)
        if told:
            return first
        side = game.rules.serves(seat)
        return Choice(first.order, [*reasons(brief, side, order or [best]), *first.why])

    def _drafts(
        self, brief: Brief[Any], seen: Any, ask: Ask, aims: Iterable[Aim], rng: Random
    ) -> list[Draft | None]:
        """A draft for each aim, without what is overlooked: of many places some are forgotten in all of them."""
        drafts = [brief.draft(seen, ask, aim) for aim in aims]
        share = self.level.overlooks
        if not share:
            return drafts
        places = sorted({h for draft in drafts if draft is not None for h in draft.goals.values()})
        rng.shuffle(places)
        grasped = places[: self.level.grasps]
        others = places[len(grasped) :]
        known = {*grasped, *(h for h in others if not _fails(share, rng))}

        def thought_of(draft: Draft) -> Draft:
            goals = {part: place for part, place in draft.goals.items() if place in known}
            return Draft(draft.aim, goals, draft.why)

        return [None if draft is None else thought_of(draft) for draft in drafts]

    def _cross(
        self, brief: Brief[Any], state: Any
    ) -> Callable[[Candidate, Candidate], Iterable[Candidate]] | None:
        if not self.level.children:
            return None

        def cross(best: Candidate, second: Candidate) -> Iterable[Candidate]:
            """The best draft with one region as the second has it."""
            if best.draft is None or second.draft is None:
                return
            made = 0
            regions = brief.regions(state, best.draft)
            for number, region in enumerate(regions, 1):
                goals, why = dict(best.draft.goals), dict(best.draft.why)
                for part in region:
                    if part in second.draft.goals:
                        goals[part] = second.draft.goals[part]
                    if part in second.draft.why:
                        why[part] = second.draft.why[part]
                if goals != best.draft.goals and made < self.level.children:
                    made += 1
                    say = Say(
                        "{plan}; part {number} of {parts} of the force: {other}",
                        plan=best.say,
                        number=number,
                        parts=len(regions),
                        other=second.say,
                    )
                    yield Candidate(best.aim, Draft(best.aim, goals, why), named=say)

        return cross

    # -- a single question

    def _single(
        self, game: Game[Any], ask: Ask, brief: Brief[Any], aim: Aim, rng: Random
    ) -> Choice:
        seen, seat = game.seen_by(ask.side).state, ask.side
        policy = brief.policy(seat, aim)
        if not self.level.choices and not self.level.slips:
            return policy.answer(seen, ask, rng)
        options = list(brief.options(seen, ask, policy, rng))
        if len(options) < 2:
            return options[0]
        if 2 * len(options) > self.level.grasps and _fails(self.level.slips, rng):
            return rng.choice(options)
        kept, tick = note.read(self.note), brief.tick(seen)
        spent = kept.spent if kept.tick == tick else 0
        left = max(self._plenty(brief, self.level.playouts) - spent, 0)
        count = min(self._plenty(brief, round(self.level.choices * brief.ease)), left)
        budget, ahead = self._reach(brief, seen, count, len(options))
        if budget < 2 or _blind(aim, ahead, brief.left(seen)):
            return options[0]
        found = self.playouts(game, seat, brief, rng, ahead)
        if found is None:
            return options[0]
        runners = [Candidate(aim, answer=option, kept=n == 0) for n, option in enumerate(options)]
        self.note = str(kept._replace(tick=tick, spent=spent + count))
        clock = Clock(budget, self.called_off)
        order = _keep(contest(runners, found, clock))
        self.weighed = order
        best = order[0].answer
        assert best is not None
        return Choice(best.order, [*best.why, *chance_of(order[0])])


class PolicyBot:
    """A quick player alone in a seat, with an aim that is chosen for every turn."""

    def __init__(
        self, name: str, brief: Brief[Any], aim: Callable[[Any, str, Random], Aim]
    ) -> None:
        self.name, self._brief, self._aim = name, brief, aim
        self._now: tuple[int, Policy] | None = None

    def choose(self, game: Game[Any], rng: Random) -> Choice:
        ask = game.decision
        if ask is None:
            raise CannotPlay("", "the game is over")
        if len(ask.actions) == 1:
            return Choice(ask.actions[0], [])
        seen = game.seen_by(ask.side).state
        tick = self._brief.tick(seen)
        if self._now is None or self._now[0] != tick:
            aim = self._aim(seen, ask.side, rng)
            self._now = tick, self._brief.policy(ask.side, aim)
        return self._now[1].answer(seen, ask, rng)


def _fails(share: float, rng: Random) -> bool:
    """Whether a weakness shows this time; one that a level has not takes no chance."""
    return share > 0 and rng.random() < share


def _different(candidates: list[Candidate]) -> list[Candidate]:
    """Those whose drafts differ; of equal ones that which is kept, or the first."""
    found: dict[Any, Candidate] = {}
    for candidate in candidates:
        goals = None if candidate.draft is None else frozenset(candidate.draft.goals.items())
        key = (candidate.aim.key if goals is None else "", goals)
        if key not in found or candidate.kept:
            found[key] = candidate
    return list(found.values())


def _blind(aim: Aim, ahead: int, left: int | None) -> bool:
    """Whether playouts so far ahead do not see what a patient aim is good for."""
    return aim.patient and left is not None and ahead < left


def _keep(order: list[Candidate]) -> list[Candidate]:
    """The plan that is kept stays first unless the best is clearly better."""
    kept = next((c for c in order if c.kept and c.leaves), None)
    if kept is None or kept is order[0] or clearly_better(order[0], kept):
        return order
    return [kept, *(c for c in order if c is not kept)]


def clearly_better(one: Candidate, other: Candidate) -> bool:
    """Whether the first has done better on the same dice by more than a little, and more than by chance."""
    gains = [a.score - b.score for a, b in zip(one.leaves, other.leaves, strict=False)]
    count = len(gains)
    mean = sum(gains) / max(count, 1)
    if count < 2:
        return mean > SURE
    error = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / (count - 1) / count)
    return mean > max(MARGIN, DOUBT * error)


def value_of(brief: Brief[Any]) -> Value:
    """The fitted value of a scenario; the hunches of the brief where nothing is fitted."""
    rules = brief.rules
    if brief.weights is not None:
        path = brief.weights / f"weights-{rules.scenario}.json"
        if path.is_file():
            return value.read(path)
    return value.by_hunch(rules.sides, brief.hunches)


# -- words


def chance_of(candidate: Candidate) -> list[Reason]:
    """What a candidate promises."""
    if not candidate.leaves:
        return []
    score, count = round(100 * candidate.hope), len(candidate.leaves)
    say = Say("expected score {score}%, after one playout", score=score)
    if count > 1:
        say = Say("expected score {score}%, after {count} playouts", score=score, count=count)
    return [Reason("", say)]


def reasons(brief: Brief[Any], side: str, order: list[Candidate]) -> list[Reason]:
    """The plan in a sentence, its chances, the alternative rejected and why."""
    if not order:
        return []
    best = order[0]
    found = [
        Reason("", Say("the plan: {plan}", plan=best.say)),
        *chance_of(best),
    ]
    other = next((c for c in order[1:] if c.leaves and c.aim.key != best.aim.key), None)
    if other is None:
        return found
    facts: dict[str, Any] = {
        "plan": other.say,
        "score": round(100 * other.hope),
    }
    if facts["score"] > round(100 * best.hope):
        say = Say("not clearly better: {plan} ({score}%)", **facts)
        return [*found, Reason("", say)]
    ours, theirs = best.features(), other.features()
    speaks = value_of(brief).weigh({name: ours[name] - theirs[name] for name in ours}, side)
    most = max(speaks, key=lambda name: speaks[name], default="")
    if most and speaks[most] > 0 and most in brief.words:
        say = Say(
            "rejected: {plan} ({score}%); it does worse in this: {feature}",
            feature=brief.words[most],
            **facts,
        )
    else:
        say = Say("rejected: {plan} ({score}%)", **facts)
    return [*found, Reason("", say)]
