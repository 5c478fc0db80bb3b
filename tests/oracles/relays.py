#!/usr/bin/env python3
"""Writes ../perft/relays.tsv: counts of chess with Knights that relay their moves, by moves of python-chess.

    pip install chess
    tests/oracles/relays.py > tests/perft/relays.tsv

Knights capture nothing and are never captured; men of their side that they protect, but for Knights, move and capture like Knights,
too. python-chess generates moves without regard to check; which of them are left, the moves that are relayed, castlings, and whether
a King is attacked, is decided here. Positions are reached from the start by moves at random, often those that were relayed.
"""

import random

import chess

from counting import head, row, sequences_by

LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8


def receivers(board, color):
    """The men to which a side's Knights relay their moves."""
    protected = chess.SquareSet()
    for square in board.pieces(chess.KNIGHT, color):
        protected |= chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square])
    return (protected & chess.SquareSet(board.occupied_co[color])) - board.pieces(chess.KNIGHT, color)


def is_attacked(board, color, square):
    """Whether a side attacks a square: with men other than Knights, or by relayed moves."""
    direct = board.attackers(color, square) - board.pieces(chess.KNIGHT, color)
    return bool(direct or receivers(board, color) & chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]))


def castlings(board):
    """The castlings of the side to move, but for a King attacked where it lands."""
    color = board.turn
    king = board.king(color)
    if is_attacked(board, not color, king):
        return
    for rook in chess.SquareSet(board.castling_rights & (chess.BB_RANK_1 if color else chess.BB_RANK_8)):
        step = 1 if rook > king else -1
        if board.occupied & chess.between(king, rook):
            continue
        there = board.copy(stack=False)
        there.set_piece_at(king + step, there.remove_piece_at(king))
        if not is_attacked(there, not color, king + step):
            yield chess.Move(king, king + 2 * step)


def relayed(board):
    for square in receivers(board, board.turn):
        for to in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]):
            if board.color_at(to) == board.turn or board.piece_type_at(to) in (chess.KNIGHT, chess.KING):
                continue
            promotes = board.piece_type_at(square) == chess.PAWN and to in chess.SquareSet(LAST_RANKS)
            forward = chess.square_rank(to) == (7 if board.turn else 0)
            for promotion in chess.PIECE_TYPES[1:5] if promotes and forward else [None]:
                yield chess.Move(square, to, promotion)


def moves(board):
    for move in board.pseudo_legal_moves:
        victim = board.piece_type_at(move.to_square)
        captures_none = board.piece_type_at(move.from_square) == chess.KNIGHT
        if board.is_castling(move) or victim in (chess.KING, chess.KNIGHT) or victim and captures_none:
            continue
        # A Pawn on its first rank, where only a relayed move brings it, has no double step.
        pawn = board.piece_type_at(move.from_square) == chess.PAWN
        if pawn and chess.square_rank(move.from_square) in (0, 7) and abs(move.to_square - move.from_square) == 16:
            continue
        yield move
    yield from relayed(board)
    yield from castlings(board)


def successors(board):
    for move in moves(board):
        after = board.copy(stack=False)
        after.push(move)
        if not is_attacked(after, after.turn, after.king(board.turn)):
            yield after


def write(board, depth):
    row("relays", board.fen(en_passant="fen"), depth, sequences_by(successors, board, depth))


def main():
    head("Counts of chess with Knights that relay their moves (see ../oracles/relays.py).")
    dice = random.Random(12)
    board = chess.Board()
    for depth in (1, 2, 3, 4):
        write(board, depth)
    written = 0
    while written < 28:
        board = chess.Board()
        for _ in range(dice.choice((8, 15, 20, 31, 44))):
            after = list(successors(board))
            if not after:
                break
            by_relay = set(relayed(board))
            often = [new for new in after if new.peek() in by_relay]
            board = dice.choice(often if often and dice.random() < 0.4 else after)
        if any(True for _ in relayed(board)) and any(True for _ in successors(board)):
            write(board, 2)
            written += 1


if __name__ == "__main__":
    main()
