//! Facts of a definition, read without checking it.

use weakfish::syntax::{TokenKind, tokens};

/// The title of a game, under the name `game`, and the facts that its text itself gives, each as it is written but for
/// quotation marks. It costs a fraction of checking the text.
///
/// ```
/// use weakfish_ide::facts;
///
/// let text = "game \"Hill\" extends fide\nabout: \"A race to the middle.\"\nyear: 2020\n";
/// let facts = facts(text);
/// assert_eq!(facts[0], ("game".to_owned(), "Hill".to_owned()));
/// assert_eq!(facts[1], ("about".to_owned(), "A race to the middle.".to_owned()));
/// ```
pub fn facts(text: &str) -> Vec<(String, String)> {
    let words = tokens(text);
    let word = |at: usize| {
        let token = words.get(at)?;
        Some(text.get(token.span.range())?.trim_matches('"').to_owned())
    };
    let mut found = Vec::new();
    for (at, token) in words.iter().enumerate() {
        match token.kind {
            // The first text is the title; no heading comes before it.
            TokenKind::Text if found.is_empty() => found.extend(word(at).map(|title| ("game".to_owned(), title))),
            TokenKind::Key => {
                let key = word(at).unwrap_or_default();
                if !found.iter().any(|(known, _)| *known == key) {
                    found.extend(word(at + 1).map(|value| (key, value)));
                }
            }
            _ => {}
        }
    }
    found
}
