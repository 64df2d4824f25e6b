"""Dice of several secrets: nobody knows or chooses one alone, and the record proves it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

import grognard
from grognard.engine import shared
from grognard.engine.record import _checksum
from grognard.engine.shared import Asked, Given, Pledge, SharedDice, Throw, chain
from grognard.front import remarks
from grognard.table import links
from grognard.table.keys import hashed

from .players import Browser, Page, Plain, Running, wait_for

SEATS = {"allied": "me", "german": "link"}


class Player(Page):
    """A page that keeps its own secrets for the dice, as the browser does."""

    def __init__(self, browser: Browser, id: str) -> None:
        self.chains: dict[str, list[str]] = {}
        self.given: dict[str, int] = {}
        self.asked: list[Plain] = []
        self.silent = False
        super().__init__(browser, id, "en")

    def receive(self, timeout: float = 60) -> Plain:
        message = super().receive(timeout)
        if message["t"] == "pledge" and message["top"] not in self.chains:
            links = chain(hashed(f"{message['side']} {len(self.chains)}"))
            self.chains[links[0]] = links
            self.given[links[0]] = 0
            self.send(t="pledge", side=message["side"], top=links[0])
        elif message["t"] == "throw":
            self.asked.append(message)
            if not self.silent:
                self.give(message)
        return message

    def give(self, ask: Plain, **changed: Any) -> None:
        top = ask["top"]
        place = self.given[top]
        self.given[top] += 1
        link = self.chains[top][place + 1]
        told = {"n": ask["n"], "side": ask["side"], "place": place, "link": link}
        self.send(t="link", **told | changed)


def come(browser: Browser, id: str) -> Player:
    """A page that has pledged its chain."""
    page = Player(browser, id)
    page.until("pledge")
    page.until("view")
    return page


def two_at_a_table(ann: Browser, ben: Browser) -> tuple[str, Player, Player]:
    made = ann.create(SEATS, dice="shared")
    ben.take(made["links"]["german"])
    one, two = come(ann, made["id"]), come(ben, made["id"])
    follow(one, two.view["rev"])
    return made["id"], one, two


def follow(page: Player, rev: int) -> None:
    while page.view["rev"] < rev:
        page.receive()


def play(one: Player, two: Player, throws: int, seed: int = 1) -> None:
    """Both play by chance until so many throws have fallen; each answers for the dice of the other's orders."""
    rng = Random(seed)
    while one.view["dice"]["throws"] < throws:
        mover, other = (one, two) if one.decision()["mine"] else (two, one)
        actions = [action["text"] for action in mover.decision()["actions"]]
        text = actions[-1] if rng.random() < 0.8 else rng.choice(actions)
        ref = mover.send(t="order", text=text, rev=mover.view["rev"])
        answer = None
        while answer is None:
            for page in (mover, other):
                try:
                    message = page.receive(0.005)
                except TimeoutError:
                    continue
                if page is mover and message.get("id") == ref:
                    answer = message
        assert answer["t"] == "done", answer
        for page in (one, two):
            follow(page, answer["rev"])


def revealed(server: Running, id: str) -> str:
    table = next(table for table in server.hall.tables if table.id == id)
    return table.room.record(reveal=True)


def resealed(text: str, old: str, new: str) -> str:
    assert old in text
    body, _, tail = text.replace(old, new).rstrip("\n").rpartition("\n")
    return f"{body}\n{' '.join(tail.split()[:2])} {_checksum(body + chr(10))}\n"


def throws_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("throw ")]


def test_every_throw_is_made_of_both_secrets(ann: Browser, ben: Browser, server: Running) -> None:
    id, one, two = two_at_a_table(ann, ben)
    play(one, two, 4)
    record = revealed(server, id)
    assert len(throws_of(record)) == 4
    assert "=-" not in "".join(throws_of(record))
    assert grognard.verify(record) == []
    assert remarks(record) == []
    assert "seed " not in "\n".join(line for line in ann_record(ann, id))
    server_alone = grognard.new("anzio", seed=str(record.split("seed ")[1].split()[0]))
    fell = [entry for entry in grognard.load(record).trail if hasattr(entry, "number")]
    alone = [server_alone._dice.face(entry.number, 6) for entry in fell]  # type: ignore[union-attr]
    assert [getattr(entry, "face", 0) for entry in fell] != alone


def ann_record(ann: Browser, id: str) -> list[str]:
    return ann.http.get(f"/api/tables/{id}/record").text.splitlines()


def test_no_die_falls_before_everybody_has_pledged(ann: Browser, ben: Browser) -> None:
    made = ann.create(SEATS, dice="shared")
    one = come(ann, made["id"])
    one.do("default")
    ben.take(made["links"]["german"])
    two = Page(ben, made["id"], "en")  # does not know how to pledge
    answer = two.order("default")
    assert (answer["t"], answer["kind"]) == ("refused", "dice")
    assert "german" in answer["text"].lower()


@pytest.mark.parametrize("how", ["gone", "silent"])
def test_who_is_away_is_named_and_the_game_goes_on(
    ann: Browser, ben: Browser, server: Running, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(links, "PATIENCE", 0.3)
    id, one, two = two_at_a_table(ann, ben)
    one.do("default")
    follow(two, one.view["rev"])
    if how == "gone":
        one.close()
        two.until("seats")
    two.do("default")  # the weather and the initiative fall now; the Allies' page answers to nobody
    record = revealed(server, id)
    (throw,) = throws_of(record)
    assert "allied=- german=0:" in throw
    assert grognard.verify(record) == []
    assert [str(told) for told in remarks(record)] == [
        "1 of 1 throws fell without a secret of allied, who was away"
    ]
    assert two.view["dice"] == {
        "kind": "shared",
        "throws": 1,
        "missed": [{"side": "allied", "title": "Allied", "count": 1}],
        "void": 0,
    }
    proof = ben.http.post(f"/api/tables/{id}/verify", json={}).json()
    assert proof["remarks"] == [str(remarks(record)[0])]


def test_whoever_orders_must_give_his_link(
    ann: Browser, ben: Browser, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "PATIENCE", 0.3)
    id, one, two = two_at_a_table(ann, ben)
    one.do("default")
    follow(two, one.view["rev"])
    two.silent = True
    answer = two.order("default")
    assert (answer["t"], answer["kind"]) == ("refused", "dice")
    two.silent = False
    two.do("default")
    record = revealed(server, id)
    assert "\nvoid 1 " in record, "what was asked for is not forgotten"
    assert grognard.verify(record) == []
    assert "begun and never thrown: 1" in [str(told) for told in remarks(record)]


def thrown(server: Running, id: str, n: int, *pages: Player) -> tuple[list[str], float]:
    """Who gave a link for a throw that a bot asks for, and how long it waited."""
    table = server.hall.opened(id)
    assert table is not None
    began = time.monotonic()
    work = links.gather(server.hall, table, Asked(n, "ab" * 32), "bot")
    asked = asyncio.run_coroutine_threadsafe(work, server.loop)
    while not asked.done():
        for page in pages:
            with suppress(TimeoutError):
                page.receive(0.01)
    given = asked.result() or {}
    return sorted(seat for seat, link in given.items() if link), time.monotonic() - began


def test_nobody_waits_twice_for_a_page_that_gives_nothing(
    ann: Browser, ben: Browser, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However awake it says it is, and however often it comes again."""
    monkeypatch.setattr(links, "PATIENCE", 4.0)
    monkeypatch.setattr(links, "AFTER_MISS", 1.5)
    monkeypatch.setattr(links, "REGAINED", 0.1)
    id, one, two = two_at_a_table(ann, ben)
    one.silent = True
    given, took = thrown(server, id, 1, one, two)
    assert given == ["german"]
    assert took > 3.9
    assert [m["text"] for m in two.seen if m["t"] == "chat" and "nobody waits" in m["text"]]
    one.send(t="ping")
    one.until("pong")
    one.close()
    again = Player.__new__(Player)
    again.chains, again.given, again.asked, again.silent = one.chains, one.given, [], True
    Page.__init__(again, ann, id, "en")
    given, took = thrown(server, id, 2, again, two)
    assert given == ["german"]
    assert took < 3.5
    again.silent = False
    while not again.asked:
        again.receive()
    again.give(again.asked[-1])  # too late for that one, but it is there
    table = server.hall.opened(id)
    assert table is not None
    wait_for(lambda: not table.mute)
    assert thrown(server, id, 3, again, two)[0] == ["allied", "german"]
    again.silent = True
    given, took = thrown(server, id, 4, again, two)
    assert given == ["german"]
    assert took < 3.5, "a second time it has less"
    assert thrown(server, id, 5, again, two)[1] < 1.5


@pytest.mark.parametrize("wrong", ["another link", "a link too early", "of the other seat"])
def test_a_link_that_was_not_pledged_counts_for_nothing(
    ann: Browser,
    ben: Browser,
    server: Running,
    monkeypatch: pytest.MonkeyPatch,
    wrong: str,
) -> None:
    monkeypatch.setattr(links, "PATIENCE", 0.3)
    _, one, two = two_at_a_table(ann, ben)
    one.do("default")
    follow(two, one.view["rev"])
    two.silent = True
    ref = two.send(t="order", text="default", rev=two.view["rev"])
    while not two.asked:
        one.receive()  # gives the link of the Allies
        two.receive()
    if wrong == "another link":
        two.give(two.asked[0], link=shared.above("x"))
    elif wrong == "a link too early":
        two.give(two.asked[0], place=1)
    else:
        two.give(two.asked[0], side="allied")
    assert two.until("done", "refused", id=ref)["t"] == "refused"


def test_another_browser_pledges_anew_and_everybody_is_told(
    ann: Browser, ben: Browser, server: Running
) -> None:
    id, one, two = two_at_a_table(ann, ben)
    play(one, two, 2)
    two.close()
    again = come(ben, id)  # the same cookie, but its secrets are lost
    assert "is a new one" in again.until("chat")["text"]
    follow(one, again.view["rev"])
    play(one, again, 4, seed=5)
    record = revealed(server, id)
    assert record.count("\npledge german ") == 2
    assert grognard.verify(record) == []


def test_a_table_that_was_left_and_opened_again_goes_on_with_its_chains(
    ann: Browser, ben: Browser, server: Running
) -> None:
    id, one, two = two_at_a_table(ann, ben)
    play(one, two, 2)
    before = revealed(server, id)
    server.restart()
    for page in (one, two):
        page.close()
    chains = one.chains, one.given, two.chains, two.given
    one, two = Player.__new__(Player), Player.__new__(Player)
    for page, browser, (kept, given) in ((one, ann, chains[:2]), (two, ben, chains[2:])):
        page.chains, page.given, page.asked, page.silent = kept, given, [], False
        Page.__init__(page, browser, id, "en")
    assert revealed(server, id) == before
    play(one, two, 4, seed=9)
    record = revealed(server, id)
    assert len(throws_of(record)) > len(throws_of(before))
    assert grognard.verify(record) == []
    assert record.count("\npledge ") == 2, "nobody had to pledge anew"


def dropped_throw(record: str) -> tuple[str, str]:
    line = throws_of(record)[0]
    return line + "\n", ""


def swapped_link(record: str) -> tuple[str, str]:
    line = throws_of(record)[0]
    link = line.split("german=")[1].split()[0]
    return link, link[:-1] + ("0" if link[-1] != "0" else "1")


def forgotten_seat(record: str) -> tuple[str, str]:
    line = throws_of(record)[0]
    return line, line.partition(" german=")[0]


def another_order(record: str) -> tuple[str, str]:
    line = throws_of(record)[0]
    bound = line.split()[3]
    return bound, shared.above(bound)


CHEATS: list[tuple[Callable[[str], tuple[str, str]], str]] = [
    (dropped_throw, "gaps"),
    (swapped_link, "pledged"),
    (forgotten_seat, "leaves out a seat"),
    (another_order, "another order"),
]


def test_what_was_changed_afterwards_does_not_hold(
    ann: Browser, ben: Browser, server: Running
) -> None:
    id, one, two = two_at_a_table(ann, ben)
    play(one, two, 3)
    record = revealed(server, id)
    for cheat, word in CHEATS:
        faults = grognard.verify(resealed(record, *cheat(record)))
        assert any(word in str(fault) for fault in faults), faults
    words = [word for line in throws_of(record) for word in line.split() if ":" in word]
    left_out = {}
    for seat, _, link in (word.partition("=") for word in words):
        left_out[seat, link] = grognard.verify(resealed(record, f"{seat}={link}", f"{seat}=-"))
    told = {str(fault) for faults in left_out.values() for fault in faults}
    assert all(left_out.values()), "no secret can be left out afterwards"
    assert any("die" in fault for fault in told)
    assert any("without its secret" in fault for fault in told), (
        "least of all by who gave the order"
    )


def test_the_number_of_the_secrets_matters_nobody_can_leave_one_out() -> None:
    """The dice of a throw change with every single secret."""
    top, *given = chain("ab" * 32)
    links: list[Plain] = [
        {"a": Given(0, given[0]), "b": Given(0, given[0])},
        {"a": Given(0, given[0]), "b": None},
        {"a": None, "b": Given(0, given[0])},
    ]
    faces = set()
    for seed in ("one", "two"):
        for each in links:
            dice = SharedDice(seed, [Pledge(1, "a", top), Throw(1, 0, "", each)])
            faces.add(tuple(dice.face(n) for n in range(20)))
    assert len(faces) == 6


def test_the_faces_of_shared_dice_are_equally_likely() -> None:
    top, *given = chain("cd" * 32)
    shares = [Throw(n + 1, n, "", {"a": Given(n, given[n])}) for n in range(3000)]
    dice = SharedDice("seed", [Pledge(1, "a", top), *shares])
    counts = [0] * 7
    for n in range(3000):
        counts[dice.face(n)] += 1
    expected = 500
    chi = sum((count - expected) ** 2 / expected for count in counts[1:])
    assert chi < 20.5, counts  # five degrees of freedom, one in a thousand


def test_a_chain_is_given_from_its_top_on() -> None:
    top, *given = chain("ef" * 32, 8)
    assert shared.leads_to(Given(0, given[0]), top)
    assert shared.leads_to(Given(3, given[3]), top)
    assert shared.leads_to(Given(3, given[3]), top, Given(1, given[1]))
    assert not shared.leads_to(Given(1, given[1]), top, Given(1, given[1])), "no link twice"
    assert not shared.leads_to(Given(1, given[0]), top)


def test_voids_and_pledges_survive_as_text() -> None:
    top, *given = chain("01" * 32)
    dice = SharedDice(
        "s",
        [
            Pledge(1, "a", top),
            Asked(1, "x"),
            Throw(1, 0, "x", {"a": Given(0, given[0])}),
            Asked(2, "y"),
            Throw(3, 2, "z", {"a": None}),
        ],
    )
    numbered = list(enumerate(dice.lines(), 1))
    again = SharedDice("s", shared.read(numbered, "text"))
    assert again.lines() == dice.lines()
    assert again.voids == [Asked(2, "y")]
    assert again.next == 4


def test_one_player_needs_no_shared_dice(ann: Browser) -> None:
    wish = {"game": "anzio", "seats": {"allied": "me", "german": "bot:random"}, "dice": "shared"}
    assert ann.http.post("/api/tables", json=wish).status_code == 422


def test_a_line_end_is_no_part_of_a_word(ann: Browser, ben: Browser) -> None:
    """A top with one would tear a line of the record."""
    made = ann.create(SEATS, dice="shared")
    ben.take(made["links"]["german"])
    page = ben.sit(made["id"])
    page.ws.send(json.dumps({"t": "pledge", "side": "german", "top": "a" * 64 + "\n"}))
    assert page.until("error", "view")["kind"] == "malformed"
    page.ws.send(json.dumps({"t": "chat", "id": "x\n", "text": "hello"}))
    assert page.until("error", "done")["kind"] == "malformed"
