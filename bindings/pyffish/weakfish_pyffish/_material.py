"""Whether a side has too few men to win, by the kinds of men that are left."""

from __future__ import annotations

from weakfish._types import Side
from weakfish_pyffish._states import State
from weakfish_pyffish._variants import Variant, coordinates

# Kinds of which a single man, with its king, can checkmate.
_MAJOR = frozenset(
    ["rook", "queen", "archbishop", "chancellor", "silver", "gold", "commoner", "centaur", "amazon", "bers"]
)
# Kinds that stay on squares of a colour.
_OF_A_COLOUR = frozenset(["bishop", "fers", "fersAlfil", "alfil", "elephant"])


def is_insufficient(state: State, side: Side) -> bool:
    """Whether a side can't win with what it has."""
    variant = state.variant
    if variant.flag("capturesToHand") or state.hand(side) or _wins_otherwise(state, side):
        return False
    kinds = {on: variant.kind(placed.letter) for on, placed in state.men.items()}
    own = {on for on, placed in state.men.items() if placed.side == side}
    confined = {kind for kind in variant.letters if _is_confined(variant, side, kind)}
    able = {kind for kind in variant.letters if kind not in confined and (kind in _MAJOR or kind.startswith("custom"))}
    promotes = any(kinds[on] in variant.pawns[side] for on in own)
    if any(kinds[on] in able for on in own) or promotes and able & variant.promotions[side]:
        return False
    # Those that could help: not the kings, nor those of this side that never come near the other king.
    helpers = {on for on in kinds if kinds[on] != "king" and not (on in own and kinds[on] in confined)}
    of_a_colour = {on for on in helpers if kinds[on] in _OF_A_COLOUR and kinds[on] not in confined}
    walls = len(state.position.walls) + len(variant.game.holes)
    others = helpers - of_a_colour
    decides = _stalemate_decides(state) or variant.flag("checkCounting") or variant.flag("makpongRule")
    if of_a_colour & own and (len({sum(coordinates(on)) % 2 for on in of_a_colour}) == 2 or others or walls or decides):
        return False
    if others & own and (len(helpers) + walls >= 2 or decides):
        return False
    king_moves_otherwise = variant.keys.get("king", "k").endswith(tuple("ABCDEFGHIJLMNOPQRSTUVWXYZ"))
    has_king = any(kinds[on] == "king" for on in own)
    return not (_stalemate_decides(state) and king_moves_otherwise and has_king and not _is_apart(variant, side, "king"))


def _wins_otherwise(state: State, side: Side) -> bool:
    """Whether a side may win by the loss of men, a repetition, or by reaching a goal."""
    variant, keys = state.variant, state.variant.keys
    if keys["extinctionValue"] != "none" and not variant.flag("extinctionPseudoRoyal"):
        return True
    if variant.number("nFoldRule") and keys["nFoldValue"] != "draw":
        return True
    goal = variant.squares(f"flagRegion{side.capitalize()}")
    piece = keys[f"flagPiece{side.capitalize()}"].upper()
    return bool(goal) and any(piece in ("*", placed.letter.upper()) for placed in state.of_side(side))


def _is_confined(variant: Variant, side: Side, kind: str) -> bool:
    """Whether men of a kind can't help to checkmate: kings, those that never come near one, and those that must not capture."""
    blasts = variant.flag("extinctionPseudoRoyal") and variant.flag("blastOnCapture")
    return kind == "king" or _is_apart(variant, side, kind) or blasts and kind in variant.kinds("extinctionPieceTypes")


def _is_apart(variant: Variant, side: Side, kind: str) -> bool:
    """Whether the squares of a kind and those of the other king have none in common."""
    other = "Black" if side == "white" else "White"
    reach = variant.squares(f"mobilityRegion{side.capitalize()}{kind[0].upper()}{kind[1:]}")
    king = variant.squares(f"mobilityRegion{other}King")
    if reach is None or king is None:
        return reach == frozenset() or king == frozenset()
    return not reach & king


def _stalemate_decides(state: State) -> bool:
    """Whether a stalemate would be a win or a loss now."""
    variant, keys = state.variant, state.variant.keys
    if variant.flag("extinctionPseudoRoyal") and state.position.is_check():
        return keys["checkmateValue"] != "draw"
    white, black = len(state.of_side("white")), len(state.of_side("black"))
    if keys["stalemateValue"] != "draw":
        return not variant.flag("stalematePieceCount") or white != black
    counting = keys["materialCounting"]
    return counting != "none" and (counting != "unweighted" or white != black)
