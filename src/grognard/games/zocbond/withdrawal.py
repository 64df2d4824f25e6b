"""Units retreat one after the other, hex by hex, as their owner likes within the guidelines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from .field import Field, Series
from .retreats import Terms, Way, ways


class Guide(NamedTuple):
    """What a game says of a retreat."""

    rule: str
    shortest: int
    longest: int
    terms: Callable[[int, Collection[int]], Terms]
    """What bounds a unit while others leave with it."""
    step: Callable[[int, int], Procedure]
    """A unit goes to the next place of its way, with all that follows from it."""
    refuse: Callable[[int, Collection[int], int, str, str], IllegalAction | None]
    """Why a unit, leaving with others from a hex, may not do so: a verb and a word."""
    ways: Callable[[int, Collection[int]], list[Way]] | None = None
    """The ways open to a unit while others leave with it, where a game ranks them by itself."""


def withdraw(g: Field[Series], units: Sequence[int], by: Guide) -> Procedure:
    """All units retreat, in the order and each the way that its owner likes, or are eliminated."""
    leaving, counters = set(units), g.game.units.units
    for u in units:
        if g.hex[u] >= 0 and not counters[u].move:
            g.eliminate(u, g.CITES.no_retreat)
    waiting = [u for u in units if g.hex[u] >= 0]
    while waiting:
        found: dict[int, list[Way]] = {}
        for u in waiting:
            if by.ways is not None:
                open_ = by.ways(u, leaving)
            else:
                open_ = ways(by.terms(u, leaving), g.hex[u], by.shortest, by.longest)
            if open_:
                found[u] = open_
        if not found:
            for u in waiting:
                g.eliminate(u, g.CITES.no_retreat)
            return
        unit = max(found, key=lambda u: len(found[u]) > 1)
        others = [u for u in found if u != unit] if len(found[unit]) > 1 else []
        before = yield from _one(g, unit, found[unit], by, others)
        if before is not None:
            unit = before
            yield from _one(g, unit, found[unit], by, [])
        waiting.remove(unit)


def _one(
    g: Field[Series], unit: int, found: list[Way], by: Guide, others: Sequence[int]
) -> Asking[int | None]:
    """One unit retreats along one of the ways found for it, or its owner sends another first."""
    counter = g.game.units.units[unit]
    origin, size = g.hex[unit], g.game.tables.size
    gone: Way = ()
    while True:
        onward = {way[len(gone)] for way in found if len(way) > len(gone)}
        # An enemy may meanwhile have fallen back onto the way.
        shut = g.occupied[1 - counter.side]
        places = sorted(h for h in onward if h >= size or not shut >> h & 1)
        may_stop = gone in found
        if not places:
            if not may_stop:
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
        gone = (*gone, place)
        found = [way for way in found if way[: len(gone)] == gone]
        yield from by.step(unit, place)
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
    g: Field[Series],
    unit: int,
    places: list[int],
    may_stop: bool,
    found: list[Way],
    gone: Way,
    others: Sequence[int],
    origin: int,
    by: Guide,
) -> Asking[Action]:
    """The next hex; before the first one another unit of the stack may be sent first."""
    acts = g.game.actions
    actions = [acts.retreat[h] for h in places]
    if may_stop:
        actions.append(acts.stop)
    if not gone:
        actions += [acts.retire[u] for u in others]
    choice: Action = yield Ask(
        g.SIDES[g.game.units[unit].side],
        "retreat",
        g.CITES.retreat,
        Say("where does {unit} retreat?", unit=g.id(unit)),
        actions,
        continues=bool(gone),
        about=g.about([unit]),
        refuse=lambda verb, word: by.refuse(unit, [unit, *others], origin, verb, word),
        expand=lambda words: _expand(g, words, found, gone, bool(others)),
    )
    return choice


def _expand(
    g: Field[Series], words: Sequence[str], found: list[Way], gone: Way, asked: bool
) -> list[list[str]] | None:
    """``retreat HEX`` for a hex at the end of a way: the hexes to it."""
    if words[0] != "retreat" or len(words) < 2:
        return None
    for way in found:
        if g.word(way[-1]) == words[1] and len(way) > len(gone) + 1:
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
