//! `check --fix` applies what is certain: to a definition with a slip of the pen it gives its meaning back, or leaves it.

use std::fmt::Write;
use std::sync::LazyLock;

use weakfish::check::Checked;
use weakfish::source::Source;
use weakfish::suggest::mend;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::dice::{Dice, cases, is_long};

/// The signs that are written for others.
const SIGNS: &[u8] = b"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,.:;-/";

/// A slip of the pen in a line: a sign lost, doubled, exchanged with the next one or replaced, or two words exchanged.
fn slipped(line: &str, dice: &mut Dice) -> String {
    let mut signs: Vec<char> = line.chars().collect();
    let indent = line.len() - line.trim_start().len();
    let at = dice.between(indent, signs.len() - 1);
    match dice.below(5) {
        0 => drop(signs.remove(at)),
        1 => signs.insert(at, signs[at]),
        2 => signs.swap(at, (at + 1).min(line.len() - 1)),
        3 => signs[at] = dice.pick(SIGNS).into(),
        _ => {
            let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
            let first = dice.below(words.len());
            let second = (first + 1).min(words.len() - 1);
            words.swap(first, second);
            return format!("{}{}", &line[..indent], words.join(" "));
        }
    }
    signs.into_iter().collect()
}

/// The tests of a definition, which are no part of its model, without layout.
fn tests(text: &str) -> String {
    let start = text.find("\ntest").unwrap_or(text.len());
    text[start..].split_ascii_whitespace().collect()
}

/// Whether a line is a row of a drawn board.
fn is_row(line: &str) -> bool {
    let is_cell = |word: &str| {
        let man = word.split('{').next().unwrap_or_default().trim_start_matches('+');
        matches!(man, "." | "*") || man.len() == 1 && man.chars().all(|letter| letter.is_ascii_alphabetic())
    };
    line.split_ascii_whitespace().count() > 2 && line.split_ascii_whitespace().all(is_cell)
}

/// Definitions with errors, and those that were mended.
#[derive(Clone, Copy)]
struct Tally {
    errors: u64,
    mends: u64,
}

/// Holds the law of some cases, of which there are `usual` as a rule.
fn hold(first: u64, usual: u64) -> Tally {
    let games: Vec<(Source, LazyLock<Checked, _>)> = builtin::names()
        .map(|name| {
            let source = builtin::source(name).unwrap();
            (source.clone(), LazyLock::new(move || check(&source, &BuiltIns)))
        })
        .collect();
    let (mut errors, mut mends, mut wrong) = (0, 0, Vec::new());
    for case in cases(usual) {
        let dice = &mut Dice::new(first + case);
        let (meant, checked) = &games[dice.below(games.len())];
        let mut lines: Vec<&str> = meant.text.lines().collect();
        let at = dice.below(lines.len());
        let written = lines[at].split(" //").next().unwrap_or_default().trim_end();
        if written.trim().is_empty() || written.starts_with("//") || !written.is_ascii() {
            continue;
        }
        let slip = slipped(written, dice);
        lines[at] = &slip;
        let source = Source::new("slip.variant", lines.join("\n"));
        let mended = mend::mend(&source, &BuiltIns);
        let changed = mended.text != source.text;
        // A slip that leaves a game is no mistake, although something may be needless in it.
        if mended.checked.game.is_some() && (!changed || check(&source, &BuiltIns).game.is_some()) {
            continue;
        }
        // Nothing tells which man of a drawn row was meant, so that rows are held to the law alone.
        errors += u64::from(!is_row(written));
        mends += u64::from(changed && !is_row(written));
        if changed && (mended.checked.variant() != checked.variant() || tests(&mended.text) != tests(&meant.text)) {
            let mut new = mended.text.lines().filter(|line| !source.text.lines().any(|old| old == *line));
            let mut told = format!("case {case} ({}): `{}` for `{}`", meant.name, slip.trim(), written.trim());
            write!(told, " became `{}`", new.next().unwrap_or_default().trim()).unwrap();
            wrong.push(told);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Tally { errors, mends }
}

#[test]
fn a_mend_gives_what_was_meant_or_nothing() {
    // Two threads, so that two cores try them.
    let [one, other] = std::thread::scope(|scope| {
        let threads = [0, 1 << 20].map(|first| scope.spawn(move || hold(first, 250)));
        threads.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let (mends, errors) = (one.mends + other.mends, one.errors + other.errors);
    println!("{mends} of {errors} definitions with errors are mended");
    // Of the usual cases 75 of 172.
    let percent = if is_long() { 45 } else { 43 };
    assert!(100 * mends > percent * errors, "only {mends} of {errors} are mended");
}
