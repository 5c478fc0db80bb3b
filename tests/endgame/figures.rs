//! Published figures.
#![allow(clippy::format_push_string)] // A text reads best as it is put together.

use std::num::NonZero;

use weakfish::engine::{Game, IllegalMove};
use weakfish::geometry::PerSide;
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};
use weakfish_endgame::{MakeError, Men, Options, Statistics, Tables, Value};

fn statistics(game: &Game, men: &str) -> Statistics {
    let men = Men::parse(game.variant(), men).unwrap();
    let mut tables = Tables::new(game, SetupId::default()).unwrap();
    tables.make(&men, &Options::default(), &mut |_| true).unwrap();
    tables.statistics(&men).unwrap()
}

/// Chess's king and mate on a square board, with other men, which are not in the setup.
fn square_board(size: usize, men: &[&str]) -> Game {
    let empty = |cells: usize| " .".repeat(cells);
    let letters = ["X", "Y", "Z"];
    let named = || letters.iter().zip(men);
    let mut text = format!(
        "game \"Figures\"\nboard: {size}x{size}\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n"
    );
    for (letter, betza) in named() {
        text += &format!("  {letter} man {}: {betza}\n", letter.to_lowercase());
    }
    text += "\nsetup start\n";
    for rank in (1..=size).rev() {
        let row = match rank {
            1 => format!(" K{}", empty(size - 1)),
            _ if rank == size => format!("{} k", empty(size - 1)),
            _ => empty(size),
        };
        text += &format!(" {row}\n");
    }
    text += "\nendings\n  checkmated: loses\n  stalemated: draw\n";
    load(&Source::new("figures.variant", text.as_str()), &BuiltIns).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// Longest wins in White's moves with White to move, by men and size of the board: V. Kotesovec, OEIS A225551 to
/// A225557, A227437. 0 is an ending in which Black's king is always in check. On odd boards bishops have a colour, so
/// that those of bishops are left out there.
const LONGEST_WINS: &[(&[&str], usize, u16)] = &[
    (&["Q"], 3, 1),
    (&["Q"], 4, 4),
    (&["Q"], 5, 6),
    (&["Q"], 6, 7),
    (&["Q"], 8, 10),
    (&["R"], 3, 3),
    (&["R"], 4, 7),
    (&["R"], 5, 10),
    (&["R"], 6, 12),
    (&["R"], 8, 16),
    (&["QN"], 3, 0),
    (&["QN"], 4, 1),
    (&["QN"], 5, 2),
    (&["QN"], 6, 3),
    (&["QN"], 8, 4),
    (&["RN"], 3, 3),
    (&["RN"], 4, 5),
    (&["RN"], 5, 7),
    (&["RN"], 6, 8),
    (&["RN"], 8, 11),
    (&["BN"], 3, 3),
    (&["BN"], 4, 8),
    (&["BN"], 5, 9),
    (&["BN"], 6, 11),
    (&["BN"], 8, 17),
    (&["B", "N"], 3, 7),
    (&["B", "N"], 4, 14),
    (&["B", "N"], 6, 22),
    (&["B", "B"], 4, 9),
    (&["B", "B"], 6, 13),
    (&["N", "N", "N"], 4, 10),
];

#[test]
fn longest_wins_on_square_boards() {
    for &(men, size, moves) in LONGEST_WINS {
        // Like men are one kind.
        let kinds: &[&str] = if men.iter().all(|man| *man == men[0]) { &men[..1] } else { men };
        let game = square_board(size, kinds);
        let letters = ["X", "Y", "Z"];
        let named: Vec<&str> = (0..men.len()).map(|index| letters[index.min(kinds.len() - 1)]).collect();
        let found = statistics(&game, &format!("K {} v K", named.join(" ")));
        let longest = found.to_move.white.longest_win;
        assert_eq!(longest.map_or(0, |plies| plies.div_ceil(2)), moves, "{men:?} on {size}x{size}");
        assert_eq!(found.to_move.white.losses + found.to_move.black.wins, 0, "{men:?} on {size}x{size}");
    }
}

/// The same of men that no paper has, as another program counted them, on 8x8.
const OTHERS: &[(&str, u16)] = &[("HFD", 27), ("vrWfF", 68)];

#[test]
fn longest_wins_of_fairy_men() {
    for &(man, moves) in OTHERS {
        let found = statistics(&square_board(8, &[man]), "K X v K");
        assert_eq!(found.to_move.white.longest_win, Some(2 * moves - 1), "{man}");
    }
}

#[test]
fn rook_and_king() {
    let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    let found = statistics(&game, "K R v K");
    // The data set of Bain and Hoff, UCI 23.
    assert_eq!(found.to_move.black.up_to_symmetry, 28_056);
    assert_eq!(found.to_move.black.positions, 223_944);
    assert_eq!(found.to_move.white.longest_win, Some(31));
}

#[test]
fn pawn_and_king() {
    let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    let found = statistics(&game, "K P v K");
    assert_eq!(found.to_move.white.longest_win, Some(55));
    // Positions with the pawn on the left half: 81,664 with White to move, of which 62,480 are won.
    assert_eq!((found.to_move.white.positions, found.to_move.white.wins), (2 * 81_664, 2 * 62_480));
    assert_eq!(found.zugzwangs, 2 * 80);
}

#[test]
fn tables_with_the_sides_exchanged_have_the_same_figures() {
    // The third game mirrors nothing: Black's king moves in another way.
    let unlike = "game \"Unlike\" extends fide\nmen\n  black K king: F, royal\nrules\n  castling: none\n";
    let unlike = load(&Source::new("unlike.variant", unlike), &BuiltIns).unwrap();
    // In the fourth one Black alone loses when bared, which shows only after a capture.
    let bared = "game \"Bared\" extends los-alamos\nendings\n  black bared: loses\n  the rest: inherited\n";
    let bared = load(&Source::new("bared.variant", bared), &BuiltIns).unwrap();
    let games = ["fide", "demichess"].map(|name| load(&builtin::source(name).unwrap(), &BuiltIns).unwrap());
    for (game, one, other, alike) in [
        (&games[0], "K R v K", "K v K R", true),
        (&games[0], "K P v K", "K v K P", true),
        (&games[1], "K C v K", "K v K C", true),
        (&unlike, "K R v K", "K v K R", false),
        (&bared, "K N v K R", "K R v K N", false),
    ] {
        let mut tables = Tables::new(game, SetupId::default()).unwrap();
        let mut steps = 0;
        let [first, second] = [one, other].map(|men| {
            let men = Men::parse(game.variant(), men).unwrap();
            steps = 0;
            let mut count = |_| {
                steps += 1;
                true
            };
            tables.make(&men, &Options::default(), &mut count).unwrap();
            tables.statistics(&men).unwrap()
        });
        // A copied value takes no step.
        assert_eq!(steps == 0, alike, "{one} and {other}");
        let exchanged = PerSide::new(second.to_move.black.clone(), second.to_move.white.clone());
        assert_eq!(exchanged == first.to_move, alike, "{one} and {other}");
        // Made on its own.
        assert_eq!(statistics(game, other).to_move, second.to_move, "{other}");
    }
}

#[test]
fn threads_and_lists_of_moves_change_no_figure() {
    let fide = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    // Where a man stands on an axis of symmetry, two of its moves lead to one number.
    for (game, men) in
        [(&fide, "K P v K"), (&square_board(5, &["Q"]), "K X v K"), (&square_board(4, &["R"]), "K X v K")]
    {
        let men = Men::parse(game.variant(), men).unwrap();
        let of = |keep_moves: bool, threads: usize| {
            let mut tables = Tables::new(game, SetupId::default()).unwrap();
            let options = Options { keep_moves, threads: NonZero::new(threads).unwrap(), ..Options::default() };
            tables.make(&men, &options, &mut |_| true).unwrap();
            tables.to_bytes(&men).unwrap()
        };
        let expected = of(true, 1);
        for (keep_moves, threads) in [(true, 3), (false, 1), (false, 3)] {
            assert!(of(keep_moves, threads) == expected, "list of moves: {keep_moves}, threads: {threads}");
        }
    }
}

#[test]
fn a_symmetry_that_an_ending_of_the_setup_breaks_is_none() {
    let text = "game \"Corner\"\nboard: 4x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n\n\
        setup plain\n  . . . k\n  . . . .\n  . . . .\n  K . . .\n\nsetup corner\n  . . . k\n  . . . .\n  . . . .\n  K . . .\n\n\
        endings\n  checkmated: loses\n  stalemated: draw\n  K on b1, in setup corner: wins\n";
    let game = load(&Source::new("corner.variant", text), &BuiltIns).unwrap();
    let men = Men::parse(game.variant(), "K v K").unwrap();
    let symmetries = [0, 1].map(|setup| {
        let mut tables = Tables::new(&game, SetupId(setup)).unwrap();
        tables.make(&men, &Options::default(), &mut |_| true).unwrap();
        tables.symmetries(&men).len()
    });
    assert!(symmetries[0] > 0 && symmetries[1] == 0, "{symmetries:?}");
}

#[test]
fn estimates_bound_what_a_table_takes() {
    let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    for text in ["K Q v K", "K P v K"] {
        let (men, tables) =
            (Men::parse(game.variant(), text).unwrap(), Tables::new(&game, SetupId::default()).unwrap());
        let (least, found) = (tables.estimate_at_least(&men).unwrap(), tables.estimate(&men, u64::MAX).unwrap());
        assert_eq!(least.tables, found.tables, "{text}");
        // A board has at most eight symmetries.
        assert!((found.positions / 9..=found.positions).contains(&least.positions), "{text}: {least:?} {found:?}");
        let too_large = tables.estimate(&men, least.memory / 2);
        assert!(
            matches!(too_large, Err(MakeError::Memory(bytes)) if (least.memory / 2..=least.memory).contains(&bytes)),
            "{text}: {too_large:?}"
        );
    }
}

/// Two kings on three squares of a large board end the game: the trials of some symmetries meet such a position, those of others
/// don't. What is left is no group.
#[test]
fn symmetries_that_are_no_group_are_not_used() {
    let empty = "  . . . . . . . .\n".repeat(6);
    let ending = "both K on a1 or c2 or f6, white to move: white wins";
    let text = format!(
        "game \"Hills\"\nboard: 8x8\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n\nsetup start\n  \
         . . . . k . . .\n{empty}  . . . . K . . .\n\nendings\n  {ending}\n  checkmated: loses\n  stalemated: draw\n"
    );
    let game =
        load(&Source::new("hills.variant", text.as_str()), &BuiltIns).unwrap_or_else(|error| panic!("{error:?}"));
    let men = Men::parse(game.variant(), "K v K").unwrap();
    let mut tables = Tables::new(&game, SetupId::default()).unwrap();
    tables.make(&men, &Options::default(), &mut |_| true).unwrap();
    assert_eq!(tables.symmetries(&men), Vec::<&str>::new());
    for (text, value) in
        [("8/8/5k2/8/8/8/8/K7 w - - 0 2", Value::Win(0)), ("8/8/2k5/8/8/8/8/7K w - - 0 2", Value::Draw)]
    {
        assert_eq!(tables.value(&fen::read(&game, SetupId::default(), text).unwrap()), Ok(value), "{text}");
    }
}

/// Kings that reach the square ahead of them and turn, up to three times in a row.
const TURNING_KINGS: &str = "\
game \"Kings that turn\"
board: 3x4
first: white
black: mirrors white

men
  K king: fW, royal, turns 45

setup start
  . k .
  . . .
  . . .
  . K .

rules
  must move:  every 4 turns
  repetition: forbidden

endings
  white K on b4: wins
  black K on b1: wins
  checkmated:    loses
  stalemated:    loses
";

#[test]
fn a_line_ends_where_the_best_move_repeats_a_position() {
    let game = load(&Source::new("kings.variant", TURNING_KINGS), &BuiltIns).unwrap();
    let men = Men::parse(game.variant(), "K v K").unwrap();
    let mut tables = Tables::new(&game, SetupId::default()).unwrap();
    tables.make(&men, &Options::default(), &mut |_| true).unwrap();
    let mut position = fen::read(&game, SetupId::default(), "2K{se}/3/1k{n}1/3 w - - 0 1 still=0/1").unwrap();
    assert_eq!(tables.value(&position).unwrap(), Value::Win(33));
    let line = tables.best_line(&position).unwrap();
    assert_eq!(line.len(), 3, "{line:?}");
    for mv in line {
        position.play(mv).unwrap();
    }
    let (best, value) = tables.moves(&position).unwrap()[0];
    assert_eq!(value, Value::Loss(30));
    assert_eq!(position.check_move(best), Err(IllegalMove::Repetition));
}
