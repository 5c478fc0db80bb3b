#!/usr/bin/env python3
"""Writes ../perft/aftermath.tsv: counts of Rifle, Circe and Andernach Chess, by moves of python-chess.

    pip install chess
    tests/oracles/aftermath.py > tests/perft/aftermath.tsv

python-chess generates moves without regard to check; what becomes of the men, and whether a King is then attacked, is decided
here. Positions are reached from the start by moves at random, half of them captures where there are any.
"""

import random

import chess

from counting import head, row, sequences_by

HOMES = {
    (chess.QUEEN, True): [chess.D1],
    (chess.ROOK, True): [chess.A1, chess.H1],
    (chess.BISHOP, True): [chess.C1, chess.F1],
    (chess.KNIGHT, True): [chess.B1, chess.G1],
}


def is_dark(square):
    return bool(chess.BB_DARK_SQUARES >> square & 1)


def home(piece, square):
    """The square to which a man that is captured on a square returns in Circe Chess."""
    if piece.piece_type == chess.PAWN:
        return chess.square(chess.square_file(square), 1 if piece.color else 6)
    homes = HOMES[piece.piece_type, True]
    if not piece.color:
        homes = [chess.square_mirror(square) for square in homes]
    return next((at for at in homes if len(homes) == 1 or is_dark(at) == is_dark(square)))


def victim_square(board, move):
    if board.is_en_passant(move):
        return move.to_square + (-8 if board.turn else 8)
    return move.to_square


def rifle(board, move):
    """The board after a move of Rifle Chess; None if there is no such move."""
    after = board.copy(stack=False)
    if not board.is_capture(move):
        after.push(move)
        return after
    if move.promotion not in (None, chess.QUEEN):
        return None
    after.remove_piece_at(victim_square(board, move))
    # The captor keeps its right to castle, the victim does not.
    after.castling_rights = board.castling_rights & ~chess.BB_SQUARES[move.to_square]
    return pass_turn(after, board)


def circe(board, move):
    """The board after a move of Circe Chess."""
    after = board.copy(stack=False)
    after.push(move)
    if board.is_capture(move):
        square = victim_square(board, move)
        victim = board.piece_at(square)
        back = home(victim, square)
        if not after.piece_at(back):
            rights = after.castling_rights
            after.set_piece_at(back, victim)
            after.castling_rights = rights
    return after


def cannibal(board, move):
    """The board after a move of Cannibal Chess; who promotes is what it promotes to."""
    after = board.copy(stack=False)
    after.push(move)
    victim = board.piece_at(victim_square(board, move))
    if board.is_capture(move) and not move.promotion and board.piece_type_at(move.from_square) != chess.KING:
        rights = after.castling_rights
        after.set_piece_at(move.to_square, chess.Piece(victim.piece_type, board.turn))
        after.castling_rights = rights
    return after


def andernach(board, move):
    """The board after a move of Andernach Chess; a Pawn promotes before it changes sides."""
    after = board.copy(stack=False)
    after.push(move)
    if board.is_capture(move) and board.piece_type_at(move.from_square) != chess.KING:
        rights = after.castling_rights
        after.set_piece_at(move.to_square, chess.Piece(after.piece_type_at(move.to_square), not board.turn))
        after.castling_rights = rights
    return after


def pass_turn(after, board):
    after.turn = not board.turn
    after.ep_square = None
    after.halfmove_clock = 0
    after.fullmove_number += not board.turn
    return after


def successors(board, make):
    for move in board.pseudo_legal_moves:
        victim = board.piece_at(victim_square(board, move))
        if victim and victim.piece_type == chess.KING:
            continue
        if board.is_castling(move) and not board.is_legal(move):
            continue
        after = make(board, move)
        if after and not after.is_attacked_by(after.turn, after.king(board.turn)):
            yield after, board.is_capture(move)


def count(board, make, depth):
    return sequences_by(lambda board: (after for after, _ in successors(board, make)), board, depth)


def write(game, board, make, depth):
    row(game, board.fen(en_passant="fen"), depth, count(board, make, depth))


def main():
    head("Counts of games whose moves change more than a man and a square (see ../oracles/aftermath.py).")
    dice = random.Random(7)
    for game, make in (("rifle-chess", rifle), ("circe-chess", circe), ("andernach", andernach)):
        board = chess.Board()
        for depth in (1, 2, 3, 4):
            write(game, board, make, depth)
        for plies in (10, 16, 24, 32, 40, 56):
            board = chess.Board()
            for _ in range(plies):
                moves = list(successors(board, make))
                captures = [after for after, captures in moves if captures]
                if not moves:
                    break
                board = dice.choice(captures) if captures and dice.random() < 0.5 else dice.choice(moves)[0]
            if any(successors(board, make)):
                write(game, board, make, 2)


if __name__ == "__main__":
    main()
