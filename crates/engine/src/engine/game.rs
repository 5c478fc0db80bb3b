//! A compiled game, and the movements of its pieces on any board.

use std::fmt;
use std::sync::Arc;

use super::bits::Bits;
use super::tables::{PathMen, Tables, find_piece, side_of_group};
use super::width::{Width, each_width};
use super::{CompileError, ManMove, Move, MoveKind, Piece, PieceInfo};
use crate::geometry::{Side, Square, SquareSet};
use crate::model::{
    Facts, InvalidModel, Kind, KindId, ManState, ModelError, PlacedMan, Variant, Victim, unknown_state,
};

/// A variant compiled to tables. Cloning it is cheap.
#[derive(Clone)]
pub struct Game {
    pub(super) tables: Width<Arc<Tables<1>>, Arc<Tables<2>>, Arc<Tables<4>>>,
}

impl Game {
    /// Compiles a variant.
    ///
    /// # Errors
    ///
    /// If the men have too many states or paths, or if the model is inconsistent. A variant from the checker is
    /// consistent.
    pub fn compile(variant: Variant) -> Result<Self, CompileError> {
        let errors = variant.structural_errors();
        if !errors.is_empty() {
            return Err(CompileError::Invalid(InvalidModel(errors)));
        }
        let infos = list_pieces(&variant)?;
        check_placed_men(&variant, &infos)?;
        let tables = match variant.board.len() {
            0..=64 => Width::One(Arc::new(Tables::new(variant, infos)?)),
            65..=128 => Width::Two(Arc::new(Tables::new(variant, infos)?)),
            _ => Width::Four(Arc::new(Tables::new(variant, infos)?)),
        };
        Ok(Self { tables })
    }

    /// Whether both are the same compiled game. Two compilations of one variant are not.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let address = |game: &Self| each_width!(&game.tables, tables => Arc::as_ptr(tables).cast::<()>());
        address(self) == address(other)
    }

    /// The variant that was compiled.
    pub fn variant(&self) -> &Variant {
        each_width!(&self.tables, tables => &tables.variant)
    }

    /// The facts about the variant.
    pub fn facts(&self) -> &Facts {
        each_width!(&self.tables, tables => &tables.facts)
    }

    /// The side, kind and state of a piece. For a piece of another game the result is arbitrary.
    #[inline]
    pub fn piece_info(&self, piece: Piece) -> &PieceInfo {
        let infos = each_width!(&self.tables, tables => &tables.infos);
        &infos[usize::from(piece.number()).min(infos.len() - 1)]
    }

    /// The piece of this side and kind in this state.
    pub fn piece(&self, side: Side, kind: KindId, state: &ManState) -> Option<Piece> {
        each_width!(&self.tables, tables => tables.piece(side, kind.0, state)).and_then(Piece::new)
    }

    /// The hand that a captured piece goes to, and its kind there; `None` if it leaves the game.
    pub fn captured_to_hand(&self, captured: Piece) -> Option<(Side, KindId)> {
        let group = each_width!(&self.tables, tables => tables.captured_group(tables.occupant(captured.number())))?;
        Some((side_of_group(group), KindId((group / 2) as u8)))
    }

    /// All pieces: every kind of each side in every state.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        let count = each_width!(&self.tables, tables => tables.infos.len());
        (1..count).filter_map(|number| Piece::new(number as u16))
    }
}

impl Game {
    /// Whether all squares, pieces and kinds that a move names are of this game. Other moves are illegal in each position.
    pub fn has_move(&self, mv: Move) -> bool {
        let variant = self.variant();
        let pieces = each_width!(&self.tables, tables => tables.infos.len());
        let other = match mv.kind() {
            Some(MoveKind::EnPassant { victim }) => Some(victim),
            Some(kind) => kind.castling().map(|(partner, _)| partner),
            None => None,
        };
        let landing = mv.kind().and_then(MoveKind::castling).map(|(_, to)| to);
        let mut squares = [mv.from(), mv.to(), mv.wall(), other, landing].into_iter().flatten();
        let left = mv.man().and_then(ManMove::left_behind).map(|(kind, _)| kind);
        let mut kinds = [mv.drop_move().map(|drop| drop.kind), left].into_iter().flatten();
        squares.all(|square| variant.board.contains(square))
            && kinds.all(|kind| kind.index() < variant.kinds.len())
            && mv.piece().is_none_or(|piece| usize::from(piece.number()) < pieces)
    }
}

/// Games are equal if they are compiled from equal variants: then the numbers of squares, pieces and kinds are the same.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || self.variant() == other.variant()
    }
}

impl Eq for Game {}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.variant();
        write!(f, "Game({:?}, {}x{})", variant.title, variant.board.files(), variant.board.ranks())
    }
}

/// Requires every man of every setup to be in a state of its kind.
fn check_placed_men(variant: &Variant, infos: &[PieceInfo]) -> Result<(), CompileError> {
    let unknown = variant.setups.iter().enumerate().flat_map(|(index, setup)| {
        let has_unknown_state = |man: &PlacedMan| find_piece(infos, man.side, man.kind.0, &man.state).is_none();
        let men = setup.men.iter().enumerate().filter(move |(_, man)| has_unknown_state(man));
        men.map(move |(number, _)| unknown_state(index, number))
    });
    let errors: Vec<ModelError> = unknown.collect();
    if errors.is_empty() { Ok(()) } else { Err(CompileError::Invalid(InvalidModel(errors))) }
}

/// Lists the pieces of a variant, sorted by side, kind, mode and facings. Entry 0 is no piece.
fn list_pieces(variant: &Variant) -> Result<Vec<PieceInfo>, CompileError> {
    let mut found: usize = 0;
    // Both sides have the same number of states.
    let mut states: Vec<Vec<ManState>> = Vec::new();
    for kind in &variant.kinds {
        let of_kind = kind.states(Side::White, variant.black);
        found = found.saturating_add(of_kind.len() * Side::ALL.iter().filter(|&&side| kind.sides[side]).count());
        states.extend((found <= Kind::MAX_STATES).then_some(of_kind));
    }
    if found > Kind::MAX_STATES {
        return Err(CompileError::TooManyStates { found, max: Kind::MAX_STATES });
    }
    let nothing = PieceInfo { side: Side::White, kind: KindId(0), state: ManState::default() };
    let mut infos = vec![nothing];
    for side in Side::ALL {
        for ((kind, data), white) in variant.kinds().zip(&mut states).filter(|((_, kind), _)| kind.sides[side]) {
            let states = match side {
                Side::White => std::mem::take(white),
                Side::Black => data.states(side, variant.black),
            };
            infos.extend(states.into_iter().map(|state| PieceInfo { side, kind, state }));
        }
    }
    Ok(infos)
}

// Movements of single pieces, on boards that need not be positions of the game.

/// The targets of a piece from a square; see [`Game::reach`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reach {
    /// The squares where it may go if they are empty.
    pub moves: SquareSet,
    /// The squares where it may capture an enemy.
    pub captures: SquareSet,
}

impl Game {
    /// Targets of a piece on `from` by its own movement, including long steps, with `occupied` as blockers and hurdles.
    /// Royalty and side to move are ignored, and so is whether a target itself is occupied. Castling and captures en
    /// passant are left out; for a piece of another game the result is arbitrary.
    ///
    /// ```
    /// use weakfish::geometry::{Side, SquareSet};
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let square = |name: &str| game.variant().board.parse(name).unwrap();
    /// let pawn = game.start().piece_at(square("e2")).unwrap();
    /// let reach = game.reach(pawn, square("e2"), SquareSet::EMPTY);
    /// assert_eq!(reach.moves, [square("e3"), square("e4")].into_iter().collect());
    /// assert_eq!(reach.captures, [square("d3"), square("f3")].into_iter().collect());
    /// ```
    pub fn reach(&self, piece: Piece, from: Square, occupied: SquareSet) -> Reach {
        let board = self.variant().board;
        each_width!(&self.tables, tables => {
            let (men, slides) = (Bits::from_set(occupied), &tables.slides);
            let Some(piece) = tables.pieces.get(usize::from(piece.number())).filter(|_| board.contains(from)) else {
                return Reach { moves: SquareSet::EMPTY, captures: SquareSet::EMPTY };
            };
            let mut moves = piece.moves.targets(slides, from, men, || PathMen::all(men));
            let captures = piece.captures().targets(slides, from, men, || PathMen::all(men));
            for step in piece.long_steps.iter().filter(|step| step.from.contains(from)) {
                let leaps = step.squares(board, from).take_while(|&square| !men.contains(square));
                let ends = leaps.enumerate().filter(|(index, _)| (step.min..=step.max).contains(&(*index as u8 + 1)));
                ends.for_each(|(_, square)| moves.insert(square));
            }
            let moves = piece.masked(from, moves, Bits::EMPTY);
            let open = if piece.has_effects { !piece.barred_on } else { !(piece.immobile_on | piece.barred_on) };
            Reach { moves: (moves & open).to_set(), captures: (captures & open).to_set() }
        })
    }

    /// Targets of a piece on `from` over all positions: by its own movement, past and over any men, by long steps, first moves,
    /// captures en passant, finishing moves, and moves that others relay to it. Squares where it must promote are among them.
    /// Castling is left out; for a piece of another game the result is arbitrary.
    ///
    /// ```
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("xiangqi").unwrap(), &BuiltIns).unwrap();
    /// let square = |name: &str| game.variant().board.parse(name).unwrap();
    /// let cannon = game.start().piece_at(square("b3")).unwrap();
    /// let reach = game.possible_reach(cannon, square("b3"));
    /// assert!(reach.moves.contains(square("b10")) && reach.captures.contains(square("b10")));
    /// ```
    pub fn possible_reach(&self, piece: Piece, from: Square) -> Reach {
        let board = self.variant().board;
        each_width!(&self.tables, tables => {
            let slides = &tables.slides;
            let Some(piece) = tables.pieces.get(usize::from(piece.number())).filter(|_| board.contains(from)) else {
                return Reach { moves: SquareSet::EMPTY, captures: SquareSet::EMPTY };
            };
            if self.variant().rules.finishing_move.is_some() {
                let all = board.squares().collect();
                return Reach { moves: all, captures: all };
            }
            let mut moves = piece.moves.possible_targets(slides, from) | piece.long_step_ends(board, from);
            let mut captures = piece.captures().possible_targets(slides, from);
            if let Some(first) = &piece.first_move {
                moves |= first.moves.possible_targets(slides, from);
            }
            if let Some(en_passant) = piece.en_passant.table(piece.captures()) {
                captures |= en_passant.possible_targets(slides, from);
            }
            let relays = tables.relays.iter().filter(|relay| relay.side == piece.side && relay.to.contains(&piece.group));
            for relayed in relays.flat_map(|relay| tables.pieces.iter().filter(|other| other.group == relay.group)) {
                moves |= relayed.moves.possible_targets(slides, from);
                captures |= relayed.captures().possible_targets(slides, from);
            }
            let moves = piece.masked(from, moves, Bits::EMPTY);
            Reach { moves: moves.to_set(), captures: piece.masked(from, captures, Bits::ALL).to_set() }
        })
    }

    /// The pieces that a piece can become by a stationary move: by turning, flipping or becoming another man on its square.
    pub fn turns(&self, piece: Piece) -> impl Iterator<Item = Piece> {
        let turned = each_width!(&self.tables, tables => {
            tables.pieces.get(usize::from(piece.number())).map_or(&[][..], |piece| &piece.stationary)
        });
        turned.iter().copied().filter_map(Piece::new)
    }

    /// Returns the pieces that a piece can become by effects of a move by its own movement, with or without a capture,
    /// without promotions. It is the piece itself if no effect changes it, or if the effect depends on the victim.
    /// `occupied` are blockers and hurdles.
    pub fn arrivals(&self, piece: Piece, from: Square, to: Square, captures: bool, occupied: SquareSet) -> Vec<Piece> {
        let after = each_width!(&self.tables, tables => {
            let men = Bits::from_set(occupied);
            tables.pieces.get(usize::from(piece.number())).and_then(|table| {
                let victim = if captures { Victim::Any } else { Victim::Nobody };
                table.after_move(to, victim, |part| {
                    part.table(captures).targets(&tables.slides, from, men, || PathMen::all(men)).contains(to)
                })
            })
        });
        after.map_or_else(|| vec![piece], |after| after.iter().copied().filter_map(Piece::new).collect())
    }
}
