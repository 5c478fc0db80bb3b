#!/usr/bin/env python3
"""Compares Weakfish's legal moves and outcomes with outside programs on positions of random games.

    cargo build --release
    pip install chess pyffish
    tests/oracles/run.py                      # every game, as many positions as listed below
    tests/oracles/run.py shatranj --count 50 --seed 7
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import oracles

COUNTS = {"fide": 10000, "demichess": 1000, "shatranj": 1000, "grid": 1000}
ROOT = pathlib.Path(__file__).resolve().parents[2]


def asked(weakfish, game, fen):
    run = subprocess.run([weakfish, "moves", game, "--fen", fen, "--json"], capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr
    answer = json.loads(run.stdout)
    return answer["moves"], answer["reason"]


def compare(weakfish, oracle, fens):
    expected = [oracle.judged(fen) for fen in fens]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda fen: asked(weakfish, oracle.game, fen), fens))
    wrong = 0
    for fen, theirs, ours in zip(fens, expected, found):
        if (theirs[0], theirs[1]) != ours:
            wrong += 1
            if wrong <= 5:
                print(f"  {fen}\n    outside: {theirs}\n    here:    {ours}")
                if ours[0] is not None:
                    print(f"    only outside {sorted(set(theirs[0]) - set(ours[0]))}", end="")
                    print(f", only here {sorted(set(ours[0]) - set(theirs[0]))}")
    moves = sum(len(moves) for moves, _ in expected)
    over = sum(reason is not None for _, reason in expected)
    return moves, over, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[[], *COUNTS], help="default: all")
    parser.add_argument("--count", type=int, help="positions for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weakfish", default=str(ROOT / "target/release/weakfish"), help="the binary")
    options = parser.parse_args()
    bad = 0
    for game in options.games or COUNTS:
        started = time.monotonic()
        oracle = oracles.ALL[game]
        count = options.count or COUNTS[game]
        fens = oracles.random_positions(oracle, random.Random(options.seed), count)
        moves, over, wrong = compare(options.weakfish, oracle, fens)
        bad += wrong
        seconds = time.monotonic() - started
        print(f"{game}: {count} positions, {moves} moves, {over} finished games, {wrong} differ ({seconds:.0f} s)")
    print("agreed" if not bad else f"{bad} positions differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
