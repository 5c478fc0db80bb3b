//! What any count of two plies must be.

use weakfish::engine::{Perft, Position};
use weakfish::notation::fen;

/// The count of two plies is the same whichever way it is made, and the sum of the moves after each move.
pub(crate) fn two_plies_add_up(position: &Position) {
    let nodes = position.perft(2);
    let place = || fen::write(position);
    assert_eq!(Perft::new(2).bulk(false).count(position), nodes, "every move played: {}", place());
    let divided: u64 = position.divide(2).into_iter().map(|(_, nodes)| nodes).sum();
    assert_eq!(divided, nodes, "move by move: {}", place());
    match position.outcome() {
        None => {
            let listed: u64 = position
                .legal_moves()
                .into_iter()
                .map(|mv| {
                    let mut next = position.clone();
                    next.play(mv).unwrap();
                    replies(&next)
                })
                .sum();
            assert_eq!(listed, nodes, "the lists of replies: {}", place());
        }
        Some(outcome) if outcome.winner.is_some() => assert_eq!(nodes, 0, "{}", place()),
        // Counting goes on where nobody can play on, since draws cut nothing short.
        Some(_) => {}
    }
}

/// The number of moves; a draw cuts them from the list of what can be played, not from what is counted.
fn replies(position: &Position) -> u64 {
    let drawn = position.outcome().is_some_and(|outcome| outcome.winner.is_none());
    let moves = if drawn { position.divide(1).len() } else { position.legal_moves().len() };
    moves as u64
}
