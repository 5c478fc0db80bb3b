//! Rules of a game as a page of text, with boards, men, rules and endings in words.

use super::sentences::{self, Paragraph, hands_sentence, shuffle_sentences};
use super::unusual;
use crate::betza;
use crate::check::{Checked, Replaced};
use crate::model::{Component, GameResult, KindId, Setup, Variant};
use crate::notation::{board_diagram, man_name, name_sides};
use crate::picture::{Facings, View, views};
use crate::prose;

/// The width of a page in characters.
const WIDTH: usize = 90;

/// The maximum number of squares that are listed; a setup that differs on more from the first one is drawn.
const MAX_DIFFERENCES: usize = 6;

/// Writes the page of a game.
pub fn game(variant: &Variant) -> String {
    page_of(variant, &Replaced::default())
}

/// Writes the page of a definition; a man, a rule or an ending there also names the inherited line that it replaces. A
/// definition with errors has no page.
///
/// ```
/// use weakfish::{BuiltIns, Source, check, rulebook::page};
///
/// let text = "game \"Mine\" extends fide\nendings\n  stalemated: loses\n  the rest: inherited\n";
/// let page = page::of(&check(&Source::new("mine.variant", text), &BuiltIns)).unwrap();
/// assert!(page.contains("In place of `stalemated: draw`."));
/// ```
pub fn of(checked: &Checked) -> Option<String> {
    Some(page_of(checked.variant()?, &checked.replaced))
}

/// Writes the page of a game that replaces these lines.
fn page_of(variant: &Variant, replaced: &Replaced) -> String {
    let mut page = Page::default();
    page.line(&variant.title);
    page.line(&"=".repeat(variant.title.chars().count()));
    page.wrapped("", variant.about.as_deref().unwrap_or_default());
    page.wrapped("", &origin(variant));
    for setup in &variant.setups {
        page.gap();
        write_setup(&mut page, variant, setup);
    }
    if let Some(sentence) = sentences::setups_replaced(replaced) {
        page.gap();
        page.wrapped("", &sentence);
    }
    page.heading("Men");
    for sentence in sentences::basics(variant) {
        page.wrapped("", &sentence);
    }
    for id in kinds_in_play(variant) {
        page.gap();
        write_man(&mut page, variant, id, Facings::AtStart, replaced);
    }
    page.heading("Rules");
    for rule in sentences::rules(variant, replaced) {
        page.paragraph(&rule);
    }
    page.heading("Endings");
    page.wrapped("", &endings_intro(variant));
    page.gap();
    for (number, ending) in (1..).zip(sentences::endings(variant, replaced)) {
        page.paragraph(&Paragraph { title: format!("{number}. {}", ending.title), ..ending });
    }
    name_sides(variant, page.text)
}

/// Writes the page of a man, with all its facings.
pub fn man(variant: &Variant, id: KindId) -> String {
    let mut page = Page::default();
    write_man(&mut page, variant, id, Facings::All, &Replaced::default());
    name_sides(variant, page.text)
}

/// Writes the section of a page with the most unusual sentences of a game; nothing if all of them are usual.
pub fn unusual(variant: &Variant) -> String {
    let sentences = unusual::sentences(variant);
    let mut page = Page::default();
    if !sentences.is_empty() {
        page.heading("Unusual");
        page.wrapped("", "Few of the built-in games have sentences such as these.");
        page.gap();
    }
    for (number, sentence) in (1..).zip(sentences) {
        page.wrapped_from("", "  ", &format!("{number}. {sentence}"));
    }
    page.text
}

/// The sentence on the time when the endings are tested.
pub(super) fn endings_intro(variant: &Variant) -> String {
    let draws = variant.endings.iter().any(|ending| ending.result == GameResult::DrawOnClaim || ending.tie_on_claim);
    let wins = variant.endings.iter().any(|ending| ending.on_claim);
    let unless = match (draws, wins) {
        (false, false) => "",
        (true, false) => ", unless it is a draw that nobody claims",
        (false, true) => ", unless it is a win that nobody claims",
        (true, true) => ", unless it is a draw or a win that nobody claims",
    };
    let lapsing = if wins {
        " A player who could claim a win and moves instead passes it up for the rest of the game: it can claim none any \
         more, and where it would win less than a point the game is a draw."
    } else {
        ""
    };
    format!("Tested in this order before each move; the first that holds ends the game{unless}.{lapsing}")
}

/// The sentences about the inventor of the game, the year, and the source.
pub(super) fn origin(variant: &Variant) -> String {
    let made = match (&variant.inventor, variant.year) {
        (Some(inventor), Some(year)) => format!("Invented by {inventor}, {year}."),
        (Some(inventor), None) => format!("Invented by {inventor}."),
        (None, Some(year)) => format!("From {year}."),
        (None, None) => String::new(),
    };
    let source = variant.source.as_ref().map(|source| format!("Source: {source}."));
    let letters =
        variant.letters.iter().map(|letter| format!("{} as {}", variant.kind(letter.kind).symbol, letter.written));
    let letters = (!variant.letters.is_empty()).then(|| format!("Other programs write {}.", prose::all_of(letters)));
    let sentences = [made, source.unwrap_or_default(), letters.unwrap_or_default()];
    sentences.join(" ").trim().to_owned()
}

/// The differences of a setup from the first one, if they are few: `as standard, but N on b3`.
pub(super) fn difference_from_first(variant: &Variant, setup: &Setup) -> Option<String> {
    let first = variant.setups.first().filter(|first| first.name != setup.name)?;
    let differences = board_diagram::differences(variant, &first.men, &setup.men);
    (differences.len() <= MAX_DIFFERENCES).then(|| format!("as {}, but {}", first.name, differences.join(", ")))
}

/// Writes a setup: its board, or its differences from the first one.
fn write_setup(page: &mut Page, variant: &Variant, setup: &Setup) {
    if let Some(difference) = difference_from_first(variant, setup) {
        let hands = hands_sentence(variant, setup).map_or_else(String::new, |hands| format!(" {hands}"));
        let shuffle = shuffle_sentences(variant, setup).map_or_else(String::new, |shuffle| format!(" {shuffle}"));
        return page.wrapped("", &format!("Setup {}: {difference}.{hands}{shuffle}", setup.name));
    }
    page.line(&format!("Setup {}", setup.name));
    page.gap();
    page.indented("  ", &board_diagram::draw(variant, &setup.men));
    for sentence in [hands_sentence(variant, setup), shuffle_sentences(variant, setup)].into_iter().flatten() {
        page.gap();
        page.wrapped("", &sentence);
    }
}

/// The kinds in the order of a page: those that stand in a setup, then the others.
pub(super) fn kinds_in_play(variant: &Variant) -> impl Iterator<Item = KindId> {
    let stands = |id| variant.setups.iter().flat_map(|setup| &setup.men).any(|man| man.kind == id);
    let (standing, others): (Vec<_>, Vec<_>) = variant.kinds().map(|(id, _)| id).partition(|&id| stands(id));
    standing.into_iter().chain(others)
}

/// Writes a man: its name, properties and movements.
fn write_man(page: &mut Page, variant: &Variant, id: KindId, facings: Facings, replaced: &Replaced) {
    let kind = variant.kind(id);
    let written = |part: &Component| match &part.name {
        Some(name) => format!("{name} {}", part.written()),
        None => part.written().to_owned(),
    };
    let betza: Vec<_> = kind.components.iter().map(written).collect();
    page.line(&format!("{}  {}: {}", kind.symbol, man_name(variant, id), betza.join(" + ")));
    for sentence in sentences::man(variant, id).into_iter().chain(sentences::in_place_of(&replaced.by_man(id))) {
        page.wrapped("   ", &sentence);
    }
    for view in views(variant, id, facings) {
        write_movement(page, variant, &view);
    }
}

/// Writes a movement in words and as a diagram.
fn write_movement(page: &mut Page, variant: &Variant, view: &View) {
    if !view.movement.paths.is_empty() {
        page.gap();
    }
    page.wrapped("   ", &view.in_words());
    if !view.movement.paths.is_empty() {
        page.gap();
        page.indented("     ", &betza::diagram_on(&view.movement, variant.board));
    }
}

/// A page under construction.
#[derive(Default)]
pub(super) struct Page {
    text: String,
}

impl Page {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Writes a line.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Writes an empty line, unless one stands there already.
    pub(super) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn heading(&mut self, heading: &str) {
        self.gap();
        self.line(heading);
        self.line(&"-".repeat(heading.len()));
    }

    /// Writes the lines of a text behind a margin.
    pub(super) fn indented(&mut self, margin: &str, text: &str) {
        for line in text.lines() {
            self.line(&format!("{margin}{line}"));
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        self.wrapped_from("", "  ", &format!("{}. {}", paragraph.title, paragraph.text));
    }

    fn wrapped(&mut self, margin: &str, text: &str) {
        self.wrapped_from(margin, margin, text);
    }

    /// Writes a text broken into lines at its blanks; `first` and `rest` are the margins of the first line and of the
    /// others.
    pub(super) fn wrapped_from(&mut self, first: &str, rest: &str, text: &str) {
        let mut line = String::new();
        let mut length = 0;
        for word in text.split_whitespace() {
            let word_length = word.chars().count();
            if length > 0 && length + 1 + word_length > WIDTH {
                self.line(&line);
                length = 0;
            }
            if length == 0 {
                let margin = if line.is_empty() { first } else { rest };
                line = format!("{margin}{word}");
                length = margin.len() + word_length;
            } else {
                line.push(' ');
                line.push_str(word);
                length += 1 + word_length;
            }
        }
        if length > 0 {
            self.line(&line);
        }
    }
}
