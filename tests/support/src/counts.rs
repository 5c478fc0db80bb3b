//! Law of perft 2.

use weakfish::engine::{MoveList, Perft, Position};
use weakfish::notation::fen;

/// Asserts that perft 2 is the same by all ways of counting, and the sum of the moves after each move.
pub fn check_perft_two(position: &Position) {
    let nodes = position.perft(2);
    let place = || fen::write(position);
    assert_eq!(Perft::new(2).bulk(false).count(position), nodes, "every move played: {}", place());
    let divided: u64 = position.divide(2).into_iter().map(|(_, nodes)| nodes).sum();
    assert_eq!(divided, nodes, "move by move: {}", place());
    if position.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
        assert_eq!(nodes, 0, "{}", place());
        return;
    }
    assert_eq!(position.legal_moves().into_iter().count(), position.legal_moves().count(), "{}", place());
    let mut next = position.clone();
    let mut replies = MoveList::new();
    let mut listed = 0;
    for mv in position.legal_moves() {
        let undo = next.make(mv);
        next.legal_moves().list_into(&mut replies);
        assert_eq!(replies.len(), next.legal_moves().count(), "{mv:?} in {}", place());
        listed += replies.len() as u64;
        next.unmake(undo);
    }
    assert_eq!(listed, nodes, "the lists of replies: {}", place());
}
