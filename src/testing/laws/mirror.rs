//! The exchange of the sides of a game: images of positions and moves, and whether the rules are the same for both sides.

use std::collections::BTreeSet;

use crate::engine::{Arrangement, CastlingRights, Game, ManMove, Move, MoveKind};
use crate::geometry::{Board, PerSide, Side, Square, SquareSet, Wind};
use crate::model::{
    Castling, Condition, EnPassant, Ending, Facing, GameResult, Judged, Kind, KingTravel, LongStep, ManState,
    PlacedMan, Promotion, Setup, Symmetry, Variant,
};

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
        let differs = if variant.kinds.iter().any(|kind| kind.sides.white != kind.sides.black) {
            Some("some men are of one side")
        } else if !self.has_alike_board() {
            Some("the board differs")
        } else if !self.has_alike_rules() {
            Some("some rules differ")
        } else if !self.has_alike_endings() {
            Some("some endings differ")
        } else {
            None
        };
        let of_setup = |setup: &Setup| {
            let men: BTreeSet<_> = setup.men.iter().map(key).collect();
            let images: BTreeSet<_> = setup.men.iter().map(|man| key(&self.man(man))).collect();
            (men != images).then_some("the setup differs")
        };
        variant.setups.iter().map(|setup| differs.or_else(|| of_setup(setup))).collect()
    }

    /// Whether the first of two endings that hold may depend on the side that they hold for.
    pub(super) fn has_endings_of_a_side(&self) -> bool {
        self.variant().endings.iter().any(|ending| ending.side.is_some())
    }

    /// Whether the board and what is drawn on it are the same for both sides.
    fn has_alike_board(&self) -> bool {
        let variant = self.variant();
        let holes = self.squares(self.board.holes()) == self.board.holes();
        let pairs = |image: &dyn Fn(Square) -> Square| -> BTreeSet<(Square, Square)> {
            let lines = variant.lines.iter().flat_map(|line| line.windows(2));
            lines.filter_map(|pair| Some((image(*pair.first()?), image(*pair.last()?)))).map(sorted).collect()
        };
        let lines = pairs(&|square| square) == pairs(&|square| self.square(square));
        let blocks = variant.rules.grid.is_none_or(|grid| {
            let whole = |size: u8, block: u8| block > 0 && size.is_multiple_of(block);
            let ranks = whole(self.board.ranks(), grid.ranks);
            ranks && (self.symmetry == Symmetry::MirrorsWhite || whole(self.board.files(), grid.files))
        });
        let regions = variant.regions.iter().all(|region| self.squares(region.squares.white) == region.squares.black);
        holes && lines && blocks && regions
    }

    /// Whether the rules are the same for both sides.
    fn has_alike_rules(&self) -> bool {
        let rules = &self.variant().rules;
        let long_step = |step: &LongStep| LongStep { from: self.squares(step.from), ..step.clone() };
        let answer = |rule: &EnPassant| EnPassant { on: rule.on.map(|on| self.squares(on)), ..rule.clone() };
        let flags =
            [&rules.compulsory_capture, &rules.immobility_illegal, &rules.own_check_in_series, &rules.no_flight];
        exchanged(&rules.castling, |one| one.as_ref().map(|one| self.castling(one))) == rules.castling
            && exchanged(&rules.long_steps, |steps| steps.iter().map(long_step).collect()) == rules.long_steps
            && exchanged(&rules.en_passant, |rule| rule.as_ref().map(answer)) == rules.en_passant
            && exchanged(&rules.promotions, |all| all.iter().map(|one| self.promotion(one)).collect())
                == rules.promotions
            && flags.into_iter().all(is_same)
            && is_same(&rules.series)
            && is_same(&rules.passing)
            && is_same(&rules.check)
            && is_same(&rules.counting_when_bared)
            && is_same(&rules.counting)
            && rules.points.as_ref().is_none_or(|points| is_same(&points.side))
    }

    fn castling(&self, castling: &Castling) -> Castling {
        let mut image = castling.clone();
        if let KingTravel::To { first_file, last_file } = castling.travel {
            let (first, last) = (self.square(first_file), self.square(last_file));
            image.travel = match self.symmetry {
                Symmetry::MirrorsWhite => KingTravel::To { first_file: first, last_file: last },
                Symmetry::RotatesWhite => KingTravel::To { first_file: last, last_file: first },
            };
        }
        image
    }

    fn promotion(&self, promotion: &Promotion) -> Promotion {
        Promotion {
            zone: self.squares(promotion.zone),
            from: self.squares(promotion.from),
            compulsory_on: self.squares(promotion.compulsory_on),
            ..promotion.clone()
        }
    }

    /// Whether each ending has its image among the endings; one without a side is its own image.
    fn has_alike_endings(&self) -> bool {
        let endings = &self.variant().endings;
        endings.iter().all(|ending| endings.contains(&self.ending(ending)))
    }

    fn ending(&self, ending: &Ending) -> Ending {
        let mut image = ending.clone();
        image.side = ending.side.map(|side| !side);
        image.judged = match ending.judged {
            Judged::WhiteToMove => Judged::BlackToMove,
            Judged::BlackToMove => Judged::WhiteToMove,
            other => other,
        };
        image.result = match ending.result {
            GameResult::WhiteWins => GameResult::BlackWins,
            GameResult::BlackWins => GameResult::WhiteWins,
            other => other,
        };
        if let Condition::ManOn { squares, .. } = &mut image.condition {
            *squares = exchanged(squares, |squares| self.squares(*squares));
        }
        image
    }

    fn square(&self, square: Square) -> Square {
        self.symmetry.square(self.board, Side::Black, square)
    }

    fn squares(&self, squares: SquareSet) -> SquareSet {
        squares.iter().map(|square| self.square(square)).collect()
    }

    /// The image of a man.
    fn man(&self, man: &PlacedMan) -> PlacedMan {
        let parts = self.facings.get(man.kind.index()).map_or(&[][..], |kind| &kind[man.side]);
        let image = |(index, wind): (usize, &Wind)| {
            let image = parts.get(index).and_then(|part| part.iter().find(|(own, _)| own == wind));
            image.map_or_else(|| self.symmetry.wind(Side::Black, *wind), |(_, image)| *image)
        };
        let facings = man.state.facings.iter().enumerate().map(image).collect();
        let state = ManState { facings, mode: man.state.mode };
        PlacedMan { square: self.square(man.square), side: !man.side, kind: man.kind, state }
    }

    /// The image of a position.
    pub(super) fn arrangement(&self, arrangement: &Arrangement) -> Arrangement {
        let rights = |rights: &CastlingRights| match self.symmetry {
            Symmetry::MirrorsWhite => *rights,
            Symmetry::RotatesWhite => CastlingRights { last_file: rights.first_file, first_file: rights.last_file },
        };
        let mut image = arrangement.clone();
        image.men = arrangement.men.iter().map(|man| self.man(man)).collect();
        image.turn = !arrangement.turn;
        image.castling = exchanged(&arrangement.castling, rights);
        image.en_passant = arrangement.en_passant.iter().map(|&square| self.square(square)).collect();
        image.unmoved = arrangement.unmoved.iter().map(|&square| self.square(square)).collect();
        image.stationary_run = exchanged(&arrangement.stationary_run, |run| *run);
        image.checks = exchanged(&arrangement.checks, |checks| *checks);
        image
    }

    /// The image of a move.
    pub(super) fn mv(&self, mv: Move) -> Option<Move> {
        let Move::Man(mv) = mv else { return Some(mv) };
        let info = self.game.piece_info(mv.piece);
        let man = PlacedMan { square: mv.to, side: info.side, kind: info.kind, state: info.state.clone() };
        let image = self.man(&man);
        let kind = match mv.kind {
            MoveKind::EnPassant { victim } => MoveKind::EnPassant { victim: self.square(victim) },
            MoveKind::Castling { partner_from, partner_to } => {
                MoveKind::Castling { partner_from: self.square(partner_from), partner_to: self.square(partner_to) }
            }
            other => other,
        };
        let piece = self.game.piece(image.side, image.kind, &image.state)?;
        Some(ManMove { from: self.square(mv.from), to: image.square, piece, kind }.into())
    }
}

/// The facings of a part of one side's men, each with that of the other side in which the part moves as its image does.
/// Facings that are alike have one name, which need not be the image of the other side's.
fn images_of_facings(own: &[Facing], other: &[Facing], symmetry: Symmetry) -> Images {
    let image = |facing: &Facing| {
        let movement = symmetry.movement(Side::Black, &facing.movement);
        let alike = other.iter().find(|other| other.movement == movement);
        (facing.wind, alike.map_or_else(|| symmetry.wind(Side::Black, facing.wind), |alike| alike.wind))
    };
    own.iter().map(image).collect()
}

/// The value of each side as the other one's.
fn exchanged<T>(sides: &PerSide<T>, image: impl Fn(&T) -> T) -> PerSide<T> {
    PerSide::new(image(&sides.black), image(&sides.white))
}

fn is_same<T: PartialEq>(sides: &PerSide<T>) -> bool {
    sides.white == sides.black
}

fn sorted((a, b): (Square, Square)) -> (Square, Square) {
    (a.min(b), a.max(b))
}

/// A sort key of a man.
fn key(man: &PlacedMan) -> (Square, usize, u8, String) {
    (man.square, man.side.index(), man.kind.0, man.state.to_string())
}
