//! A test recorded from a game that was played.

use std::fmt::Write;

use super::expectation;
use crate::diagnostic::Edit;
use crate::engine::{Move, Position};
use crate::format::format;
use crate::notation::{fen, uci, write_moves};
use crate::source::Span;

/// The maximum number of legal moves that are all named.
const MAX_NAMED: usize = 12;

/// The change that adds a test to the end of a definition. The test plays these moves from a position of its game, and expects
/// the present outcome and the legal moves after them, or their number.
///
/// Quotation marks and ends of lines in the name are left out, and so are the moves from the first illegal one on.
///
/// ```
/// use weakfish::diagnostic::apply_edits;
/// use weakfish::testing::{record_test, runner};
/// use weakfish::{BuiltIns, Source, check, notation};
///
/// let source = Source::new("mine.variant", "game \"Mine\" extends fide\n");
/// let start = check(&source, &BuiltIns).game.unwrap().start();
/// let mv = notation::read_move(&start, "e4").unwrap();
/// let edit = record_test::append_test(&source.text, "after e4", &start, &[mv]);
/// let text = apply_edits(&source.text, &[edit]).unwrap();
/// assert!(text.ends_with("test \"after e4\"\n  play:    1. e4\n  expect:  ongoing\n  perft 1: 20\n"));
/// assert!(runner::run(&check(&Source::new("mine.variant", text), &BuiltIns))[0].passed());
/// ```
pub fn append_test(text: &str, name: &str, start: &Position, moves: &[Move]) -> Edit {
    let name: String = name.chars().filter(|char| !char.is_control() && *char != '"').collect();
    // Writing to a string can't fail.
    let mut test = format!("test \"{}\"\n", if name.trim().is_empty() { "recorded" } else { name.trim() });
    let variant = start.game().variant();
    let setup = start.setup();
    if fen::write(start) != fen::write(&start.game().start_of(setup)) {
        let _ = writeln!(test, "  position: {}", fen::write(start));
    } else if let Some(setup) = variant.setups.get(setup.index()).filter(|_| setup.index() > 0) {
        let _ = writeln!(test, "  setup: {}", setup.name);
    }
    let mut position = start.clone();
    let played = moves.iter().take_while(|&&mv| position.play(mv).is_ok()).count();
    if played > 0 {
        let _ = writeln!(test, "  play: {}", write_moves(start, &moves[..played]));
    }
    let _ = writeln!(test, "  expect: {}", expectation(position.outcome().as_ref()));
    let legal = uci::legal_moves(&position);
    if (1..=MAX_NAMED).contains(&legal.len()) {
        let names: Vec<&str> = legal.iter().map(|(name, _)| name.as_str()).collect();
        let _ = writeln!(test, "  exactly: {}", names.join(" "));
    } else if !legal.is_empty() {
        let _ = writeln!(test, "  perft 1: {}", legal.len());
    }
    let gap = match text {
        "" => "",
        _ if text.ends_with("\n\n") => "",
        _ if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    Edit::new(Span::at(text.len()), gap.to_owned() + &format(&test))
}
