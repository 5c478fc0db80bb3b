//! Input: with completion and history in a terminal, otherwise line by line.

use std::cell::OnceCell;
use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};
use weakfish::engine::Position;
use weakfish::notation::{uci, write_move};

use super::command::COMMANDS;
use crate::support::console::{self, Failure};

/// No line is longer; what follows is another one.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// A line of input.
pub(super) enum Typed {
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D, or the end of the file.
    End,
}

/// Source of input.
pub(super) enum Input {
    /// A person at a terminal.
    Terminal(Box<Editor<Suggestions, MemHistory>>),
    /// Anything else. What does not show what is typed is shown it.
    Plain { echoes: bool },
}

/// Completion of moves and commands.
#[derive(Default)]
pub(super) struct Suggestions {
    position: Option<Position>,
    /// Legal moves in algebraic and in machine notation, computed on demand.
    moves: OnceCell<Vec<[String; 2]>>,
    files: FilenameCompleter,
}

impl Input {
    pub(super) fn new() -> Self {
        let plain = || Self::Plain { echoes: !io::stdin().is_terminal() };
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return plain();
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        match Editor::with_history(config, history) {
            Ok(editor) => Self::Terminal(Box::new(editor)),
            Err(_) => plain(),
        }
    }

    pub(super) const fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// Asks for a line. `bell` is the time after which a text is shown without waiting for the line.
    pub(super) fn line(
        &mut self,
        prompt: &str,
        position: &Position,
        bell: Option<(Duration, &'static str)>,
    ) -> Result<Typed, Failure> {
        match self {
            Self::Terminal(editor) => {
                editor.set_helper(Some(Suggestions { position: Some(position.clone()), ..Suggestions::default() }));
                let alarm = bell.and_then(|(time, text)| {
                    let mut printer = editor.create_external_printer().ok()?;
                    // A failure to print this can't be reported anywhere.
                    Some(Alarm::after(time, move || drop(printer.print(format!("{text}\n")))))
                });
                let read = editor.readline(prompt);
                drop(alarm);
                Ok(match read {
                    Ok(line) => Typed::Line(line),
                    Err(ReadlineError::Interrupted) => Typed::Interrupted,
                    Err(ReadlineError::Eof) => Typed::End,
                    Err(error) => return Err(Failure::Output(io::Error::other(error))),
                })
            }
            Self::Plain { echoes } => {
                console::page(prompt)?;
                console::flush()?;
                let mut bytes = Vec::new();
                let end =
                    io::stdin().lock().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes).map_or(0, |count| count);
                if end == 0 {
                    console::line("")?;
                    return Ok(Typed::End);
                }
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if *echoes {
                    console::line(&line)?;
                }
                Ok(Typed::Line(line))
            }
        }
    }
}

impl Suggestions {
    fn moves(&self) -> &[[String; 2]] {
        self.moves.get_or_init(|| {
            let Some(position) = &self.position else { return Vec::new() };
            let legal = uci::legal_moves(position).into_iter();
            let mut moves: Vec<_> = legal.map(|(program, mv)| [write_move(position, mv), program]).collect();
            moves.sort();
            moves
        })
    }

    /// Completions of the beginning of a line.
    fn fitting(&self, typed: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        if typed.strip_prefix('/').is_none() {
            for people in [0, 1] {
                let names = self.moves().iter().map(|names| &names[people]);
                found.extend(names.filter(|name| name.starts_with(typed)).cloned());
                // Machine notation is completed only once it has been begun.
                if typed.is_empty() || !found.is_empty() {
                    break;
                }
            }
        }
        if !typed.is_empty() {
            let slash = if typed.starts_with('/') { "/" } else { "" };
            let names = COMMANDS.iter().map(|entry| format!("{slash}{}", entry.names[0]));
            found.extend(names.filter(|name| name.starts_with(typed)));
        }
        found
    }
}

impl Helper for Suggestions {}
impl Highlighter for Suggestions {}
impl Validator for Suggestions {}

impl Hinter for Suggestions {
    type Hint = String;
}

impl Completer for Suggestions {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..at).unwrap_or(line);
        let blanks = typed.len() - typed.trim_start().len();
        let typed = &typed[blanks..];
        if ["save ", "save! ", "load ", "/save ", "/save! ", "/load "].iter().any(|name| typed.starts_with(name)) {
            return self.files.complete(line, at, context);
        }
        let pair = |text: String| Pair { display: text.clone(), replacement: text };
        Ok((blanks, self.fitting(typed).into_iter().map(pair).collect()))
    }
}

/// An alarm; dropping it calls it off.
struct Alarm {
    _word: Sender<()>,
}

impl Alarm {
    fn after(time: Duration, mut done: impl FnMut() + Send + 'static) -> Self {
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

#[cfg(test)]
mod tests {
    use weakfish::{BuiltIns, builtin, load};

    use super::*;

    #[test]
    fn lines_are_completed_to_moves_and_commands() {
        let game = load(&builtin::source(builtin::ORTHODOX).unwrap(), &BuiltIns).unwrap();
        let suggestions = Suggestions { position: Some(game.start()), ..Suggestions::default() };
        assert_eq!(suggestions.fitting("N"), ["Na3", "Nc3", "Nf3", "Nh3"]);
        assert_eq!(suggestions.fitting("hi"), ["hint"]);
        assert_eq!(suggestions.fitting("/s"), ["/side", "/swap", "/save"]);
        assert_eq!(suggestions.fitting("g1f"), ["g1f3"]);
        assert!(suggestions.fitting("").contains(&"e3".to_owned()));
        assert!(suggestions.fitting("Nx").is_empty());
    }
}
