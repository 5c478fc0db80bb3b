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

mod endings;
mod findings;
mod game;
mod lines;
mod load;
mod men;
mod names;
mod regions;
mod report;
mod rules;
mod setups;

pub(crate) use game::Depth;
pub use game::{Symbol, SymbolKind, Symbols};
pub use load::Checker;
pub use load::Texts;
pub(crate) use load::check;
pub use load::{BaseError, Checked, Refused, Resolver};
pub use report::{FileId, Place};
