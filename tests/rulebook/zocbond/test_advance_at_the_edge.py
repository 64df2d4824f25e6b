"""Advances against a second, literal reading of 14.3-14.5 on random boards with an Entry Area."""

from __future__ import annotations

import random

import pytest
from tests.rulebook.salerno43.field import h, rules, state, unit
from tests.rulebook.zocbond.test_supply_and_retreat import (
    ALLIED,
    GERMAN,
    HEXES,
    Land,
    around,
    random_land,
    side,
)
from tests.rulebook.zocbond.test_supply_at_the_edge import game

from grognard import Game
from grognard.games.zocbond import pursuit
from grognard.games.zocbond.battle import Path

GATES = {x for x in HEXES if x[2:] == "01" or x[:2] == "01"}


def zones(land: Land) -> list[set[str]]:
    """6.1 The zone of control of each German stack."""
    alone = [Land(**{**vars(land), "units": {x: land.units[x]}}) for x in land.occupied(GERMAN)]
    return [one.zoc(GERMAN) for one in alone]


def onward(g: Game, land: Land, name: str, here: str, vacated: str, first: bool) -> set[str]:
    """14.3-14.5 Where an Allied unit may go next in its advance."""
    counter = rules(g).units[unit(g, name)]
    stacks = zones(land)
    if not first and here != vacated and any(here in zone for zone in stacks):
        return set()
    bonds, ground = state(g).bonds(GERMAN), rules(g).tables.ground
    found = {"N2"} if here in GATES else set()
    for x in around(here):
        if land.sea(x) or x in land.occupied(GERMAN):
            continue
        into = x == vacated
        if not into:
            if bonds.hexes >> h(g, x) & 1 or bonds.crosses(ground, h(g, here), h(g, x)):
                continue
            if here != vacated and any(here in zone and x in zone for zone in stacks):
                continue
        wall = land.wall(here, x)
        wet = side(here, x) in land.rivers - land.roads
        if (wall or wet) and not (first and into):
            continue
        if not (wall and counter.vehicle):
            found.add(x)
    return found


@pytest.mark.rule("salerno43:14.3", "salerno43:14.4.1a", "salerno43:14.4.1b", "salerno43:14.4.2")
@pytest.mark.rule("salerno43:14.5a", "salerno43:14.5b", "salerno43:14.5d", "salerno43:21.3.2a")
@pytest.mark.parametrize("seed", range(20))
def test_where_units_advance(seed: int) -> None:
    chance = random.Random(seed)
    land = random_land(chance)
    gates = {x for x in GATES if not land.sea(x)}
    g = game(land, gates)
    tried = 0
    for here in sorted(land.occupied(ALLIED)):
        for name in land.units[here]:
            if not rules(g).units[unit(g, name)].move:
                continue
            for vacated in [here, *around(here)]:
                if vacated in land.occupied(GERMAN) or land.sea(vacated):
                    continue
                for first in (True, False):
                    path = Path(2, first=first)
                    places = pursuit.next_hexes(state(g), unit(g, name), path, h(g, vacated), False)
                    told = {state(g).word(place) for place in places}
                    assert told == onward(g, land, name, here, vacated, first), (here, vacated)
                    tried += 1
    assert tried > 50
