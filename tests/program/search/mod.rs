//! The search and the evaluation: right scores, legal moves, limits that hold.

mod laws;
mod levels;
mod limits;
mod mates;
mod plain;
mod selfplay;
mod tablebase;
mod terms;

use std::panic::{AssertUnwindSafe, catch_unwind};

use weakfish::engine::{Game, Move, Position};
use weakfish::model::SetupId;
use weakfish::notation::uci;
use weakfish::source::Source;
use weakfish::{BuiltIns, load};

use weakfish_testing::definition::definition;
use weakfish_testing::dice::Dice;
use weakfish_testing::random::{RandomGame, choose, game_from_setup, game_from_shuffle, games};

/// The last position of a game played at random, one that is not over.
fn last_position(start: Position, played: &RandomGame) -> Position {
    let mut position = start;
    let mut line: Vec<Move> = Vec::new();
    for choice in &played.choices {
        let own_last = line.len().checked_sub(2).filter(|_| played.shuttles).map(|before| line[before]);
        let moves = uci::legal_moves(&position);
        let Some((_, mv)) = choose(&position, &moves, |(_, mv)| *mv, *choice, own_last) else { break };
        let mut next = position.clone();
        next.play(*mv).unwrap();
        if next.outcome().is_some() {
            break;
        }
        line.push(*mv);
        position = next;
    }
    position
}

/// A position that a game played at random has come to. Moves are often taken back, so that the past matters.
fn random_position(dice: &mut Dice, game: usize, plies: usize) -> Position {
    let played = if dice.percent(30) {
        game_from_setup(dice, game..game + 1, plies)
    } else {
        game_from_shuffle(dice, game..game + 1, plies)
    };
    let played = RandomGame { shuttles: dice.flip(), ..played };
    let start = games()[game].start(&played);
    if start.outcome().is_some() {
        return games()[game].engine.start();
    }
    last_position(start, &played)
}

/// A game of a definition at random, if it has no mistake and does not begin with its end.
fn random_definition(dice: &mut Dice) -> Option<(String, Game)> {
    let text = definition(dice).text;
    let game = load(&Source::new("random.variant", &*text), &BuiltIns).ok()?;
    game.start().outcome().is_none().then_some((text, game))
}

/// A position of a game, reached by random play from one of its setups.
fn random_walk(dice: &mut Dice, game: &Game, plies: usize) -> Position {
    let setup = SetupId(dice.below(game.variant().setups.len()) as u8);
    let shuttles = dice.flip();
    let choices = dice.list(0, plies - 1, |dice| dice.below(1 << 16) as u16);
    let played = RandomGame { game: 0, setup: setup.0, shuffles: Vec::new(), clocks: [0; 4], shuttles, choices };
    let start = game.start_of(setup);
    if start.outcome().is_some() { game.start() } else { last_position(start, &played) }
}

/// Names the definition if something fails in its game.
fn naming_definition(text: &str, look: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(look)) {
        let why = panic.downcast_ref::<String>().map_or("", String::as_str);
        panic!("{why}\nin the game\n{text}");
    }
}
