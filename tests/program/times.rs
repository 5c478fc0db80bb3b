//! Times on the command line: the same spellings wherever a command takes one.

use std::collections::BTreeSet;
use std::process::{Command, Output, Stdio};

use crate::listed_commands;

fn weakfish(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(arguments).env_remove("COLUMNS").current_dir(weakfish_testing::root());
    command.stdin(Stdio::null()).output().unwrap()
}

/// Commands with the options that take times.
const OPTIONS: [(&str, &str); 9] = [
    ("analyze", "--time"),
    ("play", "--time"),
    ("playtest", "--time"),
    ("train", "--time"),
    ("tune", "--time"),
    ("match", "--movetime"),
    ("match", "--margin"),
    ("match", "--patience"),
    ("match", "--tc"),
];

/// The words before a time, where it is not the value of an option itself: a setting of an engine.
const SETTINGS: [&str; 2] = ["movetime=", "tc="];

#[test]
fn every_option_of_a_time_is_tried() {
    let pages = String::from_utf8(weakfish(&["--help"]).stdout).unwrap();
    let mut found = BTreeSet::new();
    for command in listed_commands(&pages).chain(["work", "merge"]) {
        let page = String::from_utf8(weakfish(&[command, "--help"]).stdout).unwrap();
        for line in page.lines().filter(|line| line.trim_start().starts_with("--")) {
            let mut words = line.split_whitespace();
            let (option, value) = (words.next().unwrap(), words.next().unwrap_or_default());
            if ["TIME", "SECONDS", "<MS>", "HOURS", "DURATION"].iter().any(|unit| value.contains(unit)) {
                found.insert((command.to_owned(), option.to_owned()));
            }
        }
    }
    let tried: BTreeSet<_> = OPTIONS.map(|(command, option)| (command.to_owned(), option.to_owned())).into();
    assert_eq!(found, tried);
}

#[test]
fn times_have_the_same_spellings_everywhere() {
    // The options are read first: a time that is understood leads to a game that is not there.
    let status = |command: &str, option: &str, text: &str| {
        let output = weakfish(&[command, "no-such-game", &format!("{option}={text}")]);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let mut places: Vec<(&str, &str, &str)> = OPTIONS.map(|(command, option)| (command, option, "")).into();
    places.extend(SETTINGS.map(|setting| ("match", "--engine", setting)));
    for (command, option, before) in places {
        for time in ["5", "90", "1.5", "2s", "1m", "1min", "1h", "500ms", "0.5s", "1h30m", "1m 30s"] {
            // A setting stands in a line of words.
            let quoted = if before.is_empty() { time.to_owned() } else { format!("{before}'{time}'") };
            let (code, told) = status(command, option, &quoted);
            assert!(code == Some(1) && told.contains("unknown-game"), "{command} {option} {quoted}: {told}");
        }
        for wrong in ["", "x", "s", "1x", "1m30", "1e3", "inf", "NaN", "-1", "1.2.3", "99999999h", "5 5"] {
            let quoted = if before.is_empty() { wrong.to_owned() } else { format!("{before}'{wrong}'") };
            let (code, told) = status(command, option, &quoted);
            assert!(code == Some(2) && told.contains("write "), "{command} {option} {quoted}: {told}");
        }
    }
    for (command, option) in OPTIONS.into_iter().filter(|(_, option)| *option != "--margin") {
        for none in ["0", "0s", "0ms", "0h"] {
            assert_eq!(status(command, option, none).0, Some(2), "{command} {option} {none}");
        }
    }
}
