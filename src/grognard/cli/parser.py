"""What may be written after ``grognard``, and the help that says so."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path

from ..__about__ import __version__
from ..say import Say
from . import commands, corrections, playing, sim
from .screen import Screen
from .seats import Usage, words_of

Run = Callable[[Namespace, Screen], int]

EXIT_CODES = """\
exit codes:
  0  done
  1  a rule refuses the order, or a record does not verify
  2  the command was not understood (unknown game, option, bot, rule ...)
  3  a file is missing, broken, altered or cannot be written
A file is replaced whole or left as it was."""

EXAMPLES = """\
examples:
  grognard play anzio                        sit down against the printed German
  grognard new anzio game.grog --players german=staff
  grognard play game.grog default            give an order; the bot answers
  grognard play game.grog move AL-3US-A 0908, done
  grognard legal game.grog AL-3US-A          where it may go
  grognard why game.grog attack 0704 from 0603
  grognard odds game.grog attack 0704 from 0603 support 0605
  grognard draw game.grog -o game.svg
"""


def build() -> ArgumentParser:
    parser = ArgumentParser(
        prog="grognard",
        description="Operational hex wargames with the whole rulebook enforced.",
        epilog=f"{EXAMPLES}\n{EXIT_CODES}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"grognard {__version__}")
    add = _Adder(parser)
    _play(add)
    _look(add)
    _study(add)
    return parser


class _Adder:
    def __init__(self, parser: ArgumentParser) -> None:
        self._commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def __call__(self, name: str, run: Run, help: str, *examples: str) -> ArgumentParser:
        epilog = "\n".join(["examples:", *(f"  grognard {name} {text}" for text in examples)])
        parser: ArgumentParser = self._commands.add_parser(
            name,
            help=help,
            description=help[0].upper() + help[1:] + ".",
            epilog=epilog if examples else None,
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.set_defaults(run=run, lang=None)
        return parser


def _listing(parser: ArgumentParser, *, json: bool = True) -> ArgumentParser:
    """What every command that lists something understands."""
    parser.add_argument("--lang", metavar="XX", help="en, pl or it; default: the environment's")
    parser.add_argument("-q", "--quiet", action="store_true", help="the bare answer, no headings")
    if json:
        parser.add_argument("--json", action="store_true", help="as JSON, for other programs")
    return parser


def _file(parser: ArgumentParser, what: str = "a record, or a position") -> ArgumentParser:
    parser.add_argument("file", metavar="FILE", help=what)
    return _data(parser)


def _data(parser: ArgumentParser) -> ArgumentParser:
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help="folder of corrected data files of the game"
    )
    return parser


def _settings(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", help="one word or number; without it nobody can guess the dice")
    parser.add_argument(
        "--options", metavar="A,B", type=words_of, help="optional rules, see: grognard games"
    )


def _look(add: _Adder) -> None:
    games = _listing(
        add("games", commands.games, "the games, their scenarios and optional rules", "anzio")
    )
    games.add_argument("game", metavar="GAME", nargs="?", help="only this one")

    show = _listing(_file(add("show", commands.show, "where a game stands", "game.grog --log")))
    one = show.add_mutually_exclusive_group()
    one.add_argument("--position", action="store_true", help="the position as text to be loaded")
    one.add_argument("--log", action="store_true", help="everything that has happened, with rules")
    one.add_argument("--units", action="store_true", help="all units in a table")
    show.add_argument("--side", help="as this side sees it, in a game with secrets")

    legal = _listing(
        _file(add("legal", commands.legal, "what may be done now", "game.grog AL-3US-A"))
    )
    legal.add_argument("unit", metavar="UNIT", nargs="?", help="only the orders open to this unit")

    why = _file(
        add(
            "why",
            commands.why,
            "whether an order is legal, and if not, by which rule",
            "game.grog move AL-3US-A 1601",
        )
    )
    _listing(why)
    why.add_argument("order", metavar="ORDER", nargs="+")
    why.add_argument("--side", help="as if this side gave the order")

    odds = _file(
        add(
            "odds",
            commands.odds,
            "the ledger of an attack and the exact chance of each result",
            "game.grog attack 0704 from 0603 support 0605",
        )
    )
    _listing(odds)
    odds.add_argument("attack", metavar="ATTACK", nargs="*")

    advise = _file(
        add(
            "advise",
            commands.advise,
            "what a bot would do here, why, and what it has weighed",
            "game.grog --level grognard",
        )
    )
    _listing(advise)
    advise.add_argument("--level", default="veteran", help="default: %(default)s")

    rules = add(
        "rules",
        commands.rules,
        "the rulebook in our own words, and which rules tests have proven",
        "anzio",
        "anzio 12.7",
        "anzio --untested",
    )
    _listing(rules, json=False)
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("rule", metavar="RULE", nargs="?", help="a number such as 12.7 or 12.7a")
    how = rules.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="counts, untested ids and all rows")
    how.add_argument(
        "--untested", action="store_true", help="only what no test proves; exit code 1 if any"
    )

    draw = _data(
        add(
            "draw",
            commands.draw,
            "a picture of a game, as SVG or PNG",
            "game.grog -o game.svg",
            "anzio -o map.png --scale 2 --theme dark",
        )
    )
    draw.add_argument("what", metavar="FILE|GAME", help="a game file, or the name of a game")
    draw.add_argument("-o", "--output", metavar="OUT", required=True, help="ends in .svg or .png")
    draw.add_argument("--theme", default="light", help="colors of the map (default: light)")
    draw.add_argument("--scale", type=float, default=1.0, help="pixels per unit of a PNG")
    draw.add_argument("--reach", metavar="UNIT", help="tint where this unit can go")
    draw.add_argument("--zoc", action="store_true", help="hatch the zones of control")

    _listing(
        _file(
            add(
                "verify",
                commands.verify,
                "replay a record and check every die against the seed",
                "game.grog",
            ),
            "a record",
        )
    )

    data = _listing(
        add(
            "data",
            corrections.data,
            "copy a game's data files out, to be corrected, and say what in them is reconstructed",
            "anzio my-anzio",
        )
    )
    data.add_argument("game", metavar="GAME")
    data.add_argument("folder", metavar="DIR", type=Path, help="a folder that is empty or new")


def _play(add: _Adder) -> None:
    new = add(
        "new",
        commands.new,
        "begin a game in a file",
        "anzio game.grog --seed 7 --options 6.2,8.2 --players german=staff",
        "anzio game.grog --from position.txt",
    )
    new.add_argument("game", metavar="GAME")
    _file(new, "where the game will live")
    _settings(new)
    new.add_argument("--scenario", metavar="ID")
    new.add_argument(
        "--players", metavar="SIDE=NAME,...", help="who plays; the name of a bot seats the bot"
    )
    new.add_argument("--from", dest="from_", metavar="POSITION", help="begin from a position text")
    new.add_argument(
        "--dice", choices=["thrown", "asked"], default="thrown", help="asked: you roll, 'roll 4'"
    )
    new.add_argument("--force", action="store_true", help="replace the file if it exists")

    play = add(
        "play",
        playing.play,
        "give orders, or sit down and play line by line",
        "anzio",
        "anzio --side german --bot staff --save game.grog",
        "game.grog",
        'game.grog "move AL-3US-A 0908" done',
        "game.grog move AL-3US-A 0908, done",
    )
    _file(play, "a game file, or the name of a game to begin")
    play.add_argument("order", metavar="ORDER", nargs="*", help="commas part several orders")
    play.add_argument("--side", help="your side; orders are refused when the other must decide")
    _settings(play)
    play.add_argument("--bot", help="a new game's opponent")
    play.add_argument("--save", metavar="FILE", help="a new game's file")

    undo = _file(add("undo", commands.undo, "take back the last order", "game.grog"), "a record")
    undo.add_argument(
        "--force", action="store_true", help="also over dice; the record says so, new dice follow"
    )


def _study(add: _Adder) -> None:
    sim.arguments(
        add(
            "sim",
            sim.sim,
            "play many games between bots and report",
            "anzio --bots staff,random --games 200 --seed 1",
            "anzio --bots staff,staff --games 1000 --workers 2 --html report.html",
        )
    )
    sim.training.arguments(
        add(
            "train",
            sim.train,
            "fit the value by which a game's bots judge positions",
            "anzio --games 400 --seed 1",
            "salerno43 --scenario avalanche --workers 2 --notes notes.jsonl",
        )
    )
    sim.ladders.arguments(
        add(
            "ladder",
            sim.ladder,
            "measure a game's bots against one another",
            "anzio --pairs 20 --table docs/opponents.md",
            "anzio --gauge grognard --pairs 4",
        )
    )
    table = add(
        "table", _table, "the table in the browser", "--open", "--port 8000 --database games.db"
    )
    table.add_argument("--host", help="default: $HOST, or only this machine; 0.0.0.0 for all")
    table.add_argument("--port", type=int, help="default: $PORT or 8000; 0 takes any that is free")
    table.add_argument("--database", metavar="FILE|URL", help="default: $DATABASE_URL")
    table.add_argument("--open", action="store_true", help="open it in the browser")
    table.add_argument(
        "what",
        nargs="?",
        choices=("serve", "worker", "backup", "restore", "check"),
        default="serve",
        help="serve (default), let bots play for the servers on a PostgreSQL database,"
        " copy the tables to FILE, put such a copy back, or replay every table",
    )
    table.add_argument(
        "--no-bots", action="store_true", help="with PostgreSQL: leave the bots to workers"
    )
    table.add_argument("file", nargs="?", metavar="FILE", help="of the backup")
    table.add_argument(
        "--data",
        metavar="GAME=DIR",
        action="append",
        default=[],
        help="folder of corrected data files of a game; may be said for several",
    )


def _table(args: Namespace, screen: Screen) -> int:
    try:
        from ..table import company, schema, server
    except ImportError as missing:
        raise Usage(f"the table needs {missing.name}: pip install 'grognard[table]'") from None
    try:
        folders = corrections.folders(args.data)
        if args.what == "worker":
            company.work(args.database or os.environ.get("DATABASE_URL") or "", data=folders)
            return 0
        if args.what != "serve":
            return _kept(args, screen)
        server.main(args.host, args.port, args.database, args.open, folders, bots=not args.no_bots)
    except schema.StoreFault as bad:
        raise Usage(str(bad)) from None
    except (OSError, OverflowError) as bad:
        raise Usage(f"{args.host or ''}:{args.port or ''}: {bad}") from None
    return 0


def _kept(args: Namespace, screen: Screen) -> int:
    """Backup, restore and check of the tables."""
    from ..table import backup, server

    database = args.database or os.environ.get("DATABASE_URL") or server.default_database()
    if args.what != "check" and not args.file:
        raise Usage(f"grognard table {args.what} FILE")
    if args.what == "backup":
        backup.back_up(database, Path(args.file))
        screen.line(Say("the tables are in {file}; keep it private", file=args.file))
    elif args.what == "restore":
        aside = backup.restore(database, Path(args.file))
        screen.line(Say("the tables of {file} are back", file=args.file))
        if aside is not None:
            screen.line(Say("what was there before is in {file}", file=str(aside)))
    else:
        tables = bad = 0
        for id, fault in backup.check(database):
            tables += 1
            if fault is not None:
                bad += 1
                screen.line(Say("{table}: {fault}", table=id, fault=fault))
        screen.line(Say("{tables} tables, {bad} with faults", tables=tables, bad=bad))
        return 1 if bad else 0
    return 0
