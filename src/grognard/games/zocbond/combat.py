"""Combat: attacks are declared and supported."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import Ask, Asking
from ...engine.words import Action, Say
from . import attack_orders, sheets
from .assault import Attack, attach
from .attacks import attachments, partners, under
from .battle import Battle, Fighting


def declare(
    g: Battle[Fighting], target: int, able: Sequence[int], kind: str = "combat"
) -> Asking[Attack | None]:
    """Who attacks, and the Main Assault Force, then attachment and support; None if called off."""
    acts = g.game.actions
    joined: list[int] = []
    while True:
        forces = {force.order: force for force in g.forces(joined)}
        actions: list[Action] = [acts.with_[u] for u in partners(g, able, joined, target)]
        actions += forces
        actions.append(acts.cancel)
        choice = yield Ask(
            g.SIDES[g.active],
            "join",
            g.CITES.join,
            Say(
                "attack {hex}: who joins, and which is the Main Assault Force?",
                hex=g.word(target),
            ),
            actions,
            continues=True,
            about=g.against(target, joined),
            refuse=lambda verb, word: attack_orders.refuse_join(
                g, Attack(target, tuple(joined), (), kind=kind), able, verb, word
            ),
            expand=lambda words: attack_orders.expand_join(g, words, able, joined, target, kind),
            ledger=(lambda: sheets.of_join(g, target, joined, kind)) if joined else None,
        )
        if choice is acts.cancel:
            return None
        if choice in forces:
            return (yield from _support(g, under(target, joined, forces[choice], kind)))
        joined.append(choice.value)


def _support(g: Battle[Fighting], attack: Attack) -> Asking[Attack | None]:
    """Attachment and support are declared; then the attack goes in."""
    acts = g.game.actions
    while True:
        actions = [acts.attach[u] for u in attachments(g, attack)]
        actions += g.supports(attack)
        if g.forbidden(attack) is None:
            actions.append(acts.go)
        actions.append(acts.cancel)
        choice = yield Ask(
            g.SIDES[g.active],
            "support",
            g.CITES.combat,
            Say("attack {hex}: attach or support, or go", hex=g.word(attack.target)),
            actions,
            continues=True,
            about=g.against(attack.target, attack.units),
            refuse=partial(attack_orders.refuse_more, g, attack),
            ledger=partial(sheets.of_attack, g, attack),
        )
        match choice.verb:
            case "go":
                return attack
            case "cancel":
                return None
            case "attach":
                attack = attach(attack, choice.value)
            case _:
                attack = g.with_support(attack, choice)
