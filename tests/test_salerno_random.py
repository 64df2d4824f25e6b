"""Random games of Salerno '43 to the end: every scenario, every combination of options, every invariant.

``GROGNARD_GAMES=500`` plays that many games of Avalanche, a fifth as many campaigns and tournament
starts, instead of the few of an ordinary run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest
from tests import playthrough
from tests.playthrough import option_sets, whole_game
from tests.rulebook.salerno43.field import rules, state

import grognard
from grognard import Game
from grognard.engine.decision import Event
from grognard.games.salerno43.counters import ALLIED
from grognard.games.salerno43.situation import DEAD, GONE, GOOD

COMBINATIONS = option_sets("salerno43")[::-1]
GAMES = int(os.environ.get("GROGNARD_GAMES", 0))
GAMES_OF = {"avalanche": GAMES or 3, "campaign": GAMES // 5 or 2, "tournament": GAMES // 5 or 1}
CASES = [
    (scenario, options) for scenario, games in GAMES_OF.items() for options in COMBINATIONS[:games]
]


def facts(g: Game) -> dict[str, object]:
    """The situation without what means nothing in this phase."""
    now = state(g)
    found = now.facts()
    if (now.phase, now.active) != ("movement", ALLIED):
        del found["ports_open"]
    return found


class Watch(playthrough.Mortal):
    dead_place = DEAD
    odd = (*playthrough.Watch.odd, "N1", "E3", "Reserve", "maf", "16Pz", "2407-2406", "with")

    def after(self, events: Iterable[Event]) -> None:
        super().after(events)
        self.markers()
        ask = self.g.decision
        if ask is not None and ask.top and self.g.phase == "recovery":
            self.stacking()

    def same(self, again: Game) -> None:
        assert facts(again) == facts(self.g)

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


@pytest.mark.parametrize(
    ("scenario", "options"), CASES, ids=lambda c: c if isinstance(c, str) else "+".join(c) or "none"
)
def test_random_games_end_and_every_invariant_holds(
    scenario: str, options: tuple[str, ...]
) -> None:
    first = COMBINATIONS.index(options)
    for n in range(first, GAMES_OF[scenario], len(COMBINATIONS)):
        seed = f"{scenario}-{n}"
        g = whole_game(Watch, "salerno43", scenario, options, seed, probes=0.004, size=8192)
        assert g.turn <= rules(g).turns


def chance_game(seed: str) -> str:
    """The record of a game played by chance; the choices are not those of the dice."""
    chance, g = random.Random(2), grognard.new("salerno43", seed=seed, options=COMBINATIONS[0])
    while g.decision is not None:
        g.play(chance.choice(g.legal_actions))
    return g.record


def test_the_same_seed_and_choices_give_the_same_game() -> None:
    a, b, c = map(chance_game, ("twice", "twice", "thrice"))
    assert a == b != c
