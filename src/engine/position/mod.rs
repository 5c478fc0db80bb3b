//! A position as programs use it: this file plays, `men.rs` looks at the board, `status.rs` at everything else, `counters.rs`
//! has the counts with their limits, and `search.rs` has what only searches ask.

/// Declares methods of [`Position`] that ask its core, of whatever width.
macro_rules! accessors {
    ($(
        $(#[$attribute:meta])*
        fn $name:ident($($argument:ident: $type:ty)?) -> $result:ty = |$core:ident| $value:expr;
    )*) => {
        impl Position {
            $($(#[$attribute])*
            pub fn $name(&self, $($argument: $type)?) -> $result {
                $crate::engine::width::each_width!(&self.core, $core => $value)
            })*
        }
    };
}

mod counters;
mod men;
mod search;
mod status;

pub use counters::Counter;

use super::core::Core;
use super::width::{AnyCore, each_width};
use super::{Arrangement, CastlingRights, Claim, Game, IllegalMove, Move, Outcome, Piece};

/// A position of a game, with the history that its rules depend on.
///
/// A program that searches keeps one position, and makes and unmakes moves on it:
///
/// ```
/// use weakfish::engine::{MoveList, Position};
/// use weakfish::{BuiltIns, builtin, load};
///
/// /// The number of sequences of as many plies as there are lists.
/// fn count(position: &mut Position, lists: &mut [MoveList]) -> u64 {
///     let Some((list, rest)) = lists.split_first_mut() else { return 1 };
///     position.legal_moves().list_into(list);
///     let mut nodes = 0;
///     for mv in &*list {
///         let undo = position.make(mv);
///         nodes += count(position, rest);
///         position.unmake(undo);
///     }
///     nodes
/// }
///
/// let mut position = load(&builtin::source("demichess").unwrap(), &BuiltIns).unwrap().start();
/// assert_eq!(count(&mut position, &mut vec![MoveList::new(); 3]), position.perft(3));
/// ```
#[derive(Clone)]
pub struct Position {
    game: Game,
    core: AnyCore,
}

/// Undo information of a move; see [`Position::make`].
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

    /// Tests whether a move is legal and the game is not over.
    ///
    /// # Errors
    ///
    /// The reason why it is not.
    pub fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        each_width!(&self.core, core => {
            let legal = core.is_legal(mv);
            let verdict = if legal { core.verdict_if_mobile() } else { core.verdict() };
            match verdict {
                Some(verdict) => Err(IllegalMove::GameOver(core.outcome(verdict))),
                None if legal => Ok(()),
                None => Err(core.refusal(mv)),
            }
        })
    }

    /// Validates a move from outside and makes it for good: it must be legal and the game not over. Earlier moves can
    /// then no longer be taken back.
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

    /// Makes a null move, as searches do to detect threats: the turn passes, and no man moves. No counter advances, and
    /// no earlier position can be repeated.
    ///
    /// The result is `None`, and no move is made, where the rules have no place for one: in check, in games with
    /// series, and when an ending has decided the game although moves are left. Where a player must move, even to its
    /// loss, what is concluded from a null move can be wrong.
    pub fn make_null(&mut self) -> Option<Undo> {
        each_width!(&mut self.core, core => {
            let made = core.moves_made();
            core.make_null().then_some(Undo { made })
        })
    }

    /// Takes back a move, and all moves made after it.
    #[inline]
    #[allow(clippy::needless_pass_by_value, reason = "a move is taken back once")]
    pub fn unmake(&mut self, undo: Undo) {
        each_width!(&mut self.core, core => core.unmake_to(undo.made));
    }

    /// How the game has ended, if it has. Nothing is allocated.
    pub fn outcome(&self) -> Option<Outcome> {
        each_width!(&self.core, core => core.verdict().map(|verdict| core.outcome(verdict)))
    }

    /// The draws that the player to move can claim; none once the game is over.
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        each_width!(&self.core, core => {
            core.claims().into_iter().map(|index| Claim { reason: core.label(index) }).collect()
        })
    }
}
