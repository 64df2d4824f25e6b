"""6.1, 6.3, 6.4 Replacements: what the weather die brings, and what pays for whom."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from . import players
from .counters import GERMAN, Counter
from .situation import CW, DEAD, KINDS, SERVICES, STOCKS, Situation

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
            "{service} {kind} replacements: +{number}",
            service=SERVICES[service],
            kind=KINDS[kind],
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
        _tell_unsaved(g)
    if sky.german_armor:
        if g.weather == "storm":
            g.unsaved = CATS
            _tell_unsaved(g)
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


def _tell_unsaved(g: Situation) -> None:
    """6.4 A German replacement of this turn, and for whom it is."""
    if g.unsaved == CATS:
        g.tell(
            "replacement",
            "6.4.1",
            "a German armored replacement: this turn also for Tigers and Panthers",
        )
        return
    fit = ", ".join(
        f"{quality:+d}" if quality else "0"
        for quality in sorted(g.game.charts.qualities[g.unsaved])
    )
    g.tell(
        "replacement",
        "6.4.2",
        "a German infantry replacement, this turn only, for Quality {fit}",
        fit=fit,
    )


def _cherbourg_income(g: Situation) -> None:
    """S3.2.3 From Turn 3; the Allies on odd dice, the Germans infantry on a 5, with 25.1 armor on each 1."""
    if g.turn < g.game.setting["tied_from"]:
        return
    if g.thunder and "25.1" in g.game.options:
        armor = STOCKS.index(("german", "armor"))
        g.stock[armor] = max(g.stock[armor], g.game.setting["armor"])
    if g.row == 5:
        g.unsaved = LOW
        _tell_unsaved(g)
    if g.row % 2:
        for kind, number in (("infantry", g.sky.us_infantry), ("armor", g.sky.us_armor)):
            if number:
                add(g, "us", kind, number)


def payment(g: Situation, counter: Counter) -> str | None:
    """6.2.3d, 6.2.6, 6.4 What pays for a unit: the replacement of this turn or a stock; None if nothing does.

    One that may go to a Tiger or Panther is kept for them while there is another."""
    kind = counter.replacement
    cats = CATS if kind == "armor" and g.unsaved == CATS else None
    if counter.side == GERMAN:
        fit = g.unsaved in (LOW, LOWEST) and counter.quality in g.game.charts.qualities[g.unsaved]
        if kind == "infantry" and fit:
            return g.unsaved
        if counter.tiger or counter.panther:
            return cats
        if kind == "armor" and g.game.scenario == "cherbourg" and not _stormy(g):
            return None
    services = [counter.service]
    if counter.service == "canadian" and kind == "armor":
        services = ["british"]
    for service in services:
        if (service, kind) in STOCKS and g.stock[STOCKS.index((service, kind))]:
            return f"{service} {kind}"
    return cats if counter.side == GERMAN else None


def _stormy(g: Situation) -> bool:
    """S3.2.3a When the one armor replacement of the Cherbourg scenario may be used."""
    return g.weather == "storm" or ("25.1" in g.game.options and g.thunder)


def pay(g: Situation, counter: Counter) -> None:
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
        infantry = counter.side == GERMAN and counter.replacement == "infantry"
        if infantry and g.unsaved in (LOW, LOWEST):
            return IllegalAction(
                "6.4.2", "{unit} lacks the quality for this replacement", unit=counter.id
            )
        return IllegalAction("6.2.3", "there is no replacement for {unit}", unit=counter.id)
    return None
