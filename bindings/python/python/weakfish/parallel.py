"""Counts, matches, playtests, self-play and surveys in units that any executor computes, with the report of one machine.

>>> import weakfish
>>> from weakfish import parallel
>>> plan = parallel.Plan.perft(weakfish.builtin("fide"), 3, units=10)
>>> report = parallel.run(plan)
>>> print(report, report.data)
Nodes searched: 8902
 {'depth': 3, 'nodes': 8902}

Where units are computed by other programs, ``Plan.units``, ``work`` and ``merge`` are the three parts of this:

>>> results = [parallel.work(unit) for unit in plan.units()]
>>> parallel.reports(parallel.merge(results)) == [report]
True
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import Executor as _Executor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from queue import Empty, SimpleQueue
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from weakfish._errors import Refusal, Unfinished, UnitError
from weakfish._native import Merge, Plan, Worker, version

__all__ = [
    "Executor",
    "Merge",
    "Plan",
    "Processes",
    "Progress",
    "Report",
    "Results",
    "Unfinished",
    "UnitError",
    "Worker",
    "merge",
    "reports",
    "run",
    "version",
    "work",
]

T = TypeVar("T")

Results: TypeAlias = "str | os.PathLike[str] | Iterable[str]"
"""The path of a file of lines, or the lines."""

_WORKER = Worker()

_HEAD = b'{"weakfish":'
"""How lines begin."""


class Executor(Protocol):
    """What computes units: any executor of ``concurrent.futures``, Dask or MPI, or an object with this method."""

    def submit(self, fn: Callable[[str], str], line: str, /) -> Future[str]: ...


class Progress(NamedTuple):
    """A unit was computed."""

    done: int
    """The number of items that have results."""
    all: int
    """The number of items."""
    result: str
    """The line of the result."""


@dataclass(frozen=True)
class Report(Generic[T]):
    """The report of a task. Printed, it is that of the command line."""

    task: str
    text: str
    data: T
    """What ``--json`` prints; of a survey its rows, of self-play the lines of the games."""
    html: str | None

    def __str__(self) -> str:
        return self.text


def work(unit: str) -> str:
    """Computes the line of a unit, and returns the line of its result, which depends only on the unit. Ctrl-C ends it."""
    return _WORKER.work(unit)


def merge(*results: Results) -> Merge:
    """Merges results in any order; duplicates count once. Add the units to find the missing items.

    Raises a ``UnitError`` with all faulty lines. The last line of a file may be cut.
    """
    merged = Merge()
    faults: list[UnitError] = []
    for name, number, line in _lines(*results):
        try:
            merged.add(line, name, number)
        except UnitError as fault:
            if line.endswith("\n") or name.startswith("results "):
                faults.append(fault)
    if faults:
        raise UnitError("\n".join(map(str, faults)), [found for fault in faults for found in fault.diagnostics])
    return merged


def reports(merged: Merge) -> list[Report[Any]]:
    """Returns the report of each task, of the items that have results."""
    return [Report(task, text, _data(task, text, found), html) for task, text, found, html in merged.pages()]


def _data(task: str, text: str, found: str | None) -> Any:
    if found is None:
        return text.splitlines()
    return [json.loads(line) for line in found.splitlines()] if task in {"census", "survey"} else json.loads(found)


def _lines(*results: Results) -> Iterator[tuple[str, int, str]]:
    """Lines with their places. Only line feeds end them."""
    for source, result in enumerate(results, 1):
        with ExitStack() as stack:
            name = f"results {source}"
            if isinstance(result, (str, os.PathLike)):
                name = os.fspath(result)
                result = stack.enter_context(open(name, encoding="utf-8", errors="replace", newline="\n"))
            for number, line in enumerate(result, 1):
                if line.strip():
                    yield name, number, line


def run(
    plan: Plan,
    executor: Executor | None = None,
    *,
    results: Results | None = None,
    progress: Callable[[Progress], object] | None = None,
    tries: int = 3,
) -> Report[Any]:
    """Computes the units of a plan by an executor, and returns the report that one machine would make.

    Without an executor the threads of this process compute them. Items that ``results`` has already are not computed again;
    if it is a path, new results are appended to the file at once. ``progress`` is called after each unit. A unit whose worker
    fails is given to the executor again, at most ``tries`` times in all; then the others are computed, and ``Unfinished`` is raised.
    """
    with ExitStack() as stack:
        if executor is None:
            executor = stack.enter_context(ThreadPoolExecutor(os.cpu_count()))
        merged = Merge(plan)
        log = None
        if isinstance(results, (str, os.PathLike)):
            log = stack.enter_context(open(results, "ab+"))
            log.seek(0)
            text = log.read()
            whole = text.rfind(b"\n") + 1
            # A result whose line was cut is computed again.
            if _HEAD.startswith(text[whole:][: len(_HEAD)]):
                log.truncate(whole)
        for name, number, line in _lines(results) if results is not None else ():
            merged.add(line, name, number)
        worker = Worker()
        compute = worker.work if isinstance(executor, ThreadPoolExecutor) else work
        done: SimpleQueue[Future[str]] = SimpleQueue()
        pending: dict[Future[str], str] = {}
        failures: dict[str, int] = {}
        cause: BaseException | None = None

        def submit(unit: str) -> None:
            nonlocal cause
            try:
                future = executor.submit(compute, unit)
            except BrokenExecutor as failure:
                cause = failure
                return
            pending[future] = unit
            future.add_done_callback(done.put)

        try:
            for unit in merged.missing() if merged.progress[0] else plan.units():
                submit(unit)
            while pending:
                try:
                    # Where a wait without an end can't be interrupted, Ctrl-C comes between two.
                    future = done.get(timeout=0.2)
                except Empty:
                    continue
                unit = pending.pop(future)
                try:
                    line = future.result()
                except Refusal:
                    raise
                except Exception as failure:
                    cause = failure
                    failures[unit] = failures.get(unit, 0) + 1
                    if failures[unit] < tries:
                        submit(unit)
                    continue
                merged.add(line, "result")
                if log is not None:
                    log.write(line.encode() + b"\n")
                    log.flush()
                if progress is not None:
                    progress(Progress(*merged.progress, line))
                # A sequential test may be decided.
                if merged.is_complete():
                    break
        finally:
            worker.stop()
            for future in pending:
                future.cancel()
    if missing := merged.missing():
        have, items = merged.progress
        reason = f"{have} of {items} items have results; the last failure was {cause!r}"
        raise Unfinished(reason, missing, merged.results()) from cause
    return reports(merged)[0]


class Processes(_Executor):
    """Processes of this machine. One that dies loses the unit in hand, and another one is started.

    A ``ProcessPoolExecutor`` ends all its processes, and is of no further use, when one of them dies. The processes import the
    program anew: what runs belongs behind ``if __name__ == "__main__":``.
    """

    def __init__(self, processes: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(processes or os.cpu_count())
        self._local = threading.local()
        self._pools: set[ProcessPoolExecutor] = set()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return self._threads.submit(self._call, fn, *args, **kwargs)

    def _call(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> T:
        pool: ProcessPoolExecutor | None = getattr(self._local, "pool", None)
        if pool is None:
            # Forked processes would keep each other's pipes open and hide the death of one.
            pool = self._local.pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            self._pools.add(pool)
        try:
            return pool.submit(fn, *args, **kwargs).result()
        except BrokenExecutor:
            self._local.pool = None
            self._pools.discard(pool)
            pool.shutdown()
            raise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for pool in list(self._pools):
            pool.shutdown(wait, cancel_futures=cancel_futures)
