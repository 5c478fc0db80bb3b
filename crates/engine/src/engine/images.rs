//! Images of pieces under a map of the board.

use super::{Game, Piece};
use crate::geometry::{BoardMap, SquareSet, Wind};

impl Game {
    /// The image of each piece under a map of the board, in the order of [`Game::pieces`]: a piece of the same kind and mode that
    /// moves and captures as the map says, on an empty and on a full board. It is of the same side or, if the sides are
    /// exchanged, of the other. `None` if there is no such piece. Other rules may still tell a piece from its image.
    ///
    /// ```
    /// use weakfish::geometry::BoardMap;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let maps = BoardMap::all(game.variant().board);
    /// let all_have_one =
    ///     |name: &str, exchanged: bool| {
    ///         let map = maps.iter().find(|map| map.name() == name).unwrap();
    ///         game.images_of_pieces(map, exchanged).iter().all(Option::is_some)
    ///     };
    /// assert!(all_have_one("left and right", false) && all_have_one("front and back", true));
    /// // A pawn would go backward.
    /// assert!(!all_have_one("front and back", false));
    /// ```
    pub fn images_of_pieces(&self, map: &BoardMap, exchanged: bool) -> Vec<Option<Piece>> {
        let pieces: Vec<Piece> = self.pieces().collect();
        let image = |&piece: &Piece| {
            let info = self.piece_info(piece);
            let side = if exchanged { !info.side } else { info.side };
            let is_alike = |&other: &Piece| {
                let other = self.piece_info(other);
                (other.side, other.kind, other.state.mode) == (side, info.kind, info.state.mode)
            };
            let facings: Vec<Wind> = info.state.facings.iter().map(|&wind| map.apply_to_wind(wind)).collect();
            // First the piece that faces as the map says, then the piece itself: so the images of pieces that move alike
            // are different pieces.
            let rank = |&other: &Piece| match self.piece_info(other).state.facings == facings {
                true => 0,
                false if other == piece => 1,
                false => 2,
            };
            let mut candidates: Vec<Piece> = pieces.iter().copied().filter(is_alike).collect();
            candidates.sort_by_key(rank);
            candidates.into_iter().find(|&other| self.moves_as_image(map, piece, other))
        };
        pieces.iter().map(image).collect()
    }

    /// Whether a piece moves as the image of another one, on an empty and on a full board.
    fn moves_as_image(&self, map: &BoardMap, piece: Piece, image: Piece) -> bool {
        let board = self.variant().board;
        let all: SquareSet = board.squares().collect();
        board.squares().all(|square| {
            let Some(to) = map.apply(square) else { return false };
            [SquareSet::EMPTY, all].into_iter().all(|occupied| {
                let (here, there) = (self.reach(piece, square, occupied), self.reach(image, to, occupied));
                map.apply_to_set(here.moves) == there.moves && map.apply_to_set(here.captures) == there.captures
            })
        })
    }
}
