//! `weakfish work`: computes work units.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{io, thread};

use clap::Args;
use weakfish_units::{Place, Unit, UnitResult, Worker};

use super::{FolderStore, lines, read_failure, shown_name};
use crate::support::console::{self, Failure};
use crate::support::interrupt;

/// Arguments of `weakfish work`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The units, a line for each, as `weakfish units` writes them
    #[arg(value_name = "FILE", default_value = "-")]
    units: String,
    /// How many units are computed at once
    #[arg(long, value_name = "N", default_value = "1")]
    concurrency: NonZero<u16>,
    /// The folder with definitions, weights and openings that `weakfish units --store` has written
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
}

/// Delay before it is looked again whether the command was interrupted.
const POLL: Duration = Duration::from_millis(50);

/// A line of the input with its number.
type Numbered = (usize, io::Result<String>);

/// Computes units and prints the results as they come.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    interrupt::install_handler();
    let input = lines(&arguments.units)?;
    let (sender, receiver) = sync_channel(0);
    // This thread may wait for input until the process ends.
    thread::spawn(move || {
        for numbered in (1..).zip(input) {
            if sender.send(numbered).is_err() {
                break;
            }
        }
    });
    let job = Job {
        worker: Worker::new(),
        receiver: Mutex::new(receiver),
        store: FolderStore(arguments.store.clone()),
        file: &arguments.units,
        stop: AtomicBool::new(false),
    };
    let mut outcome = Ok(());
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..arguments.concurrency.get() {
            let (sender, job) = (sender.clone(), &job);
            scope.spawn(move || {
                while let Some(result) = job.next() {
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        loop {
            let result = match results.recv_timeout(POLL) {
                Ok(result) => result,
                Err(RecvTimeoutError::Timeout) => {
                    job.stop.fetch_or(interrupt::was_interrupted(), Relaxed);
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            match result {
                Ok(result) if result.computed() == 0 => {}
                Ok(result) => {
                    let short = arguments.store.is_some();
                    let line = if short { result.to_short_line() } else { result.to_line() };
                    if let Err(failure) = console::print_json_text(&line) {
                        // Nobody reads the results.
                        job.stop.store(true, Relaxed);
                        outcome = Err(failure);
                        break;
                    }
                }
                Err(failure) => {
                    console::print_failure(failure);
                    outcome = Err(Failure::Reported);
                }
            }
        }
    });
    interrupt::fail_if_interrupted(|| "the units that were not finished can be computed again".to_owned())?;
    outcome
}

/// Units that several threads compute.
struct Job<'a> {
    worker: Worker,
    receiver: Mutex<Receiver<Numbered>>,
    store: FolderStore,
    file: &'a str,
    stop: AtomicBool,
}

impl Job<'_> {
    /// Computes the next unit; `None` if there is none, or the work was ended.
    fn next(&self) -> Option<Result<UnitResult, Failure>> {
        loop {
            let (line, text) = self.receive()?;
            let text = match text {
                Ok(text) if text.trim().is_empty() => continue,
                Ok(text) => text,
                Err(error) => return Some(Err(read_failure(self.file, &error))),
            };
            let place = Place { file: shown_name(self.file), line };
            let result =
                Unit::parse(&text, place, &self.store).and_then(|unit| self.worker.run(&unit, place, &self.stop));
            return Some(result.map_err(Failure::from));
        }
    }

    fn goes_on(&self) -> bool {
        !interrupt::was_interrupted() && !self.stop.load(Relaxed)
    }

    /// The next line of the input.
    fn receive(&self) -> Option<Numbered> {
        while self.goes_on() {
            let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
            match receiver.recv_timeout(POLL) {
                Ok(numbered) => return Some(numbered),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}
