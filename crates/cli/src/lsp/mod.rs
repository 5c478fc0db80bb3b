//! `weakfish lsp`: serves an editor, as the Language Server Protocol says.
//!
//! A thread reads messages, and this one handles them in order. A text is checked as a whole when a request needs it or
//! when no message waits, so that a burst of changes costs one check, and the diagnostics published last are those of the
//! last text.

mod asked;
mod client;
mod commands;
mod diagnostics;
mod documents;
mod edits;
mod features;
mod positions;
mod refusal;
mod requests;
mod responses;
mod server;

use std::io;
use std::sync::mpsc;
use std::thread;

use lsp_server::Message;

use crate::support::console::Failure;
use crate::support::load::Loader;
use server::Server;

/// Serves the editor on standard input and output until it sends `exit`.
pub(crate) fn run(loader: Loader<'_>) -> Result<(), Failure> {
    let (sender, receiver) = mpsc::channel();
    // The thread ends with the program at the latest.
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let received = Message::read(&mut input).and_then(|message| message.ok_or_else(closed));
            let ended = received.is_err();
            if sender.send(received).is_err() || ended {
                break;
            }
        }
    });
    Server::new(loader, receiver).serve()
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the editor has closed the stream")
}
