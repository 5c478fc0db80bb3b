//! Naive move generator: a second implementation of the rules, to compare the engine with.
//!
//! It reads a [`Variant`] as data and follows RULES.md and NOTATION.md in the plainest way: a board of
//! men, paths walked leap by leap, every move made on a copy and the copy looked over. It shares nothing
//! with `crates/engine`, and has its own rings, facings, FEN and move texts. It is slow on purpose.
#![allow(clippy::format_push_string, clippy::similar_names)]

mod actions;
mod aftermath;
mod counting;
mod deaths;
mod effect_range;
mod ending;
mod facing;
mod first_moves;
mod hands;
mod holds;
mod long_steps;
mod movers;
mod position;
mod relays;
mod shuffles;
mod text;
mod walk;
mod walls;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{Change, Event, KindId, KindLimit, ManState, Mode, Path, SetupId, Variant};

pub use actions::Action;
pub use hands::Hands;
pub use position::Position;
pub use shuffles::arrays;

use facing::{Part, for_side, mirrored_in_files};

/// The most parts a man has here.
const PARTS: usize = 8;

/// A man on the board: the start facing of its side turned clockwise by so many eighths, part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    pub side: Side,
    pub kind: KindId,
    pub turned: [u8; PARTS],
    pub mode: Option<Mode>,
    /// Whether it has promoted, where that is told from its kind.
    pub promoted: bool,
}

/// Game of the naive generator: a variant with the facings of its men, and a setup.
pub struct Game {
    pub variant: Variant,
    pub setup: SetupId,
    parts: PerSide<Vec<Vec<Part>>>,
    elsewhere: PerSide<Vec<Vec<Vec<Path>>>>,
    watching: PerSide<Vec<Vec<Path>>>,
    /// What [`Self::ends_on_any_board`] has found.
    ends: RefCell<HashMap<(Man, Square), SquareSet>>,
}

impl Game {
    pub fn new(variant: &Variant, setup: SetupId) -> Rc<Self> {
        let parts = PerSide::from_fn(|side| {
            let parts_of = |kind: &weakfish::model::Kind| {
                assert!(kind.components.len() <= PARTS);
                (0..kind.components.len()).map(|part| Part::new(kind, part, side, variant.black)).collect()
            };
            variant.kinds.iter().map(parts_of).collect()
        });
        let elsewhere = PerSide::from_fn(|side| {
            let movements = |kind: &weakfish::model::Kind| {
                kind.elsewhere.iter().map(|other| for_side(&other.movement.paths, side, variant.black)).collect()
            };
            variant.kinds.iter().map(movements).collect()
        });
        let watching = PerSide::from_fn(|side| {
            variant.rules.opposition.iter().map(|rule| for_side(&rule.movement.paths, side, variant.black)).collect()
        });
        Rc::new(Self { variant: variant.clone(), setup, parts, elsewhere, watching, ends: RefCell::default() })
    }

    fn parts(&self, side: Side, kind: KindId) -> &[Part] {
        &self.parts[side][kind.index()]
    }

    /// A man as it stands at the start on this half of the board.
    fn start_man(&self, side: Side, kind: KindId, square: Square) -> Man {
        let file = self.variant.board.file(square);
        let from_right = i32::from(self.variant.board.files()) - 1 - file;
        let seen_from_behind = side == Side::Black && self.variant.black == weakfish::model::Symmetry::RotatesWhite;
        let right = if seen_from_behind { from_right >= file } else { file >= from_right };
        let [man, image] = self.start_men(side, kind);
        if right && self.variant.setups[self.setup.index()].right_half_mirrored { image } else { man }
    }

    /// A man as its kind is written, and its mirror image, if it has one.
    fn start_men(&self, side: Side, kind: KindId) -> [Man; 2] {
        let man = Man { side, kind, turned: [0; PARTS], mode: self.variant.kind(kind).flips, promoted: false };
        let mut image = man;
        for (place, part) in image.turned.iter_mut().zip(self.parts(side, kind)) {
            let Some(start) = part.facings[0].as_ref().filter(|_| part.named) else { continue };
            let wanted = mirrored_in_files(&start.paths);
            let Some(found) = part.facings.iter().flatten().find(|facing| facing.paths == wanted) else {
                return [man; 2];
            };
            *place = found.first;
        }
        [man, image]
    }

    /// The men that this man is after a turn by one of these angles, left or right, of these parts together.
    fn turns_by(
        &self,
        man: Man,
        parts: std::ops::Range<usize>,
        angles: &[weakfish::model::Eighths],
        into: &mut Vec<Man>,
    ) {
        for &angle in angles {
            for turn in [i32::from(angle), -i32::from(angle)] {
                let mut after = man;
                let possible = self.parts(man.side, man.kind).iter().enumerate().all(|(index, part)| {
                    if !part.named || !parts.contains(&index) {
                        return true;
                    }
                    let place = (i32::from(man.turned[index]) + turn).rem_euclid(8);
                    let facing = part.facings[place as usize].as_ref();
                    facing.inspect(|facing| after.turned[index] = facing.first).is_some()
                });
                if possible && after != man && !into.contains(&after) {
                    into.push(after);
                }
            }
        }
    }

    /// Men that a move on its square makes of a man, as far as limits allow a man of a kind.
    fn stationary(&self, man: Man, allow: &dyn Fn(&[KindLimit], KindId) -> bool) -> Vec<Man> {
        let mut after = self.turned_or_flipped(man);
        for effect in self.variant.kind(man.kind).effects.iter().filter(|effect| effect.event == Event::InPlace) {
            let Change::Becomes(kinds) = &effect.change else { continue };
            let others = kinds.iter().filter(|&&other| other != man.kind && allow(&effect.limits, other));
            after.extend(others.filter_map(|&kind| self.as_kind(man, kind)));
        }
        after
    }

    /// Men that a turn or a flip makes of a man.
    fn turned_or_flipped(&self, man: Man) -> Vec<Man> {
        let kind = self.variant.kind(man.kind);
        let turns = kind.orientation.turns();
        let mut after = Vec::new();
        self.turns_by(man, 0..PARTS, turns, &mut after);
        for (index, part) in kind.components.iter().enumerate() {
            self.turns_by(man, index..index + 1, &part.turns, &mut after);
        }
        match man.mode {
            None => {}
            Some(Mode::Moving) => after.push(Man { mode: Some(Mode::Capturing), ..man }),
            Some(Mode::Capturing) => after.push(Man { mode: Some(Mode::Moving), ..man }),
        }
        after
    }

    /// A man that becomes one of another kind: as it stands, or else as such men are written; `None` if its side has
    /// none.
    fn as_kind(&self, man: Man, kind: KindId) -> Option<Man> {
        let data = self.variant.kind(kind);
        if !data.sides[man.side] {
            return None;
        }
        let mode = data.flips.map(|first| man.mode.unwrap_or(first));
        let [written, _] = self.start_men(man.side, kind);
        let promoted = man.promoted && man.kind == kind;
        let state = ManState { facings: self.winds(man), mode, promoted };
        let kept = self.man_in_state(man.side, kind, &state);
        let kept = kept.filter(|kept| self.all_facings(man.side, kind).iter().any(|other| other.turned == kept.turned));
        Some(kept.unwrap_or(Man { mode, promoted, ..written }))
    }

    /// The men that a man may be after a move of a part, if any, to a square on which it does not promote, itself among
    /// them if it may stay what it is. `allow` says whether limits allow a man of a kind.
    fn after_move(
        &self,
        man: Man,
        to: Square,
        victim: Option<KindId>,
        part: Option<u8>,
        allow: &dyn Fn(&[KindLimit], KindId) -> bool,
    ) -> Vec<Man> {
        let own = man.kind;
        let captures = victim.is_some();
        let happens = |event: &Event| match event {
            Event::Moving => true,
            Event::Capturing => captures,
            Event::NotCapturing => !captures,
            Event::Arriving(squares) => squares[man.side].contains(to) && !(captures && self.shoots(man)),
            Event::InPlace | Event::Dropped | Event::DroppedNextToOwn => false,
        };
        let of_part = |by: Option<u8>| by.is_none() || by == part;
        let all = self.variant.kind(man.kind).effects.iter();
        let effects: Vec<_> = all.filter(|effect| of_part(effect.by) && happens(&effect.event)).collect();
        let mut men = vec![man];
        for effect in &effects {
            if !matches!(effect.change, Change::Turns(_) | Change::Flips) {
                continue;
            }
            let mut next = Vec::new();
            for man in men {
                let mut changed = Vec::new();
                match &effect.change {
                    Change::Turns(angles) => self.turns_by(man, 0..PARTS, angles, &mut changed),
                    _ => match man.mode {
                        None => {}
                        Some(Mode::Moving) => changed.push(Man { mode: Some(Mode::Capturing), ..man }),
                        Some(Mode::Capturing) => changed.push(Man { mode: Some(Mode::Moving), ..man }),
                    },
                }
                if effect.optional || changed.is_empty() {
                    next.push(man);
                }
                next.extend(changed);
            }
            men = next;
        }
        for effect in effects {
            let kinds = match &effect.change {
                Change::Becomes(kinds) => kinds.clone(),
                Change::BecomesVictim(kinds) => victim.into_iter().filter(|kind| kinds.contains(kind)).collect(),
                _ => continue,
            };
            // No limit keeps a man from being what it is.
            let kinds: Vec<KindId> =
                kinds.into_iter().filter(|&kind| kind == own || allow(&effect.limits, kind)).collect();
            let mut next = Vec::new();
            for man in men {
                let others: Vec<Man> = kinds.iter().filter_map(|&kind| self.as_kind(man, kind)).collect();
                if effect.optional || others.is_empty() {
                    next.push(man);
                }
                next.extend(others);
            }
            men = next;
        }
        let mut once: Vec<Man> = Vec::new();
        for man in men {
            if !once.contains(&man) {
                once.push(man);
            }
        }
        once
    }

    /// The men that any turn as part of a move makes of a man.
    fn turned_after_moving(&self, man: Man) -> Vec<Man> {
        let mut after = Vec::new();
        for effect in &self.variant.kind(man.kind).effects {
            if let Change::Turns(angles) = &effect.change {
                self.turns_by(man, 0..PARTS, angles, &mut after);
            }
        }
        after
    }

    /// A man of a kind in each of the facings that it can turn to from the start, in its starting mode.
    fn all_facings(&self, side: Side, kind: KindId) -> Vec<Man> {
        let mut men = self.start_men(side, kind).to_vec();
        men.dedup();
        let mut at = 0;
        while let Some(&man) = men.get(at) {
            let turned = [self.turned_or_flipped(man), self.turned_after_moving(man)].concat();
            for other in turned.into_iter().filter(|other| other.mode == man.mode) {
                if !men.contains(&other) {
                    men.push(other);
                }
            }
            at += 1;
        }
        men
    }

    /// Paths of a man on a square, by facings and regions, whatever its mode; each with its part, unless the region
    /// replaces them.
    fn paths(&self, man: Man, square: Square) -> impl Iterator<Item = (&Path, Option<u8>)> {
        let kind = self.variant.kind(man.kind);
        let other = kind
            .elsewhere
            .iter()
            .position(|other| self.variant.regions[other.region.index()].squares[man.side].contains(square));
        let there = other.map(|other| &self.elsewhere[man.side][man.kind.index()][other]);
        let parts = self.parts(man.side, man.kind).iter().zip(man.turned).zip(0..).filter(move |_| other.is_none());
        let facings = parts
            .filter_map(|((part, turned), number)| Some((part.facings[usize::from(turned)].as_ref()?, Some(number))));
        let of_facings = facings.flat_map(|(facing, number)| facing.paths.iter().map(move |path| (path, number)));
        there.into_iter().flatten().map(|path| (path, None)).chain(of_facings)
    }

    /// Targets of a man on a square, by moving or capturing, whatever stands on the other squares.
    ///
    /// Cached: most men are too far away to give check, and this tells without walking their paths.
    fn possible_targets(&self, man: Man, from: Square) -> SquareSet {
        *self.ends.borrow_mut().entry((man, from)).or_insert_with(|| {
            let unmoved = || self.variant.setups.iter().any(|setup| shuffles::may_start(setup, man, from));
            let mut squares = SquareSet::EMPTY;
            for (path, _) in self.paths(man, from).filter(|(path, _)| !path.first_move_only || unmoved()) {
                for end in walk::all_ends(self.variant.board, &self.variant.lines, path, from) {
                    let stops = match man.mode {
                        None => end.stops.any(),
                        Some(Mode::Moving) => end.stops.moves,
                        Some(Mode::Capturing) => end.stops.captures,
                    };
                    if end.square != from && stops && self.region_allows(man, from, end.square) {
                        squares.insert(end.square);
                    }
                }
            }
            squares
        })
    }

    /// Whether a man of one kind may take a man of another.
    fn may_capture(&self, attacker: KindId, victim: KindId) -> bool {
        let by = &self.variant.kind(victim).captured_by;
        let takes = &self.variant.kind(attacker).captures;
        by.as_ref().is_none_or(|kinds| kinds.contains(&attacker))
            && takes.as_ref().is_none_or(|kinds| kinds.contains(&victim))
    }

    /// Whether a man may go from one square to another as far as regions and blocks are concerned.
    fn region_allows(&self, man: Man, from: Square, to: Square) -> bool {
        let board = self.variant.board;
        let block = |square: Square, grid: weakfish::model::Grid| {
            let before = |at: i32, first: u8, size: u8| (at + i32::from(size) - i32::from(first)) / i32::from(size);
            (
                before(board.file(square), grid.first_file, grid.files),
                before(board.rank(square), grid.first_rank, grid.ranks),
            )
        };
        let leaves_block = self.variant.rules.grid.is_none_or(|grid| block(from, grid) != block(to, grid));
        leaves_block && self.may_stand(man, to)
    }

    /// Whether a man may go to a square without capturing there.
    fn may_enter_quietly(&self, man: Man, square: Square) -> bool {
        !self.variant.kind(man.kind).enters_by_capture[man.side].contains(square)
    }

    /// Whether a square is in the region that a man never leaves.
    pub(crate) fn may_stand(&self, man: Man, square: Square) -> bool {
        let stays = self.variant.kind(man.kind).stays_in;
        stays.is_none_or(|region| self.variant.regions[region.index()].squares[man.side].contains(square))
    }
}
