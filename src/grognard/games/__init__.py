"""The games, each opened by name; nothing is loaded before it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ..board import Board
from ..engine.ruleset import Ruleset
from ..say import Say

NAMES = ("anzio", "salerno43")


class UnknownGame(KeyError):
    @property
    def said(self) -> Say:
        known = ", ".join(NAMES)
        return Say("no game is called '{game}'; there are: {known}", game=self.args[0], known=known)

    def __str__(self) -> str:
        return str(self.said)


class UnknownChoice(ValueError):
    """A game has no such option or scenario."""

    def __init__(self, said: Say) -> None:
        self.said = said
        super().__init__(said)


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
    if board is None and data is None:
        return _own(name, chosen, scenario)
    return rules(chosen, scenario=scenario, data=data, board=board)
