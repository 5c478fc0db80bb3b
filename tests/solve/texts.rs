//! Problems as texts: Popeye's input in its three languages, entries of YACPDB, lists of men.

use weakfish::diagnostic::Code;
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish_solve::{Options, Phase, Problem, ProblemText, phases, read_men, read_problems, solve};
use weakfish_testing::games::{game, loaded};

fn read(name: &str, text: &str) -> Vec<ProblemText> {
    let mut found = Vec::new();
    let read: Result<(), ()> = read_problems(&game(name), text, &mut |problem| {
        found.push(problem);
        Ok(())
    });
    read.unwrap();
    found
}

/// The label of a part, and its number of solutions.
fn count(phase: &Phase) -> (String, u64) {
    let position = phase.position.as_ref().unwrap();
    (phase.label.clone(), solve(position, phase.problem, &Options::default(), &mut |_| true).unwrap().count)
}

/// The numbers of solutions of a text with one problem.
fn counts(text: &str) -> Vec<(String, u64)> {
    let [problem] = &read("fide", text)[..] else { panic!("{text}") };
    assert!(!problem.phases.is_empty(), "{text}: {:#?}", problem.diagnostics);
    problem.phases.iter().map(count).collect()
}

/// Codes of the diagnostics of a text with one problem.
fn codes(text: &str) -> Vec<Code> {
    let [problem] = &read("fide", text)[..] else { panic!("{text}") };
    problem.diagnostics.iter().map(|mistake| mistake.code).collect()
}

/// Problems of Popeye's examples and regression tests, with the numbers of solutions that Popeye finds.
const TEXTS: [(&str, &[(&str, u64)]); 5] = [
    (
        "AnfangProblem\nAutor H. Forsberg\nsteine weiss kg4 tb4 sd3 schwarz ka3 da6 ford h#2 option varianten\n\
         zwill hinzufuegen schwarz ta6 zwill ferner hinzu schwarz la6 endeproblem",
        &[("a)", 1), ("b) hinzufuegen schwarz ta6", 1), ("c) ferner hinzu schwarz la6", 1)],
    ),
    (
        "DebutProbleme\nPieces Blanc Rf6 Dg5\n Noir Rh8\nEnonce h#1\nOption Apparent\nFinProbleme",
        &[("set play", 1), ("", 1)],
    ),
    ("BeginProblem Forsyth 7k/8/5K2/6Q1/8/8/8/8 Stip h#2 Option WhiteToPlay EndProblem", &[("", 9)]),
    (
        "BeginProblem Pieces White Kf6 Qg5 Black Kh8 Stip h#1\n\
         ZeroPosition Move g5 g4 Twin Exchange f6 g5 Twin Remove g5 Add White Qg6 Twin PolishType EndProblem",
        &[("a) Move g5 g4", 1), ("b) Exchange f6 g5", 0), ("c) Remove g5 Add White Qg6", 0), ("d) PolishType", 0)],
    ),
    (
        "---\nauthors:\n  - Some, Body\nalgebraic:\n    white: [Kf6,\n      Qg5]\n    black: [Kh8]\nstipulation: \"h#1\"\n\
         options: [SetPlay]\nsolution: |\n    1.Kh7 white: a\ntwins:\n    b: Move g5 g4\n",
        &[("a), set play", 1), ("a)", 1), ("b) Move g5 g4, set play", 1), ("b) Move g5 g4", 1)],
    ),
];

#[test]
fn texts_have_the_solutions_that_popeye_finds() {
    for (text, expected) in TEXTS {
        let found = counts(text);
        let found: Vec<(&str, u64)> = found.iter().map(|(label, count)| (label.as_str(), *count)).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn entries_are_json_too() {
    let json =
        r#"{"algebraic":{"white":["Kf6","Qg5"],"black":["Kh8"]},"stipulation":"h#1","twins":{"a":"Move g5 g4"}}"#;
    assert_eq!(counts(json), [("a) Move g5 g4".to_owned(), 1)]);
    let two = format!("---\nalgebraic: {{white: [Ka1], black: [Ka3]}}\nstipulation: '#1'\n---\n{json}");
    assert_eq!(read("fide", &two).len(), 2);
    for broken in
        ["", "x", "{\"algebraic\":[[[[[[", "{algebraic: {white: \"Ka", "---\n---\n", "algebraic:\n- x\n  - y: [z"]
    {
        assert!(read("fide", broken).iter().all(|problem| problem.phases.is_empty()), "{broken}");
    }
}

#[test]
fn what_can_not_be_solved_is_refused_by_its_name() {
    let with = |part: &str| format!("BeginProblem Pieces White Kf6 Qg5 Black Kh8 Stip #1 {part}\nEndProblem");
    assert!(codes(&with("")).is_empty());
    for (part, code) in [
        ("Condition Circe Madrasi", Code::ProblemRefused),
        ("Option Quodlibet", Code::ProblemRefused),
        ("Option SetPlay", Code::ProblemRefused),
        ("Option WhiteToPlay", Code::ProblemRefused),
        ("Option Intelligent 3", Code::ProblemRefused),
        ("Twin Rotate 90", Code::ProblemRefused),
        ("SStipulation x", Code::ProblemRefused),
        ("Stipulation h#= 2", Code::ProblemRefused),
        ("Stipulation h001", Code::ProblemRefused),
        ("Pieces Neutral Qb1", Code::ProblemRefused),
        ("Pieces White Royal Qb1", Code::ProblemRefused),
        ("Pieces White Nb1", Code::ProblemMan),
        ("Pieces White XYb1", Code::ProblemMan),
        ("Pieces White Qb9", Code::ProblemMan),
        ("Pieces White Qg5", Code::ProblemMan),
        ("Forsyth 8/8/8/8/8/8/8/8/K", Code::ProblemMan),
        ("Forsyth 8/7/8/8/8/8/8/8", Code::ProblemMan),
        ("Twin Move a1 a2", Code::ProblemMan),
        ("Pieces White Qg8", Code::ProblemPosition),
        ("Option Circe", Code::ProblemWord),
        ("S", Code::ProblemWord),
        ("Stipulation mate", Code::ProblemWord),
        ("Twin", Code::ProblemWord),
        ("Option NoBoard", Code::ProblemIgnored),
        ("Protocol x.out", Code::ProblemIgnored),
    ] {
        assert_eq!(codes(&with(part)), [code], "{part}");
    }
    assert_eq!(codes("BeginProblem Stip #1 EndProblem"), [Code::ProblemIncomplete]);
    assert_eq!(codes("BeginProblem Pieces White Ka1 Black Kc3 Stip #1"), [Code::ProblemIncomplete]);
    // The others are solved.
    let two =
        with("Condition Circe").replace("EndProblem", "NextProblem Pieces White Kf6 Qg5 Black Kh8 Stip #1 EndProblem");
    let found = read("fide", &two);
    assert_eq!(found.iter().map(|problem| problem.phases.len()).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn lists_of_men_are_positions() {
    let fide = game("fide");
    let written =
        |text: &str, problem: &str| fen::write(&read_men(&fide, text, Some(Problem::parse(problem).unwrap())).unwrap());
    assert_eq!(written("white Ke1 Ra1h1 Sg1 black Ke8 Ra8", "#2"), "r3k3/8/8/8/8/8/8/R3K1NR w KQq - 0 1");
    assert_eq!(written("white Kc1 Pa2b2, black Ke5", "h#2"), "8/8/8/4k3/8/8/PP6/2K5 b - - 0 1");
    for (stipulation, turn) in [
        ("#2", Side::White),
        ("#2.5", Side::Black),
        ("h#2", Side::Black),
        ("h#2.5", Side::White),
        ("s#2", Side::White),
        ("r#2", Side::White),
        ("hs#2", Side::White),
        ("hs#2.5", Side::Black),
        ("ser-#2", Side::White),
        ("ser-h#2", Side::Black),
    ] {
        assert_eq!(Problem::parse(stipulation).unwrap().usual_turn(), turn, "{stipulation}");
    }
    for wrong in ["", "Kc1", "white Kc1 black Ke5 foo", "black Kc1 white Kc2"] {
        assert!(read_men(&fide, wrong, None).is_err(), "{wrong}");
    }
    // Men are found by their names.
    let text = "game \"Riders\" extends fide\n\nmen\n  X nightrider: NN\n";
    let riders = loaded("riders.variant", text);
    let position = read_men(&riders, "white Ka1 Nb1 black Ka8", None).unwrap();
    assert_eq!(fen::write(&position), "k7/8/8/8/8/8/8/KX6 w - - 0 1");
}

#[test]
fn set_play_has_one_move_less() {
    let fide = game("fide");
    let set_play = |text: &str| Problem::parse(text).unwrap().set_play();
    for (problem, expected) in
        [("#2", "#1.5"), ("s#3", "s#2.5"), ("r#2", "r#1.5"), ("h#2", "h#1.5"), ("h#2.5", "h#2"), ("ser-h#5", "h#0.5")]
    {
        assert_eq!(set_play(problem), Some(Problem::parse(expected).unwrap()), "{problem}");
    }
    for none in ["#1", "#1.5", "s#1", "h#0.5", "ser-#3", "hs#1"] {
        assert_eq!(set_play(none), None, "{none}");
    }
    // A side that is in check has to move.
    let position = fen::read(&fide, SetupId::default(), "7k/8/5K2/8/8/8/8/7R b - - 0 1").unwrap();
    let parts = phases(&position, Problem::parse("h#2").unwrap(), true, true);
    let labels: Vec<_> = parts.iter().map(|part| (part.label.as_str(), part.position.is_ok())).collect();
    assert_eq!(labels, [("set play", false), ("", true), ("duplex, set play", true), ("duplex", false)]);
}
