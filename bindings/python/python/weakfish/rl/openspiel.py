"""A game for OpenSpiel, registered there as ``weakfish``.

>>> import pyspiel
>>> import weakfish.rl.openspiel
>>> game = pyspiel.load_game("weakfish(definition=shatranj,max_plies=300)")
>>> state = game.new_initial_state()
>>> len(state.legal_actions()), state.action_to_string(state.legal_actions()[0])
(16, 'b1a3')

Its parameters are ``definition``, the name of a built-in game or the path of a file; ``setup``, of which a shuffled one is
named with the number of its array; ``max_plies``, after which a game is drawn; and ``claims``, whether draws and wins that
can be claimed are claimed at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

import weakfish
from weakfish._native import Encoder

__all__ = ["WeakfishGame", "WeakfishObserver", "WeakfishState"]

_DEFAULTS: dict[str, Any] = {"definition": "fide", "setup": "", "max_plies": 1000, "claims": True}

_TYPE = pyspiel.GameType(
    short_name="weakfish",
    long_name="Weakfish",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class WeakfishGame(pyspiel.Game):  # type: ignore[misc]
    """A game of two players, White and Black, who are 0 and 1."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _DEFAULTS | (params or {})
        name = given["definition"]
        built_in = any(name == built_in.name for built_in in weakfish.games())
        self.game = weakfish.builtin(name) if built_in else weakfish.load(name)
        self.setup: str | None = given["setup"] or None
        self.max_plies: int = given["max_plies"]
        self.claims: bool = given["claims"]
        self.encoder = Encoder(self.game)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> WeakfishState:
        return WeakfishState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return WeakfishObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class WeakfishState(pyspiel.State):  # type: ignore[misc]
    """A state; inside a series the player to move stays the same."""

    def __init__(self, game: WeakfishGame) -> None:
        super().__init__(game)
        self.position = game.game.start(game.setup)
        self._encoder = game.encoder
        self._max_plies = game.max_plies
        self._claims = game.claims
        self._update()

    def _update(self) -> None:
        self._actions, self._result = self._encoder.legal_actions_and_rewards(self.position, self._claims)
        if self._result is None and self.position.ply() >= self._max_plies:
            self._result = (0.0, 0.0)

    def current_player(self) -> int:
        if self._result is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return ("white", "black").index(self.position.turn)

    def _legal_actions(self, _player: int) -> list[int]:
        return self._actions

    def _apply_action(self, action: int) -> None:
        self._encoder.push(self.position, action)
        self._update()

    def _action_to_string(self, _player: int, action: int) -> str:
        return self._encoder.action_text(action)

    def is_terminal(self) -> bool:
        return self._result is not None

    def returns(self) -> list[float]:
        return list(self._result or (0.0, 0.0))

    def __str__(self) -> str:
        return self.position.fen()


class WeakfishObserver:
    """What is seen of a state: the planes and numbers of `weakfish.rl.Games`."""

    def __init__(self, game: WeakfishGame, params: Any) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, and was given {params}")
        encoder = game.encoder
        shape = (len(encoder.planes), game.game.ranks, game.game.files)
        self._encoder = encoder
        self._seen = np.zeros(shape, np.uint8)
        size = self._seen.size
        self.tensor: NDArray[np.float32] = np.zeros(size + len(encoder.scalars), np.float32)
        self.dict = {"planes": self.tensor[:size].reshape(shape), "scalars": self.tensor[size:]}

    def set_from(self, state: WeakfishState, player: int) -> None:
        self._encoder.observe(state.position, self._seen, self.dict["scalars"])
        self.dict["planes"][:] = self._seen

    def string_from(self, state: WeakfishState, player: int) -> str:
        return str(state)


pyspiel.register_game(_TYPE, WeakfishGame)
