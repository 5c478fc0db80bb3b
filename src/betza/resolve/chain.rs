//! `a`-strings: several legs on one atom. They become the patterns of a bracket that means the same.
//!
//! A later leg's letters count from the direction of the leg before it, on the ring of eight. A direction between
//! the atom's own turns it into its counterpart (W into F, R into B) for the rest of the move.

use super::marks::Marks;
use super::resolver::{MAX_LEGS, MAX_PATTERNS_OF_TERM, Refused, Resolver};
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
    /// The side of the last bend, if a later `z` or `q` refers to it.
    bend: Option<Direction>,
}

/// The continuation after a leg that isn't the last.
struct Onward {
    /// The occupant that the end of the leg needs.
    through: Through,
    /// Whether the next leg has the other of two ranges.
    toggles: bool,
}

/// A direction of a later leg as it is written: a letter, or `z` or `q` for a side.
#[derive(Clone, Copy)]
enum Sign {
    Letter(Direction),
    /// `z`: not the side of the last bend.
    OtherSide,
    /// `q`: the side of the last bend.
    SameSide,
}

impl Resolver {
    /// The patterns of an `a`-string.
    pub(super) fn chain(&mut self, prefixes: &[Prefix], leaps: &RangedAtom) -> Result<Vec<Pattern>, Refused> {
        let whole = prefixes.first().map_or(leaps.atom.span, |first| first.span.to(leaps.atom.span));
        if prefixes.len() > MAX_LEGS {
            return Err(self.too_many_legs(whole, prefixes.len()));
        }
        let last = prefixes.len() - 1;
        let needs_side = prefixes.iter().skip(1).flat_map(|prefix| &prefix.letters).any(is_side);
        let mut conditions = Pattern::new(Vec::new());
        let mut runs: Vec<Run> = Vec::new();
        let mut toggled = false;
        let mut refused = None;
        for (at, prefix) in prefixes.iter().enumerate() {
            let signs = signs(prefix);
            let mut marks = self.marks(&without_sides(prefix, at))?;
            let onward = if at < last { Some(self.continuation(&mut marks, &mut refused)) } else { None };
            refused = self.check_ends(&marks, at, last).err().or(refused);
            conditions.first_move_only |= marks.first_move.is_some();
            conditions.wraps |= marks.wraps.is_some();
            conditions.en_passant |= marks.en_passant.is_some();
            let mut leg = match self.chained_leg(&marks, leaps, toggled) {
                Ok(leg) => leg,
                // The other legs may have mistakes of their own.
                Err(error) => {
                    refused = Some(error);
                    continue;
                }
            };
            (leg.through, leg.stops) = match &onward {
                Some(onward) => (onward.through, Modes::NONE),
                None => (Through::Empty, marks.modes()),
            };
            toggled ^= onward.is_some_and(|onward| onward.toggles);
            runs = if at == 0 {
                self.first_legs(&marks.directions, &leg)?
            } else {
                let mut longer = Vec::new();
                for run in &runs {
                    longer.extend(self.next_legs(run, &signs, leaps, &leg, needs_side)?);
                }
                longer
            };
            if runs.len() > MAX_PATTERNS_OF_TERM {
                return Err(self.too_complex(whole, "too many bends"));
            }
        }
        let patterns = runs.into_iter().map(|run| Pattern { legs: run.legs, ..conditions.clone() });
        refused.map_or_else(|| Ok(patterns.collect()), Err)
    }

    /// Reads the continuation after a leg that isn't the last from its letters.
    fn continuation(&mut self, marks: &mut Marks, refused: &mut Option<Refused>) -> Onward {
        if let Some(at) = marks.captures.or(marks.en_passant) {
            *refused = Some(self.locust(at));
        }
        let toggles = marks.toggles.take().is_some();
        let is = |letter: Letter| marks.manner.is_some_and(|manner| manner.value == letter);
        let (hopping, grasshopper) = (is(Letter::Hopping), is(Letter::Grasshopper));
        if hopping || grasshopper {
            marks.manner = None;
        } else if let Some(manner) = marks.manner {
            let message = format!("`{}` belongs to the last leg of a move", manner.value.symbol());
            let help = "write the legs as a path in brackets";
            *refused = Some(self.error(Code::BetzaMisplacedLetter, manner.span, &message, "on an earlier one", help));
        }
        let through = match (hopping || grasshopper, marks.moves) {
            (false, _) => Through::Empty,
            (true, None) => Through::Occupied,
            (true, Some(_)) => Through::Anything,
        };
        Onward { through, toggles: toggles || grasshopper }
    }

    /// Refuses letters that this leg can't have.
    fn check_ends(&mut self, marks: &Marks, at: usize, last: usize) -> Result<(), Refused> {
        let toggles = marks.toggles.map(|span| self.range_toggle(span));
        let first_move = marks.first_move.filter(|_| at > 0).map(|span| {
            let message = "a leg can't take its length from the one before";
            let help = "write one path for each length";
            self.error(Code::BetzaMisplacedLetter, span, message, "`i` on a later leg", help)
        });
        let en_passant = marks.en_passant.filter(|_| at == last).map(|span| {
            let message = "a path of several legs doesn't capture en passant";
            self.error(Code::BetzaMisplacedLetter, span, message, "several legs", "leave it out")
        });
        toggles.or(first_move).or(en_passant).map_or(Ok(()), Err)
    }

    /// A leg of the atom, with its range exchanged if an earlier leg toggles it.
    fn chained_leg(&mut self, marks: &Marks, leaps: &RangedAtom, toggled: bool) -> Result<PatternLeg, Refused> {
        let mut leaps = *leaps;
        if toggled && leaps.range.is_none() {
            let endless = matches!(leaps.atom.value, Atom::Queen | Atom::Rook | Atom::Bishop);
            let range = if endless { Range::ONCE } else { Range::UNLIMITED };
            leaps.range = Some(Spanned::new(range, leaps.atom.span));
        }
        self.leg(marks, &leaps)
    }

    fn first_legs(&mut self, letters: &[Spanned<Direction>], leg: &PatternLeg) -> Result<Vec<Run>, Refused> {
        let classes = leg.stride.classes();
        if classes.len() > 1 && is_crossed(letters) {
            return Err(self.refuse_ambiguous_pair(letters, &[]));
        }
        let mut runs = Vec::new();
        for class in classes {
            let aim = self.first_aim(letters, class)?;
            let leg = PatternLeg { stride: Stride::Leap(class.0, class.1), aim, ..*leg };
            runs.push(Run { legs: vec![leg], class, bend: None });
        }
        Ok(runs)
    }

    /// Extends a run by a leg: one run for each class of the next leap, and for each side if that matters later.
    fn next_legs(
        &mut self,
        run: &Run,
        signs: &[Spanned<Sign>],
        leaps: &RangedAtom,
        leg: &PatternLeg,
        needs_side: bool,
    ) -> Result<Vec<Run>, Refused> {
        let oblique = axis(run.class) == Axis::Oblique;
        let turned = if signs.is_empty() {
            let fourfold = !oblique && !matches!(leaps.atom.value, Atom::King | Atom::Queen);
            if fourfold { Winds::of(&[0, 4, 12]) } else { Axis::Eight.all().without(Winds::of(&[8])) }
        } else {
            self.select(Axis::Eight, &letters(signs, run.bend))?
        };
        let sides = if needs_side {
            let (right, left, neither) = (Winds::of(&[2, 4, 6]), Winds::of(&[10, 12, 14]), Winds::of(&[0, 8]));
            vec![(right, Some(Direction::Right)), (left, Some(Direction::Left)), (neither, run.bend)]
        } else {
            vec![(Axis::Eight.all(), None)]
        };
        // Oblique leaps stay what they are in all eight directions.
        let classes = if oblique {
            vec![(Axis::Eight.all(), run.class)]
        } else {
            vec![(Axis::Orthogonal.all(), run.class), (Axis::Diagonal.all(), counterpart(run.class))]
        };
        let mut longer = Vec::new();
        for (side, bend) in sides {
            for &(winds, class) in &classes {
                let winds = turned.and(side).and(winds);
                if winds.is_empty() {
                    continue;
                }
                let aim = Some(winds).filter(|winds| outward(run.class, class) != Some(*winds));
                let next = PatternLeg { stride: Stride::Leap(class.0, class.1), aim, ..*leg };
                longer.push(Run { legs: [run.legs.as_slice(), &[next]].concat(), class, bend });
            }
        }
        Ok(longer)
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

/// Whether the letter means a side on a later leg.
fn is_side(letter: &Spanned<Letter>) -> bool {
    matches!(letter.value, Letter::Circular | Letter::Crooked)
}

/// The letters without those that are sides.
fn without_sides(prefix: &Prefix, at: usize) -> Prefix {
    let letters = prefix.letters.iter().filter(|letter| at == 0 || !is_side(letter)).copied().collect();
    Prefix { span: prefix.span, letters }
}

/// Directions with `z` and `q` replaced by sides, or by both sides if there was no bend.
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
