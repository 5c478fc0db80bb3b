//! Checks definitions: names, numbers and contradictions; one run reports every mistake of a text.
//!
//! The lines of a text are merged with those of the game it extends, and all of them are then checked together, so
//! that inherited lines apply to the game's own board and men. Passes make the parts of the model one after another,
//! each from lines and from the results of earlier passes. The checker reads no files: the caller provides other texts
//! through a [`Resolver`].
//!
//! Read in this order:
//!
//! 1. `load`, `bases`: from a text to a game, with the texts that it extends (`texts`, `checked`).
//! 2. `lines`, `merge`: lines in force, inherited or the text's own.
//! 3. `report`, `place`, `symbols`: errors and uses of symbols, gathered by all passes; `losses`: unreadable lines, whose
//!    men are not reported as unknown.
//! 4. `game`: the passes in order. `facts`, `regions`, `names`, `men` (`properties`, `movements`, `turning`), `setups`,
//!    `rules` (`castling`, `long_steps`, `promotion`), `endings`, `tests`.
//! 5. `findings`: lints of the model, reported at the lines that made it. `beginning`: lints that play the compiled game.
//!    `allowed`: warnings that the text silences.

mod allowed;
mod bases;
mod beginning;
mod castling;
mod checked;
mod endings;
mod facts;
mod findings;
mod game;
mod lines;
mod load;
mod long_steps;
mod losses;
mod men;
mod merge;
mod movements;
mod names;
mod place;
mod promotion;
mod properties;
mod regions;
mod report;
mod rules;
mod setups;
mod symbols;
mod tests;
mod texts;
mod turning;
mod words;

pub use checked::{BaseError, Checked, Refused, Resolver};
pub(crate) use game::Depth;
pub use lines::FileId;
pub use load::Checker;
pub(crate) use load::check;
pub use place::Place;
pub use symbols::{Symbol, SymbolKind, Symbols};
pub use texts::Texts;
