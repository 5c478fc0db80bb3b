"""Counts of move sequences, and the tables of them in `tests/perft`."""


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
