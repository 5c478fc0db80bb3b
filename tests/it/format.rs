//! The canonical layout: what a definition means and every comment stay, and the definitions of the repository have it.

use std::path::Path;

use weakfish::diagnostic::{Severity, apply_edits};
use weakfish::format::format;
use weakfish::model::SeriesMovers;
use weakfish::syntax::{Document, Line, LineKind, MAX_BYTES};
use weakfish::testing::runner;

use crate::syntax::{checked, definitions, laid_out_otherwise};
use weakfish_testing::definition::definition;
use weakfish_testing::dice::{Dice, check_law, times};

/// What may not change of a line: its kind, its words and its comment.
fn content(line: &Line<'_>) -> (LineKind, String, String) {
    let words = if line.kind == LineKind::Damaged {
        line.pieces()[..6].concat().trim_start_matches('\u{FEFF}').to_owned()
    } else {
        // Blanks and the comma that they stand around; those in quotes are compared with the model.
        let words = [line.key, line.colon, line.value].concat();
        let words: String = words.split([' ', '\t']).collect();
        if line.kind == LineKind::Row { without_states(&words) } else { words }
    };
    let comment = if line.kind == LineKind::Damaged { "" } else { line.comment.trim_end_matches([' ', '\t']) };
    (line.kind, words, comment.to_owned())
}

/// The cells of a row without the states in braces.
fn without_states(row: &str) -> String {
    row.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect()
}

/// The text with the words of the language in place of synonyms.
fn without_synonyms(text: &str) -> String {
    let notes = Document::read(text).diagnostics.into_iter().filter(|told| told.severity == Severity::Note);
    apply_edits(text, &notes.flat_map(|note| note.edits).collect::<Vec<_>>()).unwrap()
}

/// The lines that are not blank.
fn contents(document: &Document<'_>) -> Vec<(LineKind, String, String)> {
    // The states of rows are moved into facing lines, which the model tells about.
    let mut is_facing = false;
    let lines = document.lines.iter().filter(|line| line.kind != LineKind::Blank).filter(|line| {
        is_facing = line.key == "facing" || is_facing && matches!(line.kind, LineKind::Carried | LineKind::Comment);
        !is_facing || line.kind == LineKind::Comment
    });
    lines.map(content).collect()
}

/// Holds every law of a text alone; returns its canonical form.
fn keeps_all(text: &str) -> String {
    let formatted = format(text);
    let text = &without_synonyms(text);
    let (before, after) = (Document::read(text), Document::read(&formatted));
    assert_eq!(contents(&before), contents(&after), "{text:?}\n{formatted}");
    let codes = |document: &Document<'_>| document.diagnostics.iter().map(|problem| problem.code).collect::<Vec<_>>();
    assert_eq!(codes(&before), codes(&after), "{text:?}\n{formatted}");
    assert_eq!(format(&formatted), formatted, "twice is other than once: {text:?}");
    let ends: Vec<&str> = after.lines.iter().map(|line| line.end).collect();
    assert!(ends.windows(2).all(|two| two[0] == two[1]), "{formatted:?}");
    assert!(
        after.lines.last().is_none_or(|last| last.kind != LineKind::Blank && !last.end.is_empty()),
        "{formatted:?}"
    );
    let blank = |line: &Line<'_>| line.kind == LineKind::Blank;
    assert!(!after.lines.windows(2).any(|two| blank(&two[0]) && blank(&two[1])), "{formatted:?}");
    let trailing =
        |line: &&Line<'_>| line.kind != LineKind::Damaged && [line.gap, line.comment].concat().ends_with(' ');
    let trailing: Vec<_> = after.lines.iter().filter(|line| line.comment.is_empty()).filter(trailing).collect();
    assert!(trailing.is_empty(), "{trailing:?}");
    formatted
}

/// Holds that the definition in its folder is the same game, or as broken, and that its tests come out as before.
fn means_the_same(path: &Path, text: &str, formatted: &str) {
    let (before, after) = (checked(path, text.to_owned()), checked(path, formatted.to_owned()));
    let codes: [Vec<_>; 2] = [&before, &after].map(|checked| {
        let problems = checked.report.diagnostics().filter(|told| told.severity > Severity::Note);
        problems.map(|problem| problem.code).collect()
    });
    assert_eq!(codes[0], codes[1], "{}\n{text}\n{formatted}", path.display());
    assert!(before.variant() == after.variant(), "{}\n{text}\n{formatted}", path.display());
    let results = [&before, &after].map(runner::run);
    let results = results.map(|results| results.into_iter().map(|one| (one.passed(), one.name)).collect::<Vec<_>>());
    assert_eq!(results[0], results[1], "{}", path.display());
}

/// The same text with other blanks and line ends, and with more of the empty lines that it has.
fn with_other_blanks(text: &str, dice: &mut Dice) -> String {
    let end = dice.pick(&["\n", "\r\n", "\r"]);
    let mut out = String::from(dice.pick(&["", "\u{FEFF}"]));
    let document = Document::read(text);
    for line in &document.lines {
        if line.kind == LineKind::Blank {
            (0..dice.between(1, 3)).for_each(|_| out.push_str(end));
            continue;
        }
        // The last comments of a section belong to the next one only at the margin.
        let free = line.kind != LineKind::Comment;
        out.push_str(if free { dice.pick(&["", " ", "\t", "     "]) } else { line.indent });
        let mut quoted = false;
        for c in [line.key, line.colon, line.value].concat().chars() {
            quoted ^= c == '"';
            match c {
                ' ' if !quoted => out.push_str(dice.pick(&[" ", "  ", "\t", "      "])),
                _ => out.push(c),
            }
        }
        if !line.comment.is_empty() {
            let between = dice.pick(&["", " ", "    ", "\t\t"]);
            out.push_str(if free { between } else { "" });
            out.push_str(line.comment);
        }
        out.push_str(dice.pick(&["", "", " ", "\t "]));
        out.push_str(end);
    }
    // A last line end may be missing, and there may be empty lines at either end.
    match dice.below(3) {
        0 => out.truncate(out.trim_end_matches(['\n', '\r']).len()),
        1 => (0..3).for_each(|_| out.push_str(end)),
        _ => {}
    }
    out
}

/// A text with single line ends, as its blanks are changed.
fn in_lines(text: &str) -> String {
    text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n").replace('\r', "\n")
}

#[test]
fn the_definitions_that_come_with_the_library_are_canonical() {
    let unformatted = |(path, text): &(std::path::PathBuf, String)| {
        (format(text) != *text).then(|| format!("{}\n{}", path.display(), format(text)))
    };
    let texts = ["defs", "tests/cases/games", "tests/data"].map(definitions).concat();
    let wrong: Vec<String> = texts.iter().filter_map(unformatted).collect();
    assert!(wrong.is_empty(), "`weakfish fmt` writes otherwise:\n{}", wrong.join("\n"));
}

#[test]
fn the_examples_of_the_documents_are_canonical() {
    let documents = [
        ("```text\n", include_str!("../../README.md")),
        ("```variant\n", include_str!("../../docs/formatting.md")),
        ("```variant\n", include_str!("../../docs/testing.md")),
    ];
    for (fence, document) in documents {
        let blocks: Vec<&str> = document.split(fence).skip(1).filter_map(|rest| rest.split("```").next()).collect();
        assert!(!blocks.is_empty());
        for block in blocks {
            assert_eq!(format(block), block);
            assert!(Document::read(block).diagnostics.is_empty(), "{block}");
        }
    }
}

#[test]
fn every_definition_means_the_same_and_keeps_its_comments() {
    let mut dice = Dice::new(11);
    let all = ["defs", "tests"].map(definitions).concat();
    assert!(all.len() > 150, "{}", all.len());
    for (path, text) in all {
        let formatted = keeps_all(&text);
        means_the_same(&path, &text, &formatted);
        for _ in 0..times() {
            let other = laid_out_otherwise(&text, &mut dice);
            means_the_same(&path, &other, &keeps_all(&other));
        }
    }
}

#[test]
fn definitions_put_together_at_random_mean_the_same_and_keep_their_comments() {
    check_law(100, |dice| {
        let text = definition(dice).text;
        let text = if dice.flip() { laid_out_otherwise(&text, dice) } else { text };
        let formatted = keeps_all(&text);
        means_the_same(Path::new("random/random.variant"), &text, &formatted);
        let other = with_other_blanks(&formatted, dice);
        assert_eq!(in_lines(&format(&other)), in_lines(&formatted), "{other:?}");
    });
}

#[test]
fn other_words_for_endings_become_those_of_the_language() {
    for (written, canonical) in [
        ("checkmate: draw", "checkmated: draw"),
        ("stalemate: more points win", "stalemated: more points win"),
        ("opponent bared: wins", "bared: loses"),
        ("opponent bared: wins 0.8", "bared: loses 0.2"),
        ("white opponent bared: loses (late)", "black bared: wins (late)"),
        ("opponent bared: white wins", "bared: white wins"),
        ("without Q or R: loses", "no Q or R: loses"),
        ("without pieces: wins", "no men: wins"),
        ("white without men: loses", "white has no men: loses"),
        ("fewer than 1 K: loses", "no K: loses"),
        ("fewer than 2 men against 2 or more, to move: loses", "1 man or fewer v 2 or more, to move: loses"),
        ("fewer than 3 pieces: loses", "2 men or fewer: loses"),
        ("black fewer than 3 P or N: loses", "black has 2 P or N or fewer: loses"),
        ("both no Q: draw", "both have no Q: draw"),
        ("white 3 P on hill: wins", "white has 3 P on hill: wins"),
        ("3 or more P on hill: wins", "3 P on hill: wins"),
        ("both 4 men or more in a row: draw", "both have 4 men in a row: draw"),
    ] {
        let text = format!("game \"Words\" extends fide\nendings\n  {written}\n");
        let formatted = format(&text);
        assert_eq!(formatted.lines().last().unwrap().trim(), canonical);
        assert!(Document::read(&formatted).diagnostics.is_empty(), "{formatted}");
    }
}

#[test]
fn other_words_for_expected_conditions_become_those_of_the_language() {
    for (written, canonical) in [
        ("checkmate", "checkmated"),
        ("not stalemate", "not stalemated"),
        ("white opponent bared", "black bared"),
        ("not opponent bared", "not bared"),
        ("black fewer than 3 P", "black has 2 P or fewer"),
        ("white in check", "white in check"),
        ("draw on claim by repetition", "draw on claim by repetition"),
    ] {
        let text = format!("game \"Words\" extends fide\ntest \"words\"\n  expect: {written}\n");
        let formatted = format(&text);
        assert_eq!(formatted.lines().last().unwrap().trim(), format!("expect: {canonical}"));
        assert!(Document::read(&formatted).diagnostics.is_empty(), "{formatted}");
    }
}

#[test]
fn boards_of_tests_keep_their_columns() {
    let text = "game \"Small\"\nboard: 3x3\ntest \"drawn\"\nposition:\nk . .\n. L{n} .\n. . K\nto move: black\n";
    let formatted = format(text);
    let lines: Vec<&str> = formatted.lines().skip(4).collect();
    let canonical =
        ["  position:", "    k . .", "    . L .", "    . . K", "  facing:   L on b2 n", "  to move:  black"];
    assert_eq!(lines, canonical);
    assert_eq!(format(&formatted), formatted);
}

#[test]
fn states_in_rows_become_a_line_below() {
    let board = |rows: &str| {
        let ranks = rows.lines().filter(|row| !row.contains([':', '1'])).count();
        format!("game \"Small\" extends fide\nboard: 4x{ranks}\nsetup a\n{rows}")
    };
    for (rows, canonical) in [
        // Men alike in one state are named together, in the order of the rows.
        (
            "r{s} . r{s} r{s}\nR{n} . . r{sx}\n",
            "r . r r\nR . . r\nfacing: r on a2, c2 and d2 s, R on a1 n, r on d1 s x\n",
        ),
        ("R{-} .\n. +n{n.ene -} // N\n", "R .\n. +n  // N\nfacing: R on a2 -, +n on b1 n.ene -\n"),
        // A facing line is gone on with, wherever it stands.
        (
            "facing: toward the middle, // so\nk on a1 e\nk R{e}\n",
            "facing: toward the middle,  // so\nk on a1 e, R on b1 e\nk R\n",
        ),
        // Nothing moves while it can't be told which square a cell is, or what its state is.
        ("R{e} .\n. . .\n", "R{e} .\n.    . .\n"),
        ("R{e} .\n. ?\n", "R{e} .\n. ?\n"),
        ("R{e} R{E}\n", "R{e} R{E}\n"),
    ] {
        let (formatted, canonical) = (format(&board(rows)), format(&board(canonical)));
        assert_eq!(formatted, canonical, "{rows}");
        assert!(!canonical.contains('{') || rows.contains(['?', 'E']) || rows.contains(". . ."), "{canonical}");
        assert_eq!(format(&formatted), formatted);
    }
}

#[test]
fn states_stay_in_rows_of_boards_with_too_few_or_unknown_ranks() {
    let rows = |ranks: usize| "k{n} K\n".to_owned() + &". .\n".repeat(ranks - 1);
    let moves = |start: &str, ranks: usize| {
        let formatted = format(&format!("{start}setup a\n{}", rows(ranks)));
        let is_moved = formatted.contains("facing: ");
        assert_eq!(is_moved, !formatted.contains('{'), "{formatted}");
        is_moved
    };
    for (start, ranks) in [
        ("game \"G\"\n", 8),
        ("game \"G: a game\" extends fide // of 8 ranks\n", 8),
        ("weakfish 2\ngame \"G\" extends fide\nboard: 10x9 without a1\n", 9),
        ("game \"G\" extends \"base.variant\"\nboard: 2x3\n", 3),
        ("game \"G\" extends xiangqi\n", 10),
    ] {
        assert!(moves(start, ranks), "{start}");
        assert!(!moves(start, ranks - 1), "{start}");
        assert!(!moves(start, ranks + 1), "{start}");
    }
    for start in ["game \"G\" extends \"base.variant\"\n", "game \"G\" extends nothing\n", "game \"G\"\nboard: large\n"]
    {
        assert!(!moves(start, 8), "{start}");
    }
}

#[test]
fn blanks_that_mean_nothing_are_single() {
    let text = "game\"A  b,c\" extends  x\nboard:3x2\nmen\n  K king:short\t W+leap  N ,royal,turns 45\n\
        endings\n  checkmated: draw( 75-moves )\n\
        test \"t\"\n  play: a1b1,c1d1   a2a3, {a  b} (c  d\nsetup a\n  r  L{n x}\t.\n  R . K\n";
    let formatted = in_lines(&format(text));
    for line in [
        "game \"A  b,c\" extends x",
        "K king: short W + leap N, royal, turns 45",
        "checkmated: draw (75-moves)",
        "play: a1b1,c1d1 a2a3, {a  b} (c  d",
        "r L .",
        "R . K",
        "facing: L on b2 n x",
    ] {
        assert!(formatted.lines().any(|formatted| formatted.trim() == line), "{line}\n{formatted}");
    }
}

#[test]
fn blanks_and_line_ends_make_no_difference() {
    let mut dice = Dice::new(12);
    for (path, text) in ["defs", "tests/cases/games"].map(definitions).concat() {
        for _ in 0..5 * times() {
            let other = with_other_blanks(&text, &mut dice);
            keeps_all(&other);
            assert_eq!(in_lines(&format(&other)), text, "{}: {other:?}", path.display());
        }
    }
}

#[test]
fn damaged_texts_keep_every_line() {
    let texts = ["defs", "tests/cases/syntax", "tests/cases/errors"].map(definitions).concat();
    check_law(200, |dice| {
        let text = &texts[dice.below(texts.len())].1;
        let mut text = laid_out_otherwise(text, dice);
        for _ in 0..dice.between(1, 4) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = dice.pick(&places);
            let with = dice.pick(&["", "\"", ":", ",", "//", "\n", "\r", " ", "\t", "(", "{", "\u{FEFF}", "é", "men"]);
            let end = at + text[at..].chars().next().map_or(0, |c| if dice.flip() { c.len_utf8() } else { 0 });
            text.replace_range(at..end, with);
        }
        keeps_all(&text);
    });
}

#[test]
fn any_text_keeps_every_line() {
    check_law(500, |dice| drop(keeps_all(&dice.text(120))));
    for text in ["", "\n\n", "\u{FEFF}", " ", "//", "\u{FEFF}\u{FEFF}game \"A\"", "\n\u{FEFF}game \"A\"", "a\r\rb\n"] {
        keeps_all(text);
    }
}

#[test]
fn a_text_that_is_or_becomes_too_large_stays_as_it_is() {
    let large = "game \"Large\"\n\n\n".repeat(MAX_BYTES / 10);
    assert_eq!(format(&large), large);
    let cells = "setup a\n".to_owned() + &". .\n".repeat(MAX_BYTES / 4 - 5);
    assert!(cells.len() <= MAX_BYTES);
    assert_eq!(format(&cells), cells);
}

#[test]
fn every_kind_of_line_has_its_place() {
    let text = "\u{FEFF}   // the first line

weakfish 2


game \"Every\tLine\"extends   fide // a title
board:2x2
inventor:\"N.  N.\"
  about :  \"a, b // c\"  // a fact
men
  K king: K   ,
    // between two properties

    royal,turns 45 // and behind them
  // above
\tQ queen: short fW+leap  N  // behind
  // the last of its section
// about the next
regions

  hill: d4   to d5
setup standard

  K{n}   . // a row

  . k
  facing:   as written
setup b: standard with K on a1,
  k on b2
setup longer: standard with K on a1
endings
  only K v K, K N v K, or K and B of one colour: draw// far out
  checkmated: loses   ( mate )
  fewer than:   2 // damaged
  50 moves without progress: draw
test \"t\"
  legal: Ka1,  // a move
   Kb2


";
    let expected = "// the first line

weakfish 2

game \"Every\tLine\" extends fide  // a title
board:    2x2
inventor: \"N.  N.\"
about:    \"a, b // c\"  // a fact

men
  K king:  K,
           // between two properties
           royal, turns 45    // and behind them
  // above
  Q queen: short fW + leap N  // behind
  // the last of its section

// about the next
regions
  hill: d4 to d5

setup standard
  K .  // a row

  . k
  facing: as written, K on a2 n

setup b:      standard with K on a1,
              k on b2
setup longer: standard with K on a1

endings
  only K v K, K N v K, or K and B of one colour: draw  // far out
  checkmated:                loses (mate)
  fewer than:   2 // damaged
  50 moves without progress: draw

test \"t\"
  legal: Ka1,  // a move
         Kb2
";
    assert_eq!(keeps_all(text), expected);
}

#[test]
fn synonyms_become_the_words_of_the_language() {
    let men = [
        ("in hill fsW", "on hill fsW"),
        ("in own ranks 2 to 3 or hill fsW", "on own rank 2 to 3 or hill fsW"),
        ("stay in hill", "stays in hill"),
        ("never captures N", "captures no N"),
        ("cannot capture N", "captures no N"),
        ("doesn't capture N", "captures no N"),
        ("does not capture N", "captures no N"),
        ("capture only N or P", "captures only N or P"),
        ("only captures N", "captures only N"),
        ("only captured by N", "captured only by N"),
        ("can only be captured by N", "captured only by N"),
        ("captured only by none", "captured by none"),
        ("never captured", "captured by none"),
        ("can't be captured", "captured by none"),
        ("captured by N", "captured only by N"),
        ("in place of R", "instead of R"),
        ("hops only over N", "hops over only N"),
        ("hop only over N", "hops over only N"),
        ("never hops over N or P", "hops over no N or P"),
        ("first move fD", "also at first fD"),
        ("first move: fD", "also at first fD"),
        (
            "first move fD unless in check until R aims at it",
            "also at first fD not when in check not once R aims at it",
        ),
        ("royal when 2 or fewer left", "royal when 2 or fewer"),
        ("rotates 45", "turns 45"),
        ("turn 45", "turns 45"),
        ("turns 45 and 90", "turns 45 or 90"),
        ("captures only N and P", "captures only N or P"),
        ("instead R", "instead of R"),
        ("replaces R", "instead of R"),
    ];
    let rules = [
        ("must move: once in 5", "must move: every 5 turns"),
        ("must move: every 5", "must move: every 5 turns"),
        ("must move: once in 5 moves", "must move: every 5 turns"),
        ("must move: every 5th turn", "must move: every 5 turns"),
        ("opposition: F and K, as NW, broken", "opposition: F and K, as WN, to be broken"),
        ("check: only mate", "check: only to checkmate"),
        ("progress: captures, moves of P", "progress: capture, move of P"),
        ("captures: must", "capture: compulsory"),
        (
            "castling: K 2 towards R, R to the last square K crossed",
            "castling: K 2 toward R, R to the last square K crossed",
        ),
        ("promotion of P: on last rank, to any man but P", "promotion of P: on last rank, to any starting man but P"),
    ];
    let men = men
        .map(|(written, meant)| (format!("men\n  Q queen: N, {written}\n"), format!("men\n  Q queen: N, {meant}\n")));
    let rules = rules.map(|(written, meant)| (format!("rules\n  {written}\n"), format!("rules\n  {meant}\n")));
    for (written, meant) in men.iter().chain(&rules) {
        let title = "game \"Synonyms\" extends fide\n\n";
        assert_eq!(format(&format!("{title}{written}")), format!("{title}{meant}"));
        assert_eq!(Document::read(&format!("{title}{meant}")).diagnostics, [], "{meant}");
        assert!(!Document::read(&format!("{title}{written}")).diagnostics.is_empty(), "{written}");
    }
}

#[test]
fn lines_for_the_parts_of_a_turn_mean_the_same_as_lines_of_a_turn() {
    let title = |base: &str| format!("game \"Parts\" extends {base}\n\nrules\n");
    let lines = [
        ("fide", "  series: 2 moves, first 1\n", "  turn: 2 moves, the first 1\n"),
        ("gearshift", "  series: 2 moves\n", "  turn: 2 moves\n"),
        ("gearshift", "  series ends: by capture\n", "  turn: ends by capture\n"),
        (
            "fide",
            "  series: 3 moves // so\n  black series ends: by check\n",
            "  turn:       3 moves  // so\n  black turn: ends by check\n",
        ),
        (
            "fide",
            "  series: as long as the opponent's last, 1 longer\n  white stuck in a series: end or stalemate, by choice\n",
            "  turn:       as long as the opponent's last, 1 longer\n  white turn: stuck may claim stalemate\n",
        ),
        ("marseillais", "  series moves: by different men\n", "  turn: by different men\n"),
        ("fide", "  turn: 2 moves, by check, first 1\n", "  turn: 2 moves, ends by check, the first 1\n"),
    ];
    for (base, written, canonical) in lines {
        let (written, canonical) = (title(base) + written, title(base) + canonical);
        assert_eq!(keeps_all(&written), canonical);
        assert_eq!(Document::read(&canonical).diagnostics, [], "{canonical}");
        means_the_same(Path::new("parts.variant"), &written, &canonical);
    }
    for removed in ["  series ends: none\n", "  stuck in a series: none\n", "  series moves: none\n"] {
        assert_eq!(Document::read(&(title("gearshift") + removed)).diagnostics, [], "{removed}");
    }
    // A line with the number of moves replaces all that is inherited of a turn, any other line a part.
    let turn_of = |base: &str, rules: &str| {
        let variant = checked(Path::new("parts.variant"), title(base) + rules).variant().cloned().unwrap();
        variant.rules.series.white
    };
    let turn = |rules: &str| turn_of("gearshift", rules);
    let [base, ends_removed, changed] =
        ["", "  series ends: none\n", "  turn: ends by capture\n"].map(|rules| turn(rules).unwrap());
    assert!(base.ends_by_check && base.stuck_may_claim_stalemate && !ends_removed.ends_by_check);
    assert_eq!((ends_removed.length, ends_removed.stuck_may_claim_stalemate), (base.length, true));
    assert!(changed.ends_by_capture && !changed.ends_by_check && changed.length == base.length);
    let whole = turn("  turn: 2 moves\n").unwrap();
    assert!(whole.length != base.length && !whole.ends_by_check && !whole.stuck_may_claim_stalemate);
    assert_eq!(turn_of("marseillais", "  turn: none\n"), None);
    let movers = |rules| turn_of("marseillais", rules).map(|series| (series.movers, series.ends_by_check));
    assert_eq!(movers("  turn: by different men\n"), Some((SeriesMovers::Different, true)));
    assert_eq!(movers("  turn: 3 moves, by the same man\n"), Some((SeriesMovers::Same, false)));
}
