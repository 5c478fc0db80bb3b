#!/usr/bin/env python3
"""Writes a table of ../perft: counts of chess with one other rule, by moves of python-chess.

    pip install chess
    for rule in compulsory holds madrasi movers once relays; do tests/oracles/single_rules.py $rule > tests/perft/$rule.tsv; done

python-chess generates the moves, in `holds`, `madrasi` and `relays` without regard to check. Each class below decides what its rule adds to
them and leaves of them. Positions are reached from the start by moves at random, often those in which the rule matters, or have a
few men on random squares.
"""

import random
import sys

import chess

from counting import few_men, head, row, sequences_by

LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8


class Rule:
    """What all rules share. A position is a board, unless a rule says otherwise."""

    def fen(self, position):
        return position.fen(en_passant="fen")

    def write(self, game, position, depth):
        row(game, self.fen(position), depth, sequences_by(self.successors, position, depth))

    def walk(self, dice, position, plies):
        """The position after moves at random."""
        for _ in range(plies):
            after = list(self.successors(position))
            if not after:
                break
            position = self.choice(dice, position, after)
        return position

    def choice(self, dice, position, after):
        return dice.choice(after)

    def table(self):
        """Writes sixteen positions of each game, every other one with few men."""
        head(f"{self.TITLE} (see ../oracles/single_rules.py).")
        dice = random.Random(self.SEED)
        for self.game in self.GAMES:
            written = 0
            while written < 16:
                sparse = written % 2 == 0
                position = self.few(dice) if sparse else self.start()
                position = self.walk(dice, position, dice.choice(self.PLIES[0 if sparse else 1]))
                if any(True for _ in self.successors(position)):
                    self.write(self.game, position, self.DEPTHS[0 if sparse else 1])
                    written += 1


class Attacks(Rule):
    """Rules that change what is attacked, so that check is decided here."""

    def castlings(self, board):
        """The castlings of the side to move, but for a King attacked where it lands."""
        color, fixed = board.turn, self.held(board, board.turn)
        king = board.king(color)
        if king in fixed or self.is_attacked(board, not color, king):
            return
        for rook in chess.SquareSet(board.castling_rights & (chess.BB_RANK_1 if color else chess.BB_RANK_8)):
            step = 1 if rook > king else -1
            if rook in fixed or board.occupied & chess.between(king, rook):
                continue
            there = board.copy(stack=False)
            there.set_piece_at(king + step, there.remove_piece_at(king))
            if not self.is_attacked(there, not color, king + step):
                yield chess.Move(king, king + 2 * step)

    def held(self, board, color):
        return chess.SquareSet()

    def successors(self, board):
        for move in self.moves(board):
            after = board.copy(stack=False)
            after.push(move)
            if not self.is_attacked(after, after.turn, after.king(board.turn)):
                yield after

    def table(self):
        """Writes counts from the start, then positions in which the rule matters."""
        head(f"{self.TITLE} (see ../oracles/single_rules.py).")
        dice = random.Random(self.SEED)
        for depth in (1, 2, 3, 4):
            self.write(self.GAME, chess.Board(), depth)
        written = 0
        while written < self.POSITIONS:
            board = chess.Board()
            board = self.walk(dice, board, dice.choice((8, 15, 20, 31, 44)))
            if self.matters(board) and any(self.successors(board)):
                self.write(self.GAME, board, 2)
                written += 1

    def choice(self, dice, board, after):
        often = self.often(board, after)
        return dice.choice(often if often and dice.random() < self.SHARE else after)


class Holds(Attacks):
    """An Immobilizer moves like a Queen and captures nothing; enemy men next to it make no move and attack nothing."""

    TITLE = "Counts of chess with an Immobilizer in place of the Queen"
    GAME, SEED, POSITIONS, SHARE = "immobilizers", 11, 24, 0.7

    def without_captures(self, board):
        return chess.SquareSet(board.queens)

    def held(self, board, color):
        """The squares of a side's men next to an enemy Immobilizer."""
        near = chess.SquareSet()
        for square in board.pieces(chess.QUEEN, not color):
            near |= chess.SquareSet(chess.BB_KING_ATTACKS[square])
        return near & chess.SquareSet(board.occupied_co[color])

    def is_attacked(self, board, color, square):
        return bool(board.attackers(color, square) - self.held(board, color) - self.without_captures(board))

    def moves(self, board):
        fixed = self.held(board, board.turn)
        for move in board.pseudo_legal_moves:
            victim = board.piece_type_at(move.to_square)
            captures_none = move.from_square in self.without_captures(board)
            if move.from_square in fixed or board.is_castling(move) or victim and (victim == chess.KING or captures_none):
                continue
            yield move
        yield from self.castlings(board)

    def fen(self, board):
        placement, rest = super().fen(board).split(" ", 1)
        return f"{placement.replace('Q', 'I').replace('q', 'i')} {rest}"

    def often(self, board, after):
        return [board for board in after if self.held(board, board.turn) or self.held(board, not board.turn)]

    def matters(self, board):
        return self.held(board, board.turn)


class Madrasi(Holds):
    """A man that an enemy man of its kind attacks, but for the King, makes no move and attacks nothing."""

    TITLE = "Counts of Madrasi Chess"
    GAME, SEED, POSITIONS, SHARE = "madrasi", 19, 24, 0.7

    def without_captures(self, board):
        return chess.SquareSet()

    def held(self, board, color):
        """The squares of a side's men that an enemy man of their kind attacks, held or pinned itself or not."""
        men = chess.SquareSet(board.occupied_co[color] & ~board.kings)
        alike = {square: board.pieces(board.piece_type_at(square), not color) for square in men}
        return chess.SquareSet(square for square in men if board.attackers(not color, square) & alike[square])

    def fen(self, board):
        return Rule.fen(self, board)


class Relays(Attacks):
    """Knights capture nothing and are never captured; men of their side that they protect, but for Knights, move and capture like
    Knights, too."""

    TITLE = "Counts of chess with Knights that relay their moves"
    GAME, SEED, POSITIONS, SHARE = "relays", 12, 28, 0.4

    # The men that no man captures; Knights among them capture nothing.
    SAFE = (chess.KNIGHT, chess.KING)

    def receivers(self, board, color):
        """The men to which a side's Knights relay their moves."""
        protected = chess.SquareSet()
        for square in board.pieces(chess.KNIGHT, color):
            protected |= chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square])
        return (protected & chess.SquareSet(board.occupied_co[color])) - board.pieces(chess.KNIGHT, color)

    def is_attacked(self, board, color, square):
        direct = board.attackers(color, square)
        if chess.KNIGHT in self.SAFE:
            direct -= board.pieces(chess.KNIGHT, color)
        return bool(direct or self.receivers(board, color) & chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]))

    def relayed(self, board):
        for square in self.receivers(board, board.turn):
            for to in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]):
                if board.color_at(to) == board.turn or board.piece_type_at(to) in self.SAFE:
                    continue
                promotes = board.piece_type_at(square) == chess.PAWN and to in chess.SquareSet(LAST_RANKS)
                forward = chess.square_rank(to) == (7 if board.turn else 0)
                for promotion in chess.PIECE_TYPES[1:5] if promotes and forward else [None]:
                    yield chess.Move(square, to, promotion)

    def moves(self, board):
        for move in board.pseudo_legal_moves:
            victim = board.piece_type_at(move.to_square)
            captures_none = chess.KNIGHT in self.SAFE and board.piece_type_at(move.from_square) == chess.KNIGHT
            if board.is_castling(move) or victim in self.SAFE or victim and captures_none:
                continue
            # A Pawn on its first rank, where only a relayed move brings it, has no double step.
            pawn = board.piece_type_at(move.from_square) == chess.PAWN
            if pawn and chess.square_rank(move.from_square) in (0, 7) and abs(move.to_square - move.from_square) == 16:
                continue
            yield move
        yield from self.relayed(board)
        yield from self.castlings(board)

    def often(self, board, after):
        by_relay = set(self.relayed(board))
        return [new for new in after if new.peek() in by_relay]

    def matters(self, board):
        return any(True for _ in self.relayed(board))


class KnightRelay(Relays):
    """Knight Relay Chess: the same with Knights that capture and are captured."""

    SAFE = (chess.KING,)


class Compulsory(Rule):
    """Some moves come before others."""

    TITLE = "Counts of chess in which some moves come before others"
    SEED, DEPTHS, PLIES = 9, (4, 4), ((0, 1, 2, 5, 14, 23, 40),) * 2

    # The classes of moves that come before others, for Black and for White.
    GAMES = {
        "check-first": (("check", "capture", "move of P"),) * 2,
        "promote-first": (("promotion or capture", "move of K"), ()),
    }
    CLASSES = {
        "check": lambda board, move: board.gives_check(move),
        "capture": lambda board, move: board.is_capture(move),
        "promotion or capture": lambda board, move: move.promotion is not None or board.is_capture(move),
        "move of P": lambda board, move: board.piece_type_at(move.from_square) == chess.PAWN,
        "move of K": lambda board, move: board.piece_type_at(move.from_square) == chess.KING,
    }

    def few(self, dice):
        return few_men(dice, "QRBNqrbnPPpp", 6)

    def start(self):
        return chess.Board()

    def allowed(self, board):
        """The legal moves of the first class of which there is one, or else all."""
        legal = list(board.legal_moves)
        for of_class in self.GAMES[self.game][board.turn]:
            first = [move for move in legal if self.CLASSES[of_class](board, move)]
            if first:
                return first
        return legal

    def successors(self, board):
        for move in self.allowed(board):
            after = board.copy(stack=False)
            after.push(move)
            yield after


class Movers(Rule):
    """Turns of several moves by the same man, or by different men, without captures en passant. A position is a board, the moves
    of the last series and of this one, and where the men stand that have moved in it."""

    TITLE = "Counts of turns of several moves by the same man, or by different men"
    SEED, DEPTHS, PLIES = 5, (4, 2), ((1, 2, 3), (5, 14, 22, 33))
    # The rule about men, the moves of a turn or None where each has one more than that before, and whether a check ends it.
    GAMES = {
        "one-man": ("same", 3, False),
        "progressive-men": ("different", None, False),
        "two-men": ("different", 2, True),
    }

    def fen(self, position):
        board, last, made, moved = position
        text = " ".join([*super().fen(board).split()[:3], "-", "0", "9"])
        if (last, made) != (0, 0):
            text += f" series={last}/{made}"
        if moved:
            text += " moved=" + "".join(sorted(chess.square_name(square) for square in moved))
        return text

    @staticmethod
    def ways(board, move):
        """The squares that men leave by a move, each with the one that it reaches."""
        found = {move.from_square: move.to_square}
        if board.is_castling(move):
            short = board.is_kingside_castling(move)
            rank = chess.square_rank(move.from_square)
            found[chess.square(7 if short else 0, rank)] = chess.square(5 if short else 3, rank)
        return found

    def successors(self, position):
        rule, length, ends_by_check = self.GAMES[self.game]
        board, last, before, moved = position
        longest = length or last + 1
        any_move = False
        for move in board.legal_moves:
            men = self.ways(board, move)
            if board.piece_type_at(move.to_square) == chess.KING:
                continue
            if rule == "different" and moved & men.keys():
                continue
            if rule == "same" and before and men.keys() - moved:
                continue
            any_move = True
            after = board.copy(stack=False)
            after.push(move)
            after.ep_square = None
            made = before + 1
            if made == longest or ends_by_check and after.is_check():
                yield after, longest if length is None else made, 0, frozenset()
                continue
            after.turn = board.turn
            kept = moved - men.keys() if rule == "different" else frozenset()
            yield after, last, made, kept | set(men.values())
        if not any_move and before and not board.is_check():
            after = board.copy(stack=False)
            after.turn = not board.turn
            yield after, longest if length is None else before, 0, frozenset()

    def few(self, dice):
        while True:
            board = chess.Board(None)
            men = ["K", "k", dice.choice("PNBRQ"), dice.choice("pnbrq"), *dice.sample("PpNnRr", dice.choice((0, 1)))]
            for symbol, square in zip(men, dice.sample(range(8, 56), len(men))):
                board.set_piece_at(square, chess.Piece.from_symbol(symbol))
            board.turn = dice.choice((chess.WHITE, chess.BLACK))
            if board.is_valid():
                return board, dice.choice((1, 2)), 0, frozenset()

    def start(self):
        return chess.Board(), 0, 0, frozenset()


class Once(Rule):
    """Men that leap once a game to an empty square, if their King is not attacked after it. A position is a board, and where the
    men stand that have not leapt; a promoted man has no leap."""

    TITLE = "Counts of chess with men that move once a game in another way"
    SEED, DEPTHS, PLIES = 7, (3, 3), ((0, 1, 2), (0, 5, 14, 23, 40))
    # The man, its leap, and whether it is barred in check.
    GAMES = {
        "leaping-kings": (chess.KING, (1, 2), True),
        "camel-knights": (chess.KNIGHT, (1, 3), False),
    }

    def fen(self, position):
        board, once = position
        names = sorted(chess.square_name(square) for square in once)
        return super().fen(board) + (" once=" + "".join(names) if names else "")

    def able(self, board):
        return [square for square in chess.SQUARES if board.piece_type_at(square) == self.GAMES[self.game][0]]

    @staticmethod
    def leaps(square, leap):
        """The squares that a man reaches by a leap."""
        for dx, dy in {(x * a, y * b) for a, b in (leap, leap[::-1]) for x in (1, -1) for y in (1, -1)}:
            file, rank = chess.square_file(square) + dx, chess.square_rank(square) + dy
            if 0 <= file < 8 and 0 <= rank < 8:
                yield chess.square(file, rank)

    @staticmethod
    def after_usual(position, move):
        """The position after a move of python-chess."""
        board, once = position[0].copy(stack=False), set(position[1])
        board.push(move)
        once.discard(move.to_square)
        if move.from_square in once:
            once.discard(move.from_square)
            once.add(move.to_square)
        return board, frozenset(once)

    @staticmethod
    def after_leap(position, square, to):
        """The position after a leap; none if it leaves the own King attacked."""
        board = position[0].copy(stack=False)
        us = board.turn
        board.set_piece_at(to, board.remove_piece_at(square))
        if board.is_attacked_by(not us, board.king(us)):
            return None
        board.castling_rights = board.clean_castling_rights()
        board.ep_square = None
        board.halfmove_clock += 1
        board.fullmove_number += us == chess.BLACK
        board.turn = not us
        return board, position[1] - {square}

    def successors(self, position):
        _, leap, barred = self.GAMES[self.game]
        board, once = position
        for move in board.legal_moves:
            yield self.after_usual(position, move)
        if barred and board.is_check():
            return
        for square in once:
            if board.color_at(square) != board.turn:
                continue
            for to in self.leaps(square, leap):
                after = None if board.piece_at(to) else self.after_leap(position, square, to)
                if after is not None:
                    yield after

    def few(self, dice):
        while True:
            board = few_men(dice, "NnNnRrBQPp", 4)
            able = self.able(board)
            if able:
                return board, frozenset(dice.sample(able, dice.randint(1, len(able))))

    def start(self):
        board = chess.Board()
        return board, frozenset(self.able(board))


RULES = {"compulsory": Compulsory, "holds": Holds, "madrasi": Madrasi, "movers": Movers, "once": Once, "relays": Relays}

if __name__ == "__main__":
    RULES[sys.argv[1]]().table()
