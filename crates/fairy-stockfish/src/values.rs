//! The types of values that keys have, and how each is read.
//!
//! Fairy-Stockfish ignores the unreadable rest of a value; here a value is either read as the engine does, or is a
//! mistake.

use std::ops::Range;

use super::men::{Letters, Man, MenSet};
use super::squares::{MAX_FILES, MAX_RANKS, Squares};
use weakfish::diagnostic::Code;

/// Mistake in a value.
#[derive(Clone, Debug)]
pub(super) struct Wrong {
    pub(super) code: Code,
    /// Bytes of the value.
    pub(super) place: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
}

impl Wrong {
    /// A value of another type than its key has.
    pub(super) fn value(text: &str, kind: &str, help: &str) -> Self {
        let message = if text.trim().is_empty() {
            format!("a value is missing: {kind}")
        } else {
            format!("`{}` is not {kind}", text.trim())
        };
        Self { code: Code::FairyWrongValue, place: 0..text.len(), message, help: help.to_owned() }
    }

    /// A letter that no man of the game has.
    fn letter(letters: &Letters, letter: char, at: usize) -> Self {
        let known: String = letters.men().filter_map(|man| letters.letter(man)).collect();
        Self {
            code: Code::FairyUnknownMan,
            place: at..at + letter.len_utf8(),
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

    fn read(text: &str, letters: &Letters) -> Result<Self, Wrong>;

    fn write(&self, letters: &Letters) -> String;
}

impl Value for bool {
    const KIND: &'static str = "`true` or `false`";

    fn read(text: &str, _: &Letters) -> Result<Self, Wrong> {
        match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => {
                let trimmed = matches!(text.trim_end(), "true" | "false");
                let help = if trimmed {
                    "take away the blanks at the end: with them Fairy-Stockfish reads any value as `false`"
                } else {
                    "Fairy-Stockfish takes anything but `true` for `false` without a word"
                };
                Err(Wrong::value(text, Self::KIND, help))
            }
        }
    }

    fn write(&self, _: &Letters) -> String {
        self.to_string()
    }
}

/// The number at the start of a text, as a stream reads it.
fn leading_number(text: &str) -> Option<u32> {
    let text = text.trim();
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?.filter(|number| *number < 10_000)
}

impl Value for u32 {
    const KIND: &'static str = "a number";

    fn read(text: &str, _: &Letters) -> Result<Self, Wrong> {
        leading_number(text).ok_or_else(|| Wrong::value(text, Self::KIND, "write it in digits: `50`"))
    }

    fn write(&self, _: &Letters) -> String {
        self.to_string()
    }
}

/// A rank, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rank(pub(super) u8);

impl Value for Rank {
    const KIND: &'static str = "a rank from 1 to 10";

    fn read(text: &str, _: &Letters) -> Result<Self, Wrong> {
        let rank = leading_number(text).and_then(|rank| u8::try_from(rank).ok());
        let rank = rank.filter(|rank| (1..=MAX_RANKS).contains(rank));
        rank.map(Self).ok_or_else(|| Wrong::value(text, Self::KIND, "Fairy-Stockfish's largest board has 10 ranks"))
    }

    fn write(&self, _: &Letters) -> String {
        self.0.to_string()
    }
}

/// A file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct File(pub(super) u8);

impl Value for File {
    const KIND: &'static str = "a file from `a` to `l`, or its number";

    fn read(text: &str, _: &Letters) -> Result<Self, Wrong> {
        let trimmed = text.trim();
        let number = match trimmed.as_bytes() {
            [letter @ b'a'..=b'l'] => Some(u32::from(letter - b'a') + 1),
            _ => leading_number(trimmed),
        };
        let number = number.and_then(|number| u8::try_from(number).ok());
        let number = number.filter(|number| (1..=MAX_FILES).contains(number));
        number.map(Self).ok_or_else(|| Wrong::value(text, Self::KIND, "Fairy-Stockfish's largest board has 12 files"))
    }

    fn write(&self, _: &Letters) -> String {
        char::from(b'a' + self.0 - 1).to_string()
    }
}

/// Any text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text(pub(super) String);

impl Value for Text {
    const KIND: &'static str = "a text";

    fn read(text: &str, _: &Letters) -> Result<Self, Wrong> {
        Ok(Self(text.trim().to_owned()))
    }

    fn write(&self, _: &Letters) -> String {
        self.0.clone()
    }
}

impl Value for Squares {
    const KIND: &'static str = "a list of squares";

    fn read(text: &str, _: &Letters) -> Result<Self, Wrong> {
        let mut all = Self::NONE;
        for word in weakfish::source::words(text) {
            if word.value == "-" {
                break;
            }
            all = all.or(Self::word(word.value).ok_or_else(|| Wrong {
                place: word.span.range(),
                ..Wrong::value(
                    word.value,
                    "a square, a rank such as `*8` or a file such as `e*`",
                    "separate squares by blanks: `d4 e4`",
                )
            })?);
        }
        Ok(all)
    }

    fn write(&self, _: &Letters) -> String {
        self.words()
    }
}

/// Reads letters of men until something else; `-` ends the list.
fn men(text: &str, letters: &Letters, mut each: impl FnMut(Option<Man>)) -> Result<(), Wrong> {
    for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
        match letter {
            '-' => break,
            '*' => each(None),
            _ => each(Some(letters.man(letter).ok_or_else(|| Wrong::letter(letters, letter, at))?)),
        }
    }
    Ok(())
}

fn letter_of(letters: &Letters, man: Man) -> Option<char> {
    letters.letter(man).map(|letter| letter.to_ascii_lowercase())
}

impl Value for MenSet {
    const KIND: &'static str = "letters of men, `*` for all or `-` for none";

    fn read(text: &str, letters: &Letters) -> Result<Self, Wrong> {
        let mut all = Self::NONE;
        men(text, letters, |man| all = all.or(man.map_or(Self::ALL, |man| Self::of(&[man]))))?;
        Ok(all)
    }

    fn write(&self, letters: &Letters) -> String {
        let mut text: String = self.iter().filter_map(|man| letter_of(letters, man)).collect();
        if self.has_all() {
            text.insert(0, '*');
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

/// One kind of men, all men, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whom {
    None,
    All,
    Man(Man),
}

impl Value for Whom {
    const KIND: &'static str = "the letter of a man, `*` for all or `-` for none";

    fn read(text: &str, letters: &Letters) -> Result<Self, Wrong> {
        let mut last = Self::None;
        men(text, letters, |man| last = man.map_or(Self::All, Self::Man))?;
        Ok(last)
    }

    fn write(&self, letters: &Letters) -> String {
        match self {
            Self::None => "-".to_owned(),
            Self::All => "*".to_owned(),
            Self::Man(man) => letter_of(letters, *man).map_or_else(|| "-".to_owned(), String::from),
        }
    }
}

/// Pairs of a man and something else, such as `q:1 r:2`: what is paired is read by `second`.
fn pairs<T>(text: &str, letters: &Letters, second: impl Fn(&str) -> Result<T, Wrong>) -> Result<Vec<(Man, T)>, Wrong> {
    let mut all = Vec::new();
    for word in weakfish::source::words(text) {
        let at = word.span.start;
        if word.value == "-" {
            break;
        }
        let Some((first, rest)) = word.value.split_once(':').filter(|(first, _)| first.chars().count() == 1) else {
            let wrong = Wrong::value(
                word.value,
                "a man's letter, a colon and what belongs to it",
                "write no blank around the colon",
            );
            return Err(Wrong { place: word.span.range(), ..wrong });
        };
        let letter = first.chars().next().unwrap_or_default();
        let man = letters.man(letter).ok_or_else(|| Wrong::letter(letters, letter, at))?;
        let shifted = |wrong: Wrong| {
            let offset = at + first.len() + 1;
            Wrong { place: wrong.place.start + offset..wrong.place.end + offset, ..wrong }
        };
        all.push((man, second(rest).map_err(shifted)?));
    }
    Ok(all)
}

/// A number for some men.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers(pub(super) Vec<(Man, u32)>);

impl Value for Numbers {
    const KIND: &'static str = "men with numbers, such as `q:1 r:2`";

    fn read(text: &str, letters: &Letters) -> Result<Self, Wrong> {
        pairs(text, letters, |number| u32::read(number, letters)).map(Self)
    }

    fn write(&self, letters: &Letters) -> String {
        let one = |(man, number): &(Man, u32)| Some(format!("{}:{number}", letter_of(letters, *man)?));
        self.0.iter().filter_map(one).collect::<Vec<_>>().join(" ")
    }
}

/// A man for some men, or none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Exchanges(pub(super) Vec<(Man, Option<Man>)>);

impl Exchanges {
    /// The man that a man promotes to.
    pub(super) fn of(&self, man: Man) -> Option<Man> {
        self.0.iter().find(|(from, _)| *from == man).and_then(|(_, to)| *to)
    }
}

impl Value for Exchanges {
    const KIND: &'static str = "men with men, such as `p:g s:g`";

    fn read(text: &str, letters: &Letters) -> Result<Self, Wrong> {
        let second = |text: &str| match Whom::read(text, letters)? {
            Whom::Man(man) => Ok(Some(man)),
            _ => Ok(None),
        };
        pairs(text, letters, second).map(Self)
    }

    fn write(&self, letters: &Letters) -> String {
        let letter = |man: Option<Man>| man.and_then(|man| letter_of(letters, man)).unwrap_or('-');
        let one = |(man, other): &(Man, Option<Man>)| Some(format!("{}:{}", letter_of(letters, *man)?, letter(*other)));
        self.0.iter().filter_map(one).collect::<Vec<_>>().join(" ")
    }
}

/// Rights to castle, as the third field of a FEN has them: of White and of Black, each toward the last file and the
/// first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rights(pub(super) String);

impl Value for Rights {
    const KIND: &'static str = "letters of `KQkq`, or `-`";

    fn read(text: &str, _: &Letters) -> Result<Self, Wrong> {
        let letters: String = text.trim().chars().take_while(|letter| *letter != '-').collect();
        if letters.chars().all(|letter| "KQkq".contains(letter)) {
            Ok(Self(letters))
        } else {
            Err(Wrong::value(text, Self::KIND, "capitals are White's rights, K toward the last file"))
        }
    }

    fn write(&self, _: &Letters) -> String {
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

                fn read(text: &str, _: &Letters) -> Result<Self, Wrong> {
                    match text {
                        $($word => Ok(Self::$variant),)*
                        _ => Err(Wrong::value(text, Self::KIND, "no other word is known, and no blank may follow it")),
                    }
                }

                fn write(&self, _: &Letters) -> String {
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
    /// How moves are counted where few men are left.
    Counting: "`makruk`, `cambodian`, `asean` or `none`" {
        None = "none", Makruk = "makruk", Cambodian = "cambodian", Asean = "asean",
    }
    /// Which chases are illegal.
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
