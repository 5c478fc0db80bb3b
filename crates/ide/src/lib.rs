//! Editor features for definitions: hover, completion, go to definition, references, rename, outline, folding, inlay hints.
//!
//! Positions are byte offsets. The crate has no protocol and no files: a language server and a web page use the same
//! functions.
//!
//! ```
//! use weakfish_ide::{View, hover};
//! use weakfish::{BuiltIns, Source, check};
//!
//! let text = "game \"Short\" extends fide\nmen\n  R rook: W4\n";
//! let checked = check(&Source::new("short.variant", text), &BuiltIns);
//! let view = View::new(&checked);
//! let shown = hover(&view, text.find("W4").unwrap(), &BuiltIns).unwrap();
//! assert_eq!(&text[shown.span.range()], "W4");
//! assert!(shown.markdown.starts_with("`W4`: "));
//! ```

// The library is pure and total.
#![deny(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::exit,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm
)]

mod completion;
mod hints;
mod hover;
mod navigation;
mod outline;
mod rename;
mod view;

pub use completion::{Completion, CompletionKind, completions};
pub use hints::{Hint, Lens, LensKind, hints, lenses};
pub use hover::{Hover, facts, hover};
pub use navigation::{Location, definitions, references};
pub use outline::{Fold, FoldKind, Item, ItemKind, folds, outline};
pub use rename::{Renamable, prepare_rename, rename};
pub use view::View;
