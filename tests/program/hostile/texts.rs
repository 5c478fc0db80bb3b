//! The table of hostile texts: what reads them, and the code with which they are refused.

use std::fmt::Write as _;

use weakfish::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS};
use weakfish::engine::Game;
use weakfish::model::SetupId;
use weakfish::notation::replay::{MAX_BYTES, MAX_LINES, MAX_PLIES, Replay, replay};
use weakfish::notation::{TextError, fen, read_move};
use weakfish::source::Source;
use weakfish::syntax::Document;
use weakfish::testing::laws::{Laws, Trials};
use weakfish::testing::runner::{MAX_PERFT_DEPTH, TestResult, run};
use weakfish::testing::stored_moves;
use weakfish::{BuiltIns, check};

use super::{ENDLESS, TEXT_BYTES, WALK, lines, repeated, within_time_limit};
use weakfish_testing::games::{game, loaded};
use weakfish_testing::lines::check_lines_are_lossless;
use weakfish_testing::pages::{rendered, rendered_report};

/// What reads a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// The parser alone.
    Syntax,
    /// The checker and the renderer of reports; the text follows [`EXTENDS_FIDE`].
    Definition,
    /// The tests of a definition, likewise.
    Tests,
    Fen,
    Move,
    GameText,
}

use Reader::{Definition, Fen, GameText, Move, Syntax, Tests};

/// The text that is refused: a piece of it that is repeated, or all of it.
enum Text {
    Repeated(&'static str),
    Made(fn() -> String),
}

use Text::{Made, Repeated};

/// What a definition begins with if its text does not say another game.
const EXTENDS_FIDE: &str = "game \"Hostile\" extends fide\n";
/// The position before the rights, in a FEN.
const RANKS: &str = "k7/8/8/8/8/8/8/7K w ";
/// A position in which White is mated, in a game text.
const MATED: &str = "[FEN \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\"]\n";

fn man(properties: &str) -> String {
    format!("men\n  N knight: N{properties}\n")
}

fn test(lines: &str) -> String {
    format!("test \"hostile\"\n{lines}")
}

/// Every hostile text: what reads it, what it is, and a code that it must be refused with, if one is certain.
const TEXTS: &[(Reader, &str, Text, Option<Code>)] = &[
    (
        Definition,
        "a list of men",
        Made(|| man(&format!(", captures only {}", vec!["X"; 200_000].join(", ")))),
        Some(Code::CheckUnknownMan),
    ),
    (
        Definition,
        "a list of known men",
        Made(|| man(&format!(", captures only {}Q", "Q, ".repeat(200_000)))),
        Some(Code::CheckNamedTwice),
    ),
    (Definition, "properties", Made(|| man(&", royal".repeat(90_000))), Some(Code::CheckRepeatedProperty)),
    (Definition, "unknown regions", Made(|| man(&", in f W".repeat(90_000))), Some(Code::CheckUnknownRegion)),
    (Definition, "tests of one name", Made(|| "test \"t\"\n".repeat(60_000)), Some(Code::CheckSameName)),
    (
        Definition,
        "names nearly alike",
        Made(|| {
            format!(
                "regions\n{}endings\n{}",
                lines(250, "nameofaregion#: a1"),
                lines(5000, "K on nameofxregion#: wins")
            )
        }),
        Some(Code::CheckUnknownRegion),
    ),
    (
        Definition,
        "parts nearly alike",
        Made(|| man(&lines(5000, ", partofthe# turns 45,").replace(",\n", ""))),
        Some(Code::CheckUnknownPart),
    ),
    (
        Definition,
        "setups made from unknown ones",
        Made(|| lines(200, "setup nameofasetup#: nameofxsetup# with empty a1")),
        Some(Code::CheckUnknownSetup),
    ),
    // Far more than a recursion should follow.
    (Definition, "setups made from each other", Made(chained_setups), Some(Code::CheckTooMany)),
    (
        Definition,
        "balances",
        Made(|| format!("endings\n  the rest: none\n  only K v K{}: draw\n", ", K Q R B N v K".repeat(50_000))),
        Some(Code::CheckMissingEnding),
    ),
    (Definition, "endings", Made(|| format!("endings\n{}", "no Q: loses\n".repeat(40_000))), Some(Code::CheckTooMany)),
    (
        Definition,
        "a mistake far to the right",
        Made(|| man(&format!("{},zzz", " ".repeat(100_000)))),
        Some(Code::VariantUnexpected),
    ),
    (
        Definition,
        "a mistake behind tabs",
        Made(|| man(&format!("{},zzz", "\t".repeat(100_000)))),
        Some(Code::VariantUnexpected),
    ),
    (Tests, "depth 30", Made(|| test("  perft 30: 1\n")), Some(Code::TestTooMuch)),
    (Tests, "a great depth", Made(|| test("  perft 999999999: 1\n")), Some(Code::TestTooMuch)),
    (
        Tests,
        "the first depth too many",
        Made(|| test(&format!("  perft {}: 1\n", MAX_PERFT_DEPTH + 1))),
        Some(Code::TestTooMuch),
    ),
    (Tests, "many counts", Made(|| test(&"  perft 4: 197281\n".repeat(500))), Some(Code::TestTooMuch)),
    (Tests, "many tests", Made(many_tests), Some(Code::TestTooMuch)),
    (Tests, "listed moves", Made(|| test(&format!("  legal: {}\n", "e2e4 ".repeat(30_000)))), Some(Code::TestTooMuch)),
    (
        Tests,
        "illegal moves",
        Made(|| test(&format!("  illegal: {}\n", "e2e5 ".repeat(30_000)))),
        Some(Code::TestTooMuch),
    ),
    (
        Tests,
        "plies",
        Made(|| ENDLESS.to_owned() + &test(&format!("  play: {}\n", WALK.repeat(MAX_PLIES / 4)).repeat(3))),
        Some(Code::TestTooMuch),
    ),
    (Fen, "signs", Repeated("!"), None),
    (Fen, "signs on every rank", Repeated("!!!!!!!/"), None),
    (Fen, "unknown men", Repeated("X"), None),
    (Fen, "men beyond the edge", Repeated("Q"), None),
    (Fen, "states", Repeated("Q{n}"), None),
    (Fen, "unknown winds", Made(|| format!("Q{{{}}}", repeated("x."))), None),
    (Fen, "open braces", Repeated("Q{"), None),
    (Fen, "digits", Repeated("9"), None),
    (Fen, "ranks", Repeated("/"), None),
    (Fen, "rights", Made(|| format!("{RANKS}{}", repeated("X"))), None),
    (Fen, "the same right", Made(|| format!("{RANKS}{}", repeated("K"))), None),
    (Fen, "crossed squares", Made(|| format!("{RANKS}- {}", repeated("z9"))), None),
    (Fen, "the same crossed square", Made(|| format!("{RANKS}- {}", repeated("e3"))), None),
    (Fen, "a long number", Made(|| format!("{RANKS}- - {}", repeated("9"))), None),
    (
        Fen,
        "unknown keys",
        Made(|| format!("{RANKS}- - 0 1 {}", lines(TEXT_BYTES / 8, "k#=0").replace('\n', " "))),
        None,
    ),
    (Fen, "the same key", Made(|| format!("{RANKS}- - 0 1 {}", repeated("still=0/0 "))), None),
    (Fen, "words", Made(|| format!("{RANKS}- - 0 1 {}", repeated("word "))), None),
    (Move, "squares", Repeated("e2"), None),
    (Move, "files", Repeated("e"), None),
    (Move, "digits", Repeated("9"), None),
    (Move, "men", Repeated("K"), None),
    (Move, "captures", Repeated("x"), None),
    (Move, "open promotions", Repeated("=("), None),
    (Move, "turns", Repeated("@"), None),
    (Move, "turns in words", Repeated("e2 turns "), None),
    (Move, "blanks", Repeated(" "), None),
    (Move, "accents", Repeated("\u{301}"), None),
    (Move, "legs", Repeated("e2e4,"), None),
    (Move, "promotions", Repeated("a1=Q"), None),
    (GameText, "words", Repeated("zz "), None),
    (GameText, "signs", Repeated("& "), None),
    (GameText, "one word", Repeated("z"), None),
    (GameText, "commas", Repeated(","), None),
    (GameText, "numbers", Repeated("1. "), None),
    (GameText, "blanks", Repeated(" "), None),
    (GameText, "lines", Repeated("\n"), None),
    (GameText, "open brackets", Repeated("("), None),
    (GameText, "open promotions", Repeated("a1=(,"), None),
    (GameText, "comments", Repeated("{}"), None),
    (GameText, "headers", Repeated("x: y\n"), None),
    (GameText, "empty headers", Repeated("game:\n"), None),
    (GameText, "open tags", Repeated("[x\n"), None),
    (GameText, "tags", Repeated("[x \"y\"]\n"), None),
    (GameText, "letters", Made(|| format!("letters: {}", repeated("A=B,"))), None),
    (GameText, "letters of all sorts", Repeated("letters: white +Z=A', black a' = +Z\n"), None),
    (GameText, "wrong letters", Made(|| format!("letters: {}", repeated("12,"))), None),
    (GameText, "claims", Repeated("# "), None),
    (GameText, "true claims", Made(|| format!("{MATED}{}", repeated("# "))), None),
    (GameText, "results", Repeated("1-0 "), None),
    (GameText, "setups", Repeated("setup: x\n"), None),
    (GameText, "known setups", Repeated("setup: standard\n"), None),
    (GameText, "positions", Repeated("position: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), None),
    (
        GameText,
        "tags of positions",
        Repeated("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n"),
        None,
    ),
    (GameText, "wrong positions", Repeated("position: x\n"), None),
    (GameText, "one wrong position", Made(|| format!("position: {}", repeated("x"))), None),
    (GameText, "missing diagrams", Repeated("position: diagram\n"), None),
    (GameText, "one row", Made(|| format!("position: diagram\n{}", repeated(". "))), None),
    (GameText, "rows", Made(|| format!("position: diagram\n{}", repeated(". .\n"))), None),
    (GameText, "diagrams", Repeated(". .\n\n"), None),
    (GameText, "moves", Repeated("Nf3 Nf6 Ng1 Ng8 "), None),
    (
        GameText,
        "illegal moves",
        Repeated("position: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ne2e5\n"),
        None,
    ),
    (GameText, "ambiguous moves", Repeated("position: 4k3/8/8/8/8/8/8/RN1NK2R w - - 0 1\nNc3\n"), None),
    (GameText, "legs", Repeated("e1g1,h1f1,"), None),
    (GameText, "moves with wrong signs", Repeated("Nxf3 Nxf6 Nxg1 Nxg8 "), None),
    (Syntax, "letters", Repeated("a"), None),
    (Syntax, "quotes", Repeated("\""), None),
    (Syntax, "open texts", Repeated("\"a"), None),
    (Syntax, "commas", Repeated(","), None),
    (Syntax, "lines of commas", Repeated(",\n"), None),
    (Syntax, "carried on", Repeated("a,\n"), None),
    (Syntax, "nothing carried on", Repeated("a: ,\n"), None),
    (Syntax, "names", Repeated("a:\n"), None),
    (Syntax, "words", Repeated("a b c d e f g h i j\n"), None),
    (Syntax, "ranks", Repeated("r n b q\n"), None),
    (Syntax, "men", Repeated("K king: K\n"), None),
    (Syntax, "brackets", Repeated("["), None),
    (Syntax, "brackets with letters", Repeated("[a"), None),
    (Syntax, "parentheses", Repeated("("), None),
    (Syntax, "both", Repeated("[("), None),
    (Syntax, "braces", Repeated("{"), None),
    (Syntax, "comments", Repeated("//"), None),
    (Syntax, "empty lines", Repeated("\n"), None),
    (Syntax, "blanks", Repeated(" "), None),
    (Syntax, "colons", Repeated(":"), None),
    (Syntax, "symbols", Repeated("+N "), None),
    (Syntax, "setups", Repeated("setup a: b with "), None),
    (Syntax, "headings", Repeated("rules\n"), None),
    (Syntax, "headings in a line", Repeated("rules "), None),
    (Syntax, "men removed", Repeated("K: none,\n"), None),
    (Syntax, "byte order marks", Repeated("\u{FEFF}"), None),
    (Syntax, "accented letters", Repeated("é"), None),
    (Syntax, "boards", Repeated("setup a\n. . . .\n"), None),
    (Syntax, "balances", Repeated("endings\nonly K v K, "), None),
    (Syntax, "moves", Repeated("test \"a\"\nplay: 1. e4 "), None),
    (Syntax, "lists", Repeated("test \"a\"\nlegal: e4 flips ,"), None),
];

fn many_tests() -> String {
    (0..30_000).fold(String::new(), |text, number| text + &format!("test \"{number}\"\n  expect: ongoing\n"))
}

/// Setups each of which is made from the one before.
fn chained_setups() -> String {
    let name = |number: usize| "x".repeat(number % 40 + 1) + &"y".repeat(number / 40);
    let setup = |number: usize| format!("setup {}: {}\n", name(number + 1), name(number));
    "setup x: standard\n".to_owned() + &(0..4000).map(setup).collect::<String>()
}

/// Mistakes with places in the text, and no more of them than are reported, and one.
fn assert_valid_diagnostics(name: &str, text: &str, mistakes: &[Diagnostic]) {
    assert!(mistakes.len() <= MAX_DIAGNOSTICS + 1, "{name}: {} mistakes", mistakes.len());
    for mistake in mistakes {
        assert!(text.get(mistake.span().range()).is_some(), "{name}: {mistake:?}");
    }
}

fn checked(name: &str, text: &str) -> Vec<Diagnostic> {
    let checked = check(&Source::new("hostile.variant", text), &BuiltIns);
    let page = rendered_report(&checked.report);
    assert!(page.len() < TEXT_BYTES, "{name}: a page of {} bytes", page.len());
    let mistakes: Vec<Diagnostic> = checked.report.diagnostics().cloned().collect();
    assert_valid_diagnostics(name, text, &mistakes);
    mistakes
}

fn tested(text: &str) -> Vec<TestResult> {
    let checked = check(&Source::new("hostile.variant", text), &BuiltIns);
    assert!(checked.game.is_some(), "{:?}", checked.report);
    run(&checked)
}

/// Reads a text, holds the bounds of what comes of it, and gives its mistakes.
fn mistakes(reader: Reader, name: &'static str, text: &str) -> Vec<Diagnostic> {
    let whole = || if text.starts_with("game ") { text.to_owned() } else { format!("{EXTENDS_FIDE}{text}") };
    match reader {
        Syntax => {
            // What grows with the square of the length takes a minute at an eighth of it, and all of it hours.
            let text = text.get(..TEXT_BYTES / 8).unwrap_or(text);
            let document = Document::read(text);
            check_lines_are_lossless(&document, text);
            document.diagnostics
        }
        Definition => checked(name, &whole()),
        Tests => tested(&whole()).into_iter().flat_map(|result| result.diagnostics).collect(),
        Fen => {
            let error = fen::read(&game("fide"), SetupId::default(), text).err();
            let mistakes = error.map_or_else(Vec::new, TextError::into_diagnostics);
            assert!(!mistakes.is_empty(), "{name}");
            assert_valid_diagnostics(name, text, &mistakes);
            mistakes
        }
        Move => {
            let mistake = read_move(&game("feeble").start(), text).expect_err(name);
            assert_valid_diagnostics(name, text, std::slice::from_ref(&mistake));
            vec![mistake]
        }
        GameText => {
            let text = text.get(..MAX_BYTES).unwrap_or(text);
            let replay = replay(&game("fide"), SetupId::default(), text);
            assert!(replay.diagnostics.len() <= MAX_DIAGNOSTICS + 64, "{name}: {}", replay.diagnostics.len());
            assert!(replay.lines.len() <= MAX_LINES, "{name}: {}", replay.lines.len());
            replay.diagnostics
        }
    }
}

/// Holds the bounds of all texts that something reads.
fn check_texts(reader: Reader) {
    for (_, name, text, expected) in TEXTS.iter().filter(|(of, ..)| *of == reader) {
        let codes: Vec<Code> = within_time_limit(name, move || {
            let text = match text {
                Repeated(piece) => repeated(piece),
                Made(make) => make(),
            };
            mistakes(reader, name, &text).into_iter().map(|mistake| mistake.code).collect()
        });
        assert!(expected.is_none_or(|code| codes.contains(&code)), "{name}: {codes:?}");
    }
}

#[test]
fn lines_of_definitions() {
    check_texts(Syntax);
}

#[test]
fn definitions() {
    check_texts(Definition);
}

#[test]
fn tests_of_definitions() {
    check_texts(Tests);
    let within = tested(&format!("{EXTENDS_FIDE}{}", test("  perft 4: 197281\n  perft 4: 197281\n")));
    assert!(within.iter().all(TestResult::passed), "{within:?}");
}

#[test]
fn positions() {
    check_texts(Fen);
}

#[test]
fn moves() {
    check_texts(Move);
}

#[test]
fn game_texts() {
    check_texts(GameText);
}

/// Movements with more ways to go than any machine can list, for few men and for many.
#[test]
fn tables_that_explode_are_refused_or_made_in_time() {
    let symbols = ('A'..='Z')
        .filter(|&letter| letter != 'K')
        .flat_map(|letter| [letter.to_string(), format!("+{letter}"), format!("{letter}'")]);
    let symbols: Vec<String> = symbols.collect();
    let all = symbols.len();
    for (betza, counts, is_too_big) in [
        ("[R?B?R], turns 45", &[3, 6, all][..], true),
        ("[R?B?R?B?R]", &[all], true),
        ("qQzB", &[all], false),
        ("pQgQ", &[all], false),
        ("[mpQ-mpQ-mpQ-Q]", &[3], false),
    ] {
        for &count in counts {
            let mut text =
                "game \"Great\"\nboard: 16x16\nfirst: white\nblack: mirrors white\nmen\n  K king: K, royal\n"
                    .to_owned();
            let mut board = vec![vec![".".to_owned(); 16]; 16];
            board[0][15] = "k".to_owned();
            board[15][15] = "K".to_owned();
            for (number, symbol) in symbols.iter().take(count).enumerate() {
                writeln!(text, "  {symbol} man {}: {betza}", lines(number + 1, "#").lines().last().unwrap()).unwrap();
                board[15 - number / 15][number % 15].clone_from(symbol);
            }
            text += "setup standard\n";
            for row in &board {
                writeln!(text, "  {}", row.join(" ")).unwrap();
            }
            text += "endings\n  checkmated: loses\n  stalemated: draw\n";
            let name = format!("{count} times {betza}");
            let codes: Vec<Code> = within_time_limit(&name, {
                let name = name.clone();
                move || checked(&name, &text).into_iter().map(|mistake| mistake.code).collect()
            });
            // A position in which a king can be captured at once is none to start from, whatever the tables hold.
            let expected = if is_too_big { Code::CheckTooBig } else { Code::CheckImpossibleStart };
            assert!(codes.iter().all(|code| *code == expected), "{name}: {codes:?}");
            assert!(!is_too_big || !codes.is_empty(), "{name}");
        }
    }
}

/// A renderer sees only a window of a long line.
#[test]
fn a_mistake_far_to_the_right_is_shown() {
    for blank in [" ", "\t"] {
        let text = format!("{}zz", blank.repeat(100_000));
        let source = Source::new("hostile.fen", text.as_str());
        let mistakes = fen::read(&game("fide"), SetupId::default(), &text).unwrap_err().into_diagnostics();
        let page = rendered(&source, &mistakes);
        assert!(page.len() < 10_000 && page.contains("zz"), "{page}");
    }
}

#[test]
fn the_greatest_counters_are_refused_or_played_on_from() {
    for counters in ["4294967295 4294967295", "4294967295 1", "0 4294967295"] {
        let text = format!("k7/8/8/8/8/8/8/K6R w - - {counters}");
        let Ok(mut position) = fen::read(&game("fide"), SetupId::default(), &text) else { continue };
        for mv in ["h1h2", "a8b8", "h2h3"] {
            let Ok(mv) = read_move(&position, mv) else { break };
            position.play(mv).unwrap();
        }
    }
}

fn played(name: &str, game: &Game, text: &str) -> Replay {
    let (game, text) = (game.clone(), text.to_owned());
    within_time_limit(name, move || replay(&game, SetupId::default(), &text))
}

#[test]
fn a_game_text_of_too_many_plies_positions_or_bytes_says_so() {
    let endless = loaded("two-kings.variant", ENDLESS);
    let position = "position: k3/4/4/3K w\n";
    for (name, piece, plies, lines) in
        [("plies", WALK, MAX_PLIES, 1), ("positions", position, 0, MAX_LINES), ("bytes", "; not read\n", 0, 1)]
    {
        let text = if name == "bytes" { piece.repeat(TEXT_BYTES / piece.len() + 1) } else { repeated(piece) };
        let replay = played(name, &endless, &text);
        let codes: Vec<Code> = replay.diagnostics.iter().map(|mistake| mistake.code).collect();
        assert_eq!(codes, [Code::GameTextTooLong], "{name}");
        assert!(!replay.is_complete(), "{name}");
        let played: usize = replay.lines.iter().map(|line| line.plies.len()).sum();
        assert_eq!((played, replay.lines.len()), (plies, lines), "{name}");
    }
    let whole = played("as many plies as are allowed", &endless, &WALK.repeat(MAX_PLIES / 4));
    assert!(whole.is_complete(), "{:?}", whole.diagnostics.first());
}

#[test]
fn laws_of_many_setups_and_states_are_tried_in_time() {
    let mut text = "game \"Hostile\"\nboard: 8x8\nfirst: white\nblack: mirrors white\nmen\n  K king: K, royal\n  \
        C chancellor: short fW + long rfN + far fD, short turns 45, long turns 45, far turns 45\n"
        .to_owned();
    for number in 0..=255_u8 {
        let name = [number / 16, number % 16].map(|digit| char::from(b'a' + digit)).iter().collect::<String>();
        let (full, ours) = ("c ".repeat(8), "C ".repeat(8));
        writeln!(text, "setup {name}\n  c c c c k c c c\n  {full}\n  {full}").unwrap();
        writeln!(text, "{}  {ours}\n  {ours}\n  C C C C K C C C", "  . . . . . . . .\n".repeat(2)).unwrap();
    }
    text += "endings\n  checkmated: loses\n  stalemated: draw\n";
    let stored = within_time_limit("many setups and states", move || {
        let game = loaded("hostile.variant", &text);
        let mut laws = Laws::new(&game, Trials { plies: 2, ..Trials::default() });
        while laws.play_one() {}
        stored_moves::write(&stored_moves::of_setups(&game))
    });
    assert_eq!(stored.lines().filter(|line| line.starts_with("setup ")).count(), 256);
}
