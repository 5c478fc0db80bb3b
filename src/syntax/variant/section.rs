//! The sections: which lines they have, and by which rules of the grammar those are read.

use super::ast::Section;
use super::grammar::Rule;
use super::node::{Failure, Node, Piece};
use super::sheet::Item;

/// Why an item can't be read.
#[derive(Clone, Debug)]
pub(super) enum ItemFailure {
    /// By its words before the colon.
    Key(Failure),
    /// By those after it, which should have been of this rule.
    Value(Rule, Failure),
}

impl Section {
    /// All of them.
    pub(super) const ALL: [Self; 7] =
        [Self::Facts, Self::Men, Self::Regions, Self::Setup, Self::Rules, Self::Endings, Self::Test];

    /// The word that begins its heading.
    pub(super) const fn heading(self) -> &'static str {
        match self {
            Self::Facts => "game",
            Self::Men => "men",
            Self::Regions => "regions",
            Self::Setup => "setup",
            Self::Rules => "rules",
            Self::Endings => "endings",
            Self::Test => "test",
        }
    }

    /// Its heading, as an example.
    pub(super) const fn example_heading(self) -> &'static str {
        match self {
            Self::Facts => "game \"…\"",
            Self::Men => "men",
            Self::Regions => "regions",
            Self::Setup => "setup NAME",
            Self::Rules => "rules",
            Self::Endings => "endings",
            Self::Test => "test \"…\"",
        }
    }

    /// What one of its lines is called.
    pub(super) const fn line(self) -> &'static str {
        match self {
            Self::Facts => "fact",
            Self::Men => "man",
            Self::Regions => "region",
            Self::Setup => "line of a setup",
            Self::Rules => "rule",
            Self::Endings => "ending",
            Self::Test => "line of a test",
        }
    }

    /// The same with its article.
    pub(super) fn a_line(self) -> String {
        let line = self.line();
        format!("{} {line}", if line.starts_with('e') { "an" } else { "a" })
    }

    /// One of its lines, as an example.
    pub(super) const fn example(self) -> &'static str {
        match self {
            Self::Facts => "board: 8x8",
            Self::Men => "K king: K, royal",
            Self::Regions => "hill: d4 to e5",
            Self::Setup => "facing: right half mirrored",
            Self::Rules => "castling: none",
            Self::Endings => "stalemate: draw",
            Self::Test => "play: 1. e2-e4",
        }
    }

    /// The words that can stand before the colon, with an example for what varies.
    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Facts => &["inventor", "year", "source", "about", "board", "first", "black"],
            Self::Men => &["all men"],
            Self::Regions => &[],
            Self::Setup => &["facing"],
            Self::Rules => &[
                "castling",
                "long step of P",
                "promotion of P",
                "progress",
                "series",
                "series ends",
                "stuck in a series",
                "must move",
                "repetition",
                "grid",
                "opposition",
                "finishing move",
                "capture",
                "passing",
            ],
            Self::Endings => &[
                "checkmate",
                "stalemate",
                "opponent bared",
                "bared",
                "100 moves without progress",
                "position 3 times",
                "only K v K",
                "K on e8",
                "without Q",
                "without men",
                "3 checks given",
                "the rest",
            ],
            Self::Test => &["setup", "position", "play", "expect", "legal", "illegal", "only", "perft 3"],
        }
    }

    /// The rule of the words before the colon.
    pub(super) const fn key_rule(self) -> Rule {
        match self {
            Self::Facts => Rule::fact_key,
            Self::Men => Rule::man_key,
            Self::Regions => Rule::region_key,
            Self::Setup => Rule::setup_line_key,
            Self::Rules => Rule::rule_key,
            Self::Endings => Rule::ending_key,
            Self::Test => Rule::test_key,
        }
    }

    /// The rule of the words after the colon, by those before it.
    pub(super) fn value_rule(self, key: &Node<'_>) -> Rule {
        // The first word that isn't `white` or `black` tells all lines apart.
        let word = key.children().find(|child| child.rule() != Rule::side).map_or(Rule::EOI, |child| child.rule());
        match self {
            Self::Facts => match word {
                Rule::year => Rule::year_value,
                Rule::board => Rule::board_value,
                Rule::first => Rule::first_value,
                Rule::black => Rule::black_value,
                _ => Rule::text_value,
            },
            Self::Men if word == Rule::all => Rule::all_men_value,
            Self::Men => Rule::man_value,
            Self::Regions => Rule::region_value,
            Self::Setup => Rule::facing_value,
            Self::Rules => key.child(Rule::rule_name).map_or(Rule::castling_value, |name| rule_value(&name)),
            Self::Endings if word == Rule::the_rest => Rule::rest_value,
            Self::Endings => Rule::ending_value,
            Self::Test => match word {
                Rule::setup => Rule::test_setup_value,
                Rule::expect => Rule::expect_value,
                Rule::legal | Rule::illegal | Rule::only => Rule::moves_value,
                Rule::perft_depth => Rule::perft_value,
                _ => Rule::free_text_value,
            },
        }
    }

    /// Matches a line of this section.
    pub(super) fn read(self, item: Item<'_>) -> Result<(Node<'_>, Node<'_>), ItemFailure> {
        let key = item.key.read(self.key_rule()).map_err(ItemFailure::Key)?;
        let rule = self.value_rule(&key);
        let value = item.value.read(rule).map_err(|failure| ItemFailure::Value(rule, failure))?;
        Ok((key, value))
    }

    /// The other section that this line belongs to, if any.
    pub(super) fn home_of(self, item: Item<'_>, failure: &Failure) -> Option<Self> {
        let others = || Self::ALL.into_iter().filter(|&other| other != self);
        // Any small word can name a region that is `none`.
        let says = |other: Self| other != Self::Regions || item.value.text != "none";
        let whole = others().find(|other| other.read(item).is_ok() && says(*other));
        let at_start = failure.at == item.key.start;
        let by_key = || others().find(|&other| at_start && other != Self::Regions && item.key.is(other.key_rule()));
        whole.or_else(by_key)
    }
}

fn rule_value(name: &Node<'_>) -> Rule {
    match name.children().next().map_or(Rule::castling, |word| word.rule()) {
        Rule::long_step_of => Rule::long_step_value,
        Rule::promotion_of => Rule::promotion_value,
        Rule::progress => Rule::progress_value,
        Rule::series => Rule::series_value,
        Rule::series_ends => Rule::series_ends_value,
        Rule::stuck_in_a_series => Rule::stuck_value,
        Rule::must_move => Rule::must_move_value,
        Rule::repetition => Rule::repetition_value,
        Rule::grid => Rule::grid_value,
        Rule::opposition => Rule::opposition_value,
        Rule::finishing_move => Rule::finishing_value,
        Rule::capture => Rule::capture_value,
        Rule::passing => Rule::passing_value,
        _ => Rule::castling_value,
    }
}

/// The line of a section that has most words before the colon in common with these, as an example.
pub(super) fn key_example(section: Section, key: &str) -> String {
    let common = |phrase: &&str| {
        key.split_ascii_whitespace().filter(|word| phrase.split(' ').any(|other| other == *word)).count()
    };
    let Some(phrase) = section.keys().iter().copied().max_by_key(common).filter(|phrase| common(phrase) > 0) else {
        return section.example().to_owned();
    };
    let read = Piece::new(phrase, 0).read(section.key_rule());
    let whole = read.ok().and_then(|key| example(section.value_rule(&key))).filter(|line| line.starts_with(phrase));
    whole.map_or_else(|| format!("{phrase}: …"), str::to_owned)
}

/// The property of a man that begins with this word, as an example.
pub(super) fn property_example(word: &str) -> Option<&'static str> {
    const PROPERTIES: [&str; 10] = [
        "turns 45 or 90",
        "turns 45 within 90 of forward",
        "may turn 45 after moving",
        "one direction at a time from f",
        "flips m/c",
        "stays in palace",
        "in beyond fsW",
        "captured only by P or K",
        "captures only K",
        "instead of B",
    ];
    PROPERTIES.into_iter().find(|property| property.split(' ').next() == Some(word))
}

/// A line that is read with this rule, as an example.
pub(super) fn example(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::edition => "weakfish 1",
        Rule::title => "game \"My Own Chess\" extends NAME",
        Rule::men_heading => "men",
        Rule::regions_heading => "regions",
        Rule::rules_heading => "rules",
        Rule::endings_heading => "endings",
        Rule::setup_heading => "setup standard",
        Rule::test_heading => "test \"the shortest mate\"",
        Rule::text_value => "inventor: \"Ralph Betza\"",
        Rule::year_value => "year: 2002",
        Rule::board_value => "board: 10x8",
        Rule::first_value => "first: white",
        Rule::black_value => "black: mirrors white",
        Rule::man_key | Rule::man_value => "R rook: fW, turns 45 or 90",
        Rule::all_men_value => "all men: flips m/c",
        Rule::region_key | Rule::region_value => "white palace: d1 to f3",
        Rule::row => "R N . Q k . n r",
        Rule::facing_value => "facing: right half mirrored",
        Rule::changed_setup_key | Rule::changed_setup_value => "setup b: a with C for Q, Q on d1, empty b1",
        Rule::castling_value => "castling: K 2 toward R, R to the last square K crossed",
        Rule::long_step_value => "long step of P: 2 squares from own rank 2, en passant",
        Rule::promotion_value => "promotion of P: on the last rank, to Q, R, B or N",
        Rule::progress_value => "progress: capture or move of P",
        Rule::series_value => "series: as long as the opponent's last, 1 longer or 1 shorter, at least 1",
        Rule::series_ends_value => "series ends: by check",
        Rule::stuck_value => "stuck in a series: end or stalemate, by choice",
        Rule::must_move_value => "must move: once in 5",
        Rule::repetition_value => "repetition: illegal",
        Rule::grid_value => "grid: every move leaves its 2x2 block",
        Rule::opposition_value => "opposition: F and K, as NW",
        Rule::finishing_value => "finishing move: any man as U, to checkmate or stalemate",
        Rule::capture_value => "capture: compulsory",
        Rule::passing_value => "passing: when no other move",
        Rule::ending_value => "75 moves without progress: draw (75-moves)",
        Rule::rest_value => "the rest: inherited",
        Rule::test_setup_value => "setup: standard",
        Rule::expect_value => "expect: white wins by checkmate",
        Rule::moves_value => "legal: c1e3 c1@nw",
        Rule::perft_value => "perft 3: 8902",
        _ => return None,
    })
}
