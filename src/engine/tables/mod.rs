//! A variant compiled for one width of board: for every man in every state and from every square, where it
//! goes and what stops it; and for every square, who could attack it from where.
//!
//! A *piece* is a man of one side in one state; its number indexes [`Tables::pieces`], and 0 is no piece.

mod attacks;
mod expand;
mod movement;
mod pieces;
mod rules;
mod slides;
mod swarm;
mod zobrist;

pub(crate) use attacks::Source;
pub(crate) use movement::MoveTable;
pub(crate) use pieces::{EnPassantCapture, PieceTable};
pub(crate) use rules::{CompiledEnding, OppositionTable, SetupTable, Test, right};
pub(crate) use slides::Slides;
pub(crate) use swarm::{Stride, Swarm};
pub(crate) use zobrist::Zobrist;

use super::bits::Bits;
use super::{CompileError, PieceInfo};
use crate::geometry::{PerSide, Side};
use crate::model::{Condition, Kind, KindId, ManState, Variant};

/// Everything the engine looks up while it plays one game.
#[derive(Debug)]
pub(crate) struct Tables<const W: usize> {
    pub(crate) variant: Variant,
    pub(crate) board: Bits<W>,
    pub(crate) infos: Vec<PieceInfo>,
    pub(crate) pieces: Vec<PieceTable<W>>,
    pub(crate) slides: Vec<Slides<W>>,
    /// By side and kind: the only piece of that kind, or 0 if there are several or none.
    pub(crate) only_pieces: PerSide<Vec<u16>>,
    /// Who attacks, by side of the attacker.
    pub(crate) sources: PerSide<Vec<Source<W>>>,
    /// Kinds of which no capture is barred to anyone need no look at who captures them.
    pub(crate) limited_captures: bool,
    pub(crate) setups: Vec<SetupTable<W>>,
    pub(crate) royal_kinds: Vec<u8>,
    /// The kinds with a long step, by side: those that can be captured en passant.
    pub(crate) long_steppers: PerSide<Vec<u8>>,
    /// The kinds that can capture en passant, by side.
    pub(crate) en_passant_kinds: PerSide<Vec<u8>>,
    /// By side and crossed square: from where a capture there is conceivable.
    pub(crate) en_passant_from: PerSide<Box<[Bits<W>]>>,
    /// Some side plays series.
    pub(crate) any_series: bool,
    pub(crate) counts_checks: bool,
    pub(crate) oppositions: PerSide<Vec<OppositionTable<W>>>,
    pub(crate) endings: Vec<CompiledEnding<W>>,
    pub(crate) decisive: Vec<usize>,
    pub(crate) dark: Bits<W>,
    pub(crate) zobrist: Zobrist,
}

impl<const W: usize> Tables<W> {
    /// Compiles a variant whose board fits into `W` words.
    pub(crate) fn new(variant: Variant, infos: Vec<PieceInfo>) -> Result<Self, CompileError> {
        let board = variant.board;
        let mut slides = Vec::new();
        let pieces = pieces::compile(&variant, &infos, &mut slides)?;
        let sources = PerSide::from_fn(|side| attacks::compile(&variant, &infos, &pieces, &mut slides, side));
        let oppositions = rules::oppositions(&variant, &mut slides)?;
        let endings = rules::endings(&variant);
        let decisive = (0..endings.len()).filter(|&index| endings[index].cuts_short()).collect();
        let royal = |(id, kind): (KindId, &Kind)| kind.royal.then_some(id.0);
        Ok(Self {
            board: board.squares().collect(),
            limited_captures: pieces.iter().any(|piece| !piece.spares.is_empty()),
            only_pieces: PerSide::from_fn(|side| variant.kinds().map(|(id, _)| only_piece(&infos, side, id)).collect()),
            setups: rules::setups(&variant, &infos),
            royal_kinds: variant.kinds().filter_map(royal).collect(),
            oppositions,
            long_steppers: PerSide::from_fn(|side| {
                variant.rules.long_steps[side].iter().filter(|step| step.en_passant).map(|step| step.kind.0).collect()
            }),
            en_passant_kinds: PerSide::from_fn(|side| {
                let captures =
                    |piece: &&PieceTable<W>| piece.side == side && !matches!(piece.en_passant, EnPassantCapture::Never);
                let mut kinds: Vec<u8> = pieces.iter().skip(1).filter(captures).map(|piece| piece.kind).collect();
                kinds.dedup();
                kinds
            }),
            en_passant_from: PerSide::from_fn(|side| pieces::en_passant_from(board, &pieces, &slides, side)),
            any_series: Side::ALL.iter().any(|&side| variant.rules.series[side].is_some()),
            counts_checks: variant.endings.iter().any(|end| matches!(end.condition, Condition::ChecksGiven(_))),
            decisive,
            endings,
            dark: board.squares().filter(|&square| (board.file(square) + board.rank(square)) % 2 == 0).collect(),
            zobrist: Zobrist::new(infos.len(), board.len()),
            sources,
            slides,
            pieces,
            infos,
            variant,
        })
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

/// The number of the only piece of a side and kind; 0 if it has several states, or none.
fn only_piece(infos: &[PieceInfo], side: Side, kind: KindId) -> u16 {
    let mut numbers = (1..infos.len()).filter(|&number| infos[number].side == side && infos[number].kind == kind);
    match (numbers.next(), numbers.next()) {
        (Some(only), None) => only as u16,
        _ => 0,
    }
}
