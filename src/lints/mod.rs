//! Lints: what is contradictory or useless in a model whose parts are all valid.
//!
//! A lint is a function from the model to [`Finding`]s. It works on any model, whether the checker made it or it was
//! read from JSON, and names the part of the model it is about. The checker reports findings at the lines
//! of the definition that made these parts.
//!
//! ```
//! use weakfish::{BuiltIns, builtin, lints, load};
//!
//! let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
//! let mut variant = game.variant().clone();
//! assert!(lints::all(&variant).is_empty());
//! variant.endings.clear();
//! let found = lints::all(&variant);
//! assert!(found.iter().any(|finding| finding.lint == lints::Lint::CannotLose && finding.path() == "setups[0]"));
//! ```

mod checks;
mod counting;
mod cycles;
mod endings;
mod finding;
mod item;
mod kinds;
mod lines;
mod material;
mod men;
mod promotions;
mod reach;
mod rules;
mod run;
mod stuck;
mod symmetry;
mod unreached;
mod view;

pub(crate) use finding::Blame;
pub use finding::{Finding, Lint};
pub(crate) use item::{KindItem, ModelItem, PromotionItem, RuleItem, Turning};
pub(crate) use kinds::idle_angles;
pub use run::all;
pub(crate) use run::{of_game, of_kind, of_play};
pub(crate) use view::{Known, View};
