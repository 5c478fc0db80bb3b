//! One game with all that it inherits, and the reading of one section into it.

use std::collections::BTreeMap;

use super::betza;
use super::ini::{Entry, Section};
use super::men::{Letters, Man, MenSet};
use super::rules::{KEYS, Key, Rules, Sides};
use super::squares::Squares;
use super::values::{Enclosing, Rank, Value, Wrong};
use weakfish::diagnostic::{Code, Diagnostic, nearest};
use weakfish::geometry::{PerSide, Side};
use weakfish::source::{Span, Spanned};

/// Which text a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TextId {
    /// The built-in games.
    BuiltIn,
    /// The text that was read.
    Own,
}

/// A game with all that it inherits.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) rules: Rules,
    pub(super) letters: Letters,
    /// Squares that a kind is restricted to, by side; no entry if it is not restricted.
    pub(super) mobility: PerSide<BTreeMap<Man, Squares>>,
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
impl Default for Game {
    fn default() -> Self {
        Self {
            rules: Rules { promotion_piece_types: PerSide::both(MenSet::NONE), ..Rules::default() },
            letters: Letters::default(),
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
pub(super) fn mobility_key(side: Side, man: Man) -> String {
    format!("{MOBILITY}{side}{}", weakfish::prose::capitalized(&man.key()))
}

/// The names of all keys.
pub(super) fn all_keys() -> Vec<String> {
    let mut all: Vec<String> = KEYS.iter().flat_map(names).collect();
    all.extend(Man::all().map(Man::key));
    all.extend(Man::all().flat_map(|man| Side::ALL.map(|side| mobility_key(side, man))));
    all.extend(NO_RULES.iter().map(|name| (*name).to_owned()));
    all.extend(DEPRECATED.iter().chain(&RENAMED).map(|(name, _)| (*name).to_owned()));
    all.push(PAWN_TYPES.to_owned());
    all
}

/// The names by which a key of rules is given.
pub(super) fn names(key: &Key) -> Vec<String> {
    let each = Side::ALL.map(|side| format!("{}{side}", key.name));
    match key.sides {
        Sides::Game => vec![key.name.to_owned()],
        Sides::Each => each.to_vec(),
        Sides::EachOrBoth => [vec![key.name.to_owned()], each.to_vec()].concat(),
    }
}

impl Game {
    /// Reads a section into a game that has already what is inherited.
    pub(super) fn read(&mut self, section: &Section, text: TextId, known: &[String]) {
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
                self.problems.push(unknown(key, known));
            }
            self.origins.insert(key.value.clone(), (text, key.span.to(entry.value.span)));
        }
        let mut reading = Reading { game: self, entries };
        reading.board();
        reading.men();
        reading.deprecated();
        reading.pawn_types();
        for key in KEYS {
            reading.rule(key);
        }
        // What the engine derives when a section ends, and games inherit.
        let rules = &mut self.rules;
        if !rules.double_step {
            rules.double_step_region = PerSide::default();
        }
        rules.double_step = rules.double_step_region != PerSide::default();
    }

    /// Assigns a letter to a man. As in the engine, a man that loses its letter is removed from the promotion choices.
    fn add(&mut self, man: Man, letter: char) {
        if let Some(before) = self.letters.set(man, letter) {
            self.no_promotion_to(before);
        }
    }

    fn no_promotion_to(&mut self, man: Man) {
        for side in Side::ALL {
            let to = &mut self.rules.promotion_piece_types[side];
            *to = to.without(man);
        }
    }
}

fn unknown(key: &Spanned<String>, known: &[String]) -> Diagnostic {
    let problem = Diagnostic::error(Code::FairyUnknownKey, key.span, format!("there is no key `{}`", key.value));
    let help = match nearest(&key.value, known.iter().map(String::as_str)) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "docs/fairy-stockfish.md lists all keys".to_owned(),
    };
    problem.label("Fairy-Stockfish skips this").help(help)
}

struct Reading<'a> {
    game: &'a mut Game,
    entries: BTreeMap<&'a str, &'a Entry>,
}

impl<'a> Reading<'a> {
    fn wrong(&mut self, entry: &Entry, wrong: Wrong) {
        let start = entry.value.span.start;
        let place = if wrong.place.is_empty() {
            entry.key.span
        } else {
            Span::new(start + wrong.place.start, start + wrong.place.end)
        };
        let problem = Diagnostic::error(wrong.code, place, wrong.message);
        self.game.problems.push(problem.label(format!("of `{}`", entry.key.value)).help(wrong.help));
    }

    /// The value of a key, if the section has it and it can be read.
    fn value<T: Value>(&mut self, key: &str) -> Option<T> {
        let entry = *self.entries.get(key)?;
        let value = T::read(&entry.value.value, &self.game.letters);
        value.map_err(|wrong| self.wrong(entry, wrong)).ok()
    }

    fn board(&mut self) {
        if let Some(rank) = self.value("maxRank") {
            self.game.rules.max_rank = rank;
        }
        if let Some(file) = self.value("maxFile") {
            self.game.rules.max_file = file;
        }
    }

    fn men(&mut self) {
        for man in Man::all() {
            if let Some(&entry) = self.entries.get(man.key().as_str()) {
                self.man(man, entry);
            }
            for side in Side::ALL {
                if let Some(squares) = self.value::<Squares>(&mobility_key(side, man)) {
                    self.game.mobility[side].insert(man, squares);
                }
            }
        }
    }

    fn man(&mut self, man: Man, entry: &'a Entry) {
        let value = entry.value.value.as_str();
        let kind = if man.is_slot() { "a letter, a colon and a movement" } else { "a letter, or `-`" };
        let mut letters = value.chars();
        match letters.next() {
            Some(letter) if letter.is_ascii_alphabetic() => self.game.add(man, letter),
            Some('-') => {
                self.game.letters.remove(man);
                self.game.no_promotion_to(man);
            }
            _ => {
                return self
                    .wrong(entry, Wrong::value(value, kind, "Fairy-Stockfish knows a man by one letter: `rook = r`"));
            }
        }
        let rest = letters.as_str();
        if !man.is_slot() && man != Man::KING {
            if !rest.trim().is_empty() {
                let help = "only the slots `customPiece1` to `customPiece25` and the king have a movement of their own";
                self.wrong(entry, Wrong::value(value, "a single letter", help));
            }
            return;
        }
        let betza = rest.strip_prefix(':').map(|betza| betza.trim_end().to_owned());
        match betza {
            Some(betza) => {
                if let Some((at, letter)) = betza::skipped(&betza) {
                    let at = value.len() - rest.len() + 1 + at;
                    let help = if letter == '#' {
                        "write a comment on a line of its own"
                    } else {
                        "Fairy-Stockfish skips it and reads the rest"
                    };
                    let message = format!("`{letter}` is no letter of a movement");
                    let place = at..at + letter.len_utf8();
                    self.wrong(entry, Wrong { code: Code::FairyWrongValue, place, message, help: help.to_owned() });
                }
                if man.is_slot() && betza.contains('e') {
                    for side in Side::ALL {
                        let types = &mut self.game.rules.en_passant_types[side];
                        *types = types.or(MenSet::of(&[man]));
                    }
                }
                self.game.letters.set_betza(man, Some(betza));
            }
            None if man == Man::KING && rest.trim().is_empty() => self.game.letters.set_betza(man, None),
            None if value.starts_with('-') => {}
            None => self
                .wrong(entry, Wrong::value(value, kind, "write the movement after a colon: `customPiece1 = p:mfWcfF`")),
        }
    }

    /// Reads the deprecated keys, and warns with their replacements.
    fn deprecated(&mut self) {
        let ranks = self.game.rules.max_rank.0;
        let promotion_rank = self.value("promotionRank").map(|Rank(rank)| rank);
        let zones = promotion_rank.map(|rank| PerSide::from_fn(|side| Squares::zone(side, rank, ranks)));
        for (key, now) in DEPRECATED.iter().chain(&RENAMED) {
            let Some(&entry) = self.entries.get(key) else { continue };
            let replacement = match (*key, zones) {
                ("promotionRank", Some(PerSide { white, black })) => {
                    let [white, black] = [white.words(), black.words()];
                    format!("promotionRegionWhite = {white}` and `promotionRegionBlack = {black}")
                }
                _ if RENAMED.contains(&(*key, *now)) => format!("{now} = {}", entry.value.value.trim()),
                _ => (*now).to_owned(),
            };
            let old = Diagnostic::warning(Code::FairyOlderKey, entry.key.span, format!("`{key}` is an older key"));
            let old = old.label("Fairy-Stockfish may no longer read it").help(format!("write `{replacement}`"));
            self.game.problems.push(old);
        }
        for (key, now) in RENAMED {
            if let Some(&entry) = self.entries.get(key) {
                self.entries.entry(now).or_insert(entry);
            }
        }
        if let Some(zones) = zones {
            self.game.rules.promotion_region = zones;
        }
        let steps: (Option<Rank>, Option<Rank>) = (self.value("doubleStepRank"), self.value("doubleStepRankMin"));
        if steps != (None, None) {
            // With the higher rank given, the engine ignores the lower one.
            let most = steps.0.map_or(2, |rank| rank.0);
            let least = if steps.0.is_some() { 2 } else { steps.1.map_or(2, |rank| rank.0) };
            self.game.rules.double_step_region = PerSide::from_fn(|side| {
                Squares::zone(side, least, ranks).without(Squares::zone(side, most + 1, ranks))
            });
        }
        if self.value::<bool>("dropOnTop") == Some(true) {
            self.game.rules.enclosing_drop = Enclosing::Top;
        }
    }

    fn pawn_types(&mut self) {
        if let Some(men) = self.value::<MenSet>(PAWN_TYPES) {
            let men = PerSide::both(men);
            self.game.rules.promotion_pawn_types = men;
            self.game.rules.en_passant_types = men;
            self.game.rules.n_move_rule_types = men;
        }
    }

    /// Reads a key of rules by all its names; the name without a side first.
    fn rule(&mut self, key: &Key) {
        // The size of the board is read before the men.
        if matches!(key.name, "maxRank" | "maxFile") {
            return;
        }
        for name in names(key) {
            let Some(&entry) = self.entries.get(name.as_str()) else { continue };
            let side = Side::ALL.into_iter().find(|side| name != key.name && name.ends_with(&side.to_string()));
            let Game { rules, letters, .. } = &mut *self.game;
            let (limits, exchanges) = (rules.promotion_limit.clone(), rules.promoted_piece_type.clone());
            if let Err(wrong) = rules.read(key.name, side, &entry.value.value, letters) {
                self.wrong(entry, wrong);
                continue;
            }
            // These two are maps: a section adds to the entries that it inherits.
            rules.promotion_limit.inherit(&limits);
            rules.promoted_piece_type.inherit(&exchanges);
        }
    }
}
