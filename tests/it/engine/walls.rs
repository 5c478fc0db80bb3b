//! Walls placed in play: what they block, when check is judged, why a move is refused.

use weakfish::engine::{Game, IllegalMove, Move, Position};
use weakfish::notation::{fen, read_move, uci};

use weakfish_testing::games::{self, game};
use weakfish_testing::positions::{fen_after, position, square};

/// Chess with a line about walls.
fn chess_with(line: &str) -> Game {
    games::chess_with(&format!("rules\n  {line}\n"))
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = read_move(position, text).unwrap_or_else(|problem| panic!("{text}: {}", problem.message));
        position.play(mv).unwrap();
    }
}

/// The walls that may follow a move, by the text of the move.
fn walls_after(position: &Position, text: &str) -> Vec<String> {
    let texts = uci::legal_moves(position).into_iter().map(|(text, _)| text);
    let walls = texts.filter_map(|other| Some(other.strip_prefix(text)?.strip_prefix(',')?[2..].to_owned()));
    walls.collect()
}

#[test]
fn a_move_with_its_wall_is_one_word() {
    assert_eq!(size_of::<Move>(), 8);
}

#[test]
fn check_is_judged_when_the_wall_stands() {
    let game = chess_with("wall: anywhere");
    let checked = position(&game, "4r1k1/8/8/8/8/8/8/4K2R w - - 0 1");
    // A move elsewhere meets the check by its wall alone.
    assert_eq!(walls_after(&checked, "h1h2"), ["e2", "e3", "e4", "e5", "e6", "e7"]);
    let duck = chess_with("wall: anywhere, one at a time");
    // Where the duck leaves the line it must be put on it again.
    let covered = position(&duck, "4r1k1/8/8/8/4*3/8/8/4K2R w - - 0 1");
    assert!(!covered.in_check());
    assert_eq!(walls_after(&covered, "h1h2"), ["e2", "e3", "e5", "e6", "e7"]);
}

#[test]
fn a_wall_on_a_crossed_square_hides_it() {
    let game = chess_with("wall: anywhere");
    let mut open = position(&game, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    let mut hidden = open.clone();
    play(&mut open, "e2e4,e4a1");
    play(&mut hidden, "e2e4,e4e3");
    assert!(!walls_after(&open, "d4e3").is_empty());
    assert!(walls_after(&hidden, "d4e3").is_empty());
    assert_eq!(fen::write(&hidden), "4k3/8/8/8/3pP3/4*3/8/4K3 b - - 0 1");
}

#[test]
fn one_wall_at_a_time_may_recur_and_others_may_not() {
    let (duck, walls) = (chess_with("wall: anywhere, one at a time"), chess_with("wall: anywhere"));
    let to_and_fro = "g1f3,f3a3 g8f6,f6a4 f3g1,g1a5 f6g8,g8a6 g1f3,f3a3 g8f6,f6a4 f3g1,g1a5 f6g8,g8a6";
    let mut moving = duck.start();
    play(&mut moving, to_and_fro);
    assert_eq!(moving.last_occurrence(), Some(4));
    assert_eq!(moving.walls().len(), 1);
    let mut staying = walls.start();
    play(&mut staying, "g1f3,f3a3 g8f6,f6a4 f3g1,g1a5 f6g8,g8a6");
    assert_eq!((staying.last_occurrence(), staying.walls().len()), (None, 4));
}

#[test]
fn a_refused_move_has_a_reason() {
    let game = chess_with("wall: where the man came from");
    let start = game.start();
    let step = read_move(&start, "e2e4,e4e2").unwrap().man().unwrap();
    assert_eq!(start.check_move(step.without_wall().into()), Err(IllegalMove::WallMissing));
    let elsewhere = step.with_wall(square(&game, "a5"));
    assert_eq!(start.check_move(elsewhere.into()), Err(IllegalMove::WallSquare));
    assert_eq!(start.check_move(Move::Wall(square(&game, "a5"))), Err(IllegalMove::WallSquare));
    let bound = chess_with("wall: on rank 1");
    let full = position(&bound, "4k3/8/8/8/8/8/P7/*******K w - - 0 1");
    let stuck = read_move(&game.start(), "a2a3,a3a2").unwrap().man().unwrap().without_wall();
    let stuck = weakfish::engine::ManMove::new(stuck.from, stuck.to, full.piece_at(stuck.from).unwrap(), stuck.kind);
    assert_eq!(full.check_move(stuck.into()), Err(IllegalMove::NoWall));
}

#[test]
fn hoppers_hop_over_walls_unless_they_hop_over_some_men_only() {
    for (over, hops) in [("", true), (", hops over only P", false)] {
        let lines = format!("men\n  G grasshopper: gQ{over}, instead of Q\nrules\n  wall: anywhere\n");
        let game = games::chess_with(&lines);
        let here = position(&game, "4k3/8/8/8/8/*7/G7/4K3 w - - 0 1");
        assert_eq!(!walls_after(&here, "a2a4").is_empty(), hops);
    }
}

#[test]
fn texts_with_walls_are_those_of_other_programs() {
    let duck = game("duck-chess");
    let mut position = duck.start();
    play(&mut position, "e2e4,e4d5 Nc6/e5 Nf3/d5 Nf6/c5 Be2/b5 g6/a5");
    let castling = read_move(&position, "O-O/h3").unwrap();
    assert_eq!(uci::write(&position, castling), "e1g1,g1h3");
    assert_eq!(weakfish::notation::write_move(&position, castling), "O-O/h3");
}

#[test]
fn a_refused_wall_has_its_reason() {
    let duck = game("duck-chess");
    let mut position = duck.start();
    play(&mut position, "e2e4,e4d5 e7e5,e5d4");
    for (text, reason) in [
        ("d2d3,d3d1", ": the Queen on d1 is there"),
        ("d2d3,d3d4", ": one stands there, and it may not stay"),
        ("d2d3,d3d3", ": it stands there"),
        ("d3/d3", ": it stands there"),
        ("d3", "the text names none"),
    ] {
        let refused = read_move(&position, text).unwrap_err();
        assert!(refused.code == "move::wall" && refused.message.ends_with(reason), "{text}: {refused:?}");
    }
    // Walls that may follow this move are listed, and not those of others.
    let help = read_move(&position, "d2d3,d3d1").unwrap_err().help.unwrap_or_default();
    assert!(help.contains("`d2d3,d3a3`") && !help.contains("d2d4"), "{help}");
}

/// Chess whose men but pawns become walls by capturing.
fn stony(rules: &str) -> Game {
    games::chess_with(&format!("men\n  all men but P: when capturing becomes a wall\n{rules}"))
}

#[test]
fn a_captor_that_becomes_a_wall_is_taken_back_whole() {
    let game = stony("");
    let text = "r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 3 1";
    assert_eq!(fen_after(&game, text, "h1h8"), "r3k2*/8/8/8/8/8/6p1/R3K3 b Qq - 0 1");
    // A pawn that promotes by a capture is a pawn, and lives.
    let mut here = position(&game, text);
    play(&mut here, "Kd2 gxh1=Q");
    assert_eq!(fen::write(&here), "r3k2r/8/8/8/8/8/3K4/R6q w kq - 0 2");
}

#[test]
fn a_king_that_would_become_a_wall_captures_nothing() {
    let game = stony("");
    let here = position(&game, "8/8/8/8/8/8/3k4/3QK3 b - - 0 1");
    assert!(here.in_check());
    let king = uci::find(&here, "d2e3").unwrap().man().unwrap();
    let mv = Move::Man(weakfish::engine::ManMove { to: square(&game, "d1"), ..king });
    assert_eq!(here.check_move(mv), Err(IllegalMove::RoyalDies(square(&game, "d2"))));
    // Neither King attacks the other one.
    assert!(!position(&game, "8/8/8/8/8/8/3k4/4K3 w - - 0 1").in_check());
}

#[test]
fn a_wall_follows_a_man_that_has_become_one() {
    let beside = stony("rules\n  wall: on e1, or beside a wall\n");
    let here = position(&beside, "6k1/8/8/3p4/8/8/6K1/3R4 w - - 0 1");
    assert_eq!(walls_after(&here, "d1d5"), ["c5", "d4", "d6", "e1", "e5"]);
    let arrow = stony("rules\n  wall: where the man could go\n");
    let here = position(&arrow, "6k1/8/8/3p4/8/8/6K1/3R4 w - - 0 1");
    assert_eq!(walls_after(&here, "d1d5"), Vec::<String>::new());
}
