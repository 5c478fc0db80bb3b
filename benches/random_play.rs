//! Random plies a second, game by game; `cargo bench -p weakfish-benches --bench random_play`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use weakfish::engine::{MoveSets, Position};
use weakfish::random::SplitMix64;
use weakfish::{BuiltIns, builtin, load};

const GAMES: [&str; 6] = ["fide", "shatranj", "weakest", "gearshift", "minishogi", "monster"];

/// Plies of each measurement, in one game after the other.
const PLIES: u64 = 100_000;

fn play(start: &Position, random: &mut SplitMix64, sets: &mut MoveSets) -> u64 {
    let (mut position, mut ended) = (start.clone(), 0);
    for _ in 0..PLIES {
        let chosen = position.legal_moves().choose(random, sets);
        if let Some(mv) = chosen.filter(|_| position.verdict_if_mobile().is_none()) {
            position.advance(mv);
        } else {
            position = start.clone();
            ended += 1;
        }
    }
    ended
}

fn random_play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random play");
    group.throughput(Throughput::Elements(PLIES));
    for name in GAMES {
        let start = load(&builtin::source(name).expect("a built-in game"), &BuiltIns).expect("a clean one").start();
        let (mut random, mut sets) = (SplitMix64::new(1), MoveSets::new());
        group.bench_function(name, |bench| bench.iter(|| play(black_box(&start), &mut random, &mut sets)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).without_plots();
    targets = random_play
}
criterion_main!(benches);
