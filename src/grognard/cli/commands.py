"""The commands that look at a game file, begin one, or take an order back."""

from __future__ import annotations

import contextlib
import json
from argparse import Namespace
from pathlib import Path
from random import Random
from typing import Any

import grognard

from .. import bots
from ..bots import search
from ..engine import record
from ..engine.decision import Event
from ..engine.rulebook import Rule, Rulebook, UnknownRule, tested
from ..engine.ruleset import Ruleset
from ..engine.sight import Sight
from ..engine.words import Say
from ..front import read_text, remarks, seed_beside
from ..games import is_game, ruleset_class
from ..textdata import DataError
from . import playing, seats, views
from .files import GameFile, cannot_write, write_game, write_whole
from .plain import refusal, situation, write_json
from .screen import BAD, GOOD, HEAD, QUIET, RULE, Part, Screen
from .seats import Usage


def games(args: Namespace, screen: Screen) -> int:
    """The games, their sides, scenarios and options; seats where they are not the sides."""
    names = [args.game] if args.game else grognard.games()
    if args.json:
        write_json(screen, [_card(name) for name in names])
        return 0
    for name in names:
        rules = ruleset_class(name)
        if args.quiet:
            screen.line((name, HEAD))
            continue
        screen.line((name, HEAD), "  ", rules.title, "  ", (" / ".join(rules.sides), QUIET))
        rows: list[list[Part]] = [
            [Say("scenario"), (scenario.id, RULE), scenario.summary] for scenario in rules.scenarios
        ]
        rows += [[Say("option"), (option.id, RULE), option.summary] for option in rules.option_list]
        screen.table([Say("choice"), Say("id"), Say("what")], rows)
        for seating in _seatings(rules):
            screen.line((Say("seats: {seats}", seats=seating), QUIET))
    return 0


def _card(name: str) -> dict[str, Any]:
    rules = ruleset_class(name)
    return {
        "name": name,
        "title": rules.title,
        "sides": rules.sides,
        "scenarios": rules.scenarios,
        "options": rules.option_list,
    }


def _seatings(rules: type[Ruleset[Any]]) -> list[str]:
    """Who may sit where, in each way that differs; none where every side has one seat."""
    options = [(), *([option.id] for option in rules.option_list)]
    ways = [rules.seating(s.id, chosen) for s in rules.scenarios for chosen in options]
    told = (", ".join(f"{seat} ({side})" for seat, side in way.items()) for way in ways)
    alone = ", ".join(f"{side} ({side})" for side in rules.sides)
    return [way for way in dict.fromkeys(told) if way != alone]


def new(args: Namespace, screen: Screen) -> int:
    """Begin a game in a file."""
    path = Path(args.file)
    if path.exists() and not args.force:
        raise Usage(f"{path} exists already; --force replaces it")
    if args.from_:
        if args.options or args.scenario:
            raise Usage("the position says which scenario and options are played")
        game = grognard.load(Path(args.from_), seed=args.seed, dice=args.dice, data=args.data)
        players = seats.parse_players(args.players or "", args.game, game.rules.seats)
        if game.rules.name != args.game:
            raise DataError(
                args.from_,
                None,
                Say("a position of {game}, not {wanted}", game=game.rules.name, wanted=args.game),
            )
        if game.trail:
            raise DataError(
                args.from_, None, Say("a game begins where nothing has been chosen yet")
            )
        game.players = players
    else:
        there = seats.seats_of(args.game, args.scenario, args.options or ())
        players = seats.parse_players(args.players or "", args.game, there)
        game = grognard.new(
            args.game,
            seed=args.seed,
            scenario=args.scenario,
            options=seats.with_solitaire(args.game, args.options or (), players.values()),
            players=players,
            dice=args.dice,
            data=args.data,
        )
    try:
        write_game(path, game)
    except OSError as bad:
        raise cannot_write(path, bad) from None
    screen.line((str(path), HEAD), ": ", game.rules.title)
    if game.commitment:
        screen.line((Say("dice commitment {hash}", hash=game.commitment), QUIET))
    views.question(screen, seats.eyes(game))
    return 0


def show(args: Namespace, screen: Screen) -> int:
    """Where the game stands, as the people who play it from this file may see it."""
    game = _load(args)
    sight = seats.eyes(game, args.side)
    if args.json:
        log = {"log": _told(sight)} if args.log else {}
        text = {"position": game.position} if args.position else {}
        write_json(screen, {**situation(sight), **text, **log})
    elif args.position:
        screen.raw(game.position)
    elif args.log:
        views.events(screen, sight, views.history(game), indent="")
        if not args.quiet:
            views.question(screen, sight)
    elif args.units:
        views.units(screen, sight)
    elif args.quiet:
        views.question(screen, sight)
    else:
        views.show(screen, sight)
    return 0


def _told(sight: Sight[Any]) -> list[Event]:
    return [told for event in views.history(sight.game) if (told := sight.told(event)) is not None]


def legal(args: Namespace, screen: Screen) -> int:
    game = _load(args)
    if args.json or args.quiet:
        orders = game.legal_actions.of(args.unit) if args.unit else list(game.legal_actions)
        if args.json:
            write_json(screen, orders)
        for order in orders if args.quiet else ():
            screen.line(str(order))
        return 0
    playing.legal(screen, game, args.unit or "")
    return 0


def why(args: Namespace, screen: Screen) -> int:
    game, order = _load(args), " ".join(args.order)
    if args.json or args.quiet:
        no = game.legal_actions.why_not(order, args.side)
        if args.json:
            write_json(screen, refusal(no))
        elif no is not None:
            screen.line(no.said)
        return 1 if no else 0
    playing.why(screen, game, order, args.side)
    return 0


def odds(args: Namespace, screen: Screen) -> int:
    sheet = _load(args).odds(" ".join(args.attack))
    if args.json:
        write_json(screen, sheet)
    elif args.quiet:
        for chance in sheet.chances:
            screen.line(f"{float(chance.chance):.4f} {chance.result}")
    else:
        views.ledger(screen, sheet)
    return 0


def advise(args: Namespace, screen: Screen) -> int:
    """What a level would do here, why, and what it weighed."""
    file = GameFile(Path(args.file), args.data)
    game = file.load()
    bot = bots.make(args.level, game.rules.name)
    if not isinstance(bot, search.SearchBot):
        raise Usage(f"{args.level} gives no advice; a level is {', '.join(search.BY_NAME)}")
    who = f"{args.level} for {game.side}"
    luck = Random(f"advice {len(game.trail)}")
    advice = search.advise(bot, game, luck, file.plans.get(who, ""))
    if game.trail and advice.note:
        file.plans[who] = advice.note
        with contextlib.suppress(OSError):  # who may only read gets the advice all the same
            file.keep_plans()
    ahead = search.advantage(bot.brief(game), game, str(game.side))
    if args.json:
        weighed = [[str(w.say), round(w.score, 3), w.playouts] for w in advice.weighed]
        why = [str(reason) for reason in advice.choice.why]
        found = {"order": str(advice.choice.order), "why": why, "weighed": weighed}
        write_json(screen, {**found, "advantage": {s: round(x, 3) for s, x in ahead.items()}})
        return 0
    screen.line((str(advice.choice.order), HEAD))
    if args.quiet:
        return 0
    for rule, say in advice.choice.why:
        screen.line("  ", say, " " * bool(rule), (rule, RULE))
    if advice.weighed:
        screen.table(
            search.HEADS,
            [[w.say, f"{w.score:.0%}", str(w.playouts)] for w in advice.weighed],
        )
    screen.line((search.standing(ahead), QUIET))
    return 0


def undo(args: Namespace, screen: Screen) -> int:
    """Take back the last order of a person."""
    file = GameFile(Path(args.file), args.data)
    game = file.load_record()
    game, taken = seats.take_back(game, seats.seated(game), force=args.force)
    file.plans.clear()
    file.save(game)
    screen.line(Say("taken back: {order}", order=taken))
    views.question(screen, seats.eyes(game))
    return 0


def verify(args: Namespace, screen: Screen) -> int:
    """Replay a record and check every die against the seed and the commitment."""
    text = read_text(args.file)
    if record.kind_of(text, args.file) != "record":
        GameFile(Path(args.file), args.data).load_record()
    seed = seed_beside(Path(args.file))
    wrong = grognard.verify(text, args.file, args.data, seed=seed)
    known = remarks(text, args.file)
    if args.json:
        write_json(screen, {"ok": not wrong, "faults": wrong, "remarks": known})
    elif wrong or not args.quiet:
        views.verdict(screen, args.file, wrong)
        for remark in known:
            screen.line("  ", (remark, QUIET))
    return 1 if wrong else 0


def rules(args: Namespace, screen: Screen) -> int:
    """The rulebook of a game: what it says, and which rules a test has proven."""
    ruleset_class(args.game)
    book = Rulebook.of(args.game)
    if not args.json:
        book = book.in_language(screen.lang)
    proven = tested(args.game)
    untested = [id for id in book.testable if id not in proven]
    if args.rule:
        try:
            ids = [line.split(" ", 1)[0] for line in book.text(args.rule).splitlines()]
        except UnknownRule as unknown:
            raise Usage(f"{args.game}: {unknown}") from None
        if args.json:
            write_json(screen, [_card_of(book[id], proven) for id in ids])
            return 0
        for id in ids:
            if args.quiet:
                screen.line((id, RULE))
            else:
                _rule(screen, book, id, proven)
        return 0
    done = len(book.testable) - len(untested)
    if args.json:
        report = {
            "game": args.game,
            "rows": len(book),
            "testable": len(book.testable),
            "tested": done,
            "untested": untested,
            "rules": [_card_of(rule, proven) for rule in book],
        }
        screen.raw(json.dumps(report, indent=1) + "\n")
        return 0
    if args.quiet:
        for id in untested if args.untested else [rule.id for rule in book]:
            screen.line((id, RULE))
        return 1 if args.untested and untested else 0
    if args.untested:
        for id in untested:
            screen.line((id, RULE), " ", book[id].summary)
        return 1 if untested else 0
    screen.table(
        [Say("rule"), Say("tests"), Say("summary")],
        [
            [
                (rule.id, RULE),
                str(len(proven.get(rule.id, []))) if rule.testable else "-",
                rule.summary,
            ]
            for rule in book
        ],
    )
    screen.line(
        (
            Say(
                "{rows} rows, {testable} testable, {done} tested",
                rows=len(book),
                testable=len(book.testable),
                done=done,
            ),
            GOOD if not untested else BAD,
        )
    )
    if untested:
        screen.line(Say("untested: {ids}", ids=" ".join(untested)))
    return 0


def _card_of(rule: Rule, proven: dict[str, list[str]]) -> dict[str, Any]:
    return {**rule._asdict(), "tests": proven.get(rule.id, [])}


def _rule(screen: Screen, book: Rulebook, id: str, proven: dict[str, list[str]]) -> None:
    rule = book[id]
    screen.line((id, RULE), " ", rule.summary)
    if rule.ambiguity:
        screen.line("  ", Say("unclear: {what}", what=rule.ambiguity))
    for test in proven.get(id, []):
        screen.line("  ", (Say("tested by {test}", test=test), QUIET))


def draw(args: Namespace, screen: Screen) -> int:
    """Write a picture of a game, or of a game's map with the pieces as they begin."""
    from ..draw import Reach, Zoc

    out = Path(args.output)
    if out.suffix.lower() not in (".svg", ".png"):
        raise Usage(f"{out}: a picture ends in .svg or .png")
    if is_game(args.what) and not Path(args.what).exists():
        game = grognard.new(args.what, seed=0, data=args.data)
    else:
        game = GameFile(Path(args.what), args.data).load()
    overlays: list[Reach | Zoc] = []
    if args.reach:
        overlays.append(Reach({h: way.cost for h, way in game.reach(args.reach).items()}))
    if args.zoc:
        shown = game.rules.overlays(game.state)
        overlays += [Zoc(each.side, each.hexes) for each in shown if each.kind == "zoc"]
    try:
        svg = game.svg(theme=args.theme, overlays=overlays)
        content = svg.encode()
        if out.suffix.lower() == ".png":
            from ..draw.png import png

            content = png(svg, args.scale)
    except (ValueError, ImportError) as bad:
        raise Usage(str(bad)) from None
    try:
        write_whole(out, content)
    except OSError as bad:
        raise cannot_write(out, bad) from None
    screen.line((str(out), HEAD), " ", (Say("{size} bytes", size=len(content)), QUIET))
    return 0


def _load(args: Namespace) -> grognard.Game:
    return GameFile(Path(args.file), args.data).load()
