"""8.0 Attacks in words: whole orders, the short ways of writing them, and why one is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...engine.words import Action, IllegalAction
from ...hexes import members
from . import attacks, support
from .modifiers import Attack
from .situation import AREAS, Situation

KINDS = {"attack": "combat", "assault": "breakthrough", "autods": "automatic"}
"""The kinds of attack by the verb of the order."""


def expand_join(
    g: Situation,
    words: Sequence[str],
    able: Sequence[int],
    joined: Sequence[int],
    target: int,
    kind: str,
) -> list[list[str]] | None:
    """``from HEX HEX``, ``with A+B``, and an order that leaves the Main Assault Force open."""
    if g.game.place(words[0]) is not None:
        words = ["from", *words]
    if words[0] == "from" and len(words) > 1:
        place = g.game.place(words[1])
        group = [u for u in attacks.partners(g, able, joined, target) if g.hex[u] == place]
        if not group:
            return None
        return [[*(w for u in group for w in ("with", g.id(u))), *words[2:]]]
    if words[0] == "with" and len(words) > 1 and "+" in words[1]:
        return [[*(w for name in words[1].split("+") for w in ("with", name)), *words[2:]]]
    if words[0] in ("go", "air", "asu", "naval", "attach", "valiant") and joined:
        return [[*attacks.best_force(g, target, joined, kind).text.split(), *words]]
    return None


def refuse_target(g: Situation, word: str) -> IllegalAction | None:
    """8.1, 21.3.4 Why a hex may not be attacked."""
    if word in AREAS:
        return IllegalAction("21.3.4", "units in an Entry Area cannot be attacked")
    if not g.game.is_hex(word):
        return None
    h, tables = g.game.board.index(word), g.game.tables
    if not g.occupied[g.enemy] >> h & 1:
        return IllegalAction("8.1a", "there is no enemy unit in {hex}", hex=word)
    near = [u for spot in members(tables.ground.around[h]) for u in g.group(spot)]
    for k, touched in enumerate(tables.touch):
        if touched >> h & 1:
            near += g.group(tables.size + k)
    mine = sorted((u for u in near if g.game.units[u].side == g.active), key=g.attack, reverse=True)
    reasons = [_unable(g, u, h, "combat") for u in mine]
    none = IllegalAction("8.1a", "no unit of yours is next to {hex}", hex=word)
    return next((reason for reason in reasons if reason is not None), none)


def refuse_join(
    g: Situation, attack: Attack, able: Sequence[int], verb: str, word: str
) -> IllegalAction | None:
    """8.1-8.5 Why units may not join the attack, or be its Main Assault Force."""
    joined, target = attack.units, attack.target
    if verb == "from" and g.game.place(word) is not None:
        return _nobody(g, word, attack)
    if verb == "maf" and word in g.game.actions.maf:
        return IllegalAction("8.4.1", "{word} takes no part", word=word)
    unit = g.game.units.find(word)
    if unit is None or verb not in ("with", "attach", "maf", "asu", ""):
        return None
    if unit.side != g.active or g.hex[unit.index] < 0:
        return IllegalAction("8.1a", "{unit} is no unit of yours on the map", unit=unit.id)
    if unit.index in attacks.partners(g, able, joined, target):
        return IllegalAction("8.4.1", "{word} takes no part", word=unit.id)
    return _unable(g, unit.index, target, attack.kind, joined)


def _nobody(g: Situation, word: str, attack: Attack) -> IllegalAction:
    """8.1 Why no unit out of a place joins the attack."""
    place, target = g.game.place(word), attack.target
    foes = g.game.units[g.at[target][0]].side
    near = g.group(place) if place is not None else ()
    mine = [u for u in near if g.game.units[u].side != foes]
    reasons = [_unable(g, u, target, attack.kind, attack.units) for u in mine]
    none = IllegalAction("8.1a", "no unit of yours in {hex} can join", hex=word)
    return next((reason for reason in reasons if reason is not None), none)


def _apart(g: Situation, one: int, other: int) -> IllegalAction | None:
    """8.5 Why two units may not attack together."""
    first, second = g.game.units[one], g.game.units[other]
    if first.nation != second.nation:
        return IllegalAction("8.5.1", "US and Commonwealth units may not attack together")
    if first.army != second.army:
        return IllegalAction("8.5.2", "the 5th and 8th Army may not attack together")
    return None


def refuse_support(g: Situation, attack: Attack, verb: str, word: str) -> IllegalAction | None:
    """8.4.3, 8.6.1, 8.7.1, 9.2-9.6, 15.2.7 Why the attack cannot go in, or not with this."""
    if verb == "go":
        if attack.kind == "automatic":
            return IllegalAction("8.7.1", "an Automatic DS needs 10-1")
        return IllegalAction("8.6.1", "the odds are below 1-3")
    if verb == "attach":
        return _refuse_attachment(g, attack, word)
    if verb in ("asu", "naval", "air", "valiant"):
        if attack.kind == "automatic":
            return IllegalAction("8.7.1", "no support counts for an Automatic DS")
        if attack.kind == "breakthrough":
            return IllegalAction("15.2.7", "no support counts for a Breakthrough Combat")
    if verb == "asu":
        return support.refuse_asu(g, attack, word)
    if verb == "naval":
        return support.refuse_naval(g, attack, word)
    if verb == "valiant":
        return IllegalAction("19.4", "the battleships cannot be added now")
    if verb == "air":
        return support.refuse_air(g, attack, word)
    return None


def _refuse_attachment(g: Situation, attack: Attack, word: str) -> IllegalAction | None:
    """8.4.3 Why a unit cannot be attached to the Main Assault Force."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if attack.attached >= 0:
        return IllegalAction("8.4.3", "only one unit can be attached to the Main Assault Force")
    facts = {"unit": unit.id}
    if unit.index not in attack.units:
        return IllegalAction("8.4.3", "{unit} takes no part and cannot be attached", **facts)
    if unit.index in attack.maf:
        return IllegalAction("8.4.3", "{unit} is in the Main Assault Force already", **facts)
    if all(g.hex[unit.index] != g.hex[u] for u in attack.maf):
        return IllegalAction("8.4.3", "{unit} is not stacked with the Main Assault Force", **facts)
    return IllegalAction("8.4.3", "{unit} is neither a battalion nor a tank unit", **facts)


def orders_of(g: Situation, word: str) -> list[Action]:
    """The attacks open to a unit on its own."""
    unit = g.game.units.find(word)
    if unit is None or g.hex[unit.index] < 0:
        return []
    return [
        Action("attack", f"{g.word(target)} with {unit.id} go", target, "commits")
        for target, units in attacks.targets(g).items()
        if unit.index in units
    ]


def parse(g: Situation, words: Sequence[str]) -> Attack:
    """An attack from the words of an order; IllegalAction if it could not be made."""
    target: int | None = None
    kind = "combat"
    joined: list[int] = []
    maf: Action | None = None
    extras: list[tuple[str, str]] = []
    usage = IllegalAction("8.1", "an attack reads: attack HEX with UNIT maf FORMATION go")
    for verb, word in _pairs(words):
        if not word and verb not in ("go", "valiant"):
            raise usage
        if verb in KINDS:
            kind = KINDS[verb]
            target = g.game.place(word)
            if word in AREAS:
                raise IllegalAction("21.3.4", "units in an Entry Area cannot be attacked")
            if target is None or target not in g.at:
                raise IllegalAction("8.1a", "there is no enemy unit in {hex}", hex=word)
        elif target is None:
            raise usage
        elif verb == "from":
            more = _out_of(g, g.game.place(word), target, kind, joined)
            if not more:
                raise _nobody(g, word, Attack(target, tuple(joined), (), kind=kind))
            joined += more
        elif verb == "with":
            for name in word.split("+"):
                found = g.game.units.find(name)
                if found is None:
                    raise IllegalAction("8.1a", "no unit is called {unit}", unit=name)
                if reason := _unable(g, found.index, target, kind, joined):
                    raise reason
                joined.append(found.index)
        elif verb == "maf":
            maf = next((a for a in attacks.forces(g, joined) if a.word == word), None)
            if maf is None:
                raise IllegalAction("8.4.1", "{word} takes no part", word=word)
        elif verb in ("attach", "air", "asu", "naval", "valiant"):
            extras.append((verb, word))
    if target is None or not joined:
        raise usage
    chosen = maf or attacks.best_force(g, target, joined, kind)
    attack = Attack(target, tuple(joined), attacks.force(g, joined, chosen), kind=kind)
    for verb, word in extras:
        attack = _with_extra(g, attack, verb, word)
    return attack


def _out_of(
    g: Situation, place: int | None, target: int, kind: str, joined: Sequence[int]
) -> list[int]:
    """The units of a place that can take part, as ``from HEX`` means them."""
    found: list[int] = []
    for u in g.group(place) if place is not None else ():
        if _unable(g, u, target, kind, [*joined, *found]) is None:
            found.append(u)
    return found


def _unable(
    g: Situation, unit: int, target: int, kind: str, joined: Sequence[int] = ()
) -> IllegalAction | None:
    """8.1-8.5, 20.4, 21.3.4 Why a unit could not take part beside those that have joined.

    In a Breakthrough Combat it has attacked before (15.0).
    """
    place, tables = g.hex[unit], g.game.tables
    facts = {"unit": g.id(unit), "hex": g.word(target)}
    if unit in joined:
        return IllegalAction("8.2d", "{unit} takes part already", unit=facts["unit"])
    if g.game.units[unit].side == g.game.units[g.at[target][0]].side:
        return IllegalAction("8.1a", "there is no enemy unit in {hex}", hex=facts["hex"])
    touching = place >= tables.size and tables.touch[place - tables.size] >> target & 1
    if not touching and not (
        0 <= place < tables.size and tables.ground.around[target] >> place & 1
    ):
        return IllegalAction("8.1a", "{unit} is not next to {hex}", **facts)
    if kind == "combat" and attacks.spent(g, target):
        if all(g.fell_back >> u & 1 for u in g.at[target]):
            return IllegalAction("12.5", "{hex} holds only units that have retreated", **facts)
        return IllegalAction("8.1c", "{hex} has been attacked already this phase", **facts)
    reason = attacks.fit(g, unit) if kind != "breakthrough" else None
    if reason is not None:
        return reason
    if touching:
        if g.shifted >> unit & 1:
            return IllegalAction("21.3.4", "{unit} entered its area this turn", **facts)
    elif reason := attacks.blocked(g, unit, place, target):
        return reason
    elif attacks.resting(g, place):
        return IllegalAction("20.4", "a Replacement forbids all combat out of the hex", **facts)
    if unit in attacks.partners(g, [unit], joined, target):
        return None
    room = IllegalAction("21.3.4", "no room in the Entry Area for {unit}", unit=facts["unit"])
    return _apart(g, joined[0], unit) or room


def _with_extra(g: Situation, attack: Attack, verb: str, word: str) -> Attack:
    """8.4.3, 8.3b The attack with an attachment or some support."""
    unit = g.game.units.find(word)
    wings, guns, ships, big = (
        support.more(g, attack) if attack.kind == "combat" else ([], [], [], False)
    )
    match verb:
        case "attach" if unit is not None and unit.index in attacks.attachments(g, attack):
            return attacks.attach(attack, unit.index)
        case "air" if word in wings:
            return replace(attack, air=word)
        case "asu" if unit is not None and unit.index in guns:
            return replace(attack, asus=(*attack.asus, unit.index))
        case "naval" if word in ships:
            return replace(attack, naval=word)
        case "valiant" if big:
            return replace(attack, valiant=True)
    raise refuse_support(g, attack, verb, word) or IllegalAction(
        "8.3", "{word} is no support", word=word
    )


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for word in words:
        if word.islower() and word.isalpha():
            found.append((word, ""))
        elif found:
            verb, old = found[-1]
            if old:
                found.append((verb, word))
            else:
                found[-1] = verb, word
    return found
