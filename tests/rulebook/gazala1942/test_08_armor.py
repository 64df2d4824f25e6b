"""8.0 Armor combat: who fires, the dice, hits and who takes them, repairs, the limit of attacks."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from time import perf_counter
from typing import Any

import pytest
from tests.rulebook.gazala1942.battlefield import (
    kinds,
    lines,
    no_odds,
    plain,
    play,
    pool,
    refused,
    scene,
    steps,
    texts,
    where,
    words,
)

from grognard import Game
from grognard.engine.sight import Sight
from grognard.games.gazala1942 import pools
from grognard.games.gazala1942.pools import Hits, Least, Target

AXIS, ALLIED = "armor axis", "armor allied"
FAR = "0101 AX-HQ-X"
"""The HQ of the impulse, out of the way."""
LEAST = Least(6, 5, 5)


def duel(axis: str, allied: str, phase: str = AXIS, **more: Any) -> Game:
    """Axis in 0505, Allies in 0506."""
    return scene(f"0505 {axis}; 0506 {allied}; {FAR}", phase, **more)


# -- 8.0 who may


@pytest.mark.rule("gazala1942:8.0a", "gazala1942:8.11", "gazala1942:3.22")
def test_activated_units_may_engage_adjacent_hexes_and_need_not() -> None:
    g = scene(f"0505 AX-1-21T(e); 0506 AL-9L-1; 0304 AL-BY-1; {FAR}", AXIS)
    assert texts(g) == {"engage 0506", "done"}
    assert refused(g, "engage 0304") == "8.0a"
    assert refused(g, "engage 0707") == "8.11"
    g.play("done")
    assert g.rolls == []
    assert g.phase != "armor"


@pytest.mark.rule("gazala1942:8.0a", "gazala1942:2.1a")
def test_a_unit_that_is_not_activated_does_not_fire() -> None:
    assert duel("AX-1-21T", "AL-9L-1").phase != "armor"
    g = duel("AX-1-21T AX-2-21T(e)", "AL-9L-1")
    assert refused(g, "engage 0506 with AX-1-21T go") == "7.3"


@pytest.mark.rule("gazala1942:8.0b")
def test_a_unit_fires_at_one_hex_and_a_hex_is_attacked_once() -> None:
    g = scene(f"0505 AX-1-21T(e) AX-2-21T(e); 0506 AL-9L-1; 0504 AL-BY-1; {FAR}", AXIS)
    play(g, "engage 0506 with AX-1-21T go")
    assert texts(g) == {"engage 0504", "done"}
    assert refused(g, "engage 0506") == "8.0b"
    g.play("engage 0504")
    assert words(g, "with") == {"AX-2-21T"}
    assert refused(g, "with AX-1-21T") == "8.0b"


@pytest.mark.rule("gazala1942:8.1", "gazala1942:3.22")
def test_all_is_declared_then_fought_in_the_order_of_the_active_player() -> None:
    g = scene(f"0505 AX-1-21T(e) AX-2-21T(e); 0506 AL-9L-1; 0504 AL-BY-1; {FAR}", AXIS)
    play(g, "engage 0506 with AX-1-21T go")
    assert g.rolls == []
    ask = g.decision
    assert ask is not None
    said = {a.text: [str(each) for each in ask.outcome(a)] for a in ask.actions if ask.outcome}
    assert said == {"engage 0504": [], "done": ["fought now: 0506"]}
    play(g, "engage 0504 with AX-2-21T go")
    assert g.side == "axis"
    assert texts(g) == {"fight 0504", "fight 0506"}
    g.play("fight 0504")
    told = g.play("1 1 1 1 1")
    assert "rolls" in str(told[0]) or told[0].kind
    assert g.decision is not None
    assert g.decision.rule == "8.13"


@pytest.mark.rule("gazala1942:8.13a", "gazala1942:8.13b")
def test_what_each_die_did() -> None:
    g = duel("AX-1-21T(e) AX-1-18AA(e)", "AL-9L-1")
    events = play(g, "engage 0506 all go", "6 5 4 1 1", "5 4")
    told = next(event for event in events if event.kind == "hits")
    assert told.facts["marks"] == ["hit", "part", "", "", "", "hit", ""]
    assert str(told).startswith("Axis hits: 2; on armored cars only: 1")


# -- 8.12 strength


@pytest.mark.rule("gazala1942:8.12", "gazala1942:2.1b")
def test_the_attacker_counts_vehicles_flak_and_german_infantry() -> None:
    g = duel("AX-1-21T(e) AX-33-15A(e) AX-1-18AA(e) AX-1-21I(e) AX-53-15E(e)", "AL-9L-1")
    found = lines(g, "engage 0506 all")
    assert found["8.12"] == ["5", "1", "2", "1", "4"]
    assert found["8.13a"] == ["9", "4"]
    assert no_odds(g, "engage 0506 with AX-53-15E") == "8.12"


@pytest.mark.rule("gazala1942:8.12")
def test_italian_infantry_does_not_count_in_attack_or_defence() -> None:
    g = duel("AX-65-101(e) AX-1-132T(e)", "AL-9L-1")
    assert lines(g, "engage 0506 all")["8.13a"] == ["2", "4"]
    assert no_odds(g, "engage 0506 with AX-65-101") == "8.12"
    g = duel("AX-65-101 AX-1-132T", "AL-9L-1(e)", ALLIED, hq="AL-HQ-1ARM")
    assert lines(g, "engage 0505 all")["8.13a"] == ["4", "2"]


@pytest.mark.rule("gazala1942:8.12")
def test_allied_infantry_fires_back_but_does_not_attack() -> None:
    g = duel("AX-1-21T(e)", "AL-150-50")
    assert lines(g, "engage 0506 all")["8.13a"] == ["5", "1"]
    g = duel("AX-1-21T", "AL-150-50(e) AL-9L-1(e)", ALLIED, hq="AL-HQ-50")
    assert no_odds(g, "engage 0505 with AL-150-50") == "8.12"
    assert lines(g, "engage 0505 all")["8.13a"] == ["4", "5"]


@pytest.mark.rule("gazala1942:8.0a")
def test_what_neither_fires_nor_can_be_hit_is_not_engaged() -> None:
    assert duel("AX-1-21T(e)", "AL-7-7-BN").phase != "armor"
    g = scene(f"0505 AX-1-21T(e); 0506 AL-7-7-BN; 0504 AL-9L-1; {FAR}", AXIS)
    assert refused(g, "engage 0506") == "8.0a"


@pytest.mark.rule("gazala1942:6.22")
def test_out_of_supply_half_the_armor_factor_rounded_up() -> None:
    g = duel("AX-1-21T(eN) AX-33-15A(eI)", "AL-9L-1(n) AL-BY-1(i)")
    found = lines(g, "engage 0506 all")
    assert found["8.12"] == ["3", "1", "2", "2"]


@pytest.mark.rule("gazala1942:8.12")
def test_a_reduced_unit_has_the_armor_of_its_back() -> None:
    g = duel("AX-1-21T(er)", "AL-9L-1(r)")
    assert lines(g, "engage 0506 all")["8.12"] == ["3", "2"]


@pytest.mark.rule("gazala1942:9.61a", "gazala1942:10.7a", "gazala1942:10.81a3")
@pytest.mark.parametrize(
    ("feature", "rule"),
    [("cliff", "9.61a"), ("fortification", "10.7a"), ("minefield", "10.81a3")],
)
def test_no_armor_combat_across_escarpment_perimeter_or_mines(feature: str, rule: str) -> None:
    board = plain(f"side {feature} 0505/0506", "feature tobruk 0506")
    g = scene(f"0505 AX-1-21T(e); 0605 AX-2-21T(e); 0506 AL-9L-1; {FAR}", AXIS, board=board)
    assert no_odds(g, "engage 0506 with AX-1-21T") == rule
    g.play("engage 0506")
    assert words(g, "with") == {"AX-2-21T"}
    assert refused(g, "with AX-1-21T") == rule


@pytest.mark.rule("gazala1942:10.86")
def test_a_breached_minefield_is_none() -> None:
    board = plain("side minefield 0505/0506")
    g = duel("AX-1-21T(e)", "AL-9L-1", board=board, lines=["breached 0505-0506"])
    assert texts(g) == {"engage 0506", "done"}


# -- 8.13 the dice


@pytest.mark.rule("gazala1942:8.13a")
def test_both_throw_a_die_per_point_and_a_six_hits() -> None:
    g = duel("AX-1-21T(e)", "AL-9L-1")
    g.play("engage 0506 with AX-1-21T go")
    assert g.decision is not None
    assert g.decision.rule == "8.13"
    play(g, "1 2 3 4 6", "1 2 3 4")
    assert steps(g, "AL-9L-1", "AX-1-21T") == [1, 2]


@pytest.mark.rule("gazala1942:8.13a")
def test_flak_is_thrown_apart_and_hits_with_a_five() -> None:
    g = duel("AX-1-18AA(e) AX-1-21T(e)", "AL-9L-1 AL-BY-1")
    g.play("engage 0506 all go")
    play(g, "5 5 5 5 5", "5 4", "1 1 1 1 1 1 1", "hit AL-BY-1")
    assert steps(g, "AL-9L-1", "AL-BY-1") == [2, 1]


@pytest.mark.rule("gazala1942:8.13b")
def test_other_fives_hit_armored_cars_only() -> None:
    g = duel("AX-1-21T(e)", "AL-9L-1 AL-KDG")
    play(g, "engage 0506 with AX-1-21T go", "5 5 5 1 1", "1 1 1 1 1", "1 1")
    assert steps(g, "AL-9L-1", "AL-KDG") == [2, 0]
    assert where(g, "AL-KDG") == [""]


@pytest.mark.rule("gazala1942:8.13b")
def test_a_five_without_armored_cars_is_nothing() -> None:
    g = duel("AX-1-21T(e)", "AL-9L-1")
    play(g, "engage 0506 with AX-1-21T go", "5 5 5 5 5", "5 5 5 5")
    assert steps(g, "AL-9L-1", "AX-1-21T") == [2, 2]


@pytest.mark.rule("gazala1942:8.2b")
def test_fire_is_simultaneous() -> None:
    """The Grants are destroyed, and still their hits count."""
    g = duel("AX-1-21T(e)", "AL-9L-1(r)")
    play(g, "engage 0506 with AX-1-21T go", "6 1 1 1 1", "6 6")
    assert where(g, "AL-9L-1", "AX-1-21T") == ["", ""]


@pytest.mark.rule("gazala1942:8.2b")
def test_nobody_retreats_or_advances() -> None:
    g = duel("AX-1-21T(e)", "AL-9L-1(r)")
    play(g, "engage 0506 with AX-1-21T go", "6 1 1 1 1", "1 1", "1")
    assert where(g, "AX-1-21T") == ["0505"]
    assert g.phase != "armor"


# -- 8.2 who takes the hits


@pytest.mark.rule("gazala1942:8.2a")
def test_owner_and_opponent_choose_in_turn() -> None:
    g = duel("AX-1-21T(e)", "AL-9L-1 AL-BY-1 AL-10H-1")
    play(g, "engage 0506 with AX-1-21T go", "6 6 6 1 1", "1 1 1 1 1 1 1 1 1 1")
    assert g.side == "allied"
    assert g.decision is not None
    assert str(g.decision.prompt) == "which Allied vehicle takes the hit? Hits left: 3"
    g.play("hit AL-BY-1")
    assert g.side == "axis"
    assert str(g.decision.prompt).endswith("Hits left: 2")
    g.play("hit AL-9L-1")
    assert g.side == "allied"
    assert refused(g, "hit AX-1-21T") == "8.2a"
    g.play("hit AL-BY-1")
    assert steps(g, "AL-9L-1", "AL-BY-1", "AL-10H-1") == [1, 0, 2]


@pytest.mark.rule("gazala1942:8.2a")
def test_hits_of_fives_come_first_and_count_in_the_turns() -> None:
    g = duel("AX-1-21T(e)", "AL-9L-1 AL-BY-1 AL-KDG")
    play(g, "engage 0506 with AX-1-21T go", "5 6 1 1 1", "1 1 1 1 1 1 1 1")
    assert steps(g, "AL-KDG") == [1]
    assert g.side == "axis"  # the second loss
    assert words(g, "hit") == {"AL-9L-1", "AL-BY-1", "AL-KDG"}


@pytest.mark.rule("gazala1942:8.2a")
def test_only_vehicles_are_hit() -> None:
    g = duel("AX-1-21T(e)", "AL-150-50 AL-9L-1(r)")
    play(g, "engage 0506 with AX-1-21T go", "6 6 6 6 6", "1 1 1", "1")
    assert where(g, "AL-150-50", "AL-9L-1") == ["0506", ""]
    assert steps(g, "AL-150-50") == [3]


@pytest.mark.rule("gazala1942:8.2a")
def test_flak_and_infantry_of_the_attacker_are_not_hit() -> None:
    g = duel("AX-1-18AA(e) AX-1-21I(e)", "AL-9L-1")
    play(g, "engage 0506 all go", "1", "1 1", "6 6 6 6")
    assert steps(g, "AX-1-18AA", "AX-1-21I") == [2, 2]


# -- 8.4


@pytest.mark.rule("gazala1942:8.4")
def test_one_hit_on_matildas_alone_is_ignored() -> None:
    g = duel("AX-1-21T(e)", "AL-44T")
    play(g, "engage 0506 with AX-1-21T go", "6 1 1 1 1", "1 1")
    assert steps(g, "AL-44T") == [2]


@pytest.mark.rule("gazala1942:8.4")
@pytest.mark.parametrize("unit", ["AL-7T", "AL-42T", "AL-44T"])
def test_two_hits_cost_a_matilda_one_step(unit: str) -> None:
    g = duel("AX-1-21T(e)", unit)
    play(g, "engage 0506 with AX-1-21T go", "6 6 6 1 1", "1 1", "1")
    assert steps(g, unit) == [1]


@pytest.mark.rule("gazala1942:8.4")
def test_a_valentine_is_no_matilda() -> None:
    g = duel("AX-1-21T(e)", "AL-8T")
    play(g, "engage 0506 with AX-1-21T go", "6 1 1 1 1", "1 1", "1")
    assert steps(g, "AL-8T") == [1]


@pytest.mark.rule("gazala1942:8.4")
def test_a_single_hit_goes_to_the_others_in_company() -> None:
    g = duel("AX-1-21T(e)", "AL-44T AL-8T")
    play(g, "engage 0506 with AX-1-21T go", "6 1 1 1 1", "1 1 1 1", "1")
    assert steps(g, "AL-44T", "AL-8T") == [2, 1]


@pytest.mark.rule("gazala1942:8.4")
def test_a_matilda_chosen_takes_two_of_three_hits() -> None:
    g = duel("AX-1-21T(e)", "AL-44T AL-8T")
    play(g, "engage 0506 with AX-1-21T go", "6 6 6 1 1", "1 1 1 1", "hit AL-44T", "1 1")
    assert steps(g, "AL-44T", "AL-8T") == [1, 1]


# -- 8.3 repairs


@pytest.mark.rule("gazala1942:8.3", "gazala1942:11.2b")
@pytest.mark.parametrize(("die", "more"), [(2, 0), (3, 1), (6, 1)])
def test_german_steps_are_repaired_on_three_or_more(die: int, more: int) -> None:
    g = duel("AX-1-21T(e)", "AL-9L-1")
    play(g, "engage 0506 with AX-1-21T go", "1 1 1 1 1", "6 1 1 1", str(die))
    assert pool(g, "German") == more
    assert steps(g, "AX-1-21T") == [1]


@pytest.mark.rule("gazala1942:8.3", "gazala1942:11.22")
@pytest.mark.parametrize(("die", "more"), [(4, 0), (5, 1)])
def test_british_steps_are_repaired_on_five_or_more_by_type(die: int, more: int) -> None:
    g = duel("AX-1-21T(e)", "AL-9L-1")
    play(g, "engage 0506 with AX-1-21T go", "6 1 1 1 1", "1 1 1 1", str(die))
    assert (pool(g, "Grant"), pool(g, "Crusader")) == (more, 0)


@pytest.mark.rule("gazala1942:8.3")
def test_a_die_for_each_step_each_into_its_own_pool() -> None:
    g = duel("AX-1-21T(e)", "AL-9L-1(r) AL-BY-1(r) AL-KDG(r)")
    play(g, "engage 0506 with AX-1-21T go", "6 6 5 1 1", "1 1 1 1", "hit AL-9L-1", "5 6 1")
    assert where(g, "AL-9L-1", "AL-BY-1", "AL-KDG") == ["", "", ""]
    assert (pool(g, "armored car"), pool(g, "Grant"), pool(g, "Crusader")) == (1, 1, 0)


@pytest.mark.rule("gazala1942:8.3")
def test_italian_steps_are_not_repaired() -> None:
    g = duel("AX-1-132T(e)", "AL-9L-1")
    told = play(g, "engage 0506 with AX-1-132T go", "1 1", "6 1 1 1")
    assert steps(g, "AX-1-132T") == [1]
    assert "repair" not in kinds(told)
    assert not any(roll.rule == "8.3" for roll in g.rolls)
    assert g.phase != "armor"


# -- 8.5, 7.6


@pytest.mark.rule("gazala1942:8.5", "gazala1942:9.1")
def test_no_more_than_two_attacks_in_an_impulse_of_both_kinds() -> None:
    g = scene(
        f"0505 AX-1-21T(e) AX-2-21T(e) AX-1-15T(e); 0506 AL-9L-1; 0504 AL-BY-1; 0605 AL-10H-1; {FAR}",
        AXIS,
    )
    assert g.decision is not None
    assert "attacks left in this impulse: 2" in str(g.decision.prompt)
    play(g, "engage 0506 with AX-1-21T")
    assert Sight(g, None).stakes is not None
    play(g, "go")
    assert words(g, "engage") == {"0504", "0605"}
    assert str(g.decision.prompt) == (
        "declared: 0506. Name another hex, or fight (attacks left in this impulse: 1)"
    )
    assert g.decision.about.hexes == ("0506",)
    assert Sight(g, None).stakes is None, "what is declared is not being built"
    play(g, "engage 0504 with AX-2-21T go")
    assert words(g, "fight") == {"0504", "0506"}
    one = scene(
        f"0505 AX-1-21T(e) AX-2-21T(e); 0506 AL-9L-1; 0504 AL-BY-1; {FAR}",
        AXIS,
        lines=["count attacks 2"],
    )
    assert one.phase != "armor"


@pytest.mark.rule("gazala1942:7.6b")
def test_in_a_withdrawal_the_allies_attack_once_in_the_turn() -> None:
    units = "0505 AX-1-21T; 0506 AL-9L-1(e) AL-BY-1(e); 0507 AX-1-15T; 0909 AL-HQ-1ARM"
    g = scene(units, ALLIED, hq="AL-HQ-1ARM", lines=["withdrawing"])
    play(g, "engage 0505 with AL-9L-1 go")
    assert g.decision is not None
    assert g.decision.rule == "8.13"
    spent = scene(units, ALLIED, hq="AL-HQ-1ARM", lines=["withdrawing", "count attacks_turn 1"])
    assert spent.phase != "armor"


# -- exact chances


def test_the_chances_of_a_handful_are_those_of_all_its_throws() -> None:
    """A second, literal count of all faces of up to five dice."""
    for dice, flak in itertools.product(range(4), range(3)):
        found: Counter[Hits] = Counter()
        for faces in itertools.product(range(1, 7), repeat=dice + flak):
            anything = cars = 0
            for place, face in enumerate(faces):
                if place < dice:
                    anything += face == 6
                    cars += face == 5
                else:
                    anything += face in (5, 6)
            found[Hits(anything, cars)] += 1
        assert dict(pools.ways(dice, flak, LEAST)) == dict(found)


def test_steps_lost_are_those_that_owner_and_opponent_can_bring_about() -> None:
    """The fewest and the most steps against a search of all orders of choice."""

    def outcomes(any_: int, cars: int, target: Target) -> set[int]:
        if cars:
            if target.cars:
                rest = target._replace(cars=target.cars - 1)
                return {1 + n for n in outcomes(any_, cars - 1, rest)}
            return outcomes(any_, 0, target)
        found: set[int] = set()
        for name, cost in (("cars", 1), ("tanks", 1), ("matildas", 2)):
            left = getattr(target, name)
            if left and cost <= any_:
                rest = target._replace(**{name: left - 1})
                found |= {1 + n for n in outcomes(any_ - cost, 0, rest)}
        return found or {0}

    for any_, cars in itertools.product(range(5), range(3)):
        for steps_ in itertools.product(range(3), repeat=3):
            target = Target(*steps_)
            found = outcomes(any_, cars, target)
            assert pools.steps_lost(Hits(any_, cars), target, 2) == (min(found), max(found))


def test_the_ledger_gives_the_chance_of_every_pair_of_losses() -> None:
    g = duel("AX-1-21T(er)", "AL-9L-1(r)")
    sheet = g.odds("engage 0506 all")
    chances = sheet.chances
    assert [str(note.what) for note in sheet.notes] == [
        "Axis: steps lost on average 0.3",
        "Allied: steps lost on average 0.4",
    ]
    ours, theirs = Fraction(5, 6) ** 2, Fraction(5, 6) ** 3
    assert {c.result: c.chance for c in chances} == {
        "0/0": ours * theirs,
        "0/1": ours * (1 - theirs),
        "1/0": (1 - ours) * theirs,
        "1/1": (1 - ours) * (1 - theirs),
    }
    assert sum(c.chance for c in chances) == 1
    assert str(chances[1].meaning) == "Axis: no loss; Allied: a step"


def test_twenty_dice_a_side_take_less_than_ten_milliseconds() -> None:
    def once() -> float:
        pools.ways.cache_clear()
        start = perf_counter()
        pools.losses(20, 0, Target(4, 4, 8), LEAST, 2)
        pools.losses(12, 8, Target(4, 4, 8), LEAST, 2)
        return perf_counter() - start

    assert min(once() for _ in range(5)) < 0.010


@pytest.mark.rule("gazala1942:8.0b")
def test_marks_of_a_position_keep_units_and_hexes_from_a_second_armor_combat() -> None:
    g = duel("AX-1-21T(ef) AX-2-21T(e)", "AL-9L-1")
    assert words(g, "engage") == {"0506"}
    assert refused(g, "engage 0506 with AX-1-21T go") == "8.0b"
    assert no_odds(g, "engage 0506 with AX-1-21T") == "8.0b"
    g = scene(
        f"0505 AX-1-21T(e); 0506 AL-9L-1; 0504 AL-BY-1; {FAR}", AXIS, lines=["armor-targets 0506"]
    )
    assert words(g, "engage") == {"0504"}
    assert refused(g, "engage 0506 all go") == "8.0b"


@pytest.mark.rule("gazala1942:8.2a", "gazala1942:8.13b")
def test_owner_and_opponent_take_turns_also_for_hits_on_cars_alone() -> None:
    g = duel("AX-1-21T(e)", "AL-KDG AL-7A AL-BY-1")
    play(g, "engage 0506 all go", "roll 5 5 6 1 1", "roll 1 1 1 1 1")
    assert (g.side, words(g, "hit")) == ("allied", {"AL-KDG", "AL-7A"})
    play(g, "hit AL-KDG")
    assert (g.side, words(g, "hit")) == ("axis", {"AL-KDG", "AL-7A"})
    play(g, "hit AL-KDG")
    assert (g.side, words(g, "hit")) == ("allied", {"AL-7A", "AL-BY-1"})
