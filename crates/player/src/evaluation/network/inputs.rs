//! Inputs of the first layer: what each view sees of a man.

use weakfish::engine::{Game, Piece};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{KindId, ManState, SetupId};

use crate::evaluation::goals::deciding_squares;

/// Most rows that a man switches on.
const MAX_ROWS: usize = 3;

/// The rows of the first layer of a game.
///
/// A view sees own and enemy men from its own side of the board. Both views share the rows if Black's men mirror White's.
#[derive(Debug)]
pub(super) struct Inputs {
    /// Number of rows.
    rows: usize,
    /// Whether both views have the same rows.
    shared: bool,
    kinds: usize,
    /// First row of the men in hand.
    hands: usize,
    /// Rows of a view.
    view_rows: usize,
    /// By view, and by piece number and square: the rows, and their number.
    men: PerSide<Vec<([u32; MAX_ROWS], u8)>>,
}

impl Inputs {
    /// Numbers the rows of a game.
    pub(super) fn new(game: &Game) -> Self {
        let variant = game.variant();
        let (board, kinds) = (variant.board, variant.kinds.len());
        let squares = board.len();
        let states = seen_states(game);
        let has_states = states.len() > 1;
        // Own men first, then enemy men; for each: kinds and squares, states and squares, kinds and states.
        let by_state = if has_states { states.len() * (squares + kinds) } else { 0 };
        let side_rows = kinds * squares + by_state;
        let hands = 2 * side_rows;
        let view_rows = hands + 2 * kinds;
        let shared = is_mirrored(game);
        let men = PerSide::from_fn(|view: Side| {
            let base = if shared || view == Side::White { 0 } else { view_rows };
            // No piece has the number 0.
            let mut men = vec![([0; MAX_ROWS], 0); (game.pieces().count() + 1) * squares];
            for piece in game.pieces() {
                let info = game.piece_info(piece);
                let first = base + if info.side == view { 0 } else { side_rows };
                let kind = info.kind.index();
                let seen = seen_state(game, view, &info.state);
                let state = states.iter().position(|state| *state == seen).unwrap_or_default();
                for square in board.squares() {
                    let seen_square = variant.black.square(board, view, square).index();
                    let mut rows = [(first + kind * squares + seen_square) as u32, 0, 0];
                    if has_states {
                        let second = first + kinds * squares;
                        rows[1] = (second + state * squares + seen_square) as u32;
                        rows[2] = (second + states.len() * squares + kind * states.len() + state) as u32;
                    }
                    let count = if has_states { MAX_ROWS } else { 1 };
                    men[usize::from(piece.number()) * squares + square.index()] = (rows, count as u8);
                }
            }
            men
        });
        let rows = if shared { view_rows } else { 2 * view_rows };
        Self { rows, shared, kinds, hands, view_rows, men }
    }

    /// Number of rows.
    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    /// Number of different views.
    pub(super) const fn views(&self) -> usize {
        if self.shared { 1 } else { 2 }
    }

    /// The rows of each piece on each square, by piece number and square.
    pub(super) fn men(&self, view: Side) -> impl Iterator<Item = &[u32]> {
        self.men[view].iter().map(|(rows, count)| rows.get(..usize::from(*count)).unwrap_or_default())
    }

    /// The row of a man in a side's hand.
    pub(super) fn in_hand(&self, view: Side, side: Side, kind: KindId) -> Option<u32> {
        let base = if self.shared || view == Side::White { 0 } else { self.view_rows };
        let owner = if side == view { 0 } else { self.kinds };
        (kind.index() < self.kinds).then_some((base + self.hands + owner + kind.index()) as u32)
    }
}

/// A man's state as a view sees it: Black's view as if Black were White.
fn seen_state(game: &Game, view: Side, state: &ManState) -> ManState {
    let turned = |&wind| game.variant().black.wind(view, wind);
    ManState { facings: state.facings.iter().map(turned).collect(), ..state.clone() }
}

/// All states that a view may see, in the order of the pieces.
fn seen_states(game: &Game) -> Vec<ManState> {
    let mut states = Vec::new();
    for piece in game.pieces() {
        for view in Side::ALL {
            let seen = seen_state(game, view, &game.piece_info(piece).state);
            if !states.contains(&seen) {
                states.push(seen);
            }
        }
    }
    states
}

/// Whether Black's men stand and move as the mirror image of White's.
fn is_mirrored(game: &Game) -> bool {
    let variant = game.variant();
    let (board, black) = (variant.board, variant.black);
    let square = |square| Some(black.square(board, Side::Black, square));
    let start = game.start_of(SetupId::default());
    let stands = |side: Side, kind| start.men_of_kind(side, kind);
    variant.kinds().all(|(kind, _)| image(stands(Side::White, kind), square) == Some(stands(Side::Black, kind)))
        && images(game, square, |piece| {
            let info = game.piece_info(piece);
            game.piece(!info.side, info.kind, &seen_state(game, Side::Black, &info.state))
        })
        .is_some()
}

/// The image of each piece on each square, by piece number and square, where left and right are exchanged; `None` if men move, or
/// win, otherwise on one wing than on the other.
pub(super) fn reflection(game: &Game) -> Option<Vec<u32>> {
    let variant = game.variant();
    let board = variant.board;
    let square = |square| board.square(i32::from(board.files()) - 1 - board.file(square), board.rank(square));
    let reflected = |state: &ManState| {
        let facings = state.facings.iter().map(|wind| wind.mirrored_in_files()).collect();
        ManState { facings, ..state.clone() }
    };
    let decides_alike = |(kind, _)| {
        let squares = deciding_squares(variant, kind, |_| true);
        Side::ALL.into_iter().all(|side| image(squares[side], square) == Some(squares[side]))
    };
    if !variant.kinds().all(decides_alike) {
        return None;
    }
    images(game, square, |piece| {
        let info = game.piece_info(piece);
        game.piece(info.side, info.kind, &reflected(&info.state))
    })
}

/// The image of each piece on each square, by piece number and square: another piece on another square, from which it reaches the
/// images of the squares that the first reaches. `None` if some man moves otherwise than its image.
fn images(
    game: &Game,
    square: impl Fn(Square) -> Option<Square> + Copy,
    piece: impl Fn(Piece) -> Option<Piece>,
) -> Option<Vec<u32>> {
    let board = game.variant().board;
    let squares = board.len();
    let all: SquareSet = board.squares().collect();
    // No piece has the number 0.
    let mut images: Vec<u32> = (0..((game.pieces().count() + 1) * squares) as u32).collect();
    for one in game.pieces() {
        let other = piece(one)?;
        for from in board.squares() {
            let to = square(from)?;
            for occupied in [SquareSet::EMPTY, all] {
                let (here, there) = (game.reach(one, from, occupied), game.reach(other, to, occupied));
                if image(here.moves, square)? != there.moves || image(here.captures, square)? != there.captures {
                    return None;
                }
            }
            let code = |piece: Piece, square: Square| usize::from(piece.number()) * squares + square.index();
            images[code(one, from)] = code(other, to) as u32;
        }
    }
    Some(images)
}

/// The images of all squares of a set; `None` if one has no image.
fn image(squares: SquareSet, square: impl Fn(Square) -> Option<Square>) -> Option<SquareSet> {
    squares.iter().map(square).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use weakfish::source::Source;
    use weakfish::{BuiltIns, builtin, load};

    fn reflection_with(lines: &str) -> Option<Vec<u32>> {
        let text = format!("game \"Own\" extends {}\n{lines}", builtin::ORTHODOX);
        reflection(&load(&Source::new("own.variant", text), &BuiltIns).unwrap())
    }

    #[test]
    fn games_are_reflected_if_men_move_and_win_alike_on_both_wings() {
        let images = reflection_with("").unwrap();
        assert!(images.iter().enumerate().all(|(code, &image)| images[image as usize] as usize == code));
        assert!(images.iter().enumerate().any(|(code, &image)| image as usize != code));
        assert!(reflection_with("endings\n  K on d4 or e4: wins\n  the rest: inherited\n").is_some());
        assert!(reflection_with("endings\n  K on d4: wins\n  the rest: inherited\n").is_none());
        assert!(reflection_with("men\n  N knight: fNlW\n").is_none());
    }
}
