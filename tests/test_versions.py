"""Versions that mean something: nothing of older rules or other data opens silently different."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import grognard
from grognard.cli.files import GameFile
from grognard.engine.entries import Skip
from grognard.games import _own, ruleset_class
from grognard.textdata import DataError

Bump = Callable[[str, int], None]


@pytest.fixture
def bump(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bump]:
    """Another version of a game's rules."""

    def to(game: str, version: int) -> None:
        monkeypatch.setattr(ruleset_class(game), "version", version)
        _own.cache_clear()

    yield to
    _own.cache_clear()


def begun(game: str, choices: int = 300, **how: object) -> grognard.Game:
    rng = random.Random(game)
    g = grognard.new(game, seed=5, players={"allied": "Anna"}, **how)  # type: ignore[arg-type]
    for _ in range(choices):
        g.play(rng.choice(g.legal_actions))
    assert g.outcome is None
    return g


def resealed(text: str) -> str:
    """A record with the checksum of what it says now."""
    body, _, tail = text.rstrip("\n").rpartition("\n")
    sum = hashlib.sha256((body + "\n").encode()).hexdigest()[:16]
    return f"{body}\n{' '.join(tail.split()[:2])} {sum}\n"


@pytest.mark.parametrize("game", ["anzio", "salerno43"])
def test_an_older_record_goes_on_from_its_last_position(game: str, bump: Bump) -> None:
    g = begun(game)
    base, since = g.checkpoint()
    at, old, version = len(g.trail) - len(since), g.record, g.rules.version
    bump(game, version + 1)
    new = grognard.load(old)
    assert "\n".join(new.rules.write(new.state)).replace(
        f"dice {new.state.die}", f"dice {base.die}"
    ) == "\n".join(g.rules.write(base))
    assert new.state.die >= g.state.die, "no die falls twice"
    assert (new.seed, new.players) == (g.seed, g.players)
    mark = f"ruleset {version} data {g.rules.digest} at {at} end {old.split()[-1]}"
    assert new.moved_on == (mark,)
    assert new.opening_events[0].kind == "moved on"
    assert str(new.opening_events[0]).startswith(
        f"played under ruleset {version}; this program has {version + 1}: the game goes on"
    )
    rng = random.Random(1)
    for _ in range(40):
        new.play(rng.choice(new.legal_actions))
    text = new.record
    assert f"moved on from {mark}\n" in text
    again = grognard.load(text)
    assert (again.record, again.position, again.moved_on) == (text, new.position, (mark,))
    assert grognard.verify(text) == []
    bump(game, version + 2)
    third = grognard.load(text)
    assert [m.split()[1] for m in third.moved_on] == [str(version), str(version + 1)]
    assert third.turn == new.turn


def test_a_game_that_had_not_begun_begins_under_the_rules_of_now(bump: Bump) -> None:
    text = grognard.new("anzio", seed=1).record
    bump("anzio", 99)
    g = grognard.load(text)
    assert len(g.moved_on) == 1
    assert not g.trail


def test_a_finished_game_of_older_rules_is_refused_in_one_sentence(bump: Bump) -> None:
    name = "anzio-campaign-random-random-1.record"
    text = (Path(__file__).parent / "golden" / "games" / name).read_text("utf-8")
    version = grognard.new("anzio").rules.version
    bump("anzio", version + 1)
    with pytest.raises(DataError, match=f"played under ruleset {version}; this program has"):
        grognard.load(text)
    with pytest.raises(DataError, match="played under ruleset"):
        grognard.verify(text)


def test_a_record_without_a_position_is_refused(bump: Bump) -> None:
    text = begun("anzio", 60).record
    lines = [line for line in text.splitlines() if not line.startswith(("stand", "|"))]
    bare = resealed("\n".join(lines) + "\n")
    assert grognard.load(bare).trail
    bump("anzio", 99)
    with pytest.raises(DataError, match="no position to go on from"):
        grognard.load(bare)


def test_a_record_of_newer_rules_is_refused(bump: Bump) -> None:
    g = begun("anzio", 60)
    text, now = g.record, g.rules.version
    bump("anzio", 0)
    with pytest.raises(DataError, match=f"played under ruleset {now}; this program has 0"):
        grognard.load(text)


def test_a_position_that_the_new_rules_cannot_take_is_refused(bump: Bump) -> None:
    g = begun("anzio", 60)
    unit = next(line for line in g.record.splitlines() if line.startswith("| ") and "GE-" in line)
    text = resealed(g.record.replace(unit, unit.replace("GE-", "XX-")))
    bump("anzio", 99)
    with pytest.raises(DataError, match="cannot go on from its last position"):
        grognard.load(text)


def test_rules_that_changed_without_their_version_are_found_out() -> None:
    """The position in a record is checked against what its entries lead to."""
    g = begun("anzio", 60)
    turn = next(line for line in g.record.splitlines() if line.startswith("| turn"))
    text = resealed(g.record.replace(turn, turn.replace("turn 1", "turn 2")))
    assert text != g.record
    with pytest.raises(DataError, match="lead to another position than it says"):
        grognard.load(text)


def test_other_data_are_refused_unless_the_game_is_to_move_on(tmp_path: Path) -> None:
    g = begun("anzio", 60)
    charts = ruleset_class("anzio").data / "charts.toml"
    (tmp_path / "charts.toml").write_text(charts.read_text("utf-8") + "\n# corrected\n", "utf-8")
    with pytest.raises(DataError, match="name the folder of its data files"):
        grognard.load(g.record, data=tmp_path)
    new = grognard.load(g.record, data=tmp_path, move_on=True)
    assert new.moved_on[0].startswith(f"ruleset {g.rules.version} data {g.rules.digest} at ")
    assert new.rules.digest != g.rules.digest
    again = grognard.load(new.record, data=tmp_path)
    assert (again.position, again.moved_on) == (new.position, new.moved_on)


def test_dice_seen_after_the_last_position_are_not_thrown_again(bump: Bump) -> None:
    rng = random.Random(2)
    g = grognard.new("anzio", seed=2)
    while True:
        g.play(rng.choice(g.legal_actions))
        base, since = g.checkpoint()
        if base.die < g.state.die and not any(isinstance(e, Skip) for e in since):
            break
    used, text = g.state.die, g.record
    bump("anzio", 99)
    assert grognard.load(text).state.die >= used


def test_the_file_of_older_rules_is_kept_beside_the_new_one(tmp_path: Path, bump: Bump) -> None:
    path = tmp_path / "g.grog"
    old = begun("anzio", 60).record
    path.write_text(old, "utf-8")
    bump("anzio", 99)
    file = GameFile(path)
    game = file.load_record()
    game.play(game.legal_actions[0])
    file.save(game)
    assert (tmp_path / "g.grog.before").read_text("utf-8") == old
    again = GameFile(path)
    (tmp_path / "g.grog.before").unlink()
    again.save(again.load_record())
    assert not (tmp_path / "g.grog.before").exists()
