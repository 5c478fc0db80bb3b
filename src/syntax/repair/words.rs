//! Words that the language says otherwise.

use super::change::{Change, Slip, outside_quotes};
use crate::diagnostic::{Code, Edit};
use crate::source::Span;
use crate::syntax::ast::Section;

/// Where a word is said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    /// In the title.
    Title,
    /// As a heading.
    Heading,
    /// Before a colon.
    Key,
    /// After a colon.
    Value,
    /// As all that stands after a colon.
    WholeValue,
}

use Where::{Heading, Key, Title, Value, WholeValue};

/// Words that people are likely to write, and those of the language. The longer ones come first.
const WORDS: &[(Where, &str, &str)] = &[
    (Title, "inherits from", "extends"),
    (Title, "inherits", "extends"),
    (Title, "based on", "extends"),
    (Title, "derives from", "extends"),
    (Title, "extending", "extends"),
    (Title, "from", "extends"),
    (Title, "variant", "game"),
    (Heading, "man", "men"),
    (Heading, "pieces", "men"),
    (Heading, "piece types", "men"),
    (Heading, "units", "men"),
    (Heading, "figures", "men"),
    (Heading, "army", "men"),
    (Heading, "armies", "men"),
    (Heading, "zones", "regions"),
    (Heading, "areas", "regions"),
    (Heading, "laws", "rules"),
    (Heading, "results", "endings"),
    (Heading, "goals", "endings"),
    (Heading, "end", "endings"),
    (Heading, "end conditions", "endings"),
    (Heading, "win conditions", "endings"),
    (Heading, "game end", "endings"),
    (Key, "state", "facing"),
    (Key, "states", "facing"),
    (Key, "orientation", "facing"),
    (Key, "direction", "facing"),
    (Key, "author", "inventor"),
    (Key, "designer", "inventor"),
    (Key, "size", "board"),
    (Key, "board size", "board"),
    (Key, "description", "about"),
    (Key, "to move", "first"),
    (Key, "first player", "first"),
    (Key, "promote", "promotion"),
    (Key, "double step of", "long step of"),
    (Key, "initial step of", "long step of"),
    (Key, "fen", "position"),
    (Key, "moves", "play"),
    (Key, "result", "expect"),
    (Key, "expected", "expect"),
    (Key, "mate", "checkmate"),
    (Key, "no moves", "stalemate"),
    (Key, "threefold repetition", "position 3 times"),
    (Key, "fivefold repetition", "position 5 times"),
    (Key, "repetition 3 times", "position 3 times"),
    (Key, "50 move rule", "50 moves without progress"),
    (Key, "50-move rule", "50 moves without progress"),
    (Key, "fifty move rule", "50 moves without progress"),
    (Key, "fifty-move rule", "50 moves without progress"),
    (Key, "fifty moves", "50 moves without progress"),
    (Key, "75 move rule", "75 moves without progress"),
    (Key, "three checks", "3 checks given"),
    (Key, "3 checks", "3 checks given"),
    (Key, "rest", "the rest"),
    (Key, "others", "the rest"),
    (Key, "pass", "passing"),
    (Key, "captures", "capture"),
    (Value, "can only be captured by", "captured only by"),
    (Value, "only captured by", "captured only by"),
    (Value, "captures only by", "captured only by"),
    (Value, "only captures", "captures only"),
    (Value, "cannot capture", "never captures"),
    (Value, "can't capture", "never captures"),
    (Value, "does not capture", "never captures"),
    (Value, "rotates by", "turns"),
    (Value, "turns by", "turns"),
    (Value, "rotates", "turns"),
    (Value, "rotate", "turns"),
    (Value, "turn", "turns"),
    (Value, "degrees", ""),
    (Value, "deg", ""),
    (Value, "move/capture", "m/c"),
    (Value, "capture/move", "c/m"),
    (Value, "mc", "m/c"),
    (Value, "cm", "c/m"),
    (Value, "restricted to", "stays in"),
    (Value, "confined to", "stays in"),
    (Value, "stay in", "stays in"),
    (Value, "replaces", "instead of"),
    (Value, "in place of", "instead of"),
    (Value, "towards", "toward"),
    (Value, "queenside", "toward R"),
    (Value, "and", ","),
    (Value, "&", "and"),
    (Value, "&", ","),
    (Value, "victory", "wins"),
    (Value, "defeat", "loses"),
    (Value, "tie", "draw"),
    (Value, "drawn", "draw"),
    (Value, "claimable draw", "draw on claim"),
    (Value, "draw by claim", "draw on claim"),
    (WholeValue, "-", "none"),
    (WholeValue, "removed", "none"),
    (WholeValue, "remove", "none"),
    (WholeValue, "white moves first", "white"),
    (WholeValue, "w", "white"),
    (WholeValue, "b", "black"),
    (WholeValue, "mirrored", "mirrors white"),
    (WholeValue, "mirror", "mirrors white"),
    (WholeValue, "rotated", "rotates white"),
    (WholeValue, "mandatory", "compulsory"),
    (WholeValue, "forced", "compulsory"),
    (WholeValue, "obligatory", "compulsory"),
    (WholeValue, "must", "compulsory"),
];

/// Numbers in words, from 1 on.
const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The usual names of movements, in Betza notation.
const MOVEMENTS: &[(&str, &str)] = &[
    ("king", "K"),
    ("queen", "Q"),
    ("rook", "R"),
    ("bishop", "B"),
    ("knight", "N"),
    ("wazir", "W"),
    ("ferz", "F"),
    ("fers", "F"),
    ("dabbaba", "D"),
    ("dabbabah", "D"),
    ("alfil", "A"),
    ("elephant", "A"),
    ("threeleaper", "H"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("tripper", "G"),
    ("nightrider", "NN"),
    ("commoner", "K"),
];

/// The men of chess.
const MEN: &[(&str, &str)] =
    &[("king", "K"), ("queen", "Q"), ("rook", "R"), ("bishop", "B"), ("knight", "N"), ("pawn", "P")];

/// Changes of words.
pub(super) fn changes(slip: Slip<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    changes.extend(capitals(slip));
    changes.extend(man(slip));
    changes.extend(movement(slip));
    changes.extend(WORDS.iter().filter_map(|&(place, written, meant)| word(slip, place, written, meant)));
    changes.extend(angle_signs(slip));
    changes.extend(numbers(slip));
    changes.extend(men_by_name(slip));
    changes.extend(to_missing(slip));
    changes
}

/// The parts of a statement before and after its colon, with where the second one begins.
fn halves(text: &str) -> Option<(&str, &str, usize)> {
    let (key, rest) = text.split_once(':').filter(|(key, _)| key.matches('"').count() % 2 == 0)?;
    let value = rest.trim_start();
    Some((key.trim_end(), value, text.len() - value.len()))
}

fn place(slip: Slip<'_>, from: usize, len: usize) -> Span {
    Span::new(slip.piece.start + from, slip.piece.start + from + len)
}

fn is_word_part(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'\''))
}

/// Where some words stand as whole words, in a text.
fn find_words(text: &str, words: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let alone = |at: &usize| {
        let letters = words.starts_with(|c: char| c.is_ascii_alphanumeric());
        !letters || !(*at > 0 && is_word_part(bytes.get(at - 1)) || is_word_part(bytes.get(at + words.len())))
    };
    outside_quotes(text, words).find(alone)
}

/// `extends: NAME` on a line of its own.
pub(super) fn extends_line(slip: Slip<'_>) -> Option<Change> {
    let (key, base, _) = halves(slip.piece.text)?;
    let end =
        slip.title_end.filter(|_| matches!(&*key.to_ascii_lowercase(), "extends" | "parent" | "base" | "inherits"))?;
    let extends = format!(" extends {}", base.trim_matches('"').to_ascii_lowercase());
    let help = format!("write `game \"…\"{extends}`");
    let change =
        Change::new(Code::VariantOtherWords, "the game that this one changes stands in the title", "not here", help);
    let span = slip.piece.span();
    Some(change.at(span).edit(span, "").edit(Span::at(end), extends))
}

fn word(slip: Slip<'_>, context: Where, written: &str, meant: &str) -> Option<Change> {
    let text = slip.piece.text;
    let halves = halves(text);
    let (from, within) = match (context, halves) {
        (Title, None) if slip.section == Some(Section::Facts) => (0, text),
        (Heading, None) => (0, text),
        (Key, Some((key, ..))) => (0, key),
        (Value | WholeValue, Some((_, value, from))) => (from, value),
        _ => return None,
    };
    let lower = within.to_ascii_lowercase();
    let at = match context {
        Heading | WholeValue => (lower == written).then_some(0)?,
        _ => find_words(&lower, written)?,
    };
    let (from, mut len) = (from + at, written.len());
    let mut start = from;
    if meant.is_empty() || meant == "," {
        // The blank before it goes too.
        let gap = text[..start].len() - text[..start].trim_end_matches(' ').len();
        (start, len) = (start - gap, len + gap);
    }
    let change = if meant.is_empty() {
        Change::new(Code::VariantOtherWords, format!("`{written}` is not said"), "needless", "leave it out")
    } else if meant == "," {
        Change::new(
            Code::VariantOtherWords,
            format!("`{written}` does not join these"),
            "no comma",
            "put a comma between them",
        )
    } else {
        Change::new(
            Code::VariantOtherWords,
            format!("`{written}` is called `{meant}` here"),
            "other words",
            format!("write `{meant}`"),
        )
    };
    Some(change.at(place(slip, from, written.len())).edit(place(slip, start, len), meant))
}

/// Capitals where small letters are meant: in words of more than one letter.
fn capitals(slip: Slip<'_>) -> Vec<Change> {
    let text = slip.piece.text;
    let split = halves(text).map_or(text.len(), |(_, _, at)| at);
    let lowered = |from: usize, to: usize| {
        let mut change = Change::new(Code::VariantCapitals, "these are small letters in the language", "capitals", "");
        let mut quoted = false;
        let mut at = from;
        for word in text[from..to].split_inclusive([' ', ':', ',']) {
            let bare = word.trim_end_matches([' ', ':', ',']);
            let lower = bare.to_ascii_lowercase();
            let is_word = bare.len() > 1 && bare.chars().all(|c| c.is_ascii_alphabetic() || c == '-') && !quoted;
            if is_word && lower != bare {
                change.help = format!("write `{lower}`");
                change = change.edit(place(slip, at, bare.len()), lower);
            }
            quoted ^= word.matches('"').count() % 2 == 1;
            at += word.len();
        }
        Some(change).filter(|change| !change.edits.is_empty())
    };
    [lowered(0, split), lowered(split, text.len()), lowered(0, text.len())].into_iter().flatten().collect()
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
        return Some(change.edit(place(slip, 0, 1), capital))
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

/// A movement in words or in pieces: `rook and knight`, `R + N`, `R, N`.
fn movement(slip: Slip<'_>) -> Option<Change> {
    let (_, value, from) = halves(slip.piece.text).filter(|_| slip.section == Some(Section::Men))?;
    let mut letters = String::new();
    let (mut end, mut at, mut parts, mut named) = (0, 0, 0, false);
    for word in value.split_inclusive([' ', '+', ',', '/', '&']) {
        let bare = word.trim_end_matches([' ', '+', ',', '/', '&']);
        let lower = bare.to_ascii_lowercase();
        let movement = MOVEMENTS.iter().find(|(name, _)| *name == lower.strip_suffix('s').unwrap_or(&lower));
        match movement {
            Some((_, movement)) => {
                letters.push_str(movement);
                named = true;
            }
            None if bare.is_empty() || matches!(&*lower, "and" | "or" | "plus") => {
                at += word.len();
                continue;
            }
            None if bare
                .bytes()
                .next_back()
                .is_some_and(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b']') =>
            {
                letters.push_str(bare);
            }
            None => break,
        }
        parts += 1;
        end = at + bare.len();
        at += word.len();
    }
    if parts == 0 || parts == 1 && !named {
        return None;
    }
    let message = if named { "a movement is written in Betza notation" } else { "a movement is one word" };
    let change = Change::new(Code::VariantMovementForm, message, "the movement", format!("write `{letters}`"));
    Some(change.edit(place(slip, from, end), letters))
}

/// Degrees as a sign.
fn angle_signs(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let found: Vec<usize> = text.match_indices(['°', 'º']).map(|(at, _)| at).collect();
    let change = Change::new(
        Code::VariantForeignSign,
        "angles are numbers without a sign",
        "no sign of the language",
        "leave out the sign for degrees",
    );
    let change = found.iter().fold(change, |change, at| change.edit(place(slip, *at, '°'.len_utf8()), ""));
    Some(change).filter(|change| !change.edits.is_empty())
}

/// The men of chess by their names, where a line has their letters, and letters that should be capitals.
fn men_by_name(slip: Slip<'_>) -> Vec<Change> {
    let rest = |words: &mut Change, from: usize, text: &str| {
        let mut at = from;
        for word in text.split_inclusive([' ', ',', ':']) {
            let bare = word.trim_end_matches([' ', ',', ':']);
            let lower = bare.to_ascii_lowercase();
            let name = MEN.iter().find(|(name, _)| *name == lower.strip_suffix('s').unwrap_or(&lower));
            if let Some((_, letter)) = name {
                words.help = format!("write `{letter}`");
                words.edits.push(Edit::new(place(slip, at, bare.len()), *letter));
            }
            at += word.len();
        }
    };
    let text = slip.piece.text;
    if !matches!(slip.section, Some(Section::Rules | Section::Endings)) {
        return Vec::new();
    }
    let mut named = Change::new(Code::VariantOtherWords, "men are written as their letters", "a name", "");
    rest(&mut named, 0, text);
    let mut small =
        Change::new(Code::VariantCapitals, "men are written as capitals, whoever owns them", "a small letter", "");
    let from = halves(text).map_or(0, |(_, _, at)| at);
    let mut at = from;
    for word in text[from..].split_inclusive([' ', ',']) {
        let bare = word.trim_end_matches([' ', ',']);
        if bare.len() == 1 && bare.bytes().all(|byte| byte.is_ascii_lowercase()) {
            let capital = bare.to_ascii_uppercase();
            small.help = format!("write `{capital}`");
            small.edits.push(Edit::new(place(slip, at, 1), capital));
        }
        at += word.len();
    }
    [named, small].into_iter().filter(|change| !change.edits.is_empty()).collect()
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

/// Numbers in words.
fn numbers(slip: Slip<'_>) -> Option<Change> {
    let lower = slip.piece.text.to_ascii_lowercase();
    let mut change = Change::new(Code::VariantOtherWords, "numbers are written in digits", "a word", "");
    for (number, word) in (1..).zip(NUMBERS) {
        if let Some(at) = find_words(&lower, word) {
            change.help = format!("write `{number}`");
            change = change.edit(place(slip, at, word.len()), number.to_string());
        }
    }
    Some(change).filter(|change| !change.edits.is_empty())
}
