"""4.0 Setting up: the Allies on their beaches, then the Germans on the north-edge roads."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from .counters import ALLIED, GERMAN, SIDES
from .situation import LATER, Situation


def setup(g: Situation) -> Procedure:
    """4.0a-b The Allied player places first, then the German."""
    while waiting := [u for u in _starters(g) if g.hex[u] == LATER and setup_hexes(g, u)]:
        actions = [g.game.actions.place[u] for u in waiting]
        if g.game.default_setup:
            actions.append(g.game.actions.default)
        choice = yield Ask(
            SIDES[g.active],
            "set up",
            "4.0",
            Say("place a unit, or take the default set-up for the rest"),
            actions,
            top=True,
            refuse=lambda verb, word: _refuse_unit(g, word),
            of=lambda word: _orders_of(g, word),
        )
        if choice.verb == "default":
            for u in waiting:
                _place(g, u, g.game.default_setup[u])
            continue
        unit = choice.value
        at = g.game.actions.at
        where = yield Ask(
            SIDES[g.active],
            "set up where",
            "4.0a" if g.active == ALLIED else "4.0b",
            Say("where is {unit} set up?", unit=g.game.units[unit].id),
            [at[h] for h in members(setup_hexes(g, unit))],
            continues=True,
            about=g.about([unit]),
            refuse=lambda verb, word, unit=unit: refuse(g, unit, word),  # type: ignore[misc]
        )
        _place(g, unit, where.value)


def _starters(g: Situation) -> range | list[int]:
    low, high = g.game.span[g.active]
    return [u for u in range(low, high) if g.game.units[u].turn == 0]


def setup_hexes(g: Situation, unit: int) -> int:
    """4.0a-b Where a unit may be set up; the stacking rule does not apply (4.0c)."""
    counter = g.game.units[unit]
    if counter.side == GERMAN:
        return g.game.entry & ~g.occupied[ALLIED]
    beach = g.game.beaches.get(counter.nationality)
    if beach is None:
        return 0
    return g.game.board.grid.within(beach, 1) & g.game.tables.land & ~g.occupied[GERMAN]


def refuse(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """4.0a-b Why the unit may not be set up there."""
    if not g.game.is_hex(word):
        return None
    counter = g.game.units[unit]
    if counter.side == GERMAN:
        return IllegalAction(
            "4.0b", "German units set up on road hexes of the north edge, not in {hex}", hex=word
        )
    return IllegalAction(
        "4.0a",
        "{nation} units set up on land within one hex of {beach}, not in {hex}",
        nation=Say(counter.nationality),
        beach=g.game.board.label(g.game.beaches[counter.nationality]),
        hex=word,
    )


def _refuse_unit(g: Situation, word: str) -> IllegalAction | None:
    """4.0 Why this unit is not set up now."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if g.hex[unit.index] != LATER:
        return IllegalAction("4.0", "{unit} is not waiting to be set up", unit=unit.id)
    if unit.turn:
        return IllegalAction(
            "4.0e", "{unit} is a reinforcement of turn {turn}", unit=unit.id, turn=unit.turn
        )
    if unit.side != g.active:
        return IllegalAction("4.0a", "the Allies set up first, then the Germans")
    return IllegalAction("4.0", "this board has no hex to set up {unit} in", unit=unit.id)


def _place(g: Situation, unit: int, h: int) -> None:
    g.put(unit, h)
    g.entered |= 1 << unit
    g.tell(
        "place",
        "4.0",
        "{unit} sets up in {hex}",
        unit=g.game.units[unit].id,
        hex=g.game.board.label(h),
    )


def _orders_of(g: Situation, word: str) -> list[Action]:
    unit = g.game.units.find(word)
    if unit is None or unit.side != g.active or g.hex[unit.index] != LATER or unit.turn:
        return []
    label = g.game.board.label
    return [Action(f"place {unit.id}", label(h), h) for h in members(setup_hexes(g, unit.index))]
