"""10.84-10.86 Breaching minefields."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import About, Ask, Asking, Modifier, Procedure, Roll, led_to
from ...engine.words import IllegalAction, Say
from ...hexes import OFF, members
from . import activation
from .actions import refusing
from .counters import AXIS, SIDES
from .situation import NOBODY, Situation


def mined_sides(g: Situation, h: int) -> list[int]:
    """10.8 The hexes across an unbreached minefield from here."""
    return [
        n for d, n in enumerate(g.game.ground.neighbours[h]) if n != OFF and g.mines[d] >> h & 1
    ]


def breachers(g: Situation) -> list[int]:
    """10.84 The units that may try to breach a minefield."""
    mined = g.mines[0] | g.mines[1] | g.mines[2] | g.mines[3] | g.mines[4] | g.mines[5]
    if not mined & g.occupied[AXIS]:
        return []
    able = g.eligible & ~g.marched & ~g.tried
    return [u for u in members(able) if mined >> g.hex[u] & 1]


def refuse(g: Situation, unit: int) -> IllegalAction | None:
    """10.84-10.85 Why the unit may not try to breach; None if it may."""
    counter = g.game.units.units[unit]
    name = counter.id
    if counter.side != AXIS:
        return IllegalAction("10.83", "minefields do not hinder the Allies")
    if not g.eligible >> unit & 1:
        why = activation.refuse(g, unit)
        return why or IllegalAction("7.2", "{unit} was not activated in this impulse", unit=name)
    if g.marched >> unit & 1:
        return IllegalAction("10.84", "{unit} has moved", unit=name)
    if unit in g.assists:
        return IllegalAction("10.85a", "{unit} has assisted others in this impulse", unit=name)
    if g.tried >> unit & 1:
        return IllegalAction("10.84", "{unit} has tried in this impulse", unit=name)
    if not mined_sides(g, g.hex[unit]):
        return IllegalAction("10.84", "no unbreached minefield lies next to {unit}", unit=name)
    return None


def helpers(g: Situation, unit: int) -> list[int]:
    """10.85a The engineers that can assist the unit: in its hex, activated, neither moved nor at work alone."""
    return [u for u in g.stack(g.hex[unit]) if refuse_help(g, unit, u) is None]


def refuse_help(g: Situation, unit: int, helper: int) -> IllegalAction | None:
    """10.85a Why this helper does not assist the unit; None if it may."""
    counters, most = g.game.units.units, g.game.charts.breach["assists"]
    name, whom = counters[helper].id, counters[unit].id
    if counters[unit].type == "engineer":
        return IllegalAction("10.85a", "{unit} is an engineer unit and works alone", unit=whom)
    if counters[helper].type != "engineer":
        return IllegalAction("10.85a", "{unit} is not an engineer unit", unit=name)
    if g.hex[helper] != g.hex[unit]:
        return IllegalAction(
            "10.85a", "{unit} is not in the same hex as {other}", unit=name, other=whom
        )
    if not g.eligible >> helper & 1:
        return IllegalAction("10.85a", "{unit} is not activated in this impulse", unit=name)
    if g.marched >> helper & 1:
        return IllegalAction("10.85a", "{unit} has moved", unit=name)
    done = g.assists.count(helper)
    if done >= most:
        return IllegalAction(
            "10.85a", "{unit} assists no more than {most} units in an impulse", unit=name, most=most
        )
    if g.tried >> helper & 1 and not done:
        return IllegalAction("10.85a", "{unit} has worked alone in this impulse", unit=name)
    return None


def _refuse_assist(g: Situation, unit: int, word: str) -> IllegalAction | None:
    helper = g.game.units.find(word)
    return None if helper is None else refuse_help(g, unit, helper.index)


def _rest(g: Situation, unit: int, words: Sequence[str]) -> Sequence[str]:
    """10.85a Who is to assist is settled before the die falls; alone goes without saying."""
    if words[:1] == ["alone"] and not helpers(g, unit):
        return words[1:]
    if words[:1] == ["with"]:
        words = ["assist", *words[1:]]
    if words[:1] == ["assist"] and len(words) > 1:
        helper = g.game.units.find(words[1])
        refusal = None if helper is None else refuse_help(g, unit, helper.index)
        if refusal is not None:
            raise refusal
    return words


def breach(g: Situation, unit: int) -> Procedure:
    """10.84 An attempt in the movement phase: over which hexside, with whose help; then the die."""
    game, side = g.game, SIDES[AXIS]
    across = game.actions.across
    choice = yield Ask(
        side,
        "breach across",
        "10.84",
        Say("which minefield should {unit} try to breach?", unit=game.units[unit].id),
        [across[h] for h in mined_sides(g, g.hex[unit])],
        continues=True,
        about=About(units=(game.units[unit].id,)),
        unfinished=IllegalAction("10.84", "say which hexside"),
        refuse=lambda verb, word: (
            IllegalAction("10.84", "no unbreached minefield lies before {hex}", hex=word)
            if g.game.is_hex(word)
            else None
        ),
        rest=lambda action, words: _rest(g, unit, words),
        outcome=lambda action: [hope(g, unit, assisted=False)],
    )
    goal, engineer = choice.value, NOBODY
    able = helpers(g, unit)
    if able:
        help_ = yield Ask(
            side,
            "breach assist",
            "10.85",
            Say("does an engineer assist {unit}?", unit=game.units[unit].id),
            [*(game.actions.assist[u] for u in able), game.actions.alone],
            continues=True,
            about=About(units=(game.units[unit].id,), hexes=(choice.word,)),
            otherwise=game.actions.alone,
            refuse=refusing("assist", lambda word: _refuse_assist(g, unit, word)),
            outcome=lambda action: [hope(g, unit, assisted=action.verb == "assist")],
        )
        engineer = help_.value if help_.verb == "assist" else NOBODY
    g.tried |= 1 << unit
    g.acted |= 1 << unit
    team = [unit]
    if engineer != NOBODY:
        g.tried |= 1 << engineer
        g.acted |= 1 << engineer
        g.assists = (*g.assists, engineer)
        team.append(engineer)
    if (yield from attempt(g, unit, goal, engineer != NOBODY)):
        g.through = (*g.through, *((u, goal) for u in team))


def hope(g: Situation, unit: int, *, assisted: bool) -> Say:
    """10.84 What an attempt may bring and cost."""
    table, engineers = g.game.charts.breach, assisted or g.game.units[unit].type == "engineer"
    faces = [die + table["engineer"] * engineers for die in range(1, 7)]
    breach, loss = (
        f"{round(100 * sum(each) / len(faces))}%"
        for each in (
            [total >= table["success"] for total in faces],
            [total <= table["loss"] for total in faces],
        )
    )
    if engineers:
        return Say("{breach} to breach it", breach=breach)
    return Say("{breach} to breach it, {loss} to lose a step", breach=breach, loss=loss)


def attempt(g: Situation, unit: int, goal: int, assisted: bool) -> Asking[bool]:
    """10.84 The die: success is told to the caller; a 1 costs the unit a step.

    10.81b An advance after combat tries in the same way.
    """
    game, table = g.game, g.game.charts.breach
    start, label = g.hex[unit], game.board.label
    counter = game.units.units[unit]
    die = yield Roll("10.84", "the breach of a minefield", SIDES[AXIS])
    aids = []
    if assisted or counter.type == "engineer":
        aids.append(Modifier("10.84", Say("engineers"), table["engineer"]))
    total = die + sum(each.amount for each in aids)
    done = total >= table["success"]
    facts = {"unit": counter.id, "start": label(start), "hex": label(goal)}
    facts |= led_to(die, "breach" if done else "-", aids)
    if done:
        g.breach(start, goal)
        g.tell("breach", "10.86", "{unit} breaches the minefield {start}/{hex}: die {sum}", **facts)
        return True
    g.tell(
        "breach", "10.84", "{unit} fails to breach the minefield {start}/{hex}: die {sum}", **facts
    )
    if total <= table["loss"]:
        g.lose_step(unit, "10.84")
    return False
