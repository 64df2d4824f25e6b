"""6.0 Supply: of the turn, then of the impulse."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import index, plain, play, rules, scene

import grognard
from grognard import Game
from grognard.games.gazala1942 import supply
from grognard.games.gazala1942.situation import ISOLATED, SUPPLIED, UNSUPPLIED

WEST = "feature axis_source 0501"
EAST = "feature allied_source 0509"


def checked(units: str, *lines: str, board: str = "", turn: int = 10, **more: str) -> Game:
    """A game whose supply of the turn was just found out."""
    return scene(units, "supply axis", turn=turn, board=board or plain(WEST, EAST, *lines), **more)


def level(g: Game, unit: str) -> int:
    return int(g.state.supply[index(g, unit)])


def now(g: Game, unit: str) -> int:
    return int(g.state.status(index(g, unit)))


@pytest.mark.rule("gazala1942:6.11a", "gazala1942:6.0")
def test_a_line_to_an_hq_with_a_line_to_a_source() -> None:
    g = checked("0503 AX-HQ-XX; 0506 AX-65-101; 0508 AL-HQ-50; 0208 AL-69-50")
    for unit in ("AX-HQ-XX", "AX-65-101", "AL-HQ-50", "AL-69-50"):
        assert level(g, unit) == SUPPLIED, unit


@pytest.mark.rule("gazala1942:6.11a")
def test_the_sources_of_the_real_map() -> None:
    game = rules(grognard.new("gazala1942", seed="1"))
    state = game.start()
    west = set(game.board.labels(supply.sources(state, 0)))
    east = set(game.board.labels(supply.sources(state, 1)))
    assert west == {"2805", "2905"}
    assert {"2422", "1934", "0134"} <= east
    assert all(label[2:] == "34" for label in east - {"2422"})


@pytest.mark.rule("gazala1942:6.11b")
def test_unsupplied_and_isolated() -> None:
    wall = "0502 AL-69-50"
    g = checked(f"0506 AX-HQ-XX; 0507 AX-65-101; {wall}")
    assert level(g, "AX-HQ-XX") == UNSUPPLIED, "the source lies in a zone of control"
    assert level(g, "AX-65-101") == UNSUPPLIED
    g = checked("0506 AX-65-101; 0909 AL-KDG")
    assert level(g, "AX-65-101") == ISOLATED, "no HQ at all"
    assert level(g, "AL-KDG") == ISOLATED


@pytest.mark.rule("gazala1942:6.13a")
def test_lines_avoid_enemies_and_their_zones_but_where_a_friend_stands() -> None:
    strip = {f"h{r:02d}{c:02d}": "~" for r in (4, 6) for c in range(1, 10)}
    board = plain(WEST, **strip)
    g = checked("0508 AX-HQ-XX; 0505 AL-KDG", board=board)
    assert level(g, "AX-HQ-XX") == UNSUPPLIED, "an enemy in the way"
    strip.pop("h0404")
    board = plain(WEST, **strip)
    g = checked("0508 AX-HQ-XX; 0404 AL-69-50", board=board)
    assert level(g, "AX-HQ-XX") == UNSUPPLIED, "a zone of control in the way"
    g = checked("0508 AX-HQ-XX; 0404 AL-69-50; 0504 AX-1-15I; 0505 AX-2-15I", board=board)
    assert level(g, "AX-HQ-XX") == SUPPLIED, "friends hold the zone's hexes"


@pytest.mark.rule("gazala1942:6.13b", "gazala1942:10.82")
def test_axis_lines_and_hexsides() -> None:
    strip = {f"h{r:02d}{c:02d}": "~" for r in (4, 6) for c in range(1, 10)}
    for side, axis in (("minefield", UNSUPPLIED), ("fortification", SUPPLIED), ("cliff", SUPPLIED)):
        board = plain(WEST, EAST, f"side {side} 0504/0505", **strip)
        g = checked("0508 AX-HQ-XX", board=board)
        assert level(g, "AX-HQ-XX") == axis, side
        g = checked("0502 AL-HQ-50", board=board)
        assert level(g, "AL-HQ-50") == SUPPLIED, side


@pytest.mark.rule("gazala1942:6.15", "gazala1942:13.11e")
@pytest.mark.parametrize(
    ("hq", "turn", "scenario", "hexes"),
    [
        ("AX-HQ-XXI", 1, "aida", 20),
        ("AX-HQ-AFRIKA", 8, "aida", 35),
        ("AX-HQ-XX", 8, "opening", 35),
        ("AX-HQ-AFRIKA", 9, "aida", 20),
        ("AX-HQ-AFRIKA", 1, "british", 20),
    ],
)
def test_how_long_axis_lines_may_be(hq: str, turn: int, scenario: str, hexes: int) -> None:
    wide = "\n".join(
        ["map pointy even 0101 0140 upwards", *["  ."] * 40, "feature axis_source 0101"]
    )
    for column, supplied in ((hexes + 1, True), (hexes + 2, False)):
        g = scene(f"01{column:02d} {hq}", "supply axis", turn=turn, scenario=scenario, board=wide)
        assert (level(g, hq) == SUPPLIED) == supplied


@pytest.mark.rule("gazala1942:6.15", "gazala1942:6.11a")
def test_lines_of_the_allies_are_as_long_as_they_need_to_be() -> None:
    wide = "\n".join(
        ["map pointy even 0101 0140 upwards", *["  ."] * 40, "feature allied_source 0140"]
    )
    g = scene("0101 AL-HQ-50", "supply axis", turn=1, board=wide)
    assert level(g, "AL-HQ-50") == SUPPLIED


@pytest.mark.rule("gazala1942:6.12a", "gazala1942:7.21")
def test_the_impulse_asks_for_a_line_within_the_range_of_the_hq() -> None:
    g = scene("0101 AX-HQ-XX; 0105 AX-65-101; 0109 AX-66-101; 0909 AL-KDG", impulse="AX-HQ-XX")
    assert now(g, "AX-65-101") == SUPPLIED
    assert now(g, "AX-66-101") == UNSUPPLIED, "eight hexes, the range is six"
    g = scene("0101 AX-HQ-XX; 0109 AX-66-101(n); 0909 AL-KDG", impulse="AX-HQ-XX")
    assert now(g, "AX-66-101") == ISOLATED, "one level worse beyond the range"
    assert level(g, "AX-66-101") == UNSUPPLIED, "the turn's status stays"


@pytest.mark.rule("gazala1942:6.12a")
def test_in_range_but_without_a_line_a_unit_is_unsupplied() -> None:
    g = scene("0101 AX-HQ-XX(n); 0103 AX-65-101; 0909 AL-KDG", impulse="AX-HQ-XX")
    assert now(g, "AX-65-101") == UNSUPPLIED, "the HQ itself has no supply"
    strip = {f"h02{c:02d}": "~" for c in range(1, 10)}
    g = scene(
        "0101 AX-HQ-XX; 0105 AX-65-101; 0103 AL-KDG", impulse="AX-HQ-XX", board=plain(**strip)
    )
    assert now(g, "AX-65-101") == UNSUPPLIED, "an enemy stands between"


@pytest.mark.rule("gazala1942:6.12b")
def test_the_status_of_the_impulse_does_not_change_during_it() -> None:
    g = scene("0101 AX-HQ-XX; 0105 AX-65-101 AX-66-101(i); 0909 AL-KDG", impulse="AX-HQ-XX")
    assert now(g, "AX-66-101") == ISOLATED, "stays isolated though the HQ is near"
    play(g, "move AX-65-101 0109", "stay", "move AX-HQ-XX 0901")
    assert now(g, "AX-65-101") == SUPPLIED


@pytest.mark.rule("gazala1942:6.12a", "gazala1942:10.2c2")
def test_in_rommels_impulse_the_status_of_the_turn_holds() -> None:
    g = scene("0105 AX-ROMMEL AX-65-101 AX-66-101(n); 0909 AL-KDG", impulse="AX-ROMMEL")
    g.play("4")
    assert now(g, "AX-65-101") == SUPPLIED
    assert now(g, "AX-66-101") == UNSUPPLIED
    g = checked("0503 AX-ROMMEL; 0504 AX-65-101; 0909 AL-KDG")
    assert level(g, "AX-65-101") == ISOLATED, "Rommel gives no supply"


@pytest.mark.rule("gazala1942:6.14")
def test_the_status_is_told_and_shown() -> None:
    g = scene("0506 AX-HQ-XX; 0502 AL-69-50", "assignment allied", board=plain(WEST))
    events = g.play("pass") if g.decision and g.decision.kind == "assign" else g.opening_events
    assert any(e.kind == "supply" and "AX-HQ-XX" in str(e) for e in events)
    piece = next(p for p in g.rules.pieces(g.state) if p.id == "AX-HQ-XX")
    assert "unsupplied" in piece.marks


@pytest.mark.rule(
    "gazala1942:6.11a",
    "gazala1942:13.12a-e",
    "gazala1942:13.16a-g",
    "gazala1942:13.32a-d",
    "gazala1942:13.34a-d",
)
@pytest.mark.parametrize("scenario", ["opening", "aida", "british"])
def test_everybody_starts_supplied(scenario: str) -> None:
    g = grognard.new("gazala1942", scenario=scenario, seed="1", dice="asked")
    g.play("default")
    g.play("default")
    while g.phase != "note":
        g.play(
            "4"
            if g.decision and g.decision.kind == "roll"
            else "pass"
            if "pass" in {a.text for a in g.legal_actions}
            else "done"
        )
    short = [u.id for u in rules(g).units if g.state.hex[u.index] >= 0 and g.state.supply[u.index]]
    assert short == []


@pytest.mark.rule("gazala1942:6.12b")
def test_who_begins_the_impulse_isolated_stays_so_in_range_without_a_line() -> None:
    for marks, level in (("", 1), ("(n)", 1), ("(i)", 2)):
        g = scene(
            f"0503 AX-HQ-XX; 0506 AX-66-101{marks}; 0405 AL-69-50; 0605 AL-150-50; 0909 AL-HQ-50",
            impulse="AX-HQ-XX",
        )
        assert g.state.status(index(g, "AX-66-101")) == level
