"""Random plies a second from Python, chess: a CPU second each with one thread, a second by the clock with several.

Usage: python benches/python/speed.py [THREADS]. Needs the package `weakfish` built for release, and NumPy. What else is installed of
python-chess and pyffish is measured beside it.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import weakfish
from weakfish.rl import Games

SECONDS = 1.0
FIDE = weakfish.builtin("fide")


def measure(name: str, chunk: Callable[[], int], now: Callable[[], float] = time.process_time) -> None:
    """Prints the best speed of several rounds of at least ``SECONDS`` each."""
    chunk()
    speeds = []
    for _ in range(3):
        plies, begun = 0, now()
        while now() - begun < SECONDS:
            plies += chunk()
        speeds.append(plies / (now() - begun))
    print(f"{name:52}{max(speeds):14,.0f}")


def one_at_a_time() -> int:
    plies, chance, position = 0, random.random, FIDE.start()
    while moves := position.legal_moves:
        position.push(moves[int(chance() * len(moves))])
        plies += 1
    return plies


def batches(threads: int) -> Iterator[tuple[str, Callable[[], int]]]:
    count = 256
    words = f"{threads} thread{'s' if threads > 1 else ''}"
    bare = Games(FIDE, count, observations=False, masks=False, claims=False, threads=threads)

    def played() -> int:
        bare.play_random(1000)
        return 1000 * count

    yield f"batched, {words}", played
    full = Games(FIDE, count, claims=False, threads=threads)

    def stepped() -> int:
        for _ in range(100):
            full.random_step()
        return 100 * count

    yield f"batched, with observations and masks, {words}", stepped

    def chosen() -> int:
        for _ in range(100):
            full.step(full.random_actions())
        return 100 * count

    yield f"the same, actions through Python, {words}", chosen


def others() -> Iterator[tuple[str, Callable[[], int]]]:
    try:
        import chess

        def python_chess() -> int:
            board = chess.Board()
            plies = 0
            while not board.is_game_over() and plies < 200:
                board.push(random.choice(list(board.legal_moves)))
                plies += 1
            return plies

        yield "python-chess", python_chess
    except ImportError:
        pass
    try:
        import pyffish

        def fairy() -> int:
            moves: list[str] = []
            start = pyffish.start_fen("chess")
            for _ in range(40):
                legal = pyffish.legal_moves("chess", start, moves)
                if not legal:
                    break
                moves.append(random.choice(legal))
            return len(moves)

        yield "pyffish, first 40 plies of games", fairy
    except ImportError:
        pass


def import_time() -> float:
    command = [sys.executable, "-c", "import time; t = time.perf_counter(); import weakfish; print(time.perf_counter() - t)"]
    return min(float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(5))


def main() -> None:
    threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    print(f"import: {import_time() * 1000:.1f} ms")
    print(f"{'':52}{'plies a second':>14}")
    measure("one at a time", one_at_a_time)
    for name, chunk in batches(1):
        measure(name, chunk)
    if threads > 1:
        for name, chunk in batches(threads):
            measure(name, chunk, time.perf_counter)
    for name, chunk in others():
        measure(name, chunk)


if __name__ == "__main__":
    main()
