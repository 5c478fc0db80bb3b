#!/usr/bin/env python3
"""Writes ../perft/hands.tsv: counts of games with men in hand or explosions, by outside programs.

    pip install chess pyffish
    tests/oracles/hands.py > tests/perft/hands.tsv

python-chess counts Crazyhouse and Atomic Chess, Fairy-Stockfish (pyffish) the others. Positions are reached from the start by moves at
random, half of them captures or drops where there are any. The longer counts of the starts are the published ones.
"""

import random

import chess.variant
import pyffish

from counting import head, row, sequences

# The games by the names that Fairy-Stockfish gives them, and the depth of the counts.
THEIRS = {
    "shogi": ("shogi", 2),
    "minishogi": ("minishogi", 3),
    "dobutsu-shogi": ("dobutsu", 3),
    "kyoto-shogi": ("kyotoshogi", 3),
    "judkins-shogi": ("judkins", 3),
    "tori-shogi": ("torishogi", 2),
    "chessgi": ("chessgi", 2),
    "pocket-knight": ("pocketknight", 2),
    "seirawan": ("seirawan", 2),
    "placement-chess": ("placement", 2),
}
# Plies from the start to the positions that are counted; where no man comes to a hand they are few.
PLIES = (16, 28, 40)
FEW_PLIES = {"pocket-knight": (2, 4, 6), "seirawan": (5, 8, 12), "placement-chess": (5, 9)}
# Letters of ours for those with a plus that Fairy-Stockfish has for promoted men.
LETTERS = {
    "dobutsu-shogi": {"+C": "H"},
    "kyoto-shogi": {"+P": "R", "+S": "B", "+N": "G", "+L": "T"},
}
PUBLISHED = [
    ("crazyhouse", [20, 400, 8902, 197281, 4888832]),
    ("atomic-chess", [20, 400, 8902, 197326, 4864979]),
    ("shogi", [30, 900, 25470, 719731, 19861490]),
]
SOURCE = "published for the start"


def crazyhouse(dice):
    def is_rich(board):
        return sum(len(pocket) for pocket in board.pockets) > 1 and (board.ply() < 40 or board.promoted)

    lichess("crazyhouse", chess.variant.CrazyhouseBoard, dice, (14, 24, 34, 44, 54, 64), lambda move: move.drop, is_rich)


def atomic(dice):
    plies = (8, 12, 16, 20, 24, 28, 32, 36, 40, 44)
    lichess("atomic-chess", chess.variant.AtomicBoard, dice, plies, lambda _: False, lambda board: len(board.piece_map()) > 5)


def lichess(game, new_board, dice, all_plies, is_liked, is_rich):
    source = f"python-chess {chess.__version__}"
    for plies in all_plies:
        while True:
            board = new_board()
            while len(board.move_stack) < plies and not board.is_game_over():
                moves = sorted(board.legal_moves, key=str)
                liked = [move for move in moves if board.is_capture(move) or is_liked(move)]
                board.push(dice.choice(liked if liked and dice.random() < 0.5 else moves))
            if not board.is_game_over() and is_rich(board):
                break
        depth = 3 if board.legal_moves.count() < 70 else 2
        row(game, board.fen(en_passant="fen"), depth, sequences(board, depth), source)


def count(name, fen, depth, played=()):
    """Sequences from a position of a game of Fairy-Stockfish; none goes on where a side has won."""
    over, value = pyffish.is_immediate_game_end(name, fen, list(played))
    if over and value:
        return 0
    moves = pyffish.legal_moves(name, fen, list(played))
    if depth == 1:
        return len(moves)
    return sum(count(name, fen, depth - 1, (*played, move)) for move in moves)


def written(game, fen):
    """A position as Weakfish writes it: with its letters, fields for castling and en passant, and the unmoved men of Seirawan Chess."""
    placement, turn, *rights, halfmove, fullmove = fen.split()
    unmoved = ""
    if game == "seirawan":
        unmoved = f" unmoved={''.join(unmoved_men(rights[0])) or '-'}"
        rights[0] = "".join(right for right in rights[0] if right in "KQkq") or "-"
    for theirs, ours in LETTERS.get(game, {}).items():
        placement = placement.replace(theirs, ours).replace(theirs.lower(), ours.lower())
    return f"{placement.replace('[-]', '[]')} {turn} {' '.join(rights or '--')} {halfmove} {fullmove}{unmoved}"


def unmoved_men(rights):
    """The squares of the unmoved men, by castling rights and by the letters of files."""
    corners = {"K": "eh", "Q": "ae"}
    for rank, side in (("1", str.isupper), ("8", str.islower)):
        letters = "".join(corners.get(right.upper(), right.lower()) for right in filter(side, rights))
        yield from (file + rank for file in sorted(set(letters)))


def others(game, name, depth, dice):
    version = ".".join(map(str, pyffish.version()))
    source = f"Fairy-Stockfish, pyffish {version}, {name}"
    start = pyffish.start_fen(name)
    row(game, written(game, start), 3, count(name, start, 3), source)
    for plies in FEW_PLIES.get(game, PLIES):
        while True:
            fen = start
            for _ in range(plies):
                moves = sorted(pyffish.legal_moves(name, fen, []))
                if not moves or pyffish.is_immediate_game_end(name, fen, [])[0]:
                    break
                liked = [move for move in moves if "@" in move or pyffish.is_capture(name, fen, [], move)]
                fen = pyffish.get_fen(name, fen, [dice.choice(liked if liked and dice.random() < 0.5 else moves)])
            over = pyffish.is_immediate_game_end(name, fen, [])[0]
            if not over and len(pyffish.legal_moves(name, fen, [])) > 4 and fen.index("]") - fen.index("[") > (2 if plies > 6 else 1):
                break
        row(game, written(game, fen), depth, count(name, fen, depth), source)


def main():
    head("Counts of games with men in hand or explosions (see ../oracles/hands.py).")
    starts = {
        "crazyhouse": chess.variant.CrazyhouseBoard.starting_fen,
        "atomic-chess": chess.variant.AtomicBoard.starting_fen,
        "shogi": written("shogi", pyffish.start_fen("shogi")),
    }
    for game, counts in PUBLISHED:
        for depth, nodes in enumerate(counts, 1):
            row(game, starts[game], depth, nodes, SOURCE)
    crazyhouse(random.Random(1))
    atomic(random.Random(1))
    for game, (name, depth) in THEIRS.items():
        others(game, name, depth, random.Random(1))


if __name__ == "__main__":
    main()
