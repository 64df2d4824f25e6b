"""5.0 Supply points: what each army and Fortress Cherbourg receive and may buy."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from . import players, supply
from .counters import ALLIED, GERMAN
from .situation import ARMIES, ARMY7, DEAD, FORTRESS, GONE, HOLDERS, PANZER_WEST, US, Situation

FORTRESS_SCENARIO = "cherbourg"


def gain(g: Situation, track: int, points: int, rule: str) -> None:
    """5.1b Points are added to a track; what exceeds the limit is lost."""
    most = g.game.charts.supply["most"]
    had = g.sp[track]
    g.sp[track] = min(had + points, most)
    if g.sp[track] > had:
        g.tell(
            "supply points",
            rule,
            "supply points for {track}: {points}",
            track=HOLDERS[track],
            points=g.sp[track] - had,
        )


def income(g: Situation) -> Procedure:
    """5.2, 5.3 The supply points of the turn."""
    yield from _german(g)
    if g.weather == "storm":
        return
    charts = g.game.charts.supply
    for army in range(len(ARMIES)):
        if g.game.scenario == FORTRESS_SCENARIO:
            if ARMIES[army] == "US":
                gain(g, army, charts["free"], "S3.2.2")
            continue
        ready = g.harbour[army] >= 0
        gain(g, army, charts["free_with_mulberry" if ready else "free"], "5.3")


def _german(g: Situation) -> Procedure:
    """5.2, 24b The Germans share their points out between 7th Army and Fortress Cherbourg."""
    fed = not fallen(g) and supply.fortress_fed(g)
    if g.game.scenario == FORTRESS_SCENARIO:
        if fed and g.weather != "clear":
            gain(g, FORTRESS, 1, "S3.2.2")
        return
    west = yield from players.share(g, g.sky.supply, "24b")
    gain(g, PANZER_WEST, west, "24b")
    points = g.sky.supply - west
    if not fed:
        gain(g, ARMY7, points, "5.2")
        return
    acts = g.game.actions
    shares = [0, 0]
    for left in range(points, 0, -1):
        choice = yield Ask(
            g.game.players[GERMAN][US],
            "supply point",
            "5.2",
            Say("who receives a supply point? {left} left", left=left),
            [acts.supply["7Army"], acts.supply["Cherbourg"]],
        )
        shares[choice.value - ARMY7] += 1
    gain(g, ARMY7, shares[0], "5.2")
    gain(g, FORTRESS, shares[1], "5.2")


def lost_fortress(g: Situation) -> None:
    """5.2c, 17.4b When the Allies control all of Cherbourg its marker and the Cotentin HQ are gone for good."""
    city = g.game.tables.cherbourg
    if not city or city & ~g.control:
        return
    if g.sp[FORTRESS]:
        g.sp[FORTRESS] = 0
        g.tell("supply points", "5.2", "the supply points of Fortress Cherbourg are lost")
    hq = g.game.cotentin
    if g.hex[hq] >= 0:
        g.eliminate(hq, "17.4", DEAD)
    elif g.hex[hq] == GONE:
        g.take_off(hq, DEAD)


def fallen(g: Situation) -> bool:
    """5.2c Whether Fortress Cherbourg has fallen once: its headquarters is out of the game with its marker."""
    return g.hex[g.game.cotentin] == DEAD


def refuse_buy(g: Situation, army: int) -> IllegalAction | None:
    """5.3b, S3.2.7 Why an army cannot buy a supply point; None if it can."""
    price = g.game.charts.supply["price"]
    if players.divided(g, ALLIED) and army != g.floor:
        return IllegalAction("24a", "{army} is under your ally's command", army=ARMIES[army])
    if g.game.scenario == FORTRESS_SCENARIO:
        if g.turn < g.game.setting["mulberry"]:
            return IllegalAction("S3.2.7", "supply points can be bought from turn 7 on")
    elif g.harbour[army] < 0:
        return IllegalAction(
            "5.3", "{army} has no Mulberry through which to buy", army=ARMIES[army]
        )
    if g.points[army] < price:
        return IllegalAction("6.5.1", "{army} lacks the reinforcement points", army=ARMIES[army])
    if g.sp[army] >= g.game.charts.supply["most"]:
        return IllegalAction("5.1", "{army} already has as many as it may have", army=ARMIES[army])
    return None


def buy(g: Situation, army: int) -> None:
    """5.3b Three reinforcement points buy one supply point."""
    g.points[army] -= g.game.charts.supply["price"]
    gain(g, army, 1, "5.3")


def allowance(g: Situation) -> None:
    """6.5.1, 6.5.3 The reinforcement points of the turn; an engineer missing from its beach costs two."""
    g.through = [0] * len(g.through)
    if g.turn == 1:
        g.points = [0, 0]
        return
    if g.game.scenario == FORTRESS_SCENARIO:
        granted = [g.game.setting["points"][g.weather], 0]
    else:
        granted = [g.sky.points] * 2
    for name, beach in g.game.beaches.items():
        missed = beach.engineer >= 0 and name != "Sword" and _expected(g, beach.engineer)
        if missed and not g.is_open(name):
            granted[beach.army] -= g.game.charts.landing["engineer"]
    g.points = [max(0, points) for points in granted]


def _expected(g: Situation, engineer: int) -> bool:
    """S3.1 Only the beaches of the scenario count."""
    return g.hex[engineer] != g.AWAY
