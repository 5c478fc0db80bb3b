//! The men of one side and kind: the fastest way to generate moves for all of them, and where they attack from.

use std::collections::BTreeSet;

use super::{Bits, BySquare, LongStepTable, MoveTable, PieceTable, Ray, SetShift, Slides, group_index};
use crate::engine::PieceInfo;
use crate::geometry::{Leap, Side, Square};
use crate::model::{Clearance, Kind, KindId, Modes, Path, StateSpace, Variant};

/// The men of one side and kind: the unit in which moves are generated.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(crate) struct KindGroup<const W: usize> {
    /// The number of their set, see [`group_index`].
    pub(crate) group: usize,
    /// The lowest of their piece numbers, which are consecutive.
    pub(crate) first: u16,
    /// Whether there is only one piece number, that is, the kind has one state.
    pub(crate) single: bool,
    pub(crate) move_class: MoveClass<W>,
    pub(crate) stationary: StationaryMoves,
    pub(crate) royal: bool,
    /// Some opposition concerns the kind.
    pub(crate) opposed: bool,
    /// The promotion choices of its men depend on the men that their side has.
    pub(crate) limited: bool,
}

/// Fast class of moves: how a kind's unrestricted men (not pinned, no special rule) are moved. The first class that
/// fits is taken.
#[derive(Debug)]
// A tag of its own is found faster than one hidden in a field.
#[repr(u8)]
pub(crate) enum MoveClass<const W: usize> {
    /// All at once, by shifting the set of them.
    SetShifts(SetShifts<W>),
    /// By leaps that serve to move and to capture. Nothing else happens on arrival.
    Leaps,
    /// By leaps, some to move and others to capture. Nothing else happens on arrival.
    DivergentLeaps,
    /// By slides that serve to move and to capture. Nothing else happens on arrival.
    Slides,
    /// By slides, for a kind with one state: its rays are those of this index.
    SameSlides(usize),
    /// In any other way.
    Mixed,
}

/// Number of stationary moves of each man of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StationaryMoves {
    /// Equal in every state.
    Always(u8),
    /// A number that depends on the state.
    ByState,
}

impl<const W: usize> KindGroup<W> {
    /// Chooses how the men of a side and kind are moved; `None` if the side has none.
    pub(super) fn new(
        variant: &Variant,
        infos: &[PieceInfo],
        states: &StateSpace<'_>,
        pieces: &[PieceTable<W>],
        side: Side,
        id: KindId,
    ) -> Option<Self> {
        let is_of_group = |&number: &usize| infos[number].side == side && infos[number].kind == id;
        let numbers: Vec<usize> = (1..infos.len()).filter(is_of_group).collect();
        let tables = || numbers.iter().map(|&number| &pieces[number]);
        let &first = numbers.first()?;
        let stationary = pieces[first].stationary.len();
        let limited = tables().any(|piece| piece.limited);
        let alike = tables().all(|piece| piece.stationary.len() == stationary);
        // Opposition limits the squares that each man can go to: the men are not shifted as a set.
        let opposed = tables().any(|piece| piece.opposed);
        // Promotion by leaving a square, and the part that moves, are tested man by man.
        let promotes_from = tables().any(|piece| piece.promotion.as_ref().is_some_and(|table| !table.from.is_empty()));
        let by_parts = tables().any(|piece| !piece.parts.is_empty() || piece.captor.is_some());
        let set_shifts = (numbers.len() == 1 && !opposed && !promotes_from && !by_parts)
            .then(|| SetShifts::new(variant, states, variant.kind(id), &pieces[first]))
            .flatten();
        Some(Self {
            group: group_index(side, id.0),
            first: first as u16,
            single: numbers.len() == 1,
            move_class: set_shifts.map_or_else(|| move_class(&tables), MoveClass::SetShifts),
            royal: variant.kind(id).royal,
            opposed,
            limited,
            stationary: if alike && (!limited || stationary == 0) {
                StationaryMoves::Always(stationary as u8)
            } else {
                StationaryMoves::ByState
            },
        })
    }
}

/// Returns the first move class that fits all pieces of a kind group.
fn move_class<'a, const W: usize, I: Iterator<Item = &'a PieceTable<W>>>(pieces: &impl Fn() -> I) -> MoveClass<W> {
    let every = |test: &dyn Fn(&PieceTable<W>) -> bool| pieces().all(test);
    if !every(&PieceTable::is_plain) {
        MoveClass::Mixed
    } else if every(&|piece| piece.captures.is_none() && piece.moves.only_leaps()) {
        MoveClass::Leaps
    } else if every(&|piece| piece.moves.only_leaps() && piece.captures().only_leaps()) {
        MoveClass::DivergentLeaps
    } else if every(&|piece| piece.captures.is_none() && piece.moves.only_slides()) {
        let mut rays = pieces().map(|piece| piece.moves.all_slides);
        match (rays.next(), rays.next()) {
            (Some(Some(rays)), None) => MoveClass::SameSlides(rays),
            _ => MoveClass::Slides,
        }
    } else {
        MoveClass::Mixed
    }
}

// Kinds whose men all make the same few leaps, as pawns do. The moves of all of them are generated together: each leap
// is one shift of the set of men.

/// The leaps of such a kind.
#[derive(Debug)]
pub(crate) struct SetShifts<const W: usize> {
    pub(crate) moves: Box<[SetShift<W>]>,
    pub(crate) captures: Box<[SetShift<W>]>,
    /// The long step straight forward.
    pub(crate) long_step: Option<LongStepTable<W>>,
}

/// Most leaps that are shifted as sets; for more, a look-up for each man is faster.
const MAX_LEAPS: usize = 4;

impl<const W: usize> SetShifts<W> {
    /// The shifts of a kind, if all its men always have the same moves: the kind has one state, only leaps, no mask and
    /// no royal men. A leap straight forward over several squares is excluded, since it could coincide with a long step
    /// and be counted twice.
    pub(crate) fn new(variant: &Variant, states: &StateSpace<'_>, kind: &Kind, piece: &PieceTable<W>) -> Option<Self> {
        let (board, side) = (variant.board, piece.side);
        if piece.first_move.is_some() {
            return None;
        }
        let long_step = match &*piece.long_steps {
            [] => None,
            [step] if step.is_straight(side) => Some(*step),
            _ => return None,
        };
        if kind.royal || piece.mask.is_some() || !kind.elsewhere.is_empty() {
            return None;
        }
        let state = states.start(false)?;
        let movement = states.movement(&state);
        let leaps = |mode: Modes| -> Option<Box<[SetShift<W>]>> {
            let wanted = movement.paths.iter().filter(|path| path.legs.iter().any(|leg| leg.stops.and(mode).any()));
            wanted.map(|path| Some(SetShift::new(board, set_shift_leap(path)?))).collect()
        };
        let (moves, captures) = (leaps(Modes::MOVES)?, leaps(Modes::CAPTURES)?);
        (moves.len() + captures.len() <= MAX_LEAPS).then_some(Self { moves, captures, long_step })
    }
}

/// The leap of a path that consists of one leap, unless a long step could make the same move.
fn set_shift_leap(path: &Path) -> Option<Leap> {
    let [leg] = path.legs.as_slice() else { return None };
    let single = leg.least == 1 && leg.most == Some(1) && leg.clearance == Clearance::Leaps;
    let long = leg.leap.dx == 0 && leg.leap.dy.abs() > 1;
    let anywhere = !path.first_move_only && !path.wraps && !path.along_lines;
    (single && !long && !leg.leap.is_null() && anywhere).then_some(leg.leap)
}

// Attack tables, indexed by the attacked square: where the attackers of each kind can stand.

/// Attack tables of one side's men.
#[derive(Debug)]
pub(crate) struct Attacks<const W: usize> {
    /// Leaps of kinds that attack alike in every state and can capture every kind.
    pub(crate) leaps: Vec<AttackSource<W>>,
    /// Leaps of the other kinds: whether one attacks depends on its state or on the kind of its victim.
    pub(crate) conditional_leaps: Vec<AttackSource<W>>,
    pub(crate) slides: Vec<SlideSource>,
    /// Paths with conditions: whether one attacks depends on the men along the path.
    pub(crate) paths: Vec<AttackSource<W>>,
    /// Whether men attack by moves that others relay to them.
    pub(crate) relayed: bool,
    /// For each square: all squares whose occupancy can affect attacks on it. These are the squares of possible
    /// attackers and the squares that they pass.
    pub(crate) attack_zone: BySquare<Bits<W>, W>,
}

/// The squares from which men of one side and kind attack.
#[derive(Debug)]
pub(crate) struct AttackSource<const W: usize> {
    /// For each attacked square: the squares of possible attackers.
    pub(crate) from: BySquare<Bits<W>, W>,
    pub(crate) group: usize,
}

/// A set of rays back from the attacked square, and the groups of men that slide along these rays.
#[derive(Debug)]
pub(crate) struct SlideSource {
    /// The rays, as an index into `Tables::slides`.
    pub(crate) rays: usize,
    pub(crate) groups: Vec<usize>,
    /// A clear line is enough: no per-man or per-victim test is needed.
    pub(crate) unconditional: bool,
}

impl<const W: usize> Attacks<W> {
    /// Compiles the attacks of a side from the captures of its pieces.
    pub(crate) fn new(
        variant: &Variant,
        infos: &[PieceInfo],
        pieces: &[PieceTable<W>],
        slides: &mut Vec<Slides<W>>,
        side: Side,
    ) -> Self {
        let mut attacks = Self {
            leaps: Vec::new(),
            conditional_leaps: Vec::new(),
            slides: Vec::new(),
            paths: Vec::new(),
            relayed: variant.kinds.iter().any(|kind| !kind.relays_to.is_empty()),
            attack_zone: BySquare::all(Bits::EMPTY),
        };
        for (id, _) in variant.kinds() {
            let of_kind = |&number: &usize| infos[number].side == side && infos[number].kind == id;
            let of_kind: Vec<_> = (1..infos.len()).filter(of_kind).map(|number| &pieces[number]).collect();
            attacks.add_kind(variant, &of_kind, id, group_index(side, id.0), slides);
        }
        attacks.attack_zone =
            BySquare::new(variant.board.rectangle().map(|square| attacks.attack_zone_of(square, slides)), Bits::EMPTY);
        let has_paths = !attacks.paths.is_empty();
        for piece in pieces.iter().skip(1).filter(|piece| has_paths && piece.side == side) {
            for from in variant.board.squares() {
                for end in piece.captures().paths(from) {
                    let zone = &mut attacks.attack_zone[end.to];
                    *zone = end.conditions.iter().fold(*zone, |zone, need| zone | need.empty | need.occupied);
                }
            }
        }
        attacks
    }

    /// The attack zone of a square without the squares that paths with conditions pass.
    fn attack_zone_of(&self, square: Square, slides: &[Slides<W>]) -> Bits<W> {
        let ends = self.leaps.iter().chain(&self.conditional_leaps).chain(&self.paths);
        let ends = ends.map(|source| source.from[square]);
        let slides = self.slides.iter().map(|source| slides[source.rays].empty_board_attacks(square));
        ends.chain(slides).fold(Bits::EMPTY, |attack_zone, squares| attack_zone | squares)
    }

    /// Whether unconditional leaps and slides are the only attacks.
    #[inline]
    pub(crate) const fn are_simple(&self) -> bool {
        self.conditional_leaps.is_empty() && self.paths.is_empty() && !self.relayed
    }

    /// Adds the attacks of the men of a kind, given the tables of its states: where leapers, riders and others attack
    /// each square from.
    fn add_kind(
        &mut self,
        variant: &Variant,
        pieces: &[&PieceTable<W>],
        id: KindId,
        group: usize,
        slides: &mut Vec<Slides<W>>,
    ) {
        // For each square: the squares from which a man of the kind can capture there, given the capture ends of each.
        let capture_sources = |ends: &dyn Fn(&MoveTable<W>, Square) -> Bits<W>| {
            let (mut from, mut any) = (BySquare::all(Bits::EMPTY), false);
            for (piece, square) in pieces.iter().flat_map(|piece| variant.board.squares().map(move |at| (piece, at))) {
                for to in ends(piece.captures(), square).iter() {
                    from[to].insert(square);
                    any = true;
                }
            }
            any.then_some(AttackSource { from, group })
        };
        let alike = pieces.len() == 1 && pieces.iter().all(|piece| piece.cannot_capture.is_empty());
        let leaps = if alike { &mut self.leaps } else { &mut self.conditional_leaps };
        leaps.extend(capture_sources(&|table, square| table.leaps(square)));
        self.paths.extend(capture_sources(&|table, square| table.paths(square).iter().map(|end| end.to).collect()));
        // The states of a kind can share rays. Each set of rays is stored once for the kind.
        let rays: BTreeSet<usize> = pieces.iter().flat_map(|piece| piece.captures().slides.iter().copied()).collect();
        let unconditional = alike && variant.rules.grid.is_none() && variant.kind(id).stays_in.is_none();
        for ray in rays {
            let backward = slides[ray].rays.iter().map(|&Ray { leap, max }| Ray { leap: -leap, max }).collect();
            let back = Slides::intern(slides, variant.board, backward);
            match self.slides.iter_mut().find(|source| source.rays == back && source.unconditional == unconditional) {
                Some(source) => source.groups.push(group),
                None => self.slides.push(SlideSource { rays: back, groups: vec![group], unconditional }),
            }
        }
    }
}
