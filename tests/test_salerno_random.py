"""Random games of Salerno '43 to the end: every scenario, every combination of options, every invariant.

``GROGNARD_GAMES=500`` plays that many games of Avalanche, a fifth as many campaigns and tournament
starts, instead of the few of an ordinary run.
"""

from __future__ import annotations

import os
import random
from functools import cache
from itertools import combinations

import pytest
from tests.rulebook.salerno43.field import rules, state

import grognard
from grognard import Action, Game, IllegalAction
from grognard.engine.decision import Ask, Event
from grognard.engine.rulebook import Rulebook
from grognard.games.salerno43 import Salerno43
from grognard.games.salerno43.counters import ALLIED, SIDES
from grognard.games.salerno43.situation import DEAD, GONE, GOOD

OPTIONS = tuple(option.id for option in Salerno43.option_list)
COMBINATIONS = [c for n in range(len(OPTIONS) + 1) for c in combinations(OPTIONS, n)]
GAMES = int(os.environ.get("GROGNARD_GAMES", 0))
GAMES_OF = {"avalanche": GAMES or 8, "campaign": GAMES // 5 or 2, "tournament": GAMES // 5 or 1}
CASES = [
    (scenario, options)
    for scenario, games in GAMES_OF.items()
    for options in COMBINATIONS[::-1][:games]
]
PROBES = 0.004
LIMIT = 60_000
BOOK = Rulebook.of("salerno43")


@cache
def cited(rule: str) -> str:
    """The text of a rule; UnknownRule if it is not in the book."""
    return BOOK.text(rule)


def texts(g: Game) -> list[str]:
    return [action.text for action in g.legal_actions]


def question(g: Game) -> tuple[str, str, str, list[str]] | None:
    ask = g.decision
    return (ask.side, ask.kind, ask.rule, texts(g)) if ask else None


def facts(g: Game) -> dict[str, object]:
    """The situation without what is only remembered for speed, or means nothing in this phase."""
    now = state(g)
    idle = {"zocs", "bound", "events"}
    if (now.phase, now.active) != ("movement", ALLIED):
        idle.add("ports_open")
    return {k: v for k, v in vars(now).items() if k not in idle}


class Watch:
    """What must hold from one action to the next, judged without the rules' own helpers."""

    def __init__(self, g: Game) -> None:
        self.g = g
        self.dead: set[int] = set()
        self.dice = state(g).die

    def after(self, events: list[Event]) -> None:
        g, now = self.g, state(self.g)
        assert g.rules.check(now) == []
        assert (g.decision is None) == (g.outcome is not None)
        if g.decision is not None:
            listed = texts(g)
            assert listed, "a decision without an answer"
            assert len(set(listed)) == len(listed)
            assert g.decision.side in SIDES
            assert cited(g.decision.rule)
        for event in events:
            assert cited(event.rule)
            assert str(event)
        assert now.die >= self.dice
        self.dice = now.die
        self.once_dead_always_dead()
        self.markers()
        if g.decision is not None and g.decision.top and g.phase == "recovery":
            self.stacking()

    def once_dead_always_dead(self) -> None:
        """16.5.6, 18.1.3c What is lost for good does not come back."""
        now = state(self.g)
        dead = {u for u, place in enumerate(now.hex) if place == DEAD}
        assert dead >= self.dead
        self.dead = dead

    def markers(self) -> None:
        """13.1, 19.4, 22.3.1 States and tracks stay within their bounds."""
        now, units = state(self.g), rules(self.g).units
        assert all(0 <= points <= 19 for points in now.sp)
        assert 0 <= now.battleships <= 2
        lost = [u for u, place in enumerate(now.hex) if place in (GONE, DEAD)]
        assert all(now.status[u] == GOOD for u in lost)
        marked = now.half | now.oos | now.red | now.fired | now.moved | now.attacked
        assert not [units[u].id for u in lost if marked >> u & 1], "gone, yet marked"

    def stacking(self) -> None:
        """4.4b No hex of the active side is over the limit once its Combat Phase is over."""
        now, units = state(self.g), rules(self.g).units
        for place, group in now.at.items():
            if place >= rules(self.g).tables.size or units[group[0]].side != now.active:
                continue
            tanks = sum(units[u].silhouette for u in group)
            rest = sum(units[u].stacking[now.steps[u]] for u in group if not units[u].silhouette)
            assert rest + max(tanks - 1, 0) <= 6


def probe(g: Game, chance: random.Random) -> None:
    """What must be possible at any moment."""
    position, asked = g.position, question(g)
    twin = g.copy()
    assert (twin.position, question(twin)) == (position, asked)
    assert twin.state == g.state
    again = grognard.load(position, seed=g.seed)
    assert (again.position, question(again)) == (position, asked)
    assert facts(again) == facts(g)
    assert len(position.encode()) < 8192
    from_the_checkpoint(g)
    side = g.side
    assert side is not None
    other = SIDES[1 - SIDES.index(side)]
    action = chance.choice(g.legal_actions)
    with pytest.raises(IllegalAction) as refused:
        g.play(action, side=other)
    assert cited(refused.value.rule)
    listed = list(g.legal_actions)
    for each in chance.sample(listed, min(len(listed), 12)):
        assert g.legal_actions.why_not(each.text) is None, each
    nonsense(g, chance)
    assert (g.position, question(g)) == (position, asked), "a question must not change the game"
    undone(twin, action)
    assert (g.position, question(g)) == (position, asked), "the twin is not independent"


def from_the_checkpoint(g: Game) -> None:
    """The phases are re-entrant: afresh on the state of a checkpoint, the same is asked."""
    base, since = g.checkpoint()
    fresh = base.copy()
    wants = next(g.rules.procedure(fresh))
    if not since:
        assert isinstance(wants, Ask)
        assert g.decision is not None
        assert wants.top
        assert (wants.side, wants.kind, [a.text for a in wants.actions]) == (
            g.side,
            g.decision.kind,
            texts(g),
        )
        assert fresh == base


def undone(twin: Game, action: Action) -> None:
    """A choice taken back leaves everything as it was, but that dice once thrown stay thrown."""
    before, asked = twin.position, question(twin)
    rolls = len(twin.rolls)
    twin.play(action)
    if len(twin.rolls) == rolls:
        assert twin.undo() == action
        assert twin.position == before
    else:
        with pytest.raises(IllegalAction):
            twin.undo()
        thrown = twin.state.die
        assert twin.undo(force=True) == action
        assert twin.state.die == thrown
    assert question(twin) == asked


def nonsense(g: Game, chance: random.Random) -> None:
    """Orders of real words, hardly ever sensible: what is refused changes nothing."""
    units = [unit.id for unit in rules(g).units]
    hexes = [g.rules.board.label(h) for h in g.rules.board.hexes]
    verbs = [*{action.verb for action in g.legal_actions}, "move", "attack", "from", "with", "to"]
    near = [word for action in g.legal_actions for word in action.text.split()]
    odd = ["9999", "N1", "E3", "Reserve", "maf", "16Pz", "XX-NOBODY", "2407-2406", "-", "à"]
    for _ in range(4):
        words = [chance.choice(sorted(verbs))] if chance.random() < 0.8 else []
        for _ in range(chance.randint(0, 3)):
            words.append(chance.choice(chance.choice((units, hexes, odd, near))))
        order = " ".join(words)
        twin = g.copy()
        before, asked, trail = twin.position, question(twin), list(twin.trail)
        why = g.legal_actions.why_not(order)
        if why is None:
            twin.play(order)
            assert len(twin.trail) > len(trail)
            continue
        with pytest.raises(IllegalAction) as refusal:
            twin.play(order)
        assert str(refusal.value) == str(why)
        assert not why.rule or cited(why.rule)
        assert (twin.position, question(twin)) == (before, asked)
        assert list(twin.trail) == trail


def whole_game(scenario: str, options: tuple[str, ...], seed: str, probes: float) -> Game:
    chance = random.Random(seed)
    g = grognard.new("salerno43", seed=seed, scenario=scenario, options=options)
    watch = Watch(g)
    for _ in range(LIMIT):
        if g.decision is None:
            break
        if chance.random() < probes:
            probe(g, chance)
        watch.after(g.play(chance.choice(g.legal_actions)))
    assert g.outcome is not None
    record = g.record
    back = grognard.load(record)
    assert (back.position, back.outcome, back.record) == (g.position, g.outcome, record)
    assert grognard.verify(record) == []
    assert grognard.load(g.position).outcome == g.outcome
    return g


@pytest.mark.parametrize(
    ("scenario", "options"), CASES, ids=lambda c: c if isinstance(c, str) else "+".join(c) or "none"
)
def test_random_games_end_and_every_invariant_holds(
    scenario: str, options: tuple[str, ...]
) -> None:
    first = COMBINATIONS[::-1].index(options)
    for n in range(first, GAMES_OF[scenario], len(COMBINATIONS)):
        g = whole_game(scenario, options, f"{scenario}-{n}", PROBES)
        assert g.turn <= rules(g).turns
        assert g.outcome is not None
        assert cited(g.outcome.rule)


def test_the_same_seed_and_choices_give_the_same_game() -> None:
    a, b = (whole_game("avalanche", OPTIONS, "twice", 0.0) for _ in range(2))
    assert a.record == b.record
    assert whole_game("avalanche", OPTIONS, "thrice", 0.0).record != a.record
