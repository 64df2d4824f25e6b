"""Fights set up from text: a board of nine by nine desert hexes, or the real map.

Rows count from the south, columns from the west; even rows lie half a hex to the east.  The
neighbours of 0505 are 0504 and 0506, 0604 and 0605 above, 0404 and 0405 below.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from tests.rulebook.gazala1942.tabletop import FIGURES

import grognard
from grognard import Game, IllegalAction
from grognard.engine.decision import Event

REAL = ""
"""The game's own map."""

RING = ("0504", "0506", "0604", "0605", "0404", "0405")
"""The hexes around 0505."""


def plain(*lines: str, **terrain: str) -> str:
    """A board of desert hexes 0101 to 0909; ``h0404="h"`` puts a hill in 0404.

    The lines say what else there is: ``side minefield 0505/0506``, ``feature tobruk 0505`` ...
    """
    letters = {name.lstrip("h"): letter for name, letter in terrain.items()}
    rows = [
        "  " + " ".join(letters.get(f"{row:02d}{col:02d}", ".") for row in range(1, 10))
        for col in range(1, 10)
    ]
    return "\n".join(["map pointy even 0101 0909 upwards", *rows, *lines])


PLAIN = plain()


def scene(
    units: str,
    phase: str = "combat axis",
    *,
    hq: str = "AX-HQ-X",
    turn: int = 4,
    scenario: str = "",
    options: str = "",
    board: str = PLAIN,
    lines: Iterable[str] = (),
    data: Path = FIGURES,
) -> Game:
    """A game at this moment, dice asked.  Units as ``0505 AX-200(e) AX-361(er); 0506 AL-150-50``.

    ``e`` marks a unit that is activated in this impulse, ``r`` one that is a step below full.
    """
    text = ["grognard position 1", "game gazala1942"]
    if scenario:
        text.append(f"scenario {scenario}")
    if options:
        text.append(f"options {options}")
    text += [board] if board else []
    text += [f"turn {turn}", f"phase {phase}", f"impulse {hq}"]
    text += [*lines, *(part.strip() for part in units.split(";") if part.strip())]
    return grognard.load("\n".join(text) + "\n", dice="asked", data=data)


def always(cell: str, folder: Path) -> Path:
    """Figures in which every attack has this result, whatever the odds and the die: ``2/2``."""
    figures = copytree(FIGURES, folder / "figures")
    charts = figures / "charts.toml"
    head, _, rest = charts.read_text("utf-8").partition("rows = [")
    row = json.dumps([cell] * 12)
    table = "".join(f"  {row},\n" for _ in range(6))
    charts.write_text(f"{head}rows = [\n{table}]{rest.partition(chr(10) + ']')[2]}", "utf-8")
    return figures


def texts(g: Game) -> set[str]:
    """The legal actions as texts."""
    return {action.text for action in g.legal_actions}


def words(g: Game, verb: str) -> set[str]:
    """What may follow a verb now."""
    return {action.word for action in g.legal_actions if action.verb == verb}


def refused(g: Game, order: str, side: str | None = None) -> str:
    """The rule by which an order is refused; nothing may change by it."""
    before, listed = g.position, texts(g)
    with pytest.raises(IllegalAction) as refusal:
        g.play(order, side)
    assert (g.position, texts(g)) == (before, listed)
    assert str(refusal.value.reason)
    return refusal.value.rule


def no_odds(g: Game, attack: str) -> str:
    """The rule by which an attack has no ledger."""
    with pytest.raises(IllegalAction) as refusal:
        g.odds(attack)
    return refusal.value.rule


def play(g: Game, *orders: str) -> list[Event]:
    """Several orders one after the other; all that happened."""
    return [event for order in orders for event in g.play(order)]


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def where(g: Game, *units: str) -> list[str]:
    """The hexes of units, or '' for those that are not on the map."""
    label, state = g.rules.board.label, g.state
    return ["" if (h := state.hex[index(g, name)]) < 0 else label(h) for name in units]


def steps(g: Game, *units: str) -> list[int]:
    """The steps that units have left."""
    return [g.state.steps[index(g, name)] for name in units]


def index(g: Game, name: str) -> int:
    rules: Any = g.rules
    unit = rules.units.find(name)
    assert unit is not None, name
    return int(unit.index)


def column(g: Game, attack: str) -> str:
    """The column of an attack."""
    return g.odds(attack).column


def lines(g: Game, attack: str) -> dict[str, list[str]]:
    """The amounts in the ledger of an attack by their rule."""
    found: dict[str, list[str]] = {}
    for line in g.odds(attack).lines:
        found.setdefault(line.rule, []).append(line.amount)
    return found


def shift(g: Game, attack: str, rule: str) -> int:
    """The columns that a rule moves an attack."""
    return sum(int(amount) for amount in lines(g, attack).get(rule, []))


def pool(g: Game, kind: str) -> int:
    """The replacements of a kind at hand."""
    rules: Any = g.rules
    return int(g.state.pool[rules.pools.index(kind)])
