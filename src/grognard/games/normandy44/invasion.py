"""20.1-20.3 The Special Invasion Phase: paratroops scatter, the first wave assaults the beaches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import Ask, Asking, Modifier, Procedure, Roll, led_to
from ...engine.words import Action, IllegalAction, Say
from ...hexes import mask_of, members
from ..zocbond import losses, stacking
from . import players, pool, shore
from .counters import ALLIED, GERMAN, SIDES
from .situation import SEA, Situation

HOC = "Hoc"


def invasion(g: Situation) -> Procedure:
    """20.1 Scatter first, then the assaults in the order that the Allies choose."""
    while g.droppers:
        unit, *rest = g.droppers
        g.droppers = tuple(rest)
        yield from scatter(g, unit)
    acts = g.game.actions
    while g.beaches:
        army, names = _next(g)
        name = names[0]
        if len(names) > 1:
            choice = yield Ask(
                players.of_army(g, army),
                "beach",
                "20.3",
                Say("which beach is assaulted next?"),
                [acts.beach[name] for name in names],
                top=True,
                refuse=lambda verb, word: _refuse_beach(g, verb, word),
                outcome=lambda a: _prospect(g, a.word),
            )
            name = choice.word
        g.beaches = tuple(b for b in g.beaches if b != name)
        if name == HOC:
            yield from _pointe_du_hoc(g)
        else:
            yield from _beach(g, name)


def _next(g: Situation) -> tuple[int, list[str]]:
    """20.3, 24a The beaches from which the next is chosen; of two Allied players the Americans begin."""
    army = g.game.beaches[g.beaches[0]].army
    if not players.divided(g, ALLIED):
        return army, list(g.beaches)
    army = min(g.game.beaches[name].army for name in g.beaches)
    return army, [name for name in g.beaches if g.game.beaches[name].army == army]


def _prospect(g: Situation, name: str) -> list[Say]:
    """20.3 What is begun with a beach."""
    return [shore.climb(g, g.game.rangers[0])] if name == HOC else shore.prospect(g, name)


def _refuse_beach(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """20.3, 24a Why a beach is not assaulted next."""
    if word not in g.game.beaches or verb not in ("beach", ""):
        return None
    if word in g.beaches:
        return IllegalAction("24a", "{beach} is for your ally to assault", beach=word)
    return IllegalAction("20.3", "{beach} has been assaulted", beach=word)


# -- paratroops


def scatter(g: Situation, unit: int) -> Procedure:
    """20.2 A die for each airborne unit; gliders add one.  Of two steps lost one is lost for good."""
    counter, charts = g.game.units[unit], g.game.charts
    die: int = yield Roll("20.2", "the drop", SIDES[ALLIED])
    table = charts.scatter[counter.formation]
    glider = counter.type == "glider"
    aids = [Modifier("20.2", Say("a glider"), charts.glider)] if glider else []
    result = table[min(die + sum(each.amount for each in aids), len(table)) - 1]
    facts = {"unit": counter.id, **led_to(die, result, aids)}
    if result == "-":
        g.tell("scatter", "20.2.2", "{unit} lands well", **facts)
        return
    g.scatter(unit, True)
    g.tell("scatter", "20.2.2", "{unit} is Scattered", **facts)
    steps = int(result[1:] or 0)
    if steps:
        pool.add(g, counter.service, "airborne")
    if steps > 1:
        g.maimed |= 1 << unit
    for _ in range(min(steps, g.steps[unit])):
        yield from losses.lose_step(g, unit, "20.2.2")


# -- the first wave


def _wave(g: Situation, name: str) -> tuple[list[int], list[int]]:
    """20.3.1 Infantry and tanks of the first wave of a beach that are still at sea."""
    wave = [
        u for u in g.game.units if u.arrival == f"assault {name}" and g.hex[u.index] == SEA[name]
    ]
    foot = [u.index for u in wave if u.infantry_type]
    return foot, [u.index for u in wave if not u.infantry_type]


def _beach(g: Situation, name: str) -> Procedure:
    """20.3.1, 20.3.5 The hexes of a beach in turn, each by an equal share of the infantry and a tank unit."""
    foot, tanks = _wave(g, name)
    hexes = g.game.beaches[name].hexes
    share = len(foot) // len(hexes)
    for h in hexes:
        asked = Say("which infantry assaults {hex}?", hex=g.word(h))
        units = yield from _pick(g, name, h, [], foot, share, asked)
        asked = Say("which tanks go with it to {hex}?", hex=g.word(h))
        crew = yield from _pick(g, name, h, units, tanks, 1, asked)
        foot = [u for u in foot if u not in units]
        tanks = [u for u in tanks if u not in crew]
        yield from _assault(g, name, h, units, crew)


def _pick(
    g: Situation,
    name: str,
    h: int,
    before: Sequence[int],
    units: Sequence[int],
    number: int,
    prompt: Say,
) -> Asking[list[int]]:
    """20.3.1 The Allied player adds some to the stack that assaults a hex."""
    left, chosen = list(units), list[int]()
    while len(chosen) < number and len(left) > number - len(chosen):
        choice = yield Ask(
            g.asked(ALLIED, units),
            "assault",
            "20.3.1",
            Say("{question} {n} of {number}", question=prompt, n=len(chosen) + 1, number=number)
            if number > 1
            else prompt,
            [g.game.actions.assault[u] for u in left],
            about=g.about(left, [h]),
            refuse=lambda verb, word: _refuse_assault(g, h, word or verb),
            ledger=lambda chosen=tuple(chosen): shore.ledger(g, name, h, [*before, *chosen]),  # type: ignore[misc]
        )
        chosen.append(choice.value)
        left.remove(choice.value)
    return [*chosen, *left[: number - len(chosen)]]


def _refuse_assault(g: Situation, h: int, word: str) -> IllegalAction | None:
    """20.3.1 Why a unit is not the one to be picked for an assault."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    facts = {"unit": unit.id, "hex": g.word(h)}
    return IllegalAction("20.3.1", "{unit} is not to be picked for {hex} now", **facts)


def _assault(
    g: Situation, name: str, h: int, foot: Sequence[int], tanks: Sequence[int]
) -> Procedure:
    """20.3 One assault: the table, the losses, the DD tanks, the advance."""
    _told(g, h, [*foot, *tanks])
    table = g.game.charts.beach[g.game.beaches[name].column]
    advance, bloody = 0, False
    while not advance:
        die: int = yield Roll(
            "20.3",
            "the assault",
            SIDES[ALLIED],
            ledger=partial(shore.ledger, g, name, h, [*foot, *tanks]),
        )
        result = table[die - 1]
        g.tell(
            "assault",
            "20.3.2",
            "the assault on {hex}: {result}; infantry steps lost: {steps}",
            hex=g.word(h),
            steps=result.steps,
            **led_to(die, result.code),
        )
        yield from _losses(g, h, foot, result.steps, result.code)
        advance = result.advance
        if not advance:
            bloody = True
            if all(g.steps[u] <= 1 for u in foot):
                break
    for u in tanks:
        die = yield Roll("20.3.5", "the swimming tanks", SIDES[ALLIED])
        sunk = g.game.charts.tanks[die - 1]
        facts = {"unit": g.id(u), **led_to(die, "loss" if sunk else "-")}
        if not sunk:
            g.tell("swim", "20.3.5", "{unit} swims ashore: die {sum}", **facts)
        else:
            g.tell("swim", "20.3.5", "{unit} founders in the surf: die {sum}", **facts)
            yield from losses.lose_step(g, u, "20.3.5")
    if not advance:
        g.tell("assault", "20.3.3", "the assault on {hex} has failed", hex=g.word(h))
        return
    _clear(g, h)
    ashore = [u for u in (*foot, *tanks) if g.steps[u]]
    for u in ashore:
        g.put(u, h)
        g.tell("land", "20.3.6", "{unit} lands in {hex}", unit=g.id(u), hex=g.word(h))
    if advance > 1 and not bloody:
        yield from _inland(g, h, ashore)


def _told(g: Situation, h: int, units: Sequence[int]) -> None:
    """20.3 Who assaults a hex."""
    facts = {"units": ", ".join(g.id(u) for u in units), "hex": g.word(h)}
    if len(units) == 1:
        g.tell("attack", "20.3", "{units} attacks {hex}", **facts)
    else:
        g.tell("attack", "20.3", "{units} attack {hex}", **facts)


def _losses(g: Situation, h: int, foot: Sequence[int], steps: int, code: str) -> Procedure:
    """20.3.2 Losses fall on the infantry; the opponent picks on EX."""
    chooser = GERMAN if code == "EX" else ALLIED
    for _ in range(steps):
        standing = [u for u in foot if g.steps[u]]
        yield from losses.pick(
            g,
            chooser,
            standing,
            "20.3.2",
            Say("which unit loses a step on the beach?"),
            g.group(h) if chooser == GERMAN else standing,
        )


def _clear(g: Situation, h: int) -> None:
    """20.3.2 The strongpoint is eliminated."""
    for u in g.group(h):
        g.eliminate(u, "20.3.2")


def _inland(g: Situation, beach: int, units: Sequence[int]) -> Procedure:
    """20.3.6 An advance of two: from the beach hex each unit may go one hex further."""
    acts, left = g.game.actions, list(units)
    while left:
        goals = {u: further(g, u, beach) for u in left}
        actions: list[Action] = [acts.advance[u] for u in left if goals[u]]
        if not actions:
            return
        choice = yield Ask(
            g.asked(ALLIED, units),
            "advance",
            "20.3.6",
            Say("who advances from the beach?"),
            [*actions, acts.done],
            about=g.about(left, [beach]),
            refuse=lambda verb, word: _refuse_pursuer(g, word or verb),
        )
        if choice is acts.done:
            return
        unit = choice.value
        choice = yield Ask(
            g.asked(ALLIED, [unit]),
            "advance to",
            "20.3.6",
            Say("where should {unit} advance?", unit=g.id(unit)),
            [*(acts.to[h] for h in members(goals[unit])), acts.halt],
            refuse=lambda verb, word, unit=unit: _refuse_inland(g, unit, beach, word or verb),  # type: ignore[misc]
            about=g.about([unit], [beach]),
        )
        left.remove(unit)
        if choice is acts.halt:
            continue
        g.put(unit, choice.value)
        g.tell(
            "advance",
            "20.3.6",
            "{unit} advances to {hex}",
            unit=g.id(unit),
            hex=choice.word,
        )


def _refuse_pursuer(g: Situation, word: str) -> IllegalAction | None:
    """20.3.6 Why a unit does not advance from the beach."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    return IllegalAction("20.3.6", "{unit} has nowhere to advance to", unit=unit.id)


def further(g: Situation, unit: int, beach: int) -> int:
    """14.1, 14.3, 14.4 The second hexes: no enemy, no Bond, no hexside that only a first hex may cross, room."""
    tables, bonds = g.game.tables, g.bonds(GERMAN)
    table = tables.table(g.game.units.units[unit].klass, False)
    found = 0
    for n, d, _, _ in tables.steps[table][beach]:
        if not (g.occupied[GERMAN] | bonds.hexes) >> n & 1 and not bonds.sides[d] >> beach & 1:
            found |= 1 << n
    return mask_of(h for h in members(found) if not stacking.over(g, (*g.group(h), unit)))


def _refuse_inland(g: Situation, unit: int, beach: int, word: str) -> IllegalAction | None:
    goal = g.game.place(word)
    if goal is None:
        return None
    facts = {"unit": g.id(unit), "hex": word}
    if not g.game.tables.ground.around[beach] >> goal & 1:
        return IllegalAction("20.3.6", "{hex} is more than one hex from the beach", **facts)
    if g.occupied[GERMAN] >> goal & 1:
        return IllegalAction("14.1", "{hex} is held by the enemy", **facts)
    bonds = g.bonds(GERMAN)
    if bonds.hexes >> goal & 1 or bonds.crosses(g.game.tables.ground, beach, goal):
        return IllegalAction("14.3.2", "an enemy ZOC Bond closes the way to {hex}", **facts)
    if stacking.over(g, (*g.group(goal), unit)):
        return IllegalAction("7.2", "there is no room for {unit} in {hex}", **facts)
    return IllegalAction("14.4", "the ground keeps {unit} from {hex}", **facts)


def _pointe_du_hoc(g: Situation) -> Procedure:
    """20.3.4 The 2nd Rangers climb; the 5th follow them, or sail on to Omaha."""
    second, fifth = g.game.rangers
    h = g.game.beaches[HOC].hexes[0]
    _told(g, h, [second])
    sheet = partial(shore.cliff, g, HOC, h, second, fifth)
    die: int = yield Roll("20.3", "the assault", SIDES[ALLIED], ledger=sheet)
    result = g.game.charts.beach[g.game.beaches[HOC].column][die - 1]
    facts = {"hex": g.word(h), "steps": result.steps, **led_to(die, result.code)}
    g.tell(
        "assault", "20.3.2", "the assault on {hex}: {result}; infantry steps lost: {steps}", **facts
    )
    if die == 1:
        g.eliminate(second, "20.3.4")
        g.tell("assault", "20.3.4", "{unit} sails on to Omaha", unit=g.id(fifth))
        return
    yield from _losses(g, h, [second], result.steps, result.code)
    _clear(g, h)
    g.put(second, h)
    g.tell("land", "20.3.6", "{unit} lands in {hex}", unit=g.id(second), hex=g.word(h))
    ashore = [second]
    die = yield Roll("20.3.4", "the 5th Rangers", SIDES[ALLIED])
    follow = g.game.charts.rangers[die - 1]
    facts = {"unit": g.id(fifth), "hex": g.word(h), **led_to(die, "land" if follow else "-")}
    if follow:
        g.put(fifth, h)
        ashore.append(fifth)
        g.tell("land", "20.3.4", "{unit} lands in {hex}", **facts)
    else:
        g.tell("assault", "20.3.4", "{unit} sails on to Omaha", **facts)
    if result.advance > 1:
        yield from _inland(g, h, ashore)
