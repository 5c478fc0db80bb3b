"""Chess variants from texts that define them: checked, played and searched.

>>> import weakfish
>>> position = weakfish.builtin("fide").start()
>>> for text in ["f3", "e5", "g4", "Qh4"]:
...     _ = position.push_san(text)
>>> print(position.outcome())
Black has won by checkmate.
"""

from weakfish._errors import DefinitionError, MoveError, PositionError, Refusal, Unfinished, UnitError
from weakfish._native import (
    BuiltIn,
    Checked,
    Claim,
    Counter,
    Diagnostic,
    Edit,
    Engine,
    Found,
    Game,
    Label,
    LegalMoves,
    Line,
    Man,
    Mend,
    Move,
    MoveValue,
    Outcome,
    Placed,
    Position,
    Region,
    Score,
    Setup,
    builtin,
    check,
    explain,
    format,
    games,
    load,
    parse,
    style,
)
from weakfish._tasks import match, playtest, tune
from weakfish._types import Mode, MoveKind, Side

__all__ = [
    "BuiltIn",
    "Checked",
    "Claim",
    "Counter",
    "DefinitionError",
    "Diagnostic",
    "Edit",
    "Engine",
    "Found",
    "Game",
    "Label",
    "LegalMoves",
    "Line",
    "Man",
    "Mend",
    "Mode",
    "Move",
    "MoveError",
    "MoveKind",
    "MoveValue",
    "Outcome",
    "Placed",
    "Position",
    "PositionError",
    "Refusal",
    "Region",
    "Score",
    "Setup",
    "Side",
    "Unfinished",
    "UnitError",
    "builtin",
    "check",
    "explain",
    "format",
    "games",
    "load",
    "match",
    "parse",
    "playtest",
    "style",
    "tune",
]
