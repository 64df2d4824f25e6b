"""The staff of Gazala 1942: only legal orders, to the end, in time, better than chance, and blind to secrets."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.rulebook.gazala1942.tabletop import rules as rules_of

import grognard
from grognard import Game, bots
from grognard.bots.gazala1942.country import Country
from grognard.bots.gazala1942.cup import Cup
from grognard.bots.gazala1942.design import draft
from grognard.bots.gazala1942.look import Look
from grognard.bots.gazala1942.movement import Movement
from grognard.bots.gazala1942.papers import Papers
from grognard.bots.gazala1942.plan import Planner
from grognard.bots.gazala1942.staff import GazalaStaff
from grognard.engine.game import Game as AnyGame
from grognard.games.gazala1942 import Gazala, activation, steps, supply
from grognard.games.gazala1942.counters import ALLIED, AXIS, SIDES
from grognard.games.gazala1942.situation import NOBODY, Situation

SECONDS = 5.0


class Timed:
    """A bot on a clock: the processor time that it takes in each impulse."""

    def __init__(self, name: str) -> None:
        self.bot = bots.make(name, "gazala1942")
        self.name = name
        self.impulses: dict[tuple[int, int, int], float] = {}

    def choose(self, game: AnyGame[Any], rng: random.Random) -> bots.Choice:
        start = time.process_time()
        choice = self.bot.choose(game, rng)
        key = game.turn, game.state.impulses, game.state.active
        self.impulses[key] = self.impulses.get(key, 0.0) + time.process_time() - start
        return choice


def match(axis: str, allied: str, seed: int, **how: Any) -> tuple[Game, dict[str, Timed]]:
    g = grognard.new("gazala1942", seed=seed, **how)
    seats = {"axis": Timed(axis), "allied": Timed(allied)}
    bots.play(g, dict(seats), random.Random(seed))
    return g, seats


@pytest.mark.parametrize(("axis", "allied"), [("staff", "random"), ("random", "staff")])
def test_it_beats_chance_from_either_seat_and_thinks_no_longer_than_five_seconds(
    axis: str, allied: str
) -> None:
    g, seats = match(axis, allied, 1, scenario="opening")
    assert g.outcome is not None
    winner = "axis" if axis == "staff" else "allied"
    assert g.outcome.winner == winner
    assert max(seats[winner].impulses.values()) < SECONDS


def first(kind: str, side: str) -> Game:
    """The first question of a kind to a side, staff against staff, after the first turn."""
    return _first(kind, side).copy()


@cache
def _first(kind: str, side: str, seed: int = 3) -> Game:
    g = grognard.new("gazala1942", scenario="aida", seed=seed)
    bot, rng = bots.make("staff", "gazala1942"), random.Random(seed)
    while True:
        ask = g.decision
        assert ask is not None, "the game is over"
        if g.turn > 1 and ask.kind == kind and ask.side == side:
            return g
        g.play(bot.choose(g, rng).order)


def veiled(g: Game, side: str) -> Situation:
    """The same situation with everything changed that the side may not know."""
    rules, state = rules_of(g), g.state
    assert isinstance(state, Situation)
    other = state.copy()
    theirs = rules.side_markers[1 - SIDES.index(side)] & ~(1 << rules.marker_of[rules.rommel])
    free = [m for m in range(len(rules.markers)) if theirs >> m & 1][::-1]
    inside, chosen = (other.cup & theirs).bit_count(), (other.picked & theirs).bit_count()
    other.cup = other.cup & ~theirs | sum(1 << m for m in free[:inside])
    other.picked = other.picked & ~theirs | sum(1 << m for m in free[:chosen])
    if side == "allied":
        other.landing_note = (state.turn + 1, rules.landing.bit_length() - 1)
        british = state.cup & rules.side_markers[1]
        own = [m for m in range(len(rules.markers)) if british >> m & 1]
        if state.dropped != NOBODY and own:
            other.cup = other.cup & ~(1 << own[0]) | 1 << state.dropped
            other.dropped = own[0]
    return other


@pytest.mark.parametrize(
    ("kind", "side"),
    [("move", "axis"), ("move", "allied"), ("markers", "allied"), ("note", "axis")],
)
def test_what_it_may_not_know_changes_nothing(kind: str, side: str) -> None:
    g = first(kind, side)
    ask = g.decision
    assert ask is not None
    rules, state, other = rules_of(g), g.state, veiled(g, side)
    assert rules.seen(other, side) == rules.seen(state, side), "the seats see the same"
    answers = [
        GazalaStaff(rules).answer(seen, ask, random.Random(1)).order for seen in (state, other)
    ]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("side", SIDES)
def test_it_plays_from_what_its_seat_is_sent(side: str) -> None:
    """The table gives a bot the position as its seat sees it, and nothing else."""
    g = first("move", side)
    sent = grognard.load(g.seen_by(side).position)
    rules = rules_of(g)
    assert rules.seen(sent.state, side) == sent.state, "seen twice is seen once"
    order = bots.make("staff", "gazala1942").choose(sent, random.Random(1)).order
    assert str(order) == str(bots.make("staff", "gazala1942").choose(g, random.Random(1)).order)


def test_it_gives_reasons_with_rules() -> None:
    g = first("markers", "axis")
    choice = bots.make("staff", "gazala1942").choose(g, random.Random(1))
    assert choice.why
    assert choice.why[0].rule == "7.1"
    assert str(choice.order).split()[-1] in str(choice.why[0].say)


def test_who_stands_before_an_objective_goes_on_with_it() -> None:
    g = grognard.new("gazala1942", scenario="opening", seed=1)
    for side in ("allied", "axis"):
        g.play("default", side)
    rules, state = rules_of(g), g.state.copy()
    board, units = rules.board, {unit.id: unit.index for unit in rules.units}
    for name in ("AL-150-50", "AL-3-7", "AL-5-7"):
        state.put(units[name], board.index("1411"))
    troops = [units[name] for name in ("AX-1-15T", "AX-2-15T", "AX-1-15I")]
    for unit in troops:
        state.put(unit, board.index("1512"))
    aims = draft(Country(rules), state, AXIS).aims
    assert {board.label(aims[unit]) for unit in troops} == {"1411"}


@pytest.mark.parametrize(("turn", "wanted"), [(2, False), (11, False), (12, True)])
def test_bir_hacheim_is_left_alone_in_operation_aida_until_june(turn: int, wanted: bool) -> None:
    """It is no objective there: XX Corps goes with the others at first, and besieges it from 6 June on."""
    g = grognard.new("gazala1942", scenario="aida", seed=1)
    for side in ("allied", "axis"):
        g.play("default", side)
    rules, state = rules_of(g), g.state.copy()
    state.turn = turn
    box = rules.board.index("0912")
    corps = next(unit.index for unit in rules.units if unit.id == "AX-HQ-XX")
    design = draft(Country(rules), state, AXIS)
    assert (box in design.objectives) == wanted
    assert (box in design.aims.values()) == wanted
    assert design.allows(corps, box) == wanted


def test_an_axis_hq_keeps_no_more_guards_than_it_needs_where_the_axis_defends() -> None:
    """10.11 Who comes on top of a guard that is strong enough is free to go."""
    g = grognard.new("gazala1942", scenario="british", seed=1)
    for side in ("axis", "allied"):
        g.play("default", side)
    rules, state = rules_of(g), g.state.copy()
    board, units = rules.board, {unit.id: unit.index for unit in rules.units}
    guards = [units[name] for name in ("AX-2-15I", "AX-3-15I", "AX-1-15I")]
    for unit in (units["AX-HQ-AFRIKA"], *guards):
        state.put(unit, board.index("1003"))
    look = Look(Country(rules), state, AXIS, draft(Country(rules), state, AXIS))
    assert not look.guards(state, guards[0], board.index("1003"))
    state.put(guards[2], board.index("0806"))
    state.put(guards[1], board.index("0806"))
    assert look.guards(state, guards[0], board.index("1003"))


def aida() -> tuple[Gazala, Situation, Callable[[str], int]]:
    """Operation Aida after the set-up, and where its hexes are."""
    g = grognard.new("gazala1942", scenario="aida", seed=1)
    for side in ("allied", "axis"):
        g.play("default", side)
    rules = rules_of(g)
    return rules, g.state.copy(), rules.board.index


def test_who_is_not_needed_in_knightsbridge_goes_for_what_is_missing() -> None:
    """13.19 All three objectives of Opening Moves are needed: a few hold the one, all others go for the next."""
    g = grognard.new("gazala1942", scenario="opening", seed=1)
    for side in ("allied", "axis"):
        g.play("default", side)
    rules, state = rules_of(g), g.state.copy()
    at, units = rules.board.index, {unit.id: unit.index for unit in rules.units}
    germans = [u for u in state.on_map(AXIS) if state.command[u] == units["AX-HQ-AFRIKA"]]
    places = ("1715", "1614", "1815", "1714", "1716", "1616", "1814", "1816")
    for number, unit in enumerate(germans):
        state.put(unit, at(places[number % len(places)]))
    for unit in list(state.on_map(ALLIED)):
        if rules.board.grid.distance(state.hex[unit], at("1411")) <= 3:
            state.put(unit, at("2422"))
    state.control |= 1 << at("1715")
    aims = draft(Country(rules), state, AXIS).aims
    assert sum(aims[unit] == at("1411") for unit in germans) > len(germans) / 2


def british(taken: bool = False) -> tuple[Gazala, Situation, Callable[[str], int], dict[str, int]]:
    """British Strike First after the set-up: the Allies hold 2303 and 1404, the Axis 1802 unless it is ``taken``."""
    g = grognard.new("gazala1942", scenario="british", seed=1)
    for side in ("axis", "allied"):
        g.play("default", side)
    rules = rules_of(g)
    state, at = g.state.copy(), rules.board.index
    state.control |= 1 << at("1802")
    for label in ("2303", "1404", "1802")[: 3 if taken else 2]:
        state.control &= ~(1 << at(label))
    return rules, state, at, {unit.id: unit.index for unit in rules.units}


def test_the_allies_too_send_who_is_not_needed_for_what_is_missing() -> None:
    """13.36 They need all three: with no enemy near a few hold 2303 and 1404, all others go for 1802."""
    rules, state, at, _ = british()
    for unit in list(state.on_map(AXIS)):
        state.put(unit, at("0101"))
    aims = draft(Country(rules), state, ALLIED).aims
    assert {rules.board.label(h) for h in aims.values()} == {"1404", "1802", "2303"}
    assert sum(aim == at("1802") for aim in aims.values()) > 0.75 * len(aims)


@pytest.mark.parametrize(
    ("turn", "taken", "stake"),
    [(7, False, 0.0), (19, False, 0.5), (31, False, 1.0), (31, True, 0.0)],
)
def test_the_more_is_at_stake_the_nearer_the_end(turn: int, taken: bool, stake: float) -> None:
    """13.36 Without 1802 the Allies have lost: it is worth as much as on the last day, and what lies before it more."""
    rules, state, at, _ = british(taken)
    state.turn = turn
    design = draft(Country(rules), state, ALLIED)
    assert design.stake == pytest.approx(stake)
    look = Look(Country(rules), state, ALLIED, design)
    assert look.stake(at("1802")) == look.stake(at("1803")) == design.stake
    assert look.stake(at("1404")) == 0
    other = draft(Country(rules), state, ALLIED)
    other.stake = 0.0
    calm = Look(Country(rules), state, ALLIED, other)
    assert (look.ground(state, at("1803")) > calm.ground(state, at("1803"))) == (stake > 0)


@pytest.mark.parametrize(("turn", "attacked"), [(12, False), (30, True)])
def test_on_the_last_days_nobody_spares_a_brigade_for_the_headquarters(
    turn: int, attacked: bool
) -> None:
    """13.36, 10.11 The brigade in 1901 guards two HQs: it goes against 1802 when there is no more time."""
    rules, state, at, units = british()
    for name in (u.id for u in rules.units if u.side == AXIS and state.hex[u.index] >= 0):
        state.put(units[name], at("0101"))
    for name in ("AX-2-15I", "AX-3-1-90"):
        state.put(units[name], at("1802"))
    state.put(units["AX-1-15I"], at("1701"))
    for name, label in (
        ("AL-1-1SA", "1903"),
        ("AL-2-1SA", "1903"),
        ("AL-3-1SA", "1901"),
        ("AL-HQ-1SA", "1901"),
        ("AL-HQ-1ARM", "1901"),
    ):
        state.put(units[name], at(label))
    state.turn = turn
    state.phase, state.active, state.impulses = "movement", ALLIED, 1
    state.marker = rules.marker_of[units["AL-HQ-1SA"]]
    activation.activate(state)
    look = Look(Country(rules), state, ALLIED, draft(Country(rules), state, ALLIED))
    plan = Planner(look, state).plan()
    assert (at("1802") in plan.targets) == attacked


def test_the_brigades_of_tobruk_hold_its_perimeter() -> None:
    """4.41, 10.7 One to a post, so that nobody walks in between their zones from the west or the south."""
    rules, state, at = aida()
    aims = draft(Country(rules), state, ALLIED).aims
    brigades = ("AL-6-2SA", "AL-4-2SA", "AL-9-5")
    units = {unit.id: unit.index for unit in rules.units}
    assert [aims[units[name]] for name in brigades] == [at("2419"), at("2121"), at("2123")]
    for name, post in zip(brigades, ("2419", "2121", "2123"), strict=True):
        state.put(units[name], at(post))
    for name, post in (("AL-10-5", "2422"), ("AL-29-5", "2321")):
        state.put(units[name], at(post))
    ways = {
        rules.board.label(h)
        for label in ("2518", "2418", "2218", "2219", "2120", "2021", "1923", "2024")
        for h in steps.reach(placed(state, units["AX-1-15T"], at(label)), units["AX-1-15T"])
    }
    assert not ways & {"2421", "2522", "2322", "2323"}


def placed(state: Situation, unit: int, h: int) -> Situation:
    """The same situation with a unit of the active side elsewhere."""
    other = state.copy()
    other.put(unit, h)
    return other


@pytest.mark.parametrize(
    ("turn", "goals"),
    [
        (7, {"1411", "1715"}),
        (8, {"1934"}),
        (12, {"1934", "0912"}),
        (17, {"1934"}),
        (22, {"1934", "2422"}),
    ],
)
def test_the_others_go_for_gambut_before_tobruk_and_do_not_wait_for_bir_hacheim(
    turn: int, goals: set[str]
) -> None:
    """Got el Ualeb and Knightsbridge are taken; XX Corps alone besieges Bir Hacheim, from 6 to 10 June."""
    rules, state, at = aida()
    units = {unit.id: unit.index for unit in rules.units}
    state.control |= 1 << at("1411") | 1 << at("1715")
    state.turn = turn
    design = draft(Country(rules), state, AXIS)
    assert set(design.objectives) == {at(label) for label in goals}
    if turn == 12:
        assert design.allows(units["AX-HQ-XX"], at("0912"))
        assert not design.allows(units["AX-HQ-AFRIKA"], at("0912"))


@pytest.mark.parametrize(("turn", "storms"), [(14, False), (15, True)])
def test_who_is_not_needed_where_an_objective_is_held_goes_for_the_other(
    turn: int, storms: bool
) -> None:
    """13.27 Panzers in Gambut, which battalions hold; others are before Tobruk, which is stormed from 9 June on."""
    rules, state, at = aida()
    units = {unit.id: unit.index for unit in rules.units}
    panzers = [units[name] for name in ("AX-1-15T", "AX-2-15T", "AX-1-21T", "AX-2-21T")]
    for unit in panzers:
        state.put(unit, at("1934"))
    for name in ("AX-1-15I", "AX-2-15I", "AX-3-15I"):
        state.put(units[name], at("1933"))
    for name in ("AX-65-101", "AX-66-101", "AX-8-132B", "AX-1-21I", "AX-2-21I"):
        state.put(units[name], at("2220"))
    state.control |= 1 << at("1934")
    state.turn = turn
    design = draft(Country(rules), state, AXIS)
    assert {design.aims[unit] for unit in panzers} == {at("2422")}
    assert design.allows(units["AX-HQ-AFRIKA"], at("2422")) == storms


@pytest.mark.parametrize(
    ("left", "taken", "sent"), [(False, False, 0), (True, False, 1), (True, True, 0)]
)
def test_somebody_walks_into_bir_hacheim_when_the_enemy_has_left_it(
    left: bool, taken: bool, sent: int
) -> None:
    """2.1c, 7.1 It is no objective of Operation Aida, but whoever holds it commands better: one unit on wheels is enough."""
    rules, state, at = aida()
    goal = at("0912")
    if left:
        for unit in list(state.on_map(ALLIED)):
            if rules.board.grid.distance(state.hex[unit], goal) <= 1:
                state.put(unit, at("2422"))
    if taken:
        state.control |= 1 << goal
    state.turn = 18
    design = draft(Country(rules), state, AXIS)
    going = [rules.units[unit] for unit, aim in design.aims.items() if aim == goal]
    assert len(going) == sent
    assert all(unit.mech and unit.type != "tank" for unit in going)
    assert goal not in design.missing


def test_an_hq_counts_on_no_line_that_is_too_long() -> None:
    """6.15 Nowhere out of the enemy's zones does the staff expect a line where the rules see none."""
    rules, state, _ = aida()
    state.turn = 20
    look = Look(Country(rules), state, AXIS, draft(Country(rules), state, AXIS))
    lines = supply.lines(state, AXIS, supply.sources(state, AXIS), rules.charts.axis_line)
    assert lines & ~look.near == 0
    assert look.near & ~lines & ~state.zones[ALLIED] & ~state.occupied[ALLIED] == 0


def test_engineers_go_where_the_belt_is_opened() -> None:
    """6.15, 10.85 Until the line of supply leads through it; then they go with the others."""
    rules, state, at = aida()
    units = {unit.id: unit.index for unit in rules.units}
    engineers, gap = units["AX-53-15E"], at("1611")
    assert draft(Country(rules), state, AXIS).aims[engineers] == gap
    state.breach(at("1609"), at("1610"))
    assert draft(Country(rules), state, AXIS).aims[engineers] != gap


def test_the_last_step_still_opens_the_belt_for_the_line_of_supply() -> None:
    """6.15, 10.84 Regiments of X Corps that have lost a step at the mines go on with their work."""
    rules, state, at = aida()
    units = {unit.id: unit.index for unit in rules.units}
    for name in ("AX-19-27", "AX-20-27"):
        state.put(units[name], at("1609"))
        state.steps[units[name]] = 1
    state.turn, state.active, state.phase = 10, AXIS, "movement"
    state.marker = rules.marker_of[units["AX-HQ-X"]]
    activation.activate(state)
    assert Movement(Papers(Country(rules))).work(state) > 0


def test_rommel_goes_to_his_panzers() -> None:
    """Back from captivity in the rear, he does not stay with the regiment that he found there."""
    rules, state, at = aida()
    units = {unit.id: unit.index for unit in rules.units}
    for name in ("AX-1-15T", "AX-2-15T", "AX-1-21T", "AX-2-21T"):
        state.put(units[name], at("1614"))
    state.put(units["AX-ROMMEL"], at("2805"))
    look = Look(Country(rules), state, AXIS, draft(Country(rules), state, AXIS))
    rear, nearer = (
        look.score(state, units["AX-ROMMEL"], at(label), troops=[]) for label in ("2805", "1807")
    )
    assert nearer > rear


def test_the_attacks_of_yesterday_do_not_count_when_markers_are_chosen() -> None:
    """8.5 Two attacks an impulse: the last impulse of a day leaves its count behind."""
    g = first("markers", "axis")
    ask = g.decision
    assert ask is not None
    rules = rules_of(g)
    fresh, stale = g.state.copy(), g.state.copy()
    fresh.attacks, stale.attacks = 0, 2
    heads = [action.value for action in ask.actions if action.verb == "put"]
    papers = Papers(Country(rules))
    values = [Cup(papers, Movement(papers)).values(state, AXIS, heads) for state in (fresh, stale)]
    assert values[0] == values[1]
