"""``@pytest.mark.rule("anzio:12.7a", "anzio:12.6a-f")``: which rules a test proves.

An unknown rule fails the collection. A full run writes ``build/rules-tested.json``:
for each game and rule the tests that passed, if none of the rule's tests failed.

``@pytest.mark.soak``: left out unless it is asked for (``make soak``, ``pytest -m soak``).
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard.engine.rulebook import REPORT, Rulebook, UnknownRule

rulebook = cache(Rulebook.of)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(id, ...): the rules that the test proves, as game:id")
    config.pluginmanager.register(RuleReport(config), "rule-report")


def soaks(item: pytest.Item) -> bool:
    return item.get_closest_marker("soak") is not None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long games and many crashes run on demand; what they prove, shorter tests prove each time."""
    if "soak" not in config.getoption("markexpr"):
        config.hook.pytest_deselected(items=[item for item in items if soaks(item)])
        items[:] = [item for item in items if not soaks(item)]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    faults = []
    for item in report.result:
        if isinstance(item, pytest.Item):
            try:
                item.user_properties.append(("rules", marked(item)))
            except ValueError as fault:
                faults.append(f"{item.nodeid}: {fault}")
    if faults:
        report.outcome, report.longrepr = "failed", "\n".join(faults)
    return report


def marked(item: pytest.Item) -> list[str]:
    """The rules that a test is marked with, as ``game:id``."""
    rules: dict[str, None] = {}
    for mark in item.iter_markers("rule"):
        if not mark.args:
            raise ValueError("a rule mark without a rule")
        for citation in mark.args:
            game, _, ids = str(citation).partition(":")
            try:
                rules.update((f"{game}:{id}", None) for id in rulebook(game).expand(ids))
            except UnknownRule as fault:
                raise ValueError(f"rule mark {citation!r}: {fault}") from None
    return list(rules)


def narrowed(config: pytest.Config) -> bool:
    """Whether the command line asks for less than all tests; a worker is told what to run."""
    if hasattr(config, "workerinput"):
        return False
    less = ("keyword", "markexpr", "ignore", "ignore_glob", "lf", "collectonly")
    root = config.rootpath.resolve()
    asked = {(config.invocation_params.dir / arg).resolve() for arg in config.args}
    return any(config.getoption(o, None) for o in less) or not asked & {root, root / "tests"}


class RuleReport:
    """What became of each rule's tests; the reports of xdist's workers arrive here too."""

    def __init__(self, config: pytest.Config) -> None:
        self.passed: dict[str, set[str]] = defaultdict(set)
        self.failed: set[str] = set()
        self.incomplete = narrowed(config)

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.incomplete |= not all(map(soaks, items))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.incomplete |= report.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        rules = dict(report.user_properties).get("rules")
        if not isinstance(rules, list):  # a worker died in the middle of a test
            self.incomplete = True
        elif report.failed:
            self.failed.update(rules)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            for rule in rules:
                self.passed[rule].add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.incomplete |= getattr(node, "workeroutput", {}).get("incomplete", True)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["incomplete"] = self.incomplete
            return
        ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if ended and not (self.incomplete or session.shouldfail or session.shouldstop):
            self.write(session.config.rootpath / REPORT)

    def write(self, path: Path) -> None:
        games: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for rule in sorted(self.passed.keys() - self.failed):
            game, _, id = rule.partition(":")
            games[game][id] = sorted(self.passed[rule])
        path.parent.mkdir(exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(json.dumps(games, indent=1) + "\n", "utf-8")
        fresh.replace(path)
