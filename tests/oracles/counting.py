"""Counting of move sequences by python-chess."""


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
