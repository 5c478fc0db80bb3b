//! A variant compiled for one width of board: for every man in every state and from every square, where it
//! goes and what stops it; and for every square, who could attack it from where.
//!
//! A *piece* is a man of one side in one state; its number indexes [`Tables::pieces`], and 0 is no piece.

mod attacks;
mod ending_prefilter;
mod expand;
mod kind_groups;
mod movement;
mod pieces;
mod rule_features;
mod rules;
mod set_shifts;
mod slides;
mod zobrist;

pub(crate) use attacks::{Attacks, SlideSource, Source};
pub(crate) use ending_prefilter::EndingPrefilter;
pub(crate) use kind_groups::{KindGroup, MoveClass, StationaryMoves};
pub(crate) use movement::{MoveTable, TableCache};
pub(crate) use pieces::{EnPassantCapture, PieceTable};
pub(crate) use rule_features::RuleFeatures;
pub(crate) use rules::{CastlingWay, CompiledEnding, OppositionTable, SetupTable, Test, Wing, right, rights_of};
pub(crate) use set_shifts::{SetShift, SetShifts};
pub(crate) use slides::{Ray, Slides};
pub(crate) use zobrist::Zobrist;

use super::bits::Bits;
use super::by_square::BySquare;
use super::{CompileError, PieceInfo};
use crate::geometry::{Leap, PerSide, Side};
use crate::model::{Kind, KindId, ManState, Variant};

/// Everything the engine looks up while it plays one game.
#[derive(Debug)]
pub(crate) struct Tables<const W: usize> {
    pub(crate) variant: Variant,
    pub(crate) board: Bits<W>,
    pub(crate) infos: Vec<PieceInfo>,
    pub(crate) pieces: Vec<PieceTable<W>>,
    pub(crate) slides: Vec<Slides<W>>,
    /// By side: its kinds of men, and how all of a kind are moved.
    pub(crate) kind_groups: PerSide<Vec<KindGroup<W>>>,
    /// By side: the troops of royal men.
    pub(crate) royal_kind_groups: PerSide<Vec<usize>>,
    /// By piece: what every move asks of it.
    flags: Box<[PieceFlags]>,
    /// Who attacks, by side of the attacker.
    pub(crate) attacks: PerSide<Attacks<W>>,
    pub(crate) setups: Vec<SetupTable<W>>,
    /// By side: the sets of its royal men.
    pub(crate) royal_groups: PerSide<Vec<usize>>,
    /// The kinds with a long step, by side: those that can be captured en passant.
    pub(crate) long_steppers: PerSide<Vec<u8>>,
    /// By side: the sets of men that can capture en passant.
    pub(crate) en_passant_groups: PerSide<Vec<usize>>,
    /// By side and crossed square: from where a capture there is conceivable.
    pub(crate) en_passant_from: PerSide<Box<[Bits<W>]>>,
    /// By side and square: the squares straight ahead.
    pub(crate) ahead: PerSide<BySquare<Bits<W>, W>>,
    pub(crate) features: RuleFeatures,
    pub(crate) oppositions: PerSide<Vec<OppositionTable<W>>>,
    pub(crate) endings: Vec<CompiledEnding<W>>,
    /// The endings that decide a game while there may be moves left.
    pub(crate) decisive: Vec<usize>,
    /// What they need, at a glance.
    pub(crate) prefilter: EndingPrefilter<W>,
    pub(crate) dark: Bits<W>,
    pub(crate) zobrist: Zobrist,
}

/// The part of a piece's table that every move looks at, kept together in a word.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub(crate) struct PieceFlags {
    group: u16,
    /// Its moves start the quiet limits again.
    pub(crate) makes_progress: bool,
    /// None of its moves, turns apart, can ever be taken back.
    pub(crate) irreversible: bool,
    pub(crate) royal: bool,
    /// Where it goes by a long step it can be captured en passant.
    pub(crate) sets_en_passant: bool,
}

impl PieceFlags {
    fn new<const W: usize>(piece: &PieceTable<W>) -> Self {
        let PieceTable { group, makes_progress, irreversible, royal, .. } = *piece;
        let sets_en_passant = piece.long_step.as_ref().is_some_and(|step| step.en_passant);
        Self { group: group as u16, makes_progress, irreversible, royal, sets_en_passant }
    }

    /// The set that its men are kept in.
    #[inline]
    pub(crate) fn group(self) -> usize {
        usize::from(self.group)
    }
}

impl<const W: usize> Tables<W> {
    /// Compiles a variant whose board fits into `W` words.
    pub(crate) fn new(variant: Variant, infos: Vec<PieceInfo>) -> Result<Self, CompileError> {
        let board = variant.board;
        let mut cache = TableCache::default();
        let stances = PerSide::from_fn(|side| -> Vec<_> {
            variant.kinds().map(|(_, kind)| kind.stances(side, variant.black)).collect()
        });
        let pieces = pieces::compile(&variant, &infos, &stances, &mut cache)?;
        let oppositions = rules::oppositions(&variant, &mut cache)?;
        let mut slides = cache.slides;
        let attacks = PerSide::from_fn(|side| Attacks::new(&variant, &infos, &pieces, &mut slides, side));
        let kind_groups =
            PerSide::from_fn(|side| kind_groups::compile(&variant, &infos, &stances[side], &pieces, side));
        let endings = rules::endings(&variant);
        let decisive: Vec<usize> = (0..endings.len()).filter(|&index| endings[index].decides()).collect();
        let repetition_decides = decisive.iter().any(|&index| endings[index].depends_on_history());
        let royal = |side| {
            let royal = |(id, kind): (KindId, &Kind)| (kind.royal && kind.sides[side]).then_some(group(side, id.0));
            variant.kinds().filter_map(royal).collect()
        };
        Ok(Self {
            board: board.squares().collect(),
            royal_kind_groups: PerSide::from_fn(|side| {
                (0..kind_groups[side].len()).filter(|&index| kind_groups[side][index].royal).collect()
            }),
            kind_groups,
            flags: pieces.iter().map(PieceFlags::new).collect(),
            setups: rules::setups(&variant, &infos, &stances, &attacks, &slides),
            royal_groups: PerSide::from_fn(royal),
            long_steppers: PerSide::from_fn(|side| {
                variant.rules.long_steps[side].iter().filter(|step| step.en_passant).map(|step| step.kind.0).collect()
            }),
            en_passant_groups: PerSide::from_fn(|side| {
                let captures =
                    |piece: &&PieceTable<W>| piece.side == side && !matches!(piece.en_passant, EnPassantCapture::Never);
                let mut groups: Vec<usize> = pieces.iter().skip(1).filter(captures).map(|piece| piece.group).collect();
                groups.dedup();
                groups
            }),
            en_passant_from: PerSide::from_fn(|side| pieces::en_passant_from(board, &pieces, &slides, side)),
            ahead: PerSide::from_fn(|side| {
                let forward = Leap::forward(side);
                let ahead =
                    |at| std::iter::successors(board.leap(at, forward), |&at| board.leap(at, forward)).collect();
                BySquare::new(board.squares().map(ahead), Bits::EMPTY)
            }),
            features: RuleFeatures::new(&variant, &oppositions, repetition_decides),
            prefilter: EndingPrefilter::new(&variant, decisive.iter().map(|&index| &endings[index])),
            decisive,
            endings,
            dark: board.squares().filter(|&square| (board.file(square) + board.rank(square)) % 2 == 0).collect(),
            zobrist: Zobrist::new(infos.len(), board.len()),
            oppositions,
            attacks,
            slides,
            pieces,
            infos,
            variant,
        })
    }

    /// What every move asks of a piece.
    #[inline]
    pub(crate) fn flags(&self, piece: u16) -> PieceFlags {
        self.flags[usize::from(piece)]
    }

    /// The set that the men of a piece are kept in.
    #[inline]
    pub(crate) fn group_of(&self, piece: u16) -> usize {
        self.flags(piece).group()
    }

    /// The number of the piece of this side and kind in this state.
    pub(crate) fn piece(&self, side: Side, kind: u8, state: &ManState) -> Option<u16> {
        find_piece(&self.infos, side, kind, state)
    }
}

/// The number of the piece of this side and kind in this state.
pub(crate) fn find_piece(infos: &[PieceInfo], side: Side, kind: u8, state: &ManState) -> Option<u16> {
    // All but the first, which is no piece, stand in the order of sides, kinds, modes and facings.
    let place = |info: &PieceInfo| (info.side, info.kind.0);
    let start = 1 + infos.get(1..)?.partition_point(|info| place(info) < (side, kind));
    let of_kind = &infos[start..];
    let of_kind = &of_kind[..of_kind.partition_point(|info| place(info) == (side, kind))];
    let mode = of_kind.first()?.state.mode;
    let (unflipped, flipped) = of_kind.split_at(of_kind.partition_point(|info| info.state.mode == mode));
    let (before, of_mode) = if state.mode == mode { (0, unflipped) } else { (unflipped.len(), flipped) };
    let at = of_mode.binary_search_by(|info| info.state.facings.cmp(&state.facings)).ok()?;
    (of_mode[at].state.mode == state.mode).then_some((start + before + at) as u16)
}

/// Where the set of the men of a side and kind is kept.
pub(crate) const fn group(side: Side, kind: u8) -> usize {
    2 * kind as usize + side.index()
}

/// The side whose men a set holds.
pub(crate) const fn side_of_group(group: usize) -> Side {
    if group.is_multiple_of(2) { Side::White } else { Side::Black }
}
