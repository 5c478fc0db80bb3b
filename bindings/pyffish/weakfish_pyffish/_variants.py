"""Variants by their names in Fairy-Stockfish: those built into it, and those of loaded configurations."""

from __future__ import annotations

import difflib
import re
from functools import cached_property

from weakfish._native import Game, Imported, import_fairy_stockfish

# Second letters for men, by their kinds, in variants with the template of Xiangqi or Janggi.
_SECOND_LETTERS = {"horse": "H", "elephant": "E", "janggiElephant": "E"}

_COMMON_MEN = frozenset(
    ("pawn", "knight", "bishop", "rook", "queen", "king", "archbishop", "chancellor", "commoner", "immobile")
)


class Variant:
    """A variant: what its configuration says, and the game that it defines."""

    def __init__(self, imported: Imported) -> None:
        self.name = imported.name
        self.keys = imported.keys
        # The kinds of men in the order of Fairy-Stockfish, by their letters in capitals.
        self.types = {letter.upper(): key for key, letter in imported.men}
        self.letters = {key: letter for letter, key in self.types.items()}
        # Whether the definition tells promoted men from others, by their letters.
        self.told: dict[str, bool] = {}
        self._imported = imported

    @property
    def playable(self) -> bool:
        return self._imported.game is not None

    @property
    def game(self) -> Game:
        """The game; raises a ``ValueError`` that says what stands against it."""
        game = self._imported.game
        if game is None:
            reasons = [f"{key} = {self.keys.get(key, '')}: {lost}" for key, lost in self._imported.lost.items()]
            reasons = reasons or [str(problem) for problem in self._imported.diagnostics if problem.severity == "error"]
            raise ValueError(f"Weakfish can't play `{self.name}`: {'; '.join(reasons)}")
        return game

    def flag(self, key: str) -> bool:
        return self.keys[key] == "true"

    def number(self, key: str) -> int:
        return int(self.keys[key])

    def kinds(self, key: str) -> frozenset[str]:
        """The kinds of men that a key lists by their letters."""
        value = self.keys[key]
        if "*" in value:
            return frozenset(self.letters)
        return frozenset(self.types[letter.upper()] for letter in value if letter.upper() in self.types)

    def squares(self, key: str) -> frozenset[str] | None:
        """The squares of a region; ``None`` if it is not given."""
        value = self.keys.get(key)
        if value is None:
            return None
        found: set[str] = set()
        for word in value.replace("-", "").split():
            files = range(self.files) if word[0] == "*" else [ord(word[0]) - ord("a")]
            ranks = range(1, self.ranks + 1) if word[1:] == "*" else [int(word[1:])]
            found |= {square(file, rank) for file in files for rank in ranks}
        return frozenset(found)

    @cached_property
    def files(self) -> int:
        value = self.keys["maxFile"]
        return int(value) if value.isdigit() else ord(value) - ord("a") + 1

    @cached_property
    def ranks(self) -> int:
        return self.number("maxRank")

    @cached_property
    def start_fen(self) -> str:
        return self.keys["startFen"]

    @cached_property
    def start_board(self) -> dict[str, str]:
        """The letters of men by their squares at the start."""
        board, rank, file = {}, self.ranks, 0
        for token in re.findall(r"\d+|/|\*|\+?[A-Za-z]", self.start_fen.split()[0].partition("[")[0]):
            if token == "/":
                rank, file = rank - 1, 0
            elif token.isdigit() or token == "*":
                file += int(token) if token.isdigit() else 1
            else:
                board[square(file, rank)] = token
                file += 1
        return board

    @cached_property
    def promoted(self) -> dict[str, str]:
        """What men promote to other than as pawns do, by their letters in capitals."""
        pairs = [pair.split(":") for pair in self.keys["promotedPieceType"].split()]
        return {pair[0].upper(): pair[1].upper() for pair in pairs if len(pair) == 2 and pair[1].isalpha()}

    @cached_property
    def promotions(self) -> dict[str, frozenset[str]]:
        """The kinds of men that pawns promote to, by side."""
        return {side: self.kinds(f"promotionPieceTypes{side.capitalize()}") for side in ("white", "black")}

    @cached_property
    def pawns(self) -> dict[str, frozenset[str]]:
        """The kinds of men that promote as pawns do, by side."""
        return {side: self.kinds(f"promotionPawnTypes{side.capitalize()}") for side in ("white", "black")}

    @cached_property
    def has_hands(self) -> bool:
        """Whether its FENs have brackets."""
        return not self.flag("freeDrops") and (self.flag("pieceDrops") or self.flag("seirawanGating"))

    @cached_property
    def has_native_hands(self) -> bool:
        """Whether the definition has men in hand; men that never run out are in none."""
        return "[" in self.game.start().fen()

    @cached_property
    def tells_promoted(self) -> bool:
        """Whether its FENs mark promoted men."""
        return self.flag("capturesToHand") and not self.flag("dropLoop") or self.flag("twoBoards")

    @cached_property
    def has_common_men(self) -> bool:
        """Whether all its men move as those that the engine has fast tables for, wherever they stand."""
        men_anywhere = not any(key.startswith("mobilityRegion") for key in self.keys)
        plain_king = ":" not in self.keys.get("king", "")
        plain_lines = self.keys["diagonalLines"] in ("", "-") and not self.flag("cambodianMoves")
        return self.letters.keys() <= _COMMON_MEN and men_anywhere and plain_king and plain_lines

    @cached_property
    def synonyms(self) -> dict[str, str]:
        """Second letters of men."""
        if self.keys.get("variantTemplate") not in ("xiangqi", "janggi"):
            return {}
        known = [(kind, second) for kind, second in _SECOND_LETTERS.items() if second not in self.types]
        return {second: self.letters[kind] for kind, second in known if kind in self.letters}

    @cached_property
    def names(self) -> dict[str, str]:
        """The letters of men by their names in the definition."""
        return {man.name: man.white or man.black.upper() for man in self.game.men}

    @cached_property
    def native_letters(self) -> frozenset[str]:
        """The letters of men in the definition."""
        return frozenset(self.names.values())

    def kind(self, letter: str) -> str:
        """The kind of a man by its letter in the definition, which has a ``+`` if the man is a promoted one."""
        letter = letter.upper()
        return self.types[self.promoted[letter[1:]] if letter.startswith("+") else letter]

    def castling_rank(self, side: str) -> int:
        rank = self.number("castlingRank")
        return rank if side == "white" else self.ranks + 1 - rank

    def file_of_key(self, key: str) -> int:
        value = self.keys[key]
        return min(int(value) - 1 if value.isdigit() else ord(value) - ord("a"), self.files - 1)

    @cached_property
    def checks(self) -> tuple[int, int]:
        """How many checks each side has to give."""
        found = re.search(r" (\d)\+(\d)", self.start_fen)
        return (int(found[1]), int(found[2])) if found else (1, 1)


def square(file: int, rank: int) -> str:
    """The name of a square by its file from 0 and its rank from 1."""
    return f"{chr(ord('a') + file)}{rank}"


def coordinates(name: str) -> tuple[int, int]:
    """The file from 0 and the rank from 1 of a square."""
    return ord(name[0]) - ord("a"), int(name[1:])


class Registry:
    """All variants that are known."""

    def __init__(self) -> None:
        self._configuration = import_fairy_stockfish()
        self._built_in = list(self._configuration.built_in_names)
        self._text = ""
        self._variants: dict[str, Variant] = {}

    def load(self, text: str) -> None:
        """Adds the sections of a text, but for those whose names are known already."""
        known = {*self._built_in, *self._configuration.names}
        added = []
        for section in re.split(r"^(?=\[)", text, flags=re.MULTILINE):
            heading = re.match(r"\[([^\]:]*)", section)
            if heading and heading[1] not in known:
                known.add(heading[1])
                added.append(section if section.endswith("\n") else section + "\n")
        self._text += "".join(added)
        self._configuration = import_fairy_stockfish(self._text)

    def names(self) -> list[str]:
        """The names of the variants that can be played."""
        known = sorted({*self._built_in, *self._configuration.names})
        return [name for name in known if self.variant(name).playable]

    def shuffled(self, name: str, start: str) -> Variant:
        """A variant with castling from another start."""
        other = f"{name} from {start}"
        if other not in self._variants:
            section = f"shuffled {name}"
            text = f"{self._text}[{section}:{name}]\nchess960 = true\nstartFen = {start}\n"
            self._variants[other] = Variant(import_fairy_stockfish(text).game(section))
        return self._variants[other]

    def variant(self, name: str) -> Variant:
        known = {*self._built_in, *self._configuration.names}
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise ValueError(f"there is no variant `{name}`" + "".join(f"; did you mean `{other}`?" for other in near))
        if name not in self._variants:
            self._variants[name] = Variant(self._configuration.game(name))
        return self._variants[name]
