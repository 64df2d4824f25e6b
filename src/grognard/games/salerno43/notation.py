"""The situation as text: the lines of Salerno '43."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from ...hexes import members
from ...say import Say
from ...textdata import Words
from ..zocbond import notation
from ..zocbond.counters import Troops
from ..zocbond.notation import MANY, Line, hexes_of, place_of
from . import naval, victory
from .counters import ALLIED, GERMAN, NO_REMNANT
from .initial import granted
from .sequence import PHASES
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
    UNIT_MARKS,
    Situation,
)

REPLACEMENTS = re.compile("([CUG][ITS])*")


def _read_weather(g: Situation, line: Words) -> None:
    names = [box.name for box in g.game.charts.boxes]
    g.box = names.index(line.one_of(line[1], names))


def _read_supply(g: Situation, line: Words) -> None:
    g.sp = [line.whole(line[1]), line.whole(line[2])]
    if max(g.sp) > (most := g.game.charts.supply_most):
        raise line.fault(Say("the track ends at {most}", most=most))


def _markers(word: str) -> Line[Situation]:
    """9.4, 9.6 The Air or Naval markers that are ready."""

    def write(g: Situation) -> Iterable[str]:
        ready: frozenset[str] = getattr(g, word)
        return [" ".join(sorted(ready))] if ready else []

    def read(g: Situation, line: Words) -> None:
        if set(line[1:]) - {"CW", "US", "GE"}:
            raise line.fault(Say("markers are CW, US, GE"))
        setattr(g, word, frozenset(line[1:]))

    return Line(word, write, read, (0, MANY))


def _read_battleships(g: Situation, line: Words) -> None:
    g.battleships = int(line.one_of(line[1], ("0", "1", "2")))


def _write_ports(g: Situation) -> Iterable[str]:
    """18.2.1b Only in the phase in which they matter."""
    if (g.phase, g.active) == ("movement", ALLIED):
        yield " ".join(g.word(h) for h in members(g.ports_open))


def _read_ports(g: Situation, line: Words) -> None:
    g.ports_open = hexes_of(g, line)


def _usual_ports(g: Situation) -> None:
    g.ports_open = naval.open_ports(g)


def _write_areas(g: Situation) -> Iterable[str]:
    if g.allied_areas or usual_areas(g):
        yield " ".join(AREAS[k] for k in members(g.allied_areas))


def _read_areas(g: Situation, line: Words) -> None:
    for name in line[1:]:
        if name not in AREAS:
            raise line.fault(Say("'{name}' is not an Entry Area", name=name))
        if name[0] == "N":
            raise line.fault(Say("Entry Area {area} stays German", area=name))
        g.allied_areas |= 1 << AREAS.index(name)


def _usual_areas(g: Situation) -> None:
    g.allied_areas = usual_areas(g)


def usual_areas(g: Situation) -> int:
    """21.2.1, S2.3.7 The Entry Areas that are Allied by now: the south from the Allied part of Turn 11."""
    game, found = g.game, 0
    began = g.turn == game.eighth_army and g.active == ALLIED and g.phase != "weather"
    late = began or g.turn > game.eighth_army
    for k, name in enumerate(AREAS):
        held = any(game.units[u].side == GERMAN for u in g.group(game.tables.size + k))
        if not held and ((name[0] == "S" and late) or (name[0] == "E" and g.abandoned)):
            found |= 1 << k
    return found


def _read_replacements(g: Situation, line: Words) -> None:
    left = "".join(line[1:])
    if not REPLACEMENTS.fullmatch(left):
        raise line.fault(Say("'{left}' is not a nation and a type for each, like CIUI", left=left))
    if g.phase == "initial":
        g.replacements = left


def _usual_replacements(g: Situation) -> None:
    if g.phase == "initial":
        g.replacements = granted(g, g.active)


def _write_landing(g: Situation) -> Iterable[str]:
    if g.landing or g.transfer:
        yield f"{g.landing} {g.transfer}"


def _read_landing(g: Situation, line: Words) -> None:
    g.landing, g.transfer = line.whole(line[1]), line.whole(line[2])


def _write_harbours(g: Situation) -> Iterable[str]:
    for h, (came, left) in sorted(g.harbour.items()):
        yield f"{g.word(h)} {came} {left}"


def _read_harbour(g: Situation, line: Words) -> None:
    g.harbour[place_of(g, line[1], line)] = line.whole(line[2]), line.whole(line[3])


def _write_voyages(g: Situation) -> Iterable[str]:
    for u, port in sorted(g.voyage.items()):
        yield f"{g.word(port)} {NOTATION.unit(g, u)}"


def _read_voyage(g: Situation, line: Words) -> None:
    unit = NOTATION.put(g, SEA, line[2], line)
    g.voyage[unit] = place_of(g, line[1], line)


def _write_automatic(g: Situation) -> Iterable[str]:
    for target, *group in g.automatic:
        yield f"{g.word(target)} {' '.join(g.id(u) for u in group)}"


def _read_automatic(g: Situation, line: Words) -> None:
    group = tuple(g.game.units.read(name, line).index for name in line[2:])
    g.automatic = (*g.automatic, (place_of(g, line[1], line), *group))


class _Notation(notation.Notation[Situation]):
    LINES = (
        notation.turn(lambda g: len(g.game.charts.dates)),
        notation.phase(PHASES),
        Line("weather", lambda g: [g.game.charts.boxes[g.box].name], _read_weather),
        Line("supply", lambda g: [f"{g.sp[ALLIED]} {g.sp[GERMAN]}"], _read_supply, (2, 2)),
        _markers("air"),
        _markers("naval"),
        Line("battleships", lambda g: [str(g.battleships)], _read_battleships),
        notation.number("dice", "die"),
        notation.over(victory.check),
        notation.control(lambda g: g.game.tables.watched),
        notation.hexes("cities", "city_battles"),
        Line("ports", _write_ports, _read_ports, (0, MANY), 2, _usual_ports),
        Line("areas", _write_areas, _read_areas, (0, MANY), 1, _usual_areas),
        notation.names("beaches", "beaches", lambda g: g.game.beaches, Say("no such beach")),
        Line(
            "replacements",
            lambda g: [g.replacements] if g.phase == "initial" else [],
            _read_replacements,
            (0, MANY),
            1,
            _usual_replacements,
        ),
        notation.number("trucks", "trucks"),
        notation.flag("abandoned", "abandoned"),
        notation.flag("released", "released"),
        notation.number("withdrawn", "withdrawn"),
        Line("landing", _write_landing, _read_landing, (2, 2)),
        Line("harbour", _write_harbours, _read_harbour, (3, 3)),
        Line("voyage", _write_voyages, _read_voyage, (2, 2)),
        Line("automatic", _write_automatic, _read_automatic, (1, MANY)),
        notation.moving((RESERVE, SEA)),
    )
    BOXES: ClassVar[Mapping[str, int]] = {
        "later": LATER,
        "eliminated": GONE,
        "reserve": RESERVE,
        "dead": DEAD,
        "away": AWAY,
    }
    EMPTY: ClassVar[frozenset[int]] = frozenset((GONE, DEAD, AWAY, LATER))
    MARKS: ClassVar[Mapping[str, str]] = UNIT_MARKS
    STATUS: ClassVar[Mapping[str, int]] = {"d": DISRUPTED, "f": FULL}
    IMPLIED: ClassVar[Mapping[str, str]] = {"i": "o", "x": "m"}
    """Isolated is out of supply (16.4), Extended Movement is a move."""

    def refuse(self, g: Situation, counter: Troops, place: int, marks: str) -> Say | None:
        """18.1 A Beachhead stays where it is and is never Disrupted; 18.3, S2.3.6 no such counter there."""
        afloat = place in (RESERVE, SEA)
        beachhead = g.game.units[counter.index].beachhead
        if beachhead and (afloat or g.is_area(place) or set(marks) & set(self.STATUS)):
            return Say("{unit} stands in a hex of the map and in Good Order", unit=counter.id)
        if afloat and counter.side == GERMAN:
            return Say("{unit} is German: only Allied units are at sea", unit=counter.id)
        if counter.remnant == NO_REMNANT and marks.count("r") == counter.steps - 1:
            return Say("there is no Remnant for {unit}", unit=counter.id)
        return None

    def settle(self, g: Situation) -> None:
        """8.7 Who overran has moved and attacked; 18.4.4d who sails to a lost port goes back."""
        for _, *doers in g.automatic:
            for u in doers:
                if g.hex[u] >= 0:
                    g.moved |= 1 << u
                    g.attacked |= 1 << u
        for u, port in list(g.voyage.items()):
            if not naval.open_ports(g) >> port & 1:
                g.put(u, RESERVE)
                del g.voyage[u]


NOTATION = _Notation()
