//! Recognizes headings and misspelt ones, and reports lines that are neither.

use super::ast::{Base, Name, Section, Title};
use super::construct::EDITION_WORD;
use super::errors::excerpt;
use super::hints::key_hint;
use super::lines::{Item, TextSlice};
use super::readings;
use super::section::{is_row, key_example};
use super::vocabulary::EDITION;
use crate::diagnostic::{Code, Diagnostic, Edit, certain_match, nearest};
use crate::prose::any_of;
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// A line without a colon, judged as a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading<'t> {
    /// Its first word begins headings.
    Known(&'t str),
    /// A misspelt heading of this section.
    Misspelt(Section),
    /// A line in the shape of a heading.
    Unknown,
    /// No heading.
    None,
}

/// Whether headings begin with this word.
pub(crate) fn is_heading_word(word: &str) -> bool {
    Section::by_heading_word(word).is_some() || word == EDITION_WORD
}

/// The shape of a line that begins with no heading's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// A text in quotes stands in it.
    Text,
    /// One word,
    OneWord,
    /// two of them,
    TwoWords,
    /// or more.
    MoreWords,
}

/// The part of a line that is compared with headings.
#[derive(Clone, Copy, Debug)]
enum Compared {
    /// Its first word, or one much like it.
    Word,
    /// Everything before a text in quotes, without blanks, or a similar word.
    Letters,
    /// Everything before a text in quotes, which must be equal.
    ExactLetters,
    /// The beginning of the same.
    FirstLetters,
}

/// The headings that a line of a shape may be misspellings of, and the part that is compared; the first that fits
/// counts.
const GUESSES: &[(Shape, Compared, &[Section])] = &[
    (Shape::Text, Compared::Letters, &[Section::Facts, Section::Test]),
    (Shape::OneWord, Compared::Word, &Section::ALL),
    (Shape::OneWord, Compared::FirstLetters, &[Section::Setup]),
    (Shape::TwoWords, Compared::FirstLetters, &[Section::Setup]),
    (Shape::TwoWords, Compared::ExactLetters, &[Section::Men, Section::Regions, Section::Rules, Section::Endings]),
    (Shape::TwoWords, Compared::Word, &[Section::Setup]),
    (Shape::MoreWords, Compared::FirstLetters, &[Section::Setup]),
];

/// Judges whether a line without a colon is a heading, a misspelt one or none. It stands in a section (`None`: under
/// an unknown heading); `is_row` is whether it can be read as a row, `above_board` whether the next line can.
pub(super) fn classify(
    slice: TextSlice<'_>,
    within: Option<Section>,
    is_row: bool,
    above_board: impl Fn() -> bool,
) -> Heading<'_> {
    let word = slice.first_word();
    if within == Some(Section::Test) && word == Section::Setup.heading() && !above_board() {
        return Heading::None;
    }
    if is_heading_word(word) {
        return Heading::Known(word);
    }
    if is_row {
        return Heading::None;
    }
    let before_text = slice.text.split('"').next().unwrap_or_default();
    let shape = match slice.words().take(3).count() {
        _ if before_text.len() < slice.text.len() => Shape::Text,
        1 => Shape::OneWord,
        2 => Shape::TwoWords,
        _ => Shape::MoreWords,
    };
    let letters: String = before_text.split_ascii_whitespace().collect();
    if let Some(meant) = intended_section(slice, shape, &letters) {
        return Heading::Misspelt(meant);
    }
    let in_setup = within == Some(Section::Setup);
    let looks_like_heading = match shape {
        Shape::Text => !before_text.trim().contains(' '),
        Shape::OneWord => !in_setup,
        Shape::TwoWords => !in_setup && above_board(),
        Shape::MoreWords => false,
    };
    let could_be_item = || {
        within.is_some_and(|within| {
            let has_key = within != Section::Men && within != Section::Setup && slice.is(within.words().key);
            has_key || missing_colon_places(within, slice).next().is_some()
        })
    };
    if looks_like_heading && !could_be_item() { Heading::Unknown } else { Heading::None }
}

/// The section whose heading a line was meant to be.
fn intended_section(slice: TextSlice<'_>, shape: Shape, letters: &str) -> Option<Section> {
    let guesses = GUESSES.iter().filter(|guess| guess.0 == shape);
    guesses.into_iter().find_map(|&(_, compared, sections)| {
        // `pieces` is read as `men`.
        let also = (matches!(compared, Compared::Word) && sections.contains(&Section::Men)).then_some("pieces");
        let headings = || sections.iter().map(|section| section.heading()).chain(also);
        let heading = match compared {
            Compared::Word => {
                nearest(if shape == Shape::OneWord { slice.text } else { slice.first_word() }, headings())
            }
            Compared::Letters => nearest(letters, headings()),
            Compared::ExactLetters => headings().find(|heading| *heading == letters),
            Compared::FirstLetters => headings().find(|heading| letters.starts_with(heading)),
        };
        heading.and_then(Section::by_heading_word)
    })
}

/// Whether a line under a setup was meant to be a row.
pub(super) fn looks_like_row(slice: TextSlice<'_>) -> bool {
    let (words, cells) =
        slice.words().fold((0, 0), |(words, cells), word| (words + 1, cells + usize::from(is_row(word))));
    words == 1 || 2 * cells >= words
}

/// The places in a line without a colon where a colon would make it a line of the section.
pub(super) fn missing_colon_places(section: Section, slice: TextSlice<'_>) -> impl Iterator<Item = usize> {
    /// Most words before a line's colon, without lists.
    const MAX_WORDS: usize = 8;
    let gaps = slice.words().skip(1).take(MAX_WORDS).map(move |word| word.start - slice.start);
    gaps.filter(move |&gap| {
        let (key, value) = (TextSlice::new(&slice.text[..gap], slice.start), slice.after(gap));
        section.read(Item { whole: slice, key, colon: value.start, value }).is_ok()
    })
}

/// The diagnostic for a line that needs a colon.
pub(super) fn no_colon_error(section: Section, slice: TextSlice<'_>) -> Diagnostic {
    if section == Section::Endings
        && let Some(diagnostic) = readings::two_readings_without_colon(slice)
    {
        return diagnostic;
    }
    let diagnostic = Diagnostic::error(Code::VariantNoColon, slice.span(), "this line has no colon");
    if let Some(help) = key_hint(section, slice.text).filter(|help| !help.is_exact()) {
        return help.put_into(diagnostic.label("not understood"), slice.span());
    }
    let mut gaps = missing_colon_places(section, slice);
    match gaps.next() {
        Some(gap) => {
            let key = slice.text[..gap].trim_end();
            let diagnostic = diagnostic.label(format!("{} without its colon", section.a_line()));
            let line = format!("`{}: {}`", excerpt(key), excerpt(&slice.text[gap..]));
            // Another sign in the place of the colon would end the name of a man or a region, or a number.
            let is_open =
                matches!(section, Section::Men | Section::Regions) || key.ends_with(|c: char| c.is_ascii_digit());
            let certain = gaps.next().is_none() && !is_open;
            if !certain {
                let colon = Edit::new(Span::at(slice.start + key.len()), ":");
                return diagnostic.help(format!("did you mean {line}?")).propose(Some(colon));
            }
            diagnostic.help(format!("write {line}")).edit(Span::at(slice.start + key.len()), ":")
        }
        None if slice.is(section.words().key) => diagnostic
            .label(format!("the beginning of {}", section.a_line()))
            .help(format!("for example `{}`", key_example(section, slice.text))),
        None => {
            let diagnostic = diagnostic.label(format!("neither a heading nor {}", section.a_line()));
            let mut others = Section::ALL.into_iter().filter(|other| other.words().key_identifies_section);
            let home = others.find_map(|other| Some((other, missing_colon_places(other, slice).next()?)));
            let key_len = home.map(|(_, gap)| slice.text[..gap].trim_end().len());
            let colon = key_len.map(|length| Edit::new(Span::at(slice.start + length), ":"));
            diagnostic.propose(colon).help(match home {
                Some((home, gap)) => {
                    let (key, value) = (excerpt(slice.text[..gap].trim_end()), excerpt(&slice.text[gap..]));
                    format!("write `{key}: {value}`; {}", home.where_lines_stand())
                }
                None => format!("a line under `{}` is like `{}`", section.heading(), section.words().example),
            })
        }
    }
}

/// The diagnostic for an unknown heading.
pub(super) fn unknown_heading_error(slice: TextSlice<'_>) -> Diagnostic {
    let all = Section::ALL.map(|section| format!("`{}`", section.words().heading_form));
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    Diagnostic::error(
        Code::VariantNoSuchHeading,
        slice.span(),
        format!("there is no heading `{}`", excerpt(slice.text)),
    )
    .label("the lines under it are ignored")
    .help(format!("a heading is {}; any other line has a colon", any_of(&all)))
}

/// The diagnostic for a misspelt heading.
pub(super) fn misspelt_heading_error(slice: TextSlice<'_>, meant: Section) -> Diagnostic {
    let message = format!("there is no heading `{}`", excerpt(slice.text));
    let misspelt = Diagnostic::error(Code::VariantNoSuchHeading, slice.span(), message)
        .label("not known")
        .help(format!("did you mean `{}`?", meant.words().heading_form));
    // In `setups tandard` the blank may be wrong, since any name would do behind it.
    let word = slice.first_word();
    let named = |heading: &&str| meant != Section::Setup || !word.starts_with(heading) && !heading.starts_with(word);
    let place = Span::new(slice.start, slice.start + word.len());
    match certain_match(word, [meant.heading()]).filter(named) {
        Some(heading) => misspelt.edit(place, heading),
        None => misspelt.propose(Some(Edit::new(place, meant.heading()))),
    }
}

/// The diagnostic for a line with a colon that begins like a heading.
pub(super) fn item_as_heading_error(item: Item<'_>, word: &str) -> Diagnostic {
    if item.value.text.is_empty() || is_heading_without_colon(item) {
        return stray_colon_error(item, Section::by_heading_word(word).unwrap_or(Section::Facts));
    }
    let heading = Section::by_heading_word(word).map_or(EDITION.words, |section| section.words().heading_form);
    let span = Span::new(item.key.start + word.len(), item.whole.span().end);
    let gap = item.whole.text[word.len()..].find(|c: char| c != ':' && c != ' ').unwrap_or_default();
    let alone = Diagnostic::error(
        Code::VariantHeadingNotAlone,
        span,
        format!("the heading `{heading}` stands alone on its line"),
    )
    .label("more than the heading")
    .help("put this on a line of its own");
    match Section::by_heading_word(word) {
        Some(Section::Men | Section::Regions | Section::Rules | Section::Endings) => {
            alone.edit(Span::new(span.start, span.start + gap), "\n  ")
        }
        _ => alone,
    }
}

/// The diagnostic for a heading with a colon in it.
pub(super) fn stray_colon_error(item: Item<'_>, meant: Section) -> Diagnostic {
    let colon = Span::new(item.colon, item.colon + 1);
    let stray = Diagnostic::error(Code::VariantColonInHeading, colon, "a heading has no colon")
        .label("not here")
        .help(format!("write `{}`", meant.words().heading_form));
    // In `setup :tandard` it is a slip for a letter.
    let behind = &item.whole.text[item.colon + 1 - item.whole.start..];
    let is_in_word = behind.starts_with(|c| !matches!(c, ' ' | '\t' | '"'));
    if is_in_word { stray } else { stray.edit(colon, "") }
}

/// The section whose heading was meant by a line with a colon in or after its first word.
pub(super) fn heading_with_stray_colon(item: Item<'_>) -> Option<Section> {
    let text = remove_colon(item);
    let slice = TextSlice::new(&text, 0);
    if let Some(section) = Section::by_heading_word(slice.first_word()).filter(|_| slice.is(Rule::heading_line)) {
        return Some(section);
    }
    let word = item.whole.text.split(|c: char| c.is_ascii_whitespace() || c == '"').next().unwrap_or_default();
    nearest(word, Section::ALL.map(Section::heading)).filter(|_| word.contains(':')).and_then(Section::by_heading_word)
}

fn is_heading_without_colon(item: Item<'_>) -> bool {
    TextSlice::new(&remove_colon(item), 0).is(Rule::heading_line)
}

/// The text of a line without its first colon.
fn remove_colon(item: Item<'_>) -> String {
    let mut text = item.whole.text.to_owned();
    let colon = item.colon - item.whole.start;
    if text.is_char_boundary(colon) && colon < text.len() {
        text.remove(colon);
    }
    text
}

/// Salvages the name from a heading that can't be read: in quotes if there are any, else the word after the first.
pub(super) fn salvage_name(slice: TextSlice<'_>) -> Name {
    let rest = slice.after(slice.first_word().len());
    let start = rest.text.find('"').map_or(0, |quote| quote + 1);
    let inside = &rest.text[start..];
    let end = if start > 0 { inside.find('"') } else { inside.find(|c: char| c.is_ascii_whitespace() || c == '"') };
    let name = &inside[..end.unwrap_or(inside.len())];
    Spanned::new(name.to_owned(), Span::new(rest.start + start, rest.start + start + name.len()))
}

/// Salvages a title that can't be read as a whole, if its name and the game that it extends can.
pub(super) fn salvage_title(slice: TextSlice<'_>) -> Option<Title> {
    let name = salvage_name(slice);
    let tail = slice.after(name.span.end - slice.start);
    let tail = TextSlice::new(tail.text.strip_prefix('"')?, tail.start + 1);
    let words: Vec<TextSlice<'_>> = tail.words().collect();
    let extends = match words.as_slice() {
        [] => None,
        [extends, base] if nearest(extends.text, ["extends"]).is_some() && base.is(Rule::test_setup_value) => {
            Some(Spanned::new(Base::BuiltIn(base.text.to_owned()), base.span()))
        }
        [extends, base] if nearest(extends.text, ["extends"]).is_some() && base.is(Rule::text_value) => {
            Some(Spanned::new(Base::File(base.text.trim_matches('"').to_owned()), base.span()))
        }
        _ => return None,
    };
    Some(Title { span: slice.span(), name, extends })
}
