//! A position as programs use it: playing, men, status, counters, queries for searches, legal moves.

use std::ops::ControlFlow;

use serde::Serialize;

use super::bits::Bits;
use super::core::{Core, Selection, WingBits};
use super::tables::castling_right;
use super::width::{AnyCore, each_width};
use super::{
    Arrangement, CastlingPartners, CastlingRights, Claim, Game, IllegalMove, ManChange, ManMove, Move, MoveList,
    MoveSets, Outcome, Piece, StatePart, StateValue, TurnState, Verdict,
};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{Ending, KindId, PlacedMan, SetupId};
use crate::random::SplitMix64;

/// Declares methods of [`Position`] that call its core of any width.
macro_rules! accessors {
    ($(
        $(#[$attribute:meta])*
        fn $name:ident($($argument:ident: $type:ty)?) -> $result:ty = |$core:ident| $value:expr;
    )*) => {
        impl Position {
            $($(#[$attribute])*
            pub fn $name(&self, $($argument: $type)?) -> $result {
                $crate::engine::width::each_width!(&self.core, $core => $value)
            })*
        }
    };
}

/// A position of a game, with the history that its rules depend on.
///
/// A program that searches keeps one position, and makes and unmakes moves on it:
///
/// ```
/// use weakfish::engine::{MoveList, Position};
/// use weakfish::{BuiltIns, builtin, load};
///
/// /// The number of sequences of as many plies as there are lists.
/// fn count(position: &mut Position, lists: &mut [MoveList]) -> u64 {
///     let Some((list, rest)) = lists.split_first_mut() else { return 1 };
///     position.legal_moves().list_into(list);
///     let mut nodes = 0;
///     for mv in &*list {
///         let undo = position.make(mv);
///         nodes += count(position, rest);
///         position.unmake(undo);
///     }
///     nodes
/// }
///
/// let mut position = load(&builtin::source("demichess").unwrap(), &BuiltIns).unwrap().start();
/// assert_eq!(count(&mut position, &mut vec![MoveList::new(); 3]), position.perft(3));
/// ```
#[derive(Clone)]
pub struct Position {
    game: Game,
    core: AnyCore,
}

/// Undo information of a move; see [`Position::make`].
#[derive(Clone, Debug)]
pub struct Undo {
    /// The number of moves made before it.
    made: usize,
}

impl Position {
    pub(super) fn new(game: Game, core: AnyCore) -> Self {
        Self { game, core }
    }

    pub(super) fn core(&self) -> &AnyCore {
        &self.core
    }

    pub(super) fn core_mut(&mut self) -> &mut AnyCore {
        &mut self.core
    }

    /// The game it belongs to.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Tests whether a move is legal and the game is not over.
    ///
    /// # Errors
    ///
    /// The reason why it is not.
    pub fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        if !self.game.has_move(mv) {
            return Err(IllegalMove::Unreachable);
        }
        each_width!(&self.core, core => {
            let legal = core.is_legal(mv);
            let verdict = if legal { core.verdict_if_mobile() } else { core.verdict() };
            match verdict {
                Some(verdict) => Err(IllegalMove::GameOver(core.outcome(verdict))),
                None if legal => Ok(()),
                None => Err(core.illegality(mv)),
            }
        })
    }

    /// Validates a move from outside and makes it for good: it must be legal and the game not over. Earlier moves can
    /// then no longer be taken back.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal. The position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_move(mv)?;
        each_width!(&mut self.core, core => {
            core.make(mv);
            core.prune_history();
        });
        Ok(())
    }

    /// Makes a legal move without checking it.
    ///
    /// An illegal move leads to an unspecified position, but it does not panic, and [`Position::unmake`] takes it back.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        each_width!(&mut self.core, core => {
            let made = core.moves_made();
            core.make(mv);
            Undo { made }
        })
    }

    /// Makes a legal move for good, without checking it: no move can be taken back any more, and earlier positions that
    /// can't recur are dropped. It is the cheapest way to play a game forward, in memory and time.
    ///
    /// An illegal move leads to an unspecified position, but it does not panic.
    #[inline]
    pub fn advance(&mut self, mv: Move) {
        each_width!(&mut self.core, core => core.make_for_good(mv));
    }

    /// Makes a null move, as searches do to detect threats: the turn passes, and no man moves. No counter advances, and
    /// no earlier position can be repeated.
    ///
    /// The result is `None`, and no move is made, where the rules have no place for one: in check, in games with
    /// series, and when an ending has decided the game although moves are left. Where a player must move, even to its
    /// loss (zugzwang), conclusions from a null move can be wrong.
    pub fn make_null(&mut self) -> Option<Undo> {
        each_width!(&mut self.core, core => {
            let made = core.moves_made();
            core.make_null().then_some(Undo { made })
        })
    }

    /// Takes back a move, and all moves made after it.
    #[inline]
    #[allow(clippy::needless_pass_by_value, reason = "a move is taken back once")]
    pub fn unmake(&mut self, undo: Undo) {
        each_width!(&mut self.core, core => core.unmake_to(undo.made));
    }

    /// The outcome, if the game is over. Allocates nothing.
    pub fn outcome(&self) -> Option<Outcome> {
        each_width!(&self.core, core => core.verdict().map(|verdict| core.outcome(verdict)))
    }

    /// The draws and wins that the player to move can claim, by falling score, then in the order of the endings; none
    /// once the game is over.
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        each_width!(&self.core, core => {
            let claim = |Verdict { winner, worth, ending }| Claim { winner, worth, reason: core.label(ending) };
            let mut claims: Vec<Claim> = core.claims().map(claim).collect();
            claims.sort_by_key(|claim| std::cmp::Reverse(claim.outcome().score(core.status.turn)));
            claims
        })
    }

    /// Whether the condition of an ending holds here, be it one of this game or another. Checks and passes are counted
    /// only in games with endings about them.
    pub fn holds(&self, ending: &Ending) -> bool {
        each_width!(&self.core, core => core.holds(ending))
    }

    /// Returns whether a royal man of this side is attacked, with either side to move.
    pub fn is_in_check(&self, side: Side) -> bool {
        each_width!(&self.core, core => core.is_in_check(side))
    }

    // Men on the board, and the squares they attack.

    /// The piece on a square; `None` if it is empty or not on the board.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let on_board = self.game.variant().board.contains(square);
        on_board.then(|| each_width!(&self.core, core => core.men.piece(square))).flatten()
    }

    /// All men with their squares, in the order of squares.
    ///
    /// ```
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let start = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap().start();
    /// assert_eq!(start.men().count(), 32);
    /// ```
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().iter().filter_map(|square| {
            let piece = each_width!(&self.core, core => core.men.piece(square));
            piece.map(|piece| (square, piece))
        })
    }

    /// The number of a side's men in hand: of these kinds, each named once, or of all.
    #[inline]
    pub fn count_in_hand(&self, side: Side, kinds: Option<&[KindId]>) -> u32 {
        each_width!(&self.core, core => core.hands.count(side, kinds))
    }

    /// The squares of a side's men of a kind, in all their states; none for a kind of another game.
    pub fn men_of_kind(&self, side: Side, kind: KindId) -> SquareSet {
        if kind.index() >= self.game.variant().kinds.len() {
            return SquareSet::EMPTY;
        }
        each_width!(&self.core, core => core.men.of_kind(side, kind.0).to_set())
    }

    /// The men of `by` that attack a square: those that could capture a man of the other side there, ignoring the
    /// safety of their own royal men. If no such man is on the square, a man that any kind may capture is assumed; for
    /// an own man the result is its defenders.
    ///
    /// Captures en passant attack no square. A man that another one holds attacks nothing.
    ///
    /// ```
    /// use weakfish::geometry::Side;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let square = |name: &str| game.variant().board.parse(name).unwrap();
    /// let defenders = game.start().attackers(square("f3"), Side::White);
    /// assert_eq!(defenders, [square("g1"), square("e2"), square("g2")].into_iter().collect());
    /// ```
    pub fn attackers(&self, square: Square, by: Side) -> SquareSet {
        if !self.game.variant().board.contains(square) {
            return SquareSet::EMPTY;
        }
        each_width!(&self.core, core => {
            let victim = core.men.of_side(!by).contains(square).then(|| core.piece_table(square).kind);
            core.attackers(square, by, victim).to_set()
        })
    }

    /// Returns the pieces that the man of a move can be after it, by effects of the move but not by promotion: the man
    /// as it was if no effect changes it, none if it must promote. The move is one of the man's own on the present board.
    pub fn arrivals(&self, mv: ManMove) -> Vec<Piece> {
        let (from, to) = (mv.from, mv.to);
        let board = self.game.variant().board;
        let Some(piece) = self.piece_at(from).filter(|_| board.contains(to)) else { return Vec::new() };
        each_width!(&self.core, core => {
            let table = core.piece_table(from);
            if core.must_promote(table, from, to, mv.kind) {
                return Vec::new();
            }
            let after = core.after_move(table, Some(from), to, mv.kind);
            after.map_or_else(|| vec![piece], |after| after.iter().copied().filter_map(Piece::new).collect())
        })
    }

    /// Returns the man that a move leaves behind as it stands then, and its square; `None` for most moves.
    pub fn left_man(&self, mv: ManMove) -> Option<(Piece, Square)> {
        let (_, on) = mv.left_behind()?;
        each_width!(&self.core, core => core.left_man(mv).map(|piece| (piece, on)))
    }

    /// Whether a move captures a man, en passant or otherwise.
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured_square(mv).is_some()
    }
}

accessors! {
    /// The squares on which men stand.
    #[inline]
    fn occupied() -> SquareSet = |core| core.men.all().to_set();

    /// The squares where walls stand that were put in play; holes of the board are not among them.
    fn walls() -> SquareSet = |core| core.status.walls.to_set();

    /// The squares of a side's men.
    fn men_of(side: Side) -> SquareSet = |core| core.men.of_side(side).to_set();

    /// The squares of a side's royal men.
    fn royal_men(side: Side) -> SquareSet = |core| core.royals(side).to_set();

    /// The men that attack a royal man of the side to move.
    fn checkers() -> SquareSet = |core| core.checkers().to_set();

    /// Whether a royal man of the side to move is attacked.
    #[inline]
    fn in_check() -> bool = |core| core.is_in_check(core.status.turn);

    /// Whether a legal move attacks a royal man of the opponent, by the man that moves or by another one.
    fn gives_check(mv: Move) -> bool = |core| core.gives_check(mv);

    /// The square of the man that a move captures. Except for captures en passant this is the square where the move
    /// ends.
    #[inline]
    fn captured_square(mv: Move) -> Option<Square> = |core| core.captured_square(mv);
}

// State of a position other than the men: side to move, rights, counters, keys.

impl Position {
    /// The key for a transposition table: [`Position::repetition_key`] and, in games that limit them, the stationary
    /// moves of each side in a row.
    ///
    /// Positions with the same hash have the same legal moves, except that where repetition is illegal a move can be
    /// barred by an earlier position. Endings by counters and by repetition depend on more than it holds.
    pub fn hash(&self) -> u64 {
        each_width!(&self.core, core => {
            core.keys().all ^ core.status.key(|_, hashed| hashed.beside_repetition())
        })
    }
}

accessors! {
    /// The arrangement, which sets the position up again without its history.
    fn arrangement() -> Arrangement = |core| arrangement(core);

    /// The value of a part of the state.
    fn part(part: StatePart) -> StateValue = |core| core.part(part);

    /// The setup that the game began from.
    fn setup() -> SetupId = |core| SetupId(core.setup as u8);

    /// The side to move.
    fn turn() -> Side = |core| core.status.turn;

    /// The castling rights of a side, as far as its king and partners have not moved.
    fn castling_rights(side: Side) -> CastlingRights = |core| WingBits(core.status.rights).wings()[side];

    /// The squares crossed by long steps: the opponent's of its last turn or, inside a series, one's own. A capture en
    /// passant on one of them need not be possible. If long steps lead elsewhere than straight forward, the squares of
    /// the men that made them are included.
    fn en_passant() -> SquareSet = |core| core.status.en_passant.to_set();

    /// The squares of the men that have never moved and still have their first move.
    fn unmoved() -> SquareSet = |core| (core.status.unmoved & !core.men_moving_once_a_game()).to_set();

    /// The squares of the men that have not yet used the movement that they may use once a game.
    fn once_a_game() -> SquareSet = |core| core.men_moving_once_a_game().to_set();

    /// Plies since progress was made; a rule of the game defines progress.
    fn halfmove() -> u32 = |core| core.status.halfmove;

    /// The kinds in a side's hand, each with their number, in order of id.
    fn hand(side: Side) -> Vec<(KindId, u16)> = |core| core.hand(side);

    /// The number of the move, from 1. It goes up after each turn of Black.
    fn fullmove() -> u32 = |core| core.status.fullmove;

    /// The number of stationary moves that a side has made in a row; 0 in games that do not count them.
    fn stationary_run(side: Side) -> u8 = |core| core.status.stationary_run[side];

    /// The number of moves made in the present series.
    fn series() -> u16 = |core| core.status.series;

    /// The squares of the men that have moved in the present series, where the same man must, or may not, move again.
    fn moved() -> SquareSet = |core| core.status.moved.to_set();

    /// The length of the opponent's last series. Where series grow each turn, the full length that it could have had.
    fn last_series() -> u16 = |core| core.status.last_series;

    /// The fewest and the most moves that the present series can have; `None` for a side that plays no series.
    fn series_bounds() -> Option<(u16, u16)> = |core| core.series_bounds();

    /// Completed series in a row without progress.
    fn quiet_series() -> u16 = |core| core.status.quiet_series;

    /// Whether a side has passed up a win that it could claim.
    fn has_lapsed_claim(side: Side) -> bool = |core| core.status.lapsed[side];

    /// Wings on which a side has castled; none in games without an ending `castled`.
    fn castled(side: Side) -> CastlingRights = |core| core.status.castled.wings()[side];

    /// The checks that a side has given; 0 in games that do not count them.
    fn checks_given(side: Side) -> u8 = |core| core.status.checks[side];

    /// The number of passes in a row, one by each side; 0 in games that do not count them.
    fn passes() -> u8 = |core| core.status.passes;

    /// The count of moves that runs while few men are left, and its limit, in plies; `None` while no such count runs.
    fn move_count() -> Option<(u16, u16)> = |core| {
        (core.status.count_limit > 0).then_some((core.status.counted, core.status.count_limit))
    };

    /// The side to move, with all that legal moves depend on beside the men, if no side can castle and no man has its
    /// first move.
    fn turn_state() -> TurnState = |core| TurnState {
        turn: core.status.turn,
        en_passant: core.status.en_passant.to_set(),
        stationary_run: core.status.stationary_run,
        series: core.status.series,
        moved: core.status.moved.to_set(),
        checks: core.status.checks,
        passes: core.status.passes,
    };

    /// The repetition key: positions with equal keys repeat each other. A Zobrist key (1970).
    ///
    /// The key includes men and their states, walls, side to move, castling rights, the men with a first move, and
    /// squares where a capture en passant is legal (FIDE Laws of Chess, 9.2). It includes the number of moves made in
    /// the series, the men that made them and the length of the last series, where these matter. It includes checks
    /// given, lapsed claims, castling and passes in a row, where these count; endings by repetition leave out the
    /// passes. It excludes plies, move numbers, stationary moves and earlier positions. Keys of different games, or of
    /// different versions of this library, cannot be compared.
    fn repetition_key() -> u64 = |core| core.keys().all;
}

/// The partners of a side's castling rights, in a game from a shuffled setup.
fn castling_partners<const W: usize>(core: &Core<W>, side: Side) -> CastlingPartners {
    let shuffled = core.tables.variant.setups.get(core.setup).is_some_and(|setup| setup.shuffle.is_some());
    let of_wing = |number: usize| {
        let wing = core.start.wings[side][number].as_ref();
        wing.filter(|_| shuffled && core.status.rights & castling_right(side, number) != 0).map(|wing| wing.partner)
    };
    CastlingPartners { last_file: of_wing(1), first_file: of_wing(0) }
}

/// Returns the position as an arrangement.
fn arrangement<const W: usize>(core: &Core<W>) -> Arrangement {
    let status = &core.status;
    let man = |square: Square| {
        let info = &core.tables.infos[usize::from(core.men.piece_index(square))];
        PlacedMan { square, side: info.side, kind: info.kind, state: info.state.clone() }
    };
    // A man that has flipped on its square may have its castling right, and no first move.
    let unmoved_complete = !status.unmoved.is_empty() || !core.unmoved_castling_men().is_empty();
    let mut arrangement = Arrangement {
        setup: SetupId(core.setup as u8),
        men: core.men.all().iter().map(man).collect(),
        partners: PerSide::from_fn(|side| castling_partners(core, side)),
        hands: PerSide::from_fn(|side| core.hand(side)),
        unmoved_complete,
        ..Arrangement::empty(status.turn)
    };
    for &part in StatePart::ALL {
        arrangement.set_part(part, core.part(part));
    }
    arrangement
}

// Counters of a game, with the limits of its rules and endings.

/// A count that matters to a rule or an ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Counter {
    /// The name of the counter: `plies without progress`.
    pub name: String,
    /// The present count.
    pub value: u32,
    /// The limit: the count at which a rule acts or an ending can be claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

impl Position {
    /// The counts that matter to the rules and endings of the game. A count that begins under conditions is listed only
    /// while it runs.
    ///
    /// ```
    /// use weakfish::{BuiltIns, builtin, load, notation};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let mut position = game.start();
    /// position.play(notation::read_move(&position, "Nf3").unwrap()).unwrap();
    /// let counter = &position.counters()[0];
    /// assert_eq!((counter.name.as_str(), counter.value, counter.limit), ("plies without progress", 1, Some(100)));
    /// ```
    pub fn counters(&self) -> Vec<Counter> {
        let variant = self.game().variant();
        let mut counters = Vec::new();
        let mut shown: Vec<_> =
            StatePart::ALL.iter().filter_map(|&part| Some((part.declaration().counter?.0, part))).collect();
        shown.sort_unstable();
        for (_, part) in shown {
            let (name, limit) = (part.declaration().name, part.limit(variant, &|_| true));
            let mut add = |name: String, value: u32, limit: Option<u32>| {
                counters.extend(limit.map(|limit| Counter { name, value, limit: Some(limit) }));
            };
            match self.part(part) {
                StateValue::Number(count) => add(name.to_owned(), count, limit),
                StateValue::Counts(counts) => {
                    for side in Side::ALL {
                        add(format!("{side}'s {name}"), counts[side], limit);
                    }
                }
                StateValue::Pair([count, limit]) => add(name.to_owned(), count, (limit > 0).then_some(limit)),
                StateValue::Squares(_) | StateValue::Sides(_) | StateValue::Wings(_) => {}
            }
        }
        counters
    }

    // Queries for every node of a search. None allocates.

    /// Plies since the last occurrence of the present position, by [`Position::repetition_key`]; `None` if it has not
    /// occurred, or not since a move that can't be undone.
    pub fn last_occurrence(&self) -> Option<usize> {
        each_width!(&self.core, core => core.last_occurrence())
    }

    /// A number that depends on the positions before this one that may recur, in any order, and on no others. It is 0 if
    /// there are none.
    pub fn history_key(&self) -> u64 {
        // Keys are mixed before they are added: distinct positions must not cancel out.
        let mix = |key: u64| (key ^ key >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(31);
        each_width!(&self.core, core => core.past_keys().skip(1).fold(0, |sum: u64, key| sum.wrapping_add(mix(key))))
    }

    /// Calls `visit` for each `wanted` man with the squares that it attacks, given the present occupancy, for either
    /// side to move.
    #[inline]
    pub fn visit_attacks(&self, wanted: impl Fn(Piece) -> bool, mut visit: impl FnMut(Piece, Square, SquareSet)) {
        each_width!(&self.core, core => {
            let men = core.occupied();
            for square in core.men.all().iter() {
                let Some(piece) = core.men.piece(square).filter(|&piece| wanted(piece)) else { continue };
                let table = core.piece_table(square);
                let aims = table.captures().targets(&core.tables.slides, square, men, || core.path_men(table, men));
                visit(piece, square, aims.to_set());
            }
        });
    }

    /// Mobility of a side: the number of moves to other squares that its men have by their own movements, given the
    /// present occupancy, for either side to move. Other rules are not applied; turns, flips and castling are not
    /// counted.
    ///
    /// ```
    /// use weakfish::geometry::Side;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("shatranj").unwrap(), &BuiltIns).unwrap();
    /// let start = game.start();
    /// // Each pawn has a step, each alfil and knight two leaps; the ferz and the king have pawns around them.
    /// assert_eq!(start.mobility(Side::White), start.legal_moves().into_iter().count());
    /// assert_eq!(start.mobility(Side::Black), 16);
    /// ```
    #[inline]
    pub fn mobility(&self, side: Side) -> usize {
        each_width!(&self.core, core => {
            let men = core.occupied();
            let (own, others) = (core.men.of_side(side), core.men.of_side(!side));
            let mut count = 0;
            for square in own.iter() {
                let table = core.piece_table(square);
                for (moves, among) in [(&table.moves, !men), (table.captures(), others)] {
                    let to = moves.targets(&core.tables.slides, square, men, || core.path_men(table, men));
                    count += (to & among).len();
                }
            }
            count as usize
        })
    }

    /// Calls `visit` with each man that a move takes off a square or out of a hand, or puts there. A square is left
    /// before another man comes to it. A move that can't be made changes nothing.
    ///
    /// ```
    /// use weakfish::engine::{ManChange, ChangeCause};
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("reversi").unwrap(), &BuiltIns).unwrap();
    /// let start = game.start();
    /// let (mut came, mut converted) = (0, 0);
    /// let mv = start.legal_moves().into_iter().next().unwrap();
    /// start.visit_changes(mv, |change| match change {
    ///     ManChange::OnBoard { cause: ChangeCause::Converts, arrives: true, .. } => converted += 1,
    ///     ManChange::OnBoard { arrives: true, .. } => came += 1,
    ///     ManChange::OnBoard { .. } | ManChange::InHand { .. } => {}
    /// });
    /// assert_eq!((came, converted), (1, 1));
    /// ```
    #[inline]
    pub fn visit_changes(&self, mv: Move, mut visit: impl FnMut(ManChange)) {
        each_width!(&self.core, core => core.visit_changes(mv, &mut visit));
    }

    /// The men of `by`, among the squares in `occupied`, that attack a square if all other squares are empty, except
    /// for walls; see [`Position::attackers`]. Each man that captures on the square and is captured there opens the way
    /// for others.
    pub fn attackers_among(&self, square: Square, by: Side, occupied: SquareSet) -> SquareSet {
        if !self.game.variant().board.contains(square) {
            return SquareSet::EMPTY;
        }
        each_width!(&self.core, core => {
            core.attackers_among(square, by, None, Bits::from_set(occupied) | core.status.walls).to_set()
        })
    }
}

accessors! {
    /// The outcome without words, if the game is over; see [`Position::outcome`].
    fn verdict() -> Option<Verdict> = |core| core.verdict();

    /// The verdict on a position that is known to have a legal move. Generates no moves.
    fn verdict_if_mobile() -> Option<Verdict> = |core| core.verdict_if_mobile();

    /// The best claim of the player to move, by its score, if the game is not over. [`Position::claims`] lists all
    /// claims, with their reasons.
    fn best_claim() -> Option<Verdict> = |core| core.best_claim();

    /// Whether an earlier position may make a move illegal now, because the move would bring it back. Never where
    /// repetition is legal.
    fn repetition_may_bar_moves() -> bool = |core| core.repetition_may_bar_moves();
}

/// The legal moves of a position, or some of them.
///
/// They are generated by each call. Their order is always the same, but has no meaning.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use weakfish::engine::MoveList;
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let position = game.start();
/// assert_eq!(position.legal_moves().count(), 20);
/// assert!(position.legal_moves().captures().is_empty());
///
/// // One by one, until the function breaks.
/// let found = position.legal_moves().visit(|mv| match mv.to() == game.variant().board.parse("e4") {
///     true => ControlFlow::Break(mv),
///     false => ControlFlow::Continue(()),
/// });
/// assert!(found.is_break());
///
/// // Into a list that keeps its memory.
/// let mut list = MoveList::new();
/// position.legal_moves().list_into(&mut list);
/// assert_eq!(list.len(), 20);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LegalMoves<'a> {
    position: &'a Position,
    selection: Selection,
}

impl LegalMoves<'_> {
    /// Only those that capture a man, including captures en passant.
    #[must_use]
    pub const fn captures(self) -> Self {
        Self { selection: Selection::Captures, ..self }
    }

    /// Only those that capture nothing.
    #[must_use]
    pub const fn quiets(self) -> Self {
        Self { selection: Selection::Quiets, ..self }
    }

    /// Their number, counted without making a list.
    pub fn count(self) -> usize {
        if self.selection == Selection::All {
            return each_width!(self.position.core(), core => core.count_legal());
        }
        let mut count = 0;
        let _ = self.visit(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.visit(|_| ControlFlow::Break(())).is_continue()
    }

    /// Whether a move is one of them.
    pub fn contains(self, mv: Move) -> bool {
        self.visit(|legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }).is_break()
    }

    /// Calls `visit` for each of them until it breaks, and returns the value of the break.
    pub fn visit<B>(self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut result = ControlFlow::Continue(());
        // A `dyn` call: the generator is compiled once and not for every caller.
        let visit: &mut dyn FnMut(Move) -> ControlFlow<()> = &mut |mv| {
            result = visit(mv);
            if result.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        each_width!(self.position.core(), core => core.each_legal(self.selection, visit));
        result
    }

    /// All of them as a list.
    pub fn to_vec(self) -> Vec<Move> {
        self.into_iter().collect()
    }

    /// Replaces the content of a list by them. The list keeps its memory.
    #[inline]
    pub fn list_into(self, list: &mut MoveList) {
        list.clear();
        each_width!(self.position.core(), core => core.collect_legal(self.selection, list));
    }

    /// Chooses one of them, each with the same chance: much faster than from a list of all. The sets are only memory.
    ///
    /// ```
    /// use weakfish::engine::MoveSets;
    /// use weakfish::random::SplitMix64;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let mut position = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap().start();
    /// let (mut random, mut memory) = (SplitMix64::new(1), MoveSets::new());
    /// while let Some(mv) = position.legal_moves().choose(&mut random, &mut memory) {
    ///     position.advance(mv);
    ///     if position.outcome().is_some() {
    ///         break;
    ///     }
    /// }
    /// ```
    #[inline]
    pub fn choose(self, random: &mut SplitMix64, sets: &mut MoveSets) -> Option<Move> {
        if self.selection == Selection::All {
            return each_width!(self.position.core(), core => core.choose(random, sets));
        }
        self.sets_into(sets);
        sets.get(random.below(sets.len()))
    }

    /// Replaces the content of sets by them, in the same order. The sets keep their memory.
    #[inline]
    pub fn sets_into(self, sets: &mut MoveSets) {
        sets.clear();
        each_width!(self.position.core(), core => core.collect_legal(self.selection, sets));
    }
}

impl Position {
    /// The legal moves.
    ///
    /// There are none once a player has won. After a draw they remain; [`Position::outcome`] reports it.
    pub fn legal_moves(&self) -> LegalMoves<'_> {
        LegalMoves { position: self, selection: Selection::All }
    }
}

// Moves that may turn out to be illegal: the candidates of `LegalMoves::choose`, for tests.

impl Position {
    /// Fills sets with moves that include all legal ones, each once. Returns whether all are legal; if not,
    /// [`Position::confirms`] tests each.
    #[doc(hidden)]
    pub fn candidates_into(&self, sets: &mut MoveSets) -> bool {
        sets.clear();
        each_width!(&self.core, core => core.collect_candidates(sets))
    }

    /// Whether a move is legal that is a candidate, of those that need not be. For other moves the result is arbitrary.
    #[doc(hidden)]
    pub fn confirms(&self, mv: Move) -> bool {
        each_width!(&self.core, core => core.confirms(mv))
    }
}

impl IntoIterator for LegalMoves<'_> {
    type Item = Move;
    type IntoIter = <MoveList as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        let mut list = MoveList::new();
        self.list_into(&mut list);
        list.into_iter()
    }
}
