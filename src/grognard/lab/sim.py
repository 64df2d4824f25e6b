"""``grognard sim``: a study from the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from ..engine.words import Say
from ..games import is_game, names
from . import report
from .batch import Progress, Results, Study, StudyError, run, workers


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``sim`` to a parser."""
    parser.add_argument("game", metavar="GAME", type=game_of, help="; ".join(names()))
    parser.add_argument(
        "--bots",
        metavar="A,B",
        default="random",
        help="who sits in each seat, in the order of the game's seats (default: %(default)s in all)",
    )
    parser.add_argument("--games", metavar="N", type=count_of, default=100, help="how many games")
    parser.add_argument("--seed", metavar="S", default="1", help="the same seed, the same results")
    parser.add_argument("--scenario", metavar="NAME", help="default: the game's first")
    parser.add_argument(
        "--options", metavar="ID,ID", default="", help="optional rules, separated by commas"
    )
    parser.add_argument("--data", metavar="DIR", help="folder of corrected data files")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", metavar="K", type=count_of, help="processes (default: one for each core)"
    )
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask cluster instead")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--json", metavar="FILE", nargs="?", const="-", help="as JSON, to a file or the output"
    )
    form.add_argument("--html", metavar="FILE", help="as one page with plots")


def game_of(text: str) -> str:
    if not is_game(text):
        raise argparse.ArgumentTypeError(
            f"no game is called {text!r}; there are: {', '.join(names())}"
        )
    return text


def count_of(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def execute(args: argparse.Namespace) -> int:
    """Play the study that parsed arguments describe and report it: 0, or 1 if it cannot be."""
    study = Study(
        args.game,
        _words(args.bots),
        args.games,
        args.seed,
        args.scenario,
        _words(args.options),
        args.data,
    )
    try:
        study.check()
        with workers(args.workers, args.scheduler) as executor, progress_bar() as bar:
            results = run(study, executor, bar)
        _deliver(results, args)
    except (StudyError, OSError) as fault:
        print(f"grognard sim: {fault}", file=sys.stderr)
        return 1
    return 0


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _deliver(results: Results, args: argparse.Namespace) -> None:
    if args.html:
        write_whole(Path(args.html), report.html(results))
    elif args.json and args.json != "-":
        write_whole(Path(args.json), report.json(results) + "\n")
    elif args.json:
        print(report.json(results))
        return
    print(report.text(results, colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ), end="")


def write_whole(path: Path, text: str) -> None:
    """Write the file whole or not at all."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_text(text, "utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


@contextmanager
def progress_bar(stream: TextIO | None = None) -> Iterator[Progress | None]:
    """A progress bar on a terminal, Rich's if it is installed; nothing where nobody looks."""
    stream = stream or sys.stderr
    if not stream.isatty():
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    except ImportError:
        yield _plain_bar(stream)
        stream.write("\n")
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=stream), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _plain_bar(stream: TextIO) -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        stream.write("\r" + str(Say("{done} of {total} games", done=done, total=total)))
        stream.flush()

    return show
