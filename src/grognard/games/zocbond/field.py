"""The field of battle: where units stand and in which order, their zones of control and bonds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar, cast

from ...board import Board
from ...engine.decision import About, Asking, Modifier, Procedure
from ...engine.ledger import Aim
from ...engine.state import State
from ...engine.words import Action, IllegalAction, Say
from ...units import OrderOfBattle
from .cites import Cites
from .counters import VEHICLE, Orders, Troops
from .lines import Country
from .march import NORMAL, TACTICAL, Bounds
from .tables import Tables
from .zones import Anchor, Bonds, bonds, zoc

GOOD, DISRUPTED = 0, 1
"""Good Order, Disrupted; what is worse has a game of its own."""


SupplyKey = tuple[int, Country, int, int]
"""What lines depend on: the longest overland portion, the country, the goals on the map and at its edge."""


class Series(Protocol):
    """What the shared rules ask of a game."""

    LOST: ClassVar[frozenset[int]]
    """Where units are that are out of the game."""

    @property
    def units(self) -> OrderOfBattle[Troops]: ...
    @property
    def span(self) -> tuple[tuple[int, int], ...]:
        """By side: the run of its units."""
        ...

    @property
    def board(self) -> Board: ...
    @property
    def tables(self) -> Tables: ...
    @property
    def actions(self) -> Orders: ...
    @property
    def remnants(self) -> Mapping[str, int]:
        """How many Remnants of each kind there are."""
        ...

    @property
    def called(self) -> Mapping[str, str]:
        """The full names of the units by their ids."""
        ...

    @property
    def turns(self) -> int: ...
    @property
    def remnant_units(self) -> Mapping[str, Sequence[int]]: ...
    @property
    def supply_memory(self) -> dict[SupplyKey, int]: ...
    def place(self, word: str) -> int | None:
        """A hex, or an area beside the map, by its number or name; None if there is none."""
        ...

    def is_path(self, word: str) -> bool: ...
    def by_unit(
        self, words: Sequence[str], there: Callable[[str], Iterable[int] | None]
    ) -> list[list[str]] | None: ...


G_co = TypeVar("G_co", bound=Series, covariant=True)


class Field(State, Generic[G_co]):
    """Where everything stands.  Units and places are indices, sets of them bit boards."""

    LISTS: ClassVar[tuple[str, ...]] = (
        "hex",
        "steps",
        "status",
        "at",
        "occupied",
        "foot_zoc",
        "any_zoc",
        "foot_bond",
        "any_bond",
        "zocs",
        "bound",
    )
    DERIVED = State.DERIVED | {"zocs", "bound"}
    MARKS: ClassVar[tuple[str, ...]] = ()
    """The sets of units that wear a marker; a unit that leaves the map loses it."""
    SIDES: ClassVar[tuple[str, str]]
    COMMON: ClassVar[frozenset[str]]
    """The phases that belong to no side's player turn."""
    CITES: ClassVar[Cites]
    MOVES: ClassVar[Mapping[str, int]] = {"normal": NORMAL, "tactical": TACTICAL}
    """The kinds of movement by their names in orders, the mildest first."""
    STACKED: ClassVar[tuple[str, ...]] = ()
    """The verbs, beside those of moves, by which a hex means each unit there that can."""
    OVER_EDGE: ClassVar[bool] = False
    """Whether units enter the map over its edge, so that bonds close hexsides of it."""
    AWAY: ClassVar[int]
    """Where units are that are not in play."""
    GONE: ClassVar[int]
    """Where eliminated units go."""

    moved: int
    """Units that have moved."""
    renewed: int
    """Units that took a replacement."""
    oos: int
    """Units out of supply."""
    red: int
    """Isolated units."""
    fresh: int
    """Units isolated in this very phase."""
    control: int
    """The watched hexes that the first side controls; the other controls the rest."""

    def __init__(self, game: G_co) -> None:
        super().__init__()
        self.game = game
        count = len(game.units)
        self.hex: list[int] = [self.AWAY] * count
        self.steps: Sequence[int] = [0] * count
        """What is left of each unit; ``set_steps`` alone writes it."""
        self.status: list[int] = [GOOD] * count
        self.at: dict[int, tuple[int, ...]] = {}
        """The units in each occupied hex or area."""
        self.occupied: list[int] = [0, 0]
        self.foot_zoc, self.any_zoc = [0, 0], [0, 0]
        """By side: hexes with a unit that has a ZOC and is no vehicle; with any that has one."""
        self.foot_bond, self.any_bond = [0, 0], [0, 0]
        """By side: hexes with a unit that may bond and is no vehicle; with any that may bond."""
        self.zocs: list[int | None] = [None, None]
        self.bound: list[Bonds | None] = [None, None]
        for name in self.MARKS:
            setattr(self, name, 0)
        self.active = self.control = 0
        self.mover, self.spent, self.trod, self.modes = -1, 0, 0, 0
        """The unit on the move, its points spent and hexes gone, the kinds of movement it may be using."""

    # -- what a game says of its own

    def asked(self, side: int, units: Sequence[int] = ()) -> str:
        """Which seat of a side is asked: who speaks for these units, or whose turn it is to act."""
        return self.SIDES[side]

    def exerts(self, unit: int) -> tuple[bool, bool]:
        """Whether a unit has a ZOC, and whether it may bond."""
        raise NotImplementedError

    def anchors(self, side: int) -> Iterable[Anchor]:
        """What beside each other a side's units bond with."""
        return ()

    def fixed(self, unit: int) -> bool:
        """Whether a unit may not leave its place at all."""
        return not self.game.units.units[unit].move

    def may_move(self, unit: int) -> bool:
        """Whether a unit of the active side has not moved and may move."""
        return self.hex[unit] >= 0 and not self.moved >> unit & 1 and not self.fixed(unit)

    def movable(self) -> list[int]:
        """All units that may move."""
        return [u for u in range(*self.game.span[self.active]) if self.may_move(u)]

    def kinds(self, unit: int) -> int:
        """The kinds of movement open to a unit at the start of its move."""
        raise NotImplementedError

    def bounds(self, unit: int) -> Bounds:
        """What bounds a unit's move."""
        raise NotImplementedError

    def other_moves(self, movable: Sequence[int]) -> list[Action]:
        """What else may be done in the Movement Phase; ``movable`` are the units that may move."""
        return []

    def other_move(self, choice: Action) -> Procedure:
        """It is done."""
        raise NotImplementedError

    def move_said(self, choice: Action) -> Sequence[Say]:
        """What one of these will do and may cost."""
        return ()

    def other_steps(self) -> list[Action]:
        """What the unit on the move may do beside going to the next place."""
        return []

    def other_step(self, choice: Action) -> Procedure:
        """It is done."""
        raise NotImplementedError

    def other_orders(self, unit: int) -> list[Action]:
        """Both of these as whole orders of one unit."""
        return []

    def leaves(self, unit: int, place: int) -> None:
        """What follows for the unit on the move as it sets out for the next place."""

    def entered(self, unit: int, place: int) -> Procedure:
        """What follows when the unit on the move has come to a place."""
        yield from ()

    def stopped(self, unit: int) -> None:
        """What follows when the unit on the move has ended its move."""

    def refuse_move(self, verb: str, word: str) -> IllegalAction | None:
        """Why a unit cannot be moved now, or something else not be done in the Movement Phase."""
        raise NotImplementedError

    def refuse_order(self, verb: str, word: str) -> IllegalAction | None:
        """Why the unit on the move cannot do what is no move to a hex of the map."""
        return None

    def refuse_words(self, words: Sequence[str]) -> IllegalAction | None:
        """Why an order of several words cannot be one to the unit on the move."""
        return None

    def refuse_goal(self, goal: int) -> IllegalAction | None:
        """Why the unit on the move may not enter a hex, whichever way it comes."""
        return None

    def refuse_crossing(self, goal: int) -> IllegalAction | None:
        """Why the unit on the move may not go straight to a neighbour."""
        return None

    def refuse_shy(self, goal: int) -> IllegalAction:
        """Why only a kind of movement that is shy of a place would reach it."""
        raise NotImplementedError

    def refuse_slow(self, unit: int) -> IllegalAction:
        """Why a unit has Tactical Movement only."""
        raise NotImplementedError

    def refuse_kind(self, unit: int, kind: int) -> IllegalAction:
        """Why the unit on the move cannot use a kind of movement now."""
        if self.kinds(unit) == TACTICAL:
            return self.refuse_slow(unit)
        return IllegalAction(
            self.CITES.move, "{unit} cannot use this kind of movement now", unit=self.id(unit)
        )

    def refuse_onward(self, place: int, kinds: int) -> IllegalAction:
        """Why a place that the unit on the move may enter next by these kinds of movement ends its move."""
        return IllegalAction(
            self.CITES.tactical if kinds == TACTICAL else self.CITES.move,
            "{unit} can go no farther than {hex}",
            unit=self.id(self.mover),
            hex=self.word(place),
        )

    def sources(self, side: int) -> tuple[int, int]:
        """A side's sources of supply: hexes, and the hexes where lines leave the map."""
        raise NotImplementedError

    def beyond_gate(self, h: int, side: int) -> list[str]:
        """The area beside the map out of which supply comes over a hex, if it is no source itself."""
        return []

    def country(self, side: int) -> Country:
        """What bounds a side's lines of supply."""
        enemy = 1 - side
        return Country(
            self.occupied[side], self.occupied[enemy], self.zoc(enemy), self.bonds(enemy)
        )

    def barren(self) -> int:
        """The hexes from which no line of supply starts, whatever lies around them."""
        return 0

    def fed(self, unit: int) -> bool | None:
        """Whether a unit in play is in supply by a rule of its own; None if by a line over the map."""
        return None

    def rationed(self, unit: int) -> bool:
        """Whether a unit has a line of supply and goes without."""
        return False

    def ration(self, short: Collection[int]) -> Asking[set[int]]:
        """The units that go without beside those that have no line of supply."""
        yield from ()
        return set()

    def stack_points(self, units: Sequence[int]) -> int:
        """The stacking points of units in one hex."""
        raise NotImplementedError

    def stack_limit(self) -> int:
        """The most stacking points of a hex."""
        raise NotImplementedError

    def reddens(self, unit: int) -> bool:
        """Whether the marker of a unit found without supply shows its red side, looked at before it is put."""
        raise NotImplementedError

    def attrition_modifiers(self, unit: int) -> list[Modifier]:
        """What is added to the die of an isolated unit."""
        raise NotImplementedError

    def keeps_last_step(self, unit: int, rule: str) -> Asking[bool]:
        """Whether a unit that loses the second of three steps stays, as the counter for the last one."""
        raise NotImplementedError

    # -- looking

    @property
    def whose(self) -> str:
        return "" if self.phase in self.COMMON else self.SIDES[self.active]

    @property
    def enemy(self) -> int:
        return 1 - self.active

    def group(self, place: int) -> tuple[int, ...]:
        return self.at.get(place, ())

    def zoc(self, side: int) -> int:
        """The hexes in the zones of control of a side."""
        found = self.zocs[side]
        if found is None:
            found = zoc(self.game.tables.ground, self.foot_zoc[side], self.any_zoc[side])
            self.zocs[side] = found
        return found

    def bonds(self, side: int) -> Bonds:
        """What the bonds of a side close to its enemy."""
        found = self.bound[side]
        if found is None:
            found = bonds(
                self.game.tables.ground,
                self.foot_bond[side],
                self.any_bond[side],
                self.occupied[1 - side],
                self.anchors(side),
                over_edge=self.OVER_EDGE,
            )
            self.bound[side] = found
        return found

    def own(self, side: int) -> int:
        """All units of a side."""
        low, high = self.game.span[side]
        return (1 << high) - (1 << low)

    def on_map(self, side: int) -> list[int]:
        low, high = self.game.span[side]
        hexes, size = self.hex, self.game.tables.size
        return [u for u in range(low, high) if 0 <= hexes[u] < size]

    def in_play(self, side: int) -> list[int]:
        """Units on the map and in areas beside it."""
        low, high = self.game.span[side]
        hexes = self.hex
        return [u for u in range(low, high) if hexes[u] >= 0]

    def word(self, place: int) -> str:
        return self.game.actions.words[place]

    def id(self, unit: int) -> str:
        return self.game.units.units[unit].id

    def about(
        self, units: Sequence[int] = (), hexes: Sequence[int] = (), attack: Aim | None = None
    ) -> About:
        """What a question is about."""
        return About(tuple(map(self.id, units)), tuple(map(self.word, hexes)), attack)

    def aim(self, target: int, units: Sequence[int]) -> Aim:
        """An attack on a hex by these units."""
        there = [u for u in units if self.hex[u] >= 0]
        origins = tuple(dict.fromkeys(self.word(self.hex[u]) for u in there))
        return Aim(self.word(target), origins, tuple(map(self.id, there)))

    def against(self, target: int, units: Sequence[int]) -> About:
        """What a question in an attack on a hex is about."""
        return About((), (self.word(target),), self.aim(target, units))

    def defense(self, unit: int) -> int:
        return self.game.units.units[unit].defense[self.steps[unit]]

    def attack(self, unit: int) -> int:
        return self.game.units.units[unit].attack[self.steps[unit]]

    def controls(self, side: int, h: int) -> bool:
        """Whether a side was the last in a watched hex."""
        return (self.control >> h & 1 == 1) == (side == 0)

    def near_enemy(self, h: int, side: int) -> bool:
        """Whether an enemy combat unit is next to a hex."""
        return bool(self.game.tables.ground.around[h] & self.occupied[1 - side])

    def remnants_left(self, kind: str) -> int:
        """How many Remnants of a kind lie in the display."""
        used = sum(1 for u in self.game.remnant_units.get(kind, ()) if self.steps[u] == 1)
        return self.game.remnants[kind] - used

    # -- changing

    def put(self, unit: int, place: int) -> None:
        """Place or move a unit: to a hex, an area or a box."""
        old = self.hex[unit]
        side, size = self.game.units.units[unit].side, self.game.tables.size
        self.hex[unit] = place
        if old >= 0:
            rest = tuple(u for u in self.at[old] if u != unit)
            if rest:
                self.at[old] = rest
            else:
                del self.at[old]
            if old < size:
                self.refresh(old, side)
        if place >= 0:
            self.at[place] = (*self.at.get(place, ()), unit)
            if place < size:
                self.refresh(place, side)
                if self.game.tables.watched >> place & 1:
                    self.take(place, side)

    def take(self, h: int, side: int) -> None:
        """A side controls a watched hex from now on."""
        self.control = self.control | 1 << h if side == 0 else self.control & ~(1 << h)

    def refresh(self, h: int, side: int) -> None:
        """Bring the sets that describe a hex up to date after a change there."""
        units = self.game.units.units
        group, bit = self.at.get(h, ()), 1 << h
        any_zoc = foot_zoc = any_bond = foot_bond = 0
        for u in group:
            has_zoc, may_bond = self.exerts(u)
            if has_zoc:
                any_zoc = bit
                if may_bond:
                    any_bond = bit
                if units[u].klass != VEHICLE:
                    foot_zoc = bit
                    if may_bond:
                        foot_bond = bit
        if (bit if group else 0) != self.occupied[side] & bit:
            self.occupied[side] ^= bit
            # To bonds of the enemy only hexes beside those who form them matter.
            if self.game.tables.ground.around[h] & self.any_bond[1 - side]:
                self.bound[1 - side] = None
        if any_zoc != self.any_zoc[side] & bit or foot_zoc != self.foot_zoc[side] & bit:
            self.any_zoc[side] = self.any_zoc[side] & ~bit | any_zoc
            self.foot_zoc[side] = self.foot_zoc[side] & ~bit | foot_zoc
            self.zocs[side] = None
        if any_bond != self.any_bond[side] & bit or foot_bond != self.foot_bond[side] & bit:
            self.any_bond[side] = self.any_bond[side] & ~bit | any_bond
            self.foot_bond[side] = self.foot_bond[side] & ~bit | foot_bond
            self.bound[side] = None

    def set_status(self, unit: int, status: int) -> None:
        """Good Order, Disrupted, or what a game has of its own."""
        self.status[unit] = status
        self._renew(unit)

    def set_steps(self, unit: int, steps: int) -> None:
        """What is left of a unit after a loss, a replacement or its arrival."""
        cast(list[int], self.steps)[unit] = steps
        self._renew(unit)

    def _renew(self, unit: int) -> None:
        """A unit has changed: so may have its zone of control."""
        h = self.hex[unit]
        if 0 <= h < self.game.tables.size:
            self.refresh(h, self.game.units.units[unit].side)

    def disrupt(self, unit: int, rule: str) -> None:
        """A unit is Disrupted."""
        self.set_status(unit, DISRUPTED)
        self.tell("status", rule, "{unit} is Disrupted", unit=self.id(unit))

    def eliminate(self, unit: int, rule: str, box: int | None = None) -> None:
        """A unit leaves the map for the box of the eliminated, or another."""
        place = self.hex[unit]
        self.take_off(unit, self.GONE if box is None else box)
        if place < 0:
            self.tell("eliminated", rule, "{unit} is eliminated", unit=self.id(unit), hex="")
            return
        self.tell(
            "eliminated",
            rule,
            "{unit} is eliminated in {hex}",
            unit=self.id(unit),
            hex=self.word(place),
        )

    def take_off(self, unit: int, box: int) -> None:
        """A counter goes to a box without its markers."""
        self.put(unit, box)
        self.set_steps(unit, 0)
        self.status[unit] = GOOD
        bit = ~(1 << unit)
        for name in self.MARKS:
            setattr(self, name, getattr(self, name) & bit)
