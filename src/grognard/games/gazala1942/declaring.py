"""3.22, 3.23 All attacks of a phase are declared before the first is fought.

An attack is built of small choices: the hex, then the units one by one, hex by hex or all,
then what supports it.  Armor combat and normal combat differ in who may, not in how.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ...engine.decision import About, Ask, Asking
from ...engine.ledger import Aim, Ledger
from ...engine.words import Action, IllegalAction, Say
from ...hexes import mask_of, members
from .actions import refusing
from .counters import SIDES
from .situation import Situation


class Attack(NamedTuple):
    """An attack as declared: the hex, the units, what supports it on either side."""

    target: int
    units: tuple[int, ...] = ()
    hq: int = -1
    """The attacker's HQ (10.12)."""
    air: int = 0
    """Columns of air support (10.5)."""
    guard: int = -1
    """The defender's HQ (10.12)."""


Plan = tuple[Attack, ...]


def aim(g: Situation, attack: Attack) -> Aim:
    """An attack in the words of orders."""
    label, units = g.game.board.label, g.game.units
    origins = sorted({g.hex[u] for u in attack.units if g.hex[u] >= 0})
    return Aim(
        label(attack.target), tuple(map(label, origins)), tuple(units[u].id for u in attack.units)
    )


def about(
    g: Situation,
    units: Sequence[int] = (),
    hexes: Sequence[int] = (),
    attack: Attack | None = None,
) -> About:
    """What a question is about."""
    label, counters = g.game.board.label, g.game.units
    return About(
        tuple(counters[u].id for u in units),
        tuple(map(label, hexes)),
        None if attack is None else aim(g, attack),
    )


class Declaration(ABC):
    """How the attacks of one phase are declared."""

    verb: str
    rule: str
    """The rule by which the hexes are named."""
    unit_rule: str
    next_rule: str
    """The rule by which only hexes next to one's own units are attacked."""
    enemy_rule: str
    """The rule by which only hexes with enemies are attacked."""
    weak_rule: str
    """The rule by which a unit is worth nothing in such an attack: no reason if others are kept from it."""

    @abstractmethod
    def opening(self, g: Situation, plan: Plan) -> Say:
        """Which hex is to be named next."""

    @abstractmethod
    def refuse_unit(self, g: Situation, plan: Plan, target: int, u: int) -> IllegalAction | None:
        """Why a unit may not take part in an attack on this hex."""

    @abstractmethod
    def refuse_attack(self, g: Situation, plan: Plan, attack: Attack) -> IllegalAction | None:
        """Why an attack may not be made as it is."""

    @abstractmethod
    def refuse_limit(self, g: Situation, plan: Plan, target: int) -> IllegalAction | None:
        """Why no attack more may be made, or none on this hex."""

    @abstractmethod
    def ledger(self, g: Situation, attack: Attack) -> Ledger:
        """What is at stake in the attack as it is."""

    def supports(self, g: Situation, plan: Plan, attack: Attack) -> list[Action]:
        """What may be added to an attack besides units."""
        return []

    def supported(self, g: Situation, attack: Attack, choice: Action) -> Attack:
        """The attack with that support."""
        return attack

    def refuse_support(
        self, g: Situation, plan: Plan, attack: Attack, verb: str, word: str
    ) -> IllegalAction | None:
        """Why something may not support the attack."""
        if verb == "air":
            return IllegalAction("10.5", "air support is for normal combat")
        return IllegalAction("10.12", "an HQ supports normal combat only")

    def best(self, g: Situation, plan: Plan, attack: Attack) -> Attack:
        """The attack with all the support that it could have."""
        return attack

    # -- what follows from those

    def able(self, g: Situation, plan: Plan, target: int) -> list[int]:
        """The units that may take part in an attack on a hex."""
        near = g.game.ground.around[target] & g.occupied[g.active]
        return [
            u
            for h in members(near)
            for u in g.at[h]
            if self.refuse_unit(g, plan, target, u) is None
        ]

    def refuse_target(self, g: Situation, plan: Plan, target: int) -> IllegalAction | None:
        """Why a hex may not be attacked now: the limit, nobody able, or hopeless with everybody."""
        label = g.game.board.label(target)
        if not g.occupied[g.enemy] >> target & 1:
            return IllegalAction(self.enemy_rule, "there is no enemy in {hex}", hex=label)
        limit = self.refuse_limit(g, plan, target)
        if limit is not None:
            return limit
        able = self.able(g, plan, target)
        if not able:
            return self._refuse_all(g, plan, target) or IllegalAction(
                self.next_rule, "no unit of yours is next to {hex}", hex=label
            )
        return self.refuse_attack(g, plan, self.best(g, plan, Attack(target, tuple(able))))

    def _refuse_all(self, g: Situation, plan: Plan, target: int) -> IllegalAction | None:
        """Why none of the units next to a hex attacks it."""
        near = members(g.game.ground.around[target] & g.occupied[g.active])
        return self.refuse_each(g, plan, target, [u for h in near for u in g.at[h]])

    def refuse_each(
        self, g: Situation, plan: Plan, target: int, units: Sequence[int]
    ) -> IllegalAction | None:
        """Why none of these units attacks a hex: of the one that comes nearest to it; None if one may."""
        reasons = {u: self.refuse_unit(g, plan, target, u) for u in units}
        if None in reasons.values():
            return None
        fighters = [u for u in units if not g.game.units[u].hq]
        active = [u for u in fighters if g.eligible >> u & 1]
        found = [why for u in active or fighters or units if (why := reasons[u]) is not None]
        return min(found, key=lambda why: why.rule == self.weak_rule, default=None)

    def idle(self, g: Situation) -> IllegalAction | None:
        """Why nobody is attacked at all, if it is one reason for every enemy within reach."""
        active = mask_of(g.hex[u] for u in members(g.eligible) if g.hex[u] >= 0)
        near = g.game.board.grid.spread(active) & g.occupied[g.enemy]
        found = {r.rule: r for h in members(near) if (r := self.refuse_target(g, (), h))}
        return next(iter(found.values())) if len(found) == 1 else None

    def targets(self, g: Situation, plan: Plan) -> list[int]:
        """The hexes that may be attacked."""
        active = mask_of(g.hex[u] for u in members(g.eligible) if g.hex[u] >= 0)
        near = g.game.board.grid.spread(active) & g.occupied[g.enemy]
        return [h for h in members(near) if self.refuse_target(g, plan, h) is None]


def declare(g: Situation, how: Declaration) -> Asking[Plan]:
    """3.22, 3.23, 9.0c The active player names the hexes and who attacks them."""
    plan: Plan = ()
    acts = g.game.orders
    while True:
        targets = how.targets(g, plan)
        if not targets:
            if not plan:
                _pass(g, how)
            return plan
        now = plan
        choice = yield Ask(
            SIDES[g.active],
            how.verb,
            how.rule,
            how.opening(g, plan),
            [*(acts.hex[how.verb][h] for h in targets), acts.plain["done"]],
            top=not plan,
            about=about(g, hexes=[attack.target for attack in plan]),
            refuse=refusing(how.verb, lambda word, now=now: _refuse_target(g, how, now, word)),  # type: ignore[misc]
            expand=lambda words, now=now: _refuse_named(g, how, now, words),  # type: ignore[misc]
            of=lambda word, now=now: orders_of(g, how, now, word),  # type: ignore[misc]
            outcome=lambda action, now=now: _fought(g, now) if action.verb == "done" else [],  # type: ignore[misc]
        )
        if choice.verb == "done":
            return plan
        plan = (*plan, (yield from _build(g, how, plan, choice.value)))


def _fought(g: Situation, plan: Plan) -> list[Say]:
    """What is fought when no more is declared."""
    if not plan:
        return []
    hexes = ", ".join(g.game.board.label(attack.target) for attack in plan)
    return [Say("fought now: {hexes}", hexes=hexes)]


def _pass(g: Situation, how: Declaration) -> None:
    """The phase is over before it began; if one rule is to blame it is cited."""
    why = how.idle(g)
    if why is None:
        g.tell("pass", how.rule, "no {side} unit can attack", side=SIDES[g.active])
        return
    g.tell(
        "pass",
        why.rule,
        "no {side} unit can attack: {reason}",
        side=SIDES[g.active],
        reason=why.reason,
    )


def _refuse_target(g: Situation, how: Declaration, plan: Plan, word: str) -> IllegalAction | None:
    if not g.game.is_hex(word):
        return None
    return how.refuse_target(g, plan, g.game.board.index(word))


def _refuse_named(g: Situation, how: Declaration, plan: Plan, words: Sequence[str]) -> None:
    """``attack HEX with UNIT`` or ``from HEX`` where the hex is not attacked: why not by those who are named."""
    if len(words) < 4 or words[0] != how.verb or not g.game.is_hex(words[1]):
        return
    target = g.game.board.index(words[1])
    if words[2] not in ("with", "from") or not g.occupied[g.enemy] >> target & 1:
        return
    reason = _refuse(g, how, plan, Attack(target), words[2], words[3])
    if reason is not None:
        raise reason


def orders_of(g: Situation, how: Declaration, plan: Plan, word: str) -> list[Action]:
    """The attacks open to one unit: alone, with its stack, with everybody."""
    unit = g.game.units.find(word)
    if unit is None or g.hex[unit.index] < 0:
        return []
    u, label, found = unit.index, g.game.board.label, []
    for target in how.targets(g, plan):
        able = how.able(g, plan, target)
        if u not in able:
            continue
        stack = [v for v in able if g.hex[v] == g.hex[u]]
        ways: list[tuple[tuple[int, ...], str]] = [((u,), f"with {unit.id}")]
        if len(stack) > 1:
            ways.append((tuple(stack), f"from {label(g.hex[u])}"))
        if len(able) > len(stack):
            ways.append((tuple(able), "all"))
        found += [
            Action(how.verb, f"{label(target)} {words} go", target, role="commits")
            for units, words in ways
            if how.refuse_attack(g, plan, Attack(target, units)) is None
        ]
    return found


def _build(g: Situation, how: Declaration, plan: Plan, target: int) -> Asking[Attack]:
    """9.0c Who attacks the hex, and with what support."""
    acts, label = g.game.orders, g.game.board.label(target)
    able = how.able(g, plan, target)
    attack = Attack(target)
    while True:
        rest = [u for u in able if u not in attack.units]
        more = how.supports(g, plan, attack)
        ready = bool(attack.units) and how.refuse_attack(g, plan, attack) is None
        actions: list[Action] = [acts.unit["with"][u] for u in rest]
        actions += [acts.hex["from"][h] for h in _stacks(g, rest)]
        if len(rest) > 1:
            actions.append(acts.plain["all"])
        actions += more
        if ready:
            actions.append(acts.plain["go"])
        now = attack
        choice = yield Ask(
            SIDES[g.active],
            f"{how.verb} with",
            how.unit_rule,
            Say("who attacks {hex}? Add units and support, then declare the attack", hex=label),
            actions,
            continues=True,
            means="with",
            refuse=lambda verb, word, now=now: _refuse(g, how, plan, now, verb, word),  # type: ignore[misc]
            ledger=(lambda now=now: how.ledger(g, now)) if attack.units else None,  # type: ignore[misc]
            expand=lambda words, rest=rest: _expand_one(g, rest, words),  # type: ignore[misc]
            about=about(g, attack.units, [target], attack),
            outcome=partial(_outcome, g, how, plan, attack, rest),
        )
        if choice.verb == "go":
            return attack
        attack = _with(g, how, attack, rest, choice)


def _with(
    g: Situation, how: Declaration, attack: Attack, rest: Sequence[int], choice: Action
) -> Attack:
    """The attack with what an answer adds to it."""
    if choice.verb == "all":
        return attack._replace(units=(*attack.units, *rest))
    if choice.verb == "from":
        here = tuple(u for u in rest if g.hex[u] == choice.value)
        return attack._replace(units=(*attack.units, *here))
    if choice.verb == "with":
        return attack._replace(units=(*attack.units, choice.value))
    return how.supported(g, attack, choice)


def _outcome(
    g: Situation,
    how: Declaration,
    plan: Plan,
    attack: Attack,
    rest: Sequence[int],
    choice: Action,
) -> list[Say]:
    """What an answer makes of the attack, and when one that is declared is fought."""
    found = _column(g, how, attack, rest, choice)
    if choice.verb == "go" and not how.targets(g, (*plan, attack)):
        found.append(Say("it is fought at once: no other hex can be attacked"))
    return found


def _column(
    g: Situation, how: Declaration, attack: Attack, rest: Sequence[int], choice: Action
) -> list[Say]:
    """The column of the attack with what an answer adds to it; a single unit is looked at on its card."""
    if choice.verb == "with":
        return []
    if choice.verb != "go":
        attack = _with(g, how, attack, rest, choice)
    if not attack.units:
        return []
    sheet = how.ledger(g, attack)
    if not sheet.table:
        return [note.what for note in sheet.notes]
    return [Say("the column is {column}", column=sheet.column)]


def _expand_one(g: Situation, rest: Sequence[int], words: Sequence[str]) -> list[list[str]] | None:
    """``all`` and ``from HEX`` where only one unit is meant, and so neither is a choice."""
    if words[0] == "all":
        meant, after = list(rest), words[1:]
    elif words[0] == "from" and len(words) > 1 and g.game.is_hex(words[1]):
        meant = [u for u in rest if g.hex[u] == g.game.board.index(words[1])]
        after = words[2:]
    else:
        return None
    return [["with", g.game.units[meant[0]].id, *after]] if len(meant) == 1 else None


def _stacks(g: Situation, units: Sequence[int]) -> list[int]:
    """The hexes that hold two or more of these units."""
    hexes = [g.hex[u] for u in units]
    return sorted({h for h in hexes if hexes.count(h) > 1})


def _refuse(
    g: Situation, how: Declaration, plan: Plan, attack: Attack, verb: str, word: str
) -> IllegalAction | None:
    """Why a unit, a stack or support may not be added, or why the attack is not ready."""
    if verb == "go":
        if not attack.units:
            return IllegalAction(how.unit_rule, "nobody attacks yet")
        return how.refuse_attack(g, plan, attack)
    if verb in ("support", "air"):
        return how.refuse_support(g, plan, attack, verb, word)
    if g.game.is_hex(word):
        h = g.game.board.index(word)
        here = [u for u in g.stack(h) if g.game.units[u].side == g.active]
        if not here:
            return IllegalAction(how.next_rule, "there is no unit of yours in {hex}", hex=word)
        rest = [u for u in here if u not in attack.units]
        if rest:
            return how.refuse_each(g, plan, attack.target, rest)
        return IllegalAction(how.unit_rule, "all units in {hex} attack already", hex=word)
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if unit.index in attack.units:
        return IllegalAction(how.unit_rule, "{unit} attacks already", unit=unit.id)
    return how.refuse_unit(g, plan, attack.target, unit.index)


def parse(g: Situation, how: Declaration, words: Sequence[str]) -> Attack:
    """An attack from the words of an order; IllegalAction if it could not be made."""
    attack, verb = Attack(-1), ""
    for word in words:
        if word == how.verb or word in ("with", "from", "support", "go"):
            verb = word
        elif word == "all" and attack.target >= 0:
            attack = attack._replace(units=tuple(how.able(g, (), attack.target)))
        elif word == "air" and attack.target >= 0:
            refusal = how.refuse_support(g, (), attack, "air", "")
            if refusal is not None:
                raise refusal
            attack = how.supported(g, attack, g.game.orders.plain["air"])
        elif g.game.is_hex(word):
            h = g.game.board.index(word)
            if verb == how.verb:
                attack = Attack(h)
            elif attack.target >= 0:
                here = [u for u in how.able(g, (), attack.target) if g.hex[u] == h]
                if not here:
                    raise _refuse(g, how, (), attack, "from", word) or IllegalAction(
                        how.unit_rule, "nobody in {hex} can attack", hex=word
                    )
                attack = attack._replace(units=tuple(dict.fromkeys((*attack.units, *here))))
        elif (unit := g.game.units.find(word)) is not None and attack.target >= 0:
            if verb == "support":
                refusal = how.refuse_support(g, (), attack, "support", word)
                if refusal is not None:
                    raise refusal
                attack = attack._replace(hq=unit.index)
                continue
            refusal = how.refuse_unit(g, (), attack.target, unit.index)
            if refusal is not None:
                raise refusal
            attack = attack._replace(units=tuple(dict.fromkeys((*attack.units, unit.index))))
        else:
            raise IllegalAction(how.rule, "'{word}' is not a word of an attack", word=word)
    if attack.target < 0:
        raise IllegalAction(
            how.rule, "an attack reads: {verb} HEX from HEX with UNIT", verb=how.verb
        )
    refusal = how.refuse_target(g, (), attack.target)
    if refusal is not None:
        raise refusal
    if not attack.units:
        attack = attack._replace(units=tuple(how.able(g, (), attack.target)))
    refusal = how.refuse_attack(g, (), attack)
    if refusal is not None:
        raise refusal
    return attack
