"""Whole games replay to the same events and the same position, for ever.

One that does not is a change of the rules or of the data: raise the version of the ruleset, delete
the records of that game and run ``python -m tests.golden.book``.
"""

from __future__ import annotations

import pytest
from tests.golden.book import BOOK, FOLDER, Golden, stories, story, told

import grognard


@pytest.mark.parametrize("golden", BOOK, ids=lambda golden: golden.name)
def test_a_whole_game_replays(golden: Golden) -> None:
    text = golden.path.read_text("utf-8")
    game = grognard.load(text)
    assert game.outcome is not None
    assert game.record == text
    assert grognard.verify(text) == []
    assert told(game) == golden.path.with_suffix(".told").read_text("utf-8").split("\n")[:-1]


def test_a_version_never_tells_two_stories() -> None:
    """A record that was played anew under the same version of the rules hides a change of them."""
    known = stories()
    changed = {}
    for golden in BOOK:
        name, version, told = story(golden)
        if known.get((name, version)) != told:
            changed[name] = f"tells another story under ruleset {version}: raise the version"
    assert changed == {}


def test_no_record_lies_about_that_nobody_replays() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {golden.name for golden in BOOK}
