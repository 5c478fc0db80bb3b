//! Counts the sequences of moves from the start of a game, by playing and taking back every one of them.
//!
//! ```sh
//! cargo run --release --example perft -- fide 5
//! ```
//!
//! GAME is the name of a built-in game or the path of a `.variant` file that extends built-in games only. The count is
//! that of `weakfish perft`, made as a search makes its moves: through the public names alone, those of the last ply
//! too.

use std::process::exit;
use std::time::Instant;

use weakfish::engine::{Game, MoveList, Position};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};

/// The number of sequences of as many plies as there are lists.
fn perft(position: &mut Position, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    position.legal_moves().list_into(list);
    let mut nodes = 0;
    for mv in &*list {
        let undo = position.make(mv);
        nodes += if rest.is_empty() { 1 } else { perft(position, rest) };
        position.unmake(undo);
    }
    nodes
}

fn game(name: &str) -> Game {
    let source = builtin::source(name).unwrap_or_else(|| match std::fs::read_to_string(name) {
        Ok(text) => Source::new(name, text),
        Err(error) => fail(&format!("{name}: {error}")),
    });
    load(&source, &BuiltIns).unwrap_or_else(|refused| fail(&refused.to_string()))
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    exit(1);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, depth] = &arguments[..] else { fail("usage: perft GAME DEPTH") };
    let Ok(depth) = depth.parse() else { fail("DEPTH is a number of plies") };
    let mut position = game(name).start();
    let mut lists = vec![MoveList::new(); depth];
    let began = Instant::now();
    let nodes = perft(&mut position, &mut lists);
    println!("nodes {nodes} seconds {:.3}", began.elapsed().as_secs_f64());
}
