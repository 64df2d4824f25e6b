"""The headings of the log: each line stands under the turn, the phase and the side in whose part of it it happened."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.bots.random import RandomBot
from grognard.table.chronicle import Chronicle

AT_HOME = {
    "move": {"movement", "movement-excess", "reserve-movement", "beachhead"},
    "attack": {"invasion", "movement", "combat", "reserve-combat", "armor"},
    "advance": {"invasion", "combat", "reserve-combat", "armor"},
    "weather": {"weather", "initial"},
    "supply": {"supply"},
}
"""In which phases these kinds of lines have their place, in all four games."""


@pytest.mark.parametrize("name", ["anzio", "gazala1942", "normandy44", "salerno43"])
def test_a_line_stands_under_its_own_phase(name: str) -> None:
    """What ended a phase stood under the next one, and what was set up before turn 1 under turn 1."""
    game, bot, chance = grognard.new(name, seed=3), RandomBot(), Random(3)
    for _ in range(500):
        game.play(bot.choose(game, chance).order)
    sides = {unit.id: game.rules.sides[unit.side] for unit in game.rules.units}
    chronicle = Chronicle.begun(grognard.Game(game.rules, ask_dice=True))
    kinds = set[str]()
    for entry in game.trail:
        state = chronicle.game.state
        before = state.turn, state.phase, state.whose
        chronicle.follow(entry)
        rows = [row for row in chronicle.rows if row.at == len(chronicle.game.trail)]
        for row in rows:
            kind = row.event.kind
            assert row.phase in AT_HOME.get(kind, {row.phase}), (kind, str(row.event))
            if kind == "choice":
                assert (row.turn, row.phase, row.whose) == before
            if kind == "move" and row.whose:
                assert sides[str(row.event.facts["unit"])] == row.whose
            kinds.add(kind)
    assert {"choice", "move"} <= kinds
