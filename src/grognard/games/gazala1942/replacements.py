"""11.2 Replacements: steps regained, and vehicles that come back from the eliminated."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from . import stacking
from .actions import refusing
from .counters import ALLIED, SIDES, Counter
from .declaring import about
from .situation import GONE, ISOLATED, LEFT, NOBODY, SPARE, SUPPLIED, Situation
from .strength import CAR, INFANTRY, TANK, VEHICLES

REPLACED = ("German", "Italian", "British")
"""11.21 The nations that get replacements of infantry."""
POINTS = {"one": "one", "two": "two", "1": "one", "2": "two"}
"""11.23 How the strength of a unit that comes back may be said."""


def pool_of(unit: Counter) -> str:
    """11.2b, 11.21, 11.22 The kind of replacements that a unit takes; '' for none.

    Tanks by type, armored cars and infantry by nation: the Allied cars share one pool, and British
    infantry serves for Indians too.
    """
    if unit.type == TANK:
        return unit.tank
    if unit.type == CAR:
        if unit.side == ALLIED:
            return "armored car"
        return f"{unit.nationality} armored car"
    if unit.type == INFANTRY:
        nation = {"Indian": "British"}.get(unit.nationality, unit.nationality)
        return f"{nation} infantry" if nation in REPLACED else ""
    return ""


def named(pool: str) -> Say:
    """A kind of replacements in words; German and Italian tanks have no type of their own."""
    return Say(f"{pool} tank") if pool in REPLACED else Say(pool)


def points(g: Situation, pool: str) -> int:
    """11.25 The replacements of a kind at hand."""
    return g.pool[g.game.pools.index(pool)] if pool else 0


def gain(g: Situation, pool: str, count: int) -> None:
    """11.2 Replacements come in, or are spent."""
    g.pool[g.game.pools.index(pool)] += count


def replacements(g: Situation) -> Procedure:
    """3.1b, 11.2 The side whose part it is rebuilds as long as it likes and can."""
    orders = g.game.orders
    idle = True
    while True:
        low, high = g.game.span[g.active]
        actions: list[Action] = [
            orders.unit["replace"][u]
            for u in g.on_map(g.active)
            if refuse_replacement(g, u) is None
        ]
        actions += [
            orders.unit["restore"][u] for u in range(low, high) if refuse_restoring(g, u) is None
        ]
        if not actions:
            if idle:
                side = SIDES[g.active]
                g.tell("pass", "11.2", "no {side} unit can be rebuilt", side=side)
            g.closes(SIDES[g.active])
            return
        idle = False
        choice = yield Ask(
            SIDES[g.active],
            "replacements",
            "11.2",
            Say("rebuild a unit, or save the replacements"),
            [*actions, orders.plain["done"]],
            top=True,
            refuse=lambda verb, word: refuse(g, verb, word),
            rest=lambda action, words: _rest(g, action, words),
        )
        if choice.verb == "done":
            return
        if choice.verb == "replace":
            replace(g, choice.value)
        else:
            yield from restore(g, choice.value)


def refuse(g: Situation, verb: str, word: str) -> IllegalAction | None:
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if verb == "restore":
        return refuse_restoring(g, unit.index)
    return refuse_replacement(g, unit.index) if verb in ("", "replace") else None


def refuse_replacement(g: Situation, u: int) -> IllegalAction | None:
    """11.2a-11.24 Why a unit may not regain a step."""
    unit = g.game.units[u]
    if unit.side != g.active:
        return IllegalAction("11.2a", "{unit} is not yours", unit=unit.id)
    if g.hex[u] == GONE and unit.type in VEHICLES:
        return refuse_restoring(g, u) or IllegalAction(
            "11.23", "{unit} is eliminated and can come back: restore", unit=unit.id
        )
    if g.hex[u] == GONE and not unit.hq:
        return refuse_restoring(g, u)
    if g.hex[u] < 0:
        return IllegalAction("11.2a", "{unit} is not in play", unit=unit.id)
    pool = pool_of(unit)
    if not pool:
        rule = "11.21" if unit.type == INFANTRY else "11.2b"
        return IllegalAction(rule, "there are no replacements for {unit}", unit=unit.id)
    brigade = g.game.brigade_of.get(u, NOBODY)
    if brigade != NOBODY and g.hex[brigade] == LEFT:
        return IllegalAction(
            "4.34", "{unit} has left the map for good", unit=g.game.units[brigade].id
        )
    if not can_grow(g, u):
        return IllegalAction("11.24", "{unit} is at full strength", unit=unit.id)
    if g.supply[u] == ISOLATED:
        return IllegalAction("11.2a", "{unit} is isolated", unit=unit.id)
    if g.game.ground.around[g.hex[u]] & g.occupied[1 - unit.side]:
        return IllegalAction("11.2a", "{unit} is next to the enemy", unit=unit.id)
    return _refuse_empty(g, pool, unit)


def _refuse_empty(g: Situation, pool: str, unit: Counter) -> IllegalAction | None:
    if points(g, pool):
        return None
    rule = "11.22" if unit.type in VEHICLES and unit.side == ALLIED else "11.21"
    return IllegalAction(
        rule, "no replacements of that kind are left: {pool}", pool=named(pool), unit=unit.id
    )


def can_grow(g: Situation, u: int) -> bool:
    """11.24 Whether a unit is below its printed strength.

    A brigade whose own battalion is on the map is whole: its third step stands there.  A battalion
    can become its brigade again if that is off the map, but not gone over its edge for good (4.34).
    """
    parent = g.game.brigade_of.get(u, NOBODY)
    if parent != NOBODY:
        return g.hex[parent] in (SPARE, GONE)
    if g.steps[u] >= g.game.units[u].steps:
        return False
    return not g.game.fitting.get(u) or g.hex[g.game.fitting[u][0]] < 0


def grow(g: Situation, u: int) -> int:
    """11.2 A step more; gives the unit that it is now."""
    parent = g.game.brigade_of.get(u, NOBODY)
    if parent == NOBODY:
        g.steps[u] += 1
        return u
    g.exchange(u, parent, 2)
    return parent


def replace(g: Situation, u: int) -> None:
    """11.2 A step regained."""
    unit = g.game.units[u]
    gain(g, pool_of(unit), -1)
    now = grow(g, u)
    g.tell(
        "replacement",
        "11.2",
        "{unit} regains a step: {pool}",
        unit=g.game.units[now].id,
        pool=named(pool_of(unit)),
    )


def refuse_restoring(g: Situation, u: int) -> IllegalAction | None:
    """11.23 Why an eliminated unit may not come back."""
    unit = g.game.units[u]
    if unit.side != g.active:
        return IllegalAction("11.23", "{unit} is not yours", unit=unit.id)
    if unit.type not in VEHICLES:
        return IllegalAction("11.23", "only tanks and armored cars come back", unit=unit.id)
    if g.hex[u] != GONE:
        return IllegalAction("11.23", "{unit} is not eliminated", unit=unit.id)
    pool = pool_of(unit)
    if not pool:
        return IllegalAction("11.2b", "there are no replacements for {unit}", unit=unit.id)
    empty = _refuse_empty(g, pool, unit)
    if empty is not None:
        return empty
    if not homes(g, u):
        if mates(g, u):
            return IllegalAction("5.1a", "there is no room with a supplied unit of its formation")
        return IllegalAction(
            "11.23", "there is no supplied unit of its formation to join", unit=unit.id
        )
    return None


def homes(g: Situation, u: int) -> int:
    """11.23 The hexes where a unit may come back: with a supplied unit of its HQ.

    An independent unit has none of its own: any supplied unit of its side will do.
    """
    found = 0
    for h in members(mates(g, u)):
        if stacking.may_join(g, u, h):
            found |= 1 << h
    return found


def mates(g: Situation, u: int) -> int:
    """11.23 The hexes with a supplied unit of the HQ, whether there is room or not."""
    found = 0
    for v in g.on_map(g.game.units[u].side):
        mate = g.command[u] < 0 or g.command[v] == g.command[u] or v == g.command[u]
        if mate and g.supply[v] == SUPPLIED:
            found |= 1 << g.hex[v]
    return found


def _refuse_home(g: Situation, u: int, word: str) -> IllegalAction | None:
    """11.23, 5.1 Why a unit does not come back in a hex."""
    if not g.game.is_hex(word):
        return None
    h = g.game.board.index(word)
    if mates(g, u) >> h & 1:
        return stacking.refuse_joining(g, u, h)
    return IllegalAction("11.23", "it comes back with a supplied unit of its formation")


def _rest(g: Situation, action: Action, words: Sequence[str]) -> Sequence[str]:
    """``restore UNIT two place 1718``, or with the figure 2, in any order, also where there is no choice of the strength or the hex."""
    if action.verb != "restore":
        return words
    u, left = action.value, list(words)
    strength: list[str] = []
    place: list[str] = []
    while left:
        if left[0] in POINTS and not strength:
            strength = [POINTS[left.pop(0)]]
        elif left[0] in ("place", "at") and g.game.is_hex("".join(left[1:2])) and not place:
            del left[0]
        elif g.game.is_hex(left[0]) and not place:
            place = ["place", left.pop(0)]
        else:
            break
    if strength and not may_be_full(g, u):
        if strength == ["two"]:
            raise _refuse_full(g, u)
        strength = []
    if place:
        hexes = homes(g, u)
        if not hexes >> g.game.board.index(place[1]) & 1:
            refusal = _refuse_home(g, u, place[1])
            assert refusal is not None
            raise refusal
        if may_be_full(g, u) and not strength:
            name = g.game.units[u].id
            raise IllegalAction(
                "11.23", "should {unit} come back for one point or for two?", unit=name
            )
        if hexes.bit_count() == 1:
            place = []
    return [*strength, *place, *left]


def may_be_full(g: Situation, u: int) -> bool:
    """11.23 Whether a unit has a second step, and the point for it is there."""
    return g.game.units[u].steps > 1 and points(g, pool_of(g.game.units[u])) > 1


def _refuse_full(g: Situation, u: int) -> IllegalAction:
    """11.23, 11.24 Why a unit does not come back for two points."""
    unit = g.game.units[u]
    if unit.steps == 1:
        return IllegalAction("11.24", "{unit} has one step only", unit=unit.id)
    return IllegalAction(
        "11.23",
        "one point is left for {unit}, not two: {pool}",
        unit=unit.id,
        pool=named(pool_of(unit)),
    )


def restore(g: Situation, u: int) -> Procedure:
    """11.23 One point brings a unit back reduced, two at full strength."""
    unit, orders = g.game.units[u], g.game.orders
    pool = pool_of(unit)
    steps = 1
    if may_be_full(g, u):
        choice = yield Ask(
            SIDES[g.active],
            "strength",
            "11.23",
            Say("should {unit} come back for one point or for two?", unit=unit.id),
            [orders.plain["one"], orders.plain["two"]],
            continues=True,
            about=about(g, [u]),
        )
        steps = 2 if choice.verb == "two" else 1
    hexes = members(homes(g, u))
    h = hexes[0]
    if len(hexes) > 1:
        choice = yield Ask(
            SIDES[g.active],
            "return",
            "11.23",
            Say("where should {unit} come back?", unit=unit.id),
            [orders.hex["place"][h] for h in hexes],
            continues=True,
            about=about(g, [u]),
            refuse=refusing("place", lambda word: _refuse_home(g, u, word)),
        )
        h = choice.value
    gain(g, pool, -steps)
    g.steps[u] = steps
    g.put(u, h)
    g.tell(
        "restored",
        "11.23",
        "{unit} comes back in {hex}, steps: {steps}",
        unit=unit.id,
        hex=g.game.board.label(h),
        steps=steps,
    )
