//! The engine as a program uses it: every way to the moves leads to the same ones, what is made can be taken back, and
//! what a position says of itself is true.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use weakfish::engine::{IllegalMove, Move, MoveKind, MoveList, Outcome, Position, Undo};
use weakfish::geometry::{Side, SquareSet};
use weakfish::model::SetupId;
use weakfish::notation::fen;

use super::laws::{positions, set_up_again};
use weakfish_testing::dice::{Dice, check_law};
use weakfish_testing::games::{game, loaded};
use weakfish_testing::random::random_game;

/// The last position of a game played at random.
fn any_position(dice: &mut Dice) -> Position {
    let played = random_game(dice, 60);
    positions(&played).pop().expect("the first position at least")
}

/// Everything that a program can learn of a position without playing on.
fn facts(position: &Position) -> String {
    let sides =
        Side::ALL.map(|side| (position.men_of(side), position.castling_rights(side), position.checks_given(side)));
    let keys = (position.hash(), position.repetition_key());
    let ends = (position.outcome(), position.claims(), position.checkers());
    let moves: BTreeSet<Move> = position.legal_moves().into_iter().collect();
    format!("{position:?}\n{:?}\n{sides:?} {keys:?} {ends:?} {moves:?}", position.arrangement())
}

#[test]
fn every_way_to_the_moves_leads_to_the_same_ones() {
    check_law(128, |dice| {
        let position = any_position(dice);
        let moves = position.legal_moves();
        let listed = moves.to_vec();
        assert_eq!(moves.into_iter().collect::<Vec<_>>(), listed, "{position}");
        assert_eq!(moves.count(), listed.len(), "{position}");
        assert_eq!(moves.is_empty(), listed.is_empty(), "{position}");

        let mut visited = Vec::new();
        let flow: ControlFlow<()> = moves.visit(|mv| {
            visited.push(mv);
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        assert_eq!(visited, listed, "{position}");
        let (captures, quiets) = (moves.captures(), moves.quiets());
        let parts: BTreeSet<Move> = captures.into_iter().chain(quiets).collect();
        assert_eq!(parts, listed.iter().copied().collect(), "{position}");
        assert_eq!(captures.count() + quiets.count(), listed.len(), "{position}");
        assert!(captures.into_iter().all(|mv| position.is_capture(mv)), "{position}");
        assert!(!quiets.into_iter().any(|mv| position.is_capture(mv)), "{position}");

        // A list that has held other moves, and a visit that ends early.
        let mut list = MoveList::new();
        position.game().start().legal_moves().list_into(&mut list);
        moves.list_into(&mut list);
        assert_eq!(list[..], listed[..], "{position}");
        let Some(&wanted) = listed.get(dice.below(listed.len().max(1))) else { return };
        let mut seen = 0;
        let found = moves.visit(|mv| {
            seen += 1;
            if mv == wanted { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(found, ControlFlow::Break(wanted), "{position}");
        assert_eq!(listed[seen - 1], wanted, "{position}");
        assert!(moves.contains(wanted), "{position}");
    });
}

#[test]
fn what_is_made_can_be_taken_back() {
    check_law(96, |dice| {
        let start = any_position(dice);
        let mut position = start.clone();
        // The same moves played for good, on a position of their own.
        let mut played = vec![start.clone()];
        let mut undos: Vec<Undo> = Vec::new();
        for _ in 0..dice.between(1, 40) {
            if dice.percent(30) && !undos.is_empty() {
                // Some moves back, at once or one by one.
                let left = dice.below(undos.len());
                let mut taken = undos.split_off(left);
                if dice.flip() {
                    taken.into_iter().rev().for_each(|undo| position.unmake(undo));
                } else {
                    position.unmake(taken.swap_remove(0));
                }
                played.truncate(left + 1);
            } else if dice.percent(10) {
                if let Some(undo) = position.make_null() {
                    position.unmake(undo);
                }
            } else {
                let moves = position.legal_moves().to_vec();
                if moves.is_empty() || position.outcome().is_some() {
                    continue;
                }
                let mv = moves[dice.below(moves.len())];
                undos.push(position.make(mv));
                let mut next = played[played.len() - 1].clone();
                next.play(mv).expect("a legal move");
                played.push(next);
            }
            let expected = &played[played.len() - 1];
            assert_eq!(facts(&position), facts(expected), "from {start}");
            assert_eq!(facts(&position.clone()), facts(expected), "a copy, from {start}");
        }
        undos.into_iter().rev().for_each(|undo| position.unmake(undo));
        assert_eq!(facts(&position), facts(&start));
    });
}

#[test]
fn an_illegal_move_can_be_made_and_taken_back() {
    check_law(64, |dice| {
        let mut position = any_position(dice);
        let before = facts(&position);
        let foreign = game("turning").start().legal_moves().to_vec();
        for _ in 0..20 {
            let undo = position.make(foreign[dice.below(foreign.len())]);
            let _ = (position.legal_moves().count(), position.outcome(), position.in_check());
            position.unmake(undo);
            assert_eq!(facts(&position), before);
        }
    });
}

#[test]
fn attackers_are_those_that_capture() {
    check_law(96, |dice| {
        let position = any_position(dice);
        let us = position.turn();
        assert_eq!(position.in_check(), !position.checkers().is_empty(), "{position}");
        let hopeful = |mv: Move| position.captured_square(mv) == mv.to();
        for mv in position.legal_moves().captures().into_iter().filter(|&mv| hopeful(mv)) {
            let Move::Man(man) = mv else { continue };
            if man.kind == MoveKind::Ordinary {
                assert!(position.attackers(man.to, us).contains(man.from), "{mv:?} in {position}");
            }
        }
        // Whoever attacks a man can capture it, or something other than its reach forbids it.
        let royals = position.royal_men(!us);
        for square in position.men_of(!us).iter().filter(|&square| !royals.contains(square)) {
            for from in position.attackers(square, us).iter() {
                let piece = position.piece_at(from).expect("a man attacks");
                let capture = Move::Man(weakfish::engine::ManMove::new(from, square, piece, MoveKind::Ordinary));
                let refused = position.check_move(capture).err();
                let reach = matches!(
                    refused,
                    Some(
                        IllegalMove::Unreachable
                            | IllegalMove::Blocked
                            | IllegalMove::WrongFacing
                            | IllegalMove::WrongMode
                            | IllegalMove::WrongFacingAndMode
                            | IllegalMove::Uncapturable
                            | IllegalMove::NoMan(_)
                            | IllegalMove::OwnMan
                    )
                );
                assert!(!reach, "{from:?} attacks {square:?}, but {refused:?} in {position}");
            }
        }
    });
}

#[test]
fn a_move_gives_check_if_the_opponent_is_then_in_check() {
    check_law(96, |dice| {
        let mut position = any_position(dice);
        let us = position.turn();
        for mv in position.legal_moves() {
            let told = position.gives_check(mv);
            let undo = position.make(mv);
            let given = if position.turn() == us {
                // Inside a series the question is that of the other side's royal men.
                position.royal_men(!us).iter().any(|royal| !position.attackers(royal, us).is_empty())
            } else {
                position.in_check()
            };
            position.unmake(undo);
            if mv.man().is_some() {
                assert_eq!(told, given, "{mv:?} in {position}");
            } else {
                assert!(!told, "{mv:?} in {position}");
            }
        }
    });
}

#[test]
fn what_stands_on_the_board_is_told_alike() {
    check_law(96, |dice| {
        let position = any_position(dice);
        let (game, arrangement) = (position.game(), position.arrangement());
        let men: Vec<_> = position.men().collect();
        assert_eq!(men.len(), arrangement.men.len(), "{position}");
        for (&(square, piece), man) in men.iter().zip(&arrangement.men) {
            let info = game.piece_info(piece);
            assert_eq!((square, info.side, info.kind), (man.square, man.side, man.kind), "{position}");
            assert_eq!(info.state, man.state, "{position}");
            assert!(position.men_of_kind(info.side, info.kind).contains(square), "{position}");
            assert_eq!(
                position.royal_men(info.side).contains(square),
                game.variant().kind(info.kind).royal,
                "{position}"
            );
        }
        let squares: SquareSet = men.iter().map(|&(square, _)| square).collect();
        assert_eq!(position.occupied(), squares, "{position}");
        assert_eq!(position.occupied().iter().count(), squares.len(), "{position}");
        assert_eq!(position.setup(), arrangement.setup);
        for side in Side::ALL {
            assert_eq!(position.castling_rights(side), arrangement.castling[side], "{position}");
            assert_eq!(position.stationary_run(side), arrangement.stationary_run[side], "{position}");
            assert_eq!(position.checks_given(side), arrangement.checks[side], "{position}");
        }
        assert_eq!(position.en_passant().iter().collect::<Vec<_>>(), arrangement.en_passant, "{position}");
        let counters = (position.halfmove(), position.fullmove(), position.series());
        assert_eq!(counters, (arrangement.halfmove, arrangement.fullmove, arrangement.series), "{position}");
        let series = (position.last_series(), position.quiet_series());
        assert_eq!(series, (arrangement.last_series, arrangement.quiet_series), "{position}");
        assert_eq!(set_up_again(&position).repetition_key(), position.repetition_key(), "{position}");
    });
}

#[test]
fn a_null_move_gives_the_turn_away_and_nothing_else() {
    let made = AtomicUsize::new(0);
    check_law(96, |dice| {
        let mut position = any_position(dice);
        let before = position.arrangement();
        let series = Side::ALL.iter().any(|&side| position.game().variant().rules.series[side].is_some());
        let in_check = position.in_check();
        let Some(undo) = position.make_null() else {
            assert!(series || in_check || position.legal_moves().is_empty(), "{position}");
            return;
        };
        made.fetch_add(1, Ordering::Relaxed);
        let mut expected = before.clone();
        expected.turn = !before.turn;
        expected.en_passant.clear();
        expected.fullmove += u32::from(before.turn == Side::Black);
        assert_eq!(position.arrangement(), expected, "{position}");
        position.unmake(undo);
        assert_eq!(position.arrangement(), before);
    });
    assert!(made.into_inner() > 0);
}

#[test]
fn there_is_no_null_move_once_an_ending_has_decided() {
    let text = "game \"Hill\" extends fide\nregions\n  hill: d4\nendings\n  K on hill: wins\n  the rest: inherited\n";
    let hill = loaded("hill.variant", text);
    let null_move = |text: &str| fen::read(&hill, SetupId::default(), text).expect(text).make_null().is_some();
    assert!(null_move("4k3/8/8/8/3P4/3K4/8/8 b - - 0 1"));
    assert!(!null_move("4k3/8/8/8/3K4/8/8/8 b - - 0 1"));
}

#[test]
fn a_hash_is_the_repetition_key_with_the_runs_that_are_limited() {
    let (fide, limited) = (game("fide").start(), game("not-quite-weakest").start());
    assert_eq!(fide.hash(), fide.repetition_key());
    assert_eq!(limited.hash(), limited.repetition_key());
    let mut ran = limited.arrangement();
    ran.stationary_run.white = 1;
    let ran = limited.game().position(&ran).expect("a run within the limit");
    assert_eq!(ran.repetition_key(), limited.repetition_key());
    assert_ne!(ran.hash(), limited.hash());
}

#[test]
fn a_position_prints_as_its_board_and_fen() {
    let start = game("feeble").start();
    let board = "\
8  r n b q k b n r
7  p p p p p p p p
6  . . . . . . . .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  P P P P P P P P
1  R N B Q K B N R
   a b c d e f g h
";
    let chess = game("fide").start();
    assert_eq!(format!("{chess:?}"), format!("{board}{}", fen::write(&chess)));
    assert_eq!(chess.to_string(), fen::write(&chess));
    assert_eq!(format!("{:?}", chess.game()), "Game(\"Chess\", 8x8)");
    assert!(format!("{start:?}").len() < 1500);
}

#[test]
fn moves_outcomes_and_refusals_are_data() {
    let start = game("fide").start();
    for mv in start.legal_moves() {
        let text = serde_json::to_string(&mv).unwrap();
        assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), mv, "{text}");
    }
    let outcome = Outcome::new(Some(Side::White), "checkmate");
    assert_eq!(serde_json::to_value(&outcome).unwrap(), json!({"winner": "white", "reason": "checkmate"}));
    let refusal = IllegalMove::GameOver(outcome);
    let text = serde_json::to_string(&refusal).unwrap();
    assert_eq!(serde_json::from_str::<IllegalMove>(&text).unwrap(), refusal);
    assert_eq!(refusal.to_string(), "the game is over: White has won by checkmate");
    let arrangement = start.arrangement();
    let text = serde_json::to_string(&arrangement).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    assert_eq!(start.game().position(&read).unwrap().to_string(), start.to_string());
    assert_eq!(start.setup(), SetupId::default());
}

/// Errors of the engine work with `?` in a function that returns any error.
#[test]
fn errors_are_errors() {
    fn play(position: &mut Position) -> Result<(), Box<dyn std::error::Error>> {
        let mut nobody = position.arrangement();
        nobody.fullmove = 0;
        if let Err(reasons) = position.game().position(&nobody) {
            assert_eq!(reasons[0].to_string(), "moves are counted from 1");
        }
        position.play(Move::Pass)?;
        Ok(())
    }
    let error = play(&mut game("fide").start()).unwrap_err();
    assert_eq!(error.to_string(), "the man can't make this move");
}
