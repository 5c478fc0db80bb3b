//! Several threads on one table: each searches the whole tree, and all learn from what the others have found (*lazy SMP*).

use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::history::Histories;
use super::worker::{Shared, Worker};
use super::{Line, Report};
use weakfish::engine::Position;

/// Searches with a thread for each of the histories, this one among them, and returns what it has found.
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
            // Where the system refuses a thread, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                Worker::new(shared, histories, &position).deepen(index + 1, &mut |_| ());
            });
        }
        let lines = Worker::new(shared, own, position).deepen(0, report);
        shared.stop.store(true, Relaxed);
        lines
    })
}
