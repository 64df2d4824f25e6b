"""The staff of Normandy '44: only legal orders, to the end, in time, sensible, and better than chance."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from tests.rulebook.normandy44.field import clear, opened, put, run, where

import grognard
from grognard import Game, bots
from grognard.bots.normandy44.brief import NormandyBrief
from grognard.bots.normandy44.country import Country
from grognard.bots.normandy44.headquarters import Headquarters
from grognard.bots.normandy44.look import Look
from grognard.bots.normandy44.plan import Planner
from grognard.bots.normandy44.worth import WORN, step_worth, urgency
from grognard.bots.search import LEVELS
from grognard.bots.search.bot import SearchBot
from grognard.bots.search.value import by_hunch
from grognard.bots.zocbond.marches import FAR, Marches
from grognard.engine.game import Game as AnyGame
from grognard.games.normandy44 import Normandy44, victory
from grognard.games.normandy44.counters import ALLIED, GERMAN
from grognard.games.normandy44.situation import BRITAIN, CW, LATER, Situation

SECONDS = 5.0


class Timed:
    """A bot on a clock: the processor time that it takes in each player turn."""

    def __init__(self, name: str) -> None:
        self.bot, self.name = bots.make(name, "normandy44"), name
        self.turns: dict[tuple[int, int], float] = {}

    def choose(self, game: AnyGame[Any], rng: random.Random) -> bots.Choice:
        start = time.process_time()
        choice = self.bot.choose(game, rng)
        key = game.turn, game.state.active
        self.turns[key] = self.turns.get(key, 0.0) + time.process_time() - start
        return choice


def match(allied: str, german: str, seed: int, **how: Any) -> tuple[Game, dict[str, Timed]]:
    g = grognard.new("normandy44", seed=seed, **how)
    seats = {"allied": Timed(allied), "german": Timed(german)}
    bots.play(g, dict(seats), random.Random(seed))
    return g, seats


def choice(g: AnyGame[Situation]) -> bots.Choice:
    return bots.make("staff", "normandy44").choose(g, random.Random(1))


def played(g: AnyGame[Situation], phase: str) -> list[str]:
    """What the staff orders while a phase lasts."""
    side, bot, orders = g.side, bots.make("staff", "normandy44"), []
    while g.side == side and g.state.phase == phase:
        order = bot.choose(g, random.Random(1)).order
        orders.append(str(order))
        g.play(order)
    return orders


@pytest.mark.parametrize(
    ("allied", "german", "how"),
    [
        ("staff", "random", {"scenario": "seven"}),
        ("random", "staff", {"scenario": "seven", "options": ["25.3"]}),
        ("staff", "random", {"scenario": "cherbourg", "options": ["25.1"]}),
        ("random", "staff", {"scenario": "cherbourg"}),
    ],
)
def test_the_staff_beats_chance_in_time(allied: str, german: str, how: dict[str, Any]) -> None:
    g, seats = match(allied, german, 3, **how)
    assert g.outcome is not None
    winner = g.outcome.winner
    assert winner is not None
    assert seats[winner].name == "staff"
    assert max(seats[winner].turns.values()) < SECONDS
    assert g.rules.check(g.state) == []


def test_a_seed_gives_one_game() -> None:
    one, two = (match("staff", "staff", 5, scenario="cherbourg")[0] for _ in range(2))
    assert one.record == two.record


def movement(state: Situation, side: int, turn: int = 5) -> None:
    clear(state)
    state.beaches, state.droppers = (), ()
    state.turn, state.phase, state.active = turn, "movement", side


def test_an_open_town_is_taken() -> None:
    """S2.2 Bayeux counts for victory; nobody holds it."""

    def change(state: Situation) -> None:
        movement(state, ALLIED)
        put(state, "BR-Eng-9", "2525")
        put(state, "BR-50-69", "2424")

    g = opened(change)
    played(g, "movement")
    assert where(g, "BR-50-69") == "2322"


def test_the_staff_attacks_with_its_whole_division() -> None:
    """10.3.1 Two regiments of one division beside a lone battalion go for it together."""

    def change(state: Situation) -> None:
        movement(state, ALLIED)
        state.phase = "combat"
        put(state, "US-Eng-5S", "2620")
        for name in ("US-1-16", "US-1-18"):
            put(state, name, "2420")
        put(state, "GE-352-2-914", "2320")

    order = str(choice(opened(change)).order)
    assert order.startswith("attack 2320 with US-1-")
    assert "US-1-16" in order
    assert "US-1-18" in order
    assert "maf US1" in order


def test_hopeless_odds_are_left_alone() -> None:
    def change(state: Situation) -> None:
        movement(state, ALLIED)
        state.phase = "combat"
        put(state, "US-Eng-5S", "2620")
        put(state, "US-Tk-70", "2420", 1)
        put(state, "GE-352-2-914", "2320")

    assert str(choice(opened(change)).order) == "done"


def test_reinforcements_come_onto_the_map() -> None:
    """6.6 The 12th SS comes by the red zone on Turn 2, whole."""

    def change(state: Situation) -> None:
        movement(state, GERMAN, turn=2)
        put(state, "BR-Eng-5", "2430")
        put(state, "BR-3-8", "2230")

    g = opened(change)
    played(g, "movement")
    red = [u for u in g.rules.units if u.formation == "12SS"]
    assert red
    assert all(g.state.hex[u.index] >= 0 for u in red)
    assert all(g.state.hex[u.index] != LATER for u in red)


def test_panzers_behind_the_line_wait_in_reserve() -> None:
    """15.1 Caen is full of troops; the strongest that need not move wait for what the combats bring."""

    def change(state: Situation) -> None:
        movement(state, GERMAN)
        put(state, "BR-Eng-5", "2430")
        for name, h in (("BR-3-8", "2230"), ("BR-3-9", "2230"), ("BR-3-185", "2328")):
            put(state, name, h)
        for name, h in (("BR-50-69", "2228"), ("BR-50-56", "2228"), ("BR-50-151", "2132")):
            put(state, name, h)
        for name, h in (("GE-21-192", "2129"), ("GE-21-125", "2130"), ("GE-12SS-25", "2029")):
            put(state, name, h)

    orders = played(opened(change), "movement")
    assert "reserve GE-12SS-25" in orders


def test_a_garrison_does_not_wait_in_reserve() -> None:
    """15.1 Who attacks only from where he stands has nothing to wait for; who is free and in reach has."""

    def change(state: Situation) -> None:
        movement(state, GERMAN)
        put(state, "BR-Eng-5", "2430")
        for name in ("BR-3-8", "BR-3-9"):
            put(state, name, "2230")
        for name, h in (("GE-21-192", "2030"), ("GE-12SS-25", "2029"), ("GE-12SS-26", "1930")):
            put(state, name, h)

    orders = played(opened(change, "campaign"), "movement")
    assert [order for order in orders if order.startswith("reserve")] == []


@pytest.mark.rule("normandy44:15.1b")
def test_who_has_broken_through_attacks_again_from_reserve() -> None:
    """The battalion is beaten by A1/D2: instead of following up into its hex the tanks go on against the beach behind it."""

    def change(state: Situation) -> None:
        movement(state, GERMAN)
        state.phase = "combat"
        put(state, "BR-Eng-5", "2330")
        put(state, "BR-6-8-3", "2131", 1)
        put(state, "BR-3-8", "2332", 1)
        for name in ("GE-12SS-25", "GE-12SS-26", "GE-12SS-2-12"):
            put(state, name, "2032")

    g, bot = opened(change, "campaign"), bots.make("staff", "normandy44")
    orders: list[str] = []
    while g.side != "allied":
        if g.side == "dice":
            run(g, 4)
            continue
        orders.append(str(bot.choose(g, random.Random(1)).order))
        g.play(orders[-1])
    assert "reserve GE-12SS-2-12" in orders
    assert orders[-1].startswith("attack 2330 with GE-12SS-2-12 ")


def test_marches_go_by_the_cheapest_way() -> None:
    """A straight step for six sixths, or two by road for three each."""
    marches = Marches([[(1, 12), (2, 3)], [], [(1, 3)], []])
    assert marches.to(1) == [1.0, 0.0, 0.5, FAR]


def test_four_seats_are_played() -> None:
    """24 The two Germans divide the supplies, then each commander answers for his own troops."""
    g = grognard.new("normandy44", seed=2, options=["24a", "24b"])
    seats = {seat: bots.make("staff", "normandy44") for seat in g.rules.seats}
    heard: list[str] = []
    for _ in range(60):
        assert g.side is not None
        heard.append(f"{g.side} {g.decision.kind}" if g.decision else "")
        g.play(seats[g.side].choose(g, random.Random(1)).order)
    assert {"seventh_army share", "panzer_west share"} <= set(heard)
    assert {seat.split()[0] for seat in heard} == set(g.rules.seats)


def test_the_levels_weigh_plans_and_say_so() -> None:
    """The Germans of D-Day choose between plans; the same seed gives the same choice."""
    g = grognard.new("normandy44", seed=1)
    staff = bots.make("staff", "normandy44")
    while g.side == "allied":
        g.play(staff.choose(g, random.Random(1)).order)
    one, two = (bots.make("veteran", "normandy44").choose(g, random.Random(1)) for _ in range(2))
    assert next(str(why) for why in one.why).startswith("the plan: ")
    assert str(one.order) == str(two.order)


@pytest.mark.parametrize("scenario", ["seven", "campaign", "cherbourg"])
def test_a_position_is_read_in_the_same_figures(scenario: str) -> None:
    rules = Normandy44(scenario=scenario)
    brief, state = NormandyBrief(rules), rules.start()
    features = brief.features(state)
    assert set(features) == set(brief.words)
    assert set(brief.hunches) <= {"1", *features}
    assert all(abs(value) < 6 for value in features.values())
    for seat in ("allied", "german"):
        aims = brief.aims(state, seat)
        keys = [aim.key for aim in aims]
        assert next(aim.key for aim in aims if not aim.subtlety) == "staff"
        assert len(set(keys)) == len(keys) > 2


@pytest.mark.rule("normandy44:S3.3.1")
def test_the_highest_levels_hurry_at_cherbourg_and_nobody_expects_it() -> None:
    g = grognard.new("normandy44", seed=1, scenario="cherbourg")
    levels = [level for level in LEVELS if level.name in ("elite", "grognard")]
    first = [SearchBot(level, NormandyBrief).aims(g, "allied")[0] for level in levels]
    assert [aim.key for aim in first] == ["staff", "hurry"]
    assert first[1].patient, "two player turns ahead there are only its losses"
    brief = bots.brief(g.rules)
    assert [aim.key for aim in brief.postures(g.state, "allied")] == ["staff", "press", "sure"]
    assert brief.left(g.state) == 2 * g.rules.turns - 2 * g.turn + 1 + (g.side == "german")


def test_a_drop_hex_counts_for_who_stands_there() -> None:
    """S2.2e"""

    def change(state: Situation) -> None:
        movement(state, ALLIED, turn=7)
        put(state, "US-Eng-1S", "2814")
        put(state, "US-101-506", "2814")

    g = opened(change)
    played(g, "movement")
    assert where(g, "US-101-506") == "2813"


@pytest.mark.rule("normandy44:10.3.4")
def test_a_force_stays_one_when_others_are_spared() -> None:
    """On the last turn light tanks attack without a Formation: whoever is left out, the order holds."""
    g, _ = match("staff", "staff", 107, scenario="cherbourg")
    assert g.outcome is not None


def test_ground_that_was_won_is_not_given_back() -> None:
    """14.1 The first who follows up stays there, though Germans stand around it."""

    def change(state: Situation) -> None:
        movement(state, ALLIED)
        state.phase = "combat"
        put(state, "US-Eng-1S", "2814")
        put(state, "US-4-8", "2710")
        put(state, "US-4-22", "2710")
        put(state, "GE-91-1057", "2709", 1)
        put(state, "GE-91-1058", "2609")
        put(state, "GE-709-919", "2708")

    g, bot = opened(change), bots.make("staff", "normandy44")
    while g.state.phase == "combat" and g.state.active == ALLIED:
        g.play(bot.choose(g, random.Random(1)).order)
    assert "2709" in (where(g, "US-4-8"), where(g, "US-4-22"))


def test_the_garrison_of_cherbourg_stays_there() -> None:
    """17.6 Released, it does not march off to close a line elsewhere."""

    def change(state: Situation) -> None:
        movement(state, GERMAN, turn=8)
        state.released = True
        put(state, "US-Eng-1S", "2814")
        put(state, "US-4-8", "3209")
        for name, h in (("GE-Chr-17MG", "3606"), ("GE-Chr-Todt", "3705"), ("GE-Chr-Naval", "3706")):
            put(state, name, h)

    g = opened(change)
    played(g, "movement")
    state = g.state
    for unit in state.game.units:
        if unit.formation == "Chr" and state.hex[unit.index] >= 0:
            assert state.game.tables.perimeter >> state.hex[unit.index] & 1


@pytest.mark.rule("normandy44:23.3b")
@pytest.mark.parametrize("turn", [5, 7])
def test_the_brigade_that_would_lose_the_game_is_not_risked(turn: int) -> None:
    """With four British units worn out an attack on Bayeux is left alone that is made with none, on the last turn too."""

    def situation(worn: int) -> AnyGame[Situation]:
        def change(state: Situation) -> None:
            movement(state, ALLIED, turn)
            state.phase = "combat"
            put(state, "BR-Eng-9", "2525")
            for name in ("BR-50-151", "BR-50-231", "BR-3-8", "BR-3-9")[:worn]:
                put(state, name, "2626", 1)
            put(state, "BR-50-69", "2423", 2)
            put(state, "GE-716-2-726", "2322", 1)

        return opened(change)

    assert str(choice(situation(0)).order).startswith("attack 2322 ")
    assert str(choice(situation(4)).order) == "done"


@pytest.mark.rule("normandy44:S3.3.1")
def test_worn_out_units_lose_nothing_at_cherbourg() -> None:
    """Six American units are worn out: the seventh, which would lose a campaign, is no dearer at Cherbourg."""
    state = Normandy44(scenario="cherbourg").start()
    clear(state)
    for name in ("US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-29-175"):
        put(state, name, "2814", 1)
    seventh = put(state, "US-4-8", "2710", 2)
    assert victory.worn(state)["US"] == 6
    assert step_worth(state, seventh) < WORN


@pytest.mark.rule("normandy44:22.2")
def test_a_worn_out_airborne_division_leaves_the_line() -> None:
    """With three British Cadres, two of them its own, it attacks no more and falls back, so that it can go home."""

    def change(state: Situation) -> None:
        movement(state, ALLIED, turn=8)
        state.sp[CW] = state.air[CW] = state.naval[CW] = 2
        put(state, "BR-Eng-5", "2430")
        put(state, "BR-HQ-1", "2330")
        put(state, "BR-6-5", "2232", 1)
        put(state, "BR-6-6", "2232", 1)
        put(state, "BR-6-3", "2231")
        put(state, "BR-50-151", "2525", 1)
        put(state, "GE-716-642", "2131")

    g = opened(change, "campaign")
    played(g, "movement")
    state = g.state
    for name in ("BR-6-3", "BR-6-5", "BR-6-6"):
        assert not state.near_enemy(state.game.board.index(where(g, name)), ALLIED)


def test_an_armored_division_does_not_plunge_through_a_gap() -> None:
    """A bound before the line is better than the end of an open road that leads to the aim past the enemy."""
    rules = Normandy44(scenario="campaign")
    state = rules.start()
    movement(state, ALLIED, turn=10)
    state.control = rules.tables.land & ~(1 << rules.board.index("1032"))
    for name, h in (
        ("BR-3-8", "1930"),
        ("BR-3-9", "1928"),
        ("BR-3-185", "1831"),
        ("CAN-3-9", "1827"),
    ):
        put(state, name, h)
    tanks = put(state, "BR-11A-a", "1829")
    put(state, "GE-12SS-25", "1127")
    put(state, "GE-12SS-26", "1133")
    look = Headquarters(Country(rules)).look(state, ALLIED)
    look.aims[tanks] = rules.board.index("1032")
    near, far = (rules.board.index(h) for h in ("1530", "1231"))
    assert look.turns(tanks, far) < look.turns(tanks, near)
    assert look.merit(state, state, tanks, far) < look.merit(state, state, tanks, near)


def test_the_seven_turns_are_too_short_for_a_bound() -> None:
    """The same gap on turn 5 of 7: the game is over before the tanks are surrounded, so the farther hex is better."""
    rules = Normandy44(scenario="seven")
    state = rules.start()
    movement(state, ALLIED, turn=5)
    for name, h in (("BR-3-8", "1930"), ("BR-3-9", "1928"), ("BR-3-185", "1831")):
        put(state, name, h)
    tanks = put(state, "BR-11A-a", "1829")
    put(state, "GE-12SS-25", "1127")
    put(state, "GE-12SS-26", "1133")
    look = Headquarters(Country(rules)).look(state, ALLIED)
    look.aims[tanks] = rules.board.index("1032")
    near, far = (rules.board.index(h) for h in ("1530", "1231"))
    assert look.front.threat[far]
    assert look.merit(state, state, tanks, far) > look.merit(state, state, tanks, near)


def test_the_allies_of_the_seven_turns_are_in_haste() -> None:
    """A point counts in full from the first turn on, and what the Germans could do next half as much as elsewhere."""
    looks = {}
    for scenario in ("seven", "campaign"):
        rules = Normandy44(scenario=scenario)
        state = rules.start()
        movement(state, ALLIED, turn=3)
        looks[scenario] = Headquarters(Country(rules)).look(state, ALLIED).front.fear
        assert (urgency(state) == 1.0) == (scenario == "seven")
    assert looks["seven"] == looks["campaign"] / 2


@pytest.mark.rule("normandy44:8.5.1")
def test_a_gap_in_the_line_is_weighed_however_far_from_the_aim() -> None:
    """A bond with a post on either side closes it; the unit itself is on its way to Coutances."""
    rules = Normandy44(scenario="campaign")
    state = rules.start()
    movement(state, GERMAN, turn=8)
    for name, h in (("US-1-16", "2317"), ("US-1-18", "2318"), ("US-2-9", "2319")):
        put(state, name, h)
    put(state, "GE-352-1-914", "2116")
    put(state, "GE-352-2-914", "2120")
    tanks = put(state, "GE-Lehr-901", "1816")
    look = Headquarters(Country(rules)).look(state, GERMAN)
    look.aims[tanks] = rules.board.index("1709")
    planner = Planner(look, state, [tanks])
    assert rules.board.index("2118") in planner._places(tanks)


@pytest.mark.parametrize(
    ("scenario", "playouts"), [("cherbourg", 28), ("seven", 6), ("campaign", 3)]
)
def test_small_scenarios_have_more_playouts(scenario: str, playouts: int) -> None:
    level = next(level for level in LEVELS if level.name == "grognard")
    bot, g = SearchBot(level, NormandyBrief), grognard.new("normandy44", seed=1, scenario=scenario)
    assert bot._plenty(bot.brief(g), level.playouts) == playouts


@pytest.mark.rule("normandy44:S1.3.1b")
def test_an_even_campaign_is_not_given_up() -> None:
    """The Allies begin with what the Germans hold behind the line: the search must still tell plans apart."""
    g = grognard.new("normandy44", seed=1, scenario="campaign")
    brief = bots.brief(g.rules)
    chance = by_hunch(g.rules.sides, brief.hunches).score(brief.features(g.state), "allied")
    assert victory.points(g.state) < -30
    assert 0.02 < chance < 0.98


@pytest.mark.rule("normandy44:S3.3.1")
def test_carentan_alone_is_not_half_of_the_victory() -> None:
    def points(taken: bool) -> float:
        def change(state: Situation) -> None:
            movement(state, ALLIED, turn=12)
            put(state, "US-Eng-1S", "2814")
            put(state, "GE-709-919", "2509")
            if taken:
                put(state, "US-101-506", "2512")

        g = opened(change, scenario="cherbourg")
        return float(bots.brief(g.rules).features(g.state)["points"])

    assert points(taken=False) < points(taken=True) < -0.3


def test_quick_players_bring_their_reinforcements() -> None:
    """6.5.1 A playout in which nobody lands says nothing of the Allies."""
    g = grognard.new("normandy44", seed=2, scenario="cherbourg")
    brief, rng = bots.brief(g.rules), random.Random(1)
    policies = {s: brief.policy(s, brief.aims(g.state, s)[0]) for s in g.rules.seats}
    before = g.state.hex.count(BRITAIN)
    while g.turn < 4 and (ask := g.decision) is not None:
        g.play(policies[ask.side].answer(g.state, ask, rng).order)
    assert g.state.hex.count(BRITAIN) < before


def test_drop_hexes_are_not_left_on_the_last_turn() -> None:
    """S2.2e They count for who stands there; an attack is worth less than one of them."""
    drops = {"2810": "82-507", "2712": "101-501", "2813": "101-506"}

    def change(state: Situation) -> None:
        movement(state, ALLIED, turn=7)
        put(state, "US-Eng-1S", "2814")
        for place, name in drops.items():
            put(state, f"US-{name}", place)
        put(state, "GE-91-1057", "2809")
        put(state, "GE-91-1058", "2908", 1)

    g = opened(change)
    played(g, "movement")
    board = g.rules.board
    assert {h for h in drops if g.state.occupied[ALLIED] >> board.index(h) & 1} == {*drops}


def test_who_stands_on_the_road_opens_it() -> None:
    """S2.2b German zones of control close the road between the beaches where nobody is."""

    def change(state: Situation) -> None:
        movement(state, ALLIED, turn=7)
        put(state, "US-Eng-1S", "2814")
        put(state, "US-Eng-5S", "2620")
        put(state, "GE-6FJ", "2413")
        put(state, "US-1-16", "2515")
        put(state, "US-1-18", "2515")
        put(state, "US-101-501", "2612")

    g = opened(change)
    assert not victory.linked(g.state)
    played(g, "movement")
    assert victory.linked(g.state)


@pytest.mark.rule("normandy44:12.4.1")
@pytest.mark.parametrize(
    ("steps", "answer"), [(1, "fallback"), (2, "stand")], ids=["the last step", "two steps"]
)
def test_the_last_step_gets_away_rather_than_stand(steps: int, answer: str) -> None:
    """12.4.8 In bocage two dice of six cost it and none saves it."""

    def change(state: Situation) -> None:
        movement(state, ALLIED)
        state.phase = "combat"
        put(state, "US-Eng-5S", "2620")
        for name in ("US-1-16", "US-1-18"):
            put(state, name, "2420")
        put(state, "GE-91-1057", "2320", steps)

    g = opened(change)
    run(g, "attack 2320 with US-1-16 US-1-18 maf US1 go", 4)
    assert str(choice(g).order) == answer


def test_two_attacks_are_made_rather_than_one_with_everybody() -> None:
    """Who stands beside both Germans attacks the one that nobody else can reach."""

    def change(state: Situation) -> None:
        movement(state, ALLIED, turn=2)
        state.phase = "combat"
        put(state, "BR-Eng-9", "2525")
        put(state, "CAN-3-7", "2524")
        put(state, "CAN-2A-SFR", "2524")
        put(state, "BR-50-56", "2425")
        put(state, "BR-27A-1ERY", "2425")
        put(state, "GE-352-PzJg", "2424")
        put(state, "GE-352-2-915", "2523")

    g, bot, hit = opened(change), bots.make("staff", "normandy44"), set()
    while g.state.phase == "combat":
        verb, *rest = str(order := bot.choose(g, random.Random(1)).order).split()
        hit |= {*rest[:1]} if verb == "attack" else set()
        g.play(order)
    assert hit == {"2424", "2523"}


@pytest.mark.rule("normandy44:S2.2b")
@pytest.mark.parametrize("scenario", ["seven", "campaign"])
def test_the_last_german_between_the_beaches_counts_most(scenario: str) -> None:
    """He holds up the link alone; one far inland holds up nothing."""

    def share(*others: str) -> dict[str, float]:
        def change(state: Situation) -> None:
            movement(state, ALLIED)
            for name, place in zip(
                ("352-1-914", "352-2-914", "352-1-916", "352-2-916", "352-2-915"),
                ("2515", "1815", *others),
                strict=False,
            ):
                put(state, f"GE-{name}", place)

        g = opened(change, scenario)
        shares = Country(g.state.game).link(g.state)
        return {g.rules.board.label(h): value for h, value in shares.items()}

    alone, many = share(), share("2513", "2617", "2622")
    assert set(alone) == {"2515"}
    assert set(many) == {"2515", "2513", "2617", "2622"}
    assert alone["2515"] > many["2515"] > 0


@pytest.mark.rule("normandy44:19.2.2")
@pytest.mark.parametrize("scenario", ["campaign", "seven"])
def test_the_coast_is_dangerous_in_a_campaign(scenario: str) -> None:
    """The ships reach the hills behind Omaha and not the town of Caumont: the same battalion fears more there."""
    look, state = _german_look(scenario, ("GE-352-1-914", "2518"), ("GE-352-2-914", "1720"))
    coast, inland = (look.front.support(state, state.game.board.index(h)) for h in ("2518", "1720"))
    assert (coast > inland) == (scenario == "campaign")


@pytest.mark.rule("normandy44:8.5.1")
def test_a_gap_in_the_line_costs_more_in_a_campaign() -> None:
    """A battalion one hex further east bonds with both neighbors: in three weeks the enemy is through any hole, in seven turns hardly."""
    cost = {}
    for scenario in ("seven", "campaign"):
        posts = [("GE-352-1-914", "2116"), ("GE-352-2-914", "2120")]
        foes = [("US-1-16", "2317"), ("US-1-18", "2318"), ("US-2-9", "2319")]
        look, state = _german_look(scenario, *posts, *foes, ("GE-352-1-916", "2117"))
        closed = state.copy()
        put(closed, "GE-352-1-916", "2118")
        cost[scenario] = look.front.value(closed) - look.front.value(state)
    assert cost["campaign"] > cost["seven"] > 0


@pytest.mark.parametrize("scenario", ["seven", "campaign"])
def test_the_germans_of_a_campaign_save_their_troops(scenario: str) -> None:
    """They leave a worn brigade alone that they would strike in the seven turns."""

    def change(state: Situation) -> None:
        movement(state, GERMAN, turn=6)
        state.phase = "combat"
        put(state, "CAN-3-7", "2026", 2)
        put(state, "GE-12SS-25", "1926")
        put(state, "GE-12SS-26", "1926")

    attacks = str(choice(opened(change, scenario)).order).startswith("attack 2026")
    assert attacks == (scenario == "seven")


@pytest.mark.rule("normandy44:11.4.1a")
def test_guns_against_tanks_make_a_stack_safer() -> None:
    """The tanks of the Allies do nothing against an anti-tank battalion, nor in a city."""
    look, state = _german_look(
        "campaign",
        ("GE-352-1-914", "1720"),
        ("GE-352-2-914", "1718"),
        ("GE-352-PzJg", "1718"),
        ("GE-352-1-916", "2029"),
    )
    board = state.game.board
    alone, guns, city = (
        look.front.support(state, board.index(h)) for h in ("1720", "1718", "2029")
    )
    assert alone > guns == city


@pytest.mark.rule("normandy44:17.4b")
def test_who_is_lost_with_cherbourg_is_no_target_from_its_last_hex() -> None:
    """The Cotentin HQ is alone before the city: whoever goes into the last empty hex of it has no one left to attack."""

    def change(state: Situation) -> None:
        movement(state, ALLIED, turn=6)
        last = state.game.board.index("3606")
        state.control |= state.game.tables.cherbourg & ~(1 << last)
        put(state, "GE-HQ-Cotentin", "3506")
        for name in ("US-3A-CCA", "US-3A-CCB", "US-3A-CCR"):
            put(state, name, "3607")

    assert choice(opened(change, "cherbourg")).order


def test_a_post_in_danger_is_joined() -> None:
    """A weak battalion before Saint-Lô is a place for a regiment on its way to Coutances."""
    look, state = _german_look(
        "campaign", ("GE-352-1-914", "2118"), ("GE-Lehr-901", "1816"), ("US-1-16", "2318")
    )
    tanks = state.game.units.find("GE-Lehr-901")
    assert tanks is not None
    look.aims[tanks.index] = state.game.board.index("1709")
    planner = Planner(look, state, [tanks.index])
    assert state.game.board.index("2118") in planner._places(tanks.index)


def test_caen_is_guarded_before_the_nearest_town() -> None:
    """Cars that could be in any of forty places think of Caen, however many towns are nearer."""
    look, state = _german_look(
        "campaign", ("GE-21-21rec", "1523"), ("BR-7A-a", "2026"), ("BR-7A-b", "2131")
    )
    cars = state.game.units.find("GE-21-21rec")
    assert cars is not None
    look.aims[cars.index] = state.game.board.index("1341")
    places = Planner(look, state, [cars.index])._places(cars.index)
    assert {"1929", "2029"} <= {state.game.board.label(h) for h in places}


def test_bayeux_draws_the_germans_of_the_seven_turns_less_than_caen() -> None:
    """S2.2 Both count two points a hex; held like Caen it would be the grave of too many."""
    look, state = _german_look("seven", ("BR-7A-a", "2325"))
    aims, board = look.country.aims(state, GERMAN), state.game.board
    assert 0 < aims[board.index("2322")] < aims[board.index("2029")]


def test_guns_stand_with_somebody() -> None:
    """Behind a line that holds, too, a headquarters prefers a hex where there are troops."""
    look, state = _german_look(
        "campaign",
        ("GE-352-1-914", "1918"),
        ("GE-352-2-914", "1920"),
        ("GE-352-1-916", "1919"),
        ("GE-352-FE", "1720"),
        ("GE-HQ-84", "1719"),
        ("US-1-16", "2020"),
    )
    guns = state.game.units.find("GE-HQ-84")
    assert guns is not None
    planner, board = Planner(look, state, [guns.index]), state.game.board
    alone, company = (planner._danger(guns.index, board.index(h), 0) for h in ("1719", "1720"))
    assert alone > company


@pytest.mark.rule("normandy44:17.2.3")
@pytest.mark.parametrize(("start", "least", "most"), [("1115", 3, 99), ("1616", 0, 1)])
def test_guns_out_of_range_march_to_the_front(
    start: str, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has nobody in range loses nothing by going more than a hex; who has, would be silent."""
    look, state = _german_look(
        "campaign", ("GE-352-1-914", "1918"), ("US-1-16", "2018"), ("GE-HQ-2FJ", start)
    )
    nearer = state.game.board.grid.distance
    front = state.game.board.index("1918")
    came = _guns_go(look, state, "GE-HQ-2FJ", monkeypatch)
    assert least <= nearer(state.game.board.index(start), front) - nearer(came, front) <= most


def test_german_headquarters_share_the_front(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one has three posts in range another rather serves two that nobody serves."""
    look, state = _german_look(
        "campaign",
        ("GE-352-1-914", "1918"),
        ("GE-352-2-914", "1919"),
        ("GE-352-1-916", "1920"),
        ("US-1-16", "2018"),
        ("US-1-18", "2020"),
        ("GE-HQ-84", "1719"),
        ("GE-21-125", "2029"),
        ("GE-21-192", "2030"),
        ("BR-7A-a", "2129"),
        ("BR-7A-b", "2131"),
        ("GE-HQ-86", "1724"),
    )
    board = state.game.board
    there = _guns_go(look, state, "GE-HQ-86", monkeypatch)
    assert board.grid.distance(there, board.index("2029")) <= 4


def _guns_go(look: Look, state: Situation, name: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Where a headquarters goes behind a line that holds."""
    monkeypatch.setattr(Planner, "_danger", lambda *_: 0.0)
    guns = state.game.units.find(name)
    assert guns is not None
    return Planner(look, state, [guns.index]).plan().goals.get(guns.index, state.hex[guns.index])


def _german_look(scenario: str, *units: tuple[str, str]) -> tuple[Look, Situation]:
    """What the Germans see of a position with these units; an American tank battalion is somewhere on the coast."""
    rules = Normandy44(scenario=scenario)
    state = rules.start()
    movement(state, GERMAN, turn=8)
    put(state, "US-Tk-741", "2719")
    for name, h in units:
        put(state, name, h)
    return Headquarters(Country(rules)).look(state, GERMAN), state


@pytest.mark.parametrize("name", ["staff", "veteran"])
def test_who_comes_to_the_board_in_the_midst_of_an_advance_goes_on_with_it(name: str) -> None:
    """14.2 A level answers every question anew, and has not sent the unit that advances."""
    g = grognard.new("normandy44", seed=3, scenario="cherbourg")
    staff, rng = bots.make("staff", "normandy44"), random.Random(1)
    while (ask := g.decision) is not None and (ask.kind != "advance to" or len(ask.actions) < 2):
        g.play(staff.choose(g, rng).order)
    assert g.decision is not None
    assert bots.make(name, "normandy44").choose(g, rng).order in g.legal_actions


def test_who_comes_to_the_board_in_the_midst_of_an_advance_knows_what_was_won() -> None:
    """14.2 The question names the hex: mostly he goes on as who ordered the attack, who also remembers the front before it."""
    g = grognard.new("normandy44", seed=3, scenario="cherbourg")
    staff, rng = bots.make("staff", "normandy44"), random.Random(1)
    same = []
    while (ask := g.decision) is not None and g.turn < 6:
        order = staff.choose(g, rng).order
        if ask.kind == "advance to" and len(ask.actions) > 1:
            fresh = bots.make("staff", "normandy44").choose(g, random.Random(1)).order
            same.append(str(fresh) == str(order))
        g.play(order)
    assert sum(same) > 0.7 * len(same) > 10
