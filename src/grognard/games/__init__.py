"""The games, each opened by name; nothing is loaded before it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ..board import Board
from ..engine.ruleset import Ruleset

NAMES = ("anzio", "salerno43")


class UnknownGame(KeyError):
    def __str__(self) -> str:
        return f"no game is called {self.args[0]!r}; there are: {', '.join(NAMES)}"


def ruleset_class(name: str) -> type[Ruleset[Any]]:
    """The rules of a game: title, sides, scenarios and options, before any are chosen."""
    if name not in NAMES:
        raise UnknownGame(name)
    found: type[Ruleset[Any]] = import_module(f"{__name__}.{name}").RULES
    return found


@lru_cache(maxsize=64)
def _own(name: str, options: frozenset[str], scenario: str) -> Ruleset[Any]:
    return ruleset_class(name)(options, scenario=scenario)


def open_rules(
    name: str,
    *,
    options: Iterable[str] = (),
    scenario: str | None = None,
    data: Path | None = None,
    board: Board | None = None,
) -> Ruleset[Any]:
    """A game's rules with options and data chosen; on its own map they are made once and shared."""
    rules = ruleset_class(name)
    chosen = frozenset(options)
    unknown = chosen - {option.id for option in rules.option_list}
    if unknown:
        known = ", ".join(option.id for option in rules.option_list)
        raise ValueError(f"{name} has no option {min(unknown)!r}; there are: {known}")
    scenario = scenario or rules.scenarios[0].id
    if scenario not in {s.id for s in rules.scenarios}:
        known = ", ".join(s.id for s in rules.scenarios)
        raise ValueError(f"{name} has no scenario {scenario!r}; there are: {known}")
    if board is None and data is None:
        return _own(name, chosen, scenario)
    return rules(chosen, scenario=scenario, data=data, board=board)
