//! The men of an ending, as a text and as a list.

use std::fmt;

use weakfish::engine::Position;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{KindId, Variant};

/// The word between White's men and Black's.
const VERSUS: [&str; 3] = ["v", "vs", "-"];

/// The men of an ending: the kinds of each side, in the order of the definition, a kind once for each man.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Men {
    sides: PerSide<Vec<KindId>>,
}

/// A text that does not name the men of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenError {
    /// The reason.
    pub mistake: MenMistake,
    /// The first byte of the word that is wrong.
    pub start: usize,
    /// The end of that word.
    pub end: usize,
}

/// Reason why a text does not name the men of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenMistake {
    /// No `v` stands between White's men and Black's.
    NoVersus,
    /// A second `v`.
    SecondVersus,
    /// The side has no man of this symbol.
    UnknownMan(Side),
    /// More men than a table can have.
    TooManyMen,
    /// No man at all.
    NoMen,
    /// Words in braces that name no state of the side's men of this kind.
    UnknownState(Side, KindId),
}

impl fmt::Display for MenMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersus => f.write_str("no `v` between White's men and Black's"),
            Self::SecondVersus => f.write_str("a second `v`"),
            Self::UnknownMan(side) => write!(f, "{side} has no such man"),
            Self::TooManyMen => write!(f, "more than {} men", Men::MAX),
            Self::NoMen => f.write_str("no men"),
            Self::UnknownState(..) => f.write_str("the man has no such state"),
        }
    }
}

impl std::error::Error for MenError {}

impl fmt::Display for MenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mistake.fmt(f)
    }
}

impl Men {
    /// The most men of a table.
    pub const MAX: usize = 8;

    /// Men of these kinds.
    pub fn new(mut sides: PerSide<Vec<KindId>>) -> Self {
        sides.white.sort_unstable();
        sides.black.sort_unstable();
        Self { sides }
    }

    /// Reads `K R v K`: White's men, `v`, Black's men, each by its symbol as White's.
    ///
    /// # Errors
    ///
    /// The first word that is wrong, with the reason.
    pub fn parse(variant: &Variant, text: &str) -> Result<Self, MenError> {
        Self::parse_words(variant, text, &mut |_, _, word| Ok(word))
    }

    /// Reads such a text. `symbol_of` takes a word of a side, which starts at a byte, and returns the symbol in it.
    pub(crate) fn parse_words<'t>(
        variant: &Variant,
        text: &'t str,
        symbol_of: &mut dyn FnMut(Side, usize, &'t str) -> Result<&'t str, MenError>,
    ) -> Result<Self, MenError> {
        let error = |mistake: MenMistake, word: &str| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            Err(MenError { mistake, start, end: start + word.len() })
        };
        let mut sides: PerSide<Vec<KindId>> = PerSide::default();
        let mut side = Side::White;
        for word in text.split_whitespace() {
            if VERSUS.contains(&word) && variant.kind_of_symbol(side, word).is_none() {
                if side == Side::Black {
                    return error(MenMistake::SecondVersus, word);
                }
                side = Side::Black;
                continue;
            }
            let symbol = symbol_of(side, word.as_ptr() as usize - text.as_ptr() as usize, word)?;
            let Some(kind) = variant.kind_of_symbol(side, symbol) else {
                return error(MenMistake::UnknownMan(side), symbol);
            };
            sides[side].push(kind);
            if sides.white.len() + sides.black.len() > Self::MAX {
                return error(MenMistake::TooManyMen, word);
            }
        }
        if side == Side::White {
            return error(MenMistake::NoVersus, text);
        }
        if sides.white.is_empty() && sides.black.is_empty() {
            return error(MenMistake::NoMen, text);
        }
        Ok(Self::new(sides))
    }

    /// The men of a position.
    pub fn of(position: &Position) -> Self {
        let mut sides: PerSide<Vec<KindId>> = PerSide::default();
        for (_, piece) in position.men() {
            let info = position.game().piece_info(piece);
            sides[info.side].push(info.kind);
        }
        Self::new(sides)
    }

    /// The kinds of a side's men.
    pub fn of_side(&self, side: Side) -> &[KindId] {
        &self.sides[side]
    }

    /// The number of men.
    pub fn len(&self) -> usize {
        self.sides.white.len() + self.sides.black.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes them as [`Men::parse`] reads them.
    pub fn text(&self, variant: &Variant) -> String {
        let of_side = |side: Side| {
            let symbols = self.sides[side].iter().map(|&kind| variant.kind(kind).symbol.as_str());
            symbols.collect::<Vec<_>>().join(" ")
        };
        format!("{} v {}", of_side(Side::White), of_side(Side::Black)).trim().to_owned()
    }
}
