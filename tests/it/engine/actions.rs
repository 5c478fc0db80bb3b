//! The numbers of moves for programs that learn, of the Python package: every legal move has one, and no two share it.

use weakfish::engine::{Game, MoveSets, Position};
use weakfish::model::SetupId;
use weakfish::notation::{fen, uci};
use weakfish::source::Source;
use weakfish::{BuiltIns, check};

use weakfish_testing::definition::definition;
use weakfish_testing::dice::{Dice, cases};
use weakfish_testing::random::games;

#[path = "../../../bindings/python/src/rl/actions.rs"]
#[allow(dead_code, unreachable_pub, reason = "the package uses the rest")]
mod numbering;

use numbering::Actions;

/// The number of definitions.
const DEFINITIONS: u64 = 40;

/// Plies of a random game.
const PLIES: usize = 120;

/// Requires every legal move to have a number of its own.
fn check_numbers(actions: &Actions, position: &Position) {
    let (mut sets, mut numbers) = (MoveSets::new(), Vec::new());
    position.legal_moves().sets_into(&mut sets);
    if let Err(mv) = actions.number_all(position, &sets, &mut numbers) {
        panic!("{} has no number in {}", uci::write(position, mv), fen::write(position));
    }
    assert_eq!(numbers.len(), position.legal_moves().count(), "{}", fen::write(position));
    let mut numbered: Vec<_> = numbers.into_iter().zip(sets.iter()).collect();
    numbered.sort_unstable();
    for pair in numbered.windows(2) {
        let [(number, one), (other, two)] = pair else { continue };
        let text = |mv| uci::write(position, mv);
        assert!(number != other, "{} and {} are one in {}", text(*one), text(*two), fen::write(position));
    }
    assert!(numbered.last().is_none_or(|(number, _)| (*number as usize) < actions.len()));
}

/// Plays random games from every setup; returns the number of positions.
fn play(game: &Game, actions: &Actions, dice: &mut Dice, plies: usize) -> usize {
    let mut positions = 0;
    for setup in 0..game.variant().setups.len() {
        let mut position = game.start_of(SetupId(setup as u8));
        for _ in 0..plies {
            check_numbers(actions, &position);
            positions += 1;
            let legal = position.legal_moves().to_vec();
            if legal.is_empty() || position.outcome().is_some() {
                break;
            }
            position.advance(dice.pick(&legal));
        }
    }
    positions
}

#[test]
fn moves_of_all_games_have_numbers_of_their_own() {
    for number in cases(games().len() as u64) {
        let Some(tested) = games().get(number as usize) else { break };
        let mut dice = Dice::new(number);
        let actions = Actions::new(&tested.engine).unwrap_or_else(|| panic!("{} has too many actions", tested.name));
        for _ in 0..2 {
            play(&tested.engine, &actions, &mut dice, PLIES);
        }
    }
}

#[test]
fn moves_of_random_games_have_numbers_of_their_own() {
    let (mut accepted, mut refused, mut positions) = (0, 0, 0);
    for number in cases(DEFINITIONS) {
        let mut dice = Dice::new(number);
        let made = definition(&mut dice);
        let Some(game) = check(&Source::new("random.variant", made.text.as_str()), &BuiltIns).game else { continue };
        match Actions::new(&game) {
            Some(actions) => {
                accepted += 1;
                positions += play(&game, &actions, &mut dice, PLIES / 4);
            }
            None => refused += 1,
        }
    }
    println!("{accepted} games, {refused} with too many actions, {positions} positions");
    assert!(accepted > 10 * refused && positions > 10 * accepted, "{accepted}, {refused}, {positions}");
}

/// Moves that a numbering by squares alone would leave out or take for one.
#[test]
fn moves_that_differ_little_have_numbers() {
    for (game, text) in [
        // A lance crosses the file to where it must promote, and nothing else goes so far.
        ("shogi", "4k4/9/9/9/9/9/9/9/L3K4[-] w - - 0 1"),
        // Castling, then the duck.
        ("duck-chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ] {
        let game = weakfish_testing::games::game(game);
        let position = fen::read(&game, SetupId(0), text).unwrap();
        check_numbers(&Actions::new(&game).unwrap(), &position);
    }
}
