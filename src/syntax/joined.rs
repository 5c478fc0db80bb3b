//! Conditions and squares that `and` or a comma joins. Whether one of them is enough decides the game, so that a line with
//! both readings is refused and its help names both.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::construct::Section;
use super::hints::single_blanks;
use super::lines::{Item, TextSlice};
use crate::diagnostic::{Code, Diagnostic};
use crate::prose::any_of;
use weakfish_grammar::variant::Rule;

/// What is said of a line, and the line to write if there is only one.
struct Joined {
    message: &'static str,
    help: String,
    written: Option<String>,
}

/// The diagnostic for a line that can't be read since it joins conditions or squares.
pub(super) fn joined_error(section: Section, item: Item<'_>) -> Option<Diagnostic> {
    let (key, value) = (single_blanks(item.key.text), single_blanks(item.value.text));
    let (joined, place) = match section {
        Section::Endings => {
            let joined = men_on_squares(&key, &value).or_else(|| squares_of_men(&key, &value));
            let joined = joined.or_else(|| conditions(&key, &value)).or_else(|| turn_first(&key, &value));
            (joined?, item.key)
        }
        Section::Regions => (ranks_and_files(&value)?, item.value),
        _ => return None,
    };
    let diagnostic = Diagnostic::error(Code::VariantTwoReadings, place.span(), joined.message).label("which of these?");
    let diagnostic = diagnostic.help(joined.help);
    Some(match joined.written {
        Some(written) => diagnostic.edit(place.span(), written),
        None => diagnostic,
    })
}

/// `K and Q on hill`, `2 P and N on hill`.
fn men_on_squares(key: &str, value: &str) -> Option<Joined> {
    let (men, place) = key.split_once(" on ").or_else(|| key.split_once(" in "))?;
    let (side, men) = split_side(men);
    let men = men.strip_prefix("both ").unwrap_or(men);
    let (number, men) = split_number(men);
    let words: Vec<&str> = men.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let (joints, men): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| matches!(*word, "and" | "or" | "&"));
    if men.len() < 2 || !joints.iter().any(|word| *word != "or") || !men.iter().all(|man| is_symbol(man)) {
        return None;
    }
    let count = men.len();
    let one = format!("{} on {place}", any_of(men));
    let has = if side.is_empty() { "" } else { "has " };
    let help = if number.is_empty() {
        format!(
            "write `{side}{one}: {value}`, where one of them is enough; or `{side}{has}{count} {one}: {value}`, where {count} of them must stand there"
        )
    } else {
        format!(
            "write `{side}{has}{number}{one}: {value}`, where they are counted together; no definition can say that each must stand there"
        )
    };
    let message = "this says not whether one of these men is enough";
    is_condition(&one).then_some(Joined { message, help, written: None })
}

/// `P on e4 and e5`, `K on rank 4 and file c`.
fn squares_of_men(key: &str, value: &str) -> Option<Joined> {
    let (men, place) = key.split_once(" on ").or_else(|| key.split_once(" in "))?;
    let (one, other) = place.split_once(" and ")?;
    let either = format!("{men} on {one} or {other}");
    if ![one, other].iter().all(|area| TextSlice::new(area, 0).is(Rule::region_value)) || !is_condition(&either) {
        return None;
    }
    let (side, men) = split_side(men);
    let (number, _) = split_number(men);
    let has = if side.is_empty() { "" } else { "has " };
    let both = match crossing(one, other).or_else(|| crossing(other, one)) {
        Some(crossing) => format!("; or `{side}{men} on {crossing}: {value}`, where they cross"),
        None if number.is_empty() => {
            format!("; or `{side}{has}2 {men} on {one} or {other}: {value}`, where two of these men must stand there")
        }
        None => String::new(),
    };
    Some(Joined {
        message: "this says not whether one of these squares is enough",
        help: format!("write `{either}: {value}`, where any of these squares counts{both}"),
        written: None,
    })
}

/// `K on hill, no P`, `no P and no N`.
fn conditions(key: &str, value: &str) -> Option<Joined> {
    const JOINTS: [&str; 4] = [", and ", ", ", " and ", " & "];
    let mut parts: Vec<String> = Vec::new();
    let (mut rest, mut joint) = (key, "");
    let (mut has_comma, mut has_option) = (false, false);
    loop {
        let next = JOINTS.iter().filter_map(|joint| Some((rest.find(joint)?, *joint))).min_by_key(|(at, _)| *at);
        let piece = &rest[..next.map_or(rest.len(), |(at, _)| at)];
        // `K on hill and safe`, `K on hill and to move`: a comma stands before an option.
        let option = parts.last().map(|last| format!("{last}, {piece}"));
        match (parts.last_mut(), option.filter(|option| is_condition(option))) {
            (Some(last), Some(option)) => {
                has_option |= joint != ", ";
                *last = option;
            }
            _ if is_condition(piece) => {
                has_comma |= joint == ", ";
                parts.push(piece.to_owned());
            }
            _ => return None,
        }
        let Some((at, next)) = next else { break };
        (rest, joint) = (&rest[at + next.len()..], next);
    }
    if let ([only], true) = (parts.as_slice(), has_option) {
        let help = format!("write `{only}: {value}`");
        return Some(Joined { message: "a comma stands before an option", help, written: Some(only.clone()) });
    }
    if parts.len() < 2 || !parts.iter().any(|part| is_about_men(part)) {
        return None;
    }
    let lines = parts.iter().map(|part| format!("`{part}: {value}`")).collect::<Vec<_>>().join(" and below it ");
    let men_of = |part: &String| part.strip_prefix("no ").filter(|man| is_symbol(man)).map(str::to_owned);
    let Some(men) = parts.iter().map(men_of).collect::<Option<Vec<_>>>() else {
        return Some(Joined {
            message: "an ending has one condition",
            help: format!("write {lines}, where one of them is enough; no definition can say that both must hold"),
            written: None,
        });
    };
    let neither = format!("no {}", any_of(men));
    let help = format!("write `{neither}: {value}`");
    Some(Joined {
        message: "an ending has one condition",
        help: if has_comma {
            format!("{help}, where a side has none of these men; or {lines}, where it is enough to lack one of them")
        } else {
            help
        },
        written: (!has_comma).then_some(neither),
    })
}

/// `white to move, no P`.
fn turn_first(key: &str, value: &str) -> Option<Joined> {
    let turns = ["white to move", "black to move", "not to move", "to move"];
    let (turn, rest) = turns.iter().find_map(|turn| Some((*turn, key.strip_prefix(turn)?)))?;
    let condition = [", ", " and ", " & "].iter().find_map(|joint| rest.strip_prefix(joint))?;
    let behind = format!("{condition}, {turn}");
    if !is_condition(condition) || !is_condition(&behind) {
        return None;
    }
    let message = "who is to move stands behind the condition";
    let (side, _) = split_side(turn);
    if side.is_empty() {
        return Some(Joined { message, help: format!("write `{behind}: {value}`"), written: Some(behind) });
    }
    let [with, without] = ["has ", ""].map(|has| format!("{side}{has}{condition}, to move"));
    let of_side = if is_condition(&with) { with } else { without };
    let name = if turn.starts_with("white") { "White" } else { "Black" };
    is_condition(&of_side).then(|| Joined {
        message,
        help: format!(
            "write `{behind}: {value}`, where either side is meant and {name} is to move; or `{of_side}: {value}`, where only {name} is meant"
        ),
        written: None,
    })
}

/// `rank 3 to 6 and file c to f`.
fn ranks_and_files(value: &str) -> Option<Joined> {
    let (one, other) = value.split_once(" and ")?;
    let crossing = crossing(one, other).or_else(|| crossing(other, one))?;
    let is_read = [one, other].iter().all(|area| TextSlice::new(area, 0).is(Rule::region_value));
    is_read.then(|| Joined {
        message: "this says not whether a square of one of these is enough",
        help: format!("write `{crossing}`, the squares where they cross; or `{one}, {other}`, the squares of either"),
        written: None,
    })
}

/// The squares where ranks and files cross: `c3 to f6` for `rank 3 to 6` and `file c to f`.
fn crossing(ranks: &str, files: &str) -> Option<String> {
    let (own, ranks) = ranks.strip_prefix("own ").map_or(("", ranks), |ranks| ("own ", ranks));
    let range = |words: &str, noun: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        match words[..] {
            [of, from] if of.trim_end_matches('s') == noun => Some((from.to_owned(), from.to_owned())),
            [of, from, "to", to] if of.trim_end_matches('s') == noun => Some((from.to_owned(), to.to_owned())),
            _ => None,
        }
    };
    let ((low, high), (left, right)) = (range(ranks, "rank")?, range(files, "file")?);
    Some(if (&low, &left) == (&high, &right) {
        format!("{own}{left}{low}")
    } else {
        format!("{own}{left}{low} to {right}{high}")
    })
}

/// Splits `white` or `black` off a condition.
fn split_side(words: &str) -> (&str, &str) {
    let side = ["white ", "black "].iter().find(|side| words.starts_with(**side));
    words.split_at(side.map_or(0, |side| side.len()))
}

/// Splits a number off a list of men.
fn split_number(men: &str) -> (&str, &str) {
    let digits = men.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && men[digits..].starts_with(' ') { men.split_at(digits + 1) } else { ("", men) }
}

fn is_symbol(word: &str) -> bool {
    TextSlice::new(word, 0).read(Rule::symbol).is_ok_and(|symbol| symbol.text() == word)
}

fn is_condition(words: &str) -> bool {
    TextSlice::new(words, 0).is(Rule::ending_key)
}

/// Whether a condition is about men, which may be joined with any other.
fn is_about_men(condition: &str) -> bool {
    let of_men = [Rule::few, Rule::man_on, Rule::in_a_row, Rule::chain_of];
    TextSlice::new(condition, 0).read(Rule::ending_key).is_ok_and(|key| key.child_of(&of_men).is_some())
}
