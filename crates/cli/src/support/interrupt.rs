//! Ctrl-C in long commands: they print the results so far and exit with the code of an interrupt.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use weakfish_player::search::SearchTimer;

use crate::support::console::{self, Failure};

/// Whether Ctrl-C was pressed. A signal is one of the process, and so is this.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs a Ctrl-C handler that sets a flag; a second Ctrl-C exits.
pub(crate) fn install_handler() {
    // Without it, Ctrl-C ends the program at once.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            std::process::exit(console::INTERRUPTED.into());
        }
    });
}

/// Whether Ctrl-C was pressed since [`install_handler`].
pub(crate) fn was_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// The flag that Ctrl-C sets after [`install_handler`].
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Fails if the command was interrupted, after printing `advice` on how to continue.
pub(crate) fn fail_if_interrupted(advice: impl FnOnce() -> String) -> Result<(), Failure> {
    if !was_interrupted() {
        return Ok(());
    }
    console::eprint(format_args!("interrupted: {}", advice()));
    Err(Failure::Interrupted)
}

/// The command line of this process, as a shell reads it; with another seed, if one is given, behind the command.
pub(crate) fn command_line(command: &str, seed: Option<u64>) -> String {
    let mut arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let mut words = vec!["weakfish".to_owned()];
    let mut new_seed = seed;
    while let Some(argument) = arguments.next() {
        if seed.is_some() && argument == "--seed" {
            arguments.next();
        } else if seed.is_none() || !argument.starts_with("--seed=") {
            let is_command = argument == command;
            words.push(argument);
            words.extend(
                new_seed.take_if(|_| is_command).into_iter().flat_map(|seed| ["--seed".to_owned(), seed.to_string()]),
            );
        }
    }
    shell_quoted(&words)
}

/// Quotes words for a shell.
pub(crate) fn shell_quoted(words: &[String]) -> String {
    let is_plain = |word: &str| {
        let plain = |char: char| char.is_ascii_alphanumeric() || "-_=+,./:@%".contains(char);
        !word.is_empty() && word.chars().all(plain)
    };
    let quoted =
        |word: &String| if is_plain(word) { word.clone() } else { format!("'{}'", word.replace('\'', r"'\''")) };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Search timer that starts when it is made, and stops on interrupt.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    began: Instant,
    stop: Arc<AtomicBool>,
    limit: Duration,
}

impl Stopwatch {
    pub(crate) fn new() -> Self {
        Self::stopped_by(Arc::default())
    }

    /// Makes a timer that stops the search when `stop` is true, or the command is interrupted.
    pub(crate) fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        Self { began: Instant::now(), stop, limit: Duration::MAX }
    }

    /// Sets a time limit.
    pub(crate) fn limited(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }
}

impl SearchTimer for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Relaxed) || was_interrupted() || self.began.elapsed() > self.limit
    }
}
