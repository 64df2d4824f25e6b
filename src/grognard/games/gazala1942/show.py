"""What a page, a picture or a screen shows of the situation."""

from __future__ import annotations

from ...engine.view import Display, Piece
from ...engine.words import Say
from ...hexes import mask_of
from . import steps
from .counters import ALLIED, AXIS, SIDES
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
                unit.name,
                factors,
                (0 if h in BOXES else at, unit.steps),
                tuple(_marks(g, u)),
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
                date=setting.date(g.turn),
            ),
        )
    ]
    if g.marker >= 0:
        rows.append((Say("impulse"), Say("{hq}", hq=g.game.units[g.headquarters].name)))
    if g.air:
        rows.append((Say("air support"), Say("{columns} columns", columns=g.air)))
    if g.withdrawing:
        rows.append((Say("withdrawal"), Say("the Allies withdraw")))
    return rows


def reach(g: Situation, word: str) -> dict[str, tuple[str, list[str]]]:
    """4.1 Where a unit could go now: by hex, the cost and the path."""
    unit, label = g.game.units.find(word), g.game.board.label
    if unit is None or g.hex[unit.index] < 0:
        return {}
    found = steps.reach(g, unit.index)
    return {
        label(h): (f"{cost / 2:g}", [label(n) for n in steps.path(g, unit.index, found, h)])
        for h, cost in found.items()
        if h != g.hex[unit.index]
    }


def tracks(g: Situation) -> list[Display]:
    return []


def check(g: Situation) -> list[Say]:
    """4.32, 5.0 What must always hold."""
    game, wrong = g.game, []
    for h, stack in g.at.items():
        label = game.board.label(h)
        if len({game.units[u].side for u in stack}) != 1:
            wrong.append(Say("{place}: both sides", place=label))
        if not game.ground.land >> h & 1:
            wrong.append(Say("{place}: units in the sea", place=label))
        if any(g.hex[u] != h for u in stack) or len(set(stack)) != len(stack):
            wrong.append(Say("{place}: a unit in two places", place=label))
    for u, h in enumerate(g.hex):
        unit, left = game.units[u], g.steps[u]
        if h >= 0 and u not in g.at.get(h, ()):
            wrong.append(Say("{unit}: not where it is", unit=unit.id))
        if (h >= 0 and not 0 < left <= unit.steps) or (h in (GONE, LEFT, SPARE) and left):
            wrong.append(Say("{unit}: {steps} steps", unit=unit.id, steps=left))
        if h >= 0 and unit.steps == 3 and left == 1:
            wrong.append(Say("{unit}: {steps} steps", unit=unit.id, steps=left))
    for side in (AXIS, ALLIED):
        if g.occupied[side] != mask_of(g.hex[u] for u in g.on_map(side)):
            wrong.append(Say("{side}: occupied hexes do not match", side=SIDES[side]))
        if g.phase != "set-up":
            lost = g.occupied[side] & (~g.control if side == AXIS else g.control)
            if lost:
                wrong.append(Say("{side}: occupied hexes not controlled", side=SIDES[side]))
    fresh = g.copy()
    fresh.zones = [0, 0]
    fresh.rezone()
    if fresh.zones != g.zones:
        wrong.append(Say("zones of control do not match"))
    return wrong
