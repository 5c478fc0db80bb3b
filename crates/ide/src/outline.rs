//! Outline and folding ranges of a definition.

use serde::Serialize;

use super::view::View;
use weakfish::source::Span;
use weakfish::syntax::{Document, Line, LineKind, Section};

/// Outline item: a section, or a line of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Item {
    /// Name: a heading, or the words before a colon.
    pub name: String,
    /// Text after the colon.
    pub detail: String,
    /// Kind.
    pub kind: ItemKind,
    /// The whole item; a section extends to the next one.
    pub span: Span,
    /// Its name.
    #[serde(skip)]
    pub name_span: Span,
    /// The lines of a section, as they are written.
    #[serde(rename = "children")]
    pub items: Vec<Item>,
}

/// Kind of an outline item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    /// The title, with the facts under it.
    Game,
    /// Any other section.
    Section,
    /// A setup.
    Setup,
    /// A test.
    Test,
    /// A fact.
    Fact,
    /// A man.
    Man,
    /// A region.
    Region,
    /// A rule.
    Rule,
    /// An ending.
    Ending,
    /// A line of a setup or of a test.
    Line,
}

/// Folding range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From the first line to the end of the last one.
    pub span: Span,
    /// Kind.
    pub kind: FoldKind,
}

/// Kind of a folding range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FoldKind {
    /// A section, or a continued line.
    Lines,
    /// A block of comments.
    Comment,
}

/// Returns the sections of a definition in order, each with its lines.
///
/// ```
/// use weakfish_ide::{View, outline};
/// use weakfish::{BuiltIns, Source, check};
///
/// let text = "game \"Short\" extends fide\nmen\n  R rook: W4\n";
/// let checked = check(&Source::new("short.variant", text), &BuiltIns);
/// let sections = outline(&View::new(&checked));
/// assert_eq!((sections[1].name.as_str(), sections[1].items[0].name.as_str()), ("men", "R rook"));
/// ```
pub fn outline(view: &View<'_>) -> Vec<Item> {
    let document = Document::read(view.text());
    let lines = &document.lines;
    let mut sections: Vec<Item> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let end = end_of_statement(lines, index);
        match line.kind {
            LineKind::Heading => sections.push(outline_item(line, end)),
            LineKind::Item | LineKind::Row | LineKind::Damaged => {
                let Some(section) = sections.last_mut() else { continue };
                section.span.end = end;
                section.items.extend((line.kind == LineKind::Item).then(|| outline_item(line, end)));
            }
            LineKind::Blank | LineKind::Comment | LineKind::Carried => {}
        }
    }
    sections
}

/// The end of the last words of a statement that begins on a line.
fn end_of_statement(lines: &[Line<'_>], first: usize) -> usize {
    let goes_on = |line: &&Line<'_>| matches!(line.kind, LineKind::Carried | LineKind::Blank | LineKind::Comment);
    let last = lines[first + 1..].iter().take_while(goes_on).filter(|line| line.kind == LineKind::Carried).last();
    let line = last.unwrap_or(&lines[first]);
    line.start + line.indent.len() + line.key.len() + line.colon.len() + line.value.len()
}

/// Outline item of a heading or a line, which ends at `end`.
fn outline_item(line: &Line<'_>, end: usize) -> Item {
    let kind = match (line.section, line.kind == LineKind::Heading) {
        (Some(Section::Facts), true) => ItemKind::Game,
        (Some(Section::Setup), true) => ItemKind::Setup,
        (Some(Section::Test), true) => ItemKind::Test,
        (_, true) => ItemKind::Section,
        (Some(Section::Facts), false) => ItemKind::Fact,
        (Some(Section::Men), false) => ItemKind::Man,
        (Some(Section::Regions), false) => ItemKind::Region,
        (Some(Section::Rules), false) => ItemKind::Rule,
        (Some(Section::Endings), false) => ItemKind::Ending,
        (Some(Section::Setup | Section::Test) | None, false) => ItemKind::Line,
    };
    let name = if line.key.is_empty() { line.value } else { line.key };
    let start = line.start + line.indent.len();
    let detail = if line.key.is_empty() { String::new() } else { line.value.to_owned() };
    let name_span = Span::new(start, start + name.len());
    Item { name: name.to_owned(), detail, kind, span: Span::new(start, end), name_span, items: Vec::new() }
}

/// Returns the folding ranges: sections, continued lines, and blocks of comments.
pub fn folds(view: &View<'_>) -> Vec<Fold> {
    let document = Document::read(view.text());
    let lines = &document.lines;
    let mut folds = Vec::new();
    let mut add = |first: &Line<'_>, last: &Line<'_>, kind| {
        let end = last.start + last.pieces()[..6].iter().map(|piece| piece.len()).sum::<usize>();
        if last.start > first.start {
            folds.push(Fold { span: Span::new(first.start, end), kind });
        }
    };
    let is_comment = |line: &Line<'_>| line.kind == LineKind::Comment;
    let mut index = 0;
    while index < lines.len() {
        let line = &lines[index];
        let comments = lines[index..].iter().take_while(|line| is_comment(line)).count();
        if comments > 0 {
            add(line, &lines[index + comments - 1], FoldKind::Comment);
            index += comments;
            continue;
        }
        let carried = lines[index + 1..].iter().take_while(|line| line.kind == LineKind::Carried).last();
        if let Some(last) = carried.filter(|_| line.kind == LineKind::Item) {
            add(line, last, FoldKind::Lines);
        }
        if line.kind == LineKind::Heading {
            let section = lines[index + 1..].iter().take_while(|line| line.kind != LineKind::Heading);
            // Comments before the next heading belong to that.
            let has_content = |line: &&Line<'_>| !matches!(line.kind, LineKind::Blank | LineKind::Comment);
            if let Some(last) = section.filter(has_content).last() {
                add(line, last, FoldKind::Lines);
            }
        }
        index += 1;
    }
    folds
}
