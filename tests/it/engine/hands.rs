//! Men in hand: drops, limits, castling of dropped men, men that are left behind.

use weakfish::engine::{DropMove, Game, IllegalMove, Move, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::{fen, read_move, uci};

use weakfish_testing::games::{self, loaded};
use weakfish_testing::naive;
use weakfish_testing::positions::{moves_from, position, square};

/// Chess whose captured men go to hands, with these rules beside its own.
fn chess_with(rules: &str) -> Game {
    let men = "men\n  all men: when captured goes to the captor's hand\n";
    games::chess_with(&format!("{men}rules\n{rules}endings\n  only: none\n  the rest: inherited\n"))
}

#[test]
fn drops_that_arrive_alike_have_texts_of_their_own() {
    let game = chess_with("  drop of P: as P or N\n");
    let position = position(&game, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1");
    let texts: Vec<String> = uci::legal_moves(&position).into_iter().map(|(text, _)| text).collect();
    let on_e4: Vec<&String> = texts.iter().filter(|text| text.ends_with("@e4")).collect();
    assert_eq!(on_e4, ["N=N@e4", "P=N@e4", "P@e4"]);
    for (text, mv) in uci::legal_moves(&position) {
        assert_eq!(uci::write(&position, mv), text);
        assert_eq!(read_move(&position, &text), Ok(mv));
    }
    assert!(read_move(&position, "P=@e4").is_err());
}

#[test]
fn limits_of_promotion_count_men_in_hand() {
    let rule = |options: &str| format!("  promotion of P: on last rank, to Q or R{options}\n");
    let of = |options: &str, fen: &str| -> Vec<String> {
        let game = chess_with(&rule(options));
        moves_from(&game, fen).into_iter().filter(|text| text.starts_with("a7")).collect()
    };
    let with = |hand: &str| format!("8/P6k/8/8/8/8/8/K7[{hand}] w - - 0 1");
    assert_eq!(of(", at most 1 Q", &with("")), ["a7a8q", "a7a8r"]);
    assert_eq!(of(", at most 1 Q", &with("Qq")), ["a7a8r"]);
    assert_eq!(of(", captured men only", &with("qrr")), ["a7a8q", "a7a8r"]);
    assert_eq!(of(", captured men only", &with("QR")), ["a7a8r"]);
    assert_eq!(of(", captured men only", &with("QRR")), [""; 0]);
    // Men in hand of a setup are among its men.
    let text = "game \"More\" extends pocket-knight\nrules\n  promotion of P: on last rank, to N, captured men only\n";
    let game = loaded("more.variant", text);
    let promotes = |men: &str| {
        let position = position(&game, &format!("8/P6k/8/8/8/8/8/{men} w - - 0 1"));
        uci::legal_moves(&position).iter().any(|(text, _)| text == "a7a8n")
    };
    assert!(promotes("K4N1N[]") && promotes("K5N1[N]") && !promotes("K4NNN[]") && !promotes("K4N1N[N]"));
}

#[test]
fn a_refused_drop_has_its_reason() {
    let game =
        chess_with("  drop of P: on own rank 2 to 7, not on a file with 1 P or more\n  drop of N: not to check\n");
    let position = position(&game, "4k3/8/8/8/8/8/4P3/4K3[NP] w - - 0 1");
    let reason = |kind: &str, square: &str| {
        let variant = game.variant();
        let kind = variant.kind_of_symbol(Side::White, kind).unwrap();
        let to = self::square(&game, square);
        let state = variant.start_state(SetupId::default(), Side::White, kind, to);
        let piece = game.piece(Side::White, kind, &state).unwrap();
        position.check_move(DropMove { kind, to, piece }.into()).err()
    };
    assert_eq!(reason("P", "d4"), None);
    assert_eq!(reason("P", "d8"), Some(IllegalMove::DropSquare));
    assert_eq!(reason("P", "e4"), Some(IllegalMove::DropLimit));
    assert_eq!(reason("P", "e2"), Some(IllegalMove::DropOnMan));
    assert_eq!(reason("N", "f6"), Some(IllegalMove::DropGivesCheck));
    let queen = game.variant().kind_of_symbol(Side::White, "Q").unwrap();
    assert_eq!(reason("Q", "d4"), Some(IllegalMove::NotInHand(queen)));
}

/// Hands as lichess writes them, and fields as pyffish leaves them out in games without castling.
#[test]
fn hands_and_fields_are_read_as_other_programs_write_them() {
    let game = chess_with("");
    let bracketed = position(&game, "4k3/8/8/8/8/8/8/4K3[NPp] w - - 3 7");
    let ranked = position(&game, "4k3/8/8/8/8/8/8/4K3/NPp w - - 3 7");
    assert_eq!(fen::write(&ranked), fen::write(&bracketed));
    // Where there are rights, a FEN says which.
    let without_rights = "4k3/8/8/8/8/8/8/4K3[NPp] w 3 7";
    assert!(fen::read(&game, SetupId::default(), without_rights).is_err());
    let settled = chess_with("  castling: none\n  long step of P: none\n");
    assert_eq!(fen::write(&position(&settled, without_rights)), fen::write(&bracketed));
    let empty = position(&game, "4k3/8/8/8/8/8/8/4K3/ w - - 0 1");
    assert_eq!(fen::write(&empty), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    // A rank more is no hand in a game without.
    let fide = loaded("fide.variant", "game \"Own\" extends fide\n");
    let refused = fen::read(&fide, SetupId::default(), "4k3/8/8/8/8/8/8/4K3/NPp w - - 3 7").unwrap_err();
    assert!(refused.to_string().contains("the number of ranks here is 9"), "{refused}");
    // Who plays Black sees its men as small letters.
    let mut black = position(&game, "4k3/8/8/8/8/8/8/4K3[p] b - - 0 1");
    let drop = read_move(&black, "p@e5").unwrap();
    black.play(drop).unwrap();
    assert!(fen::write(&black).starts_with("4k3/8/8/4p3/8/8/8/4K3[] w"), "{}", fen::write(&black));
}

#[test]
fn a_compulsory_drop_is_the_reason_why_others_are_refused() {
    let game = chess_with("  drop of P: on own rank 2 to 7, compulsory\n");
    let position = position(&game, "4k3/8/8/8/8/8/8/R3K2R[NP] w KQ - 0 1");
    assert!(uci::legal_moves(&position).iter().all(|(text, _)| text.starts_with("P@")));
    for refused in ["a1a2", "e1g1", "N@e4"] {
        let problem = read_move(&position, refused).unwrap_err();
        assert_eq!(problem.code, "move::drop", "{refused}: {problem:?}");
    }
}

#[test]
fn an_impossible_drop_is_taken_back_whole() {
    let game = chess_with("");
    let mut position = position(&game, "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1");
    let (before, hash) = (fen::write(&position), position.hash());
    let pawn = game.variant().kind_of_symbol(Side::White, "P").unwrap();
    let to = square(&game, "e4");
    let state = game.variant().start_state(SetupId::default(), Side::Black, pawn, to);
    let piece = game.piece(Side::Black, pawn, &state).unwrap();
    let undo = position.make(Move::Drop(DropMove { kind: pawn, to, piece }));
    position.unmake(undo);
    assert_eq!((fen::write(&position), position.hash()), (before, hash));
}

#[test]
fn a_hand_of_too_many_men_is_refused() {
    let game = chess_with("");
    let mut arrangement = game.start().arrangement();
    let pawn = game.variant().kind_of_symbol(Side::White, "P").unwrap();
    arrangement.hands.white = vec![(pawn, u16::MAX)];
    assert!(game.position(&arrangement).is_err());
    arrangement.hands.white = vec![(pawn, 1000)];
    assert_eq!(game.position(&arrangement).unwrap().count_in_hand(Side::White, None), 1000);
}

/// Chess with two newcomers in hand, which come in where another man leaves its square for the first time.
fn newcomers() -> Game {
    let text = "game \"Newcomers\" extends fide\nmen\n  H hawk: BN\n  E elephant: RN\n  \
                all men but P: when first moving may leave H or E\nsetup standard\n  r n b q k b n r\n  \
                p p p p p p p p\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
                P P P P P P P P\n  R N B Q K B N R\n  hand: H E h e\nrules\n  drop: forbidden\n";
    loaded("newcomers.variant", text)
}

#[test]
fn a_man_is_left_behind_where_another_moves_for_the_first_time() {
    let game = newcomers();
    let twin = naive::Game::new(game.variant(), SetupId::default());
    // Counts of Seirawan chess by pyffish.
    assert_eq!((game.start().perft(1), game.start().perft(2), game.start().perft(3)), (28, 784, 24_830));
    let castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1 unmoved=a1a8e1e8h1h8";
    assert_eq!(naive::Position::from_fen(&twin, castling).unwrap().perft(2), position(&game, castling).perft(2));
    let mut position = position(&game, castling);
    let text = |position: &Position, mv: &str| {
        let mv = uci::find(position, mv).unwrap_or_else(|| panic!("{mv} is illegal"));
        weakfish::notation::write_move(position, mv)
    };
    assert_eq!(text(&position, "e1g1h"), "O-O/He1");
    assert_eq!(text(&position, "h1e1e"), "O-O/Eh1");
    assert_eq!(text(&position, "a1b1e"), "Rb1/E");
    assert_eq!(text(&position, "e1c1"), "O-O-O");
    for (written, machine) in [("O-O/Eh1", "h1e1e"), ("Rb1/E", "a1b1e"), ("0-0-0/Ha1+", "a1e1h")] {
        assert_eq!(uci::write(&position, read_move(&position, written).unwrap()), machine);
    }
    for wrong in ["O-O/H", "Rb1/Q", "e4/H", "O-O/Hf1"] {
        assert!(read_move(&position, wrong).is_err(), "{wrong}");
    }
    let undo = position.make(read_move(&position, "O-O/Eh1").unwrap());
    let after = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RKE[Hhe] b kq - 1 1 unmoved=a1a8e8h8";
    assert_eq!(fen::write(&position), after);
    position.unmake(undo);
    assert_eq!(fen::write(&position), castling);
}

#[test]
fn a_drop_beside_the_king_gives_the_right_to_castle() {
    let line = "  castling: K 2 toward R, R to the last square K crossed, also dropped K on own e1 with R on own a1 or own h1\n";
    let game = chess_with(line);
    assert!(fen::write(&game.start()).contains(" KQkq "));
    let text = "4k3/8/8/8/8/8/8/4K3[RN] w - - 0 1";
    for (drop, rights) in [("R@h1", "K"), ("R@a1", "Q"), ("R@g1", "-"), ("N@h1", "-")] {
        let mut here = position(&game, text);
        let mv = uci::find(&here, drop).unwrap();
        let undo = here.make(mv);
        let then = fen::write(&here);
        assert_eq!(then.split(' ').nth(2), Some(rights), "{then}");
        assert_eq!(position(&game, &then).hash(), here.hash());
        here.unmake(undo);
        assert_eq!(fen::write(&here), text);
    }
    // Without the option a man that was dropped does not castle.
    let mut here = position(&chess_with(""), text);
    let mv = uci::find(&here, "R@h1").unwrap();
    here.play(mv).unwrap();
    assert!(fen::write(&here).contains(" b - "));
}
