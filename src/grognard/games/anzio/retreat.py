"""12.5b Losses, 12.7 retreat and 12.8 advance after combat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import members
from . import groups, victory
from .counters import ARMORED, FOOT, SIDES
from .situation import Situation

if TYPE_CHECKING:
    from .combat import Attack


def apply(g: Situation, attack: Attack, defenders: tuple[int, ...], result: str) -> Procedure:
    """12.5b, 12.6g Apply a result at once: loss, then retreat, then perhaps an advance."""
    attackers = attack.attackers
    if result == "-":
        return
    loser, winner = (attackers, defenders) if result[0] == "A" else (defenders, attackers)
    hexes = (attack.origin, attack.target)
    start, other = hexes if result[0] == "A" else hexes[::-1]
    if "L" in result:
        yield from lose(g, loser, "12.5b")
    loser = _alive(g, loser)
    if loser and "R" in result:
        foes = (other,) if result[0] == "A" else (other, *attack.support)
        yield from retreat(g, loser, start, foes)
    g.outcome = victory.eliminated(g)
    if g.outcome is None and start not in g.at:
        yield from advance(g, _alive(g, winner), start)


def _alive(g: Situation, group: Sequence[int]) -> tuple[int, ...]:
    return tuple(u for u in group if g.hex[u] >= 0)


def lose(g: Situation, group: Sequence[int], rule: str) -> Procedure:
    """12.5b, 12.7e One unit of the group, its owner's choice, loses a step."""
    unit = group[0]
    if len(group) > 1:
        choice = yield Ask(
            SIDES[g.game.units[unit].side],
            "lose",
            rule,
            Say("which unit takes the loss?"),
            [g.game.actions.lose[u] for u in group],
            about=g.about(hexes=[g.hex[unit]]),
            refuse=lambda verb, word: (
                IllegalAction(rule, "{unit} is not in the group that takes the loss", unit=word)
                if g.game.units.find(word)
                else None
            ),
            outcome=lambda a: [
                Say("reduced") if g.steps[a.value] == 2 else Say("it is eliminated")
            ],
        )
        unit = choice.value
    g.lose_step(unit, rule)


def retreat(g: Situation, group: tuple[int, ...], start: int, foes: Sequence[int]) -> Procedure:
    """12.7 The group retreats one hex together; if it cannot, it is eliminated."""
    side = g.game.units[group[0]].side
    open_ = retreat_hexes(g, group, start, foes)
    label = g.game.board.label
    if not open_:
        g.closes(SIDES[side], "retreat", lambda now, w: refuse_retreat(now, group, start, foes, w))
        g.tell("no retreat", "12.7d", "the group in {hex} cannot retreat", hex=label(start))
        for u in group:
            g.remove(u)
            g.tell(
                "eliminated",
                "12.7d",
                "{unit} is eliminated in {hex}",
                unit=g.game.units[u].id,
                hex=label(start),
            )
        return
    hexes = members(open_)
    h = hexes[0]
    if len(hexes) == 1:
        g.closes(SIDES[side], "retreat", lambda now, w: refuse_retreat(now, group, start, foes, w))
    else:
        choice = yield Ask(
            SIDES[side],
            "retreat",
            "12.7",
            Say("where does the group in {hex} retreat?", hex=label(start)),
            [g.game.actions.retreat[h] for h in hexes],
            about=g.about(group, [start]),
            refuse=lambda verb, word: refuse_retreat(g, group, start, foes, word),
            outcome=lambda a: (
                [Say("in an enemy zone of control: costs a loss")]
                if g.zoc(1 - side) >> a.value & 1
                else [Say("no further loss")]
            ),
        )
        h = choice.value
    for u in group:
        g.put(u, h)
        g.tell(
            "retreat",
            "12.7a",
            "{unit} retreats from {start} to {hex}",
            unit=g.game.units[u].id,
            start=label(start),
            hex=label(h),
        )
    if g.zoc(1 - side) >> h & 1:
        g.tell("zoc", "12.7e", "the retreat ends in an enemy zone of control and costs a loss")
        yield from lose(g, group, "12.7e")


def retreat_hexes(g: Situation, group: tuple[int, ...], start: int, foes: Sequence[int]) -> int:
    """12.7a-c The hexes open to a retreat: free ones first, else beside friends.

    All are away from the groups just fought, that is outside their zones of control.
    """
    tables = g.game.tables
    side = g.game.units[group[0]].side
    open_ = _passable(g, group, start, water=False)
    open_ &= ~g.occupied[1 - side]
    for foe in foes:
        open_ &= ~tables.around[foe]
    free = open_ & ~g.occupied[side]
    if free:
        return free
    for h in members(open_):
        if not _room(g, group, h):
            open_ &= ~(1 << h)
    return open_


def _passable(g: Situation, group: Sequence[int], start: int, *, water: bool) -> int:
    """The neighbours whose ground and hexsides the whole group may cross."""
    tables = g.game.tables
    armored = any(g.game.units[u].armored for u in group)
    open_ = tables.enter[FOOT][start]
    if armored:
        open_ &= tables.enter[ARMORED][start]
        if not water:
            open_ &= ~tables.barrier[start]
    return open_


def _room(g: Situation, group: Sequence[int], h: int) -> bool:
    """5.0 Whether the group may stack with the friends in a hex."""
    there = g.group(h)
    return len(there) + len(group) <= groups.LIMIT and all(
        groups.compatible(g, u, v) for u in group for v in there
    )


def refuse_retreat(
    g: Situation, group: tuple[int, ...], start: int, foes: Sequence[int], word: str
) -> IllegalAction | None:
    """12.7 Why the group may not retreat there."""
    if not g.game.is_hex(word):
        return None
    h = g.game.board.index(word)
    side = g.game.units[group[0]].side
    tables = g.game.tables
    if not tables.around[start] >> h & 1:
        return IllegalAction(
            "12.7a", "a retreat goes one hex; {hex} is not next to the group", hex=word
        )
    if g.occupied[1 - side] >> h & 1:
        return IllegalAction("12.7b", "{hex} is held by the enemy", hex=word)
    if any(tables.around[foe] >> h & 1 for foe in foes):
        return IllegalAction(
            "12.7b", "{hex} is in the zone of control of a group just fought", hex=word
        )
    if not _passable(g, group, start, water=True) >> h & 1:
        return IllegalAction("12.7c", "the group may not enter {hex}", hex=word)
    if not _passable(g, group, start, water=False) >> h & 1:
        return IllegalAction("12.7c", "armored units may not retreat across water", hex=word)
    if _room(g, group, h):
        if not g.occupied[side] >> h & 1:
            return None
        return IllegalAction("12.7b", "{hex} is occupied and a free hex is open", hex=word)
    crowds = (groups.refuse_joining(g, u, h) for u in group)
    return next(filter(None, crowds), None) or IllegalAction(
        "5.0a", "there is no room for the group in {hex}", hex=word
    )


def advance(g: Situation, group: tuple[int, ...], vacated: int) -> Procedure:
    """12.8 The winning group may advance, whole, into the hex left empty."""
    if not group:
        return
    start = g.hex[group[0]]
    label = g.game.board.label
    acts = g.game.actions
    if not _passable(g, group, start, water=g.game.water_attack) >> vacated & 1:
        why = IllegalAction(
            "12.8b", "armored units may not advance into {hex} off the road", hex=label(vacated)
        )
        g.closes(SIDES[g.game.units[group[0]].side], "advance", lambda _now, _word: why)
        return
    choice = yield Ask(
        SIDES[g.game.units[group[0]].side],
        "advance",
        "12.8",
        Say("advance from {start} into {hex}?", start=label(start), hex=label(vacated)),
        [acts.advance, acts.remain],
        about=g.about(group, [vacated, start]),
        outcome=lambda a: [
            Say("{start} is left empty", start=label(start))
            if a is acts.advance
            else Say("{hex} stays empty", hex=label(vacated))
        ],
    )
    if choice.verb == "remain":
        return
    for u in group:
        g.put(u, vacated)
        g.tell(
            "advance",
            "12.8a",
            "{unit} advances from {start} to {hex}",
            unit=g.game.units[u].id,
            start=label(start),
            hex=label(vacated),
        )
