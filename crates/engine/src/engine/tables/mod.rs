//! A variant compiled for one width of board: for every piece and square, its targets and their conditions; for every
//! square, the men that can attack it and from where.
//!
//! A *piece* is a man of one side in one state. Its number indexes [`Tables::pieces`]; 0 means no piece. A *group* is
//! the set of all men of one side and kind; see [`group_index`].

mod groups;
mod hands;
mod movement;
mod numbers;
mod pieces;
mod rules;
mod side_effects;
mod zobrist;

use std::sync::{Arc, OnceLock};

use super::bits::{Bits, BySquare};
use super::{CompileError, PieceInfo};
use crate::geometry::{Leap, PerSide, Side};
use crate::model::{Arrays, BoardLines, Facts, Kind, KindId, ManState, Royalty, Variant};
pub(crate) use groups::{AttackSource, Attacks, KindGroup, MoveClass, SetShifts, SlideSource, StationaryMoves};
pub(crate) use hands::{DropTable, LimitTable};
pub(crate) use movement::{MoveTable, PathMen, Ray, SetShift, Slides, TableCache};
pub(crate) use numbers::{find_piece, group_index, side_of_group};
pub(crate) use pieces::{EnPassantSteps, LongStepTable, Occupant, PartTable, PieceTable, PromotionTable};
pub(crate) use rules::{
    CastlingLanding, CastlingWing, EndingPrefilter, MobilePrefilter, OppositionTable, RuleFeatures, SetupContext,
    SetupTable, castling_right, rights_of,
};
pub(crate) use side_effects::{AffectedTable, HolderTable, RelayTable};
pub(crate) use zobrist::Zobrist;

/// Tables of one game: all that the engine looks up during play.
#[derive(Debug)]
pub(crate) struct Tables<const W: usize> {
    pub(crate) variant: Variant,
    pub(crate) facts: Facts,
    pub(crate) board: Bits<W>,
    pub(crate) infos: Vec<PieceInfo>,
    pub(crate) pieces: Vec<PieceTable<W>>,
    pub(crate) slides: Vec<Slides<W>>,
    /// By side: its kinds, and how all men of each are moved.
    pub(crate) kind_groups: PerSide<Vec<KindGroup<W>>>,
    /// By side: the indices of its royal kind groups.
    pub(crate) royal_kind_groups: PerSide<Vec<usize>>,
    /// By piece: the occupant of a square where it stands.
    occupants: Box<[Occupant]>,
    /// By piece: the piece after it changes sides; 0 if it can't.
    pub(crate) converted: Box<[u16]>,
    /// By piece: the squares where it can change sides.
    pub(crate) converted_on: Box<[Bits<W>]>,
    /// By piece: the group in hand that grows when such a man is captured.
    captured_groups: Box<[Option<usize>]>,
    /// By side of the attacker.
    pub(crate) attacks: PerSide<Attacks<W>>,
    pub(crate) setups: Vec<Arc<SetupTable<W>>>,
    /// By setup: the arrays of its shuffle, computed on first use.
    pub(crate) arrays: Vec<OnceLock<Option<Arrays>>>,
    /// By side: its royal groups.
    pub(crate) royal_groups: PerSide<Vec<usize>>,
    /// By side: the groups of royal men, with when they are royal.
    pub(crate) royalties: PerSide<Vec<(usize, Royalty)>>,
    /// By side: its long steps that can be answered en passant.
    pub(crate) en_passant_steps: PerSide<EnPassantSteps<W>>,
    /// By side: the groups whose men can capture en passant.
    pub(crate) en_passant_groups: PerSide<Vec<usize>>,
    /// By side and crossed square: the squares from which a capture en passant there is possible at all.
    pub(crate) en_passant_from: PerSide<Box<[Bits<W>]>>,
    /// By side and square: the squares straight ahead.
    pub(crate) ahead: PerSide<BySquare<Bits<W>, W>>,
    /// By square: the squares next to it.
    pub(crate) adjacent: BySquare<Bits<W>, W>,
    /// By side: its groups whose moves make men die, those alike together, with one of their pieces.
    pub(crate) deadly_groups: PerSide<Vec<(Vec<usize>, u16)>>,
    /// The men that hold others.
    pub(crate) holders: Box<[HolderTable]>,
    /// The men that relay their moves to others.
    pub(crate) relays: Box<[RelayTable]>,
    pub(crate) features: RuleFeatures,
    pub(crate) oppositions: PerSide<Vec<OppositionTable<W>>>,
    /// By ending: its label.
    pub(crate) labels: Vec<Arc<str>>,
    /// The indices of the decisive endings: they end the game although there may be legal moves left.
    pub(crate) decisive: Vec<usize>,
    /// The test that rules out the decisive endings in most positions.
    pub(crate) prefilter: EndingPrefilter<W>,
    /// The test that rules out all endings that need no claim in most positions with a legal move.
    pub(crate) mobile_prefilter: MobilePrefilter<W>,
    pub(crate) dark: Bits<W>,
    pub(crate) zobrist: Zobrist<W>,
}

impl<const W: usize> Tables<W> {
    /// Compiles a variant whose board fits into `W` words.
    pub(crate) fn new(variant: Variant, infos: Vec<PieceInfo>) -> Result<Self, CompileError> {
        let board = variant.board;
        let facts = variant.facts();
        let mut cache = TableCache::new(BoardLines::new(&variant.lines));
        let states = PerSide::from_fn(|side| -> Vec<_> {
            variant.kinds().map(|(_, kind)| kind.state_space(side, variant.black)).collect()
        });
        let pieces = pieces::compile_pieces(&variant, &facts, &infos, &states, &mut cache)?;
        let oppositions = rules::compile_oppositions(&variant, &mut cache)?;
        let mut slides = cache.slides;
        let attacks = PerSide::from_fn(|side| Attacks::new(&variant, &infos, &pieces, &mut slides, side));
        let kind_groups = PerSide::from_fn(|side| -> Vec<_> {
            let kind_group =
                |(id, _): (KindId, _)| KindGroup::new(&variant, &infos, &states[side][id.index()], &pieces, side, id);
            variant.kinds().filter_map(kind_group).collect()
        });
        let endings = &variant.endings;
        let decisive: Vec<usize> = (0..endings.len()).filter(|&index| endings[index].decides()).collect();
        let royal = |side| {
            let royal =
                |(id, kind): (KindId, &Kind)| (kind.royal && kind.sides[side]).then_some(group_index(side, id.0));
            variant.kinds().filter_map(royal).collect()
        };
        let capture_is_progress = variant.rules.progress.captures;
        let occupants = pieces.iter().enumerate().map(|(number, piece)| match number {
            0 => Occupant::NONE,
            _ => Occupant::new(number, piece, capture_is_progress),
        });
        let features = RuleFeatures::new(&facts, &oppositions);
        Ok(Self {
            board: board.squares().collect(),
            royal_kind_groups: PerSide::from_fn(|side| {
                (0..kind_groups[side].len()).filter(|&index| kind_groups[side][index].royal).collect()
            }),
            kind_groups,
            occupants: occupants.collect(),
            converted: side_effects::converted_pieces(&variant, &infos),
            converted_on: side_effects::squares_of_conversion(&variant, &infos),
            captured_groups: hands::captured_groups(&variant, &infos),
            arrays: variant.setups.iter().map(|_| OnceLock::new()).collect(),
            setups: rules::compile_setups(&variant, &infos, &pieces, &states, &attacks, &slides),
            royal_groups: PerSide::from_fn(royal),
            royalties: PerSide::from_fn(|side| {
                let kinds = variant.kinds().filter(|(_, kind)| kind.royal && kind.sides[side]);
                kinds.map(|(id, kind)| (group_index(side, id.0), kind.royalty)).collect()
            }),
            en_passant_steps: PerSide::from_fn(|side| EnPassantSteps::new(&variant, &states, side)),
            en_passant_groups: PerSide::from_fn(|side| {
                let captures =
                    |piece: &&PieceTable<W>| piece.side == side && piece.en_passant.table(piece.captures()).is_some();
                let mut groups: Vec<usize> = pieces.iter().skip(1).filter(captures).map(|piece| piece.group).collect();
                groups.dedup();
                groups
            }),
            en_passant_from: PerSide::from_fn(|side| pieces::en_passant_from(board, &pieces, &slides, side)),
            ahead: PerSide::from_fn(|side| {
                let ahead = |at| board.ray(at, Leap::forward(side)).collect();
                BySquare::new(board.rectangle().map(ahead), Bits::EMPTY)
            }),
            adjacent: BySquare::new(
                board
                    .rectangle()
                    .map(|at| (0..8).filter_map(|eighths| board.leap(at, Leap::new(0, 1).turned(eighths))).collect()),
                Bits::EMPTY,
            ),
            deadly_groups: PerSide::from_fn(|side| {
                let deadly = |piece: &&PieceTable<W>| piece.side == side && piece.deaths.is_some();
                let mut alike: Vec<(Vec<usize>, u16)> = Vec::new();
                for piece in pieces.iter().skip(1).filter(deadly) {
                    let is_like = |number: u16| pieces[usize::from(number)].deaths == piece.deaths;
                    match alike.iter_mut().find(|(_, number)| is_like(*number)) {
                        Some((groups, _)) if groups.contains(&piece.group) => {}
                        Some((groups, _)) => groups.push(piece.group),
                        None => alike.push((vec![piece.group], piece.number)),
                    }
                }
                alike
            }),
            holders: side_effects::compile_holders(&variant),
            relays: side_effects::compile_relays(&variant),
            features,
            facts,
            prefilter: EndingPrefilter::new(&variant, decisive.iter().map(|&index| &endings[index])),
            mobile_prefilter: MobilePrefilter::new(&variant, &features),
            labels: endings.iter().map(|ending| ending.label.as_str().into()).collect(),
            decisive,
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

    /// The tables from which setup tables are compiled.
    pub(crate) fn setup_context(&self) -> SetupContext<'_, W> {
        let Self { variant, infos, attacks, slides, .. } = self;
        SetupContext { variant, infos, attacks, slides }
    }

    /// The occupant for this piece; none if the game has no such piece.
    #[inline]
    pub(crate) fn occupant(&self, piece: u16) -> Occupant {
        self.occupants.get(usize::from(piece)).copied().unwrap_or(Occupant::NONE)
    }

    /// The group in hand that grows when a man is captured; `None` if it leaves the game.
    #[inline]
    pub(crate) fn captured_group(&self, captured: Occupant) -> Option<usize> {
        self.captured_groups.get(usize::from(captured.piece())).copied().flatten()
    }

    /// The number of the piece of this side and kind in this state.
    pub(crate) fn piece(&self, side: Side, kind: u8, state: &ManState) -> Option<u16> {
        find_piece(&self.infos, side, kind, state)
    }
}
