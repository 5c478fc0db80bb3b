//! Law of the lines of a document.

use weakfish::syntax::{Document, LineKind};

/// Asserts that the lines of a document are the text it was read from.
pub fn check_lines_are_lossless(document: &Document<'_>, text: &str) {
    let mut at = 0;
    for (number, line) in document.lines.iter().enumerate() {
        assert_eq!(line.start, at, "line {number} of {text:?}");
        assert_eq!(text.get(line.span().range()), Some(line.pieces().concat().as_str()), "line {number} of {text:?}");
        at = line.span().end;
        if document.lines.len() == 1 && line.value == text {
            // A text that is too large isn't split.
            continue;
        }
        let blank = |piece: &str| piece.chars().all(|c| matches!(c, ' ' | '\t'));
        let indent = if number == 0 { line.indent.trim_start_matches('\u{FEFF}') } else { line.indent };
        assert!(blank(indent) && blank(line.gap), "{line:?}");
        assert!(["", ":"].contains(&line.colon.trim_matches([' ', '\t'])), "{line:?}");
        assert!(line.key.is_empty() || !line.colon.is_empty(), "{line:?}");
        assert!(line.comment.is_empty() || line.comment.starts_with("//"), "{line:?}");
        let last = number + 1 == document.lines.len();
        assert!(["\n", "\r\n", "\r"].contains(&line.end) || last && line.end.is_empty(), "{line:?}");
        assert!(!line.span().range().is_empty(), "{line:?}");
        let words = [line.key, line.colon, line.value].concat();
        assert_eq!(matches!(line.kind, LineKind::Blank | LineKind::Comment), words.is_empty(), "{line:?}");
    }
    assert_eq!(at, text.len(), "{text:?}");
    let damaged = document.lines.iter().any(|line| line.kind == LineKind::Damaged);
    assert!(!damaged || !document.diagnostics.is_empty(), "{text:?}");
}
