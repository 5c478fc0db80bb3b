//! Times Weakfish against shakmaty and cozy-chess, and its games against one another, in turns within one run.

mod programs;
mod race;

use std::io::Write as _;

use programs::Position;
use race::{Count, race};
use weakfish::engine::{Game, Perft};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};

const USAGE: &str = "usage: weakfish-peers [--rounds N] [counted] [played] [games]

  counted     Weakfish, shakmaty and cozy-chess; the last ply is counted, not played
  played      the same with every move played
  games       Weakfish's games against one another
  --rounds N  turns of each program at each count, 7 unless told otherwise";

/// Name, position, depth where the last ply is counted, and where it is played.
const POSITIONS: [(&str, &str, u32, u32); 8] = [
    ("start", START, 5, 4),
    ("start", START, 6, 5),
    ("kiwipete", KIWIPETE, 4, 3),
    ("kiwipete", KIWIPETE, 5, 4),
    ("rook ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 5),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 4),
    ("tactics", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 4),
    ("middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 4),
];
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Games, the depth from the starting position, and the game whose speed each is compared with.
const GAMES: [(&str, u32, &str); 15] = [
    ("fide", 5, "fide"),
    ("demichess", 5, "demichess"),
    ("feeble", 5, "demichess"),
    ("not-quite-weakest", 4, "demichess"),
    ("weakest", 4, "demichess"),
    ("gearshift-demichess", 5, "demichess"),
    ("gearshift", 5, "fide"),
    ("foolish-king", 4, "fide"),
    ("cheapmate", 3, "fide"),
    ("shatranj", 5, "fide"),
    ("grid", 5, "fide"),
    ("scotch", 5, "fide"),
    ("tripunch", 4, "fide"),
    ("turning", 4, "fide"),
    (BIG, 4, "fide"),
];

/// Chess on 16x16, which is not built in.
const BIG: &str = "big-chess";
const BIG_TEXT: &str = include_str!("../../../tests/cases/games/big-chess.variant");

fn game(name: &str) -> Game {
    let source = if name == BIG { Source::new(BIG, BIG_TEXT) } else { builtin::source(name).expect("a built-in game") };
    load(&source, &BuiltIns).expect("a clean definition")
}

/// The speeds of the three programs at every position.
fn against_peers(rounds: usize, played: bool) {
    println!(
        "{:<11} {:>5} {:>10} {:>9} {:>9} {:>10} {:>9} {:>7} {:>11} {:>7}{}",
        "position",
        "depth",
        "nodes",
        "weakfish",
        "shakmaty",
        "cozy-chess",
        "/shakmaty",
        "median",
        "/cozy-chess",
        "median",
        if played { format!(" {:>7} {:>9} {:>7}", "public", "/shakmaty", "median") } else { String::new() },
    );
    let fide = game("fide");
    for (name, fen, depth, depth_played) in POSITIONS {
        let position = Position::read(&fide, fen);
        let depth = if played { depth_played } else { depth };
        let counts: Vec<Count> = if played { position.played(depth).into() } else { position.counted(depth).into() };
        let runners = race(rounds, &counts);
        let [own, shakmaty, cozy, public @ ..] = &runners[..] else { unreachable!("three programs") };
        assert_eq!(own.nodes, shakmaty.nodes, "{name}, depth {depth}: shakmaty counts differently");
        assert_eq!(own.nodes, cozy.nodes, "{name}, depth {depth}: cozy-chess counts differently");
        println!(
            "{name:<11} {depth:>5} {:>10} {:>9.1} {:>9.1} {:>10.1} {:>9.2} {:>7.2} {:>11.2} {:>7.2}{}",
            own.nodes,
            own.best(),
            shakmaty.best(),
            cozy.best(),
            own.ratio(shakmaty),
            own.median_ratio(shakmaty),
            own.ratio(cozy),
            own.median_ratio(cozy),
            public.first().map_or_else(String::new, |public| {
                assert_eq!(own.nodes, public.nodes, "{name}, depth {depth}: the public API counts differently");
                let (ratio, median) = (public.ratio(shakmaty), public.median_ratio(shakmaty));
                format!(" {:>7.1} {ratio:>9.2} {median:>7.2}", public.best())
            }),
        );
        flush();
    }
    let last = if played { "every move is played" } else { "the last ply is counted, not played" };
    println!("Millions of sequences a second, one thread, best of {rounds} rounds, median of their ratios; {last}.");
}

/// The speeds of Weakfish's games.
fn games(rounds: usize) {
    println!(
        "{:<19} {:>5} {:>10} {:>9} {:>7} {:>9} {:>7}  of",
        "game", "depth", "nodes", "counted", "ratio", "played", "ratio"
    );
    let starts = GAMES.map(|(name, depth, _)| (game(name).start(), depth));
    let count = |bulk| {
        let perft = move |(start, depth)| -> Count { Box::new(move || Perft::new(depth).bulk(bulk).count(start)) };
        starts.iter().map(move |(start, depth)| perft((start, *depth)))
    };
    let counts: Vec<Count> = count(true).chain(count(false)).collect();
    let runners = race(rounds, &counts);
    let (counted, played) = runners.split_at(GAMES.len());
    for (index, (name, depth, base)) in GAMES.into_iter().enumerate() {
        let (counted_here, played_here) = (&counted[index], &played[index]);
        assert_eq!(counted_here.nodes, played_here.nodes, "{name}: playing the last ply changes the count");
        let base_index = GAMES.iter().position(|(name, ..)| *name == base).expect("a listed game");
        println!(
            "{name:<19} {depth:>5} {:>10} {:>9.1} {:>7.2} {:>9.1} {:>7.2}  {base}",
            counted_here.nodes,
            counted_here.best(),
            counted_here.ratio(&counted[base_index]),
            played_here.best(),
            played_here.ratio(&played[base_index]),
        );
    }
    println!("Millions of sequences a second, one thread, best of {rounds} rounds; ratio: to the game named last.");
}

/// Shows a line as soon as it is known.
fn flush() {
    std::io::stdout().flush().expect("a place to print to");
}

fn wrong_usage() -> ! {
    eprintln!("{USAGE}");
    std::process::exit(2);
}

fn main() {
    let mut rounds = 7;
    let mut tables = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => match arguments.next().and_then(|number| number.parse().ok()) {
                Some(number) if number > 0 => rounds = number,
                _ => wrong_usage(),
            },
            "counted" | "played" | "games" => tables.push(argument),
            _ => wrong_usage(),
        }
    }
    if tables.is_empty() {
        tables = ["counted", "played", "games"].map(String::from).to_vec();
    }
    for (number, table) in tables.iter().enumerate() {
        if number > 0 {
            println!();
        }
        match table.as_str() {
            "counted" => against_peers(rounds, false),
            "played" => against_peers(rounds, true),
            _ => games(rounds),
        }
    }
}
