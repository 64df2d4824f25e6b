"""9.4 Retreat after combat, hex by hex; 12.3 (optional) through enemy zones of control."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import mask_of
from . import stacking
from .actions import refusing
from .counters import AXIS, SIDES
from .declaring import about
from .situation import NOBODY, Situation

if TYPE_CHECKING:
    from .results import Force

Path = tuple[int, ...]
"""The hexes of a retreat so far, the first is where it began."""
WITH_FRIENDS = 3
"""9.41c The rank of a hex with friends in an enemy zone."""


def enterable(g: Situation, u: int, a: int, b: int, rule: str = "9.42") -> IllegalAction | None:
    """9.42, 9.57 Why a unit may not go from a hex to the next even in normal movement."""
    unit, label = g.game.units[u], g.game.board.label(b)
    ground = g.game.ground
    if not ground.around[a] >> b & 1:
        return IllegalAction(rule, "{hex} is not the next hex", hex=label)
    direction = ground.board.grid.direction(a, b)
    if not ground.cost[unit.klass][0][a][direction]:
        return IllegalAction(rule, "{unit} may not enter {hex}", unit=unit.id, hex=label)
    if g.occupied[1 - unit.side] >> b & 1:
        return IllegalAction("4.32", "{hex} is held by the enemy", hex=label)
    if unit.side == AXIS and g.mined(a, b):
        return IllegalAction("10.83", "a minefield bars the way to {hex}", hex=label)
    return None


def distance(g: Situation, h: int, foes: Sequence[int]) -> int:
    """9.41b How far the nearest of the hexes fought against is."""
    return min(g.game.board.grid.distance(h, foe) for foe in foes)


def rank(g: Situation, u: int, path: Path, b: int, foes: Sequence[int]) -> int:
    """9.41 How good a hex is for a retreat: 1 is best, 0 is closed.

    1 outside enemy zones and farther from the enemies just fought, 2 outside enemy zones,
    3 with friends in an enemy zone, 4 (12.3) in an enemy zone at the price of a step.
    """
    side, a = g.game.units[u].side, path[-1]
    if b in path or enterable(g, u, a, b) is not None or not stacking.may_join(g, u, b):
        return 0
    if not g.zones[1 - side] >> b & 1:
        return 1 if distance(g, b, foes) > distance(g, a, foes) else 2
    if g.occupied[side] >> b & 1:
        return WITH_FRIENDS
    return 4 if "12.3" in g.game.options else 0


def open_hexes(g: Situation, u: int, path: Path, foes: Sequence[int]) -> list[int]:
    """9.41 The hexes open to the next step of a retreat: all of the best rank that there is."""
    ranks = {b: rank(g, u, path, b, foes) for b in g.game.ground.neighbours[path[-1]] if b >= 0}
    best = min((r for r in ranks.values() if r), default=0)
    return sorted(b for b, r in ranks.items() if r and r == best)


def farthest(g: Situation, u: int, hexes: int, foes: Sequence[int]) -> int:
    """9.43 How many hexes of so many a unit can retreat."""
    edge: list[Path] = [(g.hex[u],)]
    for done in range(hexes):
        edge = [(*path, b) for path in edge for b in open_hexes(g, u, path, foes)]
        if not edge:
            return done
    return hexes


def refuse(
    g: Situation, u: int, path: Path, foes: Sequence[int], word: str
) -> IllegalAction | None:
    """9.41-9.42 Why a unit may not retreat to a hex."""
    if not g.game.is_hex(word):
        return None
    b, side = g.game.board.index(word), g.game.units[u].side
    barred = enterable(g, u, path[-1], b) or stacking.refuse_joining(g, u, b)
    if barred is not None:
        return barred
    if b in path:
        return IllegalAction("9.41a", "a retreat does not return to {hex}", hex=word)
    grade = rank(g, u, path, b, foes)
    if not grade:
        return IllegalAction("9.42", "{hex} is in an enemy zone of control", hex=word)
    best = min(rank(g, u, path, h, foes) for h in open_hexes(g, u, path, foes))
    if best == WITH_FRIENDS:
        return IllegalAction("9.41c", "a hex with friends is open", hex=word)
    if g.zones[1 - side] >> b & 1:
        return IllegalAction("9.41a", "a hex outside enemy zones is open", hex=word)
    return IllegalAction("9.41b", "a hex farther from the enemy is open", hex=word)


def _no_other(
    force: Force, u: int, path: Path, place: int, g: Situation, word: str
) -> IllegalAction | None:
    """9.41-9.42 Why a unit that went to the only hex there was, or to none, did not go elsewhere."""
    if place != NOBODY and word == g.game.board.label(place):
        return None
    return refuse(g, u, path, force.foes, word)


def retreat(force: Force, hexes: int) -> Procedure:
    """9.4 Every unit of the force goes so many hexes; who cannot loses steps (9.43)."""
    g = force.g
    waiting = force.left
    stuck: dict[int, list[int]] = {}
    while waiting:
        able = [u for u in waiting if open_hexes(g, u, (g.hex[u],), force.foes)]
        if not able:
            waiting, again = yield from _make_room(force, waiting)
            if again:
                continue
            for u in waiting:
                g.closes(
                    SIDES[force.side], "retreat", partial(_no_other, force, u, (g.hex[u],), NOBODY)
                )
            stuck.setdefault(hexes, []).extend(waiting)
            break
        u = yield from _which(force, able, waiting, hexes)
        waiting.remove(u)
        now, left = yield from _go(force, u, hexes)
        if left and now != NOBODY:
            stuck.setdefault(left, []).append(now)
    for owed in sorted(stuck, reverse=True):
        yield from force.stand(owed, stuck[owed])


def _which(force: Force, able: Sequence[int], waiting: Sequence[int], hexes: int) -> Asking[int]:
    """9.42 Who goes first: asked only where friends on the way could leave too little room.

    12.3 And where enemy zones are near: who goes first pays for a hex, who follows finds a friend.
    """
    g = force.g
    if len(able) == 1:
        return able[0]
    own = {g.hex[u] for u in waiting}
    near = 0
    for h in own:
        near |= g.game.board.grid.within(h, hexes)
    friends = g.occupied[force.side] & near & ~mask_of(own)
    zones = "12.3" in g.game.options and g.zones[1 - force.side] & near & ~mask_of(own)
    if not friends and not zones and stacking.fits(g, waiting):
        return able[0]
    choice = yield Ask(
        SIDES[force.side],
        "send",
        "9.4",
        Say("which unit retreats next?"),
        [g.game.orders.unit["send"][u] for u in able],
        refuse=refusing("send", lambda word: _refuse_send(g, able, word)),
        about=about(g, able),
        rest=lambda action, words: _rest(force, action, words),
    )
    return int(choice.value)


def _rest(force: Force, action: Action, words: Sequence[str]) -> Sequence[str]:
    """``send UNIT 0506``: the hex is not asked for where it is the only one."""
    g, left = force.g, [word for word in words[:2] if word != "retreat"]
    if not left or not g.game.is_hex(left[0]):
        return words
    u = action.value
    path: Path = (g.hex[u],)
    open_ = open_hexes(g, u, path, force.foes)
    if len(open_) != 1:
        return words
    if g.game.board.index(left[0]) not in open_:
        refusal = refuse(g, u, path, force.foes, left[0])
        if refusal is not None:
            raise refusal
    return words[words.index(left[0]) + 1 :]


def _refuse_send(g: Situation, able: Sequence[int], word: str) -> IllegalAction | None:
    unit = g.game.units.find(word)
    if unit is None:
        return None
    return IllegalAction("9.43", "{unit} has nowhere to retreat, or need not", unit=unit.id)


def _where(g: Situation, u: int, step: int, hexes: int) -> Say:
    name = g.game.units[u].id
    if hexes == 1:
        return Say("where should {unit} retreat?", unit=name)
    return Say(
        "where should {unit} retreat, hex {step} of {hexes}?", unit=name, step=step, hexes=hexes
    )


def _go(force: Force, u: int, hexes: int) -> Asking[tuple[int, int]]:
    """9.41 One unit goes its hexes; gives the unit that it is now and the hexes it still owes."""
    g = force.g
    path: Path = (g.hex[u],)
    force.retreated.append(u)
    for done in range(hexes):
        open_ = open_hexes(g, u, path, force.foes)
        if not open_:
            g.closes(SIDES[force.side], "retreat", partial(_no_other, force, u, path, NOBODY))
            force.paths.append(path)
            return u, hexes - done
        b = open_[0]
        if len(open_) == 1:
            g.closes(SIDES[force.side], "retreat", partial(_no_other, force, u, path, b))
        if len(open_) > 1:
            here, so_far = u, path
            choice = yield Ask(
                SIDES[force.side],
                "retreat",
                "9.41",
                _where(g, u, done + 1, hexes),
                [g.game.orders.hex["retreat"][h] for h in open_],
                about=about(g, [u], path),
                outcome=lambda a, here=here: _price(g, here, a.value),  # type: ignore[misc]
                expand=lambda words, done=done: _way(words, hexes - done),  # type: ignore[misc]
                refuse=lambda verb, word, here=here, so_far=so_far: refuse(  # type: ignore[misc]
                    g, here, so_far, force.foes, word
                ),
            )
            b = choice.value
        g.put(u, b)
        g.tell(
            "retreat",
            "9.4",
            "{unit} retreats from {start} to {hex}",
            unit=g.game.units[u].id,
            start=g.game.board.label(path[-1]),
            hex=g.game.board.label(b),
        )
        path = (*path, b)
        force.length = max(force.length, done + 1)
        if g.zones[1 - force.side] >> b & 1 and len(g.stack(b)) == 1:
            now = force.pay(u)
            if now == NOBODY:
                force.paths.append(path)
                return NOBODY, 0
            u = now
    force.paths.append(path)
    return u, 0


def _price(g: Situation, u: int, b: int) -> list[Say]:
    """12.3 What a step of a retreat costs."""
    if g.zones[1 - g.game.units[u].side] >> b & 1 and not g.stack(b):
        return [Say("in an enemy zone of control: costs a step")]
    return []


def _way(words: Sequence[str], hexes: int) -> list[list[str]] | None:
    """``retreat 0507-0508``: hex by hex, as far as it has to go."""
    way = words[-1].split("-")
    if words[0] != "retreat" or len(words) != 2 or not 1 < len(way) <= hexes:
        return None
    return [["retreat", h] for h in way]


def _make_room(force: Force, waiting: list[int]) -> Asking[tuple[list[int], bool]]:
    """9.42 Steps may be lost to keep within the limits of stacking on the way."""
    g = force.g
    if not any(crowded_out(g, u, force.foes) for u in waiting):
        return waiting, False
    orders = g.game.orders
    choice = yield Ask(
        SIDES[force.side],
        "make room",
        "9.42",
        Say("there is no room to retreat: lose a step to fit, or remain"),
        [*(orders.unit["lose"][u] for u in force.losers(waiting)), orders.plain["remain"]],
        about=about(g, waiting),
        outcome=lambda a: [
            Say("no retreat: a step for each hex owed")
            if a is orders.plain["remain"]
            else g.loss_said(a.value)
        ],
    )
    if choice.verb == "remain":
        return waiting, False
    now = force.pay(choice.value, "9.42")
    rest = [u for u in waiting if u != choice.value]
    return ([*rest, now] if now != NOBODY else rest), True


def fits_smaller(g: Situation, u: int) -> bool:
    """9.42 Whether a brigade that finds no room would find it as the battalion of its last step."""
    if g.game.units[u].steps < 3 or (battalion := g.spare_battalion(u)) == NOBODY:
        return False
    side, a = g.game.units[u].side, g.hex[u]
    closed = g.zones[1 - side] & ~g.occupied[side]
    return any(
        b >= 0
        and not closed >> b & 1
        and enterable(g, u, a, b) is None
        and stacking.fits(g, (*g.stack(b), battalion))
        for b in g.game.ground.neighbours[a]
    )


def crowded_out(g: Situation, u: int, foes: Sequence[int]) -> bool:
    """9.42 Whether nothing but stacking keeps a unit from a hex of retreat."""
    side, a = g.game.units[u].side, g.hex[u]
    for b in g.game.ground.neighbours[a]:
        if b < 0 or enterable(g, u, a, b) is not None or stacking.may_join(g, u, b):
            continue
        if not g.zones[1 - side] >> b & 1 or g.occupied[side] >> b & 1:
            return True
    return False
