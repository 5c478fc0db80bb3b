//! Endings, tested in the order of the definition: verdicts, claims, and whether the game is decided.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Core, MoveGenerator, Selection, Status};
use crate::engine::bits::Bits;
use crate::engine::tables::{EndingPrefilter, castling_right, rights_of};
use crate::engine::{Outcome, StatePart, Verdict};
use crate::geometry::{Leap, LeapClass, PerSide, Side, Square, Wind};
use crate::model::{Condition, Ending, GameResult, Judged, KindId, MaterialSide, SetupId, Wing, Worth};

/// Whether the player to move is in check, and can move. Computed when the first ending needs it.
type CheckAndMobility = OnceCell<(bool, bool)>;

/// The castling rights of a side on a wing, or on both.
const fn rights_on(side: Side, wing: Option<Wing>) -> u8 {
    match wing {
        None => rights_of(side),
        Some(Wing::FirstFile) => castling_right(side, 0),
        Some(Wing::LastFile) => castling_right(side, 1),
    }
}

impl<const W: usize> Core<W> {
    /// The first ending that holds without a claim.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.find_verdict(&OnceCell::new())
    }

    /// The first ending that holds without a claim, in a position known to have a legal move.
    #[inline(never)]
    pub(crate) fn verdict_if_mobile(&self) -> Option<Verdict> {
        if !self.may_have_ended_if_mobile() {
            return None;
        }
        // Endings depend on check only where there is no move.
        self.find_verdict(&OnceCell::from((false, true)))
    }

    /// The first ending that holds without a claim, given check and mobility as far as they have been computed.
    #[inline]
    fn find_verdict(&self, mobility: &CheckAndMobility) -> Option<Verdict> {
        (0..self.tables.variant.endings.len()).find_map(|index| {
            let ending = &self.tables.variant.endings[index];
            // A player who claims a stalemate claims no other ending.
            if ending.must_be_claimed() || self.status.claimed && ending.condition != Condition::Stalemate {
                return None;
            }
            let subject = self.side_concerned(ending, mobility)?;
            Some(self.verdict_by(index, subject)).filter(|verdict| !ending.tie_on_claim || verdict.winner.is_some())
        })
    }

    /// The outcome of a verdict.
    pub(crate) fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome { winner: verdict.winner, worth: verdict.worth, reason: self.label(verdict.ending) }
    }

    /// The label of an ending.
    pub(crate) fn label(&self, ending: usize) -> Arc<str> {
        Arc::clone(&self.tables.labels[ending])
    }

    /// The verdict of an ending that holds for a side. A win of less than a point is a draw for a side whose claim has
    /// lapsed.
    fn verdict_by(&self, index: usize, subject: Side) -> Verdict {
        let ending = &self.tables.variant.endings[index];
        let lapsed = |&winner: &Side| self.status.lapsed[winner] && !ending.worth.is_full();
        let winner = self.winner(ending, subject).filter(|winner| !lapsed(winner));
        let worth = if winner.is_some() { ending.worth } else { Worth::FULL };
        Verdict { winner, worth, ending: index }
    }

    /// The claims open to the player to move: draws, and wins of its own unless one has lapsed before.
    pub(crate) fn claims(&self) -> impl Iterator<Item = Verdict> {
        let mobility = OnceCell::new();
        let (turn, endings) = (self.status.turn, self.tables.variant.endings.iter().enumerate());
        endings.filter(|(_, ending)| ending.may_be_claimed()).filter_map(move |(index, ending)| {
            if ending.on_claim && self.status.lapsed[turn] {
                return None;
            }
            // If a condition holds for both sides, the player to move may claim it for the side by which it wins.
            let wins = |side: Side| !ending.on_claim || ending.result.winner(side) == Some(turn);
            let subject = self.side_concerned_of(PerSide::from_fn(wins), ending, &mobility)?;
            Some(self.verdict_by(index, subject)).filter(|verdict| !ending.tie_on_claim || verdict.winner.is_none())
        })
    }

    /// The best claim of the player to move, by its score.
    pub(crate) fn best_claim(&self) -> Option<Verdict> {
        self.claims().min_by_key(|claim| claim.winner.map_or(0, |_| -i16::from(claim.worth.hundredths())))
    }

    /// Whether the player to move can claim a win.
    #[inline(never)]
    pub(super) fn can_claim_win(&self) -> bool {
        self.claims().any(|claim| claim.winner.is_some())
    }

    /// Whether the condition of an ending holds, one of this game or another.
    pub(crate) fn holds(&self, ending: &Ending) -> bool {
        self.side_concerned(ending, &OnceCell::new()).is_some()
    }

    /// Whether the game is decided although there may be legal moves.
    #[inline(always)]
    pub(crate) fn is_decided(&self) -> bool {
        self.status.claimed || self.shows_sign(&self.tables.prefilter) && self.has_decisive_ending()
    }

    /// Whether some sign of an ending is present, in a position known to have a legal move.
    #[inline(always)]
    fn may_have_ended_if_mobile(&self) -> bool {
        let prefilter = &self.tables.mobile_prefilter;
        let (uncounted, men) = &prefilter.material;
        self.status.claimed
            || (self.men.all() & !self.men.of_groups(uncounted)).len() < *men
            || self.shows_sign(&prefilter.signs)
            || prefilter.recurrence.is_some_and(|(times, plies)| {
                self.status.plies_since_irreversible >= plies && self.plies_since_occurrence(times).is_some()
            })
    }

    /// Whether some sign of the endings of a prefilter is present.
    #[inline(always)]
    fn shows_sign(&self, prefilter: &EndingPrefilter<W>) -> bool {
        let men = &self.men;
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

    /// Whether a decisive ending holds.
    #[inline(never)]
    fn has_decisive_ending(&self) -> bool {
        let mobility = OnceCell::new();
        self.tables.decisive.iter().any(|&index| {
            let ending = &self.tables.variant.endings[index];
            let subject = self.side_concerned(ending, &mobility);
            subject.is_some_and(|subject| self.verdict_by(index, subject).winner.is_some())
        })
    }

    /// The side to which an ending applies, if it holds: the one that is mated, bared, at its goal.
    #[inline]
    fn side_concerned(&self, ending: &Ending, mobility: &CheckAndMobility) -> Option<Side> {
        self.side_concerned_of(PerSide::both(true), ending, mobility)
    }

    /// The one of these sides to which an ending applies, if it holds.
    fn side_concerned_of(&self, of: PerSide<bool>, ending: &Ending, mobility: &CheckAndMobility) -> Option<Side> {
        if !ending.setups.is_empty() && !ending.is_of_setup(SetupId(self.setup as u8)) {
            return None;
        }
        let turn = self.status.turn;
        let concerns = |side: Side| of[side] && ending.concerns(side);
        let of_turn = |holds: bool| (holds && concerns(turn)).then_some(turn);
        let of_either = |holds: &dyn Fn(Side) -> bool| {
            if ending.both {
                return (of[turn] && ending.admits(turn, turn) && holds(turn) && holds(!turn)).then_some(turn);
            }
            let mut sides = [turn, !turn].into_iter();
            let side = sides.find(|&side| concerns(side) && ending.admits(side, turn) && holds(side))?;
            (ending.judged != Judged::Unanswered || !self.can_answer(&ending.condition)).then_some(side)
        };
        match &ending.condition {
            condition @ Condition::Quiet { .. } => of_either(&|_| match condition.quiet_plies() {
                Some(plies) => self.status.halfmove >= plies,
                None => condition.quiet_series().is_some_and(|series| self.status.quiet_series >= series),
            }),
            goal @ Condition::ManOn { .. } => of_either(&|side| self.meets_square_goal(goal, side)),
            Condition::Checkmate => {
                of_turn(!self.status.claimed && concerns(turn) && self.check_and_mobility(mobility) == (true, false))
            }
            Condition::Stalemate if self.status.claimed => concerns(!turn).then_some(!turn),
            Condition::Stalemate => of_turn(concerns(turn) && self.check_and_mobility(mobility) == (false, false)),
            Condition::Bared => of_either(&|side| self.is_bare(side) && !self.is_bare(!side)),
            Condition::Position { times, perpetual_check } => {
                let recurs = self.plies_since_occurrence(*times);
                if *perpetual_check {
                    let checks = recurs.map_or(PerSide::both(false), |plies| self.perpetual_checkers(plies));
                    of_either(&|side| checks[side] && (ending.both || !checks[!side]))
                } else {
                    of_either(&|_| recurs.is_some())
                }
            }
            Condition::OnlyMaterial(balances) => of_turn(balances.iter().any(|PerSide { white, black }| {
                let has = |first| {
                    self.has_material(first, white)
                        && self.has_material(!first, black)
                        && self.stand_apart(first, white.apart, black.apart)
                };
                Side::ALL.into_iter().any(has)
            })),
            Condition::AtMost { count, kinds, against } => of_either(&|side| {
                let has = |side| self.count_men(side, kinds.as_deref());
                has(side) <= u32::from(*count) && has(!side) >= u32::from(*against)
            }),
            Condition::InARow { count, kinds, lines, apart } => of_either(&|side| {
                let men = self.men_of(side, kinds.as_deref());
                lines.steps().any(|step| self.longest_row(men, step, *apart) >= *count)
            }),
            Condition::InASquare { side: length, kinds } => {
                of_either(&|side| self.fill_square(self.men_of(side, kinds.as_deref()), *length))
            }
            Condition::Chain { kinds, from, to, steps } => of_either(&|side| {
                let men = self.men_of(side, kinds.as_deref());
                self.is_joined(men, Bits::from_set(from[side]), Bits::from_set(to[side]), steps)
            }),
            Condition::BothPass => of_turn(self.status.passes >= 2),
            Condition::FullBoard => of_turn((self.tables.board & !self.occupied()).is_empty()),
            Condition::OppositionAccepted => {
                of_turn(self.status.passes > 0 && self.tables.features.opposition && self.must_break_opposition())
            }
            Condition::CountedOut => of_turn(self.is_counted_out()),
            Condition::Castled(wing) => of_either(&|side| self.status.castled.0 & rights_on(side, *wing) != 0),
            Condition::NoCastling(wing) => of_either(&|side| self.status.rights & rights_on(side, *wing) == 0),
            Condition::ChecksGiven(count) => of_either(&|side| self.status.checks[side] >= *count),
        }
    }

    /// Whether a condition on men and squares holds for a side's men.
    fn meets_square_goal(&self, goal: &Condition, side: Side) -> bool {
        let Condition::ManOn { kinds, squares, least, safe, secure, full } = goal else { return false };
        let squares = Bits::from_set(squares[side]);
        let on_squares = |kind: u8| self.men.of_kind(side, kind) & squares;
        if *full && !(squares & !self.occupied()).is_empty() {
            return false;
        }
        let safely = |kind: u8| {
            on_squares(kind).iter().filter(|&square| self.attackers(square, !side, Some(kind)).is_empty()).count()
                as u32
        };
        let counted = |kind: u8| if *safe { safely(kind) } else { on_squares(kind).len() };
        let number = kinds.iter().map(|kind| counted(kind.0)).sum::<u32>();
        let exactly = number == u32::from(*least);
        number >= u32::from(*least)
            && !(*secure && exactly && kinds.iter().any(|kind| safely(kind.0) < counted(kind.0)))
    }

    /// Whether the player to move has a legal move after which the condition holds for it.
    #[inline(never)]
    fn can_answer(&self, goal: &Condition) -> bool {
        let us = self.status.turn;
        let mut now = self.lean_copy(false, false);
        now.claims_stand = true;
        let mut trial = now.clone();
        let mut answered = false;
        let _ = MoveGenerator::new(&now).each_selected_move(Selection::All, &mut |mv| {
            trial.make(mv);
            answered = trial.meets_square_goal(goal, us);
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
    fn longest_row(&self, men: Bits<W>, step: Leap, apart: bool) -> u16 {
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

    /// Whether steps from one of these men to the next lead from one set of squares to another.
    fn is_joined(&self, men: Bits<W>, from: Bits<W>, to: Bits<W>, steps: &[Wind]) -> bool {
        let board = self.tables.variant.board;
        let leaps = || steps.iter().map(|step| LeapClass::Radial(1).leap(i32::from(step.index()) / 2));
        let mut reached = men & from;
        let mut ends = reached;
        while !ends.is_empty() && !reached.intersects(to) {
            let next: Bits<W> =
                ends.iter().flat_map(|man| leaps().filter_map(move |leap| board.leap(man, leap))).collect();
            ends = next & men & !reached;
            reached |= ends;
        }
        reached.intersects(to)
    }

    /// Whether these men fill a square block of the board with sides of this length.
    fn fill_square(&self, men: Bits<W>, length: u8) -> bool {
        let board = self.tables.variant.board;
        let steps = || 0..i32::from(length);
        let stands = |corner: Square, dx: i32, dy: i32| {
            let square = board.square(board.file(corner) + dx, board.rank(corner) + dy);
            square.is_some_and(|square| men.contains(square))
        };
        men.iter().any(|corner| steps().all(|dx| steps().all(|dy| stands(corner, dx, dy))))
    }

    /// The winner by an ending; `None` if neither side wins.
    fn winner(&self, ending: &Ending, subject: Side) -> Option<Side> {
        let larger = |number: &dyn Fn(Side) -> u32| match number(Side::White).cmp(&number(Side::Black)) {
            Ordering::Greater => Some(Side::White),
            Ordering::Less => Some(Side::Black),
            Ordering::Equal => None,
        };
        let count = |side: Side, kinds: Option<&[KindId]>| {
            if ending.on_board { self.men_of(side, kinds).len() } else { self.count_men(side, kinds) }
        };
        match ending.result {
            GameResult::MoreMen => larger(&|side| count(side, None)),
            GameResult::FewerMen => larger(&|side| count(!side, None)),
            GameResult::MorePoints => larger(&|side| self.half_points(side, &count)),
            result @ (GameResult::Wins
            | GameResult::Loses
            | GameResult::Draw
            | GameResult::DrawOnClaim
            | GameResult::WhiteWins
            | GameResult::BlackWins) => result.winner(subject),
        }
    }

    /// The half points of a side, given how its men of some kinds are counted.
    fn half_points(&self, side: Side, count: &dyn Fn(Side, Option<&[KindId]>) -> u32) -> u32 {
        let Some(points) = &self.tables.variant.rules.points else { return 0 };
        let of_men = points.men.iter().map(|&(kind, half)| count(side, Some(&[kind])) * u32::from(half));
        of_men.sum::<u32>() + u32::from(points.side[side])
    }

    /// Returns whether the player to move is in check, and whether it has a legal move.
    fn check_and_mobility(&self, mobility: &CheckAndMobility) -> (bool, bool) {
        *mobility.get_or_init(|| {
            let moves = MoveGenerator::new(self);
            (moves.in_check(), moves.has_move())
        })
    }

    /// Returns how many plies ago the first of `times` occurrences of the present position was, passes left out of its
    /// key; `None` if it has occurred less often.
    fn plies_since_occurrence(&self, times: u8) -> Option<usize> {
        let earlier = usize::from(times.max(1)) - 1;
        self.find_occurrence(earlier, &|status, all| {
            all ^ status.key(|part, hashed| hashed.by_turn().filter(|_| part == StatePart::Passed))
        })
    }

    /// Returns how many plies ago the present position has occurred for the last time.
    pub(crate) fn last_occurrence(&self) -> Option<usize> {
        self.find_occurrence(1, &|_, all| all)
    }

    /// Returns how many plies ago the position had its key for the time with this number, counted backward from the
    /// present position, which is number 0.
    #[inline(always)]
    fn find_occurrence(&self, number: usize, key: &impl Fn(&Status<W>, u64) -> u64) -> Option<usize> {
        // Where the sides move in turn, a position can't recur after an odd number of plies.
        let step = if self.tables.features.irregular_turns { 1 } else { 2 };
        let (past, now) = (self.repeatable_history(), key(&self.status, self.keys().all));
        let (mut plies, mut left) = (0, number);
        while left > 0 {
            plies += step;
            let earlier = past.get(past.len().checked_sub(plies)?)?;
            left -= usize::from(key(&earlier.status, earlier.status.keys.all) == now);
        }
        Some(plies)
    }

    /// The sides that have given check with each of their turns during the last plies.
    #[inline(never)]
    fn perpetual_checkers(&self, plies: usize) -> PerSide<bool> {
        let mut earlier = self.clone();
        let mut turns = PerSide::both(0);
        let mut missed = PerSide::both(false);
        for _ in 0..plies {
            let checked = earlier.status.turn;
            // Between the moves of a series no turn has ended.
            if earlier.status.series == 0 {
                turns[!checked] += 1;
                missed[!checked] |= !earlier.is_in_check(checked);
            }
            earlier.unmake();
        }
        PerSide::from_fn(|side| turns[side] > 0 && !missed[side])
    }

    /// Whether a side has exactly the material of one side of a balance.
    fn has_material(&self, side: Side, material: &MaterialSide) -> bool {
        let mut men = self.men.of_side(side);
        let in_hand = |kind: KindId| self.hands.count(side, Some(&[kind]));
        let extra = material.any_on_one_colour;
        // Men that the balance also lists one by one are counted there.
        if let Some(kind) = extra.filter(|kind| !material.men.contains(kind)) {
            men &= !self.men.of_kind(side, kind.0);
        }
        if (men.len() + self.hands.count(side, None)) as usize != material.men.len() {
            return false;
        }
        if let Some(kind) = extra {
            let extra = if material.apart == Some(kind) {
                self.men.of_kind(side, kind.0)
            } else {
                self.men.of_kinds(&[kind.0])
            };
            if in_hand(kind) > 0 || extra.intersects(self.tables.dark) && extra.intersects(!self.tables.dark) {
                return false;
            }
        }
        if material.apart.is_some_and(|kind| in_hand(kind) > 0) {
            return false;
        }
        // Material matches if the totals are equal and each listed kind has as many men as it has entries.
        let listed = |kind: KindId| material.men.iter().filter(|&&other| other == kind).count();
        let count = |kind: KindId| (men & self.men.of_kind(side, kind.0)).len() + in_hand(kind);
        material.men.iter().all(|&kind| count(kind) as usize == listed(kind))
    }

    /// Whether men of two sides that must stand apart do so: each side's on squares of one colour, the two sides' on
    /// different ones.
    fn stand_apart(&self, side: Side, own: Option<KindId>, others: Option<KindId>) -> bool {
        let men = |side: Side, kind: Option<KindId>| kind.map_or(Bits::EMPTY, |kind| self.men.of_kind(side, kind.0));
        let (own, others) = (men(side, own), men(!side, others));
        [self.tables.dark, !self.tables.dark].into_iter().all(|colour| {
            let has_own = own.intersects(colour);
            !has_own || !own.intersects(!colour) && !others.intersects(colour)
        }) && !(others.intersects(self.tables.dark) && others.intersects(!self.tables.dark))
    }
}
