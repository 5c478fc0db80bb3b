//! Slips of a person who writes a game by hand: each line of `slips.txt` is mended by buttons alone, or has none because it
//! could mean two things.

use weakfish::diagnostic::{Diagnostic, Severity, apply_edits};
use weakfish::source::Source;
use weakfish::{BuiltIns, check};

/// Most buttons for one slip.
const MAX_BUTTONS: usize = 3;

const SLIPS: &str = include_str!("slips.txt");

fn mistakes(text: &str) -> Vec<Diagnostic> {
    let checked = check(&Source::new("slips.variant", text), &BuiltIns);
    checked.report.diagnostics().filter(|told| told.severity > Severity::Note).cloned().collect()
}

/// Presses the first button there is until there is none; returns the text, and what is left.
fn press_buttons(text: &str) -> (String, Vec<Diagnostic>) {
    let mut text = text.to_owned();
    for _ in 0..MAX_BUTTONS {
        let Some(told) = mistakes(&text).into_iter().find(|told| !told.offered_edits().is_empty()) else { break };
        text = apply_edits(&text, told.offered_edits()).unwrap();
    }
    let left = mistakes(&text);
    (text, left)
}

/// The lines of a text without their layout, in any order.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines
}

/// The words that a line begins with.
fn begin(line: &str) -> &str {
    line.split([' ', ':', ',']).next().unwrap_or_default()
}

/// The game with a line as it is meant, and with the slip in its place; the line stands under a heading, and a slip may
/// stand under another one.
fn written(base: &str, heading: &str, slip: &str, meant: &str) -> (String, String) {
    let (home, meant) = meant.split_once(" | ").unwrap_or((heading, meant));
    let mut all: Vec<(String, String)> = Vec::new();
    let mut open = "facts".to_owned();
    for line in base.lines() {
        let word = line.trim_end();
        if !word.is_empty() && ["men", "regions", "setup", "rules", "endings"].contains(&word) {
            word.clone_into(&mut open);
        }
        all.push((open.clone(), line.to_owned()));
    }
    let is_home = |(section, line): &(String, String)| section == home && !line.trim().is_empty() && line != section;
    let (meant, instead) = meant.split_once(" < ").map_or((meant, None), |(meant, instead)| (meant, Some(instead)));
    let is_meant = |of: &&(String, String)| is_home(of) && of.1.trim() == meant;
    let first = instead.unwrap_or(if meant == "-" { slip } else { meant });
    let begins_so = |of: &&(String, String)| is_home(of) && begin(of.1.trim()).starts_with(begin(first));
    let at = all.iter().position(|of| is_meant(&of)).or_else(|| all.iter().position(|of| begins_so(&of)));
    let last = |heading: &str, all: &[(String, String)]| {
        all.iter().rposition(|(section, line)| section == heading && !line.trim().is_empty()).unwrap() + 1
    };
    let put = |line: &str, heading: &str, at: Option<usize>| {
        let mut all = all.clone();
        if let Some(at) = at {
            if heading == home || line.is_empty() || line == "-" {
                let (section, _) = all.remove(at);
                if !(line.is_empty() || line == "-") {
                    all.insert(at, (section, line.to_owned()));
                }
                return all.into_iter().map(|(_, line)| line + "\n").collect::<String>();
            }
            all.remove(at);
        }
        if !(line.is_empty() || line == "-") {
            all.insert(last(heading, &all), (heading.to_owned(), line.to_owned()));
        }
        all.into_iter().map(|(_, line)| line + "\n").collect()
    };
    (put(meant, home, at), put(slip, heading, at))
}

#[test]
fn slips_are_mended_by_buttons() {
    let (base, slips) = SLIPS.split_once("---\n").unwrap();
    let base = base.lines().filter(|line| !line.starts_with('#')).fold(String::new(), |text, line| text + line + "\n");
    assert_eq!(mistakes(&base), []);
    let mut wrong = Vec::new();
    let (mut mended, mut left_over) = (0, 0);
    for row in slips.lines().filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (heading, rest) = row.split_once(" | ").unwrap();
        let (slip, meant) = rest.split_once(" =>").unwrap();
        let meant = meant.trim();
        let is_open = meant == "?";
        let (right, text) = if heading == "heading" {
            let old = format!("\n{}\n", begin(meant));
            let [right, text] = [meant, slip].map(|line| base.replacen(&old, &format!("\n{line}\n"), 1));
            (right, text)
        } else {
            written(&base, heading, slip, if is_open { "-" } else { meant })
        };
        let (after, left) = press_buttons(&text);
        let is_right = if is_open {
            after == text && left.iter().any(Diagnostic::is_error)
        } else {
            left.is_empty() && lines(&after) == lines(&right)
        };
        if !is_right {
            wrong.push(format!("{row}\n{after}\n{left:#?}"));
        }
        *(if is_open { &mut left_over } else { &mut mended }) += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    println!("{mended} slips have buttons, {left_over} have none");
}
