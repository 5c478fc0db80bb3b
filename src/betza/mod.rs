//! Betza notation, which writes the movement of one man as a word: `fmWfcF` is the pawn's.
//!
//! [`movement`] reads a text. `parse` makes its tree, `resolve` turns the tree into patterns with the meaning of every
//! letter, and `read` turns the patterns into paths of the [model](crate::model). The [`Form`] of a text is its
//! patterns, and prints as the canonical spelling.
//!
//! [`describe`] puts a movement into words, [`diagram`()] draws it, and [`targets`()] lists its squares.
//!
//! Nothing here depends on variants, so movements can be read and drawn without a game.
//!
//! ```
//! use weakfish::betza;
//!
//! let (gryphon, _) = betza::movement("[F?R]");
//! let gryphon = gryphon.unwrap();
//! println!("{}", betza::diagram(&gryphon));
//! assert_eq!(
//!     betza::describe(&gryphon),
//!     ["one square diagonally, then any number of squares outward at 45°, or only the first part of that"]
//! );
//! ```

mod describe;
mod diagram;
mod drawn;
mod form;
mod legs;
mod parse;
mod read;
mod resolve;
mod survey;
mod token_errors;
mod tree;

pub use describe::describe;
pub use diagram::{diagram, diagram_on};
pub use drawn::{DrawnLeap, spell_drawn};
pub use form::{Form, aim_letters};
pub use read::{form, movement, terms};
pub(crate) use survey::{MoveCondition, Offset, Survey, ends_in_words};
pub use survey::{Targets, targets};
