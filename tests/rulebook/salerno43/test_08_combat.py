"""8.0 Combat and 9.0 modifiers."""

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
    where,
)

import grognard
from grognard.games.zocbond import attack_orders, odds

PZ, PZB, PG, PG2, DOR = "GE-16Pz-IIa", "GE-16Pz-IIb", "GE-16Pz-I64", "GE-16Pz-II64", "GE-16Pz-Dor"
US, US2, BN = "US-36-142", "US-36-141", "US-36-1-142"
US3 = "US-36-143"
NORMAL = "GE-29PG-I15"
"""A German battalion that is not elite: 2-3-5."""


def battle(units, order="", **how):
    """Attack, defence, odds and shifts by rule of an attack."""
    how.setdefault("phase", "combat german")
    g = field(units, **how)
    words = [rules(g).normalise(word) for word in order.split()]
    r = state(g).reckon(attack_orders.parse(state(g), words))
    shifts = {shift.rule: shift.amount for shift in r.shifts}
    return r.attack, r.defence, odds.name(r.base), shifts


# -- 8.1-8.3


@pytest.mark.rule("salerno43:8.3a")
def test_odds_round_down():
    """examples:S43-06"""
    cases = {
        (7, 2): "3-1",
        (9, 4): "2-1",
        (6, 4): "1-1",
        (5, 6): "1-2",
        (1, 3): "1-3",
        (10, 1): "10-1",
    }
    assert {pair: odds.name(odds.column(*pair)) for pair in cases} == cases


@pytest.mark.rule("salerno43:8.1a", "salerno43:8.1e", "salerno43:8.2a", "salerno43:8.2b")
def test_adjacent_units_attack_one_hex_together():
    ring = dict(
        zip(
            ["0504", "0506", "0405", "0406", "0605", "0606"],
            [PG, PG2, DOR, PZ, PZB, NORMAL],
            strict=True,
        )
    )
    g = field({"0505": f"{US} {BN}", "0205": "GE-16Pz-I79", **ring}, phase="combat german")
    run(g, "attack 0505")
    assert hexes(g, "with") == {PG, PG2, DOR, PZ, PZB, NORMAL}
    assert refused(g, "with GE-16Pz-I79") == "8.1a"
    attack, defence, *_ = battle(
        {"0505": f"{US} {BN}", **ring}, f"attack 0505 with {'+'.join(ring.values())} maf 16Pz"
    )
    assert defence == 6
    assert attack == 3 + 2 + 4 + 5 + 3 + 1
    assert "done" in offers(field({"0505": US, "0504": PG}, phase="combat german"))


@pytest.mark.rule(
    "salerno43:8.1b", "salerno43:8.1c", "salerno43:8.1d", "salerno43:8.2c", "salerno43:8.2d"
)
@pytest.mark.rule("salerno43:8.1f")
def test_each_unit_attacks_and_is_attacked_once():
    g = field({"0505": US3, "0405": BN, "0504": f"{PZ} {PG}", "0506": DOR}, phase="combat german")
    assert hexes(g, "attack") == {"0505", "0405"}
    run(g, f"attack 0505 with {PZ} maf {PZ} go", "roll 1")
    while kind(g) != "attack":
        run(g, next(iter(g.legal_actions)).text)
    assert hexes(g, "attack") == {"0405"}
    assert refused(g, "attack 0505") == "8.1c"
    run(g, "attack 0405")
    assert hexes(g, "with") == {PG}
    assert refused(g, f"with {PZ}") == "8.1b"


@pytest.mark.rule("salerno43:8.1g", "salerno43:9.8d")
def test_prohibited_hexsides():
    walls = {"mountain": "0504/0505"}
    g = field({"0505": US, "0504": f"{PZ} {DOR} {PG}"}, sides=walls, phase="combat german")
    run(g, "attack 0505")
    assert refused(g, f"with {PZ}") == "9.8d"
    assert refused(g, f"with {DOR}") == "9.8d"
    assert f"with {PG}" in offers(g)
    g = field(
        {"0505": US, "0504": PZ}, sides=walls, roads=["major 0504-0505"], phase="combat german"
    )
    assert "attack 0505" in offers(g)
    g = field({"0505": US, "0504": PG}, sides={"sea": "0504/0505"}, phase="combat german")
    assert "attack 0505" not in offers(g)


@pytest.mark.rule("salerno43:8.3b", "salerno43:8.3c")
def test_support_then_defensive_air_then_garrison_strength():
    g = field(
        {"0505": US3, "0504": "GE-G-B"},
        phase="combat allied",
        lines="air US CW GE\nnaval US",
        terrain={"~": "0901"},
    )
    run(g, f"attack 0504 with {US3} maf 36 air US go")
    assert (g.side, kind(g)) == ("german", "defensive air")
    run(g, "air GE")
    assert cited(g) == "19.3"
    assert not state(g).air & {"US", "GE"}


# -- 8.4


@pytest.mark.rule("salerno43:8.4.1a", "salerno43:8.4.1b", "salerno43:8.4.3a")
def test_main_assault_force():
    """examples:S43-07"""
    allies = {
        "0504": "US-3-30(r) US-Tk-751",
        "0604": "US-3-7(r)",
        "0405": "US-45-157 US-36-142",
        "0605": "US-3-15(r)",
    }
    units = {"0505": NORMAL, **allies}
    g = field(units, phase="combat allied")
    run(g, "attack 0505 with US-45-157 with US-3-30")
    assert {"maf 3", "maf 45", "maf US-3-30", "maf US-45-157"} <= offers(g)
    got = battle(
        {k: v for k, v in units.items() if k != "0604"},
        "attack 0505 from 0504 from 0405 from 0605 maf 3 attach US-Tk-751",
        phase="combat allied",
    )
    assert got[0] == 5 + 5 + 3 + 2 + 2
    bare = battle(
        {k: v for k, v in units.items() if k != "0604"},
        "attack 0505 from 0504 from 0405 from 0605 maf 3",
        phase="combat allied",
    )
    assert bare[0] == 5 + 5 + 2 + 2 + 2


@pytest.mark.rule("salerno43:8.4.3a", "salerno43:8.4.3b", "salerno43:8.4.4")
def test_who_may_be_attached():
    units = {"0505": NORMAL, "0504": f"{US3} US-45-179 US-45-2-157 BR-40RTR US-Tk-191"}
    g = field(units, phase="combat allied")
    run(g, f"attack 0505 with {US3} with US-45-179 with US-45-2-157 with US-Tk-191 maf 36")
    assert hexes(g, "attach") == {"US-45-2-157", "US-Tk-191"}
    assert refused(g, "attach US-45-179") == "8.4.3"
    run(g, "attach US-Tk-191")
    assert not hexes(g, "attach")
    g = field({"0505": US, "0504": f"{PZ} GE-29PG-71", "0506": NORMAL}, phase="combat german")
    run(g, f"attack 0505 with {PZ} with GE-29PG-71 with {NORMAL} maf 16Pz")
    assert hexes(g, "attach") == {"GE-29PG-71"}


@pytest.mark.rule("salerno43:8.4.5a", "salerno43:8.4.5b")
def test_strength_limit():
    """examples:S43-08"""
    units = {"0505": "BR-46-138 BR-46-139", "0504": PZ}
    assert battle(units, f"attack 0505 with {PZ}", terrain={"h": "0505"})[1] == 20
    walls = {"mountain": "0404/0505 0504/0505 0405/0505 0605/0505".replace("0404/0505 ", "")}
    units = {"0505": NORMAL, "0504": "US-3-30 US-3-15", "0405": "US-3-7 US-36-143"}
    got = battle(units, "attack 0505 from 0504 from 0405 maf 3", phase="combat allied", sides=walls)
    assert got[0] == 4 + 4 + 4 + 3


@pytest.mark.rule("salerno43:8.4.6a", "salerno43:17.7a")
def test_parenthesised_strength():
    assert battle({"0505": "US-36-ASU US-VI", "0504": PZ}, f"attack 0505 with {PZ}")[1] == 1
    assert battle({"0505": f"US-36-ASU {BN}", "0504": PZ}, f"attack 0505 with {PZ}")[1] == 2


# -- 8.5, 8.6


@pytest.mark.rule("salerno43:8.5.1a", "salerno43:8.5.2", "salerno43:S2.3.1")
def test_coordination():
    g = field({"0505": NORMAL, "0504": f"{US} BR-46-128 BR-5-13"}, phase="combat allied")
    run(g, f"attack 0505 with {US}")
    assert refused(g, "with BR-46-128") == "8.5.1"
    run(g, "cancel", "attack 0505 with BR-46-128")
    assert refused(g, "with BR-5-13") == "8.5.2"


@pytest.mark.rule("salerno43:8.5.1b", "salerno43:13.1.1")
def test_allies_defend_together():
    assert battle({"0505": "US-36-142 BR-46-128", "0504": PZ}, f"attack 0505 with {PZ}")[1] == 9
    assert battle({"0505": "US-36-142 BR-46-128(d)", "0504": PZ}, f"attack 0505 with {PZ}")[1] == 7


@pytest.mark.rule("salerno43:8.6.1a")
def test_no_attack_below_1_3():
    g = field({"0505": "BR-46-138", "0504": "GE-HG-Pi"}, phase="combat german")
    run(g, "attack 0505 with GE-HG-Pi maf HG")
    assert g.decision is not None
    assert "not yet, the odds are below 1-3" in str(g.decision.prompt)
    assert refused(g, "go") == "8.6.1"
    run(g, "cancel")
    assert kind(g) == "attack"


@pytest.mark.rule("salerno43:8.6.1a")
def test_ruling_defensive_air_cannot_push_below_1_3():
    g = field({"0505": US3, "0504": NORMAL}, phase="combat german", lines="air US")
    run(g, f"attack 0505 with {NORMAL} maf 29PG go", "air US")
    (told,) = [event for event in g.play("roll 6") if event.kind == "result"]
    assert (told.facts["column"], told.facts["result"]) == ("1-3", "A1/DR2")


@pytest.mark.rule("salerno43:8.6.1b", "salerno43:8.6.1c", "salerno43:8.6.2")
def test_columns_beyond_7_1():
    """examples:S43-09"""
    charts = rules(field({})).charts
    seven = odds.column(7, 1)
    assert seven == 8
    for column in (seven, seven + 1, seven + 2):
        assert [charts.cell(column, d).result.code for d in range(1, 7)] == [
            charts.cell(seven, d).result.code for d in range(1, 7)
        ]
    assert charts.cell(odds.column(8, 1) - 1, 1) == charts.cell(seven, 1)
    assert charts.cell(seven + 3, 1).result.code == "DS"


@pytest.mark.rule("salerno43:8.6.1c", "salerno43:8.7.2c")
def test_ten_to_one_in_the_combat_phase_needs_no_die():
    g = field({"0505": "US-36-ASU", "0504": f"{PZ} {PZB} {PG}"}, phase="combat german")
    run(g, f"attack 0505 with {PZ} with {PZB} with {PG} maf 16Pz go")
    assert where(g, "US-36-ASU") == "eliminated"
    assert g.side != "dice"


# -- 8.7


@pytest.mark.rule("salerno43:8.7.1a", "salerno43:8.7.1b", "salerno43:8.7.1c", "salerno43:8.7.1d")
@pytest.mark.rule("salerno43:8.7.2a")
def test_automatic_ds():
    """examples:S43-10"""
    units = {
        "0505": "US-TD-601",
        "0504": f"{PZ} {PZB} {DOR}",
        "0405": f"{PG} {PG2}",
        "0101": "GE-HG-I1",
        "0909": US,
    }
    g = field(units, size=(9, 9))
    assert "autods 0505" not in offers(field({"0505": US, "0504": f"{PZ} {DOR}"}))
    g = field({**units, "0505": BN}, size=(9, 9))
    assert "autods 0505" in offers(g)
    run(g, "autods 0505 from 0504 from 0405 maf 16Pz go")
    assert where(g, BN) == "eliminated"
    assert refused(g, f"move {PZ} 0505") == "8.7.1"
    run(g, "move GE-HG-I1 0102", "done")
    assert kind(g) in ("breakthrough group", "advance")
    assert g.phase == "combat"
    assert {f"group {u}" for u in (PZ, PG)} <= offers(g)


@pytest.mark.rule("salerno43:8.7.1b", "salerno43:19.3g")
def test_automatic_ds_counts_garrisons_as_two():
    units = {"0505": "GE-G-B", "0504": "US-3-30 US-3-15", "0605": "US-3-7"}
    g = field(units, phase="movement allied")
    assert "autods 0505" in offers(g)
    run(g, "autods 0505 with US-3-30 maf 3")
    assert refused(g, "go") == "8.7.1"


@pytest.mark.rule("salerno43:8.7.2a", "salerno43:10.1a")
def test_an_automatic_ds_is_followed_by_an_advance_of_four_hexes():
    g = field(
        {"0505": BN, "0504": f"{PZ} {PZB} {DOR}", "0405": f"{PG} {PG2}", "0909": US}, size=(9, 9)
    )
    run(g, "autods 0505 from 0504 from 0405 maf 16Pz go", "done", "none")
    run(g, f"advance {PG}", "to 0505", "to 0506", "to 0507", "to 0508")
    assert where(g, PG) == "0508"
    assert kind(g) == "advance"


@pytest.mark.rule("salerno43:8.7.2b", "salerno43:15.4")
def test_one_breakthrough_group_for_each_automatic_ds():
    g = field(
        {"0505": BN, "0504": f"{PZ} {PZB} {DOR}", "0405": f"{PG} {PG2}", "0909": US}, size=(9, 9)
    )
    run(g, "autods 0505 from 0504 from 0405 maf 16Pz go", "done")
    run(g, f"group {PZ}", "go", "to 0505", "halt")
    assert kind(g) == "advance"
    assert not any(a.verb in ("group", "assault") for a in g.legal_actions)


@pytest.mark.rule("salerno43:8.7.2a")
def test_the_owner_picks_the_order_in_which_automatic_ds_are_followed_up():
    first, second = "GE-29PG-71", "GE-29PG-129Pz"
    g = field(
        {
            "0505": BN,
            "0504": f"{PZ} {PZB} {DOR}",
            "0405": f"{PG} {PG2}",
            "0902": "US-36-bn141(d)",
            "0901": f"{first} {second}",
            "1002": "GE-29PG-129rec",
            "1209": US,
        },
        size=(12, 9),
    )
    run(g, "autods 0505 from 0504 from 0405 maf 16Pz go")
    run(g, "autods 0902 from 0901 from 1002 maf 29PG go", "done")
    assert kind(g) == "follow up"
    assert offers(g) == {f"advance {PZ}", f"advance {first}"}
    again = grognard.load(g.record, dice="asked")
    assert offers(again) == offers(g)
    run(g, f"advance {first}", "none", f"advance {second} 0902 halt", "done")
    assert where(g, second) == "0902"
    run(g, "none", f"advance {PZ} 0505 halt", "done")
    assert where(g, PZ) == "0505"
    assert g.phase != "combat"


@pytest.mark.rule("salerno43:8.4.1a", "salerno43:9.1c")
def test_an_order_that_names_no_force_gets_the_one_with_the_best_odds():
    """The stronger regiment attacks over mountains: halved in any case, it need not be the force."""
    order = "attack 0505 with US-3-30+US-45-179"
    units = {"0505": NORMAL, "0504": "US-3-30", "0405": "US-45-179"}
    steep, phase = {"mountain": "0504/0505"}, "combat allied"
    assert battle(units, order, phase=phase, sides=steep)[0] == 4 + 6
    assert battle(units, f"{order} maf 3", phase=phase, sides=steep)[0] == 4 + 3
    g = run(field(units, phase=phase, sides=steep), f"{order} go")
    assert "maf 45" in " ".join(g.record.split())


# -- 9.1 halving and doubling


@pytest.mark.rule("salerno43:9.1a", "salerno43:9.1b", "salerno43:9.1c")
def test_halving_and_doubling():
    assert odds.modified(5, True, False) == 3
    assert odds.modified(1, True, False) == 1
    assert odds.modified(5, True, True) == 5
    assert odds.modified(5, False, True) == 10


@pytest.mark.rule("salerno43:9.1d", "salerno43:9.8b", "salerno43:9.8a")
def test_rivers():
    """examples:S43-13"""
    river = {"river": "0504/0505 0405/0505 0605/0505"}
    units = {"0505": NORMAL, "0504": "US-3-30", "0405": "US-36-1-142 US-36-bn141"}
    all_wet = battle(units, "attack 0505 from 0504", phase="combat allied", sides=river)
    assert all_wet[:2] == (7, 6)
    dry = battle(
        {**units, "0506": BN} | {"0405": "US-36-bn141"},
        "attack 0505 from 0504 from 0506 maf 3",
        phase="combat allied",
        sides=river,
    )
    assert dry[1] == 3
    assert battle({"0505": US, "0504": PZ}, f"attack 0505 with {PZ}", sides=river)[0] == 3
    bridged = battle(
        {"0505": US, "0504": PZ}, f"attack 0505 with {PZ}", sides=river, roads=["major 0504-0505"]
    )
    assert bridged[:2] == (3, 8)
    assert battle({"0505": US, "0504": PG}, f"attack 0505 with {PG}", sides=river)[0] == 3


@pytest.mark.rule("salerno43:9.1e", "salerno43:9.8d")
def test_mountains_halve():
    walls = {"mountain": "0504/0505"}
    assert battle({"0505": US, "0504": PG}, f"attack 0505 with {PG}", sides=walls)[0] == 2
    road = battle(
        {"0505": US, "0504": PZ}, f"attack 0505 with {PZ}", sides=walls, roads=["major 0504-0505"]
    )
    assert road[0] == 3


@pytest.mark.rule(
    "salerno43:9.1f", "salerno43:9.1g", "salerno43:5.7d", "salerno43:16.4b", "salerno43:9.9"
)
@pytest.mark.parametrize("mark", ["h", "o", "ho"])
def test_half_effective_and_out_of_supply_units_attack_at_half_once(mark):
    assert battle({"0505": US, "0504": f"{PZ}({mark})"}, f"attack 0505 with {PZ}")[0] == 3


@pytest.mark.rule("salerno43:9.1h", "salerno43:13.2.1c", "salerno43:9.9", "salerno43:9.1c")
def test_disrupted_defenders():
    assert battle({"0505": f"{BN}(d)", "0504": PZ}, f"attack 0505 with {PZ}")[1] == 1
    city = battle({"0505": f"{US}(d)", "0504": PZ}, f"attack 0505 with {PZ}", terrain={"C": "0505"})
    assert city[1] == 4


@pytest.mark.rule("salerno43:9.1i", "salerno43:9.1a")
def test_ruling_units_outside_the_main_force_are_halved_once_in_all():
    units = {"0505": US, "0504": f"{PZ} GE-29PG-129Pz(o)"}
    assert battle(units, f"attack 0505 with {PZ} with GE-29PG-129Pz maf 16Pz")[0] == 5 + 2


@pytest.mark.rule("salerno43:16.4f")
def test_out_of_supply_units_defend_in_full():
    assert battle({"0505": f"{US}(o)", "0504": PZ}, f"attack 0505 with {PZ}")[1] == 4


@pytest.mark.rule("salerno43:5.7f")
def test_half_effective_units_do_not_attack_over_mountains_or_vehicles_over_rivers():
    g = field(
        {"0505": US, "0504": f"{PG}(h) {PG2}"},
        sides={"mountain": "0504/0505"},
        phase="combat german",
    )
    run(g, "attack 0505")
    assert refused(g, f"with {PG}") == "5.7f"
    g = field(
        {"0505": US, "0504": f"{PZ}(h) {PG}(h)"},
        sides={"river": "0504/0505"},
        phase="combat german",
    )
    run(g, "attack 0505")
    assert refused(g, f"with {PZ}") == "5.7f"
    assert f"with {PG}" in offers(g)


@pytest.mark.rule("salerno43:22.4b", "salerno43:22.4a", "salerno43:9.9")
def test_rain():
    g = field(
        {"0505": US, "0504": f"{PZ} {PG}"},
        sides={"river": "0504/0505"},
        phase="combat german",
        lines="weather F",
    )
    run(g, "attack 0505")
    assert refused(g, f"with {PZ}") == "22.4"
    assert (
        battle({"0505": US, "0504": PG}, f"attack 0505 with {PG}", lines="weather F")[3]["22.4"]
        == -1
    )


# -- 9.3 tanks, 9.7 elite


def tank(attackers, defenders, **how):
    phase = "combat german" if defenders.startswith(("US", "BR")) else "combat allied"
    got = battle(
        {"0505": defenders, "0504": attackers},
        f"attack 0505 from 0504 {how.pop('maf', '')}",
        phase=phase,
        **how,
    )
    return got[3].get("9.3.1", 0) + got[3].get("9.3.2", 0)


@pytest.mark.rule("salerno43:9.3.1", "salerno43:9.3.2", "salerno43:2.3.3e")
def test_tank_shift():
    """examples:S43-11"""
    assert tank(PZ, US) == 1
    assert tank(PZ, f"{US} US-Tk-191") == 0
    assert tank("US-3-30", PZ) == -1
    assert tank("US-3-30 US-Tk-191", NORMAL, maf="maf 3") == 0
    assert tank("US-3-30 US-Tk-191", NORMAL, maf="maf 3 attach US-Tk-191") == 1


@pytest.mark.rule("salerno43:9.3.2")
def test_a_tank_outside_the_main_force_does_not_deny_the_shift():
    assert tank("US-3-30 US-Tk-191", PZ, maf="maf 3") == -1
    assert tank("US-3-30 US-Tk-191", PZ, maf="maf 3 attach US-Tk-191") == 0


@pytest.mark.rule("salerno43:9.3.1")
def test_ruling_the_best_rating_is_looked_for_among_all_attackers():
    """Ruling 10: the Main Assault Force needs a tank, the rating that wins may be another's."""
    drawn = field({"0505": "GE-16Pz-StuG", "0504": "US-3-30 US-TD-645 US-Tk-191"}).position
    g = grognard.load(drawn.replace("\nturn", "\nunit GE-16Pz-StuG tank=2\nturn", 1))
    attack = "attack 0505 with US-3-30 with US-TD-645 {} maf 3 attach US-TD-645"
    for others, shifts in (("", 0), ("with US-Tk-191", 1)):
        lines = g.odds(attack.format(others)).lines
        assert sum(line.rule == "9.3.1" for line in lines) == shifts
        assert not any(line.rule == "9.3.2" for line in lines)


@pytest.mark.rule("salerno43:9.3.4")
def test_tank_destroyers_attack_with_one_less():
    """examples:S43-12"""
    assert tank("US-TD-601", PZ) == -1
    assert tank("US-TD-601", NORMAL) == 1
    assert tank(PZ, "US-TD-601") == 0


@pytest.mark.rule("salerno43:9.3.3a")
@pytest.mark.parametrize("letter", ["h", "w", "C"])
def test_no_tank_shift_in_rough_ground(letter):
    assert tank(PZ, US, terrain={letter: "0505"}) == 0
    assert tank("US-3-30", PZ, terrain={letter: "0505"}) == 0


@pytest.mark.rule("salerno43:9.3.3a")
def test_no_tank_shift_into_full_mountains():
    full = {"full_mountain": "0505"}
    assert tank(PZ, US, features=full) == 0
    assert tank("US-3-30", PZ, features=full) == 0


@pytest.mark.rule("salerno43:9.3.3b")
def test_tanks_across_a_river_deny_but_do_not_earn():
    river = {"river": "0504/0505"}
    assert tank(PZ, US, sides=river) == 0
    assert tank(PZ, f"{US} US-Tk-191", sides=river) == 0
    assert tank(PG, f"{US} US-Tk-191", sides=river) == -1


@pytest.mark.rule("salerno43:9.7", "salerno43:2.3.2c")
def test_elite_shift():
    def elite(attackers, defenders, more=""):
        phase = "combat german" if defenders.startswith(("US", "BR")) else "combat allied"
        return battle(
            {"0505": defenders, "0504": attackers}, f"attack 0505 from 0504 {more}", phase=phase
        )[3].get("9.7", 0)

    assert elite(PG, US) == 1
    assert elite(PG, "US-Rgr-1") == 0
    assert elite(PG, f"US-Rgr-1(d) {US}") == 0
    assert elite(PG, f"US-Rgr-1(f) {US}") == 1
    assert elite(US, PG) == 0
    assert elite(f"{NORMAL} {PG}", US, "maf 29PG") == 0
    assert elite(f"{NORMAL} {PG}", US, f"maf 29PG attach {PG}") == 1
    assert elite("GE-16Pz-I79(r)", US) == 0


@pytest.mark.rule("salerno43:13.2.2", "salerno43:13.3.2g")
def test_disrupted_tanks_count_and_routed_ones_do_not():
    assert tank(PZ, f"{US} US-Tk-191(d)") == 0
    assert tank(PZ, f"{US} US-Tk-191(f)") == 1
    assert battle({"0505": f"{US} {US2}(f)", "0504": PZ}, f"attack 0505 with {PZ}")[1] == 4


# -- 9.8


@pytest.mark.rule("salerno43:9.8c", "salerno43:2.3.3b", "salerno43:2.3.3d", "salerno43:19.3d")
@pytest.mark.parametrize("letter", ["h", "w", "C"])
def test_rough_ground_doubles_all_but_tanks_asus_and_garrisons(letter):
    def defence(name):
        phase, foe = ("combat german", PZ) if name.startswith("US") else ("combat allied", US3)
        return battle(
            {"0505": name, "0504": foe},
            f"attack 0505 with {foe}",
            phase=phase,
            terrain={letter: "0505"},
        )[1]

    assert defence(US) == 8
    assert defence(DOR) == 8
    assert defence("US-BH-Red") == 4
    assert defence("US-Tk-191") == 2
    assert defence("US-36-ASU") == 1
    assert defence("GE-G-B") == 2


# -- 9.2, 9.4-9.6 support


def supported(units, order, **how):
    g = field(units, phase=how.pop("phase", "combat german"), **how)
    run(g, order)
    return g


@pytest.mark.rule(
    "salerno43:9.5.1", "salerno43:9.5.2", "salerno43:9.5.3", "salerno43:9.2b", "salerno43:17.4"
)
@pytest.mark.rule("salerno43:17.6.1", "salerno43:17.1", "salerno43:9.2a", "salerno43:17.6.3b")
def test_artillery():
    """examples:S43-24"""
    units = {
        "0505": US,
        "0504": f"{PG} {NORMAL}",
        "0501": "GE-16Pz-ASU GE-14Pz",
        "0502": "GE-29PG-ASU GE-71Neb",
        "0909": "GE-26Pz-ASU",
    }
    g = supported(units, f"attack 0505 with {PG} with {NORMAL} maf 16Pz", size=(9, 9))
    assert hexes(g, "asu") == {"GE-16Pz-ASU", "GE-14Pz", "GE-29PG-ASU", "GE-71Neb"}
    run(g, "asu GE-16Pz-ASU")
    assert hexes(g, "asu") == {"GE-14Pz", "GE-71Neb"}
    run(g, "asu GE-71Neb")
    assert not hexes(g, "asu")
    assert refused(g, "asu GE-14Pz") == "9.2"
    run(g, "go")
    assert marked(g, "GE-16Pz-ASU", "fired")
    assert marked(g, "GE-71Neb", "fired")
    g = supported(units, f"attack 0505 with {PG} maf 16Pz", size=(9, 9))
    assert "GE-29PG-ASU" not in hexes(g, "asu")


@pytest.mark.rule("salerno43:17.6.3a", "salerno43:17.5a")
@pytest.mark.parametrize("mark", ["u", "d", "h", "e"])
def test_asus_that_cannot_support(mark):
    g = supported(
        {"0505": US, "0504": f"{PG} GE-16Pz-ASU({mark})"}, f"attack 0505 with {PG} maf 16Pz"
    )
    assert not hexes(g, "asu")
    g = supported(
        {"0505": US, "0504": PG, "0503": "GE-16Pz-ASU GE-16Pz-IIb(p)"},
        f"attack 0505 with {PG} maf 16Pz",
    )
    assert hexes(g, "asu") == {"GE-16Pz-ASU"}


@pytest.mark.rule("salerno43:9.4a", "salerno43:9.4b", "salerno43:9.2d")
def test_air_support():
    g = supported(
        {"0505": NORMAL, "0504": US3},
        f"attack 0505 with {US3} maf 36",
        phase="combat allied",
        lines="air CW US",
    )
    assert hexes(g, "air") == {"US"}
    run(g, "air US")
    assert not hexes(g, "air")
    run(g, "go")
    assert state(g).air == {"CW"}
    g = field({"0505": f"{US} BR-46-5H", "0504": PZ}, phase="combat german", lines="air CW US")
    run(g, f"attack 0505 with {PZ} maf 16Pz go")
    assert g.side == "allied"
    assert offers(g) == {"air CW", "air US", "none"}
    run(g, "air CW")
    assert state(g).air == {"US"}


@pytest.mark.rule("salerno43:9.6a", "salerno43:9.6b", "salerno43:9.6c", "salerno43:9.2b")
def test_naval_support():
    sea = {"~": "0101 0102 0103 0104 0105 0106 0107 0108"}
    for target, foe, near in (("0305", "0304", True), ("0405", "0404", False)):
        g = supported(
            {target: NORMAL, foe: f"{US3} US-VI"},
            f"attack {target} with {US3} maf 36",
            phase="combat allied",
            lines="naval CW US",
            terrain=sea,
        )
        assert (hexes(g, "naval") == {"US"}) is near
        if near:
            run(g, "naval US")
            assert not hexes(g, "asu")
            run(g, "go")
            assert state(g).naval == {"CW"}
    bay = {"bay": "0101 0102 0103 0104 0105 0106 0107 0108"}
    g = supported(
        {"0305": NORMAL, "0304": US3},
        f"attack 0305 with {US3} maf 36",
        phase="combat allied",
        lines="naval CW US",
        terrain=sea,
        features=bay,
    )
    assert not hexes(g, "naval")


@pytest.mark.rule("salerno43:9.6b")
def test_the_bay_of_naples_is_closed_to_ships():

    g = real({})
    naval = set(rules(g).board.labels(rules(g).tables.naval))
    assert {"2707", "2710", "2407", "2616"} <= naval
    assert not {"1803", "2202", "2203"} & naval


@pytest.mark.rule("salerno43:9.2c")
def test_five_shifts_at_most():
    units = {"0505": "US-36-142 US-36-143", "0504": f"{PZ} {PG}", "0503": "GE-16Pz-ASU GE-14Pz"}
    g = supported(units, f"attack 0505 with {PZ} with {PG} maf 16Pz", lines="air GE")
    run(g, "air GE asu GE-16Pz-ASU asu GE-14Pz")
    assert {a.verb for a in g.legal_actions} == {"go", "cancel"}
    shifts = battle(
        units,
        f"attack 0505 with {PZ} with {PG} maf 16Pz air GE asu GE-16Pz-ASU asu GE-14Pz",
        lines="air GE",
    )[3]
    assert sum(shifts.values()) == 5


@pytest.mark.rule("salerno43:19.4a", "salerno43:19.4b")
def test_valiant_and_warspite():
    sea = {"~": "0101 0102 0103 0104 0105 0106 0107 0108"}

    def ships(turn, left=2):
        return supported(
            {"0205": NORMAL, "0204": US3},
            f"attack 0205 with {US3} maf 36 naval US",
            phase="combat allied",
            turn=turn,
            terrain=sea,
            lines=f"naval US\nbattleships {left}",
        )

    assert "valiant" not in offers(ships(7))
    assert "valiant" not in offers(ships(8, 0))
    g = ships(8)
    run(g, "valiant", "go")
    assert state(g).battleships == 1
    codes = {}
    for die in (2, 3, 6):
        (told,) = [event for event in g.copy().play(f"roll {die}") if event.kind == "result"]
        codes[die] = told.facts["column"], told.facts["result"]
    assert codes == {2: ("3-1", "DR2"), 3: ("3-1", "DR2"), 6: ("3-1", "D1")}


@pytest.mark.rule("salerno43:18.4.2c")
def test_a_landed_asu_supports_if_it_stayed():
    g = supported(
        {"0505": NORMAL, "0504": US3, "0503": "US-36-ASU(hl)"},
        f"attack 0505 with {US3} maf 36",
        phase="combat allied",
    )
    assert hexes(g, "asu") == {"US-36-ASU"}


# -- 18.1.4 beachheads, 19.3 garrisons


@pytest.mark.rule("salerno43:18.1.4a", "salerno43:18.1.4b")
def test_defence_of_a_beachhead():
    """examples:S43-25"""
    units = {"0505": "US-BH-Red", "0504": PZ, "0405": US, "0506": US2}
    attack, defence, ratio, shifts = battle(units, f"attack 0505 with {PZ}")
    assert (attack, defence, ratio, shifts) == (5, 4, "1-1", {"9.3.1": 1})
    assert battle({**units, "0405": f"{US}(d)"}, f"attack 0505 with {PZ}")[1] == 2
    odd = {**units, "0405": "BR-46-128"}
    assert battle(odd, f"attack 0505 with {PZ}", terrain={"h": "0405"})[1] == 4
    tanks = {**units, "0405": f"{US} US-Tk-191"}
    assert battle(tanks, f"attack 0505 with {PZ}")[3] == {"9.3.1": 1}


@pytest.mark.rule("salerno43:19.3b", "salerno43:19.3c")
def test_garrison_strength():
    for die, strength in zip(range(1, 7), (0, 0, 0, 1, 1, 2), strict=True):
        g = field({"0505": "GE-G-B", "0504": US3}, phase="combat allied")
        run(g, f"attack 0505 with {US3} maf 36 go")
        (told,) = [event for event in g.play(f"roll {die}") if event.kind == "variable"]
        assert told.facts["n"] == strength
        if strength:
            assert cited(g) == "8.3"
        else:
            assert where(g, "GE-G-B") == "eliminated"
            assert kind(g) == "breakthrough group" or kind(g) == "advance"


@pytest.mark.rule("salerno43:19.3a")
def test_garrisons_do_not_attack():
    g = field({"0505": US, "0504": f"GE-G-B {PG}"}, phase="combat german")
    run(g, "attack 0505")
    assert refused(g, "with GE-G-B") == "19.3"


@pytest.mark.rule("salerno43:20.4b")
def test_a_replacement_stops_all_combat_out_of_the_hex():
    g = field({"0505": US, "0504": f"{PG}(p) {PZ}", "0405": DOR}, phase="combat german")
    run(g, "attack 0505")
    assert hexes(g, "with") == {DOR}
    assert refused(g, f"with {PZ}") == "20.4"


@pytest.mark.rule("salerno43:13.2.1c", "salerno43:13.3.2a")
@pytest.mark.parametrize("mark", ["d", "f"])
def test_disrupted_units_do_not_attack(mark):
    g = field({"0505": US, "0504": f"{PG}({mark}) {PZ}"}, phase="combat german")
    run(g, "attack 0505")
    assert refused(g, f"with {PG}") == "13.2.1"


@pytest.mark.rule("salerno43:5.3b", "salerno43:2.3.2a")
def test_no_attack_after_extended_movement():
    g = field({"0505": US, "0504": f"{PG}(x) {PZ}"}, phase="combat german")
    run(g, "attack 0505")
    assert refused(g, f"with {PG}") == "5.3"


@pytest.mark.rule("salerno43:12.5a")
def test_units_that_fell_back_add_nothing():
    units = {"0505": f"{US}(dys) {US2}", "0504": PZ}
    assert battle(units, f"attack 0505 with {PZ}")[1] == 4
    g = field({"0505": f"{US}(dys)", "0504": PZ}, phase="combat german")
    assert g.phase != "combat"


def test_the_ledger_gives_exact_chances():
    g = field({"0505": US, "0504": f"{PZ} {PG}"}, phase="combat german")
    ledger = g.odds(f"attack 0505 with {PZ} with {PG} maf 16Pz")
    assert ledger.column == "4-1"
    assert sum(c.chance for c in ledger.chances) == 1
    assert {c.result: c.chance for c in ledger.chances}["DR2"] == Fraction(1, 3)
    assert status(g, US) == "good"
    assert steps(g, US) == 2
    assert h(g, "0505") in state(g).at


@pytest.mark.rule("salerno43:2.3.3b", "salerno43:9.8c")
@pytest.mark.parametrize(
    ("name", "strength"),
    [
        ("US-36-142", 4),
        ("US-82-504", 4),
        ("US-82-325", 5),
        ("US-3-531", 2),
        ("BR-2Cdo", 2),
        ("US-Rgr-1", 2),
        ("BR-7A-131", 7),
        (PG, 3),
        (PG2, 3),
    ],
)
def test_every_infantry_type_is_doubled_in_rough_ground(name, strength):
    german = name.startswith("GE")
    foe, phase = (US3, "combat allied") if german else (PZ, "combat german")
    for letter, times in ((".", 1), ("h", 2), ("w", 2), ("C", 2)):
        got = battle(
            {"0505": name, "0504": foe},
            f"attack 0505 with {foe}",
            phase=phase,
            terrain={letter: "0505"},
        )
        assert got[1] == times * strength


@pytest.mark.rule("salerno43:8.7.2c")
def test_no_automatic_ds_in_the_combat_phase():
    units = {"0505": "US-36-ASU", "0504": f"{PZ} {PZB} {PG}", "0909": US, "0908": DOR}
    assert "autods 0505" in offers(field(units, size=(9, 9)))
    g = field(units, phase="combat german", size=(9, 9))
    assert not hexes(g, "autods")
    run(g, f"attack 0505 with {PZ} with {PZB} with {PG} maf 16Pz go")
    assert not state(g).automatic
    assert kind(g) == "breakthrough group", "the advance follows at once"


@pytest.mark.rule("salerno43:9.2d")
def test_the_eighth_army_has_commonwealth_support():
    sea = {"~": "0101 0102 0103 0104 0105 0106 0107 0108"}
    for name, mark in (("BR-5-13", "CW"), ("CAN-1-1", "CW"), ("BR-46-138", "CW"), (US3, "US")):
        g = supported(
            {"0205": NORMAL, "0204": name},
            f"attack 0205 with {name} maf {name}",
            phase="combat allied",
            lines="air CW US\nnaval CW US",
            terrain=sea,
        )
        assert hexes(g, "air") == hexes(g, "naval") == {mark}


@pytest.mark.rule("salerno43:9.3.3b")
def test_tanks_across_a_mountain_road_deny_but_do_not_earn():
    wall = {"mountain": "0504/0505"}
    for way in ({"roads": ["major 0504-0505"]}, {"pass": True}):
        sides = wall | ({"pass": "0504/0505"} if "pass" in way else {})
        roads = ["major 0504-0505"] if "roads" in way else []
        assert tank(PZ, US, sides=sides, roads=roads) == 0
        assert tank(PZ, f"{US} US-Tk-191", sides=sides, roads=roads) == 0
        assert tank(PG, f"{US} US-Tk-191", sides=sides, roads=roads) == -1


@pytest.mark.rule("salerno43:8.7.1d")
def test_units_of_an_automatic_ds_do_not_attack_again():
    units = {
        "0505": BN,
        "0504": f"{PZ} {PZB} {DOR}",
        "0405": f"{PG} {PG2}",
        "0503": US,
        "0502": "GE-HG-I1",
    }
    g = field(units, size=(9, 9))
    run(g, "autods 0505 from 0504 from 0405 maf 16Pz go", "done")
    assert g.phase == "combat"
    run(g, "attack 0503")
    assert hexes(g, "with") == {"GE-HG-I1"}
    assert refused(g, f"with {PZ}") == "8.7.1"


@pytest.mark.rule("salerno43:8.7.1b")
def test_no_support_in_an_automatic_ds():
    units = {"0505": "US-36-ASU", "0504": f"{PZ} {PZB} {PG}", "0503": "GE-16Pz-ASU", "0909": US}
    g = field(units, size=(9, 9), lines="air GE US")
    run(g, f"autods 0505 with {PZ} with {PZB} with {PG} maf 16Pz")
    assert not any(a.verb in ("air", "asu", "naval") for a in g.legal_actions)
    assert g.side == "german"


@pytest.mark.rule("salerno43:4.4b", "salerno43:8.7.1a")
def test_overstacking_is_cured_as_an_automatic_ds_is_declared():
    crowd = f"{PG} {PG2} GE-16Pz-I79 GE-16Pz-II79 GE-HG-I1 GE-HG-I2 GE-HG-II1"
    g = field({"0505": "US-36-ASU", "0504": crowd, "0909": US}, size=(9, 9))
    run(g, f"autods 0505 with {PG}+{PG2}+GE-16Pz-I79+GE-16Pz-II79 maf 16Pz go")
    assert (g.side, kind(g)) == ("german", "overstacked")
    assert where(g, "US-36-ASU") == "0505"
    run(g, "remove GE-HG-II1")
    assert where(g, "US-36-ASU") == "eliminated"


@pytest.mark.rule("salerno43:19.3b", "salerno43:19.3c", "salerno43:8.3c")
def test_the_chances_against_a_garrison_and_a_battalion():
    order = f"attack 0505 with {US3}"
    g = field({"0505": f"GE-G-B {NORMAL}", "0504": US3}, phase="combat allied")
    mixed = {c.result: c.chance for c in g.odds(order).chances}
    assert sum(mixed.values()) == 1
    assert "DS" not in mixed
    alone = field({"0505": "GE-G-B", "0504": US3}, phase="combat allied").odds(order)
    assert {c.result: c.chance for c in alone.chances}["DS"] >= Fraction(1, 2)


@pytest.mark.rule("salerno43:9.8a", "salerno43:9.8c")
def test_the_ledger_says_why_a_defender_is_doubled():
    def cause(**how):
        g = field({"0505": US, "0504": PG}, phase="combat german", **how)
        return [line.rule for line in g.odds(f"attack 0505 with {PG}").lines if line.amount == "8"]

    assert "9.8a" in cause(sides={"river": "0504/0505"})
    assert "9.8c" in cause(terrain={"h": "0505"})


@pytest.mark.rule("salerno43:20.4b")
def test_a_replacement_stops_attacks_out_of_an_area():
    north = {"N1": "0501 0601"}
    g = field({"N1": f"{PG}(p) {PZ}", "0501": US}, features=north, phase="combat german")
    run(g, "attack 0501")
    assert hexes(g, "with") == {PZ}
    assert refused(g, f"with {PG}") == "20.4"


@pytest.mark.rule("salerno43:8.6.1a", "salerno43:8.3a")
def test_the_ledger_at_one_to_three():
    g = field({"0505": US3, "0504": NORMAL}, phase="combat german")
    ledger = g.odds(f"attack 0505 with {NORMAL}")
    charts = rules(g).charts
    assert ledger.column == "1-3"
    assert [code for _, code in ledger.table] == [
        charts.cell(0, die).result.code for die in range(1, 7)
    ]
    expected: dict[str, Fraction] = {}
    for _, code in ledger.table:
        expected[code] = expected.get(code, Fraction(0)) + Fraction(1, 6)
    assert {c.result: c.chance for c in ledger.chances} == expected


@pytest.mark.rule("salerno43:19.4b")
def test_the_battleships_fire_twice():
    sea = {"~": "0101 0102 0103 0104 0105 0106 0107 0108"}
    for left in (2, 1, 0):
        g = supported(
            {"0205": NORMAL, "0204": US3},
            f"attack 0205 with {US3} maf 36 naval US",
            phase="combat allied",
            turn=8,
            terrain=sea,
            lines=f"naval US\nbattleships {left}",
        )
        assert ("valiant" in offers(g)) is (left > 0)


@pytest.mark.rule("salerno43:13.3.2g", "salerno43:8.6.1c")
def test_no_defence_at_all_is_ten_to_one():
    assert rules(field({})).charts.fixed(odds.column(1, 0))
    assert odds.name(odds.column(1, 1)) == "1-1"


@pytest.mark.rule("salerno43:8.7.1c", "salerno43:10.2.2e", "salerno43:13.3.2g")
def test_the_loss_of_an_automatic_ds_falls_on_a_unit_that_defends():
    units = {
        "0505": f"{BN} {US3}(f)",
        "0504": f"{PZ} {PZB} {DOR}",
        "0405": f"{PG} {PG2}",
        "0909": US,
    }
    g = field(units, size=(9, 12))
    run(g, "autods 0505 from 0504 from 0405 maf 16Pz go")
    assert kind(g) != "lose"
    assert where(g, BN) == "eliminated"
    assert steps(g, US3) == 3


@pytest.mark.rule("salerno43:8.7.1a")
def test_no_automatic_ds_below_ten_to_one():
    assert "autods 0505" not in offers(field({"0505": BN, "0504": PG}))
    eight = {"0505": BN, "0504": f"{PG} {PG2} {NORMAL}", "0405": DOR}
    assert "autods 0505" not in offers(field(eight))


@pytest.mark.rule("salerno43:22.4b", "salerno43:9.8b")
def test_vehicles_attack_over_rivers_in_dry_weather_and_over_bridges():
    river = {"river": "0504/0505"}
    units = {"0505": US, "0504": PZ}
    bridge = ["major 0504-0505"]
    for weather, roads, may in (("A", [], True), ("F", [], False), ("F", bridge, True)):
        g = field(
            units, sides=river, roads=roads, phase="combat german", lines=f"weather {weather}"
        )
        assert ("attack 0505" in offers(g) if g.phase == "combat" else False) is may


@pytest.mark.rule("salerno43:19.3c")
def test_a_garrison_of_no_strength_leaves_the_others_alone():
    g = field({"0505": f"GE-G-B {NORMAL}", "0504": US3}, phase="combat allied")
    run(g, f"attack 0505 with {US3} maf 36 go", "roll 3")
    assert where(g, "GE-G-B") == "eliminated"
    assert cited(g) == "8.3", "the battalion still defends"
    (told,) = [e for e in g.play("roll 1") if e.kind == "result"]
    assert told.facts["defence"] == 3


@pytest.mark.rule("salerno43:21.3.4b")
def test_a_crowded_area_leaves_room_for_units_on_the_map():
    crowd = "GE-29PG-71 GE-HG-I1 GE-HG-I2 GE-HG-II1 GE-HG-II2"
    g = field(
        {"N1": f"{crowd} GE-29PG-I15", "0501": US, "0502": PG2},
        features={"N1": "0501 0601"},
        phase="combat german",
    )
    run(g, "attack 0501", *(f"with {name}" for name in crowd.split()))
    assert hexes(g, "with") == {PG2}


@pytest.mark.rule("salerno43:8.1a")
def test_nobody_attacks_with_the_enemys_units():
    g = field({"0505": f"{US} {BN}", "0504": PG}, phase="combat german")
    run(g, "attack 0505")
    assert refused(g, f"with {US}") == "8.1a"


@pytest.mark.rule("salerno43:17.6.3a")
def test_artillery_supports_its_own_hex_and_next_to_the_enemy():
    g = supported({"0505": US, "0504": f"{PG} GE-16Pz-ASU"}, f"attack 0505 with {PG} maf 16Pz")
    assert hexes(g, "asu") == {"GE-16Pz-ASU"}
    run(g, "asu GE-16Pz-ASU", "go")
    assert marked(g, "GE-16Pz-ASU", "fired")


@pytest.mark.rule("salerno43:8.1a")
def test_why_a_hex_cannot_be_attacked():
    g = field({"0505": US, "0504": PG, "0108": BN}, phase="combat german")
    assert refused(g, "attack 0101") == "8.1a"
    assert refused(g, "attack 0108") == "8.1a"
    assert refused(g, "attack 0504") == "8.1"


@pytest.mark.rule("salerno43:8.2d", "salerno43:8.4.1a", "salerno43:17.7a", "salerno43:9.4a")
def test_why_a_unit_takes_no_part():
    g = field(
        {"0505": US, "0504": f"{PG} {PG2} GE-16Pz-ASU"}, phase="combat german", lines="air US"
    )
    run(g, "attack 0505")
    assert refused(g, "with GE-16Pz-ASU") == "17.7"
    run(g, f"with {PG}")
    assert refused(g, f"with {PG}") == "8.2d"
    assert refused(g, f"maf {PG2}") == "8.4.1"
    run(g, "maf 16Pz")
    assert refused(g, "air US") == "9.4"


@pytest.mark.rule("salerno43:20.4b")
def test_a_replacement_closes_the_hex_for_attacks():
    units = {"0505": US, "0504": f"{PZ} {PG2}(p)", "0901": PG, "0902": US2}
    g = field(units, phase="combat german")
    assert hexes(g, "attack") == {"0902"}
    assert refused(g, "attack 0505") == "20.4"


@pytest.mark.rule("salerno43:4.4b", "salerno43:8.7.1a")
def test_an_automatic_ds_fails_with_the_units_it_needs():
    crowd = f"{PG} {PG2} GE-16Pz-I79 GE-16Pz-II79 GE-HG-I1 GE-HG-I2 GE-HG-II1"
    g = field({"0505": "US-36-ASU", "0504": crowd, "0909": US}, size=(9, 9))
    run(g, f"autods 0505 with {PG}+{PG2}+GE-16Pz-I79+GE-16Pz-II79 maf 16Pz go", f"remove {PG}")
    assert where(g, "US-36-ASU") == "0505"
    assert not state(g).automatic
    assert not marked(g, PG2, "moved")


@pytest.mark.rule("salerno43:18.1.4a")
def test_helpers_of_a_beachhead_that_is_not_alone():
    units = {"0505": f"US-BH-Red {BN}", "0504": PZ, "0405": US}
    assert battle(units, f"attack 0505 with {PZ}")[1] == 2 + 2 + 2
    assert battle({**units, "0505": BN}, f"attack 0505 with {PZ}")[1] == 2


@pytest.mark.rule("salerno43:9.3.1")
def test_a_second_tank_outside_the_main_force_does_no_harm():
    assert tank(f"{PZ} GE-29PG-129Pz", US, maf="maf 16Pz") == 1


@pytest.mark.rule("salerno43:8.6.1a", "salerno43:8.6.2")
def test_one_to_three_may_attack_and_one_to_four_not():
    for foe, may in ((BN, True), (US, False)):
        g = field({"0505": foe, "0504": "GE-HG-Pi"}, phase="combat german")
        run(g, "attack 0505 with GE-HG-Pi maf HG")
        assert ("go" in offers(g)) is may
    three = field({"0505": f"{BN} US-3-531(d)", "0504": "GE-HG-Pi"}, phase="combat german")
    run(three, "attack 0505 with GE-HG-Pi maf HG")
    assert "go" in offers(three)
    rain = field(
        {"0505": f"{BN} US-3-531(d)", "0504": "GE-HG-Pi"}, phase="combat german", lines="weather F"
    )
    run(rain, "attack 0505 with GE-HG-Pi maf HG")
    assert refused(rain, "go") == "8.6.1"


@pytest.mark.rule("salerno43:18.1.4a", "salerno43:21.3.4b")
def test_a_beachhead_attacked_out_of_an_entry_area():
    units = {"0501": "US-BH-Red", "N1": PZ, "0502": US}
    g = field(units, features={"N1": "0501 0601"}, phase="combat german")
    run(g, f"attack 0501 with {PZ} maf {PZ} go")
    (told,) = [e for e in g.play("roll 1") if e.kind == "result"]
    assert told.facts["defence"] == 2, "nobody is next to a unit in an Entry Area"


@pytest.mark.rule("salerno43:5.7d", "salerno43:5.7f")
def test_a_half_effective_vehicle_attacks_over_dry_ground():
    g = field({"0505": US, "0504": f"{PZ}(h)"}, phase="combat german")
    assert "attack 0505" in offers(g)


@pytest.mark.rule("salerno43:8.7.1a")
def test_an_automatic_ds_may_be_called_off():
    units = {"0505": "US-36-ASU", "0504": f"{PZ} {PZB} {PG}", "0909": US}
    g = field(units, size=(9, 9))
    run(g, f"autods 0505 with {PZ}", "cancel")
    assert kind(g) == "move"
    assert where(g, "US-36-ASU") == "0505"
    assert f"move {PZ}" in offers(g)


@pytest.mark.rule("salerno43:8.1c", "salerno43:12.5a")
def test_units_that_fell_back_do_not_shield_their_hosts():
    g = field({"0505": f"{US}(dys) {US2}", "0504": PZ}, phase="combat german")
    assert "attack 0505" in offers(g)
    struck = field(
        {"0505": f"{US}(dys) {US2}(s)", "0504": PZ, "0901": PG, "0902": BN}, phase="combat german"
    )
    assert hexes(struck, "attack") == {"0902"}


@pytest.mark.rule("salerno43:19.3b", "salerno43:19.3c")
def test_the_exact_chance_that_a_garrison_melts_away():
    g = field({"0505": "GE-G-B", "0504": BN}, phase="combat allied")
    found = {c.result: c.chance for c in g.odds(f"attack 0505 with {BN}").chances}
    assert sum(found.values()) == 1
    assert found["DS"] == Fraction(1, 2), "2-1 and 1-1 hold no DS of their own"


@pytest.mark.rule("salerno43:21.3.4b")
def test_ruling_room_to_attack_out_of_an_area():
    """Six points for each missing neighbour of the target: 0501 has one, 0601 has three."""
    crowd = "GE-29PG-71 GE-HG-I1 GE-HG-I2 GE-HG-II1 GE-HG-II2"
    for target, room in (("0501", False), ("0601", True)):
        g = field(
            {"N1": f"{crowd} {NORMAL}", target: US}, features={"N1": target}, phase="combat german"
        )
        run(g, f"attack {target}", *(f"with {name}" for name in crowd.split()))
        assert (NORMAL in hexes(g, "with")) is room


@pytest.mark.rule("salerno43:8.7.1a", "salerno43:8.7.1b")
def test_eight_points_and_two_shifts_are_ten_to_one():
    both = {"0505": "US-36-ASU", "0504": f"{PZ} {PG}"}
    assert "autods 0505" in offers(field(both))
    assert "autods 0505" not in offers(field({"0505": "US-36-ASU", "0504": f"{PZ} {PG2}"}))
    assert "autods 0505" not in offers(field(both, lines="weather F"))


@pytest.mark.rule("salerno43:8.4.3a")
def test_an_attachment_may_be_stacked_with_any_unit_of_the_main_force():
    g = field({"0503": NORMAL, "0404": US, "0504": f"{US2} US-Tk-191"}, phase="combat allied")
    run(g, f"attack 0503 with {US} with {US2} with US-Tk-191 maf 36")
    assert "attach US-Tk-191" in offers(g)


@pytest.mark.rule("salerno43:8.1c")
def test_a_stack_of_which_one_unit_was_attacked_is_not_attacked_again():
    units = {"0505": f"{PG}{{}} {PG2}", "0504": US3, "0808": NORMAL, "0807": US}
    for mark, may in (("", True), ("(s)", False)):
        drawn = {place: names.format(mark) for place, names in units.items()}
        assert ("attack 0505" in offers(field(drawn, phase="combat allied"))) is may


@pytest.mark.rule("salerno43:8.7.1a", "salerno43:8.4.6a")
def test_artillery_in_the_stack_does_not_keep_off_an_automatic_ds():
    drawn = field(
        {"0505": "US-3-531 US-36-ASU", "0504": "GE-16Pz-I79"}, phase="movement german"
    ).position
    text = drawn.replace("\nturn", "\nunit GE-16Pz-I79 attack=20\nturn", 1)
    g = grognard.load(text, dice="asked")
    assert "autods 0505" in {str(action) for action in g.legal_actions}
