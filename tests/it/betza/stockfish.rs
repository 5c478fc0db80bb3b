//! Fairy-Stockfish reads single-leg strings alike.

use super::reached;

/// String, moves and captures of a man on f5 of a 12x10 board: `tests/data/betza-stockfish.py` writes it.
const FIGURES: &str = include_str!("../../data/betza-stockfish.tsv");

/// The squares of a list that are on that board.
fn on_board(squares: &[[i32; 2]]) -> Vec<(i32, i32)> {
    let on = |&(x, y): &(i32, i32)| (-5..=6).contains(&x) && (-4..=5).contains(&y);
    squares.iter().map(|&[x, y]| (x, y)).filter(on).collect()
}

fn squares(text: &str) -> Vec<(i32, i32)> {
    let square = |text: &str| text.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    text.split(' ').filter_map(square).collect()
}

#[test]
fn single_leg_strings_reach_the_same_squares() {
    let mut strings = 0;
    for line in FIGURES.lines() {
        let mut columns = line.split('\t');
        let mut next = || columns.next().unwrap_or_default();
        let (text, moves, captures) = (next(), next(), next());
        let ours = reached(text);
        assert_eq!(on_board(&ours.moves), squares(moves), "{text} moves");
        assert_eq!(on_board(&ours.captures), squares(captures), "{text} captures");
        strings += 1;
    }
    assert!(strings > 400, "{strings}");
}
