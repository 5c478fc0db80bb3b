//! The time from the text of every built-in game to its tables, and how it is shared between the stages;
//! `cargo bench -p weakfish-benches --bench loading`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use weakfish::engine::Game;
use weakfish::syntax::Document;
use weakfish::{BuiltIns, builtin, load};

/// How often every stage is timed.
const TRIES: usize = 200;

/// The best time and the median.
fn time_stage<T>(mut stage: impl FnMut() -> T) -> (Duration, Duration) {
    let mut times: Vec<Duration> = (0..TRIES)
        .map(|_| {
            let start = Instant::now();
            black_box(stage());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    (times[0], times[TRIES / 2])
}

fn main() {
    println!("{:>22}{:>12}{:>12}{:>12}{:>12}{:>12}", "", "best", "median", "parse", "check", "compile");
    for name in builtin::names() {
        let source = builtin::source(name).expect("a built-in game");
        let game = load(&source, &BuiltIns).expect("a clean definition");
        let (best, median) = time_stage(|| load(black_box(&source), &BuiltIns));
        let parse = time_stage(|| Document::read(black_box(&source.text))).0;
        let compile = time_stage(|| Game::compile(black_box(game.variant()).clone())).0;
        // The rest of the time: reading the extended definitions, and making the models.
        let checked = best.saturating_sub(parse + compile);
        println!("{name:>22}{best:>12.1?}{median:>12.1?}{parse:>12.1?}{checked:>12.1?}{compile:>12.1?}");
    }
}
