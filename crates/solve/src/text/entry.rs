//! Entries of YACPDB, as JSON or YAML: the values of the keys that a problem depends on.

use weakfish::diagnostic::Code;
use weakfish::geometry::Side;
use weakfish::source::{Span, Word};

use super::reader::{Draft, ProblemText, Reader};

/// Reads the entries of a text, which `---` separates.
pub(super) fn read<E>(mut reader: Reader<'_>, visit: &mut dyn FnMut(ProblemText) -> Result<(), E>) -> Result<(), E> {
    let (mut at, text) = (0, reader.text);
    for entry in text.split_inclusive("\n---") {
        (at, reader.end) = (at + entry.len(), at + entry.len());
        // The first one may begin with `---`. A text without any is a mistake.
        if at == text.len() || !entry.trim_start_matches("---").trim().is_empty() {
            reader.read_entry(Word::new(entry, Span::new(at - entry.len(), at)));
            visit(std::mem::take(&mut reader.found))?;
        }
    }
    if text.is_empty() {
        reader.read_entry(Word::new(text, Span::default()));
        visit(reader.found)?;
    }
    Ok(())
}

impl<'a> Reader<'a> {
    fn read_entry(&mut self, entry: Word<'a>) {
        self.draft = Draft::default();
        let start = Span::new(entry.span.start, entry.span.start);
        let men = [("white", Side::White), ("black", Side::Black)].map(|(key, side)| (values(entry, key), side));
        if values(entry, "algebraic").is_empty() || entry.value.matches("algebraic").count() > 1 {
            let help = "begin with `BeginProblem`, as for Popeye, or with `algebraic: {white: [Ka1]}`, as in YACPDB";
            return self.error(Code::ProblemIncomplete, start, "the text is not one problem", help);
        }
        for (word, side) in men.into_iter().flat_map(|(men, side)| men.into_iter().map(move |man| (man, side))) {
            if !self.read_man(side, word) {
                let message = format!("`{}` is no man with its square", word.value);
                self.error(Code::ProblemMan, word.span, message, "write a letter and a square: `Ka1`");
            }
        }
        for (key, what) in [("neutral", "neutral man"), ("conditions", "condition"), ("condition", "condition")] {
            for word in values(entry, key) {
                self.refuse(what, word);
            }
        }
        for word in values(entry, "options") {
            self.window(word, Self::read_options);
        }
        for word in values(entry, "stipulation") {
            self.window(word, |reader| reader.read_stipulation(word));
        }
        self.found.heading.extend(
            ["authors", "title"]
                .into_iter()
                .flat_map(|key| values(entry, key).into_iter().map(|word| word.value.to_owned()).collect::<Vec<_>>()),
        );
        let base = self.draft.clone();
        let mut twins = vec![(String::new(), base.clone())];
        for (index, word) in values(entry, "twins").into_iter().enumerate() {
            let (letter, changes) = word.value.split_once(':').unwrap_or(("", word.value));
            // A twin a) replaces the position itself.
            twins.truncate(if index == 0 && letter.trim_matches(QUOTES) == "a" { 0 } else { twins.len() });
            let changes = changes.trim_matches(QUOTES);
            let offset = changes.as_ptr() as usize - word.value.as_ptr() as usize + word.span.start;
            let word = Word::new(changes, Span::new(offset, offset + changes.len()));
            let label = self.window(word, |reader| reader.read_twin(&base, word));
            twins.push((label, self.draft.clone()));
        }
        self.finish(&twins, start);
    }

    /// Reads a value to its end.
    fn window<T>(&mut self, word: Word<'_>, read: impl FnOnce(&mut Self) -> T) -> T {
        (self.at, self.end) = (word.span.start, word.span.end);
        let found = read(self);
        self.refuse_rest();
        found
    }
}

/// Signs around a value.
const QUOTES: [char; 3] = ['"', '\'', ' '];

/// The values of a key: the only one, or those of a list or a map, in brackets or below the key.
fn values<'t>(entry: Word<'t>, key: &str) -> Vec<Word<'t>> {
    let text = entry.value;
    let found = text.match_indices(key).find_map(|(at, _)| {
        let before = text[..at].trim_end_matches(QUOTES);
        let rest = text[at + key.len()..].trim_start_matches(QUOTES).strip_prefix(':')?;
        let is_key = before.is_empty() || before.ends_with(['{', '[', ',', '\n', '\r']);
        is_key.then(|| (at, rest.trim_start_matches(' ')))
    });
    let Some((at, rest)) = found else { return Vec::new() };
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let value = |part: &'t str| {
        let part = part.trim().trim_start_matches("- ").trim_matches(QUOTES);
        let offset = part.as_ptr() as usize - text.as_ptr() as usize + entry.span.start;
        (!part.is_empty()).then(|| Word::new(part, Span::new(offset, offset + part.len())))
    };
    if let Some(list) = rest.strip_prefix(['[', '{']) {
        let list = list.split([']', '}']).next().unwrap_or_default();
        return list.split(',').filter_map(value).collect();
    }
    if let Some(lines) = rest.trim_start_matches('\r').strip_prefix('\n') {
        let of_key = indent(text[..at].rsplit('\n').next().unwrap_or_default());
        let belongs = |line: &&str| indent(line) > of_key || line.trim_start().starts_with("- ");
        return lines.lines().take_while(belongs).filter_map(value).collect();
    }
    let only = match rest.chars().next().filter(|first| QUOTES.contains(first)) {
        Some(quote) => rest[1..].split(quote).next(),
        None => rest.split(['\n', ',', '}']).next(),
    };
    only.and_then(value).into_iter().collect()
}
