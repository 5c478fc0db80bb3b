//! Levels: full strength is a plain search, weaker ones choose by their seed alone, and lose the more the weaker they are.

use weakfish::engine::Position;
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish_player::search::{Level, Limits, Line, NoTimer, Score, Searcher};

use super::random_position;
use weakfish_testing::dice::{Dice, cases, check_law, times};
use weakfish_testing::games::game;
use weakfish_testing::random::games;

/// What a level comes to with a fresh searcher.
fn search_at_level(position: &Position, level: Level, seed: u64, limits: &Limits) -> Vec<Line> {
    let mut searcher = Searcher::new(position.game());
    searcher.set_hash_bytes(1 << 16);
    searcher.search_at_level(level, seed, position, limits, &NoTimer, &mut |_| ())
}

/// A position of any game.
fn any_position(dice: &mut Dice) -> Position {
    let number = dice.below(games().len());
    random_position(dice, number, 30)
}

fn node_limit(nodes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.nodes = Some(nodes);
    limits
}

#[test]
fn full_strength_is_a_plain_search() {
    check_law(10, |dice| {
        let position = any_position(dice);
        let mut searcher = Searcher::new(position.game());
        searcher.set_hash_bytes(1 << 16);
        let plain = searcher.search(&position, &node_limit(300), &NoTimer, &mut |_| ());
        assert_eq!(search_at_level(&position, Level::FULL, 7, &node_limit(300)), plain);
    });
}

#[test]
fn a_level_chooses_a_legal_move_by_its_seed() {
    let mut others = 0;
    for case in cases(60) {
        let mut dice = Dice::new(case);
        let position = any_position(&mut dice);
        let level = Level::new(dice.below(20) as u8);
        let lines = search_at_level(&position, level, case, &node_limit(400));
        let there = fen::write(&position);
        assert_eq!(lines, search_at_level(&position, level, case, &node_limit(400)), "{there}");
        // The chosen line goes first, the others by what they are worth.
        assert!(lines[1..].is_sorted_by(|one, other| one.score >= other.score), "{there}");
        for line in &lines {
            let mut after = position.clone();
            for &mv in &line.moves {
                assert!(after.play(mv).is_ok(), "{there}");
            }
        }
        let other = search_at_level(&position, level, case + 1, &node_limit(400));
        others += u32::from(lines[0].moves[0] != other[0].moves[0]);
    }
    assert!(others > 5, "seeds make no difference");
}

#[test]
fn moves_that_were_not_asked_for_are_not_chosen() {
    let position = game("fide").start();
    let moves = position.legal_moves().to_vec();
    for (seed, &mv) in (0..).zip(&moves) {
        let mut limits = Limits::default();
        limits.moves = vec![mv];
        let lines = search_at_level(&position, Level::new(seed as u8), seed, &limits);
        assert_eq!((lines.len(), lines[0].moves[0]), (1, mv));
    }
}

#[test]
fn a_win_by_the_next_move_is_played_at_middle_levels() {
    let wins = [
        ("fide", "k7/8/1K6/8/8/8/8/7R w - - 0 1"),
        ("fide", "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1"),
        ("king-of-the-hill", "4k3/8/8/8/8/4K3/8/r6r w - - 0 1"),
    ];
    for (name, text) in wins {
        let game = game(name);
        let Ok(position) = fen::read(&game, SetupId(0), text) else { panic!("{name}: {text}") };
        for number in [5, 10, 15, 19] {
            for seed in 0..10 {
                let line = &search_at_level(&position, Level::new(number), seed, &Limits::default())[0];
                assert_eq!(line.score, Score::Win(1), "{name}, level {number}, seed {seed}");
            }
        }
    }
}

#[test]
fn weaker_levels_lose_more() {
    /// What a player would mind, in hundredths of a pawn.
    fn worth(score: Score) -> f64 {
        match score {
            Score::Win(_) => 1000.0,
            Score::Loss(_) => -1000.0,
            Score::Centipawns(worth) => f64::from(worth.clamp(-1000, 1000)),
        }
    }
    let mut limits = Limits::default();
    limits.depth = Some(4);
    // What each level loses in a position by the move that it chooses, as a deeper search sees it.
    let mut lost = [0.0; 3];
    for name in ["fide", "demichess"] {
        let mut dice = Dice::new(1);
        let number = games().iter().position(|known| known.name == name).unwrap();
        for case in cases(20) {
            let position = random_position(&mut dice, number, 30);
            let judge = |position: &Position| worth(search_at_level(position, Level::FULL, 0, &limits)[0].score);
            let best = judge(&position);
            for (lost, level) in lost.iter_mut().zip([0, 6, 14]) {
                let mut after = position.clone();
                after.make(search_at_level(&position, Level::new(level), case, &Limits::default())[0].moves[0]);
                let now = match after.verdict() {
                    Some(verdict) => {
                        verdict.winner.map_or(0.0, |side| if side == position.turn() { 1000.0 } else { -1000.0 })
                    }
                    None => -judge(&after),
                };
                *lost += best - now;
            }
        }
    }
    assert!(lost.is_sorted_by(|weaker, stronger| *weaker > *stronger + 250.0 * f64::from(times() as u32)), "{lost:?}");
}

#[test]
fn elo_and_levels_are_in_the_same_order() {
    let all: Vec<Level> = (0..=Level::MAX).map(Level::new).collect();
    assert!(all.is_sorted_by(|one, other| one < other && one.elo() < other.elo()));
    assert_eq!((all[0].elo(), Level::FULL.elo()), (*Level::ELO.start(), *Level::ELO.end()));
    for elo in Level::ELO {
        assert!((Level::of_elo(elo).elo() - elo).abs() <= 2, "{elo}");
    }
    assert_eq!((Level::of_elo(i32::MIN), Level::of_elo(i32::MAX)), (Level::new(0), Level::FULL));
}
