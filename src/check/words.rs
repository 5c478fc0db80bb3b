//! Lines in the words of the language, for messages.

use crate::geometry::{PerSide, Side};
use crate::prose;
use crate::syntax::variant::ast::{FactName, RuleLine, RuleName};

/// The word before the colon of a fact.
pub(super) fn fact(name: FactName) -> &'static str {
    match name {
        FactName::Inventor => "inventor",
        FactName::Year => "year",
        FactName::Source => "source",
        FactName::About => "about",
        FactName::Board => "board",
        FactName::First => "first",
        FactName::Black => "black",
    }
}

/// The words before the colon of a rule, its side left out.
pub(super) fn rule(line: &RuleLine) -> String {
    let name = rule_name(line.name.value);
    match &line.man {
        Some(man) => format!("{name} {}", man.value),
        None => name.to_owned(),
    }
}

/// The name of a rule.
pub(super) fn rule_name(name: RuleName) -> &'static str {
    match name {
        RuleName::Castling => "castling",
        RuleName::LongStep => "long step of",
        RuleName::Promotion => "promotion of",
        RuleName::Progress => "progress",
        RuleName::Series => "series",
        RuleName::SeriesEnds => "series ends",
        RuleName::StuckInSeries => "stuck in a series",
        RuleName::MustMove => "must move",
        RuleName::Repetition => "repetition",
        RuleName::Grid => "grid",
        RuleName::Opposition => "opposition",
        RuleName::FinishingMove => "finishing move",
        RuleName::Capture => "capture",
        RuleName::Passing => "passing",
    }
}

/// `White`, `Black` or `neither side`, `both sides`.
pub(super) fn sides(sides: PerSide<bool>) -> &'static str {
    match (sides.white, sides.black) {
        (true, true) => "both sides",
        (true, false) => "White",
        (false, true) => "Black",
        (false, false) => "neither side",
    }
}

/// A symbol as it is drawn for a side.
pub(super) fn drawn(side: Side, symbol: &str) -> String {
    match side {
        Side::White => symbol.to_owned(),
        Side::Black => symbol.to_lowercase(),
    }
}

/// Several things as `a, b or c`, each in backquotes.
pub(super) fn one_of<T: AsRef<str>>(things: &[T]) -> String {
    prose::any_of(prose::quoted(things))
}

/// Several things as `a, b and c`, each in backquotes.
pub(super) fn all_of<T: AsRef<str>>(things: &[T]) -> String {
    prose::all_of(prose::quoted(things))
}
