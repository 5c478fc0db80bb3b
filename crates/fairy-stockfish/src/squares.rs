//! Sets of squares as Fairy-Stockfish writes them, on its largest board.

use weakfish::geometry::{Board, Side, Square};

/// The name of a square, by its file and rank from 0.
pub(super) fn square_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Files of the engine's largest board.
pub(super) const MAX_FILES: u8 = 12;
/// Ranks of the engine's largest board.
pub(super) const MAX_RANKS: u8 = 10;

/// A set of squares of the largest board; what lies outside of a game's own board means nothing there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Squares(u128);

impl Squares {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self((1 << (MAX_FILES as u32 * MAX_RANKS as u32)) - 1);

    const fn bit(file: u8, rank: u8) -> Self {
        Self(1 << (rank as u32 * MAX_FILES as u32 + file as u32))
    }

    /// A whole rank, counted from 0.
    pub(super) fn rank(rank: u8) -> Self {
        (0..MAX_FILES).fold(Self::NONE, |all, file| all.or(Self::bit(file, rank)))
    }

    /// The set with each whole rank of a board up to the edge of the largest one.
    pub(super) fn widened(self, board: Board) -> Self {
        let here = Self::of_board(board);
        let whole = |rank: &u8| here.and(Self::rank(*rank)).without(self).is_empty();
        (0..board.ranks().min(MAX_RANKS)).filter(whole).fold(self, |all, rank| all.or(Self::rank(rank)))
    }

    fn file(file: u8) -> Self {
        (0..MAX_RANKS).fold(Self::NONE, |all, rank| all.or(Self::bit(file, rank)))
    }

    /// The ranks that a side counts as `least` and higher, from 1, on a board of this many ranks.
    pub(super) fn zone(side: Side, least: u8, ranks: u8) -> Self {
        let own = |rank: u8| if side == Side::White { rank + 1 } else { ranks - rank };
        (0..ranks).filter(|&rank| own(rank) >= least).fold(Self::NONE, |all, rank| all.or(Self::rank(rank)))
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
        board.squares().any(|square| {
            [1, -1].into_iter().any(|toward| {
                let on = |steps: i32| {
                    let at = board.square(board.file(square) + toward * steps, board.rank(square) + steps)?;
                    Some(self.contains(board.file(at) as u8, board.rank(at) as u8))
                };
                let mut ahead = (0..).map_while(on).skip_while(|drawn| *drawn);
                on(0) == Some(true) && ahead.any(|drawn| drawn)
            })
        })
    }

    /// The squares of a board.
    pub(super) fn of_board(board: Board) -> Self {
        let mut all = Self::NONE;
        for rank in 0..board.ranks().min(MAX_RANKS) {
            for file in 0..board.files().min(MAX_FILES) {
                all.insert(file, rank);
            }
        }
        all
    }

    /// A set of squares of a board.
    pub(super) fn from_board(board: Board, squares: impl IntoIterator<Item = Square>) -> Self {
        let mut all = Self::NONE;
        for square in squares {
            all.insert(board.file(square) as u8, board.rank(square) as u8);
        }
        all
    }

    /// Reads one word of a list: `e4`, `*8` or `e*`.
    pub(super) fn word(word: &str) -> Option<Self> {
        let file = |letter: char| {
            let index = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
            u8::try_from(index).ok().filter(|index| *index < MAX_FILES)
        };
        let rank = |digits: &str| {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            let rank: u8 = digits.parse().ok().filter(|_| plain)?;
            (1..=MAX_RANKS).contains(&rank).then(|| rank - 1)
        };
        let mut letters = word.chars();
        let first = letters.next()?;
        match (first, letters.as_str()) {
            ('*', digits) => rank(digits).map(Self::rank),
            (letter, "*") => file(letter).map(Self::file),
            (letter, digits) => Some(Self::bit(file(letter)?, rank(digits)?)),
        }
    }

    /// The set as a list of words, whole ranks first; `-` if it is empty.
    pub(super) fn words(self) -> String {
        let mut words = Vec::new();
        let mut rest = self;
        for rank in 0..MAX_RANKS {
            if Self::rank(rank).without(rest).is_empty() {
                words.push(format!("*{}", rank + 1));
                rest = rest.without(Self::rank(rank));
            }
        }
        for file in 0..MAX_FILES {
            for rank in (0..MAX_RANKS).filter(|&rank| rest.contains(file, rank)) {
                words.push(square_name(file, rank));
            }
        }
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }
}
