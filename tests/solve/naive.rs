//! Problems and counts against all lines tried one by one with the naive generator, on small definitions at random.

use weakfish::geometry::Side;
use weakfish::model::{Repetition, SetupId, Variant};
use weakfish::source::Source;
use weakfish::{BuiltIns, load};
use weakfish_solve::{Aim, Games, Goal, Length, Options, Problem, SolveError, Stipulation, solve};
use weakfish_testing::definition::definition;
use weakfish_testing::dice::{Dice, cases, is_long};
use weakfish_testing::naive::{self, Position};

/// The number of definitions that are thrown.
const DEFINITIONS: u64 = 100;

/// Sequences of plies that are tried one by one.
const MAX_SEQUENCES: u64 = 1_000;

/// The games that end with exactly this ply: who wins, and the label of the ending.
fn ends(position: &Position, plies: u16, found: &mut Vec<(Option<Side>, String)>) {
    let (moves, outcome) = position.judge();
    match (plies, outcome) {
        (0, Some((winner, _, label))) => found.push((winner, label)),
        (1.., None) => moves.iter().for_each(|(_, action)| ends(&position.play(action), plies - 1, found)),
        _ => {}
    }
}

/// Whether the attacker forces the win of a side with `left` moves of its own.
pub(crate) fn forces(position: &Position, attacker: Side, winner: Side, left: u16) -> bool {
    let (moves, outcome) = position.judge();
    if let Some((won, ..)) = outcome {
        return won == Some(winner);
    }
    let attacks = position.turn == attacker;
    if moves.is_empty() || left == 0 && (attacks || attacker == winner) {
        return false;
    }
    let after = if attacks { left.saturating_sub(1) } else { left };
    let mut children = moves.iter().map(|(_, action)| forces(&position.play(action), attacker, winner, after));
    if attacks { children.any(|forced| forced) } else { children.all(|forced| forced) }
}

/// The first moves that solve a problem with a defence.
pub(crate) fn keys(position: &Position, problem: Problem) -> Vec<String> {
    let winner = problem.winner(position.turn);
    let attacker = if problem.stipulation == Stipulation::Direct { winner } else { !winner };
    let left = problem.length.whole() - u16::from(attacker == position.turn);
    let (moves, _) = position.judge();
    let solves = |action: &naive::Action| forces(&position.play(action), attacker, winner, left);
    moves.into_iter().filter(|(_, action)| solves(action)).map(|(text, _)| text).collect()
}

/// Compares the numbers of games that end with exactly this ply; returns how many endings there are.
fn compare_counts(
    games: &mut Games,
    (variant, twin): (&Variant, &Position),
    plies: u16,
    which: &dyn Fn() -> String,
) -> usize {
    let mut ended = Vec::new();
    ends(twin, plies, &mut ended);
    let counts = games.count(plies, &mut |_| true).unwrap();
    let mut some = 0;
    for ending in &variant.endings {
        let alike = variant.endings.iter().enumerate().filter(|(_, other)| other.label == ending.label);
        let found: u64 = alike.map(|(index, _)| counts.of(index)).sum();
        let expected = ended.iter().filter(|(_, label)| *label == ending.label).count() as u64;
        assert_eq!(found, expected, "{} after {plies}, {}", ending.label, which());
        some += usize::from(expected > 0);
    }
    some
}

/// Kings and rooks on a small board, where lines with more and with fewer checks lead to one position.
const CHECKS: &str = "game \"Checks\"\nboard: 4x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  R rook: R\n\n\
                      setup start\n  r . k .\n  . . . .\n  . . . .\n  . K . R\n\nendings\n  3 checks given: wins\n  \
                      checkmated:     loses\n  stalemated:     draw\n";

#[test]
fn positions_are_told_apart_by_what_has_happened() {
    let (game, setup) = (weakfish_testing::games::loaded("checks.variant", CHECKS), SetupId::default());
    for text in
        ["3k/4/4/KR2 w - - 0 1 checks=1/0", "3k/4/4/KR2 w - - 0 1 checks=2/0", "r3/3k/4/K3 w - - 0 1 checks=0/1"]
    {
        let position = weakfish::notation::fen::read(&game, setup, text).unwrap();
        let twin = Position::from_fen(&naive::Game::new(game.variant(), setup), text).unwrap();
        let mut games = Games::new(&position, &Goal::Endings, &Options::default()).unwrap();
        for plies in 1..=5 {
            compare_counts(&mut games, (game.variant(), &twin), plies, &|| text.to_owned());
        }
        for halves in [4, 5, 6] {
            let problem = Problem { aim: Aim::Win, stipulation: Stipulation::Direct, length: Length::halves(halves) };
            let found = solve(&position, problem, &Options::default(), &mut |_| true).unwrap();
            let found: Vec<&str> = found.branches.iter().map(|branch| branch.machine.as_str()).collect();
            assert_eq!(found, keys(&twin, problem), "{problem:?}, {text}");
        }
    }
}

/// A pawn in hand, which wins on the last rank.
const HANDS: &str = "game \"Hands\"\nboard: 2x5\nfirst: white\nblack: rotates white\n\nmen\n  K king: K, royal\n  P pawn: fW\n  \
                     all men but K: when captured goes to the captor's hand\n\nsetup start\n  k p\n  . .\n  . .\n  . .\n  P K\n\n\
                     endings\n  P on last rank: wins\n  checkmated:     loses\n  stalemated:     loses\n";

/// After a drop and its capture the men on the board are those of two moves of a king, and the pawn is in the other hand.
#[test]
fn positions_are_told_apart_by_their_hands() {
    let (game, setup) = (weakfish_testing::games::loaded("hands.variant", HANDS), SetupId::default());
    let text = "k1/2/2/2/1K[p] b - - 0 1";
    let position = weakfish::notation::fen::read(&game, setup, text).unwrap();
    let twin = Position::from_fen(&naive::Game::new(game.variant(), setup), text).unwrap();
    let mut games = Games::new(&position, &Goal::Endings, &Options::default()).unwrap();
    for plies in 1..=4 {
        compare_counts(&mut games, (game.variant(), &twin), plies, &|| text.to_owned());
    }
}

#[test]
fn agrees_with_all_lines() {
    let cases = cases(DEFINITIONS);
    let (mut definitions, mut games_over, mut solved, mut helped, mut unmerged) = (0, 0, 0, 0, 0);
    for case in cases {
        let mut dice = Dice::new(case);
        let made = definition(&mut dice);
        let Ok(game) = load(&Source::new("thrown.variant", made.text.as_str()), &BuiltIns) else { continue };
        let variant = game.variant();
        let setup = SetupId(dice.below(variant.setups.len()) as u8);
        let (mut start, mut twin) = (game.start_of(setup), Position::start(&naive::Game::new(variant, setup)));
        for _ in 0..dice.below(30) {
            let (moves, _) = twin.judge();
            if moves.is_empty() {
                break;
            }
            let (text, action) = &moves[dice.below(moves.len())];
            let next = twin.play(action);
            if next.judge().1.is_some() {
                break;
            }
            let mv = weakfish::notation::uci::find(&start, text).unwrap_or_else(|| {
                panic!("case {case}: no {text} in {}:\n{}", weakfish::notation::fen::write(&start), made.text)
            });
            start.play(mv).unwrap();
            twin = next;
        }
        // A problem begins with its position.
        let fen = weakfish::notation::fen::write(&start);
        let Ok(twin) = Position::from_fen(&naive::Game::new(variant, setup), &fen) else { continue };
        if start.verdict().is_some() {
            continue;
        }
        let mut games = match Games::new(&start, &Goal::Endings, &Options::default()) {
            Ok(games) => games,
            Err(SolveError::Unsupported(_)) => continue,
            Err(error) => panic!("{error}"),
        };
        definitions += 1;
        let most = (1..=5_u16).take_while(|&plies| start.perft(plies.into()) <= MAX_SEQUENCES).last().unwrap_or(0);
        let which = || format!("case {case}, {fen}:\n{}", made.text);
        unmerged += usize::from(variant.rules.repetition == Repetition::Illegal && most >= 4);
        for plies in 1..=most {
            games_over += compare_counts(&mut games, (variant, &twin), plies, &which);
        }
        for stipulation in [Stipulation::Direct, Stipulation::SelfMate] {
            for halves in 2..=most.min(4) {
                let problem = Problem { aim: Aim::Win, stipulation, length: Length::halves(halves) };
                // The other side may have several moves for each of the attacker's.
                if game.facts().series.any && most < 5 {
                    continue;
                }
                let found = solve(&start, problem, &Options::default(), &mut |_| true).unwrap();
                let found: Vec<&str> = found.branches.iter().map(|branch| branch.machine.as_str()).collect();
                let expected = keys(&twin, problem);
                assert_eq!(found, expected, "{problem:?}, {}", which());
                solved += usize::from(!expected.is_empty());
            }
        }
        for halves in 1..=most.min(4) {
            let problem = Problem { aim: Aim::Win, stipulation: Stipulation::Help, length: Length::halves(halves) };
            let Ok(found) = solve(&start, problem, &Options::default(), &mut |_| true) else { continue };
            let mut ended = Vec::new();
            ends(&twin, halves, &mut ended);
            let winner = problem.winner(twin.turn);
            let expected = ended.iter().filter(|(won, _)| *won == Some(winner)).count() as u64;
            let lines: u64 = found.branches.iter().map(weakfish_solve::Branch::lines).sum();
            assert_eq!((found.count, lines), (expected, expected), "{problem:?}, {}", which());
            helped += usize::from(expected > 0);
        }
    }
    println!(
        "{definitions} definitions, {games_over} counts, {solved} forced wins, {helped} helped wins, {unmerged} with illegal repetition"
    );
    assert!(!is_long() || games_over >= 50 && solved >= 25 && helped >= 15, "{games_over} {solved} {helped}");
}
