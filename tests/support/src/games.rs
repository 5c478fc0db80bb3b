//! The built-in games, those of one file each, and the counts listed for them.

use std::path::PathBuf;
use std::sync::LazyLock;

use weakfish::engine::Game;
use weakfish::model::{SetupId, Variant};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};

use super::pages::rendered_report;

/// Loads a definition that has no mistake.
pub fn loaded(name: &str, text: &str) -> Game {
    let source = Source::new(name, text);
    load(&source, &BuiltIns).unwrap_or_else(|refused| {
        let reports: Vec<_> = refused.reports.iter().map(rendered_report).collect();
        panic!("{}\n{text}", reports.join("\n"))
    })
}

/// Chess with these lines below the title.
pub fn chess_with(lines: &str) -> Game {
    loaded("tried.variant", &format!("game \"Tried\" extends fide\n{lines}"))
}

/// A built-in game, or one of `tests/cases/games`.
pub fn game(name: &str) -> Game {
    static GAMES: LazyLock<Vec<(&str, Game)>> = LazyLock::new(|| {
        let named = |name| (name, loaded(name, &builtin::source(name).unwrap().text));
        builtin::names().map(named).collect()
    });
    let built_in = GAMES.iter().find(|(known, _)| *known == name).map(|(_, game)| game);
    let others = || one_file_games().iter().find(|(known, _)| known == name).map(|(_, game)| game);
    built_in.or_else(others).unwrap_or_else(|| panic!("no game {name}")).clone()
}

/// The names of the games that the engine was made for, the first family of the built-in ones.
pub fn weak_games() -> impl Iterator<Item = &'static str> + Clone {
    builtin::families().take(1).flat_map(|(_, names)| names)
}

/// All other games that run from one file each, compiled, with their names: the other families, and those that are not
/// built in.
pub fn one_file_games() -> &'static [(String, Game)] {
    static GAMES: LazyLock<Vec<(String, Game)>> = LazyLock::new(read_one_file_games);
    &GAMES
}

fn read_one_file_games() -> Vec<(String, Game)> {
    let folder = crate::root().join("tests/cases/games");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let game = loaded(&format!("{name}.variant"), &std::fs::read_to_string(&path).unwrap());
        (name, game)
    };
    let built_in = builtin::families().skip(1).flat_map(|(_, names)| names).map(|name| (name.to_owned(), game(name)));
    built_in.chain(files.into_iter().map(read)).collect()
}

/// The model of such a game.
pub fn variant(name: &str) -> Variant {
    game(name).variant().clone()
}

/// A line of a corpus: so many sequences of so many plies.
pub struct Count {
    pub game: &'static str,
    pub setup: &'static str,
    pub fen: &'static str,
    pub depth: u32,
    pub nodes: u64,
}

impl Count {
    /// The setup of the game that the line means.
    pub fn setup(&self, variant: &Variant) -> SetupId {
        if self.setup == "-" { SetupId(0) } else { variant.setup_named(self.setup).expect(self.setup) }
    }
}

/// The lines of a corpus; more columns are remarks.
pub fn counts(corpus: &'static str) -> Vec<Count> {
    let lines = corpus.lines().filter(|line| !line.starts_with('#') && !line.starts_with("game\t"));
    let count = |line: &'static str| {
        let mut columns = line.split('\t');
        let mut column = || columns.next().unwrap_or_else(|| panic!("too few columns: {line}"));
        let (game, setup, fen) = (column(), column(), column());
        let (depth, nodes) = (column(), column());
        Count { game, setup, fen, depth: depth.parse().expect(line), nodes: nodes.parse().expect(line) }
    };
    lines.map(count).collect()
}

/// Every game of RULES.md.
pub const GAMES: &str = include_str!("../../perft/games.tsv");
/// Published counts for chess.
pub const FIDE: &str = include_str!("../../perft/fide.tsv");
/// Random positions, counted by outside programs.
pub const OUTSIDE: &str = include_str!("../../perft/outside.tsv");
/// Games with men in hand, published or counted by outside programs.
pub const HANDS: &str = include_str!("../../perft/hands.tsv");
/// Games whose moves change more than a man and a square, counted by outside programs.
pub const AFTERMATH: &str = include_str!("../../perft/aftermath.tsv");
/// Chess with an Immobilizer, counted by outside programs.
pub const HOLDS: &str = include_str!("../../perft/holds.tsv");
/// The same of men that hold others by attack.
pub const MADRASI: &str = include_str!("../../perft/madrasi.tsv");
/// Chess with Knights that relay their moves, counted by outside programs.
pub const RELAYS: &str = include_str!("../../perft/relays.tsv");
/// Turns of several moves by the same man, or by different men, counted by outside programs.
pub const MOVERS: &str = include_str!("../../perft/movers.tsv");
/// Chess with men that move once a game in another way, counted by outside programs.
pub const ONCE: &str = include_str!("../../perft/once.tsv");
/// Chess in which some moves come before others, counted by outside programs.
pub const COMPULSORY: &str = include_str!("../../perft/compulsory.tsv");
/// The Feeble family and the others beyond what is published: counted here, by the naive generator.
pub const OWN: &str = include_str!("../../perft/naive.tsv");
