//! Laws over made-up strings.

use std::time::{Duration, Instant};

use weakfish::betza::{describe, diagram, form, movement, targets};
use weakfish::diagnostic::Diagnostic;

use weakfish_testing::dice::{Dice, law};

/// Text that looks like Betza notation here and there.
fn scribble(dice: &mut Dice) -> String {
    const PIECES: [&str; 49] = [
        "f", "b", "l", "r", "v", "s", "h", "m", "c", "n", "j", "p", "g", "i", "e", "o", "q", "z", "a", "y", "t", "W",
        "F", "N", "D", "K", "Q", "R", "B", "WW", "(4,1)", "(", ")", "[", "]", "-", "?", "&", "0", "3", "12", "/", "{",
        "}", "@", "O", "X", " ", "é",
    ];
    if dice.flip() { dice.list(0, 39, |dice| dice.of(&PIECES)).concat() } else { dice.text(100) }
}

#[test]
fn any_text_is_read_or_refused_and_soon() {
    law(256, |dice| {
        let text = scribble(dice);
        let start = Instant::now();
        let (read, diagnostics) = movement(&text);
        assert_eq!(read.is_none(), diagnostics.iter().any(Diagnostic::is_error));
        for diagnostic in &diagnostics {
            assert!(diagnostic.labels.iter().all(|label| text.get(label.span.range()).is_some()));
        }
        if let Some(read) = read {
            let (canonical, _) = form(&text);
            let spelt = canonical.map(|form| form.to_string()).unwrap_or_default();
            assert_eq!(movement(&spelt).0, Some(read.clone()), "{spelt}");
            targets(&read);
            describe(&read);
            diagram(&read);
        }
        assert!(start.elapsed() < Duration::from_secs(5));
    });
}
