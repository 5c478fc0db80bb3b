//! Hostile input: whatever a text holds, it is answered within [`MAX_TIME`] with a few mistakes at their places. Texts that were
//! made to hurt (`texts`), damaged ones and what fuzzers found (`damage`, `models`), and texts at each limit (`limits`).
//!
//! `files` has the files that the program does not read, `playground/test/hostile.test.mjs` what would hurt the page.

mod damage;
mod limits;
mod models;
mod texts;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The time for one input: hundreds of times what is needed, for slow machines and unoptimized builds, and far less than
/// work without a bound takes.
const MAX_TIME: Duration = Duration::from_secs(120);

/// Bytes of a hostile text, as far as nothing shorter is accepted.
const TEXT_BYTES: usize = 1 << 20;

/// A game that only checkmate and stalemate end, so that its kings can walk about for ever.
const ENDLESS: &str = "game \"Two Kings\"
board: 4x4
first: white
black: mirrors white
men
  K king: K, royal
setup standard
  k . . .
  . . . .
  . . . .
  . . . K
endings
  checkmated: loses
  stalemated: draw
";

/// Four plies of that game, after which it stands as before.
const WALK: &str = "Kd1-c1 Ka4-b4 Kc1-d1 Kb4-a4 ";

/// Does work that must come to an end in time, and panics as it does.
fn within_time_limit<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(catch_unwind(AssertUnwindSafe(work))));
    match receiver.recv_timeout(MAX_TIME) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(panic)) => resume_unwind(panic),
        Err(error) => panic!("{name}: {error} after {MAX_TIME:?}"),
    }
}

/// A piece again and again, up to the length of a hostile text.
fn repeated(piece: &str) -> String {
    piece.repeat(TEXT_BYTES / piece.len())
}

/// Lines that each have another word in the place of `#`.
fn lines(count: usize, pattern: &str) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    let word = |number: usize| [number / 676, number / 26, number].map(letter).iter().collect::<String>();
    (0..count).map(|number| pattern.replace('#', &word(number)) + "\n").collect()
}
