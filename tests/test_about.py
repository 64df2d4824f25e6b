"""What a question is about is data: units, hexes, the attack; and what its answers do."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.rulebook.anzio.tabletop import scene

import grognard
from grognard.engine.decision import About, Ask
from grognard.engine.ledger import Aim

SOURCE = Path(grognard.__file__).parent
CASES = [
    ("anzio", None, ("10.5", "12.3")),
    ("salerno43", "avalanche", ()),
    ("salerno43", "campaign", ()),
]


def untold(ask: Ask, rules: Any) -> list[str]:
    """What the prompt names and the data do not, or the data name and nobody knows."""
    units = {unit.id for unit in rules.units}
    about, aim = ask.about, ask.about.attack
    words = {str(value) for value in ask.prompt.params.values()}
    said = {*about.units, *about.hexes, *((aim.target, *aim.origins) if aim else ())}
    missing = [w for w in words if (w in units or rules.is_hex(w)) and w not in said]
    named = {*about.units, *(aim.units if aim else ())}
    unknown = [u for u in named if u not in units]
    return missing + unknown


@pytest.mark.parametrize(("game", "scenario", "options"), CASES)
def test_whatever_a_prompt_names_is_told_as_data(game, scenario, options):
    g = grognard.new(game, seed=5, scenario=scenario, options=options)
    rng = random.Random(5)
    attacks = 0
    for _ in range(4000):
        ask = g.decision
        if ask is None:
            break
        assert not untold(ask, g.rules), repr(ask)
        if ask.about.attack is not None:
            attacks += 1
            assert ask.about.attack.target in ask.about.hexes
        sheet = ask.ledger() if ask.ledger and rng.random() < 0.1 else None
        if sheet is not None:
            assert sheet.aim is not None
            assert sheet.aim.target == ask.about.hexes[0]
        g.play(rng.choice(ask.actions))
    assert attacks > 5


def test_an_attack_that_is_built_says_who_attacks_from_where():
    g = scene("0404 GE-65-A GE-65-B; 0304 GE-71-A GE-71-B; 0403 AL-RGR", "combat german")
    g.play("attack 0403 from 0404")
    aim = Aim("0403", ("0404",), ("GE-65-A", "GE-65-B"))
    assert g.decision is not None
    assert g.decision.about == About((), ("0403", "0404"), aim)
    assert g.odds("attack 0403 from 0404").aim == aim
    supported = Aim("0403", ("0404", "0304"), ("GE-65-A", "GE-65-B", "GE-71-A", "GE-71-B"))
    assert g.odds("attack 0403 from 0404 support 0304").aim == supported
    g.play("support 0304")
    assert g.decision.about.attack == supported


def test_answers_say_what_they_do():
    anzio: Any = grognard.new("anzio", seed=1).rules
    assert (
        anzio.actions.done.role,
        anzio.actions.go.role,
        anzio.actions.attack[next(iter(anzio.actions.attack))].role,
    ) == (
        "closes",
        "commits",
        "",
    )
    salerno: Any = grognard.new("salerno43", seed=1).rules
    assert (salerno.actions.cancel.role, salerno.actions.go.role, salerno.actions.halt.role) == (
        "calls off",
        "commits",
        "closes",
    )


def test_no_bot_reads_a_prompt():
    for path in (SOURCE / "bots").rglob("*.py"):
        assert ".prompt" not in path.read_text("utf-8"), path
