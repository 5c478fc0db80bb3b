//! All games of a configuration, with those built into Fairy-Stockfish, which it may change.

use std::collections::BTreeMap;

use crate::men::{MenSet, PieceChars, PieceType};
use crate::rules::{KEYS, Key, Rules, Sides};
use crate::squares::Bitboard;
use crate::values::{Enclosing, Rank, Value, ValueError};
use weakfish::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS, Report, nearest};
use weakfish::geometry::{PerSide, Side};
use weakfish::source::{Source, Span, Spanned};

/// The rules of the games that are built into that engine: which key has which value.
const BUILT_IN: &str = include_str!("builtin.ini");

/// Maximum size of a configuration, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Maximum length of a line, in bytes.
const MAX_LINE: usize = 1 << 13;
/// Maximum number of games of a configuration.
const MAX_SECTIONS: usize = 1000;

/// The games of a configuration of Fairy-Stockfish.
///
/// ```
/// use weakfish::Source;
/// use weakfish_fairy_stockfish::Collection;
///
/// let text = "[rifles:chess]\nmustCapture = true\n";
/// let collection = Collection::read(&Source::new("variants.ini", text));
/// assert!(collection.report().is_empty());
/// assert_eq!(collection.names().collect::<Vec<_>>(), ["rifles"]);
/// ```
#[derive(Clone, Debug)]
pub struct Collection {
    source: Source,
    /// The sections of the text, in order.
    names: Vec<String>,
    games: BTreeMap<String, GameConfig>,
    /// Diagnostics of the text that belong to no game.
    problems: Vec<Diagnostic>,
}

impl Collection {
    /// Reads a configuration. [`Collection::report`] has its mistakes.
    pub fn read(source: &Source) -> Self {
        let mut collection = Self::built_in();
        collection.source = source.clone();
        collection.names.clear();
        if let Some(problem) = check_size(&source.text) {
            collection.problems.push(problem);
            return collection;
        }
        let (sections, problems) = read_sections(&source.text);
        collection.problems = problems;
        collection.add_sections(&sections, TextId::Own);
        collection
    }

    /// The games that are built into that engine.
    pub fn built_in() -> Self {
        let source = Source::new("games built into Fairy-Stockfish", BUILT_IN);
        let (sections, problems) = read_sections(BUILT_IN);
        let mut collection = Self { source, names: Vec::new(), games: BTreeMap::new(), problems };
        collection.add_sections(&sections, TextId::BuiltIn);
        collection
    }

    /// Adds the games of sections, each with its inherited entries; a second game of a name or an unknown parent is
    /// reported.
    fn add_sections(&mut self, sections: &[Section], text: TextId) {
        let known = all_keys();
        for section in sections {
            let name = &section.name;
            if let Some(before) = self.games.get_mut(&name.value) {
                let twice = format!("there is a game `{}` already", name.value);
                let twice = Diagnostic::error(Code::FairySectionTwice, name.span, twice);
                let twice = twice.label("Fairy-Stockfish skips this section").help("give it another name");
                match before.heading {
                    (TextId::Own, span) => before.problems.push(twice.also(span, "this one")),
                    (TextId::BuiltIn, _) => self.problems.push(twice),
                }
                continue;
            }
            let parent = section.parent.as_ref();
            let parent_game = parent.and_then(|parent| self.games.get(&parent.value));
            let mut game = GameConfig {
                heading: (text, name.span),
                problems: section.problems.clone(),
                parent: parent.filter(|_| parent_game.is_some()).map(|parent| parent.value.clone()),
                ..parent_game.cloned().unwrap_or_default()
            };
            match parent {
                // With an unknown parent the entries can't be judged.
                Some(parent) if parent_game.is_none() => {
                    let unknown = format!("there is no game `{}` before this one", parent.value);
                    let unknown = Diagnostic::error(Code::FairyUnknownParent, parent.span, unknown);
                    let help = match nearest(&parent.value, self.all_names()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "a game can change those before it in the text, and those built into Fairy-Stockfish"
                            .to_owned(),
                    };
                    game.problems.push(unknown.label("Fairy-Stockfish skips this section").help(help));
                }
                _ => game.read(section, text, &known),
            }
            self.names.push(name.value.clone());
            self.games.insert(name.value.clone(), game);
        }
    }

    /// The names of the games of the text, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// All mistakes of the text.
    pub fn report(&self) -> Report {
        let own = self.names.iter().filter_map(|name| self.games.get(name)).flat_map(|game| &game.problems);
        Report::new(&self.source, self.problems.iter().chain(own).cloned().collect())
    }

    /// The text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The keys of a game with their values: those it gives, those it inherits, and those that the engine assumes. Keys
    /// of rules that each side can have end with the side; men that it has no letter for have no key.
    ///
    /// ```
    /// use weakfish_fairy_stockfish::Collection;
    ///
    /// let keys = Collection::built_in().key_values("crazyhouse").unwrap();
    /// assert_eq!(keys["capturesToHand"], "true");
    /// assert_eq!(keys["promotionPieceTypesWhite"], "nbrq");
    /// assert_eq!(keys["knight"], "n");
    /// assert!(!keys.contains_key("cannon"));
    /// ```
    pub fn key_values(&self, name: &str) -> Option<BTreeMap<String, String>> {
        let game = self.game(name)?;
        let mut values: BTreeMap<String, String> = game.rules.values(&game.letters).into_iter().collect();
        for man in game.letters.men() {
            let letter = game.letters.letter(man).unwrap_or_default().to_ascii_lowercase();
            let betza = game.letters.betza(man);
            let moves = man.is_custom() || (man == PieceType::KING && betza != "K");
            values.insert(man.key(), if moves { format!("{letter}:{betza}") } else { letter.to_string() });
            for (side, squares) in game.mobility.iter() {
                if let Some(squares) = squares.get(&man) {
                    values.insert(mobility_key(side, man), squares.write(&game.letters));
                }
            }
        }
        for key in NO_RULES.iter().filter(|key| game.origins.contains_key(**key)) {
            values.insert((*key).to_owned(), self.key_value(game, key));
        }
        Some(values)
    }

    /// The letters of a game's men by their keys, in the order of the engine, which writes men in hand in the reverse.
    pub fn letters(&self, name: &str) -> Vec<(String, char)> {
        let letters = self.game(name).map(|game| &game.letters);
        let of_man =
            |letters: &PieceChars, man: PieceType| Some((man.key(), letters.letter(man)?.to_ascii_lowercase()));
        letters.into_iter().flat_map(|letters| letters.men().filter_map(|man| of_man(letters, man))).collect()
    }

    /// A game of the text, or one that is built into the engine.
    pub(super) fn game(&self, name: &str) -> Option<&GameConfig> {
        self.games.get(name)
    }

    /// The names of all games, those built into the engine as well.
    pub fn all_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.games.keys().map(String::as_str)
    }

    /// Diagnostics of the text as a whole, of the section of a game, and of the sections that it inherits
    /// from.
    pub(super) fn problems(&self, name: &str) -> Vec<Diagnostic> {
        let above = |game: &&GameConfig| self.games.get(game.parent.as_deref()?);
        let own = std::iter::successors(self.game(name), above).flat_map(|game| &game.problems);
        self.problems.iter().chain(own).cloned().collect()
    }

    /// The text that a place is in.
    pub(super) fn source_of_text(&self, text: TextId) -> Source {
        match text {
            TextId::Own => self.source.clone(),
            TextId::BuiltIn => Source::new("games built into Fairy-Stockfish", BUILT_IN),
        }
    }
}

/// Diagnostic of a text that exceeds the limits.
fn check_size(text: &str) -> Option<Diagnostic> {
    let problem = |start, message: String| {
        let problem = Diagnostic::error(Code::FairyTooLarge, Span::at(start), message);
        Some(problem.label("nothing is read of this text").help("split the text into several"))
    };
    if text.len() > MAX_BYTES {
        return problem(0, format!("a configuration of more than {MAX_BYTES} bytes is not read"));
    }
    let (mut sections, mut start) = (0, 0);
    for line in text.split('\n') {
        sections += usize::from(line.starts_with('['));
        if line.len() > MAX_LINE {
            return problem(start, format!("a line of more than {MAX_LINE} bytes is not read"));
        }
        if sections > MAX_SECTIONS {
            return problem(start, format!("a configuration of more than {MAX_SECTIONS} games is not read"));
        }
        start += line.len() + 1;
    }
    None
}

/// Which text a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TextId {
    /// The built-in games.
    BuiltIn,
    /// The text that was read.
    Own,
}

/// Configuration of one variant with all that it inherits.
#[derive(Clone, Debug)]
pub(super) struct GameConfig {
    pub(super) rules: Rules,
    pub(super) letters: PieceChars,
    /// Squares that a kind is restricted to, by side; no entry if it is not restricted.
    pub(super) mobility: PerSide<BTreeMap<PieceType, Bitboard>>,
    /// Last place of each key.
    pub(super) origins: BTreeMap<String, (TextId, Span)>,
    /// Heading of its section.
    pub(super) heading: (TextId, Span),
    /// Diagnostics of its section.
    pub(super) problems: Vec<Diagnostic>,
    /// The game that it changes.
    pub(super) parent: Option<String>,
}

/// A game without parent: default rules, and no men.
impl Default for GameConfig {
    fn default() -> Self {
        Self {
            rules: Rules { promotion_piece_types: PerSide::both(MenSet::NONE), ..Rules::default() },
            letters: PieceChars::default(),
            mobility: PerSide::default(),
            origins: BTreeMap::new(),
            heading: (TextId::Own, Span::at(0)),
            problems: Vec::new(),
            parent: None,
        }
    }
}

/// Keys without meaning for the rules: for user interfaces and for the judgement of positions.
const NO_RULES: [&str; 5] = ["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"];

/// Deprecated keys, and their replacements.
const DEPRECATED: [(&str, &str); 4] = [
    ("promotionRank", "promotionRegionWhite` and `promotionRegionBlack"),
    ("doubleStepRank", "doubleStepRegionWhite` and `doubleStepRegionBlack"),
    ("doubleStepRankMin", "doubleStepRegionWhite` and `doubleStepRegionBlack"),
    ("dropOnTop", "enclosingDrop = top"),
];

/// Deprecated names of keys, and their present names.
const RENAMED: [(&str, &str); 5] = [
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
];

/// Stands for three keys of men.
const PAWN_TYPES: &str = "pawnTypes";

/// Prefix of the keys that restrict men to squares; a side and the key of a man follow.
const MOBILITY: &str = "mobilityRegion";

/// The key of the squares where a man may stand.
pub(super) fn mobility_key(side: Side, man: PieceType) -> String {
    format!("{MOBILITY}{side}{}", weakfish::prose::capitalized(&man.key()))
}

/// The names of all keys.
fn all_keys() -> Vec<String> {
    let mut all: Vec<String> = KEYS.iter().flat_map(key_names).collect();
    all.extend(PieceType::all().map(PieceType::key));
    all.extend(PieceType::all().flat_map(|man| Side::ALL.map(|side| mobility_key(side, man))));
    all.extend(NO_RULES.iter().map(|name| (*name).to_owned()));
    all.extend(DEPRECATED.iter().chain(&RENAMED).map(|(name, _)| (*name).to_owned()));
    all.push(PAWN_TYPES.to_owned());
    all
}

/// Names of a key of rules, with the side at the end.
pub(super) fn key_names(key: &Key) -> Vec<String> {
    let each = Side::ALL.map(|side| format!("{}{side}", key.name));
    match key.sides {
        Sides::Game => vec![key.name.to_owned()],
        Sides::Each => each.to_vec(),
        Sides::EachOrBoth => [vec![key.name.to_owned()], each.to_vec()].concat(),
    }
}

impl GameConfig {
    /// Reads a section into a game that already has the inherited entries.
    fn read(&mut self, section: &Section, text: TextId, known: &[String]) {
        let mut entries: BTreeMap<&str, &Entry> = BTreeMap::new();
        for entry in &section.entries {
            let key = &entry.key;
            if let Some(before) = entries.insert(&key.value, entry) {
                let twice =
                    Diagnostic::warning(Code::FairyKeyTwice, key.span, format!("`{}` is given twice", key.value));
                let twice = twice.label("this one counts").also(before.key.span, "this one does not");
                self.problems.push(twice.help("take one of them out"));
            }
            if !known.contains(&key.value) {
                self.problems.push(unknown_key_error(key, known));
            }
            self.origins.insert(key.value.clone(), (text, key.span.to(entry.value.span)));
        }
        let mut reader = SectionReader { game: self, entries };
        // The size of the board is read before the men.
        let is_size = |key: &&Key| ["maxRank", "maxFile"].contains(&key.name);
        KEYS.iter().filter(is_size).for_each(|key| reader.read_rule(key));
        reader.read_men();
        reader.read_deprecated();
        reader.read_pawn_types();
        KEYS.iter().filter(|key| !is_size(key)).for_each(|key| reader.read_rule(key));
        // Values that the engine derives at the end of a section, and that games inherit.
        let rules = &mut self.rules;
        if !rules.double_step {
            rules.double_step_region = PerSide::default();
        }
        rules.double_step = rules.double_step_region != PerSide::default();
    }

    /// Assigns a letter to a man. As in the engine, a man that loses its letter is removed from the promotion choices.
    fn set_letter(&mut self, man: PieceType, letter: char) {
        if let Some(before) = self.letters.set(man, letter) {
            self.remove_promotion(before);
        }
    }

    /// Removes a man from the promotion choices of pawns, for both sides.
    fn remove_promotion(&mut self, man: PieceType) {
        for side in Side::ALL {
            let to = &mut self.rules.promotion_piece_types[side];
            *to = to.without(man);
        }
    }
}

/// Diagnostic of a key that the engine doesn't know, with the nearest known one.
fn unknown_key_error(key: &Spanned<String>, known: &[String]) -> Diagnostic {
    let problem = Diagnostic::error(Code::FairyUnknownKey, key.span, format!("there is no key `{}`", key.value));
    let help = match nearest(&key.value, known.iter().map(String::as_str)) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "docs/fairy-stockfish-keys.md lists all keys".to_owned(),
    };
    problem.label("Fairy-Stockfish skips this").help(help)
}

/// Reader of one section into a configuration.
struct SectionReader<'a> {
    game: &'a mut GameConfig,
    entries: BTreeMap<&'a str, &'a Entry>,
}

impl<'a> SectionReader<'a> {
    /// Reports a value that can't be parsed, at the wrong part of it or else at its key.
    fn report_value_error(&mut self, entry: &Entry, error: ValueError) {
        let start = entry.value.span.start;
        let span = if error.span.is_empty() {
            entry.key.span
        } else {
            Span::new(start + error.span.start, start + error.span.end)
        };
        let problem = Diagnostic::error(error.code, span, error.message);
        self.game.problems.push(problem.label(format!("of `{}`", entry.key.value)).help(error.help));
    }

    /// The value of a key, if the section has it and it can be read.
    fn parse<T: Value>(&mut self, key: &str) -> Option<T> {
        let entry = *self.entries.get(key)?;
        let value = T::read(&entry.value.value, &self.game.letters);
        value.map_err(|wrong| self.report_value_error(entry, wrong)).ok()
    }

    /// Reads the keys of men: letters, movements, and the squares that men are restricted to.
    fn read_men(&mut self) {
        for man in PieceType::all() {
            if let Some(&entry) = self.entries.get(man.key().as_str()) {
                self.read_man(man, entry);
            }
            for side in Side::ALL {
                if let Some(squares) = self.parse::<Bitboard>(&mobility_key(side, man)) {
                    self.game.mobility[side].insert(man, squares);
                }
            }
        }
    }

    /// Reads the letter of a man, or `-` for none, and the movement after a colon, which only custom pieces
    /// and the king have.
    fn read_man(&mut self, man: PieceType, entry: &'a Entry) {
        let value = entry.value.value.as_str();
        let kind = if man.is_custom() { "a letter, a colon and a movement" } else { "a letter, or `-`" };
        let mut letters = value.chars();
        match letters.next() {
            Some(letter) if letter.is_ascii_alphabetic() => self.game.set_letter(man, letter),
            Some('-') => {
                self.game.letters.remove(man);
                self.game.remove_promotion(man);
            }
            _ => {
                return self.report_value_error(
                    entry,
                    ValueError::wrong_value(value, kind, "Fairy-Stockfish knows a man by one letter: `rook = r`"),
                );
            }
        }
        let rest = letters.as_str();
        if !man.is_custom() && man != PieceType::KING {
            if !rest.trim().is_empty() {
                self.warn_of_skipped_movement(man, entry, rest);
            }
            return;
        }
        let betza = rest.strip_prefix(':').map(|betza| betza.trim_end().to_owned());
        match betza {
            Some(betza) => {
                if let Some(offset) = betza.find('#') {
                    // The engine takes the letters behind it for a movement, too.
                    let offset = value.len() - rest.len() + 1 + offset;
                    let message = "`#` is no letter of a movement".to_owned();
                    let help = "write a comment on a line of its own".to_owned();
                    let code = Code::FairyWrongValue;
                    self.report_value_error(entry, ValueError { code, span: offset..offset + 1, message, help });
                }
                if man.is_custom() && betza.contains('e') {
                    for side in Side::ALL {
                        let capturers = &mut self.game.rules.en_passant_types[side];
                        *capturers = capturers.or(MenSet::of(&[man]));
                    }
                }
                self.game.letters.set_betza(man, Some(betza));
            }
            None if man == PieceType::KING && rest.trim().is_empty() => self.game.letters.set_betza(man, None),
            None if value.starts_with('-') => {}
            None => self.report_value_error(
                entry,
                ValueError::wrong_value(value, kind, "write the movement after a colon: `customPiece1 = p:mfWcfF`"),
            ),
        }
    }

    /// Warns that the engine skips what follows the letter of a man whose movement is fixed.
    fn warn_of_skipped_movement(&mut self, man: PieceType, entry: &Entry, rest: &str) {
        let end = entry.value.span.start + entry.value.value.len();
        let message = format!("Fairy-Stockfish reads only the letter of `{}`", man.key());
        let skipped = Diagnostic::warning(Code::FairyOtherMovement, Span::new(end - rest.len(), end), message);
        let name = weakfish::prose::with_article(man.name().unwrap_or_default());
        let help = if rest.trim_start().starts_with(['#', ';']) {
            "write a comment on a line of its own"
        } else {
            "only the slots `customPiece1` to `customPiece25` and the king have a movement of their own"
        };
        self.game.problems.push(skipped.label(format!("it skips this, and the man moves as {name}")).help(help));
    }

    /// Reads the deprecated keys, and warns with their replacements.
    fn read_deprecated(&mut self) {
        let ranks = self.game.rules.max_rank.0;
        let promotion_rank = self.parse("promotionRank").map(|Rank(rank)| rank);
        let zones = promotion_rank.map(|rank| PerSide::from_fn(|side| Bitboard::zone(side, rank, ranks)));
        for (key, new_key) in DEPRECATED.iter().chain(&RENAMED) {
            let Some(&entry) = self.entries.get(key) else { continue };
            let replacement = match (*key, zones) {
                ("promotionRank", Some(PerSide { white, black })) => {
                    let [white, black] = [white.to_text(), black.to_text()];
                    format!("promotionRegionWhite = {white}` and `promotionRegionBlack = {black}")
                }
                _ if RENAMED.contains(&(*key, *new_key)) => format!("{new_key} = {}", entry.value.value.trim()),
                _ => (*new_key).to_owned(),
            };
            let old = Diagnostic::warning(Code::FairyOlderKey, entry.key.span, format!("`{key}` is an older key"));
            let old = old.label("Fairy-Stockfish may no longer read it").help(format!("write `{replacement}`"));
            self.game.problems.push(old);
        }
        for (key, new_key) in RENAMED {
            if let Some(&entry) = self.entries.get(key) {
                self.entries.entry(new_key).or_insert(entry);
            }
        }
        if let Some(zones) = zones {
            self.game.rules.promotion_region = zones;
        }
        let step_ranks: (Option<Rank>, Option<Rank>) = (self.parse("doubleStepRank"), self.parse("doubleStepRankMin"));
        if step_ranks != (None, None) {
            // With the higher rank given, the engine ignores the lower one.
            let highest = step_ranks.0.map_or(2, |rank| rank.0);
            let lowest = if step_ranks.0.is_some() { 2 } else { step_ranks.1.map_or(2, |rank| rank.0) };
            self.game.rules.double_step_region = PerSide::from_fn(|side| {
                Bitboard::zone(side, lowest, ranks).without(Bitboard::zone(side, highest + 1, ranks))
            });
        }
        if self.parse::<bool>("dropOnTop") == Some(true) {
            self.game.rules.enclosing_drop = Enclosing::Top;
        }
    }

    /// Reads `pawnTypes`, which sets promotion, en passant and the n-move rule at once.
    fn read_pawn_types(&mut self) {
        if let Some(men) = self.parse::<MenSet>(PAWN_TYPES) {
            let men = PerSide::both(men);
            self.game.rules.promotion_pawn_types = men;
            self.game.rules.en_passant_types = men;
            self.game.rules.n_move_rule_types = men;
        }
    }

    /// Reads a key of rules by all its names; the name without a side first.
    fn read_rule(&mut self, key: &Key) {
        for name in key_names(key) {
            let Some(&entry) = self.entries.get(name.as_str()) else { continue };
            let side = Side::ALL.into_iter().find(|side| name != key.name && name.ends_with(&side.to_string()));
            let GameConfig { rules, letters, .. } = &mut *self.game;
            let (limits, exchanges) = (rules.promotion_limit.clone(), rules.promoted_piece_type.clone());
            if let Err(wrong) = rules.read(key.name, side, &entry.value.value, letters) {
                self.report_value_error(entry, wrong);
                continue;
            }
            // These two are maps: a section adds to the entries that it inherits.
            rules.promotion_limit.inherit(&limits);
            rules.promoted_piece_type.inherit(&exchanges);
        }
    }
}

/// A section: the rules of one game.
#[derive(Clone, Debug)]
struct Section {
    /// The name of the game.
    pub(super) name: Spanned<String>,
    /// The game that it changes.
    pub(super) parent: Option<Spanned<String>>,
    /// Its lines `key = value`, in order.
    entries: Vec<Entry>,
    /// Diagnostics of its other lines.
    pub(super) problems: Vec<Diagnostic>,
}

/// A line `key = value`.
#[derive(Clone, Debug)]
struct Entry {
    pub(super) key: Spanned<String>,
    /// The value with the blanks at its end, which mean something to that engine.
    pub(super) value: Spanned<String>,
}

/// The sections of a text, and the mistakes in the lines before them.
fn read_sections(text: &str) -> (Vec<Section>, Vec<Diagnostic>) {
    let mut sections: Vec<Section> = Vec::new();
    let mut problems = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let content = line.strip_suffix('\r').unwrap_or(line);
        if let Err(problem) = read_line(content, start, &mut sections) {
            let target = sections.last_mut().map_or(&mut problems, |section| &mut section.problems);
            if target.len() < MAX_DIAGNOSTICS {
                target.push(problem);
            }
        }
        start += line.len() + 1;
    }
    (sections, problems)
}

/// Reads a line: a heading begins a section, `key = value` is added to the last one. The error is the
/// diagnostic of a line that is neither. `start` is the offset of the line in the text.
fn read_line(line: &str, start: usize, sections: &mut Vec<Section>) -> Result<(), Diagnostic> {
    let span = |from: usize, to: usize| Span::new(start + from, start + to);
    let problem = |from: usize, message: &str, label: &str, help: &str| {
        Diagnostic::error(Code::FairyLine, span(from, line.len()), message).label(label).help(help)
    };
    let skipped = "Fairy-Stockfish skips this";
    if line.trim().is_empty() || line.starts_with(['#', ';']) {
        return Ok(());
    }
    if let Some(rest) = line.strip_prefix('[') {
        let unclosed = || {
            let help = "write `[name]`, or `[name:parent]` for a game that changes another";
            problem(0, "the heading of this section is not closed", "`]` is missing", help)
        };
        let (heading, after) = rest.split_once(']').ok_or_else(unclosed)?;
        let (name, parent) = heading.split_once(':').unwrap_or((heading, ""));
        let offset = 1 + name.len() + 1;
        sections.push(Section {
            name: Spanned::new(name.to_owned(), span(1, 1 + name.len())),
            parent: (!parent.is_empty()).then(|| Spanned::new(parent.to_owned(), span(offset, offset + parent.len()))),
            entries: Vec::new(),
            problems: Vec::new(),
        });
        if !after.trim().is_empty() {
            let message = "something stands behind the heading of a section";
            return Err(problem(line.len() - after.len(), message, skipped, "write it on a line of its own"));
        }
        return Ok(());
    }
    let (key, value) = line.split_once('=').ok_or_else(|| {
        let help = if line.contains(':') {
            "write `=` between a key and its value, not `:`"
        } else {
            "a comment begins with `#` or `;`"
        };
        problem(0, "this line is no heading, no comment and no `key = value`", skipped, help)
    })?;
    let section = sections.last_mut().ok_or_else(|| {
        let help = "write it under the heading of a section: `[name]`";
        problem(0, "this line stands before the first section", skipped, help)
    })?;
    let (name, value) = (key.trim_end(), value.trim_start());
    section.entries.push(Entry {
        key: Spanned::new(name.to_owned(), span(0, name.len())),
        value: Spanned::new(value.to_owned(), span(line.len() - value.len(), line.len())),
    });
    Ok(())
}

/// A key of a configuration of Fairy-Stockfish.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeyInfo {
    /// The names of the key: for the whole game, for both sides, or for one.
    pub names: Vec<String>,
    /// Type of its values, in words.
    pub kind: &'static str,
    /// The value that a game has without it.
    pub default: String,
    /// Description of the loss where a definition can't express the value.
    pub lost: &'static str,
}

/// All keys of rules; those of men, which give them letters, are not among them.
pub fn keys() -> Vec<KeyInfo> {
    let built_in = Collection::built_in();
    let letters = built_in.game("chess").map(|game| game.letters.clone()).unwrap_or_default();
    let rules = Rules::default();
    let info = |key: &Key| KeyInfo {
        names: key_names(key),
        kind: key.kind,
        default: rules.value_text(key.name, &letters),
        lost: key.lost,
    };
    KEYS.iter().map(info).collect()
}
