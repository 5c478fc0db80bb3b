use super::{Arrangement, Game, Move, Piece};
use crate::geometry::{Side, Square};

/// A position of a game, with as much of its history as its rules look back to.
#[derive(Clone, Debug)]
pub struct Position {
    game: Game,
}

/// How a game ended, or stands by claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why: the label of the ending that holds.
    pub reason: String,
}

/// A draw that the player to move may claim, by the label of its ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The label.
    pub reason: String,
}

/// Why a move can't be played.
///
/// What follows is told in order: the first that holds is given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    GameOver(Outcome),
    /// No man of the player to move stands there.
    NoMan(Square),
    /// No rule lets the man make this move: it does not reach the square, in its facing or at all.
    Unreachable,
    /// The man could reach the square in its other mode.
    WrongMode,
    /// The man could reach the square if it faced otherwise.
    WrongFacing,
    /// The man could reach the square if nothing stood in its way.
    Blocked,
    /// A man of the same side stands there.
    OwnMan,
    /// The man may not capture what stands there.
    Uncapturable,
    /// It leaves a royal man attacked here.
    RoyalAttacked(Square),
    /// It brings back a position.
    Repetition,
    /// The player has made so many stationary moves in a row that this one must leave its square.
    MustMove,
    /// Two kinds would face each other: the watcher's square, and the watched one's.
    Opposition(Square, Square),
    /// The player could capture, and so must.
    CaptureCompulsory,
    /// A castling that its conditions forbid.
    Castling,
    /// The series may not end here.
    SeriesLength,
    /// The move would not end the game.
    NotFinishing,
}

impl Position {
    /// The game it belongs to.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is needed to set it up again; its history is not in it.
    pub fn arrangement(&self) -> Arrangement {
        todo!()
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        todo!()
    }

    /// What stands on a square.
    pub fn piece_at(&self, _square: Square) -> Option<Piece> {
        todo!()
    }

    /// Whether a royal man of the side to move is attacked.
    pub fn in_check(&self) -> bool {
        todo!()
    }

    /// The legal moves, in no particular order; none if the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        todo!()
    }

    /// Whether a move is legal, or why not.
    pub fn check_move(&self, _mv: Move) -> Result<(), IllegalMove> {
        todo!()
    }

    /// Plays a legal move; another one changes nothing and says why it can't be played.
    pub fn play(&mut self, _mv: Move) -> Result<(), IllegalMove> {
        todo!()
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        todo!()
    }

    /// The draws that the player to move may claim.
    pub fn claims(&self) -> Vec<Claim> {
        todo!()
    }

    /// The number of sequences of so many plies from here.
    pub fn perft(&self, _depth: u32) -> u64 {
        todo!()
    }

    /// The hash of men, states, side to move and rights, kept up move by move.
    pub fn hash(&self) -> u64 {
        todo!()
    }
}
