"""The rulebook as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.engine.rulebook import REPORT, Rulebook, UnknownRule, tested
from grognard.textdata import DataError, Folder

HEADER = "rule\tsection\tsummary\tkind\ttestable\tambiguity\texample\n"
SECTION = ("7.6.1a", "7.6.2", "7.61")


def book(folder: Path, *ids: str) -> Rulebook:
    rows = "".join(f"{id}\tS\tSays {id}.\tnote\ty\t\t\n" for id in ids)
    (folder / "rules.tsv").write_text(HEADER + rows)
    return Rulebook.read(Folder(folder))


def test_anzio_has_all_its_rows() -> None:
    anzio = Rulebook.of("anzio")
    assert len(anzio) == 97
    assert len(anzio.testable) == 93
    assert "1.0" not in anzio.testable
    assert anzio["12.7a"].kind == "retreat"
    assert anzio["12.7a"] in list(anzio)


def test_unknown_game_and_rule() -> None:
    with pytest.raises(UnknownRule, match="no game 'chess'"):
        Rulebook.of("chess")
    with pytest.raises(UnknownRule, match=r"no rule 99\.9"):
        Rulebook.of("anzio")["99.9"]


def test_text_of_a_row_and_of_a_number_with_parts(tmp_path: Path) -> None:
    rules = book(
        tmp_path, "12.7a", "12.7b1", "12.7.1", "12.71", "8.2", "8.2a", "TBL.TEC.a", *SECTION
    )
    assert rules.text("12.7a") == "12.7a Says 12.7a."
    assert rules.text("12.7") == "12.7a Says 12.7a.\n12.7b1 Says 12.7b1."
    assert rules.text("8.2") == "8.2 Says 8.2."
    assert rules.text("TBL.TEC") == "TBL.TEC.a Says TBL.TEC.a."
    assert rules.text("12.7a-b") == rules.text("12.7")
    assert rules.text("7.6") == "7.6.1a Says 7.6.1a.\n7.6.2 Says 7.6.2."
    with pytest.raises(UnknownRule, match="no rule 12"):
        rules.text("12")


def test_runs(tmp_path: Path) -> None:
    rules = book(tmp_path, "9.1d", "9.1e1", "9.1e2", "9.1f", "9.1h", "9.2", "9.3")
    assert rules.expand("9.1d") == ("9.1d",)
    assert rules.expand("9.1d-f") == ("9.1d", "9.1e1", "9.1e2", "9.1f")
    assert rules.expand("9.1e1-2") == ("9.1e1", "9.1e2")
    with pytest.raises(UnknownRule, match=r"no rule 9\.1g, which 9\.1d-h contains"):
        rules.expand("9.1d-h")
    with pytest.raises(UnknownRule, match=r"no rules 9\.1f-d"):
        rules.expand("9.1f-d")
    for not_a_run in ("9.2-3", "9.1d-9.1f", ""):
        with pytest.raises(UnknownRule):
            rules.expand(not_a_run)


def test_a_number_with_parts_is_not_one_rule(tmp_path: Path) -> None:
    with pytest.raises(UnknownRule, match=r"no rule 12\.7, only 12\.7a, 12\.7b"):
        book(tmp_path, "12.7a", "12.7b").expand("12.7")


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("1.0\tS\tText\tnote\tperhaps\t\t\n", "rules.tsv:2: testable: 'perhaps'"),
        ("1.0\tS\tText\tnote\ty\t\t\n" * 2, "rules.tsv:3: rule: '1.0' is empty or appears twice"),
        ("1.0\tS\n", "rules.tsv:2: 2 cells"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, rows: str, fault: str) -> None:
    (tmp_path / "rules.tsv").write_text(HEADER + rows)
    with pytest.raises(DataError) as error:
        Rulebook.read(Folder(tmp_path))
    assert str(error.value).startswith(fault)


class TestTested:
    @pytest.fixture(autouse=True)
    def here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "deep" / "er").mkdir(parents=True)
        monkeypatch.chdir(tmp_path / "deep" / "er")
        monkeypatch.delenv("GROGNARD_RULES_FILE", raising=False)

    def test_no_report(self) -> None:
        assert tested("anzio") == {}

    def test_report_in_a_folder_above(self, tmp_path: Path) -> None:
        (tmp_path / REPORT).parent.mkdir()
        (tmp_path / REPORT).write_text(json.dumps({"anzio": {"12.7a": ["t.py::t"]}}))
        assert tested("anzio") == {"12.7a": ["t.py::t"]}
        assert tested("salerno43") == {}

    def test_report_named_by_the_environment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        report = tmp_path / "other.json"
        monkeypatch.setenv("GROGNARD_RULES_FILE", str(report))
        with pytest.raises(DataError, match="missing"):
            tested("anzio")
        for text in ("[]", "{", '{"anzio": []}', '{"anzio": {"1.0": 3}}'):
            report.write_text(text)
            with pytest.raises(DataError, match="not a report of tested rules"):
                tested("anzio")
