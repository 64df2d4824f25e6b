"""The HTTP side: the lobby's questions, seats, pictures and texts."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

import grognard

from .. import __version__, bots, games
from ..draw import THEMES
from ..engine.rulebook import UnknownRule
from ..engine.ruleset import Ruleset
from ..engine.words import IllegalAction, Say
from ..games import UnknownChoice, UnknownGame, open_rules, ruleset_class
from ..locale import Translate, known, translator
from ..textdata import DataError
from . import pictures, show
from .hall import BOT, Hall, Table, full_house
from .keys import browser_key, hashed, is_key
from .limits import Buckets, Limits
from .room import read_untrusted, say_in
from .thinking import refuses

COOKIE = "grognard"
YEAR = 365 * 24 * 3600
HEALTH_SECONDS = 2
SHOWN = 100

Name = Annotated[str, Meta(max_length=80)]
Short = Annotated[str, Meta(min_length=1, max_length=40)]


class NewTable(Struct, forbid_unknown_fields=True):
    game: Short
    seats: Annotated[dict[Short, Short], Meta(max_length=8)]
    scenario: Short | None = None
    options: Annotated[list[Short], Meta(max_length=40)] = []
    name: Name = ""


class Import(Struct, forbid_unknown_fields=True):
    record: Annotated[str, Meta(min_length=1, max_length=600_000)]
    name: Name = ""


class Branch(Struct, forbid_unknown_fields=True):
    at: Annotated[int, Meta(ge=0, le=2**40)]


class Seat(Struct, forbid_unknown_fields=True):
    token: Annotated[str, Meta(min_length=1, max_length=100)]


class Fault(Exception):
    """A request that cannot be answered as it is."""

    def __init__(self, status: int, kind: str, text: Say) -> None:
        self.status, self.kind, self.text = status, kind, text
        super().__init__(kind, text)


def answer(body: Any, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(
        msgspec.json.encode(body), status, headers=headers, media_type="application/json"
    )


def fault_answer(fault: Fault, request: Request) -> Response:
    error = {"kind": fault.kind, "text": fault.text.translated(_speak(request))}
    response = answer({"error": error}, fault.status)
    if fault.status == 429:
        response.headers["Retry-After"] = "5"
    return response


Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")


def _lang(request: Request) -> str:
    """The language that is asked for, or else the browser's first."""
    accepted = request.headers.get("accept-language", "").partition(",")[0].partition(";")[0]
    return known(request.query_params.get("lang") or accepted)


def _speak(request: Request) -> Translate:
    return translator(_lang(request))


async def _body(request: Request, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(await request.body(), type=shape)
    except (msgspec.DecodeError, UnicodeError) as bad:
        raise Fault(400, "malformed", Say("malformed: {fault}", fault=str(bad))) from None


def _clean(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _whole(text: str, most: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12 or int(text) > most:
        raise Fault(400, "malformed", Say("at is a whole number from 0 to {most}", most=most))
    return int(text)


class Web:
    """The endpoints over a hall."""

    def __init__(self, hall: Hall, limits: Limits) -> None:
        self._hall = hall
        self._made, self._tried = Buckets(limits.tables), Buckets(limits.seats)
        self._drawn = Buckets(limits.pictures)

    def routes(self) -> list[BaseRoute]:
        table = "/api/tables/{id}"
        gets: Iterable[tuple[str, Handler]] = (
            ("/healthz", self.health),
            ("/api/games", self.games),
            ("/api/tables", self.mine),
            (f"{table}/map.svg", self.map),
            (f"{table}/picture.svg", self.picture_svg),
            (f"{table}/picture.png", self.picture_png),
            (f"{table}/record", self.record),
            (f"{table}/position", self.position),
            (f"{table}/rules/{{rule}}", self.rule),
        )
        posts: Iterable[tuple[str, Handler]] = (
            ("/api/tables", self.create),
            ("/api/tables/import", self.bring),
            (f"{table}/branch", self.branch),
            (f"{table}/seat", self.seat),
            (f"{table}/verify", self.verify),
        )
        return [
            *(Route(path, handler, methods=["POST"]) for path, handler in posts),
            *(Route(path, handler, methods=["GET"]) for path, handler in gets),
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
        return answer([game_card(name, _lang(request)) for name in games()])

    async def mine(self, request: Request) -> Response:
        tr = _speak(request)
        key = _key(request)
        rows = await self._hall.store.mine(hashed(key)) if key else []
        found: dict[str, show.Plain] = {}
        for row in rows:
            if row.id in found:
                found[row.id]["mine"].append(row.side)
                continue
            summary = msgspec.json.decode(row.summary)
            end = summary.pop("outcome")
            if end:
                end["text"] = say_in(end.pop("reason")).translated(tr)
            found[row.id] = summary | {
                "id": row.id,
                "name": row.name,
                "phase_text": show.words(summary["phase"], tr),
                "seats": msgspec.json.decode(row.seats),
                "mine": [row.side],
                "outcome": end,
                "created": row.created,
                "changed": row.changed,
            }
        return answer(list(found.values())[:SHOWN])

    async def create(self, request: Request) -> Response:
        wish = await _body(request, NewTable)
        self._may_make(request)
        try:
            game = grognard.new(wish.game, scenario=wish.scenario, options=wish.options)
        except (UnknownGame, UnknownChoice) as bad:
            raise Fault(422, "unknown", bad.said) from None
        if not full_house(wish.seats, game.rules.seats, bots.names(wish.game)):
            kinds = ", ".join(["me", "link", *(BOT + name for name in bots.names(wish.game))])
            sides = ", ".join(game.rules.seats)
            text = Say("each of {sides} needs a seat, one of: {kinds}", sides=sides, kinds=kinds)
            raise Fault(422, "seats", text)
        for side, seat in wish.seats.items():
            if seat.startswith(BOT):
                bot = seat.removeprefix(BOT)
                no = await self._hall.pool.run(refuses, bot, wish.game, game.position, side)
                if no is not None:
                    raise Fault(422, "seats", say_in(no))
        return await self._seat_all(request, game, wish.seats, wish.name)

    async def bring(self, request: Request) -> Response:
        wish = await _body(request, Import)
        self._may_make(request)
        text = wish.record.replace("\r\n", "\n")
        if any(not c.isprintable() for line in text.split("\n") for c in line):
            raise Fault(422, "record", Say("a record is plain text"))
        try:
            game = await asyncio.to_thread(read_untrusted, text)
        except DataError as bad:
            raise Fault(422, "record", bad.said) from None
        return await self._mine_alone(request, game, wish.name)

    async def branch(self, request: Request) -> Response:
        wish = await _body(request, Branch)
        table = await self._table(request)
        if wish.at > table.room.length:
            raise Fault(422, "unknown", Say("the game is {n} steps long", n=table.room.length))
        self._may_make(request)
        await self._check_open(request, table)
        position = table.room.at(wish.at).position
        game = await asyncio.to_thread(grognard.load, position)
        return await self._mine_alone(request, game, table.name)

    async def _mine_alone(self, request: Request, game: grognard.Game, name: str) -> Response:
        return await self._seat_all(request, game, dict.fromkeys(game.rules.seats, "me"), name)

    async def _seat_all(
        self, request: Request, game: grognard.Game, seats: dict[str, str], name: str
    ) -> Response:
        key = _key(request) or browser_key()
        id, tokens = await self._hall.create(game, seats, _clean(name), hashed(key))
        links = {side: f"/t/{id}?seat={token}" for side, token in tokens.items()}
        response = answer({"id": id, "links": links, "watch": f"/t/{id}"}, 201)
        if "me" in seats.values():
            _remember(request, response, key)
        return response

    def _may_make(self, request: Request) -> None:
        if not self._made.take(_address(request)):
            raise Fault(429, "rate", Say("too many new tables; wait a little"))

    async def seat(self, request: Request) -> Response:
        wish = await _body(request, Seat)
        if not self._tried.take(_address(request)):
            raise Fault(429, "rate", Say("too many tries; wait a little"))
        table = await self._table(request)
        key = _key(request) or browser_key()
        side = await self._hall.store.take_seat(table.id, hashed(wish.token), hashed(key))
        if side is None:
            raise Fault(403, "seat", Say("this link gives no seat at this table"))
        mine = await self._hall.store.sides(table.id, hashed(key))
        response = answer({"id": table.id, "side": side, "mine": mine})
        _remember(request, response, key)
        return response

    # -- a table

    async def _table(self, request: Request) -> Table:
        try:
            table = await self._hall.table(request.path_params["id"])
        except DataError as old:
            raise Fault(409, "unreadable", old.said) from None
        if table is None:
            raise Fault(404, "missing", Say("there is no such table"))
        return table

    async def _sides(self, request: Request, table: Table) -> list[str]:
        """The sides that whoever asks plays here."""
        key = _key(request)
        return await self._hall.store.sides(table.id, hashed(key)) if key else []

    async def _check_open(self, request: Request, table: Table) -> None:
        """A whole game with secrets is for whoever plays every side, until it is over."""
        mine = await self._sides(request, table)
        if table.sight(mine).seat is not None and not set(table.room.rules.seats) <= set(mine):
            raise Fault(403, "secret", Say("this game has secrets: it is open when it is over"))

    async def map(self, request: Request) -> Response:
        table = await self._table(request)
        theme = theme_of(request)
        svg, _ = await asyncio.to_thread(pictures.board, table.room.rules, theme)
        tag = f'"{hashlib.sha256(svg.encode()).hexdigest()[:20]}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(svg, headers=headers, media_type="image/svg+xml")

    async def _picture(self, request: Request, draw: Callable[[str, str, str | None], T]) -> T:
        table = await self._table(request)
        theme = theme_of(request)
        sight = table.sight(await self._sides(request, table), _at(request, table))
        if not self._drawn.take(_address(request)):
            raise Fault(429, "rate", Say("too many pictures; wait a little"))
        return await self._hall.pool.run(draw, sight.game.position, theme, sight.seat)

    async def picture_svg(self, request: Request) -> Response:
        svg = await self._picture(request, pictures.position_svg)
        return Response(svg, headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")

    async def picture_png(self, request: Request) -> Response:
        try:
            image = await self._picture(request, pictures.position_png)
        except ImportError:
            text = Say("this server draws no PNG: the extra 'png' is not installed")
            raise Fault(501, "missing", text) from None
        return Response(image, headers={"Cache-Control": "no-store"}, media_type="image/png")

    async def record(self, request: Request) -> Response:
        table = await self._table(request)
        await self._check_open(request, table)
        return _text(table.room.record())

    async def position(self, request: Request) -> Response:
        table = await self._table(request)
        at = _at(request, table)
        try:
            return _text(table.sight(await self._sides(request, table), at).position)
        except IllegalAction as no:
            raise Fault(409, "secret", no.reason) from None

    async def rule(self, request: Request) -> Response:
        table = await self._table(request)
        try:
            texts = show.rule_texts(table.room.rules, request.path_params["rule"], _lang(request))
        except UnknownRule as bad:
            raise Fault(404, "missing", bad.said) from None
        return answer(texts)

    async def verify(self, request: Request) -> Response:
        table, tr = await self._table(request), _speak(request)
        try:
            faults = await asyncio.to_thread(grognard.verify, table.room.record())
        except DataError as bad:
            faults = [bad.said]
        return answer({"ok": not faults, "faults": [fault.translated(tr) for fault in faults]})


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
            seat: [{"name": bot, "title": tr(bot)} for bot in bots.names(name)]
            for seat in dict.fromkeys(s["id"] for way in seatings["seatings"] for s in way["seats"])
        },
    }


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


def _text(body: str) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(body, headers=headers, media_type="text/plain; charset=utf-8")


def theme_of(request: Request) -> str:
    theme = request.query_params.get("theme", "light")
    if theme not in THEMES:
        raise Fault(400, "malformed", Say("themes are: {themes}", themes=", ".join(THEMES)))
    return theme


def _at(request: Request, table: Table) -> int:
    length = table.room.length
    at = request.query_params.get("at")
    return length if at is None else _whole(at, length)


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _key(request: Request) -> str:
    """The browser's own key, '' if it has none."""
    key = request.cookies.get(COOKIE, "")
    return key if is_key(key) else ""


def _remember(request: Request, response: Response, key: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, key, YEAR, httponly=True, samesite="lax", secure=secure)
