//! Counts of move sequences: the engine and the naive generator against the listed ones.
//!
//! `WEAKFISH_PERFT_NODES` sets how many sequences a line may have at most to be counted by the engine.

mod naive;

use std::collections::BTreeMap;

use naive::library::{self, Count};
use weakfish::notation::fen;

/// Counts all lines that aren't too long, and says of each game which differ.
fn check(corpus: &'static str, most_nodes: u64, perft: impl Fn(&str, &Count) -> u64) {
    let mut wrong = Vec::new();
    let mut lines = 0;
    for count in library::counts(corpus).iter().filter(|count| count.nodes <= most_nodes) {
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
    let most_nodes = std::env::var("WEAKFISH_PERFT_NODES").ok().and_then(|nodes| nodes.parse().ok());
    let names: Vec<&str> = library::counts(corpus).iter().map(|count| count.game).collect();
    let games: BTreeMap<_, _> = names.into_iter().map(|name| (name, library::compiled(name))).collect();
    check(corpus, most_nodes.unwrap_or(10_000_000), |name, count| {
        let setup = count.setup(games[name].variant());
        let position = fen::read(&games[name], setup, count.fen);
        position.unwrap_or_else(|problems| panic!("{name} {}: {problems:?}", count.fen)).perft(count.depth)
    });
}

fn naive(corpus: &'static str, most_nodes: u64) {
    let names: Vec<&str> = library::counts(corpus).iter().map(|count| count.game).collect();
    let variants: BTreeMap<_, _> = names.into_iter().map(|name| (name, library::variant(name))).collect();
    check(corpus, most_nodes, |name, count| {
        let game = naive::Game::new(&variants[name], count.setup(&variants[name]));
        naive::Position::from_fen(&game, count.fen).unwrap().perft(count.depth)
    });
}

#[test]
fn the_engine_counts_as_listed_in_every_game() {
    engine(library::GAMES);
}

#[test]
fn the_engine_counts_as_published_for_chess() {
    engine(library::FIDE);
}

#[test]
fn the_engine_counts_as_outside_programs_do() {
    engine(library::OUTSIDE);
}

#[test]
fn the_engine_counts_as_the_naive_generator_did() {
    engine(library::OWN);
}

/// What `weakfish bench` counts is known to be right, at a smaller depth.
#[test]
fn the_positions_of_the_bench_are_listed() {
    let corpora = [library::GAMES, library::FIDE, library::OUTSIDE, library::OWN].map(library::counts);
    let lines = include_str!("../src/cli/bench.tsv").lines().skip(2);
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
    naive(library::GAMES, 40_000);
}

#[test]
fn the_naive_generator_counts_as_published_for_chess() {
    naive(library::FIDE, 70_000);
}

#[test]
fn the_naive_generator_counts_as_outside_programs_do() {
    naive(library::OUTSIDE, 600);
}

/// Prints `perft/naive.tsv` anew: `cargo test --test perft -- --ignored --nocapture | grep -P '\t'`.
#[test]
#[ignore = "prints the corpus that the other tests read"]
fn print_the_counts_of_the_naive_generator() {
    let outside: Vec<&str> = library::counts(library::OUTSIDE).iter().map(|count| count.game).collect();
    println!("game\tsetup\tfen\tdepth\tnodes");
    let mut random = 1_u64;
    let mut choose = |len: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % len
    };
    for name in weakfish::builtin::names().filter(|name| !outside.contains(name)) {
        let variant = library::variant(name);
        for (id, setup) in (0..).zip(&variant.setups) {
            let game = naive::Game::new(&variant, weakfish::model::SetupId(id));
            for plies in (0..20).map(|number| 4 * number + 3) {
                let mut position = naive::Position::start(&game);
                for _ in 0..plies {
                    let (actions, _) = position.judge();
                    if actions.is_empty() {
                        break;
                    }
                    position = position.play(&actions[choose(actions.len())].1);
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
