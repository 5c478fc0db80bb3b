//! What pawns are to each other and to other men.
//!
//! A pawn is here a man that promotes and reaches little before it does. What makes it a passed, supported or isolated one
//! follows from where it and its like can go: none of this speaks of files.

use super::features::{promotion_zone, states};
use super::mobility::Mobility;
use super::ways::Ways;
use super::{Term, Weights};
use weakfish::engine::bits::Bits;
use weakfish::engine::{Game, Piece, Position};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::KindId;

/// A pawn reaches no more squares than this on average.
const LITTLE: f64 = 2.5;

/// Kinds of more states and squares than this are no pawns.
const MANY: usize = 2_000;

/// The pawns of a game, on a board of up to 64 × `W` squares.
#[derive(Debug)]
pub(super) struct Pawns<const W: usize> {
    squares: usize,
    /// The kinds that are pawns.
    kinds: Vec<KindId>,
    /// By piece and square; empty if there are no pawns.
    links: Vec<Links<W>>,
}

/// What a pawn on a square has to do with others.
#[derive(Clone, Copy, Debug)]
struct Links<const W: usize> {
    /// Where it captures.
    guards: Bits<W>,
    /// From where an enemy of its kind may hinder it on its way.
    rivals: Bits<W>,
    /// From where one of its kind guards it.
    supporters: Bits<W>,
    /// From where one of its kind may guard it, here or on its way, now or later.
    friends: Bits<W>,
    /// How near it is to its promotion, in sixteenths.
    nearness: i32,
}

impl<const W: usize> Links<W> {
    const NONE: Self =
        Self { guards: Bits::EMPTY, rivals: Bits::EMPTY, supporters: Bits::EMPTY, friends: Bits::EMPTY, nearness: 0 };
}

impl<const W: usize> Pawns<W> {
    pub(super) fn new(game: &Game, mobility: &Mobility) -> Self {
        let (variant, squares) = (game.variant(), game.variant().board.len());
        let promotes = |kind| Side::ALL.iter().any(|&side| !promotion_zone(variant, side, kind).is_empty());
        let is_small = |kind| {
            let states = states(game, Side::White, kind).len().max(states(game, Side::Black, kind).len());
            states * squares <= MANY && mobility.of_kind(game, kind).0 <= LITTLE
        };
        let kinds = variant.kinds().filter(|&(kind, data)| !data.royal && promotes(kind) && is_small(kind));
        let kinds: Vec<KindId> = kinds.map(|(kind, _)| kind).collect();
        let mut pawns = Self { squares, kinds, links: Vec::new() };
        if !pawns.kinds.is_empty() {
            let pieces = game.pieces().map(|piece| usize::from(piece.number())).max().unwrap_or(0);
            pawns.links = vec![Links::NONE; (pieces + 1) * squares];
            for kind in pawns.kinds.clone() {
                pawns.link(game, kind);
            }
        }
        pawns
    }

    /// Finds out what pawns of a kind have to do with each other.
    fn link(&mut self, game: &Game, kind: KindId) {
        let board = game.variant().board;
        let captures = |piece, square| game.reach(piece, square, SquareSet::EMPTY).captures;
        let of_side = PerSide::from_fn(|side| {
            let ways = Ways::new(game, &states(game, side, kind), promotion_zone(game.variant(), side, kind));
            let path = ways.along(|_, square| [square].into_iter().collect());
            let guarded = ways.along(captures);
            (ways, path, guarded)
        });
        // By side and square: what one of its states holds or may hold later if it stands there.
        let reached_later = PerSide::from_fn(|side| {
            let mut later = vec![SquareSet::EMPTY; board.len()];
            let (_, path, guarded) = &of_side[side];
            for piece in states(game, side, kind) {
                for square in board.squares() {
                    let own: SquareSet = [square].into_iter().collect();
                    let all = &mut later[square.index()];
                    *all = all.union(own).union(captures(piece, square));
                    for ways in [path, guarded] {
                        *all = all.union(ways.get(&(piece, square)).copied().unwrap_or_default());
                    }
                }
            }
            later
        });
        let guards_later = PerSide::from_fn(|side| {
            let mut later = vec![SquareSet::EMPTY; board.len()];
            for piece in states(game, side, kind) {
                for square in board.squares() {
                    let further = of_side[side].2.get(&(piece, square)).copied().unwrap_or_default();
                    later[square.index()] = later[square.index()].union(captures(piece, square)).union(further);
                }
            }
            later
        });
        for side in Side::ALL {
            let (ways, path, _) = &of_side[side];
            for piece in states(game, side, kind) {
                for square in board.squares() {
                    let path = path.get(&(piece, square)).copied().unwrap_or_default();
                    let from = |holds: &dyn Fn(Square) -> bool| {
                        board.squares().filter(|&from| holds(from)).collect::<Bits<W>>()
                    };
                    let own: SquareSet = [square].into_iter().collect();
                    let here_or_further = own.union(path);
                    let guard_now = |from: Square| {
                        states(game, side, kind).into_iter().any(|other| captures(other, from).contains(square))
                    };
                    let near = ways
                        .distance(piece, square)
                        .map_or(0.0, |moves| Weights::NEARER.powi(i32::from(moves.max(1)) - 1));
                    self.links[usize::from(piece.number()) * self.squares + square.index()] = Links {
                        guards: Bits::from_set(captures(piece, square)),
                        rivals: from(&|from| !reached_later[!side][from.index()].intersection(path).is_empty()),
                        supporters: from(&guard_now),
                        friends: from(&|from| {
                            from != square && !guards_later[side][from.index()].intersection(here_or_further).is_empty()
                        }),
                        nearness: (16.0 * near).round() as i32,
                    };
                }
            }
        }
    }

    /// Calls `visit` for each pawn with what counts about it, and how often, in sixteenths. Returns the squares where
    /// each side's pawns capture.
    #[inline]
    pub(super) fn visit(&self, position: &Position, mut visit: impl FnMut(Piece, Term, i32)) -> PerSide<Bits<W>> {
        let mut guarded = PerSide::both(Bits::EMPTY);
        for &kind in &self.kinds {
            let men = PerSide::from_fn(|side| Bits::from_set(position.men_of_kind(side, kind)));
            for side in Side::ALL {
                for square in men[side].iter() {
                    let Some(piece) = position.piece_at(square) else { continue };
                    let place = usize::from(piece.number()) * self.squares + square.index();
                    let Some(links) = self.links.get(place) else { continue };
                    guarded[side] |= links.guards;
                    if links.nearness > 0 && !links.rivals.intersects(men[!side]) {
                        visit(piece, Term::Passed, links.nearness);
                    }
                    if links.supporters.intersects(men[side]) {
                        visit(piece, Term::Supported, 16);
                    } else if !links.friends.intersects(men[side]) {
                        visit(piece, Term::Isolated, 16);
                    }
                }
            }
        }
        guarded
    }

    /// Whether men of a kind are pawns.
    pub(super) fn are(&self, kind: KindId) -> bool {
        self.kinds.contains(&kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use weakfish::{BuiltIns, Source, builtin, load};

    const ORTHODOX: &str = "P pawn: fmWfcF";

    /// A pawn that goes diagonally, and captures straight ahead.
    const ASLANT: &str = "P pawn: fmFfcW";

    /// What is said of the pawns of a position, white ones first, in a game with other pawns if that is said.
    fn told(pawn: &str, fen: &str) -> Vec<String> {
        let text =
            format!("game \"Pawns\" extends {}\nmen\n  {pawn}\nrules\n  long step of P: none\n", builtin::ORTHODOX);
        let game = load(&Source::new("pawns", text), &BuiltIns).unwrap();
        let position = weakfish::notation::fen::read(&game, weakfish::model::SetupId(0), fen).unwrap();
        let pawns = Pawns::<1>::new(&game, &Mobility::new(&game));
        let mut told = Vec::new();
        pawns.visit(&position, |piece, term, _| {
            told.push(format!("{} {}", game.piece_info(piece).side, term.name()));
        });
        told
    }

    #[test]
    fn a_pawn_is_passed_if_no_pawn_can_hinder_it() {
        // Beside it, behind it, and in front of it.
        for (fen, passed) in [
            ("4k3/8/8/3pP3/8/8/8/4K3 w - -", true),
            ("4k3/8/8/4P3/3p4/8/8/4K3 w - -", true),
            ("4k3/3p4/8/4P3/8/8/8/4K3 w - -", false),
            ("4k3/4p3/8/4P3/8/8/8/4K3 w - -", false),
            ("4k3/2p5/8/4P3/8/8/8/4K3 w - -", true),
        ] {
            assert_eq!(told(ORTHODOX, fen).contains(&"White passed".to_owned()), passed, "{fen}");
        }
    }

    #[test]
    fn pawns_support_each_other() {
        assert_eq!(
            told(ORTHODOX, "4k3/8/8/8/4P3/3P4/8/4K3 w - -"),
            ["White passed", "White passed", "White supported"]
        );
        assert_eq!(told(ORTHODOX, "4k3/8/8/8/3PP3/8/8/4K3 w - -"), ["White passed"; 2]);
        assert_eq!(told(ORTHODOX, "4k3/8/8/8/4P3/2P5/8/4K3 w - -"), ["White passed", "White isolated"].repeat(2));
        assert_eq!(told(ORTHODOX, "4k3/8/8/4P3/4P3/8/8/4K3 w - -"), ["White passed", "White isolated"].repeat(2));
        assert!(told(ORTHODOX, "4k3/8/8/8/8/8/8/4K3 w - -").is_empty());
    }

    #[test]
    fn pawns_that_go_otherwise_follow_their_own_ways() {
        // A pawn that goes diagonally and captures straight ahead meets others on its diagonals.
        assert!(told(ASLANT, "4k3/8/3p4/4P3/8/8/8/4K3 w - -").iter().all(|word| word != "White passed"));
        assert!(told(ASLANT, "4k3/8/8/4P3/3p4/8/8/4K3 w - -").contains(&"White passed".to_owned()));
    }
}
