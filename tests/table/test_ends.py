"""Ends before the end: by agreement and by the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import grognard
from grognard.table.clock import DAY, wound

from .players import BY_LINK, HOT_SEAT, Browser, Page, Plain, Running

WITH_BOT = {"allied": "me", "german": "bot:random"}
HOUR = 3600.0


class Hands:
    """The hands of the clock on the wall."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Hands:
    hands = Hands()
    monkeypatch.setattr("grognard.table.clock.now", hands)
    return hands


def answer(page: Page, t: str, **more: Any) -> Plain:
    """What is answered to a message about this moment."""
    if t not in ("consent", "withdraw"):
        more["rev"] = page.view["rev"]
    return page.until("done", "refused", id=page.send(t=t, **more))


def heard(page: Page, text: str) -> None:
    """The table has said so, or says it now."""
    while not any(m["t"] == "chat" and m["text"] == text for m in page.seen):
        page.receive()


def together(one: Page, two: Page) -> None:
    """Both have seen the last that happened."""
    last = max(one.view["rev"], two.view["rev"])
    for page in (one, two):
        while page.view["rev"] < last:
            page.receive()


def sat_down(server: Running, other: Running | None = None, **how: Any) -> tuple[Page, Page, str]:
    ann, ben = Browser(server.port), Browser((other or server).port)
    made = ann.create(BY_LINK, **how)
    ben.take(made["links"]["german"])
    return ann.sit(made["id"]), ben.sit(made["id"]), made["id"]


# -- clocks


def test_a_clock_by_itself() -> None:
    clock = wound(HOUR, DAY, ["german", "allied"])
    clock.press(0, 1, "allied", None)
    assert clock.remaining("allied", 5 * DAY, None) == (HOUR, DAY), "a seat is free: it stands"
    assert clock.remaining("allied", 5 * DAY, 5 * DAY - 60) == (HOUR - 60, DAY)
    clock.press(HOUR / 2, 1, "german", 0)
    assert clock.remaining("allied", 9 * DAY, 0) == (HOUR / 2, DAY), "only one runs"
    clock.press(HOUR, 1, "allied", 0)
    assert clock.remaining("allied", 2 * HOUR, 0) == (0, DAY - HOUR / 2), "the same turn goes on"
    clock.press(2 * HOUR, 2, "german", 0)
    assert clock.remaining("allied", 2 * HOUR, 0) == (HOUR, DAY - HOUR / 2), "another turn"
    assert clock.fallen(2 * HOUR + HOUR + DAY - 1, 0) is None
    assert clock.fallen(2 * HOUR + HOUR + DAY, 0) == "german"
    clock.give(["german"], DAY)
    assert clock.fallen(2 * HOUR + HOUR + DAY, 0) is None
    clock.press(9 * DAY, 2, None, 0)
    assert clock.fallen(99 * DAY, 0) is None, "nobody decides, or a bot"


def test_going_back_to_an_earlier_turn_and_on_again_gains_no_time() -> None:
    clock = wound(HOUR, DAY, ["german", "allied"])
    clock.press(0, 1, "allied", 0)
    for n in range(1, 60):
        clock.press(n * HOUR, 2 - n % 2, "allied", 0)
    used = sum(clock.remaining("allied", 59 * HOUR, 0))
    assert used == pytest.approx(0), "two turns and a day have been used up"
    assert clock.fallen(59 * HOUR, 0) == "allied"


def test_whoever_is_late_may_lose_by_it(server: Running, wall: Hands) -> None:
    times = {"turn": 3600, "reserve": 1800}
    ann, ben = Browser(server.port), Browser(server.port)
    made = ann.create(BY_LINK, clock=times)
    one = ann.sit(made["id"])
    assert one.view["clock"] == {
        "turn": 3600,
        "runs": None,
        "seats": {"allied": [3600, 1800], "german": [3600, 1800]},
    }
    wall.now += 10 * HOUR  # nobody has come yet
    ben.take(made["links"]["german"])
    one.until("view")
    assert one.view["clock"]["runs"] == "allied"
    assert one.view["clock"]["seats"]["allied"] == [3600, 1800]
    wall.now += HOUR + 600
    assert ann.sit(made["id"]).view["clock"]["seats"]["allied"] == [0, 1200]
    (row,) = (r for r in ben.http.get("/api/tables").json() if r["id"] == made["id"])
    assert row["left"] == 1200
    one.do("default")
    two = ben.sit(made["id"])
    assert two.view["clock"]["runs"] == "german"
    wall.now += HOUR + 1799
    assert answer(one, "claim")["kind"] == "illegal"
    wall.now += 1
    assert answer(two, "claim")["kind"] == "illegal", "one's own flag"
    assert answer(Browser(server.port).sit(made["id"]), "claim")["kind"] == "seat"
    assert answer(one, "claim")["t"] == "done"
    assert one.view["outcome"]["winner"] == "allied"
    assert one.view["outcome"]["text"] == "the German player has run out of time"
    record = ann.http.get(f"/api/tables/{made['id']}/record").text
    assert "\noverstepped german\n" in record
    assert grognard.verify(record) == []
    (row,) = (r for r in ben.http.get("/api/tables").json() if r["id"] == made["id"])
    assert row["left"] is None


def test_the_other_may_be_given_time(server: Running, wall: Hands) -> None:
    one, two, _ = sat_down(server, clock={"turn": 3600})
    one.do("default")
    wall.now += 2 * HOUR
    assert answer(one, "give")["t"] == "done"
    heard(one, "Allied gives the other side a day more")
    assert one.view["clock"]["seats"]["german"] == [0, DAY - HOUR]
    assert answer(one, "claim")["kind"] == "illegal"
    together(one, two)
    two.do("default")


def test_a_clock_outlives_a_restart(tmp_path: object, wall: Hands) -> None:
    running = Running(f"{tmp_path}/tables.db")
    try:
        one, _, id = sat_down(running, clock={"turn": 3600, "reserve": 60})
        one.do("default")
        wall.now += HOUR
        running.restart()
        page = Browser(running.port).sit(id)
        assert page.view["clock"]["seats"] == {"allied": [3600, 60], "german": [0, 60]}
    finally:
        running.stop()


@pytest.mark.parametrize("seats", [HOT_SEAT, WITH_BOT])
def test_clocks_are_for_two_who_are_not_at_one_screen(ann: Browser, seats: Plain) -> None:
    body = {"game": "anzio", "seats": seats, "clock": {"turn": 3600}}
    assert ann.http.post("/api/tables", json=body).status_code == 422
    body = {"game": "anzio", "seats": BY_LINK, "clock": {"turn": 5}}
    assert ann.http.post("/api/tables", json=body).status_code == 400


# -- by agreement


def test_a_draw_is_offered_declined_and_agreed(server: Running) -> None:
    one, two, id = sat_down(server)
    watcher = Browser(server.port).sit(id)
    ref = one.send(t="propose", rev=0, what="draw")
    told = two.until("offer")
    assert (told["what"], told["mine"], told["own"]) == ("draw", True, False)
    assert told["text"] == "the Allied player offers a draw"
    own = one.until("offer")
    assert (own["mine"], own["own"]) == (False, True)
    assert watcher.until("offer")["mine"] is False
    assert answer(two, "consent", yes=False)["t"] == "done"
    assert one.until("refused", id=ref)["kind"] == "no"
    for page in (one, two, watcher):
        heard(page, "the German player does not agree: the game goes on")
    assert answer(one, "propose", what="draw")["kind"] == "no", "not again before the next order"
    one.do("default")
    ref = one.send(t="propose", rev=1, what="draw")
    two.until("offer")
    assert answer(two, "consent", yes=True)["t"] == "done"
    one.until("done", id=ref)
    assert one.view["outcome"]["winner"] is None
    assert one.view["outcome"]["text"] == "the players agree on a draw"
    record = two.ask("report")["report"]["outcome"]
    assert record["text"] == "the players agree on a draw"


def test_a_victory_by_agreement_and_an_offer_taken_back(server: Running) -> None:
    one, two, id = sat_down(server)
    ref = one.send(t="propose", rev=0, what="win", side="german")
    told = two.until("offer")
    assert told["text"] == "the Allied player proposes to end the game: German victory"
    assert answer(two, "withdraw")["kind"] == "illegal"
    assert answer(one, "withdraw")["t"] == "done"
    assert any(m["t"] == "refused" and m["id"] == ref for m in one.seen)
    assert two.until("offer")["what"] is None
    assert answer(two, "consent", yes=True)["kind"] == "seat"
    assert answer(one, "propose", what="win", side="french")["kind"] == "illegal"
    two.send(t="propose", rev=0, what="win", side="german")
    while one.until("offer")["what"] != "win":
        pass
    assert answer(one, "consent", yes=True)["t"] == "done"
    together(one, two)
    assert two.view["outcome"]["winner"] == "german"
    record = Browser(server.port).http.get(f"/api/tables/{id}/record").text
    assert "\nagreed german\n" in record
    assert grognard.verify(record) == []


def test_the_computer_declines_with_a_sentence(ann: Browser) -> None:
    page = ann.sit(ann.create(WITH_BOT)["id"])
    no = answer(page, "propose", what="draw")
    assert no["kind"] == "no"
    assert (
        no["text"] == "the German player does not agree: the computer plays every game to its end"
    )
    assert any(m["t"] == "chat" and m["text"] == no["text"] for m in page.seen)
    assert page.view["outcome"] is None


def test_who_plays_both_sides_agrees_with_himself(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    assert answer(page, "propose", what="win", side="allied")["t"] == "done"
    assert page.view["outcome"]["winner"] == "allied"


# -- several processes


@pytest.fixture(scope="module")
def servers(postgres: Callable[[], str]) -> Iterator[tuple[Running, Running]]:
    database = postgres()
    first, second = Running(database), Running(database)
    yield first, second
    first.stop()
    second.stop()


def test_an_offer_is_answered_at_another_process(servers: tuple[Running, Running]) -> None:
    one, two, _ = sat_down(*servers)
    ref = one.send(t="propose", rev=0, what="draw")
    assert two.until("offer")["what"] == "draw"
    assert answer(two, "consent", yes=False)["t"] == "done"
    assert one.until("refused", id=ref)["kind"] == "no"
    one.do("default")
    ref = one.send(t="propose", rev=1, what="win", side="allied")
    while two.until("offer")["what"] != "win":
        pass
    assert answer(two, "consent", yes=True)["t"] == "done"
    one.until("done", id=ref)
    together(one, two)
    assert one.view["outcome"]["winner"] == two.view["outcome"]["winner"] == "allied"


def test_clocks_run_alike_at_every_process(servers: tuple[Running, Running], wall: Hands) -> None:
    first, second = servers
    ann, ben = Browser(first.port), Browser(second.port)
    made = ann.create(BY_LINK, clock={"turn": 3600})
    one = ann.sit(made["id"])
    wall.now += HOUR
    ben.take(made["links"]["german"])
    one.until("view")
    assert one.view["clock"]["seats"]["allied"] == [3600, 0]
    two = ben.sit(made["id"])
    one.do("default")
    together(one, two)
    assert two.view["clock"]["runs"] == "german"
    wall.now += 2 * HOUR
    assert answer(one, "claim")["t"] == "done"
    together(one, two)
    assert two.view["outcome"]["text"] == "the German player has run out of time"
