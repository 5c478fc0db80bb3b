//! Laws over made-up strings.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use weakfish::betza::{describe, diagram, form, movement, targets};
use weakfish::diagnostic::Diagnostic;

use weakfish_testing::dice::{Dice, check_law};

/// Text that looks like Betza notation here and there.
fn scribble(dice: &mut Dice) -> String {
    const PIECES: [&str; 49] = [
        "f", "b", "l", "r", "v", "s", "h", "m", "c", "n", "j", "p", "g", "i", "e", "o", "q", "z", "a", "y", "t", "W",
        "F", "N", "D", "K", "Q", "R", "B", "WW", "(4,1)", "(", ")", "[", "]", "-", "?", "&", "0", "3", "12", "/", "{",
        "}", "@", "O", "X", " ", "é",
    ];
    if dice.flip() { dice.list(0, 39, |dice| dice.pick(&PIECES)).concat() } else { dice.text(100) }
}

#[test]
fn any_text_is_read_or_refused_and_soon() {
    check_law(256, |dice| {
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

/// A term of Betza notation as one would write it, in any of its spellings.
fn term(dice: &mut Dice) -> String {
    const ATOMS: [&str; 20] = [
        "W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "Q", "R", "B", "(4,1)", "(5,5)", "WW", "FF", "NN", "DD", "KK",
    ];
    const RANGES: [&str; 8] = ["", "", "", "1", "3", "-2", "[2-4]", "[2-0]"];
    const LETTERS: [&str; 24] = [
        "", "", "", "f", "b", "s", "v", "fr", "bl", "ff", "fh", "hr", "m", "c", "mc", "ce", "n", "j", "p", "g", "q",
        "z", "i", "o",
    ];
    let letters = |dice: &mut Dice| dice.list(0, 3, |dice| dice.pick(&LETTERS)).concat();
    let leg = |dice: &mut Dice| letters(dice) + dice.pick(&ATOMS) + dice.pick(&RANGES);
    match dice.below(4) {
        0 => {
            let legs = dice.list(1, 3, |dice| leg(dice) + dice.pick(&["-", "?"])).concat();
            format!("{}[{legs}{}]", letters(dice), leg(dice))
        }
        // A hop of an `a`-string may have a least range, and a bracket can't spell that.
        1 => {
            let legs = dice.list(1, 3, |dice| letters(dice) + "a").concat();
            legs + &letters(dice) + dice.pick(&ATOMS) + dice.pick(&["", "", "1", "3"])
        }
        _ => leg(dice),
    }
}

#[test]
fn reading_what_is_printed_gives_the_same() {
    let read = AtomicUsize::new(0);
    check_law(2000, |dice| {
        let text = dice.list(1, 4, term).concat();
        let Some(canonical) = form(&text).0 else { return };
        read.fetch_add(1, Ordering::Relaxed);
        let spelt = canonical.to_string();
        // A longer string is refused, and a few letters can mean hundreds of paths.
        if spelt.len() <= 2000 {
            assert!(form(&spelt).0 == Some(canonical), "{text} {spelt}");
        }
    });
    assert!(read.into_inner() > 100, "most strings are refused");
}
