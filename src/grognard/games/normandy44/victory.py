"""23.0, S1.3, S2.2, S3.3 Automatic victory and the victory of each scenario."""

from __future__ import annotations

from ...engine.decision import Outcome
from ...engine.words import Say
from ...hexes import mask_of
from . import beaches, supply
from .counters import ALLIED, GERMAN, SIDES
from .situation import DEAD, Situation

TOWN, CITY = 1, 2
"""S1.3.1 The value of a town and of a city hex."""


def check(g: Situation) -> Outcome | None:
    """23.1 The End Phase: automatic victory, then the end of the game."""
    if g.game.scenario != "cherbourg" and (automatic := _automatic(g)):
        return automatic
    if g.turn < g.game.turns:
        return None
    match g.game.scenario:
        case "campaign":
            return _by_points(g, campaign_points(g), "S1.3")
        case "seven":
            return _by_points(g, seven_points(g), "S2.2")
    return _cherbourg(g)


def _by_points(g: Situation, points: int, rule: str) -> Outcome:
    winner = ALLIED if points >= g.game.needed else GERMAN
    reason = Say(
        "the Allies have {points} victory points and need {needed}",
        points=points,
        needed=g.game.needed,
    )
    return Outcome(SIDES[winner], rule, reason)


# -- automatic victory


def _automatic(g: Situation) -> Outcome | None:
    """23.2, 23.3"""
    limits = g.game.automatic
    if beaches.closed(g) >= limits["closed"]:
        return Outcome(SIDES[GERMAN], "23.3", Say("three Allied beaches or harbours are closed"))
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


# -- the campaign


def campaign_points(g: Situation) -> int:
    """S1.3.1 What the Allies hold beyond the line or at Cherbourg, less what the Germans hold behind it."""
    tables = g.game.tables
    goals = tables.beyond | tables.perimeter
    held = g.control & goals & supply.supplied(g, ALLIED)
    lost = ~g.control & ~tables.beyond & supply.reachable(g, GERMAN, supply.edge_sources(g))
    return _value(g, held) - _value(g, lost)


def _value(g: Situation, hexes: int) -> int:
    tables = g.game.tables
    return TOWN * (hexes & tables.town).bit_count() + CITY * (hexes & tables.city).bit_count()


# -- seven turns


def seven_points(g: Situation) -> int:
    """S2.2b-f"""
    tables, setting = g.game.tables, g.game.setting
    away = g.control & ~tables.naval_zone
    points = _value(g, away & (tables.town | tables.city))
    bayeux = g.game.place(setting["bayeux"])
    if bayeux is not None and g.control >> bayeux & 1 and tables.naval_zone >> bayeux & 1:
        points += CITY
    points += (tables.drops & (g.occupied[ALLIED] | g.control & tables.town)).bit_count()
    if linked(g):
        points += setting["link"]
    for beach in g.game.beaches.values():
        if beach.engineer >= 0 and g.hex[beach.engineer] not in beach.hexes:
            points += setting["engineer"]
    return points


def linked(g: Situation) -> bool:
    """S2.2b Whether the road from Juno to Sainte-Mère-Église is free of Germans and their zones of control."""
    if not all(g.game.is_hex(label) for label in g.game.setting["road"]):
        return False
    road = mask_of(g.game.board.index(label) for label in g.game.setting["road"])
    return not road & (g.occupied[GERMAN] | g.zoc(GERMAN) & ~g.occupied[ALLIED])


# -- Cherbourg


def _cherbourg(g: Situation) -> Outcome:
    """S3.3.1 Carentan, and a foot inside the perimeter or the peninsula cut."""
    carentan = g.game.place(g.game.setting["carentan"])
    units, tables = g.game.units.units, g.game.tables
    inside = any(
        tables.perimeter >> g.hex[u] & 1 and not units[u].hq and supply.in_supply(g, u)
        for u in g.on_map(ALLIED)
    )
    held = carentan is not None and g.controls(ALLIED, carentan)
    if held and (inside or not supply.fortress_fed(g)):
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
