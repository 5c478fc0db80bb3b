#!/usr/bin/env python3
"""The census of mating men again, from the leaps of the men and from nothing of Weakfish.

    pip install numpy
    census.py                     # compares docs/data/mating-men.csv: 6x6 whole, 40 men on 8x8, the sets and sums
    census.py --boards 7 9 --sample 20 --seed 1
    census.py --classes           # writes docs/data/one-step-men.csv: the class of each set of a king's steps

Positions are arrays of booleans, indexed by the squares of White's king, the man and Black's king. A step back in the
game is a product of such an array with the matrix of a man's moves.
"""

import argparse
import csv
import hashlib
import pathlib
import random
import sys

import numpy as np

DATA = pathlib.Path(__file__).parents[2] / "docs/data"
ATOMS = {"W": (1, 0), "F": (1, 1), "D": (2, 0), "A": (2, 2), "N": (2, 1), "H": (3, 0), "C": (3, 1), "Z": (3, 2)}
# Files count to the right, ranks forward.
STRAIGHT = {"f": (0, 1), "b": (0, -1), "r": (1, 0), "l": (-1, 0)}
PAIRS = {"v": "fb", "s": "lr"}
DIAGONAL = {"fr": (1, 1), "fl": (-1, 1), "br": (1, -1), "bl": (-1, -1)}


def symmetries(leap):
    """The images of a leap under the rotations and reflections of the board."""
    x, y = leap
    return [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]


def leaps_of(text):
    """The leaps of a man that a Betza string of the data set means."""
    leaps, modifiers = set(), ""
    for letter in text:
        if letter.islower():
            modifiers += letter
            continue
        if not modifiers:
            leaps |= set(symmetries(ATOMS[letter]))
        elif letter == "W":
            for modifier in modifiers:
                leaps |= {STRAIGHT[side] for side in PAIRS.get(modifier, modifier)}
        elif letter == "F":
            while modifiers:
                # A letter for forward or backward and one for a side mean one direction, a letter alone means two.
                pair = modifiers[:2] if modifiers[:2] in DIAGONAL else modifiers[:1]
                leaps |= {DIAGONAL[name] for name in DIAGONAL if name == pair or (len(pair) == 1 and pair in name)}
                modifiers = modifiers[len(pair) :]
        else:
            sys.exit(f"{text}: no modifiers of {letter} are known")
        modifiers = ""
    return frozenset(leaps)


def matrix(size, leaps):
    """Whether one leap leads from the first square to the second."""
    moves = np.zeros((size * size, size * size), dtype=np.float32)
    for file in range(size):
        for rank in range(size):
            for dx, dy in leaps:
                if 0 <= file + dx < size and 0 <= rank + dy < size:
                    moves[file * size + rank, (file + dx) * size + rank + dy] = 1
    return moves


def some(array, moves, axis):
    """For each position: whether a move of the man of this axis leads to a position of the array."""
    return np.moveaxis(np.tensordot(moves, array.astype(np.float32), (1, axis)), 0, axis) > 0


def figures(size, leaps):
    """The figures of a line of the data set: positions, won, safe, lost, longest."""
    squares = size * size
    king = matrix(size, set(symmetries((1, 0)) + symmetries((1, 1))))
    man = matrix(size, leaps)
    near = (king + np.eye(squares)) > 0
    checks = man > 0
    own, stone, foe = np.ix_(*[np.arange(squares)] * 3)
    apart = (own != stone) & (stone != foe) & ~near[own, foe]
    white_to_move = apart & ~checks[stone, foe]
    black_to_move = apart
    # The king may take a man that White's king does not protect, and has drawn then.
    takes = black_to_move & near[stone, foe] & ~near[own, stone]
    quiet = some(white_to_move, king, 2)
    stalemate = black_to_move & ~quiet & ~takes & ~checks[stone, foe]
    lost = black_to_move & ~quiet & ~takes & ~stalemate
    won = np.zeros_like(lost)
    longest = moves = 0
    while True:
        moves += 1
        now = white_to_move & (some(lost, king, 0) | some(lost, man, 1))
        if (now == won).all():
            break
        won, longest = now, moves
        lost = black_to_move & ~takes & ~stalemate & ~some(white_to_move & ~won, king, 2)
    counts = [white_to_move, won, black_to_move & ~takes, lost]
    return [int(count.sum()) for count in counts] + [longest]


def classes(names):
    """Each set of a king's steps with the name of the set in the data set that a rotation or reflection makes of it."""
    steps = sorted(set(symmetries((1, 0)) + symmetries((1, 1))))
    found = {}
    for name in names:
        images = [frozenset(pair) for pair in zip(*[symmetries(leap) for leap in leaps_of(name)])]
        for image in images:
            assert found.setdefault(image, name) == name, f"{name} and {found[image]} are of one class"
    assert len(found) == 2 ** len(steps) - 1, "a set is missing"
    winds = {(0, 1): "n", (1, 1): "ne", (1, 0): "e", (1, -1): "se", (0, -1): "s", (-1, -1): "sw", (-1, 0): "w", (-1, 1): "nw"}
    order = list(winds)
    lines = [(sorted(order.index(step) for step in found_set), name) for found_set, name in found.items()]
    lines.sort(key=lambda line: (len(line[0]), line[0]))
    return [(" ".join(winds[order[step]] for step in steps), name) for steps, name in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=DATA / "mating-men.csv")
    parser.add_argument("--boards", type=int, nargs="*", help="compare all men on these boards")
    parser.add_argument("--sample", type=int, help="compare only so many men of each board")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--classes", action="store_true")
    arguments = parser.parse_args()

    rows = {}
    with open(arguments.data, newline="") as file:
        for row in csv.DictReader(file):
            rows.setdefault(int(row["board"]), []).append(row)
    a_board = next(iter(rows.values()))
    one_step = [row["man"] for row in a_board if set(row["man"]) <= set("WFfbrlvs")]
    found = classes(one_step)
    if arguments.classes:
        (DATA / "one-step-men.csv").write_text("steps,class\n" + "".join(f"{steps},{name}\n" for steps, name in found))
        return
    leapers = {frozenset(row["man"]) for row in a_board if row["man"].isupper()}
    assert len(leapers) == 2 ** len(ATOMS) - 1, "a set of leapers is missing"
    for board in rows.values():
        assert [row["man"] for row in board] == [row["man"] for row in a_board], "boards have other men"
    for line in (DATA / "mating-men.sha256").read_text().splitlines():
        digits, name = line.split()
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == digits, f"{name} was changed"

    chance = random.Random(arguments.seed)
    plan = {6: None, 8: 40} if arguments.boards is None else dict.fromkeys(arguments.boards, arguments.sample)
    wrong = 0
    for size, sample in plan.items():
        chosen = rows[size] if sample is None else chance.sample(rows[size], sample)
        for row in chosen:
            expected = [int(row[name]) for name in ("positions", "won", "safe", "lost", "longest")]
            images = {frozenset(pair) for pair in zip(*[symmetries(leap) for leap in leaps_of(row["man"])])}
            counted = figures(size, leaps_of(row["man"]))
            if counted != expected or len(images) != int(row["images"]):
                wrong += 1
                print(f"{size}x{size} {row['man']}: counted {counted} of {len(images)} images, the data set has {row}")
        print(f"{size}x{size}: {len(chosen)} men compared")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
