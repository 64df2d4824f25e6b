"""The Germans of Normandy '44: who is posted in Caen and Carentan, and who comes from where."""

from __future__ import annotations

import pytest
from tests.rulebook.normandy44.field import clear, put

from grognard.bots.normandy44.country import Country
from grognard.bots.normandy44.headquarters import Headquarters
from grognard.bots.normandy44.look import Look
from grognard.bots.normandy44.plan import Planner
from grognard.games.normandy44 import Normandy44
from grognard.games.normandy44.counters import GERMAN
from grognard.games.normandy44.situation import LATER, Situation
from grognard.hexes import mask_of


def look_at(*units: tuple[str, str], turn: int = 9) -> tuple[Look, Situation]:
    """What the Germans of the campaign see of a position with these units."""
    rules = Normandy44(scenario="campaign")
    state = rules.start()
    clear(state)
    state.beaches, state.droppers = (), ()
    state.phase, state.active, state.turn = "movement", GERMAN, turn
    put(state, "US-Tk-741", "2719")
    for name, h in units:
        put(state, name, h)
    return Headquarters(Country(rules)).look(state, GERMAN), state


def index(state: Situation, name: str) -> int:
    unit = state.game.units.find(name)
    assert unit is not None
    return unit.index


def posts(look: Look, state: Situation) -> dict[str, str]:
    """Who is the garrison of which hex."""
    return {state.id(u): state.game.board.label(h) for u, h in look.garrison.items()}


def test_a_regiment_is_posted_in_each_hex_of_caen() -> None:
    """The best infantry near it; tanks, for whom houses do nothing, and battalions are left to the line."""
    look, state = look_at(
        ("GE-12SS-25", "1828"),
        ("GE-12SS-26", "1830"),
        ("GE-21-125", "1929"),
        ("GE-21-192", "2030"),
        ("GE-21-1-22", "2029"),
        ("GE-716-1-726", "1930"),
        ("BR-3-8", "2230"),
        ("BR-6-5", "2131"),
    )
    assert posts(look, state) == {
        "GE-21-125": "1929",
        "GE-21-192": "2030",
        "GE-12SS-26": "1930",
        "GE-12SS-25": "2029",
    }


def test_the_garrison_of_caen_stays_and_nobody_else_is_sent_there() -> None:
    look, state = look_at(
        ("GE-21-192", "2030"),
        ("GE-21-125", "1732"),
        ("GE-352-1-914", "1929"),
        ("BR-3-8", "2230"),
    )
    unit = {name: index(state, name) for name in ("GE-21-192", "GE-352-1-914")}
    planner = Planner(look, state, list(unit.values()))
    home = state.game.board.index("2030")
    assert planner._places(unit["GE-21-192"]) == [home]
    assert unit["GE-21-192"] in look.guards(state)
    assert look.aims[unit["GE-352-1-914"]] not in look.garrison.values()


def test_the_parachutists_hold_carentan() -> None:
    look, state = look_at(("GE-6FJ", "2411"), ("GE-6FJ-3", "2512"), ("US-101-506", "2712"))
    assert posts(look, state) == {"GE-6FJ": "2512"}


def test_reinforcements_come_where_the_way_to_their_aim_is_shortest() -> None:
    """6.6 The green zone is broad; who is wanted at Saint-Lô does not come by the coast of the Cotentin."""
    look, state = look_at(("US-29-115", "2016"), ("US-29-116", "2017"))
    late = index(state, "GE-17SS-37")
    state.turn, state.hex[late] = 7, LATER
    ways = look.country._ways(state, late, {state.game.board.index("1815"): 1.0})
    nearest = min(
        look.country.turns(late, h, state.game.board.index("1815"))
        for h in look.country.starts(state, late)
    )
    assert list(ways.values()) == [nearest]
    assert nearest < look.country.turns(
        late, state.game.board.index("0805"), state.game.board.index("1815")
    )


def test_cherbourg_is_left_to_its_garrison_until_the_allies_are_near() -> None:
    """The divisions of the Cotentin fight for the peninsula first."""
    far, near = (look_at(("GE-243-920", "3606"), ("US-4-8", place)) for place in ("3012", "3309"))
    inside = far[1].game.tables.perimeter
    for (look, state), drawn in ((far, False), (near, True)):
        aims = mask_of(look.country.aims(state, GERMAN))
        assert bool(aims & inside) == drawn


def test_somebody_stays_in_each_hex_of_cherbourg() -> None:
    """S1.3.1 Six points are not left empty for the posts of the perimeter."""
    city = {"GE-Chr-Fort": "3606", "GE-Chr-Naval": "3705", "GE-709-919": "3706"}
    look, state = look_at(*city.items(), ("GE-Chr-Todt", "3706"), ("US-4-8", "3311"))
    assert posts(look, state) == city


def test_a_division_has_one_sector() -> None:
    """10.3.1 Villers-Bocage is nearest to the third regiment, Torigni is near the other two, who hold the line before Saint-Lô.

    Before there is a front each goes where it is needed.
    """
    units = (
        ("GE-3FJ-5", "1815"),
        ("GE-3FJ-8", "1816"),
        ("GE-3FJ-9", "1722"),
        ("US-29-115", "2016"),
        ("US-29-116", "2017"),
        ("BR-50-69", "2022"),
        ("BR-50-151", "2023"),
        ("BR-7A-b", "2023"),
    )
    for turn, place in ((8, "1723"), (9, "1617")):
        look, state = look_at(*units, turn=turn)
        assert look.aims[index(state, "GE-3FJ-9")] == state.game.board.index(place)


def test_the_nearer_the_division_the_better() -> None:
    look, state = look_at(("GE-3FJ-5", "1720"), ("GE-3FJ-9", "1719"), ("US-29-115", "2016"))
    here, unit = state.game.board.index("1719"), index(state, "GE-3FJ-9")
    worth = []
    for place in ("1720", "1819", "1723", "1728", "1732"):
        put(state, "GE-3FJ-5", place)
        worth.append(look.merit(state, state, unit, here))
    assert worth[0] == worth[1]
    assert worth[1:] == sorted(worth[1:], reverse=True)
    assert len(set(worth[1:])) == 4


def test_panzers_rather_stand_behind_the_line() -> None:
    """15.2 Two or three hexes from the enemy they can strike from Reserve; grenadiers on foot hold the line itself."""
    units = ("GE-Lehr-901", "GE-3FJ-5")
    look, state = look_at(*((name, "1622") for name in units), ("BR-50-69", "2022"))

    def merit(name: str, h: str) -> float:
        """Without the march."""
        unit, place = index(state, name), state.game.board.index(h)
        march = look.posture.pull * look.turns(unit, place)
        return look.merit(state, state, unit, place) + march

    beside, behind, far = ("1922", "1722", "1522")
    assert merit("GE-Lehr-901", behind) > merit("GE-Lehr-901", beside)
    assert merit("GE-Lehr-901", behind) > merit("GE-Lehr-901", far)
    assert merit("GE-3FJ-5", behind) == pytest.approx(merit("GE-3FJ-5", beside))


def test_on_the_last_turns_who_stands_idle_goes_into_an_empty_town() -> None:
    """S1.3.1 British tanks could march into Falaise; the fusiliers beside them have other things to do."""
    units = (("GE-9SS-20", "0930"), ("GE-711-Fus", "1331"), ("BR-31A-7RTR", "1231"))
    for turn, expected in ((20, {}), (21, {"GE-9SS-20": "1032"}), (22, {"GE-9SS-20": "1032"})):
        look, state = look_at(*units, turn=turn)
        assert posts(look, state) == expected
