//! What holds of every position of every game.

use std::collections::BTreeSet;

use weakfish::engine::{DropMove, ManMove, Move, MoveKind, Perft, Piece, Position};
use weakfish::geometry::Square;
use weakfish::notation::{fen, uci};

use weakfish_testing::dice::check_law;
use weakfish_testing::mirror::Mirror;
use weakfish_testing::random::{RandomGame, choose, games, random_game};

/// The positions of a game played at random, one after another.
pub(super) fn positions(played: &RandomGame) -> Vec<Position> {
    let mut position = games()[played.game].start(played);
    let mut positions = vec![position.clone()];
    let mut line: Vec<Move> = Vec::new();
    for choice in &played.choices {
        let own_last = line.len().checked_sub(2).filter(|_| played.shuttles).map(|before| line[before]);
        let moves = uci::legal_moves(&position);
        let Some((_, mv)) = choose(&position, &moves, |(_, mv)| *mv, *choice, own_last) else { break };
        line.push(*mv);
        position.play(*mv).unwrap();
        positions.push(position.clone());
    }
    positions
}

/// Set up again from what an arrangement says.
pub(super) fn set_up_again(position: &Position) -> Position {
    let arrangement = position.arrangement();
    position.game().position(&arrangement).unwrap_or_else(|reasons| panic!("{}: {reasons:?}", fen::write(position)))
}

/// Very many moves that could be written down, legal or not: all pairs of squares from the men on move and some others.
fn many_moves(position: &Position) -> Vec<Move> {
    let game = position.game();
    let board = game.variant().board;
    let legal: Vec<ManMove> = position.legal_moves().into_iter().filter_map(Move::man).collect();
    let mut kinds =
        vec![MoveKind::Ordinary, MoveKind::LongStep, MoveKind::OnceAGame, MoveKind::Stationary, MoveKind::Finishing];
    kinds.extend(legal.iter().map(|mv| mv.kind));
    kinds.extend(board.squares().step_by(29).map(|victim| MoveKind::EnPassant { victim }));
    kinds.sort_unstable();
    kinds.dedup();
    let own =
        |square: Square| position.piece_at(square).is_some_and(|piece| game.piece_info(piece).side == position.turn());
    let mut moves = Vec::new();
    for from in board.squares().filter(|&square| own(square) || square.index() % 9 == 0) {
        // The man as it is, and some of what men can become in legal moves.
        let mut pieces: Vec<Piece> = position.piece_at(from).into_iter().collect();
        pieces.extend(legal.iter().map(|mv| mv.piece).skip(from.index() % 7).step_by(23));
        pieces.sort_unstable();
        pieces.dedup();
        for to in board.squares() {
            for &kind in &kinds {
                moves.extend(pieces.iter().map(|&piece| ManMove::new(from, to, piece, kind)));
            }
        }
    }
    // Each legal move with something else about it.
    for &mv in &legal {
        moves.extend(kinds.iter().map(|&kind| ManMove { kind, ..mv }));
        moves.extend(board.squares().map(|from| ManMove { from, ..mv }));
        moves.extend(board.squares().map(|to| ManMove { to, ..mv }));
    }
    let drops = many_drops(position);
    moves.into_iter().map(Move::Man).chain(drops).chain([Move::Pass, Move::EndSeries, Move::ClaimStalemate]).collect()
}

/// Very many drops that could be written down, legal or not, in a game with hands.
fn many_drops(position: &Position) -> Vec<Move> {
    let game = position.game();
    let variant = game.variant();
    if !variant.has_hands() {
        return Vec::new();
    }
    let legal: Vec<DropMove> = position.legal_moves().into_iter().filter_map(Move::drop_move).collect();
    let mut pieces: Vec<Piece> = legal.iter().map(|drop| drop.piece).collect();
    pieces.extend(variant.board.squares().filter_map(|square| position.piece_at(square)).step_by(3));
    pieces.sort_unstable();
    pieces.dedup();
    let mut drops = legal;
    for (kind, _) in variant.kinds() {
        for to in variant.board.squares() {
            drops.extend(pieces.iter().map(|&piece| DropMove { kind, to, piece }));
        }
    }
    drops.into_iter().map(Move::Drop).collect()
}

#[test]
fn every_move_has_a_text_of_its_own() {
    check_law(64, |dice| {
        let played = random_game(dice, 80);
        for position in positions(&played) {
            let moves = uci::legal_moves(&position);
            let texts: BTreeSet<&String> = moves.iter().map(|(text, _)| text).collect();
            assert_eq!(texts.len(), moves.len(), "{}", fen::write(&position));
            for (text, mv) in &moves {
                assert_eq!(uci::find(&position, text), Some(*mv), "{} in {}", text, fen::write(&position));
                assert_eq!(uci::write(&position, *mv), *text, "{}", fen::write(&position));
            }
        }
    });
}

#[test]
fn a_position_is_what_its_fen_says() {
    check_law(64, |dice| {
        let played = random_game(dice, 80);
        for position in positions(&played) {
            let text = fen::write(&position);
            let read = fen::read(position.game(), position.arrangement().setup, &text);
            let read = read.unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
            assert_eq!(read.arrangement(), position.arrangement(), "{text}");
            assert_eq!(fen::write(&read), text);
        }
    });
}

#[test]
fn the_hash_kept_up_is_the_hash_from_scratch() {
    check_law(64, |dice| {
        let played = random_game(dice, 80);
        for position in positions(&played) {
            assert_eq!(position.hash(), set_up_again(&position).hash(), "{}", fen::write(&position));
        }
    });
}

#[test]
fn mirrored_positions_have_mirrored_moves() {
    check_law(64, |dice| {
        let played = random_game(dice, 60);
        let tested = &games()[played.game];
        // Unequal armies, unequal aims.
        if tested.name == "foolish-king" {
            return;
        }
        let variant = tested.engine.variant();
        let mirror = Mirror::new(variant);
        for position in positions(&played) {
            let position = set_up_again(&position);
            let mirrored = mirror.arrangement(&position.arrangement(), &tested.engine);
            let mirrored = tested.engine.position(&mirrored);
            let mirrored = mirrored.unwrap_or_else(|reasons| panic!("{}: {reasons:?}", fen::write(&position)));
            let expected: BTreeSet<Move> =
                position.legal_moves().into_iter().map(|mv| mirror.mv(mv, &tested.engine)).collect();
            let found: BTreeSet<Move> = mirrored.legal_moves().into_iter().collect();
            assert_eq!(found, expected, "{}", fen::write(&position));
            let winner =
                |position: &Position| position.outcome().map(|outcome| (outcome.winner, outcome.reason.to_string()));
            let expected = winner(&position).map(|(winner, reason)| (winner.map(|side| !side), reason));
            assert_eq!(winner(&mirrored), expected, "{}", fen::write(&position));
        }
    });
}

#[test]
fn what_is_legal_can_be_played_and_nothing_else() {
    check_law(64, |dice| {
        let played = random_game(dice, 60);
        let positions = positions(&played);
        let position = &positions[positions.len() - 1];
        let mut legal: BTreeSet<Move> = position.legal_moves().into_iter().collect();
        if position.outcome().is_some() {
            // A draw leaves its legal moves, but nothing can be played any more.
            legal.clear();
        }
        for &mv in &legal {
            assert!(position.clone().play(mv).is_ok(), "{:?} in {}", mv, fen::write(position));
        }
        // Where any man can go anywhere to finish the game, each look at a move takes long.
        let some = if position.game().variant().rules.finishing_move.is_some() { 37 } else { 1 };
        for mv in many_moves(position).into_iter().step_by(some) {
            let allowed = position.check_move(mv).is_ok();
            assert_eq!(allowed, legal.contains(&mv), "{:?} in {}", mv, fen::write(position));
        }
    });
}

#[test]
fn the_parts_of_a_count_are_the_whole() {
    check_law(64, |dice| {
        let played = random_game(dice, 60);
        let positions = positions(&played);
        let position = &positions[positions.len() - 1];
        // As above.
        let depth = if position.game().variant().rules.finishing_move.is_some() { 2 } else { 3 };
        let nodes = position.perft(depth);
        let divided: u64 = position.divide(depth).into_iter().map(|(_, nodes)| nodes).sum();
        assert_eq!(divided, nodes, "{}", fen::write(position));
        let played_out = Perft::new(depth).bulk(false).count(position);
        assert_eq!(played_out, nodes, "{}", fen::write(position));
    });
}

#[test]
fn an_illegal_move_changes_nothing() {
    check_law(64, |dice| {
        let played = random_game(dice, 60);
        let positions = positions(&played);
        let position = &positions[positions.len() - 1];
        let moves = many_moves(position);
        for &mv in moves.iter().skip(dice.below(50)).step_by(50) {
            let mut other = position.clone();
            if other.play(mv).is_err() {
                assert_eq!(other.arrangement(), position.arrangement());
                assert_eq!(other.hash(), position.hash());
            }
        }
    });
}
