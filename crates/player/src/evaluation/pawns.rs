//! Pawn structure: passed, supported and isolated pawns.
//!
//! A pawn is any man that promotes and has low mobility before. Its structure follows from the paths of such men, not from
//! files.

use std::collections::HashMap;

use super::Term;
use super::features::{nearness, promotion_zone, states};
use super::mobility::Mobility;
use super::paths::ShortestPaths;
use weakfish::engine::Bits;
use weakfish::engine::{Game, Piece, Position};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::KindId;

/// Maximum mean mobility of a pawn, in squares.
const MAX_PAWN_MOBILITY: f64 = 2.5;

/// Maximum number of states times squares of a kind that counts as pawns.
const MAX_STATES: usize = 2_000;

/// Pawns of a game, on a board of up to 64 × `W` squares.
#[derive(Debug)]
pub(super) struct Pawns<const W: usize> {
    squares: usize,
    /// The kinds that are pawns.
    kinds: Vec<KindId>,
    /// By piece and square; empty if there are no pawns.
    spans: Vec<PawnSpans<W>>,
}

/// Sets of squares from which other pawns affect a pawn on a square.
#[derive(Clone, Copy, Debug)]
struct PawnSpans<const W: usize> {
    /// Squares that the pawn attacks.
    attacks: Bits<W>,
    /// Squares of enemy pawns that may stop it on its way: the passed-pawn mask.
    stoppers: Bits<W>,
    /// Squares from which an own pawn defends it.
    defenders: Bits<W>,
    /// Squares from which an own pawn may defend it, here or on its way, now or later.
    neighbours: Bits<W>,
    /// Nearness to promotion, in sixteenths.
    nearness: i32,
}

/// Squares that pawns of a side influence, by the square of the pawn.
struct Influence {
    pieces: Vec<Piece>,
    paths: ShortestPaths,
    /// Squares on the way to promotion.
    way: HashMap<(Piece, Square), SquareSet>,
    /// Squares attacked now, in any state.
    attacks: Vec<SquareSet>,
    /// Squares attacked now or on the way.
    later_attacks: Vec<SquareSet>,
    /// Squares occupied or attacked now or on the way.
    later: Vec<SquareSet>,
}

impl Influence {
    fn new(game: &Game, side: Side, kind: KindId) -> Self {
        let board = game.variant().board;
        let captures = |piece, square| game.reach(piece, square, SquareSet::EMPTY).captures;
        let pieces = states(game, side, kind);
        let paths = ShortestPaths::new(game, &pieces, promotion_zone(game.variant(), side, kind));
        let way = paths.along(|_, square| single(square));
        let attacks_on_way = paths.along(captures);
        let [mut attacks, mut later_attacks, mut later] = [(); 3].map(|()| vec![SquareSet::EMPTY; board.len()]);
        for &piece in &pieces {
            for square in board.squares() {
                let at = square.index();
                let of = |map: &HashMap<_, SquareSet>| map.get(&(piece, square)).copied().unwrap_or_default();
                attacks[at] = attacks[at].union(captures(piece, square));
                later_attacks[at] = later_attacks[at].union(attacks[at]).union(of(&attacks_on_way));
                later[at] = later[at].union(single(square)).union(later_attacks[at]).union(of(&way));
            }
        }
        Self { pieces, paths, way, attacks, later_attacks, later }
    }
}

fn single(square: Square) -> SquareSet {
    [square].into_iter().collect()
}

impl<const W: usize> Pawns<W> {
    pub(super) fn new(game: &Game, mobility: &Mobility) -> Self {
        let (variant, squares) = (game.variant(), game.variant().board.len());
        let promotes = |kind| Side::ALL.iter().any(|&side| !promotion_zone(variant, side, kind).is_empty());
        let is_small = |kind| {
            let states = states(game, Side::White, kind).len().max(states(game, Side::Black, kind).len());
            states * squares <= MAX_STATES && mobility.of_kind(game, kind).0 <= MAX_PAWN_MOBILITY
        };
        let kinds = variant.kinds().filter(|&(kind, data)| !data.royal && promotes(kind) && is_small(kind));
        let kinds: Vec<KindId> = kinds.map(|(kind, _)| kind).collect();
        let mut spans = Vec::new();
        if !kinds.is_empty() {
            let none = PawnSpans {
                attacks: Bits::EMPTY,
                stoppers: Bits::EMPTY,
                defenders: Bits::EMPTY,
                neighbours: Bits::EMPTY,
                nearness: 0,
            };
            let pieces = game.pieces().map(|piece| usize::from(piece.number())).max().unwrap_or(0);
            spans = vec![none; (pieces + 1) * squares];
        }
        for &kind in &kinds {
            let influence = PerSide::from_fn(|side| Influence::new(game, side, kind));
            for side in Side::ALL {
                let (own, enemy) = (&influence[side], &influence[!side]);
                for &piece in &own.pieces {
                    for square in variant.board.squares() {
                        let way = own.way.get(&(piece, square)).copied().unwrap_or_default();
                        let from = |holds: &dyn Fn(usize) -> bool| {
                            variant.board.squares().filter(|&from| holds(from.index())).collect::<Bits<W>>()
                        };
                        let stays = way.union(single(square));
                        spans[usize::from(piece.number()) * squares + square.index()] = PawnSpans {
                            attacks: Bits::from_set(game.reach(piece, square, SquareSet::EMPTY).captures),
                            stoppers: from(&|from| !enemy.later[from].intersection(way).is_empty()),
                            defenders: from(&|from| own.attacks[from].contains(square)),
                            neighbours: from(&|from| {
                                from != square.index() && !own.later_attacks[from].intersection(stays).is_empty()
                            }),
                            nearness: (16.0 * nearness(own.paths.distance(piece, square))).round() as i32,
                        };
                    }
                }
            }
        }
        Self { squares, kinds, spans }
    }

    /// Calls `visit` with each pawn term and its count in sixteenths. Returns the squares attacked by the pawns of each side.
    #[inline]
    pub(super) fn visit(&self, position: &Position, mut visit: impl FnMut(Piece, Term, i32)) -> PerSide<Bits<W>> {
        let mut attacked = PerSide::both(Bits::EMPTY);
        for &kind in &self.kinds {
            let men = PerSide::from_fn(|side| Bits::from_set(position.men_of_kind(side, kind)));
            for side in Side::ALL {
                for square in men[side].iter() {
                    let Some(piece) = position.piece_at(square) else { continue };
                    let place = usize::from(piece.number()) * self.squares + square.index();
                    let Some(spans) = self.spans.get(place) else { continue };
                    attacked[side] |= spans.attacks;
                    if spans.nearness > 0 && !spans.stoppers.intersects(men[!side]) {
                        visit(piece, Term::Passed, spans.nearness);
                    }
                    if spans.defenders.intersects(men[side]) {
                        visit(piece, Term::Supported, 16);
                    } else if !spans.neighbours.intersects(men[side]) {
                        visit(piece, Term::Isolated, 16);
                    }
                }
            }
        }
        attacked
    }

    /// Whether a kind counts as pawns.
    pub(super) fn contains(&self, kind: KindId) -> bool {
        self.kinds.contains(&kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use weakfish::{BuiltIns, Source, builtin, load};

    const ORTHODOX: &str = "P pawn: fmWfcF";

    /// A pawn that moves diagonally, and captures straight ahead.
    const ASLANT: &str = "P pawn: fmFfcW";

    /// Terms of the pawns of a position, White's first, in orthodox chess with these pawns.
    fn terms(pawn: &str, fen: &str) -> Vec<String> {
        let text =
            format!("game \"Pawns\" extends {}\nmen\n  {pawn}\nrules\n  long step of P: none\n", builtin::ORTHODOX);
        let game = load(&Source::new("pawns", text), &BuiltIns).unwrap();
        let position = weakfish::notation::fen::read(&game, weakfish::model::SetupId(0), fen).unwrap();
        let pawns = Pawns::<1>::new(&game, &Mobility::new(&game));
        let mut terms = Vec::new();
        pawns.visit(&position, |piece, term, _| {
            terms.push(format!("{} {}", game.piece_info(piece).side, term.name()));
        });
        terms
    }

    #[test]
    fn a_pawn_is_passed_if_no_pawn_can_hinder_it() {
        // Enemy pawns beside it, behind it, in front of it.
        for (fen, passed) in [
            ("4k3/8/8/3pP3/8/8/8/4K3 w - -", true),
            ("4k3/8/8/4P3/3p4/8/8/4K3 w - -", true),
            ("4k3/3p4/8/4P3/8/8/8/4K3 w - -", false),
            ("4k3/4p3/8/4P3/8/8/8/4K3 w - -", false),
            ("4k3/2p5/8/4P3/8/8/8/4K3 w - -", true),
        ] {
            assert_eq!(terms(ORTHODOX, fen).contains(&"White passed".to_owned()), passed, "{fen}");
        }
    }

    #[test]
    fn pawns_support_each_other() {
        assert_eq!(
            terms(ORTHODOX, "4k3/8/8/8/4P3/3P4/8/4K3 w - -"),
            ["White passed", "White passed", "White supported"]
        );
        assert_eq!(terms(ORTHODOX, "4k3/8/8/8/3PP3/8/8/4K3 w - -"), ["White passed"; 2]);
        assert_eq!(terms(ORTHODOX, "4k3/8/8/8/4P3/2P5/8/4K3 w - -"), ["White passed", "White isolated"].repeat(2));
        assert_eq!(terms(ORTHODOX, "4k3/8/8/4P3/4P3/8/8/4K3 w - -"), ["White passed", "White isolated"].repeat(2));
        assert!(terms(ORTHODOX, "4k3/8/8/8/8/8/8/4K3 w - -").is_empty());
    }

    #[test]
    fn pawns_that_go_otherwise_follow_their_own_ways() {
        // Such a pawn meets others on its diagonals.
        assert!(terms(ASLANT, "4k3/8/3p4/4P3/8/8/8/4K3 w - -").iter().all(|word| word != "White passed"));
        assert!(terms(ASLANT, "4k3/8/8/4P3/3p4/8/8/4K3 w - -").contains(&"White passed".to_owned()));
    }
}
