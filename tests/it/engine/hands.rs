//! Games with men in hand: the engine and the naive generator count as outside programs do.

use weakfish::engine::Game;
use weakfish::notation::fen;

use weakfish_testing::dice::times;
use weakfish_testing::games::{self, Count, HANDS, one_file_games};
use weakfish_testing::naive;

/// Counts that are not too long of the games that run from a file, by their names; each with its game.
fn check(most_nodes: u64, perft: impl Fn(&Game, &Count) -> u64) {
    let games = one_file_games();
    let mut wrong = Vec::new();
    let mut lines = 0;
    for count in games::counts(HANDS).iter().filter(|count| count.nodes <= most_nodes) {
        let Some((_, game)) = games.iter().find(|(name, _)| name == count.game) else { continue };
        let found = perft(game, count);
        lines += 1;
        if found != count.nodes {
            let Count { game, fen, depth, nodes, .. } = count;
            wrong.push(format!("{game} {fen} depth {depth}: {nodes} listed, {found} found"));
        }
    }
    assert!(wrong.is_empty(), "{} of {lines} lines differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(lines > 0 || games.iter().all(|(_, game)| !game.variant().has_hands()), "no game is listed");
}

#[test]
fn the_engine_counts_men_in_hand_as_outside_programs_do() {
    check(5_000_000, |game, count| {
        let position = fen::read(game, count.setup(game.variant()), count.fen);
        position.unwrap_or_else(|problems| panic!("{} {}: {problems:?}", count.game, count.fen)).perft(count.depth)
    });
}

#[test]
fn the_naive_generator_counts_men_in_hand_as_outside_programs_do() {
    check(5_000 * times(), |game, count| {
        let setup = count.setup(game.variant());
        let twin = naive::Game::new(game.variant(), setup);
        naive::Position::from_fen(&twin, count.fen).unwrap().perft(count.depth)
    });
}
