//! Finishing moves: moves of any man to any square, legal because they end the game.
//!
//! A *relocation* takes a man of the side to move to any square, and captures any man there. To end the game it must
//! remove every reply that the opponent would have if it were the opponent's turn now. So for each of these replies all
//! relocations that cannot remove it are dropped. The few that remain, mostly none, must be tried.
//!
//! A reply remains legal if its man, its route and its end are untouched and no royal man of its side is attacked after
//! it. A new attack can come from the relocated man, from a man behind the square it left, or from a man for which it
//! has become a hurdle. The filter never drops a relocation that could cause one of these.

use std::ops::ControlFlow;

use super::attack::Afterwards;
use super::visitor::{Flow, Visit};
use super::{Core, Moves};
use crate::engine::bits::Bits;
use crate::engine::tables::{MoveTable, PieceTable, group};
use crate::engine::{ManMove, Move, MoveKind};
use crate::geometry::{Side, Square};
use crate::model::{FinishingMove, Repetition};

impl<const W: usize> Moves<'_, W> {
    /// The finishing moves of a position that has ordinary moves.
    pub(super) fn each_finishing(&self, visit: Visit<Move>) -> Flow {
        let core = self.core;
        let us = core.status.turn;
        let Some(rule) = core.tables.variant.rules.finishing_move else { return Flow::Continue(()) };
        let mut then = core.lean_copy(false, false);
        let relocations = then.with_turn_passed(|then| then.finishing_candidates(rule, core.relocations()));
        if relocations.is_empty() {
            return Flow::Continue(());
        }
        let usual = self.ordinary_targets();
        for relocation in relocations {
            let from = relocation.from;
            let candidates = relocation.to & !usual[from.index()];
            for to in self.safety.safe_targets(core, from, candidates).iter() {
                let Some(piece) = core.men.piece(from) else { continue };
                let mv = Move::Man(ManMove { from, to, piece, kind: MoveKind::Finishing });
                then.make(mv);
                let replies = Moves::new(&then);
                let wanted = if replies.in_check() { rule.to_checkmate } else { rule.to_stalemate };
                // Inside a series the opponent is not to move yet, so that the game is not over.
                let finishes = wanted && then.status.turn != us && !replies.any_of_men();
                then.unmake();
                if finishes && self.respects_opposition(mv) && self.respects_check_rules(mv) {
                    visit(mv)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// For each square: where ordinary legal moves take the man on it.
    fn ordinary_targets(&self) -> Box<[Bits<W>]> {
        let mut usual: Box<[Bits<W>]> = vec![Bits::EMPTY; self.core.tables.variant.board.len()].into();
        let _ = self.each_of_men(&mut |mv| {
            usual[mv.from.index()].insert(mv.to);
            Flow::Continue(())
        });
        usual
    }
}

/// A man, and the squares where it can be relocated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relocation<const W: usize> {
    pub(super) from: Square,
    pub(super) to: Bits<W>,
    kind: u8,
    royal: bool,
}

/// The relocations that could take a reply away.
#[derive(Clone, Copy, Debug)]
struct Spoilers<const W: usize> {
    /// Relocations of a man from one of these squares.
    leaving: Bits<W>,
    /// Relocations to one of these squares.
    arriving: Bits<W>,
}

/// The position after a reply.
#[derive(Clone, Copy, Debug)]
struct Reply<const W: usize> {
    /// The royal men of the replying side.
    royals: Bits<W>,
    then: Afterwards<W>,
    /// The square where the reply ends, unless it captures: a relocated man could block it.
    end: Bits<W>,
    /// Whether the reply would capture the relocated man there, if that is not royal.
    recaptures: bool,
}

struct CandidateFilter<'a, const W: usize> {
    /// The position, with the opponent to move.
    core: &'a Core<W>,
    us: Side,
    candidates: Vec<Relocation<W>>,
}

impl<const W: usize> Core<W> {
    /// All relocations of the men of the side to move.
    pub(super) fn relocations(&self) -> Vec<Relocation<W>> {
        let us = self.status.turn;
        let places = self.tables.board & !self.men.of_side(us) & !self.royals(!us);
        let of_kind = |kind: u8| self.men.of(us, kind).iter().map(move |from| (kind, from));
        let relocation = |(kind, from)| {
            let piece = self.piece_table(from);
            Relocation { from, to: piece.masked(from, places), kind, royal: piece.royal }
        };
        (0..self.tables.variant.kinds.len()).flat_map(|kind| of_kind(kind as u8)).map(relocation).collect()
    }

    /// The relocations that may leave the opponent without a reply; in `self` the opponent is to move.
    pub(super) fn finishing_candidates(
        &self,
        rule: FinishingMove,
        relocations: Vec<Relocation<W>>,
    ) -> Vec<Relocation<W>> {
        // Whether a reply leads to opposition, or respects rules about check, depends on all men, so that nothing can
        // be dropped.
        if self.tables.features.opposition || self.tables.features.check_rules {
            return relocations;
        }
        let replies = Moves::new(self);
        let mut filter = CandidateFilter { core: self, us: !self.status.turn, candidates: relocations };
        filter.keep_safe_from_capture(&replies);
        // Inside a series the opponent may already be in check.
        if !rule.to_stalemate && !replies.in_check() {
            filter.keep_checks();
        }
        let mut last = None;
        let _ = replies.each_of_men(&mut |mv| {
            if last != Some((mv.from, mv.to)) {
                last = Some((mv.from, mv.to));
                filter.filter_by_reply(mv);
            }
            if filter.candidates.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        filter.candidates
    }
}

impl<const W: usize> CandidateFilter<'_, W> {
    /// Drops relocations to squares where any man of the opponent could capture the relocated man.
    fn keep_safe_from_capture(&mut self, replies: &Moves<W>) {
        let core = self.core;
        let them = !self.us;
        let (men, royals) = (&core.men, core.royals(them));
        let wanted = self.candidates.iter().fold(Bits::EMPTY, |wanted, man| wanted | man.to);
        let mut captured = Bits::EMPTY;
        for at in men.of_side(them).iter() {
            let piece = core.piece_table(at);
            // Some men may not arrive everywhere.
            let limited = piece.promotion.as_ref().is_some_and(|promotion| promotion.limited);
            if !piece.cannot_capture.is_empty() || !piece.stuck.is_empty() || limited {
                continue;
            }
            let table = piece.captures();
            let mut reach = table.leaps(at) | table.slid(&core.tables.slides, at, men.all());
            for end in table.paths(at) {
                // A path with hurdles is not counted on, since the relocated man might be the hurdle.
                if end.needs.iter().any(|need| need.occupied.is_empty() && need.is_met(men.all(), men.all())) {
                    reach.insert(end.to);
                }
            }
            let safe = replies.safety.safe_targets(core, at, reach & wanted & !captured);
            let stands = |&to: &Square| {
                let royals = royals & !Bits::of(at) | Bits::of(to);
                self.spoilers(royals, core.after(at, to, self.us), 1).leaving.is_empty()
            };
            captured |= if piece.royal { safe.iter().filter(stands).collect() } else { safe };
        }
        // The capturing man leaves its square too, so that up to two men may have blocked an attack.
        let shields = self.spoilers(royals, core.now(self.us), 2).leaving;
        for man in self.candidates.iter_mut().filter(|man| !man.royal && !shields.contains(man.from)) {
            man.to &= !captured;
        }
        self.candidates.retain(|man| !man.to.is_empty());
    }

    /// Drops relocations that give no check, where only checkmate counts.
    fn keep_checks(&mut self) {
        let (royals, then) = (self.core.royals(!self.us), self.core.now(self.us));
        let spoilers = self.spoilers(royals, then, 1);
        self.keep(spoilers, Reply { royals, then, end: Bits::EMPTY, recaptures: false });
    }

    /// Drops relocations that cannot take a legal reply away.
    fn filter_by_reply(&mut self, mv: ManMove) {
        let core = self.core;
        let piece = core.piece_table(mv.from);
        let (from, to) = (Bits::of(mv.from), Bits::of(mv.to));
        let stationary = mv.kind == MoveKind::Stationary;
        let captures = !stationary && core.men.at(mv.to) != 0;
        // A capture or an irreversible move repeats no position. For other replies the filter cannot decide whether
        // they remain legal.
        let repeats = !captures && (stationary || !piece.irreversible);
        if repeats && core.tables.variant.rules.repetition == Repetition::Illegal {
            return;
        }
        let table = if captures { piece.captures() } else { &piece.moves };
        let route = match mv.kind {
            MoveKind::Stationary => Some((Bits::EMPTY, Bits::EMPTY)),
            MoveKind::Ordinary => core.route(table, mv.from, mv.to),
            _ => None,
        };
        let Some((empty, hurdles)) = route else { return };
        let royals = core.royals(!self.us);
        let reply = Reply {
            royals: if piece.royal { royals & !from | to } else { royals },
            then: core.after(mv.from, mv.to, self.us),
            end: if stationary || captures { Bits::EMPTY } else { to },
            recaptures: piece.cannot_capture.is_empty() && captures_alike(piece, mv),
        };
        let mut spoilers = self.spoilers(reply.royals, reply.then, 1);
        spoilers.arriving |= from | empty;
        spoilers.leaving |= if captures { hurdles | to } else { hurdles };
        self.keep(spoilers, reply);
    }

    /// Drops relocations that are not among the spoilers of a reply and do not attack a royal man themselves.
    fn keep(&mut self, spoilers: Spoilers<W>, reply: Reply<W>) {
        let Reply { royals, then, end, recaptures } = reply;
        let mut known = None;
        for man in self.candidates.iter_mut().filter(|man| !spoilers.leaving.contains(man.from)) {
            let around = |occupied| self.core.attacking(self.us, man.kind, royals, occupied);
            let mut attacking = match known {
                Some((kind, attacking)) if kind == man.kind => attacking,
                _ => around(then.occupied),
            };
            known = Some((man.kind, attacking));
            if attacking.contains(man.from) {
                attacking = around(then.occupied & !Bits::of(man.from));
            }
            let spoiling = spoilers.arriving | attacking;
            man.to &= if recaptures && !man.royal { spoiling & !end } else { spoiling | end };
        }
        self.candidates.retain(|man| !man.to.is_empty());
    }

    /// The relocations by which the other men could come to attack one of these squares, given at most `max` men that
    /// block each attack.
    fn spoilers(&self, royals: Bits<W>, then: Afterwards<W>, max: u32) -> Spoilers<W> {
        let (tables, men) = (&*self.core.tables, &self.core.men);
        let (mut leaving, mut arriving) = (Bits::EMPTY, Bits::EMPTY);
        for royal in royals.iter() {
            for source in &tables.attacks[self.us].slides {
                let riders = men.of_groups(&source.groups) & then.attackers;
                tables.slides[source.back].each_line(royal, riders, &mut |between, _| {
                    let hiding = between & then.occupied;
                    if hiding.len() <= max {
                        leaving |= hiding;
                    }
                });
            }
            for source in &tables.attacks[self.us].paths {
                for rider in (source.from[royal] & men.of_group(source.group) & then.attackers).iter() {
                    let ends = self.core.piece_table(rider).captures().paths(rider).iter();
                    for need in ends.filter(|end| end.to == royal).flat_map(|end| &end.needs) {
                        let (hiding, missing) = (need.empty & then.occupied, need.occupied & !then.occupied);
                        if hiding.len() <= max && !missing.several() {
                            leaving |= hiding;
                            arriving |= missing;
                        }
                    }
                }
            }
        }
        Spoilers { leaving: leaving & men.of_side(self.us), arriving }
    }
}

/// Whether a piece that makes an ordinary move could also capture by it.
fn captures_alike<const W: usize>(piece: &PieceTable<W>, mv: ManMove) -> bool {
    piece.captures.as_ref().is_none_or(|captures| captures.leaps(mv.from).contains(mv.to))
}

impl<const W: usize> Core<W> {
    /// The board after a man has gone from one square to another, for attacks by `by`.
    fn after(&self, from: Square, to: Square, by: Side) -> Afterwards<W> {
        let to = Bits::of(to);
        Afterwards { occupied: self.men.all() & !Bits::of(from) | to, attackers: self.men.of_side(by) & !to }
    }

    /// The squares of one route between two squares: those that must be empty, and those that must be occupied.
    fn route(&self, table: &MoveTable<W>, from: Square, to: Square) -> Option<(Bits<W>, Bits<W>)> {
        let occupied = self.men.all();
        if table.leaps(from).contains(to) {
            return Some((Bits::EMPTY, Bits::EMPTY));
        }
        let mut route = None;
        for &slides in &table.slides {
            self.tables.slides[slides].each_line(from, Bits::of(to), &mut |between, _| {
                if !between.intersects(occupied) {
                    route = Some((between, Bits::EMPTY));
                }
            });
        }
        let ends = table.paths(from).iter().filter(|end| end.to == to);
        let met = || ends.flat_map(|end| &end.needs).find(|need| need.is_met(occupied, occupied));
        route.or_else(|| met().map(|need| (need.empty, need.occupied)))
    }

    /// The squares from which a man of this kind, in at least one of its states, could attack one of `squares`.
    fn attacking(&self, side: Side, kind: u8, squares: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        let (attacks, group) = (&self.tables.attacks[side], group(side, kind));
        let others = attacks.leaps.iter().chain(&attacks.conditional_leaps).chain(&attacks.paths);
        let others: Vec<_> = others.filter(|source| source.group == group).collect();
        let mut attacking = Bits::EMPTY;
        for square in squares.iter() {
            for source in attacks.slides.iter().filter(|source| source.groups.contains(&group)) {
                attacking |= self.tables.slides[source.back].targets(square, occupied);
            }
            attacking = others.iter().fold(attacking, |attacking, source| attacking | source.from[square]);
        }
        attacking
    }
}
