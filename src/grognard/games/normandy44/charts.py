"""The charts of the game, read once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..zocbond.charts import CombatCharts, combat_charts


class Weather(NamedTuple):
    """4.3 A row of the Weather Table."""

    row: int
    weather: str
    positions: int
    supply: int
    german_infantry: str
    """Which qualities may take it; '' for none."""
    german_armor: int
    us_infantry: int
    us_armor: int
    british_infantry: int
    british_armor: int
    canadian_infantry: int
    choice: int
    """6.2.7 British or Canadian, as the Allies like."""
    air: int
    naval: int
    points: int
    """6.5.1 Reinforcement points of each army."""


class Beach(NamedTuple):
    """20.3 A result of the Beach Assault table."""

    code: str
    steps: int
    advance: int
    """0: the assault goes on."""


@dataclass(frozen=True)
class Charts(CombatCharts):
    stand_most: int
    """12.4.5 The most that helps a Determined Defense."""
    battle_group: int
    stacking: int
    bonus: dict[str, int]
    costs: tuple[dict[str, int], dict[str, int]]
    """On foot, mechanized: by terrain and road, in sixths of a point."""
    movement: dict[str, int]
    weather: tuple[Weather, ...]
    """By row less 1."""
    weather_first: int
    weather_second: tuple[int, ...]
    qualities: dict[str, frozenset[int]]
    supply: dict[str, int]
    replacements: dict[str, int]
    landing: dict[str, int]
    scatter: dict[str, tuple[str, ...]]
    glider: int
    beach: dict[str, tuple[Beach, ...]]
    tanks: tuple[int, ...]
    rangers: tuple[int, ...]
    jabos: tuple[int, ...]
    strafing: int
    two_air_from: int
    attrition: dict[str, int]
    artillery: dict[str, int]
    strategic: tuple[int, ...]
    trucks: int
    reserve: int
    improved: tuple[int, ...]
    dates: tuple[str, ...]


def charts(toml: dict[str, Any]) -> Charts:
    moving, weather, scatter = toml["movement"], toml["weather"], toml["scatter"]
    limits, markers, beach = toml["limits"], toml["markers"], toml["beach"]
    return Charts(
        **combat_charts(toml),
        stand_most=limits["support"],
        battle_group=limits["battle_group"],
        stacking=limits["stacking"],
        bonus=_figures(toml["bonus"]),
        costs=(dict(moving["foot"]), dict(moving["mechanized"])),
        movement=_figures(moving),
        weather=tuple(Weather(int(row), **cells) for row, cells in sorted(weather["rows"].items())),
        weather_first=weather["first"],
        weather_second=tuple(weather["second"]),
        qualities={word: frozenset(few) for word, few in weather["quality"].items()},
        supply=_figures(toml["supply"]),
        replacements=_figures(toml["replacements"]),
        landing=_figures(toml["landing"]),
        scatter={word: tuple(cells) for word, cells in scatter.items() if isinstance(cells, list)},
        glider=scatter["glider"],
        beach={
            column: tuple(Beach(code, steps, advance) for steps, code, advance in beach[column])
            for column in ("Omaha", "Utah", "other")
        },
        tanks=tuple(beach["tanks"]),
        rangers=tuple(beach["rangers"]),
        jabos=tuple(toml["jabos"]["die"]),
        strafing=toml["strafing"]["hits"],
        two_air_from=toml["air"]["two_from"],
        attrition=_figures(toml["attrition"]),
        artillery=_figures(toml["artillery"]),
        strategic=tuple(markers["strategic"]),
        trucks=markers["trucks"],
        reserve=markers["reserve"],
        improved=tuple(markers["improved"]),
        dates=tuple(toml["turns"]["dates"]),
    )


def _figures(table: dict[str, Any]) -> dict[str, int]:
    return {word: value for word, value in table.items() if isinstance(value, int)}
