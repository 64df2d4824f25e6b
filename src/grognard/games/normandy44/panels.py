"""What lies beside the map of Normandy '44: header, tracks, accounts and charts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ...engine.view import Chart, Display, Track, TrackBox
from ...engine.words import Say
from ..zocbond import show as shared
from ..zocbond.show import Count, account
from . import beaches, fortifications, players, supply, victory, weather
from .charts import Weather
from .counters import ALLIED, GERMAN
from .ground import ENTRIES
from .situation import (
    ARMIES,
    BEACHES,
    GE,
    HOLDERS,
    KINDS,
    PANZER_WEST,
    SERVICES,
    STOCKS,
    TRACKS,
    Situation,
)

DISPLAYS = {
    "US": Say("US"),
    "British para": Say("British airborne"),
    "British": Say("British"),
    "Canadian": Say("Canadian"),
    "PzG": Say("Panzergrenadiers and SS"),
    "FJ": Say("German parachute troops"),
}
COLOURS = {
    "green": Say("green entry"),
    "orange": Say("orange entry"),
    "red": Say("red entry"),
    "blue": Say("blue entry"),
}
GERMAN_INFANTRY = {
    "any": Say("German infantry replacement"),
    "low": Say("German infantry replacement of quality 0 or \u22121, at once"),
    "lowest": Say("German infantry replacement of quality \u22121, at once"),
}
UNSAVED = {
    "cats": Say("German armor, also for Panthers and Tigers"),
    "low": Say("German infantry of quality 0 or \u22121"),
    "lowest": Say("German infantry of quality \u22121"),
}
"""6.4 Replacements that are used this turn or lost."""


# -- the header


def status(g: Situation) -> list[tuple[Say, Say]]:
    """The markers on the tracks, in short."""
    found = [shared.now(g, _date(g, g.turn))]
    if g.game.needed:
        vp = Say("{n} of {needed}", n=victory.points(g), needed=g.game.needed)
        found.append((Say("Victory Points"), vp))
    found += [
        (Say("weather"), weather.NAMES[g.weather]),
        (Say("Supply Points"), _supplies(g)),
        (Say("air"), _armies(g.air)),
        (Say("naval"), _armies(g.naval)),
    ]
    if g.turn > 1 and g.active == ALLIED:
        found.append((Say("reinforcement points"), _armies(g.points)))
    return found


def _supplies(g: Situation) -> Say:
    held = dict(zip(("us", "cw", "army", "fortress", "west"), g.sp, strict=True))
    if players.divided(g, GERMAN):
        return Say(
            "US {us} \u00b7 CW {cw} \u00b7 7A {army} \u00b7 Ch {fortress} \u00b7 PzW {west}", **held
        )
    return Say("US {us} \u00b7 CW {cw} \u00b7 7A {army} \u00b7 Ch {fortress}", **held)


def _armies(markers: list[int]) -> Say:
    return Say("US {us} \u00b7 CW {cw}", us=markers[0], cw=markers[1])


def _date(g: Situation, turn: int) -> Say:
    """All turns are days of one June."""
    return Say("{day} June", day=g.game.charts.dates[turn - 1].removesuffix(" Jun"))


# -- tracks and accounts


def tracks(g: Situation) -> list[Display]:
    """Everything beside the map."""
    found: list[Display] = [shared.results(g, {})]
    if g.game.needed:
        found.append(account(Say("Victory Points"), "S1.3", victory.account(g), victory.points(g)))
    else:
        found.append(account(Say("The way to victory"), "S3.3.1", _siege(g)))
    found += [
        shared.turns(g, "3.0", partial(_date, g), partial(_notes, g)),
        _weather(g),
        account(Say("Supply Points"), "5.1", _supply_points(g)),
        account(Say("Replacements"), "6.1", _replacements(g)),
        account(Say("Air, ships and Improved Positions"), "19.0", _support(g)),
        account(Say("Landing"), "6.5", _landing(g)),
        account(Say("Cadres in the display"), "17.9.1", _cadres(g)),
    ]
    if g.game.scenario != "cherbourg":
        found.append(account(Say("Automatic victory"), "23.1", _automatic(g)))
    found += [shared.determined(g), _beach_assault(g)]
    if g.turn <= 2:
        found.append(_scatter(g))
    return found


def _notes(g: Situation, turn: int) -> list[Say]:
    """6.6, 21.1.1b What arrives on a turn and by which colour."""
    game = g.game
    notes = [COLOURS[colour] for colour in _colours(g, turn)]
    notes += [
        Say("the {army} Mulberry is ready", army=ARMIES[army])
        for army in game.mulberries
        if g.due[army] == turn
    ]
    if "25.1" in game.options and turn in game.storms:
        notes.append(weather.NAMES["storm"])
    return notes


def _colours(g: Situation, turn: int) -> list[str]:
    """6.6 The zones by which the Germans of a turn are due to enter."""
    due = [u for u, when in g.game.arrival_turn.items() if when == turn]
    used = {g.game.units[u].arrival.split()[0] for u in due}
    return [colour for colour in ENTRIES if colour in used]


def _weather(g: Situation) -> Track:
    """4.1 The Weather Table: what each die brings."""
    rows = g.game.charts.weather
    boxes = [
        TrackBox(
            Say("{n}", n=row.row),
            weather.NAMES[row.weather],
            tuple(_brings(row)),
            row.row == g.row,
        )
        for row in rows
    ]
    return Track(Say("Weather Table"), "4.1", tuple(boxes))


def _brings(row: Weather) -> Iterable[Say]:
    yield Say("air {air}, ships {naval} for each army", air=row.air, naval=row.naval)
    yield Say("reinforcement points {n} for each army", n=row.points)
    yield Say("German supply points {n}, Improved Positions {p}", n=row.supply, p=row.positions)
    if row.german_infantry:
        yield GERMAN_INFANTRY[row.german_infantry]
    if row.german_armor:
        yield Say("German armor replacement")
    for service, kind, number in (
        ("us", "infantry", row.us_infantry),
        ("us", "armor", row.us_armor),
        ("british", "infantry", row.british_infantry),
        ("british", "armor", row.british_armor),
        ("canadian", "infantry", row.canadian_infantry),
    ):
        if number:
            yield Say("{service} {kind} replacement", service=SERVICES[service], kind=KINDS[kind])
    if row.choice:
        yield Say("British or Canadian infantry replacement")


def _supply_points(g: Situation) -> Iterable[Count]:
    for k in range(len(TRACKS) if players.divided(g, GERMAN) else PANZER_WEST):
        yield "5.1", HOLDERS[k], g.sp[k]
    fed = Say("yes") if supply.fortress_fed(g) else Say("no")
    yield "5.2", Say("supply reaches Cherbourg by land"), fed


def _replacements(g: Situation) -> Iterable[Count]:
    for (service, kind), number in zip(STOCKS, g.stock, strict=True):
        text = Say("{service} {kind}", service=SERVICES[service], kind=KINDS[kind])
        yield "6.1", text, number
    if g.unsaved:
        yield "6.4", UNSAVED[g.unsaved], Say("this turn")


def _support(g: Situation) -> Iterable[Count]:
    for army, name in enumerate(ARMIES):
        yield "19.1", Say("{army} air markers", army=name), g.air[army]
        yield "19.2", Say("{army} naval markers", army=name), g.naval[army]
    for builder, who in enumerate((HOLDERS[0], HOLDERS[1], SERVICES["german"])):
        side = GERMAN if builder == GE else ALLIED
        text = Say("Improved Positions to begin: {who}", who=who)
        left = min(g.positions[builder], fortifications.left(g, side))
        yield "16.1.2", text, left


def _landing(g: Situation) -> Iterable[Count]:
    """6.5, 21.1 Reinforcement points, the beaches and the Mulberries."""
    most = g.game.charts.landing["beach"]
    for army, name in enumerate(ARMIES):
        yield "6.5.1", Say("{army} reinforcement points", army=name), g.points[army]
    for k, name in enumerate(BEACHES):
        if name in g.game.beaches:
            open_ = Say("{used} of {most}", used=g.through[k], most=most)
            text = Say("landed at {beach}", beach=name)
            yield "6.5.2", text, open_ if g.is_open(name) else Say("closed")
    for army in g.game.mulberries:
        text = Say("{army} Mulberry", army=ARMIES[army])
        if g.harbour[army] >= 0:
            stands = Say("stands in {hex}", hex=g.word(g.harbour[army]))
        elif g.due[army]:
            stands = Say("ready on turn {turn}", turn=g.due[army])
        else:
            stands = Say("not begun")
        yield "21.1.1", text, stands


def _cadres(g: Situation) -> Iterable[Count]:
    """17.9.1 How many boxes of each display are free."""
    for display, text in DISPLAYS.items():
        kinds = [kind for kind, cadre in g.game.cadres.items() if cadre.display == display]
        free = max(g.cadres_left(kind) for kind in kinds)
        share = Say("{free} of {all} free", free=free, all=g.game.displays[display])
        yield "17.9.1", text, share


def _automatic(g: Situation) -> Iterable[Count]:
    """23.2, 23.3 How near either side is."""
    limits, worn = g.game.automatic, victory.worn(g)
    for rule, text, now, need in (
        ("23.3a", Say("beaches and Mulberries closed"), beaches.closed(g), limits["closed"]),
        ("23.3b", Say("US units worn out"), worn["US"], limits["us"]),
        ("23.3c", Say("British units worn out"), worn["CW"], limits["british"]),
        ("23.2", Say("Allied units at the edge"), g.at_edge, limits["edge_units"]),
    ):
        yield rule, text, Say("{n} of {needed}", n=now, needed=need)


def _siege(g: Situation) -> Iterable[Count]:
    """S3.3.1"""
    yes, no = Say("yes"), Say("no")
    for text, so in zip(
        (
            Say("the Allies hold Carentan"),
            Say("a supplied unit inside the Cherbourg perimeter"),
            Say("Cherbourg is cut off from the south"),
        ),
        victory.siege(g),
        strict=True,
    ):
        yield "S3.3.1", text, yes if so else no


# -- charts


def _beach_assault(g: Situation) -> Chart:
    """20.3 The Beach Assault table: the result, hexes of advance."""
    return shared.landings(
        Say("Beach assault: result, hexes of advance"),
        "20.3.2",
        {name: beach.column for name, beach in g.game.beaches.items()},
        {
            column: [f"{cell.code}, {cell.advance}" for cell in cells]
            for column, cells in g.game.charts.beach.items()
        },
    )


def _scatter(g: Situation) -> Chart:
    """20.2.2 How the airborne divisions land; gliders add one to the die."""
    table = g.game.charts.scatter
    return Chart(
        Say("Scatter: S scattered, steps lost"),
        "20.2.2",
        tuple(table),
        (*(str(die) for die in range(1, 7)), "7"),
        tuple(tuple(row) for row in zip(*table.values(), strict=True)),
    )
