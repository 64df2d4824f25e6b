"""The situation as text: turn, phase, weather, markers, and the units by hex."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...say import Say
from ...textdata import Words
from . import movement, victory
from .charts import WEATHERS
from .counters import ALLIED, SIDES
from .sequence import PHASES
from .situation import GONE, LATER, Situation

if TYPE_CHECKING:
    from . import Anzio

MARKS = {
    "r": "reduced",
    "m": "moved",
    "e": "entered",
    "a": "attacked",
    "p": "supported",
    "s": "struck",
}
BEFORE_WEATHER = ("set-up", "beachhead", "landing", "weather")


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
        (g.attacked & ~g.supported) >> u & 1,
        g.supported >> u & 1,
        g.struck >> u & 1,
    )
    marks = "".join(letter for letter, on in zip(MARKS, bits, strict=True) if on)
    return g.game.units[u].id + (f"({marks})" if marks else "")


def read(game: Anzio, lines: Iterable[Words]) -> Situation:
    """The situation from lines of text; units not named are not in play."""
    g = Situation(game)
    g.phase = "movement"
    g.turn = 1
    held: list[int] = [0] * len(game.ports)
    moving: Words | None = None
    first: int | None = None
    over = False
    for line in lines:
        match line:
            case ["turn", turn]:
                g.turn = line.whole(turn)
                if g.turn > game.turns:
                    raise line.fault(Say("there are {turns} turns", turns=game.turns))
            case ["phase", phase, *side]:
                g.phase = line.one_of(phase, PHASES)
                g.active = SIDES.index(line.one_of(side[0], SIDES)) if side else ALLIED
            case ["initiative", side]:
                first = SIDES.index(line.one_of(side, SIDES))
            case ["weather", weather]:
                g.weather = line.one_of(weather, WEATHERS)
            case ["tactic", tactic]:
                if tactic not in game.charts.tactic_names:
                    raise line.fault(Say("'{tactic}' is not a tactic", tactic=tactic))
                g.tactic = tactic
            case ["dice", die]:
                g.die = line.whole(die)
            case ["over"]:
                over = True
            case ["held", port, since]:
                if not game.is_hex(port) or game.board.index(port) not in game.ports:
                    raise line.fault(Say("{port} is not a port", port=port))
                held[game.ports.index(game.board.index(port))] = line.whole(since)
            case ["moving", name, points]:
                moving = line
                g.mover, g.points = game.units.read(name, line).index, line.whole(points)
            case ["later", *names]:
                for name in names:
                    unit = game.units.read(name, line).index
                    if g.hex[unit] != GONE:
                        raise line.fault(Say("{unit} appears twice", unit=name))
                    g.hex[unit], g.steps[unit] = LATER, 2
            case [place, *names] if place.isdigit() and names:
                if not game.is_hex(place):
                    raise line.fault(Say("{word} is not on the map", word=place))
                for name in names:
                    _put(g, place, name, line)
            case _:
                raise line.fault(Say("not a line of a position: '{line}'", line=" ".join(line)))
    g.first = first if first is not None else g.active
    if not g.weather and g.phase not in BEFORE_WEATHER:
        g.weather = "clear"
    g.held = [
        (taken or max(g.turn, 1)) if now else 0 for taken, now in zip(held, g.held, strict=True)
    ]
    if moving and (
        g.hex[g.mover] < 0
        or game.units[g.mover].side != g.active
        or g.phase not in ("movement", "beachhead")
        or g.points > movement.allowance(g, g.mover)
    ):
        raise moving.fault(Say("{unit} cannot be on the move now", unit=game.units[g.mover].id))
    if over:
        g.outcome = victory.eliminated(g) or victory.end_of_turn(g)
    return g


def _put(g: Situation, place: str, word: str, line: Words) -> None:
    counter, marks = g.game.units.read_marked(word, line, "".join(MARKS))
    unit, side = counter.index, counter.side
    if g.hex[unit] != GONE:
        raise line.fault(Say("{unit} appears twice", unit=counter.id))
    h = g.game.board.index(place)
    if g.occupied[1 - side] >> h & 1:
        raise line.fault(Say("{hex} holds units of both sides", hex=place))
    if not g.game.tables.land >> h & 1:
        raise line.fault(Say("{hex} is sea", hex=place))
    g.steps[unit] = 1 if "r" in marks else 2
    g.put(unit, h)
    bit = 1 << unit
    g.moved |= bit if "m" in marks else 0
    g.entered |= bit if "e" in marks else 0
    g.attacked |= bit if "a" in marks or "p" in marks else 0
    g.supported |= bit if "p" in marks and "a" not in marks else 0
    g.struck |= bit if "s" in marks else 0
