//! What two games differ in.

use weakfish::rulebook::diff::{Diff, Part, diff};
use weakfish::source::Source;
use weakfish::{BuiltIns, Game, builtin, load};

fn built_in(name: &str) -> Game {
    load(&builtin::source(name).unwrap(), &BuiltIns).unwrap()
}

/// Where two games differ, and the moves that only the second has. Setups go by their names in the first one.
fn turned(diff: &Diff) -> (Vec<(Part, String)>, Vec<String>) {
    let name = |part: Part, what: &str| if part == Part::Setups { String::new() } else { what.to_owned() };
    let mut differences: Vec<_> = diff.differences.iter().map(|one| (one.part, name(one.part, &one.what))).collect();
    differences.sort();
    (differences, diff.moves.iter().flat_map(|moves| moves.only_second.clone()).collect())
}

#[test]
fn every_game_plays_as_itself_and_as_none_of_the_others() {
    let games: Vec<Game> = builtin::names().map(built_in).collect();
    for (index, game) in games.iter().enumerate() {
        let same = diff(game, game);
        assert!(same.plays_alike() && same.differences.is_empty() && same.to_string().is_empty());
        for other in &games[index + 1..] {
            let [there, back] = [diff(game, other), diff(other, game)];
            assert!(!there.plays_alike(), "{:?}", there.titles);
            assert!(there.differences.iter().all(|one| one.first != one.second));
            assert_eq!(turned(&there).0, turned(&back).0);
            let firsts: Vec<String> = there.moves.iter().flat_map(|moves| moves.only_first.clone()).collect();
            assert_eq!(firsts, turned(&back).1, "{:?}", there.titles);
        }
    }
}

#[test]
fn a_difference_is_told_where_it_is_and_nowhere_else() {
    let base = built_in("fide");
    for (lines, parts) in [
        ("about: \"Another\"\n", &[][..]),
        ("first: black\n", &[Part::Facts, Part::Rules]),
        ("black: rotates white\n", &[Part::Facts]),
        ("men\n  N knight: NmW\n", &[Part::Men]),
        ("men\n  K king: WF, royal\n", &[]),
        ("men\n  X extra: N\n", &[Part::Men]),
        ("setup standard: standard with N on b3, empty b1\n", &[Part::Setups]),
        ("setup standard: standard\nsetup other: standard with empty b1\n", &[Part::Setups]),
        ("setup another: standard\n", &[]),
        ("rules\n  castling: none\n", &[Part::Rules]),
        ("rules\n  black castling: none\n", &[Part::Rules]),
        ("rules\n  passing: allowed\n", &[Part::Rules]),
        ("rules\n  progress: capture\n", &[Part::Endings]),
        ("endings\n  stalemated: loses\n  the rest: inherited\n", &[Part::Endings]),
        ("endings\n  75 moves without progress: draw (75-moves)\n  the rest: inherited\n", &[Part::Endings]),
    ] {
        let text = format!("game \"Chess\" extends fide\n{lines}");
        let other = load(&Source::new("other", text), &BuiltIns).unwrap_or_else(|error| panic!("{lines}{error}"));
        let diff = diff(&base, &other);
        let mut found: Vec<Part> = diff.differences.iter().map(|difference| difference.part).collect();
        // What is told about a game is not inherited.
        assert_eq!(found.remove(0), Part::About, "{lines}{diff}");
        found.retain(|part| *part != Part::About);
        found.dedup();
        assert_eq!(found, parts, "{lines}{diff}");
        assert_eq!(diff.plays_alike(), parts.is_empty(), "{lines}{diff}");
    }
}
