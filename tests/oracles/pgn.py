#!/usr/bin/env python3
"""Compares games in PGN with python-chess (`pip install chess`), in both directions.

Games are played at random, with comments, signs and variations. `weakfish replay` reads what python-chess writes, and
python-chess reads what `weakfish export pgn` writes; both must come to the same position. With `--record` the games of
`../data/python-chess.pgn`, which the tests read, are written anew.
"""

import argparse
import io
import json
import pathlib
import random
import subprocess
import tempfile

import chess
import chess.pgn
import chess.variant

HERE = pathlib.Path(__file__).resolve().parent
GAMES = {
    "fide": chess.Board,
    "antichess": chess.variant.AntichessBoard,
    "horde": chess.variant.HordeBoard,
    "king-of-the-hill": chess.variant.KingOfTheHillBoard,
    "racing-kings": chess.variant.RacingKingsBoard,
    "three-check": chess.variant.ThreeCheckBoard,
}


def played(board_class, dice, plies, from_position):
    """A game at random, and the position at its end."""
    board = board_class()
    for _ in range(dice.randrange(30) if from_position else 0):
        if not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
    game = chess.pgn.Game()
    game.setup(board)
    if not from_position:
        game.headers.pop("FEN", None)
    game.headers["White"] = 'A "quoted" name'
    node = game
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves or board.is_variant_end():
            break
        if dice.random() < 0.1 and len(moves) > 1:
            other = node.add_variation(dice.choice(moves))
            other.comment = "a line (with a word) left out"
            main = dice.choice([move for move in moves if move != other.move])
            node = node.add_main_variation(main)
        else:
            node = node.add_main_variation(dice.choice(moves))
        if dice.random() < 0.1:
            node.comment = dice.choice(["good; see below", "[%clk 0:01:02]", "1. e4 is no move here", "(so"])
        if dice.random() < 0.1:
            node.nags.add(dice.randrange(1, 140))
        board.push(node.move)
    game.headers["Result"] = board.result()
    return game, board


def fields(fen):
    """Men, side to move, and castling rights: what all programs write alike."""
    return fen.split()[:3]


def weakfish(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{arguments}: {done.stderr}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=HERE.parent.parent / "target/release/weakfish")
    parser.add_argument("--games", type=int, default=100, help="of each variant")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    if arguments.record:
        dice = random.Random(arguments.seed)
        texts = []
        for number in range(8):
            game, board = played(chess.Board, dice, 60, number % 2 == 1)
            game.headers["Final"] = board.fen(en_passant="fen")
            texts.append(str(game))
        (HERE.parent / "data/python-chess.pgn").write_text("\n\n".join(texts) + "\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, board_class in GAMES.items():
            dice = random.Random(f"{arguments.seed} {name}")
            pairs = [played(board_class, dice, 80, name == "fide" and number % 2 == 1) for number in range(arguments.games)]
            path = pathlib.Path(folder) / f"{name}.pgn"
            path.write_text("\n\n".join(str(game) for game, _ in pairs) + "\n")
            lines = json.loads(weakfish(arguments.program, "replay", name, path, "--json"))["lines"]
            assert len(lines) == len(pairs), (name, len(lines))
            for line, (_, board) in zip(lines, pairs):
                assert fields(line["fen"]) == fields(board.fen()), (name, line["fen"], board.fen())
            text = io.StringIO(weakfish(arguments.program, "export", "pgn", name, path))
            for line, (_, board) in zip(lines, pairs):
                game = chess.pgn.read_game(text)
                assert not game.errors, (name, game.errors)
                assert type(game.board()) is board_class, (name, game.headers["Variant"])
                assert fields(game.end().board().fen()) == fields(board.fen()), (name, line["fen"], game)
            assert chess.pgn.read_game(text) is None
            print(f"{name}: {len(pairs)} games, the same both ways")


if __name__ == "__main__":
    main()
