//! Writes SVG, one element a line.

use std::fmt::{self, Write};

/// The name of a picture in its page; `None` for one that stands alone.
pub(crate) type Frame<'a> = Option<&'a str>;

/// An SVG text under construction.
#[derive(Debug, Default)]
pub(super) struct Svg {
    text: String,
    /// The number of open elements.
    depth: usize,
}

impl Svg {
    /// Writes an element on a line of its own, indented by the open elements.
    pub(super) fn push(&mut self, element: impl fmt::Display) {
        // Writing to a string can't fail.
        let _ = writeln!(self.text, "{:1$}{element}", "", 2 * self.depth);
    }

    /// Opens an element, as in `<g class="men">`.
    pub(super) fn open(&mut self, tag: impl fmt::Display) {
        self.push(tag);
        self.depth += 1;
    }

    /// Opens a picture: its size, its title, and its description for screen readers. In a page that already has the
    /// style and the drawings of the men, `frame` is a name that no other picture has.
    pub(super) fn open_picture(&mut self, frame: Frame<'_>, (width, height): (i32, i32), title: &str, shows: &str) {
        let (space, id) = match frame {
            None => (r#"xmlns="http://www.w3.org/2000/svg" "#, "picture"),
            Some(id) => ("", id),
        };
        self.open(format_args!(
            r#"<svg {space}class="weakfish" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-labelledby="{id}-title" aria-describedby="{id}-desc">"#
        ));
        self.push(format_args!(r#"<title id="{id}-title">{}</title>"#, escaped(title)));
        self.push(format_args!(r#"<desc id="{id}-desc">{}</desc>"#, escaped(shows)));
        if frame.is_none() {
            self.open("<style>");
            STYLE.lines().for_each(|line| self.push(line));
            self.close("style");
        }
    }

    /// Closes the element that was opened last, which has this name.
    pub(super) fn close(&mut self, name: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.push(format_args!("</{name}>"));
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// Escapes a text for XML and HTML, in elements and in attributes between double quotes. Characters that XML can't
/// have become U+FFFD.
pub fn escaped(text: &str) -> String {
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

/// Shortens a text to `most` characters, the last of them an ellipsis.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// The style sheet (CSS) of all pictures: it colours the content of elements of the class `weakfish`.
pub const STYLE: &str = include_str!("style.css");
