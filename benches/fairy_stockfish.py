#!/usr/bin/env python3
"""Times Weakfish against Fairy-Stockfish on the same counts, taking turns, start-up taken off both.

Needs a release build of Weakfish (`cargo build --release`) and `fairy-stockfish` (Debian's package of that name, or any
other build given with --stockfish). Prints the median speeds in millions of sequences a second, and their ratio.
"""

import argparse
import pathlib
import resource
import shutil
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = [
    # name, definition, Fairy-Stockfish's variant, depth
    ("fide", "fide", "chess", 5),
    ("shatranj", "shatranj", "shatranj", 5),
    ("capablanca", str(ROOT / "tests/cases/games/capablanca.variant"), "capablanca", 4),
]


def seconds(command, text):
    """User and system time of one run, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run.stdout


def nodes(output):
    return int(output.rsplit("Nodes searched:", 1)[1].split()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weakfish", default=str(ROOT / "target/release/weakfish"))
    parser.add_argument("--stockfish", default=shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()

    print(f"{'game':<12} {'nodes':>10} {'weakfish':>10} {'stockfish':>10} {'ratio':>7}")
    for name, definition, variant, depth in GAMES:
        choose = f"uci\nsetoption name UCI_Variant value {variant}\nposition startpos\n"
        ours, theirs, counts = [], [], set()
        for _ in range(options.rounds):
            idle, _ = seconds([options.weakfish, "perft", definition, "0"], "")
            busy, output = seconds([options.weakfish, "perft", definition, str(depth)], "")
            counts.add(nodes(output))
            ours.append(busy - idle)
            idle, _ = seconds([options.stockfish], f"{choose}quit\n")
            busy, output = seconds([options.stockfish], f"{choose}go perft {depth}\nquit\n")
            counts.add(nodes(output))
            theirs.append(busy - idle)
        if len(counts) != 1:
            raise SystemExit(f"{name}: the counts differ: {counts}")
        count = counts.pop()
        ours, theirs = (count / max(statistics.median(times), 1e-6) / 1e6 for times in (ours, theirs))
        print(f"{name:<12} {count:>10} {ours:>10.1f} {theirs:>10.1f} {ours / theirs:>7.2f}")
    print("Millions of sequences a second, single thread, medians; the last ply is counted, not played.")


if __name__ == "__main__":
    main()
