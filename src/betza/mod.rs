//! Betza notation: how one man moves, in a word.
//!
//! A text becomes a tree (`parse`), the tree patterns in which every letter has its meaning (`resolve`), and the
//! patterns paths of the [model](crate::model) (`lower`). The [`Form`] of a text is its patterns; it prints as the
//! canonical spelling. What a movement does is said in words by [`describe`], drawn by [`diagram`()], and listed by
//! [`targets`()].
//!
//! Nothing here depends on variants: a movement can be read and drawn without a game.
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

mod ast;
mod describe;
mod diagram;
mod field;
mod form;
mod lower;
mod parse;
mod read;
mod resolve;
mod targets;

pub use describe::describe;
pub use diagram::diagram;
pub(crate) use diagram::diagram_on;
pub use form::Form;
pub use read::{form, movement};
pub use targets::{Targets, targets};
