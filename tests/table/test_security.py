"""Nothing that a client sends is trusted: each attack that we could think of."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed

import grognard
from grognard.table.keys import browser_key, hashed, seat_token
from grognard.table.limits import visitor
from grognard.table.server import create_app

from .players import BY_LINK, HOT_SEAT, LAX, Browser, Running, before_battle

EVIL = "https://evil.example"


# -- seats


def test_keys_have_at_least_128_bits() -> None:
    assert len({seat_token() for _ in range(100)} | {browser_key() for _ in range(100)}) == 200
    assert len(seat_token()) * 6 >= 128
    assert len(browser_key()) * 6 >= 128


def test_only_hashes_of_keys_are_stored(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    running = Running(str(path))
    try:
        ann = Browser(running.port)
        token = ann.create(BY_LINK)["links"]["german"].partition("seat=")[2]
    finally:
        running.stop()
    with sqlite3.connect(path) as db:
        dump = "\n".join(db.iterdump())
    assert hashed(token) in dump
    assert hashed(ann.cookie) in dump
    assert token not in dump
    assert ann.cookie not in dump


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(ann: Browser) -> None:
    seats = {"game": "anzio", "seats": HOT_SEAT}
    header = ann.http.post("/api/tables", json=seats).headers["set-cookie"].lower()
    assert "httponly" in header
    assert "samesite=lax" in header
    assert "secure" not in header


@pytest.fixture
def safe(tmp_path: Path) -> Iterator[TestClient]:
    """A browser that comes over TLS."""
    app = create_app(str(tmp_path / "tables.db"), limits=LAX, workers=1)
    with TestClient(app, base_url="https://127.0.0.1") as client:
        yield client


def _seats_at(client: TestClient, id: str, cookies: str) -> list[str]:
    """What a browser has at a table that comes with these cookies."""
    tables = client.get("/api/tables", headers={"Cookie": cookies}).json()
    return next((list(table["mine"]) for table in tables if table["id"] == id), [])


def _set(answer: Any, name: str) -> str:
    """The cookie of this name that an answer sets, with all that it says of it."""
    told = answer.headers.get_list("set-cookie")
    return str(next(c for c in told if c.startswith(f"{name}=")))


def test_over_tls_no_other_host_can_set_the_cookie(safe: TestClient) -> None:
    """A sibling domain plants the key of its owner: who takes a seat with it shares it with nobody."""
    wish = {"game": "anzio", "seats": BY_LINK}
    eve = safe.post("/api/tables", json=wish)
    told = _set(eve, "__Host-grognard")
    assert {"secure", "httponly", "path=/", "samesite=lax"} <= set(told.lower().split("; "))
    assert "domain" not in told.lower()
    key = told.partition("=")[2].partition(";")[0]
    safe.cookies.clear()
    planted = f"grognard={key}"
    made = safe.post("/api/tables", json=wish, headers={"Cookie": planted})
    own = _set(made, "__Host-grognard").partition(";")[0]
    assert own != f"__Host-{planted}"
    assert "Max-Age=0" in _set(made, "grognard")
    safe.cookies.clear()
    id = made.json()["id"]
    assert _seats_at(safe, id, own) == ["allied"]
    for cookies in (planted, f"__Host-{planted}", f"{own}x; {planted}"):
        assert _seats_at(safe, id, cookies) == []
    assert _seats_at(safe, id, f"{planted}; {own}; {planted}") == ["allied"]


def test_who_had_a_seat_before_tls_keeps_it(safe: TestClient) -> None:
    """He may come with the cookie of then; when he takes another seat he is given a new one, with the old seats."""
    wish = {"game": "anzio", "seats": HOT_SEAT}
    plain = "http://127.0.0.1/api/tables"
    before = safe.post(plain, json=wish)
    key, id = _set(before, "grognard").partition(";")[0], before.json()["id"]
    safe.cookies.clear()
    assert _seats_at(safe, id, key) == ["allied", "german"]
    keys = []
    for _ in range(5):  # the answer may be lost on its way
        after = safe.post("/api/tables", json=wish, headers={"Cookie": key})
        keys.append(_set(after, "__Host-grognard").partition(";")[0])
        safe.cookies.clear()
    held = [_seats_at(safe, id, own) for own in keys]
    assert held == [["allied", "german"]] * 3 + [[]] * 2  # and they do not grow without end
    again = safe.post("/api/tables", json=wish, headers={"Cookie": f"{keys[0]}; {key}"})
    assert _set(again, "__Host-grognard").partition(";")[0] == keys[0]


def test_a_link_that_is_no_use_costs_no_seat(safe: TestClient) -> None:
    """Only a key that the browser is given counts; who has the seat of a link by his old key does not ask himself."""
    wish = {"game": "anzio", "seats": BY_LINK}
    made = safe.post("http://127.0.0.1/api/tables", json=wish)
    key, id = _set(made, "grognard").partition(";")[0], made.json()["id"]
    token = made.json()["links"]["german"].partition("seat=")[2]
    plain, tls = f"http://127.0.0.1/api/tables/{id}/seat", f"/api/tables/{id}/seat"
    assert safe.post(plain, json={"token": token}, headers={"Cookie": key}).json()["mine"] == [
        "allied",
        "german",
    ]
    for _ in range(5):
        safe.cookies.clear()
        bad = safe.post(tls, json={"token": "none"}, headers={"Cookie": key})
        assert (bad.status_code, "set-cookie" in bad.headers) == (403, False)
    again = safe.post(tls, json={"token": token}, headers={"Cookie": key})
    assert (again.status_code, again.json()["mine"]) == (200, ["allied", "german"])
    own = _set(again, "__Host-grognard").partition(";")[0]
    safe.cookies.clear()
    assert _seats_at(safe, id, own) == ["allied", "german"]


def test_a_page_over_tls_comes_with_that_cookie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    running = Running(str(tmp_path / "tables.db"))
    try:
        ann = Browser(running.port)
        tls = {"X-Forwarded-Proto": "https"}
        wish = {"game": "anzio", "seats": HOT_SEAT}
        made = ann.http.post("/api/tables", json=wish, headers=tls)
        cookie = {"Cookie": _set(made, "__Host-grognard").partition(";")[0]}
        ann.http.cookies.clear()
        page = ann.sit(made.json()["id"], headers=tls | cookie)
        assert page.hello["seats"] == ["allied", "german"]
        assert ann.sit(made.json()["id"], headers=cookie).hello["seats"] == []
    finally:
        running.stop()


def test_a_guessed_or_foreign_token_gives_no_seat(ann: Browser, ben: Browser) -> None:
    one, other = ann.create(BY_LINK), ann.create(BY_LINK)
    foreign = other["links"]["german"].partition("seat=")[2]
    for token in ("guess", foreign, "' OR 1=1 --", foreign[:-1], "\x00", "é" * 50):
        answer = ben.http.post(f"/api/tables/{one['id']}/seat", json={"token": token})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    assert ben.sit(one["id"]).hello["seats"] == []


def test_a_made_up_cookie_is_nobody(ann: Browser) -> None:
    table = ann.create(HOT_SEAT)["id"]
    for cookie in ("x", hashed(ann.cookie), "A" * 43, "' OR '1'='1", "%00"):
        thief = Browser(ann.port)
        thief.http.cookies.set("grognard", cookie)
        page = thief.sit(table)
        assert page.hello["seats"] == []
        assert page.order("default")["kind"] == "seat"
        assert thief.http.get("/api/tables").json() == []


def test_a_key_that_somebody_planted_is_not_kept(ann: Browser) -> None:
    ann.http.cookies.set("grognard", "short")
    answer = ann.http.post("/api/tables", json={"game": "anzio", "seats": HOT_SEAT})
    assert "grognard=short" not in answer.headers["set-cookie"]


def test_the_seed_is_never_sent_before_the_end(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    running = Running(str(path))
    try:
        ann = Browser(running.port)
        table = ann.create(HOT_SEAT)["id"]
        page = ann.sit(table)
        page.do("default", "default")
        page.ask("at", at=1)
        page.until("answer", id=page.send(t="ask", what="report"))
        texts = [json.dumps(page.seen)]
        for part in ("record", "position", "position?at=1", "picture.svg"):
            texts.append(ann.http.get(f"/api/tables/{table}/{part}").text)
        texts.append(ann.http.get("/api/tables").text)
        texts.append(ann.http.post(f"/api/tables/{table}/verify", json={}).text)
        branch = ann.http.post(f"/api/tables/{table}/branch", json={"at": 2}).json()["id"]
    finally:
        running.stop()
    with sqlite3.connect(path) as db:
        bases = dict(db.execute("SELECT id, base FROM tables").fetchall())
    seeds = {id: grognard.load(base).seed for id, base in bases.items()}
    assert str(seeds[table]) not in "".join(texts)
    assert seeds[branch] != seeds[table]


# -- other sites


def test_other_sites_cannot_post(ann: Browser) -> None:
    for origin in (EVIL, "null", f"http://127.0.0.1:{ann.port}.evil.example", "http://localhost"):
        answer = ann.http.post(
            "/api/tables", json={"game": "anzio", "seats": HOT_SEAT}, headers={"Origin": origin}
        )
        assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "origin")
    own = {"Origin": f"http://127.0.0.1:{ann.port}"}
    seats = {"game": "anzio", "seats": HOT_SEAT}
    assert ann.http.post("/api/tables", json=seats, headers=own).status_code == 201


def test_a_form_cannot_post(ann: Browser) -> None:
    body = '{"game":"anzio","seats":{"allied":"me","german":"me"}}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = ann.http.post("/api/tables", content=body, headers={"Content-Type": kind})
        assert answer.status_code == 415


def test_other_sites_cannot_open_a_websocket(ann: Browser) -> None:
    table = ann.create(HOT_SEAT)["id"]
    with pytest.raises(ConnectionClosed) as closed:
        ann.sit(table, headers={"Origin": EVIL})
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", "/nowhere", "/client/nothing.js"])
def test_every_answer_wears_its_headers(ann: Browser, path: str) -> None:
    headers = ann.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


# -- paths and texts


@pytest.mark.parametrize(
    "path",
    [
        "/client/../server.py",
        "/client/%2e%2e/server.py",
        "/client/..%2fserver.py",
        "/client//etc/passwd",
        "/client/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/t/../../etc/passwd",
        "/api/tables/..%2f..%2fetc%2fpasswd/record",
        "/api/tables/%00/record",
        "/api/tables/'%20OR%201=1--/record",
    ],
)
def test_no_path_is_built_from_what_is_asked(ann: Browser, path: str) -> None:
    request = ann.http.build_request("GET", f"http://127.0.0.1:{ann.port}/")
    request.url = request.url.copy_with(raw_path=path.encode())
    answer = ann.http.send(request)
    assert answer.status_code in (404, 400)
    assert "root:" not in answer.text
    assert "import" not in answer.text


@pytest.mark.parametrize(
    "text",
    [
        "/etc/passwd",
        "pyproject.toml",
        "../../../../etc/passwd",
        "grognard record 1",
        "grognard position 1\x00\ngame anzio\n",
        "grognard position 1\ngame ../../etc\n",
        "grognard position 1\ngame anzio\nscenario ../x\n",
        "grognard position 1\ngame anzio\noptions ../x\n",
        "grognard position 1\ngame anzio\nturn x\n",
        "grognard position 1\ngame anzio\nmap flat even 0101 9999\n",
        "grognard record 1\ngame anzio\nruleset 1\n" + "allied default\n" * 10,
        "grognard position 1\n" + "x" * 100_000,
    ],
)
def test_an_import_reads_no_file_and_breaks_nothing(ann: Browser, text: str) -> None:
    answer = ann.http.post("/api/tables/import", json={"record": text})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "record")
    assert "root:" not in answer.text


def test_an_altered_record_is_not_accepted(ann: Browser) -> None:
    record = grognard.new("anzio", seed=1).record
    answer = ann.http.post(
        "/api/tables/import", json={"record": record.replace("seed 1", "seed 2")}
    )
    assert answer.status_code == 422


def test_a_record_full_of_take_backs_is_not_worked_through(ann: Browser) -> None:
    text = before_battle()
    attack = grognard.load(text).legal_actions[0].text
    text += f"then allied {attack}\n" + "then takeback: dice go on at 99\n" * 15_000
    began = time.monotonic()
    answer = ann.http.post("/api/tables/import", json={"record": text})
    assert answer.status_code == 422
    assert "take-backs" in answer.json()["error"]["text"]
    assert time.monotonic() - began < 10


def test_names_and_places_cannot_carry_markup(ann: Browser) -> None:
    evil = '<script>alert(1)</script>"&'
    made = ann.create(HOT_SEAT, name=evil + "\x00\n")
    (listed,) = ann.http.get("/api/tables").json()
    assert listed["name"] == evil
    assert ann.http.get("/api/tables").headers["content-type"] == "application/json"
    text = (
        "grognard position 1\ngame anzio\nmap flat even 0101 0303\n"
        f"  . . .\n  . . .\n  . . .\nplace town 0202 {evil}\nturn 1\nphase movement allied\n"
    )
    drawn = ann.bring(text)
    for part in ("map.svg", "picture.svg"):
        svg = ann.http.get(f"/api/tables/{drawn}/{part}").text
        assert "alert(1)" in svg
        tags = {node.tag.rpartition("}")[2] for node in ElementTree.fromstring(svg).iter()}
        assert "script" not in tags
    assert ann.sit(made["id"]).hello["table"]["name"] == evil


def test_chat_is_plain_text(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.send(t="chat", text="a\x00b\u202ec\r\nd")
    assert page.until("chat")["text"] == "a b c d"
    answer = page.until("refused", id=page.send(t="chat", text="\x00\x01"))
    assert answer["kind"] == "malformed"


# -- sizes, shapes, rates


def test_bodies_are_bounded(ann: Browser) -> None:
    long = {"game": "anzio", "seats": HOT_SEAT, "name": "x" * 17_000}
    assert ann.http.post("/api/tables", json=long).status_code == 413
    huge = {"record": "x" * 1_100_000}
    assert ann.http.post("/api/tables/import", json=huge).status_code == 413

    def drip() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 1000

    headers = {"Content-Type": "application/json"}
    assert ann.http.post("/api/tables", content=drip(), headers=headers).status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b'{"game":"anzio"}',
        b'{"game":1,"seats":{}}',
        b'{"game":"anzio","seats":{"allied":"me","german":"me"},"extra":1}',
        b'{"game":"anzio","seats":' + b'{"a":' * 5000 + b"}" * 5000 + b"}",
        b'\xff\xfe{"game"',
        b'{"game":"\\ud800","seats":{}}',
    ],
)
def test_malformed_bodies_are_refused(ann: Browser, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    assert ann.http.post("/api/tables", content=body, headers=headers).status_code in (400, 413)


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"},
        {"game": "../anzio"},
        {"scenario": "nowhere"},
        {"options": ["99"]},
        {"seats": {}},
        {"seats": {"allied": "me"}},
        {"seats": {"allied": "me", "german": "bot:nobody"}},
        {"seats": {"allied": "me", "german": "you"}},
        {"seats": {"allied": "me", "german": "me", "dice": "me"}},
    ],
)
def test_tables_that_cannot_be_are_refused(ann: Browser, wish: dict[str, Any]) -> None:
    answer = ann.http.post("/api/tables", json={"game": "anzio", "seats": HOT_SEAT} | wish)
    assert answer.status_code == 422
    assert answer.json()["error"]["text"]


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "x",
        "[]",
        "{}",
        '{"t":"order"}',
        '{"t":"order","id":"","rev":0,"text":"default"}',
        '{"t":"order","id":"a b","rev":0,"text":"default"}',
        '{"t":"order","id":"a","rev":-1,"text":"default"}',
        '{"t":"order","id":"a","rev":"0","text":"default"}',
        '{"t":"order","id":"a","rev":0,"text":""}',
        '{"t":"order","id":"a","rev":0,"text":"default","admin":true}',
        '{"t":"order","id":"a","rev":1e400,"text":"default"}',
        '{"t":"order","id":"' + "a" * 65 + '","rev":0,"text":"default"}',
        '{"t":"order","id":"a","rev":0,"text":"' + "x" * 1001 + '"}',
        '{"t":"ask","id":"a","what":"seed"}',
        '{"t":"pace","ms":-1}',
        '{"t":"pace","ms":99999}',
        '{"t":"chat","id":"a","text":"' + "x" * 501 + '"}',
        '{"t":"hello"}',
    ],
)
def test_malformed_frames_are_answered_and_forgotten(ann: Browser, frame: str) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.ws.send(frame)
    assert page.until("error")["kind"] == "malformed"
    page.do("default")


def test_bytes_are_no_messages(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.ws.send(b'{"t":"order","id":"a","rev":0,"text":"default"}')
    assert page.until("error")["kind"] == "malformed"


def test_a_frame_that_is_too_long_ends_the_connection(ann: Browser) -> None:
    table = ann.create(HOT_SEAT)["id"]
    page = ann.sit(table)
    page.ws.send("x" * 17_000)
    with pytest.raises(ConnectionClosed) as closed:
        page.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    ann.sit(table).do("default")


def test_an_unknown_table_closes_the_connection(ann: Browser) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        ann.sit("nowhere")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Running]:
    limits = replace(
        LAX,
        requests=(0.001, 30),
        tables=(0.001, 3),
        seats=(0.001, 4),
        messages=(0.001, 10),
        strikes=5,
        connections=3,
    )
    running = Running(str(tmp_path / "tables.db"), limits)
    yield running
    running.stop()


def test_rates_are_bounded(strict: Running) -> None:
    ann = Browser(strict.port)
    wish = {"game": "anzio", "seats": BY_LINK}
    made = [ann.http.post("/api/tables", json=wish) for _ in range(4)]
    assert [answer.status_code for answer in made] == [201, 201, 201, 429]
    assert made[3].headers["retry-after"]
    table = made[0].json()["id"]
    tries = [ann.http.post(f"/api/tables/{table}/seat", json={"token": str(n)}) for n in range(5)]
    assert [answer.status_code for answer in tries] == [403] * 4 + [429]
    page = ann.sit(table)
    for _ in range(16):
        page.send(t="ping")
    assert [page.until("pong", "error")["t"] for _ in range(11)] == ["pong"] * 10 + ["error"]
    with pytest.raises(ConnectionClosed) as closed:
        page.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    pages = [ann.sit(table) for _ in range(3)]
    with pytest.raises(ConnectionClosed):
        ann.sit(table)
    assert len(pages) == 3
    statuses = {ann.http.get("/healthz").status_code for _ in range(30)}
    assert statuses == {200, 429}


# -- out of turn


@pytest.mark.parametrize(
    ("host", "who"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1:dead::beef", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_who_counts_as_one_visitor(host: str, who: str) -> None:
    assert visitor(host) == who


def test_whoever_has_a_whole_network_has_no_more_than_others(tmp_path: Path) -> None:
    app = create_app(str(tmp_path / "tables.db"), limits=replace(LAX, requests=(0.0, 2)), workers=1)

    def status(host: str) -> int:
        client = TestClient(app, "http://localhost", client=(host, 1))
        return int(client.get("/api/openapi.json").status_code)

    assert [status(f"2001:db8::{n}") for n in range(3)] == [200, 200, 429]
    assert status("2001:db8:0:1::1") == 200


def test_no_coarse_order_plays_for_the_other_side(ann: Browser, ben: Browser) -> None:
    made = ann.create(BY_LINK)
    ben.take(made["links"]["german"])
    one = ann.sit(made["id"])
    for text in ("default default", "default place GE-HG-A 0101", "german default", "roll 6"):
        assert one.order(text)["t"] == "refused"
    assert one.view["length"] == 0


def test_dice_cannot_be_chosen(ann: Browser) -> None:
    page = ann.sit(ann.bring(before_battle()))
    for text in ("roll 6", "attack 0704 go roll 6"):
        assert page.order(text)["t"] == "refused"
    answer = page.order("roll 6", side="dice")
    assert (answer["t"], answer["kind"]) == ("refused", "illegal")


def test_another_browsers_references_are_its_own(ann: Browser, ben: Browser) -> None:
    made = ann.create(BY_LINK)
    ben.take(made["links"]["german"])
    one, two = ann.sit(made["id"]), ben.sit(made["id"])
    one.order("default", id="same")
    two.until("view")
    assert two.order("default", id="same") == {"t": "done", "id": "same", "rev": 2}


def test_the_cheaters_list_names_tests_that_are_there() -> None:
    here = Path(__file__).parent
    named = set(re.findall(r"`(test_\w+)`", (here.parents[1] / "docs/cheating.md").read_text()))
    files = here.rglob("test_*.py")
    there = {name for f in files for name in re.findall(r"def (test_\w+)", f.read_text())}
    assert len(named) > 80
    assert named - there == set()
