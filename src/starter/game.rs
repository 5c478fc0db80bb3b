//! A new game that extends another one.

use std::fmt::Write;

use super::{Title, heading, intro, shell_word, tests};
use crate::check::{CheckLevel, Checked, Refused, Resolver, check};
use crate::diagnostic::Report;
use crate::geometry::{Side, Square};
use crate::model::{KindId, Variant};
use crate::notation::symbol;
use crate::source::Source;
use crate::syntax::{Document, LineKind, Section};

/// A definition that extends another one, with the other's lines written out, each to be changed in its place. Lines that
/// would not mean the same here, or would be warned about, stand as comments.
///
/// `extends` is what stands behind that word, with its quotation marks if it is a path, and `base` the other definition.
/// `file` is the name of the new one, beside which `resolver` finds the other; without one the text names no commands.
///
/// # Errors
///
/// The reports on the other definition, if it has errors.
pub fn from_game(
    title: &Title,
    file: Option<&str>,
    extends: &str,
    base: &Source,
    resolver: &dyn Resolver,
) -> Result<String, Refused> {
    let checked = check(base, resolver, CheckLevel::Lines);
    let written = WrittenLines::from_reports(&checked);
    let game = checked.into_game()?;
    let variant = game.variant();
    let game_line = format!("game \"{}\" extends {extends}\n", title.text());
    let check_lines = |lines: &[String], depth: CheckLevel| {
        let text = lines.iter().fold(game_line.clone(), |text, line| text + line + "\n");
        check(&Source::new(file.unwrap_or_default(), text), resolver, depth)
    };
    let is_alike = |checked: &Checked| checked.variant().is_some_and(|other| other.plays_alike(variant));
    let plays_the_same = |lines: &[String]| is_alike(&check_lines(lines, CheckLevel::Lines));
    // The lines written so far, beside which those that follow must mean the same.
    let mut lines_so_far: Vec<String> = Vec::new();
    let base_name = extends.trim_matches('"');
    let description = format!("It is {} until a line here says otherwise.", variant.title);
    let mut text = intro(title, file, &description, Some(base_name)) + &heading(title, &format!(" extends {extends}"));
    for (mut lines, about) in written.sections() {
        if lines.is_empty() {
            continue;
        }
        if lines[0].starts_with("setup") && written.setups_are_derived() {
            let drawings = [false, true].map(|mirrored| drawn_setups(variant, mirrored));
            lines = drawings.into_iter().find(|drawing| plays_the_same(drawing)).unwrap_or(lines);
        }
        let _ = write!(text, "\n// {about}\n");
        let with_others = [&*lines_so_far, &*lines].concat();
        let checked = check_lines(&with_others, CheckLevel::Full);
        if is_alike(&checked) && checked.report.is_empty() {
            for line in &lines {
                let _ = writeln!(text, "{line}");
            }
            lines_so_far = with_others;
        } else if plays_the_same(&lines) {
            for line in &lines {
                let _ = writeln!(text, "// {line}");
            }
        } else if file.is_some() {
            let _ = writeln!(text, "// `weakfish show --source {}` prints them.", shell_word(base_name));
        } else {
            let _ = writeln!(text, "// They stand in the definition of {}.", variant.title);
        }
    }
    text.push('\n');
    text += &tests(&game, file);
    Ok(text)
}

/// Draws the setups of a game. `mirrored` is whether the men on the right half of the board start as mirror images.
fn drawn_setups(variant: &Variant, mirrored: bool) -> Vec<String> {
    let board = variant.board;
    let mut lines = Vec::new();
    for setup in &variant.setups {
        lines.push(format!("setup {}", setup.name));
        let cell = |square: Square| {
            let man = setup.men.iter().find(|man| man.square == square);
            let empty = if board.holes().contains(square) { "*" } else { "." };
            man.map_or_else(|| empty.to_owned(), |man| symbol(variant, man.side, man.kind))
        };
        let cells: Vec<String> = board.rectangle().map(cell).collect();
        let rows = cells.chunks(usize::from(board.files())).rev();
        lines.extend(rows.map(|row| format!("  {}", row.join(" "))));
        if mirrored {
            lines.push("  facing: toward the middle".to_owned());
        }
        let men = |side: Side| {
            let counted = move |&(kind, count): &(KindId, u8)| {
                let symbol = symbol(variant, side, kind);
                if count == 1 { symbol } else { format!("{count} {symbol}") }
            };
            setup.hands[side].iter().map(counted)
        };
        let hand: Vec<String> = Side::ALL.into_iter().flat_map(men).collect();
        if !hand.is_empty() {
            lines.push(format!("  hand: {}", hand.join(" ")));
        }
    }
    lines
}

/// Lines in force of a definition and of those that it extends.
#[derive(Default)]
struct WrittenLines {
    men: Vec<Item>,
    regions: Vec<Item>,
    rules: Vec<Item>,
    /// With their headings.
    setups: Vec<String>,
    /// With their heading.
    endings: Vec<String>,
}

/// A line of the form `what: how`.
struct Item {
    /// The side that it is for; `None` is both.
    side: Option<Side>,
    /// The words before the colon, without the side.
    key: String,
    value: String,
}

impl Item {
    /// An item from its text before and after the colon, the side taken off the former.
    fn new(key: &str, value: &str) -> Self {
        let (side, key) = match key.split_once(' ') {
            Some(("white", rest)) => (Some(Side::White), rest),
            Some(("black", rest)) => (Some(Side::Black), rest),
            _ => (None, key),
        };
        Self { side, key: key.to_owned(), value: value.to_owned() }
    }

    fn key_with_side(&self) -> String {
        match self.side {
            None => format!("{}:", self.key),
            Some(Side::White) => format!("white {}:", self.key),
            Some(Side::Black) => format!("black {}:", self.key),
        }
    }

    /// The letter of a man.
    fn letter(&self) -> Option<&str> {
        let letter = self.key.split(' ').next()?;
        letter.contains(|char: char| char.is_ascii_uppercase()).then_some(letter)
    }
}

impl WrittenLines {
    /// Collects the lines in force from the texts that were checked, the oldest first.
    fn from_reports(checked: &Checked) -> Self {
        let mut written = Self::default();
        for report in checked.base_reports.iter().chain([&checked.report]) {
            written.override_with(report);
        }
        written
    }

    /// Adds the lines of a text, each in the place of the inherited one that it overrides; setups and endings replace
    /// all inherited ones.
    fn override_with(&mut self, report: &Report) {
        let statements = statements(&report.source().text);
        let has_section = |section| statements.iter().any(|(of, _)| *of == section);
        if has_section(Section::Setup) {
            self.setups.clear();
        }
        if has_section(Section::Endings) {
            self.endings.clear();
        }
        for (section, statement) in &statements {
            match (section, statement) {
                (Section::Setup, line) => self.setups.push(line.text()),
                // What is taken out is no longer there to be inherited.
                (Section::Endings, Statement::Item(key, value)) if value == "none" && key != "the rest" => {}
                (Section::Endings, line) => self.endings.push(line.text()),
                (Section::Men, Statement::Item(key, value)) => self.add_man(key, value),
                (Section::Regions, Statement::Item(key, value)) => add_line(&mut self.regions, key, value),
                (Section::Rules, Statement::Item(key, value)) => add_line(&mut self.rules, key, value),
                _ => {}
            }
        }
    }

    /// Adds the line of a man. One that is written `instead of` another also takes its place in all inherited lines.
    fn add_man(&mut self, key: &str, value: &str) {
        let mut item = Item::new(key, value);
        let Some((before, replaced)) = value.rsplit_once("instead of ") else {
            let letter = item.letter().map(str::to_owned);
            return insert_or_replace(&mut self.men, item, |other| {
                letter.is_some() && other.letter() == letter.as_deref()
            });
        };
        before.trim_end().trim_end_matches(',').clone_into(&mut item.value);
        if let Some(new) = item.letter() {
            let lines = self.setups.iter_mut().chain(&mut self.endings);
            let rules = self.rules.iter_mut().flat_map(|rule| [&mut rule.key, &mut rule.value]);
            for text in lines.chain(rules) {
                *text = replace_letter(text, replaced, new);
            }
        }
        insert_or_replace(&mut self.men, item, |other| other.letter() == Some(replaced));
    }

    /// Whether all setups are made from others, and none is drawn.
    fn setups_are_derived(&self) -> bool {
        self.setups.iter().all(|line| line.starts_with("setup") && line.contains(':'))
    }

    /// The sections with what is said of each.
    fn sections(&self) -> [(Vec<String>, &'static str); 5] {
        let items = |heading: &str, items: &[Item]| {
            let width = items.iter().map(|item| item.key_with_side().len()).max().unwrap_or_default();
            let line = |item: &Item| format!("  {:width$} {}", item.key_with_side(), item.value);
            let heading = (!items.is_empty()).then(|| heading.to_owned());
            heading.into_iter().chain(items.iter().map(line)).collect::<Vec<_>>()
        };
        [
            (items("regions", &self.regions), "Named squares."),
            (
                items("men", &self.men),
                "The men. A letter, a name, a movement in Betza notation, properties; with `, turns 45` a man turns.",
            ),
            (self.setups.clone(), "How they stand at the start. If any setup is written here, it is the only one."),
            (items("rules", &self.rules), "The rules. A line replaces the inherited one; `none` takes it out."),
            (
                self.endings.clone(),
                "The endings, the first that holds counts. `the rest: inherited` stands for those that are not written here.",
            ),
        ]
    }
}

/// Adds a line, in the place of that with the same words before the colon.
fn add_line(items: &mut Vec<Item>, key: &str, value: &str) {
    let item = Item::new(key, value);
    let words = item.key.clone();
    insert_or_replace(items, item, |other| other.key == words);
}

/// Inserts a line in the place of those that it replaces, or behind all; `none` only removes. A line for one side
/// leaves the other side's in force.
fn insert_or_replace(items: &mut Vec<Item>, item: Item, is_same: impl Fn(&Item) -> bool) {
    let find_line = |items: &[Item], side: Option<Option<Side>>| {
        items.iter().position(|other| is_same(other) && side.is_none_or(|side| other.side == side))
    };
    let mut index = find_line(items, None);
    match item.side {
        None => items.retain(|other| !is_same(other)),
        Some(side) => {
            index = find_line(items, Some(None));
            if let Some(index) = index {
                items[index].side = Some(!side);
            } else {
                index = find_line(items, Some(Some(side)));
                index.map(|index| items.remove(index));
            }
        }
    }
    if item.value != "none" {
        items.insert(index.unwrap_or(items.len()), item);
    }
}

/// Replaces a man's letter in a line, in capitals and, as boards have Black's men, in small letters.
fn replace_letter(line: &str, old: &str, new: &str) -> String {
    let is_word = |char: char| char.is_ascii_alphanumeric() || matches!(char, '+' | '\'');
    let (small_old, small_new) = (old.to_lowercase(), new.to_lowercase());
    let mut text = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|char| is_word(char) != is_word(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        text += match word {
            _ if word == old => new,
            _ if word == small_old => &small_new,
            other => other,
        };
        rest = after;
    }
    text
}

/// A statement without its comments.
enum Statement {
    Heading(String),
    Row(String),
    Item(String, String),
}

impl Statement {
    fn text(&self) -> String {
        match self {
            Self::Heading(text) => text.clone(),
            Self::Row(text) => format!("  {text}"),
            Self::Item(key, value) => format!("  {key}: {value}"),
        }
    }
}

/// Splits a definition into statements, without comments, with single blanks and with continued lines joined.
fn statements(text: &str) -> Vec<(Section, Statement)> {
    let mut statements: Vec<(Section, Statement)> = Vec::new();
    for line in Document::read(text).lines {
        let Some(section) = line.section else { continue };
        let normalized = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let statement = match line.kind {
            LineKind::Heading => Statement::Heading(normalized(&[line.key, line.colon, line.value].concat())),
            LineKind::Row => Statement::Row(normalized(line.value)),
            LineKind::Item => Statement::Item(normalized(line.key), normalized(line.value)),
            LineKind::Carried => {
                let continuation = [line.key, line.colon, line.value].concat();
                if let Some((_, Statement::Item(_, text) | Statement::Heading(text))) = statements.last_mut() {
                    text.push(' ');
                    *text += &normalized(&continuation);
                }
                continue;
            }
            LineKind::Blank | LineKind::Comment | LineKind::Damaged => continue,
        };
        statements.push((section, statement));
    }
    statements
}
