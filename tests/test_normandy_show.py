"""What the page shows of Normandy '44 agrees with the rules behind it."""

from __future__ import annotations

import json

import pytest

import grognard
from grognard.draw.counters import ALIASES, SYMBOLS
from grognard.engine.view import Account, Track
from grognard.games.normandy44 import Normandy44, show, victory

TOP = """\
grognard position 1
game normandy44
scenario campaign
turn 6
phase movement german
"""


def test_the_account_of_victory_adds_up_and_its_hexes_are_shown() -> None:
    for scenario in ("seven", "campaign"):
        game = grognard.new("normandy44", scenario=scenario, seed=3)
        rules, state = game.rules, game.state
        assert isinstance(rules, Normandy44)
        (account,) = (
            each
            for each in rules.tracks(state)
            if isinstance(each, Account) and str(each.title) == "Victory Points"
        )
        *lines, total = account.lines
        assert sum(int(str(line.amount)) for line in lines) == int(str(total.amount))
        worth = victory.worth(state)
        shown: dict[str, str] = {}
        for overlay in rules.overlays(state):
            if overlay.kind == "vp":
                shown |= overlay.figures
        assert shown == {rules.board.label(h): str(n) for h, n in worth.items()}


def test_the_schedule_holds_every_reinforcement_of_the_scenario() -> None:
    game = grognard.new("normandy44", scenario="campaign")
    rules = game.rules
    assert isinstance(rules, Normandy44)
    (track,) = (
        each
        for each in rules.tracks(game.state)
        if isinstance(each, Track) and str(each.title) == "Turn Record Track"
    )
    boxes = {box.box for box in track.boxes}
    due = [piece for piece in rules.pieces(game.state) if piece.hex.startswith("turn ")]
    assert len(due) == len(rules.arrival_turn)
    assert {piece.hex for piece in due} <= boxes
    assert [str(note) for note in track.boxes[1].notes] == ["red entry", "blue entry"]


def test_every_mark_and_symbol_that_play_can_bring_is_explained() -> None:
    page = json.loads((Normandy44.data / "page.json").read_text("utf-8"))
    rules = Normandy44(scenario="campaign")
    always = {"cadre", "restricted", "disrupted", "has moved", "fired", "out of supply"}
    always |= {word for _, word in show.MARKED}
    printed = {mark for piece in rules.pieces(rules.start()) for mark in piece.marks}
    costs = {f"cost {unit.cost}" for unit in rules.units if unit.cost}
    assert always | printed | costs <= set(page["marks"])
    assert {"improved position", "entrenching", "mulberry"} <= set(page["symbols"])
    assert set(show.SILHOUETTES.values()) <= set(page["symbols"])
    assert {piece.symbol for piece in rules.pieces(rules.start())} <= {*SYMBOLS, *ALIASES}


@pytest.mark.rule("normandy44:8.5.5a")
def test_a_bond_with_the_coast_is_drawn_to_the_hexside() -> None:
    """On 6 June the Germans on the beaches bond with the sea."""
    game = grognard.new("normandy44", scenario="seven", seed=5)
    (shown,) = (o for o in game.overlays().values() if o.name == "bonds german")
    hexsides = {line[1] for line in shown.lines if "/" in line[1]}
    assert hexsides
    for word in hexsides:
        one, other = word.split("/")
        grid, board = game.rules.board.grid, game.rules.board
        assert grid.distance(board.index(one), board.index(other)) == 1
