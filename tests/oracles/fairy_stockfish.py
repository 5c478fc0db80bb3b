#!/usr/bin/env python3
"""Imports every game of Fairy-Stockfish, compares those that are imported with Fairy-Stockfish itself (pyffish), and
writes the table of docs/fairy-stockfish.md.

    pip install pyffish
    cargo build --release
    tests/oracles/fairy_stockfish.py path/to/variants.ini            # all games; writes the table
    tests/oracles/fairy_stockfish.py path/to/variants.ini orda khans # only these; writes nothing

Of each imported game are compared: the sequences of one, two and three plies from the start, and for positions of
random games, each reached by its moves, the legal moves, the outcome, and whether the end of the game may be claimed.
variants.ini is in the folder src of Fairy-Stockfish.
"""

import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor

import pyffish

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/fairy-stockfish.md"
# Second names of games that are built in, and one that is no game.
ALIASES = {"normal", "mini", "fairy"}
# No count takes longer than this many calls.
MOST_CALLS = 60_000
BUILT_IN = [name for name in pyffish.variants() if name not in ALIASES]


class Config(dict):
    """The keys of each game with those that it inherits, and the letters of its men by their keys."""

    def read(self, text):
        for heading, body in re.findall(r"^\[([^\]]+)\]\n(.*?)(?=^\[|\Z)", text, re.M | re.S):
            name, _, parent = heading.partition(":")
            own = dict(re.findall(r"^(\w+)[ \t]*=[ \t]*(.*?)[ \t]*$", body, re.M))
            self.setdefault(name, {**self.get(parent, {}), **own})

    def holds(self, name, key):
        return self[name].get(key) == "true"


CONFIG = Config()
CONFIG.read((ROOT / "crates/fairy-stockfish/src/builtin.ini").read_text())


def load(text):
    CONFIG.read(text)
    pyffish.load_variant_config(text)


def split(move):
    """From, to and what follows: `e7`, `e8`, `q`. A drop comes from no square: `@P`, `e4`, nothing."""
    if "@" in move:
        man, to = move.split("@")
        return "@" + man, to, ""
    return re.match(r"([a-l]\d+)([a-l]\d+)(.*)", move).groups()


class Theirs:
    """A game of Fairy-Stockfish. A position is the list of its moves."""

    def __init__(self, name):
        self.name = name
        # Starts may lack fields; the engine fills them in, and may take one count for the other. No move has been made.
        self.start = re.sub(r"\d+ (\d+)$", r"0 \1", pyffish.get_fen(name, pyffish.start_fen(name), []))

        mates = CONFIG.holds(name, "shogiPawnDropMateIllegal")
        self.pawn = CONFIG[name].get("shogiPawn", "-")[0].upper() if mates else "-"

    def moves(self, played):
        """Legal moves. Where no drop of a pawn may checkmate, the engine plays such a drop and then calls it lost."""
        moves = pyffish.legal_moves(self.name, self.start, played)
        return [move for move in moves if not (move.startswith(self.pawn + "@") and self.mates([*played, move]))]

    def mates(self, played):
        checks = pyffish.gives_check(self.name, self.start, played)
        return checks and not pyffish.legal_moves(self.name, self.start, played)

    def is_white(self, played):
        return (self.start.split()[1] == "w") == (len(played) % 2 == 0)

    def judged(self, played):
        """Legal moves, who has won (or `draw`, or None), and whether a draw may be claimed."""
        over, value = pyffish.is_immediate_game_end(self.name, self.start, played)
        moves = [] if over else self.moves(played)
        if not over and not moves:
            stuck = not pyffish.legal_moves(self.name, self.start, played)
            # Who has only such a drop loses by it.
            over, value = True, pyffish.game_result(self.name, self.start, played) if stuck else -1
        if over:
            return [], self.winner(played, value), False
        optional, value = pyffish.is_optional_game_end(self.name, self.start, played)
        if optional and value != 0:
            return [], self.winner(played, value), False
        return moves, None, bool(optional)

    def winner(self, played, value):
        if value == 0:
            return "draw"
        return "white wins" if self.is_white(played) == (value > 0) else "black wins"

    def perft(self, depth, played=()):
        played = list(played)
        moves = self.moves(played)
        if depth == 1:
            return len(moves)
        return sum(self.perft(depth - 1, [*played, move]) for move in moves)


class Ours:
    """The imported definition, in one process that is asked line by line."""

    def __init__(self, weakfish, path):
        command = [weakfish, "moves", str(path), "--json", "--play", "-"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1)

    def ask(self, played):
        self.process.stdin.write(" ".join(played) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"error": self.process.stderr.read()[-2000:]}

    def perft(self, depth, played=()):
        """Sequences of so many plies that no end of the game cuts short; `weakfish perft` counts on after a draw."""
        moves = self.ask(list(played))["moves"]
        return len(moves) if depth == 1 else sum(self.perft(depth - 1, [*played, move]) for move in moves)

    def close(self):
        self.process.kill()
        self.process.wait()


def castling_files(name):
    """Where kings go that castle by taking their partner, in games whose starts may vary."""
    return {"fischerandom": "gc", "caparandom": "ic"}.get(name)


def translated_with_walls(theirs, ours, name):
    """Their moves in a game with walls: ours are written alike, but where a wall is put instead of a move theirs name one
    behind every move."""
    known, unknown = {}, []
    for move in theirs:
        from_, to, _ = split(move)
        instead = CONFIG.holds(name, "wallOrMove")
        text = move.partition(",")[0] if instead and from_ != to else move
        if text in ours:
            known[move] = text
        else:
            unknown.append(move)
    return known, unknown


def translated(theirs, ours, name, fen):
    """Their moves by the text that ours have for the same move."""
    if CONFIG[name].get("wallingRule", "none") != "none":
        return translated_with_walls(theirs, set(ours), name)
    here = {}
    for move in ours:
        # Ours tell apart what shares its squares: the partner of a castling, a capture en passant.
        here.setdefault(re.sub(r"(,.*|ep)$", "", move), []).append(move)
    known, unknown = {}, []
    files = castling_files(name)
    for move in sorted(theirs, key=lambda move: letter_on(fen, split(move)[1]) == "."):
        from_, to, rest = split(move)
        if "@" in move:
            text = move
        elif from_ == to and not rest:
            text = "pass"
        elif rest in ("+", "-"):
            named = {m for m in theirs if m.startswith(from_ + to) and m != move}
            new = [m for m in here if "@" not in m[:3] and split(m)[:2] == (from_, to) and m not in named]
            # What must become another man does so without a word.
            new = [m for m in new if split(m)[2] or len(new) == 1 and from_ + to not in theirs]
            text = new[0] if len(new) == 1 else move
        elif letter_on(fen, to) != "." and letter_on(fen, to).isupper() == letter_on(fen, from_).isupper():
            # A castling is written as the capture of the partner where the king's squares are not enough.
            named = [m for m in ours if m.startswith(from_) and m.partition(",")[2].startswith(to)]
            if named:
                known[move] = named[0]
                here[re.sub(r",.*$", "", named[0])].remove(named[0])
                continue
            text = from_ + (files[0] if to[0] > from_[0] else files[1]) + to[1:] if files else move
        else:
            # Where a man promotes to its own kind, it stays what it is here.
            text = from_ + to if rest == letter_on(fen, from_).lower() and move not in here else move
        found = here.get(text, [])
        if found:
            known[move] = found.pop()
        else:
            unknown.append(move)
    return known, unknown


def letter_on(fen, square):
    rows = fen.split()[0].split("[")[0].split("/")
    row = rows[len(rows) - int(square[1:])]
    file = 0
    for cell in re.findall(r"\d+|\+?[A-Za-z*]~?", row):
        if cell.isdigit():
            file += int(cell)
        else:
            if file == ord(square[0]) - ord("a"):
                return cell
            file += 1
        if file > ord(square[0]) - ord("a"):
            return "."
    return "."


def compare_positions(theirs, ours, count, rng):
    """Plays random games; gives the number of positions, of moves and of finished games, and the first difference."""
    positions = moves_seen = over_seen = 0
    while positions < count:
        there, here, fen = [], [], theirs.start
        for _ in range(rng.randrange(1, 160)):
            moves, winner, claim = theirs.judged(there)
            answer = ours.ask(here)
            if "error" in answer:
                return positions, moves_seen, over_seen, f"after {' '.join(there)}: {answer['error']}"
            positions += 1
            known, unknown = translated(moves, answer["moves"], theirs.name, fen)
            extra = set(answer["moves"]) - set(known.values())
            status = {"ongoing": None}.get(answer["status"], answer["status"])
            problem = None
            if status != winner:
                problem = f"the outcome is {winner or 'open'} there and {status or 'open'} here ({answer['reason']})"
            elif unknown or extra:
                problem = f"only there: {' '.join(sorted(unknown)[:8])}; only here: {' '.join(sorted(extra)[:8])}"
            elif claim != bool(answer["claims"]):
                problem = f"a draw may be claimed {'there' if claim else 'here'} only"
            elif winner is None and ("[" in fen or "@" in " ".join(moves)) and in_hand(without_supply(fen, answer["fen"]), theirs.name, True) != in_hand(answer["fen"], theirs.name, False):
                problem = f"the position is another one here: {answer['fen']}"
            elif counted(fen) != counted_here(answer["fen"]):
                problem = f"moves are counted otherwise here: {answer['fen']}"
            if problem:
                return positions, moves_seen, over_seen, f"after {' '.join(there) or 'no move'} ({fen}): {problem}"
            moves_seen += len(moves)
            if winner is not None:
                over_seen += 1
                break
            if positions >= count:
                break
            there.append(choose(moves, there, fen, rng))
            here.append(known[there[-1]])
            fen = pyffish.get_fen(theirs.name, theirs.start, there)
    return positions, moves_seen, over_seen, None


def without_supply(fen, ours):
    """Their FEN without the men in hand, where ours has none because they never run out."""
    return fen if "[" in ours else re.sub(r"\[.*?\]", "", fen)


def in_hand(fen, name, theirs):
    """Men on the board and in hand, who is to move, and the moves without progress. Ours have no sign of a promotion
    where no man of the sort can be there without one, or where it means nothing."""
    fields = [field for field in fen.split() if "=" not in field]
    board, _, hand = fields[0].rstrip("]").partition("[")
    if theirs:
        told = CONFIG.holds(name, "pieceDemotion") or CONFIG.holds(name, "capturesToHand") and not CONFIG.holds(name, "dropLoop")
        if not told:
            pairs = dict(word.split(":") for word in CONFIG[name].get("promotedPieceType", "-").split() if ":" in word)
            for one, other in pairs.items():
                board = board.replace(f"+{one}", other).replace(f"+{one.upper()}", other.upper())
        start = pyffish.start_fen(name).split()[0].lower()
        board = re.sub(r"([A-Za-z])~", lambda found: found[0 if found[1].lower() in start else 1], board)
    counts = CONFIG[name].get("nMoveRule") != "0"
    return board, "".join(sorted(hand.strip("-"))), fields[1], fields[-2] if counts else None


def counted(fen):
    """What the count of moves has come to, and its limit: theirs has the limit in the place for en passant."""
    fields = fen.split()
    return (fields[4], fields[3]) if len(fields) > 4 and fields[3].isdigit() else None


def counted_here(fen):
    """The same of ours."""
    found = re.search(r" count=(\d+)/(\d+)", fen)
    return found.groups() if found else None


def choose(moves, played, fen, rng):
    """A move: sometimes one back, so that positions recur; captures are liked a little."""
    if len(played) > 1 and rng.random() < 0.25:
        from_, to, _ = split(played[-2])
        back = [move for move in moves if split(move)[:2] == (to, from_)]
        if back:
            return back[0]
    captures = [move for move in moves if letter_on(fen, split(move)[1]) not in ".*"]
    return rng.choice(captures if captures and rng.random() < 0.3 else moves)


def compare(job):
    name, path, weakfish, count, depth = job
    theirs, rng = Theirs(name), random.Random(name)
    counts = []
    calls = 1
    for plies in range(1, depth + 1):
        ours = subprocess.run([weakfish, "perft", str(path), str(plies)], capture_output=True, text=True)
        if ours.returncode:
            return name, {"problem": ours.stderr[-600:]}
        if calls > MOST_CALLS:
            break
        found = int(re.sub(r"\D", "", ours.stdout.split("\n")[0]) or -1)
        expected = theirs.perft(plies)
        if found > expected:
            ours = Ours(weakfish, path)
            found = ours.perft(plies)
            ours.close()
        if found != expected:
            if plies > 1 or not expected:
                return name, {"problem": f"perft {plies}: {expected} there, {found} here"}
        counts.append(expected)
        calls = expected
    ours = Ours(weakfish, path)
    try:
        positions, moves, over, problem = compare_positions(theirs, ours, count, rng)
    finally:
        ours.close()
    return name, {"counts": counts, "positions": positions, "moves": moves, "over": over, "problem": problem}


def imported(weakfish, ini, names, folder):
    """For each game its file, or the keys that stand against it."""
    results = {}
    for name in names:
        run = subprocess.run([weakfish, "import", "fairy-stockfish", str(ini), name, "--into", str(folder)], capture_output=True, text=True)
        said = run.stdout.strip().split(": ", 1)[1] if ": " in run.stdout else run.stderr.strip()
        results[name] = (None, said) if run.returncode else (pathlib.Path(folder) / f"{name}.variant", None)
    return results


def line(name, row, own):
    """A row of the table."""
    if "line" in row:
        return row["line"]
    source = "`variants.ini`" if name in own else "built in"
    if "counts" in row and not row["problem"]:
        counts = ", ".join(f"{count}" for count in row["counts"])
        return f"| {name} | {source} | {counts} | {row['positions']} | {row['moves']} | {row['over']} | |"
    return f"| {name} | {source} | | | | | {row.get('lost', '**differs**')} |"


def stored():
    """The rows of the page as it is."""
    rows = {}
    for text in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in text.split("|")]
        if len(cells) == 9 and cells[2] in ("built in", "`variants.ini`"):
            rows[cells[1]] = {"line": text, "counts": cells[3], "problem": not cells[3]}
    return rows


def page(rows, own):
    """The page with its table made anew; the text before the table stays, but for the numbers of games."""
    whole = [name for name, row in rows.items() if "counts" in row and not row["problem"]]
    head, _ = PAGE.read_text().split("| game | from |", 1)
    head, found = re.subn(r"Of \d+ games \d+ ", f"Of {len(rows)} games {len(whole)} ", head)
    if found != 1:
        raise SystemExit(f"{PAGE} does not say once `Of N games M ...`")
    text = [
        "| game | from | sequences of 1, 2, 3 plies | positions compared | moves in them | finished games | not imported because of |",
        "|---|---|---:|---:|---:|---:|---|",
    ]
    text += [line(name, row, own) for name, row in rows.items()]
    return head + "\n".join(text) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ini", help="Fairy-Stockfish's variants.ini")
    parser.add_argument("games", nargs="*", help="default: all, and the table is written")
    parser.add_argument("--update", action="store_true", help="write the rows of the named games into the table")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--weakfish", default=str(ROOT / "target/release/weakfish"), help="the binary")
    parser.add_argument("--definitions", help="a folder in which the imported definitions are left")
    options = parser.parse_args()
    config = pathlib.Path(options.ini).read_text()
    own = [name.split(":")[0] for name in re.findall(r"^\[([^\]]+)\]", config, re.M)]
    names = options.games or sorted(BUILT_IN) + own
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = options.definitions or folder
        os.makedirs(folder, exist_ok=True)
        results = imported(options.weakfish, options.ini, names, folder)
        jobs = []
        for name, (path, lost) in results.items():
            if path is None:
                keys = re.sub(r"^not imported: ", "", lost)
                rows[name] = {"lost": ", ".join(f"`{key}`" for key in keys.split(", ")) if "\n" not in keys else keys}
            else:
                jobs.append((name, path, options.weakfish, options.positions, options.depth))
        started = time.monotonic()
        with ProcessPoolExecutor(options.jobs, initializer=load, initargs=[config]) as pool:
            for name, row in pool.map(compare, jobs):
                rows[name] = row
                if row["problem"]:
                    print(f"{name}: {row['problem']}", flush=True)
    rows = {name: rows[name] for name in names}
    agree = sum("counts" in row and not row["problem"] for row in rows.values())
    lost = sum("lost" in row for row in rows.values())
    print(f"{len(rows)} games: {agree} imported and agree, {len(jobs) - agree} differ, {lost} not imported ({time.monotonic() - started:.0f} s)")
    if options.update:
        rows = {**stored(), **rows}
    if options.update or not options.games:
        PAGE.write_text(page(rows, set(own)))
    return 1 if len(jobs) > agree else 0


if __name__ == "__main__":
    sys.exit(main())
