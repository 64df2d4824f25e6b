"""22.0 Weather, 23.0 victory, 24.0 Turn 1, 25.0 optional rules."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rulebook.salerno43.field import (
    cited,
    field,
    h,
    hexes,
    kind,
    marked,
    offers,
    real,
    refused,
    rules,
    run,
    state,
    status,
    steps,
    unit,
    where,
)

import grognard
from grognard.games.salerno43 import victory, weather
from grognard.games.zocbond import pursuit
from grognard.games.zocbond.battle import Path

PZ, PG, PG2, DOR = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-II64", "GE-16Pz-Dor"
US, US2, BN, US3 = "US-36-142", "US-36-141", "US-36-1-142", "US-36-143"
BH = "US-BH-Red"


# -- 22


@pytest.mark.rule("salerno43:22.1a", "salerno43:22.5")
def test_the_weather_track():
    charts = rules(field({})).charts
    assert [box.weather for box in charts.boxes] == [
        "clear",
        "clear",
        "clear",
        "cloudy",
        "cloudy",
        "rain",
    ]
    assert charts.weather_die == (0, 1, 1, 1, 2, 2)


@pytest.mark.rule("salerno43:22.2.2", "salerno43:22.2.3")
def test_the_luftwaffe_and_the_airfield():
    def air(units, die, box, control="control 0505"):
        g = field(
            {"0101": BN, **units},
            phase="weather allied",
            turn=3,
            features={"airfield": "0505"},
            lines=f"weather {box}\n{control}",
            size=(9, 12),
        )
        return run(g, f"roll {die}").state.air

    assert air({"0508": PG}, 2, "B") == {"GE"}
    assert air({"0509": PG}, 2, "B") == frozenset()
    assert air({"0509": PG}, 2, "B", "control") == {"GE"}
    assert air({"0508": PG}, 2, "A") == {"CW", "US"}


@pytest.mark.rule("salerno43:22.3.2", "salerno43:22.3.1")
def test_the_port_of_salerno_brings_supply():
    def points(units, control, box="A"):
        g = field(
            {"0101": BN, **units},
            phase="weather allied",
            turn=3,
            features={"port3": "0505"},
            lines=f"weather {box}\n{control}\nsupply 0 0",
            size=(9, 12),
        )
        return run(g, "roll 1").state.sp

    assert points({"0508": PG}, "control 0505") == [2, 1]
    assert points({"0507": PG}, "control 0505") == [1, 1]
    assert points({"0508": PG}, "control") == [1, 1]
    assert points({"0508": PG}, "control 0505", "D") == [2, 1]


@pytest.mark.rule("salerno43:22.4a")
def test_rain_has_no_air():
    g = field({"0505": US, "0504": PG}, lines="weather F")
    assert state(g).weather == "rain"
    assert not weather.airfield_open(state(g))


# -- 23


VP = {"vp2": "0505", "vp1": "0506", "port1": "0501"}


@pytest.mark.rule("salerno43:23.1.1a")
def test_points_for_hexes_with_a_line_of_supply():
    units = {"0501": BN, "0908": PZ}
    g = field(units, features=VP, lines="control 0505 0506")
    assert victory.points(state(g)) == 3
    g = field(units, features=VP, lines="control 0505")
    assert victory.points(state(g)) == 2
    cut = {"0504": PG, "0304": PG2, "0104": "GE-16Pz-I79", "0704": "GE-HG-I1", "0904": "GE-HG-I2"}
    g = field({"0501": BN, **cut}, features=VP, lines="control 0505 0506")
    assert victory.points(state(g)) == 0
    assert sum(rules(real({})).tables.vp.values()) == 16


@pytest.mark.rule("salerno43:23.1.2a", "salerno43:23.1.2b", "salerno43:23.1.3", "salerno43:18.1.3b")
def test_points_for_units():
    def points(line, **how):
        g = field({"0101": US, "0908": PG}, lines=line)
        return victory.points(state(g), **how)

    assert points("eliminated US-82-505") == -1
    assert points("dead US-82-325") == -1
    assert points("eliminated US-82-3-504 US-2-509") == 0
    assert points("reserve US-82-505(rr)") == 0
    assert points("eliminated US-36-ASU US-VI") == -2
    assert points("eliminated GE-16Pz-ASU") == 1
    assert points("eliminated GE-1FJ-II3") == 0
    assert points(f"dead {BH}") == -1
    assert points(f"dead {BH}", final=True) == 0


@pytest.mark.rule("salerno43:23.1.4a")
def test_points_for_the_north_edge():
    edge = {"N1": "0501 0601", "N2": "0801 0901", "port1": "0101"}
    road = ["major 0101-0201-0301-0401-0501-0601-0701-0801"]

    def points(names, area="N1", control="control 0101", extra=None):
        g = field(
            {area: names, "0908": PZ, **(extra or {})}, features=edge, lines=control, roads=road
        )
        return victory.points(state(g))

    assert points(f"{US} {BN}") == 5
    assert points(f"{US} {BN}", "N2") == 4
    assert points(US3) == 0
    assert points(f"{BN} US-36-bn141") == 0
    assert points(f"US-Tk-191 {BN}") == 0, "five"
    assert points("US-Tk-191 US-Tk-751") == 5
    assert points("BR-5-13 BR-5-15") == 0
    assert points(f"{US}(r) {BN}") == 0
    assert points(f"{US} {BN}", control="control") == 0


@pytest.mark.rule("salerno43:23.1.4a", "salerno43:16.3.2a")
def test_the_line_of_supply_to_the_north_edge():
    """The way from the Entry Area counts its first hex; who stands there is supplied like it."""
    for label, linked in (("0505", True), ("0506", False)):
        g = field(
            {"N1": f"{US} {BN}", "0908": PZ},
            features={"N1": "0501", "port1": label},
            lines=f"control {label}",
            phase="supply allied",
        )
        assert victory.points(state(g)) == (5 if linked else 0)
        assert marked(g, US, "oos") is not linked


@pytest.mark.rule("salerno43:23.1.4b", "salerno43:21.3.4c")
def test_germans_beside_allies_in_the_north_do_not_advance_into_their_zones():
    for foe, open_ in (("0108", {"0501", "0601"}), ("0502", {"0601"})):
        for guest, ways in ((BN, open_), ("", {"0501", "0601"})):
            g = field(
                {"N1": f"{PG} {guest}".strip(), foe: US2},
                features={"N1": "0501 0601"},
                phase="combat german",
            )
            found = pursuit.next_hexes(state(g), unit(g, PG), Path(2), h(g, "0501"), False)
            assert {state(g).word(x) for x in found} == ways


@pytest.mark.rule("salerno43:23.2a", "salerno43:23.2b", "salerno43:3.0j")
@pytest.mark.parametrize(
    ("turn", "vp", "winner"),
    [(3, 16, None), (4, 11, "allied"), (4, 10, None), (4, 2, None), (4, 1, "german"), (3, 0, None)],
)
def test_automatic_victory(turn, vp, winner, monkeypatch):
    g = field({"0505": US, "0908": PG}, turn=turn)
    monkeypatch.setattr(victory, "points", lambda g, final=False: vp)
    found = victory.check(state(g))
    assert (found and found.winner) == winner
    assert found is None or found.rule == "23.2"


@pytest.mark.rule("salerno43:23.2a", "salerno43:S1.2", "salerno43:S2.4a")
@pytest.mark.parametrize(
    ("scenario", "turn", "vp", "winner", "rule"),
    [
        ("avalanche", 8, 8, "allied", "S1.2"),
        ("avalanche", 8, 7, "german", "S1.2"),
        ("campaign", 8, 8, None, ""),
        ("campaign", 22, 19, "german", "S2.4"),
        ("campaign", 22, 20, "allied", "S2.4"),
        ("campaign", 21, 20, "allied", "23.2"),
        ("campaign", 18, 20, "allied", "23.2"),
    ],
)
def test_scenario_victory(scenario, turn, vp, winner, rule, monkeypatch):
    g = field({"0505": US, "0908": PG}, turn=turn, scenario=scenario)
    monkeypatch.setattr(victory, "points", lambda g, final=False: vp)
    found = victory.check(state(g))
    assert (found.winner if found else None, found.rule if found else "") == (winner, rule)


@pytest.mark.rule("salerno43:S2.4b")
def test_isolated_hexes_count_at_the_end_of_the_campaign():
    features = {"vp2": "0505", "N1": "0501"}
    g = field({"0505": PG, "0508": US}, features=features, scenario="campaign")
    assert victory.points(state(g), final=True) == 0
    ring = {
        "0503": US,
        "0305": US2,
        "0307": "BR-46-128",
        "0507": "BR-46-138",
        "0705": "BR-46-139",
        "0707": "BR-56-169",
    }
    g = field({"0505": PG, **ring}, features=features, scenario="campaign")
    assert victory.points(state(g), final=True) == 2
    assert victory.points(state(g)) == 0


@pytest.mark.rule("salerno43:S2.4a", "salerno43:S2.4b", "salerno43:3.0j")
def test_the_last_turn_is_decided_by_the_scenario_not_by_the_benchmark(monkeypatch):
    """Far below the benchmark by the points of the turn, yet 20 with what only the end counts."""
    g = field({"0505": US, "0908": PG}, turn=22, scenario="campaign")
    monkeypatch.setattr(victory, "points", lambda g, final=False: 20 if final else 15)
    found = victory.check(state(g))
    assert found is not None
    assert (found.winner, found.rule) == ("allied", "S2.4")


# -- 24


@pytest.mark.rule("salerno43:24.2.1", "salerno43:24.2.2", "salerno43:24.2.3")
def test_the_invasion_table():
    """examples:S43-30"""
    charts = rules(field({})).charts
    assert charts.invasion["raiders"][2] == charts.invasion["raiders"][3] == (0, 2)
    assert charts.invasion["uncle"][2] == (0, 1)
    assert all(charts.invasion["other"][d - 1] == (0, 2) for d in (3, 4, 5, 6))
    columns = {name: beach.column for name, beach in rules(real({})).beaches.items()}
    assert columns == {
        **dict.fromkeys(("Rangers", "Commandos"), "raiders"),
        "Uncle": "uncle",
        **dict.fromkeys(("Sugar", "Roger", "Red", "Blue"), "other"),
    }


@pytest.mark.rule("salerno43:24.2.1", "salerno43:24.2.3", "salerno43:18.1.1", "salerno43:S1.3")
def test_landings():
    """examples:S43-30"""
    g = grognard.new("salerno43", dice="asked")
    assert hexes(g, "invade") == {"Rangers", "Commandos", "Uncle", "Sugar", "Roger", "Red", "Blue"}
    run(g, "invade Rangers", "roll 3")
    assert where(g, "US-Rgr-1") == "2407"
    run(g, "advance US-Rgr-1 to 2406", "advance US-Rgr-3 to 2406", "done")
    assert (where(g, "US-Rgr-3"), where(g, "US-Rgr-4")) == ("2406", "2407")
    run(g, "invade Uncle", "roll 3")
    assert kind(g) == "invade"
    assert where(g, "BR-46-128") == where(g, "BR-BH-Uncle") == "2710"
    run(g, "invade Sugar", "roll 5", "advance BR-56-169 to 2811", "done")
    assert where(g, "BR-56-169") == "2811"
    assert state(g).control >> h(g, "2811") & 1
    assert refused(g, "invade Sugar") == "24.2.1"


@pytest.mark.rule("salerno43:24.2.2")
def test_losses_at_the_beach():
    g = grognard.new("salerno43", dice="asked")
    run(g, "invade Uncle", "roll 1")
    assert hexes(g, "lose") == {"BR-46-128", "BR-46-5H", "BR-40RTR"}
    run(g, "lose BR-46-128")
    assert steps(g, "BR-46-128") == 1


@pytest.mark.rule("salerno43:24.2.4")
def test_the_commandos_at_salerno():
    """examples:S43-31"""
    g = grognard.new("salerno43", dice="asked")
    run(g, "invade Commandos", "roll 4")
    assert "assault 2707" in offers(g)
    run(g, "assault 2707", "go")
    assert cited(g) == "19.3"
    run(g, "roll 6")
    (told,) = [e for e in g.play("roll 3") if e.kind == "result"]
    assert (
        told.facts["attack"],
        told.facts["defence"],
        told.facts["column"],
        told.facts["result"],
    ) == (4, 2, "3-1", "DR2")
    run(g, "stand", "roll 2")
    assert where(g, "GE-G-A") == "eliminated"
    run(g, "to 2707", "to 2707")
    assert where(g, "BR-2Cdo") == where(g, "BR-41Cdo") == "2707"
    other = grognard.new("salerno43", dice="asked")
    run(other, "invade Red", "roll 4")
    assert not hexes(other, "assault")


def chance(g, won):
    """The exact chance of an event, the defender always standing and never holding back."""
    if won(g) is not None:
        return Fraction(int(won(g)))
    if g.side == "dice":
        branches = [run(g.copy(), a.text) for a in g.legal_actions]
        return sum((chance(b, won) for b in branches), Fraction(0)) / len(branches)
    prefer = ("stand", "partial", "to 2707")
    order = next((p for p in prefer if p in offers(g)), g.legal_actions[0].text)
    return chance(run(g, order), won)


@pytest.mark.rule("salerno43:24.2.4", "salerno43:19.3b")
def test_the_designers_figure_for_salerno():
    """examples:S43-40: two Commandos with two hexes take Salerno 87 times in 100."""
    g = grognard.new("salerno43", dice="asked")
    run(g, "invade Commandos", "roll 4", "assault 2707", "go")

    def won(g):
        if where(g, "GE-G-A") == "eliminated":
            return True
        return False if kind(g) in ("invade", "advance") else None

    assert chance(g, won) == Fraction(47, 54)


@pytest.mark.rule("salerno43:24.4.1b", "salerno43:24.4.2")
def test_the_follow_up_wave():
    g = grognard.new("salerno43", seed=3)
    while not (g.phase == "movement" and g.side == "allied"):
        done = [a for a in g.legal_actions if a.verb in ("done", "none", "fallback")]
        g.play(done[0] if done else g.legal_actions[0])
    waiting = {u.id for u in rules(g).units if state(g).hex[u.index] == -3}
    assert waiting == {u.id for u in rules(g).units if u.arrival == "followup 1"}
    assert "US-36-143" in waiting


# -- 25


@pytest.mark.rule(
    "salerno43:25.1.2a",
    "salerno43:25.1.2b",
    "salerno43:25.1.3",
    "salerno43:25.1.4a",
    "salerno43:25.1.4b",
)
def test_disengagement():
    """examples:S43-28"""
    units = {"0505": "GE-1FJ-II3", "0504": US, "0901": PG, "0902": US2}

    def tried(name, die, **how):
        g = field({**units, **how}, phase="combat german", options="25.1", size=(9, 12))
        return run(g, f"disengage {name}", f"roll {die}")

    assert where(tried("GE-1FJ-II3", 2), "GE-1FJ-II3") == "0505"
    g = tried("GE-1FJ-II3", 3)
    assert where(g, "GE-1FJ-II3") == "eliminated"
    g = tried("GE-1FJ-II3", 4)
    assert kind(g) == "retreat"
    assert all(not state(g).zoc(0) >> h(g, x) & 1 for x in hexes(g, "retreat"))
    run(g, "retreat 0506", "stop")
    assert (where(g, "GE-1FJ-II3"), status(g, "GE-1FJ-II3")) == ("0506", "disrupted")
    assert "disengage GE-1FJ-II3" not in offers(g)
    mech = tried(PG, 2)
    assert steps(mech, PG) == 1
    again = field(
        {"0505": f"{PG}(d)", "0504": US, "0108": PG2, "0107": US2},
        phase="combat german",
        options="25.1",
        size=(9, 12),
    )
    run(again, f"disengage {PG}", "roll 6")
    while kind(again) == "retreat":
        run(again, "stop" if "stop" in offers(again) else sorted(offers(again))[0])
    assert status(again, PG) == "full"


@pytest.mark.rule("salerno43:25.1.3", "salerno43:20.4b")
def test_who_may_disengage():
    g = field(
        {"0505": f"{PG} {PG2}", "0504": US}, phase="combat german", options="25.1", size=(9, 12)
    )
    assert {f"disengage {PG}", f"disengage {PG2}", "disengage 0505"} <= offers(g)
    stack = run(g.copy(), "disengage 0505", "roll 1")
    assert kind(stack) != "attack"
    assert not any(
        "disengage" in x for x in offers(field({"0505": PG, "0504": US}, phase="combat german"))
    )
    marked_ = field(
        {"0505": f"{PG}(p)", "0504": US, "0901": PZ, "0902": US2},
        phase="combat german",
        options="25.1",
    )
    assert f"disengage {PG}" not in offers(marked_)
    ring = {"0504": US, "0405": US2, "0506": "BR-46-128", "0606": "BR-46-138"}
    trapped = field(
        {"0505": PG, **ring, "0901": PZ, "0902": BN}, phase="combat german", options="25.1"
    )
    assert f"disengage {PG}" not in offers(trapped)


@pytest.mark.rule("salerno43:25.2a", "salerno43:25.2b")
def test_reconnaissance_units():
    def struck(options, rec="GE-26Pz-rec"):
        """A D1 against a recon unit alone: 20 to 6 on a hill with elite troops, die 6."""
        g = field(
            {"0505": rec, "0504": "US-3-30 US-3-15", "0405": "US-3-7"},
            phase="combat allied",
            options=options,
            size=(9, 12),
        )
        run(g, "attack 0505 from 0504 from 0405 maf 3 go")
        (told,) = [e for e in g.play("roll 3") if e.kind == "result"]
        return g, told.facts["result"]

    g, code = struck("25.2")
    assert code == "D1"
    assert (kind(g), g.side) == ("reconnaissance", "german")
    away = run(g.copy(), "evade")
    assert steps(away, "GE-26Pz-rec") == 2
    assert kind(away) == "retreat"
    stands = run(g.copy(), "lose GE-26Pz-rec")
    assert steps(stands, "GE-26Pz-rec") == 1
    assert kind(stands) == "stand"
    for rec, left in (("GE-26Pz-rec(r)", 1), ("GE-26Pz-rec(d)", 2)):
        helpless = field(
            {"0505": rec, "0504": f"{US} {BN}"},
            phase="combat allied",
            options="25.2",
            size=(9, 12),
        )
        run(helpless, "attack 0505 from 0504 maf 36 go", "roll 6")
        assert (kind(helpless), steps(helpless, "GE-26Pz-rec")) == ("retreat", left)
    plain, _ = struck("")
    assert steps(plain, "GE-26Pz-rec") == 1
    assert kind(plain) == "stand"


@pytest.mark.rule("salerno43:25.1.4b", "salerno43:25.1.2b", "salerno43:25.1.3")
def test_a_stack_disengages_on_one_die():
    def tried(stack, die):
        g = field(
            {"0505": stack, "0504": US, "0901": PZ, "0902": US2},
            phase="combat german",
            options="25.1",
            size=(9, 12),
        )
        return run(g, "disengage 0505", f"roll {die}")

    g = tried(f"{PG} {PG2}", 2)
    assert (g.side, hexes(g, "lose")) == ("german", {PG, PG2})
    run(g, f"lose {PG2}")
    assert (steps(g, PG), steps(g, PG2)) == (2, 1)
    assert kind(g) == "retreat"
    while kind(g) == "retreat":
        run(g, "stop" if "stop" in offers(g) else sorted(offers(g))[0])
    assert status(g, PG) == status(g, PG2) == "disrupted"
    assert where(g, PG) != "0505"
    mixed = tried(f"{PG} GE-1FJ-II3", 2)
    assert where(mixed, PG) == where(mixed, "GE-1FJ-II3") == "0505", "one on foot: no modifier"


@pytest.mark.rule("salerno43:25.1.3")
def test_a_lone_unit_is_no_stack_to_disengage():
    g = field({"0505": PG, "0504": US}, phase="combat german", options="25.1", size=(9, 12))
    assert {action.text for action in g.legal_actions if action.verb == "disengage"} == {
        f"disengage {PG}"
    }


@pytest.mark.rule("salerno43:25.2a")
def test_reconnaissance_with_others_takes_its_losses():
    g = field(
        {"0505": "GE-26Pz-rec GE-29PG-I15", "0504": "US-3-30 US-3-15", "0405": "US-3-7"},
        phase="combat allied",
        options="25.2",
        size=(9, 12),
    )
    run(g, "attack 0505 from 0504 from 0405 maf 3 go", "roll 6")
    assert (g.side, hexes(g, "lose")) == ("german", {"GE-26Pz-rec", "GE-29PG-I15"})


@pytest.mark.rule("salerno43:S1.2", "salerno43:23.1.3", "salerno43:S2.4a")
def test_lost_beachheads_count_in_avalanche_and_not_at_the_end_of_the_campaign():
    def ended(scenario, turn, worth, lost):
        spots = " ".join(f"0{4 + n // 4}0{2 + n % 4}" for n in range(worth // 2))
        g = field(
            {"0101": US, "0908": PG},
            scenario=scenario,
            turn=turn,
            features={"port1": "0501", "vp2": spots},
            lines=f"control 0501 {spots}" + (f"\ndead {BH}" if lost else ""),
        )
        found = victory.check(state(g))
        return found and (found.winner, found.rule)

    assert ended("avalanche", 8, 8, False) == ("allied", "S1.2")
    assert ended("avalanche", 8, 8, True) == ("german", "S1.2")
    assert ended("campaign", 22, 20, True) == ("allied", "S2.4")


@pytest.mark.rule("salerno43:S1.1a", "salerno43:S1.2")
def test_the_game_ends_on_its_last_turn():
    g = field({"0505": US, "0908": PG}, phase="victory allied", turn=8)
    assert g.decision is None
    assert g.outcome is not None
    assert g.turn == 8
    assert (g.outcome.winner, g.outcome.rule) == ("german", "S1.2")


@pytest.mark.rule("salerno43:25.1.3", "salerno43:20.4b")
def test_a_stack_with_a_replacement_does_not_disengage_as_one():
    g = field(
        {"0505": f"{PG} {PG2} GE-16Pz-I79(p)", "0504": US},
        phase="combat german",
        options="25.1",
        size=(9, 12),
    )
    assert {a.word for a in g.legal_actions if a.verb == "disengage"} == {PG, PG2}


@pytest.mark.rule("salerno43:22.2.1", "salerno43:22.3.1")
@pytest.mark.parametrize(
    ("box", "air", "naval", "points"),
    [
        ("A", "CW US", "CW US", [1, 1]),
        ("B", "CW US", "CW US", [1, 1]),
        ("C", "GE", "CW US", [1, 2]),
        ("D", "CW", "CW US", [2, 1]),
        ("E", "US", "CW US", [2, 2]),
        ("F", "", "", [0, 0]),
    ],
)
def test_what_each_space_of_the_weather_track_brings(box, air, naval, points):
    g = field(
        {"0101": US, "0908": PG},
        phase="weather allied",
        turn=3,
        lines=f"weather {box}\nsupply 0 0\nair CW US GE\nnaval CW US",
    )
    run(g, "roll 1")
    assert state(g).air == set(air.split())
    assert state(g).naval == set(naval.split())
    assert state(g).sp == points


@pytest.mark.rule("salerno43:22.1a")
@pytest.mark.parametrize(("die", "spaces"), [(1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_how_far_the_weather_moves(die, spaces):
    g = field({"0101": US, "0908": PG}, phase="weather allied", turn=3, lines="weather E")
    run(g, f"roll {die}")
    assert state(g).box == (4 + spaces) % 6


@pytest.mark.rule("salerno43:23.2a")
def test_the_benchmarks_of_the_turn_track():
    charts = rules(field({})).charts
    assert charts.benchmark[:3] == (-1, -1, -1)
    rest = (6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 14, 16, 18, 20)
    assert charts.benchmark[3:] == rest


@pytest.mark.rule("salerno43:25.1.2a", "salerno43:25.1.2b")
@pytest.mark.parametrize(
    ("name", "results"),
    [("GE-1FJ-II3", "no no loss yes yes yes"), (PG, "no loss yes yes yes yes")],
)
def test_the_disengagement_table(name, results):
    for die, result in enumerate(results.split(), 1):
        g = field(
            {"0505": name, "0504": US, "0901": PZ, "0902": US2},
            phase="combat german",
            options="25.1",
            size=(9, 12),
        )
        full = steps(g, name)
        run(g, f"disengage {name}", f"roll {die}")
        lost = full - steps(g, name)
        got = "loss" if lost else "yes" if kind(g) == "retreat" else "no"
        assert got == result, die


@pytest.mark.rule("salerno43:25.1.4a")
def test_a_unit_disengages_two_hexes_at_most():
    g = field(
        {"0505": PG, "0504": US, "0901": PZ, "0902": US2},
        phase="combat german",
        options="25.1",
        size=(9, 12),
    )
    run(g, f"disengage {PG}", "roll 6", "retreat 0506", "retreat 0507")
    assert kind(g) != "retreat"
    assert (where(g, PG), status(g, PG)) == ("0507", "disrupted")


@pytest.mark.rule("salerno43:19.4b", "salerno43:S1.1a")
def test_a_new_game_has_both_uses_of_the_battleships():
    assert state(grognard.new("salerno43", seed=1)).battleships == 2


@pytest.mark.rule("salerno43:25.1.3", "salerno43:25.1.4a")
def test_a_unit_may_disengage_a_single_hex():
    land = {"0505", "0504", "0506", "0901", "0902"}
    water = {f"{c:02d}{r:02d}" for c in range(1, 10) for r in range(1, 9)} - land
    g = field(
        {"0505": PG, "0504": US, "0901": PZ, "0902": US2},
        phase="combat german",
        options="25.1",
        terrain={"~": " ".join(sorted(water))},
    )
    run(g, f"disengage {PG}", "roll 6")
    assert where(g, PG) == "0506"


@pytest.mark.rule("salerno43:22.2.1", "salerno43:22.2.3")
def test_the_airfield_bars_only_the_luftwaffe():
    g = field(
        {"0101": BN, "0512": PG},
        phase="weather allied",
        turn=3,
        features={"airfield": "0505"},
        lines="weather A\ncontrol 0505",
        size=(9, 12),
    )
    assert weather.airfield_open(state(g))
    run(g, "roll 1")
    assert state(g).air == {"CW", "US"}


@pytest.mark.rule("salerno43:23.2a")
@pytest.mark.parametrize(("vp", "winner"), [(20, "allied"), (19, None)])
def test_twenty_points_win_whatever_the_benchmark(vp, winner, monkeypatch):
    g = field({"0505": US, "0908": PG}, turn=20, scenario="campaign")
    monkeypatch.setattr(victory, "points", lambda g, final=False: vp)
    found = victory.check(state(g))
    assert (found and found.winner) == winner


@pytest.mark.rule("salerno43:25.1.3")
def test_any_unit_may_disengage_next_to_an_enemy_or_not():
    g = field(
        {"0505": PG, "0509": PG2, "0504": US}, phase="combat german", options="25.1", size=(9, 12)
    )
    assert {a.word for a in g.legal_actions if a.verb == "disengage"} == {PG, PG2}
    run(g, f"disengage {PG2}", "roll 4")
    while kind(g) == "retreat":
        run(g, "stop" if "stop" in offers(g) else sorted(offers(g))[0])
    assert status(g, PG2) == "disrupted"
    assert where(g, PG2) != "0509"
