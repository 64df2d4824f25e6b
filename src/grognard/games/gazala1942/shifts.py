"""9.24, 9.6 What shifts the odds of a normal attack, column by column."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import Say
from . import odds, strength
from .declaring import Attack
from .situation import NOBODY, Situation
from .strength import ENGINEER, FLAK, INFANTRY, MARINE, TANK

Shift = tuple[str, Say, int]
"""A rule, what it is, and how many columns to the right."""


def shifts(g: Situation, attack: Attack, defenders: Sequence[int]) -> list[Shift]:
    """9.6 All shifts, cumulative, each with its rule."""
    by = g.game.charts.shifts
    found: list[Shift] = []
    if len(strength.by_hex(g, attack.units)) >= by["surrounded_from"]:
        found.append(("9.62", Say("attacked from all around"), by["surrounded"]))
    if tanks_lead(g, attack):
        found.append(("9.63a", Say("tanks with infantry in the attack"), by["armor"]))
        if tanks_hold(g, defenders):
            found.append(("9.63b", Say("tanks or flak with infantry in defense"), -by["armor"]))
    if g.game.ground.hills >> attack.target & 1:
        found.append(("9.64", Say("defender on a hill"), by["hill"]))
    if attack.hq != NOBODY:
        name = g.game.units[attack.hq].id
        found.append(("9.66", Say("{hq} supports the attack", hq=name), by["hq"]))
    if attack.guard != NOBODY:
        name = g.game.units[attack.guard].id
        found.append(("9.66", Say("{hq} supports the defense", hq=name), -by["hq"]))
    if attack.air:
        found.append(("10.5", Say("air support"), attack.air))
    for rule, what in (
        ("10.7c", Say("engineers against the perimeter")),
        ("10.85b", Say("engineers in the minefield")),
    ):
        if sappers(g, attack, rule):
            found.append((rule, what, by["engineer"]))
    return found


def tanks_lead(g: Situation, attack: Attack) -> bool:
    """9.63a, 10.81a2 An attacking tank in one hex with an attacking infantry, marine or engineer.

    Across a minefield the tanks do not count.
    """
    for h, group in strength.by_hex(g, attack.units).items():
        types = {g.game.units[u].type for u in group}
        if TANK in types and types & {INFANTRY, MARINE, ENGINEER} and not g.mined(h, attack.target):
            return True
    return False


def tanks_hold(g: Situation, defenders: Sequence[int]) -> bool:
    """9.63b A defending tank or flak with infantry or engineers."""
    types = {g.game.units[u].type for u in defenders}
    return bool(types & {TANK, FLAK} and types & {INFANTRY, ENGINEER})


def sappers(g: Situation, attack: Attack, rule: str = "") -> list[int]:
    """10.7c, 10.85b The engineers that attack across the perimeter or a minefield."""
    found = []
    for u in attack.units:
        if g.game.units[u].type != ENGINEER:
            continue
        h = g.hex[u]
        walls = strength.inwards(g, h, attack.target) and g.fortified(h, attack.target)
        mines = g.mined(h, attack.target)
        if {"10.7c": walls, "10.85b": mines}.get(rule, walls or mines):
            found.append(u)
    return found


def place(g: Situation, attack: Attack, defenders: Sequence[int]) -> int:
    """9.23-9.24 The place of the attack on the ladder of odds, shifts and all; not cut off above."""
    ours = strength.attack_total(g, attack.units, attack.target)
    theirs = strength.defence_total(g, defenders)
    if theirs == 0:
        return highest(g)
    return odds.ladder(ours, theirs) + sum(n for _, _, n in shifts(g, attack, defenders))


def highest(g: Situation) -> int:
    """9.24 The last column."""
    return odds.rung(g.game.charts.columns[-1])


def lowest(g: Situation) -> int:
    """9.24 The first column: no attack below it."""
    return odds.rung(g.game.charts.columns[0])


def column(g: Situation, at: int) -> int:
    """9.24 The column of a place on the ladder; above the last one, the last."""
    return min(at, highest(g)) - lowest(g)
