//! A few men close to each other, and to royal men: where attacks, pins, men that may not be faced and captures that are
//! barred meet in a handful of squares, two plies are still counted alike in every way.

mod counts;
mod naive;
mod random;

use weakfish::engine::{Arrangement, Game, Position};
use weakfish::geometry::{PerSide, Square};
use weakfish::model::{PlacedMan, SetupId};

/// Crowded positions of every game, and tries to find that many.
const POSITIONS: usize = 150;
const TRIES: usize = 20 * POSITIONS;

/// Most positions have so many men, half of them near the first one.
const MEN: std::ops::Range<u64> = 3..12;

/// The next number of Marsaglia's xorshift, below a bound.
fn below(bound: u64, state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % bound
}

/// Some men of the start, royal ones always, thrown into a corner of the board of five by five squares.
fn crowded(game: &Game, state: &mut u64) -> Option<Position> {
    let variant = game.variant();
    let board = variant.board;
    let start = game.start(SetupId::default()).arrangement();
    let (file, rank) = (below(u64::from(board.files()), state) as i32, below(u64::from(board.ranks()), state) as i32);
    let near = |state: &mut u64| {
        let (right, up) = (below(5, state) as i32, below(5, state) as i32);
        board.square(file + right - 2, rank + up - 2)
    };
    let is_royal = |man: &&PlacedMan| variant.kind(man.kind).royal;
    let royal: Vec<PlacedMan> = start.men.iter().filter(is_royal).cloned().collect();
    let others: Vec<PlacedMan> = start.men.iter().filter(|man| !is_royal(man)).cloned().collect();
    let count = MEN.start + below(MEN.end - MEN.start, state);
    let picked = (0..count).map(|_| others[below(others.len() as u64, state) as usize].clone()).collect::<Vec<_>>();
    let mut men: Vec<PlacedMan> = Vec::new();
    for man in royal.into_iter().chain(picked) {
        let square = near(state).or_else(|| Some(Square::new(below(board.len() as u64, state) as u8)))?;
        if men.iter().all(|other| other.square != square) {
            men.push(PlacedMan { square, ..man });
        }
    }
    let turn = if below(2, state) == 0 { start.turn } else { !start.turn };
    let arrangement = Arrangement { men, turn, castling: PerSide::default(), ..start };
    game.position(&arrangement).ok()
}

#[test]
fn crowded_men_are_counted_alike_in_every_way() {
    for tested in random::games() {
        let mut state = 0x2545_F491_4F6C_DD1D;
        let found = (0..TRIES).filter_map(|_| crowded(&tested.engine, &mut state)).take(POSITIONS);
        let count = found.inspect(counts::two_plies_add_up).count();
        // Men who stay in regions of their own are seldom where they may stand.
        let least = if tested.engine.variant().regions.is_empty() { POSITIONS / 5 } else { 1 };
        assert!(count >= least, "{}: only {count} crowded positions can stand", tested.name);
    }
}
