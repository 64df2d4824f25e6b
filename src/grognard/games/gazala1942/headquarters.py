"""10.11, 10.13 Headquarters that were lost come back two turns later."""

from __future__ import annotations

from ...engine.decision import About, Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import members
from . import stacking
from .actions import refusing
from .counters import AXIS, SIDES
from .situation import GONE, LATER, Situation


def in_play(g: Situation, unit: int) -> bool:
    """10.13a Whether the HQ can be activated: on the map, or arriving this turn (11.13)."""
    if g.hex[unit] == LATER:
        return 0 < g.game.arrival_turn[unit] <= g.turn
    return g.hex[unit] >= 0


def due(g: Situation, hq: int) -> bool:
    """10.13b Whether a lost HQ comes back in the Initial Segment of this turn."""
    return any(u == hq and turn <= g.turn for u, turn in g.returns) and bool(homes(g, hq))


def orphaned(g: Situation, unit: int) -> bool:
    """10.13a Whether the unit belongs to an HQ that is lost: it neither moves nor attacks."""
    boss = g.command[unit]
    return boss >= 0 and g.hex[boss] == GONE


def homes(g: Situation, hq: int) -> int:
    """10.13b Where an HQ comes back: with one of its units, or on its own edge of the map."""
    game, side = g.game, g.game.units[hq].side
    ground = game.ground
    boss = game.afrika if hq == game.rommel else hq
    hexes = 0
    for u in g.on_map(side):
        if g.command[u] == boss:
            hexes |= 1 << g.hex[u]
    if not hexes:
        return 0
    edge = ground.west if side == AXIS else ground.east
    hexes |= edge & ~g.occupied[1 - side]
    for h in members(hexes & g.occupied[side]):
        if not stacking.may_join(g, hq, h):
            hexes &= ~(1 << h)
    return hexes


def refuse_return(g: Situation, hq: int, word: str) -> IllegalAction | None:
    """10.13b Why an HQ does not come back in a hex."""
    if not g.game.is_hex(word):
        return None
    h, side = g.game.board.index(word), g.game.units[hq].side
    if g.occupied[1 - side] >> h & 1:
        return IllegalAction("4.32", "{hex} is held by the enemy", hex=word)
    crowded = stacking.refuse_joining(g, hq, h)
    if crowded is not None:
        return crowded
    return IllegalAction(
        "10.13b",
        "{unit} comes back with one of its units or at its own edge of the map, not in {hex}",
        unit=g.game.units[hq].id,
        hex=word,
    )


def returns(g: Situation) -> Procedure:
    """10.13b The HQs of the side whose part it is; one without units does not come back."""
    game, side = g.game, g.active
    for hq, turn in g.returns:
        if turn > g.turn or game.units[hq].side != side:
            continue
        hexes = homes(g, hq)
        name = game.units[hq].id
        if hexes:
            at = game.actions.at
            choice = yield Ask(
                SIDES[side],
                "return",
                "10.13b",
                Say("where should {unit} come back?", unit=name),
                [at[h] for h in members(hexes)],
                top=True,
                about=About(units=(name,)),
                refuse=refusing("at", lambda word, hq=hq: refuse_return(g, hq, word)),  # type: ignore[misc]
            )
            g.steps[hq] = game.units[hq].steps
            g.put(hq, choice.value)
            g.tell("return", "10.13b", "{unit} comes back in {hex}", unit=name, hex=choice.word)
        else:
            g.tell("return", "10.13b", "{unit} has no units left and stays away", unit=name)
        g.returns = tuple(pair for pair in g.returns if pair[0] != hq)
