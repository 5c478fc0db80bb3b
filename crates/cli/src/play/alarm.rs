//! Something that is done after a time, unless it is called off before.

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
        // It ends with the alarm.
        thread::spawn(move || {
            if hears.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                done();
            }
        });
        Self { _word: word }
    }
}
