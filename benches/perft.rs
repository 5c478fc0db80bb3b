//! Sequences counted a second, game by game; `cargo bench -p weakfish-benches --bench perft`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use weakfish::engine::Position;
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};

/// Positions of built-in games: game, setup or `-`, name of the position, plies, FEN.
const POSITIONS: &str = include_str!("positions.tsv");

/// Chess on 16x16, which is not built in.
const BIG: &str = include_str!("../tests/cases/games/big-chess.variant");

fn start_of(game: &Source, setup: &str, position: &str) -> Position {
    let game = load(game, &BuiltIns).expect("a clean definition");
    let setup = game.variant().setup_named(setup).unwrap_or_default();
    fen::read(&game, setup, position).expect("a position of the game")
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    let mut count = |name: String, start: &Position, plies: u32| {
        group.throughput(Throughput::Elements(start.perft(plies)));
        group.bench_function(name, |bench| bench.iter(|| black_box(start).perft(plies)));
    };
    for row in POSITIONS.lines().skip(2) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [game, setup, position, plies, fen] = columns[..] else { panic!("a row of other columns: {row}") };
        let source = builtin::source(game).expect("a built-in game");
        let plies = plies.parse().expect("a number of plies");
        count(format!("{game}, {position}, {plies}"), &start_of(&source, setup, fen), plies);
    }
    let big = load(&Source::new("big-chess", BIG), &BuiltIns).expect("a clean definition");
    count("big-chess, start, 4".to_owned(), &big.start(), 4);
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).without_plots();
    targets = perft
}
criterion_main!(benches);
