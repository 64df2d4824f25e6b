"""The levels of Gazala 1942: legal, in time, and blind to what their seat may not know."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from tests.bots.test_gazala1942 import first, veiled
from tests.rulebook.gazala1942.tabletop import rules as rules_of

import grognard
from grognard import bots
from grognard.bots.gazala1942.brief import BASTION, GazalaBrief
from grognard.bots.gazala1942.country import Country
from grognard.bots.gazala1942.design import PLAIN, draft
from grognard.bots.search import BY_NAME, SearchBot
from grognard.bots.search.bot import value_of
from grognard.bots.search.brief import AFRESH
from grognard.bots.search.value import by_hunch
from grognard.engine.game import Game
from grognard.games.gazala1942.counters import ALLIED, SIDES
from grognard.games.gazala1942.situation import NOBODY, UNKNOWN, Situation

SECONDS = 5.0


@pytest.mark.parametrize("side", SIDES)
def test_the_highest_ordinary_level_plans_an_impulse_in_time(side: str) -> None:
    g = first("move", side)
    bot, rng = bots.make("grognard", "gazala1942"), random.Random(1)
    impulse = (g.turn, g.state.impulses)
    start = time.process_time()
    while g.decision is not None and g.side == side and (g.turn, g.state.impulses) == impulse:
        g.play(bot.choose(g, rng).order)
    spent = time.process_time() - start
    assert spent < SECONDS, spent


@pytest.mark.parametrize("side", SIDES)
def test_what_a_seat_imagines_is_whole_and_fits_what_it_sees(side: str) -> None:
    g = first("move", side)
    rules = rules_of(g)
    seen = rules.seen(g.state, side)
    for seed in range(5):
        whole = GazalaBrief(rules).imagine(seen, side, random.Random(seed))
        assert isinstance(whole, Situation)
        assert whole.unseen == (0, 0)
        assert whole.dropped != UNKNOWN
        assert whole.cup.bit_count() == g.state.cup.bit_count(), "as many markers as there are"
        assert rules.seen(whole, side).unseen == seen.unseen
        assert whole.landing_note[1] != UNKNOWN
        assert whole.dropped == NOBODY or not whole.cup >> whole.dropped & 1


@pytest.mark.parametrize("side", SIDES)
def test_a_level_does_not_look_at_what_is_hidden(side: str) -> None:
    g = first("move", side)
    rules = rules_of(g)
    other = Game(rules, ask_dice=True, state=veiled(g, side))
    ask = other.decision
    assert ask is not None
    assert ask.kind == "move"
    answers = []
    for game in (Game(rules, ask_dice=True, state=g.state.copy()), other):
        bot = SearchBot(BY_NAME["veteran"], GazalaBrief)
        answers.append(str(bot.choose(game, random.Random(5)).order))
    assert answers[0] == answers[1]


def test_the_levels_are_offered_beside_the_staff() -> None:
    assert bots.names("gazala1942") == ("random", *BY_NAME, "staff")
    g = grognard.new("gazala1942", scenario="british", seed=1)
    assert bots.make("recruit", "gazala1942").choose(g, random.Random(1)).order in g.legal_actions


@pytest.mark.parametrize(
    ("side", "first_aims"),
    [
        ("axis", ["staff"] * 3 + ["storm", "storm"]),
        ("allied", ["staff"] * 3 + ["strike", "bastion"]),
    ],
)
def test_the_higher_levels_begin_with_the_bold_plans(side: str, first_aims: list[str]) -> None:
    g = grognard.new("gazala1942", scenario="opening", seed=1)
    levels = [*BY_NAME.values()][:5]
    assert [SearchBot(level, GazalaBrief).aims(g, side)[0].key for level in levels] == first_aims
    expected = GazalaBrief(rules_of(g)).postures(g.state, side)[0]
    assert expected.key == "staff", "the enemy is not taken for the boldest"


@pytest.mark.rule("gazala1942:13.19")
def test_the_bastion_doubles_the_garrisons_of_the_objectives() -> None:
    """One of the three is enough: those in the boxes nearby are called to them, who else stay where they are."""
    g = grognard.new("gazala1942", scenario="opening", seed=1)
    for seat in ("allied", "axis"):
        g.play("default", seat)
    rules = rules_of(g)
    names = ("AL-1FR", "AL-69-50", "AL-1-1SA")
    unit = {counter.id: counter.index for counter in rules.units if counter.id in names}
    twice = replace(PLAIN, garrison=BASTION.garrison)
    once, more = (draft(Country(rules), g.state, ALLIED, p).aims for p in (PLAIN, twice))
    label = rules.board.label
    assert {name: label(once[u]) for name, u in unit.items()} == {
        name: label(g.state.hex[u]) for name, u in unit.items()
    }
    assert label(more[unit["AL-1FR"]]) == "0912"
    assert label(more[unit["AL-69-50"]]) == "1411"
    assert more[unit["AL-1-1SA"]] == once[unit["AL-1-1SA"]]
    assert BASTION.back


@pytest.mark.rule("gazala1942:10.3a")
def test_a_movement_is_drafted_afresh_when_a_car_has_stepped_aside() -> None:
    g = first("move", "axis")
    brief, ask = GazalaBrief(rules_of(g)), g.decision
    assert ask is not None
    after = g.state.copy()
    low, high = after.game.span[ALLIED]
    car = next(u for u in range(low, high) if after.game.units.units[u].car and after.hex[u] >= 0)
    after.put(car, next(h for h in after.game.ground.neighbours[after.hex[car]] if h >= 0))
    (phase, foes), (same, others) = (
        brief.moment(state, ask).split(AFRESH) for state in (g.state, after)
    )
    assert phase == same
    assert foes != others


@pytest.mark.parametrize("scenario", ["opening", "aida", "british"])
def test_who_is_ahead_is_open_at_the_start_and_certain_at_the_end(scenario: str) -> None:
    """13.0 One side must hold every objective: without them it is lost at the end, not at the start."""
    g = grognard.new("gazala1942", scenario=scenario, seed=1)
    staff, rng = bots.make("staff", "gazala1942"), random.Random(1)
    while g.turn < 1:
        g.play(staff.choose(g, rng).order)
    brief = bots.brief(g.rules)
    for value in (value_of(brief), by_hunch(g.rules.sides, brief.hunches)):
        assert 0.25 < value.score(brief.features(g.state), "axis") < 0.75
        state = g.state.copy()
        state.turn = rules_of(g).setting.turns
        must = SIDES[rules_of(g).setting.winner]
        if must == "axis":
            assert value.score(brief.features(state), "axis") < 0.25
        else:
            assert value.score(brief.features(state), "axis") > 0.9
