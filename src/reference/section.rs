//! The parts of the language.

use std::fmt;

/// A part of the language, whose constructs stand in the same places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Section {
    /// Whole files: comments, names, inheritance.
    File,
    /// The title and the facts under it.
    Facts,
    /// Lines of men.
    Men,
    /// Properties of men.
    Properties,
    /// Regions, and ways to name squares.
    Regions,
    /// Setups, and changes of them.
    Setups,
    /// Rules.
    Rules,
    /// Conditions under which the game ends.
    Endings,
    /// The results of such a condition.
    Results,
    /// The side to move for which a condition counts.
    Turn,
    /// Lines of tests.
    Tests,
    /// Betza notation: which leap.
    Atoms,
    /// Betza notation: how often it is repeated.
    Ranges,
    /// Betza notation: small letters before an atom.
    Modifiers,
    /// Betza notation: several leaps one after another.
    Paths,
}

impl Section {
    /// All of them, in the order of the book.
    pub const ALL: [Self; 15] = [
        Self::File,
        Self::Facts,
        Self::Men,
        Self::Properties,
        Self::Regions,
        Self::Setups,
        Self::Rules,
        Self::Endings,
        Self::Results,
        Self::Turn,
        Self::Tests,
        Self::Atoms,
        Self::Ranges,
        Self::Modifiers,
        Self::Paths,
    ];

    /// Its title: `properties of men`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "the shape of a file",
            Self::Facts => "title and facts",
            Self::Men => "men",
            Self::Properties => "properties of men",
            Self::Regions => "regions",
            Self::Setups => "setups",
            Self::Rules => "rules",
            Self::Endings => "endings",
            Self::Results => "results of endings",
            Self::Turn => "who is to move in an ending",
            Self::Tests => "tests",
            Self::Atoms => "Betza notation, atoms",
            Self::Ranges => "Betza notation, ranges",
            Self::Modifiers => "Betza notation, modifiers",
            Self::Paths => "Betza notation, paths",
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}
