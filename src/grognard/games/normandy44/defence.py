"""12.4, 12.5 Determined and Desperate Defense."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Asking
from ...engine.words import Action, IllegalAction, Say
from ..zocbond import defence as stands
from ..zocbond import losses, outcomes
from ..zocbond.assault import Attack, Shift
from ..zocbond.battle import Pressed
from ..zocbond.charts import Cell, Stand
from ..zocbond.retreats import Retreat
from ..zocbond.withdrawal import fall_back
from . import modifiers, retreat, support
from .situation import DISRUPTED, Situation

FIRM = "position destroyed"


def refuse_lead(g: Situation, unit: int, contributed: Sequence[int]) -> IllegalAction | None:
    """12.4.2, 13.5a Why a unit cannot lead; None if it can."""
    counter = g.game.units.units[unit]
    facts = {"unit": counter.id}
    if counter.hq or counter.werfer:
        return IllegalAction("12.4.2", "{unit} is not a fighting unit", **facts)
    if g.status[unit] == DISRUPTED:
        return IllegalAction("12.4.2", "{unit} is Disrupted", **facts)
    if g.fell_back >> unit & 1:
        return IllegalAction("13.5", "{unit} has fallen back", **facts)
    return None


def no_stand(
    g: Situation, cell: Cell, units: Sequence[int], contributed: Sequence[int]
) -> IllegalAction | None:
    """12.4.1, 12.4.2 Why units cannot stand against a result."""
    code = cell.result.code
    if "no stand" in cell.result.also:
        return IllegalAction("12.4.1", "{code}: no Determined Defense", code=code)
    if not g.leads(units, contributed):
        return IllegalAction("12.4.2", "nobody can lead a Determined Defense")
    return None


def ground(g: Situation, h: int, lead: int) -> str:
    """12.4.4 The column of the table."""
    tables = g.game.tables
    if tables.city >> h & 1 or g.game.units.units[lead].strongpoint:
        return "strongpoint"
    if g.position(h):
        return "improved"
    clear = g.game.board.terrain[h] in ("clear", "flooded") and not tables.town >> h & 1
    return "clear" if clear else "other"


def facts(g: Situation, h: int, lead: int) -> dict[str, str]:
    """12.4.2, 12.4.4 The Lead Unit and the column of the table."""
    return {"unit": g.id(lead), "column": ground(g, h, lead)}


def modifier(g: Situation, attack: Attack, lead: int) -> list[Shift]:
    """12.4.5, 12.4.6 The Lead Unit's Quality or its armor, whichever is better."""
    counter = g.game.units.units[lead]
    theirs = modifiers.best_class(g, [u for u in attack.maf if g.hex[u] >= 0])
    better = counter.armor > theirs if theirs else counter.grey > 0
    if better and counter.quality < 1:
        return [Shift("12.4.6", Say("better armor"), 1)]
    if counter.quality:
        return [Shift("12.4.5", Say("Quality of the Lead Unit"), counter.quality)]
    return []


def stand(g: Situation, by: Pressed, choice: Action) -> Asking[bool]:
    """12.4, 12.5 A Determined Defense, and if it fails a Desperate one; True if the hex is held."""
    attack, cell, alive, _ = by
    if (yield from determined(g, attack, cell, alive)):
        return True
    left = [u for u in alive if g.hex[u] == attack.target]
    length = cell.result.retreat
    if left and may_despair(g, left, length) and (yield from desperate(g, attack, left)):
        return True
    yield from fall_back(g, attack, left, Retreat("13.1", length, length))
    return False


def supported(g: Situation, attack: Attack, lead: int) -> int:
    """12.4.5, 12.4.7 Support adds one, within the most that helps a defence."""
    own = sum(shift.amount for shift in modifier(g, attack, lead))
    return min(1, g.game.charts.stand_most - own)


def use_support(g: Situation, attack: Attack, cell: Cell, lead: int, order: Action) -> Asking[int]:
    """12.4.7 Support is used up; what it adds."""
    support.spend(g, order, attack.target)
    return supported(g, attack, lead)
    yield  # nobody is asked


def determined(g: Situation, attack: Attack, cell: Cell, units: Sequence[int]) -> Asking[bool]:
    """12.4.3 A Determined Defense; True if the defenders hold."""
    lead = yield from stands.lead(g, attack, g.leads(units, units), cell)
    bonus = yield from stands.support(g, attack, cell, units, lead)
    for u in units:
        g.stood |= 1 << u
    result = yield from stands.attempt(g, attack, cell, lead, bonus)
    if result.end == "H":
        yield from stands.held(g, attack, result, lead)
        return True
    if result.lead:
        yield from losses.lose_step(g, lead, "12.4.8")
    return False


def position_falls(g: Situation, attack: Attack, stand: Stand, lead: int) -> None:
    """12.4.8e"""
    bit = 1 << attack.target
    if FIRM in stand.also and bit & (g.improved[0] | g.improved[1]):
        g.improved = [each & ~bit for each in g.improved]
        g.tell(
            "position",
            "16.1.5",
            "the Improved Position in {hex} is gone",
            hex=g.word(attack.target),
        )


def said(g: Situation, by: Pressed, choice: Action) -> list[Say]:
    """12.4.3 What a Determined Defense will do and may cost."""
    attack, cell, alive, _ = by
    hope = outcomes.hope(g, attack, cell, g.leads(alive, alive))
    if may_despair(g, alive, cell.result.retreat):
        return [hope, Say("if it fails, a Desperate Defense for two steps, or all are eliminated")]
    return [hope, Say("if it fails, retreat {n}", n=cell.result.retreat)]


# -- 12.5


def may_despair(g: Situation, units: Sequence[int], length: int) -> bool:
    """12.5a Two steps in units able to lead, and a retreat would kill all."""
    steps = sum(g.steps[u] for u in g.leads(units, units))
    return steps >= 2 and not retreat.survives(g, units, length)


def desperate(g: Situation, attack: Attack, units: Sequence[int]) -> Asking[bool]:
    """12.5 After a failure two steps buy the hex: one of the defender's choice, one of the attacker's."""
    acts, side = g.game.actions, g.game.units.units[units[0]].side
    choice = yield Ask(
        g.asked(side, units),
        "desperate",
        "12.5",
        Say("a Desperate Defense of {hex} for two steps?", hex=g.word(attack.target)),
        [acts.desperate, acts.yield_],
        about=g.against(attack.target, attack.units),
        outcome=lambda a: [
            Say("the hex is held for two steps: one you pick, one the attacker")
            if a is acts.desperate
            else Say("{units}: no way out, eliminated", units=", ".join(map(g.id, units)))
        ],
    )
    if choice is acts.yield_:
        return False
    for chooser in (side, 1 - side):
        alive = [u for u in units if g.hex[u] >= 0 and not g.fell_back >> u & 1]
        yield from losses.pick(
            g,
            chooser,
            alive,
            "12.5",
            Say("which defender pays for the Desperate Defense?"),
            alive if chooser == side else attack.units,
        )
    return True
