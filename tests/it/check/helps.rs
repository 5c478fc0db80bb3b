//! The help for words that are not the language's: each row of `hints.txt` is reached, nothing is mended to something else,
//! and no help proposes the opposite of what was written.

use weakfish::diagnostic::{Code, Diagnostic, Severity, apply_edits};
use weakfish::source::Source;
use weakfish::suggest::mend::mend;
use weakfish::syntax::Document;
use weakfish::{BuiltIns, check};

fn reported(text: &str) -> Vec<Diagnostic> {
    check(&Source::new("helps.variant", text), &BuiltIns).report.diagnostics().cloned().collect()
}

fn definition(section: &str, line: &str) -> String {
    let section = if section == "game" { String::new() } else { format!("{section}\n") };
    format!("game \"Helps\" extends fide\n{section}  {line}\n")
}

/// Lines for words of a row of `hints.txt`, each with its section.
fn lines_of(context: &str, words: &str) -> Vec<(&'static str, String)> {
    match context {
        "rules:" => vec![("rules", words.to_owned())],
        "endings:" => vec![("endings", words.to_owned())],
        "rules" => vec![("rules", format!("{words}: allowed")), ("rules", format!("{words}: 1"))],
        "endings" => vec![("endings", format!("{words}: draw")), ("endings", format!("{words}: loses"))],
        "no ending" => vec![("endings", format!("3 P {words}: draw"))],
        "result" => vec![("endings", format!("stalemated: {words}"))],
        "phrase" | "property" => vec![("men", format!("N knight: N, royal, {words}"))],
        "region" => vec![("regions", format!("hill: {words}"))],
        "drop" => vec![("rules", format!("drop of P: {words}"))],
        "wall" => vec![("rules", format!("wall: anywhere, {words}")), ("rules", format!("wall: {words}"))],
        "long step" => vec![("rules", format!("long step of P: 2 squares from own rank 2, {words}"))],
        "castling" => {
            vec![("rules", format!("castling: K 2 toward R, R to the last square K crossed, {words}"))]
        }
        "promotion of" => vec![
            ("rules", format!("promotion of P: on last rank, to Q, {words}")),
            ("rules", format!("promotion of P: {words}")),
            ("rules", format!("promotion of P: {words}, to Q")),
        ],
        "game" => vec![("game", format!("{words}: 1"))],
        _ => Vec::new(),
    }
}

/// The holes of a row: a word, a number, a man, any words.
const HOLES: [char; 4] = ['*', '#', '%', '$'];

/// Words for the holes of a row, with the first of its alternatives, the second, and so on.
fn filled(words: &str) -> Vec<Vec<String>> {
    /// Not all are tried, to save time.
    const MAX_ALTERNATIVES: usize = 4;
    const ANY_WORDS: [&str; 7] =
        ["last rank", "last rank dies", "Q", "enemy men next to it", "dies", "2 moves", "K v K"];
    let most = words.split(' ').map(|word| word.split('/').count()).max().unwrap_or(1);
    let choose = |nth: usize| {
        let chosen = words.split(' ').map(|word| {
            let (words, colon) = word.strip_suffix(':').map_or((word, ""), |words| (words, ":"));
            let words: Vec<&str> = words.split('/').collect();
            words[nth % words.len()].replace('_', " ") + colon
        });
        chosen.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let fill = |words: String| {
        let words = words.replace('#', "3").replace('%', "Q");
        let any = &ANY_WORDS[..if words.contains('$') { ANY_WORDS.len() } else { 1 }];
        let word: &[&str] = if words.contains('*') { &["Q", "3", "e"] } else { &[""] };
        any.iter().flat_map(|any| word.iter().map(|word| words.replace('$', any).replace('*', word))).collect()
    };
    (0..most.min(MAX_ALTERNATIVES)).map(choose).map(fill).collect()
}

/// Whether a help is that of a row, with words of the line in the places of its holes.
fn is_filled(told: &str, row: &str) -> bool {
    let mut rest = told;
    row.split(HOLES).enumerate().all(|(index, part)| {
        let found =
            if index == 0 { rest.strip_prefix(part) } else { rest.find(part).map(|at| &rest[at + part.len()..]) };
        found.is_some_and(|found| {
            rest = found;
            true
        })
    })
}

/// Whether a help tells the user to write exactly one text.
fn is_exact(told: &Diagnostic) -> bool {
    let written = told.help.as_deref().and_then(|help| help.strip_prefix("write `")?.split_once('`'));
    written.is_some_and(|(text, behind)| !text.contains('…') && (behind.is_empty() || behind.starts_with(':')))
}

#[test]
fn every_row_of_hints_is_reached() {
    let mut missed = Vec::new();
    let rows =
        include_str!("../../../src/syntax/hints.txt").lines().filter(|row| !row.starts_with('#') && !row.is_empty());
    let (mut seen, mut exact) = (0, 0);
    for row in rows {
        let cells: Vec<&str> = row.splitn(3, '|').map(str::trim).collect();
        let [context, words, help] = cells[..] else { panic!("{row}") };
        for filled in words.split(", ").flat_map(filled) {
            let lines: Vec<_> = filled.iter().flat_map(|words| lines_of(context, words)).collect();
            if lines.is_empty() {
                continue;
            }
            seen += 1;
            let is_help = |told: &Diagnostic| told.help.as_deref().is_some_and(|told| is_filled(told, help));
            // A help that names exactly one text mends what it is about; of the words for the holes, some fit.
            let is_right = |mended: &str, text: &str| {
                mended != text && !Document::read(mended).diagnostics.iter().any(Diagnostic::is_error)
            };
            let mut wrong = Vec::new();
            let is_reached = lines.iter().any(|(section, line)| {
                let text = definition(section, line);
                let Some(told) = reported(&text).into_iter().find(is_help) else { return false };
                if !is_exact(&told) {
                    return true;
                }
                exact += 1;
                let mended = apply_edits(&text, &told.edits).unwrap();
                let is_right = is_right(&mended, &text);
                wrong.extend((!is_right).then_some(mended));
                is_right
            });
            if !is_reached {
                missed.push((context, filled[0].clone(), wrong));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(exact > 60, "{exact}");
    assert!(seen > 200, "{seen}");
}

/// Lines under a heading, and words of the help that each has.
const HELPED: &[(&str, &str, &str)] = &[
    ("men", "N knight: N, when captured destroys its captor", "`when capturing dies`"),
    ("men", "N knight: N, flips, flips after capturing", "`when capturing flips`"),
    ("men", "R rook: fR, turns 90 after moving", "`when moving turns 90`"),
    ("men", "N knight: N, may pass", "`passing: allowed`"),
    ("men", "N knight: N, captures without moving", "`when capturing stays behind`"),
    ("men", "N knight: N, cannot leave palace", "`stays in palace`"),
    ("men", "N knight: N, freezes enemy men next to it", "`holds enemy men next to it`"),
    ("men", "N knight: N, moves backwards", "`b` backward"),
    ("men", "N knight: N, blocked by pawns", "`nN`"),
    ("regions", "hill: own half", "`own rank 1 to 4`"),
    ("regions", "hill: corners", "`a1, h1, a8, h8`"),
    ("regions", "hill: edge", "`rank 1 or 8, file a or h`"),
    ("regions", "hill: rim", "`rank 1 or 8, file a or h`"),
    ("regions", "hill: center", "`d4 to e5`"),
    ("regions", "hill: centre", "`d4 to e5`"),
    ("regions", "hill: white squares", "list them"),
    ("regions", "hill: promotion zone", "`last 3 ranks`"),
    ("regions", "hill: whole board", "`anywhere`"),
    ("regions", "hill: home rank", "`first rank`"),
    ("regions", "hill: row 4", "`rank 4`"),
    ("rules", "castling: short only", "on file h"),
    ("rules", "castling: queenside only", "on file a"),
    ("rules", "checkmate: forbidden", "`check: forbidden`"),
    ("rules", "promotion of P: to Q", "on last rank, to Q`"),
    ("rules", "check: loses", "`1 check given: wins`"),
    ("rules", "repetition: draw", "under `endings`"),
    ("endings", "only P: loses", "`no men but K or P: loses`"),
    ("endings", "only K: loses", "`bared: loses`"),
    ("endings", "no Q on board: loses", "`no Q`"),
    ("endings", "cannot move: wins", "`stalemated: wins`"),
    ("endings", "first capture: wins", "`15 men or fewer`"),
    ("endings", "promotion: wins", "`P on last rank: wins`"),
    ("men", "B slider: fB, may flip instead of moving", "`flips`"),
    ("men", "R rook: R, max 3", "`R3`"),
    ("men", "R rook: R, not royal", "only a man that says `royal`"),
    ("men", "N knight: N, becomes Q on last rank", "`when arriving on last rank becomes Q`"),
    ("men", "N knight: N, on capture becomes Q", "`when capturing becomes Q`"),
    ("men", "N knight: N, when captured becomes P", "`when captured goes to the captor's hand as P`"),
    ("men", "N knight: N, captures twice", "one man by a move"),
    ("men", "N knight: N, when leaving e4 becomes B", "`when moving becomes B`"),
    ("men", "R rook: fR, faces east", "`facing: R on a1 e`"),
    ("rules", "double step: none", "`long step of P: none`"),
    ("rules", "double step: no", "`long step of P: none`"),
    ("rules", "pawn double step: forbidden", "`long step of P: none`"),
    ("rules", "check: ignored", "`royal`"),
    ("rules", "own check: allowed", "`royal`"),
    ("rules", "drop of P: own rank 2 to 7", "`on own rank 2 to 7`"),
    ("rules", "drop of P: one per file", "`at most 1 P on a file`"),
    ("rules", "drop of P: on rank 2, at most 1 per file", "`at most 1 P on a file`"),
    ("rules", "drop of P: at most 1 on a file", "`at most 1 P on a file`"),
    ("rules", "must turn: every 5 turns", "opposite duty"),
    ("rules", "facing kings: forbidden", "`opposition: K and K, as R`"),
    ("rules", "flying general: forbidden", "`opposition: K and K, as R`"),
    ("rules", "perpetual check: loses", "under `endings`"),
    ("rules", "king capture: allowed", "`no K: loses`"),
    ("rules", "first move: black", "`first: black`"),
    ("rules", "two moves by different men: required", "`turn: 2 moves, by different men`"),
    ("rules", "first turn: 1 move", "`turn: 2 moves, the first 1`"),
    ("rules", "captured men: to hand", "`all men: when captured goes to the captor's hand`"),
    ("rules", "drop of men but P: on e4", "`drop of N or Q: …`; a line `drop: …`"),
    ("rules", "drop of all pieces except P: on e4", "`drop of N or Q: …`"),
    ("rules", "promotion of all men but K: on last rank, to Q", "`promotion of N or Q: …`"),
    ("rules", "long step of men but N or P: none", "`long step of N or Q: …`"),
    ("rules", "compulsory: capture of Q", "for example `compulsory: check,"),
    ("rules", "castling: K 2 toward R, R to the last square K crossed, once", "for example `castling:"),
    (
        "rules",
        "promotion of P: on last rank by capture, to Q",
        "write `promotion of P: on last rank, to Q, by capture`",
    ),
    ("men", "G griffon: gQ, hops over own men", "`hops over only own men` takes no other man as a hurdle"),
    ("men", "G griffon: gQ, passes men", "for example `passes own men`"),
    ("men", "G griffon: gQ, pushes men", "no definition can say this"),
    ("men", "G griffon: gQ, may become Q on e4", "`when arriving on hill may become Q`"),
    ("men", "G griffon: gQ, captured men to hand", "write `when captured goes to the captor's hand`"),
    ("men", "G griffon: gQ, stays in enemy rank 1", "`last rank`"),
    ("men", "captured men: to hand", "`all men: when captured goes to the captor's hand`"),
    (
        "regions",
        "mid: rank 3 to 6 and file c to f",
        "`c3 to f6`, the squares where they cross; or `rank 3 to 6, file c to f`",
    ),
    ("regions", "mid: own rank 3 and file c", "`own c3`, the squares where they cross; or `own rank 3, file c`"),
    ("regions", "mid: file c to f on rank 3 to 6", "`mid: c3 to f6`"),
    ("endings", "K and Q on e4: wins", "`K or Q on e4: wins`, where one of them is enough; or `2 K or Q on e4: wins`"),
    ("endings", "both K and Q on rank 8: wins", "`2 K or Q on rank 8: wins`, where 2 of them must stand there"),
    ("endings", "white Q, R and N on rank 8: wins", "or `white has 3 Q, R or N on rank 8: wins`"),
    ("endings", "K on e4, no P: wins", "where one of them is enough; no definition can say that both must hold"),
    ("endings", "K on e4, safe, no P: wins", "write `K on e4, safe: wins` and below it `no P: wins`"),
    ("endings", "K on e4 and P on e5: wins", "where one of them is enough; no definition"),
    (
        "endings",
        "no Q, no R: loses",
        "`no Q or R: loses`, where a side has none of these men; or `no Q: loses` and below it",
    ),
    ("endings", "no P and no N: loses", "write `no P or N: loses`"),
    ("endings", "no moves: loses", "`checkmated` one that is in check"),
    ("endings", "5 men captured: loses", "`11 men or fewer`"),
    ("endings", "K in check: loses", "`1 check given: wins`"),
    ("endings", "3 men in hand: wins", "on the board and in hand"),
    ("endings", "K in hand: loses", "on the board and in hand"),
    ("endings", "white to move, no P: loses", "`no P, white to move: loses`"),
    ("endings", "white to move, no P: loses", "or `white has no P, to move: loses`"),
    ("endings", "to move, no P: loses", "write `no P, to move: loses`"),
    ("endings", "K on e4 and to move: wins", "write `K on e4, to move: wins`"),
    ("endings", "insufficient material: none", "write `only: none`"),
    ("endings", "no P on e4: loses", "is about the whole board"),
    ("endings", "K on e4 for 2 turns: wins", "for how long"),
    ("endings", "no Q of white: loses", "write `white has no Q: loses`"),
    ("endings", "K on enemy rank 1: wins", "`last rank`"),
    ("endings", "8 P on a file: draw", "`3 P in line on files`"),
    ("endings", "men on e4: wins", "`any man on e4`, `8 men on e4`"),
    ("endings", "all P on rank 8: wins", "`P on rank 8`, `8 P on rank 8`"),
    ("endings", "3 P captured: wins", "`11 men or fewer`"),
    ("endings", "2 P and N on rank 8: wins", "`2 P or N on rank 8: wins`, where they are counted together"),
    (
        "endings",
        "P on d4 and e4: wins",
        "`P on d4 or e4: wins`, where any of these squares counts; or `2 P on d4 or e4: wins`",
    ),
    ("endings", "K on rank 4 and file c: wins", "or `K on c4: wins`, where they cross"),
    ("endings", "K on rank 8 and safe: wins", "write `K on rank 8, safe: wins`"),
    ("endings", "0 Q: loses", "write `no Q`"),
    ("rules", "no captures for 50 moves: draw", "that is an ending: `50 moves without progress: draw`"),
    ("rules", "50 moves without capture: draw", "that is an ending: `50 moves without progress: draw`"),
    ("endings", "no captures for 50 moves: draw", "`50 moves without progress: draw`"),
    ("endings", "300 moves: draw", "another rule"),
    ("endings", "2 Q: wins", "`2 Q or more`"),
    ("endings", "1 man: loses", "`1 man or fewer`"),
    ("endings", "more men: wins", "`full board: more men win`"),
    ("endings", "stalemated: side with more men wins", "`more men win`"),
    ("endings", "stalemated: opponent wins", "`loses` that its opponent does"),
];

#[test]
fn no_help_is_about_another_rule_or_the_opposite() {
    for &(section, line, help) in HELPED {
        let text = definition(section, line);
        let told = reported(&text);
        let errors: Vec<&Diagnostic> = told.iter().filter(|told| told.code.as_str().starts_with("variant::")).collect();
        let [error] = errors[..] else { panic!("{line}: {told:#?}") };
        assert!(error.help.as_deref().unwrap().contains(help), "{line}: {error:#}");
        let mended = mend(&Source::new("helps.variant", text.as_str()), &BuiltIns).text;
        assert_eq!(mended != text, is_exact(error), "{line}: {error:#?}\n{mended}");
    }
}

#[test]
fn what_holds_anyway_is_read_with_a_note() {
    for (line, note) in [
        ("en passant: only on the first move", "only the next move captures en passant"),
        ("check: allowed", "every move may give check"),
        ("white check: allowed", "every move may give check"),
        ("check: yes", "every move may give check"),
        ("check: must be answered", "no royal man may be left attacked"),
        ("capture: optional", "nobody has to capture"),
        ("passing: forbidden", "nobody may pass"),
        ("repetition: allowed", "positions may come again"),
        ("castling: allowed", "castling is in force"),
        ("castling: counts as 1 move", "castling is one move"),
    ] {
        let told = reported(&definition("rules", line));
        let [told] = &told[..] else { panic!("{line}: {told:#?}") };
        assert_eq!(told.severity, Severity::Note, "{line}");
        assert_eq!(told.message, format!("this goes without saying: {note}"), "{line}");
        let mended = told.edits.iter().fold(definition("rules", line), |mut text, edit| {
            text.replace_range(edit.span.range(), &edit.text);
            text
        });
        assert_eq!(mended, definition("rules", line).replace(&format!("  {line}\n"), ""));
        assert!(reported(&mended).is_empty());
    }
    // A rule that must be there to be spoken of.
    for line in ["castling: allowed", "wall: after each move"] {
        let text = format!("game \"None\" extends shatranj\nrules\n  {line}\n");
        let told = reported(&text);
        assert!(told.iter().any(|told| told.is_error() && told.message.contains("says nothing")), "{line}: {told:#?}");
    }
}

#[test]
fn the_title_of_a_quick_fix_says_what_it_does() {
    let text = "game Humble Chess extends fide\n";
    assert_eq!(reported(text)[0].quick_fix_title(text), "Write `\"Humble Chess\"`");
}

/// Examples of explanations whose help names one text or says to leave their place out: a button does so.
#[test]
fn what_a_help_says_exactly_is_done_by_a_button() {
    let mut seen = 0;
    let mut left = Vec::new();
    for code in Code::ALL.iter().filter(|code| ["betza", "check", "variant"].contains(&code.group())) {
        for file in code.explanation().wrong.files {
            let text = String::from_utf8_lossy(&file.bytes()).into_owned();
            for told in reported(&text) {
                let help = told.help.as_deref().unwrap_or_default();
                if is_exact(&told) && told.offered_edits().is_empty() {
                    left.push((told.clone(), String::new()));
                }
                let is_left_out = ["leave it out", "leave this out"]
                    .iter()
                    .any(|words| help.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(';')));
                if told.code != *code || !is_left_out {
                    continue;
                }
                seen += 1;
                let mended = apply_edits(&text, told.offered_edits()).unwrap();
                let same = |again: &Diagnostic| again.code == told.code && again.message == told.message;
                if mended == text || reported(&mended).iter().any(same) {
                    left.push((told, mended));
                }
            }
        }
    }
    assert!(left.is_empty(), "{left:#?}");
    assert!(seen > 0, "{seen}");
}

#[test]
fn a_bracket_is_closed_by_a_button() {
    let text = definition("men", "A ant: [W-F");
    let told = reported(&text);
    let told = told.iter().find(|told| told.code == Code::BetzaUnclosedBracket).unwrap();
    assert_eq!(apply_edits(&text, told.offered_edits()).unwrap(), definition("men", "A ant: [W-F]"));
}
