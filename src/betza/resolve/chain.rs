//! `a`-strings: several legs on one atom. They are imported as the paths that brackets would say.
//!
//! A later leg's letters count from the direction of the leg before it, on the ring of eight; a direction between
//! the atom's own turns it into its counterpart (W into F, R into B) for the rest of the move.

use super::marks::Marks;
use super::resolver::{MAX_LEGS, MAX_TERMS, Resolver};
use crate::betza::ast::{Atom, Direction, Letter, Prefix, Range, RangedAtom};
use crate::betza::form::{Axis, Pattern, PatternLeg, Stride, Winds, axis, is_crossed, outward};
use crate::diagnostic::Code;
use crate::model::{Modes, Through};
use crate::source::Spanned;

/// The legs so far.
#[derive(Clone)]
struct Run {
    legs: Vec<PatternLeg>,
    class: (u8, u8),
    /// The side of the last bend, if `z` or `q` will ask for it.
    bend: Option<Direction>,
}

/// Directions of a later leg as they are written: letters, and `z` or `q` for the side of the last bend.
#[derive(Clone, Copy)]
enum Sign {
    Letter(Direction),
    OtherSide,
    SameSide,
}

impl Resolver {
    /// The terms of an `a`-string.
    pub(super) fn chain(&mut self, prefixes: &[Prefix], leap: &RangedAtom) -> Option<Vec<Pattern>> {
        let whole = prefixes.first()?.span.to(leap.atom.span);
        if prefixes.len() > MAX_LEGS {
            self.too_many(whole, &format!("{} legs; {MAX_LEGS} are the most", prefixes.len()));
            return None;
        }
        let last = prefixes.len() - 1;
        let is_side = |letter: &Spanned<Letter>| matches!(letter.value, Letter::Circular | Letter::Crooked);
        let asks_side = prefixes.iter().skip(1).flat_map(|prefix| &prefix.letters).any(is_side);
        let mut conditions = Pattern::new(Vec::new());
        let mut runs: Vec<Run> = Vec::new();
        let mut toggled = false;
        let mut sound = true;
        for (at, prefix) in prefixes.iter().enumerate() {
            let signs = signs(prefix);
            let mut marks = self.marks(&without_sides(prefix, at))?;
            let onward = (at < last).then(|| self.goes_on(&mut marks, &mut sound));
            sound &= self.ends(&marks, at, last);
            conditions.first_move_only |= marks.first_move.is_some();
            conditions.wraps |= marks.wraps.is_some();
            conditions.en_passant |= marks.en_passant.is_some();
            let Some(mut shape) = self.chained_leg(&marks, leap, toggled) else {
                sound = false;
                continue;
            };
            (shape.through, shape.stops) = match onward {
                Some((through, _)) => (through, Modes::NONE),
                None => (Through::Empty, marks.modes()),
            };
            toggled ^= onward.is_some_and(|(_, toggles)| toggles);
            runs = if at == 0 {
                self.first_legs(&marks.directions, &shape)?
            } else {
                let mut longer = Vec::new();
                for run in &runs {
                    longer.extend(self.next_legs(run, &signs, leap, &shape, asks_side)?);
                }
                longer
            };
            if runs.len() > MAX_TERMS {
                self.too_many(whole, "too many bends");
                return None;
            }
        }
        sound.then(|| runs.into_iter().map(|run| Pattern { legs: run.legs, ..conditions.clone() }).collect())
    }

    /// Letters of a leg that isn't the last: what must stand where it ends, and whether the range changes after it.
    fn goes_on(&mut self, marks: &mut Marks, sound: &mut bool) -> (Through, bool) {
        if let Some(at) = marks.captures.or(marks.en_passant) {
            self.locust(at);
            *sound = false;
        }
        let toggled = marks.toggles.take().is_some();
        let hops = |letter: Letter| marks.manner.is_some_and(|manner| manner.value == letter);
        let (hopping, grasshopper) = (hops(Letter::Hopping), hops(Letter::Grasshopper));
        if hopping || grasshopper {
            marks.manner = None;
        } else if let Some(manner) = marks.manner {
            let message = format!("`{}` belongs to the last leg of a move", manner.value.symbol());
            self.error(
                Code::BetzaMisplacedLetter,
                manner.span,
                &message,
                "on an earlier one",
                "write the legs as a path in brackets",
            );
            *sound = false;
        }
        let through = match (hopping || grasshopper, marks.moves) {
            (false, _) => Through::Empty,
            (true, None) => Through::Occupied,
            (true, Some(_)) => Through::Anything,
        };
        (through, toggled || grasshopper)
    }

    /// Reports letters that this leg can't have.
    fn ends(&mut self, marks: &Marks, at: usize, last: usize) -> bool {
        let mut sound = true;
        if let Some(span) = marks.toggles {
            self.range_toggle(span);
            sound = false;
        }
        if let Some(span) = marks.first_move.filter(|_| at > 0) {
            let message = "a leg isn't as long as the one before by saying so";
            self.error(
                Code::BetzaMisplacedLetter,
                span,
                message,
                "`i` on a later leg",
                "write one path for each length",
            );
            sound = false;
        }
        if let Some(span) = marks.en_passant.filter(|_| at == last) {
            let message = "a path of several legs doesn't capture en passant";
            self.error(Code::BetzaMisplacedLetter, span, message, "several legs", "leave it out");
            sound = false;
        }
        sound
    }

    /// A leg of the written atom, its range exchanged if an earlier leg says so.
    fn chained_leg(&mut self, marks: &Marks, leap: &RangedAtom, toggled: bool) -> Option<PatternLeg> {
        let mut leap = *leap;
        if toggled && leap.range.is_none() {
            let endless = matches!(leap.atom.value, Atom::Queen | Atom::Rook | Atom::Bishop);
            let range = if endless { Range::ONCE } else { Range::UNLIMITED };
            leap.range = Some(Spanned::new(range, leap.atom.span));
        }
        self.leg(marks, &leap)
    }

    fn first_legs(&mut self, letters: &[Spanned<Direction>], shape: &PatternLeg) -> Option<Vec<Run>> {
        let classes = shape.stride.classes();
        if classes.len() > 1 && is_crossed(letters) {
            self.ambiguous_pair(letters, &[]);
            return None;
        }
        let mut runs = Vec::new();
        for class in classes {
            let aim = self.first_aim(letters, class).ok()?;
            runs.push(Run {
                legs: vec![PatternLeg { stride: Stride::Leap(class.0, class.1), aim, ..*shape }],
                class,
                bend: None,
            });
        }
        Some(runs)
    }

    /// A leg after a run: one longer run for each class it goes on in, and for each side if that matters later.
    fn next_legs(
        &mut self,
        run: &Run,
        signs: &[Spanned<Sign>],
        leap: &RangedAtom,
        shape: &PatternLeg,
        asks_side: bool,
    ) -> Option<Vec<Run>> {
        let offsets = if signs.is_empty() {
            let fourfold = axis(run.class) != Axis::Oblique && !matches!(leap.atom.value, Atom::King | Atom::Queen);
            if fourfold { Winds::of(&[0, 4, 12]) } else { Axis::Eight.all().without(Winds::of(&[8])) }
        } else {
            self.select(Axis::Eight, &letters(signs, run.bend))?
        };
        let (right, left) = (Winds::of(&[2, 4, 6]), Winds::of(&[10, 12, 14]));
        let sides = if asks_side {
            vec![(right, Some(Direction::Right)), (left, Some(Direction::Left)), (Winds::of(&[0, 8]), run.bend)]
        } else {
            vec![(Axis::Eight.all(), None)]
        };
        let own = Axis::Orthogonal.all();
        let mut longer = Vec::new();
        for (side, bend) in sides {
            for (winds, class) in [(own, run.class), (Axis::Diagonal.all(), counterpart(run.class))] {
                // Oblique leaps stay what they are in all eight directions.
                let winds = if axis(run.class) == Axis::Oblique { Axis::Eight.all() } else { winds };
                let winds = offsets.and(side).and(winds);
                if winds.is_empty() {
                    continue;
                }
                let aim = Some(winds).filter(|winds| outward(run.class, class) != Some(*winds));
                let next = PatternLeg { stride: Stride::Leap(class.0, class.1), aim, ..*shape };
                longer.push(Run { legs: [run.legs.as_slice(), &[next]].concat(), class, bend });
                if axis(run.class) == Axis::Oblique {
                    break;
                }
            }
        }
        Some(longer)
    }
}

/// The class that an eighth of a turn makes of another.
const fn counterpart((long, short): (u8, u8)) -> (u8, u8) {
    match short {
        0 => (long, long),
        _ if short == long => (long, 0),
        _ => (long, short),
    }
}

/// The directions of a prefix.
fn signs(prefix: &Prefix) -> Vec<Spanned<Sign>> {
    let sign = |letter| match letter {
        Letter::Direction(direction) => Some(Sign::Letter(direction)),
        Letter::Crooked => Some(Sign::OtherSide),
        Letter::Circular => Some(Sign::SameSide),
        _ => None,
    };
    prefix.letters.iter().filter_map(|letter| Some(Spanned::new(sign(letter.value)?, letter.span))).collect()
}

/// The letters without those that are directions on later legs only.
fn without_sides(prefix: &Prefix, at: usize) -> Prefix {
    let is_side = |letter: &Spanned<Letter>| at > 0 && matches!(letter.value, Letter::Circular | Letter::Crooked);
    Prefix { span: prefix.span, letters: prefix.letters.iter().filter(|letter| !is_side(letter)).copied().collect() }
}

/// Directions with `z` and `q` made to sides: those of the last bend, or both if there was none.
fn letters(signs: &[Spanned<Sign>], bend: Option<Direction>) -> Vec<Spanned<Direction>> {
    let side = |sign: Sign| match (sign, bend) {
        (Sign::Letter(direction), _) => direction,
        (_, None) => Direction::Sideways,
        (Sign::SameSide, Some(side)) => side,
        (Sign::OtherSide, Some(Direction::Left)) => Direction::Right,
        (Sign::OtherSide, Some(_)) => Direction::Left,
    };
    signs.iter().map(|sign| sign.map(side)).collect()
}
