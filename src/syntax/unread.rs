//! The men whose lines can't be read: what is inherited or guessed of them is no ground for further errors.

use std::collections::BTreeSet;

/// The men whose lines could not be read, or were read only with a correction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnreadMen {
    /// Their symbols.
    symbols: BTreeSet<String>,
    /// Whether a line for all men is among the lines.
    all: bool,
}

impl UnreadMen {
    /// Adds the men of a line under `men`: every symbol before the colon.
    pub(crate) fn add_line(&mut self, line: &str) {
        /// Words that may name the man of a line without a colon: a side, the symbol, a name.
        const WORDS_WITHOUT_COLON: usize = 3;
        let (key, most) = line.split_once(':').map_or((line, WORDS_WITHOUT_COLON), |(key, _)| (key, usize::MAX));
        for word in key.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).take(most) {
            self.all |= word == "all";
            if word.trim_start_matches('+').starts_with(|c: char| c.is_ascii_uppercase()) {
                self.symbols.insert(word.to_owned());
            }
        }
    }

    /// Whether the line of this man is among the lines.
    pub(crate) fn includes(&self, symbol: &str) -> bool {
        self.all || self.symbols.contains(symbol)
    }
}
