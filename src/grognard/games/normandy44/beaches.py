"""21.1 Beaches and Mulberries."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of
from . import players
from .counters import ALLIED, GERMAN
from .situation import ARMIES, CW, Situation


def mulberries(g: Situation) -> Procedure:
    """21.1.1b Each Initial Phase harbours are finished, and begun where no German is near."""
    for army, site in g.game.mulberries.items():
        if g.game.scenario == "cherbourg" or g.harbour[army] >= 0:
            continue
        if g.due[army] == g.turn:
            yield from _finish(g, army)
        elif not g.due[army] and _clear(g, army):
            g.harbours_lost &= ~(1 << army)
            g.due[army] = g.turn + g.game.charts.landing["mulberry_turns"]
            g.tell(
                "mulberry",
                "21.1.1",
                "the {army} Mulberry will be ready on turn {turn}",
                army=ARMIES[army],
                turn=g.due[army],
                hex=g.word(site.hexes[0]),
            )


def _clear(g: Situation, army: int) -> bool:
    """21.1.1b No German in or next to the site; Arromanches must be Allied, 21.1.5 Omaha if the harbour was lost."""
    retaken = all(g.controls(ALLIED, h) for h in g.game.mulberries[army].hexes)
    if (army == CW or g.harbours_lost >> army & 1) and not retaken:
        return False
    return not _watched(g, army)


def _watched(g: Situation, army: int) -> bool:
    """21.1.2 Whether a German unit is in or next to a site."""
    hexes = mask_of(g.game.mulberries[army].hexes)
    return bool((hexes | g.game.board.grid.spread(hexes)) & g.occupied[GERMAN])


def _finish(g: Situation, army: int) -> Procedure:
    """21.1.1b The harbour stands at Arromanches, or at one of the hexes of Omaha."""
    site, acts = g.game.mulberries[army], g.game.actions
    place = site.hexes[0]
    if len(site.hexes) > 1:
        choice = yield Ask(
            players.of_army(g, army),
            "mulberry",
            "21.1.1",
            Say("where does the Mulberry stand?"),
            [acts.at[h] for h in site.hexes],
            refuse=lambda verb, word: (
                IllegalAction("21.1.1", "no Mulberry is built in {hex}", hex=word)
                if g.game.is_hex(word)
                else None
            ),
        )
        place = choice.value
    g.due[army], g.harbour[army] = 0, place
    g.tell(
        "mulberry",
        "21.1.1",
        "the {army} Mulberry in {hex} is ready",
        army=ARMIES[army],
        hex=g.word(place),
    )


def delays(g: Situation) -> None:
    """21.1.2 A German next to a harbour in building at the start of an Allied turn delays it by a turn."""
    for army in g.game.mulberries:
        if g.due[army] and _watched(g, army):
            g.due[army] += 1
            g.tell(
                "mulberry", "21.1.2", "the {army} Mulberry is delayed by a turn", army=ARMIES[army]
            )


def entered(g: Situation, unit: int, h: int) -> None:
    """17.8a, 21.1.5 What a unit that comes into a hex does to a beach or a Mulberry."""
    counter = g.game.units.units[unit]
    if counter.type == "engineer":
        for k, (name, beach) in enumerate(g.game.beaches.items()):
            if beach.engineer == unit and h in beach.hexes:
                g.opened |= 1 << k
                g.tell("beach", "21.1.1", "{beach} is open", beach=name)
        return
    if counter.side == ALLIED:
        return
    for army, site in g.game.mulberries.items():
        if g.harbour[army] == h or (g.due[army] and h in site.hexes):
            g.due[army], g.harbour[army] = 0, -1
            g.harbours_lost |= 1 << army
            g.tell("mulberry", "21.1.5", "the {army} Mulberry is lost", army=ARMIES[army])


def closed(g: Situation) -> int:
    """23.3a How many beaches and Mulberries the Germans have closed.

    A beach counts if it was open once, or if the Germans still control all of it.
    """
    shut = 0
    for k, (name, beach) in enumerate(g.game.beaches.items()):
        if beach.engineer < 0 or g.is_open(name) or g.hex[beach.engineer] == g.AWAY:
            continue
        held = not any(g.controls(ALLIED, h) for h in beach.hexes)
        shut += g.opened >> k & 1 or held
    return shut + g.harbours_lost.bit_count()
