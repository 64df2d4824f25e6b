"""Random games to the end under every combination of options, all invariants checked at every action.

``GROGNARD_GAMES=1000`` plays that many games instead of the few of an ordinary run.
"""

from __future__ import annotations

import os
import random
from itertools import combinations

import pytest
from tests.rulebook.anzio.tabletop import counters

import grognard
from grognard import Action, Game, IllegalAction
from grognard.engine.decision import Ask, Event
from grognard.games.anzio import Anzio

OPTIONS = tuple(option.id for option in Anzio.option_list)
COMBINATIONS = [c for n in range(len(OPTIONS) + 1) for c in combinations(OPTIONS, n)]
GAMES = int(os.environ.get("GROGNARD_GAMES", 2 * len(COMBINATIONS)))
LIMIT = 20_000


def texts(g: Game) -> list[str]:
    return [action.text for action in g.legal_actions]


def question(g: Game) -> tuple[str, str, str, list[str]] | None:
    ask = g.decision
    return (ask.side, ask.kind, ask.rule, texts(g)) if ask else None


class Watch:
    """What must hold from one action to the next, judged without the rules' own helpers."""

    def __init__(self, g: Game) -> None:
        self.g = g
        self.steps = list(g.state.steps)
        self.crowds: set[frozenset[int]] = set()
        self.dice = g.state.die

    def after(self, events: list[Event]) -> None:
        g, state = self.g, self.g.state
        assert g.rules.check(state) == []
        assert (g.decision is None) == (g.outcome is not None)
        if g.decision is not None:
            listed = texts(g)
            assert listed, "a decision without an answer"
            assert len(set(listed)) == len(listed)
            assert all(action in g.legal_actions for action in g.legal_actions)
        for event in events:
            assert g.rules.rulebook.text(event.rule)
            assert str(event)
        assert all(now <= before for now, before in zip(state.steps, self.steps, strict=True))
        assert state.die >= self.dice
        self.steps, self.dice = list(state.steps), state.die
        self.stacking()

    def stacking(self) -> None:
        """5.0 Nobody stacks against the rule but those who entered there and have not got away."""
        g, state = self.g, self.g.state
        units = counters(g)
        for group in state.at.values():
            if any(state.entered >> u & 1 for u in group):
                self.crowds.add(frozenset(group))
            stacked = [u for u in group if u != state.mover]
            if len(stacked) > 2 or not all(
                friends(units[a], units[b]) for a in stacked for b in stacked if a < b
            ):
                assert any(crowd.issuperset(stacked) for crowd in self.crowds)


def friends(a, b) -> bool:
    """5.0b-d"""
    if a.red_star or b.red_star:
        return True
    return a.nationality == b.nationality and (
        not a.formation or not b.formation or a.formation == b.formation
    )


def probe(g: Game, chance: random.Random) -> None:
    """What must be possible at any moment."""
    position, asked = g.position, question(g)
    twin = g.copy()
    assert (twin.position, question(twin)) == (position, asked)
    assert twin.state == g.state
    again = grognard.load(position, seed=g.seed)
    assert (again.position, question(again)) == (position, asked)
    assert len(position.encode()) < 4096
    from_the_checkpoint(g)
    action = chance.choice(g.legal_actions)
    assert action.text in g.legal_actions
    other = next(side for side in g.rules.sides if side != g.side)
    with pytest.raises(IllegalAction) as refused:
        g.play(action, side=other)
    assert g.rules.rulebook.text(refused.value.rule)
    assert g.position == position
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


def whole_game(options: tuple[str, ...], seed: str, probes: float) -> Game:
    chance = random.Random(seed)
    g = grognard.new("anzio", seed=seed, options=options)
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


@pytest.mark.parametrize("options", COMBINATIONS, ids=lambda c: "+".join(c) or "none")
def test_random_games_end_and_every_invariant_holds(options: tuple[str, ...]) -> None:
    first = COMBINATIONS.index(options)
    for n in range(first, GAMES, len(COMBINATIONS)):
        g = whole_game(options, f"random-{n}", 0.02)
        assert g.turn <= 12
        assert g.rules.rulebook.text(g.outcome.rule)  # type: ignore[union-attr]


def test_the_same_seed_and_choices_give_the_same_game() -> None:
    a, b = (whole_game(("6.2", "10.5"), "twice", 0.0) for _ in range(2))
    assert a.record == b.record
    assert whole_game(("6.2", "10.5"), "thrice", 0.0).record != a.record


def nonsense(g: Game, chance: random.Random) -> str:
    """An order of real verbs, units, hexes and numbers, hardly ever a sensible one."""
    verbs = [
        *sorted({action.verb for action in g.legal_actions}),
        *["move", "attack", "from", "support"],
    ]
    units = [unit.id for unit in counters(g)]
    hexes = [g.rules.board.label(h) for h in g.rules.board.hexes]
    odd = ["", "9999", "0000", "1010-0908", "AL-NOBODY", "0", "-", "+", "move move", "à"]
    near = [w for a in g.legal_actions for w in a.text.split()]
    words = [chance.choice(verbs)] if chance.random() < 0.8 else []
    for _ in range(chance.randint(0, 3)):
        words.append(chance.choice(chance.choice((units, hexes, odd, near))))
    return " ".join(words)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_not_legal_is_refused_and_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    g = grognard.new("anzio", seed=seed, options=chance.choice(COMBINATIONS))
    refused = accepted = 0
    while g.decision is not None:
        if chance.random() < 0.05:
            for _ in range(10):
                order = nonsense(g, chance)
                before, asked, trail = g.position, question(g), list(g.trail)
                why = g.legal_actions.why_not(order)
                assert (order in g.legal_actions) == (why is None)
                twin = g.copy()
                if why is None:
                    twin.play(order)
                    accepted += 1
                else:
                    with pytest.raises(IllegalAction) as refusal:
                        twin.play(order)
                    assert str(refusal.value) == str(why)
                    assert not why.rule or g.rules.rulebook.text(why.rule)
                    assert (twin.position, question(twin)) == (before, asked)
                    assert list(twin.trail) == trail
                    refused += 1
        g.play(chance.choice(g.legal_actions))
    assert refused > 100
    assert accepted > 0
