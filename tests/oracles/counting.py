"""Counts of move sequences, and the tables of them in `tests/perft`."""

import chess


def head(title):
    """Prints the first lines of a table."""
    print(f"# {title}")
    print("game\tsetup\tfen\tdepth\tnodes\tsource")


def row(game, fen, depth, nodes, source="python-chess"):
    """Prints a line of a table."""
    print(f"{game}\t-\t{fen}\t{depth}\t{nodes}\t{source}")


def sequences_by(successors, position, depth):
    """The number of sequences of moves from a position, by a function that gives the positions after each move."""
    if depth == 0:
        return 1
    return sum(sequences_by(successors, after, depth - 1) for after in successors(position))


def sequences(board, depth):
    """The number of sequences of legal moves from a board; none where the variant has ended."""
    if board.is_variant_end():
        return 0
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in list(board.legal_moves):
        board.push(move)
        nodes += sequences(board, depth - 1)
        board.pop()
    return nodes


def few_men(dice, others, count):
    """A board of chess with both kings and some other men, in which the player who is not to move is not in check."""
    while True:
        board = chess.Board(None)
        men = ["K", "k", *dice.sample(others, count)]
        for symbol, square in zip(men, dice.sample(range(8, 56), len(men))):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = dice.choice((chess.WHITE, chess.BLACK))
        if board.is_valid():
            return board
