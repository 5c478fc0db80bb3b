//! Proof-number search (Allis 1994), depth first as Nagai made it (2002), for claims that hang on no repetition.
//!
//! A claim is proved by positions that were proved before. So a proof leads from each position to earlier ones and has
//! no cycle, even if the game has some. A position that recurs on its own path proves nothing there. A failed search
//! allows no conclusion.
//!
//! A claim that a side does not lose is left to [`ClosedSetSearch`] where positions that recur may prove it.

use std::collections::BTreeMap;
use std::fmt;

use weakfish::engine::{Move, MoveList, Position, Verdict};
use weakfish::model::{Condition, Ending};
use weakfish::notation::uci;

use crate::claim::Claim;
use crate::closed_set::ClosedSetSearch;
use crate::encoding::{Encoding, without_past};
use crate::error::SolveError;
use crate::problem::Options;
use crate::proof::{Proof, Strategy, hangs_on_past, position_text};
use crate::rules::{Obstacles, may_recur};
use crate::table::Table;

/// Proof number of what can't be proved, and disproof number of what is proved.
const INFINITE: u32 = u32::MAX / 4;

/// The longest line that is searched, in plies.
const MAX_PLIES: usize = 400;

/// Positions between two calls of the observer.
const OBSERVED: u64 = 1 << 10;

/// Proof and disproof number of a position.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const NEW: Self = Self { proof: 1, disproof: 1 };
    const PROVED: Self = Self { proof: 0, disproof: INFINITE };
    const FAILED: Self = Self { proof: INFINITE, disproof: 0 };
}

/// Entry of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    numbers: Numbers,
    /// When it was proved, from 1; 0 if it is not. A proof uses smaller numbers only.
    proved: u32,
    on_path: bool,
}

/// A position that a move leads to.
#[derive(Clone, Copy, Debug)]
enum Child {
    /// The game is over, or too long.
    Leaf(Numbers),
    /// The entry of the position.
    Entry(usize),
}

/// A search for the proof of one claim.
pub struct Prover {
    root: Position,
    position: Position,
    claim: Claim,
    encoding: Encoding,
    table: Table<Entry>,
    key: Vec<u8>,
    /// The search that is done instead, if positions that recur may prove the claim.
    closed_set: Option<ClosedSetSearch>,
    /// Whether a draw can be claimed that depends on the position and its counts alone.
    claimable: bool,
    proofs: u32,
    positions: u64,
    until: u64,
    /// Whether there was no room for a position.
    full: bool,
    /// Whether the root can't be proved with the present results.
    exhausted: bool,
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover").field("claim", &self.claim).field("positions", &self.positions).finish_non_exhaustive()
    }
}

impl Prover {
    /// A search that begins with a position, without its history.
    ///
    /// # Errors
    ///
    /// If legal moves depend on the past in this game, or wins must be claimed.
    pub fn new(position: &Position, claim: Claim, options: &Options) -> Result<Self, SolveError> {
        let variant = position.game().variant();
        let obstacles = Obstacles::of(position.game());
        obstacles.refuse_claims()?;
        obstacles.refuse_repetition()?;
        let root = without_past(position);
        let on_path = |condition: &Condition| matches!(condition, Condition::Position { .. } | Condition::Quiet { .. });
        let claimable = |ending: &Ending| ending.may_be_claimed() && !on_path(&ending.condition);
        let closed_set = may_recur(position.game(), root.setup(), claim)
            .then(|| ClosedSetSearch::new(&root, claim.side(), options.max_memory));
        Ok(Self {
            closed_set,
            encoding: Encoding::without_counters(&root),
            claimable: variant.endings.iter().any(claimable),
            table: Table::new(options.max_memory),
            position: root.clone(),
            claim,
            key: Vec::new(),
            proofs: 0,
            positions: 0,
            until: 0,
            full: false,
            exhausted: false,
            root,
        })
    }

    /// The number of positions searched so far.
    pub fn positions(&self) -> u64 {
        self.closed_set.as_ref().map_or(self.positions, ClosedSetSearch::positions)
    }

    /// Whether the search has failed, or has no more memory: it finds no proof.
    pub fn is_exhausted(&self) -> bool {
        self.closed_set.as_ref().map_or(self.exhausted || self.full, ClosedSetSearch::is_exhausted)
    }

    /// Searches a number of further positions; returns whether the claim is proved.
    ///
    /// # Errors
    ///
    /// If the observer, which sees the number of positions, returns `false`.
    pub fn search(&mut self, positions: u64, observer: &mut dyn FnMut(u64) -> bool) -> Result<bool, SolveError> {
        if let Some(search) = &mut self.closed_set {
            return search.search(positions, observer);
        }
        self.until = self.positions.saturating_add(positions);
        loop {
            self.position.clone_from(&self.root);
            let root = match self.child() {
                Child::Leaf(numbers) => {
                    self.exhausted = numbers.proof > 0;
                    return Ok(numbers.proof == 0);
                }
                Child::Entry(root) => root,
            };
            let proofs = self.proofs;
            self.visit(root, Numbers { proof: INFINITE, disproof: INFINITE }, 0, observer)?;
            let numbers = self.numbers(root);
            if numbers.proof == 0 {
                return Ok(true);
            }
            if self.full || self.positions >= self.until {
                return Ok(false);
            }
            // A failure may depend on the path; after further proofs the position is tried again.
            self.exhausted = self.proofs == proofs;
            if self.exhausted {
                return Ok(false);
            }
            for entry in self.table.values_mut().filter(|entry| entry.proved == 0) {
                entry.numbers = Numbers::NEW;
            }
        }
    }

    /// The proof, once it is found.
    pub fn proof(&mut self) -> Option<Proof> {
        if let Some(search) = &mut self.closed_set {
            return search.strategy().map(|strategy| Proof::new(&self.root, vec![strategy]));
        }
        let game = self.root.game().clone();
        let mut strategy = Strategy { claim: self.claim, moves: BTreeMap::new() };
        self.position.clone_from(&self.root);
        let Child::Entry(root) = self.child() else {
            let fulfilled = self.leaf(self.root.verdict()?).proof == 0;
            return fulfilled.then(|| Proof::new(&self.root, vec![strategy]));
        };
        if self.numbers(root).proof > 0 {
            return None;
        }
        let mut open = vec![self.root.clone()];
        let mut seen = vec![false; self.table.len()];
        while let Some(position) = open.pop() {
            let own = position.turn() == self.claim.side();
            let mut chosen: Option<(u32, Move)> = None;
            let mut next = Vec::new();
            self.position.clone_from(&position);
            let moves = position.legal_moves().to_vec();
            for &mv in &moves {
                let undo = self.position.make(mv);
                let child = self.child();
                self.position.unmake(undo);
                let proved = match child {
                    Child::Leaf(numbers) => (numbers.proof == 0).then_some(0),
                    Child::Entry(index) => self.table.value(index).map(|entry| entry.proved).filter(|&at| at > 0),
                };
                if let Some(proved) = proved.filter(|&at| chosen.is_none_or(|(best, _)| at < best)) {
                    chosen = Some((proved, mv));
                }
                next.push((mv, child));
            }
            if own {
                let (_, mv) = chosen?;
                strategy.moves.insert(position_text(&game, position.arrangement()), uci::write(&position, mv));
                next.retain(|(other, _)| *other == mv);
            }
            for (mv, child) in next {
                let Child::Entry(index) = child else { continue };
                if !std::mem::replace(seen.get_mut(index)?, true) {
                    let mut after = position.clone();
                    after.make(mv);
                    open.push(without_past(&after));
                }
            }
        }
        Some(Proof::new(&self.root, vec![strategy]))
    }

    fn numbers(&self, index: usize) -> Numbers {
        self.table.value(index).map_or(Numbers::FAILED, |entry| entry.numbers)
    }

    /// Numbers of a game that is over. An ending that depends on earlier positions or on long counts proves nothing.
    fn leaf(&self, verdict: Verdict) -> Numbers {
        let endings = &self.root.game().variant().endings;
        let hangs = endings.get(verdict.ending).is_none_or(|ending| hangs_on_past(&ending.condition));
        if !hangs && self.claim.is_fulfilled(verdict.winner) { Numbers::PROVED } else { Numbers::FAILED }
    }

    /// The present position as the child of another one.
    fn child(&mut self) -> Child {
        if let Some(verdict) = self.position.verdict() {
            return Child::Leaf(self.leaf(verdict));
        }
        let draws = matches!(self.claim, Claim::Wins(side) if side != self.position.turn());
        if draws && self.claimable && self.position.best_claim().is_some() {
            return Child::Leaf(Numbers::FAILED);
        }
        self.encoding.write(&self.position, &mut self.key);
        if let Some(index) = self.table.index_of(&self.key) {
            return Child::Entry(index);
        }
        let added = self.table.insert(&self.key, Entry { numbers: Numbers::NEW, proved: 0, on_path: false });
        self.full |= added.is_none();
        added.map_or(Child::Leaf(Numbers::FAILED), Child::Entry)
    }

    /// Numbers of a child on the present path.
    fn numbers_of(&self, child: Child, deep: bool) -> Numbers {
        match child {
            Child::Leaf(numbers) => numbers,
            Child::Entry(index) => match self.table.value(index) {
                Some(entry) if entry.proved > 0 => Numbers::PROVED,
                Some(entry) if !entry.on_path && !deep => entry.numbers,
                _ => Numbers::FAILED,
            },
        }
    }

    /// Searches the present position until one of its numbers reaches the limit.
    fn visit(
        &mut self,
        index: usize,
        limit: Numbers,
        ply: usize,
        observer: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), SolveError> {
        self.positions += 1;
        if self.positions.is_multiple_of(OBSERVED) && !observer(self.positions) {
            return Err(SolveError::Interrupted);
        }
        let own = self.position.turn() == self.claim.side();
        let mut moves = MoveList::new();
        self.position.legal_moves().list_into(&mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in &moves {
            let undo = self.position.make(mv);
            children.push((mv, self.child()));
            self.position.unmake(undo);
        }
        self.set(index, |entry| entry.on_path = true);
        let result = self.expand(index, &children, own, limit, ply, observer);
        self.set(index, |entry| entry.on_path = false);
        result
    }

    fn set(&mut self, index: usize, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.table.value_mut(index) {
            change(entry);
        }
    }

    /// Searches the best child until the numbers of a position reach the limit.
    fn expand(
        &mut self,
        index: usize,
        children: &[(Move, Child)],
        own: bool,
        limit: Numbers,
        ply: usize,
        observer: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), SolveError> {
        // The number that is least among the children of this side, and the one that they share.
        let turned =
            |numbers: Numbers| if own { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) };
        let (least_limit, sum_limit) = turned(limit);
        loop {
            let (mut least, mut second, mut best) = (INFINITE, INFINITE, None);
            let (mut largest, mut open) = (0, 0);
            for &(mv, child) in children {
                let (own_number, shared) = turned(self.numbers_of(child, ply + 1 >= MAX_PLIES));
                if own_number < least {
                    (second, least, best) = (least, own_number, Some((mv, child)));
                } else {
                    second = second.min(own_number);
                }
                largest = largest.max(shared);
                open += u32::from(shared > 0);
            }
            // Not the sum: children that lead to the same positions would be counted again and again.
            let sum = (largest + open.saturating_sub(1)).min(INFINITE);
            let (proof, disproof) = match (children.is_empty(), own) {
                (true, _) => (INFINITE, 0),
                (false, true) => (least, if least == 0 { INFINITE } else { sum }),
                (false, false) => (if least == 0 { INFINITE } else { sum }, least),
            };
            let numbers = Numbers { proof, disproof };
            if proof == 0 {
                self.proofs += 1;
            }
            let proofs = self.proofs;
            self.set(index, |entry| {
                entry.numbers = numbers;
                if proof == 0 && entry.proved == 0 {
                    entry.proved = proofs;
                }
            });
            let (reached, shared) = turned(numbers);
            if reached >= least_limit || shared >= sum_limit || proof == 0 || disproof == 0 {
                return Ok(());
            }
            if self.full || self.positions >= self.until {
                return Ok(());
            }
            let Some((mv, Child::Entry(child))) = best else { return Ok(()) };
            let child_least = least_limit.min(second.saturating_add(1));
            let child_sum = sum_limit.saturating_sub(open.saturating_sub(1)).max(1);
            let (proof, disproof) = if own { (child_least, child_sum) } else { (child_sum, child_least) };
            let undo = self.position.make(mv);
            let searched = self.visit(child, Numbers { proof, disproof }, ply + 1, observer);
            self.position.unmake(undo);
            searched?;
        }
    }
}
