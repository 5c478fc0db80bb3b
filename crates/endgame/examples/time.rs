//! Times tables (scratch).
use std::time::Instant;
use weakfish::geometry::Side;
use weakfish::{BuiltIns, builtin, load};
use weakfish_endgame::{Men, Options, Tables};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = load(&builtin::source(&args[1]).unwrap(), &BuiltIns).unwrap();
    let men = Men::parse(game.variant(), &args[2]).unwrap();
    let t = Instant::now();
    let mut tables = Tables::new(&game, Default::default()).unwrap();
    println!("{:?} {:?}", tables.estimate(&men, 1 << 40).map(|e| (e, e.seconds())), t.elapsed());
    let t = Instant::now();
    let mut options = Options::default();
    options.max_memory = args.get(4).map_or(1 << 34, |t| t.parse::<u64>().unwrap() << 20);
    options.threads = args.get(3).map_or(1, |t| t.parse().unwrap()).try_into().unwrap();
    println!("{:?}", tables.make(&men, &options, &mut |_| true));
    println!("made {:?} {:?} counts {}", t.elapsed(), tables.symmetries(&men), tables.counts(&men));
    let t = Instant::now();
    let mut s = tables.statistics(&men).unwrap();
    for side in Side::ALL {
        s.to_move[side].won_in.clear();
        s.to_move[side].lost_in.clear();
    }
    println!("{:#?} {:?}", s, t.elapsed());
    let t = Instant::now();
    if let Some(p) = tables.longest_win(&men, Side::White) {
        println!("{} {:?} {:?}", weakfish::notation::fen::write(&p), tables.best_line(&p).unwrap().len(), t.elapsed());
    }
}
