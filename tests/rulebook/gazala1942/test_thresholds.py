"""Limits met exactly and missed by one, in the chapters on command, supply, headquarters and arrivals."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942 import battlefield
from tests.rulebook.gazala1942.tabletop import (
    REAL,
    has,
    index,
    play,
    refused,
    rules,
    scene,
    texts,
    where,
    words,
)

from grognard import Game


def first_move(g: Game) -> Game:
    """On to the movement, if the Allies are asked about brigades first."""
    if g.phase == "split":
        g.play("done")
    return g


@pytest.mark.rule("gazala1942:3.2a", "gazala1942:7.3", "gazala1942:7.32b")
@pytest.mark.parametrize(("place", "goes"), [("0106", True), ("0107", False)])
def test_an_independent_at_the_very_range_goes_though_another_hq_is_nearer(
    place: str, goes: bool
) -> None:
    """AL-HQ-50 in 0101 reaches five hexes; AL-HQ-1SA stands near by."""
    g = scene(
        f"0101 AL-HQ-50; 0108 AL-HQ-1SA; {place} AL-KDG; 0909 AX-HQ-X",
        "activation allied",
        impulse="AL-HQ-50",
    )
    assert has(first_move(g), "eligible", "AL-KDG") == goes
    if not goes:
        assert refused(g, "move AL-KDG") == "7.32b"


@pytest.mark.rule("gazala1942:10.13b", "gazala1942:4.32")
def test_an_hq_does_not_come_back_at_an_edge_hex_of_the_enemy() -> None:
    lines = ["eliminated AX-HQ-AFRIKA", "returns AX-HQ-AFRIKA 6"]
    units = "0101 AX-HQ-X; 0505 AX-1-15T; 0909 AL-HQ-50; 0401 AL-KDG"
    g = scene(units, "returns axis", turn=6, lines=lines)
    edge = {f"{row:02d}01" for row in range(1, 10)} - {"0401"}
    assert words(g, "at") == {"0505", *edge}
    assert refused(g, "at 0401") == "4.32"
    assert refused(g, "at 0506") == "10.13b"


@pytest.mark.rule("gazala1942:10.13b", "gazala1942:5.1c")
@pytest.mark.parametrize(("fifth", "room"), [("", True), ("AX-3-15I", False)])
def test_an_hq_comes_back_beside_another_as_a_battalion_would(fifth: str, room: bool) -> None:
    g = scene(
        f"0505 AX-1-15T AX-2-15T AX-1-15I AX-2-15I AX-HQ-XX {fifth}; 0909 AL-HQ-50",
        "returns axis",
        turn=6,
        lines=["eliminated AX-HQ-AFRIKA", "returns AX-HQ-AFRIKA 6"],
    )
    assert ("0505" in words(g, "at")) == room
    if not room:
        assert refused(g, "at 0505") == "5.1a"


@pytest.mark.rule("gazala1942:10.3a", "gazala1942:4.43")
@pytest.mark.parametrize(("mark", "asked"), [("", "allied"), ("(m)", "allied"), ("(h)", "axis")])
def test_a_car_that_holds_a_hex_for_another_does_not_step_aside(mark: str, asked: str) -> None:
    g = scene(
        f"0101 AX-HQ-AFRIKA; 0304 AX-1-15I; 0306 AL-KDG{mark}; 0909 AL-HQ-50",
        impulse="AX-HQ-AFRIKA",
    )
    g.play("move AX-1-15I 0305")
    assert g.side == asked


@pytest.mark.rule("gazala1942:11.11a", "gazala1942:10.2c3")
def test_nobody_enters_in_rommels_impulse() -> None:
    def on(hq: str) -> Game:
        return scene(
            "0806 AX-HQ-AFRIKA AX-ROMMEL; 1810 AL-HQ-50; later AX-1-21T",
            impulse=hq,
            turn=3,
            scenario="british",
            board=REAL,
            lines=["control axis 2904 2905"],
        )

    g = on("AX-HQ-AFRIKA")
    assert words(g, "enter") == {"AX-1-21T"}
    g = on("AX-ROMMEL")
    g.play("6")
    assert not words(g, "enter")
    assert refused(g, "enter AX-1-21T") == "10.2c3"


@pytest.mark.rule("gazala1942:10.5", "gazala1942:13.31b")
@pytest.mark.parametrize(
    ("scenario", "air"), [("opening", True), ("aida", True), ("british", False)]
)
def test_the_die_for_air_support(scenario: str, air: bool) -> None:
    for die, columns in enumerate((0, 0, 0, 1, 1, 2), 1):
        g = scene("0101 AX-HQ-X; 0909 AL-HQ-50", "limits axis", scenario=scenario)
        play(g, "3", "3")
        assert g.decision is not None
        assert (g.decision.rule == "10.5") == air
        if air:
            play(g, str(die))
        assert g.state.air == (columns if air else 0)


@pytest.mark.rule("gazala1942:10.13a", "gazala1942:3.24")
@pytest.mark.parametrize("inside", [True, False])
def test_the_marker_of_an_hq_lost_in_combat_goes_from_the_cup_to_the_track(inside: bool) -> None:
    """Of either side; one that is not in the cup takes no box."""
    for side, hq, other, leader, attackers in (
        ("axis", "AL-HQ-50", "AL-HQ-1SA", "AX-HQ-X", "AX-19-27(e) AX-20-27(e)"),
        ("allied", "AX-HQ-XX", "AX-HQ-XXI", "AL-HQ-7ARM", "AL-29-5(e) AL-3IND(e)"),
    ):
        g = battlefield.scene(
            f"0505 {hq}; 0504 {attackers}; 0101 {leader}; 0901 {other}",
            f"combat {side}",
            hq=leader,
            lines=[f"cup {hq} {other}" if inside else f"cup {other}"],
        )
        play(g, "attack 0505 all go", "roll 6")
        assert where(g, hq) == "eliminated"
        marker, track = rules(g).marker_of[index(g, hq)], g.state.tracks[side == "axis"]
        assert track == ((marker,) if inside else ())
        assert not g.state.cup >> marker & 1
        assert g.state.returns == ((index(g, hq), g.turn + 2),)


@pytest.mark.rule("gazala1942:5.1c", "gazala1942:5.2")
def test_one_hq_is_never_too_many_the_second_may_be() -> None:
    full = "AX-1-15T AX-2-15T AX-1-15I AX-2-15I AX-3-15I"

    def over(units: str) -> Game:
        return scene(f"0505 {units}; 0909 AL-KDG", "movement-excess axis", impulse="AX-HQ-AFRIKA")

    assert over(f"{full} AX-HQ-AFRIKA").phase != "movement-excess"
    g = over(f"{full} AX-53-15E AX-HQ-AFRIKA")
    assert (g.side, len(words(g, "lose"))) == ("allied", 6)
    assert refused(g, "lose AX-HQ-AFRIKA") == "5.1c"
    g = over(f"{full} AX-HQ-AFRIKA AX-ROMMEL")
    assert {"lose AX-HQ-AFRIKA", "lose AX-ROMMEL"} <= texts(g)
    assert len(texts(g)) == 7


@pytest.mark.rule("gazala1942:5.2", "gazala1942:10.3b")
def test_a_car_may_step_into_a_full_hex_and_is_counted_at_the_end_of_combat() -> None:
    """5.2 asks the side that is not active only then; the other side removes who is too many."""
    g = scene(
        "0101 AX-HQ-AFRIKA; 0304 AX-1-15I; 0306 AL-KDG; 0307 AL-42T AL-7T AL-8T AL-44T AL-4T",
        impulse="AX-HQ-AFRIKA",
    )
    play(g, "move AX-1-15I 0305", "dodge 0307", "stay", "done")
    assert (g.phase, g.side, len(words(g, "lose"))) == ("combat-excess", "axis", 6)


@pytest.mark.rule("gazala1942:7.6b")
def test_in_a_withdrawal_west_alone_is_barred() -> None:
    g = scene(
        "0505 AL-69-50; 0909 AL-HQ-50; 0101 AX-HQ-X",
        "activation allied",
        impulse="AL-HQ-50",
        lines=["withdrawing"],
    )
    first_move(g).play("move AL-69-50")
    assert words(g, "to") == {"0604", "0605", "0506", "0405", "0404"}
