"""What an attack would be if it were declared now: in another phase, or by the other side."""

from __future__ import annotations

from collections.abc import Sequence

from ...hexes import mask_of
from . import headquarters
from .situation import IMPULSE, NOBODY, Situation


def declared(g: Situation, words: Sequence[str]) -> Situation:
    """The situation in which the attack of these words can be declared.

    In an impulse of the attacker it is the situation as it is.  Otherwise all units of the attacker
    but those of a lost HQ (10.13a) count as activated, with their supply of the turn, by the HQ that
    is to support the attack or else by that of the first unit named.
    """
    target = next((g.game.board.index(word) for word in words if g.game.is_hex(word)), NOBODY)
    if target == NOBODY:
        return g
    side = next((side for side in (0, 1) if g.occupied[1 - side] >> target & 1), NOBODY)
    if side == NOBODY or (g.phase in IMPULSE and g.active == side):
        return g
    g = g.copy()
    g.active, g.phase, g.marker = side, "combat", _marker(g, side, words)
    g.eligible = mask_of(u for u in g.on_map(side) if not headquarters.orphaned(g, u))
    g.impulse_supply = list(g.supply)
    g.attacks = g.fired = g.fought = g.beaten = g.armor_targets = g.targets = 0
    return g


def _marker(g: Situation, side: int, words: Sequence[str]) -> int:
    """The marker of the HQ that would be activated."""
    game = g.game
    named = [unit for word in words if (unit := game.units.find(word)) and unit.side == side]
    heads = [unit.index for unit in named if unit.hq]
    heads += [g.command[unit.index] for unit in named]
    heads += [u for u in game.markers if game.units[u].side == side]
    return next((game.marker_of[u] for u in heads if u in game.marker_of), NOBODY)
