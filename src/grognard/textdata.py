"""Reading small text files that a wargamer can proof-read: CSV and TOML, faults named by file and line."""

from __future__ import annotations

import csv
import hashlib
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from .say import GrognardError, Say


class DataError(GrognardError, ValueError):
    """A file or a text is wrong: which, in which line, and the fault as a sentence."""

    def __init__(self, file: str, line: int | None, fault: Say) -> None:
        self.file, self.line, self.fault = file, line, fault
        self.where = f"{file}:{line}" if line else file
        super().__init__(file, line, fault)

    def __str__(self) -> str:
        return f"{self.where}: {self.fault}"

    @property
    def said(self) -> Say:
        """The fault with its line, for somebody who knows which text it is."""
        if not self.line:
            return self.fault
        return Say("line {line}: {fault}", line=self.line, fault=self.fault)


class Folder:
    """The data files of a game, each replaced by the file of the same name in ``overlay`` if there."""

    def __init__(
        self, base: Path, overlay: Path | None = None, texts: Mapping[str, str] | None = None
    ) -> None:
        """``texts`` stand in place of files, by name."""
        self.base, self.overlay, self.texts = base, overlay, texts or {}
        if overlay is not None and not overlay.is_dir():
            raise DataError(str(overlay), None, Say("no such folder of data files"))

    def path(self, name: str) -> Path:
        if self.overlay is not None and (self.overlay / name).is_file():
            return self.overlay / name
        return self.base / name

    def read(self, name: str) -> str:
        if name in self.texts:
            return self.texts[name]
        path = self.path(name)
        try:
            return path.read_text("utf-8")
        except FileNotFoundError:
            raise DataError(name, None, Say("the file is missing")) from None
        except UnicodeDecodeError as bad:
            raise DataError(
                name, None, Say("not UTF-8 text: {reason}", reason=bad.reason)
            ) from None

    def toml(self, name: str) -> dict[str, Any]:
        try:
            return tomllib.loads(self.read(name))
        except tomllib.TOMLDecodeError as bad:
            raise DataError(name, None, Say("not TOML: {fault}", fault=str(bad))) from None

    def rows(self, name: str, *columns: str, delimiter: str = ",") -> Iterator[Row]:
        """The rows of a CSV file, which must have the given columns."""
        reader = csv.reader(
            self.read(name).splitlines(),
            delimiter=delimiter,
            strict=True,
            quoting=csv.QUOTE_MINIMAL if delimiter == "," else csv.QUOTE_NONE,
        )
        header: list[str] = []
        try:
            for cells in reader:
                line = reader.line_num
                if not cells:
                    continue
                if not header:
                    header = cells
                    missing = [c for c in columns if c not in header]
                    if missing:
                        raise DataError(
                            name, line, Say("column '{missing}' is missing", missing=missing[0])
                        )
                    continue
                if len(cells) != len(header):
                    raise DataError(
                        name,
                        line,
                        Say("{n} cells, expected {wanted}", n=len(cells), wanted=len(header)),
                    )
                yield Row(name, line, dict(zip(header, cells, strict=True)))
        except csv.Error as bad:
            raise DataError(
                name, reader.line_num, Say("not CSV: {fault}", fault=str(bad))
            ) from None

    def digest(self) -> str:
        """Short fingerprint of the data files that play depends on: what a record says it was played on."""
        names = {p.name for p in self.base.iterdir() if p.suffix in (".csv", ".toml", ".tsv")}
        total = hashlib.sha256()
        for name in sorted(name for name in names if not name.startswith(("rules.", "names."))):
            total.update(name.encode() + b"\0" + self.read(name).encode() + b"\0")
        return total.hexdigest()[:12]


class Row(Mapping[str, str]):
    """One row of a CSV file that knows where it stands."""

    def __init__(self, file: str, line: int, cells: dict[str, str]) -> None:
        self.file, self.line, self.cells = file, line, cells

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def fault(self, what: Say) -> DataError:
        return DataError(self.file, self.line, what)

    def whole(self, column: str, least: int = 0) -> int:
        """The cell as a whole number not below ``least``."""
        text = self.cells[column]
        try:
            number = int(text)
        except ValueError:
            raise self.fault(
                Say("{column}: '{text}' is not a whole number", column=column, text=text)
            ) from None
        if number < least:
            raise self.fault(
                Say(
                    "{column}: {number} is less than {least}",
                    column=column,
                    number=number,
                    least=least,
                )
            )
        return number

    def one_of(self, column: str, allowed: object) -> str:
        text = self.cells[column]
        if text not in allowed:  # type: ignore[operator]
            known = ", ".join(sorted(str(a) for a in allowed))  # type: ignore[attr-defined]
            raise self.fault(
                Say("{column}: '{text}' is none of {known}", column=column, text=text, known=known)
            )
        return text


class Words(list[str]):
    """One line of a text, word by word, that knows where it stands."""

    def __init__(self, file: str, line: int, text: str) -> None:
        super().__init__(text.split())
        self.file, self.line = file, line

    def fault(self, what: Say) -> DataError:
        return DataError(self.file, self.line, what)

    def whole(self, word: str) -> int:
        """A word as a whole number of four digits at most."""
        if not word.isdecimal() or len(word) > 4:
            raise self.fault(Say("'{text}' is not a whole number", text=word))
        return int(word)

    def one_of(self, word: str, known: Collection[str]) -> str:
        if word not in known:
            raise self.fault(Say("'{text}' is none of {known}", text=word, known=", ".join(known)))
        return word


def in_words(lines: Iterable[tuple[int, str]], file: str) -> list[Words]:
    """Numbered lines of a text, word by word."""
    return [Words(file, number, line) for number, line in lines]
