"""The HTTP side: the lobby's questions, new tables, seats."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

import grognard

from .. import __version__, bots, games
from ..bots.search import BY_NAME
from ..engine import dice
from ..engine.record import write_record
from ..engine.rulebook import UnknownRule
from ..engine.ruleset import Ruleset
from ..engine.shared import SharedDice
from ..engine.words import Say
from ..games import UnknownChoice, UnknownGame, is_game, open_rules, ruleset_class
from ..locale import Translate, translator
from . import clock, imports, show
from .answers import (
    Fault,
    Handler,
    address_of,
    answer,
    body_of,
    clean,
    key_of,
    lang_of,
    may_be_planted,
    remember,
    speak,
)
from .chairs import Chairs
from .clock import clock_of
from .hall import Gone, Hall
from .keys import browser_key, hashed, secret_of
from .limits import Buckets, Limits
from .looks import page
from .messages import PlayerName
from .papers import Papers, charged, check_open, sides_of, table_of
from .rows import Mine
from .seats import BOT, full_house, seated
from .sentences import say_in
from .sitting import Table
from .thinking import TooLong, refuses, within

HEALTH_SECONDS = 2
GRACE = timedelta(days=1)
"""So long a table that was thrown away can be taken back."""
SHOWN = 100

Name = Annotated[str, Meta(max_length=80)]
Short = Annotated[str, Meta(min_length=1, max_length=40)]


class Times(Struct, forbid_unknown_fields=True):
    """Clocks, in seconds."""

    turn: Annotated[int, Meta(ge=60, le=60 * 24 * 3600)]
    """For each turn of the game."""
    reserve: Annotated[int, Meta(ge=0, le=365 * 24 * 3600)] = 0
    """For all that goes beyond."""


class NewTable(Struct, forbid_unknown_fields=True):
    game: Short
    seats: Annotated[dict[Short, Short], Meta(max_length=8)]
    scenario: Short | None = None
    options: Annotated[list[Short], Meta(max_length=40)] = []
    name: Name = ""
    dice: Literal["server", "shared"] = "server"
    names: Annotated[dict[Short, PlayerName], Meta(max_length=8)] = {}
    """What those call themselves who sit here."""
    clock: Times | None = None


class Import(Struct, forbid_unknown_fields=True):
    record: Annotated[str, Meta(min_length=1, max_length=600_000)]
    name: Name = ""


class Branch(Struct, forbid_unknown_fields=True):
    at: Annotated[int, Meta(ge=0, le=2**40)]
    seats: Annotated[dict[Short, Short], Meta(max_length=8)] | None = None
    """Who sits where; without it all seats are this browser's."""


class Shelve(Struct, forbid_unknown_fields=True):
    name: Name | None = None
    discard: bool | None = None
    """True: the table is put away after a day of grace; False: it is kept after all."""


class Seat(Struct, forbid_unknown_fields=True):
    name: PlayerName = ""
    """What the player calls himself."""
    token: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    code: Annotated[str, Meta(min_length=1, max_length=100)] | None = None


class Web:
    """The endpoints over a hall."""

    def __init__(
        self, hall: Hall, chairs: Chairs, limits: Limits, reach: Iterable[str] = ()
    ) -> None:
        """``reach`` are the addresses by which others in the local network can open the table."""
        self._hall, self._chairs, self._reach = hall, chairs, list(reach)
        self._made, self._tried = Buckets(limits.tables), Buckets(limits.seats)
        self._papers = Papers(hall, limits)

    def routes(self) -> list[BaseRoute]:
        table = "/api/tables/{id}"
        posts: Iterable[tuple[str, Handler]] = (
            ("/api/tables", self.create),
            ("/api/tables/import", self.bring),
            (f"{table}/branch", self.branch),
            (f"{table}/seat", self.seat),
            (f"{table}/shelf", self.shelve),
        )
        dear: list[tuple[str, str, Handler]]
        dear = [("GET", "/api/games", self.games), ("GET", "/api/tables", self.mine)]
        dear += [("POST", path, handler) for path, handler in posts]
        dear += [(m, f"{table}/{path}", do) for m, path, do in self._papers.handlers()]
        return [
            *(Route(path, charged(self._hall, do), methods=[m]) for m, path, do in dear),
            Route("/healthz", self.health, methods=["GET"]),
        ]

    async def health(self, request: Request) -> Response:
        body = {"ok": True, "version": __version__, "database": self._hall.store.kind}
        try:
            await asyncio.wait_for(self._hall.store.ping(), HEALTH_SECONDS)
        except Exception:
            return answer(body | {"ok": False}, 503)
        return answer(body)

    # -- the lobby

    async def games(self, request: Request) -> Response:
        lang = lang_of(request)
        cards = await self._hall.desk.look(None, lambda: [game_card(n, lang) for n in games()])
        return answer(cards)

    async def mine(self, request: Request) -> Response:
        tr = speak(request)
        key = key_of(request)
        rows, names = await self._hall.store.mine(hashed(key)) if key else ([], {})
        return answer(await self._hall.desk.look(None, lambda: _listed(rows, names, tr)))

    async def create(self, request: Request) -> Response:
        wish = await body_of(request, NewTable)
        await self._may_make(request)
        try:
            game = await self._hall.desk.look(
                None,
                lambda: grognard.new(wish.game, scenario=wish.scenario, options=wish.options),
            )
        except (UnknownGame, UnknownChoice) as bad:
            raise Fault(422, "unknown", bad.said) from None
        await self._check_seats(request, wish.seats, game.rules, game.position)
        game.players = _players(wish.seats)
        dice = None
        if wish.dice == "shared":
            if sum(not seat.startswith(BOT) for seat in wish.seats.values()) < 2:
                raise Fault(422, "seats", Say("dice of several secrets need two players"))
            dice = SharedDice(str(game.seed))
        record = write_record(game, dice=dice)
        if wish.clock is not None and not {"me", "link"} <= set(wish.seats.values()):
            raise Fault(422, "seats", Say("clocks are for a game against a friend by link"))
        return await self._seat_all(
            request, record, wish.game, wish.seats, wish.name, wish.names, wish.clock
        )

    async def _check_seats(
        self, request: Request, seats: Mapping[str, str], rules: Ruleset[Any], position: str
    ) -> None:
        """Every seat is taken, by somebody who can play from this position."""
        names = bots.names(rules.name)
        if not full_house(seats, rules.seats, names):
            kinds = ", ".join(["me", "link", *(BOT + name for name in names)])
            sides = ", ".join(rules.seats)
            text = Say("each of {sides} needs a seat, one of: {kinds}", sides=sides, kinds=kinds)
            raise Fault(422, "seats", text)
        who = address_of(request)
        for side, seat in seats.items():
            if seat.startswith(BOT):
                bot = seat.removeprefix(BOT)
                no = await self._hall.errands.run(who, refuses, bot, rules.name, position, side)
                if no is not None:
                    raise Fault(422, "seats", say_in(no))

    async def bring(self, request: Request) -> Response:
        wish = await body_of(request, Import)
        await self._may_make(request)
        text = wish.record.replace("\r\n", "\n")
        if not await self._hall.desk.look(None, text.replace("\n", "").isprintable):
            raise Fault(422, "record", Say("a record is plain text"))
        return await self._laid(request, text, wish.name)

    async def branch(self, request: Request) -> Response:
        wish = await body_of(request, Branch)
        table = await table_of(self._hall, request)
        if wish.at > table.length:
            raise Fault(422, "unknown", Say("the game has {n} entries", n=table.length))
        await self._may_make(request)
        mine = await sides_of(self._hall, request, table)

        def position() -> str:
            check_open(table, mine)
            return table.room.at(wish.at).position

        text = await self._hall.desk.look(table.lock, position)
        if wish.seats is not None:
            await self._check_seats(request, wish.seats, table.room.rules, text)
        return await self._laid(request, text, table.name, wish.seats)

    async def shelve(self, request: Request) -> Response:
        """Rename a table, put it away after a day of grace, or keep it after all."""
        wish = await body_of(request, Shelve)
        table = await table_of(self._hall, request)
        mine = await sides_of(self._hall, request, table)
        if not mine:
            raise Fault(403, "seat", Say("only players may do this"))
        store, end = self._hall.store, None
        if wish.discard and table.others(frozenset(mine)):
            text = Say("others play at this table too: you can only hide it")
            raise Fault(403, "seat", text)
        if wish.name is not None:
            table.name = clean(wish.name)
            await store.rename(table.id, table.name)
        if wish.discard is not None:
            late = clock.moment() + GRACE
            end = late.isoformat(timespec="milliseconds") if wish.discard else None
            await store.discard(table.id, end)
        return answer({"id": table.id, "name": table.name, "expires": end})

    async def _laid(
        self, request: Request, text: str, name: str, seats: dict[str, str] | None = None
    ) -> Response:
        """A table with a game from elsewhere; unless told, its sides are all this browser's."""
        run, seed, bring = self._hall.errands.run, dice.fresh_seed(), imports.bring
        players = None if seats is None else _players(seats)
        try:
            got = await run(
                address_of(request), within, imports.SECONDS, bring, text, seed, players
            )
        except (TooLong, MemoryError):
            raise Fault(422, "record", Say("reading this game takes too long")) from None
        if got.fault is not None:
            raise Fault(422, "record", say_in(got.fault))
        sitting = seats or dict.fromkeys(got.seats, "me")
        return await self._seat_all(request, got.record, got.game, sitting, name)

    async def _seat_all(
        self,
        request: Request,
        record: str,
        game: str,
        seats: dict[str, str],
        name: str,
        names: Mapping[str, str] | None = None,
        times: Times | None = None,
    ) -> Response:
        key = await self._key(request)
        called = {s: clean(n) for s, n in (names or {}).items() if seats.get(s) == "me"}
        id, tokens, codes = await self._hall.create(
            record,
            game,
            seats,
            clean(name),
            hashed(key),
            self._maker(request),
            called,
            (times.turn, times.reserve) if times else None,
        )
        links = {side: f"/t/{id}#seat={token}" for side, token in tokens.items()}
        lost = {side: f"/t/{id}#code={code}" for side, code in codes.items()}
        body = {"id": id, "links": links, "codes": lost, "watch": f"/t/{id}", "reach": self._reach}
        response = answer(body, 201)
        if "me" in seats.values():
            await self._give(request, key)
            remember(request, response, key)
        return response

    async def _key(self, request: Request) -> str:
        """The key of this browser, to take a seat with; one that we have not made is replaced, and one that another
        host may have planted is left for a new one, which has all its seats."""
        key, new = key_of(request), browser_key()
        if not key or not await self._hall.store.knows(hashed(key)):
            return new
        return new if may_be_planted(request) else key

    async def _give(self, request: Request, key: str) -> None:
        """A browser will be given this key: it has all seats of the one it came with."""
        if may_be_planted(request):
            await self._hall.store.share_seats(hashed(key_of(request)), hashed(key))

    def _maker(self, request: Request) -> str:
        """Who makes a table, for the quota: nobody can read the address out of it."""
        return secret_of(self._hall.store.secret, f"address {address_of(request)}")

    async def _may_make(self, request: Request) -> None:
        if not self._made.take(address_of(request)):
            raise Fault(429, "rate", Say("too many new tables; wait a little"))
        limits = self._hall.limits
        own, every = await self._hall.store.held_by(self._maker(request))
        if own[0] >= limits.own_tables or own[1] >= limits.own_bytes:
            raise Fault(429, "quota", Say("you have as many tables here as you may have"))
        if every[0] >= limits.all_tables or every[1] >= limits.all_bytes:
            raise Fault(503, "quota", Say("this server has no room for more tables"))

    async def seat(self, request: Request) -> Response:
        """Take the seat of a link, or bring a lost one back by its code."""
        wish = await body_of(request, Seat)
        if not self._tried.take(address_of(request)):
            raise Fault(429, "rate", Say("too many attempts; wait a little"))
        if (wish.token is None) == (wish.code is None):
            raise Fault(400, "malformed", Say("a seat is taken with a token or a code"))
        key = await self._key(request)
        table = await table_of(self._hall, request)
        try:
            side, how, code = await self._seated(table, wish, key, key_of(request))
        except Gone:  # it has just left the memory
            table = await table_of(self._hall, request)
            side, how, code = await self._seated(table, wish, key, key_of(request))
        if side and how == "taken" and (called := clean(wish.name)):
            with contextlib.suppress(Gone):
                await self._hall.do(self._chairs.call(table, side, called))
        if how == "crowded":
            text = Say("too many ask for this seat already; its holder has to answer them first")
            raise Fault(429, "asked", text)
        if not side:
            raise Fault(403, "seat", Say("this link gives no seat at this table"))
        await self._give(request, key)
        mine = await self._hall.store.sides(table.id, hashed(key))
        body = {"id": table.id, "side": side, "mine": mine, "asked": how == "asked"}
        if code:
            body["code"] = f"/t/{table.id}#code={code}"
        response = answer(body, 202 if how == "asked" else 200)
        remember(request, response, key)
        return response

    async def _seated(
        self, table: Table, wish: Seat, key: str, before: str
    ) -> tuple[str, str, str]:
        """The seat that a token or a code gives ('' for none), how, and the code for its loss; ``before`` is the key
        that the browser came with."""
        chairs, browser = self._chairs, hashed(key)
        if wish.token is not None:
            work = chairs.take_seat(table, wish.token, browser, hashed(before))
            got = await self._hall.do(work)
            return ("", "taken", "") if got is None else (got[0].side, got[0].how, got[1])
        back = await self._hall.do(chairs.recover(table, str(wish.code), browser))
        return ("", "taken", "") if back is None else (back[0], "taken", back[1])


def _phase(summary: Mapping[str, Any]) -> str:
    """What the phase is called that a table stands in."""
    phase = str(summary["phase"])
    return ruleset_class(summary["game"]).phase_title(phase) if is_game(summary["game"]) else phase


def _listed(
    rows: Iterable[Mine], names: Mapping[str, Mapping[str, str]], tr: Translate
) -> list[show.Plain]:
    """The tables of a browser, as the lobby lists them."""
    found: dict[str, show.Plain] = {}
    for row in rows:
        if row.id in found:
            found[row.id]["mine"].append(row.side)
            continue
        summary = msgspec.json.decode(row.summary)
        end, seats = summary.pop("outcome"), msgspec.json.decode(row.seats)
        if end:
            end["text"] = show.titled(say_in(end.pop("reason")), seats, tr)
            end["winner_title"] = show.side_title(end["winner"], tr) if end["winner"] else None
        summary.pop("clock", None)
        found[row.id] = summary | {
            "id": row.id,
            "name": row.name,
            "phase_text": show.words(_phase(summary), tr),
            "seats": seats,
            "names": names.get(row.id, {}),
            "mine": [row.side],
            "offer": row.asked.split() if row.offered == summary["rev"] and not end else None,
            "outcome": end,
            "created": row.created,
            "changed": row.changed,
            "expires": row.doomed,
            "left": None if end else time_left(row.summary, row.seated),
        }
    return list(found.values())[:SHOWN]


def time_left(summary: str, seated: float | None) -> float | None:
    """The seconds that whoever decides has left; None where no clock runs."""
    found = clock_of(summary)
    if found is None or found.runs is None or seated is None:
        return None
    return sum(found.remaining(found.runs, clock.now(), seated))


def _players(seats: Mapping[str, str]) -> dict[str, str]:
    """Who plays, as a record tells it."""
    return {side: seat.removeprefix(BOT) for side, seat in seated(seats).items()}


@lru_cache(maxsize=64)
def game_card(name: str, lang: str) -> show.Plain:
    """A game as the lobby offers it."""
    rules, tr = ruleset_class(name), translator(lang)
    book, seatings = open_rules(name), _seatings(rules, tr)
    return {
        "name": name,
        "title": rules.title,
        "sides": [{"id": side, "title": show.side_title(side, tr)} for side in rules.sides],
        **seatings,
        "scenarios": [
            {"id": s.id, "title": s.title.translated(tr), "summary": s.summary.translated(tr)}
            for s in rules.scenarios
        ],
        "options": [
            option | {"rule_text": _rule_text(book, option["rule"], lang)}
            for option in show.options(rules, tr)
        ],
        "bots": {
            seat: [
                {"name": bot, "title": _called(name, bot, lang, tr), "about": _about(bot, tr)}
                for bot in bots.names(name)
            ]
            for seat in dict.fromkeys(s["id"] for way in seatings["seatings"] for s in way["seats"])
        },
    }


def _called(game: str, bot: str, lang: str, tr: Translate) -> str:
    """What a bot is called: by its game, or else in general."""
    title = page(game, lang).get("bots", {}).get(bot, {}).get("title")
    return str(title) if title else tr(bot)


OTHERS = {
    "staff": Say("plans each movement whole and reckons every attack by its exact table; at once"),
    "random": Say("gives any order that is allowed, to try out the rules; at once"),
    "orders": Say("follows the orders that the rulebook prints for a player alone; at once"),
}
"""How the bots think that are no levels."""


def _about(bot: str, tr: Translate) -> str:
    """How a bot thinks, in a sentence."""
    level = BY_NAME.get(bot)
    return (OTHERS[bot] if level is None else level.say).translated(tr)


def _seatings(rules: type[Ruleset[Any]], tr: Translate) -> show.Plain:
    """Who may sit where: for each scenario and each choice of the options that change it."""
    ids, options = [s.id for s in rules.scenarios], [o.id for o in rules.option_list]
    matter = [o for o in options if any(rules.seating(i, {o}) != rules.seating(i, ()) for i in ids)]
    return {
        "seating_options": matter,
        "seatings": [
            {"scenario": id, "options": chosen, "seats": show.seats(rules.seating(id, chosen), tr)}
            for id in ids
            for n in range(len(matter) + 1)
            for chosen in combinations(matter, n)
        ],
    }


def _rule_text(rules: Ruleset[Any], rule: str, lang: str) -> str:
    try:
        return "\n".join(row["summary"] for row in show.rule_texts(rules, rule, lang)["rows"])
    except UnknownRule:
        return ""
