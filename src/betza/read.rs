//! Reads a string through all stages: text, tree, patterns, paths.

use super::form::{Form, Pattern};
use super::lower::lower;
use super::parse::parse;
use super::resolve::resolve;
use crate::diagnostic::Diagnostic;
use crate::model::Movement;
use crate::source::{Span, Spanned};

/// Reads a Betza string as a movement.
///
/// There is a movement unless a diagnostic is an error. The places of diagnostics are bytes of `text`.
///
/// ```
/// use weakfish::betza;
///
/// let (movement, diagnostics) = betza::movement("fmWfcF");
/// assert!(diagnostics.is_empty());
/// assert_eq!(movement.unwrap().paths.len(), 3);
///
/// let (movement, diagnostics) = betza::movement("fmWfcX");
/// assert!(movement.is_none());
/// assert_eq!(diagnostics[0].span().range(), 5..6);
/// ```
pub fn movement(text: &str) -> (Option<Movement>, Vec<Diagnostic>) {
    let (patterns, mut diagnostics) = patterns(text);
    let movement = lower(&patterns, Span::new(0, text.len()), &mut diagnostics);
    let refused = diagnostics.iter().any(Diagnostic::is_error);
    (movement.filter(|_| !refused), diagnostics)
}

/// Reads a Betza string as its form, whose [`Display`](std::fmt::Display) is the canonical spelling.
///
/// There is a form unless a diagnostic is an error. A form may still have no [`movement`]: its directions can leave
/// no path, or it can have too many.
///
/// ```
/// use weakfish::betza;
///
/// assert_eq!(betza::form("t[FWW]").0.unwrap().to_string(), "[F?R]");
/// assert_eq!(betza::form("WWFF").0, betza::form("RB").0);
/// ```
pub fn form(text: &str) -> (Option<Form>, Vec<Diagnostic>) {
    let (patterns, diagnostics) = patterns(text);
    let refused = diagnostics.iter().any(Diagnostic::is_error);
    let form = (!refused).then(|| Form::new(patterns.into_iter().map(|pattern| pattern.value)));
    (form, diagnostics)
}

/// The places of the terms of a Betza string, in bytes, without those that can't be read.
///
/// ```
/// use weakfish::betza;
///
/// let terms: Vec<_> = betza::terms("fmW[F?R]").iter().map(|term| term.range()).collect();
/// assert_eq!(terms, [0..3, 3..8]);
/// ```
pub fn terms(text: &str) -> Vec<Span> {
    parse(text).0.terms.iter().map(|term| term.span).collect()
}

/// The patterns of a string, each with the place of its term.
fn patterns(text: &str) -> (Vec<Spanned<Pattern>>, Vec<Diagnostic>) {
    let (tree, mut diagnostics) = parse(text);
    let (patterns, more) = resolve(&tree);
    diagnostics.extend(more);
    (patterns, diagnostics)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::form;
    use crate::betza::ast::Range;
    use crate::betza::form::{Axis, Form, Manner, Pattern, PatternLeg, Stride, Winds, axis};
    use crate::model::{Clearance, Modes, Through};

    fn class() -> impl Strategy<Value = (u8, u8)> {
        prop_oneof![
            Just((1, 0)),
            Just((1, 1)),
            Just((2, 1)),
            Just((2, 0)),
            (1..6_u8, 0..6_u8).prop_map(|(a, b)| (a.max(b), a.min(b)))
        ]
    }

    /// Some of the winds of an axis, not all of them.
    fn aim(axis: Axis) -> impl Strategy<Value = Option<Winds>> {
        any::<u16>().prop_map(move |bits| {
            let winds: Winds = axis.all().iter().filter(|wind| bits >> wind & 1 == 1).collect();
            Some(winds).filter(|winds| !winds.is_empty() && *winds != axis.all())
        })
    }

    fn stops() -> impl Strategy<Value = Modes> {
        prop_oneof![Just(Modes::BOTH), Just(Modes::MOVES), Just(Modes::CAPTURES)]
    }

    fn range() -> impl Strategy<Value = Range> {
        let limited = (1..5_u8, 0..5_u8).prop_map(|(least, more)| Range { least, most: Some(least + more) });
        prop_oneof![
            Just(Range::ONCE),
            Just(Range::UNLIMITED),
            limited,
            (2..4_u8).prop_map(|least| Range { least, most: None })
        ]
    }

    fn lame(class: (u8, u8), lame: bool) -> Clearance {
        if lame && class.0 > 1 { Clearance::OrthogonalFirst } else { Clearance::Leaps }
    }

    /// Patterns of one leg.
    fn single() -> impl Strategy<Value = Pattern> {
        let manners = prop_oneof![
            4 => Just(Manner::Plain),
            1 => Just(Manner::Jumping),
            1 => Just(Manner::Hopping),
            1 => Just(Manner::Grasshopper),
            1 => Just(Manner::Circular),
            1 => Just(Manner::Crooked)
        ];
        let leg = (class(), range(), manners, any::<bool>(), stops());
        let leg = leg.prop_map(|(class, mut range, mut manner, is_lame, stops)| {
            match manner {
                Manner::Hopping | Manner::Grasshopper => {
                    range = Range { least: 1, most: range.most.map(|most| most.max(2)) }
                }
                Manner::Jumping if class.0 > 1 => range = Range::ONCE,
                Manner::Jumping => range = Range { least: 1, most: range.most.map(|most| most.max(2)) },
                Manner::Circular | Manner::Crooked if range.most == Some(1) => manner = Manner::Plain,
                _ => {}
            }
            let may_be_lame = matches!(manner, Manner::Plain | Manner::Circular | Manner::Crooked);
            let clearance = lame(class, is_lame && may_be_lame);
            (
                class,
                PatternLeg {
                    stride: Stride::Leap(class.0, class.1),
                    aim: None,
                    range,
                    clearance,
                    manner,
                    through: Through::Empty,
                    stops,
                },
            )
        });
        let leg = leg.prop_flat_map(|(class, leg)| (Just(leg), aim(axis(class))));
        (leg, any::<[bool; 3]>()).prop_map(|((leg, aim), [first_move_only, en_passant, wraps])| {
            let mut pattern = Pattern::new(vec![leg]);
            (pattern.first_move_only, pattern.en_passant, pattern.wraps, pattern.aim) =
                (first_move_only, en_passant, wraps, aim);
            pattern
        })
    }

    /// Patterns of several legs, the first of which may have directions.
    fn several() -> impl Strategy<Value = Pattern> {
        let leg = (class(), range(), any::<bool>(), stops(), 0..4);
        let legs = prop::collection::vec(leg, 2..4).prop_flat_map(|legs| {
            let first = legs[0].0;
            (Just(legs), aim(axis(first)))
        });
        (legs, any::<[bool; 2]>()).prop_map(|((legs, aim), [first_move_only, wraps])| {
            let last = legs.len() - 1;
            let legs = legs.into_iter().enumerate().map(|(at, (class, range, is_lame, stops, joint))| {
                let (through, stops, range) = match joint {
                    _ if at == last => (Through::Empty, stops, range),
                    0 => (Through::Empty, stops, range),
                    1 => (Through::Empty, Modes::NONE, range),
                    2 => (Through::Occupied, Modes::NONE, Range { least: 1, ..range }),
                    _ => (Through::Anything, Modes::NONE, Range { least: 1, ..range }),
                };
                let aim = if at == 0 { aim } else { None };
                let stride = Stride::Leap(class.0, class.1);
                PatternLeg {
                    stride,
                    aim,
                    range,
                    clearance: lame(class, is_lame),
                    manner: Manner::Plain,
                    through,
                    stops,
                }
            });
            let mut pattern = Pattern::new(legs.collect());
            (pattern.first_move_only, pattern.wraps) = (first_move_only, wraps);
            pattern
        })
    }

    fn forms() -> impl Strategy<Value = Form> {
        prop::collection::vec(prop_oneof![2 => single(), 1 => several()], 1..5).prop_map(Form::new)
    }

    proptest! {
        #[test]
        fn reading_what_is_printed_gives_the_same(canonical in forms()) {
            let spelt = canonical.to_string();
            let (again, diagnostics) = form(&spelt);
            prop_assert_eq!(again.as_ref(), Some(&canonical), "{} {:?}", spelt, diagnostics);
        }
    }
}
