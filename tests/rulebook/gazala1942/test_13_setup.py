"""13.0 The set-ups: each unit in its zone, the right side first, a default for those in a hurry."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import play, refused, rules, scene, texts, where, words

import grognard
from grognard import Game, IllegalAction
from grognard.games.gazala1942 import setup, stacking

FIXED: dict[str, dict[str, str]] = {
    "opening": {
        "AX-HQ-XXI": "2403", "AX-HQ-X": "1705", "AX-1-21T": "0609", "AX-2-21I": "0609",
        "AX-HQ-AFRIKA": "0407", "AX-3-21A": "0112", "AX-580-90A": "0112",
        "AL-1-1SA": "2307", "AL-2-1SA": "2506", "AL-HQ-1SA": "2508", "AL-3-1SA": "2707",
        "AL-151-50": "2109", "AL-69-50": "1809", "AL-HQ-50": "1810", "AL-150-50": "1410",
        "AL-6-2SA": "2419", "AL-6-2SA-BN": "2317", "AL-HQ-2SA": "2322", "AL-4-2SA": "2121",
        "AL-9-5": "2023", "AL-9-5-BN": "1621", "AL-10-5": "1632", "AL-HQ-5IND": "1632",
        "AL-201-1": "1716", "AL-HQ-1ARM": "1519", "AL-HQ-7ARM": "1020", "AL-3IND": "0814",
        "AL-29-5": "0823", "AL-7-7": "0717", "AL-7-7-BN": "0213", "AL-7A": "2611",
        "AL-8T": "2015", "AL-1FR": "1011", "AL-2FR": "0912", "AL-4A": "0514",
    },
    "british": {
        "AX-HQ-XXI": "2403", "AX-HQ-X": "1805", "AX-HQ-AFRIKA": "0806", "AX-1-1-90": "0209",
        "AX-3-2-90": "0209", "AX-3-21A": "0408", "AX-580-90A": "0408",
        "AL-1-1SA": "2307", "AL-2-1SA": "2506", "AL-HQ-1SA": "2508", "AL-3-1SA": "2707",
        "AL-151-50": "2109", "AL-69-50": "1809", "AL-HQ-50": "1810", "AL-150-50": "1410",
        "AL-6-2SA": "2419", "AL-6-2SA-BN": "2317", "AL-HQ-2SA": "2322", "AL-4-2SA": "2121",
        "AL-1FR": "1011", "AL-2FR": "0912",
    },
}  # fmt: skip

FOUR = ("1213", "1611", "2112", "2509")
ZONES: dict[str, list[tuple[int, tuple[str, ...], str]]] = {
    "opening": [
        (1, ("2804",), "AX-200 AX-361"),
        (2, ("2403",), "AX-85-60 AX-86-60 AX-7B AX-33E"),
        (2, ("2105",), "AX-61-102 AX-62-102"),
        (2, ("1806",), "AX-19-27 AX-20-27"),
        (2, ("1506",), "AX-27-17 AX-28-17"),
        (3, ("1705",), "AX-9B"),
        (1, ("1206",), "AX-HQ-XX AX-65-101 AX-66-101 AX-34E"),
        (1, ("0807",), "AX-1-132T AX-2-132T AX-3-132T AX-132T AX-501-132AA AX-8-132B AX-RCM"),
        (1, ("0409",), "AX-1-15T AX-2-15T AX-1-15I AX-2-15I AX-3-15I AX-53-15E AX-33-15A"),
        (1, ("0210",), "AX-1-1-90 AX-2-1-90 AX-3-1-90 AX-1-2-90 AX-2-2-90 AX-3-2-90"),
        (1, ("1718",), "AL-BY-1 AL-9L-1 AL-10H-1 AL-1R-1"),
        (1, ("1316",), "AL-2H-1 AL-3Y-1 AL-4Y-1 AL-50-1"),
        (2, ("1118",), "AL-3-7 AL-5-7 AL-8H-7 AL-1KR-7"),
        (2, ("2508",), "AL-3A AL-42T"),
        (1, ("2310",), "AL-7T"),
        (1, ("1911",), "AL-44T"),
        (1, ("1810",), "AL-6A"),
        (2, ("1020",), "AL-KDG"),
    ],
    "british": [
        (1, ("2804",), "AX-200 AX-361"),
        (2, ("2503",), "AX-85-60 AX-86-60 AX-7B AX-33E"),
        (2, ("2205",), "AX-61-102 AX-62-102"),
        (2, ("1906",), "AX-19-27 AX-20-27"),
        (2, ("1606",), "AX-27-17 AX-28-17"),
        (3, ("1805",), "AX-9B"),
        (1, ("1106",), "AX-HQ-XX AX-65-101 AX-66-101 AX-34E"),
        (1, ("0907",), "AX-1-132T AX-2-132T AX-3-132T AX-132T AX-501-132AA AX-8-132B"),
        (1, ("0608",), "AX-1-15T AX-2-15T AX-1-15I AX-2-15I AX-3-15I AX-53-15E AX-33-15A"),
        (2, ("0815",), "AL-HQ-5IND AL-9-5 AL-10-5 AL-11IND"),
        (2, FOUR, "AL-HQ-1ARM AL-BY-1 AL-9L-1 AL-10H-1 AL-1R-1 AL-201-1 AL-2H-1 AL-3Y-1 AL-4Y-1 AL-50-1"),
        (2, FOUR, "AL-HQ-7ARM AL-3-7 AL-5-7 AL-8H-7 AL-1KR-7 AL-3IND AL-29-5 AL-7-7"),
    ],
}  # fmt: skip
FLAK = "AX-1-18AA AX-2-18AA AX-3-18AA AX-1-33AA AX-2-33AA AX-3-33AA AX-ROMMEL"
COMPANIONS = "AL-7A AL-3A AL-42T AL-7T AL-8T AL-44T AL-6A AL-KDG AL-4A AL-4T AL-1T AL-1SF AL-6T"


def opened(scenario: str) -> Game:
    return grognard.new("gazala1942", scenario=scenario, seed="1")


def setup_of(scenario: str) -> str:
    return "opening" if scenario == "aida" else scenario


@pytest.mark.rule("gazala1942:13.12a-d", "gazala1942:13.16a-g", "gazala1942:13.22")
@pytest.mark.rule("gazala1942:13.32a-d", "gazala1942:13.34a-d")
@pytest.mark.parametrize("scenario", ["opening", "aida", "british"])
def test_the_printed_set_up(scenario: str) -> None:
    g = opened(scenario)
    play(g, "default", "default")
    assert g.turn == 1
    setup = setup_of(scenario)
    for unit, place in FIXED[setup].items():
        assert where(g, unit) == place, unit
    board = rules(g).board
    for distance, centres, units in ZONES[setup]:
        for unit in units.split():
            h = board.index(where(g, unit))
            assert any(board.grid.distance(h, board.index(c)) <= distance for c in centres), unit
    on_map = {u.id for u in rules(g).units if g.state.hex[u.index] >= 0}
    named = {unit for _, _, units in ZONES[setup] for unit in units.split()}
    rest = {*FLAK.split(), *(COMPANIONS.split() if setup == "british" else ())}
    assert on_map == {*FIXED[setup], *named, *rest} | NINETY[setup]
    over = {board.label(h) for h, stack in g.state.at.items() if not stacking.fits(g.state, stack)}
    assert over == ({"0209"} if setup == "british" else set())


@pytest.mark.parametrize("scenario", ["opening", "british"])
def test_the_default_of_the_data_files_is_the_one_taken(scenario: str) -> None:
    g = opened(scenario)
    play(g, "default", "default")
    for unit, h in rules(g).setting.default.items():
        assert g.state.hex[unit] == h, rules(g).units[unit].id


NINETY = {
    "opening": {"AX-2-21T", "AX-1-21I"},
    "british": {"AX-2-1-90", "AX-3-1-90", "AX-1-2-90", "AX-2-2-90"},
}


@pytest.mark.rule(
    "gazala1942:13.12a", "gazala1942:13.16a", "gazala1942:13.32a", "gazala1942:13.34a"
)
@pytest.mark.parametrize(
    ("scenario", "first"), [("opening", "allied"), ("aida", "allied"), ("british", "axis")]
)
def test_who_sets_up_first(scenario: str, first: str) -> None:
    g = opened(scenario)
    assert g.side == first
    g.play("default")
    assert (g.side, g.phase) == ({"allied": "axis", "axis": "allied"}[first], "set-up")


@pytest.mark.rule("gazala1942:13.16e", "gazala1942:13.16g", "gazala1942:5.1a")
def test_a_unit_goes_to_a_hex_of_its_zone() -> None:
    g = opened("opening")
    assert refused(g, "place AL-BY-1 1715") == "13.16e"
    assert refused(g, "place AX-200 2804") == "13.0"
    assert refused(g, "place AL-4T 1718") == "11.1"
    g.play("place AL-BY-1")
    board = rules(g).board
    assert words(g, "at") == set(board.labels(board.grid.within(board.index("1718"), 1)))
    g.play("at 1818")
    assert where(g, "AL-BY-1") == "1818"


@pytest.mark.rule("gazala1942:13.12e")
def test_flak_and_rommel_stack_with_the_afrika_korps() -> None:
    g = opened("opening")
    play(g, "default", "place AX-ROMMEL")
    assert words(g, "at") == {"0609", "0407", "0112"}, "where such units stand already"
    assert refused(g, "at 2403") == "13.12e"
    play(g, "at 0609")
    play(g, "place AX-1-15T 0409", "place AX-1-18AA 0409", "default")
    state, board = g.state, rules(g).board
    for unit in FLAK.split():
        here = state.at[board.index(where(g, unit))]
        mates = [rules(g).units[u] for u in here]
        assert any("AX-HQ-AFRIKA" in (m.id, m.formation) for m in mates if m.id not in FLAK)


@pytest.mark.rule("gazala1942:13.34d")
def test_independents_stack_with_any_formation_in_the_third_scenario() -> None:
    g = opened("british")
    play(g, "default", "place AL-KDG")
    assert {"2307", "2506", "2109"} <= words(g, "at")
    assert "1011" not in words(g, "at"), "the French belong to no formation"


@pytest.mark.rule("gazala1942:13.32a")
def test_no_axis_unit_sets_up_behind_the_minefields() -> None:
    g = opened("british")
    g.play("place AX-61-102")
    assert {"2207", "2307", "2406"}.isdisjoint(words(g, "at"))
    assert "2206" in words(g, "at")
    with pytest.raises(IllegalAction, match="2307 lies behind the Allied minefields") as refusal:
        g.play("at 2307")
    assert refusal.value.rule == "13.32a"
    assert refused(g, "at 2208") == "13.32a", "too far anyway"


@pytest.mark.rule("gazala1942:13.34b", "gazala1942:7.3")
def test_formations_differ_between_the_scenarios() -> None:
    def boss(scenario: str, unit: str) -> str:
        game = rules(opened(scenario))
        found = game.units.find(unit)
        assert found is not None
        hq = game.commands[found.index]
        return game.units[hq].id if hq >= 0 else ""

    assert boss("opening", "AL-9-5") == "AL-HQ-2SA"
    assert boss("british", "AL-9-5") == "AL-HQ-5IND"
    assert boss("opening", "AL-11IND") == ""
    assert boss("british", "AL-11IND") == "AL-HQ-5IND"
    assert boss("opening", "AL-3IND") == "AL-HQ-7ARM"


@pytest.mark.rule("gazala1942:2.1c")
@pytest.mark.parametrize("scenario", ["opening", "aida", "british"])
def test_who_controls_what_at_the_start(scenario: str) -> None:
    g = opened(scenario)
    play(g, "default", "default")
    board = rules(g).board

    def axis(label: str) -> bool:
        return bool(g.state.controls(0, board.index(label)))

    for label in ("2303", "1802", "1404", "2905", "2902", "0101", "1206"):
        assert axis(label), label
    for label in ("0912", "1411", "1715", "2422", "1934", "1634", "0134", "1621"):
        assert not axis(label), label
    for unit in rules(g).units:
        if g.state.hex[unit.index] >= 0:
            assert g.state.controls(unit.side, g.state.hex[unit.index]), unit.id
    assert "default" not in texts(g)


@pytest.mark.rule("gazala1942:13.16c", "gazala1942:13.34a")
@pytest.mark.parametrize("scenario", ["opening", "british"])
def test_a_position_before_the_set_up_keeps_what_a_brigade_has_given_off(scenario: str) -> None:
    g = grognard.new("gazala1942", scenario=scenario, seed=1)
    assert "AL-6-2SA(r)" in g.position
    assert grognard.load(g.position).position == g.position


@pytest.mark.rule("gazala1942:13.11b")
def test_the_cup_of_the_first_day_is_known_to_everybody() -> None:
    g = grognard.new("gazala1942", seed=3)
    for order in ("default", "default", "pass", "pass"):
        g.play(order)
    told = [str(event) for event in g.play("pass")]
    assert any("in the cup: AX-HQ-XX, AX-HQ-AFRIKA, AX-ROMMEL" in line for line in told), told
    assert g.state.turn == 1
    for seat in ("axis", "allied", ""):
        seen = g.rules.seen(g.state, seat)
        assert seen.cup == g.state.cup, seat
        assert seen.unseen == (0, 0), seat


@pytest.mark.rule("gazala1942:13.16a", "gazala1942:13.32d")
@pytest.mark.parametrize(
    ("scenario", "unit", "rule"),
    [("opening", "AL-1-1SA", "13.16a"), ("british", "AX-1-1-90", "13.32d")],
)
def test_a_unit_that_has_one_hex_stands_there_by_its_own_rule(
    scenario: str, unit: str, rule: str
) -> None:
    assert refused(opened(scenario), f"place {unit} at 0210") == rule


@pytest.mark.rule("gazala1942:2.1c")
def test_what_is_as_near_to_both_is_the_allies_at_the_start() -> None:
    g = scene("0503 AX-200; 0507 AL-69-50; 0101 AX-HQ-XXI; 0909 AL-HQ-50", impulse="AX-HQ-XXI")
    board = rules(g).board
    control = setup.first_control(g.state)
    row = {c: bool(control >> board.index(f"05{c:02d}") & 1) for c in range(1, 10)}
    assert [c for c, axis in row.items() if axis] == [1, 2, 3, 4], "0505 is two hexes from both"
