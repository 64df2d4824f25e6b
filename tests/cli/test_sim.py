"""Studies from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Run

STUDY = ("sim", "anzio", "--bots", "random,random", "--games", "4", "--seed", "5")


def test_the_same_seed_gives_the_same_results_for_any_number_of_workers(
    run: Run, tmp_path: Path
) -> None:
    alone = run(*STUDY, "--workers", "1", "--json")
    assert alone.code == 0
    assert len(json.loads(alone.out)["rows"]) == 4
    assert run(*STUDY, "--workers", "2", "--json", "two.json").code == 0
    assert json.loads((tmp_path / "two.json").read_text()) == json.loads(alone.out)


def test_a_table_and_a_page(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(*STUDY, "--workers", "1", "--html", "report.html")
    assert code == 0
    assert "Who won" in out
    assert (tmp_path / "report.html").read_text().lstrip().lower().startswith("<!doctype html>")
