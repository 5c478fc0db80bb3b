//! Brackets: paths of several legs, and `&` between the two ways of an oblique leap.

use std::collections::BTreeMap;

use super::marks::Marks;
use super::resolver::{MAX_LEGS, MAX_TERMS, Refused, Resolver};
use crate::betza::ast::{Bracket, BracketLeg, Direction, Joint, LegSequence, Letter, Prefix, Range};
use crate::betza::form::{
    Axis, Course, Manner, Pattern, PatternLeg, Stride, Winds, axis, courses, is_ambiguous, is_crossed, outward,
    relative_axis,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Leap;
use crate::model::{Clearance, Modes, Through};
use crate::source::{Span, Spanned};

type LegBefore<'a> = Option<&'a PatternLeg>;

impl Resolver {
    /// The terms of a bracket; `K` and `Q` in it stand for one term with W and one with F.
    pub(super) fn bracket(&mut self, span: Span, prefix: &Prefix, bracket: &Bracket) -> Option<Vec<Pattern>> {
        let outer = self.marks(prefix)?;
        let misplaced = outer.misplaced("mcio");
        for (symbol, at) in &misplaced {
            let message = format!("`{symbol}` belongs to a leg, not to a whole path");
            let help = "write it inside the bracket, before the atom of its leg";
            self.error(Code::BetzaMisplacedLetter, *at, &message, "before the bracket", help);
        }
        let runs = match bracket.ways.as_slice() {
            [way] => self.way(span, way, &outer)?,
            ways => self.both(span, ways, &outer)?,
        };
        if !misplaced.is_empty() {
            return None;
        }
        let mut patterns: Vec<Pattern> = runs
            .into_iter()
            .map(|legs| Pattern {
                first_move_only: outer.first_move.is_some(),
                wraps: outer.wraps.is_some(),
                ..Pattern::new(legs)
            })
            .collect();
        let axes: Vec<Axis> = patterns.iter().flat_map(Pattern::axes).fold(Vec::new(), |mut axes, axis| {
            if !axes.contains(&axis) {
                axes.push(axis);
            }
            axes
        });
        if is_ambiguous(&axes, &outer.directions) {
            self.ambiguous_pair(&outer.directions, &[]);
            return None;
        }
        let aimed: Result<Vec<_>, Refused> =
            patterns.iter().map(|pattern| self.aim(&outer.directions, pattern)).collect();
        for (pattern, aim) in patterns.iter_mut().zip(aimed.ok()?) {
            let own = if let [leg] = pattern.legs.as_slice() { leg.aim } else { None };
            pattern.aim = match (own, aim) {
                (Some(own), Some(aim)) => Some(own.and(aim)),
                (own, aim) => own.or(aim),
            };
            if let [leg] = pattern.legs.as_mut_slice() {
                leg.aim = None;
            }
        }
        Some(patterns)
    }

    /// The legs of one way through a bracket, once for each choice of W or F where it has K or Q.
    fn way(
        &mut self,
        span: Span,
        LegSequence { first, rest }: &LegSequence,
        outer: &Marks,
    ) -> Option<Vec<Vec<PatternLeg>>> {
        if rest.is_empty() {
            self.error(
                Code::BetzaSingleLeg,
                first.span,
                "a path of one leg needs no bracket",
                "alone",
                "leave the brackets out",
            );
            return None;
        }
        if rest.len() >= MAX_LEGS {
            self.too_many(span, &format!("{} legs; {MAX_LEGS} are the most", rest.len() + 1));
            return None;
        }
        let legs = std::iter::once(first).chain(rest.iter().map(|(_, leg)| leg));
        let joints = rest.iter().map(|(joint, _)| Some(*joint)).chain([None]);
        let mut runs: Vec<Vec<PatternLeg>> = vec![Vec::new()];
        let mut sound = true;
        for (leg, joint) in legs.zip(joints) {
            let Some((marks, shape)) = self.leg_of_path(leg, joint, outer) else {
                sound = false;
                continue;
            };
            let mut longer = Vec::new();
            for run in &runs {
                for next in self.aimed(&marks.directions, &shape, run.last())? {
                    longer.push([run.as_slice(), &[next]].concat());
                }
            }
            runs = longer;
            if runs.len() > MAX_TERMS {
                self.too_many(span, "too many choices of orthogonal and diagonal legs");
                return None;
            }
        }
        sound.then_some(runs)
    }

    /// A leg, and how it ends, without its direction.
    fn leg_of_path(
        &mut self,
        leg: &BracketLeg,
        joint: Option<Spanned<Joint>>,
        outer: &Marks,
    ) -> Option<(Marks, PatternLeg)> {
        let mut marks = self.marks(&leg.prefix)?;
        let before = self.diagnostics.len();
        for (symbol, at) in marks.misplaced("mcnjpgqz") {
            let (message, help) = match symbol {
                'y' => (
                    "`y` means something only in `a`-strings".to_owned(),
                    "write each leg with its own range, as in `[F-R]`",
                ),
                'e' => ("a path of several legs doesn't capture en passant".to_owned(), "leave it out"),
                _ => (format!("`{symbol}` is about the whole path"), "write it before the bracket"),
            };
            self.error(Code::BetzaMisplacedLetter, at, &message, "inside the bracket", help);
        }
        let says_modes = marks.moves.or(marks.captures);
        let mut through = Through::Empty;
        let stops = if matches!(joint.map(|joint| joint.value), Some(Joint::Then)) {
            if let Some(at) = marks.captures {
                self.locust(at);
            }
            if marks.manner.is_some_and(|letter| letter.value == Letter::Hopping) {
                through = if marks.moves.is_some() { Through::Anything } else { Through::Occupied };
                marks.manner = None;
                if let Some(range) = leg.leaps.range.filter(|range| range.value.least > 1) {
                    self.error(
                        Code::BetzaLeastRange,
                        range.span,
                        "a hopper has no least range",
                        "hops",
                        "leave it out",
                    );
                }
            }
            Modes::NONE
        } else {
            if let (Some(inner), Some(outer)) = (says_modes, outer.moves.or(outer.captures)) {
                let error =
                    Diagnostic::error(Code::BetzaModesTwice, inner, "the bracket says already how the move may end");
                let error = error.label("said again").also(outer, "for the whole path");
                self.diagnostics.push(error.help("write `m` and `c` either before the bracket or inside it"));
            }
            if says_modes.is_some() { marks.modes() } else { outer.modes() }
        };
        if let (Some(letter), Some(joint)) = (marks.manner, joint) {
            let symbol = letter.value.symbol();
            let message = match letter.value {
                Letter::Hopping => Some("a leg that ends on a man can't stop there"),
                Letter::Grasshopper => Some("where a hop ends, the legs say"),
                Letter::Circular | Letter::Crooked => Some("after a leg that turns nobody knows where outward is"),
                _ => None,
            };
            if let Some(message) = message {
                let help = match letter.value {
                    Letter::Hopping => "write `-` after it",
                    Letter::Grasshopper => "write the leg up to the man as `p`, as in `[pR-W]`",
                    _ => "put it on the last leg",
                };
                let error =
                    Diagnostic::error(Code::BetzaMisplacedLetter, letter.span, message).label(format!("`{symbol}`"));
                self.diagnostics.push(error.also(joint.span, "the path goes on here").help(help));
            }
        }
        let shape = self.leg(&marks, &leg.leaps);
        let sound = self.diagnostics[before..].iter().all(|diagnostic| !diagnostic.is_error());
        sound.then_some((marks, PatternLeg { through, stops, ..shape? }))
    }

    /// The leg with its directions resolved, once for each class of leaps that it may use.
    fn aimed(
        &mut self,
        letters: &[Spanned<Direction>],
        shape: &PatternLeg,
        before: LegBefore<'_>,
    ) -> Option<Vec<PatternLeg>> {
        let classes = shape.stride.classes();
        if classes.len() > 1 && is_crossed(letters) {
            self.ambiguous_pair(letters, &[]);
            return None;
        }
        let mut legs = Vec::new();
        for class in &classes {
            let leg = PatternLeg { stride: Stride::Leap(class.0, class.1), ..*shape };
            let from = before.and_then(|leg| leg.stride.classes().first().copied());
            let Some(from) = from else {
                let aim = self.first_aim(letters, *class).ok()?;
                legs.push(PatternLeg { aim, ..leg });
                continue;
            };
            if letters.is_empty() {
                // K goes on as the one of its two that can go straight on.
                if classes.len() == 1 || outward(from, *class).is_none_or(|winds| winds.len() == 1) {
                    legs.push(leg);
                }
                continue;
            }
            let winds = self.select(relative_axis(from, *class), letters)?;
            legs.push(PatternLeg { aim: Some(winds).filter(|winds| outward(from, *class) != Some(*winds)), ..leg });
        }
        Some(legs)
    }

    /// The winds of a first leg; `None` in it is all of them.
    pub(super) fn first_aim(
        &mut self,
        letters: &[Spanned<Direction>],
        class: (u8, u8),
    ) -> Result<Option<Winds>, Refused> {
        if letters.is_empty() {
            return Ok(None);
        }
        let winds = self.select(axis(class), letters).ok_or(Refused)?;
        Ok(Some(winds).filter(|winds| *winds != axis(class).all()))
    }

    /// `[W-F&F-W]`: an oblique leap that needs both its ways open.
    fn both(&mut self, span: Span, alternatives: &[LegSequence], outer: &Marks) -> Option<Vec<Vec<PatternLeg>>> {
        let mut crossed: Vec<BTreeMap<Leap, Vec<Leap>>> = Vec::new();
        let mut stops = outer.modes();
        for way in alternatives {
            let legs = self.way(span, way, outer)?;
            stops = legs.first().and_then(|legs| legs.last()).map_or(stops, |leg| leg.stops);
            let all: Option<BTreeMap<Leap, Vec<Leap>>> = legs
                .iter()
                .map(|legs| steps(legs, stops))
                .collect::<Option<Vec<_>>>()
                .map(|maps| maps.into_iter().flatten().collect());
            let Some(all) = all else {
                self.not_both_ways(span);
                return None;
            };
            crossed.push(all);
        }
        let [one, other] = crossed.as_slice() else {
            self.not_both_ways(span);
            return None;
        };
        let mut classes = Vec::new();
        let mut winds = Winds::NONE;
        for (&target, squares) in one {
            let mut squares: Vec<Leap> =
                squares.iter().chain(other.get(&target).into_iter().flatten()).copied().collect();
            squares.sort_unstable();
            squares.dedup();
            let (x, y) = (target.dx.unsigned_abs(), target.dy.unsigned_abs());
            classes.push((x.max(y), x.min(y)));
            winds = winds.or(Winds::of(&[target.wind().index().into()]));
            if !other.contains_key(&target) || squares != Clearance::Both.squares(target) {
                classes.clear();
                break;
            }
        }
        classes.dedup();
        match classes.as_slice() {
            [class] if axis(*class) == Axis::Oblique && one.len() == other.len() => {
                let aim = (winds != axis(*class).all()).then_some(winds);
                let stride = Stride::Leap(class.0, class.1);
                Some(vec![vec![PatternLeg { aim, clearance: Clearance::Both, stops, ..PatternLeg::new(stride) }]])
            }
            _ => {
                self.not_both_ways(span);
                None
            }
        }
    }

    fn not_both_ways(&mut self, span: Span) {
        let message = "`&` joins the orthogonal and the diagonal way of one oblique leap";
        let help = "write `[W-F&F-W]` for a knight's leap with both squares empty, `[W-F][F-W]` for either";
        self.error(Code::BetzaBothWays, span, message, "these are not the two ways of one leap", help);
    }
}

/// Where single steps lead, and over which squares; `None` if the legs are anything else.
fn steps(legs: &[PatternLeg], stops: Modes) -> Option<BTreeMap<Leap, Vec<Leap>>> {
    let (last, before) = legs.split_last()?;
    let plain =
        |leg: &PatternLeg| leg.range == Range::ONCE && leg.manner == Manner::Plain && leg.through == Through::Empty;
    let passes = before.iter().all(|leg| plain(leg) && leg.stops == Modes::NONE && leg.clearance == Clearance::Leaps);
    if !passes || !plain(last) || last.stops != stops || last.clearance != Clearance::Leaps {
        return None;
    }
    let squares = |course: &Course| {
        let mut here = Leap::new(0, 0);
        course
            .leaps
            .iter()
            .map(|&leap| {
                here = here + leap;
                here
            })
            .collect::<Vec<_>>()
    };
    let mut all = BTreeMap::new();
    for course in courses(legs, 256)? {
        let mut squares = squares(&course);
        let target = squares.pop().filter(|target| !target.is_null())?;
        all.entry(target).or_insert_with(Vec::new).extend(squares);
    }
    Some(all)
}
