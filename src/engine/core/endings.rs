//! Endings, tested in the order of the definition, and reasons why a move is illegal.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Core, MoveGenerator, Selection, Status};
use crate::engine::bits::Bits;
use crate::engine::tables::{PieceTable, Zobrist};
use crate::engine::{IllegalMove, ManMove, Move, MoveKind, Outcome, Verdict};
use crate::geometry::{Leap, PerSide, Side, Square};
use crate::model::{Condition, Ending, GameResult, Judged, KindId, MaterialSide, Promotion, PromotionChoice};

/// Whether the player to move is in check, and can move. Computed when the first ending needs it.
type CheckAndMobility = OnceCell<(bool, bool)>;

impl<const W: usize> Core<W> {
    /// The first ending that holds without a claim.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.verdict_with(&OnceCell::new())
    }

    /// The first ending that holds without a claim, in a position known to have a legal move.
    pub(crate) fn verdict_if_mobile(&self) -> Option<Verdict> {
        // Endings depend on check only where there is no move.
        self.verdict_with(&OnceCell::from((false, true)))
    }

    #[inline]
    fn verdict_with(&self, mobility: &CheckAndMobility) -> Option<Verdict> {
        (0..self.tables.variant.endings.len()).find_map(|index| {
            let ending = &self.tables.variant.endings[index];
            if ending.result == GameResult::DrawOnClaim {
                return None;
            }
            let subject = self.subject(ending, mobility)?;
            Some(Verdict { ending: index, winner: self.winner(ending.result, subject) })
        })
    }

    /// The outcome that a verdict stands for.
    pub(crate) fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome { winner: verdict.winner, reason: self.label(verdict.ending) }
    }

    /// The label of an ending.
    pub(crate) fn label(&self, ending: usize) -> Arc<str> {
        Arc::clone(&self.tables.labels[ending])
    }

    /// The endings that the player to move can claim.
    pub(crate) fn claims(&self) -> impl Iterator<Item = usize> {
        let mobility = OnceCell::new();
        let endings = self.tables.variant.endings.iter().enumerate();
        let claimable = endings.filter(|(_, ending)| ending.result == GameResult::DrawOnClaim);
        claimable.filter(move |(_, ending)| self.subject(ending, &mobility).is_some()).map(|(index, _)| index)
    }

    /// Whether the game is decided although there may be legal moves.
    #[inline(always)]
    pub(crate) fn is_decided(&self) -> bool {
        self.status.claimed || self.may_have_ended() && self.has_ended()
    }

    /// Whether some sign of a decisive ending is present; see
    /// [`EndingPrefilter`](crate::engine::tables::EndingPrefilter).
    #[inline(always)]
    fn may_have_ended(&self) -> bool {
        let (men, prefilter) = (&self.men, &self.tables.prefilter);
        for &(group, squares) in &prefilter.men_on {
            if men.of_group(group).intersects(squares) {
                return true;
            }
        }
        for (groups, count) in &prefilter.few {
            if men.of_groups(groups).len() < *count {
                return true;
            }
        }
        self.status.halfmove >= prefilter.plies
            || prefilter.bared && (self.is_bare(Side::White) || self.is_bare(Side::Black))
            || prefilter.unfiltered
    }

    #[inline(never)]
    fn has_ended(&self) -> bool {
        let mobility = OnceCell::new();
        self.tables.decisive.iter().any(|&index| {
            let ending = &self.tables.variant.endings[index];
            let subject = self.subject(ending, &mobility);
            subject.is_some_and(|subject| self.winner(ending.result, subject).is_some())
        })
    }

    /// The side to which an ending applies, if it holds.
    fn subject(&self, ending: &Ending, mobility: &CheckAndMobility) -> Option<Side> {
        let turn = self.status.turn;
        let concerns = |side: Side| ending.concerns(side);
        let of_turn = |holds: bool| (holds && concerns(turn)).then_some(turn);
        let of_either = |holds: &dyn Fn(Side) -> bool| {
            let judged = ending.judged;
            if ending.both {
                return (judged.admits(turn, turn) && holds(turn) && holds(!turn)).then_some(turn);
            }
            let mut sides = [turn, !turn].into_iter();
            let side = sides.find(|&side| concerns(side) && judged.admits(side, turn) && holds(side))?;
            (judged != Judged::Unanswered || !self.can_answer(&ending.condition)).then_some(side)
        };
        let bare = |side: Side| self.is_bare(side);
        match &ending.condition {
            condition @ Condition::Quiet { .. } => of_turn(match condition.quiet_plies() {
                Some(plies) => self.status.halfmove >= plies,
                None => condition.quiet_series().is_some_and(|series| self.status.quiet_series >= series),
            }),
            goal @ Condition::ManOn { .. } => of_either(&|side| self.is_on_squares(goal, side)),
            Condition::Checkmate => {
                of_turn(!self.status.claimed && concerns(turn) && self.check_and_mobility(mobility) == (true, false))
            }
            Condition::Stalemate if self.status.claimed => concerns(!turn).then_some(!turn),
            Condition::Stalemate => of_turn(concerns(turn) && self.check_and_mobility(mobility) == (false, false)),
            Condition::OpponentBared => of_turn(!bare(turn) && bare(!turn)),
            Condition::Bared => of_turn(bare(turn) && !bare(!turn)),
            Condition::Position { times, perpetual_check } => {
                let recurs = self.plies_since_occurrence(*times);
                if *perpetual_check {
                    let checker = recurs.and_then(|plies| self.perpetual_checker(plies));
                    of_either(&|side| checker == Some(side))
                } else {
                    of_either(&|_| recurs.is_some())
                }
            }
            Condition::OnlyMaterial(balances) => of_turn(balances.iter().any(|PerSide { white, black }| {
                let has = |first| self.has_material(first, white) && self.has_material(!first, black);
                Side::ALL.into_iter().any(has)
            })),
            Condition::Without(kinds) => {
                of_either(&|side| kinds.iter().all(|kind| self.men.of_kind(side, kind.0).is_empty()))
            }
            Condition::WithoutMen => of_either(&|side| self.men.of_side(side).is_empty()),
            Condition::FewerThan { count, kinds, against } => of_either(&|side| {
                let has = |side| self.men_of(side, kinds.as_deref()).len();
                has(side) < u32::from(*count) && has(!side) >= u32::from(*against)
            }),
            Condition::InARow { count, kinds, lines, apart } => of_either(&|side| {
                let men = self.men_of(side, kinds.as_deref());
                lines.steps().any(|step| self.most_on_a_line(men, step, *apart) >= *count)
            }),
            Condition::BothPass => of_turn(self.status.passes >= 2),
            Condition::OppositionAccepted => {
                of_turn(self.status.passes > 0 && self.tables.features.opposition && self.must_break_opposition())
            }
            Condition::CountedOut => of_turn(self.is_counted_out()),
            Condition::ChecksGiven(count) => of_either(&|side| self.status.checks[side] >= *count),
        }
    }

    /// Whether a condition on men and squares holds for a side's men.
    fn is_on_squares(&self, goal: &Condition, side: Side) -> bool {
        let Condition::ManOn { kinds, squares, least, safe, secure, full } = goal else { return false };
        let squares = Bits::from_set(squares[side]);
        let there = |kind: u8| self.men.of_kind(side, kind) & squares;
        if *full && !(squares & !self.men.all()).is_empty() {
            return false;
        }
        let safely =
            |kind: u8| there(kind).iter().filter(|&at| self.attackers(at, !side, Some(kind)).is_empty()).count() as u32;
        let counted = |kind: u8| if *safe { safely(kind) } else { there(kind).len() };
        let number = kinds.iter().map(|kind| counted(kind.0)).sum::<u32>();
        let exactly = number == u32::from(*least);
        number >= u32::from(*least)
            && !(*secure && exactly && kinds.iter().any(|kind| safely(kind.0) < counted(kind.0)))
    }

    /// Whether the player to move has a legal move after which the condition holds for it.
    #[inline(never)]
    fn can_answer(&self, goal: &Condition) -> bool {
        let us = self.status.turn;
        let mut trial = self.lean_copy(false, false);
        let mut answered = false;
        let _ = MoveGenerator::new(self).each_selected(Selection::All, &mut |mv| {
            trial.make(mv);
            answered = trial.is_on_squares(goal, us);
            trial.unmake();
            if answered { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        answered
    }

    /// A side's men of these kinds, or all of its men.
    #[inline]
    pub(super) fn men_of(&self, side: Side, kinds: Option<&[KindId]>) -> Bits<W> {
        match kinds {
            None => self.men.of_side(side),
            Some(kinds) => kinds.iter().fold(Bits::EMPTY, |men, kind| men | self.men.of_kind(side, kind.0)),
        }
    }

    /// The largest number of these men on one line of this direction: side by side, or `apart` anywhere on it.
    fn most_on_a_line(&self, men: Bits<W>, step: Leap, apart: bool) -> u16 {
        let board = self.tables.variant.board;
        let from = |at: Square| std::iter::successors(Some(at), move |&at| board.leap(at, step));
        let count = |at: Square| {
            if apart {
                from(at).filter(|&at| men.contains(at)).count()
            } else {
                from(at).take_while(|&at| men.contains(at)).count()
            }
        };
        men.iter().map(|man| count(man) as u16).max().unwrap_or(0)
    }

    /// The winner by a result; `None` if neither side wins.
    fn winner(&self, result: GameResult, subject: Side) -> Option<Side> {
        let larger = |of: &dyn Fn(Side) -> u32| match of(Side::White).cmp(&of(Side::Black)) {
            Ordering::Greater => Some(Side::White),
            Ordering::Less => Some(Side::Black),
            Ordering::Equal => None,
        };
        match result {
            GameResult::MoreMen => larger(&|side| self.men.of_side(side).len()),
            GameResult::FewerMen => larger(&|side| self.men.of_side(!side).len()),
            GameResult::MorePoints => larger(&|side| self.half_points(side)),
            _ => result.winner(subject),
        }
    }

    /// The half points of a side.
    fn half_points(&self, side: Side) -> u32 {
        let Some(points) = &self.tables.variant.rules.points else { return 0 };
        let of_men = points.men.iter().map(|&(kind, half)| self.men.of_kind(side, kind.0).len() * u32::from(half));
        of_men.sum::<u32>() + u32::from(points.side[side])
    }

    /// Returns whether the player to move is in check, and whether it has a legal move.
    fn check_and_mobility(&self, mobility: &CheckAndMobility) -> (bool, bool) {
        *mobility.get_or_init(|| {
            let moves = MoveGenerator::new(self);
            (moves.in_check(), moves.any())
        })
    }

    /// Returns how many plies ago the first of `times` occurrences of the present position was, passes left out of its
    /// key; `None` if it has occurred less often.
    fn plies_since_occurrence(&self, times: u8) -> Option<usize> {
        let key = |status: &Status<W>, all: u64| all ^ Zobrist::passes(status.passes);
        let now = key(&self.status, self.keys().all);
        let earlier = self.repeatable().iter().rev().map(|past| key(&past.status, past.status.keys.all));
        let alike = std::iter::once(now).chain(earlier).enumerate().filter(|&(_, key)| key == now);
        alike.map(|(plies, _)| plies).nth(usize::from(times.max(1)) - 1)
    }

    /// The side that has given check with each of its turns during the last plies, if the other side has not.
    #[inline(never)]
    fn perpetual_checker(&self, plies: usize) -> Option<Side> {
        let mut back = self.clone();
        let mut turns = PerSide::both(0);
        let mut missed = PerSide::both(false);
        for _ in 0..plies {
            let checked = back.status.turn;
            // Between the moves of a series no turn has ended.
            if back.status.series == 0 {
                turns[!checked] += 1;
                missed[!checked] |= !back.is_in_check(checked);
            }
            back.unmake();
        }
        let perpetual = |side: &Side| turns[*side] > 0 && !missed[*side];
        let mut sides = Side::ALL.into_iter().filter(perpetual);
        sides.next().filter(|_| sides.next().is_none())
    }

    fn has_material(&self, side: Side, material: &MaterialSide) -> bool {
        let mut men = self.men.of_side(side);
        if let Some(kind) = material.any_on_one_colour {
            let extra = self.men.of_kinds(&[kind.0]);
            if extra.intersects(self.tables.dark) && extra.intersects(!self.tables.dark) {
                return false;
            }
            // Men that the balance also lists one by one are counted there.
            if !material.men.contains(&kind) {
                men &= !extra;
            }
        }
        // Material matches if the totals are equal and each listed kind has as many men as it has entries.
        let listed = |kind: KindId| material.men.iter().filter(|&&other| other == kind).count();
        men.len() as usize == material.men.len()
            && material.men.iter().all(|&kind| (men & self.men.of_kind(side, kind.0)).len() as usize == listed(kind))
    }

    // Why a move is illegal.

    /// The reason why a move is illegal, in a game that is not over.
    pub(crate) fn refusal(&self, mv: Move) -> IllegalMove {
        let us = self.status.turn;
        let mv = match mv {
            Move::Man(man) => man,
            Move::EndSeries | Move::ClaimStalemate => return IllegalMove::SeriesLength,
            Move::Pass => {
                return self.attacked_royal(us).map_or(IllegalMove::Unreachable, IllegalMove::RoyalAttacked);
            }
        };
        let on_board = |square: Square| self.tables.variant.board.contains(square);
        if !on_board(mv.from) || !on_board(mv.to) || self.men.at(mv.from) == 0 || self.piece_table(mv.from).side != us {
            return IllegalMove::NoMan(mv.from);
        }
        match mv.kind {
            MoveKind::Castling { .. } => IllegalMove::Castling,
            MoveKind::Finishing => IllegalMove::NotFinishing,
            MoveKind::Stationary => self.refused_stationary(mv, us),
            _ => self.refused_move(mv),
        }
    }

    fn refused_stationary(&self, mv: ManMove, us: Side) -> IllegalMove {
        let piece = self.piece_table(mv.from);
        if !piece.stationary.contains(&mv.piece.number()) || mv.leaves() {
            return IllegalMove::Unreachable;
        }
        if let Some(royal) = self.attacked_royal(us).filter(|_| !self.may_leave_own_check()) {
            return IllegalMove::RoyalAttacked(royal);
        }
        if let Some(fault) = self.check_fault_if_any(mv) {
            return fault;
        }
        let rules = &self.tables.variant.rules;
        if rules.must_move.is_some_and(|in_moves| self.status.stationary_run[us].saturating_add(1) >= in_moves) {
            return IllegalMove::MustMove;
        }
        if let Some((watcher, watched)) = self.opposition_after(mv.into()) {
            return IllegalMove::Opposition(watcher, watched);
        }
        if self.captures_are_compulsory() { IllegalMove::CaptureCompulsory } else { IllegalMove::Repetition }
    }

    fn refused_move(&self, mv: ManMove) -> IllegalMove {
        let (from, to) = (mv.from, mv.to);
        let piece = self.piece_table(from);
        if from == to {
            return IllegalMove::Unreachable;
        }
        let standing = self.men.at(to);
        if standing != 0 && self.piece_table(to).side == piece.side {
            return IllegalMove::OwnMan;
        }
        let victim = match mv.kind {
            MoveKind::EnPassant { victim } => Bits::of(victim),
            _ => Bits::EMPTY,
        };
        if !victim.is_empty() && !self.en_passant_targets(piece, from).contains(to) || !self.goes_to(piece, from, to) {
            return if self.lacks_first_move(piece, from, to) {
                IllegalMove::FirstMove
            } else {
                self.unreached(from, to)
            };
        }
        if standing != 0 && !piece.may_capture(self.piece_table(to).kind) {
            return IllegalMove::Uncapturable;
        }
        let by_trial = self.tables.features.own_check_by_trial;
        if let Some(royal) = self.royal_left_attacked(from, to, victim).filter(|_| !by_trial) {
            return IllegalMove::RoyalAttacked(royal);
        }
        if let Some(fault) = self.check_fault_if_any(mv) {
            return fault;
        }
        if let Some((watcher, watched)) = self.opposition_after(mv.into()) {
            return IllegalMove::Opposition(watcher, watched);
        }
        if self.legal_moves().iter().any(|mv| mv.from() == Some(from) && mv.to() == Some(to)) {
            return IllegalMove::WrongPromotionOrTurn;
        }
        if self.each_arrival(piece, from, to, mv.kind, &mut |_| ControlFlow::Break(())).is_continue() {
            let illegal = self.tables.variant.rules.immobility_illegal[piece.side];
            let immobile = illegal && piece.immobile_on.contains(to) && !self.is_barred(piece, to);
            return if immobile { IllegalMove::Immobile } else { IllegalMove::NoPromotionChoice };
        }
        if self.captures_are_compulsory() && standing == 0 && victim.is_empty() {
            return IllegalMove::CaptureCompulsory;
        }
        IllegalMove::Repetition
    }

    /// Whether a man would have to promote on a square, to nothing.
    fn is_barred(&self, piece: &PieceTable<W>, to: Square) -> bool {
        let rules = &self.tables.variant.rules.promotions[piece.side];
        let barred = |rule: &Promotion| rule.to == PromotionChoice::Nothing && rule.zone.contains(to);
        rules.iter().any(|rule| rule.kind.0 == piece.kind && barred(rule))
    }

    /// Why the man on `from` does not reach `to`: because of its mode, a blocker, its facing, or its kind.
    fn unreached(&self, from: Square, to: Square) -> IllegalMove {
        let number = usize::from(self.men.at(from));
        let infos = &self.tables.infos;
        let (piece, info) = (self.piece_table(from), &infos[number]);
        let states = || {
            let alike = |&other: &usize| infos[other].side == info.side && infos[other].kind == info.kind;
            (1..infos.len()).filter(alike).filter(|&other| other != number)
        };
        let reached_as = |other: usize| self.reaches(&self.tables.pieces[other], from, to, false);
        if states().any(|other| infos[other].state.facings == info.state.facings && reached_as(other)) {
            IllegalMove::WrongMode
        } else if self.reaches(piece, from, to, true) {
            IllegalMove::Blocked
        } else if states().any(|other| infos[other].state.mode == info.state.mode && reached_as(other)) {
            IllegalMove::WrongFacing
        } else if states().any(reached_as) {
            IllegalMove::WrongFacingAndMode
        } else {
            IllegalMove::Unreachable
        }
    }

    /// Whether the man on a square reaches another one, be it by its first move.
    fn goes_to(&self, piece: &PieceTable<W>, from: Square, to: Square) -> bool {
        let in_check = || self.attacked_royal(self.status.turn).is_some();
        self.reaches(piece, from, to, false)
            || piece.first_move.is_some() && self.first_move_targets(piece, from, in_check()).contains(to)
    }

    /// Whether a piece reaches a square; if `cleared`, with all other squares empty.
    fn reaches(&self, piece: &PieceTable<W>, from: Square, to: Square, cleared: bool) -> bool {
        let occupied = if cleared { Bits::of(from) | self.men.all() & Bits::of(to) } else { self.men.all() };
        let table = if self.men.at(to) == 0 { &piece.moves } else { piece.captures() };
        let long_step = piece.long_steps.iter().any(|step| {
            let mut way = step.squares(self.tables.variant.board, from);
            self.men.at(to) == 0
                && step.ends(self.tables.variant.board, from).contains(to)
                && (cleared || way.find(|&at| at == to || occupied.contains(at)) == Some(to))
        });
        long_step
            || self.en_passant_targets(piece, from).contains(to)
            || table.targets(&self.tables.slides, from, occupied, || self.hurdles(piece, occupied)).contains(to)
    }

    /// Whether a move is legal.
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        !self.is_decided()
            && MoveGenerator::new(self)
                .each(&mut |legal| {
                    if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
                .is_break()
    }
}
