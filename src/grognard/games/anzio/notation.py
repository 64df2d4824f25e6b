"""The situation as text: turn, phase, weather, markers, and the units by hex."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ...say import Say
from ...textdata import DataError
from . import movement, victory
from .charts import WEATHERS
from .counters import ALLIED, SIDES
from .sequence import PHASES
from .situation import GONE, LATER, Situation

if TYPE_CHECKING:
    from . import Anzio

MARKS = {"r": "reduced", "m": "moved", "e": "entered", "a": "attacked", "s": "struck"}
BEFORE_WEATHER = ("set-up", "beachhead", "landing", "weather")
Fault = Callable[[Say], DataError]
UNIT = re.compile(r"([A-Za-z0-9-]+)(?:\(([rmeas]+)\))?")


def write(g: Situation) -> list[str]:
    """The situation as lines; what is at its usual value is left out."""
    label, units = g.game.board.label, g.game.units
    lines = [f"turn {g.turn}", f"phase {g.phase} {SIDES[g.active]}"]
    if g.phase not in ("set-up", "beachhead"):
        lines.append(f"initiative {SIDES[g.first]}")
    if g.weather:
        lines.append(f"weather {g.weather}")
    if g.tactic:
        lines.append(f"tactic {g.tactic}")
    if g.die:
        lines.append(f"dice {g.die}")
    if g.outcome is not None:
        lines.append("over")
    for port, since in zip(g.game.ports, g.held, strict=True):
        if since:
            lines.append(f"held {label(port)} {since}")
    if g.mover >= 0:
        lines.append(f"moving {units[g.mover].id} {g.points}")
    for h in sorted(g.at, key=label):
        lines.append(f"{label(h)} " + " ".join(_unit(g, u) for u in g.at[h]))
    later = [units[u].id for u, h in enumerate(g.hex) if h == LATER]
    if later:
        lines.append("later " + " ".join(later))
    return lines


def _unit(g: Situation, u: int) -> str:
    bits = (
        g.steps[u] == 1,
        g.moved >> u & 1,
        g.entered >> u & 1,
        g.attacked >> u & 1,
        g.struck >> u & 1,
    )
    marks = "".join(letter for letter, on in zip(MARKS, bits, strict=True) if on)
    return g.game.units[u].id + (f"({marks})" if marks else "")


def read(game: Anzio, lines: Iterable[tuple[int, str]], file: str) -> Situation:
    """The situation from numbered lines; units not named are not in play."""
    g = Situation(game)
    g.phase = "movement"
    g.turn = 1
    held: list[int] = [0] * len(game.ports)
    moving: tuple[int, int] | None = None
    first: int | None = None
    over = False
    for number, line in lines:
        words = line.split()

        def fault(what: Say, number: int = number) -> DataError:
            return DataError(file, number, what)

        def whole(text: str, number: int = number) -> int:
            if not text.isdecimal() or len(text) > 4:
                raise DataError(file, number, Say("'{text}' is not a whole number", text=text))
            return int(text)

        match words:
            case ["turn", turn]:
                g.turn = whole(turn)
                if g.turn > game.turns:
                    raise fault(Say("there are {turns} turns", turns=game.turns))
            case ["phase", phase, *side]:
                if phase not in PHASES:
                    raise fault(
                        Say(
                            "'{phase}' is no phase; phases are {known}",
                            phase=phase,
                            known=", ".join(PHASES),
                        )
                    )
                g.phase = phase
                g.active = _side(side[0], fault) if side else ALLIED
            case ["initiative", side]:
                first = _side(side, fault)
            case ["weather", weather]:
                if weather not in WEATHERS:
                    raise fault(
                        Say("'{text}' is none of {known}", text=weather, known=", ".join(WEATHERS))
                    )
                g.weather = weather
            case ["tactic", tactic]:
                if tactic not in game.charts.tactic_names:
                    raise fault(Say("'{tactic}' is no tactic", tactic=tactic))
                g.tactic = tactic
            case ["dice", die]:
                g.die = whole(die)
            case ["over"]:
                over = True
            case ["held", port, since]:
                if not game.is_hex(port) or game.board.index(port) not in game.ports:
                    raise fault(Say("{port} is not a port", port=port))
                held[game.ports.index(game.board.index(port))] = whole(since)
            case ["moving", name, points]:
                moving = _find(game, name, fault), whole(points)
            case ["later", *names]:
                for name in names:
                    unit = _find(game, name, fault)
                    if g.hex[unit] != GONE:
                        raise fault(Say("{unit} stands twice", unit=name))
                    g.hex[unit], g.steps[unit] = LATER, 2
            case [place, *names] if place.isdigit() and names:
                if not game.is_hex(place):
                    raise fault(Say("{word} is not on the map", word=place))
                for name in names:
                    _put(g, place, name, fault)
            case _:
                raise fault(Say("not a line of a position: '{line}'", line=line.strip()))
    g.first = first if first is not None else g.active
    if not g.weather and g.phase not in BEFORE_WEATHER:
        g.weather = "clear"
    g.held = [
        (taken or max(g.turn, 1)) if now else 0 for taken, now in zip(held, g.held, strict=True)
    ]
    if moving is not None:
        g.mover, g.points = moving
        if (
            g.hex[g.mover] < 0
            or game.units[g.mover].side != g.active
            or g.phase not in ("movement", "beachhead")
            or g.points > movement.allowance(g, g.mover)
        ):
            raise DataError(
                file, None, Say("{unit} cannot be on the move now", unit=game.units[g.mover].id)
            )
    if over:
        g.outcome = victory.eliminated(g) or victory.end_of_turn(g)
    return g


def _side(word: str, fault: Fault) -> int:
    if word not in SIDES:
        raise fault(Say("'{side}' is no side", side=word))
    return SIDES.index(word)


def _find(game: Anzio, name: str, fault: Fault) -> int:
    unit = game.units.find(name)
    if unit is None:
        raise fault(Say("no unit is called '{unit}'", unit=name))
    return unit.index


def _put(g: Situation, place: str, word: str, fault: Fault) -> None:
    match = UNIT.fullmatch(word)
    if match is None:
        raise fault(Say("'{word}' is not a unit with marks like AL-RGR(rm)", word=word))
    unit = _find(g.game, match[1], fault)
    if g.hex[unit] != GONE:
        raise fault(Say("{unit} stands twice", unit=match[1]))
    h = g.game.board.index(place)
    side = g.game.units[unit].side
    if g.occupied[1 - side] >> h & 1:
        raise fault(Say("{hex} holds units of both sides", hex=place))
    if not g.game.tables.land >> h & 1:
        raise fault(Say("{hex} is sea", hex=place))
    marks = match[2] or ""
    g.steps[unit] = 1 if "r" in marks else 2
    g.put(unit, h)
    bit = 1 << unit
    g.moved |= bit if "m" in marks else 0
    g.entered |= bit if "e" in marks else 0
    g.attacked |= bit if "a" in marks else 0
    g.struck |= bit if "s" in marks else 0
