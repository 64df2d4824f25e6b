"""Zones of control and bonds stay true to the map through whole games of every game of the series.

What the situation keeps from move to move is compared with a second, literal reading of the zones, and
with the same situation set up afresh.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.engine.ruleset import Ruleset
from grognard.games.normandy44 import Normandy44
from grognard.games.salerno43 import Salerno43
from grognard.games.zocbond.field import Field

GAMES: dict[str, tuple[type[Ruleset[Any]], str]] = {
    "salerno43": (Salerno43, "campaign"),
    "normandy44": (Normandy44, "campaign"),
}


def zoc(g: Field[Any], side: int) -> set[int]:
    """The hexes next to a unit that has a zone of control, as far as hexsides let it reach."""
    ground, found = g.game.tables.ground, set()
    for u in g.on_map(side):
        if not g.exerts(u)[0]:
            continue
        for d, n in enumerate(ground.neighbours[g.hex[u]]):
            here = g.hex[u]
            if n < 0 or not ground.land >> n & 1 or ground.closed[d] >> here & 1:
                continue
            steep = ground.steep[d] >> here & 1 and not ground.road[d] >> here & 1
            if steep and ground.wall[d] >> here & 1 and g.game.units[u].vehicle:
                continue
            found.add(n)
    return found


def afresh(g: Field[Any]) -> Field[Any]:
    """The same units in the same places, put down one after the other."""
    new = g.copy()
    for u, place in enumerate(g.hex):
        if place >= 0:
            new.put(u, g.AWAY)
    new.zocs, new.bound = [None, None], [None, None]
    for u, place in enumerate(g.hex):
        if place >= 0:
            new.put(u, place)
    return new


@pytest.mark.rule("salerno43:6.1a-c", "salerno43:7.1a", "normandy44:8.1a", "normandy44:8.1b")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_zones_follow_the_units(name: str, seed: int) -> None:
    make, scenario = GAMES[name]
    game: Game[Any] = Game(make((), scenario=scenario), seed=str(seed))
    rng, looked = Random(seed), 0
    while (ask := game.decision) is not None and looked < 60:
        if ask.top and rng.random() < 0.04:
            g: Field[Any] = game.state
            again = afresh(g)
            for side in (0, 1):
                assert {h for h in range(g.game.tables.size) if g.zoc(side) >> h & 1} == zoc(
                    g, side
                )
                assert g.bonds(side) == again.bonds(side)
                assert g.occupied[side] == again.occupied[side]
            looked += 1
        game.play(ask.actions[int(rng.random() * len(ask.actions))])
    assert looked == 60


@pytest.mark.rule("normandy44:8.1b")
def test_a_unit_worn_down_to_strength_one_loses_its_zone_at_once() -> None:
    """Zones follow steps, not only places and order."""
    rules = Normandy44((), scenario="campaign")
    g = rules.start()
    lost = 0
    for u in g.on_map(1):
        unit = rules.units[u]
        alone = len(g.at[g.hex[u]]) == 1
        if not alone or not g.exerts(u)[0] or unit.steps < 2:
            continue
        h = g.hex[u]
        assert g.any_zoc[1] >> h & 1
        while g.steps[u] > 1:
            g.set_steps(u, g.steps[u] - 1)
        if not g.exerts(u)[0]:
            assert not g.any_zoc[1] >> h & 1
            assert {n for n in range(rules.tables.size) if g.zoc(1) >> n & 1} == zoc(g, 1)
            lost += 1
    assert lost
