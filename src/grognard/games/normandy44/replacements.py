"""6.2 The Replacement Phase."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ..zocbond import supply as series
from . import (
    fortifications,
    mobilization,
    players,
    points,
    pool,
    rebuilding,
    reserves,
    supply,
)
from .counters import ALLIED, GERMAN, SIDES
from .situation import (
    ARMIES,
    BRITAIN,
    DISRUPTED,
    GONE,
    Situation,
)


def phase(g: Situation) -> Procedure:
    """6.2, 5.3b, 6.7 The active side uses replacements; the Allies buy supply points, the Germans mobilize."""
    yield from players.in_turn(g, _one_player)
    close(g)


def _one_player(g: Situation) -> Procedure:
    asked = False
    while True:
        actions = g.offers(lambda: _offers(g))
        if not actions:
            if not asked:
                side = SIDES[g.active]
                g.tell("pass", "6.2", "no use for {side} replacements now", side=side)
            g.closes(SIDES[g.active])
            return
        asked = True
        choice = yield Ask(
            g.asked(g.active),
            "replacements",
            "6.2",
            Say("use replacements, or end the phase"),
            actions,
            top=True,
            refuse=lambda verb, word: refuse(g, verb, word),
            rest=lambda action, words: rest(g, action, words),
        )
        match choice.verb:
            case "done":
                return
            case "over":
                players.pass_on(g)
            case "unreserve":
                reserves.drop(g, choice.value)
            case "abandon":
                fortifications.abandon(g, choice.value)
            case "replace":
                _replace(g, choice.value)
            case "rebuild":
                yield from rebuilding.rebuild(g, choice.value)
            case "mobilize":
                yield from mobilization.mobilize(g, choice.value)
            case _:
                points.buy(g, choice.value)


def _offers(g: Situation) -> list[Action]:
    """6.2, 5.3b, 6.7 What the player can do; [] if there is no use for replacements."""
    acts = g.game.actions
    found = [acts.replace[u] for u in _candidates(g) if refuse_replace(g, u) is None]
    found += [acts.rebuild[u] for u in _lost(g) if rebuilding.refuse_rebuild(g, u) is None]
    if g.active == GERMAN:
        waiting = mobilization.waiting(g)
        found += [acts.mobilize[u] for u in waiting if mobilization.refuse(g, u) is None]
    else:
        found += [
            acts.buy[army] for k, army in enumerate(ARMIES) if points.refuse_buy(g, k) is None
        ]
    if not found:
        return []
    others = [*reserves.released(g), *fortifications.abandoned(g), *players.hand_over(g)]
    return [*found, *others, acts.done]


def close(g: Situation) -> None:
    """6.4 What is not used at once is lost, or becomes an ordinary armor replacement."""
    if g.active == GERMAN:
        if g.unsaved == pool.CATS:
            pool.add(g, "german", "armor")
        g.unsaved = ""
        g.mobilized = False
    g.rebuilt = 0
    g.relieved = ""


def _candidates(g: Situation) -> list[int]:
    low, high = g.game.span[g.active]
    units = g.game.units.units
    return [
        u
        for u in range(low, high)
        if (g.hex[u] >= 0 or g.hex[u] == BRITAIN)
        and g.steps[u] < units[u].steps
        and players.commands(g, u)
    ]


def _lost(g: Situation) -> list[int]:
    lost = [u for u in range(*g.game.span[g.active]) if g.hex[u] == GONE]
    return [u for u in lost if players.commands(g, u)]


def refuse_replace(g: Situation, unit: int) -> IllegalAction | None:
    """6.2.1, 6.2.3 Why a unit cannot regain a step now; None if it can."""
    counter = g.game.units[unit]
    facts = {"unit": counter.id}
    place = g.hex[unit]
    if counter.side != g.active:
        return IllegalAction("6.2", "{unit} is not yours", **facts)
    if place < 0 and place != BRITAIN:
        return IllegalAction("6.2.1", "{unit} is not there to be strengthened", **facts)
    if g.steps[unit] >= counter.steps:
        return IllegalAction("6.2.1", "{unit} is at full strength", **facts)
    if g.maimed >> unit & 1 and g.steps[unit] == counter.steps - 1:
        return IllegalAction("20.2.2", "{unit} lost a step for good in the drop", **facts)
    if g.renewed >> unit & 1:
        return IllegalAction("6.2.3", "{unit} has had its replacement of this turn", **facts)
    if wrong := pool.refuse_any(g, unit):
        return wrong
    if place == BRITAIN:
        return None
    if g.status[unit] == DISRUPTED:
        return IllegalAction("6.2.3", "{unit} is Disrupted", **facts)
    if g.scattered >> unit & 1:
        return IllegalAction("20.2.3", "{unit} is Scattered", **facts)
    if g.dug >> unit & 1:
        return IllegalAction("16.1.3", "{unit} is building an Improved Position", **facts)
    if not series.in_supply(g, unit):
        return IllegalAction("6.2.3", "{unit} has no line of supply", **facts)
    if counter.side == GERMAN and not supply.from_edge(g, place):
        return IllegalAction("6.2.3", "{unit} is supplied by Cherbourg alone", **facts)
    return None


def _replace(g: Situation, unit: int) -> None:
    """6.2.1, 17.9.3 A step comes back."""
    counter = g.game.units[unit]
    pool.pay(g, counter)
    g.set_steps(unit, g.steps[unit] + 1)
    g.renewed |= 1 << unit
    reserves.drop(g, unit)
    g.tell("replace", "6.2.1", "{unit} regains a step", unit=counter.id)


def rest(g: Situation, action: Action, words: Sequence[str]) -> Sequence[str]:
    """6.2.2, 6.7 Where only one place is open the unit goes there; an order may name it all the same."""
    if action.verb not in ("rebuild", "mobilize") or words[:1] != ["at"] or len(words) < 2:
        return words
    unit = action.value
    mobilized = action.verb == "mobilize"
    places = mobilization.hexes(g, unit) if mobilized else rebuilding.homes(g, unit)
    if len(places) > 1:
        return words
    if words[1] == g.game.actions.at[places[0]].word:
        return words[2:]
    if mobilized:
        raise mobilization.refuse_hex(g, unit, words[1])
    raise rebuilding.refuse_home(g, unit, words[1]) or IllegalAction(
        "6.2.2", "{unit} does not return there", unit=g.id(unit)
    )


def refuse(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """6.2, 6.7, 5.3 Why an order of this phase is wrong."""
    if verb == "buy" and word in ARMIES:
        if g.active != ALLIED:
            return IllegalAction("5.3", "only the Allies buy supply points")
        return points.refuse_buy(g, ARMIES.index(word))
    unit = g.game.units.find(word)
    if unit is None:
        return None
    match verb:
        case "replace":
            return refuse_replace(g, unit.index)
        case "rebuild":
            return rebuilding.refuse_rebuild(g, unit.index)
        case "mobilize":
            return mobilization.refuse(g, unit.index)
        case "abandon":
            return fortifications.refuse_abandon(g, unit.index)
        case "unreserve":
            return reserves.refuse_release(g, unit.index)
    return None
