use super::core::Core;
use super::tables::right;
use super::width::{AnyCore, each_width};
use super::{Arrangement, CastlingRights, Claim, Game, IllegalMove, Move, Outcome, Perft, Piece};
use crate::geometry::{PerSide, Side, Square};
use crate::model::{PlacedMan, SetupId};

/// A position of a game, with as much of its history as its rules look back to.
#[derive(Clone, Debug)]
pub struct Position {
    game: Game,
    core: AnyCore,
}

impl Position {
    pub(super) fn new(game: Game, core: AnyCore) -> Self {
        Self { game, core }
    }

    pub(super) fn core(&self) -> &AnyCore {
        &self.core
    }

    /// The game it belongs to.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is needed to set it up again; its history is not in it.
    pub fn arrangement(&self) -> Arrangement {
        each_width!(&self.core, core => arrangement(core))
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        each_width!(&self.core, core => core.status.turn)
    }

    /// What stands on a square; nothing does on one that is not on the board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let on_board = self.game.variant().board.contains(square);
        on_board.then(|| each_width!(&self.core, core => core.men.at(square))).and_then(Piece::new)
    }

    /// Whether a royal man of the side to move is attacked.
    pub fn in_check(&self) -> bool {
        each_width!(&self.core, core => core.is_in_check(core.status.turn))
    }

    /// The legal moves, in no particular order; none if the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        each_width!(&self.core, core => core.legal_moves())
    }

    /// Whether a move is legal.
    ///
    /// # Errors
    ///
    /// Why it is not.
    pub fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        if let Some(outcome) = self.outcome() {
            return Err(IllegalMove::GameOver(outcome));
        }
        each_width!(&self.core, core => if core.is_legal(mv) { Ok(()) } else { Err(core.refusal(mv)) })
    }

    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// Why another move can't be played; it changes nothing.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_move(mv)?;
        each_width!(&mut self.core, core => {
            core.make(mv);
        });
        Ok(())
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let verdict = each_width!(&self.core, core => core.verdict())?;
        Some(Outcome { winner: verdict.winner, reason: self.game.variant().endings[verdict.ending].label.clone() })
    }

    /// The draws that the player to move may claim; none once the game is over.
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let endings = &self.game.variant().endings;
        let claims = each_width!(&self.core, core => core.claims());
        claims.into_iter().map(|index| Claim { reason: endings[index].label.clone() }).collect()
    }

    /// The number of sequences of so many plies from here; [`Perft`] counts them in other ways too.
    pub fn perft(&self, depth: u32) -> u64 {
        Perft::new(depth).count(self)
    }

    /// The perft after each legal move; none at depth 0.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        Perft::new(depth).divide(self)
    }

    /// The hash of men, states, side to move and rights, kept up move by move.
    pub fn hash(&self) -> u64 {
        each_width!(&self.core, core => core.status.key)
    }
}

fn arrangement<const W: usize>(core: &Core<W>) -> Arrangement {
    let status = &core.status;
    let man = |square: Square| {
        let info = &core.tables.infos[usize::from(core.men.at(square))];
        PlacedMan { square, side: info.side, kind: info.kind, state: info.state.clone() }
    };
    Arrangement {
        setup: SetupId(core.setup as u8),
        men: core.men.all().iter().map(man).collect(),
        turn: status.turn,
        castling: PerSide::from_fn(|side| CastlingRights {
            last_file: status.rights & right(side, 1) != 0,
            first_file: status.rights & right(side, 0) != 0,
        }),
        en_passant: status.en_passant.iter().collect(),
        halfmove: status.halfmove,
        fullmove: status.fullmove,
        stationary_run: status.stationary_run,
        last_series: status.last_series,
        series: status.series,
        quiet_series: status.quiet_series,
        checks: status.checks,
    }
}
