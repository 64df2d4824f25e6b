"""The lines of a position by their first word: how each is written and read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ...board import Side, hexside
from ...say import Say
from ...textdata import Words
from .counters import ALLIED, AXIS, SIDES, Counter
from .sequence import PHASES
from .situation import (
    GONE,
    INDEPENDENT,
    ISOLATED,
    LATER,
    LEFT,
    NOBODY,
    SPARE,
    UNKNOWN,
    UNSUPPLIED,
    Situation,
)

FLAGS = {
    "e": "eligible",
    "a": "acted",
    "u": "used",
    "o": "used_rommel",
    "m": "moved",
    "h": "held",
    "w": "marched",
    "t": "tried",
    "f": "fired",
    "c": "fought",
    "b": "beaten",
}
"""Marks of units that are sets in the situation."""
LEVELS = {"n": UNSUPPLIED, "i": ISOLATED}
IMPULSE_LEVELS = {"N": UNSUPPLIED, "I": ISOLATED}
MARKS = "r" + "".join(FLAGS) + "".join(LEVELS) + "".join(IMPULSE_LEVELS)
"""``r`` one step below full strength; the flags; status of the turn, and of the impulse."""

NUMBERS = (
    "impulses",
    "withdrawals",
    "air",
    "attacks",
    "attacks_turn",
    "landed",
)


class Kind(NamedTuple):
    """A line of a position: how it is written (None where there is nothing to say), and read."""

    write: Callable[[Situation], list[str]]
    read: Callable[[Situation, Words], None]


def _hexes(g: Situation, mask: int) -> str:
    return " ".join(g.game.board.labels(mask))


def hex_of(g: Situation, word: str, line: Words) -> int:
    if not g.game.is_hex(word):
        raise line.fault(Say("{word} is not on the map", word=word))
    return g.game.board.index(word)


def _side(line: Words, word: str) -> int:
    return SIDES.index(line.one_of(word, SIDES))


def _marker(g: Situation, word: str, line: Words) -> int:
    unit = g.game.units.read(word, line).index
    if unit not in g.game.marker_of:
        raise line.fault(Say("{unit} has no impulse marker", unit=word))
    return g.game.marker_of[unit]


def _markers(g: Situation, mask: int) -> list[str]:
    names = g.game.marker_names
    return [names[m] for m in range(len(names)) if mask >> m & 1]


def _mask_of_markers(g: Situation, words: Iterable[str], line: Words) -> int:
    mask = 0
    for word in words:
        mask |= 1 << _marker(g, word, line)
    return mask


def _read_turn(g: Situation, line: Words) -> None:
    g.turn = line.whole(line[1])
    if g.turn > g.game.setting.turns:
        raise line.fault(Say("there are {turns} turns", turns=g.game.setting.turns))


def _read_phase(g: Situation, line: Words) -> None:
    g.phase = line.one_of(line[1], PHASES)
    g.active = _side(line, line[2]) if len(line) > 2 else AXIS


def _pairs(line: Words) -> Iterable[tuple[str, str]]:
    """Names and their numbers; each name needs one."""
    if len(line) % 2 == 0:
        raise line.fault(Say("'{text}' is not a number", text=""))
    return zip(line[1::2], line[2::2], strict=True)


def _write_numbers(g: Situation) -> list[str]:
    parts = [f"{name} {getattr(g, name)}" for name in NUMBERS if getattr(g, name)]
    return ["count " + " ".join(parts)] if parts else []


def _read_numbers(g: Situation, line: Words) -> None:
    for name, text in _pairs(line):
        setattr(g, line.one_of(name, NUMBERS), line.whole(text))


def _write_marker(g: Situation) -> list[str]:
    return [] if g.marker == NOBODY else [f"impulse {g.game.marker_names[g.marker]}"]


def _read_marker(g: Situation, line: Words) -> None:
    g.marker = _marker(g, line[1], line)


def _write_limits(g: Situation) -> list[str]:
    return [f"limits {g.limit[0]} {g.limit[1]}"] if any(g.limit) else []


def _read_limits(g: Situation, line: Words) -> None:
    g.limit = [line.whole(line[1]), line.whole(line[2])]


def _write_cup(g: Situation) -> list[str]:
    lines = []
    if g.picked:
        lines.append("picked " + " ".join(_markers(g, g.picked)))
    if g.cup:
        lines.append("cup " + " ".join(_markers(g, g.cup)))
    if any(g.unseen):
        lines.append(f"unseen {g.unseen[0]} {g.unseen[1]}")
    if g.dropped != NOBODY:
        lines.append("dropped " + ("?" if g.dropped == UNKNOWN else g.game.marker_names[g.dropped]))
    return lines


def _read_picked(g: Situation, line: Words) -> None:
    g.picked = _mask_of_markers(g, line[1:], line)


def _read_cup(g: Situation, line: Words) -> None:
    g.cup = _mask_of_markers(g, line[1:], line)


def _read_unseen(g: Situation, line: Words) -> None:
    try:
        g.unseen = int(line[1]), int(line[2])
    except ValueError:
        raise line.fault(Say("'{text}' is not a number", text=" ".join(line[1:]))) from None


def _read_dropped(g: Situation, line: Words) -> None:
    g.dropped = UNKNOWN if line[1] == "?" else _marker(g, line[1], line)


def _write_tracks(g: Situation) -> list[str]:
    names = g.game.marker_names
    return [
        f"track {SIDES[side]} " + " ".join(names[m] for m in track)
        for side, track in enumerate(g.tracks)
        if track
    ]


def _read_track(g: Situation, line: Words) -> None:
    track = tuple(_marker(g, word, line) for word in line[2:])
    if _side(line, line[1]) == AXIS:
        g.tracks = (track, g.tracks[1])
    else:
        g.tracks = (g.tracks[0], track)


def _write_stopped(g: Situation) -> list[str]:
    stopped = [SIDES[side] for side in (AXIS, ALLIED) if g.stopped >> side & 1]
    return ["stopped " + " ".join(stopped)] if stopped else []


def _read_stopped(g: Situation, line: Words) -> None:
    for word in line[1:]:
        g.stopped |= 1 << _side(line, word)


def _write_withdrawing(g: Situation) -> list[str]:
    return ["withdrawing"] if g.withdrawing else []


def _read_withdrawing(g: Situation, line: Words) -> None:
    g.withdrawing = True


def _write_pool(g: Situation) -> list[str]:
    parts = [
        f"{name.replace(' ', '_')} {n}" for name, n in zip(g.game.pools, g.pool, strict=True) if n
    ]
    return ["pool " + " ".join(parts)] if parts else []


def _read_pool(g: Situation, line: Words) -> None:
    names = [name.replace(" ", "_") for name in g.game.pools]
    for name, n in _pairs(line):
        g.pool[names.index(line.one_of(name, names))] = line.whole(n)


def _write_returns(g: Situation) -> list[str]:
    return [f"returns {g.game.units[u].id} {turn}" for u, turn in g.returns]


def _read_returns(g: Situation, line: Words) -> None:
    unit = g.game.units.read(line[1], line)
    if not unit.hq:
        raise line.fault(Say("{unit} is not a headquarters", unit=unit.id))
    g.returns = (*g.returns, (unit.index, line.whole(line[2])))


def _write_note(g: Situation) -> list[str]:
    turn, h = g.landing_note
    if h == NOBODY:
        return []
    return ["note ?" if h == UNKNOWN else f"note {g.game.board.label(h)} {turn}"]


def _read_note(g: Situation, line: Words) -> None:
    if line[1] == "?":
        g.landing_note = (0, UNKNOWN)
    else:
        g.landing_note = (line.whole(line[-1]), hex_of(g, line[1], line))


def _mask_line(word: str, name: str) -> Kind:
    """A line that lists the hexes of a set."""

    def write(g: Situation) -> list[str]:
        mask = getattr(g, name)
        return [f"{word} {_hexes(g, mask)}"] if mask else []

    def read(g: Situation, line: Words) -> None:
        mask = 0
        for label in line[1:]:
            mask |= 1 << hex_of(g, label, line)
        setattr(g, name, mask)

    return Kind(write, read)


def _minefields(g: Situation) -> Mapping[Side, int]:
    return g.game.ground.mine_number


def _fortifications(g: Situation) -> Mapping[Side, int]:
    return g.game.ground.fort_number


def _side_line(word: str, known: Callable[[Situation], Mapping[Side, int]]) -> Kind:
    """A line that lists hexsides of one kind, each by the two hexes it parts: ``0812-0912``."""

    def write(g: Situation) -> list[str]:
        label, mask = g.game.board.label, getattr(g, word)
        sides = [f"{label(a)}-{label(b)}" for (a, b), n in known(g).items() if mask >> n & 1]
        return [f"{word} " + " ".join(sides)] if sides else []

    def read(g: Situation, line: Words) -> None:
        mask = 0
        for text in line[1:]:
            a, _, b = text.partition("-")
            number = known(g).get(hexside(hex_of(g, a, line), hex_of(g, b, line)))
            if number is None:
                raise line.fault(Say("{side} is not such a hexside", side=text))
            mask |= 1 << number
        setattr(g, word, mask)

    return Kind(write, read)


def _write_control(g: Situation) -> list[str]:
    return ["control axis " + _hexes(g, g.control)]


def _read_control(g: Situation, line: Words) -> None:
    """Taken up again after the units stand (see ``read``)."""
    line.one_of(line[1], SIDES[:1])
    for word in line[2:]:
        hex_of(g, word, line)


def _write_moving(g: Situation) -> list[str]:
    if g.mover == NOBODY:
        return []
    began = "-" if g.began == NOBODY else g.game.board.label(g.began)
    lines = [f"moving {g.game.units[g.mover].id} {g.points} {began} {g.steps_taken}"]
    if g.alert:
        lines.append("alert " + " ".join(g.game.units[u].id for u in g.alert))
    return lines


def _read_moving(g: Situation, line: Words) -> None:
    g.mover = g.game.units.read(line[1], line).index
    g.points = line.whole(line[2])
    g.began = NOBODY if line[3] == "-" else hex_of(g, line[3], line)
    g.steps_taken = line.whole(line[4])


def _read_alert(g: Situation, line: Words) -> None:
    g.alert = tuple(g.game.units.read(word, line).index for word in line[1:])


def _write_through(g: Situation) -> list[str]:
    name, label = g.game.units, g.game.board.label
    lines = [f"through {name[u].id} {label(h)}" for u, h in g.through]
    if g.assists:
        lines.append("assists " + " ".join(name[u].id for u in g.assists))
    return lines


def _read_through(g: Situation, line: Words) -> None:
    unit = g.game.units.read(line[1], line)
    g.through = (*g.through, (unit.index, hex_of(g, line[2], line)))


def _read_assists(g: Situation, line: Words) -> None:
    g.assists = tuple(g.game.units.read(word, line).index for word in line[1:])


def _write_commands(g: Situation) -> list[str]:
    units = g.game.units
    return [
        f"command {units[u].id} {units[hq].id if hq != INDEPENDENT else '-'}"
        for u, hq in enumerate(g.command)
        if hq != g.game.commands[u]
    ]


def _read_command(g: Situation, line: Words) -> None:
    unit = g.game.units.read(line[1], line).index
    if line[2] == "-":
        g.command[unit] = INDEPENDENT
        return
    hq = g.game.units.read(line[2], line)
    if not hq.hq:
        raise line.fault(Say("{unit} is not a headquarters", unit=hq.id))
    g.command[unit] = hq.index


def unit_word(g: Situation, u: int) -> str:
    counter, bit = g.game.units[u], 1 << u
    marks = "r" if 0 < g.steps[u] < counter.steps else ""
    marks += "".join(mark for mark, name in FLAGS.items() if getattr(g, name) & bit)
    marks += "".join(mark for mark, level in LEVELS.items() if g.supply[u] == level)
    marks += "".join(mark for mark, level in IMPULSE_LEVELS.items() if g.impulse_supply[u] == level)
    return counter.id + (f"({marks})" if marks else "")


def steps_left(counter: Counter, marks: str, line: Words) -> int:
    """By the mark ``r``: one step less than all of them, never two (9.31b the last is a battalion)."""
    if "r" in marks and counter.steps == 1:
        raise line.fault(Say("{unit} has only one step", unit=counter.id))
    left = counter.steps - marks.count("r")
    if left < counter.steps - 1:
        raise line.fault(Say("{unit}: {steps} steps", unit=counter.id, steps=left))
    return left


PLACES = {"later": LATER, "eliminated": GONE, "left": LEFT}


def _write_off_map(g: Situation) -> list[str]:
    lines = []
    for word, where in PLACES.items():
        found = [unit_word(g, u) for u, h in enumerate(g.hex) if h == where]
        if found:
            lines.append(f"{word} " + " ".join(found))
    return lines


def _read_off_map(g: Situation, line: Words) -> None:
    for word in line[1:]:
        unit, marks = g.game.units.read_marked(word, line, MARKS)
        if g.hex[unit.index] != SPARE:
            raise line.fault(Say("{unit} appears twice", unit=unit.id))
        g.hex[unit.index] = PLACES[line[0]]
        g.steps[unit.index] = steps_left(unit, marks, line) if line[0] == "later" else 0


def _nothing(g: Situation) -> list[str]:
    return []


LINES: dict[str, tuple[int, Kind]] = {
    "turn": (2, Kind(lambda g: [f"turn {g.turn}"], _read_turn)),
    "phase": (2, Kind(lambda g: [f"phase {g.phase} {SIDES[g.active]}"], _read_phase)),
    "dice": (
        2,
        Kind(
            lambda g: [f"dice {g.die}"] if g.die else [],
            lambda g, line: setattr(g, "die", line.whole(line[1])),
        ),
    ),
    "impulse": (2, Kind(_write_marker, _read_marker)),
    "limits": (3, Kind(_write_limits, _read_limits)),
    "picked": (2, Kind(_write_cup, _read_picked)),
    "cup": (2, Kind(_nothing, _read_cup)),
    "unseen": (3, Kind(_nothing, _read_unseen)),
    "dropped": (2, Kind(_nothing, _read_dropped)),
    "track": (3, Kind(_write_tracks, _read_track)),
    "stopped": (2, Kind(_write_stopped, _read_stopped)),
    "withdrawing": (1, Kind(_write_withdrawing, _read_withdrawing)),
    "count": (3, Kind(_write_numbers, _read_numbers)),
    "breached": (2, _side_line("breached", _minefields)),
    "fallen": (2, _side_line("fallen", _fortifications)),
    "crossed": (2, _side_line("crossed", _fortifications)),
    "pool": (3, Kind(_write_pool, _read_pool)),
    "returns": (3, Kind(_write_returns, _read_returns)),
    "note": (2, Kind(_write_note, _read_note)),
    "crowded": (2, _mask_line("crowded", "crowded")),
    "armor-targets": (2, _mask_line("armor-targets", "armor_targets")),
    "targets": (2, _mask_line("targets", "targets")),
    "moving": (5, Kind(_write_moving, _read_moving)),
    "alert": (2, Kind(_nothing, _read_alert)),
    "through": (3, Kind(_write_through, _read_through)),
    "assists": (2, Kind(_nothing, _read_assists)),
    "command": (3, Kind(_write_commands, _read_command)),
    "later": (2, Kind(_write_off_map, _read_off_map)),
    "eliminated": (2, Kind(_nothing, _read_off_map)),
    "left": (2, Kind(_nothing, _read_off_map)),
    "control": (2, Kind(_write_control, _read_control)),
}
"""The lines of a position by their first word: the least number of words, how to write and read."""
