"""Games as outside programs know them: python-chess for chess and grid chess, Fairy-Stockfish (pyffish) for the others.

Every oracle has the name of the game, a starting FEN, and for a FEN its legal moves (machine text) and the reason
why the game is over, or None. A game that is over has no moves.
"""

import pathlib

import chess
import pyffish

pyffish.load_variant_config((pathlib.Path(__file__).parent / "variants.ini").read_text())


def men(fen):
    """The letters of the men of White and of Black."""
    letters = [letter for letter in fen.split()[0] if letter.isalpha()]
    return [l for l in letters if l.isupper()], [l for l in letters if l.islower()]


class Fide:
    game = "fide"
    start = chess.STARTING_FEN

    def moves(self, fen):
        return sorted(move.uci() for move in chess.Board(fen).legal_moves)

    def after(self, fen, move):
        board = chess.Board(fen)
        board.push(chess.Move.from_uci(move))
        return board.fen(en_passant="fen")

    def in_check(self, fen):
        return chess.Board(fen).is_check()

    def dead(self, fen):
        return chess.Board(fen).is_insufficient_material()

    bare_king_loses = False

    def judged(self, fen):
        """The legal moves and the reason why the game is over; counts of plies and repetitions are not asked."""
        white, black = men(fen)
        mover, other = (white, black) if fen.split()[1] == "w" else (black, white)
        if self.bare_king_loses and len(mover) > 1 and len(other) == 1:
            return [], "bare-king"
        moves = self.moves(fen)
        if not moves:
            return [], "checkmate" if self.in_check(fen) else "stalemate"
        if self.dead(fen):
            return [], "insufficient-material"
        return moves, None

    def perft(self, fen, depth):
        """As NOTATION counts: a bare king cuts, a draw does not."""
        white, black = men(fen)
        mover, other = (white, black) if fen.split()[1] == "w" else (black, white)
        if depth and self.bare_king_loses and len(mover) > 1 and len(other) == 1:
            return 0
        if depth == 0:
            return 1
        moves = self.moves(fen)
        return len(moves) if depth == 1 else sum(self.perft(self.after(fen, move), depth - 1) for move in moves)


class Grid(Fide):
    """Chess on 2x2 blocks: python-chess's pseudo-legal moves, kept if they cross a line, and checks likewise."""

    game = "grid"

    @staticmethod
    def block(square):
        return chess.square_file(square) // 2, chess.square_rank(square) // 2

    def attacked(self, board, by, square):
        return any(self.block(attacker) != self.block(square) for attacker in board.attackers(by, square))

    def castlings(self, board):
        rank = 0 if board.turn else 56
        king, enemy = rank + chess.E1, not board.turn
        for rook, between, crossed in [(chess.H1, "fg", "efg"), (chess.A1, "bcd", "edc")]:
            empty = all(board.piece_at(rank + "abcdefgh".index(file)) is None for file in between)
            if board.castling_rights & chess.BB_SQUARES[rank + rook] and empty:
                squares = [rank + "abcdefgh".index(file) for file in crossed]
                if not any(self.attacked(board, enemy, square) for square in squares):
                    yield chess.Move(king, squares[-1])

    def moves(self, fen):
        board = chess.Board(fen)
        kept = list(self.castlings(board))
        for move in board.pseudo_legal_moves:
            if board.is_castling(move) or self.block(move.from_square) == self.block(move.to_square):
                continue
            board.push(move)
            if not self.attacked(board, board.turn, board.king(not board.turn)):
                kept.append(move)
            board.pop()
        return sorted(move.uci() for move in kept)

    def in_check(self, fen):
        board = chess.Board(fen)
        return self.attacked(board, not board.turn, board.king(board.turn))

    def dead(self, fen):
        return all(len(side) == 1 for side in men(fen))


class Ffish(Fide):
    """A game of Fairy-Stockfish, perhaps with another name and other letters there."""

    letters = {}
    bare_king_loses = True

    def there(self, fen):
        fields = fen.split()
        for ours, theirs in self.letters.items():
            fields[0] = fields[0].replace(ours, theirs).replace(ours.upper(), theirs.upper())
        return " ".join(fields)

    def here(self, fen):
        fields = fen.split()
        for ours, theirs in self.letters.items():
            fields[0] = fields[0].replace(theirs, ours).replace(theirs.upper(), ours.upper())
        return " ".join(fields)

    def promotion(self, move, letters):
        return move[:-1] + letters.get(move[-1], move[-1]) if move[-1].isalpha() else move

    def moves(self, fen):
        back = {theirs: ours for ours, theirs in self.letters.items()}
        return sorted(self.promotion(move, back) for move in pyffish.legal_moves(self.name, self.there(fen), []))

    def after(self, fen, move):
        return self.here(pyffish.get_fen(self.name, self.there(fen), [self.promotion(move, self.letters)]))

    def in_check(self, fen):
        return pyffish.gives_check(self.name, self.there(fen), [])

    def dead(self, fen):
        return all(len(side) == 1 for side in men(fen))


class Demichess(Ffish):
    game = name = "demichess"
    start = "scloklcs/pppppppp/8/8/8/8/PPPPPPPP/SCLOKLCS w KQkq - 0 1"


class Shatranj(Ffish):
    game, name = "shatranj", "openshatranj"
    start = "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1"
    letters = {"a": "b", "f": "q"}


ALL = {oracle.game: oracle for oracle in (Fide(), Grid(), Demichess(), Shatranj())}


def random_positions(oracle, rng, count, plies=250):
    """FENs from games played at random; captures are liked a little, so that few men are left at last.

    Each game gives a tenth of its positions and the last one.
    """
    found = []
    while len(found) < count:
        fen = oracle.start
        for _ in range(rng.randrange(1, plies)):
            moves, over = oracle.judged(fen)
            if over or int(fen.split()[4]) >= 150:
                break
            if rng.random() < 0.1:
                found.append(fen)
            captures = [move for move in moves if letter_on(fen, move[2:4])]
            fen = oracle.after(fen, rng.choice(captures if captures and rng.random() < 0.3 else moves))
        if int(fen.split()[4]) < 150:
            found.append(fen)
    return found[:count]


def letter_on(fen, square):
    row = fen.split()[0].split("/")[8 - int(square[1])]
    file = 0
    for letter in row:
        if letter.isdigit():
            file += int(letter)
        else:
            if file == "abcdefgh".index(square[0]):
                return letter
            file += 1
    return None
