//! Letters and atoms to legs: what all spellings have in common.

use super::marks::Marks;
use crate::betza::ast::{Atom, Letter, Prefix, Range, RangedAtom};
use crate::betza::form::{Manner, PatternLeg, Stride};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Clearance;
use crate::source::{Span, Spanned};

/// The most legs of a path.
pub(super) const MAX_LEGS: usize = 8;

/// The most patterns that one bracket or `a`-string may stand for.
pub(super) const MAX_TERMS: usize = 256;

/// A text that can't stand; the diagnostics say why.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused;

/// Gives every letter its meaning, or a diagnostic.
#[derive(Default)]
pub(super) struct Resolver {
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Resolver {
    pub(super) fn error(&mut self, code: Code, span: Span, message: &str, label: &str, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).label(label).help(help));
    }

    pub(super) fn marks(&mut self, prefix: &Prefix) -> Option<Marks> {
        Marks::of(prefix, &mut self.diagnostics)
    }

    pub(super) fn range_toggle(&mut self, span: Span) {
        let help = "write each leg with its own range, as in `[F-R]`";
        self.error(
            Code::BetzaRangeToggle,
            span,
            "`y` is about the leg after this one, and there is none",
            "no leg follows",
            help,
        );
    }

    /// The leaps of a leg; how it may end and where it goes is not decided here.
    pub(super) fn leg(&mut self, marks: &Marks, leap: &RangedAtom) -> Option<PatternLeg> {
        let (stride, usual) = match leap.atom.value {
            Atom::Leap(long, short) => (Stride::Leap(long, short), Range::ONCE),
            Atom::King => (Stride::King, Range::ONCE),
            Atom::Queen => (Stride::King, Range::UNLIMITED),
            Atom::Rook => (Stride::Leap(1, 0), Range::UNLIMITED),
            Atom::Bishop => (Stride::Leap(1, 1), Range::UNLIMITED),
        };
        let name = leap.atom.value.name();
        if let Some(range) = leap.range
            && range.value == Range::UNLIMITED
            && usual == Range::UNLIMITED
        {
            let warning =
                Diagnostic::warning(Code::BetzaRedundantRange, range.span, format!("`{name}` has no limit anyway"));
            self.diagnostics.push(warning.label("says nothing more").help(format!("write `{name}`")));
        }
        let mut leg = PatternLeg { range: leap.range.map_or(usual, |range| range.value), ..PatternLeg::new(stride) };
        if let Some(manner) = marks.manner {
            leg = self.manner(leg, manner, leap)?;
        }
        if let Some(span) = marks.lame {
            match (stride.is_step(), marks.manner.map(|letter| letter.value)) {
                (_, Some(Letter::Jumping | Letter::Hopping | Letter::Grasshopper)) => {
                    let help = "write two terms, one lame and one that hops";
                    self.error(
                        Code::BetzaContradictoryLetters,
                        span,
                        "a lame leap needs empty squares and a hop a man",
                        "lame",
                        help,
                    );
                    return None;
                }
                (true, _) => {
                    let message = format!("nothing lies between the steps of `{name}`");
                    let warning = Diagnostic::warning(Code::BetzaRedundantLetter, span, message);
                    self.diagnostics.push(warning.label("says nothing more").help("leave `n` out"));
                }
                (false, _) => leg.clearance = Clearance::OrthogonalFirst,
            }
        }
        Some(leg)
    }

    fn manner(&mut self, leg: PatternLeg, letter: Spanned<Letter>, leap: &RangedAtom) -> Option<PatternLeg> {
        let (span, symbol, name) = (letter.span, letter.value.symbol(), leap.atom.value.name());
        let nothing = Code::BetzaEmptySelection;
        match letter.value {
            Letter::Circular | Letter::Crooked => {
                let manner = if letter.value == Letter::Circular { Manner::Circular } else { Manner::Crooked };
                let range = if leap.range.is_none() { Range::UNLIMITED } else { leg.range };
                if range.most == Some(1) {
                    let help = format!("leave the range out, `{symbol}{name}`, or make it longer");
                    self.error(
                        Code::BetzaSingleLeapTurns,
                        span,
                        "one leap alone doesn't turn",
                        "turns after each leap",
                        &help,
                    );
                    return None;
                }
                Some(PatternLeg { range, manner, ..leg })
            }
            Letter::Hopping | Letter::Grasshopper => {
                let manner = if letter.value == Letter::Hopping { Manner::Hopping } else { Manner::Grasshopper };
                if leg.range.most == Some(1) {
                    let help = if leg.stride.is_step() {
                        format!("give it a range, as in `{symbol}{name}{name}` or `{symbol}{name}2`")
                    } else {
                        format!(
                            "write `j{name}` for a leap over exactly one man, `{symbol}{name}{name}` for a hopping rider"
                        )
                    };
                    self.error(nothing, span, "a single leap has no room to hop", "this term has no move", &help);
                    return None;
                }
                if leg.range.least > 1 {
                    let help = "write the legs as a path, as in `[pR-W2]`";
                    self.error(Code::BetzaLeastRange, span, "a hopper has no least range", "hops", help);
                    return None;
                }
                Some(PatternLeg { manner, ..leg })
            }
            _ => {
                let long = !leg.stride.is_step();
                if long && leg.range != Range::ONCE {
                    let help = format!("write a path of single leaps, each as `j{name}`");
                    self.error(Code::BetzaJumpingRider, span, "only a single leap jumps over a man", "jumps", &help);
                    return None;
                }
                if !long && (leg.range.most == Some(1) || leg.range.least > 1) {
                    let help = format!(
                        "write `j` before a slider such as `j{name}{name}`, or before a longer leap such as `jD`"
                    );
                    self.error(
                        nothing,
                        span,
                        "a slider with `j` skips its first square, and there is no second",
                        "this term has no move",
                        &help,
                    );
                    return None;
                }
                Some(PatternLeg { manner: Manner::Jumping, ..leg })
            }
        }
    }

    pub(super) fn too_many(&mut self, span: Span, label: &str) {
        let message = "this is more than a movement can hold";
        self.error(Code::BetzaTooComplex, span, message, label, "leave legs out, or write W or F where K or Q stands");
    }

    pub(super) fn locust(&mut self, at: Span) {
        let message = "no man is captured on the way";
        let help = "write `-` or `a` without `c` to go on over an empty square, `p` to go on over a man that stays";
        self.error(Code::BetzaLocust, at, message, "captures where the move goes on", help);
    }
}
