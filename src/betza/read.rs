//! Reads a string through all stages: text, tree, patterns, and the paths of the model that the patterns become.

use super::form::{Course, Form, Manner, Pattern, PatternLeg, list_courses};
use super::parse::parse;
use super::resolve::resolve;
use super::survey::SurveyBoard;
use super::tree::Stride;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Leap;
use crate::model::{Clearance, Curve, Leg, Modes, Movement, Path, Through};
use crate::source::{Span, Spanned};

/// The most paths of a movement.
const MAX_PATHS: usize = 1024;

/// The most leaps that a walk of all paths may take on the largest board.
///
/// A walk tries every combination of lengths of the legs. Drawing or describing a movement walks it once.
const MAX_WALK_STEPS: u64 = 1 << 18;

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
    let (patterns, mut diagnostics) = read_patterns(text);
    let movement = lower_patterns(&patterns, Span::new(0, text.len()), &mut diagnostics);
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
    let (patterns, diagnostics) = read_patterns(text);
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
    parse(text).0.iter().map(|term| term.span).collect()
}

/// The patterns of a string, each with the place of its term.
fn read_patterns(text: &str) -> (Vec<Spanned<Pattern>>, Vec<Diagnostic>) {
    let (terms, mut diagnostics) = parse(text);
    let (patterns, more) = resolve(&terms);
    diagnostics.extend(more);
    (patterns, diagnostics)
}

/// Lowers patterns to the movement of the model, and reports one that is empty or too complex; `None` after an error.
fn lower_patterns(patterns: &[Spanned<Pattern>], whole: Span, diagnostics: &mut Vec<Diagnostic>) -> Option<Movement> {
    let too_complex = |span, label: String| {
        Diagnostic::error(Code::BetzaTooComplex, span, "this is more than a movement can hold")
            .label(label)
            .help("leave legs out, or limit their directions and ranges")
    };
    let too_many = || format!("more than {MAX_PATHS} paths");
    let mut all = Vec::new();
    let mut steps = 0;
    for pattern in patterns {
        let Some(paths) = pattern_paths(&pattern.value) else {
            diagnostics.push(too_complex(pattern.span, too_many()));
            return None;
        };
        if paths.is_empty() {
            let message = "no path of this term goes in these directions";
            let empty = Diagnostic::error(Code::BetzaEmptySelection, pattern.span, message);
            diagnostics.push(empty.label("this term has no move").help("leave the directions out, or choose others"));
            return None;
        }
        for path in &paths {
            steps += SurveyBoard::LARGEST.walk_steps(path, MAX_WALK_STEPS);
            if steps > MAX_WALK_STEPS {
                let label = format!("more than {MAX_WALK_STEPS} ways to go");
                diagnostics.push(too_complex(pattern.span, label));
                return None;
            }
        }
        all.extend(paths);
        if all.len() > MAX_PATHS {
            diagnostics.push(too_complex(whole, too_many()));
            return None;
        }
    }
    Some(Movement::new(all))
}

/// Lists the paths of a pattern, one for each course and way to make its legs; `None` if there are too many.
fn pattern_paths(pattern: &Pattern) -> Option<Vec<Path>> {
    let aimed =
        |course: &Course| pattern.aim.is_none_or(|winds| course.wind().is_some_and(|wind| winds.contains(wind)));
    let mut paths = Vec::new();
    for course in list_courses(&pattern.legs, MAX_PATHS)?.into_iter().filter(aimed) {
        let mut runs: Vec<Vec<Leg>> = vec![Vec::new()];
        for (leg, &leap) in pattern.legs.iter().zip(&course.leaps) {
            let next = expand_leg(leg, leap);
            if runs.len() * next.len() > MAX_PATHS {
                return None;
            }
            runs = runs.iter().flat_map(|run| next.iter().map(|legs| [run.as_slice(), legs].concat())).collect();
        }
        paths.extend(runs.into_iter().map(|legs| Path {
            legs,
            first_move_only: pattern.first_move_only,
            en_passant: pattern.en_passant,
            wraps: pattern.wraps,
            along_lines: false,
        }));
        if paths.len() > MAX_PATHS {
            return None;
        }
    }
    Some(paths)
}

/// The ways to make one leg whose first leap is `leap`. Each is a sequence of legs of the model.
fn expand_leg(leg: &PatternLeg, leap: Leap) -> Vec<Vec<Leg>> {
    let plain = Leg {
        least: leg.range.least,
        most: leg.range.most,
        clearance: leg.clearance,
        through: leg.through,
        stops: leg.stops,
        ..Leg::leap(leap)
    };
    let run = |least: u8, most: Option<u8>, through: Through| Leg {
        least,
        most,
        clearance: Clearance::Leaps,
        through,
        stops: Modes::NONE,
        ..plain.clone()
    };
    match leg.manner {
        Manner::Plain => vec![vec![plain]],
        Manner::Circular | Manner::Crooked => {
            let eighths = if leg.manner == Manner::Circular { smallest_turn(leg.stride) } else { 2 };
            [eighths, -eighths].map(|eighths| vec![turning_leg(&plain, leg.manner, eighths)]).into()
        }
        Manner::Hopping => match leg.range.most {
            None => vec![vec![run(1, None, Through::Occupied), Leg { least: 1, ..plain }]],
            Some(most) => {
                let over = |hurdle: u8| {
                    let on = Leg { least: 1, most: Some(most - hurdle), ..plain.clone() };
                    vec![run(hurdle, Some(hurdle), Through::Occupied), on]
                };
                (1..most).map(over).collect()
            }
        },
        Manner::Grasshopper => {
            let to_hurdle = run(1, leg.range.most.map(|most| most.saturating_sub(1)), Through::Occupied);
            vec![vec![to_hurdle, Leg { least: 1, most: Some(1), ..plain }]]
        }
        Manner::Jumping if leg.stride.is_step() => {
            let on = Leg { most: leg.range.most.map(|most| most.saturating_sub(1)), ..plain.clone() };
            vec![vec![run(1, Some(1), Through::Anything), on]]
        }
        Manner::Jumping => jump_sequences(leap, &plain),
    }
}

/// The smallest angle, in eighths, that turns a leap into another of the same stride.
const fn smallest_turn(stride: Stride) -> i8 {
    match stride {
        Stride::Leap(long, short) if short == 0 || short == long => 2,
        Stride::Leap(..) | Stride::King | Stride::Anywhere => 1,
    }
}

/// A leg with leaps that turn by its manner.
fn turning_leg(plain: &Leg, manner: Manner, eighths: i8) -> Leg {
    if manner == Manner::Crooked {
        return Leg { curve: Curve::Crooked(eighths), ..plain.clone() };
    }
    // A full circle ends on the square where it began, which is not a move.
    let closing = 8 / eighths.unsigned_abs();
    let most = plain.most.map_or(closing - 1, |most| most.min(closing - 1));
    Leg { curve: Curve::Circular(eighths), most: Some(most), ..plain.clone() }
}

/// Expands a leap over exactly one man into single steps: one sequence for each square where the man can stand.
fn jump_sequences(leap: Leap, plain: &Leg) -> Vec<Vec<Leg>> {
    let mut squares = Clearance::OrthogonalFirst.squares(leap);
    squares.sort_unstable_by_key(|square| (i32::from(square.dx).abs() + i32::from(square.dy).abs(), *square));
    let step = |from: Leap, to: Leap| Leap::new(to.dx - from.dx, to.dy - from.dy);
    (0..squares.len())
        .map(|hurdle| {
            let mut here = Leap::new(0, 0);
            let mut legs = Vec::new();
            for (at, &square) in squares.iter().enumerate() {
                let through = if at == hurdle { Through::Occupied } else { Through::Empty };
                legs.push(Leg { through, stops: Modes::NONE, ..Leg::leap(step(here, square)) });
                here = square;
            }
            legs.push(Leg { through: plain.through, stops: plain.stops, ..Leg::leap(step(here, leap)) });
            legs
        })
        .collect()
}
