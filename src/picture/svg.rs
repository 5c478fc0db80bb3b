//! Writes SVG, one element a line.

use std::fmt::{self, Write};

/// A drawing under construction.
#[derive(Debug, Default)]
pub(super) struct Svg {
    text: String,
    /// How many elements are open.
    depth: usize,
}

impl Svg {
    /// A line: a whole element.
    pub(super) fn line(&mut self, element: impl fmt::Display) {
        // Writing to a string can't fail.
        let _ = writeln!(self.text, "{:1$}{element}", "", 2 * self.depth);
    }

    /// Opens an element, as in `<g class="men">`.
    pub(super) fn open(&mut self, tag: impl fmt::Display) {
        self.line(tag);
        self.depth += 1;
    }

    /// Closes the element that was opened last, which has this name.
    pub(super) fn close(&mut self, name: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(format_args!("</{name}>"));
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// A text as XML and HTML have it, in elements and in attributes between double quotes.
///
/// Characters that XML can't have become U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            _ if character.is_control() => escaped.push('\u{FFFD}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// The text cut to `most` characters, the last of them an ellipsis.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_that_means_something_stays() {
        assert_eq!(escaped("<b a=\"x\">'&\u{1}\n</b>"), "&lt;b a=&quot;x&quot;&gt;&#39;&amp;\u{FFFD} &lt;/b&gt;");
    }
}
