"""All games of a browser, in one file: their records as a ZIP."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..engine.words import Say
from ..textdata import DataError
from .answers import Fault, address_of, key_of, speak
from .hall import Hall
from .keys import hashed
from .limits import Buckets
from .papers import charged, check_open
from .rows import Mine
from .sitting import Table

MOST = 400
"""Records in one file."""


class Shelf:
    """The endpoint."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._taken = Buckets(hall.limits.shelves)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/tables/records.zip", charged(self._hall, self.records), methods=["GET"])
        ]

    async def records(self, request: Request) -> Response:
        if not self._taken.take(address_of(request)):
            raise Fault(429, "rate", Say("too many requests; wait a little"))
        key = key_of(request)
        rows, _ = await self._hall.store.mine(hashed(key)) if key else ([], {})
        seats: dict[str, list[str]] = {}
        first: dict[str, Mine] = {}
        for row in rows[:MOST]:
            seats.setdefault(row.id, []).append(row.side)
            first.setdefault(row.id, row)
        files: dict[str, str] = {}
        left_out = []
        for id, row in first.items():
            record = await self._record(id, seats[id])
            if record is None:
                left_out.append(id)
                continue
            game, text = record
            files[file_name(game, row)] = text
        if left_out:
            said = Say(
                "Left out: games with secrets that are not over, and those that cannot be read:"
            )
            files["left-out.txt"] = "\n".join([said.translated(speak(request)), *left_out]) + "\n"
        body = await self._hall.desk.look(None, lambda: packed(files))
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": 'attachment; filename="grognard-games.zip"',
        }
        return Response(body, headers=headers, media_type="application/zip")

    async def _record(self, id: str, mine: list[str]) -> tuple[str, str] | None:
        """A table's game and record; None if it has secrets still, or cannot be read."""
        try:
            table = await self._hall.table(id)
        except DataError:
            return None
        if table is None:
            return None
        found: Table = table

        def text() -> str:
            check_open(found, mine)
            return found.room.record()

        try:
            return found.room.rules.name, await self._hall.desk.look(found.lock, text)
        except Fault:
            return None
        finally:
            self._hall.tidy()


def packed(files: Mapping[str, str]) -> bytes:
    """Texts by their names, as a ZIP."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as into:
        for name, text in files.items():
            into.writestr(name, text)
    return held.getvalue()


def file_name(game: str, row: Mine) -> str:
    """What a record is called among others: the game, the day it began, its name."""
    plain = unicodedata.normalize("NFKD", row.name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40]
    return "-".join(part for part in (game, row.created[:10], words, row.id[:8]) if part) + ".grog"
