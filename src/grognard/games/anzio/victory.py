"""13.0 Victory: at once, or at the end of a turn."""

from __future__ import annotations

from ...engine.decision import Outcome
from ...engine.view import Account, Item
from ...engine.words import Say
from ...hexes import members
from .counters import ALLIED, GERMAN, SIDES
from .situation import LATER, Situation


def eliminated(g: Situation) -> Outcome | None:
    """13.0a-b A side with no unit on the map and none to come has lost."""
    for side in (ALLIED, GERMAN):
        low, high = g.game.span[side]
        if not g.occupied[side] and LATER not in g.hex[low:high]:
            if side == GERMAN:
                return Outcome(SIDES[ALLIED], "13.0a", Say("the German side is eliminated"))
            return Outcome(SIDES[GERMAN], "13.0b", Say("the Allied side is eliminated"))
    return None


def objectives(g: Situation) -> Account:
    """13.0 Who is in the towns that decide, and since when the Germans hold a port."""
    game, names = g.game, g.game.board.names
    towns = [(h, "13.0a", 0) for h in members(game.objective_mask)]
    towns += [(h, "13.0b", since) for h, since in zip(game.ports, g.held, strict=True) if h >= 0]
    lines = []
    for h, rule, since in towns:
        where = Say("{hex}, {place}", hex=game.board.label(h), place=names[h])
        lines.append(Item(rule, where, _holder(g, h, since)))
    return Account(Say("Objectives"), "13.0", tuple(lines))


def _holder(g: Situation, h: int, since: int) -> Say:
    if since:
        return Say("German since turn {turn}", turn=since)
    if g.occupied[ALLIED] >> h & 1:
        return Say("Allied")
    return Say("German") if g.occupied[GERMAN] >> h & 1 else Say("nobody")


def end_of_turn(g: Situation) -> Outcome | None:
    """13.0 What the end of this turn decides."""
    last = g.turn >= g.game.turns
    for port, since in zip(g.game.port_names, g.held, strict=True):
        if since and g.turn > since and not (last and _allied_objectives(g)):
            return Outcome(
                SIDES[GERMAN],
                "13.0b",
                Say(
                    "the Germans took {town} on turn {turn} and have held it for a whole turn",
                    town=port,
                    turn=since,
                ),
            )
    return _end_of_game(g) if last else None


def _end_of_game(g: Situation) -> Outcome:
    """13.0a, c, d After the last turn."""
    allied, german = _allied_objectives(g), any(g.held)
    if allied and german:
        return Outcome(None, "13.0d", Say("both sides hold their objectives"))
    if allied:
        return Outcome(SIDES[ALLIED], "13.0a", Say("the Allies hold Cisterna and Campoleone"))
    if german:
        return Outcome(SIDES[GERMAN], "13.0c", Say("the Germans hold Anzio or Nettuno at the end"))
    return Outcome(None, "13.0d", Say("neither side holds its objectives"))


def _allied_objectives(g: Situation) -> bool:
    """13.0a Whether the Allies occupy Cisterna and Campoleone."""
    want = g.game.objective_mask
    return want.bit_count() == 2 and g.occupied[ALLIED] & want == want
