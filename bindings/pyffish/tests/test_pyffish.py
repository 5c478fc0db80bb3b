"""``weakfish_pyffish`` against pyffish: in positions of random games, all functions return the same.

``PYFFISH_POSITIONS=200 pytest tests/test_pyffish.py`` compares more positions of each variant, ``PYFFISH_CONFIG=variants.ini``
the variants of a configuration as well.
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pyffish
import pytest
import weakfish
import weakfish_pyffish as ours

POSITIONS = int(os.environ.get("PYFFISH_POSITIONS", "2"))
LONGEST_GAME = 160
NOTATIONS = range(10)

# Second names of variants, and one that is none.
ALIASES = {"fairy", "mini", "normal"}
# Variants with a rule that Weakfish lacks.
LACKING = {"bughouse", "janggimodern", "koedem", "shatar", "sittuyin", "supply", "xiangqi"}
BUILT_IN = set(pyffish.variants())

if "PYFFISH_CONFIG" in os.environ:
    CONFIG = Path(os.environ["PYFFISH_CONFIG"]).read_text(encoding="utf-8")
    pyffish.load_variant_config(CONFIG)
    ours.load_variant_config(CONFIG)


def without_field(fen: object, field: int) -> list[str]:
    fields = str(fen).split()
    return fields[:field] + fields[field + 1 :]


def is_known(variant: str, start: str, moves: list[str], function: str, there: object, here: object) -> bool:
    """Whether the libraries are meant to differ here."""
    if variant == "nuclear" and function.endswith("legal_moves"):
        # There a man that has petrified is no obstacle when a move is judged, and is one once it is made.
        return isinstance(there, list) and isinstance(here, list) and set(there) < set(here)
    if variant == "atlantis" and function.endswith("legal_moves"):
        # There it depends on which man stands on the first square whether walls meet a check.
        return ours.gives_check(variant, start, moves)
    if function.endswith("legal_moves") and isinstance(there, list) and isinstance(here, list):
        # Drops of pawns that checkmate are illegal where they lose; pyffish plays them, and then says that they have lost.
        more = set(there) - set(here)
        fen = pyffish.get_fen(variant, start, moves)
        mates = (pyffish.game_result(variant, fen, [move]) == pyffish.VALUE_MATE for move in more)
        return set(here) < set(there) and all("@" in move for move in more) and all(mates)
    if variant == "caught-in-a-snag":
        # Not seen by pyffish: a check by a king that leaps over another man. It is seen in the FEN.
        if "get_san" in function:
            return f"{there}+" == here
        fen = pyffish.get_fen(variant, start, moves)
        return function in ("gives_check", "game_result") and getattr(pyffish, function)(variant, fen, []) == here
    if variant == "dragon-chess" and "get_fen" in function:
        # Nothing captures en passant, and squares that were crossed are named all the same.
        return without_field(there, 3) == without_field(here, 3)
    if variant == "atomiczh" and "get_fen" in function:
        # A king that has exploded is in hand, although the game is over.
        same = any(without_field(there, field) == without_field(here, field) for field in (0, 2))
        return same and pyffish.is_immediate_game_end(variant, start, moves)[0]
    # A pass and a wall in place of a move are progress in pyffish if it takes a pawn for what moves.
    stays = any(move[:2] == move[2:4] for move in moves)
    return stays and "get_fen" in function and str(there).split()[:4] == str(here).split()[:4]


def compare(variant: str, start: str, moves: list[str], rng: random.Random) -> Iterator[tuple[str, object, object]]:
    """Calls all functions of both libraries for a position: the function, and what it returns there and here."""
    fen = pyffish.get_fen(variant, start, moves)
    yield "get_fen", fen, ours.get_fen(variant, start, moves)
    form = rng.choice([(True, False), (False, True)])
    arguments = (variant, start, moves, False, *form)
    yield f"get_fen {form}", pyffish.get_fen(*arguments), ours.get_fen(*arguments)
    yield "gives_check", pyffish.gives_check(variant, start, moves), ours.gives_check(variant, start, moves)
    over, value = pyffish.is_immediate_game_end(variant, start, moves)
    yield "is_immediate_game_end", (over, value if over else 0), ours.is_immediate_game_end(variant, start, moves)
    may_end, value = pyffish.is_optional_game_end(variant, start, moves)
    yield "is_optional_game_end", (may_end, value if may_end else 0), ours.is_optional_game_end(variant, start, moves)
    # Who has lost or won by a repetition has no moves here.
    decided = may_end and value != pyffish.VALUE_DRAW
    legal = [] if decided else sorted(pyffish.legal_moves(variant, start, moves))
    yield "legal_moves", legal, sorted(ours.legal_moves(variant, start, moves))
    if not legal and not decided:
        yield "game_result", pyffish.game_result(variant, start, moves), ours.game_result(variant, start, moves)
    lacks = pyffish.has_insufficient_material(variant, start, moves)
    yield "has_insufficient_material", lacks, ours.has_insufficient_material(variant, start, moves)
    yield "piece_to_partner", pyffish.piece_to_partner(variant, start, moves), ours.piece_to_partner(variant, start, moves)
    yield "validate_fen", pyffish.validate_fen(fen, variant), ours.validate_fen(fen, variant)
    for move in rng.sample(legal, min(len(legal), 2)):
        capture = pyffish.is_capture(variant, start, moves, move)
        yield f"is_capture {move}", capture, ours.is_capture(variant, start, moves, move)
        # In these notations pyffish looks for men on the square that a drop comes from, or its file, and it comes from none.
        unfit = {ours.NOTATION_XIANGQI_WXF, ours.NOTATION_THAI_SAN, ours.NOTATION_THAI_LAN} if "@" in move else set()
        line = (variant, start, [*moves, move], False, rng.choice([each for each in NOTATIONS if each not in unfit]))
        yield f"get_san_moves {move} {line[-1]}", pyffish.get_san_moves(*line)[-1], ours.get_san_moves(*line)[-1]
    if variant == "atomiczh" and over:
        return
    yield "from FEN: get_fen", pyffish.get_fen(variant, fen, []), ours.get_fen(variant, fen, [])
    there, here = pyffish.legal_moves(variant, fen, []), ours.legal_moves(variant, fen, [])
    yield "from FEN: legal_moves", sorted(there), sorted(here)
    for move in rng.sample(there, min(len(there), 1)):
        yield f"from FEN: get_san {move}", pyffish.get_san(variant, fen, move), ours.get_san(variant, fen, move)


def random_moves(variant: str, positions: int) -> Iterator[list[str]]:
    """The moves to positions of random games, the last ones of games among them; captures and moves back are liked a little."""
    rng = random.Random(variant)
    start = pyffish.start_fen(variant)
    yield []
    while positions > 1:
        moves: list[str] = []
        for _ in range(rng.randrange(1, LONGEST_GAME)):
            legal = sorted({*ours.legal_moves(variant, start, moves)} & {*pyffish.legal_moves(variant, start, moves)})
            if not legal:
                break
            captures = [move for move in legal if ours.is_capture(variant, start, moves, move)]
            back = [move for move in legal if len(moves) > 1 and move[:4] == moves[-2][2:4] + moves[-2][:2]]
            liked = back if back and rng.random() < 0.2 else captures if captures and rng.random() < 0.3 else legal
            moves.append(rng.choice(liked))
            if positions > 2 and rng.random() < 0.05:
                positions -= 1
                yield list(moves)
        positions -= 1
        yield list(moves)


@pytest.mark.parametrize("variant", sorted(set(ours.variants())))
def test_variants_agree(variant: str) -> None:
    rng = random.Random(variant)
    start = pyffish.start_fen(variant)
    assert ours.start_fen(variant) == start
    for moves in random_moves(variant, POSITIONS):
        for function, there, here in compare(variant, start, moves, rng):
            where = f"{function} of {variant} after {' '.join(moves)}"
            assert here == there or is_known(variant, start, moves, function, there, here), where


def test_all_variants_are_known() -> None:
    assert set(ours.variants()) & BUILT_IN == BUILT_IN - ALIASES - LACKING
    assert ours.variants() == sorted(ours.variants())
    for variant in BUILT_IN - ALIASES:
        assert ours.start_fen(variant) == pyffish.start_fen(variant)
        assert ours.two_boards(variant) == pyffish.two_boards(variant)
        assert ours.captures_to_hand(variant) == pyffish.captures_to_hand(variant)
    for variant in LACKING:
        with pytest.raises(ValueError, match=f"can't play `{variant}`: "):
            ours.legal_moves(variant, "startpos", [])
    constants = [name for name in dir(pyffish) if name.isupper()]
    assert {name: getattr(ours, name) for name in constants} == {name: getattr(pyffish, name) for name in constants}
    assert {name for name in dir(pyffish) if not name.startswith("_")} <= {*ours.__all__, "pyffish"}


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("chess", "qnbrnkrb/pppppppp/8/8/8/8/PPPPPPPP/QNBRNKRB w KQkq - 0 1"),
        ("crazyhouse", "brkrqnnb/pppppppp/8/8/8/8/PPPPPPPP/BRKRQNNB[] w KQkq - 0 1"),
        ("atomic", "nrqknrbb/pppppppp/8/8/8/8/PPPPPPPP/NRQKNRBB w KQkq - 0 1"),
        ("fischerandom", "bbrnkrqn/pppppppp/8/8/8/8/PPPPPPPP/BBRNKRQN w KQkq - 0 1"),
        ("capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
    ],
)
def test_shuffled_starts(variant: str, fen: str) -> None:
    rng, moves = random.Random(fen), list[str]()
    assert ours.validate_fen(fen, variant, True) == pyffish.validate_fen(fen, variant, True)
    for _ in range(40):
        legal = sorted(ours.legal_moves(variant, fen, moves, True))
        if not legal:
            break
        castlings = [move for move in legal if ours.get_san(variant, ours.get_fen(variant, fen, moves, True), move, True)[0] == "O"]
        moves.append(rng.choice(castlings or legal))
        if castlings or len(moves) % 10 == 1:
            arguments = (variant, fen, moves, True)
            assert sorted(ours.legal_moves(*arguments)) == sorted(pyffish.legal_moves(*arguments))
            assert ours.get_fen(*arguments) == pyffish.get_fen(*arguments)
            assert ours.get_san_moves(*arguments) == pyffish.get_san_moves(*arguments)


@pytest.mark.parametrize(
    ("variant", "fen", "moves"),
    [
        ("chess", "startpos", ["f2f3", "e7e5", "g2g4", "d8h4"]),
        ("chess", "startpos", ["g1f3", "g8f6", "f3g1", "f6g8"] * 2),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", []),
        ("chess", "7k/8/6K1/8/8/8/8/R7 w - - 100 80", []),
        ("kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", ["e3e4"]),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+1 0 1", ["a1a8"]),
        ("antichess", "8/8/8/8/8/8/1p6/B7 w - - 0 1", ["a1b2"]),
        ("atomic", "startpos", ["g1f3", "a7a6", "f3g5", "a6a5", "g5f7"]),
        ("shogi", "k8/1G7/K8/9/9/9/9/9/9[] b - - 0 1", []),
        ("shogi", "4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1", ["a1a9", *["e9e8", "a9a8", "e8e9", "a8a9"] * 3]),
        ("makruk", "8/8/8/4k3/8/4K3/8/3R4 w - 16 5 1", ["d1d2"]),
    ],
)
def test_games_end_alike(variant: str, fen: str, moves: list[str]) -> None:
    rng = random.Random(fen)
    for function, there, here in compare(variant, pyffish.start_fen(variant) if fen == "startpos" else fen, moves, rng):
        assert here == there, function


def test_squares_en_passant_of_other_programs() -> None:
    for variant in ours.variants():
        fields = pyffish.start_fen(variant).split()
        ranks = 1 + fields[0].count("/")
        for squares in ["b4c4", *(f"b{rank}" for rank in range(1, min(ranks, 9) + 1))]:
            for side in "wb":
                fen = " ".join([fields[0], side, fields[2], squares, *fields[4:]])
                assert ours.get_fen(variant, fen, []) == pyffish.get_fen(variant, fen, []), f"{fen} of {variant}"


MATERIAL = ["K", "KN", "KB", "KNN", "KBB", "KBN", "KP", "KR", "KA", "KQ"]


@pytest.mark.parametrize("variant", ["chess", "crazyhouse", "atomic", "3check", "antichess", "kingofthehill", "makruk"])
def test_insufficient_material(variant: str) -> None:
    known = ours.start_fen(variant).split()[0].upper()
    for white in MATERIAL:
        for black in MATERIAL[:5]:
            if set(white + black) <= set(known):
                fen = f"{black.lower()}{8 - len(black)}/8/8/8/{8 - len(white)}{white}/8/8/8 w - - 0 1"
                arguments = (variant, fen, list[str]())
                there = pyffish.has_insufficient_material(*arguments)
                assert ours.has_insufficient_material(*arguments) == there, fen


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        *(("chess", fen) for fen in (
            "", "8", "8/8/8/8/8/8/8/8 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - a 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 b", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1",
            "rnbqKbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/3kK3/8/8/8/8 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w K1 - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
        )),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[ w KQkq - 0 1"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[X] w KQkq - 0 1"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/Pp w KQkq - 0 1"),
        ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+x 0 1"),
        ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0"),
        ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - x 0 1"),
        ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LN+GK1GSNL[-] w 0 1"),
    ],
)
def test_wrong_fens(variant: str, fen: str) -> None:
    assert ours.validate_fen(fen, variant) == pyffish.validate_fen(fen, variant)


def test_a_configuration_is_loaded(tmp_path: Path) -> None:
    text = """[rifles:chess]
mustCapture = true

[chess:shogi]

[camels:rifles]
customPiece1 = c:CnA
startFen = rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1

[rivers:rifles]
chasingRule = axf

[torn:rifles]
rook = 7
"""
    pyffish.load_variant_config(text)
    file = tmp_path / "variants.ini"
    file.write_text(text)
    ours.set_option("VariantPath", file)
    ours.load_variant_config(text)
    assert {"rifles", "camels"} <= set(ours.variants())
    for variant in ("rifles", "camels", "chess"):
        test_variants_agree(variant)
    with pytest.raises(ValueError, match="can't play `rivers`: chasingRule = axf: perpetual chase loses"):
        ours.get_fen("rivers", "startpos", [])
    with pytest.raises(ValueError, match="can't play `torn`: .*fairy::wrong-value"):
        ours.get_fen("torn", "startpos", [])


def test_refusals_say_why() -> None:
    start = ours.start_fen("chess")
    with pytest.raises(ValueError, match="no variant `ches`; did you mean `chess`"):
        ours.start_fen("ches")
    with pytest.raises(ValueError, match="Invalid move 'e2e5'"):
        ours.get_fen("chess", start, ["e2e5"])
    with pytest.raises(weakfish.PositionError, match="King"):
        ours.legal_moves("chess", "8/8/8/8/8/8/8/K7 w - - 0 1", [])
    with pytest.raises(ValueError, match="not over"):
        ours.game_result("chess", start, [])
    with pytest.raises(ValueError, match="fog"):
        ours.get_fog_fen(start, "chess")
    with pytest.raises(ValueError, match="count_started"):
        ours.get_fen("makruk", "startpos", [], False, False, False, 1)
    with pytest.raises(ValueError, match="No such option"):
        ours.set_option("Hash", 16)
    with pytest.raises(ValueError, match="no notation 12"):
        ours.get_san("chess", start, "e2e4", False, 12)
    assert ours.version() == (0, 0, 90)
    assert ours.info().startswith("Weakfish ")
