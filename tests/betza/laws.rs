//! Laws over made-up strings.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use weakfish::check::movement::{Axis, Form, Leg, Manner, Stride, Term, Winds, form, read};
use weakfish::diagnostic::Diagnostic;
use weakfish::model::{Clearance, Modes, Through};
use weakfish::syntax::betza::Range;
use weakfish::tools::{diagram, meaning};

fn class() -> impl Strategy<Value = (u8, u8)> {
    prop_oneof![
        Just((1, 0)),
        Just((1, 1)),
        Just((2, 1)),
        Just((2, 0)),
        (1..6_u8, 0..6_u8).prop_map(|(a, b)| (a.max(b), a.min(b)))
    ]
}

fn axis((long, short): (u8, u8)) -> Axis {
    if short == 0 {
        Axis::Orthogonal
    } else if short == long {
        Axis::Diagonal
    } else {
        Axis::Oblique
    }
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

/// Terms of one leg.
fn single() -> impl Strategy<Value = Term> {
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
            Leg {
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
        let mut term = Term::new(vec![leg]);
        (term.first_move_only, term.en_passant, term.wraps, term.aim) = (first_move_only, en_passant, wraps, aim);
        term
    })
}

/// Paths of steps and slides, whose first leg may have directions.
fn path() -> impl Strategy<Value = Term> {
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
            Leg { stride, aim, range, clearance: lame(class, is_lame), manner: Manner::Plain, through, stops }
        });
        let mut term = Term::new(legs.collect());
        (term.first_move_only, term.wraps) = (first_move_only, wraps);
        term
    })
}

fn forms() -> impl Strategy<Value = Form> {
    prop::collection::vec(prop_oneof![2 => single(), 1 => path()], 1..5).prop_map(Form::new)
}

/// Text that looks like Betza notation here and there.
fn scribble() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "f", "b", "l", "r", "v", "s", "h", "m", "c", "n", "j", "p", "g", "i", "e", "o", "q", "z", "a", "y", "t", "W",
        "F", "N", "D", "K", "Q", "R", "B", "WW", "(4,1)", "(", ")", "[", "]", "-", "?", "&", "0", "3", "12", "/", "{",
        "}", "@", "O", "X", " ", "é", "[W-F]",
    ]);
    prop_oneof![prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat()), any::<String>()]
}

proptest! {
    #[test]
    fn reading_what_is_printed_gives_the_same(canonical in forms()) {
        let spelt = canonical.to_string();
        let (again, diagnostics) = form(&spelt);
        prop_assert_eq!(again.as_ref(), Some(&canonical), "{} {:?}", spelt, diagnostics);
    }

    #[test]
    fn any_text_is_read_or_refused_and_soon(text in scribble()) {
        let start = Instant::now();
        let (movement, diagnostics) = read(&text);
        prop_assert_eq!(movement.is_none(), diagnostics.iter().any(Diagnostic::is_error));
        for diagnostic in &diagnostics {
            prop_assert!(diagnostic.labels.iter().all(|(span, _)| text.get(span.range()).is_some()));
        }
        if let Some(movement) = movement {
            let (canonical, _) = form(&text);
            let spelt = canonical.map(|form| form.to_string()).unwrap_or_default();
            prop_assert_eq!(read(&spelt).0, Some(movement.clone()), "{}", spelt);
            meaning::targets(&movement);
            meaning::describe(&movement);
            diagram::draw(&movement);
        }
        prop_assert!(start.elapsed() < Duration::from_secs(5));
    }
}
