//! Published figures.

use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};
use weakfish_endgame::{Men, Options, Statistics, Tables};

fn statistics(game: &Game, men: &str) -> Statistics {
    let men = Men::parse(game.variant(), men).unwrap();
    let mut tables = Tables::new(game, Default::default()).unwrap();
    tables.make(&men, &Options::default(), &mut |_| true).unwrap();
    tables.statistics(&men).unwrap()
}

#[test]
fn rook_and_king() {
    let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    let found = statistics(&game, "K R v K");
    assert_eq!(found.to_move.black.up_to_symmetry, 28_056);
    assert_eq!(found.to_move.white.longest_win, Some(31));
}
