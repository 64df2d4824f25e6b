"""The charts of the game, read once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ...textdata import Folder


class Result(NamedTuple):
    """12.1 What a result of the Combat Results Table means."""

    code: str
    attacker: int
    defender: int
    half: bool
    """DH: the defender loses half of all his steps."""
    retreat: int
    advance: int
    picks: bool
    """EX, A1/D2: the opponent chooses who loses."""
    reserve: bool
    """15.1b Attackers may go into Reserve."""
    stand: bool
    """12.4.1 A Determined Defense may be tried."""


class Stand(NamedTuple):
    """12.4.8 A result of the Determined Defense table."""

    holds: bool
    leader: bool
    """The lead unit loses a step."""
    assault: bool
    """A unit of the Main Assault Force loses a step."""
    attacker: bool
    """Any attacker loses a step."""
    position: bool
    """The Improved Position is destroyed."""


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
class Charts:
    columns: tuple[str, ...]
    results: tuple[tuple[Result, ...], ...]
    """By die less 1 and column."""
    by_code: dict[str, Result]
    stands: dict[str, tuple[Stand, ...]]
    """By column: modified die 1 or less to 7 or more."""
    stand_most: int
    strength: int
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


def charts(folder: Folder) -> Charts:
    toml = folder.toml("charts.toml")
    by_code = {
        code: _result(code, row) for code, row in toml["results"].items() if isinstance(row, dict)
    }
    moving, weather, scatter, beach = (
        toml["movement"],
        toml["weather"],
        toml["scatter"],
        toml["beach"],
    )
    stand, limits, markers = toml["determined"], toml["limits"], toml["markers"]
    return Charts(
        tuple(toml["combat"]["columns"]),
        tuple(tuple(by_code[code] for code in row) for row in toml["combat"]["rows"]),
        by_code,
        {
            column: tuple(_stand(cell) for cell in cells)
            for column, cells in stand.items()
            if isinstance(cells, list)
        },
        stand["most"],
        limits["strength"],
        limits["battle_group"],
        limits["stacking"],
        _figures(toml["bonus"]),
        (dict(moving["foot"]), dict(moving["mechanized"])),
        _figures(moving),
        tuple(_weather(int(row), cells) for row, cells in sorted(weather["rows"].items())),
        weather["first"],
        tuple(weather["second"]),
        {word: frozenset(few) for word, few in weather["quality"].items()},
        _figures(toml["supply"]),
        _figures(toml["replacements"]),
        _figures(toml["landing"]),
        {word: tuple(cells) for word, cells in scatter.items() if isinstance(cells, list)},
        scatter["glider"],
        {
            column: tuple(Beach(code, steps, advance) for steps, code, advance in beach[column])
            for column in ("Omaha", "Utah", "other")
        },
        tuple(beach["tanks"]),
        tuple(beach["rangers"]),
        tuple(toml["jabos"]["die"]),
        toml["strafing"]["hits"],
        toml["air"]["two_from"],
        _figures(toml["attrition"]),
        _figures(toml["artillery"]),
        tuple(markers["strategic"]),
        markers["trucks"],
        markers["reserve"],
        tuple(markers["improved"]),
        tuple(toml["turns"]["dates"]),
    )


def _figures(table: dict[str, Any]) -> dict[str, int]:
    return {word: value for word, value in table.items() if isinstance(value, int)}


def _result(code: str, row: dict[str, Any]) -> Result:
    return Result(
        code,
        row["attacker"],
        row["defender"],
        row.get("share") == "half",
        row["retreat"],
        row["advance"],
        row.get("picks", False),
        row.get("reserve", False),
        row.get("stand", False),
    )


def _stand(cell: str) -> Stand:
    words = cell.split()
    effect = words[-1]
    return Stand(
        "H" in words,
        effect in ("-1", "EX"),
        effect == "EX",
        effect in ("AL", "AL*"),
        effect == "AL*",
    )


def _weather(row: int, cells: dict[str, Any]) -> Weather:
    return Weather(
        row,
        cells["weather"],
        cells["positions"],
        cells["german_supply"],
        cells.get("german_infantry", ""),
        cells["german_armor"],
        cells["us_infantry"],
        cells["us_armor"],
        cells["british_infantry"],
        cells["british_armor"],
        cells["canadian_infantry"],
        cells["choice"],
        cells["air"],
        cells["naval"],
        cells["points"],
    )
