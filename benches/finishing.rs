//! The time that one position's legal moves take in the game with finishing moves, over middle-game positions of
//! random games: mean, median and worst; `cargo bench -p weakfish-benches --bench finishing`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use weakfish::engine::{MoveKind, Position};
use weakfish::{BuiltIns, builtin, load};

/// Games played at random, and the plies of each whose positions are timed.
const GAMES: u64 = 200;
const PLIES: std::ops::Range<usize> = 12..62;

/// Each position counts by its best time, which excludes other work of the machine.
const TRIES: usize = 5;

fn best_time(position: &Position) -> Duration {
    let start = Instant::now();
    black_box(position.legal_moves().to_vec());
    start.elapsed()
}

/// The next number of Marsaglia's xorshift.
const fn xorshift(state: u64) -> u64 {
    let state = state ^ (state << 13);
    let state = state ^ (state >> 7);
    state ^ (state << 17)
}

fn main() {
    let source = builtin::source("cheapmate").expect("a built-in game");
    let game = load(&source, &BuiltIns).expect("a clean definition");
    let mut times: Vec<(Duration, usize)> = Vec::new();
    let mut random = 0x2545_F491_4F6C_DD1D;
    for _ in 0..GAMES {
        let mut position = game.start();
        for ply in 0..PLIES.end {
            let moves = position.legal_moves().to_vec();
            let time = (0..TRIES).map(|_| best_time(&position)).min().unwrap_or_default();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            if PLIES.contains(&ply) {
                times.push((time, moves.len()));
            }
            random = xorshift(random);
            // A finishing move would end the game: ordinary ones come first.
            let ordinary = moves.iter().filter(|mv| mv.kind() != Some(MoveKind::Finishing)).count();
            position.play(moves[(random % ordinary as u64) as usize]).expect("a legal move");
        }
    }
    times.sort_unstable();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let mean = times.iter().map(|(time, _)| *time).sum::<Duration>() / times.len() as u32;
    println!(
        "{} positions: mean {mean:.1?} ({:.0} a second), median {:.1?}, worst {:.1?} (with {} moves)",
        times.len(),
        1.0 / mean.as_secs_f64(),
        median.0,
        worst.0,
        worst.1
    );
}
