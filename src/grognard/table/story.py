"""What is stored of a table, put together from its record and its steps."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..engine.entries import Played, Skip
from ..engine.record import Heading, check_end, read_entries
from ..engine.ruleset import Ruleset
from ..engine.shared import Share
from ..engine.words import Say
from ..front import differs, moved_mark, no_way_on, open_heading, taken_up
from ..textdata import DataError, in_words
from .steps import Frame, Moved, Stand, Step, pack, unpack


def read_state(rules: Ruleset[Any], lines: Iterable[str]) -> Any:
    """The situation that lines tell."""
    return rules.read(in_words(enumerate(lines, 1), "position"))


class Story:
    """What is stored of a table, put together: nothing is played yet."""

    def __init__(self, base: str, steps: Iterable[Step], data: str | None = None) -> None:
        check_end(base, "text")
        self.heading = heading = Heading(base, "text")
        self.rules = rules = open_heading(heading, Path(data) if data else None)
        self.ruleset, self.data = heading.one("ruleset"), heading.one("data")
        self.marks = list(heading.moved)
        self.opening = None if heading.opening is None else [line for _, line in heading.opening]
        lines = [(n, x) for n, x in heading.rest if x.split()[0] not in ("end", "result")]
        self.trail = [entry for _, entry in read_entries(lines, rules.seats, "text")]
        self.stands: list[Stand] = []
        if heading.stand is not None:
            self.stands.append(Stand(heading.stand[0], pack(x for _, x in heading.stand[1])))
        if any(x.startswith("result ") for _, x in heading.rest):
            self.stands.append(Stand(len(self.trail), ""))
        self.frames = [Frame(i, e.side) for i, e in enumerate(self.trail) if isinstance(e, Played)]
        self.flagged = not self.trail
        """Whether every entry says if it is secret."""
        self.shares: list[Share] = []
        for step in steps:
            self._add(step)

    def _add(self, step: Step) -> None:
        if step.moved is not None:
            mark, self.ruleset, self.data, opening = step.moved
            self.marks.append(mark)
            self.opening, self.trail, self.frames, self.stands = unpack(opening), [], [], []
        del self.trail[step.start :]
        while self.frames and self.frames[-1].start >= step.start:
            self.frames.pop()
        while self.stands and self.stands[-1].at > step.start:
            self.stands.pop()
        self.trail += step.entries
        if step.entries and not isinstance(step.entries[0], Skip):
            self.frames.append(Frame(step.start, step.side, step.why))
        if step.stand is not None:
            self.stands.append(step.stand)
        if step.share is not None:
            self.shares.append(step.share)

    @property
    def fault(self) -> Say | None:
        """Why it cannot be played on with the rules of now as it is."""
        return differs(self.rules, self.ruleset, self.data)

    def move_on(self, fault: Say) -> Moved:
        """Take it up under the rules of now from its last situation; DataError if there is none."""
        last = self.stands[-1] if self.stands else None
        if (last is None and self.trail) or (last is not None and not last.packed):
            raise DataError("text", None, no_way_on(fault))
        lines = self.opening if last is None else unpack(last.packed)
        told = None if lines is None else enumerate(lines, 1)
        state = taken_up(self.rules, told, self.trail, fault)
        mark = moved_mark(self.ruleset, self.data, 0 if last is None else last.at)
        version = str(self.rules.version)
        return Moved(mark, version, self.rules.digest, pack(self.rules.write(state)))
