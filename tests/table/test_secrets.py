"""Hidden information never leaves the server: two games that differ only in what is hidden from a
seat look the same to it, byte for byte, in everything that it is sent or may ask for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from tests.engine.fog import COUNTERS, FogOfWar, in_the_box

import grognard
from grognard.engine.words import Say
from grognard.locale import translator
from grognard.table import hall, server, show, thinking, turns, web
from grognard.table.room import Room

from .players import Browser, Page, Plain, Running

BLUE, RED, WATCHER = "blue", "red", "spectator"
BY_LINK = {BLUE: "me", RED: "link"}
HEXES = [f"{column:02}{row:02}" for column in range(1, 6) for row in range(1, 4)]
NEAR = ["0101", "0201", "0302", "0303", "0401"]
UNITS = ["blue-1", "blue-2", "red-1", "red-2", *COUNTERS]


class OpenFog(FogOfWar):
    """The same game with everything open, to see what would be told without the veil."""

    hides: ClassVar[bool] = False


class Here(thinking.Pool):
    """A pool in this process, which knows the game of these tests."""

    async def run(self, who: str, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(work, *args, **kwargs)


@contextmanager
def serving(folder: Path, rules: type[FogOfWar] = FogOfWar) -> Iterator[Running]:
    """A server that knows the game and draws the same names, keys, times and seeds every time."""
    names = count()
    with in_the_box(rules), pytest.MonkeyPatch.context() as patch:
        patch.setattr(hall, "table_id", lambda: f"table-{next(names)}")
        patch.setattr(hall, "seat_token", lambda: f"token-{next(names)}")
        patch.setattr(web, "browser_key", lambda: f"browser-key-number-{next(names)}")
        patch.setattr(hall, "now", lambda: "2026-01-01T00:00:00.000+00:00")
        for module in ("course", "dice"):
            patch.setattr(f"grognard.engine.{module}.fresh_seed", lambda: "a-seed")
        patch.setattr("grognard.table.chairs.now", lambda: "2026-01-01T00:00:00.000+00:00")
        patch.setattr("grognard.table.sitting.now", lambda: "2026-01-01T00:00:00.000+00:00")
        patch.setattr(server, "Pool", Here)
        folder.mkdir()
        running = Running(str(folder / "tables.db"))
        yield running
        running.stop()


class Eyes:
    """Somebody at the table, and everything that reaches him, by where it came from."""

    def __init__(self, browser: Browser, table: str) -> None:
        self.browser, self.table = browser, table
        self.page: Page = browser.sit(table)
        self.refs = count()
        self.heard: list[tuple[str, Any]] = []

    def listen(self, label: str, **message: Any) -> Plain:
        """Send something, and keep all that arrives until it is answered; a pong is the last."""
        if message["t"] in ("order", "undo", "consent", "chat", "ask"):
            message["id"] = f"m{next(self.refs)}"
        already = len(self.page.raw)
        self.page.send(**message)
        self.page.send(t="ping")
        self.page.until("pong")
        self.heard.append((label, self.page.raw[already:]))
        return self.page.seen[-2] if len(self.page.raw) > already + 1 else {}

    def wait(self) -> None:
        self.listen("news", t="ping")
        self.page.until("pong")

    def fetch(self, label: str, method: str, path: str, **more: Any) -> None:
        path = f"/api/tables{path and f'/{self.table}/{path}'}"
        answer = self.browser.http.request(method, path, **more)
        headers = [(k, v) for k, v in answer.headers.items() if k != "date"]
        self.heard.append((label, (answer.status_code, headers, answer.content)))

    def look(self, *, everywhere: bool = False) -> None:
        """Ask for everything that can be asked for: now, or of every moment and hex."""
        self.wait()
        rev, length = self.page.view["rev"], self.page.view["length"]
        for path in ("record", "position", "picture.svg", "embed.svg", "map.svg", "rules/2.0"):
            self.fetch(path, "GET", path)
        for at in range(length) if everywhere else [length // 2]:
            self.fetch("position at", "GET", f"position?at={at}")
            self.fetch("embed at", "GET", f"embed.svg?at={at}")
            self.listen("at", t="ask", what="at", at=at)
            self.listen("log", t="ask", what="log", at=at)
            self.listen("advice", t="ask", what="advice", at=at, name="lieutenant")
        self.fetch("picture at", "GET", f"picture.svg?at={length // 2}&theme=dark")
        if everywhere:
            self.fetch("picture.png", "GET", "picture.png")
        self.fetch("tables", "GET", "")
        self.fetch("verify", "POST", "verify", json={})
        self.fetch("branch", "POST", "branch", json={"at": length})
        for label in HEXES if everywhere else NEAR:
            self.listen("hex", t="ask", what="hex", hex=label)
            self.listen("odds", t="ask", what="odds", text=f"attack {label}")
        for unit in UNITS if everywhere else UNITS[::2]:
            self.listen("of", t="ask", what="of", unit=unit)
            self.listen("reach", t="ask", what="reach", unit=unit)
            for to in ("0201", "0401"):
                self.listen("why", t="ask", what="why", text=f"move {unit} {to}")
        self.listen("overlay", t="ask", what="overlay")
        self.listen("report", t="ask", what="report")
        for lang in ("pl", "en"):
            self.listen("greeting", t="lang", lang=lang)
        if self.page.view["decision"] and not self.page.view["decision"]["mine"]:
            self.listen("order", t="order", rev=rev, text="pass")
            self.listen("stale", t="order", rev=rev + 1, text="pass")
        self.listen("consent", t="consent", yes=True)
        self.listen("nonsense", t="nonsense")


class Game:
    """A game between blue and red, watched by somebody, played the same way whatever is hidden."""

    def __init__(self, running: Running, blue: str, red: str, mine: str) -> None:
        self.blue = [blue, *({"LION", "HARE"} - {blue})]
        self.red = [red, *({"WOLF", "MOUSE"} - {red})]
        ann, ben = Browser(running.port), Browser(running.port)
        made = ann.create(BY_LINK, game="fog")
        ben.take(made["links"][RED])
        self.id = made["id"]
        self.eyes = {BLUE: Eyes(ann, self.id)}
        self.eyes[RED] = Eyes(ben, self.id)
        self.eyes[WATCHER] = Eyes(Browser(running.port), self.id)
        self.look()
        self.play(BLUE, f"first {blue}")
        self.play(RED, f"first {red}")
        self.play(RED, f"mine {mine}")

    def look(self, *, everywhere: bool = False) -> None:
        for eyes in self.eyes.values():
            eyes.look(everywhere=everywhere)

    def play(self, side: str, order: str) -> None:
        """Give an order in small steps; everybody looks after each."""
        words = order.split()
        small = [" ".join(words[i : i + 2]) for i in range(0, len(words), 2)]
        for text in small:
            eyes = self.eyes[side]
            done = eyes.listen("done", t="order", rev=eyes.page.view["rev"], text=text, side=side)
            assert done["t"] == "done", done
            self.look()

    def up_to_the_meeting(self) -> None:
        """Moves, a take-back that needs consent, one that is free, a line of chat: nobody meets."""
        blue, red = self.eyes[BLUE], self.eyes[RED]
        self.play(BLUE, f"move {self.blue[0]} to 0201")
        self.play(RED, "pass")
        self.play(BLUE, f"move {self.blue[1]} to 0203")
        red.listen("undo", t="undo", rev=red.page.view["rev"])
        blue.wait()
        blue.listen("answer", t="consent", yes=False)
        self.look()
        self.play(RED, f"move {self.red[0]}")
        red.listen("undo", t="undo", rev=red.page.view["rev"])
        self.play(RED, f"move {self.red[0]} to 0401")
        blue.listen("chat", t="chat", text="your move was slow")
        self.look(everywhere=True)
        assert not any(p["marks"] for p in red.page.view["pieces"])

    def meet(self) -> None:
        self.play(BLUE, f"move {self.blue[0]} to 0301")

    def close(self) -> None:
        for eyes in self.eyes.values():
            eyes.page.close()

    def heard(self, seat: str) -> list[tuple[str, Any]]:
        return self.eyes[seat].heard


BASE = {"blue": "LION", "red": "MOUSE", "mine": "0302"}
OTHER = {"blue": "HARE", "red": "WOLF", "mine": "0303"}
HIDDEN_FROM = {
    BLUE: BASE | {"red": OTHER["red"], "mine": OTHER["mine"]},
    RED: BASE | {"blue": OTHER["blue"]},
    WATCHER: OTHER,
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Game]:
    """Games up to the meeting, one for each way to lay the counters."""
    folder, made = tmp_path_factory.mktemp("secrets"), {}

    def game(rules: type[FogOfWar] = FogOfWar, **hidden: str) -> Game:
        key = (rules.__name__, *hidden.values())
        if key not in made:
            with serving(folder / "-".join(key), rules) as running:
                made[key] = Game(running, **hidden)
                made[key].up_to_the_meeting()
                made[key].close()
        return made[key]

    return game


@pytest.mark.parametrize("seat", [BLUE, RED, WATCHER])
def test_games_that_differ_in_what_is_hidden_look_the_same(
    games: Callable[..., Game], seat: str
) -> None:
    one, two = games(**BASE).heard(seat), games(**HIDDEN_FROM[seat]).heard(seat)
    assert len(one) > 500
    for mine, theirs in zip(one, two, strict=True):
        assert mine == theirs


TELLING = {
    "at",
    "embed.svg",
    "embed at",
    "greeting",
    "hex",
    "news",
    "odds",
    "of",
    "overlay",
    "picture at",
    "picture.svg",
}
TELLING |= {"picture.png", "position", "position at", "reach", "record", "stale", "why"}


@pytest.mark.parametrize("seat", [BLUE, RED, WATCHER])
def test_every_way_would_tell_without_the_veil(games: Callable[..., Game], seat: str) -> None:
    """What the test above compares depends on the secrets, each of the ways."""
    one = games(OpenFog, **BASE).heard(seat)
    two = games(OpenFog, **HIDDEN_FROM[seat]).heard(seat)
    differing = {a for (a, mine), (_, theirs) in zip(one, two, strict=True) if mine != theirs}
    assert TELLING - differing == set()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "one") as found:
        yield found


def told(page: Page) -> str:
    """Everything that a page has been sent."""
    return "\n".join(page.raw)


def until_rev(page: Page, rev: int) -> None:
    while page.view["rev"] < rev:
        page.until("view")


def test_a_reveal_is_told_to_all_and_is_not_taken_back_freely(running: Running) -> None:
    game = Game(running, **BASE)
    for side, order in ((BLUE, "move LION to 0201"), (RED, "move MOUSE to 0401")):
        game.play(side, order)
    blue, red, watcher = (game.eyes[seat].page for seat in (BLUE, RED, WATCHER))
    assert blue.view["undo"]["needs_consent"] is True
    blue.do("move LION")
    assert blue.view["undo"] == {
        "free": True,
        "needs_consent": False,
        "marked": False,
        "order": True,
    }
    for page in (red, watcher):
        assert "LION" not in {piece["id"] for piece in page.view["pieces"]}
    blue.do("to 0301")
    assert blue.view["undo"] == {
        "free": False,
        "needs_consent": True,
        "marked": True,
        "order": False,
    }
    for page in (red, watcher):
        until_rev(page, blue.view["rev"])
        assert "LION is at 0301" in [row["text"] for row in page.log]
        ids = {piece["id"] for piece in page.view["pieces"]}
        assert "LION" in ids
        assert "HARE" not in ids
    game.close()


def test_the_end_opens_everything(running: Running) -> None:
    game = Game(running, **BASE)
    blue, red, watcher = (game.eyes[seat].page for seat in (BLUE, RED, WATCHER))
    http = game.eyes[WATCHER].browser.http
    assert http.get(f"/api/tables/{game.id}/record").json()["error"]["kind"] == "secret"
    while not blue.view["outcome"]:
        page = blue if blue.view["decision"]["mine"] else red
        page.do("pass")
        for other in (blue, red, watcher):
            until_rev(other, page.view["rev"])
    for page in (blue, red, watcher):
        texts = [row["text"] for row in page.log]
        assert {"first LION", "first MOUSE", "the mine lies at 0302"} <= {*texts}
        assert [p["id"] for p in page.view["pieces"]] == ["LION", "HARE", "MOUSE", "WOLF"]
        earlier = page.ask("at", at=3)["view"]
        assert [p["id"] for p in earlier["pieces"]] == ["LION", "HARE", "MOUSE", "WOLF"]
        assert page.ask("report")["t"] == "answer"
        assert page.view["seed"] == "a-seed"
    record = http.get(f"/api/tables/{game.id}/record").text
    assert grognard.verify(record) == []
    assert "blue first LION" in record
    assert "LION" in http.get(f"/api/tables/{game.id}/position?at=4").text
    assert http.post(f"/api/tables/{game.id}/branch", json={"at": 4}).status_code == 201
    refused = blue.undo()
    assert (refused["t"], refused["kind"]) == ("refused", "undo")
    assert "game is over" in refused["text"]
    game.close()


def test_two_at_one_screen_choose_in_turn(running: Running) -> None:
    """The screen is that of the side that chooses in secret; who plays both may have the record."""
    ann = Browser(running.port)
    id = ann.create({BLUE: "me", RED: "me"}, game="fog")["id"]
    page = ann.sit(id)
    assert page.view["eyes"] == BLUE
    page.do("first HARE")
    assert page.view["decision"]["side"] == page.view["eyes"] == RED
    assert [row["text"] for row in page.log] == ["the Blue player decides in secret"]
    assert "HARE" not in json.dumps(page.view)
    page.do("first WOLF", "mine 0303")
    assert [row["text"] for row in page.log][:2] == [
        "first HARE",
        "the Red player decides in secret",
    ]
    assert "WOLF" not in json.dumps([page.view, page.log])
    assert [(m["news"], m["eyes"]) for m in page.seen if m["t"] == "events"][-2:] == [
        (False, BLUE),
        (True, BLUE),
    ], "the log is told again to other eyes, then what has just happened"
    assert "blue first HARE" in ann.http.get(f"/api/tables/{id}/record").text
    assert ann.http.post(f"/api/tables/{id}/branch", json={"at": 2}).status_code == 201
    assert "WOLF" not in ann.http.get(f"/api/tables/{id}/position").text
    page.close()


def test_two_at_one_screen_see_what_lies_open(running: Running) -> None:
    """As at a board: what a side hides is shown only while it chooses in secret."""
    ann = Browser(running.port)
    page = ann.sit(ann.create({"axis": "me", "allied": "me"}, game="gazala1942")["id"])
    page.do("default", "default", "pass", "pass")
    assert page.view["decision"]["side"] == page.view["eyes"] == "axis"
    page.do("note 2131")
    assert page.view["decision"]["side"] == "axis"
    assert page.view["eyes"] == WATCHER
    assert "2131" not in json.dumps([page.view, page.log])
    page.close()


def test_a_bot_is_told_no_more_than_a_player(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It thinks over what its seat may know, and whom it plays against learns no more of it."""
    read: list[str] = []

    def think(bot: str, game: str, position: str, *rest: Any) -> Any:
        read.append(position)
        return thinking.think(bot, game, position, *rest)

    monkeypatch.setattr(turns, "think", think)
    ben = Browser(running.port)
    page = ben.sit(ben.create({BLUE: "bot:random", RED: "me"}, game="fog")["id"])
    page.send(t="pace", ms=0)
    shown: set[str] = set()
    while not page.view["outcome"]:
        shown |= {piece["id"] for piece in page.view["pieces"] if "up" in piece["marks"]}
        assert not [name for name in {"LION", "HARE"} - shown if name in told(page)]
        if page.view["decision"]["mine"]:
            texts = [action["text"] for action in page.view["decision"]["actions"]]
            page.do(next((t for t in texts if t.startswith(("first", "mine", "pass"))), texts[0]))
        else:
            page.until("view")
    assert len(read) > 4
    for text in read:
        for name in ("WOLF", "MOUSE"):
            assert name not in text or f"{name} up" in text
    page.close()


def test_what_fails_in_a_bot_tells_nothing(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(*_: str) -> Any:
        raise RuntimeError("LION cannot be found")

    monkeypatch.setattr(turns, "think", think)
    ben = Browser(running.port)
    page = ben.sit(ben.create({BLUE: "bot:random", RED: "me"}, game="fog")["id"])
    assert page.until("error")["kind"] == "bot"
    assert "LION" not in told(page)
    page.close()


def test_the_reasons_of_a_bot_are_for_its_own_side_until_the_end() -> None:
    with in_the_box():
        room = Room(grognard.new("fog", seed=1).record)
        room.order("first LION", BLUE, (("1.1", Say("the lion lies in {hex}", hex="0101")),))
        why = {
            seat: [
                row.get("why") for row in show.rows(room, 0, 99, room.sight(seat), translator("en"))
            ]
            for seat in (BLUE, RED, WATCHER)
        }
        told = [{"rule": "1.1", "text": "the lion lies in 0101"}]
        assert why == {BLUE: [told], RED: [None], WATCHER: [None]}
        for order in ("first MOUSE", "mine 0301", *["pass"] * 24):
            room.order(order, str(room.game.side))
        assert room.over
        first = show.rows(room, 0, 99, room.sight(RED), translator("en"))[0]
        assert first["why"] == told


def nonsense(rng: Random, page: Page) -> Plain:
    """A message of some kind; whoever sends it names no counter of the enemy."""
    words = [*HEXES, "blue-1", "red-2", "move", "to", "pass", "attack", "mine", "first"]
    text = " ".join(rng.choices(words, k=rng.randint(1, 4)))
    made: Plain = {"t": rng.choice(["order", "undo", "consent", "ask", "ask", "ask", "lang"])}
    match made["t"]:
        case "order":
            made |= {"rev": max(0, page.view["rev"] - rng.choice([0, 0, 1])), "text": text}
        case "undo":
            made["rev"] = page.view["rev"]
        case "consent":
            made["yes"] = rng.random() < 0.8
        case "lang":
            made["lang"] = rng.choice(["en", "pl", "it"])
        case _:
            what = ["of", "reach", "why", "odds", "hex", "at", "overlay", "report"]
            made |= {"what": rng.choice(what), "unit": rng.choice(words), "text": text}
            made |= {"hex": rng.choice(HEXES), "at": rng.randint(0, page.view["length"])}
    return made


@pytest.mark.parametrize("seed", range(4))
def test_no_question_whatever_tells_a_secret(running: Running, seed: int) -> None:
    """Blue plays at random; red and a watcher send anything and learn of no counter face down."""
    rng = Random(seed)
    ann, ben, eve = (Browser(running.port) for _ in range(3))
    made = ann.create(BY_LINK, game="fog")
    ben.take(made["links"][RED])
    blue, red, watcher = pages = [one.sit(made["id"]) for one in (ann, ben, eve)]
    paths = ("record", "position", "picture.svg", "position?at=3", "picture.svg?at=2", "embed.svg")
    shown: set[str] = set()

    def all_hear() -> None:
        for page in pages:
            page.send(t="ping")
            page.until("pong")
        shown.update(p["id"] for p in watcher.view["pieces"] if "up" in p["marks"])

    for _ in range(120):
        all_hear()
        if blue.view["outcome"]:
            break
        player = blue if blue.view["decision"]["mine"] else red
        if player is blue or rng.random() < 0.5:
            player.order(rng.choice(player.view["decision"]["actions"])["text"])
        all_hear()
        if blue.view["outcome"]:
            break
        for page in (red, watcher):
            page.send(**nonsense(rng, page))
        fetched = rng.choice([ben, eve]).http.get(f"/api/tables/{made['id']}/{rng.choice(paths)}")
        all_hear()
        if blue.view["outcome"]:
            break
        heard = told(red) + told(watcher) + fetched.text
        for name in {"LION", "HARE"} - shown:
            assert name not in heard
            assert name.title() not in heard
        assert not [name for name in {"WOLF", "MOUSE"} - shown if name in told(watcher)]
        assert "a-seed" not in heard
    assert blue.view["rev"] > 10
    for page in pages:
        page.close()
