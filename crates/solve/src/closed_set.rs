//! Search for closed sets: positions that a side can keep the game in, and in which it never loses.
//!
//! In each position of a closed set with this side to move, one move leads to the set or to an end that is not lost; with
//! the opponent to move, all moves do. So the side does not lose, even if positions recur, provided that endings by the
//! past, such as repetition, never make it lose.
//!
//! The search keeps the graph of the positions that it has met. It follows the chosen moves of the side and all moves of the
//! opponent from the root, and expands the positions that this leads to. A position from which the opponent can force a win is
//! excluded, and so is, in turn, each choice that leads to it. Once no unexpanded position is left, those reached are a closed
//! set. Wins are never assumed from a cycle: exclusion is carried back from ends of games only.

use std::collections::{BTreeMap, HashSet};

use weakfish::engine::{MoveList, Position};
use weakfish::geometry::Side;
use weakfish::notation::uci;

use crate::claim::Claim;
use crate::error::SolveError;
use crate::packing::{Contents, KeyResult, Packing};
use crate::proof::{Strategy, hangs_on_past, normal_position, normal_text};
use crate::symmetry::Symmetry;
use crate::table::Table;

/// No node and no link.
const NONE: u32 = u32::MAX;

/// Cost of a position from which no closed set is possible.
const INFINITE: u32 = u32::MAX / 4;

/// Positions between two calls of the observer.
const OBSERVED: u64 = 1 << 8;

/// A walk is followed by the expansion of one position, and of one more for this number of positions that it reached.
const WALKED_PER_EXPANDED: usize = 16;

/// Costs are computed anew when one position in this number is new.
const POSITIONS_PER_SWEEP: u64 = 16;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its moves are not known.
    Unexpanded,
    /// Its value is not known.
    Open,
    /// The side can't avoid a loss, or an end that proves nothing.
    Failed,
    /// The side does not lose, without any cycle.
    Held,
}

/// A position in the graph.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its successors, as a range of `successors`.
    first: u32,
    count: u32,
    /// The first of its links to predecessors.
    before: u32,
    /// The successor that the side chooses.
    chosen: u32,
    /// Estimated number of positions that a closed set still needs.
    cost: u32,
    /// The sweep that computed the cost.
    swept: u32,
    /// Successors that have not failed, with the side to move, or are not held, with the opponent to move.
    open: u32,
    state: State,
    /// Whether the side is to move.
    own: bool,
}

/// What a move leads to.
enum Target {
    Held,
    Failed,
    Node(u32),
    /// There is no room for it.
    Full,
}

/// A search for a closed set with one position.
pub(crate) struct ClosedSetSearch {
    root: Position,
    side: Side,
    /// Whether the side has not lost, if the game is over at the root.
    over: Option<bool>,
    packing: Packing,
    identity: Symmetry,
    contents: Contents,
    nodes: Table<Node>,
    successors: Vec<u32>,
    /// Links to predecessors: the predecessor, and the next link.
    predecessors: Vec<(u32, u32)>,
    max_memory: usize,
    /// Decided nodes whose predecessors have not been told.
    decided: Vec<u32>,
    /// Positions expanded so far.
    positions: u64,
    swept_at: u64,
    sweeps: u32,
    /// Walks so far.
    walks: u32,
    /// The last walk that reached each node.
    walked: Vec<u32>,
    full: bool,
}

impl ClosedSetSearch {
    /// A search from a position, without its history. Series must not become longer without limit.
    pub(crate) fn new(root: &Position, side: Side, max_memory: usize) -> Self {
        let root = normal_position(root);
        let packing = Packing::new(&root);
        let mut search = Self {
            identity: packing.identity(),
            contents: Contents::default(),
            packing,
            nodes: Table::new(max_memory),
            successors: Vec::new(),
            predecessors: Vec::new(),
            max_memory,
            decided: Vec::new(),
            positions: 0,
            swept_at: 0,
            sweeps: 0,
            walks: 0,
            walked: Vec::new(),
            full: false,
            over: None,
            root,
            side,
        };
        let root = search.root.clone();
        match search.target(&root, &mut Vec::new()) {
            Target::Held => search.over = Some(true),
            Target::Failed => search.over = Some(false),
            Target::Full => search.full = true,
            Target::Node(_) => {}
        }
        search
    }

    /// The number of positions expanded so far.
    pub(crate) const fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether no closed set will be found.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.full || self.over == Some(false) || self.over.is_none() && self.state(0) == State::Failed
    }

    fn state(&self, id: u32) -> State {
        self.nodes.value(id as usize).map_or(State::Failed, |node| node.state)
    }

    fn node(&self, id: u32) -> Node {
        const MISSING: Node = Node {
            first: 0,
            count: 0,
            before: NONE,
            chosen: NONE,
            cost: INFINITE,
            swept: 0,
            open: 0,
            state: State::Failed,
            own: false,
        };
        self.nodes.value(id as usize).copied().unwrap_or(MISSING)
    }

    fn change(&mut self, id: u32, change: impl FnOnce(&mut Node)) {
        if let Some(node) = self.nodes.value_mut(id as usize) {
            change(node);
        }
    }

    fn successors_of(&self, node: Node) -> &[u32] {
        self.successors.get(node.first as usize..(node.first + node.count) as usize).unwrap_or_default()
    }

    /// Expands a number of further positions at most; returns whether a closed set is found.
    ///
    /// # Errors
    ///
    /// If the observer, which sees the number of positions, returns `false`.
    pub(crate) fn search(&mut self, positions: u64, observer: &mut dyn FnMut(u64) -> bool) -> Result<bool, SolveError> {
        let until = self.positions.saturating_add(positions);
        if let Some(held) = self.over {
            return Ok(held);
        }
        loop {
            match self.state(0) {
                State::Failed => return Ok(false),
                State::Held => return Ok(true),
                State::Unexpanded | State::Open => {}
            }
            let (reached, unexpanded) = self.walk();
            if unexpanded.is_empty() {
                return Ok(true);
            }
            for &id in unexpanded.iter().take(1 + reached / WALKED_PER_EXPANDED) {
                if self.full || self.positions >= until {
                    return Ok(false);
                }
                self.positions += 1;
                if self.positions.is_multiple_of(OBSERVED) && !observer(self.positions) {
                    return Err(SolveError::Interrupted);
                }
                self.expand(id);
                self.carry_back();
            }
            if self.state(0) == State::Open && self.positions - self.swept_at > self.positions / POSITIONS_PER_SWEEP {
                self.sweep();
                self.swept_at = self.positions;
            }
        }
    }

    /// What a position is in the graph.
    fn target(&mut self, position: &Position, key: &mut Vec<u8>) -> Target {
        if let Some(verdict) = position.verdict() {
            let endings = &position.game().variant().endings;
            let hangs = endings.get(verdict.ending).is_none_or(|ending| hangs_on_past(&ending.condition));
            let fulfilled = !hangs && Claim::DoesNotLose(self.side).is_fulfilled(verdict.winner);
            return if fulfilled { Target::Held } else { Target::Failed };
        }
        key.clear();
        if !self.packing.read(position, KeyResult::Open, &mut self.contents) {
            return Target::Failed;
        }
        self.packing.pack(&self.contents, &self.identity, key);
        if let Some(index) = self.nodes.index_of(key) {
            return Target::Node(index as u32);
        }
        let own = position.turn() == self.side;
        let moves = position.legal_moves().count() as u32;
        let node = Node {
            first: 0,
            count: 0,
            before: NONE,
            chosen: NONE,
            cost: if own { 1 } else { moves },
            swept: 0,
            open: 0,
            // Nobody can move, and the game is not over: this proves nothing.
            state: if moves == 0 { State::Failed } else { State::Unexpanded },
            own,
        };
        let Some(index) = self.nodes.insert(key, node).filter(|&index| index < NONE as usize) else {
            return Target::Full;
        };
        self.walked.push(0);
        Target::Node(index as u32)
    }

    /// Finds the moves of a position.
    fn expand(&mut self, id: u32) {
        let Some(mut position) = self.nodes.key(id as usize).and_then(|key| self.packing.unpack(key)) else {
            return self.decide(id, State::Failed);
        };
        let own = position.turn() == self.side;
        let mut moves = MoveList::new();
        position.legal_moves().list_into(&mut moves);
        let (mut found, mut key) = (Vec::with_capacity(moves.len()), Vec::new());
        for mv in &moves {
            let undo = position.make(mv);
            let target = self.target(&position, &mut key);
            position.unmake(undo);
            let state = match target {
                Target::Full => {
                    self.full = true;
                    return;
                }
                Target::Held => State::Held,
                Target::Failed => State::Failed,
                Target::Node(next) => {
                    found.push(next);
                    self.state(next)
                }
            };
            // One such move decides.
            if state == (if own { State::Held } else { State::Failed }) {
                let chosen = if let Target::Node(next) = target { next } else { NONE };
                self.change(id, |node| node.chosen = chosen);
                return self.decide(id, state);
            }
        }
        let decided = if own { State::Failed } else { State::Held };
        found.retain(|&next| self.state(next) != decided);
        found.sort_unstable();
        found.dedup();
        if found.is_empty() {
            return self.decide(id, decided);
        }
        let links = self.successors.len() + 2 * self.predecessors.len() + self.walked.len();
        if self.nodes.bytes() + size_of::<u32>() * links > self.max_memory
            || self.successors.len() + found.len() >= NONE as usize
        {
            self.full = true;
            return;
        }
        let first = self.successors.len() as u32;
        for &next in &found {
            let link = self.predecessors.len() as u32;
            let before = self.node(next).before;
            self.predecessors.push((id, before));
            self.change(next, |node| node.before = link);
        }
        self.successors.extend_from_slice(&found);
        self.change(id, |node| {
            (node.first, node.count, node.open) = (first, found.len() as u32, found.len() as u32);
            node.state = State::Open;
        });
    }

    fn decide(&mut self, id: u32, state: State) {
        self.change(id, |node| node.state = state);
        self.decided.push(id);
    }

    /// Tells predecessors what is decided.
    fn carry_back(&mut self) {
        while let Some(id) = self.decided.pop() {
            let node = self.node(id);
            let mut link = node.before;
            while let Some(&(before, next)) = self.predecessors.get(link as usize) {
                link = next;
                let predecessor = self.node(before);
                if predecessor.state != State::Open {
                    continue;
                }
                if predecessor.own == (node.state == State::Held) {
                    self.change(before, |before| before.chosen = id);
                    self.decide(before, node.state);
                } else if predecessor.open == 1 {
                    self.decide(before, node.state);
                } else {
                    self.change(before, |before| {
                        before.open -= 1;
                        before.chosen = if before.chosen == id { NONE } else { before.chosen };
                    });
                }
            }
        }
    }

    /// The successor that the side chooses in a position.
    fn choose(&mut self, id: u32) -> u32 {
        let node = self.node(id);
        if node.chosen != NONE {
            return node.chosen;
        }
        let open = self.successors_of(node).iter().map(|&next| (next, self.node(next)));
        let open = open.filter(|(_, node)| node.state != State::Failed);
        let chosen = open.min_by_key(|(_, node)| node.cost).map_or(NONE, |(next, _)| next);
        self.change(id, |node| node.chosen = chosen);
        chosen
    }

    /// Follows the chosen moves from the root. Returns the number of positions reached, and those that are not expanded.
    fn walk(&mut self) -> (usize, Vec<u32>) {
        self.walks += 1;
        let (mut reached, mut unexpanded) = (vec![0_u32], Vec::new());
        if let Some(mark) = self.walked.first_mut() {
            *mark = self.walks;
        }
        let mut at = 0;
        while let Some(&id) = reached.get(at) {
            at += 1;
            let node = self.node(id);
            match node.state {
                State::Unexpanded => unexpanded.push(id),
                State::Open if node.own => {
                    let chosen = self.choose(id);
                    self.reach(chosen, &mut reached);
                }
                State::Open => {
                    for offset in 0..node.count {
                        let next = self.successors.get((node.first + offset) as usize).copied().unwrap_or(NONE);
                        self.reach(next, &mut reached);
                    }
                }
                State::Failed | State::Held => {}
            }
        }
        (reached.len(), unexpanded)
    }

    fn reach(&mut self, id: u32, reached: &mut Vec<u32>) {
        if let Some(mark) = self.walked.get_mut(id as usize).filter(|mark| **mark != self.walks) {
            *mark = self.walks;
            reached.push(id);
        }
    }

    /// Computes the costs of all positions from those behind them, and chooses the cheapest moves. A position that recurs
    /// costs nothing more.
    fn sweep(&mut self) {
        self.sweeps += 1;
        let mut path = vec![(0_u32, 0_u32)];
        self.begin(0);
        while let Some((id, at)) = path.last_mut() {
            let node = self.nodes.value(*id as usize).copied();
            let Some(node) = node else { break };
            if *at < node.count {
                let next = self.successors.get((node.first + *at) as usize).copied().unwrap_or(NONE);
                *at += 1;
                let next_node = self.node(next);
                if next_node.state == State::Open && next_node.swept != self.sweeps {
                    self.begin(next);
                    path.push((next, 0));
                }
                continue;
            }
            let id = *id;
            path.pop();
            self.finish(id, node);
        }
    }

    fn begin(&mut self, id: u32) {
        let sweeps = self.sweeps;
        self.change(id, |node| (node.swept, node.cost) = (sweeps, 0));
    }

    /// Computes the cost of a position from those of its successors.
    fn finish(&mut self, id: u32, node: Node) {
        let (mut least, mut best) = (INFINITE, NONE);
        let (mut largest, mut open) = (0_u32, 0_u32);
        for &next in self.successors_of(node) {
            let Node { state, mut cost, .. } = self.node(next);
            match state {
                State::Failed => continue,
                State::Held => cost = 0,
                // The chosen moves lead there anyway.
                State::Open if self.walked.get(next as usize) == Some(&self.walks) => cost /= 2,
                State::Unexpanded | State::Open => {}
            }
            if cost < least {
                (least, best) = (cost, next);
            }
            largest = largest.max(cost);
            open += u32::from(cost > 0);
        }
        // Not the sum: successors that lead to the same positions would be counted again and again.
        let all = (largest + open.saturating_sub(1)).min(INFINITE - 1);
        self.change(id, |node| {
            node.cost = if node.own { least } else { all };
            node.chosen = if node.own { best } else { NONE };
        });
    }

    /// The moves of the closed set, once it is found.
    pub(crate) fn strategy(&mut self) -> Option<Strategy> {
        let game = self.root.game().clone();
        let mut strategy = Strategy { claim: Claim::DoesNotLose(self.side), moves: BTreeMap::new() };
        if self.over.is_some() || matches!(self.state(0), State::Failed) {
            return (self.over == Some(true)).then_some(strategy);
        }
        let (mut seen, mut open, mut key) = (HashSet::new(), vec![self.root.clone()], Vec::new());
        while let Some(mut position) = open.pop() {
            let text = normal_text(&game, position.arrangement());
            if !seen.insert(text.clone()) {
                continue;
            }
            let Target::Node(id) = self.target(&position, &mut key) else { return None };
            let (own, chosen) = (position.turn() == self.side, self.node(id).chosen);
            let mut is_chosen = false;
            for mv in position.legal_moves().to_vec() {
                let undo = position.make(mv);
                let target = self.target(&position, &mut key);
                let next = normal_position(&position);
                position.unmake(undo);
                let wanted = match target {
                    Target::Node(next) => !own || next == chosen,
                    Target::Held => !own || chosen == NONE,
                    Target::Failed | Target::Full => false,
                };
                if !wanted {
                    if own {
                        continue;
                    }
                    return None;
                }
                if matches!(target, Target::Node(_)) {
                    open.push(next);
                }
                if own {
                    strategy.moves.insert(text, uci::write(&position, mv));
                    is_chosen = true;
                    break;
                }
            }
            if own && !is_chosen {
                return None;
            }
        }
        Some(strategy)
    }
}
