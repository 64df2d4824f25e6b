"""What a page or a picture shows of Normandy '44: counters, markers, tracks, overlays."""

from __future__ import annotations

from ...engine.view import Overlay, Piece, Way
from ...engine.words import Say
from ...hexes import members
from ..zocbond import ways
from . import supply, victory, weather
from .counters import ALLIED, GERMAN, SIDES, Counter
from .situation import (
    AWAY,
    BRITAIN,
    DEAD,
    DISRUPTED,
    GONE,
    LATER,
    PANZER_WEST,
    SEA,
    STOCKS,
    TRACKS,
    Situation,
)

WHERE = {
    GONE: "eliminated",
    DEAD: "withdrawn",
    BRITAIN: "Britain",
    **{box: beach for beach, box in SEA.items()},
}
MARKED = (
    ("red", "isolated"),
    ("oos", "out of supply"),
    ("renewed", "replacement"),
    ("trucked", "truck"),
    ("strategic", "strategic"),
    ("reserve", "reserve"),
    ("regroup", "regroup"),
    ("scattered", "scattered"),
    ("moved", "moved"),
    ("attacked", "attacked"),
)


def pieces(g: Situation) -> list[Piece]:
    """All counters that take part, and the Improved Positions as markers."""
    shown = [u for u in g.game.units if g.hex[u.index] != AWAY and not _too_late(g, u)]
    shown.sort(key=lambda u: (not u.strongpoint, not (u.hq or u.werfer or u.type == "engineer")))
    found = [_piece(g, u) for u in shown]
    for side in (ALLIED, GERMAN):
        for word, sets in (("improved position", g.improved), ("entrenching", g.digging)):
            found += [_marker(g, side, h, word) for h in members(sets[side])]
    for army, h in enumerate(g.harbour):
        if h >= 0:
            found.append(_marker(g, ALLIED, h, f"mulberry {('US', 'CW')[army]}"))
    return found


def _marker(g: Situation, side: int, h: int, word: str) -> Piece:
    label = g.word(h)
    return Piece(
        f"{word} {label}", label, SIDES[side], SIDES[side], word, "", "", word, (), kind="marker"
    )


def _too_late(g: Situation, unit: Counter) -> bool:
    return g.hex[unit.index] == LATER and g.game.arrival_turn.get(unit.index, 0) > g.game.turns


def _piece(g: Situation, unit: Counter) -> Piece:
    u = unit.index
    place, steps = g.hex[u], g.steps[u]
    if place == LATER:
        turn = g.game.arrival_turn.get(u)
        where = f"turn {turn}" if turn else unit.arrival
    else:
        where = g.word(place) if place >= 0 else WHERE[place]
    shown = steps or unit.steps
    strength = str(unit.defense[shown])
    if not unit.attack[shown]:
        strength = f"({strength})"
    factors = (strength, *((str(unit.armor),) if unit.armor else ()), str(unit.move))
    return Piece(
        unit.id,
        where,
        SIDES[unit.side],
        unit.nationality,
        unit.type,
        unit.size,
        unit.formation,
        unit.name,
        factors,
        (steps, unit.steps),
        _marks(g, unit),
    )


def _marks(g: Situation, unit: Counter) -> tuple[str, ...]:
    u = unit.index
    found = [word for name, word in MARKED if getattr(g, name) >> u & 1]
    if g.status[u] == DISRUPTED:
        found.append("disrupted")
    if unit.remnant and g.steps[u] == 1:
        found.append("cadre")
    if g.used >> u & 1:
        found.append("has moved" if unit.hq else "fired")
    return tuple(found)


def status(g: Situation) -> list[tuple[Say, Say]]:
    """The markers on the tracks."""
    charts = g.game.charts
    found = [
        (Say("turn"), Say("{turn}, {date}", turn=g.turn, date=charts.dates[g.turn - 1])),
        (Say("weather"), weather.NAMES[g.weather]),
    ]
    tracks = TRACKS if len(g.game.players[GERMAN]) > 1 else TRACKS[:PANZER_WEST]
    for track, points in zip(tracks, g.sp, strict=False):
        found.append((Say("supply points"), Say("{track}: {n}", track=track, n=points)))
    for (service, kind), number in zip(STOCKS, g.stock, strict=True):
        if number:
            text = Say("{service} {kind}: {n}", service=service, kind=kind, n=number)
            found.append((Say("replacements"), text))
    for army in range(2):
        name = TRACKS[army]
        text = Say(
            "{army}: {air} air, {ships} ships, {points} reinforcement points",
            army=name,
            air=g.air[army],
            ships=g.naval[army],
            points=g.points[army],
        )
        found.append((Say("markers"), text))
    if g.game.scenario == "campaign":
        found.append((Say("victory points"), Say("{n}", n=victory.campaign_points(g))))
    elif g.game.scenario == "seven":
        found.append((Say("victory points"), Say("{n}", n=victory.seven_points(g))))
    return found


def reach(g: Situation, unit: Counter) -> dict[str, Way]:
    """9.0 Where a unit could go now, at what cost and by which kind of movement."""
    if g.phase not in ("movement", "reserve-movement") or unit.side != g.active:
        return {}
    if g.moved >> unit.index & 1:
        return {}
    return ways.all_ways(g, unit.index)


def overlays(g: Situation) -> list[Overlay]:
    """Zones of control, supply, the zone of the ships."""
    tables, found = g.game.tables, []

    def words(mask: int) -> tuple[str, ...]:
        return tuple(g.word(h) for h in members(mask & tables.land))

    for side, name in enumerate(SIDES):
        found.append(Overlay("zoc", name, words(g.zoc(side))))
        found.append(Overlay("supply", name, words(supply.supplied(g, side))))
        found.append(Overlay("bonds", name, words(g.bonds(side).hexes)))
    found.append(Overlay("naval zone", "", words(tables.naval_zone)))
    found.append(Overlay("27 June line", "", words(tables.beyond)))
    found.append(Overlay("perimeter", "", words(tables.perimeter)))
    return found
