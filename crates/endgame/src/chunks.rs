//! Work on the positions of a table in chunks of numbers, on one thread or several.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use crate::error::MakeError;
use crate::expansion::Observer;

/// The number of positions of a chunk.
pub(crate) const CHUNK: u64 = 1 << 16;

/// The number of chunks of this many positions.
pub(crate) const fn chunks(total: u64) -> u64 {
    total.div_ceil(CHUNK)
}

/// Works on each chunk of `total` positions with the workers that `start` makes, one for each thread, and passes the
/// results to `collect` as they come. The observer gets the number of finished positions.
pub(crate) fn each_chunk<W, T: Send>(
    total: u64,
    threads: usize,
    observer: Observer<'_>,
    start: impl Fn() -> W + Sync,
    mut collect: impl FnMut(u64, T),
) -> Result<(), MakeError>
where
    W: FnMut(Range<u64>) -> Result<T, MakeError>,
{
    let range = |chunk: u64| chunk * CHUNK..total.min((chunk + 1) * CHUNK);
    let mut report = |done: u64| if observer((done * CHUNK).min(total)) { Ok(()) } else { Err(MakeError::Interrupted) };
    let threads = threads.min(chunks(total) as usize);
    if threads <= 1 {
        let mut work = start();
        for chunk in 0..chunks(total) {
            collect(chunk, work(range(chunk))?);
            report(chunk + 1)?;
        }
        return Ok(());
    }
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, next, stop, range, start) = (sender.clone(), &next, &stop, &range, &start);
            scope.spawn(move || {
                let mut work = start();
                loop {
                    let chunk = next.fetch_add(1, Ordering::Relaxed);
                    let is_over = chunk >= chunks(total) || stop.load(Ordering::Relaxed);
                    if is_over || sender.send((chunk, work(range(chunk)))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for (done, (chunk, result)) in receiver.into_iter().enumerate() {
            match result {
                Ok(result) => collect(chunk, result),
                Err(error) => outcome = Err(error),
            }
            if outcome.is_ok() {
                outcome = report(done as u64 + 1);
            }
            stop.fetch_or(outcome.is_err(), Ordering::Relaxed);
        }
        outcome
    })
}
