"""Random plies of chess a second from Python, beside other packages, as a table in Markdown.

Usage: python benches/python/speed.py [--seconds S] [--threads N] [--wheel FILE]. Needs the package `weakfish` built for release, and
NumPy. Each row is the best of several rounds of CPU time of one thread, on one CPU where the system lets a process choose. What is
installed of python-chess, pyffish, PettingZoo (`pettingzoo[classic]`) and OpenSpiel (`open_spiel`) is measured beside it.
"""

import argparse
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import weakfish
from weakfish.rl import Games

ROUNDS = 5
"""The best run counts."""

PLIES = 200
"""Plies after which a game is left: late in random games few men are left."""

GAMES = 256
"""Side by side."""

FIDE = weakfish.builtin("fide")
CHOOSE = random.Random(1).random

Chunk = Callable[[], int]


class Row(NamedTuple):
    how: str
    chunk: Chunk
    """Plays some plies, and returns how many."""
    packages: tuple[str, ...] = ("weakfish",)


def speed(chunk: Chunk, seconds: float, now: Callable[[], float] = time.process_time) -> float:
    """Returns the most plies a second of several rounds."""
    chunk()
    best = 0.0
    for _ in range(ROUNDS):
        plies, begun = 0, now()
        while now() - begun < seconds:
            plies += chunk()
        best = max(best, plies / (now() - begun))
    return best


# Weakfish.


def one_at_a_time() -> int:
    position = FIDE.start()
    for ply in range(PLIES):
        moves = position.legal_moves
        if not moves:
            return ply
        position.push(moves[int(CHOOSE() * len(moves))])
    return PLIES


def batched(threads: int) -> Chunk:
    games = Games(FIDE, GAMES, observations=False, masks=False, claims=False, max_plies=PLIES, threads=threads)

    def chunk() -> int:
        games.play_random(1000)
        return 1000 * GAMES

    return chunk


def seen(threads: int) -> Chunk:
    games = Games(FIDE, GAMES, claims=False, max_plies=PLIES, threads=threads)

    def chunk() -> int:
        for _ in range(100):
            games.random_step()
        return 100 * GAMES

    return chunk


def chosen() -> Chunk:
    games = Games(FIDE, GAMES, claims=False, max_plies=PLIES)

    def chunk() -> int:
        for _ in range(100):
            games.step(games.random_actions())
        return 100 * GAMES

    return chunk


# Other packages. None of the rows of one that is not installed is measured.


def python_chess() -> list[Row]:
    import chess

    def chunk() -> int:
        board = chess.Board()
        for ply in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(moves[int(CHOOSE() * len(moves))])
        return PLIES

    return [Row("python-chess: `legal_moves`, `push`", chunk, ("chess",))]


def fairy_stockfish() -> list[Row]:
    import pyffish

    def chunk() -> int:
        fen = pyffish.start_fen("chess")
        for ply in range(PLIES):
            moves = pyffish.legal_moves("chess", fen, [])
            if not moves:
                return ply
            fen = pyffish.get_fen("chess", fen, [moves[int(CHOOSE() * len(moves))]])
        return PLIES

    return [Row("pyffish: `legal_moves`, `get_fen`", chunk, ("pyffish",))]


def environments() -> list[Row]:
    import numpy as np
    from pettingzoo.classic import chess_v6
    from weakfish.rl.pettingzoo import env

    def playing(environment) -> Chunk:  # type: ignore[no-untyped-def]
        def chunk() -> int:
            environment.reset(seed=int(CHOOSE() * 1e9))
            for ply in range(PLIES):
                observation, _, ended, cut, _ = environment.last()
                if ended or cut:
                    return ply
                legal = np.flatnonzero(observation["action_mask"])
                environment.step(int(legal[int(CHOOSE() * len(legal))]))
            return PLIES

        return chunk

    return [
        Row("`weakfish.rl.pettingzoo`: `last`, `step`", playing(env(FIDE))),
        Row("PettingZoo, `chess_v6`: `last`, `step`", playing(chess_v6.env()), ("pettingzoo",)),
    ]


def open_spiel() -> list[Row]:
    import pyspiel
    import weakfish.rl.openspiel  # noqa: F401

    def playing(name: str) -> Chunk:
        game = pyspiel.load_game(name)

        def chunk() -> int:
            state = game.new_initial_state()
            for ply in range(PLIES):
                if state.is_terminal():
                    return ply
                legal = state.legal_actions()
                state.apply_action(legal[int(CHOOSE() * len(legal))])
            return PLIES

        return chunk

    return [
        Row("`weakfish.rl.openspiel`: `legal_actions`, `apply_action`", playing("weakfish")),
        Row("OpenSpiel, `chess`: `legal_actions`, `apply_action`", playing("chess"), ("open_spiel",)),
    ]


def import_time(module: str) -> float:
    """Returns the seconds that an import takes, at best."""
    program = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    command = [sys.executable, "-c", program]
    return min(float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(5))


def processor() -> str:
    try:
        names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        return names[0].split(":")[1].strip()
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def pinned() -> str:
    """Pins the process to one CPU; returns a description."""
    try:
        cpu = max(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cpu})
    except (AttributeError, OSError):
        return "no CPU of its own"
    return f"CPU {cpu} alone"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round")
    parser.add_argument("--threads", type=int, default=1, help="also several threads, by the clock and on all CPUs")
    parser.add_argument("--wheel", type=Path, help="whose size is told")
    given = parser.parse_args()
    load = os.getloadavg()[0]

    threaded = []
    if given.threads > 1:
        for how, make in (("batched, `play_random`", batched), ("with observations and masks, `random_step`", seen)):
            plies = speed(make(given.threads), given.seconds, time.perf_counter)
            threaded.append((f"{how}, {given.threads} threads", plies))
    where = pinned()

    rows = [
        Row("one at a time: `legal_moves`, `push`", one_at_a_time),
        Row("batched, `play_random`", batched(1)),
        Row("with observations and masks, `random_step`", seen(1)),
        Row("the same with `step(random_actions())`", chosen()),
    ]
    for make_rows in (python_chess, fairy_stockfish, environments, open_spiel):
        try:
            rows += make_rows()
        except ImportError as error:
            print(f"left out: {error}", file=sys.stderr)
    measured = [(row.how, speed(row.chunk, given.seconds)) for row in rows]
    one = measured[0][1]
    print("| how | plies a second | one at a time / this |\n|---|---|---|")
    for how, plies in measured + threaded:
        print(f"| {how} | {plies:,.0f} | {one / plies:,.{0 if one > 10 * plies else 2}f} |")

    packages = dict.fromkeys(package for row in rows for package in row.packages)
    print(f"\n{', '.join(f'{package} {metadata.version(package)}' for package in packages)}")
    print(f"Python {platform.python_version()}, {processor()}, {where}")
    print(f"load average {load:.2f} before, {os.getloadavg()[0]:.2f} after")
    print(f"import weakfish: {import_time('weakfish') * 1000:.1f} ms; weakfish.rl: {import_time('weakfish.rl') * 1000:.1f} ms")
    if given.wheel:
        print(f"wheel: {given.wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
