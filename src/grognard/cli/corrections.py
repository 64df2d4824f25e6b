"""A game's data files in the owner's hands: copied out, corrected, played with."""

from __future__ import annotations

import shutil
import tomllib
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..engine.words import Say
from ..games import ruleset_class
from ..textdata import Folder
from .files import cannot_write
from .plain import write_json
from .screen import HEAD, QUIET, Screen
from .seats import Usage

FILES = (".csv", ".toml")
MADE = "reconstructed"


class Guess(NamedTuple):
    """Something in a data file that is reconstructed: where, and what its source says."""

    file: str
    where: str
    source: str


def data(args: Namespace, screen: Screen) -> int:
    """Copy the files of a game and list what the box may correct."""
    home, folder = ruleset_class(args.game).data, args.folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Usage(f"{folder} is there already and not an empty folder")
    files = sorted(path for path in home.iterdir() if path.suffix in FILES)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in files:
            shutil.copyfile(path, folder / path.name)
    except OSError as bad:
        raise cannot_write(folder, bad) from None
    found = [guess for path in files for guess in guesses(home, path.name)]
    if args.json:
        rows = [guess._asdict() for guess in found]
        write_json(screen, {"files": [path.name for path in files], MADE: rows})
        return 0
    if not args.quiet:
        screen.table(
            [Say("file"), Say("where"), Say("source")],
            [[guess.file, guess.where, (guess.source, QUIET)] for guess in found],
        )
        screen.line(
            Say(
                "{count} files; keep those that you correct, delete the others; play with: --data {folder}",
                count=len(files),
                folder=str(folder),
            )
        )
    for path in files:
        if args.quiet:
            screen.line((str(folder / path.name), HEAD))
    return 0


def guesses(home: Path, name: str) -> Iterator[Guess]:
    """What in a file is reconstructed, by what it says of its sources."""
    folder = Folder(home)
    if name.endswith(".csv"):
        for row in folder.rows(name):
            if MADE in row.get("source", ""):
                first = next(iter(row.values()))
                yield Guess(name, f"{row.line}: {first}", row["source"])
    else:
        yield from _tables(name, "", tomllib.loads(folder.read(name)))


def _tables(name: str, where: str, table: Mapping[str, Any]) -> Iterator[Guess]:
    for key, value in table.items():
        if key == "source" and isinstance(value, str) and MADE in value:
            yield Guess(name, where, value)
        elif isinstance(value, dict):
            yield from _tables(name, f"{where}.{key}".lstrip("."), value)


def folders(said: Sequence[str]) -> dict[str, Path]:
    """``GAME=DIR`` as often as it was said."""
    found = {}
    for word in said:
        game, sign, folder = word.partition("=")
        if not sign or not folder:
            raise Usage(f"--data {word}: say GAME=DIR")
        ruleset_class(game)
        if not Path(folder).is_dir():
            raise Usage(f"--data {word}: no such folder")
        found[game] = Path(folder).absolute()
    return found
