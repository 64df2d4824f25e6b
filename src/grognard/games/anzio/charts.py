"""The charts of the game, read once from ``charts.toml``; the figures live there, not here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...say import Say
from ...textdata import DataError, Folder
from .counters import ARMORED, FOOT

CODES = ("-", "AL", "DL", "AR", "DR", "ALR", "DLR")
WEATHERS = ("clear", "cloudy", "rainy")


@dataclass(frozen=True)
class Charts:
    """12.5 the Combat Results Table and its companions."""

    columns: tuple[str, ...]
    least: tuple[int, ...]
    lowest: int
    rows: tuple[tuple[str, ...], ...]
    support: int
    water_attack: int
    water_crossing: int
    initiative_allied: int
    initiative_lucas: int
    weather: tuple[str, ...]
    bombardment: Mapping[str, int]
    landing: int
    allied_dice_from: int
    air: int
    rain: tuple[int, int]
    road: int
    water: int
    terrain: tuple[Mapping[str, int], Mapping[str, int]]
    tactic_columns: tuple[str, ...]
    tactic_least: tuple[int, ...]
    tactics: tuple[str, ...]
    attack_orders: str
    tactic_names: Mapping[str, str]

    def column(self, differential: int) -> int:
        """12.5 The column of the differential A - D."""
        return bisect_right(self.least, differential)

    def result(self, column: int, die: int) -> str:
        """12.5 The cell for a modified die."""
        row = min(max(die - self.lowest, 0), len(self.rows) - 1)
        return self.rows[row][column]

    def tactic(self, counters: int, die: int) -> tuple[str, str]:
        """14.3 The German tactic and the column it stands in."""
        column = bisect_right(self.tactic_least, counters)
        return self.tactics[die - 1][column], self.tactic_columns[column]


def charts(folder: Folder) -> Charts:
    toml = folder.toml("charts.toml")
    try:
        made = _charts(toml)
    except KeyError as missing:
        raise DataError(
            "charts.toml", None, Say("{missing} is missing", missing=str(missing))
        ) from None
    except (TypeError, ValueError) as bad:
        raise DataError("charts.toml", None, Say("not a chart: {fault}", fault=str(bad))) from None
    if len(made.least) + 1 != len(made.columns) or list(made.least) != sorted(made.least):
        raise DataError("charts.toml", None, Say("[combat] least does not fit the columns"))
    for row in made.rows:
        if len(row) != len(made.columns) or set(row) - set(CODES):
            raise DataError("charts.toml", None, Say("[combat] bad row {row}", row=" ".join(row)))
    if len(made.weather) != 6 or set(made.weather) - set(WEATHERS):
        raise DataError("charts.toml", None, Say("[weather] die needs six of clear, cloudy, rainy"))
    if len(made.tactics) != 6 or any(len(t) != len(made.tactic_columns) for t in made.tactics):
        raise DataError("charts.toml", None, Say("[tactics] die needs six rows, a letter a column"))
    return made


def _charts(toml: dict[str, Any]) -> Charts:
    combat, move, tactics = toml["combat"], toml["movement"], toml["tactics"]
    shells = toml["bombardment"]
    rain = [0, 0]
    rain[FOOT], rain[ARMORED] = toml["rain"]["foot"], toml["rain"]["armored"]
    return Charts(
        tuple(combat["columns"]),
        tuple(combat["least"]),
        combat["lowest"],
        tuple(tuple(row) for row in combat["rows"]),
        toml["support"]["strength"],
        toml["water_attack"]["success"],
        toml["water_crossing"]["success"],
        toml["initiative"]["allied"],
        toml["initiative"]["lucas"],
        tuple(toml["weather"]["die"]),
        {weather: shells[weather] for weather in WEATHERS},
        shells["landing"],
        shells["allied_dice_from"],
        toml["air_attack"]["yes"],
        (rain[0], rain[1]),
        move["road"],
        move["water"],
        (dict(move["foot"]), dict(move["armored"])),
        tuple(tactics["columns"]),
        tuple(tactics["least"]),
        tuple(tactics["die"]),
        tactics["attack_orders"],
        dict(tactics["name"]),
    )
