from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final, overload

import numpy as np
from numpy.typing import NDArray

from weakfish._data import PositionData, TableData, ValueData
from weakfish._types import Mode, MoveKind, Side

__all__ = [
    "BuiltIn",
    "Checked",
    "Claim",
    "Configuration",
    "Counter",
    "Diagnostic",
    "Edit",
    "Encoder",
    "Engine",
    "Found",
    "Game",
    "Imported",
    "Label",
    "Lanes",
    "LegalMoves",
    "Line",
    "Man",
    "Mend",
    "Merge",
    "Move",
    "MoveIterator",
    "MoveValue",
    "Outcome",
    "Placed",
    "Plan",
    "Position",
    "Region",
    "Score",
    "Setup",
    "Table",
    "Worker",
    "__version__",
    "builtin",
    "check",
    "explain",
    "fit",
    "format",
    "games",
    "import_fairy_stockfish",
    "load",
    "parse",
    "style",
    "table",
    "version",
]

__version__: str

@final
class Label:
    """A place in a text, counted in characters, with a few words about it. The line and the column begin at 1."""

    def __new__(cls, /, start: int, end: int, line: int, column: int, text: str) -> Label: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def text(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Edit:
    """An edit of a text: replaces the text at a place."""

    def __new__(cls, /, start: int, end: int, text: str) -> Edit: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def text(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Mend:
    """Edits that correct a mistake, to be applied together."""

    def __new__(cls, /, title: str, edits: Sequence[Edit]) -> Mend: ...
    @property
    def title(self) -> str: ...
    @property
    def edits(self) -> list[Edit]: ...
    def apply(self, /, text: str) -> str:
        """Applies the edits to the text with the mistake."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Diagnostic:
    """A mistake in a text."""

    def __new__(
        cls,
        /,
        code: str,
        severity: str,
        message: str,
        help: str | None,
        labels: Sequence[Label],
        mends: Sequence[Mend],
        file: str,
    ) -> Diagnostic: ...
    @property
    def code(self) -> str:
        """Stable name; ``explain`` explains it."""
    @property
    def severity(self) -> Literal["error", "warning", "note"]: ...
    @property
    def message(self) -> str: ...
    @property
    def help(self) -> str | None:
        """Advice on how to correct it."""
    @property
    def labels(self) -> list[Label]:
        """Places of the mistake, the main one first; at least one."""
    @property
    def mends(self) -> list[Mend]:
        """Fixes, if the intended text is certain."""
    @property
    def file(self) -> str:
        """Name of the text with the mistake."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class BuiltIn:
    """A definition that comes with the library."""

    def __new__(cls, /, name: str, title: str, about: str, family: str, text: str) -> BuiltIn: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def text(self) -> str: ...

@final
class Checked:
    """Result of checking a definition. Printed, it shows the mistakes at their places."""

    def __new__(cls, /, diagnostics: Sequence[Diagnostic], game: Game | None, report: str) -> Checked: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...
    @property
    def game(self) -> Game | None: ...
    @property
    def report(self) -> str: ...
    @property
    def ok(self) -> bool:
        """Whether there is a game."""

@final
class Configuration:
    """Games of a configuration of Fairy-Stockfish, and those built into that engine."""

    @property
    def names(self) -> list[str]:
        """Names of the games of the text."""
    @property
    def built_in_names(self) -> list[str]: ...
    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Mistakes in the text."""
    def game(self, /, name: str, *, as_meant: bool = False) -> Imported:
        """Imports a game of the text, or one built into the engine.

        If ``as_meant``, men move as their notation means where that engine plays another movement.
        """
    def games(self) -> list[Imported]:
        """Imports all games of the text."""

@final
class Imported:
    """A game of Fairy-Stockfish as a definition."""

    def __new__(
        cls,
        /,
        name: str,
        definition: str | None,
        game: Game | None,
        lost: Mapping[str, str],
        diagnostics: Sequence[Diagnostic],
        keys: Mapping[str, str],
        men: Sequence[tuple[str, str]],
    ) -> Imported: ...
    @property
    def name(self) -> str: ...
    @property
    def definition(self) -> str | None:
        """Text of the definition, with comments on its losses; ``None`` if the section has mistakes."""
    @property
    def game(self) -> Game | None:
        """``None`` if it is refused: the section has mistakes, or the definition lacks something."""
    @property
    def lost(self) -> dict[str, str]:
        """Losses of the definition: keys of the configuration, each with a sentence."""
    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Mistakes of the section, places of losses, and warnings on movements."""
    @property
    def keys(self) -> dict[str, str]:
        """Values of all keys, those inherited and assumed as well."""
    @property
    def men(self) -> list[tuple[str, str]]:
        """Keys of men with their letters, in the order of that engine."""

@final
class Man:
    """A kind of men."""

    @property
    def white(self) -> str:
        """Letter of White's man; empty if White has none."""
    @property
    def black(self) -> str:
        """Letter of Black's man; empty if Black has none."""
    @property
    def name(self) -> str: ...
    @property
    def betza(self) -> str | None:
        """Movement, if the man has a single part."""
    @property
    def royal(self) -> bool: ...
    @property
    def pawnlike(self) -> bool:
        """Whether it can promote."""
    def describe(self) -> str:
        """Returns its moves in words and as a diagram."""
    def _repr_svg_(self) -> str: ...

@final
class Setup:
    """A start position."""

    @property
    def name(self) -> str: ...
    @property
    def fen(self) -> str: ...
    @property
    def arrays(self) -> int | None:
        """The number of its arrays, if its men are shuffled: numbered from 0, and named as in ``standard 518``."""
    def _repr_svg_(self) -> str: ...

@final
class Region:
    """Named squares, as White and as Black has them."""

    def __new__(cls, /, name: str, white: Sequence[str], black: Sequence[str]) -> Region: ...
    @property
    def name(self) -> str: ...
    @property
    def white(self) -> list[str]: ...
    @property
    def black(self) -> list[str]: ...

@final
class Game:
    """A game of a definition, compiled. A notebook shows its sheet.

    Games of equal definitions are equal: what is of one can be used with the other.
    """

    @property
    def name(self) -> str:
        """Name of the built-in game or of the text."""
    @property
    def text(self) -> str:
        """The definition."""
    @property
    def title(self) -> str: ...
    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def holes(self) -> list[str]:
        """Squares of the rectangle that are no part of the board."""
    @property
    def men(self) -> list[Man]: ...
    @property
    def setups(self) -> list[Setup]: ...
    @property
    def regions(self) -> list[Region]: ...
    @property
    def warnings(self) -> list[Diagnostic]:
        """Warnings and notes about the definition; none of a built-in game."""
    def rules(self) -> str:
        """Returns the rules in words."""
    def sheet(self) -> str:
        """Returns the rules in words and pictures, as elements of HTML that need the CSS of ``style``."""
    def model(self) -> str:
        """Returns the model as JSON."""
    def start(self, /, setup: str | None = None) -> Position:
        """Returns the start position of a setup: by its name, or by its name and the number of an array."""
    def position(self, /, fen: str, setup: str | None = None) -> Position:
        """Returns the position of a FEN."""
    def replay(self, /, text: str) -> Position:
        """Replays a game text or PGN: the last game in it."""
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """A move of a game. Its text is in machine notation. Positions of other games refuse it with a ``MoveError``."""

    def uci(self) -> str: ...
    @property
    def kind(self) -> MoveKind: ...
    @property
    def from_square(self) -> str | None: ...
    @property
    def to_square(self) -> str | None: ...
    @property
    def promotion(self) -> str | None:
        """Name of the man that it promotes to."""
    @property
    def drop(self) -> str | None:
        """Letter of the man in hand that is dropped."""
    @property
    def facings(self) -> list[str]:
        """Facings of the man after the move: ``n``, ``nne``, ``ne``, and so on."""
    @property
    def mode(self) -> Mode | None:
        """Mode of the man after the move, if it flips."""
    @property
    def partner(self) -> str | None:
        """Square of the man that a king castles with."""
    @property
    def partner_to(self) -> str | None:
        """Square where that man lands."""
    @property
    def wall(self) -> str | None:
        """Square of the wall that it puts."""
    @property
    def leaves(self) -> str | None:
        """Letter of the man from the hand that it leaves behind."""
    @property
    def leaves_on(self) -> str | None:
        """Square where that man is left."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class LegalMoves:
    """The legal moves of a position, as they were when they were asked for. Items are made when they are asked for."""

    def __len__(self) -> int: ...
    def __iter__(self) -> MoveIterator: ...
    def __contains__(self, mv: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def count(self) -> int: ...

@final
class MoveIterator:
    def __iter__(self) -> Iterator[Move]: ...
    def __next__(self) -> Move: ...

_Arrays = tuple[
    NDArray[np.uint8],
    NDArray[np.float32],
    NDArray[np.bool_],
    NDArray[np.float32],
    NDArray[np.uint8],
    NDArray[np.uint8],
]

@final
class Lanes:
    """Many games at once; ``weakfish.rl.Games`` has the arrays."""

    def __new__(
        cls, /, game: Game, count: int, setup: str | None, max_plies: int, claims: bool, threads: int
    ) -> Lanes: ...
    @property
    def actions(self) -> int: ...
    @property
    def planes(self) -> list[str]: ...
    @property
    def scalars(self) -> list[str]: ...
    def action_text(self, /, action: int) -> str: ...
    def fen(self, /, index: int) -> str: ...
    def legal(self, /, index: int) -> list[tuple[str, int]]: ...
    def reset(self, /, seeds: NDArray[np.uint64], arrays: _Arrays) -> None: ...
    def step(self, /, chosen: NDArray[np.int64], arrays: _Arrays) -> None: ...
    def random_step(self, /, arrays: _Arrays) -> None: ...
    def random_actions(self, /, chosen: NDArray[np.int64]) -> None: ...
    def play_random(self, /, plies: int, arrays: _Arrays) -> list[int]: ...

@final
class Encoder:
    """Actions and observations of single positions of a game, as ``weakfish.rl.Games`` has them."""

    def __new__(cls, /, game: Game) -> Encoder: ...
    @property
    def actions(self) -> int: ...
    @property
    def planes(self) -> list[str]: ...
    @property
    def scalars(self) -> list[str]: ...
    def action_text(self, /, action: int) -> str: ...
    def legal_actions_and_rewards(self, /, position: Position, claims: bool) -> tuple[list[int], tuple[float, float] | None]: ...
    def push(self, /, position: Position, action: int) -> None: ...
    def observe(self, /, position: Position, planes: NDArray[np.uint8], scalars: NDArray[np.float32]) -> None: ...
    def __copy__(self) -> Encoder: ...
    def __deepcopy__(self, _memo: Any, /) -> Encoder: ...

@final
class Outcome:
    """Outcome of a game. Printed, it is a sentence."""

    def __new__(
        cls, /, winner: str | None, score: tuple[float, float], reason: str, ending: str
    ) -> Outcome: ...
    @property
    def winner(self) -> Side | None:
        """``None`` for a draw."""
    @property
    def score(self) -> tuple[float, float]:
        """Points of White and of Black, together 1: 1, 0.5, 0, or the worth in the ending."""
    @property
    def reason(self) -> str:
        """A sentence."""
    @property
    def ending(self) -> str:
        """Label of the ending: ``checkmate``."""
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2"]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Claim:
    """A draw or a win that the player to move can claim."""

    def __new__(cls, /, name: str, winner: str | None, text: str) -> Claim: ...
    @property
    def name(self) -> str:
        """Label of the ending."""
    @property
    def winner(self) -> Side | None: ...
    @property
    def text(self) -> str:
        """A sentence."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Counter:
    """A count that matters to a rule or an ending."""

    def __new__(cls, /, name: str, value: int, limit: int | None) -> Counter: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def limit(self) -> int | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Placed:
    """A man on the board."""

    def __new__(
        cls,
        /,
        square: str,
        side: str,
        man: str,
        letter: str,
        facings: Sequence[str],
        mode: str | None,
        promoted: bool,
        royal: bool,
        label: str,
    ) -> Placed: ...
    @property
    def square(self) -> str: ...
    @property
    def side(self) -> Side: ...
    @property
    def man(self) -> str:
        """Name of its kind."""
    @property
    def letter(self) -> str: ...
    @property
    def facings(self) -> list[str]: ...
    @property
    def mode(self) -> Mode | None: ...
    @property
    def promoted(self) -> bool:
        """Whether it has promoted, in games that distinguish such men."""
    @property
    def royal(self) -> bool: ...
    @property
    def label(self) -> str:
        """Description: ``White Knight on e4, facing n``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Position:
    """A position of a game, with the moves that led to it. A notebook shows it as a picture, ``print`` as text."""

    def __new__(cls, /, game: Game, fen: str | None = None, setup: str | None = None) -> Position: ...
    @property
    def game(self) -> Game: ...
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none once the game is over."""
    def push(self, /, mv: Move) -> None:
        """Makes a move."""
    def push_san(self, /, text: str) -> Move:
        """Makes the move of a text in any notation."""
    def push_uci(self, /, text: str) -> Move:
        """Makes the move of a text in machine notation."""
    def pop(self) -> Move:
        """Takes back the last move."""
    def peek(self) -> Move:
        """Returns the last move."""
    @property
    def move_stack(self) -> list[Move]: ...
    def copy(self, /, *, stack: bool = True) -> Position:
        """Copies it with the moves made; without ``stack`` none can be taken back, and a pickle loses repetitions."""
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any, /) -> Position: ...
    def san(self, /, mv: Move) -> str:
        """Returns the text of a legal move in the notation of people."""
    def uci(self, /, mv: Move) -> str:
        """Returns the text of a legal move in machine notation."""
    def parse_san(self, /, text: str) -> Move:
        """Reads a legal move in any notation."""
    def parse_uci(self, /, text: str) -> Move:
        """Reads a legal move in machine notation."""
    def fen(self) -> str: ...
    def set_fen(self, /, fen: str, setup: str | None = None) -> None:
        """Sets up the position of a FEN and clears the moves made."""
    @property
    def history(self) -> list[str]:
        """The moves made, in the notation of people."""
    def record(self, /, tags: Mapping[str, str] | None = None, format: Literal["game", "pgn"] = "game") -> str:
        """Writes the game down, as a text that ``Game.replay`` reads or as PGN."""
    @property
    def turn(self) -> Side:
        """The side to move."""
    def ply(self) -> int:
        """Returns the number of moves made."""
    @property
    def fullmove_number(self) -> int: ...
    @property
    def halfmove_clock(self) -> int:
        """Plies since progress was made."""
    def piece_at(self, /, square: str) -> Placed | None: ...
    @property
    def board(self) -> list[Placed]:
        """The men on the board, in the order of squares."""
    @property
    def hands(self) -> dict[Side, dict[str, int]]:
        """The men in hand of each side: their letters and numbers."""
    @property
    def walls(self) -> list[str]:
        """Squares where walls stand that were put in play."""
    def checkers(self) -> list[str]:
        """Returns the squares of the men that attack a royal man of the side to move."""
    def attackers(self, /, by: Side, square: str) -> list[str]:
        """Returns the squares of a side's men that attack a square."""
    @property
    def counters(self) -> list[Counter]:
        """The counts that matter to rules and endings."""
    @property
    def series(self) -> tuple[int, int, int] | None:
        """The number of moves made in an unfinished series, the fewest and the most that it can have."""
    @property
    def hash(self) -> int:
        """The key for a table of positions."""
    @property
    def repetition_key(self) -> int:
        """The repetition key: positions with equal keys repeat each other."""
    def outcome(self) -> Outcome | None:
        """Returns the outcome, if the game is over."""
    def is_game_over(self) -> bool: ...
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]: ...
    def claims(self) -> list[Claim]:
        """Returns the draws and wins that the player to move can claim."""
    def is_check(self) -> bool:
        """Returns whether a royal man of the side to move is attacked."""
    def is_capture(self, /, mv: Move) -> bool: ...
    def gives_check(self, /, mv: Move) -> bool: ...
    def is_legal(self, /, mv: Move) -> bool: ...
    def why(self, /, text: str) -> str:
        """Explains why a move, in any notation, is illegal; empty if it is legal."""
    def attempt(self, /, from_square: str, to_square: str) -> str:
        """Explains why a man can't move from a square to another; empty if it can."""
    def stuck(self, /, square: str) -> str:
        """Explains why the man on a square has no move; empty if it has one, or reaches no square at all."""
    def perft(self, /, depth: int, *, threads: int = 1, table: int = 0) -> int:
        """Counts the sequences of ``depth`` moves, with ``threads`` threads and a table of ``table`` mebibytes."""
    def divide(self, /, depth: int, *, threads: int = 1, table: int = 0) -> dict[str, int]:
        """Counts the sequences of ``depth`` moves for each first move."""
    def draw(self) -> str:
        """Draws the position as an SVG file."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Score:
    """A score for the side to move."""

    def __new__(cls, /, centipawns: int | None, mate: int | None, chance: float) -> Score: ...
    @property
    def centipawns(self) -> int | None:
        """Centipawns of orthodox chess; ``None`` if the end is certain."""
    @property
    def mate(self) -> int | None:
        """Moves to the forced end of the game; negative if the side to move loses."""
    @property
    def chance(self) -> float:
        """Winning chance, from 0 to 1, with a draw as half a win."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Line:
    """A line of play."""

    def __new__(cls, /, moves: Sequence[str], texts: Sequence[str], score: Score) -> Line: ...
    @property
    def moves(self) -> list[str]:
        """In machine notation."""
    @property
    def texts(self) -> list[str]:
        """In the notation of people."""
    @property
    def score(self) -> Score: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class MoveValue:
    """The exact value of a legal move for the player who makes it."""

    def __new__(cls, /, mv: str, value: str, mate: int | None, certain: bool) -> MoveValue: ...
    @property
    def move(self) -> str: ...
    @property
    def value(self) -> Literal["win", "draw", "loss"]: ...
    @property
    def mate(self) -> int | None:
        """Moves to the end of the game, if that is certain."""
    @property
    def certain(self) -> bool:
        """Whether no count of moves, and no repetition, can change the value."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Found:
    """Result of a search."""

    def __new__(
        cls,
        /,
        mv: Move | None,
        ponder: str | None,
        claim: Claim | None,
        depth: int,
        nodes: int,
        seconds: float,
        lines: Sequence[Line],
        values: Sequence[MoveValue] | None,
    ) -> Found: ...
    @property
    def move(self) -> Move | None:
        """Best move; ``None`` if the game is over."""
    @property
    def ponder(self) -> str | None:
        """Expected reply."""
    @property
    def claim(self) -> Claim | None:
        """Draw or win to claim instead."""
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def lines(self) -> list[Line]:
        """Best lines, the best one first."""
    @property
    def values(self) -> list[MoveValue] | None:
        """Exact values of all legal moves, the best first, where a table of endings has the position."""

@final
class Engine:
    """Searches positions of a game, and keeps its hash table between searches. ``hash`` is its size in mebibytes."""

    def __new__(cls, /, game: Game, *, hash: int = 16, threads: int = 1, tables: bool = True) -> Engine: ...
    def search(
        self,
        /,
        position: Position,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        level: int | None = None,
        lines: int = 1,
        seed: int = 1,
    ) -> Found:
        """Searches a position. Levels go from 0, a beginner, to 20. Without limits it ends with Ctrl-C."""
    def clear(self) -> None:
        """Clears the hash table and the histories."""

@final
class Table:
    """Exact values of all positions of certain men, and of those that they lead into. Printed, it is the page of
    ``weakfish table``.
    """

    @property
    def game(self) -> Game: ...
    @property
    def men(self) -> str:
        """The men, White's before ``v`` and Black's after it."""
    @property
    def data(self) -> TableData:
        """The figures, as ``weakfish table --json`` prints them."""
    def value(self, /, position: Position) -> ValueData:
        """Returns the value of a position for the player to move, and the plies to the end of the game."""
    def probe(self, /, position: Position) -> PositionData:
        """Returns the value of a position, best play, and the value of each legal move, the best first.

        ``weakfish table --fen --json`` prints the same.
        """
    def describe(self, /, position: Position) -> str:
        """Returns the value of a position, best play, and the value of each legal move as a page."""
    def best_line(self, /, position: Position) -> list[str]:
        """Returns best play to the end of the game, in machine notation; empty for a draw."""
    def longest_win(self, /, turn: Side) -> Position | None:
        """Returns a position with the longest win of a side that is to move; ``None`` if no position is won."""
    def positions(self, /, plies: int) -> list[str]:
        """Returns the FENs of the positions that are won or lost after exactly this many plies, one for each set of
        equivalent positions.
        """

@final
class Plan:
    """A task for a game with all that its results depend on, to be cut into ``units``.

    The settings are those of ``weakfish units``, by the same names, and so are the lines.
    """

    @staticmethod
    def perft(
        game: Game,
        depth: int,
        *,
        divide: bool = False,
        setup: str | None = None,
        fen: str | None = None,
        play: str | None = None,
        units: int = 100,
    ) -> Plan:
        """Counts the sequences of ``depth`` moves; an item is a sequence of the first ones."""
    @staticmethod
    def match(
        game: Game,
        *,
        engine: Sequence[str] | None = None,
        setup: str | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        games: int = 100,
        seed: int = 1,
        random_plies: int | None = None,
        openings: str | PathLike[str] | None = None,
        max_plies: int = 1000,
        sprt: tuple[float, float] | None = None,
        units: int = 100,
    ) -> Plan:
        """Plays a match of two settings of Weakfish, such as ``"nodes=500 weights=own.weights"``; an item is a game."""
    @staticmethod
    def playtest(
        game: Game,
        *,
        games: int = 2000,
        nodes: int = 400,
        max_plies: int = 600,
        seed: int = 1,
        tables: int | None = None,
        units: int = 100,
    ) -> Plan:
        """Plays a draft against itself; an item is a game."""
    @staticmethod
    def tune(
        game: Game,
        *,
        first: int = 0,
        games: int = 2000,
        nodes: int = 1000,
        random_plies: int = 8,
        seed: int = 1,
        weights: str | None = None,
        units: int = 100,
    ) -> Plan:
        """Plays the games of a round of ``tune`` with the text of ``weights``; an item is a game."""
    @staticmethod
    def survey(
        game: Game,
        *,
        man: str | None = None,
        duels: bool = False,
        setup: str | None = None,
        memory: int = 1024,
        units: int = 100,
    ) -> Plan:
        """Surveys endings, or only those with the named man; an item is an ending. ``memory`` is in mebibytes."""
    @property
    def task(self) -> str: ...
    @property
    def id(self) -> str:
        """Hash of all that the results depend on."""
    @property
    def items(self) -> int:
        """The number of items."""
    def units(self) -> list[str]:
        """Returns the lines of the units."""

@final
class Worker:
    """Computes units, and keeps the games that it has compiled. Threads can share it."""

    def __new__(cls) -> Worker: ...
    def work(self, /, line: str) -> str:
        """Computes the line of a unit, and returns the line of its result, which depends only on the unit."""
    def stop(self) -> None:
        """Ends the units in hand; their results have the items that are complete."""

@final
class Merge:
    """Collected results, of one plan if you name one."""

    def __new__(cls, /, plan: Plan | None = None) -> Merge: ...
    def add(self, /, line: str, file: str = "results", number: int = 1) -> bool:
        """Adds the line of a result or of a unit, whose items are missing until results come.

        Returns false if it is of another plan than the one named. ``file`` and ``number`` are its place in diagnostics.
        """
    @property
    def progress(self) -> tuple[int, int]:
        """The number of items that have results, and of all items."""
    def is_complete(self) -> bool:
        """Returns whether all items that the reports need have results."""
    def missing(self) -> list[str]:
        """Returns the lines of units for the missing items."""
    def results(self) -> list[str]:
        """Returns the lines of all results, each once, in order."""
    def recheck(self, /, share: float = 0.01) -> int:
        """Recomputes a share of the results and compares them, at least one of each task; returns how many."""
    def pages(self) -> list[tuple[str, str, str | None, str | None]]:
        """Returns the reports: the task, the text, and JSON and HTML if there are any."""

def fit(game: Game, games: Sequence[str], weights: str | None = None) -> tuple[str, float, float] | None:
    """Fits weights to lines of self-play games.

    Returns their text, the loss of the initial weights and theirs; nothing if the games are too few.
    """

def games() -> list[BuiltIn]:
    """Lists the built-in games."""

def builtin(name: str) -> Game:
    """Loads a built-in game."""

def load(path: str | PathLike[str]) -> Game:
    """Makes a game of a file, which can extend files beside it and below its folder."""

def parse(text: str, name: str | None = None, files: Mapping[str, str] | None = None) -> Game:
    """Makes a game of a text. ``files`` are the texts that it can extend, by their paths."""

def import_fairy_stockfish(text: str = "", name: str = "variants.ini") -> Configuration:
    """Reads a configuration of Fairy-Stockfish. ``name`` is the name of the text in diagnostics."""

def check(text: str, name: str | None = None, files: Mapping[str, str] | None = None) -> Checked:
    """Checks a text, and reports all its mistakes."""

def format(text: str) -> str:
    """Returns a text in the canonical layout."""

def explain(code: str) -> str:
    """Explains the code of a diagnostic, in Markdown."""

def style() -> str:
    """Returns the CSS of sheets and pictures."""

def table(
    game: Game, men: str, *, setup: str | None = None, memory: int = 1024, threads: int = 1
) -> Table:
    """Makes the exact table of an ending, ``K Q v K``, after those that captures and promotions lead into.

    A man may have its state in braces, as in a FEN. ``memory`` is in mebibytes.
    """

def version() -> str:
    """Returns the version of units and results, the same for all builds of the same sources."""
