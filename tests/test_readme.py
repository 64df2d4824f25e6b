"""The README and the docs do what they say: their sessions run, their texts are read back.

In ``pycon`` blocks Python sessions run as doctests, the blocks of a file one after the other.
``python`` blocks are run with them.  In ``console`` blocks every line after ``$ grognard`` is run
and what follows it must be what the command says.  ``position`` and ``record`` blocks are
loaded and must come out as they went in.
"""

from __future__ import annotations

import csv
import doctest
import hashlib
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import grognard
from grognard import cli

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)[^)]*\)")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    page: Path
    line: int
    kind: str
    text: str


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(page, text.count("\n", 0, found.start(2)), found[1], found[2])
        for found in FENCE.finditer(text)
    ]


def with_blocks(*kinds: str) -> list[Path]:
    return [page for page in PAGES if any(block.kind in kinds for block in blocks(page))]


def name(value: object) -> str:
    return str(value.relative_to(ROOT)) if isinstance(value, Path) else str(value)


@pytest.mark.parametrize("page", with_blocks("pycon", "python"), ids=name)
def test_python_in(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    said: list[str] = []
    for block in blocks(page):
        if block.kind == "python":
            exec(compile("\n" * block.line + block.text, str(page), "exec"), names)
        elif block.kind == "pycon":
            test = doctest.DocTest(
                doctest.DocTestParser().get_examples(block.text),
                names,
                name(page),
                str(page),
                block.line,
                block.text,
            )
            runner.run(test, out=said.append, clear_globs=False)
            names = test.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


class Command(NamedTuple):
    line: int
    words: list[str]
    answer: str


def commands(block: Block) -> Iterator[Command]:
    """The grognard commands of a block and what follows each."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.M)
    for i in range(1, len(parts), 2):
        program, *words = shlex.split(parts[i], comments=True)
        if program == "grognard":
            yield Command(block.line, words, parts[i + 1])


@pytest.mark.parametrize("page", with_blocks("console"), ids=name)
def test_commands_in(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    for block in blocks(page):
        if block.kind != "console":
            continue
        for command in commands(block):
            cli.main(command.words)
            said = capsys.readouterr()
            if command.answer:
                right = doctest.OutputChecker().check_output(
                    command.answer, said.out + said.err, FLAGS
                )
                assert right, f"{name(page)}:{command.line} {command.words}\n{said.out}{said.err}"
            else:
                assert said.err == "", f"{name(page)}:{command.line} {command.words}"


TEXTS = [block for page in PAGES for block in blocks(page) if block.kind in ("position", "record")]


def sealed(record: str) -> str:
    """The record as if played on the data of today, with the checksum that docs/notation.md defines."""
    name = re.search("^game (.+)$", record, re.M)
    assert name
    digest = grognard.new(name[1]).rules.digest
    body = re.sub("^data .+$", f"data {digest}", record[: record.index("\nend ") + 1], flags=re.M)
    entries = record.split()[-2]
    return f"{body}end {entries} {hashlib.sha256(body.encode()).hexdigest()[:16]}\n"


@pytest.mark.parametrize("block", TEXTS, ids=lambda b: f"{name(b.page)}:{b.line}")
def test_a_text_is_read_back(block: Block) -> None:
    if block.kind == "record":
        text = sealed(block.text)
        again = grognard.load(text).record.split("\nstand ")[0]
        assert again.startswith(text.split("\nend ")[0])
        assert grognard.verify(text) == []
        return
    game = grognard.load(block.text, dice="asked")
    assert game.rules.check(game.state) == []
    assert grognard.load(game.position, dice="asked").position == game.position
    assert set(block.text.split()) <= set(game.position.split())


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text("utf-8"))
    gone = [
        link
        for link in LINK.findall(text)
        if "://" not in link and not (page.parent / link).exists()
    ]
    assert gone == []


def test_every_source_of_anzio_is_explained() -> None:
    data = Path(grognard.__file__).parent / "games" / "anzio" / "data"
    page = (ROOT / "docs" / "reconstructed.md").read_text("utf-8")
    words = {
        word
        for file in data.glob("*.csv")
        if file.name != "names.csv"  # what units are called: nothing is played by it
        for row in csv.DictReader(file.open(encoding="utf-8"))
        for word in re.findall(
            r"[a-z]+(?: \(gap\))?", re.sub(r"\((?!gap)[^)]*\)", "", row["source"])
        )
    }
    assert {"rulebook", "geodata", "reconstructed"} < words
    assert [word for word in sorted(words) if f"| `{word}` |" not in page] == []
    hexes = [row["source"] for row in csv.DictReader((data / "hexes.csv").open(encoding="utf-8"))]
    counts = f"{hexes.count('rulebook')} are `rulebook`, {hexes.count('hand')} `hand`"
    assert counts in page


def test_the_readme_has_its_ten_lines() -> None:
    sessions = [block.text for block in blocks(ROOT / "README.md") if block.kind == "pycon"]
    assert sum(text.count(">>>") for text in sessions) >= 10
