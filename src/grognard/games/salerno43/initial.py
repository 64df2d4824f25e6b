"""17.5, 20.0, 21.1, 21.6, S2.2 The Initial Phase: artillery, Replacements, reinforcements, airdrops."""

from __future__ import annotations

from functools import partial

from ...engine.decision import Ask, Asking, Modifier, Procedure, Roll, led_to
from ...engine.words import Action, IllegalAction, Say
from ...hexes import mask_of, members
from ..zocbond import supply
from . import movement, prospects
from .counters import ALLIED, GERMAN, SIDES, Counter
from .situation import AREAS, DEAD, GONE, GOOD, LATER, RESERVE, Situation


def arrive(g: Situation) -> None:
    """19.1, 21.1.1, 21.2.1a What comes by itself as the Initial Phase begins."""
    if g.active == GERMAN:
        reload_rockets(g)
        return
    if g.turn == g.game.eighth_army:
        for k, name in enumerate(AREAS):
            if name[0] == "S" and not g.friendly_area(k, ALLIED):
                movement.take_area(g, k, "21.2.1")
    for u in due(g):
        if g.game.arrivals[u][0] in ("reserve", "followup"):
            g.hex[u] = RESERVE
            g.set_steps(u, g.game.units[u].steps)
            g.tell("arrive", "21.1.1", "{unit} joins the Floating Reserve", unit=g.id(u))


def reload_rockets(g: Situation) -> None:
    """19.1b The Nebelwerfers are readied for nothing if they have a Line of Supply; 13.2.1d in Good Order."""
    neb = g.game.nebelwerfer
    if g.fired >> neb & 1 and g.status[neb] == GOOD and supply.in_supply(g, neb):
        g.fired &= ~(1 << neb)
        g.tell("ready", "19.1", "{unit} is ready again", unit=g.id(neb))


def granted(g: Situation, side: int) -> str:
    """20.1.1a The Replacements of the turn; the Allies get one for each nation (C, U)."""
    track = g.game.charts.replacements[side]
    letter = track[g.turn - 1] if g.turn <= len(track) else ""
    if not letter or side == GERMAN:
        return letter and f"G{letter}"
    return f"C{letter}U{letter}"


def due(g: Situation) -> list[int]:
    """21.1 The reinforcements of the active side that arrive this turn."""
    low, high = g.game.span[g.active]
    return [
        u
        for u in range(low, high)
        if g.hex[u] == LATER and g.game.arrivals[u][1] <= g.turn and g.game.arrivals[u][1] > 0
    ]


def initial(g: Situation) -> Procedure:
    """3.0c In any order: ready ASUs, use Replacements, place reinforcements, drop paratroops."""
    acts = g.game.actions
    arrive(g)
    if g.active == GERMAN:
        yield from _withdrawal(g)
    idle = True
    while True:
        waiting = due(g)
        actions: list[Action] = []
        for u in waiting:
            drops = g.game.arrivals[u][0] == "drop"
            actions.append(acts.drop[u] if drops else acts.place[u])
        actions += [acts.ready[u] for u in fired(g)]
        actions += [acts.replace[u] for u in needy(g)]
        if not actions:
            if idle:
                side = SIDES[g.active]
                g.tell("pass", "3.0c", "no {side} unit to place, replace or ready", side=side)
            g.closes(SIDES[g.active])
            return
        idle = False
        if not waiting:
            actions.append(acts.done)
        choice = yield Ask(
            SIDES[g.active],
            "initial",
            "3.0c",
            Say("place reinforcements, use Replacements, ready artillery, or end the phase"),
            actions,
            top=True,
            refuse=lambda verb, word: refuse(g, verb, word),
        )
        match choice.verb:
            case "done":
                return
            case "ready":
                make_ready(g, choice.value)
            case "place":
                yield from _place(g, choice.value)
            case "drop":
                yield from _drop(g, choice.value)
            case _:
                yield from _replace(g, choice.value)


def fired(g: Situation) -> list[int]:
    """17.5 The fired ASUs that a Supply Point can ready."""
    return [u for u in g.game.asus[g.active] if _refuse_ready(g, g.game.units[u]) is None]


def make_ready(g: Situation, unit: int) -> None:
    """17.5a One Supply Point readies an ASU."""
    g.sp[g.active] -= 1
    g.fired &= ~(1 << unit)
    g.tell("ready", "17.5", "{unit} is ready again", unit=g.id(unit))


def refit(g: Situation) -> Procedure:
    """17.5, S2.3.7 The end of the Supply Phase: ready ASUs; the Germans may abandon the 8th Army sector."""
    acts = g.game.actions
    idle = True
    while True:
        actions = [acts.ready[u] for u in fired(g)]
        if refuse_abandoning(g) is None:
            actions.append(acts.abandon)
        if not actions:
            if idle:
                side = SIDES[g.active]
                g.tell("pass", "17.5", "no {side} artillery to ready", side=side)
            g.closes(SIDES[g.active])
            return
        idle = False
        choice = yield Ask(
            SIDES[g.active],
            "refit",
            "17.5",
            Say("ready artillery, abandon the 8th Army sector, or end the phase")
            if acts.abandon in actions
            else Say("ready artillery with Supply Points, or end the phase"),
            [*actions, acts.done],
            top=True,
            refuse=lambda verb, word: refuse(g, verb, word),
        )
        if choice is acts.done:
            return
        if choice is acts.abandon:
            abandon(g)
        else:
            make_ready(g, choice.value)


def refuse_abandoning(g: Situation) -> IllegalAction | None:
    """S2.3.7a Why the 8th Army sector is not abandoned in this player turn."""
    if g.game.scenario != "campaign":
        return IllegalAction("S2.3.7", "there is no 8th Army sector in this scenario")
    if g.abandoned:
        return IllegalAction("S2.3.7", "the Germans have abandoned the 8th Army sector")
    if g.turn < g.game.abandon_from:
        first = g.game.abandon_from
        return IllegalAction(
            "S2.3.7", "the sector can be abandoned from turn {turn} on", turn=first
        )
    if g.active != GERMAN:
        return IllegalAction("S2.3.7", "the sector is abandoned in the German player turn")
    return None


def abandon(g: Situation) -> None:
    """S2.3.7 The Germans give up the 8th Army sector; the 8th Army leaves the game."""
    g.abandoned = True
    tables, units = g.game.tables, g.game.units
    g.tell("abandon", "S2.3.7", "the Germans abandon the 8th Army sector")
    for u in g.on_map(GERMAN):
        if tables.sector8 >> g.hex[u] & 1:
            g.eliminate(u, "S2.3.7")
    for k, name in enumerate(AREAS):
        if name[0] == "E":
            movement.take_area(g, k, "S2.3.7")
    for unit in units:
        if unit.army == 8:
            g.remove_from_play(unit.index, "S2.3.7")
    g.control |= mask_of(tables.vp) & tables.sector8


# -- reinforcements


def entry_areas(g: Situation, unit: int) -> list[int]:
    """21.1.1 The Entry Areas where a reinforcement may arrive."""
    codes = g.game.arrivals[unit][0].split()
    side = g.game.units[unit].side
    return [
        k
        for k, name in enumerate(AREAS)
        if (name in codes or name[0] in codes) and g.friendly_area(k, side)
    ]


def _place(g: Situation, unit: int) -> Asking[None]:
    acts, size = g.game.actions, g.game.tables.size
    areas = entry_areas(g, unit)
    if not areas:
        g.tell("arrive", "21.2.1", "{unit} has lost its Entry Areas", unit=g.id(unit))
        g.remove_from_play(unit, "21.2.1")
        return
    area = areas[0]
    if len(areas) > 1:
        choice = yield Ask(
            SIDES[g.active],
            "reinforce",
            "21.1.1",
            Say("where should {unit} arrive?", unit=g.id(unit)),
            [acts.at[size + k] for k in areas],
            continues=True,
            about=g.about([unit]),
        )
        area = choice.value - size
    g.set_steps(unit, g.game.units[unit].steps)
    g.put(unit, size + area)
    g.tell("arrive", "21.1.1", "{unit} arrives in {area}", unit=g.id(unit), area=AREAS[area])


# -- airborne landings


def drop_zone(g: Situation, unit: int) -> int:
    """21.6.1a-b The hexes where a unit may drop: the 82nd near a Beachhead if there is room."""
    tables, grid = g.game.tables, g.game.board.grid
    open_ = tables.land & ~tables.city & ~g.occupied[GERMAN] & ~g.bonds(GERMAN).hexes
    near = 0
    if g.game.units[unit].formation:
        for h in g.beachheads():
            near |= grid.within(h, 3)
    return near & open_ or open_ & ~tables.sector8


def drop_modifiers(g: Situation, h: int) -> list[Modifier]:
    """21.6.2 -2 in a full Mountain or Marsh hex, -2 in an enemy zone of control."""
    tables, found = g.game.tables, []
    if (tables.full_mountain | tables.marsh) >> h & 1:
        found.append(Modifier("21.6.2", Say("mountain or marsh"), -2))
    if g.zoc(GERMAN) >> h & 1:
        found.append(Modifier("21.6.2", Say("an enemy zone of control"), -2))
    return found


def _drop(g: Situation, unit: int) -> Asking[None]:
    acts = g.game.actions
    zone = members(drop_zone(g, unit))
    risks = ((g.word(h), str(prospects.step_lost(g, drop_modifiers(g, h)))) for h in zone)
    choice = yield Ask(
        SIDES[ALLIED],
        "airdrop",
        "21.6.1",
        Say("where should {unit} drop? The figures: how often it loses a step", unit=g.id(unit)),
        [acts.at[h] for h in zone],
        continues=True,
        about=g.about([unit])._replace(figures=tuple(risks)),
        refuse=lambda verb, word: _refuse_drop(g, unit, word) if verb in ("at", "") else None,
    )
    h = choice.value
    aids = drop_modifiers(g, h)
    sheet = partial(prospects.drop, g, unit, h, aids)
    die = yield Roll("21.6.1", "the air landing", SIDES[ALLIED], ledger=sheet)
    result = prospects.fate(g, die + sum(each.amount for each in aids))
    left = g.game.units[unit].steps
    left = 0 if result == "eliminated" else left - (result == "reduced")
    facts = {"unit": g.id(unit), "hex": g.word(h), **led_to(die, result, aids)}
    if not left:
        g.hex[unit] = GONE
        g.tell("eliminated", "21.6.1", "{unit} is lost in the drop on {hex}: die {sum}", **facts)
        return
    g.set_steps(unit, left)
    g.put(unit, h)
    g.dropped |= 1 << unit
    g.tell("drop", "21.6.1", "{unit} drops on {hex}: die {sum}", **facts)
    if result in ("reduced", "disrupted"):
        g.disrupt(unit, "21.6.1")
    elif result == "half":
        g.half |= 1 << unit


def _refuse_drop(g: Situation, unit: int, word: str) -> IllegalAction | None:
    if not g.game.is_hex(word):
        return None
    return IllegalAction("21.6.1", "{unit} may not drop on {hex}", unit=g.id(unit), hex=word)


# -- Replacements


def usable(g: Situation, counter: Counter) -> str:
    """20.1.2 The Replacement left that suits a unit, '' if none: nation and type."""
    want = counter.replacement()
    pairs = [g.replacements[i : i + 2] for i in range(0, len(g.replacements), 2)]
    for kind in (want, "S") if want == "I" else (want,):
        if f"{counter.nation[0]}{kind}" in pairs:
            return f"{counter.nation[0]}{kind}"
    return ""


def needy(g: Situation) -> list[int]:
    """20.2, 20.3 The units that can take a Replacement now."""
    if not g.replacements:
        return []
    mine = range(*g.game.span[g.active])
    return [u for u in mine if _refuse_replacement(g, g.game.units[u]) is None]


def places(g: Situation, unit: int) -> list[int]:
    """20.3.1 Where a unit may come back: Entry Areas, the Floating Reserve, hexes of ASUs."""
    counter, size = g.game.units[unit], g.game.tables.size
    side = counter.side
    if counter.remnant and g.remnants_left(counter.remnant) <= 0:
        return []
    found = []
    if side == GERMAN or counter.army == 8:
        found += [
            size + k
            for k in range(len(AREAS))
            if g.game.tables.touch[k] and g.friendly_area(k, side)
        ]
    if side == ALLIED and counter.army == 5:
        found.append(RESERVE)
    linked = supply.supplied(g, side)
    for u in g.game.asus[side]:
        asu, h = g.game.units[u], g.hex[u]
        if not 0 <= h < size or not linked >> h & 1 or g.near_enemy(h, side):
            continue
        own = asu.type == "asu" and asu.formation == counter.formation != ""
        if (asu.type == "corps asu" or own) and h not in found:
            found.append(h)
    return found


def _replace(g: Situation, unit: int) -> Asking[None]:
    """20.1-20.4 A step is restored, or a unit comes back on its lowest step."""
    counter, acts = g.game.units[unit], g.game.actions
    used = usable(g, counter)
    i = next(i for i in range(0, len(g.replacements), 2) if g.replacements[i : i + 2] == used)
    g.replacements = g.replacements[:i] + g.replacements[i + 2 :]
    g.renewed |= 1 << unit
    if g.hex[unit] == GONE:
        open_ = places(g, unit)
        place = open_[0]
        if len(open_) > 1:
            choice = yield Ask(
                SIDES[counter.side],
                "return",
                "20.3.1",
                Say("where should {unit} come back?", unit=counter.id),
                [acts.at[p] for p in open_],
                continues=True,
                about=g.about([unit]),
            )
            place = choice.value
        g.set_steps(unit, 1)
        g.put(unit, place)
        if counter.asu:
            g.fired |= 1 << unit
        g.tell("replacement", "20.3", "{unit} comes back", unit=counter.id)
        if unit == g.game.nebelwerfer:
            reload_rockets(g)
        return
    g.set_steps(unit, g.steps[unit] + 1)
    g.tell("replacement", "20.1.1", "{unit} regains a step", unit=counter.id)


# -- refusals


def refuse(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """3.0c Why this cannot be done in the Initial Phase (or, of ASUs, in the Supply Phase)."""
    if verb == "abandon":
        return refuse_abandoning(g)
    if verb == "done":
        return IllegalAction("21.1.1", "reinforcements have still to be placed")
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if unit.side != g.active:
        return IllegalAction("3.0", "{unit} belongs to the other side", unit=unit.id)
    if verb == "ready":
        return _refuse_ready(g, unit)
    if verb == "replace":
        return _refuse_replacement(g, unit)
    if verb in ("place", "drop") and unit.index not in due(g):
        return IllegalAction("21.1", "{unit} does not arrive this turn", unit=unit.id)
    return None


def _refuse_ready(g: Situation, unit: Counter) -> IllegalAction | None:
    """17.5, 19.1 Why a Supply Point cannot ready this unit; None if it can."""
    u, name = unit.index, unit.id
    if not g.sp[g.active]:
        return IllegalAction("17.5", "no Supply Points are left")
    if u == g.game.nebelwerfer:
        return IllegalAction("19.1", "{unit} takes no Supply Points", unit=name)
    if not g.fired >> u & 1:
        return IllegalAction("17.5", "{unit} has not fired", unit=name)
    if g.status[u] != GOOD:
        return IllegalAction("13.2.1", "{unit} is not in Good Order", unit=name)
    if not supply.in_supply(g, u):
        return IllegalAction("17.5", "{unit} is not in supply", unit=name)
    return None


def _refuse_replacement(g: Situation, unit: Counter) -> IllegalAction | None:
    """20.1-20.3 Why this unit cannot take a Replacement; None if it can."""
    u, name, place = unit.index, unit.id, g.hex[unit.index]
    if g.renewed >> u & 1:
        return IllegalAction("20.2b", "{unit} has had a Replacement this turn", unit=name)
    if unit.beachhead:
        return IllegalAction("18.1.3", "{unit} cannot be replaced", unit=name)
    if place == DEAD:
        return IllegalAction("16.5.6", "{unit} is lost for good", unit=name)
    if place < 0 and place not in (GONE, RESERVE):
        return IllegalAction("20.2a", "{unit} is not on the map", unit=name)
    if not usable(g, unit):
        return IllegalAction("20.1.2", "no Replacement suits {unit}", unit=name)
    if place == GONE and unit.remnant and g.remnants_left(unit.remnant) <= 0:
        return IllegalAction("20.3.4", "no Remnant is left for {unit}", unit=name)
    if place == GONE:
        none = IllegalAction("20.3.1", "{unit} finds no place to come back to", unit=name)
        return None if places(g, u) else none
    if g.steps[u] == unit.steps:
        return IllegalAction("20.1.1", "{unit} has all its steps", unit=name)
    if place == RESERVE:
        return None
    if g.status[u] != GOOD:
        return IllegalAction("20.2a", "{unit} is not in Good Order", unit=name)
    if not supply.in_supply(g, u):
        return IllegalAction("20.2a", "{unit} is not in supply", unit=name)
    return None


# -- S2.2 the withdrawal of the 16th Panzer Division


def _withdrawal(g: Situation) -> Asking[None]:
    """S2.2 On Turn 14 units of Defense Strength 12 leave, the 16th Panzer Division first."""
    turn, formation, strength = g.game.withdrawal
    if g.game.scenario != "campaign" or g.turn != turn:
        return
    for u in g.game.asus[GERMAN]:
        if g.game.units[u].formation == formation and g.hex[u] >= 0 and not g.withdrawn:
            g.withdrawn += g.defense(u)
            g.remove_from_play(u, "S2.2")
    while g.withdrawn < strength:
        able = [u for u in g.in_play(GERMAN) if g.defense(u) and supply.in_supply(g, u)]
        first = [u for u in able if g.game.units[u].formation == formation]
        able = first or able
        if not able:
            break
        choice = yield Ask(
            SIDES[GERMAN],
            "withdraw",
            "S2.2",
            Say("withdraw units: {left} more strength", left=strength - g.withdrawn),
            [g.game.actions.withdraw[u] for u in able],
            top=True,
            refuse=lambda verb, word: (
                _refuse_withdrawal(g, word) if verb in ("withdraw", "") else None
            ),
        )
        g.withdrawn += g.defense(choice.value)
        g.remove_from_play(choice.value, "S2.2")
    g.withdrawn = strength


def _refuse_withdrawal(g: Situation, word: str) -> IllegalAction | None:
    """S2.2a Why this unit is not withdrawn now."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if unit.side == GERMAN and supply.in_supply(g, unit.index) and g.defense(unit.index):
        return IllegalAction(
            "S2.2", "units of {formation} go first", formation=g.game.withdrawal[1]
        )
    return IllegalAction("S2.2", "{unit} is not a German unit in supply", unit=unit.id)
