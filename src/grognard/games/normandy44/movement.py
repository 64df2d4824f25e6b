"""9.0 The Movement Phase: what Normandy adds to the moves of its units, 15.2 Reserve Movement."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from ..zocbond import moving, stacking
from ..zocbond.march import NORMAL, TACTICAL
from ..zocbond.reach import ends
from . import fortifications, initial, landing, players, reach, reserves
from .counters import ALLIED, GERMAN
from .ground import CYCLING, STRATEGIC
from .situation import RESERVE_MOVE, Situation


def begin_phase(g: Situation) -> None:
    """3.0d1, 9.8.5, 17.6.1 As the Movement Phase begins: positions are ready, markers come off."""
    fortifications.finish(g)
    mine = g.own(g.active)
    g.strategic &= ~mine
    g.trucked &= ~mine
    g.moved = g.stirred = g.crept = 0
    if g.active == GERMAN:
        reach.release(g)
    else:
        g.evacuated = {}


def movement(g: Situation) -> Procedure:
    """9.1, 7.2 The active side moves its units; then no hex may be overstacked."""
    yield from players.in_turn(g, moving.movement)
    if g.phase == RESERVE_MOVE:
        yield from reserves.keep_to_six(g)
    elif g.active == ALLIED:
        yield from _gliders(g)
        yield from _return(g)
    yield from stacking.correct(g, g.active)


def _gliders(g: Situation) -> Procedure:
    """20.2.4 A glider unit that waited for room lands if there is any now; else it comes a turn later, elsewhere."""
    for unit in members(g.crowded):
        if refuse_drop(g, unit, any_player=True) is None:
            yield from initial.land(g, unit, initial.target(g, unit))
        else:
            g.tell("glider", "20.2.4", "{unit} is delayed by a turn", unit=g.id(unit))
    g.crowded = 0


def _return(g: Situation) -> Procedure:
    """22.1.2b, S3.3.2, S3.3.3 Who stands where he may not go goes back if he can, as his player likes."""
    acts = g.game.actions
    for u in g.on_map(ALLIED):
        if g.moved >> u & 1 or not reach.strays(g, u):
            continue
        home = sorted(h for h in ends(g, u) if h != g.hex[u])
        if not home:
            continue
        place, rule = home[0], reach.stray_rule(g, u)
        if len(home) > 1:
            choice = yield Ask(
                g.asked(ALLIED, [u]),
                "return",
                rule,
                Say("{unit} is where it may not stay: where does it return?", unit=g.id(u)),
                [acts.to[h] for h in home],
                about=g.about([u]),
                refuse=lambda verb, word, u=u, rule=rule: (  # type: ignore[misc]
                    IllegalAction(rule, "{unit} cannot return to {hex}", unit=g.id(u), hex=word)
                    if g.game.is_hex(word)
                    else None
                ),
            )
            place = choice.value
        g.put(u, place)
        g.moved |= 1 << u
        g.stirred |= 1 << u
        g.tell("move", rule, "{unit} returns to {hex}", unit=g.id(u), hex=g.word(place))


def others(g: Situation, movable: Sequence[int]) -> list[Action]:
    """3.0d2 Trucks, Improved Positions, Reserves, evacuation and what else belongs to the phase."""
    if g.phase == RESERVE_MOVE:
        if not movable:
            return []
        return [*reserves.released(g), *fortifications.abandoned(g), *players.hand_over(g)]
    acts, side = g.game.actions, g.active
    mine = g.on_map(side)
    if g.game.allies:
        mine = [u for u in mine if players.commands(g, u)]
    found: list[Action] = []
    if any(g.positions):
        idle = ~g.moved
        found += [
            acts.dig[u] for u in mine if idle >> u & 1 and fortifications.refuse_dig(g, u) is None
        ]
    barred = reserves.barred(g)
    shared = reserves.shared(g, side)
    found += [
        acts.reserve[u]
        for u in mine
        if not barred >> u & 1 and shared >> g.hex[u] & 1 and reserves.refuse(g, u) is None
    ]
    found += reserves.released(g)
    found += [
        acts.level[h]
        for h in members(g.improved[side] | g.digging[side])
        if fortifications.refuse_level(g, h) is None
    ]
    if side == GERMAN:
        found += [acts.truck[u] for u in trucked_next(g, movable)]
        found += fortifications.abandoned(g)
        found += [
            acts.cotentin[h]
            for h in members(g.game.tables.cherbourg)
            if refuse_cotentin(g, h) is None
        ]
    else:
        found += [acts.evacuate[u] for u in mine if landing.refuse_evacuation(g, u) is None]
        found += [acts.drop[u] for u in members(g.crowded) if refuse_drop(g, u) is None]
    return found + players.hand_over(g)


def said(g: Situation, choice: Action) -> Sequence[Say]:
    """15.0, 16.1, 21.2 What these will do and may cost."""
    match choice.verb:
        case "dig":
            left = g.positions[fortifications.builder(g, choice.value)]
            return [
                Say("ready at the start of your next movement"),
                Say("until then it does not move and nobody attacks out of the hex"),
                Say("Improved Positions that may be begun this turn: {n}", n=left),
            ]
        case "reserve":
            return [
                Say("no move now, but one after the combat, and an attack then"),
                Say("who attacks before that is no longer in Reserve"),
                Say("Reserve markers left: {n}", n=reserves.markers(g, g.active)),
            ]
        case "evacuate":
            return [Say("it may come back for reinforcement points")]
        case "level":
            return [Say("the position is lost, its marker may be used again")]
    return ()


def trucked_next(g: Situation, movable: Sequence[int]) -> list[int]:
    """9.8.6 The units that may take the Truck marker, of those that may move."""
    if g.turn == 1 or g.trucked or g.game.scenario == "cherbourg":
        return []
    units, zoc, hexes = g.game.units.units, g.zoc(ALLIED), g.hex
    return [
        u
        for u in movable
        if not units[u].mechanized
        and not reach.slow(g, u)
        and not g.renewed >> u & 1
        and (reach.entry_hexes(g, u) & ~zoc if hexes[u] < 0 else not zoc >> hexes[u] & 1)
    ]


def refuse_cotentin(g: Situation, h: int) -> IllegalAction | None:
    """17.4b Why the Cotentin HQ cannot be placed in a hex of Cherbourg; None if it can, once a game."""
    hq = g.game.cotentin
    facts = {"unit": g.id(hq), "hex": g.word(h)}
    if g.active != GERMAN or g.hex[hq] < 0:
        return IllegalAction("17.4", "{unit} is not yours on the map", **facts)
    if wrong := players.refuse(g, hq):
        return wrong
    if g.cotentin_moved:
        return IllegalAction("17.4", "{unit} has been placed in Cherbourg, once a game", **facts)
    if g.moved >> hq & 1:
        return IllegalAction("17.4", "{unit} has moved", **facts)
    city = g.game.tables.cherbourg & ~g.control & ~g.occupied[ALLIED]
    if not city >> h & 1:
        return IllegalAction("17.4", "{hex} is not a German hex of Cherbourg", **facts)
    if g.hex[hq] == h:
        return IllegalAction("17.4", "{unit} is in {hex}", **facts)
    return None


def refuse_drop(g: Situation, unit: int, *, any_player: bool = False) -> IllegalAction | None:
    """20.2.4 Why a glider unit that waits for room cannot land now; None if it can."""
    facts = {"unit": g.id(unit)}
    if not g.crowded >> unit & 1:
        return IllegalAction("20.2.4", "{unit} does not wait for room in its hex", **facts)
    if g.turn > 2:
        return IllegalAction("20.2.4", "{unit} was delayed and lands in another hex", **facts)
    if not any_player and (wrong := players.refuse(g, unit)):
        return wrong
    h = initial.target(g, unit)
    if g.occupied[GERMAN] >> h & 1:
        return IllegalAction("20.2.4", "the enemy holds {hex}", hex=g.word(h))
    if not initial.room(g, unit, h):
        return IllegalAction(
            "20.2.4", "there is no room for {unit} in {hex}", hex=g.word(h), **facts
        )
    return None


def other(g: Situation, choice: Action) -> Procedure:
    """It is done."""
    unit = choice.value
    match choice.verb:
        case "over":
            players.pass_on(g)
        case "dig":
            fortifications.dig(g, unit)
        case "reserve":
            reserves.place(g, unit)
        case "unreserve":
            reserves.drop(g, unit)
        case "level":
            fortifications.level(g, unit)
        case "abandon":
            fortifications.abandon(g, unit)
        case "evacuate":
            landing.evacuate(g, unit)
        case "drop":
            yield from initial.land(g, unit, initial.target(g, unit))
        case "cotentin":
            _to_the_fortress(g, unit)
        case "truck":
            g.trucked |= 1 << unit
            g.tell("truck", "9.8.6", "{unit} takes trucks", unit=g.id(unit))
            moving.begin(g, unit)


def _to_the_fortress(g: Situation, h: int) -> None:
    """17.4b, 15.1 The HQ has moved, and is in Reserve no longer."""
    hq = g.game.cotentin
    reserves.drop(g, hq)
    if g.game.board.grid.distance(g.hex[hq], h) > 1:
        g.used |= 1 << hq
    g.cotentin_moved = True
    g.moved |= 1 << hq
    g.stirred |= 1 << hq
    g.put(hq, h)
    g.tell("cotentin", "17.4", "{unit} moves to {hex}", unit=g.id(hq), hex=g.word(h))


# -- one unit on the move


def arrivals(g: Situation) -> list[Action]:
    """6.5, 6.6 Where the unit on the move, still off the map, may come onto it."""
    unit, acts = g.mover, g.game.actions
    if g.hex[unit] >= 0:
        return []
    if g.active == GERMAN:
        return [acts.enter[h] for h in members(reach.entry_hexes(g, unit))]
    return [acts.land[h] for h in landing.hexes(g, unit)]


def arrive(g: Situation, choice: Action) -> Procedure:
    """6.5.2a, 6.6 The unit on the move comes onto the map."""
    unit, h = g.mover, choice.value
    g.trod = 1
    if g.active == ALLIED:
        landing.land(g, unit, h)
    else:
        g.spent = reach.entry_cost(g, unit, h)
        g.put(unit, h)
        players.comes_in(g, unit, h)
        g.tell("enter", "6.6", "{unit} enters at {hex}", unit=g.id(unit), hex=g.word(h))
        if g.near_enemy(h, GERMAN):
            g.modes &= ~(STRATEGIC | CYCLING)
    if g.zoc(g.enemy) >> h & 1:
        g.stirred |= 1 << unit
    if g.zoc(g.enemy) >> h & 1 or not g.game.units.units[unit].move:
        moving.stop(g)
    return
    yield  # nobody is asked


def leaves(g: Situation, unit: int, place: int) -> None:
    """15.1 A move into or out of an enemy zone of control keeps a unit out of the Reserve; 22.1.2b who has
    to return is known by the hex where it began."""
    if g.trod == 1 and reach.strays(g, unit):
        g.began = g.hex[unit]
    zoc = g.zoc(g.enemy)
    if (zoc >> g.hex[unit] | zoc >> place) & 1:
        g.stirred |= 1 << unit


def stopped(g: Situation, unit: int) -> None:
    """6.5.2, 9.8.3, 15.1, 17.2.3 What the move leaves behind."""
    g.began = -1
    bit, here = 1 << unit, g.hex[unit]
    if not g.trod or here < 0:
        return
    if not g.modes & (NORMAL | TACTICAL | CYCLING):
        g.strategic |= bit
        g.tell("strategic", "9.8.3", "{unit} uses Strategic Movement", unit=g.id(unit))
    if g.spent > 6 or not g.modes & NORMAL:
        g.stirred |= bit
    if not g.modes & NORMAL and g.modes & TACTICAL:
        g.crept |= bit
    if g.game.units.units[unit].hq:
        if g.trod > 1 or g.strolled & bit:
            g.used |= bit
            g.tell(
                "moved",
                "17.2.3",
                "{unit} has moved more than one hex: it gives no support",
                unit=g.id(unit),
            )
        g.strolled |= bit
    if g.landed & bit and g.near_enemy(here, ALLIED):
        g.regroup |= bit
    if g.phase != RESERVE_MOVE:
        reserves.drop(g, unit)
