"""19.0 Special units: the Nebelwerfers, Torre Annunziata, the battleships."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.salerno43.field import (
    field,
    hexes,
    marked,
    offers,
    real,
    refused,
    run,
    state,
    where,
)

NEB, US, PG = "GE-71Neb", "US-36-142", "GE-16Pz-I64"
NORTH = {"N1": "0501 0601"}


@pytest.mark.rule("salerno43:19.1b", "salerno43:13.2.1d", "salerno43:17.5b")
@pytest.mark.parametrize(
    ("unit", "ready"), [(f"{NEB}(u)", True), (f"{NEB}(ud)", False), (f"{NEB}(uf)", False)]
)
def test_the_nebelwerfers_reload_only_in_good_order(unit, ready):
    g = field(
        {"0502": unit, "0908": US},
        phase="weather allied",
        turn=3,
        features=NORTH,
        lines="supply 0 5",
    )
    run(g, "roll 1")
    assert marked(g, NEB, "fired") is not ready
    assert f"ready {NEB}" not in offers(g)


@pytest.mark.rule("salerno43:19.1b", "salerno43:20.3.3")
def test_nebelwerfers_that_come_back_reload_in_the_same_phase():
    """Both happen in the Initial Phase, in any order (3.0)."""
    g = field(
        {"0908": US, "eliminated": NEB},
        phase="initial german",
        features=NORTH,
        lines="replacements GS",
    )
    run(g, f"replace {NEB}")
    assert where(g, NEB) == "N1"
    assert not marked(g, NEB, "fired")


@pytest.mark.rule("salerno43:19.2")
@pytest.mark.parametrize(
    ("turn", "ally", "name", "free"),
    [
        (2, "2405", "US-Rgr-1", False),
        (2, "2404", "US-Rgr-1", True),
        (2, "2404", "US-36-ASU", True),
        (3, "2616", "US-Rgr-1", True),
    ],
)
def test_the_garrison_of_torre_annunziata(turn, ally, name, free):
    g = real({"2202": "GE-1FJ-III1", "3012": PG, ally: name}, turn=turn)
    grid = g.rules.board.grid
    index = g.rules.board.index
    assert (grid.distance(index("2202"), index(ally)) <= 3) is (free and turn < 3)
    assert ("move GE-1FJ-III1" in offers(g)) is free
    if not free:
        assert refused(g, "move GE-1FJ-III1 2301") == "19.2"
        assert "GE-1FJ-III1" not in hexes(g, "truck")


@pytest.mark.rule("salerno43:19.4a", "salerno43:19.4b")
def test_the_battleships_need_a_naval_marker_and_turn_8():
    units = {"0504": f"{US} US-36-1-142", "0505": PG}
    how: Any = {"phase": "combat allied", "terrain": {"~": "0506 0405 0605"}}
    for turn, naval, left, offered in (
        (8, "US", 2, True),
        (7, "US", 2, False),
        (8, "CW", 2, False),
        (8, "US", 0, False),
    ):
        g = field(units, turn=turn, lines=f"naval {naval}\nbattleships {left}", **how)
        run(g, "attack 0505 from 0504 maf 36")
        assert "valiant" not in offers(g)
        if naval == "US":
            run(g, "naval US")
        assert ("valiant" in offers(g)) is offered


@pytest.mark.rule("salerno43:19.4a", "salerno43:19.4b")
def test_the_battleships_are_used_twice():
    units = {"0504": f"{US} US-36-1-142", "0505": PG}
    g = field(
        units,
        turn=8,
        phase="combat allied",
        terrain={"~": "0506 0405 0605"},
        lines="naval US CW\nbattleships 1",
    )
    run(g, "attack 0505 from 0504 maf 36 naval US valiant go")
    (told,) = [e for e in g.play("roll 6") if e.kind == "result"]
    assert told.facts["die"] == 6
    assert state(g).battleships == 0


@pytest.mark.rule("salerno43:9.6c", "salerno43:9.2b", "salerno43:9.2d")
def test_a_corps_and_ships_do_not_support_the_same_attack():
    units = {"0504": f"{US} US-36-1-142", "0505": PG, "0503": "US-VI US-36-ASU"}
    g = field(
        units,
        phase="combat allied",
        terrain={"~": "0506 0405 0605"},
        lines="naval US CW",
    )
    run(g, "attack 0505 from 0504 maf 36")
    assert {"asu US-VI", "asu US-36-ASU", "naval US"} <= offers(g)
    assert "naval CW" not in offers(g)
    corps = run(g.copy(), "asu US-VI")
    assert not hexes(corps, "naval")
    assert hexes(corps, "asu") == {"US-36-ASU"}
    ships = run(g.copy(), "naval US")
    assert hexes(ships, "asu") == {"US-36-ASU"}
    assert not hexes(ships, "naval")
