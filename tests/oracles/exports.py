#!/usr/bin/env python3
"""Writes definitions at random, exports them to Fairy-Stockfish, and compares those that are exported without a loss with
that engine (pyffish): an export that names no loss plays the same game.

    pip install pyffish
    cargo build --release
    tests/oracles/exports.py                  # 300 exports
    tests/oracles/exports.py --seed 7 --count 1000 --keep FOLDER

The definitions combine what works on the same squares: walls, men that die by captures, hands and drops, compulsion,
squares of immobility, and royal men that move and capture in different ways. In positions of random games, each reached
by its moves, the legal moves and the outcome are compared.
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor

import fairy_stockfish
import pyffish

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Movements of men, and of royal men. Some go only one way, are lame, hop, or capture otherwise than they move.
MEN = {
    "N": ["N", "N", "nN", "fN", "mNcK", "NA"],
    "B": ["B", "F", "A", "BW", "mBcF", "B2", "mBcpB", "fBbF"],
    "R": ["R", "W", "D", "fR", "mRcpR", "RF", "W2", "mWcR", "pR"],
    "Q": ["Q", "Q", "K", "BN", "gQ", "fQbK", "mQcN", "Q2", "mKcQ"],
}
PAWNS = ["fmWfcF", "fmWfcF", "fmWfcF", "fW", "fmFfcW", "fsW", "fK"]
ROYAL = ["K", "K", "K", "K", "W", "F", "N", "Q", "R2", "KN", "mKcQ", "mKcN", "mQcK", "KD", "mW", "mK", "mNcK", "KmR"]
# Arrays of boards of several sizes; black's are mirror images.
ARRAYS = {"5x5": ["RNBQK", "KQBNR"], "6x6": ["RNQKBR", "RBKQNR", "NRKQRB"], "4x6": ["RKQN", "BKRN"], "8x8": []}


class Draw:
    """A definition, drawn from a number."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.name = f"random-{seed}"
        self.size = self.dice.choice(["8x8", "5x5", "5x5", "6x6", "6x6", "4x6"])
        self.rules, self.endings, self.parts = [], [], []
        self.effects, self.in_hand = defaultdict(list), False

    def one_in(self, number):
        return self.dice.randrange(number) == 0

    def add(self, part, *lines):
        self.parts.append(part)
        self.rules.extend(lines)

    def squares(self):
        files, ranks = map(int, self.size.split("x"))
        middle = f"own rank 2 to {ranks - 1}"
        edge = f"rank 1, rank {ranks}, file a, file {chr(96 + files)}"
        return self.dice.choice([middle, f"own rank 1 to {ranks // 2}", f"own rank {ranks // 2} to {ranks}", f"file a or file {chr(96 + files)}", edge.replace(", ", " or ")])

    def walls(self):
        options = [self.dice.choice(["anywhere", "anywhere", f"on {self.squares()}", "where the man came from", "where the man could go"])]
        depends = options[0].startswith("where")
        if self.one_in(3):
            options.append("one at a time")
        if not depends and self.one_in(4):
            options.append("instead of a move")
        elif "death" in self.parts and self.one_in(2):
            options.append("not where a man dies")
        self.add("wall", f"  wall: {', '.join(options)}")

    def deaths(self):
        self.parts.append("death")
        all_but = ["all men but P", "all men but P", "all men but P", "all men", "all men but P or N", "all men but K", "all men but P or K"]
        if self.one_in(4):
            who = self.dice.choice(["all men", "N", "Q", "R"])
            self.effects[who].append("when capturing becomes a wall")
        elif self.one_in(5):
            self.effects[self.dice.choice(["all men", "N", "R"])].append("when capturing dies")
        else:
            self.effects["all men"] += ["when capturing dies", f"when capturing destroys {self.dice.choice(all_but)} next to it"]

    def hands(self):
        self.parts.append("hand")
        if not self.one_in(3):
            becomes = self.dice.choice(["", "", " as before promotion"])
            self.effects["all men"].append(f"when captured goes to the captor's hand{becomes}")
        self.in_hand = self.one_in(2)
        if not (self.in_hand or self.effects["all men"]):
            self.in_hand = True
        options = [f"on {self.squares()}"] if self.one_in(3) else []
        options += self.dice.choice([[], [], [], ["not to check"], ["not to checkmate"]])
        options += ["compulsory"] if self.one_in(5) else []
        if options:
            self.rules.append(f"  drop: {', '.join(options)}")

    def compulsion(self, royal):
        choices = [("must capture", "  capture: compulsory"), ("immobility", "  immobility: forbidden"), ("pass", "  passing: when no other move")]
        if royal:
            choices += [("no check", "  check: forbidden"), ("no flight", "  check evasion: without flight")]
            if self.one_in(8):
                self.parts.append("checks given")
                self.endings.append("  3 checks given: wins")
        for part, rule in self.dice.sample(choices, self.dice.choice([0, 1, 1, 1, 2])):
            self.add(part, rule)
        if "pass" in self.parts:
            self.endings.append("  both pass: draw")

    def text(self):
        dice = self.dice
        royal = not self.one_in(6)
        men = {symbol: dice.choice(moves) for symbol, moves in MEN.items()}
        king = dice.choice(ROYAL) if royal else dice.choice(["K", "mK", "Q2"])
        drawn = dice.choice([[], [self.walls], [self.deaths], [self.hands], [self.deaths, self.walls], [self.deaths, self.hands]])
        for part in drawn:
            part()
        self.compulsion(royal)
        if royal:
            self.parts.append("royal" if king == "K" else f"royal {king}")
        base = self.size == "8x8"
        lines = [f'game "{self.name}"' + (" extends fide" if base else "")]
        if not base:
            lines += [f"board: {self.size}", "first: white", f"black: {dice.choice(['mirrors', 'mirrors', 'rotates'])} white"]
        names = {"K": "king", "P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen"}
        own = {} if base and self.one_in(3) else men
        own = dict(own)
        lines.append("men")
        if not base or king != "K" or not royal:
            lines.append(f"  K king: {king}{', royal' if royal else ''}")
        for symbol, effects in self.effects.items():
            if symbol != "all men":
                own.setdefault(symbol, men[symbol])
                own[symbol] += ", " + ", ".join(effects)
        lines += [f"  {symbol} {names[symbol]}: {moves}" for symbol, moves in own.items()]
        if not base:
            lines.append(f"  P pawn: {dice.choice(PAWNS)}")
            files, ranks = map(int, self.size.split("x"))
            array = dice.choice(ARRAYS[self.size])
            pawns = "".join(dice.choice("PPP.") for _ in array)
            rows = [array.lower(), pawns.lower(), *["." * files] * (ranks - 4), pawns, array]
            setup = ["setup standard", *["  " + " ".join(row) for row in rows]]
            to = dice.sample("QRBN", dice.randrange(1, 4))
            self.rules.append(f"  promotion of P: on last rank, to {', '.join(to)}" + (", optional" if self.one_in(4) else ""))
        else:
            setup = []
            if self.one_in(4) or king != "K" or "R" in own:
                self.rules.append("  castling: none")
        if self.in_hand:
            hand = " ".join(f"{dice.randrange(1, 3)} {symbol}" for symbol in dice.sample("NBRQP", 2))
            if setup:
                setup.append(f"  hand: {hand} {hand.lower()}")
        if self.effects["all men"]:
            lines.append(f"  all men: {', '.join(self.effects['all men'])}")
        lines += setup
        if self.rules:
            lines += ["rules", *self.rules]
        lines += ["endings", *self.endings]
        if royal:
            if "death" in self.parts:
                lines.append("  no K: loses (exploded)")
            lines.append("  checkmated: loses")
        else:
            lines.append("  no K: loses (king-captured)")
        lines.append(f"  stalemated: {dice.choice(['draw', 'draw', 'loses', 'wins'])}")
        if self.one_in(3):
            lines.append("  position 3 times: draw on claim")
        if base:
            lines.append("  the rest: none")
        return "\n".join(lines) + "\n"


def export(weakfish, path):
    """The section of a definition, or None; and what was said of it otherwise."""
    run = subprocess.run([weakfish, "export", "fairy-stockfish", str(path)], capture_output=True, text=True)
    return (None, run.stderr) if run.returncode else (run.stdout, "")


def compare(job):
    """A definition's parts, and `refused`, `wrong`, `same` or a difference."""
    seed, weakfish, folder, count = job
    draw = Draw(seed)
    path = pathlib.Path(folder) / f"{draw.name}.variant"
    path.write_text(draw.text())
    section, said = export(weakfish, path)
    if section is None:
        codes = sorted(set(re.findall(r"^(?:error|Error|  x|×)?\s*([a-z-]+::[a-z-]+)", said, re.M)))
        return seed, draw.parts, "refused" if "fairy::" in said else "wrong", " ".join(codes) + "\n" + said[:800]
    path.with_suffix(".ini").write_text(section)
    fairy_stockfish.load(section)
    theirs, ours = fairy_stockfish.Theirs(draw.name), fairy_stockfish.Ours(weakfish, path)
    try:
        positions, moves, over, problem = fairy_stockfish.compare_positions(theirs, ours, count, random.Random(seed))
    finally:
        ours.close()
    return seed, draw.parts, problem or "same", (positions, moves, over)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="another seed: other definitions")
    parser.add_argument("--count", type=int, default=300, help="definitions that are exported and compared")
    parser.add_argument("--case", type=int, help="one definition alone, as a difference names it; prints it")
    parser.add_argument("--positions", type=int, default=150)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--weakfish", default=str(ROOT / "target/release/weakfish"), help="the binary")
    parser.add_argument("--keep", help="a folder in which definitions and sections are left")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        os.makedirs(folder, exist_ok=True)
        if options.case is not None:
            print(Draw(options.case).text())
            _, parts, found, details = compare((options.case, options.weakfish, folder, options.positions))
            print(found, details if isinstance(details, tuple) else "\n" + details)
            return 0 if found == "same" else 1
        started, kinds, parts, sums, seed = time.monotonic(), Counter(), Counter(), Counter(), options.seed * 1_000_000
        with ProcessPoolExecutor(options.jobs) as pool:
            while kinds["same"] + kinds["differ"] < options.count:
                jobs = [(seed + at, options.weakfish, folder, options.positions) for at in range(50)]
                seed += len(jobs)
                for case, drawn, found, details in pool.map(compare, jobs):
                    kind = found if found in ("same", "refused", "wrong") else "differ"
                    kinds[kind] += 1
                    if isinstance(details, tuple):
                        sums.update(dict(zip(("positions", "moves", "over"), details)))
                        parts.update(part for part in drawn)
                    if kind == "differ":
                        print(f"{case} ({', '.join(drawn)}): {found}", flush=True)
        print(f"{kinds['same']} exports agree and {kinds['differ']} differ, {kinds['refused']} were refused, {kinds['wrong']} were no game")
        print(f"{sums['positions']} positions, {sums['moves']} moves, {sums['over']} finished games ({time.monotonic() - started:.0f} s)")
        print(", ".join(f"{part} {count}" for part, count in parts.most_common()))
    return 1 if kinds["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
