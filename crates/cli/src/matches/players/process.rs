//! A program that runs beside this one, and the lines that go to and fro.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::player::{Choice, Fault, MatchGame, NO_ANSWER};
use crate::matches::settings::EngineSettings;
use crate::support::interrupt;

/// No line is longer; the rest of one that is counts as another line.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Lines buffered; beyond that the program waits.
const MAX_BUFFERED_LINES: usize = 256;

/// An interrupt is noticed after this time at the latest.
const INTERRUPT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time for a program to end after `quit`.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A program that plays, and lives from one game to the next.
pub(super) struct Program {
    pub(super) settings: EngineSettings,
    pub(super) played: MatchGame,
    process: Option<Process>,
}

impl Program {
    pub(super) fn new(settings: &EngineSettings, played: &MatchGame) -> Self {
        Self { settings: settings.clone(), played: played.clone(), process: None }
    }

    /// Starts the program. Only lines whose first word is in `wanted` are received.
    pub(super) fn start(&mut self, wanted: &'static [&'static str]) -> Result<(), Fault> {
        self.process = Some(Process::start(&self.settings.command, wanted).map_err(Fault::not_started)?);
        Ok(())
    }

    pub(super) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Ends the program.
    pub(super) fn stop(&mut self) {
        self.process = None;
    }

    /// Sends a line. That it does not arrive is seen when an answer does not come.
    pub(super) fn send(&self, line: impl Into<String>) {
        if let Some(process) = &self.process {
            process.send(line);
        }
    }

    /// The next line and when it came; `None` if there is none in time.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Fault> {
        let Some(process) = &self.process else { return Err(Fault::disconnected()) };
        process.next(deadline).map_err(|_| {
            let status = self.process.take().and_then(|mut process| process.wait(EXIT_TIMEOUT));
            status.map_or_else(Fault::disconnected, |status| Fault::new("crash", format!("ended: {status}")))
        })
    }

    /// Reads lines until `read` makes something of one; returns it and when it came. A program that is late is ended, since
    /// its answer could be taken for the next one.
    pub(super) fn listen<T>(
        &mut self,
        deadline: Instant,
        late: Fault,
        mut read: impl FnMut(String) -> Option<T>,
    ) -> Result<(Instant, T), Fault> {
        while let Some((came, line)) = self.next(deadline)? {
            if let Some(found) = read(line) {
                return Ok((came, found));
            }
        }
        self.stop();
        Err(late)
    }

    /// Waits for this line; the lines that came before it.
    pub(super) fn await_line(&mut self, wanted: &str) -> Result<Vec<String>, Fault> {
        let mut others = Vec::new();
        self.listen(Instant::now() + self.played.timeout, Fault::not_ready(), |line| {
            let found = line == wanted;
            others.push(line);
            found.then_some(())
        })?;
        Ok(others)
    }

    /// Sends lines, the last of which asks for a move, and reads the answer.
    pub(super) fn ask(
        &mut self,
        lines: Vec<String>,
        timeout: Duration,
        read: impl FnMut(String) -> Option<Result<String, Fault>>,
    ) -> Result<Choice, Fault> {
        let Some(process) = &self.process else { return Err(Fault::disconnected()) };
        // A program that answers twice must not have its second answer taken for that to the next question.
        while process.output.try_recv().is_ok() {}
        let mut asked = Instant::now();
        for line in lines {
            asked = Instant::now();
            process.send(line);
        }
        let late = Fault::new(NO_ANSWER, "did not answer in time");
        let (came, text) = self.listen(asked + timeout, late, read)?;
        Ok(Choice { text: text?, elapsed: came.saturating_duration_since(asked) })
    }
}

/// A program that runs. It is ended when this is dropped.
struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<(Instant, String)>,
}

impl Process {
    fn start(command: &[String], wanted: &'static [&'static str]) -> io::Result<Self> {
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

    fn send(&self, line: impl Into<String>) {
        let _ = self.input.send(line.into());
    }

    /// The next line and when it came, `None` if there is none in time, or an error at the end of output. Nothing is waited
    /// for after an interrupt.
    fn next(&self, deadline: Instant) -> Result<Option<(Instant, String)>, RecvTimeoutError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // A program that writes without end would never be late.
            if left.is_zero() || interrupt::came() {
                return Ok(self.output.try_recv().ok().filter(|(came, _)| *came <= deadline));
            }
            match self.output.recv_timeout(left.min(INTERRUPT_POLL_INTERVAL)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(ended) => return Err(ended),
            }
        }
    }

    /// How the program has ended, if it has, or does in this time.
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
