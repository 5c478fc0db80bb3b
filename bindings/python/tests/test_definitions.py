"""Definitions: reading, checking, formatting, looking at them."""

import pickle
from pathlib import Path

import pytest
import weakfish

TURNING = """game "Turning Rooks" extends fide

men
  R rook: fR, turns 90

rules
  castling:       none
  promotion of P: on last rank, to Q, R, B or N, facing as at the start
"""

BROKEN = 'game "🐟" extends fide\n\nmen\n  B bishop: BB\n\nrules\n  repetition: forbidde\n'


def test_built_ins_load() -> None:
    for built_in in weakfish.games():
        game = weakfish.builtin(built_in.name)
        assert game.title == built_in.title
        assert game.name == built_in.name
        assert len(game.start().legal_moves) > 0
    assert weakfish.builtin("chess").name == "fide"
    with pytest.raises(weakfish.Refusal, match="there is no built-in game `fidd`"):
        weakfish.builtin("fidd")


def test_a_text_makes_a_game() -> None:
    game = weakfish.parse(TURNING)
    assert game.title == "Turning Rooks"
    assert (game.files, game.ranks, game.holes, game.warnings) == (8, 8, [], [])
    assert [man.white + man.black for man in game.men] == ["Kk", "Qq", "Rr", "Bb", "Nn", "Pp"]
    rook = game.men[2]
    assert (rook.name, rook.betza, rook.royal, rook.pawnlike) == ("Rook", "fR", False, False)
    assert "Rook" in rook.describe()
    assert rook._repr_svg_().startswith("<svg")
    [setup] = game.setups
    assert setup.fen == game.start().fen()
    assert setup.arrays is None
    assert setup._repr_svg_().startswith("<svg")
    assert "Turning Rooks" in game.rules()
    assert "<svg" in game.sheet()
    assert weakfish.style() in game._repr_html_()
    assert weakfish.builtin("fischer-random").setups[0].arrays == 960
    assert [region.name for region in weakfish.builtin("xiangqi").regions] != []


def test_mistakes_are_data() -> None:
    with pytest.raises(weakfish.DefinitionError) as refused:
        weakfish.parse(BROKEN)
    diagnostics = refused.value.diagnostics
    assert {diagnostic.code for diagnostic in diagnostics} >= {"betza::redundant-range", "variant::unexpected"}
    mistake = next(diagnostic for diagnostic in diagnostics if diagnostic.code == "variant::unexpected")
    assert mistake.severity == "error"
    label = mistake.labels[0]
    # Places count characters, as Python does.
    assert BROKEN[label.start : label.end] == "forbidde"
    assert (label.line, label.column) == (7, 15)
    [mend] = mistake.mends
    assert mend.title == "Replace `forbidde` by `forbidden`"
    assert mend.apply(BROKEN).endswith("  repetition: forbidden\n")
    assert BROKEN[mend.edits[0].start : mend.edits[0].end] == "forbidde"
    assert "variant::unexpected" in weakfish.explain(mistake.code)
    with pytest.raises(weakfish.Refusal):
        weakfish.explain("no::such-code")
    # Printed, it is what the command line shows.
    page = str(refused.value)
    assert "Error: variant::unexpected" in page
    assert "────┬───" in page
    assert isinstance(pickle.loads(pickle.dumps(refused.value)), weakfish.DefinitionError)


def test_checking_tells_warnings_too() -> None:
    checked = weakfish.check(BROKEN, "fish.variant")
    assert not checked.ok
    assert checked.game is None
    assert "fish.variant" in str(checked)
    fine = weakfish.check(TURNING)
    assert fine.ok
    assert fine.game is not None
    assert fine.diagnostics == []
    assert str(fine) == ""
    warned = weakfish.parse('game "Bishops" extends fide\nmen\n  B bishop: BB\n')
    assert [warning.code for warning in warned.warnings] == ["betza::redundant-range"]


def test_files_extend_files(tmp_path: Path) -> None:
    base = tmp_path / "base.variant"
    base.write_text(TURNING)
    own = tmp_path / "own.variant"
    own.write_text('game "Mine" extends "base.variant"\n')
    assert weakfish.load(own).men[2].betza == "fR"
    assert weakfish.parse(own.read_text(), "own.variant", {"base.variant": TURNING}).men[2].betza == "fR"
    with pytest.raises(weakfish.DefinitionError):
        weakfish.parse(own.read_text())
    folder = tmp_path / "folder"
    folder.mkdir()
    outside = folder / "outside.variant"
    outside.write_text('game "Mine" extends "../base.variant"\n')
    with pytest.raises(weakfish.DefinitionError, match="beside this file"):
        weakfish.load(outside)
    with pytest.raises(OSError):
        weakfish.load(tmp_path / "nothing.variant")
    with pytest.raises(OSError):
        weakfish.load(folder)
    damaged = tmp_path / "damaged.variant"
    damaged.write_bytes(b"game \xff\n")
    with pytest.raises(UnicodeDecodeError):
        weakfish.load(damaged)


def test_layout() -> None:
    assert weakfish.format('game   "A" extends  fide\n') == 'game "A" extends fide\n'


def test_configurations_of_fairy_stockfish() -> None:
    text = "[rifles:chess]\nmustCapture = true\n\n[rivers:chess]\nchasingRule = axf\n\n[torn:rifles]\nrook = 7\n"
    configuration = weakfish.import_fairy_stockfish(text)
    assert configuration.names == ["rifles", "rivers", "torn"]
    assert {"crazyhouse", "rifles"} <= set(configuration.built_in_names + configuration.names)
    [mistake] = configuration.diagnostics
    assert text[mistake.labels[0].start : mistake.labels[0].end] == "7"
    rifles, rivers, torn = configuration.games()
    assert rifles.game is not None
    assert rifles.game.start().perft(2) == 400
    assert weakfish.parse(rifles.definition or "").start().perft(2) == 400
    assert (rifles.lost, rifles.keys["mustCapture"], dict(rifles.men)["king"]) == ({}, "true", "k")
    assert rivers.game is None
    assert list(rivers.lost) == ["chasingRule"]
    assert [problem.code for problem in rivers.diagnostics] == ["fairy::lost"]
    assert "// Lost: chasingRule = axf" in (rivers.definition or "")
    assert (torn.game, torn.definition, torn.diagnostics) == (None, None, [mistake])
    [unknown] = configuration.game("riffles").diagnostics
    assert "rifles" in (unknown.help or "")
    start = "rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w - - 0 1"
    camels = weakfish.import_fairy_stockfish(f"[camels:chess]\ncustomPiece1 = c:CC\nstartFen = {start}\n")
    assert "CC" in (camels.game("camels", as_meant=True).definition or "")
    assert camels.game("camels").diagnostics[0].severity == "warning"
