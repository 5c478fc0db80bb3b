//! Tables in files.

use weakfish::engine::Game;
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};
use weakfish_endgame::{FileError, Men, Options, Tables, Value};

fn game(name: &str) -> Game {
    load(&builtin::source(name).unwrap(), &BuiltIns).unwrap()
}

fn made(game: &Game, men: &str) -> (Tables, Men) {
    let men = Men::parse(game.variant(), men).unwrap();
    let mut tables = Tables::new(game, SetupId::default()).unwrap();
    tables.make(&men, &Options::default(), &mut |_| true).unwrap();
    (tables, men)
}

#[test]
fn what_is_kept_comes_back() {
    let fide = game("fide");
    let (tables, men) = made(&fide, "K P v K");
    let bytes = tables.to_bytes(&men).unwrap();
    let (game, setup) = Tables::game_of(&bytes).unwrap();
    let mut read = Tables::new(&game, setup).unwrap();
    assert_eq!(read.add_bytes(&bytes, u64::MAX), Ok(men.clone()));
    assert_eq!(read.statistics(&men), tables.statistics(&men));
    assert_eq!(read.men_below(&men).len(), 6);
    for men in read.men_below(&men) {
        assert!(read.verify(&men, 500, 1).unwrap() > 300);
    }
    let position = fen::read(&game, setup, "8/8/8/1k6/8/8/K5P1/8 w - - 0 1").unwrap();
    assert_eq!(read.value(&position), Ok(Value::Win(55)));
    assert_eq!(read.to_bytes(&men), Some(bytes));
}

#[test]
fn damage_is_found_wherever_it_is() {
    let fide = game("fide");
    let (tables, men) = made(&fide, "K Q v K");
    let bytes = tables.to_bytes(&men).unwrap();
    let read = |bytes: &[u8]| Tables::new(&fide, SetupId::default()).unwrap().add_bytes(bytes, u64::MAX);
    for step in 0..200 {
        let at = step * (bytes.len() - 1) / 199;
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (step % 8);
        assert!(read(&damaged).is_err(), "byte {at} of {}", bytes.len());
        assert!(read(&bytes[..at]).is_err(), "the first {at} bytes of {}", bytes.len());
    }
    assert_eq!(read(b"something else"), Err(FileError::Format));
    assert!(read(&[&bytes[..], b"more"].concat()).is_err());
}

/// A small file may hold large tables: what they take is bounded while they are read.
#[test]
fn tables_take_no_more_memory_than_they_may() {
    let fide = game("fide");
    let (tables, men) = made(&fide, "K R v K");
    let bytes = tables.to_bytes(&men).unwrap();
    let read = |most: u64| Tables::new(&fide, SetupId::default()).unwrap().add_bytes(&bytes, most);
    assert!(tables.bytes() > bytes.len() as u64);
    assert_eq!(read(tables.bytes()), Ok(men));
    for most in [0, bytes.len() as u64, tables.bytes() - 1] {
        assert_eq!(read(most), Err(FileError::Memory(most)));
    }
}

/// The player who would lose claims the draw.
#[test]
fn values_follow_from_claims_too() {
    let text = "game \"Claims\" extends fide\n\nendings\n  only K Q v K: draw on claim\n  the rest:     inherited\n";
    let claims = load(&Source::new("claims.variant", text), &BuiltIns).unwrap_or_else(|error| panic!("{error:?}"));
    let (tables, men) = made(&claims, "K Q v K");
    assert!(tables.verify(&men, 300, 1).unwrap() > 200);
    let read = |text: &str| tables.value(&fen::read(&claims, SetupId::default(), text).unwrap()).unwrap();
    assert_eq!(read("8/8/8/8/8/2k5/8/KQ6 b - - 0 1"), Value::Draw);
    assert_eq!(read("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), Value::Loss(0));
}

/// A file that is sound but for the number of men of a table: more than any has, all but two of which are none.
#[test]
fn a_table_of_more_men_than_there_can_be_is_refused() {
    let fide = game("fide");
    let (tables, men) = made(&fide, "K v K");
    let bytes = tables.to_bytes(&men).unwrap();
    let read = |bytes: &[u8]| Tables::new(&fide, SetupId::default()).unwrap().add_bytes(bytes, u64::MAX);
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    // The model, the setup, and the number of tables.
    let at = 16 + 8 + number(16) + 1 + 4;
    assert_eq!(bytes[at], 2);
    for count in [2, 3, 8, 9, 255] {
        let none = vec![u8::MAX; 2 * (usize::from(count) - 2)];
        let mut changed =
            [&bytes[..at], &[count], &bytes[at + 1..at + 5], &none, &bytes[at + 5..bytes.len() - 4]].concat();
        changed.extend(crc32fast::hash(&changed).to_le_bytes());
        let expected = if usize::from(count) <= Men::MAX { Ok(men.clone()) } else { Err(FileError::Damaged) };
        assert_eq!(read(&changed), expected, "{count} men");
    }
}

#[test]
fn tables_of_another_game_are_refused() {
    let (tables, men) = made(&game("fide"), "K Q v K");
    let bytes = tables.to_bytes(&men).unwrap();
    let mut other = Tables::new(&game("shatranj"), SetupId::default()).unwrap();
    assert_eq!(other.add_bytes(&bytes, u64::MAX), Err(FileError::OtherGame("Chess".to_owned())));
}

/// The same men, two setups, and an ending of one of them.
#[test]
fn tables_of_another_setup_are_refused() {
    let rows = "  . . . k\n  . . . .\n  . . . .\n  K . . .\n";
    let text = format!(
        "game \"Corner\"\nboard: 4x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n\nsetup plain\n{rows}\n\
         setup corner\n{rows}\nendings\n  checkmated: loses\n  stalemated: draw\n  K on b1, in setup corner: wins\n"
    );
    let game = load(&Source::new("corner.variant", text.as_str()), &BuiltIns).unwrap();
    let men = Men::parse(game.variant(), "K v K").unwrap();
    let bytes = [0, 1].map(|setup| {
        let mut tables = Tables::new(&game, SetupId(setup)).unwrap();
        tables.make(&men, &Options::default(), &mut |_| true).unwrap();
        tables.to_bytes(&men).unwrap()
    });
    for (of, bytes) in bytes.iter().enumerate() {
        for to in 0..2 {
            let read = Tables::new(&game, SetupId(to)).unwrap().add_bytes(bytes, u64::MAX);
            let expected =
                if of == usize::from(to) { Ok(men.clone()) } else { Err(FileError::OtherGame("Corner".to_owned())) };
            assert_eq!(read, expected, "{of} for {to}");
        }
    }
}

/// The first turn of the game has one move, and a table has the positions of the turns of two.
#[test]
fn a_first_turn_of_fewer_moves_is_not_probed() {
    let text = "game \"Two by Two\"\nboard: 4x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  R rook: R\n\n\
                setup start\n  . . . k\n  . . . .\n  . . . .\n  K R . .\n\nrules\n  turn: 2 moves, the first 1\n\nendings\n  \
                checkmated: loses\n  stalemated: draw\n";
    let game = load(&Source::new("two.variant", text), &BuiltIns).unwrap_or_else(|error| panic!("{error:?}"));
    let (tables, men) = made(&game, "K R v K");
    let read = |turn: usize| fen::read(&game, SetupId::default(), &format!("3k/4/4/KR2 w - - 0 {turn}")).unwrap();
    assert!(tables.has(&men) && tables.probe(&read(2)).is_some());
    assert_eq!(tables.probe(&read(2)), tables.value(&read(2)).ok());
    assert_eq!(tables.probe(&read(1)), None);
}
