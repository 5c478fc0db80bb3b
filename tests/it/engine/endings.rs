//! Endings one by one, with positions and moves written out; the naive generator agrees on each.

use weakfish::engine::{Game, Outcome};
use weakfish::geometry::Side;
use weakfish::model::{SetupId, Worth};
use weakfish::notation::{fen, uci};

use weakfish_testing::games::loaded;
use weakfish_testing::naive;
use weakfish_testing::positions::position;

/// A game of orthodox men with these rules and endings.
fn game(rules: &str, endings: &str) -> Game {
    let endings = endings.replace("; ", "\n  ");
    let rules = rules.replace("; ", "\n  ");
    let text = format!(
        "game \"Endings\" extends fide\nregions\n  hill: d4 to e5\n  goal: last rank\nrules\n  castling: none\n  {rules}\n\
         endings\n  the rest: none\n  {endings}\n  checkmated: loses\n  stalemated: draw\n"
    );
    loaded("endings", &text)
}

/// Who has won and why after these moves, or that it is a draw, on which the naive generator agrees.
fn end(game: &Game, text: &str, moves: &str) -> String {
    let mut position = position(game, text);
    let naive = naive::Game::new(game.variant(), SetupId::default());
    let mut twin = naive::Position::from_fen(&naive, text).unwrap();
    for text in moves.split_whitespace() {
        let mv = uci::find(&position, text).unwrap_or_else(|| panic!("{text} is illegal in {}", fen::write(&position)));
        position.play(mv).unwrap();
        let actions = twin.judge().0;
        let action = &actions.iter().find(|(action, _)| action == text).unwrap_or_else(|| panic!("{text}")).1;
        twin = twin.play(action);
    }
    let outcome = position.outcome().map(|outcome| (outcome.winner, outcome.worth, outcome.reason.to_string()));
    assert_eq!(twin.judge().1, outcome, "{text} {moves}");
    assert_eq!(twin.fen(), fen::write(&position));
    match outcome {
        None => "ongoing".to_owned(),
        Some((None, _, reason)) => format!("draw by {reason}"),
        Some((Some(side), Worth::FULL, reason)) => format!("{side} by {reason}"),
        Some((Some(side), worth, reason)) => format!("{side} {worth} by {reason}"),
    }
}

#[test]
fn a_bared_side_and_a_limit_count_for_the_player_to_move_unless_it_is_said() {
    let bare = |ending: &str, turn: &str| {
        end(&game("passing: allowed", ending), &format!("4k3/8/8/8/8/8/8/R3K3 {turn} - - 9 1"), "")
    };
    assert_eq!(bare("bared: loses", "b"), "White by bare-king");
    assert_eq!(bare("bared: loses", "w"), "ongoing");
    assert_eq!(bare("bared, not to move: loses", "w"), "White by bare-king");
    assert_eq!(bare("bared, not to move: loses", "b"), "ongoing");
    assert_eq!(bare("bared, white to move: loses", "w"), "White by bare-king");
    assert_eq!(bare("white bared, not to move: loses", "w"), "ongoing");
    assert_eq!(bare("9 plies without progress, to move: loses", "w"), "Black by quiet-limit");
    assert_eq!(bare("9 plies without progress, not to move: loses", "w"), "White by quiet-limit");
    assert_eq!(bare("white 9 plies without progress, not to move: loses", "w"), "ongoing");
    assert_eq!(bare("9 plies without progress, black to move: loses", "b"), "White by quiet-limit");
}

#[test]
fn a_goal_may_have_to_be_secure_against_one_capture() {
    let goal = game("passing: allowed", "both any man on goal, secure: draw; any man on goal, secure: wins");
    // One man must not be attacked; of two, one may be.
    assert_eq!(end(&goal, "N6r/8/4k3/8/8/8/8/4K3 w - - 0 1", ""), "ongoing");
    assert_eq!(end(&goal, "N7/7r/4k3/8/8/8/8/4K3 w - - 0 1", ""), "White by goal");
    assert_eq!(end(&goal, "N7/7r/4k3/8/8/8/8/4K3 b - - 0 1", ""), "White by goal");
    assert_eq!(end(&goal, "NN5r/8/4k3/8/8/8/8/4K3 b - - 0 1", ""), "White by goal");
    // The other side's men may achieve the same.
    assert_eq!(end(&goal, "N7/7r/4k3/8/8/4K3/8/n7 w - - 0 1", ""), "draw by goal");
    assert_eq!(end(&goal, "N7/7r/4k3/8/8/4K3/8/n4R2 w - - 0 1", ""), "White by goal");
    assert_eq!(end(&goal, "NN5r/8/4k3/8/8/4K3/8/n7 w - - 0 1", ""), "draw by goal");
    let two = game("passing: allowed", "2 N on goal, secure: wins");
    assert_eq!(end(&two, "NN5r/8/4k3/8/8/8/8/4K3 w - - 0 1", ""), "ongoing");
    assert_eq!(end(&two, "NNN4r/8/4k3/8/8/8/8/4K3 w - - 0 1", ""), "White by goal");
    assert_eq!(end(&two, "NN6/7r/4k3/8/8/8/8/4K3 w - - 0 1", ""), "White by goal");
}

#[test]
fn a_side_has_too_few_men() {
    let pawns = game("passing: allowed", "2 P or fewer: loses");
    assert_eq!(end(&pawns, "4k3/pppp4/8/8/8/8/PPP5/4K3 w - - 0 1", ""), "ongoing");
    assert_eq!(end(&pawns, "4k3/pppp4/8/8/8/8/PP6/4K3 w - - 0 1", ""), "Black by extinction");
    assert_eq!(end(&pawns, "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1", ""), "White by extinction");
    // If both sides have too few, it is the player to move that is looked at first.
    assert_eq!(end(&pawns, "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", ""), "Black by extinction");
    // A bared side that can bare the other in its turn is not lost yet.
    let bare = game(
        "passing: allowed",
        "1 man or fewer v 2 or more, not to move: loses; 1 man or fewer v 3 or more, to move: loses",
    );
    assert_eq!(end(&bare, "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", ""), "ongoing");
    assert_eq!(end(&bare, "4k3/8/8/8/8/4R3/8/4K3 b - - 0 1", "e8d8"), "White by extinction");
    assert_eq!(end(&bare, "4k3/8/8/8/8/4R3/8/4KN2 b - - 0 1", ""), "White by extinction");
    assert_eq!(end(&bare, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", ""), "ongoing");
}

#[test]
fn only_what_cannot_be_taken_back_is_progress() {
    let game = game("progress: capture, promotion or one-way move of P or N", "20 plies without progress: draw");
    let counted = |text: &str, mv: &str| {
        let mut position = position(&game, text);
        end(&game, text, mv);
        let mv = uci::find(&position, mv).unwrap();
        position.play(mv).unwrap();
        position.halfmove()
    };
    let text = "4k3/P7/8/8/8/8/4P3/4KN2 w - - 7 1";
    assert_eq!(counted(text, "e2e3"), 0);
    assert_eq!(counted(text, "e2e4"), 0);
    assert_eq!(counted(text, "a7a8q"), 0);
    // A Knight goes back and forth, and so does a King.
    assert_eq!(counted(text, "f1g3"), 8);
    assert_eq!(counted(text, "e1d1"), 8);
    let steps = loaded(
        "steps",
        "game \"Sideways\" extends fide\nmen\n  P pawn: fWsW\nrules\n  castling: none\n  long step of P: none\n  progress: capture or one-way move of P\n",
    );
    for (mv, plies) in [("e2e3", 0), ("e2f2", 8), ("e2d2", 8)] {
        let mut position = position(&steps, "4k3/8/8/8/8/8/4P3/4K3 w - - 7 1");
        position.play(uci::find(&position, mv).unwrap()).unwrap();
        assert_eq!(position.halfmove(), plies, "{mv}");
    }
}

#[test]
fn a_goal_may_need_several_men_that_are_safe_where_no_square_is_empty() {
    let several = game("passing: allowed", "3 P on hill: wins");
    assert_eq!(end(&several, "4k3/8/8/8/3PP3/8/8/4K3 b - - 0 1", ""), "ongoing");
    assert_eq!(end(&several, "4k3/8/8/4P3/3PP3/8/8/4K3 b - - 0 1", ""), "White by goal");
    let full = game("passing: allowed", "P on hill, no square empty: wins");
    assert_eq!(end(&full, "4k3/8/8/4p3/3PP3/8/8/4K3 b - - 0 1", ""), "ongoing");
    assert_eq!(end(&full, "4k3/8/8/3Np3/3PN3/8/8/4K3 b - - 0 1", ""), "Black by goal");
    let safe = game("passing: allowed", "2 P on hill: wins; P on hill, safe: wins");
    assert_eq!(end(&safe, "4k3/8/8/8/3P4/8/8/4K3 b - - 0 1", ""), "White by goal");
    assert_eq!(end(&safe, "3rk3/8/8/8/3P4/8/8/4K3 b - - 0 1", ""), "ongoing");
    assert_eq!(end(&safe, "3rk3/8/8/8/3PP3/8/8/4K3 b - - 0 1", ""), "White by goal");
    // A pinned man attacks as well.
    assert_eq!(end(&safe, "4k3/8/4n3/8/3P4/4R3/8/4K3 b - - 0 1", ""), "ongoing");
    let any = game("passing: allowed", "white any man on e4 to e5: loses");
    assert_eq!(end(&any, "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", ""), "Black by goal");
    assert_eq!(end(&any, "4k3/8/8/8/4n3/8/8/4K3 w - - 0 1", ""), "ongoing");
}

#[test]
fn a_goal_may_leave_the_opponent_a_last_reply() {
    let race = game(
        "passing: allowed",
        "both K on file a, white to move: draw; white K on file a, to move: wins; white K on file a, unanswered: wins; \
         black K on file a: wins",
    );
    let text = "8/1k6/8/8/8/8/1K6/8 w - - 0 1";
    assert_eq!(end(&race, text, "b2a2"), "ongoing");
    assert_eq!(end(&race, text, "b2a2 b7a7"), "draw by goal");
    assert_eq!(end(&race, text, "b2a2 b7c7"), "White by goal");
    assert_eq!(end(&race, text, "b2c2 b7a7"), "Black by goal");
    // Too far away, or each square that it could go to is attacked.
    assert_eq!(end(&race, "8/2k5/8/8/8/8/1K6/8 w - - 0 1", "b2a2"), "White by goal");
    assert_eq!(end(&race, "8/1k6/8/8/R7/8/1K6/8 w - - 0 1", "b2a2"), "White by goal");
    // A man that has to stay until its owner's next move.
    let stay = game("passing: allowed", "N on e5, to move: wins");
    assert_eq!(end(&stay, "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", "f3e5"), "ongoing");
    assert_eq!(end(&stay, "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", "f3e5 e8d8"), "White by goal");
    assert_eq!(end(&stay, "4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5 d6e5"), "ongoing");
}

#[test]
fn repetition_may_win_or_lose() {
    let text = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let once = "a1b1 e8d8 b1a1 d8e8";
    let twice = format!("{once} {once}");
    let mover = game("passing: allowed", "position 3 times, not to move: loses (repeats)");
    assert_eq!(end(&mover, text, once), "ongoing");
    assert_eq!(end(&mover, text, &twice), "White by repeats");
    let other = game("passing: allowed", "position 2 times, to move: loses");
    assert_eq!(end(&other, text, once), "Black by repetition");
    let white = game("passing: allowed", "white position 2 times: loses");
    assert_eq!(end(&white, text, once), "Black by repetition");
    let black = game("passing: allowed", "position 2 times: black wins");
    assert_eq!(end(&black, text, once), "Black by repetition");
    let turn = game("passing: allowed", "position 2 times, black to move: white wins");
    assert_eq!(end(&turn, text, once), "ongoing");
    assert_eq!(end(&turn, text, &format!("{once} a1b1")), "White by repetition");
}

#[test]
fn a_result_may_be_counted() {
    let stalemate = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
    let text = |result: &str| {
        format!(
            "game \"Counted\" extends fide\nrules\n  points: P 1, N 3, Q 0, black 1.5\nendings\n  the rest: none\n  checkmated: loses\n  stalemated: {result}\n"
        )
    };
    for (result, place, ends) in [
        ("more men win", stalemate, "White by stalemate"),
        ("fewer men win", stalemate, "Black by stalemate"),
        ("fewer men win", "7k/5Q2/8/8/7p/7P/8/K7 b - - 0 1", "Black by stalemate"),
        ("more men win", "7k/5Q2/8/7p/7p/7P/8/K7 w - - 0 1", "ongoing"),
        ("more men win", "7k/5Q1p/7P/8/8/8/8/K7 b - - 0 1", "White by stalemate"),
        ("more men win", "7k/5Kpp/6PP/8/8/8/8/8 b - - 0 1", "ongoing"),
        ("black wins", stalemate, "Black by stalemate"),
        ("white wins", stalemate, "White by stalemate"),
        ("more points win", stalemate, "Black by stalemate"),
        ("more points win", "7k/5Q2/8/8/8/8/P7/K7 b - - 0 1", "Black by stalemate"),
        ("more points win", "7k/5Q2/8/8/8/P7/P7/K7 b - - 0 1", "White by stalemate"),
        ("more points win", "7k/5Q2/8/8/8/8/N7/K7 b - - 0 1", "White by stalemate"),
    ] {
        let game = loaded("counted", &text(result));
        assert_eq!(end(&game, place, ""), ends, "{result} {place}");
    }
    // As many men on both sides, and Black stuck.
    let game = loaded("counted", &text("more men win"));
    assert_eq!(end(&game, "k7/P7/1K6/8/8/8/8/8 b - - 0 1", ""), "White by stalemate");
    assert_eq!(end(&game, "7k/7P/5p1K/5P2/8/8/7p/8 b - - 0 1", ""), "ongoing");
    assert_eq!(end(&game, "7k/7P/5p1K/5P2/8/8/8/8 b - - 0 1", ""), "White by stalemate");
    assert_eq!(end(&game, "7k/7P/p4p1K/p4P2/P7/8/8/8 b - - 0 1", ""), "draw by stalemate");
}

#[test]
fn both_players_pass() {
    let peace = game("passing: allowed", "both pass: draw");
    let text = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(end(&peace, text, "pass"), "ongoing");
    assert_eq!(end(&peace, text, "pass pass"), "draw by passing");
    assert_eq!(end(&peace, text, "pass e8d8 pass"), "ongoing");
    assert_eq!(end(&peace, text, "e1d1 pass pass"), "draw by passing");
    assert_eq!(end(&peace, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 passed=1", "pass"), "draw by passing");
    let counted = game("passing: allowed", "both pass: more men win");
    assert_eq!(end(&counted, text, "pass pass"), "White by passing");
    // The passes of one player do not end the game.
    let series = game("passing: allowed; turn: 2 moves", "both pass: draw");
    assert_eq!(end(&series, text, "pass pass"), "ongoing");
    assert_eq!(end(&series, text, "pass pass pass"), "draw by passing");
    assert_eq!(end(&series, text, "pass a1a2 pass"), "ongoing");
    // One pass in a row that the game does not count can't be written.
    assert!(
        fen::read(
            &loaded("fide", "game \"F\" extends fide\n"),
            SetupId::default(),
            "k7/8/8/8/8/8/8/K7 w - - 0 1 passed=1"
        )
        .is_err()
    );
}

#[test]
fn moves_are_counted_while_few_men_are_left() {
    let game = game(
        "counting: 2 moves, without P; counting when bared: 5 moves against R, 6 moves, without P, from the number of men",
        "counted out: draw",
    );
    let count = |text: &str, moves: &str| {
        assert_eq!(end(&game, text, moves), "ongoing", "{text} {moves}");
        let mut position = position(&game, text);
        for text in moves.split_whitespace() {
            position.play(uci::find(&position, text).unwrap()).unwrap();
        }
        position.move_count()
    };
    let armed = "n3k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(count(armed, ""), None);
    assert_eq!(count(armed, "e1d1"), Some((0, 4)));
    assert_eq!(count(armed, "e1d1 e8d8 d1e1 d8e8 e1d1"), Some((4, 4)));
    assert_eq!(end(&game, armed, "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8"), "draw by counting");
    // A pawn on either side keeps the count from beginning.
    assert_eq!(count("n3k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "e1d1 e8d8"), None);
    // Whoever is bared counts from the number of men, three, whatever was counted before.
    assert_eq!(count("n3k3/8/8/8/8/8/8/R3K3 w - - 0 1 count=3/4", "a1a8"), Some((6, 10)));
    assert_eq!(count("q3k3/8/8/8/8/8/8/RN2K3 b - - 0 1", "a8a1 e1d1 a1b1"), Some((6, 12)));
    assert_eq!(count(armed, "a1a8 e8d7 a8a1 d7e7 a1a2"), Some((10, 10)));
    assert_eq!(end(&game, armed, "a1a8 e8d7 a8a1 d7e7 a1a2 e7d7"), "draw by counting");
    // A bared player who takes the last pawn itself counts its next move as the first.
    let pawn = "r3k3/8/8/8/8/3p4/4K3/8 w - - 0 1";
    assert_eq!(count(pawn, "e2d2 a8a7"), None);
    assert_eq!(count(pawn, "e2d3"), Some((5, 10)));
    assert_eq!(count(pawn, "e2d3 a8a7"), Some((6, 10)));
    // A promotion begins the count too.
    assert_eq!(count("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r"), Some((6, 10)));
    // Two kings count nothing.
    assert_eq!(count("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d2 e8d8 d2d1"), None);
}

/// Who loses the last man to the other side is bared by that, as by a capture.
#[test]
fn a_man_that_changes_sides_begins_the_count_of_the_bared() {
    let text = "game \"Converts\" extends fide\nmen\n  N knight: N, when moving converts all men but K next to it\nrules\n  \
         counting: 30 moves, without P\n  counting when bared: 2 moves, without P\nendings\n  counted out: draw\n  the rest: inherited\n";
    let game = loaded("converts.variant", text);
    let after = |text: &str, mv: &str| {
        let mut position = position(&game, text);
        position.play(uci::find(&position, mv).unwrap()).unwrap();
        fen::write(&position)
    };
    let before = "4k3/8/r7/8/3N4/8/8/4K3 w - - 0 1 count=5/60";
    assert_eq!(after(before, "d4b5"), "4k3/8/R7/1N6/8/8/8/4K3 b - - 1 1 count=0/4");
    assert_eq!(after(before, "d4f5"), "4k3/8/r7/5N2/8/8/8/4K3 b - - 1 1 count=6/60");
}

#[test]
fn counts_differ_in_when_they_begin_and_for_whom() {
    let from_zero = game(
        "counting when bared: 2 moves against 2 R or Q, 3 moves against N, without P",
        "counted out: more men win",
    );
    let fen_after = |game: &Game, text: &str, moves: &str| {
        end(game, text, moves);
        let mut position = position(game, text);
        moves.split_whitespace().for_each(|text| position.play(uci::find(&position, text).unwrap()).unwrap());
        fen::write(&position)
    };
    let pawn = "n3k3/8/8/8/8/3p4/4K3/8 w - - 0 1";
    assert_eq!(fen_after(&from_zero, pawn, "e2d3"), "n3k3/8/8/8/8/3K4/8/8 b - - 0 1");
    assert_eq!(fen_after(&from_zero, pawn, "e2d3 e8d8"), "n2k4/8/8/8/8/3K4/8/8 w - - 1 2 count=0/6");
    assert_eq!(fen_after(&from_zero, "r3k3/8/8/8/8/8/4K3/8 w - - 0 1", "e2d3 e8d8"), "r2k4/8/8/8/8/3K4/8/8 w - - 2 2");
    assert_eq!(
        fen_after(&from_zero, "rq2k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8e7"),
        "rq6/4k3/8/8/8/8/8/4K3 w - - 1 2 count=0/4"
    );
    assert_eq!(end(&from_zero, "n3k3/8/8/8/8/8/4K3/8 b - - 0 1 count=6/6", "e8d8"), "Black by counting");
    let white = game("white counting: 3 moves, with 2 men or fewer", "counted out: white wins");
    assert_eq!(fen_after(&white, "n3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1d1"), "n3k3/8/8/8/8/8/8/R2K4 b - - 1 1");
    assert_eq!(
        fen_after(&white, "n3k3/8/8/8/8/8/8/R3K3 b - - 0 1", "e8d8"),
        "n2k4/8/8/8/8/8/8/R3K3 w - - 1 2 count=0/6"
    );
    assert_eq!(fen_after(&white, "n3k3/8/8/8/8/8/8/RR2K3 b - - 0 1", "e8d8"), "n2k4/8/8/8/8/8/8/RR2K3 w - - 1 2");
    assert_eq!(end(&white, "n3k3/8/8/8/8/8/8/R3K3 w - - 0 1 count=6/6", "e1d1"), "White by counting");
    // Passes and series are counted as moves are, but a count begins only for the player to move.
    let series = game("turn: 2 moves; passing: allowed; counting: 3 moves, without P", "counted out: draw");
    assert_eq!(
        fen_after(&series, "n3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1d1 pass"),
        "n3k3/8/8/8/8/8/8/R2K4 b - - 2 1 series=2/0 quiet=1 count=1/6"
    );
}

#[test]
fn a_win_that_is_not_claimed_lapses() {
    let game = game("progress: capture", "bared, not to move: loses 0.25 on claim; K on d4: wins 0.6 (hill)");
    let claims = |text: &str, moves: &str| {
        assert_eq!(end(&game, text, moves), "ongoing", "{text} {moves}");
        let mut position = position(&game, text);
        for text in moves.split_whitespace() {
            position.play(uci::find(&position, text).unwrap()).unwrap();
        }
        let claims: Vec<String> = position.claims().iter().map(ToString::to_string).collect();
        claims.join(", ") + if position.has_lapsed_claim(Side::White) { " lapsed" } else { "" }
    };
    let baring = "4k3/8/8/8/8/8/r7/RR2K3 w - - 0 1";
    // The bared player is to move first, and may bare in turn.
    assert_eq!(claims(baring, "a1a2"), "");
    assert_eq!(claims(baring, "a1a2 e8e7"), "a win by bare-king that scores 0.75");
    assert_eq!(claims(baring, "a1a2 e8e7 a2a3"), " lapsed");
    assert_eq!(claims(baring, "a1a2 e8e7 a2a3 e7e8"), " lapsed");
    // In the FEN it goes on, and smaller wins are gone with the claim.
    let lapsed = "4k3/8/8/8/8/3K4/8/R7 w - - 0 1 lapsed=w";
    assert_eq!(claims(lapsed, ""), " lapsed");
    assert_eq!(end(&game, lapsed, "d3d4"), "draw by hill");
    assert_eq!(end(&game, "4k3/8/8/8/8/3K4/r7/R7 w - - 0 1", "d3d4"), "White 0.6 by hill");
    assert_eq!(end(&game, "k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8"), "White by checkmate");
    // A side may pass up a win, and the other one may not have.
    let fresh = position(&game, "4k3/8/8/8/8/3K4/8/R7 w - - 0 1");
    assert_ne!(fresh.hash(), position(&game, lapsed).hash());
    assert!(fen::read(&game, SetupId::default(), "4k3/8/8/8/8/3K4/8/R7 w - - 0 1 lapsed=bw").is_err());
    assert_eq!(claims("4k3/8/8/8/8/3K4/8/R7 w - - 0 1 lapsed=b", ""), "a win by bare-king that scores 0.75");
}

#[test]
fn a_claim_may_depend_on_answers_and_hold_for_both_sides() {
    let claims = |ending: &str, text: &str, moves: &str| {
        let game = game("progress: capture", ending);
        assert_eq!(end(&game, text, moves), "ongoing", "{text} {moves}");
        let mut position = position(&game, text);
        for text in moves.split_whitespace() {
            position.play(uci::find(&position, text).unwrap()).unwrap();
        }
        position.claims().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let answers =
        "white K on e4, unanswered: loses on claim (first); black K on e5, unanswered: loses on claim (second)";
    assert_eq!(claims(answers, "4k3/8/8/8/4K3/8/8/8 b - - 0 1", ""), "a win by first");
    assert_eq!(claims(answers, "8/8/8/4k3/8/8/8/4K3 w - - 0 1", "e1f1 e5f5"), "");
    assert_eq!(claims(answers, "8/8/8/6k1/4K3/8/8/8 b - - 0 1", "g5h5 e4e3 h5g5"), "");
    let both = "no Q: loses 0.25 on claim";
    let none = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1";
    assert_eq!(claims(both, none, ""), "a win by extinction that scores 0.75");
    assert_eq!(claims(both, none, "e1e2"), "a win by extinction that scores 0.75");
    assert_eq!(claims(both, none, "e1e2 e8e7"), "");
    assert_eq!(claims(both, "4k3/p7/8/8/8/8/P7/Q3K3 b - - 0 1", ""), "");
    let again = "position 2 times, not to move: loses on claim";
    assert_eq!(claims(again, none, "e1e2 e8e7 e2e1 e7e8"), "a win by repetition");
    // A claim that has lapsed makes another position of it.
    assert_eq!(claims(again, none, "e1e2 e8e7 e2e1 e7e8 e1e2"), "");
    // A position of a game without such claims has none that has lapsed.
    let orthodox = loaded("fide", "game \"F\" extends fide\n");
    assert!(fen::read(&orthodox, SetupId::default(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 lapsed=w").is_err());
}

#[test]
fn a_count_is_written_in_two_ways_and_read_from_both() {
    let counting = game("counting: 64 moves, without P", "counted out: draw on claim");
    let read = |text: &str| fen::read(&counting, SetupId::default(), text);
    let theirs = read("4k3/8/8/8/8/8/8/R3K3 w - 128 17 9").unwrap();
    assert_eq!((theirs.move_count(), theirs.halfmove()), (Some((17, 128)), 0));
    assert_eq!(fen::write(&theirs), "4k3/8/8/8/8/8/8/R3K3 w - - 0 9 count=17/128");
    assert!(theirs.claims().is_empty());
    assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - - 0 9 count=129/128").unwrap().claims().len(), 1);
    assert!(read("4k3/8/8/8/8/8/8/R3K3 w - - 0 9 count=1/0").is_err());
    let orthodox = loaded("fide", "game \"F\" extends fide\n");
    assert!(fen::read(&orthodox, SetupId::default(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 9 count=1/4").is_err());
    assert!(fen::read(&orthodox, SetupId::default(), "4k3/8/8/8/8/8/8/R3K3 w - 128 17 9").is_err());
}

#[test]
fn men_in_a_row() {
    let row = game("passing: allowed", "3 P or N in a row: wins");
    for (place, ends) in [
        ("4k3/8/8/8/3PPN2/8/8/4K3 w - - 0 1", "White by row"),
        ("4k3/8/8/8/3PP1N1/8/8/4K3 w - - 0 1", "ongoing"),
        ("4k3/8/8/8/3PPn2/8/8/4K3 w - - 0 1", "ongoing"),
        ("4k3/8/5p2/4p3/3p4/8/8/4K3 w - - 0 1", "Black by row"),
        ("4k3/8/3p4/4p3/5p2/8/8/4K3 w - - 0 1", "Black by row"),
        ("4k3/8/4p3/4p3/4p3/8/8/4K3 w - - 0 1", "Black by row"),
        // No line goes on at the other edge.
        ("4k3/8/8/P7/6PP/8/8/4K3 w - - 0 1", "ongoing"),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1", "ongoing"),
    ] {
        assert_eq!(end(&row, place, ""), ends, "{place}");
    }
    let files = game("passing: allowed", "3 men in line on files, not to move: loses");
    assert_eq!(end(&files, "3k4/8/8/4P3/8/4N3/8/4K3 b - - 0 1", ""), "Black by row");
    assert_eq!(end(&files, "3k4/8/8/4P3/8/4N3/8/4K3 w - - 0 1", ""), "ongoing");
    assert_eq!(end(&files, "3k4/8/8/8/8/8/8/2N1K1N1 b - - 0 1", ""), "ongoing");
}

#[test]
fn perpetual_check_loses_where_other_repetition_does_not() {
    let endings = "position 3 times by perpetual check: loses; position 3 times: draw";
    let checks = game("progress: capture", endings);
    let start = "k7/8/8/8/8/8/8/Q6K b - - 0 1";
    let cycle = "a8b8 a1b1 b8a8 b1a1 ";
    assert_eq!(end(&checks, start, cycle), "ongoing");
    assert_eq!(end(&checks, start, &cycle.repeat(2)), "Black by perpetual-check");
    // Here the queen gives no check while the position recurs.
    let quiet = "h1h2 b8c8 h2h1 c8b8 ";
    assert_eq!(end(&checks, start, &format!("a8b8 {}", quiet.repeat(2))), "draw by repetition");
    // A check before the first of the three times does not count, nor do checks by some moves only.
    assert_eq!(end(&checks, start, &format!("{cycle}a8b8 {quiet}")), "draw by repetition");
    let of_white = game("progress: capture", "black position 3 times by perpetual check: loses");
    assert_eq!(end(&of_white, start, &cycle.repeat(2)), "ongoing");
}

#[test]
fn perpetual_check_by_both_sides_is_that_of_neither() {
    let text = "game \"Cross Checks\" extends fide\nmen\n  N nightrider: NN\nendings\n  the rest: none\n  \
                position 3 times by perpetual check: loses\n  position 3 times: draw\n  \
                checkmated: loses\n  stalemated: draw\n";
    // Each king leaves the line of one check and opens that of another.
    let cross = "d3e3 d5e5 e3d3 e5d5 ";
    let start = "8/2n2n2/8/3k4/8/3K4/8/3RR3 w - - 0 1";
    assert_eq!(end(&loaded("cross", text), start, &cross.repeat(2)), "draw by repetition");
    let of_both = text.replace("endings\n", "endings\n  both position 3 times by perpetual check: white wins\n");
    assert_eq!(end(&loaded("cross", &of_both), start, &cross.repeat(2)), "White by perpetual-check");
    // Here only one side is in check.
    let checks = "b1a1 a8b8 a1b1 b8a8 ";
    let one = of_both.replace("N nightrider: NN", "N nightrider: NN\n  Q queen: Q");
    assert_eq!(
        end(&loaded("cross", &one), "k7/8/8/8/8/8/8/1Q5K w - - 0 1", &checks.repeat(2)),
        "Black by perpetual-check"
    );
}

#[test]
fn the_checks_of_a_series_are_those_at_its_end() {
    let endings = "position 3 times by perpetual check: loses; position 3 times: draw";
    let series = game("progress: capture; white turn: 2 moves", endings);
    // White is in check after each of Black's moves, and no longer after the first move of a series.
    let checked = "h2h1 a1a2 g5g6 h1h2 a2a1 g6g5 ";
    let start = "7k/8/8/6R1/8/8/7q/K7 b - - 0 1";
    assert_eq!(end(&series, start, &checked.repeat(2)), "White by perpetual-check");
    // White checks by the first move of each series, and no longer by the second.
    let passing = "h8g8 a5a8 a8a5 g8h8 a5a8 a8a5 ";
    assert_eq!(end(&series, "7k/8/8/R7/8/8/8/K7 b - - 0 1", &passing.repeat(2)), "draw by repetition");
}

#[test]
fn passes_do_not_make_a_position_another_one() {
    let passing = game("passing: allowed", "both pass: draw; position 3 times: draw");
    let cycle = "a8b8 h1h2 b8a8 h2h1 ";
    assert_eq!(
        end(&passing, "k7/8/8/8/8/8/8/7K w - - 0 1", &format!("pass {}", cycle.repeat(2))),
        "draw by repetition"
    );
}

#[test]
fn kings_face_each_other_until_one_gives_way_or_passes() {
    let rule = "opposition: K and K, as R, to be broken";
    let parted = game(&format!("passing: allowed; {rule}"), "opposition accepted: draw");
    let moves = |game: &Game, text: &str| -> Vec<String> {
        let naive = naive::Game::new(game.variant(), SetupId::default());
        let twin: Vec<String> =
            naive::Position::from_fen(&naive, text).unwrap().judge().0.into_iter().map(|(action, _)| action).collect();
        let engine: Vec<String> = uci::legal_moves(&position(game, text)).into_iter().map(|(mv, _)| mv).collect();
        assert_eq!(twin, engine, "{text}");
        engine
    };
    let open = "4k3/8/8/8/2N5/8/8/4K3 b - - 0 1";
    assert_eq!(moves(&parted, open), ["e8d7", "e8d8", "e8f7", "e8f8", "pass"]);
    assert_eq!(end(&parted, "4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", "e5c4 pass"), "draw by opposition");
    assert_eq!(end(&parted, "4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", "e5c4 e8d8 e1d1"), "ongoing");
    // A pass that ends the game may be made in check.
    let check = "4k2R/8/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(moves(&parted, check), ["e8d7", "e8f7", "pass"]);
    assert_eq!(end(&parted, check, "pass"), "draw by opposition");
    let mut over = position(&parted, check);
    over.play(uci::find(&over, "pass").unwrap()).unwrap();
    assert_eq!(fen::write(&position(&parted, &fen::write(&over))), fen::write(&over));
    // Where it doesn't end the game, it may not; and nobody passes where that is no rule.
    assert_eq!(moves(&game(&format!("passing: allowed; {rule}"), "both pass: draw"), check), ["e8d7", "e8f7"]);
    let strict = game(rule, "75 moves without progress: draw");
    assert_eq!(moves(&strict, open), ["e8d7", "e8d8", "e8f7", "e8f8"]);
}

#[test]
fn a_result_may_be_worth_a_part_of_a_point() {
    let cheap =
        game("passing: none", "no Q: loses 0.4; bared, not to move: loses 0.25; no R: wins 0.6; 1 P or fewer: draw");
    let scores = |text: &str| position(&cheap, text).outcome().map(|over| Side::ALL.map(|side| over.score(side)));
    let queens = "4k2q/8/8/8/8/8/8/4K2Q w - - 0 1";
    assert_eq!(end(&cheap, queens, ""), "White 0.6 by extinction");
    assert_eq!(scores(queens), Some([60, 40]));
    let bare = "4k3/8/8/8/8/8/8/4K2Q w - - 0 1";
    assert_eq!(end(&cheap, bare, ""), "White 0.6 by extinction");
    let rooks = "r3k2q/8/8/8/8/8/P7/R3K2Q b - - 0 1";
    assert_eq!((end(&cheap, rooks, ""), scores(rooks)), ("draw by extinction".to_owned(), Some([50, 50])));
    let black = position(&cheap, "q3k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome().unwrap();
    assert_eq!(black.to_string(), "Black has won by extinction and scores 0.6");
    let written = serde_json::to_value(&black).unwrap();
    assert_eq!(written, serde_json::json!({"winner": "black", "worth": 0.6, "reason": "extinction"}));
    assert_eq!(serde_json::from_value::<Outcome>(written).unwrap(), black);
    for wrong in [0.5, 0.2, 1.2, f64::NAN] {
        let written = serde_json::json!({"winner": "black", "worth": wrong, "reason": "extinction"});
        assert!(serde_json::from_value::<Outcome>(written).is_err(), "{wrong}");
    }
}

#[test]
fn demichess_scores_a_checkmate_twice_as_high_above_a_draw() {
    let demichess = weakfish_testing::games::game("demichess-scoring");
    let outcome = |text: &str| end(&demichess, text, "");
    let claims = |text: &str| position(&demichess, text).claims().iter().map(ToString::to_string).collect::<Vec<_>>();
    // The bare King is claimed at the first opportunity, and smaller wins are lost with the claim.
    assert_eq!(claims("4k3/8/8/8/8/8/8/S3K3 w - - 0 1"), ["a win by bare-king that scores 0.75"]);
    assert!(claims("4k3/8/8/8/8/8/8/S3K3 b - - 0 1").is_empty());
    assert!(claims("4k3/8/8/8/8/8/8/S3K3 w - - 0 1 lapsed=w").is_empty());
    assert_eq!(outcome("4k3/8/8/8/8/8/8/S3K3 w - - 0 1"), "ongoing");
    assert_eq!(end(&demichess, "k7/8/2K5/S7/8/8/8/8 w - - 0 1", "c6c7"), "draw by stalemate");
    assert_eq!(end(&demichess, "k7/2K5/8/8/S7/8/8/8 w - - 0 1", "a4a6"), "White by checkmate");
    assert_eq!(outcome("k7/2K5/8/8/8/p7/P7/8 b - - 0 1"), "ongoing");
    assert_eq!(outcome("k7/p1K5/P7/8/8/8/8/8 b - - 0 1"), "White 0.75 by stalemate");
    assert_eq!(outcome("kS6/p1K5/8/8/8/8/8/8 b - - 0 1"), "White by checkmate");
}
