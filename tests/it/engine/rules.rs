//! Rules one by one, with the moves and positions that `docs/reference` asks for written out.
//!
//! The naive generator reads the same model as the engine, and plays few games in which two rare rules meet; what it
//! can't find stands here.

use weakfish::engine::{Game, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::replay::replay_from;
use weakfish::notation::{fen, uci};

use weakfish_testing::games::{game, loaded};
use weakfish_testing::naive;
use weakfish_testing::positions::{after, moves_from as moves, position};

/// Who has won and why, or that it is a draw.
fn outcome(position: &Position) -> Option<(Option<Side>, String)> {
    position.outcome().map(|outcome| (outcome.winner, outcome.reason.to_string()))
}

#[allow(clippy::unnecessary_wraps, reason = "what `outcome` gives is compared with it")]
fn won(by: Side, reason: &str) -> Option<(Option<Side>, String)> {
    Some((Some(by), reason.to_owned()))
}

#[test]
fn the_last_rank_is_the_farthest_of_each_side() {
    let text = "game \"Race\" extends fide\nregions\n  goal: last rank\nrules\n  promotion of N: on goal, to Q\n\
                endings\n  the rest: none\n  K on last rank: wins\n  checkmated: loses\n  stalemated: draw\n";
    let race = loaded("race", text);
    assert_eq!(outcome(&race.start()), None);
    for (place, winner) in [
        ("K7/8/8/4k3/8/8/8/8 w - - 0 1", Some(Side::White)),
        ("8/8/8/4k3/8/8/8/K7 w - - 0 1", None),
        ("8/8/8/4K3/8/8/8/k7 w - - 0 1", Some(Side::Black)),
        ("k7/8/8/4K3/8/8/8/8 w - - 0 1", None),
    ] {
        assert_eq!(outcome(&position(&race, place)), winner.and_then(|side| won(side, "goal")), "{place}");
    }
    // So it is where men promote, by a region's name or not.
    let white = moves(&race, "8/P4N2/8/k6K/8/8/p4n2/8 w - - 0 1");
    assert!(["a7a8q", "f7h8q"].iter().all(|text| white.iter().any(|mv| mv == text)), "{white:?}");
    let black = moves(&race, "8/P4N2/8/k6K/8/8/p4n2/8 b - - 0 1");
    assert!(["a2a1q", "f2h1q"].iter().all(|text| black.iter().any(|mv| mv == text)), "{black:?}");
    assert!(!black.iter().any(|mv| mv.ends_with("8q")), "{black:?}");
}

#[test]
fn the_right_half_is_that_of_the_owner() {
    let sheet = |black: &str| {
        format!(
            "game \"Halves\"\nboard: 5x4\nfirst: white\nblack: {black} white\nmen\n  K king: K, royal\n  \
             N knight: rfN, turns 45\nsetup standard\n  n n n k n\n  . . . . .\n  . . . . .\n  N N N K N\n  \
             facing: toward the middle\nendings\n  checkmated: loses\n  stalemated: draw\n"
        )
    };
    for (black, first_rank_of_black) in [
        ("mirrors", "n{sse}n{sse}n{ssw}kn{ssw}"),
        // Seen from behind, a to c are Black's right half, and c is on the middle line.
        ("rotates", "n{sse}n{sse}n{sse}kn{ssw}"),
    ] {
        let game = loaded("halves", &sheet(black));
        let start = fen::write(&game.start());
        let expected = format!("{first_rank_of_black}/5/5/N{{nne}}N{{nne}}N{{nnw}}KN{{nnw}} w - - 0 1");
        assert_eq!(start, expected, "{black}");
    }
}

/// The squares between d1 and f4 on which a man stops a leap from one to the other.
#[test]
fn a_lame_leap_is_stopped_on_the_squares_of_its_way_only() {
    for (betza, stopped) in [
        ("Z", &[][..]),
        ("nZ", &["d2", "e3"]),
        ("[W-F-F]", &["d2", "e3"]),
        ("[F-F-W]", &["e2", "f3"]),
        ("[W-F-F&F-F-W]", &["d2", "e2", "e3", "f3"]),
    ] {
        let text = format!("game \"Lame\" extends fide\nmen\n  N zebra: {betza}\n");
        let game = loaded("lame", &text);
        let found: Vec<String> = ["d2", "d3", "d4", "e1", "e2", "e3", "e4", "f1", "f2", "f3"]
            .into_iter()
            .filter(|square| {
                let mut board = [['1'; 8]; 8];
                let mut put = |square: &str, man| {
                    let square = square.as_bytes();
                    board[usize::from(b'8' - square[1])][usize::from(square[0] - b'a')] = man;
                };
                for (square, man) in [("d1", 'N'), ("h1", 'K'), ("h8", 'k'), (*square, 'R')] {
                    put(square, man);
                }
                let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
                let mut rows = rows.join("/");
                for empty in (2..=8).rev() {
                    rows = rows.replace(&"1".repeat(empty), &empty.to_string());
                }
                !moves(&game, &format!("{rows} w - - 0 1")).iter().any(|mv| mv == "d1f4")
            })
            .map(str::to_owned)
            .collect();
        assert_eq!(found, stopped, "{betza}");
    }
}

#[test]
fn a_claimed_stalemate_is_that_of_the_player_who_claims_it() {
    const STUCK: &str = "7k/8/8/8/8/p1n5/P7/K7 w - - 0 1 series=2/1";
    for (endings, expected) in [
        ("stalemated: loses", won(Side::Black, "stalemate")),
        ("stalemated: wins", won(Side::White, "stalemate")),
        ("white stalemated: loses\n  black stalemated: wins", won(Side::Black, "stalemate")),
        ("black stalemated: loses\n  white stalemated: draw", Some((None, "stalemate".to_owned()))),
    ] {
        let text =
            format!("game \"Claims\" extends gearshift\nendings\n  the rest: none\n  checkmated: loses\n  {endings}\n");
        let game = loaded("claims", &text);
        assert_eq!(moves(&game, STUCK), ["end", "stalemate"]);
        assert_eq!(outcome(&after(&game, STUCK, &["stalemate"])), expected, "{endings}");
        assert_eq!(outcome(&after(&game, STUCK, &["end"])), None);
    }
}

/// A rook that is also a dabbaba rider checks along one file in two ways; only on e3 does a man stop both.
#[test]
fn a_double_check_by_one_man_is_met_where_both_ways_are() {
    let game = loaded("double", "game \"Double\" extends fide\nmen\n  Q dragon: RDD\n");
    let found = moves(&game, "k7/8/8/4q3/8/8/6N1/4K1N1 w - - 0 1");
    assert_eq!(found, ["e1d1", "e1d2", "e1f1", "e1f2", "g2e3"]);
    // And a man that stands there is pinned to both.
    let found = moves(&game, "k7/8/8/4q3/8/4R3/8/4K3 w - - 0 1");
    assert_eq!(found.iter().filter(|mv| mv.starts_with("e3")).collect::<Vec<_>>(), ["e3e5"]);
}

#[test]
fn material_is_counted_but_for_the_men_of_one_colour() {
    let draws = |balance: &str, board: &str| {
        let text = format!(
            "game \"Dead\" extends fide\nendings\n  the rest: none\n  only {balance}: draw\n  checkmated: loses\n  stalemated: draw\n"
        );
        let game = loaded("dead", &text);
        let fen = format!("{board} w - - 0 1");
        let naive = naive::Game::new(game.variant(), SetupId::default());
        let found = outcome(&position(&game, &fen));
        assert_eq!(
            naive::Position::from_fen(&naive, &fen).unwrap().judge().1.map(|(winner, _, reason)| (winner, reason)),
            found,
            "{balance} {fen}"
        );
        found.is_some_and(|(_, reason)| reason == "insufficient-material")
    };
    for (balance, board, expected) in [
        ("K and B of one colour", "4k3/8/8/8/8/8/8/4K3", true),
        ("K and B of one colour", "4k3/8/8/8/8/8/8/B1B1K3", true),
        ("K and B of one colour", "b1b1k3/8/8/8/8/8/8/1B1BK3", true),
        ("K and B of one colour", "b1b1k3/8/8/8/8/8/8/B1B1K3", false),
        ("K and B of one colour", "4k3/8/8/8/8/8/8/BB2K3", false),
        ("K and B of one colour", "4k3/8/8/8/8/8/8/B1N1K3", false),
        ("K and B of one colour", "4k1n1/8/8/8/8/8/8/B3K3", false),
        // The men named before `and` are there in that number on each side, ...
        ("K N and B of one colour", "4k1n1/8/8/8/8/8/8/4K1N1", true),
        ("K N and B of one colour", "4k1n1/8/8/8/8/8/8/B1B1K1N1", true),
        ("K N and B of one colour", "4k3/8/8/8/8/8/8/B1B1K1N1", false),
        ("K N and B of one colour", "4k1n1/8/8/8/8/8/8/B1B1KNN1", false),
        ("K N and B of one colour", "4k1n1/8/8/8/8/8/8/BB2K1N1", false),
        // ... also if they are the same as those after it.
        ("K B and B of one colour", "1b2k3/8/8/8/8/8/8/B3K3", true),
        ("K B and B of one colour", "1b2k3/8/8/8/8/8/8/1B2K3", false),
        ("K B and B of one colour", "4k3/8/8/8/8/8/8/1B2K3", false),
        // Only one side may have them, ...
        ("K and B of one colour v K", "4k3/8/8/8/8/8/8/4K3", true),
        ("K and B of one colour v K", "4k3/8/8/8/8/8/8/B1B1K3", true),
        ("K and B of one colour v K", "b1b1k3/8/8/8/8/8/8/4K3", true),
        ("K and B of one colour v K", "4k3/8/8/8/8/8/8/BB2K3", false),
        ("K and B of one colour v K", "b3k3/8/8/8/8/8/8/1B2K3", false),
        // ... or each side has its colour.
        ("K and B of two colours", "4k3/8/8/8/8/8/8/B1B1K3", true),
        ("K and B of two colours", "b1b1k3/8/8/8/8/8/8/B1B1K3", true),
        ("K and B of two colours", "b1b1k3/8/8/8/8/8/8/1B2K3", false),
        ("K and B of two colours", "bb2k3/8/8/8/8/8/8/4K3", false),
        ("K and B of two colours", "b3k3/8/8/8/8/8/8/BB2K3", false),
        ("K B v K B of two colours", "b3k3/8/8/8/8/8/8/B3K3", true),
        ("K B v K B of two colours", "b3k3/8/8/8/8/8/8/1B2K3", false),
        ("K B v K B of two colours", "b1b1k3/8/8/8/8/8/8/B3K3", false),
        ("K B v K B of two colours", "4k3/8/8/8/8/8/8/B3K3", false),
        ("K B v K", "4k3/8/8/8/8/8/8/1B2K3", true),
        ("K B v K", "1b2k3/8/8/8/8/8/8/4K3", true),
        ("K B v K", "1b2k3/8/8/8/8/8/8/1B2K3", false),
    ] {
        assert_eq!(draws(balance, board), expected, "{balance} in {board}");
    }
}

#[test]
fn a_capture_en_passant_takes_the_rights_of_captor_and_victim() {
    let rules = "rules\n  long step of P: up to 5 squares from own rank 2, en passant\n";
    let game = loaded("captor", &format!("game \"Captor\" extends fide\nmen\n  R knight: eN\n{rules}"));
    let captured = after(&game, "r3k2r/1P6/8/8/8/8/8/4K3 b kq b6 0 1", &["a8b6"]);
    assert_eq!(fen::write(&captured), "4k2r/8/1r6/8/8/8/8/4K3 w k - 0 2");

    // A rook that castles from where its long step ends.
    let text = "game \"Victim\" extends fide\nsetup standard\n  r . . . k . . r\n  p . . . . . . .\n  . . . . . . . .\n  \
                . . . . . . . .\n  . . . . . . . .\n  R . . . K . . R\n  . . . . . . . .\n  . . . . . . . .\n\
                rules\n  long step of R: 2 squares from own rank 1, en passant\n";
    let game = loaded("victim", text);
    let captured = after(&game, "4k3/8/8/8/8/Rp2K2R/8/8 b KQ a2 0 1", &["b3a2"]);
    assert_eq!(fen::write(&captured), "4k3/8/8/8/8/4K2R/p7/8 w K - 0 2");
}

#[test]
fn the_end_of_a_series_is_no_stationary_move() {
    let rules = "rules\n  turn: as long as the opponent's last, 1 longer or 1 shorter, at least 1\n  must move: every 2 turns\n";
    let game = loaded("ends", &format!("game \"Ends\" extends feeble\n{rules}"));
    let ended = |still| format!("4k{{s}}3/8/8/8/8/8/R{{n}}7/4K{{n}}3 w - - 0 1 still={still}/0 series=2/1");
    assert_eq!(moves(&game, &ended(0)), ["a2@e", "a2@w", "a2a3", "e1@ne", "e1@nw", "e1e2", "end"]);
    assert_eq!(moves(&game, &ended(1)), ["a2a3", "e1e2", "end"]);
    for (still, text, counted) in [(0, "end", 0), (1, "end", 1), (0, "a2@e", 1), (1, "a2a3", 0)] {
        let arrangement = after(&game, &ended(still), &[text]).arrangement();
        assert_eq!(arrangement.stationary_run[Side::White], counted, "{text} after {still}");
    }
}

#[test]
fn a_man_may_turn_after_moving_whatever_it_captures() {
    let game = game("turning");
    let found = moves(&game, "4k3/8/8/3Pp{s}3/8/8/p{s}7/R{n}3K3 w - e6 0 1");
    let of = |from: &str| found.iter().filter(|mv| mv.starts_with(from)).cloned().collect::<Vec<_>>();
    assert_eq!(of("a1a"), ["a1a2", "a1a2@ne"]);
    assert_eq!(of("d5e6"), ["d5e6", "d5e6@ne", "d5e6@nw"]);
    for text in ["Ra1xa2 turning right", "d5xe6 turning right", "Rxa2 turning to ne"] {
        let start = position(&game, "4k3/8/8/3Pp{s}3/8/8/p{s}7/R{n}3K3 w - e6 0 1");
        let replay = replay_from(start, SetupId::default(), text);
        assert!(replay.diagnostics.is_empty(), "{text}: {:?}", replay.diagnostics);
    }
}

/// After a single move nothing stands where a long step began.
#[test]
fn a_square_is_crossed_only_from_a_square_left_empty() {
    let fide = game("fide");
    let read = |fen| fen::read(&fide, SetupId::default(), fen);
    assert!(read("k7/8/8/8/4P3/8/8/7K b - e3 0 1").is_ok());
    for fen in
        ["k7/8/8/8/4P3/8/4P3/7K b - e3 0 1", "k7/8/8/8/4P3/4N3/8/7K b - e3 0 1", "k7/8/8/8/4p3/8/8/7K b - e3 0 1"]
    {
        assert!(read(fen).is_err(), "{fen}");
    }
}

/// The moves of one man.
fn moves_from(game: &Game, fen: &str, from: &str) -> Vec<String> {
    moves(game, fen).into_iter().filter(|mv| mv.starts_with(from)).collect()
}

const ASLANT: &str = "game \"Aslant\" extends fide\nmen\n  P pawn: mfFcfW\nrules\n  \
                      long step of P: 2 squares as fF from own rank 2, en passant\n";

#[test]
fn a_long_step_goes_by_any_leap_over_empty_squares() {
    let aslant = loaded("aslant", ASLANT);
    let start = "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1";
    assert_eq!(moves_from(&aslant, start, "d2"), ["d2b4", "d2c3", "d2e3", "d2f4"]);
    assert_eq!(moves_from(&aslant, "4k3/8/8/8/8/4n3/3P4/4K3 w - - 0 1", "d2"), ["d2b4", "d2c3"]);
    assert_eq!(moves_from(&aslant, "4k3/8/8/8/5n2/8/3P4/4K3 w - - 0 1", "d2"), ["d2b4", "d2c3", "d2e3"]);
    assert_eq!(moves_from(&aslant, "4k3/8/8/8/8/3P4/8/4K3 w - - 0 1", "d3"), ["d3c4", "d3e4"]);
    let black = "4k3/6p1/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(moves_from(&aslant, black, "g7"), ["g7e5", "g7f6", "g7h6"]);
    // Dabbaba leaps pass over men between the squares where they end.
    let rules = "rules\n  long step of N: up to 3 squares as sD from own rank 1, en passant\n";
    let jumps = loaded("jumps", &format!("game \"Jumps\" extends fide\n{rules}"));
    let found = moves_from(&jumps, "4k3/8/8/8/8/8/8/NR5K w - - 0 1", "a1");
    assert_eq!(found, ["a1b3", "a1c2", "a1e1", "a1g1"]);
}

#[test]
fn the_man_that_stepped_aslant_is_captured_en_passant() {
    let aslant = loaded("aslant", ASLANT);
    let stepped = after(&aslant, "4k3/8/8/8/3Pp3/8/3P4/4K3 w - - 0 1", &["d2f4"]);
    assert_eq!(fen::write(&stepped), "4k3/8/8/8/3PpP2/8/8/4K3 b - e3f4 0 1");
    assert_eq!(moves_from(&aslant, &fen::write(&stepped), "e4"), ["e4d3", "e4e3", "e4f3"]);
    for (crossed, left) in
        [("e3f4", "4k3/8/8/8/3P4/4p3/8/4K3 w - - 0 2"), ("d4e3", "4k3/8/8/8/5P2/4p3/8/4K3 w - - 0 2")]
    {
        let captured = after(&aslant, &format!("4k3/8/8/8/3PpP2/8/8/4K3 b - {crossed} 0 1"), &["e4e3"]);
        assert_eq!(fen::write(&captured), left);
    }
    // Which pawn it was belongs to the position.
    let hash = |crossed: &str| position(&aslant, &format!("4k3/8/8/8/3PpP2/8/8/4K3 b - {crossed} 0 1")).hash();
    assert_ne!(hash("e3f4"), hash("d4e3"));
    let read = |crossed: &str| {
        fen::read(&aslant, SetupId::default(), &format!("4k3/8/8/8/3PpP2/8/8/4K3 b - {crossed} 0 1")).is_ok()
    };
    assert!(read("e3f4"));
    for crossed in ["e3", "f4", "d4e3f4", "f3f4", "e3e4"] {
        assert!(!read(crossed), "{crossed}");
    }
}

#[test]
fn a_man_has_several_long_steps() {
    let rules = "rules\n  long step of P: 2 squares from own rank 3, en passant, or up to 3 squares from own rank 2, en passant\n";
    let game = loaded("wilder", &format!("game \"Wilder\" extends fide\n{rules}"));
    assert_eq!(moves_from(&game, "4k3/8/8/8/8/3P4/8/4K3 w - - 0 1", "d3"), ["d3d4", "d3d5"]);
    assert_eq!(moves_from(&game, "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2"), ["d2d3", "d2d4", "d2d5"]);
    let stepped = after(&game, "4k3/8/8/8/2p1p3/8/3P4/4K3 w - - 0 1", &["d2d5"]);
    assert_eq!(fen::write(&stepped), "4k3/8/8/3P4/2p1p3/8/8/4K3 b - d3d4 0 1");
    assert_eq!(moves_from(&game, &fen::write(&stepped), "c4"), ["c4c3", "c4d3"]);
}

#[test]
fn a_rule_says_who_captures_en_passant_and_where() {
    let stepped = |rule: &str, fen: &str, mv: &str| {
        let rules = format!("rules\n  long step of P: 2 squares from own rank 1 to 2, en passant\n{rule}");
        let game = loaded("answers", &format!("game \"Answers\" extends fide\n{rules}"));
        let then = fen::write(&after(&game, fen, &[mv]));
        let captures = moves(&game, &then).into_iter().filter(|mv| mv.contains("d3") || mv.contains("d2"));
        (then.split(' ').nth(3).unwrap().to_owned(), captures.collect::<Vec<_>>())
    };
    let (fen, low) = ("4k3/8/8/8/2p5/8/3P4/4Kn2 w - - 0 1", "4k3/8/8/8/8/2p5/8/3PK3 w - - 0 1");
    assert_eq!(stepped("", fen, "d2d4"), ("d3".to_owned(), vec!["c4d3".to_owned(), "f1d2".to_owned()]));
    let by = "  en passant: by B\n";
    assert_eq!(stepped(by, fen, "d2d4"), ("d3".to_owned(), vec!["f1d2".to_owned()]));
    assert_eq!(stepped("", low, "d1d3").0, "d2");
    let on = "  en passant: on own rank 6\n";
    assert_eq!(stepped(on, low, "d1d3").0, "-");
    assert_eq!(stepped(on, fen, "d2d4").0, "d3");
    assert_eq!(stepped("  white en passant: on own rank 5\n", fen, "d2d4").0, "d3");
    let knights = "  en passant: by N\n";
    let (_, moves) = stepped(knights, "4k3/8/8/8/2p5/8/3P4/2n1K3 w - - 0 1", "d2d4");
    assert_eq!(moves, ["c1d3"]);
}

#[test]
fn in_a_series_a_crossed_square_belongs_to_the_nearest_man() {
    let text = format!("{ASLANT}  turn: 2 moves\n");
    let double = loaded("double", &text);
    let start = "4k3/8/8/8/4p3/8/3P1P2/4K3 w - - 0 1 series=2/0";
    let both = after(&double, start, &["d2f4", "f2d4"]);
    assert!(fen::write(&both).starts_with("4k3/8/8/8/3PpP2/8/8/4K3 b - d4e3 "), "{}", fen::write(&both));
    let gone = after(&double, start, &["d2f4", "f4g5"]);
    assert!(fen::write(&gone).starts_with("4k3/8/8/6P1/4p3/8/5P2/4K3 b - - "), "{}", fen::write(&gone));
}

/// Castlings from a position, among the moves of a game that changes the castling of chess.
fn castlings(text: &str, fen: &str) -> Vec<String> {
    let game = loaded("castling", &format!("game \"Castling\" extends fide\n{text}"));
    let position = position(&game, fen);
    moves(&game, fen);
    let castles = |mv: &weakfish::engine::Move| matches!(mv.kind(), Some(weakfish::engine::MoveKind::Castling { .. }));
    uci::legal_moves(&position).into_iter().filter(|(_, mv)| castles(mv)).map(|(text, _)| text).collect()
}

#[test]
fn a_king_castles_by_range_to_squares_and_with_several_partners() {
    let empty = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let by = |rule: &str| castlings(&format!("rules\n  castling: {rule}\n"), empty);
    assert_eq!(by("K 2 to 3 toward R, R to the last square K crossed"), ["e1b1", "e1c1", "e1g1", "e1h1"]);
    assert_eq!(by("K to own b1 or own g1 with R, R to the other side of K"), ["e1b1", "e1g1"]);
    // One square away, the king could also step there; the partner tells them apart.
    assert_eq!(by("K to own d1 or own f1 with R, R to the other side of K"), ["e1d1,a1e1", "e1f1,h1e1"]);
    // Where it stands already, only the partner moves.
    assert_eq!(by("K to own c1 or own e1 with R, R to the other side of K"), ["e1c1", "e1e1,h1d1"]);
    // A partner that keeps its colour: from a1 to c1 instead of d1.
    let one_farther = "K 2 toward R, one farther to keep R on its colour, R to the last square K crossed";
    assert_eq!(by(one_farther), ["e1b1", "e1g1"]);
    // The nearest partner castles, of whatever kind.
    let several = "setup standard\n  r . b . k . . r\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
                   . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  R . B . K . . R\n\
                   rules\n  castling: K 2 toward R or B, R or B to the last square K crossed\n";
    assert_eq!(castlings(several, "r1b1k2r/8/8/8/8/8/8/R1B1K2R w KQkq - 0 1"), ["e1c1", "e1g1"]);
}

/// King and partner start anywhere on the rank, as in a shuffled setup.
#[test]
fn castling_to_squares_looks_at_all_squares_on_the_way() {
    let shuffled = |row: &str| {
        let cells: Vec<String> = row.chars().map(|cell| cell.to_string()).collect();
        let small = cells.join(" ").to_lowercase();
        let empty = "  . . . . . . . .\n".repeat(6);
        format!(
            "setup standard\n  {small}\n{empty}  {}\nrules\n  \
             castling: K to own c1 or own g1 with R, R to the other side of K\n",
            cells.join(" ")
        )
    };
    let from = |row: &str, fen: &str| castlings(&shuffled(row), fen);
    // The king passes its partner, or both stay.
    assert_eq!(from("RK.....R", "rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1"), ["b1c1,a1d1", "b1g1"]);
    assert_eq!(from(".RK.....", "1rk5/8/8/8/8/8/8/1RK5 w Qq - 0 1"), ["c1c1,b1d1"]);
    assert_eq!(from("....RK.R", "5k2/8/8/8/8/8/8/4RK1R w KQ - 0 1"), ["f1c1", "f1g1,h1f1"]);
    // Another man on the partner's way, an attack on the king's, and one that the partner's departure opens.
    assert_eq!(from("R.N.K...", "r1n1k3/8/8/8/8/8/8/R1N1K3 w Qq - 0 1"), Vec::<String>::new());
    assert_eq!(from("R.....K.", "r5k1/8/8/8/4q3/8/8/R5K1 w Q - 0 1"), Vec::<String>::new());
    assert_eq!(from(".RK.....", "2k5/8/8/8/8/8/8/qRK5 w Q - 0 1"), Vec::<String>::new());
    // Other programs write the king's capture of its partner.
    let game = loaded("shuffled", &format!("game \"Shuffled\" extends fide\n{}", shuffled(".RK.....")));
    let start = position(&game, "1rk5/8/8/8/8/8/8/1RK5 w Qq - 0 1");
    let castling = uci::find(&start, "c1b1").unwrap();
    assert_eq!(uci::write(&start, castling), "c1c1,b1d1");
    assert_eq!(
        fen::write(&after(&game, "1rk5/8/8/8/8/8/8/1RK5 w Qq - 0 1", &["c1c1,b1d1"])),
        "1rk5/8/8/8/8/8/8/2KR4 b q - 1 1"
    );
}

#[test]
fn the_opponent_no_longer_castles_on_a_wing_where_a_side_has_castled() {
    let rule =
        "rules\n  castling: K 2 toward R, R to the last square K crossed, not on the wing where the opponent castled\n";
    let game = loaded("wings", &format!("game \"Wings\" extends fide\n{rule}"));
    let castled = after(&game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["e1c1"]);
    assert_eq!(fen::write(&castled), "r3k2r/8/8/8/8/8/8/2KR3R b k - 1 1");
}

/// The legal moves of one man in a game that changes the rules of chess.
fn moves_of(from: &str, text: &str, fen: &str) -> Vec<String> {
    let game = loaded("changed", &format!("game \"Changed\" extends fide\n{text}"));
    moves(&game, fen).into_iter().filter(|mv| mv.starts_with(from)).collect()
}

#[test]
fn a_man_promotes_on_or_from_a_zone_and_where_it_must() {
    let text = "men\n  R chariot: fR3\n  N gold: W\nregions\n  camp: own rank 6 to 8\nrules\n  \
                promotion of R: on or from camp, to N, optional but on last rank\n";
    let of = |from: &str, fen: &str| moves_of(from, text, fen);
    assert_eq!(of("a4", "7k/8/8/8/R7/8/8/7K w - - 0 1"), ["a4a5", "a4a6", "a4a6n", "a4a7", "a4a7n"]);
    assert_eq!(of("a6", "7k/8/8/8/8/8/R7/7K w - - 0 1"), Vec::<String>::new());
    assert_eq!(of("a6", "7k/8/R7/8/8/8/8/7K w - - 0 1"), ["a6a7", "a6a7n", "a6a8n"]);
    // Leaving the zone is as good as reaching it.
    let back = text.replace("fR3", "bR");
    let found = moves_of("a6", &back, "7k/8/R7/8/8/p7/8/7K w - - 0 1");
    assert_eq!(found, ["a6a3", "a6a3n", "a6a4", "a6a4n", "a6a5", "a6a5n"]);
    let by_capture = back.replace("camp, to N,", "camp, to N, by capture,");
    let found = moves_of("a6", &by_capture, "7k/8/R7/8/8/p7/8/7K w - - 0 1");
    assert_eq!(found, ["a6a3", "a6a3n", "a6a4", "a6a5"]);
}

#[test]
fn a_man_promotes_to_what_the_limits_leave() {
    let rule = |rule: &str| format!("rules\n  promotion of P: on last rank, to Q, R or N{rule}\n");
    let of = |limits: &str, fen: &str| moves_of("a7", &rule(limits), fen);
    let one_queen = "8/P6k/8/8/8/8/8/K1Q3R1 w - - 0 1";
    assert_eq!(of("", one_queen), ["a7a8n", "a7a8q", "a7a8r"]);
    assert_eq!(of(", at most 1 Q", one_queen), ["a7a8n", "a7a8r"]);
    assert_eq!(of(", at most 1 Q, 2 R", one_queen), ["a7a8n", "a7a8r"]);
    assert_eq!(of(", captured men only", one_queen), ["a7a8n", "a7a8r"]);
    // A man that must become something that there is not can't go there, but attacks the square.
    let none = "1k6/P7/8/8/8/8/8/K1RRNN1Q b - - 0 1";
    assert_eq!(of(", captured men only", &none.replace(" b ", " w ").replace("1k6", "6k1")), Vec::<String>::new());
    assert_eq!(of(", captured men only, optional", &none.replace(" b ", " w ").replace("1k6", "6k1")), ["a7a8"]);
    let game = loaded("limits", &format!("game \"Limits\" extends fide\n{}", rule(", captured men only")));
    assert!(position(&game, none).in_check());
}

#[test]
fn each_promotion_of_a_man_holds_on_its_own_squares() {
    let lines = [
        (7, "  promotion of P: on own rank 7, to N or B, at most 2 N, optional\n"),
        (8, "  promotion of P: on own rank 8, to Q or R, at most 1 Q or 2 R\n"),
        (6, "  promotion of P: on own rank 6, to nothing\n"),
    ];
    let game = |name: &str, lines: &str| loaded(name, &format!("game \"{name}\" extends fide\nrules\n{lines}"));
    let all = game("all", &lines.map(|(_, line)| line).concat());
    for fen in [
        "2n1k3/1P4P1/P7/4P3/4p3/p7/1p4p1/2N1K3 w - - 0 1",
        "2n1k3/1P4P1/P7/4P3/4p3/p7/1p4p1/2N1K3 b - - 0 1",
        "2nqk3/1P4P1/P7/4P3/4p3/p7/1p4p1/2NQK1N1 w - - 0 1",
        "4k1r1/2P4P/1P4n1/1r1pP3/8/8/8/RR2K3 w - d6 0 1",
    ] {
        let found = moves(&all, fen);
        weakfish_testing::counts::check_perft_two(&position(&all, fen));
        let rank = |own: i32| if fen.contains(" w ") { own } else { 9 - own }.to_string();
        let to = |moves: &[String], own: i32| -> Vec<String> {
            moves.iter().filter(|mv| mv[3..4] == rank(own)).cloned().collect()
        };
        for (own, line) in lines {
            assert_eq!(to(&found, own), to(&moves(&game("one", line), fen), own), "{line}: {fen}");
        }
    }
}

#[test]
fn gross_chess_has_a_promotion_for_each_of_three_ranks() {
    let game = loaded("gross", include_str!("../../data/gross-chess.variant"));
    assert_eq!(game.start().perft(2), 72 * 72);
    let of = |fen: &str, from: &str, to: &str| -> Vec<String> {
        let legal = moves(&game, fen);
        legal.into_iter().filter(|mv| mv.starts_with(from)).map(|mv| mv.replace(from, "").replace(to, "")).collect()
    };
    // All Wizards and Vaos of White are there, and one Queen more than at the start.
    let pawns = "12/P5k5/1P10/2P9/12/12/12/12/12/9p2/WW4K4p/VVQQ8 w - - 0 1";
    assert_eq!(of(pawns, "c9", "c10"), ["", "b", "n"]);
    assert_eq!(of(pawns, "b10", "b11"), ["", "b", "c", "n", "r", "s"]);
    assert_eq!(of(pawns, "a11", "a12"), ["a", "b", "c", "m", "n", "q", "r", "s"]);
    let black = pawns.replace(" w ", " b ");
    assert_eq!(of(&black, "j3", "j2"), ["", "b", "c", "n", "r", "s", "v", "w"]);
    assert_eq!(of(&black, "l2", "l1").len(), 10);
    assert!(of(&pawns.replace("QQ8", "QQQ7"), "a11", "a12").iter().all(|to| to != "q"));
    weakfish_testing::counts::check_perft_two(&position(&game, pawns));
    weakfish_testing::counts::check_perft_two(&position(&game, &black));
}

#[test]
fn a_man_that_promotes_to_nothing_goes_nowhere_near() {
    let rules = "rules\n  promotion of P: on last rank, to nothing\n";
    assert_eq!(moves_of("a7", rules, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"), Vec::<String>::new());
    assert_eq!(moves_of("a6", rules, "1n5k/8/P7/8/8/8/8/K7 w - - 0 1"), ["a6a7"]);
    // It attacks the squares all the same.
    let game = loaded("nothing", &format!("game \"Nothing\" extends fide\n{rules}"));
    assert!(position(&game, "1k6/P7/8/8/8/8/8/K7 b - - 0 1").in_check());
    // What turns as it arrives goes there as little.
    let rook = "men\n  R rook: fW, when moving may turn 45\nrules\n  castling: none\n  \
                promotion of P: none\n  promotion of R: on last rank, to nothing\n";
    assert_eq!(moves_of("a7", rook, "7k/R{n}7/8/8/8/8/8/7K w - - 0 1"), Vec::<String>::new());
}

#[test]
fn a_man_goes_nowhere_where_it_could_never_move_again() {
    let rules = "rules\n  promotion of P: on last rank, to Q, optional\n  immobility: forbidden\n";
    let fen = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(moves_of("a7", rules, fen), ["a7a8q", "a7b8q"]);
    let lance = "men\n  R lance: fR\nrules\n  immobility: forbidden\n";
    assert_eq!(moves_of("a5", lance, "7k/8/8/R7/8/8/8/K7 w - - 0 1"), ["a5a6", "a5a7"]);
    // It checks all the same.
    let game = loaded("stuck", &format!("game \"Stuck\" extends fide\n{lance}"));
    assert!(position(&game, "k7/8/8/R7/8/8/8/K7 b - - 0 1").in_check());
    let white_only = lance.replace("immobility", "black immobility");
    assert_eq!(moves_of("a5", &white_only, "7k/8/8/R7/8/8/8/K7 w - - 0 1"), ["a5a6", "a5a7", "a5a8"]);
}

#[test]
fn a_man_becomes_royal() {
    let text = "men\n  N elephant: K\n  B prince: K, royal\nsetup standard\n  . . . . k . . .\n  . . . . . . . .\n  \
                . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
                N . . . K . . .\nrules\n  castling: none\n  promotion of N: on last rank, to B\n  promotion of P: none\n";
    assert_eq!(moves_of("a7", text, "7k/N7/8/8/8/7p/8/4K3 w - - 0 1").last().unwrap(), "a7b8b");
    // Either may not be left attacked, and the position is one.
    let two = moves_of("e1", text, "B6k/8/8/8/8/8/8/q3K3 w - - 0 1");
    assert_eq!(two, Vec::<String>::new());
}

#[test]
fn nobody_stands_on_a_hole_or_slides_over_it() {
    let text = "game \"Holes\" extends fide\nboard: 8x8 without d1, d4, e5\nsetup standard\n  r . . . k . . r\n  \
                p p p p p p p p\n  . . . . . . . .\n  . . . . * . . .\n  . . . * . . . .\n  . . . . . . . .\n  \
                P P P P P P P P\n  R . . * K . . R\n";
    let game = loaded("holes", text);
    let of = |fen: &str, from: &str| -> Vec<String> {
        let found = uci::legal_moves(&position(&game, fen)).into_iter().map(|(text, _)| text);
        found.filter(|mv| mv.starts_with(from)).collect()
    };
    let rook = "4k3/8/8/4*3/R2*4/8/8/3*K3 w - - 0 1";
    assert_eq!(of(rook, "a4").iter().filter(|mv| mv.ends_with('4')).count(), 2, "{:?}", of(rook, "a4"));
    assert_eq!(of("4k3/8/8/4*3/3*4/4P3/4P3/3*K3 w - - 0 1", "e3"), ["e3e4"]);
    assert_eq!(of("4k3/8/8/4*3/3*P3/8/8/3*K3 w - - 0 1", "e4"), Vec::<String>::new());
    // Castling over the hole is impossible; on the other wing it is not.
    assert_eq!(of("r3k2r/8/8/4*3/3*4/8/8/R2*K2R w K - 0 1", "e1g1"), ["e1g1"]);
    assert_eq!(of("r3k2r/8/8/4*3/3*4/8/8/R2*K2R w K - 0 1", "e1c1"), Vec::<String>::new());
    let start = game.start();
    assert_eq!(fen::write(&start).split(' ').next(), Some("r3k2r/pppppppp/8/4*3/3*4/8/PPPPPPPP/R2*K2R"));
    assert!(fen::read(&game, SetupId::default(), "4k3/8/8/8/3*4/8/8/3*K3 w - - 0 1").is_err());
    assert!(fen::read(&game, SetupId::default(), "4k3/8/8/4R3/3*4/8/8/3*K3 w - - 0 1").is_err());
}

#[test]
fn a_hopper_may_spare_certain_men_and_a_stone_never_moves() {
    let text = "game \"Cannons\" extends fide\nmen\n  C cannon: pR, instead of B, hops over no C, captures no C\n  \
                X stone: no movement, instead of N\n";
    let cannons = loaded("cannons", text);
    // It hops over a stone, and not over an own man behind it.
    assert_eq!(moves(&cannons, "4k3/8/8/8/8/8/8/C1X1X2K w - - 0 1"), ["a1d1", "h1g1", "h1g2", "h1h2"]);
    // It hops over a rook, not over a cannon, and takes what stands behind it unless that is a cannon.
    assert_eq!(moves(&cannons, "4k3/p7/8/r7/8/C7/8/7K w - - 0 1"), ["a3a6", "a3a7", "h1g1", "h1g2", "h1h2"]);
    assert_eq!(moves(&cannons, "4k3/c7/8/r7/8/C7/8/7K w - - 0 1"), ["a3a6", "h1g1", "h1g2", "h1h2"]);
    assert_eq!(moves(&cannons, "4k3/p7/8/c7/8/C7/8/7K w - - 0 1"), ["h1g1", "h1g2", "h1h2"]);
    // Whether a king is in check depends on which man stands between.
    assert_eq!(moves(&cannons, "4k2c/8/8/p7/7C/8/8/7K w - - 0 1"), ["h1g1", "h1g2", "h1h2"]);
    let out_of_check = ["h1g1", "h1g2", "h4a4", "h4b4", "h4c4", "h4d4", "h4e4", "h4f4", "h4g4", "h4h8"];
    assert_eq!(moves(&cannons, "4k2c/8/8/8/7R/8/8/7K w - - 0 1"), out_of_check);
    // A stone attacks nothing and can be captured.
    assert_eq!(moves(&cannons, "7k/8/8/p7/8/8/1x6/K7 w - - 0 1"), ["a1a2", "a1b1", "a1b2"]);
}

#[test]
fn men_move_along_lines_where_they_are_drawn() {
    let text = "game \"Palace\" extends fide\nlines: d1 e2 f3, d3 e2 f1, a1 b3\nmen\n  K king: W, royal, along lines F\n  \
                R rook: R, along lines B\n  C cannon: pR, along lines pB, instead of B\n  \
                X stone: no movement, along lines N, instead of N\n";
    let palace = loaded("palace", text);
    let aslant = |fen: &str, from: &str| -> Vec<String> {
        let leaves = |mv: &String| mv.starts_with(from) && mv[2..3] != mv[..1] && mv[3..4] != mv[1..2];
        moves(&palace, fen).into_iter().filter(leaves).collect()
    };
    assert_eq!(aslant("7k/8/8/8/8/8/8/3R3K w - - 0 1", "d1"), ["d1e2", "d1f3"]);
    assert_eq!(aslant("7k/8/8/8/8/8/4R3/7K w - - 0 1", "e2"), ["e2d1", "e2d3", "e2f1", "e2f3"]);
    // The sides of the palace have no lines between their middles, and lines end where they end.
    assert_eq!(aslant("7k/8/8/8/8/8/3R4/7K w - - 0 1", "d2"), Vec::<String>::new());
    assert_eq!(aslant("7k/8/8/8/4R3/8/8/7K w - - 0 1", "e4"), Vec::<String>::new());
    assert_eq!(aslant("7k/8/8/8/8/8/4X3/3R3K w - - 0 1", "d1"), Vec::<String>::new());
    assert_eq!(aslant("7k/8/8/8/8/8/4x3/3R3K w - - 0 1", "d1"), ["d1e2"]);
    assert_eq!(aslant("7k/8/8/8/8/8/4x3/3C3K w - - 0 1", "d1"), ["d1f3"]);
    assert_eq!(aslant("X6k/8/8/8/8/8/8/3C3K w - - 0 1", "d1"), Vec::<String>::new());
    // A line may have any leaps, and a man may have no other moves.
    assert_eq!(moves(&palace, "7k/8/8/8/8/8/8/X1X4K w - - 0 1"), ["a1b3", "h1g1", "h1h2"]);
    assert_eq!(moves(&palace, "X6k/8/8/8/8/1X6/8/7K w - - 0 1"), ["b3a1", "h1g1", "h1h2"]);
    let in_the_middle = ["e2d1", "e2d2", "e2d3", "e2e1", "e2e3", "e2f1", "e2f2", "e2f3"];
    assert_eq!(moves(&palace, "XX5k/8/8/8/8/8/4K3/8 w - - 0 1"), in_the_middle);
    assert_eq!(moves(&palace, "XX5k/8/8/8/8/8/3K4/8 w - - 0 1"), ["d2c2", "d2d1", "d2d3", "d2e2"]);
    // Check and pins go along lines.
    assert_eq!(moves(&palace, "7k/8/8/8/8/5r2/8/3K4 w - - 0 1"), ["d1c1", "d1d2", "d1e1"]);
    assert_eq!(moves(&palace, "7k/8/8/8/8/5r2/4R3/3K4 w - - 0 1"), ["d1c1", "d1d2", "d1e1", "e2f3"]);
}

#[test]
fn an_effect_may_be_of_the_moves_of_one_part() {
    let men =
        |line: &str| loaded("parts", &format!("game \"Parts\" extends fide\nmen\n  {line}\nrules\n  castling: none\n"));
    let of = |game: &Game, fen: &str, from: &str| -> Vec<String> {
        moves(game, fen).into_iter().filter(|mv| mv.starts_with(from)).collect()
    };
    // Both parts reach a2: the step becomes a Queen, the ride does not.
    let axe = men("R rook: step fW + ride fR, when moving by step becomes Q");
    let up = ["a1a2", "a1a2q", "a1a3", "a1a4"];
    assert_eq!(of(&axe, "7k/8/8/p7/8/8/8/R6K w - - 0 1", "a1"), [&up[..], &["a1a5"]].concat());
    assert_eq!(of(&axe, "7k/8/8/8/8/P7/8/R6K w - - 0 1", "a1"), ["a1a2", "a1a2q"]);
    // Where one of them is blocked, the other goes alone.
    let lame = men("N knight: jump D + walk nD, when moving by walk becomes Q");
    assert_eq!(of(&lame, "7k/7p/8/8/8/8/8/N6K w - - 0 1", "a1"), ["a1a3", "a1a3q", "a1c1", "a1c1q"]);
    assert_eq!(of(&lame, "7k/7p/8/8/8/8/P7/N6K w - - 0 1", "a1"), ["a1a3", "a1c1", "a1c1q"]);
    // A move by one part alone leaves no choice and is written like any other.
    let guns = men("R rook: hull mW + gun cD, when capturing by gun becomes B");
    assert_eq!(of(&guns, "7k/8/8/8/8/p7/8/R6K w - - 0 1", "a1"), ["a1a2", "a1a3", "a1b1"]);
    let shot = after(&guns, "7k/8/8/8/8/p7/8/R6K w - - 0 1", &["a1a3"]);
    assert_eq!(fen::write(&shot).split(' ').next(), Some("7k/8/8/8/8/B7/8/7K"));
    // On certain squares, and by which part it captures en passant.
    let pawns =
        men("P pawn: foot mfW + hand cfF, when capturing by hand becomes N, when arriving on rank 4 by foot becomes B");
    let fen = "7k/8/8/3Pp3/8/8/8/7K w - e6 0 1";
    assert_eq!(of(&pawns, fen, "d5"), ["d5d6", "d5e6"]);
    assert_eq!(fen::write(&after(&pawns, fen, &["d5e6"])).split(' ').next(), Some("7k/8/4N3/8/8/8/8/7K"));
    // A long step is made by no part.
    let fen = "7k/8/8/8/8/8/P7/7K w - - 0 1";
    assert_eq!(fen::write(&after(&pawns, fen, &["a2a4"])).split(' ').next(), Some("7k/8/8/8/P7/8/8/7K"));
    let fen = "7k/8/8/8/8/P7/8/7K w - - 0 1";
    assert_eq!(fen::write(&after(&pawns, fen, &["a3a4"])).split(' ').next(), Some("7k/8/8/8/B7/8/8/7K"));
}

#[test]
fn a_man_becomes_what_it_captures() {
    let text = "game \"Cannibals\" extends fide\nmen\n  all men: when capturing becomes its victim\n";
    let game = loaded("cannibals", text);
    let of = |fen: &str, from: &str| -> Vec<String> {
        moves(&game, fen).into_iter().filter(|mv| mv.starts_with(from)).collect()
    };
    let then = |fen: &str, played: &str| fen::write(&after(&game, fen, &[played]));
    // The choice is none, so that the move is written like any other.
    assert_eq!(of("7k/8/8/8/8/2n5/1P6/7K w - - 0 1", "b2"), ["b2b3", "b2b4", "b2c3"]);
    assert_eq!(then("7k/8/8/8/8/2n5/1P6/7K w - - 0 1", "b2c3"), "7k/8/8/8/8/2N5/8/7K b - - 0 1");
    assert_eq!(then("7k/8/8/8/8/2p5/8/2R4K w - - 0 1", "c1c3"), "7k/8/8/8/8/2P5/8/7K b - - 0 1");
    // Kings stay kings, and a man stays what it is if it captures its like.
    assert_eq!(then("7k/8/8/8/8/8/6q1/7K w - - 0 1", "h1g2"), "7k/8/8/8/8/8/6K1/8 b - - 0 1");
    assert_eq!(then("7k/8/8/8/8/2r5/8/2R4K w - - 0 1", "c1c3"), "7k/8/8/8/8/2R5/8/7K b - - 0 1");
    // The victim of a capture en passant is the man beside.
    assert_eq!(then("7k/8/8/3Pp3/8/8/8/7K w - e6 0 1", "d5e6"), "7k/8/4P3/8/8/8/8/7K b - - 0 1");
    // A promotion takes the place of the effect.
    assert_eq!(of("1r5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b"), ["a7b8b", "a7b8n", "a7b8q", "a7b8r"]);
    // Check counts what the man has become.
    let checked = after(&game, "7k/8/8/8/8/8/3r4/2B4K w - - 0 1", &["c1d2"]);
    assert!(!checked.in_check());
    let checked = after(&game, "3r3k/8/8/8/6N1/8/8/7K w - - 0 1", &["g4h6"]);
    assert!(!checked.in_check());
    let checked = after(&game, "3r3k/8/8/6N1/8/8/7q/K7 b - - 0 1", &["h2g1"]);
    assert!(checked.in_check());
}

#[test]
fn only_certain_captures_change_a_man() {
    // Men of other royalty, men that it can't capture, and men that its side has none of are none that it becomes.
    let text = "game \"Some\" extends fide\nmen\n  P pawn: mfWcfF, when capturing may become its victim\n  \
                Q queen: Q, captures no R, when capturing becomes its victim\n  white E elephant: A\n";
    let game = loaded("some", text);
    let of = |fen: &str, from: &str| -> Vec<String> {
        moves(&game, fen).into_iter().filter(|mv| mv.starts_with(from)).collect()
    };
    assert_eq!(of("7k/8/8/8/8/2n5/1P6/7K w - - 0 1", "b2c"), ["b2c3", "b2c3n"]);
    assert_eq!(of("7k/8/2p5/1E6/8/8/8/7K b - - 0 1", "c6b"), ["c6b5"]);
    let victims = |symbol: &str| {
        let variant = game.variant();
        let kind = variant.kind(variant.kind_of_symbol(Side::White, symbol).unwrap());
        kind.becomes().map(|kind| variant.kind(kind).symbol.clone()).collect::<Vec<_>>()
    };
    assert_eq!(victims("Q"), ["B", "N", "P"]);
}

#[test]
fn a_man_passes_men_of_its_own() {
    let text = "game \"Passing\" extends fide\nmen\n  R rook: R, passes own P\n  B bishop: pB, passes own men\n  \
                N knight: nN, passes own men\nrules\n  castling: K 2 toward R, R to the last square K crossed\n";
    let game = loaded("passing", text);
    let of = |fen: &str, from: &str| -> Vec<String> {
        moves(&game, fen).into_iter().filter(|mv| mv.starts_with(from)).collect()
    };
    // Pawns only, and never onto them.
    assert_eq!(of("7k/8/p7/P7/8/P7/N7/R6K w - - 0 1", "a1a"), Vec::<String>::new());
    assert_eq!(of("7k/p7/8/P7/8/P7/8/R6K w - - 0 1", "a1a"), ["a1a2", "a1a4", "a1a6", "a1a7"]);
    // Men that it passes are nothing to hop over.
    assert_eq!(of("k7/8/8/4p3/8/2P5/8/B6K w - - 0 1", "a1"), ["a1f6", "a1g7", "a1h8"]);
    assert_eq!(of("k7/8/8/8/8/2P5/8/B6K w - - 0 1", "a1"), Vec::<String>::new());
    // A lame leap over one of its own.
    assert_eq!(of("7k/8/8/8/8/8/P7/N6K w - - 0 1", "a1"), ["a1b3", "a1c2"]);
    assert_eq!(of("7k/8/8/8/8/8/p7/N6K w - - 0 1", "a1"), ["a1c2"]);
    // Check goes over them, and a man that is captured there no longer hides anybody.
    assert_eq!(of("r5k1/8/8/8/p7/8/7R/K7 w - - 0 1", "h2"), ["h2a2"]);
    assert_eq!(of("r5k1/8/8/8/n7/8/7R/K7 w - - 0 1", "h2").len(), 14);
    // The partner castles over men that it passes, but the king does not.
    assert_eq!(of("4k3/8/8/8/8/8/8/RP2K3 w Q - 0 1", "e1c1"), ["e1c1"]);
    assert_eq!(of("4k3/8/8/8/8/8/8/R1P1K3 w Q - 0 1", "e1c1"), Vec::<String>::new());
    assert_eq!(of("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1"), Vec::<String>::new());
}
