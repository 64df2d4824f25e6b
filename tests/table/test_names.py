"""What the players call themselves."""

from __future__ import annotations

from collections.abc import Callable

from .players import BY_LINK, HOT_SEAT, Browser, Page, Running


def names(page: Page) -> dict[str, str]:
    """By seat, as the page was told last."""
    told = [m for m in page.seen if m["t"] in ("seats", "hello")][-1]
    return {side["id"]: side["name"] for side in told["sides"]}


def until_named(page: Page, wanted: dict[str, str]) -> None:
    while names(page) != wanted:
        page.until("seats")


def take(browser: Browser, link: str, name: str) -> None:
    path, _, token = link.partition("#seat=")
    seat = f"/api/tables/{path.removeprefix('/t/')}/seat"
    assert browser.http.post(seat, json={"token": token, "name": name}).status_code == 200


def test_a_player_says_his_name_when_he_sets_a_table_and_when_he_comes(
    server: Running, ann: Browser, ben: Browser
) -> None:
    made = ann.create(BY_LINK, names={"allied": "Ann", "german": "nobody yet"})
    one = ann.sit(made["id"])
    assert names(one) == {"allied": "Ann", "german": ""}
    take(ben, made["links"]["german"], "  Ben\u202e\n the Bold ")
    until_named(one, {"allied": "Ann", "german": "Ben the Bold"})
    assert names(ben.sit(made["id"])) == names(one)
    (row,) = (r for r in ben.http.get("/api/tables").json() if r["id"] == made["id"])
    assert row["names"] == {"allied": "Ann", "german": "Ben the Bold"}


def test_a_name_is_changed_by_whoever_has_the_seat(ann: Browser, ben: Browser) -> None:
    made = ann.create(BY_LINK)
    ben.take(made["links"]["german"])
    one, two = ann.sit(made["id"]), ben.sit(made["id"])
    assert one.until("done", id=one.send(t="name", side="allied", name="Ann"))["t"] == "done"
    until_named(two, {"allied": "Ann", "german": ""})
    no = two.until("refused", id=two.send(t="name", side="allied", name="Mud"))
    assert no["kind"] == "seat"
    one.until("done", id=one.send(t="name", side="allied", name=""))
    until_named(two, {"allied": "", "german": ""})
    two.send(t="name", side="german", name="x" * 41)
    assert two.until("error")["kind"] == "malformed"


def test_names_outlive_a_restart_and_go_with_the_table(tmp_path: object) -> None:
    running = Running(f"{tmp_path}/tables.db")
    try:
        ann = Browser(running.port)
        made = ann.create(HOT_SEAT, names={"allied": "Ann", "german": "Anna"})
        running.restart()
        assert names(ann.sit(made["id"])) == {"allied": "Ann", "german": "Anna"}
    finally:
        running.stop()


def test_a_name_is_told_at_every_process(postgres: Callable[[], str]) -> None:
    database = postgres()
    first, second = Running(database), Running(database)
    try:
        ann, ben = Browser(first.port), Browser(second.port)
        made = ann.create(BY_LINK)
        ben.take(made["links"]["german"])
        one, two = ann.sit(made["id"]), ben.sit(made["id"])
        two.until("done", id=two.send(t="name", side="german", name="Ben"))
        until_named(one, {"allied": "", "german": "Ben"})
        one.until("done", id=one.send(t="name", side="allied", name="Ann"))
        until_named(two, {"allied": "Ann", "german": "Ben"})
    finally:
        first.stop()
        second.stop()
