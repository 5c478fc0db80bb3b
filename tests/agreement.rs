//! Two generators, one game: the engine's moves, positions and outcomes are the naive generator's, through whole
//! games played at random and on positions thrown together at random.

mod naive;
mod random;

use proptest::prelude::*;
use random::{Played, games};
use weakfish::engine::{Move, Position};
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

/// Plays both through the same game.
fn agree_through(played: &Played) {
    let game = &games()[played.game];
    let mut position = game.start(played);
    let mut twin = naive::Position::from_fen(&game.naive(played.setup), &fen::write(&position)).unwrap();
    let place = format!("{} (setup {})", game.name, played.setup);
    let mut moves = agree(&position, &twin, &place);
    for choice in &played.choices {
        let Some((_, mv, action)) = random::choose(&position, &moves, |(_, mv, _)| *mv, *choice) else { break };
        twin = twin.play(action);
        position.play(*mv).unwrap();
        moves = agree(&position, &twin, &place);
    }
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
