//! Positions and moves with the sides exchanged.

use weakfish::engine::{Arrangement, CastlingPartners, DropMove, Game, ManMove, Move, MoveKind, Piece};
use weakfish::geometry::{Board, PerSide, Side, Square};
use weakfish::model::{ManState, PlacedMan, Symmetry, Variant};

/// Exchanges the sides of positions and moves.
pub struct Mirror {
    board: Board,
    symmetry: Symmetry,
}

impl Mirror {
    pub fn new(variant: &Variant) -> Self {
        Self { board: variant.board, symmetry: variant.black }
    }

    fn square(&self, square: Square) -> Square {
        match self.symmetry {
            Symmetry::MirrorsWhite => self.board.mirrored_in_ranks(square),
            Symmetry::RotatesWhite => self.board.rotated(square),
        }
    }

    fn state(&self, state: &ManState) -> ManState {
        let facings = state.facings.iter().map(|wind| match self.symmetry {
            Symmetry::MirrorsWhite => wind.mirrored_in_ranks(),
            Symmetry::RotatesWhite => wind.turned(4),
        });
        ManState { facings: facings.collect(), ..*state }
    }

    fn swapped<T: Clone>(sides: &PerSide<T>) -> PerSide<T> {
        PerSide::new(sides.black.clone(), sides.white.clone())
    }

    /// The arrangement with the sides exchanged.
    pub fn arrangement(&self, arrangement: &Arrangement, game: &Game) -> Arrangement {
        let man = |man: &PlacedMan| {
            let (square, side) = (self.square(man.square), !man.side);
            // Facings that are alike have one name, which need not be the mirror image of the other side's.
            let state = self.mirrored_state(game, side, man);
            PlacedMan { square, side, kind: man.kind, state }
        };
        let mut mirrored = arrangement.clone();
        mirrored.men = arrangement.men.iter().map(man).collect();
        mirrored.turn = !arrangement.turn;
        mirrored.hands = Self::swapped(&arrangement.hands);
        mirrored.castling = Self::swapped(&arrangement.castling);
        mirrored.castled = Self::swapped(&arrangement.castled);
        mirrored.partners = PerSide::from_fn(|side: Side| {
            let partners = arrangement.partners[!side];
            let square = |square: Option<Square>| square.map(|square| self.square(square));
            CastlingPartners { last_file: square(partners.last_file), first_file: square(partners.first_file) }
        });
        mirrored.walls = arrangement.walls.iter().map(|&square| self.square(square)).collect();
        mirrored.unmoved = arrangement.unmoved.iter().map(|&square| self.square(square)).collect();
        mirrored.once_a_game = arrangement.once_a_game.iter().map(|&square| self.square(square)).collect();
        mirrored.en_passant = arrangement.en_passant.iter().map(|&square| self.square(square)).collect();
        mirrored.stationary_run = Self::swapped(&arrangement.stationary_run);
        mirrored.checks = Self::swapped(&arrangement.checks);
        mirrored.lapsed = Self::swapped(&arrangement.lapsed);
        mirrored
    }

    /// The other side's state in which a man moves as the mirror image of this one.
    fn mirrored_state(&self, game: &Game, side: Side, man: &PlacedMan) -> ManState {
        let kind = game.variant().kind(man.kind);
        let states = kind.states(side, self.symmetry);
        let as_is = self.state(&man.state);
        if states.contains(&as_is) {
            return as_is;
        }
        let movement = kind.movement(!side, self.symmetry, &man.state);
        let image = match self.symmetry {
            Symmetry::MirrorsWhite => movement.mirrored_in_ranks(),
            Symmetry::RotatesWhite => movement.turned(4),
        };
        let alike = |state: &&ManState| {
            (state.mode, state.promoted) == (man.state.mode, man.state.promoted)
                && kind.movement(side, self.symmetry, state) == image
        };
        states.iter().find(alike).unwrap_or(&as_is).clone()
    }

    /// The move with the sides exchanged.
    pub fn mv(&self, mv: Move, game: &Game) -> Move {
        let piece = |piece: Piece, square: Square| {
            let info = game.piece_info(piece);
            let man = PlacedMan { square, side: info.side, kind: info.kind, state: info.state.clone() };
            game.piece(!info.side, info.kind, &self.mirrored_state(game, !info.side, &man)).unwrap()
        };
        let mv = match mv {
            Move::Man(mv) => mv,
            Move::Drop(drop) => {
                return DropMove { to: self.square(drop.to), piece: piece(drop.piece, drop.to), ..drop }.into();
            }
            Move::Wall(square) => return Move::Wall(self.square(square)),
            other => return other,
        };
        let piece = piece(mv.piece, mv.to);
        let kind = match mv.kind {
            MoveKind::EnPassant { victim } => MoveKind::EnPassant { victim: self.square(victim) },
            MoveKind::Castling { partner_from, partner_to } => {
                MoveKind::Castling { partner_from: self.square(partner_from), partner_to: self.square(partner_to) }
            }
            MoveKind::KingLeaving { partner_from, partner_to } => {
                MoveKind::KingLeaving { partner_from: self.square(partner_from), partner_to: self.square(partner_to) }
            }
            MoveKind::PartnerLeaving { partner_from, partner_to } => MoveKind::PartnerLeaving {
                partner_from: self.square(partner_from),
                partner_to: self.square(partner_to),
            },
            other => other,
        };
        let mirrored = ManMove { mark: mv.mark, ..ManMove::new(self.square(mv.from), self.square(mv.to), piece, kind) };
        mv.wall().map_or(mirrored, |wall| mirrored.with_wall(self.square(wall))).into()
    }
}
