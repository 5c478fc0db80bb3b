//! Parts of a game that a table's values ignore: rules and endings that depend on earlier positions or on long counts.

use weakfish::engine::Game;
use weakfish::model::{Condition, Ending, GameResult};

/// A rule or an ending of a game that the values of a table ignore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Omission {
    /// Moves that repeat a position are illegal in the game.
    RepetitionIllegal,
    /// An ending by repetition, with its label.
    Repetition(String),
    /// An ending after this many plies without progress, with its label.
    Quiet {
        /// The plies; `None` if series are counted.
        plies: Option<u32>,
        /// The label.
        label: String,
        /// Whether it is only claimed.
        claimed: bool,
        /// Its place among the endings, if it draws; [`Tables::fits`](crate::Tables::fits) takes such endings.
        limit: Option<usize>,
    },
    /// Moves are counted while few men are left.
    MoveCount,
}

/// A rule or an ending that the values of a game's tables ignore.
pub(crate) fn find(game: &Game) -> Vec<Omission> {
    let mut found = Vec::new();
    if game.facts().repetition.illegal {
        found.push(Omission::RepetitionIllegal);
    }
    let endings = game.variant().endings.iter().enumerate();
    for (index, ending) in endings.filter(|(_, ending)| ending.condition.basis().is_past()) {
        let label = ending.label.clone();
        if matches!(ending.condition, Condition::Position { .. }) {
            found.push(Omission::Repetition(label));
        } else if ending.condition != Condition::CountedOut {
            found.push(Omission::Quiet {
                plies: ending.condition.quiet_plies(),
                label,
                claimed: ending.result == GameResult::DrawOnClaim,
                limit: limit_of(ending).map(|_| index),
            });
        }
    }
    if game.facts().counts.moves {
        found.push(Omission::MoveCount);
    }
    found
}

/// The plies without progress after which an ending draws; `None` if it does not.
pub(crate) fn limit_of(ending: &Ending) -> Option<u32> {
    let draws = matches!(ending.result, GameResult::Draw | GameResult::DrawOnClaim);
    ending.condition.quiet_plies().filter(|_| draws)
}
