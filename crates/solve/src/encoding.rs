//! Exact keys of positions: two positions have the same bytes only if the rules treat them alike.

use weakfish::engine::{Game, Piece, Position, StatePart, StateValue};
use weakfish::geometry::{PerSide, Side, SquareSet};
use weakfish::model::Condition;

/// The fewest plies between equal positions where no side can pass: each side moves there and back.
const CYCLE: u32 = 4;

/// The fewest plies between equal positions where a side can pass.
const CYCLE_WITH_PASSES: u32 = 2;

/// The parts of a position's state that belong to its key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each says what keys have")]
pub(crate) struct Encoding {
    /// Bytes of the set of occupied squares.
    square_bytes: usize,
    /// Whether pieces have numbers above 255.
    wide: bool,
    /// The parts of the state behind the flags, each with the bytes of its numbers.
    parts: Vec<(StatePart, usize)>,
    /// Whether men can be in hand.
    hands: bool,
    /// Whether the first turn may have another number of moves.
    first_turn: bool,
    /// Whether positions with equal keys can be merged: no position recurs often enough within the horizon for a rule
    /// of repetition.
    pub(crate) merges: bool,
}

impl Encoding {
    /// The key of positions up to `horizon` plies after `root`, without the past of `root`; `None` is no bound.
    pub(crate) fn new(root: &Position, horizon: Option<u32>) -> Self {
        let mut encoding = Self::without_counters(root);
        let variant = root.game().variant();
        let reaches = |part: StatePart| {
            let StateValue::Number(now) = root.part(part) else { return false };
            let limit = part.limit(variant, &|_| true);
            limit.is_some_and(|limit| horizon.is_none_or(|plies| now.saturating_add(plies) >= limit))
        };
        let series = reaches(StatePart::Quiet);
        let halfmove = (series || reaches(StatePart::Halfmove)).then_some(StatePart::Halfmove);
        let near = halfmove.into_iter().chain(series.then_some(StatePart::Quiet));
        encoding.parts.extend(near.map(with_bytes));
        encoding.merges = !repetition_matters(root.game(), horizon);
        encoding
    }

    /// The key of positions without the counters of quiet plies and series.
    pub(crate) fn without_counters(root: &Position) -> Self {
        let game = root.game();
        let variant = game.variant();
        let facts = game.facts();
        let cells = usize::from(variant.board.files()) * usize::from(variant.board.ranks());
        // Castling rights and the first turn are flags. Men that have never moved, and men with a move once a game,
        // have kinds of their own.
        let apart = [StatePart::Castling, StatePart::Fullmove, StatePart::Once, StatePart::Halfmove, StatePart::Quiet];
        let is_part = |part: &StatePart| !apart.contains(part) && (may_be_absent(*part) || part.is_in(facts));
        Self {
            square_bytes: cells.div_ceil(8),
            wide: game.pieces().count() > 254,
            parts: StatePart::ALL.iter().copied().filter(is_part).map(with_bytes).collect(),
            hands: facts.drops.hands,
            first_turn: facts.series.any,
            merges: true,
        }
    }

    /// Overwrites `key` with the key of a position.
    pub(crate) fn write(&self, position: &Position, key: &mut Vec<u8>) {
        key.clear();
        let occupied = position.occupied();
        self.push_squares(occupied, key);
        for square in occupied.iter() {
            let piece = position.piece_at(square).map_or(0, Piece::number);
            key.push(piece as u8);
            if self.wide {
                key.push((piece >> 8) as u8);
            }
        }
        let (en_passant, unmoved) = (position.en_passant(), position.unmoved().union(position.once_a_game()));
        let mut flags = u8::from(position.turn() == Side::Black);
        for (index, side) in Side::ALL.into_iter().enumerate() {
            let rights = position.castling_rights(side);
            flags |= u8::from(rights.first_file) << (2 * index + 1) | u8::from(rights.last_file) << (2 * index + 2);
        }
        flags |= u8::from(!en_passant.is_empty()) << 5 | u8::from(!unmoved.is_empty()) << 6;
        flags |= u8::from(self.first_turn && position.fullmove() == 1) << 7;
        key.push(flags);
        if self.hands {
            for side in Side::ALL {
                let hand = position.hand(side);
                key.push(hand.len() as u8);
                for (kind, count) in hand {
                    key.push(kind.0);
                    key.extend(count.to_le_bytes());
                }
            }
        }
        for &(part, bytes) in &self.parts {
            let mut push_number = |number: u32| {
                key.extend(number.to_le_bytes().into_iter().take(bytes));
            };
            match position.part(part) {
                StateValue::Number(number) => push_number(number),
                StateValue::Counts(PerSide { white: first, black: second }) | StateValue::Pair([first, second]) => {
                    push_number(first);
                    push_number(second);
                }
                StateValue::Squares(squares) => {
                    let squares = if part == StatePart::Unmoved { unmoved } else { squares };
                    if !squares.is_empty() || !may_be_absent(part) {
                        self.push_squares(squares, key);
                    }
                }
                value @ (StateValue::Sides(_) | StateValue::Wings(_)) => value.visit_words(|word| key.push(word as u8)),
            }
        }
    }

    /// Adds a set of squares to a key.
    fn push_squares(&self, squares: SquareSet, key: &mut Vec<u8>) {
        key.extend(squares.words().into_iter().flat_map(u64::to_le_bytes).take(self.square_bytes));
    }
}

/// A part of the state with the bytes of its numbers.
fn with_bytes(part: StatePart) -> (StatePart, usize) {
    let bits = u32::BITS - part.greatest().leading_zeros();
    (part, bits.div_ceil(8) as usize)
}

/// Whether a flag marks the presence of such squares; a key without them has no bytes for the part.
fn may_be_absent(part: StatePart) -> bool {
    matches!(part, StatePart::EnPassant | StatePart::Unmoved)
}

/// Whether a position may recur within the horizon so often that a move is illegal by it or the game ends.
fn repetition_matters(game: &Game, horizon: Option<u32>) -> bool {
    let recurrences = |times: u8| u32::from(times.saturating_sub(1));
    let endings = game.variant().endings.iter().filter(|ending| !ending.must_be_claimed());
    let by_ending = endings.filter_map(|ending| {
        if let Condition::Position { times, .. } = ending.condition { Some(recurrences(times)) } else { None }
    });
    let by_rule = game.facts().repetition.illegal.then_some(1);
    let Some(fewest) = by_ending.chain(by_rule).min() else { return false };
    let cycle = if game.facts().turns.passing || game.facts().series.any { CYCLE_WITH_PASSES } else { CYCLE };
    horizon.is_none_or(|plies| cycle * fewest <= plies)
}

/// The position without its history.
pub(crate) fn without_past(position: &Position) -> Position {
    position.game().position(&position.arrangement()).unwrap_or_else(|_| position.clone())
}
