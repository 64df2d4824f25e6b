"""What a report says about rows whose figures are known."""

from __future__ import annotations

import builtins
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from grognard.lab import plots, report
from grognard.lab.batch import Results, Row, Study, run
from grognard.lab.measures import Standing


def row(number: int, winner: str | None, turns: int, lost: int, luck: float) -> Row:
    return Row(
        number,
        f"seed{number}",
        winner,
        {"allied": "13.0a", "german": "13.0b", None: "13.0d"}[winner],
        f"{winner} <ended> it in {turns}",
        f"{winner} <ended> it in ...",
        turns,
        100 + number,
        {"allied": lost, "german": 2},
        tuple(
            {"allied": Standing(5.0, 9.0 - n, 9), "german": Standing(5.5, 1.0 + number, 12)}
            for n in range(turns + 1)
        ),
        {"allied": ("1010", "0908"), "german": ("0401",)},
        {"allied": 10, "german": 8},
        {"allied": luck, "german": 0.0},
    )


@pytest.fixture
def results() -> Results:
    study = Study("anzio", ("staff", "random"), 4, "s", options=("8.2",))
    return Results(
        study,
        (
            row(0, "allied", 12, 4, 2.0),
            row(1, "allied", 10, 6, 3.5),
            row(2, None, 12, 8, -1.0),
            row(3, "german", 7, 10, 1.5),
        ),
    )


@pytest.fixture
def found(results: Results) -> dict[str, Any]:
    return report.summary(results)


def test_the_study_is_named_with_what_it_was_played_on(found: dict[str, Any]) -> None:
    study = found["study"]
    assert study["bots"] == {"allied": "staff", "german": "random"}
    assert (study["game"], study["scenario"], study["options"]) == ("anzio", "campaign", ["8.2"])
    assert re.fullmatch(r"[0-9a-f]+", study["data"])


def test_outcomes_are_shares_with_intervals(found: dict[str, Any]) -> None:
    allied, german, draw = found["outcomes"]
    assert (allied["winner"], allied["games"], allied["share"]) == ("allied", 2, 0.5)
    assert (german["winner"], german["games"]) == ("german", 1)
    assert (draw["winner"], draw["share"]) == (None, 0.25)
    assert allied["low"] < 0.5 < allied["high"]


def test_endings_come_with_their_rule_most_frequent_first(found: dict[str, Any]) -> None:
    assert [(e["rule"], e["reason"], e["games"]) for e in found["endings"]] == [
        ("13.0a", "allied <ended> it in ...", 2),
        ("13.0b", "german <ended> it in ...", 1),
        ("13.0d", "None <ended> it in ...", 1),
    ]


def test_lengths_and_losses(found: dict[str, Any]) -> None:
    assert found["turns"]["histogram"] == {"7": 1, "10": 1, "12": 2}
    assert found["losses"]["allied"]["mean"] == 7
    assert found["losses"]["german"]["histogram"] == {"2": 4}


def test_luck_counts_games_that_somebody_won(found: dict[str, Any]) -> None:
    luck = found["luck"]["luckier_won"]
    assert (luck["of"], luck["games"]) == (3, 2)


def test_the_front_is_taken_over_the_games_that_lasted_so_long(found: dict[str, Any]) -> None:
    last, early = found["front"][12], found["front"][0]
    assert (early["allied"]["games"], last["allied"]["games"]) == (4, 2)
    assert last["allied"]["row"]["mean"] == -3
    assert last["german"]["row"]["mean"] == 2
    assert report.front_axis(found) == "row"


def test_the_hexes_held_at_the_end_are_counted(found: dict[str, Any]) -> None:
    assert found["held"] == {"allied": {"0908": 4, "1010": 4}, "german": {"0401": 4}}


def test_json_has_the_summary_and_every_game(results: Results, found: dict[str, Any]) -> None:
    read = json.loads(report.json(results))
    rows = read.pop("rows")
    assert read == found
    assert read["schema"] == "grognard study 1"
    assert [r["number"] for r in rows] == [0, 1, 2, 3]
    assert rows[3]["front"][7]["german"] == {"column": 5.5, "row": 4.0, "units": 12}


def test_text_shows_the_figures(results: Results) -> None:
    text = report.text(results)
    assert "anzio: allied staff, german random; games 4; seed s; options 8.2" in text
    assert re.search(r"allied +staff +2 +50\.0% +15\.0% to 85\.0%", text)
    assert re.search(r"steps lost, allied +7\.0", text)
    assert "won 2 of 3 decided games" in text
    assert "\x1b" not in text
    assert "\x1b" in report.text(results, colour=True)


def test_text_without_rich_has_the_same_words(results: Results, monkeypatch: Any) -> None:
    rich = report.text(results)
    real = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "rich":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    plain = report.text(results)
    assert plain != rich
    assert plain.split() == [word for word in rich.split() if "─" not in word]


def test_text_can_be_translated(results: Results) -> None:
    polish = {"Who won": "Kto wygrał", "steps lost, {side}": "straty, {side}", "allied": "alianci"}
    text = report.text(results, lambda words: polish.get(words, words))
    assert "Kto wygrał" in text
    assert "straty, alianci" in text
    assert "Who won" not in text


def test_labels_of_lines_that_meet_do_not_cover_each_other() -> None:
    def line(last: float) -> list[plots.Mark]:
        return [plots.Mark(n, y, y, y) for n, y in enumerate((1.0, last))]

    svg = plots.lines(
        "n", [("one", "a", line(5.0)), ("two", "b", line(5.05))], "x", "y", downwards=True
    )
    one, two = (
        float(re.findall(rf'y="([\d.]+)"[^>]*class="label">{name}<', svg)[0])
        for name in ("one", "two")
    )
    assert abs(one - two) >= 18


class Outline(HTMLParser):
    """The tags of a page, checked to be closed in order, and everything it refers to."""

    VOID = frozenset({"meta"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone(results: Results) -> None:
    page = report.html(results)
    outline = Outline(page)
    assert outline.links == []
    assert "script" not in outline.tags
    assert "http" not in page
    assert outline.tags.count("figure") == 5
    assert page.count('role="img" aria-label="') == 5


def test_the_page_escapes_what_it_quotes(results: Results) -> None:
    page = report.html(results)
    assert "<ended>" not in page
    assert "allied &lt;ended&gt; it in ..." in page


def test_the_page_shows_shares_and_hexes(results: Results) -> None:
    page = report.html(results)
    assert "<h1>Anzio: allied 50%, german 25%, draw 25%</h1>" in page
    assert re.search(r"<title>1010 [^<]*allied 100%</title>", page)


def test_a_study_of_one_game_can_be_reported() -> None:
    results = run(Study("anzio", ("random", "random"), 1, "one"))
    assert "games 1;" in report.text(results)
    Outline(report.html(results))
