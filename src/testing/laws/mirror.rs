//! The exchange of the sides of a game: images of positions and moves, and whether the rules are the same for both sides.

use std::collections::BTreeSet;

use crate::engine::{Arrangement, DropMove, Game, ManMove, Move, Piece};
use crate::geometry::{Board, PerSide, Side, Square, SquareSet, Wind};
use crate::model::{At, Facing, Kind, ManState, Parts, PlacedMan, Setup, Symmetry, Variant, Walker, Wing, walked};

/// The exchange of the sides of a game.
#[derive(Debug)]
pub(super) struct Mirror<'g> {
    game: &'g Game,
    board: Board,
    symmetry: Symmetry,
    /// By kind and side: the facings of each part that has several, with those of the other side's men that are their
    /// images.
    facings: Vec<PerSide<Vec<Images>>>,
}

/// The facings of a part, each with its image.
type Images = Vec<(Wind, Wind)>;

impl<'g> Mirror<'g> {
    /// Prepares the exchange: finds for each part of each kind which facings of the two sides are images of each
    /// other.
    pub(super) fn new(game: &'g Game) -> Self {
        let variant = game.variant();
        let symmetry = variant.black;
        let of_side = |kind: &Kind, side: Side| {
            let parts = (0..kind.components.len()).map(|part| {
                let [own, other] = [side, !side].map(|side| kind.facings(side, symmetry, part));
                images_of_facings(&own, &other, symmetry)
            });
            parts.filter(|facings| facings.len() > 1).collect()
        };
        let of_kind = |kind: &Kind| PerSide::new(of_side(kind, Side::White), of_side(kind, Side::Black));
        let facings = variant.kinds.iter().map(of_kind).collect();
        Self { game, board: variant.board, symmetry, facings }
    }

    fn variant(&self) -> &'g Variant {
        self.game.variant()
    }

    /// The first difference of the sides in games from each setup; `None` if they are alike, except that one begins.
    pub(super) fn differences(&self) -> Vec<Option<&'static str>> {
        let variant = self.variant();
        let difference = if variant.kinds.iter().any(|kind| kind.sides.white != kind.sides.black) {
            Some("some men are of one side")
        } else if !self.has_symmetric_men() {
            Some("some men differ")
        } else if !self.has_symmetric_board() {
            Some("the board differs")
        } else if !self.is_symmetric(&variant.rules) {
            Some("some rules differ")
        } else if !self.has_symmetric_endings() {
            Some("some endings differ")
        } else {
            None
        };
        let of_setup = |setup: &Setup| {
            if !is_same_for_sides(&setup.hands) {
                return Some("the men in hand differ");
            }
            let men: BTreeSet<_> = setup.men.iter().map(man_key).collect();
            let images: BTreeSet<_> = setup.men.iter().map(|man| man_key(&self.man_image(man))).collect();
            (men != images).then_some("the setup differs")
        };
        variant.setups.iter().map(|setup| difference.or_else(|| of_setup(setup))).collect()
    }

    /// Whether some ending is for one side only: the order of endings may matter and outcomes may differ.
    pub(super) fn has_one_sided_endings(&self) -> bool {
        self.variant().endings.iter().any(|ending| ending.side.is_some())
    }

    /// The image of a part of the model. A man's movement turns around with its side, and is its own image.
    fn image<T: Parts + Clone>(&self, part: &T) -> T {
        walked(part, &At::Root, &mut ExchangeOfSides(self))
    }

    /// Whether a part of the model is its own image. The image of the image has the order of an image, too.
    fn is_symmetric<T: Parts + Clone + PartialEq>(&self, part: &T) -> bool {
        let image = self.image(part);
        self.image(&image) == image
    }

    /// Whether the board and its lines are the same for both sides.
    fn has_symmetric_board(&self) -> bool {
        let variant = self.variant();
        let holes = self.squares_image(self.board.holes()) == self.board.holes();
        let pairs = |lines: &[Vec<Square>]| -> BTreeSet<(Square, Square)> {
            let pairs = lines.iter().flat_map(|line| line.windows(2));
            pairs.filter_map(|pair| Some(sorted((*pair.first()?, *pair.last()?)))).collect()
        };
        let lines = pairs(&variant.lines) == pairs(&self.image(&variant.lines));
        let blocks = variant.rules.grid.is_none_or(|grid| {
            let [files, ranks] = grid.lines(self.board);
            let alike = |lines: &[u8], length: u8| lines.iter().all(|line| lines.contains(&(length - line)));
            let mirrored = alike(&ranks, self.board.ranks());
            mirrored && (self.symmetry == Symmetry::MirrorsWhite || alike(&files, self.board.files()))
        });
        holes && lines && blocks && self.is_symmetric(&variant.regions)
    }

    /// Whether the properties of men are the same for both sides. Effects are in any order.
    fn has_symmetric_men(&self) -> bool {
        self.variant().kinds.iter().all(|kind| {
            let effects_have_images = kind.effects.iter().all(|effect| kind.effects.contains(&self.image(effect)));
            effects_have_images && self.is_symmetric(&Kind { effects: Vec::new(), ..kind.clone() })
        })
    }

    /// Whether each ending has its image among the endings; one without a side is its own image.
    fn has_symmetric_endings(&self) -> bool {
        let endings = &self.variant().endings;
        endings.iter().all(|ending| endings.contains(&self.image(ending)))
    }

    fn square_image(&self, square: Square) -> Square {
        self.symmetry.square(self.board, Side::Black, square)
    }

    fn squares_image(&self, squares: SquareSet) -> SquareSet {
        squares.iter().map(|square| self.square_image(square)).collect()
    }

    /// The image of a man: the other side's man on the image of its square, with the image of its state.
    fn man_image(&self, man: &PlacedMan) -> PlacedMan {
        let parts = self.facings.get(man.kind.index()).map_or(&[][..], |kind| &kind[man.side]);
        let image = |(index, wind): (usize, &Wind)| {
            let image = parts.get(index).and_then(|part| part.iter().find(|(facing, _)| facing == wind));
            image.map_or_else(|| self.symmetry.wind(Side::Black, *wind), |(_, image)| *image)
        };
        let facings = man.state.facings.iter().enumerate().map(image).collect();
        let state = ManState { facings, ..man.state };
        PlacedMan { square: self.square_image(man.square), side: !man.side, kind: man.kind, state }
    }

    /// The image of a position.
    pub(super) fn arrangement_image(&self, arrangement: &Arrangement) -> Arrangement {
        let men = arrangement.men.iter().map(|man| self.man_image(man)).collect();
        Arrangement { men, ..self.image(arrangement) }
    }

    /// The image of a move; `None` if the other side has no piece that corresponds.
    pub(super) fn move_image(&self, mv: Move) -> Option<Move> {
        let mv = match mv {
            Move::Man(mv) => mv,
            Move::Drop(drop) => {
                let (to, piece) = self.arrival_image(drop.to, drop.piece)?;
                return Some(DropMove { to, piece, ..drop }.into());
            }
            Move::Wall(square) => return Some(Move::Wall(self.square_image(square))),
            Move::Pass | Move::EndSeries | Move::ClaimStalemate => return Some(mv),
        };
        let (to, piece) = self.arrival_image(mv.to, mv.piece)?;
        let kind = self.image(&mv.kind);
        let image = ManMove { mark: mv.mark, ..ManMove::new(self.square_image(mv.from), to, piece, kind) };
        Some(mv.wall().map_or(image, |wall| image.with_wall(self.square_image(wall))).into())
    }

    /// The image of a man that arrives on a square, with that of the square; `None` if the other side has no piece that
    /// corresponds.
    fn arrival_image(&self, square: Square, piece: Piece) -> Option<(Square, Piece)> {
        let info = self.game.piece_info(piece);
        let image = self.man_image(&PlacedMan { square, side: info.side, kind: info.kind, state: info.state.clone() });
        Some((image.square, self.game.piece(image.side, image.kind, &image.state)?))
    }
}

/// Makes parts of the model, and of positions and moves, their images.
struct ExchangeOfSides<'m>(&'m Mirror<'m>);

impl Walker for ExchangeOfSides<'_> {
    fn square(&mut self, _: &At<'_>, square: &mut Square) {
        *square = self.0.square_image(*square);
    }

    fn squares(&mut self, _: &At<'_>, squares: &mut SquareSet) {
        *squares = self.0.squares_image(*squares);
    }

    fn wind(&mut self, _: &At<'_>, wind: &mut Wind) {
        *wind = self.0.symmetry.wind(Side::Black, *wind);
    }

    fn wing(&mut self, _: &At<'_>, wing: &mut Wing) {
        if self.0.symmetry == Symmetry::RotatesWhite {
            *wing = wing.other();
        }
    }

    fn side(&mut self, _: &At<'_>, side: &mut Side) {
        *side = !*side;
    }
}

/// The facings of a part of one side's men, each with the facing of the other side that moves as its image. Facings
/// that are alike have one name, which need not be the image of the other side's.
fn images_of_facings(own: &[Facing], other: &[Facing], symmetry: Symmetry) -> Images {
    let image = |facing: &Facing| {
        let movement = symmetry.movement(Side::Black, &facing.movement);
        let alike = other.iter().find(|other| other.movement == movement);
        (facing.wind, alike.map_or_else(|| symmetry.wind(Side::Black, facing.wind), |alike| alike.wind))
    };
    own.iter().map(image).collect()
}

fn is_same_for_sides<T: PartialEq>(sides: &PerSide<T>) -> bool {
    sides.white == sides.black
}

fn sorted((a, b): (Square, Square)) -> (Square, Square) {
    (a.min(b), a.max(b))
}

/// A key to compare men as sets.
fn man_key(man: &PlacedMan) -> (Square, usize, u8, String) {
    (man.square, man.side.index(), man.kind.0, man.state.to_string())
}
