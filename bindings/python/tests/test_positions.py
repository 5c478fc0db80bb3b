"""Positions: playing, notations, questions."""

import copy
import pickle
import random
import time
from pathlib import Path

import pytest
import weakfish

FIDE = weakfish.builtin("fide")


def random_plies(game: weakfish.Game, seed: int, most: int) -> weakfish.Position:
    generator = random.Random(seed)
    position = game.start()
    while (moves := position.legal_moves) and position.ply() < most:
        position.push(moves[generator.randrange(len(moves))])
    return position


def test_a_game_is_played_and_taken_back() -> None:
    position = FIDE.start()
    start = position.fen()
    assert start == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert position.turn == "white"
    assert [position.push_san(text).uci() for text in ["f3", "e5", "g4"]] == ["f2f3", "e7e5", "g2g4"]
    mate = position.parse_san("Qh4")
    assert position.san(mate) == "Qh4#"
    assert position.uci(mate) == str(mate) == "d8h4"
    assert position.gives_check(mate)
    assert not position.is_capture(mate)
    position.push(mate)
    assert position.is_check()
    assert position.checkers() == ["h4"]
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.score, outcome.ending) == ("black", (0.0, 1.0), "checkmate")
    assert outcome.reason == str(outcome) == "Black has won by checkmate."
    assert outcome.result() == position.result() == "0-1"
    assert position.is_game_over()
    assert len(position.legal_moves) == 0
    assert position.history == ["f3", "e5", "g4", "Qh4#"]
    assert [move.uci() for move in position.move_stack] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    other = position.copy()
    assert other == position
    assert copy.copy(position).ply() == copy.deepcopy(position).ply() == 4
    assert position.copy(stack=False).ply() == 0
    assert other.peek() == other.pop() == mate
    assert other != position
    for _ in range(3):
        other.pop()
    assert other.fen() == start
    with pytest.raises(IndexError):
        other.pop()
    with pytest.raises(IndexError):
        other.peek()


@pytest.mark.parametrize("name", ["fide", "weakest", "crazyhouse", "monster", "fischer-random", "amazons"])
def test_positions_are_pickled(name: str) -> None:
    game = weakfish.builtin(name)
    arrays = game.setups[0].arrays
    position = game.start(f"{game.setups[0].name} {arrays - 1}") if arrays else game.start()
    generator = random.Random(name)
    while (moves := position.legal_moves) and position.ply() < 60:
        position.push(generator.choice(list(moves)))
    other, owner = pickle.loads(pickle.dumps((position, game)))
    assert other.game is owner
    assert (owner.name, owner.text) == (game.name, game.text)
    assert (other.fen(), other.history) == (position.fen(), position.history)
    assert list(other.legal_moves) == list(position.legal_moves)
    while position.ply():
        assert (other.pop(), other.fen()) == (position.pop(), position.fen())


def test_a_pickle_has_the_definitions_that_a_game_extends(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    texts = {
        "own.variant": 'game "Own" extends "./below/middle.variant"\n',
        "below/middle.variant": 'game "Middle" extends "base.variant"\nrules\n  castling: none\n',
        "below/base.variant": 'game "Base" extends fide\nmen\n  Q queen: R2B2\n',
    }
    for path, text in texts.items():
        (tmp_path / path).write_text(text)
    name = "own.variant"
    read = weakfish.load(tmp_path / name)
    given = weakfish.parse(texts[name], name, files={path: text for path, text in texts.items() if path != name})
    pickles = [pickle.dumps(game) for game in [read, given]]
    for path in texts:
        (tmp_path / path).unlink()
    for game, pickled in zip([read, given], pickles, strict=True):
        other = pickle.loads(pickled)
        assert (other.name, other.text, other.model()) == (game.name, game.text, game.model())
        assert "R2B2" in {man.betza for man in other.men}


def test_moves_have_types() -> None:
    position = FIDE.position("r3k3/1P6/8/8/8/8/8/R3K2R w KQq - 0 1")
    moves = {move.uci(): move for move in position.legal_moves}
    castling = moves["e1g1"]
    assert (castling.kind, castling.partner, castling.partner_to) == ("castle", "h1", "f1")
    promotion = moves["b7a8q"]
    assert (promotion.from_square, promotion.to_square, promotion.promotion) == ("b7", "a8", "Queen")
    assert position.is_capture(promotion)
    assert promotion == position.parse_uci("b7a8q")
    assert hash(promotion) == hash(position.parse_san("bxa8=Q"))
    assert promotion != moves["b7a8r"]
    lancer = weakfish.builtin("lancer").start()
    turns = [move for move in lancer.legal_moves if move.kind == "turn"]
    assert all(move.from_square == move.to_square and move.facings for move in turns)
    shogi = weakfish.builtin("minishogi").position("2k2/5/5/5/2K2[Gp] w - - 0 1")
    assert {move.drop for move in shogi.legal_moves if move.kind == "drop"} == {"G"}
    assert shogi.hands == {"white": {"G": 1}, "black": {"p": 1}}
    amazons = weakfish.builtin("amazons").start()
    assert all(move.wall for move in amazons.legal_moves)
    assert {move.mode for move in weakfish.builtin("weakest").start().legal_moves} >= {"moving"}


@pytest.mark.parametrize("name", [built_in.name for built_in in weakfish.games()])
def test_texts_of_moves_are_read_back(name: str) -> None:
    position = random_plies(weakfish.builtin(name), 7, 60)
    while position.ply() > 0:
        made = position.pop()
        # Lists are as they were when they were asked for, and items of them are made later.
        moves = position.legal_moves
        position.push(made)
        texts = [move.uci() for move in moves]
        position.pop()
        assert made in moves
        assert len(set(texts)) == len(texts)
        if position.ply() % 9 == 0:
            for move, text in zip(moves, texts, strict=True):
                assert position.uci(move) == text
                assert position.parse_uci(text) == move
                assert position.parse_san(position.san(move)) == move
            assert position.game.position(position.fen()).fen() == position.fen()


def test_lists_are_sequences() -> None:
    moves = FIDE.start().legal_moves
    assert len(moves) == moves.count() == 20
    assert [move.uci() for move in moves][-1] == moves[-1].uci()
    assert moves[2:4] == [moves[2], moves[3]]
    assert [move.uci() for move in moves[::-1]] == [move.uci() for move in reversed(list(moves))]
    assert "e2e4" not in moves
    assert random.Random(1).choice(moves) in moves
    for index in (20, -21):
        with pytest.raises(IndexError):
            moves[index]


def test_refusals_say_why() -> None:
    position = FIDE.start()
    fen = position.fen()
    with pytest.raises(weakfish.MoveError) as refused:
        position.push_san("Ke3")
    assert refused.value.diagnostics[0].code
    with pytest.raises(weakfish.MoveError):
        position.push_uci("e2e5")
    late = FIDE.position("k7/8/8/8/8/8/8/K6R w - - 0 1").parse_san("Rh7")
    with pytest.raises(weakfish.MoveError, match="h1"):
        position.push(late)
    foreign = weakfish.builtin("amazons").start().legal_moves[0]
    for ask in (position.push, position.san, position.uci, position.is_capture, position.gives_check):
        with pytest.raises(weakfish.MoveError):
            ask(foreign)
    assert not position.is_legal(foreign)
    assert position.fen() == fen
    assert position.why("e2e4") == ""
    assert position.why("Ke3").endswith(".")
    assert position.attempt("a1", "a3").endswith(".")
    assert position.attempt("e2", "e4") == ""
    assert position.stuck("a1").endswith(".")
    with pytest.raises(weakfish.PositionError) as wrong:
        FIDE.position("k7/8/8/3X4/8/3z4/8/K7 w")
    assert [mistake.labels[0].start for mistake in wrong.value.diagnostics] == [8, 14]
    with pytest.raises(weakfish.Refusal, match="no square"):
        position.piece_at("z9")
    with pytest.raises(weakfish.Refusal, match="no side"):
        position.attackers("red", "e4")  # type: ignore[arg-type]
    with pytest.raises(weakfish.Refusal, match="no setup"):
        FIDE.start("nothing")


def test_claims_counters_and_series() -> None:
    position = FIDE.start()
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        position.push_san(text)
    [claim] = position.claims()
    assert (claim.name, claim.winner) == ("threefold-repetition", None)
    assert position.counters[0].value == 8
    assert (position.halfmove_clock, position.fullmove_number) == (8, 5)
    assert position.repetition_key == FIDE.start().repetition_key
    assert weakfish.builtin("monster").start().series == (0, 2, 2)
    assert position.series is None


def test_what_stands_where() -> None:
    position = FIDE.start()
    king = position.piece_at("e1")
    assert king is not None
    assert (king.side, king.man, king.letter, king.royal) == ("white", "King", "K", True)
    assert king in position.board
    assert position.piece_at("e4") is None
    assert position.attackers("white", "f3") == ["g1", "e2", "g2"]
    assert position.walls == []
    assert "r n b q k b n r" in str(position)
    assert position._repr_svg_() == position.draw()
    assert weakfish.Position(FIDE, position.fen()) == position


def test_games_as_texts() -> None:
    position = FIDE.replay("1. e4 e5 2. Nf3")
    assert position.ply() == 3
    assert FIDE.replay(position.record({"White": "Anne"})) == position
    assert '[White "Anne"]' in position.record({"White": "Anne"}, "pgn")
    with pytest.raises(weakfish.MoveError, match="King"):
        FIDE.replay("1. e4 e5 2. Ke3")
    position.set_fen("k7/8/8/8/8/8/8/K6R w - - 0 1")
    assert position.ply() == 0
    with pytest.raises(weakfish.Refusal, match="no format"):
        position.record(format="epd")  # type: ignore[arg-type]


def test_counts() -> None:
    position = FIDE.start()
    assert [position.perft(depth) for depth in range(5)] == [1, 20, 400, 8_902, 197_281]
    assert position.perft(4, threads=2, table=1) == 197_281
    assert sum(position.divide(3).values()) == 8_902
    assert position.divide(1)["e2e4"] == 1
    feeble = weakfish.builtin("feeble").start()
    assert feeble.perft(3) == 26_790


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_count() -> None:
    position = FIDE.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        position.perft(12)
    assert time.monotonic() - begun < 20
