//! The exchange of the sides of a game: images of positions and moves, and whether the rules are the same for both sides.

use std::collections::BTreeSet;

use crate::engine::{Arrangement, CastlingPartners, CastlingRights, DropMove, Game, ManMove, Move, MoveKind, Piece};
use crate::geometry::{Board, PerSide, Side, Square, SquareSet, Wind};
use crate::model::{
    Castling, Change, Condition, DropRule, Effect, EnPassant, Ending, Event, Facing, GameResult, Judged, Kind,
    KingTravel, LongStep, ManState, PlacedMan, Promotion, Rules, Setup, Symmetry, Variant, WallRule,
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
        } else if !self.has_symmetric_rules() {
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

    /// Whether some ending is for one side only, so that the order of endings may matter and outcomes may differ.
    pub(super) fn has_one_sided_endings(&self) -> bool {
        self.variant().endings.iter().any(|ending| ending.side.is_some())
    }

    /// Whether the board and what is drawn on it are the same for both sides.
    fn has_symmetric_board(&self) -> bool {
        let variant = self.variant();
        let holes = self.squares_image(self.board.holes()) == self.board.holes();
        let pairs = |image: &dyn Fn(Square) -> Square| -> BTreeSet<(Square, Square)> {
            let lines = variant.lines.iter().flat_map(|line| line.windows(2));
            lines.filter_map(|pair| Some((image(*pair.first()?), image(*pair.last()?)))).map(sorted).collect()
        };
        let lines = pairs(&|square| square) == pairs(&|square| self.square_image(square));
        let blocks = variant.rules.grid.is_none_or(|grid| {
            let whole = |size: u8, block: u8| block > 0 && size.is_multiple_of(block);
            let ranks = whole(self.board.ranks(), grid.ranks);
            ranks && (self.symmetry == Symmetry::MirrorsWhite || whole(self.board.files(), grid.files))
        });
        let regions =
            variant.regions.iter().all(|region| self.squares_image(region.squares.white) == region.squares.black);
        holes && lines && blocks && regions
    }

    /// Whether the squares that the properties of men name are the same for both sides. Their regions are judged with the
    /// board, and all movements turn around with the side.
    fn has_symmetric_men(&self) -> bool {
        self.variant().kinds.iter().all(|kind| {
            // A new property that names squares has its image here.
            let Kind {
                effects,
                symbol: _,
                name: _,
                sides: _,
                components: _,
                orientation: _,
                flips: _,
                royal: _,
                royalty: _,
                captured_by: _,
                captures: _,
                hops_over: _,
                hops_over_whose: _,
                passes_own: _,
                holds: _,
                relays_to: _,
                stays_in: _,
                elsewhere: _,
                captured: _,
                was: _,
                first_move: _,
                may_leave: _,
            } = kind;
            effects.iter().all(|effect| effects.contains(&self.effect_image(effect)))
        })
    }

    /// The image of an effect: the squares of its event with the sides exchanged.
    fn effect_image(&self, effect: &Effect) -> Effect {
        let event = match effect.event {
            Event::Arriving(squares) => {
                Event::Arriving(exchange_sides(&squares, |squares| self.squares_image(*squares)))
            }
            Event::InPlace
            | Event::Moving
            | Event::Capturing
            | Event::NotCapturing
            | Event::Dropped
            | Event::DroppedNextToOwn => effect.event,
        };
        // No change names squares: those of `Destroys` and `Converts` lie around the move.
        match &effect.change {
            Change::Turns(_)
            | Change::Flips
            | Change::Becomes(_)
            | Change::BecomesVictim(_)
            | Change::Dies
            | Change::BecomesWall
            | Change::Destroys(_)
            | Change::Converts(_)
            | Change::StaysBehind => Effect { event, ..effect.clone() },
        }
    }

    /// Whether the rules are the same for both sides.
    fn has_symmetric_rules(&self) -> bool {
        // Rules without squares or sides are the same for both.
        let Rules {
            castling,
            long_steps,
            en_passant,
            promotions,
            drops,
            walls,
            series,
            compulsory_capture,
            compulsory,
            passing,
            immobility_illegal,
            points,
            check,
            own_check_in_series,
            no_flight,
            counting_when_bared,
            counting,
            progress: _,
            must_move: _,
            repetition: _,
            grid: _,
            opposition: _,
            finishing_move: _,
        } = &self.variant().rules;
        let long_step = |step: &LongStep| LongStep { from: self.squares_image(step.from), ..step.clone() };
        let answer = |rule: &EnPassant| EnPassant { on: rule.on.map(|on| self.squares_image(on)), ..rule.clone() };
        let wall = |rule: &WallRule| WallRule { on: self.squares_image(rule.on), ..rule.clone() };
        exchange_sides(castling, |rule| rule.as_ref().map(|rule| self.castling_image(rule))) == *castling
            && exchange_sides(long_steps, |steps| steps.iter().map(long_step).collect()) == *long_steps
            && exchange_sides(en_passant, |rule| rule.as_ref().map(answer)) == *en_passant
            && exchange_sides(promotions, |rules| rules.iter().map(|rule| self.promotion_image(rule)).collect())
                == *promotions
            && exchange_sides(drops, |rules| rules.iter().map(|rule| self.drop_image(rule)).collect()) == *drops
            && exchange_sides(walls, |rule| rule.as_ref().map(wall)) == *walls
            && [compulsory_capture, immobility_illegal, own_check_in_series, no_flight]
                .into_iter()
                .all(is_same_for_sides)
            && is_same_for_sides(compulsory)
            && is_same_for_sides(series)
            && is_same_for_sides(passing)
            && is_same_for_sides(check)
            && is_same_for_sides(counting_when_bared)
            && is_same_for_sides(counting)
            && points.as_ref().is_none_or(|points| is_same_for_sides(&points.side))
    }

    /// The image of a castling rule: its squares with the sides exchanged.
    fn castling_image(&self, castling: &Castling) -> Castling {
        let mut image = castling.clone();
        image.partners_on = castling.partners_on.map(|squares| self.squares_image(squares));
        if let Some(dropped) = &mut image.dropped {
            dropped.king_on = self.square_image(dropped.king_on);
            dropped.partners_on = self.squares_image(dropped.partners_on);
        }
        if let KingTravel::To { first_file, last_file } = castling.travel {
            let (first, last) = (self.square_image(first_file), self.square_image(last_file));
            image.travel = match self.symmetry {
                Symmetry::MirrorsWhite => KingTravel::To { first_file: first, last_file: last },
                Symmetry::RotatesWhite => KingTravel::To { first_file: last, last_file: first },
            };
        }
        image
    }

    /// The image of a promotion rule: its zones with the sides exchanged.
    fn promotion_image(&self, promotion: &Promotion) -> Promotion {
        Promotion {
            zone: self.squares_image(promotion.zone),
            from: self.squares_image(promotion.from),
            compulsory_on: self.squares_image(promotion.compulsory_on),
            ..promotion.clone()
        }
    }

    /// The image of a rule of drops: its squares with the sides exchanged.
    fn drop_image(&self, rule: &DropRule) -> DropRule {
        let slid_from = rule.slid_from.iter().map(|&wind| self.symmetry.wind(Side::Black, wind)).collect();
        let first_on = self.squares_image(rule.first_on);
        DropRule { on: self.squares_image(rule.on), slid_from, first_on, ..rule.clone() }
    }

    /// Whether each ending has its image among the endings; one without a side is its own image.
    fn has_symmetric_endings(&self) -> bool {
        let endings = &self.variant().endings;
        endings.iter().all(|ending| endings.contains(&self.ending_image(ending)))
    }

    /// The image of an ending: sides, result and squares exchanged.
    fn ending_image(&self, ending: &Ending) -> Ending {
        let mut image = ending.clone();
        image.side = ending.side.map(|side| !side);
        image.judged = match ending.judged {
            Judged::WhiteToMove => Judged::BlackToMove,
            Judged::BlackToMove => Judged::WhiteToMove,
            same @ (Judged::Always | Judged::ToMove | Judged::NotToMove | Judged::Unanswered) => same,
        };
        image.result = match ending.result {
            GameResult::WhiteWins => GameResult::BlackWins,
            GameResult::BlackWins => GameResult::WhiteWins,
            same @ (GameResult::Wins
            | GameResult::Loses
            | GameResult::Draw
            | GameResult::DrawOnClaim
            | GameResult::MoreMen
            | GameResult::FewerMen
            | GameResult::MorePoints) => same,
        };
        match &mut image.condition {
            Condition::ManOn { squares, .. } => {
                *squares = exchange_sides(squares, |squares| self.squares_image(*squares));
            }
            Condition::Chain { from, to, steps, .. } => {
                for squares in [from, to] {
                    *squares = exchange_sides(squares, |squares| self.squares_image(*squares));
                }
                for step in steps.iter_mut() {
                    *step = self.symmetry.wind(Side::Black, *step);
                }
                steps.sort_unstable();
            }
            Condition::Castled(Some(wing)) | Condition::NoCastling(Some(wing))
                if self.symmetry == Symmetry::RotatesWhite =>
            {
                *wing = wing.other();
            }
            Condition::Checkmate
            | Condition::Stalemate
            | Condition::Bared
            | Condition::Quiet { .. }
            | Condition::Position { .. }
            | Condition::OnlyMaterial(_)
            | Condition::AtMost { .. }
            | Condition::InARow { .. }
            | Condition::InASquare { .. }
            | Condition::BothPass
            | Condition::FullBoard
            | Condition::OppositionAccepted
            | Condition::CountedOut
            | Condition::ChecksGiven(_)
            | Condition::Castled(_)
            | Condition::NoCastling(_) => {}
        }
        image
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
        let rights = |rights: &CastlingRights| match self.symmetry {
            Symmetry::MirrorsWhite => *rights,
            Symmetry::RotatesWhite => CastlingRights { last_file: rights.first_file, first_file: rights.last_file },
        };
        let mut image = arrangement.clone();
        image.men = arrangement.men.iter().map(|man| self.man_image(man)).collect();
        image.turn = !arrangement.turn;
        image.hands = exchange_sides(&arrangement.hands, Clone::clone);
        image.castling = exchange_sides(&arrangement.castling, rights);
        image.castled = exchange_sides(&arrangement.castled, rights);
        let square = |square: Option<Square>| square.map(|square| self.square_image(square));
        image.partners = exchange_sides(&arrangement.partners, |partners| {
            let (last_file, first_file) = (square(partners.last_file), square(partners.first_file));
            match self.symmetry {
                Symmetry::MirrorsWhite => CastlingPartners { last_file, first_file },
                Symmetry::RotatesWhite => CastlingPartners { last_file: first_file, first_file: last_file },
            }
        });
        image.en_passant = arrangement.en_passant.iter().map(|&square| self.square_image(square)).collect();
        image.walls = arrangement.walls.iter().map(|&square| self.square_image(square)).collect();
        image.moved = arrangement.moved.iter().map(|&square| self.square_image(square)).collect();
        image.unmoved = arrangement.unmoved.iter().map(|&square| self.square_image(square)).collect();
        image.once_a_game = arrangement.once_a_game.iter().map(|&square| self.square_image(square)).collect();
        image.stationary_run = exchange_sides(&arrangement.stationary_run, |run| *run);
        image.checks = exchange_sides(&arrangement.checks, |checks| *checks);
        image.lapsed = exchange_sides(&arrangement.lapsed, |lapsed| *lapsed);
        image
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
        let kind = match mv.kind {
            MoveKind::EnPassant { victim } => MoveKind::EnPassant { victim: self.square_image(victim) },
            MoveKind::Castling { partner_from, partner_to } => MoveKind::Castling {
                partner_from: self.square_image(partner_from),
                partner_to: self.square_image(partner_to),
            },
            MoveKind::KingLeaving { partner_from, partner_to } => MoveKind::KingLeaving {
                partner_from: self.square_image(partner_from),
                partner_to: self.square_image(partner_to),
            },
            MoveKind::PartnerLeaving { partner_from, partner_to } => MoveKind::PartnerLeaving {
                partner_from: self.square_image(partner_from),
                partner_to: self.square_image(partner_to),
            },
            same @ (MoveKind::Ordinary
            | MoveKind::LongStep
            | MoveKind::OnceAGame
            | MoveKind::Stationary
            | MoveKind::Finishing
            | MoveKind::Leaving) => same,
        };
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

/// Exchanges the values of the two sides, each replaced by its image.
fn exchange_sides<T>(sides: &PerSide<T>, image: impl Fn(&T) -> T) -> PerSide<T> {
    PerSide::new(image(&sides.black), image(&sides.white))
}

fn is_same_for_sides<T: PartialEq>(sides: &PerSide<T>) -> bool {
    sides.white == sides.black
}

fn sorted((a, b): (Square, Square)) -> (Square, Square) {
    (a.min(b), a.max(b))
}

/// A key by which men are compared as sets.
fn man_key(man: &PlacedMan) -> (Square, usize, u8, String) {
    (man.square, man.side.index(), man.kind.0, man.state.to_string())
}
