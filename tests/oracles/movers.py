#!/usr/bin/env python3
"""Writes ../perft/movers.tsv: counts of chess with turns of several moves by the same man, or by different men, by python-chess.

    pip install chess
    tests/oracles/movers.py > tests/perft/movers.tsv

python-chess generates the moves; whose turn it is, which men may move on, and when a turn ends, is decided here. There are no
captures en passant. Positions are reached from the start by moves at random, or have a few men on random squares, so that
players often run out of men.
"""

import functools
import random

import chess

from counting import head, row, sequences_by

# The rule about men, the moves of a turn or None where each has one more than that before, and whether a check ends it.
GAMES = {
    "one-man": ("same", 3, False),
    "progressive-men": ("different", None, False),
    "two-men": ("different", 2, True),
}


class State:
    """A position: the moves of the last series and of this one, and where the men stand that have moved in it."""

    def __init__(self, board, last=0, made=0, moved=frozenset()):
        self.board, self.last, self.made, self.moved = board, last, made, moved

    def fen(self):
        parts = self.board.fen(en_passant="fen").split()
        text = " ".join([*parts[:3], "-", "0", "9"])
        if (self.last, self.made) != (0, 0):
            text += f" series={self.last}/{self.made}"
        if self.moved:
            text += " moved=" + "".join(sorted(chess.square_name(square) for square in self.moved))
        return text


def ways(board, move):
    """The squares that men leave by a move, each with the one that it reaches."""
    found = {move.from_square: move.to_square}
    if board.is_castling(move):
        short = board.is_kingside_castling(move)
        rank = chess.square_rank(move.from_square)
        found[chess.square(7 if short else 0, rank)] = chess.square(5 if short else 3, rank)
    return found


def successors(game, state):
    rule, length, ends_by_check = GAMES[game]
    board, longest = state.board, length or state.last + 1
    any_move = False
    for move in board.legal_moves:
        men = ways(board, move)
        if board.piece_type_at(move.to_square) == chess.KING:
            continue
        if rule == "different" and state.moved & men.keys():
            continue
        if rule == "same" and state.made and men.keys() - state.moved:
            continue
        any_move = True
        after = board.copy(stack=False)
        after.push(move)
        after.ep_square = None
        made = state.made + 1
        if made == longest or ends_by_check and after.is_check():
            yield State(after, last=longest if length is None else made)
            continue
        after.turn = board.turn
        kept = state.moved - men.keys() if rule == "different" else frozenset()
        yield State(after, state.last, made, kept | set(men.values()))
    if not any_move and state.made and not board.is_check():
        after = board.copy(stack=False)
        after.turn = not board.turn
        yield State(after, last=longest if length is None else state.made)


def few_men(dice):
    """A position of a few men in which the player who is not to move is not in check."""
    while True:
        board = chess.Board(None)
        men = ["K", "k", dice.choice("PNBRQ"), dice.choice("pnbrq"), *dice.sample("PpNnRr", dice.choice((0, 1)))]
        for symbol, square in zip(men, dice.sample(range(8, 56), len(men))):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = dice.choice((chess.WHITE, chess.BLACK))
        if board.is_valid():
            return State(board, last=dice.choice((1, 2)))


def main():
    head("Counts of turns of several moves by the same man, or by different men (see ../oracles/movers.py).")
    dice = random.Random(5)
    for game in GAMES:
        written = 0
        while written < 16:
            few = written % 2 == 0
            state = few_men(dice) if few else State(chess.Board())
            for _ in range(dice.choice((1, 2, 3)) if few else dice.choice((5, 14, 22, 33))):
                after = list(successors(game, state))
                if not after:
                    break
                state = dice.choice(after)
            depth = 4 if few else 2
            if any(True for _ in successors(game, state)):
                nodes = sequences_by(functools.partial(successors, game), state, depth)
                row(game, state.fen(), depth, nodes)
                written += 1


if __name__ == "__main__":
    main()
