#!/usr/bin/env python3
"""Writes ../perft/once.tsv: counts of chess whose Kings may leap once as Knights, or whose Knights once as Camels, by python-chess.

    pip install chess
    tests/oracles/once.py > tests/perft/once.tsv

python-chess generates the usual moves. The moves once a game are added here: to empty squares, if the own King is not attacked
after them. Here is also decided which men still have one: it goes with the man, and a promoted one has none.
"""

import functools
import random

import chess

from counting import few_men, head, row, sequences_by

# The man, its leap, and whether it is barred in check.
GAMES = {
    "leaping-kings": (chess.KING, (1, 2), True),
    "camel-knights": (chess.KNIGHT, (1, 3), False),
}


class State:
    """A position, and where the men stand that still have their move once a game."""

    def __init__(self, board, once):
        self.board, self.once = board, once

    def fen(self):
        text = self.board.fen(en_passant="fen")
        names = sorted(chess.square_name(square) for square in self.once)
        return text + (" once=" + "".join(names) if names else "")


def start(game):
    """The start of a game."""
    board = chess.Board()
    return State(board, frozenset(board.pieces(GAMES[game][0], True) | board.pieces(GAMES[game][0], False)))


def leaps(square, leap):
    """The squares that a man reaches by a leap."""
    for dx, dy in {(x * a, y * b) for a, b in (leap, leap[::-1]) for x in (1, -1) for y in (1, -1)}:
        file, rank = chess.square_file(square) + dx, chess.square_rank(square) + dy
        if 0 <= file < 8 and 0 <= rank < 8:
            yield chess.square(file, rank)


def after_usual(state, move):
    """The state after a move of python-chess."""
    board, once = state.board.copy(stack=False), set(state.once)
    castles = board.is_castling(move)
    board.push(move)
    once.discard(move.to_square)
    if move.from_square in once:
        once.discard(move.from_square)
        once.add(move.to_square)
    assert not castles or board.piece_type_at(move.to_square) == chess.KING
    return State(board, frozenset(once))


def after_leap(state, square, to):
    """The state after a move once a game; none if it leaves the own King attacked."""
    board = state.board.copy(stack=False)
    us = board.turn
    board.set_piece_at(to, board.remove_piece_at(square))
    if board.is_attacked_by(not us, board.king(us)):
        return None
    board.castling_rights = board.clean_castling_rights()
    board.ep_square = None
    board.halfmove_clock += 1
    board.fullmove_number += us == chess.BLACK
    board.turn = not us
    return State(board, state.once - {square})


def successors(game, state):
    _, leap, barred = GAMES[game]
    board = state.board
    for move in board.legal_moves:
        yield after_usual(state, move)
    if barred and board.is_check():
        return
    for square in state.once:
        if board.color_at(square) != board.turn:
            continue
        for to in leaps(square, leap):
            if board.piece_at(to) is None:
                after = after_leap(state, square, to)
                if after is not None:
                    yield after


def few(game, dice):
    """A position of a few men of which some still have their move once a game."""
    while True:
        board = few_men(dice, "NnNnRrBQPp", 4)
        able = [square for square in chess.SQUARES if board.piece_type_at(square) == GAMES[game][0]]
        if able:
            return State(board, frozenset(dice.sample(able, dice.randint(1, len(able)))))


def main():
    head("Counts of chess with men that move once a game in another way (see ../oracles/once.py).")
    dice = random.Random(7)
    for game in GAMES:
        written = 0
        while written < 16:
            sparse = written % 2 == 0
            state = few(game, dice) if sparse else start(game)
            for _ in range(dice.choice((0, 1, 2)) if sparse else dice.choice((0, 5, 14, 23, 40))):
                after = list(successors(game, state))
                if not after:
                    break
                state = dice.choice(after)
            if any(True for _ in successors(game, state)):
                row(game, state.fen(), 3, sequences_by(functools.partial(successors, game), state, 3))
                written += 1


if __name__ == "__main__":
    main()
