//! Laws of lists and counts of moves.

use weakfish::engine::{LegalMoves, Move, MoveList, MoveSets, Perft, Position};
use weakfish::notation::fen;
use weakfish::random::SplitMix64;

/// Asserts that sets have the moves of a list, in its order.
pub fn check_sets(moves: LegalMoves<'_>, sets: &mut MoveSets, place: &impl Fn() -> String) {
    let listed = moves.to_vec();
    moves.sets_into(sets);
    assert_eq!(sets.iter().collect::<Vec<_>>(), listed, "sets: {}", place());
    let found: Vec<_> = (0..=listed.len()).map_while(|index| sets.get(index)).collect();
    assert_eq!((found, sets.len(), sets.is_empty()), (listed.clone(), listed.len(), listed.is_empty()), "{}", place());
}

/// Asserts that the candidates that are confirmed are the legal moves, and that one of them is chosen.
pub fn check_candidates(position: &Position, sets: &mut MoveSets, place: &impl Fn() -> String) {
    let certain = position.candidates_into(sets);
    let mut confirmed: Vec<Move> = sets.iter().filter(|&mv| certain || position.confirms(mv)).collect();
    let mut listed = position.legal_moves().to_vec();
    confirmed.sort_unstable();
    listed.sort_unstable();
    assert_eq!(confirmed, listed, "candidates: {}", place());
    let chosen = position.legal_moves().choose(&mut SplitMix64::new(listed.len() as u64), sets);
    assert_eq!(chosen.is_none(), listed.is_empty(), "{}", place());
    assert!(chosen.is_none_or(|mv| listed.contains(&mv)), "{chosen:?} in {}", place());
}

/// Asserts that perft 2 is the same by all ways of counting, and the sum of the moves after each move.
pub fn check_perft_two(position: &Position) {
    let nodes = position.perft(2);
    let place = || fen::write(position);
    let mut sets = MoveSets::new();
    check_sets(position.legal_moves(), &mut sets, &place);
    check_sets(position.legal_moves().captures(), &mut sets, &place);
    check_sets(position.legal_moves().quiets(), &mut sets, &place);
    check_candidates(position, &mut sets, &place);
    if !position.legal_moves().is_empty() {
        assert_eq!(position.verdict_if_mobile(), position.verdict(), "{}", place());
    }
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
    for (index, mv) in position.legal_moves().into_iter().enumerate() {
        let undo = next.make(mv);
        next.legal_moves().list_into(&mut replies);
        assert_eq!(replies.len(), next.legal_moves().count(), "{mv:?} in {}", place());
        // They take longer than all the rest.
        if index % 16 == 0 {
            check_sets(next.legal_moves(), &mut sets, &place);
            check_candidates(&next, &mut sets, &place);
        }
        listed += replies.len() as u64;
        next.unmake(undo);
    }
    assert_eq!(listed, nodes, "the lists of replies: {}", place());
}
