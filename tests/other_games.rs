//! Games that are not built in run from one file each, with the parts there are.

mod naive;

use std::path::PathBuf;

use weakfish::engine::Game;
use weakfish::model::SetupId;
use weakfish::source::Source;
use weakfish::{BuiltIns, check, load, notation};

/// What outside programs count from the starting positions.
const COUNTS: &str = include_str!("perft/others.tsv");

/// Longer counts than this are left to the engine alone.
const MOST_NODES: u64 = 3000;

fn definitions() -> Vec<(String, Source)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/games");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        (name.clone(), Source::new(format!("{name}.variant"), text))
    };
    files.into_iter().map(read).collect()
}

fn compiled(name: &str, source: &Source) -> Game {
    let report = check(source, &BuiltIns).report;
    load(source, &BuiltIns).unwrap_or_else(|_| panic!("{name}: {report:?}"))
}

#[test]
fn every_game_moves_as_the_naive_generator_has_it() {
    for (name, source) in definitions() {
        let game = compiled(&name, &source);
        let start = game.start(SetupId::default());
        let oracle = naive::Game::new(game.variant(), SetupId::default());
        let position = naive::Position::from_fen(&oracle, &notation::fen::write(&start)).unwrap();
        let depths = (1..=3).take_while(|&depth| depth == 1 || start.perft(depth - 1) * 30 < MOST_NODES * 20);
        for depth in depths {
            assert_eq!(start.perft(depth), position.perft(depth), "{name} at depth {depth}");
        }
    }
}

#[test]
fn every_game_counts_as_outside_programs_do() {
    let definitions = definitions();
    let lines = COUNTS.lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in lines {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, depth, nodes, _] = columns[..] else { panic!("{line}") };
        let (_, source) = definitions.iter().find(|(known, _)| known == name).expect(name);
        let start = compiled(name, source).start(SetupId::default());
        assert_eq!(start.perft(depth.parse().unwrap()), nodes.parse::<u64>().unwrap(), "{name}");
    }
}
