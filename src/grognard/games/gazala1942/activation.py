"""7.2-7.3 Activation: which units a drawn marker lets move and fight, and why the others may not."""

from __future__ import annotations

from ...engine.decision import About, Ask, Procedure
from ...engine.words import IllegalAction, Say
from . import headquarters, supply
from .actions import refusing
from .counters import SIDES
from .situation import INDEPENDENT, LEFT, Situation


def activate(g: Situation) -> None:
    """7.2 The units that may be activated in this impulse, and their supply (6.12)."""
    game = g.game
    g.eligible = 0
    for u in g.on_map(g.active):
        if refuse(g, u) is None:
            g.eligible |= 1 << u
    supply.check_impulse(g, g.eligible)
    names = len([u for u in g.on_map(g.active) if g.eligible >> u & 1])
    g.tell(
        "impulse",
        "7.2",
        "{hq} is activated; units that may act: {count}",
        hq=game.units[g.headquarters].id,
        count=names,
    )


def promise(g: Situation, hq: int) -> list[Say]:
    """7.2 What the marker of an HQ brings into the cup, as the units lie now."""
    able = [u for u in g.on_map(g.game.units[hq].side) if _refuse(g, u, hq) is None]
    return [Say("units that could act from where they are: {count}", count=len(able))]


def refuse(g: Situation, unit: int) -> IllegalAction | None:
    """7.2-7.3 Why the HQ of this impulse may not activate the unit; None if it may."""
    counter = g.game.units.units[unit]
    if counter.side != g.active:
        return IllegalAction("3.0", "{unit} belongs to the other side", unit=counter.id)
    return _refuse(g, unit, g.headquarters)


def _refuse(g: Situation, unit: int, hq: int) -> IllegalAction | None:
    """7.2-7.3 Why an HQ may not activate the unit of its side; None if it may."""
    game = g.game
    counter, name = game.units.units[unit], game.units.units[unit].id
    boss = g.command[unit]
    if g.hex[unit] == LEFT:
        return IllegalAction("4.34", "{unit} has left the map for good", unit=name)
    if g.hex[unit] < 0:
        return IllegalAction("3.0", "{unit} is not on the map", unit=name)
    if headquarters.orphaned(g, unit):
        return IllegalAction("10.13a", "{unit} belongs to an eliminated headquarters", unit=name)
    if hq == game.rommel:
        if g.hex[unit] != g.hex[hq]:
            return IllegalAction("10.2c3", "{unit} is not in Rommel's hex", unit=name)
        if g.used_rommel >> unit & 1:
            return IllegalAction("10.2c4", "Rommel has activated {unit} already", unit=name)
        return None
    if g.used >> unit & 1:
        return IllegalAction("3.0", "{unit} has been activated this turn", unit=name)
    if unit == hq:
        return None
    if counter.hq:
        return IllegalAction("2.2", "{unit} waits for its own impulse marker", unit=name)
    if boss == hq:
        return None
    if boss != INDEPENDENT:
        return IllegalAction(
            "7.3",
            "{unit} belongs to {formation}",
            unit=name,
            formation=game.full_name(boss),
        )
    return _refuse_independent(g, unit, hq)


def _refuse_independent(g: Situation, unit: int, hq: int) -> IllegalAction | None:
    """3.2a, 7.32b Independents: any HQ in whose range they are; beyond it the nearest."""
    game, h = g.game, g.hex[unit]
    if g.hex[hq] < 0:
        name = game.units[hq].id
        return IllegalAction("7.2a", "{unit} is not on the map any more", unit=name)
    distance = game.board.grid.distance
    away = distance(h, g.hex[hq])
    if away <= game.units[hq].range:
        return None
    for other in supply.headquarters(g, game.units[hq].side):
        if other != hq and distance(h, g.hex[other]) < away:
            return IllegalAction(
                "7.32b",
                "{unit} is out of range, and {hq} is nearer",
                unit=game.units[unit].id,
                hq=game.units[other].id,
            )
    return None


def reassign(g: Situation) -> Procedure:
    """7.32a The side whose part it is may move one unit from one formation to another."""
    game, side = g.game, g.active
    assign, under = game.actions.assign, game.actions.under
    heads = supply.headquarters(g, side)
    mine = [
        u
        for u in g.on_map(side)
        if g.command[u] >= 0 and not game.units[u].hq and any(hq != g.command[u] for hq in heads)
    ]
    if not mine:
        g.tell("pass", "7.32", "no {side} unit can change its formation", side=SIDES[side])
        g.closes(SIDES[side], "assign", refuse_assigning)
        return
    choice = yield Ask(
        SIDES[side],
        "assign",
        "7.32",
        Say("one unit may change its formation"),
        [*(assign[u] for u in mine), game.actions.pass_],
        top=True,
        refuse=refusing("assign", lambda word: refuse_assigning(g, word)),
    )
    if choice.verb == "pass":
        return
    unit = choice.value
    to = yield Ask(
        SIDES[side],
        "assign to",
        "7.32a",
        Say("to which headquarters should {unit} go?", unit=game.units[unit].id),
        [under[hq] for hq in heads if hq != g.command[unit]],
        continues=True,
        about=About(units=(game.units[unit].id,)),
        outcome=lambda a: [_distance(g, unit, a.value)],
        refuse=refusing("under", lambda word: _refuse_under(g, unit, word)),
        expand=lambda words: [["under", *words[1:]]] if words[0] == "to" and words[1:] else None,
    )
    g.command[unit] = to.value
    g.tell(
        "assign",
        "7.32a",
        "{unit} now belongs to {formation}",
        unit=game.units[unit].id,
        formation=game.full_name(to.value),
    )


def _distance(g: Situation, unit: int, hq: int) -> Say:
    """7.21 How far a unit would be from its HQ, and how far the HQ reaches."""
    away = g.game.board.grid.distance(g.hex[unit], g.hex[hq])
    return Say("hexes away: {away}; range: {range}", away=away, range=g.game.units[hq].range)


def _refuse_under(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """7.32a, 7.2b Why the unit does not go to this HQ."""
    hq = g.game.units.find(word)
    if hq is None:
        return None
    if not hq.hq:
        return IllegalAction("7.32a", "{unit} is not a headquarters", unit=hq.id)
    if hq.side != g.active:
        return IllegalAction("7.32a", "{unit} belongs to the other side", unit=hq.id)
    if hq.rommel:
        return IllegalAction("10.2c3", "Rommel has no formation of his own")
    if g.hex[hq.index] < 0:
        return IllegalAction("7.32a", "{unit} is not on the map", unit=hq.id)
    name = g.game.units[unit].id
    return IllegalAction("7.32a", "{unit} belongs to {hq} already", unit=name, hq=hq.id)


def refuse_assigning(g: Situation, word: str) -> IllegalAction | None:
    """7.32 Why this unit cannot change its formation."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if unit.side != g.active:
        return IllegalAction("7.32a", "{unit} belongs to the other side", unit=unit.id)
    if unit.hq:
        return IllegalAction("7.32a", "{unit} is a headquarters", unit=unit.id)
    if g.hex[unit.index] < 0:
        return IllegalAction("7.32a", "{unit} is not on the map", unit=unit.id)
    boss = g.command[unit.index]
    if boss >= 0:
        hq = g.game.units[boss].id
        return IllegalAction("7.32a", "{unit} belongs to {hq} already", unit=unit.id, hq=hq)
    return IllegalAction("7.32b", "{unit} is independent and needs no formation", unit=unit.id)
