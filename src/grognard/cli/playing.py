"""``grognard play``: orders from the command line, or line by line from a person or a pipe."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import grognard

from .. import bots
from ..engine.decision import Event
from ..engine.rulebook import UnknownRule
from ..engine.sight import SPECTATOR, Sight
from ..engine.words import IllegalAction, Say
from ..games import is_game, ruleset_class
from . import seats, views
from .files import GameFile
from .screen import GOOD, HEAD, QUIET, RULE, Screen
from .seats import Usage

REFUSED = 1


def play(args: Namespace, screen: Screen) -> int:
    if is_game(args.file) and not Path(args.file).exists():
        game, file = _fresh(args)
    else:
        _no_settings_for_a_file(args)
        file = GameFile(Path(args.file), args.data)
        game = file.load_record()
    session = Session(screen, game, file, args.side)
    if args.order:
        return session.orders(split_orders(args.order))
    return session.converse(_lines(screen, session))


def _fresh(args: Namespace) -> tuple[grognard.Game, GameFile]:
    """A new game against a bot, saved where the player says or in the folder of saved games."""
    name = args.file
    rules = ruleset_class(name)
    there = seats.seats_of(name, None, args.options or ())
    mine = args.side or next(iter(there))
    if mine not in there and mine not in rules.sides:
        raise Usage(f"{name} has no side {mine!r}; there are: {', '.join(there)}")
    if args.bot is not None and args.bot not in bots.names(name):
        raise Usage(f"{name} has no bot {args.bot!r}; there are: {', '.join(bots.names(name))}")
    players = {
        seat: args.bot or _opponent(name, side)
        for seat, side in there.items()
        if mine not in (seat, side)
    }
    game = grognard.new(
        name,
        seed=args.seed,
        options=seats.with_solitaire(name, args.options or (), players.values()),
        players=players,
        data=args.data,
    )
    path = (
        Path(args.save)
        if args.save
        else saved_games() / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}.grog"
    )
    if path.exists():
        raise Usage(f"{path} exists already; take it up with: grognard play {path}")
    return game, GameFile(path, args.data)


def _opponent(game: str, side: str) -> str:
    """The printed orders are for the second side; whoever plays that one meets the staff."""
    best = seats.default_bot(game)
    if best == seats.PRINTED and side != ruleset_class(game).sides[1]:
        return next(name for name in reversed(bots.names(game)) if name != seats.PRINTED)
    return best


def _no_settings_for_a_file(args: Namespace) -> None:
    for word in ("seed", "options", "bot", "save"):
        if getattr(args, word) is not None:
            raise Usage(f"--{word} is for a new game; {args.file} has its own")


def saved_games() -> Path:
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "grognard"


def split_orders(words: Sequence[str]) -> list[str]:
    """Each quoted argument is an order; bare words make one, or several with commas between."""
    lines = words if any(" " in word for word in words) else [" ".join(words)]
    return [order.strip() for line in lines for order in line.split(",") if order.strip()]


def _lines(screen: Screen, session: Session) -> Iterator[str]:
    """What is typed or piped in, until the end of it."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    _help_typing(session)
    session.look()
    screen.line((Say("? for help, quit to leave; every order is saved"), QUIET))
    while True:
        try:
            yield input(f"{session.game.side or 'over'}> ")
        except EOFError:
            screen.line()
            return


def _help_typing(session: Session) -> None:
    """Line editing, history, and the tab key for words that may be meant."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer_delims(" ,+")
    readline.set_completer(session.complete)
    readline.parse_and_bind("tab: complete")


class Session:
    """One sitting: a game, its file, the bots at the table."""

    def __init__(
        self, screen: Screen, game: grognard.Game, file: GameFile, side: str | None
    ) -> None:
        self.screen, self.game, self.file = screen, game, file
        self.bots = seats.seated(game, file.plans)
        self.side = side
        self.refused = 0
        self._looks = SPECTATOR
        self.commands: dict[str, tuple[Callable[[str], None], Say]] = {
            "?": (self._help, Say("this help")),
            "map": (self._map, Say("the map, the units and the question")),
            "units": (self._units, Say("all units")),
            "log": (self._log, Say("what has happened so far")),
            "legal": (self._legal, Say("legal, or legal UNIT: what may be done now")),
            "why": (self._why, Say("why ORDER: whether an order is legal, and if not, why")),
            "odds": (
                self._odds,
                Say(
                    "odds attack HEX from HEX: the ledger of an attack; odds: of what is decided now"
                ),
            ),
            "hex": (self._hex, Say("hex NUMBER: what the rules say of a hex")),
            "rule": (self._rule, Say("rule NUMBER: what a rule says")),
            "undo": (self._undo, Say("take back your last order; undo force also over dice")),
            "resign": (self._resign, Say("give the game up; the other side has won")),
            "quit": (self._quit, Say("leave; the game stays in its file")),
        }

    @property
    def sight(self) -> Sight[Any]:
        """The game as whoever sits here may see it."""
        return seats.eyes(self.game, self.side)

    def look(self) -> None:
        """Everything, to begin with."""
        self._curtain()
        views.show(self.screen, self.sight)

    def _curtain(self) -> None:
        """Two players at one terminal: wipe what only one of them may see, and let the other come."""
        before, self._looks = self._looks, self.sight.seat or SPECTATOR
        if self._looks == before or self.side is not None or not sys.stdin.isatty():
            return
        if before != SPECTATOR:
            self.screen.wipe()
        if self._looks != SPECTATOR:
            self.screen.wipe()
            who = views.name_of(self._looks)
            self.screen.line((Say("{side}: it is your turn", side=who), HEAD))
            self.screen.line(Say("The other player looks away; press Enter."))
            input()

    def complete(self, begun: str, number: int) -> str | None:
        """The n-th command, verb, unit or hex that begins so, as far as it may be said now."""
        legal = [word for action in self.game.legal_actions for word in (action.verb, action.word)]
        units = [piece.id for piece in self.game.rules.pieces(self.sight.state)]
        known = dict.fromkeys([*legal, *self.commands, *units])
        meant = [word for word in known if word and word.upper().startswith(begun.upper())]
        return f"{meant[number]} " if number < len(meant) else None

    # -- one command

    def orders(self, orders: Sequence[str]) -> int:
        """All the orders or none: what is refused leaves the file as it was."""
        said: list[Callable[[], None]] = []

        def bot(side: str, choice: bots.Choice | None, events: list[Event]) -> None:
            said.append(lambda: self._told(side, choice, events))

        seats.answer(self.game, self.bots, bot)
        for order in orders:
            events = self.game.play(order, self.side)
            said.append(lambda events=events: views.events(self.screen, self.sight, events))  # type: ignore[misc]
            seats.answer(self.game, self.bots, bot)
        fresh = not self.file.path.exists()
        self._save()
        for tell in said:
            tell()
        views.heading(self.screen, self.sight)
        views.question(self.screen, self.sight)
        if fresh:
            self._say_where()
        return 0

    # -- a conversation

    def converse(self, lines: Iterator[str]) -> int:
        """Line after line; a refused one is explained and changes nothing."""
        self._let_bots_answer()
        for line in lines:
            words = line.split("#", 1)[0].split(None, 1)
            if not words:
                continue
            if words[0] in ("quit", "exit"):
                break
            try:
                self._obey(words[0], words[1].strip() if len(words) > 1 else "", line)
            except IllegalAction as refusal:
                self.refused += 1
                self.screen.refuse(refusal)
            except UnknownRule as unknown:
                self.screen.complain(str(unknown))
        if self.file.path.exists():
            self._say_where()
        return REFUSED if self.refused else 0

    def _save(self) -> None:
        self.file.plans |= seats.plans(self.bots)
        self.file.save(self.game)

    def _say_where(self) -> None:
        self.screen.line(
            (Say("saved; go on with: grognard play {file}", file=self.file.path), QUIET)
        )

    def _obey(self, first: str, rest: str, line: str) -> None:
        command = self.commands.get("?" if first == "help" else first)
        if command is not None:
            command[0](rest)
            return
        for order in line.split("#", 1)[0].split(","):
            events = self.game.play(order, self.side)
            self._save()
            views.events(self.screen, self.sight, events)
            self._let_bots_answer()
        self._curtain()
        views.question(self.screen, self.sight)

    def _let_bots_answer(self) -> None:
        before = len(self.game.trail)
        try:
            seats.answer(self.game, self.bots, self._told)
        finally:
            if len(self.game.trail) > before:
                self._save()

    def _told(self, side: str, choice: bots.Choice | None, events: list[Event]) -> None:
        owner = (views.name_of(side), views.style_of(self.sight, side))
        if choice is None:
            self.screen.line(Say("the {side} player decides in secret", side=owner[0]))
        else:
            self.screen.line(owner, ": ", (str(choice.order), HEAD))
            for reason in choice.why:
                rule = f" [{reason.rule}]" if reason.rule else ""
                self.screen.line("    ", Say("because"), " ", reason.say, (rule, RULE))
        views.events(self.screen, self.sight, events)

    # -- commands

    def _help(self, _: str) -> None:
        self.screen.table(
            [Say("command"), Say("what it does")],
            [[(name, HEAD), what] for name, (_, what) in self.commands.items()],
        )
        self.screen.line(
            Say("Anything else is an order; separate several with commas. Now you may say:")
        )
        views.choices(self.screen, self.sight)

    def _map(self, _: str) -> None:
        views.show(self.screen, self.sight)

    def _units(self, _: str) -> None:
        views.units(self.screen, self.sight)

    def _log(self, _: str) -> None:
        views.events(self.screen, self.sight, views.history(self.game))

    def _legal(self, unit: str) -> None:
        legal(self.screen, self.game, unit)

    def _why(self, order: str) -> None:
        why(self.screen, self.game, order, self.side)

    def _odds(self, attack: str) -> None:
        views.ledger(self.screen, self.sight.odds(attack))

    def _hex(self, label: str) -> None:
        board = self.game.rules.board
        if not board.grid.has(label) or not board.terrain[board.grid.index(label)]:
            raise IllegalAction("", "{word} is not on the map", word=label or "?")
        for rule, fact in self.game.rules.hex_facts(self.sight.state, label):
            self.screen.line("  ", fact, " ", (f"[{rule}]", RULE))

    def _rule(self, number: str) -> None:
        views.rule_text(self.screen, self.game, number)

    def _undo(self, word: str) -> None:
        self.game, taken = seats.take_back(self.game, self.bots, force=word == "force")
        self.file.plans.clear()
        self.bots = seats.seated(self.game)
        self.file.save(self.game)
        self.screen.line(Say("taken back: {order}", order=taken))
        views.question(self.screen, self.sight)

    def _resign(self, _: str) -> None:
        seat = self.side or self.game.side
        if seat is None:
            raise IllegalAction("", "the game is over")
        events = self.game.resign(seat)
        self._save()
        views.events(self.screen, self.sight, events)
        views.question(self.screen, self.sight)

    def _quit(self, _: str) -> None:
        raise AssertionError("quit is handled where lines are read")


def legal(screen: Screen, game: grognard.Game, unit: str) -> None:
    """What may be done now, by anybody or by one unit."""
    if not unit:
        sight = seats.eyes(game)
        views.question(screen, sight)
        views.choices(screen, sight)
        return
    orders = game.legal_actions.of(unit)
    if not orders:
        raise IllegalAction(
            game.decision.rule if game.decision else "",
            "there is no order for {unit} now",
            unit=game.rules.normalise(unit),
        )
    for order in orders:
        screen.line(str(order))


def why(screen: Screen, game: grognard.Game, order: str, side: str | None) -> None:
    """Says that an order is legal, or raises the refusal."""
    refusal = game.legal_actions.why_not(order, side)
    if refusal is None:
        screen.line((Say("legal:"), GOOD), " ", order)
        return
    if refusal.rule in game.rules.rulebook:
        views.rule_text(screen, game, refusal.rule)
    raise refusal
