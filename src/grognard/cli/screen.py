"""What goes to the terminal: lines and tables, coloured where the terminal is one that likes it.

Colour needs the library rich and a terminal; into a pipe or a file, or with ``NO_COLOR`` set,
the same words come as plain text.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from ..engine.words import IllegalAction, Say
from ..locale import ENGLISH, Translate, known, translator

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Words = str | Say
Part = Words | tuple[Words, str]
"""Words, or words with a style such as ``bold red``."""

RULE, QUIET, GOOD, BAD, HEAD = "cyan", "dim", "bold green", "bold red", "bold"
SIDES = ("bold green", "bold magenta", "bold blue", "bold yellow")


class Screen:
    """Standard output for answers, standard error for complaints."""

    def __init__(
        self,
        out: TextIO | None = None,
        err: TextIO | None = None,
        lang: str = "en",
    ) -> None:
        self.out, self.err = out or sys.stdout, err or sys.stderr
        self.lang, self._translate = _language(lang)
        self._out, self._err = _console(self.out), _console(self.err)

    @property
    def width(self) -> int:
        """The columns of the terminal; no limit elsewhere."""
        try:
            return os.get_terminal_size(self.out.fileno()).columns
        except (OSError, ValueError):
            return 10_000

    def words(self, words: Words) -> str:
        return words.translated(self._translate) if isinstance(words, Say) else words

    def line(self, *parts: Part) -> None:
        self._write(self._out, self.out, parts)

    def wipe(self) -> None:
        """Clear a terminal, and what scrolled out of it."""
        if self.out.isatty():
            self.out.write("\033[2J\033[3J\033[H")

    def raw(self, text: str) -> None:
        """Text for another program, exactly as it is."""
        self.out.write(text)

    def complain(self, *parts: Part) -> None:
        self.out.flush()
        self._write(self._err, self.err, parts)

    def refuse(self, refusal: IllegalAction) -> None:
        parts: list[Part] = [(Say("refused:"), BAD), " ", refusal.reason]
        if refusal.rule:
            parts += [" ", (f"[{refusal.rule}]", RULE)]
        self.complain(*parts)

    def table(self, heads: Sequence[Words], rows: Iterable[Sequence[Part]]) -> None:
        """Columns of words; the last may be long."""
        body = [[self._split(part) for part in row] for row in rows]
        titles = [self.words(head) for head in heads]
        if self._out is not None:
            self._rich_table(titles, body)
            return
        lines = [titles, *([text for text, _ in row] for row in body)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(titles))]
        for line in lines:
            cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            self.out.write("  ".join(cells).rstrip() + "\n")

    def _split(self, part: Part) -> tuple[str, str]:
        words, style = part if isinstance(part, tuple) else (part, "")
        return self.words(words), style

    def _write(self, console: Console | None, stream: TextIO, parts: Sequence[Part]) -> None:
        split = [self._split(part) for part in parts]
        if console is None:
            stream.write("".join(text for text, _ in split) + "\n")
        else:
            console.print(_text(split), soft_wrap=True)

    def _rich_table(self, titles: Sequence[str], body: list[list[tuple[str, str]]]) -> None:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        assert self._out is not None
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for i, title in enumerate(titles):
            table.add_column(_text([(title, "")]), no_wrap=i < len(titles) - 1)
        for row in body:
            table.add_row(*(_text([cell]) for cell in row))
        self._out.print(table)


def _language(lang: str) -> tuple[str, Translate]:
    """The language, as far as there is a catalogue and the library to read it; else English."""
    try:
        return known(lang), translator(lang)
    except ImportError:
        return ENGLISH, translator(ENGLISH)


def _text(parts: Iterable[tuple[str, str]]) -> Text:
    from rich.text import Text

    return Text.assemble(*parts)


def _console(stream: TextIO) -> Console | None:
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(file=stream, highlight=False, markup=False, emoji=False)
