"""9.3-9.5 Results of normal combat: losses, retreats, advances; 12.2-12.4 as options."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.gazala1942.battlefield import (
    index,
    kinds,
    plain,
    play,
    refused,
    scene,
    steps,
    texts,
    where,
    words,
)

from grognard import Game
from grognard.games.gazala1942 import odds, results, retreat, sheets
from grognard.games.gazala1942.declaring import Attack

FAR = "0101 AX-HQ-X"
ALLIED = "combat allied"


STRONG = "AX-200(e) AX-1-21I(e) AX-2-21I(e) AX-1-15I(e)"
"""13 strength points in 0505."""


STRONG_IN_0505 = f"0505 {STRONG} AX-53-15E(e)"


# -- 9.32


@pytest.mark.rule("gazala1942:9.32a")
@pytest.mark.parametrize(
    ("hits", "lost", "hexes"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 3)]
)  # fmt: skip
def test_half_of_the_hits_are_steps_rounded_up(hits: int, lost: int, hexes: int) -> None:
    assert (odds.must_lose(hits), odds.must_retreat(hits)) == (lost, hexes)


@pytest.mark.rule("gazala1942:9.32a", "gazala1942:9.31a", "gazala1942:9.33")
def test_the_owner_chooses_among_the_units_in_the_combat() -> None:
    # 4 + 3 against 2 + 2 is 1:1; a 1 is 3/-
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0506 AL-1SF AL-1R-1; 0605 AX-361; {FAR}")
    play(g, "attack 0506 all go", "1")
    assert (g.side, texts(g)) == ("axis", {"lose AX-200", "lose AX-1-21I"})
    assert refused(g, "lose AX-361") == "9.33"
    assert refused(g, "lose AL-1SF") == "9.33"
    play(g, "lose AX-200", "lose AX-200")
    assert steps(g, "AX-200", "AX-1-21I") == [0, 2]
    assert where(g, "AX-200") == [""]


@pytest.mark.rule("gazala1942:9.32b")
def test_the_rest_is_retreat_or_steps_and_not_a_mix() -> None:
    # 4 against 2 is 2:1; a 1 is 2/-: one step, and one hex or one step more
    g = scene(f"0505 AX-200(e); 0506 AL-1SF; {FAR}")
    play(g, "attack 0506 with AX-200 go", "1")
    assert steps(g, "AX-200") == [1]
    assert (g.side, texts(g)) == ("axis", {"retire", "remain"})
    stay = g.copy()
    play(stay, "remain")
    assert where(stay, "AX-200") == [""]
    play(g, "retire")
    assert steps(g, "AX-200") == [1]
    assert words(g, "retreat") == {"0504", "0604", "0404"}


HOST = (
    "0505 AX-200(e) AX-1-21I(e) AX-2-21I(e) AX-1-15I(e) AX-2-15I(e);"
    "0605 AX-361(e) AX-3-15I(e) AX-1-21T(e) AX-2-21T(e) AX-1-15T(e)"
)
"""35 strength points with tanks: 10:1 against an isolated brigade of five."""
ARMED = ["armor-targets 0506"]
"""Armor combat was fought."""


@pytest.mark.rule("gazala1942:9.32b", "gazala1942:9.4")
def test_a_retreat_is_as_long_as_the_rest_of_the_hits() -> None:
    """-/4: two steps and two hexes; with one step left the battalion cannot stand."""
    g = scene(f"{HOST}; 0506 AL-10-5(i); {FAR}", lines=ARMED)
    assert g.odds("attack 0506 all").column == "10:1"
    play(g, "attack 0506 all go", "3")
    assert where(g, "AL-10-5", "AL-10-5-BN") == ["", "0506"]
    assert words(g, "retreat") == {"0406", "0507"}
    g.play("retreat 0507")
    assert words(g, "retreat") == {"0407", "0508"}
    g.play("retreat 0508")
    assert where(g, "AL-10-5-BN") == ["0508"]
    assert g.side == "axis"


@pytest.mark.rule("gazala1942:9.4")
def test_attackers_take_their_losses_and_retreat_first() -> None:
    # 7 against 4 is 1:1; a 5 is 1/1
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0506 AL-1SF AL-1R-1; {FAR}")
    play(g, "attack 0506 all go", "5")
    assert g.side == "axis"
    g.play("lose AX-200")
    assert g.side == "allied"
    assert words(g, "lose") == {"AL-1SF", "AL-1R-1"}


@pytest.mark.rule("gazala1942:9.31b", "gazala1942:10.6c")
def test_at_its_second_loss_a_brigade_becomes_a_battalion() -> None:
    # A brigade with two steps lost stands as 2-0-7.
    g = scene(f"0505 {STRONG}; 0506 AL-150-50(r); {FAR}")  # 13 to 4 is 3:1; a 6 is -/2
    play(g, "attack 0506 all go", "6")
    assert where(g, "AL-150-50", "AL-150-50-BN") == ["", "0506"]
    assert (g.side, texts(g)) == ("allied", {"retire", "remain"})
    g.play("remain")
    assert where(g, "AL-150-50-BN") == [""]


@pytest.mark.rule("gazala1942:9.31b")
def test_a_full_brigade_has_three_steps() -> None:
    g = scene(f"0505 {STRONG}; 0506 AL-10-5; {FAR}")  # 13 to 5 is 2:1; a 6 is 1/1
    play(g, "attack 0506 all go", "6", "lose AX-200")
    assert steps(g, "AL-10-5") == [2]
    assert where(g, "AL-10-5", "AL-10-5-BN") == ["0506", ""]


@pytest.mark.rule("gazala1942:10.6c")
def test_another_battalion_of_the_same_numbers_serves_if_its_own_is_out() -> None:
    g = scene(f"0505 {STRONG}; 0506 AL-150-50(r); 0909 AL-150-50-BN; {FAR}")
    play(g, "attack 0506 all go", "6")
    left = g.state.at[g.rules.board.index("0506")]
    assert len(left) == 1
    rules: Any = g.rules
    assert rules.units[left[0]].values == (2, 0, 7)
    assert rules.units[left[0]].id != "AL-150-50-BN"


@pytest.mark.rule("gazala1942:9.33", "gazala1942:10.11a")
def test_an_hq_is_lost_last() -> None:
    g = scene(f"0505 {STRONG}; 0506 AL-HQ-50 AL-3IND; {FAR}")  # 13 to 4 is 3:1; a 6 is -/2
    g.play("attack 0506 all go")
    if g.side == "allied":
        g.play("none")
    g.play("6")
    assert steps(g, "AL-3IND", "AL-HQ-50") == [1, 1]


@pytest.mark.rule("gazala1942:10.7c", "gazala1942:10.85b")
@pytest.mark.parametrize("feature", ["fortification", "minefield"])
def test_engineers_that_helped_take_the_first_loss(feature: str) -> None:
    board = plain(f"side {feature} 0505/0506", "feature tobruk 0506")
    g = scene(f"0505 AX-1-21I(e) AX-53-15E(e); 0506 AL-9-5-BN; {FAR}", board=board)
    g.play("attack 0506 all go")
    g.play("1")  # the attacker loses on a 1 in every column up to 10:1
    assert where(g, "AX-53-15E") == [""]
    assert steps(g, "AX-1-21I") == [2]


@pytest.mark.rule("gazala1942:9.24c")
def test_against_strength_zero_the_last_column_without_losses_of_the_attacker() -> None:
    """No counter has strength 0 in full: the rule is asked directly."""
    g = scene(f"0505 AX-200(e); 0506 AL-1SF; {FAR}")
    last = len(g.state.game.charts.columns) - 1
    assert sheets.result(g.state, last, 1, 0) == (0, 2)
    assert sheets.result(g.state, last, 1, 1) == (1, 2)


# -- 9.34


@pytest.mark.rule("gazala1942:9.34")
def test_where_both_can_take_their_losses_nothing_is_spared() -> None:
    g = scene(f"0505 AX-53-15E(e); 0506 AL-1SF; {FAR}")  # 2:2, a 5 is 1/1
    told = play(g, "attack 0506 with AX-53-15E go", "5")
    assert "relief" not in kinds(told)
    assert where(g, "AX-53-15E", "AL-1SF") == ["", ""]


@pytest.mark.rule("gazala1942:9.34")
def test_one_hit_less_for_the_attacker_if_the_defender_cannot_take_his() -> None:
    """10:1, die 1 is 1/2: a battalion of one step cannot take two hits."""
    g = scene(f"{HOST}; 0506 AL-9-5-BN; {FAR}", lines=ARMED)
    told = play(g, "attack 0506 all go", "1")
    assert "relief" in kinds(told)
    assert "loss" not in kinds(told)
    assert where(g, "AL-9-5-BN") == [""]
    able = scene(f"{HOST}; 0506 AL-KDG; {FAR}", lines=ARMED)  # two steps
    told = play(able, "attack 0506 all go", "1")
    assert "relief" not in kinds(told)
    assert able.side == "axis"
    assert words(able, "lose") >= {"AX-200", "AX-1-21T"}


@pytest.mark.rule("gazala1942:9.34")
def test_one_hit_less_for_the_defender_if_the_attacker_cannot_take_his() -> None:
    """No cell of the table as it is brings this about: the result is given by hand."""
    g = scene(f"0505 AX-53-15E(e); 0506 AL-1SF; {FAR}")
    state, at = g.state.copy(), g.rules.board.index
    attack = Attack(at("0506"), (index(g, "AX-53-15E"),))
    asked = list(results.apply(state, attack, (at("0505"),), (index(g, "AL-1SF"),), (3, 1)))
    assert asked == []
    assert state.hex[index(g, "AX-53-15E")] < 0
    assert state.hex[index(g, "AL-1SF")] == at("0506")
    able = g.state.copy()
    list(results.apply(able, attack, (at("0505"),), (index(g, "AL-1SF"),), (1, 1)))
    assert able.hex[index(g, "AL-1SF")] < 0


@pytest.mark.rule("gazala1942:9.34", "gazala1942:9.43")
def test_a_retreat_that_can_be_made_takes_hits_too() -> None:
    """Four hits on three steps: with a way out they are taken, encircled they are not."""
    ring = "0507 AX-20-27; 0605 AX-361; 0606 AX-19-27; 0405 AX-27-17; 0406 AX-28-17"
    for more, taken in (("", True), (ring, False)):
        g = scene(f"0505 AX-200(e); 0506 AL-10-5; {more}; {FAR}")
        foes = (g.rules.board.index("0505"),)
        assert results.absorbs(g.state, [index(g, "AL-10-5")], 4, foes) is taken
        assert results.absorbs(g.state, [index(g, "AL-10-5")], 3, foes)
        assert not results.absorbs(g.state, [index(g, "AL-10-5")], 6, foes)


# -- 9.41-9.43

RING = (
    "0505 AX-200(e) AX-1-21I(e) AX-2-21I(e);"
    "0605 AX-361; 0405 AX-19-27; 0607 AX-20-27; 0407 AX-27-17"
)
"""Every hex around 0506 is held by the Axis or in its zone."""


@pytest.mark.rule("gazala1942:9.41a", "gazala1942:9.41b")
def test_a_retreat_goes_outside_enemy_zones_and_away_first() -> None:
    # 13 to 4 is 3:1; a 6 is -/2
    g = scene(f"0505 {STRONG}; 0506 AL-3IND; {FAR}")
    play(g, "attack 0506 all go", "6", "retire")
    assert words(g, "retreat") == {"0406", "0507", "0606"}
    assert refused(g, "retreat 0605") == "9.42"  # in the zone of the stack in 0505
    assert refused(g, "retreat 0508") == "9.42"  # not the next hex


@pytest.mark.rule("gazala1942:9.41a", "gazala1942:9.41b")
def test_a_nearer_hex_only_if_none_farther_is_open() -> None:
    # Attackers on two sides without a zone: a car battalion on either side.
    units = "0505 AX-1-21I(e) AX-2-21I(e); 0507 AX-1-15I(e) AX-2-15I(e); 0506 AL-3IND"
    g = scene(f"{units}; {FAR}")  # 12 to 4 is 3:1
    play(g, "attack 0506 all go", "6", "retire")
    # Every neighbour of 0506 is next to 0505 or 0507: nothing is farther, all are free of zones.
    assert words(g, "retreat") == {"0405", "0406", "0605", "0606"}
    assert refused(g, "retreat 0505") == "4.32"
    wide = scene("0505 AX-1-21I(e) AX-2-21I(e); 0605 AX-1-15I(e) AX-2-15I(e); 0506 AL-3IND; " + FAR)
    play(wide, "attack 0506 all go", "6", "retire")
    assert words(wide, "retreat") == {"0406", "0507"}
    assert refused(wide, "retreat 0606") == "9.41b"
    assert refused(wide, "retreat 0405") == "9.41b"


@pytest.mark.rule("gazala1942:9.41c")
def test_friends_in_an_enemy_zone_take_the_retreat_in() -> None:
    g = scene(f"{RING}; 0506 AL-8T; 0507 AL-1R-1; {FAR}", lines=ARMED)
    play(g, "attack 0506 from 0505 go", "6", "retire")  # 10 to 3 is 3:1: -/2
    assert where(g, "AL-8T") == ["0507"]
    assert steps(g, "AL-8T") == [1]


@pytest.mark.rule("gazala1942:9.42", "gazala1942:9.43")
def test_who_cannot_retreat_loses_steps_instead() -> None:
    g = scene(f"{RING}; 0506 AL-8T; {FAR}", lines=["armor-targets 0506"])
    play(g, "attack 0506 from 0505 go", "6")  # -/2, no way out
    assert where(g, "AL-8T") == [""]


@pytest.mark.rule("gazala1942:9.42", "gazala1942:5.3")
def test_no_retreat_into_a_full_hex() -> None:
    five = "0507 AL-1R-1 AL-50-1 AL-1KR-7 AL-1SF AL-201-1-BN"
    g = scene(f"{RING}; 0506 AL-8T; {five}; {FAR}", lines=["armor-targets 0506"])
    play(g, "attack 0506 from 0505 go", "6")
    assert where(g, "AL-8T") == [""]


@pytest.mark.rule("gazala1942:9.42")
def test_axis_units_do_not_retreat_through_a_minefield() -> None:
    board = plain(
        "side minefield 0505/0504", "side minefield 0505/0604", "side minefield 0505/0404"
    )
    units = "0505 AX-200; 0506 AL-150-50(e) AL-151-50(e) AL-1SF(e); 0101 AL-HQ-50"
    g = scene(units, ALLIED, hq="AL-HQ-50", board=board)
    play(g, "attack 0505 all go", "6")  # 14 to 4 is 3:1: -/2
    assert where(g, "AX-200") == [""]


# -- 9.5


@pytest.mark.rule("gazala1942:9.5", "gazala1942:9.52", "gazala1942:9.51")
def test_adjacent_units_may_advance_even_those_that_did_not_fight() -> None:
    g = scene(f"0505 {STRONG}; 0605 AX-361; 0606 AX-53-15E; 0506 AL-1SF; 0308 AX-33E; {FAR}")
    play(g, "attack 0506 all go", "6")  # -/2: the battalion is gone, one hex owed
    assert where(g, "AL-1SF") == [""]
    assert words(g, "send") == {"AX-200", "AX-1-21I", "AX-2-21I", "AX-1-15I", "AX-361", "AX-53-15E"}
    assert refused(g, "send AX-33E") == "9.52"
    g.play("send AX-361")
    assert where(g, "AX-361") == ["0506"]
    assert "send AX-361" not in texts(g)
    assert refused(g, "send AX-361") == "9.5"
    g.play("done")
    assert g.phase != "combat"


@pytest.mark.rule("gazala1942:9.5")
def test_attackers_that_retreated_do_not_advance() -> None:
    g = scene(f"0505 AX-200(e); 0506 AL-1SF; {FAR}")
    play(g, "attack 0506 with AX-200 go", "1", "retire", "retreat 0504")
    assert g.phase != "combat"
    assert where(g, "AX-200") == ["0504"]


@pytest.mark.rule("gazala1942:9.53", "gazala1942:5.3")
def test_no_advance_ends_over_the_limit() -> None:
    g = scene(f"0505 {STRONG} ; 0605 AX-361; 0506 AL-1SF; {FAR}")
    play(g, "attack 0506 all go", "6", "send AX-200", "send AX-1-21I", "send AX-2-21I")
    assert refused(g, "send AX-361") == "9.53"  # two regiments take one battalion with them
    assert words(g, "send") == {"AX-1-15I"}


@pytest.mark.rule("gazala1942:9.51", "gazala1942:9.56", "gazala1942:9.54")
def test_foot_advance_two_mechanized_three_hexes_at_most() -> None:
    """10:1, die 6 is -/6: three hexes were owed."""
    units = f"0505 {STRONG}; 0605 AX-361(e) AX-2-15I(e) AX-3-15I(e); 0506 AL-9-5-BN"
    g = scene(f"{units}; {FAR}")
    play(g, "attack 0506 all go", "6", "send AX-361", "advance 0507")
    assert where(g, "AX-361") == ["0507"]
    assert "send AX-2-15I" in texts(g)
    play(g, "send AX-2-15I", "advance 0507", "advance 0508")
    assert where(g, "AX-2-15I") == ["0508"]
    play(g, "send AX-3-15I", "stop")
    assert where(g, "AX-3-15I") == ["0506"]


@pytest.mark.rule("gazala1942:9.54")
def test_the_first_hex_is_the_one_attacked() -> None:
    g = scene(f"0505 {STRONG}; 0506 AL-1SF; {FAR}")
    play(g, "attack 0506 all go", "6")
    g.play("send AX-1-21I")
    assert where(g, "AX-1-21I") == ["0506"]
    far = scene(f"{HOST}; 0506 AL-9-5-BN; {FAR}", lines=ARMED)
    play(far, "attack 0506 all go", "6", "send AX-1-21I")
    assert where(far, "AX-1-21I") == ["0506"]
    assert refused(far, "advance 0508") == "9.57"


@pytest.mark.rule("gazala1942:9.54", "gazala1942:9.55")
def test_g42_03_foot_follow_the_retreat_mechanized_turn() -> None:
    """B retreats two hexes; foot 1 starts in the zone of C and gets one hex, motorized 2 may turn."""
    g = scene(f"{HOST}; 0506 AL-10-5(i); 0404 AL-150-50; {FAR}", lines=ARMED)
    play(g, "attack 0506 all go", "3", "retreat 0507", "retreat 0508")
    g.play("send AX-200")
    assert where(g, "AX-200") == ["0506"]
    assert "send AX-361" in texts(g)  # it may not go on
    g.play("send AX-361")  # foot as well, but from outside that zone
    assert texts(g) == {"advance 0507", "stop"}
    assert refused(g, "advance 0606") == "9.54"
    g.play("advance 0507")
    g.play("send AX-3-15I")
    assert words(g, "advance") >= {"0507", "0606", "0406"}
    g.play("advance 0606")
    assert where(g, "AX-3-15I") == ["0606"]


def asked(g: Game) -> str:
    assert g.decision is not None
    return str(g.decision.prompt)


@pytest.mark.rule("gazala1942:9.55", "gazala1942:9.51")
def test_g42_02_each_hex_left_in_an_enemy_zone_costs_a_hex() -> None:
    """Advance 3: three hexes where no zone is left, two where one is; never less than one."""
    units = "0505 AX-1-21I(e) AX-2-21I(e) AX-1-15I(e) AX-2-15I(e); 0506 AL-9-5-BN"
    free = scene(f"{units}; {FAR}")  # 12 to 1 is above 10:1
    play(free, "attack 0506 all go", "6", "send AX-1-21I")
    assert asked(free).endswith("Hexes left: 2")
    free.play("advance 0507")
    assert asked(free).endswith("Hexes left: 1")
    free.play("advance 0508")
    assert where(free, "AX-1-21I") == ["0508"]
    # A brigade in 0407 covers 0507: two hexes, and no third.
    one = scene(f"{units}; 0407 AL-150-50; {FAR}")
    play(one, "attack 0506 all go", "6", "send AX-1-21I", "advance 0507")
    assert where(one, "AX-1-21I") == ["0507"]
    assert "send AX-2-21I" in texts(one)
    # A brigade in 0604 covers the start: two hexes.
    start = scene(f"{units}; 0604 AL-150-50; {FAR}")
    play(start, "attack 0506 all go", "6", "send AX-1-21I")
    assert asked(start).endswith("Hexes left: 1")
    start.play("advance 0507")
    assert where(start, "AX-1-21I") == ["0507"]
    assert "send AX-2-21I" in texts(start)
    # Start and 0506 both in zones: one hex, never less.
    two = scene(f"{units}; 0604 AL-150-50; 0606 AL-151-50; {FAR}")
    play(two, "attack 0506 all go", "6", "send AX-1-21I")
    assert where(two, "AX-1-21I") == ["0506"]
    assert "send AX-2-21I" in texts(two)


@pytest.mark.rule("gazala1942:9.57")
def test_no_advance_into_hexes_barred_to_movement() -> None:
    board = plain("side cliff 0505/0506")
    g = scene(f"0605 {STRONG}; 0505 AX-361(e) AX-53-15E; 0506 AL-1SF; {FAR}", board=board)
    play(g, "attack 0506 all go", "6")
    assert "send AX-361" in texts(g)  # on foot across the escarpment
    assert refused(g, "send AX-53-15E") == "9.57"


@pytest.mark.rule("gazala1942:10.81b")
def test_before_an_advance_through_mines_a_breach_is_tried_once_a_hex() -> None:
    board = plain("side minefield 0505/0506", "side minefield 0605/0506")
    units = (
        "0505 AX-1-21I(e) AX-2-21I(e) AX-1-15I(e) AX-2-15I(e);"
        "0605 AX-200(e) AX-53-15E(e) AX-3-15I(e); 0506 AL-9-5-BN"
    )
    g = scene(f"{units}; {FAR}", board=board)
    assert g.odds("attack 0506 all").column == "8:1"  # seven points, and the engineers
    play(g, "attack 0506 all go", "6")
    assert words(g, "send") == set()
    assert words(g, "breach") == {
        "AX-1-21I", "AX-2-21I", "AX-1-15I", "AX-2-15I", "AX-200", "AX-53-15E", "AX-3-15I"
    }  # fmt: skip
    assert refused(g, "send AX-200") == "10.83"
    play(g, "breach AX-1-21I", "5")
    assert words(g, "breach") == {"AX-200", "AX-53-15E", "AX-3-15I"}
    play(g, "breach AX-200", "5")  # with the engineers a 5 is enough
    assert words(g, "send") == {"AX-200", "AX-53-15E", "AX-3-15I"}
    play(g, "send AX-200")
    assert where(g, "AX-200") == ["0506"]


@pytest.mark.rule("gazala1942:10.81b", "gazala1942:10.84")
def test_a_one_in_such_a_breach_costs_a_step() -> None:
    board = plain("side minefield 0505/0506")
    units = "0505 AX-1-21I(e) AX-2-21I(e) AX-1-15I(e) AX-2-15I(e); 0506 AL-9-5-BN"
    g = scene(f"{units}; {FAR}", board=board)
    play(g, "attack 0506 all go", "6")  # 4:1, -/2
    play(g, "breach AX-1-21I", "1")
    assert steps(g, "AX-1-21I") == [1]
    assert g.phase != "combat"


# -- options


@pytest.mark.rule("gazala1942:12.2")
def test_g42_04_fullers_advance_past_the_hex_attacked() -> None:
    """1 enters the hex attacked; 2 goes beside A; 1 could not go beside C, from zone to zone."""
    units = (
        "0505 AX-200(e) AX-1-21I(e) AX-2-21I(e); 0605 AX-361(e) AX-53-15E(e);"
        "0506 AL-8T; 0407 AL-150-50; 0608 AL-151-50"
    )
    armed = ["armor-targets 0506"]
    g = scene(f"{units}; {FAR}", options="12.2", lines=armed)
    play(g, "attack 0506 all go", "6")
    while g.side == "allied":
        g.play(g.legal_actions[0])
    assert words(g, "send") >= {"AX-361", "AX-200"}
    play(g, "send AX-361")
    # 0606 lies beside 0605, next to the hex attacked.
    assert "advance 0606" in texts(g)
    g.play("advance 0606")
    assert where(g, "AX-361") == ["0606"]
    assert "advance 0607" not in texts(g)
    off = scene(f"{units}; {FAR}", lines=armed)
    play(off, "attack 0506 all go", "6")
    while off.side == "allied":
        off.play(off.legal_actions[0])
    off.play("send AX-361")
    assert where(off, "AX-361") == ["0506"]


@pytest.mark.rule("gazala1942:12.2")
def test_fullers_advance_does_not_go_from_zone_to_zone() -> None:
    units = (
        "0505 AX-200(e) AX-1-21I(e) AX-2-21I(e) AX-1-15I(e); 0404 AL-150-50; 0406 AL-69-50;"
        "0506 AL-9-5-BN"
    )
    g = scene(f"{units}; {FAR}", options="12.2")
    play(g, "attack 0506 all go", "4", "send AX-200")
    # 0505 lies in the zone of 0404, and 0405 in that of both; 0605 is free of zones.
    assert refused(g, "advance 0405") == "12.2"
    assert "advance 0605" in texts(g)


def prices(g: Game) -> set[str]:
    """What the answers on offer say that they cost."""
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    return {str(said) for action in ask.actions for said in ask.outcome(action)}


@pytest.mark.rule("gazala1942:12.3")
def test_with_the_option_a_retreat_through_a_zone_costs_a_step() -> None:
    more = RING.replace("AX-2-21I(e)", "AX-2-21I(e) AX-1-15I(e) AX-53-15E(e)")
    g = scene(f"{more}; 0506 AL-10-5; {FAR}", options="12.3")  # 15 to 5 is 3:1: -/2
    play(g, "attack 0506 from 0505 go", "6", "retire")
    assert words(g, "retreat") == {"0406", "0507", "0606"}
    assert prices(g) == {"in an enemy zone of control: costs a step"}
    g.play("retreat 0507")
    assert where(g, "AL-10-5", "AL-10-5-BN") == ["", "0507"]
    free = scene(f"{STRONG_IN_0505}; 0506 AL-10-5; {FAR}", options="12.3")
    play(free, "attack 0506 all go", "6", "retire")
    assert prices(free) == set()
    with_friends = scene(f"{more}; 0506 AL-10-5; 0507 AL-1R-1; {FAR}", options="12.3")
    play(with_friends, "attack 0506 from 0505 go", "6", "retire")
    assert where(with_friends, "AL-10-5") == ["0507"]  # free, and before any other
    assert steps(with_friends, "AL-10-5") == [2]
    off = scene(f"{more}; 0506 AL-10-5; {FAR}")
    play(off, "attack 0506 from 0505 go", "6")
    assert where(off, "AL-10-5-BN") == ["0506"]  # it stood


@pytest.mark.rule("gazala1942:12.4")
def test_with_the_option_the_opponent_chooses_the_second_loss() -> None:
    units = f"0505 AX-200(e) AX-1-21I(e); 0506 AL-1SF AL-1R-1; {FAR}"
    g = scene(units, options="12.4")
    play(g, "attack 0506 all go", "1")  # 1:1: 3/-
    assert g.side == "axis"
    g.play("lose AX-200")
    assert g.side == "allied"
    g.play("lose AX-200")
    assert where(g, "AX-200") == [""]
    off = scene(units)
    play(off, "attack 0506 all go", "1", "lose AX-200")
    assert off.side == "axis"


@pytest.mark.rule("gazala1942:9.25")
def test_results_are_applied_before_the_next_attack() -> None:
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0506 AL-1SF; 0504 AL-1R-1; {FAR}")
    play(g, "attack 0506 with AX-200 go", "attack 0504 with AX-1-21I go", "fight 0506", "1")
    assert steps(g, "AX-200") == [1]
    assert texts(g) == {"retire", "remain"}
    assert sum(roll.rule == "9.25" for roll in g.rolls) == 1


@pytest.mark.rule("gazala1942:9.4")
def test_a_retreat_in_one_order() -> None:
    g = scene(f"{HOST}; 0506 AL-10-5(i); {FAR}", lines=ARMED)
    play(g, "attack 0506 all go", "3", "retreat 0507-0508")
    assert where(g, "AL-10-5-BN") == ["0508"]
    other = scene(f"{HOST}; 0506 AL-10-5(i); {FAR}", lines=ARMED)
    play(other, "attack 0506 all go", "3")
    assert refused(other, "retreat 0507-0607") == "9.41b"
    assert where(other, "AL-10-5-BN") == ["0506"]


@pytest.mark.rule("gazala1942:9.32b")
def test_retreat_and_stand_say_what_they_cost() -> None:
    g = scene(f"0505 AX-200(e); 0506 AL-1SF; {FAR}")
    play(g, "attack 0506 with AX-200 go", "1")
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    said = {action.verb: [str(say) for say in ask.outcome(action)] for action in ask.actions}
    assert said["remain"] == ["steps lost: 1; left: 0"]
    assert said["retire"] == ["all can go; no further step is lost"]


@pytest.mark.rule("gazala1942:9.32a", "gazala1942:9.32b")
@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("-/-", "no effect"),
        ("1/-", "attacker loses a step"),
        ("4/2", "attacker loses 2 steps, retreats 2 hexes; defender loses a step, retreats a hex"),
    ],
)
def test_a_result_can_be_read_aloud(cell: str, told: str) -> None:
    assert str(sheets.meaning(cell)) == told


@pytest.mark.rule("gazala1942:9.31b", "gazala1942:6.12b")
def test_the_battalion_of_the_last_step_has_the_supply_of_its_brigade() -> None:
    g = scene(
        "0505 AL-69-50(reN) AL-1SF(e) AL-1R-1(e); 0506 AX-200; 0909 AL-HQ-50(e); 0101 AX-HQ-X",
        "combat allied",
        hq="AL-HQ-50",
        lines=["eliminated AL-69-50-BN"],
    )
    play(g, "attack 0506 all go", "roll 1", "lose AL-69-50")
    assert where(g, "AL-69-50-BN", "AL-69-50") == ["0505", ""], "its own counter, eliminated before"
    assert g.state.status(index(g, "AL-69-50-BN")) == 1


@pytest.mark.rule("gazala1942:10.85b")
def test_the_engineers_take_the_first_loss_alone_and_not_the_next() -> None:
    g = scene(
        f"0505 AX-33E(e) AX-34E(e) AX-200(e); 0506 AL-69-50; {FAR}",
        board=plain("side minefield 0505/0506"),
    )
    play(g, "attack 0506 all go", "roll 1")
    assert words(g, "lose") == {"AX-33E", "AX-34E"}
    play(g, "lose AX-33E")
    assert words(g, "lose") == {"AX-34E", "AX-200"}


@pytest.mark.rule("gazala1942:9.51", "gazala1942:9.43")
def test_an_advance_is_as_long_as_what_the_eliminated_still_owed() -> None:
    """Three steps, then one for the first of two hexes: one hex is left."""
    g = scene(
        f"0504 {STRONG}; 0506 AX-361(e) AX-2-15I(e) AX-3-15I(e); 0505 AL-KDG AL-7A; {FAR}",
        lines=["armor-targets 0505"],
    )
    play(g, "attack 0505 all go", "result -/5")
    while words(g, "lose"):
        play(g, g.legal_actions[0].text)
    assert where(g, "AL-KDG", "AL-7A") == ["", ""]
    assert "send AX-2-15I" in texts(g)
    told = play(g, "send AX-2-15I")
    assert where(g, "AX-2-15I") == ["0505"]
    assert g.decision is not None
    assert g.decision.kind == "advance", "one hex, and no more"
    assert kinds(told) == ["advance"]


@pytest.mark.rule("gazala1942:9.41a")
def test_a_retreat_returns_to_none_of_the_hexes_it_has_left() -> None:
    """Ruling 9.41."""
    g = scene(f"0505 AL-69-50; 0504 AX-200(e); {FAR}")
    at = g.rules.board.index
    path, foes = tuple(map(at, ("0505", "0506", "0507"))), (at("0504"),)
    unit = index(g, "AL-69-50")
    assert retreat.rank(g.state, unit, path, at("0508"), foes) == 1
    assert retreat.rank(g.state, unit, path, at("0606"), foes) == 2
    assert retreat.rank(g.state, unit, path, at("0506"), foes) == 0
