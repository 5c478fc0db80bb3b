"""The functions of pyffish, Fairy-Stockfish's library for Python.

>>> import weakfish_pyffish as pyffish
>>> pyffish.get_fen("crazyhouse", pyffish.start_fen("crazyhouse"), ["e2e4", "d7d5", "e4d5"])
'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2'

Texts of moves and positions are the same, and so is what the functions return. What has no answer here raises a ``ValueError``.
"""

from __future__ import annotations

from collections import OrderedDict
from importlib.metadata import version as _version_of
from pathlib import Path

from weakfish_pyffish import _material, _san, _validity
from weakfish_pyffish._states import State, read, shuffled_start
from weakfish_pyffish._variants import Registry, Variant

__all__ = [
    "FEN_INVALID_PROMOTED_PIECE",
    "FEN_OK",
    "NOTATION_DEFAULT",
    "NOTATION_JANGGI",
    "NOTATION_LAN",
    "NOTATION_SAN",
    "NOTATION_SHOGI_HODGES",
    "NOTATION_SHOGI_HODGES_NUMBER",
    "NOTATION_SHOGI_HOSKING",
    "NOTATION_THAI_LAN",
    "NOTATION_THAI_SAN",
    "NOTATION_XIANGQI_WXF",
    "VALUE_DRAW",
    "VALUE_MATE",
    "captures_to_hand",
    "error",
    "game_result",
    "get_fen",
    "get_fog_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "has_insufficient_material",
    "info",
    "is_capture",
    "is_immediate_game_end",
    "is_optional_game_end",
    "legal_moves",
    "load_variant_config",
    "piece_to_partner",
    "set_option",
    "start_fen",
    "two_boards",
    "validate_fen",
    "variants",
    "version",
]

VALUE_DRAW = 0
VALUE_MATE = 32000

NOTATION_DEFAULT = _san.DEFAULT
NOTATION_SAN = _san.SAN
NOTATION_LAN = _san.LAN
NOTATION_SHOGI_HOSKING = _san.SHOGI_HOSKING
NOTATION_SHOGI_HODGES = _san.SHOGI_HODGES
NOTATION_SHOGI_HODGES_NUMBER = _san.SHOGI_HODGES_NUMBER
NOTATION_JANGGI = _san.JANGGI
NOTATION_XIANGQI_WXF = _san.XIANGQI_WXF
NOTATION_THAI_SAN = _san.THAI_SAN
NOTATION_THAI_LAN = _san.THAI_LAN

FEN_OK = _validity.OK
FEN_INVALID_PROMOTED_PIECE = _validity.INVALID_PROMOTED_PIECE

# Positions that were asked for last.
_CACHED = 64
_registry = Registry()
_states: OrderedDict[tuple[str, str, bool, tuple[str, ...]], State] = OrderedDict()


class error(Exception):
    """The exception of pyffish, which neither library raises."""


def _variant(name: str, fen: str, chess960: bool) -> Variant:
    """A variant, with castling as the rights of a FEN need it if men may start anywhere."""
    variant = _registry.variant(name)
    start = shuffled_start(variant, fen) if chess960 or variant.flag("chess960") else None
    return variant if start is None else _registry.shuffled(name, start)


def _state(variant: str, fen: str, moves: list[str], chess960: bool) -> State:
    """The position after moves: made from the longest beginning that is known."""
    key = (variant, fen, bool(chess960), tuple(moves))
    known = next((length for length in range(len(moves), -1, -1) if (*key[:3], key[3][:length]) in _states), None)
    if known is None:
        known, state = 0, read(_variant(variant, fen, chess960), fen, bool(chess960))
    else:
        state = _states[(*key[:3], key[3][:known])]
    for move in moves[known:]:
        state = state.after(move)
    _states[key] = state
    _states.move_to_end(key)
    if len(_states) > _CACHED:
        _states.popitem(last=False)
    return state


def _value(state: State, winner: str | None) -> int:
    """What a result is worth for the side to move."""
    return VALUE_DRAW if winner is None else VALUE_MATE if winner == state.position.turn else -VALUE_MATE


def version() -> tuple[int, int, int]:
    """Returns the version of pyffish whose functions these are."""
    return (0, 0, 90)


def info() -> str:
    """Returns the name and the version of this library."""
    return f"Weakfish {_version_of('weakfish')}"


def variants() -> list[str]:
    """Lists the variants that can be played."""
    return _registry.names()


def set_option(name: str, value: object) -> None:
    """Loads the configuration of a file; there is no other option than ``VariantPath``."""
    if name != "VariantPath":
        raise ValueError(f"No such option '{name}'")
    load_variant_config(Path(str(value)).read_text(encoding="utf-8"))


def load_variant_config(config: str) -> None:
    """Makes the variants of a configuration known. Mistakes in one are reported when it is used."""
    _registry.load(config)


def start_fen(variant: str) -> str:
    """Returns the FEN of the starting position."""
    return _registry.variant(variant).start_fen


def two_boards(variant: str) -> bool:
    """Returns whether men come from another board."""
    return _registry.variant(variant).flag("twoBoards")


def captures_to_hand(variant: str) -> bool:
    """Returns whether captured men come to hand."""
    return _registry.variant(variant).flag("capturesToHand")


def get_san(variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT) -> str:
    """Writes a legal move in a notation."""
    state = _state(variant, fen, [], chess960)
    return _san.write(state, state.find(move), _notation(state.variant, notation))


def get_san_moves(
    variant: str, fen: str, movelist: list[str], chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> list[str]:
    """Writes moves that follow each other in a notation."""
    texts = []
    for number, move in enumerate(movelist):
        state = _state(variant, fen, movelist[:number], chess960)
        texts.append(_san.write(state, state.find(move), _notation(state.variant, notation)))
    return texts


def _notation(variant: Variant, notation: int) -> int:
    if notation not in range(NOTATION_THAI_LAN + 1):
        raise ValueError(f"there is no notation {notation}")
    return notation or _san.default(variant.keys.get("variantTemplate"))


def legal_moves(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> list[str]:
    """Lists the legal moves; none once the game is over. Their order means nothing."""
    return list(_state(variant, fen, movelist, chess960).moves)


def get_fen(
    variant: str,
    fen: str,
    movelist: list[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    """Returns the FEN after moves."""
    if count_started:
        raise ValueError("counts begin by the rules here, so that `count_started` must be 0")
    state = _state(variant, fen, movelist, chess960)
    return state.sfen() if sfen else state.fen(show_promoted)


def gives_check(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> bool:
    """Returns whether the side to move is in check."""
    return _state(variant, fen, movelist, chess960).position.is_check()


def is_capture(variant: str, fen: str, movelist: list[str], move: str, chess960: bool = False) -> bool:
    """Returns whether a legal move captures."""
    state = _state(variant, fen, movelist, chess960)
    return state.position.is_capture(state.find(move).move)


def piece_to_partner(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> str:
    """Returns the letter of the man that the last move captured, as it was before it promoted; empty for none."""
    return _state(variant, fen, movelist, chess960).captured


def game_result(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> int:
    """Returns what the result is worth for the side to move, of a game that is over."""
    state = _state(variant, fen, movelist, chess960)
    outcome = state.position.outcome()
    if outcome is None:
        raise ValueError("the game is not over")
    return _value(state, outcome.winner)


def is_immediate_game_end(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> tuple[bool, int]:
    """Returns whether the game is over by another rule than checkmate and stalemate, and what that is worth."""
    state = _state(variant, fen, movelist, chess960)
    outcome = state.position.outcome()
    if outcome is None or outcome.ending in _OUT_OF_MOVES or _is_optional(outcome.ending):
        return False, VALUE_DRAW
    return True, _value(state, outcome.winner)


def is_optional_game_end(
    variant: str, fen: str, movelist: list[str], chess960: bool = False, count_started: int = 0
) -> tuple[bool, int]:
    """Returns whether a repetition or a count of moves ends the game or may be claimed to, and what that is worth."""
    if count_started:
        raise ValueError("counts begin by the rules here, so that `count_started` must be 0")
    state = _state(variant, fen, movelist, chess960)
    outcome = state.position.outcome()
    if outcome is not None and _is_optional(outcome.ending):
        return True, _value(state, outcome.winner)
    if outcome is not None:
        # The count is looked at in positions where the game has ended otherwise, too, unless the player is checkmated.
        limit = 2 * state.variant.number("nMoveRule")
        return 0 < limit <= state.clock and not state.position.is_check(), VALUE_DRAW
    claims = state.position.claims()
    return bool(claims), _value(state, claims[0].winner) if claims else VALUE_DRAW


_OUT_OF_MOVES = ("checkmate", "stalemate")


def _is_optional(ending: str) -> bool:
    return "repetition" in ending or "perpetual" in ending


def has_insufficient_material(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> tuple[bool, bool]:
    """Returns whether White's men, and whether Black's, can't win."""
    state = _state(variant, fen, movelist, chess960)
    return _material.is_insufficient(state, "white"), _material.is_insufficient(state, "black")


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """Returns ``FEN_OK`` for a FEN of a variant, or a number that says what is wrong with it."""
    return _validity.check(fen, _registry.variant(variant), bool(chess960))


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> str:
    """Raises a ``ValueError``: no game hides men here."""
    raise ValueError("Weakfish has no fog: both players see all men")
