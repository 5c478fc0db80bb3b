//! Rules that forbid or add moves: opposition, rules about check, finishing moves.

use std::ops::ControlFlow;

use super::attack::AttackView;
use super::deaths::RoyalDeaths;
use super::move_set::{Flow, Visit};
use super::{Core, MoveGenerator};
use crate::engine::bits::Bits;
use crate::engine::tables::{CastlingLanding, CastlingWing, MoveTable, OppositionTable, PathMen, group_index};
use crate::engine::{IllegalMove, ManChange, ManMove, Move, MoveKind};
use crate::geometry::{Side, Square};
use crate::model::{CheckRule, FinishingMove, Repetition, Royalty};

impl<const W: usize> Core<W> {
    /// Whether an enemy watcher reaches a man of `us` and `kind` on `square`.
    pub(super) fn is_watched(&self, us: Side, kind: u8, square: Square, view: AttackView<W>) -> bool {
        let forbids = |rule: &&OppositionTable<W>| rule.watched == kind && !rule.to_be_broken;
        self.tables.oppositions[!us].iter().filter(forbids).any(|rule| {
            let watchers = self.men.of_kind(!us, rule.watcher) & view.attackers;
            watchers.iter().any(|watcher| {
                rule.reach
                    .targets(&self.tables.slides, watcher, view.occupied, || PathMen::all(view.occupied))
                    .contains(square)
            })
        })
    }

    /// The squares where a man of this kind of the side to move would face an enemy against the rules, as far as this
    /// depends on leaps alone. Slides depend on the men between, and their moves are tried.
    pub(super) fn opposition_mask(&self, kind: u8) -> Bits<W> {
        let us = self.status.turn;
        let forbidding = |side: Side| {
            let rules = self.tables.oppositions[side].iter().enumerate();
            rules.filter(|&(number, _)| self.forbids_opposition(number)).map(|(_, rule)| rule)
        };
        let theirs = forbidding(!us).filter(|rule| rule.watched == kind);
        let watched =
            theirs.flat_map(|rule| self.men.of_kind(!us, rule.watcher).iter().map(|watcher| rule.reach.leaps(watcher)));
        let ours = forbidding(us).filter(|rule| rule.watcher == kind);
        let watching =
            ours.flat_map(|rule| self.men.of_kind(!us, rule.watched).iter().map(|man| rule.leap_sources[man.index()]));
        watched.chain(watching).fold(Bits::EMPTY, |all, squares| all | squares)
    }

    /// Whether a move certainly makes no men face each other: no watcher and no watched man moves or is captured, and no man leaves a
    /// line of a watcher. Before the move none face each other, since such positions are refused.
    pub(super) fn keeps_men_apart(&self, mv: Move) -> bool {
        let features = &self.tables.features;
        let Move::Man(man) = mv else { return false };
        let is_plain = matches!(man.kind, MoveKind::Ordinary | MoveKind::LongStep | MoveKind::Stationary);
        if !is_plain || features.deaths || features.aftermath || features.walls {
            return false;
        }
        let is_opposed = |piece: u16| piece != 0 && self.tables.pieces[usize::from(piece)].opposed;
        let opens_no_line = |side: Side| {
            self.tables.oppositions[side].iter().all(|rule| {
                let mut watchers = self.men.of_kind(side, rule.watcher).iter();
                rule.in_line && !rule.to_be_broken && watchers.all(|at| !rule.possible[at.index()].contains(man.from))
            })
        };
        [self.men.piece_index(man.from), self.men.piece_index(man.to), man.piece.number()]
            .into_iter()
            .all(|piece| !is_opposed(piece))
            && Side::ALL.into_iter().all(opens_no_line)
    }

    /// A watcher and the man it would face after a move, if opposition forbids the move.
    pub(super) fn find_opposition_after(&self, mv: Move) -> Option<(Square, Square)> {
        match mv {
            Move::Man(_) | Move::Drop(_) | Move::Wall(_) => {
                let changes = self.changes(mv);
                // A caller names several kinds at once and the changes are searched once; most moves have few.
                let (mut few, mut number, mut more) = ([(0, Square::new(0)); 4], 0, Vec::new());
                let mut all = self.men.all();
                self.each_change(mv, &changes, &mut |change| {
                    if let ManChange::OnBoard { piece, square, .. } = change {
                        all ^= Bits::of(square);
                        let changed = (self.tables.occupant(piece.number()).group(), square);
                        match few.get_mut(number) {
                            Some(free) => (*free, number) = (changed, number + 1),
                            None => more.push(changed),
                        }
                    }
                });
                let men = |side: Side, kind: u8| {
                    let changed = few.iter().take(number).chain(&more);
                    let of_kind = changed.filter(|&&(group, _)| group == group_index(side, kind));
                    of_kind.fold(self.men.of_kind(side, kind), |men, &(_, square)| men ^ Bits::of(square))
                };
                let occupied = all | self.walls_after(changes.effects.new_wall, changes.wall_put_by(mv), all);
                self.find_opposition(&|number| self.forbids_opposition(number), &men, occupied)
            }
            Move::Pass | Move::EndSeries | Move::ClaimStalemate => self.find_illegal_opposition(),
        }
    }

    /// Returns a watcher and the man it faces, under an opposition that is never allowed (such as the flying general of
    /// Xiangqi).
    pub(crate) fn find_illegal_opposition(&self) -> Option<(Square, Square)> {
        self.find_present_opposition(&|number| !self.is_to_be_broken(number))
    }

    /// Whether men face each other and the player to move must break that.
    #[inline(never)]
    pub(crate) fn must_break_opposition(&self) -> bool {
        self.find_present_opposition(&|number| self.is_to_be_broken(number)).is_some()
    }

    /// Whether an opposition is illegal after the next move: one that is never allowed, or one that the next move must
    /// break.
    fn forbids_opposition(&self, number: usize) -> bool {
        !self.is_to_be_broken(number) || self.find_present_opposition(&|other| other == number).is_some()
    }

    /// Whether an opposition of the side to move, by its number, is to be broken at the next move.
    fn is_to_be_broken(&self, number: usize) -> bool {
        self.tables.oppositions[self.status.turn].get(number).is_some_and(|rule| rule.to_be_broken)
    }

    /// A watcher and the man it faces now by one of these rules.
    fn find_present_opposition(&self, rules: &dyn Fn(usize) -> bool) -> Option<(Square, Square)> {
        self.find_opposition(rules, &|side, kind| self.men.of_kind(side, kind), self.occupied())
    }

    /// A watcher and the man it faces by one of these rules.
    fn find_opposition(
        &self,
        rules: &dyn Fn(usize) -> bool,
        men: &dyn Fn(Side, u8) -> Bits<W>,
        occupied: Bits<W>,
    ) -> Option<(Square, Square)> {
        Side::ALL.into_iter().find_map(|side| {
            let of_side = self.tables.oppositions[side].iter().enumerate();
            of_side.filter(|&(number, _)| rules(number)).find_map(|(_, rule)| {
                let watched = men(!side, rule.watched);
                men(side, rule.watcher).iter().find_map(|watcher| {
                    let faced =
                        rule.reach.targets(&self.tables.slides, watcher, occupied, || PathMen::all(occupied)) & watched;
                    faced.first().map(|square| (watcher, square))
                })
            })
        })
    }

    // Rules about check that sets of squares cannot judge: royal men whose number counts, moves that may not give
    // check, own check within a series, check evasion without flight.
    //
    // Games with such a rule make every move on a copy and test the copy.

    /// [`Self::royals`] where their number counts.
    #[inline(never)]
    pub(super) fn royals_by_number(&self, side: Side) -> Bits<W> {
        let mut royals = Bits::EMPTY;
        for &(group, royalty) in &self.tables.royalties[side] {
            let men = self.men.of_group(group);
            let counts = match royalty {
                Royalty::Always => true,
                Royalty::WhenLeft(number) | Royalty::WhenLeftBeforeMoving(number) => men.len() <= u32::from(number),
                Royalty::Together => false,
            };
            if counts {
                royals |= men;
            }
        }
        let together = self.joint_royals(side);
        if together.more_than_one() { royals } else { royals | together }
    }

    /// The men of a side that are royal together.
    fn joint_royals(&self, side: Side) -> Bits<W> {
        let together = self.tables.royalties[side].iter().filter(|(_, royalty)| *royalty == Royalty::Together);
        together.fold(Bits::EMPTY, |men, &(group, _)| men | self.men.of_group(group))
    }

    /// The men of a side that are royal together, if there are several and all are attacked.
    #[inline(always)]
    pub(super) fn attacked_joint_royals(&self, side: Side) -> Bits<W> {
        if self.tables.features.royalty_varies { self.find_attacked_joint_royals(side) } else { Bits::EMPTY }
    }

    /// The men of a side that are royal together, if all are attacked.
    #[inline(never)]
    fn find_attacked_joint_royals(&self, side: Side) -> Bits<W> {
        let together = self.joint_royals(side);
        let checked = together.more_than_one() && together.iter().all(|square| self.is_attacked_now(square, side));
        if checked { together } else { Bits::EMPTY }
    }

    /// Whether the player to move may leave its own royal men attacked by a move that does not end its turn. The feature, which
    /// all games with such a rule have, spares others the question.
    #[inline]
    pub(super) fn may_leave_own_check(&self) -> bool {
        self.tables.features.own_check_by_trial
            && self.tables.variant.rules.own_check_in_series[self.status.turn]
            && self.series_rule().is_some()
    }

    /// The rule about check that a move breaks, if it is legal otherwise.
    pub(super) fn check_fault(&self, mv: Move) -> Option<IllegalMove> {
        let us = self.status.turn;
        let rules = &self.tables.variant.rules;
        if rules.no_flight[us] && self.is_flight(mv) {
            return Some(IllegalMove::Flight);
        }
        let given = if self.checks_are_free { CheckRule::Allowed } else { rules.check[us] };
        if given == CheckRule::Allowed && !self.tables.features.own_check_by_trial {
            return None;
        }
        let mut then = self.lean_copy(false, false);
        let last = self.series_bounds().is_none_or(|(_, most)| self.status.series + 1 >= most);
        then.make(mv);
        if let Some(fault) = self.own_check_fault_in(&then, mv) {
            return Some(fault);
        }
        if !mv.changes_board() || given == CheckRule::Allowed || !then.is_in_check(!us) {
            return None;
        }
        let allowed = match given {
            CheckRule::Allowed => true,
            CheckRule::Forbidden => false,
            CheckRule::OnlyLastOfSeries => last,
            CheckRule::OnlyToCheckmate => {
                then.checks_are_free = true;
                then.status.turn != us && !MoveGenerator::new(&then).has_move()
            }
        };
        (!allowed).then_some(IllegalMove::GivesCheck)
    }

    /// Whether a move leaves a royal man of its own side attacked, where that is judged by the position it makes.
    pub(super) fn own_check_fault(&self, mv: Move) -> Option<IllegalMove> {
        let mut then = self.copy_without_keys();
        then.make(mv);
        self.own_check_fault_in(&then, mv)
    }

    /// The rule about own check that a move breaks, where `then` is the position after it.
    fn own_check_fault_in(&self, then: &Self, mv: Move) -> Option<IllegalMove> {
        let us = self.status.turn;
        if !self.tables.features.own_check_by_trial {
            return None;
        }
        if let Some(man) = mv.man().filter(|_| self.tables.features.deaths) {
            match self.royal_deaths_by(man) {
                RoyalDeaths::Own(royal) => return Some(IllegalMove::RoyalDies(royal)),
                RoyalDeaths::AllEnemies => return None,
                RoyalDeaths::None => {}
            }
        }
        if then.status.turn == us && self.may_leave_own_check() {
            return None;
        }
        let royal = then.find_attacked_royal(us).or_else(|| self.find_attacked_former_royal(then, mv))?;
        let before = mv.man().filter(|man| man.to == royal).map_or(royal, |man| man.from);
        Some(IllegalMove::RoyalAttacked(before))
    }

    /// A man attacked after a move that was royal before it, in games that test such men.
    fn find_attacked_former_royal(&self, then: &Self, mv: Move) -> Option<Square> {
        let us = self.status.turn;
        let mut former = Bits::EMPTY;
        for &(group, royalty) in &self.tables.royalties[us] {
            let men = self.men.of_group(group);
            if matches!(royalty, Royalty::WhenLeftBeforeMoving(number) if men.len() <= u32::from(number)) {
                former |= men;
            }
        }
        let changes = self.changes_without_effects(mv);
        let after = |square: Square| match mv.man() {
            Some(man) if man.from == square => changes.stands(man),
            Some(man) => match man.kind.castling() {
                Some((partner_from, partner_to)) if partner_from == square => partner_to,
                _ => square,
            },
            None => square,
        };
        former.iter().map(after).find(|&square| then.is_attacked_now(square, us))
    }

    /// Whether a royal man leaves its square although its side is in check, and does not capture the only checker.
    fn is_flight(&self, mv: Move) -> bool {
        let flees = |man: &ManMove| man.leaves() && self.piece_table(man.from).royal;
        if mv.man().as_ref().is_none_or(|man| !flees(man)) {
            return false;
        }
        let checkers = self.checkers();
        let captured = self.captured_square(mv).map_or(Bits::EMPTY, Bits::of);
        !checkers.is_empty() && checkers != captured
    }

    /// [`Self::is_castling_safe`] where the safety of royal men needs a trial. The square where the king lands is judged
    /// after the castling.
    pub(super) fn is_castling_safe_by_trial(&self, wing: &CastlingWing<W>, landing: &CastlingLanding<W>) -> bool {
        let us = self.status.turn;
        let kind = self.piece_table(wing.king).kind;
        let others = self.occupied() & !Bits::of(wing.king);
        let crossed = landing.path & !Bits::of(landing.king_to) & !Bits::of(wing.king);
        crossed.iter().all(|square| {
            let then = AttackView { occupied: others | Bits::of(square), attackers: self.men.of_side(!us) };
            self.is_safe_with_king_on(wing.king, square) && !self.is_watched(us, kind, square, then)
        })
    }

    /// Whether the side to move would be safe from check with its king on another square, in place of any man there.
    fn is_safe_with_king_on(&self, king: Square, square: Square) -> bool {
        let mut there = self.copy_without_keys();
        let occupant = there.men.remove(king);
        there.men.remove(square);
        there.men.put(square, occupant);
        !there.is_in_check(self.status.turn)
    }
}

// Finishing moves: moves of any man to any square, legal because they end the game.
//
// A *relocation* takes a man of the side to move to any square, and captures any man there. To end the game it must
// remove every reply that the opponent would have if it were the opponent's turn now. So for each of these replies all
// relocations that cannot remove it are dropped. The few that remain, mostly none, must be tried.
//
// A reply remains legal if its man, its route and its end are untouched and no royal man of its side is attacked after
// it. A new attack can come from the relocated man, from a man behind the square it left, or from a man for which it
// has become a hurdle. The filter never drops a relocation that could cause one of these.

impl<const W: usize> MoveGenerator<'_, W> {
    /// The finishing moves of a position that has ordinary moves.
    pub(super) fn each_finishing_move(&self, visit: Visit<Move>) -> Flow {
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
                let mv = Move::Man(ManMove::new(from, to, piece, MoveKind::Finishing));
                then.make(mv);
                let replies = MoveGenerator::new(&then);
                let wanted = if replies.in_check() { rule.to_checkmate } else { rule.to_stalemate };
                // Inside a series the opponent is not to move yet: the game is not over.
                let finishes = wanted && then.status.turn != us && !replies.has_man_move();
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
        let _ = self.each_man_move(&mut |mv| {
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
    view: AttackView<W>,
    /// The square where the reply ends, unless it captures: a relocated man could block it.
    end: Bits<W>,
    /// Whether the reply would capture the relocated man there, if that is not royal.
    recaptures: bool,
}

/// The filter that drops the relocations which can't be finishing moves.
struct FinishingMoveFilter<'a, const W: usize> {
    /// The position, with the opponent to move.
    core: &'a Core<W>,
    us: Side,
    candidates: Vec<Relocation<W>>,
}

impl<const W: usize> Core<W> {
    /// All relocations of the men of the side to move.
    pub(super) fn relocations(&self) -> Vec<Relocation<W>> {
        let us = self.status.turn;
        let targets = self.tables.board & !self.men.of_side(us) & !self.royals(!us) & !self.status.walls;
        let held = self.held(us) | self.resting();
        let of_kind = |kind: u8| (self.men.of_kind(us, kind) & !held).iter().map(move |from| (kind, from));
        let relocation = |(kind, from)| {
            let piece = self.piece_table(from);
            Relocation { from, to: piece.masked(from, targets, self.occupied()), kind, royal: piece.royal }
        };
        (0..self.tables.variant.kinds.len()).flat_map(|kind| of_kind(kind as u8)).map(relocation).collect()
    }

    /// The relocations that may leave the opponent without a reply; in `self` the opponent is to move.
    pub(super) fn finishing_candidates(
        &self,
        rule: FinishingMove,
        relocations: Vec<Relocation<W>>,
    ) -> Vec<Relocation<W>> {
        // No relocation can be dropped in three cases. Opposition and rules about check depend on all men. Deaths
        // remove more men than the relocation does. The relocated man may hold others.
        let features = &self.tables.features;
        if features.opposition
            || features.check_rules
            || features.deaths
            || features.aftermath
            || features.holds
            || features.relays
        {
            return relocations;
        }
        let replies = MoveGenerator::new(self);
        let mut filter = FinishingMoveFilter { core: self, us: !self.status.turn, candidates: relocations };
        filter.retain_uncapturable(&replies);
        // Inside a series the opponent may already be in check.
        if !rule.to_stalemate && !replies.in_check() {
            filter.retain_checks();
        }
        let mut last = None;
        let _ = replies.each_man_move(&mut |mv| {
            if last != Some((mv.from, mv.to)) {
                last = Some((mv.from, mv.to));
                filter.filter_by_reply(mv);
            }
            if filter.candidates.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        filter.candidates
    }
}

impl<const W: usize> FinishingMoveFilter<'_, W> {
    /// Drops relocations to squares where any man of the opponent could capture the relocated man.
    fn retain_uncapturable(&mut self, replies: &MoveGenerator<W>) {
        let core = self.core;
        let them = !self.us;
        let (men, royals) = (&core.men, core.royals(them));
        let wanted = self.candidates.iter().fold(Bits::EMPTY, |wanted, man| wanted | man.to);
        let mut captured = Bits::EMPTY;
        for at in men.of_side(them).iter() {
            let piece = core.piece_table(at);
            // Some men may not arrive everywhere.
            if !piece.cannot_capture.is_empty() || piece.arrives_by_rules {
                continue;
            }
            let table = piece.captures();
            let mut reach = table.leaps(at) | table.slide_targets(&core.tables.slides, at, core.occupied());
            for end in table.paths(at) {
                // A path with hurdles is not counted on, since the relocated man might be the hurdle.
                if end
                    .conditions
                    .iter()
                    .any(|need| need.occupied.is_empty() && need.is_met(PathMen::all(core.occupied())))
                {
                    reach.insert(end.to);
                }
            }
            let safe = replies.safety.safe_targets(core, at, reach & wanted & !captured);
            let stands = |&to: &Square| {
                let royals = royals & !Bits::of(at) | Bits::of(to);
                self.spoilers(royals, core.view_after(at, to, self.us), 1).leaving.is_empty()
            };
            captured |= if piece.royal { safe.iter().filter(stands).collect() } else { safe };
        }
        // The capturing man leaves its square too: up to two men may have blocked an attack.
        let shields = self.spoilers(royals, core.present_view(self.us), 2).leaving;
        for man in self.candidates.iter_mut().filter(|man| !man.royal && !shields.contains(man.from)) {
            man.to &= !captured;
        }
        self.candidates.retain(|man| !man.to.is_empty());
    }

    /// Drops relocations that give no check, where only checkmate counts.
    fn retain_checks(&mut self) {
        let (royals, view) = (self.core.royals(!self.us), self.core.present_view(self.us));
        let spoilers = self.spoilers(royals, view, 1);
        self.retain_spoilers(spoilers, Reply { royals, view, end: Bits::EMPTY, recaptures: false });
    }

    /// Drops relocations that cannot take a legal reply away.
    fn filter_by_reply(&mut self, mv: ManMove) {
        let core = self.core;
        let piece = core.piece_table(mv.from);
        let (from, to) = (Bits::of(mv.from), Bits::of(mv.to));
        let stationary = mv.kind == MoveKind::Stationary;
        let captures = !stationary && core.men.piece_index(mv.to) != 0;
        // A capture or an irreversible move repeats no position. For other replies the filter cannot decide whether
        // they remain legal.
        let repeats = core.tables.features.hands || !captures && (stationary || !piece.irreversible);
        if repeats && core.tables.variant.rules.repetition == Repetition::Illegal {
            return;
        }
        let table = if captures { piece.captures() } else { &piece.moves };
        let route = if stationary {
            Some((Bits::EMPTY, Bits::EMPTY))
        } else if mv.kind == MoveKind::Ordinary {
            core.find_open_route(table, mv.from, mv.to)
        } else {
            None
        };
        let Some((empty, hurdles)) = route else { return };
        let royals = core.royals(!self.us);
        let reply = Reply {
            royals: if piece.royal { royals & !from | to } else { royals },
            view: core.view_after(mv.from, mv.to, self.us),
            end: if stationary || captures { Bits::EMPTY } else { to },
            // Whether it could also capture by this move.
            recaptures: piece.cannot_capture.is_empty()
                && piece.captures.as_ref().is_none_or(|captures| captures.leaps(mv.from).contains(mv.to)),
        };
        let mut spoilers = self.spoilers(reply.royals, reply.view, 1);
        spoilers.arriving |= from | empty;
        spoilers.leaving |= if captures { hurdles | to } else { hurdles };
        self.retain_spoilers(spoilers, reply);
    }

    /// Drops relocations that are not among the spoilers of a reply and do not attack a royal man themselves.
    fn retain_spoilers(&mut self, spoilers: Spoilers<W>, reply: Reply<W>) {
        let Reply { royals, view, end, recaptures } = reply;
        let mut known = None;
        for man in self.candidates.iter_mut().filter(|man| !spoilers.leaving.contains(man.from)) {
            let attack_sources = |occupied| self.core.attack_sources(self.us, man.kind, royals, occupied);
            let mut attacking = match known {
                Some((kind, attacking)) if kind == man.kind => attacking,
                _ => attack_sources(view.occupied),
            };
            known = Some((man.kind, attacking));
            if attacking.contains(man.from) {
                attacking = attack_sources(view.occupied & !Bits::of(man.from));
            }
            let spoiling = spoilers.arriving | attacking;
            man.to &= if recaptures && !man.royal { spoiling & !end } else { spoiling | end };
        }
        self.candidates.retain(|man| !man.to.is_empty());
    }

    /// The relocations that could bring other men to attack one of these squares, given at most `max` men that block
    /// each attack.
    fn spoilers(&self, royals: Bits<W>, view: AttackView<W>, max: u32) -> Spoilers<W> {
        let (tables, men) = (&*self.core.tables, &self.core.men);
        let (mut leaving, mut arriving) = (Bits::EMPTY, Bits::EMPTY);
        for royal in royals.iter() {
            for source in &tables.attacks[self.us].slides {
                let riders = men.of_groups(&source.groups) & view.attackers;
                tables.slides[source.rays].each_line(royal, riders, &mut |between, _| {
                    let hiding = between & view.occupied;
                    if hiding.len() <= max {
                        leaving |= hiding;
                    }
                });
            }
            for source in &tables.attacks[self.us].paths {
                for rider in (source.from[royal] & men.of_group(source.group) & view.attackers).iter() {
                    let ends = self.core.piece_table(rider).captures().paths(rider).iter();
                    for need in ends.filter(|end| end.to == royal).flat_map(|end| &end.conditions) {
                        let (hiding, missing) = (need.empty & view.occupied, need.occupied & !view.occupied);
                        if hiding.len() <= max && !missing.more_than_one() {
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

impl<const W: usize> Core<W> {
    /// The board after a man has gone from one square to another, for attacks by `by`.
    fn view_after(&self, from: Square, to: Square, by: Side) -> AttackView<W> {
        let to = Bits::of(to);
        AttackView { occupied: self.occupied() & !Bits::of(from) | to, attackers: self.men.of_side(by) & !to }
    }

    /// The squares of one route between two squares: those that must be empty, and those that must be occupied.
    fn find_open_route(&self, table: &MoveTable<W>, from: Square, to: Square) -> Option<(Bits<W>, Bits<W>)> {
        let occupied = self.occupied();
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
        let met = || ends.flat_map(|end| &end.conditions).find(|need| need.is_met(PathMen::all(occupied)));
        route.or_else(|| met().map(|need| (need.empty, need.occupied)))
    }

    /// The squares from which a man of this kind, in at least one of its states, could attack one of `squares`.
    fn attack_sources(&self, side: Side, kind: u8, squares: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        let (attacks, group) = (&self.tables.attacks[side], group_index(side, kind));
        let others = attacks.leaps.iter().chain(&attacks.conditional_leaps).chain(&attacks.paths);
        let others: Vec<_> = others.filter(|source| source.group == group).collect();
        let mut attacking = Bits::EMPTY;
        for square in squares.iter() {
            for source in attacks.slides.iter().filter(|source| source.groups.contains(&group)) {
                attacking |= self.tables.slides[source.rays].targets(square, occupied);
            }
            attacking = others.iter().fold(attacking, |attacking, source| attacking | source.from[square]);
        }
        attacking
    }
}
