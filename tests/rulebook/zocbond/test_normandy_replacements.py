"""Who takes replacements and where units return in Normandy '44, against a second, literal reading of 6.2 to 6.4
on random boards.  Lines of supply and zones of control have second readings of their own."""

from __future__ import annotations

import random

import pytest
from tests.rulebook.normandy44.field import field as board
from tests.rulebook.normandy44.field import hexes, index, mark, offers
from tests.rulebook.zocbond.normandy import HEXES, far

from grognard.engine.game import Game
from grognard.games.normandy44 import supply
from grognard.games.normandy44.situation import DISRUPTED, GONE, STOCKS, Situation
from grognard.games.zocbond import supply as lines

INFANTRY, ARMOR, AIRBORNE = "infantry", "armor", "airborne"
TAKES = {
    "GE-352-1-914": INFANTRY,
    "GE-352-2-914": INFANTRY,
    "GE-91-1057": INFANTRY,
    "GE-91-1058": INFANTRY,
    "GE-716-1-726": INFANTRY,
    "GE-711-731": INFANTRY,
    "GE-6FJ": INFANTRY,
    "GE-21-125": INFANTRY,
    "GE-Chr-Todt": INFANTRY,
    "GE-HQ-84": INFANTRY,
    "GE-21-1-22": ARMOR,
    "GE-21-200AT": ARMOR,
    "GE-Werfer7": ARMOR,
    "GE-12SS-1-12": ARMOR,
    "GE-101Tiger": ARMOR,
    "GE-716-439": "",
    "GE-30Flak": "",
    "GE-SP-Crisbecq": "",
    "US-1-16": INFANTRY,
    "US-1-18": INFANTRY,
    "US-HQ-7": INFANTRY,
    "US-Tk-712": ARMOR,
    "US-TD-634": ARMOR,
    "US-2A-CCA": ARMOR,
    "US-82-505": AIRBORNE,
    "US-82-507": AIRBORNE,
    "US-Rgr-2": "",
    "BR-1SS": "",
    "BR-50-69": INFANTRY,
    "CAN-3-7": INFANTRY,
    "CAN-2A-1Hus": ARMOR,
}
"""6.2.6, 6.3 What restores whom."""
CATS = ("GE-12SS-1-12", "GE-101Tiger")
"""6.4.1 A Panther and a Tiger."""
EDGE, FORTRESS, HARBOR = "0101", "0909", "0505"


def drawn(seed: int, side: str) -> Game[Situation]:
    """A random Replacement Phase: some units on the map, others eliminated."""
    rng = random.Random(f"{side} {seed}")
    names = [name for name in TAKES if (name[:2] == "GE") is (side == "german")]
    foes = ["US-9-39", "US-9-47", "US-HQ-5"] if side == "german" else ["GE-21-192", "GE-HQ-84"]
    places = rng.sample([h for h in HEXES if h not in (EDGE, HARBOR)], len(names) + len(foes))
    lost = [name for name in names if rng.random() < 0.4]
    units: dict[str, str] = {}
    for place, name in zip(places, names + foes, strict=True):
        if name not in lost:
            units[place] = f"{name}:1" if rng.random() < 0.6 and name in names else name
    towns = rng.sample(HEXES, 8)

    def begin(state: Situation) -> None:
        for name in lost:
            state.hex[index(state, name)] = GONE
        state.harbour[0] = state.game.board.index(HARBOR)
        state.control = sum(
            1 << state.game.board.index(h) for h in HEXES if rng.random() < 0.5 or h == HARBOR
        )
        for place in units:
            state.take(state.game.board.index(place), units[place][:2] == "GE")
        state.stock = [rng.choice((0, 1, 1)) for _ in STOCKS]
        if side == "german":
            state.unsaved = rng.choice(("", "low", "lowest", "cats"))
        there = [name for name in names if name not in lost]
        mark(state, "renewed", *(name for name in there if rng.random() < 0.15))
        for name in there:
            if rng.random() < 0.15:
                state.set_status(index(state, name), DISRUPTED)

    return board(
        units,
        phase="replacement",
        side=side,
        terrain={"city": f"{FORTRESS} {' '.join(rng.sample(HEXES, 3))}"},
        towns=" ".join(towns),
        features={"orange": EDGE, "cherbourg": FORTRESS},
        roads=["secondary 0101-0102-0103-0104-0105"],
        change=begin,
    )


def pays(state: Situation, name: str) -> bool:
    """6.2.3, 6.4 Whether some replacement may go to a unit."""
    kind, unit = TAKES[name], state.game.units[index(state, name)]
    nation = {"US": "us", "BR": "british", "CA": "canadian", "GE": "german"}[name[:2]]
    if nation == "canadian" and kind == ARMOR:
        nation = "british"
    kept = bool(kind) and state.stock[STOCKS.index((nation, kind))] > 0
    if nation != "german":
        return kept
    if kind == INFANTRY:
        fit = {"low": (0, -1), "lowest": (-1,)}.get(state.unsaved, ())
        return kept or unit.quality in fit
    new = kind == ARMOR and state.unsaved == "cats"
    return new if name in CATS else kept or new


def supplied(state: Situation, place: str) -> bool:
    """6.2.3 In supply, the Germans not by Cherbourg alone."""
    h = state.game.board.index(place)
    live = lines.supplied(state, state.active) >> h & 1
    return bool(live and (state.active == 0 or supply.from_edge(state, h)))


def strengthened(state: Situation, name: str) -> bool:
    """6.2.1, 6.2.3 Whether a unit on the map regains a step."""
    u = index(state, name)
    return (
        state.hex[u] >= 0
        and state.steps[u] < state.game.units[u].steps
        and not state.renewed >> u & 1
        and state.status[u] != DISRUPTED
        and supplied(state, state.word(state.hex[u]))
        and pays(state, name)
    )


def homes(state: Situation, name: str) -> set[str]:
    """6.2.2, 17.2.2 Where an eliminated unit may return; the Allies also In Britain, but headquarters."""
    unit, units, board_ = state.game.units[index(state, name)], state.game.units, state.game.board
    mine = [u for u in range(len(units)) if state.hex[u] >= 0 and units[u].side == state.active]
    division = [u for u in mine if unit.formation and units[u].formation == unit.formation]
    if unit.formation and not division:
        waits = any(
            units[u].formation == unit.formation and state.hex[u] not in (GONE, state.AWAY)
            for u in range(len(units))
        )
        return {"Britain"} if state.active == 0 and waits else set()
    found = set()
    for place in HEXES:
        h = board_.index(place)
        ours = state.controls(state.active, h)
        city = board_.terrain[h] == "city"
        town = bool(state.game.tables.town >> h & 1)
        command = any(
            state.hex[u] == h and units[u].type == "hq" and units[u].nation == unit.nation
            for u in mine
        )
        fits = city and ours if unit.type == "hq" else ((city or town) and ours) or command
        near = not unit.formation or any(
            far(place, state.word(state.hex[u])) <= 5 for u in division
        )
        enemy = (state.zoc(1 - state.active) | state.occupied[1 - state.active]) >> h & 1
        if fits and near and not enemy and supplied(state, place):
            found.add(place)
    return found | {"Britain"} if state.active == 0 and unit.type != "hq" else found


@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("seed", range(16))
def test_who_takes_replacements_and_where(seed: int, side: str) -> None:
    g = drawn(seed, side)
    state = g.state
    if state.phase != "replacement" or state.active != (side == "german"):
        return  # nobody could use anything: the phase has passed
    names = [name for name in TAKES if (name[:2] == "GE") is (side == "german")]
    offered = offers(g)
    assert {name for name in names if strengthened(state, name)} == {
        name for name in names if f"replace {name}" in offered
    }
    lost = [name for name in names if state.hex[index(state, name)] == GONE]
    back = {name: homes(state, name) if pays(state, name) else set() for name in lost}
    assert {name for name in lost if back[name]} == {
        name for name in lost if f"rebuild {name}" in offered
    }
    for name in (name for name in lost if back[name]):
        again = g.copy()
        again.play(f"rebuild {name}")
        u = index(again.state, name)
        if len(back[name]) > 1:
            assert hexes(again, "at") == back[name], name
        elif back[name] != {"Britain"}:
            assert {again.state.word(again.state.hex[u])} == back[name]
