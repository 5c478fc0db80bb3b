//! Scores as they are written: parts of a point.

use crate::source::Spanned;

/// A score of a side: `0.25`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scored {
    /// The number, in the spelling of the text.
    pub(crate) written: Spanned<String>,
    /// Whether it is the score of the opponent, as where `opponent bared` says of one side what `bared` says of the other.
    pub(crate) of_opponent: bool,
}

impl Scored {
    /// The score of the side in hundredths of a point; `None` if it is more than a point, or has more than two decimals.
    pub(crate) fn hundredths(&self) -> Option<u8> {
        let (whole, decimals) = self.written.value.split_once('.').unwrap_or((&self.written.value, ""));
        let decimals = decimals.trim_end_matches('0');
        let whole = Some(whole.trim_start_matches('0')).filter(|whole| whole.len() <= 1 && decimals.len() <= 2)?;
        let number: u16 = format!("0{whole}{decimals:0<2}").parse().ok()?;
        let hundredths = u8::try_from(number).ok().filter(|hundredths| *hundredths <= 100)?;
        Some(if self.of_opponent { 100 - hundredths } else { hundredths })
    }
}
