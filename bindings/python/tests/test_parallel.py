"""Work units on executors: the report of one process whatever happens to the workers."""

import hashlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import weakfish
from distributed import Client, LocalCluster
from weakfish import parallel
from weakfish._data import MatchData, PlaytestData
from weakfish.parallel import Plan, Processes, Progress, Report

FIDE = weakfish.builtin("fide")
LOS_ALAMOS = weakfish.builtin("los-alamos")


def quick(units: int = 100) -> Plan:
    """A playtest that takes little time."""
    return Plan.playtest(LOS_ALAMOS, games=104, nodes=5, max_plies=40, tables=0, units=units)


@pytest.fixture(scope="module")
def alone() -> Report[Any]:
    """The report of one process."""
    [unit] = quick(1).units()
    [report] = parallel.reports(parallel.merge([parallel.work(unit)]))
    return report


def kill_when_half_done(pids: Callable[[], list[int]]) -> Callable[[Progress], None]:
    """Kills one of the processes when half of the items have results."""
    killed: list[int] = []

    def tell(step: Progress) -> None:
        if not killed and 2 * step.done >= step.all:
            killed.append(pids()[0])
            os.kill(killed[0], signal.SIGKILL)

    return tell


def test_a_hundred_units_in_processes_give_the_report_of_one(alone: Report[Any]) -> None:
    plan = quick()
    assert (plan.task, plan.items, len(plan.units())) == ("playtest", 104, 100)
    steps: list[Progress] = []
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert parallel.run(plan, executor, progress=steps.append) == alone
    assert [steps[-1].done, steps[-1].all, len(steps)] == [104, 104, 100]
    # In another order, and some of them twice.
    results = [step.result for step in steps]
    merged = parallel.merge(results[::-1], results[:30])
    assert parallel.reports(merged) == [alone]
    assert merged.recheck() > 0
    assert parallel.run(plan, results=merged.results(), progress=lambda _: pytest.fail("nothing is missing")) == alone


def test_a_killed_process_loses_the_unit_in_hand_alone(alone: Report[Any]) -> None:
    submitted: list[str] = []

    class Counted(Processes):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            submitted.extend(args)
            return super().submit(fn, *args, **kwargs)

    def pids() -> list[int]:
        return [child.pid or 0 for child in multiprocessing.active_children()]

    with Counted(2) as executor:
        assert parallel.run(quick(), executor, progress=kill_when_half_done(pids)) == alone
    assert len(submitted) == 101
    assert len(set(submitted)) == 100


def test_a_killed_worker_of_dask_is_replaced(alone: Report[Any]) -> None:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,  # type: ignore[no-untyped-call]
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        workers: dict[str, int] = client.run(os.getpid)
        report = parallel.run(
            quick(), client.get_executor(pure=False), progress=kill_when_half_done(lambda: list(workers.values()))
        )
    assert report == alone


MPI_PROGRAM = """
import weakfish
from mpi4py.futures import MPIPoolExecutor
from weakfish import parallel

if __name__ == "__main__":
    game = weakfish.builtin("los-alamos")
    plan = parallel.Plan.playtest(game, games=104, nodes=5, max_plies=40, tables=0, units=20)
    with MPIPoolExecutor() as executor:
        print(parallel.run(plan, executor), end="")
"""


def test_processes_of_mpi(tmp_path: Path, alone: Report[Any]) -> None:
    program = tmp_path / "program.py"
    program.write_text(MPI_PROGRAM)
    # The wheel has it beside Python.
    mpiexec = str(Path(sys.executable).with_name("mpiexec"))
    command = [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(program)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120)
    assert done.stdout == alone.text, done.stderr


def test_an_object_that_submits_is_enough(alone: Report[Any]) -> None:
    class Elsewhere:
        def submit(self, function: Callable[[str], str], unit: str) -> Future[str]:
            future: Future[str] = Future()
            future.set_result(function(unit))
            return future

    assert parallel.run(quick(5), Elsewhere()) == alone


class Faulty(ThreadPoolExecutor):
    """Fails whenever it gets a unit."""

    def __init__(self, unit: str) -> None:
        super().__init__(2)
        self.unit = unit
        self.failed = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if args != (self.unit,):
            return super().submit(fn, *args, **kwargs)
        self.failed += 1
        future: Future[Any] = Future()
        future.set_exception(ConnectionError("the worker is gone"))
        return future


def test_failures_are_tried_again_and_told(alone: Report[Any]) -> None:
    plan = quick(10)
    with Faulty(plan.units()[3]) as executor, pytest.raises(weakfish.Unfinished, match="94 of 104 items") as told:
        parallel.run(plan, executor, tries=4)
    assert executor.failed == 4
    assert isinstance(told.value.__cause__, ConnectionError)
    [missing] = told.value.missing
    assert json.loads(missing)["range"] == json.loads(plan.units()[3])["range"]
    assert parallel.run(plan, results=told.value.results) == alone
    assert parallel.reports(parallel.merge([*told.value.results, parallel.work(missing)])) == [alone]
    # A pool of which a process has died takes nothing more.
    with (
        ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool,
        pytest.raises(weakfish.Unfinished, match="process pool") as told,
    ):
        parallel.run(plan, pool, progress=kill_when_half_done(lambda: list(pool._processes)))
    assert len(told.value.results) == 1
    assert parallel.run(plan, results=told.value.results) == alone


def test_files_are_continued(tmp_path: Path, alone: Report[Any]) -> None:
    path = tmp_path / "results.jsonl"
    other = Plan.perft(FIDE, 2, units=1)
    assert parallel.run(other, results=path).data == {"depth": 2, "nodes": 400}
    plan = quick(10)
    done = [parallel.work(unit) + "\n" for unit in plan.units()[:3]]
    with path.open("a") as file:
        # As a process that was killed leaves it.
        file.write(done[1] + done[0] + done[2][:-90])
    assert parallel.merge(path).progress == (20 + 20, 20 + 104)
    steps: list[Progress] = []
    assert parallel.run(plan, results=path, progress=steps.append) == alone
    assert len(steps) == 8
    assert parallel.reports(parallel.merge(path))[1] == alone
    assert parallel.run(plan, results=path, progress=lambda _: pytest.fail("nothing is missing")) == alone


def test_faulty_lines_are_told_with_their_places(tmp_path: Path) -> None:
    plan = Plan.perft(FIDE, 2, divide=True, units=4)
    results = [parallel.work(unit) for unit in plan.units()]
    merged = parallel.merge(results[1:], plan.units())
    assert merged.progress == (15, 20)
    assert [json.loads(unit)["range"] for unit in merged.missing()] == [[0, 5]]
    assert not merged.is_complete()
    path = tmp_path / "results.jsonl"
    damaged = results[2].replace('"results":[', '"results":[1')
    path.write_text("\n".join([*results, damaged, results[3].replace("0.1.0", "0.0.9", 1), ""]))
    with pytest.raises(weakfish.UnitError) as told:
        parallel.merge(path)
    places = [(fault.code, fault.file, fault.labels[0].line) for fault in told.value.diagnostics]
    assert places == [("unit::damaged", str(path), 5), ("unit::version", str(path), 6)]
    with pytest.raises(weakfish.UnitError, match="this line is no unit"):
        parallel.work("{}")
    # A result with another count and the right checksum.
    wrong = json.loads(results[0])
    wrong["results"][2] = 19
    text = wrong["unit"] + "\n" + "\n".join(map(str, wrong["results"]))
    wrong["sum"] = hashlib.sha256(text.encode()).hexdigest()[:32]
    with pytest.raises(weakfish.UnitError, match=r"item 2 of one unit differ(.|\n)*results 1:1(.|\n)*results 2:1"):
        parallel.merge(results, [json.dumps(wrong)])


def test_every_task_has_its_report() -> None:
    count = parallel.run(Plan.perft(FIDE, 3, divide=True, play="1. e4 e5"))
    assert count.data["nodes"] == 24_825
    survey = parallel.run(Plan.survey(LOS_ALAMOS, memory=0))
    assert survey.text.startswith("Los Alamos Chess, on 6x6\n")
    assert survey.data[0]["men"] == "K Q v K"
    games = parallel.run(Plan.tune(LOS_ALAMOS, games=3, nodes=8))
    assert games.data == games.text.splitlines()
    refusals: list[tuple[Callable[[], Plan], str]] = [
        (lambda: Plan.match(FIDE), "no limit"),
        (lambda: Plan.match(FIDE, nodes=5, engine=["stockfish"]), "by Weakfish itself"),
        (lambda: Plan.match(FIDE, nodes=5, engine=["threads=2"]), "with one thread"),
        (lambda: Plan.match(FIDE, nodes=5, engine=["Hash=70000"]), "`hash` wants a number from 1 to 65536"),
        (lambda: Plan.match(FIDE, nodes=5, engine=["heat=1"]), "no setting `heat`"),
        (lambda: Plan.match(FIDE, nodes=5, engine=["tc=1+0"]), "limited by time"),
        (lambda: Plan.match(FIDE, nodes=5, setup="nothing"), "no such setup"),
        (lambda: Plan.perft(FIDE, 2, units=0), "`units` is 0"),
        (lambda: Plan.perft(FIDE, 2, play="e2e5"), "e5"),
        (lambda: Plan.survey(FIDE, man="X"), "no man `X`"),
    ]
    for refused, reason in refusals:
        with pytest.raises(weakfish.Refusal, match=reason):
            refused()


def test_matches() -> None:
    report = weakfish.match(LOS_ALAMOS, engine=["level=3", "weights=material"], nodes=20, games=7, max_plies=40)
    assert report.data.keys() == MatchData.__required_keys__
    assert report.data["games"] == 8
    assert report.data["engines"] == ["Weakfish 0.1.0 (level=3)", "Weakfish 0.1.0 (weights=material)"]
    assert str(report).startswith("Weakfish 0.1.0 (level=3) against")
    # What comes behind the decision of a sequential test is not computed.
    steps: list[Progress] = []
    with ThreadPoolExecutor(1) as executor:
        decided = weakfish.match(
            LOS_ALAMOS,
            engine=["nodes=50", "nodes=1"],
            games=200,
            max_plies=60,
            sprt=(0, 400),
            executor=executor,
            progress=steps.append,
        )
    assert decided.data["sprt"] is not None
    assert decided.data["sprt"]["decision"] == "first"
    assert len(steps) < 100


def test_playtests() -> None:
    report = weakfish.playtest(LOS_ALAMOS, games=20, nodes=5, max_plies=40, tables=0)
    assert report.data.keys() == PlaytestData.__required_keys__
    assert report.data["games"] == {"equals": 10, "unequal": 5, "chance": 5}
    assert report.html is not None


def test_tuning(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    steps: list[Progress] = []
    tuned = weakfish.tune(LOS_ALAMOS, games=44, round=24, nodes=8, units=3, results=path, progress=steps.append)
    assert [(step.done, step.all) for step in (steps[0], steps[-1])] == [(8, 44), (44, 44)]
    assert len(tuned.games) == 44
    assert len(tuned.losses) == 2
    assert weakfish.tune(LOS_ALAMOS, games=44, round=24, nodes=8, results=path) == tuned
    weights = tmp_path / "own.weights"
    weights.write_text(tuned.weights)
    match = weakfish.match(LOS_ALAMOS, engine=[f"weights={weights}"], depth=1, games=2, max_plies=10)
    assert match.data["games"] == 2
    with pytest.raises(weakfish.Refusal, match="too few"):
        weakfish.tune(LOS_ALAMOS, games=2, nodes=8)


def test_weights_beside_a_definition(tmp_path: Path) -> None:
    definition = tmp_path / "own.variant"
    definition.write_text(FIDE.text)
    plain = Plan.playtest(weakfish.load(definition))
    (tmp_path / "own.weights").write_text(json.loads(Plan.playtest(FIDE).units()[0])["texts"][0]["text"])
    assert Plan.playtest(weakfish.load(definition)).id == Plan.playtest(FIDE).id != plain.id
    # A search uses the same ones.
    played = [weakfish.Engine(game).search(game.start(), depth=4).lines for game in (weakfish.load(definition), FIDE)]
    assert played[0] == played[1]


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("one", [True, False])
@pytest.mark.parametrize(
    "plan",
    [
        Plan.playtest(FIDE, games=100_000, nodes=20, units=2),
        # A single item takes hours.
        Plan.perft(FIDE, 12, units=1),
        Plan.match(FIDE, games=2, depth=60, units=1),
    ],
)
def test_ctrl_c_ends_units(plan: Plan, one: bool) -> None:
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        parallel.work(plan.units()[0]) if one else parallel.run(plan)
    assert time.monotonic() - begun < 20
