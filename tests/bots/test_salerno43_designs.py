"""Designs of Salerno '43: one unit takes a place that lies open, nobody stays where no enemy is, an enemy who never
attacks is not feared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.rulebook.salerno43.field import real, rules, state, unit

from grognard import Game
from grognard.bots.salerno43.assault import STAFF as NOBODY
from grognard.bots.salerno43.assault import Bent, Stakes
from grognard.bots.salerno43.brief import SalernoBrief
from grognard.bots.salerno43.designs import FEARLESS, ONWARD, THIN
from grognard.bots.salerno43.officer import Command, Design, Map
from grognard.bots.salerno43.plan import Planner
from grognard.engine.words import Action, Say
from grognard.games.salerno43.counters import ALLIED
from grognard.games.zocbond.assault import Attack

PAESTUM, AGROPOLI = "2716", "2418"
BEACHES = {"2616": "US-BH-Red US-36-141", "2617": "US-BH-Blue US-36-142"}
STAFF = Design("staff", Say("as the staff has it"))
GERMANS = {"3213": "GE-29PG-I15"}


def brief_of(g: Game) -> SalernoBrief:
    return SalernoBrief(rules(g))


def goals(g: Game, design: Design) -> dict[int, int]:
    """Where the Allies go by a design."""
    assert g.decision is not None
    hq = Command(brief_of(g).country, design, ALLIED, None, Planner)
    movers = sorted({a.value for a in g.decision.actions if a.verb == "move"})
    return hq.plan(state(g), ALLIED, movers).goals


def weighed(g: Game, turn: int, deeds: list[Action]) -> list[Any]:
    brief, s = brief_of(g), state(g)
    s.turn = turn
    return [a for a in brief.aims(s, "allied") if brief.apt(s, "allied", a, deeds)]


def test_one_unit_takes_a_place_that_lies_open() -> None:
    """The prize of Paestum counts for the first who comes; the staff counts it for everybody."""
    g = real(BEACHES | GERMANS, phase="movement allied", turn=2, lines="control 2616 2617 2418")
    paestum = rules(g).board.index(PAESTUM)
    look = Command(brief_of(g).country, STAFF, ALLIED, None, Planner).look(state(g), ALLIED)
    first, second = unit(g, "US-36-141"), unit(g, "US-36-142")
    after = state(g).copy()
    after.put(first, paestum)
    alone = look.merit(state(g), state(g), second, paestum)
    assert look.merit(state(g), after, second, paestum) < alone - 2
    assert list(goals(g, STAFF).values()).count(paestum) == 1


def test_nobody_stays_with_a_place_that_no_enemy_is_near() -> None:
    g = real(
        BEACHES | GERMANS, phase="movement allied", turn=4, lines="control 2616 2617 2418 2716"
    )
    country, board = brief_of(g).country, rules(g).board
    quiet, wanted = board.index(AGROPOLI), board.index("3116")
    staff, onward = (Map(country, d, ALLIED).aims(state(g), ALLIED) for d in (STAFF, ONWARD))
    assert onward[quiet] < 0.2 < staff[quiet]
    assert onward[wanted] == staff[wanted]


def test_places_far_from_the_beaches_draw_nobody_before_the_last_turn() -> None:
    """A tank battalion alone in Avellino is lost; on the last turn no reply follows."""
    g = real(BEACHES | GERMANS, phase="movement allied", turn=4, lines="control 2616 2617")
    country, board, s = brief_of(g).country, rules(g).board, state(g)
    near = {board.index(place) for place in ("3213", "3116", "2605", PAESTUM, AGROPOLI)}
    avellino = board.index("3203")
    found = Map(country, ONWARD, ALLIED).aims(s, ALLIED)
    assert near < found.keys()
    assert avellino not in found
    assert avellino in Map(country, STAFF, ALLIED).aims(s, ALLIED)
    s.turn = 8
    assert avellino in Map(country, ONWARD, ALLIED).aims(s, ALLIED)


def test_thin_guards_leave_the_rest_for_what_is_to_be_taken() -> None:
    """Agropoli is ours with an enemy near: it still draws troops, but a quarter of what it did."""
    units = BEACHES | {"2420": "GE-29PG-I15"}
    g = real(units, phase="movement allied", turn=4, lines="control 2616 2617 2418")
    country, board = brief_of(g).country, rules(g).board
    ours, wanted, beach = (board.index(place) for place in (AGROPOLI, "3116", "2617"))
    onward, thin = (Map(country, d, ALLIED).aims(state(g), ALLIED) for d in (ONWARD, THIN))
    assert thin[ours] == onward[ours] / 4
    assert (thin[wanted], thin[beach]) == (onward[wanted], onward[beach])
    assert weighed(g, 4, [Action("attack", "2616")])[:2] == [ONWARD, THIN]


def test_an_enemy_who_never_attacks_is_not_feared() -> None:
    g = real(BEACHES | GERMANS, phase="movement allied", turn=4, lines="control 2616 2617")
    attack = Action("attack", "2616")
    assert weighed(g, 4, []) == [FEARLESS]
    for turn, deeds in ((2, []), (4, [attack])):
        found = weighed(g, turn, deeds)
        assert found[0] is ONWARD
        assert FEARLESS not in found


def test_what_counts_is_worth_more_with_zeal() -> None:
    """The worth of an attack grows with the zeal for its place, and only there."""
    units = BEACHES | {"2716": "GE-29PG-I15", "2619": "GE-29PG-II15"}
    g = real(units, phase="movement allied", turn=4, lines="control 2616 2617")
    board = rules(g).board
    eager = Design("x", Say("x"), zeal=2.0)
    look = Command(brief_of(g).country, eager, ALLIED, None, Planner).look(state(g), ALLIED)
    assert look.bent(board.index(PAESTUM)).zeal == 2.0
    assert look.bent(board.index("2619")).zeal == 1.0


def test_the_first_attack_on_a_city_is_worth_the_marker() -> None:
    """11.6.2 A retreat from a city becomes a City Battle: the second attack takes it, so the first is worth something."""
    units = BEACHES | {"3012": "GE-29PG-I15", "2912": "US-36-143", "3116": "GE-29PG-II15"}
    g = real(units, phase="combat allied", turn=4, lines="control 2616 2617")
    board, one = rules(g).board, unit(g, "US-36-143")
    two_to_one = 3

    def gain(place: str) -> float:
        """What the marker adds to the worth of an attack."""
        attack = Attack(board.index(place), (one,), (one,))
        with_it, without = (
            Stakes(state(g), attack, deep=False, bent=bent).column(two_to_one)
            for bent in (Bent(foothold=0.4), NOBODY)
        )
        return with_it - without

    assert gain("3012") > 0.5
    assert gain("3116") == 0
    state(g).turn = 8
    assert gain("3012") == 0


def test_nobody_leaves_a_beachhead_bare_or_lets_the_enemy_beside_it() -> None:
    """10.2.1 Whoever attacks a Beachhead has one chance in six to pick it, whatever stands there."""
    g = real(BEACHES | {"2719": "GE-29PG-I15"}, phase="movement allied", turn=4)
    s, board = state(g), rules(g).board
    blue, paestum = board.index("2617"), board.index(PAESTUM)

    def cost(where: int, design: Design) -> float:
        """What the design says against it that the regiment of Blue stands there."""
        trial = s.copy()
        trial.put(unit(g, "US-36-142"), where)
        staff, mine = (
            Command(brief_of(g).country, each, ALLIED, None, Planner).look(s, ALLIED).front
            for each in (STAFF, design)
        )
        return staff.value(trial) - mine.value(trial)

    guard, shore = replace(STAFF, guard=3.0), replace(STAFF, shore=1.0)
    assert cost(blue, guard) == 0
    assert cost(paestum, guard) == 3.0
    assert cost(board.index("2424"), shore) > cost(board.index("2717"), shore) > 0


def test_an_attack_on_what_is_wanted_most_is_worth_more() -> None:
    g = real(BEACHES | GERMANS, phase="movement allied", turn=4, lines="control 2616 2617")
    eboli = rules(g).board.index("3213")
    takes = Design("x", Say("x"), wanted={eboli: 3.0}, zeal=2.0)
    look = Command(brief_of(g).country, takes, ALLIED, None, Planner).look(state(g), ALLIED)
    assert look.bent(eboli).zeal == 6.0


def test_guns_land_where_their_troops_are() -> None:
    """17.4 From Maiori the guns of the 36th reach nobody of their division, which is around Blue."""
    troops = {"2418": "US-36-143", "2407": "US-Rgr-1"}
    g = real(
        BEACHES | troops | GERMANS | {"reserve": "US-36-ASU"},
        phase="movement allied",
        turn=2,
        lines="control 2616 2617 2407 2418",
    )
    board, s, guns = rules(g).board, state(g), unit(g, "US-36-ASU")
    maiori, blue = board.index("2407"), board.index("2617")
    mine, staff = (
        Command(brief_of(g).country, design, ALLIED, None, Planner).look(s, ALLIED)
        for design in (ONWARD, STAFF)
    )
    assert mine.astray(s, guns, maiori) > 2
    assert mine.astray(s, guns, blue) == 0
    assert mine.astray(s, unit(g, "US-Rgr-1"), maiori) == 0
    assert staff.astray(s, guns, maiori) == 0


def test_guns_of_the_enemy_are_victory_points_to_the_end() -> None:
    """23.1.2 On the last turn losses hardly count any more, but guns that are lost do."""
    units = BEACHES | {"2717": "GE-16Pz-ASU", "2716": "US-36-143"}
    g = real(units, phase="combat allied", turn=8, lines="control 2616 2617")
    board, one = rules(g).board, unit(g, "US-36-143")
    attack = Attack(board.index("2717"), (one,), (one,))

    def promise(bent: Bent) -> float:
        return Stakes(state(g), attack, deep=False, bent=bent).column(8)

    assert promise(NOBODY) < 5
    assert promise(Bent(trophy=1.0)) > promise(NOBODY) + 8


def test_paratroops_drop_where_something_is_to_be_taken() -> None:
    g = real(BEACHES | GERMANS, phase="movement allied", turn=4, lines="control 2616 2617 2418")
    board, s = rules(g).board, state(g)
    agropoli, altavilla = board.index(AGROPOLI), board.index("3116")
    country = brief_of(g).country
    mine = Command(country, ONWARD, ALLIED, None, Planner).look(s, ALLIED).calls(s)
    assert altavilla in mine
    assert agropoli not in mine
