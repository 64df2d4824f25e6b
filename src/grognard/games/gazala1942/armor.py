"""8.0 Armor combat: a die per armor point on both sides, before normal combat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...engine.decision import Ask, Asking, Procedure, Roll, led_to
from ...engine.ledger import Ledger
from ...engine.words import IllegalAction, Say
from . import attacks, declaring, pools, replacements, sheets, strength
from .counters import SIDE_NAMES, SIDES
from .declaring import Attack, Plan
from .situation import Situation


class ArmorFire(attacks.Combat):
    """8.0-8.11 Who may engage whom in armor combat."""

    verb, rule, unit_rule = "engage", "8.11", "8.12"
    next_rule, enemy_rule, weak_rule = "8.0a", "8.11", "8.12"
    first = Say("engage an enemy hex in armor combat, or declare no more")

    def fighters(self, g: Situation) -> int:
        return g.fired

    def hexes(self, g: Situation) -> int:
        return g.armor_targets

    def unit_twice(self, unit: str) -> IllegalAction:
        return IllegalAction("8.0b", "{unit} fires at another hex already", unit=unit)

    def hex_twice(self, label: str) -> IllegalAction:
        return IllegalAction("8.0b", "{hex} may be attacked only once in a phase", hex=label)

    def refuse_means(self, g: Situation, target: int, u: int) -> IllegalAction | None:
        """8.12 An armor factor that counts, and no hexside that armor does not fire across."""
        if strength.fires(g, u, True) == 0:
            name = g.game.units[u].id
            return IllegalAction(
                "8.12", "{unit} has no armor factor that counts in an attack", unit=name
            )
        return barred(g, u, g.hex[u], target, g.game.board.label(target))

    def refuse_attack(self, g: Situation, plan: Plan, attack: Attack) -> IllegalAction | None:
        """8.0 Somebody there must be able to fire or to be hit."""
        group = g.stack(attack.target)
        if any(g.game.units[u].type in strength.VEHICLES for u in group):
            return None
        if sum(strength.dice(g, group, False)):
            return None
        return IllegalAction(
            "8.0a",
            "nothing in {hex} fires at armor or can be hit by it",
            hex=g.game.board.label(attack.target),
        )

    def ledger(self, g: Situation, attack: Attack) -> Ledger:
        return sheets.armor(g, attack)


ARMOR = ArmorFire()


def barred(g: Situation, u: int, origin: int, target: int, label: str) -> IllegalAction | None:
    """9.61a, 10.7a, 10.81a3 The hexsides that armor does not fire across."""
    name = g.game.units[u].id
    if strength.cliff(g, origin, target):
        return IllegalAction(
            "9.61a", "no armor combat across the escarpment: {unit} and {hex}", unit=name, hex=label
        )
    if g.fortified(origin, target):
        return IllegalAction(
            "10.7a", "no armor combat across the perimeter: {unit} and {hex}", unit=name, hex=label
        )
    if g.mined(origin, target):
        return IllegalAction(
            "10.81a3",
            "no armor combat across a minefield: {unit} and {hex}",
            unit=name,
            hex=label,
        )
    return None


def armor(g: Situation) -> Procedure:
    """3.22 The armor phase: all attacks are declared, then fought one by one."""
    plan = yield from declaring.declare(g, ARMOR)
    for attack in plan:
        attacks.count(g, attack)
        g.armor_targets |= 1 << attack.target
        for u in attack.units:
            g.fired |= 1 << u
    g.closes(SIDES[g.active])
    left = list(plan)
    while left:
        attack = yield from attacks.next_of(g, left, "8.1")
        left.remove(attack)
        yield from fight(g, attack)


def fight(g: Situation, attack: Attack) -> Procedure:
    """8.1 One armor combat: both throw, both lose."""
    label = g.game.board.label(attack.target)
    units = tuple(u for u in attack.units if g.hex[u] >= 0)
    defenders = g.stack(attack.target)
    if not units or not defenders:
        return
    names = [g.game.units[u].id for u in units]
    g.tell("attack", "8.1", "armor combat at {hex}: {units}", hex=label, units=", ".join(names))
    sheet = partial(sheets.armor, g, attack._replace(units=units))
    ours = yield from throw(g, g.active, strength.dice(g, units, True), label, sheet)
    theirs = yield from throw(g, g.enemy, strength.dice(g, defenders, False), label, sheet)
    lost = yield from suffer(g, units, theirs)
    lost += yield from suffer(g, defenders, ours)
    yield from repair(g, lost)


def throw(
    g: Situation, side: int, dice: tuple[int, int], label: str, sheet: Callable[[], Ledger]
) -> Asking[pools.Hits]:
    """8.13 A die for each armor point, those of the flak apart; what they hit."""
    plain: Sequence[int] = ()
    flak: Sequence[int] = ()
    if dice[0]:
        roll = Roll("8.13", "the armor dice", SIDES[side], dice=dice[0], ledger=sheet)
        plain = yield from _handful(roll)
    if dice[1]:
        roll = Roll("8.13", "the flak dice", SIDES[side], dice=dice[1], ledger=sheet)
        flak = yield from _handful(roll)
    scored = pools.count(plain, flak, sheets.least(g))
    g.tell(
        "hits",
        "8.13",
        "{side} hits: {any}; on armored cars only: {cars}",
        side=SIDE_NAMES[side],
        any=scored.any,
        cars=scored.cars,
        hex=label,
        dice=[*plain, *flak],
        marks=pools.marks(plain, flak, sheets.least(g)),
        modifiers=[],
        result=scored.any,
    )
    return scored


def _handful(roll: Roll) -> Asking[tuple[int, ...]]:
    """The faces of a throw; a single die is sent back as one face."""
    fell = yield roll
    return fell if isinstance(fell, tuple) else (fell,)


def suffer(g: Situation, group: Sequence[int], hits: pools.Hits) -> Asking[list[int]]:
    """8.2, 8.4 The owner picks the first loser, the opponent the next, and so on.

    Hits on armored cars alone come first.  A Matilda takes two hits for a step, so a single hit
    that is left goes to another vehicle, or to nobody.
    """
    lost: list[int] = []
    cars, rest = hits.cars, hits.any
    while cars or rest:
        there = [u for u in group if g.hex[u] >= 0 and _vehicle(g, u)]
        if cars:
            there = [u for u in there if g.game.units[u].car]
        else:
            there = [u for u in there if cost(g, u) <= rest]
        if not there:
            if not cars:
                break
            cars = 0
            continue
        owner = g.game.units[there[0]].side
        chooser = owner if len(lost) % 2 == 0 else 1 - owner
        u = yield from _pick(g, there, owner, chooser, hits._replace(cars=cars, any=rest))
        if cars:
            cars -= 1
        else:
            rest -= cost(g, u)
        lost.append(u)
        g.lose_step(u, "8.2a")
    return lost


def _vehicle(g: Situation, u: int) -> bool:
    return g.game.units[u].type in strength.VEHICLES


def cost(g: Situation, u: int) -> int:
    """8.4 The hits that a step takes."""
    return g.game.charts.armor["matilda_hits"] if g.game.units[u].tank == "Matilda" else 1


def _pick(
    g: Situation, there: Sequence[int], owner: int, chooser: int, left: pools.Hits
) -> Asking[int]:
    """8.2a Which vehicle loses the step."""
    if len(there) == 1:
        return there[0]

    def refuse(verb: str, word: str) -> IllegalAction | None:
        unit = g.game.units.find(word)
        if unit is None:
            return None
        if unit.side != owner or not _vehicle(g, unit.index):
            return IllegalAction("8.2a", "{unit} is not a vehicle in this combat", unit=unit.id)
        if left.cars:
            return IllegalAction("8.13b", "only armored cars take the hit of a 5", unit=unit.id)
        if unit.tank == "Matilda":
            return IllegalAction("8.4", "one hit is not enough for a Matilda", unit=unit.id)
        return IllegalAction("8.2a", "{unit} is not in this combat", unit=unit.id)

    choice = yield Ask(
        SIDES[chooser],
        "hit",
        "8.2a",
        Say(
            "which {side} vehicle takes the hit? Hits left: {left}",
            side=SIDE_NAMES[owner],
            left=left.cars or left.any,
        ),
        [g.game.orders.unit["hit"][u] for u in there],
        refuse=refuse,
        outcome=lambda a: [g.loss_said(a.value)],
        about=declaring.about(g, there, [g.hex[there[0]]]),
    )
    return int(choice.value)


def repair(g: Situation, lost: Sequence[int]) -> Procedure:
    """8.3 A die for each step lost in armor combat: some vehicles come back as replacements."""
    for side in (g.active, g.enemy):
        due = [
            u
            for u in lost
            if g.game.units[u].side == side and g.game.units[u].nationality in g.game.charts.repair
        ]
        if not due:
            continue
        faces = yield from _handful(Roll("8.3", "the repairs", SIDES[side], dice=len(due)))
        for u, face in zip(due, faces, strict=True):
            unit = g.game.units[u]
            needed = g.game.charts.repair[unit.nationality]
            mended = face >= needed
            facts = {"unit": unit.id, "needed": needed, **led_to(face, "repair" if mended else "-")}
            if not mended:
                g.tell("repair", "8.3", "no repair for {unit}: die {sum}, needed {needed}", **facts)
                continue
            pool = replacements.pool_of(unit)
            replacements.gain(g, pool, 1)
            g.tell(
                "repair",
                "8.3",
                "a step of {unit} is repaired: {pool}",
                pool=replacements.named(pool),
                **facts,
            )
