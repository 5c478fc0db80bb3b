//! From a variant to a section of a configuration of Fairy-Stockfish.
//!
//! The other way round from an import: what that engine can't do is a loss, named in a sentence. Whatever a variant has
//! and this file does not take is a loss as well, so a new rule part is refused until it is said here.

mod endings;
mod first_moves;
mod long_steps;
mod men;
mod rules;

use std::fmt::Write;

use super::collection::Collection;
use super::game::Game;
use super::game::TextId;
use super::men::{Letters, Man};
use super::rules::Rules;
use super::squares::{MAX_FILES, MAX_RANKS, Squares};
use super::values::{File, Rank, Text};
use weakfish::geometry::{PerSide, Side, SquareSet};
use weakfish::model::{KindId, Variant};
use weakfish::source::Span;

/// A variant as a section of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Export {
    /// The section. If something is lost, comments at its start say what.
    pub section: String,
    /// Rules that the engine lacks, a sentence each. If there are none, it plays the same game but for the notes.
    pub losses: Vec<String>,
    /// Draws that the engine does not declare, or only on claim, a sentence each. No won game is affected.
    pub notes: Vec<String>,
}

/// Makes a section of a variant; of several setups it has the first one.
///
/// ```
/// use weakfish_fairy_stockfish::export;
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let export = export(game.variant(), "feeble");
/// assert!(export.losses.iter().any(|loss| loss == "men that turn, such as the king"));
/// ```
pub fn export(variant: &Variant, name: &str) -> Export {
    let mut maker = Maker::new(variant);
    maker.board();
    maker.men();
    maker.lines();
    maker.rules();
    maker.endings();
    maker.widen();
    let section = maker.section(name);
    Export { section, losses: maker.losses, notes: maker.notes }
}

/// Second names of games that the engine has.
const ALIASES: [&str; 3] = ["fairy", "mini", "normal"];

/// A section in the making.
struct Maker<'v> {
    variant: &'v Variant,
    rules: Rules,
    letters: Letters,
    mobility: Vec<(Man, PerSide<Squares>)>,
    /// The man that each kind is, by the number of the kind.
    men: Vec<Option<Man>>,
    losses: Vec<String>,
    notes: Vec<String>,
    /// The built-in game that the section changes, if a man has what only the games of that family have.
    parent: Option<&'static str>,
}

impl<'v> Maker<'v> {
    fn new(variant: &'v Variant) -> Self {
        let bare = Game::without_men((TextId::Own, Span::at(0)));
        let men = vec![None; variant.kinds.len()];
        let Game { mut rules, letters, .. } = bare;
        // Rules that the variant lacks are switched off.
        rules.n_move_rule = 0;
        rules.n_fold_rule = 0;
        rules.castling = false;
        rules.double_step = false;
        Self { variant, rules, letters, mobility: Vec::new(), men, losses: Vec::new(), notes: Vec::new(), parent: None }
    }

    fn note(&mut self, what: String) {
        self.notes.push(what);
    }

    fn lose(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.losses.contains(&what) {
            self.losses.push(what);
        }
    }

    /// The man that a kind is.
    fn man(&self, kind: KindId) -> Option<Man> {
        self.men.get(kind.index()).copied().flatten()
    }

    /// The name of a kind.
    fn name(&self, kind: KindId) -> &'v str {
        &self.variant.kind(kind).name
    }

    fn squares(&self, squares: SquareSet) -> Squares {
        Squares::from_board(self.variant.board, squares.iter())
    }

    fn board(&mut self) {
        let board = self.variant.board;
        if board.files() > MAX_FILES || board.ranks() > MAX_RANKS {
            self.lose(format!("a board larger than {MAX_FILES}x{MAX_RANKS}"));
        }
        self.rules.max_file = File(board.files().min(MAX_FILES));
        self.rules.max_rank = Rank(board.ranks().min(MAX_RANKS));
        if self.variant.setups.len() > 1 {
            self.lose("setups besides the first one");
        }
    }

    /// The start as a FEN; `castling` and `checks` are its fields for these, the second one perhaps empty.
    fn start(&mut self, castling: &str, checks: &str) {
        let board = self.variant.board;
        let Some(setup) = self.variant.setups.first() else { return };
        let cell = |file: u8, rank: u8| -> Option<char> {
            let Some(square) = board.square(file.into(), rank.into()) else { return Some('*') };
            let man = setup.men.iter().find(|man| man.square == square)?;
            let letter = self.letters.letter(self.man(man.kind)?)?;
            Some(if man.side == Side::White { letter } else { letter.to_ascii_lowercase() })
        };
        let rank = |rank: u8| {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..=board.files() {
                let cell = if file < board.files() { cell(file, rank) } else { None };
                if cell.is_some() || file == board.files() {
                    if empty > 0 {
                        row += &std::mem::take(&mut empty).to_string();
                    }
                    row.extend(cell);
                } else {
                    empty += 1;
                }
            }
            row
        };
        let rows: Vec<String> = (0..board.ranks()).rev().map(rank).collect();
        let first = self.variant.first.letter();
        self.rules.start_fen = Text(format!("{} {first} {castling} - {checks}0 1", rows.join("/")));
    }

    /// Writes whole ranks as such: squares beside the board mean nothing.
    fn widen(&mut self) {
        let board = self.variant.board;
        let Rules { promotion_region, double_step_region, triple_step_region, en_passant_region, flag_region, .. } =
            &mut self.rules;
        let regions = [promotion_region, double_step_region, triple_step_region, en_passant_region, flag_region];
        let mobility = self.mobility.iter_mut().map(|(_, squares)| squares);
        for squares in regions.into_iter().chain(mobility) {
            *squares = PerSide::from_fn(|side| squares[side].widened(board));
        }
    }

    fn section(&self, name: &str) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = writeln!(text, "# {}", self.variant.title);
        for loss in &self.losses {
            let _ = writeln!(text, "# Lost: {loss}.");
        }
        for note in &self.notes {
            let _ = writeln!(text, "# Note: {note}.");
        }
        let mut name: String = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
        let built_in = Collection::built_in();
        if built_in.game(&name).is_some() || ALIASES.contains(&name.as_str()) {
            // The engine skips a section with the name of a game that it has.
            name.push_str("-variant");
        }
        let parent = self.parent.and_then(|parent| Some((parent, built_in.game(parent)?)));
        let _ = match parent {
            Some((parent, _)) => writeln!(text, "[{name}:{parent}]"),
            None => writeln!(text, "[{name}]"),
        };
        let bare = parent.map_or_else(|| Game::without_men((TextId::Own, Span::at(0))), |(_, game)| game.clone());
        for man in bare.letters.men().filter(|man| self.letters.letter(*man).is_none()) {
            let _ = writeln!(text, "{} = -", man.key());
        }
        let lines = self.rules.differing(&bare.rules, &self.letters);
        let first = |key: &String| key == "maxRank" || key == "maxFile";
        for (key, value) in lines.iter().filter(|(key, _)| first(key)) {
            let _ = writeln!(text, "{key} = {value}");
        }
        for man in self.letters.men().filter(|man| parent.is_none() || *man != Man::KING) {
            let letter = self.letters.letter(man).unwrap_or_default().to_ascii_lowercase();
            let betza = self.letters.betza(man);
            let own = man.is_slot() || man == Man::KING && betza != "K";
            let _ = if own {
                writeln!(text, "{} = {letter}:{betza}", man.key())
            } else {
                writeln!(text, "{} = {letter}", man.key())
            };
        }
        for (man, squares) in &self.mobility {
            for (side, squares) in squares.iter() {
                let _ = writeln!(text, "{} = {}", super::game::mobility_key(side, *man), squares.words());
            }
        }
        for (key, value) in lines.iter().filter(|(key, _)| !first(key)) {
            let _ = writeln!(text, "{key} = {value}");
        }
        text
    }
}
