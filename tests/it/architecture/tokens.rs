//! Rust sources as tokens: enough of the language to tell code from comments and texts.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// An identifier, a keyword or a number.
    Word,
    /// The contents of a text in quotes.
    Text,
    /// `::`, or any other character alone.
    Mark,
}

/// A token and its line, from 1.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// The tokens of a source. Comments are none; a text in quotes is one, so no path is read out of it.
pub(crate) fn tokenize(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        let is = |offset: usize, expected: char| chars.get(start + offset) == Some(&expected);
        let mut push = |kind, range: std::ops::Range<usize>| {
            let text = chars[range.start.min(chars.len())..range.end.min(chars.len())].iter().collect();
            tokens.push(Token { kind, text, line });
        };
        if is(0, '/') && is(1, '/') {
            at = find(&chars, at, |rest| rest.starts_with(&['\n']));
        } else if is(0, '/') && is(1, '*') {
            at = end_of_block_comment(&chars, at);
        } else if let Some(hashes) = raw_text(&chars[at..]) {
            let open = find(&chars, at, |rest| rest.starts_with(&['"'])) + 1;
            let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            let end = find(&chars, open, |rest| rest.starts_with(&close));
            push(TokenKind::Text, open..end);
            at = end + close.len();
        } else if is(0, '"') {
            let mut end = at + 1;
            while end < chars.len() && chars[end] != '"' {
                end += if chars[end] == '\\' { 2 } else { 1 };
            }
            push(TokenKind::Text, at + 1..end);
            at = end + 1;
        } else if is(0, '\'') && (is(2, '\'') || is(1, '\\')) {
            at = find(&chars, at + if is(1, '\\') { 3 } else { 2 }, |rest| rest.starts_with(&['\''])) + 1;
        } else if chars[at].is_alphanumeric() || chars[at] == '_' {
            at = find(&chars, at, |rest| !(rest[0].is_alphanumeric() || rest[0] == '_'));
            push(TokenKind::Word, start..at);
        } else if chars[at].is_whitespace() {
            at += 1;
        } else {
            at += if is(0, ':') && is(1, ':') { 2 } else { 1 };
            push(TokenKind::Mark, start..at);
        }
        line += chars[start..at.min(chars.len())].iter().filter(|&&character| character == '\n').count();
    }
    tokens
}

/// The tokens without the items marked `#[cfg(test)]`: their modules may use whatever they like.
pub(crate) fn without_tests(tokens: &[Token]) -> Vec<Token> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !MARK.iter().enumerate().all(|(i, part)| tokens.get(at + i).is_some_and(|token| token.text == *part)) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at += MARK.len();
        let mut depth = 0;
        while at < tokens.len() {
            let text = tokens[at].text.as_str();
            at += 1;
            depth += i32::from(text == "{") - i32::from(text == "}");
            if depth == 0 && matches!(text, "}" | ";") {
                break;
            }
        }
    }
    kept
}

/// The first place from `from` on where the rest satisfies a condition, or the end.
fn find(chars: &[char], from: usize, stops: impl Fn(&[char]) -> bool) -> usize {
    (from..chars.len()).find(|&at| stops(&chars[at..])).unwrap_or(chars.len())
}

fn end_of_block_comment(chars: &[char], from: usize) -> usize {
    let mut depth = 0;
    let mut at = from;
    while at < chars.len() {
        let rest = &chars[at..];
        if rest.starts_with(&['/', '*']) {
            depth += 1;
            at += 2;
        } else if rest.starts_with(&['*', '/']) {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at
}

/// The number of `#` of the raw text that starts here, if one does: `r"…"`, `br#"…"#`.
fn raw_text(rest: &[char]) -> Option<usize> {
    let rest = rest.strip_prefix(&['b']).unwrap_or(rest).strip_prefix(&['r'])?;
    let hashes = rest.iter().take_while(|&&character| character == '#').count();
    (rest.get(hashes) == Some(&'"')).then_some(hashes)
}
