//! Problems with one solution each, as an outside program has found them too.

use weakfish::engine::Position;
use weakfish::model::SetupId;
use weakfish::notation::{fen, uci};
use weakfish_solve::{Aim, Branch, Length, Options, Problem, Solutions, Stipulation, solve};
use weakfish_testing::games::{game, loaded};
use weakfish_testing::naive;

use crate::naive::keys;

/// A game, a kind of problem, its length, its position, and its solution: the first move where there is a defence, else
/// the line.
const PROBLEMS: &str = include_str!("problems.tsv");

fn problem(kind: &str, length: &str) -> Problem {
    let stipulation = match kind {
        "mate" => Stipulation::Direct,
        "help" => Stipulation::Help,
        "self" => Stipulation::SelfMate,
        "series" => Stipulation::Series,
        "serieshelp" => Stipulation::SeriesHelp,
        _ => panic!("{kind}"),
    };
    Problem { aim: Aim::Win, stipulation, length: Length::parse(length).unwrap() }
}

fn solved(position: &Position, problem: Problem) -> Solutions {
    solve(position, problem, &Options::default(), &mut |_| true).unwrap()
}

#[test]
fn sound_problems_have_their_one_solution() {
    let (mut number, mut turning) = (0, 0);
    for line in PROBLEMS.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, kind, length, text, solution] = columns[..] else { panic!("{line}") };
        let game = game(name);
        let position = fen::read(&game, SetupId::default(), text).unwrap_or_else(|error| panic!("{line}: {error:?}"));
        let problem = problem(kind, length);
        let found = solved(&position, problem);
        assert!(found.is_sound(), "{line}: {found:#?}");
        let defended = matches!(problem.stipulation, Stipulation::Direct | Stipulation::SelfMate);
        let mut first = vec![found.branches[0].machine.clone()];
        let mut at = &found.branches[0];
        while let [only] = at.branches.as_slice() {
            first.push(only.machine.clone());
            at = only;
        }
        let first = if defended { first.remove(0) } else { first.join(" ") };
        assert_eq!(first, solution, "{line}");
        number += 1;
        if name == "fide" {
            continue;
        }
        // No outside program knows these men.
        turning += 1;
        let twin = naive::Game::new(game.variant(), SetupId::default());
        let twin = naive::Position::from_fen(&twin, text).unwrap();
        if defended {
            assert_eq!(keys(&twin, problem), [solution], "{line}");
        } else if problem.stipulation == Stipulation::Help {
            let mut lines = Vec::new();
            helped(&twin, problem.length.in_halves(), &mut Vec::new(), &mut lines);
            let winner = problem.winner(position.turn());
            lines.retain(|(won, _)| *won == winner);
            assert_eq!(lines, [(winner, solution.to_owned())], "{line}");
        }
    }
    assert_eq!((number, turning), (100, 14));
}

/// All lines of `plies` after which a side has won.
fn helped(
    position: &naive::Position,
    plies: u16,
    line: &mut Vec<String>,
    lines: &mut Vec<(weakfish::geometry::Side, String)>,
) {
    let (moves, outcome) = position.judge();
    if plies == 0 {
        if let Some((Some(winner), ..)) = outcome {
            lines.push((winner, line.join(" ")));
        }
        return;
    }
    for (text, action) in moves {
        line.push(text);
        helped(&position.play(&action), plies - 1, line, lines);
        line.pop();
    }
}

/// Chess's men on 4x4 without castling and double steps: positions from the literature of small boards.
const SMALL: &str = "game \"Small\" extends fide\nboard: 4x4\n\nsetup start\n  r q k r\n  p p p p\n  P P P P\n  R Q K R\n\n\
                     rules\n  castling:       none\n  long step of P: none\n";

#[test]
fn mates_on_the_smallest_boards() {
    let game = loaded("small.variant", SMALL);
    for text in ["rqkr/pppp/PPPP/RQKR w - - 0 1", "nqkr/pppp/PPPP/NQKR w - - 0 1"] {
        let position = fen::read(&game, SetupId::default(), text).unwrap();
        for moves in 1..4 {
            assert_eq!(solved(&position, problem("mate", &moves.to_string())).count, 0, "{text}");
        }
        let found = solved(&position, problem("mate", "4"));
        assert!(found.count > 0 && found.branches.iter().all(|branch| branch.length == 4), "{text}: {found:#?}");
        check_tree(&position, &found.branches, 4);
    }
}

/// Plays a tree: every answer is in it, and every line ends by a win of the side that moves first.
fn check_tree(position: &Position, branches: &[Branch], left: u16) {
    assert!(left > 0 && !branches.is_empty());
    for branch in branches {
        let mut after = position.clone();
        after.play(branch.mv).unwrap();
        if let Some(verdict) = branch.verdict {
            assert_eq!((verdict.winner, branch.branches.len()), (Some(position.turn()), 0));
            continue;
        }
        let answers: Vec<_> = branch.branches.iter().map(|answer| answer.machine.clone()).collect();
        let legal: Vec<_> = uci::legal_moves(&after).into_iter().map(|(text, _)| text).collect();
        assert_eq!(answers, legal);
        for answer in &branch.branches {
            let mut next = after.clone();
            next.play(answer.mv).unwrap();
            check_tree(&next, &answer.branches, left - 1);
        }
    }
}

#[test]
fn cooks_and_short_solutions_are_told() {
    let game = game("fide");
    let read = |text: &str| fen::read(&game, SetupId::default(), text).unwrap();
    // Queen and rook both mate.
    let found = solved(&read("k7/8/1K6/8/8/8/8/3Q3R w - - 0 1"), problem("mate", "1"));
    assert!(found.count == 2 && !found.is_sound());
    let found = solved(&read("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"), problem("mate", "2"));
    assert_eq!(found.shorter, Some(Length::moves(1)));
    // Every first move that fails has an answer that refutes it, and no mate follows.
    for tried in &found.tries {
        let mut position = read("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
        position.play(tried.branch.mv).unwrap();
        let Some(answer) = &tried.refutation else { continue };
        position.play(answer.mv).unwrap();
        assert!(position.verdict().is_some() || solved(&position, problem("mate", "1")).count == 0);
    }
    let found = solved(&read("7k/8/5K1Q/8/8/8/8/8 b - - 0 1"), problem("mate", "1.5"));
    assert!(found.is_sound() && found.winner == weakfish::geometry::Side::White);
}

#[test]
fn lines_without_room_are_cut() {
    let game = game("fide");
    let position = fen::read(&game, SetupId::default(), "8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap();
    let options = Options { max_branches: 20, ..Options::default() };
    let found = solve(&position, problem("mate", "6"), &options, &mut |_| true).unwrap();
    assert!(found.cut && found.count == 1);
    let options = Options { with_lines: false, max_memory: 10_000, ..Options::default() };
    let found = solve(&position, problem("mate", "5"), &options, &mut |_| true).unwrap();
    assert_eq!((found.count, found.cut), (0, false));
}

/// Help and series problems that are long for a search without bounds: kind, length, position, number of solutions. Popeye 4.104
/// has the same numbers.
const LONG: [(&str, &str, &str, u64); 4] = [
    ("help", "7", "K7/1r6/8/8/8/5N2/8/1r5k b - - 0 1", 2),
    ("help", "6", "8/7K/8/2kb2p1/2pq1p2/2prp3/5P2/8 b - - 0 1", 1),
    ("serieshelp", "8", "8/8/1kqn3K/1npb4/2rr4/8/5N2/8 b - - 0 1", 1),
    ("help", "0.5", "8/8/7N/5K2/4B3/2Qbk3/4p3/8 w - - 0 1", 1),
];

#[test]
fn long_help_problems_are_bounded_by_their_mates() {
    let game = game("fide");
    for (kind, length, text, number) in LONG {
        let position = fen::read(&game, SetupId::default(), text).unwrap();
        let found = solved(&position, problem(kind, length));
        assert_eq!((found.count, found.shorter), (number, None), "{text}");
        assert!(found.positions < 200_000, "{text}: {}", found.positions);
    }
}

/// Stipulations of problemists, each with a position and the number of solutions that Popeye 4.104 finds.
const STIPULATIONS: [(&str, &str, u64); 14] = [
    ("r#2", "8/8/8/8/8/P7/P1p5/K7 w - - 0 1", 1),
    ("r#2", "8/6p1/6pk/6p1/8/1p6/1P1p4/2KR4 w - - 0 1", 1),
    ("r#3", "3N4/8/8/p7/pP6/k7/8/K2B4 w - - 0 1", 1),
    ("r#2", "8/6B1/8/8/p7/kp6/p7/K7 w - - 0 1", 0),
    ("semi-r#2", "8/6B1/8/8/p7/kp6/p7/K7 w - - 0 1", 1),
    ("hs#3", "8/P1bP4/1pP1pp2/p3pP2/4K3/5P2/1PpkPPp1/R4B2 w - - 0 1", 4),
    ("=2", "4k1N1/2Pp4/2P1N1P1/4P3/B7/3p4/3P4/R3K3 w Q - 0 1", 1),
    ("h=2", "8/8/8/pp6/k1P5/1p6/pK6/8 b - - 0 1", 4),
    ("h=2.5", "3K4/1kP2r2/8/8/8/8/8/8 w - - 0 1", 4),
    // The men that are left can't mate.
    ("h=3", "8/8/8/K7/1N6/8/8/k7 b - - 0 1", 1),
    ("ser-h=5", "2R5/kP1p4/p2p4/PPpP4/2P1K3/8/1p6/8 b - - 0 1", 2),
    ("ser-h=3", "8/8/8/7K/8/5N2/4Npp1/5k2 b - - 0 1", 4),
    ("ser-=6", "8/3K1P1P/5k2/8/8/8/8/8 w - - 0 1", 1),
    ("h#2.5", "n3n3/P1P5/3k4/8/2K5/8/8/8 w - - 0 1", 1),
];

#[test]
fn stipulations_have_the_solutions_of_popeye() {
    let game = game("fide");
    for (stipulation, text, number) in STIPULATIONS {
        let position = fen::read_problem(&game, SetupId::default(), text).unwrap();
        assert_eq!(solved(&position, Problem::parse(stipulation).unwrap()).count, number, "{stipulation} {text}");
    }
}

#[test]
fn other_stipulations_are_refused_by_name() {
    for (text, what) in [
        ("h==2", "it asks for double stalemate"),
        ("hr#2", "it asks for a help reflex problem"),
        ("pser-h#6", "it asks for a parry series"),
        ("ser-dia8", "it asks for a proof game in series"),
        ("dia4", "it asks for a proof game, which `--to FEN` finds"),
        ("ser-sx7", "it asks for a series selfmate"),
        ("h##2", "it asks for double mate"),
        ("h#", "it has no known kind and aim"),
        ("mate 2", "it has no known kind and aim"),
        ("#2.7", "`2.7` is no length of such a problem"),
    ] {
        assert_eq!(Problem::parse(text).map_err(|error| error.to_string()), Err(what.to_owned()), "{text}");
    }
}
