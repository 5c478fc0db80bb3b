//! Shortest games: published figures, and games that lead to a position.

use weakfish::engine::Game;
use weakfish::model::SetupId;
use weakfish::notation::{fen, replay::replay};
use weakfish_solve::{Branch, Games, Goal, Options};
use weakfish_testing::games::game;

/// All endings of this label.
fn ending(game: &Game, label: &str) -> Goal {
    let endings = game.variant().endings.iter().enumerate();
    Goal::AnyOf(endings.filter(|(_, ending)| ending.label == label).map(|(index, _)| index).collect())
}

/// Games of chess that end in mate with this ply: OEIS A079485.
const MATES: [(u16, u64); 6] = [(1, 0), (2, 0), (3, 0), (4, 8), (5, 347), (6, 10_828)];

#[test]
fn chess_games_that_end_in_mate() {
    let game = game("fide");
    let mut mates = Games::new(&game.start(), &ending(&game, "checkmate"), &Options::default()).unwrap();
    let mut all = Games::new(&game.start(), &Goal::Endings, &Options::default()).unwrap();
    for (plies, number) in MATES {
        assert_eq!(mates.count(plies, &mut |_| true).unwrap().total(), number, "{plies}");
        if plies < 6 {
            assert_eq!(all.count(plies, &mut |_| true).unwrap().total(), number, "{plies}");
        }
    }
}

/// A minute or more; `cargo test --release -- --ignored`.
#[test]
#[ignore = "takes long without optimization"]
fn longer_chess_games_that_end_in_mate() {
    let game = game("fide");
    let options = Options { max_memory: 4 << 30, ..Options::default() };
    let mut mates = Games::new(&game.start(), &ending(&game, "checkmate"), &options).unwrap();
    assert_eq!(mates.count(7, &mut |_| true).unwrap().total(), 435_767);
}

#[test]
fn a_table_without_room_counts_the_same() {
    let game = game("fide");
    let options = Options { max_memory: 20_000, ..Options::default() };
    let mut mates = Games::new(&game.start(), &ending(&game, "checkmate"), &options).unwrap();
    assert_eq!(mates.count(4, &mut |_| true).unwrap().total(), 8);
}

#[test]
fn the_shortest_mate_of_feeble_chess() {
    let game = game("feeble");
    let mut mates = Games::new(&game.start(), &ending(&game, "checkmate"), &Options::default()).unwrap();
    for plies in 1..5 {
        assert_eq!(mates.count(plies, &mut |_| true).unwrap().total(), 0, "{plies}");
    }
    let count = mates.count(5, &mut |_| true).unwrap().total();
    let (branches, cut) = mates.list(5, 100, &mut |_| true).unwrap();
    assert_eq!((count, cut), (branches.iter().map(Branch::lines).sum(), false));
    assert!(count > 0);
}

/// The moves of all lines.
fn lines(branches: &[Branch]) -> Vec<String> {
    let mut all = Vec::new();
    for branch in branches {
        if branch.branches.is_empty() {
            all.push(branch.machine.clone());
        }
        all.extend(lines(&branch.branches).into_iter().map(|line| format!("{} {line}", branch.machine)));
    }
    all
}

#[test]
fn proof_games_are_all_that_lead_there() {
    let game = game("fide");
    for (text, plies, number) in [
        ("1. e4 e5 2. Nf3 Nc6", 4, 4),
        ("1. e4 d5 2. exd5 Qxd5", 4, 1),
        ("1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. O-O", 7, 9),
    ] {
        let played = replay(&game, SetupId::default(), text).lines.remove(0).position;
        let target = fen::read(&game, SetupId::default(), &fen::write(&played)).unwrap();
        let goal = Goal::Position(Box::new(target.clone()));
        let mut games = Games::new(&game.start(), &goal, &Options::default()).unwrap();
        for fewer in 1..plies {
            assert_eq!(games.count(fewer, &mut |_| true).unwrap().total(), 0, "{text}: {fewer}");
        }
        let (branches, cut) = games.list(plies, 10_000, &mut |_| true).unwrap();
        let lines = lines(&branches);
        assert_eq!((lines.len(), cut), (number, false), "{text}: {lines:#?}");
        for line in lines {
            let reached = replay(&game, SetupId::default(), &line).lines.remove(0).position;
            assert_eq!(reached.repetition_key(), target.repetition_key(), "{line}");
        }
    }
}

#[test]
fn a_list_without_room_says_so() {
    let game = game("fide");
    let mut mates = Games::new(&game.start(), &ending(&game, "checkmate"), &Options::default()).unwrap();
    let (branches, cut) = mates.list(4, 9, &mut |_| true).unwrap();
    assert!(cut && !branches.is_empty());
    // The eight games have 25 moves as a tree.
    assert!(mates.list(4, 24, &mut |_| true).unwrap().1);
    let (branches, cut) = mates.list(4, 25, &mut |_| true).unwrap();
    assert_eq!((lines(&branches).len(), cut), (8, false));
}

/// Published proof games, each with its only solution in Popeye 4.104.
#[test]
fn proof_games_are_bounded_by_the_routes_of_men() {
    let game = game("fide");
    for (plies, text) in [
        (8, "r1bqkbnr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 5"),
        (12, "rnbqkbnr/pppp1p1p/8/4p1p1/1PQP4/8/P1PNPPPP/2KR1BNR w kq - 0 7"),
    ] {
        let target = fen::read(&game, SetupId::default(), text).unwrap();
        let goal = Goal::Position(Box::new(target));
        let mut games = Games::new(&game.start(), &goal, &Options::default()).unwrap();
        assert_eq!(games.count(plies, &mut |_| true).unwrap().total(), 1, "{text}");
        assert!(games.positions() < 400_000, "{text}: {}", games.positions());
    }
}
