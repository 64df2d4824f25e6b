"""6.7 The mobilization of the 243rd and 709th Divisions."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import members
from . import players
from .counters import ALLIED, GERMAN
from .situation import LATER, Situation


def waiting(g: Situation) -> list[int]:
    units = g.game.units.units
    return [
        u
        for u in range(*g.game.span[GERMAN])
        if g.hex[u] == LATER and units[u].arrival.startswith("mobilization")
    ]


def refuse(g: Situation, unit: int) -> IllegalAction | None:
    """6.7 Why a unit cannot be mobilized now; None if it can."""
    facts = {"unit": g.id(unit)}
    if unit not in waiting(g):
        return IllegalAction("6.7", "{unit} is not in a mobilization box", **facts)
    if wrong := players.refuse(g, unit):
        return wrong
    if g.turn < g.game.mobilization_from:
        return IllegalAction("6.7", "nobody is mobilized before turn 2")
    if g.mobilized:
        return IllegalAction("6.7", "only one unit is mobilized per turn")
    if not hexes(g, unit):
        return IllegalAction("6.7", "no mobilization hex of {unit} is free of the enemy", **facts)
    return None


def hexes(g: Situation, unit: int) -> list[int]:
    """6.7 Hexes of its division, free of enemy units and zones of control."""
    division = g.game.units[unit].arrival.split()[1]
    own = g.game.tables.mobilization[division]
    return members(own & ~g.occupied[ALLIED] & ~g.zoc(ALLIED))


def refuse_hex(g: Situation, unit: int, word: str) -> IllegalAction:
    """6.7 Why a unit is not mobilized in a hex."""
    h, division = g.game.place(word), g.game.units[unit].arrival.split()[1]
    facts = {"unit": g.id(unit), "hex": word}
    if h is None or not g.game.tables.mobilization[division] >> h & 1:
        return IllegalAction("6.7", "{hex} is not a mobilization hex of {unit}", **facts)
    return IllegalAction("6.7", "the enemy is in {hex} or next to it", **facts)


def mobilize(g: Situation, unit: int) -> Procedure:
    """6.7 The unit is placed and may act at once; 6.2.2d nobody is rebuilt by it in the same phase."""
    acts = g.game.actions
    open_ = hexes(g, unit)
    place = open_[0]
    if len(open_) > 1:
        choice = yield Ask(
            g.asked(GERMAN, [unit]),
            "mobilize",
            "6.7",
            Say("where is {unit} mobilized?", unit=g.id(unit)),
            [acts.at[h] for h in open_],
            refuse=lambda verb, word: refuse_hex(g, unit, word or verb),
            about=g.about([unit]),
        )
        place = choice.value
    g.put(unit, place)
    g.mobilized = True
    g.rebuilt |= 1 << unit
    g.tell("mobilize", "6.7", "{unit} is mobilized in {hex}", unit=g.id(unit), hex=g.word(place))
