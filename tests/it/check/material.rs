//! Material that is called a draw, compared with all positions of it.

use std::fmt::Write;

use weakfish::diagnostic::Code;
use weakfish::engine::{Game, Position};
use weakfish::geometry::{Side, Square};
use weakfish::model::{ManState, PlacedMan, SetupId};
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, check, load};

use weakfish_testing::cases::{files, mistake};

/// Men of all sorts that come to all squares of a board: leapers and riders, lame ones, hoppers, men that capture
/// otherwise than they move, that turn, or that flip.
const MEN: &[&str] = &[
    "N",
    "R",
    "B",
    "Q",
    "QN",
    "NAD",
    "WD",
    "FA",
    "DA",
    "K",
    "W",
    "C",
    "NN",
    "nN",
    "nAnD",
    "mRcpR",
    "gQ",
    "mQcN",
    "mNcQ",
    "mKcF",
    "mKcW",
    "FfW",
    "R[F?R]",
    "fR, turns 45",
    "fN, turns 90",
    "fQ, one direction at a time from f, turns 45",
    "Q, flips m/c",
    "N, flips m/c",
    "mWcR, turns 45",
    "Q, captures only X",
    "QN, captures no X",
];

/// A game with this man, in which the material is a draw, or in which nothing but mate ends the game.
fn definition(man: &str, draw: bool) -> String {
    let line = if draw { "  only K v K, or K X v K: draw\n" } else { "" };
    format!(
        "game \"Man\"\nboard: 4x5\nfirst: white\nblack: mirrors white\nmen\n  K king: K, royal\n  X man: {man}\nsetup \
         standard\n  x . . k\n  . . . .\n  . . . .\n  . . . .\n  X . . K\nendings\n  checkmated: loses\n  stalemate: \
         draw\n{line}  position 3 times: draw\n"
    )
}

fn game(text: String) -> Game {
    load(&Source::new("man", text), &BuiltIns).unwrap()
}

fn is_mate(position: &Position) -> bool {
    position.outcome().is_some_and(|outcome| &*outcome.reason == "checkmate")
}

/// The position of the message that a definition is warned with, if it is.
fn warned(text: String) -> Option<String> {
    let checked = check(&Source::new("man", text), &BuiltIns);
    let mut found = checked.report.diagnostics().filter(|diagnostic| diagnostic.code == Code::CheckLiveMaterial);
    found.next().map(|diagnostic| position_in(&diagnostic.message).unwrap())
}

/// The FEN at the end of a message.
fn position_in(message: &str) -> Option<String> {
    let (_, fen) = message.trim_end_matches('`').rsplit_once('`')?;
    fen.contains('/').then(|| fen.to_owned())
}

/// Whether White, with a king and one man, comes to a position of mate by a move that captures nothing.
fn mates(game: &Game) -> bool {
    let variant = game.variant();
    let [king, man] = ["K", "X"].map(|symbol| variant.kind_of_symbol(Side::White, symbol).unwrap());
    let states = variant.kind(man).states(Side::White, variant.black);
    let squares: Vec<Square> = variant.board.squares().collect();
    let start = game.start_of(SetupId::default()).arrangement();
    let position = |turn, places: [Square; 3], state: &ManState| {
        let [king_at, man_at, enemy_at] = places;
        if king_at == man_at || man_at == enemy_at || enemy_at == king_at {
            return None;
        }
        let men = vec![
            PlacedMan { square: king_at, side: Side::White, kind: king, state: ManState::default() },
            PlacedMan { square: man_at, side: Side::White, kind: man, state: state.clone() },
            PlacedMan { square: enemy_at, side: Side::Black, kind: king, state: ManState::default() },
        ];
        let mut arrangement = start.clone();
        (arrangement.men, arrangement.turn) = (men, turn);
        game.position(&arrangement).ok()
    };
    let mut places = Vec::new();
    for &one in &squares {
        for &other in &squares {
            places.extend(squares.iter().map(|&third| [one, other, third]));
        }
    }
    let any = |turn, is: fn(&Position) -> bool| {
        let mut positions = places.iter().flat_map(|&places| states.iter().map(move |state| (places, state)));
        positions.any(|(places, state)| position(turn, places, state).is_some_and(|position| is(&position)))
    };
    any(Side::Black, is_mate) && any(Side::White, mates_at_once)
}

fn mates_at_once(position: &Position) -> bool {
    let mut after = position.clone();
    let mut moves = position.legal_moves().to_vec().into_iter().filter(|&mv| !position.is_capture(mv));
    moves.any(|mv| {
        let undo = after.make(mv);
        let mate = is_mate(&after);
        after.unmake(undo);
        mate
    })
}

#[test]
fn a_man_is_warned_of_if_it_mates() {
    let mut wrong = String::new();
    let mut found = 0;
    for man in MEN {
        let expected = mates(&game(definition(man, false)));
        let position = warned(definition(man, true));
        if position.is_some() != expected {
            writeln!(wrong, "{man}: mates {expected}, warned of {position:?}").unwrap();
        }
        if let Some(position) = position {
            found += 1;
            let position = fen::read(&game(definition(man, false)), SetupId::default(), &position).unwrap();
            assert!(is_mate(&position), "{man}: {}", fen::write(&position));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(found > 5 && MEN.len() - found > 5, "{found} of {} men mate", MEN.len());
}

#[test]
fn a_man_that_promotes_to_one_that_mates_can_still_win() {
    for (line, is_warned) in
        [("only K v K P: draw", true), ("only K P v K P, K v K: draw", true), ("only K v K N: draw", false)]
    {
        let text = format!("game \"Pawns\" extends fide\nendings\n  {line}\n  the rest: inherited\n");
        assert_eq!(warned(text).is_some(), is_warned, "{line}");
    }
}

#[test]
fn the_positions_of_the_messages_are_mates() {
    let mut found = 0;
    for path in files("errors") {
        let (source, checked) = mistake(&path);
        for diagnostic in checked.report.diagnostics().filter(|found| found.code == Code::CheckLiveMaterial) {
            let Some(text) = position_in(&diagnostic.message) else { continue };
            found += 1;
            let position = fen::read(checked.game.as_ref().unwrap(), SetupId::default(), &text).unwrap();
            assert!(position.in_check() && position.legal_moves().is_empty(), "{}: {text}", source.name);
        }
    }
    assert!(found > 3, "only {found} positions");
}
