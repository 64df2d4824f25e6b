"""12.4, 12.5 Determined and Desperate Defense."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import Ask, Asking, Roll
from ...engine.words import IllegalAction, Say
from ..zocbond import defence as stands
from ..zocbond import losses, sheets
from ..zocbond.assault import Attack, Shift
from ..zocbond.charts import Cell, Stand
from . import modifiers, retreat, support
from .counters import SIDES
from .situation import DISRUPTED, Situation

FIRM = "position destroyed"


def refuse_lead(g: Situation, unit: int) -> IllegalAction | None:
    """12.4.2, 13.5a Why a unit cannot lead; None if it can."""
    counter = g.game.units.units[unit]
    facts = {"unit": counter.id}
    if counter.hq or counter.werfer:
        return IllegalAction("12.4.2", "{unit} is no fighting unit", **facts)
    if g.status[unit] == DISRUPTED:
        return IllegalAction("12.4.2", "{unit} is Disrupted", **facts)
    if g.fell_back >> unit & 1:
        return IllegalAction("13.5", "{unit} has fallen back", **facts)
    return None


def leads(g: Situation, units: Sequence[int]) -> list[int]:
    """12.4.2 The units that can lead a Determined Defense."""
    return [u for u in units if g.steps[u] and refuse_lead(g, u) is None]


def no_stand(g: Situation, cell: Cell, units: Sequence[int]) -> IllegalAction | None:
    """12.4.1, 12.4.2 Why units cannot stand against a result."""
    code = cell.result.code
    if "no stand" in cell.result.also:
        return IllegalAction("12.4.1", "{code}: no Determined Defense", code=code)
    if not leads(g, units):
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


def modifier(g: Situation, attack: Attack, lead: int) -> list[Shift]:
    """12.4.5, 12.4.6 The Lead Unit's Quality or its armor, whichever is better."""
    counter = g.game.units.units[lead]
    theirs = modifiers.best_class(g, attack.maf)
    better = counter.armor > theirs if theirs else counter.grey > 0
    if better and counter.quality < 1:
        return [Shift("12.4.6", Say("better armor"), 1)]
    if counter.quality:
        return [Shift("12.4.5", Say("Quality of the Lead Unit"), counter.quality)]
    return []


def determined(g: Situation, attack: Attack, cell: Cell, units: Sequence[int]) -> Asking[bool]:
    """12.4.3 A Determined Defense; True if the defenders hold."""
    able = leads(g, units)
    lead = yield from stands.lead(
        g,
        able,
        lambda verb, word: _refuse_word(g, able, word),
        partial(sheets.of_stand, g, attack, cell, able),
    )
    help_ = yield from _support(g, lead)
    drm = min(g.drm(attack, cell, lead) + help_, g.game.charts.stand_most)
    h, side = attack.target, g.game.units.units[lead].side
    g.stood |= 1 << lead
    for u in units:
        g.stood |= 1 << u
    die: int = yield Roll("12.4", "the Determined Defense", SIDES[side])
    stand = g.game.charts.stand(ground(g, h, lead), die + drm)[0]
    g.tell(
        "stand",
        "12.4.8",
        "Determined Defense of {hex}: {result}",
        hex=g.word(h),
        result=stand.code,
        unit=g.id(lead),
        modifier=drm,
        die=die + drm,
    )
    yield from _price(g, attack, lead, stand)
    return stand.end == "H"


def _refuse_word(g: Situation, able: Sequence[int], word: str) -> IllegalAction | None:
    unit = g.game.units.find(word)
    if unit is None or unit.index in able:
        return None
    return refuse_lead(g, unit.index)


def _support(g: Situation, lead: int) -> Asking[int]:
    """12.4.7 One source of support adds one to the die."""
    actions, acts = support.in_defence(g, lead), g.game.actions
    if not actions:
        return 0
    choice = yield Ask(
        SIDES[g.game.units.units[lead].side],
        "defensive support",
        "12.4.7",
        Say("is the Determined Defense of {unit} supported?", unit=g.id(lead)),
        [*actions, acts.none],
        about=g.about([lead]),
    )
    if choice is acts.none:
        return 0
    support.spend(g, choice, g.hex[lead])
    return 1


def _price(g: Situation, attack: Attack, lead: int, stand: Stand) -> Asking[None]:
    """12.4.8 What the defence costs."""
    defender = g.game.units.units[lead].side
    if stand.lead:
        yield from losses.lose_step(g, lead, "12.4.8")
    if stand.attacker:
        alive = [u for u in attack.units if g.hex[u] >= 0]
        force = [u for u in attack.maf if g.hex[u] >= 0]
        yield from losses.pick(
            g,
            defender if stand.picked else 1 - defender,
            alive if stand.anybody else force,
            "12.4.8",
            Say("which attacker takes the loss?"),
        )
    if FIRM in stand.also:
        bit = ~(1 << attack.target)
        g.improved[defender] &= bit
        g.tell(
            "position",
            "16.1.5",
            "the Improved Position in {hex} is gone",
            hex=g.word(attack.target),
        )


# -- 12.5


def may_despair(g: Situation, units: Sequence[int], length: int) -> bool:
    """12.5a Two steps in units able to lead, and a retreat would kill all."""
    steps = sum(g.steps[u] for u in leads(g, units))
    return steps >= 2 and not retreat.survives(g, units, length)


def desperate(g: Situation, attack: Attack, units: Sequence[int]) -> Asking[bool]:
    """12.5 After a failure two steps buy the hex: one of the defender's choice, one of the attacker's."""
    acts, side = g.game.actions, g.game.units.units[units[0]].side
    choice = yield Ask(
        SIDES[side],
        "desperate",
        "12.5",
        Say("a Desperate Defense of {hex} for two steps?", hex=g.word(attack.target)),
        [acts.desperate, acts.yield_],
        about=g.against(attack.target, attack.units),
    )
    if choice is acts.yield_:
        return False
    for chooser in (side, 1 - side):
        alive = [u for u in units if g.hex[u] >= 0 and not g.fell_back >> u & 1]
        yield from losses.pick(
            g, chooser, alive, "12.5", Say("which defender pays for the Desperate Defense?")
        )
    return True
