"""13.0 A scenario as the data files give it: zones of set-up, arrivals, special rules, victory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...board import Board
from ...hexes import mask_of
from ...say import Say
from ...textdata import DataError, Folder
from ...units import OrderOfBattle
from .counters import ALLIED, AXIS, SIDES, Counter

FILE = "scenarios.toml"


@dataclass(frozen=True)
class Zone:
    """Units that set up together: in these hexes, or stacked with a unit of a formation."""

    side: int
    units: tuple[int, ...]
    near: tuple[int, ...]
    within: int
    hexes: int
    with_hq: int
    """The HQ with whose unit they stack; ANY for any formation; NO_HQ for zones of hexes."""
    steps: int
    """The steps they begin with; 0 for full strength."""
    rule: str

    @property
    def fixed(self) -> bool:
        return bool(self.hexes) and not self.hexes & self.hexes - 1


NO_HQ, ANY = -1, -2


@dataclass(frozen=True)
class Arrival:
    """11.1 What a side receives in a turn: units, and replacements by kind."""

    side: int
    turn: int
    units: tuple[int, ...]
    pool: tuple[tuple[str, int], ...]
    rule: str


class Setting:
    """A scenario: everything about it that the rules ask for."""

    def __init__(
        self, folder: Folder, name: str, board: Board, units: OrderOfBattle[Counter]
    ) -> None:
        whole = folder.toml(FILE)
        self._board, self._units, self._name = board, units, name
        try:
            data: dict[str, Any] = whole[name]
            zones: dict[str, Any] = whole[data.get("setup_of", name)]
            self._read(data, zones)
        except KeyError as missing:
            raise self._fault(Say("{what} is missing", what=str(missing))) from None

    def _read(self, data: dict[str, Any], zones: dict[str, Any]) -> None:
        self.rule: str = data["rule"]
        self.dates: tuple[str, ...] = tuple(data["dates"])
        self.turns = len(self.dates)
        self.order = tuple(SIDES.index(side) for side in data["order"])
        """13.12, 13.16 Who sets up first."""
        self.closed = mask_of(self._hexes(data["closed"]))
        """13.32 Hexes behind the minefields, where no Axis unit sets up though a zone reaches them."""
        self.zones = tuple(
            self._zone(side, entry) for side in (AXIS, ALLIED) for entry in zones[SIDES[side]]
        )
        self.arrivals = tuple(self._arrival(entry) for entry in data["arrivals"])
        self.pool: dict[int, dict[str, int]] = {
            side: dict(data["pool"][SIDES[side]]) for side in (AXIS, ALLIED)
        }
        """13.14, 13.17 The replacements at the start, by side and kind."""
        self.first_cup = tuple(self._unit(name) for name in data["first_cup"])
        """13.11b The HQs whose markers alone are in the cup of the first turn."""
        choice = data["first_choice"]
        self.first_chooser = SIDES.index(choice["side"]) if choice["side"] else -1
        """13.31a Who chooses the markers of the first cup, and how many."""
        self.first_markers: int = choice["markers"]
        self.command_rolls: dict[int, tuple[int, int]] = {
            self.turn_of(entry["date"]): (entry["axis"], entry["allied"])
            for entry in data["command"]
        }
        """13.11c, 13.31b By turn: what is added to the command rolls of the sides."""
        self.command_rule: str = data["command_rule"]
        self.command_modifiers: bool = data["command_modifiers"]
        self.has_air: bool = data["air"]
        self.cars = frozenset(self._unit(name) for name in data["cars"])
        """13.11d Units that count as armored cars for 10.3."""
        lines = data["long_lines"]
        self.long_hqs = frozenset(self._unit(name) for name in lines["hqs"])
        self.long_line: int = lines["hexes"]
        self.long_turns: int = lines["turns"]
        """13.11e HQs whose lines to the source may be longer, how long, for how many turns."""
        self.commands = {self._unit(unit): self._unit(hq) for unit, hq in data["commands"].items()}
        """Formations that differ from those printed (7.3)."""
        self.winner = SIDES.index(data["winner"])
        self.objectives = tuple(self._hexes(data["objectives"]))
        """13.19 The hexes that the winner must control at the end."""
        self.victory_rule: str = data["victory_rule"]
        self.default = {
            self._unit(name): h
            for label, names in zones.get("default", {}).items()
            for h in self._hexes([label])
            for name in names
        }

    def turn_of(self, date: str) -> int:
        """The turn of a date; 0 if it lies before or after the scenario."""
        return self.dates.index(date) + 1 if date in self.dates else 0

    def date(self, turn: int) -> str:
        return self.dates[min(max(turn, 1), self.turns) - 1]

    def _zone(self, side: int, entry: dict[str, Any]) -> Zone:
        near = tuple(self._hexes(entry.get("near", ())))
        within = entry.get("within", 0)
        hexes = 0
        for h in near:
            hexes |= self._board.grid.within(h, within)
        hexes &= ~mask_of(h for h in self._board.hexes if self._board.terrain[h] == "sea")
        hexes &= mask_of(self._board.hexes)
        if side == AXIS:
            hexes &= ~self.closed
        partner = entry.get("with", "")
        with_hq = NO_HQ if not partner else ANY if partner == "any" else self._unit(partner)
        return Zone(
            side,
            tuple(self._unit(name) for name in entry["units"]),
            near,
            within,
            hexes,
            with_hq,
            entry.get("steps", 0),
            entry["rule"],
        )

    def _arrival(self, entry: dict[str, Any]) -> Arrival:
        return Arrival(
            SIDES.index(entry["side"]),
            self.turn_of(entry["date"]),
            tuple(self._unit(name) for name in entry["units"]),
            tuple(entry["pool"].items()),
            entry["rule"],
        )

    def _unit(self, name: str) -> int:
        unit = self._units.find(name)
        if unit is None:
            raise self._fault(Say("no unit is called '{unit}'", unit=name))
        return unit.index

    def _hexes(self, labels: Any) -> list[int]:
        """The hexes that this board has; a drawn one need not have all."""
        return [self._board.index(label) for label in labels if self._board.has(label)]

    def _fault(self, what: Say) -> DataError:
        return DataError(FILE, None, Say("{part}: {what}", part=self._name, what=what))
