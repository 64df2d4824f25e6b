"""17.5, 22.2 Units that leave: Rangers and commandos, airborne divisions sent home."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ..zocbond import supply as series
from . import players
from .counters import ALLIED, GERMAN
from .situation import BRITAIN, DEAD, LATER, SEA, Situation

DIVISIONS = {
    "82Abn": Say("82nd Airborne Division"),
    "101Abn": Say("101st Airborne Division"),
    "6Abn": Say("6th Airborne Division"),
}


def withdrawals(g: Situation) -> None:
    """17.5 At the start of each Allied turn: the Rangers and the 4th Special Service Brigade."""
    units, near = g.game.units.units, g.occupied[GERMAN]
    if g.game.near_rangers and not g.game.near_rangers & near:
        for u in g.game.rangers:
            _leave(g, u)
    firm = 0
    for u in g.on_map(GERMAN):
        if not units[u].strongpoint:
            firm |= 1 << g.hex[u]
    if g.game.near_commandos and not g.game.near_commandos & firm:
        _leave(g, g.game.commandos)


def _leave(g: Situation, unit: int) -> None:
    """17.5.1 The unit is out of the game, whatever its state."""
    if g.hex[unit] in (DEAD, g.AWAY):
        return
    g.take_off(unit, DEAD)
    g.tell("withdraw", "17.5", "{unit} is withdrawn", unit=g.id(unit))


# -- 22.2 airborne divisions


def division(g: Situation, formation: str) -> list[int]:
    """22.2 The units of an airborne division on the map."""
    units = g.game.units.units
    return [u for u in g.on_map(ALLIED) if units[u].formation == formation]


def refuse_home(g: Situation, formation: str) -> IllegalAction | None:
    """22.2 Why a division cannot be sent home; None if it can."""
    units = division(g, formation)
    if not units:
        return IllegalAction("22.2", "the {division} is not on the map", division=formation)
    for u in units:
        if not series.in_supply(g, u):
            return IllegalAction("22.2", "{unit} is out of supply", unit=g.id(u))
        if g.near_enemy(g.hex[u], ALLIED):
            return IllegalAction("22.2", "{unit} is next to an enemy", unit=g.id(u))
    return None


def _first(g: Situation, formation: str) -> int:
    return next(u.index for u in g.game.units if u.formation == formation)


def send_home(g: Situation) -> Procedure:
    """22.2 In the End Phase whole airborne divisions may go, for good."""
    yield from players.in_turn(g, _sends)


def _refuse_division(g: Situation, formation: str) -> IllegalAction | None:
    """22.2, 24a Why the player who is asked does not send a division home."""
    return players.refuse(g, _first(g, formation)) or refuse_home(g, formation)


def _sends(g: Situation) -> Procedure:
    """22.2, 24a What one Allied player sends home."""
    acts, asked = g.game.actions.division, False
    while True:
        mine = [f for f in acts if players.commands(g, _first(g, f))]
        actions: list[Action] = [acts[f] for f in mine if refuse_home(g, f) is None]
        if not actions:
            if mine and not asked and any(division(g, f) for f in mine):
                g.tell("pass", "22.2", "no airborne division can be sent home")
            return
        asked = True
        choice = yield Ask(
            g.asked(ALLIED),
            "home",
            "22.2",
            Say("is an airborne division sent home?"),
            [*actions, g.game.actions.done],
            top=True,
            refuse=lambda verb, word: _refuse_division(g, word) if word in acts else None,
        )
        if choice is g.game.actions.done:
            return
        for u in range(*g.game.span[ALLIED]):
            if g.game.units.units[u].formation != choice.word:
                continue
            if g.hex[u] >= 0 or g.hex[u] in (BRITAIN, LATER, *SEA.values()):
                g.take_off(u, DEAD)
        g.tell("withdraw", "22.2", "the {division} goes home", division=DIVISIONS[choice.word])
