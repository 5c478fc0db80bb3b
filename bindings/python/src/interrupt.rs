//! Work without the interpreter that Ctrl-C ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// Interval between checks for signals.
const INTERVAL: Duration = Duration::from_millis(50);

/// Runs work in another thread, without the interpreter. A signal sets the flag that the work gets, and its exception is
/// raised when the work has ended.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    run_until(py, &AtomicBool::new(false), work)
}

/// Runs work like [`run`]. Another flag ends it, too, without an exception.
pub fn run_until<T: Send>(
    py: Python<'_>,
    other: &AtomicBool,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let stop = AtomicBool::new(false);
        let (done, wait) = channel::<()>();
        thread::scope(|scope| {
            let worker = scope.spawn(|| {
                // Dropped when the work ends or panics, which closes the channel.
                let _done = done;
                work(&stop)
            });
            let mut raised = None;
            while raised.is_none() && wait.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                stop.fetch_or(other.load(Ordering::Relaxed), Ordering::Relaxed);
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            let result = worker.join();
            match (raised, result) {
                (Some(error), _) => Err(error),
                (None, Ok(result)) => Ok(result),
                (None, Err(panic)) => std::panic::resume_unwind(panic),
            }
        })
    })
}
