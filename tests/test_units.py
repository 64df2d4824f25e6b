"""Orders of battle and the small text files they come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.textdata import DataError, Folder, Row
from grognard.units import OrderOfBattle, Unit, load


def make(index: int, row: Row) -> Unit:
    side = row.one_of("side", ("red", "blue"))
    return Unit(
        index,
        row["id"],
        int(side == "blue"),
        side,
        "",
        row["id"],
        "",
        "",
        row.whole("steps", 1),
        "",
    )


def army(folder: Path, text: str) -> OrderOfBattle[Unit]:
    (folder / "units.csv").write_text(text)
    return load(Folder(folder), ("side", "steps"), make)


GOOD = "id,side,steps\nRE-1-A,red,2\nRE-1-B,red,2\nBL-1-A,blue,1\nBL-GD,blue,3\n"


def test_units_are_found_by_index_by_name_and_by_a_name_that_is_clear(tmp_path: Path) -> None:
    units = army(tmp_path, GOOD)
    assert len(units) == 4
    assert [unit.id for unit in units] == ["RE-1-A", "RE-1-B", "BL-1-A", "BL-GD"]
    assert all(units[unit.index] is unit for unit in units)
    assert units.find("re-1-b") is units[1]
    assert units.find("1-B") is units[1]
    assert units.find("gd") is units[3]
    assert units.find("1-A") is None  # which?
    assert units.find("2-A") is None
    assert str(units[3]) == "BL-GD"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("RE-1-B", "RE-1-A", "units.csv:3: unit RE-1-A appears twice"),
        ("RE-1-B", "re-1-a", "units.csv:3: unit re-1-a appears twice"),
        ("RE-1-B", "", "units.csv:3: id '' must be one word"),
        ("RE-1-B", "RE 1", "units.csv:3: id 'RE 1' must be one word"),
        ("RE-1-B,red", "RE-1-B,green", "units.csv:3: side: 'green' is none of blue, red"),
        ("BL-GD,blue,3", "BL-GD,blue,x", "units.csv:5: steps: 'x' is not a whole number"),
        ("BL-GD,blue,3", "BL-GD,blue,0", "units.csv:5: steps: 0 is less than 1"),
        ("BL-GD,blue,3", "BL-GD,blue", "units.csv:5: 2 cells, expected 3"),
        ("id,side,steps", "id,side", "units.csv:1: column 'steps' is missing"),
        ("BL-GD,blue,3", 'BL-GD,"blue"x,3', "units.csv:5:"),
    ],
)
def test_a_fault_is_named_with_file_and_line(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    assert old in GOOD
    with pytest.raises(DataError) as bad:
        army(tmp_path, GOOD.replace(old, new, 1))
    assert fault in str(bad.value)


def test_files_of_an_overlay_go_before_the_games_own(tmp_path: Path) -> None:
    base, over = tmp_path / "base", tmp_path / "over"
    base.mkdir()
    over.mkdir()
    (base / "units.csv").write_text(GOOD)
    (base / "a.toml").write_text("x = 1\n")
    folder = Folder(base, over)
    before = folder.digest()
    assert before == Folder(base).digest()
    (over / "a.toml").write_text("x = 2\n")
    assert folder.toml("a.toml") == {"x": 2}
    assert folder.digest() != before
    (over / "a.toml").write_text("x = \n")
    with pytest.raises(DataError, match=r"a\.toml"):
        folder.toml("a.toml")
    with pytest.raises(DataError, match=r"b\.csv: the file is missing"):
        folder.read("b.csv")
