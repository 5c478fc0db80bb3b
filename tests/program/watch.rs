//! What the command line does with files that it writes, and with those that it watches.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// No answer comes later than this; the bound is wide, for slow machines.
const MAX_WAIT: Duration = Duration::from_secs(120);

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn weakfish(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(arguments).current_dir(folder);
    command
}

/// A program that runs until it is dropped, and the lines that it writes.
struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Running {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let other = sender.clone();
        thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        thread::spawn(move || BufReader::new(err).lines().map_while(Result::ok).try_for_each(|line| other.send(line)));
        Self { child, lines }
    }

    /// Waits until each of these words has been said, in whatever order the two streams come.
    fn wait_for(&self, words: &[&str]) {
        let mut said: Vec<String> = Vec::new();
        while !words.iter().all(|words| said.iter().any(|line| line.contains(words))) {
            match self.lines.recv_timeout(MAX_WAIT) {
                Ok(line) => said.push(line),
                Err(error) => panic!("not said: {words:?} ({error}), but\n{}", said.join("\n")),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_is_watched_is_tested_again_when_it_changes() {
    let folder = folder("watched");
    let definition = folder.join("own.variant");
    let text = "game \"Own\" extends \"base.variant\"\n\ntest \"one\"\n  perft 1: 20\n";
    fs::write(&definition, text).unwrap();
    fs::write(folder.join("base.variant"), "game \"Base\" extends fide\n").unwrap();
    let filter = ["test", "--watch", "--filter", "one", "own.variant"];
    let running = Running::start(weakfish(&folder, &filter));
    running.wait_for(&["own.variant: one: passed", "watching 2 files"]);
    fs::write(&definition, text.replace("20", "200")).unwrap();
    running.wait_for(&["own.variant changed", "own.variant: one: failed", "watching 2 files"]);
    // While it is broken, watching goes on.
    fs::write(&definition, "game \"Own\" extends \"base.variant\n").unwrap();
    running.wait_for(&["own.variant changed", "Error: ", "watching 2 files"]);
    fs::write(&definition, text).unwrap();
    running.wait_for(&["own.variant changed", "own.variant: one: passed", "watching 2 files"]);
    // What it extends belongs to it.
    fs::write(folder.join("base.variant"), "game \"Base\" extends fide\nmen\n  N knight: NN\n").unwrap();
    running.wait_for(&["base.variant changed", "watching 2 files"]);
}

#[test]
fn what_is_watched_is_checked_again_when_it_changes() {
    let folder = folder("watched-check");
    let definition = folder.join("own.variant");
    fs::write(&definition, "game \"Own\" extends fide\n").unwrap();
    let running = Running::start(weakfish(&folder, &["check", "--watch", "--format", "short", "."]));
    running.wait_for(&["watching 1 file"]);
    fs::write(&definition, "game \"Own\" extends fide\nrules\n  castlin: none\n").unwrap();
    running.wait_for(&["own.variant changed", "own.variant:3:3: error[variant::no-such-rule]", "watching 1 file"]);
}

#[test]
fn what_does_not_change_is_not_watched() {
    let folder = folder("not-watched");
    for path in ["-", "fide"] {
        let output = weakfish(&folder, &["test", "--watch", path]).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("nothing to watch"), "{output:?}");
    }
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn files_are_replaced_and_nothing_is_left_beside_them() {
    let folder = folder("replaced");
    let definition = folder.join("own.variant");
    let loose = "game \"Own\"   extends fide\nyear : 2000\n";
    fs::write(&definition, loose).unwrap();
    let mut permissions = fs::metadata(&definition).unwrap().permissions();
    let modified = || fs::metadata(&definition).unwrap().modified().unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        permissions.set_mode(0o640);
        std::os::unix::fs::symlink("own.variant", folder.join("link.variant")).unwrap();
    }
    fs::set_permissions(&definition, permissions).unwrap();
    let permissions = fs::metadata(&definition).unwrap().permissions();
    let target = if cfg!(unix) { "link.variant" } else { "own.variant" };
    assert!(weakfish(&folder, &["fmt", "--check", target]).output().unwrap().status.code() == Some(1));
    assert!(weakfish(&folder, &["fmt", "--diff", target]).output().unwrap().status.success());
    assert_eq!(fs::read_to_string(&definition).unwrap(), loose);
    assert!(weakfish(&folder, &["fmt", target]).output().unwrap().status.success());
    assert_eq!(fs::read_to_string(&definition).unwrap(), "game \"Own\" extends fide\nyear: 2000\n");
    assert_eq!(fs::metadata(&definition).unwrap().permissions(), permissions);
    assert!(!cfg!(unix) || folder.join(target).is_symlink());
    // What is canonical is not touched.
    let before = modified();
    let output = weakfish(&folder, &["fmt", "."]).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert_eq!(modified(), before);
    assert!(weakfish(&folder, &["test", "--accept", "own.variant"]).output().unwrap().status.success());
    assert!(weakfish(&folder, &["test", "own.variant"]).output().unwrap().status.success());
    let expected: &[&str] =
        if cfg!(unix) { &["link.variant", "own.moves", "own.variant"] } else { &["own.moves", "own.variant"] };
    assert_eq!(names(&folder), expected);
}

/// Standard input stays where it is: its formatted text is data.
#[test]
fn standard_input_is_formatted_to_standard_output() {
    let folder = folder("formatted-input");
    let mut child = weakfish(&folder, &["fmt", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"game  \"A\"\r\nyear:2000").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stdout, b"game \"A\"\r\nyear: 2000\r\n");
    assert!(names(&folder).is_empty());
}
