#!/usr/bin/env python3
"""Writes ../perft/outside.tsv: random positions with their perft 2 as outside programs count it; or, with --check,
counts every line of ../perft/fide.tsv again with python-chess, up to the given depth.

    tests/oracles/corpus.py > tests/perft/outside.tsv
    tests/oracles/corpus.py --check 3
"""

import pathlib
import random
import sys

import oracles

PERFT = pathlib.Path(__file__).resolve().parents[1] / "perft"


def check(most):
    oracle, bad, lines = oracles.ALL["fide"], 0, 0
    for line in (PERFT / "fide.tsv").read_text().splitlines():
        if line.startswith("#") or line.startswith("game\t"):
            continue
        fen, depth, nodes = line.split("\t")[2:5]
        if int(depth) <= most:
            lines += 1
            found = oracle.perft(fen, int(depth))
            if found != int(nodes):
                bad += 1
                print(f"{fen} {depth}: {nodes} listed, {found} found")
    print(f"{lines} lines counted again, {bad} differ")
    return bad


def write():
    print("# Random positions, counted by outside programs (see ../oracles/corpus.py).")
    print("game\tsetup\tfen\tdepth\tnodes")
    for game, oracle in oracles.ALL.items():
        for fen in oracles.random_positions(oracle, random.Random(2), 200):
            print(f"{game}\t-\t{fen}\t2\t{oracle.perft(fen, 2)}")


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(1 if check(int(sys.argv[-1])) else 0)
    write()
