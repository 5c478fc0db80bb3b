//! Results of games as text.

use weakfish::geometry::Side;

/// Result of a game.
pub(crate) const fn result_text(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    }
}
