"""10.2-10.8 Rommel, armored cars, Group Hecker, brigades in parts, fortifications, minefields."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import (
    has,
    index,
    plain,
    play,
    refused,
    rules,
    scene,
    steps,
    texts,
    where,
    words,
)

from grognard import Game


@pytest.mark.rule("gazala1942:10.2d")
def test_rommel_has_fourteen_points() -> None:
    g = scene("0101 AX-ROMMEL; 0909 AL-KDG", impulse="AX-ROMMEL")
    play(g, "4", "move AX-ROMMEL 0102")
    assert g.state.points == 26


# -- armored cars


def drive(units: str, **more: object) -> Game:
    return scene(f"0101 AX-HQ-AFRIKA; {units}", impulse="AX-HQ-AFRIKA", **more)  # type: ignore[arg-type]


@pytest.mark.rule("gazala1942:10.3a")
def test_a_car_may_step_aside_at_once_when_an_enemy_comes_next_to_it() -> None:
    g = drive("0303 AX-1-15I; 0306 AL-KDG AL-42T")
    play(g, "move AX-1-15I 0304")
    assert g.side == "axis", "two hexes away"
    g.play("0305")
    assert (g.side, g.decision.rule if g.decision else "") == ("allied", "10.3")
    assert "pass" in texts(g)
    g.play("dodge 0307")
    assert (where(g, "AL-KDG"), where(g, "AL-42T")) == ("0307", "0306"), "only the car"
    assert g.side == "axis"
    assert g.state.mover == index(g, "AX-1-15I"), "the move goes on"
    assert not has(g, "used", "AL-KDG"), "its own move is still to come"
    g = drive("0303 AX-1-15I; 0306 AL-42T")
    play(g, "move AX-1-15I 0304", "0305")
    assert g.side == "axis", "tanks stand"


@pytest.mark.rule("gazala1942:10.3a")
def test_a_car_may_stay_and_is_asked_again_at_the_next_step() -> None:
    g = drive("0304 AX-1-15I; 0306 AL-KDG")
    play(g, "move AX-1-15I 0305", "pass")
    assert g.side == "axis"
    play(g, "0405")
    assert g.side == "allied"


@pytest.mark.rule("gazala1942:10.3b")
def test_a_car_does_not_step_into_enemies_or_their_zones_even_to_friends() -> None:
    g = drive("0304 AX-1-15I; 0405 AL-KDG; 0605 AX-65-101; 0505 AL-42T; 0406 AX-RCM")
    play(g, "move AX-1-15I 0305")
    assert g.side == "allied"
    assert words(g, "dodge") == {"0404", "0306"}
    assert refused(g, "dodge 0505") == "10.3b"
    assert refused(g, "dodge 0406") == "10.3b"


@pytest.mark.rule("gazala1942:13.11d", "gazala1942:13.21")
@pytest.mark.parametrize(
    ("scenario", "asked"), [("opening", True), ("aida", True), ("british", False)]
)
def test_the_battalion_of_the_seventh_motor_brigade_is_as_good_as_a_car(
    scenario: str, asked: bool
) -> None:
    g = drive("0304 AX-1-15I; 0306 AL-7-7-BN", scenario=scenario)
    play(g, "move AX-1-15I 0305")
    assert (g.side == "allied") == asked
    g = drive("0304 AX-1-15I; 0306 AL-7-7", scenario=scenario)
    play(g, "move AX-1-15I 0305")
    assert g.side == "axis", "not the brigade"


# -- Group Hecker

COAST = [f"feature landing 05{c:02d}" for c in (5, 6, 7)]
COAST += [f"feature coast 05{c:02d}" for c in (5, 6, 7, 8)]


def noted(units: str = "", turn: int = 6, impulse: str = "AX-HQ-XXI") -> Game:
    return scene(
        f"0101 {impulse}; 0909 AL-KDG; later AX-HECKER; {units}",
        impulse=impulse,
        turn=turn,
        lines=["note 0506 6"],
        board=plain(*COAST),
    )


@pytest.mark.rule("gazala1942:10.4a")
def test_the_landing_is_noted_in_secret_for_the_second_turn_after() -> None:
    g = scene(
        "0101 AX-HQ-XXI; 0909 AL-KDG; later AX-HECKER", "note axis", turn=4, board=plain(*COAST)
    )
    assert g.decision is not None
    assert g.decision.secret is not None
    assert words(g, "note") == {"0505", "0506", "0507"}
    assert refused(g, "note 0303") == "10.4a"
    g.play("note 0506")
    assert g.state.landing_note == (6, rules(g).board.index("0506"))
    assert g.rules.seen(g.state, "allied").landing_note[1] == -2
    assert noted().decision is not None
    assert "land" in texts(noted())
    assert "land" not in texts(noted(turn=5))
    real = rules(scene("2403 AX-HQ-XXI", "note axis", board=""))
    assert real.board.labels(real.landing) == [f"21{c}" for c in range(29, 35)]


@pytest.mark.rule("gazala1942:10.4b")
@pytest.mark.parametrize("answer", ["note 0506", "land"])
def test_who_sends_group_hecker_is_told_what_it_may_cost(answer: str) -> None:
    at_sea = "0101 AX-HQ-XXI; 0909 AL-KDG; later AX-HECKER"
    noting = scene(at_sea, "note axis", turn=4, board=plain(*COAST))
    g = noted() if answer == "land" else noting
    assert g.decision is not None
    assert g.decision.outcome is not None
    said = {a.text: [str(each) for each in g.decision.outcome(a)] for a in g.decision.actions}
    assert said.pop(answer) == [
        "67% to be sunk",
        "ashore it may drift a hex to the west or east",
    ]
    assert said.get("pass", []) == []


@pytest.mark.rule("gazala1942:10.4b", "gazala1942:3.21a")
@pytest.mark.parametrize(
    ("dice", "place"),
    [
        (["4"], "eliminated"),
        (["5", "1"], "0505"),
        (["6", "3"], "0506"),
        (["5", "6"], "0507"),
    ],
)
def test_the_landing(dice: list[str], place: str) -> None:
    g = noted()
    play(g, "land", *dice)
    assert where(g, "AX-HECKER") == place


@pytest.mark.rule("gazala1942:10.4b")
def test_a_landing_among_enemies_or_without_a_shore_is_lost() -> None:
    g = noted("0507 AL-42T")
    play(g, "land", "5", "6")
    assert where(g, "AX-HECKER") == "eliminated"
    g = scene(
        "0101 AX-HQ-XXI; 0909 AL-KDG; later AX-HECKER",
        impulse="AX-HQ-XXI",
        turn=6,
        lines=["note 0505 6"],
        board=plain(*COAST),
    )
    play(g, "land", "5", "1")
    assert where(g, "AX-HECKER") == "eliminated"


@pytest.mark.rule("gazala1942:10.4c")
def test_on_its_turn_it_is_supplied_and_goes_with_xxi_corps() -> None:
    g = noted()
    play(g, "land", "5", "3")
    assert "AX-HECKER" in words(g, "move")
    assert g.state.status(index(g, "AX-HECKER")) == 0
    g = noted(impulse="AX-HQ-XX")
    play(g, "land", "5", "3")
    assert "AX-HECKER" not in words(g, "move")
    assert where(g, "AX-HECKER") == "0506"


@pytest.mark.rule("gazala1942:10.4c")
def test_it_is_supplied_on_its_turn_though_xxi_corps_is_far_and_drawn_later() -> None:
    """It lands in another impulse; then XXI Corps, out of whose range it stands, activates it."""

    def xxi(turn: int) -> Game:
        return scene(
            "0101 AX-HQ-XXI; 0909 AL-KDG; 0506 AX-HECKER",
            impulse="AX-HQ-XXI",
            turn=turn,
            lines=["count landed 6"],
            board=plain(*COAST, "feature axis_source 0101"),
        )

    g = xxi(6)
    assert rules(g).board.grid.distance(*map(rules(g).board.index, ("0101", "0506"))) > 5
    assert g.state.status(index(g, "AX-HECKER")) == 0
    assert xxi(7).state.status(index(g, "AX-HECKER")) == 1
    g = noted(impulse="AX-HQ-XX")
    play(g, "land", "5", "3")
    assert g.state.landed == 6
    assert "landed 6" in g.position


# -- brigades in parts


def parts(units: str, phase: str = "activation", **more: object) -> Game:
    return scene(f"{units}; 0901 AX-RCM", f"{phase} allied", **more)  # type: ignore[arg-type]


@pytest.mark.rule("gazala1942:10.6a")
@pytest.mark.parametrize(
    ("brigade", "hq", "whole", "reduced", "battalion"),
    [
        ("AL-201-1", "AL-HQ-1ARM", (6, 1, 9), (4, 1, 9), (2, 0, 9)),
        ("AL-69-50", "AL-HQ-50", (6, 1, 7), (4, 1, 7), (2, 0, 7)),
        ("AL-10-5", "AL-HQ-5IND", (5, 1, 7), (3, 1, 7), (1, 0, 7)),
    ],
)
def test_a_brigade_splits(
    brigade: str,
    hq: str,
    whole: tuple[int, ...],
    reduced: tuple[int, ...],
    battalion: tuple[int, ...],
) -> None:
    g = parts(f"0303 {hq} {brigade}", impulse=hq)
    counters = rules(g).units
    unit, part = counters[index(g, brigade)], counters[index(g, f"{brigade}-BN")]
    assert unit.values == whole
    g.play(f"split {brigade}")
    assert (steps(g, brigade), steps(g, f"{brigade}-BN")) == (2, 1)
    assert where(g, f"{brigade}-BN") == "0303"
    assert (unit.strength[2], unit.armor[2], unit.move[2]) == reduced
    assert part.values == battalion
    assert {brigade, f"{brigade}-BN"} <= words(g, "move"), "both are activated"


@pytest.mark.rule("gazala1942:10.6a")
def test_who_does_not_split() -> None:
    g = parts(
        "0303 AL-HQ-50 AL-69-50(r) AL-151-50; 0305 AL-1-1SA; 0306 AL-3IND", impulse="AL-HQ-50"
    )
    assert words(g, "split") == {"AL-151-50"}
    assert refused(g, "split AL-69-50") == "10.6a"
    assert refused(g, "split AL-1-1SA") == "10.6a"
    g.play("split AL-151-50")
    assert g.phase == "movement", "only at the start of the impulse"


@pytest.mark.rule("gazala1942:10.6b")
def test_the_parts_join_again_at_the_end_of_an_impulse() -> None:
    g = parts("0303 AL-HQ-50 AL-69-50(r) AL-69-50-BN", "join", impulse="AL-HQ-50")
    assert words(g, "join") == {"AL-69-50-BN"}
    g.play("join AL-69-50-BN")
    assert (steps(g, "AL-69-50"), where(g, "AL-69-50-BN")) == (3, "spare")
    g = parts("0303 AL-HQ-50 AL-69-50(r); 0304 AL-69-50-BN", "join", impulse="AL-HQ-50")
    assert g.phase != "join", "not in one hex"


@pytest.mark.rule("gazala1942:10.6b")
def test_two_battalions_form_a_reduced_brigade() -> None:
    """G42-06: 2-0-9 and 2-0-9 in one hex become 4-1-9."""
    g = parts("0303 AL-HQ-1ARM AL-201-1-BN AL-7-7-BN", "join", impulse="AL-HQ-1ARM")
    g.play("join AL-201-1-BN")
    assert (steps(g, "AL-201-1"), where(g, "AL-201-1")) == (2, "0303")
    unit = rules(g).units[index(g, "AL-201-1")]
    assert (unit.strength[2], unit.armor[2], unit.move[2]) == (4, 1, 9)
    assert where(g, "AL-7-7-BN") == "spare"
    g = parts("0303 AL-HQ-50 AL-69-50-BN AL-10-5-BN", "join", impulse="AL-HQ-50")
    assert g.phase != "join", "of different strength"


@pytest.mark.rule("gazala1942:10.6c", "gazala1942:9.31a", "gazala1942:9.31b")
def test_the_last_step_of_a_brigade_is_a_battalion_any_that_fits() -> None:
    g = parts("0303 AL-69-50; 0404 AL-3IND AL-1R-1", "movement", impulse="AL-HQ-50")
    state = g.state
    assert state.lose_step(index(g, "AL-69-50"), "9.31") == index(g, "AL-69-50")
    assert steps(g, "AL-69-50") == 2
    assert state.lose_step(index(g, "AL-69-50"), "9.31") == index(g, "AL-69-50-BN")
    assert (where(g, "AL-69-50"), where(g, "AL-69-50-BN")) == ("spare", "0303")
    assert state.lose_step(index(g, "AL-69-50-BN"), "9.31") == -1
    assert where(g, "AL-69-50-BN") == "eliminated"
    assert state.lose_step(index(g, "AL-3IND"), "9.31") == index(g, "AL-3IND")
    assert state.lose_step(index(g, "AL-3IND"), "9.31") == -1, "two steps"
    assert state.lose_step(index(g, "AL-1R-1"), "9.31") == -1, "one step"
    g = parts("0303 AL-69-50(r); 0304 AL-69-50-BN", "movement", impulse="AL-HQ-50")
    stand_in = g.state.lose_step(index(g, "AL-69-50"), "9.31")
    assert rules(g).units[stand_in].values == (2, 0, 7)
    assert stand_in != index(g, "AL-69-50-BN")
    assert g.state.command[stand_in] == index(g, "AL-HQ-50")


@pytest.mark.rule("gazala1942:10.6c")
def test_without_a_fitting_battalion_the_brigade_is_lost() -> None:
    bns = ["1-1SA", "2-1SA", "3-1SA", "151-50", "69-50", "150-50", "6-2SA", "4-2SA"]
    g = parts(
        "0303 AL-69-50(r); " + "; ".join(f"05{n:02d} AL-{b}-BN" for n, b in enumerate(bns, 1)),
        "movement",
        impulse="AL-HQ-50",
    )
    assert g.state.lose_step(index(g, "AL-69-50"), "9.31") == -1
    assert where(g, "AL-69-50") == "eliminated"


# -- fortifications


@pytest.mark.rule("gazala1942:10.7a", "gazala1942:10.7b")
def test_a_fortification_that_was_crossed_is_none_at_the_end_of_the_impulse() -> None:
    g = scene(
        "0303 AX-HQ-AFRIKA AX-1-15I; 0909 AL-KDG",
        impulse="AX-HQ-AFRIKA",
        board=plain("side fortification 0303/0304", "side fortification 0303/0403"),
        lines=["cup AX-HQ-XX AX-HQ-X"],
    )
    here, there = (rules(g).board.index(h) for h in ("0303", "0304"))
    play(g, "move AX-1-15I 0304")
    assert g.state.points == 16, "no effect on movement"
    assert g.state.fortified(here, there), "until the impulse is over"
    finish(g)
    assert not g.state.fortified(here, there)
    assert g.state.fortified(here, rules(g).board.index("0403"))
    assert g.state.fallen.bit_count() == 1


def finish(g: Game) -> None:
    while g.decision is not None and g.decision.kind not in ("draw", "roll"):
        g.play("stay" if "stay" in texts(g) else "done" if "done" in texts(g) else "pass")


@pytest.mark.rule("gazala1942:10.7b")
def test_the_allies_do_not_break_their_own_fortifications() -> None:
    g = scene(
        "0303 AL-HQ-1ARM AL-1R-1; 0901 AX-RCM",
        "activation allied",
        impulse="AL-HQ-1ARM",
        board=plain("side fortification 0303/0304"),
        lines=["cup AX-HQ-XX AX-HQ-X"],
    )
    play(g, "move AL-1R-1 0304")
    finish(g)
    assert g.state.fallen == 0


# -- minefields


def mines(units: str, impulse: str = "AX-HQ-AFRIKA", **more: object) -> Game:
    return scene(
        f"0101 {impulse}; {units}; 0909 AL-KDG",
        impulse=impulse,
        board=plain("side minefield 0303/0304", "side minefield 0303/0403"),
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("gazala1942:10.84")
@pytest.mark.parametrize(
    ("die", "breached", "left"), [(6, True, 2), (5, False, 2), (2, False, 2), (1, False, 1)]
)
def test_the_breach(die: int, breached: bool, left: int) -> None:
    g = mines("0303 AX-1-15I")
    play(g, "breach AX-1-15I 0304", str(die))
    here, there = (rules(g).board.index(h) for h in ("0303", "0304"))
    assert g.state.mined(here, there) is not breached
    assert steps(g, "AX-1-15I") == left


@pytest.mark.rule("gazala1942:10.84", "gazala1942:10.85a")
def test_an_engineer_adds_one_and_is_never_lost() -> None:
    g = mines("0303 AX-53-15E")
    play(g, "breach AX-53-15E 0304", "5")
    assert g.state.breached
    g = mines("0303 AX-53-15E")
    play(g, "breach AX-53-15E 0304", "1")
    assert where(g, "AX-53-15E") == "0303"
    g = mines("0303 AX-1-15I AX-53-15E")
    play(g, "breach AX-1-15I 0304 assist AX-53-15E", "5")
    assert g.state.breached


@pytest.mark.rule("gazala1942:10.84")
def test_the_chances_of_a_breach_are_told_before_it_is_tried() -> None:
    g = mines("0303 AX-1-15I AX-53-15E")
    play(g, "breach AX-1-15I")
    told = []
    for answer in ("across 0304", None):
        assert g.decision is not None
        assert g.decision.outcome is not None
        told += [str(g.decision.outcome(each)[0]) for each in g.decision.actions]
        if answer:
            play(g, answer)
    alone = "17% to breach it, 17% to lose a step"
    assert told == [alone, alone, "33% to breach it", alone]


@pytest.mark.rule("gazala1942:10.85a")
def test_an_engineer_assists_two_units_at_most_or_works_alone() -> None:
    g = mines("0303 AX-1-15I AX-2-15I AX-3-15I AX-53-15E")
    play(g, "breach AX-1-15I 0304 assist AX-53-15E", "2")
    assert refused(g, "breach AX-53-15E 0304") == "10.85a", "not alone as well"
    play(g, "breach AX-2-15I 0403 assist AX-53-15E", "2")
    play(g, "breach AX-3-15I 0403")
    assert g.decision is not None
    assert g.decision.kind == "roll", "nobody to assist a third"
    g = mines("0303 AX-1-15I AX-53-15E")
    play(g, "breach AX-53-15E 0304", "2", "breach AX-1-15I 0304")
    assert g.decision is not None
    assert g.decision.kind == "roll"
    g = mines("0303 AX-1-15I; 0302 AX-53-15E")
    play(g, "move AX-53-15E 0303", "stay", "breach AX-1-15I 0304")
    assert g.decision is not None
    assert g.decision.kind == "roll", "the engineer did not start here"
    g = mines("0303 AX-1-15I AX-34E")
    play(g, "breach AX-1-15I 0304")
    assert g.decision is not None
    assert g.decision.kind == "roll", "the engineer is not activated"


@pytest.mark.rule("gazala1942:10.86", "gazala1942:10.83")
def test_after_a_breach_those_who_made_it_may_cross_and_others_too() -> None:
    g = mines("0303 AX-1-15I AX-2-15I AX-53-15E")
    play(g, "breach AX-1-15I 0304 assist AX-53-15E", "6")
    assert refused(g, "move AX-1-15I 0303-0302") == "10.86"
    play(g, "move AX-1-15I 0304", "0305", "stay")
    play(g, "move AX-53-15E 0304", "stay")
    play(g, "move AX-2-15I 0304", "stay")
    assert where(g, "AX-2-15I") == "0304"
    zone = g.state.mined(rules(g).board.index("0303"), rules(g).board.index("0304"))
    assert not zone, "for the rest of the game"


@pytest.mark.rule("gazala1942:10.86", "gazala1942:4.41b")
def test_a_breach_changes_zones_of_control_at_once() -> None:
    g = mines("0303 AX-65-101 AX-34E; 0304 AL-42T", impulse="AX-HQ-XX")
    board = rules(g).board
    assert g.state.zones[1] >> board.index("0303") & 1, "a lone Allied unit behind mines"
    assert not g.state.zones[0] >> board.index("0304") & 1
    play(g, "breach AX-65-101 0304 assist AX-34E", "6")
    assert not g.state.zones[1] >> board.index("0303") & 1
    assert g.state.zones[0] >> board.index("0304") & 1
