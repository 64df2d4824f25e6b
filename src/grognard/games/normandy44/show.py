"""What a page or a picture shows of Normandy '44: counters, markers, overlays, facts of a hex."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...engine.view import Fact, Overlay, Piece, Trace
from ...engine.words import Say
from ...hexes import members
from ..zocbond import show as shared
from ..zocbond import zones
from ..zocbond.ways import points
from . import modifiers, players, stacking, victory
from .counters import ALLIED, GERMAN, SIDES, Counter
from .situation import (
    ARMIES,
    AWAY,
    BRITAIN,
    CW,
    DEAD,
    DISRUPTED,
    GONE,
    LATER,
    SEA,
    US,
    Situation,
)

TERRAIN = {
    "clear": Say("open ground"),
    "mixed": Say("mixed ground"),
    "bocage": Say("bocage"),
    "woods": Say("woods"),
    "city": Say("city"),
    "flooded": Say("flooded ground"),
    "marsh": Say("marsh"),
    "sea": Say("sea"),
}
ENTRY = {
    "green": Say("German entry hex: green"),
    "orange": Say("German entry hex: orange"),
    "red": Say("German entry hex: red"),
    "blue": Say("German entry hex: blue"),
}
MOBILIZED = {
    "243": Say("mobilization hex of the 243rd Division"),
    "709": Say("mobilization hex of the 709th Division"),
}
WHERE = {
    GONE: "eliminated",
    DEAD: "withdrawn",
    BRITAIN: "Britain",
    **{box: beach for beach, box in SEA.items()},
}
GLIDERS = "gliders"
MARKED = (
    ("red", "isolated"),
    ("renewed", "replacement"),
    ("trucked", "truck"),
    ("strategic", "strategic"),
    ("reserve", "reserve"),
    ("regroup", "regroup"),
    ("scattered", "scattered"),
    ("landed", "landed"),
    ("moved", "moved"),
    ("attacked", "attacked"),
)
SILHOUETTES = {
    "tank": "tank silhouette",
    "panther": "panther silhouette",
    "tiger": "tiger silhouette",
    "assault gun": "assault gun silhouette",
    "tank destroyer": "tank destroyer silhouette",
    "flak 88": "flak silhouette",
    "anti-tank 88": "anti-tank silhouette",
}
"""2.3.1e Units printed as a silhouette, which the ground does not shelter (11.2b)."""
PREFIX = re.compile(r"^(US|BR|GE)(?=\d)")
SHORT = {"Armd": "A", "Bde": "", "Can": "C", "Abn": "", "Gds": "Gds"}


# -- counters


def pieces(g: Situation) -> list[Piece]:
    """The markers, then all counters that take part; in a hex those who fight lie on top."""
    found = list(_markers(g))
    shown = [u for u in g.game.units if g.hex[u.index] != AWAY and not _too_late(g, u)]
    shown.sort(key=lambda u: (not u.strongpoint, not (u.hq or u.werfer or u.type == "engineer")))
    return found + [_piece(g, u) for u in shown]


def _markers(g: Situation) -> Iterator[Piece]:
    """16.1, 21.1.1b Improved Positions and artificial harbours."""
    for side in (ALLIED, GERMAN):
        for h in members(g.improved[side]):
            yield _marker(g, side, h, "improved position", "Improved Position")
        for h in members(g.digging[side]):
            yield _marker(g, side, h, "entrenching", "Improved Position, begun")
    for army, name in ((US, "US Mulberry"), (CW, "British Mulberry")):
        if g.harbour[army] >= 0:
            yield _marker(g, ALLIED, g.harbour[army], "mulberry", name)


def _marker(g: Situation, side: int, h: int, symbol: str, name: str) -> Piece:
    label = g.word(h)
    return Piece(
        f"{name} {label}", label, SIDES[side], SIDES[side], symbol, "", "", name, (), kind="marker"
    )


def _too_late(g: Situation, unit: Counter) -> bool:
    """Whether a unit would arrive only after the end of the scenario."""
    return g.hex[unit.index] == LATER and g.game.arrival_turn.get(unit.index, 0) > g.game.turns


def _piece(g: Situation, unit: Counter) -> Piece:
    shown = g.steps[unit.index] or unit.steps
    strength = str(unit.defense[shown])
    return shared.piece(
        g,
        unit,
        _where(g, unit),
        _label(unit),
        (strength if unit.attack[shown] else f"({strength})", str(unit.move)),
        _marks(g, unit),
        colour=unit.nationality,
        symbol=SILHOUETTES.get(unit.type, unit.type) if unit.silhouette else unit.type,
    )


def _where(g: Situation, unit: Counter) -> str:
    place = g.hex[unit.index]
    if place >= 0:
        return g.word(place)
    if place != LATER:
        return WHERE[place]
    if turn := g.game.arrival_turn.get(unit.index):
        return f"turn {turn}"
    return GLIDERS if unit.arrival.startswith("glider") else unit.arrival


def _label(unit: Counter) -> str:
    """What stands left and right of the symbol: the unit, its formation."""
    if unit.strongpoint:
        return f"{unit.name.removeprefix('SP ')}|SP"
    formation = PREFIX.sub("", unit.formation)
    for long, short in SHORT.items():
        formation = formation.replace(long, short)
    return f"{unit.name}|{formation}" if formation else unit.name


def _marks(g: Situation, unit: Counter) -> Iterator[str]:
    u = unit.index
    if unit.quality:
        yield f"quality {unit.quality:+d}"
    if unit.armor:
        yield f"anti-tank {unit.armor}" if unit.anti_tank else f"armor {unit.armor}"
    if g.hex[u] == BRITAIN:
        yield f"cost {unit.cost}"
    if players.divided(g, unit.side) and unit.side == GERMAN and players.commander(g, u) == CW:
        yield "panzer west"
    if unit.remnant and g.steps[u] == 1:
        yield "cadre"
    if unit.restricted and not g.released:
        yield "restricted"
    if g.status[u] == DISRUPTED:
        yield "disrupted"
    if g.used >> u & 1:
        yield "has moved" if unit.hq else "fired"
    if (g.oos & ~g.red) >> u & 1:
        yield "out of supply"
    yield from (word for name, word in MARKED if getattr(g, name) >> u & 1)


# -- overlays


def overlays(g: Situation) -> list[Overlay]:
    """Zones, bonds, supply, control and Victory Points of both sides; what is printed on the map."""
    tables, board = g.game.tables, g.game.board
    found = [
        replace(each, lines=_bonds(g, SIDES.index(each.side))) if each.kind == "bonds" else each
        for each in shared.overlays(g, victory.worth(g))
    ]
    for kind, hexes in (
        ("naval", tables.naval_zone & tables.land),
        ("line", tables.beyond),
        ("perimeter", tables.perimeter),
        ("us-army", tables.army[US]),
        ("cw-army", tables.army[CW]),
    ):
        found.append(Overlay(kind, "", tuple(board.labels(hexes))))
    return found


def _bonds(g: Situation, side: int) -> tuple[tuple[str, str], ...]:
    """8.5, 8.5.5 The Bonds of a side: from unit to unit, and from a unit to the hexside that it closes
    with the edge, the coast, marsh or an impassable hexside."""
    tables, held = g.game.tables, g.any_bond[side]
    lines = [line for line in shared.bonds(g, side) if g.game.is_hex(line[1])]
    for anchor in tables.anchors:
        unit = 1 << anchor.hex & held
        if (
            unit
            and zones.bonds(tables.ground, unit, unit, g.occupied[1 - side], [anchor]).sides[
                anchor.direction
            ]
        ):
            lines.append((g.word(anchor.hex), f"{g.word(anchor.left)}/{g.word(anchor.right)}"))
    return tuple(lines)


# -- hexes


def hex_facts(g: Situation, label: str) -> list[Fact]:
    if not g.game.is_hex(label):
        return []
    h = g.game.board.index(label)
    return [Fact(rule, text) for rule, text in (*_ground(g, h), *_worth(g, h), *_held(g, h))]


def _ground(g: Situation, h: int) -> Iterable[tuple[str, Say]]:
    """What the ground is, what it costs and how it shelters."""
    tables, board = g.game.tables, g.game.board
    yield "2.2.1", Say("terrain: {terrain}", terrain=TERRAIN[board.terrain[h]])
    if not tables.land >> h & 1:
        return
    foot, wheels = g.game.charts.costs
    terrain = board.terrain[h]
    if terrain in foot:
        costs = {"foot": points(foot[terrain]), "wheels": points(wheels.get(terrain, 0))}
        if terrain in wheels:
            yield "9.3", Say("enter on foot for {foot}, mechanized for {wheels}", **costs)
        else:
            yield "9.3", Say("enter on foot for {foot}, mechanized by road only", **costs)
    if road := tables.best_road.get(h):
        yield (
            "9.3",
            Say(
                "by road on foot for {foot}, mechanized for {wheels}",
                foot=points(foot[road]),
                wheels=points(wheels[road]),
            ),
        )
    if bonus := modifiers.bonus(g, h):
        yield "11.2", Say("Defensive Bonus {n}, not for silhouettes", n=bonus)
    if tables.hilltop >> h & 1:
        yield "11.8", Say("hilltop: one column for the defender")
    if g.position(h):
        yield "16.1", Say("Improved Position: the attacker's armor brings no shift")
    if tables.naval_zone >> h & 1:
        yield "19.2.1", Say("in reach of the ships")


def _worth(g: Situation, h: int) -> Iterable[tuple[str, Say]]:
    """What the hex means for supply, reinforcements and victory."""
    tables, board = g.game.tables, g.game.board
    if value := victory.worth(g).get(h):
        yield victory.RULES[g.game.scenario], Say("Victory Points: {n}", n=value)
    if tables.watched >> h & 1:
        yield "2.2.5", Say("{side} control", side=SIDES[not g.controls(ALLIED, h)])
    if tables.perimeter >> h & 1:
        yield "16.3", Say("inside the Cherbourg perimeter")
    elif tables.beyond >> h & 1:
        yield "S1.3.1", Say("on the German side of the line of 27 June")
    for colour, text in ENTRY.items():
        if tables.entry[colour] >> h & 1:
            yield "6.6", text
    for division, hexes in tables.mobilization.items():
        if hexes >> h & 1:
            yield "6.7", MOBILIZED[division]
    for name, beach in g.game.beaches.items():
        if h in beach.hexes and beach.engineer >= 0:
            open_, shut = Say("{beach} is open", beach=name), Say("{beach} is closed", beach=name)
            yield "21.1.1", open_ if g.is_open(name) else shut
    for army, hexes in enumerate(tables.army):
        if hexes >> h & 1 and board.terrain[h] != "sea":
            yield "22.1.2", Say("{army} side of the army boundary", army=ARMIES[army])


def _held(g: Situation, h: int) -> Iterable[tuple[str, Say]]:
    """Who holds and closes the hex."""
    yield from shared.closed(g, h)
    if group := g.group(h):
        yield (
            "7.1",
            Say(
                "Stacking: {n} of {most}",
                n=stacking.points(g, group),
                most=g.game.charts.stacking,
            ),
        )


def traces(g: Situation, label: str) -> list[Trace]:
    """18.3 The line of supply of the units in a hex, or where and why it breaks; then 18.5.1 isolation."""
    found = shared.traces(g, label)
    return [*found[:1], *map(_isolation, found[1:])]


def _isolation(longer: Trace) -> Trace:
    """18.5.1 Whether units without a line of supply have one whose part off the road is of any length."""
    found = replace(longer, rule="18.5.1")
    if not found.whole:
        return found
    return replace(
        found, text=Say("not isolated: a longer line leads to {place}", place=found.path[-1])
    )
