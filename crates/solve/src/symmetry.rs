//! Symmetries of a game, as far as keys of positions need them.
//!
//! A symmetry maps squares to squares and each piece to one of the same kind, of the same side or, where the sides are exchanged,
//! of the other. This module finds the candidates. [`Enumeration`](crate::Enumeration) tries them on positions.

use weakfish::engine::{CastlingRights, Game, StatePart, StateValue};
use weakfish::geometry::{Board, BoardMap, PerSide, Side, Square, SquareSet};
use weakfish::model::KindId;

/// What keys of a game have.
pub(crate) struct KeyParts<'a> {
    pub(crate) game: &'a Game,
    pub(crate) squares: &'a [Square],
    /// The men that may be in a hand.
    pub(crate) hands: &'a [(Side, KindId)],
    pub(crate) parts: &'a [StatePart],
}

/// A symmetry of a game that may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    pub(crate) map: BoardMap,
    /// Whether the sides are exchanged.
    pub(crate) exchanged: bool,
    /// The image of each piece, by number; the first is 0, of no piece.
    pub(crate) pieces: Vec<u16>,
    /// For each square of the board, in order: the number of the square in this order whose image it is.
    pub(crate) sources: Vec<usize>,
    /// For each hand of a side and kind: the number of the one whose image it is.
    pub(crate) hands: Vec<usize>,
}

impl Symmetry {
    /// The symmetry that maps each position to itself.
    pub(crate) fn identity(game: &Game, squares: usize, hands: usize) -> Self {
        Self {
            map: BoardMap::Identity,
            exchanged: false,
            pieces: (0..=game.pieces().count() as u16).collect(),
            sources: (0..squares).collect(),
            hands: (0..hands).collect(),
        }
    }

    /// The symmetries of a game that its pieces admit, other than the identity.
    pub(crate) fn candidates(of: &KeyParts<'_>) -> Vec<Self> {
        let maps = || std::iter::once(BoardMap::Identity).chain(BoardMap::all(of.game.variant().board));
        let all = maps().map(|map| (map, false)).chain(maps().map(|map| (map, true)));
        all.skip(1).filter_map(|(map, exchanged)| Self::new(of, map, exchanged)).collect()
    }

    fn new(of: &KeyParts<'_>, map: BoardMap, exchanged: bool) -> Option<Self> {
        let transposed = matches!(map, BoardMap::Mapped { transposed: true, .. });
        if transposed && of.parts.iter().any(|part| matches!(part, StatePart::Castling | StatePart::Castled)) {
            return None;
        }
        let images: Option<Vec<u16>> = of
            .game
            .images_of_pieces(&map, exchanged)
            .into_iter()
            .map(|image| image.map(weakfish::engine::Piece::number))
            .collect();
        let images = images?;
        let pieces: Vec<u16> = std::iter::once(0).chain(images).collect();
        let sources = inverse(of.squares, |&square| map.apply(square))?;
        let hands = inverse(of.hands, |&(side, kind)| Some((if exchanged { !side } else { side }, kind)))?;
        let mut sorted = pieces.clone();
        sorted.sort_unstable();
        sorted.dedup();
        (sorted.len() == pieces.len()).then_some(Self { map, exchanged, pieces, sources, hands })
    }

    /// The image of a side.
    pub(crate) fn side(&self, side: Side) -> Side {
        if self.exchanged { !side } else { side }
    }

    /// The image of the value of a part of the state.
    pub(crate) fn value(&self, value: StateValue) -> StateValue {
        match value {
            StateValue::Number(_) | StateValue::Pair(_) => value,
            StateValue::Counts(counts) => StateValue::Counts(PerSide::from_fn(|side| counts[self.side(side)])),
            StateValue::Sides(sides) => StateValue::Sides(PerSide::from_fn(|side| sides[self.side(side)])),
            StateValue::Squares(squares) => {
                let squares: SquareSet = self.map.apply_to_set(squares);
                StateValue::Squares(squares)
            }
            StateValue::Wings(wings) => StateValue::Wings(PerSide::from_fn(|side| {
                let CastlingRights { last_file, first_file } = wings[self.side(side)];
                if matches!(self.map, BoardMap::Mapped { files_reversed: true, .. }) {
                    CastlingRights { last_file: first_file, first_file: last_file }
                } else {
                    CastlingRights { last_file, first_file }
                }
            })),
        }
    }

    /// Whether symmetries are a group together with the identity.
    pub(crate) fn are_group(symmetries: &[Self], board: Board) -> bool {
        let maps = BoardMap::all(board);
        symmetries.iter().all(|one| {
            symmetries.iter().all(|other| {
                let Some(map) = one.map.then(&other.map, &maps, board) else { return false };
                let exchanged = one.exchanged != other.exchanged;
                let image = |&piece: &u16| other.pieces.get(usize::from(piece)).copied();
                let pieces: Vec<u16> = one.pieces.iter().filter_map(image).collect();
                if map == BoardMap::Identity && !exchanged {
                    return pieces.iter().zip(0..).all(|(&piece, number)| piece == number);
                }
                let both = symmetries.iter().find(|both| both.map == map && both.exchanged == exchanged);
                both.is_some_and(|both| both.pieces == pieces)
            })
        })
    }

    /// A line that names it.
    pub(crate) fn name(&self) -> String {
        format!("{}{}", self.map.name(), if self.exchanged { ", sides exchanged" } else { "" })
    }
}

/// For each item: the number of the one whose image it is. `None` if the items are not mapped onto themselves.
fn inverse<T: PartialEq>(items: &[T], image: impl Fn(&T) -> Option<T>) -> Option<Vec<usize>> {
    let images: Vec<T> = items.iter().map(image).collect::<Option<_>>()?;
    items.iter().map(|item| images.iter().position(|image| image == item)).collect()
}
