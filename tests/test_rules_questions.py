"""What the owner of the boxed game asks at the front door: units of one's own, fixed results, costs, sheets."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from tests.rulebook.anzio.tabletop import PLAIN, plain, scene
from tests.rulebook.salerno43.field import field as salerno

import grognard
from grognard import DataError, Game, IllegalAction


def refused(g: Game, order: str) -> str:
    why = g.legal_actions.why_not(order)
    assert why is not None
    return str(why)


# -- units of one's own

ONE = f"grognard position 1\ngame anzio\n{PLAIN}\n"


def test_a_position_defines_a_unit_and_changes_the_values_of_another() -> None:
    text = (
        f"{ONE}unit AL-X like=AL-RGR strength=9 reduced_strength=5 name='X Force'\n"
        "unit GE-65-A strength=1\nturn 4\nphase combat allied\ninitiative allied\nweather clear\n"
        "0404 AL-X(r)\n0403 GE-65-A\n"
    )
    g = grognard.load(text, dice="asked")
    sheet = g.odds("attack 0403 from 0404")
    assert [line.amount for line in sheet.lines[:3]] == ["5", "1", "+4"]
    shown = g.unit("AL-X")
    assert shown.unit.name == "X Force"
    assert shown.values["strength"] == (0, 5, 9)
    assert shown.piece is not None
    assert shown.piece.steps == (1, 2)
    again = grognard.load(g.position)
    assert again.position == g.position
    g.play("attack 0403")
    assert grognard.load(g.record).unit("AL-X").values == shown.values


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("unit", "a unit reads: unit ID COLUMN=VALUE"),
        ("unit AL-X", "AL-X is new: say like=UNIT, or also side"),
        ("unit AL-X like=AL-NOBODY", "no unit is called 'AL-NOBODY'"),
        ("unit AL-RGR wings=2", "columns: side, nationality"),
        ("unit AL-RGR strength=many", "strength: 'many' is not a whole number"),
        ("unit AL-RGR name='half", "it cannot be read"),
    ],
)
def test_a_unit_that_cannot_be_is_named_by_its_line(line: str, said: str) -> None:
    with pytest.raises(DataError) as bad:
        grognard.load(f"{ONE}{line}\nturn 4\nphase combat allied\n0404 AL-509\n")
    assert said in str(bad.value)
    assert bad.value.line == 11


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        ("salerno43", "unit US-36-142 steps=4", "a unit has 1, 2 or 3 steps"),
        ("salerno43", "unit US-36-142 arrival=soon", "arrival: 'soon' names no turn"),
        ("gazala1942", "unit AL-7-7 steps=9", "a unit has 1, 2 or 3 steps"),
        ("gazala1942", "unit AL-7-7 command=NOBODY", "command: no unit is called 'NOBODY'"),
        ("gazala1942", "unit AL-X like=AL-7-7-BN brigade=NO", "brigade: no unit is called 'NO'"),
        ("normandy44", "unit US-1-16 armor=many", "armor: 'many' is not a whole number"),
        ("normandy44", "unit US-1-16 cost=many", "cost: 'many' is not a whole number"),
    ],
)
def test_a_value_that_cannot_be_is_named_in_every_game(game: str, line: str, said: str) -> None:
    with pytest.raises(DataError) as bad:
        grognard.load(f"grognard position 1\ngame {game}\n{line}\nturn 4\n")
    assert said in str(bad.value)
    assert bad.value.line == 3


@pytest.mark.rule("gazala1942:9.31a", "gazala1942:10.6c")
def test_a_brigade_of_ones_own_loses_its_last_step_as_a_battalion() -> None:
    text = (
        "grognard position 1\ngame gazala1942\nscenario aida\nunit AL-X like=AL-7-7 strength=7\nturn 4\n"
        "phase combat axis\nimpulse AX-HQ-AFRIKA\nlimits 3 3\n0811 AX-HQ-AFRIKA(e)\n"
        "0812 AX-1-21I(e) AX-1-15I(e)\n0813 AL-X(r)\n1020 AL-HQ-7ARM\n"
    )
    g = grognard.load(text, dice="asked")
    g.play("attack 0813 from 0812 go")
    g.play("roll 6")
    while g.side == "allied" and "retire" in [action.verb for action in g.legal_actions]:
        g.play("remain")
    assert {p.id for p in g.pieces() if p.hex == "0813"} <= {"AL-7-7-BN", "AL-X"}


def test_a_unit_of_ones_own_in_salerno() -> None:
    text = (
        "grognard position 1\ngame salerno43\nunit US-X like=US-36-142 attack=9\n"
        "turn 5\nphase movement allied\n2717 US-X\n2909 GE-16Pz-II64\n"
    )
    g = grognard.load(text)
    assert g.unit("US-X").values["attack"] == (0, *g.unit("US-36-142").values["attack"][1:-1], 9)  # type: ignore[index]


# -- results


@pytest.mark.rule("anzio:12.5a")
def test_a_result_of_the_table_is_fixed_instead_of_a_die() -> None:
    g = scene("0404 GE-65-A GE-65-B; 0403 AL-RGR", "combat german")
    g.play("attack 0403 from 0404 go")
    before = g.position
    assert "there are: " in refused(g, "result ZZ")
    assert g.position == before
    (roll, told, *_) = g.play("result DR")
    assert roll.kind == "roll"
    assert told.facts["result"] == "DR"
    assert grognard.load(g.record).position == g.position, "a die stands in the record"


def test_a_result_of_the_weather_is_fixed_too() -> None:
    g = grognard.new("anzio", dice="asked")
    g.play("default")
    g.play("default")
    assert str(refused(g, "result fog")).startswith("no die has the result 'fog' here; there are: ")
    g.play("result rainy")
    assert g.state.weather == "rainy"


@pytest.mark.rule("anzio:12.6a-f")
def test_a_result_tells_every_modifier_and_the_modified_die() -> None:
    g = scene("0404 GE-26PZ-A GE-26PZ-B; 0304 GE-71-A GE-71-B; 0403 AL-RGR", "combat german")
    g.play("attack 0403 from 0404 support 0304 go")
    told = next(e for e in g.play("roll 3") if e.kind == "result")
    assert [(m.rule, m.amount) for m in told.facts["modifiers"]] == [("12.6a", 1), ("12.6f", 1)]
    assert (told.facts["die"], told.facts["modified"]) == (3, 5)
    assert "die 3 +1 (armor in the attack) +1 (support from 0304) = 5" in str(told)


@pytest.mark.rule("anzio:11.2d")
def test_a_bombardment_tells_what_it_needed() -> None:
    g = scene("0404 AL-RGR; 0403 GE-65-A", "bombardment allied", initiative="allied")
    g.play("bombard")
    told = next(e for e in g.play("roll 1") if e.kind == "bombardment")
    assert (told.facts["result"], told.facts["modified"]) == ("miss", 1)
    assert f"1, {told.facts['needed']} needed" in str(told)


# -- odds


@pytest.mark.rule("anzio:12.1c", "anzio:12.2a")
def test_odds_refuse_what_play_refuses() -> None:
    units = "0404 GE-65-A(a) GE-65-B(a); 0304 GE-71-A(p) GE-71-B(p); 0403 AL-RGR; 0606 GE-HG-A; 0607 AL-504"
    g = scene(units, "combat german")
    for order, rule in (
        ("attack 0403 from 0404", "12.1c"),
        ("attack 0403 from 0304", "12.2a"),
    ):
        with pytest.raises(IllegalAction) as no:
            g.odds(order)
        assert no.value.rule == rule


@pytest.mark.rule("anzio:12.4a")
def test_an_attack_in_the_other_sides_part_of_the_combat() -> None:
    g = scene("0404 GE-65-A; 0403 AL-RGR", "combat german")
    assert refused(g, "attack 0404 from 0403").endswith("[12.4a]")
    with pytest.raises(IllegalAction) as no:
        g.play("attack 0404 from 0403", "allied")
    assert no.value.rule == "12.4a"
    assert refused(g, "attack 0404").endswith("[12.1a]"), "his own group is no enemy's"
    assert g.odds("attack 0404 from 0403").aim is not None, "the enemy's chances may be asked"


@pytest.mark.rule("anzio:12.2a")
def test_a_group_that_only_supported_is_refused_by_the_rule_of_support() -> None:
    units = "0404 GE-65-A GE-65-B; 0304 GE-71-A GE-71-B; 0403 AL-RGR AL-509; 0203 AL-504; 0606 GE-HG-A; 0607 AL-CDO"
    g = scene(units, "combat german")
    g.play("attack 0403 from 0404 support 0304 go")
    g.play("result -")
    assert (
        refused(g, "attack 0203 from 0304") == "the group in 0304 has supported this turn [12.2a]"
    )
    with pytest.raises(IllegalAction, match="has attacked this turn") as no:
        g.odds("attack 0403 from 0404")
    assert no.value.rule == "12.1c"
    again = grognard.load(g.position)
    assert refused(again, "attack 0203 from 0304").endswith("[12.2a]")


ODD = "\n".join(["map flat odd 0101 0606", *["  . . . . . ."] * 6])
LINE = "0301 GE-65-A; 0302 AL-1UK-A AL-1UK-B; 0201 GE-71-A"


@pytest.mark.rule("anzio:12.7b", "anzio:12.7d", "anzio:5.0a", "anzio:5.0c")
@pytest.mark.parametrize("beside", ["0605 AL-CDO", "0401 GE-26PZ-A GE-26PZ-B"])
def test_a_retreat_with_one_way_or_none_refuses_the_others_by_their_rule(beside: str) -> None:
    """Nothing is asked, and yet another hex is refused by the rule that closes it."""
    g = scene(f"{LINE}; {beside}", "combat allied", initiative="allied", board=ODD)
    g.play("attack 0301 from 0302 go")
    g.play("result DR")
    assert refused(g, "retreat 0202").endswith("just fought [12.7b]")
    assert refused(g, "retreat 0302") == "0302 is held by the enemy [12.7b]"
    assert refused(g, "retreat 0201").endswith("belong to different divisions [5.0c]")
    if "GE-26PZ" in beside:
        assert refused(g, "retreat 0401").endswith("two are the limit [5.0a]")


@pytest.mark.rule("anzio:12.8b")
def test_armor_that_may_not_advance_across_water_is_told_so() -> None:
    units = "0303 GE-26PZ-A GE-26PZ-B; 0403 AL-504; 0605 AL-CDO"
    g = scene(units, "combat allied", initiative="allied", board=f"{ODD}\nside river 0303/0403")
    g.play("attack 0303 from 0403 go")
    g.play("result ALR")
    g.play(next(a for a in g.legal_actions if a.verb == "retreat"))
    assert refused(g, "advance").endswith("[12.8b]")


@pytest.mark.rule("anzio:11.2e")
def test_who_is_hit_without_a_question_leaves_the_others_unhit() -> None:
    lines = "0201 GE-26PZ-A; 0202 AL-1UK-A(r) AL-1UK-B; 0605 AL-CDO"
    g = scene(lines, "bombardment german", weather="cloudy", board=ODD)
    g.play("bombard")
    g.play("result hit")
    assert refused(g, "hit AL-1UK-A").endswith("[11.2e]")
    assert refused(g, "target 0605").endswith("[11.2b]")


@pytest.mark.rule("anzio:13.0c")
def test_after_the_end_an_order_is_refused_by_the_rule_that_ended_the_game() -> None:
    g = scene("0710 GE-65-A; 0908 AL-504", "combat allied", turn=12, board="")
    assert g.outcome is not None
    assert refused(g, "done") == f"the game is over [{g.outcome.rule}]"


@pytest.mark.rule("anzio:12.3a", "anzio:12.3b")
def test_odds_show_every_branch_of_the_test_before() -> None:
    board = plain("side river 0403/0404")
    g = scene("0404 GE-26PZ-A GE-65-A; 0403 AL-RGR", "combat german", options="12.3", board=board)
    sheet = g.odds("attack 0403 from 0404")
    across, stuck = sheet.branches
    assert (across.chance, stuck.chance) == (Fraction(1, 2), Fraction(1, 2))
    assert across.sheet is not None
    assert stuck.sheet is not None
    assert across.sheet.lines[0].amount != stuck.sheet.lines[0].amount
    total: dict[str, Fraction] = {}
    for branch in sheet.branches:
        assert branch.sheet is not None
        for chance in branch.sheet.chances:
            total[chance.result] = total.get(chance.result, Fraction()) + chance.chance / 2
    assert {c.result: c.chance for c in sheet.chances} == total
    assert "the armored units get across [12.3a]" in str(sheet)


# -- costs, facts, sheets


@pytest.mark.rule("anzio:10.1a", "anzio:10.4a")
def test_the_cost_of_a_given_way_also_into_a_zone_of_control() -> None:
    g = scene("0407 AL-3US-A; 0403 GE-65-A", "combat german", board=plain(h0406="F"))
    assert g.cost("AL-3US-A", "0507-0506-0505") == ("3", ("0507", "0506", "0505"), "")
    assert g.cost("AL-3US-A", "0407-0406-0405").cost == "3"
    assert g.cost("AL-3US-A", "0407-0406-0405-0404").cost == "4"
    with pytest.raises(IllegalAction) as no:
        g.cost("AL-3US-A", "0406-0405-0404-0504")
    assert (no.value.rule, "0404" in str(no.value)) == ("10.4a", True)
    with pytest.raises(IllegalAction) as no:
        g.cost("AL-3US-A", "0404")
    assert no.value.rule


def test_overlays_facts_and_lines_by_name() -> None:
    g = scene("0407 AL-3US-A; 0403 GE-65-A", "movement german")
    assert "0402" in g.overlays()["zoc german"].hexes
    assert any(fact.rule == "10.1" for fact in g.facts("0403"))
    assert {piece.id for piece in g.pieces() if piece.hex == "0403"} == {"GE-65-A"}
    with pytest.raises(IllegalAction):
        g.facts("9999")
    salerno: Any = grognard.new("salerno43", seed=1)
    assert salerno.lines("2914") is not None
    assert salerno.facts("N1")


# -- phases that pass, refusals


@pytest.mark.rule("anzio:12.1a")
def test_a_phase_in_which_nothing_can_be_done_says_so() -> None:
    g = scene("0404 AL-RGR; 0401 GE-65-A", "bombardment allied", initiative="german")
    told = [str(event) for event in g.play("pass")] if g.legal_actions[0].verb == "bombard" else []
    assert "no german group can attack [12.1]" in told
    assert "no allied group can attack [12.1]" in told
    assert "no german reinforcements are due [9.0]" in [
        str(event) for event in [*told, *g.opening_events, *g.play("roll 4"), *g.play("roll 4")]
    ]


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("attack 0403 from 0404", "12.4a"),
        ("bombard", "11.2a"),
        ("advance", "12.8a"),
        ("go", "12.4a"),
    ],
)
def test_what_is_ordered_in_the_wrong_phase_is_told_its_own(order: str, rule: str) -> None:
    g = scene("0404 GE-65-A; 0403 AL-RGR", "movement german")
    assert refused(g, order).endswith(f"now it is: movement [{rule}]")


def test_a_unit_of_the_other_side_is_told_whose_it_is() -> None:
    g = scene("0404 GE-65-A GE-65-B; 0403 AL-RGR", "bombardment german")
    said = "AL-RGR is allied; the question is for the german player: bombard the enemy? [11.2]"
    assert refused(g, "hit AL-RGR") == said


# -- the end


@pytest.mark.rule("anzio:13.0a", "anzio:13.0b")
@pytest.mark.parametrize(
    ("units", "winner"), [("0404 AL-RGR", "allied"), ("0404 GE-65-A", "german")]
)
def test_a_position_with_one_side_gone_is_decided_at_the_end_of_its_turn(
    units: str, winner: str
) -> None:
    g = scene(units, "combat german", initiative="allied")
    assert g.outcome is not None
    assert g.outcome.winner == winner


# -- ways in all games


@pytest.mark.parametrize("game", ["anzio", "gazala1942", "normandy44", "salerno43"])
def test_what_a_way_costs_is_what_reach_says(game: str) -> None:
    g, chance = grognard.new(game, seed=3), random.Random(3)
    while g.phase != "movement":
        g.play(chance.choice(g.legal_actions))
    movers = [action.word for action in g.legal_actions if action.verb == "move"][:12]
    assert movers
    before = g.position
    for unit in movers:
        for way in g.reach(unit).values():
            assert g.cost(unit, "-".join(way.path)) == way
    assert g.position == before
    with pytest.raises(IllegalAction):
        g.cost(
            movers[0], "-".join([g.reach(movers[0])[goal].path[-1] for goal in g.reach(movers[0])])
        )


FOOT, TANK, US142 = "GE-1FJ-I3", "GE-16Pz-IIa", "US-36-142"


@pytest.mark.rule("salerno43:5.3a", "salerno43:5.4a", "salerno43:5.6a")
def test_the_kind_of_movement_is_told_and_can_be_ordered() -> None:
    g = salerno({"0404": FOOT, "0806": US142}, sides={"mountain": "0404/0405"})
    reach = g.reach(FOOT)
    assert {reach[h].by for h in ("0504", "0405")} == {"normal"}
    assert (reach["0601"].by, reach["0601"].cost) == ("extended", "4")
    assert reach["0405"].path != ("0405",), "round the mountain"
    assert g.cost(FOOT, "0405-0406") == ("2", ("0405", "0406"), "tactical")
    assert refused(g, f"move {FOOT} normal 0405-0406").endswith("[5.6a]")
    assert refused(g, f"move {FOOT} tactical 0407").endswith("[5.4]")
    assert refused(g, f"move {FOOT} tactical 0405-0406-0407").endswith("[5.4]")
    assert refused(g, f"move {FOOT} extended 0805").endswith("[5.3b]")
    g.play(f"move {FOOT} tactical 0405-0406")
    assert g.unit(FOOT).piece.hex == "0406"  # type: ignore[union-attr]
    again = grognard.load(g.position)
    assert again.position == g.position


@pytest.mark.rule("salerno43:13.2.1a")
def test_a_kind_of_movement_that_a_unit_has_not_is_refused_by_its_reason() -> None:
    g = salerno({"0404": f"{TANK}(d)", "0806": US142})
    assert refused(g, f"move {TANK} normal 0405").endswith("[13.2.1]")
    assert {way.by for way in g.reach(TANK).values()} == {"tactical"}
    assert {way.cost for way in g.reach(TANK).values()} == {"1", "2"}


@pytest.mark.rule("salerno43:6.2a", "salerno43:5.1a")
def test_the_cost_of_a_way_into_a_zone_of_control_in_any_phase() -> None:
    g = salerno({"0404": TANK, "0806": US142}, phase="combat allied")
    assert g.cost(TANK, "0504-0605-0705") == ("3", ("0504", "0605", "0705"), "normal")
    with pytest.raises(IllegalAction) as no:
        g.cost(TANK, "0504-0605-0705-0606")
    assert no.value.rule == "6.2"
    with pytest.raises(IllegalAction) as no:
        g.cost("GE-G-A", "0505")
    assert no.value.rule == "5.1"


# -- why not


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (
            f"attack 0806 with {TANK}",
            "'attack' is said in the phase: combat; now it is: movement [8.1]",
        ),
        ("ready GE-16Pz-ASU", "'ready' is said in the phase: refit; now it is: movement [17.5]"),
        (f"advance {TANK}", "'advance' is said in the phase: combat; now it is: movement [14.1]"),
        ("abandon", "there is no 8th Army sector in this scenario [S2.3.7]"),
        ("to 0405", "no unit is on the move: the one before has ended its move [5.1]"),
        (f"move {US142} 0805", f"{US142} belongs to the other side [5.1]"),
    ],
)
def test_an_order_out_of_place_is_told_where_it_belongs(order: str, said: str) -> None:
    assert refused(salerno({"0404": TANK, "0806": US142}), order) == said


@pytest.mark.rule("salerno43:S2.3.7a")
def test_the_sector_is_not_abandoned_before_its_turn() -> None:
    units = {"0404": f"{TANK}", "0304": "GE-16Pz-ASU(u)", "0806": US142}
    g = salerno(units, scenario="campaign", turn=12, phase="refit german", lines="supply 0 2", features={"N1": "0101"}, roads=["major 0101-0102-0103-0104-0204-0304-0404"])  # fmt: skip
    assert refused(g, "abandon") == "the sector can be abandoned from turn 16 on [S2.3.7]"


@pytest.mark.rule("salerno43:8.7.2a", "salerno43:14.1a")
def test_no_advance_before_the_combats_are_done() -> None:
    six = "GE-16Pz-IIa GE-16Pz-IIb GE-16Pz-Dor"
    g = salerno({"0504": six, "0405": "GE-16Pz-I64 GE-16Pz-II64", "0505": "US-36-1-142", "0806": US142, "0805": "GE-16Pz-I79"}, size=(9, 9))  # fmt: skip
    g.play("autods 0505 from 0504 from 0405 maf 16Pz go")
    g.play("done")
    assert refused(g, f"advance {TANK}") == f"{TANK} advances when all combats are done [8.7.2]"
    assert refused(g, "advance GE-16Pz-I79").endswith("after an attack that they have won [14.1]")


@pytest.mark.rule("salerno43:8.1a")
def test_an_attack_of_the_side_that_is_not_to_attack() -> None:
    g = salerno({"0404": TANK, "0504": US142}, phase="combat german")
    assert (
        refused(g, f"attack 0404 with {US142}") == "0404 is german, and that side attacks now [8.1]"
    )
    assert g.odds(f"attack 0404 with {US142}").aim is not None


@pytest.mark.rule("salerno43:8.6.1a")
def test_odds_below_the_lowest_are_refused_as_play_refuses_them() -> None:
    g = salerno({"0505": "US-36-143 US-3-30", "0405": "GE-16Pz-I79"}, phase="combat german")
    order = "attack 0505 with GE-16Pz-I79"
    assert refused(g, f"{order} go").endswith("[8.6.1]")
    with pytest.raises(IllegalAction) as no:
        g.odds(order)
    assert no.value.rule == "8.6.1"


@pytest.mark.rule("salerno43:16.5.1a", "salerno43:16.3.1")
def test_a_line_of_communications_and_where_it_breaks() -> None:
    road = ["major 0101-0102-0103"]
    north = {"N1": "0101"}
    near = salerno({"0203": TANK, "0908": US142}, features=north, roads=road)
    assert [(line.kind, line.whole) for line in near.lines("0203")] == [("supply", True)]
    far = salerno({"0908": TANK, "0901": US142}, features=north, roads=road)
    supply, loc = far.lines("0908")
    assert (supply.kind, supply.whole, supply.rule) == ("supply", False, "16.3.2")
    assert (loc.kind, loc.whole, loc.rule) == ("communication", True, "16.5.1")
    assert (loc.path[0], loc.path[-1]) == ("0908", "N1")
    walls = {"mountain": "0908/0907 0908/0808"}
    over = salerno({"0908": TANK, "0901": US142}, features=north, roads=road, sides=walls)
    assert over.lines("0908")[1].whole, "the first step may cross a mountain hexside"
    ring = {"0908": TANK, "0706": US142, "0708": "US-36-141", "0906": "US-36-143"}
    shut = salerno(ring, features=north, roads=road).lines("0908")[1]
    assert not shut.whole
    assert "isolated" in str(shut.text)


@pytest.mark.parametrize(
    ("game", "unit", "waiting", "rule"),
    [
        ("anzio", "AL-1UK-A", "AL-34US-A", "10.1"),
        ("salerno43", "US-36-143", "US-3-30", "5.1"),
        ("gazala1942", "AX-1-21T", "AX-HECKER", "4.1"),
        ("normandy44", "US-1-16", "US-9-39", "20.5.1"),
    ],
)
def test_a_way_is_made_of_hexes_and_begins_on_the_map(
    game: str, unit: str, waiting: str, rule: str
) -> None:
    g = grognard.new(game, seed=1)
    board = g.rules.board
    on_land = board.label(board.hexes[0])
    for path in ("", "done", "-", "9999", unit):
        with pytest.raises(IllegalAction):
            g.cost(unit, path)
    with pytest.raises(IllegalAction) as refused:
        g.cost(waiting, on_land)
    assert refused.value.rule == rule
