//! Counts of move sequences: the engine and the naive generator against the listed ones.
//!
//! `WEAKFISH_PERFT_NODES` sets how many sequences a line may have at most to be counted by the engine.

use std::collections::BTreeMap;

use weakfish::notation::fen;

use weakfish_testing::dice::{Dice, times};
use weakfish_testing::games::{self, Count};
use weakfish_testing::naive;
use weakfish_testing::positions::position;

/// Counts all lines that aren't too long, and says of each game which differ.
fn check(corpus: &'static str, most_nodes: u64, perft: impl Fn(&str, &Count) -> u64) {
    let mut wrong = Vec::new();
    let mut lines = 0;
    for count in games::counts(corpus).iter().filter(|count| count.nodes <= most_nodes) {
        let found = perft(count.game, count);
        lines += 1;
        if found != count.nodes {
            wrong.push(format!(
                "{} {} depth {}: {} listed, {found} found",
                count.game, count.fen, count.depth, count.nodes
            ));
        }
    }
    assert!(lines > 0);
    assert!(wrong.is_empty(), "{} of {lines} lines differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn engine(corpus: &'static str) {
    engine_up_to(10_000_000, corpus);
}

fn engine_up_to(most_nodes: u64, corpus: &'static str) {
    let wished = std::env::var("WEAKFISH_PERFT_NODES").ok().and_then(|nodes| nodes.parse().ok());
    let names: Vec<&str> = games::counts(corpus).iter().map(|count| count.game).collect();
    let engines: BTreeMap<_, _> = names.into_iter().map(|name| (name, games::game(name))).collect();
    check(corpus, wished.unwrap_or(most_nodes), |name, count| {
        let setup = count.setup(engines[name].variant());
        let position = fen::read(&engines[name], setup, count.fen);
        position.unwrap_or_else(|problems| panic!("{name} {}: {problems:?}", count.fen)).perft(count.depth)
    });
}

fn naive(corpus: &'static str, most_nodes: u64) {
    let names: Vec<&str> = games::counts(corpus).iter().map(|count| count.game).collect();
    let variants: BTreeMap<_, _> = names.into_iter().map(|name| (name, games::variant(name))).collect();
    check(corpus, most_nodes, |name, count| {
        let game = naive::Game::new(&variants[name], count.setup(&variants[name]));
        naive::Position::from_fen(&game, count.fen).unwrap().perft(count.depth)
    });
}

#[test]
fn the_engine_counts_as_listed_in_every_game() {
    engine(games::GAMES);
}

#[test]
fn the_engine_counts_as_published_for_chess() {
    engine(games::FIDE);
}

#[test]
fn the_engine_counts_as_outside_programs_do() {
    engine(games::OUTSIDE);
}

#[test]
fn the_engine_counts_as_the_naive_generator_did() {
    engine(games::OWN);
}

#[test]
fn the_engine_counts_single_rules_as_outside_programs_do() {
    let corpora =
        [games::AFTERMATH, games::COMPULSORY, games::HOLDS, games::MADRASI, games::MOVERS, games::ONCE, games::RELAYS];
    corpora.into_iter().for_each(engine);
}

#[test]
fn the_engine_counts_men_in_hand_as_outside_programs_do() {
    engine_up_to(5_000_000, games::HANDS);
}

/// What the benchmark of perft counts is known to be right, at a smaller depth.
#[test]
fn the_positions_of_the_benchmark_are_listed() {
    let corpora = [games::GAMES, games::FIDE, games::OUTSIDE, games::OWN].map(games::counts);
    let lines = include_str!("../../../benches/positions.tsv").lines().skip(2);
    for line in lines {
        let columns: Vec<&str> = line.split('\t').collect();
        let [game, setup, _, depth, fen] = columns[..] else { panic!("{line}") };
        let depth: u32 = depth.parse().expect(line);
        let alike = |count: &&Count| {
            (count.game, count.setup, count.fen) == (game, setup, fen) && (2..=depth).contains(&count.depth)
        };
        assert!(corpora.iter().flatten().any(|count| alike(&count)), "no corpus has this position: {line}");
    }
}

#[test]
fn the_naive_generator_counts_as_listed_in_every_game() {
    naive(games::GAMES, 5_000 * times());
}

#[test]
fn the_naive_generator_counts_as_published_for_chess() {
    naive(games::FIDE, 10_000 * times());
}

#[test]
fn the_naive_generator_counts_as_outside_programs_do() {
    naive(games::OUTSIDE, 600);
    naive(games::MOVERS, 600);
}

#[test]
fn the_naive_generator_counts_men_in_hand_as_outside_programs_do() {
    naive(games::HANDS, 5_000 * times());
}

/// These lines are too long for the naive generator at the depth that is listed.
#[test]
fn the_naive_generator_counts_single_rules_as_the_engine_does() {
    for (corpus, depth) in [(games::ONCE, 1), (games::COMPULSORY, 2)] {
        for count in games::counts(corpus) {
            let game = games::game(count.game);
            let twin = naive::Game::new(game.variant(), count.setup(game.variant()));
            let twin = naive::Position::from_fen(&twin, count.fen).unwrap();
            assert_eq!(twin.perft(depth), position(&game, count.fen).perft(depth), "{} {}", count.game, count.fen);
        }
    }
}

/// Prints `perft/naive.tsv` anew: `cargo test --test it print_the_counts -- --ignored --nocapture | grep -P '\t'`.
#[test]
#[ignore = "prints the corpus that the other tests read"]
fn print_the_counts_of_the_naive_generator() {
    let outside: Vec<&str> = games::counts(games::OUTSIDE).iter().map(|count| count.game).collect();
    println!("game\tsetup\tfen\tdepth\tnodes");
    let mut dice = Dice::new(1);
    for name in games::weak_games().filter(|name| !outside.contains(name)) {
        let variant = games::variant(name);
        for (id, setup) in (0..).zip(&variant.setups) {
            let game = naive::Game::new(&variant, weakfish::model::SetupId(id));
            for plies in (0..20).map(|number| 4 * number + 3) {
                let mut position = naive::Position::start(&game);
                for _ in 0..plies {
                    let (actions, _) = position.judge();
                    if actions.is_empty() {
                        break;
                    }
                    position = position.play(&actions[dice.below(actions.len())].1);
                }
                let fen = position.fen();
                // Without the history of the game, as whoever reads the line will have it.
                let position = naive::Position::from_fen(&game, &fen).unwrap();
                let setup = if variant.setups.len() == 1 { "-" } else { &setup.name };
                println!("{name}\t{setup}\t{fen}\t2\t{}", position.perft(2));
            }
        }
    }
}
