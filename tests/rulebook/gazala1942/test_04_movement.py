"""4.0 Movement and zones of control."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import (
    PLAIN,
    has,
    plain,
    play,
    refused,
    rules,
    scene,
    texts,
    where,
)

import grognard
from grognard import Game

AFRIKA = "AX-HQ-AFRIKA"


def march(units: str, board: str = PLAIN, impulse: str = AFRIKA, **more: object) -> Game:
    """An Axis impulse of the Afrika Korps on a plain board; its HQ stands in 0101."""
    side = "axis" if impulse.startswith("AX") else "allied"
    home = f"0101 {impulse}; " if impulse not in units else ""
    g = scene(home + units, f"activation {side}", impulse=impulse, board=board, **more)  # type: ignore[arg-type]
    if g.phase == "split":
        g.play("done")
    return g


def costs(g: Game, unit: str) -> dict[str, str]:
    return {h: way.cost for h, way in g.reach(unit).items()}


def left(g: Game) -> float:
    return float(g.state.points) / 2


@pytest.mark.rule("gazala1942:4.1")
def test_units_move_singly_or_as_a_stack_at_terrain_cost() -> None:
    g = march("0303 AX-1-15I AX-2-15I; 0909 AL-KDG", plain(h0304="h"))
    play(g, "move AX-1-15I 0304")
    assert left(g) == 7
    play(g, "0305", "stay")
    g = march("0303 AX-1-15I AX-2-15I; 0909 AL-KDG")
    play(g, "move 0303 0306")
    assert (where(g, "AX-1-15I"), where(g, "AX-2-15I")) == ("0306", "0306")


@pytest.mark.rule("gazala1942:4.11")
def test_a_road_or_track_spares_the_worst_terrain() -> None:
    hill = plain("road track 0303-0304", h0304="h")
    assert left_after(hill, "0304") == 8
    assert left_after(plain(h0304="h"), "0304") == 7
    assert left_after(plain("feature hill 0304"), "0304") == 7, "the worse of two"


def left_after(board: str, *way: str) -> float:
    g = march("0303 AX-1-15I; 0909 AL-KDG", board)
    play(g, "move AX-1-15I", *way)
    return left(g)


@pytest.mark.rule("gazala1942:4.31")
def test_roads_help_only_who_starts_on_them() -> None:
    assert left_after(plain("road road 0303-0304-0305"), "0304", "0305") == 8
    assert left_after(plain("road road 0304-0305"), "0304", "0305") == 7
    assert left_after(plain("road track 0303-0304", "road road 0304-0305"), "0304", "0305") == 7
    assert left_after(plain("road rail 0303-0304", h0304="h"), "0304") == 8
    mixed = plain("road road 0303-0304", "road track 0304-0305", h0305="h")
    assert left_after(mixed, "0304", "0305") == 6.5, "a start on a road gives no track rate"


@pytest.mark.rule("gazala1942:4.31")
def test_the_reach_of_a_unit_before_its_move_knows_where_it_starts() -> None:
    beside = march("0303 AX-1-15I", plain("road road 0304-0305-0306")).reach("AX-1-15I")
    assert float(beside["0306"].cost) == 3
    on_it = march("0303 AX-1-15I", plain("road road 0303-0304-0305-0306")).reach("AX-1-15I")
    assert float(on_it["0306"].cost) == 1.5


@pytest.mark.rule("gazala1942:4.12", "gazala1942:4.33", "gazala1942:4.42b")
def test_one_hex_is_always_possible_and_no_more_than_the_allowance() -> None:
    g = march("0303 AX-1-15I; 0909 AL-KDG")
    play(g, "move AX-1-15I")
    for hexes in ("0304", "0305", "0306", "0307", "0308", "0309", "0409", "0408", "0407"):
        play(g, hexes)
    assert g.decision is not None
    assert g.decision.kind == "move", "nine points are spent"
    # Out of a zone of control at half of 9 rounded up (5), unsupplied with 5: one hex only.
    g = march("0303 AX-1-15I(n); 0304 AL-69-50; 0808 AL-KDG")
    play(g, "move AX-1-15I 0302")
    assert g.decision is not None
    assert g.decision.kind == "move"
    assert where(g, "AX-1-15I") == "0302"


@pytest.mark.rule("gazala1942:4.32")
def test_enemy_hexes_are_closed() -> None:
    g = march("0303 AX-1-15I; 0304 AL-KDG")
    assert refused(g, "move AX-1-15I 0304") == "4.32"


@pytest.mark.rule("gazala1942:4.34")
def test_units_leave_over_their_own_edge_and_do_not_come_back() -> None:
    g = march("0301 AX-1-15I; 0309 AX-2-15I; 0909 AL-KDG")
    play(g, "move AX-1-15I exit")
    assert where(g, "AX-1-15I") == "left"
    assert refused(g, "move AX-2-15I exit") == "4.34"
    g = march("0309 AL-1R-1; 0901 AX-RCM", impulse="AL-HQ-1ARM")
    play(g, "move AL-1R-1 exit")
    assert where(g, "AL-1R-1") == "left"


@pytest.mark.rule("gazala1942:4.4", "gazala1942:4.41a", "gazala1942:4.41c")
def test_what_exerts_a_zone_of_control_and_where() -> None:
    def zone(units: str, board: str = PLAIN, side: int = 1) -> set[str]:
        g = march(units, board)
        return set(rules(g).board.labels(g.state.zones[side]))

    six = {"0504", "0503", "0403", "0405", "0305", "0304"} - {"0503"} | {"0505"}
    assert zone("0404 AL-69-50; 0909 AX-RCM") == six
    assert zone("0404 AL-KDG AL-7A; 0909 AX-RCM") == set(), "two battalions"
    assert zone("0404 AL-KDG AL-7A AL-HQ-50; 0909 AX-RCM") == set(), "an HQ is none"
    assert zone("0404 AL-KDG AL-7A AL-3A; 0909 AX-RCM") == six
    cut = plain("side cliff 0404/0405", h0403="~")
    assert zone("0404 AL-69-50; 0909 AX-RCM", cut) == six - {"0405", "0403"}


@pytest.mark.rule("gazala1942:4.41b", "gazala1942:4.41c", "gazala1942:10.81a4")
def test_zones_of_control_and_minefields() -> None:
    board = plain("side minefield 0404/0405", "side minefield 0404/0304")

    def zone(units: str, side: int) -> set[str]:
        g = march(units, board)
        return set(rules(g).board.labels(g.state.zones[side]))

    assert zone("0404 AL-KDG; 0909 AX-RCM", 1) == {"0405", "0304"}
    assert zone("0404 AL-HQ-50; 0909 AX-RCM", 1) == set()
    assert len(zone("0404 AL-69-50; 0909 AX-RCM", 1)) == 6
    assert {"0405", "0304"}.isdisjoint(zone("0404 AX-200; 0909 AL-KDG", 0))
    assert zone("0404 AX-RCM; 0909 AL-KDG", 0) == set()


@pytest.mark.rule("gazala1942:4.42a")
def test_into_a_zone_costs_one_more_and_out_of_it_half_the_printed_allowance() -> None:
    g = march("0303 AX-1-15I; 0306 AL-69-50")
    play(g, "move AX-1-15I 0304")
    assert left(g) == 8
    play(g, "0305")
    assert left(g) == 6, "no need to stop"
    g = march("0305 AX-1-15I; 0306 AL-69-50")
    play(g, "move AX-1-15I 0304")
    assert left(g) == 9 - 1 - 5


@pytest.mark.rule("gazala1942:4.43")
def test_from_zone_to_zone_only_to_a_friend_who_then_is_held() -> None:
    g = march("0305 AX-1-15I; 0306 AL-69-50; 0909 AX-RCM")
    assert refused(g, "move AX-1-15I 0305-0205") == "4.43"
    g = march("0305 AX-1-15I; 0306 AL-69-50; 0205 AX-2-15I; 0909 AX-RCM")
    play(g, "move AX-1-15I 0205")
    assert has(g, "held", "AX-2-15I")
    assert refused(g, "move AX-2-15I 0204") == "4.43"
    g = march("0305 AX-1-15I; 0306 AL-69-50; 0205 AX-2-15I(m); 0909 AX-RCM")
    assert refused(g, "move AX-1-15I 0305-0205") == "4.43", "the friend has moved"


@pytest.mark.rule("gazala1942:4.43")
def test_the_owner_says_which_of_several_friends_is_held() -> None:
    g = march("0305 AX-1-15I; 0306 AL-69-50; 0205 AX-2-15I AX-3-15I; 0909 AX-RCM")
    play(g, "move AX-1-15I 0205")
    assert texts(g) == {"hold AX-2-15I", "hold AX-3-15I"}
    play(g, "hold AX-3-15I")
    assert has(g, "held", "AX-3-15I")
    assert not has(g, "held", "AX-2-15I")


@pytest.mark.rule("gazala1942:4.0", "gazala1942:6.23")
def test_supply_halves_the_movement_of_mechanized_units_only() -> None:
    g = march("0303 AX-1-15I(n) AX-53-15E(i); 0909 AL-KDG")
    assert len(costs(g, "AX-1-15I")) == len(
        costs(march("0303 AX-1-15I(i); 0909 AL-KDG"), "AX-1-15I")
    )
    play(g, "move AX-1-15I 0304")
    assert left(g) == 4
    g = march("0303 AX-85-60(n); 0909 AL-KDG", impulse="AX-HQ-XXI")
    play(g, "move AX-85-60 0304")
    assert left(g) == 5


@pytest.mark.rule("gazala1942:4.1")
def test_escarpments() -> None:
    cliff = plain("side cliff 0303/0304")
    g = march("0303 AX-1-15I; 0909 AL-KDG", cliff)
    assert refused(g, "move AX-1-15I 0304-0305") == "4.1"
    g = march("0303 AX-85-60; 0909 AL-KDG", cliff, impulse="AX-HQ-XXI")
    play(g, "move AX-85-60 0304")
    assert left(g) == 3
    g = march("0303 AX-1-15I; 0909 AL-KDG", plain("side cliff 0303/0304", "road track 0303-0304"))
    play(g, "move AX-1-15I 0304")
    assert left(g) == 7


@pytest.mark.rule("gazala1942:10.83")
def test_minefields_stop_the_axis_but_not_the_allies() -> None:
    board = plain("side minefield 0303/0304")
    g = march("0303 AX-1-15I; 0909 AL-KDG", board)
    assert refused(g, "move AX-1-15I 0304-0305") == "10.83"
    g = march("0304 AL-1R-1; 0909 AX-RCM", board, impulse="AL-HQ-1ARM")
    play(g, "move AL-1R-1 0303")
    assert left(g) == 8


@pytest.mark.rule("gazala1942:7.6b")
def test_in_a_withdrawal_nobody_moves_directly_west() -> None:
    g = march("0305 AL-1R-1; 0901 AX-RCM", impulse="AL-HQ-1ARM", lines=["withdrawing"])
    assert refused(g, "move AL-1R-1 0304-0303") == "7.6b"
    play(g, "move AL-1R-1 0404")
    g = march("0305 AL-1R-1; 0901 AX-RCM", impulse="AL-HQ-1ARM")
    play(g, "move AL-1R-1 0304")


@pytest.mark.rule("gazala1942:2.1c")
def test_control_follows_units_and_zones_of_control() -> None:
    g = march(
        "0303 AX-65-101; 0909 AL-KDG; 0306 AL-7A", impulse="AX-HQ-XX", lines=["control axis 0303"]
    )
    controls = lambda h: g.state.controls(0, rules(g).board.index(h))  # noqa: E731
    assert not controls("0305")
    play(g, "move AX-65-101 0304", "stay")
    assert controls("0304")
    assert controls("0305"), "its zone of control"
    assert not controls("0306"), "the enemy is there"
    assert controls("0303"), "left behind"
    assert not controls("0307")


def test_the_reach_of_a_unit_agrees_with_its_steps() -> None:
    g = march(
        "0305 AX-1-15I; 0307 AL-69-50; 0205 AX-2-15I; 0505 AL-151-50",
        plain("side minefield 0304/0404", "road road 0305-0304-0303", h0204="h", h0405="h"),
    )
    reach = g.reach("AX-1-15I")
    for goal, (cost, path, _) in reach.items():
        other = g.copy()
        other.play("move AX-1-15I")
        for step in path:
            assert f"to {step}" in {a.text for a in other.legal_actions}, (goal, path)
            other.play(f"to {step}")
            if other.decision is not None and other.decision.kind == "hold":
                other.play(other.legal_actions[0])
        if cost and len(path) > 1:
            assert other.state.points == 18 - 2 * float(cost) or other.state.mover < 0
    assert len(reach) > 20


@pytest.mark.rule("gazala1942:4.42a")
def test_a_unit_leaves_a_zone_for_half_of_what_the_side_that_lies_up_has_printed() -> None:
    for marks, cost in (("", "6"), ("(r)", "4")):
        g = grognard.load(
            "grognard position 1\ngame gazala1942\nscenario aida\n"
            "unit AX-65-101 move=9 reduced_move=5\n"
            f"{PLAIN}\nturn 4\nphase activation axis\nimpulse AX-HQ-XX\n"
            f"0303 AX-65-101{marks}\n0304 AL-69-50\n0901 AX-HQ-XX\n0909 AL-HQ-50\n",
            dice="asked",
        )
        assert g.cost("AX-65-101", "0302").cost == cost
        assert g.reach("AX-65-101")["0302"].cost == cost
        play(g, "move AX-65-101 0302")
        assert g.state.points == 2 * (5 if marks else 9) - 2 * int(cost)


@pytest.mark.rule("gazala1942:4.34", "gazala1942:4.42a")
@pytest.mark.parametrize(("way", "left"), [("0402-0401", True), ("0403-0402-0401", False)])
def test_out_of_a_zone_the_map_is_left_for_half_the_allowance_more(way: str, left: bool) -> None:
    """9 points: 1 and 2 for the last two hexes, then 1 and 5 for the edge."""
    start = "0403" if left else "0404"
    g = march(f"{start} AX-65-101; 0501 AL-69-50; 0901 AX-HQ-XX", impulse="AX-HQ-XX")
    play(g, f"move AX-65-101 {way}")
    if left:
        play(g, "exit")
        assert where(g, "AX-65-101") == "left"
    else:
        assert g.state.mover < 0 or refused(g, "exit") == "4.34"
        assert where(g, "AX-65-101") == "0401"


@pytest.mark.rule("gazala1942:4.43")
def test_a_friend_that_is_held_lets_a_second_unit_in_as_well() -> None:
    g = march(
        "0303 AX-1-15I AX-2-15I; 0403 AX-3-15I AX-1-15T AX-2-15T; 0404 AL-69-50; 0304 AL-150-50"
    )
    play(g, "move AX-1-15I to 0403 hold AX-1-15T", "move AX-2-15I to 0403")
    assert g.decision is not None
    assert g.decision.kind == "move", "nobody else is asked for"
    assert [has(g, "held", u) for u in ("AX-3-15I", "AX-1-15T", "AX-2-15T")] == [False, True, False]
    assert refused(g, "move AX-1-15T 0402") == "4.43"
    play(g, "move AX-2-15T 0402")


@pytest.mark.rule("gazala1942:4.34", "gazala1942:4.42a")
def test_out_of_a_zone_the_map_is_left_for_half_of_what_is_printed() -> None:
    """Six points and one of the twelve of a car: out of supply too, when it has only six."""
    units = "0601 AX-3-21A; 0602 AX-HQ-AFRIKA; 0401 AL-69-50; 0909 AL-HQ-50"
    g = scene(units, impulse="AX-HQ-AFRIKA")
    play(g, "move AX-3-21A to 0501", "exit")
    assert where(g, "AX-3-21A") == "left"
    g = scene(units.replace("21A", "21A(n)"), impulse="AX-HQ-AFRIKA")
    play(g, "move AX-3-21A to 0501")
    assert refused(g, "exit") == "4.34"
