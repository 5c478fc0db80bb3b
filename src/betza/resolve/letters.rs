//! Sorting the letters of a prefix.

use super::marks::Marks;
use super::resolver::{MAX_LETTERS, Refused, Resolver};
use crate::betza::ast::{Letter, Prefix};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};

impl Resolver {
    /// Sorts the letters of a prefix. Letters that are repeated or contradict each other are reported.
    pub(super) fn marks(&mut self, prefix: &Prefix) -> Result<Marks, Refused> {
        if prefix.letters.len() > MAX_LETTERS {
            return Err(self.too_many_letters(prefix));
        }
        let mut marks = Marks::default();
        let mut refused = None;
        for &Spanned { value: letter, span } in &prefix.letters {
            let place = match letter {
                Letter::Direction(direction) => {
                    marks.directions.push(Spanned::new(direction, span));
                    continue;
                }
                Letter::Jumping | Letter::Hopping | Letter::Grasshopper | Letter::Circular | Letter::Crooked => {
                    if let Some(first) = marks.manner.replace(Spanned::new(letter, span)) {
                        refused = Some(self.two_manners(first, Spanned::new(letter, span)));
                    }
                    continue;
                }
                Letter::Moves => &mut marks.moves,
                Letter::Captures => &mut marks.captures,
                Letter::EnPassant => &mut marks.en_passant,
                Letter::FirstMove => &mut marks.first_move,
                Letter::Wrapping => &mut marks.wraps,
                Letter::Lame => &mut marks.lame,
                Letter::Toggling => &mut marks.toggles,
            };
            if let Some(first) = place.replace(span) {
                refused = self.twice(letter, first, span).err().or(refused);
            }
        }
        refused.map_or(Ok(marks), Err)
    }

    fn too_many_letters(&mut self, prefix: &Prefix) -> Refused {
        let message = "these are more letters than an atom can have";
        let label = format!("{} letters; {MAX_LETTERS} are the most", prefix.letters.len());
        self.error(Code::BetzaTooComplex, prefix.span, message, &label, "write each letter once")
    }

    fn two_manners(&mut self, first: Spanned<Letter>, second: Spanned<Letter>) -> Refused {
        let (a, b) = (first.value.symbol(), second.value.symbol());
        let (message, help) = if a == b {
            (format!("`{a}{a}` means nothing"), format!("write `{a}` once"))
        } else {
            (format!("`{a}` and `{b}` contradict each other"), "write two terms, one with each".to_owned())
        };
        let error = Diagnostic::error(Code::BetzaContradictoryLetters, second.span, message);
        let error = error.label("the second").also(first.span, "the first").help(help);
        self.refuse(if a == b { error.edit(second.span, "") } else { error })
    }

    /// Reports a repeated letter, which is an error only if repeating it has a meaning elsewhere.
    fn twice(&mut self, letter: Letter, first: Span, second: Span) -> Result<(), Refused> {
        let symbol = letter.symbol();
        match letter {
            Letter::FirstMove => {
                let message = "`ii` isn't supported: one step ahead of the start";
                let help = "in a definition write a long step from that rank among the rules";
                return Err(self.error(Code::BetzaDoubledFirstMove, second, message, "the second `i`", help));
            }
            Letter::Lame => {
                let help = "the rules of the game say what may be captured en passant, with the long step";
                self.warn(Code::BetzaRedundantLetter, second, "`nn` is read as `n`", help);
            }
            _ => {
                let message = format!("`{symbol}` is written twice");
                let warning = Diagnostic::warning(Code::BetzaRedundantLetter, second, message);
                let warning = warning.label("says nothing more").also(first, "already here");
                self.report(warning.help("leave one of them out").edit(second, ""));
            }
        }
        Ok(())
    }
}
