//! Constructs of the language: lines, properties, headings and phrases, each with its words.
//!
//! A [`Construct`] is declared beside the part of the tree that it becomes, in a table of [`named_constructs`]. The
//! reader finds the rule of a value in it, messages take their examples and expectations from it, and the checker its
//! names of facts and rules. All its forms and their meanings are in the reference, `docs/reference`, in the entry that
//! has the example among its forms.

use std::collections::HashSet;

use crate::reference;
use weakfish_grammar::variant::Rule;

/// A kind of section of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// The title and the lines under it.
    Facts,
    /// `men`.
    Men,
    /// `regions`.
    Regions,
    /// `setup`.
    Setup,
    /// `rules`.
    Rules,
    /// `endings`.
    Endings,
    /// `test`.
    Test,
}

impl Section {
    /// All of them.
    pub(crate) const ALL: [Self; 7] =
        [Self::Facts, Self::Men, Self::Regions, Self::Setup, Self::Rules, Self::Endings, Self::Test];
}

/// The word that begins the line of the edition.
pub(super) const EDITION_WORD: &str = "weakfish";

/// A construct of the language.
#[derive(Debug)]
pub(crate) struct Construct {
    /// The place where it is written.
    pub(crate) site: Site,
    /// The words it begins with, with an example for variable parts: `castling`, `long step of P`.
    pub(crate) words: &'static str,
    /// An example of its most usual form, whole: of a line the line, of a property the property.
    pub(crate) example: &'static str,
    /// The rule that reads its words.
    pub(super) rule: Rule,
    /// The value after its colon; absent for phrases and headings.
    pub(super) value: Option<Value>,
}

/// The place of a construct in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Site {
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
    /// The rules of its beginnings in this line, if these are fewer than in the grammar.
    pub(super) begins: &'static [Rule],
}

impl Construct {
    /// The example that has most words in common with a text; of several the first.
    pub(super) fn example_like(&self, text: &str) -> &'static str {
        /// Texts may be long; the first words are enough.
        const WORDS: usize = 40;
        let bare = |word: &'_ str| word.trim_end_matches([',', ':']).to_owned();
        let written: HashSet<String> = text.split_ascii_whitespace().take(WORDS).map(bare).collect();
        let common = |example: &str| {
            example.split(' ').map(bare).filter(|word| written.contains(word)).collect::<HashSet<_>>().len()
        };
        let examples = self.entry().into_iter().flat_map(|entry| &entry.forms).flat_map(|form| &form.examples).copied();
        examples.rev().max_by_key(|example| common(example)).unwrap_or(self.example)
    }

    /// The reference's entry about it.
    pub(crate) fn entry(&self) -> Option<&'static reference::Entry> {
        use reference::Section as Chapter;
        let chapters: &[Chapter] = match self.site {
            Site::Heading => &Chapter::ALL,
            Site::Line(Section::Facts) => &[Chapter::Facts],
            Site::Line(Section::Men) => &[Chapter::Men],
            Site::Line(Section::Regions) | Site::Area => &[Chapter::Regions],
            Site::Line(Section::Setup) | Site::Change => &[Chapter::Setups],
            Site::Line(Section::Rules) => &[Chapter::Rules],
            Site::Line(Section::Endings) => &[Chapter::Endings],
            Site::Line(Section::Test) => &[Chapter::Tests],
            Site::Property => &[Chapter::Properties],
            Site::Result => &[Chapter::Results],
            Site::Turn => &[Chapter::Turn],
        };
        chapters.iter().find_map(|&chapter| reference::of_form(chapter, self.example))
    }
}

/// A construct: where it is written; the rule of its words; its words; the rule of its value, after the colon, and the
/// rules of the value's beginnings; an example unless its words are one.
macro_rules! construct {
    (
        $site:expr; $rule:ident $words:literal $([$value:ident $(: $($begins:ident),+)?])? $(=> $example:literal)?
    ) => {
        $crate::syntax::construct::Construct {
            site: $site,
            words: $words,
            example: $crate::syntax::construct::construct!(@example $words $($example)?),
            rule: weakfish_grammar::variant::Rule::$rule,
            value: $crate::syntax::construct::construct!(@value $($value $($($begins),+)?)?),
        }
    };
    (@example $words:literal) => { $words };
    (@example $words:literal $example:literal) => { $example };
    (@value) => { None };
    (@value $value:ident $($($begins:ident),+)?) => {
        Some($crate::syntax::construct::Value {
            rule: weakfish_grammar::variant::Rule::$value,
            begins: &[$($(weakfish_grammar::variant::Rule::$begins),+)?],
        })
    };
}

/// The names of constructs, in the same order.
pub(crate) trait NamedConstruct: Copy + 'static {
    /// All names in their written forms.
    const WRITTEN: &'static [Self];

    /// Their constructs.
    const CONSTRUCTS: &'static [Construct];

    /// Its words and forms.
    fn construct(self) -> &'static Construct;

    /// The one whose words this rule of the grammar reads.
    fn read_by(rule: Rule) -> Option<Self> {
        Self::WRITTEN.iter().copied().find(|name| name.construct().rule == rule)
    }
}

/// Declares constructs and an enum of their names, in one order; or the constructs of an enum of the model.
macro_rules! named_constructs {
    (
        $(#[$attribute:meta])*
        enum $Name:ident in $site:expr;
        $($Variant:ident = $rule:ident $words:literal $([$($value:tt)+])? $(=> $example:literal)?;)+
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum $Name {
            $(
                #[doc = concat!("`", $words, "`.")]
                $Variant,
            )+
        }

        named_constructs! {
            impl $Name in $site;
            $($Variant = $rule $words $([$($value)+])? $(=> $example)?;)+
        }
    };
    (
        impl $Name:ident in $site:expr;
        $($Variant:ident = $rule:ident $words:literal $([$($value:tt)+])? $(=> $example:literal)?;)+
    ) => {
        impl $crate::syntax::construct::NamedConstruct for $Name {
            const WRITTEN: &[Self] = &[$(Self::$Variant,)+];

            const CONSTRUCTS: &[$crate::syntax::construct::Construct] =
                &[$($crate::syntax::construct::construct!($site; $rule $words $([$($value)+])? $(=> $example)?),)+];

            fn construct(self) -> &'static $crate::syntax::construct::Construct {
                &Self::CONSTRUCTS[self as usize - Self::WRITTEN[0] as usize]
            }
        }
    };
}

pub(super) use {construct, named_constructs};
