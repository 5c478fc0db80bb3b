"""Matches, playtests and tuning: plans that are run at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple

from weakfish._errors import Refusal
from weakfish._native import Game, Plan, fit

if TYPE_CHECKING:
    from weakfish._data import MatchData, PlaytestData
    from weakfish.parallel import Executor, Progress, Report, Results


class Tuned(NamedTuple):
    """Weights that were fitted to games."""

    weights: str
    """The text of the weights, for a file that engines read."""
    games: list[str]
    """The lines of the games."""
    losses: list[tuple[float, float]]
    """After each round, the loss of the initial weights and of the fitted ones on games that were held back."""


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
    executor: Executor | None = None,
    results: Results | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Report[MatchData]:
    """Plays a match of two settings of Weakfish, limited by nodes or depth, as ``weakfish match`` does.

    ``engine`` has the settings of one or both, such as ``"nodes=500 weights=own.weights"``.
    """
    from weakfish.parallel import run

    plan = Plan.match(
        game,
        engine=engine,
        setup=setup,
        nodes=nodes,
        depth=depth,
        games=games,
        seed=seed,
        random_plies=random_plies,
        openings=openings,
        max_plies=max_plies,
        sprt=sprt,
        units=units,
    )
    return run(plan, executor, results=results, progress=progress)


def playtest(
    game: Game,
    *,
    games: int = 2000,
    nodes: int = 400,
    max_plies: int = 600,
    seed: int = 1,
    tables: int | None = None,
    units: int = 100,
    executor: Executor | None = None,
    results: Results | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Report[PlaytestData]:
    """Plays a draft against itself and reports on balance, length and men, as ``weakfish playtest`` does."""
    from weakfish.parallel import run

    plan = Plan.playtest(game, games=games, nodes=nodes, max_plies=max_plies, seed=seed, tables=tables, units=units)
    return run(plan, executor, results=results, progress=progress)


def tune(
    game: Game,
    *,
    games: int = 8000,
    round: int = 2000,
    nodes: int = 1000,
    random_plies: int = 8,
    seed: int = 1,
    from_: str | PathLike[str] | None = None,
    units: int = 100,
    executor: Executor | None = None,
    results: Results | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Tuned:
    """Plays a game against itself and fits the weights of its evaluation to the results, as ``weakfish tune`` does.

    ``from_`` is a file of weights to begin with. The games of all rounds can be in the same ``results``.
    """
    from weakfish.parallel import Progress, run

    initial = None
    if from_ is not None:
        with open(from_, encoding="utf-8") as file:
            initial = file.read()
    weights = initial
    if results is not None and not isinstance(results, (str, PathLike)):
        results = list(results)
    tuned = Tuned("", [], [])
    for first in range(0, games, round):
        plan = Plan.tune(
            game,
            first=first,
            games=min(round, games - first),
            nodes=nodes,
            random_plies=random_plies,
            seed=seed,
            weights=weights,
            units=units,
        )

        def tell(step: Progress, first: int = first) -> None:
            if progress is not None:
                progress(Progress(first + step.done, games, step.result))

        tuned.games.extend(run(plan, executor, results=results, progress=tell).data)
        fitted = fit(game, tuned.games, initial)
        if fitted is None:
            raise Refusal(f"{len(tuned.games)} games are too few to fit weights to")
        weights, *losses = fitted
        tuned = Tuned(weights, tuned.games, [*tuned.losses, (losses[0], losses[1])])
    return tuned
