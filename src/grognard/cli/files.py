"""Game files: read whole, written whole or not at all.

The seed of a game that goes on is not in its file but in a key beside it, for its owner alone; so
are the plans that its bots keep from one command to the next.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from pathlib import Path

import grognard

from ..engine import record
from ..front import key_of, seed_beside
from ..say import Say
from ..textdata import DataError


class GameFile:
    """A file with the record of a game (or a position, which can be looked at but not played on)."""

    def __init__(self, path: Path, data: Path | None = None) -> None:
        self.path, self.data = path, data
        self._seen: bytes | None = None
        self.plans = _plans(path)
        """What bots want to remember: by seat, or by who was asked for advice."""

    def load(self) -> grognard.Game:
        try:
            self._seen = self.path.read_bytes()
        except OSError:
            self._seen = None
        return grognard.load(self.path, data=self.data)

    def load_record(self) -> grognard.Game:
        """The game, to be carried on; a bare position is refused."""
        game = self.load()
        if record.kind_of(self.text, str(self.path)) != "record":
            raise DataError(
                str(self.path),
                1,
                Say(
                    "holds a position, not a game; begin one from it: grognard new {game} FILE --from {path}",
                    game=game.rules.name,
                    path=self.path,
                ),
            )
        if game.outcome is None and game.seed is None and not self._by_hand():
            raise DataError(
                str(self.path),
                None,
                Say(
                    "its dice are in {key}, which is not here: whoever holds it can play on",
                    key=key_of(self.path),
                ),
            )
        return game

    def _by_hand(self) -> bool:
        return record.Heading(self.text, str(self.path)).asked

    @property
    def text(self) -> str:
        return (self._seen or b"").decode("utf-8")

    def _checksum(self) -> str:
        """The last word of the record that was read: what a game that has moved on names."""
        return " " + (self.text.split() or [""])[-1]

    def save(self, game: grognard.Game) -> None:
        """Replace the file in one step; refuse if somebody else has changed it since it was read.

        The record of older rules from which a game has moved on is kept beside it: it is the proof.
        """
        try:
            now = self.path.read_bytes() if self.path.exists() else None
            if now != self._seen:
                raise DataError(
                    str(self.path), None, Say("has been changed by another program: kept")
                )
            if now is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            if now is not None and game.moved_on and game.moved_on[-1].endswith(self._checksum()):
                write_whole(self.path.with_name(f"{self.path.name}.before"), now)
            self._seen = write_game(self.path, game)
            self.keep_plans(going=game.outcome is None)
        except OSError as bad:
            raise cannot_write(self.path, bad) from None

    def keep_plans(self, *, going: bool = True) -> None:
        """Write the plans beside the file; there are none any more when the game is over."""
        beside = plans_of(self.path)
        if not going or not self.plans:
            beside.unlink(missing_ok=True)
        elif self.plans != _plans(self.path):
            write_whole(beside, f"{json.dumps(self.plans)}\n".encode(), 0o600)


def plans_of(path: Path) -> Path:
    """The file with the plans of a game's bots."""
    return path.with_name(f"{path.name}.plans")


def _plans(path: Path) -> dict[str, str]:
    """The plans that are kept; none if they cannot be read: then the bots plan anew."""
    with contextlib.suppress(OSError, ValueError):
        found = json.loads(plans_of(path).read_text("utf-8"))
        if isinstance(found, dict):
            return {str(who): str(plan) for who, plan in found.items()}
    return {}


def write_game(path: Path, game: grognard.Game) -> bytes:
    """Write a game's record, and its key before: what stands in the record then.

    When the game is over the seed is in the record, and there is no key any more.
    """
    going, key = game.outcome is None, key_of(path)
    content = record.write_record(game, reveal=not going).encode()
    if game.seed is not None and going and seed_beside(path) != game.seed:
        key.unlink(missing_ok=True)
        write_whole(key, f"{game.seed}\n".encode(), 0o600)
    write_whole(path, content)
    if not going or game.seed is None:
        key.unlink(missing_ok=True)
    return content


def cannot_write(path: Path, bad: OSError) -> DataError:
    return DataError(
        str(path), None, Say("cannot be written: {fault}", fault=str(bad.strerror or bad))
    )


def write_whole(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write beside the file, on to the disk, then rename: never half a file.

    A new file gets this mode, an old one keeps its own.
    """
    target = path.resolve()
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, fresh)
        fresh.replace(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
