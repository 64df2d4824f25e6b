"""Random games of Anzio to the end under every combination of options, all invariants checked at every action.

``GROGNARD_GAMES=1000`` plays that many games instead of the few of an ordinary run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest
from tests import playthrough
from tests.playthrough import nonsense, option_sets, refused_or_done, whole_game
from tests.rulebook.anzio.tabletop import counters

import grognard
from grognard import Game
from grognard.engine.decision import Event

COMBINATIONS = option_sets("anzio")
GAMES = int(os.environ.get("GROGNARD_GAMES", len(COMBINATIONS)))


class Watch(playthrough.Watch):
    odd = (*playthrough.Watch.odd, "1010-0908", "AL-NOBODY", "support")

    def __init__(self, g: Game) -> None:
        super().__init__(g)
        self.steps = list(g.state.steps)
        self.crowds: set[frozenset[int]] = set()

    def after(self, events: Iterable[Event]) -> None:
        super().after(events)
        state = self.g.state
        assert all(now <= before for now, before in zip(state.steps, self.steps, strict=True))
        self.steps = list(state.steps)
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


def soaks(options: tuple[str, ...]) -> bool:
    """The printed orders take their time: with them alone and with all options in each run, the others soak."""
    return "solitaire" in options and options not in (("solitaire",), COMBINATIONS[-1])


@pytest.mark.parametrize(
    "options",
    [pytest.param(c, marks=pytest.mark.soak) if soaks(c) else c for c in COMBINATIONS],
    ids=lambda c: "+".join(c) or "none",
)
def test_random_games_end_and_every_invariant_holds(options: tuple[str, ...]) -> None:
    first = COMBINATIONS.index(options)
    for n in range(first, GAMES, len(COMBINATIONS)):
        g = whole_game(Watch, "anzio", "campaign", options, f"random-{n}", probes=0.02)
        assert g.turn <= 12


def test_the_same_seed_and_choices_give_the_same_game() -> None:
    games = (
        whole_game(Watch, "anzio", "campaign", ("6.2", "10.5"), seed)
        for seed in ("twice", "twice", "thrice")
    )
    a, b, c = (g.record for g in games)
    assert a == b != c


@pytest.mark.parametrize("seed", range(8))
def test_what_is_not_legal_is_refused_and_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    g = grognard.new("anzio", seed=seed, options=chance.choice(COMBINATIONS))
    watch = Watch(g)
    done = []
    while g.decision is not None:
        if chance.random() < 0.05:
            done += [refused_or_done(g, nonsense(watch, chance)) for _ in range(10)]
        g.play(chance.choice(g.legal_actions))
    assert done.count(False) > 90
    assert any(done)
