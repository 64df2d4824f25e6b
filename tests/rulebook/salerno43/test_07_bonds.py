"""7.0 ZOC Bonds."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import (
    field,
    h,
    hexes,
    refused,
    rules,
    run,
    state,
    unit,
    where,
)

from grognard.games.zocbond import supply

A, B, C, D = "GE-16Pz-I64", "GE-16Pz-II64", "GE-16Pz-I79", "GE-16Pz-II79"
FOE, FOE2 = "US-36-142", "US-36-141"
GERMAN = 1


def bonded(g, *, side=GERMAN):
    """Bonded hexes and hexsides of a side."""
    bonds = state(g).bonds(side)
    ground, board = rules(g).tables.ground, rules(g).board
    found = set(board.labels(bonds.hexes))
    for d, mask in enumerate(bonds.sides):
        for label in board.labels(mask):
            other = board.label(ground.neighbours[board.index(label)][d])
            found.add("/".join(sorted((label, other))))
    return found


@pytest.mark.rule("salerno43:7.1a", "salerno43:7.1b")
def test_hex_bonds_and_hexside_bonds():
    assert bonded(field({"0503": A, "0505": B})) == {"0504"}
    assert bonded(field({"0505": A, "0704": B})) == {"0605"}
    assert bonded(field({"0505": A, "0706": B})) == {"0606"}
    assert bonded(field({"0505": A, "0705": B})) == {"0605/0606"}
    assert bonded(field({"0505": A, "0604": B})) == {"0504/0605"}
    assert bonded(field({"0505": A, "0607": B})) == {"0506/0606"}
    assert bonded(field({"0505": A, "0506": B})) == set()
    assert bonded(field({"0505": A, "0508": B})) == set()


@pytest.mark.rule("salerno43:7.1c", "salerno43:13.2.1b", "salerno43:17.2c")
@pytest.mark.parametrize("other", ["GE-16Pz-IIa", "GE-16Pz-ASU", f"{B}(d)", f"{B}(f)"])
def test_who_forms_no_bond(other):
    assert bonded(field({"0503": A, "0505": other})) == set()


@pytest.mark.rule("salerno43:19.3a")
def test_garrisons_bond():
    assert bonded(field({"0503": A, "0505": "GE-G-B"})) == {"0504"}


@pytest.mark.rule("salerno43:8.5.1b", "salerno43:S2.3.1")
def test_allies_bond_with_each_other():
    assert bonded(field({"0503": "US-36-142", "0505": "BR-46-128"}), side=0) == {"0504"}
    assert bonded(field({"0503": "BR-5-13", "0505": "BR-46-128"}), side=0) == {"0504"}


@pytest.mark.rule("salerno43:7.2a", "salerno43:5.4c")
def test_bonds_stop_movement():
    g = field({"0503": A, "0505": B, "0404": FOE}, phase="movement allied")
    run(g, f"move {FOE}")
    assert refused(g, "to 0504") == "7.2a"
    g = field({"0505": A, "0705": B, "0606": FOE}, phase="movement allied")
    run(g, f"move {FOE}")
    assert refused(g, "to 0605") == "7.2a"
    assert "0607" in hexes(g, "to")


@pytest.mark.rule("salerno43:7.3a", "salerno43:7.3b", "salerno43:7.3c")
def test_bonds_are_broken_at_once():
    """examples:S43-03"""
    assert bonded(field({"0505": A, "0705": B, "0605": FOE, "0606": FOE2})) == set()
    assert bonded(field({"0505": A, "0705": B, "0605": FOE})) == {"0605/0606"}
    assert bonded(field({"0503": A, "0505": B, "0504": FOE})) == set()
    g = field({"0505": A, "0705": B, "0606": FOE, "0603": FOE2}, phase="movement allied")
    assert "0605" not in hexes(run(g.copy(), f"move {FOE}"), "to")
    run(g, f"move {FOE2} 0604 to 0605")
    run(g, f"move {FOE} 0605")
    assert where(g, FOE) == "0605"


@pytest.mark.rule("salerno43:7.4")
def test_intersecting_bonds():
    g = field({"0505": A, "0705": B, "0604": FOE, "0607": FOE2})
    assert bonded(g) == {"0605/0606"}
    g = field({"0504": A, "0506": B, "0405": FOE, "0605": FOE2})
    assert "0505" in rules(g).board.labels(state(g).bonds(GERMAN).hexes)
    g = field({"0504": A, "0506": B, "0405": FOE, "0606": FOE2})
    assert "0505" in rules(g).board.labels(state(g).bonds(0).hexes)
    assert "0505" in rules(g).board.labels(state(g).bonds(GERMAN).hexes)


@pytest.mark.rule("salerno43:7.5a", "salerno43:7.5b", "salerno43:7.6.2", "salerno43:21.3.3")
def test_anchors_at_entry_areas():
    """examples:S43-05"""
    north = {"N1": "0401 0501 0601"}
    assert bonded(field({"0502": A}, features=north)) == set()
    assert bonded(field({"0501": A}, features=north)) == set()
    assert bonded(field({"0402": A}, features=north)) == {"0401/0501"}
    south = {"S1": "0301 0401 0501"}
    assert bonded(field({"0402": A}, features=south, lines="areas S1")) == set()
    assert bonded(field({"0402": A})) == set()
    assert bonded(field({"0502": A}, terrain={"~": "0501 0601 0401"})) == set()


@pytest.mark.rule("salerno43:7.5a")
def test_a_hexside_bond_with_a_friendly_entry_area():
    north = {"N1": "0401 0501 0601"}
    units = {"0402": FOE}
    edge = field(units, features=north)
    ground = rules(edge).tables.ground
    anchors = [anchor for own in rules(edge).tables.anchors for anchor in own]
    for anchor in anchors:
        label = rules(edge).board.label(anchor.hex)
        g = field({label: A}, features=north)
        sides = {rules(g).board.label(x) for x in (anchor.left, anchor.right)}
        assert bonded(g) == {"/".join(sorted(sides))}
        enemies = {label: A} | dict(zip(sorted(sides), (FOE, FOE2), strict=True))
        assert bonded(field(enemies, features=north)) == set()
        assert anchor.left in ground.neighbours[anchor.hex]
    assert anchors


@pytest.mark.rule("salerno43:7.6.1a")
def test_two_mountain_hexsides_break_a_bond():
    """examples:S43-04"""
    both = {"mountain": "0503/0504 0504/0505"}
    assert bonded(field({"0503": A, "0505": B}, sides=both)) == set()
    assert bonded(field({"0503": A, "0505": B}, sides={"mountain": "0503/0504"})) == {"0504"}
    road = field({"0503": A, "0505": B}, sides=both, roads=["secondary 0503-0504"])
    assert bonded(road) == {"0504"}


@pytest.mark.rule("salerno43:7.6.1b")
def test_a_hexside_bond_is_pushed_to_one_side():
    left = {"mountain": "0505/0605 0605/0705"}
    assert bonded(field({"0505": A, "0705": B}, sides=left)) == {"0605/0606"}
    enemy = field({"0505": A, "0705": B, "0606": FOE}, sides=left)
    assert bonded(enemy) == set()
    all_round = {"mountain": "0505/0605 0605/0705 0505/0606 0606/0705"}
    assert bonded(field({"0505": A, "0705": B}, sides=all_round)) == set()


@pytest.mark.rule("salerno43:7.6.1c")
def test_vehicles_bond_over_no_mountain_without_a_road():
    rec = "GE-16Pz-Dor"
    one = {"mountain": "0503/0504"}
    assert bonded(field({"0503": rec, "0505": B})) == {"0504"}
    assert bonded(field({"0503": rec, "0505": B}, sides=one)) == set()
    assert bonded(field({"0503": B, "0505": rec}, sides=one)) == set()
    pass_ = {"mountain": "0503/0504", "pass": "0503/0504"}
    assert bonded(field({"0503": rec, "0505": B}, sides=pass_)) == set()
    road = field({"0503": rec, "0505": B}, sides=one, roads=["major 0503-0504"])
    assert bonded(road) == {"0504"}
    mixed = field({"0503": f"{rec} {A}", "0505": B}, sides=one)
    assert bonded(mixed) == {"0504"}


@pytest.mark.rule("salerno43:7.6.3")
def test_rivers_do_not_break_bonds():
    rivers = {"river": "0503/0504 0504/0505"}
    assert bonded(field({"0503": A, "0505": B}, sides=rivers)) == {"0504"}


def test_bonds_agree_with_a_plain_search():
    """Every pair of hexes on a small board against the definition."""
    g = field({"0505": A})
    grid = rules(g).board.grid
    for other in rules(g).board.hexes:
        label = rules(g).board.label(other)
        if label == "0505":
            continue
        found = bonded(field({"0505": A, label: B}))
        far = grid.distance(h(g, "0505"), other)
        common = grid.around[h(g, "0505")] & grid.around[other]
        if far != 2:
            assert found == set()
        elif common.bit_count() == 1:
            assert found == set(rules(g).board.labels(common))
        else:
            assert found == {"/".join(sorted(rules(g).board.labels(common)))}


@pytest.mark.rule("salerno43:7.5b", "salerno43:21.2.1c")
def test_an_entry_area_anchors_only_its_owner():
    south = {"S1": "0301 0401 0501"}
    assert "0401/0501" in bonded(field({"0402": A}, features=south))
    assert bonded(field({"0402": A}, features=south, lines="areas S1")) == set()
    assert "0401/0501" in bonded(field({"0402": FOE}, features=south, lines="areas S1"), side=0)
    assert bonded(field({"0402": FOE}, features=south), side=0) == set()


@pytest.mark.rule("salerno43:7.1a", "salerno43:7.2a")
def test_bonds_follow_the_units_that_form_them():
    g = field({"0503": A, "0507": B, "0908": FOE})
    assert bonded(g) == set()
    run(g, f"move {B} 0506 to 0505 stay")
    assert bonded(g) == {"0504"}
    run(g, f"move {A} 0604 stay")
    assert bonded(g) == {"0504/0605"}


@pytest.mark.rule("salerno43:7.2a", "salerno43:7.1b")
@pytest.mark.parametrize(
    ("other", "one", "two"),
    [("0705", "0605", "0606"), ("0604", "0504", "0605"), ("0607", "0506", "0606")],
)
def test_a_hexside_bond_is_closed_from_either_side(other, one, two):
    for start, goal in ((one, two), (two, one)):
        g = field({"0505": A, other: B, start: FOE}, phase="movement allied")
        run(g, f"move {FOE}")
        assert goal not in hexes(g, "to")
        free = field({"0505": A, other: f"{B}(d)", start: FOE}, phase="movement allied")
        assert goal in hexes(run(free, f"move {FOE}"), "to")


@pytest.mark.rule("salerno43:7.5a", "salerno43:7.6.1c")
def test_vehicles_anchor_over_no_mountain():
    north = {"N1": "0401 0501 0601"}
    rec, one = "GE-16Pz-Dor", {"mountain": "0402/0401"}
    both = {"mountain": "0402/0401 0402/0501"}
    assert "0401/0501" in bonded(field({"0402": rec}, features=north))
    assert "0401/0501" in bonded(field({"0402": rec}, features=north, sides=one))
    assert "0401/0501" not in bonded(field({"0402": rec}, features=north, sides=both))
    assert "0401/0501" in bonded(field({"0402": A}, features=north, sides=both))
    road = field({"0402": rec}, features=north, sides=both, roads=["major 0402-0401"])
    assert "0401/0501" in bonded(road)
    blocked = field({"0402": rec, "0501": FOE}, features=north, sides=one)
    assert "0401/0501" not in bonded(blocked)


@pytest.mark.rule("salerno43:7.6.1a", "salerno43:7.6.1b", "salerno43:7.6.1c")
@pytest.mark.parametrize("pair", [(A, B), (A, "GE-16Pz-Dor"), ("GE-16Pz-Dor", B)])
def test_mountains_and_hexside_bonds_against_the_definition(pair):
    """Every way of walls on the two paths from 0505 to 0705, each path open or held by an enemy."""
    paths = {"0605": ("0505/0605", "0605/0705"), "0606": ("0505/0606", "0606/0705")}
    most = 1 if pair == (A, B) else 0
    for walls in range(16):
        for held in ("", "0605", "0606"):
            sides = [s for k, s in enumerate(sum(paths.values(), ())) if walls >> k & 1]
            units = {"0505": pair[0], "0705": pair[1]} | ({held: FOE} if held else {})
            g = field(units, sides={"mountain": " ".join(sides)} if sides else None)
            stands = any(
                middle != held and sum(s in sides for s in path) <= most
                for middle, path in paths.items()
            )
            assert ("0605/0606" in bonded(g)) is stands, (sides, held)


@pytest.mark.rule("salerno43:21.3.3", "salerno43:7.1b", "salerno43:7.2a")
def test_a_bond_along_the_map_edge_closes_the_edge():
    """Two hexes apart with 0501 between them and the map edge behind it: the bond lies on the edge."""
    north = {"N1": "0401 0501 0601 0901"}
    guards = {"0401": FOE, "0601": FOE2}
    g = field({**guards, "N1": C}, features=north)
    run(g, f"move {C}")
    assert hexes(g, "to") == {"0901", "N2"}
    assert refused(g, "to 0501") == "7.2a"
    one = field({"0401": FOE, "0601": f"{FOE2}(d)", "N1": C}, features=north)
    assert "0501" in hexes(run(one, f"move {C}"), "to")
    friend = field({**guards, "0501": A, "N1": C}, features=north)
    assert "0501" in hexes(run(friend, f"move {C}"), "to"), "Germans on both sides break it"
    walls = {"mountain": "0401/0501 0501/0601"}
    broken = field({**guards, "N1": C}, features=north, sides=walls)
    assert "0501" in hexes(run(broken, f"move {C}"), "to")


@pytest.mark.rule("salerno43:21.3.3", "salerno43:7.2d", "salerno43:7.3a")
def test_no_line_of_supply_crosses_a_bond_along_the_map_edge():
    north, guards = {"N1": "0501"}, {"0401": FOE}
    for mark, shut in (("", True), ("(d)", False)):
        g = field({**guards, "0601": FOE2 + mark, "0502": A, "0503": C}, features=north)
        assert supply.in_supply(state(g), unit(g, C)) is not shut
    held = field({**guards, "0601": FOE2, "0501": A, "0502": B, "0503": C}, features=north)
    assert supply.in_supply(state(held), unit(held, C)), "a unit on the edge breaks the bond"


@pytest.mark.rule("salerno43:21.3.3", "salerno43:7.2c", "salerno43:21.3.4c")
def test_no_advance_onto_the_map_across_a_bond_along_its_edge():
    north, bn = {"N1": "0401 0501 0601 0701 0801"}, "US-36-1-142"
    for mark, shut in (("", True), ("(d)", False)):
        units = {"0401": FOE, "0601": FOE2 + mark, "0801": bn, "N1": f"GE-16Pz-IIa {A}"}
        g = field(units, features=north, phase="combat german", size=(9, 12))
        run(g, f"attack 0801 with GE-16Pz-IIa+{A} maf 16Pz go", "roll 6", "none", f"advance {A}")
        assert ("0501" not in hexes(g, "to")) is shut
        assert {"0701", "0801"} <= hexes(g, "to")


@pytest.mark.rule("salerno43:6.1b", "salerno43:7.6.2")
def test_ruling_no_bond_across_a_hexside_of_sea():
    sea = {"sea": "0503/0504"}
    assert bonded(field({"0503": A, "0505": B}, sides=sea)) == set()
    flank = {"sea": "0505/0605"}
    assert bonded(field({"0505": A, "0705": B}, sides=flank)) == {"0605/0606"}
    both = {"sea": "0505/0605 0606/0705"}
    assert bonded(field({"0505": A, "0705": B}, sides=both)) == set()
