"""11.1 Reinforcements: when and where they come, and what the scenarios give (13.x)."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.battlefield import (
    REAL,
    plain,
    play,
    pool,
    refused,
    scene,
    texts,
    words,
)

from grognard import Game
from grognard.games.gazala1942 import Gazala

ALLIED, AXIS = "movement allied", "movement axis"
EAST = "control axis 0101"
"""The Axis controls nothing near the east edge."""


def entering(units: str, waiting: str, phase: str = ALLIED, **more: object) -> Game:
    """The real map on 28 May; reinforcements wait at the edge."""
    lines = [f"later {waiting}", str(more.pop("control", EAST))]
    hq = "AL-HQ-50" if phase == ALLIED else "AX-HQ-X"
    scenario = str(more.pop("scenario", "aida"))
    turn = int(str(more.pop("turn", 3)))
    options = str(more.pop("options", ""))
    return scene(
        units, phase, hq=hq, turn=turn, scenario=scenario, board=REAL, lines=lines, options=options
    )


# -- 11.1


@pytest.mark.rule("gazala1942:11.1", "gazala1942:3.21a", "gazala1942:11.11a")
def test_reinforcements_enter_in_a_movement_phase_of_any_hq_near_their_hex() -> None:
    g = entering("1810 AL-HQ-50(e)", "AL-4T")
    assert "enter AL-4T" in texts(g)
    g.play("enter AL-4T")
    assert words(g, "at") == {"1634", "1734", "1834", "1934", "2034", "2134"}
    g.play("at 1934")
    assert g.state.hex[_index(g, "AL-4T")] == g.rules.board.index("1934")


@pytest.mark.rule("gazala1942:11.1")
def test_nobody_enters_before_his_turn() -> None:
    g = entering("1810 AL-HQ-50(e)", "AL-4T AL-1T", turn=3)  # 28 May: 1 RTR comes on 2 June
    assert words(g, "enter") == {"AL-4T"}
    assert refused(g, "enter AL-1T") == "11.1"


@pytest.mark.rule("gazala1942:11.11a")
def test_the_axis_enters_within_three_hexes_of_2905() -> None:
    g = entering(
        "1705 AX-HQ-X(e)", "AX-1-21T", AXIS, scenario="british", turn=3,
        control="control axis 2902 2903 2904 2905 2906 0101",
    )  # fmt: skip
    g.play("enter AX-1-21T")
    assert words(g, "at") == {"2902", "2903", "2904", "2905", "2906"}


@pytest.mark.rule("gazala1942:11.11a")
def test_with_the_option_the_allies_enter_near_0134() -> None:
    g = entering("1810 AL-HQ-50(e)", "AL-4T", options="entry-0134")
    g.play("enter AL-4T")
    assert words(g, "at") == {"0131", "0132", "0133", "0134", "0234", "0334", "0434"}


@pytest.mark.rule("gazala1942:11.11a")
def test_the_entry_hex_must_be_controlled() -> None:
    g = entering("1810 AL-HQ-50(e)", "AL-4T", control="control axis 1634 1734 1834 1934 2034")
    g.play("enter AL-4T")
    assert words(g, "at") == {"2134"}


@pytest.mark.rule("gazala1942:11.11b")
def test_an_occupied_entry_hex_delays_them() -> None:
    axis = "; ".join(f"{row}34 AX-{unit}" for row, unit in (
        ("16", "1-21I"), ("17", "2-21I"), ("18", "1-15I"), ("19", "2-15I"), ("20", "3-15I"),
        ("21", "53-15E"),
    ))  # fmt: skip
    g = entering(f"1810 AL-HQ-50(e); {axis}", "AL-4T")
    assert words(g, "enter") == set()
    assert refused(g, "enter AL-4T") == "11.11b"


@pytest.mark.rule("gazala1942:11.11b")
def test_they_move_on_with_their_full_allowance_less_the_first_hex() -> None:
    g = entering("1810 AL-HQ-50(e)", "AL-4T")
    play(g, "enter AL-4T", "at 1934")
    move = Gazala().units.find("AL-4T")
    assert move is not None
    assert g.state.points == 2 * move.move[2] - 1  # the road costs half a point
    off = entering("1810 AL-HQ-50(e)", "AL-4T")
    play(off, "enter AL-4T", "at 1734")
    assert off.state.points == 2 * move.move[2] - 2


@pytest.mark.rule("gazala1942:11.12")
def test_they_are_supplied_in_the_turn_of_their_arrival() -> None:
    g = entering("1810 AL-HQ-50(e)", "AL-4T")
    play(g, "enter AL-4T", "at 1934")
    assert g.state.status(_index(g, "AL-4T")) == 0


@pytest.mark.rule("gazala1942:11.13")
def test_the_marker_of_an_hq_that_arrives_can_be_chosen_and_its_units_activated() -> None:
    """No scenario brings an HQ: the rule is asked with an arrival made by hand."""
    from grognard.games.gazala1942 import command, headquarters

    g = entering("1810 AL-HQ-50", "AL-HQ-7ARM AL-4T")
    hq = _index(g, "AL-HQ-7ARM")
    game = g.state.game
    marker = game.marker_of[hq]
    assert marker not in command.candidates(g.state, 1)
    before = game.arrival_turn[hq]
    game.arrival_turn[hq] = g.turn
    try:
        assert marker in command.candidates(g.state, 1)
        assert headquarters.in_play(g.state, hq)
    finally:
        game.arrival_turn[hq] = before


@pytest.mark.rule("gazala1942:11.14")
def test_an_entry_may_be_put_off_to_any_later_turn() -> None:
    g = entering("1810 AL-HQ-50(e)", "AL-4T", turn=9)
    assert words(g, "enter") == {"AL-4T"}
    g.play("done")
    assert g.state.hex[_index(g, "AL-4T")] == -1


def _index(g: Game, name: str) -> int:
    unit = g.state.game.units.find(name)
    assert unit is not None
    return int(unit.index)


# -- what the scenarios give

START = {
    "Stuart": 1,
    "Grant": 4,
    "Crusader": 2,
    "Matilda": 1,
    "Valentine": 2,
    "armored car": 1,
    "British infantry": 1,
    "German": 1,
    "Italian": 1,
}
TANKS = {"German": 1, "Italian": 1}
LATE_AXIS = {"10 June": {"German": 1, "German armored car": 1}, "18 June": {"German": 1, "German infantry": 1}}  # fmt: skip
MAY_28 = {"Grant": 2, "Crusader": 1, "Valentine": 1, "British infantry": 2}
JUNE_7 = {"Grant": 1, "Crusader": 1, "Valentine": 1, "armored car": 1, "British infantry": 1}


@pytest.mark.rule("gazala1942:13.14", "gazala1942:13.17", "gazala1942:13.23", "gazala1942:13.25")
@pytest.mark.parametrize(
    ("scenario", "start"), [("opening", START), ("aida", START), ("british", {})]
)
def test_replacements_at_the_start(scenario: str, start: dict[str, int]) -> None:
    rules = Gazala(scenario=scenario)
    state = rules.start()
    found = {kind: n for kind, n in zip(rules.pools, state.pool, strict=True) if n}
    assert found == start


ARRIVALS = {
    "opening": {
        ("allied", "28 May"): ({"AL-4T"}, MAY_28),
        ("axis", "2 June"): (set(), TANKS),
        ("allied", "2 June"): ({"AL-1T", "AL-1SF"}, {}),
        ("allied", "3 June"): ({"AL-11IND"}, {}),
        ("allied", "5 June"): ({"AL-6T"}, {}),
    },
    "aida": {
        ("allied", "28 May"): ({"AL-4T"}, MAY_28),
        ("axis", "2 June"): (set(), TANKS),
        ("allied", "2 June"): ({"AL-1T", "AL-1SF"}, {}),
        ("allied", "3 June"): ({"AL-11IND"}, {}),
        ("allied", "5 June"): ({"AL-6T"}, {}),
        ("allied", "7 June"): ({"AL-20IND"}, JUNE_7),
        ("axis", "10 June"): (set(), LATE_AXIS["10 June"]),
        ("axis", "18 June"): (set(), LATE_AXIS["18 June"]),
    },
    "british": {
        ("axis", "25 May"): ({"AX-1-21T", "AX-2-21T", "AX-1-21I", "AX-2-21I"}, {}),
        ("allied", "28 May"): (set(), MAY_28),
        ("axis", "2 June"): (set(), TANKS),
        ("allied", "5 June"): ({"AL-20IND"}, {}),
        ("allied", "7 June"): (set(), JUNE_7),
        ("axis", "10 June"): (set(), LATE_AXIS["10 June"]),
        ("axis", "18 June"): (set(), LATE_AXIS["18 June"]),
    },
}
"""Written down from the book once more, by side and date: units, and replacements."""


@pytest.mark.rule(
    "gazala1942:13.15",
    "gazala1942:13.18",
    "gazala1942:13.24",
    "gazala1942:13.26",
    "gazala1942:13.33",
    "gazala1942:13.35",
)
@pytest.mark.parametrize("scenario", ["opening", "aida", "british"])
def test_what_arrives_when(scenario: str) -> None:
    rules = Gazala(scenario=scenario)
    found = {
        (rules.sides[a.side], rules.setting.date(a.turn)): (
            {rules.units[u].id for u in a.units},
            dict(a.pool),
        )
        for a in rules.setting.arrivals
    }
    assert found == ARRIVALS[scenario]


@pytest.mark.rule("gazala1942:11.1", "gazala1942:13.18", "gazala1942:11.25")
def test_replacements_are_added_on_their_day_to_those_saved() -> None:
    g = scene(
        "1810 AL-HQ-50; 1705 AX-HQ-X",
        "end axis",
        turn=2,
        hq="AX-HQ-X",
        scenario="opening",
        board=REAL,
        lines=["pool Grant 3"],
    )
    assert g.turn == 3  # 28 May has begun
    assert (pool(g, "Grant"), pool(g, "British infantry"), pool(g, "Crusader")) == (5, 2, 1)


# -- 13.19, 13.27, 13.36 victory

GOALS = {
    "opening": ("axis", ("0912", "1411", "1715"), 11, "13.19"),
    "aida": ("axis", ("2422", "1934"), 28, "13.27"),
    "british": ("allied", ("2303", "1802", "1404"), 31, "13.36"),
}


@pytest.mark.rule("gazala1942:13.19", "gazala1942:13.27", "gazala1942:13.36")
@pytest.mark.parametrize("scenario", sorted(GOALS))
def test_one_side_must_control_all_its_objectives_at_the_end(scenario: str) -> None:
    side, goals, turns, rule = GOALS[scenario]
    other = {"axis": "allied", "allied": "axis"}[side]

    def ended(held: tuple[str, ...]) -> Game:
        """The last turn ends; the side controls these of its objectives."""
        axis = held if side == "axis" else tuple(goal for goal in goals if goal not in held)
        return scene(
            "",
            "end axis",
            turn=turns,
            hq="AX-HQ-X",
            scenario=scenario,
            board=REAL,
            lines=[f"control axis {' '.join(('0101', *axis))}"],
        )

    all_ = ended(goals).outcome
    assert all_ is not None
    assert (all_.winner, all_.rule) == (side, rule)
    for missing in goals:
        lost = ended(tuple(goal for goal in goals if goal != missing)).outcome
        assert lost is not None
        assert lost.winner == other
        assert str(lost.reason).endswith(f": {missing}"), "says what was missing, and no more"


@pytest.mark.rule("gazala1942:13.19", "gazala1942:2.1c")
def test_the_game_does_not_end_a_turn_too_soon() -> None:
    g = scene("", "end axis", turn=10, hq="AX-HQ-X", scenario="opening", board=REAL)
    assert g.outcome is None
    assert g.turn == 11


@pytest.mark.rule("gazala1942:11.11b", "gazala1942:4.42a")
def test_who_enters_in_an_enemy_zone_pays_a_point_more() -> None:
    for foe, left in (("AX-200", 5), ("AX-33E", 6)):
        g = scene(
            f"0508 {foe}; 0101 AX-HQ-X; 0809 AL-HQ-50(e); later AL-4T",
            "movement allied",
            hq="AL-HQ-50",
            board=plain("feature allied_entry 0509"),
            lines=["control axis 0101 0508"],
        )
        play(g, "enter AL-4T at 0509")
        assert g.state.points == 2 * left
