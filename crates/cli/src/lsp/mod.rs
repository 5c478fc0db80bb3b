//! `weakfish lsp`: serves an editor, as the Language Server Protocol says.
//!
//! A thread reads messages, and this one answers them in their order. A text is checked as a whole when something is
//! asked about it or when nothing else waits, so that a burst of changes costs one check, and what the editor is told
//! last is about the text as it is last.

mod answers;
mod diagnostics;
mod documents;
mod edits;
mod features;
mod positions;
mod refusal;
mod requests;
mod server;
mod transport;

use std::io::{self, BufReader};
use std::sync::mpsc;
use std::thread;

use super::console::{Console, Failure};
use super::load::Loader;
use server::Server;
use transport::Received;

/// Serves the editor at the other end of standard input and output until it says that it goes.
pub(super) fn run(console: &mut Console, loader: Loader<'_>) -> Result<(), Failure> {
    let (sender, receiver) = mpsc::channel();
    // It ends with the program at the latest.
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            let received = transport::receive(&mut input);
            let ended = matches!(received, Received::Ended(_));
            if sender.send(received).is_err() || ended {
                break;
            }
        }
    });
    Server::new(console, loader, receiver).serve()
}
