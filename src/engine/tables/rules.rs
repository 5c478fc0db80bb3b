//! Rules and endings, compiled to squares and piece numbers.

use std::sync::Arc;

use super::budget::Exhausted;
use super::castling::{Wing, right};
use super::movement::TableBuilder;
use super::{Attacks, Bits, BySquare, MoveTable, Slides, TableCache, find_piece};
use crate::engine::{CompileError, PieceInfo};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{
    Condition, Ending, GameResult, Judged, Kind, KindId, ManState, Modes, Movement, PlacedMan, PromotedFacing,
    PromotionChoice, QuietUnit, Setup, SetupId, StateSpace, Variant,
};

/// Tables that depend on the setup a game began from.
#[derive(Debug)]
pub(crate) struct SetupTable<const W: usize> {
    /// The men at the start.
    pub(crate) men: Vec<(Square, u16)>,
    /// The number of men of each side at the start that are always royal.
    pub(crate) royals: PerSide<usize>,
    /// By side and wing: toward the first file, toward the last file.
    pub(crate) wings: PerSide<[Option<Wing<W>>; 2]>,
    /// The squares of men that have a first move.
    pub(crate) unmoved: Bits<W>,
    /// By square: the castling rights that remain after a man leaves it or arrives on it.
    pub(crate) keeps_rights: BySquare<u8, W>,
    /// By side, kind and half of the board (left, right): the pieces that men of the kind promote to.
    pub(crate) promotions: PerSide<Vec<[Box<[u16]>; 2]>>,
}

impl<const W: usize> SetupTable<W> {
    /// The squares where a man's departure or arrival loses a castling right.
    pub(crate) fn rights_squares(&self) -> Bits<W> {
        let wings = self.wings.iter().flat_map(|(_, wings)| wings).flatten();
        wings.flat_map(|wing| [wing.king, wing.partner]).collect()
    }
}

/// A watcher of one side, and the kind it may not reach.
#[derive(Debug)]
pub(crate) struct OppositionTable<const W: usize> {
    pub(crate) watcher: u8,
    pub(crate) watched: u8,
    pub(crate) reach: MoveTable<W>,
    /// Whether they may come to face each other, so that the next move must break the opposition.
    pub(crate) to_be_broken: bool,
    /// By square: the squares from which the watcher reaches it by a leap.
    pub(crate) back: Box<[Bits<W>]>,
}

/// An ending whose condition is compiled.
#[derive(Debug)]
pub(crate) struct CompiledEnding<const W: usize> {
    pub(crate) side: Option<Side>,
    pub(crate) both: bool,
    pub(crate) judged: Judged,
    pub(crate) test: Test<W>,
    pub(crate) result: GameResult,
    pub(crate) label: Arc<str>,
}

/// A condition, with sets of squares as words.
#[derive(Debug)]
pub(crate) enum Test<const W: usize> {
    ManOn {
        kinds: Vec<u8>,
        squares: PerSide<Bits<W>>,
        least: u16,
        safe: bool,
        secure: bool,
        full: bool,
    },
    Plies(u32),
    Series(u16),
    /// Any other condition, as in the model.
    Plain(Condition),
}

impl<const W: usize> CompiledEnding<W> {
    /// Whether the ending is decisive: it decides the game although there may be legal moves left. Counts of sequences
    /// end there.
    pub(crate) fn decides(&self) -> bool {
        let without_moves = matches!(self.test, Test::Plain(Condition::Checkmate | Condition::Stalemate));
        !without_moves && self.result.has_winner()
    }

    /// Whether it depends on earlier positions.
    pub(crate) fn depends_on_history(&self) -> bool {
        matches!(self.test, Test::Plain(Condition::Position { .. }))
    }
}

pub(crate) fn endings<const W: usize>(variant: &Variant) -> Vec<CompiledEnding<W>> {
    let compiled = |Ending { side, both, judged, condition, result, label }: &Ending| CompiledEnding {
        side: *side,
        both: *both,
        judged: *judged,
        result: *result,
        label: label.as_str().into(),
        test: match condition {
            Condition::ManOn { kinds, squares, least, safe, secure, full } => Test::ManOn {
                kinds: kinds.iter().map(|kind| kind.0).collect(),
                squares: PerSide::from_fn(|side| Bits::from_set(squares[side])),
                least: *least,
                safe: *safe,
                secure: *secure,
                full: *full,
            },
            Condition::Quiet { count, unit: QuietUnit::Moves } => Test::Plies(2 * u32::from(*count)),
            Condition::Quiet { count, unit: QuietUnit::Plies } => Test::Plies(u32::from(*count)),
            Condition::Quiet { count, unit: QuietUnit::Series } => Test::Series(*count),
            other => Test::Plain(other.clone()),
        },
    };
    variant.endings.iter().map(compiled).collect()
}

pub(crate) fn oppositions<const W: usize>(
    variant: &Variant,
    cache: &mut TableCache<W>,
) -> Result<PerSide<Vec<OppositionTable<W>>>, CompileError> {
    let mut tables = PerSide::from_fn(|_| Vec::new());
    for side in Side::ALL {
        for rule in &variant.rules.opposition {
            // The watcher reaches a square if it could move or capture there, were the square empty.
            let mut movement: Movement = variant.black.movement(side, &rule.movement);
            for leg in movement.paths.iter_mut().flat_map(|path| &mut path.legs) {
                leg.stops.moves |= leg.stops.captures;
            }
            let builder = TableBuilder {
                board: variant.board,
                movement: &|_| &movement,
                by_square: false,
                first_squares: SquareSet::EMPTY,
                mask: None,
            };
            let table = builder.table(Modes::MOVES, cache);
            let reach = table.map_err(|Exhausted| CompileError::TooManyPaths { kind: rule.watcher })?;
            let back = variant
                .board
                .rectangle()
                .map(|to| variant.board.squares().filter(|&from| reach.leaps(from).contains(to)).collect());
            let back = back.collect();
            tables[side].push(OppositionTable {
                watcher: rule.watcher.0,
                watched: rule.watched.0,
                reach,
                to_be_broken: rule.to_be_broken,
                back,
            });
        }
    }
    Ok(tables)
}

pub(crate) fn setups<const W: usize>(
    variant: &Variant,
    infos: &[PieceInfo],
    states: &PerSide<Vec<StateSpace<'_>>>,
    attacks: &PerSide<Attacks<W>>,
    slides: &[Slides<W>],
) -> Vec<SetupTable<W>> {
    let compiled = |(index, setup): (usize, &Setup)| {
        let id = SetupId(index as u8);
        let number =
            |man: &PlacedMan| find_piece(infos, man.side, man.kind.0, &man.state).map(|piece| (man.square, piece));
        let royals = |side| {
            let always = |kind: &Kind| kind.royal && kind.royalty.is_constant();
            setup.men.iter().filter(|man| man.side == side && always(variant.kind(man.kind))).count()
        };
        let wings = PerSide::from_fn(|side| match &variant.rules.castling[side] {
            None => [None, None],
            Some(castling) => {
                [-1, 1].map(|toward| Wing::new(variant, setup, side, castling, toward, (&attacks[!side], slides)))
            }
        });
        let mut keeps_rights = BySquare::all(u8::MAX);
        for (side, wings) in wings.iter() {
            for (number, wing) in wings.iter().enumerate() {
                for square in wing.iter().flat_map(|wing: &Wing<W>| [wing.king, wing.partner]) {
                    keeps_rights[square] &= !right(side, number);
                }
            }
        }
        SetupTable {
            men: setup.men.iter().filter_map(number).collect(),
            royals: PerSide::from_fn(royals),
            wings,
            unmoved: {
                let men = setup.men.iter().filter(|man| variant.kind(man.kind).first_move.is_some());
                men.map(|man| man.square).collect()
            },
            keeps_rights,
            promotions: PerSide::from_fn(|side| {
                let of_kind =
                    |kind| [false, true].map(|right| promotions(variant, infos, id, side, kind, right, &states[side]));
                variant.kinds().map(|(kind, _)| of_kind(kind)).collect()
            }),
        }
    };
    variant.setups.iter().enumerate().map(compiled).collect()
}

/// The pieces that a man of `kind` promotes to on one half of the board.
fn promotions(
    variant: &Variant,
    infos: &[PieceInfo],
    setup: SetupId,
    side: Side,
    kind: KindId,
    right_half: bool,
    states: &[StateSpace<'_>],
) -> Box<[u16]> {
    let Some(promotion) = variant.rules.promotions[side].iter().find(|promotion| promotion.kind == kind) else {
        return Box::default();
    };
    let men = &variant.setups[setup.index()].men;
    let targets: Vec<KindId> = match &promotion.to {
        PromotionChoice::Nothing => Vec::new(),
        PromotionChoice::Kinds(kinds) => kinds.clone(),
        PromotionChoice::AnyStartingBut(except) => variant
            .kinds()
            .map(|(id, _)| id)
            .filter(|id| !except.contains(id) && men.iter().any(|man| man.kind == *id))
            .collect(),
    };
    let mut pieces: Vec<u16> = Vec::new();
    for target in targets.into_iter().filter(|&target| variant.kind(target).sides[side]) {
        let states = &states[target.index()];
        let states: Vec<ManState> = match promotion.facing {
            PromotedFacing::AsAtStart => {
                let mirrored = right_half && variant.setups[setup.index()].right_half_mirrored;
                states.start(mirrored).or_else(|| states.start(false)).into_iter().collect()
            }
            PromotedFacing::Any => {
                let mode = variant.kind(target).flips;
                states.all().into_iter().filter(|state| state.mode == mode).collect()
            }
        };
        pieces.extend(states.iter().filter_map(|state| find_piece(infos, side, target.0, state)));
    }
    pieces.sort_unstable();
    pieces.dedup();
    pieces.into()
}
