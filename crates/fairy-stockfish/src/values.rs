//! The types of values that keys have, and how each is read.
//!
//! Fairy-Stockfish ignores the unreadable rest of a value; here a value is either read as the engine does, or is a
//! mistake.

use std::ops::Range;

use super::men::{MenSet, PieceChars, PieceType};
use super::squares::{Bitboard, MAX_FILES, MAX_RANKS};
use weakfish::diagnostic::Code;

/// Parse error of a value, with the place in it.
#[derive(Clone, Debug)]
pub(super) struct ValueError {
    pub(super) code: Code,
    /// Bytes of the value.
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
}

impl ValueError {
    /// A value of another type than its key has.
    pub(super) fn wrong_value(text: &str, kind: &str, help: &str) -> Self {
        let message = if text.trim().is_empty() {
            format!("a value is missing: {kind}")
        } else {
            format!("`{}` is not {kind}", text.trim())
        };
        Self { code: Code::FairyWrongValue, span: 0..text.len(), message, help: help.to_owned() }
    }

    /// A letter that no man of the game has.
    fn unknown_letter(letters: &PieceChars, letter: char, at: usize) -> Self {
        let known: String = letters.men().filter_map(|man| letters.letter(man)).collect();
        Self {
            code: Code::FairyUnknownMan,
            span: at..at + letter.len_utf8(),
            message: format!("the game has no man with the letter `{letter}`"),
            help: format!(
                "its men have the letters `{}`; a key such as `rook = r` gives a man its letter",
                known.to_lowercase()
            ),
        }
    }
}

/// A type of values.
pub(super) trait Value: Sized + Clone + PartialEq {
    /// Description of the type, for tables and messages.
    const KIND: &'static str;

    fn read(text: &str, letters: &PieceChars) -> Result<Self, ValueError>;

    fn write(&self, letters: &PieceChars) -> String;
}

impl Value for bool {
    const KIND: &'static str = "`true` or `false`";

    fn read(text: &str, _: &PieceChars) -> Result<Self, ValueError> {
        text.parse().map_err(|_| {
            let help = if matches!(text.trim_end(), "true" | "false") {
                "take away the blanks at the end: with them Fairy-Stockfish reads any value as `false`"
            } else {
                "Fairy-Stockfish takes anything but `true` for `false` without a word"
            };
            ValueError::wrong_value(text, Self::KIND, help)
        })
    }

    fn write(&self, _: &PieceChars) -> String {
        self.to_string()
    }
}

/// The number at the start of a text, as a stream reads it.
fn leading_number(text: &str) -> Option<u32> {
    let text = text.trim();
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?.filter(|number| *number < 10_000)
}

/// Checks a number against the largest board: 1 to `most`.
fn within_board(number: Option<u32>, most: u8) -> Option<u8> {
    number?.try_into().ok().filter(|number| (1..=most).contains(number))
}

impl Value for u32 {
    const KIND: &'static str = "a number";

    fn read(text: &str, _: &PieceChars) -> Result<Self, ValueError> {
        leading_number(text).ok_or_else(|| ValueError::wrong_value(text, Self::KIND, "write it in digits: `50`"))
    }

    fn write(&self, _: &PieceChars) -> String {
        self.to_string()
    }
}

/// A rank, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rank(pub(super) u8);

impl Value for Rank {
    const KIND: &'static str = "a rank from 1 to 10";

    fn read(text: &str, _: &PieceChars) -> Result<Self, ValueError> {
        let rank = within_board(leading_number(text), MAX_RANKS);
        rank.map(Self)
            .ok_or_else(|| ValueError::wrong_value(text, Self::KIND, "Fairy-Stockfish's largest board has 10 ranks"))
    }

    fn write(&self, _: &PieceChars) -> String {
        self.0.to_string()
    }
}

/// A file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct File(pub(super) u8);

impl Value for File {
    const KIND: &'static str = "a file from `a` to `l`, or its number";

    fn read(text: &str, _: &PieceChars) -> Result<Self, ValueError> {
        let trimmed = text.trim();
        let number = match trimmed.as_bytes() {
            [letter @ b'a'..=b'l'] => Some(u32::from(letter - b'a') + 1),
            _ => leading_number(trimmed),
        };
        let number = within_board(number, MAX_FILES);
        number
            .map(Self)
            .ok_or_else(|| ValueError::wrong_value(text, Self::KIND, "Fairy-Stockfish's largest board has 12 files"))
    }

    fn write(&self, _: &PieceChars) -> String {
        char::from(b'a' + self.0 - 1).to_string()
    }
}

impl Value for String {
    const KIND: &'static str = "a text";

    fn read(text: &str, _: &PieceChars) -> Result<Self, ValueError> {
        Ok(text.trim().to_owned())
    }

    fn write(&self, _: &PieceChars) -> String {
        self.clone()
    }
}

impl Value for Bitboard {
    const KIND: &'static str = "a list of squares";

    fn read(text: &str, _: &PieceChars) -> Result<Self, ValueError> {
        let mut all = Self::NONE;
        for word in weakfish::source::words(text).take_while(|word| word.value != "-") {
            all = all.or(Self::parse_word(word.value).ok_or_else(|| ValueError {
                span: word.span.range(),
                ..ValueError::wrong_value(
                    word.value,
                    "a square, a rank such as `*8` or a file such as `e*`",
                    "separate squares by blanks: `d4 e4`",
                )
            })?);
        }
        Ok(all)
    }

    fn write(&self, _: &PieceChars) -> String {
        self.to_text()
    }
}

/// Parses letters of men until something else; `-` ends the list.
fn read_letters(text: &str, letters: &PieceChars, mut each: impl FnMut(Option<PieceType>)) -> Result<(), ValueError> {
    for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
        match letter {
            '-' => break,
            '*' => each(None),
            _ => each(Some(letters.man(letter).ok_or_else(|| ValueError::unknown_letter(letters, letter, at))?)),
        }
    }
    Ok(())
}

fn letter_of(letters: &PieceChars, man: PieceType) -> Option<char> {
    letters.letter(man).map(|letter| letter.to_ascii_lowercase())
}

impl Value for MenSet {
    const KIND: &'static str = "letters of men, `*` for all or `-` for none";

    fn read(text: &str, letters: &PieceChars) -> Result<Self, ValueError> {
        let mut all = Self::NONE;
        read_letters(text, letters, |man| all = all.or(man.map_or(Self::ALL, |man| Self::of(&[man]))))?;
        Ok(all)
    }

    fn write(&self, letters: &PieceChars) -> String {
        let mut text: String = self.iter().filter_map(|man| letter_of(letters, man)).collect();
        if self.has_all() {
            text.insert(0, '*');
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

/// Piece selector of a key: one piece, `*` for all, or `-` for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceSelector {
    None,
    All,
    Man(PieceType),
}

impl Value for PieceSelector {
    const KIND: &'static str = "the letter of a man, `*` for all or `-` for none";

    fn read(text: &str, letters: &PieceChars) -> Result<Self, ValueError> {
        let mut last = Self::None;
        read_letters(text, letters, |man| last = man.map_or(Self::All, Self::Man))?;
        Ok(last)
    }

    fn write(&self, letters: &PieceChars) -> String {
        let letter = match self {
            Self::None => None,
            Self::All => Some('*'),
            Self::Man(man) => letter_of(letters, *man),
        };
        letter.unwrap_or('-').to_string()
    }
}

/// One man, or none.
impl Value for Option<PieceType> {
    const KIND: &'static str = PieceSelector::KIND;

    fn read(text: &str, letters: &PieceChars) -> Result<Self, ValueError> {
        let whom = PieceSelector::read(text, letters)?;
        Ok(if let PieceSelector::Man(man) = whom { Some(man) } else { None })
    }

    fn write(&self, letters: &PieceChars) -> String {
        self.map_or(PieceSelector::None, PieceSelector::Man).write(letters)
    }
}

/// Map from pieces to values, such as `q:1 r:2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceMap<T>(pub(super) Vec<(PieceType, T)>);

/// A type of values that men have.
pub(super) trait Paired: Value + Copy + Ord {
    /// Description of the pairs.
    const PAIRS: &'static str;
}

impl Paired for u32 {
    const PAIRS: &'static str = "men with numbers, such as `q:1 r:2`";
}

impl Paired for Option<PieceType> {
    const PAIRS: &'static str = "men with men, such as `p:g s:g`";
}

impl<T: Paired> PieceMap<T> {
    /// The value of a man.
    pub(super) fn of(&self, man: PieceType) -> Option<T> {
        self.0.iter().find(|(from, _)| *from == man.plain()).map(|(_, value)| *value)
    }

    /// Adds the inherited values of men that the list does not name.
    pub(super) fn inherit(&mut self, inherited: &Self) {
        let more: Vec<_> = inherited.0.iter().filter(|(man, _)| self.of(*man).is_none()).copied().collect();
        self.0.extend(more);
        self.0.sort_unstable();
    }
}

impl<T: Paired> Value for PieceMap<T> {
    const KIND: &'static str = T::PAIRS;

    fn read(text: &str, letters: &PieceChars) -> Result<Self, ValueError> {
        let mut all = Vec::new();
        for word in weakfish::source::words(text).take_while(|word| word.value != "-") {
            let at = word.span.start;
            let pair = word.value.split_once(':').and_then(|(first, rest)| Some((first.parse::<char>().ok()?, rest)));
            let (letter, rest) = pair.ok_or_else(|| ValueError {
                span: word.span.range(),
                ..ValueError::wrong_value(
                    word.value,
                    "a man's letter, a colon and what belongs to it",
                    "write no blank around the colon",
                )
            })?;
            let man = letters.man(letter).ok_or_else(|| ValueError::unknown_letter(letters, letter, at))?;
            let offset = at + letter.len_utf8() + 1;
            let shifted =
                |wrong: ValueError| ValueError { span: wrong.span.start + offset..wrong.span.end + offset, ..wrong };
            all.push((man, T::read(rest, letters).map_err(shifted)?));
        }
        Ok(Self(all))
    }

    fn write(&self, letters: &PieceChars) -> String {
        let one =
            |(man, value): &(PieceType, T)| Some(format!("{}:{}", letter_of(letters, *man)?, value.write(letters)));
        self.0.iter().filter_map(one).collect::<Vec<_>>().join(" ")
    }
}

/// Rights to castle, as the third field of a FEN has them: of White and of Black, each toward the last file and the
/// first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rights(pub(super) String);

impl Value for Rights {
    const KIND: &'static str = "letters of `KQkq`, or `-`";

    fn read(text: &str, _: &PieceChars) -> Result<Self, ValueError> {
        let letters: String = text.trim().chars().take_while(|letter| *letter != '-').collect();
        if letters.chars().all(|letter| "KQkq".contains(letter)) {
            Ok(Self(letters))
        } else {
            Err(ValueError::wrong_value(text, Self::KIND, "capitals are White's rights, K toward the last file"))
        }
    }

    fn write(&self, _: &PieceChars) -> String {
        if self.0.is_empty() { "-".to_owned() } else { self.0.clone() }
    }
}

/// Declares a type that is one of some words.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident: $kind:literal { $($variant:ident = $word:literal,)* })*) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(super) enum $name {
                $($variant,)*
            }

            impl Value for $name {
                const KIND: &'static str = $kind;

                fn read(text: &str, _: &PieceChars) -> Result<Self, ValueError> {
                    match text {
                        $($word => Ok(Self::$variant),)*
                        _ => Err(ValueError::wrong_value(text, Self::KIND, "no other word is known, and no blank may follow it")),
                    }
                }

                fn write(&self, _: &PieceChars) -> String {
                    match self {
                        $(Self::$variant => $word.to_owned(),)*
                    }
                }
            }
        )*
    };
}

words! {
    /// Result for a side.
    Verdict: "`win`, `loss`, `draw` or `none`" { None = "none", Win = "win", Loss = "loss", Draw = "draw", }
    /// Material count that decides drawn games.
    Material: "`janggi`, `unweighted`, `whitedrawodds`, `blackdrawodds` or `none`" {
        None = "none", Janggi = "janggi", Unweighted = "unweighted", WhiteDrawOdds = "whitedrawodds",
        BlackDrawOdds = "blackdrawodds",
    }
    /// Rule of counted moves where few men are left.
    Counting: "`makruk`, `cambodian`, `asean` or `none`" {
        None = "none", Makruk = "makruk", Cambodian = "cambodian", Asean = "asean",
    }
    /// Rule of illegal chases.
    Chasing: "`axf` or `none`" { None = "none", Axf = "axf", }
    /// Condition of drops, or of men that a move flips.
    Enclosing: "`reversi`, `ataxx`, `quadwrangle`, `snort`, `anyside`, `top` or `none`" {
        None = "none", Reversi = "reversi", Ataxx = "ataxx", Quadwrangle = "quadwrangle", Snort = "snort",
        Anyside = "anyside", Top = "top",
    }
    /// Placement of walls.
    Walling: "`arrow`, `duck`, `edge`, `past`, `static` or `none`" {
        None = "none", Arrow = "arrow", Duck = "duck", Edge = "edge", Past = "past", Static = "static",
    }
}
