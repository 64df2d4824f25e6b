"""The HTTP interface as OpenAPI, for tools; what it means is in ``docs/protocol.md``."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..__about__ import __version__
from .answers import answer
from .calls import Answered, WishCall
from .web import Branch, Import, NewTable, Seat, Shelve

TABLE = "/api/tables/{id}"
OPERATIONS: tuple[tuple[str, str, str, type | None, tuple[str, ...]], ...] = (
    ("get", "/healthz", "whether the server and its database answer", None, ()),
    ("get", "/api/games", "the games, their scenarios and options", None, ("lang",)),
    ("get", "/api/games/{name}/map.svg", "the map of a game", None, ("theme",)),
    ("get", "/api/games/{name}/rules", "the whole rulebook", None, ("lang",)),
    ("get", "/api/games/{name}/page", "what a game adds to the page", None, ("lang",)),
    ("get", "/api/tables", "the tables this browser has a seat at", None, ("lang",)),
    ("get", "/api/tables/records.zip", "the records of these tables", None, ("lang",)),
    ("post", "/api/tables", "lay a table", NewTable, ("lang",)),
    ("post", "/api/tables/import", "lay a table from a record", Import, ("lang",)),
    ("post", f"{TABLE}/branch", "a new table from an earlier moment", Branch, ("lang",)),
    ("post", f"{TABLE}/seat", "take the seat of a secret link", Seat, ("lang",)),
    ("post", f"{TABLE}/shelf", "rename a table, or put it away", Shelve, ("lang",)),
    ("get", f"{TABLE}/calls", "where my seats are called when it is their turn", None, ("lang",)),
    ("post", f"{TABLE}/calls", "ask to be called, or not any more", WishCall, ("lang",)),
    ("post", "/api/calls/confirm", "the link of a letter: call me", Answered, ("lang",)),
    ("post", "/api/calls/stop", "the link of a letter: no more", Answered, ("lang",)),
    ("post", f"{TABLE}/verify", "recompute the rules and the dice", None, ("lang",)),
    ("get", f"{TABLE}/map.svg", "the map", None, ("theme",)),
    ("get", f"{TABLE}/picture.svg", "the position as a picture", None, ("at", "theme")),
    (
        "get",
        f"{TABLE}/embed.svg",
        "the position as a spectator sees it, to be shown on other pages",
        None,
        ("at", "theme"),
    ),
    ("get", f"{TABLE}/record", "the game as text", None, ()),
    ("get", f"{TABLE}/position", "the position as text", None, ("at",)),
    ("get", f"{TABLE}/rules/{{rule}}", "the text of a rule", None, ("lang",)),
)


def description() -> dict[str, Any]:
    """The interface as an OpenAPI document."""
    shapes = list(dict.fromkeys(shape for _, _, _, shape, _ in OPERATIONS if shape))
    refs, schemas = msgspec.json.schema_components(
        shapes, ref_template="#/components/schemas/{name}"
    )
    body_of = dict(zip(shapes, refs, strict=True))
    paths: dict[str, Any] = {}
    for method, path, summary, shape, query in OPERATIONS:
        inside = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        operation: dict[str, Any] = {
            "summary": summary,
            "parameters": [
                *({"name": n, "in": "path", "required": True, "schema": TEXT} for n in inside),
                *({"name": n, "in": "query", "schema": TEXT} for n in query),
            ],
            "responses": {"default": {"description": "the answer, or what is wrong"}},
        }
        if shape:
            content = {"application/json": {"schema": body_of[shape]}}
            operation["requestBody"] = {"required": True, "content": content}
        paths.setdefault(path, {})[method] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Grognard's table", "version": __version__},
        "paths": paths,
        "components": {"schemas": schemas},
    }


TEXT = {"type": "string"}


async def described(request: Request) -> Response:
    return answer(description())


def routes() -> list[BaseRoute]:
    return [Route("/api/openapi.json", described, methods=["GET"])]
