//! From a Betza tree to its [`Form`](super::form::Form): every letter gets its meaning, or a diagnostic.

use super::aim::{Axis, Problem, Unit, Winds};
use super::form::{Leg, Manner, Stride, Term, is_ambiguous};
use super::marks::Marks;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Clearance;
use crate::source::{Span, Spanned};
use crate::syntax::betza::{self, Atom, Betza, Body, Direction, Leap, Letter, Range};

/// A text that can't stand; the diagnostics say why.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused;

/// The terms of a tree, each with its place, as far as they can stand.
#[derive(Default)]
pub(super) struct Resolver {
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Resolver {
    /// Resolves all terms. If there is no error among the diagnostics, no term is missing.
    pub(super) fn resolve(&mut self, tree: &Betza) -> Vec<Spanned<Term>> {
        let mut terms = Vec::new();
        for term in &tree.terms {
            let before = self.diagnostics.len();
            let resolved = match (&term.body, term.prefixes.as_slice()) {
                (Body::Leap(leap), [prefix]) => self.single(prefix, leap),
                (Body::Leap(leap), prefixes) => self.chain(prefixes, leap),
                (Body::Path(path), [prefix]) => self.path(term.span, prefix, path),
                (Body::Path(_), _) => {
                    let help = "join the legs inside the bracket with `-` or `?`";
                    self.error(Code::BetzaChainOnBracket, term.span, "`a` doesn't join legs to a bracket", "", help);
                    None
                }
            };
            if resolved.is_none() && self.diagnostics[before..].iter().all(|diagnostic| !diagnostic.is_error()) {
                let help = "write it as legs in a bracket, such as `[F?R]`";
                self.error(Code::BetzaUnsupported, term.span, "this term is not understood", "", help);
            }
            terms.extend(resolved.into_iter().flatten().map(|resolved| Spanned::new(resolved, term.span)));
        }
        terms
    }

    pub(super) fn error(&mut self, code: Code, span: Span, message: &str, label: &str, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).label(label).help(help));
    }

    pub(super) fn marks(&mut self, prefix: &betza::Prefix) -> Option<Marks> {
        Marks::of(prefix, &mut self.diagnostics)
    }

    /// A term of one leg.
    fn single(&mut self, prefix: &betza::Prefix, leap: &Leap) -> Option<Vec<Term>> {
        let marks = self.marks(prefix)?;
        if let Some(span) = marks.toggles {
            self.range_toggle(span);
            return None;
        }
        let leg = Leg { stops: marks.modes(), ..self.leg(&marks, leap)? };
        let mut term = Term::new(vec![leg]);
        term.first_move_only = marks.first_move.is_some();
        term.en_passant = marks.en_passant.is_some();
        term.wraps = marks.wraps.is_some();
        term.aim = self.aim(&marks.directions, &term).ok()?;
        Some(vec![term])
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
    pub(super) fn leg(&mut self, marks: &Marks, leap: &Leap) -> Option<Leg> {
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
        let mut leg = Leg { range: leap.range.map_or(usual, |range| range.value), ..Leg::new(stride) };
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

    fn manner(&mut self, leg: Leg, letter: Spanned<Letter>, leap: &Leap) -> Option<Leg> {
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
                Some(Leg { range, manner, ..leg })
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
                Some(Leg { manner, ..leg })
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
                Some(Leg { manner: Manner::Jumping, ..leg })
            }
        }
    }

    /// The winds that letters choose for the end of a term; `None` in it is all of them.
    pub(super) fn aim(&mut self, letters: &[Spanned<Direction>], term: &Term) -> Result<Option<Winds>, Refused> {
        let axes = term.axes();
        let (Some(first), Some(last)) = (letters.first(), letters.last()) else { return Ok(None) };
        let span = first.span.to(last.span);
        if is_ambiguous(&axes, letters) {
            self.ambiguous_pair(letters, &term.legs);
            return Err(Refused);
        }
        let mut winds = Winds::NONE;
        for axis in &axes {
            winds = winds.or(self.select(*axis, letters).ok_or(Refused)?);
        }
        let all = axes.iter().fold(Winds::NONE, |all, axis| all.or(axis.all()));
        if winds == all {
            self.redundant(span, "these directions are all it has", "leave them out");
            return Ok(None);
        }
        self.lint(letters, &axes, winds);
        Ok(Some(winds))
    }

    /// What letters choose on one axis, or a diagnostic.
    pub(super) fn select(&mut self, axis: Axis, letters: &[Spanned<Direction>]) -> Option<Winds> {
        match axis.select(letters) {
            Ok(winds) => Some(winds),
            Err((span, problem)) => {
                self.problem(axis, span, problem);
                None
            }
        }
    }

    fn problem(&mut self, axis: Axis, span: Span, problem: Problem) {
        match problem {
            Problem::Order(right) => {
                let help = format!(
                    "write `{right}` for the unit; other programs select nothing with this order, or everything"
                );
                self.error(
                    Code::BetzaWrongOrder,
                    span,
                    "these letters are the wrong way round",
                    "a half and then a pair in it",
                    &help,
                );
            }
            Problem::Everything => {
                let help = "leave both out";
                self.error(Code::BetzaWrongOrder, span, "`v` and `s` don't belong together", "every direction", help);
            }
            Problem::Half if axis == Axis::Oblique => {
                let help = "write `fh`, `bh`, `lh` or `rh` for a half, `hr` or `hl` for a chiral four";
                self.error(Code::BetzaEmptySelection, span, "`h` selects nothing by itself", "which half?", help);
            }
            Problem::Half => {
                let help = "write `f`, `b`, `l` or `r`";
                self.error(
                    Code::BetzaEmptySelection,
                    span,
                    "`h` divides only oblique leaps",
                    "selects nothing here",
                    help,
                );
            }
        }
    }

    pub(super) fn redundant(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let warning = Diagnostic::warning(Code::BetzaRedundantDirection, span, message);
        self.diagnostics.push(warning.label("says nothing more").help(help));
    }

    /// Directions that cross on orthogonal and diagonal steps at once: every program reads them in a way of its own.
    pub(super) fn ambiguous_pair(&mut self, letters: &[Spanned<Direction>], legs: &[Leg]) {
        let span = letters.iter().map(|letter| letter.span).reduce(Span::to).unwrap_or_default();
        let plain: Vec<_> = letters.iter().copied().filter(|letter| letter.value != Direction::Half).collect();
        let part = |leg: &Leg, class: (u8, u8), axis: Axis| {
            let letters = if axis == Axis::Orthogonal { &plain } else { letters };
            let winds = axis.select(letters).ok()?;
            let stride = Stride::Leap(class.0, class.1);
            let aim = (winds != axis.all()).then_some(winds);
            let legs = vec![Leg { stride, ..*leg }];
            Some(Term { aim, ..Term::new(legs) }.to_string())
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
        self.error(Code::BetzaAmbiguousPair, span, message, "ambiguous", &help);
    }

    /// Warns of letters that say nothing, and of single letters on oblique leaps.
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
            self.diagnostics.push(warning.label("two of the four leaps of this half").help(help));
        }
    }
}
