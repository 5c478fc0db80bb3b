//! Positions from a setup of the game, or from an arrangement (the content of a FEN), which is validated.

use std::fmt;
use std::sync::Arc;

use super::bits::Bits;
use super::core::{Core, Status, WingBits};
use super::tables::{CastlingWing, PieceTable, SetupTable, Tables, castling_right};
use super::width::{each_width, map_width};
use super::{Arrangement, Game, Piece, Position, PositionError, StatePart, StateValue, TurnState, WrongCount};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{Arrays, SeriesMovers, SetupId};

/// Reason why a text names no start position; see [`Game::start_named`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownStart {
    /// The game has no setup of this name.
    NoSetup,
    /// The men of this setup are not shuffled: its arrays have no numbers.
    NotShuffled {
        /// The setup.
        setup: SetupId,
    },
    /// The number is too large, or no number.
    NoArray {
        /// The setup.
        setup: SetupId,
        /// The number of arrays, which are numbered from 0.
        count: u64,
    },
}

impl UnknownStart {
    /// The help, in a sentence.
    pub const fn help(&self) -> &'static str {
        match self {
            Self::NoSetup => "write the name of a setup of the game",
            Self::NotShuffled { .. } => "write the name of a setup; numbers are for those with a line `shuffled:`",
            Self::NoArray { .. } => "write a number of this range, or the name of the setup alone",
        }
    }
}

impl fmt::Display for UnknownStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSetup => f.write_str("the game has no such setup"),
            Self::NotShuffled { .. } => f.write_str("the men of the setup are not shuffled, so that it has no numbers"),
            Self::NoArray { count, .. } => write!(f, "the arrays are numbered from 0 to {}", count.saturating_sub(1)),
        }
    }
}

impl std::error::Error for UnknownStart {}

/// The most men of a kind that a position can begin with in a hand.
const MAX_IN_HAND: u16 = 1000;

impl Game {
    /// The starting position.
    pub fn start(&self) -> Position {
        self.start_of(SetupId::default())
    }

    /// The starting position of a setup; an id of another game gives the default one.
    pub fn start_of(&self, setup: SetupId) -> Position {
        let core = map_width!(&self.tables, tables => start_position(tables, setup));
        Position::new(self.clone(), core)
    }

    /// The arrays of a shuffled setup; `None` if its men are not shuffled. They are found at the first call.
    pub fn arrays(&self, setup: SetupId) -> Option<&Arrays> {
        each_width!(&self.tables, tables => {
            let (variant, index) = (&tables.variant, setup.index());
            let of_setup = || Arrays::new(variant.board, variant.black, variant.setups.get(index)?);
            tables.arrays.get(index)?.get_or_init(of_setup).as_ref()
        })
    }

    /// The position with the array of this number of a shuffled setup; `None` if there is none.
    ///
    /// ```
    /// use weakfish::{BuiltIns, builtin, load, notation::fen};
    ///
    /// let game = load(&builtin::source("fischer-random").unwrap(), &BuiltIns).unwrap();
    /// let start = game.start_of_array(Default::default(), 518).unwrap();
    /// assert_eq!(fen::write(&start), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// assert!(game.start_of_array(Default::default(), 960).is_none());
    /// ```
    pub fn start_of_array(&self, setup: SetupId, number: u64) -> Option<Position> {
        let variant = self.variant();
        let shuffled = variant.setups.get(setup.index())?;
        let men = self.arrays(setup)?.men(number, shuffled, &variant.kinds)?;
        let core = map_width!(&self.tables, tables => {
            let start = Arc::new(tables.setups[setup.index()].of_array(tables.setup_context(), &men));
            start_with(tables, setup.index(), &start)
        });
        Some(Position::new(self.clone(), core))
    }

    /// Returns the starting position named by a setup, `standard`, a setup with an array number, `standard 518`, or a number
    /// alone, `518`, for the first shuffled setup.
    ///
    /// # Errors
    ///
    /// If there is no such setup or no such array.
    pub fn start_named(&self, text: &str) -> Result<Position, UnknownStart> {
        let (setup, number) = self.find_start(text)?;
        Ok(match number {
            None => self.start_of(setup),
            Some(number) => self
                .start_of_array(setup, number)
                .ok_or(UnknownStart::NoArray { setup, count: self.arrays(setup).map_or(0, Arrays::count) })?,
        })
    }

    /// The setup and the number of the array, if any, that a text such as `standard 518` names; see [`Game::start_named`].
    ///
    /// # Errors
    ///
    /// If there is no such setup or no such array.
    pub fn find_start(&self, text: &str) -> Result<(SetupId, Option<u64>), UnknownStart> {
        let variant = self.variant();
        let (name, number) = match text.trim().rsplit_once([' ', ':']) {
            Some((name, number)) => (name.trim_end(), number),
            None if text.trim().bytes().all(|byte| byte.is_ascii_digit()) => ("", text.trim()),
            None => (text.trim(), ""),
        };
        let setup = match name {
            "" => {
                let first = variant.setups.iter().position(|setup| setup.shuffle.is_some());
                first
                    .map(|index| SetupId(index as u8))
                    .ok_or(UnknownStart::NotShuffled { setup: SetupId::default() })?
            }
            name => variant.setup_named(name).ok_or(UnknownStart::NoSetup)?,
        };
        if number.is_empty() {
            return Ok((setup, None));
        }
        let count = self.arrays(setup).ok_or(UnknownStart::NotShuffled { setup })?.count();
        let number = number.parse().ok().filter(|&number: &u64| number < count);
        Ok((setup, Some(number.ok_or(UnknownStart::NoArray { setup, count })?)))
    }

    /// The position that an arrangement describes.
    ///
    /// # Errors
    ///
    /// Every reason why the arrangement is not a legal position.
    pub fn position(&self, arrangement: &Arrangement) -> Result<Position, Vec<PositionError>> {
        let core = map_width!(&self.tables, tables => position_of_arrangement(tables, arrangement, false)?);
        Ok(Position::new(self.clone(), core))
    }

    /// The position of a problem: as [`Game::position`], but one of the sides may lack all its royal men. That side is
    /// never in check.
    ///
    /// # Errors
    ///
    /// Every reason why the arrangement is not the position of a problem.
    pub fn problem(&self, arrangement: &Arrangement) -> Result<Position, Vec<PositionError>> {
        let core = map_width!(&self.tables, tables => position_of_arrangement(tables, arrangement, true)?);
        Ok(Position::new(self.clone(), core))
    }
}

impl Position {
    /// Replaces the position by that of an arrangement. It does the work of [`Game::position`] in the memory of this position, for
    /// programs that go through many positions of a game.
    ///
    /// # Errors
    ///
    /// Every reason why the arrangement is not a legal position. The position is then unspecified until the next call.
    pub fn arrange(&mut self, arrangement: &Arrangement) -> Result<(), Vec<PositionError>> {
        each_width!(self.core_mut(), core => arrange(core, arrangement))
    }

    /// Replaces the men on the board by these and clears the history. No side can castle then, no man has its first
    /// move, and no wall stands.
    ///
    /// It does the work of [`Game::position`] without allocating, for programs that go through all positions of an
    /// ending. The result is whether this is a legal position. If it is not, the placement of the men is unspecified
    /// until the next call.
    ///
    /// ```
    /// use weakfish::engine::TurnState;
    /// use weakfish::geometry::Side;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let mut position = game.start();
    /// let board = game.variant().board;
    /// let man = |from: &str, to: &str| {
    ///     (board.parse(to).unwrap(), position.piece_at(board.parse(from).unwrap()).unwrap())
    /// };
    /// let men = [man("e1", "c7"), man("d1", "b7"), man("e8", "a8")];
    /// assert!(position.rearrange(&men, TurnState::of(Side::Black)));
    /// assert_eq!(position.outcome().unwrap().to_string(), "White has won by checkmate");
    /// // White could capture the king.
    /// assert!(!position.rearrange(&men, TurnState::of(Side::White)));
    /// ```
    pub fn rearrange(&mut self, men: &[(Square, Piece)], state: TurnState) -> bool {
        each_width!(self.core_mut(), core => rearrange(core, men, state))
    }
}

/// Puts other men on the board; see [`Position::rearrange`].
fn rearrange<const W: usize>(core: &mut Core<W>, men: &[(Square, Piece)], state: TurnState) -> bool {
    let on_board = |square: &Square| core.tables.variant.board.contains(*square);
    core.clear(Status {
        turn: state.turn,
        en_passant: state.en_passant.iter().filter(on_board).collect(),
        stationary_run: state.stationary_run,
        series: state.series,
        moved: state.moved.iter().filter(on_board).collect(),
        checks: state.checks,
        passes: state.passes,
        // The first turn of a game with series may have fewer moves.
        fullmove: if core.tables.features.any_series { 2 } else { 1 },
        ..Status::new()
    });
    for &(square, piece) in men {
        let known = usize::from(piece.number()) < core.tables.pieces.len();
        if !known || !core.tables.variant.board.contains(square) || core.men.piece_index(square) != 0 {
            return false;
        }
        let info = &core.tables.infos[usize::from(piece.number())];
        let region = core.tables.variant.kind(info.kind).stays_in;
        let region = region.and_then(|region| core.tables.variant.regions.get(region.index()));
        if region.is_some_and(|region| !region.squares[info.side].contains(square)) {
            return false;
        }
        core.put(square, piece.number());
    }
    let too_long = match core.series_bounds() {
        Some((_, max)) => state.series >= max,
        None => state.series > 0,
    };
    let legal = !too_long
        && wrong_mover(core, &core.status.moved.iter().collect::<Vec<_>>()).is_none()
        && Side::ALL.into_iter().all(|side| wrong_number_of_royals(core, side).is_none())
        && find_exposed_royal(core).is_none()
        && core.find_illegal_opposition().is_none();
    core.init_keys_and_history();
    legal
}

/// The starting position of a setup.
fn start_position<const W: usize>(tables: &Arc<Tables<W>>, setup: SetupId) -> Core<W> {
    let setup = if setup.index() < tables.setups.len() { setup.index() } else { 0 };
    start_with(tables, setup, &tables.setups[setup])
}

/// Builds the starting position from the tables of a setup or of one of its arrays.
fn start_with<const W: usize>(tables: &Arc<Tables<W>>, setup: usize, start: &Arc<SetupTable<W>>) -> Core<W> {
    let wings = start.wings.iter();
    let men = &start.men;
    let rights = wings.flat_map(|(side, wings)| {
        let stand = move |wing: &CastlingWing<W>| {
            let stands = |(on, kind): (Square, u8)| {
                let is_it = |piece: &PieceTable<W>| (piece.side, piece.kind) == (side, kind);
                men.iter().any(|&(square, piece)| square == on && is_it(&tables.pieces[usize::from(piece)]))
            };
            stands((wing.king, wing.king_kind)) && stands((wing.partner, wing.partner_kind))
        };
        let wings = wings.iter().enumerate().filter(move |(_, wing)| wing.as_ref().is_some_and(stand));
        wings.map(move |(wing, _)| castling_right(side, wing))
    });
    let rights = rights.fold(0, |all, right| all | right);
    let status = Status { turn: tables.variant.first, rights, unmoved: start.unmoved, ..Status::new() };
    let mut core = Core::empty(Arc::clone(tables), setup, Arc::clone(start), status);
    for &(square, piece) in &start.men {
        core.put(square, piece);
    }
    for &(group, number) in &start.hands {
        core.hands.set(group, number);
    }
    core.init_keys_and_history();
    core
}

// Makes a position from an arrangement, or finds every reason why it is not one.

/// The position that an arrangement describes. In a problem, one of the sides may lack its royal men.
fn position_of_arrangement<const W: usize>(
    tables: &Arc<Tables<W>>,
    arrangement: &Arrangement,
    is_problem: bool,
) -> Result<Core<W>, Vec<PositionError>> {
    let (setup, start) = start_of_arrangement(tables, arrangement)?;
    let mut core = Core::empty(Arc::clone(tables), setup, start, status_of_arrangement(tables, arrangement));
    fill(&mut core, arrangement, is_problem)?;
    Ok(core)
}

/// Makes a position anew from an arrangement; see [`Position::arrange`].
fn arrange<const W: usize>(core: &mut Core<W>, arrangement: &Arrangement) -> Result<(), Vec<PositionError>> {
    let (setup, start) = start_of_arrangement(&core.tables, arrangement)?;
    let status = status_of_arrangement(&core.tables, arrangement);
    core.restart(setup, start, status);
    fill(core, arrangement, false)
}

/// A setup with its tables.
type Start<const W: usize> = (usize, Arc<SetupTable<W>>);

/// The setup of an arrangement.
fn start_of_arrangement<const W: usize>(
    tables: &Tables<W>,
    arrangement: &Arrangement,
) -> Result<Start<W>, Vec<PositionError>> {
    let setup = arrangement.setup.index();
    let Some(start) = tables.setups.get(setup) else { return Err(vec![PositionError::UnknownSetup]) };
    let shuffled = tables.variant.setups.get(setup).filter(|setup| setup.shuffle.is_some());
    let start = match shuffled {
        Some(shuffled) => Arc::new(start.for_shuffled_start(tables.setup_context(), shuffled, arrangement)),
        None => Arc::clone(start),
    };
    Ok((setup, start))
}

/// Puts the men of an arrangement into a position without men that has its status.
fn fill<const W: usize>(
    core: &mut Core<W>,
    arrangement: &Arrangement,
    is_problem: bool,
) -> Result<(), Vec<PositionError>> {
    let mut errors = Vec::new();
    place_men(core, arrangement, &mut errors);
    fill_hands(core, arrangement, &mut errors);
    check_royals(core, is_problem, &mut errors);
    check_castling_rights(core, arrangement, &mut errors);
    check_unmoved(core, arrangement, &mut errors);
    errors.extend(wrong_mover(core, &arrangement.moved));
    check_walls(core, arrangement, &mut errors);
    check_counters(core, arrangement, &mut errors);
    if errors.is_empty() {
        check_en_passant(core, arrangement, &mut errors);
        if let Some(royal) = find_exposed_royal(core) {
            errors.push(PositionError::RoyalAttacked(royal));
        }
        if let Some((watcher, watched)) = core.find_illegal_opposition() {
            errors.push(PositionError::Opposition(watcher, watched));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    if !arrangement.unmoved_complete {
        core.status.unmoved |= core.unmoved_castling_men();
    }
    core.init_keys_and_history();
    Ok(())
}

/// A royal man of the side that has just moved, if that side has left it attacked.
fn find_exposed_royal<const W: usize>(core: &Core<W>) -> Option<Square> {
    if core.status.series > 0 {
        return None;
    }
    let royal = core.find_attacked_royal(!core.status.turn)?;
    // The move that killed the opponent's last royal man may have left its own side in check.
    if core.tables.features.loses_royals[core.status.turn] && core.royals(core.status.turn).is_empty() {
        return None;
    }
    // A player may even pass in check where that has ended the game.
    let accepted = core.status.passes > 0 && core.tables.features.accepts_opposition && core.must_break_opposition();
    (!accepted).then_some(royal)
}

/// The status that an arrangement describes.
fn status_of_arrangement<const W: usize>(tables: &Tables<W>, arrangement: &Arrangement) -> Status<W> {
    let mut status = Status { turn: arrangement.turn, rights: WingBits::of(arrangement.castling).0, ..Status::new() };
    let on_board: SquareSet = tables.variant.board.squares().collect();
    for &part in StatePart::ALL {
        status.set_part(part, arrangement.part(part).on(on_board));
    }
    let unmoved = [StatePart::Unmoved, StatePart::Once].map(|part| arrangement.part(part).on(on_board).squares());
    status.unmoved = Bits::from_set(unmoved[0].union(unmoved[1]));
    status
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
        let kind = tables.variant.kinds.get(man.kind.index()).filter(|kind| kind.sides[man.side]);
        let Some(kind) = kind else {
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

/// Puts the men of an arrangement in hand, and collects those that can't be there.
fn fill_hands<const W: usize>(core: &mut Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    let start = Arc::clone(&core.start);
    for (side, hand) in arrangement.hands.iter() {
        for &(kind, number) in hand {
            match start.drops[side].iter().find(|drop| drop.rule.kind == kind) {
                Some(drop) if number <= MAX_IN_HAND => {
                    core.hands.set(drop.group, core.hands.of_group(drop.group).saturating_add(number).min(MAX_IN_HAND));
                }
                _ => errors.push(PositionError::Hand { side, kind }),
            }
        }
    }
}

/// Checks the numbers of royal men. In a problem, one of the sides may have none.
fn check_royals<const W: usize>(core: &Core<W>, is_problem: bool, errors: &mut Vec<PositionError>) {
    let wrong = PerSide::from_fn(|side| wrong_number_of_royals(core, side));
    for (side, number) in wrong.iter() {
        let Some((found, expected)) = *number else { continue };
        let opponent_has_all = wrong[!side].is_none() && core.start.royals[!side] > 0;
        if !(is_problem && found == 0 && opponent_has_all) {
            errors.push(PositionError::RoyalMen { side, found, expected });
        }
    }
}

/// The number of royal men that a side has and the number in the setup, if it can't have so many.
fn wrong_number_of_royals<const W: usize>(core: &Core<W>, side: Side) -> Option<(usize, usize)> {
    let expected = core.start.royals[side];
    let always = core.tables.royalties[side].iter().filter(|(_, royalty)| royalty.is_constant());
    let number = |group| core.men.of_group(group).len() as usize + usize::from(core.hands.of_group(group));
    let found = always.map(|&(group, _)| number(group)).sum();
    // Promotions can add royal men, and none is ever captured; but some may have died.
    let more = found > expected && core.tables.features.gains_royals[side];
    let fewer = found < expected && core.tables.features.loses_royals[side];
    (found != expected && !more && !fewer).then_some((found, expected))
}

/// Checks that each castling right has its king and partner on their squares.
fn check_castling_rights<const W: usize>(core: &Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    for (side, rights) in arrangement.castling.iter() {
        let partners = arrangement.partners[side];
        for (number, has, named) in
            [(0, rights.first_file, partners.first_file), (1, rights.last_file, partners.last_file)]
        {
            let wing = core.start.wings[side][number].as_ref();
            let stands = |square, kind| {
                core.men.piece_index(square) != 0
                    && core.piece_table(square).side == side
                    && core.piece_table(square).kind == kind
            };
            let whole =
                wing.is_some_and(|wing| stands(wing.king, wing.king_kind) && stands(wing.partner, wing.partner_kind));
            let whole = whole && named.is_none_or(|named| wing.is_some_and(|wing| wing.partner == named));
            if has && !whole {
                errors.push(PositionError::Castling { side, last_file: number == 1 });
            }
        }
    }
}

/// Checks that men with a first move stand as they stood in the setup, and that those with one once a game are such men.
fn check_unmoved<const W: usize>(core: &Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    let setup = &core.start;
    let moves_once = |&square: &Square| {
        core.tables.variant.board.contains(square)
            && core.men.piece_index(square) != 0
            && core.piece_table(square).moves_once_a_game()
    };
    let stands_so = |&square: &Square| {
        let known = core.tables.variant.board.contains(square) && setup.unmoved.contains(square);
        known && !moves_once(&square) && setup.men.contains(&(square, core.men.piece_index(square)))
    };
    errors.extend(arrangement.unmoved.iter().copied().filter(|square| !stands_so(square)).map(PositionError::Unmoved));
    let once = arrangement.once_a_game.iter().copied();
    errors.extend(once.filter(|square| !moves_once(square)).map(PositionError::OnceAGame));
}

/// The error of the squares of men marked as moved in the present series, if there is one.
fn wrong_mover<const W: usize>(core: &Core<W>, moved: &[Square]) -> Option<PositionError> {
    let movers = core.series_rule().map_or(SeriesMovers::Any, |rule| rule.movers);
    // Castling moves two men.
    let most = match movers {
        SeriesMovers::Any => 0,
        SeriesMovers::Same => 2 * core.status.series.min(1),
        SeriesMovers::Different => core.status.series.saturating_mul(2),
    };
    let own = core.men.of_side(core.status.turn);
    let board = core.tables.variant.board;
    let wrong = |&(number, &square): &(usize, &Square)| {
        number >= usize::from(most) || !board.contains(square) || !own.contains(square)
    };
    if let Some((_, &square)) = moved.iter().enumerate().find(wrong) {
        return Some(PositionError::Moved(square));
    }
    let missing = movers == SeriesMovers::Same && core.status.series > 0 && moved.is_empty();
    missing.then_some(PositionError::MoverMissing)
}

/// Checks that walls stand on empty squares of a game that has walls, and no more of them than it can have.
fn check_walls<const W: usize>(core: &Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    let tables = &core.tables;
    let possible = |square: Square| {
        tables.features.walls && tables.variant.board.contains(square) && core.men.piece_index(square) == 0
    };
    let most = if core.moves_walls() { 1 } else { usize::MAX };
    let wrong = arrangement.walls.iter().enumerate().filter(|&(number, &square)| number >= most || !possible(square));
    errors.extend(wrong.map(|(_, &square)| PositionError::Wall(square)));
}

/// Checks the counters and the number of the move.
fn check_counters<const W: usize>(core: &Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    if arrangement.fullmove == 0 {
        errors.push(PositionError::Fullmove);
    }
    let turn = arrangement.turn;
    let too_long = match core.series_bounds() {
        Some((_, most)) => arrangement.series >= most,
        None => arrangement.series > 0,
    };
    for &part in StatePart::ALL {
        let value = arrangement.part(part);
        let sides = match value {
            StateValue::Counts(_) | StateValue::Sides(_) | StateValue::Wings(_) => &Side::ALL[..],
            StateValue::Number(_) | StateValue::Pair(_) | StateValue::Squares(_) => &[turn],
        };
        errors.extend(sides.iter().filter_map(|&side| {
            let (count, most) = (value.count(side), u32::MAX);
            let odd = part == StatePart::Series && too_long || part == StatePart::Count && arrangement.count_limit == 0;
            let odd = (odd && count > 0).then_some(WrongCount { part, side, count, most });
            part.wrong_count((&core.tables.variant, &core.tables.facts), side, count).or(odd).map(PositionError::Count)
        }));
    }
}

/// Checks that the en passant squares are as a long step leaves them, made by the side that is not to move, or in its series.
fn check_en_passant<const W: usize>(core: &Core<W>, arrangement: &Arrangement, errors: &mut Vec<PositionError>) {
    let inside_series = core.status.series > 0;
    let only_move = !inside_series && core.status.last_series <= 1;
    let side = if inside_series { core.status.turn } else { !core.status.turn };
    let impossible: Bits<W> = core.impossible_en_passant(side, inside_series, only_move).collect();
    let wrong = |square: &Square| !core.tables.variant.board.contains(*square) || impossible.contains(*square);
    errors.extend(arrangement.en_passant.iter().copied().filter(wrong).map(PositionError::EnPassant));
}
