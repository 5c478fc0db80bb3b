//! Enumeration: all positions that a position leads to, as keys, and their exact values by retrograde analysis.
//!
//! The crate reads no file, so the caller keeps the keys. It finds all of them with [`Enumeration::expand`], numbers them,
//! and tells [`Retrograde`] which positions lead to which. `weakfish solve --enumerate` does this with sorted files.
//!
//! ```
//! use std::collections::BTreeSet;
//! use weakfish::{BuiltIns, Source, load};
//! use weakfish_solve::Enumeration;
//!
//! let text = "game \"Race\"\nboard: 1x4\nfirst: white\nblack: mirrors white\n\nmen\n  P pawn: fW\n\n\
//!             setup start\n  p\n  .\n  .\n  P\n\nendings\n  stalemated: loses\n";
//! let game = load(&Source::new("race.variant", text), &BuiltIns).unwrap();
//! let enumeration = Enumeration::new(&game.start()).unwrap();
//! let mut open = vec![enumeration.key(&game.start()).unwrap()];
//! let mut known: BTreeSet<Vec<u8>> = open.iter().cloned().collect();
//! while let Some(key) = open.pop() {
//!     let mut successors = Vec::new();
//!     enumeration.expand(&key, &mut successors).unwrap();
//!     for next in successors.chunks(enumeration.key_bytes()) {
//!         if known.insert(next.to_vec()) {
//!             open.push(next.to_vec());
//!         }
//!     }
//! }
//! // White moves its pawn, Black moves its own, and White takes it.
//! assert_eq!(known.len(), 4);
//! ```

use std::fmt;

use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::model::GameResult;

use crate::encoding::without_past;
use crate::error::{SolveError, Unsupported};
use crate::packing::{KeyResult, Packing, turn_of_key};
use crate::proof::hangs_on_past;
use crate::rules::Obstacles;

/// Exact value of a position: the winner with best play, and the plies to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExactValue {
    /// Neither side can force a win.
    Draw,
    /// A side wins in so many plies.
    Won(Side, u16),
}

impl ExactValue {
    /// The most plies of a win.
    pub const MAX_PLIES: u16 = (u16::MAX >> 2) - 1;

    /// The value as a number: 0 for a draw, otherwise four times the plies, and 1 if White wins or 2 if Black wins.
    pub const fn number(self) -> u16 {
        match self {
            Self::Draw => 0,
            Self::Won(Side::White, plies) => plies << 2 | 1,
            Self::Won(Side::Black, plies) => plies << 2 | 2,
        }
    }

    /// The value of a number.
    pub const fn of_number(number: u16) -> Self {
        match number & 3 {
            1 => Self::Won(Side::White, number >> 2),
            2 => Self::Won(Side::Black, number >> 2),
            _ => Self::Draw,
        }
    }

    /// The winner.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Draw => None,
            Self::Won(side, _) => Some(side),
        }
    }

    /// The value for a side, from a quick loss to a quick win.
    pub fn rank(self, side: Side) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Won(winner, plies) if winner == side => i32::from(u16::MAX) - i32::from(plies),
            Self::Won(_, plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }
}

/// What is known of a position without looking at those that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The game is over; the winner, `None` after a draw.
    Over(Option<Side>),
    /// The game goes on.
    Open {
        /// The number of different positions that the moves lead to.
        successors: u32,
        /// Whether the player to move can claim a draw.
        claim: bool,
    },
}

/// The positions that a position leads to. Two positions are one if moves and endings treat them alike, except for the past:
/// repetition, plies without progress, and counts of moves while few men are left.
pub struct Enumeration {
    packing: Packing,
    root: Position,
    /// Whether a draw can be claimed that does not depend on the past.
    claimable: bool,
}

impl fmt::Debug for Enumeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Enumeration").field("key_bytes", &self.key_bytes()).finish_non_exhaustive()
    }
}

impl Enumeration {
    /// An enumeration from a position, without its history.
    ///
    /// # Errors
    ///
    /// If the value of a position may depend on the past: repetition is illegal or decides, moves without progress lose, wins
    /// must be claimed, or series become longer without limit. Also if a win may score less than a point.
    pub fn new(root: &Position) -> Result<Self, SolveError> {
        let game = root.game();
        let obstacles = Obstacles::of(game);
        obstacles.refuse_claims()?;
        obstacles.refuse_repetition()?;
        let facts = game.facts();
        let endings = &game.variant().endings;
        let draws = |result| matches!(result, GameResult::Draw | GameResult::DrawOnClaim);
        let decides = endings.iter().any(|ending| hangs_on_past(&ending.condition) && !draws(ending.result));
        for (holds, reason) in [
            (decides || facts.repetition.decides, Unsupported::PastDecides),
            (facts.series.varying, Unsupported::GrowingSeries),
            (facts.results.partial, Unsupported::PartialScores),
        ] {
            if holds {
                return Err(reason.into());
            }
        }
        let claimable = endings.iter().any(|ending| ending.may_be_claimed() && !hangs_on_past(&ending.condition));
        let root = without_past(root);
        Ok(Self { packing: Packing::new(&root), root, claimable })
    }

    /// The position that it begins with.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// The bytes of a key.
    pub fn key_bytes(&self) -> usize {
        self.packing.bytes()
    }

    /// The key of a position of this game. Keys compare as bytes: positions in which the game goes on come first, those with
    /// White to move before those with Black.
    ///
    /// # Errors
    ///
    /// If a hand has more men than there were at the root.
    pub fn key(&self, position: &Position) -> Result<Vec<u8>, SolveError> {
        let mut key = Vec::with_capacity(self.key_bytes());
        self.push_key(position, &mut key)?;
        Ok(key)
    }

    fn push_key(&self, position: &Position, keys: &mut Vec<u8>) -> Result<(), SolveError> {
        let endings = &self.root.game().variant().endings;
        let of_past = |ending: usize| endings.get(ending).is_none_or(|ending| hangs_on_past(&ending.condition));
        let verdict = position.verdict().filter(|verdict| !of_past(verdict.ending));
        let result = verdict.map_or(KeyResult::Open, |verdict| KeyResult::Over(verdict.winner));
        if self.packing.pack(position, result, keys) { Ok(()) } else { Err(SolveError::TooMany) }
    }

    /// The position of a key, without a history; `None` if the key is of no position.
    pub fn position(&self, key: &[u8]) -> Option<Position> {
        self.packing.unpack(key)
    }

    /// The side to move of a key.
    pub fn turn(key: &[u8]) -> Side {
        turn_of_key(key)
    }

    /// What is known of a position with so many successors, by its key.
    pub fn node(&self, key: &[u8], successors: u32, claim: bool) -> Node {
        match KeyResult::of_key(key) {
            KeyResult::Over(winner) => Node::Over(winner),
            KeyResult::Open => Node::Open { successors, claim },
        }
    }

    /// Appends the keys of the positions that the moves of a position lead to, in order and each once.
    ///
    /// # Errors
    ///
    /// If the key is of no position, or a hand has more men than there were at the root.
    pub fn expand(&self, key: &[u8], successors: &mut Vec<u8>) -> Result<Node, SolveError> {
        if let KeyResult::Over(winner) = KeyResult::of_key(key) {
            return Ok(Node::Over(winner));
        }
        let mut position = self.position(key).ok_or(SolveError::NoPosition)?;
        let claim = self.claimable && position.best_claim().is_some();
        let mut keys = Vec::new();
        for mv in position.legal_moves().to_vec() {
            let undo = position.make(mv);
            let pushed = self.push_key(&position, &mut keys);
            position.unmake(undo);
            pushed?;
        }
        let mut found: Vec<&[u8]> = keys.chunks_exact(self.key_bytes()).collect();
        found.sort_unstable();
        found.dedup();
        for key in &found {
            successors.extend_from_slice(key);
        }
        Ok(Node::Open { successors: found.len() as u32, claim })
    }
}

/// Retrograde analysis of numbered positions: it visits them in the order of the plies to the end of the game.
#[derive(Debug, Default)]
pub struct Retrograde {
    /// Numbers of values; 0 while a value is unknown.
    values: Vec<u16>,
    /// Successors that are not known to lose for the side to move, and claims of a draw.
    open: Vec<u16>,
    /// A bit for each position: whether Black is to move.
    turns: Vec<u8>,
}

impl Retrograde {
    /// The bytes that a position takes.
    pub const BYTES_PER_POSITION: usize = 5;

    /// An analysis without positions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next position, by its key.
    ///
    /// # Errors
    ///
    /// If it has more moves than can be counted.
    pub fn push(&mut self, key: &[u8], node: Node) -> Result<(), SolveError> {
        let (value, open) = match node {
            Node::Over(Some(winner)) => (ExactValue::Won(winner, 0), 0),
            Node::Over(None) => (ExactValue::Draw, 0),
            Node::Open { successors, claim } => (ExactValue::Draw, successors + u32::from(claim)),
        };
        self.values.push(value.number());
        self.open.push(open.try_into().map_err(|_| SolveError::TooMany)?);
        self.turns.push((Enumeration::turn(key) == Side::Black).into());
        Ok(())
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Finds all values. `predecessors` appends the numbers of the positions that lead to a position, each once. It is asked
    /// once for each decided position: by falling closeness to the end, then in the order of numbers.
    ///
    /// # Errors
    ///
    /// Those of `predecessors`, and a win that takes too many plies.
    pub fn run<E: From<SolveError>>(
        &mut self,
        mut predecessors: impl FnMut(u32, &mut Vec<u32>) -> Result<(), E>,
    ) -> Result<(), E> {
        let decided = self.values.iter().enumerate().filter(|(_, value)| **value != 0);
        let mut level: Vec<u32> = decided.map(|(number, _)| number as u32).collect();
        let (mut next, mut before) = (Vec::new(), Vec::new());
        for plies in 1..=ExactValue::MAX_PLIES {
            if level.is_empty() {
                return Ok(());
            }
            for &number in &level {
                let value = self.values.get(number as usize).copied().unwrap_or_default();
                let Some(winner) = ExactValue::of_number(value).winner() else { continue };
                before.clear();
                predecessors(number, &mut before)?;
                for &parent in &before {
                    let at = parent as usize;
                    let (Some(value), Some(open)) = (self.values.get_mut(at), self.open.get_mut(at)) else { continue };
                    if *value != 0 {
                        continue;
                    }
                    let turn = if self.turns.get(at) == Some(&1) { Side::Black } else { Side::White };
                    *open = open.saturating_sub(1);
                    if turn == winner || *open == 0 {
                        *value = ExactValue::Won(winner, plies).number();
                        next.push(parent);
                    }
                }
            }
            next.sort_unstable();
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        Err(SolveError::TooMany.into())
    }

    /// The value of a position.
    pub fn value(&self, number: usize) -> ExactValue {
        ExactValue::of_number(self.values.get(number).copied().unwrap_or_default())
    }
}
