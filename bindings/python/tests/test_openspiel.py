"""Games of OpenSpiel."""

import random
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
import weakfish
import weakfish.rl.openspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import sample_some_states
from open_spiel.python.observation import make_observation
from weakfish.rl import ONGOING, Games

GAMES = ["fide", "weakest", "minishogi", "monster", "crazyhouse"]


@pytest.mark.parametrize("name", GAMES)
def test_random_games(name: str) -> None:
    game = pyspiel.load_game(f"weakfish(definition={name},max_plies=150)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["fide", "monster"])
def test_the_api(name: str) -> None:
    class Case(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game_name = name
        game = pyspiel.load_game(f"weakfish(definition={name},max_plies=60)")

        @classmethod
        def setUpClass(cls) -> None:
            cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=40)
            cls.game_type = cls.game.get_type()

    result = unittest.TestResult()
    unittest.TestLoader().loadTestsFromTestCase(Case).run(result)
    assert result.testsRun > 4
    assert result.wasSuccessful(), result.errors + result.failures


@pytest.mark.parametrize("name", [*GAMES, "fischer-random"])
def test_states_are_what_games_are(name: str) -> None:
    built_in = weakfish.builtin(name)
    setup = f"{built_in.setups[0].name} 7" if built_in.setups[0].arrays else ""
    game = pyspiel.load_game("weakfish", {"definition": name, "setup": setup, "max_plies": 200})
    games = Games(built_in, 1, setup=setup or None, max_plies=200)
    observation = make_observation(game)
    assert game.num_distinct_actions() == games.actions
    chance = random.Random(1)
    for _ in range(4):
        state, step = game.new_initial_state(), games.reset([1])
        while not state.is_terminal():
            assert str(state) == games.fen(0)
            assert state.current_player() == step.turns[0]
            assert state.legal_actions() == np.flatnonzero(step.masks[0]).tolist()
            observation.set_from(state, player=0)
            assert (observation.dict["planes"] == step.planes[0]).all()
            assert (observation.dict["scalars"] == step.scalars[0]).all()
            assert step.ends[0] == ONGOING
            action = chance.choice(state.legal_actions())
            state = state.clone() if chance.random() < 0.1 else state
            state.apply_action(action)
            step = games.step([action])
        assert step.ends[0] != ONGOING
        assert state.returns() == step.rewards[0].tolist()


def test_a_definition_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "my-own.variant"
    path.write_text(weakfish.builtin("demichess").text)
    state = pyspiel.load_game("weakfish", {"definition": str(path)}).new_initial_state()
    again = pyspiel.load_game("weakfish(definition=demichess)").new_initial_state()
    assert str(state) == str(again)
    assert state.legal_actions() == again.legal_actions()


def test_illegal_actions_are_refused() -> None:
    state = pyspiel.load_game("weakfish").new_initial_state()
    with pytest.raises(weakfish.Refusal, match="is illegal"):
        state._apply_action(0)
