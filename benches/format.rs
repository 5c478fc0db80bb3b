//! The time that the canonical layout of a definition takes; `cargo bench -p weakfish-benches --bench format`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use weakfish::builtin;
use weakfish::format::format;
use weakfish::syntax::Document;

/// A built-in game, lengthened by tests to this many lines.
fn definition(lines: usize) -> String {
    let text = builtin::source("feeble").expect("a built-in game").text;
    let tests = (0..lines).map(|number| {
        format!(
            "\ntest \"number {number}\"\n  // a comment\n  position: 4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n\
             \x20 legal:    a1@e, a1a2  // and one behind\n  illegal:  a1a3\n  play:     1. Ra1-a2 e8-e7 2. Ra2-a3\n"
        )
    });
    let text = text + &tests.collect::<String>();
    let text: String = text.split_inclusive('\n').take(lines).collect();
    assert!(Document::read(&text).diagnostics.is_empty(), "{text}");
    text
}

/// The same without its alignment.
fn unaligned(text: &str) -> String {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(|line| words(line) + "\n").collect()
}

fn layouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("format");
    for lines in [100, 300, 2000] {
        let text = definition(lines);
        group.throughput(Throughput::Elements(lines as u64));
        assert_eq!(format(&text).trim_end(), text.trim_end());
        group.bench_function(format!("{lines} canonical lines"), |bench| bench.iter(|| format(black_box(&text))));
        let text = unaligned(&text);
        group.bench_function(format!("{lines} loose lines"), |bench| bench.iter(|| format(black_box(&text))));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).without_plots();
    targets = layouts
}
criterion_main!(benches);
