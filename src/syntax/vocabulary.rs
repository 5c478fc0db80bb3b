//! The vocabulary: the sections of a definition with their lines, and every construct of the language.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::ast::{self, ConditionName, FactName, NamedConstruct, PropertyName, RuleName, TestLineName};
use super::ast::{ALL_MEN, CHANGED_SETUP, FACING, HAND, MAN, REGION, SHUFFLED};
use super::construct::{Construct, Section, Site, construct};
use crate::diagnostic::Code;
use crate::model::GameResult;
use weakfish_grammar::variant::{self as grammar, Rule};

/// The words of a section.
pub(super) struct SectionWords {
    section: Section,
    /// Its heading, whose first word determines the section.
    pub(super) heading: Construct,
    /// The heading, with `…` or `NAME` for variable parts.
    pub(super) heading_form: &'static str,
    /// The name of its lines.
    pub(super) line: &'static str,
    /// One of its lines, as an example.
    pub(super) example: &'static str,
    /// The rule that reads the words before the colon of its lines.
    pub(super) key: Rule,
    /// The rules of the beginnings of these words; empty if those are the words of its lines.
    pub(super) begins: &'static [Rule],
    /// Whether these words show that a line belongs to this section. They don't if users may choose any words.
    pub(super) key_identifies_section: bool,
    /// Its lines with words of the language before the colon.
    pub(super) lines: &'static [Construct],
    /// Its lines with words of the user's own before the colon.
    pub(super) named_lines: &'static [Construct],
    /// The code for a line that it doesn't have; `None` where any word may begin a line.
    pub(super) unknown: Option<Code>,
}

/// The first line of a definition, which names the edition of the language.
pub(super) static EDITION: Construct = construct! {
    Site::Heading;
    edition "weakfish 2"
};

/// All sections, in the order of the enum.
static SECTIONS: [SectionWords; Section::ALL.len()] = [
    SectionWords {
        section: Section::Facts,
        heading: construct!(Site::Heading; title "game" => "game \"My Own Chess\" extends NAME"),
        heading_form: "game \"…\"",
        line: "fact",
        example: "board: 8x8",
        key: Rule::fact_key,
        begins: &[],
        key_identifies_section: true,
        lines: FactName::CONSTRUCTS,
        named_lines: &[],
        unknown: Some(Code::VariantNoSuchFact),
    },
    SectionWords {
        section: Section::Men,
        heading: construct!(Site::Heading; men "men"),
        heading_form: "men",
        line: "man",
        example: "K king: K, royal",
        key: Rule::man_key,
        begins: &[Rule::symbol, Rule::all_men, Rule::side],
        key_identifies_section: true,
        lines: &[ALL_MEN],
        named_lines: &[MAN],
        unknown: Some(Code::VariantNoSuchMan),
    },
    SectionWords {
        section: Section::Regions,
        heading: construct!(Site::Heading; regions "regions"),
        heading_form: "regions",
        line: "region",
        example: "hill: d4 to e5",
        key: Rule::region_key,
        begins: &[Rule::name, Rule::side],
        key_identifies_section: false,
        lines: &[],
        named_lines: &[REGION],
        unknown: None,
    },
    SectionWords {
        section: Section::Setup,
        heading: construct!(Site::Heading; setup_heading "setup" => "setup standard"),
        heading_form: "setup NAME",
        line: "line of a setup",
        example: "facing: toward the middle",
        key: Rule::setup_line_key,
        begins: &[],
        key_identifies_section: true,
        lines: &[FACING, HAND, SHUFFLED],
        named_lines: &[CHANGED_SETUP],
        unknown: Some(Code::VariantNoSuchSetupLine),
    },
    SectionWords {
        section: Section::Rules,
        heading: construct!(Site::Heading; rules "rules"),
        heading_form: "rules",
        line: "rule",
        example: "castling: none",
        key: Rule::rule_key,
        begins: &[],
        key_identifies_section: true,
        lines: RuleName::CONSTRUCTS,
        named_lines: &[],
        unknown: Some(Code::VariantNoSuchRule),
    },
    SectionWords {
        section: Section::Endings,
        heading: construct!(Site::Heading; endings "endings"),
        heading_form: "endings",
        line: "ending",
        example: "stalemated: draw",
        key: Rule::ending_key,
        begins: &[Rule::ending_condition, Rule::the_rest, Rule::side],
        key_identifies_section: true,
        lines: ConditionName::CONSTRUCTS,
        named_lines: &[],
        unknown: Some(Code::VariantNoSuchEnding),
    },
    SectionWords {
        section: Section::Test,
        heading: construct!(Site::Heading; test_heading "test" => "test \"the shortest mate\""),
        heading_form: "test \"…\"",
        line: "line of a test",
        example: "play: 1. e2-e4",
        key: Rule::test_key,
        begins: &[],
        key_identifies_section: true,
        lines: TestLineName::CONSTRUCTS,
        named_lines: &[],
        unknown: Some(Code::VariantNoSuchTestLine),
    },
];

// The table is in the order of the enum.
const _: () = {
    let mut at = 0;
    while at < SECTIONS.len() {
        assert!(SECTIONS[at].section as usize == at);
        at += 1;
    }
};

impl SectionWords {
    /// All its lines.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'static Construct> {
        self.named_lines.iter().chain(self.lines)
    }

    /// The words that its lines can begin with, without names that users choose.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.lines.iter().map(|line| line.words)
    }
}

impl Section {
    /// Its words.
    pub(super) fn words(self) -> &'static SectionWords {
        &SECTIONS[self as usize]
    }
}

/// Every construct: headings, then the lines of each section, then the parts of lines.
pub(crate) fn all() -> impl Iterator<Item = &'static Construct> {
    let headings = std::iter::once(&EDITION).chain(Section::ALL.map(|section| &section.words().heading));
    let lines = Section::ALL.into_iter().flat_map(|section| section.words().lines());
    let named = PropertyName::CONSTRUCTS.iter().chain(GameResult::CONSTRUCTS);
    headings.chain(lines).chain(named).chain(&ast::TURNS).chain(&ast::AREA_WORDS).chain(&ast::CHANGES)
}

/// Every word of the language with more than one letter and no mark but a hyphen, in its own spelling.
pub(crate) fn language_words() -> &'static BTreeSet<&'static str> {
    static WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        let spellings = Rule::all_rules().iter().filter_map(|&rule| grammar::spellings(rule).first());
        spellings
            .flat_map(|spelling| spelling.split(' '))
            .filter(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'))
            .collect()
    });
    &WORDS
}
