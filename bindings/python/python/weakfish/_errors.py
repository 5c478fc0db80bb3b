"""Exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weakfish._native import Diagnostic


class Refusal(ValueError):
    """A call has no result, for a reason that it says in a sentence.

    ``diagnostics`` has the mistakes of the text that is refused, if it is a text.
    """

    diagnostics: list[Diagnostic]

    def __init__(self, reason: str, diagnostics: list[Diagnostic] | None = None) -> None:
        super().__init__(reason)
        self.diagnostics = diagnostics or []


class DefinitionError(Refusal):
    """A definition has mistakes. Printed, it shows all of them at their places, as the command line does."""


class PositionError(Refusal):
    """A text is no position of the game."""


class UnitError(Refusal):
    """Lines of units or results are damaged, of another version, or contradict each other; ``diagnostics`` has the places."""


class Unfinished(Refusal):
    """Some units have no result. The cause is the last failure of a worker."""

    missing: list[str]
    """Lines of units for the missing items."""
    results: list[str]
    """Lines of the results that are there."""

    def __init__(self, reason: str, missing: list[str] | None = None, results: list[str] | None = None) -> None:
        super().__init__(reason)
        self.missing = missing or []
        self.results = results or []


class MoveError(Refusal):
    """A move is illegal, or a text names no move."""
