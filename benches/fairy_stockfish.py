#!/usr/bin/env python3
"""Times Weakfish against Fairy-Stockfish on the same counts, taking turns, start-up taken off both.

Needs a release build of Weakfish (`cargo build --release`) and `fairy-stockfish` (Debian's package of that name, or any
other build given with --stockfish). Prints the speeds in millions of sequences a second, and their ratio. DemiChess, which
Fairy-Stockfish doesn't know, is compared with the speed at which it counts chess. A variant that the build lacks is left out.
"""

import argparse
import pathlib
import resource
import shutil
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = [
    # Weakfish's game, the game that Fairy-Stockfish counts, its name for it, depth
    ("fide", "fide", "chess", 6),
    ("shatranj", "shatranj", "shatranj", 6),
    ("capablanca", "capablanca", "capablanca", 5),
    ("demichess", "fide", "chess", 5),
    ("crazyhouse", "crazyhouse", "crazyhouse", 5),
    ("atomic-chess", "atomic-chess", "atomic", 5),
    ("shogi", "shogi", "shogi", 5),
    ("minishogi", "minishogi", "minishogi", 6),
]

# Start-up is the median of so many runs, a program's time in one round that of so many.
IDLE_RUNS = 15
OWN_RUNS, THEIR_RUNS = 5, 1


def seconds(command, text):
    """User and system time of one run, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run.stdout


class Program:
    """A program at one count: how to run it idle and busy, and what came of that."""

    def __init__(self, idle, busy, runs):
        self.busy, self.runs = busy, runs
        self.start_up = statistics.median(seconds(*idle)[0] for _ in range(IDLE_RUNS))
        self.times, self.nodes = [], None

    def count(self):
        for _ in range(self.runs):
            time, output = seconds(*self.busy)
            nodes = int(output.rsplit("Nodes searched:", 1)[1].split()[0])
            if self.nodes not in (None, nodes):
                raise SystemExit(f"{self.busy[0]}: the same count gave {self.nodes} and {nodes}")
            self.nodes = nodes
            self.times.append(time - self.start_up)

    def speed(self):
        """Millions of sequences a second."""
        return self.nodes / 1e6 / max(statistics.median(self.times), 1e-6)


def weakfish(path, game, depth):
    command = [path, "perft", game]
    return Program(([*command, "0"], ""), ([*command, str(depth)], ""), OWN_RUNS)


def stockfish(path, variant, depth):
    choose = f"uci\nsetoption name UCI_Variant value {variant}\nposition startpos\n"
    return Program(([path], f"{choose}quit\n"), ([path], f"{choose}go perft {depth}\nquit\n"), THEIR_RUNS)


def variants(path):
    """The variants that a build lists."""
    words = seconds([path], "uci\nquit\n")[1].split("option name UCI_Variant", 1)[1].splitlines()[0].split()
    return {name for word, name in zip(words, words[1:]) if word == "var"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weakfish", default=str(ROOT / "target/release/weakfish"))
    parser.add_argument("--stockfish", default=shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()

    print(f"{'weakfish':<10} {'depth':>5} {'nodes':>10} {'M/s':>7}   {'stockfish':<10} {'nodes':>10} {'M/s':>7} {'ratio':>7}")
    known = variants(options.stockfish)
    for game, their_game, variant, depth in GAMES:
        if variant not in known:
            continue
        ours, theirs = weakfish(options.weakfish, game, depth), stockfish(options.stockfish, variant, depth)
        for _ in range(options.rounds):
            ours.count()
            theirs.count()
        same = ours
        if game != their_game:
            same = weakfish(options.weakfish, their_game, depth)
            same.count()
        if same.nodes != theirs.nodes:
            raise SystemExit(f"{their_game}: the counts differ: {same.nodes} and {theirs.nodes}")
        print(
            f"{game:<10} {depth:>5} {ours.nodes:>10} {ours.speed():>7.1f}   "
            f"{their_game:<10} {theirs.nodes:>10} {theirs.speed():>7.1f} {ours.speed() / theirs.speed():>7.2f}",
            flush=True,
        )
    print("Millions of sequences a second, one thread, medians, start-up taken off; the last ply is counted, not played.")


if __name__ == "__main__":
    main()
