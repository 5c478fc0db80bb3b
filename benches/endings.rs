//! Share of won positions that the search wins with exact tables and without, at a fixed number of nodes a move; the
//! defender plays by the table. `cargo bench -p weakfish-benches --bench endings`.

use std::num::NonZero;
use std::sync::Arc;

use weakfish::engine::{Game, Piece, Position, TurnState};
use weakfish::geometry::{Side, Square};
use weakfish::model::SetupId;
use weakfish::random::SplitMix64;
use weakfish::source::Source;
use weakfish::{BuiltIns, load};
use weakfish_endgame::{Men, Options, Tables, Value};
use weakfish_player::search::{Limits, NoTimer, Searcher, Tablebase, TablebaseBudget};

/// Won positions of each ending, drawn at random, with either side to move.
const POSITIONS: usize = 50;

/// Nodes of a move.
const NODES: u64 = 2000;

/// Memory that tables may take, in MiB.
const MEBIBYTES: u32 = 512;

/// Chess with two more men.
const GAME: &str = "game \"Chess with two more men\" extends fide\n\nmen\n  H hfd: HFD\n  W wffw: WfF\n";

/// White's men beside the king; Black has a king.
const ENDINGS: [&str; 6] = ["Q", "R", "B B", "B N", "H", "W"];

/// A random position of these men that White wins, and the plies of the win.
fn won_position(game: &Game, tables: &Tables, men: &[Piece], random: &mut SplitMix64) -> (Position, u16) {
    let squares: Vec<Square> = game.variant().board.squares().collect();
    let mut position = game.start();
    loop {
        let placed: Vec<(Square, Piece)> = men.iter().map(|&man| (squares[random.below(squares.len())], man)).collect();
        let turn = if random.below(2) == 0 { Side::White } else { Side::Black };
        if position.rearrange(&placed, TurnState::of(turn))
            && position.verdict().is_none()
            && let Ok(value @ (Value::Win(plies) | Value::Loss(plies))) = tables.value(&position)
            && value.winner(turn) == Some(Side::White)
        {
            return (position, plies);
        }
    }
}

/// Plays White by the search and Black by the table; returns the plies to White's win.
fn play(searcher: &mut Searcher, tables: &Tables, start: &Position) -> Option<u16> {
    let mut limits = Limits::default();
    limits.nodes = Some(NODES);
    let mut position = start.clone();
    let mut plies = 0;
    loop {
        if let Some(outcome) = position.outcome() {
            return (outcome.winner == Some(Side::White)).then_some(plies);
        }
        if !position.claims().is_empty() {
            return None;
        }
        let mv = if position.turn() == Side::White {
            *searcher.search(&position, &limits, &NoTimer, &mut |_| ()).first()?.moves.first()?
        } else {
            tables.moves(&position).ok()?.first()?.0
        };
        position.play(mv).ok()?;
        plies += 1;
    }
}

fn main() {
    let game = load(&Source::new("endings.variant", GAME), &BuiltIns).expect("a clean definition");
    let budget = TablebaseBudget::of_mebibytes(MEBIBYTES);
    let tablebase = Arc::new(Tablebase::new(&game, budget).expect("a game with tables"));
    let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    println!("{POSITIONS} won positions each, {NODES} nodes a move");
    println!("{:<12} {:>20} {:>22}", "", "won in the distance", "won without tables");
    for ending in ENDINGS {
        let text = format!("K {ending} v K");
        let men = Men::parse(game.variant(), &text).expect("men of the game");
        let mut tables = Tables::new(&game, SetupId::default()).expect("a game with tables");
        tables.make(&men, &Options { threads, ..Options::default() }, &mut |_| true).expect("a table");
        let of_kind = |side: Side| {
            let game = &game;
            men.of_side(side).iter().map(move |&kind| {
                let same = |piece: &Piece| {
                    let info = game.piece_info(*piece);
                    (info.side, info.kind) == (side, kind)
                };
                game.pieces().find(same).expect("a piece of the kind")
            })
        };
        let pieces: Vec<Piece> = Side::ALL.into_iter().flat_map(of_kind).collect();
        let mut random = SplitMix64::new(1);
        let (mut in_distance, mut without) = (0, 0);
        let mut searchers = [Searcher::new(&game), Searcher::new(&game)];
        searchers[0].set_tablebase(Some(Arc::clone(&tablebase)));
        for _ in 0..POSITIONS {
            let (start, distance) = won_position(&game, &tables, &pieces, &mut random);
            let [with, alone] = &mut searchers;
            in_distance += usize::from(play(with, &tables, &start).is_some_and(|plies| plies <= distance));
            without += usize::from(play(alone, &tables, &start).is_some());
        }
        println!("{text:<12} {in_distance:>20} {without:>22}");
    }
}
