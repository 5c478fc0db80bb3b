//! The language server: the program, driven as an editor drives it.

#![expect(clippy::needless_pass_by_value, reason = "`json!` makes the values where they are passed")]

mod client;
mod conversation;
mod diagnostics;
mod features;
mod files;
mod laws;

use serde_json::{Value, json};

/// The name of a text that has no file.
const UNTITLED: &str = "untitled:game";

/// A position, from its text: `line:character`.
fn at(line: usize, character: usize) -> Value {
    json!({ "line": line, "character": character })
}

/// A range.
fn range(from: (usize, usize), to: (usize, usize)) -> Value {
    json!({ "start": at(from.0, from.1), "end": at(to.0, to.1) })
}

/// The byte of a text at a position that counts words of UTF-16.
fn byte(text: &str, position: &Value) -> usize {
    let (line, character) = (position["line"].as_u64().unwrap(), position["character"].as_u64().unwrap());
    let mut at = 0;
    for _ in 0..line {
        let end = text[at..].find(['\r', '\n']).expect("a line end") + at;
        at = end + if text[end..].starts_with("\r\n") { 2 } else { 1 };
    }
    let mut words = 0;
    for (offset, c) in text[at..].char_indices() {
        if words == character {
            return at + offset;
        }
        words += c.len_utf16() as u64;
    }
    assert_eq!(words, character);
    text.len()
}

/// A text after changes as an editor makes them.
fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(usize, usize, &str)> = (edits.as_array().unwrap().iter())
        .map(|edit| {
            let place = &edit["range"];
            (byte(text, &place["start"]), byte(text, &place["end"]), edit["newText"].as_str().unwrap())
        })
        .collect();
    edits.sort_unstable();
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}
