"""6.1-6.4 Replacements and rebuilt units."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import mask_of, members
from . import cadres, fortifications, mobilization, players, points, supply
from .counters import ALLIED, GERMAN, Counter
from .situation import (
    ARMIES,
    BRITAIN,
    CW,
    DEAD,
    DISRUPTED,
    GONE,
    STOCKS,
    Situation,
)

CATS, LOW, LOWEST = "cats", "low", "lowest"
"""6.4 German replacements that must be used at once."""


def add(g: Situation, service: str, kind: str, number: int = 1) -> None:
    """6.1b Replacements are stored, at most nine of each kind."""
    k = STOCKS.index((service, kind))
    had = g.stock[k]
    g.stock[k] = min(had + number, g.game.charts.replacements["most"])
    if g.stock[k] > had:
        g.tell(
            "replacement",
            "6.1",
            "{service}: {number} {kind} replacements",
            service=service,
            kind=kind,
            number=g.stock[k] - had,
        )


def income(g: Situation) -> Procedure:
    """6.1, 6.4, 6.2.7 What the weather die brings."""
    sky = g.sky
    g.unsaved = ""
    if g.game.scenario == "cherbourg":
        _cherbourg_income(g)
        return
    if sky.german_infantry == "any":
        add(g, "german", "infantry")
    elif sky.german_infantry:
        g.unsaved = sky.german_infantry
    if sky.german_armor:
        if g.weather == "storm":
            g.unsaved = CATS
        else:
            add(g, "german", "armor", sky.german_armor)
    for service, kind, number in (
        ("us", "infantry", sky.us_infantry),
        ("us", "armor", sky.us_armor),
        ("british", "infantry", sky.british_infantry),
        ("british", "armor", sky.british_armor),
        ("canadian", "infantry", sky.canadian_infantry),
    ):
        if number:
            add(g, service, kind, number)
    if sky.choice:
        services = g.game.actions.service
        choice = yield Ask(
            players.of_army(g, CW),
            "commonwealth",
            "6.2.7",
            Say("is the infantry replacement British or Canadian?"),
            [services["british"], services["canadian"]],
        )
        add(g, choice.word.lower(), "infantry")


def _cherbourg_income(g: Situation) -> None:
    """S3.2.3 From Turn 3; the Allies on odd dice, the Germans infantry on a 5."""
    if g.turn < g.game.setting["tied_from"]:
        return
    if g.row == 5:
        g.unsaved = LOW
    if g.row % 2:
        for kind, number in (("infantry", g.sky.us_infantry), ("armor", g.sky.us_armor)):
            if number:
                add(g, "us", kind, number)


# -- the Replacement Phase


def phase(g: Situation) -> Procedure:
    """6.2, 5.3b, 6.7 The active side uses replacements; the Allies buy supply points, the Germans mobilize."""
    yield from players.in_turn(g, _one_player)
    close(g)


def _one_player(g: Situation) -> Procedure:
    acts = g.game.actions
    while True:
        actions: list[Action] = [
            acts.replace[u] for u in _candidates(g) if refuse_replace(g, u) is None
        ]
        actions += [acts.rebuild[u] for u in _lost(g) if refuse_rebuild(g, u) is None]
        if g.active == GERMAN:
            actions += [
                acts.mobilize[u]
                for u in mobilization.waiting(g)
                if mobilization.refuse(g, u) is None
            ]
        else:
            actions += [
                acts.buy[army] for k, army in enumerate(ARMIES) if points.refuse_buy(g, k) is None
            ]
        if not actions:
            return
        actions += fortifications.abandoned(g)
        actions += players.hand_over(g)
        choice = yield Ask(
            g.asked(g.active),
            "replacements",
            "6.2",
            Say("use replacements, or end the phase"),
            [*actions, acts.done],
            top=True,
            refuse=lambda verb, word: refuse(g, verb, word),
        )
        match choice.verb:
            case "done":
                return
            case "over":
                players.pass_on(g)
            case "abandon":
                fortifications.abandon(g, choice.value)
            case "replace":
                _replace(g, choice.value)
            case "rebuild":
                yield from _rebuild(g, choice.value)
            case "mobilize":
                yield from mobilization.mobilize(g, choice.value)
            case _:
                points.buy(g, choice.value)


def close(g: Situation) -> None:
    """6.4 What is not used at once is lost, or becomes an ordinary armor replacement."""
    if g.active == GERMAN:
        if g.unsaved == CATS:
            add(g, "german", "armor")
        g.unsaved = ""
        g.mobilized = False
    g.rebuilt = 0
    g.relieved = ""


def _candidates(g: Situation) -> list[int]:
    low, high = g.game.span[g.active]
    units = g.game.units.units
    return [
        u
        for u in range(low, high)
        if (g.hex[u] >= 0 or g.hex[u] == BRITAIN)
        and g.steps[u] < units[u].steps
        and players.commands(g, u)
    ]


def _lost(g: Situation) -> list[int]:
    lost = [u for u in range(*g.game.span[g.active]) if g.hex[u] == GONE]
    return [u for u in lost if players.commands(g, u)]


def payment(g: Situation, counter: Counter) -> str | None:
    """6.2.3d, 6.2.6, 6.4 What pays for a unit: the replacement of this turn or a stock; None if nothing does."""
    kind = counter.replacement
    if counter.side == GERMAN:
        fit = g.unsaved in (LOW, LOWEST) and counter.quality in g.game.charts.qualities[g.unsaved]
        if kind == "infantry" and fit:
            return g.unsaved
        if kind == "armor" and g.unsaved == CATS:
            return CATS
        if counter.tiger or counter.panther:
            return None
        if kind == "armor" and g.game.scenario == "cherbourg" and not _stormy(g):
            return None
    services = [counter.service]
    if counter.service == "canadian" and kind == "armor":
        services = ["british"]
    for service in services:
        if (service, kind) in STOCKS and g.stock[STOCKS.index((service, kind))]:
            return f"{service} {kind}"
    return None


def _stormy(g: Situation) -> bool:
    """S3.2.3a When the one armor replacement of the Cherbourg scenario may be used."""
    return g.weather == "storm" or ("25.1" in g.game.options and g.thunder)


def _pay(g: Situation, counter: Counter) -> None:
    from_ = payment(g, counter)
    if from_ in (CATS, LOW, LOWEST):
        g.unsaved = ""
    elif from_:
        service, kind = from_.split()
        g.stock[STOCKS.index((service, kind))] -= 1
    if counter.airborne:
        g.relieved += f"{counter.formation} "


def refuse_any(g: Situation, unit: int) -> IllegalAction | None:
    """6.2.3, 6.3, 6.4 Why a unit takes no replacement at all."""
    counter = g.game.units[unit]
    if wrong := players.refuse(g, unit):
        return wrong
    if g.turn == 1:
        return IllegalAction("6.2.3", "there are no replacements on Turn 1")
    if not counter.replacement:
        return IllegalAction("6.3", "{unit} takes no replacements", unit=counter.id)
    if counter.airborne and counter.formation in g.relieved.split():
        return IllegalAction(
            "6.2.3",
            "the {division} has had its replacement of this turn",
            division=counter.formation,
        )
    if counter.airborne and any(
        g.hex[u.index] == DEAD and u.formation == counter.formation for u in g.game.units
    ):
        return IllegalAction("22.2", "the {division} has gone home", division=counter.formation)
    if payment(g, counter) is None:
        if (counter.tiger or counter.panther) and g.unsaved != CATS:
            return IllegalAction(
                "6.4.1", "{unit} takes a replacement only on a weather die of 1", unit=counter.id
            )
        if g.unsaved in (LOW, LOWEST) and counter.side == GERMAN:
            return IllegalAction(
                "6.4.2", "{unit} has not the quality for this replacement", unit=counter.id
            )
        return IllegalAction("6.2.3", "there is no replacement for {unit}", unit=counter.id)
    return None


def refuse_replace(g: Situation, unit: int) -> IllegalAction | None:
    """6.2.1, 6.2.3 Why a unit cannot regain a step now; None if it can."""
    counter = g.game.units[unit]
    facts = {"unit": counter.id}
    place = g.hex[unit]
    if counter.side != g.active or (place < 0 and place != BRITAIN):
        return IllegalAction("6.2.1", "{unit} is not there to be strengthened", **facts)
    if g.steps[unit] >= counter.steps:
        return IllegalAction("6.2.1", "{unit} is at full strength", **facts)
    if g.renewed >> unit & 1:
        return IllegalAction("6.2.3", "{unit} has had its replacement of this turn", **facts)
    if wrong := refuse_any(g, unit):
        return wrong
    if place == BRITAIN:
        return None
    if g.status[unit] == DISRUPTED:
        return IllegalAction("6.2.3", "{unit} is Disrupted", **facts)
    if g.scattered >> unit & 1:
        return IllegalAction("20.2.3", "{unit} is Scattered", **facts)
    if g.dug >> unit & 1:
        return IllegalAction("16.1.3", "{unit} is building an Improved Position", **facts)
    if not supply.in_supply(g, unit):
        return IllegalAction("6.2.3", "{unit} has no line of supply", **facts)
    if counter.side == GERMAN and not supply.from_edge(g, place):
        return IllegalAction("6.2.3", "{unit} lives on Cherbourg alone", **facts)
    return None


def _replace(g: Situation, unit: int) -> None:
    """6.2.1, 17.9.3 A step comes back."""
    counter = g.game.units[unit]
    _pay(g, counter)
    g.set_steps(unit, g.steps[unit] + 1)
    g.renewed |= 1 << unit
    g.tell("replace", "6.2.1", "{unit} regains a step", unit=counter.id)


def refuse_rebuild(g: Situation, unit: int) -> IllegalAction | None:
    """6.2.1, 6.2.2 Why an eliminated unit cannot return; None if it can."""
    counter = g.game.units[unit]
    facts = {"unit": counter.id}
    if counter.side != g.active or g.hex[unit] != GONE:
        return IllegalAction("6.2.1", "{unit} is not among the eliminated units", **facts)
    if wrong := refuse_any(g, unit):
        return wrong
    if not cadres.restore(g, unit):
        return IllegalAction("17.9.4", "no Cadre is left for {unit}", **facts)
    if not homes(g, unit):
        return IllegalAction("6.2.2", "there is no place for {unit} to return to", **facts)
    return None


def homes(g: Situation, unit: int) -> list[int]:
    """6.2.2, 17.2.2b, 21.1.4 Where a rebuilt unit may appear."""
    counter = g.game.units[unit]
    side, tables = counter.side, g.game.tables
    if counter.type == "engineer":
        return [BRITAIN]
    if counter.hq:
        return members(_allowed(g, side, _hq_homes(g, side)))
    hexes = tables.town | tables.city
    hexes &= g.control if side == ALLIED else ~g.control
    for u in g.on_map(side):
        if g.game.units.units[u].hq and g.game.units.units[u].nation == counter.nation:
            hexes |= 1 << g.hex[u]
    if counter.formation:
        hexes &= _near_division(g, counter)
    found = members(_allowed(g, side, hexes))
    return [BRITAIN, *found] if side == ALLIED else found


def _hq_homes(g: Situation, side: int) -> int:
    """17.2.2b A city of one's own, or an open beach."""
    hexes = g.game.tables.city & (g.control if side == ALLIED else ~g.control)
    if side == ALLIED:
        for name in g.open_beaches():
            hexes |= mask_of(g.game.beaches[name].hexes)
    return hexes


def _allowed(g: Situation, side: int, hexes: int) -> int:
    """6.2.2b, 6.2.2c, 6.2.3f In supply now, not in an enemy zone of control."""
    hexes &= supply.supplied(g, side) & ~g.occupied[1 - side] & ~g.zoc(1 - side)
    if side == GERMAN:
        hexes &= supply.reachable(g, GERMAN, supply.edge_sources(g))
    return hexes & ~g.game.closed


def _near_division(g: Situation, counter: Counter) -> int:
    """6.2.2d Within five hexes of a unit of its division that was there when the phase began."""
    found, grid = 0, g.game.board.grid
    for u in g.on_map(counter.side):
        if g.game.units.units[u].formation == counter.formation and not g.rebuilt >> u & 1:
            found |= grid.within(g.hex[u], g.game.charts.replacements["distance"])
    return found


def _rebuild(g: Situation, unit: int) -> Procedure:
    """6.2.1, 6.2.2 An eliminated unit returns with its last step."""
    counter, acts = g.game.units[unit], g.game.actions
    places = homes(g, unit)
    place = places[0]
    if len(places) > 1:
        choice = yield Ask(
            g.asked(g.active, [unit]),
            "rebuild",
            "6.2.2",
            Say("where does {unit} return?", unit=counter.id),
            [acts.at[h] for h in places],
            refuse=lambda verb, word: refuse_home(g, unit, word or verb),
            about=g.about([unit]),
        )
        place = choice.value
    _pay(g, counter)
    bit = 1 << unit
    g.tied &= ~bit
    g.set_steps(unit, 1)
    g.put(unit, place)
    g.renewed |= bit
    g.rebuilt |= bit
    where = "Britain" if place == BRITAIN else g.word(place)
    g.tell("rebuild", "6.2.2", "{unit} is rebuilt in {hex}", unit=counter.id, hex=where)


def refuse_home(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """6.2.2 Why a rebuilt unit may not appear in a hex."""
    h = g.game.place(word)
    if h is None:
        return None
    counter = g.game.units[unit]
    facts = {"unit": counter.id, "hex": word}
    bit, side = 1 << h, counter.side
    if counter.type == "engineer":
        return IllegalAction("21.1.4", "{unit} returns by way of Britain", **facts)
    if bit & (g.zoc(1 - side) | g.occupied[1 - side]):
        return IllegalAction("6.2.2", "{hex} is in an enemy zone of control", **facts)
    if counter.hq:
        if not bit & _hq_homes(g, side):
            return IllegalAction("17.2.2", "{unit} returns to a city or an open beach", **facts)
    elif counter.formation and not bit & _near_division(g, counter):
        return IllegalAction(
            "6.2.2", "no unit of its division is within five hexes of {hex}", **facts
        )
    if not bit & supply.supplied(g, side):
        return IllegalAction("6.2.2", "{hex} has no line of supply", **facts)
    if side == GERMAN and not supply.from_edge(g, h):
        return IllegalAction("6.2.3", "{hex} lives on Cherbourg alone", **facts)
    return IllegalAction("6.2.2", "{hex} is no town, city or headquarters of one's own", **facts)


def refuse(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """6.2, 6.7, 5.3 Why an order of this phase is wrong."""
    if verb == "buy" and word in ARMIES and g.active == ALLIED:
        return points.refuse_buy(g, ARMIES.index(word))
    unit = g.game.units.find(word)
    if unit is None:
        return None
    match verb:
        case "replace":
            return refuse_replace(g, unit.index)
        case "rebuild":
            return refuse_rebuild(g, unit.index)
        case "mobilize":
            return mobilization.refuse(g, unit.index)
        case "abandon":
            return fortifications.refuse_abandon(g, unit.index)
    return None
