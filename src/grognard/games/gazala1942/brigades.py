"""10.6 Brigades split into a reduced brigade and a battalion, and join again."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from .actions import refusing
from .counters import ALLIED, SIDES, WHOLE
from .situation import GONE, NOBODY, SPARE, Situation


def splittable(g: Situation) -> list[int]:
    """10.6a Activated brigades at full strength with a battalion counter to spare."""
    return [u for u in g.on_map(ALLIED) if refuse_split(g, u) is None]


def refuse_split(g: Situation, unit: int) -> IllegalAction | None:
    """10.6a Why the unit may not split; None if it may."""
    counter = g.game.units.units[unit]
    if counter.side != ALLIED:
        return IllegalAction("10.6a", "only Allied brigades split")
    if g.hex[unit] < 0:
        return IllegalAction("10.6a", "{unit} is not on the map", unit=counter.id)
    if counter.steps != WHOLE:
        return IllegalAction("10.6a", "{unit} is not a brigade of three steps", unit=counter.id)
    if g.steps[unit] != WHOLE:
        return IllegalAction("10.6a", "{unit} is not at full strength", unit=counter.id)
    if not g.eligible >> unit & 1:
        return IllegalAction("10.6a", "{unit} is not activated", unit=counter.id)
    if g.spare_battalion(unit) == NOBODY:
        return IllegalAction("10.6a", "no battalion counter is left for {unit}", unit=counter.id)
    return None


def split(g: Situation) -> Procedure:
    """10.6a At the start of an Allied impulse."""
    game = g.game
    while able := splittable(g):
        choice = yield Ask(
            SIDES[ALLIED],
            "split",
            "10.6",
            Say("split a brigade, or go on to the movement"),
            [*(game.actions.split[u] for u in able), game.actions.done],
            top=True,
            refuse=refusing("split", lambda word: _refuse_word(g, word)),
        )
        if choice.verb == "done":
            return
        unit = choice.value
        part = g.spare_battalion(unit)
        g.steps[unit] = WHOLE - 1
        g.steps[part] = 1
        g.command[part] = g.command[unit]
        zone, control = g.zones[ALLIED], g.control
        g.put(part, g.hex[unit])
        g.as_before(ALLIED, zone, control)
        g.supply[part], g.impulse_supply[part] = g.supply[unit], g.impulse_supply[unit]
        g.eligible |= 1 << part
        g.acted |= 1 << unit | 1 << part
        g.moved |= (g.moved >> unit & 1) << part
        g.held |= (g.held >> unit & 1) << part
        g.tell(
            "split",
            "10.6a",
            "{unit} splits: {battalion} is a unit of its own",
            unit=game.units[unit].id,
            battalion=game.units[part].id,
        )
    g.closes(SIDES[ALLIED], "split", _refuse_word)


def _refuse_word(g: Situation, word: str) -> IllegalAction | None:
    unit = g.game.units.find(word)
    return None if unit is None else refuse_split(g, unit.index)


def partner(g: Situation, unit: int) -> tuple[int, int] | None:
    """10.6b What a battalion joins: a reduced brigade of its kind, or another battalion.

    Gives the unit that it joins and the brigade counter that then lies there; None if nothing.
    """
    game = g.game
    counters = game.units.units
    battalion = counters[unit]
    if not battalion.brigade or g.hex[unit] < 0:
        return None
    stack = g.stack(g.hex[unit])
    own = game.brigade_of[unit]
    for u in stack:
        if u == own and g.steps[u] == WHOLE - 1:
            return u, u
    for u in stack:
        if counters[u].steps == WHOLE and g.steps[u] == WHOLE - 1 and _parted(g, u, unit):
            return u, u
    for u in stack:
        if u != unit and counters[u].brigade and counters[u].values == battalion.values:
            for brigade in (own, game.brigade_of[u]):
                if g.hex[brigade] in (SPARE, GONE):
                    return u, brigade
    return None


def _parted(g: Situation, brigade: int, battalion: int) -> bool:
    """10.6b Whether the battalion stands for one that the brigade gave off: its own is not on the map."""
    fitting = g.game.fitting[brigade]
    return battalion in fitting and g.hex[fitting[0]] < 0


def join(g: Situation) -> Procedure:
    """10.6b At the end of an Allied impulse parts in one hex may become one unit again."""
    game = g.game
    while able := [u for u in g.on_map(ALLIED) if partner(g, u) is not None]:
        choice = yield Ask(
            SIDES[ALLIED],
            "join",
            "10.6b",
            Say("which battalion joins a part of a brigade in its hex?"),
            [*(game.actions.join[u] for u in able), game.actions.done],
            top=True,
            refuse=refusing("join", lambda word: _refuse_joining(g, word)),
            expand=lambda words: _brigade_first(g, words),
            rest=lambda action, words: _rest(g, action, words),
        )
        if choice.verb == "done":
            return
        unite(g, choice.value)
    g.closes(SIDES[ALLIED], "join", _refuse_joining)


def _brigade_first(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """``join BRIGADE with BATTALION``: the battalion joins it."""
    names = [word for word in words[1:] if word != "with"]
    if words[0] != "join" or len(names) != 2:
        return None
    first, second = map(g.game.units.find, names)
    if first is None or second is None or first.brigade or not second.brigade:
        return None
    return [["join", second.id, first.id]]


def _rest(g: Situation, action: Action, words: Sequence[str]) -> Sequence[str]:
    """``join BATTALION with UNIT``: the unit that it joins may be named."""
    left = list(words[1:] if words[:1] == ["with"] else words)
    named = g.game.units.find(left[0]) if action.verb == "join" and left else None
    if named is None:
        return words
    found = partner(g, action.value)
    assert found is not None
    if found[0] != named.index:
        raise IllegalAction(
            "10.6b",
            "{unit} joins {other} here, not {named}",
            unit=action.word,
            other=g.game.units[found[0]].id,
            named=named.id,
        )
    return left[1:]


def unite(g: Situation, unit: int) -> None:
    """10.6b Two parts become one; it counts as activated or moved if one of them was."""
    game = g.game
    found = partner(g, unit)
    assert found is not None
    other, brigade = found
    steps = g.steps[unit] + g.steps[other]
    level = max(g.supply[unit], g.supply[other])
    now = max(g.impulse_supply[unit], g.impulse_supply[other])
    marks = {
        name: (getattr(g, name) >> unit | getattr(g, name) >> other) & 1
        for name in ("used", "acted", "moved", "held", "eligible")
    }
    zone, control = g.zones[ALLIED], g.control
    g.remove(unit, SPARE)
    if other != brigade:
        g.exchange(other, brigade, steps)
    g.as_before(ALLIED, zone, control)
    g.steps[brigade] = steps
    g.supply[brigade] = max(g.supply[brigade], level)
    g.impulse_supply[brigade] = max(g.impulse_supply[brigade], now)
    for name, on in marks.items():
        setattr(g, name, getattr(g, name) | on << brigade)
    g.tell(
        "join",
        "10.6b",
        "{unit} now has {steps} steps",
        unit=game.units[brigade].id,
        steps=steps,
    )


def _refuse_joining(g: Situation, word: str) -> IllegalAction | None:
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if not unit.brigade:
        return IllegalAction(
            "10.6b", "{unit} is not a battalion: name the battalion that joins", unit=unit.id
        )
    return IllegalAction(
        "10.6b", "{unit} has no other part of a brigade of its kind in its hex", unit=unit.id
    )
