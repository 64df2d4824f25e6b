"""A game with everything that can be hidden: counters face down, a note, a die that nobody sees.

Each side has two counters face down; which lies where only their owner knows.  Red notes where
its mine lies; an unseen die says whether it is a dud.  Counters that meet turn face up, and the
stronger one wins; of two equal ones the defender may fall back before a die decides.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

import pytest

from grognard.board import drawn
from grognard.engine.decision import REVEAL, Ask, Event, Outcome, Procedure, Roll
from grognard.engine.ledger import Chance, Ledger, Line
from grognard.engine.rulebook import Rule, Rulebook
from grognard.engine.ruleset import Option, Ruleset, Scenario
from grognard.engine.state import State
from grognard.engine.view import Account, Display, Fact, Item, Overlay, Piece, Trace, Way
from grognard.engine.words import Action, IllegalAction, Say
from grognard.textdata import Words

SIDES = ("blue", "red")
COUNTERS = {"LION": ("blue", 3), "HARE": ("blue", 1), "WOLF": ("red", 3), "MOUSE": ("red", 1)}
HOME = ("0101", "0103", "0501", "0503")
MINES = ("0301", "0302", "0303")
LAST_TURN = 12
BLANK, GONE = "?", -1
MAP = "map flat even 0101 0503\n" + "  . . . . .\n" * 3


class Fog(State):
    LISTS: ClassVar[tuple[str, ...]] = ("at", "who", "up")

    def __init__(self, game: FogOfWar) -> None:
        super().__init__()
        self.game = game
        self.turn, self.phase, self.active = 1, "set-up", 0
        self.at = [game.board.index(label) for label in HOME]
        self.who = ["", "", "", ""]
        """Which counter lies in each place: blue's two, then red's."""
        self.up = [False] * 4
        self.mine = ""
        self.dud = ""
        self.battle: tuple[int, ...] = ()
        """Attacker and defender of equal strength: the defender decides."""

    def own(self, side: int) -> list[int]:
        return [n for n in (2 * side, 2 * side + 1) if self.at[n] != GONE]

    def strength(self, n: int) -> int:
        return COUNTERS[self.who[n]][1]

    def label(self, n: int) -> str:
        return self.game.board.label(self.at[n])

    def name(self, n: int) -> str:
        """What a counter is called: by what it is, or by its place while that is unknown."""
        return f"{SIDES[n // 2]}-{n % 2 + 1}" if self.who[n] in ("", BLANK) else self.who[n]


def play(g: Fog) -> Procedure:
    """1.0 Set-up, the note, the unseen die; then blue and red in turn."""
    while g.phase == "set-up":
        yield from set_up(g)
    if g.phase == "note":
        choice = yield Ask(
            "red",
            "note",
            "1.2",
            Say("where does the mine lie?"),
            [Action("mine", label, i) for i, label in enumerate(MINES)],
            top=True,
            secret=Say("red makes a note"),
        )
        g.mine = choice.word
        g.tell_only(
            ("red",),
            Event("note", "1.2", "the mine lies at {hex}", {"hex": g.mine}),
            Event("note", "1.2", "red has noted something", {}),
        )
        die = yield Roll("1.3", "the mine", "red", 2, secret=True)
        g.dud = "dud" if die == 1 else "live"
        g.phase = "play"
    while g.outcome is None:
        yield from battle(g) if g.battle else move(g)


def set_up(g: Fog) -> Procedure:
    """1.1 Which counter lies in the first place is the owner's secret."""
    side = SIDES[g.active]
    names = [name for name, (whose, _) in COUNTERS.items() if whose == side]
    choice = yield Ask(
        side,
        "set-up",
        "1.1",
        Say("which counter lies in {hex}?", hex=HOME[2 * g.active]),
        [Action("first", name, i) for i, name in enumerate(names)],
        top=True,
        secret=Say("the counters are laid face down"),
    )
    g.who[2 * g.active : 2 * g.active + 2] = names[choice.value], names[1 - choice.value]
    g.active = 1 - g.active
    if g.active == 0:
        g.phase = "note"


def steps(g: Fog, n: int) -> list[int]:
    """2.1 The next hexes that are free; where counters lie everybody sees."""
    near = g.game.board.grid.neighbours[g.at[n]]
    return [h for h in near if h >= 0 and g.game.board.terrain[h] and h not in g.at]


def move(g: Fog) -> Procedure:
    """2.0 A counter moves one hex; then it may meet another."""
    me = g.active
    side = SIDES[me]
    own = g.own(me)
    hidden = Say("{side} moves", side=side)
    unit = yield Ask(
        side,
        "move",
        "2.0",
        Say("which counter moves?"),
        [Action("move", g.who[n], n) for n in own if steps(g, n)] + [Action("pass")],
        top=True,
        secret=hidden,
        of=lambda unit: [
            Action("move", f"{unit} {g.game.board.label(h)}")
            for n in own
            if g.who[n] == unit
            for h in steps(g, n)
        ],
        expand=lambda words: (
            [[*words[:2]], *(["to", h] for h in words[2:])] if len(words) > 2 else None
        ),
    )
    if unit.verb == "move":
        n = unit.value
        to = yield Ask(
            side,
            "to",
            "2.1",
            Say("where does {unit} move?", unit=g.who[n]),
            [Action("to", g.game.board.label(h), h) for h in steps(g, n)],
            continues=True,
            unfinished=IllegalAction("2.1", "say where"),
            ledger=lambda: g.game.odds(g, [g.who[n]]),
            refuse=lambda verb, word: IllegalAction(
                "2.1", "{hex} is not free or too far", hex=word
            ),
            secret=hidden,
        )
        start = g.label(n)
        g.at[n] = to.value
        open_to_all = Event(
            "move", "2.1", "a counter moves from {start} to {hex}", {"start": start, "hex": to.word}
        )
        if g.up[n]:
            g.events.append(open_to_all)
        else:
            told = {"unit": g.who[n], "start": start, "hex": to.word}
            closed = Event("move", "2.1", "{unit} moves from {start} to {hex}", told)
            g.tell_only((side,), closed, open_to_all)
        contact(g, n)
    g.active, g.turn = 1 - me, g.turn + me
    settle(g)


def contact(g: Fog, n: int) -> None:
    """3.0 The mine first; then counters that meet turn face up."""
    if n < 2 and g.label(n) == g.mine:
        g.tell(REVEAL, "3.1", "a mine at {hex}: {dud}", hex=g.mine, dud=Say(g.dud))
        g.mine = ""
        if g.dud == "live":
            g.at[n] = GONE
            return
    near = g.game.board.grid.neighbours[g.at[n]]
    foes = [m for m in g.own(1 - n // 2) if g.at[m] in near]
    if not foes:
        return
    foe = foes[0]
    for m in (n, foe):
        if not g.up[m]:
            g.up[m] = True
            g.tell(REVEAL, "3.2", "{unit} is at {hex}", unit=g.who[m], hex=g.label(m))
    if g.strength(n) == g.strength(foe):
        g.battle = (n, foe)
    else:
        lose(g, foe if g.strength(n) > g.strength(foe) else n)


def battle(g: Fog) -> Procedure:
    """3.3 Of two equals the defender may fall back; otherwise a die decides."""
    n, foe = g.battle
    back = [h for h in steps(g, foe) if g.game.board.grid.distance(h, g.at[n]) > 1]
    choice = yield Ask(
        SIDES[foe // 2],
        "stand",
        "3.3",
        Say("{unit} stands, or falls back?", unit=g.who[foe]),
        [Action("stand"), *(Action("back", g.game.board.label(h), h) for h in back)],
        top=True,
        ledger=lambda: g.game.odds(g, [g.who[foe]]),
    )
    if choice.verb == "stand":
        die = yield Roll("3.3", "the battle", SIDES[n // 2])
        lose(g, foe if die > 3 else n)
    else:
        g.at[foe] = choice.value
    g.battle = ()
    settle(g)


def lose(g: Fog, n: int) -> None:
    g.tell("lost", "3.3", "{unit} is lost", unit=g.who[n])
    g.at[n] = GONE


def settle(g: Fog) -> None:
    """4.0 Who has no counter left has lost; at the end blue has."""
    for side in (0, 1):
        if not g.own(side):
            g.outcome = Outcome(SIDES[1 - side], "4.0", Say("no enemy counter is left"))
    if g.outcome is None and g.turn > LAST_TURN:
        g.outcome = Outcome("red", "4.0", Say("red has held out"))


class FogOfWar(Ruleset[Fog]):
    name: ClassVar[str] = "fog"
    title: ClassVar[str] = "Fog of war"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[tuple[Scenario, ...]] = (Scenario("field", Say("The field"), Say("")),)
    option_list: ClassVar[tuple[Option, ...]] = ()
    hides: ClassVar[bool] = True

    def __init__(
        self, options: Any = (), *, scenario: str = "field", data: Any = None, board: Any = None
    ) -> None:
        self.options, self.scenario, self.drawn = frozenset(options), "field", False
        self.board = drawn(enumerate(MAP.splitlines(), 1), {"clear": "."})
        self.digest = "none"
        self.rulebook = Rulebook([Rule("2.0", "2 Moving", "One hex.", "movement", True, "", "")])

    def start(self) -> Fog:
        return Fog(self)

    def procedure(self, state: Fog) -> Procedure:
        return play(state)

    def seen(self, state: Fog, seat: str) -> Fog:
        seen = state.copy()
        for n, side in enumerate(("blue", "blue", "red", "red")):
            if seat != side and seen.who[n] and not seen.up[n]:
                seen.who[n] = BLANK
        if seen.mine:
            seen.dud = BLANK
            if seat != "red":
                seen.mine = BLANK
        return seen

    def normalise(self, word: str) -> str:
        if word.upper() in COUNTERS:
            return word.upper()
        if not word.isascii() or not word.replace("-", "").isalnum():
            raise IllegalAction("", "'{word}' is no word of this game", word=word)
        return word.lower()

    # -- texts

    def write(self, state: Fog) -> list[str]:
        lines = [f"turn {state.turn} {state.phase} {SIDES[state.active]} {state.die}"]
        for n in range(4):
            where = "gone" if state.at[n] == GONE else state.label(n)
            lines.append(
                f"lies {n} {where} {state.who[n] or '-'} {'up' if state.up[n] else 'down'}"
            )
        lines.append(f"mine {state.mine or '-'} {state.dud or '-'}")
        if state.battle:
            lines.append("battle {} {}".format(*state.battle))
        return lines

    def read(self, lines: Iterable[Words]) -> Fog:
        g = Fog(self)
        for line in lines:
            match line:
                case ["turn", turn, phase, side, die]:
                    g.turn, g.phase = int(turn), phase
                    g.active, g.die = SIDES.index(side), int(die)
                case ["lies", slot, where, who, how]:
                    n = int(slot)
                    g.at[n] = GONE if where == "gone" else self.board.index(where)
                    g.who[n], g.up[n] = who.replace("-", ""), how == "up"
                case ["mine", where, dud]:
                    g.mine, g.dud = where.replace("-", ""), dud.replace("-", "")
                case ["battle", attacker, defender]:
                    g.battle = int(attacker), int(defender)
                case _:
                    raise line.fault(Say("not a line of a position"))
        return g

    # -- what is shown

    def odds(self, state: Fog, words: Sequence[str]) -> Ledger:
        here = [n for n in range(4) if state.at[n] != GONE]
        target = next((n for n in here if {state.label(n), state.name(n)} & {*words}), None)
        if target is None:
            raise IllegalAction("3.2", "nobody is there")
        known = state.who[target] in COUNTERS
        strength = str(COUNTERS[state.who[target]][1]) if known else BLANK
        line = Line("3.2", Say("{unit} defends", unit=state.name(target)), strength)
        chance = Chance("win", Fraction(1, 2), Say("it wins"))
        return Ledger(Say("an attack"), [line], "1-1", 0, [(1, "win")], [chance])

    def pieces(self, state: Fog) -> list[Piece]:
        return list(self._pieces(state))

    def _pieces(self, state: Fog) -> Iterator[Piece]:
        for n, side in enumerate(("blue", "blue", "red", "red")):
            known = state.who[n] in COUNTERS
            yield Piece(
                state.name(n),
                "eliminated" if state.at[n] == GONE else state.label(n),
                side,
                side,
                "infantry" if known else "unknown",
                "I",
                state.who[n][:1],
                state.who[n].title(),
                (str(COUNTERS[state.who[n]][1]),) if known else (),
                marks=("up",) if state.up[n] else (),
            )

    def status(self, state: Fog) -> list[tuple[Say, Say]]:
        return [(Say("mine"), Say("{mine} {dud}", mine=state.mine, dud=state.dud))]

    def tracks(self, state: Fog) -> list[Display]:
        return [Account(Say("notes"), "1.2", (Item("1.2", Say("mine"), state.mine),))]

    def overlays(self, state: Fog) -> list[Overlay]:
        strong = tuple(state.label(n) for n in range(4) if state.who[n] in ("LION", "WOLF"))
        mined = Overlay(f"mined {state.mine}", hexes=(state.mine,))
        return [Overlay("strong", hexes=strong), *([mined] if state.mine else [])]

    def hex_facts(self, state: Fog, label: str) -> list[Fact]:
        here = [n for n in range(4) if state.at[n] != GONE and state.label(n) == label]
        facts = [("2.0", Say("{unit} lies here", unit=state.name(n))) for n in here]
        facts += [("1.2", Say("here is the mine"))] if label == state.mine else []
        return [Fact(*fact) for fact in facts]

    def traces(self, state: Fog, label: str) -> list[Trace]:
        return [Trace((label,), True, rule, text) for rule, text in self.hex_facts(state, label)]

    def reach(self, state: Fog, unit: str) -> dict[str, Way]:
        found = [n for n in range(4) if state.name(n).lower() == unit.lower()]
        return {
            self.board.label(h): Way("1", (self.board.label(h),))
            for n in found
            if state.at[n] != GONE
            for h in steps(state, n)
        }

    def check(self, state: Fog) -> list[Say]:
        return []


@contextmanager
def in_the_box(rules: type[FogOfWar] = FogOfWar) -> Iterator[None]:
    """The game among the others, for whoever opens it by its name."""
    games = import_module("grognard.games")
    with pytest.MonkeyPatch.context() as patch:
        module = ModuleType("grognard.games.fog")
        module.__dict__["RULES"] = rules
        patch.setitem(sys.modules, "grognard.games.fog", module)
        games._own.cache_clear()
        yield
    games._own.cache_clear()
