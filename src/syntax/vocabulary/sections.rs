//! The sections and their headings.

use super::super::ast::Section;
use super::lines::{ALL_MEN, CHANGED_SETUP, ConditionName, FACING, FactName, MAN, REGION, RuleName, TestLineName};
use super::{Construct, Form, Place, construct};
use crate::diagnostic::Code;
use weakfish_grammar::variant::Rule;

/// The words of a section.
pub(in super::super) struct SectionWords {
    /// Its heading, whose first word determines the section.
    pub(in super::super) heading: Construct,
    /// The heading, with `…` or `NAME` for what varies.
    pub(in super::super) heading_form: &'static str,
    /// The name of its lines.
    pub(in super::super) line: &'static str,
    /// One of its lines, as an example.
    pub(in super::super) example: &'static str,
    /// The rule that reads the words before the colon of its lines.
    pub(in super::super) key: Rule,
    /// The beginnings of these words; empty if those are the words of its lines.
    pub(in super::super) begins: &'static [&'static str],
    /// Whether these words show that a line belongs to this section. They don't if users may choose any words.
    pub(in super::super) key_tells: bool,
    /// Its lines with words of the language before the colon.
    pub(in super::super) lines: &'static [Construct],
    /// Its lines with words of the user's own before the colon.
    pub(in super::super) named_lines: &'static [Construct],
    /// The code for a line that it doesn't have; `None` where any word may begin a line.
    pub(in super::super) unknown: Option<Code>,
}

impl SectionWords {
    /// All its lines.
    pub(in super::super) fn lines(&self) -> impl Iterator<Item = &'static Construct> {
        self.named_lines.iter().chain(self.lines)
    }

    /// The words that its lines can begin with, without names that users choose.
    pub(in super::super) fn keys(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.lines.iter().map(|line| line.words)
    }
}

/// The first line of a definition, which names the edition of the language.
pub(in super::super) static EDITION: Construct = construct! {
    Place::Heading;
    edition "weakfish 1" {
        "weakfish 1",
    }
};

/// The word that begins that line.
pub(in super::super) const EDITION_WORD: &str = "weakfish";

/// All sections, in the order of the enum.
static SECTIONS: [(Section, SectionWords); Section::ALL.len()] = [
    (
        Section::Facts,
        SectionWords {
            heading: construct!(Place::Heading; title "game" {
                "game \"My Own Chess\" extends NAME" | "game \"My Own Chess\" extends \"base.variant\"",
            }),
            heading_form: "game \"…\"",
            line: "fact",
            example: "board: 8x8",
            key: Rule::fact_key,
            begins: &[],
            key_tells: true,
            lines: FactName::CONSTRUCTS,
            named_lines: &[],
            unknown: Some(Code::VariantNoSuchFact),
        },
    ),
    (
        Section::Men,
        SectionWords {
            heading: construct!(Place::Heading; men_heading "men" { "men", }),
            heading_form: "men",
            line: "man",
            example: "K king: K, royal",
            key: Rule::man_key,
            begins: &["a man such as `K`", "`all men`", "`white`", "`black`"],
            key_tells: true,
            lines: &[ALL_MEN],
            named_lines: &[MAN],
            unknown: Some(Code::VariantNoSuchMan),
        },
    ),
    (
        Section::Regions,
        SectionWords {
            heading: construct!(Place::Heading; regions_heading "regions" {
                "regions",
            }),
            heading_form: "regions",
            line: "region",
            example: "hill: d4 to e5",
            key: Rule::region_key,
            begins: &["a name in small letters", "`white`", "`black`"],
            key_tells: false,
            lines: &[],
            named_lines: &[REGION],
            unknown: None,
        },
    ),
    (
        Section::Setup,
        SectionWords {
            heading: construct!(Place::Heading; setup_heading "setup" {
                "setup standard",
            }),
            heading_form: "setup NAME",
            line: "line of a setup",
            example: "facing: right half mirrored",
            key: Rule::setup_line_key,
            begins: &[],
            key_tells: true,
            lines: &[FACING],
            named_lines: &[CHANGED_SETUP],
            unknown: Some(Code::VariantNoSuchSetupLine),
        },
    ),
    (
        Section::Rules,
        SectionWords {
            heading: construct!(Place::Heading; rules_heading "rules" { "rules", }),
            heading_form: "rules",
            line: "rule",
            example: "castling: none",
            key: Rule::rule_key,
            begins: &[],
            key_tells: true,
            lines: RuleName::CONSTRUCTS,
            named_lines: &[],
            unknown: Some(Code::VariantNoSuchRule),
        },
    ),
    (
        Section::Endings,
        SectionWords {
            heading: construct!(Place::Heading; endings_heading "endings" {
                "endings",
            }),
            heading_form: "endings",
            line: "ending",
            example: "stalemate: draw",
            key: Rule::ending_key,
            begins: &["a condition such as `checkmate`", "`the rest`", "`white`", "`black`"],
            key_tells: true,
            lines: ConditionName::CONSTRUCTS,
            named_lines: &[],
            unknown: Some(Code::VariantNoSuchEnding),
        },
    ),
    (
        Section::Test,
        SectionWords {
            heading: construct!(Place::Heading; test_heading "test" {
                "test \"the shortest mate\"",
            }),
            heading_form: "test \"…\"",
            line: "line of a test",
            example: "play: 1. e2-e4",
            key: Rule::test_key,
            begins: &[],
            key_tells: true,
            lines: TestLineName::CONSTRUCTS,
            named_lines: &[],
            unknown: Some(Code::VariantNoSuchTestLine),
        },
    ),
];

// The table is in the order of the enum.
const _: () = {
    let mut at = 0;
    while at < SECTIONS.len() {
        assert!(SECTIONS[at].0 as usize == at);
        at += 1;
    }
};

impl Section {
    /// All of them.
    pub(crate) const ALL: [Self; 7] =
        [Self::Facts, Self::Men, Self::Regions, Self::Setup, Self::Rules, Self::Endings, Self::Test];

    /// Its words.
    pub(in super::super) fn words(self) -> &'static SectionWords {
        &SECTIONS[self as usize].1
    }
}
