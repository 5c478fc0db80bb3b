"""Compares the arrays of Fischer Random Chess with python-chess: their numbers, counts of moves from each, and positions
of random games with castling rights in both forms that the field has.

    python tests/oracles/chess960.py [--program target/release/weakfish] [--games 60] [--seed 1]

Needs the package `chess`, version 1.11.
"""

import argparse
import random
import subprocess
import sys

import chess

GAME = "fischer-random"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/weakfish")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    def run(*words):
        result = subprocess.run([arguments.program, *words], capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"weakfish {' '.join(words)}\n{result.stderr}")
        return result.stdout

    def answer(lines):
        """What the program answers to these commands of UCI."""
        text = "\n".join([f"setoption name UCI_Variant value {GAME}", *lines, "quit"]) + "\n"
        return subprocess.run([arguments.program, "uci"], input=text, capture_output=True, text=True).stdout

    wrong = 0
    # All arrays, by their numbers.
    commands = []
    for number in range(960):
        commands += [f"setoption name Setup value {number}", "position startpos", "d"]
    fens = [line[5:] for line in answer(commands).splitlines() if line.startswith("Fen: ")]
    for number, fen in enumerate(fens):
        expected = chess.Board.from_chess960_pos(number).fen()
        if fen != expected:
            wrong += 1
            print(f"array {number}: {fen}, python-chess has {expected}")
    print(f"{len(fens)} arrays, {wrong} wrong")

    # Positions of random games, each with the castling field of both forms.
    random.seed(arguments.seed)
    positions = 0
    castlings = 0
    for game in range(arguments.games):
        board = chess.Board.from_chess960_pos(random.randrange(960))
        boards = []
        for _ in range(arguments.plies):
            # Castlings are rare among random moves.
            castling = [move for move in board.legal_moves if board.is_castling(move)]
            moves = list(board.legal_moves)
            if not moves or board.is_game_over():
                break
            boards.append(board.copy(stack=False))
            castlings += len(castling)
            board.push(random.choice(castling) if castling and random.random() < 0.2 else random.choice(moves))
        forms = [board.shredder_fen() if random.random() < 0.5 else board.fen() for board in boards]
        answers = answer([line for form in forms for line in (f"position fen {form}", "d")]).splitlines()
        fens = [line[5:] for line in answers if line.startswith("Fen: ")]
        counts = [int(run("perft", GAME, "2", "--fen", form).split()[-1]) for form in forms]
        if len(counts) != len(boards) or len(fens) != len(boards):
            sys.exit("\n".join(["an answer is missing"] + answers[-5:]))
        for position, count, fen in zip(boards, counts, fens):
            positions += 1
            expected = 0
            for move in list(position.legal_moves):
                position.push(move)
                expected += position.legal_moves.count()
                position.pop()
            if count != expected:
                wrong += 1
                print(f"{position.fen()}: perft 2 is {count}, python-chess has {expected}")
            if fen.split()[2] != position.fen().split()[2]:
                wrong += 1
                print(f"{position.fen()}: castling rights {fen.split()[2]}")
    print(f"{positions} positions of {arguments.games} games, {castlings} castlings, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
