//! Markdown descriptions of men, squares and constructs.

use std::fmt::Write;

use weakfish::betza;
use weakfish::diagnostic::Code;
use weakfish::geometry::{Board, Side};
use weakfish::model::{KindId, ManState, Mode, PlacedMan, Variant};
use weakfish::notation::man_name;
use weakfish::picture::{Facings, views};
use weakfish::prose;
use weakfish::reference::{Entry, Form};
use weakfish::rulebook::sentences;

/// Maximum number of forms of a construct in a description.
const MAX_FORMS: usize = 8;

/// Preformatted block.
pub(super) fn block(text: &str) -> String {
    format!("```text\n{}\n```", text.trim_end())
}

/// Entry of the reference: summary, grammar and forms.
pub(super) fn entry(entry: &Entry) -> String {
    entry_about(entry, "")
}

/// Entry of the reference, reduced to the forms that contain a word if there are any.
pub(super) fn entry_about(entry: &Entry, word: &str) -> String {
    let has_word = |form: &&Form| {
        let words = |example: &str| example.split([' ', ',', ':']).any(|other| other == word);
        form.examples.iter().any(|example| words(example))
    };
    let with_word = entry.forms.iter().filter(has_word).count();
    let forms = entry.forms.iter().filter(|form| with_word == 0 || has_word(form));
    let mut text = format!("**{}** ({})\n\n{}", entry.name, entry.section, entry.summary);
    if !entry.grammar.is_empty() {
        let _ = write!(text, "\n\n{}", block(entry.grammar));
    }
    for (at, form) in forms.take(MAX_FORMS).enumerate() {
        let examples: Vec<_> = form.examples.iter().map(|example| format!("`{example}`")).collect();
        let _ = write!(text, "{}\n* {}: {}", if at == 0 { "\n" } else { "" }, examples.join(", "), form.meaning);
    }
    text
}

/// Explanation of a diagnostic code.
pub(super) fn code(code: Code) -> String {
    format!("**{code}**: {}\n\n{}", code.meaning(), code.explanation().text)
}

/// A man: movement, properties, and a diagram of each of its movements at the start.
pub(super) fn man(variant: &Variant, id: KindId) -> String {
    let mut text = man_in_words(variant, id);
    for view in views(variant, id, Facings::AtStart) {
        let _ = write!(text, "\n\n{}", view.in_words());
        if !view.movement.paths.is_empty() {
            let _ = write!(text, "\n\n{}", block(&betza::diagram_on(&view.movement, variant.board)));
        }
    }
    text
}

/// A man without diagrams.
pub(super) fn man_in_words(variant: &Variant, id: KindId) -> String {
    let kind = variant.kind(id);
    let parts = kind.components.iter().map(|part| match &part.name {
        Some(name) => format!("{name} `{}`", part.written()),
        None => format!("`{}`", part.written()),
    });
    let parts: Vec<_> = parts.filter(|part| part != "``").collect();
    let moves = if parts.is_empty() { "no movement".to_owned() } else { parts.join(" + ") };
    let mut text = format!("**{} {}**: {moves}", kind.symbol, man_name(variant, id));
    let sentences = sentences::man(variant, id);
    if !sentences.is_empty() {
        let _ = write!(text, "\n\n{}", sentences.join(" "));
    }
    text
}

/// A man on a board: whose it is, where it stands, how it faces, and where that lets it go.
pub(super) fn placed_man(variant: &Variant, man: &PlacedMan) -> String {
    let (name, square) = (man_name(variant, man.kind), variant.board.name(man.square));
    let mut text = format!("**{}'s {name}** on {square}{}", man.side, facing(&man.state));
    let kind = variant.kind(man.kind);
    let mut place = 0;
    for index in 0..kind.components.len() {
        let ways = kind.facings(man.side, variant.black, index);
        let wind = (ways.len() > 1).then(|| man.state.facings.get(place).copied()).flatten();
        place += usize::from(ways.len() > 1);
        let way = ways.iter().find(|way| wind.is_none_or(|wind| way.wind == wind));
        if let Some(way) = way.filter(|way| !way.movement.paths.is_empty()) {
            let _ = write!(text, "\n\n{}", block(&betza::diagram_on(&way.movement, variant.board)));
        }
    }
    text
}

fn facing(state: &ManState) -> String {
    let winds: Vec<_> = state.facings.iter().map(ToString::to_string).collect();
    let facing = if winds.is_empty() { String::new() } else { format!(", facing {}", winds.join(" and ")) };
    let mode = match state.mode {
        Some(Mode::Moving) => ", moving",
        Some(Mode::Capturing) => ", capturing",
        None => "",
    };
    facing + mode
}

/// A movement, or a part of one, in words and as a diagram.
pub(super) fn movement(text: &str, board: Option<Board>) -> Option<String> {
    let movement = betza::movement(text).0?;
    let words = prose::capitalized(&format!("{}.", betza::describe(&movement).join("; ")));
    let diagram = board.map_or_else(|| betza::diagram(&movement), |board| betza::diagram_on(&movement, board));
    Some(format!("`{text}`: {words}\n\n{}", block(&diagram)))
}

/// Squares for each side: once if both have the same.
pub(super) fn squares(variant: &Variant, of: impl Fn(Side) -> weakfish::geometry::SquareSet) -> String {
    let names = |side: Side| -> String {
        let set = of(side);
        let names: Vec<_> = set.iter().map(|square| variant.board.name(square)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    };
    let (white, black) = (names(Side::White), names(Side::Black));
    if white == black { white } else { format!("White: {white}\n\nBlack: {black}") }
}
