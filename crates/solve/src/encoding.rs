//! Exact keys of positions: two positions have the same bytes only if the rules can't tell them apart.

use weakfish::engine::{Game, Piece, Position};
use weakfish::geometry::Side;
use weakfish::model::Condition;

/// The fewest plies after which a position can recur where no side can pass: each side moves there and back.
const CYCLE: u32 = 4;

/// The fewest plies after which a position can recur where a side can pass.
const CYCLE_WITH_PASSES: u32 = 2;

/// The parts of a position's state that belong to its key.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part of the key, not a state")]
pub(crate) struct Encoding {
    /// Bytes of the set of occupied squares.
    square_bytes: usize,
    /// Whether pieces have numbers above 255.
    wide: bool,
    /// Whether plies without progress count within the horizon.
    halfmove: bool,
    quiet_series: bool,
    stationary_runs: bool,
    series: bool,
    /// Which men may move depends on those that have moved in the series.
    movers: bool,
    checks: bool,
    passes: bool,
    counts: bool,
    lapsed: bool,
    castled: bool,
    walls: bool,
    /// Whether positions with equal keys can be merged: no position recurs so often within the horizon that a rule looks
    /// at it.
    pub(crate) merges: bool,
}

impl Encoding {
    /// The key of positions up to `horizon` plies after `root`, whose past is forgotten; `None` is no bound.
    pub(crate) fn new(root: &Position, horizon: Option<u32>) -> Self {
        let mut encoding = Self::without_counters(root);
        let facts = root.game().facts();
        let reaches = |now: u32, limit: Option<u32>| {
            limit.is_some_and(|limit| horizon.is_none_or(|plies| now.saturating_add(plies) >= limit))
        };
        encoding.quiet_series = reaches(root.quiet_series().into(), facts.quiet.series.map(u32::from));
        encoding.halfmove = encoding.quiet_series || reaches(root.halfmove(), facts.quiet.plies);
        encoding.merges = !repetition_matters(root.game(), horizon);
        encoding
    }

    /// The key of positions without the counters of quiet plies and series.
    pub(crate) fn without_counters(root: &Position) -> Self {
        let game = root.game();
        let variant = game.variant();
        let facts = game.facts();
        let cells = usize::from(variant.board.files()) * usize::from(variant.board.ranks());
        Self {
            square_bytes: cells.div_ceil(8),
            wide: game.pieces().count() > 254,
            halfmove: false,
            quiet_series: false,
            stationary_runs: facts.turns.stationary_limit.is_some(),
            series: facts.series.any,
            movers: facts.series.limit_movers,
            checks: facts.counts.checks,
            passes: facts.turns.passing,
            counts: facts.counts.moves,
            lapsed: facts.results.claims_lapse,
            castled: facts.castling.noted,
            walls: facts.walls.any(),
            merges: true,
        }
    }

    /// Writes the key of a position in place of what `key` holds.
    pub(crate) fn write(&self, position: &Position, key: &mut Vec<u8>) {
        key.clear();
        let occupied = position.occupied();
        let bytes = occupied.words().into_iter().flat_map(u64::to_le_bytes);
        key.extend(bytes.take(self.square_bytes));
        for square in occupied.iter() {
            let piece = position.piece_at(square).map_or(0, Piece::number);
            key.push(piece as u8);
            if self.wide {
                key.push((piece >> 8) as u8);
            }
        }
        // The kinds of men tell apart who has never moved, and who still has a move once a game.
        let (en_passant, unmoved) = (position.en_passant(), position.unmoved().union(position.once_a_game()));
        let mut flags = u8::from(position.turn() == Side::Black);
        for (index, side) in Side::ALL.into_iter().enumerate() {
            let rights = position.castling_rights(side);
            flags |= u8::from(rights.first_file) << (2 * index + 1) | u8::from(rights.last_file) << (2 * index + 2);
        }
        flags |= u8::from(!en_passant.is_empty()) << 5 | u8::from(!unmoved.is_empty()) << 6;
        flags |= u8::from(self.series && position.fullmove() == 1) << 7;
        key.push(flags);
        if self.walls {
            let bytes = position.walls().words().into_iter().flat_map(u64::to_le_bytes);
            key.extend(bytes.take(self.square_bytes));
        }
        for squares in [en_passant, unmoved] {
            if !squares.is_empty() {
                let bytes = squares.words().into_iter().flat_map(u64::to_le_bytes);
                key.extend(bytes.take(self.square_bytes));
            }
        }
        if self.halfmove {
            key.extend(position.halfmove().to_le_bytes());
        }
        if self.quiet_series {
            key.extend(position.quiet_series().to_le_bytes());
        }
        if self.series {
            key.extend(position.series().to_le_bytes());
            key.extend(position.last_series().to_le_bytes());
        }
        if self.movers {
            let bytes = position.moved().words().into_iter().flat_map(u64::to_le_bytes);
            key.extend(bytes.take(self.square_bytes));
        }
        if self.stationary_runs {
            key.extend(Side::ALL.map(|side| position.stationary_run(side)));
        }
        if self.checks {
            key.extend(Side::ALL.map(|side| position.checks_given(side)));
        }
        if self.passes {
            key.push(position.passes());
        }
        if self.lapsed {
            key.extend(Side::ALL.map(|side| u8::from(position.has_lapsed_claim(side))));
        }
        if self.castled {
            let bits = |side: Side| {
                let wings = position.castled(side);
                u8::from(wings.first_file) | u8::from(wings.last_file) << 1
            };
            key.extend(Side::ALL.map(bits));
        }
        if self.counts {
            let (counted, limit) = position.move_count().unwrap_or_default();
            key.extend(counted.to_le_bytes());
            key.extend(limit.to_le_bytes());
        }
    }
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

/// The position without what happened before it.
pub(crate) fn without_past(position: &Position) -> Position {
    position.game().position(&position.arrangement()).unwrap_or_else(|_| position.clone())
}
