"""Two rules that meet: each case stands between two chapters."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942 import battlefield
from tests.rulebook.gazala1942.tabletop import (
    FIGURES,
    plain,
    play,
    refused,
    scene,
    steps,
    texts,
    where,
    words,
)

import grognard
from grognard import Game

AFRIKA = "AX-HQ-AFRIKA"


def attack(
    units: str,
    *own: str,
    side: str = "axis",
    hq: str = AFRIKA,
    options: str = "",
    board: str = "",
) -> Game:
    """The combat phase of an impulse; own lines before the map change counters."""
    return battlefield.scene(
        units, f"combat {side}", hq=hq, options=options, board=board or plain(*own)
    )


@pytest.mark.rule("gazala1942:9.0b", "gazala1942:8.0a", "gazala1942:8.12")
def test_tanks_owe_no_armor_combat_to_italian_infantry() -> None:
    """Its armor factor never fires: armor combat is not possible, so none must come first."""
    units = "0505 AL-3-7(e) AL-5-7(e); 0506 AX-85-60; 0504 AX-1-18AA; 0101 AL-HQ-7ARM(e)"
    g = battlefield.scene(units, "armor allied", hq="AL-HQ-7ARM")
    assert words(g, "engage") == {"0504"}
    assert refused(g, "engage 0506") == "8.0a"
    g.play("done")
    assert words(g, "attack") == {"0506"}, "the flak fires: there armor combat must come first"
    assert refused(g, "attack 0504") == "9.0b"
    play(g, "attack 0506 all go", "roll 1")
    g = battlefield.scene(units.replace("AX-85-60", "AX-200"), "combat allied", hq="AL-HQ-7ARM")
    assert g.phase != "combat", "German infantry fires"


@pytest.mark.rule("gazala1942:7.32a", "gazala1942:10.13a")
def test_the_last_hq_takes_over_a_unit_of_one_that_is_lost() -> None:
    g = scene(
        "0101 AX-HQ-X; 0303 AX-1-15I; 0304 AX-19-27; 0909 AL-KDG; 0808 AL-HQ-50",
        "assignment axis",
        lines=[f"eliminated {AFRIKA}"],
    )
    assert texts(g) == {"assign AX-1-15I", "pass"}
    assert refused(g, "assign AX-19-27") == "7.32a"
    play(g, "assign AX-1-15I under AX-HQ-X")
    assert "command AX-1-15I AX-HQ-X" in g.position


@pytest.mark.rule("gazala1942:4.43", "gazala1942:10.6a")
@pytest.mark.parametrize(("mark", "moves"), [("", True), ("(h)", False)])
def test_the_parts_of_a_brigade_that_holds_a_hex_stay(mark: str, moves: bool) -> None:
    g = scene(
        f"0101 AL-HQ-50; 0303 AL-151-50{mark}; 0909 AX-RCM", "activation allied", impulse="AL-HQ-50"
    )
    g.play("split AL-151-50")
    both = {"AL-151-50", "AL-151-50-BN"}
    assert words(g, "move") & both == (both if moves else set())
    if not moves:
        assert refused(g, "move AL-151-50-BN 0304") == "4.43"


@pytest.mark.rule("gazala1942:12.2", "gazala1942:9.31b")
def test_a_battalion_in_place_of_a_brigade_makes_fullers_advance() -> None:
    g = attack(
        "0505 AL-69-50(er); 0506 AX-33E; 0101 AL-HQ-50(e)",
        side="allied",
        hq="AL-HQ-50",
        options="12.2",
    )
    play(g, "attack 0506 all go", "result 1/1")
    assert (where(g, "AL-69-50-BN"), where(g, "AX-33E")) == ("0505", "eliminated")
    play(g, "send AL-69-50-BN")
    assert words(g, "advance") == {"0506", "0605", "0405"}


@pytest.mark.rule("gazala1942:12.1")
def test_no_co_operation_where_a_unit_of_another_formation_stands_by() -> None:
    four = "AX-1-21I(e) AX-2-21I(e) AX-1-15I(e) AX-2-15I(e)"
    for more, amounts in (("", ["+1"]), (" AX-3-15I", ["+1"]), (" AX-34E", None)):
        g = attack(f"0505 {four}{more}; 0506 AL-1SF; 0101 {AFRIKA}(e)", options="12.1")
        names = " ".join(name.removesuffix("(e)") for name in four.split())
        assert battlefield.lines(g, f"attack 0506 with {names}").get("12.1") == amounts


STRONG = "unit AX-1-21I strength=100 reduced_strength=50"


@pytest.mark.rule("gazala1942:12.4", "gazala1942:12.3", "gazala1942:9.43")
def test_a_step_lost_on_the_way_counts_as_the_second() -> None:
    """The brigade goes through a zone for a step; that of the tanks, who cannot go, is the third."""
    sides = [f"side cliff 0506/{h}" for h in ("0507", "0605", "0606", "0405", "0406")]
    g = attack(
        "0505 AX-1-21I(e); 0506 AL-69-50 AL-8T AL-4T; 0101 AX-HQ-AFRIKA(e);"
        "0604 AX-200; 0607 AX-361; 0404 AX-85-60; 0407 AX-86-60",
        *sides,
        STRONG,
        options="12.3 12.4",
    )
    play(g, "attack 0506 all go", "result -/2", "lose AL-69-50", "retire", "retreat 0507")
    assert where(g, "AL-69-50-BN") == "0507", "two steps are gone"
    assert (g.side, words(g, "lose")) == ("allied", {"AL-8T", "AL-4T"})


@pytest.mark.rule("gazala1942:12.3", "gazala1942:9.41c")
def test_why_a_retreat_does_not_pay_for_a_zone_while_friends_are_near() -> None:
    """No hex outside enemy zones is open: the friends are the reason."""
    g = attack(
        "0505 AX-1-21I(e); 0506 AL-201-1; 0507 AL-1R-1; 0606 AL-50-1; 0101 AX-HQ-AFRIKA(e);"
        "0508 AX-361; 0706 AX-85-60; 0306 AX-86-60",
        STRONG,
        options="12.3",
    )
    play(g, "attack 0506 all go", "result 1/2", "retire")
    assert words(g, "retreat") == {"0507", "0606"}
    assert refused(g, "retreat 0405") == "9.41c"


@pytest.mark.rule("gazala1942:12.3", "gazala1942:9.41c")
def test_the_owner_says_who_goes_first_into_a_zone_and_pays_for_it() -> None:
    """Who follows finds a friend in the hex; without the option nobody goes, and nobody is asked."""
    units = (
        "0505 AX-1-21I(e); 0506 AL-8T AL-201-1; 0101 AX-HQ-AFRIKA(e);"
        "0408 AX-86-60; 0608 AX-361; 0508 AX-85-60"
    )
    sides = [f"side cliff 0506/{h}" for h in ("0605", "0606", "0405", "0406")]
    g = attack(units, *sides, STRONG, options="12.3")
    play(g, "attack 0506 all go", "result 1/2", "lose AL-201-1", "retire")
    assert words(g, "send") == {"AL-8T", "AL-201-1"}
    play(g, "send AL-8T")
    assert (steps(g, "AL-201-1"), steps(g, "AL-8T")) == (2, 1)
    assert [where(g, name) for name in ("AL-201-1", "AL-8T")] == ["0507", "0507"]
    off = attack(units, *sides, STRONG)
    play(off, "attack 0506 all go", "result 1/2", "lose AL-201-1")
    assert words(off, "lose") == {"AL-8T", "AL-201-1"}, "they stand"


@pytest.mark.rule("gazala1942:10.2d", "gazala1942:9.52")
def test_who_has_advanced_away_from_rommel_does_not_attack_afterwards() -> None:
    g = attack(
        "0505 AX-ROMMEL(e) AX-1-21I(e) AX-2-21I(e); 0506 AL-1SF; 0605 AL-1R-1",
        STRONG,
        hq="AX-ROMMEL",
    )
    play(g, "attack 0506 with AX-1-21I go", "attack 0605 with AX-2-21I go", "fight 0506", "roll 6")
    told = play(g, "send AX-2-21I stop", "done")
    assert where(g, "AX-2-21I") == "0506", "next to 0605, but alone"
    assert [e.rule for e in told if e.kind == "attack"] == ["9.0a1"]
    assert where(g, "AL-1R-1") == "0605"


@pytest.mark.rule("gazala1942:10.3a", "gazala1942:4.1")
@pytest.mark.parametrize("order", ["0302-0303-0304-0404", "0307"])
def test_an_order_past_an_armored_car_goes_as_far_as_its_owner_is_asked(order: str) -> None:
    g = scene("0301 AX-1-15I; 0305 AL-KDG; 0101 AX-HQ-AFRIKA; 0909 AL-HQ-50", impulse=AFRIKA)
    told = g.play(f"move AX-1-15I {order}")
    assert (told[-1].kind, told[-1].rule) == ("dropped", "10.3")
    assert (g.side, where(g, "AX-1-15I")) == ("allied", "0304")
    again = grognard.load(g.position, dice="asked", data=FIGURES)
    assert texts(again) == texts(g)
    play(g, "dodge 0306", "to 0404")
    assert (where(g, "AX-1-15I"), g.state.points) == ("0404", 2 * 5)


@pytest.mark.rule("gazala1942:4.41b", "gazala1942:4.41c")
def test_no_zone_goes_through_mines_on_an_escarpment() -> None:
    """A lone battalion reaches through a minefield, not up a cliff that is mined as well."""
    g = scene(
        "0505 AL-69-50-BN; 0909 AX-HQ-X",
        impulse="AX-HQ-X",
        board=plain("side minefield 0505/0504", "side minefield 0505/0506", "side cliff 0505/0506"),
    )
    assert list(g.rules.board.labels(g.state.zones[1])) == ["0504"]


@pytest.mark.rule("gazala1942:9.43")
def test_those_who_got_only_part_of_the_way_pay_together_too() -> None:
    sides = [f"side cliff 0506/{h}" for h in ("0605", "0606", "0405", "0406")]
    sides += [f"side cliff 0507/{h}" for h in ("0606", "0607", "0406", "0407", "0508")]
    g = attack("0505 AX-1-21I(e); 0506 AL-201-1 AL-8T; 0101 AX-HQ-AFRIKA(e)", *sides, STRONG)
    play(g, "attack 0506 all go", "result -/4", "lose AL-201-1", "lose AL-8T", "retire")
    assert (where(g, "AL-201-1"), where(g, "AL-8T")) == ("0507", "0507")
    assert words(g, "lose") == {"AL-201-1", "AL-8T"}
    play(g, "lose AL-201-1")
    assert (where(g, "AL-201-1-BN"), steps(g, "AL-8T")) == ("0507", 1), "one step in all"


@pytest.mark.rule("gazala1942:8.12", "gazala1942:2.1e")
def test_german_engineers_do_not_fire_at_armor_whatever_is_printed_on_them() -> None:
    g = battlefield.scene(
        "0505 AX-1-21T(e) AX-53-15E(e); 0506 AL-9L-1; 0101 AX-HQ-AFRIKA(e)",
        "armor axis",
        hq=AFRIKA,
        board=plain("unit AX-53-15E armor=2"),
    )
    assert refused(g, "engage 0506 with AX-53-15E") == "8.12"
    g.play("engage 0506")
    assert words(g, "with") == {"AX-1-21T"}


@pytest.mark.rule("gazala1942:10.6b", "gazala1942:11.24")
def test_no_battalion_joins_a_brigade_at_full_strength() -> None:
    """Its own counter may stand there for a part of another brigade (10.6c)."""
    units = "0505 AL-69-50 AL-69-50-BN; 0606 AL-150-50(r) AL-150-50-BN; 0101 AL-HQ-50"
    g = scene(units, "join allied", impulse="AL-HQ-50")
    assert words(g, "join") == {"AL-150-50-BN"}
    assert refused(g, "join AL-69-50-BN") == "10.6b"
