//! Maps of a board onto itself.

use super::{Board, Square, SquareSet, Wind};

/// A way to map a board onto itself: by reflection or rotation.
///
/// ```
/// use weakfish::geometry::{Board, BoardMap, Wind};
///
/// let board = Board::new(3, 4).unwrap();
/// let maps = BoardMap::all(board);
/// assert_eq!(maps.iter().map(BoardMap::name).collect::<Vec<_>>(), ["front and back", "left and right", "half a turn"]);
/// let image = maps[1].apply(board.parse("a2").unwrap()).unwrap();
/// assert_eq!(board.name(image).to_string(), "c2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardMap {
    /// Each square stays.
    Identity,
    /// Files or ranks the other way round, or files for ranks first.
    Mapped {
        /// The board.
        board: Board,
        /// Whether files become ranks, before anything is reversed.
        transposed: bool,
        /// Whether the first file becomes the last one.
        files_reversed: bool,
        /// Whether the first rank becomes the last one.
        ranks_reversed: bool,
    },
}

impl BoardMap {
    /// The maps of a board other than the identity.
    pub fn all(board: Board) -> Vec<Self> {
        let square = board.files() == board.ranks();
        let options = [false, true];
        let mut maps = Vec::new();
        for transposed in options.into_iter().take(if square { 2 } else { 1 }) {
            for files_reversed in options {
                for ranks_reversed in options {
                    if transposed || files_reversed || ranks_reversed {
                        maps.push(Self::Mapped { board, transposed, files_reversed, ranks_reversed });
                    }
                }
            }
        }
        let keeps_board = |map: &Self| board.squares().all(|square| map.apply(square).is_some());
        maps.retain(keeps_board);
        maps
    }

    /// The image of a square; `None` if it is not on the board.
    pub fn apply(&self, square: Square) -> Option<Square> {
        let Self::Mapped { board, transposed, files_reversed, ranks_reversed } = self else { return Some(square) };
        let (mut file, mut rank) = (board.file(square), board.rank(square));
        if *transposed {
            (file, rank) = (rank, file);
        }
        if *files_reversed {
            file = i32::from(board.files()) - 1 - file;
        }
        if *ranks_reversed {
            rank = i32::from(board.ranks()) - 1 - rank;
        }
        board.square(file, rank).filter(|&square| board.contains(square))
    }

    /// The image of a direction.
    pub fn apply_to_wind(&self, wind: Wind) -> Wind {
        let Self::Mapped { transposed, files_reversed, ranks_reversed, .. } = self else { return wind };
        // Sixteenths of a turn from north: east is 4, and south 8.
        let mut index = i32::from(wind.index());
        if *transposed {
            index = 4 - index;
        }
        if *files_reversed {
            index = -index;
        }
        if *ranks_reversed {
            index = 8 - index;
        }
        Wind::new(index)
    }

    /// The images of squares.
    pub fn apply_to_set(&self, squares: SquareSet) -> SquareSet {
        squares.iter().filter_map(|square| self.apply(square)).collect()
    }

    /// The map that does first this one and then another, if it is the identity or one of `all`.
    pub fn then(&self, other: &Self, all: &[Self], board: Board) -> Option<Self> {
        let same = |map: &&Self| {
            board.squares().all(|square| self.apply(square).and_then(|square| other.apply(square)) == map.apply(square))
        };
        if same(&&Self::Identity) { Some(Self::Identity) } else { all.iter().find(same).cloned() }
    }

    /// The name of the map.
    pub const fn name(&self) -> &'static str {
        let Self::Mapped { transposed, files_reversed, ranks_reversed, .. } = self else { return "identity" };
        match (transposed, files_reversed, ranks_reversed) {
            (false, true, false) => "left and right",
            (false, false, true) => "front and back",
            (false, true, true) => "half a turn",
            (true, false, false) => "the diagonal from a1",
            (true, true, true) => "the other diagonal",
            (true, true, false) | (true, false, true) => "a quarter turn",
            (false, false, false) => "identity",
        }
    }
}
