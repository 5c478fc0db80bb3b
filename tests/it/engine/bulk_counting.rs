//! A few men close to each other, and to royal men: where attacks, pins, men that may not be faced and captures that
//! are barred meet in a handful of squares, two plies are still counted alike in every way.

use weakfish::engine::{Game, Position};
use weakfish::geometry::{PerSide, Square};
use weakfish::model::PlacedMan;

use weakfish_testing::counts;
use weakfish_testing::dice::{Dice, times};
use weakfish_testing::random;

/// Crowded positions of every game, and tries to find that many.
const POSITIONS: usize = 8;
const TRIES: usize = 80 * POSITIONS;

/// Most positions have so many men, half of them near the first one.
const MEN: std::ops::Range<usize> = 3..12;

/// Some men of the start, royal ones always, thrown into a corner of the board of five by five squares.
fn crowded(game: &Game, dice: &mut Dice) -> Option<Position> {
    let variant = game.variant();
    let board = variant.board;
    let start = game.start().arrangement();
    let (file, rank) = (dice.below(board.files().into()) as i32, dice.below(board.ranks().into()) as i32);
    let near = |dice: &mut Dice| {
        let (right, up) = (dice.below(5) as i32, dice.below(5) as i32);
        board.square(file + right - 2, rank + up - 2)
    };
    let is_royal = |man: &&PlacedMan| variant.kind(man.kind).royal;
    let royal: Vec<PlacedMan> = start.men.iter().filter(is_royal).cloned().collect();
    let others: Vec<PlacedMan> = start.men.iter().filter(|man| !is_royal(man)).cloned().collect();
    let count = dice.between(MEN.start, MEN.end - 1);
    let picked = (0..count).map(|_| others[dice.below(others.len())].clone()).collect::<Vec<_>>();
    let mut men: Vec<PlacedMan> = Vec::new();
    // Men with a first move often stand where they have it.
    let at_home = |man: &PlacedMan, dice: &mut Dice| variant.kind(man.kind).first_move.is_some() && dice.percent(50);
    for man in royal.into_iter().chain(picked) {
        let home = Some(man.square).filter(|_| at_home(&man, dice));
        let square = home.or_else(|| near(dice)).or_else(|| Some(Square::new(dice.below(board.len()) as u8)))?;
        if men.iter().all(|other| other.square != square) {
            men.push(PlacedMan { square, ..man });
        }
    }
    let turn = if dice.percent(50) { start.turn } else { !start.turn };
    let mut arrangement = start;
    let stood = &arrangement.men;
    let stays = |square: Square| men.iter().any(|man| man.square == square && stood.contains(man));
    arrangement.unmoved.retain(|&square| stays(square));
    arrangement.once_a_game.retain(|&square| stays(square));
    (arrangement.men, arrangement.turn, arrangement.castling) = (men, turn, PerSide::default());
    if variant.has_hands() {
        arrangement.hands = PerSide::from_fn(|side| {
            let held = variant.kinds_in_hand(side).into_iter().filter(|_| dice.percent(50));
            held.map(|kind| (kind, 1)).collect()
        });
    }
    game.position(&arrangement).ok()
}

#[test]
fn crowded_men_are_counted_alike_in_every_way() {
    // Without men on the board at the start there is no crowd.
    let has_men = |tested: &&random::TestedGame| !tested.engine.start().arrangement().men.is_empty();
    for tested in random::games().iter().filter(has_men) {
        let mut dice = Dice::new(1);
        let times = times() as usize;
        let crowds = (0..times * TRIES).filter_map(|_| crowded(&tested.engine, &mut dice)).take(times * POSITIONS);
        let count = crowds.inspect(counts::check_perft_two).count();
        // Men who stay in regions of their own are seldom where they may stand.
        let least = if tested.engine.variant().regions.is_empty() { times * POSITIONS / 2 } else { 1 };
        assert!(count >= least, "{}: only {count} crowded positions can stand", tested.name);
    }
}
