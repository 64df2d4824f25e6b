"""What a table gives out over HTTP: its map, pictures, texts, and the proof of its dice."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response

import grognard

from ..engine.rulebook import UnknownRule
from ..engine.words import IllegalAction, Say
from ..front import remarks
from ..textdata import DataError
from . import pictures, show
from .answers import (
    Fault,
    Handler,
    address_of,
    answer,
    key_of,
    lang_of,
    plain_text,
    speak,
    theme_of,
    whole,
)
from .hall import Hall
from .keys import hashed
from .limits import Buckets, Crowded, Limits
from .sentences import say_in, say_out
from .sitting import Table
from .thinking import TooLong, within

T = TypeVar("T")

PROOF_SECONDS = 20.0
PICTURE_SECONDS = 20.0

EMBEDDED_SECONDS = 60
"""How long another page may show a picture of a game that goes on without asking again."""
EMBEDS = 32
"""So many pictures for other pages are kept."""


def charged(hall: Hall, handler: Handler) -> Handler:
    """The handler, with what it costs charged to whoever asks."""

    async def turn(request: Request) -> Response:
        try:
            async with hall.turnstile.turn(address_of(request)):
                return await handler(request)
        except Crowded:
            raise Fault(429, "rate", Say("too many requests; wait a little")) from None

    return turn


async def table_of(hall: Hall, request: Request) -> Table:
    try:
        table = await hall.table(request.path_params["id"])
    except DataError as old:
        raise Fault(409, "unreadable", old.said) from None
    if table is None:
        raise Fault(404, "missing", Say("there is no such table"))
    return table


async def sides_of(hall: Hall, request: Request, table: Table) -> list[str]:
    """The sides that whoever asks plays here."""
    key = key_of(request)
    return await hall.store.come(table.id, hashed(key)) if key else []


def check_open(table: Table, mine: list[str]) -> None:
    """A whole game with secrets is for whoever plays every side, until it is over."""
    if table.sight(mine).seat is not None and not set(table.room.rules.seats) <= set(mine):
        raise Fault(
            403, "secret", Say("this game has secrets: it can be seen by others when it is over")
        )


class Embed(NamedTuple):
    """A picture for other pages.  Its tag is made of what it shows: of what it hides nobody may guess."""

    drawn: str | bytes
    tag: str


def _tag(body: str | bytes) -> str:
    raw = body.encode() if isinstance(body, str) else body
    return f'"{hashlib.sha256(raw).hexdigest()[:20]}"'


class Papers:
    """The endpoints of a table that change nothing."""

    def __init__(self, hall: Hall, limits: Limits) -> None:
        self._hall = hall
        self._drawn, self._proven = Buckets(limits.pictures), Buckets(limits.proofs)
        self._embeds: OrderedDict[str, Embed] = OrderedDict()

    def handlers(self) -> list[tuple[str, str, Handler]]:
        """Method, path below the table's, and handler."""
        gets: list[tuple[str, Handler]] = [
            ("map.svg", self.map),
            ("picture.svg", self.picture_svg),
            ("picture.png", self.picture_png),
            ("embed.svg", self.embed_svg),
            ("embed.png", self.embed_png),
            ("record", self.record),
            ("position", self.position),
            ("rules/{rule}", self.rule),
        ]
        return [("POST", "verify", self.verify), *(("GET", path, do) for path, do in gets)]

    async def _under_lock(self, table: Table, work: Callable[[], T]) -> T:
        return await self._hall.desk.look(table.lock, work)

    async def map(self, request: Request) -> Response:
        table, theme = await table_of(self._hall, request), theme_of(request)
        svg, _ = await self._hall.desk.look(
            None, lambda: pictures.board(table.room.rules, theme, bare=True)
        )
        tag = _tag(svg)
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(svg, headers=headers, media_type="image/svg+xml")

    async def _picture(
        self, request: Request, draw: Callable[[str, str, str | None, str | None], T]
    ) -> T:
        table = await table_of(self._hall, request)
        mine = await sides_of(self._hall, request, table)
        position, seat = await self._seen(request, table, mine)
        return await self._draw(request, table, draw, position, seat)

    async def _seen(
        self, request: Request, table: Table, mine: list[str]
    ) -> tuple[str, str | None]:
        """The position at a moment, and through whose eyes it is drawn (None: as it is)."""
        at = _at(request, table)

        def seen() -> tuple[str, str | None]:
            sight = table.sight(mine, at)
            return sight.game.position, sight.seat

        return await self._under_lock(table, seen)

    async def _draw(
        self,
        request: Request,
        table: Table,
        draw: Callable[[str, str, str | None, str | None], T],
        position: str,
        seat: str | None,
    ) -> T:
        theme = theme_of(request)
        if not self._drawn.take(address_of(request)):
            raise Fault(429, "rate", Say("too many pictures; wait a little"))
        run = self._hall.errands.run
        try:
            return await run(
                address_of(request),
                within,
                PICTURE_SECONDS,
                draw,
                position,
                theme,
                seat,
                table.data,
            )
        except TooLong:
            raise Fault(503, "busy", Say("this takes too long here")) from None
        except ImportError:
            text = Say("this server draws no PNG: the extra 'png' is not installed")
            raise Fault(501, "missing", text) from None

    async def picture_svg(self, request: Request) -> Response:
        svg = await self._picture(request, pictures.position_svg)
        return Response(svg, headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")

    async def picture_png(self, request: Request) -> Response:
        image = await self._picture(request, pictures.position_png)
        return Response(image, headers={"Cache-Control": "no-store"}, media_type="image/png")

    async def _embed(
        self,
        request: Request,
        draw: Callable[[str, str, str | None, str | None], str | bytes],
        kind: str,
    ) -> Response:
        """A picture for any page, whoever asks: what a spectator may see, and the same for all."""
        table, theme = await table_of(self._hall, request), theme_of(request)
        position, seat = await self._seen(request, table, [])
        known = f"{kind} {theme} {seat} {table.data} {position}"
        if known not in self._embeds:
            drawn = await self._draw(request, table, draw, position, seat)
            self._embeds[known] = Embed(drawn, _tag(drawn))
            while len(self._embeds) > EMBEDS:
                self._embeds.popitem(last=False)
        drawn, tag = self._embeds[known]
        headers = {
            "ETag": tag,
            "Cache-Control": f"public, max-age={EMBEDDED_SECONDS}",
            "Cross-Origin-Resource-Policy": "cross-origin",
        }
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(drawn, headers=headers, media_type=kind)

    async def embed_svg(self, request: Request) -> Response:
        return await self._embed(request, pictures.position_svg, "image/svg+xml")

    async def embed_png(self, request: Request) -> Response:
        return await self._embed(request, pictures.position_png, "image/png")

    async def record(self, request: Request) -> Response:
        table = await table_of(self._hall, request)
        mine = await sides_of(self._hall, request, table)

        def text() -> str:
            check_open(table, mine)
            return table.room.record()

        return plain_text(await self._under_lock(table, text))

    async def position(self, request: Request) -> Response:
        table = await table_of(self._hall, request)
        mine, at = await sides_of(self._hall, request, table), _at(request, table)
        try:
            text = await self._under_lock(table, lambda: table.sight(mine, at).position)
        except IllegalAction as no:
            raise Fault(409, "secret", no.reason) from None
        return plain_text(text)

    async def rule(self, request: Request) -> Response:
        table = await table_of(self._hall, request)
        rules, rule, lang = table.room.rules, request.path_params["rule"], lang_of(request)
        try:
            texts = await self._hall.desk.look(None, lambda: show.rule_texts(rules, rule, lang))
        except UnknownRule as bad:
            raise Fault(404, "missing", bad.said) from None
        return answer(texts)

    async def verify(self, request: Request) -> Response:
        table, tr = await table_of(self._hall, request), speak(request)
        if not self._proven.take(address_of(request)):
            raise Fault(429, "rate", Say("too many requests; wait a little"))
        record = await self._under_lock(table, table.room.record)
        run = self._hall.errands.run
        try:
            found = await run(
                address_of(request), within, PROOF_SECONDS, _proof, record, table.data
            )
        except TooLong:
            raise Fault(503, "busy", Say("this takes too long here")) from None
        faults, remarks = ([say_in(said).translated(tr) for said in told] for told in found)
        return answer({"ok": not faults, "faults": faults, "remarks": remarks})


def _proof(record: str, data: str | None) -> tuple[list[Any], list[Any]]:
    """What is wrong with a record, and what else is to be known, as plain data: work for another process."""
    try:
        faults = grognard.verify(record, folder=Path(data) if data else None)
        return list(map(say_out, faults)), list(map(say_out, remarks(record)))
    except DataError as bad:
        return [say_out(bad.said)], []


def _at(request: Request, table: Table) -> int:
    at = request.query_params.get("at")
    return table.length if at is None else whole(at, table.length)
