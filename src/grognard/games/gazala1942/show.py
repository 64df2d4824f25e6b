"""What a page, a picture or a screen shows of the situation."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.view import Piece, Way
from ...engine.words import IllegalAction, Say
from . import steps
from .counters import SIDES
from .situation import GONE, ISOLATED, LATER, LEFT, SPARE, UNSUPPLIED, Situation

BOXES = {GONE: "eliminated", LEFT: "left the map"}


def pieces(g: Situation) -> list[Piece]:
    """2.2 All counters in play, on the map and in boxes."""
    found = []
    for unit in g.game.units:
        u, left = unit.index, g.steps[unit.index]
        h = g.hex[u]
        if h == SPARE or (h == GONE and unit.brigade):
            continue
        if h == LATER:
            turn = g.game.arrival_turn[u]
            where = f"turn {turn}" if turn else "set-up" if u in g.game.zone_of else "at sea"
        else:
            where = BOXES.get(h) or g.game.board.label(h)
        at = left or unit.steps
        if unit.hq:
            factors: tuple[str, ...] = (str(unit.range), str(unit.move[at]))
        else:
            factors = (str(unit.strength[at]), str(unit.armor[at]), str(unit.move[at]))
        found.append(
            Piece(
                unit.id,
                where,
                SIDES[unit.side],
                unit.nationality.lower(),
                symbol(g, u),
                unit.size,
                unit.designation,
                g.game.called.get(unit.id, unit.name),
                factors,
                (0 if h in BOXES else at, unit.steps),
                tuple(_marks(g, u)),
                formation="" if g.command[u] < 0 else g.game.units[g.command[u]].id,
            )
        )
    return found


def symbol(g: Situation, unit: int) -> str:
    """The branch in the counter's box; motorised infantry and engineers have wheels."""
    counter = g.game.units.units[unit]
    if counter.rommel:
        return "commander"
    if counter.mech and counter.type in ("infantry", "engineer"):
        return f"motorized {counter.type}"
    return counter.type


def _marks(g: Situation, unit: int) -> list[str]:
    bit, level = 1 << unit, g.status(unit)
    return [
        mark
        for mark, on in (
            ("unsupplied", level == UNSUPPLIED),
            ("isolated", level == ISOLATED),
            ("active", g.eligible & bit),
            ("used", (g.used | g.used_rommel | g.acted) & bit),
            ("moved", g.marched & bit),
            ("attacked", g.fought & bit),
        )
        if on
    ]


def status(g: Situation) -> list[tuple[Say, Say]]:
    """The header: day, impulse, what is in the cup as far as known."""
    setting = g.game.setting
    rows = [
        (
            Say("turn"),
            Say(
                "{turn} of {turns}, {date}",
                turn=max(g.turn, 1),
                turns=setting.turns,
                date=Say(setting.date(g.turn)),
            ),
        )
    ]
    if g.marker >= 0:
        rows.append((Say("impulse"), g.game.full_name(g.headquarters)))
    if g.air:
        rows.append((Say("air support"), Say("shift +{columns}", columns=g.air)))
    if g.withdrawing:
        rows.append((Say("withdrawal"), Say("the Allies withdraw")))
    return rows


def reach(g: Situation, word: str) -> dict[str, Way]:
    """4.1 Where a unit could go now."""
    unit, label = g.game.units.find(word), g.game.board.label
    if unit is None or g.hex[unit.index] < 0:
        return {}
    found = steps.reach(g, unit.index)
    return {
        label(h): Way(f"{cost / 2:g}", tuple(label(n) for n in steps.path(g, unit.index, found, h)))
        for h, cost in found.items()
        if h != g.hex[unit.index]
    }


def cost(g: Situation, word: str, path: Sequence[str]) -> Way:
    """4.1 What a given way costs a unit."""
    unit, board = g.game.units.find(word), g.game.board
    if unit is None or g.hex[unit.index] < 0:
        raise IllegalAction("4.1", "{unit} is not on the map", unit=word)
    way = [board.index(label) for label in path]
    if way and way[0] == g.hex[unit.index]:
        del way[0]
    spent = steps.along(g, unit.index, way)
    return Way(f"{spent / 2:g}", tuple(board.label(h) for h in way))
