"""The situation on the table: plain data.  ``Gazala`` (in ``__init__``) is what does not change.

Units, hexes and markers are indices, sets of them bit boards.  A side is ``AXIS`` or ``ALLIED``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...board import hexside
from ...engine.decision import REVEAL
from ...engine.state import State
from ...engine.words import Say
from .counters import ALLIED, AXIS, SIDES
from .ground import NONE, Six

if TYPE_CHECKING:
    from . import Gazala

LATER, GONE, LEFT, SPARE = -1, -2, -3, -4
"""Where a unit is when it is not on the map: still to come, eliminated, gone over the map edge
(4.34), or not in use (a battalion that is still part of its brigade, a unit of another scenario)."""

SUPPLIED, UNSUPPLIED, ISOLATED = 0, 1, 2
"""6.1 The levels of supply, as in ``supply`` and ``impulse_supply``."""

INDEPENDENT = -1
NOBODY = -1
UNKNOWN = -2
"""7.4 The marker that was dropped, to whoever may not know it."""


MARKS = (
    "eligible",
    "used",
    "used_rommel",
    "moved",
    "held",
    "acted",
    "marched",
    "tried",
    "fired",
    "fought",
    "beaten",
)
"""The sets of units: what has happened to a unit this turn and this impulse."""


IMPULSE = (
    "activation",
    "split",
    "movement",
    "movement-excess",
    "armor",
    "combat",
    "combat-excess",
    "join",
    "impulse-end",
)
"""The phases of an impulse."""


class Situation(State):
    """Where everything stands.  What is said 'by unit' is a list by the unit's index."""

    LISTS: ClassVar[tuple[str, ...]] = (
        "hex",
        "steps",
        "command",
        "supply",
        "impulse_supply",
        "at",
        "occupied",
        "sources",
        "zones",
        "pool",
        "limit",
    )

    def __init__(self, game: Gazala) -> None:
        super().__init__()
        self.game = game
        count = len(game.units)
        # -- the units
        self.hex: list[int] = [SPARE] * count
        """By unit: its hex, or LATER, GONE, LEFT, SPARE."""
        self.steps: list[int] = [0] * count
        """By unit: the steps left; ``Counter.steps`` is full strength."""
        self.command: list[int] = list(game.commands)
        """By unit: the HQ (a unit) that commands it now, INDEPENDENT if none (7.3, 7.32)."""
        self.supply: list[int] = [SUPPLIED] * count
        """By unit: its status of the turn (6.11)."""
        self.impulse_supply: list[int] = [SUPPLIED] * count
        """By unit: its status of this impulse (6.12, 7.21); counts for ``eligible`` units only.
        Ask ``status(unit)``, which knows which of the two holds."""
        self.at: dict[int, tuple[int, ...]] = {}
        """The units in each occupied hex."""
        self.occupied: list[int] = [0, 0]
        """By side: the hexes its units are in."""
        self.sources: list[int] = [0, 0, 0]
        """By side: the hexes that exert a zone of control (4.41a); last the hexes with any Allied
        unit that is no HQ (4.41b)."""
        self.zones: list[int] = [0, 0]
        """By side: its zone of control, kept up by every change."""
        self.control = 0
        """2.1c The hexes that the Axis control; the Allies control the rest."""
        # -- hexsides that change
        self.breached = 0
        """10.86 Minefield hexsides that are none any more, by their place in ``Ground.mines``."""
        self.fallen = 0
        """10.7 Fortifications that are none any more, by their place in ``Ground.forts``."""
        self.crossed = 0
        """10.7 Fortifications that an Axis unit crossed in this impulse: they fall at its end."""
        self.mines: Six = game.ground.unbreached(0)
        """By direction: the unbreached minefields (goes with ``breached``)."""
        # -- the turn
        self.active: int = AXIS
        """The side that acts: whose part of the set-up, of the Initial Segment, whose impulse."""
        self.limit: list[int] = [0, 0]
        """7.1 By side: the markers it may put into the cup this turn."""
        self.picked = 0
        """7.4 The markers chosen this turn, of both sides.  A secret of each side."""
        self.cup = 0
        """3.1d The markers in the cup.  Nobody knows all of it."""
        self.unseen: tuple[int, int] = (0, 0)
        """Only in a situation as a seat sees it: how many more markers of each side are in the
        cup than ``cup`` shows; -1 if one of those it shows may not be there (7.4)."""
        self.dropped = NOBODY
        """7.4 The British marker that was dropped unseen."""
        self.tracks: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        """3.24 By side: the markers in the boxes of its impulse track."""
        self.stopped = 0
        """3.3 The sides whose operations have ended this turn, as bits."""
        self.impulses = 0
        """How many impulses this turn has had, the present one included."""
        self.marker = NOBODY
        """The marker of the present impulse; ``headquarters`` is the unit."""
        self.used = 0
        """3.0 Units that were activated this turn by an HQ."""
        self.used_rommel = 0
        """10.2 Units that were activated this turn by Rommel."""
        self.moved = 0
        """4.43 Units that have moved this turn."""
        self.held = 0
        """4.43 Units that may not move this turn, because another moved through a zone to them."""
        self.withdrawals = 0
        """7.6 How often the Allies have declared a withdrawal."""
        self.withdrawing = False
        """7.6 Whether this turn is one of them."""
        self.air = 0
        """10.5 The columns of air support that the Axis still has this turn."""
        self.attacks_turn = 0
        """7.6 Attacks of the Allies this turn: counts in a withdrawal."""
        self.pool: list[int] = [0] * len(game.pools)
        """11.2 Replacements by kind, in the order of ``Gazala.pools``."""
        self.returns: tuple[tuple[int, int], ...] = ()
        """10.13 HQs that come back: unit and turn."""
        self.landing_note: tuple[int, int] = (0, NOBODY)
        """10.4 The landing that is noted: turn and hex.  A secret of the Axis."""
        self.landed = 0
        """10.4c The turn in which Group Hecker came ashore."""
        self.crowded = 0
        """13.32d Hexes whose set-up is over the limit of 5.1, until the first own movement ends."""
        # -- the impulse
        self.eligible = 0
        """7.2 Units that may be activated in this impulse."""
        self.acted = 0
        """Units that were activated in this impulse: they moved, breached, split or fought."""
        self.mover = NOBODY
        """The unit on the move."""
        self.points = 0
        """Its points left, in half points."""
        self.began = NOBODY
        """The hex in which its move began (4.31); -1 for one that entered the map."""
        self.steps_taken = 0
        """How many hexes it has entered."""
        self.marched = 0
        """Units that have moved in this impulse."""
        self.tried = 0
        """10.84 Units that have tried to breach in this impulse, alone or assisted, and engineers
        that assisted."""
        self.through: tuple[tuple[int, int], ...] = ()
        """10.86 Units that breached and may move now: the unit and the hex behind the minefield."""
        self.assists: tuple[int, ...] = ()
        """10.85 The engineers that assisted in this impulse, each as often as it did."""
        self.alert: tuple[int, ...] = ()
        """10.3 The armored cars that may still step aside from the unit on the move."""
        self.attacks = 0
        """8.5 The attacks made in this impulse, armor and normal."""
        self.fired = 0
        """8.0 Units that have fired in this armor phase."""
        self.fought = 0
        """9.0 Units that have attacked in this combat phase."""
        self.beaten = 0
        """9.72 Units that have been attacked in this combat phase."""
        self.armor_targets = 0
        """8.0 Hexes attacked in this armor phase."""
        self.targets = 0
        """9.0 Hexes attacked in this combat phase."""

    # -- looking

    @property
    def whose(self) -> str:
        return SIDES[self.active] if self.phase in IMPULSE else ""

    @property
    def enemy(self) -> int:
        return 1 - self.active

    @property
    def headquarters(self) -> int:
        """The HQ of the present impulse: a unit."""
        return self.game.markers[self.marker]

    def stack(self, h: int) -> tuple[int, ...]:
        return self.at.get(h, ())

    def on_map(self, side: int) -> list[int]:
        low, high = self.game.span[side]
        hexes = self.hex
        return [u for u in range(low, high) if hexes[u] >= 0]

    def status(self, unit: int) -> int:
        """6.12 The level of supply that holds now: of the impulse if it is activated, else of the turn."""
        if self.eligible >> unit & 1:
            return self.impulse_supply[unit]
        return self.supply[unit]

    def mined(self, a: int, b: int) -> bool:
        """10.8 Whether an unbreached minefield lies between two hexes."""
        n = self.game.ground.mine_number.get(hexside(a, b))
        return n is not None and not self.breached >> n & 1

    def fortified(self, a: int, b: int) -> bool:
        """10.7 Whether a fortification stands between two hexes."""
        n = self.game.ground.fort_number.get(hexside(a, b))
        return n is not None and not self.fallen >> n & 1

    def controls(self, side: int, h: int) -> bool:
        """2.1c"""
        return bool(self.control >> h & 1) == (side == AXIS)

    def spare_battalion(self, brigade: int) -> int:
        """10.6c A battalion counter of fitting strength and type that is off the map, its own first."""
        fitting = self.game.fitting[brigade]
        return next((b for b in fitting if self.hex[b] in (SPARE, GONE)), NOBODY)

    # -- changing

    def put(self, unit: int, h: int) -> None:
        """Place or move a unit; zones of control and control of hexes follow."""
        old, side = self.hex[unit], self.game.units.units[unit].side
        if old >= 0:
            self._leave(unit, old)
        stood = self.sources[side] >> h & 1
        self.hex[unit] = h
        self.at[h] = (*self.at.get(h, ()), unit)
        self.occupied[side] |= 1 << h
        self._settle(h, side)
        self._take(1 << h | self._extended(unit, h, bool(stood)), side)
        if side == AXIS and old >= 0:
            n = self.game.ground.fort_number.get(hexside(old, h))
            if n is not None:
                self.crossed |= 1 << n & ~self.fallen

    def remove(self, unit: int, where: int = GONE) -> None:
        """A unit leaves the map: eliminated, or for another reason."""
        counter = self.game.units.units[unit]
        if self.hex[unit] >= 0:
            self._leave(unit, self.hex[unit])
        self.hex[unit] = where
        if where != LATER:
            self.steps[unit] = 0
        for name in MARKS:
            setattr(self, name, getattr(self, name) & ~(1 << unit))
        self.through = tuple(pair for pair in self.through if pair[0] != unit)
        self.assists = tuple(u for u in self.assists if u != unit)
        self.alert = tuple(u for u in self.alert if u != unit)
        self.supply[unit] = self.impulse_supply[unit] = SUPPLIED
        if self.mover == unit:
            self.mover = NOBODY
        if counter.hq and where == GONE:
            self.returns = (*self.returns, (unit, self.turn + 2))
            self._discard(unit)
            for u, boss in enumerate(self.command):  # 10.13a they act no more
                if boss == unit:
                    self.eligible &= ~(1 << u)

    def _discard(self, hq: int) -> None:
        """10.13a The marker of an HQ that is lost goes from the cup to the impulse track."""
        marker = self.game.marker_of[hq]
        if not self.cup >> marker & 1:
            return
        self.cup &= ~(1 << marker)
        axis, allied = self.tracks
        if self.game.units.units[hq].side == AXIS:
            self.tracks = ((*axis, marker), allied)
        else:
            self.tracks = (axis, (*allied, marker))
        self.tell(
            REVEAL,
            "10.13a",
            "{hq} is lost: its marker goes from the cup to the track",
            hq=self.game.units.units[hq].id,
        )

    def exchange(self, unit: int, other: int, steps: int) -> None:
        """9.31, 10.6 Another counter takes the place of a unit, with all that has happened to it."""
        h, command = self.hex[unit], self.command[unit]
        supply, impulse = self.supply[unit], self.impulse_supply[unit]
        on = [name for name in MARKS if getattr(self, name) >> unit & 1]
        side = self.game.units.units[unit].side
        zone, control = self.zones[side], self.control
        self.remove(unit, SPARE)
        self.steps[other] = steps
        self.command[other] = command
        self.put(other, h)
        self.as_before(side, zone, control)
        self.supply[other], self.impulse_supply[other] = supply, impulse
        for name in on:
            setattr(self, name, getattr(self, name) | 1 << other)

    def as_before(self, side: int, zone: int, control: int) -> None:
        """2.1c Counters have changed places in a hex: only where the zone has changed hexes change hands."""
        self.control = control
        self._take(self.zones[side] & ~zone & ~self.occupied[1 - side], side)
        self._cede(zone, side)

    def lose_step(self, unit: int, rule: str) -> int:
        """9.31 A step lost: the unit is flipped, replaced by a battalion, or eliminated.

        Returns the unit that stands for it now: itself, the battalion, or NOBODY.
        """
        counter, left = self.game.units.units[unit], self.steps[unit] - 1
        label = self.game.board.label(self.hex[unit])
        if left and counter.strength[left] + counter.armor[left] + counter.move[left]:
            self.steps[unit] = left
            self.tell("loss", rule, "{unit} is reduced", unit=counter.id)
            return unit
        if left and (battalion := self.spare_battalion(unit)) != NOBODY:
            self.exchange(unit, battalion, 1)
            self.tell(
                "loss",
                "9.31b",
                "{unit} is reduced to {battalion}",
                unit=counter.id,
                battalion=self.game.units.units[battalion].id,
            )
            return battalion
        self.tell("eliminated", rule, "{unit} is eliminated in {hex}", unit=counter.id, hex=label)
        self.remove(unit)
        return NOBODY

    def loss_said(self, unit: int) -> Say:
        """9.31 What becomes of a unit that loses a step."""
        counter, left = self.game.units.units[unit], self.steps[unit] - 1
        if left and counter.strength[left] + counter.armor[left] + counter.move[left]:
            return Say("reduced")
        if left and self.spare_battalion(unit) != NOBODY:
            return Say("reduced to a battalion")
        return Say("it is eliminated")

    def breach(self, a: int, b: int) -> None:
        """10.86 The minefield between two hexes is none any more."""
        ground = self.game.ground
        self.breached |= 1 << ground.mine_number[hexside(a, b)]
        self.mines = ground.unbreached(self.breached)
        self.rezone()

    def rezone(self) -> None:
        """Both zones of control anew, after a minefield has changed."""
        self._zone(AXIS)
        self._zone(ALLIED)

    def _leave(self, unit: int, h: int) -> None:
        rest = tuple(u for u in self.at[h] if u != unit)
        side = self.game.units.units[unit].side
        if rest:
            self.at[h] = rest
        else:
            del self.at[h]
            self.occupied[side] &= ~(1 << h)
        self._settle(h, side)
        self._cede(1 << h, side)

    def _settle(self, h: int, side: int) -> None:
        """4.41 Whether the stack in a hex exerts a zone of control, after it has changed."""
        units, bit = self.game.units.units, 1 << h
        battalions, strong, any_ = 0, False, False
        for u in self.at.get(h, ()):
            unit = units[u]
            if unit.big:
                strong = any_ = True
            elif unit.battalion:
                battalions += 1
                any_ = True
        strong = strong or battalions >= self.game.charts.zoc_battalions
        changed = False
        if strong != bool(self.sources[side] & bit):
            self.sources[side] ^= bit
            changed = True
        if side == ALLIED and any_ != bool(self.sources[2] & bit):
            self.sources[2] ^= bit
            changed = True
        if changed:
            self._zone(side)

    def _zone(self, side: int) -> None:
        """4.41 The zone of control of a side; hexes new in it come under its control (2.1c)."""
        ground = self.game.ground
        if side == AXIS:
            zone = ground.zone(self.sources[AXIS], self.mines)
        else:
            zone = ground.zone(self.sources[ALLIED], NONE)
            if lone := self.sources[2] & ~self.sources[ALLIED]:
                zone |= ground.across(lone, self.mines)
        old, self.zones[side] = self.zones[side], zone
        self._take(zone & ~old & ~self.occupied[1 - side], side)
        self._cede(old, side)

    def _extended(self, unit: int, h: int, stood: bool) -> int:
        """2.1c The hexes without enemies over which a unit that has come to a hex extends a zone of control.

        They may lie in a zone of its side already; a unit that adds nothing to the zone of the
        hex that it joins (``stood``) extends none.
        """
        counter, ground = self.game.units.units[unit], self.game.ground
        side, found = counter.side, 0
        here = 1 << h & self.sources[side]
        if here and (counter.big or not stood):
            found = ground.zone(here, self.mines if side == AXIS else NONE)
        elif side == ALLIED and not counter.hq:
            found = ground.across(1 << h, self.mines)
        return found & ~self.occupied[1 - side]

    def _cede(self, hexes: int, side: int) -> None:
        """2.1c Where a side has neither unit nor zone any more and the enemy has a zone, that was the last."""
        enemy = 1 - side
        gone = hexes & ~self.occupied[side] & ~self.zones[side]
        self._take(gone & self.zones[enemy], enemy)

    def _take(self, hexes: int, side: int) -> None:
        if side == AXIS:
            self.control |= hexes
        else:
            self.control &= ~hexes
