"""The situation as text: the lines of Normandy '44."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from ...hexes import members
from ...say import Say
from ...textdata import Words
from ..zocbond import notation
from ..zocbond.notation import MANY, Line, hexes_of, place_of
from . import points, victory
from .counters import ALLIED, SIDES
from .sequence import PHASES
from .situation import (
    AWAY,
    BRITAIN,
    DEAD,
    GONE,
    LATER,
    RESERVE_MOVE,
    SEA,
    UNIT_MARKS,
    Situation,
)

UNSAVED = ("low", "lowest", "cats")


def _figures(word: str, name: str, rare: int = 0) -> Line[Situation]:
    """A row of figures that are usually all 0; the last ``rare`` ones may be left out."""

    def write(g: Situation) -> Iterable[str]:
        row: list[int] = getattr(g, name)
        if rare and not any(row[-rare:]):
            row = row[:-rare]
        return [" ".join(map(str, row))] if any(row) else []

    def read(g: Situation, line: Words) -> None:
        wanted = len(getattr(g, name))
        given = [line.whole(figure) for figure in line[1:]]
        if not wanted - rare <= len(given) <= wanted:
            raise line.fault(Say("{word} takes {n} figures", word=word, n=wanted - rare))
        setattr(g, name, given + [0] * (wanted - len(given)))

    return Line(word, write, read, (1, MANY))


def _by_side(word: str, name: str) -> Line[Situation]:
    """Hexes of each side."""

    def write(g: Situation) -> Iterable[str]:
        sets: list[int] = getattr(g, name)
        for side, mask in enumerate(sets):
            if mask:
                yield f"{SIDES[side]} {' '.join(g.word(h) for h in members(mask))}"

    def read(g: Situation, line: Words) -> None:
        side = SIDES.index(line.one_of(line[1], SIDES))
        sets = list(getattr(g, name))
        for label in line[2:]:
            sets[side] |= 1 << place_of(g, label, line)
        setattr(g, name, sets)

    return Line(word, write, read, (2, MANY))


def _counts(word: str, name: str) -> Line[Situation]:
    """How often something was done in a hex."""

    def write(g: Situation) -> Iterable[str]:
        found: dict[int, int] = getattr(g, name)
        return [f"{g.word(h)} {n}" for h, n in sorted(found.items())]

    def read(g: Situation, line: Words) -> None:
        getattr(g, name)[place_of(g, line[1], line)] = line.whole(line[2])

    return Line(word, write, read, (2, 2))


def _units(word: str, name: str) -> Line[Situation]:
    """A set of units that is usually empty and says nothing of where they are."""

    def write(g: Situation) -> Iterable[str]:
        mask: int = getattr(g, name)
        return [" ".join(g.id(u) for u in members(mask))] if mask else []

    def read(g: Situation, line: Words) -> None:
        mask = 0
        for unit in line[1:]:
            mask |= 1 << g.game.units.read(unit, line).index
        setattr(g, name, mask)

    return Line(word, write, read, (1, MANY))


def _read_weather(g: Situation, line: Words) -> None:
    g.row = int(line.one_of(line[1], ("1", "2", "3", "4", "5", "6")))


def _read_unsaved(g: Situation, line: Words) -> None:
    g.unsaved = line.one_of(line[1], UNSAVED)


def _write_harbours(g: Situation) -> Iterable[str]:
    if any(h >= 0 for h in g.harbour):
        yield " ".join(g.word(h) if h >= 0 else "none" for h in g.harbour)


def _read_harbours(g: Situation, line: Words) -> None:
    g.harbour = [-1 if word == "none" else place_of(g, word, line) for word in line[1:]]


def _write_droppers(g: Situation) -> Iterable[str]:
    return [" ".join(g.id(u) for u in g.droppers)] if g.droppers else []


def _read_droppers(g: Situation, line: Words) -> None:
    g.droppers = tuple(g.game.units.read(name, line).index for name in line[1:])


def _write_silenced(g: Situation) -> Iterable[str]:
    return [" ".join(g.word(h) for h in members(g.silenced))] * bool(g.silenced)


def _read_silenced(g: Situation, line: Words) -> None:
    """25.3 The batteries that fire no more; that of a hex where Allied units stand does not."""
    g.silenced = hexes_of(g, line) | g.occupied[ALLIED] & g.game.battery_hexes


def _read_relieved(g: Situation, line: Words) -> None:
    g.relieved = "".join(f"{word} " for word in line[1:])


def _read_bombarded(g: Situation, line: Words) -> None:
    g.bombardment = line.whole(line[1])
    g.bombarded = hexes_of(g, Words(line.file, line.line, " ".join(line[1:]))) if line[2:] else 0


def _write_bombarded(g: Situation) -> Iterable[str]:
    if g.bombardment:
        yield " ".join([str(g.bombardment), *(g.word(h) for h in members(g.bombarded))])


class _Notation(notation.Notation[Situation]):
    LINES = (
        notation.turn(lambda g: len(g.game.charts.dates)),
        notation.phase(PHASES),
        Line("weather", lambda g: [str(g.row)], _read_weather),
        _figures("supply", "sp", 1),
        _figures("replacements", "stock"),
        Line("unsaved", lambda g: [g.unsaved] * bool(g.unsaved), _read_unsaved),
        _figures("air", "air"),
        _figures("naval", "naval"),
        _figures("positions", "positions"),
        _figures("points", "points"),
        _figures("through", "through"),
        _figures("due", "due"),
        Line("harbours", _write_harbours, _read_harbours, (2, 2)),
        notation.number("opened", "opened"),
        notation.number("lost-harbours", "harbours_lost"),
        _by_side("improved", "improved"),
        _by_side("digging", "digging"),
        _counts("left", "evacuated"),
        _counts("strafed", "strafed"),
        _units("tied", "tied"),
        _units("maimed", "maimed"),
        _units("crowded", "crowded"),
        Line(
            "relieved", lambda g: [g.relieved.strip()] * bool(g.relieved), _read_relieved, (1, MANY)
        ),
        notation.flag("mobilized", "mobilized"),
        notation.flag("released", "released"),
        notation.flag("cotentin-moved", "cotentin_moved"),
        notation.flag("thunder", "thunder"),
        Line("bombarded", _write_bombarded, _read_bombarded, (1, MANY)),
        notation.number("storm", "storm_left"),
        notation.number("edge", "at_edge"),
        Line("silenced", _write_silenced, _read_silenced, (0, MANY), 1),
        notation.number("subdued", "subdued"),
        notation.names("beaches", "beaches", lambda g: g.game.beaches, Say("no such beach")),
        Line("droppers", _write_droppers, _read_droppers, (1, MANY)),
        notation.number("floor", "floor"),
        notation.number("ended", "ended"),
        _units("facing-cw", "facing_cw"),
        notation.flag("shared", "shared"),
        notation.hexes("denied", "denied"),
        notation.number("dice", "die"),
        notation.over(victory.check),
        notation.control(lambda g: g.game.tables.watched),
        notation.moving((LATER, BRITAIN, *SEA.values()), 15, ("movement", RESERVE_MOVE), "began"),
    )
    BOXES: ClassVar[Mapping[str, int]] = {
        "later": LATER,
        "eliminated": GONE,
        "Britain": BRITAIN,
        "dead": DEAD,
        "away": AWAY,
        **{f"sea-{beach}": box for beach, box in SEA.items()},
    }
    EMPTY: ClassVar[frozenset[int]] = frozenset((GONE, DEAD, AWAY))
    MARKS: ClassVar[Mapping[str, str]] = UNIT_MARKS
    IMPLIED: ClassVar[Mapping[str, str]] = {"i": "o", "h": "l"}
    """18.1 A red marker is one of out of supply; 6.5.2 who regroups has just landed."""

    def settle(self, g: Situation) -> None:
        """15.1 Who is not on the map is in no Reserve; 20.2.3 who is Scattered bonds with nobody; 5.2 an Allied
        Cherbourg is lost for good."""
        g.reserve &= ~sum(1 << u for u in members(g.reserve) if g.hex[u] < 0)
        for u in members(g.scattered):
            g.scatter(u, True)
        points.lost_fortress(g)


NOTATION = _Notation()
