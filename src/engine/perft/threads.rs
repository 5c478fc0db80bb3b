//! Sharing a count among threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::{Builder, scope};

use super::Perft;
use super::counter::Counter;
use crate::engine::Move;
use crate::engine::core::Core;

/// The work is cut into at least this many jobs for each thread, so that no thread is idle for long at the end.
const JOBS_PER_THREAD: usize = 32;

/// Enough jobs for any number of threads.
const MAX_JOBS: usize = 1 << 16;

/// The maximal number of plies by which jobs are cut. If few moves are legal for longer than this, cutting further
/// would not help.
const MAX_PLIES: u32 = 8;

/// A job: everything that follows certain moves.
#[derive(Clone, Debug)]
struct Job {
    /// The index of their first one among the legal moves of the position.
    first: usize,
    moves: Vec<Move>,
}

/// The number of sequences of `depth` plies after each legal move; none at depth 0.
pub(super) fn divide<const W: usize>(core: &Core<W>, perft: Perft) -> Vec<(Move, u64)> {
    let Perft { depth, threads, .. } = perft;
    if depth == 0 {
        return Vec::new();
    }
    let mut counter = Counter::new(core, perft);
    let firsts = counter.legal_moves();
    let jobs = (0..).zip(&firsts).map(|(first, &mv)| Job { first, moves: vec![mv] }).collect();
    let jobs = cut(&mut counter, jobs, depth, threads);
    let totals: Vec<AtomicU64> = firsts.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = |counter: &mut Counter<W>| {
        while let Some(Job { first, moves }) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = counter.count_after(moves, depth);
            let _ = totals[*first]
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |total| Some(total.saturating_add(nodes)));
        }
    };
    scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            let other = Builder::new().spawn_scoped(scope, || work(&mut Counter::new(core, perft)));
            // If the system refuses a thread, the others do its work.
            if other.is_err() {
                break;
            }
        }
        work(&mut counter);
    });
    firsts.into_iter().zip(totals).map(|(mv, total)| (mv, total.into_inner())).collect()
}

/// Cuts jobs into smaller ones, ply by ply, until there are enough for all threads.
fn cut<const W: usize>(counter: &mut Counter<W>, mut jobs: Vec<Job>, depth: u32, threads: usize) -> Vec<Job> {
    let enough = if threads > 1 { threads.saturating_mul(JOBS_PER_THREAD).min(MAX_JOBS) } else { 0 };
    // The last two plies are counted together.
    for _ in 1..MAX_PLIES.min(depth.saturating_sub(2)) {
        if jobs.len() >= enough {
            break;
        }
        let shorter = |Job { first, moves }| {
            let longer = |mv| Job { first, moves: [&moves[..], &[mv]].concat() };
            counter.legal_moves_after(&moves).into_iter().map(longer).collect::<Vec<_>>()
        };
        jobs = jobs.into_iter().flat_map(shorter).collect();
    }
    jobs
}
