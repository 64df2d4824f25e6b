"""10.4 Group Hecker: a landing from the sea, noted in secret two turns ahead."""

from __future__ import annotations

from fractions import Fraction

from ...engine.decision import REVEAL, Ask, Event, Procedure, Roll, led_to
from ...engine.words import IllegalAction, Say
from ...hexes import OFF, members
from . import headquarters
from .actions import refusing
from .counters import AXIS, SIDES
from .ground import EAST, WEST
from .situation import LATER, NOBODY, SUPPLIED, Situation


def note(g: Situation) -> Procedure:
    """10.4a In the Initial Segment the Axis may note a landing for the second turn after this.

    The question is asked as long as the group is at sea, so that it gives nothing away.
    """
    game = g.game
    if g.hex[game.hecker] != LATER:
        return
    actions = [game.actions.pass_]
    if g.landing_note[1] == NOBODY:
        actions = [*(game.actions.note[h] for h in members(game.landing)), *actions]
    choice = yield Ask(
        SIDES[AXIS],
        "note",
        "10.4",
        Say("note a landing of Group Hecker for the second turn after this?"),
        actions,
        top=True,
        outcome=lambda a: risk(g) if a.verb == "note" else (),
        secret=Say("the Axis may make a note"),
        refuse=refusing("note", lambda word: refuse(g, word)),
    )
    if choice.verb == "note":
        turn = g.turn + game.charts.landing_ahead
        g.landing_note = (turn, choice.value)
        g.tell_only(
            (SIDES[AXIS],),
            Event(
                "note",
                "10.4a",
                "Group Hecker is to land in {hex} on turn {turn}",
                {"hex": choice.word, "turn": turn},
            ),
        )


def risk(g: Situation) -> list[Say]:
    """10.4b What a landing may cost."""
    sunk = Fraction(g.game.charts.landing_lands - 1, len(g.game.charts.drift))
    return [
        Say("{chance} to be sunk", chance=f"{float(sunk):.0%}"),
        Say("ashore it may drift a hex to the west or east"),
    ]


def refuse(g: Situation, word: str) -> IllegalAction | None:
    """10.4a Why no landing can be noted there."""
    if not g.game.is_hex(word):
        return None
    if g.landing_note[1] != NOBODY:
        return IllegalAction("10.4a", "a landing is noted already")
    return IllegalAction(
        "10.4a", "{hex} is not on the coast within six hexes of the east edge", hex=word
    )


def may_land(g: Situation) -> bool:
    """10.4b In an Axis impulse of the turn that was noted."""
    return g.active == AXIS and g.landing_note[0] == g.turn and g.hex[g.game.hecker] == LATER


def at_sea(g: Situation) -> bool:
    """10.4a Whether a landing might be noted: then no phase may end by itself, which would tell that none is."""
    return g.active == AXIS and g.hex[g.game.hecker] == LATER


def refuse_landing(g: Situation) -> IllegalAction:
    """10.4 Why nobody lands now."""
    if g.active != AXIS:
        return IllegalAction("10.4a", "Group Hecker belongs to the Axis")
    if g.hex[g.game.hecker] != LATER:
        return IllegalAction("10.4b", "Group Hecker is not at sea any more")
    return IllegalAction("10.4a", "no landing is noted for this turn")


def land(g: Situation) -> Procedure:
    """10.4b Sunk, or ashore: perhaps a hex to the west or east."""
    game, label = g.game, g.game.board.label
    unit, goal = game.hecker, g.landing_note[1]
    name = game.units[unit].id
    g.landing_note = (0, NOBODY)
    g.tell(REVEAL, "10.4b", "{unit} is to land in {hex}", unit=name, hex=label(goal))
    die = yield Roll("10.4", "the landing", SIDES[AXIS])
    if die < game.charts.landing_lands:
        g.remove(unit)
        g.tell("eliminated", "10.4b", "{unit} is sunk", unit=name, **led_to(die, "sunk"))
        return
    g.tell("landing", "10.4b", "{unit} is not sunk", unit=name, **led_to(die, "-"))
    die = yield Roll("10.4", "the place of the landing", SIDES[AXIS])
    drift = game.charts.drift[die - 1]
    facts = led_to(die, {-1: "west", 0: "-", 1: "east"}[(drift > 0) - (drift < 0)])
    if drift:
        goal = game.board.grid.neighbours[goal][EAST if drift > 0 else WEST]
    if goal == OFF or not game.coast >> goal & 1 or g.occupied[1 - AXIS] >> goal & 1:
        g.remove(unit)
        g.tell(
            "eliminated",
            "10.4b",
            "{unit} finds no shore to land on and is lost",
            unit=name,
            **facts,
        )
        return
    g.put(unit, goal)
    g.landed = g.turn
    g.supply[unit] = g.impulse_supply[unit] = SUPPLIED
    g.tell("landing", "10.4b", "{unit} lands in {hex}", unit=name, hex=label(goal), **facts)
    if g.headquarters == g.command[unit] and not headquarters.orphaned(g, unit):
        g.eligible |= 1 << unit


def lapse(g: Situation) -> None:
    """10.4a A landing that was not tried in its turn is off; another may be noted."""
    if g.landing_note[1] != NOBODY and g.landing_note[0] <= g.turn:
        g.landing_note = (0, NOBODY)
