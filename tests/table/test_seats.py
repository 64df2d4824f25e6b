"""A table for three: seats that serve sides, through lobby, page and report."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.trio import in_the_box

import grognard
from grognard import bots
from grognard.locale import translator
from grognard.table import report, web
from grognard.table.room import Room

from .players import Browser, Running

THREE = {"british": "me", "american": "link", "axis": "link"}
NEAR = """\
grognard position 1
game trio
scenario bridge
turn 1 2 0
at 0101 0102 0201
steps 2 2 2
"""
SEATS = [("british", "allied"), ("american", "allied"), ("axis", "axis")]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with in_the_box():
        server = Running(str(tmp_path / "tables.db"))
        yield server
        server.stop()


def test_the_lobby_knows_who_may_sit_where() -> None:
    with in_the_box():
        card = web.game_card("trio", "en")
    assert card["seating_options"] == ["two"]
    found = {tuple(way["options"]): way["seats"] for way in card["seatings"]}
    assert [(seat["id"], seat["side"]) for seat in found[()]] == SEATS
    assert [(seat["id"], seat["side"]) for seat in found[("two",)]] == [
        ("allied", "allied"),
        ("axis", "axis"),
    ]
    assert set(card["bots"]) == {"british", "american", "axis", "allied"}
    anzio = web.game_card("anzio", "en")
    assert anzio["seating_options"] == []
    assert [[s["id"] for s in way["seats"]] for way in anzio["seatings"]] == [["allied", "german"]]


def test_three_people_at_one_table(running: Running) -> None:
    ann, ben, cat = (Browser(running.port) for _ in range(3))
    no = ann.http.post(
        "/api/tables", json={"game": "trio", "seats": {"allied": "me", "axis": "me"}}
    )
    assert no.status_code == 422
    assert "british, american, axis" in no.text
    made = ann.create(THREE, "trio")
    ben.take(made["links"]["american"])
    cat.take(made["links"]["axis"])
    pages = {
        who: browser.sit(made["id"]) for who, browser in zip(THREE, (ann, ben, cat), strict=True)
    }
    for who, page in pages.items():
        assert page.hello["seats"] == [who]
        assert [(side["id"], side["side"]) for side in page.hello["sides"]] == SEATS
        assert page.view["decision"]["side"] == "british"
        assert page.view["decision"]["mine"] == (who == "british")
    for who in THREE:
        for page in pages.values():
            if page.view["decision"]["side"] != who:
                page.until("view")
        for other, page in pages.items():
            assert page.view["decision"]["mine"] == (other == who), (who, other)
        if who == "american":
            assert pages["british"].order("pass")["t"] == "refused"
        assert pages[who].order("pass")["t"] == "done"


def test_the_report_is_by_sides_and_names_the_seats() -> None:
    with in_the_box():
        game = grognard.load(NEAR, seed=5)
        seats = {seat: bots.make("random", "trio") for seat in game.rules.seats}
        bots.play(game, seats, random.Random(5))
        data = report.figures(game.record)
        told = report.told(data, game.rules, game.outcome, translator("en"))
        rolls = game.rolls
        allied = [r for r in rolls if game.rules.serves(r.side) == "allied"]
        room = Room(game.record)
    assert 0 < len(allied) < len(rolls)
    assert told["dice"]["allied"]["rolls"] == len(allied)
    assert told["dice"]["axis"]["rolls"] == len(rolls) - len(allied)
    assert [side["id"] for side in told["sides"]] == ["allied", "axis"]
    assert [seat["id"] for seat in told["seats"]] == ["british", "american", "axis"]
    assert {row.side for row in room.rows} <= {"", "british", "american", "axis"}
    assert set(told["luck"]) == set(told["losses"]) == {"allied", "axis"}
