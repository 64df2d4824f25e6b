"""24.2 The Invasion Combat Phase of Turn 1."""

from __future__ import annotations

from functools import partial

from ...engine.decision import Ask, Asking, Procedure, Roll, led_to
from ...engine.words import Action, IllegalAction, Say
from ..zocbond import losses, sheets
from ..zocbond.assault import Attack
from ..zocbond.battle import Path
from ..zocbond.combat import resolve
from ..zocbond.pursuit import next_hexes, step
from . import prospects
from .counters import ALLIED, GERMAN, SIDES
from .situation import LATER, Situation


def invasion(g: Situation) -> Procedure:
    """24.2.1 The assault units of each beach land, in any order."""
    acts = g.game.actions
    while g.beaches:
        choice = yield Ask(
            SIDES[ALLIED],
            "invade",
            "24.2.1",
            Say("which beach is assaulted next?"),
            [acts.invade[name] for name in g.beaches],
            top=True,
            refuse=lambda verb, word: _refuse(word) if verb == "invade" and word else None,
        )
        yield from _assault(g, choice.word)
        g.beaches = tuple(name for name in g.beaches if name != choice.word)


def _refuse(word: str) -> IllegalAction:
    """24.2.1 Why a beach cannot be assaulted now."""
    return IllegalAction("24.2.1", "{beach} is not a beach still to be assaulted", beach=word)


def _assault(g: Situation, name: str) -> Procedure:
    """24.2.1-24.2.3 The Invasion CRT: losses, the beach hex, and perhaps one hex more."""
    beach = g.game.beaches[name]
    units = [
        u
        for u, (code, _) in enumerate(g.game.arrivals)
        if code == f"assault {name}" and g.hex[u] == LATER
    ]
    for u in units:
        g.set_steps(u, g.game.units[u].steps)
    sheet = partial(prospects.landing, g, name, units)
    die = yield Roll("24.2.1", "the landing", SIDES[ALLIED], ledger=sheet)
    loss, hexes = g.game.charts.invasion[beach.column][die - 1]
    g.tell(
        "landing",
        "24.2.2",
        "{beach}: die {die}, steps lost: {loss}, advance: {hexes}",
        beach=name,
        loss=loss,
        hexes=hexes,
        **led_to(die, f"{loss}/{hexes}"),
    )
    for u in units:
        g.put(u, beach.hex)
    for _ in range(loss):
        ashore = [u for u in units if g.hex[u] >= 0]
        able = [u for u in ashore if not g.game.units[u].beachhead] or ashore
        yield from losses.pick(g, ALLIED, able, "24.2.2", Say("which unit takes the loss?"))
    if hexes > 1:
        moving = [u for u in units if g.hex[u] >= 0 and g.game.units[u].move]
        yield from _inland(g, name, beach.hex, moving)


def _inland(g: Situation, name: str, beach: int, units: list[int]) -> Procedure:
    """24.2.3-24.2.4 A second hex; Commandos may attack the garrison of Salerno before others advance."""
    acts = g.game.actions
    paths = {u: Path(1, first=False) for u in units}
    garrisons = _garrisons(g, beach) if name == "Commandos" else []
    while True:
        waiting = [
            u for u in units if not paths[u].done and next_hexes(g, u, paths[u], beach, False)
        ]
        actions: list[Action] = [acts.advance[u] for u in waiting]
        if not any(path.done for path in paths.values()):
            actions += [acts.assault[h] for h in garrisons]
        if not actions:
            return
        choice = yield Ask(
            SIDES[ALLIED],
            "advance",
            "24.2.3",
            Say("advance a unit from the beach, or end the landing"),
            [*actions, acts.done],
            continues=True,
            about=g.about(hexes=[beach]),
            refuse=lambda verb, word: _refuse_storm(g, garrisons, verb, word),
        )
        if choice is acts.done:
            return
        if choice.verb == "assault":
            for u in (yield from _storm(g, choice.value, units)):
                paths[u].done = True
            units = [u for u in units if g.hex[u] >= 0]
            continue
        u = choice.value
        paths[u].done = True
        where = yield Ask(
            SIDES[ALLIED],
            "advance to",
            "24.2.3",
            Say("where should {unit} advance?", unit=g.id(u)),
            [acts.to[h] for h in next_hexes(g, u, paths[u], beach, False)],
            continues=True,
            about=g.about([u]),
        )
        yield from step(g, [u], where.value, paths)


def _garrisons(g: Situation, beach: int) -> list[int]:
    """24.2.4 Hexes next to the beach held by Variable Strength units alone."""
    counters = g.game.units
    return [
        h
        for h in g.game.tables.ground.neighbours[beach]
        if h >= 0 and g.occupied[GERMAN] >> h & 1 and all(counters[u].variable for u in g.at[h])
    ]


def _refuse_storm(g: Situation, garrisons: list[int], verb: str, word: str) -> IllegalAction | None:
    """24.2.4, 15.2.2a Why nobody attacks this hex from the beach now."""
    if verb != "assault" or not g.game.is_hex(word):
        return None
    if g.game.board.index(word) in garrisons:
        return IllegalAction("15.2.2", "the Breakthrough Group goes before the others advance")
    return IllegalAction(
        "24.2.4",
        "in the landings only the Commandos attack, and only a garrison beside their beach",
    )


def _storm(g: Situation, target: int, units: list[int]) -> Asking[list[int]]:
    """24.2.4 One or both Commando units attack; only the Elite shift counts.  Gives back who did."""
    acts = g.game.actions
    group = units
    if len(units) > 1:
        choice = yield Ask(
            SIDES[ALLIED],
            "storm",
            "24.2.4",
            Say("who attacks {hex}?", hex=g.word(target)),
            [acts.go, *(acts.with_[u] for u in units)],
            continues=True,
            about=g.against(target, units),
            ledger=lambda: sheets.of_join(g, target, units, "invasion"),
        )
        if choice is not acts.go:
            group = [choice.value]
    attack = Attack(target, tuple(group), tuple(group), kind="invasion")
    after = yield from resolve(g, attack)
    if not after.won:
        return group
    paths = {u: Path(1) for u in group}
    for u in group:
        if g.hex[u] < 0:
            continue
        follow = yield Ask(
            SIDES[ALLIED],
            "follow",
            "15.2.1",
            Say("{unit}: enter {hex}?", unit=g.id(u), hex=g.word(target)),
            [acts.to[target], acts.stay],
            about=g.about([u], [target]),
        )
        if follow.verb == "to":
            yield from step(g, [u], target, paths)
    return group
