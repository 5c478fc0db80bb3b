"""Programs that speak UCI, as the scripts of this folder drive them."""

import os
import queue
import shlex
import subprocess
import threading
import time


class Died(Exception):
    """The program ended, or did not answer in time."""


class Engine:
    """A program that speaks UCI. `text` is its command, after options such as `Hash=64`."""

    def __init__(self, text, game, options=(), patience=600, environment=None):
        words = shlex.split(text)
        own = [word.split("=", 1) for word in words if "=" in word]
        self.command = [word for word in words if "=" not in word]
        self.options = [*options, *own, ("UCI_Variant", game)]
        self.patience, self.environment = patience, environment
        self.start()

    def start(self):
        pipe = subprocess.PIPE
        environment = {**os.environ, **(self.environment or {})}
        self.process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, text=True, bufsize=1, env=environment)
        self.lines = queue.Queue()
        threading.Thread(target=self.pump, args=(self.process.stdout, self.lines), daemon=True).start()
        self.name = next((line[8:] for line in self.ask("uci", "uciok") if line.startswith("id name ")), self.command[0])
        for name, value in self.options:
            self.send(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    @staticmethod
    def pump(output, lines):
        for line in output:
            lines.put(line.rstrip("\n"))
        lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Died(f"{self.command[0]}: {error}") from error

    def ask(self, line, wanted):
        """Sends a line; the lines of the answer, up to the one that begins with a word."""
        self.send(line)
        answer, end = [], time.monotonic() + self.patience
        while True:
            try:
                got = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise Died(f"{self.command[0]}: no `{wanted}` to `{line}`") from None
            if got is None:
                raise Died(f"{self.command[0]}: closed its output after `{line}`")
            answer.append(got)
            if got.startswith(wanted):
                return answer

    def new_game(self):
        self.send("ucinewgame")
        self.ask("isready", "readyok")

    def go(self, fen, moves, nodes):
        """The move that the program chooses, or None, and the lines that it wrote about it."""
        self.send(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))
        lines = self.ask(f"go nodes {nodes}", "bestmove")
        move = (lines[-1].split() + [""])[1]
        return None if move in ("(none)", "0000", "") else move, lines[:-1]

    def close(self):
        try:
            self.send("quit")
            self.process.wait(5)
        except (Died, subprocess.TimeoutExpired):
            self.process.kill()
