"""Values leave the process and come back; what is of one game is not taken for another's."""

import itertools
import json
import pickle
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
import weakfish
from weakfish import parallel
from weakfish._native import Encoder
from weakfish.rl import Games

FIDE = weakfish.builtin("fide")
MISTAKES = 'game "A"\nboard 8x8\n\nmen\n  K king: K, royel\n  R rook: Q R Z\n'


def values() -> Iterator[Any]:
    """One of every sort of value."""
    checked = weakfish.check(MISTAKES)
    yield from (checked, weakfish.games()[0], weakfish.check(FIDE.text))
    position = FIDE.position("8/8/8/8/8/2k5/8/K6R w - - 0 1")
    yield from (position, *position.board, *position.counters, *FIDE.regions, FIDE)
    found = weakfish.Engine(FIDE).search(position, nodes=1000, lines=2)
    yield found
    yield from (found.move, *found.lines, *(line.score for line in found.lines), *(found.values or ()))
    over = FIDE.replay("1. f3 e5 2. g4 Qh4#")
    yield over.outcome()
    drawn = FIDE.start()
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        drawn.push_san(text)
    yield from drawn.claims()
    configuration = weakfish.import_fairy_stockfish("[rifles:chess]\nmustCapture = true\n[torn:rifles]\nrook = 7\n")
    yield from configuration.games()
    yield parallel.run(parallel.Plan.perft(FIDE, 2, units=2))


def seen(value: Any) -> Any:
    """What a value consists of."""
    if isinstance(value, list):
        return [seen(item) for item in value]
    if not type(value).__module__.startswith("weakfish"):
        return value
    public = [name for name in dir(type(value)) if not name.startswith("_") and name != "legal_moves"]
    parts = [(name, getattr(value, name)) for name in public]
    return type(value), str(value), [(name, seen(part)) for name, part in parts if not callable(part)]


def diagnosed(error: weakfish.Refusal) -> list[Any]:
    return [type(error), str(error), seen(error.diagnostics)]


def test_values_are_pickled() -> None:
    sorts = set()
    for value in values():
        for protocol in (2, pickle.HIGHEST_PROTOCOL):
            other = pickle.loads(pickle.dumps(value, protocol))
            assert seen(other) == seen(value)
            if "__eq__" in vars(type(value)):
                assert other == value
        sorts.add(type(value).__name__)
    assert {"Checked", "Claim", "Counter", "Found", "Imported", "Line", "Move", "MoveValue", "Outcome"} <= sorts


@pytest.mark.parametrize("name", ["shogi", "duck-chess", "weakest", "pocket-knight", "fischer-random", "atlantis"])
def test_moves_are_pickled(name: str) -> None:
    game = weakfish.builtin(name)
    position, chance = game.start(), random.Random(1)
    for _ in range(60):
        moves = list(position.legal_moves)
        if not moves:
            break
        others = pickle.loads(pickle.dumps(moves))
        assert others == moves
        assert [str(move) for move in others] == [str(move) for move in moves]
        # Each by itself is of a game that is equal, and not the same.
        move = pickle.loads(pickle.dumps(chance.choice(moves)))
        assert move in position.legal_moves
        assert position.san(move)
        position.push(move)
    with pytest.raises(weakfish.Refusal, match="no move of the game"):
        weakfish.Move._restore(FIDE, '"nothing"', None, None)  # type: ignore[attr-defined]


def refuse(number: int) -> None:
    """Raises an exception of each sort."""
    if number == 0:
        weakfish.parse(MISTAKES)
    elif number == 1:
        FIDE.position("nothing")
    elif number == 2:
        FIDE.start().push_san("Ke5")
    elif number == 3:
        parallel.work("{}")
    elif number == 4:
        raise weakfish.Unfinished("a reason", ["a line"], ["a result"])
    elif number == 5:
        weakfish.load("nothing.variant")
    else:
        weakfish.builtin("Fide")


def test_exceptions_keep_what_they_tell() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        for number in range(7):
            with pytest.raises(Exception) as near:
                refuse(number)
            with pytest.raises(type(near.value)) as far:
                executor.submit(refuse, number).result()
            assert str(far.value) == str(near.value)
            if isinstance(near.value, weakfish.Refusal) and isinstance(far.value, weakfish.Refusal):
                assert diagnosed(far.value) == diagnosed(near.value)
                assert bool(near.value.diagnostics) == (number < 4)
            if isinstance(far.value, weakfish.Unfinished):
                assert (far.value.missing, far.value.results) == (["a line"], ["a result"])
            if isinstance(far.value, OSError):
                assert far.value.filename == "nothing.variant"


def test_mends_of_other_texts_are_refused() -> None:
    [mend] = [mend for problem in weakfish.check(MISTAKES).diagnostics for mend in problem.mends][:1]
    assert mend.apply(MISTAKES) == pickle.loads(pickle.dumps(mend)).apply(MISTAKES) != MISTAKES
    for text in ["", "é" * 3]:
        with pytest.raises(ValueError, match="another text"):
            mend.apply(text)
    with pytest.raises(ValueError, match="another text"):
        weakfish.Mend("", [weakfish.Edit(3, 1, "")]).apply("a text")


def test_a_move_belongs_to_its_game() -> None:
    games = [weakfish.builtin(built_in.name) for built_in in weakfish.games()]
    starts = [game.start() for game in games]
    moves = [start.legal_moves[0] for start in starts]
    for (at, position), (of, move) in itertools.product(enumerate(starts), enumerate(moves)):
        calls: list[Callable[[weakfish.Move], object]] = [
            position.san,
            position.uci,
            position.is_capture,
            position.gives_check,
        ]
        assert (move in position.legal_moves) == position.is_legal(move) == (at == of)
        for call in calls:
            if at == of:
                call(move)
            else:
                with pytest.raises(weakfish.MoveError, match="of another game"):
                    call(move)
        if at != of:
            with pytest.raises(weakfish.MoveError, match="of another game"):
                position.push(move)
        assert (move == moves[at]) == (at == of)


def test_moves_of_other_positions_are_judged() -> None:
    for built_in in weakfish.games():
        game, chance = weakfish.builtin(built_in.name), random.Random(1)
        position, moves = game.start(), list[weakfish.Move]()
        for _ in range(12):
            legal = position.legal_moves
            if not legal:
                break
            moves.extend(chance.sample(list(legal), min(3, len(legal))))
            for move in moves:
                assert position.is_legal(move) == (move in legal)
            position.push(chance.choice(list(legal)))


def test_equal_games_are_one() -> None:
    game = weakfish.parse(FIDE.text)
    other = pickle.loads(pickle.dumps(game))
    assert game == other == FIDE
    assert len({game, other, FIDE}) == 1
    assert game != weakfish.builtin("shatranj")
    assert other.start() == game.start()
    assert other.start().legal_moves[3] == game.start().legal_moves[3]
    position = other.start()
    position.push(game.start().legal_moves[0])
    assert weakfish.Engine(game).search(position, depth=1).move in position.legal_moves
    assert Encoder(game).legal_actions_and_rewards(other.start(), claims=True)[0]


def test_what_would_take_too_much_is_refused() -> None:
    with pytest.raises(weakfish.Refusal, match="at most 262144 games"):
        Games(FIDE, 10**7)
    for size in [0, 2**17]:
        with pytest.raises(weakfish.Refusal, match="from 1 to 65536 MiB"):
            weakfish.Engine(FIDE, hash=size)
    with pytest.raises(weakfish.Refusal, match="no memory for a table"):
        FIDE.start().perft(3, table=2**40)


def test_files_are_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing")
    calls: list[Callable[[], object]] = [
        lambda: weakfish.load(missing),
        lambda: weakfish.match(FIDE, nodes=1, openings=missing),
        lambda: weakfish.match(FIDE, nodes=1, engine=[f"weights={missing}"]),
    ]
    for call in calls:
        with pytest.raises(FileNotFoundError) as told:
            call()
        assert told.value.filename == missing
    with pytest.raises(IsADirectoryError) as folder:
        weakfish.load(tmp_path)
    assert folder.value.filename == str(tmp_path)


def test_an_unknown_name_has_a_sentence() -> None:
    with pytest.raises(weakfish.Refusal, match="no built-in game `Fide`; did you mean `fide`"):
        weakfish.builtin("Fide")
    assert weakfish.__version__ == "0.1.0"


def test_results_have_the_version_of_the_sources() -> None:
    # In a checkout it is made anew, as the build script of each package makes it.
    root = Path(__file__).parents[3]
    assert json.loads(parallel.Plan.perft(FIDE, 1).units()[0])["weakfish"] == parallel.version()
    assert parallel.version().startswith(f"{weakfish.__version__}+")
    if not (root / "build.rs").exists():
        return
    import hashlib

    hashes = []
    engine, *others = (root / "crates" / name for name in ("engine", "endgame", "player", "units"))
    for package in [engine, root, *others]:
        paths = [path for path in [*(package / "src").rglob("*"), package / "dependencies.txt"] if path.is_file()]
        files = sorted((path.relative_to(package).as_posix().encode(), path.read_bytes()) for path in paths)
        value = 0xCBF29CE484222325
        for byte in b"".join(name + b"\0" + text + b"\0" for name, text in files).replace(b"\r", b""):
            value = (value ^ byte) * 0x100000001B3 % 2**64
        hashes.append(f"{value:016x}")
    whole = hashlib.sha256(" ".join(hashes).encode()).hexdigest()[:16]
    assert parallel.version() == f"{weakfish.__version__}+{whole}"
