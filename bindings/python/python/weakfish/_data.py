"""Data of reports. Written by tests/it/types from the types of Rust."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from weakfish._types import Side


class Share(TypedDict):
    """Share of a number of games."""

    games: int
    """The number of games."""
    share: float
    """The share, from 0 to 1."""
    low: float
    """Lower end of the 95 % interval."""
    high: float
    """Upper end of the 95 % interval."""


class Estimate(TypedDict):
    """Mean of several measurements."""

    mean: float
    """The mean."""
    margin: float
    """Half the width of its 95 % interval."""


class Interval(TypedDict):
    """A value with its 95 % interval, which need not be symmetric."""

    value: float
    """The estimate."""
    low: float
    """Lower end."""
    high: float
    """Upper end."""


Pentanomial: TypeAlias = "list[int]"


SprtResult: TypeAlias = Literal["open", "first", "second"]
"""Result of an SPRT so far."""


class Tally(TypedDict):
    """Wins, draws and losses (WDL) of the first engine."""

    won: int
    """Games won."""
    drawn: int
    """Games drawn."""
    lost: int
    """Games lost."""


class SprtData(TypedDict):
    """SPRT of a match as JSON: hypotheses, LLR, bounds and result."""

    elo0: float
    elo1: float
    log_likelihood_ratio: float
    bounds: list[float]
    decision: SprtResult


class MatchData(Tally):
    """Findings of a match, for JSON."""

    game: str
    engines: list[str]
    games: int
    score: float | None
    as_white: Tally
    as_black: Tally
    pairs: Pentanomial
    """Pairs by the points of the first engine."""
    elo: Interval | None
    normalised_elo: Interval | None
    superiority: float | None
    sprt: SprtData | None
    endings: dict[str, Tally]
    mean_plies: float | None


class Games(TypedDict):
    """Numbers of games played."""

    equals: int
    """Between players of the same strength."""
    unequal: int
    """Between a better and a worse player."""
    chance: int
    """Random games."""


class Fairness(TypedDict):
    """Results of games between equals from a setup."""

    setup: str
    """The name of the setup."""
    white: Share
    """Share won by White."""
    draws: Share
    """Share of draws, unfinished games included."""
    black: Share
    """Share won by Black."""
    score: Share
    """White's score, a draw counting a half."""


class Length(TypedDict):
    """Length of games of players, in plies."""

    plies: Estimate
    """The mean."""
    quartiles: list[int]
    """Quartiles of the length."""
    unfinished: Share
    """Share of games unfinished at the ply limit."""


class Choice(TypedDict):
    """Choice of moves, averaged over the games of players."""

    moves: Estimate
    """Legal moves of a position."""
    stationary: Estimate
    """Share of turns and flips among the legal moves."""
    stationary_played: Estimate
    """Share of turns and flips among the moves played."""


class EndingUse(TypedDict):
    """Frequency of an ending."""

    label: str
    """Its label in the definition."""
    side: Side | None
    """The only side that it is for, if it is not for both."""
    players: Share
    """Share of games of players that end by it."""
    chance: Share
    """Share of random games that end by it."""


class KindUse(TypedDict):
    """Activity of a kind of men in games of players."""

    symbol: str
    """The letter."""
    name: str
    """The name."""
    value: Estimate | None
    """Value of a man relative to the most frequent kind with a significantly positive value; `None` if too few games had
    different numbers of the kind, or there is no such kind."""
    moves: Estimate
    """Moves to other squares per game."""
    captures: Estimate
    """Captures per game."""
    turns: Estimate | None
    """Turns and flips per game; `None` if such men never turn."""
    idle: Share
    """Share of games in which no such man moves."""


class Opening(TypedDict):
    """Score of games between equals that begin with a move."""

    first: str
    """The move."""
    score: Share
    """White's score."""


class Chance(TypedDict):
    """Results of random games."""

    draws: Share
    """Share of draws."""
    plies: Estimate
    """The mean number of plies."""
    unfinished: Share
    """Share unfinished at the ply limit."""


class PlaytestData(TypedDict):
    """All findings of a playtest."""

    title: str
    """The title of the game."""
    games: Games
    """Numbers of games."""
    fairness: list[Fairness]
    """Results of games between equals, by setup."""
    skill: Share
    """Score of the better player."""
    length: Length
    """Length of games of players."""
    choice: Choice
    """Number of legal moves."""
    endings: list[EndingUse]
    """The endings in the order of the definition."""
    men: list[KindUse]
    """The kinds of men."""
    unvisited: list[str]
    """Squares to which no man moved in any game of players."""
    openings: list[Opening]
    """First moves after which White's score in games between equals is significantly different."""
    chance: Chance
    """Random games."""


class SideStatistics(TypedDict):
    """Statistics of the positions with one side to move; wins are those of that side."""

    positions: int
    """Legal positions; those in which the game is over are among them."""
    up_to_symmetry: int
    """Legal positions up to symmetry: of several equivalent ones, only one counts."""
    wins: int
    """Won positions."""
    draws: int
    """Drawn ones."""
    losses: int
    """Lost ones."""
    longest_win: int | None
    """The longest win."""
    longest_loss: int | None
    """The longest loss."""


class Statistics(TypedDict):
    """Statistics of the positions of certain men. All distances are in plies to the end of the game."""

    to_move: dict[Side, SideStatistics]
    """By side to move."""
    zugzwangs: int
    """Arrangements of the men where either player would be better off if the other one were to move: it wins then and
    does not now, or draws then and loses now."""


ValueWord: TypeAlias = Literal["win", "draw", "loss"]
"""Whether the player to move wins."""


class ValueData(TypedDict):
    """Value of a position for the player to move."""

    value: ValueWord
    """The winner."""
    plies: int | None
    """Plies to the end of the game."""


class _FitCounts(TypedDict):
    """Numbers of wins that fit into limits, and that don't."""



class FitCounts(_FitCounts, total=False):
    """Numbers of wins that fit into limits, and that don't."""

    won: int
    """Positions that a side wins, with either side to move."""
    late: int
    """Positions whose win does not fit with nothing counted."""
    longest: int | None
    """The most plies to a move of progress or the end of the game in a win that fits; `None` where no win takes as long
    as the limits."""


class _LimitData(FitCounts):
    """A limit of plies without progress that some win of an ending exceeds. Its text says how many wins fit."""

    ending: str
    """Label of the ending."""
    plies: int
    """The limit."""
    claimed: bool
    """Whether the draw must be claimed."""
    long: int
    """Wins that take as long as the limit."""


class LimitData(_LimitData, total=False):
    """A limit of plies without progress that some win of an ending exceeds. Its text says how many wins fit."""

    unknown: str
    """Reason why they are not known."""


class FitData(TypedDict):
    """The win of a position under a limit of plies without progress. Its text says whether it comes in time."""

    ending: str
    """Label of the ending."""
    plies: int
    """The limit."""
    claimed: bool
    """Whether the draw must be claimed."""
    fits: bool
    """Whether it comes in time, with the plies that are counted in the position."""
    progress: int | None
    """Plies to the next move of progress, or to the end of the game."""
    most: int | None
    """Greatest count of plies with which it comes in time; `None` if any count does, or none."""


class MoveData(ValueData):
    """A move with its value for the player who makes it."""

    move: str
    """The move in machine notation."""


class _TableData(Statistics):
    """The figures of a table. `TableReport::page` is its text."""

    game: str
    """The name of the game."""
    men: str
    """The men, with the states in which they stand."""
    seconds: float
    """The time that the table has taken."""


class TableData(_TableData, total=False):
    """The figures of a table. `TableReport::page` is its text."""

    limits: list[LimitData]
    """Limits of plies without progress that some win does not stay below."""


class _PositionData(ValueData):
    """The value of a position, with best play and the value of each move; printed, a page."""

    fen: str
    """The position."""
    line: list[str]
    """Best play to the end of the game, or until a rule about earlier positions forbids it; empty for a draw."""
    moves: list[MoveData]
    """The legal moves, the best first; none if the game is over."""


class PositionData(_PositionData, total=False):
    """The value of a position, with best play and the value of each move; printed, a page."""

    limits: list[FitData]
    """Limits of plies without progress that some win of the men does not stay below."""
