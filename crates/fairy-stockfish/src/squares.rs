//! Sets of squares as Fairy-Stockfish writes them, on its largest board.

use weakfish::geometry::{Board, Leap, Side, SquareSet};

/// The name of a square, by its file and rank from 0.
pub(super) fn square_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Files of the engine's largest board.
pub(super) const MAX_FILES: u8 = 12;
/// Ranks of the engine's largest board.
pub(super) const MAX_RANKS: u8 = 10;

/// Bitboard of the engine's largest board (12x10 squares); squares outside of a game's own board mean nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bitboard(u128);

impl Bitboard {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self((1 << (MAX_FILES as u32 * MAX_RANKS as u32)) - 1);

    /// Squares whose file and rank, from 0, fulfil a predicate.
    pub(super) fn from_predicate(holds: impl Fn(u8, u8) -> bool) -> Self {
        let ranks = (0..MAX_RANKS).flat_map(|rank| (0..MAX_FILES).map(move |file| (file, rank)));
        ranks
            .filter(|&(file, rank)| holds(file, rank))
            .fold(Self::NONE, |all, (file, rank)| all.or(Self::bit(file, rank)))
    }

    const fn bit(file: u8, rank: u8) -> Self {
        Self(1 << (rank as u32 * MAX_FILES as u32 + file as u32))
    }

    /// A whole rank, counted from 0.
    pub(super) fn rank(rank: u8) -> Self {
        Self::from_predicate(|_, other| other == rank)
    }

    /// The set with each whole rank of a board up to the edge of the largest one.
    pub(super) fn widened(self, board: Board) -> Self {
        let here = Self::of_board(board);
        let whole = |rank: &u8| here.and(Self::rank(*rank)).without(self).is_empty();
        (0..board.ranks().min(MAX_RANKS)).filter(whole).fold(self, |all, rank| all.or(Self::rank(rank)))
    }

    /// The ranks that a side counts as `least` and higher, from 1, on a board of this many ranks.
    pub(super) fn zone(side: Side, least: u8, ranks: u8) -> Self {
        let own = |rank: u8| if side == Side::White { rank + 1 } else { ranks - rank };
        Self::from_predicate(|_, rank| rank < ranks && own(rank) >= least)
    }

    #[must_use]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[must_use]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn contains(self, file: u8, rank: u8) -> bool {
        self.0 & Self::bit(file, rank).0 != 0
    }

    pub(super) fn insert(&mut self, file: u8, rank: u8) {
        *self = self.or(Self::bit(file, rank));
    }

    /// Whether two of these squares are on one diagonal of a board, and the squares between them are not all such.
    pub(super) fn has_gaps_on_diagonals(self, board: Board) -> bool {
        let drawn = self.squares(board);
        drawn.iter().any(|start| {
            [Leap::new(1, 1), Leap::new(-1, 1)].into_iter().any(|leap| {
                let diagonal = std::iter::successors(Some(start), |&square| board.leap(square, leap));
                diagonal.skip_while(|&square| drawn.contains(square)).any(|square| drawn.contains(square))
            })
        })
    }

    /// The squares of a board.
    pub(super) fn of_board(board: Board) -> Self {
        Self::from_predicate(|file, rank| file < board.files() && rank < board.ranks())
    }

    /// A set of squares of a board.
    pub(super) fn from_board(board: Board, squares: SquareSet) -> Self {
        let contains =
            |file: u8, rank: u8| board.square(file.into(), rank.into()).is_some_and(|at| squares.contains(at));
        Self::from_predicate(contains)
    }

    /// Converts to squares of a board.
    pub(super) fn squares(self, board: Board) -> SquareSet {
        board.squares().filter(|&at| self.contains(board.file(at) as u8, board.rank(at) as u8)).collect()
    }

    /// Parses one word of a list: `e4`, `*8` or `e*`.
    pub(super) fn parse_word(word: &str) -> Option<Self> {
        let mut letters = word.chars();
        let first = letters.next()?.to_ascii_lowercase();
        let digits = letters.as_str();
        let file = (0..MAX_FILES).find(|&file| char::from(b'a' + file) == first);
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let rank = digits.parse().ok().filter(|rank| plain && (1..=MAX_RANKS).contains(rank)).map(|rank| rank - 1);
        match (first, digits) {
            ('*', _) => rank.map(Self::rank),
            (_, "*") => file.map(|file| Self::from_predicate(|other, _| other == file)),
            _ => Some(Self::bit(file?, rank?)),
        }
    }

    /// The set as a list of words, whole ranks first; `-` if it is empty.
    pub(super) fn to_text(self) -> String {
        let whole = |rank: &u8| Self::rank(*rank).without(self).is_empty();
        let mut words: Vec<String> = (0..MAX_RANKS).filter(whole).map(|rank| format!("*{}", rank + 1)).collect();
        for file in 0..MAX_FILES {
            let single = (0..MAX_RANKS).filter(|rank| !whole(rank) && self.contains(file, *rank));
            words.extend(single.map(|rank| square_name(file, rank)));
        }
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }
}

/// The squares of the outermost ranks and files.
pub(super) fn edge_squares(board: Board) -> Bitboard {
    let (last_file, last_rank) = (board.files() - 1, board.ranks() - 1);
    let edge = Bitboard::from_predicate(|file, rank| file == 0 || rank == 0 || file == last_file || rank == last_rank);
    edge.and(Bitboard::of_board(board))
}

/// Squares crossed by repeated leaps (at least and at most so often), and those where they can end.
pub(super) fn step_squares(
    board: Board,
    from: SquareSet,
    leaps: impl IntoIterator<Item = Leap>,
    (least, most): (u8, u8),
) -> (SquareSet, SquareSet) {
    let (mut crossed, mut ends) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for leap in leaps {
        for from in from.iter() {
            let path = std::iter::successors(board.leap(from, leap), |&at| board.leap(at, leap));
            let path: Vec<_> = path.take(most.into()).collect();
            if path.len() >= usize::from(least) {
                crossed = crossed.union(path[..path.len() - 1].iter().copied().collect());
                ends = ends.union(path[usize::from(least) - 1..].iter().copied().collect());
            }
        }
    }
    (crossed, ends)
}
