"""9.0 Reinforcements: by road from the north, or over the quays of Anzio and Nettuno."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from .counters import ALLIED, GERMAN, SIDES
from .situation import LATER, Situation

ARRIVALS = {2: "9.0e", 3: "9.0f", 5: "9.0g", 7: "9.0h"}
"""The rows of the reinforcement table by turn."""


def reinforcements(g: Situation) -> Procedure:
    """9.0 Place the units due this turn; who has nowhere to enter waits (ruling)."""
    if not due(g):
        g.tell("pass", "9.0", "no {side} reinforcements are due", side=SIDES[g.active])
    while waiting := [u for u in due(g) if entry_hexes(g, u)]:
        choice = yield Ask(
            SIDES[g.active],
            "reinforce",
            "9.0",
            Say("place a reinforcement"),
            [g.game.actions.place[u] for u in waiting],
            top=True,
            refuse=lambda verb, word: refuse_unit(g, word),
            of=lambda word: _orders_of(g, word),
        )
        unit = choice.value
        at = g.game.actions.at
        where = yield Ask(
            SIDES[g.active],
            "reinforce where",
            "9.0b" if g.active == ALLIED else "9.0a",
            Say("where should {unit} enter?", unit=g.game.units[unit].id),
            [at[h] for h in members(entry_hexes(g, unit))],
            continues=True,
            about=g.about([unit]),
            refuse=lambda verb, word, unit=unit: refuse(g, unit, word),  # type: ignore[misc]
        )
        g.put(unit, where.value)
        g.entered |= 1 << unit
        g.tell(
            "enter",
            "9.0",
            "{unit} enters in {hex}",
            unit=g.game.units[unit].id,
            hex=g.game.board.label(where.value),
        )
    for u in due(g):
        g.tell("wait", "9.0", "{unit} finds no free entry hex and waits", unit=g.game.units[u].id)
    g.closes(SIDES[g.active])


def due(g: Situation) -> list[int]:
    """9.0e-h The units of the active side that should enter now."""
    low, high = g.game.span[g.active]
    return [u for u in range(low, high) if g.hex[u] == LATER and g.game.units[u].turn <= g.turn]


def entry_hexes(g: Situation, unit: int) -> int:
    """9.0a-c Where a reinforcement may enter; the stacking limit does not apply (4.0c)."""
    counter = g.game.units[unit]
    if counter.side == GERMAN:
        return g.game.entry & ~g.occupied[ALLIED]
    german = g.occupied[GERMAN]
    ports = g.game.port_mask & ~german
    if ports:
        return ports
    near = g.game.tables.spread(g.game.port_mask) & g.game.tables.land & ~german
    mates = g.game.mates[unit]
    for h in members(near):
        for other in g.group(h):
            same = g.game.units[other].nationality == counter.nationality
            if not same and not mates >> other & 1:
                near &= ~(1 << h)
    return near


def refuse(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """9.0a-c Why the unit may not enter there."""
    if not g.game.is_hex(word):
        return None
    h, counter = g.game.board.index(word), g.game.units[unit]
    free_port = g.game.port_mask & ~g.occupied[GERMAN]
    if g.occupied[1 - counter.side] >> h & 1:
        rule = "9.0a" if counter.side == GERMAN else "9.0b" if free_port else "9.0c"
        return IllegalAction(rule, "{hex} is held by the enemy", hex=word)
    if counter.side == GERMAN:
        return IllegalAction(
            "9.0a", "German units enter on road hexes of the north edge, not in {hex}", hex=word
        )
    if free_port:
        return IllegalAction(
            "9.0b", "Allied units enter at Anzio or Nettuno, not in {hex}", hex=word
        )
    if g.game.tables.spread(g.game.port_mask) & g.game.tables.land & 1 << h:
        return IllegalAction(
            "9.0c", "units of different nationalities may not share the entry hex {hex}", hex=word
        )
    return IllegalAction(
        "9.0c",
        "Anzio and Nettuno are German: Allied units enter on land next to them, not in {hex}",
        hex=word,
    )


def refuse_unit(g: Situation, word: str) -> IllegalAction | None:
    """9.0 Why a unit may not be placed now."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if unit.side != g.active or g.hex[unit.index] != LATER:
        return IllegalAction("9.0", "{unit} is not a reinforcement waiting to enter", unit=unit.id)
    if unit.turn <= g.turn:
        if entry_hexes(g, unit.index):
            return None
        rule = "9.0a" if unit.side == GERMAN else "9.0c"
        return IllegalAction(rule, "{unit} finds no free entry hex and waits", unit=unit.id)
    rule = ARRIVALS.get(unit.turn, "9.0")
    return IllegalAction(rule, "{unit} arrives on turn {turn}", unit=unit.id, turn=unit.turn)


def _orders_of(g: Situation, word: str) -> list[Action]:
    unit = g.game.units.find(word)
    if unit is None or unit.index not in due(g):
        return []
    label = g.game.board.label
    return [Action(f"place {unit.id}", label(h), h) for h in members(entry_hexes(g, unit.index))]
