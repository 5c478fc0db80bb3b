#!/usr/bin/env python3
"""Compares what Weakfish reads and writes in other dialects with Fairy-Stockfish (`pip install pyffish`).

Games are played at random by pyffish. `weakfish moves` reads their moves as Fairy-Stockfish, USI, Western notation or WXF writes
them, and their positions as FEN and SFEN; what it writes with `--as` must be what pyffish writes. With `--record` the games of
`../data/dialects.tsv`, which the tests read, are written anew.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess

import pyffish

HERE = pathlib.Path(__file__).resolve().parent
RECORD = HERE.parent / "data/dialects.tsv"

# The names of our games there, and the notations besides that of UCI in which moves are compared.
SHOGI = {"hodges": pyffish.NOTATION_SHOGI_HODGES, "hodges-number": pyffish.NOTATION_SHOGI_HODGES_NUMBER}
GAMES = {
    "fide": ("chess", {}),
    "shatranj": ("shatranj", {}),
    "chaturanga": ("chaturanga", {}),
    "courier": ("courier", {}),
    "knightmate": ("knightmate", {}),
    "grand": ("grand", {}),
    "capablanca": ("capablanca", {}),
    "seirawan": ("seirawan", {}),
    "three-check": ("3check", {}),
    "crazyhouse": ("crazyhouse", {}),
    "makruk": ("makruk", {}),
    "xiangqi": ("xiangqi", {"wxf": pyffish.NOTATION_XIANGQI_WXF}),
    "janggi": ("janggi", {}),
    "shogi": ("shogi", SHOGI),
    "minishogi": ("minishogi", SHOGI),
    "judkins-shogi": ("judkins", SHOGI),
    "tori-shogi": ("torishogi", SHOGI),
    "kyoto-shogi": ("kyotoshogi", {}),
    "dobutsu-shogi": ("dobutsu", {}),
    "ataxx": ("ataxx", {}),
    "reversi": ("flipello", {}),
    "snailtrail": ("snailtrail", {}),
}
# Our array of Shatranj is another one.
STARTS = {"shatranj": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"}
# Men are dropped that nobody has in hand: the programs write a stock of them, or none.
WITHOUT_HANDS = {"ataxx", "reversi"}
SFEN = {"shogi", "minishogi", "judkins-shogi", "tori-shogi"}


def usi(move, files, ranks):
    """A move of UCI in USI."""
    square = lambda name: f"{files - (ord(name[0]) - 97)}{chr(96 + ranks + 1 - int(name[1:]))}"
    if "@" in move:
        man, to = move.split("@")
        return f"{man}*{square(to)}"
    start, end, rest = re.fullmatch(r"([a-z]\d+)([a-z]\d+)(.*)", move).groups()
    return square(start) + square(end) + rest


def random_game(dice, name, plies):
    """The moves of a game at random as UCI, and in each notation."""
    variant, notations = GAMES[name]
    start, moves = STARTS.get(name) or pyffish.start_fen(variant), []
    for _ in range(plies):
        legal = pyffish.legal_moves(variant, start, moves)
        if not legal or pyffish.is_optional_game_end(variant, start, moves)[0]:
            break
        moves.append(dice.choice(legal))
        if pyffish.is_immediate_game_end(variant, start, moves)[0]:
            moves.pop()
            break
    texts = {"uci": moves}
    for notation, number in notations.items():
        texts[notation] = pyffish.get_san_moves(variant, start, moves, False, number)
    fen = pyffish.get_fen(variant, start, moves)
    placement = fen.split()[0].split("[")[0]
    if name in SFEN:
        files = sum(int(run) if run.isdigit() else 1 for run in re.findall(r"\d+|\+?[A-Za-z]", placement.split("/")[0]))
        texts["usi"] = [usi(move, files, placement.count("/") + 1) for move in moves]
    sfen = pyffish.get_fen(variant, start, moves, False, True) if name in SFEN else ""
    return texts, fen, sfen


def without_counters(fen):
    """Men, side, rights: the counters of the two programs differ where a game has other rules for them."""
    hands = re.compile(r"\[(.*)\]")
    in_order = lambda match: f"[{''.join(sorted(re.findall(r'[+]?[A-Za-z]', match[1])))}]"
    return hands.sub(in_order, " ".join(fen.split()[:3]))


def weakfish(program, *arguments):
    done = subprocess.run([program, "moves", *arguments, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else {"fen": done.stderr.strip()[:300]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--program", default=HERE.parents[1] / "target/release/weakfish")
    parser.add_argument("--count", type=int, default=20, help="games of each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    dice, rows, bad = random.Random(arguments.seed), [], 0
    for name in arguments.games or GAMES:
        wrong = 0
        for number in range(arguments.count):
            texts, fen, sfen = random_game(dice, name, dice.randrange(2, 60))
            if arguments.record and number < 3:
                rows += [[name, notation, " ".join(moves), fen, sfen] for notation, moves in texts.items()]
            asked = [(name, f"--play={' '.join(moves)}") for moves in texts.values()] + [(name, "--fen", fen)]
            asked += [(name, "--fen", sfen)] if sfen else []
            for question in asked:
                found = weakfish(arguments.program, *question, "--as", "fairy-stockfish")["fen"]
                if name in WITHOUT_HANDS:
                    found, fen = (re.sub(r"\[.*\]", "", text) for text in (found, fen))
                if without_counters(found) != without_counters(fen):
                    wrong += 1
                    print(f"{name}: {question[1:]}\n  {found}\n  {fen}" if wrong <= 3 else "", end="\n" if wrong <= 3 else "")
            if sfen:
                found = weakfish(arguments.program, *asked[0], "--as", "sfen")["fen"]
                in_order = lambda text: [sorted(field) if number == 2 else field for number, field in enumerate(text.split())]
                if in_order(found) != in_order(sfen):
                    wrong += 1
                    print(f"{name}: {found}\n  {sfen}")
        print(f"{name}: {arguments.count} games, {wrong} differences")
        bad += wrong
    if arguments.record:
        RECORD.write_text("".join("\t".join(row) + "\n" for row in rows))
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
