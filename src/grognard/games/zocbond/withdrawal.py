"""Units retreat one after the other, hex by hex, as their owner likes within the guidelines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from .assault import Attack
from .battle import Battle, Fighting
from .retreats import Found, Retreat, Way

FEW = 4
"""So many ends of a retreat are named."""


def ways(g: Battle[Fighting], unit: int, leaving: Collection[int], by: Retreat) -> list[Way]:
    """The ways open to a unit while others leave with it; [] if any retreat eliminates it."""
    found = surviving(g, unit, leaving, by)
    return [each.way for each in found] if len(found) < 2 else g.preferred(unit, leaving, found)


def surviving(
    g: Battle[Fighting], unit: int, leaving: Collection[int], by: Retreat
) -> Sequence[Found]:
    """The ways on which a unit survives."""
    start = g.hex[unit]
    if not g.game.units.units[unit].move or not 0 <= start < g.game.tables.size:
        return []
    return g.ways_out(unit, leaving, by)


def fall_back(g: Battle[Fighting], attack: Attack, units: Sequence[int], by: Retreat) -> Procedure:
    """The defenders retreat; those that had retreated before in the phase are eliminated."""
    for u in units:
        if g.hex[u] >= 0 and g.fallen(attack, u):
            g.eliminate(u, g.CITES.fallen)
    going = [u for u in units if g.hex[u] >= 0]
    yield from withdraw(g, going, by)
    for u in going:
        if g.hex[u] >= 0:
            g.after_retreat(u, by)


def withdraw(g: Battle[Fighting], units: Sequence[int], by: Retreat) -> Procedure:
    """All units retreat, in the order and each the way that its owner likes, or are eliminated."""
    leaving, counters = set(units), g.game.units.units
    by = replace(by, underway=by.underway | leaving)
    for u in units:
        if g.hex[u] >= 0 and not counters[u].move:
            g.eliminate(u, g.CITES.no_retreat)
    waiting = [u for u in units if g.hex[u] >= 0]
    while waiting:
        found = g.once(lambda: _all_ways(g, waiting, leaving, by))
        if not found:
            for u in waiting:
                why = partial(_no_other, u, (), g.hex[u], by)
                g.closes(g.SIDES[counters[u].side], "retreat", why)
                g.eliminate(u, g.CITES.no_retreat)
            return
        unit = max(found, key=lambda u: len(found[u]) > 1)
        one = len(found[unit]) == 1 and not g.first_matters(unit, found[unit][0], waiting, by)
        others = [] if one else [u for u in found if u != unit]
        before = yield from _one(g, unit, found[unit], by, others)
        if before is not None:
            unit = before
            yield from _one(g, unit, found[unit], by, [])
        waiting.remove(unit)


def _all_ways(
    g: Battle[Fighting], units: Sequence[int], leaving: Collection[int], by: Retreat
) -> dict[int, list[Way]]:
    """The units that can retreat, with the ways open to each."""
    found = {u: ways(g, u, leaving, by) for u in units}
    return {u: open_ for u, open_ in found.items() if open_}


def _one(
    g: Battle[Fighting], unit: int, found: list[Way], by: Retreat, others: Sequence[int]
) -> Asking[int | None]:
    """One unit retreats along one of the ways found for it, or its owner sends another first."""
    counter = g.game.units.units[unit]
    origin, size = g.hex[unit], g.game.tables.size
    gone: Way = ()
    while g.hex[unit] >= 0:
        onward = {way[len(gone)] for way in found if len(way) > len(gone)}
        # An enemy may meanwhile have fallen back onto the way.
        shut = g.occupied[1 - counter.side]
        places = sorted(h for h in onward if h >= size or not shut >> h & 1)
        may_stop = gone in found
        if not places:
            if not may_stop:
                g.closes(g.SIDES[counter.side], "retreat", partial(_no_other, unit, (), origin, by))
                g.eliminate(unit, g.CITES.no_retreat)
                return None
            break
        place = places[0]
        if len(places) > 1 or may_stop or (others and not gone):
            choice = yield from _ask(g, unit, places, may_stop, found, gone, others, origin, by)
            if choice.verb == "retire":
                sent: int = choice.value
                return sent
            if choice.verb == "stop":
                break
            place = choice.value
        else:
            g.closes(g.SIDES[counter.side], "retreat", partial(_no_other, unit, found, origin, by))
        gone = (*gone, place)
        found = [way for way in found if way[: len(gone)] == gone]
        yield from g.retreat_step(unit, place, by)
        if g.hex[unit] < 0:
            return None
    g.tell(
        "retreat",
        by.rule,
        "{unit} retreats from {start} to {hex}",
        unit=counter.id,
        start=g.word(origin),
        hex=g.word(g.hex[unit]),
    )
    return None


def _ask(
    g: Battle[Fighting],
    unit: int,
    places: list[int],
    may_stop: bool,
    found: list[Way],
    gone: Way,
    others: Sequence[int],
    origin: int,
    by: Retreat,
) -> Asking[Action]:
    """The next hex; before the first one another unit of the stack may be sent first."""
    acts = g.game.actions
    actions = [acts.retreat[h] for h in places]
    if may_stop:
        actions.append(acts.stop)
    if not gone:
        actions += [acts.retire[u] for u in others]
    choice: Action = yield Ask(
        g.asked(g.game.units[unit].side, [unit]),
        "retreat",
        g.CITES.retreat,
        Say("where should {unit} retreat?", unit=g.id(unit)),
        actions,
        continues=bool(gone),
        about=g.about([unit]),
        refuse=lambda verb, word: _refuse(g, unit, [unit, *others], origin, by, verb, word),
        expand=lambda words: _expand(g, words, found, gone, bool(others)),
        outcome=lambda action: _onward(g, found, gone, action),
    )
    return choice


def _onward(g: Battle[Fighting], found: Sequence[Way], gone: Way, action: Action) -> list[Say]:
    """Where a retreat over a hex can end."""
    way = (*gone, action.value)
    ends = sorted({each[-1] for each in found if each[: len(way)] == way and len(each) > len(way)})
    if action.verb != "retreat" or not 0 < len(ends) <= FEW:
        return []
    return [Say("and on to {hexes}", hexes=", ".join(map(g.word, ends)))]


def _refuse(
    g: Battle[Fighting],
    unit: int,
    leaving: Collection[int],
    origin: int,
    by: Retreat,
    verb: str,
    word: str,
) -> IllegalAction | None:
    """Why the unit, on its retreat from ``origin``, may not do so."""
    if verb in ("stand", "desperate"):
        return by.no_stand
    if verb == "stop":
        return g.refuse_stop(unit, origin, by)
    if not g.game.is_hex(word):
        return None
    if reason := g.refuse_way(unit, origin, by, word):
        return reason
    goal, here, ground = g.game.board.index(word), g.hex[unit], g.game.tables.ground
    terms, cites = g.retreat_terms(unit, leaving, by), g.CITES
    if terms.enemies >> goal & 1:
        return IllegalAction(cites.retreat_held, "{hex} is held by the enemy", hex=word)
    near = ground.around[here] >> goal & 1
    if terms.bonds.hexes >> goal & 1 or (near and terms.bonds.crosses(ground, here, goal)):
        return IllegalAction(
            cites.retreat_bond, "an enemy ZOC Bond closes the way to {hex}", hex=word
        )
    if reason := g.refuse_retreat(unit, goal, terms):
        return reason
    away = ground.distances(origin)
    if away.get(goal, 9) <= away.get(here, 0):
        return IllegalAction(cites.retreat_away, "{hex} is no farther away", hex=word)
    if terms.dangerous >> goal & 1:
        return IllegalAction(cites.retreat_zoc, "{hex} lies in an enemy ZOC", hex=word)
    return IllegalAction(
        cites.retreat,
        "the retreat guidelines lead {unit} elsewhere than to {hex}",
        unit=g.id(unit),
        hex=word,
    )


def _no_other(
    unit: int, found: Sequence[Way], origin: int, by: Retreat, g: Battle[Fighting], word: str
) -> IllegalAction | None:
    """Why a unit that went the only way there was, or none, did not go elsewhere."""
    if any(g.word(place) == word for way in found for place in way):
        return None
    return _refuse(g, unit, [unit], origin, by, "retreat", word)


def _expand(
    g: Battle[Fighting], words: Sequence[str], found: list[Way], gone: Way, asked: bool
) -> list[list[str]] | None:
    """``retreat HEX`` for a hex at the end of a way, or ``retreat HEX-HEX``: the hexes to it."""
    if words[0] != "retreat" or len(words) < 2:
        return None
    for way in found:
        path = [*map(g.word, way[len(gone) :])]
        if len(path) > 1 and words[1] in (path[-1], "-".join(path)):
            at = len(gone)
            steps = []
            rest = found
            for place in way[at:]:
                options = {w[at] for w in rest if len(w) > at}
                stop = any(len(w) == at for w in rest)
                if len(options) > 1 or stop or (asked and at == 0):
                    steps += ["retreat", g.word(place)]
                rest = [w for w in rest if len(w) > at and w[at] == place]
                at += 1
            if len(rest) > 1:
                steps.append("stop")
            return [[*steps, *words[2:]]]
    return None
