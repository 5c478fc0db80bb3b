"""Counts for the games of turning men in `defs/facing`, made from their rules and from nothing of Weakfish.

    python3 tests/oracles/turning.py

A third generator beside the engine and the naive one, as plain as can be: men as tuples, winds as numbers from 0 (north)
clockwise, every move made on a copy of a dictionary, legality by looking whether the king can be captured.
"""

WINDS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def slide(board, size, square, leaps, reach):
    """The squares that a man on a square can go to along these leaps, captures included."""
    side = board[square][0]
    for dx, dy in leaps:
        for distance in range(1, reach + 1):
            to = (square[0] + dx * distance, square[1] + dy * distance)
            if not (0 <= to[0] < size and 0 <= to[1] < size):
                break
            if to in board:
                if board[to][0] != side:
                    yield to
                break
            yield to


# Simplified Ploy: the lines of a man that faces north, and how far it goes.
PLOY = {"S": ([0], 1), "P": ([0, 1], 2), "L": ([7, 0, 1], 3), "I": ([1, 3, 5, 7], 1)}


def ploy_moves(board, turn):
    for square, (side, kind, facing) in board.items():
        if side != turn:
            continue
        lines, reach = PLOY[kind]
        for to in slide(board, 9, square, [WINDS[(line + facing) % 8] for line in lines], reach):
            # Only a shield may turn as it has moved.
            for after in range(8) if kind == "S" else [facing]:
                yield square, to, after
        # Facings in which the lines are the same count once.
        seen = {frozenset((line + facing) % 8 for line in lines)}
        for other in range(8):
            shape = frozenset((line + other) % 8 for line in lines)
            if shape not in seen:
                seen.add(shape)
                yield square, square, other


def ploy_is_over(board):
    for side in (0, 1):
        kinds = {kind for owner, kind, _ in board.values() if owner == side}
        if "I" not in kinds or not kinds - {"I"}:
            return True
    return False


def after_move(board, square, to, facing):
    """The board after a man has gone from one square to another, or turned on its own."""
    after = dict(board)
    side, kind, _ = after.pop(square)
    after[to] = (side, kind, facing)
    return after


def ploy_count(board, turn, depth):
    if depth == 0:
        return 1
    if ploy_is_over(board):
        return 0
    return sum(ploy_count(after_move(board, *move), 1 - turn, depth - 1) for move in ploy_moves(board, turn))


def ploy_start():
    rows = [".LLLILLL.", "..PPPPP..", "...SSS..."]
    board = {}
    for rank, row in enumerate(rows):
        for file, kind in enumerate(row):
            if kind != ".":
                board[file, rank] = (0, kind, 0)
                board[8 - file, 8 - rank] = (1, kind, 4)
    return board


def chess_targets(board, square):
    """The squares that a man of Chess with a Lancer can go to."""
    side, kind, facing = board[square]
    forward = 1 if side == 0 else -1
    if kind == "P":
        one = (square[0], square[1] + forward)
        if one not in board and 0 <= one[1] < 8:
            yield one
            two = (square[0], square[1] + 2 * forward)
            if square[1] == (1 if side == 0 else 6) and two not in board:
                yield two
        for dx in (-1, 1):
            to = (square[0] + dx, square[1] + forward)
            if to in board and board[to][0] != side:
                yield to
        return
    leaps, reach = {
        "N": (KNIGHT, 1),
        "B": (WINDS[1::2], 8),
        "R": (WINDS[::2], 8),
        "Q": (WINDS, 8),
        "K": (WINDS, 1),
        "L": ([WINDS[facing]], 8),
    }[kind]
    yield from slide(board, 8, square, leaps, reach)


def chess_moves(board, turn):
    for square, (side, kind, facing) in board.items():
        if side != turn:
            continue
        for to in chess_targets(board, square):
            for after in range(8) if kind == "L" else [facing]:
                yield square, to, after
        if kind == "L":
            for other in range(8):
                if other != facing:
                    yield square, square, other


def in_check(board, turn):
    king = next(square for square, man in board.items() if man[:2] == (turn, "K"))
    return any(king in chess_targets(board, square) for square, man in board.items() if man[0] != turn)


def chess_count(board, turn, depth):
    if depth == 0:
        return 1
    boards = (after_move(board, *move) for move in chess_moves(board, turn))
    return sum(chess_count(after, 1 - turn, depth - 1) for after in boards if not in_check(after, turn))


def chess_start():
    board = {}
    for file, kind in enumerate("RNBQKLNR"):
        board[file, 0] = (0, kind, 0)
        board[file, 1] = (0, "P", 0)
        board[file, 7] = (1, kind, 5 if kind == "L" else 0)
        board[file, 6] = (1, "P", 0)
    return board


if __name__ == "__main__":
    # Neither promotions nor captures en passant come so early.
    for depth in (1, 2, 3):
        print(f"lancer\t{depth}\t{chess_count(chess_start(), 0, depth)}")
    for depth in (1, 2):
        print(f"ploy\t{depth}\t{ploy_count(ploy_start(), 0, depth)}")
