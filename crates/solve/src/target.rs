//! The position that proof games lead to, and bounds of the plies to it.

use std::collections::HashMap;

use weakfish::engine::{Piece, Position};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};

use crate::encoding::without_past;
use crate::routes::{Node, Routes, UNREACHABLE, least_sum, may_castle};

/// The position that a proof game leads to.
pub(crate) struct Target {
    position: Position,
    men: PerSide<Vec<(Square, Piece)>>,
    in_turn: bool,
    /// Bounds by the routes of men, if the rules allow them.
    bounds: Option<Bounds>,
}

impl Target {
    pub(crate) fn new(root: &Position, position: &Position) -> Self {
        let position = without_past(position);
        let facts = position.game().facts();
        let in_turn = !facts.series.any && !facts.turns.passing;
        Self {
            men: PerSide::from_fn(|side| {
                let men = position.men();
                men.filter(|&(_, piece)| position.game().piece_info(piece).side == side).collect()
            }),
            in_turn,
            bounds: Bounds::new(root, &position),
            position,
        }
    }

    /// Whether a position is the target, with all that the legal moves depend on.
    pub(crate) fn is_reached(&self, position: &Position) -> bool {
        position.turn() == self.position.turn()
            && position.occupied() == self.position.occupied()
            && Side::ALL
                .into_iter()
                .all(|side| self.men[side].iter().all(|&(square, piece)| position.piece_at(square) == Some(piece)))
            && Side::ALL.into_iter().all(|side| position.castling_rights(side) == self.position.castling_rights(side))
            && position.unmoved() == self.position.unmoved()
            && position.once_a_game() == self.position.once_a_game()
            && position.repetition_key() == self.position.repetition_key()
    }

    /// Whether it may still be reached within `plies`: a ply captures one man at most, and brings one man to its
    /// square, or two by castling.
    pub(crate) fn is_within(&mut self, position: &Position, plies: u16) -> bool {
        let plies = u32::from(plies);
        let turn = position.turn();
        let moves = PerSide::from_fn(|side| match (self.in_turn, side == turn) {
            (true, true) => plies.div_ceil(2),
            (true, false) => plies / 2,
            (false, _) => plies,
        });
        let mut needed = 0;
        for side in Side::ALL {
            let own = moves[side];
            let others = if self.in_turn { plies - own } else { plies };
            let now = position.men_of(side).len() as u32;
            let count = self.men[side].len() as u32;
            if now < count || now - count > others {
                return false;
            }
            let rights = position.castling_rights(side);
            let castles = u32::from(rights.first_file || rights.last_file);
            let missing = self.men[side].iter().filter(|&&(square, piece)| position.piece_at(square) != Some(piece));
            let moves = (missing.count() as u32).saturating_sub(castles);
            if moves > own {
                return false;
            }
            needed += moves;
        }
        needed <= plies && self.bounds.as_mut().is_none_or(|bounds| bounds.are_kept(position, moves))
    }
}

/// What the men of a side need to come to the squares of a position.
struct Bounds {
    routes: Routes,
    /// By side: its men in the position.
    ends: PerSide<Vec<Node>>,
    /// By node: the moves, and the captures, that its man needs to each end of its side.
    needs: Vec<Option<[Vec<u8>; 2]>>,
}

impl Bounds {
    fn new(root: &Position, target: &Position) -> Option<Self> {
        let mut routes = Routes::new(root)?;
        let game = target.game();
        let of_side = |side: Side| target.men().filter(move |&(_, piece)| game.piece_info(piece).side == side);
        let ends = PerSide::from_fn(|side| of_side(side).map(|(at, piece)| routes.node(piece, at)).collect::<Vec<_>>());
        // A man that no man could replace stays. Then others can't pass it, and more men may have to stay.
        let mut fixed = SquareSet::EMPTY;
        loop {
            let mut entered = vec![false; routes.len()];
            for node in 0..routes.len() {
                routes.steps(node).iter().filter(|(next, _)| *next != node).for_each(|(next, _)| entered[*next] = true);
            }
            let staying = ends.iter().flat_map(|(_, nodes)| nodes).filter(|node| !entered[**node]);
            let staying = staying.map(|&node| routes.man(node).1).collect::<SquareSet>().union(castling_men(target));
            if staying == fixed {
                break;
            }
            fixed = fixed.union(staying);
            routes.fix(fixed);
        }
        Some(Self { needs: vec![None; routes.len()], ends, routes })
    }

    /// Whether these numbers of moves may be enough from a position on.
    fn are_kept(&mut self, position: &Position, moves: PerSide<u32>) -> bool {
        Side::ALL.into_iter().all(|side| {
            let men: Vec<Node> = position
                .men_of(side)
                .iter()
                .filter_map(|at| Some(self.routes.node(position.piece_at(at)?, at)))
                .collect();
            for &node in &men {
                self.add_needs(node, side);
            }
            let captures = (position.men_of(!side).len() - self.ends[!side].len()) as u32;
            // Castling moves two men.
            let bounds = [moves[side] + u32::from(may_castle(position, side)), captures];
            bounds.into_iter().enumerate().all(|(index, most)| {
                let needs = men.iter().filter_map(|&node| self.needs[node].as_ref()).map(|needs| &needs[index]);
                let costs: Vec<Vec<u8>> =
                    (0..self.ends[side].len()).map(|end| needs.clone().map(|costs| costs[end]).collect()).collect();
                let least = costs.iter().filter_map(|costs| costs.iter().min());
                least.map(|&cost| u32::from(cost)).sum::<u32>() <= most && least_sum(&costs, most)
            })
        })
    }

    /// Finds what the man on a node needs.
    fn add_needs(&mut self, node: Node, side: Side) {
        if self.needs[node].is_none() {
            let needs = [false, true].map(|captures| {
                let found: HashMap<Node, u8> =
                    self.routes.within(node, UNREACHABLE - 2, captures).into_iter().collect();
                self.ends[side].iter().map(|end| found.get(end).copied().unwrap_or(UNREACHABLE)).collect()
            });
            self.needs[node] = Some(needs);
        }
    }
}

/// The squares of men with a right to castle, as far as they are certain: they have never moved.
fn castling_men(position: &Position) -> SquareSet {
    let variant = position.game().variant();
    let mut men = SquareSet::EMPTY;
    for side in Side::ALL {
        let Some(castling) = &variant.rules.castling[side] else { continue };
        let rights = position.castling_rights(side);
        let kings = position.men_of_kind(side, castling.king);
        let Some(king) = kings.iter().next().filter(|_| kings.len() == 1 && may_castle(position, side)) else {
            continue;
        };
        men.insert(king);
        for last_file in [false, true] {
            let on_wing = |at: &Square| {
                variant.board.rank(*at) == variant.board.rank(king)
                    && (variant.board.file(*at) > variant.board.file(king)) == last_file
            };
            let partners = castling.partners.iter().map(|&kind| position.men_of_kind(side, kind));
            let partners = partners.fold(SquareSet::EMPTY, SquareSet::union);
            let mut partners = partners.iter().filter(on_wing);
            if let (true, Some(partner), None) = (rights.on(last_file), partners.next(), partners.next()) {
                men.insert(partner);
            }
        }
    }
    men
}
