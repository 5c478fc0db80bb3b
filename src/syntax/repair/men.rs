//! Men: their letters and their names, and lists of them.

use super::change::{Change, Slip, halves, place};
use crate::diagnostic::{Code, Edit};
use crate::prose::all_of;
use crate::syntax::ast::Section;

/// The men of chess.
const MEN: &[(&str, &str)] =
    &[("king", "K"), ("queen", "Q"), ("rook", "R"), ("bishop", "B"), ("knight", "N"), ("pawn", "P")];

/// Changes of letters and names of men.
pub(super) fn changes(slip: Slip<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    changes.extend(man(slip));
    changes.extend(men_by_name(slip));
    changes.extend(glued(slip));
    changes.extend(to_missing(slip));
    changes
}

/// The letter and the name of a man: a small letter, or the letter behind the name.
fn man(slip: Slip<'_>) -> Option<Change> {
    let (key, ..) = halves(slip.piece.text).filter(|_| slip.section == Some(Section::Men))?;
    let words: Vec<&str> = key.split_ascii_whitespace().collect();
    let (&first, &last) = (words.first()?, words.last()?);
    let letter = |word: &str| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    if letter(first) {
        let capital = first.to_ascii_uppercase();
        let message = format!("the letter of a man is a capital: `{first}` is Black's man on a board");
        let change = Change::new(Code::VariantCapitals, message, "a small letter", format!("write `{capital}`"));
        return Some(change.edit(place(slip, 0, 1), capital).presumed(true))
            .filter(|_| first.bytes().all(|byte| byte.is_ascii_lowercase()));
    }
    let name = words[..words.len() - 1].join(" ").to_ascii_lowercase();
    let swapped = format!("{last} {name}");
    let change = Change::new(
        Code::VariantOtherWords,
        "the letter of a man stands before its name",
        "the other way round",
        format!("write `{swapped}`"),
    );
    Some(change.edit(place(slip, 0, key.len()), swapped)).filter(|_| letter(last) && words.len() > 1)
}

/// The men of chess by their names, where a line has their letters, and letters that should be capitals.
fn men_by_name(slip: Slip<'_>) -> Vec<Change> {
    let text = slip.piece.text;
    let value = halves(text).map_or(0, |(_, _, at)| at);
    // In the line of a man, its name and its movement are told elsewhere.
    let from = match slip.section {
        Some(Section::Rules | Section::Endings) => 0,
        _ if text.starts_with("setup ") => value,
        Some(Section::Men) => text[value..].find(',').map_or(text.len(), |comma| value + comma),
        _ => return Vec::new(),
    };
    let named = words(text, from).filter_map(|(at, word)| {
        let lower = word.to_ascii_lowercase();
        let (_, letter) = MEN.iter().find(|(name, _)| *name == lower.strip_suffix('s').unwrap_or(&lower))?;
        Some((at, word, (*letter).to_owned()))
    });
    let small = words(text, from.max(value)).filter(|(_, word)| word.len() == 1);
    let small = small.filter(|(_, word)| word.bytes().all(|byte| byte.is_ascii_lowercase()));
    let small = small.map(|(at, word)| (at, word, word.to_ascii_uppercase()));
    let named = letters(slip, Code::VariantOtherWords, "men are written as their letters", "a name", named);
    let message = "men are written as capitals, whoever owns them";
    let small = letters(slip, Code::VariantCapitals, message, "a small letter", small);
    named.into_iter().chain(small).collect()
}

/// The words of a text from a place on, without the marks behind them.
fn words(text: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = from;
    text[from..].split_inclusive([' ', ',', ':']).map(move |word| {
        at += word.len();
        (at - word.len(), word.trim_end_matches([' ', ',', ':']))
    })
}

/// A change of words into letters.
fn letters<'t>(
    slip: Slip<'t>,
    code: Code,
    message: &str,
    label: &'static str,
    words: impl Iterator<Item = (usize, &'t str, String)>,
) -> Option<Change> {
    let mut change = Change::new(code, message, label, "");
    let mut written: Vec<String> = Vec::new();
    for (at, word, letter) in words {
        if !written.iter().any(|other| other.trim_matches('`') == letter) {
            written.push(format!("`{letter}`"));
        }
        change.edits.push(Edit::new(place(slip, at, word.len()), letter));
    }
    let written: Vec<&str> = written.iter().map(String::as_str).collect();
    change.help = format!("write {}", all_of(&written));
    // A single small letter may be a slip for another man's.
    let single = code == Code::VariantCapitals && change.edits.len() == 1;
    Some(change.presumed(single)).filter(|change| !change.edits.is_empty())
}

/// Letters of several men without blanks between them, `QRBN`, or with slashes, `Q/R/B/N`.
fn glued(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let (from, joint) = match slip.section {
        Some(Section::Rules) => (halves(text)?.2, ", "),
        Some(Section::Endings) if text.starts_with("only ") => (0, " "),
        Some(Section::Endings) => (0, " or "),
        _ => return None,
    };
    let is_glued = |word: &str| {
        let letters = word.bytes().filter(u8::is_ascii_uppercase).count();
        letters > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'/')
    };
    let (at, word) = words(text, from).find(|(_, word)| is_glued(word))?;
    let men: Vec<String> = word.chars().filter(char::is_ascii_uppercase).map(String::from).collect();
    // A man that is named twice may be a slip.
    let twice = men.iter().enumerate().any(|(at, man)| men[..at].contains(man));
    let (joined, men) = (if word.contains('/') { "slashes" } else { "nothing" }, men.join(joint));
    let message = format!("there is {joined} between these men");
    let change = Change::new(Code::VariantOtherWords, message, "one word", format!("write `{men}`"));
    Some(change.edit(place(slip, at, word.len()), men).presumed(twice))
}

/// A list of men without the `to` before it.
fn to_missing(slip: Slip<'_>) -> Option<Change> {
    let (_, value, from) = halves(slip.piece.text).filter(|_| slip.section == Some(Section::Rules))?;
    let list = value.match_indices(", ").map(|(at, comma)| at + comma.len());
    let at = list.into_iter().find(|&at| value[at..].starts_with(|c: char| c.is_ascii_uppercase()))?;
    let change = Change::new(
        Code::VariantOtherWords,
        "`to` stands before what a man becomes",
        "what it becomes",
        "as in `to Q or R`",
    );
    Some(change.at(place(slip, from + at, 1)).edit(place(slip, from + at, 0), "to "))
}
