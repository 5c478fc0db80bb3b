"""A game as an environment of PettingZoo: two agents that move in turns.

>>> import weakfish
>>> from weakfish.rl.pettingzoo import env
>>> environment = env(weakfish.builtin("fide"))
>>> environment.reset(seed=1)
>>> environment.agent_selection
'white'
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from weakfish._native import Game
from weakfish.rl import CUT, ONGOING, Games

__all__ = ["WeakfishEnv", "env"]

Observation = dict[str, Any]


class WeakfishEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """An environment of a game.

    An observation has ``observation``, the planes of both sides and the numbers, and ``action_mask``.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "weakfish_v0", "is_parallelizable": False}

    def __init__(
        self, game: Game, *, setup: str | None = None, max_plies: int = 1000, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.games = Games(game, 1, setup=setup, max_plies=max_plies)
        self.possible_agents = ["white", "black"]
        self.agents: list[str] = []
        planes, scalars = len(self.games.plane_names), len(self.games.scalar_names)
        observation = spaces.Dict(
            {
                "observation": spaces.Dict(
                    {
                        "planes": spaces.Box(0, 1, (planes, game.ranks, game.files), np.uint8),
                        "scalars": spaces.Box(-np.inf, np.inf, (scalars,), np.float32),
                    }
                ),
                "action_mask": spaces.Box(0, 1, (self.games.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(self.games.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(int(np.random.default_rng(seed).integers(2**63)))

    def _begin(self, seed: int) -> None:
        self._now = self.games.reset([seed])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._last: Observation | None = None
        self.agent_selection = self.possible_agents[self._now.turns[0]]

    def observe(self, agent: str) -> Observation:
        mask = self._now.masks[0].astype(np.int8)
        if self._last is not None:
            return {"observation": self._last, "action_mask": np.zeros_like(mask)}
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self._seen(), "action_mask": mask}

    def _seen(self) -> Observation:
        return {"planes": self._now.planes[0].copy(), "scalars": self._now.scalars[0].copy()}

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._seen()
        self._cumulative_rewards[agent] = 0.0
        self._now = self.games.step([action])
        self.rewards = dict(zip(self.possible_agents, map(float, self._now.rewards[0]), strict=True))
        self._accumulate_rewards()
        if self._now.ends[0] == ONGOING:
            self.agent_selection = self.possible_agents[self._now.turns[0]]
            return
        # The next game has begun already; the last observation is the position before the end.
        self._last = before
        ended = self.truncations if self._now.ends[0] == CUT else self.terminations
        for other in self.agents:
            ended[other] = True
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        position = self.game.position(self.games.fen(0))
        return position.draw() if self.render_mode == "svg" else str(position)

    def close(self) -> None:
        pass


def env(game: Game, **options: Any) -> WeakfishEnv:
    """Makes an environment of a game."""
    return WeakfishEnv(game, **options)
