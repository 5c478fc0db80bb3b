//! Problems with a defence: every answer is tried, and the win must come after each.

use weakfish::engine::{Move, MoveList, Position, Verdict};
use weakfish::geometry::Side;
use weakfish::model::Condition;

use crate::encoding::Encoding;
use crate::error::SolveError;
use crate::problem::{Aim, Length, Options, Problem, Solutions, Stipulation, Try};
use crate::rules::{goes_on, mates_only};
use crate::table::Table;
use crate::tree::{Branch, ordered_moves};

/// Positions between two calls of the observer.
const OBSERVED: u64 = 1 << 12;

/// Known values of a position, by the attacker's moves that are left.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The fewest moves that are known to force the win.
    won: u16,
    /// The most moves that are known not to force it, plus one.
    not_won: u16,
}

/// The search for a forced win.
pub(crate) struct Forced<'a> {
    position: Position,
    problem: Problem,
    options: &'a Options,
    observer: &'a mut dyn FnMut(u64) -> bool,
    attacker: Side,
    winner: Side,
    encoding: Encoding,
    table: Table<Known>,
    /// Whether the winner wins by checkmate only: the last move gives check.
    mates_only: bool,
    /// Keys and lists of moves that are not in use.
    spare: (Vec<Vec<u8>>, Vec<MoveList>),
    /// Answers that refuted a move, by the attacker's moves left.
    refuters: Vec<Option<Move>>,
    positions: u64,
    duals: u64,
    room: usize,
    cut: bool,
}

impl<'a> Forced<'a> {
    /// A search from a position without a past.
    pub(crate) fn new(
        position: Position,
        problem: Problem,
        options: &'a Options,
        observer: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        let variant = position.game().variant();
        let winner = problem.winner(position.turn());
        let direct = problem.stipulation == Stipulation::Direct;
        let wins = problem.aim == Aim::Win;
        let attacker = if direct { winner } else { !winner };
        let series = position.game().facts().series.any;
        let horizon = (!series).then(|| problem.plies().into());
        Self {
            encoding: Encoding::new(&position, horizon),
            mates_only: wins && !series && mates_only(variant, winner),
            table: Table::new(options.max_memory),
            spare: (Vec::new(), Vec::new()),
            refuters: vec![None; usize::from(problem.length.whole()) + 1],
            positions: 0,
            duals: 0,
            room: options.max_branches,
            cut: false,
            position,
            problem,
            options,
            observer,
            attacker,
            winner,
        }
    }

    fn is_reflex(&self) -> bool {
        matches!(self.problem.stipulation, Stipulation::Reflex | Stipulation::SemiReflex)
    }

    fn is_direct(&self) -> bool {
        self.problem.stipulation == Stipulation::Direct
    }

    /// The verdict on the present position, if the problem does not go on.
    fn verdict(&self) -> Option<Verdict> {
        let variant = self.position.game().variant();
        self.position.verdict().filter(|&verdict| !goes_on(variant, self.problem.aim, verdict))
    }

    /// Whether a verdict on the present position is the aim of a side.
    fn is_aim(&self, verdict: Verdict, of: Side) -> bool {
        match self.problem.aim {
            Aim::Win => verdict.winner == Some(of),
            Aim::Stalemate => {
                let ending = self.position.game().variant().endings.get(verdict.ending);
                self.position.turn() != of && ending.is_some_and(|ending| ending.condition == Condition::Stalemate)
            }
        }
    }

    /// In a reflex problem: whether the side to move must reach the aim by one of these moves.
    fn must_reach(&mut self, attacks: bool, moves: impl IntoIterator<Item = Move>) -> bool {
        let bound = match self.problem.stipulation {
            Stipulation::Reflex => true,
            Stipulation::SemiReflex => !attacks,
            Stipulation::Direct
            | Stipulation::SelfMate
            | Stipulation::Help
            | Stipulation::HelpSelf
            | Stipulation::Series
            | Stipulation::SeriesHelp => false,
        };
        bound && moves.into_iter().any(|mv| self.reaches(mv))
    }

    /// Whether a move reaches the aim of the side that makes it.
    fn reaches(&mut self, mv: Move) -> bool {
        let mover = self.position.turn();
        let undo = self.position.make(mv);
        let reached = self.verdict().is_some_and(|verdict| self.is_aim(verdict, mover));
        self.position.unmake(undo);
        reached
    }

    /// Divides the first moves into those that force the win and the others.
    pub(crate) fn solve(mut self) -> Result<Solutions, SolveError> {
        let (first, moves) = (self.position.turn(), self.problem.length.whole());
        let (mut branches, mut tries) = (Vec::new(), Vec::new());
        let mut all = if self.verdict().is_none() { ordered_moves(&self.position) } else { Vec::new() };
        if first == self.attacker && self.must_reach(true, all.iter().copied()) {
            all.clear();
        }
        for mv in all {
            let left = if first == self.attacker { moves - 1 } else { moves };
            let undo = self.position.make(mv);
            let fewest = self.fewest(left);
            self.position.unmake(undo);
            let mut branch = Branch::new(&self.position, mv, 0);
            let undo = self.position.make(mv);
            let solves = matches!(fewest, Ok(Some(_)));
            let done = match fewest {
                Ok(Some(fewest)) => {
                    branch.length = fewest + moves - left;
                    branch.verdict = self.verdict();
                    if self.options.with_lines { self.lines(left).map(|below| branch.branches = below) } else { Ok(()) }
                }
                Ok(None) => self.refutation(left).map(|refutation| {
                    branch.verdict = self.verdict();
                    tries.push(Try { branch: branch.clone(), refutation });
                }),
                Err(error) => Err(error),
            };
            self.position.unmake(undo);
            done?;
            if solves {
                branches.push(branch);
            }
        }
        let lengths = branches.iter().map(|branch| branch.length);
        // If the defender begins, it is the longest defence that counts.
        let length = if first == self.attacker { lengths.min() } else { lengths.max().filter(|_| tries.is_empty()) };
        let half = u16::from(self.problem.length.has_half());
        let shorter = length.filter(|&length| length < moves).map(|length| Length::halves(2 * length + half));
        Ok(Solutions {
            problem: self.problem,
            first,
            winner: self.winner,
            count: branches.len() as u64,
            branches,
            tries,
            shorter,
            duals: self.duals,
            cut: self.cut,
            positions: self.positions,
        })
    }

    /// The fewest moves of the attacker that force the win, up to `most`.
    fn fewest(&mut self, most: u16) -> Result<Option<u16>, SolveError> {
        for left in 0..=most {
            if self.wins(left)? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    /// Whether the attacker forces the win with `left` moves.
    fn wins(&mut self, left: u16) -> Result<bool, SolveError> {
        self.positions += 1;
        if self.positions.is_multiple_of(OBSERVED) && !(self.observer)(self.positions) {
            return Err(SolveError::Interrupted);
        }
        let attacks = self.position.turn() == self.attacker;
        if left == 0 && (attacks || self.is_direct()) {
            return Ok(self.verdict().is_some_and(|verdict| self.is_aim(verdict, self.winner)));
        }
        let mut moves = self.spare.1.pop().unwrap_or_default();
        self.position.legal_moves().list_into(&mut moves);
        let result = self.wins_by(left, attacks, &moves);
        self.spare.1.push(moves);
        result
    }

    /// Whether the win is forced, by these moves.
    fn wins_by(&mut self, left: u16, attacks: bool, moves: &MoveList) -> Result<bool, SolveError> {
        let verdict = if moves.is_empty() { self.position.verdict() } else { self.position.verdict_if_mobile() };
        let variant = self.position.game().variant();
        if let Some(verdict) = verdict.filter(|&verdict| !goes_on(variant, self.problem.aim, verdict)) {
            return Ok(self.is_aim(verdict, self.winner));
        }
        if moves.is_empty() {
            return Ok(false);
        }
        if self.is_reflex() && self.must_reach(attacks, moves) {
            return Ok(!attacks);
        }
        // A position before the last move takes less time than its key.
        if !self.encoding.merges || attacks && left == 1 {
            return if attacks { self.attacks(left, moves) } else { self.defends(left, moves) };
        }
        let mut key = self.spare.0.pop().unwrap_or_default();
        self.encoding.write(&self.position, &mut key);
        let known = self.table.get(&key).copied().unwrap_or(Known { won: u16::MAX, not_won: 0 });
        let won = if left >= known.won || left < known.not_won {
            left >= known.won
        } else {
            let won = if attacks { self.attacks(left, moves) } else { self.defends(left, moves) }?;
            let known = self.table.get(&key).copied().unwrap_or(known);
            let known = if won {
                Known { won: known.won.min(left), ..known }
            } else {
                Known { not_won: known.not_won.max(left + 1), ..known }
            };
            self.table.insert(&key, known);
            won
        };
        self.spare.0.push(key);
        Ok(won)
    }

    /// Whether a move of the attacker forces the win.
    fn attacks(&mut self, left: u16, moves: &MoveList) -> Result<bool, SolveError> {
        let last = left == 1 && self.is_direct() && self.mates_only;
        for checks in [true, false] {
            for mv in moves {
                if self.position.gives_check(mv) != checks {
                    continue;
                }
                let undo = self.position.make(mv);
                let won = self.wins(left - 1);
                self.position.unmake(undo);
                if won? {
                    return Ok(true);
                }
            }
            if last {
                break;
            }
        }
        Ok(false)
    }

    /// Whether the win is forced against each answer.
    fn defends(&mut self, left: u16, moves: &MoveList) -> Result<bool, SolveError> {
        let likely = self.refuters[usize::from(left)].filter(|mv| moves.contains(mv));
        let others = moves.into_iter().filter(|&mv| Some(mv) != likely);
        for mv in likely.into_iter().chain(others) {
            let undo = self.position.make(mv);
            let won = self.wins(left);
            self.position.unmake(undo);
            if !won? {
                self.refuters[usize::from(left)] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The first answer that refutes the move; `None` if the move fails without one.
    fn refutation(&mut self, left: u16) -> Result<Option<Branch>, SolveError> {
        if self.position.turn() == self.attacker || self.verdict().is_some() {
            return Ok(None);
        }
        for mv in ordered_moves(&self.position) {
            let undo = self.position.make(mv);
            let (won, verdict) = (self.wins(left), self.verdict());
            self.position.unmake(undo);
            if !won? {
                return Ok(Some(Branch { verdict, ..Branch::new(&self.position, mv, 0) }));
            }
        }
        Ok(None)
    }

    /// The tree of lines from a position with a forced win: all answers, and all moves that still win.
    fn lines(&mut self, left: u16) -> Result<Vec<Branch>, SolveError> {
        if self.verdict().is_some() {
            return Ok(Vec::new());
        }
        let attacks = self.position.turn() == self.attacker;
        let mut branches = Vec::new();
        let mut moves = ordered_moves(&self.position);
        if self.must_reach(attacks, moves.iter().copied()) {
            moves.retain(|&mv| self.reaches(mv));
        }
        for mv in moves {
            let after = if attacks { left - 1 } else { left };
            let undo = self.position.make(mv);
            let fewest = self.fewest(after);
            self.position.unmake(undo);
            let Some(fewest) = fewest? else { continue };
            if self.room == 0 {
                self.cut = true;
                break;
            }
            self.room -= 1;
            let mut branch = Branch::new(&self.position, mv, fewest + left - after);
            let undo = self.position.make(mv);
            branch.verdict = self.verdict();
            let below = self.lines(after);
            self.position.unmake(undo);
            branch.branches = below?;
            branches.push(branch);
        }
        if attacks && branches.len() > 1 {
            self.duals += 1;
        }
        Ok(branches)
    }
}
