"""The charts of the game, read once from ``charts.toml``; the figures live there, not here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...say import Say
from ...textdata import DataError, Folder
from ..zocbond import odds

ORANGE, RED = "o", "r"


class Result(NamedTuple):
    """10.1 What a combat result does."""

    code: str
    attacker: int
    defender: int
    retreat: int
    advance: int

    @property
    def opponent_picks(self) -> bool:
        """10.2.1"""
        return self.code in ("EX", "DRX", "DS")

    @property
    def shatters(self) -> bool:
        """13.1.3 The results that put the defender into Full Retreat."""
        return self.code in ("DR4", "DS")


class Cell(NamedTuple):
    result: Result
    colour: str


class Stand(NamedTuple):
    """11.4.1 A result of the Determined Defense Table."""

    code: str
    attacker: int
    picked: bool
    """The attacker's step is picked by the defender."""
    lead: int
    disrupted: bool
    end: str
    """H hold, D delay, P partial success, '' failure."""


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
class Charts:
    columns: tuple[str, ...]
    table: odds.Table
    rows: tuple[tuple[Cell, ...], ...]
    results: Mapping[str, Result]
    determined: Mapping[str, tuple[tuple[Stand, ...], ...]]
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

    def cell(self, column: int, die: int) -> Cell:
        """8.6 The cell of a shifted column: the limits apply last, 10-1 is a DS without a die."""
        if column >= self.table.won:
            return Cell(self.results["DS"], RED)
        return self.rows[min(die, 6) - 1][self.table.printed(column)]

    def stand(self, terrain: str, die: int) -> tuple[Stand, ...]:
        """11.2 What the table offers for a modified die."""
        return self.determined[terrain][min(max(die, 1), 7) - 1]


def charts(folder: Folder) -> Charts:
    toml = folder.toml("charts.toml")
    try:
        return _charts(toml)
    except KeyError as missing:
        raise DataError(
            "charts.toml", None, Say("{missing} is missing", missing=str(missing))
        ) from None
    except (TypeError, ValueError, IndexError) as bad:
        raise DataError("charts.toml", None, Say("not a chart: {fault}", fault=str(bad))) from None


def _stand(code: str) -> Stand:
    losses, _, end = code.partition(" ")
    attacker, _, defender = losses.partition("/")
    return Stand(
        code,
        int(attacker[:1] == "1"),
        attacker == "1*",
        int(defender == "1"),
        defender == "dis",
        end,
    )


def _charts(toml: dict[str, Any]) -> Charts:
    combat, move, turns = toml["combat"], toml["movement"], toml["turns"]
    results = {
        code: Result(code, r["attacker"], r["defender"], r["retreat"], r["advance"])
        for code, r in toml["results"].items()
        if isinstance(r, dict)
    }
    rows = []
    for row in combat["rows"]:
        cells = [cell.partition(" ") for cell in row]
        rows.append(tuple(Cell(results[code], colour) for code, _, colour in cells))
        if len(row) != len(combat["columns"]):
            raise ValueError("[combat] a row does not fit the columns")
    if len(rows) != 6:
        raise ValueError("[combat] needs six rows")
    determined = {
        ground: tuple(tuple(_stand(code) for code in cell.split("|")) for cell in cells)
        for ground, cells in toml["determined"].items()
        if isinstance(cells, list)
    }
    if any(len(cells) != 7 for cells in determined.values()):
        raise ValueError("[determined] needs seven results a column")
    invasion = {
        beach: tuple((loss, advance) for loss, advance in cells)
        for beach, cells in toml["invasion"].items()
        if isinstance(cells, list)
    }
    boxes = tuple(
        Box(
            name,
            box["weather"],
            tuple(box["air"]),
            tuple(box["naval"]),
            box["allied"],
            box["port"],
            box["german"],
        )
        for name, box in toml["weather"]["box"].items()
    )
    landing, victory = toml["landing"], toml["victory"]
    return Charts(
        tuple(combat["columns"]),
        odds.Table(0, len(combat["columns"]) - 1, won=odds.column(10, 1)),
        tuple(rows),
        results,
        determined,
        invasion,
        move["river"],
        move["leave"],
        move["area"],
        move["extended"],
        move["truck"],
        (dict(move["foot"]), dict(move["mechanized"])),
        tuple(toml["weather"]["die"]),
        boxes,
        toml["supply"]["most"],
        landing["points"],
        landing["transfer"],
        landing["beachhead"],
        toml["rally"]["recovers"],
        toml["attrition"]["safe"],
        tuple(toml["variable"]["die"]),
        toml["variable"]["automatic"],
        tuple(toml["airlanding"]["least"]),
        tuple(toml["disengagement"]["die"]),
        tuple(turns["dates"]),
        tuple(turns["benchmark"]),
        (tuple(turns["allied"]), tuple(turns["german"])),
        victory["margin"],
        victory["automatic"],
        dict(victory["north"]),
        victory["north_strength"],
    )
