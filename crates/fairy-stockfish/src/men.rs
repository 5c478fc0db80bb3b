//! Piece types of Fairy-Stockfish: built-in and custom ones.

use std::collections::BTreeMap;

use super::betza::{self, EngineMovement};

/// Piece type of Fairy-Stockfish, by its place in the table: built-in, custom (`customPiece1` to `25`) or king. A
/// promoted man also has its former type, if its captor gets that or the man turns back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PieceType(u8, Option<u8>);

/// The men with a name: the key, the movement in that engine's reading of Betza notation, and the name in words.
const BUILT_IN_MEN: [(&str, &str, &str); 36] = [
    ("pawn", "fmWfceF", "pawn"),
    ("knight", "N", "knight"),
    ("bishop", "B", "bishop"),
    ("rook", "R", "rook"),
    ("queen", "Q", "queen"),
    ("fers", "F", "ferz"),
    ("alfil", "A", "alfil"),
    ("fersAlfil", "FA", "elephant"),
    ("silver", "FfW", "silver"),
    ("aiwok", "RNF", "ai-wok"),
    ("bers", "RF", "bers"),
    ("archbishop", "BN", "archbishop"),
    ("chancellor", "RN", "chancellor"),
    ("amazon", "QN", "amazon"),
    ("knibis", "mNcB", "knibis"),
    ("biskni", "mBcN", "biskni"),
    ("kniroo", "mNcR", "kniroo"),
    ("rookni", "mRcN", "rookni"),
    ("shogiPawn", "fW", "foot soldier"),
    ("lance", "fR", "lance"),
    ("shogiKnight", "fN", "keima"),
    ("gold", "WfF", "gold"),
    ("dragonHorse", "BW", "dragon horse"),
    ("clobber", "cW", "stone"),
    ("breakthrough", "fmWfF", "runner"),
    ("immobile", "", "block"),
    ("cannon", "mRcpR", "cannon"),
    ("janggiCannon", "pR", "po"),
    ("soldier", "fsW", "soldier"),
    ("horse", "nN", "horse"),
    ("elephant", "nA", "lame elephant"),
    ("janggiElephant", "nZ", "sang"),
    ("banner", "RcpRnN", "banner"),
    ("wazir", "W", "wazir"),
    ("commoner", "K", "commoner"),
    ("centaur", "KN", "centaur"),
];

/// Points of men where `materialCounting` is `janggi`.
pub(super) const JANGGI_POINTS: [(PieceType, u8); 6] = [
    (PieceType::ROOK, 13),
    (PieceType::HOPPER, 7),
    (PieceType::HORSE, 5),
    (PieceType::SANG, 3),
    (PieceType::WAZIR, 3),
    (PieceType::SOLDIER, 2),
];

/// The men that move along lines, with the movement that the engine adds, and whether it rides.
pub(super) const DIAGONAL_LINE_MOVES: [(PieceType, &str, bool); 5] = [
    (PieceType::KING, "F", false),
    (PieceType::WAZIR, "F", false),
    (PieceType::SOLDIER, "fF", false),
    (PieceType::ROOK, "B", true),
    (PieceType::HOPPER, "pB", true),
];

/// Number of custom pieces.
const CUSTOM_PIECES: u8 = 25;

impl PieceType {
    pub(super) const PAWN: Self = Self(0, None);
    pub(super) const KNIGHT: Self = Self(1, None);
    pub(super) const BISHOP: Self = Self(2, None);
    pub(super) const ROOK: Self = Self(3, None);
    pub(super) const QUEEN: Self = Self(4, None);
    pub(super) const FERS: Self = Self(5, None);
    pub(super) const SILVER: Self = Self(8, None);
    pub(super) const SHOGI_PAWN: Self = Self(18, None);
    pub(super) const HOPPER: Self = Self(27, None);
    pub(super) const SOLDIER: Self = Self(28, None);
    pub(super) const HORSE: Self = Self(29, None);
    const SANG: Self = Self(31, None);
    pub(super) const WAZIR: Self = Self(33, None);
    /// The royal man.
    pub(super) const KING: Self = Self(BUILT_IN_MEN.len() as u8 + CUSTOM_PIECES, None);

    /// All men, in the order in which that engine reads their keys.
    pub(super) fn all() -> impl Iterator<Item = Self> + Clone {
        (0..=Self::KING.0).map(|index| Self(index, None))
    }

    /// The promoted type of a man, distinct from the unpromoted type that moves alike.
    pub(super) const fn promoted_from(self, man: Self) -> Self {
        Self(self.0, Some(man.0))
    }

    /// The unpromoted type of a promoted one; `None` for other types.
    pub(super) fn unpromoted(self) -> Option<Self> {
        self.1.map(|index| Self(index, None))
    }

    /// Whether the type is a promoted one.
    pub(super) const fn is_promoted(self) -> bool {
        self.1.is_some()
    }

    /// Its type in the engine.
    pub(super) const fn plain(self) -> Self {
        Self(self.0, None)
    }

    /// Key that gives its letter.
    pub(super) fn key(self) -> String {
        let slot = || format!("customPiece{}", usize::from(self.0) - BUILT_IN_MEN.len() + 1);
        let named = BUILT_IN_MEN.get(usize::from(self.0)).map(|(key, ..)| *key);
        named.or((self.plain() == Self::KING).then_some("king")).map_or_else(slot, str::to_owned)
    }

    /// Betza notation of a built-in piece.
    pub(super) fn betza(self) -> Option<&'static str> {
        BUILT_IN_MEN.get(usize::from(self.0)).map(|(_, betza, _)| *betza)
    }

    /// Movement of a built-in piece.
    pub(super) fn movement(self) -> Option<EngineMovement> {
        betza::parse(self.betza()?).ok()
    }

    /// English name; a custom piece has none.
    pub(super) fn name(self) -> Option<&'static str> {
        let named = BUILT_IN_MEN.get(usize::from(self.0)).map(|(.., words)| *words);
        named.or((self == Self::KING).then_some("king"))
    }

    /// Whether it is a custom piece (`customPiece1` to `customPiece25`).
    pub(super) fn is_custom(self) -> bool {
        self.name().is_none()
    }
}

/// A set of kinds, or all men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct MenSet(u64);

impl MenSet {
    pub(super) const NONE: Self = Self(0);
    /// `*`: all men.
    pub(super) const ALL: Self = Self(1 << 63);

    pub(super) fn of(men: &[PieceType]) -> Self {
        Self(men.iter().fold(0, |set, man| set | 1 << man.0))
    }

    /// Whether it is `*`, alone or among others.
    pub(super) const fn has_all(self) -> bool {
        self.0 & Self::ALL.0 != 0
    }

    /// Whether a man is in it, by its letter or by `*`.
    pub(super) const fn covers(self, man: PieceType) -> bool {
        self.has_all() || self.contains(man)
    }

    pub(super) const fn contains(self, man: PieceType) -> bool {
        self.0 >> man.0 & 1 == 1
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub(super) const fn without(self, man: PieceType) -> Self {
        Self(self.0 & !(1 << man.0))
    }

    /// The kinds in it, in the order of the table.
    pub(super) fn iter(self) -> impl Iterator<Item = PieceType> {
        PieceType::all().filter(move |&man| self.contains(man))
    }
}

/// Piece letters (pieceToChar) of a variant, and the Betza movements of its custom pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceChars {
    letters: BTreeMap<PieceType, char>,
    /// The movements of the slots, and of the royal man if it moves in its own way.
    betza: BTreeMap<PieceType, String>,
}

impl PieceChars {
    pub(super) fn letter(&self, man: PieceType) -> Option<char> {
        self.letters.get(&man.plain()).copied()
    }

    /// The man of a letter, large or small.
    pub(super) fn man(&self, letter: char) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        self.letters.iter().find(|(_, own)| **own == letter).map(|(man, _)| *man)
    }

    /// The men that have a letter.
    pub(super) fn men(&self) -> impl Iterator<Item = PieceType> {
        self.letters.keys().copied()
    }

    /// Gives a man a letter; returns the man that had it and now has none.
    pub(super) fn set(&mut self, man: PieceType, letter: char) -> Option<PieceType> {
        let before = self.man(letter);
        before.map(|before| self.letters.remove(&before));
        self.letters.insert(man, letter.to_ascii_uppercase());
        before
    }

    pub(super) fn remove(&mut self, man: PieceType) {
        self.letters.remove(&man);
    }

    pub(super) fn set_betza(&mut self, man: PieceType, betza: Option<String>) {
        match betza {
            Some(betza) => self.betza.insert(man, betza),
            None => self.betza.remove(&man),
        };
    }

    /// Movement of a man in the engine's Betza notation.
    pub(super) fn betza(&self, man: PieceType) -> &str {
        let own = self.betza.get(&man.plain()).map(String::as_str);
        own.or(man.betza()).unwrap_or(if man.plain() == PieceType::KING { "K" } else { "" })
    }
}
