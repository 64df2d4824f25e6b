"""Marks on tests, and the report of tested rules that a full run writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.engine.rulebook import REPORT

MIXED = """
    import pytest

    @pytest.mark.rule("anzio:12.7a", "anzio:12.6a-b")
    def test_passes(): pass

    @pytest.mark.rule("anzio:12.6b")
    def test_fails(): assert False

    @pytest.mark.rule("anzio:12.7b")
    @pytest.mark.skip(reason="later")
    def test_skipped(): pass

    @pytest.mark.rule("anzio:12.7c")
    @pytest.mark.xfail
    def test_expected_to_fail(): assert False

    @pytest.fixture
    def torn():
        yield
        assert False

    @pytest.mark.rule("anzio:12.7d")
    def test_torn_down_badly(torn): pass

    @pytest.mark.rule("anzio:12.8a")
    class TestClass:
        @pytest.mark.rule("anzio:12.8b")
        @pytest.mark.parametrize("n", [1, 2])
        def test_many(self, n): pass

    def test_unmarked(): pass
"""
BOTH = ["tests/test_it.py::TestClass::test_many[1]", "tests/test_it.py::TestClass::test_many[2]"]
EXPECTED = {
    "anzio": {
        "12.6a": ["tests/test_it.py::test_passes"],
        "12.7a": ["tests/test_it.py::test_passes"],
        "12.8a": BOTH,
        "12.8b": BOTH,
    }
}


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A small project with our plugin."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini("[pytest]\naddopts = --strict-markers -p xdist")
    tests = pytester.mkdir("tests")
    plugin = Path(__file__).with_name("conftest.py").read_text("utf-8")
    (tests / "conftest.py").write_text(plugin, "utf-8")
    return pytester


def write(project: pytest.Pytester, text: str, name: str = "test_it") -> None:
    project.makepyfile(**{f"tests/{name}": text})


def report(project: pytest.Pytester) -> object:
    path = project.path / REPORT
    return json.loads(path.read_text("utf-8")) if path.exists() else None


@pytest.mark.parametrize("workers", [[], ["-n2"]], ids=["alone", "workers"])
@pytest.mark.parametrize("paths", [[], ["tests"]], ids=["all", "tests"])
def test_full_run(project: pytest.Pytester, workers: list[str], paths: list[str]) -> None:
    write(project, MIXED)
    project.runpytest(*workers, *paths).assert_outcomes(
        passed=5, failed=1, errors=1, skipped=1, xfailed=1
    )
    assert report(project) == EXPECTED
    assert [p.name for p in (project.path / "build").iterdir()] == [REPORT.name]


@pytest.mark.parametrize("workers", [[], ["-n2"]], ids=["alone", "workers"])
@pytest.mark.parametrize(
    "options",
    [
        ["tests/test_it.py"],
        ["-k", "many"],
        ["-m", "rule"],
        ["-x"],
        ["--deselect", "tests/test_it.py::test_passes"],
        ["--ignore", "tests/test_other.py"],
        ["--last-failed"],
        ["--collect-only"],
    ],
    ids=" ".join,
)
def test_a_partial_run_reports_nothing(
    project: pytest.Pytester, workers: list[str], options: list[str]
) -> None:
    write(project, MIXED)
    project.runpytest(*workers, *options)
    assert report(project) is None


def test_a_worker_that_dies_reports_nothing(project: pytest.Pytester) -> None:
    write(
        project,
        """
        import os, pytest

        @pytest.mark.rule("anzio:12.7a")
        def test_passes(): pass

        @pytest.mark.rule("anzio:12.7a")
        def test_dies(): os._exit(1)
        """,
    )
    project.runpytest("-n1").assert_outcomes(passed=1, failed=1)
    assert report(project) is None


@pytest.mark.parametrize("workers", [[], ["-n2"]], ids=["alone", "workers"])
@pytest.mark.parametrize(
    ("mark", "fault"),
    [
        ('"anzio:99.9"', "*test_it.py::test_wrong: rule mark 'anzio:99.9': no rule 99.9"),
        ('"anzio:12.7"', "*'anzio:12.7': no rule 12.7, only 12.7a, 12.7b,*"),
        ('"anzio:12.7a-z"', "*'anzio:12.7a-z': no rule 12.7g, which 12.7a-z contains"),
        ('"chess:1"', "*'chess:1': no game 'chess' with a rulebook"),
        ("", "*a rule mark without a rule"),
    ],
)
def test_an_unknown_rule_fails_the_collection(
    project: pytest.Pytester, workers: list[str], mark: str, fault: str
) -> None:
    write(project, f"import pytest\n@pytest.mark.rule({mark})\ndef test_wrong(): pass")
    write(project, "def test_right(): pass", "test_other")
    result = project.runpytest(*workers)
    assert result.ret != 0
    result.stdout.fnmatch_lines([fault])
    assert report(project) is None
