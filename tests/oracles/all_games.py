#!/usr/bin/env python3
"""Plays every built-in game over UCI from random openings, by a match of the program with itself, and fails at an illegal move or a crash.

    cargo build --release
    tests/oracles/all_games.py                     # about 1,000 games
    tests/oracles/all_games.py fide atomic --games 20

`weakfish match` is the arbiter; both players are processes of their own.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Endings of games that a player loses by a fault.
FAULTS = {"illegal move", "no move", "no answer", "crash", "disconnection", "failure to start", "loss on time"}


def built_in(weakfish):
    run = subprocess.run([weakfish, "games", "--json"], capture_output=True, text=True, check=True)
    return [game["name"] for game in json.loads(run.stdout)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="default: all built-in games")
    parser.add_argument("--games", type=int, default=1000, help="games of all names together")
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weakfish", default=str(ROOT / "target/release/weakfish"), help="the binary")
    options = parser.parse_args()
    names = options.names or built_in(options.weakfish)
    each = 2 * -(-options.games // (2 * len(names)))
    engine = f"Tables=0 {options.weakfish} uci"
    limits = ["--nodes", str(options.nodes), "--games", str(each), "--seed", str(options.seed), "--max-plies", "300", "--patience", "10m"]
    played, bad, endings, started = 0, 0, collections.Counter(), time.monotonic()
    for name in names:
        command = [options.weakfish, "match", name, "--engine", engine, "--engine", engine, *limits, "--json"]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            bad += 1
            print(f"{name}: the match failed\n{run.stderr}")
            continue
        report = json.loads(run.stdout)
        played += report["games"]
        for reason, counts in report["endings"].items():
            endings[reason] += sum(counts.values())
        faults = [line for line in run.stderr.splitlines() if any(f", {fault}" in line for fault in FAULTS)]
        bad += len(faults)
        for line in faults:
            print(f"{name}: {line}")
    print(f"{len(names)} names, {played} games, {bad} faults ({time.monotonic() - started:.0f} s)")
    print(", ".join(f"{count} {reason}" for reason, count in endings.most_common()))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
