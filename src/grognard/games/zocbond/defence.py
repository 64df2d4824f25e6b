"""The Determined Defense: whether the defender stands, the unit that leads and pays, the roll."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import Ask, Asking, Modifier, Procedure, Roll, led_to
from ...engine.words import Action, IllegalAction, Say
from . import losses, outcomes, sheets
from .assault import Attack
from .battle import Battle, Fighting, Pressed
from .charts import Cell, Stand
from .retreats import Retreat
from .withdrawal import fall_back


def stand_or_fall_back(g: Battle[Fighting], by: Pressed) -> Asking[bool]:
    """What is left of the defenders stands in a Determined Defense or retreats; True if it stands."""
    result = by.cell.result
    barred = g.once(partial(g.no_stand, by.cell, by.alive, by.contributed))
    if barred is None:
        choice = yield from _asked(g, by)
        if choice is not g.game.actions.yield_:
            return (yield from g.determined(by, choice))
    length, rule = result.retreat, g.CITES.falls_back
    back = Retreat(rule, length, length, result.also, no_stand=barred)
    yield from fall_back(g, by.attack, by.alive, back)
    return False


def _asked(g: Battle[Fighting], by: Pressed) -> Asking[Action]:
    """Whether the defender stands, and in which way."""
    acts, attack, alive = g.game.actions, by.attack, by.alive
    others, able = g.once(lambda: (g.other_stands(by), g.leads(alive, by.contributed)))
    choice: Action = yield Ask(
        g.asked(g.game.units[alive[0]].side, alive),
        "stand",
        g.CITES.stand,
        Say("{hex} must retreat: stand in a Determined Defense?", hex=g.word(attack.target)),
        [acts.stand, *others, acts.yield_],
        about=g.against(attack.target, attack.units),
        refuse=partial(g.refuse_stand, by),
        expand=partial(g.expand_stand, by),
        rest=lambda action, words: _led(g, attack.target, able, action, words),
        outcome=partial(outcomes.of_stand, g, by),
        ledger=partial(sheets.of_stand, g, attack, by.cell, able),
    )
    return choice


def lead(
    g: Battle[Fighting],
    attack: Attack,
    candidates: Sequence[int],
    cell: Cell | None = None,
    bonus: int = 0,
) -> Asking[int]:
    """The defender picks the Lead Unit; against a result he sees what each makes of it."""
    if len(candidates) == 1:
        return candidates[0]
    h = attack.target
    choice = yield Ask(
        g.asked(g.game.units[candidates[0]].side, candidates),
        "lead",
        g.CITES.lead,
        Say("which unit leads the Determined Defense?"),
        [g.game.actions.lead[u] for u in candidates],
        refuse=lambda verb, word: _refuse_lead(g, h, candidates, word),
        about=g.about(hexes=[h]),
        outcome=cell and (lambda a: [outcomes.hope(g, attack, cell, [a.value], bonus)]),
        ledger=cell and partial(sheets.of_stand, g, attack, cell, candidates, bonus),
    )
    unit: int = choice.value
    return unit


def _led(
    g: Battle[Fighting], h: int, able: Sequence[int], action: Action, words: Sequence[str]
) -> Sequence[str]:
    """Who leads needs no word where only one unit can; it may be named, and another is refused."""
    unit = g.game.units.find(words[1]) if words[:1] == ["lead"] and len(words) > 1 else None
    if unit is None or action is not g.game.actions.stand or len(able) != 1:
        return words
    if unit.index not in able:
        raise _not_lead(g, h, able, unit.index)
    return words[2:]


def _refuse_lead(
    g: Battle[Fighting], h: int, candidates: Sequence[int], word: str
) -> IllegalAction | None:
    """Why what is named cannot lead the defence of a hex."""
    unit = g.game.units.find(word)
    return _not_lead(g, h, candidates, unit.index) if unit is not None else None


def _not_lead(g: Battle[Fighting], h: int, candidates: Sequence[int], unit: int) -> IllegalAction:
    """Why a unit cannot lead the defence of a hex."""
    facts = {"unit": g.id(unit), "hex": g.word(h)}
    if g.hex[unit] != h:
        return IllegalAction(g.CITES.lead, "{unit} is not in {hex}", **facts)
    none = IllegalAction(g.CITES.lead, "{unit} cannot lead the defense", **facts)
    return g.refuse_lead(unit, candidates) or none


def support(
    g: Battle[Fighting], attack: Attack, cell: Cell, alive: Sequence[int], lead: int
) -> Asking[int]:
    """What support adds to the die of the defence."""
    orders = g.once(partial(g.stand_supports, attack, alive, lead))
    if not orders:
        return 0
    acts = g.game.actions
    choice = yield Ask(
        g.asked(g.game.units[lead].side, [lead]),
        "defensive support",
        g.CITES.stand_support,
        Say("support the Determined Defense in {hex}?", hex=g.word(attack.target)),
        [*orders, acts.none],
        about=g.against(attack.target, attack.units),
        refuse=partial(g.refuse_stand_support, attack, alive, lead),
        outcome=lambda a: (
            [outcomes.hope(g, attack, cell, [lead])]
            if a is acts.none
            else [
                outcomes.hope(g, attack, cell, [lead], g.support_adds(attack, lead)),
                *g.stand_price(attack.target, a),
            ]
        ),
        ledger=partial(sheets.of_stand, g, attack, cell, [lead]),
    )
    if choice is acts.none:
        return 0
    return (yield from g.support_stand(attack, cell, lead, choice))


def attempt(
    g: Battle[Fighting], attack: Attack, cell: Cell, lead: int, bonus: int
) -> Asking[Stand]:
    """The die of the defence, and its result."""
    h = attack.target
    side = g.SIDES[g.game.units[lead].side]
    sheet = partial(sheets.of_stand, g, attack, cell, [lead], bonus)
    die = yield Roll(g.CITES.determined, "the Determined Defense", side, ledger=sheet)
    aids = list(g.stand_modifiers(attack, cell, lead))
    if bonus:
        aids.append(Modifier(g.CITES.stand_support, Say("support of the defense"), bonus))
    modified = die + sum(each.amount for each in aids)
    found = g.game.charts.stand(g.ground(h, lead), modified)
    if len(found) > 1:
        codes = " | ".join(stand.code for stand in found)
        g.tell(
            "dilemma",
            g.CITES.stand_end,
            "Determined Defense: die {sum}: {result}, as the defender chooses",
            **led_to(die, codes, aids),
        )
    result = yield from g.choose_stand(h, lead, found)
    g.tell(
        "defence",
        g.CITES.stand_end,
        "Determined Defense: die {sum}: {result}, {meaning}",
        meaning=g.told(result, lead),
        **g.stand_facts(h, lead),
        **led_to(die, result.code, aids),
    )
    return result


def held(g: Battle[Fighting], attack: Attack, result: Stand, lead: int) -> Procedure:
    """The defence holds: its price, and the attacker's."""
    rule, mine = g.CITES.stand_result, g.game.units[attack.units[0]].side
    if result.lead:
        yield from losses.lose_step(g, lead, rule)
    g.held_more(attack, result, lead)
    if result.attacker:
        force = losses.assault_force(g, attack)
        if result.anybody:
            force = [u for u in attack.units if g.hex[u] >= 0]
        chooser = 1 - mine if result.picked else mine
        voices = [lead] if result.picked else attack.units
        yield from losses.pick(
            g, chooser, force, rule, Say("which attacker takes the loss?"), voices
        )
