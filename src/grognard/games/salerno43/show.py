"""What a page or a picture shows of Salerno '43: counters, markers, tracks, overlays, facts of a hex."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ...engine.view import (
    Chart,
    Display,
    Fact,
    Overlay,
    Piece,
    Shade,
    Trace,
    Track,
    TrackBox,
)
from ...engine.words import Say
from ...hexes import members
from ..zocbond import show as shared
from ..zocbond.show import Count, account
from ..zocbond.ways import points
from . import naval, stacking, victory, weather
from .charts import ORANGE, RED
from .counters import ALLIED, GERMAN, SIDES, Counter
from .situation import (
    AREAS,
    AWAY,
    DEAD,
    DISRUPTED,
    FULL,
    GONE,
    LATER,
    RESERVE,
    SEA,
    Situation,
)

TERRAIN = {
    "clear": Say("open ground"),
    "hill": Say("hill"),
    "marsh": Say("marsh"),
    "city": Say("city"),
    "sea": Say("sea"),
}
SIDE_TITLES = (Say("Allied"), Say("German"))
WHERE = {
    GONE: "eliminated",
    DEAD: "eliminated for good",
    RESERVE: "Reserve",
    SEA: "at sea",
}
"""The boxes; an Entry Area, a beach still to be assaulted and the Reserve are called as in orders."""
BRANCHES = {"tank": "Tk", "tank destroyer": "TD", "engineer": "Eng", "garrison": "Gar"}
"""What is printed beside a unit that belongs to no formation."""
MARKED = (
    ("half", "half effective"),
    ("red", "isolated"),
    ("oos", "out of supply"),
    ("fired", "fired"),
    ("renewed", "replacement"),
    ("trucked", "truck"),
    ("moved", "moved"),
    ("attacked", "attacked"),
)
NATIONS = {
    "CW": Say("Commonwealth"),
    "US": Say("US"),
    "GE": Say("German"),
    "airborne": Say("airborne"),
    "German": Say("German"),
}
COLOURS = (
    Shade("orange", Say("orange: -1 to a Determined Defense"), "11.2.2a"),
    Shade("red", Say("red: no Determined Defense"), "11.2.2b"),
)
"""11.2.2 What the colours of the Combat Results Table mean."""
KINDS = {"S": Say("special"), "T": Say("tanks"), "I": Say("infantry")}


# -- counters


def pieces(g: Situation) -> list[Piece]:
    """All counters that take part; in a hex the guns lie below those who fight, a beachhead lowest."""
    shown = [unit for unit in g.game.units if g.hex[unit.index] != AWAY and not _too_late(g, unit)]
    shown.sort(key=lambda unit: (not unit.beachhead, not unit.asu))
    return [_piece(g, unit) for unit in shown]


def _too_late(g: Situation, unit: Counter) -> bool:
    """Whether a unit would arrive only after the end of the scenario."""
    return g.hex[unit.index] == LATER and g.game.arrivals[unit.index][1] > g.game.turns


def _piece(g: Situation, unit: Counter) -> Piece:
    u = unit.index
    place, shown = g.hex[u], g.steps[u] or unit.steps
    if place == LATER:
        code, turn = g.game.arrivals[u]
        where = f"turn {turn}" if turn else code.removeprefix("assault ")
    else:
        where = g.word(place) if place >= 0 else WHERE[place]
    defense = "?" if unit.variable else str(unit.defense[shown])
    if unit.asu:
        defense = f"({defense})"
    formation = unit.formation or BRANCHES.get(unit.type, "")
    label = f"{unit.name}|{formation}" if formation else unit.name
    values = str(unit.attack[shown]), defense, str(unit.move)
    colour = unit.nationality.lower()
    return shared.piece(
        g, unit, where, label, values, _marks(g, unit), colour=colour, symbol=unit.type
    )


def _marks(g: Situation, unit: Counter) -> Iterable[str]:
    u = unit.index
    quality = unit.quality[g.steps[u] or unit.steps]
    if quality != "normal":
        yield quality
    if unit.tank:
        yield f"tank {unit.tank}"
    if g.status[u] == DISRUPTED:
        yield "disrupted"
    if g.status[u] == FULL:
        yield "full retreat"
    if unit.remnant and g.steps[u] == 1:
        yield "remnant"
    for name, word in MARKED:
        if getattr(g, name) >> u & 1 and not (name == "oos" and g.red >> u & 1):
            yield word


# -- tracks and markers


def status(g: Situation) -> list[tuple[Say, Say]]:
    charts = g.game.charts
    box = charts.boxes[g.box]
    vp = Say("{n}", n=victory.points(g))
    mark = charts.benchmark[g.turn - 1]
    if mark >= 0:
        vp = Say("{n}, benchmark {mark}", n=victory.points(g), mark=mark)
    return [
        shared.now(g, _date(g, g.turn)),
        (Say("weather"), weather.WEATHER[box.weather]),
        (Say("Supply Points"), Say("A {allied}, G {german}", allied=g.sp[0], german=g.sp[1])),
        (Say("air"), Say("{list}", list=" ".join(sorted(g.air)) or "\u2013")),
        (Say("naval"), Say("{list}", list=" ".join(sorted(g.naval)) or "\u2013")),
        (Say("Victory Points"), vp),
    ]


def _date(g: Situation, turn: int) -> Say:
    """All turns are days of one September."""
    return Say("{day} Sep", day=g.game.charts.dates[turn - 1].removesuffix(" Sep"))


def tracks(g: Situation) -> list[Display]:
    """The charts and tracks beside the map."""
    return [
        shared.results(g, {ORANGE: "orange", RED: "red"}, COLOURS),
        account(Say("Victory Points"), "23.1", victory.account(g), victory.points(g)),
        account(Say("Objectives"), "23.1", _objectives(g)),
        shared.turns(g, "20.1.1", partial(_date, g), partial(_notes, g)),
        _weather(g),
        account(Say("Air and naval markers"), "9.4", _support(g)),
        account(Say("Landing"), "18.4.3", _landing(g)),
        account(Say("Remnants in the display"), "10.4.2b", _remnants(g)),
        shared.determined(g),
        _landings(g),
    ]


def _objectives(g: Situation) -> Iterable[Count]:
    """23.1 What each place is worth and who controls it; 23.2 the next benchmark."""
    game = g.game
    for h, value in sorted(game.tables.vp.items()):
        hex, place = g.word(h), game.board.names.get(h)
        where = Say("{hex}, {place}", hex=hex, place=place) if place else Say(hex)
        yield "23.1.1", where, _worth(value, SIDE_TITLES[ALLIED if g.control >> h & 1 else GERMAN])
    for name, value in game.charts.north.items():
        area = Say("Entry Area {area}", area=name)
        held = victory.taken(g, AREAS.index(name))
        yield "23.1.4", area, _worth(value, SIDE_TITLES[ALLIED]) if held else value
    marks = game.charts.benchmark[: game.turns]
    for turn, mark in list(enumerate(marks, 1))[g.turn - 1 :]:
        if mark >= 0:
            yield "23.2", Say("benchmark of turn {turn}", turn=turn), mark
            return


def _worth(points: int, side: Say) -> Say:
    return Say("{n}, {side}", n=points, side=side)


def _notes(g: Situation, turn: int) -> list[Say]:
    """20.1.1 The benchmark and the Replacements of a turn."""
    charts, notes = g.game.charts, []
    if (mark := charts.benchmark[turn - 1]) >= 0:
        notes.append(Say("benchmark {n}", n=mark))
    for side, letters in enumerate(charts.replacements):
        for letter in letters[turn - 1]:
            notes.append(
                Say("{side} Replacement: {kind}", side=SIDE_TITLES[side], kind=KINDS[letter])
            )
    return notes


def _weather(g: Situation) -> Track:
    """22.1 The Weather Track."""
    boxes = []
    for i, box in enumerate(g.game.charts.boxes):
        gains = Say("Supply Points: Allied {a}, German {g}", a=box.allied, g=box.german)
        notes = [gains]
        if box.port:
            notes.append(Say("+{n} with Salerno open", n=box.port))
        notes.append(Say("air: {list}", list=" ".join(box.air) or "\u2013"))
        notes.append(Say("naval: {list}", list=" ".join(box.naval) or "\u2013"))
        boxes.append(
            TrackBox(
                Say("{name}", name=box.name),
                weather.WEATHER[box.weather],
                tuple(notes),
                i == g.box,
            )
        )
    return Track(Say("Weather Track"), "22.1", tuple(boxes))


def _support(g: Situation) -> Iterable[Count]:
    ready, used = Say("ready"), Say("not ready")
    for nation in ("CW", "US", "GE"):
        text = Say("Air marker: {nation}", nation=NATIONS[nation])
        yield "9.4", text, ready if nation in g.air else used
    for nation in ("CW", "US"):
        text = Say("Naval marker: {nation}", nation=NATIONS[nation])
        yield "9.6", text, ready if nation in g.naval else used
    if g.turn >= g.game.battleships_from:
        yield "19.4", Say("Valiant and Warspite: uses left"), g.battleships


def _landing(g: Situation) -> Iterable[Count]:
    charts = g.game.charts
    yield "18.4.3", Say("Landing Points used"), f"{g.landing}/{charts.landing}"
    yield "18.4.5d", Say("from port to port"), f"{g.transfer}/{charts.transfer}"
    for h in members(naval.harbours(g)):
        place = g.game.board.names.get(h)
        text = Say("{place}", place=f"{g.word(h)} {place}" if place else g.word(h))
        yield "18.4.4", text, _used(g, h)


def _used(g: Situation, h: int) -> str:
    """18.4.4 What has come ashore and left in a port or over a beachhead, and what may."""
    came, left = g.harbour.get(h, (0, 0))
    return f"{came + left}/{naval.capacity(g, h)}"


def _remnants(g: Situation) -> Iterable[Count]:
    for kind, copies in g.game.remnants.items():
        if copies:
            yield "10.4.2b", NATIONS[kind], g.remnants_left(kind)


def _landings(g: Situation) -> Chart:
    """24.2.1 The Invasion CRT: steps lost and hexes of advance."""
    return shared.landings(
        Say("Invasion: steps lost, hexes of advance"),
        "24.2.1",
        {name: beach.column for name, beach in g.game.beaches.items()},
        {
            column: [f"\u2212{loss}, {far}" for loss, far in cells]
            for column, cells in g.game.charts.invasion.items()
        },
    )


# -- overlays and hexes


def overlays(g: Situation) -> list[Overlay]:
    """Zones of control, bonds, supply, control and the Victory Points of both sides."""
    return shared.overlays(g, g.game.tables.vp)


def hex_facts(g: Situation, label: str) -> list[Fact]:
    facts = _area_facts(g, AREAS.index(label)) if label in AREAS else _hex_facts(g, label)
    return [Fact(*fact) for fact in facts]


def _hex_facts(g: Situation, label: str) -> list[tuple[str, Say]]:
    tables, board = g.game.tables, g.game.board
    h = board.index(label)
    facts = [("2.2", Say("terrain: {terrain}", terrain=TERRAIN[board.terrain[h]]))]
    if tables.land >> h & 1:
        facts += _costs(g, h)
    if tables.rough >> h & 1:
        facts.append(("9.8c", Say("defenders are doubled, but for tanks, ASUs and garrisons")))
    if h in tables.vp:
        facts.append(("23.1.1", Say("Victory Points: {n}", n=tables.vp[h])))
    if h in tables.port_value:
        facts.append(("18.4.4", Say("port, {n} Landing Points", n=tables.port_value[h])))
    if naval.harbours(g) >> h & 1:
        facts.append(("18.4.4", Say("Landing Points used: {share}", share=_used(g, h))))
    if tables.kept >> h & 1:
        owner = SIDES[ALLIED if g.control >> h & 1 else GERMAN]
        facts.append(("16.3.4", Say("{side} control", side=owner)))
    facts += [
        ("21.2", Say("touches Entry Area {area}", area=AREAS[k]))
        for k in tables.areas_of.get(h, ())
    ]
    facts += shared.closed(g, h)
    if g.city_battles >> h & 1:
        facts.append(("11.6.2", Say("a City Battle goes on here")))
    if group := g.group(h):
        facts.append(("4.1", Say("Stacking Points: {n}", n=stacking.points(g, group))))
    return facts


def _costs(g: Situation, h: int) -> Iterable[tuple[str, Say]]:
    """5.1 What it costs to enter."""
    foot, wheels = g.game.charts.costs
    terrain = g.game.board.terrain[h]
    yield (
        "5.1",
        Say(
            "enter on foot for {foot}, mechanized for {wheels}",
            foot=points(foot[terrain]),
            wheels=points(wheels[terrain]),
        ),
    )
    road = g.game.tables.best_road.get(h)
    if road:
        yield "5.1", Say("by road, mechanized for {cost}", cost=points(wheels[road]))


def _area_facts(g: Situation, area: int) -> list[tuple[str, Say]]:
    """21.2 An Entry Area: whose it is, where it leads."""
    game = g.game
    side = ALLIED if g.friendly_area(area, ALLIED) else GERMAN
    touched = ", ".join(game.board.labels(game.tables.touch[area]))
    near = ", ".join(AREAS[k] for k in game.area_next[area])
    facts = [
        ("21.2", Say("friendly to the {side} side", side=SIDES[side])),
        ("21.2", Say("touches {hexes}", hexes=touched)),
        ("21.5", Say("next to {areas}", areas=near)),
    ]
    if value := game.charts.north.get(AREAS[area]):
        facts.append(("23.1.4", Say("Victory Points: {n}", n=value)))
    return facts


def traces(g: Situation, label: str) -> list[Trace]:
    """16.3, 16.5.1, 21.6.1 The lines of the units in a hex; those dropped this turn need none."""
    group = g.group(place) if (place := g.game.place(label)) is not None else ()
    if group and all(g.dropped >> u & 1 for u in group):
        return [Trace((label,), True, "21.6.1", Say("dropped this turn: in supply"))]
    return shared.traces(g, label)
