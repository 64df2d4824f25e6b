"""The situation as text: a table of lines, then the units by hex."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...say import Say
from ...textdata import Words
from . import victory
from .counters import ALLIED, AXIS
from .position_lines import (
    FLAGS,
    IMPULSE_LEVELS,
    LEVELS,
    LINES,
    MARKS,
    hex_of,
    steps_left,
    unit_word,
)
from .situation import GONE, IMPULSE, NOBODY, SPARE, Situation

if TYPE_CHECKING:
    from . import Gazala


def write(g: Situation) -> list[str]:
    """The situation as lines; what is at its usual value is left out."""
    lines = [text for _, kind in LINES.values() for text in kind.write(g)]
    if g.outcome is not None:
        lines.append("over")
    label = g.game.board.label
    for h in sorted(g.at, key=label):
        lines.append(f"{label(h)} " + " ".join(unit_word(g, u) for u in g.at[h]))
    return lines


def read(game: Gazala, lines: Iterable[Words]) -> Situation:
    """The situation from lines of text; units not named are not in play."""
    g = Situation(game)
    g.phase, g.turn = "movement", 1
    over = False
    seen: dict[str, Words] = {}
    for line in lines:
        word = line[0]
        seen.setdefault(word, line)
        if word == "over" and len(line) == 1:
            over = True
        elif word in LINES and len(line) >= LINES[word][0]:
            LINES[word][1].read(g, line)
        elif word.isdigit() and len(line) > 1:
            h = hex_of(g, word, line)
            for name in line[1:]:
                _put(g, h, name, line)
        else:
            raise line.fault(Say("not a line of a position: '{line}'", line=" ".join(line)))
    _lost(g, seen.get("returns"))
    _settle(g, seen.get("control"))
    if over:
        g.outcome = victory.end(g)
    else:
        _sound(g, seen)
    return g


def _settle(g: Situation, control: Words | None) -> None:
    """What follows from other lines: minefields, zones of control, control of hexes."""
    ground = g.game.ground
    g.mines = ground.unbreached(g.breached)
    g.zones = [0, 0]
    g.rezone()
    g.crossed &= ~g.fallen
    if control is not None:
        g.control = 0
        for word in control[2:]:
            g.control |= 1 << g.game.board.index(word)
    g.control = (g.control | g.occupied[AXIS]) & ~g.occupied[ALLIED]


def _lost(g: Situation, line: Words | None) -> None:
    """10.13 An HQ that comes back is eliminated, said or not; one that stands on the map is not."""
    for unit, _ in g.returns:
        if line is not None and g.hex[unit] not in (GONE, SPARE):
            raise line.fault(Say("{unit} appears twice", unit=g.game.units[unit].id))
        g.hex[unit] = GONE


def _sound(g: Situation, seen: dict[str, Words]) -> None:
    """What the phase needs to go on from: an impulse has a marker, a move a unit."""
    counters = g.game.units
    if g.phase in IMPULSE:
        line = seen.get("impulse") or seen.get("phase") or Words("position", 0, "")
        if g.marker == NOBODY or counters[g.headquarters].side != g.active:
            raise line.fault(Say("the phase needs the impulse of an HQ of its side"))
        if g.phase == "activation" and g.hex[g.headquarters] < 0:
            raise line.fault(Say("{unit} is not on the map", unit=counters[g.headquarters].id))
    if "moving" in seen and (
        g.phase != "movement" or g.hex[g.mover] < 0 or counters[g.mover].side != g.active
    ):
        unit = counters[g.mover].id
        raise seen["moving"].fault(Say("{unit} cannot be on the move now", unit=unit))


def _put(g: Situation, h: int, word: str, line: Words) -> None:
    counter, marks = g.game.units.read_marked(word, line, MARKS)
    unit, side = counter.index, counter.side
    label = g.game.board.label(h)
    if g.hex[unit] != SPARE:
        raise line.fault(Say("{unit} appears twice", unit=counter.id))
    if g.occupied[1 - side] >> h & 1:
        raise line.fault(Say("{hex} holds units of both sides", hex=label))
    if not g.game.ground.land >> h & 1:
        raise line.fault(Say("{hex} is sea", hex=label))
    g.steps[unit] = steps_left(counter, marks, line)
    g.put(unit, h)
    for mark in marks:
        if mark in FLAGS:
            setattr(g, FLAGS[mark], getattr(g, FLAGS[mark]) | 1 << unit)
        elif mark in LEVELS:
            g.supply[unit] = LEVELS[mark]
        elif mark in IMPULSE_LEVELS:
            g.impulse_supply[unit] = IMPULSE_LEVELS[mark]
    if g.eligible >> unit & 1:  # 6.12b nobody is better off in an impulse than in its turn
        g.impulse_supply[unit] = max(g.impulse_supply[unit], g.supply[unit])
