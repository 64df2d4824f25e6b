"""10.0 Combat results, 11.0 Determined Defense, 12.0 retreats, 13.0 disruption and recovery."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.rulebook.salerno43.field import (
    cited,
    field,
    h,
    hexes,
    kind,
    marked,
    offers,
    rules,
    run,
    state,
    status,
    steps,
    unit,
    where,
)

import grognard
from grognard import IllegalAction
from grognard.games.salerno43 import defence, recovery, retreat
from grognard.games.salerno43.charts import Cell
from grognard.games.zocbond.assault import Attack

PZ, PG, PG2, DOR = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-II64", "GE-16Pz-Dor"
US, US2, BN, US3 = "US-36-142", "US-36-141", "US-36-1-142", "US-36-143"


def suffer(g, code, target, attackers, colour=""):
    """The position, in which an attack has had a combat result: the only one that its table has."""
    cell = f"{code} {colour}".strip()
    table = f"rows = [{', '.join([str([cell] * 9)] * 6)}]".replace("'", '"')
    charts = (rules(g).data / "charts.toml").read_text("utf-8")
    charts = re.sub(r"rows = \[.*?\n\]", table, charts, count=1, flags=re.DOTALL)
    charts = charts.replace('cell = "DS r"', f'cell = "{cell}"')
    with TemporaryDirectory() as folder:
        Path(folder, "charts.toml").write_text(charts, "utf-8")
        g = grognard.load(g.position, dice="asked", data=folder)
    run(g, f"attack {target} {' '.join(f'with {name}' for name in attackers)} go")
    if kind(g) == "defensive air":
        run(g, "none")
    while kind(g) == "roll" and cited(g) == "19.3":
        run(g, "roll 6")
    if kind(g) == "roll" and cited(g) == "8.3":
        run(g, "roll 1")
    return g


def won(g):
    """Whether the attacker may advance now."""
    return kind(g) in ("advance", "breakthrough group")


# -- 10.1


@pytest.mark.rule("salerno43:10.1b", "salerno43:10.1c", "salerno43:13.1.3a", "salerno43:10.2.1")
@pytest.mark.parametrize(("code", "lost", "advance"), [("DS", 1, 4), ("DR4", 0, 3)])
def test_shattering_results(code, lost, advance):
    g = suffer(
        field({"0505": f"{US} {BN}", "0504": PZ}, size=(9, 12), phase="combat german"),
        code,
        "0505",
        [PZ],
    )
    if lost:
        assert (g.side, kind(g)) == ("german", "lose")
        run(g, f"lose {US}")
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    assert steps(g, US) == 2 - lost
    for name in (US, BN):
        assert status(g, name) == "full"
        assert rules(g).board.grid.distance(h(g, "0505"), h(g, where(g, name))) == 4
    assert kind(g) == "breakthrough group"
    assert rules(g).charts.results[code].advance == advance


@pytest.mark.rule(
    "salerno43:10.1d", "salerno43:10.1e", "salerno43:10.1f", "salerno43:10.1g", "salerno43:10.1h"
)
@pytest.mark.rule("salerno43:12.1.1", "salerno43:13.1.2", "salerno43:8.3d")
@pytest.mark.parametrize(
    ("code", "mine", "theirs", "length", "advance"),
    [
        ("D1", 0, 1, 3, 3),
        ("A1/D1", 1, 1, 2, 2),
        ("A1/DR2", 1, 0, 2, 2),
        ("DR2", 0, 0, 2, 2),
        ("DRX", 1, 1, 2, 2),
    ],
)
def test_retreats(code, mine, theirs, length, advance):
    g = suffer(
        field({"0505": US, "0504": PZ}, size=(9, 12), phase="combat german"), code, "0505", [PZ]
    )
    assert (g.side, offers(g)) == ("allied", {"stand", "fallback"})
    run(g, "fallback")
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    assert steps(g, US) == 2 - theirs
    assert steps(g, PZ) == 2 - mine
    assert status(g, US) == "disrupted"
    assert rules(g).board.grid.distance(h(g, "0505"), h(g, where(g, US))) == length
    assert kind(g) == "breakthrough group"
    assert rules(g).charts.results[code].advance == advance


@pytest.mark.rule("salerno43:10.1i", "salerno43:13.1.3b", "salerno43:18.1.3a")
def test_dis():
    g = suffer(
        field({"0505": f"{US} {BN}(d) US-BH-Red", "0504": PZ}, size=(9, 12), phase="combat german"),
        "Dis",
        "0505",
        [PZ],
    )
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    assert (status(g, US), where(g, US)) == ("disrupted", "0505")
    assert status(g, BN) == "full"
    assert where(g, BN) != "0505"
    assert status(g, "US-BH-Red") == "good"
    assert not won(g)


@pytest.mark.rule("salerno43:10.1j", "salerno43:10.2.2d", "salerno43:10.2.1", "salerno43:14.2.2")
def test_ex():
    g = suffer(
        field({"0505": f"{US} {BN}", "0504": f"{PZ} {PG}"}, phase="combat german"),
        "EX",
        "0505",
        [PZ, PG],
    )
    assert (g.side, hexes(g, "lose")) == ("allied", {PZ, PG})
    run(g, f"lose {PG}")
    assert (g.side, hexes(g, "lose")) == ("german", {US, BN})
    run(g, f"lose {BN}")
    assert (steps(g, PG), where(g, BN)) == (1, "eliminated")
    assert not won(g)
    g = suffer(field({"0505": BN, "0504": PZ}, phase="combat german"), "EX", "0505", [PZ])
    assert kind(g) == "advance"


@pytest.mark.rule("salerno43:10.1k", "salerno43:10.2.1", "salerno43:10.3")
def test_a1():
    g = suffer(
        field({"0505": US, "0504": f"{PZ} {PG}"}, phase="combat german"), "A1", "0505", [PZ, PG]
    )
    assert (g.side, hexes(g, "lose")) == ("german", {PZ, PG})
    run(g, f"lose {PZ}")
    assert steps(g, PZ) == 1
    assert not won(g)
    g = suffer(field({"0505": US, "0504": f"{PZ}(r)"}, phase="combat german"), "A1", "0505", [PZ])
    assert where(g, PZ) == "eliminated"


@pytest.mark.rule("salerno43:10.2.2a", "salerno43:10.2.2c", "salerno43:8.4.3b")
def test_attacker_losses_come_from_the_main_assault_force():
    g = field({"0505": US, "0504": f"{PZ} {PG} GE-29PG-I15"}, phase="combat german")
    g = suffer(g, "A1", "0505", [PZ, PG, "GE-29PG-I15"])
    assert hexes(g, "lose") == {PZ, PG}


@pytest.mark.rule("salerno43:10.2.2b", "salerno43:8.4.6b")
def test_parenthesised_units_last():
    g = suffer(
        field({"0505": f"{BN} US-36-ASU", "0504": PZ}, phase="combat german"), "A1/D1", "0505", [PZ]
    )
    assert where(g, BN) == "eliminated"
    assert where(g, "US-36-ASU") != "eliminated"


@pytest.mark.rule("salerno43:10.2.2e", "salerno43:12.5a", "salerno43:12.5b")
def test_units_that_fell_back_take_no_loss_and_die_if_they_retreat_again():
    g = suffer(
        field({"0505": f"{US}(dys) {US2}", "0504": PZ}, size=(9, 12), phase="combat german"),
        "D1",
        "0505",
        [PZ],
    )
    assert (steps(g, US), steps(g, US2)) == (2, 1)
    run(g, "fallback")
    assert where(g, US) == "eliminated"
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    assert where(g, US2) != "eliminated"


@pytest.mark.rule("salerno43:15.3a")
def test_but_not_in_breakthrough_combat():
    units = {"0506": f"{US}(dys)", "0505": US2, "0504": PZ}
    g = suffer(field(units, size=(9, 12), phase="combat german"), "DR2", "0505", [PZ])
    run(g, "fallback")
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    run(g, f"group {PZ} go to 0505 assault 0506", "roll 1")
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    assert status(g, US) == "full"
    assert where(g, US) != "eliminated"


@pytest.mark.rule(
    "salerno43:2.3.5b",
    "salerno43:10.4.1",
    "salerno43:10.4.2a",
    "salerno43:10.4.3",
    "salerno43:10.3",
)
def test_remnants():
    g = suffer(
        field({"0505": f"{US3}(r)", "0504": PZ}, size=(9, 12), phase="combat german"),
        "A1/D1",
        "0505",
        [PZ],
    )
    assert (g.side, offers(g)) == ("allied", {"remnant", "decline"})
    keep = run(g.copy(), "remnant")
    assert steps(keep, US3) == 1
    assert state(keep).attack(unit(keep, US3)) == 2
    assert state(keep).remnants_left("US") == 3
    run(g, "decline")
    assert where(g, US3) == "eliminated"
    g = suffer(
        field({"0505": f"{US3}(rr)", "0504": PZ}, phase="combat german"), "A1/D1", "0505", [PZ]
    )
    assert where(g, US3) == "eliminated"
    assert state(g).remnants_left("US") == 4


@pytest.mark.rule("salerno43:10.4.2b")
def test_no_remnant_left():
    four = "US-45-179(rr) US-45-180(rr) US-3-30(rr) US-3-7(rr)"
    g = suffer(
        field({"0505": f"{US3}(r)", "0504": PZ, "0901": four}, phase="combat german"),
        "A1/D1",
        "0505",
        [PZ],
    )
    assert where(g, US3) == "eliminated"


# -- 11


@pytest.mark.rule("salerno43:11.1a", "salerno43:11.2.2b", "salerno43:11.2.3b", "salerno43:17.2g")
def test_when_a_determined_defence_is_possible():
    def asked(units, colour="", code="DR2"):
        g = suffer(
            field({**units, "0504": PZ}, size=(9, 12), phase="combat german"),
            code,
            "0505",
            [PZ],
            colour,
        )
        return kind(g) == "stand"

    assert asked({"0505": US})
    assert not asked({"0505": US}, "r")
    assert not asked({"0505": f"{US}(d)"})
    assert not asked({"0505": "US-36-ASU"})
    assert asked({"0505": "US-BH-Red"})
    assert not asked({"0505": BN}, code="D1")


@pytest.mark.rule("salerno43:11.2.1a", "salerno43:11.2.1b", "salerno43:11.2.3a")
def test_losses_first_then_the_lead_unit():
    g = field({"0505": f"{US} {US2}", "0504": PZ}, size=(9, 12), phase="combat german")
    g = suffer(g, "D1", "0505", [PZ])
    run(g, f"lose {US}", "stand")
    assert hexes(g, "lead") == {US, US2}
    run(g, f"lead {US2}", "roll 5", "hold")
    assert (steps(g, US), steps(g, US2)) == (1, 1)
    g = suffer(field({"0505": US, "0504": PZ}, phase="combat german"), "DR2", "0505", [PZ])
    run(g, "stand")
    assert g.side == "dice"


@pytest.mark.rule("salerno43:11.2.1c")
def test_columns_of_the_table():
    g = field({"0505": US}, terrain={"C": "0101", "h": "0102", "w": "0103"}, towns=["0104"])
    columns = {
        label: defence.column(state(g), h(g, label))
        for label in ("0101", "0102", "0103", "0104", "0105")
    }
    assert columns == {
        "0101": "city",
        "0102": "other",
        "0103": "other",
        "0104": "other",
        "0105": "clear",
    }


@pytest.mark.rule("salerno43:11.2.4a", "salerno43:11.2.2a", "salerno43:2.3.2c")
def test_die_roll_modifiers():
    g = field({"0505": f"{US} US-Rgr-1", "0504": "GE-G-B"})
    plain, orange = (Cell(rules(g).charts.results["DR2"], colour) for colour in ("", "o"))
    lead = [unit(g, name) for name in (US, "US-Rgr-1", "GE-G-B")]
    assert [state(g).drm(Attack(0, (), ()), plain, u) for u in lead] == [0, 1, -1]
    assert [state(g).drm(Attack(0, (), ()), orange, u) for u in lead] == [-1, 0, -2]


@pytest.mark.rule(
    "salerno43:11.2.4b", "salerno43:11.3a", "salerno43:11.3b", "salerno43:11.3c", "salerno43:17.6.2"
)
@pytest.mark.rule("salerno43:17.7b", "salerno43:9.2d")
def test_defensive_support():
    units = {
        "0205": f"{US} US-45-2-157 BR-46-5H",
        "0204": PZ,
        "0206": "US-36-ASU US-45-ASU(u) US-VI BR-X BR-46-ASU",
    }
    sea = {"~": "0101 0102 0103 0104 0105 0106 0107 0108"}
    g = field(units, phase="combat german", terrain=sea, lines="air CW US\nnaval CW US")
    g = suffer(g, "DR2", "0205", [PZ])
    run(g, "stand", f"lead {US}")
    assert offers(g) == {"asu US-36-ASU", "asu US-VI", "air US", "naval US", "none"}
    run(g, "asu US-36-ASU")
    assert marked(g, "US-36-ASU", "fired")
    run(g, "roll 6")
    assert where(g, US) == "0205"
    lone = suffer(
        field({"0505": "US-36-ASU", "0504": PZ}, phase="combat german", size=(9, 12)),
        "DR2",
        "0505",
        [PZ],
    )
    assert kind(lone) != "stand"


def rangers_by_the_sea():
    """A DR2 against Rangers in reach of ships, on a turn with battleships."""
    sea = {"~": "0101 0102 0103 0104 0105 0106 0107 0108"}
    g = field(
        {"0205": "US-Rgr-1", "0204": PZ},
        phase="combat german",
        turn=8,
        terrain=sea,
        lines="naval US",
    )
    return suffer(g, "DR2", "0205", [PZ])


@pytest.mark.rule("salerno43:19.4a")
def test_battleships_in_defence():
    g = rangers_by_the_sea()
    run(g, "stand", "naval US", "valiant")
    assert state(g).battleships == 1
    events = g.play("roll 4")
    assert any("= 7: 1/dis H" in str(e) for e in events)


@pytest.mark.rule("salerno43:11.2.1c", "salerno43:19.4a")
def test_odds_are_of_the_defence_that_is_asked_for():
    """They were told of the attack, which had been fought."""
    g = rangers_by_the_sea()
    title = "Determined Defense of 0205 against DR2"
    assert [str(g.odds().title), str(g.odds("stand").title)] == [title, title]
    with pytest.raises(IllegalAction, match="nothing is decided by odds after that"):
        g.odds("fallback")
    run(g, "stand")
    assert g.odds() == g.odds("none")
    without = g.odds("none").modifier
    assert g.odds("naval US").modifier == without + 1
    run(g, "naval US")
    assert [g.odds(each).modifier for each in ("none", "valiant")] == [without + 1, without + 2]
    with pytest.raises(IllegalAction, match="nothing is decided by odds now"):
        run(g, "valiant", "roll 6").odds()


def stood(die, terrain=None, units=US, **how):
    """A DR2 against US in 0505, stood against with this die."""
    g = field(
        {"0505": units, "0504": f"{PZ} {PG}"},
        size=(9, 12),
        phase="combat german",
        terrain=terrain,
        **how,
    )
    g = suffer(g, "DR2", "0505", [PZ, PG])
    return run(g, "stand", f"roll {die}")


@pytest.mark.rule("salerno43:11.4.1a", "salerno43:11.4.1b", "salerno43:11.4.4", "salerno43:11.4.1d")
def test_failures():
    for die, left in ((1, 1), (2, 2), (3, 2)):
        g = stood(die)
        assert steps(g, US) == left
        while kind(g) == "retreat":
            run(g, next(iter(sorted(offers(g)))))
        assert status(g, US) == "disrupted"
        assert kind(g) == "breakthrough group"


@pytest.mark.rule("salerno43:11.4.1e", "salerno43:11.1b", "salerno43:11.4.3")
def test_hold_at_the_price_of_a_step():
    g = stood(5)
    assert (g.side, offers(g)) == ("allied", {"hold", "delay"})
    run(g, "hold")
    assert (steps(g, US), where(g, US), status(g, US)) == (1, "0505", "good")
    assert not won(g)


@pytest.mark.rule("salerno43:11.4.1f")
def test_both_lose_and_the_defender_picks():
    g = stood(6)
    assert (g.side, hexes(g, "lose")) == ("allied", {PZ, PG})
    run(g, f"lose {PZ}")
    assert (steps(g, PZ), steps(g, US), where(g, US)) == (1, 1, "0505")


@pytest.mark.rule("salerno43:11.4.1g")
def test_only_the_lead_unit_is_disrupted():
    g = field({"0505": f"US-Rgr-1 {US}", "0504": f"{PZ} {PG}"}, phase="combat german")
    g = suffer(g, "DR2", "0505", [PZ, PG])
    run(g, "stand", "lead US-Rgr-1", "roll 6")
    assert (g.side, hexes(g, "lose")) == ("german", {PZ, PG})
    run(g, f"lose {PG}")
    assert (status(g, "US-Rgr-1"), status(g, US), steps(g, PG)) == ("disrupted", "good", 1)


@pytest.mark.rule("salerno43:11.4.2")
def test_the_last_step_lost_in_holding():
    g = stood(5, units=BN)
    run(g, "hold")
    assert where(g, BN) == "eliminated"
    assert kind(g) == "advance"


@pytest.mark.rule("salerno43:11.6.1a", "salerno43:11.4.1d", "salerno43:14.2.2")
def test_delay():
    """examples:S43-15"""
    g = stood(4)
    assert kind(g) == "retreat"
    one = run(g.copy(), "retreat 0506")
    assert "stop" in offers(one)
    run(one, "stop")
    assert rules(one).board.grid.distance(h(one, "0505"), h(one, where(one, US))) == 1
    assert status(one, US) == "disrupted"
    assert kind(one) == "advance"


@pytest.mark.rule("salerno43:11.6.1d")
def test_a_delay_of_one_hex_may_not_end_in_a_zone_of_control():
    g = field({"0505": US, "0504": PZ, "0607": DOR, "0506": US2}, size=(9, 12))
    found = retreat.open_ways(state(g), unit(g, US), 1, 3, [unit(g, US)])
    ends = {state(g).word(way[-1]) for way in found}
    assert "0506" in ends
    assert all(
        not state(g).zoc(1) >> way[-1] & 1 or state(g).word(way[-1]) == "0506" for way in found
    )
    assert {len(way) for way in found} == {1, 2, 3}


@pytest.mark.rule("salerno43:11.6.2a", "salerno43:11.6.2b", "salerno43:11.4.1c", "salerno43:11.6.3")
def test_city_battles():
    g = stood(2, terrain={"C": "0505"})
    assert (where(g, US), status(g, US)) == ("0505", "good")
    assert state(g).city_battles == 1 << h(g, "0505")
    again = stood(2, terrain={"C": "0505"}, lines="cities 0505")
    assert kind(again) == "retreat"
    g = field({"0505": US, "0504": PZ, "0901": US2}, terrain={"C": "0505"}, lines="cities 0505")
    run(g, f"move {PZ} 0503")
    assert not state(g).city_battles


@pytest.mark.rule("salerno43:11.5.1", "salerno43:11.5.2a", "salerno43:11.5.3a", "salerno43:11.5.3b")
def test_desperate_defence():
    """examples:S43-14"""
    ring = dict(zip(["0504", "0506", "0405", "0605"], [PZ, PG, PG2, DOR], strict=True))
    g = field(
        {"0505": "BR-46-5H BR-2Cdo BR-46-138", **ring}, phase="combat german", terrain={"h": "0505"}
    )
    g = suffer(g, "D1", "0505", [PZ, PG, PG2, DOR])
    run(g, "lose BR-46-5H", "stand", "lead BR-2Cdo", "roll 2")
    assert where(g, "BR-2Cdo") == "eliminated"
    run(g, "roll 3")
    assert steps(g, "BR-46-138") == 2
    run(g, "roll 5", "hold", "remnant")
    assert steps(g, "BR-46-138") == 1
    assert state(g).defense(unit(g, "BR-46-138")) == 3
    assert where(g, "BR-46-138") == "0505"
    assert not won(g)


@pytest.mark.rule("salerno43:11.5.1", "salerno43:11.6.1b", "salerno43:11.6.1c")
def test_delays_in_a_desperate_defence():
    ring = dict(zip(["0504", "0506", "0405", "0605"], [PZ, PG, PG2, DOR], strict=True))
    g = field({"0505": "BR-46-138", **ring}, phase="combat german")
    g = suffer(g, "DR2", "0505", [PZ, PG, PG2, DOR])
    run(g, "stand", "roll 4")
    assert steps(g, "BR-46-138") == 2
    run(g, "roll 4", "remnant")
    assert (steps(g, "BR-46-138"), where(g, "BR-46-138")) == (1, "0505")


@pytest.mark.rule("salerno43:11.5.4")
def test_those_that_can_retreat_must():
    walls = {"river": "0505/0506 0505/0406 0505/0606 0505/0405 0505/0605"}
    g = field(
        {"0505": f"{US3} US-Tk-191", "0504": PZ}, size=(9, 12), sides=walls, phase="combat german"
    )
    g = suffer(g, "DR2", "0505", [PZ])
    run(g, "stand", f"lead {US3}", "roll 2")
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    assert where(g, US3) not in ("0505", "eliminated")
    assert where(g, "US-Tk-191") == "eliminated"


@pytest.mark.rule("salerno43:11.5.4")
def test_a_desperate_defence_may_be_declared_for_those_that_cannot_retreat():
    """The others leave before the first roll."""
    g = field(
        {"0505": f"{US3} US-Tk-191", "0504": PZ},
        sides={"river": "0405/0505 0406/0505 0505/0506 0505/0605 0505/0606"},
        phase="combat german",
        size=(9, 12),
    )
    g = suffer(g, "DR2", "0505", [PZ])
    assert offers(g) == {"stand", "desperate", "fallback"}
    run(g, "desperate")
    assert (kind(g), g.side) == ("retreat", "allied")
    run(g, "retreat 0507")
    assert (where(g, US3), status(g, US3)) == ("0507", "disrupted")
    run(g, "roll 6")
    assert where(g, "US-Tk-191") == "eliminated"
    assert kind(g) == "advance"


@pytest.mark.rule("salerno43:11.5.2b", "salerno43:11.5.3a", "salerno43:11.4.4")
def test_a_port_at_stake_lets_its_defenders_declare_a_desperate_defence():
    def attacked(**other):
        g = field(
            {"0505": US, "0504": PZ, **other},
            features={"port1": "0505"},
            roads=["secondary 0505-0506-0507-0508-0608-0708-0808-0908"],
            phase="combat german",
            size=(9, 9),
        )
        return suffer(g, "DR2", "0505", [PZ])

    assert offers(attacked(**{"0908": "US-BH-Blue"})) == {"stand", "fallback"}
    g = attacked()
    assert offers(g) == {"stand", "desperate", "fallback"}
    run(g, "desperate", "roll 2")
    assert (where(g, US), steps(g, US), kind(g)) == ("0505", 1, "roll")
    g = run(attacked(), "stand", "roll 2")
    assert (kind(g), steps(g, US)) == ("retreat", 2)


# -- 12


def ways(g, name, length=2, leaving=()):
    """Where a unit could end its retreat."""
    who = [unit(g, n) for n in (name, *leaving)]
    found = retreat.open_ways(state(g), who[0], length, length, who)
    return {state(g).word(way[-1]) for way in found}


@pytest.mark.rule("salerno43:12.1.3b", "salerno43:12.1.2")
def test_each_hex_farther_away():
    g = field({"0505": US, "0504": PZ, "0605": PG}, size=(9, 12))
    grid = rules(g).board.grid
    ends = ways(g, US)
    assert ends
    assert all(grid.distance(h(g, "0505"), h(g, end)) == 2 for end in ends)


@pytest.mark.rule("salerno43:12.1.2")
def test_a_stack_may_split_and_pass_friends():
    g = field({"0505": f"{US} {BN}", "0506": US2, "0504": PZ}, size=(9, 12), phase="combat german")
    g = suffer(g, "DR2", "0505", [PZ])
    run(g, "fallback", "retreat 0507", "retreat 0407")
    assert (where(g, US), where(g, BN), where(g, US2)) == ("0507", "0407", "0506")
    assert status(g, US2) == "good"


@pytest.mark.rule(
    "salerno43:12.1.3a",
    "salerno43:12.1.3c",
    "salerno43:12.2c",
    "salerno43:12.2d",
    "salerno43:12.2e",
)
def test_zones_of_control_and_retreats():
    """examples:S43-16, examples:S43-17"""
    g = field({"0505": US, "0504": PZ, "0404": DOR, "0603": PG, "0708": PG2}, size=(9, 12))
    assert all(not state(g).zoc(1) >> h(g, end) & 1 for end in ways(g, US))
    assert ways(g, US)
    corridor = {
        "~": " ".join(
            f"{c}{r:02d}" for c in ("04", "06") for r in range(3, 13) if (c, r) != ("06", 7)
        )
    }
    start = {"0505": US, "0504": PZ, "0607": DOR}
    assert ways(field(start, size=(9, 12), terrain=corridor), US) == set()
    friend = field({**start, "0507": BN}, size=(9, 12), terrain=corridor)
    assert ways(friend, US) == {"0507"}
    gone = field({**start, "0507": f"{BN}(y)"}, size=(9, 12), terrain=corridor)
    assert ways(gone, US) == {"0508"}, "a friend that fell back is passed, not joined"


@pytest.mark.rule("salerno43:12.2e")
def test_one_hex_more_if_that_saves_the_unit():
    corridor = {
        "~": " ".join(
            f"{c}{r:02d}" for c in ("04", "06") for r in range(3, 13) if (c, r) != ("06", 7)
        )
    }
    start = {"0505": US, "0504": PZ, "0607": DOR, "0506": US2}
    assert ways(field(start, size=(9, 12), terrain=corridor), US) == {"0508"}


@pytest.mark.rule("salerno43:12.2a", "salerno43:12.2b", "salerno43:7.2b")
def test_no_retreat_into_enemies_or_bonds():
    g = field({"0505": US, "0504": PZ, "0506": DOR}, size=(9, 12))
    assert "0506" not in ways(g, US)
    bonded = {"0405": PG, "0407": PG2, "0605": DOR, "0607": "GE-HG-I1", "0504": PZ}
    g = field({"0505": US, **bonded}, size=(9, 12))
    assert ways(g, US) == set()


@pytest.mark.rule("salerno43:12.1.3d")
def test_into_supply_if_possible():
    g = field({"0505": US, "0504": PZ, "0101": "US-BH-Red"}, size=(9, 12))
    near = {state(g).word(x) for x in rules(g).board.hexes}
    ends = ways(g, US)
    from grognard.games.zocbond import supply

    linked = supply.supplied(state(g), 0)
    assert any(not linked >> h(g, e) & 1 for e in near)
    assert all(linked >> h(g, e) & 1 for e in ends)


@pytest.mark.rule("salerno43:12.1.3d")
def test_supply_is_judged_as_it_will_be_after_the_retreat():
    """A port under an enemy ZOC supplies only while somebody stands in it (16.2.2)."""
    port: Any = {"features": {"port1": "0505"}, "lines": "control 0505"}
    g = field({"0505": US, "0504": PZ, "0512": "US-BH-Red"}, size=(9, 14), **port)
    assert ways(g, US) == {"0507"}
    assert len(ways(field({"0505": US, "0504": PZ}, size=(9, 14), **port), US)) == 9


@pytest.mark.rule("salerno43:12.1.3b-c", "salerno43:12.1.3e", "salerno43:12.2a", "salerno43:12.3.1")
def test_a_refused_hex_of_a_retreat_names_its_guideline():
    def reasons(name, *goals, **how):
        g = field(
            {"0505": name, "0504": PZ, "0607": DOR}, size=(9, 12), phase="combat german", **how
        )
        g = suffer(g, "DR4", "0505", [PZ])
        found = []
        for goal in goals:
            with pytest.raises(IllegalAction) as caught:
                g.copy().play(f"retreat {goal}")
            found.append(caught.value.rule)
        return found

    assert reasons(US, "0504") == ["12.2a"]
    assert reasons(US, "0405", sides={"mountain": "0405/0505"}) == ["12.1.3e"]
    assert reasons("US-Tk-191", "0406", sides={"river": "0406/0505"}) == ["12.3.1"]
    g = field({"0505": US, "0504": PZ, "0308": PG}, size=(9, 12), phase="combat german")
    g = run(suffer(g, "DR4", "0505", [PZ]), "retreat 0406")
    for goal, rule in (("0405", "12.1.3b"), ("0307", "12.1.3c")):
        with pytest.raises(IllegalAction) as caught:
            g.copy().play(f"retreat {goal}")
        assert caught.value.rule == rule


@pytest.mark.rule("salerno43:12.1.2")
def test_the_owner_settles_the_order_of_a_retreat():
    g = field({"0505": f"{US} {US2} {BN}", "0504": PZ}, phase="combat german", size=(9, 12))
    g = suffer(g, "DR2", "0505", [PZ])
    run(g, "fallback")
    assert {f"retire {US2}", f"retire {BN}"} <= offers(g)
    run(g, f"retire {BN}")
    assert not hexes(g, "retire")
    run(g, "retreat 0507")
    assert (where(g, BN), where(g, US)) == ("0507", "0505")
    assert hexes(g, "retire") == {US2}
    run(g, "retreat 0407", "retreat 0607")
    assert (where(g, US), where(g, US2)) == ("0407", "0607")


@pytest.mark.rule("salerno43:7.3a", "salerno43:12.2b")
def test_a_retreat_breaks_the_bond_between_itself_and_a_friend():
    """0407 and 0607 bond over 0506/0507: a unit in 0506 with a friend in 0507 breaks the bond."""
    ring = {"0504": PZ, "0407": PG, "0607": PG2, "0405": DOR, "0605": "GE-HG-I1"}
    assert ways(field({"0505": US, **ring}, size=(9, 12)), US) == set()
    assert ways(field({"0505": US, "0507": BN, **ring}, size=(9, 12)), US) == {"0507"}


@pytest.mark.rule("salerno43:12.1.3e", "salerno43:12.3.2a", "salerno43:12.3.2b")
def test_mountains_and_retreats():
    walls = {"mountain": "0505/0506 0505/0406"}
    g = field({"0505": US, "0504": PZ}, size=(9, 12), sides=walls)
    for way in retreat.open_ways(state(g), unit(g, US), 2, 2, [unit(g, US)]):
        assert state(g).word(way[0]) not in ("0506", "0406")
    only = {"mountain": "0505/0506 0505/0406 0505/0606 0505/0405 0505/0605"}
    g = field({"0505": US, "0504": PZ}, size=(9, 12), sides=only, phase="combat german")
    g = run(suffer(g, "DR2", "0505", [PZ]), "fallback")
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    assert marked(g, US, "half")
    g = field({"0505": "US-Tk-191", "0504": PZ}, size=(9, 12), sides=only)
    assert ways(g, "US-Tk-191") == set()
    twice = {
        "mountain": only["mountain"] + " 0506/0507 0506/0407 0506/0607",
        "sea": "0505/0406 0505/0606 0505/0405 0505/0605 0506/0406 0506/0606",
    }
    g = field({"0505": US, "0504": PZ}, size=(9, 12), sides=twice)
    assert ways(g, US) == set()


@pytest.mark.rule("salerno43:12.3.1")
def test_rivers_and_retreats():
    river = {"river": "0505/0506 0505/0406 0505/0606 0505/0405 0505/0605"}
    g = field({"0505": f"{US} US-Tk-191", "0504": PZ}, size=(9, 12), sides=river)
    assert ways(g, US, leaving=["US-Tk-191"])
    assert not ways(g, "US-Tk-191", leaving=[US])
    g = field(
        {"0505": f"{US} US-Tk-191", "0504": PZ},
        size=(9, 12),
        sides=river,
        roads=["major 0505-0506"],
    )
    assert ways(g, "US-Tk-191", leaving=[US])


@pytest.mark.rule("salerno43:12.2f", "salerno43:21.4")
def test_off_the_map():
    g = field({"0502": PG, "0503": US}, features={"N1": "0501 0401 0601"}, phase="combat allied")
    g = suffer(g, "DR2", "0502", [US])
    run(g, "fallback", "retreat 0501", "retreat N1")
    assert where(g, PG) == "N1"
    assert status(g, PG) == "disrupted"
    corner = {"0502": PG, "0503": US}
    sea = {"~": "0402 0403 0602 0603"}
    lost = field(corner, features={"S1": "0501"}, lines="areas S1", terrain=sea)
    assert not any("S1" in end for end in ways(lost, PG))
    assert ways(field(corner, features={"S1": "0501"}, terrain=sea), PG) >= {"S1"}


@pytest.mark.rule("salerno43:12.2h", "salerno43:19.3f", "salerno43:18.1.3b")
def test_units_that_cannot_move_die_in_a_retreat():
    g = suffer(field({"0505": "GE-G-A", "0504": US3}, phase="combat allied"), "DR2", "0505", [US3])
    run(g, "fallback")
    assert where(g, "GE-G-A") == "eliminated"
    g = suffer(field({"0505": "US-BH-Red", "0504": PZ}, phase="combat german"), "DR2", "0505", [PZ])
    run(g, "fallback")
    assert where(g, "US-BH-Red") == "dead"


@pytest.mark.rule("salerno43:18.1.3a", "salerno43:18.1.3b", "salerno43:11.2.3b")
def test_a_beachhead_leads_and_dies_of_a_step():
    g = suffer(field({"0505": "US-BH-Red", "0504": PZ}, phase="combat german"), "DR2", "0505", [PZ])
    run(g, "stand", "roll 5", "hold")
    assert where(g, "US-BH-Red") == "dead"


@pytest.mark.rule("salerno43:12.2g")
def test_no_retreat_into_closed_hexes():
    pen = {"~": "0405 0406 0506 0606 0605"}
    assert ways(field({"0505": US, "0504": PZ}, size=(9, 12), terrain=pen), US) == set()
    sector = {"army8": "0405 0406 0506 0606 0605"}
    lost = field({"0505": PG, "0504": US3}, size=(9, 12), features=sector, lines="abandoned")
    assert ways(lost, PG) == set()
    assert ways(field({"0505": PG, "0504": US3}, size=(9, 12), features=sector), PG)


@pytest.mark.rule("salerno43:19.3e")
def test_garrisons_lead_and_take_losses():
    g = field({"0505": f"GE-G-B {PG}", "0504": US3}, size=(9, 12), phase="combat allied")
    g = suffer(g, "D1", "0505", [US3])
    assert hexes(g, "lose") == {"GE-G-B", PG}
    run(g, f"lose {PG}", "stand")
    assert hexes(g, "lead") == {"GE-G-B", PG}


@pytest.mark.rule("salerno43:12.1.5")
def test_stopping_in_a_city_or_beachhead():
    g = field({"0505": US, "0504": PZ, "0506": "US-BH-Red"}, size=(9, 12), phase="combat german")
    g = suffer(g, "DR4", "0505", [PZ])
    run(g, "retreat 0506", "stop")
    assert (where(g, US), status(g, US)) == ("0506", "full")
    g = field(
        {"0505": US, "0504": PZ},
        terrain={"C": "0506"},
        size=(9, 12),
        phase="combat german",
        lines="control 0506",
    )
    g = suffer(g, "DR2", "0505", [PZ])
    run(g, "fallback", "retreat 0506")
    assert "stop" in offers(g)
    g = field({"0505": US, "0504": PZ}, terrain={"C": "0506"}, size=(9, 12), phase="combat german")
    g = suffer(g, "DR2", "0505", [PZ])
    run(g, "fallback")
    run(g, "retreat 0506")
    assert "stop" not in offers(g)


@pytest.mark.rule("salerno43:12.4")
def test_elimination_does_not_shorten_the_advance():
    g = suffer(field({"0505": "GE-G-A", "0504": US3}, phase="combat allied"), "D1", "0505", [US3])
    assert won(g)


@pytest.mark.rule("salerno43:13.3.2i", "salerno43:13.2.3")
def test_units_in_full_retreat_retreat_without_more_penalty():
    g = field({"0505": f"{US}(f) {US2}", "0504": PZ}, size=(9, 12), phase="combat german")
    g = run(suffer(g, "DR2", "0505", [PZ]), "fallback")
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    assert (status(g, US), status(g, US2)) == ("full", "disrupted")


# -- 13.4


@pytest.mark.rule("salerno43:13.4a", "salerno43:13.3.2h", "salerno43:3.0f")
def test_recovery_outside_zones_of_control():
    g = field({"0505": f"{US}(d) {US2}(f)", "0101": f"{PZ}(d)"}, phase="recovery allied", turn=2)
    assert (status(g, US), status(g, US2), status(g, PZ)) == ("good", "disrupted", "disrupted")


@pytest.mark.rule("salerno43:13.4b", "salerno43:13.5a")
@pytest.mark.parametrize(("die", "after"), [(4, "disrupted"), (5, "good"), (6, "good")])
def test_rally(die, after):
    g = field({"0505": f"{US}(d) {US2}", "0504": PZ}, phase="recovery allied", turn=2)
    assert cited(g) == "13.5"
    run(g, f"roll {die}")
    assert status(g, US) == after


@pytest.mark.rule("salerno43:13.5b", "salerno43:2.3.2c")
def test_rally_modifiers():
    g = field(
        {
            "0505": f"{US} US-Rgr-1",
            "0504": "GE-G-B",
            "0101": "US-BH-Red BR-46-5H",
            "0901": "BR-2Cdo",
        },
        terrain={"C": "0901"},
    )
    names = (US, "US-Rgr-1", "GE-G-B", "BR-46-5H", "BR-2Cdo")
    found = [recovery.rally_modifiers(state(g), unit(g, n)) for n in names]
    assert [sum(m.amount for m in aids) for aids in found] == [0, 1, -1, 2, 3]


@pytest.mark.rule("salerno43:11.6.3")
def test_a_city_battle_ends_when_the_defender_leaves():
    units = {"0505": f"{US} {BN}", "0504": PZ, "0901": US2}
    g = field(units, terrain={"C": "0505"}, lines="cities 0505", phase="movement allied")
    run(g, f"move {BN} 0506 stay")
    assert state(g).city_battles == 1 << h(g, "0505")
    run(g, f"move {US} 0506 stay")
    assert not state(g).city_battles


@pytest.mark.rule("salerno43:11.3a", "salerno43:11.2.4a", "salerno43:11.2.4b", "salerno43:11.3c")
@pytest.mark.parametrize(("lead", "elite"), [(US, 0), ("US-Rgr-1", 1)])
@pytest.mark.parametrize(
    ("support", "more"), [("none", 0), ("asu US-36-ASU", 1), ("air US", 1), ("naval US", 1)]
)
def test_one_support_adds_one(lead, elite, support, more):
    sea = {"~": "0101 0102 0103 0104 0105 0106 0107 0108"}
    units = {"0205": f"{US} US-Rgr-1", "0204": PZ, "0206": "US-36-ASU"}
    g = field(units, phase="combat german", terrain=sea, lines="air US\nnaval US")
    g = suffer(g, "DR2", "0205", [PZ])
    run(g, "stand", f"lead {lead}", support)
    assert g.side == "dice", "no second support"
    (told,) = [e for e in g.play("roll 2") if e.kind == "defence"]
    assert told.facts["modified"] == 2 + elite + more
    assert marked(g, "US-36-ASU", "fired") is support.startswith("asu")
    assert ("US" in state(g).air) is not support.startswith("air")
    assert ("US" in state(g).naval) is not support.startswith("naval")


@pytest.mark.rule("salerno43:11.6.1a")
def test_a_delay_is_three_hexes_at_most():
    g = stood(4)
    run(g, "retreat 0506", "retreat 0507", "retreat 0508")
    assert (where(g, US), status(g, US)) == ("0508", "disrupted")
    assert kind(g) != "retreat"
    g = stood(4)
    run(g, "retreat 0506", "retreat 0507")
    assert "stop" in offers(g)


@pytest.mark.rule("salerno43:12.2f", "salerno43:21.2.2", "salerno43:21.5b")
def test_only_the_eighth_army_retreats_into_the_east():
    sea = {"~": "0402 0403 0602 0603"}
    for area, name, may in (
        ("E3", US, False),
        ("E3", "BR-46-128", False),
        ("E3", "BR-5-13", True),
        ("E1", US, False),
        ("E5", US, False),
        ("S1", US, True),
        ("S1", "BR-5-13", True),
    ):
        g = field(
            {"0502": name, "0503": PZ}, features={area: "0501"}, lines=f"areas {area}", terrain=sea
        )
        assert (area in ways(g, name)) is may, (area, name)
    assert "E3" in ways(field({"0502": PG, "0503": US}, features={"E3": "0501"}, terrain=sea), PG)


@pytest.mark.rule("salerno43:11.2.3b", "salerno43:11.5.1")
def test_a_desperate_defence_ends_with_its_last_lead_unit():
    ring = dict(zip(["0504", "0506", "0405", "0605"], [PZ, PG, PG2, DOR], strict=True))
    g = field({"0505": f"{BN} US-36-ASU", **ring}, phase="combat german")
    g = suffer(g, "DR2", "0505", [PZ, PG, PG2, DOR])
    run(g, "stand", "asu US-36-ASU", "roll 1")
    assert where(g, BN) == where(g, "US-36-ASU") == "eliminated"
    assert won(g)


@pytest.mark.rule("salerno43:12.2e", "salerno43:12.1.3b")
def test_the_hex_that_saves_a_unit_need_not_lie_farther_away():
    water = {f"{c}{r:02d}" for c in ("04", "06") for r in range(3, 13)} - {"0407", "0608"}
    board = {"~": " ".join(sorted(water | {"0508"}))}
    g = field(
        {"0505": US, "0504": PZ, "0608": DOR},
        size=(9, 12),
        terrain=board,
        sides={"sea": "0506/0407"},
    )
    assert state(g).zoc(1) >> h(g, "0507") & 1
    assert ways(g, US) == {"0407"}


@pytest.mark.rule("salerno43:11.3b", "salerno43:17.6.3b")
def test_artillery_in_the_hex_is_itself_a_unit_of_its_division():
    units = {"0505": "US-45-157 US-36-ASU", "0504": PZ, "0506": "US-45-ASU US-34-ASU"}
    g = suffer(field(units, phase="combat german", size=(9, 12)), "DR2", "0505", [PZ])
    run(g, "stand")
    assert offers(g) == {"asu US-36-ASU", "asu US-45-ASU", "none"}


@pytest.mark.rule("salerno43:11.2.2b", "salerno43:11.2.3b")
@pytest.mark.parametrize(("units", "colour"), [(US, "r"), (f"{US}(d)", ""), ("US-36-ASU", "")])
def test_without_a_determined_defence_the_defender_retreats(units, colour):
    g = field({"0505": units, "0504": PZ}, size=(9, 12), phase="combat german")
    g = suffer(g, "DR2", "0505", [PZ], colour)
    assert (g.side, kind(g)) == ("allied", "retreat")


@pytest.mark.rule("salerno43:13.3.2e")
def test_a_retreat_drives_enemies_in_full_retreat_before_it():
    g = field(
        {"0505": US, "0504": PZ, "0508": f"{PG}(f)", "0905": PG2},
        size=(9, 14),
        phase="combat german",
        terrain={"~": "0405 0406 0605 0606"},
    )
    g = suffer(g, "DR2", "0505", [PZ])
    run(g, "fallback")
    while g.side == "allied":
        run(g, "retreat 0507" if "retreat 0507" in offers(g) else sorted(offers(g))[0])
    assert (g.side, kind(g)) == ("german", "retreat")
    while kind(g) == "retreat":
        run(g, sorted(offers(g))[0])
    assert rules(g).board.grid.distance(h(g, "0508"), h(g, where(g, PG))) == 2


@pytest.mark.rule("salerno43:10.4.2b")
def test_the_last_remnant_may_be_used():
    three = "US-45-179(rr) US-45-180(rr) US-3-30(rr)"
    g = field({"0505": f"{US3}(r)", "0504": PZ, "0901": three}, phase="combat german")
    g = suffer(g, "A1/D1", "0505", [PZ])
    assert offers(g) == {"remnant", "decline"}
    run(g, "remnant")
    assert state(g).remnants_left("US") == 0


@pytest.mark.rule("salerno43:10.1i")
def test_disrupted_defenders_retreat_two_for_a_dis():
    g = field({"0505": f"{US}(d)", "0504": PZ}, size=(9, 12), phase="combat german")
    g = suffer(g, "Dis", "0505", [PZ])
    while kind(g) == "retreat":
        run(g, sorted(offers(g))[0])
    assert rules(g).board.grid.distance(h(g, "0505"), h(g, where(g, US))) == 2
    assert (status(g, US), steps(g, US)) == ("full", 2)


@pytest.mark.rule("salerno43:8.4.6a", "salerno43:10.2.2b")
def test_of_two_parenthesised_units_the_one_used_is_lost():
    g = field({"0505": "US-36-ASU US-45-ASU", "0504": PZ}, size=(9, 12), phase="combat german")
    g = suffer(g, "A1/D1", "0505", [PZ])
    assert kind(g) != "lose"
    assert where(g, "US-36-ASU") == "eliminated"
    assert where(g, "US-45-ASU") != "eliminated"


@pytest.mark.rule("salerno43:11.4.4", "salerno43:11.5.2b")
def test_a_failed_german_defence_is_no_desperate_one():
    g = field({"0505": PG, "0504": US3}, size=(9, 12), phase="combat allied")
    g = suffer(g, "DR2", "0505", [US3])
    run(g, "stand", "roll 1")
    assert steps(g, PG) == 2, "elite: a modified 2 fails without loss"
    assert (g.side, kind(g)) == ("german", "retreat")


@pytest.mark.rule("salerno43:11.5.4", "salerno43:11.2.3b")
def test_who_can_neither_retreat_nor_lead_is_lost():
    walls = {"river": "0505/0506 0505/0406 0505/0606 0505/0405 0505/0605"}
    g = field(
        {"0505": f"{US3} US-Tk-191(d)", "0504": PZ},
        size=(9, 12),
        sides=walls,
        phase="combat german",
    )
    g = suffer(g, "DR2", "0505", [PZ])
    run(g, "stand", "roll 2")
    while kind(g) == "retreat":
        run(g, sorted(offers(g))[0])
    assert (steps(g, US3), status(g, US3)) == (3, "disrupted")
    assert where(g, "US-Tk-191") == "eliminated"


def pocket(units, land, sea="", walls="", name=US, length=2):
    """The ways out of a board that is sea but for some hexes; ``sea`` and ``walls`` are hexsides."""
    dry = {*land.split(), *units}
    water = {f"{c:02d}{r:02d}" for c in range(1, 10) for r in range(1, 13)} - dry
    sides = {feature: at for feature, at in (("sea", sea), ("mountain", walls)) if at}
    g = field(units, size=(9, 12), terrain={"~": " ".join(sorted(water))}, sides=sides)
    found = retreat.open_ways(state(g), unit(g, name), length, length, [unit(g, name)])
    return [[state(g).word(place) for place in way] for way in found]


@pytest.mark.rule("salerno43:12.1.3c")
def test_the_first_hex_of_a_retreat_may_lie_in_a_zone_of_control():
    g = field({"0505": US, "0504": PZ}, size=(9, 12))
    found = retreat.open_ways(state(g), unit(g, US), 2, 2, [unit(g, US)])
    first = {state(g).word(way[0]) for way in found}
    assert state(g).zoc(1) >> h(g, "0405") & state(g).zoc(1) >> h(g, "0605") & 1
    assert first == {"0405", "0605", "0406", "0506", "0606"}


@pytest.mark.rule("salerno43:12.1.3b")
def test_as_many_hexes_as_possible_lead_farther_away():
    """Of the land round 0505 only 0407 is two hexes away: of three hexes it must be one."""
    found = pocket({"0505": US, "0605": PZ}, "0506 0406 0407 0405", length=3)
    assert found
    assert all("0407" in way for way in found)


@pytest.mark.rule("salerno43:12.1.3d", "salerno43:12.1.3e")
def test_supply_comes_before_mountains():
    units = {"0505": US, "0504": PZ, "0509": "US-BH-Red"}
    land = "0506 0507 0508 0406 0306"
    over = pocket(units, land, sea="0406/0506", walls="0505/0506")
    assert over == [["0506", "0507"]]
    del units["0509"]
    assert pocket(units, land, sea="0406/0506", walls="0505/0506") == [["0406", "0306"]]


@pytest.mark.rule("salerno43:12.1.3c", "salerno43:12.1.3d")
def test_calm_hexes_come_before_supply():
    units = {"0505": US, "0504": PZ, "0510": "US-BH-Red"}
    land = "0506 0507 0508 0509 0406 0306 0206 0608"
    supplied = pocket(units, land.replace(" 0608", ""), sea="0406/0506", length=3)
    assert supplied == [["0506", "0507", "0508"]]
    watched = {**units, "0608": DOR}
    calm = pocket(watched, land, sea="0406/0506 0608/0508", length=3)
    assert calm == [["0406", "0306", "0206"]]


@pytest.mark.rule("salerno43:10.2.2d", "salerno43:10.2.1")
def test_the_defender_selects_his_loss_first():
    g = field({"0505": f"{US} {US2}", "0504": f"{PZ} {PG}"}, size=(9, 12), phase="combat german")
    g = suffer(g, "A1/D1", "0505", [PZ, PG])
    assert (g.side, hexes(g, "lose")) == ("allied", {US, US2})
    run(g, f"lose {US2}")
    assert (g.side, hexes(g, "lose")) == ("german", {PZ, PG})
    run(g, f"lose {PZ}")
    assert [steps(g, name) for name in (US, US2, PZ, PG)] == [2, 1, 1, 2]
    assert kind(g) == "stand"


@pytest.mark.rule("salerno43:11.5.3b")
def test_support_counts_for_every_roll_of_a_desperate_defence():
    ring = dict(zip(["0504", "0506", "0405", "0605"], [PZ, PG, PG2, DOR], strict=True))
    g = field({"0505": "BR-46-138 BR-2Cdo", **ring}, phase="combat german", lines="air CW")
    g = suffer(g, "DR2", "0505", [PZ, PG, PG2, DOR])
    run(g, "stand", "lead BR-46-138", "air CW")
    (first,) = [e for e in g.play("roll 1") if e.kind == "defence"]
    assert (first.facts["modified"], steps(g, "BR-46-138")) == (2, 2)
    run(g, "lead BR-2Cdo")
    assert g.side == "dice", "no second support is asked for"
    (second,) = [e for e in g.play("roll 1") if e.kind == "defence"]
    assert second.facts["modified"] == 3, "one for the support, one for the Commandos"


@pytest.mark.rule("salerno43:11.3a", "salerno43:11.5.3b")
def test_support_that_was_spared_may_come_before_a_later_roll():
    ring = dict(zip(["0504", "0506", "0405", "0605"], [PZ, PG, PG2, DOR], strict=True))
    g = field({"0505": "BR-46-138 US-Rgr-1", **ring}, phase="combat german", lines="air CW")
    g = suffer(g, "DR2", "0505", [PZ, PG, PG2, DOR])
    run(g, "stand", "lead US-Rgr-1")
    assert g.side == "dice", "the British do not fly for Rangers"
    run(g, "roll 1")
    assert kind(g) == "defensive support", "but for the brigade that leads now"
    run(g, "none", "roll 1")
    assert offers(g) == {"air CW", "none"}
    run(g, "air CW")
    (third,) = [e for e in g.play("roll 1") if e.kind == "defence"]
    assert third.facts["modified"] == 2


@pytest.mark.rule("salerno43:25.2a")
@pytest.mark.parametrize(("code", "left"), [("A1/D1", 1), ("DRX", 1), ("EX", 1), ("DR2", 2)])
def test_reconnaissance_evades_only_d1_and_ds(code, left):
    g = field(
        {"0505": "GE-26Pz-rec", "0504": US3},
        size=(9, 12),
        phase="combat allied",
        options="25.2",
    )
    g = suffer(g, code, "0505", [US3])
    assert kind(g) != "reconnaissance"
    assert steps(g, "GE-26Pz-rec") == left


@pytest.mark.rule("salerno43:12.2g", "salerno43:S2.3.7a")
def test_the_allies_retreat_through_the_abandoned_sector():
    sector = {"army8": "0405 0406 0506 0606 0605"}
    g = field({"0505": US, "0504": PZ}, size=(9, 12), features=sector, lines="abandoned")
    assert ways(g, US)


@pytest.mark.rule("salerno43:12.2a", "salerno43:12.2b", "salerno43:12.1.3b")
def test_why_a_unit_may_not_retreat_there():
    from tests.rulebook.salerno43.field import refused

    units = {"0505": US, "0504": PZ, "0605": DOR, "0405": PG, "0407": PG2}
    g = suffer(field(units, size=(9, 12), phase="combat german"), "DR2", "0505", [PZ])
    run(g, "fallback")
    assert kind(g) == "retreat"
    assert refused(g, "retreat 0605") == "12.2a"
    assert refused(g, "retreat 0406") == "12.2b"
    assert refused(g, "retreat 0101") == "12.1.3"


@pytest.mark.rule("salerno43:11.6.1c")
def test_a_second_delay_ends_a_desperate_defence():
    ring = dict(zip(["0504", "0506", "0405", "0605"], [PZ, PG, PG2, DOR], strict=True))
    g = field({"0505": "BR-46-138", **ring}, phase="combat german")
    g = suffer(g, "DR2", "0505", [PZ, PG, PG2, DOR])
    run(g, "stand", "roll 4", "roll 4", "remnant")
    assert kind(g) != "roll", "it holds: no third roll"
    assert not won(g)


@pytest.mark.rule("salerno43:12.2f")
def test_a_retreat_leaves_the_map_only_beside_an_area():
    units = {"0505": PG, "0504": US}
    for touched, may in (("0101", False), ("0506", True)):
        g = field(units, size=(9, 12), features={"N1": touched})
        assert ("N1" in ways(g, PG)) is may


@pytest.mark.rule("salerno43:11.5.2a", "salerno43:11.5.3a")
def test_a_dead_end_makes_the_defence_desperate():
    land = {"0505", "0504", "0506"}
    for more, trapped in ((set(), True), ({"0507"}, False)):
        water = {f"{c:02d}{r:02d}" for c in range(1, 10) for r in range(1, 13)} - land - more
        g = field(
            {"0505": US, "0504": PZ},
            size=(9, 12),
            terrain={"~": " ".join(sorted(water))},
            phase="combat german",
        )
        g = suffer(g, "DR2", "0505", [PZ])
        run(g, "stand", "roll 2")
        assert (steps(g, US), where(g, US)) == ((1, "0505") if trapped else (2, "0507"))
        assert (g.side == "dice") is trapped


@pytest.mark.rule("salerno43:12.1.3a", "salerno43:12.1.3c", "salerno43:12.2c")
def test_ruling_a_later_hex_in_a_zone_of_control_is_better_than_death():
    """Down a strip of land: the tank in 0607 reaches 0507 only, a wall keeps it from 0506."""
    units = {"0505": US, "0504": PG, "0607": PZ}
    south = "0506 0507 0508"
    assert pocket(units, south, walls="0506/0607", length=3) == [south.split()]
    assert pocket(units, south, length=3) == [], "two such hexes in a row"


@pytest.mark.rule("salerno43:10.2.2b", "salerno43:13.3.2g", "salerno43:19.3e")
def test_a_garrison_in_full_retreat_takes_no_loss_for_others():
    g = field({"0505": f"GE-G-B(f) {PG}", "0504": US3}, phase="combat allied", size=(9, 12))
    g = suffer(g, "D1", "0505", [US3])
    assert kind(g) != "lose"
    assert steps(g, PG) == 1
    assert where(g, "GE-G-B") == "0505"


@pytest.mark.rule("salerno43:10.2.2a", "salerno43:11.4.1f")
def test_ruling_no_loss_is_left_when_the_main_assault_force_is_gone():
    """The battalion is the force and dies of the A1; the defence then costs the regiment nothing."""
    g = field({"0505": PG, "0504": f"{BN} {US3}"}, phase="combat allied", size=(9, 12))
    run(g, f"attack 0505 with {BN}+{US3} maf {BN} go", "roll 4")
    assert kind(g) == "stand"
    assert where(g, BN) == "eliminated"
    run(g, "stand", "roll 5")
    assert (steps(g, US3), steps(g, PG)) == (3, 1)


@pytest.mark.rule("salerno43:7.2b", "salerno43:12.2b")
def test_a_hex_bond_ends_a_retreat_where_two_single_zones_would_not():
    """0506 lies between the two Germans; sea keeps the one in 0607 from reaching 0507."""
    for mark, found in (("", []), ("(d)", [["0506", "0507"]])):
        units = {"0505": US, "0406": PG, "0607": f"{PG2}{mark}"}
        assert pocket(units, "0506 0507", sea="0507/0607") == found


def foretold(g, order):
    """What is said of an answer before it is given."""
    ask = g.decision
    return [str(say) for say in ask.outcome(next(a for a in ask.actions if a.text == order))]


@pytest.mark.rule("salerno43:11.5.4", "salerno43:11.5.3a", "salerno43:11.4.1a")
def test_each_stand_says_what_it_will_do_and_the_log_calls_it_so():
    """Part of the stack has no retreat: to stand is a Determined Defense until it fails."""
    river = {"river": "0405/0505 0406/0505 0505/0506 0505/0605 0505/0606"}
    tank = "US-Tk-191"
    g = field(
        {"0505": f"{US3} {tank}", "0504": PZ}, sides=river, phase="combat german", size=(9, 12)
    )
    g = suffer(g, "DR2", "0505", [PZ])
    hold, last = foretold(g, "stand")
    assert hold.startswith(f"{US3} leads: 33% to hold")
    assert last == f"if it fails, a Desperate Defense, a step for each failed roll: {tank}"
    first, price, roll, again = foretold(g, "desperate")
    assert first.startswith(f"{US3}: retreat 2")
    assert price == "then Disrupted"
    assert roll.startswith(f"{tank} leads: ")
    assert again == "each failed roll costs the Lead Unit a step, and it rolls again"
    assert foretold(g, "fallback")[-1] == f"{tank}: no way out, eliminated"
    one = g.copy()
    told = [event.kind for event in one.play("desperate")]
    assert told[0] == "desperate"
    kinds = [event.kind for event in g.play(f"stand lead {US3}")]
    assert "desperate" not in kinds
    kinds = [event.kind for event in g.play("roll 2")]
    assert "desperate" in kinds


@pytest.mark.rule("salerno43:11.5.1", "salerno43:11.4.3")
def test_who_cannot_retreat_is_told_so_before_he_stands():
    ring = dict(zip(["0504", "0506", "0405", "0605"], [PZ, PG, PG2, DOR], strict=True))
    g = field({"0505": "BR-46-138", **ring}, phase="combat german", terrain={"h": "0505"})
    g = suffer(g, "DR2", "0505", [PZ, PG, PG2, DOR])
    assert foretold(g, "stand")[1].startswith("nobody can retreat: a Desperate Defense")
    assert foretold(g, "fallback") == ["BR-46-138: no way out, eliminated"]
    run(g, "stand", "roll 5")
    assert foretold(g, "hold") == ["the defense holds; the Lead Unit loses a step"]


@pytest.mark.rule("salerno43:10.1h", "salerno43:10.2.1")
def test_of_a_drx_each_side_picks_the_units_of_the_other():
    units = {"0505": "GE-16Pz-I79(r) GE-16Pz-II79", "0504": "US-3-30 US-3-7", "0405": "US-3-15"}
    g = field(units, phase="combat allied")
    g.play("attack 0505 with US-3-30 with US-3-7 with US-3-15 maf 3 go")
    g.play("result DRX")
    seen = set()
    while g.decision is not None and g.decision.kind == "lose":
        seen.add((g.side, g.legal_actions[0].word[:2]))
        g.play(g.legal_actions[0])
    assert seen == {("german", "US"), ("allied", "GE")}
