"""Positions with what FENs of Fairy-Stockfish tell of them, and the texts of moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from weakfish._errors import PositionError
from weakfish._native import Move, Placed, Position
from weakfish._types import Side
from weakfish_pyffish._variants import Variant, coordinates, square

Sort: TypeAlias = Literal[
    "normal", "drop", "castling", "promotion", "piece-promotion", "piece-demotion", "pass", "wall"
]


@dataclass(frozen=True)
class Written:
    """A legal move with its text."""

    move: Move
    text: str
    sort: Sort
    from_square: str
    to_square: str
    # The letter, in capitals, of the man that is dropped, or that a promotion makes.
    letter: str = ""


class State:
    """A position after some moves."""

    def __init__(self, variant: Variant, chess960: bool, position: Position) -> None:
        self.variant = variant
        self.chess960 = chess960 or variant.flag("chess960")
        self.position = position
        # The squares of promoted men, and for men that promote other than as pawns do the letters of what they were.
        self.promoted: frozenset[str] = frozenset()
        self.origins: dict[str, str] = {}
        self.clock = 0
        self.ply = 0
        self.captured = ""
        # Squares where the last move can be captured en passant, as FENs have them.
        self.crossed: list[str] = []
        # The men in hand of games whose definition has none, since they never run out.
        self.supply: tuple[str, ...] = ()

    @cached_property
    def men(self) -> dict[str, Placed]:
        return {placed.square: placed for placed in self.position.board}

    def of_side(self, side: Side) -> list[Placed]:
        """The men of a side, from the first rank on, each from the first file on."""
        men = (placed for placed in self.men.values() if placed.side == side)
        return sorted(men, key=lambda placed: coordinates(placed.square)[::-1])

    def king(self, side: Side) -> str | None:
        """The square of the king of a side."""
        kings = (placed for placed in self.of_side(side) if self.variant.kind(placed.letter) == "king")
        return next((king.square for king in kings), None)

    # Moves.

    @cached_property
    def moves(self) -> dict[str, Written]:
        """The legal moves by their texts."""
        legal = list(self.position.legal_moves)
        plain = {(move.from_square, move.to_square) for move in legal if move.kind not in ("castle", "drop")}
        return {written.text: written for move in legal for written in [self._write(move, plain)]}

    def find(self, text: str) -> Written:
        """The legal move of a text."""
        if len(text) == 5:
            text = text[:4] if text[4] == "=" else text[:4] + text[4].lower()
        found = self.moves.get(text)
        if found is None:
            raise ValueError(f"Invalid move '{text}'")
        return found

    def _write(self, move: Move, plain: set[tuple[str | None, str | None]]) -> Written:
        wall = ""
        if move.kind == "pass":
            stays = self.king(self.position.turn) or self.of_side(self.position.turn)[0].square
            return Written(move, stays + stays, "pass", stays, stays)
        if move.kind == "wall":
            text = move.uci()
            stays = text[: len(text.partition(",")[0]) // 2]
            return Written(move, text, "wall", stays, stays)
        to = move.to_square
        assert to is not None
        if move.kind == "drop":
            letter, text = self._write_drop(move)
            return Written(move, text, "drop", to, to, letter)
        from_square = move.from_square
        assert from_square is not None
        if move.wall or self.variant.flag("wallOrMove"):
            # Where walls are put instead of moves, moves name the first square.
            wall = f",{to}{move.wall or 'a1'}"
        if move.kind == "castle":
            return self._write_castling(move, from_square, to, wall, plain)
        suffix, sort, letter = self._promotion(move, from_square, to)
        if move.leaves:
            suffix += move.leaves.lower()
        return Written(move, from_square + to + suffix + wall, sort, from_square, to, letter)

    def _write_drop(self, move: Move) -> tuple[str, str]:
        """The letter of the man that arrives, and the text."""
        text = move.uci()
        arriving, _, rest = text.rpartition("=")[2].partition("@")
        in_hand = (move.drop or "").upper()
        if not arriving.startswith("+") and arriving != in_hand and self.variant.promoted.get(in_hand) == arriving:
            arriving = "+" + in_hand
        return arriving, f"{arriving}@{rest}"

    def _write_castling(
        self, move: Move, king: str, to: str, wall: str, plain: set[tuple[str | None, str | None]]
    ) -> Written:
        partner = move.partner or to
        if move.leaves and move.leaves_on == partner:
            return Written(move, partner + king + move.leaves.lower() + wall, "castling", king, partner)
        lands = partner if self.chess960 or (king, to) in plain else to
        left = move.leaves.lower() if move.leaves else ""
        return Written(move, king + lands + left + wall, "castling", king, partner)

    def _promotion(self, move: Move, from_square: str, to: str) -> tuple[str, Sort, str]:
        """The end of a text, the sort of the move, and the letter of the man that it makes."""
        placed = self.men[from_square]
        before = placed.letter.upper()
        if move.promotion is None:
            # Where a pawn becomes another pawn, it stays what it is here.
            kind, side = self.variant.kind(before), placed.side
            region = self.variant.squares(f"promotionRegion{side.capitalize()}") or frozenset()
            if kind in self.variant.pawns[side] & self.variant.promotions[side] and to in region:
                return before.lower(), "promotion", before
            return "", "normal", ""
        after = self.variant.names[move.promotion].upper()
        if from_square in self.origins and self.origins[from_square] == after or before == "+" + after:
            return "-", "piece-demotion", after
        if after == "+" + before or self.variant.promoted.get(before) == after:
            return "+", "piece-promotion", after
        return after.lower(), "promotion", after

    def after(self, text: str) -> State:
        """The position after a move."""
        written = self.find(text)
        position = self.position.copy(stack=False)
        position.push(written.move)
        state = State(self.variant, self.chess960, position)
        state.ply = self.ply + 1
        state.supply = self.supply
        if written.sort == "drop":
            dropped = written.letter.upper() if self.position.turn == "white" else written.letter.lower()
            index = self.supply.index(dropped) if dropped in self.supply else len(self.supply)
            state.supply = self.supply[:index] + self.supply[index + 1 :]
        self._mark_promotions(state, written)
        state.captured = self._captured(state, written)
        state.crossed = self._crossed(state, written)
        resets = bool(state.captured) or written.sort in ("drop", "promotion")
        resets |= written.sort == "piece-promotion" and not self.variant.flag("pieceDemotion")
        state.clock = 0 if resets or self._is_irreversible(written) else self.clock + 1
        if self.variant.number("nMoveRule"):
            state.clock = position.halfmove_clock
        return state

    def _is_irreversible(self, written: Written) -> bool:
        """Whether a man moves whose moves are progress."""
        if written.sort not in ("normal", "promotion") or written.from_square not in self.men:
            return False
        placed = self.men[written.from_square]
        return self.variant.kind(placed.letter) in self.variant.kinds(f"nMoveRuleTypes{placed.side.capitalize()}")

    def _mark_promotions(self, state: State, written: Written) -> None:
        """Carries over what is known of promoted men."""
        promoted, origins = set(self.promoted), dict(self.origins)
        from_square, to = written.from_square, written.to_square
        if written.sort not in ("castling", "pass", "wall"):
            was, origin = from_square in promoted, origins.pop(from_square, None)
            promoted.discard(from_square)
            origins.pop(to, None)
            if written.sort == "drop":
                was, origin = written.letter.startswith("+"), written.letter.lstrip("+")
                origin = origin if was else None
            elif written.sort == "promotion":
                was, origin = True, None
            elif written.sort == "piece-promotion":
                was, origin = True, self.men[from_square].letter.upper()
            elif written.sort == "piece-demotion":
                was, origin = False, None
            promoted.discard(to)
            if was:
                promoted.add(to)
            if origin:
                origins[to] = origin
        state.promoted = frozenset(promoted & state.men.keys())
        state.origins = {on: origin for on, origin in origins.items() if on in state.men}

    def _captured(self, state: State, written: Written) -> str:
        """The letter of the man that a move captures, as what it was before it promoted."""
        if written.sort == "drop" or not self.position.is_capture(written.move):
            return ""
        on = written.to_square
        if on not in self.men:
            file = coordinates(on)[0]
            gone = [placed.square for placed in self.men.values() if placed.side != self.position.turn]
            gone = [at for at in gone if at not in state.men and coordinates(at)[0] == file] or gone
            rank = coordinates(on)[1]
            on = min(gone, key=lambda at: abs(coordinates(at)[1] - rank), default=on)
        return self.unpromoted(on) if on in self.men else ""

    def _crossed(self, state: State, written: Written) -> list[str]:
        """The squares on which a man that has just moved can be captured."""
        if written.sort != "normal":
            return []
        placed, (file, rank), (to_file, to_rank) = (
            self.men[written.from_square], coordinates(written.from_square), coordinates(written.to_square)
        )
        if self.variant.kind(placed.letter) != "pawn":
            # All that it has crossed, and where it stands now.
            native = state.position.fen().split()[3]
            crossed = re.findall(r"[a-z]\d+", native)
            return within(self.variant, [*crossed, written.to_square] if crossed else [], state.position.turn)
        if file != to_file or abs(to_rank - rank) not in (2, 3):
            return []
        step = 1 if to_rank > rank else -1
        crossed = [square(file, to_rank - step * back) for back in range(1, abs(to_rank - rank))]
        crossed = [on for on in crossed if on != written.move.wall]
        return capturable(self.variant, crossed, state.men, state.position.turn)

    def unpromoted(self, on: str) -> str:
        """The letter of a man as what it was before it promoted."""
        placed = self.men[on]
        letter = placed.letter.lstrip("+")
        if on in self.origins:
            letter = self.origins[on]
        elif on in self.promoted:
            pawns = self.variant.pawns[placed.side]
            letter = next((self.variant.letters[kind] for kind in self.variant.letters if kind in pawns), letter)
        return letter.upper() if placed.side == "white" else letter.lower()

    # FENs.

    def fen(self, show_promoted: bool = False) -> str:
        native = self.position.fen().split()
        keys = dict(field.split("=", 1) for field in native if "=" in field)
        fields = [self._placement(show_promoted or self.variant.tells_promoted) + self._hands()]
        fields += [native[1], self._rights(native[2], keys.get("unmoved", ""))]
        counted, _, limit = keys.get("count", "0/0").partition("/")
        fields.append(limit if int(limit) else "".join(self.crossed) or "-")
        if self.variant.flag("checkCounting"):
            given = [int(number) for number in keys.get("checks", "0/0").split("/")]
            fields.append("+".join(str(need - has) for need, has in zip(self.variant.checks, given, strict=True)))
        fields.append(counted if int(limit) else str(self.clock))
        fields.append(str(1 + (self.ply - (native[1] == "b")) // 2))
        return " ".join(fields)

    def sfen(self) -> str:
        """The position as SFEN, in which the one who begins is Black."""
        hand = ""
        for letter, number in self.hand("white") + self.hand("black"):
            hand += (str(number) if number > 1 else "") + letter
        side = "b" if self.position.turn == "white" else "w"
        return f"{self._placement(self.variant.tells_promoted)} {side} {hand or '-'} {self.ply + 1}"

    def _placement(self, show_promoted: bool) -> str:
        walls = {*self.position.walls, *self.variant.game.holes}
        rows = []
        for rank in range(self.variant.ranks, 0, -1):
            row, empty = "", 0
            for file in range(self.variant.files):
                on = square(file, rank)
                cell = self._cell(on, show_promoted) if on in self.men else "*" if on in walls else ""
                if cell:
                    row += (str(empty) if empty else "") + cell
                    empty = -1
                empty += 1
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows)

    def _cell(self, on: str, show_promoted: bool) -> str:
        placed = self.men[on]
        if on in self.origins:
            letter = self.origins[on]
            return "+" + (letter.upper() if placed.side == "white" else letter.lower())
        return placed.letter + ("~" if show_promoted and on in self.promoted else "")

    def hand(self, side: Side) -> list[tuple[str, int]]:
        """The men in hand of a side, in the reverse order of their kinds."""
        hand = {letter.upper(): number for letter, number in self.position.hands[side].items()}
        if not self.variant.has_native_hands:
            own = [letter.upper() for letter in self.supply if letter.isupper() == (side == "white")]
            hand = {letter: own.count(letter) for letter in own}
        order = [letter for letter in reversed(list(self.variant.types)) if hand.get(letter)]
        return [(letter if side == "white" else letter.lower(), hand[letter]) for letter in order]

    def _hands(self) -> str:
        if not self.variant.has_hands:
            return ""
        return "[" + "".join(letter * number for letter, number in self.hand("white") + self.hand("black")) + "]"

    def _rights(self, native: str, unmoved: str) -> str:
        """The third field: rights to castle, and the files of men that have not moved."""
        text, partners = "", self.partners(native)
        moved = re.findall(r"[a-z]\d+", unmoved)
        sides: list[tuple[Side, str]] = [("white", "K"), ("black", "k")]
        for side, capital in sides:
            rights = [letter for letter in native if letter.isupper() == capital.isupper()]
            squares = [partners[letter] for letter in rights if letter in partners]
            for letter in rights:
                if letter in partners:
                    file = partners[letter][0]
                    east = coordinates(partners[letter])[0] > coordinates(self.castling_king(side) or "a1")[0]
                    plain = "K" if east else "Q"
                    shown = file if self.chess960 else plain
                    text += shown.upper() if side == "white" else shown.lower()
            if self.variant.flag("gating"):
                text += self._gates(side, moved, squares)
        return text or "-"

    def _gates(self, side: Side, unmoved: list[str], partners: list[str]) -> str:
        if self.variant.flag("seirawanGating") and not self.hand(side) and not self.variant.flag("capturesToHand"):
            return ""
        files = {on[0] for on in unmoved if on in self.men and self.men[on].side == side}
        files -= {on[0] for on in partners}
        if partners and not self.chess960:
            files -= {(self.castling_king(side) or "-")[0]}
        return "".join(file.upper() if side == "white" else file for file in sorted(files))

    def castling_king(self, side: str) -> str | None:
        """The square of the man that castles."""
        piece = self.variant.keys[f"castlingKingPiece{side.capitalize()}"].upper()
        rank = self.variant.castling_rank(side)
        men = (placed for placed in self.men.values() if placed.side == side and placed.letter.upper() == piece)
        return next((placed.square for placed in men if coordinates(placed.square)[1] == rank), None)

    def partners(self, rights: str) -> dict[str, str]:
        """The squares of the men that kings castle with, by the letters of the rights."""
        found = {}
        for letter in rights.replace("-", ""):
            side = "white" if letter.isupper() else "black"
            rank, king = self.variant.castling_rank(side), self.castling_king(side)
            kinds = self.variant.kinds(f"castlingRookPieces{side.capitalize()}")
            files = {
                coordinates(placed.square)[0]
                for placed in self.men.values()
                if placed.side == side and coordinates(placed.square)[1] == rank and self.variant.kind(placed.letter) in kinds
            }
            if king is None:
                continue
            if letter.upper() == "K":
                files = {file for file in files if file <= self.variant.file_of_key("castlingRookKingsideFile")}
                file = max(files, default=None)
            elif letter.upper() == "Q":
                files = {file for file in files if file >= self.variant.file_of_key("castlingRookQueensideFile")}
                file = min(files, default=None)
            else:
                file = coordinates(letter.lower() + "1")[0]
                file = file if file in files else None
            if file is not None:
                found[letter] = square(file, rank)
        return found


def within(variant: Variant, crossed: list[str], turn: Side) -> list[str]:
    """Those of crossed squares where the side to move may capture en passant, from the first rank on."""
    region = variant.squares(f"enPassantRegion{turn.capitalize()}") or frozenset()
    return sorted(region.intersection(crossed), key=lambda on: coordinates(on)[::-1])


def capturable(variant: Variant, crossed: list[str], men: Mapping[str, Placed], turn: Side) -> list[str]:
    """Those of squares crossed by a pawn that FENs name: on which pawns of the side to move can capture, or all that it has
    other men for that capture en passant."""
    crossed = within(variant, crossed, turn)
    if variant.kinds(f"enPassantTypes{turn.capitalize()}") - {"pawn"}:
        return crossed
    forward = 1 if turn == "white" else -1
    return [on for on in crossed if any(_is_pawn(variant, men, turn, on, aside, -forward) for aside in (-1, 1))]


def _is_pawn(variant: Variant, men: Mapping[str, Placed], side: Side, on: str, files: int, ranks: int) -> bool:
    """Whether a pawn of a side stands at an offset, in files and ranks, from a square."""
    file, rank = coordinates(on)
    man = men.get(square(file + files, rank + ranks))
    return man is not None and man.side == side and variant.kind(man.letter) == "pawn"


def _named_in_fen(variant: Variant, named: list[str], men: Mapping[str, Placed], turn: Side) -> list[str]:
    """Those of squares named in a FEN that Fairy-Stockfish keeps: in variants of common men, where no other men capture en
    passant, those that a pawn seems to have crossed and where it can be captured."""
    if not variant.has_common_men or variant.kinds(f"enPassantTypes{turn.capitalize()}") - {"pawn"}:
        return within(variant, named, turn)
    forward = 1 if turn == "white" else -1
    other: Side = "black" if turn == "white" else "white"

    def was_crossed(on: str) -> bool:
        file, rank = coordinates(on)
        stands = any(_is_pawn(variant, men, other, on, 0, -forward * far) for far in (1, 2))
        return stands and on not in men and square(file, rank + forward) not in men

    return [on for on in capturable(variant, named, men, turn) if was_crossed(on)]


# Reading.


def read(variant: Variant, fen: str, chess960: bool) -> State:
    """Sets up the position of a FEN as Fairy-Stockfish reads it."""
    fields = (variant.start_fen if fen.strip() == "startpos" else fen).split()
    if not fields:
        raise ValueError("there is no position in an empty FEN")
    placement, hand = _split_hand(variant, fields[0])
    board, promoted, origins = _read_placement(variant, placement)
    side = "b" if fields[1:2] == ["b"] else "w"
    rest = fields[2:]
    rights, crossed = "-", "-"
    if rest and not rest[0][0].isdigit():
        rights, crossed = rest[0], rest[1] if len(rest) > 1 else "-"
        rest = rest[2:]
        if crossed[0].isdigit() and variant.keys["countingRule"] == "none":
            # Where this field is missing, the engine skips what stands there.
            rest, crossed = [crossed[1:], *rest] if crossed[1:] else rest, "-"
    checks = [field for field in rest if "+" in field]
    numbers = [int(field) for field in rest if field.isdigit()]
    clock, number = (numbers + [0, 0])[:2]
    native = [_native_placement(variant, board, promoted) + (f"[{hand}]" if hand and variant.has_native_hands else "")]
    kept, unmoved = _native_rights(variant, rights, board)
    # The engine reads one digit.
    named = re.findall(r"[a-z]\d", crossed)
    behind = "".join(on for on in named if on not in board)
    native += [side, kept, crossed if crossed.isdigit() else behind or "-", str(clock), str(max(number, 1))]
    if unmoved:
        native.append("unmoved=" + "".join(unmoved))
    if variant.flag("checkCounting"):
        native.append(_native_checks(variant, checks))
    try:
        position = variant.game.position(" ".join(native))
    except PositionError:
        # Squares that no man has crossed are skipped.
        native[3] = "-" if behind else native[3]
        position = variant.game.position(" ".join(native))
    state = State(variant, chess960, position)
    state.crossed = _named_in_fen(variant, named, state.men, position.turn)
    state.promoted, state.origins = promoted, origins
    state.supply = tuple(hand)
    state.clock = 0 if crossed.isdigit() else clock
    state.ply = max(2 * (number - 1), 0) + (side == "b")
    return state


def shuffled_start(variant: Variant, fen: str) -> str | None:
    """The start of a shuffled game in which men castle from where they stand in a FEN; ``None`` if that is the start of the
    variant."""
    fields = fen.split()
    if len(fields) < 3 or not variant.flag("castling") or not re.fullmatch(r"[A-Za-z]+", fields[2]):
        return None
    board = _read_placement(variant, _split_hand(variant, fields[0])[0])[0]
    homes: dict[str, int] = {}
    for side in ("white", "black"):
        homes = {**_castling_homes(variant, fields[2], board, side), **homes}
    if not homes:
        return None
    start = dict(variant.start_board)
    for side in ("white", "black"):
        rank, (kings, partners) = variant.castling_rank(side), _castling_men(variant, start, side)
        row = [start.pop(square(file, rank), "") for file in range(variant.files)]
        if not kings or len(partners) < 2:
            return None
        placed = {homes["king"]: row[kings[0]]}
        for wing, partner in (("Q", partners[0]), ("K", partners[-1])):
            outermost = 0 if wing == "Q" else variant.files - 1
            if homes.get(wing, outermost) not in placed:
                placed[homes.get(wing, outermost)] = row[partner]
                row[partner] = "moved"
        row[kings[0]] = "moved"
        rest = [letter for letter in row if letter != "moved"]
        for file in range(variant.files):
            start[square(file, rank)] = placed[file] if file in placed else rest.pop(0)
    start = {on: letter for on, letter in start.items() if letter}
    if start == variant.start_board:
        return None
    placement, bracket, hand = variant.start_fen.split()[0].partition("[")
    placement = _native_placement(variant, start, frozenset()) + bracket + hand
    return " ".join([placement, *variant.start_fen.split()[1:]])


def _castling_men(variant: Variant, board: dict[str, str], side: str) -> tuple[list[int], list[int]]:
    """The files of the men that castle, and of their partners, on the rank where a side castles."""
    rank, king = variant.castling_rank(side), variant.keys[f"castlingKingPiece{side.capitalize()}"].upper()
    kinds = variant.kinds(f"castlingRookPieces{side.capitalize()}")
    row = {file: board.get(square(file, rank), "") for file in range(variant.files)}
    own = {file: letter.upper() for file, letter in row.items() if letter and letter.isupper() == (side == "white")}
    kings = [file for file, letter in own.items() if letter == king]
    return kings, [file for file, letter in own.items() if variant.types.get(letter) in kinds and file not in kings]


def _castling_homes(variant: Variant, rights: str, board: dict[str, str], side: str) -> dict[str, int]:
    """The files of the king and of the partners, by their wings, that the rights of a side need."""
    kings, partners = _castling_men(variant, board, side)
    found: dict[str, int] = {}
    for letter in rights if kings else "":
        if letter.isupper() != (side == "white"):
            continue
        if letter.upper() in ("K", "Q"):
            east = letter.upper() == "K"
            beyond = [file for file in partners if (file > kings[0]) == east]
            if beyond:
                found[letter.upper()] = max(beyond) if east else min(beyond)
        elif (file := ord(letter.lower()) - ord("a")) in partners:
            found["K" if file > kings[0] else "Q"] = file
    return {**found, "king": kings[0]} if found else {}


def _split_hand(variant: Variant, text: str) -> tuple[str, str]:
    """The board and the men in hand, which stand in brackets or like another rank."""
    board, bracket, hand = text.partition("[")
    if not bracket and board.count("/") == variant.ranks:
        board, _, hand = board.rpartition("/")
    return board, re.sub(r"[^A-Za-z]", "", hand)


def _read_placement(variant: Variant, text: str) -> tuple[dict[str, str], frozenset[str], dict[str, str]]:
    """The men and walls by their squares, which men are promoted, and what they were if that has a letter."""
    board, promoted, origins = {}, set(), {}
    rank, file = variant.ranks, 0
    for token in re.findall(r"\d+|/|\*|\+?[A-Za-z]~?", text):
        if token == "/":
            rank, file = rank - 1, 0
        elif token.isdigit():
            file += int(token)
        else:
            on = square(file, rank)
            letter = token.rstrip("~")
            letter = _known_letter(variant, letter)
            if letter.startswith("+"):
                origins[on] = letter[1:].upper()
            if token.endswith("~") or letter.startswith("+"):
                promoted.add(on)
            board[on] = letter
            file += 1
    return board, frozenset(promoted), origins


def _known_letter(variant: Variant, letter: str) -> str:
    """The letter for which another one may stand."""
    other = variant.synonyms.get(letter.upper())
    return letter if other is None else other if letter.isupper() else other.lower()


def _native_placement(variant: Variant, board: dict[str, str], promoted: frozenset[str]) -> str:
    """The board for the definition, which may have another letter for a promoted man."""
    holes = set(variant.game.holes)
    rows = []
    for rank in range(variant.ranks, 0, -1):
        row = ""
        for file in range(variant.files):
            on = square(file, rank)
            letter = board.get(on, "*" if on in holes else "1")
            if letter.startswith("+") and letter.upper() not in variant.native_letters:
                other = variant.promoted.get(letter[1:].upper(), letter)
                letter = other if letter.isupper() else other.lower()
            elif on in promoted and not letter.startswith("+") and _tells_promoted(variant, letter):
                letter += "~"
            row += letter
        rows.append(re.sub(r"1+", lambda run: str(len(run[0])), row))
    return "/".join(rows)


def _tells_promoted(variant: Variant, letter: str) -> bool:
    """Whether the definition tells a promoted man from others of its kind."""
    if letter not in variant.told:
        rows = [str(variant.files)] * (variant.ranks - 1)
        try:
            variant.game.position("/".join([f"{letter}~{variant.files - 1}", *rows]))
        except PositionError as error:
            variant.told[letter] = all("promoted" not in problem.message for problem in error.diagnostics)
        else:
            variant.told[letter] = True
    return variant.told[letter]


def _native_rights(variant: Variant, rights: str, board: dict[str, str]) -> tuple[str, list[str]]:
    """The third field for the definition, without the rights that Fairy-Stockfish skips, and the squares of men that
    have not moved, if that counts."""
    kept, unmoved = "", set()
    for side in ("White", "Black"):
        rank, king = variant.castling_rank(side.lower()), variant.keys[f"castlingKingPiece{side}"].upper()
        files = {file: board.get(square(file, rank), "") for file in range(variant.files)}
        own = {file: letter.upper() for file, letter in files.items() if letter and letter.isupper() == (side == "White")}
        kinds = variant.kinds(f"castlingRookPieces{side}")
        partners = [file for file, letter in own.items() if variant.types.get(letter) in kinds]
        kings = [file for file, letter in own.items() if letter == king] if variant.flag("castling") else []
        letters = [letter for letter in rights.replace("-", "") if letter.isupper() == (side == "White")]
        gates = set()
        for letter in letters:
            east = letter.upper() == "K"
            if letter.upper() in ("K", "Q"):
                last = variant.file_of_key("castlingRookKingsideFile" if east else "castlingRookQueensideFile")
                beyond = [file for file in partners for at in kings if file != at and (file > at) == east]
                beyond = [file for file in beyond if (file <= last if east else file >= last)]
                if beyond:
                    kept += letter if letter not in kept else ""
                    gates |= {kings[0], max(beyond) if east else min(beyond)}
            elif ord(letter.lower()) - ord("a") in own:
                gates.add(ord(letter.lower()) - ord("a"))
                if not variant.flag("gating"):
                    kept += letter if letter not in kept else ""
        if variant.flag("gating"):
            unmoved |= {square(file, rank) for file in gates}
            if gates & set(kings) and not set(kept) & set(letters):
                wings = ("K" if file > kings[0] else "Q" for file in gates & set(partners))
                kept += "".join(wing if side == "White" else wing.lower() for wing in wings)
    return kept or "-", sorted(unmoved)


def _native_checks(variant: Variant, checks: list[str]) -> str:
    """The checks that have been given."""
    need = variant.checks
    if not checks:
        given = [max(number - 1, 0) for number in need]
    elif checks[-1].startswith("+"):
        given = [int(number) for number in checks[-1][1:].split("+")]
    else:
        given = [has - int(left) for has, left in zip(need, checks[0].split("+"), strict=True)]
    return f"checks={given[0]}/{given[1]}"
