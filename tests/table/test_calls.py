"""Your turn: told by e-mail or webhook, once, to who asked for it and does not look."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.table import carriers
from grognard.table.carriers import Failed, Letter
from grognard.table.office import Office, Smtp, from_settings, is_address, is_hook, is_public
from grognard.table.schema import StoreFault

from .mailmen import URL, Mailman, mailman, receiver, text_of, ticket_of
from .players import BY_LINK, HOT_SEAT, LAX, Browser, Page, Plain, Running, wait_for

QUICK = replace(LAX, call_delay=0.0, call_pause=0.0)


@pytest.fixture(autouse=True)
def watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    """The post looks often for letters that are due again."""
    monkeypatch.setattr("grognard.table.post.LONGEST_WAIT", 0.1)


@pytest.fixture
def man() -> Iterator[Mailman]:
    with mailman() as one:
        yield one


@contextmanager
def running(database: str, office: Office, **limits: Any) -> Iterator[Running]:
    server = Running(database, replace(QUICK, **limits), office)
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database for one test."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    made: str = request.getfixturevalue("postgres")()
    return made


def wish(browser: Browser, id: str, target: str, kind: str = "mail", side: str = "german") -> Any:
    body = {"side": side, "kind": kind, "target": target}
    return browser.http.post(f"/api/tables/{id}/calls", json=body)


def answer(browser: Browser, what: str, ticket: str) -> int:
    return browser.http.post(f"/api/calls/{what}", json={"ticket": ticket}).status_code


def letters(server: Running) -> list[Any]:
    """Those that wait to go out."""
    sql = "SELECT table_id, side, what, due FROM letters"
    return server.ask(server.hall.store.read(lambda run: run(sql)))


def none_waits(server: Running) -> None:
    wait_for(lambda: not letters(server))


def sat_down(server: Running, **how: Any) -> tuple[Browser, Browser, str]:
    """Ann with the Allies, Ben with the Germans, and their table; the Allies decide."""
    ann, ben = Browser(server.port), Browser(server.port)
    made = ann.create(BY_LINK, **how)
    ben.take(made["links"]["german"])
    return ann, ben, made["id"]


def called(server: Running, man: Mailman, ben: Browser, id: str, to: str) -> None:
    """Ben is called there from now on."""
    before = len(man.letters)
    assert wish(ben, id, to).status_code == 200
    wait_for(lambda: len(man.letters) > before)
    ticket = ticket_of(text_of(man.letters[-1]), "confirm")
    assert answer(Browser(server.port), "confirm", ticket) == 200
    none_waits(server)
    man.letters.clear()


def test_a_player_is_told_once_he_has_confirmed(fresh: str, man: Mailman) -> None:
    with running(fresh, man.office) as server:
        ann, ben, id = sat_down(server, name="Buy now http://spam.example", names={"allied": "Ann"})
        one = ann.sit(id)
        asked = wish(ben, id, "ben@example.net").json()
        assert asked == {
            "kinds": ["mail"],
            "calls": [
                {"side": "german", "kind": "mail", "target": "b…@example.net", "confirmed": False}
            ],
        }
        (letter,) = wait_for(lambda: man.letters)
        assert letter["To"] == "ben@example.net"
        assert letter["From"] == "Grognard <table@example.org>"
        assert "spam" not in text_of(letter)
        assert "Ann" not in text_of(letter)
        none_waits(server)
        two = turned_away(ben, id)
        one.do("default")  # not confirmed yet
        none_waits(server)
        assert len(man.letters) == 1
        ticket = ticket_of(text_of(letter), "confirm")
        assert answer(ann, "stop", ticket) == 404
        assert answer(ann, "confirm", ticket[:-1] + ("0" if ticket[-1] != "0" else "1")) == 404
        assert answer(ann, "confirm", ticket) == 200
        assert ben.http.get(f"/api/tables/{id}/calls").json()["calls"][0]["confirmed"]
        assert ann.http.get(f"/api/tables/{id}/calls").json()["calls"] == []
        to_and_fro(one, two)
        _, letter = wait_for(lambda: man.letters if len(man.letters) > 1 else None)
        assert letter["Subject"].startswith("Your turn: ")
        text = text_of(letter)
        assert f"{URL}/t/{id}\n" in text
        assert "Ann (Allied)" in text
        stop = f"List-Unsubscribe: <{URL}/call#stop={ticket_of(text, 'stop')}>\r\n"
        assert stop.encode() in man.raw[-1]
        none_waits(server)


def turned_away(browser: Browser, id: str) -> Page:
    """A page that nobody looks at."""
    page = browser.sit(id)
    page.send(t="look", on=False)
    page.send(t="ping")
    page.until("pong")
    return page


def to_and_fro(one: Page, two: Page) -> None:
    """The Germans play until the Allies decide, and these until it is the Germans' turn again."""
    for page, other, side in ((two, one, "german"), (one, two, "allied")):
        while page.view["rev"] < other.view["rev"]:
            page.receive()
        assert page.decision()["side"] == side
        while page.decision()["side"] == side:
            page.do(page.decision()["actions"][-1]["text"])


def handed_over(browser: Browser, id: str) -> None:
    """The Allies set up: the Germans decide."""
    page = browser.sit(id)
    page.do("default")
    page.close()


def test_who_looks_is_not_told_and_who_has_turned_away_is(fresh: str, man: Mailman) -> None:
    with running(fresh, man.office) as server:
        ann, ben, id = sat_down(server)
        called(server, man, ben, id, "ben@example.net")
        page = ben.sit(id)
        handed_over(ann, id)
        none_waits(server)
        assert man.letters == []
        page.close()
        other = sat_down(server)
        called(server, man, other[1], other[2], "ben@example.com")
        turned_away(other[1], other[2])
        handed_over(other[0], other[2])
        wait_for(lambda: man.letters)
        assert len(man.letters) == 1


def test_a_player_who_has_decided_meanwhile_is_not_told(fresh: str, man: Mailman) -> None:
    with running(fresh, man.office, call_delay=3600.0) as server:
        ann, ben, id = sat_down(server)
        called(server, man, ben, id, "ben@example.net")
        handed_over(ann, id)
        assert [row[:3] for row in letters(server)] == [(id, "german", "turn")]
        page = ben.sit(id)
        while page.decision()["side"] == "german":
            page.do(page.decision()["actions"][-1]["text"])
        assert letters(server) == []


def test_the_next_letter_waits(fresh: str, man: Mailman) -> None:
    with running(fresh, man.office, call_pause=3600.0) as server:
        ann, ben, id = sat_down(server)
        called(server, man, ben, id, "ben@example.net")
        handed_over(ann, id)
        wait_for(lambda: man.letters)
        none_waits(server)
        to_and_fro(ann.sit(id), turned_away(ben, id))
        wait_for(lambda: letters(server)[0][3] > time.time() + 3000)
        assert len(man.letters) == 1


def test_a_player_is_told_that_he_is_asked(fresh: str, man: Mailman) -> None:
    with running(fresh, man.office) as server:
        ann, ben, id = sat_down(server)
        one = ann.sit(id)
        called(server, man, ben, id, "ben@example.net")
        page = ben.sit(id)
        one.send(t="propose", id="first", rev=one.view["rev"], what="draw")
        page.until("offer")
        none_waits(server)
        assert man.letters == [], "he looks"
        page.until("done", id=page.send(t="consent", yes=False))
        page.close()
        one.send(t="propose", id="second", rev=one.view["rev"], what="win", side="german")
        (letter,) = wait_for(lambda: man.letters)
        assert letter["Subject"].startswith("You are asked: ")
        assert "\nThe Allied player proposes to end the game: German victory.\n" in "\n" + text_of(
            letter
        )
        assert f"{URL}/t/{id}\n" in text_of(letter)
        none_waits(server)


def test_who_has_answered_or_is_not_asked_any_more_is_not_told(fresh: str, man: Mailman) -> None:
    with running(fresh, man.office, call_delay=1.0) as server:
        ann, ben, id = sat_down(server)
        one = ann.sit(id)
        called(server, man, ben, id, "ben@example.net")
        one.send(t="propose", id="draw", rev=one.view["rev"], what="draw")
        one.until("offer")
        assert [row[:3] for row in letters(server)] == [(id, "german", "offer")]
        one.until("done", id=one.send(t="withdraw"))
        assert letters(server) == []
        one.send(t="propose", id="again", rev=one.view["rev"], what="draw")
        one.until("offer")
        page = ben.sit(id)
        page.until("offer")
        page.until("done", id=page.send(t="consent", yes=True))
        page.close()
        none_waits(server)
        assert man.letters == []


def test_the_link_that_stops_them(fresh: str, man: Mailman) -> None:
    with running(fresh, man.office) as server:
        ann, ben, id = sat_down(server)
        called(server, man, ben, id, "ben@example.net")
        handed_over(ann, id)
        (letter,) = wait_for(lambda: man.letters)
        ticket = ticket_of(text_of(letter), "stop")
        assert answer(ann, "stop", ticket) == 200
        assert ben.http.get(f"/api/tables/{id}/calls").json()["calls"] == []
        assert answer(ann, "stop", ticket) == 404


def test_what_the_mail_server_does_not_take_is_tried_again(
    fresh: str, man: Mailman, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.table.post.AGAIN", (0.05, 0.05))
    with running(fresh, man.office) as server:
        ann, ben, id = sat_down(server)
        called(server, man, ben, id, "ben@example.net")
        man.answers = ["451 later", "451 later"]
        handed_over(ann, id)
        wait_for(lambda: man.letters)
        none_waits(server)
        assert len(man.letters) == 1
        ann, ben, id = sat_down(server)
        called(server, man, ben, id, "ben@example.org")
        man.answers = ["451 later"] * 3
        handed_over(ann, id)
        none_waits(server)  # it was given up
        assert man.answers == []
        assert man.letters == []


def test_nobody_waits_for_a_mail_server_that_is_silent(fresh: str, man: Mailman) -> None:
    with running(fresh, man.office) as server:
        ann, ben, id = sat_down(server)
        called(server, man, ben, id, "ben@example.net")
        man.silent.set()
        man.reached.clear()
        handed_over(ann, id)
        wait_for(man.reached.is_set)
        page = ben.sit(id)
        page.do("default")
        assert man.letters == []
        man.silent.clear()
        wait_for(lambda: man.letters)


def test_only_the_holder_of_a_seat_says_where_and_an_address_is_asked_thrice(
    fresh: str, man: Mailman
) -> None:
    with running(fresh, man.office) as server:
        ann, ben, id = sat_down(server)
        assert wish(ann, id, "a@example.net").status_code == 403
        assert wish(Browser(server.port), id, "a@example.net").status_code == 403
        for bad in ("nobody", "a@b@c.org", "a@example.net\nBcc: x@example.org", "a@localhost"):
            assert wish(ben, id, bad).status_code == 422, bad
        assert wish(ben, id, "https://example.org/", "hook").status_code == 422
        written = (
            "victim@example.net",
            "Victim@Example.net",
            "victim+1@example.net",
            "VICTIM+2@example.net",
        )
        codes = [wish(ben, id, address).status_code for address in written]
        assert codes == [200, 200, 200, 429]
        assert wish(ben, id, "").json()["calls"] == []
    with running(fresh, man.office, calls=(0.0, 1)) as server:
        _, ben, id = sat_down(server)
        assert wish(ben, id, "one@example.net").status_code == 200
        assert wish(ben, id, "two@example.net").status_code == 429


def test_a_confirmed_address_need_not_be_confirmed_at_the_next_table(
    fresh: str, man: Mailman
) -> None:
    with running(fresh, man.office) as server:
        ann, ben, id = sat_down(server)
        called(server, man, ben, id, "ben@example.net")
        made = ann.create(BY_LINK)
        ben.take(made["links"]["german"])
        assert wish(ben, made["id"], "ben@example.net").json()["calls"][0]["confirmed"]
        assert not wish(ann, id, "ben@example.net", side="allied").json()["calls"][0]["confirmed"]


def test_a_server_without_the_settings_offers_nothing(server: Running, ann: Browser) -> None:
    id = ann.create(HOT_SEAT)["id"]
    assert ann.http.get(f"/api/tables/{id}/calls").json() == {"kinds": [], "calls": []}
    assert wish(ann, id, "a@example.net").status_code == 422


def test_several_processes_send_each_letter_once(postgres: Callable[[], str], man: Mailman) -> None:
    database = postgres()
    with running(database, man.office) as first, running(database, man.office) as second:
        tables = []
        for n in range(6):
            ann, ben = Browser(first.port), Browser(second.port)
            made = ann.create(BY_LINK)
            ben.take(made["links"]["german"])
            called(second, man, ben, made["id"], f"ben{n}@example.net")
            tables.append((ann, ben, made["id"]))
        looks = tables[0][1].sit(tables[0][2])  # at the other process
        for ann, _, id in tables:
            handed_over(ann, id)
        none_waits(first)
        to = sorted(letter["To"] for letter in man.letters)
        assert to == [f"ben{n}@example.net" for n in range(1, 6)]
        looks.close()


# -- webhooks


def test_a_webhook_is_told(fresh: str) -> None:
    with receiver() as hooked:
        office = Office(URL, hooks=frozenset({"127.0.0.1"}), private=True)
        with running(fresh, office) as server:
            ann, ben, id = sat_down(server)
            target = f"http://127.0.0.1:{hooked.port}/turn?key=1"
            told: Plain = wish(ben, id, target, "hook").json()
            assert told["calls"][0]["target"] == f"http://127.0.0.1:{hooked.port}/…"
            path, body = wait_for(lambda: hooked.got)[0]
            assert path == "/turn?key=1"
            assert answer(ann, "confirm", ticket_of(body["url"], "confirm")) == 200
            none_waits(server)
            handed_over(ann, id)
            wait_for(lambda: len(hooked.got) == 2)
            body = hooked.got[1][1]
            assert body["what"] == "turn"
            assert body["url"] == f"{URL}/t/{id}"
            assert body["text"].startswith("Your turn: ")


LETTER = Letter("id", "subject", "text", {"url": URL})


def test_a_webhook_leads_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiver() as hooked:
        office = Office(URL, hooks=frozenset({"*"}), private=True)
        hooked.status = 302
        hooked.headers = {"Location": "/other"}
        with pytest.raises(Failed) as failed:
            carriers.hook(office, f"http://127.0.0.1:{hooked.port}/", LETTER)
        assert failed.value.final
        assert [path for path, _ in hooked.got] == ["/"]
        hooked.status = 500
        with pytest.raises(Failed) as failed:
            carriers.hook(office, f"http://127.0.0.1:{hooked.port}/", LETTER)
        assert not failed.value.final
        # A public name that means this machine.
        found = [(2, 1, 6, "", ("127.0.0.1", hooked.port))]
        monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)
        with pytest.raises(Failed) as failed:
            carriers.hook(Office(URL, hooks=frozenset({"*"})), "https://hooks.example.org/", LETTER)
        assert failed.value.final
        assert len(hooked.got) == 2


def test_which_webhooks_are_called() -> None:
    some, every = (
        Office(URL, hooks=frozenset({"hooks.example.org"})),
        Office(URL, hooks=frozenset("*")),
    )
    assert is_hook("https://hooks.example.org/a/b", some)
    assert is_hook("https://HOOKS.example.org:8443/", some)
    for bad in (
        "https://example.org/",
        "http://hooks.example.org/",
        "https://hooks.example.org@evil.example/",
        "https://user@hooks.example.org/",
        "https://hooks.example.org/#here",
        "https://hooks.example.org/ x",
        "ftp://hooks.example.org/",
        "https://hooks.example.org:99999/",
        "https://[::1",
        "",
    ):
        assert not is_hook(bad, some), bad
    assert is_hook("https://anything.example/", every)
    assert not is_hook("http://anything.example/", every)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


# -- settings


def test_the_settings() -> None:
    mail = {
        "GROGNARD_SMTP": "smtps://ann:p%40ss@mail.example.org",
        "GROGNARD_MAIL_FROM": "Grognard <table@example.org>",
        "GROGNARD_URL": "https://table.example.org/",
    }
    assert from_settings({}) is None
    assert from_settings({"GROGNARD_URL": URL}) is None
    office = from_settings(mail)
    assert office is not None
    assert office.smtp == Smtp("smtps", "mail.example.org", 465, "ann", "p@ss")
    assert (office.url, office.kinds) == (URL, ["mail"])
    hooks = from_settings({"GROGNARD_HOOKS": "One.example, two.example", "GROGNARD_URL": URL})
    assert hooks is not None
    assert (sorted(hooks.hooks), hooks.private) == (["one.example", "two.example"], False)
    for wrong in (
        mail | {"GROGNARD_URL": ""},
        mail | {"GROGNARD_MAIL_FROM": ""},
        mail | {"GROGNARD_SMTP": "mail.example.org:25"},
        mail | {"GROGNARD_SMTP": "smtp://mail.example.org:port"},
    ):
        with pytest.raises(StoreFault):
            from_settings(wrong)
    assert is_address("ann.o-neill+war@example.org")
    assert not is_address("Ann <ann@example.org>")


@pytest.mark.parametrize("way", ["smtps", "smtp"])
def test_letters_go_out_encrypted(
    way: str, trusted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over a real line with TLS: from its first byte, or by STARTTLS; who we are is told only then."""
    letter = Letter("id", "Your turn", "Łódź\n", {"url": URL})
    with mailman(tls=way, certificate=trusted) as man:
        office = man.office_by(way, "localhost")
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        carriers.mail(office, "ben@example.net", letter)
        assert (text_of(man.letters[0]), man.seen) == ("Łódź\n", [("ann", "p@ss", True)])
        for host, certificates in (("127.0.0.1", trusted), ("localhost", tmp_path / "nobody")):
            certificates.touch()
            monkeypatch.setenv("SSL_CERT_FILE", str(certificates))
            with pytest.raises(Failed, match="SSLCertVerificationError"):
                carriers.mail(man.office_by(way, host), "ben@example.net", letter)
        assert (len(man.letters), len(man.seen)) == (1, 1), "nothing is told to whom we do not know"


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost, and beside it its key."""
    made = tmp_path_factory.mktemp("tls") / "cert.pem"
    key, name = str(made.with_suffix(".key")), "subjectAltName=DNS:localhost"
    new = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
        "-addext",
    ]
    subprocess.run([*new, name, "-keyout", key, "-out", made], check=True, capture_output=True)
    return made


def test_a_mail_server_that_cannot_encrypt_is_told_nothing(man: Mailman) -> None:
    smtp = Smtp("smtp", "127.0.0.1", man.port, "ann", "secret")
    with pytest.raises(Failed):
        carriers.mail(man.office._replace(smtp=smtp), "ben@example.net", LETTER)
    assert man.letters == []
