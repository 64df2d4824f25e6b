"""Designs of Anzio: a task force goes around the enemy, and is as strong as its place needs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.rulebook.anzio.tabletop import REAL, scene

from grognard.bots.anzio.brief import AnzioBrief
from grognard.bots.anzio.designs import DRILL, GUARDS, SLIPS, WALK
from grognard.bots.anzio.judge import OVER, Design, Judge
from grognard.bots.anzio.ring import raiders
from grognard.engine.words import Action, Say
from grognard.games.anzio.counters import ALLIED, FOOT, GERMAN

CAMPOLEONE, CISTERNA = "0502", "1303"


def judged(units: str, **design: Any) -> tuple[Any, Judge]:
    """A position on the real map, the Allies to move, and a judge with a design for both towns."""
    g = scene(units, "movement allied", board=REAL)
    rules: Any = g.rules
    take = tuple(map(rules.board.index, design.pop("take", (CAMPOLEONE, CISTERNA))))
    brief = AnzioBrief(rules)
    judge = Judge(
        brief.tables, Design("x", Say("x"), take=take, **design), brief.memory, brief.back
    )
    judge.look(g.state)
    return g, judge


@pytest.mark.rule("anzio:10.4a")
def test_the_way_leads_around_a_zone_of_control() -> None:
    """The same march is longer through the enemy's zone, and a march that avoids it is not."""
    alone, free = judged("1304 AL-3US-A; 0610 AL-RGR")
    index = alone.rules.board.index
    goal, start, aside = index(CISTERNA), index("1208"), index("1608")
    open_way = free.way(alone.state, ALLIED, FOOT, goal)
    blocked, judge = judged("1304 AL-3US-A; 0610 AL-RGR; 1206 GE-65-A GE-65-B")
    way = judge.way(blocked.state, ALLIED, FOOT, goal)
    assert way[goal] == 0
    assert way[start] > open_way[start]
    assert way[aside] == open_way[aside]


def test_a_task_force_is_as_strong_as_its_place_needs() -> None:
    """A town that nobody holds gets one group, a town that is held more than its defenders; the rest hold."""
    g, judge = judged(
        "1304 AL-3US-A AL-3US-B; 1205 AL-45US-A AL-45US-B; 0405 AL-1UK-A AL-1UK-B;"
        " 0609 AL-56UK-A AL-56UK-B; 0709 AL-34US-A AL-34US-B; 1303 GE-65-A GE-65-B",
        press=1.0,
    )
    intent = judge.intent(g.state, ALLIED)
    index, units = g.rules.board.index, g.rules.units

    def sent(town: str) -> int:
        return sum(units[u].strength[2] for u, h in intent.goals.items() if h == index(town))

    assert sent(CISTERNA) >= OVER * 8
    assert 6 <= sent(CAMPOLEONE) <= 10
    assert intent.home
    assert not set(intent.home) & set(intent.goals)


def test_a_share_of_the_force_goes_at_least() -> None:
    units = "1009 AL-3US-A AL-3US-B; 0609 AL-1UK-A AL-1UK-B; 0709 AL-34US-A AL-34US-B; 0501 GE-71-A"
    g, judge = judged(units, press=1.0, share=0.9)
    assert len(judge.intent(g.state, ALLIED).goals) == 6
    g, judge = judged(units, press=1.0, take=(CISTERNA,))
    assert len(judge.intent(g.state, ALLIED).goals) == 2


ATTACK = Action("attack", "0709")


def test_the_ring_has_the_strongest_pairs_in_the_ports() -> None:
    """The ports first, then the hexes beside them, that first at which most enemies can come."""
    g, judge = judged(
        "0610 AL-45US-A AL-45US-B; 0710 AL-3US-A AL-3US-B; 0609 AL-56UK-A AL-56UK-B; 0809 AL-504;"
        " 0501 GE-71-A",
        take=(),
        ring=True,
    )
    label = g.rules.board.label
    found: dict[str, set[str]] = {}
    for unit, post in judge.intent(g.state, ALLIED).goals.items():
        found.setdefault(label(post), set()).add(g.rules.units[unit].id)
    assert found["0710"] == {"AL-3US-A", "AL-3US-B"}
    assert found["0610"] == {"AL-45US-A", "AL-45US-B"}
    assert found["0709"] == {"AL-56UK-A", "AL-56UK-B"}
    assert found["0809"] == {"AL-504"}


@pytest.mark.rule("anzio:10.3a")
def test_who_cannot_make_room_stays_at_his_post() -> None:
    """The 504th cannot leave 0809, so that only half of a division can join it there."""
    g, judge = judged(
        "0709 AL-3US-A AL-3US-B; 0710 AL-45US-A AL-45US-B; 0609 AL-1UK-A AL-1UK-B; 0809 AL-504;"
        " 0808 GE-HG-A GE-HG-B; 0910 GE-26PZ-A GE-26PZ-B",
        take=(),
        ring=True,
    )
    goals = judge.intent(g.state, ALLIED).goals
    find, index = g.rules.units.find, g.rules.board.index
    assert goals[find("AL-504").index] == index("0809")


@pytest.mark.rule("anzio:13.0a")
def test_raiders_wait_out_of_reach_and_are_in_the_towns_at_the_end() -> None:
    """Two small groups, each with a town of its own, the nearer one; in time, not sooner."""
    units = (
        "0610 AL-45US-A AL-45US-B; 0710 AL-3US-A AL-3US-B; 1505 AL-RGR AL-509; 0402 AL-CDO;"
        " 0608 GE-HG-A GE-HG-B; 0809 GE-26PZ-A GE-26PZ-B"
    )

    def goals(turn: int) -> set[str]:
        g = scene(units, "movement allied", board=REAL, turn=turn)
        rules: Any = g.rules
        brief = AnzioBrief(rules)
        judge = Judge(brief.tables, Design("x", Say("x"), ring=True, raid=True), {}, brief.back)
        judge.memory = brief.memory
        judge.look(g.state)
        found = judge.intent(g.state, ALLIED).goals
        return {
            rules.board.label(found[rules.units.find(name).index]) for name in ("AL-RGR", "AL-CDO")
        }

    assert goals(12) == {CISTERNA, CAMPOLEONE}
    assert not goals(6) & {CISTERNA, CAMPOLEONE}


@pytest.mark.rule("anzio:13.0a")
def test_raiders_go_alone_and_leave_in_time() -> None:
    """Two who wait in the same corner do not walk into the same town; they keep away until it is time."""
    units = (
        "0610 AL-45US-A AL-45US-B; 0710 AL-3US-A AL-3US-B; {} AL-RGR AL-509;"
        " 0608 GE-HG-A GE-HG-B; 0809 GE-26PZ-A GE-26PZ-B"
    )

    def goals(where: str, turn: int) -> list[str]:
        g = scene(units.format(where), "movement allied", board=REAL, turn=turn)
        rules: Any = g.rules
        brief = AnzioBrief(rules)
        judge = Judge(
            brief.tables, Design("x", Say("x"), ring=True, raid=True), brief.memory, brief.back
        )
        judge.look(g.state)
        found = judge.intent(g.state, ALLIED).goals
        return [
            rules.board.label(found[rules.units.find(name).index]) for name in ("AL-RGR", "AL-509")
        ]

    assert set(goals("0902", 12)) == {CISTERNA, CAMPOLEONE}
    assert not {*goals("1711", 4), *goals("0902", 6)} & {CISTERNA, CAMPOLEONE}


@pytest.mark.rule("anzio:5.0a")
def test_who_has_landed_does_not_keep_a_stronger_pair_out_of_the_port() -> None:
    """Of two who stand in each other's way only the stronger stays; the other makes room."""
    g, judge = judged(
        "0508 AL-1UK-A AL-1UK-B; 0610 AL-3US-B AL-45US-A AL-1ARM; 0709 AL-CDO; 0710 AL-3US-A AL-45US-B;"
        " 0909 AL-46RTR; 1211 AL-RGR AL-509; 1510 AL-504; 0606 GE-3PZG-A GE-3PZG-B;"
        " 0805 GE-26PZ-A GE-26PZ-B; 0906 GE-HG-A GE-HG-B",
        ring=True,
        raid=True,
    )
    goals = judge.intent(g.state, ALLIED).goals
    nettuno = g.rules.board.index("0710")
    assert sum(g.state.strength((u,)) for u, h in goals.items() if h == nettuno) >= 10


def test_a_raider_who_is_on_his_way_does_not_turn_back_for_one_who_is_late() -> None:
    """Of three who are as much nearer to Cisterna as each other, two who can still be in time go on to Campoleone."""
    units = (
        "0610 AL-1UK-A AL-1UK-B; 0710 AL-3US-A AL-3US-B; 1504 AL-RGR AL-504; 1706 AL-509;"
        " 0609 AL-46RTR; 0608 GE-3PZG-A GE-3PZG-B; 0709 GE-HG-A GE-HG-B; 0909 GE-65-A GE-65-B"
    )
    g = scene(units, "movement allied", board=REAL, turn=9)
    rules: Any = g.rules
    brief = AnzioBrief(rules)
    judge = Judge(
        brief.tables, Design("x", Say("x"), ring=True, raid=True), brief.memory, brief.back
    )
    judge.look(g.state)
    found = raiders(judge, g.state, ALLIED)
    way = judge.way(g.state, ALLIED, FOOT, rules.board.index(CAMPOLEONE))
    for name in ("AL-RGR", "AL-504"):
        assert way[found[rules.units.find(name).index]] < way[rules.board.index("1504")]


def test_the_ring_is_only_for_a_stronger_enemy_who_attacks_and_is_near() -> None:
    """On turn 2, when he comes, it is closed against any who is stronger, and stays closed on turn 3, whether he has attacked or not; raiders stay out while he attacks."""
    weak = scene("0610 AL-CDO; 0607 GE-71-A GE-71-B", "movement allied", board=REAL, turn=5)
    far = scene("0610 AL-CDO; 0501 GE-71-A GE-71-B", "movement allied", board=REAL, turn=5)
    comes = scene("0610 AL-CDO; 0501 GE-71-A GE-71-B", "movement allied", board=REAL, turn=2)
    waits = scene("0610 AL-CDO; 0501 GE-71-A GE-71-B", "movement allied", board=REAL, turn=3)
    strong = scene("0610 AL-3US-A AL-3US-B; 0501 GE-71-A", "movement allied", board=REAL, turn=5)
    rules: Any = weak.rules
    brief = AnzioBrief(rules)

    def rings(g: Any, seat: str, deeds: list[Action]) -> set[bool]:
        found = [a for a in brief.aims(g.state, seat) if brief.apt(g.state, seat, a, deeds)]
        return {aim.ring for aim in found if isinstance(aim, Design)}

    assert rings(weak, "allied", [ATTACK]) == {True}
    assert rings(weak, "allied", []) == {False}
    assert rings(far, "allied", []) == {False}
    found = [
        a for a in brief.aims(far.state, "allied") if brief.apt(far.state, "allied", a, [ATTACK])
    ]
    assert {a.raid for a in found if isinstance(a, Design) and a.ring} == {True}
    assert rings(comes, "allied", []) == {True}
    assert rings(waits, "allied", []) == {True}
    assert rings(strong, "allied", [ATTACK]) == {False}
    assert rings(weak, "german", [ATTACK]) == {False}


def test_raiders_slip_away_before_the_enemy_is_there() -> None:
    """On the first turn they leave the front to the others, and stay out until the ring is closed; one who is shy needs no hiding."""
    units = "0910 AL-RGR AL-509; 0610 AL-3US-A AL-3US-B; 0808 {}"

    def first(turn: int, foes: str, deeds: list[Action]) -> str:
        g = scene(units.format(foes), "movement allied", board=REAL, turn=turn)
        brief = AnzioBrief(g.rules)  # type: ignore[arg-type]
        aims = brief.aims(g.state, "allied")
        return next(a.key for a in aims if brief.apt(g.state, "allied", a, deeds))

    many = "GE-HG-A GE-HG-B; 0707 GE-26PZ-A GE-26PZ-B"
    assert first(1, many, []) == "slip"
    assert first(1, "GE-71-B", []) == DRILL.key
    assert first(3, many, [ATTACK]) == "raid"
    assert first(5, many, []) == WALK.key
    assert first(5, "GE-71-B", []) == WALK.key
    assert first(5, "GE-71-B", [ATTACK]) == DRILL.key
    g = scene(units.format(many), "movement allied", board=REAL, turn=1)
    rules: Any = g.rules
    brief = AnzioBrief(rules)
    assert g.decision is not None
    drafts = [brief.draft(g.state, g.decision, aim) for aim in (SLIPS[0], DRILL)]
    raider, foe = rules.units.find("AL-RGR").index, rules.board.index("0808")
    far = [brief.tables.distance[foe][draft.goals[raider]] for draft in drafts if draft is not None]
    assert far[0] > far[1]
    choice = brief.policy("allied", SLIPS[0], drafts[0]).answer(g.state, g.decision, Random(1))
    assert str(choice.order).split()[1] in ("AL-RGR", "AL-509")
    assert str(choice.why[0]).endswith("for a raid on the towns [13.0a]")


@pytest.mark.rule("anzio:13.0a")
def test_raiders_do_not_hide_from_an_enemy_who_never_attacks() -> None:
    """They go the shortest way at once, one to Cisterna and the others to Campoleone, however much time is left."""
    g = scene(
        "0610 AL-45US-A AL-45US-B; 0710 AL-3US-A AL-3US-B; 1304 AL-RGR; 0902 AL-509; 1404 AL-CDO;"
        " 0608 GE-HG-A GE-HG-B; 0809 GE-26PZ-A GE-26PZ-B",
        "movement allied",
        board=REAL,
        turn=5,
    )
    rules: Any = g.rules
    brief, find = AnzioBrief(rules), rules.units.find

    def goals(design: Design) -> dict[str, int]:
        judge = Judge(brief.tables, design, brief.memory, brief.back)
        judge.look(g.state)
        found = raiders(judge, g.state, ALLIED)
        return {name: found[find(f"AL-{name}").index] for name in ("RGR", "509", "CDO")}

    openly, hidden = goals(WALK), goals(SLIPS[0])
    towns = {rules.board.index(CAMPOLEONE), rules.board.index(CISTERNA)}
    assert openly["RGR"] == rules.board.index(CISTERNA)
    assert not towns & {*hidden.values()}
    way = Judge(brief.tables, WALK, brief.memory, brief.back)
    way.look(g.state)
    march = way.way(g.state, ALLIED, FOOT, rules.board.index(CAMPOLEONE))
    for name in ("509", "CDO"):
        assert march[openly[name]] < march[g.state.hex[find(f"AL-{name}").index]]


@pytest.mark.rule("anzio:13.0a")
def test_the_germans_guard_their_towns_late_if_raiders_are_about() -> None:
    """Who is weak and near goes back; nobody does early, if all Allies are in the ports, or if they can be in one town only."""
    units = "0610 AL-45US-A; 0607 GE-HG-A GE-HG-B; 0606 GE-71-B; 1205 GE-114-A; {}"

    def guards(turn: int, where: str) -> set[bool]:
        g = scene(units.format(where), "movement german", board=REAL, turn=turn)
        brief = AnzioBrief(g.rules)  # type: ignore[arg-type]
        aims = [a for a in brief.aims(g.state, "german") if brief.apt(g.state, "german", a, [])]
        return {a.guard for a in aims if isinstance(a, Design)}

    assert guards(9, "1504 AL-RGR AL-509") == {True}
    assert guards(6, "1504 AL-RGR AL-509") == {False}
    assert guards(9, "0710 AL-RGR AL-509") == {False}
    assert guards(9, "1504 AL-RGR") == {False}
    assert guards(12, "1711 AL-RGR AL-509") == {False}
    g = scene(units.format("1504 AL-RGR AL-509"), "movement german", board=REAL, turn=9)
    rules: Any = g.rules
    brief = AnzioBrief(rules)
    judge = Judge(brief.tables, GUARDS[0], brief.memory, brief.back)
    judge.look(g.state)
    goals = judge.intent(g.state, GERMAN).goals
    label, find = rules.board.label, rules.units.find
    assert label(goals[find("GE-71-B").index]) == CAMPOLEONE
    assert label(goals[find("GE-114-A").index]) == CISTERNA
    assert label(goals[find("GE-HG-A").index]) in ("0610", "0710")
