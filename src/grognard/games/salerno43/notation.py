"""The situation as text: turn, phase, markers, and the units by place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...hexes import members
from ...say import Say
from ...textdata import Words
from . import naval, victory
from .counters import ALLIED, GERMAN, SIDES
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

if TYPE_CHECKING:
    from . import Salerno43

BOXES = {"later": LATER, "eliminated": GONE, "reserve": RESERVE, "dead": DEAD, "away": AWAY}
REPLACEMENTS = re.compile("([CUG][ITS])*")
IMPLIED = {"i": "o", "x": "m"}
"""Marks that say another too: isolated is out of supply (16.4), Extended Movement is a move."""


def write(g: Situation) -> list[str]:
    """The situation as lines; what is at its usual value is left out."""
    units = g.game.units
    lines = [f"turn {g.turn}", f"phase {g.phase} {SIDES[g.active]}"]
    lines.append(f"weather {g.game.charts.boxes[g.box].name}")
    lines.append(f"supply {g.sp[ALLIED]} {g.sp[GERMAN]}")
    for word, markers in (("air", g.air), ("naval", g.naval)):
        if markers:
            lines.append(f"{word} {' '.join(sorted(markers))}")
    lines.append(f"battleships {g.battleships}")
    if g.die:
        lines.append(f"dice {g.die}")
    if g.outcome is not None:
        lines.append("over")
    for word, mask in (
        ("control", g.control),
        ("cities", g.city_battles),
    ):
        if mask:
            lines.append(f"{word} {' '.join(g.word(h) for h in members(mask))}")
    if (g.phase, g.active) == ("movement", ALLIED):
        lines.append(" ".join(["ports", *(g.word(h) for h in members(g.ports_open))]))
    if g.allied_areas or _usual_areas(g):
        lines.append(" ".join(["areas", *(AREAS[k] for k in members(g.allied_areas))]))
    if g.beaches:
        lines.append("beaches " + " ".join(g.beaches))
    if g.phase == "initial":
        lines.append(f"replacements {g.replacements}".rstrip())
    if g.trucks:
        lines.append(f"trucks {g.trucks}")
    if g.abandoned:
        lines.append("abandoned")
    if g.released:
        lines.append("released")
    if g.withdrawn:
        lines.append(f"withdrawn {g.withdrawn}")
    if g.landing or g.transfer:
        lines.append(f"landing {g.landing} {g.transfer}")
    for h, (came, left) in sorted(g.harbour.items()):
        lines.append(f"harbour {g.word(h)} {came} {left}")
    for u, port in sorted(g.voyage.items()):
        lines.append(f"voyage {g.word(port)} {_unit(g, u)}")
    for target, *group in g.automatic:
        lines.append(f"automatic {g.word(target)} {' '.join(g.id(u) for u in group)}")
    if g.mover >= 0:
        lines.append(f"moving {g.id(g.mover)} {g.spent} {g.trod} {g.modes}")
    for place in sorted(g.at, key=g.word):
        lines.append(f"{g.word(place)} " + " ".join(_unit(g, u) for u in g.at[place]))
    for word, box in BOXES.items():
        there = [_unit(g, unit.index) for unit in units if g.hex[unit.index] == box]
        if there and box != AWAY:
            lines.append(f"{word} " + " ".join(there))
    return lines


def _unit(g: Situation, u: int) -> str:
    marks = "r" * max(0, g.game.units[u].steps - g.steps[u]) if g.steps[u] else ""
    marks += {DISRUPTED: "d", FULL: "f"}.get(g.status[u], "")
    marks += "".join(k for k, name in UNIT_MARKS.items() if getattr(g, name) >> u & 1)
    return g.id(u) + (f"({marks})" if marks else "")


def read(game: Salerno43, lines: Iterable[Words]) -> Situation:
    """The situation from lines of text; units not named are not in play."""
    g = game.situation()
    g.phase, g.turn = "movement", 2
    g.air = g.naval = frozenset()
    control: int | None = None
    cities = 0
    ports: int | None = None
    areas: int | None = None
    replacements: str | None = None
    moving: Words | None = None
    over = False
    for line in lines:
        match line:
            case ["turn", turn]:
                g.turn = line.whole(turn)
                if not 1 <= g.turn <= len(game.charts.dates):
                    raise line.fault(Say("the track has {n} turns", n=len(game.charts.dates)))
            case ["phase", phase, *side]:
                g.phase = line.one_of(phase, PHASES)
                g.active = SIDES.index(line.one_of(side[0], SIDES)) if side else ALLIED
            case ["weather", name]:
                names = [box.name for box in game.charts.boxes]
                g.box = names.index(line.one_of(name, names))
            case ["supply", allied, german]:
                g.sp = [line.whole(allied), line.whole(german)]
                if max(g.sp) > game.charts.supply_most:
                    raise line.fault(Say("the track ends at {most}", most=game.charts.supply_most))
            case ["air" | "naval" as word, *nations]:
                if set(nations) - {"CW", "US", "GE"}:
                    raise line.fault(Say("markers are CW, US, GE"))
                setattr(g, word, frozenset(nations))
            case ["battleships", count]:
                g.battleships = int(line.one_of(count, ("0", "1", "2")))
            case ["dice", die]:
                g.die = line.whole(die)
            case ["over"]:
                over = True
            case ["control", *hexes]:
                control = _hexes(game, hexes, line)
            case ["cities", *hexes]:
                cities = _hexes(game, hexes, line)
            case ["ports", *hexes]:
                ports = _hexes(game, hexes, line)
            case ["areas", *names]:
                areas = 0
                for name in names:
                    if name not in AREAS:
                        raise line.fault(Say("'{name}' is no Entry Area", name=name))
                    if name[0] == "N":
                        raise line.fault(Say("Entry Area {area} stays German", area=name))
                    areas |= 1 << AREAS.index(name)
            case ["beaches", *names]:
                if set(names) - set(game.beaches):
                    raise line.fault(Say("no such beach"))
                g.beaches = tuple(names)
            case ["replacements", *left]:
                replacements = "".join(left)
                if not REPLACEMENTS.fullmatch(replacements):
                    raise line.fault(
                        Say(
                            "'{left}' is not a nation and a type for each, like CIUI",
                            left=replacements,
                        )
                    )
            case ["trucks", count]:
                g.trucks = line.whole(count)
            case ["abandoned"]:
                g.abandoned = True
            case ["released"]:
                g.released = True
            case ["withdrawn", count]:
                g.withdrawn = line.whole(count)
            case ["landing", points, transfer]:
                g.landing, g.transfer = line.whole(points), line.whole(transfer)
            case ["harbour", place, came, left]:
                g.harbour[_place(game, place, line)] = line.whole(came), line.whole(left)
            case ["voyage", place, name]:
                unit = _put(g, SEA, name, line)
                g.voyage[unit] = _place(game, place, line)
            case ["automatic", place, *names]:
                group = tuple(game.units.read(name, line).index for name in names)
                g.automatic = (*g.automatic, (_place(game, place, line), *group))
            case ["moving", name, spent, trod, modes]:
                moving = line
                g.mover = game.units.read(name, line).index
                g.spent, g.trod, g.modes = line.whole(spent), line.whole(trod), line.whole(modes)
            case [box, *names] if box in BOXES:
                for name in names:
                    _put(g, BOXES[box], name, line)
            case [place, *names] if names and (place in AREAS or place.isdigit()):
                for name in names:
                    _put(g, _place(game, place, line), name, line)
            case _:
                raise line.fault(Say("not a line of a position: '{line}'", line=" ".join(line)))
    if control is not None:
        control |= g.occupied[ALLIED]
        g.control = control & game.tables.watched & ~g.occupied[GERMAN]
    g.allied_areas = _usual_areas(g) if areas is None else areas
    if g.phase == "initial":
        g.replacements = granted(g, g.active) if replacements is None else replacements
    for _, *doers in g.automatic:
        for u in doers:
            if g.hex[u] >= 0:
                g.moved |= 1 << u
                g.attacked |= 1 << u
    g.city_battles = cities
    g.ports_open = naval.open_ports(g) if ports is None else ports
    for u, port in list(g.voyage.items()):
        if not naval.open_ports(g) >> port & 1:
            g.put(u, RESERVE)  # 18.4.4d
            del g.voyage[u]
    if moving and (
        (g.hex[g.mover] < 0 and g.hex[g.mover] not in (RESERVE, SEA))
        or game.units[g.mover].side != g.active
        or g.phase != "movement"
        or not 0 < g.modes < 8
    ):
        raise moving.fault(Say("{unit} cannot be on the move now", unit=g.id(g.mover)))
    if over:
        g.outcome = victory.check(g)
    return g


def _usual_areas(g: Situation) -> int:
    """21.2.1, S2.3.7 The Entry Areas that are Allied by now: the south from the Allied part of Turn 11."""
    game, found = g.game, 0
    began = g.turn == game.eighth_army and g.active == ALLIED and g.phase != "weather"
    late = began or g.turn > game.eighth_army
    for k, name in enumerate(AREAS):
        held = any(game.units[u].side == GERMAN for u in g.group(game.tables.size + k))
        if not held and ((name[0] == "S" and late) or (name[0] == "E" and g.abandoned)):
            found |= 1 << k
    return found


def _hexes(game: Salerno43, labels: Iterable[str], line: Words) -> int:
    mask = 0
    for label in labels:
        mask |= 1 << _place(game, label, line)
    return mask


def _place(game: Salerno43, word: str, line: Words) -> int:
    place = game.place(word)
    if place is None:
        raise line.fault(Say("{word} is not on the map", word=word))
    return place


def _put(g: Situation, place: int, word: str, line: Words) -> int:
    counter, marks = g.game.units.read_marked(word, line, "rdf" + "".join(UNIT_MARKS))
    u = counter.index
    if g.hex[u] != AWAY:
        raise line.fault(Say("{unit} stands twice", unit=counter.id))
    lost = marks.count("r")
    if place in (GONE, DEAD, AWAY, LATER):
        g.set_steps(u, 0)
    elif lost >= counter.steps:
        raise line.fault(Say("{unit} has only {steps} steps", unit=counter.id, steps=counter.steps))
    else:
        g.set_steps(u, counter.steps - lost)
    if 0 <= place < g.game.tables.size:
        if g.occupied[1 - counter.side] >> place & 1:
            raise line.fault(Say("{hex} holds units of both sides", hex=g.word(place)))
        if not g.game.tables.land >> place & 1:
            raise line.fault(Say("{hex} is sea", hex=g.word(place)))
    if counter.beachhead and (place >= g.game.tables.size or set(marks) & {"d", "f"}):
        raise line.fault(
            Say("{unit} stands in a hex of the map and in Good Order", unit=counter.id)
        )
    g.status[u] = FULL if "f" in marks else DISRUPTED if "d" in marks else 0
    g.put(u, place)
    marks += "".join(also for letter, also in IMPLIED.items() if letter in marks)
    for letter, name in UNIT_MARKS.items():
        if letter in marks:
            setattr(g, name, getattr(g, name) | 1 << u)
    return u
