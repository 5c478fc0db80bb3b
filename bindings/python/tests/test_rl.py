"""Many games at once."""

from typing import cast

import numpy as np
import pytest
import weakfish
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from weakfish._native import Encoder
from weakfish.rl import CUT, ENDED, ONGOING, Games
from weakfish.rl.gymnasium import AgainstEngine
from weakfish.rl.pettingzoo import env

FIDE = weakfish.builtin("fide")


@pytest.mark.parametrize("name", [built_in.name for built_in in weakfish.games()])
def test_every_move_has_a_number_of_its_own(name: str) -> None:
    games = Games(weakfish.builtin(name), 2, max_plies=300, observations=False)
    texts = [games.action_text(action) for action in range(games.actions)]
    assert len(set(texts)) == len(texts)
    for ply in range(600):
        step = games.random_step()
        if ply % 50 == 0:
            for index in range(games.count):
                legal = games.legal(index)
                assert len(set(legal.values())) == len(legal)
                assert sorted(legal.values()) == np.flatnonzero(step.masks[index]).tolist()


def test_numbers_say_who_has_castled_where_an_ending_asks() -> None:
    asked = weakfish.parse('game "Own" extends fide\nendings\n  castled: wins\n  the rest: inherited\n')
    games, encoder = Games(asked, 1), Encoder(asked)
    assert not any("has castled" in name for name in Games(FIDE, 1).scalar_names)
    planes, scalars = np.zeros((len(encoder.planes), 8, 8), np.uint8), np.zeros(len(encoder.scalars), np.float32)
    position = asked.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for move, castled in [("", []), ("e1c1", ["white has castled on the first file"])]:
        if move:
            position.push_uci(move)
        encoder.observe(position, planes, scalars)
        pairs = zip(games.scalar_names, scalars, strict=True)
        assert [name for name, value in pairs if "has castled" in name and value] == castled


def test_arrays_tell_what_positions_are() -> None:
    games = Games(FIDE, 3)
    step = games.reset([5, 6, 7])
    assert games.plane_names[:6] == [f"white {man}" for man in ("King", "Queen", "Rook", "Bishop", "Knight", "Pawn")]
    assert step.planes.shape == (3, len(games.plane_names), 8, 8)
    for _ in range(200):
        before = [FIDE.position(games.fen(index)) for index in range(3)]
        actions = games.random_actions().copy()
        texts = [{number: text for text, number in games.legal(index).items()} for index in range(3)]
        step = games.step(actions)
        for index, position in enumerate(before):
            position.push_uci(texts[index][int(actions[index])])
            if step.ends[index] != ONGOING:
                continue
            assert games.fen(index) == position.fen()
            assert games.legal(index).keys() == {move.uci() for move in position.legal_moves}
            assert step.turns[index] == (position.turn == "black")
            assert step.scalars[index, 0] == (position.turn == "white")
            seen = np.zeros_like(step.planes[index])
            for man in position.board:
                file, rank = ord(man.square[0]) - ord("a"), int(man.square[1:]) - 1
                seen[games.plane_names.index(f"{man.side} {man.man}"), rank, file] = 1
            assert (seen[:12] == step.planes[index, :12]).all()


def test_ends_and_rewards() -> None:
    games = Games(FIDE, 1, max_plies=4)
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        step = games.step([games.legal(0)[text]])
    assert step.ends.tolist() == [ENDED]
    assert step.rewards.tolist() == [[-1, 1]]
    assert games.fen(0) == FIDE.start().fen()
    for text in ["f2f3", "e7e5", "g2g4", "d8g5"]:
        step = games.step([games.legal(0)[text]])
    assert step.ends.tolist() == [CUT]
    assert step.rewards.tolist() == [[0, 0]]


def test_equal_seeds_give_equal_games() -> None:
    fischer = weakfish.builtin("fischer-random")
    one, other = Games(fischer, 4, threads=2), Games(fischer, 4)
    for games in (one, other):
        games.reset([1, 2, 1, 3])
        for _ in range(100):
            games.random_step()
    assert [one.fen(index) for index in range(4)] == [other.fen(index) for index in range(4)]
    assert one.fen(0) == one.fen(2) != one.fen(1)
    assert sum(one.play_random(1000)) == sum(other.play_random(1000)) > 0
    assert [one.action_text(action) for action in range(9)] == [other.action_text(action) for action in range(9)]


def test_bad_input_is_refused() -> None:
    games = Games(FIDE, 2)
    fens = [games.fen(index) for index in range(2)]
    legal = games.legal(0)["e2e4"]
    for wrong in ([legal, games.actions], [legal, -1], [legal, 0], [legal]):
        with pytest.raises(weakfish.Refusal):
            games.step(wrong)
    with pytest.raises(weakfish.Refusal):
        games.reset([1])
    with pytest.raises(weakfish.Refusal):
        games.action_text(games.actions)
    with pytest.raises(weakfish.Refusal):
        games.fen(2)
    assert [games.fen(index) for index in range(2)] == fens
    with pytest.raises(ValueError, match="read-only"):
        games.step([legal, legal]).masks[0, 0] = True


@pytest.mark.parametrize("name", ["fide", "weakest", "minishogi", "monster"])
def test_pettingzoo(name: str) -> None:
    environment = env(weakfish.builtin(name), max_plies=200, render_mode="ansi")
    api_test(environment, num_cycles=300)
    seed_test(lambda: env(weakfish.builtin(name), max_plies=50), num_cycles=20)
    environment.reset(seed=1)
    assert cast(str, environment.render()).startswith(str(environment.game.ranks))


def test_gymnasium() -> None:
    for name, side in (("fide", "white"), ("weakest", "black")):
        environment = AgainstEngine(weakfish.builtin(name), side=cast(weakfish.Side, side), nodes=50, max_plies=60)
        check_env(environment, skip_render_check=True)
    environment = AgainstEngine(FIDE, forgiving=False)
    environment.reset(seed=1)
    _, reward, terminated, _, info = environment.step(np.int64(0))
    assert (reward, terminated, info["illegal"]) == (-1, True, True)
