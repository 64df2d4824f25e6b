"""What a game says of its own in the combat chapters; each method is a difference between the books."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from ...engine.decision import Asking, Procedure
from ...engine.view import Display, Fact, Overlay, Piece, Trace
from ...engine.words import Action, IllegalAction, Say
from . import odds
from .assault import Attack, Force, Prospect, Reckoning, Shift
from .charts import Cell, CombatCharts, Result, Stand
from .field import Field, Series
from .retreats import Found, Retreat, Terms, Way, search


class Aftermath(NamedTuple):
    """What a combat leaves: whether the hex is won, the advance, whether only into the hex, the code."""

    won: bool
    advance: int
    limited: bool
    code: str


class Pressed(NamedTuple):
    """What is left of the defenders after a result that lets them stand or retreat."""

    attack: Attack
    cell: Cell
    alive: Sequence[int]
    contributed: Sequence[int]
    """Those who added their strength to the defence."""


@dataclass
class Path:
    """How one unit stands in its advance."""

    left: int
    """Hexes that it may still enter."""
    first: bool = True
    done: bool = False
    stopped: bool = False
    """The ground has ended its advance."""
    by_road: bool = False
    """It entered by road a hex that else would have ended its advance."""


class Fighting(Series, Protocol):
    """What the combat chapters ask of a game."""

    @property
    def charts(self) -> CombatCharts: ...
    def is_hex(self, word: str) -> bool: ...


G_co = TypeVar("G_co", bound=Fighting, covariant=True)


class Battle(Field[G_co]):
    """The field of battle in the Combat Phase."""

    attacked: int
    """Units that have attacked in this phase."""
    struck: int
    """Units that have been attacked in this phase."""
    fell_back: int
    """Units that have retreated in this phase."""

    KINDS: ClassVar[Mapping[str, str]] = {"attack": "combat"}
    """The kinds of attack by the verb of the order."""
    SUPPORT: ClassVar[tuple[str, ...]] = ()
    """The verbs that order support for an attack."""
    GUNS: ClassVar[str] = ""
    """The verb by which a counter supports an attack."""
    ALONE: ClassVar[tuple[str, ...]] = ()
    """Those among them that need no other word."""
    MEANING: ClassVar[Mapping[str, Say]]
    """What the combat results do."""
    GROUNDS: ClassVar[Mapping[str, Say]]
    """The columns of the Determined Defense Table."""
    ENDS: ClassVar[Mapping[str, Say]]
    """How a Determined Defense ends."""
    OUTLOOKS: ClassVar[tuple[str, ...]] = ("hold", "fail")
    """The ends that a sheet tells apart."""

    # -- what a page or a picture shows

    @abstractmethod
    def pieces(self) -> list[Piece]:
        """All counters, on the map and in boxes."""

    @abstractmethod
    def header(self) -> list[tuple[Say, Say]]:
        """The markers on the tracks, in short."""

    @abstractmethod
    def tracks(self) -> list[Display]:
        """The charts and tracks beside the map."""

    @abstractmethod
    def overlays(self) -> list[Overlay]:
        """What is shown on the map beside the counters."""

    @abstractmethod
    def hex_facts(self, label: str) -> list[Fact]:
        """What a player wants to know of a hex, or of a place beside the map."""

    @abstractmethod
    def traces(self, label: str) -> list[Trace]:
        """The lines of supply of the units in a hex."""

    # -- who attacks

    @abstractmethod
    def fit(self, unit: int, kind: str = "combat") -> IllegalAction | None:
        """Why a unit cannot attack at all in this phase."""

    @abstractmethod
    def blocked(self, unit: int, origin: int, target: int) -> IllegalAction | None:
        """Why a unit cannot attack out of a place into a hex next to it."""

    def no_target(self, word: str) -> IllegalAction | None:
        """Why a place that is no hex cannot be attacked."""
        return None

    def edge(self) -> int:
        """The hexes that occupied areas beside the map touch."""
        return 0

    def beside_map(self, target: int) -> list[int]:
        """The units in areas beside the map that touch a hex."""
        return []

    def joins(self, joined: Sequence[int], unit: int, target: int) -> IllegalAction | None:
        """Why a unit cannot attack together with those that have joined."""
        return None

    def opens(self, units: Sequence[int]) -> bool:
        """Whether the player who acts may begin an attack that these units can make."""
        return True

    def consents(self, attack: Attack) -> Asking[bool]:
        """Whether all who have a say in an attack agree to it."""
        return True
        yield

    def other_fights(self, attacks: Sequence[Action]) -> list[Action]:
        """What can be done in the Combat Phase beside these attacks."""
        return []

    def refuse_fight(self, verb: str, word: str) -> IllegalAction | None:
        """Why that cannot be done."""
        return None

    def fight_said(self, choice: Action) -> Sequence[Say]:
        """What that will do and may cost."""
        return ()

    def other_fight(self, choice: Action) -> Procedure:
        """That is done."""
        return
        yield

    # -- the Main Assault Force and its support

    def forces(self, joined: Sequence[int]) -> list[Force]:
        """What can be the Main Assault Force: the formations that take part."""
        units, orders = self.game.units.units, self.game.actions.maf
        words = {units[u].formation for u in joined} & orders.keys()
        return [
            Force(orders[word], tuple(u for u in joined if units[u].formation == word))
            for word in sorted(words)
        ]

    def refuse_force(self, joined: Sequence[int], word: str) -> IllegalAction:
        """Why units that have joined have no Main Assault Force of this name; '' asks why they have none."""
        if not word:
            return IllegalAction(self.CITES.force, "no formation takes part")
        return IllegalAction(self.CITES.force, "{word} takes no part", word=word)

    def attachable(self, attack: Attack, unit: int) -> IllegalAction | None:
        """Why a unit stacked with the Main Assault Force cannot be attached to it."""
        return None

    def supports(self, attack: Attack) -> list[Action]:
        """The support that can still be ordered for an attack."""
        return []

    def with_support(self, attack: Attack, order: Action) -> Attack:
        return replace(attack, support=(*attack.support, order))

    def support_price(self, attack: Attack, order: Action) -> list[Say]:
        """What some support for an attack uses up."""
        return []

    def refuse_support(self, attack: Attack, verb: str, word: str) -> IllegalAction | None:
        """Why this support cannot be given to an attack."""
        return None

    @abstractmethod
    def forbidden(self, attack: Attack) -> IllegalAction | None:
        """Why an attack cannot be made with the forces and the support that it has."""

    def use_support(self, attack: Attack) -> None:
        """What an attack has been given is used up."""

    def before_the_die(self, attack: Attack) -> Asking[Attack]:
        """What is decided between the declaration of an attack and its die."""
        return attack
        yield

    def sure_only(self, attack: Attack) -> bool:
        """Whether an attack can be made only where it needs no die."""
        return False

    def prospects(self, attack: Attack) -> list[Prospect]:
        """The attacks that may come of this one by dice before its own; a sheet shows the first."""
        return [Prospect(attack)]

    # -- strengths and shifts

    def reckon(self, attack: Attack) -> Reckoning:
        """The strengths and shifts of an attack."""
        r = Reckoning()
        for u in attack.units:
            r.attacker(u, self.attack(u), u not in attack.maf or self.halved(attack, u))
        self.defend(attack, r)
        r.limit(self.game.charts.limit)
        r.shifts = self.shifts(attack, r)
        return r

    def reckoned(self, attack: Attack) -> None:
        """What ends for those who fight once their column is known."""

    def fought(self, attack: Attack) -> None:
        """What a result leaves behind in the hex, before anybody advances."""

    @abstractmethod
    def halved(self, attack: Attack, unit: int) -> bool:
        """Whether an attacker's strength is halved, though it is of the Main Assault Force."""

    def halved_by(self, attack: Attack, unit: int) -> Say | None:
        """What halves it, in words; None if a sheet tells only that it is halved."""
        return None

    @abstractmethod
    def defend(self, attack: Attack, r: Reckoning) -> None:
        """The defenders add their strength."""

    @abstractmethod
    def shifts(self, attack: Attack, r: Reckoning) -> list[Shift]:
        """The column shifts."""

    def regular(self, attack: Attack) -> bool:
        """Whether an attack is one of the Combat Phase proper, in which no hex is attacked twice."""
        return True

    def fallen(self, attack: Attack, unit: int) -> bool:
        """Whether a defender has retreated before in the phase and so takes no part."""
        return bool(self.fell_back >> unit & 1) and self.regular(attack)

    def takes_part(self, attack: Attack, unit: int) -> bool:
        """Whether a unit in the hex takes part in its defence."""
        return unit not in attack.aside and not self.fallen(attack, unit)

    def contributors(self, attack: Attack) -> list[int]:
        """The defenders that add their strength."""
        return [u for u in self.group(attack.target) if self.takes_part(attack, u)]

    # -- results

    def toll(self, attack: Attack, cell: Cell, defenders: Sequence[int]) -> Asking[tuple[int, int]]:
        """How many steps the attacker and the defenders lose by a result."""
        result = cell.result
        if result.share == "half":
            total = sum(self.steps[u] for u in defenders if self.takes_part(attack, u))
            return result.attacker, odds.half(total)
        return result.attacker, result.defender
        yield

    def burdened(self, attack: Attack, result: Result, r: Reckoning) -> list[int]:
        """The attackers on whom the loss of a result may fall: what is left of the Main Assault Force."""
        return [u for u in attack.maf if self.hex[u] >= 0]

    def in_place(self, attack: Attack, result: Result, alive: Sequence[int]) -> Procedure:
        """What a result without a retreat does to the defenders."""
        return
        yield

    def excused(
        self, attack: Attack, cell: Cell, alive: Sequence[int], had: Sequence[int]
    ) -> Asking[bool]:
        """Whether the defenders need not retreat, and do not.

        ``had`` are the steps of the units of the Main Assault Force before the losses.
        """
        return False
        yield

    # -- the Determined Defense

    def leads(self, units: Sequence[int], contributed: Sequence[int]) -> list[int]:
        """The units that can lead a Determined Defense."""
        here = [u for u in units if self.hex[u] >= 0]
        return [u for u in here if self.refuse_lead(u, contributed) is None]

    @abstractmethod
    def no_stand(
        self, cell: Cell, units: Sequence[int], contributed: Sequence[int]
    ) -> IllegalAction | None:
        """Why units cannot stand in a Determined Defense against a result."""

    @abstractmethod
    def ground(self, h: int, lead: int) -> str:
        """The column of the Determined Defense Table."""

    @abstractmethod
    def stand_modifiers(self, attack: Attack, cell: Cell, lead: int) -> list[Shift]:
        """What the Lead Unit and the result add to the die of the defence."""

    def stand_facts(self, h: int, lead: int) -> dict[str, str]:
        """What the event of a defence tells beside its die."""
        return {}

    def drm(self, attack: Attack, cell: Cell, lead: int) -> int:
        return sum(shift.amount for shift in self.stand_modifiers(attack, cell, lead))

    def spoken(self, cell: Cell) -> Say | str:
        """A result in words."""
        return cell.result.code

    def outlook(self, h: int, stands: Sequence[Stand]) -> str:
        """How a defence ends if the defender holds where the table lets him."""
        return "hold" if any(stand.end == "H" for stand in stands) else "fail"

    def prospect(self, code: Say | str, lead: int, drm: str, shares: Mapping[str, str]) -> Say:
        """The chances of a defence in words, by the ends that a sheet tells apart."""
        return Say(
            "{code}: {unit} stands with {drm}: {hold} holds, {fail} fails",
            code=code,
            unit=self.id(lead),
            drm=drm,
            **shares,
        )

    def told(self, stand: Stand, lead: int) -> Say:
        """How a defence under a Lead Unit ends, and at what price."""
        end = self.ENDS[stand.end]
        if stand.lead and stand.attacker:
            return Say("{end}; the Lead Unit and the attacker lose a step", end=end)
        if stand.lead:
            return Say("{end}; the Lead Unit loses a step", end=end)
        return Say("{end}; the attacker loses a step", end=end) if stand.attacker else end

    def hope_said(self, lead: int, shares: Mapping[str, str]) -> Say:
        """The chances of a defence in short: to hold, to lose a step."""
        return Say(
            "{unit} leads: {hold} to hold, {loss} to lose a step", unit=self.id(lead), **shares
        )

    @abstractmethod
    def stand_said(self, by: Pressed, choice: Action) -> list[Say]:
        """What a defence as it is chosen will do and may cost."""

    def retreat_said(self, by: Retreat) -> list[Say]:
        """What a retreat does to those who survive it."""
        return []

    def other_stands(self, by: Pressed) -> list[Action]:
        """Other ways to stand than a plain Determined Defense."""
        return []

    def refuse_stand(self, by: Pressed, verb: str, word: str) -> IllegalAction | None:
        """Why the defenders cannot stand in another way."""
        return None

    def expand_stand(self, by: Pressed, words: Sequence[str]) -> list[list[str]] | None:
        """What an order to stand in another way means."""
        return None

    @abstractmethod
    def determined(self, by: Pressed, choice: Action) -> Asking[bool]:
        """The defence as it was chosen; whether it cancels the retreat."""

    @abstractmethod
    def refuse_lead(self, unit: int, contributed: Sequence[int]) -> IllegalAction | None:
        """Why a unit in the hex cannot lead its defence; None if it can."""

    def stand_supports(self, attack: Attack, alive: Sequence[int], lead: int) -> list[Action]:
        """The support that a Determined Defense can have."""
        return []

    def refuse_stand_support(
        self, attack: Attack, alive: Sequence[int], lead: int, verb: str, word: str
    ) -> IllegalAction | None:
        """Why this cannot support a Determined Defense."""
        return None

    def support_adds(self, attack: Attack, lead: int) -> int:
        """What support would add to the die."""
        return 1

    def stand_price(self, target: int, order: Action) -> list[Say]:
        """What some support of a Determined Defense uses up."""
        return []

    def support_stand(self, attack: Attack, cell: Cell, lead: int, order: Action) -> Asking[int]:
        """Support is used up; what it adds to the die."""
        return 1
        yield

    def choose_stand(self, h: int, lead: int, found: Sequence[Stand]) -> Asking[Stand]:
        """The defender picks where the table offers a choice."""
        return found[0]
        yield

    def held_more(self, attack: Attack, stand: Stand, lead: int) -> None:
        """What else a defence that holds brings about."""

    # -- retreat

    def ways_out(self, unit: int, leaving: Collection[int], by: Retreat) -> Sequence[Found]:
        """The ways on which a unit survives its retreat while others leave with it."""
        terms = self.retreat_terms(unit, leaving, by)
        for shortest, longest, strict in self.lengths(by):
            if found := search(terms, self.hex[unit], shortest, longest, strict=strict):
                return found
        return []

    def retreat_terms(self, unit: int, leaving: Collection[int], by: Retreat) -> Terms:
        """What bounds the retreat of a unit, for a game that does not look for its ways by itself."""
        raise NotImplementedError

    def lengths(self, by: Retreat) -> Sequence[tuple[int, int, bool]]:
        """The lengths to be tried one after the other until some way saves the unit.

        Each is the fewest hexes, the most, and whether every hex must lie farther from the start.
        """
        return [(by.shortest, by.longest, True)]

    def preferred(self, unit: int, leaving: Collection[int], found: Sequence[Found]) -> list[Way]:
        """The ways that no guideline prefers others to: fewest losses, then clear of enemy zones."""
        best = min((each.losses, each.exposed, each.danger) for each in found)
        return [e.way for e in found if (e.losses, e.exposed, e.danger) == best]

    def first_matters(self, unit: int, way: Way, waiting: Sequence[int], by: Retreat) -> bool:
        """Whether it matters who of a stack goes first, though only one way is open."""
        return False

    def retreat_step(self, unit: int, place: int, by: Retreat) -> Procedure:
        """A unit goes to the next place of its way, with all that follows from it."""
        self.fell_back |= 1 << unit
        self.put(unit, place)
        return
        yield

    def refuse_way(self, unit: int, origin: int, by: Retreat, word: str) -> IllegalAction | None:
        """Why a unit may not retreat to a hex, for a game that looks for its ways by itself."""
        return None

    def refuse_stop(self, unit: int, origin: int, by: Retreat) -> IllegalAction:
        """Why a unit may not end its retreat where it is."""
        rule = self.CITES.retreat_ends
        return IllegalAction(rule, "{unit} may not end its retreat here", unit=self.id(unit))

    def refuse_retreat(self, unit: int, goal: int, terms: Terms) -> IllegalAction | None:
        """Why the ground keeps a unit from retreating to a hex."""
        return None

    def after_retreat(self, unit: int, by: Retreat) -> None:
        """What a unit that has retreated after combat suffers."""
        self.disrupt(unit, self.CITES.disrupted)

    # -- advance

    def participants(self, attack: Attack) -> list[int]:
        """The units that may advance: those that took part."""
        return [u for u in attack.units if self.hex[u] >= 0]

    def allowance(self, unit: int, hexes: int) -> int:
        """How many hexes of an advance a unit may use."""
        return hexes

    def before_advance(self, attack: Attack, after: Aftermath, paths: dict[int, Path]) -> Procedure:
        """What the victors do before they advance."""
        return
        yield

    def rewarded(self, after: Aftermath) -> bool:
        """Whether attackers may do something else than advance though the hex is held."""
        return False

    def other_advances(self, after: Aftermath, paths: Mapping[int, Path]) -> list[Action]:
        """What the victors may do instead of advancing."""
        return []

    def other_advance(self, choice: Action, paths: Mapping[int, Path]) -> None:
        """A unit does something else than advance."""

    @abstractmethod
    def bars_advance(self, unit: int, path: Path, d: int, goal: int, vacated: int) -> bool:
        """Whether the ground keeps a unit from advancing in a direction into the next hex."""

    @abstractmethod
    def advance_step(self, unit: int, path: Path, place: int) -> None:
        """A unit enters a place; the ground may end its advance."""

    def advanced(self, unit: int, place: int) -> Procedure:
        """What follows from an advance into a place."""
        return
        yield

    def out_of_area(self, unit: int, vacated: int, limited: bool) -> list[int]:
        """The hexes that a unit in an area beside the map may advance into."""
        return []

    def into_areas(self, unit: int) -> list[int]:
        """The areas beside the map that a unit may advance into."""
        return []

    def refuse_area(self, unit: int, word: str) -> IllegalAction | None:
        """Why a unit may not advance into an area beside the map, or out of its own."""
        return None

    def refuse_advance(
        self, unit: int, path: Path, goal: int, vacated: int, *, limited: bool
    ) -> IllegalAction | None:
        """Why the ground or a limit keeps a unit from advancing into the next hex."""
        return None

    def refuse_pursuit(
        self, paths: Mapping[int, Path], verb: str, word: str
    ) -> IllegalAction | None:
        """Why an order of the game's own is wrong in an advance."""
        return None
