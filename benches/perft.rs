//! Sequences counted a second, game by game; `cargo bench --bench perft`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use weakfish::{BuiltIns, builtin, load};

/// Depths that take some milliseconds each.
const DEPTHS: [(&str, u32); 14] = [
    ("fide", 4),
    ("feeble", 4),
    ("not-quite-weakest", 3),
    ("weakest", 3),
    ("demichess", 4),
    ("gearshift-demichess", 4),
    ("foolish-king", 3),
    ("cheapmate", 2),
    ("shatranj", 4),
    ("grid", 4),
    ("scotch", 4),
    ("gearshift", 4),
    ("tripunch", 3),
    ("turning", 3),
];

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (name, depth) in DEPTHS {
        let source = builtin::source(name).expect("a built-in game");
        let start = load(&source, &BuiltIns).expect("a clean definition").start(weakfish::model::SetupId::default());
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
