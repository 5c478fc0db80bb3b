"""Moves in the notations of people, as pyffish writes them."""

from __future__ import annotations

from weakfish._native import Placed
from weakfish_pyffish._states import State, Written
from weakfish_pyffish._variants import coordinates, square

DEFAULT, SAN, LAN, SHOGI_HOSKING, SHOGI_HODGES, SHOGI_HODGES_NUMBER, JANGGI, XIANGQI_WXF, THAI_SAN, THAI_LAN = range(10)

_SHOGI = (SHOGI_HOSKING, SHOGI_HODGES, SHOGI_HODGES_NUMBER)
_THAI = (THAI_SAN, THAI_LAN)
_THAI_FILES = ("ก", "ข", "ค", "ง", "จ", "ฉ", "ช", "ญ", "ต", "ถ", "ธ", "น")
_THAI_DIGITS = str.maketrans("0123456789", "๐๑๒๓๔๕๖๗๘๙")
_THAI_MEN = {"king": "ข", "silver": "ค", "fers": "ม็", "knight": "ม", "rook": "ร", "pawn": "บ", "aiwok": "ว"}


def default(template: str | None) -> int:
    """The notation of a variant of a template."""
    return SHOGI_HODGES_NUMBER if template == "shogi" else SAN


def write(state: State, written: Written, notation: int) -> str:
    """Writes a legal move."""
    return _Writer(state, written, notation).text()


class _Writer:
    def __init__(self, state: State, written: Written, notation: int) -> None:
        self.state, self.written, self.notation = state, written, notation
        self.variant, self.side = state.variant, state.position.turn
        self.shogi = notation in _SHOGI
        self.captures = state.position.is_capture(written.move)

    def text(self) -> str:
        written, move = self.written, self.written.move
        if written.sort == "castling":
            east = coordinates(written.to_square)[0] > coordinates(written.from_square)[0]
            text = "O-O" if east else "O-O-O"
            if move.leaves and move.leaves_on:
                text += "/" + move.leaves.upper() + self.square(move.leaves_on)
        else:
            text = self.travel()
            if move.leaves:
                text += "/" + move.leaves.upper()
        if self.variant.keys["wallingRule"] != "none":
            text += "," + self.square(move.wall or "a1")
        if not self.shogi and self.notation != XIANGQI_WXF:
            text += self.check_mark()
        return text

    def travel(self) -> str:
        written, notation = self.written, self.notation
        text = self.piece() + (" " if notation == THAI_LAN else "")
        by = self.disambiguation()
        text += by + self.sign(bool(by)) + self.target()
        if written.sort == "promotion":
            text += "=" + written.letter
        elif written.sort == "piece-promotion":
            text += "+" if self.shogi else "=" + self.plain(written.letter)
        elif written.sort == "piece-demotion":
            text += "-" if self.shogi else "=" + written.letter
        elif written.sort == "normal" and self.shogi and written.text + "+" in self.state.moves:
            text += "="
        return text

    def plain(self, letter: str) -> str:
        """The letter of a promoted man as a man of its kind."""
        return self.variant.promoted[letter[1:]] if letter.startswith("+") else letter

    def kind(self) -> str:
        """The kind of the man that moves."""
        if self.written.sort == "drop":
            return self.variant.kind(self.written.letter)
        return self.variant.kind(self.state.men[self.written.from_square].letter)

    def piece(self) -> str:
        notation, kind = self.notation, self.kind()
        if self.written.sort == "drop":
            letter = self.written.letter
            if self.shogi and letter.startswith("+"):
                return letter
            letter = self.plain(letter)
        else:
            if kind == "pawn" and notation in (SAN, LAN, THAI_SAN):
                return ""
            if notation == XIANGQI_WXF and (place := self.place_on_file(kind)):
                return str(place)
            origin = self.state.origins.get(self.written.from_square)
            if self.shogi and origin:
                return "+" + origin
            letter = self.variant.letters[kind]
        if notation in _THAI:
            promoted = self.written.from_square in self.state.promoted
            return "ง" if kind == "fers" and promoted else _THAI_MEN.get(kind, "X")
        second = (other for other, first in self.variant.synonyms.items() if first == letter)
        return next(second, letter)

    def place_on_file(self, kind: str) -> int:
        """The place of a man among its kind on a file, from the front, if there are more than two, or two such files."""
        alike = [placed.square for placed in self.alike(kind)]
        file = self.written.from_square[0]
        here = [on for on in alike if on[0] == file]
        if len(here) < 3 - self.is_multi_tandem(alike):
            return 0
        rank = coordinates(self.written.from_square)[1]
        ahead = [on for on in here if (coordinates(on)[1] > rank) == (self.side == "white") and coordinates(on)[1] != rank]
        return len(ahead) + 1

    @staticmethod
    def is_multi_tandem(squares: list[str]) -> bool:
        """Whether several files have more than one of some men."""
        files = [on[0] for on in squares]
        return sum(files.count(file) > 1 for file in set(files)) >= 2

    def alike(self, kind: str) -> list[Placed]:
        """The men of a kind of the side to move."""
        return [placed for placed in self.state.of_side(self.side) if self.variant.kind(placed.letter) == kind]

    def disambiguation(self) -> str:
        written, notation = self.written, self.notation
        if written.sort == "drop":
            return ""
        on, kind = written.from_square, self.kind()
        if notation in (LAN, THAI_LAN, JANGGI):
            return self.square(on)
        if notation == XIANGQI_WXF:
            return self.wxf_disambiguation(kind)
        if kind == "pawn" and notation in (SAN, THAI_SAN) and self.captures:
            return self.file(on)
        others = self.others(kind)
        if not others:
            return ""
        if self.shogi:
            return self.square(on)
        if all(other[0] != on[0] for other in others):
            return self.file(on)
        if all(other[1:] != on[1:] for other in others):
            return self.rank(on)
        return self.square(on)

    def others(self, kind: str) -> list[str]:
        """The squares of other men of the kind that could make the same move."""
        mine, found = self.written, []
        for other in self.state.moves.values():
            if other.from_square == mine.from_square or other.to_square != mine.to_square or other.sort != mine.sort:
                continue
            # What a man demotes to is no part of the move there.
            becomes_other = other.letter != mine.letter and mine.sort != "piece-demotion"
            if becomes_other or other.move.wall != mine.move.wall or other.move.leaves != mine.move.leaves:
                continue
            if other.from_square not in self.state.men or mine.sort in ("drop", "pass", "wall"):
                continue
            origins = self.state.origins
            alike = not self.shogi or origins.get(other.from_square) == origins.get(mine.from_square)
            if alike and self.variant.kind(self.state.men[other.from_square].letter) == kind:
                found.append(other.from_square)
        return found

    def wxf_disambiguation(self, kind: str) -> str:
        on, to = self.written.from_square, self.written.to_square
        alike = [placed.square for placed in self.alike(kind)]
        here = [other for other in alike if other[0] == on[0] and other != on]
        if len(here) == 1 and not self.is_multi_tandem(alike):
            (file, rank), (to_file, to_rank), (other_file, other_rank) = map(coordinates, (on, to, here[0]))
            lands = (other_file + to_file - file, other_rank + to_rank - rank)
            region = self.variant.squares(f"mobilityRegion{self.side.capitalize()}{kind[0].upper()}{kind[1:]}")
            on_board = 0 <= lands[0] < self.variant.files and 1 <= lands[1] <= self.variant.ranks
            target, position = square(*lands), self.state.position
            on_board = on_board and target not in position.walls and target not in position.game.holes
            if on_board and (region is None or target in region):
                return self.rank(on)
        return self.file(on)

    def sign(self, disambiguated: bool) -> str:
        written, notation = self.written, self.notation
        if written.sort == "drop":
            return "'" if notation == SHOGI_HOSKING else "*" if self.shogi else "@"
        if notation == XIANGQI_WXF:
            from_rank, to_rank = coordinates(written.from_square)[1], coordinates(written.to_square)[1]
            return "=" if from_rank == to_rank else "+" if (to_rank > from_rank) == (self.side == "white") else "-"
        if self.captures:
            return "x"
        hodges = self.shogi and (notation != SHOGI_HOSKING or disambiguated)
        thai = notation == THAI_SAN and self.kind() != "pawn"
        return "-" if notation in (LAN, THAI_LAN, JANGGI) or hodges or thai else ""

    def target(self) -> str:
        written = self.written
        if self.notation != XIANGQI_WXF or written.sort == "drop":
            return self.square(written.to_square)
        (file, rank), (to_file, to_rank) = coordinates(written.from_square), coordinates(written.to_square)
        return str(abs(to_rank - rank)) if file == to_file else self.file(written.to_square)

    def file(self, on: str) -> str:
        number = coordinates(on)[0] + 1
        mirrored = self.variant.files + 1 - number
        if self.shogi:
            return str(mirrored)
        if self.notation == JANGGI:
            return str(number)
        if self.notation == XIANGQI_WXF:
            return str(mirrored if self.side == "white" else number)
        return _THAI_FILES[number - 1] if self.notation in _THAI else on[0]

    def rank(self, on: str) -> str:
        rank = coordinates(on)[1]
        mirrored = self.variant.ranks + 1 - rank
        if self.notation == SHOGI_HODGES:
            return chr(ord("a") + mirrored - 1)
        if self.notation in (SHOGI_HOSKING, SHOGI_HODGES_NUMBER):
            return str(mirrored)
        if self.notation == JANGGI:
            return str(mirrored % 10)
        if self.notation == XIANGQI_WXF:
            if on not in self.state.men:
                return str(rank if self.side == "white" else mirrored)
            kind = self.variant.kind(self.state.men[on].letter)
            ranks = [coordinates(placed.square)[1] for placed in self.alike(kind) if placed.square[0] == on[0]]
            ahead = any(other != rank and (other > rank) == (self.side == "white") for other in ranks)
            return "-" if ahead else "+"
        return str(rank).translate(_THAI_DIGITS) if self.notation in _THAI else str(rank)

    def square(self, on: str) -> str:
        return self.rank(on) + self.file(on) if self.notation == JANGGI else self.file(on) + self.rank(on)

    def check_mark(self) -> str:
        """``+`` or ``#`` where a king is attacked after the move."""
        after = self.state.after(self.written.text)
        king = after.king(after.position.turn)
        if king is None or not after.position.attackers(self.side, king):
            return ""
        return "+" if after.moves else "#"
