"""Random games of Normandy '44 to the end: every scenario, every combination of options, every invariant.

``GROGNARD_GAMES=300`` plays that many seven-turn games, a third as many campaigns and two thirds as many
games of Cherbourg, instead of the few of an ordinary run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest
from tests import playthrough
from tests.playthrough import (
    answered_or_refused,
    option_sets,
    probe,
    refused_or_done,
    whole_game,
)

import grognard
from grognard import Game
from grognard.engine.decision import Event
from grognard.games.normandy44.situation import AWAY, DEAD, GONE, Situation

COMBINATIONS = option_sets("normandy44")[::-1]
GAMES = int(os.environ.get("GROGNARD_GAMES", 0))
GAMES_OF = {"seven": GAMES or 1, "campaign": GAMES // 3 or 1, "cherbourg": GAMES * 2 // 3 or 1}
TURNS = {"seven": 7, "campaign": 22, "cherbourg": 12}
CASES = [
    (scenario, options) for scenario, games in GAMES_OF.items() for options in COMBINATIONS[:games]
]
FREE = {"strongpoint", "hq", "werfer", "engineer"}


class Watch(playthrough.Mortal):
    dead_place = DEAD
    odd = (*playthrough.Watch.odd, "Britain", "Utah", "maf", "21Pz", "2407-2406", "with", "Hoc")

    def after(self, events: Iterable[Event]) -> None:
        super().after(events)
        self.markers()
        ask = self.g.decision
        if ask is not None and ask.top and self.g.phase == "combat":
            self.stacking()

    def same(self, again: Game) -> None:
        assert again.state == self.g.state

    def markers(self) -> None:
        """What is off the map has no steps and no markers; tracks are not below nothing."""
        now: Situation = self.g.state
        units = now.game.units
        lost = [u for u, place in enumerate(now.hex) if place in (GONE, DEAD, AWAY)]
        marks = [mark for mark in now.MARKS if any(getattr(now, mark) >> u & 1 for u in lost)]
        assert not marks, [(mark, units[u].id) for mark in marks for u in lost]
        assert all(points >= 0 for points in (*now.sp, *now.stock))

    def stacking(self) -> None:
        """7.1, 7.2 After its movement no stack of the active side is over four points: two for a strength of three
        or more, else one; one tank silhouette and one strongpoint, HQ, Werfer and engineer each free."""
        now: Situation = self.g.state
        units = now.game.units
        for place, stack in now.at.items():
            if place < 0 or units[stack[0]].side != now.active:
                continue
            free: set[str] = set()
            points, tank = 0, 0
            for u in stack:
                unit = units[u]
                strength = unit.defense[now.steps[u]]
                cost = 2 if strength >= 3 else 1
                if unit.type in FREE and unit.type not in free:
                    free.add(unit.type)
                    continue
                points += cost
                tank = max(tank, cost if unit.silhouette else 0)
            assert points - tank <= 4, (now.word(place), [units[u].id for u in stack])


@pytest.mark.rule(
    "normandy44:3.0a", "normandy44:3.0h", "normandy44:S1.1", "normandy44:S2.1", "normandy44:S3.1a"
)
@pytest.mark.parametrize(
    ("scenario", "options"), CASES, ids=lambda c: c if isinstance(c, str) else "+".join(c) or "none"
)
def test_random_games_end_and_every_invariant_holds(
    scenario: str, options: tuple[str, ...]
) -> None:
    first = COMBINATIONS.index(options)
    for n in range(first, GAMES_OF[scenario], len(COMBINATIONS)):
        seed = f"{scenario}-{n}"
        g = whole_game(Watch, "normandy44", scenario, options, seed, probes=0.004, size=16384)
        assert g.turn <= TURNS[scenario]


def test_an_order_of_blanks_is_refused_and_its_questions_answered() -> None:
    g = grognard.new("normandy44", seed="blanks", scenario="seven")
    for blanks in ("", " ", "  "):
        assert not refused_or_done(g, blanks)
        answered_or_refused(g, blanks, random.Random(blanks))


def test_a_game_that_begins_with_a_share_of_supply_begins_at_a_checkpoint() -> None:
    """24b The question is not one of a phase; before it there is nothing to take up again."""
    g = grognard.new("normandy44", seed="share", scenario="seven", options=["24b"])
    assert g.decision is not None
    assert (g.decision.kind, g.decision.top) == ("share", False)
    probe(Watch(g), random.Random("share"), size=16384)
