"""What a game adds to the page: counters drawn and in words, quick start, guide."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

import grognard
from grognard.bots import names
from grognard.games import names as games
from grognard.games import open_rules

from ..players import Running

LANGUAGES = ("en", "pl", "it")
FACE = ["german", "para", "XX det", "4PARA A", "4th Parachute Division, A", ["4", "4"], [1, 2], []]


def ask(server: Running, path: str, **query: str) -> httpx.Response:
    return httpx.get(f"http://127.0.0.1:{server.port}{path}", params=query, timeout=20)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "parachute infantry, half a division · strength 4 · movement 4 · reduced"),
        ("pl", "spadochroniarze, połowa dywizji · siła 4 · ruch 4 · zredukowana"),
        ("it", "paracadutisti, mezza divisione · forza 4 · movimento 4 · ridotta"),
    ],
)
def test_a_counter_drawn_and_in_words(server: Running, lang: str, words: str) -> None:
    answer = ask(server, "/api/counters", game="anzio", lang=lang, of=json.dumps([FACE]))
    (look,) = answer.json()
    assert look["svg"].startswith("<svg")
    assert look["words"].startswith(words)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"game": "chess", "of": "[]"}, 404),
        ({"game": "anzio"}, 400),
        ({"game": "anzio", "of": "[[1, 2]]"}, 400),
        ({"game": "anzio", "of": json.dumps([FACE] * 65)}, 400),
        ({"game": "anzio", "of": json.dumps([["x" * 81, *FACE[1:]]])}, 400),
    ],
)
def test_nonsense_is_refused(server: Running, query: dict[str, str], status: int) -> None:
    assert ask(server, "/api/counters", **query).status_code == status


def test_words_on_a_counter_cannot_become_markup(server: Running) -> None:
    face = [*FACE[:3], "<script>", '"><script>alert(1)</script>', *FACE[5:]]
    answer = ask(server, "/api/counters", game="anzio", of=json.dumps([face]))
    assert "<script" not in answer.json()[0]["svg"]


def untranslated(value: Any, path: str = "") -> list[str]:
    """Where a text is given in English but not in every language."""
    if isinstance(value, dict) and "en" in value:
        return [path] if set(value) != set(LANGUAGES) or not all(value.values()) else []
    parts = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [fault for key, part in parts for fault in untranslated(part, f"{path}/{key}")]


@pytest.mark.parametrize("game", games())
def test_the_page_of_a_game_fits_the_game(game: str) -> None:
    rules = open_rules(game)
    file = Path(grognard.__file__).parent / "games" / game / "data" / "page.json"
    if not file.is_file():
        pytest.skip("the game adds nothing to the page yet")
    page = json.loads(file.read_text("utf-8"))
    assert untranslated(page) == []
    quick = page["quick"]
    assert quick["scenario"] in {scenario.id for scenario in rules.scenarios}
    assert set(quick["options"]) <= {option.id for option in rules.option_list}
    assert set(quick["seats"]) == set(rules.sides)
    assert set(page["bots"]) <= set(names(game))
    pieces = rules.pieces(rules.start())
    assert {piece.symbol for piece in pieces} <= set(page["symbols"])
    assert {piece.size for piece in pieces if piece.size} <= set(page["sizes"])
    assert {mark for piece in pieces for mark in piece.marks} <= set(page["marks"])
    own = page.get("factors_of", {})
    for piece in pieces:
        assert (
            len(piece.factors) == len(own.get(piece.symbol, page["factors"])) or not piece.factors
        )
    for step in page["guide"]:
        assert rules.rulebook.text(step["rule"])
        assert all(rules.board.grid.has(label) for label in step.get("hexes", []))
