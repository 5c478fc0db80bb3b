//! Positions from a setup of the game, or from an arrangement (the content of a FEN), which is validated.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bits::Bits;
use super::core::{Core, Status};
use super::tables::{Tables, castling_right};
use super::width::map_width;
use super::{Game, Position};
use crate::geometry::{PerSide, Side, Square};
use crate::model::{ManState, PlacedMan, SetupId};

/// The content of a FEN, which may or may not be a legal position; see [`Game::position`](super::Game::position).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Arrangement {
    /// The setup the game began from. It determines the squares of castling partners and what men promote to.
    pub setup: SetupId,
    /// The men, in any order.
    pub men: Vec<PlacedMan>,
    /// The side to move.
    pub turn: Side,
    /// Castling rights that remain: for each side, toward the last file (`K`) and toward the first (`Q`).
    pub castling: PerSide<CastlingRights>,
    /// Squares crossed by long steps, where captures en passant may be possible; where such steps go other ways than
    /// straight forward, also those of the men that made them.
    pub en_passant: Vec<Square>,
    /// Plies since progress was made; what counts as progress is a rule of the variant.
    pub halfmove: u32,
    /// The number of the move, counted from 1.
    pub fullmove: u32,
    /// The number of stationary moves that each side has made in a row.
    pub stationary_run: PerSide<u8>,
    /// The length of the opponent's last series. Where series grow each turn, the full length it could have had.
    pub last_series: u16,
    /// Moves made in the present series.
    pub series: u16,
    /// Completed series in a row without progress.
    pub quiet_series: u16,
    /// The checks each side has given, in games that count them.
    pub checks: PerSide<u8>,
    /// Passes in a row, one by each side, in games that count them: 0, 1 or 2.
    #[serde(default)]
    pub passes: u8,
    /// Plies counted so far by the count of moves that runs.
    #[serde(default)]
    pub counted: u16,
    /// The limit of that count, in plies; 0 while none runs.
    #[serde(default)]
    pub count_limit: u16,
    /// Squares of the men that have never moved and still have their first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmoved: Vec<Square>,
}

/// Castling rights of a side, by wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CastlingRights {
    /// Toward the last file, written `K`.
    pub last_file: bool,
    /// Toward the first file, written `Q`.
    pub first_file: bool,
}

/// A reason why an [`Arrangement`] is not a legal position.
///
/// `Display` is one sentence without the names of men and squares, since these belong to the game;
/// [`explain_position_error`](crate::notation::explain_position_error) has the sentence with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PositionError {
    /// The variant has no such setup.
    UnknownSetup,
    /// A square is not on the board.
    OffBoard(Square),
    /// Two men are on one square.
    TwoMen(Square),
    /// The side does not have this kind of men.
    UnknownMan(Square),
    /// The man cannot be in this state.
    UnknownState(Square, ManState),
    /// The number of royal men of a side differs from that of the setup.
    RoyalMen {
        /// The side with the wrong number.
        side: Side,
        /// The number on the board.
        found: usize,
        /// The number in the setup.
        expected: usize,
    },
    /// The side that has just moved has left the royal man on this square attacked.
    RoyalAttacked(Square),
    /// A castling right without the king and the partner on their squares, or in a game without castling.
    Castling {
        /// The side that has the right.
        side: Side,
        /// Whether the right is toward the last file.
        last_file: bool,
    },
    /// No long step can have crossed this square in the last turn.
    EnPassant(Square),
    /// The number of the move is 0.
    Fullmove,
    /// More stationary moves in a row than the rules allow, or in a game that does not count them.
    StationaryRun(Side),
    /// A series cannot have this length here, or the game has no series.
    Series,
    /// More passes in a row than end the game, or passes in a game that does not count them.
    Passes,
    /// A count of moves without a limit, or in a game that has no such count.
    Count,
    /// No man stands here that could still have its first move.
    Unmoved(Square),
    /// Two men face each other although they may not: the squares of the watcher and of the watched man.
    Opposition(Square, Square),
    /// A man stands outside the region it may not leave.
    OutsideRegion(Square),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownSetup => "the game has no such setup",
            Self::OffBoard(_) => "a square is not on the board",
            Self::TwoMen(_) => "two men stand on one square",
            Self::UnknownMan(_) => "a side has a man of a kind that it does not have in this game",
            Self::UnknownState(..) => "a man is in a state in which it can't be",
            Self::RoyalMen { side, found, expected } => {
                return write!(f, "{side} has {found} royal men, and the setup has {expected}");
            }
            Self::RoyalAttacked(_) => "the side that has just moved has left a royal man attacked",
            Self::Castling { side, .. } => return write!(f, "{side} can't have this castling right"),
            Self::EnPassant(_) => "no long step can have crossed a square given for captures en passant",
            Self::Fullmove => "moves are counted from 1",
            Self::StationaryRun(side) => return write!(f, "{side} can't have made so many stationary moves in a row"),
            Self::Series => "a series can't have this length here",
            Self::Passes => "so many passes in a row can't have been made",
            Self::Count => "moves can't have been counted so far",
            Self::Unmoved(_) => "a man that still has its first move is not where it started",
            Self::Opposition(..) => "two men face each other that may not",
            Self::OutsideRegion(_) => "a man stands outside of the region that it may not leave",
        })
    }
}

impl std::error::Error for PositionError {}

impl Game {
    /// The starting position.
    pub fn start(&self) -> Position {
        self.start_of(SetupId::default())
    }

    /// The starting position of a setup; an id of another game gives the default one.
    pub fn start_of(&self, setup: SetupId) -> Position {
        let core = map_width!(&self.tables, tables => start(tables, setup));
        Position::new(self.clone(), core)
    }

    /// The position that an arrangement describes.
    ///
    /// # Errors
    ///
    /// Every reason why the arrangement is not a legal position.
    pub fn position(&self, arrangement: &Arrangement) -> Result<Position, Vec<PositionError>> {
        let core = map_width!(&self.tables, tables => core_of_arrangement(tables, arrangement)?);
        Ok(Position::new(self.clone(), core))
    }
}

/// The starting position of a setup.
fn start<const W: usize>(tables: &Arc<Tables<W>>, setup: SetupId) -> Core<W> {
    let setup = if setup.index() < tables.setups.len() { setup.index() } else { 0 };
    let wings = tables.setups[setup].wings.iter();
    let rights = wings.flat_map(|(side, wings)| {
        wings.iter().enumerate().filter(|(_, wing)| wing.is_some()).map(move |(wing, _)| castling_right(side, wing))
    });
    let rights = rights.fold(0, |all, right| all | right);
    let status = Status { turn: tables.variant.first, rights, unmoved: tables.setups[setup].unmoved, ..Status::new() };
    let mut core = Core::empty(Arc::clone(tables), setup, status);
    for &(square, piece) in &tables.setups[setup].men {
        core.put(square, piece);
    }
    core.init_keys_and_history();
    core
}

// Makes a position from an arrangement, or finds every reason why it is not one.

/// The position that an arrangement describes.
fn core_of_arrangement<const W: usize>(
    tables: &Arc<Tables<W>>,
    arrangement: &Arrangement,
) -> Result<Core<W>, Vec<PositionError>> {
    let setup = arrangement.setup.index();
    if setup >= tables.setups.len() {
        return Err(vec![PositionError::UnknownSetup]);
    }
    let mut errors = Vec::new();
    let mut core = Core::empty(Arc::clone(tables), setup, status_of_arrangement(tables, arrangement));
    place_men(&mut core, arrangement, &mut errors);
    check_royals(&core, &mut errors);
    check_castling_rights(&core, arrangement, &mut errors);
    check_unmoved(&core, arrangement, &mut errors);
    check_counters(&core, arrangement, &mut errors);
    if errors.is_empty() {
        check_en_passant(&core, arrangement, &mut errors);
        let waiting = !arrangement.turn;
        // A player may even pass in check where that has ended the game.
        let accepted =
            core.status.passes > 0 && core.tables.features.accepts_opposition && core.must_break_opposition();
        if let Some(royal) = core.attacked_royal(waiting).filter(|_| core.status.series == 0 && !accepted) {
            errors.push(PositionError::RoyalAttacked(royal));
        }
        if let Some((watcher, watched)) = core.faced_illegally() {
            errors.push(PositionError::Opposition(watcher, watched));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    core.init_keys_and_history();
    Ok(core)
}

/// The status that an arrangement describes.
fn status_of_arrangement<const W: usize>(tables: &Tables<W>, arrangement: &Arrangement) -> Status<W> {
    let rights = arrangement.castling.iter().flat_map(|(side, rights)| {
        let CastlingRights { last_file, first_file } = *rights;
        [(0, first_file), (1, last_file)].map(|(wing, has)| if has { castling_right(side, wing) } else { 0 })
    });
    let on_board = |square: &Square| tables.variant.board.contains(*square);
    Status {
        turn: arrangement.turn,
        rights: rights.fold(0, |all, right| all | right),
        unmoved: arrangement.unmoved.iter().copied().filter(on_board).collect(),
        en_passant: arrangement.en_passant.iter().copied().filter(on_board).collect(),
        halfmove: arrangement.halfmove,
        fullmove: arrangement.fullmove,
        stationary_run: arrangement.stationary_run,
        last_series: arrangement.last_series,
        series: arrangement.series,
        quiet_series: arrangement.quiet_series,
        checks: arrangement.checks,
        passes: arrangement.passes,
        counted: arrangement.counted,
        count_limit: arrangement.count_limit,
        ..Status::new()
    }
}

/// Puts the men of an arrangement on the board, and collects the reasons why one can't stand there.
fn place_men<const W: usize>(core: &mut Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    let tables = Arc::clone(&core.tables);
    for man in &arrangement.men {
        let square = man.square;
        if !tables.variant.board.contains(square) {
            errors.push(PositionError::OffBoard(square));
            continue;
        }
        let known = tables.variant.kinds.get(man.kind.index()).filter(|kind| kind.sides[man.side]);
        let Some(kind) = known else {
            errors.push(PositionError::UnknownMan(square));
            continue;
        };
        let Some(piece) = tables.piece(man.side, man.kind.0, &man.state) else {
            errors.push(PositionError::UnknownState(square, man.state.clone()));
            continue;
        };
        if core.men.piece_index(square) != 0 {
            errors.push(PositionError::TwoMen(square));
            continue;
        }
        let region = kind.stays_in.and_then(|region| tables.variant.regions.get(region.index()));
        if region.is_some_and(|region| !region.squares[man.side].contains(square)) {
            errors.push(PositionError::OutsideRegion(square));
        }
        core.put(square, piece);
    }
}

/// Checks the numbers of royal men.
fn check_royals<const W: usize>(core: &Core<W>, errors: &mut Vec<PositionError>) {
    for (side, &expected) in core.tables.setups[core.setup].royals.iter() {
        let always = core.tables.royalties[side].iter().filter(|(_, royalty)| royalty.is_constant());
        let found = always.map(|&(group, _)| core.men.of_group(group).len() as usize).sum();
        // Promotions can add royal men, and none is ever captured.
        let more = found > expected && core.tables.features.gains_royals[side];
        if found != expected && !more {
            errors.push(PositionError::RoyalMen { side, found, expected });
        }
    }
}

/// Checks that each castling right has its king and partner on their squares.
fn check_castling_rights<const W: usize>(core: &Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    for (side, rights) in arrangement.castling.iter() {
        for (number, has) in [(0, rights.first_file), (1, rights.last_file)] {
            let wing = core.tables.setups[core.setup].wings[side][number].as_ref();
            let stands = |square, kind| {
                core.men.piece_index(square) != 0
                    && core.piece_table(square).side == side
                    && core.piece_table(square).kind == kind
            };
            let whole =
                wing.is_some_and(|wing| stands(wing.king, wing.king_kind) && stands(wing.partner, wing.partner_kind));
            if has && !whole {
                errors.push(PositionError::Castling { side, last_file: number == 1 });
            }
        }
    }
}

/// A man that has never moved stands as it stood in the setup.
fn check_unmoved<const W: usize>(core: &Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    let setup = &core.tables.setups[core.setup];
    let stands_so = |&square: &Square| {
        let known = core.tables.variant.board.contains(square) && setup.unmoved.contains(square);
        known && setup.men.contains(&(square, core.men.piece_index(square)))
    };
    errors.extend(arrangement.unmoved.iter().copied().filter(|square| !stands_so(square)).map(PositionError::Unmoved));
}

/// Checks the counters and the number of the move.
fn check_counters<const W: usize>(core: &Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    let rules = &core.tables.variant.rules;
    if arrangement.fullmove == 0 {
        errors.push(PositionError::Fullmove);
    }
    for (side, &stationary_run) in arrangement.stationary_run.iter() {
        let max = rules.must_move.map_or(0, |in_moves| in_moves.saturating_sub(1));
        if stationary_run > max {
            errors.push(PositionError::StationaryRun(side));
        }
    }
    if arrangement.passes > if core.tables.features.counts_passes { 2 } else { 0 } {
        errors.push(PositionError::Passes);
    }
    let (counted, limit) = (arrangement.counted, arrangement.count_limit);
    if limit > 0 && !core.tables.features.counts_moves || limit == 0 && counted > 0 {
        errors.push(PositionError::Count);
    }
    let counted = (arrangement.last_series, arrangement.series, arrangement.quiet_series) != (0, 0, 0);
    let any_series = rules.has_series();
    let too_long = match core.series_bounds() {
        Some((_, max)) => arrangement.series >= max,
        None => arrangement.series > 0,
    };
    if counted && !any_series || any_series && too_long {
        errors.push(PositionError::Series);
    }
}

/// The en passant squares are as a long step leaves them, made by the side that is not to move, or in its series.
fn check_en_passant<const W: usize>(core: &Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    let inside_series = core.status.series > 0;
    let only_move = !inside_series && core.status.last_series <= 1;
    let side = if inside_series { core.status.turn } else { !core.status.turn };
    let impossible: Bits<W> = core.impossible_en_passant(side, inside_series, only_move).collect();
    let wrong = |square: &Square| !core.tables.variant.board.contains(*square) || impossible.contains(*square);
    errors.extend(arrangement.en_passant.iter().copied().filter(wrong).map(PositionError::EnPassant));
}
