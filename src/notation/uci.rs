//! Moves as programs exchange them: `c1e3`, `e7e8q`, `g5@nw`, `f2f3@ne`, `e8b8,a8c8`, `end`.
//!
//! A wall that a move puts follows behind a comma as Fairy-Stockfish writes it: the square where the man arrives, then that of
//! the wall, `e2e4,e4d5`. For a wall instead of a move the man is the player's first one, which stays: `a1a1,a1d5`.
//!
//! A castling is also read as the king's capture of its own partner, as programs write it for shuffled setups.
//!
//! This is the long algebraic notation of the Universal Chess Interface (Stefan Meyer-Kahlen and Rudolf Huber, 2000)
//! with extensions: states after `@`; both legs of a castling, or `ep`, where the squares alone are ambiguous; words
//! for moves without a man. A man that is left behind follows its move as a letter, as in Fairy-Stockfish: `b1c3h`,
//! with the partner's square first if it is left there: `h1e1h`. In one position every legal move has exactly one text,
//! and no two have the same.

use super::man::symbol;
use crate::engine::{DropMove, ManMove, Move, MoveKind, MoveShape, PieceInfo, Position};
use crate::geometry::{Side, Square};
use crate::model::{PartnerLanding, PromotedFacing};

/// The text of a move that ends a series by choice.
pub(crate) const END: &str = "end";
/// The text of a move that claims stalemate where the series may also end.
pub(crate) const STALEMATE: &str = "stalemate";
/// The text of a move of no man.
pub(crate) const PASS: &str = "pass";
/// Null moves of other programs: of `ChessBase`, PGN, UCI and XBoard.
pub(crate) const NULL_MOVES: [&str; 4] = ["--", "Z0", "0000", "@@@@"];

/// Writes a move of a position in machine notation.
pub fn write(position: &Position, mv: Move) -> String {
    // Only these may share their squares with another move.
    let shares = match mv {
        Move::Drop(_) => true,
        Move::Man(man) => {
            let en_passant = matches!(man.kind, MoveKind::EnPassant { .. });
            en_passant || man.kind.castling().is_some() || man.left_behind().is_some()
        }
        Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => false,
    };
    let legal = if shares { position.legal_moves().to_vec() } else { Vec::new() };
    write_among(position, &legal, mv)
}

/// All legal moves in machine notation, sorted by their bytes. There are none when the game is over.
pub fn legal_moves(position: &Position) -> Vec<(String, Move)> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let legal = position.legal_moves().to_vec();
    let mut moves: Vec<_> = legal.iter().map(|&mv| (write_among(position, &legal, mv), mv)).collect();
    moves.sort();
    moves
}

/// The legal move of this text. The case of a promotion's letter does not matter, since programs differ in it.
pub fn find(position: &Position, text: &str) -> Option<Move> {
    if position.outcome().is_some() {
        return None;
    }
    find_among(position, &position.legal_moves().to_vec(), text)
}

/// [`write()`] for a position whose legal moves are known.
pub(super) fn write_among(position: &Position, legal: &[Move], mv: Move) -> String {
    let board = position.game().variant().board;
    let mv = match mv {
        Move::Man(mv) => mv,
        Move::Drop(drop) => return write_drop(position, legal, drop),
        Move::Wall(square) => return write_wall_alone(position, square),
        Move::EndSeries => return END.to_owned(),
        Move::ClaimStalemate => return STALEMATE.to_owned(),
        Move::Pass => return PASS.to_owned(),
    };
    if let Some(wall) = mv.wall() {
        let moved = write_among(position, legal, mv.without_wall().into());
        return format!("{moved},{}{}", board.name(mv.to), board.name(wall));
    }
    if mv.left_behind().is_some() {
        return write_leaving(position, legal, mv);
    }
    let squares = || board.name(mv.from) + &board.name(mv.to);
    match mv.kind.shape() {
        MoveShape::InPlace => {
            let game = position.game();
            let (before, after) = (position.piece_at(mv.from), game.piece_info(mv.piece));
            if before.is_some_and(|before| game.piece_info(before).kind != after.kind) {
                return squares() + &arrival_suffix(position, mv);
            }
            format!("{}@{}", board.name(mv.from), after.state)
        }
        MoveShape::Castling { partner_from, partner_to } => {
            if lands_by_choice(position) || mv.from == mv.to || needs_kind_mark(legal, mv) {
                format!("{},{}{}", squares(), board.name(partner_from), board.name(partner_to))
            } else {
                squares()
            }
        }
        MoveShape::EnPassant { .. } if needs_kind_mark(legal, mv) => squares() + "ep",
        MoveShape::ToSquare | MoveShape::EnPassant { .. } => squares() + &arrival_suffix(position, mv),
    }
}

/// Writes a move that leaves another man behind: the move alone, then the letter of that man. If another move has that
/// text, `/` comes before the letter.
fn write_leaving(position: &Position, legal: &[Move], mv: ManMove) -> String {
    let variant = position.game().variant();
    let Some((kind, on)) = mv.left_behind() else { return String::new() };
    let (alone, letter) = (mv.without_left_man(), symbol(variant, Side::Black, kind));
    let base = write_among(position, legal, alone.into());
    let text = if !matches!(mv.kind, MoveKind::PartnerLeaving { .. }) {
        format!("{base}{letter}")
    } else if base.contains(',') {
        format!("{base}{letter}{}", variant.board.name(on))
    } else {
        format!("{}{}{letter}", variant.board.name(on), variant.board.name(mv.from))
    };
    let others = legal.iter().filter_map(|other| other.man());
    let mut alike = others.filter(|other| other.from == mv.from && other.to == mv.to && other.left_behind().is_none());
    if alike.any(|other| write_among(position, legal, other.into()) == text) {
        return format!("{base}/{letter}");
    }
    text
}

/// [`find`] for a position whose legal moves are known.
pub(super) fn find_among(position: &Position, legal: &[Move], text: &str) -> Option<Move> {
    if let Some(drop) = find_drop(position, legal, text) {
        return Some(drop);
    }
    // A capital at the start is a man's letter, as people write moves.
    if text.starts_with(|first: char| first.is_ascii_uppercase()) {
        return None;
    }
    // Only the moves from the square that is named, or those of no man, need to be written.
    let from = source_square(position, text);
    let starts = |mv: &&Move| {
        mv.from() == from
            || matches!(mv, Move::Wall(_)) && from.is_some()
            || mv.kind().and_then(MoveKind::castling).is_some_and(|(partner, _)| Some(partner) == from)
    };
    let could_be = legal.iter().filter(starts);
    let named: Vec<_> = could_be.map(|&mv| (write_among(position, legal, mv), mv)).collect();
    let exact = named.iter().find(|(name, _)| name == text);
    let alike = || named.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    exact.or_else(alike).map(|&(_, mv)| mv).or_else(|| castling_by_partner(position, legal, text))
}

/// Writes a wall instead of a move.
fn write_wall_alone(position: &Position, wall: Square) -> String {
    let board = position.game().variant().board;
    let man = position.men_of(position.turn()).iter().next().map(|square| board.name(square)).unwrap_or_default();
    format!("{man}{man},{man}{}", board.name(wall))
}

/// Writes a drop: the letter of the man as it arrives, `@`, and the square. Where several kinds in hand may arrive as this
/// man, the letter of the kind in hand and `=` come first.
fn write_drop(position: &Position, legal: &[Move], drop: DropMove) -> String {
    let variant = position.game().variant();
    let letter = |kind| symbol(variant, Side::White, kind);
    let alike = |mv: &Move| mv.drop_move().is_some_and(|other| DropMove { kind: drop.kind, ..other } == drop);
    let several = legal.iter().filter(|mv| alike(mv)).count() > 1;
    let from = if several { letter(drop.kind) + "=" } else { String::new() };
    format!("{from}{}@{}", letter(position.game().piece_info(drop.piece).kind), variant.board.name(drop.to))
}

/// The legal drop of this text.
fn find_drop(position: &Position, legal: &[Move], text: &str) -> Option<Move> {
    let (_, square) = text.split_once('@')?;
    let square = position.game().variant().board.parse(square)?;
    let here = |drop: &DropMove| drop.to == square;
    let mut drops = legal.iter().filter_map(|mv| mv.drop_move()).filter(here);
    drops.find(|&drop| write_drop(position, legal, drop).eq_ignore_ascii_case(text)).map(Move::Drop)
}

/// The castling that programs write as the king's capture of its own partner: `e1h1`.
fn castling_by_partner(position: &Position, legal: &[Move], text: &str) -> Option<Move> {
    let board = position.game().variant().board;
    let castles = |mv: &&Move| {
        let Move::Man(ManMove { from, kind: MoveKind::Castling { partner_from, .. }, .. }) = mv else { return false };
        text.strip_prefix(board.name(*from).as_str()).is_some_and(|rest| rest == board.name(*partner_from))
    };
    let mut castlings = legal.iter().filter(castles);
    castlings.next().copied().filter(|_| castlings.next().is_none())
}

/// The square that a text begins with.
fn source_square(position: &Position, text: &str) -> Option<Square> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    position.game().variant().board.parse(text.get(..=digits)?)
}

/// Whether the landing squares of some castling are the player's choice.
fn lands_by_choice(position: &Position) -> bool {
    let rule = position.game().variant().rules.castling[position.turn()].as_ref();
    rule.is_some_and(|rule| rule.landing == PartnerLanding::AnyLeftOrCrossed)
}

/// Whether another legal move goes from and to the same squares without changing the man.
fn needs_kind_mark(legal: &[Move], mv: ManMove) -> bool {
    let others = legal.iter().filter_map(|mv| mv.man()).filter(|other| other.left_behind().is_none());
    let mut others = others.filter(|other| other.kind != mv.kind);
    others.any(|other| other.kind != MoveKind::Stationary && (other.from, other.to) == (mv.from, mv.to))
}

/// The suffix for a man that changes as it moves: `q` for a promotion, `@ne` for a turn; nothing if an effect leaves no
/// choice.
pub(super) fn arrival_suffix(position: &Position, mv: ManMove) -> String {
    let game = position.game();
    let info = |piece| game.piece_info(piece);
    let after = info(mv.piece);
    let Some(piece) = position.piece_at(mv.from) else { return String::new() };
    let before = info(piece);
    let leaves = mv.from != mv.to;
    let arrivals = if leaves { position.arrivals(mv) } else { game.turns(piece).collect() };
    // An effect without a choice needs no words.
    if leaves && arrivals == [mv.piece] {
        return String::new();
    }
    let turned = || format!("@{}", after.state);
    if before.kind == after.kind {
        return if before.state == after.state { String::new() } else { turned() };
    }
    let letter = symbol(game.variant(), Side::Black, after.kind);
    let alike = arrivals.iter().filter(|&&other| info(other).kind == after.kind).count();
    let by_effect = arrivals.contains(&mv.piece);
    let choice = if by_effect { alike > 1 } else { facing_by_choice(position, mv, after) };
    if choice { letter + &turned() } else { letter }
}

/// Whether the player chooses the facing of a promoted man.
fn facing_by_choice(position: &Position, mv: ManMove, after: &PieceInfo) -> bool {
    let variant = position.game().variant();
    let Some(before) = position.piece_at(mv.from).map(|piece| position.game().piece_info(piece)) else { return false };
    let mut rules = variant.rules.promotions[before.side].iter().filter(|rule| rule.kind == before.kind);
    let rule = rules.find(|rule| rule.zone.contains(mv.to) || rule.from.contains(mv.from));
    !after.state.facings.is_empty() && rule.is_some_and(|rule| rule.facing == PromotedFacing::Any)
}
