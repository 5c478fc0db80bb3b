//! A search that leaves nothing out has the score of a solver that does nothing else than try all lines.

use std::collections::BTreeSet;

use weakfish::engine::{Game, Position};
use weakfish::geometry::Side;
use weakfish::model::{SetupId, Worth};
use weakfish::notation::fen;
use weakfish_player::evaluation::Evaluator;
use weakfish_player::search::{Limits, Method, NoTimer, Score, Searcher};

use super::{naming_definition, random_definition, random_position, random_walk};
use weakfish_testing::dice::{Dice, cases, check_law, times};
use weakfish_testing::games::game;
use weakfish_testing::random::{choose, games};

/// More than any evaluation: a game won now. Each ply until then takes one off.
const WON: i32 = 1_000_000;

/// What all lines of a depth come to for the side to move, each judged where it ends.
fn minimax(evaluator: &Evaluator, position: &mut Position, depth: u32, ply: i32) -> i32 {
    let us = position.turn();
    let value_of_end = |winner: Option<Side>, worth: Worth| {
        winner.map_or(0, |winner| {
            let value = match Score::of_end(worth, Some(winner), winner) {
                Score::Centipawns(part_of_a_point) => part_of_a_point - ply,
                _ => WON - ply,
            };
            if winner == us { value } else { -value }
        })
    };
    if let Some(verdict) = position.verdict() {
        return value_of_end(verdict.winner, verdict.worth);
    }
    // At the root a move is wanted, not a claim.
    let claims = if ply > 0 { position.claims() } else { Vec::new() };
    let least = claims.iter().map(|claim| value_of_end(claim.winner, claim.worth)).max().unwrap_or(-WON);
    if depth == 0 {
        return least.max(evaluator.evaluate(position, evaluator.accumulate(position)));
    }
    let mut best = least;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let below = minimax(evaluator, position, depth - 1, ply + 1);
        best = best.max(if position.turn() == us { below } else { -below });
        position.unmake(undo);
    }
    best
}

/// The same as a score.
fn minimax_score(evaluator: &Evaluator, position: &Position, depth: u32) -> Score {
    let worth = minimax(evaluator, &mut position.clone(), depth, 0);
    match WON - worth.abs() {
        plies @ 0..1000 => {
            if worth > 0 {
                Score::Win(plies as u16)
            } else {
                Score::Loss(plies as u16)
            }
        }
        _ => Score::Centipawns(worth),
    }
}

/// A search in the ways that must not make a difference.
struct SearchMethods(Vec<(&'static str, Searcher)>);

impl SearchMethods {
    fn new(game: &Game) -> Self {
        let plain = Method::EXHAUSTIVE;
        let ways = [
            ("no table, no order", plain, 1),
            ("a table", plain.with_table(true), 1),
            ("moves in order", plain.with_ordering(true), 1),
            ("a table and moves in order", plain.with_table(true).with_ordering(true), 1),
            ("two threads", plain.with_table(true).with_ordering(true), 2),
        ];
        Self(Vec::from(ways.map(|(name, method, threads)| {
            let mut searcher = Searcher::new(game);
            searcher.set_hash_bytes(1 << 20);
            searcher.set_method(method);
            searcher.set_threads(threads);
            (name, searcher)
        })))
    }

    /// The score of a position at a depth, which all ways agree on.
    fn score(&mut self, position: &Position, depth: u32) -> Option<Score> {
        let mut limits = Limits::default();
        limits.depth = Some(depth);
        let mut first = None;
        for (name, searcher) in &mut self.0 {
            let lines = searcher.search(position, &limits, &NoTimer, &mut |_| ());
            let score = lines.first()?.score;
            assert_eq!(score, *first.get_or_insert(score), "{name}, depth {depth}: {}", fen::write(position));
        }
        first
    }
}

/// What must hold of a position.
fn agree(ways: &mut SearchMethods, position: &Position) {
    /// More lines are not tried one by one.
    const PLAIN: u64 = 6_000;
    for depth in 1..=5 {
        let lines = position.perft(depth);
        if lines > 4_000 * times() {
            break;
        }
        let Some(score) = ways.score(position, depth) else { break };
        if lines <= PLAIN {
            let expected = minimax_score(ways.0[0].1.evaluator(), position, depth);
            assert_eq!(score, expected, "depth {depth}: {}", fen::write(position));
        }
    }
}

#[test]
fn every_way_of_searching_all_lines_finds_the_same_score() {
    for (number, tested) in games().iter().enumerate() {
        let mut ways = SearchMethods::new(&tested.engine);
        for case in cases(1) {
            let mut dice = Dice::new(number as u64 * 10_000 + case);
            agree(&mut ways, &random_position(&mut dice, number, 60));
        }
    }
}

#[test]
fn so_it_is_in_games_that_nobody_has_thought_of() {
    check_law(15, |dice| {
        let Some((text, game)) = random_definition(dice) else { return };
        let mut ways = SearchMethods::new(&game);
        for _ in 0..3 {
            let position = random_walk(dice, &game, 60);
            naming_definition(&text, || agree(&mut ways, &position));
        }
    });
}

#[test]
fn the_setup_makes_a_difference_where_the_rules_say_so() {
    // Pawns promote to what a setup has, of which nothing is on the board.
    let game = game("different-armies");
    let mut ways = SearchMethods::new(&game);
    let setups = game.variant().setups.len() as u8;
    let mut scores = BTreeSet::new();
    for setup in 0..setups {
        let position = fen::read(&game, SetupId(setup), "8/P3k3/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        agree(&mut ways, &position);
        scores.insert(ways.score(&position, 3));
    }
    assert!(scores.len() > 2, "{scores:?}");
}

#[test]
fn series_without_progress_make_a_difference_where_they_end_the_game() {
    let game = super::tablebase::small("  turn: 2 moves\n", "  4 series without progress: draw\n");
    let mut ways = SearchMethods::new(&game);
    let mut scores = BTreeSet::new();
    for quiet in [0, 3, 1, 2, 0] {
        let text = format!("4k/5/5/KR3 w - - 0 9 quiet={quiet}");
        let position = fen::read(&game, SetupId::default(), &text).unwrap();
        agree(&mut ways, &position);
        scores.insert(ways.score(&position, 3));
    }
    assert!(scores.len() > 1, "{scores:?}");
}

#[test]
fn what_was_found_earlier_in_a_game_holds_later_as_far_as_it_is_used() {
    check_law(12, |dice| {
        let (text, game) = if dice.flip() {
            let Some(made) = random_definition(dice) else { return };
            made
        } else {
            let tested = &games()[dice.below(games().len())];
            (tested.name.clone(), tested.engine.clone())
        };
        let mut ways = SearchMethods::new(&game);
        let mut position = random_walk(dice, &game, 40);
        let mut line = Vec::new();
        for _ in 0..12 {
            if position.outcome().is_some() || position.perft(2) > 2_000 {
                break;
            }
            naming_definition(&text, || {
                for depth in [2, 3] {
                    if position.perft(depth) < 6_000 {
                        ways.score(&position, depth);
                    }
                }
            });
            // Moves are taken back, so that the past is what differs.
            let own_last = line.len().checked_sub(2).map(|before: usize| line[before]);
            let moves = position.legal_moves().to_vec();
            let Some(&mv) = choose(&position, &moves, |mv| *mv, dice.below(1 << 16) as u16, own_last) else { break };
            line.push(mv);
            position.play(mv).unwrap();
        }
    });
}
