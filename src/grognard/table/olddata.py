"""A table keeps the data it was begun with: every state of a game's files that this server has had
is in the database by its fingerprint."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import msgspec

from .. import games
from ..games import CORRECTED, open_rules, ruleset_class
from ..textdata import Folder
from .store import Store

SUFFIXES = (".csv", ".toml", ".tsv")


async def keep_all(store: Store) -> None:
    """Put the data files of all games into the database, if they are not there yet."""
    for name in games():
        await store.keep_data(name, open_rules(name).digest, _files(name))


def _files(game: str) -> str:
    """The files that the game is played with here: its own, or corrected ones in their place."""
    home = ruleset_class(game).data
    folder = Folder(home, CORRECTED.get(game))
    names = (path.name for path in home.iterdir() if path.suffix in SUFFIXES)
    texts = {name: folder.read(name) for name in names if not name.startswith("rules.")}
    return msgspec.json.encode(texts).decode()


def wanted(base: str) -> tuple[str, str] | None:
    """The game and the fingerprint of the data that a record was played on, if they are not ours."""
    said: dict[str, str] = {}
    for line in base.splitlines()[:20]:
        word, _, value = line.partition(" ")
        said.setdefault(word, value.strip())
    game, digest = said.get("game", ""), said.get("data", "")
    if game not in games() or not digest or open_rules(game).digest == digest:
        return None
    return game, digest


class Shelf:
    """Older data, laid out in files for whoever reads them; gone with the server."""

    def __init__(self) -> None:
        self._home: tempfile.TemporaryDirectory[str] | None = None

    def lay_out(self, game: str, digest: str, files: str) -> Path:
        """The folder with these files."""
        if self._home is None:
            self._home = tempfile.TemporaryDirectory(prefix="grognard-data-")
        folder = Path(self._home.name) / f"{game}-{digest}"
        if not folder.exists():
            making = folder.with_name(f"{folder.name}.{os.getpid()}")
            making.mkdir()
            for name, text in msgspec.json.decode(files, type=dict[str, str]).items():
                (making / Path(name).name).write_text(text, "utf-8")
            making.rename(folder)
        return folder

    def close(self) -> None:
        if self._home is not None:
            self._home.cleanup()
