#!/usr/bin/env python3
"""Writes ../perft/holds.tsv: counts of chess with an Immobilizer in place of the Queen, by moves of python-chess.

    pip install chess
    tests/oracles/holds.py > tests/perft/holds.tsv

An Immobilizer moves like a Queen and captures nothing; enemy men next to it make no move and attack nothing. python-chess has it
as a Queen and generates moves without regard to check; which of them are left, castlings, and whether a King is then attacked, is
decided here. Positions are reached from the start by moves at random, often those after which some man is held.
"""

import random

import chess

from counting import head, row, sequences_by


def held(board, color):
    """The squares of a side's men next to an enemy Immobilizer."""
    near = chess.SquareSet()
    for square in board.pieces(chess.QUEEN, not color):
        near |= chess.SquareSet(chess.BB_KING_ATTACKS[square])
    return near & chess.SquareSet(board.occupied_co[color])


def is_attacked(board, color, square):
    """Whether a side attacks a square: with men that are not held, and with no Immobilizer."""
    return bool(board.attackers(color, square) - held(board, color) - board.pieces(chess.QUEEN, color))


def castlings(board):
    """The castlings of the side to move, but for a King attacked where it lands."""
    color, fixed = board.turn, held(board, board.turn)
    king = board.king(color)
    if king in fixed or is_attacked(board, not color, king):
        return
    for rook in chess.SquareSet(board.castling_rights & (chess.BB_RANK_1 if color else chess.BB_RANK_8)):
        step = 1 if rook > king else -1
        if rook in fixed or board.occupied & chess.between(king, rook):
            continue
        there = board.copy(stack=False)
        there.set_piece_at(king + step, there.remove_piece_at(king))
        if not is_attacked(there, not color, king + step):
            yield chess.Move(king, king + 2 * step)


def moves(board):
    fixed = held(board, board.turn)
    for move in board.pseudo_legal_moves:
        victim = board.piece_type_at(move.to_square)
        captures_none = board.piece_type_at(move.from_square) == chess.QUEEN
        if move.from_square in fixed or board.is_castling(move) or victim and (victim == chess.KING or captures_none):
            continue
        yield move
    yield from castlings(board)


def successors(board):
    for move in moves(board):
        after = board.copy(stack=False)
        after.push(move)
        if not is_attacked(after, after.turn, after.king(board.turn)):
            yield after


def fen(board):
    placement, rest = board.fen(en_passant="fen").split(" ", 1)
    return f"{placement.replace('Q', 'I').replace('q', 'i')} {rest}"


def write(board, depth):
    row("immobilizers", fen(board), depth, sequences_by(successors, board, depth))


def main():
    head("Counts of chess with an Immobilizer in place of the Queen (see ../oracles/holds.py).")
    dice = random.Random(11)
    board = chess.Board()
    for depth in (1, 2, 3, 4):
        write(board, depth)
    written = 0
    while written < 24:
        board = chess.Board()
        for _ in range(dice.choice((8, 15, 20, 31, 44))):
            after = list(successors(board))
            if not after:
                break
            holding = [board for board in after if held(board, board.turn) or held(board, not board.turn)]
            board = dice.choice(holding if holding and dice.random() < 0.7 else after)
        if held(board, board.turn) and any(successors(board)):
            write(board, 2)
            written += 1


if __name__ == "__main__":
    main()
