//! Perft in pieces, between which it can be stopped.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use weakfish::engine::{Move, Perft, PerftTable, Position};

/// Plies that are counted at once.
const PIECE: u32 = 3;

/// Counts the sequences of moves for each first move; `None` if it was stopped.
pub fn divide(
    position: &Position,
    depth: u32,
    threads: usize,
    table: Option<&PerftTable>,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    let moves = if depth == 0 { Vec::new() } else { position.legal_moves().to_vec() };
    let next = AtomicUsize::new(0);
    let count = || {
        let mut position = position.clone();
        let mut counted = Vec::new();
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let undo = position.make(mv);
            counted.push((mv, below(&mut position, depth - 1, table, stop)?));
            position.unmake(undo);
        }
        Some(counted)
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(count)).collect();
        let mut counted = count()?;
        for other in others {
            counted.extend(other.join().unwrap_or_default()?);
        }
        Some(counted)
    })
}

fn below(position: &mut Position, depth: u32, table: Option<&PerftTable>, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= PIECE || table.is_some() && depth <= PIECE + 2 {
        let perft = Perft::new(depth);
        return Some(table.map_or(perft, |table| perft.table(table)).count(position));
    }
    let mut nodes = 0_u64;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        nodes = nodes.saturating_add(below(position, depth - 1, table, stop)?);
        position.unmake(undo);
    }
    Some(nodes)
}
