"""The charts of the game, read once from ``charts.toml``; the figures live there, not here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...say import Say
from ...textdata import DataError, Folder

Result = tuple[int, int]
"""9.3 What a combat costs: the hits of the attacker and of the defender."""


@dataclass(frozen=True)
class Charts:
    """Movement costs are in half points, so that a road costs a whole number."""

    terrain: tuple[Mapping[str, int], Mapping[str, int]]
    road: int
    track: int
    cliff_foot: int
    cliff_pass: int
    enter_zoc: int
    stack: int
    stack_brigades: int
    pair_battalions: int
    zoc_battalions: int
    axis_line: int
    command_lowest: int
    command: tuple[tuple[int, ...], tuple[int, ...]]
    command_modifiers: Mapping[str, Any]
    rommel_enters: int
    rommel_active: int
    boxes: tuple[tuple[int, ...], tuple[int, ...]]
    """3.3 By side: the numbers in the boxes of its impulse track."""
    air: tuple[int, ...]
    breach: Mapping[str, int]
    landing_ahead: int
    landing_lands: int
    drift: tuple[int, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Result, ...], ...]
    """9.25 By die (from 1) and column: attacker's and defender's hits."""
    shifts: Mapping[str, int]
    divisors: Mapping[str, int]
    attacks: int
    attacks_withdrawing: int
    advance: tuple[int, int]
    """9.51 By foot and mech."""
    armor: Mapping[str, int]
    repair: Mapping[str, int]

    def limit(self, side: int, die: int) -> int:
        """7.1 The markers that a modified die allows."""
        table = self.command[side]
        return table[min(max(die - self.command_lowest, 0), len(table) - 1)]


def charts(folder: Folder) -> Charts:
    toml = folder.toml("charts.toml")
    try:
        return _charts(toml)
    except (KeyError, ValueError) as bad:
        raise DataError(
            "charts.toml", None, Say("missing or wrong: {what}", what=str(bad))
        ) from None


def _half(points: float) -> int:
    doubled = points * 2
    if doubled != int(doubled):
        raise ValueError(f"{points} is not a number of half points")
    return int(doubled)


def _result(cell: str) -> Result:
    attacker, defender = (0 if n == "-" else int(n) for n in cell.split("/"))
    return attacker, defender


def _numbers(table: Mapping[str, Any]) -> dict[str, int]:
    return {key: value for key, value in table.items() if isinstance(value, int)}


def _charts(toml: Mapping[str, Any]) -> Charts:
    move, command, combat = toml["movement"], toml["command"], toml["combat"]
    return Charts(
        terrain=(
            {name: _half(cost) for name, cost in move["foot"].items()},
            {name: _half(cost) for name, cost in move["mech"].items()},
        ),
        road=_half(move["road"]),
        track=_half(move["track"]),
        cliff_foot=_half(move["cliff_foot"]),
        cliff_pass=_half(move["cliff_pass"]),
        enter_zoc=_half(move["enter_zoc"]),
        stack=toml["stacking"]["units"],
        stack_brigades=toml["stacking"]["brigades"],
        pair_battalions=toml["stacking"]["pair_battalions"],
        zoc_battalions=toml["zoc"]["battalions"],
        axis_line=toml["supply"]["axis_line"],
        command_lowest=command["lowest"],
        command=(tuple(command["axis"]), tuple(command["allied"])),
        command_modifiers=dict(command["modifiers"]),
        rommel_enters=command["rommel"],
        rommel_active=toml["rommel"]["active"],
        boxes=(tuple(toml["impulses"]["axis"]), tuple(toml["impulses"]["allied"])),
        air=tuple(toml["air"]["shift"]),
        breach=_numbers(toml["breach"]),
        landing_ahead=toml["landing"]["ahead"],
        landing_lands=toml["landing"]["lands"],
        drift=tuple(toml["landing"]["drift"]),
        columns=tuple(combat["columns"]),
        rows=tuple(tuple(_result(cell) for cell in row) for row in combat["rows"]),
        shifts=_numbers(combat["shifts"]),
        divisors=_numbers(combat["divisors"]),
        attacks=toml["attacks"]["impulse"],
        attacks_withdrawing=toml["attacks"]["withdrawal"],
        advance=(toml["advance"]["foot"], toml["advance"]["mech"]),
        armor=_numbers(toml["armor"]),
        repair=_numbers(toml["armor"]["repair"]),
    )
