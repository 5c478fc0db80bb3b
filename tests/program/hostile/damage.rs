//! The fuzz targets of `tests/fuzz`, with the tests' own texts, damaged copies of these, and what fuzzing has found.

// The same file, since a package can't depend on a crate that depends on it and on a fuzzer.
#[path = "../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "in its own crate the file is the root")]
mod targets;

use std::fs;
use std::panic::{catch_unwind, resume_unwind};
use std::path::PathBuf;

use weakfish::builtin;
use weakfish::diagnostic::Code;

use super::within_time_limit;
use weakfish_testing::dice::{Dice, check_law};
use weakfish_testing::games::{game, loaded};

/// Longer seeds are tried as they are, and not damaged.
const MAX_BYTES: usize = 4000;

fn folder(path: &str) -> PathBuf {
    weakfish_testing::root().join(path)
}

/// The texts of all files in a folder, in the order of their names.
fn files(path: &str) -> Vec<String> {
    let entries = fs::read_dir(folder(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
    files.sort();
    files.into_iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// A column of a table, without its heading.
fn column(table: &str, number: usize) -> Vec<String> {
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.filter_map(|line| line.split('\t').nth(number)).map(str::to_owned).collect()
}

/// The definitions that the explanations of codes have, which are wrong.
fn wrong_definitions() -> Vec<String> {
    let files = Code::ALL.iter().flat_map(|code| code.explanation().wrong.files);
    files.filter(|file| file.name.ends_with(".variant")).map(|file| file.text).collect()
}

/// The texts that a target begins with: those of its own folder, and those that the tests have anyway.
pub(super) fn seeds(target: &str) -> Vec<String> {
    let texts = match target {
        "definition" => [
            files("defs"),
            files("defs/facing"),
            files("defs/goals"),
            files("tests/cases/errors"),
            files("tests/cases/syntax/bad"),
            wrong_definitions(),
        ]
        .concat(),
        "betza" => column(include_str!("../../data/betza-corpus.tsv"), 0),
        "fen" => column(include_str!("../../perft/games.tsv"), 2),
        "moves" => ["e2e4 e7e5 Ng1f3 Nc6 O-O", "Ac1-e3 e3@nw c1@n", "e2 flips e3 turns left end", "a1b1,c1d1 pass"]
            .map(str::to_owned)
            .into(),
        "game_text" => files("tests/games"),
        "model" => {
            let small = files("tests/data/small").into_iter().map(|text| loaded("small", &text));
            small.chain(builtin::names().map(game)).map(|game| serde_json::to_string(game.variant()).unwrap()).collect()
        }
        other => panic!("no target {other}"),
    };
    [files(&format!("tests/fuzz/seeds/{target}")), texts].concat()
}

/// The words and marks of a text, which together are the text.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut in_word) = (0, false);
    for (at, character) in text.char_indices() {
        let goes_on = in_word && character.is_alphanumeric();
        if at > start && !goes_on {
            words.push(&text[start..at]);
            start = at;
        }
        in_word = character.is_alphanumeric();
    }
    words.push(&text[start..]);
    words
}

/// One of the texts, with some of its words lost, doubled, exchanged with each other or with another text's.
fn mutate(texts: &[Vec<&str>], dice: &mut Dice) -> String {
    let mut text = texts[dice.below(texts.len())].clone();
    let damages = dice.below(6);
    for _ in 0..damages {
        if text.is_empty() {
            break;
        }
        let from = dice.below(text.len());
        let to = (from + dice.below(8)).min(text.len());
        let other = &texts[dice.below(texts.len())];
        match dice.below(7) {
            0 => drop(text.drain(from..to)),
            1 => text.extend_from_within(from..to),
            2 => text.truncate(from),
            3 => {
                let last = text.len() - 1;
                text.swap(from, to.min(last));
            }
            4 => {
                text[from] =
                    dice.pick(&["0", "1", "9", "255", "65536", "4294967296", "-1", "é", "\"", "{", "}", ",", "\n"]);
            }
            5 if !other.is_empty() => text[from] = dice.pick(other),
            _ if !other.is_empty() => {
                let start = dice.below(other.len());
                let end = (start + dice.below(30)).min(other.len());
                drop(text.splice(from..from, other[start..end].iter().copied()));
            }
            _ => {}
        }
    }
    text.concat()
}

/// Holds what a target requires of a text.
fn check_target(target: fn(&str), text: &str) {
    let text = text.to_owned();
    within_time_limit("a damaged text", move || {
        if let Err(panic) = catch_unwind(|| target(&text)) {
            match panic.downcast_ref::<String>() {
                Some(said) => panic!("{said}\nthe text was {text:?}"),
                None => resume_unwind(panic),
            }
        }
    });
}

/// Runs a target with its seeds and with `cases` texts made from them.
fn fuzz_target(target: &str, cases: u64, each: fn(&str)) {
    let seeds = seeds(target);
    for seed in &seeds {
        check_target(each, seed);
    }
    let texts: Vec<Vec<&str>> = seeds.iter().filter(|seed| seed.len() <= MAX_BYTES).map(|seed| words(seed)).collect();
    assert!(!texts.is_empty());
    check_law(cases, |dice| check_target(each, &if dice.percent(5) { dice.text(200) } else { mutate(&texts, dice) }));
}

#[test]
fn definitions() {
    fuzz_target("definition", 80, targets::definition);
}

#[test]
fn betza_strings() {
    fuzz_target("betza", 500, targets::betza);
}

#[test]
fn positions() {
    fuzz_target("fen", 400, targets::fen);
}

#[test]
fn moves() {
    fuzz_target("moves", 100, targets::moves);
}

#[test]
fn game_texts() {
    fuzz_target("game_text", 40, targets::game_text);
}

#[test]
fn models() {
    fuzz_target("model", 80, targets::model);
}

/// Writes the seeds where cargo-fuzz looks for them: `cargo test --test it write_the_seeds -- --ignored`.
#[test]
#[ignore = "writes files outside of the repository's history"]
fn write_the_seeds() {
    for target in ["definition", "betza", "fen", "moves", "game_text", "model"] {
        let corpus = folder("tests/fuzz/corpus").join(target);
        fs::create_dir_all(&corpus).unwrap();
        for (number, seed) in seeds(target).iter().enumerate() {
            fs::write(corpus.join(format!("seed-{number}")), seed).unwrap();
        }
    }
}
