"""What the page shows of Normandy '44 agrees with the rules behind it."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

import grognard
from grognard.bots.random import RandomBot
from grognard.draw.counters import ALIASES, SYMBOLS
from grognard.engine.view import Account, Track
from grognard.games.normandy44 import Normandy44, show, victory
from grognard.games.zocbond import supply
from grognard.games.zocbond.zones import bonds

TOP = """\
grognard position 1
game normandy44
scenario campaign
turn 6
phase movement german
"""


def test_a_line_is_whole_exactly_where_the_rules_see_supply() -> None:
    game, bot, chance = grognard.new("normandy44", seed=5), RandomBot(), Random(2)
    rules = game.rules
    assert isinstance(rules, Normandy44)
    seen: Counter[bool] = Counter()
    while game.decision is not None and game.turn < 5:
        if game.decision.top and chance.random() < 0.012:
            g = game.state
            for unit in rules.units:
                place = g.hex[unit.index]
                if 0 <= place < rules.tables.size:
                    (trace,) = rules.traces(g, g.word(place))
                    assert trace.whole == supply.in_supply(g, unit.index)
                    assert trace.path[0] == g.word(place)
                    seen[trace.whole] += 1
        game.play(bot.choose(game, chance).order)
    assert seen[True] > 100
    assert seen[False]


@pytest.mark.parametrize(
    ("units", "place", "rule", "text"),
    [
        ("2814 US-Eng-1S\n2713 US-4-8", "2713", "18.3", "in supply from 2814"),
        ("2713 US-4-8", "2713", "18.3", "no way leads to a source"),
        ("3209 GE-91-1058", "3209", "18.3", "in supply from 3"),
        (
            "3209 GE-91-1058\n3208 US-9-39\n3109 US-9-47\n3210 US-9-60\n3309 US-79-314\n3308 US-79-315",
            "3209",
            "18.3b",
            "an enemy ZOC Bond closes the way to 3",
        ),
    ],
)
def test_a_line_that_breaks_says_where_and_why(
    units: str, place: str, rule: str, text: str
) -> None:
    game = grognard.load(f"{TOP}{units}\n")
    (trace,) = game.rules.traces(game.state, place)
    assert trace.rule == rule
    assert text in str(trace.text)


def test_the_lines_of_bonds_close_what_the_bonds_close() -> None:
    game, bot, chance = grognard.new("normandy44", seed=5), RandomBot(), Random(4)
    rules = game.rules
    assert isinstance(rules, Normandy44)
    seen = 0
    while game.decision is not None and game.turn < 3:
        g, tables = game.state, rules.tables
        if game.decision.top and chance.random() < 0.05:
            for side, name in enumerate(rules.sides):
                (shown,) = (o for o in rules.overlays(g) if o.name == f"bonds {name}")
                hexes, sides = 0, [0] * 6
                for line in shown.lines:
                    two = sum(1 << h for word in line if (h := rules.place(word)) is not None)
                    near = [a for a in g.anchors(side) if a.label in line and two >> a.hex & 1]
                    foot, wheels = g.foot_bond[side] & two, g.any_bond[side] & two
                    part = bonds(tables.ground, foot, wheels, g.occupied[1 - side], near)
                    hexes |= part.hexes
                    sides = [a | b for a, b in zip(sides, part.sides, strict=True)]
                assert (hexes, tuple(sides)) == (g.bonds(side).hexes, g.bonds(side).sides)
                seen += len(shown.lines)
        game.play(bot.choose(game, chance).order)
    assert seen


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
