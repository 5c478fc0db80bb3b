//! Markdown as plain text for a terminal.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use textwrap::Options as Wrap;

/// The width of paragraphs. Blocks and what must stand on one line may be wider.
const WIDTH: usize = 96;

/// A text in Markdown as lines: what is emphasized or linked is plain, code stands in backquotes, blocks are indented,
/// and of a table with two columns each row is its first cell with the second below it.
pub(super) fn plain(text: &str) -> String {
    let mut plain = Plain::default();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        plain.event(event);
    }
    plain.out.truncate(plain.out.trim_end().len());
    plain.out.push('\n');
    plain.out
}

/// Paragraphs broken into lines anew, and nothing else changed.
pub(super) fn wrapped(text: &str) -> String {
    let mut plain = Plain::default();
    for (at, paragraph) in text.split("\n\n").enumerate() {
        if at > 0 {
            plain.out.push('\n');
        }
        plain.wrapped(&paragraph.replace('\n', " "), "", "");
    }
    plain.out
}

#[derive(Default)]
struct Plain {
    out: String,
    /// What is read of a paragraph, a heading or a cell.
    words: String,
    /// The marks of the lists around.
    lists: Vec<Option<u64>>,
    /// What begins the next paragraph: the mark of an item of a list.
    mark: String,
    in_block: bool,
    /// The rows of a table that are whole, and the cells of one that is not.
    rows: Vec<Vec<String>>,
    cells: Vec<String>,
}

impl Plain {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) if self.in_block => self.block(&text),
            Event::Text(text) => self.words += &text,
            Event::Code(code) => self.words.extend(["`", &code, "`"]),
            Event::SoftBreak => self.words.push(' '),
            Event::HardBreak => self.words.push('\n'),
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => self.in_block = true,
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "* ".to_owned(),
                };
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) => {
                self.paragraph();
                self.out.push('\n');
            }
            TagEnd::Item => self.paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.out.push('\n');
            }
            TagEnd::CodeBlock => {
                self.in_block = false;
                self.out.push('\n');
            }
            TagEnd::TableCell => self.cells.push(std::mem::take(&mut self.words)),
            // What the columns are called goes without saying where the second explains the first.
            TagEnd::TableHead | TagEnd::TableRow => self.rows.push(std::mem::take(&mut self.cells)),
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    /// Writes what has been read of a paragraph.
    fn paragraph(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words.trim().is_empty() {
            return;
        }
        let deep = "  ".repeat(self.lists.len().saturating_sub(1));
        let mark = std::mem::take(&mut self.mark);
        let rest = if self.lists.is_empty() { String::new() } else { format!("{deep}  ") };
        let first = if mark.is_empty() { rest.clone() } else { format!("{deep}{mark}") };
        self.wrapped(&words, &first, &rest);
    }

    fn wrapped(&mut self, words: &str, first: &str, rest: &str) {
        let wrap = Wrap::new(WIDTH).initial_indent(first).subsequent_indent(rest).break_words(false);
        let wrap = wrap.word_splitter(textwrap::WordSplitter::NoHyphenation);
        for line in textwrap::wrap(words.trim(), wrap) {
            self.out += line.trim_end();
            self.out.push('\n');
        }
    }

    fn block(&mut self, text: &str) {
        for line in text.lines() {
            self.out += format!("    {line}").trim_end();
            self.out.push('\n');
        }
    }

    fn table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        if columns == 2 {
            for row in rows.iter().skip(1) {
                self.wrapped(&row[0], "  ", "    ");
                self.wrapped(&row[1], "      ", "      ");
            }
        } else {
            let cell = |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
            let width = |column| rows.iter().map(|row| cell(row, column)).max().unwrap_or_default();
            let widths: Vec<usize> = (0..columns).map(width).collect();
            for row in &rows {
                let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
                self.out += format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end();
                self.out.push('\n');
            }
        }
        self.out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_pages_have_becomes_lines() {
        let text = "# One\n\nTo *see* [`x`](y.md) and\nmore.\n\n* a\n* b\n  c\n\n1. d\n2. e\n\n```text\n# f\n\n  g\n```\n\n\
                    | h | i |\n|---|---|\n| `j` | k |\n\n| l | m | n |\n|---|---|---|\n| oo | p | q |\n";
        assert_eq!(
            plain(text),
            "One\n\nTo see `x` and more.\n\n* a\n* b c\n\n1. d\n2. e\n\n    # f\n\n      g\n\n  `j`\n      k\n\n  l   m  n\n  oo  p  q\n"
        );
    }

    #[test]
    fn long_lines_are_broken_at_blanks_only() {
        let long = "much-too-long-a-word".repeat(8);
        let text = plain(&format!("{}{long}\n", "one two ".repeat(20)));
        assert!(text.lines().all(|line| line.len() <= 96 || line == long), "{text}");
    }
}
