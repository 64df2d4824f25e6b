"""The charts of the game, read once from ``charts.toml``; the figures live there, not here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..zocbond.charts import Cell as Cell
from ..zocbond.charts import CombatCharts, combat_charts
from ..zocbond.charts import Result as Result
from ..zocbond.charts import Stand as Stand

ORANGE, RED = "o", "r"
"""11.2.2 The colours of the cells of the Combat Results Table."""
IN_PLACE, FULL_RETREAT = "disrupted in place", "full retreat"
"""10.1i, 13.1.3 What else results do to the defender."""
DISRUPTS = "disrupted"
"""11.4.1g What a Determined Defense does to its Lead Unit."""


class Box(NamedTuple):
    """22.1 A box of the Weather Track."""

    name: str
    weather: str
    air: tuple[str, ...]
    naval: tuple[str, ...]
    allied: int
    port: int
    german: int


@dataclass(frozen=True)
class Charts(CombatCharts):
    invasion: Mapping[str, tuple[tuple[int, int], ...]]
    river: int
    leave: int
    area: int
    extended: int
    truck: int
    costs: tuple[Mapping[str, int], Mapping[str, int]]
    """On foot, mechanized."""
    weather_die: tuple[int, ...]
    boxes: tuple[Box, ...]
    supply_most: int
    landing: int
    transfer: int
    beachhead: int
    rally: int
    attrition: int
    variable: tuple[int, ...]
    variable_automatic: int
    airlanding: tuple[int, ...]
    disengagement: tuple[str, ...]
    dates: tuple[str, ...]
    benchmark: tuple[int, ...]
    replacements: tuple[tuple[str, ...], tuple[str, ...]]
    """By side, then by turn."""
    margin: int
    automatic: int
    north: Mapping[str, int]
    north_strength: int


def charts(toml: dict[str, Any]) -> Charts:
    move, turns = toml["movement"], toml["turns"]
    invasion = {
        beach: tuple((loss, advance) for loss, advance in cells)
        for beach, cells in toml["invasion"].items()
        if isinstance(cells, list)
    }
    boxes = tuple(
        Box(name, **box | {"air": tuple(box["air"]), "naval": tuple(box["naval"])})
        for name, box in toml["weather"]["box"].items()
    )
    landing, victory = toml["landing"], toml["victory"]
    return Charts(
        **combat_charts(toml),
        invasion=invasion,
        river=move["river"],
        leave=move["leave"],
        area=move["area"],
        extended=move["extended"],
        truck=move["truck"],
        costs=(dict(move["foot"]), dict(move["mechanized"])),
        weather_die=tuple(toml["weather"]["die"]),
        boxes=boxes,
        supply_most=toml["supply"]["most"],
        landing=landing["points"],
        transfer=landing["transfer"],
        beachhead=landing["beachhead"],
        rally=toml["rally"]["recovers"],
        attrition=toml["attrition"]["safe"],
        variable=tuple(toml["variable"]["die"]),
        variable_automatic=toml["variable"]["automatic"],
        airlanding=tuple(toml["airlanding"]["least"]),
        disengagement=tuple(toml["disengagement"]["die"]),
        dates=tuple(turns["dates"]),
        benchmark=tuple(turns["benchmark"]),
        replacements=(tuple(turns["allied"]), tuple(turns["german"])),
        margin=victory["margin"],
        automatic=victory["automatic"],
        north=dict(victory["north"]),
        north_strength=victory["north_strength"],
    )
