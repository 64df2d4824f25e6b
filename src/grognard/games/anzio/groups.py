"""5.0 Groups: who may share a hex."""

from __future__ import annotations

from ...engine.words import IllegalAction, Say
from .situation import Situation

LIMIT = 2


def compatible(g: Situation, unit: int, other: int) -> bool:
    """5.0b-d Whether two units of a side may be in one group."""
    return bool(g.game.mates[unit] >> other & 1)


def may_join(g: Situation, unit: int, h: int) -> bool:
    """5.0 Whether the unit may end in a hex beside the friends that are there."""
    there = g.at.get(h)
    if there is None or there == (unit,):
        return True
    others = [u for u in there if u != unit]
    mates = g.game.mates[unit]
    return len(others) < LIMIT and all(mates >> other & 1 for other in others)


def refuse_joining(g: Situation, unit: int, h: int) -> IllegalAction | None:
    """5.0 Why the unit may not end in a hex; None if it may."""
    others = [u for u in g.group(h) if u != unit]
    units, me = g.game.units, g.game.units[unit]
    place = g.game.board.label(h)
    if len(others) >= LIMIT:
        return IllegalAction(
            "5.0a",
            "{hex} holds {count} units already; two are the limit",
            hex=place,
            count=len(others),
        )
    for other in others:
        if compatible(g, unit, other):
            continue
        if units[other].nationality != me.nationality:
            return IllegalAction(
                "5.0b",
                "{unit} is {mine}, {other} in {hex} is {theirs}: they may not stack",
                unit=me.id,
                mine=Say(me.nationality),
                other=units[other].id,
                theirs=Say(units[other].nationality),
                hex=place,
            )
        return IllegalAction(
            "5.0c",
            "{unit} and {other} in {hex} belong to different divisions",
            unit=me.id,
            other=units[other].id,
            hex=place,
        )
    return None


def full(g: Situation, side: int) -> int:
    """10.3a The hexes of a side that hold two units or more."""
    mask = 0
    for h, group in g.at.items():
        if len(group) >= LIMIT:
            mask |= 1 << h
    return mask & g.occupied[side]


def strangers(g: Situation, unit: int) -> int:
    """5.0b-c The friendly-held hexes in which the unit may not end because of who is there."""
    mates = g.game.mates[unit]
    mask = 0
    side = g.game.units.units[unit].side
    friends = g.occupied[side]
    for h, group in g.at.items():
        if friends >> h & 1:
            for other in group:
                if other != unit and not mates >> other & 1:
                    mask |= 1 << h
                    break
    return mask


def overfull(g: Situation, h: int) -> bool:
    """5.0a Whether a hex breaks the stacking rule, entrants of this turn not counted."""
    group = g.at[h]
    if len(group) < 2:
        return False
    settled = [u for u in group if not g.entered >> u & 1]
    if len(settled) > LIMIT:
        return True
    return any(not compatible(g, a, b) for a in settled for b in settled if a < b)


def mates(g_units: list[tuple[int, str, str, bool]]) -> list[int]:
    """5.0b-d For each unit the set of units it may stack with.

    Units are given as side, nationality, division ('' for none) and red star.
    """
    masks = []
    for a, (side, nation, division, star) in enumerate(g_units):
        mask = 0
        for b, (side2, nation2, division2, star2) in enumerate(g_units):
            if a == b or side != side2:
                continue
            divided = division and division2 and division != division2
            if star or star2 or (nation == nation2 and not divided):
                mask |= 1 << b
        masks.append(mask)
    return masks
