"""What a game adds to the page as data: its counters drawn and in words, its map, its guide.

Pure questions without a table: everything here may be cached by the browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..draw import counter_svg
from ..engine.rulebook import Rulebook
from ..engine.view import Piece
from ..engine.words import Say
from ..games import is_game, open_rules
from ..locale import known
from . import pictures
from .answers import Fault, answer, theme_of
from .hall import Hall
from .papers import charged

T = TypeVar("T")

DAY = "public, max-age=86400"
HOUR = "public, max-age=3600"

Word = Annotated[str, Meta(max_length=80)]
LONGEST_NAME = 200


class Face(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """What is printed on a counter."""

    palette: Word
    symbol: Word
    size: Word
    label: Word
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    factors: Annotated[list[Word], Meta(max_length=8)]
    steps: tuple[int, int]
    marks: Annotated[list[Word], Meta(max_length=8)]


Faces = Annotated[list[Face], Meta(max_length=64)]


class Looks:
    """The endpoints."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def routes(self) -> list[BaseRoute]:
        games = "/api/games/{name}"
        handlers = (
            ("/api/counters", self.counters),
            (f"{games}/map.svg", self.map),
            (f"{games}/page", self.page),
            (f"{games}/rules", self.rules),
        )
        return [
            Route(path, charged(self._hall, handler), methods=["GET"]) for path, handler in handlers
        ]

    async def _made(self, work: Callable[[], T]) -> T:
        return await self._hall.desk.look(None, work)

    async def counters(self, request: Request) -> Response:
        """The drawings of counters, and their factors in words."""
        game = _name(request.query_params.get("game"))
        try:
            faces = msgspec.json.decode(request.query_params.get("of", ""), type=Faces)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as bad:
            raise Fault(400, "malformed", Say("malformed: {fault}", fault=str(bad))) from None
        lang = known(request.query_params.get("lang", ""))

        def drawn() -> list[dict[str, str]]:
            words = page(game, lang)
            return [{"svg": _drawing(face), "words": in_words(face, words)} for face in faces]

        return _kept(answer(await self._made(drawn)), DAY)

    async def map(self, request: Request) -> Response:
        """The empty map of a game, for the lobby."""
        name, theme = _name(request.path_params["name"]), theme_of(request)
        svg, _ = await self._made(lambda: pictures.board(open_rules(name), theme))
        return _kept(Response(svg, media_type="image/svg+xml"), HOUR)

    async def rules(self, request: Request) -> Response:
        """The whole rulebook in our words, in the order of the book."""
        name = _name(request.path_params["name"])
        lang = known(request.query_params.get("lang", ""))
        return _kept(answer(await self._made(lambda: rulebook(name, lang))), HOUR)

    async def page(self, request: Request) -> Response:
        """The words of a game for the page: the quick start, bots, answers, the guide."""
        name = _name(request.path_params["name"])
        lang = known(request.query_params.get("lang", ""))
        words = await self._made(lambda: page(name, lang))
        wanted = ("quick", "picture", "bots", "verbs", "overlays", "boxes", "goal", "guide")
        return answer({key: words[key] for key in wanted if key in words})


def _kept(response: Response, how_long: str) -> Response:
    response.headers["Cache-Control"] = how_long
    return response


def _name(given: str | None) -> str:
    if given is None or not is_game(given):
        raise Fault(404, "missing", Say("there is no such game"))
    return given


def _drawing(face: Face) -> str:
    return counter_svg(
        Piece(
            "",
            "",
            "",
            face.palette,
            face.symbol,
            face.size,
            face.label,
            face.name,
            tuple(face.factors),
            face.steps,
            tuple(face.marks),
        )
    )


def in_words(face: Face, words: Mapping[str, Any]) -> str:
    """A counter in the game's own words; a word without a text is said as it is printed."""
    symbols, sizes, marks = (words.get(key, {}) for key in ("symbols", "sizes", "marks"))
    names = words.get("factors_of", {}).get(face.symbol) or words.get("factors", [])
    parts = [
        ", ".join(x for x in (symbols.get(face.symbol, face.symbol), sizes.get(face.size, "")) if x)
    ]
    parts += [
        names[i].replace("{n}", factor) if i < len(names) else factor
        for i, factor in enumerate(face.factors)
    ]
    if 0 < face.steps[0] < face.steps[1]:
        parts.append(words.get("reduced", "reduced"))
    parts += [marks.get(mark, mark) for mark in face.marks]
    return " · ".join(parts)


@lru_cache(maxsize=32)
def rulebook(game: str, lang: str) -> list[dict[str, str]]:
    return [
        {
            "id": rule.id,
            "section": rule.section,
            "kind": rule.kind,
            "text": rule.summary,
            "ruling": rule.ambiguity,
        }
        for rule in Rulebook.of(game).in_language(lang)
    ]


@lru_cache(maxsize=64)
def page(game: str, lang: str) -> Mapping[str, Any]:
    """A game's ``page.json`` in a language; {} where a game has none."""
    file = resources.files("grognard.games") / game / "data" / "page.json"
    if not file.is_file():
        return {}
    found: dict[str, Any] = _in(json.loads(file.read_text("utf-8")), lang)
    return found


def _in(value: Any, lang: str) -> Any:
    """The value with every text that is given by language in the one that is wanted."""
    if isinstance(value, dict):
        return value[lang] if "en" in value else {k: _in(v, lang) for k, v in value.items()}
    return [_in(each, lang) for each in value] if isinstance(value, list) else value
