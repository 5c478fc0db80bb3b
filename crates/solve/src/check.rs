//! Verification of proofs. It knows the text of a proof and the rules of the game, and nothing of the search: every
//! position that the proof leads to is set up anew, every answer is played, and the graph of positions must have no
//! cycle and end where the claim is fulfilled.

use std::collections::HashMap;
use std::fmt;

use weakfish::engine::{Arrangement, Game, Position};
use weakfish::model::{Condition, Variant};
use weakfish::notation::{fen, uci};

use crate::error::{refuse_claims, refuse_repetition};
use crate::proof::{Proof, Strategy};
use crate::prover::Claim;

/// What a sound proof shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// The claim.
    pub claim: Claim,
    /// The number of positions that it leads to.
    pub positions: usize,
    /// The plies of the longest line to the end of the game.
    pub plies: u32,
}

/// Why a text is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// A line is not one of a proof.
    Format {
        /// Its number, from 1; 0 if it is missing.
        line: usize,
    },
    /// The game can't be read.
    Game,
    /// Values of this game depend on the past.
    Unsupported,
    /// Nothing is claimed.
    NoClaim,
    /// The position that the proof is about can't be set up, or one that it leads to.
    Position(String),
    /// There is no move for this position.
    NoMove(String),
    /// The move for this position is illegal.
    IllegalMove(String),
    /// The game is over without what is claimed, or ends by something that looks at the past.
    WrongEnd(String),
    /// The player to move has no move in this position, and the game is not over.
    Stuck(String),
    /// The opponent can claim a draw in this position.
    DrawClaim(String),
    /// The moves lead back to a position.
    Cycle,
    /// A line may last longer than the moves without progress that the game allows.
    TooLong {
        /// The plies of the longest line.
        plies: u32,
    },
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format { line: 0 } => f.write_str("a line is missing"),
            Self::Format { line } => write!(f, "line {line} is none of a proof"),
            Self::Game => f.write_str("its game can't be read"),
            Self::Unsupported => f.write_str("values of its game depend on the past"),
            Self::NoClaim => f.write_str("it claims nothing"),
            Self::Position(position) => write!(f, "`{position}` can't be set up"),
            Self::NoMove(position) => write!(f, "it has no move in `{position}`"),
            Self::IllegalMove(position) => write!(f, "its move in `{position}` is illegal"),
            Self::WrongEnd(position) => write!(f, "the game is over in `{position}` without what it claims"),
            Self::Stuck(position) => write!(f, "nobody can move in `{position}`, and the game is not over"),
            Self::DrawClaim(position) => write!(f, "a draw can be claimed in `{position}`"),
            Self::Cycle => f.write_str("its moves lead back to a position"),
            Self::TooLong { plies } => {
                write!(f, "a line of {plies} plies may be longer than the game allows without progress")
            }
        }
    }
}

impl std::error::Error for ProofError {}

/// Whether an ending looks at earlier positions or at long counts, so that no proof may use it.
pub(crate) const fn hangs_on_past(condition: &Condition) -> bool {
    matches!(condition, Condition::Position { .. } | Condition::Quiet { .. } | Condition::CountedOut)
}

/// The text of a position without the counts that only end a game after long.
pub(crate) fn position_text(variant: &Variant, arrangement: Arrangement) -> String {
    fen::write_arrangement(variant, &without_counts(variant, arrangement))
}

fn without_counts(variant: &Variant, arrangement: Arrangement) -> Arrangement {
    let mut arrangement = arrangement;
    (arrangement.halfmove, arrangement.quiet_series) = (0, 0);
    // The first turn may have another number of moves.
    arrangement.fullmove = if variant.rules.has_series() { arrangement.fullmove.min(2) } else { 1 };
    arrangement
}

impl Proof {
    /// Verifies all claims.
    ///
    /// # Errors
    ///
    /// The first mistake.
    pub fn check(&self) -> Result<Vec<Checked>, ProofError> {
        let variant = self.game.variant();
        if refuse_claims(variant).is_err() || refuse_repetition(variant).is_err() {
            return Err(ProofError::Unsupported);
        }
        let root = fen::read(&self.game, self.setup, &self.fen);
        let root = root.map_err(|_| ProofError::Position(self.fen.clone()))?;
        self.strategies.iter().map(|strategy| check(&self.game, &root, strategy)).collect()
    }
}

/// Verifies one claim.
fn check(game: &Game, root: &Position, strategy: &Strategy) -> Result<Checked, ProofError> {
    let variant = game.variant();
    let mut graph = Graph { game, claim: strategy.claim, ids: HashMap::new(), open: Vec::new() };
    let mut edges: Vec<Vec<usize>> = Vec::new();
    graph.id_of(root)?;
    while let Some((id, text, position)) = graph.open.pop() {
        let mut moves = position.legal_moves().to_vec();
        if moves.is_empty() {
            return Err(ProofError::Stuck(text));
        }
        if position.turn() == strategy.claim.side() {
            let mv = strategy.moves.get(&text).ok_or_else(|| ProofError::NoMove(text.clone()))?;
            moves = vec![uci::find(&position, mv).ok_or(ProofError::IllegalMove(text))?];
        } else if matches!(strategy.claim, Claim::Wins(_)) && position.best_claim().is_some() {
            return Err(ProofError::DrawClaim(text));
        }
        let mut after = Vec::new();
        for mv in moves {
            let mut next = position.clone();
            next.make(mv);
            after.extend(graph.id_of(&next)?);
        }
        if edges.len() <= id {
            edges.resize(id + 1, Vec::new());
        }
        edges[id] = after;
    }
    edges.resize(graph.ids.len(), Vec::new());
    let plies = longest_line(&edges).ok_or(ProofError::Cycle)? + u32::from(!graph.ids.is_empty());
    let quiet = variant.endings.iter().filter_map(|ending| ending.condition.quiet_plies()).min();
    let series = variant.endings.iter().filter_map(|ending| ending.condition.quiet_series()).min();
    let reaches = |now: u32, limit: Option<u32>| limit.is_some_and(|limit| now.saturating_add(plies) >= limit);
    if reaches(root.halfmove(), quiet) || reaches(root.quiet_series().into(), series.map(u32::from)) {
        return Err(ProofError::TooLong { plies });
    }
    Ok(Checked { claim: strategy.claim, positions: graph.ids.len(), plies })
}

/// The positions that a proof leads to and in which the game goes on.
struct Graph<'a> {
    game: &'a Game,
    claim: Claim,
    ids: HashMap<String, usize>,
    open: Vec<(usize, String, Position)>,
}

impl Graph<'_> {
    /// The number of a position; `None` if the game is over there, as is claimed.
    fn id_of(&mut self, position: &Position) -> Result<Option<usize>, ProofError> {
        let variant = self.game.variant();
        let arrangement = without_counts(variant, position.arrangement());
        let text = fen::write_arrangement(variant, &arrangement);
        if let Some(verdict) = position.verdict() {
            let ending = variant.endings.get(verdict.ending);
            let hangs = ending.is_none_or(|ending| hangs_on_past(&ending.condition));
            let fulfilled = !hangs && self.claim.is_fulfilled(verdict.winner);
            return if fulfilled { Ok(None) } else { Err(ProofError::WrongEnd(text)) };
        }
        if let Some(&id) = self.ids.get(&text) {
            return Ok(Some(id));
        }
        let id = self.ids.len();
        let position = self.game.position(&arrangement).map_err(|_| ProofError::Position(text.clone()))?;
        self.ids.insert(text.clone(), id);
        self.open.push((id, text, position));
        Ok(Some(id))
    }
}

/// The length of the longest path in a graph; `None` if it has a cycle.
fn longest_line(edges: &[Vec<usize>]) -> Option<u32> {
    let mut before = vec![0_u32; edges.len()];
    for &to in edges.iter().flatten() {
        before[to] += 1;
    }
    let mut free: Vec<usize> = (0..edges.len()).filter(|&node| before[node] == 0).collect();
    let mut lengths = vec![0_u32; edges.len()];
    let (mut done, mut longest) = (0, 0);
    while let Some(node) = free.pop() {
        done += 1;
        longest = longest.max(lengths[node]);
        for &to in &edges[node] {
            lengths[to] = lengths[to].max(lengths[node] + 1);
            before[to] -= 1;
            if before[to] == 0 {
                free.push(to);
            }
        }
    }
    (done == edges.len()).then_some(longest)
}
