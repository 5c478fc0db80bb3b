//! Men and squares: letters and names of men, lists of them, and movements in words.

use super::fix::{Fix, Line};
use crate::diagnostic::Code;
use crate::prose::{all_of, movement_named};
use crate::syntax::Section;

/// The men of chess.
const MEN: &[(&str, &str)] =
    &[("king", "K"), ("queen", "Q"), ("rook", "R"), ("bishop", "B"), ("knight", "N"), ("pawn", "P")];

/// Words of a sentence that describes a movement.
const FILLERS: &[&str] = &["moves", "move", "leaps", "leap", "slides", "like", "as", "a", "an", "the"];

/// The number of letters without blanks that are certainly a list of men.
const MIN_GLUED: usize = 4;

/// Separators of words.
const MARKS: &[char] = &[' ', ',', ':'];

/// Finds fixes of men, movements and lists of squares.
pub(super) fn fixes(line: Line<'_>) -> Vec<Fix> {
    [movement, small_letter, by_name, by_small_letter, glued, squares_apart]
        .iter()
        .filter_map(|fix| fix(line))
        .collect()
}

/// A movement in words or in pieces: `rook and knight`, `R + N`, `R, N`.
fn movement(line: Line<'_>) -> Option<Fix> {
    let (.., from) = line.halves().filter(|_| line.is_in(&[Section::Men]))?;
    let (mut letters, mut end, mut parts, mut named) = (String::new(), from, 0, false);
    for (at, word) in line.words(from, &[' ', '+', ',', '/', '&']) {
        let lower = word.to_ascii_lowercase();
        let is_atom = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b']';
        match movement_named(&lower) {
            // `K, king` has a movement and a wish.
            Some(movement) if letters == movement => break,
            Some(movement) => letters.push_str(movement),
            None if FILLERS.contains(&&*lower) => {
                named = true;
                continue;
            }
            None if matches!(&*lower, "" | "and" | "or" | "plus") => continue,
            None if word.bytes().next_back().is_some_and(is_atom) => letters.push_str(word),
            None => break,
        }
        named |= movement_named(&lower).is_some();
        parts += 1;
        end = at + word.len();
    }
    if parts == 0 || parts == 1 && !named {
        return None;
    }
    let message = if named { "a movement is written in Betza notation" } else { "a movement is one word" };
    let fix = Fix::new(Code::VariantMovementForm, message, format!("write `{letters}`"));
    // A single sign among blanks may be a slip for one of them.
    let pieces: Vec<&str> = line.text[from..end].split_ascii_whitespace().collect();
    let is_slip = parts > 1 && pieces.concat() == letters && pieces.iter().any(|piece| piece.len() == 1);
    Some(fix.edit(from, end - from, letters).unless_certain(!is_slip))
}

/// A small letter for a man.
fn small_letter(line: Line<'_>) -> Option<Fix> {
    let (key, ..) = line.halves().filter(|_| line.is_in(&[Section::Men]))?;
    let letter =
        key.split(' ').next().filter(|word| word.len() == 1 && word.bytes().all(|b| b.is_ascii_lowercase()))?;
    let capital = letter.to_ascii_uppercase();
    let message = format!("the letter of a man is a capital: `{letter}` is Black's man on a board");
    let fix = Fix::new(Code::VariantCapitals, message, format!("write `{capital}`")).label("a small letter");
    Some(fix.edit(0, 1, capital).unless_certain(false))
}

/// The byte from which a line has men by their letters.
fn men_from(line: Line<'_>) -> Option<usize> {
    let value = line.halves().map_or(0, |(_, _, at)| at);
    match line.section? {
        Section::Rules | Section::Endings => Some(0),
        _ if line.text.starts_with("setup ") => Some(value),
        // A man's name and its movement are no others.
        Section::Men => line.text[value..].find(',').map(|comma| value + comma),
        _ => None,
    }
}

/// The men of chess by their names, where a line has their letters.
fn by_name(line: Line<'_>) -> Option<Fix> {
    let named = |word: &str| {
        let lower = word.to_ascii_lowercase();
        let singular = lower.strip_suffix('s').unwrap_or(&lower);
        MEN.iter().find(|(name, _)| *name == singular).map(|(_, letter)| (*letter).to_owned())
    };
    let fix = Fix::new(Code::VariantOtherWords, "men are written as their letters", "").label("a name");
    letters(line, fix, men_from(line)?, named)
}

/// Small letters for men behind a colon.
fn by_small_letter(line: Line<'_>) -> Option<Fix> {
    let value = line.halves().map_or(0, |(_, _, at)| at);
    let capital = |word: &str| {
        let is_small = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
        is_small.then(|| word.to_ascii_uppercase())
    };
    let message = "men are written as capitals, whichever side owns them";
    let fix = Fix::new(Code::VariantCapitals, message, "").label("a small letter");
    let fix = letters(line, fix, men_from(line)?.max(value), capital)?;
    // A single one may be a slip for another man's.
    let is_certain = fix.edits.len() > 1;
    Some(fix.unless_certain(is_certain))
}

/// Turns words into letters.
fn letters(line: Line<'_>, fix: Fix, from: usize, letter: impl Fn(&str) -> Option<String>) -> Option<Fix> {
    let mut written: Vec<String> = Vec::new();
    let found = line.words(from, MARKS).filter_map(|(at, word)| Some((at, word, letter(word)?)));
    let mut fix = found.fold(fix, |fix, (at, word, letter)| {
        let quoted = format!("`{letter}`");
        if !written.contains(&quoted) {
            written.push(quoted);
        }
        fix.edit(at, word.len(), letter)
    });
    fix.diagnostic.help = Some(format!("write {}", all_of(&written)));
    fix.if_any()
}

/// Letters of several men without blanks between them, `QRBN`, or with slashes, `Q/R/B/N`.
fn glued(line: Line<'_>) -> Option<Fix> {
    let (from, joint) = match line.section? {
        Section::Rules => (line.halves()?.2, ", "),
        Section::Endings if line.text.starts_with("only ") => (0, " "),
        Section::Endings => (0, " or "),
        _ => return None,
    };
    let is_glued = |word: &str| {
        let letters = word.bytes().filter(u8::is_ascii_uppercase).count();
        letters > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'/')
    };
    let (at, word) = line.words(from, MARKS).find(|(_, word)| is_glued(word))?;
    let men: Vec<String> = word.chars().filter(char::is_ascii_uppercase).map(String::from).collect();
    // A letter may be a slip for another one, for a blank or for a comma.
    let is_list = word.contains('/') || men.len() >= MIN_GLUED;
    let is_certain = is_list && !men.iter().enumerate().any(|(at, man)| men[..at].contains(man));
    let (joined, men) = (if word.contains('/') { "slashes" } else { "nothing" }, men.join(joint));
    let fix = Fix::rewording(format!("there is {joined} between these men"), &men);
    Some(fix.edit(at, word.len(), men).unless_certain(is_certain))
}

/// Squares with blanks between them.
fn squares_apart(line: Line<'_>) -> Option<Fix> {
    let (.., from) = line.halves()?;
    let message = "these squares have nothing between them";
    let fix = Fix::new(Code::VariantForeignSign, message, "put commas between them").label("a blank");
    let words: Vec<(usize, &str)> = line.words(from, &[' ']).collect();
    let apart = words.windows(2).filter(|pair| is_square(pair[0].1) && is_square(pair[1].1.trim_end_matches(',')));
    apart.fold(fix, |fix, pair| fix.edit(pair[1].0 - 1, 0, ",")).if_any()
}

/// Whether a word is the name of a square, perhaps with a capital letter, on a board of any size.
pub(super) fn is_square(word: &str) -> bool {
    let (file, rank) = word.split_at_checked(1).unwrap_or_default();
    file.starts_with(|c: char| c.is_ascii_alphabetic()) && rank.parse::<u8>().is_ok()
}
