#!/usr/bin/env python3
"""Plays games from arrays of Chess960 against `weakfish uci`, as python-chess plays them, and compares all legal moves.

    pip install chess
    python3 tests/oracles/any_array.py target/release/weakfish [GAMES]

Three games are played so: chess, Crazyhouse and Atomic Chess. python-chess refuses an illegal move of the engine.
"""

import random
import subprocess
import sys

import chess
import chess.engine
import chess.variant

BOARDS = [chess.Board, chess.variant.CrazyhouseBoard, chess.variant.AtomicBoard]


class Counter:
    """A second engine that lists the legal moves of positions."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("setoption name UCI_Chess960 value true")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def legal_moves(self, variant, fen):
        self.send(f"setoption name UCI_Variant value {variant}\nposition fen {fen}\ngo perft 1")
        moves = set()
        for line in self.process.stdout:
            if line.startswith(("Nodes", "bestmove")):
                return moves
            if line.rstrip().endswith(": 1"):
                moves.add(line.split(":")[0])


def start(board_type, number):
    board = board_type(chess960=True)
    base = chess.Board.from_chess960_pos(number)
    fen = base.fen(shredder=True).split(" ")
    if board_type is chess.variant.CrazyhouseBoard:
        fen[0] += "[]"
    board.set_fen(" ".join(fen))
    return board


def main():
    program, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    counter, dice = Counter(program), random.Random(960)
    for board_type in BOARDS:
        engine = chess.engine.SimpleEngine.popen_uci([program, "uci"])
        plies = castlings = compared = 0
        for _ in range(games):
            board = start(board_type, dice.randrange(960))
            while not board.is_game_over() and len(board.move_stack) < 80:
                for shredder in (True, False):
                    theirs = {move.uci() for move in board.legal_moves}
                    ours = counter.legal_moves(board.uci_variant, board.fen(shredder=shredder))
                    if theirs != ours:
                        sys.exit(f"{board.fen()}: missing {theirs - ours}, illegal {ours - theirs}")
                    compared += 1
                castling = [move for move in board.legal_moves if board.is_castling(move)]
                if castling and dice.random() < 0.7:
                    move = dice.choice(castling)
                elif dice.random() < 0.5:
                    move = dice.choice(list(board.legal_moves))
                else:
                    move = engine.play(board, chess.engine.Limit(nodes=200)).move
                castlings += board.is_castling(move)
                board.push(move)
                plies += 1
        engine.quit()
        print(f"{board_type.uci_variant}: {games} games, {plies} plies, {castlings} castlings, {compared} positions compared")


if __name__ == "__main__":
    main()
