#!/usr/bin/env python3
"""Writes ../perft/compulsory.tsv: counts of chess in which some moves come before others, by python-chess.

    pip install chess
    tests/oracles/compulsory.py > tests/perft/compulsory.tsv

python-chess generates the moves. Here those are left that the rule of the game allows.
"""

import functools
import random

import chess

from counting import few_men, head, row, sequences_by


def moves_of(kind):
    return lambda board, move: board.piece_type_at(move.from_square) == kind


def check(board, move):
    return board.gives_check(move)


def capture(board, move):
    return board.is_capture(move)


def promotion_or_capture(board, move):
    return move.promotion is not None or board.is_capture(move)


# The classes of moves that come before others, for White and for Black.
GAMES = {
    "check-first": {side: (check, capture, moves_of(chess.PAWN)) for side in (chess.WHITE, chess.BLACK)},
    "promote-first": {chess.WHITE: (), chess.BLACK: (promotion_or_capture, moves_of(chess.KING))},
}


def allowed(game, board):
    """The legal moves of the first class of which there is one, or else all."""
    legal = list(board.legal_moves)
    for of_class in GAMES[game][board.turn]:
        first = [move for move in legal if of_class(board, move)]
        if first:
            return first
    return legal


def successors(game, board):
    for move in allowed(game, board):
        after = board.copy(stack=False)
        after.push(move)
        yield after


def main():
    head("Counts of chess in which some moves come before others (see ../oracles/compulsory.py).")
    dice = random.Random(9)
    for game in GAMES:
        written = 0
        while written < 16:
            board = few_men(dice, "QRBNqrbnPPpp", 6) if written % 2 == 0 else chess.Board()
            for _ in range(dice.choice((0, 1, 2, 5, 14, 23, 40))):
                after = list(successors(game, board))
                if not after:
                    break
                board = dice.choice(after)
            count = sequences_by(functools.partial(successors, game), board, 4)
            if count:
                row(game, board.fen(en_passant="fen"), 4, count)
                written += 1


if __name__ == "__main__":
    main()
