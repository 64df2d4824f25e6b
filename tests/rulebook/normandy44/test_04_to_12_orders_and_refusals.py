"""Chapters 4 to 12 as a player meets them: orders as the notation has them, refusals with the rule that decides."""

from __future__ import annotations

import pytest

import grognard
from grognard import IllegalAction
from grognard.engine.game import Game
from grognard.games.normandy44.situation import Situation

from .field import field, hexes, index, ledger, mark, offers, refused, run, steps, where

ROAD = "secondary 0501-0502-0503-0504-0505-0506-0507-0508-0509"
MAIN = ROAD.replace("secondary", "major")


def odds_refused(g: Game[Situation], attack: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        g.odds(attack)
    return caught.value.rule


def cost_refused(g: Game[Situation], unit: str, path: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        g.cost(unit, path)
    return caught.value.rule


def moving(units: dict[str, str], side: str = "allied", **more: object) -> Game[Situation]:
    away = "GE-352-2-914" if side == "allied" else "US-99"
    return field({"0109": away, **units}, phase="movement", side=side, **more)  # type: ignore[arg-type]


# -- 4 to 6


@pytest.mark.rule("normandy44:4.2", "normandy44:6.4.1a", "normandy44:6.4.2a")
def test_the_weather_tells_its_row_and_the_replacement_that_cannot_wait() -> None:
    def told(turn: int, die: int) -> list[tuple[str, str]]:
        g = field({"0505": "US-1-16", "0301": "GE-352-1-914"}, phase="initial", turn=turn)
        return [(e.kind, e.rule) for e in g.play(f"roll {die}")]

    assert ("weather", "4.2") in told(2, 6)
    assert ("weather", "4.1") in told(3, 4)
    assert ("replacement", "6.4.2") in told(3, 5)
    assert ("replacement", "6.4.2") in told(3, 6)
    assert ("replacement", "6.4.1") in told(3, 1)
    assert not {rule for _, rule in told(3, 2)} & {"6.4.1", "6.4.2"}


@pytest.mark.rule("normandy44:3.0b4", "normandy44:17.3b")
def test_a_werfer_is_ready_by_its_own_rule() -> None:
    g = field(
        {"0302": "GE-Werfer7 GE-HQ-84", "0109": "US-99"},
        phase="initial",
        features={"orange": "0301"},
        roads=["secondary 0301-0302"],
        change=lambda s: mark(s, "used", "GE-Werfer7", "GE-HQ-84"),
    )
    ready = {e.facts["unit"]: e.rule for e in g.play("roll 2") if e.kind == "ready"}
    assert ready == {"GE-Werfer7": "17.3", "GE-HQ-84": "17.2.3"}


def replacing(units: dict[str, str], **more: object) -> Game[Situation]:
    return field(
        {"0909": "US-99", **units},
        phase="replacement",
        side="german",
        features={"orange": "0101"},
        roads=["secondary 0101-0102-0103-0104"],
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("normandy44:6.4.1a")
def test_what_a_tiger_may_have_is_kept_for_him_while_there_is_another() -> None:
    def change(state: Situation) -> None:
        state.unsaved, state.stock[-1] = "cats", 1

    g = replacing({"0102": "GE-21-200StuG:1", "0103": "GE-101Tiger:1"}, row=1, change=change)
    run(g, "replace GE-21-200StuG", "replace GE-101Tiger")
    assert (steps(g, "GE-21-200StuG"), steps(g, "GE-101Tiger")) == (2, 2)
    g = replacing(
        {"0102": "GE-21-200StuG:1", "0103": "GE-101Tiger:1"},
        row=1,
        change=lambda state: setattr(state, "unsaved", "cats"),
    )
    run(g, "replace GE-21-200StuG")
    assert refused(g, "replace GE-101Tiger") != ""
    assert steps(g, "GE-101Tiger") == 1


@pytest.mark.rule("normandy44:6.2.2a", "normandy44:17.2.2b")
def test_a_rebuilt_unit_may_be_sent_to_the_one_place_there_is() -> None:
    def change(state: Situation) -> None:
        state.stock[-2] = 2
        for name in ("GE-HQ-84", "GE-352-2-915"):
            found = state.game.units.find(name)
            assert found is not None
            state.hex[found.index] = state.GONE

    units = {"0103": "GE-352-1-914"}
    g = replacing(units, change=change, terrain={"city": "0102"}, towns="0109")
    assert refused(g, "rebuild GE-HQ-84 at 0103") == "17.2.2"
    assert refused(g, "rebuild GE-352-2-915 at 0109") == "6.2.2"
    run(g, "rebuild GE-HQ-84 at 0102", "rebuild GE-352-2-915 at 0102")
    assert where(g, "GE-HQ-84") == where(g, "GE-352-2-915") == "0102"
    assert refused(replacing(units, change=change, towns="0102"), "buy US") == "5.3"


@pytest.mark.rule("normandy44:6.7")
def test_a_unit_may_be_mobilized_in_the_one_hex_there_is() -> None:
    def change(state: Situation) -> None:
        found = state.game.units.find("GE-709-919")
        assert found is not None
        state.hex[found.index] = -1

    for open_ in ("0102", "0102 0104"):
        g = field(
            {"0909": "US-99", "0103": "GE-352-1-914", "0205": "US-1-16"},
            phase="replacement",
            side="german",
            features={"mobilization_709": f"{open_} 0204"},
            change=change,
        )
        assert refused(g, "mobilize GE-709-919 at 0103") == "6.7"
        assert refused(g, "mobilize GE-709-919 at 0204") == "6.7"
        run(g, "mobilize GE-709-919 at 0102")
        assert where(g, "GE-709-919") == "0102"


@pytest.mark.rule("normandy44:6.5.2b", "normandy44:11.1d")
def test_a_regroup_marker_alone_says_that_a_unit_has_landed() -> None:
    g = grognard.load(
        "grognard position 1\ngame normandy44\nmap pointy odd 0101 0303 upwards\n"
        "  . . .\n  . . .\n  . . .\nturn 5\nphase combat allied\nweather 2\nsupply 0 0 0 0\n"
        "0202 US-1-16(h)\n0203 GE-352-1-914\n"
    )
    sheet = g.odds("attack 0203 from 0202")
    assert sheet.lines[0].amount == "4"
    assert grognard.load(g.position).position == g.position


# -- 9


@pytest.mark.rule("normandy44:6.2.4", "normandy44:13.6a", "normandy44:18.4b", "normandy44:9.5.1b")
def test_a_path_breaks_by_the_rule_that_ends_the_move() -> None:
    for name, rule in (("renewed", "6.2.4"), ("oos", "18.4")):
        g = moving({"0505": "US-1-16"}, change=lambda s, name=name: mark(s, name, "US-1-16"))
        assert refused(g, "move US-1-16 0506-0507-0508") == rule
        assert cost_refused(g, "US-1-16", "0506-0507-0508") == rule
    g = moving({"0505": "US-1-16"}, change=lambda s: s.disrupt(index(s, "US-1-16"), ""))
    assert refused(g, "move US-1-16 0506-0507-0508") == "13.6"
    g = moving({"0505": "US-1-16"}, terrain={"flooded": "0506"})
    assert refused(g, "move US-1-16 0506-0507") == "9.5.1"
    assert refused(moving({"0505": "US-1-16"}), "move US-1-16 0506-0510") == "2.2.1"


@pytest.mark.rule("normandy44:9.8.1", "normandy44:9.8.2a", "normandy44:9.8.2b", "normandy44:9.8.7")
def test_strategic_movement_is_ordered_by_name_and_refused_by_its_rule() -> None:
    g = moving({"0501": "US-Tk-712", "0505": "US-1-16"}, roads=[MAIN])
    assert refused(g, "strategic US-1-16 0506") == "9.8.1"
    assert refused(g, "strategic US-Tk-712 0601") == "9.8.1"
    assert refused(g, "move US-Tk-712 strategic 0602") == "9.8.1"
    assert refused(g, "strategic US-Tk-712 0505") == "9.8.2"
    run(g, "strategic US-Tk-712 0509")
    assert where(g, "US-Tk-712") == "0509"
    g = moving({"0501": "US-Tk-712"}, roads=[MAIN])
    run(g, "strategic US-Tk-712", "to 0502", "stay")
    assert where(g, "US-Tk-712") == "0502"
    near = moving({"0501": "US-Tk-712", "0601": "GE-HQ-84"}, roads=[MAIN])
    assert refused(near, "strategic US-Tk-712 0504") == "9.8.2"
    passing = moving({"0501": "US-Tk-712", "0604": "GE-HQ-84"}, roads=[MAIN])
    assert refused(passing, "strategic US-Tk-712 0506") == "9.8.2"
    first = moving({"0501": "US-Tk-712"}, roads=[MAIN], turn=1)
    assert refused(first, "strategic US-Tk-712 0504") == "9.8.7"


@pytest.mark.rule("normandy44:9.8.1", "normandy44:15.2")
def test_strategic_movement_is_not_for_who_is_cut_off_or_disrupted_nor_for_reserves() -> None:
    g = moving({"0501": "US-Tk-712"}, roads=[MAIN], change=lambda s: mark(s, "oos", "US-Tk-712"))
    assert refused(g, "strategic US-Tk-712 0503") == "9.8.1"

    def shaken(state: Situation) -> None:
        state.disrupt(index(state, "US-Tk-712"), "")

    g = moving({"0501": "US-Tk-712"}, roads=[MAIN], change=shaken)
    assert refused(g, "move US-Tk-712 strategic 0503") == "9.8.1"
    g = field(
        {"0501": "US-Tk-712", "0109": "GE-352-1-914"},
        phase="reserve-movement",
        roads=[MAIN],
        change=lambda s: mark(s, "reserve", "US-Tk-712"),
    )
    assert refused(g, "strategic US-Tk-712 0509") == "9.8.1"


@pytest.mark.rule("normandy44:9.8.2b", "normandy44:9.8.3")
def test_markers_of_strategic_movement_run_out_and_keep_others_away() -> None:
    units = {"0501": "GE-21-125 GE-21-192 GE-12SS-25 GE-12SS-26", "0609": "GE-352-1-914"}
    g = moving(units, side="german", roads=[f"{ROAD}-0510-0511-0512"], row=4, size=12)
    run(
        g,
        "strategic GE-21-125 0512",
        "strategic GE-21-192 0511",
        "strategic GE-12SS-25 0510",
        "stay",
    )
    assert refused(g, "strategic GE-12SS-26 0509") == "9.8.3"
    assert g.state.strategic.bit_count() == 3
    assert refused(g, "move GE-352-1-914 0509-0510") == "9.8.2"


@pytest.mark.rule("normandy44:9.8.3")
@pytest.mark.parametrize(
    ("used", "rule"), [("US-2A-CCB US-3A-CCA", None), ("US-2A-CCB US-3A-CCA US-3A-CCB", "9.8.3")]
)
def test_the_allies_too_have_three_markers_of_strategic_movement(
    used: str, rule: str | None
) -> None:
    g = moving(
        {"0501": "US-2A-CCA", "0105": "US-2A-CCB", "0305": "US-3A-CCA", "0205": "US-3A-CCB"},
        roads=[ROAD],
        change=lambda s: mark(s, "strategic", *used.split()),
    )
    refusal = g.legal_actions.why_not("strategic US-2A-CCA 0509")
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("normandy44:9.8.2b", "normandy44:9.1b")
def test_a_unit_that_passes_one_on_the_road_has_to_go_on() -> None:
    g = moving(
        {"0505": "GE-12SS-25", "0507": "GE-21-125"},
        side="german",
        change=lambda s: mark(s, "strategic", "GE-21-125"),
    )
    assert refused(g, "move GE-12SS-25 0506-0507") == "9.8.2"
    assert cost_refused(g, "GE-12SS-25", "0506-0507") == "9.8.2"
    run(g, "move GE-12SS-25", "to 0506", "to 0507")
    for order in ("stay", "done", "move GE-21-125 0508"):
        assert refused(g, order) == "9.8.2"
    run(g, "to 0508", "done")
    assert where(g, "GE-12SS-25") == "0508"


@pytest.mark.rule("normandy44:9.9", "normandy44:9.8.6a")
def test_cyclists_and_trucks_say_why_not() -> None:
    g = moving({"0501": "GE-30-bde", "0503": "GE-21-125"}, side="german", roads=[ROAD], row=4)
    assert refused(g, "move GE-30-bde cycling 0509") == "9.9"
    assert refused(g, "cycling GE-21-125 0504") == "9.9"
    g = moving({"0501": "GE-352-1-914"}, side="german", roads=[ROAD])
    run(g, "truck GE-352-1-914")
    assert refused(g, "tactical 0502") == "9.8.6"


# -- 10


@pytest.mark.rule("normandy44:10.3.1", "normandy44:10.3.2", "normandy44:10.3.4")
def test_a_main_assault_force_that_is_none_is_refused_by_its_rule() -> None:
    g = field({"0404": "US-1-16 US-Tk-712", "0405": "GE-352-1-914", "0304": "US-29-115"})
    whole = "attack 0405 with US-1-16 with US-Tk-712 maf"
    for name, rule in (
        ("0404", "10.3.4"),
        ("US-Tk-712", "10.3.2"),
        ("US29", "10.3.1"),
        ("0304", "10.3.1"),
    ):
        assert refused(g, f"{whole} {name}") == odds_refused(g, f"{whole} {name}") == rule


@pytest.mark.rule("normandy44:10.3.4", "normandy44:10.3.1")
def test_units_of_no_formation_attack_with_one_of_them_as_battle_group() -> None:
    g = field({"0404": "BR-1SS BR-4SS", "0405": "GE-352-1-914"})
    run(g, "attack 0405 with BR-1SS with BR-4SS")
    assert hexes(g, "maf") == {"BR-1SS", "BR-4SS"}
    run(g, "maf BR-4SS")
    assert ledger(g).strengths == (8, 2)
    assert "attach BR-1SS" not in offers(g)
    g = field({"0404": "US-1-16 US-Tk-712", "0405": "GE-352-1-914"})
    run(g, "attack 0405 from 0404")
    assert hexes(g, "maf") == {"US1"}


@pytest.mark.rule("normandy44:10.1a", "normandy44:10.6a")
def test_odds_refuse_an_attack_that_nobody_can_make() -> None:
    g = field({"0404": "US-1-16", "0405": "GE-352-1-914", "0808": "GE-352-2-914"})
    assert odds_refused(g, "attack 0808") == refused(g, "attack 0808") == "10.1"
    cut = field(
        {"0404": "US-1-16", "0405": "GE-352-1-914", "0808": "GE-352-2-914", "0809": "US-99"},
        change=lambda s: mark(s, "renewed", "US-1-16"),
    )
    assert odds_refused(cut, "attack 0405") == refused(cut, "attack 0405") == "6.2.5"


# -- 11


@pytest.mark.rule("normandy44:9.11", "normandy44:11.3b", "normandy44:11.4.4a")
def test_an_attack_over_a_causeway_is_one_over_a_flood() -> None:
    g = field(
        {"0404": "US-1-16 US-Tk-712", "0405": "GE-352-1-914"}, sides={"causeway": "0404/0405"}
    )
    run(g, "attack 0405 from 0404", "maf US1", "attach US-Tk-712")
    sheet = ledger(g)
    assert sheet.strengths == (6, 2)
    assert sheet.shifts == {"11.3": -1}
    road = moving({"0404": "US-Tk-712"}, sides={"causeway": "0404/0405"})
    assert road.cost("US-Tk-712", "0405").cost == "1"


@pytest.mark.rule("normandy44:11.1b", "normandy44:11.1f", "normandy44:11.1g")
def test_a_sheet_tells_what_halves_a_unit() -> None:
    def why(**more: object) -> str:
        g = field({"0404": "US-1-16", "0405": "GE-352-1-914"}, **more)  # type: ignore[arg-type]
        line = g.odds("attack 0405 from 0404").lines[0]
        assert (line.rule, line.amount) == ("11.1", "4")
        return str(line.what)

    told = {
        why(sides={"minor_river": "0404/0405"}),
        why(sides={"airfield": "0404/0405"}),
        why(sides={"fortress_line": "0404/0405"}),
        why(terrain={"flooded": "0404"}),
        why(change=lambda s: mark(s, "oos", "US-1-16")),
        why(change=lambda s: mark(s, "landed", "US-1-16")),
    }
    assert len(told) == 6


# -- 12


@pytest.mark.rule("normandy44:12.4.6a", "normandy44:12.4.6b", "normandy44:12.4.1")
def test_armor_that_was_lost_is_not_compared_in_the_defense() -> None:
    def helped(tank: str) -> list[str]:
        g = field({"0404": f"US-1-16 {tank}", "0405": "GE-352-1-914 GE-100Pz", "0909": "US-99"})
        name = tank.partition(":")[0]
        run(g, "attack 0405 from 0404", "maf US1", f"attach {name}", "go", 1)
        run(g, "stand", "lead GE-100Pz")
        told = next(e for e in g.play("roll 4") if e.kind == "defence")
        return [each.rule for each in told.facts["modifiers"]]

    assert helped("US-Tk-712:1") == ["12.4.6"]
    assert helped("US-Tk-712:2") == []


@pytest.mark.rule("normandy44:12.4.7a", "normandy44:12.4.7b")
def test_what_cannot_support_a_determined_defense_is_told() -> None:
    g = field(
        {
            "0404": "US-1-16 US-1-18",
            "0405": "GE-352-1-914 GE-352-2-914",
            "0406": "GE-Werfer7",
            "0409": "GE-Werfer8",
            "0909": "GE-HQ-84",
        }
    )
    run(g, "attack 0405 from 0404 go", 3, "stand", "lead GE-352-1-914")
    assert "werfer GE-Werfer7" in offers(g)
    assert refused(g, "werfer GE-Werfer8") == "17.3"
    assert refused(g, "hq GE-HQ-84") == "17.2.4"
    assert refused(g, "air US") == "12.4.7"
    assert refused(g, "naval US") == "12.4.7"
    assert refused(g, "caen") == "17.2.8"
    assert refused(g, "hq US-HQ-5") == "12.4.7"
    run(g, "werfer GE-Werfer7")
    told = next(e for e in g.play("roll 6") if e.kind == "defence")
    assert (told.facts["column"], told.facts["unit"]) == ("clear", "GE-352-1-914")


@pytest.mark.rule("normandy44:22.1.1", "normandy44:7.2b")
def test_odds_and_play_refuse_both_armies_of_one_hex_alike() -> None:
    g = field({"0404": "US-1-16 BR-3-8", "0405": "GE-352-1-914"})
    assert refused(g, "attack 0405 from 0404") == odds_refused(g, "attack 0405 from 0404")
    assert odds_refused(g, "attack 0405 from 0404") == "22.1.1"
    assert g.odds("attack 0405 with BR-3-8").lines[0].amount == "6"


@pytest.mark.rule("normandy44:6.5.2a", "normandy44:9.10a")
def test_who_has_landed_goes_one_hex_inland() -> None:
    g = grognard.load(
        "grognard position 1\ngame normandy44\nturn 3\nphase movement allied\nweather 4\n"
        "supply 0 0 0 0\npoints 6 6\nopened 1\n2814 US-Eng-1S\n1810 GE-352-1-914\n"
        "Britain US-9-39\n"
    )
    for whole in ("2814-2813", "to 2814-2813", "tactical 2814-2813"):
        ashore = g.copy()
        ashore.play("move US-9-39")
        ashore.play(whole)
        assert where(ashore, "US-9-39") == "2813"
    inland = g.copy()
    inland.play("move US-9-39")
    for off in ("1010", "to 1010", "1010 stay", "1010-1011"):
        assert refused(inland, off) == "6.5.2"
    g.play("move US-9-39 land 2814")
    assert refused(g, "2813-2812") == "6.5.2"
    g.play("to 2813")
    assert [piece.hex for piece in g.pieces() if piece.id == "US-9-39"] == ["2813"]


@pytest.mark.rule("normandy44:6.6d", "normandy44:9.8.1")
def test_a_reinforcement_enters_by_strategic_movement() -> None:
    g = grognard.load(
        "grognard position 1\ngame normandy44\nturn 3\nphase movement german\nweather 4\n"
        "supply 0 0 0 0\n2814 US-Eng-1S\n1810 GE-352-1-914\nlater GE-Lehr-902\n"
    )
    near = g.copy()
    near.play("move GE-Lehr-902 enter 0825")
    far = next(h for h, way in near.reach("GE-Lehr-902").items() if way.by == "strategic")
    g.play(f"strategic GE-Lehr-902 enter 0825 {far}")
    g.play("done")
    piece = next(piece for piece in g.pieces() if piece.id == "GE-Lehr-902")
    assert piece.hex == far
    assert "strategic" in piece.marks


@pytest.mark.rule("normandy44:4.1")
def test_turn_1_is_overcast_without_a_die() -> None:
    g = field({"0505": "US-1-16", "0301": "GE-352-1-914"}, phase="initial", turn=1, row=5)
    assert (g.state.weather, g.state.row) == ("overcast", 2)
    assert g.phase == "movement"


@pytest.mark.rule("normandy44:6.4.2a")
def test_the_worst_troops_take_no_replacement_of_a_5_or_6() -> None:
    for left, rule in (("low", "6.4.2"), ("lowest", "6.4.2")):
        g = replacing(
            {"0102": "GE-716-1-726", "0103": "GE-711-731:1"},
            row=5,
            change=lambda s, left=left: _unsaved_with_todt(s, left),
        )
        assert "replace GE-711-731" in offers(g)
        assert refused(g, "rebuild GE-Chr-Todt") == rule


def _unsaved_with_todt(state: Situation, left: str) -> None:
    state.unsaved = left
    state.hex[index(state, "GE-Chr-Todt")] = state.GONE


@pytest.mark.rule("normandy44:6.5.2c")
def test_a_fifth_point_does_not_land_at_one_beach() -> None:
    g = grognard.load(
        "grognard position 1\ngame normandy44\nturn 3\nphase movement allied\nweather 4\n"
        "supply 0 0 0 0\npoints 6 6\nthrough 4 0 0 0 0\nopened 3\n2814 US-Eng-1S\n2719 US-Eng-5S\n"
        "1810 GE-352-1-914\nBritain US-TD-634\n"
    )
    assert refused(g, "move US-TD-634 land 2814") == "6.5.2"
    g.play("move US-TD-634 land 2719")


@pytest.mark.rule("normandy44:8.2b", "normandy44:TBL.TEC.a")
def test_leaving_an_enemy_zone_costs_one_point_and_entering_none() -> None:
    g = moving({"0505": "US-1-16", "0606": "GE-352-1-914"})
    assert g.cost("US-1-16", "0504").cost == "2"
    assert g.cost("US-1-16", "0504-0503-0502").cost == "4"
    g = moving({"0503": "US-1-16", "0606": "GE-352-1-914"})
    assert g.cost("US-1-16", "0504-0505").cost == "2"


@pytest.mark.rule("normandy44:12.5a")
def test_a_desperate_defense_needs_two_steps_that_could_lead() -> None:
    ring = {"0504": "US-29-115", "0506": "US-29-116", "0605": "US-4-8", "0606": "US-4-12"}
    for defenders, asked in (("GE-352-1-914 GE-352-2-914", True), ("GE-352-1-914 GE-HQ-84", False)):
        g = field({"0405": "US-1-16 US-1-18", "0406": "US-4-22", "0505": defenders, **ring})
        run(g, "attack 0505 from 0405 go", 4 if asked else 2, "stand")
        if asked:
            run(g, "lead GE-352-1-914")
        run(g, 2)
        assert ("desperate" in offers(g)) is asked
        assert (where(g, "GE-352-1-914") == "0505") is asked


@pytest.mark.rule("normandy44:12.6")
def test_a_retreat_is_ignored_only_if_the_whole_assault_force_is_gone() -> None:
    g = field({"0404": "US-99 US-TD-634", "0405": "GE-352-1-914", "0909": "GE-352-2-914"})
    run(g, "attack 0405 from 0404", "maf 0404", "go", 2, "lose US-99")
    assert where(g, "US-99") == "eliminated"
    assert offers(g) == {"stand", "fallback"}
    g = field({"0404": "US-99", "0405": "GE-352-1-914", "0909": "GE-352-2-914"})
    run(g, "attack 0405 from 0404", "maf 0404", "go", 3)
    assert offers(g) == {"hold", "fallback"}


@pytest.mark.rule("normandy44:10.1a", "normandy44:13.6b2", "normandy44:20.2.3a1")
@pytest.mark.parametrize(
    ("order", "rule", "named"),
    [
        ("attack 0405 with US-82-505", "20.2.3", "US-82-505"),
        ("attack 0405 with US-1-16", "13.6", "US-1-16"),
        ("attack 0405 with US-1-18 go", "10.1", "US-1-18"),
        ("attack 0405 from 0406", "20.2.3", "US-82-505"),
        ("attack 0405 from 0404 maf US1 go", "13.6", "US-1-16"),
        ("attack 0405", "13.6", "US-1-16"),
    ],
)
def test_where_nobody_can_attack_the_unit_that_was_named_is_spoken_of(
    order: str, rule: str, named: str
) -> None:
    def begin(state: Situation) -> None:
        state.set_status(index(state, "US-1-16"), 1)
        mark(state, "scattered", "US-82-505")

    g = field(
        {
            "0404": "US-1-16",
            "0406": "US-82-505",
            "0405": "GE-91-1057",
            "0808": "US-1-18",
            "0809": "GE-352-1-914",
        },
        change=begin,
    )
    why = g.legal_actions.why_not(order)
    assert why is not None
    assert why.rule == rule
    assert named in str(why)
