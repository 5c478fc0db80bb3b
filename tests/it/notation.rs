//! FEN, moves and game texts: what they say, that they come back as they were, and what is said of wrong ones.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use weakfish::diagnostic::Code;
use weakfish::engine::{Game, Hashed, Move, Position, StatePart, WrongCount};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::replay::{replay, replay_from};
use weakfish::notation::{
    Dialect, NotedMove, TextError, fen, read_move, read_uci_move, uci, write_game, write_move, write_moves,
};
use weakfish::rulebook::page;
use weakfish::source::Source;

use weakfish_testing::dice::{Dice, check_law, times};
use weakfish_testing::games::{game, loaded, one_file_games, weak_games};
use weakfish_testing::pages::{assert_page, plain};

fn position(game: &Game, fen: &str) -> Position {
    fen::read(game, SetupId::default(), fen).unwrap_or_else(|problems| panic!("{fen}: {problems:#?}"))
}

/// The positions of the perft corpus are written as they are read.
#[test]
fn positions_come_back_as_they_were() {
    for line in include_str!("../perft/games.tsv").lines().skip(1) {
        let columns: Vec<_> = line.split('\t').collect();
        let [name, setup, fen, ..] = columns.as_slice() else { panic!("{line}") };
        let game = game(name);
        let setup = game.variant().setup_named(setup).unwrap_or_default();
        let read = fen::read(&game, setup, fen).unwrap_or_else(|problems| panic!("{fen}: {problems:#?}"));
        assert_eq!(fen::write(&read), *fen);
    }
}

#[test]
fn orthodox_positions_are_everybodys() {
    let game = game("fide");
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 34",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    ] {
        assert_eq!(fen::write(&position(&game, fen)), fen);
    }
}

#[test]
fn what_is_missing_in_a_position_is_as_at_the_start() {
    let feeble = game("feeble");
    let bare = position(&feeble, "rnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKANR");
    assert_eq!(fen::write(&bare), fen::write(&feeble.start()));
    let fide = game("fide");
    let four = position(&fide, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    assert_eq!(fen::write(&four), fen::write(&fide.start()));
}

#[test]
fn sfen_is_read_where_it_is_no_fen_of_the_other_side() {
    let read = |name: &str, fen: &str| fen::read(&game(name), SetupId::default(), fen);
    for (name, board) in [
        ("shogi", "8k/9/7+R1/9/9/9/9/9/K8"),
        ("minishogi", "4k/5/5/5/K4"),
        ("judkins-shogi", "5k/6/6/6/6/K5"),
        ("tori-shogi", "6k/7/7/7/7/7/K6"),
    ] {
        for (tail, fen) in [
            ("b - 1", "[] w - - 0 1"),
            ("w - 2", "[] b - - 0 1"),
            ("b S 13", "[S] w - - 0 7"),
            ("w 2Ss 14", "[SSs] b - - 0 7"),
        ] {
            let text = format!("{board} {tail}");
            let (position, dialect) = fen::read_in(&game(name), SetupId::default(), &text, None).unwrap();
            assert_eq!((fen::write(&position), dialect), (format!("{board}{fen}"), Dialect::Sfen), "{name} {text}");
            assert_eq!(fen::write_as(&position, Dialect::Sfen), Ok(text), "{name}");
        }
        let error = read(name, &format!("{board} b -")).unwrap_err();
        let [problem] = error.diagnostics() else { panic!("{name}: {error}") };
        assert_eq!(problem.code, "fen::sfen", "{name}");
        let help = problem.help.as_deref().unwrap_or_default();
        for turn in ["w", "b"] {
            assert!(help.contains(&format!("`{board}[] {turn} - - 0 1`")), "{name}: {help}");
        }
        // What has the fields of a FEN, or men in hand where a FEN has them, is one.
        for fen in
            [format!("{board} b - - 0 1"), format!("{board}[] b -"), format!("{board}[] b"), format!("{board} w - -")]
        {
            assert!(read(name, &fen).is_ok(), "{name} {fen}");
        }
    }
    assert!(read("crazyhouse", "r3k2r/8/8/8/8/8/8/4K3 b kq").is_ok());
    assert!(read("fide", "4k3/8/8/8/8/8/8/4K3 b -").is_ok());
}

#[test]
fn rights_are_not_left_out_of_the_middle_of_a_position() {
    let read = |name: &str, fen: &str| fen::read(&game(name), SetupId::default(), fen);
    assert!(read("shatranj", "4k3/8/8/8/8/8/8/R3K3 w 3 7").is_ok(), "there are none in this game");
    for name in ["fide", "crazyhouse", "berolina"] {
        let error = read(name, "4k3/8/8/8/8/8/8/R3K3 w 3 7").unwrap_err();
        assert_eq!(error.diagnostics()[0].code, "fen::castling", "{name}");
    }
}

#[test]
fn a_castling_right_says_who_has_not_moved() {
    let text = "game \"Gates\" extends fide
men
  H archbishop: BN
  K king:   K, royal, when first moving may leave H
  R rook:   R, when first moving may leave H
  N knight: N, when first moving may leave H
setup standard
  r n b q k b n r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R N B Q K B N R
  hand: H h
rules
  drop of H: forbidden
";
    let game = loaded("gates.variant", text);
    let moves = |fen: &str| -> Vec<String> {
        let position = position(&game, fen);
        assert_eq!(fen::write(&position), fen::write(&self::position(&game, &fen::write(&position))));
        uci::legal_moves(&position).into_iter().map(|(text, _)| text).collect()
    };
    let with_right = moves("4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1");
    for mv in ["e1d1h", "h1h2h", "e1g1h", "h1e1h", "e1g1"] {
        assert!(with_right.iter().any(|other| other == mv), "{mv}: {with_right:?}");
    }
    let without = moves("4k3/8/8/8/8/8/8/4K2R[H] w - - 0 1");
    assert!(!without.iter().any(|mv| mv.ends_with('h')), "{without:?}");
    // Only the King and the Rook of this wing are known not to have moved.
    let one_wing = moves("4k3/8/8/8/8/8/8/R3K2R[H] w Q - 0 1");
    assert!(one_wing.contains(&"a1a2h".to_owned()) && !one_wing.contains(&"h1h2h".to_owned()), "{one_wing:?}");
    // The files of the others stand beside the rights in other programs.
    let start = position(&game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh] w KQBGkqbg - 0 1");
    assert_eq!(fen::write(&start), fen::write(&game.start()));
}

#[test]
fn a_man_that_flips_on_its_square_keeps_its_castling_right_alone() {
    let game =
        loaded("flips.variant", "game \"Flips\" extends fide\nmen\n  K king: K, royal, flips m/c, also at first fN\n");
    let mut position = game.start();
    for unmoved in [" unmoved=e8", " unmoved=-"] {
        let flip =
            position.legal_moves().to_vec().into_iter().find(|mv| mv.from().is_some() && mv.from() == mv.to()).unwrap();
        position.play(flip).unwrap();
        let text = fen::write(&position);
        assert!(text.contains(" KQkq ") && text.ends_with(unmoved), "{text}");
        let again = self::position(&game, &text);
        assert_eq!((fen::write(&again), again.hash()), (text, position.hash()));
    }
}

#[test]
fn checks_given_are_read_as_other_programs_write_them() {
    let three = game("three-check");
    let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let read = |rest: &str| fen::read(&three, SetupId::default(), &format!("{placement} {rest}"));
    for rest in ["2+3 4 7", "4 7 +1+0", "+1+0 4 7", "4 7 checks=1/0", "4 7 2+3"] {
        assert_eq!(fen::write(&read(rest).unwrap()), format!("{placement} 4 7 checks=1/0"), "{rest}");
    }
    assert_eq!(fen::write(&read("3+3 0 1").unwrap()), fen::write(&three.start()));
    for (rest, code) in [
        ("4+3 0 1", "fen::number"),
        ("2+x 0 1", "fen::number"),
        ("0 1 +1", "fen::extra-field"),
        ("2+3 0 1 checks=1/0", "fen::key-twice"),
        ("2+3 0 1 +1+0", "fen::key-twice"),
    ] {
        assert_eq!(read(rest).unwrap_err().diagnostics()[0].code, code, "{rest}");
    }
    // Where checks are not counted, these are no fields.
    assert!(fen::read(&game("fide"), SetupId::default(), &format!("{placement} 3+3 0 1")).is_err());
}

/// Each wrong FEN with everything that is said of it.
#[test]
fn wrong_positions() {
    let cases: [(&str, &str, &[&str]); 8] = [
        (
            "shape",
            "fide",
            &["", "8/8/8/8", "9/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K7/8 w", "k7/8/7/8/44/8/8/K6Q w - - 0 1"],
        ),
        ("men", "fide", &["k7/8/8/3X4/8/3z4/8/K7 w - - 0 1", "k7/8/8/3!4/8/8/8/K7 w", "k{n}7/8/8/8/8/8/8/K7 w"]),
        ("states", "feeble", &["k{s}7/8/8/8/8/R{ne}N{nnw7/8/K7 w", "k{e.n}7/8/8/8/8/R{ne}N{xyz}A{n-}C{n}4/8/K7 w"]),
        ("modes", "not-quite-weakest", &["k{s-}7/8/8/8/8/R{n}P{e-}P{x}5/8/K7 w"]),
        (
            "fields",
            "fide",
            &[
                "k7/8/8/8/8/8/8/K7 white kx e9d -1 one",
                "k7/8/8/8/8/8/8/K7 w - - 0 1 more",
                "k7/8/8/8/8/8/8/K7 w - - 0 0",
            ],
        ),
        (
            "keys",
            "feeble",
            &[
                "k7/8/8/8/8/8/8/K7 w - - 0 1 stil=1/0 still=3 still=1/1",
                "k7/8/8/8/8/8/8/K7 w - - 0 1 still=9/0 series=1/1",
            ],
        ),
        (
            "can't stand",
            "fide",
            &[
                "8/8/8/8/8/8/8/K7 w - - 0 1",
                "kk6/8/8/8/8/8/8/K7 w - - 0 1",
                "k7/8/8/8/8/8/8/R6K w - - 0 1",
                "k7/8/8/8/8/8/8/4K2R w KQk e3 0 1",
                "k7/8/8/8/8/8/8/7K w - e6 0 1",
            ],
        ),
        ("no such rule", "fide", &["k7/8/8/8/8/8/8/7K w - - 0 1 still=1/0 series=2/1"]),
    ];
    for (name, game_name, fens) in cases {
        let game = game(game_name);
        let mut page = String::new();
        for fen in fens {
            let error = fen::read(&game, SetupId::default(), fen).err();
            let mistakes = error.map(TextError::into_diagnostics).unwrap_or_default();
            writeln!(page, "{game_name}: {fen}").unwrap();
            page += &plain(&Source::new("position", *fen), &mistakes);
            page.push('\n');
        }
        assert_page("fen", &name.replace([' ', '\''], "-"), &page);
    }
}

/// Wrong moves, each with what is said of it.
#[test]
fn wrong_moves() {
    let cases: [(&str, &str, &str, &[&str]); 10] = [
        (
            "start",
            "fide",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &[
                "e2e5",
                "Bf1-c4",
                "Ra1a2",
                "Nf4",
                "e7e5",
                "e4e5",
                "Bg1-f3",
                "Zf3",
                "O-O",
                "O-O-O",
                "e2e4q",
                "end",
                "e2 flips",
                "Nb1 turns left",
                "a2b3",
                "e9e4",
                "hello",
                "e2",
                "0000",
            ],
        ),
        ("castling", "fide", "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", &["O-O", "e1g1", "e1d1", "e1e2", "Rh1-h3"]),
        ("castling-through-check", "fide", "4k3/8/8/8/5r2/8/8/R3K2R w Q - 0 1", &["O-O", "O-O-O", "e1g1", "e1f1"]),
        (
            "pins-and-promotions",
            "fide",
            "4k3/P3r3/8/8/8/8/4N3/4K3 w - - 0 1",
            &["Nc3", "a8", "a8=K", "a7a8", "a8=Z", "a8=", "axb8=Q"],
        ),
        ("ambiguous", "fide", "4k3/8/8/8/8/8/8/RN1NK2R w - - 0 1", &["Nc3", "Rg1", "Nf3"]),
        ("no-states", "fide", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &["a1@e", "Ra1 turns left"]),
        (
            "turns",
            "feeble",
            "rnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKANR w - - 0 1",
            &[
                "Ac1 turns 45 left",
                "Ac1 turns to n",
                "Ac1 turns to ne",
                "Ac1 turns towards c3",
                "a2 turns left",
                "Ac1 flips",
                "Kd1 turns left",
                "Qd1 turns to s",
                "c1@n",
                "c1@sw",
                "c1@ne-",
                "Ac1-a3",
                "Ac1-e4",
                "Ac1 turns",
                "Ac1 turns to",
                "Ac1 turns to nx",
                "Ac1 left arm turns left",
                "Ac1 arm turns left",
            ],
        ),
        (
            "modes",
            "not-quite-weakest",
            "rnaqkanr/ppp1pppp/8/8/3p4/2P{n-}1P{nwx}1P{nex}1/PP1P1P1P/RNAQKANR w - - 0 1",
            &["e3xd4", "c3xd4", "c3-d4", "g3-g4", "g3xh4", "Nb1-c3", "Nb1-d2", "Ac1-e3"],
        ),
        (
            "must-move",
            "feeble",
            "rnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKANR w - - 0 1 still=4/0",
            &["Ac1 turns left", "c1@nw"],
        ),
        ("game-over", "fide", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", &["e2e3", "Kf2", "O-O"]),
    ];
    let mut page = String::new();
    for (name, game_name, fen, moves) in cases {
        let game = game(game_name);
        let position = position(&game, fen);
        writeln!(page, "=== {name}, {game_name}: {fen}\n").unwrap();
        for text in moves {
            match read_uci_move(&position, text) {
                Ok(_) => writeln!(page, "`{text}` is legal\n").unwrap(),
                Err(problem) => {
                    writeln!(page, "{text}\n{}", plain(&Source::new("move", *text), &[problem])).unwrap();
                }
            }
        }
    }
    assert_page("moves", "wrong", &page);
}

/// A man that limits keep from becoming another one where it stands is told so, in either notation.
#[test]
fn what_limits_leave_out_in_place() {
    let text = "game \"Two Rooks\" extends fide\nmen\n  B bishop: B, becomes R, at most 2 R\n";
    let game = weakfish::load(&Source::new("two-rooks", text), &weakfish::BuiltIns).unwrap();
    for text in ["c1c1r", "Bc1=R"] {
        let refused = read_uci_move(&game.start(), text).unwrap_err();
        assert_eq!(refused.message, "the Bishop on c1 can't become this now");
    }
}

/// The legal moves in chosen positions, and at the start of the weak games whose men turn; those of others are counted.
#[test]
fn legal_moves() {
    let cases: [(&str, &str, &str); 16] = [
        ("fide-castling-and-promotion", "fide", "r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq - 0 1"),
        ("fide-en-passant", "fide", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        ("feeble-chancellor", "feeble", "4k{s}3/8/8/8/3C{n.nne}4/8/8/4K{n}3 w - - 0 1"),
        ("feeble-promotion", "feeble", "1r2k{s}3/2P5/8/8/8/8/8/4K{n}3 w - - 0 1"),
        ("feeble-goal", "feeble", "8/4K{n}3/k{s}7/8/8/8/8/8 w - - 0 1"),
        ("feeble-must-move", "feeble", "4k{s}3/8/8/8/8/8/R{n}7/4K{n}3 w - - 9 9 still=4/2"),
        ("nqw-lame-knight", "not-quite-weakest", "4k{s-}3/8/8/8/8/2P{n-}5/8/1N{nne-}2K{n-}3 w - - 0 1"),
        ("nqw-capturing-pawn", "not-quite-weakest", "4k{s-}3/8/8/2p{s-}1p{s-}3/3P{nex}4/8/8/4K{n-}3 w - - 0 1"),
        ("weakest-pawn-aslant-in-move-mode", "weakest", "4k{s-}3/8/8/2p{s-}1p{s-}3/3P{ne-}4/8/8/4K{n-}3 w - - 0 1"),
        ("demichess-snail-castles", "demichess", "s3k2s/8/8/8/8/8/8/S3K2S w KQkq - 0 1"),
        ("demichess-promotion", "demichess", "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1"),
        ("turning-after-moving", "turning", "4k3/8/8/8/8/8/4P{n}3/R{n}3K3 w - - 0 1"),
        ("foolish-king-free-castling", "foolish-king", "r3k4r/10/10/10/10/10/10/R3F5 b kq - 0 1"),
        ("gearshift-end", "gearshift-demichess", "4k3/7p/8/8/8/8/P7/4K3 w - - 0 1 series=2/1"),
        ("gearshift-stuck", "gearshift", "7k/8/8/8/8/p1n5/P7/K7 w - - 0 1 series=2/1"),
        ("cheapmate", "cheapmate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
    ];
    let (mut starts, mut page) = (String::new(), String::new());
    for name in weak_games() {
        let game = game(name);
        if !game.variant().kinds().any(|(_, kind)| kind.turns()) {
            continue;
        }
        for (index, setup) in game.variant().setups.iter().enumerate() {
            let moves = move_page(name, &game.start_of(SetupId(index as u8)));
            writeln!(starts, "=== {}\n{moves}", setup.name).unwrap();
        }
    }
    for (name, game_name, fen) in cases {
        let game = game(game_name);
        writeln!(page, "=== {name}\n{}", move_page(game_name, &position(&game, fen))).unwrap();
    }
    assert_page("moves", "starts", &starts);
    assert_page("moves", "legal", &page);
}

fn move_page(game: &str, position: &Position) -> String {
    let moves: Vec<_> = uci::legal_moves(position).into_iter().map(|(text, _)| text).collect();
    let mut page = format!("{game}: {}\n{} moves\n", fen::write(position), moves.len());
    if let Some(outcome) = position.outcome() {
        writeln!(page, "{outcome}").unwrap();
    }
    // One line for each square that men move from.
    for line in moves.chunk_by(|a, b| a.get(..2) == b.get(..2)) {
        writeln!(page, "{}", line.join(" ")).unwrap();
    }
    page
}

/// A game of up to 60 moves at random; `look` sees every position on the way.
fn walk(start: Position, dice: &mut Dice, mut look: impl FnMut(&Position)) -> Vec<Move> {
    let mut position = start;
    let mut played = Vec::new();
    let plies = dice.below(60);
    for _ in 0..plies {
        look(&position);
        let moves = position.legal_moves().to_vec();
        if moves.is_empty() || position.outcome().is_some() {
            return played;
        }
        let mv = dice.pick(&moves);
        position.play(mv).unwrap();
        played.push(mv);
    }
    look(&position);
    played
}

/// Moves have a text each, are found by it, and are played from a text; positions come back from theirs.
#[test]
fn moves_and_positions_come_back_from_their_texts() {
    check_law(16, |dice| {
        for name in weakfish::builtin::names() {
            let game = game(name);
            let setup = SetupId(dice.below(game.variant().setups.len()) as u8);
            walk(game.start_of(setup), dice, |position| {
                let text = fen::write(position);
                let again = fen::read(&game, setup, &text);
                let again = again.unwrap_or_else(|problems| panic!("{name}: {text}: {problems:?}"));
                assert_eq!(fen::write(&again), text, "{name}");
                let moves = uci::legal_moves(position);
                assert!(moves.windows(2).all(|pair| pair[0].0 < pair[1].0), "{name}: {text}: {moves:?}");
                for (text, mv) in moves.iter().take(6) {
                    assert_eq!(read_uci_move(position, text), Ok(*mv), "{name}: {text}");
                    let played = replay_from(position.clone(), setup, text);
                    assert!(played.is_complete(), "{name}: {text}: {:?}", played.diagnostics);
                    let moves: Vec<_> = played.last().unwrap().plies.iter().map(|ply| ply.mv).collect();
                    assert_eq!(moves, [*mv], "{name}: {text}");
                }
            });
        }
    });
}

/// All games that the tests know, with a setup of each at random.
fn any_games(dice: &mut Dice) -> Vec<(String, Position)> {
    let built_in = weakfish::builtin::names().map(|name| (name.to_owned(), game(name)));
    let all = built_in.chain(one_file_games().iter().cloned());
    let start = |game: &Game, dice: &mut Dice| game.start_of(SetupId(dice.below(game.variant().setups.len()) as u8));
    all.map(|(name, game)| (name, start(&game, dice))).collect()
}

/// As people write them, moves are told apart, and found again.
#[test]
fn moves_come_back_as_people_write_them() {
    check_law(1, |dice| {
        for (name, start) in any_games(dice) {
            let (mut count, mut as_programs) = (0, 0);
            walk(start, dice, |position| {
                for (program, mv) in uci::legal_moves(position).into_iter().step_by(if times() > 1 { 3 } else { 10 }) {
                    let text = write_move(position, mv);
                    let bare = text.trim_end_matches(['+', '#']);
                    let again = read_move(position, &text);
                    assert_eq!(again, Ok(mv), "{name}: {}: {program} is written {text}", fen::write(position));
                    count += 1;
                    as_programs += usize::from(bare == program && mv.man().is_some());
                }
            });
            // Short forms of pawns are the same for both; what programs alone can say is rare.
            assert!(as_programs <= 8 + count / 8, "{name}: {as_programs} of {count}");
        }
    });
}

/// Games are written with signs and comments, and replayed to the same end.
#[test]
fn games_come_back_as_they_were_written() {
    check_law(4, |dice| {
        for (name, start) in any_games(dice) {
            let mut end = start.clone();
            let played = walk(start.clone(), dice, |position| end = position.clone());
            let mut noted = |mv| match dice.below(6) {
                0 => NotedMove::new(mv, "?!", ""),
                1 => NotedMove::new(mv, "", "a {remark} (with brackets"),
                2 => NotedMove::new(mv, "??", "better 1. e4 e5"),
                _ => NotedMove::from(mv),
            };
            let moves: Vec<NotedMove> = played.iter().map(|&mv| noted(mv)).collect();
            let outcome = end.outcome();
            let plain: Vec<NotedMove> = played.iter().map(|&mv| mv.into()).collect();
            for moves in [moves, plain] {
                let text = write_game(&[("game", &name), ("White", "A\nB")], &start, &moves, outcome.as_ref());
                assert!(text.lines().all(|line| line.chars().count() <= 100 || line.contains(':')), "{text}");
                let replay = replay(start.game(), SetupId::default(), &text);
                assert!(replay.diagnostics.is_empty(), "{name}: {text}: {:?}", replay.diagnostics);
                let line = replay.last().unwrap();
                let found: Vec<Move> = line.plies.iter().map(|ply| ply.mv).collect();
                assert_eq!(found, played, "{name}: {text}");
                assert_eq!(line.outcome, outcome, "{name}: {text}");
            }
            let again = replay_from(start.clone(), start.setup(), &write_moves(&start, &played));
            assert_eq!(again.last().map(|line| line.plies.len()), Some(played.len()), "{name}");
        }
    });
}

/// The usual forms.
#[test]
fn people_write_moves_like_this() {
    for (name, fen, moves) in [
        ("fide", "4k3/P6P/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "e1g1 O-O, e1c1 O-O-O, e1d2 Kd2, a7a8q a8=Q+, e5d6 exd6"),
        ("fide", "4k3/8/8/8/R6R/2R5/8/2R1K3 w - - 0 1", "a4d4 Rad4, c3c2 R3c2, h4h8 Rh8+, c3c4 Rcc4"),
        (
            "feeble",
            "4k{s}3/8/8/6A{ne}1/8/8/8/3C{n.nne}K{n}3 w - - 0 1",
            "g5@nw Ag5 turns left, d1@n.ene Cd1 leap turns right",
        ),
        ("not-quite-weakest", "4k{s-}3/8/8/8/4P{n-}3/8/8/4K{n-}3 w - - 0 1", "e4@nx e4 flips, e4@nw- e4 turns left"),
        (
            "turning",
            "4k3/8/8/8/8/8/4P{n}3/R{n}3K3 w - - 0 1",
            "e2e3@ne e3 turning right, a1a2@ne Ra2 turning left, e2e3 e3",
        ),
        ("gearshift", "7k/8/8/8/8/p1n5/P7/K7 w - - 0 1 series=2/1", "stalemate stalemate"),
    ] {
        let position = position(&game(name), fen);
        for (programs, people) in moves.split(", ").filter_map(|pair| pair.split_once(' ')) {
            let mv = uci::find(&position, programs).unwrap_or_else(|| panic!("{name}: {programs}"));
            assert_eq!(write_move(&position, mv), people, "{name}: {programs}");
        }
    }
}

/// A man that becomes another one on its square is written as one that promotes there.
#[test]
fn people_write_men_that_become_others_like_this() {
    let (_, flip_chess) = one_file_games().iter().find(|(name, _)| name == "flip-chess").unwrap();
    let position = position(flip_chess, "*2k2*/7/3n3/7/7/*1NKR1* w - - 0 1");
    for (programs, people) in [("c1c1m", "Nc1=M"), ("c1d3m", "Nd3=M"), ("e1e1b", "Re1=B")] {
        let mv = uci::find(&position, programs).unwrap_or_else(|| panic!("{programs}"));
        assert_eq!(write_move(&position, mv), people);
        assert_eq!(read_move(&position, people), Ok(mv));
    }
    let problem = read_move(&position, "Nc1=B").unwrap_err();
    assert_eq!(problem.help.as_deref(), Some("it can become `=M`"));
}

/// What is said of a move in machine notation that can't be played from a position of a game extending `fide`.
fn refusal(lines: &str, fen: &str, mv: &str) -> (Game, String) {
    let game = loaded("own.variant", &format!("game \"Own\" extends fide\n{lines}"));
    let message = read_uci_move(&position(&game, fen), mv).unwrap_err().message;
    (game, message)
}

#[test]
fn what_blocks_a_wrapping_slide_is_named() {
    let (_, message) = refusal("men\n  R rook: oR\n", "4k3/8/8/8/8/8/8/RP2K2P w", "a1g1");
    assert_eq!(message, "the Rook on a1 can't reach g1: the Pawn on h1 is in its way");
}

#[test]
fn a_name_of_several_words_is_printed_alike_everywhere() {
    let (game, message) = refusal("men\n  N royal knight: N\n", "4k3/8/8/8/8/8/8/N3K2R w", "a1a2");
    assert_eq!(message, "the Royal Knight on a1 can't go to a2");
    let kind = game.variant().kind_of_symbol(Side::White, "N").unwrap();
    assert!(page::man(game.variant(), kind).starts_with("N  Royal Knight: N\n"));
    assert!(page::game(game.variant()).contains("Royal Knight"));
}

/// A game in machine notation replays to the same position.
#[test]
fn machine_moves_replay() {
    check_law(16, |dice| {
        for name in weakfish::builtin::names() {
            let game = game(name);
            let mut last = game.start();
            let played = walk(last.clone(), dice, |position| last = position.clone());
            let mut position = game.start();
            let mut text = String::new();
            for mv in played {
                text += &uci::write(&position, mv);
                text.push(' ');
                position.play(mv).unwrap();
            }
            let replay = replay(&game, SetupId::default(), &text);
            assert!(replay.is_complete(), "{name}: {text}: {:?}", replay.diagnostics);
            assert_eq!(fen::write(&replay.last().unwrap().position), fen::write(&last));
        }
    });
}

#[test]
fn any_text_is_refused_without_panic() {
    const WORDS: [&str; 12] =
        ["Ke", "Nf3", "e4", "Ra", "turns ", "left", "flips", "position: ", "diagram", "setup: ", "letters: ", "é"];
    let marks: Vec<char> = "abcdefghKQRBNAPO12345678x:=@{}().,;+#!-\n/ '".chars().collect();
    check_law(400, |dice| {
        let word = |dice: &mut Dice| {
            if dice.flip() { dice.pick(&WORDS).to_owned() } else { dice.pick(&marks).to_string() }
        };
        let text = dice.list(0, 30, word).concat();
        for name in ["fide", "feeble", "not-quite-weakest", "turning", "foolish-king", "gearshift"] {
            let game = game(name);
            let start = game.start();
            let _ = fen::read(&game, SetupId::default(), &text);
            let _ = read_uci_move(&start, &text);
            let _ = replay_from(start, SetupId::default(), &text);
        }
    });
}

#[test]
fn any_likely_position_is_refused_without_panic() {
    const PARTS: [&str; 14] = [
        "{n}",
        "{nex}",
        "/8",
        "/k7",
        "/K7",
        " w",
        " b",
        " KQkq",
        " e3",
        " still=1/2",
        " series=3/1",
        " quiet=9",
        " -",
        " 0 1",
    ];
    let marks: Vec<char> = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ123456789/{}.- ".chars().collect();
    check_law(400, |dice| {
        let part = |dice: &mut Dice| {
            if dice.flip() { dice.pick(&PARTS).to_owned() } else { dice.pick(&marks).to_string() }
        };
        let text = dice.list(0, 30, part).concat();
        for name in ["fide", "feeble", "not-quite-weakest", "gearshift"] {
            let _ = fen::read(&game(name), SetupId::default(), &text);
        }
    });
}

fn move_of(game: &Game, fen: &str, text: &str) -> Result<String, String> {
    let position = position(game, fen);
    let read = read_move(&position, text);
    read.map(|mv| uci::write(&position, mv)).map_err(|mistake| mistake.message)
}

#[test]
fn a_king_that_reaches_the_square_goes_there_without_castling() {
    let game = loaded("leaper", "game \"Leaper\" extends fide\nmen\n  K king: KD, royal\n");
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let [goes, castles] = ["Kg1", "O-O"].map(|text| move_of(&game, fen, text).unwrap());
    assert_eq!((goes.as_str(), castles.as_str()), ("e1g1", "e1g1,h1f1"));
}

/// Without pawns and promotions any man may be meant.
#[test]
fn a_man_needs_no_letter_in_a_game_without_pawns() {
    let text = "game \"Bare\"\nboard: 4x4\nfirst: white\nblack: mirrors white\nmen\n  K king: K, royal\n  S scout: fW\n\
                setup standard\n  k . . .\n  . . . .\n  . . . S\n  K . . .\nendings\n  checkmated: loses\n  stalemated: draw\n";
    let game = loaded("bare", text);
    assert_eq!(move_of(&game, "k3/4/3S/K3 w - - 0 1", "d3").as_deref(), Ok("d2d3"));
    assert_eq!(move_of(&game, "k3/4/3S/K3 w - - 0 1", "b1").as_deref(), Ok("a1b1"));
}

#[test]
fn a_turn_is_refused_where_a_capture_is_compulsory() {
    let text = "game \"Greedy\" extends feeble\nrules\n  capture: compulsory\n";
    let game = loaded("greedy", text);
    let fen = "4k{s}3/8/8/8/8/p7/R{n}7/4K{n}3 w - - 0 1";
    assert_eq!(move_of(&game, fen, "Rxa3").as_deref(), Ok("a2a3"));
    let refused = move_of(&game, fen, "a2@e").unwrap_err();
    assert!(refused.contains("capture"), "{refused}");
}

/// A part that turns alone is turned to the wind that is named, and keeps the mode of its man.
#[test]
fn a_part_turns_to_the_wind_that_is_named() {
    let text = "game \"Parts\" extends fide\nmen\n  Q tank: hull fW + gun rfN, gun turns 45 or 90, flips m/c\n\
                rules\n  promotion of P: on last rank, to R\n";
    let game = loaded("parts", text);
    let moves: Vec<String> = uci::legal_moves(&position(&game, "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1"))
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    let turns: Vec<&String> = moves.iter().filter(|text| text.starts_with("d4@")).collect();
    for text in &turns {
        let state = &text["d4@".len()..];
        if let Some(wind) = state.strip_suffix('-') {
            let written = format!("Qd4 gun turns to {wind}");
            assert_eq!(
                move_of(&game, "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", &written).as_ref(),
                Ok(*text),
                "{written} of {turns:?}"
            );
        }
    }
    assert!(turns.len() >= 4, "{moves:?}");
}

/// Each part of the state has a key of its own, its refusals a code, and the parts that hash keys include a number that tells them apart.
#[test]
fn parts_of_the_state_are_told_apart() {
    let parts = StatePart::ALL;
    let keys: BTreeSet<_> = parts.iter().filter_map(|part| part.key()).collect();
    assert_eq!(keys.len(), parts.iter().filter(|part| part.key().is_some()).count());
    let tags = parts.iter().filter_map(|part| match part.declaration().hashed {
        Hashed::ByTurn(tag) | Hashed::BesideRepetition(tag) => Some(tag),
        Hashed::ByMove | Hashed::Never(_) => None,
    });
    let tags: Vec<_> = tags.collect();
    assert_eq!(tags.iter().collect::<BTreeSet<_>>().len(), tags.len(), "{tags:?}");
    for &part in parts {
        let (code, [sentence, label, help]) = WrongCount { part, side: Side::White, count: 3, most: 2 }.texts();
        assert!(code.is_empty() || code.parse::<Code>().is_ok(), "{code}");
        assert!(![sentence, label, help].concat().contains(['{', '}']), "{part:?}");
    }
}
