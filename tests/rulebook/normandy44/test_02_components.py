"""2 The map, the counters and the charts."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.board import Board, load
from grognard.games import normandy44
from grognard.games.normandy44.charts import Charts, charts
from grognard.games.normandy44.counters import Counter, counters
from grognard.games.normandy44.ground import ON_FOOT, ON_WHEELS, SLOWED, Tables
from grognard.games.zocbond import odds
from grognard.games.zocbond.charts import load as load_charts
from grognard.hexes import members
from grognard.textdata import Folder
from grognard.units import OrderOfBattle

FOLDER = Folder(Path(normandy44.__file__).parent / "data")


@pytest.fixture(scope="module")
def board() -> Board:
    return load(FOLDER)


@pytest.fixture(scope="module")
def sheet() -> Charts:
    return load_charts(FOLDER, charts)


@pytest.fixture(scope="module")
def units() -> OrderOfBattle[Counter]:
    cadres = FOLDER.toml("scenarios.toml")["common"]["cadres"]
    return counters(FOLDER, {k: v for k, v in cadres.items() if isinstance(v, dict)})


@pytest.fixture(scope="module")
def tables(board: Board, sheet: Charts) -> Tables:
    return Tables(board, sheet)


def unit(units: OrderOfBattle[Counter], name: str) -> Counter:
    found = units.find(name)
    assert found is not None
    return found


def test_numbers_run_up_from_the_south(board: Board) -> None:
    """Odd rows stand half a hex further east: Utah lies beside 2713 and 2813."""
    near = {board.label(n) for n in board.grid.neighbours[board.index("2814")]}
    assert near == {"2813", "2815", "2713", "2714", "2913", "2914"}
    assert board.grid.centre(board.index("2814"))[1] < board.grid.centre(board.index("2713"))[1]


@pytest.mark.rule("normandy44:2.3.1a", "normandy44:2.3.1b", "normandy44:10.7")
def test_one_strength_and_parentheses(units: OrderOfBattle[Counter]) -> None:
    infantry = unit(units, "US-83-329")
    assert infantry.attack == (0, 0, 4, 6)
    assert infantry.defense == (0, 2, 4, 6)
    for name in ("GE-HQ-84", "GE-Werfer7", "GE-SP-Hillman", "US-Eng-1S", "GE-30Flak"):
        assert not any(unit(units, name).attack)
        assert unit(units, name).defense[-1] > 0
    assert all(not u.move for u in units if u.strongpoint or u.type == "engineer")


@pytest.mark.rule("normandy44:2.3.1c", "normandy44:2.3.1d", "normandy44:6.4.1b")
def test_quality_and_armor_class(units: OrderOfBattle[Counter]) -> None:
    assert all(u.quality == 0 for u in units if u.silhouette or u.hq)
    assert unit(units, "GE-711-744").quality == -1
    assert {u.quality for u in units if u.type == "ost"} == {-2}
    gun, tank = unit(units, "GE-21-200AT"), unit(units, "GE-21-1-22")
    assert (gun.armor, gun.grey) == (4, 0)
    assert (tank.armor, tank.grey) == (3, 3)
    assert {u.id for u in units if u.tiger} == {"GE-101Tiger"}
    assert not gun.panther
    assert unit(units, "GE-12SS-1-12").panther


@pytest.mark.rule("normandy44:2.3.3a", "normandy44:2.3.3b", "normandy44:2.3.3c")
def test_types(units: OrderOfBattle[Counter]) -> None:
    mechanized = {u.type for u in units if u.mechanized}
    assert mechanized == {
        *("armor", "recon", "tank", "panther", "tiger", "assault gun", "tank destroyer"),
        *("mechanized", "motorized", "hq", "werfer", "flak 88", "anti-tank 88"),
    }
    assert unit(units, "US-Rgr-2").infantry_type
    assert unit(units, "GE-21-125").infantry_type
    assert not unit(units, "GE-HQ-84").infantry_type
    assert not unit(units, "GE-HQ-84").armor_type
    assert unit(units, "US-4Rcn").armor_type
    assert not unit(units, "GE-3FK-1").armor_type


@pytest.mark.rule("normandy44:6.2.6", "normandy44:6.3a-c", "normandy44:TBL.UNITS")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("US-1-16", "infantry"),
        ("GE-21-125", "infantry"),
        ("GE-6FJ", "infantry"),
        ("GE-HQ-84", "infantry"),
        ("US-Eng-1S", "infantry"),
        ("US-4Rcn", "armor"),
        ("GE-21-200AT", "armor"),
        ("GE-Werfer7", "armor"),
        ("US-2A-CCA", "armor"),
        ("US-82-505", "airborne"),
        ("BR-6-6", "airborne"),
        ("US-Rgr-2", ""),
        ("BR-1SS", ""),
        ("GE-3FK-1", ""),
        ("GE-709-561", ""),
        ("GE-SP-Hillman", ""),
    ],
)
def test_what_restores_a_unit(units: OrderOfBattle[Counter], name: str, kind: str) -> None:
    assert unit(units, name).replacement == kind


@pytest.mark.rule("normandy44:2.3.5", "normandy44:17.9.2")
def test_three_steps_end_in_a_cadre_that_cannot_attack(units: OrderOfBattle[Counter]) -> None:
    for u in units:
        assert (u.steps == 3) == bool(u.remnant)
        if u.remnant:
            assert u.attack[1] == 0
            assert u.defense[1] in (2, 3)


@pytest.mark.rule("normandy44:7.1b", "normandy44:2.3.6a")
def test_stacking_points_follow_the_strength(units: OrderOfBattle[Counter]) -> None:
    assert unit(units, "US-1-16").stacking == (0, 1, 2, 2)
    assert unit(units, "GE-711-731").stacking == (0, 1, 2)
    assert {u.type for u in units if u.silhouette} == {
        *("tank", "panther", "tiger", "assault gun", "tank destroyer", "flak 88", "anti-tank 88")
    }


@pytest.mark.rule("normandy44:6.5.1b")
def test_what_landing_costs(units: OrderOfBattle[Counter]) -> None:
    price = {name: unit(units, name).cost for name in ("BR-7A-a", "US-2A-CCA", "US-9-39")}
    assert price == {"BR-7A-a": 4, "US-2A-CCA": 4, "US-9-39": 3}
    assert unit(units, "BR-7A-i").cost == 3
    assert unit(units, "US-HQ-8").cost == 2
    assert unit(units, "US-Tk-712").cost == 2
    assert unit(units, "US-TD-702").cost == 1


@pytest.mark.rule("normandy44:TBL.CRT")
@pytest.mark.parametrize(
    ("die", "codes"),
    [
        (1, "A1 A1 A1 A1 A1/DR EX DR DR A1/D1"),
        (2, "A1 A1 A1 A1/DR EX DR DR A1/D1 D1"),
        (3, "A1 A1 A1/DR EX DR DR A1/D1 D1 D1"),
        (4, "A1 A1/DR EX DR DR A1/D1 D1 D1 A1/D2"),
        (5, "A1/DR EX DR DR A1/D1 D1 D1 A1/D2 DH"),
        (6, "EX DR DR A1/D1 D1 D1 A1/D2 DH DH"),
    ],
)
def test_combat_results(sheet: Charts, die: int, codes: str) -> None:
    columns = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
    found = [sheet.cell(odds.of(column), die).result.code for column in columns]
    assert found == codes.split()


@pytest.mark.rule("normandy44:TBL.DD", "normandy44:12.4.8a-e")
def test_determined_defense(sheet: Charts) -> None:
    codes = {
        column: [sheet.stand(column, die)[0].code for die in range(9)]
        for column in ("clear", "other", "improved", "strongpoint")
    }
    assert codes == {
        "clear": [*["F"] * 5, "F -1", "EX", "AL", "AL"],
        "other": [*["F"] * 5, "-1", "EX", "AL", "AL"],
        "improved": [*["F"] * 4, "-1", "EX", "AL*", "AL", "AL"],
        "strongpoint": [*["F"] * 3, "-1", "EX", "EX", "AL", "AL", "AL"],
    }
    failed, held = sheet.stand("clear", 5)[0], sheet.stand("other", 5)[0]
    assert (failed.end, failed.lead, held.end, held.lead) == ("", 1, "H", 1)
    exchange, loss = sheet.stand("other", 6)[0], sheet.stand("other", 7)[0]
    assert (exchange.attacker, exchange.picked, exchange.anybody, exchange.lead) == (
        1,
        True,
        False,
        1,
    )
    assert (loss.attacker, loss.picked, loss.anybody, loss.lead) == (1, False, True, 0)
    assert sheet.stand("improved", 6)[0].also == ("position destroyed",)


@pytest.mark.rule("normandy44:12.1a-h")
def test_what_results_mean(sheet: Charts) -> None:
    by = sheet.results
    assert (by["DH"].share, by["DH"].retreat, by["DH"].attacker) == ("half", 4, 0)
    assert (by["A1/D2"].attacker, by["A1/D2"].defender, by["A1/D2"].retreat) == (1, 2, 4)
    assert {code for code, r in by.items() if r.opponent_picks} == {"EX", "A1/D2"}
    assert {code for code, r in by.items() if r.retreat == 2} == {"A1/DR", "DR", "A1/D1", "D1"}
    assert {code for code, r in by.items() if r.attacker} == {"A1", "A1/DR", "EX", "A1/D1", "A1/D2"}
    assert {code for code, r in by.items() if "reserve" in r.also} == {"DH", "A1/D2"}


@pytest.mark.rule("normandy44:10.6b")
def test_ends_of_the_combat_table(sheet: Charts) -> None:
    assert sheet.cell(-1, 6).result.code == "A1"
    assert sheet.cell(odds.of("8-1"), 6) == sheet.cell(odds.of("7-1"), 6)


@pytest.mark.rule("normandy44:TBL.WEATHER")
def test_weather_table(sheet: Charts) -> None:
    rows = sheet.weather
    assert [r.weather for r in rows] == ["storm", *["overcast"] * 2, *["clear"] * 3]
    assert [r.supply for r in rows] == [3, 2, 2, 1, 1, 1]
    assert [r.positions for r in rows] == [0, 2, 2, 1, 1, 1]
    assert [r.air for r in rows] == [0, 0, 1, 2, 3, 3]
    assert [r.naval for r in rows] == [0, *[2] * 5]
    assert [r.german_infantry for r in rows] == ["", "", "any", "any", "low", "lowest"]
    assert [r.german_armor for r in rows] == [1, 1, 0, 0, 0, 0]
    assert [r.us_infantry for r in rows] == [1, 1, 1, 1, 1, 0]
    assert [r.us_armor for r in rows] == [0, 0, 0, 1, 1, 1]
    assert [r.british_infantry for r in rows] == [0, 1, 1, 0, 1, 0]
    assert [r.british_armor for r in rows] == [0, 0, 0, 1, 0, 1]
    assert [r.canadian_infantry for r in rows] == [0, 0, 0, 0, 0, 1]
    assert rows[0].choice == 1


@pytest.mark.rule("normandy44:TBL.TEC.a", "normandy44:TBL.TEC.b", "normandy44:9.3")
@pytest.mark.parametrize(
    ("table", "start", "goal", "cost"),
    [
        (ON_FOOT, "2514", "2515", 3),
        (ON_WHEELS, "2514", "2515", 2),
        (SLOWED, "2514", "2515", 3),
        (ON_FOOT, "2809", "2810", 3),
        (ON_WHEELS, "2809", "2810", 3),
    ],
)
def test_roads(tables: Tables, board: Board, table: int, start: str, goal: str, cost: int) -> None:
    a, b = board.index(start), board.index(goal)
    assert tables.cost(table, a, b, board.grid.direction(a, b)) == (cost, False)


@pytest.mark.rule("normandy44:8.5.5a", "normandy44:8.5.5b")
def test_where_a_bond_may_be_anchored(tables: Tables, board: Board) -> None:
    """South and east edge, northern coast, impassable hexsides, marsh; never the western coast."""
    labels = {a.label for a in tables.anchors}
    assert labels == {"edge", "coast", "impassable", "marsh"}
    west = board.where["west"]
    for anchor in tables.anchors:
        if anchor.label == "coast":
            both = tables.ground.around[anchor.left] & tables.ground.around[anchor.right]
            assert both & ~tables.land & ~west


def test_every_start_hex_is_land(
    tables: Tables, board: Board, units: OrderOfBattle[Counter]
) -> None:
    for u in units:
        word, *rest = u.arrival.split()
        if word in ("hex", "drop", "glider"):
            assert tables.land >> board.index(rest[0]) & 1, u.id


def test_every_german_start_hex_lies_on_a_network_of_roads(tables: Tables) -> None:
    assert all(tables.ground.paved >> h & 1 for h in members(tables.entries))
