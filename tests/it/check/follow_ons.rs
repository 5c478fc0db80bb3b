//! Errors that follow from others are left out: a man whose own line has an error is judged no further.

use weakfish::check::Checker;
use weakfish::diagnostic::apply_edits;
use weakfish::source::Source;
use weakfish::{BuiltIns, suggest};

const BOARD: &str = "setup\n  r n b q k b n r\n  p p p p p p p p\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
                     P P P P P P P P\n  R N B Q K B N R\n";

/// The lines, counted from 1, of all diagnostics of a definition.
fn lines_of_diagnostics(text: &str) -> Vec<usize> {
    let source = Source::new("follow-ons.variant", text);
    let report = suggest::check(&mut Checker::new(), &source, &BuiltIns).report;
    report.diagnostics().map(|diagnostic| source.line_column(diagnostic.span().start).0).collect()
}

/// A definition with one line under `men`, the third, and lines behind it.
fn with_man(line: &str, rest: &str) -> String {
    format!("game \"Follow-ons\" extends fide\nmen\n  {line}\n{rest}")
}

#[test]
fn a_man_whose_line_has_an_error_is_judged_no_further() {
    let facing_of_bishop = format!("{BOARD}  facing: B on c1 ne, b on c8 sw\n");
    let facing_of_rook = format!("{BOARD}  facing: R on a1 e, r on a8 e\n");
    let in_braces = BOARD.replace("R N B", "R{e} N B");
    let promotion = "rules\n  promotion of P: on last rank, to B or N, facing any way\n";
    for (line, rest) in [
        // Read with a correction: what follows from it is as uncertain.
        ("R rook: fR, truns 90", ""),
        ("white R rook: fR, truns 90", ""),
        ("B bishop: fB, truns 45", ""),
        // Refused: the inherited man does not answer for it.
        ("B bishop: fB, turns 45 at will", &*facing_of_bishop),
        ("B bishop: fB, turns 45, wobbles", &*facing_of_bishop),
        ("B bishop fB, turns 45, wobbles", &*facing_of_bishop),
        ("R rook: fR, turns 45 at will", &*facing_of_rook),
        ("R rook: fR, turns 45 at will", &*in_braces),
        ("B bishop: fB, turns 45 at will", promotion),
        ("all men: turns 90 at will", &*facing_of_rook),
        ("all men: truns 90", &*facing_of_bishop),
        // A line for all men may be for the other side too.
        ("white all men: turns 90 at will", &*facing_of_rook),
        // The same with errors that only the checker finds.
        ("B bishop: fB, turns 46", &*facing_of_bishop),
        ("B bishop: fX, turns 45", &*facing_of_bishop),
        ("B bishop: fB, turns 45, stays in palace", &*facing_of_bishop),
    ] {
        let text = with_man(line, rest);
        assert_eq!(lines_of_diagnostics(&text), [3], "{text}");
    }
}

#[test]
fn other_men_are_judged_all_the_same() {
    let rest = format!("{BOARD}  facing: B on c1 ne\n");
    assert_eq!(lines_of_diagnostics(&with_man("R rook: fR, wobbles", &rest)), [3, 13]);
    assert_eq!(lines_of_diagnostics(&with_man("R rook: fR, truns 90", &rest)), [3, 13]);
    // Names of men in a man's properties are no symbols of the line.
    assert_eq!(lines_of_diagnostics(&with_man("R rook: fR, captures only B or N, wobbles", &rest)), [3, 13]);
    // A man with two errors in one line has both.
    assert_eq!(lines_of_diagnostics(&with_man("R rook: fX, stays in palace", "")), [3, 3]);
    assert_eq!(lines_of_diagnostics(&with_man("R rook: fR, truns 90, stays in palace", "")), [3, 3]);
}

/// The number of labels of each diagnostic in the report with equal ones joined, and the text after all edits.
fn joined(text: &str) -> (Vec<usize>, String) {
    let source = Source::new("equal.variant", text);
    let report = suggest::join_equal(&suggest::check(&mut Checker::new(), &source, &BuiltIns).report);
    let labels = report.diagnostics().map(|diagnostic| diagnostic.labels.len()).collect();
    let edits = report.diagnostics().flat_map(|diagnostic| &diagnostic.edits);
    (labels, apply_edits(text, edits).unwrap())
}

#[test]
fn equal_messages_of_a_section_are_one() {
    let explodes =
        "game \"Loud\" extends fide\nmen\n  R rook: R, explodes\n  B bishop: B, wobbles\n  N knight: N, explodes\n";
    assert_eq!(joined(explodes).0, [2, 1]);
    // Found by the checker, too.
    assert_eq!(
        joined("game \"Loud\" extends fide\nmen\n  R rook: R, stays in den\n  B bishop: B, stays in den\n").0,
        [2]
    );
    // In another section it is another matter.
    let two = "game \"Far\" extends fide\nregions\n  hill: e9\nsetup odd: standard with Q on e9\nrules\n  promotion of P: on e9, to Q\n";
    assert_eq!(joined(two).0, [1, 1, 1]);
    // The edits of all places stay.
    let comments = "game \"Comments\" extends fide\nmen\n  R rook: R # slow\n  Q queen: Q\n  B bishop: B # slow\n";
    let (labels, mended) = joined(comments);
    assert_eq!(labels, [2]);
    assert_eq!(mended, comments.replace('#', "//"));
}
