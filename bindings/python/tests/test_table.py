"""Tables of endings."""

import pickle

import pytest
import weakfish

FIDE = weakfish.builtin("fide")
SMALL = """game "Small"
board: 4x5
first: white
black: mirrors white

men
  K king:  K, royal
  L lance: fRsW, turns 90
  R rook:  R
  P pawn:  mfWcfF

setup start
  l r . k
  p . . .
  . . . .
  P . . .
  L R . K

rules
  progress:       capture or move of P
  promotion of P: on last rank, to R

endings
  checkmated:               loses
  stalemated:               draw
  6 moves without progress: draw (too-slow)
  5 moves without progress: draw on claim (slow)
"""


def test_the_figures_are_those_of_the_books() -> None:
    table = weakfish.table(FIDE, "K Q v K")
    assert (table.men, table.game, repr(table)) == ("K Q v K", FIDE, "<Table K Q v K>")
    white, black = table.data["to_move"]["white"], table.data["to_move"]["black"]
    assert (white["longest_win"], white["wins"], white["draws"]) == (19, 144508, 0)
    assert (black["longest_loss"], black["losses"], black["longest_win"]) == (20, 200896, None)
    assert (table.data["game"], table.data["zugzwangs"], "limits" in table.data) == ("fide", 0, False)
    assert "longest win, White to move: 19 plies" in str(table)


def test_positions_have_values_and_best_play() -> None:
    table = weakfish.table(FIDE, "K Q v K")
    position = table.longest_win("white")
    assert position is not None
    assert table.longest_win("black") is None
    assert table.value(position) == {"value": "win", "plies": 19}
    line = table.best_line(position)
    for text in line:
        position.push_uci(text)
    outcome = position.outcome()
    assert len(line) == 19
    assert outcome is not None
    assert (outcome.ending, outcome.winner) == ("checkmate", "white")
    over = table.probe(position)
    assert (over["value"], over["plies"], over["line"], over["moves"]) == ("loss", 0, [], [])
    position.pop()
    found = table.probe(position)
    assert (found["fen"], found["value"], found["plies"], found["line"]) == (position.fen(), "win", 1, line[-1:])
    assert len(found["moves"]) == len(position.legal_moves)
    assert found["moves"][0] == {"move": line[-1], "value": "win", "plies": 1}
    assert table.describe(position).splitlines()[0] == "White to move wins in 1 ply"
    with pytest.raises(weakfish.Refusal, match="the position has the men K v K Q"):
        table.value(FIDE.position("8/8/8/8/8/8/1q6/K6k w - - 0 1"))
    assert all(table.value(FIDE.position(fen))["plies"] == 2 for fen in table.positions(2))


def test_figures_and_values_are_those_of_the_command_line() -> None:
    game = weakfish.parse(SMALL, "small.variant")
    table = weakfish.table(game, "K L{n} v K", threads=2)
    white = {"positions": 3968, "up_to_symmetry": 1984, "wins": 3634, "draws": 334, "losses": 0}
    black = {"positions": 4860, "up_to_symmetry": 2430, "wins": 0, "draws": 1614, "losses": 3246}
    longest = {"white": {"longest_win": 29, "longest_loss": None}, "black": {"longest_win": None, "longest_loss": 28}}
    slow = {"ending": "slow", "plies": 10, "claimed": True, "long": 5538, "won": 6880, "late": 4820, "longest": 11}
    too_slow = {"ending": "too-slow", "plies": 12, "claimed": False, "long": 4820, "won": 6880, "late": 4422, "longest": 12}
    assert table.data == {
        "game": "small.variant",
        "men": "K L{n} v K",
        "to_move": {"white": {**white, **longest["white"]}, "black": {**black, **longest["black"]}},
        "zugzwangs": 0,
        "limits": [too_slow, slow],
        "seconds": table.data["seconds"],
    }
    for fen in table.positions(29):
        found = table.probe(game.position(fen))
        assert (found["value"], found["plies"], found["moves"][0]["plies"]) == ("win", 29, 29)
        assert [limit["ending"] for limit in found["limits"]] == ["too-slow", "slow"]
        for move in found["moves"]:
            after = game.position(fen)
            after.push_uci(move["move"])
            value = table.value(after)
            assert value["plies"] == (None if move["plies"] is None else move["plies"] - 1)


def test_refusals() -> None:
    def refused(men: str, message: str, game: weakfish.Game = FIDE, memory: int = 1024) -> None:
        with pytest.raises(weakfish.Refusal, match=message):
            weakfish.table(game, men, memory=memory)

    refused("K R", "no `v` between White's men and Black's")
    refused("K X v K", "White has no man `X` in Chess; there is")
    refused("Q v K", "no legal position of these men; White has `K`, Black has `K`")
    refused("K Q R v K", "MiB.*`memory` allows more", memory=1)
    refused("K v K", "no exact tables of Crazyhouse can be made: men can be in hand", weakfish.builtin("crazyhouse"))
    with pytest.raises(weakfish.Refusal, match="there is no setup `other`"):
        weakfish.table(FIDE, "K Q v K", setup="other")
    table = weakfish.table(FIDE, "K Q v K")
    with pytest.raises(weakfish.Refusal, match="leave the rights out"):
        table.value(FIDE.position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    with pytest.raises(weakfish.Refusal, match="the position has the men K R v K"):
        table.probe(FIDE.position("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
    with pytest.raises(weakfish.Refusal, match="of another game"):
        table.best_line(weakfish.builtin("shatranj").start())
    with pytest.raises(weakfish.Refusal, match="`red` is no side"):
        table.longest_win("red")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pickle.dumps(table)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_the_making() -> None:
    with pytest.raises(KeyboardInterrupt):
        weakfish.table(FIDE, "K Q R v K R", memory=1 << 20)
