//! Several threads on one table: each searches the whole tree, and all learn from what the others have found (*lazy SMP*).

use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::worker::{Shared, Worker};
use super::{Line, Report};
use crate::engine::Position;

/// Searches with so many threads, this one among them, and returns what it has found.
pub(super) fn search(
    shared: &Shared<'_>,
    position: &Position,
    threads: usize,
    report: &mut dyn FnMut(&Report),
) -> Vec<Line> {
    thread::scope(|scope| {
        for index in 1..threads {
            let position = position.clone();
            // Where the system refuses a thread, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                Worker::new(shared, &position).deepen(index, &mut |_| ());
            });
        }
        let lines = Worker::new(shared, position).deepen(0, report);
        shared.stop.store(true, Relaxed);
        lines
    })
}
