//! Hostile texts: whatever a definition, a FEN, a move or a game text holds, the work it makes is bounded.

mod page;

use std::fmt::Write as _;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use weakfish::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS};
use weakfish::engine::Game;
use weakfish::model::SetupId;
use weakfish::notation::replay::{MAX_BYTES, MAX_LINES, MAX_PLIES, Replay, replay};
use weakfish::notation::{fen, read_move};
use weakfish::source::Source;
use weakfish::testing::laws::{Laws, Trials};
use weakfish::testing::runner::{MAX_PERFT_DEPTH, TestResult, run};
use weakfish::testing::stored_moves;
use weakfish::{BuiltIns, check};

use weakfish_testing::games::{game, loaded};
use weakfish_testing::pages::{rendered, rendered_report};

/// Hostile texts are about this long, as far as nothing shorter is accepted.
const LENGTH: usize = 1 << 20;

/// Time for one hostile text. It is hundreds of times what is needed, and far less than work that is not bounded takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A game that only checkmate and stalemate end, so that its kings can walk about for ever.
const ENDLESS: &str = "game \"Two Kings\"
board: 4x4
first: white
black: mirrors white
men
  K king: K, royal
setup standard
  k . . .
  . . . .
  . . . .
  . . . K
endings
  checkmate: loses
  stalemate: draw
";

/// Four plies of that game, after which it stands as before.
const WALK: &str = "Kd1-c1 Ka4-b4 Kc1-d1 Kb4-a4 ";

/// The outcome of work that must come to an end.
fn in_time<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(work()));
    receiver.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A piece again and again, up to the length of a hostile text.
fn repeated(piece: &str) -> String {
    piece.repeat(LENGTH / piece.len())
}

/// Each mistake has a place in the text, and there are no more of them than are reported, and one.
fn assert_few(name: &str, text: &str, mistakes: &[Diagnostic]) {
    assert!((1..=MAX_DIAGNOSTICS + 1).contains(&mistakes.len()), "{name}: {} mistakes", mistakes.len());
    for mistake in mistakes {
        assert!(text.get(mistake.span().range()).is_some(), "{name}: {mistake:?}");
    }
}

/// Checks a definition in bounded time, draws its reports, and gives the codes of its mistakes.
fn checked(name: &str, text: String) -> Vec<Code> {
    in_time(name, move || {
        let checked = check(&Source::new("hostile.variant", text), &BuiltIns);
        assert!(checked.report.diagnostics().len() <= MAX_DIAGNOSTICS + 1, "{}", checked.report.diagnostics().len());
        let page = rendered_report(&checked.report);
        assert!(page.len() < LENGTH, "a page of {} bytes", page.len());
        checked.report.diagnostics().map(|mistake| mistake.code).collect()
    })
}

/// Lines that each have another word in the place of `#`.
fn lines(count: usize, pattern: &str) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    let word = |number: usize| [number / 676, number / 26, number].map(letter).iter().collect::<String>();
    (0..count).map(|number| pattern.replace('#', &word(number)) + "\n").collect()
}

#[test]
fn a_hostile_definition_is_refused() {
    let man = |properties: &str| format!("men\n  N knight: N{properties}\n");
    let near = "nameofaregion#";
    for (name, code, text) in [
        ("a list of men", Code::CheckUnknownMan, man(&format!(", captures only {}", vec!["X"; 200_000].join(", ")))),
        ("a list of known men", Code::CheckNamedTwice, man(&format!(", captures only {}Q", "Q, ".repeat(200_000)))),
        ("properties", Code::CheckRepeatedProperty, man(&", royal".repeat(90_000))),
        ("unknown regions", Code::CheckUnknownRegion, man(&", in f W".repeat(90_000))),
        ("tests of one name", Code::CheckSameName, "test \"t\"\n".repeat(60_000)),
        (
            "names nearly alike",
            Code::CheckUnknownRegion,
            format!(
                "regions\n{}endings\n{}",
                lines(250, &format!("{near}: a1")),
                lines(5000, "K on nameofxregion#: wins")
            ),
        ),
        ("parts nearly alike", Code::CheckUnknownPart, man(&lines(5000, ", partofthe# turns 45,").replace(",\n", ""))),
        (
            "setups made from each other",
            Code::CheckUnknownSetup,
            lines(200, "setup nameofasetup#: nameofxsetup# with empty a1"),
        ),
        (
            "balances",
            Code::CheckMissingEnding,
            format!("endings\n  only K v K{}: draw\n", ", K Q R B N v K".repeat(50_000)),
        ),
        ("endings", Code::CheckTooMany, format!("endings\n{}", "without Q: loses\n".repeat(40_000))),
        ("a mistake far to the right", Code::VariantUnexpected, man(&format!("{},zzz", " ".repeat(100_000)))),
        ("a mistake behind tabs", Code::VariantUnexpected, man(&format!("{},zzz", "\t".repeat(100_000)))),
    ] {
        let codes = checked(name, format!("game \"Hostile\" extends fide\n{text}"));
        assert!(codes.contains(&code), "{name}: {codes:?}");
    }
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
            text += "endings\n  checkmate: loses\n  stalemate: draw\n";
            let name = format!("{count} times {betza}");
            let codes = checked(&name, text);
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
fn a_hostile_position_is_refused() {
    let ranks = "k7/8/8/8/8/8/8/7K w ";
    let cases: Vec<(&str, String)> = vec![
        ("signs", repeated("!")),
        ("signs on every rank", repeated("!").replace("!!!!!!!!", "!!!!!!!/")),
        ("unknown men", repeated("X")),
        ("men beyond the edge", repeated("Q")),
        ("states", repeated("Q{n}")),
        ("unknown winds", format!("Q{{{}}}", repeated("x."))),
        ("open braces", repeated("Q{")),
        ("digits", repeated("9")),
        ("ranks", repeated("/")),
        ("rights", format!("{ranks}{}", repeated("X"))),
        ("the same right", format!("{ranks}{}", repeated("K"))),
        ("crossed squares", format!("{ranks}- {}", repeated("z9"))),
        ("the same crossed square", format!("{ranks}- {}", repeated("e3"))),
        ("a long number", format!("{ranks}- - {}", repeated("9"))),
        (
            "unknown keys",
            format!("{ranks}- - 0 1 {}", (0..LENGTH / 10).map(|key| format!("k{key}=0")).collect::<Vec<_>>().join(" ")),
        ),
        ("the same key", format!("{ranks}- - 0 1 {}", repeated("still=0/0 "))),
        ("words", format!("{ranks}- - 0 1 {}", repeated("word "))),
    ];
    for (name, text) in cases {
        let game = game("fide");
        let (text, mistakes) = in_time(name, move || {
            let error = fen::read(&game, SetupId::default(), &text).err();
            (text, error.map_or_else(Vec::new, weakfish::notation::TextError::into_diagnostics))
        });
        assert_few(name, &text, &mistakes);
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

#[test]
fn a_hostile_move_is_refused() {
    let position = game("feeble").start();
    for piece in ["e2", "e", "9", "K", "x", "=(", "@", "e2 turns ", " ", "\u{301}", "e2e4,", "a1=Q"] {
        let (text, position) = (repeated(piece), position.clone());
        let (text, mistake) = in_time(piece, move || {
            let mistake = read_move(&position, &text).err();
            (text, mistake)
        });
        assert_few(piece, &text, mistake.as_slice());
    }
}

fn played(name: &str, game: &Game, text: &str) -> Replay {
    let (game, text) = (game.clone(), text.to_owned());
    in_time(name, move || replay(&game, SetupId::default(), &text))
}

#[test]
fn a_hostile_game_text_is_played_in_bounded_time() {
    let fide = game("fide");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mated = "[FEN \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\"]\n";
    let cases: Vec<(&str, String)> = vec![
        ("words", repeated("zz ")),
        ("signs", repeated("& ")),
        ("one word", repeated("z")),
        ("commas", repeated(",")),
        ("numbers", repeated("1. ")),
        ("blanks", repeated(" ")),
        ("lines", repeated("\n")),
        ("open brackets", repeated("(")),
        ("open promotions", repeated("a1=(,")),
        ("comments", repeated("{}")),
        ("headers", repeated("x: y\n")),
        ("empty headers", repeated("game:\n")),
        ("open tags", repeated("[x\n")),
        ("tags", repeated("[x \"y\"]\n")),
        ("letters", format!("letters: {}", repeated("A=B,"))),
        ("letters of all sorts", repeated("letters: white +Z=A', black a' = +Z\n")),
        ("wrong letters", format!("letters: {}", repeated("12,"))),
        ("claims", repeated("# ")),
        ("true claims", format!("{mated}{}", repeated("# "))),
        ("results", repeated("1-0 ")),
        ("setups", repeated("setup: x\n")),
        ("known setups", repeated("setup: standard\n")),
        ("positions", repeated(&format!("position: {start}\n"))),
        ("tags of positions", repeated(&format!("[FEN \"{start}\"]\n"))),
        ("wrong positions", repeated("position: x\n")),
        ("one wrong position", format!("position: {}", repeated("x"))),
        ("missing diagrams", repeated("position: diagram\n")),
        ("one row", format!("position: diagram\n{}", repeated(". "))),
        ("rows", format!("position: diagram\n{}", repeated(". .\n"))),
        ("diagrams", repeated(". .\n\n")),
        ("moves", repeated("Nf3 Nf6 Ng1 Ng8 ")),
        ("illegal moves", repeated(&format!("position: {start}\ne2e5\n"))),
        ("ambiguous moves", repeated("position: 4k3/8/8/8/8/8/8/RN1NK2R w - - 0 1\nNc3\n")),
        ("legs", repeated("e1g1,h1f1,")),
        ("moves with wrong signs", repeated("Nxf3 Nxf6 Nxg1 Nxg8 ")),
    ];
    for (name, text) in cases {
        let text = text.get(..MAX_BYTES).map_or_else(|| text.clone(), str::to_owned);
        let replay = played(name, &fide, &text);
        assert!(replay.diagnostics.len() <= MAX_DIAGNOSTICS + 64, "{name}: {}", replay.diagnostics.len());
        assert!(replay.lines.len() <= MAX_LINES, "{name}: {}", replay.lines.len());
    }
}

#[test]
fn a_game_text_of_too_many_plies_positions_or_bytes_says_so() {
    let endless = loaded("two-kings.variant", ENDLESS);
    let position = "position: k3/4/4/3K w\n";
    for (name, piece, plies, lines) in
        [("plies", WALK, MAX_PLIES, 1), ("positions", position, 0, MAX_LINES), ("bytes", "; not read\n", 0, 1)]
    {
        let text = if name == "bytes" { piece.repeat(LENGTH / piece.len() + 1) } else { repeated(piece) };
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

fn tested(name: &str, text: String) -> Vec<TestResult> {
    in_time(name, move || {
        let checked = check(&Source::new("hostile.variant", text), &BuiltIns);
        assert!(checked.game.is_some(), "{:?}", checked.report);
        run(&checked)
    })
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
    text += "endings\n  checkmate: loses\n  stalemate: draw\n";
    let stored = in_time("many setups and states", move || {
        let game = loaded("hostile.variant", &text);
        let mut laws = Laws::new(&game, Trials { plies: 2, ..Trials::default() });
        while laws.play_one() {}
        stored_moves::write(&game)
    });
    assert_eq!(stored.lines().filter(|line| line.starts_with("setup ")).count(), 256);
}

#[test]
fn tests_of_a_definition_have_a_budget() {
    let head = "game \"Hostile\" extends fide\n";
    let test = |lines: &str| format!("{head}test \"hostile\"\n{lines}");
    let deepest = MAX_PERFT_DEPTH + 1;
    let mut many = head.to_owned();
    for number in 0..30_000 {
        writeln!(many, "test \"{number}\"\n  expect: ongoing").unwrap();
    }
    let walk = format!("  play: {}\n", WALK.repeat(MAX_PLIES / 4));
    for (name, text) in [
        ("depth 30", test("  perft 30: 1\n")),
        ("a great depth", test("  perft 999999999: 1\n")),
        ("the first depth too many", test(&format!("  perft {deepest}: 1\n"))),
        ("many counts", test(&"  perft 4: 197281\n".repeat(500))),
        ("many tests", many),
        ("listed moves", test(&format!("  legal: {}\n", "e2e4 ".repeat(30_000)))),
        ("illegal moves", test(&format!("  illegal: {}\n", "e2e5 ".repeat(30_000)))),
        ("plies", format!("{ENDLESS}test \"hostile\"\n{}", walk.repeat(3))),
    ] {
        let results = tested(name, text);
        let codes = results.iter().flat_map(|result| &result.diagnostics).map(|diagnostic| diagnostic.code);
        assert!(codes.clone().any(|code| code == Code::TestTooMuch), "{name}: {:?}", results.first());
    }
    let within = tested("within the budget", test("  perft 4: 197281\n  perft 4: 197281\n"));
    assert!(within.iter().all(TestResult::passed), "{within:?}");
}
