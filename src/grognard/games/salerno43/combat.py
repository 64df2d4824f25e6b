"""8.0 Combat: declaring attacks, the Main Assault Force, and resolving them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from ...engine.decision import Ask, Asking, Procedure, Roll
from ...engine.ledger import Chance, Ledger, Line
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from ..zocbond import odds
from . import advance, disengage, results, sheets, stacking, support
from .counters import GERMAN, SIDES, VEHICLE
from .modifiers import Attack, Reckoning, able_to_defend, in_excess, reckon
from .situation import GOOD, Situation


def combat(g: Situation) -> Procedure:
    """8.1 The active side attacks as it likes; then the Automatic DS stacks advance (8.7.2)."""
    acts = g.game.actions
    while True:
        options = targets(g)
        actions = [acts.attack[h] for h in options]
        actions += disengage.actions(g)
        if not actions:
            break
        actions.append(acts.done)
        choice = yield Ask(
            SIDES[g.active],
            "attack",
            "8.1",
            Say("attack a hex, or end the combat"),
            actions,
            top=True,
            refuse=lambda verb, word: refuse_target(g, word),
            of=lambda word: _orders_of(g, word),
        )
        if choice is acts.done:
            break
        if choice.verb == "disengage":
            yield from disengage.attempt(g, choice)
            continue
        attack = yield from declare(g, choice.value, options[choice.value])
        if attack is not None:
            yield from fight(g, attack)
    while g.automatic:
        target, *units = g.automatic[0]
        g.automatic = g.automatic[1:]
        alive = tuple(u for u in units if g.hex[u] >= 0)
        if alive:
            done = Attack(target, alive, alive, kind="automatic")
            yield from advance.advance(g, done, g.game.charts.results["DS"].advance)
    yield from stacking.correct(g, g.active)


def targets(g: Situation) -> dict[int, list[int]]:
    """8.1 The hexes that may be attacked, with the units that may attack each."""
    tables, around = g.game.tables, g.game.tables.ground.around
    foes = g.occupied[g.enemy]
    found: dict[int, list[int]] = {}
    for origin in members(g.occupied[g.active] & g.game.board.grid.spread(foes)):
        able = [u for u in g.at[origin] if fit(g, u) is None]
        if not able or any(g.renewed >> u & 1 for u in g.at[origin]):
            continue
        for target in members(around[origin] & foes):
            for u in able:
                if blocked(g, u, origin, target) is None:
                    found.setdefault(target, []).append(u)
    for k, touched in enumerate(tables.touch):
        group = g.group(tables.size + k)
        if not group or not touched & foes:
            continue
        units = g.game.units.units
        able = [
            u
            for u in group
            if units[u].side == g.active and fit(g, u) is None and not g.shifted >> u & 1
        ]
        for target in members(touched & foes):
            for u in able:
                found.setdefault(target, []).append(u)
    return {h: units for h, units in sorted(found.items()) if not _spent(g, h)}


def _spent(g: Situation, target: int) -> bool:
    """8.1c Whether a hex has been attacked already this phase (units that fell back do not count)."""
    fresh = [u for u in g.at[target] if not g.fell_back >> u & 1]
    return not fresh or any(g.struck >> u & 1 for u in fresh)


def fit(g: Situation, unit: int) -> IllegalAction | None:
    """8.1b, 13.2.1c, 17.7, 19.3, 20.4b, 5.8c, 2.3.2a Why a unit cannot attack at all this phase."""
    name, counter = g.id(unit), g.game.units.units[unit]
    if g.attacked >> unit & 1:
        return IllegalAction("8.1b", "{unit} has attacked already", unit=name)
    if g.status[unit] != GOOD:
        return IllegalAction("13.2.1", "{unit} is not in Good Order", unit=name)
    if counter.variable or not g.attack(unit):
        rule = "19.3" if counter.variable else "17.7"
        return IllegalAction(rule, "{unit} has no Attack Strength", unit=name)
    if g.trucked >> unit & 1:
        return IllegalAction("5.8", "{unit} is on trucks", unit=name)
    if g.renewed >> unit & 1:
        return IllegalAction("20.4", "{unit} took a Replacement this turn", unit=name)
    if g.far >> unit & 1:
        return IllegalAction("5.3", "{unit} used Extended Movement", unit=name)
    return None


def blocked(g: Situation, unit: int, origin: int, target: int) -> IllegalAction | None:
    """5.7f, 8.1g, 9.8d, 22.4b Why a unit cannot attack across a hexside."""
    ground, counter = g.game.tables.ground, g.game.units.units[unit]
    d = ground.deltas.index(target - origin)
    facts = {"unit": counter.id, "hex": g.word(target)}
    if ground.sea[d] >> origin & 1:
        return IllegalAction("8.1g", "sea lies between {unit} and {hex}", **facts)
    if g.abandoned and counter.side == GERMAN and g.game.tables.sector8 >> target & 1:
        return IllegalAction("S2.3.7", "the Germans have abandoned the 8th Army sector")
    vehicle = counter.klass == VEHICLE
    if ground.mountain[d] >> origin & 1:
        if vehicle and ground.wall[d] >> origin & 1:
            return IllegalAction("9.8d", "{unit} may not attack across the mountains", **facts)
        if g.half >> unit & 1:
            return IllegalAction(
                "5.7f", "{unit} is half effective and may not attack across the mountains", **facts
            )
    if vehicle and ground.river[d] >> origin & 1:
        if g.half >> unit & 1:
            return IllegalAction(
                "5.7f", "{unit} is half effective and may not attack across the river", **facts
            )
        if g.weather == "rain" and ground.unbridged[d] >> origin & 1:
            return IllegalAction("22.4", "{unit} may not attack across the river in rain", **facts)
    return None


def partners(g: Situation, able: Sequence[int], joined: Sequence[int], target: int) -> list[int]:
    """8.5, 21.3.4b The units that may still join: one nationality, one army, room in the Entry Area."""
    units = g.game.units.units
    found = [u for u in able if u not in joined]
    if joined:
        first = units[joined[0]]
        found = [u for u in found if (units[u].nation, units[u].army) == (first.nation, first.army)]
    size = g.game.tables.size
    crowded = [u for u in joined if g.hex[u] >= size]
    if crowded:
        room = max(1, _edge_hexes(g, target))
        limit = stacking.LIMIT * room
        found = [
            u for u in found if g.hex[u] < size or stacking.points(g, [*crowded, u], room) <= limit
        ]
    return found


def _edge_hexes(g: Situation, target: int) -> int:
    terrain = g.game.board.terrain
    return sum(1 for n in g.game.tables.ground.neighbours[target] if n < 0 or not terrain[n])


def declare(
    g: Situation, target: int, able: Sequence[int], kind: str = "combat"
) -> Asking[Attack | None]:
    """8.3, 8.4 Who attacks, the Main Assault Force, attachment and support; None if called off."""
    side, acts = SIDES[g.active], g.game.actions
    label = g.word(target)
    joined: list[int] = []
    while True:
        more = partners(g, able, joined, target)
        actions: list[Action] = [acts.with_[u] for u in more]
        actions += forces(g, joined)
        actions.append(acts.cancel)
        choice = yield Ask(
            side,
            "join",
            "8.4",
            Say("attack {hex}: who joins, and which is the Main Assault Force?", hex=label),
            actions,
            continues=True,
            refuse=lambda verb, word: refuse_join(g, target, able, joined, word),
            expand=lambda words: _expand_join(g, words, able, joined, target),
            ledger=(lambda: sheets.of_join(g, target, joined, kind)) if joined else None,
        )
        if choice is acts.cancel:
            return None
        if choice.verb == "maf":
            break
        joined.append(choice.value)
    attack = Attack(target, tuple(joined), force(g, joined, choice), kind=kind)
    return (yield from _support(g, attack, kind))


def forces(g: Situation, joined: Sequence[int]) -> list[Action]:
    """8.4.1a The formations and single units that can be the Main Assault Force."""
    units, acts = g.game.units.units, g.game.actions
    words = {units[u].formation for u in joined if units[u].formation}
    return [acts.maf[w] for w in sorted(words)] + [acts.single[u] for u in joined]


def force(g: Situation, joined: Sequence[int], choice: Action) -> tuple[int, ...]:
    units = g.game.units.units
    if choice.value >= 0:
        return (choice.value,)
    return tuple(u for u in joined if units[u].formation == choice.word)


def attachments(g: Situation, attack: Attack) -> list[int]:
    """8.4.3 Units stacked with the Main Assault Force that may be attached to it, one in all."""
    if attack.attached >= 0:
        return []
    units = g.game.units.units
    places = {g.hex[u] for u in attack.maf}
    return [
        u
        for u in attack.units
        if u not in attack.maf
        and g.hex[u] in places
        and (units[u].side == GERMAN or units[u].silhouette or units[u].battalion)
    ]


def attach(attack: Attack, unit: int) -> Attack:
    return replace(attack, maf=(*attack.maf, unit), attached=unit)


def legal(g: Situation, attack: Attack) -> bool:
    """8.6.1a, 8.7.1 At least 1-3 before the defender's air; 10-1 for an Automatic DS."""
    column = reckon(g, attack).column
    return column >= (odds.TEN_TO_ONE if attack.kind == "automatic" else 0)


def _support(g: Situation, attack: Attack, kind: str) -> Asking[Attack | None]:
    """8.4.3, 8.3b Attachment and support are declared; then the attack goes in."""
    acts = g.game.actions
    while True:
        actions = [acts.attach[u] for u in attachments(g, attack)]
        if kind == "combat":
            wings, guns, ships, big = support.more(g, attack)
            actions += [acts.air[n] for n in wings]
            actions += [acts.asu[u] for u in guns]
            actions += [acts.naval[n] for n in ships]
            if big:
                actions.append(acts.valiant)
        may_go = legal(g, attack)
        if may_go:
            actions.append(acts.go)
        if kind != "breakthrough" or not may_go:
            actions.append(acts.cancel)
        if actions == [acts.go]:
            return attack
        choice = yield Ask(
            SIDES[g.active],
            "support",
            "8.3",
            Say("attack {hex}: attach or support, or go", hex=g.word(attack.target)),
            actions,
            continues=True,
            refuse=lambda verb, word, attack=attack: _refuse_support(g, attack, verb),  # type: ignore[misc]
            ledger=partial(sheets.of_attack, g, attack),
        )
        match choice.verb:
            case "go":
                return attack
            case "cancel":
                return None
            case "attach":
                attack = attach(attack, choice.value)
            case "air":
                attack = replace(attack, air=choice.word)
            case "asu":
                attack = replace(attack, asus=(*attack.asus, choice.value))
            case "naval":
                attack = replace(attack, naval=choice.word)
            case _:
                attack = replace(attack, valiant=True)


def fight(g: Situation, attack: Attack) -> Procedure:
    """8.3 One combat, and the advance after it."""
    after = yield from resolve(g, attack)
    if after.advance:
        yield from advance.advance(g, attack, after.advance, limited=after.limited)


def resolve(g: Situation, attack: Attack) -> Asking[results.Aftermath]:
    """8.3b-d Defensive air, Variable Strengths, the die, the result."""
    support.use(g, attack)
    g.tell(
        "attack",
        "8.3",
        "{units} attack {hex}",
        units=", ".join(g.id(u) for u in attack.units),
        hex=g.word(attack.target),
    )
    for u in attack.units:
        g.attacked |= 1 << u
    if attack.regular:
        for u in g.at[attack.target]:
            g.struck |= 1 << u
    attack = yield from stand_aside(g, attack)
    if (yield from _defensive_air(g, attack)):
        attack = replace(attack, shielded=True)
    rolled: dict[int, int] = {}
    charts, units = g.game.charts, g.game.units.units
    defender = 1 - units[attack.units[0]].side
    for u in list(g.at[attack.target]):
        if not units[u].variable:
            continue
        die = yield Roll("19.3", "the strength of a garrison", SIDES[defender])
        rolled[u] = charts.variable[die - 1]
        g.tell("variable", "19.3", "{unit} has strength {n}", unit=g.id(u), n=rolled[u])
        if not rolled[u]:
            g.eliminate(u, "19.3")
    if attack.target not in g.at:
        result = charts.results["DS"]
        g.tell("result", "19.3c", "the hex is empty: {result}", result=result.code)
        return results.Aftermath(True, result.advance, False, result.code)
    r = reckon(g, attack, rolled)
    column = max(r.column, 0)
    die = 0
    if column < odds.TEN_TO_ONE:
        die = yield Roll("8.3", "the combat", SIDES[1 - defender])
    cell = charts.cell(column, min(die + attack.valiant, 6))
    g.tell(
        "result",
        "8.3",
        "{attack} to {defence} with {shift} columns is {column}, die {die}: {result}",
        attack=r.attack,
        defence=r.defence,
        shift=f"{r.column - r.base:+d}",
        column=odds.name(column),
        die=die,
        result=cell.result.code,
        target=g.word(attack.target),
    )
    return (yield from results.apply(g, attack, cell, r))


def stand_aside(g: Situation, attack: Attack) -> Asking[Attack]:
    """15.3b The owner of an overstacked hex picks the units that add nothing to its defence."""
    acts = g.game.actions
    while excess := in_excess(g, able_to_defend(g, attack)):
        choice = yield Ask(
            SIDES[g.game.units[excess[0]].side],
            "excess",
            "15.3",
            Say("{hex} is overstacked: which unit takes no part?", hex=g.word(attack.target)),
            [acts.aside[u] for u in excess],
        )
        attack = replace(attack, aside=(*attack.aside, choice.value))
    return attack


def _defensive_air(g: Situation, attack: Attack) -> Asking[bool]:
    """8.3b, 9.4 The defender may use an Air marker of a nationality in the hex."""
    defenders = g.at[attack.target]
    wings = support.air(g, defenders)
    if not wings or attack.kind == "invasion":
        return False
    acts = g.game.actions
    choice = yield Ask(
        SIDES[g.game.units[defenders[0]].side],
        "defensive air",
        "9.4",
        Say("use air support in defence of {hex}?", hex=g.word(attack.target)),
        [*(acts.air[n] for n in wings), acts.none],
        ledger=partial(sheets.of_attack, g, attack),
    )
    if choice is acts.none:
        return False
    g.air -= {choice.word}
    return True


# -- whole orders, refusals, the ledger


def best_force(g: Situation, joined: Sequence[int]) -> Action:
    """The Main Assault Force that brings most strength, for an order that names none."""

    def worth(choice: Action) -> int:
        return sum(2 * g.attack(u) for u in force(g, joined, choice))

    return max(forces(g, joined), key=worth)


def _expand_join(
    g: Situation, words: Sequence[str], able: Sequence[int], joined: Sequence[int], target: int
) -> list[list[str]] | None:
    """``from HEX``, ``with A+B``, and an order that leaves the Main Assault Force open."""
    if words[0] == "from" and len(words) > 1:
        place = g.game.place(words[1])
        group = [u for u in partners(g, able, joined, target) if g.hex[u] == place]
        if not group:
            return None
        return [[*(w for u in group for w in ("with", g.id(u))), *words[2:]]]
    if words[0] == "with" and len(words) > 1 and "+" in words[1]:
        return [[*(w for name in words[1].split("+") for w in ("with", name)), *words[2:]]]
    if words[0] in ("go", "air", "asu", "naval", "attach", "valiant") and joined:
        return [[*best_force(g, joined).text.split(), *words]]
    return None


def refuse_target(g: Situation, word: str) -> IllegalAction | None:
    """8.1 Why a hex may not be attacked."""
    if not g.game.is_hex(word):
        return None
    h = g.game.board.index(word)
    if not g.occupied[g.enemy] >> h & 1:
        return IllegalAction("8.1a", "there is no enemy unit in {hex}", hex=word)
    if _spent(g, h):
        return IllegalAction("8.1c", "{hex} has been attacked already this phase", hex=word)
    near = members(g.game.tables.ground.around[h] & g.occupied[g.active])
    if not near:
        return IllegalAction("8.1a", "no unit of yours is next to {hex}", hex=word)
    for origin in near:
        for u in g.at[origin]:
            reason = fit(g, u) or blocked(g, u, origin, h)
            if reason is not None:
                return reason
    return IllegalAction("20.4", "a Replacement forbids all combat out of the hex", hex=word)


def refuse_join(
    g: Situation, target: int, able: Sequence[int], joined: Sequence[int], word: str
) -> IllegalAction | None:
    """8.1-8.5 Why a unit may not join the attack."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    u, facts = unit.index, {"unit": unit.id, "hex": g.word(target)}
    if unit.side != g.active or g.hex[u] < 0:
        return IllegalAction("8.1a", "{unit} is no unit of yours on the map", unit=unit.id)
    if u in joined:
        return IllegalAction("8.2d", "{unit} takes part already", unit=unit.id)
    if u in partners(g, able, joined, target):
        return IllegalAction("8.4.1", "{word} takes no part", word=unit.id)
    if u in able:
        room = IllegalAction("21.3.4", "no room in the Entry Area for {unit}", unit=unit.id)
        return _apart(g, joined[0], u) or room
    place = g.hex[u]
    if place < g.game.tables.size:
        if not g.game.tables.ground.around[target] >> place & 1:
            return IllegalAction("8.1a", "{unit} is not next to {hex}", **facts)
        reason = fit(g, u) or blocked(g, u, place, target)
        if reason is not None:
            return reason
        return IllegalAction("20.4", "a Replacement forbids all combat out of the hex", **facts)
    return fit(g, u) or IllegalAction("21.3.4", "{unit} entered its area this turn", **facts)


def _apart(g: Situation, one: int, other: int) -> IllegalAction | None:
    """8.5 Why two units may not attack together."""
    first, second = g.game.units[one], g.game.units[other]
    if first.nation != second.nation:
        return IllegalAction("8.5.1", "US and Commonwealth units may not attack together")
    if first.army != second.army:
        return IllegalAction("8.5.2", "the 5th and 8th Army may not attack together")
    return None


def _refuse_support(g: Situation, attack: Attack, verb: str) -> IllegalAction | None:
    if verb == "go":
        if attack.kind == "automatic":
            return IllegalAction("8.7.1", "an Automatic DS needs 10-1")
        return IllegalAction("8.6.1", "the odds are below 1-3")
    if verb == "attach":
        return IllegalAction(
            "8.4.3", "only one unit stacked with the Main Assault Force can be attached"
        )
    if verb in ("asu", "naval", "air", "valiant"):
        if attack.kind == "automatic":
            return IllegalAction("8.7.1", "no support counts for an Automatic DS")
        if attack.kind == "breakthrough":
            return IllegalAction("15.2.7", "no support counts for a Breakthrough Combat")
    if verb in ("asu", "naval"):
        return IllegalAction("9.2", "that support is not ready, not in range or one too many")
    if verb == "valiant":
        return IllegalAction("19.4", "the battleships cannot be added now")
    if verb == "air":
        return IllegalAction("9.4", "no such Air marker is ready for this attack")
    return None


def _orders_of(g: Situation, word: str) -> list[Action]:
    """The attacks open to a unit on its own."""
    unit = g.game.units.find(word)
    if unit is None or g.hex[unit.index] < 0:
        return []
    return [
        Action("attack", f"{g.word(target)} with {unit.id} go", target)
        for target, units in targets(g).items()
        if unit.index in units
    ]


KINDS = {"attack": "combat", "assault": "breakthrough", "autods": "automatic"}
"""The kinds of attack by the verb of the order."""


def parse(g: Situation, words: Sequence[str]) -> Attack:
    """An attack from the words of an order; IllegalAction if it could not be made."""
    target: int | None = None
    kind = "combat"
    joined: list[int] = []
    maf: Action | None = None
    extras: list[tuple[str, str]] = []
    for verb, word in _pairs(words):
        if verb in KINDS:
            kind = KINDS[verb]
            target = g.game.place(word)
            if target is None or target not in g.at:
                raise IllegalAction("8.1a", "there is no enemy unit in {hex}", hex=word)
        elif target is None:
            break
        elif verb == "from":
            joined += _out_of(g, g.game.place(word), target, kind, joined)
        elif verb == "with":
            for name in word.split("+"):
                found = g.game.units.find(name)
                if found is None:
                    raise IllegalAction("8.1a", "no unit is called {unit}", unit=name)
                joined.append(found.index)
        elif verb == "maf":
            maf = next((a for a in forces(g, joined) if a.word == word), None)
            if maf is None:
                raise IllegalAction("8.4.1", "{word} takes no part", word=word)
        elif verb in ("attach", "air", "asu", "naval", "valiant"):
            extras.append((verb, word))
    if target is None or not joined:
        raise IllegalAction("8.1", "an attack reads: attack HEX with UNIT maf FORMATION go")
    for u in joined:
        reason = _unable(g, u, target, kind) or _apart(g, joined[0], u)
        if reason is not None:
            raise reason
    chosen = maf or best_force(g, joined)
    attack = Attack(target, tuple(joined), force(g, joined, chosen), kind=kind)
    for verb, word in extras:
        attack = _with_extra(g, attack, verb, word)
    return attack


def _out_of(
    g: Situation, place: int | None, target: int, kind: str, joined: Sequence[int]
) -> list[int]:
    """The units of a place that can take part, as ``from HEX`` means them."""
    found: list[int] = []
    for u in g.group(place) if place is not None else ():
        first = [*joined, *found, u][0]
        if _unable(g, u, target, kind) is None and _apart(g, first, u) is None:
            found.append(u)
    return found


def _unable(g: Situation, unit: int, target: int, kind: str) -> IllegalAction | None:
    """8.1 Why a unit could not take part; in a Breakthrough Combat it has attacked before (15.0)."""
    place, tables = g.hex[unit], g.game.tables
    facts = {"unit": g.id(unit), "hex": g.word(target)}
    if g.game.units[unit].side == g.game.units[g.at[target][0]].side:
        return IllegalAction("8.1a", "there is no enemy unit in {hex}", hex=facts["hex"])
    touching = place >= tables.size and tables.touch[place - tables.size] >> target & 1
    if not touching and not (
        0 <= place < tables.size and tables.ground.around[target] >> place & 1
    ):
        return IllegalAction("8.1a", "{unit} is not next to {hex}", **facts)
    reason = fit(g, unit) if kind != "breakthrough" else None
    return reason or (None if touching else blocked(g, unit, place, target))


def _with_extra(g: Situation, attack: Attack, verb: str, word: str) -> Attack:
    """8.4.3, 8.3b The attack with an attachment or some support."""
    unit = g.game.units.find(word)
    wings, guns, ships, big = (
        support.more(g, attack) if attack.kind == "combat" else ([], [], [], False)
    )
    match verb:
        case "attach" if unit is not None and unit.index in attachments(g, attack):
            return attach(attack, unit.index)
        case "air" if word in wings:
            return replace(attack, air=word)
        case "asu" if unit is not None and unit.index in guns:
            return replace(attack, asus=(*attack.asus, unit.index))
        case "naval" if word in ships:
            return replace(attack, naval=word)
        case "valiant" if big:
            return replace(attack, valiant=True)
    raise _refuse_support(g, attack, verb) or IllegalAction(
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


def ledger(g: Situation, attack: Attack) -> Ledger:
    """8.3 The ledger of an attack: strengths, shifts, and the exact chance of every result."""
    units = g.game.units.units
    garrisons = [u for u in g.at[attack.target] if units[u].variable]
    r = reckon(g, attack, dict.fromkeys(garrisons, 1))
    chances: dict[str, Fraction] = {}
    for rolled, share in _strengths(g, garrisons):
        if garrisons and not any(rolled.values()) and len(garrisons) == len(g.at[attack.target]):
            chances["DS"] = chances.get("DS", Fraction(0)) + share
            continue
        column = max(reckon(g, attack, rolled).column, 0)
        for die in range(1, 7):
            code = g.game.charts.cell(column, min(die + attack.valiant, 6)).result.code
            chances[code] = chances.get(code, Fraction(0)) + share / 6
    column = max(r.column, 0)
    table = [
        (die, g.game.charts.cell(column, min(die + attack.valiant, 6)).result.code)
        for die in range(1, 7)
    ]
    return Ledger(
        Say("attack on {hex}", hex=g.word(attack.target)),
        _lines(g, attack, r),
        odds.name(min(column, len(g.game.charts.columns) - 1))
        if column < odds.TEN_TO_ONE
        else "DS",
        int(attack.valiant),
        table,
        [Chance(code, chance, results.MEANING[code]) for code, chance in chances.items()],
    )


def _strengths(g: Situation, garrisons: Sequence[int]) -> list[tuple[dict[int, int], Fraction]]:
    """19.3b All strengths that garrisons may turn out to have, with their chances."""
    branches: list[tuple[dict[int, int], Fraction]] = [({}, Fraction(1))]
    for u in garrisons:
        branches = [
            ({**known, u: value}, share / 6)
            for known, share in branches
            for value in g.game.charts.variable
        ]
    return branches


def _lines(g: Situation, attack: Attack, r: Reckoning) -> list[Line]:
    lines = []
    for u, strength, halved in r.attackers:
        rule = "9.1" if halved and u in attack.maf else "8.4.1"
        what = Say("{unit}, halved", unit=g.id(u)) if halved else Say("{unit}", unit=g.id(u))
        lines.append(Line(rule, what, str(strength)))
    lines.append(Line("8.4.5", Say("attack in all"), str(r.attack)))
    lines += [
        Line(r.doubled or "8.1e", Say("{unit}", unit=g.id(u)), str(n)) for u, n in r.defenders
    ]
    lines += [
        Line("18.1.4", Say("{unit} beside the beachhead", unit=g.id(u)), str(n))
        for u, n in r.helpers
    ]
    lines.append(Line("8.4.5", Say("defence in all"), str(r.defence)))
    lines.append(Line("8.3a", Say("odds {odds}", odds=odds.name(r.base)), ""))
    lines += [Line(s.rule, s.what, f"{s.columns:+d}") for s in r.shifts]
    return lines
