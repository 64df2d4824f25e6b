"""A game's rules as data: every row of ``rules.tsv`` by its number, and which of them are tested."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..say import GrognardError, Say
from ..textdata import DataError, Folder

GAMES = Path(__file__).parent.parent / "games"
REPORT = Path("build", "rules-tested.json")

_RUN = re.compile(r"(.+?)(?:([a-z])-([a-z])|(?<=[a-z])(\d+)-(\d+))")
_PART = re.compile(r"\.?[a-z]\d*|(?<=[a-z])\d+")


class Rule(NamedTuple):
    """One statement of the rulebook in our own words."""

    id: str
    section: str
    summary: str
    kind: str
    testable: bool
    ambiguity: str
    example: str


_COLUMNS = ("rule", *Rule._fields[1:])
_TRANSLATED = ("section", "summary", "ambiguity")


class UnknownRule(GrognardError, LookupError):
    """A rule number that the game's rulebook does not have."""

    def __init__(self, said: Say) -> None:
        self.said = said
        super().__init__(said)


class Rulebook:
    """The rules of one game by id, in the order of the book."""

    def __init__(self, rules: Iterable[Rule], data: Folder | None = None) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self._data = data
        self._languages: dict[str, Rulebook] = {}

    @classmethod
    def read(cls, data: Folder) -> Rulebook:
        """From the ``rules.tsv`` of a game's data files."""
        rules: dict[str, Rule] = {}
        for row in data.rows("rules.tsv", *_COLUMNS, delimiter="\t"):
            id, section, summary, kind, _, ambiguity, example = (row[c] for c in _COLUMNS)
            if not id or id in rules:
                raise row.fault(Say("rule: '{rule}' is empty or appears twice", rule=id))
            testable = row.one_of("testable", ("y", "n")) == "y"
            rules[id] = Rule(id, section, summary, kind, testable, ambiguity, example)
        return cls(rules.values(), data)

    def in_language(self, lang: str) -> Rulebook:
        """The same rules with the texts of ``rules.<lang>.tsv``; what is not there stays English."""
        if lang not in self._languages:
            self._languages[lang] = self._translated(lang)
        return self._languages[lang]

    def _translated(self, lang: str) -> Rulebook:
        name = f"rules.{lang}.tsv"
        if self._data is None or not lang.isalpha() or not self._data.path(name).is_file():
            return self
        rules = dict(self._rules)
        for row in self._data.rows(name, "rule", *_TRANSLATED, delimiter="\t"):
            if row["rule"] not in rules:
                raise row.fault(Say("rule: there is no '{rule}' in rules.tsv", rule=row["rule"]))
            section, summary, ambiguity = (row[column] for column in _TRANSLATED)
            rules[row["rule"]] = rules[row["rule"]]._replace(
                section=section, summary=summary, ambiguity=ambiguity
            )
        return Rulebook(rules.values())

    @classmethod
    def of(cls, game: str) -> Rulebook:
        """The rulebook that comes with the game of this name."""
        data = GAMES / game / "data"
        if not (data / "rules.tsv").is_file():
            raise UnknownRule(Say("no game '{game}' with a rulebook", game=game))
        return cls.read(Folder(data))

    def __len__(self) -> int:
        return len(self._rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __contains__(self, id: object) -> bool:
        return id in self._rules

    def __getitem__(self, id: str) -> Rule:
        try:
            return self._rules[id]
        except KeyError:
            raise UnknownRule(Say("no rule {rule}", rule=id)) from None

    @property
    def testable(self) -> tuple[str, ...]:
        """The ids of the rows that a test can prove."""
        return tuple(rule.id for rule in self if rule.testable)

    def expand(self, citation: str) -> tuple[str, ...]:
        """The ids of the rows meant by one id or by a run of them such as ``9.1d-h``."""
        if citation in self._rules:
            return (citation,)
        run = _RUN.fullmatch(citation)
        if run is None:
            parts = ", ".join(self._named(citation))
            if parts:
                raise UnknownRule(Say("no rule {rule}, only {parts}", rule=citation, parts=parts))
            raise UnknownRule(Say("no rule {rule}", rule=citation))
        stem, *ends = run.groups()
        found: list[str] = []
        for end in _between(*(end for end in ends if end)):
            rows = self._named(stem + end)
            if not rows:
                part = f"{stem}{end}"
                raise UnknownRule(
                    Say("no rule {part}, which {rule} contains", part=part, rule=citation)
                )
            found += rows
        if not found:
            raise UnknownRule(Say("no rules {rule}", rule=citation))
        return tuple(found)

    def text(self, citation: str, lang: str = "en") -> str:
        """What the cited rule says, a line for each row.

        A number may stand for all its parts, and that of a section (``8.4``) for all below it.
        """
        rules = self.in_language(lang)
        ids = self._named(citation)
        if not ids and "." in citation:
            ids = tuple(id for id in self._rules if id.startswith(f"{citation}."))
        ids = ids or self.expand(citation)
        return "\n".join(f"{id} {rules[id].summary}" for id in ids)

    def _named(self, number: str) -> tuple[str, ...]:
        """The row of this number or else its parts: ``12.7a``, ``12.7b``... for ``12.7``."""
        if number in self._rules:
            return (number,)
        return tuple(
            id for id in self._rules if id.startswith(number) and _PART.fullmatch(id, len(number))
        )


def _between(first: str, last: str) -> Iterable[str]:
    if first.isdigit():
        return map(str, range(int(first), int(last) + 1))
    return map(chr, range(ord(first), ord(last) + 1))


def tested(game: str) -> dict[str, list[str]]:
    """The rules with the tests that passed for them in the last full run; empty if there was none.

    The report is the file named by ``GROGNARD_RULES_FILE``, or else ``build/rules-tested.json``
    in the current folder or the nearest one above.
    """
    path = _report()
    if path is None:
        return {}
    try:
        games = json.loads(path.read_text("utf-8"))
        return {str(rule): [str(t) for t in tests] for rule, tests in games.get(game, {}).items()}
    except FileNotFoundError:
        raise DataError(str(path), None, Say("the file is missing")) from None
    except (ValueError, AttributeError, TypeError) as bad:
        raise DataError(
            str(path), None, Say("not a report of tested rules: {fault}", fault=str(bad))
        ) from None


def _report() -> Path | None:
    if named := os.environ.get("GROGNARD_RULES_FILE"):
        return Path(named)
    here = Path.cwd()
    return next((p / REPORT for p in (here, *here.parents) if (p / REPORT).is_file()), None)
