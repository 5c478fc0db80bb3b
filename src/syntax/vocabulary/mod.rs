//! The words of the language, each in one place.
//!
//! A [`Construct`] is a line, a property of a man, a heading or a phrase: its words, an example of each of its forms,
//! and the rules of the grammar that read it. The reader finds the rule of a value here, messages take their examples
//! and expectations from here, and the checker its names of facts and rules. What each form means stands in the
//! reference, `docs/reference`; a test holds that it has a row for every form, and no other.

mod index;
mod lines;
mod phrases;
mod sections;

pub(crate) use lines::{ConditionName, FactName, RuleName, TestLineName};
pub(crate) use phrases::{EndingResult, Judged, PropertyName};

pub(super) use index::{all, expected};
pub(super) use lines::CHANGED_SETUP;
pub(super) use sections::{EDITION, EDITION_WORD};

use std::collections::HashSet;

use super::ast::Section;
use crate::reference;
use weakfish_grammar::variant::Rule;

/// A construct of the language.
#[derive(Debug)]
pub(crate) struct Construct {
    /// The place at which it is written.
    pub(crate) place: Place,
    /// The words it begins with, with an example for what varies: `castling`, `long step of P`.
    pub(crate) words: &'static str,
    /// Its forms, the most usual one first; at least one.
    pub(crate) forms: &'static [Form],
    /// The rule that reads its words.
    pub(super) rule: Rule,
    /// The value after its colon; absent for phrases and headings.
    pub(super) value: Option<Value>,
}

/// A form of a construct.
#[derive(Debug)]
pub(crate) struct Form {
    /// Examples, whole: of a line the line, of a property the property. At least one.
    pub(crate) examples: &'static [&'static str],
}

/// The place of a construct in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// On a line of its own, without a colon.
    Heading,
    /// A line of this section.
    Line(Section),
    /// A property of a man.
    Property,
    /// A way to name squares.
    Area,
    /// In a changed setup.
    Change,
    /// After the colon of an ending.
    Result,
    /// After a comma, at the end of a condition that a side fulfils by its men.
    Turn,
}

/// The value after the colon of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// The rule that reads it.
    pub(super) rule: Rule,
    /// The words that it can begin with, in backquotes, and descriptions of other things. Of constructs that share a
    /// rule, only one has this.
    pub(super) begins: &'static [&'static str],
}

impl Construct {
    /// Its first example.
    pub(crate) fn example(&self) -> &'static str {
        self.forms.iter().flat_map(|form| form.examples).next().copied().unwrap_or(self.words)
    }

    /// The example that has most words in common with a text; of several the first.
    pub(super) fn example_like(&self, text: &str) -> &'static str {
        /// Texts may be long; the first words are enough.
        const WORDS: usize = 40;
        let bare = |word: &'_ str| word.trim_end_matches([',', ':']).to_owned();
        let written: HashSet<String> = text.split_ascii_whitespace().take(WORDS).map(bare).collect();
        let common = |example: &str| {
            example.split(' ').map(bare).filter(|word| written.contains(word)).collect::<HashSet<_>>().len()
        };
        let examples = self.forms.iter().flat_map(|form| form.examples).copied();
        examples.rev().max_by_key(|example| common(example)).unwrap_or(self.words)
    }

    /// The reference's entry about it.
    pub(crate) fn entry(&self) -> Option<&'static reference::Entry> {
        use reference::Section as Chapter;
        let chapters: &[Chapter] = match self.place {
            Place::Heading => &Chapter::ALL,
            Place::Line(Section::Facts) => &[Chapter::Facts],
            Place::Line(Section::Men) => &[Chapter::Men],
            Place::Line(Section::Regions) | Place::Area => &[Chapter::Regions],
            Place::Line(Section::Setup) | Place::Change => &[Chapter::Setups],
            Place::Line(Section::Rules) => &[Chapter::Rules],
            Place::Line(Section::Endings) => &[Chapter::Endings],
            Place::Line(Section::Test) => &[Chapter::Tests],
            Place::Property => &[Chapter::Properties],
            Place::Result => &[Chapter::Results],
            Place::Turn => &[Chapter::Turn],
        };
        chapters.iter().find_map(|&chapter| reference::of_form(chapter, self.example()))
    }

    /// Whether it may be `none`, which removes what is inherited.
    fn may_be_none(&self) -> bool {
        self.place == Place::Line(Section::Rules)
    }
}

/// A construct: where it is written, the rule that reads its words, its words, the rule that reads what stands after
/// its colon and what that can begin with, the examples of its forms.
macro_rules! construct {
    (
        $place:expr; $rule:ident $words:literal $([$value:ident $(: $($begins:literal),+)?])? {
            $($($example:literal)|+,)+
        }
    ) => {
        Construct {
            place: $place,
            words: $words,
            forms: &[$(Form { examples: &[$($example),+] },)+],
            rule: Rule::$rule,
            value: construct!(@value $($value $($($begins),+)?)?),
        }
    };
    (@value) => { None };
    (@value $value:ident $($($begins:literal),+)?) => {
        Some(Value { rule: Rule::$value, begins: &[$($($begins),+)?] })
    };
}

/// Declares constructs and an enum of their names, in one order.
macro_rules! named_constructs {
    (
        $(#[$attribute:meta])*
        enum $Name:ident in $place:expr;
        $($Variant:ident = $rule:ident $words:literal $([$($value:tt)+])? { $($forms:tt)+ })+
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum $Name {
            $(
                #[doc = concat!("`", $words, "`.")]
                $Variant,
            )+
        }

        impl $Name {
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$(Self::$Variant,)+];

            pub(in crate::syntax) const CONSTRUCTS: &[Construct] =
                &[$(construct!($place; $rule $words $([$($value)+])? { $($forms)+ }),)+];

            /// Its words and forms.
            pub(crate) const fn construct(self) -> &'static Construct {
                &Self::CONSTRUCTS[self as usize]
            }

            /// The one whose words this rule of the grammar reads.
            pub(in crate::syntax) fn read_by(rule: Rule) -> Option<Self> {
                Self::ALL.iter().copied().find(|name| name.construct().rule == rule)
            }
        }
    };
}
use {construct, named_constructs};
