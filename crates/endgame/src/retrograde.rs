//! Retrograde analysis: wins and losses are carried back along the moves of a table, the soonest first.

use std::collections::HashMap;
use std::ops::Range;

use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::model::SetupId;

use crate::chunks::{chunks, each_chunk};
use crate::error::MakeError;
use crate::expansion::{Expanded, Expander, Finished, NEVER_LOST, Observer, Passing};
use crate::families::{Families, FamilyMen};
use crate::layout::Layout;
use crate::levels::Levels;
use crate::table::Table;
use crate::value::Cell;

/// The moves of a table, backward: where each position is reached from.
struct Moves {
    /// By position: where its predecessors begin; one number more than positions.
    starts: Vec<u32>,
    predecessors: Vec<u32>,
}

impl Moves {
    /// Turns the moves of expanded positions round, and empties their lists. `edges` lead to positions beside those
    /// that are numbered.
    fn new(nodes: usize, chunks: &mut [Expanded], edges: &[(u32, u32)]) -> Result<Self, MakeError> {
        let count: usize = chunks.iter().map(|chunk| chunk.children.len()).sum();
        if count >= u32::MAX as usize {
            return Err(MakeError::TooManyPositions);
        }
        // In-degrees, then where the predecessors of each position end, then where they begin.
        let mut starts = vec![0_u32; nodes + 1];
        let children = chunks.iter().flat_map(|chunk| &chunk.children).chain(edges.iter().map(|(_, child)| child));
        for &child in children {
            if let Some(start) = starts.get_mut(child as usize) {
                *start += 1;
            }
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut predecessors = vec![0_u32; end as usize];
        let mut add = |parent: u32, child: u32| {
            // Other children are not numbered.
            let Some(start) = starts.get_mut(child as usize) else { return };
            *start -= 1;
            if let Some(slot) = predecessors.get_mut(*start as usize) {
                *slot = parent;
            }
        };
        for &(parent, child) in edges {
            add(parent, child);
        }
        let mut parent = 0_u32;
        for chunk in chunks {
            let mut children = std::mem::take(&mut chunk.children).into_iter();
            for &degree in &chunk.degrees {
                children.by_ref().take(usize::from(degree)).for_each(|child| add(parent, child));
                parent += 1;
            }
        }
        Ok(Self { starts, predecessors })
    }

    fn leading_to(&self, node: u32) -> &[u32] {
        let bounds = self.starts.get(node as usize).zip(self.starts.get(node as usize + 1));
        bounds.and_then(|(&start, &end)| self.predecessors.get(start as usize..end as usize)).unwrap_or_default()
    }
}

/// Parts of a table.
struct Graph {
    cells: Vec<Cell>,
    /// The moves within the table that are not yet known to lose.
    open_moves: Vec<u16>,
    exits: Vec<u16>,
    wins: Vec<(u16, u32)>,
    passing: Vec<Passing>,
    moves: Moves,
}

/// Makes the table of a layout, given those that captures and promotions lead into.
pub(crate) fn make(
    (game, setup): (&Game, SetupId),
    families: &Families,
    layout: Layout,
    finished: &Finished,
    threads: usize,
    observer: Observer<'_>,
) -> Result<Table, MakeError> {
    let mut graph = expand((game, setup), families, &layout, finished, threads, observer)?;
    let numbered = layout.len().unwrap_or(0) as usize;
    carry_back(&layout, &mut graph)?;
    let mut cells = graph.cells;
    cells.truncate(numbered);
    Ok(Table::new(layout, cells.into_iter().collect()))
}

/// Expands all positions.
fn expand(
    (game, setup): (&Game, SetupId),
    families: &Families,
    layout: &Layout,
    finished: &Finished,
    threads: usize,
    observer: Observer<'_>,
) -> Result<Graph, MakeError> {
    let total = layout.len().filter(|&total| total < u64::from(u32::MAX)).ok_or(MakeError::TooManyPositions)?;
    let expander = || Expander::new(game, setup, layout, families, finished);
    let mut chunks = expand_chunks(&expander, total, threads, observer)?;
    let mut missing: Vec<FamilyMen> = chunks.iter_mut().flat_map(|chunk| std::mem::take(&mut chunk.missing)).collect();
    if !missing.is_empty() {
        missing.sort_unstable();
        missing.dedup();
        return Err(MakeError::Missing(missing.iter().map(|men| families.men(men)).collect()));
    }
    let (passing, edges, beside) = expand_passing(&mut expander(), total, &mut chunks)?;
    chunks.push(beside);
    let nodes = total as usize + passing.len();
    let moves = Moves::new(nodes, &mut chunks, &edges)?;
    let mut graph = Graph {
        cells: Vec::with_capacity(nodes),
        open_moves: Vec::with_capacity(nodes),
        exits: Vec::with_capacity(nodes),
        wins: Vec::new(),
        passing,
        moves,
    };
    for chunk in chunks {
        graph.cells.extend(chunk.cells);
        graph.open_moves.extend(chunk.degrees);
        graph.exits.extend(chunk.exits);
        graph.wins.extend(chunk.wins);
    }
    Ok(graph)
}

/// Expands the numbered positions, in chunks by number.
fn expand_chunks<'a>(
    expander: &(impl Fn() -> Expander<'a> + Sync),
    total: u64,
    threads: usize,
    observer: Observer<'_>,
) -> Result<Vec<Expanded>, MakeError> {
    let mut results: Vec<Option<Expanded>> = Vec::new();
    results.resize_with(chunks(total) as usize, || None);
    let work = || {
        let mut expander = expander();
        move |chunk: Range<u64>| expander.expand(chunk)
    };
    each_chunk(total, threads, observer, work, |chunk, expanded| {
        if let Some(slot) = results.get_mut(chunk as usize) {
            *slot = Some(expanded);
        }
    })?;
    Ok(results.into_iter().flatten().collect())
}

/// Numbers the positions with a legal capture en passant, after all others, and expands them. Returns them, the moves
/// that lead there, and their own moves.
#[expect(clippy::type_complexity, reason = "three lists that belong to one step")]
fn expand_passing(
    expander: &mut Expander<'_>,
    total: u64,
    chunks: &mut [Expanded],
) -> Result<(Vec<Passing>, Vec<(u32, u32)>, Expanded), MakeError> {
    let mut numbers: HashMap<Passing, u32> = HashMap::new();
    let (mut passing, mut edges, mut beside) = (Vec::new(), Vec::new(), Expanded::default());
    let mut moves: Vec<(u32, Passing)> = Vec::new();
    for chunk in chunks {
        moves.append(&mut chunk.passing);
    }
    let mut expanded = 0;
    loop {
        for (parent, position) in moves.drain(..) {
            let node = *numbers.entry(position).or_insert_with(|| {
                passing.push(position);
                total as u32 + passing.len() as u32 - 1
            });
            edges.push((parent, node));
        }
        let Some(&position) = passing.get(expanded) else { break };
        expander.expand_passing(total as u32 + expanded as u32, position, &mut beside)?;
        expanded += 1;
        moves.append(&mut beside.passing);
    }
    if !beside.missing.is_empty() {
        return Err(MakeError::TooManyPositions);
    }
    Ok((passing, edges, beside))
}

/// Carries wins and losses back.
fn carry_back(layout: &Layout, graph: &mut Graph) -> Result<(), MakeError> {
    let Graph { cells, open_moves, exits, wins, passing, moves } = graph;
    let half = layout.arrangements * u64::from(layout.states() / 2);
    let numbered = layout.len().unwrap_or(0);
    let turn = |node: u32| {
        let mut number = u64::from(node);
        if number >= numbered {
            number = passing.get((number - numbered) as usize).map_or(0, |passing| passing.number.into());
        }
        if number < half { Side::White } else { Side::Black }
    };
    // Those whose value is known and has yet to be carried back, and those decided by moves out of the table, if not
    // sooner.
    let (mut decided, mut lost_outside, mut won_outside) =
        (Levels::<u32>::default(), Levels::<u32>::default(), Levels::<u32>::default());
    for (node, cell) in cells.iter().enumerate() {
        if cell.wins().is_some() {
            decided.add(0, node as u32);
        } else if cell.is_open() && open_moves.get(node) == Some(&0) {
            // All moves leave the table, and lose.
            if let Some(&plies) = exits.get(node).filter(|&&plies| plies != NEVER_LOST) {
                lost_outside.add(plies, node as u32);
            }
        }
    }
    for &(plies, node) in wins.iter() {
        won_outside.add(plies, node);
    }
    let mut plies: u16 = 0;
    while usize::from(plies) < decided.len().max(lost_outside.len()).max(won_outside.len()) {
        if plies > Cell::MAX_PLIES {
            return Err(MakeError::TooLong);
        }
        let mut level = decided.take(plies);
        for (outside, value) in [(&mut lost_outside, Cell::loss(plies)), (&mut won_outside, Cell::win(plies))] {
            for node in outside.take(plies) {
                if let Some(cell) = cells.get_mut(node as usize).filter(|cell| cell.is_open()) {
                    *cell = value;
                    level.push(node);
                }
            }
        }
        for node in level {
            let own = turn(node);
            let winner = if cells.get(node as usize).and_then(|cell| cell.wins()) == Some(true) { own } else { !own };
            for &before in moves.leading_to(node) {
                let Some(cell) = cells.get_mut(before as usize).filter(|cell| cell.is_open()) else { continue };
                if turn(before) == winner {
                    *cell = Cell::win(plies + 1);
                    decided.add(plies + 1, before);
                    continue;
                }
                let Some(left) = open_moves.get_mut(before as usize) else { continue };
                *left = left.saturating_sub(1);
                let exit = exits.get(before as usize).copied().unwrap_or(NEVER_LOST);
                if *left == 0 && exit != NEVER_LOST {
                    let plies = exit.max(plies + 1);
                    *cell = Cell::loss(plies);
                    decided.add(plies, before);
                }
            }
        }
        plies += 1;
    }
    Ok(())
}
