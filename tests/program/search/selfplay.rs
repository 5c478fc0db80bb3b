//! Games of the search against itself: every move is legal, and every game goes on until it is over.

use weakfish::engine::{Game, Position};
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish_player::search::{Limits, NoTimer, Searcher};

use super::{naming_definition, random_definition};
use weakfish_testing::dice::{Dice, cases};
use weakfish_testing::random::games;

/// The number of games, and the nodes that are looked at for a move.
const GAMES: u64 = 40;
const NODES: u64 = 200;

/// Plays a quick game after a few moves at random; whether it came to its end.
fn plays(game: &Game, dice: &mut Dice) -> bool {
    /// Longer games are given up.
    const PLIES: usize = 120;
    let setup = SetupId(dice.below(game.variant().setups.len()) as u8);
    let mut position: Position = game.start_of(setup);
    let mut searcher = Searcher::new(game);
    searcher.set_hash_bytes(1 << 18);
    let mut limits = Limits::default();
    limits.nodes = Some(NODES);
    let random = dice.below(7);
    for ply in 0..PLIES {
        if position.outcome().is_some() {
            return true;
        }
        let mv = if ply < random {
            let moves = position.legal_moves().to_vec();
            dice.pick(&moves)
        } else {
            let lines = searcher.search(&position, &limits, &NoTimer, &mut |_| ());
            assert!(!lines.is_empty(), "no move in {}", fen::write(&position));
            lines[0].moves[0]
        };
        let played = position.play(mv);
        assert!(played.is_ok(), "{mv:?} in {}: {played:?}", fen::write(&position));
    }
    false
}

#[test]
fn games_of_itself_are_legal() {
    let mut ended = 0;
    for case in cases(GAMES) {
        let mut dice = Dice::new(case);
        let number = case as usize;
        let known = games();
        // One game of every known one, and as many of definitions at random.
        if !number.is_multiple_of(3) {
            ended += u32::from(plays(&known[(number / 3 * 2 + number % 3 - 1) % known.len()].engine, &mut dice));
            continue;
        }
        let (text, game) = loop {
            if let Some(made) = random_definition(&mut dice) {
                break made;
            }
        };
        naming_definition(&text, || ended += u32::from(plays(&game, &mut dice)));
    }
    println!("{ended} of {} games came to their end", cases(GAMES).count());
}

#[test]
fn captures_in_any_order_are_not_all_tried() {
    // Queens among queens, and four more moves of the turn.
    let game = games().iter().find(|one| one.engine.variant().title == "A Large Board").unwrap();
    let text = "8k7/1n+nguzt{s.s}v{s}1v{s}t{s.s}zug+nn/1pppp2p1p2pp1p/16/7k'8/16/q4+n4q5/4+N+Nq2Q6/8q2q2t{sw.s}1/10P5/16/7K'8/16/\
                PPP3PPP2PPP1P/1N+NGUZT{n.ne}V{n}QV{n}T{n.n}ZUG+NN/8K7 w - k4k5k6 0 4 series=5/1";
    let position = fen::read(&game.engine, SetupId::default(), text).unwrap();
    let mut searcher = Searcher::new(&game.engine);
    let mut limits = Limits::default();
    limits.depth = Some(1);
    let mut nodes = 0;
    searcher.search(&position, &limits, &NoTimer, &mut |report| nodes = report.nodes);
    assert!(nodes < 1_000_000, "{nodes} nodes");
}
