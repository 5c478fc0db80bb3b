//! A program that runs beside this one, and the lines that go to and fro.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::player::Fault;
use crate::support::interrupt;

/// No line is longer; the rest of one that is counts as another line.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Lines buffered; beyond that the program waits.
const MAX_BUFFERED_LINES: usize = 256;

/// An interrupt is noticed after this time at the latest.
const INTERRUPT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time for a program to end after `quit`.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A program that runs. It is ended when this is dropped.
pub(super) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<(Instant, String)>,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The time is over.
    Late,
    /// End of output.
    FinishedGame,
}

impl Process {
    /// Starts a program. Only lines whose first word is in `wanted` are received.
    pub(super) fn start(command: &[String], wanted: &'static [&'static str]) -> io::Result<Self> {
        let Some((program, arguments)) = command.split_first() else { return Err(io::ErrorKind::NotFound.into()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C at the terminal is for the match, which ends its programs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (input, lines) = mpsc::channel();
        let (sender, output) = mpsc::sync_channel(MAX_BUFFERED_LINES);
        // Neither thread is waited for: a child of the program may hold its pipes open longer than it lives itself. A
        // program that does not read must not stop this one, so that there is a thread for writing, too.
        thread::Builder::new().spawn(move || write(stdin, &lines))?;
        thread::Builder::new().spawn(move || read(stdout, &sender, wanted))?;
        Ok(Self { child, input, output })
    }

    /// Sends a line. That it does not arrive is seen when an answer does not come.
    pub(super) fn send(&self, line: impl Into<String>) {
        let _ = self.input.send(line.into());
    }

    /// Discards the lines received so far.
    pub(super) fn drain(&self) {
        while self.output.try_recv().is_ok() {}
    }

    /// The next line, and when it came. Nothing is waited for after an interrupt.
    pub(super) fn next(&self, deadline: Instant) -> Result<(Instant, String), Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // A program that writes without end would never be late.
            if left.is_zero() || interrupt::came() {
                return self.output.try_recv().ok().filter(|(came, _)| *came <= deadline).ok_or(Silence::Late);
            }
            match self.output.recv_timeout(left.min(INTERRUPT_POLL_INTERVAL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::FinishedGame),
            }
        }
    }

    /// How the program has ended, if it has, or does within a moment.
    pub(super) fn end(&mut self) -> Option<String> {
        self.wait(EXIT_TIMEOUT).map(|status| status.to_string())
    }

    fn wait(&mut self, timeout: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

/// Waits for this line; the lines that came before it.
pub(super) fn await_line(process: &mut Option<Process>, wanted: &str, timeout: Duration) -> Result<Vec<String>, Fault> {
    let deadline = Instant::now() + timeout;
    let mut others = Vec::new();
    loop {
        let Some(running) = process else { return Err(Fault::NotReady) };
        match running.next(deadline) {
            Ok((_, line)) if line == wanted => return Ok(others),
            Ok((_, line)) => others.push(line),
            Err(silence) => return Err(fault(process, silence, Fault::NotReady)),
        }
    }
}

/// Fault for a missing line. The program is ended, since a late answer could be taken for the next one.
pub(super) fn fault(process: &mut Option<Process>, silence: Silence, late: Fault) -> Fault {
    let process = process.take();
    match silence {
        Silence::Late => late,
        Silence::FinishedGame => {
            process.and_then(|mut process| process.end()).map_or(Fault::Disconnected, Fault::Crashed)
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        if self.wait(EXIT_TIMEOUT).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

fn read(stdout: ChildStdout, sender: &SyncSender<(Instant, String)>, wanted: &[&str]) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let came = Instant::now();
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        let first = line.split_whitespace().next().unwrap_or_default();
        if wanted.contains(&first) && sender.send((came, line)).is_err() {
            break;
        }
    }
}
