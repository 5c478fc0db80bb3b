//! Two generators, one game: the engine's moves, positions and outcomes are the naive generator's, through whole
//! games played at random and on positions thrown together at random.

mod naive;
mod random;

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use random::{Played, games};
use weakfish::engine::{Move, MoveKind, Position};
use weakfish::notation::{fen, machine};

/// Holds both against each other at one position, and gives what can be done.
fn agree(position: &Position, naive: &naive::Position, place: &str) -> Vec<(String, Move, naive::Action)> {
    assert_eq!(fen::write(position), naive.fen(), "{place}");
    let moves = machine::legal_moves(position);
    let (actions, ended) = naive.judge();
    let engine: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    let expected: Vec<&str> = actions.iter().map(|(text, _)| text.as_str()).collect();
    if engine != expected {
        let only = |here: &[&str], there: &[&str]| -> Vec<String> {
            here.iter().filter(|text| !there.contains(text)).map(ToString::to_string).collect()
        };
        panic!(
            "{place}\n{}\nonly the engine has {:?}\nonly the naive generator has {:?}",
            naive.fen(),
            only(&engine, &expected),
            only(&expected, &engine)
        );
    }
    let outcome = position.outcome().map(|outcome| (outcome.winner, outcome.reason));
    assert_eq!(outcome, ended, "{place}\n{}", naive.fen());
    moves.into_iter().zip(actions).map(|((text, mv), (_, action))| (text, mv, action)).collect()
}

/// What has been met, and how often.
type Tally = BTreeMap<String, usize>;

/// Plays both through the same game; gives what was met.
fn agree_through(played: &Played) -> Tally {
    let mut tally = Tally::new();
    let mut met = |what: &str| *tally.entry(what.to_owned()).or_default() += 1;
    let game = &games()[played.game];
    let mut position = game.start(played);
    let mut twin = naive::Position::from_fen(&game.naive(played.setup), &fen::write(&position)).unwrap();
    let place = format!("{} (setup {})", game.name, played.setup);
    let mut moves = agree(&position, &twin, &place);
    let mut line: Vec<Move> = Vec::new();
    for choice in &played.choices {
        let own_last = line.len().checked_sub(2).filter(|_| played.shuttles).map(|before| line[before]);
        met("positions");
        for (_, mv, _) in &moves {
            met(kind_name(mv.kind));
        }
        let Some((_, mv, action)) = random::choose(&position, &moves, |(_, mv, _)| *mv, *choice, own_last) else {
            break;
        };
        twin = twin.play(action);
        line.push(*mv);
        position.play(*mv).unwrap();
        moves = agree(&position, &twin, &place);
    }
    met("positions");
    position.outcome().into_iter().for_each(|outcome| met(&outcome.reason));
    tally
}

fn kind_name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Ordinary => "ordinary moves",
        MoveKind::LongStep => "long steps",
        MoveKind::EnPassant { .. } => "en passant",
        MoveKind::Castling { .. } => "castlings",
        MoveKind::Stationary => "turns and flips",
        MoveKind::Finishing => "finishing moves",
        MoveKind::EndSeries => "ends of series",
        MoveKind::ClaimStalemate => "claims of stalemate",
        _ => "others",
    }
}

/// Prints what random games meet, game by game: `cargo test --release --test agreement -- --ignored --nocapture`.
///
/// `PROPTEST_CASES` sets how many games of each kind are played from the start, and as many more from anywhere.
#[test]
#[ignore = "long; the tests below do the same for fewer games"]
fn very_many_games_agree() {
    let mut runner = TestRunner::new_with_rng(random::config(1), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let mut total = 0;
    for (number, game) in games().iter().enumerate() {
        let strategy = prop_oneof![
            random::from_the_start(number..number + 1, if number < random::FAST { 300 } else { 60 }),
            random::from_anywhere(number..number + 1, if number < random::FAST { 60 } else { 30 }),
        ];
        let mut tally = Tally::new();
        for _ in 0..runner.config().cases {
            for (what, times) in agree_through(&strategy.new_tree(&mut runner).unwrap().current()) {
                *tally.entry(what).or_default() += times;
            }
        }
        total += tally["positions"];
        println!("{}: {tally:?}", game.name);
    }
    println!("{total} positions in all");
}

proptest! {
    #![proptest_config(random::config(1))]

    #[test]
    fn games_played_from_the_start_agree(played in random::from_the_start(0..random::FAST, 160)) {
        agree_through(&played);
    }

    #[test]
    fn games_played_from_anywhere_agree(played in random::from_anywhere(0..random::FAST, 24)) {
        agree_through(&played);
    }
}

proptest! {
    #![proptest_config(random::config(10))]

    #[test]
    fn games_with_finishing_moves_agree(played in random::from_anywhere(random::FAST..random::NAMES.len(), 12)) {
        agree_through(&played);
    }
}
