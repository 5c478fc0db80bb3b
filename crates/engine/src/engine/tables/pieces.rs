//! The table of each piece (a man of one side in one state), its long steps, and its word in the mailbox.

use std::borrow::Cow;

use super::movement::{Exhausted, TableBuilder};
use super::numbers::{find_piece, group_index, side_of_group};
use super::side_effects::{AffectedTable, DeathTable, compile_conversions};
use super::{Bits, MoveTable, PathMen, SetShift, Slides, TableCache};
use crate::engine::{CompileError, PieceInfo};
use crate::geometry::{Board, Leap, PerSide, Side, Square, SquareSet};
use crate::model::{
    CaptorFate, Change, Effect, Event, Facts, FirstMove, Grid, KindId, Lasting, LongStep, ManState, Mode, Modes,
    Movement, Path, Promotion, PromotionChoice, Setup, StateSpace, Variant, Victim, Whose, after_effects,
};

// Occupants of squares: all that making a move reads of a man, in one word.

/// The occupant of a square in one word: a piece with all the properties that making a move reads, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occupant(u32);

impl Occupant {
    /// No man.
    pub(crate) const NONE: Self = Self(0);

    /// The lowest bit of the group. The bits below hold the number of the piece.
    const GROUP: u32 = 16;
    /// A bit that no occupant has; code that packs occupants may use it as a flag.
    pub(crate) const UNUSED: u32 = 1 << 26;
    // Properties of a man that making a move tests, a bit each.
    const CAPTURE_IS_PROGRESS: u32 = 1 << 27;
    const MAKES_PROGRESS: u32 = 1 << 28;
    const IRREVERSIBLE: u32 = 1 << 29;
    const SETS_EN_PASSANT: u32 = 1 << 30;
    const ROYAL: u32 = 1 << 31;

    /// Packs the properties of a piece with this number into one word.
    pub(super) fn new<const W: usize>(number: usize, piece: &PieceTable<W>, capture_is_progress: bool) -> Self {
        let flag = |holds: bool, flag: u32| if holds { flag } else { 0 };
        Self(
            number as u32
                | (piece.group as u32) << Self::GROUP
                | flag(capture_is_progress, Self::CAPTURE_IS_PROGRESS)
                | flag(piece.makes_progress, Self::MAKES_PROGRESS)
                | flag(piece.irreversible, Self::IRREVERSIBLE)
                | flag(piece.long_steps.iter().any(|step| step.en_passant), Self::SETS_EN_PASSANT)
                | flag(piece.royal, Self::ROYAL),
        )
    }

    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// The number of the piece; 0 for nothing.
    #[inline]
    pub(crate) const fn piece(self) -> u16 {
        self.0 as u16
    }

    /// The group of the man, see [`group_index`](super::group_index).
    #[inline]
    pub(crate) const fn group(self) -> usize {
        (self.0 >> Self::GROUP & 0x3FF) as usize
    }

    #[inline]
    pub(crate) const fn side(self) -> Side {
        side_of_group(self.group())
    }

    /// Whether a move of this man that captures `captured` counts as progress.
    #[inline]
    pub(crate) const fn progresses(self, captured: Self) -> bool {
        self.0 & Self::MAKES_PROGRESS | captured.0 & Self::CAPTURE_IS_PROGRESS != 0
    }

    /// Whether none of its moves can ever be undone, except stationary ones.
    #[inline]
    pub(crate) const fn is_irreversible(self) -> bool {
        self.0 & Self::IRREVERSIBLE != 0
    }

    /// Whether its long steps can be answered en passant.
    #[inline]
    pub(crate) const fn sets_en_passant(self) -> bool {
        self.0 & Self::SETS_EN_PASSANT != 0
    }

    #[inline]
    pub(crate) const fn is_royal(self) -> bool {
        self.0 & Self::ROYAL != 0
    }
}

// Long steps: one leap several times in a row, over empty squares.

/// A long step of a piece: the same leap `min` to `max` times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LongStepTable<const W: usize> {
    pub(crate) leap: Leap,
    pub(crate) shift: SetShift<W>,
    pub(crate) from: Bits<W>,
    pub(crate) min: u8,
    pub(crate) max: u8,
    pub(crate) en_passant: bool,
}

/// The long steps of one side that can be answered en passant.
#[derive(Debug)]
pub(crate) struct EnPassantSteps<const W: usize> {
    /// The long steps, each with the kind that makes it, in any facing after it.
    pub(crate) steps: Vec<(u8, LongStepTable<W>)>,
    /// Whether they all go one square after another straight forward, and a series leaves out none. Then the man that
    /// crossed a square is the next one ahead. Otherwise its own square is among the en passant squares as well.
    pub(crate) straight: bool,
    /// Whether moreover each man has one such step, and no crossed square is left out.
    pub(crate) simple: bool,
    /// The crossed squares on which the opponent can capture.
    pub(crate) on: Bits<W>,
}

impl<const W: usize> LongStepTable<W> {
    /// Compiles a long step in one direction.
    fn new(board: Board, step: &LongStep, leap: Leap) -> Self {
        let (min, max, en_passant) = (step.least, step.most, step.en_passant);
        Self { leap, shift: SetShift::new(board, leap), from: Bits::from_set(step.from), min, max, en_passant }
    }

    /// The squares that such steps of these men, which stand where they may start, cross or reach on an empty board.
    pub(crate) fn crossed_or_reached(&self, men: Bits<W>) -> Bits<W> {
        let steps = std::iter::successors(Some(self.shift.shifted(men)), |&men| Some(self.shift.shifted(men)));
        steps.take(self.max.into()).fold(Bits::EMPTY, |all, squares| all | squares)
    }

    /// The squares where the leaps of a step from a square end, the first one first, as far as the board goes.
    pub(crate) fn squares(&self, board: Board, from: Square) -> impl Iterator<Item = Square> + use<W> {
        let leap = self.leap;
        board.ray(from, leap).take(self.max.into())
    }

    /// The ends of its long steps from a square on an empty board.
    pub(crate) fn ends(&self, board: Board, from: Square) -> Bits<W> {
        let skipped = usize::from(self.min.saturating_sub(1));
        if self.from.contains(from) { self.squares(board, from).skip(skipped).collect() } else { Bits::EMPTY }
    }

    /// Whether it is one step after another straight forward.
    pub(crate) fn is_straight(&self, side: Side) -> bool {
        self.leap == Leap::forward(side)
    }

    /// The starts and ends of all such steps that cross a square, for captures en passant there.
    pub(crate) fn crossing(&self, board: Board, crossed: Square) -> impl Iterator<Item = (Square, Square)> + use<W> {
        let (step, back) = (*self, -self.leap);
        let behind = board.ray(crossed, back);
        behind.take(step.max.into()).enumerate().filter(move |(_, from)| step.from.contains(*from)).flat_map(
            move |(before, from)| {
                let skipped = (before + 1).max(usize::from(step.min) - 1);
                step.squares(board, from).skip(skipped).map(move |to| (from, to))
            },
        )
    }
}

/// The long steps of a side's man that faces as at the start, on the right half of the board if `mirrored`.
fn long_steps_of<const W: usize>(variant: &Variant, side: Side, kind: u8, mirrored: bool) -> Box<[LongStepTable<W>]> {
    let steps = variant.rules.long_steps[side].iter().filter(|step| step.kind.0 == kind);
    let leaps = |step: &LongStep| -> Vec<LongStepTable<W>> {
        let leaps = step.leaps_of(side, variant.black).into_iter();
        let as_faced = |leap: Leap| if mirrored { leap.mirrored_in_files() } else { leap };
        leaps.map(|leap| LongStepTable::new(variant.board, step, as_faced(leap))).collect()
    };
    steps.flat_map(leaps).collect()
}

impl<const W: usize> EnPassantSteps<W> {
    /// Compiles the steps of a side that can be answered en passant, as its men face at the start.
    pub(super) fn new(variant: &Variant, states: &PerSide<Vec<StateSpace<'_>>>, side: Side) -> Self {
        let rules = &variant.rules;
        let mut kinds: Vec<u8> =
            rules.long_steps[side].iter().filter(|step| step.en_passant).map(|step| step.kind.0).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut steps = Vec::new();
        for kind in kinds {
            let states = &states[side][usize::from(kind)];
            let two_starts = states.start(true).is_some_and(|start| states.start(false) != Some(start));
            for mirrored in [false, true].into_iter().take(1 + usize::from(two_starts)) {
                let all = long_steps_of(variant, side, kind, mirrored);
                steps.extend(all.iter().filter(|step| step.en_passant).map(|step| (kind, *step)));
            }
        }
        let on = rules.en_passant[!side].as_ref().and_then(|rule| rule.on);
        // Within a series, crossed squares are needed when the man moves on, even those left out otherwise.
        let whole = on.is_none() || rules.series[side].is_none();
        let all = &rules.long_steps[side];
        let alone = |step: &LongStep| all.iter().filter(|other| other.kind == step.kind).count() == 1;
        let one_way = all.iter().all(|step| {
            alone(step) && step.leaps_of(side, variant.black).iter().all(|&leap| leap == Leap::forward(side))
        });
        Self {
            simple: one_way && on.is_none(),
            straight: whole && steps.iter().all(|(_, step)| step.is_straight(side)),
            steps,
            on: on.map_or(!Bits::EMPTY, Bits::from_set),
        }
    }

    /// The steps of men of this kind.
    pub(crate) fn of_kind(&self, kind: u8) -> impl Iterator<Item = &LongStepTable<W>> {
        self.steps.iter().filter(move |(stepper, _)| *stepper == kind).map(|(_, step)| step)
    }
}

// The table of each piece: a man of one side in one state.

/// Movements and properties of a piece.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(crate) struct PieceTable<const W: usize> {
    /// The index of the piece.
    pub(crate) number: u16,
    pub(crate) side: Side,
    pub(crate) kind: u8,
    /// The group of its men, see [`group_index`].
    pub(crate) group: usize,
    pub(crate) royal: bool,
    /// Some opposition concerns its kind.
    pub(crate) opposed: bool,
    /// Its moves without capture.
    pub(crate) moves: MoveTable<W>,
    /// Its captures; `None` if they are the same as its moves.
    pub(crate) captures: Option<MoveTable<W>>,
    pub(crate) en_passant: EnPassantCapture<W>,
    /// The pieces it becomes by stationary moves: turns and flips.
    pub(crate) stationary: Box<[u16]>,
    /// Whether its moves to other squares have effects.
    pub(crate) has_effects: bool,
    /// Pieces that it becomes by a move to another square, where effects change it.
    pub(crate) effects: Box<[EffectTable<W>]>,
    /// Whether the effects of its captures depend on the man that is captured.
    pub(crate) effects_depend_on_victim: bool,
    /// Its parts, if the effects of a move depend on the part that makes it; then `effects` are those of a move that no
    /// part makes.
    pub(crate) parts: Box<[PartTable<W>]>,
    /// The deaths that its moves cause, if they cause any.
    pub(crate) deaths: Option<Box<DeathTable<W>>>,
    /// The conversions that its moves and drops cause.
    pub(crate) converts: Box<[AffectedTable<W>]>,
    /// Captor's fate: the effect of its captures on itself, beside the move to the target square.
    pub(crate) captor: Option<CaptorFate>,
    /// The kinds it cannot capture.
    pub(crate) cannot_capture: Box<[u8]>,
    /// The groups of men that it cannot hop over.
    pub(crate) never_hops: Box<[usize]>,
    /// The groups of men that it passes.
    pub(crate) passes: Box<[usize]>,
    /// Its long steps. Only pieces that face as at the start, and do not stand in capturing mode, have any.
    pub(crate) long_steps: Box<[LongStepTable<W>]>,
    /// The squares from which it may have a long step, a first move or one once a game.
    pub(crate) extra_moves_from: Bits<W>,
    /// Its additional movement until it first moves, or until it has used it.
    pub(crate) first_move: Option<Box<FirstMoveTable<W>>>,
    pub(crate) promotion: Option<PromotionTable<W>>,
    /// Limits of promotions or effects: its choices depend on the men of its side.
    pub(crate) limited: bool,
    /// The squares where a man may or must change on arrival, by promotion or by a turn.
    pub(crate) changes_in: Bits<W>,
    /// The squares where it may not stand, since it could never move again.
    pub(crate) immobile_on: Bits<W>,
    /// The squares where it may not go, since it would become nothing there.
    pub(crate) barred_on: Bits<W>,
    /// Whether it may promote, or go on, depends on more than the zone it promotes in.
    pub(crate) arrives_by_rules: bool,
    /// By square: where any move from it may end, if not everywhere.
    pub(crate) mask: Option<Box<[Bits<W>]>>,
    /// The squares where it may go without a capture.
    pub(crate) quiet_on: Bits<W>,
    /// Its moves count as progress and reset the counters of quiet plies and series.
    pub(crate) makes_progress: bool,
    /// Those of its moves that it cannot take back count as progress.
    pub(crate) progresses_one_way: bool,
    /// None of its moves can ever be undone, except stationary ones.
    pub(crate) irreversible: bool,
}

/// The effects of a piece's moves to certain squares: the pieces that it may be after them, itself among them if it may
/// stay as it is.
#[derive(Debug)]
pub(crate) struct EffectTable<const W: usize> {
    pub(crate) on: Bits<W>,
    pub(crate) moving: Box<[u16]>,
    /// After captures; of any man where this depends on the victim.
    pub(crate) capturing: Box<[u16]>,
    /// After captures by kind of the victim, where this depends on it.
    pub(crate) by_victim: Box<[Box<[u16]>]>,
}

impl<const W: usize> EffectTable<W> {
    /// Effects that can change the piece by a move of this part, each for the squares where it is the same.
    fn all(
        variant: &Variant,
        infos: &[PieceInfo],
        spaces: &[StateSpace<'_>],
        info: &PieceInfo,
        part: Option<u8>,
    ) -> Box<[Self]> {
        let (side, board) = (info.side, variant.board);
        let effects = &variant.kind(info.kind).effects;
        let stays_behind = variant.kind(info.kind).captor_fate() == Some(CaptorFate::StaysBehind);
        let mut left: Bits<W> = if effects.is_empty() { Bits::EMPTY } else { board.squares().collect() };
        let mut tables = Vec::new();
        while let Some(first) = left.first() {
            // A man that captures from its square arrives nowhere.
            let happens_on = |effect: &Effect, to: Square, captures: bool| {
                let arrives = !captures || !stays_behind;
                (arrives || effect.event.squares(side).is_none()) && effect.happens(side, to, captures, part)
            };
            let happening = |to: Square, captures| effects.iter().map(move |effect| happens_on(effect, to, captures));
            let alike = |&to: &Square| {
                [false, true].into_iter().all(|captures| happening(to, captures).eq(happening(first, captures)))
            };
            let on: Bits<W> = left.iter().filter(alike).collect();
            left &= !on;
            let after = |victim: Victim| -> Box<[u16]> {
                let exists = |kind: KindId, state: &ManState| find_piece(infos, side, kind.0, state).is_some();
                let happens = |effect: &Effect| happens_on(effect, first, victim != Victim::Nobody);
                let space = |kind: KindId| spaces.get(kind.index());
                let men = after_effects(space, info.kind, &info.state, happens, victim, exists);
                men.iter().filter_map(|(kind, state)| find_piece(infos, side, kind.0, state)).collect()
            };
            let [moving, capturing] = [Victim::Nobody, Victim::Any].map(after);
            let depends_on_victim = effects.iter().any(|effect| matches!(effect.change, Change::BecomesVictim(_)));
            let kinds = variant.kinds().filter(|_| depends_on_victim);
            let by_victim = kinds.map(|(kind, _)| after(Victim::Of(kind))).collect();
            let itself = find_piece(infos, side, info.kind.0, &info.state);
            if [&moving, &capturing].into_iter().any(|pieces| pieces.len() != 1 || pieces.first().copied() != itself) {
                tables.push(Self { on, moving, capturing, by_victim });
            }
        }
        tables.into()
    }
}

/// A part of a piece: its own moves, and their effects.
#[derive(Debug)]
pub(crate) struct PartTable<const W: usize> {
    moves: MoveTable<W>,
    captures: MoveTable<W>,
    en_passant: EnPassantCapture<W>,
    effects: Box<[EffectTable<W>]>,
}

impl<const W: usize> PartTable<W> {
    /// Its moves, its captures, and its captures en passant.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &MoveTable<W>> {
        [Some(&self.moves), Some(&self.captures), self.en_passant()].into_iter().flatten()
    }

    /// Its table of moves without capture, or of captures.
    pub(crate) fn table(&self, captures: bool) -> &MoveTable<W> {
        if captures { &self.captures } else { &self.moves }
    }

    /// Its table of captures en passant.
    pub(crate) fn en_passant(&self) -> Option<&MoveTable<W>> {
        self.en_passant.table(&self.captures)
    }
}

#[derive(Debug)]
pub(crate) enum EnPassantCapture<const W: usize> {
    Never,
    /// By any of its captures.
    AsCapture,
    /// By movements of their own, marked `e` in Betza notation.
    Table(MoveTable<W>),
}

impl<const W: usize> EnPassantCapture<W> {
    /// The table of captures en passant of a man with these captures, if it has any.
    pub(crate) fn table<'a>(&'a self, captures: &'a MoveTable<W>) -> Option<&'a MoveTable<W>> {
        match self {
            Self::Never => None,
            Self::AsCapture => Some(captures),
            Self::Table(table) => Some(table),
        }
    }
}

/// The first move of a piece, or its move once a game.
#[derive(Debug)]
pub(crate) struct FirstMoveTable<const W: usize> {
    /// The movement.
    pub(crate) moves: MoveTable<W>,
    pub(crate) lasts: Lasting,
    pub(crate) unless_in_check: bool,
    /// The enemy kinds that take it away by aiming at the man.
    pub(crate) until_aimed_at_by: Box<[u8]>,
}

/// Promotion of a piece by all its rules. Each rule has its own squares. The pieces to choose from depend on the setup.
#[derive(Debug)]
pub(crate) struct PromotionTable<const W: usize> {
    /// The index of the first rule, among the promotions of the side.
    first: usize,
    /// The squares and the indices of the other rules.
    others: Box<[(Bits<W>, usize)]>,
    pub(crate) zone: Bits<W>,
    /// The squares from which it promotes wherever it goes.
    pub(crate) from: Bits<W>,
    /// The squares where it need not promote.
    pub(crate) optional: Bits<W>,
    /// The squares where it promotes only by a capture.
    pub(crate) by_capture: Bits<W>,
    /// The squares where a capture en passant is no promotion.
    pub(crate) not_by_en_passant: Bits<W>,
}

impl<const W: usize> PromotionTable<W> {
    /// Compiles the rules of one piece; `None` without a rule.
    fn new(rules: &[(usize, &Promotion)]) -> Option<Self> {
        let (&(first, _), others) = rules.split_first()?;
        let others = others.iter().map(|&(index, rule)| (Bits::from_set(rule.zone), index)).collect();
        let [zone, from, optional, by_capture, not_by_en_passant] = [Bits::EMPTY; 5];
        let mut table = Self { first, others, zone, from, optional, by_capture, not_by_en_passant };
        for (_, rule) in rules {
            let zone = Bits::from_set(rule.zone);
            table.zone |= zone;
            table.from |= Bits::from_set(rule.from);
            // A single rule may promote by leaving squares, to any square.
            let on = if rules.len() == 1 { Bits::ALL } else { zone };
            let only_if = |condition: bool| if condition { on } else { Bits::EMPTY };
            table.optional |= only_if(rule.optional) & !Bits::from_set(rule.compulsory_on);
            table.by_capture |= only_if(rule.by_capture);
            table.not_by_en_passant |= only_if(rule.not_by_en_passant);
        }
        Some(table)
    }

    /// The index of the rule that a move to a square promotes by, among the promotions of the side.
    #[inline]
    pub(crate) fn rule_on(&self, to: Square) -> usize {
        let other = self.others.iter().find(|(zone, _)| zone.contains(to));
        other.map_or(self.first, |&(_, index)| index)
    }
}

impl<const W: usize> PieceTable<W> {
    /// Whether it has a movement that each man may use once a game.
    pub(crate) fn moves_once_a_game(&self) -> bool {
        self.first_move.as_ref().is_some_and(|first| first.lasts == Lasting::UntilItIsUsed)
    }

    /// Whether its captures leave it on its square.
    pub(crate) fn stays_behind(&self) -> bool {
        self.captor == Some(CaptorFate::StaysBehind)
    }

    /// Whether it can capture every kind and its moves have no other effects: no long step, first move, promotion or turn.
    pub(crate) fn is_plain(&self) -> bool {
        let has_extra_moves = !self.long_steps.is_empty() || self.first_move.is_some();
        let changes = self.promotion.is_some() || has_extra_moves || self.has_effects || self.captor.is_some();
        !changes && self.cannot_capture.is_empty() && (self.immobile_on | self.barred_on).is_empty()
    }

    /// Returns the pieces that it may become by its effects, after a move to a square without promotion; `None` if it
    /// stays as it is. `leads` says whether a part makes the move.
    ///
    /// Where several parts make it, these are several moves, and equal ones are one.
    pub(crate) fn after_move(
        &self,
        to: Square,
        victim: Victim,
        leads: impl Fn(&PartTable<W>) -> bool,
    ) -> Option<Cow<'_, [u16]>> {
        let mut of_parts = Vec::new();
        for part in self.parts.iter().filter(|part| leads(part)) {
            let after = pieces_after(&part.effects, to, victim).unwrap_or(std::slice::from_ref(&self.number));
            for &piece in after {
                if !of_parts.contains(&piece) {
                    of_parts.push(piece);
                }
            }
        }
        match of_parts.as_slice() {
            [] => pieces_after(&self.effects, to, victim).map(Cow::Borrowed),
            &[only] if only == self.number => None,
            _ => Some(Cow::Owned(of_parts)),
        }
    }

    /// The ends of its long steps from a square on an empty board.
    pub(crate) fn long_step_ends(&self, board: Board, from: Square) -> Bits<W> {
        self.long_steps.iter().fold(Bits::EMPTY, |ends, step| ends | step.ends(board, from))
    }

    /// Its table of captures.
    #[inline]
    pub(crate) fn captures(&self) -> &MoveTable<W> {
        self.captures.as_ref().unwrap_or(&self.moves)
    }

    /// The squares among `to` where a move from `from` may end, if it captures on those of `captured`.
    #[inline]
    pub(crate) fn masked(&self, from: Square, to: Bits<W>, captured: Bits<W>) -> Bits<W> {
        let to = to & (self.quiet_on | captured);
        self.mask.as_ref().map_or(to, |mask| to & mask[from.index()])
    }

    /// Whether the rules let it capture men of a kind.
    #[inline]
    pub(crate) fn may_capture(&self, kind: u8) -> bool {
        !self.cannot_capture.contains(&kind)
    }

    /// Whether such a man on `from` attacks a man of `victim_kind` on a square, given the occupancy and the men that
    /// matter to its paths; without a kind, a man that any kind may capture.
    pub(crate) fn attacks(
        &self,
        slides: &[Slides<W>],
        from: Square,
        square: Square,
        victim_kind: Option<u8>,
        occupied: Bits<W>,
        path_men: PathMen<W>,
    ) -> bool {
        self.captures().targets(slides, from, occupied, || path_men).contains(square)
            && victim_kind.is_none_or(|kind| self.may_capture(kind))
    }
}

/// Returns the pieces after a move to a square by these effects, if they have any there.
fn pieces_after<const W: usize>(effects: &[EffectTable<W>], to: Square, victim: Victim) -> Option<&[u16]> {
    let table = effects.iter().find(|table| table.on.contains(to))?;
    Some(match victim {
        Victim::Nobody => &table.moving,
        Victim::Of(kind) => table.by_victim.get(kind.index()).unwrap_or(&table.capturing),
        Victim::Any => &table.capturing,
    })
}

/// Compiles the tables of all pieces. Entry 0 is no piece and has no moves.
pub(crate) fn compile_pieces<const W: usize>(
    variant: &Variant,
    facts: &Facts,
    infos: &[PieceInfo],
    states: &PerSide<Vec<StateSpace<'_>>>,
    cache: &mut TableCache<W>,
) -> Result<Vec<PieceTable<W>>, CompileError> {
    let mut pieces = Vec::with_capacity(infos.len());
    let mut spent_on = vec![0; variant.kinds.len()];
    for info in infos {
        let before = cache.budget.spent();
        let piece = compile_piece(variant, infos, info, &states[info.side], cache);
        spent_on[info.kind.index()] += cache.budget.spent() - before;
        pieces.push(piece.map_err(|Exhausted| {
            let kinds = variant.kinds().map(|(id, _)| id);
            let kind = kinds.max_by_key(|id| spent_on[id.index()]).unwrap_or(info.kind);
            CompileError::TooManyPaths { kind }
        })?);
    }
    if let Some(no_piece) = pieces.first_mut() {
        no_piece.moves = MoveTable::default();
        no_piece.captures = None;
    }
    // Men come back from a hand or by a change of sides, and a finishing move takes any man back. A finishing move ends
    // the game, so this matters only where repetition is illegal: a reply that would bring back a position does not
    // count as one.
    let finishes = facts.turns.finishing_moves && facts.repetition.illegal;
    if finishes || facts.drops.any() || facts.effects.aftermath() {
        return Ok(pieces);
    }
    for side in Side::ALL {
        for (id, _) in variant.kinds() {
            if is_irreversible(variant, &pieces, side, id) {
                let of_kind = |piece: &&mut PieceTable<W>| piece.side == side && piece.kind == id.0;
                pieces.iter_mut().filter(of_kind).for_each(|piece| piece.irreversible = true);
            }
        }
    }
    Ok(pieces)
}

/// Compiles the table of a piece: its movements, long steps, promotion, and the rules for its kind.
fn compile_piece<const W: usize>(
    variant: &Variant,
    infos: &[PieceInfo],
    info: &PieceInfo,
    spaces: &[StateSpace<'_>],
    cache: &mut TableCache<W>,
) -> Result<PieceTable<W>, Exhausted> {
    let (side, id) = (info.side, info.kind);
    let (kind, states) = (variant.kind(id), &spaces[id.index()]);
    let piece_movement = PieceMovement::new(variant, states, side, id, &info.state);
    let table = |mode, cache: &mut TableCache<W>| piece_movement.build(variant, mode, cache);
    let alike = piece_movement.paths().all(|path| path.legs.iter().all(|leg| leg.stops.moves == leg.stops.captures));
    let moves = table(Modes::MOVES, cache)?;
    let captures =
        if alike && piece_movement.quiet_on::<W>() == Bits::ALL { None } else { Some(table(Modes::CAPTURES, cache)?) };
    let en_passant = piece_movement.en_passant(variant, side, id, cache)?;
    let starts_in_state =
        |&mirrored: &bool| states.start(mirrored).is_some_and(|start| start.facings == info.state.facings);
    let start = [false, true].into_iter().find(starts_in_state).filter(|_| info.state.mode != Some(Mode::Capturing));
    let long_steps = start.map(|mirrored| long_steps_of(variant, side, id.0, mirrored)).unwrap_or_default();
    let first_move = compile_first_move(variant, info, &piece_movement, cache)?;
    let number = |state: &ManState| find_piece(infos, side, id.0, state);
    let mut stationary: Vec<u16> = states.turned(&info.state).iter().filter_map(number).collect();
    stationary.extend(kind.flipped(&info.state).as_ref().and_then(number));
    let exists = |kind: KindId, state: &ManState| find_piece(infos, side, kind.0, state).is_some();
    let in_place = after_effects(
        |kind| spaces.get(kind.index()),
        id,
        &info.state,
        |effect| effect.event == Event::InPlace,
        Victim::Nobody,
        exists,
    );
    let others = in_place.iter().filter(|(kind, _)| *kind != id);
    stationary.extend(others.filter_map(|(kind, state)| find_piece(infos, side, kind.0, state)));
    let effects = EffectTable::all(variant, infos, spaces, info, None);
    let parts = compile_parts(variant, infos, spaces, info, &piece_movement, cache)?;
    let effects_of_parts = parts.iter().flat_map(|part| &part.effects);
    let changed_by_effects = effects.iter().chain(effects_of_parts).fold(Bits::EMPTY, |all, table| all | table.on);
    let has_effects = !changed_by_effects.is_empty();
    let as_captor = if kind.captor_fate().is_some() { Bits::ALL } else { Bits::EMPTY };
    let promotions = variant.rules.promotions[side].iter().enumerate().filter(|(_, promotion)| promotion.kind == id);
    let (barred, promotions): (Vec<_>, Vec<_>) =
        promotions.partition(|(_, promotion)| promotion.to == PromotionChoice::Nothing);
    let barred_on = barred.iter().fold(Bits::EMPTY, |on, (_, promotion)| on | Bits::from_set(promotion.zone));
    let promotion = PromotionTable::new(&promotions);
    let immobility_illegal = variant.rules.immobility_illegal[side];
    let immobile_on = if immobility_illegal && stationary.is_empty() {
        let has_step = |from| long_steps.iter().any(|step| !step.ends(variant.board, from).is_empty());
        let has_target = |from| {
            let captured = captures.as_ref().map_or(Bits::EMPTY, |table| table.possible_targets(&cache.slides, from));
            !(moves.possible_targets(&cache.slides, from) | captured).is_empty() || has_step(from)
        };
        variant.board.squares().filter(|&square| !has_target(square)).collect()
    } else {
        Bits::EMPTY
    };
    // Where a promoting move may end, without regard to where it starts.
    let reach = |table: &PromotionTable<W>| if table.from.is_empty() { table.zone } else { !Bits::EMPTY };
    let reach = promotion.as_ref().map_or(Bits::EMPTY, reach);
    let limited = variant.limits_changes(side, id);
    let has_rules =
        |table: &PromotionTable<W>| limited || !(table.from | table.by_capture | table.not_by_en_passant).is_empty();
    Ok(PieceTable {
        number: find_piece(infos, side, id.0, &info.state).unwrap_or_default(),
        side,
        kind: id.0,
        group: group_index(side, id.0),
        royal: kind.royal,
        opposed: variant.rules.opposition.iter().any(|rule| rule.watcher == id || rule.watched == id),
        moves,
        captures,
        en_passant,
        stationary: stationary.into(),
        changes_in: reach | immobile_on | barred_on | changed_by_effects | as_captor,
        arrives_by_rules: !(immobile_on | barred_on).is_empty()
            || kind.captor_fate().is_some()
            || promotion.as_ref().is_some_and(has_rules)
            || immobility_illegal && (has_effects || promotion.is_some())
            || has_effects && promotion.is_some(),
        immobile_on,
        barred_on,
        has_effects,
        effects_depend_on_victim: kind.effects.iter().any(|effect| matches!(effect.change, Change::BecomesVictim(_))),
        effects,
        parts,
        deaths: DeathTable::new(variant, info.side, id),
        converts: compile_conversions(variant, side, id),
        captor: kind.captor_fate(),
        cannot_capture: cannot_capture(variant, id),
        never_hops: never_hops(variant, info.side, id),
        passes: kind.passes_own.iter().map(|passed| group_index(side, passed.0)).collect(),
        extra_moves_from: long_steps.iter().fold(first_moves_from(variant, side, id), |from, step| from | step.from),
        long_steps,
        first_move,
        promotion,
        limited,
        mask: piece_movement.mask(variant),
        quiet_on: piece_movement.quiet_on(),
        makes_progress: variant.rules.progress.moves_of.contains(&id),
        progresses_one_way: variant.rules.progress.one_way_moves_of.contains(&id),
        irreversible: false,
    })
}

/// Compiles the first move of a piece, or its move once a game, if it has one.
fn compile_first_move<const W: usize>(
    variant: &Variant,
    info: &PieceInfo,
    piece_movement: &PieceMovement,
    cache: &mut TableCache<W>,
) -> Result<Option<Box<FirstMoveTable<W>>>, Exhausted> {
    let Some(first) = &variant.kind(info.kind).first_move else { return Ok(None) };
    Ok(Some(Box::new(FirstMoveTable {
        moves: piece_movement.first_move(variant, info.side, first, &info.state).build(variant, Modes::MOVES, cache)?,
        lasts: first.lasts,
        unless_in_check: first.unless_in_check,
        until_aimed_at_by: first.until_aimed_at_by.iter().map(|kind| kind.0).collect(),
    })))
}

/// The squares from which the men of a kind may have a first move, or a move once a game.
fn first_moves_from<const W: usize>(variant: &Variant, side: Side, id: KindId) -> Bits<W> {
    let kind = variant.kind(id);
    if kind.moves_once_a_game() {
        return Bits::ALL;
    }
    let standing = variant.setups.iter().filter(|_| kind.first_move.is_some()).flat_map(Setup::possible_men);
    standing.filter(|man| man.side == side && man.kind == id).map(|man| man.square).collect()
}

/// Compiles the parts of a piece, if the effects of its moves depend on the part that moves.
fn compile_parts<const W: usize>(
    variant: &Variant,
    infos: &[PieceInfo],
    spaces: &[StateSpace<'_>],
    info: &PieceInfo,
    piece_movement: &PieceMovement,
    cache: &mut TableCache<W>,
) -> Result<Box<[PartTable<W>]>, Exhausted> {
    if !variant.kind(info.kind).has_effects_of_parts() {
        return Ok(Box::default());
    }
    let movements = spaces[info.kind.index()].movements(&info.state);
    movements
        .zip(0..)
        .map(|(movement, part)| {
            let own = piece_movement.of_part(movement);
            Ok(PartTable {
                moves: own.build(variant, Modes::MOVES, cache)?,
                captures: own.build(variant, Modes::CAPTURES, cache)?,
                en_passant: own.en_passant(variant, info.side, info.kind, cache)?,
                effects: EffectTable::all(variant, infos, spaces, info, Some(part)),
            })
        })
        .collect()
}

/// Whether a side's men of kind `id` can capture en passant by any of their captures.
fn captures_en_passant(variant: &Variant, side: Side, id: KindId) -> bool {
    match variant.rules.en_passant[side].as_ref().and_then(|rule| rule.by.as_ref()) {
        Some(by) => by.contains(&id),
        None => variant.rules.long_steps[side].iter().any(|step| step.kind == id),
    }
}

/// The kinds that men of kind `id` cannot capture, by their own rule or by the victim's.
fn cannot_capture(variant: &Variant, id: KindId) -> Box<[u8]> {
    let barred = variant.kinds().filter(|(prey, kind)| !variant.kind(id).may_capture(id, *prey, kind));
    barred.map(|(prey, _)| prey.0).collect()
}

/// The groups that a side's men of kind `id` cannot hop over.
fn never_hops(variant: &Variant, side: Side, id: KindId) -> Box<[usize]> {
    let kind = variant.kind(id);
    let Some(hurdles) = &kind.hops_over else { return Box::default() };
    let is_hurdle = |other: KindId, of: Side| {
        let whose = if of == side { Whose::Own } else { Whose::Enemy };
        hurdles.contains(&other) && kind.hops_over_whose.is_none_or(|only| only == whose)
    };
    let all = variant.kinds().flat_map(|(other, _)| Side::ALL.map(|of| (other, of)));
    all.filter(|&(other, of)| !is_hurdle(other, of)).map(|(other, of)| group_index(of, other.0)).collect()
}

/// The movements of one piece, by region.
struct PieceMovement {
    usual: Movement,
    elsewhere: Vec<(SquareSet, Movement)>,
    first_squares: SquareSet,
    stays_in: Option<SquareSet>,
    /// The squares that it enters only by capturing.
    enters_by_capture: SquareSet,
    /// Whether it passes men.
    passes: bool,
}

impl PieceMovement {
    /// Collects the movements of a side's men of a kind in a state.
    fn new(variant: &Variant, states: &StateSpace<'_>, side: Side, id: KindId, state: &ManState) -> Self {
        let modes = match state.mode {
            None => Modes::BOTH,
            Some(Mode::Moving) => Modes::MOVES,
            Some(Mode::Capturing) => Modes::CAPTURES,
        };
        let region = |region: crate::model::RegionId| {
            variant.regions.get(region.index()).map_or(SquareSet::EMPTY, |region| region.squares[side])
        };
        let kind = variant.kind(id);
        let elsewhere = kind
            .elsewhere
            .iter()
            .map(|there| (region(there.region), variant.black.movement(side, &there.movement).restricted(modes)));
        let has_first_move_paths =
            kind.movements().flat_map(|movement| &movement.paths).any(|path| path.first_move_only);
        let men = variant.setups.iter().filter(|_| has_first_move_paths).flat_map(Setup::possible_men);
        Self {
            usual: states.movement(state),
            elsewhere: elsewhere.collect(),
            first_squares: men.filter(|man| man.side == side && man.kind == id).map(|man| man.square).collect(),
            stays_in: kind.stays_in.map(region),
            enters_by_capture: kind.enters_by_capture[side],
            passes: !kind.passes_own.is_empty(),
        }
    }

    /// The movement of one part. Men of several parts have no other movements in regions.
    fn of_part(&self, usual: Movement) -> Self {
        Self { usual, elsewhere: Vec::new(), ..*self }
    }

    /// All paths, in all regions.
    fn paths(&self) -> impl Iterator<Item = &Path> {
        self.elsewhere.iter().map(|(_, movement)| movement).chain([&self.usual]).flat_map(|movement| &movement.paths)
    }

    /// Its captures en passant.
    fn en_passant<const W: usize>(
        &self,
        variant: &Variant,
        side: Side,
        id: KindId,
        cache: &mut TableCache<W>,
    ) -> Result<EnPassantCapture<W>, Exhausted> {
        Ok(if captures_en_passant(variant, side, id) {
            EnPassantCapture::AsCapture
        } else if self.paths().any(|path| path.en_passant) {
            EnPassantCapture::Table(self.en_passant_only().build(variant, Modes::CAPTURES, cache)?)
        } else {
            EnPassantCapture::Never
        })
    }

    /// The movements reduced to their paths that capture en passant.
    fn en_passant_only(&self) -> Self {
        let only = |movement: &Movement| {
            let mut paths: Vec<_> = movement.paths.iter().filter(|path| path.en_passant).cloned().collect();
            for leg in paths.iter_mut().filter_map(|path| path.legs.last_mut()) {
                leg.stops.captures = true;
            }
            Movement::new(paths)
        };
        Self {
            usual: only(&self.usual),
            elsewhere: self.elsewhere.iter().map(|(region, movement)| (*region, only(movement))).collect(),
            ..*self
        }
    }

    /// The first move of a man as a movement, equal in all regions.
    fn first_move(&self, variant: &Variant, side: Side, first: &FirstMove, state: &ManState) -> Self {
        let usual = match state.mode {
            Some(Mode::Capturing) => Movement::default(),
            _ => variant.black.movement(side, &first.movement),
        };
        Self { usual, elsewhere: Vec::new(), ..*self }
    }

    /// The movement of the piece on a square: that of its region, or else the usual one.
    fn movement_on(&self, square: Square) -> &Movement {
        let there = self.elsewhere.iter().find(|(region, _)| region.contains(square));
        there.map_or(&self.usual, |(_, movement)| movement)
    }

    /// Compiles the movements into a table of the moves, or of the captures.
    fn build<const W: usize>(
        &self,
        variant: &Variant,
        mode: Modes,
        cache: &mut TableCache<W>,
    ) -> Result<MoveTable<W>, Exhausted> {
        let mask = self.mask(variant).map(|mask| -> Box<[Bits<W>]> {
            if mode == Modes::MOVES { mask.iter().map(|&on| on & self.quiet_on()).collect() } else { mask }
        });
        let builder = TableBuilder {
            board: variant.board,
            movement: &|square| self.movement_on(square),
            expanded: !self.elsewhere.is_empty() || self.passes,
            first_squares: self.first_squares,
            mask: mask.as_deref(),
        };
        builder.build(mode, cache)
    }

    /// The squares where it may go without a capture.
    fn quiet_on<const W: usize>(&self) -> Bits<W> {
        !Bits::from_set(self.enters_by_capture)
    }

    /// By square: where a move from it may end, if a grid or a region limits that, or only captures may.
    fn mask<const W: usize>(&self, variant: &Variant) -> Option<Box<[Bits<W>]>> {
        let (board, grid) = (variant.board, variant.rules.grid);
        if grid.is_none() && self.stays_in.is_none() && self.enters_by_capture.is_empty() {
            return None;
        }
        let inside: Bits<W> = self.stays_in.map_or_else(|| board.squares().collect(), Bits::from_set);
        let left = |from: Square| -> Bits<W> {
            let in_block = |grid: Grid| board.squares().filter(move |&to| !grid.allows(board, from, to)).collect();
            grid.map_or(Bits::EMPTY, in_block)
        };
        Some(board.rectangle().map(|from| inside & !left(from)).collect())
    }
}

/// By square: the squares from which any piece of `side` can capture en passant there, for some arrangement of the
/// other men.
pub(super) fn en_passant_from<const W: usize>(
    board: Board,
    pieces: &[PieceTable<W>],
    slides: &[Slides<W>],
    side: Side,
) -> Box<[Bits<W>]> {
    let mut from: Box<[Bits<W>]> = vec![Bits::EMPTY; board.len()].into();
    for piece in pieces.iter().skip(1).filter(|piece| piece.side == side) {
        let table = match &piece.en_passant {
            EnPassantCapture::Never => continue,
            EnPassantCapture::AsCapture => piece.captures(),
            EnPassantCapture::Table(table) => table,
        };
        for square in board.squares() {
            table.possible_targets(slides, square).iter().for_each(|to| from[to.index()].insert(square));
        }
    }
    from
}

/// Returns whether no move of a kind can be undone: all its moves lead forward, and no effect or promotion yields it. The engine
/// takes repetition to be impossible across such a move.
fn is_irreversible<const W: usize>(variant: &Variant, pieces: &[PieceTable<W>], side: Side, id: KindId) -> bool {
    let board = variant.board;
    // Moves that others relay to it may lead back.
    let receives = variant.kinds.iter().any(|kind| kind.relays_to.contains(&id));
    let is_result_of_a_move = receives
        || variant.rules.promotions[side].iter().any(|promotion| promotion.to.may_be(id))
        || variant.kinds.iter().any(|kind| kind.becomes().any(|to| to == id));
    let only_moves_forward = |piece: &PieceTable<W>| {
        piece.moves.slides.is_empty()
            && board.squares().all(|from| {
                let conditional = piece.moves.paths(from).iter().map(|end| end.to);
                piece
                    .moves
                    .leaps(from)
                    .iter()
                    .chain(conditional)
                    .chain(piece.long_step_ends(board, from).iter())
                    .all(|to| board.own_rank(side, to) > board.own_rank(side, from))
            })
    };
    !is_result_of_a_move
        && pieces.iter().skip(1).filter(|piece| piece.side == side && piece.kind == id.0).all(only_moves_forward)
}
