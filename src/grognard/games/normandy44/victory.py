"""23.0, S1.3, S2.2, S3.3 Automatic victory and the victory of each scenario."""

from __future__ import annotations

from ...engine.decision import Outcome
from ...engine.words import Say
from ...hexes import mask_of, members
from ..zocbond import supply as series
from . import beaches, supply
from .counters import ALLIED, GERMAN, SIDES
from .situation import DEAD, Situation

TOWN, CITY, DROP = 1, 2, 1
"""S1.3.1, S2.2e The value of a town, of a city hex and of a drop hex."""


def check(g: Situation) -> Outcome | None:
    """23.1 The End Phase: automatic victory, then the end of the game."""
    if g.game.scenario != "cherbourg" and (automatic := _automatic(g)):
        return automatic
    if g.turn < g.game.turns:
        return None
    return _cherbourg(g) if g.game.scenario == "cherbourg" else _by_points(g)


def _by_points(g: Situation) -> Outcome:
    """S1.3, S2.2a"""
    had = points(g)
    reason = Say(
        "the Allies have {points} victory points and need {needed}",
        points=had,
        needed=g.game.needed,
    )
    winner = ALLIED if had >= g.game.needed else GERMAN
    return Outcome(SIDES[winner], RULES[g.game.scenario], reason)


# -- automatic victory


def _automatic(g: Situation) -> Outcome | None:
    """23.2, 23.3"""
    limits = g.game.automatic
    if beaches.closed(g) >= limits["closed"]:
        return Outcome(SIDES[GERMAN], "23.3", Say("three Allied beaches or harbors are closed"))
    lost = worn(g)
    if lost["US"] >= limits["us"]:
        return Outcome(SIDES[GERMAN], "23.3", Say("{n} American units are worn out", n=lost["US"]))
    if lost["CW"] >= limits["british"]:
        return Outcome(SIDES[GERMAN], "23.3", Say("{n} British units are worn out", n=lost["CW"]))
    caen = g.game.tables.caen
    landed = all(g.is_open(name) for name, beach in g.game.beaches.items() if beach.engineer >= 0)
    if g.at_edge >= limits["edge_units"] and landed and caen and not caen & ~g.control:
        return Outcome(SIDES[ALLIED], "23.2", Say("the Allies have broken out"))
    return None


def worn(g: Situation) -> dict[str, int]:
    """23.3b, 23.3c Three-step units eliminated or down to a Cadre; Canadians never count."""
    lost = {"US": 0, "CW": 0}
    for u in g.game.cadre_units:
        unit = g.game.units.units[u]
        if unit.side != ALLIED or unit.nationality == "canadian":
            continue
        if g.steps[u] == 1 or g.hex[u] == g.GONE:
            lost[unit.nation] += 1
    return lost


# -- Victory Points

RULES = {"campaign": "S1.3", "seven": "S2.2", "cherbourg": "S3.3.1"}
"""The rule by which each scenario is won."""


def worth(g: Situation) -> dict[int, int]:
    """S1.3.1, S2.2c-e The hexes that count in the scenario, and for how much."""
    tables = g.game.tables
    built = tables.town | tables.city
    if g.game.scenario == "cherbourg":
        return {}
    if g.game.scenario == "campaign":
        return {h: _value(g, 1 << h) for h in members(built)}
    bayeux = g.game.place(g.game.setting["bayeux"])
    far = built & ~tables.naval_zone | (1 << bayeux if bayeux is not None else 0)
    found = {h: _value(g, 1 << h) for h in members(far)}
    for h in members(tables.drops):
        found[h] = found.get(h, 0) + DROP
    return found


def points(g: Situation) -> int:
    """S1.3.1, S2.2 The Allied Victory Points now."""
    return sum(count for _, _, count in account(g))


def account(g: Situation) -> list[tuple[str, Say, int]]:
    """S1.3.1, S2.2 The Victory Points one by one: rule, what, how many."""
    match g.game.scenario:
        case "campaign":
            return _campaign(g)
        case "seven":
            return _seven(g)
    return []


def _campaign(g: Situation) -> list[tuple[str, Say, int]]:
    """S1.3.1 What the Allies hold beyond the line or at Cherbourg, less what the Germans hold behind it."""
    tables, value = g.game.tables, worth(g)
    goals = tables.beyond | tables.perimeter
    held = g.control & goals & series.supplied(g, ALLIED)
    lost = ~g.control & ~tables.beyond & supply.reachable(g, GERMAN, supply.edge_sources(g))
    found = [("S1.3.1a", _place(g, h), n) for h, n in value.items() if held >> h & 1]
    if theirs := _value(g, lost):
        found.append(("S1.3.1b", Say("what the Germans hold behind the line"), -theirs))
    return found


def _seven(g: Situation) -> list[tuple[str, Say, int]]:
    """S2.2b-f"""
    tables, setting = g.game.tables, g.game.setting
    found = []
    landed = tables.drops & (g.occupied[ALLIED] | g.control & tables.town)
    for h, n in worth(g).items():
        built = n - DROP if tables.drops >> h & 1 else n
        if built and g.control >> h & 1:
            rule = "S2.2c" if tables.city >> h & 1 else "S2.2d"
            found.append((rule, _place(g, h), built))
        if landed >> h & 1:
            found.append(("S2.2e", Say("drop hex {hex}", hex=g.word(h)), DROP))
    if linked(g):
        found.append(("S2.2b", Say("the road from Juno to Sainte-Mère-Église"), setting["link"]))
    for name, beach in g.game.beaches.items():
        if beach.engineer >= 0 and g.hex[beach.engineer] not in beach.hexes:
            text = Say("no engineers at {beach}", beach=name)
            found.append(("S2.2f", text, setting["engineer"]))
    return found


def _place(g: Situation, h: int) -> Say:
    return Say("{place}", place=g.game.board.names.get(h, g.word(h)))


def _value(g: Situation, hexes: int) -> int:
    tables = g.game.tables
    return TOWN * (hexes & tables.town).bit_count() + CITY * (hexes & tables.city).bit_count()


def linked(g: Situation) -> bool:
    """S2.2b Whether the road from Juno to Sainte-Mère-Église is free of Germans and their zones of control."""
    if not all(g.game.is_hex(label) for label in g.game.setting["road"]):
        return False
    road = mask_of(g.game.board.index(label) for label in g.game.setting["road"])
    return not road & (g.occupied[GERMAN] | g.zoc(GERMAN) & ~g.occupied[ALLIED])


# -- Cherbourg


def siege(g: Situation) -> tuple[bool, bool, bool]:
    """S3.3.1 Whether the Allies control Carentan, stand inside the perimeter, have cut the peninsula."""
    carentan = g.game.place(g.game.setting["carentan"])
    units, tables = g.game.units.units, g.game.tables
    inside = any(
        tables.perimeter >> g.hex[u] & 1 and not units[u].hq and series.in_supply(g, u)
        for u in g.on_map(ALLIED)
    )
    held = carentan is not None and g.controls(ALLIED, carentan)
    return held, inside, not supply.fortress_fed(g)


def _cherbourg(g: Situation) -> Outcome:
    """S3.3.1 Carentan, and a foot inside the perimeter or the peninsula cut."""
    held, inside, cut = siege(g)
    if held and (inside or cut):
        return Outcome(SIDES[ALLIED], "S3.3.1", Say("Carentan is taken and Cherbourg within reach"))
    return Outcome(SIDES[GERMAN], "S3.3.1", Say("Cherbourg is safe"))


def carentan_taken(g: Situation) -> None:
    """S3.3.2b With Americans in Carentan in an End Phase the two units of the 6th Parachute Regiment go."""
    carentan = g.game.place(g.game.setting["carentan"])
    if carentan is None or not g.occupied[ALLIED] >> carentan & 1:
        return
    for name in g.game.setting["removed"]:
        unit = g.game.units.find(name)
        if unit and g.hex[unit.index] >= 0:
            g.eliminate(unit.index, "S3.3.2", DEAD)
