"""The charts of combat, read once from ``charts.toml``: what the books differ in is written there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from ...say import Say
from ...textdata import DataError, Folder
from . import odds

LOWEST, HIGHEST = 1, 7
"""The modified dice at the ends of the Determined Defense Table."""


class Result(NamedTuple):
    """What a combat result does."""

    code: str
    attacker: int
    """Steps that the attacker loses."""
    defender: int
    """Steps that the defenders lose, unless they lose a share."""
    retreat: int
    """Hexes, 0 for none."""
    advance: int
    """Hexes."""
    opponent_picks: bool
    """Whether each side picks the units of the other that take the losses."""
    share: str
    """``half`` if the defenders lose half of all their steps, fractions rounded up; else ''."""
    also: tuple[str, ...]
    """What else happens, in the game's own words."""


class Cell(NamedTuple):
    """A cell of the Combat Results Table."""

    result: Result
    colour: str


class Stand(NamedTuple):
    """A result of the Determined Defense Table."""

    code: str
    attacker: int
    """Steps that the attacker loses."""
    picked: bool
    """Whether the defender picks the unit that takes that loss."""
    anybody: bool
    """Whether it may fall on any attacker, not only on the Main Assault Force."""
    lead: int
    """Steps that the Lead Unit loses."""
    end: str
    """How the defence ends: H hold, '' failure, or another word of the game's."""
    also: tuple[str, ...]


@dataclass(frozen=True)
class CombatCharts:
    """The Combat Results Table and the Determined Defense Table."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    limit: int
    """The most strength that counts on either side."""
    results: Mapping[str, Result]
    below: Cell | None
    """What odds below the first column give without a die; None if that column is used."""
    beyond: Cell | None
    """What odds beyond the last column give without a die; None if that column is used."""
    beyond_from: int
    determined: Mapping[str, tuple[tuple[Stand, ...], ...]]

    def fixed(self, column: int) -> Cell | None:
        """What a shifted column gives without a die; None if there is one to be thrown."""
        if column < 0:
            return self.below
        return self.beyond if column >= self.beyond_from else None

    def cell(self, column: int, die: int) -> Cell:
        """The cell of a shifted column: the limits apply last."""
        if fixed := self.fixed(column):
            return fixed
        column = min(max(column, 0), len(self.columns) - 1)
        return self.rows[min(max(die, 1), len(self.rows)) - 1][column]

    def name(self, column: int) -> str:
        """The column that decides; the code of what comes without a die."""
        if fixed := self.fixed(column):
            return fixed.result.code
        return self.columns[min(max(column, 0), len(self.columns) - 1)]

    def stand(self, terrain: str, die: int) -> tuple[Stand, ...]:
        """What the Determined Defense Table offers for a modified die."""
        return self.determined[terrain][min(max(die, LOWEST), HIGHEST) - LOWEST]


C = TypeVar("C", bound=CombatCharts)


def load(folder: Folder, make: Callable[[dict[str, Any]], C]) -> C:
    """The charts of a game from ``charts.toml``, whose faults are told."""
    toml = folder.toml("charts.toml")
    try:
        return make(toml)
    except KeyError as missing:
        raise DataError(
            "charts.toml", None, Say("{missing} is missing", missing=str(missing))
        ) from None
    except (TypeError, ValueError, IndexError) as bad:
        raise DataError("charts.toml", None, Say("not a chart: {fault}", fault=str(bad))) from None


def combat_charts(toml: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of ``CombatCharts`` from [combat], [results] and [determined]."""
    combat = toml["combat"]
    results = {
        code: Result(
            code,
            row["attacker"],
            row["defender"],
            row["retreat"],
            row["advance"],
            _opponent(row),
            row.get("share", ""),
            tuple(row.get("also", ())),
        )
        for code, row in toml["results"].items()
        if isinstance(row, dict)
    }
    columns = tuple(combat["columns"])
    rows = tuple(tuple(_cell(text, results) for text in row) for row in combat["rows"])
    if any(len(row) != len(columns) for row in rows):
        raise ValueError("[combat] a row does not fit the columns")
    if len(rows) != 6:
        raise ValueError("[combat] needs six rows")
    below, beyond = combat.get("below"), combat.get("beyond")
    return {
        "columns": columns,
        "rows": rows,
        "limit": combat["limit"],
        "results": results,
        "below": _cell(below, results) if below else None,
        "beyond": _cell(beyond["cell"], results) if beyond else None,
        "beyond_from": odds.of(beyond["odds"]) if beyond else odds.UNOPPOSED,
        "determined": _determined(toml["determined"]),
    }


def _cell(text: str, results: Mapping[str, Result]) -> Cell:
    code, _, colour = text.partition(" ")
    return Cell(results[code], colour)


def _determined(toml: Mapping[str, Any]) -> Mapping[str, tuple[tuple[Stand, ...], ...]]:
    stands = {
        code: Stand(
            code,
            row.get("attacker", 0),
            _opponent(row),
            row.get("from", "") == "any",
            row.get("lead", 0),
            row.get("end", ""),
            tuple(row.get("also", ())),
        )
        for code, row in toml["results"].items()
    }
    found = {
        ground: tuple(tuple(stands[code] for code in cell.split("|")) for cell in cells)
        for ground, cells in toml.items()
        if isinstance(cells, list)
    }
    if any(len(cells) != HIGHEST - LOWEST + 1 for cells in found.values()):
        raise ValueError("[determined] needs seven results a column")
    return found


def _opponent(row: Mapping[str, Any]) -> bool:
    picks = row.get("picks", "owner")
    if picks not in ("owner", "opponent"):
        raise ValueError(f"picks: {picks} is neither owner nor opponent")
    return bool(picks == "opponent")
