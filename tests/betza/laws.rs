//! Laws over made-up strings.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use weakfish::betza::{describe, diagram, form, movement, targets};
use weakfish::diagnostic::Diagnostic;

/// Text that looks like Betza notation here and there.
fn scribble() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "f", "b", "l", "r", "v", "s", "h", "m", "c", "n", "j", "p", "g", "i", "e", "o", "q", "z", "a", "y", "t", "W",
        "F", "N", "D", "K", "Q", "R", "B", "WW", "(4,1)", "(", ")", "[", "]", "-", "?", "&", "0", "3", "12", "/", "{",
        "}", "@", "O", "X", " ", "é", "[W-F]",
    ]);
    prop_oneof![prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat()), any::<String>()]
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_and_soon(text in scribble()) {
        let start = Instant::now();
        let (read, diagnostics) = movement(&text);
        prop_assert_eq!(read.is_none(), diagnostics.iter().any(Diagnostic::is_error));
        for diagnostic in &diagnostics {
            prop_assert!(diagnostic.labels.iter().all(|(span, _)| text.get(span.range()).is_some()));
        }
        if let Some(read) = read {
            let (canonical, _) = form(&text);
            let spelt = canonical.map(|form| form.to_string()).unwrap_or_default();
            prop_assert_eq!(movement(&spelt).0, Some(read.clone()), "{}", spelt);
            targets(&read);
            describe(&read);
            diagram(&read);
        }
        prop_assert!(start.elapsed() < Duration::from_secs(5));
    }
}
