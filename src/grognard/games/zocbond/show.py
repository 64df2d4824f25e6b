"""What a page or a picture shows of every game of the series: its charts, zones and bonds, reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ...engine.view import (
    Account,
    Chart,
    Item,
    Overlay,
    Piece,
    Shade,
    Trace,
    Track,
    TrackBox,
)
from ...engine.words import Say
from .battle import Battle, Fighting
from .charts import HIGHEST, LOWEST
from .counters import Troops
from .lines import UNLIMITED
from .sketch import bonded, way
from .supply import OVERLAND, connected, supplied

Count = tuple[str, Say, Say | str | int]
"""Rule, what, how much."""


def results(
    g: Battle[Fighting], colours: Mapping[str, str], legend: tuple[Shade, ...] = ()
) -> Chart:
    """The Combat Results Table; the colours of its cells stand beside the codes."""
    charts = g.game.charts
    return Chart(
        Say("Combat Results Table"),
        g.CITES.combat,
        tuple(charts.columns),
        tuple(str(die) for die in range(1, len(charts.rows) + 1)),
        tuple(tuple(cell.result.code for cell in row) for row in charts.rows),
        1,
        results=True,
        shades=tuple(tuple(colours.get(cell.colour, "") for cell in row) for row in charts.rows),
        legend=legend,
    )


def determined(g: Battle[Fighting]) -> Chart:
    """The Determined Defense Table."""
    table = g.game.charts.determined
    middle = (str(die) for die in range(LOWEST + 1, HIGHEST))
    return Chart(
        Say("Determined Defense"),
        g.CITES.stand_result,
        tuple(g.GROUNDS.values()),
        (f"\u2264 {LOWEST}", *middle, f"\u2265 {HIGHEST}"),
        tuple(
            tuple(" | ".join(stand.code for stand in table[c][i]) for c in g.GROUNDS)
            for i in range(HIGHEST - LOWEST + 1)
        ),
        1,
    )


def account(title: Say, rule: str, lines: Iterable[Count], total: int | None = None) -> Account:
    """Lines of an account, and their sum."""
    rows = [
        Item(r, text, amount if isinstance(amount, Say) else str(amount))
        for r, text, amount in lines
    ]
    if total is not None:
        rows.append(Item(rule, Say("total"), str(total)))
    return Account(title, rule, tuple(rows))


def piece(
    g: Battle[Fighting],
    unit: Troops,
    where: str,
    label: str,
    values: Sequence[str],
    marks: Iterable[str],
    *,
    colour: str,
    symbol: str,
) -> Piece:
    """A counter: where it is, what is printed on it, its markers."""
    left = 0 if g.hex[unit.index] in g.game.LOST else g.steps[unit.index] or unit.steps
    return Piece(
        unit.id,
        where,
        g.SIDES[unit.side],
        colour,
        symbol,
        unit.size,
        label,
        g.game.called.get(unit.id, unit.name),
        tuple(values),
        (left, unit.steps),
        tuple(marks),
        formation=unit.formation,
    )


def turns(
    g: Battle[Fighting], rule: str, date: Callable[[int], Say], notes: Callable[[int], list[Say]]
) -> Track:
    """The turns of the scenario with their dates and what each brings."""
    boxes = [
        TrackBox(Say("{n}", n=turn), date(turn), tuple(notes(turn)), turn == g.turn, f"turn {turn}")
        for turn in range(1, g.game.turns + 1)
    ]
    return Track(Say("Turn Record Track"), rule, tuple(boxes))


def landings(
    title: Say, rule: str, beaches: Mapping[str, str], columns: Mapping[str, Sequence[str]]
) -> Chart:
    """The table of the landings; its columns are called after the ``beaches`` that use them."""
    names: dict[str, list[str]] = {}
    for name, column in beaches.items():
        names.setdefault(column, []).append(name)
    return Chart(
        title,
        rule,
        tuple(", ".join(names.get(column, [column])) for column in columns),
        tuple(str(die) for die in range(1, 7)),
        tuple(zip(*columns.values(), strict=True)),
    )


def overlays(g: Battle[Fighting], worth: Mapping[int, int]) -> list[Overlay]:
    """Zones of control, bonds, supply, control and what hexes are worth, of both sides."""
    labels, tables, found = g.game.board.labels, g.game.tables, []
    for side, name in enumerate(g.SIDES):
        mine = ~g.control if side else g.control
        value = {g.word(h): str(n) for h, n in sorted(worth.items()) if mine >> h & 1}
        found += [
            Overlay("zoc", name, tuple(labels(g.zoc(side) & tables.land))),
            Overlay("bonds", name, tuple(labels(g.bonds(side).hexes)), lines=bonds(g, side)),
            Overlay("supply", name, tuple(labels(supplied(g, side)))),
            Overlay("control", name, tuple(labels(tables.watched & mine))),
            Overlay("vp", name, tuple(value), value),
        ]
    return found


def closed(g: Battle[Fighting], h: int) -> list[tuple[str, Say]]:
    """Whose bonds close a hex."""
    rule = g.CITES.bond
    return [
        (rule, Say("closed by the {side} ZOC Bond", side=name))
        for side, name in enumerate(g.SIDES)
        if g.bonds(side).hexes >> h & 1
    ]


def bonds(g: Battle[Fighting], side: int) -> tuple[tuple[str, str], ...]:
    """The bonds of a side as lines from unit to unit."""
    foot, wheels, enemies = g.foot_bond[side], g.any_bond[side], g.occupied[1 - side]
    pairs, edges = bonded(
        g.game.tables.ground, foot, wheels, enemies, g.anchors(side), over_edge=g.OVER_EDGE
    )
    lines = [(g.word(a), g.word(b)) for a, b in pairs]
    return (*lines, *((g.word(h), label) for h, label in edges))


def now(g: Battle[Fighting], date: Say) -> tuple[Say, Say]:
    """Where the Turn marker is."""
    text = Say("{turn} of {turns}, {date}", turn=g.turn, turns=g.game.turns, date=date)
    return Say("turn"), text


def traces(g: Battle[Fighting], label: str) -> list[Trace]:
    """The line of supply of the units in a hex; where it breaks, their line of communications."""
    game = g.game
    if not game.is_hex(label) or not (group := g.group(game.board.index(label))):
        return []
    h, side = game.board.index(label), game.units[group[0]].side
    supply = line(g, h, side)
    return [supply] if supply.whole else [supply, communications(g, h, side)]


def line(g: Battle[Fighting], h: int, side: int) -> Trace:
    """The line of supply of a side's units in a hex, or where and why it breaks."""
    hexes, gates = g.sources(side)
    found = way(g.game.tables.ground, g.country(side), hexes, gates, OVERLAND, h)
    path = [g.word(step) for step in found.hexes]
    if found.fault:
        rule, reason = _fault(g, found.fault, g.word(found.at if found.at >= 0 else h))
        return Trace(tuple(path), False, rule, Say("out of supply: {reason}", reason=reason))
    path += g.beyond_gate(found.hexes[-1], side)
    text = Say("in supply from {place}", place=path[-1])
    return Trace(tuple(path), True, g.CITES.supply_line, text)


def communications(g: Battle[Fighting], h: int, side: int) -> Trace:
    """The line of communications of a side's units in a hex, or where and why it breaks.

    Its overland portion is of any length, and its first step may cross a mountain hexside.
    """
    ground, country = g.game.tables.ground, g.country(side)
    hexes, gates = g.sources(side)
    rule, found = g.CITES.isolation, way(ground, country, hexes, gates, UNLIMITED, h)
    if found.fault and connected(g, side) >> h & 1:
        beyond = [
            n
            for d, n in enumerate(ground.neighbours[h])
            if n >= 0 and ground.wall[d] >> h & 1 and not country.bonds.sides[d] >> h & 1
        ]
        over = (way(ground, country, hexes, gates, UNLIMITED, n) for n in beyond)
        best = min((each for each in over if not each.fault), key=lambda each: len(each.hexes))
        found = best._replace(hexes=[h, *best.hexes])
    path = [g.word(step) for step in found.hexes]
    if found.fault:
        _, reason = _fault(g, found.fault, g.word(found.at if found.at >= 0 else h))
        text = Say("isolated: {reason}", reason=reason)
        return Trace(tuple(path), False, rule, text, "communication")
    path += g.beyond_gate(found.hexes[-1], side)
    text = Say("communications with {place}", place=path[-1])
    return Trace(tuple(path), True, rule, text, "communication")


def _fault(g: Battle[Fighting], fault: str, label: str) -> tuple[str, Say]:
    """What breaks a line of supply."""
    cites = g.CITES
    match fault:
        case "far":
            text = Say("it takes more than five hexes to reach a road that carries supply")
            return cites.supply_far, text
        case "zoc":
            text = Say("the enemy's zone of control in {hex} breaks it", hex=label)
            return cites.supply_zoc, text
        case "bond":
            text = Say("an enemy ZOC Bond closes the way to {hex}", hex=label)
            return cites.supply_bond, text
        case "control":
            return cites.supply_control, Say("{hex} is controlled by the enemy", hex=label)
        case "enemy":
            return cites.supply_enemy, Say("enemy units hold {hex}", hex=label)
    return cites.supply_line, Say("no way leads to a source of supply")
