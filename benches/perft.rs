//! Sequences counted a second, game by game; `cargo bench -p weakfish-benches --bench perft`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};

/// Depths that take between one and thirty milliseconds each.
const DEPTHS: [(&str, u32); 15] = [
    ("fide", 5),
    ("feeble", 4),
    ("not-quite-weakest", 4),
    ("weakest", 4),
    ("demichess", 4),
    ("gearshift-demichess", 4),
    ("foolish-king", 4),
    ("cheapmate", 3),
    ("shatranj", 5),
    ("grid", 5),
    ("scotch", 4),
    ("gearshift", 4),
    ("tripunch", 4),
    ("turning", 4),
    (BIG, 4),
];

/// Chess on 16x16, which is not built in.
const BIG: &str = "big-chess";
const BIG_TEXT: &str = include_str!("../tests/cases/games/big-chess.variant");

fn source(name: &str) -> Source {
    if name == BIG { Source::new(BIG, BIG_TEXT) } else { builtin::source(name).expect("a built-in game") }
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (name, depth) in DEPTHS {
        let start = load(&source(name), &BuiltIns).expect("a clean definition").start();
        group.throughput(Throughput::Elements(start.perft(depth)));
        group.bench_function(format!("{name} {depth}"), |bench| bench.iter(|| black_box(&start).perft(depth)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).without_plots();
    targets = perft
}
criterion_main!(benches);
