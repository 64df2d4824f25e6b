"""``grognard sim``, ``train`` and ``ladder``: the laboratory, with this program's exit codes."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ..lab import ladder as ladders
from ..lab import train as training
from ..lab.batch import Study
from ..lab.sim import arguments, execute
from ..say import Say
from ..textdata import DataError
from .screen import Screen
from .seats import Usage, with_solitaire, words_of

__all__ = ["arguments", "ladder", "ladders", "sim", "train", "training"]


def sim(args: Namespace, screen: Screen) -> int:
    """Refuse at once what could not be played, or not be reported at the end."""
    players = words_of(args.bots)
    options = with_solitaire(args.game, words_of(args.options), players)
    args.options = ",".join(options)
    study = Study(args.game, tuple(players), 1, "1", args.scenario, tuple(options), data=args.data)
    study.rules()
    study.check()
    _writable(args.html, None if args.json == "-" else args.json)
    return execute(args)


def train(args: Namespace, screen: Screen) -> int:
    """Fit the value of a game's bots."""
    _writable(args.notes, args.out)
    return training.execute(args)


def ladder(args: Namespace, screen: Screen) -> int:
    """Measure a game's bots against one another."""
    _writable(args.file)
    if args.table and not Path(args.table).is_file():
        raise Usage(f"--table {args.table}: there is no such page")
    return ladders.execute(args)


def _writable(*files: str | None) -> None:
    for out in files:
        if out and not Path(out).absolute().parent.is_dir():
            raise DataError(out, None, Say("cannot be written: there is no such folder"))
