"""What answers will do and may cost, said before they are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ...engine.words import Action, Say
from . import odds, sheets
from .assault import Attack, Force, attach
from .attacks import under
from .battle import Battle, Fighting, Pressed
from .charts import Cell
from .field import Field, Series
from .retreats import Retreat
from .withdrawal import FEW, ways


def of_force(
    g: Battle[Fighting],
    target: int,
    joined: Sequence[int],
    kind: str,
    forces: Mapping[Action, Force],
    action: Action,
) -> list[Say]:
    """The odds under each Main Assault Force."""
    if action not in forces:
        return []
    return [stakes(g, under(target, joined, forces[action], kind))]


def of_support(g: Battle[Fighting], attack: Attack, action: Action) -> list[Say]:
    """The odds with one more attached or in support, what that costs, and the odds as they are."""
    match action.verb:
        case "cancel":
            return []
        case "go":
            return [stakes(g, attack)]
        case "attach":
            return [stakes(g, attach(attack, action.value))]
        case _:
            return [stakes(g, g.with_support(attack, action)), *g.support_price(attack, action)]


def stakes(g: Battle[Fighting], attack: Attack) -> Say:
    """How an attack stands, under the first of what dice before its own may bring."""
    r = g.reckon(g.prospects(attack)[0].attack)
    facts = {"attack": r.attack, "defence": r.defence, "odds": odds.name(r.base)}
    column = g.game.charts.name(r.column)
    return Say("{attack} to {defence} is {odds}; the column is {column}", column=column, **facts)


def of_stand(g: Battle[Fighting], by: Pressed, action: Action) -> list[Say]:
    """To stand: the chance to hold, what it may cost, what a failure brings; else the retreat."""
    if action is g.game.actions.yield_:
        length = by.cell.result.retreat
        back = Retreat(g.CITES.falls_back, length, length, by.cell.result.also)
        return of_retreat(g, by.attack, by.alive, back)
    return g.stand_said(by, action)


def of_retreat(g: Battle[Fighting], attack: Attack, units: Sequence[int], by: Retreat) -> list[Say]:
    """Who retreats where, and who is lost."""
    fit = [u for u in units if not g.fallen(attack, u)]
    found = {u: ways(g, u, fit, by) for u in fit}
    going = [u for u in fit if found[u]]
    lost = [u for u in units if u not in going]
    said = []
    if going:
        ends = sorted({way[-1] for u in going for way in found[u]})
        facts = {"units": _ids(g, going), "n": by.longest}
        if len(ends) <= FEW:
            to = ", ".join(map(g.word, ends))
            said.append(Say("{units}: retreat {n}, to {hexes}", hexes=to, **facts))
        else:
            said.append(Say("{units}: retreat {n}", **facts))
        said += g.retreat_said(by)
    if lost:
        said.append(Say("{units}: no way out, eliminated", units=_ids(g, lost)))
    return said


def hope(
    g: Battle[Fighting], attack: Attack, cell: Cell, leads: Sequence[int], bonus: int = 0
) -> Say:
    """The chances of one roll under the best Lead Unit."""
    lead = max(leads, key=lambda u: g.drm(attack, cell, u))
    modifier = g.drm(attack, cell, lead) + bonus
    shares = sheets.chances(g, attack.target, lead, modifier)
    shares["loss"] = _loss(g, attack.target, lead, modifier)
    return g.hope_said(lead, {end: f"{round(100 * share)}%" for end, share in shares.items()})


def _loss(g: Battle[Fighting], h: int, lead: int, modifier: int) -> Fraction:
    """The chance that the Lead Unit loses a step, if it holds where the table lets it."""
    column, faces = g.ground(h, lead), list(sheets.DICE)
    cost = 0
    for die in faces:
        found = g.game.charts.stand(column, die + modifier)
        cost += bool(next((s for s in found if s.end == "H"), found[0]).lead)
    return Fraction(cost, len(faces))


def _ids(g: Field[Series], units: Sequence[int]) -> str:
    return ", ".join(map(g.id, units))
