//! Export of a variant as a section of a Fairy-Stockfish configuration.
//!
//! Each rule that the engine lacks is a loss, with a sentence. The facts about a game, its kinds, promotions and
//! endings are destructured completely: a new one does not compile until it is mapped or lost.

mod effects;
mod endings;
mod hands;
mod men;
mod rules;
mod walls;

use super::collection::{Collection, GameConfig, mobility_key};
use super::men::{PieceChars, PieceType};
use super::rules::Rules;
use super::squares::{Bitboard, MAX_FILES, MAX_RANKS};
use super::values::{File, Rank};
use weakfish::diagnostic::printable;
use weakfish::geometry::{PerSide, Side, SquareSet};
use weakfish::model::{Facts, KindId, KingTravel, Variant};

/// A variant as a section of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Export {
    /// The section. Comments at its start list the losses.
    pub section: String,
    /// Rules that the engine lacks, a sentence each. Without losses, it plays the same game except for the notes.
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
    let mut maker = SectionBuilder::new(variant);
    maker.map_board();
    maker.map_men();
    maker.map_lines();
    maker.map_rules();
    maker.map_shuffle();
    maker.map_endings();
    maker.map_hands();
    maker.map_walls();
    maker.map_effects();
    maker.widen_regions();
    let section = maker.write_section(name);
    Export { section, losses: maker.losses, notes: maker.notes }
}

/// Second names of games that the engine has.
const ALIASES: [&str; 3] = ["fairy", "mini", "normal"];

/// Builder of a `variants.ini` section from a variant.
struct SectionBuilder<'v> {
    variant: &'v Variant,
    facts: Facts,
    rules: Rules,
    letters: PieceChars,
    mobility: Vec<(PieceType, PerSide<Bitboard>)>,
    /// The man that each kind is, by the number of the kind.
    men: Vec<Option<PieceType>>,
    losses: Vec<String>,
    notes: Vec<String>,
    /// The built-in game that the section changes, if a man has a property of that family only.
    parent: Option<&'static str>,
}

impl<'v> SectionBuilder<'v> {
    /// Makes a builder whose rules are all switched off.
    fn new(variant: &'v Variant) -> Self {
        // Rules that the variant lacks are switched off.
        let rules = Rules {
            n_move_rule: 0,
            n_fold_rule: 0,
            castling: false,
            double_step: false,
            ..GameConfig::default().rules
        };
        Self {
            variant,
            facts: variant.facts(),
            rules,
            letters: PieceChars::default(),
            mobility: Vec::new(),
            men: vec![None; variant.kinds.len()],
            losses: Vec::new(),
            notes: Vec::new(),
            parent: None,
        }
    }

    /// Records a rule that Fairy-Stockfish can't express, once.
    fn record_loss(&mut self, description: impl Into<String>) {
        let description = description.into();
        if !self.losses.contains(&description) {
            self.losses.push(description);
        }
    }

    /// Records a rule that Fairy-Stockfish can't express, if a condition holds.
    fn record_loss_if(&mut self, condition: bool, description: impl Into<String>) {
        if condition {
            self.record_loss(description);
        }
    }

    /// Piece type of the engine for a kind.
    fn piece_type(&self, kind: KindId) -> Option<PieceType> {
        self.men.get(kind.index()).copied().flatten()
    }

    /// Name of a kind.
    fn name(&self, kind: KindId) -> &'v str {
        &self.variant.kind(kind).name
    }

    /// Converts squares of the variant's board to the engine's bitboard.
    fn to_bitboard(&self, squares: SquareSet) -> Bitboard {
        Bitboard::from_board(self.variant.board, squares)
    }

    /// Lets kings castle from any array of a shuffled setup, which the engine is given by its FEN.
    fn map_shuffle(&mut self) {
        let Some(shuffle) = self.variant.setups.first().and_then(|setup| setup.shuffle.as_ref()) else { return };
        for (_, castling) in self.variant.rules.castling.iter() {
            let Some(rule) = castling else { continue };
            let moves =
                shuffle.kinds.contains(&rule.king) || rule.partners.iter().any(|kind| shuffle.kinds.contains(kind));
            self.rules.chess960 |= moves;
            let by_steps = moves && !matches!(rule.travel, KingTravel::To { .. });
            self.record_loss_if(by_steps, "castling by a number of squares from shuffled places");
        }
        self.notes.push("the setup is shuffled, and the engine is given the array by its FEN".to_owned());
    }

    /// Maps the size of the board to `maxFile` and `maxRank`; records a loss if the engine's largest board is
    /// smaller.
    fn map_board(&mut self) {
        let board = self.variant.board;
        if board.files() > MAX_FILES || board.ranks() > MAX_RANKS {
            self.record_loss(format!("a board larger than {MAX_FILES}x{MAX_RANKS}"));
        }
        self.rules.max_file = File(board.files().min(MAX_FILES));
        self.rules.max_rank = Rank(board.ranks().min(MAX_RANKS));
        self.record_loss_if(self.facts.several_setups, "setups besides the first one");
    }

    /// Writes the first setup as `startFen`; `castling` and `checks` are its fields for these, the second one
    /// perhaps empty.
    fn write_start_fen(&mut self, castling: &str, checks: &str) {
        let board = self.variant.board;
        let Some(setup) = self.variant.setups.first() else { return };
        let cell = |file: u8, row: u8| -> Option<char> {
            let Some(square) = board.square(file.into(), row.into()) else { return Some('*') };
            let man = setup.men.iter().find(|man| man.square == square)?;
            let letter = self.letters.letter(self.piece_type(man.kind)?)?;
            Some(if man.side == Side::White { letter } else { letter.to_ascii_lowercase() })
        };
        let row = |row: u8| {
            let cells: Vec<Option<char>> = (0..board.files()).map(|file| cell(file, row)).collect();
            let write_run = |run: &[Option<char>]| match run[0] {
                None => run.len().to_string(),
                Some(_) => run.iter().copied().flatten().collect(),
            };
            cells.chunk_by(|one, other| one.is_some() == other.is_some()).map(write_run).collect::<String>()
        };
        let all_rows: Vec<String> = (0..board.ranks()).rev().map(row).collect();
        let first = self.variant.first.letter();
        self.rules.start_fen =
            format!("{}{hands} {first} {castling} - {checks}0 1", all_rows.join("/"), hands = self.hand_field());
    }

    /// Widens whole ranks of all regions to the largest board, which makes them short: squares beside the
    /// board mean nothing.
    fn widen_regions(&mut self) {
        let board = self.variant.board;
        let rules = &mut self.rules;
        let regions = [
            &mut rules.promotion_region,
            &mut rules.double_step_region,
            &mut rules.triple_step_region,
            &mut rules.en_passant_region,
            &mut rules.flag_region,
            &mut rules.drop_region,
        ];
        let mobility = self.mobility.iter_mut().map(|(_, squares)| squares);
        for squares in regions.into_iter().chain(mobility) {
            *squares = PerSide::from_fn(|side| squares[side].widened(board));
        }
    }

    /// Writes the section: comments on the losses, the heading, the men, and the keys that differ from the inherited
    /// ones.
    fn write_section(&self, name: &str) -> String {
        let mut name: String = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
        let built_in = Collection::built_in();
        if built_in.game(&name).is_some() || ALIASES.contains(&name.as_str()) {
            // The engine skips a section with the name of a game that it has.
            name.push_str("-variant");
        }
        let heading = self.parent.map_or_else(|| format!("[{name}]"), |parent| format!("[{name}:{parent}]"));
        let inherited = self.parent.and_then(|parent| built_in.game(parent)).cloned().unwrap_or_default();
        let rules = self.rules.differences(&inherited.rules, &self.letters);
        let rules = rules.into_iter().map(|(key, value)| format!("{key} = {value}"));
        let (size, rules): (Vec<_>, Vec<_>) =
            rules.partition(|line| line.starts_with("maxRank ") || line.starts_with("maxFile "));
        let mut lines = vec![format!("# {}", self.variant.title)];
        lines.extend(self.losses.iter().map(|loss| format!("# Lost: {loss}.")));
        lines.extend(self.notes.iter().map(|note| format!("# Note: {note}.")));
        lines.push(heading);
        let missing = inherited.letters.men().filter(|man| self.letters.letter(*man).is_none());
        lines.extend(missing.map(|man| format!("{} = -", man.key())));
        lines.extend(size);
        for man in self.letters.men().filter(|man| self.parent.is_none() || *man != PieceType::KING) {
            let letter = self.letters.letter(man).unwrap_or_default().to_ascii_lowercase();
            let betza = self.letters.betza(man);
            let movement = man.is_custom() || man == PieceType::KING && betza != "K";
            let movement = if movement { format!(":{betza}") } else { String::new() };
            lines.push(format!("{} = {letter}{movement}", man.key()));
        }
        for (man, squares) in &self.mobility {
            lines.extend(
                squares.iter().map(|(side, squares)| format!("{} = {}", mobility_key(side, *man), squares.to_text())),
            );
        }
        lines.extend(rules);
        // The title may come from a stranger, and the section is read in terminals.
        printable(&(lines.join("\n") + "\n")).into_owned()
    }
}
