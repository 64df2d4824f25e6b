"""The Movement Phase: unit by unit, hex by hex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import About, Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from . import march, move_orders, stacking
from .field import Field, Series


def movement(g: Field[Series]) -> Procedure:
    """The active side moves its units, and does what else its game lets it do in the phase."""
    acts = g.game.actions
    idle = True
    while True:
        if g.mover >= 0:
            yield from _step(g)
            idle = False
            continue
        actions = g.offers(lambda: _offers(g))
        if not actions:
            if idle:
                side = g.SIDES[g.active]
                g.tell("pass", g.CITES.move, "no {side} unit can move", side=side)
            g.closes(g.SIDES[g.active])
            return
        choice = yield Ask(
            g.asked(g.active),
            "move",
            g.CITES.move,
            Say("move a unit, or end the movement"),
            actions,
            top=True,
            refuse=lambda verb, word: _refuse(g, verb, word),
            expand=lambda words: move_orders.expand_stack(g, words),
            of=lambda word: move_orders.orders_of(g, word),
            outcome=partial(_outcome, g),
        )
        if choice is acts.done:
            return
        idle = False
        if choice.verb == "move":
            begin(g, choice.value)
        else:
            yield from g.other_move(choice)


def _outcome(g: Field[Series], choice: Action) -> Sequence[Say]:
    return stacking.too_many(g, g.active) if choice is g.game.actions.done else g.move_said(choice)


def _offers(g: Field[Series]) -> list[Action]:
    """What can be done between two moves; [] if there is nothing but to end the movement."""
    movable, acts = g.movable(), g.game.actions
    actions = [acts.move[u] for u in movable] + g.other_moves(movable)
    return [*actions, acts.done] if actions else []


def _refuse(g: Field[Series], verb: str, word: str) -> IllegalAction | None:
    """Why this cannot be done between two moves."""
    if verb in ("to", "stay"):
        return IllegalAction(
            g.CITES.move, "no unit is on the move: the one before has ended its move"
        )
    return g.refuse_move(verb, word)


def begin(g: Field[Series], unit: int) -> None:
    g.mover, g.spent, g.trod, g.modes = unit, 0, 0, g.kinds(unit)


def _step(g: Field[Series]) -> Procedure:
    """One unit on the move: the next hex, something of its game's own, or stay."""
    unit, acts = g.mover, g.game.actions
    here, open_, stays, halts = g.hex[unit], {}, g.modes, 0
    if here >= 0:
        by = g.bounds(unit)
        open_ = march.open_steps(by, here, g.spent, g.trod, g.modes)
        stays = by.stays(g.modes, here)
        halts = by.halts[here] if by.halts else 0
    others = g.other_steps()
    if g.trod and not open_ and not others:
        stop(g)
        return
    actions = [acts.to[h] for h in open_]
    actions += others
    bound = None
    if stays or not g.trod:
        actions.append(acts.stay)
    else:
        bound = passes(g, here)
    choice = yield Ask(
        g.asked(g.active),
        "step",
        g.CITES.move,
        Say("where should {unit} go?", unit=g.id(unit)),
        actions,
        top=True,
        continues=True,
        about=About((g.id(unit),)),
        otherwise=None if bound else acts.stay,
        unfinished=bound,
        refuse=lambda verb, word: move_orders.refuse_step(g, verb, word) or bound,
        expand=lambda words: (
            (None if bound else _last_move(g, words)) or move_orders.expand_path(g, words)
        ),
        rest=partial(_farther, g),
        of=lambda word: move_orders.orders_of(g, word),
        outcome=lambda choice: (
            stacking.too_many(g, g.active, 1 << here) if choice is acts.stay and here >= 0 else ()
        ),
    )
    if choice is acts.stay:
        stop(g)
    elif choice.verb == "to":
        yield from _enter(g, choice.value, open_[choice.value])
        if g.mover == unit and halts >> choice.value & 1:
            stop(g)
    else:
        yield from g.other_step(choice)


def _farther(g: Field[Series], action: Action, words: Sequence[str]) -> Sequence[str]:
    """``to HEX to HEX`` is refused where the first hex ends the move; ``stay`` goes without saying there."""
    if action.verb == "to" and words[:1] in (["to"], ["stay"]):
        try:
            move_orders.next_step(g, action.value, farther=True)
        except IllegalAction:
            if words[0] == "to":
                raise
            return words[1:]
    return words


def _last_move(g: Field[Series], words: Sequence[str]) -> list[list[str]] | None:
    """``done`` while the last unit is on the move: it stays, and the phase ends by itself."""
    if list(words) != [g.game.actions.done.verb]:
        return None
    after = g.copy()
    stop(after)
    movable = after.movable()
    return None if movable or after.other_moves(movable) else [[g.game.actions.stay.verb]]


def passes(g: Field[Series], here: int) -> IllegalAction:
    """Why the unit on the move cannot end its move where it stands."""
    facts = {"unit": g.id(g.mover), "hex": g.word(here)}
    return g.refuse_goal(here) or IllegalAction(
        g.CITES.stacking, "{unit} may pass {hex}, not end its move there", **facts
    )


def _enter(g: Field[Series], place: int, step: tuple[int, int]) -> Procedure:
    """The unit on the move enters a hex or an area beside the map."""
    unit = g.mover
    start, name = g.hex[unit], g.id(unit)
    g.modes &= step[0]
    g.spent = step[1]
    g.trod += 1
    g.leaves(unit, place)
    g.put(unit, place)
    g.tell(
        "move",
        g.CITES.move,
        "{unit} moves from {start} to {hex}",
        unit=name,
        start=g.word(start),
        hex=g.word(place),
    )
    yield from g.entered(unit, place)
    if g.mover == unit and g.zoc(g.enemy) >> place & 1:
        g.tell("zoc", g.CITES.zoc, "{unit} stops in an enemy zone of control", unit=name)
        stop(g)


def stop(g: Field[Series]) -> None:
    """The unit on the move has ended its move."""
    unit = g.mover
    g.moved |= 1 << unit
    g.stopped(unit)
    g.mover, g.spent, g.trod, g.modes = -1, 0, 0, 0
