use super::core::Core;
use super::tables::right;
use super::width::{AnyCore, each_width};
use super::{Arrangement, CastlingRights, Claim, Game, IllegalMove, LegalMoves, Move, Outcome, Perft, Piece};
use crate::geometry::{PerSide, Side, Square};
use crate::model::{PlacedMan, SetupId};

/// A position of a game, with the history that its rules depend on.
#[derive(Clone, Debug)]
pub struct Position {
    game: Game,
    core: AnyCore,
}

/// What is needed to take a move back; see [`Position::make`].
#[derive(Debug)]
pub struct Undo {
    /// The number of moves made before it.
    made: usize,
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

    /// Everything that is needed to set it up again, except the history.
    pub fn arrangement(&self) -> Arrangement {
        each_width!(&self.core, core => arrangement(core))
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        each_width!(&self.core, core => core.status.turn)
    }

    /// The piece on a square; `None` if it is empty or not on the board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let on_board = self.game.variant().board.contains(square);
        on_board.then(|| each_width!(&self.core, core => core.men.piece(square))).flatten()
    }

    /// Whether a royal man of the side to move is attacked.
    pub fn in_check(&self) -> bool {
        each_width!(&self.core, core => core.is_in_check(core.status.turn))
    }

    /// The legal moves.
    ///
    /// There are none once a player has won. After a draw they remain; [`Position::outcome`] reports it.
    pub fn legal_moves(&self) -> LegalMoves<'_> {
        LegalMoves::new(self)
    }

    /// Tests whether a move is legal.
    ///
    /// # Errors
    ///
    /// The reason why it is not.
    pub fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        if let Some(outcome) = self.outcome() {
            return Err(IllegalMove::GameOver(outcome));
        }
        each_width!(&self.core, core => if core.is_legal(mv) { Ok(()) } else { Err(core.refusal(mv)) })
    }

    /// Whether a move captures a man, en passant or otherwise.
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured_square(mv).is_some()
    }

    /// The square of the man that a move captures. Except for captures en passant this is the square where the move
    /// ends.
    pub fn captured_square(&self, mv: Move) -> Option<Square> {
        each_width!(&self.core, core => core.captured(mv))
    }

    /// Plays a legal move. Moves made before it can then no longer be taken back.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal. The position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_move(mv)?;
        each_width!(&mut self.core, core => {
            core.make(mv);
            core.forget();
        });
        Ok(())
    }

    /// Makes a legal move without checking it.
    ///
    /// An illegal move leads to an unspecified position, but it does not panic, and [`Position::unmake`] takes it back.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        each_width!(&mut self.core, core => {
            let made = core.moves_made();
            core.make(mv);
            Undo { made }
        })
    }

    /// Takes back a move, and all moves made after it.
    #[inline]
    #[allow(clippy::needless_pass_by_value, reason = "a move is taken back once")]
    pub fn unmake(&mut self, undo: Undo) {
        each_width!(&mut self.core, core => core.unmake_to(undo.made));
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let verdict = each_width!(&self.core, core => core.verdict())?;
        Some(Outcome { winner: verdict.winner, reason: self.game.variant().endings[verdict.ending].label.clone() })
    }

    /// The draws that the player to move can claim; none once the game is over.
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let endings = &self.game.variant().endings;
        let claims = each_width!(&self.core, core => core.claims());
        claims.into_iter().map(|index| Claim { reason: endings[index].label.clone() }).collect()
    }

    /// The number of sequences of `depth` plies from here. [`Perft`] has options for counting.
    pub fn perft(&self, depth: u32) -> u64 {
        Perft::new(depth).count(self)
    }

    /// The number of sequences after each legal move; none at depth 0.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        Perft::new(depth).divide(self)
    }

    /// The hash of men, states, side to move, castling rights, squares where a capture en passant is legal, series and
    /// checks.
    ///
    /// Positions of one game that are repetitions of each other have the same hash.
    pub fn hash(&self) -> u64 {
        each_width!(&self.core, core => core.keys().all)
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
