"""5.0 Stacking: how many units a hex holds, and what becomes of those too many."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.decision import About, Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import members
from .actions import refusing
from .counters import SIDES
from .situation import Situation


def fits(g: Situation, units: Iterable[int]) -> bool:
    """5.1 Whether these units may share a hex."""
    counters, charts = g.game.units.units, g.game.charts
    headquarters = small = 0
    big: list[int] = []
    for u in units:
        counter = counters[u]
        if counter.hq:
            headquarters += 1
        elif counter.big:
            big.append(u)
        else:
            small += 1
    small += max(headquarters - 1, 0)
    if len(big) <= charts.stack_brigades:
        return len(big) + small <= charts.stack
    if len(big) > charts.stack_brigades + 1:
        return False
    formation = {g.command[u] for u in big}
    return len(formation) == 1 and min(formation) >= 0 and small <= charts.pair_battalions


def may_join(g: Situation, unit: int, h: int) -> bool:
    """5.1 Whether the hex would be within the limit with the unit in it.

    5.1c An HQ that is the only one there is never too many, not even where others are (13.32d).
    """
    there = [u for u in g.stack(h) if u != unit]
    counters = g.game.units.units
    if counters[unit].hq and not any(counters[u].hq for u in there):
        return True
    return fits(g, (*there, unit))


def refuse_joining(g: Situation, unit: int, h: int) -> IllegalAction | None:
    """5.1 Why the unit would be one too many; None if it is not."""
    if may_join(g, unit, h):
        return None
    counter, label = g.game.units[unit], g.game.board.label(h)
    brigades = [u for u in g.stack(h) if u != unit and g.game.units[u].big]
    if counter.big and brigades:
        return IllegalAction(
            "5.1b",
            "{hex} holds a brigade already: a second must be of its formation, with one battalion at most",
            hex=label,
        )
    if len(brigades) > g.game.charts.stack_brigades:
        return IllegalAction(
            "5.1b", "{hex} holds two brigades: they take one battalion with them at most", hex=label
        )
    return IllegalAction("5.1a", "{hex} would hold more than five units", hex=label)


def overfull(g: Situation, side: int) -> int:
    """5.1, 13.32d The hexes of a side that hold too many units, unless they are still spared."""
    return _overfull(g, g.occupied[side] & ~g.crowded)


def _overfull(g: Situation, hexes: int) -> int:
    mask = 0
    for h in members(hexes):
        if len(g.at[h]) > 1 and not fits(g, g.at[h]):
            mask |= 1 << h
    return mask


def too_many(g: Situation, side: int, among: int = -1) -> list[Say]:
    """5.2 What the end of a movement would cost a side: those of some hexes that hold too many units."""
    hexes = [g.game.board.label(h) for h in members(_overfull(g, g.occupied[side] & among))]
    if not hexes:
        return []
    return [
        Say("over the stacking limit, the enemy removes units: {hexes}", hexes=", ".join(hexes))
    ]


def excess(g: Situation, sides: Iterable[int]) -> Procedure:
    """5.2 Units too many are eliminated; the opponent chooses which."""
    for side in sides:
        while mask := overfull(g, side):
            h = members(mask)[0]
            lose = g.game.actions.lose
            choice = yield Ask(
                SIDES[1 - side],
                "excess",
                "5.2",
                Say(
                    "{hex} holds too many units: which one is eliminated?",
                    hex=g.game.board.label(h),
                ),
                [lose[u] for u in useful(g, g.at[h])],
                top=True,
                about=About(hexes=(g.game.board.label(h),)),
                refuse=refusing("lose", lambda word, h=h: _refuse_excess(g, h, word)),  # type: ignore[misc]
            )
            g.tell(
                "eliminated",
                "5.2",
                "{unit} is one too many in {hex} and is eliminated",
                unit=choice.word,
                hex=g.game.board.label(h),
            )
            g.remove(choice.value)


def _refuse_excess(g: Situation, h: int, word: str) -> IllegalAction | None:
    """5.1, 5.2 Why the loss of this unit is no answer."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if g.hex[unit.index] != h:
        return IllegalAction(
            "5.2", "{unit} is not in {hex}", unit=unit.id, hex=g.game.board.label(h)
        )
    if unit.hq:
        return IllegalAction("5.1c", "one HQ in a hex does not count", unit=unit.id)
    return IllegalAction("5.1b", "a brigade or regiment is too many: one of them goes")


def useful(g: Situation, stack: tuple[int, ...]) -> list[int]:
    """5.2 The units whose loss brings the hex nearer to its limit."""
    counters = g.game.units.units
    big = [u for u in stack if counters[u].big]
    if len(big) > g.game.charts.stack_brigades and not fits(g, big):
        return big
    rest = [u for u in stack if not counters[u].hq]
    return rest if len([u for u in stack if counters[u].hq]) < 2 else list(stack)
