"""Attacks in words: whole orders, the short ways of writing them, and why one is refused."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters

from ...engine.words import Action, IllegalAction
from ...hexes import members
from .assault import Attack, Force, attach
from .attacks import attachments, best_force, partners, spent, targets, under
from .battle import Battle, Fighting


def expand_join(
    g: Battle[Fighting],
    words: Sequence[str],
    able: Sequence[int],
    joined: Sequence[int],
    target: int,
    kind: str,
) -> list[list[str]] | None:
    """``from HEX HEX``, ``with A+B``, ``maf UNIT``, and an order that leaves the Main Assault Force open."""
    if g.game.place(words[0]) is not None:
        words = ["from", *words]
    if words[0] == "from" and len(words) > 1:
        place = g.game.place(words[1])
        group = [u for u in partners(g, able, joined, target) if g.hex[u] == place]
        if not group:
            return None
        return [[*(w for u in group for w in ("with", g.id(u))), *words[2:]]]
    if words[0] == "with" and len(words) > 1 and "+" in words[1]:
        return [[*(w for name in words[1].split("+") for w in ("with", name)), *words[2:]]]
    if words[0] == "maf" and len(words) > 1:
        named = _force(g, joined, words[1])
        if named is None or named.order.word == words[1]:
            return None
        return [[*named.order.text.split(), *words[2:]]]
    if words[0] in ("go", "attach", *g.SUPPORT) and joined:
        force = best_force(g, target, joined, kind)
        return [[*force.order.text.split(), *words]] if force else None
    return None


def arranged(g: Battle[Fighting], words: Sequence[str]) -> list[str]:
    """The words of an attack up to ``go``: first who joins, then the Main Assault Force, then the rest."""
    if words and g.game.place(words[0]) is not None:
        words = ["from", *words]
    end = words.index("go") if "go" in words else len(words)
    pairs = _pairs(words[:end])
    if any(verb not in ("from", "with", "maf", "attach", *g.SUPPORT) for verb, _ in pairs):
        return [*words]
    pairs.sort(key=_rank)
    return [*(word for pair in pairs for word in pair if word), *words[end:]]


def _rank(pair: tuple[str, str]) -> int:
    return {"from": 0, "with": 0, "maf": 1}.get(pair[0], 2)


def _force(g: Battle[Fighting], joined: Sequence[int], word: str) -> Force | None:
    """The Main Assault Force of this name, or the formation of the unit so named, or the unit alone.

    Of a formation its number is enough where only one is meant.
    """
    forces = {force.order.word: force for force in g.forces(joined)}
    numbered = [force for name, force in forces.items() if name.strip(ascii_letters) == word]
    if word not in forces and len(numbered) == 1:
        return numbered[0]
    unit = g.game.units.find(word)
    if word in forces or unit is None or unit.index not in joined:
        return forces.get(word)
    alone = (force for force in forces.values() if force.units == (unit.index,))
    return forces.get(unit.formation) or next(alone, None)


def refuse_target(g: Battle[Fighting], word: str) -> IllegalAction | None:
    """Why a hex may not be attacked."""
    if reason := g.no_target(word):
        return reason
    if not g.game.is_hex(word):
        return None
    h = g.game.board.index(word)
    if g.occupied[g.active] >> h & 1:
        side = g.SIDES[g.active]
        return IllegalAction(
            g.CITES.attack, "{hex} is {side}, and that side attacks now", hex=word, side=side
        )
    if not g.occupied[g.enemy] >> h & 1:
        return IllegalAction(g.CITES.adjacent, "there is no enemy unit in {hex}", hex=word)
    reasons = [unable(g, u, h, "combat") for u in beside(g, h)]
    none = IllegalAction(g.CITES.adjacent, "no unit of yours is next to {hex}", hex=word)
    return next((reason for reason in reasons if reason is not None), none)


def refuse_named(g: Battle[Fighting], words: Sequence[str]) -> None:
    """``attack HEX with UNIT`` or ``from HEX`` where nobody can attack: why those who are named cannot."""
    h = g.game.place(words[1]) if words[0] == "attack" and len(words) > 3 else None
    if h is None or not g.occupied[g.enemy] >> h & 1:
        return
    if reason := refuse_join(g, Attack(h, (), ()), (), words[2], words[3]):
        raise reason


def beside(g: Battle[Fighting], target: int) -> list[int]:
    """The units of the active side next to a hex, the strongest first."""
    near = [u for spot in members(g.game.tables.ground.around[target]) for u in g.group(spot)]
    near += g.beside_map(target)
    return sorted((u for u in near if g.game.units[u].side == g.active), key=g.attack, reverse=True)


def refuse_join(
    g: Battle[Fighting], attack: Attack, able: Sequence[int], verb: str, word: str
) -> IllegalAction | None:
    """Why units may not join the attack, or be its Main Assault Force."""
    joined, target = attack.units, attack.target
    if verb == "from" and g.game.place(word) is not None:
        return _nobody(g, word, attack)
    if verb == "maf" and joined:
        return g.refuse_force(joined, word) if word else None
    if verb == "go":
        return g.refuse_force(joined, "") if joined else _usage(g)
    unit = g.game.units.find(word)
    if unit is None or verb not in ("with", "attach", *g.SUPPORT, ""):
        return None
    if unit.side != g.active or g.hex[unit.index] < 0:
        return IllegalAction(
            g.CITES.adjacent, "{unit} is not a unit of yours on the map", unit=unit.id
        )
    if unit.index in partners(g, able, joined, target):
        return IllegalAction(g.CITES.force, "{word} takes no part", word=unit.id)
    return unable(g, unit.index, target, attack.kind, joined)


def _nobody(g: Battle[Fighting], word: str, attack: Attack) -> IllegalAction:
    """Why no unit out of a place joins the attack."""
    place, target = g.game.place(word), attack.target
    foes = g.game.units[g.at[target][0]].side
    near = g.group(place) if place is not None else ()
    mine = [u for u in near if g.game.units[u].side != foes]
    reasons = [unable(g, u, target, attack.kind, attack.units) for u in mine]
    none = IllegalAction(g.CITES.adjacent, "no unit of yours in {hex} can join", hex=word)
    return next((reason for reason in reasons if reason is not None), none)


def refuse_more(g: Battle[Fighting], attack: Attack, verb: str, word: str) -> IllegalAction | None:
    """Why the attack cannot go in, or not with this attachment or support."""
    if verb == "go":
        return g.forbidden(attack)
    if verb == "attach":
        return _refuse_attachment(g, attack, word)
    return g.refuse_support(attack, verb, word)


def _refuse_attachment(g: Battle[Fighting], attack: Attack, word: str) -> IllegalAction | None:
    """Why a unit cannot be attached to the Main Assault Force."""
    unit, rule = g.game.units.find(word), g.CITES.attach
    if unit is None:
        return None
    if attack.attached >= 0:
        return IllegalAction(rule, "only one unit can be attached to the Main Assault Force")
    facts = {"unit": unit.id}
    if unit.index not in attack.units:
        return IllegalAction(rule, "{unit} takes no part and cannot be attached", **facts)
    if unit.index in attack.maf:
        return IllegalAction(rule, "{unit} is in the Main Assault Force already", **facts)
    if all(g.hex[unit.index] != g.hex[u] for u in attack.maf):
        return IllegalAction(rule, "{unit} is not stacked with the Main Assault Force", **facts)
    return g.attachable(attack, unit.index)


def orders_of(g: Battle[Fighting], word: str) -> list[Action]:
    """The attacks open to a unit on its own."""
    unit = g.game.units.find(word)
    if unit is None or g.hex[unit.index] < 0:
        return []
    return [
        Action("attack", f"{g.word(target)} with {unit.id} go", target, "commits")
        for target, units in targets(g).items()
        if unit.index in units
    ]


def parse(g: Battle[Fighting], words: Sequence[str]) -> Attack:
    """An attack from the words of an order; IllegalAction if it could not be made."""
    target: int | None = None
    kind, chosen = "combat", ""
    joined: list[int] = []
    extras: list[tuple[str, str]] = []
    for verb, word in _pairs([*words[:2], *arranged(g, words[2:])]):
        if not word and verb != "go" and verb not in g.ALONE:
            raise _usage(g)
        if verb in g.KINDS:
            kind = g.KINDS[verb]
            target = _target(g, word)
        elif target is None:
            raise _usage(g)
        elif verb == "from":
            more = _out_of(g, g.game.place(word), target, kind, joined)
            if not more:
                raise _nobody(g, word, Attack(target, tuple(joined), (), kind=kind))
            joined += more
        elif verb == "with":
            joined += _named(g, word, target, kind, joined)
        elif verb == "maf":
            if _force(g, joined, word) is None:
                raise g.refuse_force(joined, word) if joined else _usage(g)
            chosen = word
        elif verb == "attach" or verb in g.SUPPORT:
            extras.append((verb, word))
    if target is None or not joined:
        raise (_unopposed(g, target, kind) if target is not None else None) or _usage(g)
    force = _force(g, joined, chosen) if chosen else best_force(g, target, joined, kind)
    if force is None:
        raise g.refuse_force(joined, "")
    attack = under(target, joined, force, kind)
    for verb, word in extras:
        attack = _with_extra(g, attack, verb, word)
    return attack


def _usage(g: Battle[Fighting]) -> IllegalAction:
    return IllegalAction(g.CITES.attack, "an attack reads: attack HEX with UNIT maf FORMATION go")


def _unopposed(g: Battle[Fighting], target: int, kind: str) -> IllegalAction | None:
    """Why nobody at all can attack a hex."""
    foes = g.game.units[g.at[target][0]].side
    near = [u for spot in members(g.game.tables.ground.around[target]) for u in g.group(spot)]
    near = [u for u in (*near, *g.beside_map(target)) if g.game.units[u].side != foes]
    reasons = [unable(g, u, target, kind) for u in near]
    if not near:
        where = g.word(target)
        return IllegalAction(
            g.CITES.adjacent, "no unit can attack {hex}: none is next to it", hex=where
        )
    return None if None in reasons else reasons[0]


def _target(g: Battle[Fighting], word: str) -> int:
    if reason := g.no_target(word):
        raise reason
    target = g.game.place(word)
    if target is None or target not in g.at:
        raise IllegalAction(g.CITES.adjacent, "there is no enemy unit in {hex}", hex=word)
    return target


def _named(
    g: Battle[Fighting], word: str, target: int, kind: str, joined: Sequence[int]
) -> list[int]:
    """The units of ``with A+B``."""
    found: list[int] = []
    for name in word.split("+"):
        unit = g.game.units.find(name)
        if unit is None:
            raise IllegalAction(g.CITES.adjacent, "no unit is called {unit}", unit=name)
        if reason := unable(g, unit.index, target, kind, [*joined, *found]):
            raise reason
        found.append(unit.index)
    return found


def _out_of(
    g: Battle[Fighting], place: int | None, target: int, kind: str, joined: Sequence[int]
) -> list[int]:
    """The units of a place that can take part, as ``from HEX`` means them, all together."""
    group = g.group(place) if place is not None else ()
    found = [u for u in group if unable(g, u, target, kind, joined) is None]
    for n, u in enumerate(found):
        if reason := unable(g, u, target, kind, [*joined, *found[:n]]):
            raise reason
    return found


def unable(
    g: Battle[Fighting], unit: int, target: int, kind: str, joined: Sequence[int] = ()
) -> IllegalAction | None:
    """Why a unit could not take part beside those that have joined."""
    place, tables = g.hex[unit], g.game.tables
    facts = {"unit": g.id(unit), "hex": g.word(target)}
    if unit in joined:
        return IllegalAction(g.CITES.undivided, "{unit} takes part already", unit=facts["unit"])
    if g.game.units[unit].side == g.game.units[g.at[target][0]].side:
        return IllegalAction(g.CITES.adjacent, "there is no enemy unit in {hex}", hex=facts["hex"])
    on_map = 0 <= place < tables.size
    near = tables.ground.around[target] >> place & 1 if on_map else unit in g.beside_map(target)
    if not near:
        return IllegalAction(g.CITES.adjacent, "{unit} is not next to {hex}", **facts)
    if kind == "combat" and spent(g, target):
        if all(g.fell_back >> u & 1 for u in g.at[target]):
            return IllegalAction(
                g.CITES.retreated, "{hex} holds only units that have retreated", **facts
            )
        return IllegalAction(g.CITES.once, "{hex} has been attacked already this phase", **facts)
    return (
        g.fit(unit, kind)
        or g.blocked(unit, place, target)
        or (g.joins(joined, unit, target) if joined else None)
    )


def _with_extra(g: Battle[Fighting], attack: Attack, verb: str, word: str) -> Attack:
    """The attack with an attachment or some support."""
    unit = g.game.units.find(word)
    if verb == "attach":
        if unit is not None and unit.index in attachments(g, attack):
            return attach(attack, unit.index)
    else:
        name = unit.id if unit is not None else word
        for order in g.supports(attack):
            if order.verb == verb and order.word == name:
                return g.with_support(attack, order)
    raise refuse_more(g, attack, verb, word) or IllegalAction(
        g.CITES.combat, "{word} is not support", word=word
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
