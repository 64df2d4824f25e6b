"""Where a player wants to be called when it is his turn: asked for, confirmed by a link, stopped by another."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..engine.words import Say
from .answers import Fault, address_of, answer, body_of, key_of, lang_of
from .hall import Hall
from .keys import hashed
from .letters import fits, ticket
from .limits import Buckets
from .mailbox import Call, Mailbox
from .office import MAIL, Office, is_address, is_hook
from .papers import charged, sides_of, table_of
from .show import Plain


class WishCall(Struct, forbid_unknown_fields=True):
    side: Annotated[str, Meta(min_length=1, max_length=40)]
    kind: Literal["mail", "hook"]
    target: Annotated[str, Meta(max_length=500)]
    """An address or a URL; '' to be called there no more."""


class Answered(Struct, forbid_unknown_fields=True):
    """What stands in a link of a letter."""

    ticket: Annotated[str, Meta(min_length=1, max_length=400)]


class Calls:
    """The endpoints."""

    def __init__(self, hall: Hall, office: Office | None) -> None:
        self._hall, self._office = hall, office
        self._mailbox = Mailbox(hall.store)
        self._asked, self._tried = Buckets(hall.limits.calls), Buckets(hall.limits.seats)

    def routes(self) -> list[BaseRoute]:
        of = "/api/tables/{id}/calls"
        return [
            Route(of, charged(self._hall, self.show), methods=["GET"]),
            Route(of, charged(self._hall, self.ask), methods=["POST"]),
            Route("/api/calls/confirm", self.confirm, methods=["POST"]),
            Route("/api/calls/stop", self.stop, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """Where the seats of this browser are called, and what is offered."""
        table = await table_of(self._hall, request)
        return answer(await self._told(table.id, await sides_of(self._hall, request, table)))

    async def _told(self, id: str, mine: list[str]) -> Plain:
        calls = await self._mailbox.calls(id) if mine else []
        return {
            "kinds": self._office.kinds if self._office else [],
            "calls": [
                {
                    "side": call.side,
                    "kind": call.kind,
                    "target": veiled(call),
                    "confirmed": bool(call.confirmed),
                }
                for call in calls
                if call.side in mine
            ],
        }

    async def ask(self, request: Request) -> Response:
        wish = await body_of(request, WishCall)
        table = await table_of(self._hall, request)
        mine = await sides_of(self._hall, request, table)
        if wish.side not in mine:
            raise Fault(403, "seat", Say("this seat is not yours"))
        if not wish.target:
            await self._mailbox.stop(table.id, wish.side, wish.kind)
            return answer(await self._told(table.id, mine))
        office = self._office
        if office is None or wish.kind not in office.kinds:
            raise Fault(422, "target", Say("this server sends no such messages"))
        if wish.kind == MAIL and not is_address(wish.target):
            raise Fault(422, "target", Say("this is no e-mail address"))
        if wish.kind != MAIL and not is_hook(wish.target, office):
            raise Fault(422, "target", Say("this server calls no such webhook"))
        if not self._asked.take(address_of(request)):
            raise Fault(429, "rate", Say("too many requests; wait a little"))
        call = Call(table.id, wish.side, wish.kind, wish.target, lang_of(request), 0, 0.0)
        most = self._hall.limits.invitations
        if not await self._mailbox.ask(call, hashed(key_of(request)), most):
            raise Fault(429, "rate", Say("this address has been asked often enough today"))
        self._hall.written.set()
        return answer(await self._told(table.id, mine))

    async def confirm(self, request: Request) -> Response:
        call = await self._call(request, "confirm")
        await self._mailbox.confirm(call)
        return answer({"id": call.table, "side": call.side, "kind": call.kind})

    async def stop(self, request: Request) -> Response:
        call = await self._call(request, "stop")
        await self._mailbox.stop(call.table, call.side, call.kind)
        return answer({"id": call.table, "side": call.side, "kind": call.kind})

    async def _call(self, request: Request, what: str) -> Call:
        """The call that the link of a letter means."""
        wish = await body_of(request, Answered)
        if not self._tried.take(address_of(request)):
            raise Fault(429, "rate", Say("too many tries; wait a little"))
        found = ticket(wish.ticket)
        call = found and await self._mailbox.call(found.table, found.side, found.kind)
        if not found or not call or not fits(self._hall.store.secret, what, call, found):
            raise Fault(404, "missing", Say("this link means nothing any more"))
        return call


def veiled(call: Call) -> str:
    """A target so that its owner knows it again and nobody else learns it."""
    if call.kind == MAIL:
        name, _, host = call.target.partition("@")
        return f"{name[:1]}…@{host}"
    scheme, _, rest = call.target.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/…"
