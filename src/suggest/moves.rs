//! Lines under a heading where they don't belong: the edits that move them under their own heading.

use crate::diagnostic::{Code, Diagnostic, Edit, Proposal};
use crate::source::Span;
use crate::syntax::Section;
use crate::syntax::trial::{self, Statement, line_end_len};

use super::fix::whole_lines;

/// The beginning of a help for a property that stands elsewhere.
const OF_A_MAN: &str = "that is a property of a man: under `men`";

/// The beginning of a help for a line that is needless.
const LEAVE_OUT: &str = "leave the line out";

/// A statement, with the section that is open behind it.
struct Placed<'t> {
    statement: Statement<'t>,
    /// The section that it stands in, or that it opens.
    section: Option<Section>,
    is_heading: bool,
}

/// Adds the edits that move lines to diagnostics that say where they belong.
pub(super) fn add_moves(text: &str, diagnostics: &mut [Diagnostic]) {
    let is_misplaced = |told: &&mut Diagnostic| {
        let help = told.help.as_deref().unwrap_or_default();
        let is_told =
            told.code == Code::VariantWrongSection || help.starts_with(OF_A_MAN) || help.starts_with(LEAVE_OUT);
        (is_told || line_elsewhere(told).is_some()) && told.offered_edits().is_empty()
    };
    let mut misplaced = diagnostics.iter_mut().filter(is_misplaced).peekable();
    if misplaced.peek().is_none() {
        return;
    }
    let placed = placed_statements(text);
    for told in misplaced {
        let at = told.span().start;
        let index = placed.iter().rposition(|placed| placed.statement.start <= at);
        let Some(index) = index.filter(|index| !placed[*index].is_heading) else { continue };
        let help = told.help.as_deref().unwrap_or_default();
        let elsewhere = line_elsewhere(told);
        let proposed = if help.starts_with(LEAVE_OUT) {
            Some(vec![removed(text, span_of(text, &placed[index]))])
        } else if help.starts_with(OF_A_MAN) {
            given_to_men(text, &placed, index)
        } else {
            elsewhere.as_ref().and_then(|(home, line)| moved(text, &placed, (index, index), *home, Some(line)))
        };
        if let Some(edits) = proposed {
            told.proposal = Some(Box::new(Proposal { edits }));
        } else if let Some((last, home)) = misplaced_block(&placed, index) {
            told.edits = moved(text, &placed, (index, last), home, None).unwrap_or_default();
            if !told.edits.is_empty() {
                let place = match home.heading() {
                    _ if home == Section::Facts => "right under the title".to_owned(),
                    heading => format!("under the heading `{heading}`"),
                };
                told.help = Some(format!("move it {place}"));
            }
        }
    }
}

/// The statements of a text with their sections.
fn placed_statements(text: &str) -> Vec<Placed<'_>> {
    let statements = trial::statements(text).0;
    let place = |index: usize| {
        let statement: Statement<'_> = statements[index];
        let word = statement.text.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let is_heading = trial::is_readable(None, statement.text);
        let last = if is_heading { section_of(word) } else { statement.section };
        let section = statements.get(index + 1).map_or(last, |next| next.section);
        Placed { statement, section, is_heading }
    };
    (0..statements.len()).map(place).collect()
}

/// The section that a word is the heading of.
fn section_of(word: &str) -> Option<Section> {
    Section::ALL.into_iter().find(|section| section.heading() == word)
}

/// The section that a help names for a line in other words, and this line with the value that was written.
fn line_elsewhere(told: &Diagnostic) -> Option<(Section, String)> {
    let (line, heading) = told.help.as_deref()?.strip_prefix("that is an ending: `")?.split_once("`, under `")?;
    let home = heading.strip_suffix('`').and_then(section_of)?;
    Some((home, line.to_owned()))
}

/// The section that a misplaced line belongs to, and the last of the lines from it on that belong there.
fn misplaced_block(placed: &[Placed<'_>], first: usize) -> Option<(usize, Section)> {
    let section = placed[first].statement.section?;
    // Where the heading above is itself refused, other lines are perhaps right.
    let opens = |placed: &&Placed<'_>| placed.is_heading || placed.statement.section != placed.section;
    if placed[..first].iter().rev().find(opens).is_some_and(|heading| heading.statement.is_refused) {
        return None;
    }
    let home = trial::home_of(section, placed[first].statement.text)?;
    let is_alike = |placed: &&Placed<'_>| {
        let text = placed.statement.text;
        placed.statement.section == Some(section)
            && !placed.is_heading
            && !trial::is_readable(Some(section), text)
            && trial::is_readable(Some(home), text)
    };
    let length = placed[first..].iter().take_while(is_alike).count();
    Some((first + length.checked_sub(1)?, home))
}

/// The edits that move some statements under the heading of a section; `line` is written instead of them if it is given.
fn moved(
    text: &str,
    placed: &[Placed<'_>],
    (first, last): (usize, usize),
    home: Section,
    line: Option<&str>,
) -> Option<Vec<Edit>> {
    let span = |placed: &Placed<'_>| span_of(text, placed);
    let lines = Span::new(span(&placed[first]).start, span(&placed[last]).end);
    let indent = if home == Section::Facts { "" } else { "  " };
    let written = if let Some(line) = line {
        format!("\n{indent}{}", with_own_value(line, placed[first].statement.text, home))
    } else {
        let add = |all: String, line: &str| all + "\n" + indent + line.trim();
        text.get(lines.start..lines.end)?.lines().fold(String::new(), add)
    };
    let is_of_home = |placed: &Placed<'_>| placed.section == Some(home);
    let ends_section = placed.get(last + 1).is_none_or(|next| next.is_heading);
    let Some(before) = placed.iter().rposition(is_of_home) else {
        // A test has a name.
        if home == Section::Test {
            return None;
        }
        let heading = home.heading();
        // A heading above the lines, if no line of their present section is below them; if none is above, in its place.
        let above = first.checked_sub(1).map(|above| &placed[above]).filter(|above| {
            let is_bare = section_of(above.statement.text).is_some_and(|section| section != Section::Setup);
            ends_section && above.is_heading && is_bare
        });
        if let Some(above) = above {
            let old = span(above);
            return Some(vec![Edit::new(Span::new(old.start, lines.end), format!("{heading}{written}"))]);
        }
        if ends_section {
            return Some(vec![Edit::new(lines, format!("\n{heading}{written}"))]);
        }
        let end = placed.iter().position(|placed| placed.section == Some(Section::Test));
        let (at, heading) = match end {
            Some(test) => (span(&placed[test]).start, format!("{heading}{written}\n\n")),
            None => (text.len(), format!("{}\n{heading}{written}\n", if text.ends_with('\n') { "" } else { "\n" })),
        };
        return Some(vec![removed(text, lines), Edit::new(Span::at(at), heading)]);
    };
    // A game may have several setups and tests.
    let is_one = placed.iter().filter(|placed| is_of_home(placed) && placed.is_heading).count() <= 1;
    let words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let is_known = placed.iter().any(|placed| is_of_home(placed) && words(placed.statement.text) == words(&written));
    let removed = removed(text, lines);
    let at = Span::at(span(&placed[before]).end);
    is_one.then(|| if is_known { vec![removed] } else { vec![removed, Edit::new(at, written)] })
}

/// The whole lines of a statement.
fn span_of(text: &str, placed: &Placed<'_>) -> Span {
    let Statement { text: words, start, .. } = placed.statement;
    whole_lines(text, Span::new(start, start + words.len()))
}

/// The edits that write a property of men, which a line names before its colon, into the lines of these men.
fn given_to_men(text: &str, placed: &[Placed<'_>], index: usize) -> Option<Vec<Edit>> {
    let (property, men) = placed[index].statement.text.split_once(':')?;
    if !trial::is_readable(Some(Section::Men), &format!("K king: K, {property}")) {
        return None;
    }
    let end_of = |man: &str| {
        let is_his = |placed: &&Placed<'_>| {
            let key = placed.statement.text.split(':').next().unwrap_or_default();
            let mut words = key.split_ascii_whitespace();
            let (letter, name) = (words.next(), words.next());
            let is_named = name.is_some_and(|name| name.eq_ignore_ascii_case(man.trim_end_matches('s')));
            placed.section == Some(Section::Men) && !placed.is_heading && (letter == Some(man) || is_named)
        };
        let mut found = placed.iter().filter(is_his);
        let Statement { text, start, .. } = found.next().filter(|_| found.next().is_none())?.statement;
        let has_it = text.split([',', ':']).any(|part| part.trim() == property);
        Some((!has_it).then(|| Edit::new(Span::at(start + text.len()), format!(", {property}"))))
    };
    let men = men.split([' ', ',']).filter(|word| !matches!(*word, "" | "and" | "or" | "the"));
    let ends: Option<Vec<Option<Edit>>> = men.map(end_of).collect();
    let ends = ends.filter(|ends| !ends.is_empty())?;
    Some(ends.into_iter().flatten().chain([removed(text, span_of(text, &placed[index]))]).collect())
}

/// The edit that takes out whole lines.
fn removed(text: &str, lines: Span) -> Edit {
    Edit::new(Span::new(lines.start, lines.end + line_end_len(&text[lines.end..])), "")
}

/// A line with the value of another one, if it can be read so.
fn with_own_value(line: &str, written: &str, home: Section) -> String {
    let own = line
        .split_once(": ")
        .zip(written.split_once(':'))
        .map(|((key, _), (_, value))| format!("{key}: {}", value.trim()));
    own.filter(|own| trial::is_readable(Some(home), own)).unwrap_or_else(|| line.to_owned())
}
