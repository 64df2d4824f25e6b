"""A picture being drawn: what all its parts share."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from ..board import Board
from .geometry import Layout, Point, num
from .style import Theme, texture_of

EDGE = 26.0
"""From the edge of the picture to the neat line."""
_QUOTES = {'"': "&quot;", "'": "&#39;"}


def clean(text: str) -> str:
    """Text safe inside an element or an attribute; characters that XML forbids are dropped."""
    kept = "".join(c for c in text if c in "\t\n" or " " <= c < "\ud800" or c >= "\ue000")
    return escape(kept.replace("\ufffe", "").replace("\uffff", ""), _QUOTES)


def words(name: str) -> str:
    """A data word as people write it: ``minor_river`` -> ``Minor river``."""
    text = name.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def is_sea(terrain: str) -> bool:
    return texture_of(terrain) == "sea"


@dataclass(frozen=True)
class Coast:
    """The real shape of the land, in hex units (as of ``Grid.centre``), and the map's scale."""

    land: tuple[tuple[Point, ...], ...] = ()
    hex_km: float = 0.0
    up_bearing: float | None = None


def read_coast(text: str) -> Coast:
    """A ``coast.json``: ``land`` (rings of points), ``hex_km``, ``up_bearing``, each optional."""
    try:
        data = json.loads(text)
        bearing = data.get("up_bearing")
        return Coast(
            tuple(tuple((float(x), float(y)) for x, y in ring) for ring in data.get("land", ())),
            float(data.get("hex_km", 0)),
            None if bearing is None else float(bearing),
        )
    except (ValueError, TypeError, AttributeError) as bad:
        raise ValueError(f"coast.json: {bad}") from None


@dataclass
class Picture:
    """A map being drawn: definitions, layers from below to above, and what is where."""

    board: Board
    theme: Theme
    lay: Layout
    ids: str
    width: float
    height: float
    defs: list[str] = field(default_factory=list)
    layers: list[str] = field(default_factory=list)
    names: list[tuple[float, float, float, float]] = field(default_factory=list)
    """Where the names of places are written: the corners of each."""

    def layer(self, name: str, body: str, more: str = "") -> None:
        if body:
            self.layers.append(f'<g class="{name}"{" " + more if more else ""}>{body}</g>\n')

    def ref(self, name: str) -> str:
        return f"url(#{self.ids}-{name})"


def document(picture: Picture, title: str, account: str) -> str:
    w, h = num(picture.width), num(picture.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" '
        f'viewBox="0 0 {w} {h}" role="img" aria-labelledby="{picture.ids}-t {picture.ids}-d" '
        f'font-family="sans-serif">\n'
        f'<title id="{picture.ids}-t">{clean(title)}</title>\n'
        f'<desc id="{picture.ids}-d">{clean(account)}</desc>\n'
        f"<defs>{''.join(picture.defs)}</defs>\n{''.join(picture.layers)}</svg>\n"
    )
