"""The game of docs/adding-a-game.md runs in every adapter, and they read nothing but the contract."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.test_readme import ROOT, blocks

import grognard
from grognard import bots, cli
from grognard.engine.decision import DICE


@pytest.fixture
def patrol() -> Iterator[Any]:
    """The documented game, opened by its name like any other."""
    names: dict[str, Any] = {"__name__": "grognard.games.patrol"}
    for block in blocks(ROOT / "docs" / "adding-a-game.md"):
        if block.kind == "python":
            exec(block.text, names)
    games = import_module("grognard.games")
    module = ModuleType("grognard.games.patrol")
    module.__dict__["RULES"] = names["RULES"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "grognard.games.patrol", module)
        games._own.cache_clear()
        yield names["RULES"]
    games._own.cache_clear()


def test_front_door_and_picture(patrol: Any) -> None:
    g = grognard.new("patrol", seed=10)
    g.play("to 0201")
    assert grognard.load(g.position).position == g.position
    assert grognard.load(g.record).position == g.position
    assert g.unit("blue").piece is not None
    assert 'data-hex="0201"' in g.svg()


def test_command_line(
    patrol: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", "en")
    for words in (
        ["new", "patrol", "game.grog", "--seed", "10"],
        ["play", "game.grog", "to", "0201"],
        ["show", "game.grog"],
        ["show", "game.grog", "--json"],
        ["legal", "game.grog"],
        ["draw", "game.grog", "-o", "game.svg"],
        ["verify", "game.grog"],
        ["sim", "patrol", "--games", "3", "--workers", "1"],
    ):
        assert cli.main(words) == 0, (words, capsys.readouterr().err)
    assert cli.main(["why", "game.grog", "shoot"]) == 1
    assert "3.0" in capsys.readouterr().err


def test_laboratory(patrol: Any) -> None:
    from grognard.lab.batch import Study, run
    from grognard.lab.report import html, summary

    results = run(Study("patrol", ("random", "random"), games=4))
    assert sum(row["games"] for row in summary(results)["outcomes"]) == 4
    assert html(results).startswith("<!")


def test_openspiel_and_pettingzoo(patrol: Any) -> None:
    from grognard.lab.openspiel import Game

    game = Game("patrol")
    state, rng = game.new_initial_state(), random.Random(2)
    while not state.is_terminal():
        assert len(state.observation_tensor()) == game.observation_tensor_shape()[0]
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from grognard.lab.pettingzoo import env

    api_test(env("patrol"), num_cycles=50)


def test_bots(patrol: Any) -> None:
    g = grognard.new("patrol", seed=3)
    bots.play(g, {side: bots.make("random", "patrol") for side in g.rules.seats}, random.Random(3))
    assert g.outcome is not None


def test_table(patrol: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("starlette")
    from tests.table.players import Browser, Running

    from grognard.table import server, thinking

    class Here(thinking.Pool):
        """A pool in this process, which knows the game of this test."""

        async def run(self, who: str, work: Callable[..., Any], *args: Any, **more: Any) -> Any:
            return await asyncio.to_thread(work, *args, **more)

    monkeypatch.setattr(server, "Pool", Here)
    running = Running(str(tmp_path / "tables.db"))
    try:
        browser = Browser(running.port)
        made = browser.create({"blue": "me", "red": "me"}, game="patrol")
        page = browser.sit(made["id"])
        assert page.decision()["about"]["units"] == ["blue"]
        page.do("to 0201", "to 0401")
        assert {p["id"]: p["hex"] for p in page.view["pieces"]} == {"blue": "0201", "red": "0401"}
        for what in ("of", "reach"):
            assert page.ask(what, unit="blue")["t"] == "answer"
        assert page.ask("overlay")["overlays"] == []
        assert page.ask("hex", hex="0201")["pieces"] == ["blue"]
        assert page.ask("report")["report"]["turns"]
        page.close()
    finally:
        running.stop()
    assert DICE not in grognard.new("patrol").rules.seats
