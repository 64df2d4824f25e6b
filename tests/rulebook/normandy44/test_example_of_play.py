"""The example of play, 6 June, replayed battle by battle on the map of the game.

The text names few hexes; the others are chosen so that the strengths and results of the example come out.  Where
our counters or hexes make a difference, the test of that battle says so.  ``golden/dday.record`` keeps the whole.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golden.book import restamp

import grognard
from grognard import Game
from grognard.games.normandy44.situation import DISRUPTED

RECORD = Path(__file__).with_name("golden") / "dday.record"
OFF = {-2: "eliminated", -11: "sea Omaha"}


def run(g: Game, *orders: str | int) -> Game:
    for order in orders:
        g.play(f"roll {order}" if isinstance(order, int) else order)
    return g


def unit(g: Game, name: str) -> int:
    found = g.rules.units.find(name)
    assert found is not None, name
    return int(found.index)


def where(g: Game, name: str) -> str:
    place = g.state.hex[unit(g, name)]
    return OFF[place] if place < 0 else str(g.state.word(place))


def steps(g: Game, *names: str) -> list[int]:
    return [g.state.steps[unit(g, name)] for name in names]


def move(g: Game, *orders: str) -> None:
    """Each order is a unit and a hex; it stays there."""
    for order in orders:
        run(g, f"move {order}")
        if g.decision is not None and g.decision.kind == "step":
            run(g, "stay")


def land(g: Game, name: str, beach: str, onward: str = "") -> None:
    run(g, f"move {name}", f"land {beach}", *([f"to {onward}"] if onward else []))
    if g.decision is not None and g.decision.kind == "step":
        run(g, "stay")


def attack(g: Game, target: str, units: str, maf: str, *more: str) -> tuple[tuple[int, int], str]:
    """The strengths and the column of an attack that is declared."""
    run(g, f"attack {target}", *(f"with {name}" for name in units.split()), f"maf {maf}", *more)
    assert g.decision is not None
    assert g.decision.ledger is not None
    sheet = g.decision.ledger()
    sums = [int(line.amount) for line in sheet.lines if "total" in str(line.what)]
    return (sums[0], sums[1]), sheet.column


def kind(g: Game) -> str:
    assert g.decision is not None
    return g.decision.kind


def fall_back(g: Game) -> None:
    """The defenders do not stand; where they may choose, they take the first way."""
    run(g, "fallback")
    while g.decision is not None and g.decision.kind == "retreat":
        g.play(g.decision.actions[0])


# -- the Special Invasion Phase


def invaded() -> Game:
    """N44-30 to N44-36 with the dice of the example."""
    g = grognard.new("normandy44", scenario="seven", dice="asked")
    run(g, 5, 2, 2, 1, 2, 6, 6, 1, 3)
    run(g, "beach Utah", 4, "lose US-4-8", 1)
    run(g, "advance US-4-12", "to 2713", "advance US-Tk-70", "to 2813", "done")
    run(g, "beach Hoc", 4, 4)
    run(g, "beach Omaha", "assault US-29-115", "assault US-29-116", "assault US-Tk-743")
    run(g, 1, "lose US-29-116", 6, "lose US-29-115", 2, 2, "lose US-1-16", "lose US-1-18", 4)
    run(g, "beach Gold", "assault BR-50-56", "assault BR-50-231", "assault BR-8A-NY", 4)
    run(g, "lose BR-50-56", 6, 6, 1)
    run(g, "advance BR-50-69", "to 2426", "advance BR-8A-4-7RDG", "to 2426", "done")
    run(g, "beach Juno", "assault CAN-3-7", "assault CAN-3-8", "assault CAN-2A-1Hus", 2)
    run(g, "lose CAN-3-7", 1, 1, "lose BR-4SS", "lose CAN-3-9", 5)
    run(g, 6, 4, "advance BR-1SS", "to 2330", "advance BR-27A-1318", "to 2330", "done")
    return g


@pytest.mark.rule("normandy44:20.1a", "normandy44:20.3.1")
def test_after_the_invasion() -> None:
    g = invaded()
    assert steps(g, "US-82-505", "US-82-507", "US-82-508") == [3, 1, 1]
    assert steps(g, "US-101-501", "US-101-502", "US-101-506") == [1, 2, 3]
    assert steps(g, "US-4-8", "US-4-12", "US-Tk-70") == [2, 3, 1]
    assert steps(g, "US-29-115", "US-29-116", "US-1-16", "US-1-18") == [2, 2, 2, 2]
    assert steps(g, "US-Tk-743", "US-Tk-741", "BR-8A-4-7RDG", "BR-8A-NY") == [1, 2, 1, 2]
    assert steps(g, "BR-3-8", "BR-1SS", "BR-27A-1318") == [3, 2, 2]
    assert [where(g, u) for u in ("US-4-12", "US-Tk-70", "US-Rgr-2", "US-Rgr-5")] == [
        "2713",
        "2813",
        "2818",
        "sea Omaha",
    ]
    assert (g.phase, g.side) == ("movement", "german")


# -- the German turn


def german_moves(g: Game) -> Game:
    """N44-37 The 21st Panzer has three points; Cotentin moves one hex and stays ready; a battalion of the 711th
    keeps the line of the Ost battalion at Merville open."""
    move(g, "GE-HQ-Cotentin 3006", "GE-SturmAOK7 3012")
    move(g, "GE-91-1057 2809", "GE-91-1058 2909", "GE-91-3-1057 2909", "GE-100Pz 2809")
    move(g, "GE-91-3-1058 2711", "GE-3FK-1 2718", "GE-352-1-914 2718", "GE-352-2-914 2718")
    move(g, "GE-352-PzJg 2519", "GE-352-2-916 2519", "GE-HQ-84 2519", "GE-352-1-916 2524")
    move(g, "GE-352-1-915 2324", "GE-352-2-915 2324", "GE-21-192 2230", "GE-21-125 1931")
    move(g, "GE-21-200StuG 1931", "GE-21-21rec 1932", "GE-21-200AT 2328", "GE-716-2-726 2328")
    move(g, "GE-711-3-744 2333")
    return run(g, "done")


def german_attacks(g: Game) -> Game:
    """N44-38 to N44-40"""
    odds = attack(
        g,
        "2810",
        "GE-91-1057 GE-91-1058 GE-91-3-1057 GE-100Pz",
        "GE91",
        "attach GE-100Pz",
        "hq GE-HQ-Cotentin",
    )
    assert odds == ((12, 4), "5-1")
    run(g, "go", 5)
    assert where(g, "US-82-507") == "eliminated"
    run(g, "done")
    panzers = "GE-21-125 GE-21-200StuG GE-21-21rec"
    assert attack(g, "2032", panzers, "21Pz") == ((12, 2), "7-1")
    run(g, "go", 4)
    assert where(g, "BR-6-8-3") == "eliminated"
    assert steps(g, *panzers.split()) == [3, 2, 2], "one step cannot be two: no German loss"
    run(g, *(f"reserve {name}" for name in panzers.split()), "done")
    assert g.phase == "reserve-movement"
    move(g, "GE-21-125 2031", "GE-21-200StuG 2031", "GE-21-21rec 2032")
    assert attack(g, "2131", panzers, "21Pz") == ((12, 9), "2-1")
    run(g, "go", 3)
    assert g.side == "allied", "the Allied player picks the German loss"
    run(g, "lose GE-21-200StuG", "done")
    assert steps(g, "GE-21-200StuG", "BR-6-5") == [1, 2]
    assert where(g, "BR-6-5") == "2131"
    return g


@pytest.mark.rule("normandy44:15.3", "normandy44:12.1b", "normandy44:12.1d", "normandy44:20.4b")
def test_the_german_turn() -> None:
    g = german_attacks(german_moves(invaded()))
    assert (g.turn, g.phase, g.side) == (1, "movement", "allied")
    assert g.state.sp[3] == 2, "Cotentin has fired for a point of the fortress"
    marked = g.state.oos | g.state.red
    assert not any(marked >> u & 1 for u in g.state.on_map(1)), "all Germans are in supply"


# -- the Allied turn


def allied_moves(g: Game) -> Game:
    move(g, "US-4-8 2813", "US-4-12 2712", "US-Tk-70 2712")
    for name in ("US-Eng-1S", "US-4-22", "US-101-327", "US-Tk-746"):
        land(g, name, "2814")
    land(g, "US-Eng-5S", "2719")
    land(g, "US-HQ-5", "2719")
    move(g, "BR-8A-4-7RDG 2425", "BR-50-69 2425", "BR-50-151 2425")
    land(g, "BR-Eng-9", "2525")
    move(g, "CAN-3-8 2428", "CAN-3-7 2428")
    land(g, "BR-Eng-7", "2528")
    land(g, "CAN-2A-SFR", "2528", "2428")
    move(g, "BR-1SS 2329", "BR-27A-1318 2329", "BR-3-8 2329")
    land(g, "BR-Eng-5", "2430")
    for name in ("BR-3-9", "BR-3-185", "BR-27A-SY"):
        land(g, name, "2430", "2330")
    return run(g, "done")


@pytest.mark.rule("normandy44:20.5.2", "normandy44:20.5.3", "normandy44:7.1c")
def test_omaha_is_full_but_for_headquarters_and_engineers() -> None:
    g = german_attacks(german_moves(invaded()))
    land(g, "US-Eng-5S", "2719")
    with pytest.raises(grognard.IllegalAction) as full:
        g.copy().play("move US-1-26")
    assert full.value.rule == "20.5.3"
    land(g, "US-HQ-5", "2719")
    assert where(g, "US-HQ-5") == "2719"


def battle_a(g: Game) -> None:
    """N44-41 The 4th Division with a unit of the 101st against an Ost battalion in bocage."""
    found = attack(g, "2812", "US-4-8 US-101-506", "US4", "attach US-101-506")
    assert found == ((8, 4), "3-1")
    run(g, "go", 6)
    assert where(g, "GE-709-795") == "eliminated"
    assert kind(g) == "advance"
    run(g, "done")


def battle_b(g: Game) -> None:
    """N44-42 The Germans fall back to Carentan; the tanks drive on to Sainte-Mère-Église."""
    assert attack(g, "2711", "US-4-12 US-Tk-70", "US4", "attach US-Tk-70") == ((7, 4), "2-1")
    run(g, "go", 4)
    fall_back(g)
    assert where(g, "GE-91-3-1058") == "2512"
    assert g.state.status[unit(g, "GE-91-3-1058")] == DISRUPTED
    with pytest.raises(grognard.IllegalAction):
        g.copy().play("advance US-101-501")  # Scattered, though stacked with the attackers
    run(g, "advance US-Tk-70", "to 2711", "to 2811", "done")
    assert where(g, "US-Tk-70") == "2811"


def battle_c(g: Game) -> None:
    """N44-43 Who has just landed is halved, and only enters the hex of the strongpoint."""
    landed = "US-4-22 US-101-327 US-Tk-746"
    assert attack(g, "2913", landed, "US4", "attach US-101-327") == ((7, 2), "4-1")
    run(g, "go", 5)
    assert where(g, "GE-SP-709-2") == "eliminated"
    run(g, "advance US-4-22 to 2913", "done")
    assert (where(g, "US-4-22"), where(g, "US-Eng-1S")) == ("2913", "2814")


def battle_d(g: Game) -> None:
    """N44-44 The flak leads: 4 and one for its class hold at the price of a step."""
    regiments = "US-29-115 US-29-116 US-Tk-743"
    odds = attack(g, "2718", regiments, "US29", "attach US-Tk-743", "naval US")
    assert odds == ((9, 9), "2-1")
    run(g, "go", 5, "stand", "lead GE-3FK-1", 4)
    assert steps(g, "GE-3FK-1") == [1]
    assert where(g, "GE-3FK-1") == "2718"
    assert g.state.status[unit(g, "GE-3FK-1")] != DISRUPTED


def battle_e(g: Game) -> None:
    """N44-45 Ours is a town with a headquarters in it: the sum is the same."""
    regiments = "US-1-16 US-1-18 US-Tk-741"
    odds = attack(g, "2519", regiments, "US1", "attach US-Tk-741", "naval US")
    assert odds == ((11, 8), "2-1")
    run(g, "go", 1, "lose US-1-16")
    assert steps(g, "US-1-16") == [1]
    assert g.state.naval[0] == 0


def battle_f(g: Game) -> None:
    """N44-46 No stand; the hex of the text is closed by our British in 2425, so it goes to the next."""
    brigades = "BR-50-56 BR-50-231 BR-8A-NY"
    assert attack(g, "2524", brigades, "BR50", "attach BR-8A-NY") == ((12, 4), "4-1")
    run(g, "go", 3, "fallback", "retreat 2523", "retreat 2423")
    assert where(g, "GE-352-1-916") == "2423"
    assert g.state.status[unit(g, "GE-352-1-916")] == DISRUPTED
    run(g, "done")


def battle_g(g: Game) -> None:
    """N44-47 Over a minor river; the tanks that gave the shift take the loss."""
    brigades = "BR-50-69 BR-50-151 BR-8A-4-7RDG"
    odds = attack(g, "2324", brigades, "BR50", "attach BR-8A-4-7RDG", "naval CW")
    assert odds == ((7, 6), "3-1")
    run(g, "go", 5, "lose GE-352-1-915")
    fall_back(g)
    assert where(g, "GE-352-1-915") == where(g, "BR-8A-4-7RDG") == "eliminated"
    assert g.state.status[unit(g, "GE-352-2-915")] == DISRUPTED
    run(g, "done")


def battle_h(g: Game) -> None:
    """N44-48 Anti-tank guns take the shift away and lead; the Canadian brigade becomes a Cadre."""
    brigades = "CAN-3-8 CAN-3-7 CAN-2A-SFR"
    odds = attack(g, "2328", brigades, "3Can", "attach CAN-2A-SFR", "naval CW")
    assert odds == ((12, 7), "2-1")
    run(g, "go", 4, "stand", "lead GE-21-200AT", "none", 5)
    assert g.side == "german"
    run(g, "lose CAN-3-7")
    assert steps(g, "GE-21-200AT", "CAN-3-7") == [1, 1]
    assert where(g, "GE-21-200AT") == "2328"


def battle_i(g: Game) -> None:
    """N44-49 Our strongpoint has Quality -1, which is a column more; it dies all the same, and nobody else."""
    brigades = "BR-3-9 BR-3-185 BR-27A-SY"
    assert attack(g, "2331", brigades, "BR3", "attach BR-27A-SY") == ((8, 2), "5-1")
    run(g, "go", 6)
    assert where(g, "GE-SP-716-8") == "eliminated"
    assert steps(g, *brigades.split()) == [3, 3, 2]
    run(g, "advance BR-3-9 to 2331", "done")
    assert where(g, "BR-3-9") == "2331"


def battle_j(g: Game) -> None:
    """N44-50 The brigade's tanks are the force (10.3.4 would bar the commandos), the commandos are attached."""
    force = "BR-1SS BR-27A-1318 BR-3-8"
    assert attack(g, "2230", force, "27ArmdBde", "attach BR-1SS") == ((11, 10), "1-1")
    run(g, "go", 3, "lose BR-27A-1318", "stand", "lead GE-SP-Hillman")
    if kind(g) == "defensive support":
        run(g, "none")
    run(g, 2)
    while g.decision is not None and g.decision.kind == "retreat":
        run(g, "retreat 2129" if "retreat 2129" in map(str, g.legal_actions) else "stop")
    assert where(g, "GE-SP-Hillman") == "eliminated"
    assert where(g, "GE-21-192") == "2129", "one hex, into the town"
    assert kind(g) == "advance"
    run(g, "done")


BATTLES = (
    *(battle_a, battle_b, battle_c, battle_d, battle_e),
    *(battle_f, battle_g, battle_h, battle_i, battle_j),
)


def d_day() -> Game:
    """The whole of 6 June."""
    g = allied_moves(german_attacks(german_moves(invaded())))
    for battle in BATTLES:
        battle(g)
    while g.turn == 1 and g.decision is not None:
        run(g, "done")
    return g


@pytest.mark.rule(
    "normandy44:20.5.1", "normandy44:10.3.3", "normandy44:12.4.3", "normandy44:12.2.1b"
)
def test_d_day_battle_by_battle() -> None:
    g = d_day()
    assert (g.turn, g.phase) == (2, "initial")
    assert g.state.open_beaches() == ["Utah", "Omaha", "Gold", "Juno", "Sword"]


def test_the_record_of_d_day(tmp_path: Path) -> None:
    """It replays, under data that may say the same in other words, to the position that the example reaches."""
    copy = tmp_path / RECORD.name
    copy.write_text(RECORD.read_text("utf-8"), "utf-8")
    restamp(copy)
    text = copy.read_text("utf-8")
    kept = grognard.load(text)
    assert kept.record == text
    assert kept.position == d_day().position
    assert len(grognard.verify(text)) == 1, "only that the dice were entered by hand"


if __name__ == "__main__":
    RECORD.write_text(d_day().record, "utf-8")
