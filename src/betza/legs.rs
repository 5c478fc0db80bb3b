//! Terms of several legs: brackets, with `&` between the two ways of an oblique leap, and `a`-strings, which become the
//! patterns of a bracket that means the same.
//!
//! In an `a`-string a later leg's letters count from the direction of the leg before it, on the ring of eight. A
//! direction between the atom's own turns it into its counterpart (W into F, R into B) for the rest of the move.

use std::collections::{BTreeMap, BTreeSet};

use super::form::{
    DirectionSystem, Manner, Pattern, PatternLeg, Winds, direction_system, is_ambiguous, is_crossed, list_courses,
    outward_winds, relative_direction_system,
};
use super::resolve::{Reported, Resolver, SortedModifiers};
use super::tree::{BracketLeg, Joint, Modifiers, Range, RangedAtom, Stride};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Leap;
use crate::model::{Clearance, Modes, Through};
use crate::source::{Span, Spanned};

/// The most legs of a path.
const MAX_LEGS: usize = 8;

/// The maximal number of patterns of one bracket or `a`-string.
const MAX_PATTERNS_OF_TERM: usize = 256;

impl Resolver {
    /// The patterns of a bracket. Where it has K or Q, there is one with W and one with F.
    pub(super) fn resolve_bracket(
        &mut self,
        span: Span,
        prefix: &Modifiers,
        ways: &[Vec<BracketLeg>],
    ) -> Result<Vec<Pattern>, Reported> {
        let outer = self.sort_modifiers(prefix)?;
        let mut refused = None;
        for letter in outer.misplaced("mcio") {
            let message = format!("`{}` belongs to a leg, not to a whole path", letter.value);
            let help = "write it inside the bracket, before the atom of its leg";
            refused = Some(self.error(Code::BetzaMisplacedLetter, letter.span, &message, "before the bracket", help));
        }
        let all_legs = match ways {
            [way] => self.resolve_legs(span, way, &outer)?,
            [one, other] => self.resolve_doubly_lame_leap(span, [one, other], &outer)?,
            _ => return Err(self.report_not_doubly_lame(span)),
        };
        if let Some(refused) = refused {
            return Err(refused);
        }
        let pattern = |legs| Pattern { first_move_only: outer.has('i'), wraps: outer.has('o'), ..Pattern::new(legs) };
        let mut patterns: Vec<Pattern> = all_legs.into_iter().map(pattern).collect();
        let mut systems: Vec<DirectionSystem> = patterns.iter().flat_map(Pattern::direction_systems).collect();
        systems.sort_unstable();
        systems.dedup();
        if is_ambiguous(&systems, &outer.directions) {
            return Err(self.refuse_ambiguous_pair(&outer.directions, &[]));
        }
        for pattern in &mut patterns {
            let aim = self.resolve_aim(&outer.directions, pattern)?;
            // A single leg is an oblique leap with both its ways open; its own directions are those of the pattern.
            let own = if let [leg] = pattern.legs.as_mut_slice() { leg.aim.take() } else { None };
            pattern.aim = match (own, aim) {
                (Some(own), Some(aim)) => Some(own.and(aim)),
                (own, aim) => own.or(aim),
            };
        }
        Ok(patterns)
    }

    /// Resolves the legs of one way through a bracket, once for each choice of W or F where it has K or Q.
    fn resolve_legs(
        &mut self,
        span: Span,
        way: &[BracketLeg],
        outer: &SortedModifiers,
    ) -> Result<Vec<Vec<PatternLeg>>, Reported> {
        if let [only] = way {
            let (message, help) = ("a path of one leg needs no bracket", "leave the brackets out");
            return Err(self.error(Code::BetzaSingleLeg, only.span, message, "alone", help));
        }
        if way.len() > MAX_LEGS {
            return Err(self.report_too_many_legs(span, way.len()));
        }
        let mut runs: Vec<Vec<PatternLeg>> = vec![Vec::new()];
        let mut refused = None;
        for leg in way {
            let (directions, leg) = match self.resolve_bracket_leg(leg, outer) {
                Ok((modifiers, leg)) => (modifiers.directions, leg),
                // The other legs may have mistakes of their own.
                Err(error) => {
                    refused = Some(error);
                    continue;
                }
            };
            let mut longer = Vec::new();
            for run in &runs {
                for next in self.resolve_directions(&directions, &leg, run.last())? {
                    longer.push([run.as_slice(), &[next]].concat());
                }
            }
            runs = longer;
            if runs.len() > MAX_PATTERNS_OF_TERM {
                return Err(self.report_too_complex(span, "too many choices of orthogonal and diagonal legs"));
            }
        }
        refused.map_or(Ok(runs), Err)
    }

    /// Resolves a leg of a bracket and how it ends, without its direction.
    fn resolve_bracket_leg(
        &mut self,
        leg: &BracketLeg,
        outer: &SortedModifiers,
    ) -> Result<(SortedModifiers, PatternLeg), Reported> {
        let joint = leg.joint;
        let mut modifiers = self.sort_modifiers(&leg.prefix)?;
        let mut refused = None;
        for letter in modifiers.misplaced("mcnjpgqz") {
            let (message, help) = match letter.value {
                'y' => (
                    "`y` means something only in `a`-strings".to_owned(),
                    "write each leg with its own range, as in `[F-R]`",
                ),
                'e' => ("a path of several legs doesn't capture en passant".to_owned(), "leave it out"),
                symbol => (format!("`{symbol}` is about the whole path"), "write it before the bracket"),
            };
            refused = Some(self.error(Code::BetzaMisplacedLetter, letter.span, &message, "inside the bracket", help));
        }
        let mut through = Through::Empty;
        let stops = if joint.is_some_and(|joint| joint.value == Joint::Then) {
            if let Some(at) = modifiers.span_of('c') {
                refused = Some(self.report_locust(at));
            }
            if modifiers.manner.is_some_and(|letter| letter.value == 'p') {
                through = if modifiers.has('m') { Through::Anything } else { Through::Occupied };
                modifiers.manner = None;
                if let Some(range) = leg.leaps.range.filter(|range| range.value.least > 1) {
                    refused = Some(self.report_hop_with_least_range(range.span, "leave it out"));
                }
            }
            Modes::NONE
        } else {
            let mode = |modifiers: &SortedModifiers| modifiers.span_of('m').or(modifiers.span_of('c'));
            if let (Some(inner), Some(outer)) = (mode(&modifiers), mode(outer)) {
                let message = "the bracket already says how the move may end";
                let error = Diagnostic::error(Code::BetzaModesTwice, inner, message).label("again here");
                let error = error.also(outer, "for the whole path");
                refused = Some(self.refuse(error.help("write `m` and `c` either before the bracket or inside it")));
            }
            if mode(&modifiers).is_some() { modifiers.modes() } else { outer.modes() }
        };
        if let (Some(letter), Some(joint)) = (modifiers.manner, joint) {
            refused = self.require_last_leg(letter, joint).err().or(refused);
        }
        let shape = self.resolve_leg(&modifiers, &leg.leaps)?;
        refused.map_or(Ok((modifiers, PatternLeg { through, stops, ..shape })), Err)
    }

    /// Refuses a manner that only the last leg of a path can have.
    fn require_last_leg(&mut self, letter: Spanned<char>, joint: Spanned<Joint>) -> Result<(), Reported> {
        let (message, help) = match letter.value {
            'p' => ("a leg that ends on a man can't stop there", "write `-` after it"),
            'g' => ("the legs of a path say where a hop ends", "write the leg up to the man as `p`, as in `[pR-W]`"),
            'q' | 'z' => ("after a leg that turns there is no outward direction", "put it on the last leg"),
            _ => return Ok(()),
        };
        let error = Diagnostic::error(Code::BetzaMisplacedLetter, letter.span, message);
        let error = error.label(format!("`{}`", letter.value));
        Err(self.refuse(error.also(joint.span, "the path goes on here").help(help)))
    }

    /// Resolves the directions of a leg: the leg once for each class of leaps that it may use.
    fn resolve_directions(
        &mut self,
        letters: &[Spanned<char>],
        leg: &PatternLeg,
        before: Option<&PatternLeg>,
    ) -> Result<Vec<PatternLeg>, Reported> {
        let classes = leg.stride.classes();
        if classes.len() > 1 && is_crossed(letters) {
            return Err(self.refuse_ambiguous_pair(letters, &[]));
        }
        let from = before.and_then(|before| before.stride.classes().first().copied());
        let mut legs = Vec::new();
        for &class in &classes {
            // K continues as the one of its two atoms that can go straight on.
            let bends = |from| outward_winds(from, class).is_some_and(|winds| winds.len() != 1);
            let usual = from.map_or(Some(direction_system(class).all()), |from| outward_winds(from, class));
            let aim = match (letters, from) {
                ([], Some(from)) if classes.len() > 1 && bends(from) => continue,
                ([], _) => None,
                (_, None) => Some(self.select(direction_system(class), letters)?),
                (_, Some(from)) => Some(self.select(relative_direction_system(from, class), letters)?),
            };
            let aim = aim.filter(|winds| usual != Some(*winds));
            legs.push(PatternLeg { stride: Stride::Leap(class.0, class.1), aim, ..*leg });
        }
        Ok(legs)
    }

    /// Resolves `[W-F&F-W]`: an oblique leap that needs both its ways open.
    fn resolve_doubly_lame_leap(
        &mut self,
        span: Span,
        ways: [&[BracketLeg]; 2],
        outer: &SortedModifiers,
    ) -> Result<Vec<Vec<PatternLeg>>, Reported> {
        let mut crossed: Vec<BTreeMap<Leap, Vec<Leap>>> = Vec::new();
        let mut stops = outer.modes();
        for way in ways {
            let all_legs = self.resolve_legs(span, way, outer)?;
            stops = all_legs.first().and_then(|legs| legs.last()).map_or(stops, |leg| leg.stops);
            let walked: Option<Vec<_>> = all_legs.iter().map(|legs| single_step_routes(legs, stops)).collect();
            let Some(walked) = walked else { return Err(self.report_not_doubly_lame(span)) };
            crossed.push(walked.into_iter().flatten().collect());
        }
        let [one, other] = crossed.as_slice() else { return Err(self.report_not_doubly_lame(span)) };
        let mut class = None;
        let mut winds = Winds::NONE;
        for (&target, squares) in one {
            let (x, y) = (target.dx.unsigned_abs(), target.dy.unsigned_abs());
            let of_target = (x.max(y), x.min(y));
            let all = other.get(&target).into_iter().flatten().chain(squares);
            let all: BTreeSet<Leap> = all.copied().collect();
            let needed: BTreeSet<Leap> = Clearance::Both.squares(target).into_iter().collect();
            if !other.contains_key(&target) || all != needed || class.is_some_and(|class| class != of_target) {
                return Err(self.report_not_doubly_lame(span));
            }
            class = Some(of_target);
            winds = winds.or(Winds::of(&[target.wind().index().into()]));
        }
        let Some(class) =
            class.filter(|class| direction_system(*class) == DirectionSystem::Oblique && one.len() == other.len())
        else {
            return Err(self.report_not_doubly_lame(span));
        };
        let aim = (winds != direction_system(class).all()).then_some(winds);
        let leg = PatternLeg::new(Stride::Leap(class.0, class.1));
        Ok(vec![vec![PatternLeg { aim, clearance: Clearance::Both, stops, ..leg }]])
    }

    /// Reports an `&` between ways that do not lead over the two squares of one oblique leap.
    fn report_not_doubly_lame(&mut self, span: Span) -> Reported {
        let message = "`&` joins the orthogonal and the diagonal way of one oblique leap";
        let help = "write `[W-F&F-W]` for a knight's leap with both squares empty, `[W-F][F-W]` for either";
        self.error(Code::BetzaBothWays, span, message, "these are not the two ways of one leap", help)
    }
}

/// The targets of single steps, and the squares that they cross; `None` if the legs are anything else.
fn single_step_routes(legs: &[PatternLeg], stops: Modes) -> Option<BTreeMap<Leap, Vec<Leap>>> {
    let (last, before) = legs.split_last()?;
    let plain =
        |leg: &PatternLeg| leg.range == Range::ONCE && leg.manner == Manner::Plain && leg.through == Through::Empty;
    let passes = before.iter().all(|leg| plain(leg) && leg.stops == Modes::NONE && leg.clearance == Clearance::Leaps);
    if !passes || !plain(last) || last.stops != stops || last.clearance != Clearance::Leaps {
        return None;
    }
    let mut all = BTreeMap::new();
    for course in list_courses(legs, 256)? {
        let mut here = Leap::new(0, 0);
        let step = |&leap: &Leap| {
            here = here + leap;
            here
        };
        let mut squares: Vec<Leap> = course.leaps.iter().map(step).collect();
        let target = squares.pop().filter(|target| !target.is_null())?;
        all.entry(target).or_insert_with(Vec::new).extend(squares);
    }
    Some(all)
}

/// The legs of an `a`-string so far.
#[derive(Clone)]
struct PartialPath {
    legs: Vec<PatternLeg>,
    class: (u8, u8),
    /// The side of the last bend, if a later `z` or `q` refers to it.
    bend: Option<char>,
}

impl Resolver {
    /// The patterns of an `a`-string.
    pub(super) fn resolve_chain(
        &mut self,
        prefixes: &[Modifiers],
        leaps: &RangedAtom,
    ) -> Result<Vec<Pattern>, Reported> {
        let whole = prefixes.first().map_or(leaps.span, |first| first.span.to(leaps.span));
        if prefixes.len() > MAX_LEGS {
            return Err(self.report_too_many_legs(whole, prefixes.len()));
        }
        let last = prefixes.len() - 1;
        let needs_side = prefixes.iter().skip(1).flat_map(|prefix| &prefix.letters).any(is_side_letter);
        let mut conditions = Pattern::new(Vec::new());
        let mut runs: Vec<PartialPath> = Vec::new();
        let mut toggled = false;
        let mut refused = None;
        for (at, prefix) in prefixes.iter().enumerate() {
            let signs: Vec<_> =
                prefix.letters.iter().copied().filter(|sign| "fblrvshzq".contains(sign.value)).collect();
            let mut modifiers = self.sort_modifiers(&without_side_letters(prefix, at))?;
            let onward = if at < last { Some(self.take_continuation(&mut modifiers, &mut refused)) } else { None };
            refused = self.check_leg_letters(&modifiers, at, last).err().or(refused);
            conditions.first_move_only |= modifiers.has('i');
            conditions.wraps |= modifiers.has('o');
            conditions.en_passant |= modifiers.has('e');
            let mut leg = match self.resolve_chained_leg(&modifiers, leaps, toggled) {
                Ok(leg) => leg,
                // The other legs may have mistakes of their own.
                Err(error) => {
                    refused = Some(error);
                    continue;
                }
            };
            (leg.through, leg.stops) = match onward {
                Some((through, _)) => (through, Modes::NONE),
                None => (Through::Empty, modifiers.modes()),
            };
            toggled ^= onward.is_some_and(|(_, toggles)| toggles);
            runs = if at == 0 {
                let legs = self.resolve_directions(&modifiers.directions, &leg, None)?;
                legs.into_iter()
                    .map(|leg| PartialPath { class: leg.stride.classes()[0], legs: vec![leg], bend: None })
                    .collect()
            } else {
                let mut longer = Vec::new();
                for run in &runs {
                    longer.extend(self.extend_path(run, &signs, leaps, &leg, needs_side)?);
                }
                longer
            };
            if runs.len() > MAX_PATTERNS_OF_TERM {
                return Err(self.report_too_complex(whole, "too many bends"));
            }
        }
        let patterns = runs.into_iter().map(|run| Pattern { legs: run.legs, ..conditions.clone() });
        refused.map_or_else(|| Ok(patterns.collect()), Err)
    }

    /// Reads the continuation after a leg that isn't the last from its letters: the occupant that the end of the leg
    /// needs, and whether the next leg has the other of two ranges.
    fn take_continuation(
        &mut self,
        modifiers: &mut SortedModifiers,
        refused: &mut Option<Reported>,
    ) -> (Through, bool) {
        if let Some(at) = modifiers.span_of('c').or(modifiers.span_of('e')) {
            *refused = Some(self.report_locust(at));
        }
        let toggles = modifiers.take('y').is_some();
        let through = match modifiers.manner.map(|manner| manner.value) {
            Some('p' | 'g') if modifiers.has('m') => Through::Anything,
            Some('p' | 'g') => Through::Occupied,
            _ => Through::Empty,
        };
        let grasshopper = modifiers.manner.is_some_and(|manner| manner.value == 'g');
        if through != Through::Empty {
            modifiers.manner = None;
        } else if let Some(manner) = modifiers.manner {
            let message = format!("`{}` belongs to the last leg of a move", manner.value);
            let help = "write the legs as a path in brackets";
            *refused = Some(self.error(Code::BetzaMisplacedLetter, manner.span, &message, "on an earlier one", help));
        }
        (through, toggles || grasshopper)
    }

    /// Refuses letters that this leg can't have.
    fn check_leg_letters(&mut self, modifiers: &SortedModifiers, at: usize, last: usize) -> Result<(), Reported> {
        let toggles = modifiers.span_of('y').map(|span| self.report_range_toggle(span));
        let first_move = modifiers.span_of('i').filter(|_| at > 0).map(|span| {
            let message = "a leg can't take its length from the one before";
            let help = "write one path for each length";
            self.error(Code::BetzaMisplacedLetter, span, message, "`i` on a later leg", help)
        });
        let en_passant = modifiers.span_of('e').filter(|_| at == last).map(|span| {
            let message = "a path of several legs doesn't capture en passant";
            self.error(Code::BetzaMisplacedLetter, span, message, "several legs", "leave it out")
        });
        toggles.or(first_move).or(en_passant).map_or(Ok(()), Err)
    }

    /// Resolves a leg of an `a`-string, with its range exchanged if an earlier leg toggles it.
    fn resolve_chained_leg(
        &mut self,
        modifiers: &SortedModifiers,
        leaps: &RangedAtom,
        toggled: bool,
    ) -> Result<PatternLeg, Reported> {
        let mut leaps = *leaps;
        if toggled && leaps.range.is_none() {
            let range = if leaps.atom.usual == Range::UNLIMITED { Range::ONCE } else { Range::UNLIMITED };
            leaps.range = Some(Spanned::new(range, leaps.span));
        }
        self.resolve_leg(modifiers, &leaps)
    }

    /// Extends a run by a leg: one run for each class of the next leap, and for each side if that matters later.
    fn extend_path(
        &mut self,
        run: &PartialPath,
        signs: &[Spanned<char>],
        leaps: &RangedAtom,
        leg: &PatternLeg,
        needs_side: bool,
    ) -> Result<Vec<PartialPath>, Reported> {
        let oblique = direction_system(run.class) == DirectionSystem::Oblique;
        let turned = if signs.is_empty() {
            let fourfold = !oblique && leaps.atom.stride != Stride::King;
            if fourfold { Winds::of(&[0, 4, 12]) } else { DirectionSystem::Eight.all().without(Winds::of(&[8])) }
        } else {
            self.select(DirectionSystem::Eight, &replace_side_letters(signs, run.bend))?
        };
        let sides = if needs_side {
            let (right, left, neither) = (Winds::of(&[2, 4, 6]), Winds::of(&[10, 12, 14]), Winds::of(&[0, 8]));
            vec![(right, Some('r')), (left, Some('l')), (neither, run.bend)]
        } else {
            vec![(DirectionSystem::Eight.all(), None)]
        };
        // Oblique leaps keep their class in all eight directions.
        let classes = if oblique {
            vec![(DirectionSystem::Eight.all(), run.class)]
        } else {
            vec![
                (DirectionSystem::Orthogonal.all(), run.class),
                (DirectionSystem::Diagonal.all(), counterpart(run.class)),
            ]
        };
        let mut longer = Vec::new();
        for (side, bend) in sides {
            for &(winds, class) in &classes {
                let winds = turned.and(side).and(winds);
                if winds.is_empty() {
                    continue;
                }
                let aim = Some(winds).filter(|winds| outward_winds(run.class, class) != Some(*winds));
                let next = PatternLeg { stride: Stride::Leap(class.0, class.1), aim, ..*leg };
                longer.push(PartialPath { legs: [run.legs.as_slice(), &[next]].concat(), class, bend });
            }
        }
        Ok(longer)
    }

    /// Reports a path of too many legs.
    fn report_too_many_legs(&mut self, span: Span, legs: usize) -> Reported {
        self.report_too_complex(span, &format!("{legs} legs; {MAX_LEGS} are the most"))
    }

    /// Reports a capture on a leg that goes on.
    fn report_locust(&mut self, span: Span) -> Reported {
        let message = "no man is captured on the way";
        let help = "write `-` or `a` without `c` to go on over an empty square, `p` to go on over a man that stays";
        self.error(Code::BetzaLocust, span, message, "captures where the move goes on", help)
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

/// Whether the letter means a side on a later leg: `z` not that of the last bend, `q` the same.
fn is_side_letter(letter: &Spanned<char>) -> bool {
    matches!(letter.value, 'q' | 'z')
}

/// The letters without those that are sides.
fn without_side_letters(prefix: &Modifiers, at: usize) -> Modifiers {
    let letters = prefix.letters.iter().filter(|letter| at == 0 || !is_side_letter(letter)).copied().collect();
    Modifiers { span: prefix.span, letters }
}

/// Directions with `z` and `q` replaced by sides, or by both sides if there was no bend.
fn replace_side_letters(signs: &[Spanned<char>], bend: Option<char>) -> Vec<Spanned<char>> {
    let side = |sign: char| match (sign, bend) {
        ('q', Some(side)) => side,
        ('z', Some('l')) => 'r',
        ('z', Some(_)) => 'l',
        ('q' | 'z', None) => 's',
        _ => sign,
    };
    signs.iter().map(|sign| sign.map(side)).collect()
}
