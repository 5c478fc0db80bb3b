//! Published figures of the shortest games.

use weakfish_solve::{Goal, Games, Options};
use weakfish_testing::games::game;

/// Games of chess that end in mate with this ply: OEIS A079485.
const MATES: [(u16, u64); 5] = [(2, 0), (3, 0), (4, 8), (5, 347), (6, 10_828)];

#[test]
fn chess_games_that_end_in_mate() {
    let start = game("fide").start();
    let mate = start.game().variant().endings.iter().position(|ending| ending.label == "checkmate").unwrap();
    let mut games = Games::new(&start, &Goal::Ending(mate), &Options::default()).unwrap();
    for (plies, number) in MATES {
        assert_eq!(games.count(plies, &mut |_| true).unwrap().total(), number, "{plies}");
    }
}
