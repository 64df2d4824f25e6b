"""A game in progress: the front door of the engine.

How it goes on and back is in ``course``, how an order in words is carried out in ``orders``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ..units import Unit
from .decision import Event, Rolled
from .dice import commitment
from .entries import Ended, Played, begun
from .ledger import Ledger
from .legal import LegalActions
from .orders import Orders
from .state import State
from .view import Fact, Overlay, Piece, Sheet, Trace, Way
from .words import Action, IllegalAction

if TYPE_CHECKING:
    from .sight import Sight

S = TypeVar("S", bound=State)


class Game(Orders[S]):
    """A game in progress.  See the README for a session."""

    # -- where we are

    @property
    def turn(self) -> int:
        return self._live().turn

    @property
    def phase(self) -> str:
        return self._live().phase

    @property
    def legal_actions(self) -> LegalActions:
        return LegalActions(self)

    @property
    def commitment(self) -> str | None:
        """The fingerprint of the seed, to be shown before the first roll."""
        return None if self.seed is None else commitment(self.seed)

    @property
    def rolls(self) -> list[Rolled]:
        """The dice thrown so far; what was drawn is in the trail."""
        return [entry for entry in self._trail if isinstance(entry, Rolled)]

    @property
    def pending(self) -> str:
        """The order that was begun since the last checkpoint, as far as it goes; '' if none was."""
        return begun(self.checkpoint()[1])

    # -- ending and taking back

    def resign(self, seat: str) -> list[Event]:
        """A seat gives the game up: the other side has won; IllegalAction if there is not just one."""
        return self._ended(Ended(self._other(seat), seat))

    def overstep(self, seat: str) -> list[Event]:
        """The clock of a seat has run out and the other side claims the victory."""
        return self._ended(Ended(self._other(seat), seat, late=True))

    def _other(self, seat: str) -> str:
        others = [side for side in self.rules.sides if side != self.rules.serves(seat)]
        if len(others) != 1:
            raise IllegalAction("", "the {side} player cannot resign", side=seat)
        return others[0]

    def agree(self, winner: str | None) -> list[Event]:
        """All players agree that a side has won, or on a draw (None)."""
        return self._ended(Ended(winner))

    def _ended(self, entry: Ended) -> list[Event]:
        if self.decision is None:
            raise IllegalAction("", "the game is over")
        return self.follow(entry)

    def undo(self, *, force: bool = False) -> Action:
        """Take back the last choice.

        Over a die or a reveal only with ``force``, and then the dice are fresh.
        """
        if self._trail and isinstance(self._trail[-1], Ended):
            raise IllegalAction("", "the game is over")
        since = 0
        for entry in reversed(self._trail):
            since += 1
            if isinstance(entry, Played):
                break
        else:
            raise IllegalAction("", "nothing to take back")
        state, last = self._live(), len(self._trail) - since
        thrown = since > 1
        shown = self.revealed_since(last)
        if thrown and not force:
            raise IllegalAction("", "a die has been thrown since; take it back only by agreement")
        if shown and not force:
            raise IllegalAction("", "something was revealed since; take it back only by agreement")
        die = state.die
        self._rewind(last)
        if (thrown or shown) and self._dice is not None:
            self._skip(die)
        return entry.action

    # -- texts and pictures

    def seen_by(self, seat: str) -> Sight[S]:
        """The game as one seat may see it: one of ``rules.seats``, or ``spectator``."""
        from .sight import Sight

        return Sight(self, seat)

    def odds(self, order: Action | str = "") -> Ledger:
        """The ledger of an attack: each factor and modifier with its rule, then the exact chances.

        Without an order that of what is decided now (the attack that is built, the defence that is asked
        for); of an answer to such a question, that of what would be decided then.
        """
        from .sight import Sight

        if (at_stake := Sight(self, None).at_stake(str(order))) is not None:
            return at_stake
        words = self.rules.words_of(str(order))
        return self.rules.odds(self._asked_in(words), words)

    def reach(self, unit: str) -> dict[str, Way]:
        """Where a unit could go now: by hex, the cost, the path and the kind of movement.

        The phase does not matter: it is reckoned as if the unit began its move.  {} if it cannot.
        """
        mover = self._mover(unit)
        return self.rules.reach(self._asked_in(["move", mover]), mover)

    def cost(self, unit: str, path: str) -> Way:
        """What a given way (``0908-0907-0806``, from the hex beside the unit or from its own) costs it.

        IllegalAction says at which hex it breaks, and by which rule.
        """
        hexes = [self._place(word) for word in path.replace("-", " ").split()]
        if not hexes:
            raise IllegalAction("", "a way needs hexes")
        mover = self._mover(unit)
        return self.rules.cost(self._asked_in(["move", mover]), mover, hexes)

    def pieces(self) -> list[Piece]:
        """All counters, on the map and in boxes."""
        return self.rules.pieces(self._live())

    def unit(self, name: str) -> Sheet:
        """Everything about one unit: where it lies, its steps and marks, what is printed on it."""
        rules, state, found = self.rules, self._live(), self._unit(name)
        piece = next((piece for piece in rules.pieces(state) if piece.id == found.id), None)
        lines = rules.traces(state, piece.hex) if piece and rules.is_hex(piece.hex) else []
        return Sheet(found, piece, rules.values(found), tuple(lines))

    def _mover(self, name: str) -> str:
        """The id of a unit; a game without an order of battle has its own words for what moves."""
        return self._unit(name).id if self.rules.units.units else self.rules.normalise(name)

    def _unit(self, name: str) -> Unit:
        found = self.rules.units.find(self.rules.normalise(name))
        if found is None:
            raise IllegalAction("", "no unit is called '{unit}'", unit=name)
        return found

    def overlays(self) -> dict[str, Overlay]:
        """What is worth showing on the map, by name: ``zoc german``, ``supply allied`` ..."""
        return {overlay.name: overlay for overlay in self.rules.overlays(self._live())}

    def facts(self, hex: str) -> list[Fact]:
        """What is worth knowing of a hex, or of a place beside the map, each with its rule."""
        return self.rules.hex_facts(self._live(), self._place(hex))

    def lines(self, hex: str) -> list[Trace]:
        """The lines of supply or communication of the units in a hex; where one breaks, why."""
        return self.rules.traces(self._live(), self._place(hex))

    def _place(self, word: str) -> str:
        place = self.rules.normalise(word)
        if not self.rules.is_hex(place) and place not in self.rules.places():
            raise IllegalAction("", "{word} is not on the map", word=word)
        return place

    @property
    def position(self) -> str:
        """The situation as text; ``grognard.load`` reads it."""
        from .record import write_position

        return write_position(self.rules, *self.checkpoint())

    @property
    def record(self) -> str:
        """The whole game as text; ``grognard.load`` reads it."""
        from .record import write_record

        return write_record(self)

    def __repr__(self) -> str:
        where = f"turn {self.turn}, {self.phase}"
        if self.outcome is not None:
            return f"<{self.rules.title}: {where}; {self.outcome}>"
        return f"<{self.rules.title}: {where}; {self.decision!r}>"
