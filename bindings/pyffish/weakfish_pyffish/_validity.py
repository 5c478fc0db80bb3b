"""Whether a text has the form of a FEN of a variant."""

from __future__ import annotations

import re

from weakfish_pyffish._variants import Variant, coordinates, square

OK = 1
EMPTY = 0
INVALID_MOVE_COUNTER = -1
INVALID_HALF_MOVE_COUNTER = -2
INVALID_NUMBER_OF_KINGS = -3
INVALID_EN_PASSANT_SQUARE = -4
INVALID_CASTLING_INFO = -5
INVALID_SIDE_TO_MOVE = -6
INVALID_POCKET_INFO = -7
INVALID_BOARD_GEOMETRY = -8
TOUCHING_KINGS = -9
INVALID_CHARACTER = -10
INVALID_NUMBER_OF_PARTS = -11
INVALID_PROMOTED_PIECE = -12
INVALID_CHECK_COUNT = -13
INVALID_COUNTING_RULE = -14


def check(fen: str, variant: Variant, chess960: bool) -> int:
    """Returns ``OK``, or the number of the first mistake."""
    if not fen:
        return EMPTY
    fields = fen.removesuffix(" ").split(" ")
    counts_checks = variant.flag("checkCounting")
    if len(fields) > 6 + counts_checks:
        return INVALID_NUMBER_OF_PARTS
    wrong = _check_placement(fields[0], variant)
    if wrong is not None:
        return wrong
    if len(fields) > 1 and fields[1][:1] not in ("w", "b"):
        return INVALID_SIDE_TO_MOVE
    short = len(fields) in (4, 5) and fields[2][:1].isdigit()
    if len(fields) > 2 and not short and variant.flag("castling") and not _are_rights(fields, variant, chess960):
        return INVALID_CASTLING_INFO
    if len(fields) > 3 and not short:
        if variant.flag("doubleStep") and "pawn" in variant.letters:
            if fields[3] != "-" and not re.fullmatch(r"[A-Za-z]\d", fields[3]):
                return INVALID_EN_PASSANT_SQUARE
        elif variant.keys["countingRule"] != "none" and not _is_number(fields[3]):
            return INVALID_COUNTING_RULE
    between, trailing = (0 if short else 2), 0
    if len(fields) >= 3 + between and counts_checks and len(fields) % 2:
        if re.fullmatch(r"\d.\d", fields[2 + between]):
            between += 1
        elif len(fields) >= 5 + between and re.fullmatch(r".[0-3].[0-3]", fields[-1]):
            trailing = 1
        else:
            return INVALID_CHECK_COUNT
    if len(fields) >= 3 + between and not _is_number(fields[len(fields) - 2 - trailing]):
        return INVALID_HALF_MOVE_COUNTER
    if len(fields) >= 4 + between and not _is_number(fields[len(fields) - 1 - trailing]):
        return INVALID_MOVE_COUNTER
    return OK


def _is_number(field: str) -> bool:
    return field == "-" or re.fullmatch(r"\d*", field, re.ASCII) is not None


def _check_placement(text: str, variant: Variant) -> int | None:
    """The number of a mistake in the first field."""
    letters = {*variant.types, *variant.synonyms}
    signs = "/*" + ("+" if variant.promoted else "")
    signs += "~" if any(variant.promotions.values()) else ""
    signs += "[-]" if variant.has_hands else ""
    if any(sign.upper() not in letters and sign not in signs and not sign.isdigit() for sign in text):
        return INVALID_CHARACTER
    for letter in re.findall(r"\+([A-Za-z])", text):
        if letter.upper() in variant.types and letter.upper() not in variant.promoted:
            return INVALID_PROMOTED_PIECE
    board = _board(text, signs, variant)
    if board is None:
        return INVALID_BOARD_GEOMETRY
    pocket = ""
    if variant.flag("pieceDrops") or variant.flag("seirawanGating"):
        if text.count("/") == variant.ranks:
            pocket = text.rpartition("/")[2]
        elif text.count("[") == 1:
            if not text.endswith("]"):
                return INVALID_POCKET_INFO
            pocket = text[:-1].rpartition("[")[2]
        if any(sign != "-" and sign.upper() not in letters for sign in pocket):
            return INVALID_POCKET_INFO
    if "king" in variant.letters:
        return _check_kings(text, board, pocket, variant)
    return None


def _check_kings(text: str, board: dict[str, str], pocket: str, variant: Variant) -> int | None:
    king = variant.letters["king"]
    start = variant.start_fen.split()[0]
    for letter in (king, king.lower()):
        if text.count(letter) > 1 or text.count(letter) != start.count(letter):
            return INVALID_NUMBER_OF_KINGS
    if variant.keys["king"].endswith((king, king.lower())) and not any(letter in pocket for letter in (king, king.lower())):
        places = [coordinates(on) for on, letter in board.items() if letter.upper() == king]
        if text.count(king) == text.count(king.lower()) == 1 and len(places) == 2:
            (file, rank), (other_file, other_rank) = places
            if max(abs(file - other_file), abs(rank - other_rank)) <= 1:
                return TOUCHING_KINGS
    return None


def _board(text: str, signs: str, variant: Variant) -> dict[str, str] | None:
    """The men by their squares; ``None`` if the ranks are not those of the board."""
    rows = text.partition("[")[0].split("/")
    if len(rows) != variant.ranks and not (variant.flag("pieceDrops") and len(rows) == variant.ranks + 1):
        return None
    board = {}
    for index, row in enumerate(rows[: variant.ranks]):
        file = 0
        for token in re.findall(r"\d+|.", row):
            if token.isdigit():
                file += int(token)
            elif token == "*":
                file += 1
            elif token not in signs:
                board[square(file, variant.ranks - index)] = token
                file += 1
        if file != variant.files:
            return None
    return board


def _are_rights(fields: list[str], variant: Variant, chess960: bool) -> bool:
    """Whether the men stand where the third field says."""
    signs = "+~[-]/*"
    board = _board(fields[0], signs, variant) or {}
    start = _board(variant.start_fen.split()[0], signs, variant) or {}
    as_at_start = not (variant.flag("chess960") or variant.flag("castlingDroppedPiece") or chess960)
    for letter in fields[2].replace("-", ""):
        if not letter.isascii() or not letter.isalpha():
            return False
        side, wing = ("white" if letter.isupper() else "black"), letter.lower()
        rank, king = variant.castling_rank(side), _place(board, _king(variant, side))
        if as_at_start and king != _place(start, _king(variant, side)):
            return False
        if wing not in "kq":
            if square(ord(wing) - ord("a"), rank) not in board:
                return False
            continue
        if king is None or coordinates(king)[1] != rank:
            return False
        partners = [on for on in _partners(board, variant, side) if coordinates(on)[1] == rank and on != king]
        if not any((coordinates(on)[0] > coordinates(king)[0]) == (wing == "k") for on in partners):
            return False
        homes = sorted(_partners(start, variant, side), key=lambda on: coordinates(on)[::-1])
        home = homes[0 if wing == "q" else 1] if len(homes) > 1 else None
        if as_at_start and home not in _partners(board, variant, side):
            return False
    return True


def _king(variant: Variant, side: str) -> str:
    letter = variant.keys[f"castlingKingPiece{side.capitalize()}"]
    return letter.upper() if side == "white" else letter.lower()


def _place(board: dict[str, str], letter: str) -> str | None:
    places = sorted((on for on in board if board[on] == letter), key=lambda on: coordinates(on)[::-1])
    return places[0] if places else None


def _partners(board: dict[str, str], variant: Variant, side: str) -> list[str]:
    """The squares of the men of a side that may castle with its king."""
    kinds = variant.kinds(f"castlingRookPieces{side.capitalize()}")
    own = [on for on in board if board[on].isupper() == (side == "white")]
    return [on for on in own if variant.types.get(board[on].upper()) in kinds]
