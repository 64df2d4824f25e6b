"""The games, each opened by name; nothing is loaded before it is asked for.

A game is a package here with a folder ``data`` and a class ``RULES``: that is all it takes to be found.
Called, as ``grognard.games()``, the package tells the names of those that can be played.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from ..board import Board
from ..engine.ruleset import Ruleset
from ..say import GrognardError, Say
from ..textdata import Words

HERE = Path(__file__).parent

IN_THE_MAKING = "IN_THE_MAKING"
"""A file of this name in its folder: the game is opened by name, but not yet offered nor held complete."""


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The names of the games that can be played."""
    found = (folder.parent for folder in HERE.glob("*/data") if folder.is_dir())
    return tuple(sorted(game.name for game in found if not (game / IN_THE_MAKING).exists()))


def is_game(name: str) -> bool:
    """Whether a game is called so, listed or still in the making."""
    if not name.isidentifier():
        return False
    return (HERE / name / "data").is_dir() or hasattr(
        sys.modules.get(f"{__name__}.{name}"), "RULES"
    )


class _Games(ModuleType):
    """The package, callable: ``grognard.games()`` and ``grognard.games.anzio`` both hold."""

    def __call__(self) -> tuple[str, ...]:
        return names()


sys.modules[__name__].__class__ = _Games


class UnknownGame(GrognardError, KeyError):
    @property
    def said(self) -> Say:
        known = ", ".join(names())
        return Say("no game is called '{game}'; there are: {known}", game=self.args[0], known=known)

    def __str__(self) -> str:
        return str(self.said)


class UnknownChoice(GrognardError, ValueError):
    """A game has no such option or scenario."""

    def __init__(self, said: Say) -> None:
        self.said = said
        super().__init__(said)


def ruleset_class(name: str) -> type[Ruleset[Any]]:
    """The rules of a game: title, sides, scenarios and options, before any are chosen."""
    if not is_game(name):
        raise UnknownGame(name)
    found: type[Ruleset[Any]] = import_module(f"{__name__}.{name}").RULES
    return found


Stamps = tuple[tuple[str, int, int], ...]


@lru_cache(maxsize=64)
def _own(
    name: str, options: frozenset[str], scenario: str, data: Path | None, stamps: Stamps
) -> Ruleset[Any]:
    return ruleset_class(name)(options, scenario=scenario, data=data)


def _stamps(folder: Path) -> Stamps:
    """The files of a folder, each with its time and size: another if one of them is edited."""
    files = sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []
    return tuple((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files)


CORRECTED: dict[str, Path] = {}
"""By game: the folder of corrected files that it is played with unless another is named."""


def correct(folders: Mapping[str, Path]) -> None:
    """Play games with corrected files from now on; DataError if the files are no good."""
    for name, folder in folders.items():
        ruleset_class(name)(data=folder)
        CORRECTED[name] = folder


def open_rules(
    name: str,
    *,
    options: Iterable[str] = (),
    scenario: str | None = None,
    data: Path | None = None,
    board: Board | None = None,
    units: Sequence[Words] = (),
) -> Ruleset[Any]:
    """A game's rules with options and data chosen; on its own map they are made once and shared."""
    rules = ruleset_class(name)
    chosen = frozenset(options)
    unknown = chosen - {option.id for option in rules.option_list}
    if unknown:
        known = ", ".join(option.id for option in rules.option_list)
        raise UnknownChoice(
            Say(
                "{game} has no option '{option}'; there are: {known}",
                game=name,
                option=min(unknown),
                known=known,
            )
        )
    scenario = scenario or rules.scenarios[0].id
    if scenario not in {s.id for s in rules.scenarios}:
        known = ", ".join(s.id for s in rules.scenarios)
        raise UnknownChoice(
            Say(
                "{game} has no scenario '{scenario}'; there are: {known}",
                game=name,
                scenario=scenario,
                known=known,
            )
        )
    standing = CORRECTED.get(name)
    data = data or standing
    if board is None and not units:
        stamps = _stamps(data) if data is not None and data != standing else ()
        return _own(name, chosen, scenario, data, stamps)
    more = {"units": units} if units else {}
    return rules(chosen, scenario=scenario, data=data, board=board, **more)
