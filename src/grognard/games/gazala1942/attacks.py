"""8.5, 9.1, 7.6, 10.2d What holds for attacks of both kinds: who may fight, and how often."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from ...engine.decision import Ask, Asking
from ...engine.words import IllegalAction, Say
from . import activation
from .counters import ALLIED, SIDES
from .declaring import Attack, Declaration, Plan, about
from .situation import Situation

LASTING = ("3.0", "7.3", "10.13a", "10.2c4")
"""Reasons of activation that still hold when units have moved."""


def refuse_fighter(g: Situation, target: int, u: int, next_rule: str) -> IllegalAction | None:
    """2.1a, 10.11, 10.2d Why a unit may not fight against a hex in any way."""
    unit = g.game.units[u]
    label = g.game.board.label(target)
    if unit.side != g.active:
        return IllegalAction("2.1a", "{unit} is not yours", unit=unit.id)
    if g.hex[u] < 0:
        return IllegalAction("9.71", "{unit} is not on the map", unit=unit.id)
    if not g.game.ground.around[target] >> g.hex[u] & 1:
        return IllegalAction(next_rule, "{unit} is not next to {hex}", unit=unit.id, hex=label)
    if unit.hq:
        return IllegalAction("10.11a", "{unit} is an HQ: it does not attack", unit=unit.id)
    if not g.eligible >> u & 1:
        why = activation.refuse(g, u)
        if why is not None and why.rule in LASTING:
            return why
        return IllegalAction("2.1a", "{unit} is not activated in this impulse", unit=unit.id)
    leader = g.headquarters
    if g.game.units[leader].rommel and g.hex[u] != g.hex[leader]:
        return IllegalAction("10.2d", "{unit} is no longer with Rommel", unit=unit.id)
    return None


def refuse_another(g: Situation, plan: Plan, target: int) -> IllegalAction | None:
    """8.5, 9.1, 7.6b Why no attack more may be declared in this impulse, or in this turn."""
    charts = g.game.charts
    fresh = 1
    if "attacks-by-hex" in g.game.options and (g.armor_targets | g.targets) >> target & 1:
        fresh = 0
    declared = sum(weight(g, attack) for attack in plan)
    if g.attacks + declared + fresh > charts.attacks:
        return IllegalAction(
            "8.5", "no more than {most} attacks in an impulse", most=charts.attacks
        )
    if (
        g.withdrawing
        and g.active == ALLIED
        and g.attacks_turn + declared + fresh > charts.attacks_withdrawing
    ):
        return IllegalAction(
            "7.6b",
            "no more than {most} Allied attacks in a turn of withdrawal",
            most=charts.attacks_withdrawing,
        )
    return None


class Combat(Declaration):
    """8.0, 9.0 How armor combat and normal combat are both declared: each unit and each hex once."""

    first: Say
    """What is asked before the first attack is declared."""

    @abstractmethod
    def fighters(self, g: Situation) -> int:
        """The units that have fought so in this impulse."""

    @abstractmethod
    def hexes(self, g: Situation) -> int:
        """The hexes that have been attacked so in this impulse."""

    @abstractmethod
    def unit_twice(self, unit: str) -> IllegalAction:
        """Why a unit does not fight again."""

    @abstractmethod
    def hex_twice(self, label: str) -> IllegalAction:
        """Why a hex is not attacked again."""

    @abstractmethod
    def refuse_means(self, g: Situation, target: int, u: int) -> IllegalAction | None:
        """Why a unit has no means to fight against a hex in this way."""

    def opening(self, g: Situation, plan: Plan) -> Say:
        """8.5 How many attacks are left is good to know before the first."""
        hexes = ", ".join(g.game.board.label(attack.target) for attack in plan)
        again = Say("declared: {hexes}. Name another hex, or fight", hexes=hexes)
        declared = sum(weight(g, attack) for attack in plan)
        left = g.game.charts.attacks - g.attacks
        if g.withdrawing and g.active == ALLIED:
            left = min(left, g.game.charts.attacks_withdrawing - g.attacks_turn)
        return Say(
            "{question} (attacks left in this impulse: {n})",
            question=again if plan else self.first,
            n=left - declared,
        )

    def refuse_unit(self, g: Situation, plan: Plan, target: int, u: int) -> IllegalAction | None:
        refusal = refuse_fighter(g, target, u, self.next_rule)
        if refusal is not None:
            return refusal
        if self.fighters(g) >> u & 1 or any(u in attack.units for attack in plan):
            return self.unit_twice(g.game.units[u].id)
        return self.refuse_means(g, target, u)

    def refuse_limit(self, g: Situation, plan: Plan, target: int) -> IllegalAction | None:
        if self.hexes(g) >> target & 1 or any(attack.target == target for attack in plan):
            return self.hex_twice(g.game.board.label(target))
        return refuse_another(g, plan, target)


def weight(g: Situation, attack: Attack) -> int:
    """8.5 What an attack counts for: one; with the option nothing if its hex is counted already."""
    if "attacks-by-hex" in g.game.options and (g.armor_targets | g.targets) >> attack.target & 1:
        return 0
    return 1


def count(g: Situation, attack: Attack) -> None:
    """8.5, 7.6b An attack is made; its units are activated."""
    more = weight(g, attack)
    g.attacks += more
    if g.active == ALLIED:
        g.attacks_turn += more
    for u in attack.units:
        g.acted |= 1 << u


def _refuse_next(
    g: Situation, left: Sequence[Attack], named: str, verb: str, word: str
) -> IllegalAction | None:
    """8.5, 8.11, 9.0c Why this attack is not the next to be fought."""
    if not g.game.is_hex(word):
        return None
    h = g.game.board.index(word)
    if verb in ("engage", "attack"):
        if any(attack.target == h for attack in left):
            return IllegalAction(named, "the attack on {hex} has been declared: fight", hex=word)
        return refuse_another(g, (), h) or IllegalAction(
            named, "all attacks of this phase have been declared"
        )
    return IllegalAction(named, "no attack on {hex} was declared", hex=word)


def next_of(g: Situation, left: Sequence[Attack], rule: str) -> Asking[Attack]:
    """8.1, 9.2 Which of the declared attacks is fought next."""
    if len(left) == 1:
        return left[0]
    fight, named = g.game.orders.hex["fight"], "8.11" if rule == "8.1" else "9.0c"
    choice = yield Ask(
        SIDES[g.active],
        "fight",
        rule,
        Say("which attack is fought first?"),
        [fight[attack.target] for attack in left],
        refuse=lambda verb, word: _refuse_next(g, left, named, verb, word),
        about=about(g, hexes=[attack.target for attack in left]),
    )
    return next(attack for attack in left if attack.target == choice.value)
