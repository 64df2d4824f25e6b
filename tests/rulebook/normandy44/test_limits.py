"""Limits that are easily off by one: ranges, distances, what is just not enough."""

from __future__ import annotations

import pytest

from grognard.games.normandy44 import (
    defence,
    initial,
    reach,
    rebuilding,
    reserves,
    retreat,
    support,
)
from grognard.games.normandy44.situation import GONE, LATER, STOCKS, Situation

from .field import field, index, mark, opened, put
from .test_scenarios import engineers, staged


@pytest.mark.rule("normandy44:17.2.4")
@pytest.mark.parametrize(("target", "rule"), [("0409", None), ("0410", "17.2.4")])
def test_an_hq_reaches_five_hexes(target: str, rule: str | None) -> None:
    def begin(state: Situation) -> None:
        state.sp = [0, 0, 1, 0, 0]

    g = field(
        {"0404": "GE-HQ-84"}, side="german", size=12, features={"orange": "0403"}, change=begin
    )
    state = g.state.copy()
    put(state, "GE-HQ-84", "0404")
    refusal = support.refuse_gun(state, index(state, "GE-HQ-84"), state.game.board.index(target))
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("normandy44:17.2.8")
@pytest.mark.parametrize(("target", "allowed"), [("0407", True), ("0408", False)])
def test_caen_reaches_three_hexes(target: str, allowed: bool) -> None:
    state = field(
        {"0101": "GE-91-1057"}, side="german", features={"caen": "0404"}, terrain={"city": "0404"}
    ).state.copy()
    state.sp = [0, 0, 1, 0, 0]
    refusal = support.refuse_caen(state, state.game.board.index(target))
    assert (refusal is None) == allowed


@pytest.mark.rule("normandy44:17.6.1")
@pytest.mark.parametrize(("place", "released"), [("0406", True), ("0407", False)])
def test_an_ally_within_two_hexes_releases(place: str, released: bool) -> None:
    state = field({"0404": "GE-711-731", place: "US-1-16"}, side="german").state.copy()
    state.turn, state.released = 3, False
    reach.release(state)
    assert state.released is released


@pytest.mark.rule("normandy44:18.4b", "normandy44:15.1d2")
def test_who_is_out_of_supply_is_no_reserve() -> None:
    state = field({"0404": "US-1-16", "0808": "GE-91-1057"}, phase="movement").state.copy()
    u = index(state, "US-1-16")
    state.oos = 0
    assert reserves.refuse_status(state, u) is None
    mark(state, "oos", "US-1-16")
    refusal = reserves.refuse_status(state, u)
    assert refusal is not None
    assert refusal.rule == "15.1"


@pytest.mark.rule("normandy44:19.2.5")
def test_the_second_ship_bombards_another_hex() -> None:
    state = opened(scenario="campaign").state.copy()
    inside = [h for h in state.game.board.hexes if state.game.tables.perimeter >> h & 1]
    state.naval, state.turn = [2, 2], 18
    assert support.refuse_ships(state, 0, inside[0], attack=True) is None
    state.naval, state.bombardment, state.bombarded = [1, 2], 18, 1 << inside[0]
    again = support.refuse_ships(state, 0, inside[0], attack=True)
    assert again is not None
    assert again.rule == "19.2.5"
    assert support.refuse_ships(state, 0, inside[1], attack=True) is None


@pytest.mark.rule("normandy44:20.2.4b")
def test_a_delayed_glider_lands_out_of_enemy_zones() -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        state.hex[index(state, "US-82-325")] = LATER
        put(state, "GE-91-1057", "2710")

    state = staged("movement", "allied", begin, turn=3).state
    near = state.game.tables.ground.around[state.game.board.index("2710")]
    open_ = initial.open_hexes(state, index(state, "US-82-325"))
    assert open_
    assert not any(near >> h & state.zoc(1) >> h & 1 for h in open_)


@pytest.mark.rule("normandy44:6.2.2c")
def test_nobody_is_rebuilt_in_an_enemy_zone() -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        put(state, "GE-91-1058", "1816")
        put(state, "GE-HQ-84", "1815")
        state.take_off(put(state, "GE-91-1057", "1817"), GONE)
        state.stock = [3] * len(STOCKS)

    state = staged("replacement", "german", begin).state.copy()
    here, u = state.game.board.index("1815"), index(state, "GE-91-1057")
    assert here in rebuilding.homes(state, u)
    put(state, "US-1-16", "1814")
    assert state.zoc(0) >> here & 1
    assert here not in rebuilding.homes(state, u)


@pytest.mark.rule("normandy44:12.5a")
@pytest.mark.parametrize(("name", "may"), [("GE-SP-Hillman", False), ("GE-SP-Crisbecq", True)])
def test_a_desperate_defense_needs_two_steps(name: str, may: bool) -> None:
    state = field({"0404": name, "0405": "US-1-16"}).state
    assert defence.may_despair(state, [index(state, name)], 2) is may


@pytest.mark.rule("normandy44:13.2.1a")
@pytest.mark.parametrize(("first", "price"), [(True, 0), (False, 1)])
def test_a_major_river_is_free_with_the_first_hex_alone(first: bool, price: int) -> None:
    state = field({"0404": "GE-91-1057"}, sides={"major_river": "0404/0405"}).state
    here, there = (state.game.board.index(h) for h in ("0404", "0405"))
    d = state.game.tables.ground.deltas.index(there - here)
    assert retreat.price(state, index(state, "GE-91-1057"), here, d, there, first) == price


@pytest.mark.rule("normandy44:13.3c")
@pytest.mark.parametrize(("watch", "stops"), [("US-1-16", False), ("US-Tk-70:1", True)])
def test_cover_in_an_enemy_zone_does_not_stop_a_retreat(watch: str, stops: bool) -> None:
    state = field({"0404": "GE-91-1057", "0406": watch}, terrain={"bocage": "0405"}).state
    u = index(state, "GE-91-1057")
    havens = retreat.land(state, u, {u}, marked=False).havens
    assert (havens >> state.game.board.index("0405") & 1 == 1) is stops
