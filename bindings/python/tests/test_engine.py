"""Searches."""

import time

import pytest
import weakfish

FIDE = weakfish.builtin("fide")


def test_a_mate_is_found() -> None:
    engine = weakfish.Engine(FIDE)
    position = FIDE.position("7k/R7/8/8/8/8/8/1R2K3 w - - 0 1")
    found = engine.search(position, depth=4, lines=2)
    assert found.move is not None
    assert position.san(found.move) == "Rb8#"
    assert len(found.lines) == 2
    assert (found.lines[0].moves, found.lines[0].texts) == (["b1b8"], ["Rb8#"])
    assert (found.lines[0].score.mate, found.lines[0].score.chance) == (1, 1.0)
    assert found.depth >= 1
    assert found.nodes > 0
    position.push(found.move)
    over = engine.search(position, depth=1)
    assert (over.move, over.lines, over.ponder) == (None, [], None)


def test_tables_have_exact_values() -> None:
    position = FIDE.position("8/8/8/8/8/2k5/8/K6R w - - 0 1")
    found = weakfish.Engine(FIDE).search(position, nodes=1000)
    assert found.values is not None
    assert found.values[0].value == "win"
    assert found.values[0].move == str(found.move)
    assert len(found.values) == len(position.legal_moves)


def test_equal_searches_are_equal() -> None:
    for name in ("weakest", "minishogi"):
        position = weakfish.builtin(name).start()
        searches = [weakfish.Engine(position.game).search(position, depth=2, level=3, seed=7) for _ in range(2)]
        assert searches[0].lines == searches[1].lines
        assert searches[0].move in position.legal_moves


def test_claims_and_refusals() -> None:
    engine = weakfish.Engine(FIDE)
    with pytest.raises(weakfish.Refusal, match="another game"):
        engine.search(weakfish.builtin("shatranj").start(), depth=1)
    with pytest.raises(weakfish.Refusal, match="no number of seconds"):
        engine.search(FIDE.start(), seconds=-1)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_search() -> None:
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        weakfish.Engine(FIDE).search(FIDE.start())
    assert time.monotonic() - begun < 20
