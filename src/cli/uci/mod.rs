//! `weakfish uci`: plays for a program that speaks the Universal Chess Interface, as Fairy-Stockfish extends it to other
//! games.
//!
//! A thread reads lines, another one searches, and this one answers. What can't be understood is passed over, as the
//! interface demands; what goes wrong is told as `info string`.

mod event;
mod go;
mod options;
mod session;
mod thinking;

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::console::{Console, Failure};
use super::load::Loader;
use event::Event;
pub(super) use options::CHESS;
use session::Session;

/// Plays until the program at the other end quits.
pub(super) fn run(console: &mut Console, loader: Loader<'_>) -> Result<(), Failure> {
    let (sender, receiver) = mpsc::channel();
    let input = sender.clone();
    // It ends with the program at the latest.
    thread::spawn(move || read_lines(&input));
    let mut session = Session::new(loader, sender);
    while let Ok(event) = receiver.recv() {
        let goes_on = match event {
            Event::Line(line) => session.obey(console, &line)?,
            Event::End => false,
            Event::Thought(thought) => {
                session.tell(console, thought)?;
                true
            }
        };
        console.flush()?;
        if !goes_on {
            break;
        }
    }
    session.stop_thinking();
    Ok(())
}

/// Sends each line on, until there are no more or nobody wants them.
fn read_lines(sender: &Sender<Event>) {
    /// No line is longer: a game of many thousand moves.
    const LONGEST: u64 = 1 << 22;
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if sender.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::End);
}
