//! Descriptions of the texts that the grammar expected where reading of a line failed.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use std::collections::HashSet;

use super::construct::{Construct, NamedConstruct, Section};
use super::lines::Failure;
use super::vocabulary::all;
use crate::model::GameResult;
use weakfish_grammar::variant::{self as grammar, Begin, Rule};

/// Placeholder for the words of the language that begin a rule in the grammar.
const WORDS: &str = "…";

/// Describes a rule that reads other things than words of the language, or its words as an example has them. All other
/// rules begin as in the grammar; an empty list is for rules that are never expected alone.
fn described(rule: Rule) -> Option<&'static [&'static str]> {
    Some(match rule {
        Rule::EOI => &["the end of the line"],
        Rule::or_ | Rule::ordinal | Rule::whole_board => &[],
        Rule::text => &["a text in quotes"],
        Rule::name | Rule::man_name => &["a name in small letters"],
        Rule::part_name => &["the name of a part"],
        Rule::figure_name => &["the name of a figure"],
        Rule::region_name => &["a region's name"],
        Rule::reason => &["a reason such as `checkmate`"],
        Rule::free_text => &["a text"],
        Rule::move_text => &["a move such as `e2e4`"],
        Rule::number | Rule::decimal | Rule::half_points => &["a number"],
        Rule::size => &["a size such as `8x8`"],
        Rule::angles => &["an angle such as `45`", WORDS],
        // Squares.
        Rule::file => &["a file such as `e`"],
        Rule::square | Rule::square_area => &["a square such as `e4`"],
        Rule::drawn_line => &["squares such as `d1 e2 f3`"],
        Rule::letter_pair => &["letters such as `Q = F`"],
        Rule::figure_pair => &["a figure such as `A = amazon`"],
        Rule::board_side => &["`n`", "`e`", "`s`", "`w`"],
        Rule::direction => &["a direction such as `f` or `ne`"],
        Rule::step_wind => &["a direction such as `n` or `ne`"],
        // Men.
        Rule::symbol | Rule::men_list => &["a man such as `K`"],
        Rule::pointed => &["a man such as `R`", WORDS],
        Rule::opposed => &["a man such as `F`"],
        Rule::any_number => &["men such as `K N v K`"],
        Rule::letter => &["a man such as `K` or `k`"],
        Rule::faced_men => &["a man such as `L`"],
        Rule::change => &["a change such as `C for Q`", WORDS],
        Rule::void_cell => &["`.`"],
        Rule::state => &["a facing such as `{n}`"],
        Rule::faced_state => &["a facing such as `sw`"],
        Rule::end_ranks => &["`last rank`", "`first rank`"],
        Rule::modes => &["`m/c`", "`c/m`"],
        Rule::betza | Rule::movement => &["a movement such as `fW`"],
        Rule::universal => &["`U`"],
        // Phrases with words that vary, and those that are too many to be listed.
        Rule::crossed_square => &["`the last square K crossed`", "`any square K left or crossed`"],
        Rule::one_farther => &["`one farther`"],
        Rule::not_on_the_wing => &["`not on the wing`"],
        Rule::drop_beside => &["`next to`", "`not next to`", "`orthogonally next to`"],
        Rule::drop_check => &["`not to checkmate`", "`not to check`"],
        Rule::drop_limit => &["`at most`", "`not on a file with`", "`not on the last square of`"],
        Rule::to_move => &[WORDS],
        Rule::property => &["a property such as `flips m/c`"],
        Rule::ending_condition => &["a condition such as `checkmated`"],
        _ => return None,
    })
}

/// Describes a rule of the grammar that was expected: words of the language in backquotes, other things in words.
///
/// Empty for rules that only separate words and are never expected alone.
pub(super) fn expected(rule: Rule) -> Vec<String> {
    match rule {
        _ if described(rule).is_some() => beginnings(rule),
        Rule::rule_name => in_backquotes(Section::Rules.words().keys()),
        Rule::heading_line => in_backquotes(Section::ALL.iter().map(|section| section.heading())),
        // The usual ones; the others are read all the same.
        Rule::result | Rule::ending_value => {
            in_backquotes(GameResult::WRITTEN.iter().take(4).map(|result| result.construct().words))
        }
        _ => keys_of_section(rule).or_else(|| of_construct(rule)).unwrap_or_else(|| beginnings(rule)),
    }
}

/// Describes the possible beginnings of a rule, each once, `none` last.
fn beginnings(rule: Rule) -> Vec<String> {
    let of_words = || grammar::spellings(rule).first().map(|word| format!("`{word}`"));
    let of_begin = |begin: &Begin| match *begin {
        Begin::Words(words) => vec![format!("`{words}`")],
        Begin::Rule(rule) => beginnings(rule),
    };
    let of_grammar = || of_words().into_iter().chain(grammar::begins(rule).iter().flat_map(of_begin));
    let said = |things: &[&'static str]| -> Vec<String> {
        let words = || of_grammar().filter(|begin| begin.starts_with('`'));
        let one = |&thing: &&'static str| if thing == WORDS { words().collect() } else { vec![thing.to_owned()] };
        things.iter().flat_map(one).collect()
    };
    let mut all = described(rule).map_or_else(|| of_grammar().collect(), said);
    all.sort_by_key(|begin| begin == "`none`");
    each_once(all)
}

/// Describes a rule of the grammar that was expected in a line of this construct.
pub(super) fn expected_in(line: Option<&Construct>, rule: Rule) -> Vec<String> {
    line.and_then(|line| of_value(line, rule)).unwrap_or_else(|| expected(rule))
}

/// Describes the beginnings of a line's value, if this is the rule that reads it and the grammar alone doesn't give
/// them.
fn of_value(line: &Construct, rule: Rule) -> Option<Vec<String>> {
    let value = line.value.filter(|value| value.rule == rule && !value.begins.is_empty())?;
    Some(value.begins.iter().copied().flat_map(beginnings).collect())
}

/// Describes the first construct that a rule reads the words of, or else the value of.
fn of_construct(rule: Rule) -> Option<Vec<String>> {
    let words = all().find(|construct| construct.rule == rule).map(|construct| vec![format!("`{}`", construct.words)]);
    words.or_else(|| all().find_map(|construct| of_value(construct, rule)))
}

/// The beginnings of the words before a colon, for the rule that reads those of a section.
fn keys_of_section(rule: Rule) -> Option<Vec<String>> {
    let section = Section::ALL.into_iter().find(|section| section.words().key == rule)?.words();
    if section.begins.is_empty() {
        return Some(in_backquotes(section.keys()));
    }
    Some(section.begins.iter().copied().flat_map(beginnings).collect())
}

/// Words of the language as diagnostics have them, in backquotes.
fn in_backquotes(words: impl Iterator<Item = &'static str>) -> Vec<String> {
    words.map(|words| format!("`{words}`")).collect()
}

/// Describes the possible texts where these rules were expected, each once, the end of the line last.
pub(super) fn all_expected(failure: &Failure) -> Vec<String> {
    let (ends, words): (Vec<Rule>, Vec<Rule>) = failure.expected.iter().partition(|&&rule| rule == Rule::EOI);
    each_once(words.into_iter().chain(ends).flat_map(|rule| expected_in(failure.line, rule)).collect())
}

/// The texts without those that stand before.
fn each_once(mut texts: Vec<String>) -> Vec<String> {
    let mut before = HashSet::new();
    texts.retain(|text| before.insert(text.clone()));
    texts
}

/// The words of the language among these; of a phrase the first one.
pub(super) fn keywords(expected: &[String]) -> impl Iterator<Item = &str> + Clone {
    let phrases = expected.iter().filter_map(|words| words.strip_prefix('`')?.strip_suffix('`'));
    phrases.filter_map(|phrase| phrase.split(' ').next()).filter(|word| word.len() > 1)
}
