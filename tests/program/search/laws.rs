//! What holds of every search and evaluation, in all games and in those that nobody has thought of.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use weakfish::engine::{Game, Position};
use weakfish::notation::fen;
use weakfish_player::evaluation::{Evaluator, Weights};
use weakfish_player::search::{Limits, Line, Method, NoTimer, Report, SearchTimer, Searcher};

use super::{naming_definition, random_definition, random_position, random_walk};
use weakfish_testing::dice::{Dice, cases, check_law};
use weakfish_testing::mirror::Mirror;
use weakfish_testing::random::games;

/// Games in which the sides have other men or other aims.
const UNEQUAL: [&str; 8] =
    ["foolish-king", "chigorin", "different-armies", "horde", "monster", "racing-kings", "sixteen", "spartan"];

/// The positions of all games, some of each, that a game played at random has come to, with the names of the games.
fn each_game(usual: u64, plies: usize, mut look: impl FnMut(&str, &mut dyn Iterator<Item = Position>, &mut Dice)) {
    for (number, tested) in games().iter().enumerate() {
        let mut dice = Dice::new(number as u64);
        let mut positions = cases(usual).map(|case| {
            let mut dice = Dice::new(number as u64 * 10_000 + case);
            random_position(&mut dice, number, plies)
        });
        look(&tested.name, &mut positions, &mut dice);
    }
}

fn evaluator(game: &Game) -> Evaluator {
    Evaluator::new(game, &Weights::from_definition(game))
}

fn limits(nodes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.nodes = Some(nodes);
    limits
}

/// All that a search says: its reports and its lines.
fn search(searcher: &mut Searcher, position: &Position, limits: &Limits) -> (Vec<Report>, Vec<Line>) {
    let mut reports = Vec::new();
    let lines = searcher.search(position, limits, &NoTimer, &mut |report| reports.push(report.clone()));
    (reports, lines)
}

#[test]
fn mirrored_positions_are_worth_the_same() {
    each_game(12, 60, |name, positions, _| {
        let mut evaluator: Option<Evaluator> = None;
        for position in positions.filter(|_| !UNEQUAL.contains(&name)) {
            let game = position.game();
            let evaluator = evaluator.get_or_insert_with(|| self::evaluator(game));
            let mirrored = Mirror::new(game.variant()).arrangement(&position.arrangement(), game);
            let Ok(mirrored) = game.position(&mirrored) else { continue };
            let worth = |position: &Position| evaluator.evaluate(position, evaluator.accumulate(position));
            assert_eq!(worth(&position), worth(&mirrored), "{name}: {}", fen::write(&position));
        }
    });
}

/// The sum kept up with each legal move is the sum of the position after it.
fn check_accumulator(evaluator: &Evaluator, position: &Position) {
    let before = evaluator.accumulate(position);
    let mut position = position.clone();
    for mv in position.legal_moves() {
        let kept_up = evaluator.accumulate_move(before, &position, mv);
        let undo = position.make(mv);
        let anew = evaluator.accumulate(&position);
        position.unmake(undo);
        assert_eq!(kept_up, anew, "{mv:?} in {}", fen::write(&position));
    }
}

#[test]
fn a_sum_kept_up_is_the_sum_from_scratch() {
    each_game(12, 60, |_, positions, _| {
        let mut evaluator: Option<Evaluator> = None;
        for position in positions {
            let evaluator = evaluator.get_or_insert_with(|| self::evaluator(position.game()));
            check_accumulator(evaluator, &position);
        }
    });
    check_law(150, |dice| {
        let Some((text, game)) = random_definition(dice) else { return };
        let evaluator = evaluator(&game);
        for _ in 0..4 {
            let position = random_walk(dice, &game, 40);
            naming_definition(&text, || check_accumulator(&evaluator, &position));
        }
    });
}

/// A search has legal lines with different first moves, the best first, whatever its limits are.
fn check_lines(searcher: &mut Searcher, position: &Position, limits: &Limits) {
    let name = fen::write(position);
    let moves = position.legal_moves().to_vec();
    let (reports, lines) = search(searcher, position, limits);
    let choice = moves.iter().filter(|mv| limits.moves.is_empty() || limits.moves.contains(mv)).count();
    let mut longest = 0;
    for lines in reports.iter().map(|report| &report.lines).chain([&lines]) {
        assert_eq!(lines.len(), limits.lines.max(1).min(choice), "{name}");
        assert!(lines.is_sorted_by(|one, next| one.score >= next.score), "{name}: {lines:?}");
        let first: BTreeSet<_> = lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(first.len(), lines.len(), "{name}");
        assert!(limits.moves.is_empty() || first.iter().all(|mv| limits.moves.contains(mv)), "{name}");
        for line in lines {
            let mut position = position.clone();
            for &mv in &line.moves {
                let played = position.play(mv);
                assert!(played.is_ok(), "{name}: {mv:?} in the line {:?}: {played:?}", line.moves);
            }
            longest = longest.max(line.moves.len());
        }
    }
    // What is found at depth 1 is waited for, and after that every node is counted.
    for report in reports.iter().filter(|report| report.depth > 1) {
        assert!(limits.nodes.is_none_or(|nodes| report.nodes <= nodes), "{name}: {} nodes", report.nodes);
    }
    let depths: Vec<u32> = reports.iter().map(|report| report.depth).collect();
    assert_eq!(depths, (1..=reports.len() as u32).collect::<Vec<_>>(), "{name}");
    assert!(limits.depth.is_none_or(|depth| depths.len() <= depth.max(1) as usize), "{name}: {depths:?}");
}

/// Limits of a small search at random.
fn random_limits(dice: &mut Dice, position: &Position) -> Limits {
    let mut limits = limits(dice.between(1, 400) as u64);
    if dice.percent(30) {
        limits.depth = Some(dice.below(4) as u32);
    }
    if dice.percent(30) {
        limits.lines = dice.below(6);
    }
    if dice.percent(30) {
        let moves = position.legal_moves().to_vec();
        limits.moves = dice.list(0, 4, |dice| moves[dice.below(moves.len())]);
    }
    limits
}

#[test]
fn every_search_has_legal_lines() {
    each_game(3, 60, |_, positions, dice| {
        let mut searcher: Option<Searcher> = None;
        for position in positions {
            let searcher = searcher.get_or_insert_with(|| Searcher::new(position.game()));
            check_lines(searcher, &position, &random_limits(dice, &position));
        }
    });
}

#[test]
fn so_it_has_in_games_that_nobody_has_thought_of() {
    check_law(250, |dice| {
        let Some((text, game)) = random_definition(dice) else { return };
        let mut searcher = Searcher::new(&game);
        searcher.set_hash_bytes(1 << 16);
        searcher.set_threads(dice.between(1, 2));
        for _ in 0..3 {
            let position = random_walk(dice, &game, 60);
            let limits = random_limits(dice, &position);
            naming_definition(&text, || check_lines(&mut searcher, &position, &limits));
        }
    });
}

#[test]
fn the_same_searches_have_the_same_results() {
    each_game(2, 60, |name, positions, _| {
        let mut searchers: Option<[Searcher; 2]> = None;
        for position in positions {
            let game = position.game();
            let searchers = searchers.get_or_insert_with(|| [0; 2].map(|_| Searcher::new(game)));
            let [one, other] = searchers.each_mut().map(|searcher| search(searcher, &position, &limits(1500)));
            assert_eq!(one, other, "{name}: {}", fen::write(&position));
        }
    });
}

#[test]
fn a_game_that_is_over_has_no_lines() {
    for (number, tested) in games().iter().enumerate() {
        let mut dice = Dice::new(number as u64);
        let mut position = tested.engine.start();
        for _ in 0..400 {
            let moves = position.legal_moves().to_vec();
            if moves.is_empty() || position.play(dice.pick(&moves)).is_err() {
                break;
            }
        }
        if position.outcome().is_some() {
            assert_eq!(search(&mut Searcher::new(&tested.engine), &position, &limits(100)), (Vec::new(), Vec::new()));
        }
    }
}

/// Says stop when it has been asked so many times.
struct StopAfter {
    patience: u64,
    asked: AtomicU64,
}

impl SearchTimer for StopAfter {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn must_stop(&self) -> bool {
        self.asked.fetch_add(1, Relaxed) >= self.patience
    }
}

/// A search that is stopped has asked about every so many nodes, and looks at no more once it knows.
fn check_stop(searcher: &mut Searcher, position: &Position, patience: u64, threads: u64) {
    /// A thread asks at least so often.
    const NODES: u64 = 1024;
    let watch = StopAfter { patience, asked: AtomicU64::new(0) };
    let mut last = 0;
    let lines = searcher.search(position, &Limits::default(), &watch, &mut |report| {
        if report.depth > 1 {
            last = report.nodes;
        } else {
            assert!(report.nodes < 20_000, "depth 1 takes {} nodes: {}", report.nodes, fen::write(position));
        }
    });
    assert!(!lines.is_empty());
    let asked = watch.asked.load(Relaxed);
    // Each thread may ask once more at the end of its depth.
    assert!(asked <= patience + 2 * threads, "{asked} times: {}", fen::write(position));
    // Small trees come to their end.
    assert!(last <= 20_000 + (patience + threads) * NODES, "{last} nodes: {}", fen::write(position));
}

#[test]
fn a_search_that_is_stopped_ends_soon() {
    each_game(2, 60, |_, positions, dice| {
        let mut searcher: Option<Searcher> = None;
        for position in positions {
            let searcher = searcher.get_or_insert_with(|| Searcher::new(position.game()));
            let threads = dice.between(1, 2);
            searcher.set_threads(threads);
            check_stop(searcher, &position, dice.below(8) as u64, threads as u64);
        }
    });
    check_law(80, |dice| {
        let Some((text, game)) = random_definition(dice) else { return };
        let mut searcher = Searcher::new(&game);
        let position = random_walk(dice, &game, 60);
        naming_definition(&text, || check_stop(&mut searcher, &position, 4, 1));
    });
}

#[test]
fn a_depth_is_reached_and_no_more() {
    let game = &games()[0].engine;
    for method in [Method::PLAYING, Method::EXHAUSTIVE] {
        let mut searcher = Searcher::new(game);
        searcher.set_method(method);
        for depth in 1..=3 {
            let mut limits = Limits::default();
            limits.depth = Some(depth);
            let (reports, _) = search(&mut searcher, &game.start(), &limits);
            assert_eq!(reports.len() as u32, depth);
        }
    }
}
