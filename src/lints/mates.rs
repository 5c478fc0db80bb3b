//! A lint of material that is called a draw: a search for a mate with no other men than those of a balance.
//!
//! One man gives check, perhaps with the help of its royal man; all positions of these and of the royal man in check
//! are searched. The other men of the balance are then placed so that the mate remains one, so that of several men each
//! is tried alone. Only mates that a move without capture leads to count, since the material was left before that move.

use std::ops::Range;

use super::finding::{is_always_royal, may_capture};
use super::reach::{Reachability, union};
use super::{Finding, Lint, ModelItem};
use crate::engine::{Game, Piece, Reach as Targets};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{
    CheckRule, Condition, Ending, GameResult, Judged, KindId, ManState, MaterialSide, PlacedMan, PromotionChoice,
    Variant, placement,
};

/// Larger boards than this are not searched.
const MAX_SQUARES: usize = 144;
/// The most places of one man: its states on all squares.
const MAX_PLACES: usize = 1 << 11;
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

/// Finds a position in which a side with the men `attackers` and no others has mated one with the men `defenders`.
///
/// `None` if there is none, or if the search takes too long or does not know a rule of the game.
pub(super) fn find_mate(
    game: &Game,
    reach: &Reachability,
    attacker: Side,
    attackers: &[KindId],
    defenders: &[KindId],
) -> Option<Mate> {
    let variant = game.variant();
    let rules = &variant.rules;
    let unknown = variant.board.len() > MAX_SQUARES
        || rules.check[attacker] == CheckRule::Forbidden
        || rules.own_check_in_series[!attacker]
        || rules.finishing_move.is_some()
        || !rules.opposition.is_empty();
    if unknown {
        return None;
    }
    let mut search = Search { variant, reach, game, attacker, sorts: Vec::new(), left: MAX_STEPS };
    let (royal, helpers) = split(variant, attackers)?;
    let (king, guards) = split(variant, defenders)?;
    let king = king?;
    let mut checkers = if helpers.is_empty() { royal.into_iter().collect() } else { helpers.clone() };
    checkers.sort_unstable();
    checkers.dedup();
    checkers.into_iter().find_map(|checker| {
        let others = helpers.iter().position(|&helper| helper == checker).map_or_else(Vec::new, |at| {
            let mut others = helpers.clone();
            others.remove(at);
            others
        });
        let others = others.into_iter().map(|kind| (attacker, kind));
        let others: Vec<_> = others.chain(guards.iter().map(|&kind| (!attacker, kind))).collect();
        let men = search.mate(king, checker, royal.filter(|&royal| royal != checker), &others)?;
        Some(Mate { checker, fen: search.fen(&men) })
    })
}

/// The only royal man of a side, if it has one, and its other men; `None` if it has several, or one that is not always
/// royal.
fn split(variant: &Variant, men: &[KindId]) -> Option<(Option<KindId>, Vec<KindId>)> {
    let (royal, others): (Vec<KindId>, _) = men.iter().partition(|&&kind| variant.kind(kind).royal);
    match royal.as_slice() {
        [] => Some((None, others)),
        &[royal] if is_always_royal(variant.kind(royal)) => Some((Some(royal), others)),
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
    ways: Vec<Ways>,
}

/// The ways from one square.
struct Ways {
    /// Where a way by capture ends, whatever stands elsewhere.
    captures: SquareSet,
    /// Where a way without capture ends that no man can bar.
    flights: SquareSet,
    /// Where a way by capture ends that no man can bar.
    near: SquareSet,
}

/// A man on the board: its sort by number, and its square.
#[derive(Clone, Copy)]
struct Man {
    sort: usize,
    square: Square,
}

fn occupied(men: &[Man]) -> SquareSet {
    men.iter().map(|man| man.square).collect()
}

struct Search<'s> {
    variant: &'s Variant,
    reach: &'s Reachability,
    game: &'s Game,
    attacker: Side,
    sorts: Vec<PieceSquares>,
    left: usize,
}

impl Search<'_> {
    fn fen(&self, men: &[Man]) -> String {
        let placed = men.iter().map(|man| {
            let sort = &self.sorts[man.sort];
            PlacedMan { square: man.square, side: sort.side, kind: sort.kind, state: sort.state.clone() }
        });
        let placed = placed.collect::<Vec<_>>();
        let board = placement(self.variant.board, &placed, |man| &self.variant.kind(man.kind).symbol);
        format!("{board} {} - - 0 1", (!self.attacker).letter())
    }

    /// The numbers of the sorts of a side's men of a kind; `None` if they are not searched.
    fn sorts_of(&mut self, side: Side, id: KindId) -> Option<Range<usize>> {
        let is = |sort: &PieceSquares| (sort.side, sort.kind) == (side, id);
        if let Some(first) = self.sorts.iter().position(is) {
            let count = self.sorts[first..].iter().take_while(|&sort| is(sort)).count();
            return Some(first..first + count);
        }
        let kind = Some(self.variant.kind(id)).filter(|kind| kind.hops_over.is_none())?;
        let states = kind.state_space(side, self.variant.black).all();
        if states.len() * self.variant.board.len() > MAX_PLACES {
            return None;
        }
        // A man that must promote on a square never stands there.
        let mut squares = self.reach.of(side, id).squares;
        for promotion in self.variant.rules.promotions[side].iter().filter(|promotion| promotion.kind == id) {
            if promotion.to == PromotionChoice::Nothing || !promotion.optional && !promotion.by_capture {
                squares = squares.without(promotion.zone);
            }
        }
        let first = self.sorts.len();
        for state in states {
            let piece = self.game.piece(side, id, &state)?;
            let ways = self.variant.board.rectangle().map(|from| self.ways_from(piece, from)).collect();
            self.sorts.push(PieceSquares { side, kind: id, state, piece, squares, ways });
        }
        Some(first..self.sorts.len())
    }

    fn ways_from(&self, piece: Piece, from: Square) -> Ways {
        let others = || self.variant.board.squares().filter(|&square| square != from);
        let [alone, crowded] =
            [SquareSet::EMPTY, others().collect()].map(|occupied| self.game.reach(piece, from, occupied));
        let mut captures = union(alone.captures, crowded.captures);
        // A man that captures more on a crowded board hops, so each other man may be its hurdle.
        if captures != alone.captures {
            let hurdle = |square| self.game.reach(piece, from, [square].into_iter().collect()).captures;
            captures = others().map(hurdle).fold(captures, union);
        }
        let (flights, near) = (alone.moves.intersection(crowded.moves), alone.captures.intersection(crowded.captures));
        Ways { captures, flights, near }
    }

    /// Where a man can go or capture while men stand on these squares, its own among them.
    fn targets(&self, man: Man, mut occupied: SquareSet) -> Targets {
        occupied.remove(man.square);
        self.game.reach(self.sorts[man.sort].piece, man.square, occupied)
    }

    fn ways(&self, man: Man) -> &Ways {
        &self.sorts[man.sort].ways[man.square.index()]
    }

    fn side(&self, man: Man) -> Side {
        self.sorts[man.sort].side
    }

    /// Whether a kind may capture another, as far as the rules say whom.
    fn may_capture(&self, captor: Man, victim: Man) -> bool {
        may_capture(self.variant, self.sorts[captor.sort].kind, self.sorts[victim.sort].kind)
    }

    /// All places of the men of some sorts.
    fn places(&self, sorts: Range<usize>) -> Vec<Man> {
        sorts.flat_map(|sort| self.sorts[sort].squares.iter().map(move |square| Man { sort, square })).collect()
    }

    /// Finds a mate of the royal man `king` by `checker`, with the help of the royal man `partner`, while the others stand
    /// somewhere.
    fn mate(
        &mut self,
        king: KindId,
        checker: KindId,
        partner: Option<KindId>,
        others: &[(Side, KindId)],
    ) -> Option<Vec<Man>> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let kings = self.sorts_of(defender, king)?;
        let checkers = self.sorts_of(attacker, checker)?;
        let partners = match partner {
            Some(partner) => self.sorts_of(attacker, partner)?,
            None => 0..0,
        };
        let others =
            others.iter().map(|&(side, kind)| self.sorts_of(side, kind)).collect::<Option<Vec<Range<usize>>>>()?;
        let [kings, checkers, partners] = [kings, checkers, partners].map(|sorts| self.places(sorts));
        for king in kings {
            let Ways { flights, near, .. } = *self.ways(king);
            let apart =
                |&&man: &&Man| man.square != king.square && !(near.contains(man.square) && self.may_capture(king, man));
            let partners: Vec<(Man, SquareSet)> = partners
                .iter()
                .filter(apart)
                .map(|&man| (man, self.ways(man).captures.intersection(flights)))
                .collect();
            let most = partners.iter().map(|(_, guarded)| guarded.len()).max();
            for &checker in &checkers {
                let captures = self.ways(checker).captures;
                if !captures.contains(king.square) || checker.square == king.square {
                    continue;
                }
                let mut open = flights.without(captures);
                open.remove(checker.square);
                let Some(most) = most else {
                    if partner.is_none()
                        && open.is_empty()
                        && let Some(found) = self.completed(vec![king, checker], &others)
                    {
                        return Some(found);
                    }
                    continue;
                };
                // The partner may stand on one of the squares that the checker leaves open.
                if open.len() > most + 1 {
                    continue;
                }
                self.left = self.left.checked_sub(partners.len())?;
                for &(partner, guarded) in &partners {
                    let mut open = open.without(guarded);
                    open.remove(partner.square);
                    if open.is_empty()
                        && partner.square != checker.square
                        && let Some(found) = self.completed(vec![king, checker, partner], &others)
                    {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// A position of mate with these men and the others, which stand somewhere.
    fn completed(&mut self, men: Vec<Man>, others: &[Range<usize>]) -> Option<Vec<Man>> {
        self.left = self.left.checked_sub(STEPS_PER_POSITION)?;
        if !self.is_mate(&men) {
            return None;
        }
        let Some((next, others)) = others.split_first() else {
            return self.is_reachable(&men).then_some(men);
        };
        let taken = occupied(&men);
        let places = self.places(next.clone()).into_iter().filter(|man| !taken.contains(man.square));
        let mut places = places.collect::<Vec<_>>().into_iter();
        places.find_map(|man| self.completed(men.iter().copied().chain([man]).collect(), others))
    }

    fn royal(&self, men: &[Man], side: Side) -> Option<Man> {
        men.iter().copied().find(|&man| self.side(man) == side && self.variant.kind(self.sorts[man.sort].kind).royal)
    }

    /// Whether a man of the other side could capture this one.
    fn is_attacked(&self, men: &[Man], target: Man) -> bool {
        let side = self.side(target);
        let occupied = occupied(men);
        let mut attackers = men.iter().filter(|&&man| self.side(man) != side && self.may_capture(man, target));
        attackers.any(|&man| {
            self.ways(man).captures.contains(target.square)
                && self.targets(man, occupied).captures.contains(target.square)
        })
    }

    /// Whether the defender is in check and has no move, while the attacker is not in check.
    fn is_mate(&self, men: &[Man]) -> bool {
        let Some(king) = self.royal(men, !self.attacker) else { return false };
        let safe = self.royal(men, self.attacker).is_none_or(|royal| !self.is_attacked(men, royal));
        safe && self.is_attacked(men, king) && !self.has_move(men)
    }

    fn has_move(&self, men: &[Man]) -> bool {
        let occupied = occupied(men);
        men.iter().enumerate().filter(|&(_, &man)| self.side(man) != self.attacker).any(|(index, &man)| {
            let Targets { moves, captures, .. } = self.targets(man, occupied);
            let is_safe = |to: Square, victim: Option<usize>| {
                let mut after = men.to_vec();
                after[index].square = to;
                if let Some(at) = victim {
                    after.remove(at);
                }
                self.royal(&after, !self.attacker).is_none_or(|king| !self.is_attacked(&after, king))
            };
            let is_victim = |other: Man| {
                self.side(other) == self.attacker && captures.contains(other.square) && self.may_capture(man, other)
            };
            moves.without(occupied).iter().any(|to| is_safe(to, None))
                || (0..men.len()).any(|at| is_victim(men[at]) && is_safe(men[at].square, Some(at)))
        })
    }

    /// Whether the attacker comes to such a position by a move without capture from one in which it gives no check.
    fn is_reachable(&self, men: &[Man]) -> bool {
        let defender = !self.attacker;
        men.iter().enumerate().filter(|&(_, &man)| self.side(man) == self.attacker).any(|(index, &man)| {
            let sort = &self.sorts[man.sort];
            let quiet = |before: Man| {
                let mut earlier = men.to_vec();
                earlier[index] = before;
                self.royal(&earlier, defender).is_some_and(|king| !self.is_attacked(&earlier, king))
            };
            let mut others = men.to_vec();
            others.remove(index);
            let occupied = occupied(&others);
            let promotes = |from: Square| {
                let mut promotions = self.variant.rules.promotions[sort.side].iter();
                promotions.any(|promotion| promotion.kind == sort.kind && promotion.from.contains(from))
            };
            (0..self.sorts.len())
                .filter(|&at| (self.sorts[at].side, self.sorts[at].kind) == (sort.side, sort.kind))
                .any(|at| {
                    let before = self.sorts[at].piece;
                    if self.game.turns(before).any(|turned| turned == sort.piece) && quiet(Man { sort: at, ..man }) {
                        return true;
                    }
                    if !self.game.arrivals(before).any(|arrived| arrived == sort.piece) {
                        return false;
                    }
                    let free = self.sorts[at].squares.iter().filter(|&from| !occupied.contains(from));
                    free.filter(|&from| from != man.square && !promotes(from)).any(|from| {
                        let before = Man { sort: at, square: from };
                        self.targets(before, occupied).moves.contains(man.square) && quiet(before)
                    })
                })
        })
    }
}

/// Finds material that is called a draw although one side can still win.
pub(super) fn live_material(game: &Game, reach: &Reachability) -> Vec<Finding> {
    let endings = &game.variant().endings;
    let mut found = Vec::new();
    for (index, ending) in endings.iter().enumerate().filter(|(_, ending)| ending.result == GameResult::Draw) {
        let Condition::OnlyMaterial(balances) = &ending.condition else { continue };
        let chance = balances.iter().find_map(|balance| {
            let by_goal = || endings.iter().find_map(|other| way_to_win(game.variant(), other, balance));
            by_goal().or_else(|| mate(game, reach, balance))
        });
        let Some((material, way)) = chance else { continue };
        let message = format!("`{material}` is no draw in this game: {way}");
        let finding = Finding::new(Lint::LiveMaterial, ModelItem::Ending(index), message);
        let help = "write the list of endings without this line, or with less material";
        found.push(finding.label("one side can still win").help(help));
    }
    found
}

/// Men as they are written in a definition.
fn written<'a>(variant: &Variant, men: impl IntoIterator<Item = &'a KindId>) -> String {
    men.into_iter().map(|&kind| variant.kind(kind).symbol.as_str()).collect::<Vec<_>>().join(" ")
}

/// How a side with this material can win by an ending other than mate: the material and the way.
fn way_to_win(variant: &Variant, ending: &Ending, balance: &PerSide<MaterialSide>) -> Option<(String, String)> {
    let mut sides = Side::ALL.into_iter().filter(|&side| ending.concerns(side));
    let way = match &ending.condition {
        Condition::ManOn { kinds, squares, least, full: false, .. } if ending.result == GameResult::Wins => {
            let man = sides.find_map(|side| {
                let men = &balance[side].men;
                let there = men.iter().filter(|kind| kinds.contains(kind)).count();
                let can = there >= usize::from(*least) && !squares[side].is_empty() && !ending.both;
                kinds.iter().find(|kind| can && men.contains(kind))
            })?;
            format!("`{}` can still reach its goal", variant.kind(*man).symbol)
        }
        Condition::ChecksGiven(_) if ending.result == GameResult::Wins => {
            let man = sides.find_map(|side| {
                let enemies = &balance[!side].men;
                let royal = enemies.iter().copied().find(|&kind| variant.kind(kind).royal)?;
                let side = &balance[side];
                side.men.iter().chain(&side.any_on_one_colour).copied().find(|&kind| attacks(variant, kind, royal))
            })?;
            format!("`{}` can still give check", variant.kind(man).symbol)
        }
        _ => return None,
    };
    let [white, black] =
        [&balance.white, &balance.black].map(|side| written(variant, side.men.iter().chain(&side.any_on_one_colour)));
    Some((format!("{white} v {black}"), way))
}

/// How a side with this material can mate: the material and the way.
fn mate(game: &Game, reach: &Reachability, balance: &PerSide<MaterialSide>) -> Option<(String, String)> {
    let variant = game.variant();
    let pairs = [(&balance.white, &balance.black), (&balance.black, &balance.white)];
    pairs.into_iter().take(if balance.white == balance.black { 1 } else { 2 }).find_map(|(attackers, defenders)| {
        // Of the men on squares of one colour there may be none, or one.
        let one = attackers
            .any_on_one_colour
            .filter(|kind| ![attackers, defenders].iter().any(|side| side.men.contains(kind)));
        let more = one.map(|kind| attackers.men.iter().copied().chain([kind]).collect::<Vec<_>>());
        let (few, defenders) = (&attackers.men, &defenders.men);
        [Some(few), more.as_ref()].into_iter().flatten().find_map(|attackers| {
            let has = |side: Side, men: &[KindId]| men.iter().all(|&id| variant.kind(id).sides[side]);
            let decisive = |side: Side| {
                let mate = |ending: &&Ending| {
                    ending.condition == Condition::Checkmate
                        && ending.judged == Judged::Always
                        && ending.concerns(!side)
                };
                let first = variant.endings.iter().find(mate);
                first.is_some_and(|ending| ending.result.winner(!side) == Some(side))
            };
            // The men of both sides move alike, so one answer serves both.
            let mut sides = Side::ALL.into_iter().filter(|&side| has(side, attackers) && has(!side, defenders));
            let side = sides.find(|&side| decisive(side) && !is_over(variant, side, attackers, defenders))?;
            let mate = find_mate(game, reach, side, attackers, defenders)?;
            let material = format!("{} v {}", written(variant, attackers), written(variant, defenders));
            Some((material, format!("`{}` mates in `{}`", variant.kind(mate.checker).symbol, mate.fen)))
        })
    })
}

/// Whether another ending holds as soon as these men are left.
fn is_over(variant: &Variant, attacker: Side, attackers: &[KindId], defenders: &[KindId]) -> bool {
    let is_bare = |men: &[KindId]| men.iter().all(|&kind| variant.kind(kind).royal);
    let holds = |ending: &Ending, side: Side| {
        let (own, other) = if side == attacker { (attackers, defenders) } else { (defenders, attackers) };
        match &ending.condition {
            Condition::OpponentBared | Condition::Bared => is_bare(own) != is_bare(other),
            Condition::Without(kinds) => !own.iter().any(|kind| kinds.contains(kind)),
            Condition::FewerThan { count, kinds, against } => {
                let number = |men: &[KindId]| {
                    men.iter().filter(|kind| kinds.as_ref().is_none_or(|kinds| kinds.contains(kind))).count()
                };
                number(own) < usize::from(*count) && number(other) >= usize::from(*against)
            }
            _ => false,
        }
    };
    variant.endings.iter().any(|ending| Side::ALL.into_iter().any(|side| ending.concerns(side) && holds(ending, side)))
}

/// Whether a kind that is not royal may capture another, as far as the rules say whom.
fn attacks(variant: &Variant, kind: KindId, royal: KindId) -> bool {
    let attacker = variant.kind(kind);
    let mut paths = attacker.components.iter().flat_map(|part| &part.movement.paths);
    !attacker.royal
        && may_capture(variant, kind, royal)
        && paths.any(|path| path.legs.last().is_some_and(|leg| leg.stops.captures))
}
