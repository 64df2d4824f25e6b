"""9.0 Normal combat: declared together, fought one after the other."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from ...engine.decision import Ask, Asking, Modifier, Procedure, Roll, aloud, led_to
from ...engine.ledger import Ledger, Line
from ...engine.words import Action, IllegalAction, Say
from . import advance, armor, attacks, declaring, odds, results, sheets, shifts, strength
from .actions import refusing
from .counters import AXIS, SIDES
from .declaring import Attack, Plan
from .situation import NOBODY, Situation


class Assault(attacks.Combat):
    """9.0-9.1, 9.61, 9.7 Who may attack whom."""

    verb, rule, unit_rule = "attack", "9.0c", "9.0a1"
    next_rule, enemy_rule, weak_rule = "9.0a1", "9.0a1", "9.21"
    first = Say("attack an enemy hex, or declare no more attacks")

    def fighters(self, g: Situation) -> int:
        return g.fought

    def hexes(self, g: Situation) -> int:
        return g.targets

    def unit_twice(self, unit: str) -> IllegalAction:
        return IllegalAction("9.0a2", "{unit} may attack only once in a phase", unit=unit)

    def hex_twice(self, label: str) -> IllegalAction:
        return IllegalAction("9.0a3", "{hex} may be attacked only once in an impulse", hex=label)

    def refuse_means(self, g: Situation, target: int, u: int) -> IllegalAction | None:
        """9.0b, 9.21, 9.61 Strength, no escarpment for wheels, and armor combat before."""
        unit, label = g.game.units[u], g.game.board.label(target)
        if strength.attack(g, u, target) == 0:
            return IllegalAction("9.21", "{unit} has no attack strength", unit=unit.id)
        if strength.cliff(g, g.hex[u], target) and unit.mech:
            return IllegalAction(
                "9.61a",
                "{unit} is mechanized: no attack across the escarpment",
                unit=unit.id,
            )
        if owes_armor_combat(g, u, target):
            return IllegalAction(
                "9.0b", "armor combat against {hex} must come first", hex=label, unit=unit.id
            )
        return None

    def refuse_attack(self, g: Situation, plan: Plan, attack: Attack) -> IllegalAction | None:
        """9.24b No attack below the lowest column; 9.72 none on units attacked already."""
        label, defenders = g.game.board.label(attack.target), sheets.exposed(g, attack.target)
        if not defenders:
            return IllegalAction(
                "9.72", "all units in {hex} have been attacked in this impulse", hex=label
            )
        at = shifts.place(g, attack, defenders)
        if at >= shifts.lowest(g):
            return None
        return IllegalAction(
            "9.24b",
            "{odds} is below {lowest}: too weak to attack {hex}",
            odds=odds.spelled(at),
            lowest=g.game.charts.columns[0],
            hex=label,
        )

    def ledger(self, g: Situation, attack: Attack) -> Ledger:
        """9.2 The attack, and the vehicles beside the attackers that owe armor combat first."""
        sheet = sheets.normal(g, attack)
        owing = [
            Line("9.0b", Say("{unit}: {why}", unit=g.game.units[u].id, why=why.reason), "")
            for h in strength.by_hex(g, attack.units)
            for u in g.stack(h)
            if u not in attack.units
            and (why := self.refuse_unit(g, (), attack.target, u)) is not None
            and why.rule == "9.0b"
        ]
        return replace(sheet, notes=[*sheet.notes, *owing])

    # -- support

    def supports(self, g: Situation, plan: Plan, attack: Attack) -> list[Action]:
        found = []
        hq = g.headquarters
        if self.refuse_support(g, plan, attack, "support", g.game.units[hq].id) is None:
            found.append(g.game.orders.unit["support"][hq])
        if self.refuse_support(g, plan, attack, "air", "") is None:
            found.append(g.game.orders.plain["air"])
        return found

    def supported(self, g: Situation, attack: Attack, choice: Action) -> Attack:
        if choice.verb == "air":
            return attack._replace(air=g.air)
        return attack._replace(hq=choice.value)

    def refuse_support(
        self, g: Situation, plan: Plan, attack: Attack, verb: str, word: str
    ) -> IllegalAction | None:
        """9.0c, 10.5, 10.12 Why an HQ or the air force may not support this attack."""
        if verb == "air":
            if g.active != AXIS:
                return IllegalAction("10.5", "only the Axis has air support")
            if not g.game.setting.has_air:
                return IllegalAction("13.31b", "the Axis has no air support in this scenario")
            if not g.air or any(other.air for other in plan):
                return IllegalAction("10.5", "there is no air support left this turn")
            if attack.air:
                return IllegalAction("10.5", "the attack has its air support already")
            return None
        unit = g.game.units.find(word)
        if unit is None:
            return None
        if not unit.hq or unit.index != g.headquarters:
            return IllegalAction(
                "10.12", "only the activated HQ supports an attack, not {unit}", unit=unit.id
            )
        if attack.hq != NOBODY or any(other.hq != NOBODY for other in plan):
            return IllegalAction("10.12", "{unit} supports one attack already", unit=unit.id)
        return refuse_hq(g, unit.index, attack.target)

    def best(self, g: Situation, plan: Plan, attack: Attack) -> Attack:
        for choice in self.supports(g, plan, attack):
            attack = self.supported(g, attack, choice)
        return attack


ASSAULT = Assault()


def owes_armor_combat(g: Situation, u: int, target: int) -> bool:
    """8.0a, 9.0b A vehicle may attack a hex with an armor factor only after armor combat there.

    Not if there could be none: nobody there fires at armor (Italian infantry), the vehicle has no
    armor factor of its own, or armor does not fire across the hexside.
    """
    if g.game.units[u].type not in strength.VEHICLES or g.armor_targets >> target & 1:
        return False
    if not any(strength.fires(g, foe, False) for foe in g.stack(target)):
        return False
    if strength.fires(g, u, True) == 0:
        return False
    return armor.barred(g, u, g.hex[u], target, "") is None


def refuse_hq(g: Situation, hq: int, target: int) -> IllegalAction | None:
    """10.12 Why an HQ may not support a combat at a hex."""
    unit, label = g.game.units[hq], g.game.board.label(target)
    if g.hex[hq] < 0:
        return IllegalAction("10.12", "{unit} is not on the map", unit=unit.id)
    if g.game.board.grid.distance(g.hex[hq], target) > unit.range:
        return IllegalAction(
            "10.12",
            "{hex} is out of the range of {unit}, {range}",
            hex=label,
            unit=unit.id,
            range=unit.range,
        )
    if g.zones[1 - unit.side] >> g.hex[hq] & 1:
        return IllegalAction(
            "10.12", "{unit} is in an enemy zone of control and supports nobody", unit=unit.id
        )
    return None


def combat(g: Situation) -> Procedure:
    """3.23 The combat phase: declarations, support, then attack after attack."""
    plan = yield from declaring.declare(g, ASSAULT)
    for attack in plan:
        attacks.count(g, attack)
        g.targets |= 1 << attack.target
        for u in attack.units:
            g.fought |= 1 << u
        if attack.air:
            g.air = 0
    g.closes(SIDES[g.active])
    left = list((yield from guards(g, plan)))
    while left:
        attack = yield from attacks.next_of(g, left, "9.27")
        left.remove(attack)
        yield from fight(g, attack)


def guards(g: Situation, plan: Plan) -> Asking[Plan]:
    """10.12 The defender assigns his HQs, after the attacker, each to one combat at most."""
    found: list[Attack] = []
    used: set[int] = set()
    for attack in plan:
        label = g.game.board.label(attack.target)
        able = [
            u
            for u in g.on_map(g.enemy)
            if g.game.units[u].hq and u not in used and refuse_hq(g, u, attack.target) is None
        ]
        if able:
            now = attack
            choice = yield Ask(
                SIDES[g.enemy],
                "support",
                "10.12",
                Say("which HQ supports the defense of {hex}?", hex=label),
                [*(g.game.orders.unit["support"][u] for u in able), g.game.orders.plain["none"]],
                refuse=refusing("support", lambda word, now=now: _refuse_guard(g, used, now, word)),  # type: ignore[misc]
                ledger=lambda now=now: sheets.normal(g, now),  # type: ignore[misc]
                outcome=partial(_defended, g, attack),
                about=declaring.about(g, attack.units, [attack.target], attack),
            )
            if choice.verb == "support":
                used.add(choice.value)
                attack = attack._replace(guard=choice.value)
        found.append(attack)
    return tuple(found)


def _defended(g: Situation, attack: Attack, action: Action) -> list[Say]:
    """10.12 The column with the support of an HQ, and without any."""
    if action.verb == "support":
        attack = attack._replace(guard=action.value)
    return [Say("the column is {column}", column=sheets.normal(g, attack).column)]


def _refuse_guard(g: Situation, used: set[int], attack: Attack, word: str) -> IllegalAction | None:
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if not unit.hq or unit.side != g.enemy:
        return IllegalAction("10.12", "{unit} is not an HQ of the defender", unit=unit.id)
    if unit.index in used:
        return IllegalAction("10.12", "{unit} supports one combat already", unit=unit.id)
    return refuse_hq(g, unit.index, attack.target)


def _still(g: Situation, target: int, u: int) -> bool:
    """9.27 Whether an advance or a retreat of an earlier combat has left a unit able to attack.

    It must be next to the hex, not behind an escarpment on wheels (9.61a), still with Rommel (10.2d).
    """
    if attacks.refuse_fighter(g, target, u, "9.0a1") is not None:
        return False
    return not (g.game.units[u].mech and strength.cliff(g, g.hex[u], target))


def fight(g: Situation, attack: Attack) -> Procedure:
    """9.2 One attack: odds, die, results at once, then an advance."""
    label = g.game.board.label(attack.target)
    units = tuple(u for u in attack.units if _still(g, attack.target, u))
    attack = attack._replace(
        units=units,
        hq=attack.hq if attack.hq >= 0 and g.hex[attack.hq] >= 0 else NOBODY,
        guard=attack.guard if attack.guard >= 0 and g.hex[attack.guard] >= 0 else NOBODY,
    )
    defenders = sheets.exposed(g, attack.target)
    if not units or not defenders:
        g.tell("attack", "9.0a1", "the attack on {hex} does not take place", hex=label)
        return
    names = ", ".join(g.game.units[u].id for u in units)
    g.tell("attack", "9.25", "attack on {hex}: {units}", units=names, hex=label)
    for u in defenders:
        g.beaten |= 1 << u
    place = shifts.place(g, attack, defenders)
    at = shifts.column(g, place)
    if at < 0:
        g.tell("attack", "9.24b", "the attack on {hex} is too weak to be made", hex=label)
        return
    theirs = strength.defence_total(g, defenders)
    origins = tuple(sorted({g.hex[u] for u in units}))
    sheet = partial(sheets.normal, g, attack, defenders)
    die = yield Roll("9.25", "the combat", SIDES[g.active], ledger=sheet)
    hits = sheets.result(g, at, die, theirs)
    ours, column = strength.attack_total(g, units, attack.target), g.game.charts.columns[at]
    moved = [Modifier(*each) for each in shifts.shifts(g, attack, defenders)]
    facts: dict[str, Any] = {
        "attack": ours,
        "defence": theirs,
        "column": column,
        "shifts": moved,
        "target": label,
        **led_to(die, sheets.spell(hits)),
    }
    if theirs:
        base = odds.ladder(ours, theirs)
        first = odds.spelled(base) if moved else column
        facts["odds"] = aloud(first, moved, place - base, column)
        g.tell("result", "9.25", "{attack} to {defence} is {odds}; die {die}: {result}", **facts)
    else:
        g.tell("result", "9.24c", "nobody there can defend: {column}; die {die}: {result}", **facts)
    fate = yield from results.apply(g, attack, origins, defenders, hits)
    if not g.occupied[g.enemy] >> attack.target & 1:
        yield from advance.pursue(g, attack, fate)
