//! Words in the wrong order: what stands on the other side of the colon, or in another line.

use super::change::{Change, Slip, halves, outside_quotes, place};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::ast::Section;
use crate::syntax::grammar::Rule;
use crate::syntax::node::Piece;

/// Changes of the order.
pub(super) fn changes(slip: Slip<'_>) -> Vec<Change> {
    let all = [
        title,
        named,
        two_lines,
        two_conditions,
        label,
        swapped,
        colon_after_side,
        late_colon,
        early_colon,
        side_behind,
        squares_behind,
        squares_before,
        only,
    ];
    all.iter().filter_map(|change| change(slip)).collect()
}

fn order(message: &str, label: &'static str, written: &str) -> Change {
    Change::new(Code::VariantOtherWords, message, label, format!("write `{written}`"))
}

/// Puts other words in the place of some.
fn rewritten(slip: Slip<'_>, message: &str, label: &'static str, from: usize, len: usize, written: &str) -> Change {
    order(message, label, written).edit(place(slip, from, len), written)
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

/// Two facts on one line: `checkmate: loses, stalemate: draw`.
fn two_lines(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let (.., from) = halves(text).filter(|(_, value, _)| value.contains(':'))?;
    let second = outside_quotes(text, ":").find(|&at| at > from)?;
    let start = text[..second].rfind([',', ';']).filter(|&at| at > from)?;
    let change = order("each fact has a line of its own", "another one", text[start + 1..].trim_start());
    let change = change.at(place(slip, start + 2, second.saturating_sub(start + 2)));
    let gap = 1 + text[start + 1..].len() - text[start + 1..].trim_start().len();
    Some(change.edit(place(slip, start, gap), "\n  "))
}

/// Two conditions with one result: `checkmate or stalemate: loses`.
fn two_conditions(slip: Slip<'_>) -> Option<Change> {
    let (key, value, _) = halves(slip.piece.text).filter(|_| slip.section == Some(Section::Endings))?;
    let (first, second) = [", ", " or ", " and ", "/"].into_iter().find_map(|joint| key.split_once(joint))?;
    let written = format!("{first}: {value}\n  {second}: {value}");
    let message = "each condition has a line of its own, with its result";
    let change = Change::new(
        Code::VariantOtherWords,
        message,
        "two conditions",
        format!("write `{first}: {value}`, and `{second}: {value}` below it"),
    );
    Some(change.at(place(slip, 0, key.len())).edit(place(slip, 0, slip.piece.text.len()), written))
}

/// A label that is no single word: `draw (no moves left)`.
fn label(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let (_, value, from) = halves(text).filter(|_| slip.section == Some(Section::Endings))?;
    let inside = value.find('(')? + 1;
    let words = value[inside..].strip_suffix(')')?;
    let words_of = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words_of.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let change =
        order("a label is one word, of small letters, digits and hyphens", "another form", &format!("({joined})"));
    // A single other sign may stand for a letter.
    let signs =
        words.bytes().filter(|byte| !byte.is_ascii_lowercase() && !byte.is_ascii_digit() && *byte != b'-').count();
    Some(change.edit(place(slip, from + inside, words.len()), joined).presumed(signs == 1))
}

/// A title or the name of a test behind a colon: `game: Dragon Chess`.
fn named(slip: Slip<'_>) -> Option<Change> {
    let (key, name, _) =
        halves(slip.piece.text).filter(|(key, ..)| matches!(*key, "game" | "test" | "Game" | "Test"))?;
    let written = format!("{} \"{}\"", key.to_ascii_lowercase(), name.trim_matches(['"', '\'']));
    let message = "a heading has no colon, and its name stands in quotation marks";
    Some(rewritten(slip, message, "another form", 0, slip.piece.text.len(), &written))
        .filter(|_| !name.is_empty() && !name.starts_with('"'))
}

/// A title without `game`.
fn title(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let change = Change::new(Code::VariantIncomplete, "`game` is missing", "a title", format!("write `game {text}`"));
    let is_title = slip.section == Some(Section::Facts) && text.starts_with('"') && text.matches('"').count() == 2;
    is_title.then(|| change.at(slip.piece.span()).edit(place(slip, 0, 0), "game ").presumed(true))
}

/// `draw: stalemate`.
fn swapped(slip: Slip<'_>) -> Option<Change> {
    let (key, value, _) = halves(slip.piece.text).filter(|_| slip.section == Some(Section::Endings))?;
    let written = format!("{value}: {key}");
    let message = "the condition stands before the colon, and the result behind it";
    Some(rewritten(slip, message, "the other way round", 0, slip.piece.text.len(), &written))
}

/// `white: L lance: fR`, and `G: gryphon: fR`.
fn colon_after_side(slip: Slip<'_>) -> Option<Change> {
    let (key, value, _) = halves(slip.piece.text).filter(|(_, value, _)| value.contains(':'))?;
    if !matches!(slip.section, Some(Section::Men | Section::Regions | Section::Rules | Section::Endings)) {
        return None;
    }
    let change = order("one colon is too many", "not here", &format!("{key} {value}"));
    let colon = slip.piece.text.find(':')?;
    // Inside of a word another sign may be meant.
    let inside = !slip.piece.text[colon + 1..].starts_with([' ', '\t', ':']);
    Some(change.edit(place(slip, colon, 1), "").presumed(inside))
}

/// `G gryphon fR: turns 45`, with the movement before the colon.
fn late_colon(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let (key, value, _) = halves(text).filter(|_| slip.section == Some(Section::Men))?;
    let gap = key.rfind(' ')?;
    let movement = key[gap..].trim_start();
    let is_movement = movement.bytes().any(|byte| byte.is_ascii_uppercase()) && Piece::new(movement, 0).is(Rule::betza);
    let written = format!("{}: {movement}, {value}", key[..gap].trim_end());
    let message = "the movement stands behind the colon";
    is_movement.then(|| rewritten(slip, message, "the movement before it", 0, text.len(), &written))
}

/// `R: rook fW`, with the name behind the colon.
fn early_colon(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let (key, value, _) = halves(text).filter(|_| slip.section == Some(Section::Men))?;
    let (name, movement) = value.split_once(' ')?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let written = format!("{key} {name}: {}", movement.trim_start());
    let message = "the name of a man stands before the colon";
    (is_name && key.len() == 1).then(|| rewritten(slip, message, "the name behind it", 0, text.len(), &written))
}

/// `castling: none for black`.
fn side_behind(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let (key, value, from) = halves(text)?;
    let (rest, side) = ["white", "black"]
        .into_iter()
        .find_map(|side| Some((value.strip_suffix(side)?.trim_end().strip_suffix("for")?.trim_end(), side)))?;
    let written = format!("{side} {key}: {rest}");
    let change = order("the side stands at the beginning of the line", "the side", &written);
    let behind = place(slip, from + rest.len(), value.len() - rest.len());
    Some(change.at(behind).edit(place(slip, 0, 0), format!("{side} ")).edit(behind, ""))
}

/// `promotion of P: to Q on the last rank`.
fn squares_behind(slip: Slip<'_>) -> Option<Change> {
    let (_, value, from) = halves(slip.piece.text).filter(|_| slip.section == Some(Section::Rules))?;
    let (men, squares) = value.strip_prefix("to ")?.split_once(" on ")?;
    let written = format!("on {squares}, to {}", men.trim_end_matches([' ', ',']));
    let message = "the squares stand before what a man becomes there";
    Some(rewritten(slip, message, "the other way round", from, value.len(), &written))
}

/// `promotion of P on the last rank: to Q`.
fn squares_before(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let (key, value, _) = halves(text).filter(|_| slip.section == Some(Section::Rules))?;
    let (rule, squares) = key.split_once(" on ").filter(|_| value.starts_with("to "))?;
    let written = format!("{rule}: on {squares}, {value}");
    let message = "the squares stand behind the colon";
    Some(rewritten(slip, message, "the squares before it", 0, text.len(), &written))
}

/// `K v K: draw`, without `only`.
fn only(slip: Slip<'_>) -> Option<Change> {
    let (key, ..) = halves(slip.piece.text).filter(|_| slip.section == Some(Section::Endings))?;
    let lists = key.contains(" v ") && !key.starts_with("only");
    let change = Change::new(
        Code::VariantIncomplete,
        "`only` is missing",
        "the men that are left",
        format!("write `only {key}`"),
    );
    lists.then(|| change.at(place(slip, 0, key.len())).edit(place(slip, 0, 0), "only "))
}
