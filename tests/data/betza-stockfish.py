"""Writes what Fairy-Stockfish makes of the single-leg Betza strings in the first column of a file:
`python3 betza-stockfish.py betza-stockfish.tsv`.

One man stands on f5 of a 12x10 board, alone for its moves and with one enemy man for its captures. Columns: string,
moves, captures; squares as files,ranks from the man. Needs pyffish.
"""
import sys

import pyffish

FILES, RANKS, FILE, RANK = 12, 10, 5, 4
BASE = """[{name}]
maxRank = 10
maxFile = 12
pieceToCharTable = -
king = -
pawn = -
customPiece1 = a:{betza}
customPiece2 = d:mW
castling = false
doubleStep = false
startFen = 12/12/12/12/12/12/12/12/12/12 w - - 0 1
checking = false
stalemateValue = draw
"""


def fen(enemy):
    rows = []
    for rank in range(RANKS - 1, -1, -1):
        row, gap = "", 0
        for file in range(FILES):
            man = "A" if (file, rank) == (FILE, RANK) else "d" if (file, rank) == enemy else ""
            if man:
                row += (str(gap) if gap else "") + man
                gap = 0
            else:
                gap += 1
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows) + " w - - 0 1"


def targets(variant, enemy=None):
    found = set()
    for move in pyffish.legal_moves(variant, fen(enemy), []):
        to = move[len("f5"):]
        file, rank = ord(to[0]) - ord("a"), int(to[1:]) - 1
        found.add((file - FILE, rank - RANK))
    return found


def text(squares):
    return " ".join(f"{x},{y}" for x, y in sorted(squares))


seen = []
for line in open(sys.argv[1]).read().splitlines():
    betza = line.split("\t")[0]
    variant = "probe" + str(len(seen))
    seen.append(betza)
    pyffish.load_variant_config(BASE.format(name=variant, betza=betza))
    squares = [(file, rank) for file in range(FILES) for rank in range(RANKS) if (file, rank) != (FILE, RANK)]
    offsets = {square: (square[0] - FILE, square[1] - RANK) for square in squares}
    captures = [offset for square, offset in offsets.items() if offset in targets(variant, square)]
    print(betza, text(targets(variant)), text(captures), sep="\t")
