"""What the page is shown: a room as plain data, for a seat and in a language."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import msgspec

from ..engine.chance import AskChance, Throws
from ..engine.decision import DICE, About, Ask, Event, Outcome
from ..engine.game import Game
from ..engine.ledger import Aim, Ledger, Line
from ..engine.ruleset import Ruleset
from ..engine.sight import SPECTATOR, Sight
from ..engine.view import Account, Chart, Display, Item, Overlay, Trace, TrackBox
from ..engine.words import Action, IllegalAction, Say
from ..locale import Translate
from .chronicle import Row
from .room import Room
from .sentences import Reason

_NUMBERED = re.compile(r"(.+) (\d+)")
_encode = msgspec.json.Encoder().encode

Plain = dict[str, Any]


def seat_of(game: Game[Any], mine: Collection[str]) -> str:
    """For whom a browser speaks: the seat that decides if it is its own."""
    if game.side in mine:
        return str(game.side)
    return next((seat for seat in game.rules.seats if seat in mine), SPECTATOR)


def eyes_of(game: Game[Any], mine: Collection[str]) -> str:
    """Through whose eyes a browser looks: its own seat's, or a spectator's.

    Two sides at one screen see what lies open, as at a board; only for a secret choice does the
    seat that makes it see what it hides.
    """
    ask = game.decision
    if ask is not None and ask.side in mine and ask.secret is not None:
        return ask.side
    own = [seat for seat in game.rules.seats if seat in mine]
    return own[0] if len({game.rules.serves(seat) for seat in own}) == 1 else SPECTATOR


def side_title(side: str, tr: Translate) -> str:
    return tr(side.replace("_", " ").title())


def seats(seating: Mapping[str, str], tr: Translate) -> list[Plain]:
    """The seats of a game in their order, each with the side that it serves."""
    return [
        {
            "id": seat,
            "title": side_title(seat, tr),
            "side": side,
            "side_title": side_title(side, tr),
        }
        for seat, side in seating.items()
    ]


def words(text: str, tr: Translate) -> str:
    """A phase or the name of a box, in which a number may come last (``turn 3``)."""
    match = _NUMBERED.fullmatch(text)
    if match:
        return f"{tr(match[1])} {match[2]}"
    said = tr(text)
    # In English a phase is called as positions write it, in one word.
    return said if said != text or text == "set-up" else text.replace("-", " ")


def sentence(say: Say, rules: Ruleset[Any], tr: Translate) -> str:
    """A sentence with sides and seats called by their titles."""
    return titled(say, {*rules.sides, *rules.seats}, tr)


def titled(say: Say, sides: Collection[str], tr: Translate) -> str:
    """A sentence with these called by their titles."""
    named = {
        key: side_title(value, tr) if isinstance(value, str) and value in sides else value
        for key, value in say.params.items()
    }
    return Say(say.template, **named).translated(tr)


def refusal(refused: IllegalAction, rules: Ruleset[Any], tr: Translate) -> Plain:
    return {"rule": refused.rule, "text": sentence(refused.reason, rules, tr)}


def _plain(value: Any, tr: Translate) -> Any:
    if isinstance(value, Say):
        return value.translated(tr)
    if isinstance(value, (list, tuple)):
        return [_plain(each, tr) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each, tr) for key, each in value.items()}
    return value if isinstance(value, (str, int, float)) or value is None else str(value)


def row(room: Room, line: Row, why: Iterable[Reason], tr: Translate) -> Plain:
    """A row of the log."""
    event = line.event
    shown: Plain = {
        "at": line.at,
        "kind": event.kind,
        "rule": event.rule,
        "text": event_text(event, room.rules, tr),
        "facts": {key: _plain(value, tr) for key, value in event.facts.items()},
        "side": line.side,
        "turn": line.turn,
        "phase": line.phase,
        "phase_text": words(room.rules.phase_title(line.phase), tr),
        "whose": side_title(line.whose, tr) if line.whose else "",
        "battle": line.battle,
    }
    result = event.facts.get("result")
    if "column" in event.facts and (means := room.rules.meaning(str(result))) is not None:
        shown["means"] = sentence(means, room.rules, tr)
    if why:
        shown["why"] = [{"rule": rule, "text": sentence(say, room.rules, tr)} for rule, say in why]
    return shown


def event_text(event: Event, rules: Ruleset[Any], tr: Translate) -> str:
    if event.kind == "choice":
        return " ".join(_word(word, tr) for word in event.facts["order"].split())
    return sentence(event.say, rules, tr)


def _word(word: str, tr: Translate) -> str:
    """A word of an order: a verb in the language, a unit or hex as it is."""
    return tr(word) if word.islower() else word


def rows(room: Room, first: int, last: int, sight: Sight[Any], tr: Translate) -> list[Plain]:
    """The rows of the log between these lengths of the trail; an order's first has its reasons."""
    told = room.told(first)
    begin = bisect_left(told, first, key=lambda line: line.at)
    part = told[begin : bisect_right(told, last, key=lambda line: line.at)]
    seen = part if sight.seat is None else _seen(part, sight)
    since = bisect_left(room.frames, first - 1, key=lambda frame: frame.start)
    until = bisect_left(room.frames, last, key=lambda frame: frame.start)
    reasons = {
        frame.start + 1: frame.why
        for frame in room.frames[since:until]
        if frame.why and sight.seat in (None, frame.side)
    }
    return [row(room, line, reasons.pop(line.at, ()), tr) for line in seen]


def _seen(lines: Iterable[Row], sight: Sight[Any]) -> Iterable[Row]:
    """The log as a seat may read it: where it is told nothing, it reads that there is a secret."""
    for _, together in groupby(lines, key=lambda line: line.at):
        group = list(together)
        told = [(line, sight.told(line.event)) for line in group]
        shown = [line._replace(event=event) for line, event in told if event is not None]
        yield from shown or [group[0]._replace(event=_unseen(group[0]))]


def _unseen(line: Row) -> Event:
    if line.event.kind == "roll":
        return Event("secret", line.event.rule, "{side} roll in secret", {"side": line.side})
    if line.event.kind == "draw":
        return Event("secret", line.event.rule, "{side} draw in secret", {"side": line.side})
    return Event("secret", "", "the {side} player decides in secret", {"side": line.side})


def actions(
    given: Iterable[Action],
    room: Room,
    tr: Translate,
    outcome: Callable[[Action], Sequence[Say]] | None = None,
) -> list[Plain]:
    """Choices with a label in words: hexes with the name of the place, units by theirs."""
    places, units = room.places, room.units
    names = Counter(units.values())

    def called(word: str) -> str:
        if place := places.get(word):
            return f"{word} ({place})"
        if unit := units.get(word):
            return tr(unit) if names[unit] == 1 else f"{tr(unit)} ({word})"
        return _word(word, tr)

    def spelled(action: Action) -> Plain:
        word = " ".join(map(called, action.word.split()))
        verb = " ".join(_word(part, tr) for part in action.verb.split())
        label = f"{verb} {word}".strip()
        if action.word in units:  # in some languages a name after a verb would have to be declined
            label = tr("{verb} {unit}").format(verb=verb, unit=word)
        return {"called": word, "label": label}

    return [
        {
            "text": a.text,
            "verb": a.verb,
            "word": a.word,
            **spelled(a),
            "role": a.role,
            "outcome": [sentence(say, room.rules, tr) for say in outcome(a)] if outcome else [],
        }
        for a in given
    ]


def may_answer(ask: Ask, mine: Collection[str]) -> bool:
    """Whether a browser may answer: dice entered by hand are anybody's who has a seat."""
    return ask.side in mine or (ask.side == DICE and bool(mine))


def decision(
    room: Room, sight: Sight[Any], mine: Collection[str], tr: Translate, *, live: bool
) -> Plain | None:
    ask, prompt = sight.game.decision, sight.prompt
    if ask is None or prompt is None:
        return None
    open_to = live and may_answer(ask, mine)
    shown: Plain = {
        "side": ask.side,
        "side_title": side_title(ask.side, tr),
        "mine": open_to,
        "kind": ask.kind,
        "rule": ask.rule,
        "prompt": sentence(prompt, sight.rules, tr),
        "about": about(sight.about),
        "pending": sight.pending,
        "means": ask.means,
        "top": ask.top,
        "actions": [],
    }
    if open_to and isinstance(ask.actions, Throws):
        shown["throw"] = {"dice": ask.actions.dice, "faces": ask.actions.faces}
    elif open_to:
        shown["actions"] = actions(ask.actions, room, tr, ask.outcome)
    if open_to and ask.otherwise is not None:
        shown["otherwise"] = ask.otherwise.text
    return shown


def die(ask: AskChance, tr: Translate) -> Plain:
    """A die that is about to fall: by which rule, for what, and what it may do where that is reckoned."""
    sheet = ask.ledger() if ask.ledger else None
    return {
        "kind": ask.kind,
        "rule": ask.rule,
        "purpose": tr(ask.chance.purpose),
        "ledger": ledger(sheet, tr) if sheet else None,
    }


def about(matter: About) -> Plain:
    """What a question is about."""
    return {
        "units": list(matter.units),
        "hexes": list(matter.hexes),
        "attack": _aim(matter.attack),
        "figures": dict(matter.figures),
    }


def _aim(aim: Aim | None) -> Plain | None:
    return None if aim is None else aim._asdict()


def outcome(end: Outcome | None, rules: Ruleset[Any], tr: Translate) -> Plain | None:
    if end is None:
        return None
    return {
        "winner": end.winner,
        "winner_title": side_title(end.winner, tr) if end.winner else None,
        "rule": end.rule,
        "text": sentence(end.reason, rules, tr),
    }


def _lines(lines: Iterable[Line | Item], tr: Translate) -> list[Plain]:
    return [
        {"rule": x.rule, "text": x.what.translated(tr), "amount": _plain(x.amount, tr)}
        for x in lines
    ]


def ledger(sheet: Ledger, tr: Translate) -> Plain:
    return {
        "title": sheet.title.translated(tr),
        "lines": _lines(sheet.lines, tr),
        "column": tr(sheet.column),
        "ground": sheet.ground,
        "modifier": sheet.modifier,
        "table": [list(pair) for pair in sheet.table],
        "chances": [
            {
                "result": c.result,
                "chance": str(c.chance),
                "percent": round(float(c.chance) * 100, 2),
                "text": c.meaning.translated(tr),
            }
            for c in sheet.chances
        ],
        "notes": _lines(sheet.notes, tr),
        "aim": _aim(sheet.aim),
    }


def traces(found: Iterable[Trace], rules: Ruleset[Any], tr: Translate) -> list[Plain]:
    return [
        {
            "kind": t.kind,
            "path": list(t.path),
            "whole": t.whole,
            "rule": t.rule,
            "text": sentence(t.text, rules, tr),
        }
        for t in found
    ]


def overlay(shown: Overlay, tr: Translate) -> Plain:
    """What an overlay is, then whose; hexes, what is written in them, lines from place to place."""
    what = tr(shown.kind)
    return {
        "name": shown.name,
        "kind": shown.kind,
        "title": f"{what}: {side_title(shown.side, tr)}" if shown.side else what,
        "side": shown.side,
        "hexes": list(shown.hexes),
        "figures": dict(shown.figures),
        "lines": [list(line) for line in shown.lines],
    }


def display(each: Display, tr: Translate) -> Plain:
    """A track, chart or account beside the map."""
    head = {"title": each.title.translated(tr), "rule": each.rule}
    if isinstance(each, Account):
        return {"kind": "account", **head, "lines": _lines(each.lines, tr)}
    if isinstance(each, Chart):
        return {"kind": "results" if each.results else "chart", **head, **_chart(each, tr)}
    return {"kind": "track", **head, "boxes": [_track_box(box, tr) for box in each.boxes]}


def _chart(chart: Chart, tr: Translate) -> Plain:
    shown = {
        "columns": _plain(chart.columns, tr),
        "heads": list(chart.heads),
        "rows": [list(row) for row in chart.rows],
    }
    if chart.lowest is not None:
        shown["lowest"] = chart.lowest
    if chart.shades:
        shown["shades"] = [list(row) for row in chart.shades]
        shown["legend"] = [[s.colour, s.text.translated(tr), s.rule] for s in chart.legend]
    return shown


def _track_box(box: TrackBox, tr: Translate) -> Plain:
    shown = {
        "head": box.head.translated(tr),
        "text": box.text.translated(tr),
        "notes": [note.translated(tr) for note in box.notes],
        "now": box.now,
    }
    return shown | ({"box": box.box} if box.box else {})


def common(room: Room, sight: Sight[Any], tr: Translate) -> Plain:
    """What everybody with the same sight sees alike."""
    game, rules, state, stakes = sight.game, sight.rules, sight.state, sight.stakes
    return {
        "at": len(game.trail),
        "length": room.length,
        "turn": game.turn,
        "turns": rules.turns,
        "phase": game.phase,
        "phase_text": words(rules.phase_title(game.phase), tr),
        "status": [[a.translated(tr), b.translated(tr)] for a, b in rules.status(state)],
        "outcome": outcome(game.outcome, rules, tr),
        "ledger": ledger(stakes, tr) if stakes else None,
        "commitment": room.commitment,
        "seed": room.seed if room.over else None,
        "dice": secrets_behind(room, tr),
        "tracks": [display(each, tr) for each in rules.tracks(state)],
        **_counters(sight, tr),
    }


def brief(now: Plain, before: Plain) -> tuple[Plain, dict[int, msgspec.Raw] | None]:
    """A view for somebody who has the one before: it lacks the boxes and tracks that are as they were, and the
    counters, of which only those that differ are told by their place; None where all are in the view."""
    told = {k: v for k, v in now.items() if k not in ("boxes", "tracks") or before[k] != v}
    old, new = before["pieces"], now["pieces"]
    changed = {n: piece for n, piece in enumerate(new) if n >= len(old) or old[n] != piece}
    if len(new) != len(old) or 2 * len(changed) > len(new):
        return told, None
    del told["pieces"]
    return told, changed


def secrets_behind(room: Room, tr: Translate) -> Plain:
    """Whose secrets make the dice, and how many throws fell without somebody's."""
    if room.dice is None:
        return {"kind": "asked" if room.seed is None else "server"}
    return {
        "kind": "shared",
        "throws": len(room.dice.throws),
        "missed": [
            {"side": seat, "title": side_title(seat, tr), "count": count}
            for seat, count in room.dice.absences().items()
        ],
        "void": len(room.dice.voids),
    }


def _counters(sight: Sight[Any], tr: Translate) -> Plain:
    """The counters and boxes, ready to be sent."""
    rules = sight.rules
    pieces = rules.pieces(sight.state)
    boxes = list(dict.fromkeys(p.hex for p in pieces if not rules.board.grid.has(p.hex)))
    boxes.sort(key=_box_order)
    named = (p if tr(p.name) == p.name else replace(p, name=tr(p.name)) for p in pieces)
    return {
        "pieces": [msgspec.Raw(_encode(piece)) for piece in named],
        "boxes": [{"id": box, "title": words(box, tr)} for box in boxes],
    }


def absent(sight: Sight[Any], tr: Translate) -> dict[str, Plain]:
    """Names and sides of the units that lie nowhere now: the log may tell of them."""
    rules = sight.rules
    there = {piece.id for piece in rules.pieces(sight.state)}
    return {
        u.id: {"name": tr(rules.called.get(u.id, u.name)), "side": rules.sides[u.side]}
        for u in rules.units
        if u.id not in there
    }


def _box_order(box: str) -> tuple[str, int]:
    match = _NUMBERED.fullmatch(box)
    return (match[1], int(match[2])) if match else (box, 0)


def rule_texts(rules: Ruleset[Any], citation: str, lang: str) -> Plain:
    """A rule with its parts; UnknownRule if the book has none of this number."""
    book = rules.rulebook
    ids = [line.partition(" ")[0] for line in book.text(citation).splitlines()]
    found = [book.in_language(lang)[id] for id in ids]
    return {
        "rule": citation,
        "section": found[0].section,
        "rows": [{"id": r.id, "summary": r.summary, "ambiguity": r.ambiguity} for r in found],
    }


def options(rules: type[Ruleset[Any]] | Ruleset[Any], tr: Translate) -> list[Plain]:
    return [
        {"id": o.id, "rule": o.rule, "text": o.summary.translated(tr)} for o in rules.option_list
    ]
