"""The Extended Example of Play, Turn 1, move by move on the map with the book's dice: S43-30 to S43-40.

The book names few hexes.  The others are those that give its strengths, ranges and retreats: the 142nd
Regiment stands in 2715, four hexes from the guns in 3113, beside Red Beach but not beside Blue.
``golden/turn1.record`` is the same turn as a record; ``python -m tests.rulebook.salerno43.test_examples_turn1``
writes it anew.
"""

from __future__ import annotations

import hashlib
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from tests.rulebook.salerno43.field import (
    hexes,
    kind,
    marked,
    offers,
    refused,
    rules,
    run,
    state,
    status,
    steps,
    where,
)

import grognard
from grognard import Game
from grognard.engine.decision import Event

GOLDEN = Path(__file__).with_name("golden") / "turn1.record"
IIA, IIB, I79, PZASU = "GE-16Pz-IIa", "GE-16Pz-IIb", "GE-16Pz-I79", "GE-16Pz-ASU"
US142, BN142, US141, BN141 = "US-36-142", "US-36-1-142", "US-36-141", "US-36-bn141"
ATTACK_J = f"attack 2715 with {IIA}+{IIB}+{I79} maf 16Pz"
DIVISION = "BR-56-169+BR-56-2-6Q+BR-56-167+BR-56-bn167"
ATTACK_P = f"attack 3012 with {DIVISION}+BR-Greys maf 56 attach BR-Greys"
ATTACK_Q = f"attack 2715 with {US141}+{BN141}+US-Tk-191+US-TD-645 maf 36 attach US-Tk-191"


def told(events: list[Event], about: str = "result") -> tuple[object, ...]:
    """Attack, defence, column and result of the combat that was just fought."""
    (event,) = [event for event in events if event.kind == about]
    return tuple(event.facts[word] for word in ("attack", "defence", "column", "result"))


def reckoned(g: Game, order: str) -> tuple[str, str, str, str]:
    """Attack, defence, odds before shifts and column of an attack, from its ledger."""
    ledger = g.odds(order)
    amounts = {str(line.what): line.amount for line in ledger.lines}
    base = next(str(line.what)[5:] for line in ledger.lines if line.rule == "8.3a")
    return amounts["total attack"], amounts["total defense"], base, ledger.column


def shifts(g: Game, order: str) -> dict[str, str]:
    """The column shifts of an attack by rule."""
    return {line.rule: line.amount for line in g.odds(order).lines if line.amount[:1] in ("+", "-")}


def victory_points(g: Game) -> int:
    return next(int(str(v)) for k, v in g.rules.status(state(g)) if str(k) == "Victory Points")


@cache
def _landed() -> Game:
    g = grognard.new("salerno43", dice="asked")
    run(g, "invade Rangers", "roll 3", "advance US-Rgr-1 to 2406", "advance US-Rgr-3 to 2406")
    run(g, "done", "invade Commandos", "roll 4", "assault 2707", "go", "roll 6", "roll 3")
    run(g, "stand", "roll 2", "to 2707", "to 2707")
    run(g, "invade Uncle", "roll 3")
    run(g, "invade Sugar", "roll 5", "advance BR-56-169 to 2811", "advance BR-56-2-6Q to 2811")
    run(g, "invade Roger", "roll 3")
    run(g, *(f"advance {u} to 2812" for u in ("BR-56-167", "BR-56-bn167", "BR-Greys")))
    run(g, "invade Red", "roll 6", f"advance {US142} to 2715", f"advance {BN142} to 2715")
    return run(g, "invade Blue", "roll 4", f"advance {US141} to 2717", "done")


@cache
def _germans_moved() -> Game:
    g = run(_landed().copy(), "place GE-HG-rec at N1", "place GE-1FJ-I3 at S2")
    run(g, "move GE-HG-rec 2605", "move GE-16Pz-Dor 2806-2807", "move GE-16Pz-II64 3009-3109")
    run(g, "move GE-16Pz-StuG 3013-3113", f"move {PZASU} 3113 stay", "truck GE-1FJ-I3 to 3213")
    run(g, f"move {IIB}+{I79} 2816", f"move {IIA} 2913-2814-2815")
    return run(g, "move GE-16Pz-II79 3018", "move GE-G-B 2822", "done")


@cache
def _attack_j() -> Game:
    g = run(_germans_moved().copy(), f"{ATTACK_J} asu {PZASU} go", "air US", "roll 4")
    run(g, "stand", f"lead {BN142}", "naval US", "roll 2")
    return run(g, "retreat 2616", "stop", "retreat 2616", "stop")


@cache
def _breakthrough_k() -> Game:
    g = run(_attack_j().copy(), f"group {IIA}", f"group {I79}", "go", "assault 2616", "maf 16Pz")
    run(g, "roll 1", f"lose {IIA}", "lose US-BH-Red")
    return run(g, f"advance {IIB} to 2815 halt")


@cache
def _allies_moved() -> Game:
    g = run(_breakthrough_k().copy(), "done", f"ready {PZASU}")
    run(g, "move US-36-ASU sail 2617 stay")
    run(g, "move US-Tk-191 sail 2617 to 2716", "move US-TD-645 sail 2617 to 2716")
    run(g, f"move {US141}+{BN141} 2716")
    run(g, "move BR-56-169+BR-56-2-6Q 2911", "move BR-56-167+BR-56-bn167+BR-Greys 2912")
    run(g, "move BR-56-201G sail 2712 to 2812", "move BR-46-138 sail 2710 to 2709")
    run(g, "move BR-46-128+BR-46-5H+BR-40RTR 2709-2708")
    return run(g, "done")


@cache
def _attack_p() -> Game:
    g = run(_allies_moved().copy(), f"{ATTACK_P} air CW go", "roll 3")
    return run(g, "stand", f"asu {PZASU}", "roll 3", "hold")


@cache
def _attack_q() -> Game:
    g = run(_attack_p().copy(), f"{ATTACK_Q} asu US-36-ASU go", "roll 6")
    run(g, f"lose {I79}", f"lose {US141}", "fallback")
    return run(g, "retreat 2815 retreat 2914", "retreat 2815 retreat 2914")


@cache
def _turn_2() -> Game:
    g = run(_attack_q().copy(), "none", f"advance {US141} to 2715 to 2816")
    run(g, f"advance {BN141} to 2715 halt", "advance US-Tk-191 to 2715", "done")
    while g.turn == 1:
        run(g, "done")
    return g


# -- the Invasion Combat Phase


@pytest.mark.rule("salerno43:24.2.1", "salerno43:24.2.2", "salerno43:24.2.3", "salerno43:24.1a")
@pytest.mark.rule("salerno43:18.1.1", "salerno43:22.2.3")
def test_s43_30_the_landings() -> None:
    """S43-30: seven dice, no loss; 128th Brigade stops on Uncle, the airfield is taken."""
    g = _landed().copy()
    assert [roll.face for roll in g.rolls if roll.purpose == "the landing"] == [3, 4, 3, 5, 3, 6, 4]
    assert (where(g, "US-Rgr-4"), where(g, "US-Rgr-1")) == ("2407", "2406")
    assert {where(g, u) for u in ("BR-46-128", "BR-46-5H", "BR-40RTR")} == {"2710"}
    assert {where(g, u) for u in ("BR-56-169", "BR-56-2-6Q")} == {"2811"}
    assert where(g, "BR-Greys") == "2812"
    assert (where(g, US142), where(g, US141), where(g, BN141)) == ("2715", "2717", "2617")
    (control,) = (o for o in g.rules.overlays(state(g)) if o.name == "control allied")
    assert "2811" in control.hexes
    beaches = {where(g, f"{u}") for u in ("BR-BH-Uncle", "BR-BH-Roger", "US-BH-Red", "US-BH-Blue")}
    assert beaches == {"2710", "2712", "2616", "2617"}
    assert all(steps(g, u.id) == u.steps for u in rules(g).units if "assault" in u.arrival)
    assert (g.turn, g.phase, g.side) == (1, "initial", "german")
    one_hex = grognard.new("salerno43", dice="asked")
    run(one_hex, "invade Uncle", "roll 3")
    assert kind(one_hex) == "invade"


@pytest.mark.rule("salerno43:8.3c", "salerno43:9.7", "salerno43:15.2.7", "salerno43:19.3b")
@pytest.mark.rule("salerno43:19.3d", "salerno43:24.2.4", "salerno43:11.2.4a", "salerno43:12.2h")
def test_s43_31_the_commandos_at_salerno() -> None:
    """S43-31: 4 to 2 in a City, undoubled, Elite shift only; ruling: the 2 of the book is the bare die."""
    g = run(grognard.new("salerno43", dice="asked"), "invade Commandos", "roll 4", "assault 2707")
    run(g, "go")
    assert (g.side, state(g).die) == ("dice", 1)
    run(g, "roll 6")
    assert told(g.play("roll 3")) == (4, 2, "3-1", "DR2")
    assert g.side == "german"
    assert offers(g) == {"stand", "fallback"}
    assert where(run(g.copy(), "fallback"), "GE-G-A") == "eliminated"
    run(g, "stand")
    (stand,) = [e for e in g.play("roll 2") if e.kind == "defence"]
    assert (stand.facts["modified"], stand.facts["result"]) == (1, "-/1")
    assert where(g, "GE-G-A") == "eliminated"
    run(g, "to 2707", "to 2707")
    assert where(g, "BR-2Cdo") == where(g, "BR-41Cdo") == "2707"


# -- the German player turn


@pytest.mark.rule("salerno43:5.8a", "salerno43:17.3", "salerno43:21.1.1a", "salerno43:21.1.3")
@pytest.mark.rule("salerno43:24.3", "salerno43:5.8d", "salerno43:5.2a")
def test_s43_32_german_moves() -> None:
    """S43-32: 6 points on trucks from S2 to Eboli and no more, the guns move one hex, 3+3 by road."""
    g = run(_landed().copy(), "place GE-HG-rec at N1", "place GE-1FJ-I3 at S2")
    assert g.reach("GE-HG-rec")["2605"][0] == "2 2/3"
    assert g.reach("GE-16Pz-II79")["3018"][0] == "6"
    assert "3017" not in g.reach("GE-16Pz-II79")
    trucks = run(g.copy(), "truck GE-1FJ-I3")
    assert trucks.reach("GE-1FJ-I3")["3213"][0] == "6"
    assert not set(trucks.reach("GE-1FJ-I3")) & {"3113", "3212", "3312"}
    assert "3213" not in g.reach("GE-1FJ-I3")
    g = _germans_moved().copy()
    assert where(g, "GE-HG-rec") == "2605"
    assert where(g, "GE-16Pz-Dor") == "2807"
    assert (where(g, PZASU), status(g, PZASU)) == ("3113", "good")
    assert (where(g, "GE-1FJ-I3"), marked(g, "GE-1FJ-I3", "trucked")) == ("3213", True)
    assert not marked(g, IIA, "half")
    assert g.phase == "combat"
    later = run(_breakthrough_k().copy(), "done")
    assert not marked(later, "GE-1FJ-I3", "trucked")


@pytest.mark.rule("salerno43:8.3a", "salerno43:8.3b", "salerno43:9.3.1", "salerno43:9.7")
@pytest.mark.rule("salerno43:9.5.1", "salerno43:9.4a", "salerno43:10.1g", "salerno43:11.2.1c")
@pytest.mark.rule("salerno43:11.2.4a", "salerno43:11.3a", "salerno43:12.1.5", "salerno43:17.4")
def test_s43_33_attack_j() -> None:
    """S43-33: 10 to 6, two shifts, guns, defensive air: 3-1; a failed stand; retreat to Red Beach."""
    g = _germans_moved().copy()
    assert reckoned(g, ATTACK_J) == ("10", "6", "1-1", "3-1")
    order = f"{ATTACK_J} asu {PZASU}"
    assert shifts(g, order) == {"9.3.1": "+1", "9.7": "+1", "9.5.1": "+1"}
    assert reckoned(g, order)[3] == "4-1"
    run(g, f"{order} go")
    assert (g.side, kind(g), offers(g)) == ("allied", "defensive air", {"air US", "none"})
    run(g, "air US")
    assert told(g.play("roll 4")) == (10, 6, "3-1", "DR2")
    run(g, "stand")
    assert hexes(g, "lead") == {US142, BN142}
    run(g, f"lead {BN142}")
    assert offers(g) == {"naval US", "none"}
    run(g, "naval US")
    (stand,) = [e for e in g.play("roll 2") if e.kind == "defence"]
    assert (stand.facts["modified"], stand.facts["result"]) == (3, "-/-")
    assert "retreat 2616" in offers(g)
    run(g, "retreat 2616")
    assert "stop" in offers(g)
    g = _attack_j().copy()
    assert {where(g, u) for u in (US142, BN142)} == {"2616"}
    assert {status(g, u) for u in (US142, BN142)} == {"disrupted"}
    assert state(g).air == state(g).naval == frozenset({"CW"})
    assert marked(g, PZASU, "fired")


@pytest.mark.rule("salerno43:15.2.2a", "salerno43:15.2.3", "salerno43:15.2.7", "salerno43:15.2.8")
@pytest.mark.rule("salerno43:15.3a", "salerno43:18.1.3b", "salerno43:18.1.4a", "salerno43:10.1j")
@pytest.mark.rule("salerno43:10.2.1", "salerno43:13.2.1c", "salerno43:23.1.3", "salerno43:15.2.1d")
def test_s43_34_breakthrough_k() -> None:
    """S43-34: 7 to 5 on the beachhead, 3-1: EX closes Red Beach; the third unit then advances."""
    g = _attack_j().copy()
    run(g, f"group {IIA}", f"group {I79}", "go")
    assert where(g, IIA) == where(g, I79) == "2715"
    assert where(g, IIB) == "2816"
    run(g, "assault 2616", "maf 16Pz")
    assert told(g.play("roll 1")) == (7, 5, "3-1", "EX")
    assert (g.side, hexes(g, "lose")) == ("allied", {IIA, I79})
    run(g, f"lose {IIA}")
    assert (g.side, hexes(g, "lose")) == ("german", {"US-BH-Red", US142, BN142})
    before = victory_points(g)
    run(g, "lose US-BH-Red")
    assert where(g, "US-BH-Red") == "dead"
    assert steps(g, IIA) == 1
    assert where(g, IIA) == "2715"
    assert victory_points(g) == before - 1
    assert hexes(g, "advance") == {IIB}
    run(g, f"advance {IIB} to 2815 halt")
    assert where(g, IIB) == "2815"
    assert g.side == "german"


@pytest.mark.rule("salerno43:17.5a", "salerno43:3.0h")
def test_s43_35_german_supply_phase() -> None:
    """S43-35: one of three Supply Points readies the guns."""
    g = run(_breakthrough_k().copy(), "done")
    assert (kind(g), state(g).sp) == ("refit", [0, 3])
    run(g, f"ready {PZASU}")
    assert state(g).sp == [0, 2]
    assert not marked(g, PZASU, "fired")
    assert (g.phase, g.side) == ("movement", "allied")


# -- the Allied player turn


@pytest.mark.rule("salerno43:18.4.3b", "salerno43:18.4.4a", "salerno43:24.4.1a", "salerno43:24.4.2")
@pytest.mark.rule("salerno43:18.4.2b", "salerno43:5.7a", "salerno43:18.1.3b")
def test_s43_36_the_follow_up_wave() -> None:
    """S43-36: one US beach with 3 points: the regiment, or the guns and two battalions."""
    g = run(_breakthrough_k().copy(), "done", f"ready {PZASU}")
    assert refused(g, "move US-36-143 sail 2616") == "18.4"
    whole = run(g.copy(), "move US-36-143 sail 2617")
    assert refused(run(whole, "stay"), "move US-Tk-191 sail 2617") == "18.4.4"
    run(g, "move US-36-ASU sail 2617", "move US-Tk-191 sail 2617", "move US-TD-645 sail 2617 stay")
    assert all(marked(g, u, "half") for u in ("US-36-ASU", "US-Tk-191", "US-TD-645"))
    assert refused(g, "move US-36-143 sail 2617") == "18.4.4"
    abroad = run(g, "move US-36-143 sail 2712")
    assert (where(abroad, "US-36-143"), status(abroad, "US-36-143")) == ("2712", "disrupted")
    assert not marked(abroad, "US-36-143", "half")
    g = _allies_moved().copy()
    assert where(g, "US-36-143") == "reserve"
    assert where(g, "US-TD-645") == "2716"


@pytest.mark.rule("salerno43:24.4.1a", "salerno43:5.4a")
def test_turn_1_nobody_goes_farther_than_two_hexes() -> None:
    g = run(_breakthrough_k().copy(), "done", f"ready {PZASU}")
    near = rules(g).board.grid.within(state(g).hex[0], 2)
    ends = set(g.reach("US-Rgr-1"))
    assert ends
    assert not [x for x in ends if not near >> rules(g).board.index(x) & 1]


@pytest.mark.rule("salerno43:8.4.3a", "salerno43:9.3.3a", "salerno43:9.4a", "salerno43:9.8c")
@pytest.mark.rule("salerno43:11.2.4a", "salerno43:11.3b", "salerno43:11.4.3", "salerno43:9.7")
def test_s43_37_attack_p() -> None:
    """S43-37: 13 to 6 at Battipaglia, air: 3-1; elite troops and guns hold at the price of a step."""
    g = _allies_moved().copy()
    assert reckoned(g, ATTACK_P) == ("13", "6", "2-1", "2-1")
    assert shifts(g, f"{ATTACK_P} air CW") == {"9.4": "+1"}
    run(g, f"{ATTACK_P} air CW go")
    assert told(g.play("roll 3")) == (13, 6, "3-1", "DR2")
    run(g, "stand")
    assert offers(g) == {f"asu {PZASU}", "none"}
    run(g, f"asu {PZASU}", "roll 3")
    assert offers(g) == {"hold", "partial"}
    city = run(g.copy(), "partial")
    assert (where(city, "GE-16Pz-I64"), steps(city, "GE-16Pz-I64")) == ("3012", 2)
    assert "cities 3012" in city.position
    run(g, "hold")
    assert (where(g, "GE-16Pz-I64"), steps(g, "GE-16Pz-I64")) == ("3012", 1)
    assert status(g, "GE-16Pz-I64") == "good"
    assert "cities" not in g.position
    assert (g.side, kind(g)) == ("allied", "attack")
    assert marked(g, PZASU, "fired")


@pytest.mark.rule("salerno43:5.7d", "salerno43:9.1f", "salerno43:9.5.1", "salerno43:10.1e")
@pytest.mark.rule("salerno43:14.2.1", "salerno43:18.4.2c", "salerno43:9.3.1")
def test_s43_38_attack_q() -> None:
    """S43-38: 9 to 5 with landed guns, 2-1: A1/D1; half-effective units advance one hex."""
    g = _attack_p().copy()
    assert reckoned(g, ATTACK_Q) == ("9", "5", "1-1", "1-1")
    assert shifts(g, f"{ATTACK_Q} asu US-36-ASU") == {"9.5.1": "+1"}
    amounts = {str(line.what).split(",")[0]: line.amount for line in g.odds(ATTACK_Q).lines}
    assert {amounts[u] for u in ("US-Tk-191",)} == {"2"}
    assert amounts["US-TD-645"] == "1"
    run(g, f"{ATTACK_Q} asu US-36-ASU go")
    assert told(g.play("roll 6")) == (9, 5, "2-1", "A1/D1")
    assert (g.side, hexes(g, "lose")) == ("german", {IIA, I79})
    run(g, f"lose {I79}")
    assert (g.side, hexes(g, "lose")) == ("allied", {US141, BN141, "US-Tk-191"})
    g = _attack_q().copy()
    assert (steps(g, I79), steps(g, US141)) == (1, 1)
    assert {where(g, u) for u in (IIA, I79)} == {"2914"}
    assert {status(g, u) for u in (IIA, I79)} == {"disrupted"}
    assert marked(g, "US-36-ASU", "fired")
    assert hexes(g, "group") == {US141, BN141}
    run(g, "none", "advance US-Tk-191 to 2715")
    assert kind(g) == "advance"
    run(g, f"advance {US141} to 2715")
    assert {"2615", "2816"} <= hexes(g, "to")
    assert refused(g, "to 2714") == "14.5"
    lines = {str(line.what).split(",")[0]: line.rule for line in _attack_p().odds(ATTACK_Q).lines}
    assert (lines["US-Tk-191"], lines["US-TD-645"]) == ("9.1", "8.4.1")


@pytest.mark.rule("salerno43:13.4a", "salerno43:5.7g", "salerno43:16.2.2a", "salerno43:18.1.2")
def test_s43_39_recovery_and_supply() -> None:
    """S43-39: the Disrupted units recover, markers come off, everyone is in supply."""
    g = _turn_2().copy()
    assert {status(g, u) for u in (US142, BN142)} == {"good"}
    assert not any(marked(g, u, "half") for u in ("US-Tk-191", "US-TD-645", "BR-56-201G"))
    ashore = [rules(g).units[u].id for u in state(g).on_map(0)]
    assert len(ashore) == 25
    assert not [u for u in ashore if marked(g, u, "oos")]
    assert state(g).sp[0] == 0
    assert marked(g, "US-36-ASU", "fired")
    assert (g.turn, g.phase) == (2, "weather")


@pytest.mark.rule("salerno43:19.3b", "salerno43:24.2.4", "salerno43:11.4.3")
def test_s43_40_the_designers_figure() -> None:
    """S43-40: all dice, all garrison strengths; each side picks its best: Salerno falls 47 times in 54."""
    g = run(grognard.new("salerno43", dice="asked"), "invade Commandos", "roll 4", "assault 2707")
    chance = falls(run(g.copy(), "go"))
    assert chance == Fraction(47, 54)
    assert round(float(chance), 2) == 0.87
    assert falls(run(g, "with BR-2Cdo")) < chance


def falls(g: Game) -> Fraction:
    """The chance that the Allies stand in Salerno, if both sides choose as well as they can."""
    if where(g, "BR-2Cdo") == "2707" or where(g, "BR-41Cdo") == "2707":
        return Fraction(1)
    if kind(g) == "invade":
        return Fraction(0)
    branches = [falls(run(g.copy(), action.text)) for action in g.legal_actions]
    if g.side == "dice":
        return sum(branches, Fraction(0)) / len(branches)
    return max(branches) if g.side == "allied" else min(branches)


# -- the golden record


def renewed(text: str, digest: str) -> str:
    """The record as if played on the data of today, so that it tests the rules and not the files."""
    body = re.sub(r"(?m)^data .*$", f"data {digest}", text.rpartition("end ")[0])
    count = text.split()[-2]
    return f"{body}end {count} {hashlib.sha256(body.encode()).hexdigest()[:16]}\n"


def test_the_golden_record_replays() -> None:
    """The turn as it was recorded once gives the same position, order by order."""
    text = GOLDEN.read_text("utf-8")
    g = _turn_2()
    text = renewed(text, g.rules.digest)
    back = grognard.load(text)
    assert back.position == g.position
    assert back.record == text
    assert [roll.face for roll in back.rolls] == [3, 4, 6, 3, 2, 3, 5, 3, 6, 4, 4, 2, 1, 3, 3, 6]


if __name__ == "__main__":
    GOLDEN.write_text(_turn_2().record, "utf-8")
