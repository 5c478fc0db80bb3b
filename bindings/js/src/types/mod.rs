//! What goes over the border, as JavaScript sees it. The declarations for TypeScript are made from these types.
//!
//! Places are counted in words of UTF-16, as JavaScript counts. Squares are their names.

mod definition;
mod editing;
mod game;
mod position;
mod search;
mod tools;

pub use definition::{Checked, Definition, Diagnostic, Edit, Edits, Label, Mend, PositionRef};
pub use editing::{Completion, Completions, Hover, Outline, OutlineItem, Place, Places, Token, Tokens};
pub use game::{BuiltIn, BuiltIns, Capabilities, Drawings, Facing, Man, Mode, Region, Setup, Sheet, SideName, State};
pub use position::{
    Arranged, Board, BoardMan, Claim, Counter, Last, MoveKind, MoveView, Outcome, Placed, SeriesView, View,
};
pub use search::{Found, Limits, Line, Progress, Score, SearchClock};
pub use tools::{
    Divided, Ended, Import, Imported, Perft, Problem, RecordFormat, Replayed, Tags, TestResult, TestResults,
};
