"""Whole games as text, and what each of them must still tell.

``python -m tests.golden.book`` plays the games of the list that are missing and writes down what
they tell.  A record that is there is never touched: delete it to have it played anew.

``python -m tests.golden.book renew GAME ...`` plays all games of these anew and forgets what was told under
their version of now: for rules and data that nobody has played by yet.

``python -m tests.golden.book restamp`` is for data files that say the same in other words, and for rules
whose change does not touch these games: it writes the fingerprint and the version of now into the records.
What the games tell stays as it was, and is the proof.

``versions.tsv`` keeps the course of each game, choices, dice and positions, under each version of its
rules.  One that runs otherwise needs a higher version: the same version never tells two stories.
``python -m tests.golden.book retell`` is for events that come to tell more: it writes down what they tell.
"""

from __future__ import annotations

import hashlib
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import grognard
from grognard import Game, bots
from grognard.engine.decision import Event
from grognard.engine.entries import Ended, Played
from grognard.engine.words import Say

FOLDER = Path(__file__).with_name("games")


class Golden(NamedTuple):
    """A game of the book: who plays it how."""

    game: str
    scenario: str
    options: tuple[str, ...]
    bots: tuple[str, str]
    """By side, in the order of the game's sides."""
    number: int
    entries: int = 0
    """After so many entries the players agree on a draw; 0: it is played to its end."""

    @property
    def name(self) -> str:
        options = "".join(f"+{option}" for option in self.options)
        return f"{self.game}-{self.scenario}{options}-{'-'.join(self.bots)}-{self.number}"

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.record"


def anzio() -> Iterator[Golden]:
    pairs = [("random", "random"), ("staff", "staff"), ("staff", "random"), ("random", "orders")]
    for options in ((), ("6.2",), ("8.2", "12.3"), ("6.2", "8.2", "10.5", "12.3")):
        for pair in pairs:
            extra = ("solitaire",) if "orders" in pair else ()
            yield Golden("anzio", "campaign", (*options, *extra), pair, 1)


def salerno43() -> Iterator[Golden]:
    chance, staff = ("random", "random"), ("staff", "staff")
    every = ("25.1", "25.2", "25.3")
    for scenario in ("avalanche", "campaign", "tournament"):
        for options in ((), *((o,) for o in every), every):
            yield Golden("salerno43", scenario, options, chance, 1)
        for number, options in enumerate(((), every), 1):
            yield Golden("salerno43", scenario, options, staff, number)
    yield Golden("salerno43", "avalanche", (), ("staff", "random"), 1)
    yield Golden("salerno43", "avalanche", every, ("random", "staff"), 1)
    yield Golden("salerno43", "campaign", (), ("staff", "random"), 1)
    yield Golden("salerno43", "campaign", every, ("staff", "random"), 2)


SHORT = 320
"""Entries of a game that is long or slow to play: some turns, so that all of them are replayed quickly."""


def gazala1942() -> Iterator[Golden]:
    chance, staff = ("random", "random"), ("staff", "staff")
    every = ("12.1", "12.2", "12.3", "12.4")
    for scenario in ("opening", "aida", "british"):
        for options in ((), every):
            yield Golden("gazala1942", scenario, options, chance, 1, 2 * SHORT)
        yield Golden("gazala1942", scenario, (), staff, 1, SHORT)
    house = ("attacks-by-hex", "mines-quarter", "entry-0134")
    yield Golden("gazala1942", "opening", house, chance, 1, 2 * SHORT)
    yield Golden("gazala1942", "opening", (*every, *house), staff, 1, SHORT)
    yield Golden("gazala1942", "aida", every, ("staff", "random"), 1, SHORT)


def normandy44() -> Iterator[Golden]:
    chance, staff = ("random", "random"), ("staff", "staff")
    every = ("25.1", "25.2", "25.3")
    for scenario in ("seven", "campaign", "cherbourg"):
        for options in ((), every):
            yield Golden("normandy44", scenario, options, chance, 1, 2 * SHORT)
        yield Golden("normandy44", scenario, (), staff, 1, SHORT)
    yield Golden("normandy44", "seven", every, ("random", "staff"), 1, SHORT)
    yield Golden("normandy44", "campaign", ("24a",), chance, 1, 2 * SHORT)
    yield Golden("normandy44", "campaign", ("24b",), ("staff", "random"), 1, SHORT)


def plain(value: object) -> object:
    """A fact without its sentences: those may be worded better without the game being another."""
    if isinstance(value, Say):
        return None
    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else str(value)


def told(game: Game) -> list[str]:
    """What a game tells, a line a turn: fingerprints of its events and of the positions between them."""
    events: dict[int, Any] = {}
    positions: dict[int, Any] = {}

    def note(happened: list[Event]) -> None:
        digest = events.setdefault(again.turn, hashlib.sha256())
        for event in happened:
            facts = [(k, plain(v)) for k, v in sorted(event.facts.items())]
            digest.update(repr((event.kind, event.rule, facts)).encode())

    again = game.copy(0)
    note(game.opening_events)
    for entry in game.trail:
        if isinstance(entry, Ended):
            note(again.follow(entry))
        if not isinstance(entry, Played):
            continue
        note(again.play(entry.action, entry.side))
        ask = again.decision
        if ask is None or ask.top or ask.kind in ("move", "step"):
            digest = positions.setdefault(again.turn, hashlib.sha256())
            digest.update("\n".join(again.rules.write(again.state)).encode())
    assert again.position == game.position
    return [
        " ".join(
            [
                "turn",
                str(turn),
                *(d[turn].hexdigest()[:16] if turn in d else "-" for d in (events, positions)),
            ]
        )
        for turn in sorted(events)
    ]


def play(golden: Golden) -> Game:
    game = grognard.new(
        golden.game, seed=golden.name, scenario=golden.scenario, options=golden.options
    )
    rules = game.rules
    by_side = dict(zip(rules.sides, golden.bots, strict=True))
    game.players = {seat: by_side[side] for seat, side in rules.seats.items()}
    seats = {seat: bots.make(who, golden.game) for seat, who in game.players.items()}
    rng = random.Random(golden.name)
    while (seat := game.side) is not None:
        if golden.entries and len(game.trail) >= golden.entries:
            game.agree(None)
            break
        game.play(seats[seat].choose(game, rng).order, seat)
    return game


def restamp(path: Path) -> None:
    """Write the version of the rules and the fingerprint of the data files of now into a record."""
    text = path.read_text("utf-8")
    name = re.findall(r"^game (.+)$", text, re.MULTILINE)[0]
    rules = grognard.new(name).rules
    now = f"ruleset {rules.version}\ndata {rules.digest}"
    body, end = re.sub(r"^ruleset .+\ndata .+$", now, text, flags=re.MULTILINE).rsplit("end ", 1)
    checksum = hashlib.sha256(body.encode()).hexdigest()[:16]
    path.write_text(f"{body}end {end.split()[0]} {checksum}\n", "utf-8")


VERSIONS = Path(__file__).with_name("versions.tsv")


def story(golden: Golden) -> tuple[str, str, str]:
    """The game, the version of the rules it was played under, a fingerprint of its course."""
    lines = golden.path.read_text("utf-8").splitlines()
    version = next(line.split()[1] for line in lines if line.startswith("ruleset "))
    text = [line for line in lines if not line.startswith(("data ", "end "))]
    told = golden.path.with_suffix(".told").read_text("utf-8").split()
    whole = "\n".join([*text, *told[3::4]])  # the positions; events may come to tell more
    return golden.name, version, hashlib.sha256(whole.encode()).hexdigest()[:16]


def stories() -> dict[tuple[str, str], str]:
    """By game and version: the fingerprint, as it was first written down."""
    rows = (line.split("\t") for line in VERSIONS.read_text("utf-8").splitlines())
    return {(name, version): print for name, version, print in rows}


def note_stories() -> None:
    """Write down what is told under a new version; what was told under an old one stays."""
    known = stories() if VERSIONS.exists() else {}
    for golden in BOOK:
        name, version, told = story(golden)
        if known.setdefault((name, version), told) != told:
            sys.exit(f"{name} told another story under ruleset {version}: raise the version")
    _write(known)


def _write(known: dict[tuple[str, str], str]) -> None:
    rows = sorted("\t".join((*key, told)) for key, told in known.items())
    VERSIONS.write_text("\n".join(rows) + "\n", "utf-8")


def renew(games: list[str]) -> None:
    """Forget the games of these and what they told under their version of now."""
    now = {name: str(grognard.new(name).rules.version) for name in games}
    known = stories()
    for golden in BOOK:
        if golden.game in now:
            golden.path.unlink(missing_ok=True)
            golden.path.with_suffix(".told").unlink(missing_ok=True)
            known.pop((golden.name, now[golden.game]), None)
    _write(known)


def _tell(golden: Golden) -> None:
    """Write down what a record tells."""
    lines = told(grognard.load(golden.path.read_text("utf-8")))
    golden.path.with_suffix(".told").write_text("\n".join(lines) + "\n", "utf-8")


def fill() -> None:
    """Play the games of the list that are missing."""
    FOLDER.mkdir(exist_ok=True)
    for golden in BOOK:
        if not golden.path.exists():
            game = play(golden)
            golden.path.write_text(game.record, "utf-8")
            _tell(golden)
            print(golden.name, game.outcome, len(game.trail), flush=True)
    note_stories()


BOOK = [*anzio(), *salerno43(), *gazala1942(), *normandy44()]

if __name__ == "__main__" and sys.argv[1:] == ["restamp"]:
    for path in Path(__file__).parents[1].rglob("*.record"):
        restamp(path)
    note_stories()
elif __name__ == "__main__" and sys.argv[1:] == ["retell"]:
    for golden in BOOK:
        _tell(golden)
    note_stories()
elif __name__ == "__main__" and sys.argv[1:2] == ["renew"]:
    renew(sys.argv[2:])
    fill()
elif __name__ == "__main__":
    fill()
