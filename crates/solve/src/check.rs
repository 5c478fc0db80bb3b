//! Verification of proofs. It uses only the text of a proof and the rules of the game, and no result of the search: it
//! sets up every position of the proof again and plays every answer. Each end of the game must fulfil the claim.
//!
//! A claim that a side does not lose may have cycles if this side loses by no ending that depends on the past. Then the graph
//! of positions is a closed set: a line that never leaves it is not lost, and neither is one that the past ends. Any other
//! graph must have no cycle, and positions that are equal for repetition must recur less often in a line than an ending by
//! repetition needs.

use std::collections::HashMap;

use weakfish::engine::{Arrangement, Game, Position};
use weakfish::geometry::PerSide;
use weakfish::model::{Condition, Ending, GameResult};
use weakfish::notation::{fen, uci};

use crate::claim::Claim;
use crate::proof::{Proof, ProofError, Strategy, hangs_on_past, without_counts, without_past_parts};
use crate::rules::{Obstacles, may_recur};

/// Finding of the checker about a sound proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// The claim.
    pub claim: Claim,
    /// The number of positions that it leads to.
    pub positions: usize,
    /// The plies of the longest line to the end of the game; `None` if positions may recur.
    pub plies: Option<u32>,
}

impl Proof {
    /// Verifies all claims.
    ///
    /// # Errors
    ///
    /// The first mistake.
    pub fn check(&self) -> Result<Vec<Checked>, ProofError> {
        let obstacles = Obstacles::of(&self.game);
        if obstacles.refuse_claims().is_err() || obstacles.refuse_repetition().is_err() {
            return Err(ProofError::Unsupported);
        }
        let root = fen::read_problem(&self.game, self.setup, &self.fen);
        let root = root.map_err(|_| ProofError::Position(self.fen.clone()))?;
        self.strategies.iter().map(|strategy| check(&self.game, &root, strategy)).collect()
    }
}

/// Verifies one claim.
fn check(game: &Game, root: &Position, strategy: &Strategy) -> Result<Checked, ProofError> {
    let variant = game.variant();
    let claim = strategy.claim;
    let recurring = may_recur(game, root.setup(), claim);
    let mut graph =
        Graph { game, claim, recurring, ids: HashMap::new(), open: Vec::new(), classes: Classes::default() };
    let mut edges: Vec<Vec<usize>> = Vec::new();
    graph.id_of(root)?;
    while let Some((id, text, position)) = graph.open.pop() {
        let mut moves = position.legal_moves().to_vec();
        if moves.is_empty() {
            return Err(ProofError::Stuck(text));
        }
        if position.turn() == claim.side() {
            let mv = strategy.moves.get(&text).ok_or_else(|| ProofError::NoMove(text.clone()))?;
            moves = vec![uci::find(&position, mv).ok_or(ProofError::IllegalMove(text))?];
        } else if matches!(claim, Claim::Wins(_)) && position.best_claim().is_some() {
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
    let positions = graph.ids.len();
    let plies = longest_line(&edges).map(|plies| plies + u32::from(positions > 0));
    if recurring {
        return Ok(Checked { claim, positions, plies });
    }
    let plies = plies.ok_or(ProofError::Cycle)?;
    let times = variant.endings.iter().filter_map(|ending| harmful_times(ending, claim)).min();
    if times.is_some_and(|times| longest_line(&graph.classes.merged(&edges, times)).is_none()) {
        return Err(ProofError::Repetition);
    }
    let quiet = variant.endings.iter().filter_map(|ending| ending.condition.quiet_plies()).min();
    let series = variant.endings.iter().filter_map(|ending| ending.condition.quiet_series()).min();
    let reaches = |now: u32, limit: Option<u32>| limit.is_some_and(|limit| now.saturating_add(plies) >= limit);
    if reaches(root.halfmove(), quiet) || reaches(root.quiet_series().into(), series.map(u32::from)) {
        return Err(ProofError::TooLong { plies });
    }
    Ok(Checked { claim, positions, plies: Some(plies) })
}

/// The positions of a proof in which the game is not over.
struct Graph<'a> {
    game: &'a Game,
    claim: Claim,
    /// Whether positions may recur.
    recurring: bool,
    ids: HashMap<String, usize>,
    open: Vec<(usize, String, Position)>,
    classes: Classes,
}

impl Graph<'_> {
    /// The number of a position; `None` if the game is over there, as is claimed.
    fn id_of(&mut self, position: &Position) -> Result<Option<usize>, ProofError> {
        let variant = self.game.variant();
        let arrangement = position.arrangement();
        let arrangement = if self.recurring {
            without_past_parts(self.game, arrangement)
        } else {
            without_counts(self.game, arrangement)
        };
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
        self.classes.add(fen::write_arrangement(variant, &without_unrepeated(arrangement)));
        self.ids.insert(text.clone(), id);
        self.open.push((id, text, position));
        Ok(Some(id))
    }
}

/// The positions of a proof by their repetition keys.
#[derive(Default)]
struct Classes {
    /// The number of a class by its text.
    ids: HashMap<String, usize>,
    /// The class of each position.
    of: Vec<usize>,
    /// The positions of each class.
    sizes: Vec<usize>,
}

impl Classes {
    /// Adds the next position, by the text of its class.
    fn add(&mut self, text: String) {
        let class = *self.ids.entry(text).or_insert(self.sizes.len());
        if class == self.sizes.len() {
            self.sizes.push(0);
        }
        self.sizes[class] += 1;
        self.of.push(class);
    }

    /// The graph with each class of at least `times` positions as one node. Without a cycle there, no line has `times`
    /// positions of one class.
    fn merged(&self, edges: &[Vec<usize>], times: usize) -> Vec<Vec<usize>> {
        let node = |id: usize| if self.sizes[self.of[id]] >= times { edges.len() + self.of[id] } else { id };
        let mut merged = vec![Vec::new(); edges.len() + self.sizes.len()];
        for (id, after) in edges.iter().enumerate() {
            merged[node(id)].extend(after.iter().map(|&next| node(next)));
        }
        merged
    }
}

/// The occurrences of a position by which an ending may refute a claim.
fn harmful_times(ending: &Ending, claim: Claim) -> Option<usize> {
    let draws = matches!(ending.result, GameResult::Draw | GameResult::DrawOnClaim);
    let Condition::Position { times, .. } = ending.condition else { return None };
    (!(draws && matches!(claim, Claim::DoesNotLose(_)))).then(|| times.into())
}

/// The arrangement without the parts that repetition ignores, always or in some games: counts, passes, and captures en
/// passant that are not legal.
fn without_unrepeated(arrangement: Arrangement) -> Arrangement {
    let mut arrangement = arrangement;
    arrangement.en_passant.clear();
    arrangement.fullmove = 1;
    arrangement.stationary_run = PerSide::both(0);
    (arrangement.last_series, arrangement.passes) = (0, 0);
    (arrangement.counted, arrangement.count_limit) = (0, 0);
    arrangement
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
