//! Counts the same positions with Weakfish, shakmaty and cozy-chess in one run, taking turns, and prints the
//! speeds and their ratios. All three count the last ply without playing it.

use std::hint::black_box;
use std::time::Instant;

use weakfish::engine::Position;
use weakfish::{BuiltIns, builtin, load, notation};

const POSITIONS: [(&str, &str, u32); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("rook ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("tactics", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// Rounds of every position; the best of them counts.
const ROUNDS: usize = 7;

fn weakfish_position(fen: &str) -> Position {
    let source = builtin::source("fide").expect("a built-in game");
    let game = load(&source, &BuiltIns).expect("a clean definition");
    notation::fen::read(&game, weakfish::model::SetupId::default(), fen).expect("a valid position")
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn timed(count: impl Fn() -> u64) -> (u64, f64) {
    let start = Instant::now();
    let nodes = black_box(count());
    (nodes, nodes as f64 / start.elapsed().as_secs_f64() / 1e6)
}

fn main() {
    println!(
        "{:<14} {:>10} {:>10} {:>10} {:>10} {:>8} {:>8}",
        "position", "nodes", "weakfish", "shakmaty", "cozy", "/shak", "/cozy"
    );
    for (name, fen, depth) in POSITIONS {
        let ours = weakfish_position(fen);
        let setup: shakmaty::fen::Fen = fen.parse().expect("a valid FEN");
        let shak: shakmaty::Chess = setup.into_position(shakmaty::CastlingMode::Standard).expect("a valid position");
        let cozy: cozy_chess::Board = fen.parse().expect("a valid FEN");
        let mut best = [0.0_f64; 3];
        let mut nodes = 0;
        for _ in 0..ROUNDS {
            let runs = [
                timed(|| ours.perft(depth)),
                timed(|| shakmaty::perft(&shak, depth)),
                timed(|| cozy_perft(&cozy, depth)),
            ];
            assert!(runs.iter().all(|run| run.0 == runs[0].0), "{name}: the counts differ: {runs:?}");
            nodes = runs[0].0;
            for (best, run) in best.iter_mut().zip(runs) {
                *best = best.max(run.1);
            }
        }
        let [ours, shak, cozy] = best;
        println!(
            "{name:<14} {nodes:>10} {ours:>10.1} {shak:>10.1} {cozy:>10.1} {:>8.2} {:>8.2}",
            ours / shak,
            ours / cozy
        );
    }
    println!("Millions of nodes a second, single thread; the last ply is counted, not played.");
}
