//! Brackets: paths of several legs, and `&` between the two ways of an oblique leap.

use std::collections::{BTreeMap, BTreeSet};

use super::marks::Marks;
use super::resolver::{MAX_LEGS, MAX_PATTERNS_OF_TERM, Refused, Resolver};
use crate::betza::ast::{Bracket, BracketLeg, Direction, Joint, LegSequence, Letter, Prefix, Range};
use crate::betza::form::{
    Axis, Course, Manner, Pattern, PatternLeg, Stride, Winds, axis, courses, is_ambiguous, is_crossed, outward,
    relative_axis,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Leap;
use crate::model::{Clearance, Modes, Through};
use crate::source::{Span, Spanned};

impl Resolver {
    /// The patterns of a bracket. Where it has K or Q, there is one with W and one with F.
    pub(super) fn bracket(&mut self, span: Span, prefix: &Prefix, bracket: &Bracket) -> Result<Vec<Pattern>, Refused> {
        let outer = self.marks(prefix)?;
        let mut refused = None;
        for (symbol, at) in outer.misplaced("mcio") {
            let message = format!("`{symbol}` belongs to a leg, not to a whole path");
            let help = "write it inside the bracket, before the atom of its leg";
            refused = Some(self.error(Code::BetzaMisplacedLetter, at, &message, "before the bracket", help));
        }
        let all_legs = match bracket.ways.as_slice() {
            [way] => self.legs(span, way, &outer)?,
            [one, other] => self.both(span, [one, other], &outer)?,
            _ => return Err(self.not_both_ways(span)),
        };
        if let Some(refused) = refused {
            return Err(refused);
        }
        let pattern = |legs| Pattern {
            first_move_only: outer.first_move.is_some(),
            wraps: outer.wraps.is_some(),
            ..Pattern::new(legs)
        };
        let mut patterns: Vec<Pattern> = all_legs.into_iter().map(pattern).collect();
        let mut axes: Vec<Axis> = patterns.iter().flat_map(Pattern::axes).collect();
        axes.sort_unstable();
        axes.dedup();
        if is_ambiguous(&axes, &outer.directions) {
            return Err(self.refuse_ambiguous_pair(&outer.directions, &[]));
        }
        for pattern in &mut patterns {
            let aim = self.aim(&outer.directions, pattern)?;
            // A single leg is an oblique leap with both its ways open; its own directions are those of the pattern.
            let own = if let [leg] = pattern.legs.as_mut_slice() { leg.aim.take() } else { None };
            pattern.aim = match (own, aim) {
                (Some(own), Some(aim)) => Some(own.and(aim)),
                (own, aim) => own.or(aim),
            };
        }
        Ok(patterns)
    }

    /// The legs of one way through a bracket, once for each choice of W or F where it has K or Q.
    fn legs(
        &mut self,
        span: Span,
        LegSequence { first, rest }: &LegSequence,
        outer: &Marks,
    ) -> Result<Vec<Vec<PatternLeg>>, Refused> {
        if rest.is_empty() {
            let (message, help) = ("a path of one leg needs no bracket", "leave the brackets out");
            return Err(self.error(Code::BetzaSingleLeg, first.span, message, "alone", help));
        }
        if rest.len() >= MAX_LEGS {
            return Err(self.too_many_legs(span, rest.len() + 1));
        }
        let legs = std::iter::once(first).chain(rest.iter().map(|(_, leg)| leg));
        let joints = rest.iter().map(|(joint, _)| Some(*joint)).chain([None]);
        let mut runs: Vec<Vec<PatternLeg>> = vec![Vec::new()];
        let mut refused = None;
        for (leg, joint) in legs.zip(joints) {
            let (directions, leg) = match self.bracket_leg(leg, joint, outer) {
                Ok((marks, leg)) => (marks.directions, leg),
                // The other legs may have mistakes of their own.
                Err(error) => {
                    refused = Some(error);
                    continue;
                }
            };
            let mut longer = Vec::new();
            for run in &runs {
                for next in self.aimed(&directions, &leg, run.last())? {
                    longer.push([run.as_slice(), &[next]].concat());
                }
            }
            runs = longer;
            if runs.len() > MAX_PATTERNS_OF_TERM {
                return Err(self.too_complex(span, "too many choices of orthogonal and diagonal legs"));
            }
        }
        refused.map_or(Ok(runs), Err)
    }

    /// A leg and how it ends, without its direction.
    fn bracket_leg(
        &mut self,
        leg: &BracketLeg,
        joint: Option<Spanned<Joint>>,
        outer: &Marks,
    ) -> Result<(Marks, PatternLeg), Refused> {
        let mut marks = self.marks(&leg.prefix)?;
        let mut refused = None;
        for (symbol, at) in marks.misplaced("mcnjpgqz") {
            let (message, help) = match symbol {
                'y' => (
                    "`y` means something only in `a`-strings".to_owned(),
                    "write each leg with its own range, as in `[F-R]`",
                ),
                'e' => ("a path of several legs doesn't capture en passant".to_owned(), "leave it out"),
                _ => (format!("`{symbol}` is about the whole path"), "write it before the bracket"),
            };
            refused = Some(self.error(Code::BetzaMisplacedLetter, at, &message, "inside the bracket", help));
        }
        let mut through = Through::Empty;
        let stops = if joint.is_some_and(|joint| joint.value == Joint::Then) {
            if let Some(at) = marks.captures {
                refused = Some(self.locust(at));
            }
            if marks.manner.is_some_and(|letter| letter.value == Letter::Hopping) {
                through = if marks.moves.is_some() { Through::Anything } else { Through::Occupied };
                marks.manner = None;
                if let Some(range) = leg.leaps.range.filter(|range| range.value.least > 1) {
                    refused = Some(self.hop_with_least_range(range.span, "leave it out"));
                }
            }
            Modes::NONE
        } else {
            let inner = marks.moves.or(marks.captures);
            if let (Some(inner), Some(outer)) = (inner, outer.moves.or(outer.captures)) {
                let message = "the bracket already says how the move may end";
                let error = Diagnostic::error(Code::BetzaModesTwice, inner, message).label("again here");
                let error = error.also(outer, "for the whole path");
                refused = Some(self.refuse(error.help("write `m` and `c` either before the bracket or inside it")));
            }
            if inner.is_some() { marks.modes() } else { outer.modes() }
        };
        if let (Some(letter), Some(joint)) = (marks.manner, joint) {
            refused = self.continues_after(letter, joint).err().or(refused);
        }
        let shape = self.leg(&marks, &leg.leaps)?;
        refused.map_or(Ok((marks, PatternLeg { through, stops, ..shape })), Err)
    }

    /// Refuses a manner that only the last leg of a path can have.
    fn continues_after(&mut self, letter: Spanned<Letter>, joint: Spanned<Joint>) -> Result<(), Refused> {
        let (message, help) = match letter.value {
            Letter::Hopping => ("a leg that ends on a man can't stop there", "write `-` after it"),
            Letter::Grasshopper => {
                ("the legs of a path say where a hop ends", "write the leg up to the man as `p`, as in `[pR-W]`")
            }
            Letter::Circular | Letter::Crooked => {
                ("after a leg that turns there is no outward direction", "put it on the last leg")
            }
            _ => return Ok(()),
        };
        let error = Diagnostic::error(Code::BetzaMisplacedLetter, letter.span, message);
        let error = error.label(format!("`{}`", letter.value.symbol()));
        Err(self.refuse(error.also(joint.span, "the path goes on here").help(help)))
    }

    /// The leg with its directions, once for each class of leaps that it may use.
    fn aimed(
        &mut self,
        letters: &[Spanned<Direction>],
        leg: &PatternLeg,
        before: Option<&PatternLeg>,
    ) -> Result<Vec<PatternLeg>, Refused> {
        let classes = leg.stride.classes();
        if classes.len() > 1 && is_crossed(letters) {
            return Err(self.refuse_ambiguous_pair(letters, &[]));
        }
        let mut legs = Vec::new();
        for class in &classes {
            let leg = PatternLeg { stride: Stride::Leap(class.0, class.1), ..*leg };
            let Some(from) = before.and_then(|before| before.stride.classes().first().copied()) else {
                let aim = self.first_aim(letters, *class)?;
                legs.push(PatternLeg { aim, ..leg });
                continue;
            };
            if letters.is_empty() {
                // K continues as the one of its two atoms that can go straight on.
                if classes.len() == 1 || outward(from, *class).is_none_or(|winds| winds.len() == 1) {
                    legs.push(leg);
                }
                continue;
            }
            let winds = self.select(relative_axis(from, *class), letters)?;
            let aim = Some(winds).filter(|winds| outward(from, *class) != Some(*winds));
            legs.push(PatternLeg { aim, ..leg });
        }
        Ok(legs)
    }

    /// The winds of a first leg; `None` is all of them.
    pub(super) fn first_aim(
        &mut self,
        letters: &[Spanned<Direction>],
        class: (u8, u8),
    ) -> Result<Option<Winds>, Refused> {
        if letters.is_empty() {
            return Ok(None);
        }
        let winds = self.select(axis(class), letters)?;
        Ok(Some(winds).filter(|winds| *winds != axis(class).all()))
    }

    /// `[W-F&F-W]`: an oblique leap that needs both its ways open.
    fn both(&mut self, span: Span, ways: [&LegSequence; 2], outer: &Marks) -> Result<Vec<Vec<PatternLeg>>, Refused> {
        let mut crossed: Vec<BTreeMap<Leap, Vec<Leap>>> = Vec::new();
        let mut stops = outer.modes();
        for way in ways {
            let all_legs = self.legs(span, way, outer)?;
            stops = all_legs.first().and_then(|legs| legs.last()).map_or(stops, |leg| leg.stops);
            let walked: Option<Vec<_>> = all_legs.iter().map(|legs| steps(legs, stops)).collect();
            let Some(walked) = walked else { return Err(self.not_both_ways(span)) };
            crossed.push(walked.into_iter().flatten().collect());
        }
        let [one, other] = crossed.as_slice() else { return Err(self.not_both_ways(span)) };
        let mut class = None;
        let mut winds = Winds::NONE;
        for (&target, squares) in one {
            let (x, y) = (target.dx.unsigned_abs(), target.dy.unsigned_abs());
            let of_target = (x.max(y), x.min(y));
            let all = other.get(&target).into_iter().flatten().chain(squares);
            let all: BTreeSet<Leap> = all.copied().collect();
            let needed: BTreeSet<Leap> = Clearance::Both.squares(target).into_iter().collect();
            if !other.contains_key(&target) || all != needed || class.is_some_and(|class| class != of_target) {
                return Err(self.not_both_ways(span));
            }
            class = Some(of_target);
            winds = winds.or(Winds::of(&[target.wind().index().into()]));
        }
        let Some(class) = class.filter(|class| axis(*class) == Axis::Oblique && one.len() == other.len()) else {
            return Err(self.not_both_ways(span));
        };
        let aim = (winds != axis(class).all()).then_some(winds);
        let leg = PatternLeg::new(Stride::Leap(class.0, class.1));
        Ok(vec![vec![PatternLeg { aim, clearance: Clearance::Both, stops, ..leg }]])
    }

    fn not_both_ways(&mut self, span: Span) -> Refused {
        let message = "`&` joins the orthogonal and the diagonal way of one oblique leap";
        let help = "write `[W-F&F-W]` for a knight's leap with both squares empty, `[W-F][F-W]` for either";
        self.error(Code::BetzaBothWays, span, message, "these are not the two ways of one leap", help)
    }
}

/// The targets of single steps, and the squares that they cross; `None` if the legs are anything else.
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
