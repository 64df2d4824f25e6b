"""10, 12-15 Who attacks what, single results, retreats, advances and Reserves: what the other tests leave."""

from __future__ import annotations

import pytest

from grognard.engine.game import Game
from grognard.games.normandy44.situation import Situation

from .field import (
    field,
    hexes,
    index,
    ledger,
    mark,
    marked,
    offers,
    put,
    refused,
    run,
    steps,
    unit,
    where,
)
from .test_scenarios import engineers, staged


def disrupted(g: Game[Situation], name: str) -> bool:
    return g.state.status[unit(g, name)] == 1


# -- 10 attacks


@pytest.mark.rule("normandy44:10.1c", "normandy44:10.2a")
def test_all_in_a_hex_defend_together_and_one_hex_is_attacked() -> None:
    g = field(
        {"0404": "US-1-16", "0405": "GE-352-1-914 GE-352-2-914", "0503": "GE-91-1057"},
    )
    run(g, "attack 0405 with US-1-16 maf US1")
    assert ledger(g).strengths == (7, 4)
    assert "attack 0503" not in offers(g)


@pytest.mark.rule("normandy44:10.2b", "normandy44:10.2c", "normandy44:10.1b")
def test_a_stack_may_attack_different_hexes_each_unit_once() -> None:
    g = field(
        {"0404": "US-1-16 US-1-18", "0405": "GE-352-1-914", "0403": "GE-352-2-914"},
    )
    run(g, "attack 0405 with US-1-16 maf US1 go", 1, "fallback")
    while g.decision is not None and g.decision.kind != "attack":
        g.play(g.decision.actions[-1])
    assert hexes(g, "attack") == {"0403"}
    run(g, "attack 0403")
    assert hexes(g, "with") == {"US-1-18"}
    assert refused(g, "with US-1-16") == "10.1"


@pytest.mark.rule("normandy44:10.2d", "normandy44:10.1a")
def test_six_hexes_may_attack_one_and_nobody_must() -> None:
    around = ("0404", "0406", "0304", "0305", "0504", "0505")
    names = ("US-1-16", "US-1-18", "US-1-26", "US-9-39", "US-9-47", "US-9-60")
    g = field(
        {**dict(zip(around, names, strict=True)), "0405": "GE-352-1-914", "0407": "GE-91-1057"}
    )
    run(g, "attack 0405")
    assert hexes(g, "with") == set(names)
    run(g, *(f"with {name}" for name in names))
    assert "maf US1" in offers(g)
    run(g, "cancel", "done")
    assert g.phase != "combat"
    assert not g.state.struck


@pytest.mark.rule("normandy44:10.5b", "normandy44:10.5c", "normandy44:19.1.3", "normandy44:11.10")
def test_support_is_declared_before_the_jabos_and_the_die() -> None:
    """A German attack in clear weather: artillery first, then the die of the Jabos, then that of the combat."""

    def begin(state: Situation) -> None:
        state.sp = [0, 0, 1, 0, 0]

    g = field(
        {"0404": "GE-12SS-25", "0403": "GE-HQ-1SS", "0405": "US-1-16:2"},
        side="german",
        row=4,
        features={"orange": "0402"},
        change=begin,
    )
    run(g, "attack 0405 with GE-12SS-25 maf 12SS")
    before = ledger(g).column
    run(g, "hq GE-HQ-1SS")
    assert ledger(g).shifts["17.2.5"] == 1
    assert (before, ledger(g).column) == ("3-1", "4-1")
    run(g, "go")
    assert g.state.sp[2] == 0
    assert g.decision is not None
    assert g.decision.rule == "19.1.3"
    run(g, 5)
    assert g.decision.rule == "10.5"
    events = g.play("roll 5")
    told = next(e for e in events if e.kind == "result")
    assert (told.facts["column"], told.facts["result"]) == ("2-1", "DR")


@pytest.mark.rule("normandy44:11.6.1", "normandy44:17.2.1", "normandy44:17.3a")
def test_headquarters_and_werfers_shift_an_attack() -> None:
    def begin(state: Situation) -> None:
        state.sp = [0, 0, 1, 0, 0]

    g = field(
        {"0404": "GE-12SS-25", "0403": "GE-HQ-1SS GE-Werfer7", "0405": "US-1-16"},
        side="german",
        features={"orange": "0402"},
        change=begin,
    )
    run(g, "attack 0405 with GE-12SS-25 maf 12SS")
    column = ledger(g).column
    run(g, "hq GE-HQ-1SS", "werfer GE-Werfer7")
    assert (column, ledger(g).column) == ("2-1", "4-1")
    run(g, "go", 1)
    assert marked(g, "GE-Werfer7", "used")
    assert not marked(g, "GE-HQ-1SS", "used")


# -- 12 results


@pytest.mark.rule("normandy44:12.1c")
def test_d1_one_step_then_retreat_disrupted_and_advance() -> None:
    g = field({"0404": "US-1-16 US-1-18", "0405": "GE-91-1057"})
    run(g, "attack 0405 with US-1-16+US-1-18 maf US1 go", 6)
    assert steps(g, "GE-91-1057") == 1
    assert [steps(g, n) for n in ("US-1-16", "US-1-18")] == [3, 3]
    assert g.decision is not None
    assert g.decision.kind == "stand"
    run(g, "fallback")
    while g.decision is not None and g.decision.kind == "retreat":
        g.play(g.decision.actions[0])
    assert disrupted(g, "GE-91-1057")
    assert g.decision is not None
    assert g.decision.kind == "advance"


@pytest.mark.rule("normandy44:12.1g")
def test_a1dr_a_step_of_the_attacker_then_retreat() -> None:
    g = field({"0404": "US-1-16", "0405": "GE-352-1-914"})
    run(g, "attack 0405 with US-1-16 maf US1 go", 1)
    assert steps(g, "US-1-16") == 2
    assert g.decision is not None
    assert g.decision.kind == "stand"
    run(g, "fallback")
    while g.decision is not None and g.decision.kind == "retreat":
        g.play(g.decision.actions[0])
    assert disrupted(g, "GE-352-1-914")
    assert g.decision is not None
    assert g.decision.kind == "advance"


@pytest.mark.rule("normandy44:12.4.8d")
def test_al_costs_any_attacker_that_the_attacker_picks() -> None:
    """Two units of the Main Assault Force and one that only helped: the attacker picks among all three."""
    g = field(
        {"0404": "US-1-16 US-1-18", "0304": "US-9-39", "0405": "GE-6FJ"}, terrain={"city": "0405"}
    )
    run(g, "attack 0405 with US-1-16+US-1-18 with US-9-39 maf US1")
    run(g, "go", 3)
    assert g.decision is not None
    while g.decision.kind in ("lose", "retreat"):
        g.play(g.decision.actions[0])
    if g.decision.kind == "stand":
        run(g, "stand", 6)
    assert g.decision is not None
    assert g.decision.kind == "lose"
    assert g.side == "allied"
    assert hexes(g, "lose") == {"US-1-16", "US-1-18", "US-9-39"}
    run(g, "lose US-9-39")
    assert steps(g, "US-9-39") == 2
    assert where(g, "GE-6FJ") == "0405"


# -- 13 retreats


WALL = ("US-Tk-70", "US-Tk-741", "US-Tk-743", "US-Tk-745", "US-Tk-747", "US-Tk-746")
"""Reduced to strength 1 they have no zone of control, and only stand in the way."""


def walled(hexes: str) -> dict[str, str]:
    return {h: f"{name}:1" for h, name in zip(hexes.split(), WALL, strict=False)}


@pytest.mark.rule("normandy44:13.1.2b")
@pytest.mark.parametrize("friend", [True, False])
def test_friends_cancel_zones_for_a_retreat(friend: bool) -> None:
    """One way out, both its hexes in zones of control: with a friend in the second the unit lives."""
    units = {"0405": "GE-352-1-914", "0505": "US-9-39", "0506": "US-9-47"}
    if friend:
        units["0407"] = "GE-91-1057"
    g = field({"0404": "US-1-16", **units, **walled("0304 0305 0306 0504")})
    run(g, "attack 0405 with US-1-16 maf US1 go", 3, "fallback")
    while g.decision is not None and g.decision.kind == "retreat":
        g.play(g.decision.actions[0])
    assert where(g, "GE-352-1-914") == ("0407" if friend else "eliminated")


@pytest.mark.rule("normandy44:13.2.2d", "normandy44:13.1.2a")
@pytest.mark.parametrize(("watch", "dies"), [("US-9-39", True), ("US-Tk-712:1", False)])
def test_only_the_first_hex_of_a_retreat_may_be_in_a_zone(watch: str, dies: bool) -> None:
    g = field(
        {
            "0404": "US-1-16",
            "0405": "GE-352-1-914",
            "0507": watch,
            "0307": "US-HQ-5",
            **walled("0304 0305 0306 0504 0505 0506"),
        }
    )
    run(g, "attack 0405 with US-1-16 maf US1 go", 3, "fallback")
    assert where(g, "GE-352-1-914") == ("eliminated" if dies else "0407")


@pytest.mark.rule("normandy44:13.2.2f")
@pytest.mark.parametrize(
    ("barrier", "dies"),
    [
        ({"sides": {"impassable": "0405/0406"}}, True),
        ({"terrain": {"marsh": "0406"}}, True),
        ({}, False),
    ],
)
def test_ground_that_is_barred_to_movement_kills(
    barrier: dict[str, dict[str, str]], dies: bool
) -> None:
    land = ["0404", "0405", "0406", "0407"]
    board = [f"{r:02d}{c:02d}" for r in range(1, 10) for c in range(1, 10)]
    terrain = {"sea": " ".join(h for h in board if h not in land), **barrier.get("terrain", {})}
    g = field(
        {"0404": "US-1-16", "0405": "GE-352-1-914"},
        terrain=terrain,
        sides=barrier.get("sides", {}),
    )
    run(g, "attack 0405 with US-1-16 maf US1 go", 3, "fallback")
    assert (where(g, "GE-352-1-914") == "eliminated") == dies


@pytest.mark.rule("normandy44:13.1.5", "normandy44:13.2.2e")
@pytest.mark.parametrize("full", [5, 6])
def test_a_retreat_goes_on_until_it_finds_room(full: int) -> None:
    """A lane of full hexes, five long: the unit goes seven hexes; if no hex has room it is eliminated."""
    lane = [f"04{column:02d}" for column in range(4, 13)]
    board = [f"{r:02d}{c:02d}" for r in range(1, 13) for c in range(1, 13)]
    land = lane if full == 5 else lane[:8]
    stacks = [
        "GE-12SS-25 GE-12SS-26",
        "GE-Lehr-901 GE-Lehr-902",
        "GE-17SS-37 GE-17SS-38",
        "GE-2Pz-2 GE-2Pz-304",
        "GE-9SS-19 GE-9SS-20",
        "GE-10SS-21 GE-10SS-22",
    ]
    units = {"0404": "US-1-16", "0405": "GE-352-1-914"}
    for h, stack in zip(
        lane[2:], stacks[:full] + ["GE-21-125 GE-21-192"] * (full == 6), strict=False
    ):
        units[h] = stack
    g = field(units, size=12, terrain={"sea": " ".join(h for h in board if h not in land)})
    run(g, "attack 0405 with US-1-16 maf US1 go", 3, "fallback")
    assert where(g, "GE-352-1-914") == ("0411" if full == 5 else "eliminated")


@pytest.mark.rule("normandy44:16.1.5a")
def test_a_position_falls_when_its_last_defender_has_to_retreat() -> None:
    """Though nobody advances; the event tells it by its own rule."""

    def built(state: Situation) -> None:
        state.improved = [0, 1 << state.game.board.index("0505")]

    g = field({"0504": "US-1-16 US-1-18", "0505": "GE-91-1057"}, change=built)
    run(g, "attack 0505 from 0504 maf US1 go", "result DR")
    told = list(g.play("fallback"))
    while g.decision is not None and g.decision.kind == "retreat":
        told += g.play(g.legal_actions[0])
    assert [event.rule for event in told if event.kind == "position"] == ["16.1.5"]
    assert not any(g.state.improved)


# -- 14 advances


@pytest.mark.rule("normandy44:13.1.5", "normandy44:13.1.1b")
def test_a_retreat_that_goes_on_for_room_does_not_turn_back_to_where_it_began() -> None:
    """Out by 0506 alone: 0407, 0507 and 0607 are full, and 0605 is nearer than two hexes.

    The attackers have neither zones nor Bonds."""
    g = field(
        {
            "0406": "US-Tk-70:1 US-Tk-741:1",
            "0505": "GE-SturmAOK7:1",
            "0407": "GE-12SS-25 GE-12SS-26",
            "0507": "GE-91-1057 GE-91-1058",
            "0607": "GE-711-731 GE-711-744",
        },
        sides={"impassable": "0504/0505 0405/0505 0505/0605 0505/0606"},
    )
    run(g, "attack 0505 from 0406 maf 0406 go", "result DR", "fallback")
    ends, waiting = set(), [g]
    while waiting:
        here = waiting.pop()
        further = [a.text for a in here.legal_actions if a.verb in ("retreat", "stop")]
        if not further:
            ends.add(where(here, "GE-SturmAOK7"))
        waiting += [run(here.copy(), text) for text in further]
    assert {"0508", "0706"} & ends
    assert not {"0605", "0606", "0506", "eliminated"} & ends


@pytest.mark.rule("normandy44:14.3.1a", "normandy44:14.3.1b")
def test_no_advance_between_zones_of_one_enemy_but_through_the_vacated_hex() -> None:
    g = field({"0404": "US-1-16", "0304": "US-1-18", "0405": "GE-91-1058", "0503": "GE-91-1057"})
    run(g, "attack 0405 with US-1-16 with US-1-18 maf US1 go", 3, "fallback")
    while g.decision is not None and g.decision.kind == "retreat":
        g.play(g.decision.actions[0])
    run(g, "advance US-1-16")
    assert "to 0405" in offers(g)
    assert refused(g, "to 0403") == "14.3.1"
    run(g, "to 0405")
    assert "to 0504" in offers(g), "out of the vacated hex even into another zone"


@pytest.mark.rule("normandy44:14.3.1a")
def test_an_advance_goes_from_the_zone_of_one_enemy_into_that_of_another() -> None:
    """0605 watches 0504 and 0604, but not 0404, which 0303 watches."""
    foes = {"0605": "GE-91-1057", "0303": "GE-91-1058"}
    g = field({"0504": "US-1-16 US-1-18", "0505": "GE-352-1-914", **foes})
    run(g, "attack 0505 from 0504 maf US1 go", "result D1", "advance US-1-16")
    assert refused(g, "to 0604") == "14.3.1"
    run(g, "to 0404")
    assert where(g, "US-1-16") == "0404"
    assert "to 0403" not in offers(g), "it stops in the zone that it has entered"


@pytest.mark.rule("normandy44:14.3.1b")
def test_an_advance_goes_on_out_of_the_vacated_hex_though_it_lies_in_a_zone() -> None:
    """0606 watches both 0505 and 0506."""
    g = field({"0504": "US-1-16 US-1-18", "0505": "GE-352-1-914", "0606": "GE-91-1057"})
    run(g, "attack 0505 from 0504 maf US1 go", "result D1", "advance US-1-16", "to 0505")
    run(g, "to 0506")
    assert where(g, "US-1-16") == "0506"


@pytest.mark.rule("normandy44:14.3.2", "normandy44:8.5.2c")
@pytest.mark.parametrize("other", ["0406", "0405"])
def test_an_advance_enters_the_vacated_hex_through_a_bond_but_no_other(other: str) -> None:
    """With 0605 the one forms a Bond through 0505, the other one over its western hexside."""
    foes = {"0605": "GE-91-1057", other: "GE-91-1058"}
    if other == "0405":
        foes["0407"] = "GE-353-941"
    g = field({"0504": "US-1-16 US-1-18", "0505": "GE-352-1-914", **foes})
    run(g, "attack 0505 from 0504 maf US1 go", "result D1", "advance US-1-16", "to 0505")
    assert where(g, "US-1-16") == "0505"
    if other == "0405":
        assert refused(g, "to 0406") == "14.3.2"


@pytest.mark.rule("normandy44:14.4.3a", "normandy44:14.4.3b")
def test_floods_end_an_advance_on_foot_and_bar_vehicles() -> None:
    g = field(
        {"0404": "US-1-16 US-Tk-70", "0405": "GE-91-1057"},
        terrain={"flooded": "0504 0505"},
    )
    run(g, "attack 0405 with US-1-16+US-Tk-70 maf US1 go", 5, "fallback")
    while g.decision is not None and g.decision.kind == "retreat":
        g.play(g.decision.actions[0])
    tank = g.copy()
    run(tank, "advance US-Tk-70")
    assert not {"to 0504", "to 0505"} & offers(tank)
    assert refused(tank, "to 0504") == "14.4.3"
    near = next(h for h in ("0504", "0505", "0503") if f"to {h}" in _after(g, "advance US-1-16"))
    run(g, "advance US-1-16", f"to {near}")
    assert g.decision is not None
    assert g.decision.kind != "advance to", "it stops in the flood"
    assert where(g, "US-1-16") == near


def _after(g: Game[Situation], order: str) -> set[str]:
    trial = g.copy()
    run(trial, order)
    return offers(trial)


# -- 15 Reserves


@pytest.mark.rule("normandy44:15.4", "normandy44:15.1c")
def test_reserve_markers_come_off_whenever_the_player_acts() -> None:
    def begin(state: Situation) -> None:
        mark(state, "reserve", "US-1-18", "US-9-39")

    g = field(
        {"0404": "US-1-16", "0202": "US-1-18", "0302": "US-9-39", "0405": "GE-91-1057"},
        change=begin,
    )
    assert {"unreserve US-1-18", "unreserve US-9-39"} <= offers(g)
    run(g, "unreserve US-1-18", "done")
    assert g.phase == "reserve-movement"
    assert hexes(g, "move") == {"US-9-39"}
    assert hexes(g, "unreserve") == {"US-9-39"}


@pytest.mark.rule("normandy44:15.1b", "normandy44:15.1c")
def test_a_used_marker_is_taken_from_another_unit_after_the_combat() -> None:
    """All six are on the map: one is taken off, and an attacker goes into Reserve with it."""
    waiting = ("US-9-39", "US-9-47", "US-9-60", "US-30-117", "US-30-119", "US-30-120")
    places = ("0101", "0103", "0105", "0107", "0109", "0301")

    def begin(state: Situation) -> None:
        mark(state, "reserve", *waiting)

    g = field(
        {
            "0404": "US-1-16 US-1-18 US-Tk-70",
            "0405": "GE-352-1-914",
            **dict(zip(places, waiting, strict=True)),
        },
        change=begin,
    )
    run(g, "attack 0405 with US-1-16+US-1-18+US-Tk-70 maf US1 attach US-Tk-70 go")
    while g.decision is not None and g.decision.kind != "advance":
        g.play("roll 6" if g.side == "dice" else g.decision.actions[0])
    if not hexes(g, "unreserve"):
        pytest.fail("no result with Reserves at this column")
    assert refused(g, "reserve US-1-16") == "15.1"
    run(g, "unreserve US-9-39", "reserve US-1-16")
    assert marked(g, "US-1-16", "reserve")
    assert not marked(g, "US-9-39", "reserve")


@pytest.mark.rule("normandy44:15.1d3", "normandy44:6.5.2b")
def test_who_has_landed_from_the_sea_is_no_reserve() -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        state.hex[index(state, "US-1-26")] = -11
        state.set_steps(index(state, "US-1-26"), 3)
        put(state, "GE-91-1057", "1815")

    g = staged("movement", "allied", begin, turn=1)
    run(g, "move US-1-26", "land 2719", "stay")
    assert refused(g, "reserve US-1-26") == "15.1"


@pytest.mark.rule("normandy44:15.4", "normandy44:15.1d1", "normandy44:15.1d2")
def test_a_ban_takes_a_unit_out_of_the_reserve_at_once() -> None:
    """Out of supply in the Supply Phase, or by a replacement."""

    def begin(state: Situation) -> None:
        mark(state, "reserve", "US-1-18")

    g = field({"0202": "US-1-18", "0808": "GE-91-1057"}, phase="supply", change=begin)
    assert marked(g, "US-1-18", "oos")
    assert not marked(g, "US-1-18", "reserve")

    def fed(state: Situation) -> None:
        engineers(state)
        put(state, "US-1-18", "2719", 2)
        state.stock[0] = 1
        mark(state, "reserve", "US-1-18")

    g = staged("replacement", "allied", fed)
    run(g, "replace US-1-18")
    assert not marked(g, "US-1-18", "reserve")
    assert refused(staged("movement", "allied", fed), "reserve US-1-18") == "15.1"


@pytest.mark.rule("normandy44:13.3a", "normandy44:13.3b", "normandy44:13.3c", "normandy44:13.1.5")
@pytest.mark.parametrize(
    ("there", "ground", "more", "rule", "reason"),
    [
        ("", "clear", "", "13.3", "0507 offers GE-346-857 no cover"),
        ("GE-30-513", "clear", "", "13.3", "the friends in 0507 cannot stop GE-346-857"),
        ("GE-30-513:d", "bocage", "US-4-8", "13.3", "0507 is in an enemy zone of control"),
        (
            "GE-12SS-25 GE-12SS-26",
            "bocage",
            "",
            "13.1.5",
            "there is no room for GE-346-857 in 0507",
        ),
    ],
)
def test_a_stop_after_one_hex_is_refused_for_what_is_missing(
    there: str, ground: str, more: str, rule: str, reason: str
) -> None:
    there, _, shaken = there.partition(":")
    units = {"0505": "US-1-16", "0506": "GE-346-857", "0507": there, "0607": more}

    def change(state: Situation) -> None:
        if shaken:
            state.status[index(state, there)] = 1

    g = field(units, terrain={ground: "0507"}, change=change)
    run(g, "attack 0506 with US-1-16 maf US1 go", "result DR", "fallback", "retreat 0507")
    refusal = g.legal_actions.why_not("stop")
    assert refusal is not None
    assert (refusal.rule, str(refusal.reason)) == (rule, reason)


@pytest.mark.rule("normandy44:15.4", "normandy44:15.1d2", "normandy44:13.6a")
def test_who_retreats_out_of_the_reserve_is_in_it_no_longer() -> None:
    def begin(state: Situation) -> None:
        mark(state, "reserve", "GE-352-Fus", "GE-91-1057")

    units = {"0505": "US-1-16", "0506": "GE-352-Fus", "0808": "GE-91-1057", "0909": "US-99"}
    g = field(units, change=begin)
    run(g, "attack 0506 with US-1-16 maf US1 go", "result DR", "fallback", "retreat 0508")
    assert disrupted(g, "GE-352-Fus")
    assert not marked(g, "GE-352-Fus", "reserve")
    assert marked(g, "GE-91-1057", "reserve")
