//! A timer that calls a function unless it is cancelled.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// An alarm; dropping it calls it off.
pub(super) struct Alarm {
    _word: Sender<()>,
}

impl Alarm {
    pub(super) fn after(time: Duration, mut done: impl FnMut() + Send + 'static) -> Self {
        let (word, hears) = mpsc::channel();
        // The thread ends with the alarm.
        thread::spawn(move || {
            if hears.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                done();
            }
        });
        Self { _word: word }
    }
}
