//! State of a position other than the men: side to move, rights, counters, keys.

use super::{Arrangement, CastlingRights, Core, Position, each_width};
use crate::engine::tables::{Zobrist, right};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{PlacedMan, SetupId};

impl Position {
    /// The key for a transposition table: [`Position::repetition_key`] and, in games that limit them, the stationary
    /// moves of each side in a row.
    ///
    /// Positions with the same hash have the same legal moves, except that where repetition is illegal a move can be
    /// barred by an earlier position. Endings by counters and by repetition depend on more than it holds.
    pub fn hash(&self) -> u64 {
        each_width!(&self.core, core => {
            let key = core.keys().all;
            let run = core.status.stationary_run;
            if core.tables.features.counts_stationary { key ^ Zobrist::stationary_runs(run.white, run.black) } else { key }
        })
    }
}

accessors! {
    /// Everything that is needed to set it up again, except the history.
    fn arrangement() -> Arrangement = |core| arrangement(core);

    /// The setup that the game began from.
    fn setup() -> SetupId = |core| SetupId(core.setup as u8);

    /// The side to move.
    fn turn() -> Side = |core| core.status.turn;

    /// The castling rights of a side, as far as its king and partners have not moved.
    fn castling_rights(side: Side) -> CastlingRights = |core| castling_rights(core.status.rights, side);

    /// The squares crossed by long steps: the opponent's of its last turn or, inside a series, one's own. A capture en
    /// passant on one of them need not be possible. If long steps lead elsewhere than straight forward, the squares of
    /// the men that made them are included.
    fn en_passant() -> SquareSet = |core| core.status.en_passant.to_set();

    /// The squares of the men that have never moved and still have their first move.
    fn unmoved() -> SquareSet = |core| core.status.unmoved.to_set();

    /// Plies since progress was made; what counts as progress is a rule of the game.
    fn halfmove() -> u32 = |core| core.status.halfmove;

    /// The number of the move, from 1. It goes up after each turn of Black.
    fn fullmove() -> u32 = |core| core.status.fullmove;

    /// The number of stationary moves that a side has made in a row; 0 in games that do not count them.
    fn stationary_run(side: Side) -> u8 = |core| core.status.stationary_run[side];

    /// The number of moves made in the present series.
    fn series() -> u16 = |core| core.status.series;

    /// The length of the opponent's last series. Where series grow each turn, the full length that it could have had.
    fn last_series() -> u16 = |core| core.status.last_series;

    /// The fewest and the most moves that the present series can have; `None` for a side that plays no series.
    fn series_bounds() -> Option<(u16, u16)> = |core| core.series_bounds();

    /// Completed series in a row without progress.
    fn quiet_series() -> u16 = |core| core.status.quiet_series;

    /// The checks that a side has given; 0 in games that do not count them.
    fn checks_given(side: Side) -> u8 = |core| core.status.checks[side];

    /// The number of passes in a row, one by each side; 0 in games that do not count them.
    fn passes() -> u8 = |core| core.status.passes;

    /// The count of moves that runs while few men are left, and its limit, in plies; `None` while no such count runs.
    fn count() -> Option<(u16, u16)> = |core| {
        (core.status.count_limit > 0).then_some((core.status.counted, core.status.count_limit))
    };

    /// The key by which positions are repetitions of each other, made as Zobrist proposed it (1970).
    ///
    /// Hashed are men and their states, side to move, castling rights, which men have their first move, squares where a
    /// capture en passant is legal (FIDE Laws of Chess, 9.2), the moves made in the series, the length of the last one
    /// where the next depends on it, and the checks given and passes in a row that are counted; endings by repetition
    /// leave out the passes. Plies, move numbers, stationary moves and earlier positions are not hashed. Keys of
    /// different games, or of different versions of this library, cannot be compared.
    fn repetition_key() -> u64 = |core| core.keys().all;
}

const fn castling_rights(rights: u8, side: Side) -> CastlingRights {
    CastlingRights { last_file: rights & right(side, 1) != 0, first_file: rights & right(side, 0) != 0 }
}

fn arrangement<const W: usize>(core: &Core<W>) -> Arrangement {
    let status = &core.status;
    let man = |square: Square| {
        let info = &core.tables.infos[usize::from(core.men.at(square))];
        PlacedMan { square, side: info.side, kind: info.kind, state: info.state.clone() }
    };
    Arrangement {
        setup: SetupId(core.setup as u8),
        men: core.men.all().iter().map(man).collect(),
        turn: status.turn,
        castling: PerSide::from_fn(|side| castling_rights(status.rights, side)),
        en_passant: status.en_passant.iter().collect(),
        halfmove: status.halfmove,
        fullmove: status.fullmove,
        stationary_run: status.stationary_run,
        last_series: status.last_series,
        series: status.series,
        quiet_series: status.quiet_series,
        checks: status.checks,
        passes: status.passes,
        counted: status.counted,
        count_limit: status.count_limit,
        unmoved: status.unmoved.iter().collect(),
    }
}
