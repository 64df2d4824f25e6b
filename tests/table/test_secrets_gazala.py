"""Secrets of Gazala 1942 at the table: ten random games, each beside a twin that differs only in what
a seat may not know.  At every moment everything that the seat is sent is the same in both."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

import grognard
from grognard.engine.chance import AskChance
from grognard.engine.decision import Drawn
from grognard.engine.entries import Entry, Played
from grognard.engine.sight import Sight
from grognard.engine.words import IllegalAction
from grognard.locale import translator
from grognard.table import asked, messages, show
from grognard.table.room import Room
from grognard.table.rows import Kept
from grognard.table.sitting import Table
from grognard.table.steps import Step

from .players import Browser, Running

GAMES = 10
TURNS = 3
SEATS = {
    "axis": frozenset({"axis"}),
    "allied": frozenset({"allied"}),
    "spectator": frozenset[str](),
}
DRAWN = "the next impulse"
ENDS = ("done", "pass", "stay", "none")


class Moment(NamedTuple):
    """An entry of the trail and what could have been chosen instead, told by the turn it fell in."""

    entry: Entry
    turn: int
    others: tuple[str, ...] = ()


class Game(NamedTuple):
    base: str
    moments: list[Moment]
    lost: frozenset[tuple[int, str]]
    """HQs that were lost, with the turn: then it is told whether the marker was in the cup."""


@cache
def game(seed: int) -> Game:
    """A random game up to a turn: movements are short, nobody lands from the sea."""
    scenario = ("opening", "aida", "british")[seed % 3]
    base = grognard.new("gazala1942", scenario=scenario, seed=f"twins-{seed}").record
    room, rng = Room(base), random.Random(seed)
    moments: list[Moment] = []
    lost: set[tuple[int, str]] = set()
    while room.game.turn <= TURNS and not room.over:
        game, turn = room.game, room.game.turn
        actions = [a for a in game.legal_actions if a.verb != "land"]
        texts = [a.text for a in actions]
        quick = [text for text in texts if text in ENDS] if rng.random() < 0.9 else []
        notes = [text for text in texts if text.startswith("note")]
        text = "default" if "default" in texts else rng.choice(notes or quick or texts)
        if game.decision is not None and game.decision.kind == "markers":
            puts = [a.text for a in actions if a.verb == "put"]
            text = rng.choice(puts or texts)
        step, _ = room.order(text, str(game.side))
        moments += [Moment(entry, turn, tuple(texts)) for entry in step.entries]
        for row in room.rows[-40:]:
            if row.event.kind == "eliminated" and "-HQ-" in str(row.event.facts.get("unit", "")):
                lost.add((row.turn, str(row.event.facts["unit"])))
    return Game(base, moments, frozenset(lost))


def puts(moments: list[Moment], turn: int, side: str) -> tuple[list[str], set[str]]:
    """The markers that a side chose in a turn, and those that it could have."""
    chosen, able = [], set()
    for moment in moments:
        entry = moment.entry
        if (
            isinstance(entry, Played)
            and moment.turn == turn
            and entry.side == side
            and entry.action.verb == "put"
        ):
            chosen.append(entry.action.word)
            able |= {text.split()[1] for text in moment.others if text.startswith("put ")}
    return chosen, able


def swaps(played: Game, seat: str) -> dict[int, dict[str, str]]:
    """By turn: what takes the place of what, so that the seat cannot tell the difference."""
    found: dict[int, dict[str, str]] = {}
    moments = played.moments
    for turn in range(TURNS + 1):
        here = found[turn] = {}
        draws = [m.entry for m in moments if m.turn == turn and isinstance(m.entry, Drawn)]
        seen = {entry.thing for entry in draws if entry.purpose == DRAWN}
        seen |= {unit for at, unit in played.lost if at == turn}
        left_out = {entry.thing for entry in draws if entry.purpose == "the marker left out"}
        for side in ("axis", "allied"):
            chosen, able = puts(moments, turn, side)
            if seat != side:
                hidden = [marker for marker in chosen if marker not in seen]
                free = sorted(able - {*chosen} - seen)
            else:
                # Of its own markers the British side does not know which was left out.
                hidden = [marker for marker in chosen if marker in left_out]
                free = [entry.thing for entry in draws if entry.thing in {*chosen} - left_out]
            if hidden and free:
                here |= {hidden[0]: free[-1], free[-1]: hidden[0]}
    return found


def other(moment: Moment, swap: Mapping[str, str], seat: str, room: Room) -> Entry:
    """What the twin has in place of an entry."""
    entry = moment.entry
    if isinstance(entry, Drawn):
        ask = room.game.decision
        assert isinstance(ask, AskChance)
        # To its owner only the marker left out is unknown; what it chose stays.
        thing = swap.get(entry.thing, entry.thing) if entry.secret else entry.thing
        if entry.purpose == DRAWN:
            thing = entry.thing
        things = [action.word for action in ask.actions]
        return entry._replace(thing=thing, place=things.index(thing) + 1, of=len(things))
    if isinstance(entry, Played) and entry.secret and entry.side != seat:
        action, word = entry.action, entry.action.word
        text = action.text
        if action.verb == "note":
            # Another hex, or no landing at all.
            others = [t for t in moment.others if t.startswith("note ") and t != text]
            text = "pass" if int(word) % 2 else others[0]
        elif action.verb == "put":
            text = f"put {swap.get(word, word)}"
        assert room.game.decision is not None
        return entry._replace(action=next(a for a in room.game.decision.actions if a.text == text))
    return entry


def table(base: str) -> Table:
    seats = msgspec.json.encode({"axis": "human", "allied": "human"}).decode()
    return Table(Kept("twin", "", "2026-01-01", base, seats), [], [])


def sent(one: Table, seat: str, rng: random.Random, *, much: bool) -> Iterator[tuple[str, Any]]:
    """All that reaches a browser of the seat now."""
    mine, tr = SEATS[seat], translator("en")
    one.rev = one.room.length
    yield "page", msgspec.json.encode(one.screens.view(mine, "en"))
    first = one.room.length - 6
    yield (
        "log",
        msgspec.json.encode(
            show.rows(one.room, max(first, 0), one.room.length, one.sight(mine), tr)
        ),
    )
    if not much:
        return
    at = rng.randrange(one.room.length + 1)
    units = rng.sample(sorted(one.room.units), 3)
    hexes = rng.sample(["2129", "2131", "0912", "1411", "2422", "1020", "1810"], 2)
    questions: list[dict[str, Any]] = [
        {"what": "at", "at": at},
        {"what": "overlay"},
        *({"what": "hex", "hex": label} for label in hexes),
        *({"what": "reach", "unit": unit} for unit in units),
        *({"what": "of", "unit": unit} for unit in units),
        *({"what": "why", "text": f"move {unit} to {label}"} for unit in units for label in hexes),
        *({"what": "odds", "text": f"attack {label}"} for label in hexes),
    ]
    for facts in questions:
        question = messages.Question(id="q", **facts)
        try:
            yield facts["what"], msgspec.json.encode(asked.answer(one, mine, "en", question))
        except IllegalAction as no:
            yield facts["what"], str(no)
    refused = one.order("put AL-HQ-50", None, mine, "en") if not one.may_answer(mine) else ""
    yield "error", refused
    for moment in (None, at):
        try:
            yield "export", one.room.sight(seat, moment).position
        except IllegalAction as no:
            yield "export", str(no)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_twin_looks_the_same_to_who_may_not_know(seed: int, seat: str) -> None:
    played = game(seed)
    swap, rng = swaps(played, seat), random.Random(seed)
    one, two = table(played.base), table(played.base)
    differs = 0
    for n, moment in enumerate(played.moments):
        entry = moment.entry
        if isinstance(entry, Drawn) and entry.purpose == DRAWN and entry.thing in swap[moment.turn]:
            break  # from here on it is known that this one was not left out
        there = other(moment, swap[moment.turn], seat, two.room)
        differs += there != moment.entry and not isinstance(there, Drawn)
        for at, entry in ((one, moment.entry), (two, there)):
            assert at.follow(Step(at.room.length, (entry,), str(at.room.game.side)))
        if isinstance(one.room.game.decision, AskChance):
            continue
        state, much = rng.getstate(), n % 9 == 0
        mine = list(sent(one, seat, rng, much=much))
        rng.setstate(state)
        for (what, a), (_, b) in zip(mine, sent(two, seat, rng, much=much), strict=True):
            assert a == b, (n, what, moment, there)
    if seat != "axis":
        assert differs, "the note of a landing at least is another"


def test_the_record_and_branches_are_refused_while_there_are_secrets(server: Running) -> None:
    ann, ben, eve = (Browser(server.port) for _ in range(3))
    made = ann.create({"axis": "me", "allied": "link"}, game="gazala1942")
    ben.take(made["links"]["allied"])
    for who in (ann, ben, eve):
        http, path = who.http, f"/api/tables/{made['id']}"
        for answer in (
            http.get(f"{path}/record"),
            http.post(f"{path}/branch", json={"at": 0}),
        ):
            assert answer.json()["error"]["kind"] == "secret", answer.text


def test_a_marker_drawn_by_hand_is_told_once() -> None:
    """The draw is a secret, for its place tells of the cup; what was drawn is then told to all."""
    room = Room(grognard.new("gazala1942", scenario="opening", dice="asked").record)
    for order in ("default", "default", "roll 1", "pass", "pass", "pass", "draw AX-HQ-XX"):
        room.order(order, str(room.game.side))
    for seat in (None, "axis", "allied"):
        rows = show.rows(room, 0, 99, Sight(room.game, seat), translator("en"))
        drawn = [row for row in rows if row["kind"] in ("draw", "secret") and row["rule"] == "3.2"]
        assert [row["text"] for row in drawn] == ["drawn for the next impulse: AX-HQ-XX"], seat
