"""3.0b The Initial Phase of both sides, 19 the markers that it readies, 20.2.4 gliders."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure, Roll, led_to
from ...engine.words import IllegalAction, Say
from ...hexes import members
from ..zocbond import stacking
from ..zocbond import supply as series
from . import batteries, beaches, invasion, points, pool, weather
from .counters import ALLIED, GERMAN, SIDES
from .situation import CW, DEAD, LATER, US, Situation

FAR = 4
"""20.2.4 How far from its printed hex a delayed glider unit may land."""


def initial(g: Situation) -> Procedure:
    """3.0b Weather, Mulberries, points and replacements, artillery; then the gliders."""
    yield from weather.weather(g)
    markers(g)
    yield from beaches.mulberries(g)
    yield from points.income(g)
    yield from pool.income(g)
    ready(g)
    yield from doubtful(g)
    yield from gliders(g)


def markers(g: Situation) -> None:
    """3.0b1, 16.1.2, 19.1, 19.2, S3.2.4, S3.2.5 Aircraft, ships and Improved Positions of the turn."""
    sky, fair = g.sky, g.weather != "storm"
    g.air, g.naval = [sky.air, sky.air], [sky.naval, sky.naval]
    german = sky.positions if g.turn >= g.game.improved_from else 0
    g.positions = [int(fair), int(fair), german]
    if g.game.scenario == "cherbourg":
        setting = g.game.setting
        g.air = [min(sky.air, setting["air"]), 0]
        g.naval = [min(sky.naval, setting["naval"]), 0]
        overcast = g.weather == "overcast" and g.turn >= g.game.improved_from
        g.positions = [int(fair), 0, int(overcast)]
    if "25.3" in g.game.options:
        g.subdued = 0
        for army in (US, CW):
            if g.naval[army] and batteries.firing(g, army):
                batteries.subdue(g, army)


def ready(g: Situation) -> None:
    """3.0b4, 17.2.3, 17.3b HQs that have moved and Werfers that have fired are ready again if supplied."""
    units = g.game.units.units
    for u in members(g.used):
        if (units[u].hq or units[u].werfer) and series.in_supply(g, u):
            g.used &= ~(1 << u)
            rule = "17.2.3" if units[u].hq else "17.3"
            g.tell("ready", rule, "{unit} is ready again", unit=units[u].id)


def doubtful(g: Situation) -> Procedure:
    """6.6 The one reinforcement that its card makes depend on a die."""
    unit, most = g.game.doubtful
    if g.hex[unit] != LATER or g.game.arrival_turn.get(unit) != g.turn:
        return
    die: int = yield Roll("6.6", "the Panthers of the 9th SS", SIDES[GERMAN])
    facts = {"unit": g.id(unit), **led_to(die, "-" if die > most else "arrival")}
    if die > most:
        g.take_off(unit, DEAD)
        g.tell("withdraw", "6.6", "{unit} does not come", **facts)
    else:
        g.tell("arrival", "6.6", "{unit} comes", **facts)


# -- gliders


def gliders(g: Situation) -> Procedure:
    """20.2.4 At the end of the Initial Phase of Turn 2 two glider units land; who could not, a turn later."""
    if g.turn < 2:
        return
    for unit in waiting(g):
        if g.turn == 2:
            yield from _second_turn(g, unit)
        else:
            yield from _elsewhere(g, unit)


def waiting(g: Situation) -> list[int]:
    return [
        u.index for u in g.game.units if u.arrival.startswith("glider") and g.hex[u.index] == LATER
    ]


def target(g: Situation, unit: int) -> int:
    return g.game.board.index(g.game.units[unit].arrival.split()[1])


def _second_turn(g: Situation, unit: int) -> Procedure:
    """20.2.4 On the printed hex, unless an enemy is there or it would be overstacked."""
    h = target(g, unit)
    if g.occupied[GERMAN] >> h & 1:
        g.tell("glider", "20.2.4", "{unit} is delayed by a turn", unit=g.id(unit))
    elif not room(g, unit, h):
        g.crowded |= 1 << unit
        g.tell("glider", "20.2.4", "{unit} waits for room in {hex}", unit=g.id(unit), hex=g.word(h))
    else:
        yield from land(g, unit, h)


def room(g: Situation, unit: int, h: int) -> bool:
    """20.2.4 Whether a glider unit may land without overstacking."""
    return not stacking.over(g, (*g.group(h), unit))


def open_hexes(g: Situation, unit: int) -> list[int]:
    """20.2.4 Where a delayed glider unit may land."""
    near = g.game.board.grid.within(target(g, unit), FAR)
    return [h for h in members(near) if refuse_hex(g, unit, h) is None]


def refuse_hex(g: Situation, unit: int, h: int) -> IllegalAction | None:
    """20.2.4 Another hex, within four of the printed one, no city, flood or sea, free of enemies and their zones."""
    tables, facts = g.game.tables, {"unit": g.id(unit), "hex": g.word(h)}
    goal = target(g, unit)
    if h == goal:
        return IllegalAction("20.2.4", "{unit} was delayed and lands in another hex", **facts)
    if g.game.board.grid.distance(goal, h) > FAR:
        start = g.word(goal)
        return IllegalAction("20.2.4", "{hex} is too far from {start}", start=start, **facts)
    bad = tables.city | tables.flooded | tables.marsh | g.game.closed | ~tables.land
    if bad >> h & 1:
        return IllegalAction("20.2.4", "gliders cannot land in {hex}", **facts)
    if g.occupied[GERMAN] >> h & 1:
        return IllegalAction("20.2.4", "{hex} is held by the enemy", **facts)
    if g.zoc(GERMAN) >> h & 1:
        return IllegalAction("20.2.4", "{hex} is in an enemy zone of control", **facts)
    if not room(g, unit, h):
        return IllegalAction("20.2.4", "there is no room for {unit} in {hex}", **facts)
    return None


def _refuse_word(g: Situation, unit: int, word: str) -> IllegalAction | None:
    h = g.game.place(word)
    return refuse_hex(g, unit, h) if h is not None else None


def _elsewhere(g: Situation, unit: int) -> Procedure:
    """20.2.4 A delayed glider unit lands where the Allied player likes."""
    hexes, acts = open_hexes(g, unit), g.game.actions
    if not hexes:
        return
    choice = yield Ask(
        g.asked(ALLIED, [unit]),
        "glider",
        "20.2.4",
        Say("where should {unit} land?", unit=g.id(unit)),
        [acts.at[h] for h in hexes],
        about=g.about([unit]),
        refuse=lambda verb, word: _refuse_word(g, unit, word or verb),
    )
    yield from land(g, unit, choice.value)


def land(g: Situation, unit: int, h: int) -> Procedure:
    """20.2.4 The unit lands and rolls for scatter."""
    g.crowded &= ~(1 << unit)
    g.put(unit, h)
    g.tell("glider", "20.2.4", "{unit} lands in {hex}", unit=g.id(unit), hex=g.word(h))
    yield from invasion.scatter(g, unit)
