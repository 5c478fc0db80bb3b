//! Games in PGN: what other programs write is read, and what is written comes back as it was.

use weakfish::engine::{Move, Position};
use weakfish::model::SetupId;
use weakfish::notation::replay::{Line, replay};
use weakfish::notation::{fen, pgn, uci};
use weakfish::{Game, builtin};

use weakfish_testing::dice::{Dice, check_law};
use weakfish_testing::games::{game, loaded};

/// Games with comments, signs and variations, as python-chess writes them; the tag `Final` is ours.
const PYTHON_CHESS: &str = include_str!("../data/python-chess.pgn");

#[test]
fn games_of_python_chess_are_read() {
    let finals = PYTHON_CHESS.lines().filter_map(|line| line.strip_prefix("[Final \"")?.strip_suffix("\"]"));
    let replay = replay(&game("fide"), SetupId::default(), PYTHON_CHESS);
    assert!(replay.diagnostics.is_empty(), "{:#?}", replay.diagnostics);
    let read: Vec<String> = replay.lines.iter().map(|line| fen::write(&line.position)).collect();
    assert_eq!(read, finals.collect::<Vec<_>>());
}

fn moves(line: &Line) -> Vec<Move> {
    line.plies.iter().map(|ply| ply.mv).collect()
}

/// A game at random: where it begins, its moves, where it ends.
fn played(game: &Game, dice: &mut Dice) -> (Position, Vec<Move>, Position) {
    let mut position = game.start();
    let mut play = |position: &mut Position, plies: usize| {
        let mut moves = Vec::new();
        for _ in 0..plies {
            let list = position.legal_moves().to_vec();
            if position.outcome().is_some() || list.is_empty() {
                break;
            }
            let mv = dice.pick(&list);
            position.play(mv).expect("a legal move");
            moves.push(mv);
        }
        moves
    };
    play(&mut position, 5);
    let start = fen::read(game, SetupId::default(), &fen::write(&position)).expect("a position of the game");
    let mut position = start.clone();
    let moves = play(&mut position, 60);
    (start, moves, position)
}

#[test]
fn what_is_written_comes_back() {
    let games: Vec<Game> =
        builtin::names().map(game).filter(|game| pgn::unsupported_features(game.variant()).is_empty()).collect();
    assert!(games.len() > 15);
    check_law(60, |dice| {
        let game = &games[dice.below(games.len())];
        let lines: Vec<_> = (0..3).map(|_| played(game, dice)).collect();
        let texts =
            lines.iter().map(|(start, moves, end)| pgn::write(&[], start, moves, end.outcome().as_ref()).unwrap());
        let text = texts.collect::<Vec<_>>().join("\n");
        assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() < 80), "{text}");
        let replay = replay(game, SetupId::default(), &text);
        assert!(replay.diagnostics.is_empty(), "{}: {:#?}\n{text}", game.variant().title, replay.diagnostics);
        for ((start, played, end), line) in lines.iter().zip(&replay.lines) {
            assert_eq!(fen::write(start), fen::write(&line.start), "{text}");
            assert_eq!(*played, moves(line), "{text}");
            assert_eq!(fen::write(end), fen::write(&line.position), "{text}");
        }
        assert_eq!(lines.len(), replay.lines.len(), "{text}");
    });
}

/// Pawns that leap as well, so that two of one file capture on the same square.
const LEAPING_PAWNS: &str = "game \"Leaping Pawns\"
board: 6x6
first: white
black: mirrors white
men
  K king: K, royal
  R rook: R
  P pawn: fFfN
setup standard
  . . . . . k
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
  K R . P . .
endings
  checkmated: loses
  stalemated: draw
";

#[test]
fn a_move_has_as_much_of_its_square_as_tells_it_from_others() {
    let game = loaded("leaping-pawns.variant", LEAPING_PAWNS);
    let start = |men: &str| fen::read(&game, SetupId::default(), &format!("{men} w - - 0 1")).unwrap();
    for (men, mv, name) in [
        ("5k/6/3r2/4P1/4P1/K5", "e2d4", "e2xd4"),
        ("5k/6/3r2/4P1/4P1/K5", "e3d4", "e3xd4"),
        ("5k/6/3r2/2P1P1/4P1/K5", "e3d4", "e3xd4"),
        ("5k/6/3r2/2P1P1/4P1/K5", "c3d4", "cxd4"),
        ("5k/6/3r2/4P1/6/K5", "e3d4", "exd4"),
        ("5k/6/6/4P1/4P1/K5", "e2d4", "e2d4"),
        ("5k/6/6/4P1/6/K5", "e3d4", "d4"),
        ("5k/R5/6/r5/6/R4K", "a1a3", "R1xa3"),
        ("4k1/6/6/r4R/6/R4K", "a1a3", "Raxa3"),
    ] {
        let start = start(men);
        let mv = uci::find(&start, mv).unwrap();
        let text = pgn::write(&[], &start, &[mv], None).unwrap();
        assert!(text.contains(&format!("\n\n1. {name} *\n")), "{name}: {text}");
        let replay = replay(&game, SetupId::default(), &text);
        assert!(replay.diagnostics.is_empty(), "{name}: {:#?}", replay.diagnostics);
        assert_eq!(moves(&replay.lines[0]), [mv], "{name}");
    }
}

#[test]
fn what_pgn_has_no_words_for_is_refused() {
    for (name, reason) in [
        ("feeble", "the King turns"),
        ("not-quite-weakest", "the King flips"),
        ("marseillais", "there are several moves in a turn"),
        ("janggi", "a player may pass"),
    ] {
        let game = game(name);
        let refused = pgn::write(&[], &game.start(), &[], None).unwrap_err();
        assert!(refused.iter().any(|found| found == reason), "{name}: {refused:?}");
    }
    let game = game("fide");
    let mv = game.start().legal_moves().to_vec()[0];
    assert!(pgn::write(&[], &game.start(), &[mv, mv], None).unwrap_err()[0].contains("is not legal"));
}

#[test]
fn games_of_one_file_are_told_apart() {
    for (text, lines) in [
        ("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d5 1/2-1/2\n", &["e2e4", "d2d4 d7d5"][..]),
        ("[Event \"a\"]\n*\n[Event \"b\"]\n1. d4", &["", "d2d4"]),
        ("1. e4\n[FEN \"4k3/8/8/8/8/8/P7/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n1. Ke2", &["e2e4", "e1e2"]),
        ("[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n[FEN \"4k3/8/8/8/8/8/P7/4K3 w - - 0 1\"]\n1. Ke2", &["e2e4", "e1e2"]),
        (
            "[Event \"a\"]\n[White \"b\"]\n% a line of a program (\n1. e4 {a { b} e5 (1... d5 {:)} 2. c4) 2. Nf3",
            &["e2e4 e7e5 g1f3"],
        ),
    ] {
        let replay = replay(&game("fide"), SetupId::default(), text);
        let played: Vec<String> = replay
            .lines
            .iter()
            .map(|line| line.plies.iter().map(|ply| ply.text.as_str()).collect::<Vec<_>>().join(" "))
            .collect();
        assert!(replay.is_complete(), "{text}: {:#?}", replay.diagnostics);
        assert_eq!(played, lines, "{text}");
    }
}
