#!/usr/bin/env python3
"""Plays a match of two UCI engines under an arbiter that is not ours: python-chess for chess, Fairy-Stockfish (pyffish) for other games.

    pip install chess pyffish
    cargo build --release
    tests/oracles/arbiter.py fide --games 200 --nodes 17000,14000
    tests/oracles/arbiter.py shatranj --second "Hash=64 fairy-stockfish" --games 100

The arbiter draws the openings, keeps the position, and decides which moves are legal and when a game ends. Each opening is played with
both colours. It counts illegal moves, engines that die, results on which `weakfish moves` disagrees, and the score: Elo with the
interval of 95 %, from the scores of pairs. Draws that a player may claim are claimed at once.
"""

import argparse
import collections
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys

import chess
import pyffish

import engines

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Our names, where they differ from those of Fairy-Stockfish.
NAMES = {"fide": "chess", "capablanca-chess": "capablanca", "los-alamos": "losalamos"}


class Chess:
    """A game of chess, by python-chess."""

    def __init__(self, _):
        self.start = chess.STARTING_FEN
        self.board, self.moves = chess.Board(), []

    def legal(self):
        return [move.uci() for move in self.board.legal_moves]

    def push(self, move):
        self.board.push(chess.Move.from_uci(move))
        self.moves.append(move)

    def white_moves(self):
        return self.board.turn

    def result(self):
        """1 if White has won, 0 if Black has, 0.5 for a draw, with the reason; None while the game goes on."""
        outcome = self.board.outcome()
        if outcome:
            winner = 0.5 if outcome.winner is None else float(outcome.winner)
            return winner, outcome.termination.name.lower()
        if self.board.is_repetition(3):
            return 0.5, "threefold_repetition"
        return (0.5, "fifty_moves") if self.board.halfmove_clock >= 100 else None


class Fairy:
    """A game of Fairy-Stockfish. Its position is kept as the one after the last capture or move of a pawn, and the moves since."""

    def __init__(self, name):
        self.name, self.start, self.moves = name, pyffish.start_fen(name), []
        self.fen, self.since = self.start, []

    def position(self):
        return self.name, self.fen, self.since

    def legal(self):
        return pyffish.legal_moves(*self.position())

    def push(self, move):
        self.moves.append(move)
        self.since.append(move)
        fen = pyffish.get_fen(*self.position())
        if fen.split()[-2] == "0":
            self.fen, self.since = fen, []

    def white_moves(self):
        return (self.fen.split()[1] == "w") == (len(self.since) % 2 == 0)

    def result(self):
        over, value = pyffish.is_immediate_game_end(*self.position())
        reason = "end"
        if not over and not self.legal():
            over, value, reason = True, pyffish.game_result(*self.position()), "no moves"
        if not over:
            over, value = pyffish.is_optional_game_end(*self.position())
            reason = "claim"
        # Where a bare king loses, Fairy-Stockfish plays on with two of them.
        men = [letter for letter in pyffish.get_fen(*self.position()).split()[0] if letter.isalpha()]
        if not over and (len(men) == 2 or all(pyffish.has_insufficient_material(*self.position()))):
            over, value, reason = True, 0, "material"
        if not over:
            return None
        return 0.5 if value == 0 else float((value > 0) == self.white_moves()), reason


def opening(judge_type, name, dice, plies):
    """Random moves after which the game goes on, and no move wins at once."""
    while True:
        judge = judge_type(name)
        while len(judge.moves) < plies and not judge.result():
            judge.push(dice.choice(judge.legal()))
        if judge.result():
            continue
        wins = 0
        for move in judge.legal():
            after = judge_type(name)
            for one in [*judge.moves, move]:
                after.push(one)
            result = after.result()
            wins += bool(result) and result[0] == float(judge.white_moves())
        if not wins:
            return judge.moves


class Match:
    def __init__(self, options):
        self.options, self.name = options, NAMES.get(options.game, options.game)
        self.judge_type = Chess if options.game == "fide" else Fairy
        self.engines = [engines.Engine(text, self.name) for text in (options.first, options.second)]
        self.nodes = ([int(word) for word in options.nodes.split(",")] * 2)[:2]
        self.tally = collections.Counter()

    def play(self, moves, first_is_white):
        """The score of White, and why the game ended."""
        judge = self.judge_type(self.name)
        for move in moves:
            judge.push(move)
        players = [0, 1] if first_is_white else [1, 0]
        for engine in self.engines:
            engine.new_game()
        while True:
            result = judge.result()
            if result:
                self.compare(judge, result[0])
                return result
            if len(judge.moves) >= self.options.max_plies:
                return 0.5, "adjudicated"
            which = players[0 if judge.white_moves() else 1]
            engine, lost = self.engines[which], 0.0 if judge.white_moves() else 1.0
            try:
                move, _ = engine.go(judge.start, judge.moves, self.nodes[which])
            except engines.Died as error:
                print(f"  {error}")
                self.tally[f"deaths of {engine.name}"] += 1
                engine.start()
                return lost, "death"
            if move not in judge.legal():
                print(f"  {engine.name} played {move} in {judge.start} after {' '.join(judge.moves)}")
                self.tally[f"{'illegal moves' if move else 'games given up'} of {engine.name}"] += 1
                return lost, "illegal move"
            judge.push(move)

    def compare(self, judge, white):
        """Compares the result with that of `weakfish moves`, which also must say that the game went on before the last move."""
        wanted = {1.0: "white wins", 0.0: "black wins", 0.5: "draw"}[white]

        def here(moves):
            position = ["--fen", judge.start, "--dialect", "fairy-stockfish", "--play", " ".join(moves)]
            command = [self.options.weakfish, "moves", self.options.game, *position, "--json"]
            run = subprocess.run(command, capture_output=True, text=True)
            return json.loads(run.stdout) if run.returncode == 0 else {"status": run.stderr, "moves": [], "claims": []}

        end, before = here(judge.moves), here(judge.moves[:-1])
        agrees = end["status"] == wanted or (wanted == "draw" and end["claims"])
        if end["status"] == "ongoing" and not agrees:
            # Fairy-Stockfish calls the game over as soon as a bared king can't bare back, and we after its move.
            replies = [here([*judge.moves, move]) for move in end["moves"]]
            agrees = all(reply["status"] == wanted for reply in replies)
        self.tally["results compared"] += 1
        if not agrees or before["status"] != "ongoing":
            self.tally["results that differ"] += 1
            print(f"  arbiter: {wanted}; here: {end['status']}, before the last move {before['status']}")
            print(f"    {judge.start} moves {' '.join(judge.moves)}")

    def run(self):
        dice, pairs, wdl, reasons = random.Random(self.options.seed), [], [0, 0, 0], collections.Counter()
        for pair in range(self.options.games // 2):
            moves, scores = opening(self.judge_type, self.name, dice, self.options.random_plies), []
            for first_is_white in (True, False):
                white, reason = self.play(moves, first_is_white)
                score = white if first_is_white else 1 - white
                scores.append(score)
                wdl[int(2 - 2 * score)] += 1
                reasons[reason] += 1
            pairs.append(sum(scores) / 2)
            print(f"{2 * pair + 2} games: +{wdl[0]} ={wdl[1]} -{wdl[2]}, {elo(pairs)}", flush=True)
        first, second = (engine.name for engine in self.engines)
        print(f"{first} ({self.nodes[0]} nodes) against {second} ({self.nodes[1]} nodes)")
        print(", ".join(f"{count} {reason}" for reason, count in reasons.most_common()))
        print(", ".join(f"{count} {what}" for what, count in self.tally.items()))
        for engine in self.engines:
            engine.close()
        faults = [what for what in self.tally if what != "results compared"]
        return bool(faults)


def elo(pairs):
    """Elo of the mean score, with the interval of 95 % that the scores of the pairs give."""

    def of(score):
        return -400 * math.log10(1 / min(max(score, 0.001), 0.999) - 1)

    mean = statistics.mean(pairs)
    error = 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs)) if len(pairs) > 1 else 0.5
    return f"Elo {of(mean):+.0f} [{of(mean - error):+.0f}, {of(mean + error):+.0f}]"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a game of ours that Fairy-Stockfish plays by the same rules")
    parser.add_argument("--first", default=f"{ROOT}/target/release/weakfish uci", help="options, then the command")
    parser.add_argument("--second", default="fairy-stockfish", help="likewise")
    parser.add_argument("--nodes", default="17000,14000", help="nodes a move of the first and of the second")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random-plies", type=int, default=6)
    parser.add_argument("--max-plies", type=int, default=600, help="then the game is drawn")
    parser.add_argument("--weakfish", default=str(ROOT / "target/release/weakfish"), help="the binary that results are compared with")
    return Match(parser.parse_args()).run()


if __name__ == "__main__":
    sys.exit(main())
