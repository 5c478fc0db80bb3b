//! Lazy SMP: each thread searches the whole tree, and all share one transposition table.

use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::history::Histories;
use super::worker::{Shared, Worker};
use super::{Line, Report};
use weakfish::engine::Position;

/// Searches with one thread for each history, among them the present thread, and returns the lines of this one.
pub(super) fn search(
    shared: &Shared<'_>,
    position: &Position,
    histories: &mut [Histories],
    report: &mut dyn FnMut(&Report),
) -> Vec<Line> {
    let Some((own, others)) = histories.split_first_mut() else { return Vec::new() };
    thread::scope(|scope| {
        for (index, histories) in others.iter_mut().enumerate() {
            let position = position.clone();
            // A thread that can't be started is done without.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                Worker::new(shared, histories, &position).iterative_deepening(index + 1, &mut |_| ());
            });
        }
        let lines = Worker::new(shared, own, position).iterative_deepening(0, report);
        shared.stop.store(true, Relaxed);
        lines
    })
}
