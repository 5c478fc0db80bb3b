//! Notes: what is probably not meant so, and may be. Each names the line that ends it, and is gone with it.

use weakfish::diagnostic::{Diagnostic, Severity, apply_edits};
use weakfish::source::Source;
use weakfish::{BuiltIns, check};

fn notes(text: &str) -> Vec<Diagnostic> {
    let report = check(&Source::new("notes.variant", text), &BuiltIns).report;
    assert_eq!(report.errors(), 0, "{text}{report:#}");
    report.diagnostics().filter(|told| told.severity == Severity::Note).cloned().collect()
}

fn with_men(lines: &str) -> String {
    format!("game \"Notes\" extends fide\nmen\n{lines}rules\n  promotion of P: on last rank, to Q, R, B or N\n")
}

#[test]
fn a_movement_on_squares_that_takes_the_usual_one_away_has_a_note() {
    for (man, both) in [
        ("P soldier: fW, on own rank 5 to 8 sW", "`also on … sW`"),
        ("N knight: N, on own rank 5 to 8 K", "`also on … K`"),
        ("B bishop: B, on file a or file h W", "`also on … W`"),
        ("P pawn: mfWcfF, on own rank 5 cfW", "`also on … cfW`"),
        ("N knight: N, on d4 to e5 N, on rank 1 Q", "`also on … Q`"),
        ("white P soldier: fW, on own rank 5 to 8 sW", "`also on … sW`"),
    ] {
        let text = with_men(&format!("  {man}\n"));
        let told = notes(&text);
        let [note] = &told[..] else { panic!("{man}: {told:#?}") };
        assert_eq!(note.code, "check::other-movement", "{man}");
        let help = note.help.as_deref().unwrap();
        assert!(help.contains(both) && help.contains("replaces"), "{man}: {help}");
        assert!(note.edits.is_empty());
        let silenced = format!("  {man} // allow check::other-movement: it is meant so\n");
        assert!(notes(&with_men(&silenced)).is_empty(), "{man}");
    }
    for man in [
        "P soldier: fW, on own rank 5 to 8 fWsW",
        "P soldier: fW, on own rank 5 to 8 fsW",
        "Q queen: Q, on own rank 5 to 8 R",
        "R rook: R, on own rank 5 to 8 W",
        "Q queen: Q, on own rank 5 to 8 no movement",
        "N knight: no movement, on own rank 5 to 8 N",
        "P pawn: mfWcfF, on own rank 5 mfWcsF",
        "N knight: N, also at first D",
    ] {
        let told = notes(&with_men(&format!("  {man}\n")));
        assert!(told.is_empty(), "{man}: {told:#?}");
    }
}

const BOARD: &str = "  r n a q k a n r\n  p p p p p p p p\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
                     P P P P P P P P\n  R N A Q K A N R\n";

#[test]
fn inherited_men_that_never_come_have_a_note_with_the_line_that_ends_it() {
    // Without pawns nothing promotes.
    let text = "game \"Towers\" extends fide\nboard: 8x8\nsetup standard\n  r . . . k . . r\n  . . . . . . . .\n  . . . . . . . .\n  \
                . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  R . . . K . . R\n";
    let told = notes(text);
    let [note] = &told[..] else { panic!("{told:#?}") };
    assert_eq!(note.code, "check::unused-man");
    assert_eq!(
        note.message,
        "the inherited `Q`, `B`, `N` and `P` stand in no setup, and nothing brings such a man onto the board"
    );
    assert_eq!(
        note.help.as_deref().unwrap(),
        "write `Q: none`, `B: none`, `N: none` and `P: none` under `men`, `long step of P: none` and `promotion of P: none` under \
         `rules`, and `progress: capture or move of P` and `only K v K, K N v K, or K and B of one colour: draw` again without them"
    );
    let mended = text.replace(
        "setup standard",
        "men\n  Q: none\n  B: none\n  N: none\n  P: none\nrules\n  long step of P: none\n  promotion of P: none\n  progress: \
         capture\nendings\n  only K v K: draw\n  the rest: inherited\nsetup standard",
    );
    assert!(notes(&mended).is_empty());
    // Where nothing speaks of the man, one line is enough.
    let queenless = "game \"Queenless\" extends fide\nsetup standard\n  r n b . k b n r\n  p p p p p p p p\n  . . . . . . . .\n  \
                     . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  P P P P P P P P\n  R N B . K B N R\nrules\n  \
                     promotion of P: on last rank, to R\n";
    let told = notes(queenless);
    assert_eq!(told[0].help.as_deref().unwrap(), "write `Q: none` under `men`");
    assert!(notes(&queenless.replace("setup", "men\n  Q: none\nsetup")).is_empty());
    // A man of one side is named with its side.
    let half = queenless
        .replace("R N B . K B N R", "R N B Q K B N R")
        .replace("setup", "men\n  white Q queen: QN\nsetup")
        .replace("promotion of P", "black promotion of P");
    let told = notes(&half);
    assert!(told[0].message.starts_with("the inherited `black Q` "), "{told:#?}");
    assert!(told[0].help.as_deref().unwrap().starts_with("write `black Q: none` under `men`"), "{told:#?}");
    // A man that promotes brings others, and so does one that becomes another.
    let pawns = text.replace("  . . . . . . . .\n  R . . .", "  P . . . . . . .\n  R . . .");
    assert!(notes(&pawns).is_empty(), "{:#?}", notes(&pawns));
    let becoming = text.replace("setup", "men\n  R rook: R, when moving may become Q\nrules\n  castling: none\nsetup");
    let told = notes(&becoming);
    assert!(told[0].message.starts_with("the inherited `B`, `N` and `P` "), "{told:#?}");
    // A man in hand comes, too.
    let in_hand = text.to_owned() + "  hand: B N b n\n";
    let told = notes(&in_hand);
    assert!(told[0].message.starts_with("the inherited `Q` and `P` "), "{told:#?}");
    for text in
        ["game \"Plain\" extends fide\n", "game \"Crazy\" extends crazyhouse\n", "game \"Shogi\" extends shogi\n"]
    {
        assert!(notes(text).is_empty(), "{text}");
    }
}

#[test]
fn a_promotion_to_men_that_others_replaced_has_a_note_with_the_line_that_ends_it() {
    let text = format!("game \"Amazons\" extends fide\nmen\n  A amazon: QN\nsetup standard\n{BOARD}");
    let told = notes(&text);
    let [note] = &told[..] else { panic!("{told:#?}") };
    assert_eq!(note.message, "`P` promotes to `B`, which stands in no setup, and not to `A`, which does");
    let help = note.help.as_deref().unwrap();
    let line = help.split('`').nth(1).unwrap();
    assert_eq!(line, "promotion of P: on last rank, to Q, R, N or A");
    let told = notes(&format!("{text}rules\n  {line}\nmen\n  B: none\n").replace("men\n  B: none\n", ""));
    assert!(told.iter().all(|told| told.message.starts_with("the inherited `B` ")), "{told:#?}");
    assert!(help.contains("`instead of B`"));
    assert!(notes(&text.replace("A amazon: QN", "A amazon: QN, instead of B")).is_empty());
    // Written in the game itself, it is meant.
    assert!(notes(&format!("{text}rules\n  promotion of P: on last rank, to Q, R, B or N\n")).is_empty());
    // Pawns of one's own are no prize.
    let pawns =
        text.replace("A amazon: QN", "A amazon: QN\n  S soldier: fW").replace("P P P P P P P P", "S S S S S S S S");
    let pawns =
        pawns.replace("p p p p p p p p", "s s s s s s s s") + "rules\n  promotion of S: on last rank, to Q, A\n";
    let told = notes(&pawns);
    assert!(told.iter().all(|told| !told.message.contains("promotes")), "{told:#?}");
}

#[test]
fn a_promotion_to_a_man_that_was_left_out_of_the_setup_has_a_button_that_ends_it() {
    let line = "promotion of P: on last rank, to Q, R or N";
    let bishopless = "game \"No Bishops\" extends fide\nboard: 6x8\n\nsetup standard\n  r n q k n r\n  p p p p p p\n  \
                      . . . . . .\n  . . . . . .\n  . . . . . .\n  . . . . . .\n  P P P P P P\n  R N Q K N R\n";
    for (text, mended) in [
        (bishopless.to_owned(), format!("{bishopless}\nrules\n  {line}\n")),
        (
            format!("{bishopless}rules // all\n  castling: none\n"),
            format!("{bishopless}rules // all\n  {line}\n  castling: none\n"),
        ),
        (
            format!("{bishopless}endings\n  stalemated: loses\n"),
            format!("{bishopless}rules\n  {line}\n\nendings\n  stalemated: loses\n"),
        ),
    ] {
        let told = notes(&text);
        let note = told.iter().find(|told| told.message.contains("promotes")).unwrap_or_else(|| panic!("{told:#?}"));
        assert_eq!(note.message, "`P` promotes to `B`, which stands in no setup");
        assert_eq!(note.help.as_deref().unwrap(), format!("write `{line}` under `rules`"));
        assert_eq!(apply_edits(&text, note.offered_edits()).unwrap(), mended);
        assert!(notes(&mended).iter().all(|told| !told.message.contains("promotes")));
    }
    // Where pawns alone stand, all that they become is meant.
    let pawns = bishopless.replace("r n q k n r", "p p p k p p").replace("R N Q K N R", "P P P K P P");
    assert!(notes(&pawns).iter().all(|told| !told.message.contains("promotes")), "{:#?}", notes(&pawns));
}

#[test]
fn events_on_one_side_s_squares_are_warned_of() {
    let warned = |place: &str| {
        let text = format!("game \"Events\" extends fide\nmen\n  N knight: N, when arriving on {place} becomes B\n");
        let report = check(&Source::new("events.variant", text), &BuiltIns).report;
        report.diagnostics().filter(|told| told.code == "check::shared-squares").count()
    };
    for (place, count) in [
        ("rank 4", 1),
        ("e4", 1),
        ("rank 6 to 8", 1),
        ("own rank 4", 0),
        ("rank 4 to 5", 0),
        ("file a", 0),
        ("last rank", 0),
    ] {
        assert_eq!(warned(place), count, "{place}");
    }
}

#[test]
fn a_region_of_more_squares_than_its_words_suggest_has_a_note() {
    let with_region = |squares: &str| {
        format!(
            "game \"Notes\" extends fide\nregions\n  hill: {squares}\nendings\n  Q on hill, safe: wins\n  the rest: inherited\n"
        )
    };
    let wide = |squares: &str| {
        let report = check(&Source::new("notes.variant", with_region(squares)), &BuiltIns).report;
        report.diagnostics().find(|told| told.code == "check::wide-region").cloned()
    };
    for (written, meant) in [
        ("rank 3 to 6, file c to f", "c3 to f6"),
        ("file c to f, rank 3 to 6", "c3 to f6"),
        ("own rank 3 to 6, file c to f", "own c3 to f6"),
        ("a1 to h8", "anywhere"),
        ("h1 to a8", "anywhere"),
    ] {
        let text = with_region(written);
        let note = wide(written).unwrap_or_else(|| panic!("{written}"));
        assert_eq!(note.severity, Severity::Note);
        assert_eq!(apply_edits(&text, &note.edits).unwrap(), with_region(meant));
    }
    for plain in
        ["rank 3 to 6 or file c to f", "rank 3, file c", "rank 1, rank 8, file a, file h", "d4 to e5", "a1 to h7"]
    {
        assert!(wide(plain).is_none(), "{plain}");
    }
}

#[test]
fn men_in_hand_that_no_drop_can_use_have_a_note_with_the_line_that_ends_it() {
    let board = BOARD.replace('a', "b").replace('A', "B");
    let with_hand = |men: &str, rules: &str| {
        let region = if men.contains("camp") { "regions\n  camp: own rank 1 to 3\n" } else { "" };
        format!(
            "game \"Hands\" extends fide\nmen\n{men}{region}rules\n  promotion of P: on last rank, to Q, R, B or N\n{rules}setup\n{board}  hand: 2 A 2 a\n"
        )
    };
    for (men, rule, help) in [
        ("  A archer: A\n", "  drop of A: forbidden\n", "`drop of A: on own rank 1 to 8`"),
        ("  A archer: A\n", "  drop: forbidden\n", "`drop of A: on own rank 1 to 8`"),
        ("  A archer: A, stays in camp\n", "  drop of A: on own rank 5 to 8\n", "`drop of A: on camp`"),
        ("  A archer: A, enters rank 4 only by capturing\n", "  drop: on rank 4\n", "`drop of A: on own rank 1 to 8`"),
        ("  A archer: A\n", "  drop of A: unlimited\n", "out of the hand"),
    ] {
        let text = with_hand(men, rule);
        let told = notes(&text);
        let [note] = &told[..] else { panic!("{text}{told:#?}") };
        assert_eq!(note.code, "check::unused-man", "{rule}");
        assert!(note.message.starts_with("`A` in hand can never be used"), "{rule}: {}", note.message);
        assert!(note.help.as_deref().unwrap().contains(help), "{rule}: {:?}", note.help);
        // The line that is named ends it.
        let line = help.trim_matches('`');
        let mended = if line.starts_with("drop") {
            text.replace(rule, &format!("  {line}\n"))
        } else {
            text.replace("  hand: 2 A 2 a\n", "")
        };
        assert!(notes(&mended).is_empty(), "{mended}");
    }
    for (men, rule) in [
        ("  A archer: A\n", ""),
        ("  A archer: A\n", "  drop of A: on own rank 1\n"),
        ("  A archer: A\n  N knight: N, when first moving may leave A\n", "  drop of A: forbidden\n"),
    ] {
        assert!(notes(&with_hand(men, rule)).is_empty(), "{men}{rule}");
    }
    // Captured men that a game keeps are meant to be kept; those that it inherits a rule for may be a surprise.
    let kept = "game \"Kept\" extends fide\nmen\n  all men: when captured goes to the captor's hand\nrules\n  drop: forbidden\nendings\n  only: none\n  the rest: inherited\n";
    assert!(notes(kept).is_empty());
}

#[test]
fn a_line_that_could_be_meant_otherwise_has_a_note_with_a_line_for_either() {
    for (base, section, line, message, either) in [
        ("shogi", "rules", "drop of P: none", "any square", ["drop of P: forbidden", "drop of P: on anywhere"]),
        ("shogi", "rules", "immobility: none", "never move again", ["immobility: forbidden", "immobility: allowed"]),
        (
            "fide",
            "endings",
            "both N on last rank: draw",
            "of both sides",
            ["both have 1 N on last rank: draw", "2 N on last rank: draw"],
        ),
    ] {
        let rest = if section == "endings" { "  the rest: inherited\n" } else { "" };
        let of_code = |line: &str| {
            let text = format!("game \"Readings\" extends {base}\n{section}\n  {line}\n{rest}");
            let told = check(&Source::new("notes.variant", text), &BuiltIns).report;
            told.diagnostics().filter(|told| told.code == "check::other-reading").cloned().collect::<Vec<_>>()
        };
        let told = of_code(line);
        let [note] = &told[..] else { panic!("{line}: {told:#?}") };
        assert_eq!(note.severity, Severity::Note);
        assert!(note.message.contains(message), "{line}: {}", note.message);
        for mended in either {
            let words = mended.trim_end_matches(": draw");
            assert!(note.help.as_deref().unwrap().contains(words), "{line}: {:?}", note.help);
            assert!(of_code(mended).is_empty(), "{mended}");
        }
        assert!(of_code(&format!("{line} // allow check::other-reading: it is meant so")).is_empty(), "{line}");
    }
    // A side has one K.
    let kings = "game \"Kings\" extends fide\nendings\n  both K on e4: draw\n  the rest: inherited\n";
    assert!(notes(kings).is_empty());
}

#[test]
fn an_effect_that_changes_nothing_has_a_note() {
    for (effect, count) in
        [("when moving becomes N", 1), ("when capturing may become N", 1), ("when moving may become N or Q", 0)]
    {
        let told = notes(&format!("game \"Same\" extends fide\nmen\n  N knight: N, {effect}\n"));
        assert_eq!(told.iter().filter(|told| told.code == "check::idle-property").count(), count, "{effect}");
    }
}

#[test]
fn a_promotion_of_one_side_on_other_squares_has_a_note_with_the_line_for_both() {
    let both = "  promotion of P: on last rank, to Q or R\n";
    for (line, is_noted) in [
        ("  white promotion of P: on own rank 7, to N, optional\n", true),
        ("  white promotion of P: on own rank 7 to 8, to N\n", false),
        ("  white promotion of P: on last rank, to N\n  white promotion of P: on own rank 7, to B\n", false),
        ("  white promotion of N: on own rank 7, to B\n", false),
    ] {
        let text = format!("game \"One Side\" extends fide\nrules\n{both}{line}");
        let lost = |text: &str| -> Vec<Diagnostic> {
            notes(text).into_iter().filter(|note| note.code == "check::lost-options").collect()
        };
        let told = lost(&text);
        assert_eq!(told.len(), usize::from(is_noted), "{line}: {told:#?}");
        for note in told {
            let mended = apply_edits(&text, &note.edits).unwrap();
            assert_eq!(mended, format!("{text}{}", both.replace("  p", "  white p")));
            assert!(lost(&mended).is_empty(), "{mended}");
        }
    }
}

#[test]
fn options_that_a_line_in_the_place_of_an_inherited_one_leaves_out_have_a_note() {
    for (base, line, kept) in [
        ("shogi", "drop of P: on own rank 1 to 5", ", at most 1 P on a file, not to checkmate"),
        ("shogi", "drop of P: on own rank 1 to 5, not to checkmate", ", at most 1 P on a file"),
        ("shogi", "drop of P: at most 2 P on a file", ", not to checkmate"),
        ("crazyhouse", "drop of P: not to check", ", on own rank 2 to 7"),
        ("duck-chess", "wall: on rank 4", ", one at a time"),
        ("shogi", "drop of P: forbidden", ""),
        ("shogi", "drop of P: anywhere, at most 1 P on a file, not to checkmate", ""),
        ("crazyhouse", "drop of P: on own rank 3 to 6", ""),
        ("fide", "long step of P: up to 3 squares from own rank 2, en passant", ""),
        ("fide", "long step of P: 3 squares from own rank 2", ""),
        ("fide", "long step of P: none", ""),
    ] {
        let text = format!("game \"Lost\" extends {base}\nrules\n  {line}\n");
        let of_code = |text: &str| {
            let told = check(&Source::new("notes.variant", text), &BuiltIns).report;
            told.diagnostics().filter(|told| told.code == "check::lost-options").cloned().collect::<Vec<_>>()
        };
        let told = of_code(&text);
        if kept.is_empty() {
            assert!(told.is_empty(), "{line}: {told:#?}");
            continue;
        }
        let [note] = &told[..] else { panic!("{line}: {told:#?}") };
        let mended = apply_edits(&text, &note.edits).unwrap();
        assert_eq!(mended, text.replace(line, &format!("{line}{kept}")));
        assert!(notes(&mended).iter().all(|note| note.code != "check::lost-options"), "{mended}");
    }
}
