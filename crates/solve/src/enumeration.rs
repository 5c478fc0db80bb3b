//! Enumeration: all positions that a position leads to, as keys, and their exact values by retrograde analysis.
//!
//! The crate reads no file, so the caller keeps the keys. It finds all of them with an [`Expander`], numbers them, and tells
//! [`Retrograde`](crate::Retrograde) which positions lead to which. `weakfish solve --enumerate` does this with sorted files.
//!
//! Positions that are images of each other under a symmetry of the game can count as one: their key is the least of the keys of
//! all images. A symmetry is believed if it holds in random games, and the expander goes on to check it. A check compares
//! the moves, the outcome and the claims of a position with those of its image exactly.
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
//! let mut expander = enumeration.expander();
//! let mut open = vec![enumeration.key(&game.start()).unwrap().bytes];
//! let mut known: BTreeSet<Vec<u8>> = open.iter().cloned().collect();
//! while let Some(key) = open.pop() {
//!     expander.expand(&key).unwrap();
//!     for next in expander.successors() {
//!         if known.insert(next.key.to_vec()) {
//!             open.push(next.key.to_vec());
//!         }
//!     }
//! }
//! // White moves its pawn, Black moves its own, and White takes it.
//! assert_eq!(known.len(), 4);
//! ```

use std::fmt;

use weakfish::engine::{Arrangement, MoveList, Position};
use weakfish::geometry::Side;
use weakfish::model::GameResult;
use weakfish::notation::fen;
use weakfish::random::SplitMix64;

use crate::encoding::without_past;
use crate::error::{SolveError, Unsupported};
use crate::packing::{Contents, KeyResult, Packing, turn_of_key};
use crate::proof::hangs_on_past;
use crate::rules::Obstacles;
use crate::symmetry::Symmetry;

/// Positions of random games on which symmetries are tried.
const TRIALS: usize = 3_000;

/// The most plies of a random game.
const TRIAL_PLIES: usize = 200;

/// Of so many positions, one is checked again while an enumeration goes on.
const CHECKED: u64 = 16;

/// What is known of a position without looking at those that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The game is over; the winner, `None` after a draw.
    Over(Option<Side>),
    /// The game goes on.
    Open {
        /// The number of different successors: positions that the moves lead to.
        successors: u32,
        /// Whether the player to move can claim a draw.
        claim: bool,
    },
}

/// The key of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether it is the key of an image with the sides exchanged. The winner of its value is then the other side.
    pub exchanged: bool,
}

/// A successor of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor<'a> {
    /// The bytes of its key.
    pub key: &'a [u8],
    /// Whether the sides are exchanged between the keys.
    pub exchanged: bool,
}

/// The positions that a position leads to. Two positions are one if moves and endings treat them alike, except for the past:
/// repetition, plies without progress, and counts of moves while few men are left.
pub struct Enumeration {
    packing: Packing,
    root: Position,
    /// Whether a draw can be claimed that does not depend on the past.
    claimable: bool,
    /// For each ending: whether it depends on the past.
    of_past: Vec<bool>,
    /// The symmetries; the first is the identity.
    symmetries: Vec<Symmetry>,
    /// Whether positions are left out that only follow a missed win.
    skips_missed_wins: bool,
}

impl fmt::Debug for Enumeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Enumeration").field("key_bytes", &self.key_bytes()).finish_non_exhaustive()
    }
}

impl Enumeration {
    /// An enumeration from a position, without its history. No symmetry is used.
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
        let of_past = endings.iter().map(|ending| hangs_on_past(&ending.condition)).collect();
        let root = without_past(root);
        let packing = Packing::new(&root);
        let symmetries = vec![packing.identity()];
        Ok(Self { packing, root, claimable, of_past, symmetries, skips_missed_wins: false })
    }

    /// The enumeration in which images under the symmetries of the game count as one. They are found by trials in random games.
    ///
    /// # Errors
    ///
    /// If a hand has more men than there were at the root.
    pub fn with_symmetries(mut self) -> Result<Self, SolveError> {
        let mut candidates = self.packing.candidates();
        let mut random = SplitMix64::new(1);
        let mut trial = Trial::default();
        let mut position = self.root.clone();
        let mut plies = 0;
        for _ in 0..TRIALS {
            if candidates.is_empty() {
                break;
            }
            let mut failed = Ok(());
            candidates.retain(|symmetry| match self.holds(symmetry, &position, &mut trial) {
                Ok(holds) => holds,
                Err(error) => {
                    failed = Err(error);
                    false
                }
            });
            failed?;
            let moves = position.legal_moves().to_vec();
            let mv = moves.get(random.below(moves.len().max(1))).copied();
            let next = mv.filter(|_| plies < TRIAL_PLIES && self.result(&position) == KeyResult::Open).map(|mv| {
                position.make(mv);
                without_past(&position)
            });
            plies = if next.is_some() { plies + 1 } else { 0 };
            position = next.unwrap_or_else(|| self.root.clone());
        }
        if Symmetry::are_group(&candidates, self.root.game().variant().board) {
            self.symmetries.extend(candidates);
        }
        Ok(self)
    }

    /// The enumeration without the positions that can only be reached if a player who can win with one move makes another. All
    /// positions at which the game is over count as one for each result. All other positions have the same values as before.
    #[must_use]
    pub fn without_missed_wins(self) -> Self {
        Self { skips_missed_wins: true, ..self }
    }

    /// Whether positions that only follow a missed win are left out.
    pub const fn skips_missed_wins(&self) -> bool {
        self.skips_missed_wins
    }

    /// The names of the symmetries, other than the identity.
    pub fn symmetries(&self) -> Vec<String> {
        self.symmetries.iter().skip(1).map(Symmetry::name).collect()
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
    pub fn key(&self, position: &Position) -> Result<Key, SolveError> {
        let (mut bytes, mut contents) = (Vec::with_capacity(2 * self.key_bytes()), Contents::default());
        self.read(position, &mut contents)?;
        let exchanged = self.push_least(&contents, &mut bytes);
        Ok(Key { bytes, exchanged })
    }

    /// Appends the key of a position; returns whether the sides are exchanged.
    fn push_least(&self, contents: &Contents, keys: &mut Vec<u8>) -> bool {
        let symmetry = self.packing.pack_least(contents, &self.symmetries, keys);
        self.symmetries.get(symmetry).is_some_and(|symmetry| symmetry.exchanged)
    }

    /// The result of a position by endings that do not depend on the past.
    fn result(&self, position: &Position) -> KeyResult {
        let of_past = |ending: usize| self.of_past.get(ending).is_none_or(|&of_past| of_past);
        let verdict = position.verdict().filter(|verdict| !of_past(verdict.ending));
        verdict.map_or(KeyResult::Open, |verdict| KeyResult::Over(verdict.winner))
    }

    fn read(&self, position: &Position, contents: &mut Contents) -> Result<(), SolveError> {
        let fits = self.packing.read(position, self.result(position), contents);
        if self.skips_missed_wins && contents.is_over() {
            contents.keep_result();
        }
        if fits { Ok(()) } else { Err(SolveError::TooMany) }
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

    /// An expander.
    pub fn expander(&self) -> Expander<'_> {
        Expander {
            enumeration: self,
            arrangement: self.packing.arrangement(),
            position: self.root.clone(),
            moves: MoveList::new(),
            contents: Contents::default(),
            keys: Vec::new(),
            successors: Vec::new(),
            trial: Trial::default(),
        }
    }

    fn can_claim(&self, position: &Position) -> bool {
        self.claimable && position.best_claim().is_some()
    }

    /// Whether a symmetry maps the outcome, the claims and the successors of a position to those of its image.
    fn holds(&self, symmetry: &Symmetry, position: &Position, trial: &mut Trial) -> Result<bool, SolveError> {
        let Some(identity) = self.symmetries.first() else { return Ok(false) };
        let Trial { contents, image, again, expected, found } = trial;
        self.read(position, contents)?;
        image.clear();
        self.packing.pack(contents, symmetry, image);
        let Some(mut mirrored) = self.position(image) else {
            // The game has no position of some keys at which it is over.
            again.clear();
            self.packing.pack(contents, identity, again);
            return Ok(contents.is_over() && self.position(again).is_none());
        };
        self.read(&mirrored, contents)?;
        again.clear();
        self.packing.pack(contents, identity, again);
        if image != again || self.can_claim(position) != self.can_claim(&mirrored) {
            return Ok(false);
        }
        if contents.is_over() {
            return Ok(true);
        }
        let mut position = position.clone();
        let sides = [(&mut position, symmetry, expected), (&mut mirrored, identity, found)];
        let [expected, found] = sides.map(|(position, symmetry, keys)| {
            keys.clear();
            for mv in position.legal_moves().to_vec() {
                let undo = position.make(mv);
                let read = self.read(position, contents);
                position.unmake(undo);
                read?;
                self.packing.pack(contents, symmetry, keys);
            }
            let mut sorted: Vec<&[u8]> = keys.chunks_exact(self.key_bytes()).collect();
            sorted.sort_unstable();
            sorted.dedup();
            Ok::<_, SolveError>(sorted)
        });
        Ok(expected? == found?)
    }
}

/// Buffers for the trial of a symmetry.
#[derive(Debug, Default)]
struct Trial {
    contents: Contents,
    image: Vec<u8>,
    again: Vec<u8>,
    expected: Vec<u8>,
    found: Vec<u8>,
}

/// Finds the successors of positions.
pub struct Expander<'a> {
    enumeration: &'a Enumeration,
    arrangement: Arrangement,
    /// The position that was expanded last.
    position: Position,
    moves: MoveList,
    contents: Contents,
    keys: Vec<u8>,
    /// For each successor: the place of its key in `keys`, and whether the sides are exchanged.
    successors: Vec<(usize, bool)>,
    trial: Trial,
}

impl fmt::Debug for Expander<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expander").field("enumeration", &self.enumeration).finish_non_exhaustive()
    }
}

impl Expander<'_> {
    /// Finds the positions that the moves of a position lead to.
    ///
    /// # Errors
    ///
    /// If the key is of no position, a hand has more men than there were at the root, or a symmetry does not hold.
    pub fn expand(&mut self, key: &[u8]) -> Result<Node, SolveError> {
        self.keys.clear();
        self.successors.clear();
        if let KeyResult::Over(winner) = KeyResult::of_key(key) {
            return Ok(Node::Over(winner));
        }
        let Self { enumeration, arrangement, position, moves, contents, keys, successors, .. } = self;
        if !enumeration.packing.arrange(key, arrangement, position) {
            return Err(SolveError::NoPosition);
        }
        let claim = enumeration.can_claim(position);
        position.legal_moves().list_into(moves);
        let player = position.turn();
        for mv in &*moves {
            let undo = position.make(mv);
            let read = enumeration.read(position, contents);
            position.unmake(undo);
            read?;
            let wins = enumeration.skips_missed_wins && contents.is_won_by(player);
            if wins {
                keys.clear();
                successors.clear();
            }
            let begin = keys.len();
            successors.push((begin, enumeration.push_least(contents, keys)));
            if wins {
                break;
            }
        }
        let bytes = enumeration.key_bytes();
        let of = |begin: usize| keys.get(begin..begin + bytes);
        successors.sort_unstable_by(|one, other| (of(one.0), one.1).cmp(&(of(other.0), other.1)));
        successors.dedup_by(|one, other| (of(one.0), one.1) == (of(other.0), other.1));
        let count = successors.len() as u32;
        self.check(key)?;
        Ok(Node::Open { successors: count, claim })
    }

    /// Checks a symmetry, if it is time.
    fn check(&mut self, key: &[u8]) -> Result<(), SolveError> {
        let enumeration = self.enumeration;
        let others = enumeration.symmetries.len().saturating_sub(1) as u64;
        if others == 0 {
            return Ok(());
        }
        let hash = hash(key);
        if !hash.is_multiple_of(CHECKED) {
            return Ok(());
        }
        let number = 1 + (hash / CHECKED % others) as usize;
        let Some(symmetry) = enumeration.symmetries.get(number) else { return Ok(()) };
        let position = &self.position;
        if enumeration.holds(symmetry, position, &mut self.trial)? {
            Ok(())
        } else {
            Err(SolveError::Asymmetric { fen: fen::write(position), symmetry: symmetry.name() })
        }
    }

    /// The successors of the last position, in the order of their keys. Two differ in the key or in the exchange of the sides.
    pub fn successors(&self) -> impl Iterator<Item = Successor<'_>> {
        let bytes = self.enumeration.key_bytes();
        self.successors.iter().filter_map(move |&(begin, exchanged)| {
            Some(Successor { key: self.keys.get(begin..begin + bytes)?, exchanged })
        })
    }
}

/// A hash of a key.
fn hash(key: &[u8]) -> u64 {
    // FNV-1a, and a last step that mixes the high bits into the low ones.
    let hash = key
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    hash ^ hash >> 32
}
