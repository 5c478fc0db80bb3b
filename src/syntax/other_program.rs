//! Tells texts of other programs from definitions.

use super::ast::Section;
use super::lines::Line;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// How a definition begins.
const BEGIN: &str = "a definition begins with its title: `game \"My Own Chess\"`";

/// Tells a text of another program as one, if it has no heading of a definition.
pub(super) fn told(lines: &[Line<'_>]) -> Option<Diagnostic> {
    let mut written = lines.iter().filter(|line| !line.is_blank() && !line.is_comment());
    let words = |line: &Line<'_>| [line.key, line.colon, line.value].concat();
    let heading = |line: &Line<'_>| {
        let words = words(line);
        let word = words.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        Section::headed(word).is_some() && !words[word.len()..].trim_start().starts_with('=')
    };
    let is_comment = |line: &&Line<'_>| [line.key, line.value].concat().starts_with(['#', ';']);
    let first = written.clone().find(|line| !is_comment(line)).filter(|_| !written.any(heading))?;
    let settings =
        lines.iter().map(words).filter(|words| words.contains(" = ") || words.starts_with('[')).take(2).count();
    let start = first.start + first.indent.len();
    let first = words(first);
    let (what, help) = match first.as_bytes().first()? {
        b'[' if first.ends_with(']') && settings > 1 => (
            "a configuration of Fairy-Stockfish",
            "`weakfish import fairy-stockfish FILE` makes definitions of its games",
        ),
        _ if settings > 1 && first.contains(" = ") => ("settings of another program", BEGIN),
        b'(' => ("a game of Ludii or Zillions of Games", BEGIN),
        b'{' => ("JSON", BEGIN),
        b'<' => ("XML", BEGIN),
        _ => return None,
    };
    let message = format!("this is {what}, and no definition");
    let span = Span::new(start, start + first.len());
    Some(Diagnostic::error(Code::VariantOtherProgram, span, message).label("it begins like this").help(help))
}
