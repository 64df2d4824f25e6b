"""The PettingZoo environment passes PettingZoo's own tests."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

import grognard
from grognard.games import ruleset_class
from grognard.lab.moment import Moment, vocabulary
from grognard.lab.pettingzoo import WargameEnv, env

SCENARIOS = [
    (name, scenario.id) for name in grognard.games() for scenario in ruleset_class(name).scenarios
]


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
def test_the_interface_is_pettingzoos() -> None:
    api_test(env("anzio"), num_cycles=200)


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_interface_of_every_scenario_is_pettingzoos(name: str, scenario: str) -> None:
    api_test(env(name, scenario=scenario), num_cycles=200)
    seed_test(lambda: env(name, scenario=scenario), num_cycles=100)


def test_a_seed_decides_everything() -> None:
    seed_test(lambda: env("anzio"), num_cycles=300)


def play_out(world: Any, seed: int) -> dict[str, float]:
    """Random legal actions to the end; the rewards each agent was told of."""
    world.reset(seed=seed)
    told: dict[str, float] = dict.fromkeys(world.agents, 0.0)
    for place, agent in enumerate(world.agents):
        world.action_space(agent).seed(seed + place)
    for agent in world.agent_iter():
        seen, reward, ended, _, _ = world.last()
        told[agent] += reward
        mask = seen["action_mask"]
        if not ended:
            assert mask.sum() == len(world.unwrapped.moment.game.legal_actions)
        world.step(None if ended else world.action_space(agent).sample(mask))
    return told


def test_a_whole_game_ends_with_the_rewards_of_its_outcome() -> None:
    world = env("anzio", options=("6.2", "10.5"))
    told = play_out(world, 3)
    outcome = world.unwrapped.moment.game.outcome
    assert outcome is not None
    expected = {None: 0.0}.get(outcome.winner, 1.0)
    assert told == {
        side: expected if side == outcome.winner else -expected for side in ("allied", "german")
    }


LAST_TURN = """grognard position 1
game anzio
turn 12
phase combat german
initiative allied
weather rainy
0502 AL-504
1303 AL-509
0503 GE-65-A(a)
1304 GE-71-A
"""


def test_the_winner_is_rewarded_and_the_loser_punished() -> None:
    world = WargameEnv("anzio")
    world.reset(seed=1)
    world.moment = Moment(grognard.load(LAST_TURN))
    world.agent_selection = "german"
    mask = world.observe("german")["action_mask"]
    assert not world.observe("allied")["action_mask"].any()
    done = vocabulary(world.moment.game.rules).words.index("done")
    assert mask[done]
    world.step(done)
    assert world.rewards == {"allied": 1.0, "german": -1.0}
    assert all(world.terminations.values())


@pytest.mark.filterwarnings("ignore")
def test_an_illegal_action_loses() -> None:
    world = env("anzio")
    world.reset(seed=1)
    seen, *_ = world.last()
    world.step(int((seen["action_mask"] == 0).argmax()))
    assert world.rewards["allied"] == -1
    assert all(world.terminations.values())


def test_the_position_is_the_picture() -> None:
    world = env("anzio", render_mode="ansi")
    world.reset(seed=1)
    assert world.render().startswith("grognard position 1")
