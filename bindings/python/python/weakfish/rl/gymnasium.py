"""A game against a level of the engine, as an environment of Gymnasium.

>>> import weakfish
>>> from weakfish.rl.gymnasium import AgainstEngine
>>> environment = AgainstEngine(weakfish.builtin("fide"), level=0)
>>> observation, info = environment.reset(seed=1)
>>> int(info["action_mask"].sum())
20
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from weakfish._native import Engine, Game
from weakfish._types import Side
from weakfish.rl import CUT, ONGOING, Games

__all__ = ["AgainstEngine"]

Observation = dict[str, NDArray[Any]]


class AgainstEngine(gymnasium.Env[Any, np.int64]):
    """The agent plays one side, the engine the other.

    ``info["action_mask"]`` has the legal actions. An illegal one loses the game if ``forgiving`` is false, and is otherwise
    replaced by a random legal one, of which ``info["illegal"]`` tells.
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: Game,
        *,
        level: int = 0,
        nodes: int = 1000,
        side: Side = "white",
        setup: str | None = None,
        max_plies: int = 1000,
        forgiving: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.game = game
        self.level = level
        self.nodes = nodes
        self.side = side
        self.forgiving = forgiving
        self.render_mode = render_mode
        self.games = Games(game, 1, setup=setup, max_plies=max_plies)
        self._engine = Engine(game, hash=1, tables=False)
        self._own = ("white", "black").index(side)
        planes, scalars = len(self.games.plane_names), len(self.games.scalar_names)
        self.observation_space = spaces.Dict(
            {
                "planes": spaces.Box(0, 1, (planes, game.ranks, game.files), np.uint8),
                "scalars": spaces.Box(-np.inf, np.inf, (scalars,), np.float32),
            }
        )
        self.action_space = spaces.Discrete(self.games.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._now = self.games.reset([int(self.np_random.integers(2**63))])
        self._reply()
        return self._observe(), self._info(illegal=False)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        illegal = not self._now.masks[0, action]
        if illegal and not self.forgiving:
            return self._observe(), -1.0, True, False, self._info(illegal=True)
        if illegal:
            action = self.np_random.choice(np.flatnonzero(self._now.masks[0]))
        before = self._observe()
        self._now = self.games.step([action])
        self._reply()
        end = self._now.ends[0]
        reward = float(self._now.rewards[0, self._own])
        # A finished game restarts; its last observation is the position before the end.
        observation = self._observe() if end == ONGOING else before
        return observation, reward, bool(end not in (ONGOING, CUT)), bool(end == CUT), self._info(illegal=illegal)

    def _reply(self) -> None:
        """Makes the engine's moves until it is the agent's turn or the game has ended."""
        while self._now.ends[0] == ONGOING and self._now.turns[0] != self._own:
            position = self.game.position(self.games.fen(0))
            seed = int(self.np_random.integers(2**63))
            found = self._engine.search(position, level=self.level, nodes=self.nodes, seed=seed)
            legal = self.games.legal(0)
            # A position alone does not tell which moves would bring back an earlier one.
            action = legal.get(str(found.move), next(iter(legal.values())))
            self._now = self.games.step([action])

    def _observe(self) -> Observation:
        return {"planes": self._now.planes[0].copy(), "scalars": self._now.scalars[0].copy()}

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        return {"action_mask": self._now.masks[0].astype(np.int8), "illegal": illegal}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        position = self.game.position(self.games.fen(0))
        return position.draw() if self.render_mode == "svg" else str(position)
