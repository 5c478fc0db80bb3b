//! Turns direction letters into winds, and warns of letters that change nothing.

use super::resolver::{Refused, Resolver};
use crate::betza::ast::Direction;
use crate::betza::form::{Axis, Pattern, PatternLeg, Problem, Stride, Unit, Winds, is_ambiguous};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};

impl Resolver {
    /// The winds that letters choose for the end of a pattern; `None` is all of them.
    pub(super) fn aim(&mut self, letters: &[Spanned<Direction>], pattern: &Pattern) -> Result<Option<Winds>, Refused> {
        let axes = pattern.axes();
        let (Some(first), Some(last)) = (letters.first(), letters.last()) else { return Ok(None) };
        let span = first.span.to(last.span);
        if is_ambiguous(&axes, letters) {
            return Err(self.refuse_ambiguous_pair(letters, &pattern.legs));
        }
        let mut winds = Winds::NONE;
        for axis in &axes {
            winds = winds.or(self.select(*axis, letters)?);
        }
        let all = axes.iter().fold(Winds::NONE, |all, axis| all.or(axis.all()));
        if winds == all {
            self.redundant(span, "these directions are all it has", "leave them out");
            return Ok(None);
        }
        self.lint(letters, &axes, winds);
        Ok(Some(winds))
    }

    /// The winds that letters choose on one axis.
    pub(super) fn select(&mut self, axis: Axis, letters: &[Spanned<Direction>]) -> Result<Winds, Refused> {
        axis.select(letters).map_err(|(span, problem)| self.problem(axis, span, problem))
    }

    fn problem(&mut self, axis: Axis, span: Span, problem: Problem) -> Refused {
        match problem {
            Problem::Order(right) => {
                let message = "these letters are the wrong way round";
                let help = format!(
                    "write `{right}` for the unit; other programs select nothing with this order, or everything"
                );
                self.error(Code::BetzaWrongOrder, span, message, "a half and then a pair in it", &help)
            }
            Problem::Everything => {
                let message = "`v` and `s` don't belong together";
                self.error(Code::BetzaWrongOrder, span, message, "every direction", "leave both out")
            }
            Problem::Half if axis == Axis::Oblique => {
                let help = "write `fh`, `bh`, `lh` or `rh` for a half, `hr` or `hl` for a chiral four";
                self.error(Code::BetzaEmptySelection, span, "`h` selects nothing by itself", "which half?", help)
            }
            Problem::Half => {
                let (message, label) = ("`h` divides only oblique leaps", "selects nothing here");
                self.error(Code::BetzaEmptySelection, span, message, label, "write `f`, `b`, `l` or `r`")
            }
        }
    }

    fn redundant(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.warn(Code::BetzaRedundantDirection, span, message, help);
    }

    /// Refuses directions that cross on orthogonal and diagonal steps at once: programs read them differently.
    pub(super) fn refuse_ambiguous_pair(&mut self, letters: &[Spanned<Direction>], legs: &[PatternLeg]) -> Refused {
        let span = letters.iter().map(|letter| letter.span).reduce(Span::to).unwrap_or_default();
        let plain: Vec<_> = letters.iter().copied().filter(|letter| letter.value != Direction::Half).collect();
        let part = |leg: &PatternLeg, class: (u8, u8), axis: Axis| {
            let letters = if axis == Axis::Orthogonal { &plain } else { letters };
            let winds = axis.select(letters).ok()?;
            let stride = Stride::Leap(class.0, class.1);
            let aim = (winds != axis.all()).then_some(winds);
            let legs = vec![PatternLeg { stride, ..*leg }];
            Some(Pattern { aim, ..Pattern::new(legs) }.to_string())
        };
        let spelt = match legs {
            [leg] => part(leg, (1, 0), Axis::Orthogonal).zip(part(leg, (1, 1), Axis::Diagonal)),
            _ => None,
        };
        let help = match spelt {
            Some((orthogonal, diagonal)) => {
                format!("spell out the orthogonal and the diagonal steps, for instance `{orthogonal}{diagonal}`")
            }
            None => "write the orthogonal and the diagonal paths as terms of their own".to_owned(),
        };
        let message = "these directions are read in several ways where orthogonal and diagonal steps are together";
        self.error(Code::BetzaAmbiguousPair, span, message, "ambiguous", &help)
    }

    /// Warns of letters that change nothing, and of single letters on oblique leaps.
    fn lint(&mut self, letters: &[Spanned<Direction>], axes: &[Axis], winds: Winds) {
        if axes == [Axis::Oblique] {
            let Ok(units) = Axis::Oblique.units(letters) else { return };
            self.lint_oblique(&units, winds);
            return;
        }
        for at in 0..letters.len() {
            let fewer: Vec<_> = letters.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, l)| *l).collect();
            let chosen = axes.iter().map(|axis| axis.select(&fewer).unwrap_or_default());
            if !fewer.is_empty() && chosen.fold(Winds::NONE, Winds::or) == winds {
                let symbol = letters[at].value.symbol();
                self.redundant(letters[at].span, format!("`{symbol}` selects nothing more"), "leave it out");
                return;
            }
        }
    }

    fn lint_oblique(&mut self, units: &[Unit], winds: Winds) {
        let spelt = Axis::Oblique.spell(winds);
        let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
        let span = first.span.to(last.span);
        for at in 0..units.len() {
            let others = units.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, unit)| unit.winds);
            if others.fold(Winds::NONE, Winds::or) == winds {
                self.redundant(units[at].span, "these letters select nothing more", format!("write `{spelt}`"));
                return;
            }
        }
        let doubled = |unit: &Unit| unit.letters.1 == Some(unit.letters.0);
        let axial = |unit: &Unit| matches!(unit.letters.0, Direction::Vertical | Direction::Sideways);
        if units.iter().any(|unit| doubled(unit) && axial(unit)) || units.iter().all(doubled) && spelt.len() == 1 {
            self.redundant(span, "the doubled letters select nothing more", format!("write `{spelt}`"));
            return;
        }
        if let Some(unit) = units.iter().find(|unit| unit.letters.1.is_none() && !axial(unit)) {
            let letter = unit.letters.0.symbol();
            let message = format!("`{letter}` alone is read as the narrow pair `{letter}{letter}`");
            let warning = Diagnostic::warning(Code::BetzaSingleLetter, unit.span, message);
            let help = format!("write `{spelt}`, or `{letter}h` if all four are meant");
            self.report(warning.label("two of the four leaps of this half").help(help));
        }
    }
}
