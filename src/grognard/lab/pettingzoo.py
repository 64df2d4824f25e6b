"""The games as PettingZoo environments: agents are the seats, legal actions a mask.

    env = pettingzoo.env("anzio")          # from grognard.lab import pettingzoo
    env.reset(seed=7)
    for agent in env.agent_iter(): ...

The environment throws the dice, from the seed it is reset with.  Actions are the numbers of
a ``Vocabulary``; ``observation["action_mask"]`` says which are legal; a win is worth 1, a defeat -1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..front import new
from ..games import open_rules
from .moment import TERMINAL, Moment, vocabulary


def env(game: str = "anzio", **how: Any) -> Any:
    """The environment, with PettingZoo's own checks around it; ``how`` as for ``WargameEnv``."""
    checked = wrappers.TerminateIllegalWrapper(WargameEnv(game, **how), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class WargameEnv(AECEnv):  # type: ignore[misc]
    """A game for agents that take turns."""

    metadata = {"render_modes": ["ansi"], "name": "grognard_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str = "anzio",
        *,
        options: Iterable[str] = (),
        scenario: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._how: dict[str, Any] = {"options": tuple(options), "scenario": scenario}
        self._name, self.render_mode = game, render_mode
        rules = open_rules(game, **self._how)
        self._words = vocabulary(rules)
        self.possible_agents = list(rules.seats)
        spaces: dict[str, Space[Any]] = {
            "observation": Box(0.0, 1.0, (self._words.shape,), np.float32),
            "action_mask": Box(0, 1, (len(self._words),), np.int8),
        }
        self._seen = {agent: Dict(spaces) for agent in self.possible_agents}
        self._done = {agent: Discrete(len(self._words)) for agent in self.possible_agents}
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Dict:
        return self._seen[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._done[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        seed = int(self._random.integers(1 << 62))
        self.moment = Moment(new(self._name, seed=seed, **self._how))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.moment.player()]

    def observe(self, agent: str) -> dict[str, Any]:
        game = self.moment.game
        mask = np.zeros(len(self._words), np.int8)
        if game.side == agent:
            mask[list(self.moment.choices())] = 1
        situation = np.array(self._words.features(game), np.float32)
        return {"observation": situation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.moment.play(int(action))
        if self.moment.player() == TERMINAL:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.moment.returns(), strict=True))
        else:
            self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return str(self.moment) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
