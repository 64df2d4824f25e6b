"""``grognard sim``: the laboratory's study, with this program's exit codes."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ..lab.batch import Study
from ..lab.sim import arguments, execute
from ..say import Say
from ..textdata import DataError
from .screen import Screen
from .seats import with_solitaire, words_of

__all__ = ["arguments", "sim"]


def sim(args: Namespace, screen: Screen) -> int:
    """Refuse at once what could not be played, or not be reported at the end."""
    players = words_of(args.bots)
    options = with_solitaire(args.game, words_of(args.options), players)
    args.options = ",".join(options)
    study = Study(args.game, tuple(players), 1, "1", args.scenario, tuple(options), data=args.data)
    study.rules()
    study.check()
    for out in (args.html, args.json):
        if out and out != "-" and not Path(out).absolute().parent.is_dir():
            raise DataError(out, None, Say("cannot be written: there is no such folder"))
    return execute(args)
