//! A man's letter in positions and in moves.

use weakfish::diagnostic::Edit;
use weakfish::geometry::PerSide;
use weakfish::notation::take_symbol;
use weakfish::source::{Span, words};

/// Whether a text is a man's letter, a capital one.
pub(super) fn is_symbol(text: &str) -> bool {
    take_symbol(text).is_some_and(|taken| taken.text == text && taken.capital == text)
}

/// One letter instead of another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<'a> {
    /// Both in capitals.
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    /// The sides that have the man.
    pub(super) sides: PerSide<bool>,
}

impl Change<'_> {
    /// The changes in a FEN: those of its board.
    pub(super) fn in_position(self, fen: &str) -> Vec<Edit> {
        let board = &fen[..fen.find(char::is_whitespace).unwrap_or(fen.len())];
        let mut edits = Vec::new();
        let mut at = 0;
        while let Some(rest) = board.get(at..).filter(|rest| !rest.is_empty()) {
            if rest.starts_with('{') {
                at += rest.find('}').unwrap_or(rest.len() - 1) + 1;
            } else if let Some(taken) = take_symbol(rest) {
                let small = taken.text != taken.capital;
                let has = if small { self.sides.black } else { self.sides.white };
                if taken.capital == self.from && has {
                    edits.push(self.edit(at, small));
                }
                at += taken.text.len();
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        edits
    }

    /// The changes in moves, as people write them and as programs do: the letter of a man that moves or that another
    /// becomes. Comments and tags stay.
    pub(super) fn in_moves(self, text: &str) -> Vec<Edit> {
        let mut edits = Vec::new();
        let bare = without_comments(text);
        for word in words(&bare) {
            // `12.`, `12...`, and the move itself, which may stand directly behind.
            let number = word.value.trim_start_matches(|c: char| c.is_ascii_digit());
            let numbered = number.len() < word.value.len() && number.starts_with('.');
            let mv = if numbered { number.trim_start_matches('.') } else { word.value };
            let start = word.span.start + (word.value.len() - mv.len());
            let starts = take_symbol(mv).filter(|taken| taken.text == self.from);
            let is_castling = mv.starts_with("O-O");
            // A letter alone names no man of a move.
            if starts.is_some() && mv.len() > self.from.len() && !is_castling {
                edits.push(self.edit(start, false));
            }
            edits.extend(self.promotion(mv).map(|(at, small)| self.edit(start + at, small)));
        }
        edits
    }

    /// Finds this man as the result of a promotion in a move, and whether its letter is small: after `=`, or after the rank of
    /// the last square.
    fn promotion(self, mv: &str) -> Option<(usize, bool)> {
        let bytes = mv.as_bytes();
        let ends = |at: usize| !bytes.get(at).is_some_and(u8::is_ascii_digit);
        (1..bytes.len()).filter(|&at| bytes[at - 1] == b'=' || bytes[at - 1].is_ascii_digit()).find_map(|at| {
            let taken = take_symbol(mv.get(at..)?).filter(|taken| taken.capital == self.from)?;
            let small = taken.text != taken.capital;
            // A small letter with a rank behind it is the file of a square.
            ends(at + taken.text.len()).then_some((at, small))
        })
    }

    fn edit(self, at: usize, small: bool) -> Edit {
        let text = if small { self.to.to_ascii_lowercase() } else { self.to.to_owned() };
        Edit::new(Span::new(at, at + self.from.len()), text)
    }
}

/// Replaces braces (unless they hold a man's state) and brackets with their content by blanks.
fn without_comments(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut closes = None;
    let mut before = ' ';
    for c in text.chars() {
        if closes.is_none() {
            closes = match c {
                '{' if before.is_whitespace() => Some('}'),
                '[' if before.is_whitespace() => Some(']'),
                _ => None,
            };
        }
        if closes.is_some() {
            bare.extend(std::iter::repeat_n(' ', c.len_utf8()));
            closes = closes.filter(|&close| close != c);
        } else {
            bare.push(c);
        }
        before = c;
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;
    use weakfish::diagnostic::edited;

    #[test]
    fn letters_change_in_positions_and_moves_and_nowhere_else() {
        let both = PerSide { white: true, black: true };
        let change = Change { from: "R", to: "E", sides: both };
        let position = |text: &str| edited(text, &change.in_position(text)).unwrap();
        assert_eq!(position("r{n}3k2r/8/+R'R5R w KQkq r3 0 1"), "e{n}3k2e/8/+R'E5E w KQkq r3 0 1");
        let white = Change { sides: PerSide { white: true, black: false }, ..change };
        assert_eq!(edited("rR/rR w R", &white.in_position("rR/rR w R")).unwrap(), "rE/rE w R");
        let moves = |text: &str| edited(text, &change.in_moves(text)).unwrap();
        assert_eq!(
            moves("1.Ra1 {Ra1 R} 1... Rxb8+ 2. e8=R e1R 3. a7a8r"),
            "1.Ea1 {Ra1 R} 1... Exb8+ 2. e8=E e1E 3. a7a8e"
        );
        assert_eq!(moves("[R \"R\"] O-O R1a3 Rd1{n} e4"), "[R \"R\"] O-O E1a3 Ed1{n} e4");
        let king = Change { from: "H", to: "O", sides: both };
        assert_eq!(edited("h2h4 h7h8h", &king.in_moves("h2h4 h7h8h")).unwrap(), "h2h4 h7h8o");
        let plus = Change { from: "+P", to: "T'", sides: both };
        assert_eq!(edited("+Pe4 Pe5+", &plus.in_moves("+Pe4 Pe5+")).unwrap(), "T'e4 Pe5+");
        assert!(is_symbol("+P") && is_symbol("K'") && !is_symbol("Ch") && !is_symbol("k") && !is_symbol(""));
    }
}
