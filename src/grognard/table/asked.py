"""A page's questions that change nothing, answered in a thread under the table's lock."""

from __future__ import annotations

from typing import Any

from .. import bots
from ..bots.search import BY_NAME as LEVELS
from ..engine.decision import DICE
from ..engine.game import Game
from ..engine.sight import Sight
from ..engine.words import Say
from ..locale import translator
from . import messages, report, show
from .hall import refused
from .sentences import reasons_in, say_in
from .sitting import Table


def answer(table: Table, mine: frozenset[str], lang: str, q: messages.Question) -> show.Plain:
    """The answer to anything but the report and advice."""
    room, tr = table.room, translator(lang)
    game, rules, sight = room.game, room.rules, table.sight(mine)
    found: show.Plain = {"t": "answer", "id": q.id, "what": q.what}
    if q.what in ("of", "why") and sight.seat is not None and not table.may_answer(mine):
        return refused(q.id, "seat", Say("this decision is not yours"), tr)
    match q:
        case messages.Question(what="of", unit=str(unit)):
            orders = game.legal_actions.of(unit)
            told = [{"text": o.text, "role": o.role} for o in orders]
            return found | {"orders": told, "afterwards": not orders and _afterwards(game, unit)}
        case messages.Question(what="reach", unit=str(unit)):
            ends = sight.reach(unit)
            reach = {h: {"cost": w.cost, "path": w.path, "by": w.by} for h, w in ends.items()}
            return found | {"reach": reach}
        case messages.Question(what="why", text=str(text)):
            no = game.legal_actions.why_not(text)
            said = show.refusal(no, rules, tr) if no else {"rule": "", "text": ""}
            return found | {"legal": no is None} | said
        case messages.Question(what="odds", text=str(text)):
            return found | {"ledger": show.ledger(sight.odds(text), tr)}
        case messages.Question(what="hex", hex=str(label)) if _is_place(rules, label):
            facts = rules.hex_facts(sight.state, label)
            pieces = rules.pieces(sight.state)
            return found | {
                "hex": label,
                "name": room.places.get(label, ""),
                "facts": [{"rule": r, "text": show.sentence(s, rules, tr)} for r, s in facts],
                "traces": show.traces(rules.traces(sight.state, label), rules, tr),
                "pieces": [p.id for p in pieces if p.hex == label],
            }
        case messages.Question(what="at", at=int(at)) if at <= room.length:
            return found | {"at": at, "view": table.screens.view_at(at, mine, lang)}
        case messages.Question(what="log", at=int(at)) if at <= room.length:
            return found | table.screens.older(at, mine, lang)
        case messages.Question(what="overlay"):
            layers = [o for o in rules.overlays(sight.state) if q.name in (None, o.name)]
            return found | {"overlays": [show.overlay(o, tr) for o in layers]}
    return refused(q.id, "unknown", Say("there is no such thing here"), tr)


def _afterwards(game: Game[Any], unit: str) -> bool:
    """Whether a unit has orders once the answer that is taken for granted is given."""
    ask = game.decision
    if ask is None or ask.otherwise is None:
        return False
    later = game.copy()
    later.play(ask.otherwise, ask.side)
    return later.side == ask.side and bool(later.legal_actions.of(unit))


def for_report(table: Table, mine: frozenset[str]) -> tuple[bool, int, str]:
    """Whether the report is still a secret, the revision that it is of, and the record."""
    secret = table.sight(mine).seat is not None
    done = secret or (table.report is not None and table.report[0] == table.rev)
    return secret, table.rev, "" if done else table.room.record(reveal=True)


def told_report(table: Table, q: messages.Question, figures: show.Plain, lang: str) -> show.Plain:
    game = table.room.game
    told = report.told(figures, game.rules, game.outcome, translator(lang))
    return {"t": "answer", "id": q.id, "what": q.what, "report": told}


def for_advice(
    table: Table, mine: frozenset[str], lang: str, q: messages.Question
) -> show.Plain | str:
    """The position about which a level is asked, or why there is no advice."""
    tr = translator(lang)
    if not table.over and (not mine or table.others(mine)):
        text = Say("advice is given once the game is over, or to a player with no human opponent")
        return refused(q.id, "seat", text, tr)
    if q.name not in LEVELS or q.name not in bots.names(table.room.rules.name):
        return refused(q.id, "unknown", Say("there is no such thing here"), tr)
    sight = _decided(table, mine, q.at)
    if sight.game.decision is None or sight.game.side == DICE:
        return refused(q.id, "illegal", Say("nobody decides anything at this moment"), tr)
    return sight.position


def _decided(table: Table, mine: frozenset[str], at: int | None) -> Sight[Any]:
    """The first moment from this one on at which a player decides: a die that has been thrown asks nobody."""
    sight = table.sight(mine, at)
    while at is not None and sight.game.side == DICE and at < table.room.length:
        at += 1
        sight = table.sight(mine, at)
    return sight


def told_advice(table: Table, q: messages.Question, advice: show.Plain, lang: str) -> show.Plain:
    rules, tr = table.room.rules, translator(lang)
    return {
        "t": "answer",
        "id": q.id,
        "what": q.what,
        "order": advice["order"],
        "why": [
            {"rule": rule, "text": show.sentence(say, rules, tr)}
            for rule, say in reasons_in(advice["why"])
        ],
        "weighed": [
            {"text": show.sentence(say_in(say), rules, tr), "score": score, "playouts": playouts}
            for say, score, playouts in advice["weighed"]
        ],
        "advantage": {
            show.side_title(side, tr): score for side, score in advice["advantage"].items()
        },
    }


def _is_place(rules: Any, label: str) -> bool:
    board = rules.board
    if label in rules.places():
        return True
    return bool(board.grid.has(label) and board.terrain[board.grid.index(label)])
