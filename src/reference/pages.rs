//! The pages of the reference, as they stand under `docs/reference`.

use super::section::Section;

/// A page: its path from `docs`, and its text.
pub(super) type Page = (&'static str, &'static str);

macro_rules! pages {
    ($($name:literal)*) => {
        &[$((
            concat!("reference/", $name, ".md"),
            include_str!(concat!("../../docs/reference/", $name, ".md")),
        )),*]
    };
}

/// The pages of each section, in the order of the book.
pub(super) const PAGES: &[(Section, &[Page])] = &[
    (Section::File, pages! { "file" "inheritance" "absent" }),
    (Section::Facts, pages! { "facts" }),
    (Section::Men, pages! { "men" }),
    (
        Section::Properties,
        pages! { "properties/royal" "properties/turns" "properties/may-turn" "properties/one-direction-at-a-time" "properties/flips" "properties/stays-in" "properties/in" "properties/along-lines" "properties/captured-only-by" "properties/captures-only" "properties/never-captures" "properties/hops-only-over" "properties/never-hops-over" "properties/first-move" "properties/instead-of" },
    ),
    (Section::Regions, pages! { "regions" }),
    (Section::Setups, pages! { "setups" }),
    (
        Section::Rules,
        pages! { "rules" "rules/castling" "rules/long-step" "rules/en-passant" "rules/promotion" "rules/progress" "rules/series" "rules/series-ends" "rules/stuck-in-a-series" "rules/must-move" "rules/repetition" "rules/grid" "rules/opposition" "rules/finishing-move" "rules/capture" "rules/passing" "rules/immobility" "rules/check" "rules/check-evasion" "rules/own-check" "rules/points" "rules/counting-when-bared" "rules/counting" },
    ),
    (
        Section::Endings,
        pages! { "endings" "endings/checkmate" "endings/stalemate" "endings/opponent-bared" "endings/bared" "endings/moves-without-progress" "endings/position" "endings/only" "endings/on" "endings/fewer-than" "endings/in-a-row" "endings/both-pass" "endings/opposition-accepted" "endings/counted-out" "endings/without" "endings/without-men" "endings/checks-given" "endings/the-rest" },
    ),
    (Section::Results, pages! { "endings/results" }),
    (Section::Turn, pages! { "endings/to-move" }),
    (Section::Tests, pages! { "tests" }),
    (Section::Atoms, pages! { "betza" "betza/atoms" }),
    (Section::Ranges, pages! { "betza/ranges" }),
    (Section::Modifiers, pages! { "betza/modifiers" }),
    (Section::Paths, pages! { "betza/paths" }),
];
