//! Scores, distances and shares as text.

use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::model::Worth;
use weakfish::prose::counted;
use weakfish_player::search::Score;

/// Formats a score from White's view: `+0.35`, `1-0 in 3`, `0-1 in 12 plies`, `0.75-0.25 in 4`, `1-0` where the length of the
/// win is not known. Moves are counted where each turn has one.
pub(crate) fn format_score(game: &Game, score: Score, turn: Side) -> String {
    let score = if turn == Side::White { score } else { score.negated() };
    let result = |result: &str, plies: u16| match plies {
        0 => result.to_owned(),
        _ => format!("{result} in {}", mate_distance(game, plies)),
    };
    match score.end() {
        None if score == Score::Centipawns(0) => "0.00".to_owned(),
        None if score.sure_result() == Some(true) => result_text(Some(Side::White)).to_owned(),
        None if score.sure_result() == Some(false) => result_text(Some(Side::Black)).to_owned(),
        None => score.to_string(),
        Some((white, plies)) => {
            let [white, black] = [white, 100 - white].map(Worth::decimal);
            result(&format!("{white}-{black}"), plies)
        }
    }
}

/// Result of a game.
pub(crate) const fn result_text(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// Mate distance as text: moves of the winner, or plies where a turn has several moves.
pub(crate) fn mate_distance(game: &Game, plies: u16) -> String {
    let distance = Score::mate_distance(game, plies);
    if game.facts().series.any { counted(distance.into(), "ply") } else { distance.to_string() }
}
