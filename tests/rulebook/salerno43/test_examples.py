"""The worked examples of the rulebook, S43-01 to S43-29; what only its pictures show is drawn here.

S43-30 to S43-40, the Extended Example of Play, are in ``test_examples_turn1.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.salerno43.field import (
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
from grognard import Game
from grognard.games.salerno43 import Salerno43

ALLIED, GERMAN = 0, 1
PZ, PZB, PG, PG2, PG3, PG4 = (f"GE-16Pz-{x}" for x in ("IIa", "IIb", "I64", "II64", "I79", "II79"))
STUG, DOR = "GE-16Pz-StuG", "GE-16Pz-Dor"
US142, US141, US143, BN142, BN141 = (f"US-36-{x}" for x in ("142", "141", "143", "1-142", "bn141"))
TANK, HUNTER = "US-Tk-191", "US-TD-645"


def reckoned(g: Game, order: str) -> tuple[int, int, str, str]:
    """Attack, defence, odds before shifts and column of an attack, from its ledger."""
    ledger = g.odds(order)
    amounts = {str(line.what): line.amount for line in ledger.lines}
    base = next(str(line.what)[5:] for line in ledger.lines if line.rule == "8.3a")
    attack, defence = (int(amounts[f"total {what}"]) for what in ("attack", "defense"))
    return attack, defence, base, ledger.column


def shifts(g: Game, order: str) -> dict[str, str]:
    return {line.rule: line.amount for line in g.odds(order).lines if line.amount[:1] in ("+", "-")}


def strengths(g: Game, order: str) -> dict[str, str]:
    """What each unit brings to an attack."""
    return {str(line.what).split(",")[0]: line.amount for line in g.odds(order).lines}


def bonded(g: Game, side: int, place: str) -> bool:
    """Whether a hex ``0502`` or a hexside ``0607/0608`` is closed by a bond of the side."""
    bonds = state(g).bonds(side)
    if "/" in place:
        a, b = place.split("/")
        return bonds.crosses(rules(g).tables.ground, h(g, a), h(g, b))
    return bool(bonds.hexes >> h(g, place) & 1)


def result(g: Game, die: int) -> tuple[object, ...]:
    (told,) = [event for event in g.play(f"roll {die}") if event.kind == "result"]
    return tuple(told.facts[word] for word in ("attack", "defence", "column", "result"))


# -- 4 to 7


@pytest.mark.rule("salerno43:5.4a", "salerno43:18.4.4a", "salerno43:21.1.2a", "salerno43:5.7a")
@pytest.mark.rule("salerno43:5.7h")
def test_s43_01_landing() -> None:
    """S43-01, units A: they land by Tactical Movement, no more than 3 points a beachhead."""
    boxes = "reserve BR-46-139 BR-46RTR"
    units = {"2712": "BR-BH-Roger", "2710": "BR-BH-Uncle", "4010": PG}
    g = real(units, phase="movement allied", lines=boxes)
    run(g, "move BR-46-139 sail 2712")
    assert refused(g, "to 2812 to 2911") == "5.4"
    run(g, "to 2812")
    assert marked(g, "BR-46-139", "half")
    assert refused(g, "move BR-46RTR sail 2712") == "18.4.4"


@pytest.mark.rule("salerno43:6.2a", "salerno43:6.2c")
def test_s43_01_from_zone_to_zone() -> None:
    """S43-01, unit B: from one zone of control into another, and there it stops."""
    g = field({"0404": US142, "0504": PG, "0604": PG2}, phase="movement allied")
    run(g, f"move {US142}", "to 0403")
    assert kind(g) == "step"
    g = field({"0404": US142, "0504": PG, "0604": PG2}, phase="movement allied")
    run(g, f"move {US142}", "to 0405")
    assert (where(g, US142), kind(g)) == ("0405", "move")


@pytest.mark.rule("salerno43:5.3a", "salerno43:5.3b", "salerno43:5.5a")
def test_s43_01_extended_movement() -> None:
    """S43-01, unit C: 6 points on foot, one more for each unbridged river, into no enemy zone."""
    g = field({"0504": US142}, phase="movement allied", size=(9, 12), sides={"river": "0505/0506"})
    assert g.reach(US142)["0505"][0] == "1"
    assert g.reach(US142)["0506"][0] == "3"
    assert g.reach(US142)["0509"][0] == "6"
    assert "0510" not in g.reach(US142)
    g = field({"0504": US142, "0510": PG}, phase="movement allied", size=(9, 12))
    assert "0508" in g.reach(US142)
    assert "0509" not in g.reach(US142)
    run(g, f"move {US142} 0505-0506-0507-0508")
    assert refused(g, "to 0509") == "5.3b"


@pytest.mark.rule("salerno43:5.2a")
def test_s43_01_roads() -> None:
    """S43-01, unit D: half a point on Secondary Roads, a third on Major Roads."""
    roads = ["secondary 0501-0502-0503", "major 0503-0504-0505-0506"]
    g = field({"0501": "BR-7A-131"}, phase="movement allied", roads=roads)
    cost = g.reach("BR-7A-131")
    assert [cost[x][0] for x in ("0502", "0503", "0504", "0506")] == ["1/2", "1", "1 1/3", "2"]


@pytest.mark.rule("salerno43:5.6a", "salerno43:5.6c", "salerno43:5.7b", "salerno43:5.7h")
def test_s43_01_mountains() -> None:
    """S43-01, units E and F: one Mountain hexside, first of all, then half effective; F must stop."""
    peak = "0504/0505 0505/0506 0505/0605 0505/0606 0505/0405 0505/0406"
    far = {"0901": PG}
    g = field(
        {"0504": US142, **far},
        phase="movement allied",
        sides={"mountain": peak},
        terrain={"h": "0505"},
    )
    run(g, f"move {US142}", "to 0505")
    assert (where(g, US142), kind(g)) == ("0505", "move")
    assert marked(g, US142, "half")
    g = field({"0503": US142, **far}, phase="movement allied", sides={"mountain": peak})
    run(g, f"move {US142}", "to 0504")
    assert refused(g, "to 0505") == "5.6a"


@pytest.mark.rule("salerno43:4.1a", "salerno43:4.3", "salerno43:4.4b")
def test_s43_02_free_silhouette() -> None:
    """S43-02: 3 + 2 + 1 points and one Silhouetted Tank are legal, with a second they are not."""
    six = f"{US143} {US142} {BN142} {TANK}"
    g = run(field({"0505": six, "0507": PG}, phase="movement allied"), "done")
    assert kind(g) != "overstacked"
    g = run(field({"0505": f"{six} US-Tk-751", "0507": PG}, phase="movement allied"), "done")
    assert (kind(g), g.side) == ("overstacked", "allied")
    run(g, "remove US-Tk-751")
    assert where(g, "US-Tk-751") == "eliminated"
    assert kind(g) != "overstacked"


@pytest.mark.rule("salerno43:7.2a", "salerno43:7.3a", "salerno43:7.3c")
def test_s43_03_breaking_a_bond_while_moving() -> None:
    """S43-03: A steps to the far side of the bonded hexside; B may then cross it."""
    g = field({"0505": PG, "0705": PG2, "0504": US142, "0606": US141})
    assert bonded(g, ALLIED, "0505/0605")
    assert refused(run(g.copy(), f"move {PG}"), "to 0605") == "7.2a"
    run(g, f"move {PG2} 0605")
    assert not bonded(g, ALLIED, "0505/0605")
    run(g, f"move {PG} 0605")
    assert where(g, PG) == where(g, PG2) == "0605"


@pytest.mark.rule("salerno43:7.6.1a", "salerno43:7.6.1b")
def test_s43_04_bonds_and_mountains() -> None:
    """S43-04: A-B two Mountain hexsides, B-C one, C-D none, D-E pushed off the enemy's hex onto two."""
    chain = {"0501": US142, "0503": US141, "0505": US143, "0507": BN142, "0707": BN141}
    walls = "0501/0502 0502/0503 0503/0504 0507/0608 0608/0707"
    g = field({**chain, "0607": PG}, sides={"mountain": walls})
    found = {x: bonded(g, ALLIED, x) for x in ("0502", "0504", "0506", "0607/0608")}
    assert found == {"0502": False, "0504": True, "0506": True, "0607/0608": False}
    assert bonded(field(chain, sides={"mountain": walls}), ALLIED, "0607/0608")
    one = walls.replace(" 0608/0707", "")
    assert bonded(field({**chain, "0607": PG}, sides={"mountain": one}), ALLIED, "0607/0608")


@pytest.mark.rule("salerno43:7.1b", "salerno43:7.3a", "salerno43:7.3b", "salerno43:7.4")
@pytest.mark.rule("salerno43:7.5a", "salerno43:7.6.2", "salerno43:7.6.3")
def test_s43_05_bond_diagram() -> None:
    """S43-05: C-D over rivers, D-E and E-F broken, F-G crossed by an enemy bond, G to the Entry Area."""
    friends = {"0301": PG, "0303": PG2, "0503": PG3, "0505": PG4, "0507": DOR}
    enemies = {"0403": US142, "0404": US141, "0504": US143, "0606": BN142, "0407": BN141}
    g = field(
        {**friends, **enemies},
        sides={"river": "0301/0302 0302/0303"},
        features={"S1": "0408 0508 0608"},
        terrain={"~": "0707 0708"},
    )
    assert bonded(g, GERMAN, "0302")
    assert not bonded(g, GERMAN, "0403/0404")
    assert not bonded(g, GERMAN, "0504")
    assert bonded(g, GERMAN, "0506")
    assert bonded(g, ALLIED, "0506")
    assert bonded(g, GERMAN, "0408/0508")
    assert not bonded(g, GERMAN, "0607/0608")
    late = field(friends, features={"S1": "0408 0508 0608"}, turn=12, lines="areas S1")
    assert not bonded(late, GERMAN, "0408/0508")


# -- 8 and 9


@pytest.mark.rule("salerno43:8.3a")
@pytest.mark.parametrize(
    ("attackers", "defender", "odds"),
    [
        ("US-3-30", "GE-1FJ-I3", (7, 2, "3-1")),
        (f"US-3-30 {BN142}", DOR, (9, 4, "2-1")),
        ("US-36-143", DOR, (6, 4, "1-1")),
        ("BR-46-138", "GE-29PG-71", (5, 6, "1-2")),
    ],
)
def test_s43_06_odds_rounding(attackers: str, defender: str, odds: tuple[int, int, str]) -> None:
    """S43-06: 7:2, 9:4, 6:4 and 5:6."""
    g = field({"0505": defender, "0504": attackers}, phase="combat allied")
    first, *second = attackers.split()
    order = f"attack 0505 with {'+'.join(attackers.split())} maf {first}"
    order += f" attach {second[0]}" if second else ""
    assert reckoned(g, order)[:3] == odds


@pytest.mark.rule("salerno43:8.4.1b", "salerno43:8.4.3a")
def test_s43_07_main_assault_force() -> None:
    """S43-07: the 3rd Division and its tanks in full, two units of other divisions halved: 20."""
    g = field(
        {
            "0505": DOR,
            "0504": f"US-3-30 {TANK}",
            "0605": "US-3-7(r)",
            "0606": "US-45-179",
            "0506": US142,
        },
        phase="combat allied",
    )
    everyone = f"US-3-30+{TANK}+US-3-7+US-45-179+{US142}"
    order = f"attack 0505 with {everyone} maf 3 attach {TANK}"
    parts = strengths(g, order)
    assert [parts[u] for u in everyone.split("+")] == ["7", "3", "5", "3", "2"]
    assert reckoned(g, order)[0] == 20
    assert reckoned(g, f"attack 0505 with {everyone} maf 3")[0] == 19


@pytest.mark.rule("salerno43:8.4.5a", "salerno43:8.4.5b")
def test_s43_08_strength_limit() -> None:
    """S43-08: 28 on a Hill count 20; 24 across mountains are halved to 12, not limited first."""
    g = field(
        {"0505": "BR-46-138 BR-46-139", "0504": f"{PG} {PG2}"},
        terrain={"h": "0505"},
        phase="combat german",
    )
    assert reckoned(g, f"attack 0505 with {PG}+{PG2} maf 16Pz")[1] == 20
    ring = {"0504": "US-34-135 US-34-133", "0605": "US-34-168 US-45-2-157", "0606": US142}
    walls = {"mountain": "0504/0505 0605/0505 0606/0505"}
    g = field({"0505": DOR, **ring}, sides=walls, phase="combat allied")
    everyone = "+".join(" ".join(ring.values()).split())
    assert reckoned(g, f"attack 0505 with {everyone} maf 34")[0] == 12


@pytest.mark.rule("salerno43:8.6.1b", "salerno43:8.6.2")
def test_s43_09_beyond_7_to_1() -> None:
    """S43-09: 8-1 with a shift left is 7-1, 7-1 with a shift right too."""
    board = {"0505": "GE-1FJ-I3", "0504": f"US-3-30 {BN142}", "0605": "US-3-7"}
    order = f"attack 0505 with US-3-30+US-3-7+{BN142} maf 3 attach {BN142}"
    g = field(board, phase="combat allied", lines="weather F")
    assert reckoned(g, order) == (16, 2, "8-1", "7-1")
    assert shifts(g, order) == {"22.4": "-1"}
    g = field(board, phase="combat allied", lines="weather A\nair US")
    order = "attack 0505 with US-3-30+US-3-7 maf 3 air US"
    assert reckoned(g, order) == (14, 2, "7-1", "7-1")
    run(g, f"{order} go")
    assert result(g, 1) == (14, 2, "8-1", "A1/D1")


@pytest.mark.rule("salerno43:8.7.1a-d", "salerno43:8.7.2a", "salerno43:9.3.1", "salerno43:9.7")
def test_s43_10_automatic_ds() -> None:
    """S43-10: 16 to 2 and two shifts overrun a battalion; a stack passes and attacks Y at 4-1."""
    six = {"0504": f"{PZ} {PG2}", "0605": f"{PZB} {PG3}", "0405": f"{STUG} {PG4}"}
    stack_b = "GE-HG-I-II GE-HG-I1 GE-HG-II1"
    g = field(
        {**six, "0505": BN142, "0502": stack_b, "0508": "BR-46-128(r)"},
        roads=["major 0502-0503-0504-0505-0506-0507"],
        size=(9, 10),
    )
    everyone = "+".join(" ".join(six.values()).split())
    run(g.copy(), "autods 0505")
    assert refused(g, f"autods 0505 with {everyone.replace('+' + PG4, '')} maf 16Pz go") == "8.7.1"
    assert refused(g, "move 0502 0505") == "5.1e"
    run(g, f"autods 0505 with {everyone} maf 16Pz go")
    assert where(g, BN142) == "eliminated"
    assert refused(g, f"move {PZ} 0505") == "8.7.1"
    run(g, "move 0502 0507", "done")
    assert {where(g, u) for u in stack_b.split()} == {"0507"}
    order = f"attack 0508 with {'+'.join(stack_b.split())} maf HG"
    assert reckoned(g, order) == (7, 3, "2-1", "4-1")
    run(g, f"{order} go", "roll 6")
    while kind(g) not in ("advance", "breakthrough group"):
        run(g, sorted(offers(g))[0])
    movers = {*hexes(g, "group"), *hexes(g, "advance")}
    assert movers == set(stack_b.split()), "the Automatic DS stacks advance after all combats"
    run(g, "none", "done")
    assert hexes(g, "group") == set(everyone.split("+"))


@pytest.mark.rule("salerno43:9.3.1", "salerno43:9.3.2")
def test_s43_11_tank_shifts() -> None:
    """S43-11: A only the attacker has tanks, B equal ratings, C only the defender has."""
    board = {"0504": f"{US143} {TANK}"}
    order = f"attack 0505 with {US143}+{TANK} maf {US143} attach {TANK}"
    a = field({**board, "0505": "GE-29PG-I15"}, phase="combat allied")
    assert shifts(a, order) == {"9.3.1": "+1"}
    b = field({**board, "0505": f"GE-29PG-I15 {STUG}"}, phase="combat allied")
    assert shifts(b, order) == {}
    assert shifts(b, f"attack 0505 with {US143}") == {"9.3.2": "-1"}
    assert shifts(b, f"attack 0505 with {US143}+{TANK} maf {US143}") == {"9.3.2": "-1"}


@pytest.mark.rule("salerno43:9.3.4")
def test_s43_12_tank_destroyers(tmp_path: Path) -> None:
    """S43-12: A a 3 counts 2 against a tank of 3, B a 4 counts 3; in defence it keeps its rating."""
    g = field({"0504": HUNTER, "0505": STUG}, phase="combat allied")
    order = f"attack 0505 with {HUNTER}"
    assert shifts(g, order) == {"9.3.2": "-1"}
    units = (Salerno43.data / "units.csv").read_text("utf-8")
    head, *rows = units.splitlines()
    column = head.split(",").index("tank")
    changed = [row.split(",") for row in rows]
    for row in changed:
        if row[0] == HUNTER:
            row[column] = "4"
    text = "\n".join([head, *(",".join(row) for row in changed)]) + "\n"
    (tmp_path / "units.csv").write_text(text, "utf-8")
    assert shifts(grognard.load(g.position, dice="asked", data=tmp_path), order) == {}
    defending = field({"0504": HUNTER, "0505": STUG}, phase="combat german")
    assert shifts(defending, f"attack 0504 with {STUG}") == {}


@pytest.mark.rule("salerno43:9.8a")
def test_s43_13_river_doubling() -> None:
    """S43-13: X all across rivers, 10 to 6; Y one attacker is not, 12 to 3."""
    board = {"0505": PG, "0504": US143, "0605": US142, "0606": BN142}
    rivers = {"river": "0504/0505 0605/0505"}
    g = field(board, sides=rivers, phase="combat allied")
    assert reckoned(g, f"attack 0505 with {US143}+{US142} maf 36")[:3] == (10, 6, "1-1")
    assert reckoned(g, f"attack 0505 with {US143}+{US142}+{BN142} maf 36")[:3] == (12, 3, "4-1")


# -- 11 and 12


@pytest.mark.rule("salerno43:11.2.1a", "salerno43:11.2.1c", "salerno43:11.2.3a")
@pytest.mark.rule("salerno43:11.2.4a", "salerno43:11.5.2a", "salerno43:11.5.3a", "salerno43:10.4.1")
def test_s43_14_desperate_defence() -> None:
    """S43-14: D1 on a Hill without a way out: four steps lost, a 1-3-3 Remnant holds."""
    ring = {
        "0504": f"{PZ} {PG}",
        "0605": f"{PZB} {PG2}",
        "0606": DOR,
        "0506": PG3,
        "0406": PG4,
        "0405": STUG,
    }
    g = field(
        {
            "0505": "BR-46-5H BR-2Cdo BR-46-138",
            **ring,
            "0503": "GE-16Pz-ASU GE-14Pz",
            "0208": US142,
            "0207": "GE-29PG-I15",
        },
        terrain={"h": "0505"},
        phase="combat german",
        lines="air GE\nsupply 0 0",
    )
    everyone = "+".join(" ".join(ring.values()).split())
    order = f"attack 0505 with {everyone} maf 16Pz air GE asu GE-16Pz-ASU asu GE-14Pz"
    assert reckoned(g, order) == (20, 20, "1-1", "4-1")
    run(g, f"{order} go")
    assert result(g, 5)[2:] == ("4-1", "D1")
    run(g, "lose BR-46-5H", "stand")
    assert hexes(g, "lead") == {"BR-2Cdo", "BR-46-138"}
    run(g, "lead BR-2Cdo", "roll 2")
    assert where(g, "BR-2Cdo") == "eliminated"
    run(g, "roll 3")
    assert steps(g, "BR-46-138") == 2
    run(g, "roll 5", "hold", "remnant")
    assert (where(g, "BR-46-138"), steps(g, "BR-46-138")) == ("0505", 1)
    counter = rules(g).units.find("BR-46-138")
    assert counter is not None
    assert (counter.attack[1], counter.defense[1], counter.move) == (1, 3, 3)
    assert (kind(g), g.side) == ("attack", "german")


@pytest.mark.rule("salerno43:11.6.1a", "salerno43:11.6.2a", "salerno43:11.6.2b", "salerno43:14.2.2")
def test_s43_15_delay_and_partial_success() -> None:
    """S43-15: A gives way 1 to 3 hexes and the attacker takes the hex alone; B a City Battle.

    The caption of the picture lets the attacker of A go anywhere: ruling, the rule's text counts.
    """
    order = f"attack 0505 with {PZ}+{PG} maf 16Pz go"
    units = {"0505": US142, "0504": f"{PZ} {PG}", "0208": "GE-29PG-I15", "0209": US141}
    a = run(field(units, phase="combat german", size=(9, 12)), order, "roll 1", "stand", "roll 4")
    assert kind(a) == "retreat"
    run(a, "retreat 0506")
    assert "stop" in offers(a)
    assert where(run(a.copy(), "retreat 0507", "retreat 0508"), US142) == "0508"
    run(a, "stop")
    assert (where(a, US142), status(a, US142)) == ("0506", "disrupted")
    assert kind(a) == "advance"
    run(a, f"advance {PZ}")
    assert where(a, PZ) == "0505"
    city = {"0505": US142, "0504": f"{PZ} {PG}", "0605": PG3}
    b = field(city, terrain={"C": "0505"}, phase="combat german", size=(9, 12))
    run(b, f"attack 0505 with {PZ}+{PG}+{PG3} maf 16Pz go", "roll 5", "stand", "roll 3")
    assert (where(b, US142), status(b, US142)) == ("0505", "good")
    assert "cities 0505" in b.position
    assert kind(b) != "advance"


def driven_back(units: dict[str, str], order: str, **how: object) -> Game:
    """A retreat of two hexes out of 0505 about to begin."""
    g = field(units, phase="combat german", size=(9, 10), **how)  # type: ignore[arg-type]
    run(g, f"{order} go")
    return run(g, "roll 1", "fallback")


@pytest.mark.rule("salerno43:12.1.2", "salerno43:12.1.3c", "salerno43:12.2d")
def test_s43_16_retreat_1() -> None:
    """S43-16: A's only way leads to C; D and E open two of the four hexes that B can reach."""
    ring = {"0705": PG2, "0707": PG3, "0305": PG4, "0307": DOR, "0508": "GE-29PG-I15"}
    order = f"attack 0505 with {PZ}+{PG} maf 16Pz"
    a = driven_back({"0505": US142, "0504": f"{PZ} {PG}", **ring, "0507": BN142}, order)
    assert where(a, US142) == "0507"
    assert status(a, US142) == "disrupted"
    alone = driven_back({"0505": US142, "0504": f"{PZ} {PG}", **ring}, order)
    assert ends(alone) == {"0506"}, "to survive comes before to get farther away"

    attackers = {"0504": PZ, "0605": PG, "0405": PG2, "0707": PG3, "0207": PG4}
    order = f"attack 0505 with {PZ}+{PG} maf 16Pz"
    b = {"0505": US142, **attackers}
    assert ends(driven_back({**b, "0607": BN142, "0706": BN141}, order)) == {
        "0507",
        "0407",
        "0607",
        "0706",
    }
    assert ends(driven_back(b, order)) == {"0507", "0407"}


def ends(g: Game) -> set[str]:
    """Where the retreat of the 142nd may end."""
    if kind(g) != "retreat":
        return {where(g, US142)}
    return set().union(*(ends(run(g.copy(), action.text)) for action in g.legal_actions))


@pytest.mark.rule("salerno43:12.2c", "salerno43:12.2e")
def test_s43_17_retreat_2() -> None:
    """S43-17: two zones in a row kill A; B passes C and saves itself by a third hex."""
    ring = {"0705": PG2, "0707": PG3, "0305": PG4, "0307": DOR}
    attackers = {"0504": f"{PZ} {PG}"}
    order = f"attack 0505 with {PZ}+{PG} maf 16Pz"
    a = driven_back({"0505": US142, **attackers, **ring, "0506": "GE-29PG-I15"}, order)
    assert where(a, US142) == "eliminated"

    close = {"0605": PG2, "0405": PG3, "0606": PG4, "0406": DOR, "0607": "GE-29PG-I15"}
    b = {"0505": US142, **attackers, **close}
    saved = ends(driven_back({**b, "0506": BN142}, order))
    assert "0508" in saved
    assert "eliminated" not in saved
    assert not saved & {"0507", "0607", "0407", "0506"}
    shut = {**b, "0506": BN142, "0508": "GE-29PG-II15", "0308": "GE-29PG-III15"}
    assert ends(driven_back(shut, order)) == {"eliminated"}


# -- 14 and 15


@pytest.mark.rule("salerno43:14.2.1", "salerno43:14.3", "salerno43:14.4.1a", "salerno43:14.4.1b")
def test_s43_18_advance_through_the_vacated_hex() -> None:
    """S43-18: zones of control are ignored in the vacated hex; other directions are open too."""
    g = field({"0505": BN142, "0504": PZ, "0606": US142}, phase="combat german")
    run(g, f"attack 0505 with {PZ} maf {PZ} go")
    assert result(g, 6) == (5, 2, "3-1", "D1")
    run(g, "none", f"advance {PZ}")
    assert {"0505", "0503", "0404", "0405", "0604"} <= hexes(g, "to")
    through = run(g.copy(), "to 0505")
    assert {"0506", "0406"} <= hexes(through, "to")
    run(through, "to 0506")
    assert kind(through) != "advance to", "0506 is in a zone of control"
    run(g, "to 0605")
    assert kind(g) != "advance to", "so is 0605"


@pytest.mark.rule("salerno43:14.5b", "salerno43:14.5d")
def test_s43_19_advance_and_terrain() -> None:
    """S43-19: neither over a Mountain hexside nor over a river that was not attacked across."""
    g = field(
        {"0505": BN142, "0504": PZ, "0901": PG, "0902": US142},
        sides={"mountain": "0505/0506", "river": "0505/0606"},
        phase="combat german",
    )
    run(g, f"attack 0505 with {PZ} maf {PZ} go", "roll 6", "none", f"advance {PZ}", "to 0505")
    assert {"0605", "0406"} <= hexes(g, "to")
    assert refused(g, "to 0506") == "14.5"
    assert refused(g, "to 0606") == "14.5"


@pytest.mark.rule("salerno43:15.2.2a", "salerno43:15.2.3", "salerno43:15.2.4c", "salerno43:15.2.1b")
def test_s43_20_forming_a_breakthrough_group() -> None:
    """S43-20: four units out of three hexes form up in the vacated hex, attack Y, enter and stop."""
    units = {"0504": f"{PG} {PG2}", "0405": PZ, "0605": PG3, "0505": US142, "0506": BN142}
    g = field({**units, "0208": DOR, "0209": US141}, phase="combat german", size=(9, 12))
    four = [PG, PG2, PZ, PG3]
    run(g, f"attack 0505 with {'+'.join(four)} maf 16Pz go")
    assert result(g, 1) == (12, 4, "5-1", "DR2")
    run(g, "fallback")
    while kind(g) == "retreat":
        run(g, next(o for o in sorted(offers(g), reverse=True)))
    run(g, *(f"group {u}" for u in four), "go")
    assert {where(g, u) for u in four} == {"0505"}
    run(g, "assault 0506", "maf 16Pz")
    assert result(g, 2) == (12, 2, "8-1", "D1")
    assert offers(g) == {"to 0506", "stay", *(f"leave {u}" for u in four)}
    run(g, "to 0506")
    assert {where(g, u) for u in four} == {"0506"}
    assert kind(g) != "breakthrough"


@pytest.mark.rule("salerno43:15.2.4a-c", "salerno43:9.3.1", "salerno43:15.2.6a")
def test_s43_21_action_costs() -> None:
    """S43-21: Advance 3: turning round, one hex, one Breakthrough Combat; entering B is free."""
    units = {"0505": BN142, "0504": PZ, "0303": BN141}
    g = field({**units, "0901": DOR, "0902": US141}, phase="combat german")
    run(g, f"attack 0505 with {PZ} maf {PZ} go", "roll 6", f"group {PZ}", "go")
    assert not hexes(g, "assault")
    run(g, "to 0404")
    assert hexes(g, "assault") == {"0303"}
    assert not hexes(g, "to"), "one action is left and the zone of control stops the tanks"
    run(g, "assault 0303")
    assert result(g, 6) == (5, 2, "3-1", "D1")
    run(g, "to 0303")
    assert where(g, PZ) == "0303"
    assert kind(g) != "breakthrough"
    two = field({**units, "0901": DOR, "0902": US141}, phase="combat german")
    run(two, f"attack 0505 with {PZ} maf {PZ} go", "roll 3", "fallback")
    while kind(two) == "retreat":
        run(two, sorted(offers(two))[0])
    run(two, f"group {PZ}", "go", "to 0404")
    assert kind(two) != "breakthrough", "turning round and one hex use up an Advance of 2"


@pytest.mark.rule("salerno43:15.2.5")
def test_s43_22_no_extra_hexes() -> None:
    """S43-22: with Advance 2, one hex and an attack; the D1 of that attack adds nothing."""
    units = {"0505": BN142, "0504": PZ, "0507": BN141, "0901": DOR, "0902": US141}
    g = field({**units, "0406": PG}, phase="combat german", size=(9, 12))
    run(g, f"attack 0505 with {PZ} maf {PZ} go", "roll 5", f"group {PZ}", "go", "to 0505")
    while kind(g) == "lose":
        run(g, sorted(offers(g))[0])
    run(g, "to 0506") if "to 0506" in offers(g) else None
    assert where(g, PZ) == "0506"
    assert kind(g) != "breakthrough", "two hexes are used up: no attack on 0507"


# -- 16 to 18


@pytest.mark.rule(
    "salerno43:16.3.2a", "salerno43:16.3.2e", "salerno43:16.3.2f", "salerno43:16.3.3b"
)
@pytest.mark.parametrize(
    ("germans", "friend", "supplied"),
    [
        ({"0401": PG, "0703": PG2}, {}, True),
        ({"0501": PG}, {}, False),
        ({"0501": PG}, {"0502": BN142}, True),
        ({"0501": PG, "0503": PG2}, {}, False),
    ],
)
def test_s43_23_supply(germans: dict[str, str], friend: dict[str, str], supplied: bool) -> None:
    """S43-23: zones one by one are passed, two in a row only with a friend in one, a bond never."""
    sea = " ".join(f"{c:02d}{r:02d}" for c in range(1, 10) for r in (1, 3) if r)
    land = {x for x in sea.split() if x in germans}
    terrain = {"~": " ".join(x for x in sea.split() if x not in land)}
    g = field(
        {"0302": "US-BH-Red", "0802": US142, **germans, **friend},
        terrain=terrain,
        size=(9, 3),
        phase="supply allied",
    )
    assert marked(g, US142, "oos") is not supplied


@pytest.mark.rule("salerno43:17.4")
@pytest.mark.parametrize(("place", "within"), [("0501", True), ("0901", False)])
def test_s43_24_range(place: str, within: bool) -> None:
    """S43-24: the guns of the 3rd Division reach four hexes."""
    g = field({"0505": PG, "0504": "US-3-30", place: "US-3-ASU"}, phase="combat allied")
    run(g, "attack 0505 with US-3-30 maf US-3-30")
    assert ("asu US-3-ASU" in offers(g)) is within


@pytest.mark.rule("salerno43:18.1.4a", "salerno43:18.1.4b", "salerno43:9.3.1")
def test_s43_25_beachhead_defence() -> None:
    """S43-25: 2 and half of A, nothing of B: 5 to 4, and A does not deny the Tank Shift."""
    g = field(
        {"0505": "US-BH-Red", "0504": PZ, "0605": US142, "0506": US141}, phase="combat german"
    )
    order = f"attack 0505 with {PZ}"
    assert reckoned(g, order) == (5, 4, "1-1", "2-1")
    with_tank = field(
        {"0505": "US-BH-Red", "0504": PZ, "0605": f"{US142} {TANK}"}, phase="combat german"
    )
    assert shifts(with_tank, order) == {"9.3.1": "+1"}


@pytest.mark.rule("salerno43:18.4.3b")
def test_s43_26_landing_points() -> None:
    """S43-26: tank battalion, guns and a Remnant take one point each."""
    boxes = "reserve BR-46RTR BR-46-ASU BR-46-139(rr) BR-7A-11H"
    units = {"2712": "BR-BH-Roger", "2710": "BR-BH-Uncle", "4010": PG}
    g = real(units, phase="movement allied", lines=boxes)
    for name in ("BR-46RTR", "BR-46-ASU", "BR-46-139"):
        run(g, f"move {name} sail 2712", "stay")
    assert refused(g, "move BR-7A-11H sail 2712") == "18.4.4"
    assert {where(g, u) for u in ("BR-46RTR", "BR-46-ASU", "BR-46-139")} == {"2712"}


@pytest.mark.rule("salerno43:24.3", "salerno43:5.3a")
def test_s43_27_turn_1_allowance() -> None:
    """S43-27: 5 is halved to 3, with Extended Movement 6."""
    g = field({"0501": PG}, turn=1, size=(9, 12))
    far = g.reach(PG)
    assert far["0507"][0] == "6"
    assert "0508" not in far
    near = field({"0501": PG, "0506": US142}, turn=1, size=(9, 12))
    assert "0504" in near.reach(PG)
    assert "0505" not in near.reach(PG), "only 3 points lead into a zone of control"


@pytest.mark.rule("salerno43:7.3c", "salerno43:25.1.3", "salerno43:25.1.4a")
def test_s43_28_disengagement() -> None:
    """S43-28: A frees B, C goes to Y, all three may try; D is enclosed by bonds and may not."""
    pocket = {"0202": PG4, "0201": "US-45-179", "0302": "US-45-157", "0102": "US-34-135"}
    front = {"0505": PG2, "0705": PG, "0806": PG3, "0504": US142, "0606": US141}
    g = field({**pocket, **front}, options="25.1")
    run(g, f"move {PG} 0605", f"move {PG2} 0605", f"move {PG3} 0706")
    assert not g.reach(PG4)
    run(g, "done")
    assert hexes(g, "disengage") >= {PG, PG2, PG3}
    assert PG4 not in hexes(g, "disengage")
    run(g, f"disengage {PG2}", "roll 5")
    while kind(g) == "retreat":
        assert not {"0505", "0705", "0604"} & hexes(g, "retreat"), "not into a zone of control"
        run(g, sorted(offers(g))[0])
    assert status(g, PG2) == "disrupted"
    assert PG2 not in hexes(g, "disengage")


@pytest.mark.rule("salerno43:25.3")
def test_s43_29_limited_supply_from_a_port() -> None:
    """S43-29: a port of one point supplies three regiments and the guns, and nobody else."""
    division = "US-3-30 US-3-7 US-3-15 US-3-ASU"
    how = {"features": {"port1": "0505"}, "phase": "supply allied", "lines": "control 0505"}
    units = {"0505": division, "0904": PG}
    g = field(units, options="25.3", **how)  # type: ignore[arg-type]
    assert not any(marked(g, u, "oos") for u in division.split())
    more = {**units, "0504": BN142}
    g = field(more, options="25.3", **how)  # type: ignore[arg-type]
    everyone = [*division.split(), BN142]
    assert (kind(g), g.side) == ("port supply", "allied")
    run(g, f"short {BN142}")
    fed = [u for u in everyone if not marked(g, u, "oos")]
    assert sum(3 if u[-1].isdigit() and u != BN142 else 1 for u in fed) == 10
    assert len(fed) == 4
    g = field(more, **how)  # type: ignore[arg-type]
    assert not any(marked(g, u, "oos") for u in everyone)
