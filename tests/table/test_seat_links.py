"""A seat's link is for one taking; a lost seat comes back by its code; everybody is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed

from grognard.table.server import create_app, own_addresses
from grognard.table.sitting import Table

from .players import BY_LINK, HOT_SEAT, Browser, Plain, Running


def seat(browser: Browser, link: str) -> tuple[int, Plain]:
    """Open a link with a token or a code: the status and what is said."""
    path, _, secret = link.partition("#")
    word, _, value = secret.partition("=")
    name = {"seat": "token", "code": "code"}[word]
    answer = browser.http.post(f"/api{path.replace('/t/', '/tables/')}/seat", json={name: value})
    return answer.status_code, answer.json()


def test_the_maker_of_a_link_cannot_sit_beside_his_friend(ann: Browser, ben: Browser) -> None:
    made = ann.create(BY_LINK)
    link = made["links"]["german"]
    ben.take(link)
    status, said = seat(ann, link)
    assert (status, said["asked"], said["mine"]) == (202, True, ["allied"])
    page = ann.sit(made["id"])
    assert page.hello["seats"] == ["allied"]
    page.do("default")
    assert page.order("default")["kind"] == "seat"


def test_a_second_holder_needs_the_consent_of_the_first(
    server: Running, ann: Browser, ben: Browser
) -> None:
    made = ann.create(BY_LINK)
    link = made["links"]["german"]
    ben.take(link)
    first = ben.sit(made["id"])
    watcher = ann.sit(made["id"])
    cat = Browser(server.port)
    assert seat(cat, link)[0] == 202
    waiting = cat.sit(made["id"])
    assert waiting.hello["seats"] == []
    offer = first.until("offer")
    assert (offer["what"], offer["by"], offer["mine"]) == ("seat", "german", True)
    nobody = watcher.until("refused", id=watcher.send(t="consent", to=offer["key"], yes=True))
    assert nobody["kind"] == "seat"
    first.until("done", id=first.send(t="consent", yes=True))
    assert "one more browser" in watcher.until("chat")["text"]
    with pytest.raises(ConnectionClosed):
        waiting.until("never")
    assert cat.sit(made["id"]).hello["seats"] == ["german"]
    later = Browser(server.port).sit(made["id"], "pl")
    assert later.until("chat")["who"] == "stół"


def test_a_second_holder_may_be_refused(server: Running, ann: Browser, ben: Browser) -> None:
    made = ann.create(BY_LINK)
    ben.take(made["links"]["german"])
    cat = Browser(server.port)
    assert seat(cat, made["links"]["german"])[0] == 202
    first = ben.sit(made["id"])  # he is asked when he comes
    assert first.until("offer")["what"] == "seat"
    first.until("done", id=first.send(t="consent", yes=False))
    assert [m["what"] for m in first.seen if m["t"] == "offer"] == ["seat", None]
    assert cat.sit(made["id"]).hello["seats"] == []


def test_nobody_agrees_to_his_own_take_back(ann: Browser, ben: Browser) -> None:
    made = ann.create(BY_LINK)
    ben.take(made["links"]["german"])
    page = ann.sit(made["id"])
    page.do("default")
    other = ben.sit(made["id"])
    other.do("default")
    page.send(t="undo", rev=other.view["rev"], id="back")
    assert page.until("offer")["mine"] is False
    assert page.until("refused", id=page.send(t="consent", yes=True))["kind"] == "seat"
    other.until("offer")
    other.until("done", id=other.send(t="consent", yes=True))


def test_a_yes_to_one_thing_is_none_to_the_next(ann: Browser, ben: Browser) -> None:
    """The maker of a link asks for the friend's seat, offers a draw over it, and takes that back when he says yes."""
    made = ann.create(BY_LINK)
    link = made["links"]["german"]
    ben.take(link)
    assert seat(ann, link)[0] == 202
    page, other = ann.sit(made["id"]), ben.sit(made["id"])
    assert other.until("offer")["what"] == "seat"
    page.send(t="propose", rev=0, what="draw")
    draw = other.until("offer")
    assert draw["what"] == "draw"
    page.until("done", id=page.send(t="withdraw"))
    said = other.until("done", "refused", id=other.send(t="consent", to=draw["key"], yes=True))
    assert (said["t"], said["kind"]) == ("refused", "seat")
    page.send(t="propose", rev=0, what="win", side="allied")
    while other.until("offer")["what"] != "win":
        pass
    said = other.until("done", "refused", id=other.send(t="consent", to=draw["key"], yes=True))
    assert (said["t"], said["kind"]) == ("refused", "seat")
    assert ben.sit(made["id"]).view["outcome"] is None
    assert ann.sit(made["id"]).hello["seats"] == ["allied"]


def test_a_partner_cannot_agree_to_a_take_back(server: Running, ann: Browser, ben: Browser) -> None:
    """Where the other side has a player, it is he who is asked."""
    seats = {"commonwealth": "link", "american": "me", "german": "link"}
    made = ann.create(seats, "normandy44", options=["24a"])
    ben.take(made["links"]["commonwealth"])
    page, partner = ann.sit(made["id"]), ben.sit(made["id"])
    enemy = Browser(server.port)
    enemy.take(made["links"]["german"])
    against = enemy.sit(made["id"])
    pages = {"american": page, "commonwealth": partner, "german": against}
    while not page.view["undo"]["needs_consent"]:
        now = next(each for each in pages.values() if each.view["decision"]["mine"])
        now.do(now.view["decision"]["actions"][-1]["text"])
        for each in pages.values():
            while each.view["rev"] < now.view["rev"]:
                each.receive()
    page.send(t="undo", rev=page.view["rev"], id="back")
    offer = partner.until("offer")
    assert (offer["what"], offer["mine"]) == ("undo", False)
    no = partner.until("done", "refused", id=partner.send(t="consent", yes=True))
    assert (no["t"], no["kind"]) == ("refused", "seat")
    assert against.until("offer")["mine"] is True
    against.until("done", id=against.send(t="consent", yes=True))
    assert page.until("done", id="back")


def test_a_lost_seat_comes_back_by_its_code(server: Running, ann: Browser, ben: Browser) -> None:
    made = ann.create(BY_LINK)
    code = made["codes"]["allied"]
    status, said = seat(ben, made["links"]["german"])
    assert status == 200
    german = said["code"]
    lost = ben.sit(made["id"])
    elsewhere = Browser(server.port)
    status, said = seat(elsewhere, german)
    assert (status, said["mine"]) == (200, ["german"])
    assert said["code"] != german
    with pytest.raises(ConnectionClosed):
        lost.until("never")
    assert ben.sit(made["id"]).hello["seats"] == []
    assert elsewhere.sit(made["id"]).hello["seats"] == ["german"]
    assert seat(Browser(server.port), german)[0] == 403, "a code is for one use"
    assert seat(Browser(server.port), code)[1]["mine"] == ["allied"]


def test_codes_are_for_seats_of_ones_own_too(ann: Browser) -> None:
    made = ann.create(HOT_SEAT)
    assert set(made["codes"]) == {"allied", "german"}
    page = ann.sit(made["id"])
    assert made["codes"]["allied"].partition("code=")[2] not in "".join(page.raw)


def test_a_seat_is_taken_with_one_secret(ann: Browser) -> None:
    made = ann.create(BY_LINK)
    for wish in ({}, {"token": "a", "code": "b"}, {"token": 1}):
        answer = ann.http.post(f"/api/tables/{made['id']}/seat", json=wish)
        assert answer.status_code == 400
    assert seat(ann, f"/t/{made['id']}#code=guess")[0] == 403


def test_a_link_says_by_which_address_others_reach_it(tmp_path: Path) -> None:
    assert own_addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert own_addresses("::1", 80) == ["http://[::1]:80/"]
    first, *others = own_addresses("0.0.0.0", 8000)
    assert first == "http://127.0.0.1:8000/"
    assert all(address.startswith("http://") and "0.0.0.0" not in address for address in others)
    app = create_app(str(tmp_path / "tables.db"), reach=["http://192.0.2.7:8000/"])
    with TestClient(app, "http://127.0.0.1") as browser:
        made = browser.post("/api/tables", json={"game": "anzio", "seats": BY_LINK}).json()
    assert made["reach"] == ["http://192.0.2.7:8000/"]


def test_a_link_whose_answer_was_lost_is_still_good(
    server: Running, ann: Browser, ben: Browser
) -> None:
    """The line broke, or the server died, before the browser had its key: else nobody would ever have the seat."""
    made = ann.create(BY_LINK)
    link = made["links"]["german"]
    status, lost = seat(Browser(server.port), link)
    assert status == 200
    status, said = seat(ben, link)
    assert (status, said["mine"]) == (200, ["german"])
    assert seat(Browser(server.port), lost["code"])[0] == 403
    page = ben.sit(made["id"])
    assert page.hello["seats"] == ["german"]
    page.close()
    assert seat(Browser(server.port), link)[0] == 202
    assert seat(ben, said["code"])[0] == 200


def test_who_had_a_key_before_has_the_seat_at_once(server: Running, ann: Browser) -> None:
    made, other = ann.create(BY_LINK), Browser(server.port)
    other.create(HOT_SEAT)
    assert seat(other, made["links"]["german"])[0] == 200
    assert seat(ann, made["links"]["german"])[0] == 202


def test_a_seat_is_taken_although_its_table_has_just_left_the_memory(
    server: Running, ann: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ann.create(BY_LINK)
    table = server.hall.opened(made["id"])
    assert table is not None
    finding = server.hall.table
    stale = [table]

    async def found(id: str) -> Table | None:
        return stale.pop() if stale else await finding(id)

    server.hall.forget(table)
    monkeypatch.setattr(server.hall, "table", found)
    path, _, token = made["links"]["german"].partition("#seat=")
    wish = {"token": token, "name": "Ben"}
    answer = ben.http.post(f"/api{path.replace('/t/', '/tables/')}/seat", json=wish)
    assert (answer.status_code, answer.json()["mine"]) == (200, ["german"])
    assert not stale
    names = {side["id"]: side["name"] for side in ben.sit(made["id"]).hello["sides"]}
    assert names["german"] == "Ben"


def test_who_was_refused_a_take_back_does_not_ask_for_ever(ann: Browser, ben: Browser) -> None:
    made = ann.create(BY_LINK)
    ben.take(made["links"]["german"])
    one, two = ann.sit(made["id"]), ben.sit(made["id"])
    one.do("default")
    two.until("view")
    two.do("default")
    while one.view["rev"] < 2:
        one.receive()
    for _ in range(3):
        ref = one.send(t="undo", rev=2)
        while two.until("offer")["what"] != "undo":
            pass
        two.until("done", id=two.send(t="consent", yes=False))
        assert one.until("refused", id=ref)["kind"] == "no"
    again = one.until("refused", "offer", id=one.send(t="undo", rev=2))
    assert (again["kind"], "declined" in again["text"]) == ("no", True)
