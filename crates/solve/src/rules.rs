//! Conclusions that the rules of a game allow a solver.

use weakfish::geometry::Side;
use weakfish::model::{Condition, Ending, GameResult, Repetition, Variant};

use crate::error::Unsupported;

/// Refuses a game whose wins must be claimed.
pub(crate) fn refuse_claims(variant: &Variant) -> Result<(), Unsupported> {
    let claimed = |ending: &Ending| ending.on_claim;
    if variant.endings.iter().any(claimed) { Err(Unsupported::WinsOnClaim) } else { Ok(()) }
}

/// Refuses a game in which moves are illegal that repeat a position.
pub(crate) fn refuse_repetition(variant: &Variant) -> Result<(), Unsupported> {
    if variant.rules.repetition == Repetition::Illegal { Err(Unsupported::RepetitionIllegal) } else { Ok(()) }
}

/// Whether a side can win by checkmate only.
pub(crate) fn mates_only(variant: &Variant, winner: Side) -> bool {
    let may_win = |ending: &Ending| match ending.result {
        GameResult::Draw | GameResult::DrawOnClaim => false,
        GameResult::WhiteWins => winner == Side::White,
        GameResult::BlackWins => winner == Side::Black,
        GameResult::Wins | GameResult::Loses | GameResult::MoreMen | GameResult::FewerMen | GameResult::MorePoints => {
            true
        }
    };
    // The mated side loses, so that the winner has given check.
    variant
        .endings
        .iter()
        .filter(|ending| may_win(ending))
        .all(|ending| ending.condition == Condition::Checkmate && ending.result == GameResult::Loses && !ending.both)
}
