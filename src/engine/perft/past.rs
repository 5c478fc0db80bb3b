//! Earlier positions that can recur within the plies of a count.
//!
//! Where repetition is illegal, a subtree depends on the positions already played. A key that held all of them would
//! hardly ever match, since every order of moves passes other positions. But few of them can be reached again soon: a
//! man that moves only where it faces needs many moves to come back.

use super::distances::{Distances, Man};
use super::key::{Bag, Dependence};
use crate::engine::core::Core;
use crate::engine::{ManMove, Move, MoveKind};
use crate::geometry::Side;

/// The moves from the position where a count began to the present one.
#[derive(Debug)]
pub(super) struct Past {
    scope: Scope,
    /// Whether the order of earlier positions counts, where all are part of the key.
    ordered: bool,
    /// By ply; `None` for one that cannot be undone although `Status::reversible` was not reset.
    steps: Vec<Option<Step>>,
    /// A buffer.
    differences: Differences,
    distances: Distances,
}

/// How earlier positions are taken into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Nothing,
    /// One by one, as positions that must not recur.
    Barred,
    /// As part of the key: all positions since the last irreversible move.
    Everything,
}

/// What a ply did to the man that moved.
#[derive(Clone, Copy, Debug)]
struct Step {
    before: Man,
    after: Man,
}

/// An earlier position that may recur.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Its repetition key.
    pub(super) key: u64,
    /// The side to move in it.
    turn: Side,
    differences: Differences,
}

/// The men in which two positions differ; `true` for those of the present one.
type Differences = Vec<(Man, bool)>;

impl Past {
    /// The past at the position where a count begins.
    pub(super) fn new<const W: usize>(core: &Core<W>, dependence: Dependence) -> Self {
        // The moves before the count began are not known.
        let known = core.past_keys().nth(1).is_none();
        let scope = match dependence {
            Dependence { past: false, .. } => Scope::Nothing,
            Dependence { times: false, alternates: true, .. } if known => Scope::Barred,
            _ => Scope::Everything,
        };
        let ordered = dependence.order;
        Self { scope, ordered, steps: Vec::new(), differences: Vec::new(), distances: Distances::default() }
    }

    /// Whether positions are counted as if nothing had come before, and the sequences in which [`Past::targets`] recur
    /// are subtracted.
    pub(super) fn counts_separately(&self) -> bool {
        self.scope == Scope::Barred
    }

    /// What the key of a table must hold of the past.
    pub(super) fn in_key<const W: usize>(&self, core: &Core<W>) -> Bag {
        let mut bag = Bag::default();
        if self.scope == Scope::Everything {
            for (plies, key) in core.past_keys().enumerate() {
                // A rotation stands for the place, so that the same positions in another order are another key.
                bag.put(if self.ordered { key.rotate_left(plies as u32 % 64) ^ (plies as u64 / 64) } else { key });
            }
        }
        bag
    }

    /// Notes a move that is about to be made.
    pub(super) fn note<const W: usize>(&mut self, core: &Core<W>, mv: Move) {
        if self.scope == Scope::Barred {
            self.steps.push(step(core, mv));
        }
    }

    /// Forgets the move noted last.
    pub(super) fn forget(&mut self) {
        self.steps.pop();
    }

    /// All earlier positions that can recur within `depth` plies. There may be some that cannot.
    pub(super) fn targets<const W: usize>(&mut self, core: &Core<W>, depth: u32) -> Vec<Target> {
        let mut targets = Vec::new();
        let mut turn = core.status.turn;
        self.differences.clear();
        for (step, key) in self.steps.iter().rev().zip(core.past_keys().skip(1)) {
            let Some(step) = step else { break };
            turn = !turn;
            toggle(&mut self.differences, step.after, true);
            toggle(&mut self.differences, step.before, false);
            if may_vanish(&mut self.distances, core, &self.differences, core.status.turn, turn, depth) {
                targets.push(Target { key, turn, differences: self.differences.clone() });
            }
        }
        targets
    }

    /// The targets that can recur within `depth` plies after a move.
    pub(super) fn targets_after<const W: usize>(
        &mut self,
        core: &Core<W>,
        mv: Move,
        targets: &[Target],
        depth: u32,
    ) -> Vec<Target> {
        let captures = |man: &ManMove| man.from != man.to && core.men.at(man.to) != 0;
        let undoable = |man: &ManMove| matches!(man.kind, MoveKind::Ordinary | MoveKind::Stationary) && !captures(man);
        let Some(Step { before, after }) = mv.man().filter(undoable).and(step(core, mv)) else { return Vec::new() };
        let mut left = Vec::new();
        for target in targets {
            self.differences.clone_from(&target.differences);
            toggle(&mut self.differences, before, false);
            toggle(&mut self.differences, after, true);
            if may_vanish(&mut self.distances, core, &self.differences, !core.status.turn, target.turn, depth) {
                left.push(Target { differences: self.differences.clone(), ..*target });
            }
        }
        left
    }
}

fn step<const W: usize>(core: &Core<W>, mv: Move) -> Option<Step> {
    let man = mv.man().filter(|man| !matches!(man.kind, MoveKind::Castling { .. }))?;
    Some(Step { before: (man.from, core.men.at(man.from)), after: (man.to, man.piece.number()) })
}

/// Adds a man to the differences, or removes it if the other position has it too.
fn toggle(differences: &mut Differences, man: Man, is_now: bool) {
    match differences.iter().position(|(other, _)| *other == man) {
        Some(index) => drop(differences.swap_remove(index)),
        None => differences.push((man, is_now)),
    }
}

/// Whether two positions can become the same within `depth` plies, with `turn` to move now and `last` at the end.
///
/// The sides take turns, and each ply changes one man.
fn may_vanish<const W: usize>(
    distances: &mut Distances,
    core: &Core<W>,
    differences: &Differences,
    turn: Side,
    last: Side,
    depth: u32,
) -> bool {
    // A ply removes one difference on the square it leaves and one on the square it reaches.
    if differences.len() as u32 > 2 * depth {
        return false;
    }
    let mut needed = |side: Side| {
        let own = |&&(man, _): &&(Man, bool)| core.tables.pieces[usize::from(man.1)].side == side;
        let then = || differences.iter().filter(own).filter(|(_, is_now)| !is_now).map(|&(man, _)| man);
        let now = differences.iter().filter(own).filter(|(_, is_now)| *is_now);
        // Men of a kind can trade places, so that each may have come from the square of another one. A chain of such
        // men is never shorter than the way from its start to its end.
        now.map(|&(man, _)| then().map(|place| distances.lower_bound(&core.tables, man, place)).min().unwrap_or(0))
            .sum::<u32>()
    };
    let (ours, theirs) = (needed(turn), needed(!turn));
    // Superfluous moves can go to and fro, but a single one always changes something.
    let suffice = |moves: u32, needed: u32| needed <= moves && (moves != 1 || needed == 1);
    let odd = u32::from(turn != last);
    let latest = if depth % 2 == odd { Some(depth) } else { depth.checked_sub(1) };
    let mut lengths = latest.into_iter().flat_map(|latest| (odd..=latest).rev().step_by(2));
    lengths.any(|plies| suffice(plies.div_ceil(2), ours) && suffice(plies / 2, theirs))
}
