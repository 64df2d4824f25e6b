"""All records of a browser in one file."""

from __future__ import annotations

import io
import zipfile

import grognard

from .players import BY_LINK, HOT_SEAT, Browser, Running


def packed(browser: Browser) -> dict[str, str]:
    answer = browser.http.get("/api/tables/records.zip")
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as found:
        return {name: found.read(name).decode() for name in found.namelist()}


def test_the_records_of_all_my_games(server: Running, ann: Browser, ben: Browser) -> None:
    first = ann.create(HOT_SEAT, name="Śnieg i błoto!")["id"]
    ann.sit(first).do("default")
    made = ann.create(BY_LINK)
    ben.take(made["links"]["german"])
    records = packed(ann)
    assert len(records) == 2
    (name,) = (each for each in records if first[:8] in each)
    assert name.startswith("anzio-20")
    assert "-snieg-i-b" in name
    assert len(grognard.load(records[name]).trail) == 1
    assert "seed " not in records[name]
    assert len(packed(ben)) == 1
    assert packed(Browser(server.port)) == {}


def test_a_game_with_secrets_is_left_out_and_named(ann: Browser) -> None:
    first, *others = grognard.new("gazala1942").rules.seats
    seats = {first: "me"} | dict.fromkeys(others, "link")
    id = ann.create(seats, game="gazala1942")["id"]
    records = packed(ann)
    assert list(records) == ["left-out.txt"]
    assert id in records["left-out.txt"]
