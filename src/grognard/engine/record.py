"""Positions and records as text: written to be read by people, read back exactly.

A position is the situation at the last checkpoint and, behind ``then``, what was chosen and thrown
since.  A record is a heading, then every order and every die, one decision of the table a line.
That of a game that goes on ends with the situation at its last checkpoint: the record of an older
program is taken up from there.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..board import MAP_WORDS, Board, drawn
from ..textdata import DataError
from . import shared
from .chance import figures, truth
from .decision import Drawn, Fell, Rolled
from .dice import Dice, Faces, commitment
from .entries import Ended, Entry, Played, Skip
from .game import Game
from .ruleset import Ruleset
from .words import Action, Say

POSITION, RECORD = "grognard position 1", "grognard record 1"
MOVED = "moved on from"
_WHY = r" \[(?P<rule>[^ \]]*) (?P<side>[^ \]]+)\] (?P<purpose>.*)"
_FELL = {
    "die": re.compile(r"die (\d+): (\d+) of (\d+)" + _WHY),
    "dice": re.compile(r"dice (\d+)-\d+: ([\d ]+) of (\d+)" + _WHY),
    "draw": re.compile(r"draw (\d+): (.*), (\d+) of (\d+)" + _WHY),
}

Numbered = tuple[int, str]


def kind_of(text: str, file: str = "text") -> str:
    """Which of the two a text is: ``position`` or ``record``."""
    head = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if head in (POSITION, RECORD):
        return head.split()[1]
    raise DataError(
        file,
        1,
        Say(
            "neither a position nor a record: the first line should be '{position}' or '{record}'",
            position=POSITION,
            record=RECORD,
        ),
    )


# -- writing


def write_position(rules: Ruleset[Any], base: Any, since: Sequence[Entry]) -> str:
    """The situation at a checkpoint and what was chosen and thrown since, as text."""
    lines = [POSITION, *_heading(rules), *rules.write(base)]
    lines += [f"then {line}" for line in write_entries(since)]
    return "\n".join(lines) + "\n"


def _heading(rules: Ruleset[Any]) -> list[str]:
    lines = [f"game {rules.name}", f"scenario {rules.scenario}"]
    if rules.options:
        lines.append("options " + " ".join(sorted(rules.options)))
    if rules.drawn:
        lines += rules.board.text().splitlines()
    return [*lines, *rules.defined]


def write_record(
    game: Game[Any], *, reveal: bool = True, dice: shared.SharedDice | None = None
) -> str:
    """The record of a game; without ``reveal`` it shows only the commitment to the seed.

    ``dice`` are those of several secrets, where the seed is only one.
    """
    rules = game.rules
    lines = [RECORD, *_heading(rules), f"ruleset {rules.version}", f"data {rules.digest}"]
    if game.players:
        lines.append("players " + " ".join(f"{s}={who}" for s, who in sorted(game.players.items())))
    if game.seed is None:
        lines.append("dice asked")
    else:
        lines.append(f"commitment {commitment(game.seed)}")
        if reveal:
            lines.append(f"seed {game.seed}")
        if dice is not None:
            lines.append("dice shared")
    lines += [f"{MOVED} {mark}" for mark in game.moved_on]
    if game.opening is not None:
        lines += ["opening", *(f"| {line}" for line in game.opening.splitlines())]
    lines.append("")
    lines += write_entries(game.trail)
    lines += stand(game)
    if dice is not None:
        lines += dice.lines()
    if game.outcome is not None:
        lines.append(f"result {game.outcome.winner or 'draw'} [{game.outcome.rule}]")
    body = "\n".join(lines) + "\n"
    return body + f"end {len(game.trail)} {_checksum(body)}\n"


def stand(game: Game[Any]) -> list[str]:
    """The situation at the last checkpoint of a game that goes on, if anything was played before it."""
    base, since = game.checkpoint()
    at = len(game.trail) - len(since)
    if game.outcome is not None or not at:
        return []
    return [f"stand {at}", *(f"| {line}" for line in game.rules.write(base))]


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def write_entries(entries: Sequence[Entry]) -> list[str]:
    """Entries as lines: the choices of a side in a row share one."""
    lines: list[str] = []
    side = ""
    for entry in entries:
        if isinstance(entry, Played):
            if entry.side == side and entry.continues:
                lines[-1] += f" {entry.action}"
            else:
                lines.append(f"{entry.side} {entry.action}")
            side = entry.side
            continue
        side = ""
        if isinstance(entry, Skip):
            lines.append(f"takeback: dice go on at {entry.die}")
        elif isinstance(entry, Ended):
            how = "overstepped" if entry.late else "resigned"
            lines.append(f"{how} {entry.by}" if entry.by else f"agreed {entry.winner or 'draw'}")
        else:
            lines.append(_fell_out(entry))
    return lines


def _fell_out(entry: Fell) -> str:
    why = f" [{entry.rule} {entry.side}] {entry.purpose}"
    if isinstance(entry, Drawn):
        return f"draw {entry.number}: {entry.thing}, {entry.place} of {entry.of}{why}"
    if entry.others:
        last, shown = entry.number + len(entry.others), " ".join(map(str, entry.shown))
        return f"dice {entry.number}-{last}: {shown} of {entry.faces}{why}"
    return f"die {entry.number}: {entry.face} of {entry.faces}{why}"


# -- reading


def read_entries(
    lines: Iterable[Numbered], seats: Mapping[str, str], file: str
) -> Iterator[tuple[int, Entry]]:
    """The entries of the trail from their lines; ``seats`` are those of the game with their sides."""
    for number, line in lines:
        words = line.split()
        fell = _fell_in(words[0], line)
        if fell is not None:
            yield number, fell
        elif words[0] == "takeback:" and words[-1].isdigit():
            yield number, Skip(int(words[-1]))
        elif (ended := _ended_in(words, seats)) is not None:
            yield number, ended
        elif words[0] in seats and len(words) > 1:
            for place, action in enumerate(_actions(words[1:])):
                yield number, Played(words[0], action, continues=place > 0)
        else:
            raise DataError(file, number, Say("not a line of a record: '{line}'", line=line))


def _ended_in(words: Sequence[str], seats: Mapping[str, str]) -> Ended | None:
    """How the players ended the game, from its line; None if it is no such line."""
    match words:
        case ["agreed", "draw"]:
            return Ended(None)
        case ["agreed", side] if side in seats.values():
            return Ended(side)
        case ["resigned" | "overstepped" as how, seat] if seat in seats:
            winners = {side for side in seats.values() if side != seats[seat]}
            late = how == "overstepped"
            return Ended(winners.pop(), seat, late) if len(winners) == 1 else None
    return None


def _fell_in(word: str, line: str) -> Fell | None:
    """What fell, from its line; None if it is no such line."""
    found = _FELL[word].fullmatch(line) if word in _FELL else None
    if found is None:
        return None
    rule, side, purpose = found["rule"], found["side"], found["purpose"]
    if word == "draw":
        place, of = int(found[3]), int(found[4])
        return Drawn(int(found[1]), place, of, found[2], rule, purpose, side)
    face, *others = map(int, found[2].split())
    return Rolled(int(found[1]), face, int(found[3]), rule, purpose, side, others=tuple(others))


def _actions(words: Sequence[str]) -> Iterator[Action]:
    """Verbs with at most one word each; a word with a capital or a digit belongs to its verb."""
    verb = ""
    for word in words:
        if word.islower() and word.isalpha():
            if verb:
                yield Action(verb)
            verb = word
        else:
            yield Action(verb, word)
            verb = ""
    if verb:
        yield Action(verb)


class Heading:
    """The heading of a position or record, and the numbered lines that follow it."""

    WORDS = (
        "game",
        "scenario",
        "options",
        "ruleset",
        "data",
        "players",
        "commitment",
        "seed",
    )

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.said: dict[str, list[str]] = {}
        self.map: list[Numbered] = []
        self.units: list[Numbered] = []
        self.opening: list[Numbered] | None = None
        self.stand: tuple[int, list[Numbered]] | None = None
        """The situation after so many entries, as its lines."""
        self.moved: list[str] = []
        """From which rules the game has moved on to those of the heading."""
        self.rest: list[Numbered] = []
        self.asked = self.shared = False
        self.shares: list[Numbered] = []
        """What the seats gave for dice of several secrets, as lines."""
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            if number == 1 or not words:
                continue
            if line.startswith(f"{MOVED} ") and not self.rest:
                self.moved.append(line.removeprefix(MOVED).strip())
            elif words[0] in self.WORDS and not self.rest:
                if words[0] in self.said:
                    raise DataError(file, number, Say("'{word}' appears twice", word=words[0]))
                self.said[words[0]] = words[1:]
            elif words == ["dice", "asked"]:
                self.asked = True
            elif words == ["dice", "shared"]:
                self.shared = True
            elif self.shared and words[0] in shared.WORDS:
                self.shares.append((number, line.strip()))
            elif words[0] == "opening" and len(words) == 1:
                self.opening = []
            elif words[0] == "stand" and len(words) == 2 and words[1].isdigit():
                self.stand = int(words[1]), []
            elif words[0] == "|" and self.stand is not None:
                self.stand[1].append((number, line.strip()[1:].strip()))
            elif words[0] == "|" and self.opening is not None:
                self.opening.append((number, line.strip()[1:].strip()))
            elif words[0] in MAP_WORDS or (self.map and line.startswith("  ") and not self.rest):
                self.map.append((number, line))
            elif words[0] == "unit":
                self.units.append((number, line.strip()))
            else:
                self.rest.append((number, line.strip()))

    def one(self, word: str, default: str | None = None) -> str:
        said = self.said.get(word)
        if said is None and default is not None:
            return default
        if said is None or len(said) != 1:
            raise DataError(self.file, None, Say("the heading lacks '{word} ...'", word=word))
        return said[0]

    def shared_dice(self, seed: str) -> shared.SharedDice:
        """The dice of several secrets, one of them this seed."""
        return shared.SharedDice(seed, shared.read(self.shares, self.file))

    def players(self) -> dict[str, str]:
        pairs = (word.partition("=") for word in self.said.get("players", []))
        return {side: who for side, _, who in pairs}


def dice_used(entries: Iterable[Entry]) -> int:
    """The number of the next die after these entries."""
    used = 0
    for entry in entries:
        if isinstance(entry, Skip):
            used = max(used, entry.die)
        elif not isinstance(entry, (Played, Ended)):
            used = max(used, entry.number + len(figures(entry)))
    return used


def read_board(heading: Heading, own: Board) -> Board | None:
    """The board drawn in the text with what the game's ``own`` may have, None where there is none."""
    return drawn(heading.map, own.letters, heading.file, own.kinds) if heading.map else None


# -- verifying


def faults(game: Game[Any], heading: Heading) -> list[Say]:
    """What does not match in a record that has been replayed: commitment, dice."""
    wrong: list[Say] = []
    seed, said = heading.one("seed", ""), heading.one("commitment", "")
    if heading.asked:
        return [Say("the dice were entered by hand: nothing proves them")]
    if not seed:
        return [Say("the seed has not been revealed yet: the dice cannot be checked")]
    if said and commitment(seed) != said:
        wrong.append(Say("the seed does not match the commitment made at the start"))
    dice: Faces = Dice(seed)
    if heading.shared:
        dice = together = heading.shared_dice(seed)
        wrong += [*together.faults(), *_unbound(game, together)]
    for fell in game.trail:
        if isinstance(fell, (Rolled, Drawn)) and figures(fell) != truth(fell, dice):
            wrong.append(
                Say(
                    "die {number} ({purpose}, {rule}) is recorded as {face} but the seed gives {true}",
                    number=fell.number,
                    purpose=Say(fell.purpose),
                    rule=fell.rule,
                    face=" ".join(map(str, figures(fell))),
                    true=" ".join(map(str, truth(fell, dice))),
                )
            )
    return wrong


def order_before(trail: Sequence[Entry]) -> list[str]:
    """What was chosen at the end of a trail since the last die: the order that a throw is bound to."""
    since: list[Entry] = []
    for entry in reversed(trail):
        if not isinstance(entry, Played):
            break
        since.append(entry)
    return write_entries(since[::-1])


def _unbound(game: Game[Any], dice: shared.SharedDice) -> list[Say]:
    """What does not fit between the throws and the orders that they fell by."""
    throws = {throw.die: throw for throw in dice.throws}
    wrong: list[Say] = []
    chosen: list[Played] = []
    for entry in game.trail:
        if isinstance(entry, Played):
            chosen.append(entry)
            continue
        throw = None if isinstance(entry, (Skip, Ended)) else throws.get(entry.number)
        if throw is not None:
            number, seat = throw.number, chosen[-1].side if chosen else ""
            if shared.bind(dice.seed, number, throw.die, write_entries(chosen)) != throw.bind:
                wrong.append(Say("throw {number} was asked for with another order", number=number))
            if throw.links.get(seat, True) is None:
                wrong.append(
                    Say(
                        "throw {number} was made on an order of {seat} and without its secret",
                        number=number,
                        seat=seat,
                    )
                )
        chosen = []
    return wrong


def check_end(text: str, file: str) -> None:
    """A record ends with the number of its entries and a checksum: cut or altered ones do not."""
    body, _, tail = text.rstrip("\n").rpartition("\n")
    words = tail.split()
    if len(words) != 3 or words[0] != "end":
        raise DataError(file, None, Say("the record is cut short: its last line is not 'end ...'"))
    if words[2] != _checksum(body + "\n"):
        raise DataError(file, None, Say("the record has been altered: its checksum does not match"))
