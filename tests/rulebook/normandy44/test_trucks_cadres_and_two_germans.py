"""Engineers rebuilt, trucks, long retreats, Cadres, artillery, two German players: where exceptions are easily forgotten."""

from __future__ import annotations

import pytest

from grognard.engine.game import Game
from grognard.games.normandy44.situation import PANZER_WEST, Situation

from .field import (
    field,
    hexes,
    index,
    ledger,
    mark,
    offers,
    opened,
    put,
    refused,
    run,
    steps,
    unit,
    where,
)
from .test_12_results import fought
from .test_front_door import loaded


def rich(state: Situation) -> None:
    state.sp = [9] * 5


# -- 6, 21 who is rebuilt where


@pytest.mark.rule("normandy44:21.1.4", "normandy44:6.2.2a")
def test_an_engineer_is_rebuilt_in_britain_though_a_town_and_a_headquarters_would_take_others() -> (
    None
):
    units = "2814 US-Eng-1S US-4-8\n2811 US-HQ-7\n1815 GE-3FJ-5\neliminated US-Eng-5S US-Tk-70\n"
    stock = "replacements 3 3 3 0 0 0 0 0 0\n"
    g = loaded(units, "replacement allied", lines=stock, control="2814 2811")
    assert refused(g, "rebuild US-Eng-5S at 2811") == "21.1.4"
    tanks = run(g.copy(), "rebuild US-Tk-70")
    assert {"Britain", "2811"} <= hexes(tanks, "at")
    run(g, "rebuild US-Eng-5S")
    assert where(g, "US-Eng-5S") == "Britain"


@pytest.mark.rule("normandy44:6.4.2a", "normandy44:6.2.6")
def test_who_takes_armored_replacements_lacks_those_and_not_the_quality() -> None:
    """On a 5: paratroops are too good for it, rocket launchers take another kind, a headquarters has 0."""
    units = "2719 US-Eng-5S\n1815 GE-3FJ-5(r) GE-91-1057(r)\neliminated GE-HQ-84 GE-Werfer7\n"
    g = loaded(units, "replacement german", lines="unsaved low\n")
    assert {"rebuild GE-HQ-84", "replace GE-91-1057"} <= offers(g)
    assert refused(g, "replace GE-3FJ-5") == "6.4.2"
    assert refused(g, "rebuild GE-Werfer7") == "6.2.3"


# -- 9.8 trucks


@pytest.mark.rule("normandy44:9.8.6b")
def test_trucks_do_not_drive_into_an_enemy_zone_of_control() -> None:
    """On foot the unit would enter it; next to a battalion without a zone the trucks go too."""
    g = field(
        {"0402": "GE-352-1-914", "0405": "US-1-16", "0606": "US-HQ-5"},
        phase="movement",
        side="german",
    )
    assert "0404" in g.reach("GE-352-1-914")
    run(g, "truck GE-352-1-914")
    reach = g.reach("GE-352-1-914")
    assert "0403" in reach
    assert "0605" in reach, "next to a headquarters there is no zone"
    assert not {"0404", "0304", "0505"} & set(reach)
    assert refused(g, "0403-0404") == refused(g, "0404") == "9.8.6"


# -- 13.3 four hexes


@pytest.mark.rule("normandy44:13.3c", "normandy44:13.1.1a")
@pytest.mark.parametrize(("code", "stops"), [("D1", True), ("DH", False)])
def test_cover_stops_a_retreat_of_two_hexes_and_not_one_of_four(code: str, stops: bool) -> None:
    force = "GE-12SS-25 GE-12SS-26 GE-101Tiger"
    g = fought(
        force,
        "US-82-505",
        "12SS",
        "attach GE-101Tiger",
        f"={code}",
        side="german",
        size=11,
        terrain={"woods": "0506"},
    )
    if stops:
        run(g, "fallback")
    run(g, "retreat 0506")
    assert ("stop" in offers(g)) is stops
    if not stops:
        assert refused(g, "stop") == "13.1.1"


@pytest.mark.rule("normandy44:13.3a", "normandy44:16.1.5b")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_position_stops_a_retreat_also_if_the_enemy_built_and_left_it(owner: int) -> None:
    """Its marker lies there until his Supply Phase."""

    def begin(state: Situation) -> None:
        state.improved[owner] |= 1 << state.game.board.index("0506")

    g = fought("US-1-16 US-1-18", "GE-91-1057", "US1", "=DR", "fallback", change=begin)
    run(g, "retreat 0506")
    assert "stop" in offers(g)


# -- 17 support and Cadres


@pytest.mark.rule("normandy44:17.2.5a", "normandy44:17.3c", "normandy44:19.2.1")
def test_support_that_is_too_much_or_not_his_is_refused_by_the_rule_of_its_kind() -> None:
    units = "2719 US-Eng-5S\n2718 US-HQ-5\n2618 US-29-116 US-29-175\n2617 GE-352-1-914\n"
    g = loaded(units, "combat allied")
    run(g, "attack 2617 with US-29-116 maf US29", "hq US-HQ-5", "hq US-HQ-5")
    assert refused(g, "hq US-HQ-5") == "17.2.5"
    g = field(
        {"0404": "GE-21-125", "0405": "US-1-16", "0403": "GE-Werfer7 GE-Werfer8 GE-HQ-84"},
        side="german",
        features={"orange": "0401"},
        change=rich,
    )
    run(g, "attack 0405 with GE-21-125 maf 21Pz", "werfer GE-Werfer7", "werfer GE-Werfer8")
    assert refused(g, "hq GE-HQ-84") == "17.3"
    once = run(g.copy(), "cancel", "attack 0405 with GE-21-125 maf 21Pz", "werfer GE-Werfer7")
    assert "werfer GE-Werfer7" not in offers(once)
    assert refused(once, "werfer GE-Werfer7") == "17.3"
    assert (refused(g, "air US"), refused(g, "naval US")) == ("19.1.1", "19.2.1")


@pytest.mark.rule("normandy44:17.2.5a")
@pytest.mark.parametrize(("engineer", "rule"), [("2719 US-Eng-5S\n", None), ("", "17.2.5")])
def test_a_headquarters_that_was_in_supply_needs_a_line_when_it_fires(
    engineer: str, rule: str | None
) -> None:
    """Without a marker, but its beach was closed since its last Supply Phase."""
    units = "2718 US-HQ-5\n2618 US-29-116 US-29-175\n2617 GE-352-1-914\n"
    g = run(loaded(engineer + units, "combat allied"), "attack 2617 with US-29-116 maf US29")
    assert ("hq US-HQ-5" in offers(g)) is (rule is None)
    if rule:
        assert refused(g, "hq US-HQ-5") == rule


@pytest.mark.rule("normandy44:17.9.4", "normandy44:17.9.1b")
@pytest.mark.parametrize(
    ("cadres", "tied", "rule"), [(13, "", "17.9.4"), (12, "", None), (12, "tied US-4-22\n", None)]
)
def test_who_left_no_cadre_behind_returns_only_while_one_is_free(
    cadres: int, tied: str, rule: str | None
) -> None:
    """Thirteen boxes for the Americans: a dead Cadre keeps its own for its regiment."""
    counters = opened().state.game.units
    names = [u.id for u in counters if u.remnant == "US infantry" and u.formation != "US4"]
    worn = " ".join(f"{name}(rr)" for name in names[:cadres])
    units = f"2814 US-Eng-1S US-4-8\n1815 GE-3FJ-5\nBritain {worn}\neliminated US-4-22\n"
    stock = f"replacements 3 0 0 0 0 0 0 0 0\n{tied}"
    g = loaded(units, "replacement allied", lines=stock, control="2814")
    if rule:
        assert refused(g, "rebuild US-4-22") == rule
        return
    run(g, "rebuild US-4-22")
    assert (where(g, "US-4-22"), steps(g, "US-4-22")) == ("Britain", 1)
    assert g.state.cadres_left("US infantry") == 0


@pytest.mark.rule("normandy44:17.9.4")
@pytest.mark.parametrize(("left", "tied"), [(1, True), (2, False)])
def test_the_cadre_that_is_eliminated_stays_tied_to_its_unit(left: int, tied: bool) -> None:
    """Who dies with more than his last step leaves the display as it was."""
    g = field({"0404": f"US-1-16:{left}", "0405": "GE-91-1057"})
    before = g.state.cadres_left("US infantry")
    state = g.state.copy()
    state.eliminate(index(state, "US-1-16"), "12.2")
    assert (state.tied >> index(state, "US-1-16") & 1 == 1) is tied
    assert state.cadres_left("US infantry") == before, "its box is as it was"


@pytest.mark.rule("normandy44:17.5.2a", "normandy44:17.5.2b")
@pytest.mark.parametrize(
    ("near", "rangers", "commandos"),
    [
        ("2618 GE-SP-Hillman", "2818", "dead"),
        ("2618 GE-352-1-914", "2818", "dead"),
        ("2423 GE-SP-Hillman", "dead", "dead"),
        ("2423 GE-352-1-914", "dead", "2524"),
        ("1815 GE-352-1-914", "dead", "dead"),
        ("2418 GE-352-1-914", "2818", "dead"),
        ("2317 GE-352-1-914", "dead", "dead"),
        ("2126 GE-352-1-914", "dead", "2524"),
        ("2026 GE-352-1-914", "dead", "dead"),
    ],
)
def test_a_strongpoint_keeps_the_rangers_and_not_the_commandos(
    near: str, rangers: str, commandos: str
) -> None:
    units = f"2814 US-Eng-1S\n2818 US-Rgr-2 US-Rgr-5\n2524 BR-4SS\n{near}\n"
    g = loaded(units, "supply german", control="2814")
    while g.state.active == 1:
        run(g, 6)
    assert (where(g, "US-Rgr-2"), where(g, "BR-4SS")) == (rangers, commandos)


# -- 24 two German players


def west(*names: str, **more: str) -> Game[Situation]:
    """A combat phase of two German players; the named units face the Commonwealth."""

    def begin(state: Situation) -> None:
        state.sp = [2, 2, 2, 0, 2]
        mark(state, "facing_cw", *names)

    return field(
        {"0404": "GE-3FJ-5", "0405": "US-Tk-70:1", **more},
        side="german",
        options=["24b"],
        features={"orange": "0401", "caen": "0303"},
        change=begin,
    )


@pytest.mark.rule("normandy44:24b", "normandy44:17.2.5a", "normandy44:17.3a", "normandy44:17.2.8")
@pytest.mark.parametrize(
    ("order", "theirs", "asked"),
    [
        ("hq GE-HQ-84", "GE-HQ-84", True),
        ("hq GE-HQ-84", "", False),
        ("werfer GE-Werfer7", "GE-Werfer7", True),
        ("werfer GE-Werfer7", "", False),
        ("caen", "", True),
        ("", "GE-HQ-84", False),
    ],
)
def test_guns_and_points_of_the_other_german_player_need_his_consent(
    order: str, theirs: str, asked: bool
) -> None:
    """The attackers are all of who faces the Americans; what supports them may not be."""
    names = [theirs] if theirs else []
    g = west(*names, **{"0403": "GE-HQ-84 GE-Werfer7", "0909": "GE-12SS-25"})
    assert g.side == "seventh_army"
    run(g, f"attack 0405 with GE-3FJ-5 maf 3FJ {order} go".replace("  ", " "))
    assert g.decision is not None
    assert (g.decision.kind == "consent") is asked
    if asked:
        assert (g.side, g.decision.rule) == ("panzer_west", "24b")
        run(g, "object")
        assert not g.state.attacked
        assert g.state.sp == [2, 2, 2, 0, 2]


@pytest.mark.rule("normandy44:24b", "normandy44:12.4.7a")
@pytest.mark.parametrize("lead", ["seventh_army", "panzer_west"])
def test_a_defense_is_supported_by_what_its_own_player_has(lead: str) -> None:
    def begin(state: Situation) -> None:
        state.sp = [2, 2, 2, 0, 2]
        mark(state, "facing_cw", "GE-HQ-1SS")
        if lead == "panzer_west":
            mark(state, "facing_cw", "GE-91-1057")

    g = fought(
        "US-1-16 US-1-18",
        "GE-91-1057",
        "US1",
        "=DR",
        "stand",
        options=["24b"],
        features={"orange": "0708", "caen": "0507"},
        more={"0706": "GE-HQ-84", "0606": "GE-HQ-1SS"},
        change=begin,
    )
    assert g.side == lead
    if lead == "seventh_army":
        assert offers(g) == {"hq GE-HQ-84", "none"}
        assert refused(g, "hq GE-HQ-1SS") == refused(g, "caen") == "24b"
    else:
        assert offers(g) == {"hq GE-HQ-1SS", "caen", "none"}
        assert refused(g, "hq GE-HQ-84") == "24b"
        run(g, "caen")
        assert g.state.sp[PANZER_WEST] == 1


@pytest.mark.rule("normandy44:24b")
def test_who_crosses_the_boundary_westward_comes_under_the_other_player() -> None:
    def begin(state: Situation) -> None:
        for u in list(state.on_map(0)):
            state.take_off(u, state.AWAY)
        state.turn, state.phase, state.active = 3, "movement", 1
        put(state, "GE-352-1-914", "2022")
        mark(state, "facing_cw", "GE-352-1-914")

    g = opened(begin, options=["24b"])
    assert refused(g, "move GE-352-1-914") == "24b"
    run(g, "over", "move GE-352-1-914 2021")
    assert not g.state.facing_cw >> unit(g, "GE-352-1-914") & 1


@pytest.mark.rule("normandy44:24b", "normandy44:16.1.2b")
def test_nobody_levels_the_position_in_which_his_ally_stands() -> None:
    """An empty one is either player's to remove."""

    def begin(state: Situation) -> None:
        for h in ("0404", "0504", "0604"):
            state.improved[1] |= 1 << state.game.board.index(h)
        mark(state, "facing_cw", "GE-91-1057")

    g = field(
        {"0404": "GE-91-1057", "0504": "GE-91-1058", "0909": "US-1-16"},
        phase="movement",
        side="german",
        options=["24b"],
        change=begin,
    )
    assert (g.side, hexes(g, "level")) == ("seventh_army", {"0504", "0604"})
    assert refused(g, "level 0404") == "24b"


# -- 10 how large, how small


@pytest.mark.rule("normandy44:10.3.4")
@pytest.mark.parametrize(
    ("stack", "whole"),
    [
        ("GE-352-1-914 GE-352-2-914 GE-352-1-916", True),
        ("GE-352-1-914 GE-352-2-914 GE-21-21rec", False),
    ],
)
def test_a_battle_group_has_six_points_and_no_more(stack: str, whole: bool) -> None:
    g = field({"0404": stack, "0405": "US-Tk-70:1"}, side="german")
    strengths = sum(g.state.attack(u) for u in g.state.at[g.rules.board.index("0404")])
    assert (strengths == 6) is whole
    names = [name.partition(":")[0] for name in stack.split()]
    run(g, "attack 0405 " + " ".join(f"with {name}" for name in names))
    if whole:
        assert "maf 0404" in offers(g)
    else:
        assert strengths == 7
        assert refused(g, "maf 0404") == "10.3.4"


@pytest.mark.rule("normandy44:10.6a", "normandy44:11.4.1a")
def test_no_shift_lifts_odds_that_are_too_low() -> None:
    """3 to 10 is 1-4: the shift of the tanks would make it 1-3, but comes too late."""
    g = field({"0404": "US-Tk-70", "0405": "GE-21-125 GE-91-1057"})
    run(g, "attack 0405 with US-Tk-70 maf 0404")
    assert (ledger(g).strengths, ledger(g).shifts) == ((3, 10), {"11.4.1": 1})
    assert "go" not in offers(g)
    assert refused(g, "go") == "10.6"


@pytest.mark.rule("normandy44:10.6b", "normandy44:11.8")
def test_an_attack_that_a_shift_takes_below_the_table_costs_a_step_without_a_die() -> None:
    """2 to 6 is 1-3, on a hilltop less."""
    g = field({"0404": "US-99", "0405": "GE-21-125"}, features={"hilltop": "0405"})
    run(g, "attack 0405 with US-99 maf 0404", "go")
    assert where(g, "US-99") == "eliminated"
    assert (steps(g, "GE-21-125"), where(g, "GE-21-125")) == (3, "0405")


# -- 22 the armies' boundary, divisions sent home


@pytest.mark.rule("normandy44:22.1.2a")
@pytest.mark.parametrize(("target", "rule"), [("0505", None), ("0406", "22.1.2")])
def test_nobody_attacks_two_hexes_beyond_the_boundary(target: str, rule: str | None) -> None:
    """An American one hex beyond it, a German there as well or a hex deeper."""
    rows = range(1, 10)
    g = field(
        {"0405": "US-1-16 US-1-18", "0407": "BR-50-69", target: "GE-352-1-914"},
        features={
            "us": " ".join(f"{r:02d}{c:02d}" for r in rows for c in range(1, 5)),
            "cw": " ".join(f"{r:02d}{c:02d}" for r in rows for c in range(5, 10)),
        },
    )
    if rule is None:
        run(g, f"attack {target} with US-1-16")
    else:
        assert refused(g, f"attack {target} with US-1-16") == rule
        run(g, f"attack {target} with BR-50-69")


@pytest.mark.rule("normandy44:22.2", "normandy44:6.2.2d")
def test_who_was_eliminated_does_not_come_back_to_a_division_that_has_gone_home() -> None:
    units = "2814 US-Eng-1S US-4-8(r)\n1815 GE-3FJ-5\neliminated US-101-501\n"
    gone = "dead US-101-502 US-101-506 US-101-327\n"
    stock = "replacements 3 0 3 0 0 0 0 0 0\n"
    g = loaded(units + gone, "replacement allied", lines=stock, control="2814")
    assert "rebuild US-101-501" not in offers(g)
    assert refused(g, "rebuild US-101-501") == "22.2"


# -- 9.9, 15.1, 19.1.4


@pytest.mark.rule("normandy44:9.9")
@pytest.mark.parametrize(("enemy", "rides"), [("US-1-16", False), ("US-Rgr-2:1", True)])
def test_cyclists_that_start_in_an_enemy_zone_do_not_ride(enemy: str, rides: bool) -> None:
    """Rangers of strength 1 have no zone: the road leads away from them."""
    road = "-".join(f"04{place:02d}" for place in range(2, 16))
    g = field(
        {"0402": "GE-30-bde", "0401": enemy},
        phase="movement",
        side="german",
        size=15,
        roads=[f"secondary {road}"],
    )
    assert ("0414" in g.reach("GE-30-bde")) is rides
    if not rides:
        assert refused(g, "move GE-30-bde cycling 0404") == "9.9"


@pytest.mark.rule("normandy44:15.1c")
def test_a_seventh_stack_finds_no_reserve_marker_but_a_friend_of_one_in_reserve_does() -> None:
    ready = ["GE-21-125", "GE-21-192", "GE-12SS-25", "GE-12SS-26", "GE-352-1-914", "GE-91-1057"]
    places = dict(zip((f"02{place:02d}" for place in range(1, 7)), ready, strict=True))
    places["0201"] += " GE-352-2-914"
    g = field(
        {**places, "0601": "GE-91-1058", "0909": "US-1-16"},
        phase="movement",
        side="german",
        change=lambda state: mark(state, "reserve", *ready),
    )
    assert hexes(g, "reserve") == {"GE-352-2-914"}
    assert refused(g, "reserve GE-91-1058") == "15.1"
    run(g, "unreserve GE-91-1057")
    assert "reserve GE-91-1058" in offers(g)


@pytest.mark.rule("normandy44:19.1.4a")
@pytest.mark.parametrize(
    ("ground", "seen"), [("clear", True), ("bocage", True), ("woods", False), ("city", False)]
)
def test_woods_and_cities_hide_tanks_from_the_air(ground: str, seen: bool) -> None:
    def begin(state: Situation) -> None:
        state.air = [1, 0]

    terrain = {} if ground == "clear" else {ground: "0508"}
    g = field(
        {"0404": "US-1-16", "0405": "GE-352-1-914", "0508": "GE-21-1-22"},
        row=4,
        terrain=terrain,
        change=begin,
    )
    assert ("strafe 0508" in offers(g)) is seen
    if not seen:
        assert refused(g, "strafe 0508") == "19.1.4"


# -- 10.7, 25.2


@pytest.mark.rule("normandy44:10.7", "normandy44:20.2.3a1")
@pytest.mark.parametrize("scattered", [True, False])
def test_a_scattered_cadre_does_not_advance_with_the_attackers_beside_it(scattered: bool) -> None:
    def begin(state: Situation) -> None:
        if scattered:
            state.scatter(index(state, "US-82-505"), True)

    g = field({"0504": "US-1-16 US-82-505:1", "0505": "GE-352-1-914"}, change=begin)
    run(g, "attack 0505 with US-1-16 maf US1 go", 5)
    assert g.decision is not None
    assert g.decision.kind == "advance"
    assert ("advance US-82-505" in offers(g)) is not scattered
    if scattered:
        assert refused(g, "advance US-82-505") == "20.2.3"


@pytest.mark.rule("normandy44:25.2")
def test_a_storm_of_three_days_ends_with_the_third() -> None:
    """From a 1 on Turn 12: two turns without a die, then one is thrown again."""
    units = "2814 US-Eng-1S\n2719 US-Eng-5S\n1815 GE-3FJ-5\n"
    g = loaded(units, "initial german", 12, options="25.2")
    storms, dice = [], []
    for _ in range(60):
        assert g.decision is not None
        if g.turn == 16:
            break
        if g.decision.kind == "roll":
            dice.append(g.turn)
            told = g.play("roll 1" if g.turn == 12 else "roll 4")
        else:
            told = g.play("done" if "done" in offers(g) else str(g.legal_actions[0]))
        storms += [e.facts["row"] for e in told if e.kind == "weather"]
    assert storms[:4] == [1, 1, 1, 4]
    assert dice[:2] == [12, 15]
