"""2.3 The counters, 3.0 the sequence, 4.0 stacking."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import (
    field,
    h,
    offers,
    real,
    rules,
    run,
    state,
    steps,
    unit,
    where,
)

import grognard
from grognard.games.salerno43 import stacking
from grognard.games.zocbond.stacking import over


def counter(name: str):
    g = field({})
    found = rules(g).units.find(name)
    assert found is not None
    return found


@pytest.mark.rule("salerno43:2.3.3a", "salerno43:2.3.3c", "salerno43:2.3.3f")
@pytest.mark.parametrize(
    ("name", "mechanized", "vehicle"),
    [
        ("US-36-142", False, False),
        ("US-82-504", False, False),
        ("US-82-325", False, False),
        ("US-3-531", False, False),
        ("BR-2Cdo", False, False),
        ("US-Rgr-1", False, False),
        ("US-BH-Red", False, False),
        ("GE-G-A", False, False),
        ("GE-16Pz-ASU", True, True),
        ("GE-71Neb", True, True),
        ("GE-16Pz-I64", True, False),
        ("GE-16Pz-II64", True, False),
        ("GE-16Pz-Dor", True, True),
        ("GE-16Pz-IIa", True, True),
        ("US-TD-601", True, True),
        ("GE-16Pz-StuG", True, True),
    ],
)
def test_types(name, mechanized, vehicle):
    assert counter(name).mechanized is mechanized
    assert counter(name).vehicle is vehicle


@pytest.mark.rule("salerno43:2.3.4a", "salerno43:2.3.4b")
def test_nationalities():
    assert counter("US-36-142").nation == "US"
    assert counter("BR-46-128").nation == counter("CAN-1-1").nation == "CW"
    assert counter("GE-16Pz-IIa").nation == counter("GE-HG-I1").nation == "GE"


@pytest.mark.rule("salerno43:2.3.2a", "salerno43:2.3.2e", "salerno43:2.3.3e", "salerno43:2.3.5a")
def test_printed_values():
    panzer = counter("GE-16Pz-IIa")
    assert (panzer.attack, panzer.defense, panzer.move) == ((0, 3, 5), (0, 2, 4), 5)
    assert panzer.tank == 3
    assert panzer.silhouette
    assert not panzer.bonds
    assert counter("US-TD-601").destroyer
    assert counter("GE-16Pz-ASU").range == 4
    assert counter("US-VI").range == 5
    assert counter("GE-71Neb").range == 3
    assert [counter(n).steps for n in ("US-Rgr-1", "US-36-142", "US-36-143")] == [1, 2, 3]
    assert counter("US-45-179").attack == (0, 2, 4, 6)


@pytest.mark.rule("salerno43:18.4.3b", "salerno43:10.4.2a")
def test_a_commonwealth_remnant_is_1_3_3_and_takes_one_landing_point():
    large = [u for u in rules(field({})).units if u.remnant == "CW" and not u.mechanized]
    assert large
    for u in large:
        assert (u.attack[1], u.defense[1], u.move, u.landing[1]) == (1, 3, 3, 1), u.id


@pytest.mark.rule("salerno43:2.3.2b")
def test_quality_may_differ_on_the_two_sides():
    assert counter("GE-16Pz-I79").quality == ("", "normal", "elite")
    assert counter("GE-G-A").quality[-1] == "low"


@pytest.mark.rule("salerno43:8.4.2", "salerno43:8.4.4")
def test_formations():
    assert {counter(f"US-Rgr-{n}").formation for n in (1, 3, 4)} == {"Rangers"}
    assert {counter(n).formation for n in ("BR-2Cdo", "BR-41Cdo")} == {"Commandos"}
    for name in ("US-2-509", "US-BH-Red", "BR-40RTR", "US-TD-601"):
        assert counter(name).formation == ""


@pytest.mark.rule("salerno43:S2.3", "salerno43:S2.3.2", "salerno43:S2.3.6")
def test_eighth_army():
    g = field({})
    eighth = [u for u in rules(g).units if u.army == 8]
    assert {u.formation for u in eighth} == {"5", "1Can", ""}
    assert not any(u.asu or u.remnant for u in eighth)
    assert all(u.army == 5 for u in rules(g).units if u.nation == "US")


@pytest.mark.rule("salerno43:2.3.1a", "salerno43:6.1a")
@pytest.mark.parametrize("name", ["US-BH-Red", "US-36-ASU", "US-Tk-191", "US-36-142"])
def test_every_combat_unit_has_a_zone_of_control(name):
    g = field({"0505": name})
    assert state(g).zoc(0) == rules(g).tables.ground.around[h(g, "0505")]
    garrison = field({"0505": "GE-G-A"})
    assert state(garrison).zoc(1).bit_count() == 6


# -- 3.0


@pytest.mark.rule("salerno43:3.0a", "salerno43:3.0i", "salerno43:24.1a")
def test_phases_in_order():
    g = grognard.new("salerno43", seed=1)
    seen = []
    while g.decision is not None and g.turn < 3:
        phase = (g.turn, g.phase, g.side if g.phase != "combat" else "")
        if g.phase in ("invasion", "initial", "movement") and phase not in seen:
            seen.append(phase)
        done = [a for a in g.legal_actions if a.verb in ("done", "none", "fallback")]
        g.play(done[0] if done else g.legal_actions[0])
    order = [p for p in seen if p[1] != "initial"]
    assert order == [
        (1, "invasion", "allied"),
        (1, "movement", "german"),
        (1, "movement", "allied"),
        (2, "movement", "german"),
        (2, "movement", "allied"),
    ]


@pytest.mark.rule("salerno43:3.0b", "salerno43:22.1a", "salerno43:22.2.1", "salerno43:22.3.1")
def test_the_weather_phase_sets_markers_and_supply_points():
    g = field(
        {"0101": "US-36-142", "0905": "GE-16Pz-I64"}, phase="weather allied", lines="supply 3 18"
    )
    run(g, "roll 6")
    assert state(g).box == 2
    assert state(g).sp == [4, 19]
    assert state(g).naval == {"CW", "US"}
    g = field({"0101": "US-36-142"}, phase="weather allied", lines="weather E\nair US CW")
    run(g, "roll 5")
    assert (state(g).box, state(g).weather) == (0, "clear")
    g = field({"0101": "US-36-142"}, phase="weather allied", lines="weather E\nair US CW")
    run(g, "roll 4")
    assert state(g).weather == "rain"
    assert not state(g).air
    g = field({"0101": "US-36-142"}, phase="weather allied", lines="weather E")
    run(g, "roll 1")
    assert state(g).box == 4


@pytest.mark.rule("salerno43:3.0h", "salerno43:17.5a", "salerno43:3.0g")
def test_an_asu_is_readied_in_the_initial_and_in_the_supply_phase():
    units = {"0505": "GE-16Pz-ASU(u)", "0506": "GE-16Pz-I64"}
    for phase in ("initial german", "refit german"):
        g = field(units, phase=phase, lines="supply 0 2", features={"N1": "0501 0601"})
        run(g, "ready GE-16Pz-ASU")
        assert state(g).sp[1] == 1
        assert not state(g).fired
        g = field(units, phase=phase, lines="supply 0 0", features={"N1": "0501 0601"})
        assert g.decision is None or "ready GE-16Pz-ASU" not in offers(g)


@pytest.mark.rule("salerno43:17.5b", "salerno43:13.2.1d", "salerno43:16.4d")
def test_only_in_good_order_and_in_supply():
    edge = {"N1": "0501 0601"}
    g = field({"0505": "GE-16Pz-ASU(ud)"}, phase="refit german", lines="supply 0 2", features=edge)
    assert "ready GE-16Pz-ASU" not in offers(g)
    g = field({"0505": "GE-16Pz-ASU(u)"}, phase="refit german", lines="supply 0 2")
    assert "ready GE-16Pz-ASU" not in offers(g)


@pytest.mark.rule("salerno43:19.1a", "salerno43:19.1b")
def test_the_nebelwerfers_ready_themselves_in_supply():
    edge = {"N1": "0501 0601"}
    for features, ready in ((edge, True), ({}, False)):
        g = field(
            {"0505": "GE-71Neb(u)", "0105": "US-36-142"},
            phase="refit allied",
            turn=2,
            lines="supply 0 1",
            features=features,
        )
        while state(g).phase != "movement" or state(g).active != 1:
            run(g, "roll 1" if g.side == "dice" else "done")
        assert (not state(g).fired) is ready
        assert "ready GE-71Neb" not in offers(g)


@pytest.mark.rule("salerno43:3.0d")
def test_the_movement_phase_in_any_order():
    units = {
        "0505": "US-BH-Red US-36-142",
        "0405": "US-3-30 US-3-15",
        "0604": "US-3-7",
        "0504": "GE-G-B",
    }
    g = field(units, phase="movement allied", lines="reserve US-36-141")
    both = {"move US-36-142", "move US-36-141", "flee US-36-142", "autods 0504"}
    assert both <= offers(g)
    run(g, "move US-36-141 sail 0505")
    assert both - {"move US-36-141"} <= offers(g)


@pytest.mark.rule("salerno43:3.0e", "salerno43:8.7.2a")
def test_the_combat_phase_in_any_order_then_the_automatic_advances():
    units = {
        "0505": "US-36-1-142",
        "0504": "GE-16Pz-IIa GE-16Pz-IIb GE-16Pz-Dor",
        "0405": "GE-16Pz-I64 GE-16Pz-II64",
        "0901": "GE-HG-I1",
        "0902": "US-36-142",
        "0108": "GE-HG-I2",
        "0107": "US-36-141",
    }
    g = field(units, options="25.1", size=(9, 9))
    run(g, "autods 0505 from 0504 from 0405 maf 16Pz go", "done")
    assert {"attack 0902", "attack 0107", "disengage GE-HG-I1", "disengage GE-HG-I2"} <= offers(g)
    run(g, "disengage GE-HG-I1", "roll 1")
    assert {"attack 0107", "disengage GE-HG-I2"} <= offers(g)
    assert not state(g).at.get(h(g, "0505"))
    run(g, "done")
    assert "group GE-16Pz-IIa" in offers(g)


# -- 4.0


@pytest.mark.rule(
    "salerno43:4.1a", "salerno43:4.2a", "salerno43:4.2b", "salerno43:4.3", "salerno43:17.2a"
)
@pytest.mark.rule("salerno43:4.1b")
def test_stacking_points():
    """examples:S43-02"""
    g = field({"0505": "US-36-143 US-36-142 US-36-1-142 US-Tk-191 US-BH-Red US-36-ASU(u) US-VI"})
    group = state(g).at[h(g, "0505")]
    assert stacking.points(state(g), group) == 6
    assert not over(state(g), group)
    assert stacking.points(state(g), [*group, unit(g, "US-Tk-751")]) == 7


@pytest.mark.rule("salerno43:4.4a", "salerno43:4.4b", "salerno43:4.4c", "salerno43:12.1.4")
def test_overstacking_is_cured_at_the_end_of_the_movement_phase():
    g = field(
        {"0505": "US-36-143 US-45-179", "0506": "US-36-1-142", "0901": "GE-16Pz-I64"},
        phase="movement allied",
    )
    run(g, "move US-36-1-142 to 0505", "done")
    assert offers(g) == {"remove US-36-143", "remove US-45-179", "remove US-36-1-142"}
    assert g.side == "allied"
    run(g, "remove US-36-1-142")
    assert where(g, "US-36-1-142") == "eliminated"
    assert steps(g, "US-36-143") == 3


@pytest.mark.rule("salerno43:4.4a")
def test_a_full_hex_may_be_passed():
    g = field({"0505": "US-36-143 US-45-179", "0506": "US-36-1-142"}, phase="movement allied")
    run(g, "move US-36-1-142 0506-0505-0504", "done")
    assert where(g, "US-36-1-142") == "0504"


@pytest.mark.rule("salerno43:S1.1a", "salerno43:S1.1b", "salerno43:S2.1")
@pytest.mark.parametrize(("scenario", "turns"), [("avalanche", 8), ("campaign", 22)])
def test_set_up(scenario, turns):
    g = grognard.new("salerno43", seed=1, scenario=scenario)
    s = state(g)
    assert (s.turn, s.phase, s.box, s.sp) == (1, "invasion", 0, [0, 3])
    assert s.air == s.naval == {"CW", "US"}
    assert rules(g).turns == turns
    assert where(g, "GE-16Pz-Dor") == "2905"
    assert where(g, "GE-1FJ-III1") == "2202"
    assert where(g, "GE-G-A") == "2707"


@pytest.mark.rule("salerno43:S1.4")
def test_tournament_start():
    g = grognard.new("salerno43", seed=1, scenario="tournament")
    assert (g.turn, g.phase, g.side) == (1, "initial", "german")
    assert where(g, "BR-2Cdo") == "2707"
    assert where(g, "US-BH-Blue") == "2617"
    assert where(g, "GE-G-A") == "eliminated"
    assert len([u for u in rules(g).units if u.beachhead and state(g).hex[u.index] >= 0]) == 4


@pytest.mark.rule("salerno43:2.2.2a", "salerno43:2.2.2b", "salerno43:2.2.3")
def test_the_map():
    g = real({})
    tables, ground = rules(g).tables, rules(g).tables.ground
    full = [x for x in rules(g).board.hexes if tables.full_mountain >> x & 1]
    assert full
    for x in full:
        assert tables.hill >> x & 1
        for d, n in enumerate(ground.neighbours[x]):
            if n >= 0 and tables.land >> n & 1:
                assert ground.steep[d] >> x & 1


@pytest.mark.rule("salerno43:4.4c", "salerno43:4.2b", "salerno43:4.3")
def test_only_units_that_count_cure_overstacking():
    large = "US-36-143 US-45-179"
    g = field(
        {"0505": f"{large} US-36-1-142 US-36-ASU US-BH-Red US-Tk-191", "0901": "GE-16Pz-I64"},
        phase="movement allied",
    )
    run(g, "done")
    assert offers(g) == {"remove US-36-143", "remove US-45-179", "remove US-36-1-142"}
    tanks = field(
        {"0505": f"{large} US-Tk-191 US-Tk-751", "0901": "GE-16Pz-I64"}, phase="movement allied"
    )
    run(tanks, "done")
    assert {"remove US-Tk-191", "remove US-Tk-751"} <= offers(tanks)
    run(tanks, "remove US-Tk-751")
    assert where(tanks, "US-Tk-191") == where(tanks, "US-36-143") == "0505"


@pytest.mark.rule("salerno43:13.3.2a", "salerno43:13.2.1d", "salerno43:13.2.1e")
def test_full_retreat_bars_readying_and_replacements():
    edge = {"N1": "0501 0601"}
    units = {"0505": "GE-16Pz-ASU({}) GE-16Pz-I64({})", "0504": "GE-HG-ASU(u) GE-16Pz-II64(r)"}
    for ours, theirs, may in (("u", "r", True), ("ud", "rd", False), ("uf", "rf", False)):
        g = field(
            {"0505": units["0505"].format(ours, theirs), "0504": units["0504"]},
            phase="initial german",
            lines="supply 0 2\nreplacements GI",
            features=edge,
        )
        assert ("ready GE-16Pz-ASU" in offers(g)) is may
        assert ("replace GE-16Pz-I64" in offers(g)) is may
        assert {"ready GE-HG-ASU", "replace GE-16Pz-II64"} <= offers(g)


@pytest.mark.rule("salerno43:17.5a", "salerno43:3.0g")
def test_supply_points_may_be_kept():
    g = field(
        {"0505": "GE-16Pz-ASU(u)", "0506": "GE-16Pz-I64", "0908": "US-36-142"},
        phase="refit german",
        lines="supply 0 2",
        features={"N1": "0501 0601"},
        turn=2,
    )
    run(g, "done")
    assert state(g).sp[1] == 2
    assert state(g).fired >> unit(g, "GE-16Pz-ASU") & 1
    assert (g.side, g.phase) == ("allied", "movement")


@pytest.mark.rule("salerno43:S2.3.6", "salerno43:10.4.2b", "salerno43:20.3.4")
@pytest.mark.parametrize(("name", "keeps"), [("BR-5-13", False), ("BR-46-138", True)])
def test_no_remnant_for_the_eighth_army_whatever_its_steps(name, keeps):
    text = (
        "grognard position 1\ngame salerno43\nscenario campaign\nunit BR-5-13 steps=3\nturn 12\n"
        f"phase combat german\n3012 {name}(r)\n3013 GE-16Pz-IIa GE-16Pz-I64 GE-16Pz-Dor\n3313 GE-16Pz-I79\n"
    )
    g = grognard.load(text, dice="asked")
    g.play("attack 3012 from 3013 maf 16Pz go")
    events = g.play("result A1/D1")
    while g.decision is not None and g.decision.kind == "lose":
        events += g.play(g.legal_actions[0])
    if g.decision is not None and g.decision.kind == "remnant":
        events += g.play("remnant")
    told = {(e.kind, e.rule) for e in events}
    assert (("remnant", "S2.3.6") in told) is not keeps
    assert ("eliminated" in {e.kind for e in events}) is not keeps
    with pytest.raises(grognard.DataError, match="no Remnant"):
        grognard.load(text.replace(f"3012 {name}(r)", "3012 BR-5-13(rr)"))
    gone = text.replace("combat german", "initial allied").replace(f"3012 {name}(r)", "")
    gone += (
        f"replacements CI\nareas S1 S2 S3\neliminated {name}\n2707 BR-46-139(r)\n2710 BR-BH-Uncle\n"
    )
    why = grognard.load(gone, dice="asked").legal_actions.why_not(f"replace {name}")
    assert (why.rule if why is not None else "") == ("" if keeps else "20.3.4")
