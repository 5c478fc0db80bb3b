#!/usr/bin/env python3
"""Plays endings that the tables call won, and counts how many are won over UCI with default options.

    cargo build --release
    tests/oracles/endings.py                          # all endings, 20 positions each
    tests/oracles/endings.py KBN --count 5 --seed 7
    tests/oracles/endings.py --engine "Tables=0 target/release/weakfish uci"

Both sides play, with 2,000 nodes a move, until the program's own rules end the game. Every run begins with an empty cache of tables.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import engines

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Chess with one man more.
DEFINITIONS = {
    "half-duck": 'game "Half-Duck Chess" extends fide\nmen\n  H half-duck: HFD, instead of Q\n',
    "gold": 'game "Gold Chess" extends fide\nmen\n  G gold: WfF, instead of Q\n',
}

# By name: the game, the men for `weakfish table`, and the men for positions, those of the side that wins first.
ENDINGS = {
    "KBN": ("fide", "K B N v K", ["K", "B", "N"], ["K"]),
    "KHFD": ("half-duck", "K H v K", ["K", "H"], ["K"]),
    "KWfF": ("gold", "K G v K", ["K", "G"], ["K"]),
    "KR-KN": ("shatranj", "K R v K N", ["K", "R"], ["K", "N"]),
    "KO-KC": ("demichess", "K O v K C", ["K", "O"], ["K", "C"]),
    "KQ": ("fide", "K Q v K", ["K", "Q"], ["K"]),
    "KR": ("fide", "K R v K", ["K", "R"], ["K"]),
}

# Those that the others are compared with are not played unless they are asked for.
DEFAULT = ["KBN", "KHFD", "KWfF", "KR-KN", "KO-KC"]

MAX_MOVES = 50


def random_fen(dice, winner, loser):
    """A random placement; either side may win, and either may be to move."""
    men = winner + [man.lower() for man in loser]
    white_wins = dice.random() < 0.5
    board = [""] * 64
    for man, square in zip(men, dice.sample(range(64), len(men))):
        board[square] = man if white_wins else man.swapcase()
    rows = []
    for rank in range(8):
        row, empty = "", 0
        for man in board[8 * rank : 8 * rank + 8]:
            empty = 0 if man else empty + 1
            row = row + man if man else (row[:-1] if empty > 1 else row) + str(empty)
        rows.append(row)
    return f"{'/'.join(rows)} {dice.choice('wb')} - - 0 1", white_wins


def asked(*command):
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return json.loads(run.stdout) if run.returncode == 0 else None


class Ending:
    """An ending with its table, which `weakfish table` makes once and then asks for each position."""

    def __init__(self, weakfish, folder, name):
        self.weakfish, (game, self.men, self.winner, self.loser) = weakfish, ENDINGS[name]
        self.game, self.options = game, []
        if game in DEFINITIONS:
            self.game = folder / f"{game}.variant"
            self.game.write_text(DEFINITIONS[game])
            self.options = [("VariantPath", self.game)]
        self.uci_name = str(self.game)
        self.table = folder / f"{name}.table"
        subprocess.run(
            [weakfish, "table", str(self.game), self.men, "-o", str(self.table)], check=True, capture_output=True
        )

    def won_positions(self, dice, count):
        """FENs that the side with more wins, with that side and the plies that it needs."""
        found = []
        while len(found) < count:
            fen, white_wins = random_fen(dice, self.winner, self.loser)
            value = asked(self.weakfish, "table", self.game, "--tables", self.table, "--fen", fen, "--json")
            wanted = "win" if (fen.split()[1] == "w") == white_wins else "loss"
            if value and value["value"] == wanted and value["moves"]:
                found.append((fen, white_wins, value["plies"]))
        return found

    def result(self, fen, moves):
        played = " ".join(moves)
        return asked(self.weakfish, "moves", self.game, "--fen", fen, "--play", played, "--json")


def play(ending, engine, fen, nodes):
    """The moves of a game, and what its rules say at its end."""
    moves = []
    engine.new_game()
    while True:
        move, lines = engine.go(fen, moves, nodes)
        if move is None:
            return moves, ending.result(fen, moves), lines
        moves.append(move)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("endings", nargs="*", choices=[[], *ENDINGS], help="default: " + " ".join(DEFAULT))
    parser.add_argument("--count", type=int, default=20, help="positions of each ending")
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weakfish", default=str(ROOT / "target/release/weakfish"), help="the binary with the tables")
    parser.add_argument("--engine", help="what plays, perhaps with options before it; default: `weakfish uci`")
    options = parser.parse_args()
    bad = 0
    for name in options.endings or DEFAULT:
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            ending = Ending(options.weakfish, pathlib.Path(folder), name)
            positions = ending.won_positions(random.Random(options.seed), options.count)
            command = options.engine or f"{options.weakfish} uci"
            engine = engines.Engine(command, ending.uci_name, ending.options, 600, {"XDG_CACHE_HOME": folder})
            won = longest = late = 0
            for fen, white_wins, plies in positions:
                moves, end, lines = play(ending, engine, fen, options.nodes)
                winner = "white wins" if white_wins else "black wins"
                as_named = end is not None and end["status"].startswith(winner)
                in_time = (len(moves) + 1) // 2 <= MAX_MOVES
                won += as_named and in_time
                longest = max(longest, (len(moves) + 1) // 2)
                late += len(moves) > plies
                if not (as_named and in_time):
                    told = [line for line in lines if line.startswith("info string")]
                    end = f"{end['status']} by {end['reason']}" if end else "an illegal move"
                    print(f"  {fen}: wanted {winner} in {plies} plies, got {end} after {len(moves)}", *told)
            engine.close()
        bad += len(positions) - won
        seconds = time.monotonic() - started
        print(f"{name}: {won} of {len(positions)} won, {late} later than by the table, longest {longest} moves ({seconds:.0f} s)")
        sys.stdout.flush()
    print("all won" if not bad else f"{bad} not won")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
