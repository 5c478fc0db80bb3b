//! Texts of other programs, which are no definitions.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::{self, trial};

/// How a definition begins.
const BEGIN: &str = "a definition begins with its title: `game \"My Own Chess\"`";

/// Recognizes the text of another program, if it has no heading of a definition.
pub(super) fn diagnostic(text: &str) -> Option<Diagnostic> {
    let lines = syntax::lines(text);
    let written = lines.iter().filter(|line| !line.is_blank() && !line.is_comment());
    let words: Vec<(usize, String)> =
        written.map(|line| (line.start + line.indent.len(), [line.key, line.colon, line.value].concat())).collect();
    let is_heading = |words: &str| {
        let word = words.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        trial::is_heading_word(word) && !words[word.len()..].trim_start().starts_with('=')
    };
    if words.iter().any(|(_, words)| is_heading(words)) {
        return None;
    }
    let (start, first) = words.iter().find(|(_, words)| !words.starts_with(['#', ';']))?;
    let is_setting = |words: &str| words.contains(" = ") || words.starts_with('[');
    let has_settings = words.iter().filter(|(_, words)| is_setting(words)).nth(1).is_some();
    let (what, help) = match first.as_bytes().first()? {
        b'[' if first.ends_with(']') && has_settings => (
            "a configuration of Fairy-Stockfish",
            "`weakfish import fairy-stockfish FILE` makes definitions of its games",
        ),
        _ if has_settings && first.contains(" = ") => ("settings of another program", BEGIN),
        b'(' => ("a game of Ludii or Zillions of Games", BEGIN),
        b'{' => ("JSON", BEGIN),
        b'<' => ("XML", BEGIN),
        _ => return None,
    };
    let message = format!("this is {what}, and no definition");
    let span = Span::new(*start, start + first.len());
    Some(Diagnostic::error(Code::VariantOtherProgram, span, message).label("it begins like this").help(help))
}
