//! Betza strings: what they mean and how they are refused.

use weakfish::check::movement::{form, read};

#[test]
fn the_classic_pieces_are_read() {
    for (text, paths) in [("K", 8), ("fmWfceF", 3), ("ffNbsN", 4), ("RfhN", 8), ("mRcpR", 8), ("qN", 16)] {
        assert_eq!(read(text).0.map(|movement| movement.paths.len()), Some(paths), "{text}");
        assert_eq!(form(text).0.map(|form| form.to_string()).as_deref(), Some(if text == "qN" { "qN" } else { text }));
    }
}
