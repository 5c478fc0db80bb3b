"""Many games at once, for programs that learn.

>>> import weakfish
>>> from weakfish.rl import Games
>>> games = Games(weakfish.builtin("fide"), 2)
>>> step = games.reset(range(2))
>>> step.planes.shape, step.masks.sum(axis=1).tolist()
((2, 13, 8, 8), [20, 20])
>>> step = games.step(games.random_actions())
>>> step.rewards.tolist(), step.ends.tolist()
([[0.0, 0.0], [0.0, 0.0]], [0, 0])
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from weakfish._native import Game, Lanes

__all__ = ["CUT", "ENDED", "ONGOING", "Games", "Step", "Tally"]

ONGOING = 0
"""The game has not ended."""

ENDED = 1
"""The game has ended by its rules."""

CUT = 2
"""The game was cut after the maximum number of plies."""


class Step(NamedTuple):
    """The arrays of all games; each has a row for every game. They are views of arrays that the next step writes to."""

    planes: NDArray[np.uint8]
    """Planes of squares: by plane, rank and file. Empty without observations."""
    scalars: NDArray[np.float32]
    """Numbers that no square has. Empty without observations."""
    rewards: NDArray[np.float32]
    """Rewards of White and Black: 1 for a win, -1 for a loss, or the worth in the ending; 0 before the game has ended."""
    ends: NDArray[np.uint8]
    """``ONGOING``, ``ENDED`` or ``CUT``."""
    masks: NDArray[np.bool_]
    """Which actions are legal. Empty without masks."""
    turns: NDArray[np.uint8]
    """The side to move: 0 for White, 1 for Black."""


class Tally(NamedTuple):
    """How many games have ended, and how."""

    white: int
    black: int
    drawn: int
    cut: int


class Games:
    """Games of one kind that are played side by side, each by its own seed.

    A game that has ended begins anew at once: ``rewards`` and ``ends`` are those of the game that has ended, all else is of the
    new one. Draws and wins that can be claimed are claimed unless ``claims`` is false. ``max_plies`` is 0 for no limit.
    """

    game: Game
    count: int
    actions: int
    """The number of actions. They are numbered alike for equal definitions."""
    plane_names: list[str]
    scalar_names: list[str]

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        observations: bool = True,
        masks: bool = True,
        setup: str | None = None,
        max_plies: int = 0,
        claims: bool = True,
        threads: int = 1,
    ) -> None:
        self.game = game
        self.count = count
        self._lanes = Lanes(game, count, setup, max_plies, claims, threads)
        self.actions = self._lanes.actions
        self.plane_names = self._lanes.planes
        self.scalar_names = self._lanes.scalars
        rows = count if observations else 0
        self._planes = np.zeros((rows, len(self.plane_names), game.ranks, game.files), np.uint8)
        self._scalars = np.zeros((rows, len(self.scalar_names)), np.float32)
        self._masks = np.zeros((count if masks else 0, self.actions), np.bool_)
        self._rewards = np.zeros((count, 2), np.float32)
        self._ends = np.zeros(count, np.uint8)
        self._turns = np.zeros(count, np.uint8)
        self._chosen = np.zeros(count, np.int64)
        self._arrays = (self._planes, self._scalars, self._masks, self._rewards, self._ends, self._turns)
        shown = (self._planes, self._scalars, self._rewards, self._ends, self._masks, self._turns)
        self._step = Step(*[_view(array) for array in shown])
        self.reset(range(count))

    def reset(self, seeds: ArrayLike) -> Step:
        """Restarts all games. Shuffled setups and random moves depend on the seeds."""
        self._lanes.reset(np.ascontiguousarray(seeds, np.uint64), self._arrays)
        return self._step

    def step(self, actions: ArrayLike) -> Step:
        """Makes a move in each game. An illegal action raises a ``Refusal``, and no move is made then."""
        self._lanes.step(np.ascontiguousarray(actions, np.int64), self._arrays)
        return self._step

    def random_actions(self) -> NDArray[np.int64]:
        """Chooses a legal action for each game, all of them with equal chances."""
        self._lanes.random_actions(self._chosen)
        return self._chosen

    def random_step(self) -> Step:
        """Makes a random move in each game."""
        self._lanes.random_step(self._arrays)
        return self._step

    def play_random(self, plies: int) -> Tally:
        """Makes `plies` random moves in each game, without observations; returns how the games have ended."""
        return Tally(*self._lanes.play_random(plies, self._arrays))

    def action_text(self, action: int) -> str:
        """Describes an action."""
        return self._lanes.action_text(action)

    def legal(self, index: int) -> dict[str, int]:
        """Returns the actions of a game's legal moves in machine notation."""
        return dict(self._lanes.legal(index))

    def fen(self, index: int) -> str:
        """Returns the FEN of a game."""
        return self._lanes.fen(index)


def _view(array: NDArray[Any]) -> NDArray[Any]:
    """Returns a view that can't be written to."""
    view = array.view()
    view.setflags(write=False)
    return view
