//! Letters and atoms to legs: what all spellings have in common.

use super::marks::Marks;
use crate::betza::ast::{Atom, Letter, Range, RangedAtom};
use crate::betza::form::{Manner, PatternLeg, Stride};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Clearance;
use crate::source::{Span, Spanned};

/// The most legs of a path.
pub(super) const MAX_LEGS: usize = 8;

/// The most letters before one atom or bracket.
pub(super) const MAX_LETTERS: usize = 32;

/// The maximal number of patterns of one bracket or `a`-string.
pub(super) const MAX_PATTERNS_OF_TERM: usize = 256;

/// Stands for something that can't be resolved. Only [`Resolver::refuse`] makes one, so a diagnostic says why.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused(());

/// Gives every letter its meaning, or a diagnostic.
#[derive(Default)]
pub(super) struct Resolver {
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Resolver {
    /// Adds a diagnostic, unless another choice of W or F for the same letters has led to it already.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports an error.
    pub(super) fn refuse(&mut self, error: Diagnostic) -> Refused {
        self.report(error);
        Refused(())
    }

    /// Reports an error with one place.
    pub(super) fn error(&mut self, code: Code, span: Span, message: &str, label: &str, help: &str) -> Refused {
        self.refuse(Diagnostic::error(code, span, message).label(label).help(help))
    }

    /// Reports a letter or a range that changes nothing.
    pub(super) fn warn(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::warning(code, span, message).label("says nothing more").help(help).edit(span, ""));
    }

    /// The leaps of a leg. How it may end and in which direction it goes is left open.
    pub(super) fn leg(&mut self, marks: &Marks, leaps: &RangedAtom) -> Result<PatternLeg, Refused> {
        let (stride, usual) = match leaps.atom.value {
            Atom::Leap(long, short) => (Stride::Leap(long, short), Range::ONCE),
            Atom::King => (Stride::King, Range::ONCE),
            Atom::Queen => (Stride::King, Range::UNLIMITED),
            Atom::Rook => (Stride::Leap(1, 0), Range::UNLIMITED),
            Atom::Bishop => (Stride::Leap(1, 1), Range::UNLIMITED),
        };
        let name = leaps.atom.value.name();
        let unlimited = |range: &Spanned<Range>| range.value == Range::UNLIMITED && usual == Range::UNLIMITED;
        if let Some(range) = leaps.range.filter(unlimited) {
            let message = format!("`{name}` has no limit anyway");
            self.warn(Code::BetzaRedundantRange, range.span, message, format!("write `{name}`"));
        }
        let mut leg = PatternLeg { range: leaps.range.map_or(usual, |range| range.value), ..PatternLeg::new(stride) };
        if let Some(letter) = marks.manner {
            leg = match letter.value {
                Letter::Circular => self.turning(leg, letter, leaps, Manner::Circular)?,
                Letter::Crooked => self.turning(leg, letter, leaps, Manner::Crooked)?,
                Letter::Hopping => self.hopping(leg, letter, leaps, Manner::Hopping)?,
                Letter::Grasshopper => self.hopping(leg, letter, leaps, Manner::Grasshopper)?,
                _ => self.jumping(leg, letter, leaps)?,
            };
        }
        if let Some(span) = marks.lame {
            match leg.manner {
                Manner::Jumping | Manner::Hopping | Manner::Grasshopper => {
                    let message = "a lame leap needs empty squares and a hop needs a man";
                    let help = "write two terms, one lame and one that hops";
                    return Err(self.error(Code::BetzaContradictoryLetters, span, message, "lame", help));
                }
                Manner::Plain | Manner::Circular | Manner::Crooked if stride.is_step() => {
                    let message = format!("nothing lies between the steps of `{name}`");
                    self.warn(Code::BetzaRedundantLetter, span, message, "leave `n` out");
                }
                Manner::Plain | Manner::Circular | Manner::Crooked => leg.clearance = Clearance::OrthogonalFirst,
            }
        }
        Ok(leg)
    }

    /// `q` and `z`.
    fn turning(
        &mut self,
        leg: PatternLeg,
        letter: Spanned<Letter>,
        leaps: &RangedAtom,
        manner: Manner,
    ) -> Result<PatternLeg, Refused> {
        let range = if leaps.range.is_none() { Range::UNLIMITED } else { leg.range };
        if range.most == Some(1) {
            let (symbol, name) = (letter.value.symbol(), leaps.atom.value.name());
            let help = format!("leave the range out, `{symbol}{name}`, or make it longer");
            let label = "turns after each leap";
            let message = "one leap alone doesn't turn";
            return Err(self.error(Code::BetzaSingleLeapTurns, letter.span, message, label, &help));
        }
        Ok(PatternLeg { range, manner, ..leg })
    }

    /// `p` and `g`.
    fn hopping(
        &mut self,
        leg: PatternLeg,
        letter: Spanned<Letter>,
        leaps: &RangedAtom,
        manner: Manner,
    ) -> Result<PatternLeg, Refused> {
        let (symbol, name) = (letter.value.symbol(), leaps.atom.value.name());
        if leg.range.most == Some(1) {
            let help = if leg.stride.is_step() {
                format!("give it a range, as in `{symbol}{name}{name}` or `{symbol}{name}2`")
            } else {
                format!("write `j{name}` for a leap over exactly one man, `{symbol}{name}{name}` for a hopping rider")
            };
            let message = "a single leap has no room to hop";
            return Err(self.error(Code::BetzaEmptySelection, letter.span, message, "this term has no move", &help));
        }
        if leg.range.least > 1 {
            return Err(self.hop_with_least_range(letter.span, "write the legs as a path, as in `[pR-W2]`"));
        }
        Ok(PatternLeg { manner, ..leg })
    }

    pub(super) fn hop_with_least_range(&mut self, span: Span, help: &str) -> Refused {
        self.error(Code::BetzaLeastRange, span, "a hopper has no least range", "hops", help)
    }

    /// `j`.
    fn jumping(&mut self, leg: PatternLeg, letter: Spanned<Letter>, leaps: &RangedAtom) -> Result<PatternLeg, Refused> {
        let name = leaps.atom.value.name();
        let long = !leg.stride.is_step();
        if long && leg.range != Range::ONCE {
            let help = format!("write a path of single leaps, each as `j{name}`");
            let message = "only a single leap jumps over a man";
            return Err(self.error(Code::BetzaJumpingRider, letter.span, message, "jumps", &help));
        }
        if !long && (leg.range.most == Some(1) || leg.range.least > 1) {
            let help =
                format!("write `j` before a slider such as `j{name}{name}`, or before a longer leap such as `jD`");
            let message = "a slider with `j` skips its first square, and there is no second";
            return Err(self.error(Code::BetzaEmptySelection, letter.span, message, "this term has no move", &help));
        }
        Ok(PatternLeg { manner: Manner::Jumping, ..leg })
    }

    pub(super) fn range_toggle(&mut self, span: Span) -> Refused {
        let message = "`y` changes the range of the next leg, and there is none";
        let help = "write each leg with its own range, as in `[F-R]`";
        self.error(Code::BetzaRangeToggle, span, message, "no leg follows", help)
    }

    pub(super) fn too_complex(&mut self, span: Span, label: &str) -> Refused {
        let message = "this is more than a movement can hold";
        let help = "leave legs out, or write W or F where K or Q stands";
        self.error(Code::BetzaTooComplex, span, message, label, help)
    }

    pub(super) fn too_many_legs(&mut self, span: Span, legs: usize) -> Refused {
        self.too_complex(span, &format!("{legs} legs; {MAX_LEGS} are the most"))
    }

    pub(super) fn locust(&mut self, span: Span) -> Refused {
        let message = "no man is captured on the way";
        let help = "write `-` or `a` without `c` to go on over an empty square, `p` to go on over a man that stays";
        self.error(Code::BetzaLocust, span, message, "captures where the move goes on", help)
    }
}
