//! The page of limits: each bound is tried, or compared with the constant that it is of.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use weakfish::check::Texts;
use weakfish::diagnostic::{Code, Diagnostic, Report};
use weakfish::model::SetupId;
use weakfish::notation::replay::replay;
use weakfish::source::Source;
use weakfish::starter::Title;
use weakfish::testing::runner::run;
use weakfish::{BuiltIns, check};
use weakfish_diagram::import_diagram;
use weakfish_fairy_stockfish::Collection;

use super::{ENDLESS, WALK, lines};
use weakfish_testing::games::loaded;

const PAGE: &str = include_str!("../../../docs/limits.md");

/// A row of the page: of what there is a limit, how much it is, and what stands in the last column.
struct Row {
    of: &'static str,
    most: usize,
    beyond: &'static str,
}

/// The rows of all tables under a heading of the page.
fn rows(heading: &str) -> Vec<Row> {
    let (_, part) = PAGE.split_once(&format!("\n## {heading}\n")).expect(heading);
    let part = part.split("\n## ").next().unwrap();
    let cells = |line: &'static str| -> Option<Row> {
        let [of, most, beyond] = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect::<Vec<_>>()[..]
        else {
            return None;
        };
        Some(Row { of, most: most.replace(',', "").parse().ok()?, beyond })
    };
    part.lines().filter_map(cells).collect()
}

/// Codes of the errors of a text, warnings left out.
type Mistakes = Vec<Code>;

/// The mistakes of a text that has so much of something.
type Try = fn(usize) -> Mistakes;

fn errors<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> Mistakes {
    diagnostics.into_iter().filter(|mistake| mistake.is_error()).map(|mistake| mistake.code).collect()
}

fn checked(text: String) -> Mistakes {
    errors(check(&Source::new("own.variant", text), &BuiltIns).report.diagnostics())
}

/// A definition with other lines than orthodox chess has.
fn orthodox(text: &str) -> Mistakes {
    checked(format!("game \"Own\" extends fide\n{text}\n"))
}

/// A man with this movement.
fn man(movement: &str) -> Mistakes {
    orthodox(&format!("men\n  N knight: {movement}"))
}

/// A game of two kings with lines in the place of another one.
fn kings(line: &str, instead: &str) -> Mistakes {
    assert!(ENDLESS.contains(line));
    checked(ENDLESS.replacen(line, &format!("{line}{instead}"), 1))
}

/// The lines of more men than a king, with these movements.
fn men(movements: impl IntoIterator<Item = String>) -> String {
    let letters = ('A'..='Z').filter(|&letter| letter != 'K');
    let symbols = letters.clone().map(String::from).chain(letters.map(|letter| format!("+{letter}")));
    let names = lines(60, "man#");
    let mut text = String::new();
    let mut own = symbols.zip(names.lines());
    for movement in movements {
        let (symbol, name) = own.next().expect("a letter");
        writeln!(text, "  {symbol} {name}: {movement}").unwrap();
    }
    text
}

/// A game of two kings that has more men.
fn with_men(movements: impl IntoIterator<Item = String>) -> Mistakes {
    kings("  K king: K, royal\n", &men(movements))
}

fn tested(text: &str) -> Mistakes {
    let checked = check(&Source::new("own.variant", format!("game \"Own\" extends fide\n{text}")), &BuiltIns);
    assert!(checked.game.is_some(), "{:?}", checked.report);
    errors(run(&checked).iter().flat_map(|result| &result.diagnostics))
}

fn replayed(text: &str) -> Mistakes {
    errors(&replay(&loaded("two-kings.variant", ENDLESS), SetupId::default(), text).diagnostics)
}

fn configuration(text: String) -> Mistakes {
    errors(Collection::read(&Source::new("variants.ini", text)).report().diagnostics())
}

fn diagram(men: &str) -> Mistakes {
    let import = import_diagram(&Source::new("own.txt", format!("maxPromote=0\n{men}")));
    import.err().map(|refused| errors(refused.diagnostics())).unwrap_or_default()
}

/// Riders of eight directions each, none of which is like another.
fn riders() -> impl Iterator<Item = String> {
    let leaps = (2..10).flat_map(|long| (1..long).map(move |short| format!("({long},{short})")));
    leaps.flat_map(|leap| (10..18).map(move |most| format!("{leap}{most}")))
}

/// A movement of so many paths.
fn paths(count: usize) -> String {
    let single = ["fW", "bW", "lW", "rW", "fD", "bD", "lD"];
    riders().take(count / 8).chain(single.into_iter().take(count % 8).map(str::to_owned)).collect()
}

/// A movement of so many bytes.
fn bytes(count: usize) -> String {
    let long: String =
        riders().take((count / 9).saturating_sub(1)).flat_map(|rider| ["ff".to_owned(), rider]).collect();
    let left = count - long.len();
    let short = ["fF", "fD", "fA", "fH", "bF", "bD", "bA", "bH"];
    let odd = if left % 2 == 1 { "W" } else { "" };
    let movement = long + &short[..left / 2].concat() + odd;
    assert_eq!(movement.len(), count);
    movement
}

/// Numbers whose sum this is, none of which is greater than `most`.
fn split(sum: usize, most: usize) -> Vec<usize> {
    let whole = std::iter::repeat_n(most, sum / most);
    whole.chain(Some(sum % most).filter(|&rest| rest > 0)).collect()
}

/// Men of both sides with so many states in all, the kings among them.
fn states(count: usize) -> Mistakes {
    let parts = [
        (1024, "alpha fW + beta fD + gamma fH, alpha turns 45, beta turns 45, gamma turns 45"),
        (128, "alpha fW + beta fD, alpha turns 45, beta turns 45"),
        (16, "fW, turns 45"),
        (2, "W"),
    ];
    let mut left = count - 2;
    let mut movements = Vec::new();
    for (states, movement) in parts {
        movements.extend(std::iter::repeat_n(movement.to_owned(), left / states));
        left %= states;
    }
    let one = if left == 1 { "  white +Z lonely: W\n" } else { "" };
    kings("  K king: K, royal\n", &(men(movements) + one))
}

/// A game of two kings on a board of one file or one rank.
fn narrow(size: &str, squares: usize, between: &str) -> Mistakes {
    let row = [vec!["k"], vec!["."; squares - 2], vec!["K"]].concat().join(between);
    let board = "  k . . .\n  . . . .\n  . . . .\n  . . . K\n";
    assert!(ENDLESS.contains(board));
    let black = if between == " " { "black: rotates white" } else { "black: mirrors white" };
    checked(ENDLESS.replace(board, &format!("  {row}\n")).replace("4x4", size).replace("black: mirrors white", black))
}

/// A chain of so many games, each of which extends the next one.
fn chain(games: usize) -> Mistakes {
    let mut texts = Texts::new(BuiltIns);
    for game in 1..games - 1 {
        texts.insert(format!("{game}.variant"), format!("game \"{game}\" extends \"{}.variant\"\n", game + 1));
    }
    texts.insert(format!("{}.variant", games - 1), ENDLESS);
    let checked = check(&Source::new("0.variant", "game \"0\" extends \"1.variant\"\n"), &texts);
    errors(checked.base_reports.iter().chain([&checked.report]).flat_map(Report::diagnostics))
}

/// How each limit on texts is tried.
const TRIES: &[(&str, Try)] = &[
    ("bytes of a definition", |most| {
        let head = "game \"Own\" extends fide\n//";
        checked(format!("{head}{}", "x".repeat(most - head.len())))
    }),
    ("digits of a number", |most| orthodox(&format!("test \"t\"\n  perft {}: 1", "1".repeat(most)))),
    ("digits of a count of sequences", |most| orthodox(&format!("test \"t\"\n  perft 1: {}", "1".repeat(most)))),
    ("games that extend each other in a row", chain),
    ("files of a board", |most| narrow(&format!("{most}x1"), most, " ")),
    ("ranks of a board", |most| narrow(&format!("1x{most}"), most, "\n  ")),
    ("lines drawn on a board", |most| {
        let squares: Vec<String> =
            ('a'..='h').flat_map(|file| (1..9).map(move |rank| format!("{file}{rank}"))).collect();
        let pairs = squares
            .iter()
            .enumerate()
            .flat_map(|(index, one)| squares[index + 1..].iter().map(move |other| format!("{one} {other}")));
        orthodox(&format!("lines: {}", pairs.take(most).collect::<Vec<_>>().join(", ")))
    }),
    ("squares of a line", |most| {
        let walk: Vec<&str> = ["a1", "b2"].into_iter().cycle().take(most).collect();
        orthodox(&format!("lines: {}", walk.join(" ")))
    }),
    ("palaces of a board", |most| orthodox(&format!("board style: points{}", ", palace a1 to c3".repeat(most)))),
    ("regions", |most| orthodox(&format!("regions\n{}", lines(most, "  area#: a1")))),
    ("setups", |most| {
        let board = "\n  k . . .\n  . . . .\n  . . . .\n  . . . K\n";
        kings("royal\n", &lines(most - 1, &format!("setup other#{board}")))
    }),
    ("endings", |most| {
        let counts = (0..most - 2).map(|index| format!("  {} plies without progress: draw\n", 2000 - index));
        kings("  stalemated: draw\n", &counts.collect::<String>())
    }),
    ("parts of a man", |most| {
        let atoms = ["W", "F", "D", "N", "A", "H", "C", "Z", "G"];
        let parts = lines(most, "part#");
        let parts: Vec<String> = parts.lines().zip(atoms).map(|(name, atom)| format!("{name} {atom}")).collect();
        man(&parts.join(" + "))
    }),
    ("states of all men of both sides", states),
    ("long steps of a man", |most| {
        let steps = (2..4).flat_map(|squares| (2..7).map(move |rank| (squares, rank)));
        let steps = steps.map(|(squares, rank)| format!("{squares} squares from own rank {rank}"));
        let steps: Vec<String> = steps.take(most).collect();
        orthodox(&format!("rules\n  long step of P: {}", steps.join(", or ")))
    }),
    ("promotions of a man", |most| {
        let squares = (3..6).flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")));
        let lines = squares.take(most).map(|square| format!("  white promotion of N: on {square}, to Q\n"));
        orthodox(&format!("rules\n{}", lines.collect::<String>()))
    }),
    ("squares of a long step", |most| {
        orthodox(&format!("rules\n  long step of P: up to {most} squares from own rank 2"))
    }),
    ("pairs of men that may not face each other", |most| {
        let letters: Vec<char> = ('A'..='Z').collect();
        let pairs = letters.iter().flat_map(|one| letters.iter().map(move |other| format!("{one} and {other}, as W")));
        let pairs = pairs.take(most).collect::<Vec<_>>().join(", ");
        kings("  K king: K, royal\n", &format!("{}rules\n  opposition: {pairs}\n", men(vec!["W".to_owned(); 25])))
    }),
    ("limits of a count", |most| {
        let limits: Vec<String> = (1..most).map(|index| format!("9 moves against {} R, ", most - index + 1)).collect();
        orthodox(&format!(
            "rules\n  counting when bared: {}9 moves\nendings\n  counted out: draw\n  the rest: inherited",
            limits.concat()
        ))
    }),
    ("moves of a count", |most| {
        orthodox(&format!(
            "rules\n  counting when bared: {most} moves\nendings\n  counted out: draw\n  the rest: inherited"
        ))
    }),
    // The king's counts as 32.
    ("bytes of all movements, 32 for a shorter one", |most| with_men(split(most - 32, 2000).into_iter().map(bytes))),
    // The king has eight of them.
    ("paths of all movements", |most| with_men(split(most - 8, 1024).into_iter().map(paths))),
    ("bytes of a movement", |most| with_men([bytes(most)])),
    ("paths of a movement", |most| with_men([paths(most)])),
    ("legs of a path", |most| man(&format!("[{}]", vec!["fW"; most].join("-")))),
    ("letters before an atom", |most| man(&format!("{}W", "m".repeat(most)))),
    ("leaps in a range", |most| man(&format!("W{most}"))),
    ("files or ranks of a leap", |most| man(&format!("({most},1)"))),
    ("characters of a title for `new`", |most| errors(&Title::new(&"é".repeat(most)).err())),
    ("bytes of a game text", |most| replayed(&format!(";{}", "x".repeat(most - 1)))),
    ("plies of a game text", |most| {
        replayed(&WALK.split(' ').filter(|mv| !mv.is_empty()).cycle().take(most).collect::<Vec<_>>().join(" "))
    }),
    ("positions to begin from in a game text", |most| replayed(&"position: k3/4/4/3K w\n".repeat(most))),
    ("lines and moves in the tests of a definition", |most| {
        // A line counts, and so do the moves that it lists.
        tested(&format!("test \"t\"\n  legal: e2e4 d2d4\n{}", "  expect: ongoing\n".repeat(most - 3)))
    }),
    ("plies of a count in a test", |most| {
        tested(&format!("test \"t\"\n  position: 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n  perft {most}: 0\n"))
    }),
    ("bytes of a configuration of Fairy-Stockfish", |most| {
        let line = format!("#{}\n", "x".repeat(1022));
        configuration(line.repeat(most / 1024) + &"#".repeat(most % 1024))
    }),
    ("bytes of a line of a configuration", |most| configuration("#".repeat(most))),
    ("games of a configuration", |most| configuration(lines(most, "[own#:chess]"))),
    ("men of a diagram", |most| diagram(&(lines(most - 1, "man#:M:K:::") + "king:K:K:king:e1\n"))),
    ("letters of a movement in XBetza", |most| {
        diagram(&format!("man:M:{}::b1\nking:K:K::e1\n", "fW".repeat(most.div_ceil(2))))
    }),
    ("diagnostics of a text", |most| {
        let text = lines(most, "  K on area#: wins");
        let text = ENDLESS.replace("  stalemated: draw\n", &format!("  stalemated: draw\n{text}"));
        check(&Source::new("own.variant", text), &BuiltIns).report.diagnostics().map(|mistake| mistake.code).collect()
    }),
];

/// Limits near which a text has other mistakes.
const NEVER_CLEAN: [&str; 2] = ["letters before an atom", "diagnostics of a text"];

#[test]
fn each_limit_on_texts_is_where_the_page_says() {
    let rows = rows("What texts may hold");
    let on_page: Vec<&str> = rows.iter().map(|row| row.of).collect();
    assert_eq!(on_page, TRIES.iter().map(|(of, _)| *of).collect::<Vec<_>>());
    let mut failures = String::new();
    for (Row { of, most, beyond }, (_, try_it)) in rows.iter().zip(TRIES) {
        let code = beyond.split('`').nth(1).unwrap_or_default();
        let code: Code = code.parse().unwrap_or_else(|_| panic!("{of}: `{code}` is no code"));
        let (within, above) = (try_it(*most), try_it(*most + 1));
        if within.contains(&code) || !within.is_empty() && !NEVER_CLEAN.contains(of) {
            writeln!(failures, "{most} {of} are refused: {:?}", &within[..within.len().min(5)]).unwrap();
        }
        if !above.contains(&code) {
            writeln!(failures, "{} {of} are not refused: {:?}", most + 1, &above[..above.len().min(5)]).unwrap();
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Limits on work, and those of the program, which no text meets exactly: the constant of each.
const CONSTANTS: &[(&str, &str, &str)] = &[
    ("ways to go of a movement on 15x15 squares", "src/betza/read.rs", "MAX_WALK_STEPS"),
    ("ways for a term to bend", "src/betza/legs.rs", "MAX_PATTERNS_OF_TERM"),
    ("steps to compile a game", "crates/engine/src/engine/tables/movement.rs", "MAX_STEPS"),
    ("bytes of its tables", "crates/engine/src/engine/tables/movement.rs", "MAX_BYTES"),
    ("orders of a side in a shuffled setup", "crates/engine/src/model/shuffle.rs", "MAX"),
    ("move sequences counted by the tests of a definition", "src/testing/runner.rs", "MAX_PERFT_SEQUENCES"),
    ("plies of `perft`, and of a count in units", "crates/units/src/tasks/perft.rs", "MAX_DEPTH"),
    ("items of a count in units", "crates/units/src/tasks/perft.rs", "MAX_ITEMS"),
    ("moves of all items of a count together", "crates/units/src/tasks/perft.rs", "MAX_ITEM_MOVES"),
    ("games of a match in units", "crates/units/src/tasks/contest.rs", "MAX_GAMES"),
    ("random plies of its openings", "crates/units/src/tasks/contest.rs", "MAX_RANDOM_PLIES"),
    ("MiB of a hash table of a match in units", "crates/units/src/settings.rs", "MAX_HASH_MEBIBYTES"),
    ("folders below each other in which definitions are looked for", "crates/cli/src/support/load.rs", "MAX_DEPTH"),
    ("bytes of a file of games", "crates/cli/src/support/files.rs", "MAX_BYTES"),
    ("bytes of a file of tables", "crates/cli/src/support/tablebase.rs", "MAX_FILE"),
    ("bytes of the model of a game in it", "crates/endgame/src/file.rs", "MAX_MODEL"),
    ("bytes of a proof", "crates/cli/src/commands/solve/mod.rs", "MAX_FILE"),
    ("bytes of a line of units or results", "crates/cli/src/commands/units/mod.rs", "MAX_LINE_BYTES"),
    ("bytes of a text that units name by its hash", "crates/cli/src/commands/units/mod.rs", "MAX_TEXT_BYTES"),
    ("bytes of a line typed in `play`", "crates/cli/src/play/terminal.rs", "MAX_LINE_BYTES"),
    (
        "MiB of `Hash` under UCI, where a system does not say how much memory is free",
        "crates/cli/src/engine/mod.rs",
        "MAX_HASH",
    ),
    ("`Threads` under UCI", "crates/cli/src/engine/mod.rs", "MAX_THREADS"),
    ("`MultiPV` under UCI", "crates/cli/src/engine/uci.rs", "MAX_MULTI_PV"),
    ("requests to `web` at once", "crates/cli/src/commands/web/mod.rs", "WORKERS"),
    ("bytes of the head of a request", "crates/cli/src/commands/web/mod.rs", "MAX_HEAD"),
];

/// The value of a constant, as it is written.
fn constant(file: &str, name: &str) -> usize {
    let path = weakfish_testing::root().join(file);
    let source = fs::read_to_string(path).expect(file);
    let line = source.lines().find(|line| line.contains(&format!("const {name}: "))).expect(name);
    let value = line.split_once(" = ").unwrap().1.trim_end_matches(';').replace('_', "");
    let value = value.trim_start_matches("Duration::fromsecs(").trim_end_matches(')');
    let number = |text: &str| text.parse::<usize>().unwrap_or_else(|_| panic!("{file}: {line}"));
    value.split_once(" << ").map_or_else(|| number(value), |(one, bits)| number(one) << number(bits))
}

#[test]
fn each_limit_on_work_is_what_the_page_says() {
    let rows = ["How much work they may make", "What the program takes"].map(rows);
    let on_page: Vec<_> = rows.iter().flatten().map(|row| (row.of, row.most)).collect();
    let held: Vec<_> = CONSTANTS.iter().map(|&(of, file, name)| (of, constant(file, name))).collect();
    assert_eq!(on_page, held);
}

#[test]
fn the_page_has_every_code_of_a_limit() {
    let named: BTreeSet<&str> = PAGE.split('`').filter(|word| word.contains("::")).collect();
    let of_limits = Code::ALL.iter().map(|code| code.as_str());
    let of_limits =
        of_limits.filter(|code| code.contains("::too-") || code.contains("large") || code.contains("cut-short"));
    let missing: Vec<&str> = of_limits.filter(|code| !named.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
