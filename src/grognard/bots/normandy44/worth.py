"""What units and places are worth, in strength points."""

from __future__ import annotations

from ...games.normandy44 import special, victory
from ...games.normandy44.counters import ALLIED
from ...games.normandy44.situation import Situation

POINT = 8.0
"""A Victory Point."""
EARLY = 0.5
"""How much of a Victory Point counts at the start, before it can be held for good; in the seven turns all of it."""
LAST_TURN = 3.0
"""How much more it counts on the last turn."""
GUNS, WERFER = 5.0, 3.0
"""17.2, 17.3 A headquarters and a Werfer."""
BEACH = 12.0
"""6.5.3, 18.2, 23.3 An engineer that keeps a beach open."""
SCREEN = 1.5
"""8.0 A zone of control on the map, however weak the unit."""
WORN = 4.0
"""23.3b What it costs beside the strength that a unit of three steps becomes a Cadre."""
WEARY = 3.0
"""How much more it costs when nearly as many are worn out as lose the game."""
EXHAUSTED = 0.6
"""23.3 How near its nation is to losing by worn-out units, from 0 to 1, when an airborne division is to go home."""
DECIDES = 40.0
"""What it costs when that unit is the one that loses the game."""


def urgency(g: Situation) -> float:
    """S1.3 How much a Victory Point won now counts: in the end all do, before that most change hands."""
    if g.turn == g.game.turns:
        return LAST_TURN
    if g.game.scenario == "seven":
        return 1.0
    return EARLY + (1.0 - EARLY) * (g.turn / g.game.turns) ** 2


def worth(g: Situation, unit: int) -> float:
    """A unit as it is now."""
    counter = g.game.units.units[unit]
    if counter.hq:
        return GUNS
    if counter.werfer:
        return WERFER
    if counter.type == "engineer":
        return BEACH
    value = (g.attack(unit) + g.defense(unit)) / 2 + 0.5 * bool(counter.grey)
    return value * (1.0 + 0.15 * counter.quality)


def weariness(g: Situation, unit: int) -> float:
    """23.3b, 23.3c What it costs that an Allied unit is worn out: more, the nearer its nation is to the limit."""
    counter, limits = g.game.units.units[unit], g.game.automatic
    if counter.nationality == "canadian" or g.game.scenario == "cherbourg":
        return 0.0
    most = limits["us"] if counter.nation == "US" else limits["british"]
    worn = victory.worn(g)[counter.nation]
    if worn + 1 >= most:
        return DECIDES
    return WORN * (1.0 + WEARY * (worn / most) ** 2)


def decisive(g: Situation, unit: int) -> float:
    """23.3 What the loss of a step costs on any turn, the last one too: the game, if its unit is the last that may wear out."""
    counter = g.game.units.units[unit]
    worn_out = g.steps[unit] == 2 and counter.remnant and counter.side == ALLIED
    return DECIDES if worn_out and weariness(g, unit) >= DECIDES else 0.0


def strains(g: Situation) -> dict[str, float]:
    """23.3b, 23.3c By nation: how near the Allies are to losing by worn-out units, from 0 to 1.

    S3.3 At Cherbourg nobody loses by them.
    """
    limits, worn = g.game.automatic, victory.worn(g)
    if g.game.scenario == "cherbourg":
        return {"US": 0.0, "CW": 0.0}
    return {
        nation: min(1.0, worn[nation] / limits[name])
        for nation, name in (("US", "us"), ("CW", "british"))
    }


def strain(g: Situation) -> float:
    """The worse of both nations."""
    return max(strains(g).values())


def spent(g: Situation) -> list[str]:
    """22.2, 23.3 The airborne divisions that are to go home: worn-out units of theirs bring their nation near defeat."""
    found, units, rules = [], g.game.units.units, g.game
    near = strains(g)
    for formation in special.DIVISIONS:
        worn = [
            u
            for u in special.division(g, formation)
            if g.steps[u] == 1 and u in rules.cadre_units and near[units[u].nation] >= EXHAUSTED
        ]
        if worn:
            found.append(formation)
    return found


def step_worth(g: Situation, unit: int) -> float:
    """What the loss of one step costs."""
    counter, steps = g.game.units.units[unit], g.steps[unit]
    if steps <= 1:
        return worth(g, unit) + SCREEN * (counter.defense[1] > 1)
    drop = counter.attack[steps] - counter.attack[steps - 1]
    drop += counter.defense[steps] - counter.defense[steps - 1]
    value = drop / 2 + 0.2
    if steps == 2 and counter.remnant and counter.side == ALLIED:
        value += weariness(g, unit)
    if counter.type == "engineer":
        value += BEACH / 2
    return value
