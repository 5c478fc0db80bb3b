//! Positions and moves in the dialects of other programs.

use weakfish::builtin;
use weakfish::engine::{Game, Position};
use weakfish::model::SetupId;
use weakfish::notation::{Dialect, fen, read_moves, replay, uci, write_fairy_move};
use weakfish_testing::dice::check_law;
use weakfish_testing::games::game;

/// Games played at random by Fairy-Stockfish: the game, the notation of the moves, the moves, and the position after them as
/// FEN and, in the kin of Shogi, as SFEN. `oracles/dialects.py` writes them.
const RECORD: &str = include_str!("../data/dialects.tsv");

/// Men, hands in any order, side and rights: other programs count moves in their own way.
fn without_counters(text: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').take(3).map(str::to_owned).collect();
    if let Some((board, hands)) = fields[0].split_once('[') {
        let mut hands: Vec<char> = hands.trim_matches(['-', ']']).chars().collect();
        hands.sort_unstable();
        fields[0] = format!("{board}[{}]", hands.into_iter().collect::<String>());
    }
    fields.join(" ")
}

/// The fields of an SFEN, with the men in hand in any order.
fn with_sorted_hands(sfen: &str) -> Vec<Vec<char>> {
    let mut fields: Vec<Vec<char>> = sfen.split(' ').map(|field| field.chars().collect()).collect();
    fields[2].sort_unstable();
    fields
}

/// The position that a FEN or SFEN means, with its dialect.
fn read(game: &Game, text: &str) -> (Position, Dialect) {
    fen::read_in(game, SetupId::default(), text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn games_of_another_program_lead_to_its_positions() {
    for line in RECORD.lines() {
        let [name, notation, moves, fen, sfen] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let game = game(name);
        let words: Vec<&str> = moves.split(' ').collect();
        let found = read_moves(&game.start(), &words, None)
            .unwrap_or_else(|(at, error)| panic!("{name} {notation}: {} of {moves}: {}", words[at], error.message));
        let mut position = game.start();
        for (&mv, word) in found.moves.iter().zip(&words) {
            if notation == "uci" {
                assert_eq!(write_fairy_move(&position, mv), *word, "{name}: {moves}");
            }
            position.play(mv).unwrap();
        }
        let written =
            fen::write_as(&position, Dialect::FairyStockfish).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Where men are dropped that nobody has in hand, the other program writes a stock or none.
        let written = if game.variant().has_hands() {
            [written.clone(), fen.to_owned()]
        } else {
            [written.as_str(), fen].map(without_hands)
        };
        assert_eq!(without_counters(&written[0]), without_counters(&written[1]), "{name}: {moves}");
        let board = |position: &Position| without_counters(&fen::write(position));
        assert_eq!(board(&read(&game, fen).0), board(&position), "{name}: {fen}");
        if !sfen.is_empty() {
            let (from_sfen, dialect) = read(&game, sfen);
            assert_eq!((board(&from_sfen), dialect), (board(&position), Dialect::Sfen), "{name}: {sfen}");
            let written = fen::write_as(&from_sfen, Dialect::Sfen).unwrap();
            assert_eq!(with_sorted_hands(&written), with_sorted_hands(sfen), "{name}");
        }
        // A game text has the same moves; a promotion in coordinates would be a check there.
        if notation != "uci" {
            let played = replay::replay_from(game.start(), SetupId::default(), moves);
            assert!(played.is_complete(), "{name} {notation}: {:?}", played.diagnostics);
            assert_eq!(fen::write(&played.last().unwrap().position), fen::write(&position), "{name}: {moves}");
        }
    }
}

#[test]
fn positions_in_the_letters_of_other_programs_are_the_same_positions() {
    let games: Vec<Game> = builtin::names().map(game).filter(|game| !game.variant().letters.is_empty()).collect();
    assert!(games.len() > 8);
    check_law(40, |dice| {
        let game = &games[dice.below(games.len())];
        let mut position = game.start();
        for _ in 0..dice.below(60) {
            if position.outcome().is_some() {
                break;
            }
            let legal = position.legal_moves().to_vec();
            let mv = legal[dice.below(legal.len())];
            let text = write_fairy_move(&position, mv);
            assert_eq!(read_moves(&position, &[&text], None).map(|read| read.moves), Ok(vec![mv]), "{text}");
            position.play(mv).unwrap();
        }
        let own = fen::write(&position);
        let (again, dialect) = read(game, &own);
        assert_eq!((fen::write(&again), dialect), (own.clone(), Dialect::Weakfish));
        if let Ok(foreign) = fen::write_as(&position, Dialect::FairyStockfish) {
            assert_eq!(without_counters(&fen::write(&read(game, &foreign).0)), without_counters(&own), "{foreign}");
            let mv =
                |position: &Position| uci::legal_moves(position).into_iter().map(|(text, _)| text).collect::<Vec<_>>();
            assert_eq!(mv(&read(game, &foreign).0), mv(&again), "{foreign}");
        }
    });
}

#[test]
fn ranks_are_counted_from_zero_in_a_whole_line_or_nowhere() {
    let start = game("xiangqi").start();
    for (moves, expected) in
        [("h2e2 h9g7 h0g2", Ok(true)), ("h3e3 h10g8 h1g3", Ok(false)), ("h3e3 h9g7", Err(1)), ("h2e2 h10g8", Err(1))]
    {
        let words: Vec<&str> = moves.split(' ').collect();
        let read = read_moves(&start, &words, None).map(|read| read.ranks_from_zero).map_err(|(at, _)| at);
        assert_eq!(read, expected, "{moves}");
    }
    let chosen = |dialect| read_moves(&start, &["h2e2"], Some(dialect)).is_ok();
    assert!(chosen(Dialect::Iccs) && !chosen(Dialect::Weakfish) && !chosen(Dialect::FairyStockfish));
    for moves in ["h3e3 h9g7", "h2e2 h10g8"] {
        assert!(!replay_of("xiangqi", moves).is_complete(), "{moves}");
    }
    // Rooks on a5 and a4.
    let both = "3k5/9/9/9/9/R8/R8/9/9/4K4 w - - 0 1";
    let position = read(&game("xiangqi"), both).0;
    assert!(read_moves(&position, &["a4b4"], None).unwrap().is_ambiguous);
    assert!(!read_moves(&start, &["h3e3"], None).unwrap().is_ambiguous);
    let told = replay::replay_from(position, SetupId::default(), "1. a4b4").diagnostics;
    assert!(told.iter().any(|note| note.code == "game-text::dialect" && !note.is_error()), "{told:?}");
}

#[test]
fn positions_are_read_as_programs_write_them() {
    let orthodox = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    for (name, text, expected) in [
        ("fide", "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("fide", "\"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("fide", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 0", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("fide", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - hmvc 3; fmvn 12; bm O-O;", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 12"),
        ("fide", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 12 ;D1 26 ;D2 568", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 12"),
        ("fide", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 12;", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 12"),
        ("makruk", "4k3/8/8/8/8/8/4M~3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4M3/4K3 w - - 0 1"),
        ("shogi", "sfen 4k4/9/9/9/9/9/9/9/4K4 b -", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1"),
        ("shogi", "position sfen 4k4/9/9/9/9/9/9/9/4K4 w P 2", "4k4/9/9/9/9/9/9/9/4K4[P] b - - 0 1"),
    ] {
        let game = game(name);
        assert_eq!(fen::write(&read(&game, text).0), fen::write(&read(&game, expected).0), "{name}: {text}");
    }
    let counted = "8/8/8/4k3/8/8/5R2/3K4 b - 32 6 50";
    let written = fen::write_as(&read(&game("makruk"), counted).0, Dialect::FairyStockfish);
    assert_eq!(written.as_deref(), Ok(counted));
    let wrong = fen::read(&game("fide"), SetupId::default(), &format!("{orthodox} hmvc x;")).unwrap_err();
    assert_eq!(
        (wrong.diagnostics()[0].code, wrong.diagnostics()[0].span().start),
        ("fen::number".parse().unwrap(), 38)
    );
    // Operations that hold no counters leave those of the first move.
    assert!(fen::write(&read(&game("fide"), &format!("{orthodox} id \"1\";")).0).ends_with(" 0 1"));
}

#[test]
fn rights_that_a_game_lacks_are_one_error_and_those_of_another_array_are_chess960() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let refused = fen::read(&game("antichess"), SetupId::default(), text).unwrap_err();
    assert_eq!(refused.diagnostics().len(), 1);
    assert_eq!(refused.diagnostics()[0].help.as_deref(), Some("write `-`"));
    let array = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    for name in ["fide", "fischer-random", "atomic-chess", "crazyhouse"] {
        let replay = replay_of(name, &format!("[FEN \"{array}\"]\n1. O-O"));
        assert!(!replay.is_complete(), "{name}");
        let replay = replay_of(name, &format!("[FEN \"{array}\"]\n1. h3 h6"));
        assert!(replay.is_complete(), "{name}: {:?}", replay.diagnostics);
    }
}

#[test]
fn games_are_read_as_programs_write_them() {
    for (name, text, expected) in [
        ("grand", "1. f4 f6 2. Nc3", "f3f5 f8f7 b2c4"),
        ("janggi", "1. e2e2 Ke9", "pass pass"),
        ("janggi", "1. P79-78 K25-25", "i4h4 pass"),
        ("xiangqi", "1. 炮二平五 馬8進7 2. 馬二進三 車9平8", "h3e3 h10g8 h1g3 i10h10"),
        ("duck-chess", "1. e4,b4 e5,Nf3", ""),
        ("duck-chess", "1. e4,b4 Nf6,c6", "e2e4,e4b4 g8f6,f6c6"),
        ("shogi", "1. P-7f P-3d 2. Bxh8=", "c3c4 g7g6 b2h8"),
        ("fide", "1. ♘f3 = ♞c6 +- 1/2", "g1f3 b8c6"),
        ("fide", "[Fen \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8(Q)+ ±", "a7a8q"),
        ("connect-four", "1. d1 d2", "P@d1 P@d2"),
        ("reversi", "1. f4 f3", "P@f4 P@f3"),
        ("janggi", "1. Ri1-i2 Af10-e10 2. Ke2-e2", "i1i2 f10e10 pass"),
        ("amazons", "1. d1-d7(g7)", "d1d7,d7g7"),
        ("fide", "[White \"A\"] [Result \"*\"] 1. e4 e5 *", "e2e4 e7e5"),
        ("shogi", "1. P-7f 2. P-3d", "c3c4 g7g6"),
        ("fide", "1 e4 e5 2 1-0", "e2e4 e7e5"),
        ("shogi", "[SFEN \"4k4/9/9/9/9/9/9/9/4K4 w P 2\"]\nK-5b", "e9e8"),
    ] {
        let replay = replay_of(name, text);
        let moves: Vec<_> = replay.lines.iter().flat_map(|line| &line.plies).map(|ply| ply.text.as_str()).collect();
        if expected.is_empty() {
            assert!(!replay.is_complete(), "{name}: {text}");
        } else {
            assert!(replay.is_complete(), "{name}: {text}: {:?}", replay.diagnostics);
            assert_eq!(moves.join(" "), expected, "{name}: {text}");
        }
    }
    for (name, text, code, at) in [
        ("connect-four", "1. 4 4 2. 3", "move::unreadable", 3),
        ("fide", "1. e4 e5 2. 34 17", "move::unreadable", 12),
        ("fide", "1. e4 e5 2. Nf3 34", "move::unreadable", 16),
        ("shogi", "1. P-7e", "move::unreachable", 3),
        ("shogi", "7g7e", "move::unreachable", 0),
        ("shogi", "1. P*5e", "move::drop", 3),
        ("xiangqi", "C2=9", "move::blocked", 0),
        ("xiangqi", "h2e2 h9g7 h2e2", "move::unreadable", 10),
    ] {
        let told = replay_of(name, text).diagnostics;
        let error = told.iter().find(|problem| problem.is_error()).unwrap_or_else(|| panic!("{name}: {text}"));
        assert_eq!(
            (error.code.to_string().as_str(), error.span().start),
            (code, at),
            "{name}: {text}: {}",
            error.message
        );
    }
    for (name, text, words) in [
        ("xiangqi", "[FEN \"3k5/9/9/9/4R4/9/9/4R4/9/5K3 w - - 0 1\"]\nR5+1", "several moves"),
        ("shogi", "７六歩(77)", "USI"),
        ("fide", "[Variant \"Losers\"]\n1. e4", "Losers"),
        ("fide", "[Result \"1-0\"]\n1. f3 e5 2. g4 Qh4#", "another result: Black has won"),
        ("fide", "[Result \"0-1\"]\n1. e4 e5 1-0", "another result: White has won"),
    ] {
        let told = replay_of(name, text).diagnostics;
        let mut texts = told.iter().flat_map(|problem| [Some(problem.message.clone()), problem.help.clone()]).flatten();
        assert!(texts.any(|told| told.contains(words)), "{name}: {text}: {told:?}");
    }
}

/// A FEN without the men in hand.
fn without_hands(fen: &str) -> String {
    let (board, rest) = fen.split_once('[').unwrap_or((fen, "]"));
    board.to_owned() + rest.split_once(']').map_or("", |(_, rest)| rest)
}

fn replay_of(name: &str, text: &str) -> replay::Replay {
    replay::replay_from(game(name).start(), SetupId::default(), text)
}

#[test]
fn a_plus_is_a_promotion_where_the_move_gives_no_check() {
    let moves = |text: &str| {
        let replay = replay_of("shogi", text);
        assert!(replay.is_complete(), "{text}: {:?}", replay.diagnostics);
        replay.lines[0].plies.iter().map(|ply| ply.text.clone()).collect::<Vec<_>>()
    };
    for capture in ["Bxh8+", "Bb2xh8+", "Bx2b+", "Bxh8=+B"] {
        assert_eq!(moves(&format!("1. Pc4 Pg6 2. {capture}"))[2], "b2h8+b", "{capture}");
    }
    assert_eq!(moves("1. Pc4 Pg6 2. Bxh8")[2], "b2h8");
}

#[test]
fn notations_are_read_only_in_their_games() {
    for (name, text) in [("fide", "7g7f"), ("fide", "P-76"), ("xiangqi", "C25"), ("fide", "N2+3"), ("shogi", "C2=5")] {
        assert!(!replay_of(name, text).is_complete(), "{name} {text}");
        assert!(read_moves(&game(name).start(), &[text], None).is_err(), "{name} {text}");
    }
    // Digits alone are no numbers of moves.
    for (name, text) in [("fide", "5254 5755"), ("xiangqi", "7747 7062")] {
        assert!(!replay_of(name, text).is_complete(), "{name} {text}");
    }
}

#[test]
fn one_man_has_one_letter_in_a_position() {
    let of_grand = |men: &str| {
        let text =
            format!("r8r/1nbqk{men}bn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQK{}BN1/R8R w - - 0 1", men.to_uppercase());
        fen::read(&game("grand"), SetupId::default(), &text).map(|position| fen::write(&position))
    };
    let start = Ok(fen::write(&game("grand").start()));
    assert_eq!((of_grand("ma"), of_grand("ca")), (start.clone(), start));
    let mixed = of_grand("mc").unwrap_err();
    assert_eq!(mixed.diagnostics()[0].message, "`M` and `C` both mean the Marshal here");
}

#[test]
fn a_dialect_that_is_forbidden_is_not_read() {
    for (name, text, dialect) in [
        ("shatranj", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", Dialect::FairyStockfish),
        ("shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b 2P 1", Dialect::Sfen),
    ] {
        let game = game(name);
        let in_dialect = |chosen| fen::read_in(&game, SetupId::default(), text, chosen).map(|(_, dialect)| dialect);
        assert_eq!(in_dialect(None), Ok(dialect));
        assert_eq!(in_dialect(Some(dialect)), Ok(dialect));
        assert!(in_dialect(Some(Dialect::Weakfish)).is_err());
    }
    // Each dialect reads its own position.
    let ambiguous = "4k4/9/9/9/9/9/4P4/9/4K4 b -";
    let turn = |chosen| {
        fen::read_in(&game("shogi"), SetupId::default(), ambiguous, chosen).map(|(position, _)| position.turn())
    };
    assert!(turn(None).is_err() && turn(Some(Dialect::Sfen)) != turn(Some(Dialect::Weakfish)));
}
