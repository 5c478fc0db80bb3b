//! Search for a mate with no other men than those of a balance.
//!
//! One man gives check, perhaps with the help of its royal man; all positions of these and of the royal man in check
//! are searched. The other men of the balance are then placed so that the mate remains one, so that of several men each
//! is tried alone. Only mates that a move without capture leads to count, since the material was left before that move.

use std::ops::Range;

use super::finding::may_capture;
use super::reach::Reachability;
use crate::engine::{Game, Piece, Reach as Targets};
use crate::geometry::{Side, Square, SquareSet};
use crate::model::{CheckRule, KindId, ManState, PlacedMan, PromotionChoice, Variant};
use weakfish_engine::text::fen::write_placement;

/// Larger boards than this are not searched.
const MAX_SQUARES: usize = 144;
/// The most placements of one man: its states on all squares.
const MAX_PLACEMENTS: usize = 1 << 11;
/// The search is given up after as many steps.
const MAX_STEPS: usize = 1 << 18;
/// The steps that a position counts as whose moves are tried.
const STEPS_PER_POSITION: usize = 16;

/// A position of mate.
pub(super) struct Mate {
    /// The man that gives check.
    pub(super) checker: KindId,
    /// The position as FEN.
    pub(super) fen: String,
}

/// Result of a search for a mate.
pub(super) enum MateSearched {
    /// There is one.
    Found(Mate),
    /// There is none by one man that gives check, wherever the men stand.
    None,
    /// None was found, and the search took too long or does not know a rule of the game.
    Unknown,
}

/// Finds a position in which a side with the men `attackers` and no others has mated one with the men `defenders`.
pub(super) fn find_mate(
    game: &Game,
    reach: &Reachability,
    attacker: Side,
    attackers: &[KindId],
    defenders: &[KindId],
) -> MateSearched {
    let variant = game.variant();
    let rules = &variant.rules;
    let unknown = variant.board.len() > MAX_SQUARES
        || rules.check[attacker] == CheckRule::Forbidden
        || rules.own_check_in_series[!attacker]
        || rules.finishing_move.is_some()
        || !rules.opposition.is_empty();
    let men = split_royal(variant, attackers).zip(split_royal(variant, defenders));
    let Some(((royal, helpers), (Some(king), guards))) = men.filter(|_| !unknown) else { return MateSearched::Unknown };
    let mut search =
        MateSearch { variant, reach, game, attacker, pieces: Vec::new(), steps_left: MAX_STEPS, gave_up: false };
    let mut checkers = if helpers.is_empty() { royal.into_iter().collect() } else { helpers.clone() };
    checkers.sort_unstable();
    checkers.dedup();
    let mate = checkers.into_iter().find_map(|checker| {
        let others = helpers.iter().position(|&helper| helper == checker).map_or_else(Vec::new, |at| {
            let mut others = helpers.clone();
            others.remove(at);
            others
        });
        let others = others.into_iter().map(|kind| (attacker, kind));
        let others: Vec<_> = others.chain(guards.iter().map(|&kind| (!attacker, kind))).collect();
        let men = search.find_mate_by(king, checker, royal.filter(|&royal| royal != checker), &others)?;
        Some(Mate { checker, fen: search.fen(&men) })
    });
    match mate {
        Some(mate) => MateSearched::Found(mate),
        None if search.gave_up => MateSearched::Unknown,
        None => MateSearched::None,
    }
}

/// The only royal man of a side, if it has one, and its other men; `None` if it has several, or one that is not always
/// royal.
pub(super) fn split_royal(variant: &Variant, men: &[KindId]) -> Option<(Option<KindId>, Vec<KindId>)> {
    let (royal, others): (Vec<KindId>, _) = men.iter().partition(|&&kind| variant.kind(kind).royal);
    match royal.as_slice() {
        [] => Some((None, others)),
        &[royal] if variant.kind(royal).is_always_royal() => Some((Some(royal), others)),
        _ => None,
    }
}

/// A side's men of one kind in one state.
struct PieceSquares {
    side: Side,
    kind: KindId,
    state: ManState,
    piece: Piece,
    /// The squares where they can stand.
    squares: SquareSet,
    /// By square: where they go.
    targets: Vec<SquareTargets>,
}

/// The targets from one square.
struct SquareTargets {
    /// Where it may capture, if the other men stand right.
    captures: SquareSet,
    /// Where it moves without capture whatever stands elsewhere.
    flights: SquareSet,
    /// Where it captures whatever stands elsewhere.
    near: SquareSet,
}

/// A man on the board: the index of its piece, and its square.
#[derive(Clone, Copy)]
struct Man {
    piece: usize,
    square: Square,
}

/// The squares of these men.
fn occupied(men: &[Man]) -> SquareSet {
    men.iter().map(|man| man.square).collect()
}

/// Search for a mate with few men.
struct MateSearch<'s> {
    variant: &'s Variant,
    reach: &'s Reachability,
    game: &'s Game,
    attacker: Side,
    pieces: Vec<PieceSquares>,
    steps_left: usize,
    /// Whether a man is not searched, or too many steps were made.
    gave_up: bool,
}

impl MateSearch<'_> {
    /// Writes a position as FEN, with the defender to move.
    fn fen(&self, men: &[Man]) -> String {
        let placed = men.iter().map(|man| {
            let PieceSquares { side, kind, state, .. } = &self.pieces[man.piece];
            PlacedMan { square: man.square, side: *side, kind: *kind, state: state.clone() }
        });
        let placed = placed.collect::<Vec<_>>();
        let board = write_placement(self.variant.board, &placed, &[], |man| &self.variant.kind(man.kind).symbol);
        format!("{board} {} - - 0 1", (!self.attacker).letter())
    }

    /// Counts steps; `None` if there have been too many.
    fn spend(&mut self, steps: usize) -> Option<()> {
        let left = self.steps_left.checked_sub(steps);
        self.gave_up |= left.is_none();
        self.steps_left = left?;
        Some(())
    }

    /// The indices of the pieces of a side's men of a kind; `None` if they are not searched.
    fn pieces_of(&mut self, side: Side, id: KindId) -> Option<Range<usize>> {
        let is = |piece: &PieceSquares| (piece.side, piece.kind) == (side, id);
        if let Some(first) = self.pieces.iter().position(is) {
            let count = self.pieces[first..].iter().take_while(|&piece| is(piece)).count();
            return Some(first..first + count);
        }
        let kind = self.variant.kind(id);
        let states = kind.state_space(side, self.variant.black).all();
        let is_searched = kind.hops_over.is_none()
            && kind.passes_own.is_empty()
            && !kind.kills()
            && !self.game.facts().men.hold
            && !self.game.facts().men.relay;
        if !is_searched || states.len() * self.variant.board.len() > MAX_PLACEMENTS {
            self.gave_up = true;
            return None;
        }
        // A man that must promote on a square never stands there.
        let mut squares = self.reach.of(side, id).squares;
        for promotion in self.variant.rules.promotions[side].iter().filter(|promotion| promotion.kind == id) {
            let may_stay = promotion.optional || promotion.by_capture || promotion.not_by_en_passant;
            if promotion.to == PromotionChoice::Nothing || !may_stay {
                squares = squares.without(promotion.zone);
            }
        }
        let first = self.pieces.len();
        for state in states {
            let piece = self.game.piece(side, id, &state)?;
            let targets = self.variant.board.rectangle().map(|from| self.targets_from(piece, from)).collect();
            self.pieces.push(PieceSquares { side, kind: id, state, piece, squares, targets });
        }
        Some(first..self.pieces.len())
    }

    /// The targets of a piece from a square, whatever stands elsewhere.
    fn targets_from(&self, piece: Piece, from: Square) -> SquareTargets {
        let others = || self.variant.board.squares().filter(|&square| square != from);
        let [alone, crowded] =
            [SquareSet::EMPTY, others().collect()].map(|occupied| self.game.reach(piece, from, occupied));
        let mut captures = alone.captures.union(crowded.captures);
        // A man that captures more on a crowded board hops, so each other man may be its hurdle.
        if captures != alone.captures {
            let hurdle = |square| self.game.reach(piece, from, [square].into_iter().collect()).captures;
            captures = others().map(hurdle).fold(captures, SquareSet::union);
        }
        let (flights, near) = (alone.moves.intersection(crowded.moves), alone.captures.intersection(crowded.captures));
        SquareTargets { captures, flights, near }
    }

    /// Where a man can go or capture while men stand on these squares, its own among them.
    fn targets(&self, man: Man, mut occupied: SquareSet) -> Targets {
        occupied.remove(man.square);
        self.game.reach(self.pieces[man.piece].piece, man.square, occupied)
    }

    /// The targets of a man that hold whatever stands elsewhere.
    fn empty_board_targets(&self, man: Man) -> &SquareTargets {
        &self.pieces[man.piece].targets[man.square.index()]
    }

    fn side_of(&self, man: Man) -> Side {
        self.pieces[man.piece].side
    }

    /// Whether a kind may capture another, as far as the rules say whom.
    fn may_capture(&self, captor: Man, victim: Man) -> bool {
        may_capture(self.variant, self.pieces[captor.piece].kind, self.pieces[victim.piece].kind)
    }

    /// All placements of men of these pieces: each on every square where it can stand.
    fn placements(&self, pieces: Range<usize>) -> Vec<Man> {
        pieces.flat_map(|piece| self.pieces[piece].squares.iter().map(move |square| Man { piece, square })).collect()
    }

    /// Finds a mate of the royal man `king` by `checker`, with the help of the royal man `partner`, while the others stand
    /// somewhere.
    fn find_mate_by(
        &mut self,
        king: KindId,
        checker: KindId,
        partner: Option<KindId>,
        others: &[(Side, KindId)],
    ) -> Option<Vec<Man>> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let kings = self.pieces_of(defender, king)?;
        let checkers = self.pieces_of(attacker, checker)?;
        let partners = match partner {
            Some(partner) => self.pieces_of(attacker, partner)?,
            None => 0..0,
        };
        let others =
            others.iter().map(|&(side, kind)| self.pieces_of(side, kind)).collect::<Option<Vec<Range<usize>>>>()?;
        let [kings, checkers, partners] = [kings, checkers, partners].map(|pieces| self.placements(pieces));
        for king in kings {
            let SquareTargets { flights, near, .. } = *self.empty_board_targets(king);
            let apart =
                |&&man: &&Man| man.square != king.square && !(near.contains(man.square) && self.may_capture(king, man));
            let partners: Vec<(Man, SquareSet)> = partners
                .iter()
                .filter(apart)
                .map(|&man| (man, self.empty_board_targets(man).captures.intersection(flights)))
                .collect();
            let most = partners.iter().map(|(_, guarded)| guarded.len()).max();
            for &checker in &checkers {
                let captures = self.empty_board_targets(checker).captures;
                if !captures.contains(king.square) || checker.square == king.square {
                    continue;
                }
                let mut open = flights.without(captures);
                open.remove(checker.square);
                let Some(most) = most else {
                    if partner.is_none()
                        && open.is_empty()
                        && let Some(found) = self.complete_mate(vec![king, checker], &others)
                    {
                        return Some(found);
                    }
                    continue;
                };
                // The partner may stand on one of the squares that the checker leaves open.
                if open.len() > most + 1 {
                    continue;
                }
                self.spend(partners.len())?;
                for &(partner, guarded) in &partners {
                    let mut open = open.without(guarded);
                    open.remove(partner.square);
                    if open.is_empty()
                        && partner.square != checker.square
                        && let Some(found) = self.complete_mate(vec![king, checker, partner], &others)
                    {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Completes a mate by these men to a position with the others, which stand somewhere.
    fn complete_mate(&mut self, men: Vec<Man>, others: &[Range<usize>]) -> Option<Vec<Man>> {
        self.spend(STEPS_PER_POSITION)?;
        if !self.is_mate(&men) {
            return None;
        }
        let Some((next, others)) = others.split_first() else {
            return self.arises_by_quiet_move(&men).then_some(men);
        };
        let taken = occupied(&men);
        let places = self.placements(next.clone()).into_iter().filter(|man| !taken.contains(man.square));
        let mut places = places.collect::<Vec<_>>().into_iter();
        places.find_map(|man| self.complete_mate(men.iter().copied().chain([man]).collect(), others))
    }

    /// The royal man of a side among these men.
    fn find_royal(&self, men: &[Man], side: Side) -> Option<Man> {
        men.iter()
            .copied()
            .find(|&man| self.side_of(man) == side && self.variant.kind(self.pieces[man.piece].kind).royal)
    }

    /// Whether a man of the other side could capture this one.
    fn is_attacked(&self, men: &[Man], target: Man) -> bool {
        let side = self.side_of(target);
        let occupied = occupied(men);
        let mut attackers = men.iter().filter(|&&man| self.side_of(man) != side && self.may_capture(man, target));
        attackers.any(|&man| {
            self.empty_board_targets(man).captures.contains(target.square)
                && self.targets(man, occupied).captures.contains(target.square)
        })
    }

    /// Whether the defender is in check and has no move, while the attacker is not in check.
    fn is_mate(&self, men: &[Man]) -> bool {
        let Some(king) = self.find_royal(men, !self.attacker) else { return false };
        let safe = self.find_royal(men, self.attacker).is_none_or(|royal| !self.is_attacked(men, royal));
        safe && self.is_attacked(men, king) && !self.has_move(men)
    }

    /// Whether the defender has a legal move.
    fn has_move(&self, men: &[Man]) -> bool {
        let occupied = occupied(men);
        men.iter().enumerate().filter(|&(_, &man)| self.side_of(man) != self.attacker).any(|(index, &man)| {
            let Targets { moves, captures, .. } = self.targets(man, occupied);
            let is_safe = |to: Square, victim: Option<usize>| {
                let mut after = men.to_vec();
                after[index].square = to;
                if let Some(at) = victim {
                    after.remove(at);
                }
                self.find_royal(&after, !self.attacker).is_none_or(|king| !self.is_attacked(&after, king))
            };
            let is_victim = |other: Man| {
                self.side_of(other) == self.attacker && captures.contains(other.square) && self.may_capture(man, other)
            };
            moves.without(occupied).iter().any(|to| is_safe(to, None))
                || (0..men.len()).any(|at| is_victim(men[at]) && is_safe(men[at].square, Some(at)))
        })
    }

    /// Whether the attacker can have come to a position by a move without capture, from one in which it gives no check.
    fn arises_by_quiet_move(&self, men: &[Man]) -> bool {
        let defender = !self.attacker;
        men.iter().enumerate().filter(|&(_, &man)| self.side_of(man) == self.attacker).any(|(index, &man)| {
            let current = &self.pieces[man.piece];
            let quiet = |before: Man| {
                let mut earlier = men.to_vec();
                earlier[index] = before;
                self.find_royal(&earlier, defender).is_some_and(|king| !self.is_attacked(&earlier, king))
            };
            let mut others = men.to_vec();
            others.remove(index);
            let occupied = occupied(&others);
            let promotes = |from: Square| {
                let mut promotions = self.variant.rules.promotions[current.side].iter();
                promotions.any(|promotion| promotion.kind == current.kind && promotion.from.contains(from))
            };
            (0..self.pieces.len())
                .filter(|&at| (self.pieces[at].side, self.pieces[at].kind) == (current.side, current.kind))
                .any(|at| {
                    let before = self.pieces[at].piece;
                    if self.game.turns(before).any(|turned| turned == current.piece) && quiet(Man { piece: at, ..man })
                    {
                        return true;
                    }
                    let arrives = |from: Square| {
                        self.game.arrivals(before, from, man.square, false, occupied).contains(&current.piece)
                    };
                    let free = self.pieces[at].squares.iter().filter(|&from| !occupied.contains(from));
                    free.filter(|&from| from != man.square && !promotes(from)).any(|from| {
                        let before = Man { piece: at, square: from };
                        self.targets(before, occupied).moves.contains(man.square) && arrives(from) && quiet(before)
                    })
                })
        })
    }
}
