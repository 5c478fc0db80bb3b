//! Shuffled setups: the numbers of their arrays, what they begin with, and castling from them.

use weakfish::engine::{Game, Position, UnknownStart};
use weakfish::model::SetupId;
use weakfish::notation::{fen, read_uci_move, uci};
use weakfish::source::Source;
use weakfish::{BuiltIns, load};

use weakfish_testing::dice::Dice;
use weakfish_testing::games;
use weakfish_testing::naive;

const SETUP: SetupId = SetupId(0);

/// A game with the board of Fischer's and this line under it.
fn game(rows: &str, line: &str) -> Game {
    let text = format!("game \"Shuffled\" extends fide\n{rows}\n  {line}\nrules\n  castling: none\n");
    load(&Source::new("shuffled.variant", &text), &BuiltIns).unwrap_or_else(|report| panic!("{report:?}"))
}

fn chess(line: &str) -> Game {
    let rows = "setup standard\n  r n b q k b n r\n  p p p p p p p p\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
                . . . . . . . .\n  P P P P P P P P\n  R N B Q K B N R";
    game(rows, line)
}

fn count(game: &Game) -> u64 {
    game.arrays(SETUP).unwrap().count()
}

/// White's men on the first rank.
fn first_rank(position: &Position) -> String {
    let fen = fen::write(position);
    let rank = fen.split(['/', ' ']).nth(7).unwrap();
    rank.to_owned()
}

/// The array of a number by the table of Reinhard Scharnagl.
fn scharnagl(number: usize) -> String {
    let mut rank = [' '; 8];
    rank[2 * (number % 4) + 1] = 'B';
    rank[2 * (number / 4 % 4)] = 'B';
    let mut place = |man: char, nth: usize| {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[free[nth]] = man;
    };
    place('Q', number / 16 % 6);
    let (first, second) = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][number / 96];
    place('N', first);
    place('N', second - 1);
    "RKR".chars().for_each(|man| place(man, 0));
    rank.iter().collect()
}

#[test]
fn the_arrays_of_fischer_random_chess_have_the_numbers_of_scharnagl() {
    let game = games::game("fischer-random");
    assert_eq!(count(&game), 960);
    for number in 0..960 {
        let start = game.start_of_array(SETUP, number).unwrap();
        let rank = first_rank(&start);
        assert_eq!(rank, scharnagl(number as usize), "array {number}");
        let text = fen::write(&start);
        assert!(text.starts_with(&rank.to_lowercase()) && text.ends_with(" w KQkq - 0 1"), "{text}");
        assert_eq!(fen::write(&fen::read(&game, SETUP, &text).unwrap()), text);
        assert_eq!(start.perft(1), fen::read(&game, SETUP, &text).unwrap().perft(1));
    }
    assert!(game.start_of_array(SETUP, 960).is_none());
    assert_eq!(game.arrays(SETUP).unwrap().number_of(&game.variant().setups[0]), Some(518));
}

/// The ways to place men of a kind are in lexicographic order, and all there are.
#[test]
fn the_squares_of_a_kind_are_numbered_in_lexicographic_order() {
    for knights in 1..=6 {
        let rank = format!("K {}{}", "N ".repeat(knights), "R ".repeat(7 - knights));
        let empty = "  . . . . . . . .\n".repeat(4);
        let black = rank.to_lowercase();
        let rows = format!(
            "setup standard\n  {black}\n  p p p p p p p p\n{empty}  P P P P P P P P\n  {rank}",
            black = black.trim()
        );
        let game = game(&rows, "shuffled: N or R on b1 to h1");
        let (arrays, variant) = (game.arrays(SETUP).unwrap(), game.variant());
        let mut setup = variant.setups[0].clone();
        let mut ways: Vec<String> = Vec::new();
        for number in 0..arrays.count() {
            setup.men = arrays.men(number, &setup, &variant.kinds).unwrap();
            assert_eq!(arrays.number_of(&setup), Some(number));
            ways.push(first_rank(&game.start_of_array(SETUP, number).unwrap()));
        }
        // A knight comes before a rook.
        assert!(ways.is_sorted_by(|one, other| one < other), "{ways:?}");
        let all = (0..knights).fold(1, |all, taken| all * (7 - taken) / (taken + 1));
        assert_eq!(ways.len(), all);
    }
}

#[test]
fn an_array_is_named_by_its_number() {
    let game = games::game("fischer-random");
    let fen = |text: &str| fen::write(&game.start_named(text).unwrap());
    assert_eq!(fen("standard"), fen("518"));
    assert_eq!(fen("standard 518"), fen("standard:518"));
    assert_eq!(fen("0"), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    let refused = |text: &str| game.start_named(text).unwrap_err();
    assert_eq!(refused("960"), UnknownStart::NoArray { setup: SETUP, count: 960 });
    assert_eq!(refused("standard x"), UnknownStart::NoArray { setup: SETUP, count: 960 });
    assert_eq!(refused("other 5"), UnknownStart::NoSetup);
    assert_eq!(refused("other"), UnknownStart::NoSetup);
    let chess = games::game("fide");
    assert_eq!(chess.start_named("5").unwrap_err(), UnknownStart::NotShuffled { setup: SETUP });
    assert_eq!(chess.start_named("standard 5").unwrap_err(), UnknownStart::NotShuffled { setup: SETUP });
}

/// Counts for positions of Fischer Random Chess (`fischer.epd` of Andrew Wagner).
#[test]
fn counts_are_as_published() {
    let game = games::game("fischer-random");
    for (text, counts) in [
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12189, 326_672]),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807, 18002, 667_366]),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", [20, 479, 10471, 273_318]),
    ] {
        let position = fen::read(&game, SETUP, text).unwrap();
        let found = [1, 2, 3, 4].map(|depth| position.perft(depth));
        assert_eq!(found, counts, "{text}");
    }
}

#[test]
fn the_naive_generator_counts_the_same_from_arrays() {
    let game = games::game("fischer-random");
    let arrays = game.arrays(SETUP).unwrap();
    let naive = naive::arrays(game.variant(), SETUP).unwrap();
    assert_eq!(naive.len(), 960);
    let mut dice = Dice::new(960);
    for (number, men) in naive.into_iter().enumerate() {
        assert_eq!(arrays.men(number as u64, &game.variant().setups[0], &game.variant().kinds).unwrap(), men);
        if !dice.percent(4) {
            continue;
        }
        let mut variant = game.variant().clone();
        variant.setups[0].men = men;
        let twin = naive::Position::start(&naive::Game::new(&variant, SETUP));
        let start = game.start_of_array(SETUP, number as u64).unwrap();
        assert_eq!((fen::write(&start), start.perft(2)), (twin.fen(), twin.perft(2)), "array {number}");
    }
}

#[test]
fn castling_rights_are_read_in_both_forms_and_tell_rooks_apart() {
    let game = games::game("fischer-random");
    let read = |text: &str| fen::read(&game, SETUP, text);
    // The right of the Rook on b1, and not of the one on a1, which has come there.
    let inner = read("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1").unwrap();
    assert_eq!(fen::write(&inner), "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
    assert!(uci::find(&inner, "e1b1").is_some() && uci::find(&inner, "e1a1").is_none());
    let outer = read("4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1").unwrap();
    assert_eq!(fen::write(&outer), fen::write(&read("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1").unwrap()));
    // The Rook on b1 stands between.
    assert!(uci::find(&outer, "e1a1").is_none() && uci::find(&outer, "e1b1").is_none());
    for wrong in
        ["4k3/8/8/8/8/8/8/RR2K3 w C - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w K - 0 1", "4k3/8/8/8/8/8/R7/4K3 w A - 0 1"]
    {
        let error = read(wrong).unwrap_err();
        assert!(error.diagnostics()[0].code.as_str().starts_with("fen::castling"), "{wrong}: {error}");
    }
    // Where nothing is shuffled, a file is that of the one partner.
    let chess = games::game("fide");
    let files = fen::read(&chess, SETUP, "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").unwrap();
    assert_eq!(fen::write(&files), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(fen::read(&chess, SETUP, "r3k2r/8/8/8/8/8/8/R3K1R1 w G - 0 1").is_err());
}

#[test]
fn a_king_that_stays_where_it_is_castles_by_its_rook() {
    let game = games::game("fischer-random");
    let mut position = fen::read(&game, SETUP, "4k3/8/8/8/8/8/8/6KR w K - 0 1").unwrap();
    let mv = read_uci_move(&position, "g1h1").unwrap();
    position.play(mv).unwrap();
    assert_eq!(fen::write(&position), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    // Past the Rook, to the other wing.
    let mut position = fen::read(&game, SETUP, "4k3/8/8/8/8/8/8/5RK1 w F - 0 1").unwrap();
    position.play(read_uci_move(&position, "g1f1").unwrap()).unwrap();
    assert_eq!(fen::write(&position), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
}

#[test]
fn conditions_and_sides_decide_how_many_arrays_there_are() {
    let none = "shuffled: all men but P on own rank 1";
    assert_eq!(count(&chess(none)), 5040);
    assert_eq!(count(&chess(&format!("{none}, B on both colours"))), 2880);
    assert_eq!(count(&chess(&format!("{none}, K between R, B on both colours"))), 960);
    assert_eq!(count(&chess(&format!("{none}, K between R, B on both colours, each side by itself"))), 960 * 960);
    assert_eq!(count(&chess("shuffled: R or K on own rank 1")), 3);
    assert_eq!(count(&chess("shuffled: Q or K on d1 or e1")), 2);
    let capablanca = "board: 10x8\nmen\n  A archbishop: BN\n  C chancellor: RN\nsetup standard\n  r n a b q k b c n r\n  \
                      p p p p p p p p p p\n  . . . . . . . . . .\n  . . . . . . . . . .\n  . . . . . . . . . .\n  . . . . . . . . . .\n  \
                      P P P P P P P P P P\n  R N A B Q K B C N R";
    let line = "shuffled: B, Q, A, C, N, K or R on own rank 1, B on both colours, K between R";
    assert_eq!(count(&game(capablanca, line)), 25 * 8 * 7 * 6 * 10);
    let line = format!("{line}, Q or C on both colours");
    let arrays = game(capablanca, &line);
    assert_eq!(count(&arrays), 25 * 2 * 4 * 4 * 6 * 10);
}

#[test]
fn each_side_by_itself_counts_blacks_orders_after_whites() {
    let game = chess("shuffled: B, Q, N, K or R on own rank 1, B on both colours, K between R, each side by itself");
    let ranks = |number: u64| {
        let fen = fen::write(&game.start_of_array(SETUP, number).unwrap());
        let ranks: Vec<&str> = fen.split(['/', ' ']).collect();
        (ranks[7].to_owned(), ranks[0].to_uppercase())
    };
    for number in [0, 518, 959, 960, 518 + 960 * 518, 960 * 960 - 1] {
        assert_eq!(ranks(number), (scharnagl((number % 960) as usize), scharnagl((number / 960) as usize)), "{number}");
    }
    assert_eq!(game.arrays(SETUP).unwrap().number_of(&game.variant().setups[0]), Some(518 + 960 * 518));
}
