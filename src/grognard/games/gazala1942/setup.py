"""13.0 Setting up: each unit in its zone, the sides in the order of the scenario."""

from __future__ import annotations

from ...engine.decision import About, Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from . import stacking
from .actions import refusing
from .counters import AXIS, SIDE_NAMES, SIDES
from .scenario import ANY, NO_HQ, Zone
from .situation import LATER, SPARE, Situation


def start(g: Situation) -> None:
    """2.1g, 13.0 Before the first decision: who is to come, and the replacements at hand."""
    setting = g.game.setting
    g.phase, g.active = "set-up", setting.order[0]
    for zone in setting.zones:
        for u in zone.units:
            g.hex[u] = LATER
            g.steps[u] = zone.steps or g.game.units[u].steps
    for arrival in setting.arrivals:
        if arrival.turn:
            for u in arrival.units:
                g.hex[u], g.steps[u] = LATER, g.game.units[u].steps
    hecker = g.game.hecker
    g.hex[hecker], g.steps[hecker] = LATER, g.game.units[hecker].steps
    for kinds in setting.pool.values():
        for kind, n in kinds.items():
            g.pool[g.game.pools.index(kind)] += n


def setup(g: Situation) -> Procedure:
    """13.12, 13.16, 13.32, 13.34 Units with one hex go there; the others are placed one by one."""
    for zone in _zones(g):
        if zone.fixed:
            for u in zone.units:
                if g.hex[u] == LATER:
                    _place(g, u, members(zone.hexes)[0])
    while waiting := [u for u in _starters(g) if setup_hexes(g, u)]:
        place = g.game.actions.place
        choice = yield Ask(
            SIDES[g.active],
            "set up",
            g.game.setting.rule,
            Say("place a unit, or take the default set-up for the rest"),
            [*(place[u] for u in waiting), g.game.actions.default],
            top=True,
            refuse=refusing("place", lambda word: _refuse_unit(g, word)),
            of=lambda word: _orders_of(g, word),
        )
        if choice.verb == "default":
            take_default(g)
            continue
        unit, at = choice.value, g.game.actions.at
        where = yield Ask(
            SIDES[g.active],
            "set up where",
            g.game.zone_of[unit].rule,
            Say("where is {unit} set up?", unit=g.game.units[unit].id),
            [at[h] for h in members(setup_hexes(g, unit))],
            continues=True,
            about=About(units=(g.game.units[unit].id,)),
            refuse=refusing("at", lambda word, unit=unit: refuse(g, unit, word)),  # type: ignore[misc]
        )
        _place(g, unit, where.value)


def _zones(g: Situation) -> list[Zone]:
    return [zone for zone in g.game.setting.zones if zone.side == g.active]


def _starters(g: Situation) -> list[int]:
    return [u for zone in _zones(g) for u in zone.units if g.hex[u] == LATER]


def setup_hexes(g: Situation, unit: int) -> int:
    """13.0 Where a unit may be set up: its zone, or with its formation; within the limit of 5.1."""
    zone = g.game.zone_of[unit]
    hexes = zone.hexes if zone.with_hq == NO_HQ else _company(g, zone)
    hexes &= ~g.occupied[1 - zone.side]
    for h in members(hexes & g.occupied[zone.side]):
        if not stacking.may_join(g, unit, h):
            hexes &= ~(1 << h)
    return hexes


def _company(g: Situation, zone: Zone) -> int:
    """13.12e, 13.34d The hexes with a unit of the formation that this one stacks with."""
    hexes = 0
    for u in g.on_map(zone.side):
        mine = g.command[u] if not g.game.units[u].hq else u
        if mine >= 0 and zone.with_hq in (ANY, mine):
            hexes |= 1 << g.hex[u]
    return hexes


def take_default(g: Situation) -> None:
    """Everybody who waits goes to the hex that the data files name, or else near the middle of the zone."""
    for u in _starters(g):
        open_ = setup_hexes(g, u)
        zone = g.game.zone_of[u]
        wanted = g.game.setting.default.get(u, -1)
        if wanted >= 0 and open_ >> wanted & 1:
            _place(g, u, wanted)
            continue
        distance = g.game.board.grid.distance
        choices = sorted(
            members(open_),
            key=lambda h, zone=zone: (  # type: ignore[misc]
                min((distance(h, n) for n in zone.near), default=0),
                len(g.stack(h)),
                h,
            ),
        )
        if choices:
            _place(g, u, choices[0])


def refuse(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """13.0, 5.1 Why the unit may not be set up there."""
    if not g.game.is_hex(word):
        return None
    h, zone = g.game.board.index(word), g.game.zone_of[unit]
    name = g.game.units[unit].id
    hexes = zone.hexes if zone.with_hq == NO_HQ else _company(g, zone)
    if hexes >> h & 1:
        if g.occupied[1 - zone.side] >> h & 1:
            return IllegalAction("4.32", "{hex} is held by the enemy", hex=word)
        return stacking.refuse_joining(g, unit, h)
    if zone.side == AXIS and g.game.setting.closed >> h & 1:
        return IllegalAction(zone.rule, "{hex} lies behind the Allied minefields", hex=word)
    if zone.with_hq == ANY:
        return IllegalAction(
            zone.rule,
            "{unit} stacks with a unit of any formation; {hex} has none",
            unit=name,
            hex=word,
        )
    if zone.with_hq != NO_HQ:
        return IllegalAction(
            zone.rule,
            "{unit} stacks with a unit of the {hq}; {hex} has none",
            unit=name,
            hq=g.game.full_name(zone.with_hq),
            hex=word,
        )
    return IllegalAction(
        zone.rule,
        "{unit} sets up within {distance} of {hexes}, not in {hex}",
        unit=name,
        distance=zone.within,
        hexes=", ".join(g.game.board.label(n) for n in zone.near),
        hex=word,
    )


def _refuse_unit(g: Situation, word: str) -> IllegalAction | None:
    """13.0 Why this unit is not set up now."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    rule = g.game.setting.rule
    if unit.index not in g.game.zone_of:
        if g.hex[unit.index] == SPARE:
            return IllegalAction(rule, "{unit} is not in play", unit=unit.id)
        return IllegalAction("11.1", "{unit} is a reinforcement", unit=unit.id)
    if unit.side != g.active:
        return IllegalAction(rule, "the {side} player sets up now", side=SIDE_NAMES[g.active])
    zone = g.game.zone_of[unit.index]
    return IllegalAction(zone.rule, "{unit} is not waiting to be set up", unit=unit.id)


def _place(g: Situation, unit: int, h: int) -> None:
    g.put(unit, h)
    g.tell(
        "place",
        g.game.zone_of[unit].rule,
        "{unit} sets up in {hex}",
        unit=g.game.units[unit].id,
        hex=g.game.board.label(h),
    )


def _orders_of(g: Situation, word: str) -> list[Action]:
    unit = g.game.units.find(word)
    if unit is None or unit.index not in _starters(g):
        return []
    label = g.game.board.label
    return [Action(f"place {unit.id}", label(h), h) for h in members(setup_hexes(g, unit.index))]


def finish(g: Situation) -> None:
    """2.1c, 5.1 When both have set up: who controls what, and which hexes are over the limit as printed."""
    g.control = first_control(g)
    g.crowded = stacking.overfull(g, AXIS) | stacking.overfull(g, 1 - AXIS)


def first_control(g: Situation) -> int:
    """2.1c The hexes that the Axis control at the start: under their units and west of them.

    In each row the Axis control all up to their easternmost unit that no Allied unit stands west
    of, the Allies all from their westernmost unit that no Axis unit stands east of.  What lies
    between, and rows without units, go to the side with the nearer unit, to the Allies if equal.
    """
    grid = g.game.board.grid
    rows: dict[int, list[int]] = {}
    for h in members(g.game.ground.land):
        rows.setdefault(grid.line_place(h)[0], []).append(h)
    units = [members(g.occupied[side]) for side in (0, 1)]
    control = 0
    for row in rows.values():
        mine = [h for h in row if g.occupied[AXIS] >> h & 1]
        theirs = [h for h in row if g.occupied[1 - AXIS] >> h & 1]
        east = max((h for h in mine if not any(t < h for t in theirs)), default=-1)
        west = min((h for h in theirs if not any(m > h for m in mine)), default=grid.size)
        for h in row:
            if h <= east:
                control |= 1 << h
            elif h < west:
                near = [min((grid.distance(h, u) for u in us), default=999) for us in units]
                control |= (near[0] < near[1]) << h
    return control
