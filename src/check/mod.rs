//! Checks definitions: names, numbers and contradictions; one run reports every mistake of a text.
//!
//! The lines of a text are merged with those of the game it extends, and all of them are then checked together:
//! inherited lines apply to the game's own board and men. Passes make the parts of the model one after another, each
//! from lines and from the results of earlier passes. The checker reads no files: the caller provides other texts
//! through a [`Resolver`].
//!
//! Read in this order:
//!
//! 1. `load`: from a text to a game, with the texts that it extends; warnings that the text silences.
//! 2. `lines`: lines in force, inherited or the text's own, and how they are merged.
//! 3. `report`: errors and uses of symbols, gathered by all passes; unreadable lines, whose men are not reported as
//!    unknown.
//! 4. `game`: the passes in order: `regions` (with the facts), `names`, `men` (with their `properties` and `effects`),
//!    `setups`, `rules`, `endings`. Then the lints that play the compiled game, and the symbols for editors.
//! 5. `replaced`: what the game's own lines replace.
//! 6. `findings`: lints of the model, reported at the lines that made it.

mod drawings;
mod drops;
mod effects;
mod endings;
mod figures;
mod findings;
mod game;
mod idle_hands;
mod idle_men;
mod letters;
mod line_reader;
mod lines;
mod load;
mod lost_options;
mod men;
mod names;
mod other_readings;
mod properties;
mod regions;
mod replaced;
mod report;
mod rules;
mod setups;
mod shuffles;
mod walls;

pub(crate) use game::{CheckLevel, TestMeanings};
pub use game::{Symbol, SymbolKind, Symbols};
pub(crate) use load::check;
pub use load::{BaseError, Checked, Checker, Refused, Resolver, Texts};
pub(crate) use replaced::{Replaced, ReplacedLine};
pub use report::{FileId, Place};
pub(crate) use setups::DrawnPosition;
