"""3.0 The sequence of play: a turn is an Initial Segment and the impulses that the cup gives.

Each phase is a procedure by its name in ``PHASES``; it asks, changes the situation and names the
next phase.  ``g.active`` is the side whose part it is: in the phases of the Initial Segment that
both sides play (``BOTH``) first the Axis, then the Allies; from ``activation`` on the side whose
marker was drawn.  Every phase can be started afresh at each of its top decisions.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.decision import Draw, Procedure, Roll, led_to
from ...engine.words import Say
from . import (
    activation,
    armor,
    brigades,
    combat,
    command,
    headquarters,
    hecker,
    movement,
    reinforcements,
    replacements,
    setup,
    stacking,
    supply,
    victory,
)
from .counters import ALLIED, AXIS, SIDE_NAMES, SIDES
from .situation import LEFT, NOBODY, Situation


def play(g: Situation) -> Procedure:
    """3.0 Phase after phase until the last turn is over."""
    while g.outcome is None:
        yield from PHASES[g.phase](g)


# -- set-up


def _set_up(g: Situation) -> Procedure:
    """13.0 The sides in the order of the scenario."""
    yield from setup.setup(g)
    if g.active == g.game.setting.order[0]:
        g.active = 1 - g.active
        return
    setup.finish(g)
    new_turn(g)


def new_turn(g: Situation) -> None:
    """3.0 A day begins: markers go back to their owners, everybody may be activated again."""
    g.turn += 1
    g.limit = [0, 0]
    g.picked = g.cup = g.stopped = g.impulses = 0
    g.dropped = g.marker = NOBODY
    g.tracks = ((), ())
    g.used = g.used_rommel = g.moved = g.held = 0
    g.withdrawing = False
    g.air = g.attacks_turn = 0
    g.active = AXIS
    g.phase = "limits" if g.turn == 1 else "withdrawal"
    g.tell("turn", "3.0", "turn {turn}: {date}", turn=g.turn, date=Say(g.game.setting.date(g.turn)))
    reinforcements.arrive(g)


# -- the Initial Segment


def _withdrawal(g: Situation) -> Procedure:
    """7.6a"""
    yield from command.withdrawal(g)
    g.phase = "limits"


def _command(g: Situation) -> Procedure:
    """3.1a Command limits; 10.5 air support. The first cup is the scenario's (13.11b, 13.31a)."""
    if g.turn > 1:
        yield from command.limits(g)
    else:
        for u in g.game.setting.first_cup:
            g.picked |= 1 << g.game.marker_of[u]
    yield from command.air(g)
    _next(g, "replacements")


def _replacements(g: Situation) -> Procedure:
    """3.1b, 11.2 Axis, then Allies."""
    yield from replacements.replacements(g)
    _other_part(g, "returns")


def _returns(g: Situation) -> Procedure:
    """10.13b Headquarters that come back."""
    yield from headquarters.returns(g)
    _other_part(g, "assignment")


def _assignment(g: Situation) -> Procedure:
    """7.32a"""
    yield from activation.reassign(g)
    _other_part(g, "supply")


def _supply(g: Situation) -> Procedure:
    """3.1c, 6.11"""
    supply.check_turn(g)
    _next(g, "note")
    return
    yield  # makes this a procedure like the others


def _note(g: Situation) -> Procedure:
    """10.4a"""
    yield from hecker.note(g)
    _next(g, "markers")


def _markers(g: Situation) -> Procedure:
    """3.1d, 7.4"""
    yield from command.choose(g)
    if g.active == AXIS:
        g.active = ALLIED
        return
    yield from command.fill_cup(g)
    _next(g, "draw")


# -- the impulses


def _draw(g: Situation) -> Procedure:
    """3.2, 3.24, 3.3b The next marker; the Axis draws the first, then whoever was active and goes on.

    When nobody who goes on has one left the turn is over; nobody sees what else was in the cup.
    """
    game = g.game
    going_on = [side for side in (AXIS, ALLIED) if not g.stopped >> side & 1]
    if not any(g.cup & game.side_markers[side] for side in going_on):
        if going_on:
            g.tell("pass", "3.3b", "no marker is left to draw: the turn is over")
        else:
            g.tell("pass", "3.3b", "both sides have stopped: the turn is over")
        g.phase = "end"
        return
    inside = [m for m in range(len(game.markers)) if g.cup >> m & 1]
    names = tuple(game.marker_names[m] for m in inside)
    # Secret, because its place among the things would tell what else is in the cup.
    drawer = SIDES[g.active if g.active in going_on else g.enemy]
    place = yield Draw("3.2", "the next impulse", drawer, names, secret=True)
    m = inside[place]
    g.cup &= ~(1 << m)
    g.tell(
        "draw",
        "3.2",
        "drawn for {purpose}: {thing}",
        side=drawer,
        thing=names[place],
        purpose=Say("the next impulse"),
    )
    unit = game.markers[m]
    side = game.units[unit].side
    if g.stopped >> side & 1:
        g.tell("discard", "3.3b", "the marker of {hq} is discarded", hq=names[place])
        return
    g.tracks = (
        (*g.tracks[0], m) if side == AXIS else g.tracks[0],
        (*g.tracks[1], m) if side == ALLIED else g.tracks[1],
    )
    if not headquarters.in_play(g, unit):
        if g.hex[unit] == LEFT:
            g.tell("discard", "4.34", "{hq} has left the map: no impulse", hq=names[place])
        else:
            g.tell("discard", "10.13a", "{hq} is eliminated: no impulse", hq=names[place])
        return
    g.marker, g.active = m, side
    g.impulses += 1
    g.phase = "activation"


def _activation(g: Situation) -> Procedure:
    """7.2 The start of an impulse; 10.2b Rommel must roll."""
    g.eligible = g.acted = g.marched = g.tried = g.crossed = 0
    g.through, g.assists, g.alert = (), (), ()
    g.attacks = g.fired = g.fought = g.beaten = g.armor_targets = g.targets = 0
    if g.headquarters == g.game.rommel:
        die = yield Roll("10.2", "Rommel's activation", SIDES[AXIS])
        needed = g.game.charts.rommel_active
        facts = {"needed": needed, **led_to(die, "active" if die >= needed else "-")}
        if die < needed:
            g.tell(
                "rommel", "10.2b", "Rommel is not activated: die {sum}, needed {needed}", **facts
            )
            g.phase = "impulse-end"
            return
        g.tell("rommel", "10.2b", "Rommel is activated: die {sum}", **facts)
    activation.activate(g)
    g.phase = "split" if g.active == ALLIED else "movement"


def _split(g: Situation) -> Procedure:
    """10.6a"""
    yield from brigades.split(g)
    g.phase = "movement"


def _movement(g: Situation) -> Procedure:
    """3.21, 4.0"""
    yield from movement.movement(g)
    if g.crowded & g.occupied[g.active]:
        g.crowded &= ~g.occupied[g.active]
    g.phase = "movement-excess"


def _movement_excess(g: Situation) -> Procedure:
    """5.2 The active side at the end of its movement."""
    yield from stacking.excess(g, (g.active,))
    g.phase = "armor"


def _armor(g: Situation) -> Procedure:
    """3.22, 8.0"""
    yield from armor.armor(g)
    g.phase = "combat"


def _combat(g: Situation) -> Procedure:
    """3.23, 9.0"""
    yield from combat.combat(g)
    g.phase = "combat-excess"


def _combat_excess(g: Situation) -> Procedure:
    """5.2 Both sides at the end of combat."""
    yield from stacking.excess(g, (g.active, g.enemy))
    g.phase = "join" if g.active == ALLIED else "impulse-end"


def _join(g: Situation) -> Procedure:
    """10.6b"""
    yield from brigades.join(g)
    g.phase = "impulse-end"


def _impulse_end(g: Situation) -> Procedure:
    """3.24, 3.3a The impulse is over; from the second of the turn on a die says whether the side goes on."""
    if g.crossed:
        g.fallen |= g.crossed
        g.crossed = 0
        g.tell("fortification", "10.7b", "the fortifications that were crossed no longer count")
    if g.headquarters == g.game.rommel:
        g.used_rommel |= g.acted
    else:
        g.used |= g.acted
    side = g.active
    if g.impulses > 1:
        die = yield Roll("3.3", "the end of operations", SIDES[side])
        boxes, track = g.game.charts.boxes[side], g.tracks[side]
        place = track.index(g.marker) if g.marker in track else len(track)
        box = boxes[min(place, len(boxes) - 1)]
        stops = die <= box
        facts = {"side": SIDE_NAMES[side], "box": box, **led_to(die, "stop" if stops else "-")}
        if stops:
            g.stopped |= 1 << side
            g.tell(
                "stop",
                "3.3a",
                "{side} operations end for this turn: die {die}, {box} or less",
                **facts,
            )
        else:
            g.tell("stop", "3.3a", "{side} operations go on: die {die}, more than {box}", **facts)
    g.marker, g.eligible, g.acted = NOBODY, 0, 0
    g.phase = "draw"


def _end(g: Situation) -> Procedure:
    """3.3b, 7.5 The turn is over; after the last one 13.19, 13.27, 13.36 say who has won."""
    hecker.lapse(g)
    if g.turn >= g.game.setting.turns:
        g.outcome = victory.end(g)
    else:
        new_turn(g)
    return
    yield  # makes this a procedure like the others


def _next(g: Situation, phase: str) -> None:
    g.active, g.phase = AXIS, phase


def _other_part(g: Situation, then: str) -> None:
    """The Allies' part of the phase, or the next phase."""
    if g.active == AXIS:
        g.active = ALLIED
    else:
        _next(g, then)


PHASES: dict[str, Callable[[Situation], Procedure]] = {
    "set-up": _set_up,
    "withdrawal": _withdrawal,
    "limits": _command,
    "replacements": _replacements,
    "returns": _returns,
    "assignment": _assignment,
    "supply": _supply,
    "note": _note,
    "markers": _markers,
    "draw": _draw,
    "activation": _activation,
    "split": _split,
    "movement": _movement,
    "movement-excess": _movement_excess,
    "armor": _armor,
    "combat": _combat,
    "combat-excess": _combat_excess,
    "join": _join,
    "impulse-end": _impulse_end,
    "end": _end,
}

BOTH = ("replacements", "returns", "assignment", "markers")
"""The phases that the Axis plays first, then the Allies."""
