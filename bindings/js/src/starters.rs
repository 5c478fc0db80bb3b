//! Definitions to start from.

use weakfish::BuiltIns;
use weakfish::builtin;
use weakfish::starter::{self, Title};

use crate::refusal::Refusal;

/// The text of a new game: one that changes a built-in game, one made from a position, or one with a man that turns.
pub fn create(title: &str, game: Option<&str>, fen: Option<&str>) -> Result<String, Refusal> {
    let title = Title::new(title).map_err(|mistake| Refusal::new(mistake.message))?;
    // Without the name of a file the text says nothing of commands, which nobody can give here.
    match (game, fen) {
        (Some(name), _) => {
            let none = || Refusal::new(format!("there is no built-in game `{name}`"));
            let base = builtin::source(name).ok_or_else(none)?;
            Ok(starter::from_game(&title, None, name, &base, &BuiltIns)?)
        }
        (None, Some(fen)) => Ok(starter::from_position(&title, None, fen)?),
        (None, None) => Ok(starter::plain(&title, None)),
    }
}
