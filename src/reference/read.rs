//! Entries out of a page.

use super::entry::{Entry, Form};
use super::section::Section;

/// Markers around the words of an entry.
const WORDS: (&str, &str) = ("<!-- words: ", " -->");

/// The entries of a page.
pub(super) fn entries(section: Section, page: &'static str, text: &'static str) -> Vec<Entry> {
    let headings = headings(text);
    let entry = |at: usize| {
        let heading = &headings[at];
        let (words, body) = words_of(&text[heading.end..])?;
        let next = headings[at + 1..].iter().find(|next| next.level <= heading.level || is_entry(text, next));
        let after = next.map_or(text.len(), |next| next.start);
        let body = text.get(text.len() - body.len()..after)?.trim();
        let is_whole_page = heading.level == 1;
        Some(Entry {
            name: heading.title,
            section,
            words,
            grammar: grammar(body),
            summary: body.split("\n\n").next().unwrap_or_default(),
            forms: forms(body),
            text: body,
            page,
            anchor: if is_whole_page { String::new() } else { anchor(heading.title) },
        })
    };
    (0..headings.len()).filter_map(entry).collect()
}

/// A heading: the number of its signs, its words, where its line starts and where the text after it does.
struct Heading {
    level: usize,
    title: &'static str,
    start: usize,
    end: usize,
}

/// The headings of a page; what stands in a fenced block is none.
fn headings(text: &'static str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut fenced = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        fenced ^= line.starts_with("```");
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        if let Some(title) = line[level..].strip_prefix(' ').filter(|_| level > 0 && !fenced) {
            headings.push(Heading { level, title: title.trim_end(), start, end });
        }
        start = end;
    }
    headings
}

/// The words that a comment right below a heading names, and the text after it.
fn words_of(after: &'static str) -> Option<(Vec<&'static str>, &'static str)> {
    let (words, body) = after.trim_start().strip_prefix(WORDS.0)?.split_once(WORDS.1)?;
    Some((words.split(", ").collect(), body))
}

fn is_entry(text: &'static str, heading: &Heading) -> bool {
    words_of(&text[heading.end..]).is_some()
}

/// The first block of an entry that is marked `grammar`.
fn grammar(body: &'static str) -> &'static str {
    let block = body.split_once("```grammar\n").and_then(|(_, rest)| rest.split_once("\n```"));
    block.map_or("", |(block, _)| block)
}

/// The rows of tables of examples and their meaning.
fn forms(body: &'static str) -> Vec<Form> {
    let form = |line: &'static str| {
        let (examples, meaning) = line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | ")?;
        Some(Form { examples: examples.split("`, `").collect(), meaning })
    };
    let mut forms = Vec::new();
    let mut of_forms = false;
    for line in body.lines() {
        of_forms = line.starts_with('|') && (of_forms || line.ends_with(" | meaning |"));
        forms.extend(form(line).filter(|_| of_forms));
    }
    forms
}

/// A heading as browsers name it: small letters, hyphens for blanks, nothing else but letters, digits, `-` and `_`.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|each| each.is_alphanumeric() || matches!(each, ' ' | '-' | '_'));
    kept.map(|each| if each == ' ' { '-' } else { each }).flat_map(char::to_lowercase).collect()
}
