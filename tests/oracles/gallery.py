#!/usr/bin/env python3
"""Compares the counts in the definitions under `defs/*/` with outside programs.

    pip install pyffish chess
    python3 tests/oracles/gallery.py

Fairy-Stockfish (pyffish) counts most games, python-chess those in which a turn has several moves,
captors change or stay, men come back, relay moves or hold others, and `turning.py` the two whose men
turn. A game without such a count is named.
"""

import pathlib
import re
import sys

import chess
import pyffish

import aftermath
import single_rules
import turning
from counting import sequences, sequences_by

DEFS = pathlib.Path(__file__).resolve().parents[2] / "defs"

# The games by the names that Fairy-Stockfish gives them. `CONFIGURATIONS` describes those that are not built into it.
THEIRS = {
    "amazons": "amazons",
    "antichess": "antichess",
    "ataxx": "ataxx",
    "atlantis": "atlantis",
    "atomic-chess": "atomic",
    "berolina": "berolina",
    "capablanca": "capablanca",
    "castle-chess": "castle",
    "chaturanga": "chaturanga",
    "chessgi": "chessgi",
    "chigorin": "chigorin",
    "connect-four": "connectfour",
    "courier": "courier",
    "crazyhouse": "crazyhouse",
    "dobutsu-shogi": "dobutsu",
    "duck-chess": "duck",
    "extinction": "extinction",
    "gardner": "gardner",
    "giveaway": "giveaway",
    "gothic": "gothic",
    "grand": "grand",
    "horde": "horde",
    "janggi": "janggi",
    "janus": "janus",
    "judkins-shogi": "judkins",
    "kar-ouk": "karouk",
    "king-of-the-hill": "kingofthehill",
    "knightmate": "knightmate",
    "kyoto-shogi": "kyotoshogi",
    "los-alamos": "losalamos",
    "makruk": "makruk",
    "minishogi": "minishogi",
    "ouk": "cambodian",
    "petrified": "petrified",
    "placement-chess": "placement",
    "pocket-knight": "pocketknight",
    "racing-kings": "racingkings",
    "reversi": "flipello",
    "seirawan": "seirawan",
    "shako": "shako",
    "sho-shogi": "shoshogi",
    "shogi": "shogi",
    "spartan": "spartan",
    "suicide": "suicide",
    "three-check": "3check",
    "snailtrail": "snailtrail",
    "tori-shogi": "torishogi",
    "xiangqi": "xiangqi",
    "different-armies clobberers-knights": "clobberersknights",
    "different-armies rookies-fides": "rookiesfides",
}
CONFIGURATIONS = """
[atlantis:chess]
wallingRule = edge
wallOrMove = true

[castle:chess]
castlingWins = q

[connectfour]
maxRank = 6
maxFile = 7
immobile = p
startFen = 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1
pieceDrops = true
enclosingDrop = top
doubleStep = false
castling = false
immobilityIllegal = false
connectN = 4

[clobberersknights:chess]
customPiece1 = d:BD
customPiece2 = w:WA
customPiece3 = f:FAD
customPiece4 = c:BN
customPiece5 = g:frlRK
customPiece6 = i:FffNbbN
customPiece7 = h:fhNbFlWrWbW
customPiece8 = l:fhNfrlRK
promotionPieceTypes = dwfcgihl
startFen = gihlkhig/pppppppp/8/8/8/8/PPPPPPPP/DWFCKFWD w - - 0 1

[rookiesfides:chess]
customPiece1 = s:R4
customPiece2 = y:WD
customPiece3 = u:HFD
customPiece4 = m:RN
promotionPieceTypes = symrnbq
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/SYUMKUYS w - - 0 1
"""


def theirs(name, depth, played=()):
    """Sequences from the start of a game of Fairy-Stockfish; none goes on where a side has won."""
    start = pyffish.start_fen(name)
    if played:
        over, value = pyffish.is_immediate_game_end(name, start, list(played))
        if over and value:
            return 0
    if depth == 0:
        return 1
    moves = pyffish.legal_moves(name, start, list(played))
    if depth == 1:
        return len(moves)
    return sum(theirs(name, depth - 1, (*played, move)) for move in moves)


def in_turns(board, turns, ends_by_check):
    """Sequences in which the turns have so many moves; a null move gives a player the move again."""
    if not turns:
        return 1
    nodes = 0
    for move in list(board.legal_moves):
        board.push(move)
        if turns[0] > 1 and not (ends_by_check and board.is_check()):
            board.push(chess.Move.null())
            nodes += in_turns(board, [turns[0] - 1, *turns[1:]], ends_by_check)
            board.pop()
        else:
            nodes += in_turns(board, turns[1:], ends_by_check)
        board.pop()
    return nodes


def marseillais(depth):
    """White's first turn has one move. With three plies Black's has two, or one that gives check."""
    assert depth == 3
    board = chess.Board()
    nodes = 0
    for first in list(board.legal_moves):
        board.push(first)
        for second in list(board.legal_moves):
            board.push(second)
            checks = board.is_check()
            if not checks:
                board.push(chess.Move.null())
            nodes += board.legal_moves.count()
            if not checks:
                board.pop()
            board.pop()
        board.pop()
    return nodes


def monster(depth):
    """White has two moves a turn. Nobody can be in check before the third ply."""
    assert depth == 3
    return in_turns(chess.Board("rnbqkbnr/pppppppp/8/8/8/8/2PPPP2/4K3 w kq - 0 1"), [2, 1], False)


def italian_progressive(depth):
    """Each turn has one move more. Nobody captures en passant before the fifth ply."""
    assert depth == 4
    return progressive(chess.Board(), 1, 1, depth)


def progressive(board, length, left, depth):
    """Sequences with so many moves left of a turn of that length; only its last move gives check."""
    if depth == 0:
        return 1
    nodes = 0
    for move in list(board.legal_moves):
        board.push(move)
        if left == 1:
            nodes += progressive(board, length + 1, length + 1, depth - 1)
        elif not board.is_check():
            board.push(chess.Move.null())
            nodes += progressive(board, length, left - 1, depth - 1)
            board.pop()
        board.pop()
    return nodes


def of_array(number, depth):
    """Sequences from an array of Fischer Random Chess."""
    return sequences(chess.Board.from_chess960_pos(number), depth)


OTHERS = {
    "andernach": lambda depth: aftermath.count(chess.Board(), aftermath.andernach, depth),
    "cannibal": lambda depth: aftermath.count(chess.Board(), aftermath.cannibal, depth),
    "circe-chess": lambda depth: aftermath.count(chess.Board(), aftermath.circe, depth),
    "rifle-chess": lambda depth: aftermath.count(chess.Board(), aftermath.rifle, depth),
    "fischer-random standard 0": lambda depth: of_array(0, depth),
    "fischer-random standard 518": lambda depth: of_array(518, depth),
    "lancer": lambda depth: turning.chess_count(turning.chess_start(), 0, depth),
    "ploy": lambda depth: turning.ploy_count(turning.ploy_start(), 0, depth),
    "knight-relay": lambda depth: sequences_by(single_rules.KnightRelay().successors, chess.Board(), depth),
    "madrasi": lambda depth: sequences_by(single_rules.Madrasi().successors, chess.Board(), depth),
    "italian-progressive": italian_progressive,
    "marseillais": marseillais,
    "monster": monster,
}


def main():
    pyffish.load_variant_config(CONFIGURATIONS)
    wrong = 0
    for path in sorted(DEFS.glob("*/*.variant")):
        counted = 0
        for test in re.split(r"^test ", path.read_text(), flags=re.M)[1:]:
            count = re.search(r"^  perft (\d+): (\d+)$", test, re.M)
            if not count:
                continue
            depth, nodes = map(int, count.groups())
            setup = re.search(r"^  setup: +(\S.*)$", test, re.M)
            name = f"{path.stem} {setup[1]}" if setup else path.stem
            found = OTHERS[name](depth) if name in OTHERS else theirs(THEIRS[name], depth)
            counted += 1
            wrong += found != nodes
            print(f"{name}\t{depth}\t{nodes}\t{'agrees' if found == nodes else f'differs: {found}'}")
        if not counted:
            wrong += 1
            print(f"{path.stem}: no count")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
