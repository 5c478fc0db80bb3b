//! A graphical program's end of a conversation with the engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// An engine that says nothing for so long has forgotten an answer.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A conversation.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Client {
    /// Begins a conversation with a command of the program.
    pub(crate) fn start(protocol: &str) -> Self {
        Self::start_with(&[protocol])
    }

    /// Begins a conversation with a command of the program and its arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
        command.args(arguments).current_dir(weakfish_testing::root()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let reader = BufReader::new(child.stdout.take().unwrap());
        let (sender, output) = channel();
        thread::spawn(move || {
            for line in reader.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, input, output }
    }

    /// Writes bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Says a line, or several.
    pub(crate) fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// The lines up to the next one that begins with these words.
    pub(crate) fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.output.recv_timeout(TIMEOUT).unwrap_or_else(|_| panic!("no `{word}` after {lines:?}"));
            let last = line.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// What the engine has to say before it is ready for more.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The move that a search comes to, and what is told before it.
    pub(crate) fn go(&mut self, line: &str) -> (String, Vec<String>) {
        self.send(line);
        self.read_best_move()
    }

    /// The same for a search that runs.
    pub(crate) fn read_best_move(&mut self) -> (String, Vec<String>) {
        let mut lines = self.until("bestmove");
        let last = lines.pop().unwrap();
        (last.split(' ').nth(1).unwrap().to_owned(), lines)
    }

    /// The memory that the program has in use, where the system says so as Linux does.
    pub(crate) fn resident_mebibytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? >> 10)
    }

    /// Ends the stream; returns the exit code, and what was still said.
    pub(crate) fn close(mut self) -> (Option<i32>, Vec<String>) {
        drop(self.input.take());
        let code = self.child.wait().unwrap().code();
        (code, self.output.iter().collect())
    }

    /// Says goodbye.
    pub(crate) fn quit(mut self) -> (Option<i32>, Vec<String>) {
        self.send("quit");
        let code = self.child.wait().unwrap().code();
        (code, self.output.iter().collect())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed leaves no engine behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
