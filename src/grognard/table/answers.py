"""What every endpoint shares: how it reads what is asked, and how it answers or refuses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ..draw import THEMES
from ..engine.words import Say
from ..locale import Translate, known, translator
from .keys import is_key
from .limits import visitor

COOKIE, SAFE_COOKIE = "grognard", "__Host-grognard"
"""Where a browser keeps its key: on a plain line, and over TLS, where by this name no other host can set it."""
YEAR = 365 * 24 * 3600
REFUSED = "grognard.refused"
"""Where a request's scope says why it was refused, to be counted."""


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
    request.scope[REFUSED] = fault.kind
    error = {"kind": fault.kind, "text": fault.text.translated(speak(request))}
    response = answer({"error": error}, fault.status)
    if fault.status == 429:
        response.headers["Retry-After"] = "5"
    return response


Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")


def lang_of(request: Request) -> str:
    """The language that is asked for, or else the browser's first."""
    accepted = request.headers.get("accept-language", "").partition(",")[0].partition(";")[0]
    return known(request.query_params.get("lang") or accepted)


def speak(request: Request) -> Translate:
    return translator(lang_of(request))


async def body_of(request: Request, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(await request.body(), type=shape)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as bad:
        raise Fault(400, "malformed", Say("malformed: {fault}", fault=str(bad))) from None


def clean(text: str) -> str:
    """What somebody wrote as one line, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def whole(text: str, most: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12 or int(text) > most:
        raise Fault(400, "malformed", Say("at is a whole number from 0 to {most}", most=most))
    return int(text)


def plain_text(body: str) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(body, headers=headers, media_type="text/plain; charset=utf-8")


def theme_of(request: Request) -> str:
    theme = request.query_params.get("theme", "light")
    if theme not in THEMES:
        raise Fault(400, "malformed", Say("themes are: {themes}", themes=", ".join(THEMES)))
    return theme


def address_of(request: Request) -> str:
    """Who asks, for rates and quotas."""
    return visitor(request.client.host) if request.client else ""


def is_safe(line: HTTPConnection) -> bool:
    """Whether the browser has come over TLS."""
    return line.url.scheme in ("https", "wss")


def key_of(line: HTTPConnection) -> str:
    """The browser's own key, '' if it has none."""
    names = (SAFE_COOKIE, COOKIE) if is_safe(line) else (COOKIE,)
    return next((key for name in names if is_key(key := line.cookies.get(name, ""))), "")


def may_be_planted(line: HTTPConnection) -> bool:
    """Whether another host may have given this browser its key: it is not in the cookie that only we can set."""
    return is_safe(line) and key_of(line) != line.cookies.get(SAFE_COOKIE, "")


def remember(request: Request, response: Response, key: str) -> None:
    safe = is_safe(request)
    name = SAFE_COOKIE if safe else COOKIE
    response.set_cookie(name, key, YEAR, httponly=True, samesite="lax", secure=safe)
    if safe and COOKIE in request.cookies:
        response.delete_cookie(COOKIE)
