//! Tables in files.

use weakfish::engine::Game;
use weakfish::model::SetupId;
use weakfish::notation::fen;
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
    assert_eq!(read.add_bytes(&bytes), Ok(men.clone()));
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
    let read = |bytes: &[u8]| Tables::new(&fide, SetupId::default()).unwrap().add_bytes(bytes);
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

#[test]
fn tables_of_another_game_are_refused() {
    let (tables, men) = made(&game("fide"), "K Q v K");
    let bytes = tables.to_bytes(&men).unwrap();
    let mut other = Tables::new(&game("shatranj"), SetupId::default()).unwrap();
    assert_eq!(other.add_bytes(&bytes), Err(FileError::OtherGame("Chess".to_owned())));
}
