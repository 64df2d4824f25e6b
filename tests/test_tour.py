"""The notebook does what it says: its cells run one after the other in a fresh name space."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"


def cells() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(TOUR.read_text("utf-8"))["cells"]
    return found


def run(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """What a cell prints, and the value of its last expression, as a notebook shows them."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    said = io.StringIO()
    value = None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, str(TOUR), "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), str(TOUR), "eval"), names)
    return said.getvalue(), value


def test_every_cell_of_the_tour_runs_and_says_what_was_stored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = 0
    for cell in cells():
        if cell["cell_type"] != "code":
            continue
        said, value = run("".join(cell["source"]), names)
        stored = "".join(
            "".join(out["text"]) for out in cell["outputs"] if out["output_type"] == "stream"
        )
        assert said == stored
        pictures = [out for out in cell["outputs"] if out["output_type"] == "execute_result"]
        for picture in pictures:
            assert "".join(picture["data"]["image/svg+xml"]).startswith("<svg")
            assert value._repr_svg_().startswith("<svg")
            shown += 1
    assert shown == 1


def test_the_tour_tells_a_question_odds_a_picture_and_a_study() -> None:
    text = "".join("".join(cell["source"]) for cell in cells())
    for word in ("why_not", "g.odds", "result ", "svg(", "Study("):
        assert word in text
