//! Descriptions of what the grammar expected where a line can't be read on.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::lines::Failure;
use super::vocabulary::{self, Construct, Section};
use crate::model::GameResult;
use weakfish_grammar::variant::Rule;

/// Describes a rule of the grammar that was expected: words of the language in backquotes, other things in words.
///
/// Empty for rules that only separate words and are never expected alone. Rules named after their words, such as
/// `or_more`, need no line here, nor do those that read the words of a construct.
#[rustfmt::skip]
#[expect(clippy::too_many_lines, reason = "one line for each rule of the grammar")]
pub(super) fn expected(rule: Rule) -> Vec<String> {
    let described: &[&str] = match rule {
        Rule::EOI => &["the end of the line"],

        // Separators of words, and synonyms.
        Rule::how_many | Rule::or_ | Rule::ordinal | Rule::gap | Rule::blank | Rule::newline | Rule::WHITESPACE | Rule::COMMENT | Rule::end_of_word => &[],

        // The user's own words.
        Rule::text => &["a text in quotes"],
        Rule::name | Rule::man_name => &["a name in small letters"],
        Rule::reason => &["a reason such as `checkmate`"],
        Rule::symbol | Rule::all_of_men | Rule::men_list | Rule::castling_king | Rule::king_to_squares
        | Rule::partners | Rule::on_both_colours | Rule::stands_between => &["a man such as `K`"],
        Rule::opposed => &["a man such as `F`"],
        Rule::drawn_line => &["squares such as `d1 e2 f3`"],
        Rule::size => &["a size such as `8x8`"],
        Rule::file => &["a file such as `e`"],
        Rule::betza | Rule::betza_small | Rule::betza_piece | Rule::in_parentheses | Rule::in_brackets
        | Rule::in_braces | Rule::movement | Rule::no_movement | Rule::parts => &["a movement such as `fW`"],
        Rule::direction => &["a direction such as `f` or `ne`"],
        Rule::free_text => &["a text"],
        Rule::move_text => &["a move such as `e2e4`"],
        Rule::letter | Rule::man | Rule::placed_man | Rule::faced_man | Rule::faced_men => &["a man such as `K` or `k`"],
        Rule::men_in_hand => &["a number", "a man such as `K` or `k`"],
        Rule::shuffle_option => &["`on both colours`", "`between`", "`each side by itself`"],
        Rule::each_side => &["`each side by itself`"],
        Rule::captors => &["`captor's`"],
        Rule::owners => &["`owner's`"],
        Rule::state => &["a facing such as `{n}`"],
        Rule::faced_state => &["a facing such as `sw`"],
        Rule::row | Rule::cell => &["a man such as `K` or `k`", "`.`"],
        Rule::void_cell => &["`.`"],
        Rule::hole_area => &["a square such as `a1`", "`file`", "`rank`"],
        Rule::universal => &["`U`"],

        // Marks.
        Rule::comma | Rule::separator => &["`,`"],
        Rule::plus => &["`+`"],
        Rule::open => &["`(`"],
        Rule::close => &["`)`"],

        // Men and squares.
        Rule::side => &["`white`", "`black`"],
        Rule::part => &["a part such as `leap rfN`"],
        Rule::property => &["a property such as `royal`"],
        Rule::part_name => &["the name of a part"],
        Rule::as_movement | Rule::drop_as => &["`as`"],
        Rule::angles => &["an angle such as `45`", "`any`"],
        Rule::within_phrase => &["`within`"],
        Rule::event => &["`moving`", "`capturing`", "`not capturing`", "`arriving on`"],
        Rule::effect => &["`may`", "`turns`", "`flips`", "`becomes`"],
        Rule::instead_of_move => &["`instead of a move`"],
        Rule::perpetual_position => &["`position`"],
        Rule::dropped_effect => &["`converts`"],
        Rule::destruction => &["`destroys`"],
        Rule::around => &["`next to it`", "`enclosed in line`"],
        Rule::next_to_it => &["`next to it`"],
        Rule::along_move => &["`it passes`", "`it approaches`", "`it withdraws from`"],
        Rule::drop_beside => &["`next to`", "`not next to`", "`orthogonally next to`"],
        Rule::next_to_own => &["`next to own men`"],
        Rule::drop_first => &["`first on`"],
        Rule::certain_effect => &["`dies`", "`becomes a wall`", "`destroys`", "`converts`"],
        Rule::stays_behind => &["`stays behind`"],
        Rule::modes => &["`m/c`", "`c/m`"],
        Rule::square | Rule::area | Rule::square_area => &["a square such as `e4`"],
        Rule::place | Rule::place_part => &["a square such as `e4`", "`last rank`", "`own rank`", "`rank`", "`file`", "a region's name"],
        Rule::change => &["a change such as `C for Q`", "`empty`"],

        // Rules.
        Rule::castling_option => &["`one farther`", "`not on the wing`", "`also dropped`"],
        Rule::promotion_option => &["`at most`", "`captured men only`", "`by capture`", "`not by en passant`", "`optional`", "`facing`"],
        Rule::drop_option => &["`on`", "`as`", "`slid in from`", "`not on a file with`", "`next to`", "`not to check`", "`first on`", "`only to convert`", "`unlimited`", "`compulsory`"],
        Rule::drop_slid => &["`slid in from`"],
        Rule::board_side => &["`n`", "`e`", "`s`", "`w`"],
        Rule::drop_limit => &["`not on a file with`", "`not on the last square of`"],
        Rule::drop_check => &["`not to checkmate`", "`not to check`"],
        Rule::wall_option => &["`on`", "`anywhere`", "`where the man`", "`or beside a wall`", "`one at a time`", "`not where a man dies`", "`instead of a move`"],
        Rule::wall_on => &["`on`", "`anywhere`"],
        Rule::wall_where => &["`where the man`"],
        Rule::wall_beside => &["`or beside a wall`"],
        Rule::not_where_men_die => &["`not where a man dies`"],
        Rule::count_option => &["`without`", "`with`", "`from the number of men`", "`on the board`"],
        Rule::every_turns => &["`every`"],
        Rule::crossed_square => &["`the last square K crossed`", "`any square K left or crossed`"],
        Rule::any_starting_man => &["`any starting man`"],
        Rule::drop_on | Rule::on_or_from | Rule::standing_on | Rule::partners_on => &["`on`"],
        Rule::at_most => &["`at most`"],
        Rule::promoted_facing => &["`facing`"],
        Rule::fixed_length | Rule::growing_length | Rule::variation | Rule::number | Rule::decimal | Rule::half_points
        | Rule::count_limit => &["a number"],
        Rule::long_step => &["`up to`", "a number"],
        Rule::count_without => &["`without`"],
        Rule::count_with => &["`with`"],
        Rule::from_number_of_men => &["`from the number of men`"],
        Rule::turn_option => &["`ends by`", "`by the same man`", "`by different men`", "`stuck may claim stalemate`"],
        Rule::turn_movers => &["`by the same man`", "`by different men`"],
        Rule::turn_ends => &["`ends by`"],
        Rule::stuck | Rule::stuck_may_claim => &["`stuck may claim stalemate`"],
        Rule::first_turn => &["`the first`"],
        Rule::as_long_as_last => &["`as long as the opponent's last`"],
        Rule::progress_kind => &["`capture`", "`promotion`", "`drop`", "`move of`"],
        Rule::compulsory_kind | Rule::compulsory_moves => {
            &["`check`", "`capture`", "`promotion`", "`drop`", "`move of`"]
        }
        Rule::any_move_of => &["`move of`"],
        Rule::one_way => &["`one-way`"],
        Rule::optionally => &["`optional`"],
        Rule::allowed_in_series => &["`allowed within a series`"],
        Rule::when_stuck => &["`when no other move`"],
        Rule::pointed => &["a man such as `R`", "`white`", "`black`"],
        Rule::opponents => &["`opponent's`"],
        Rule::not_in_check => &["`not when in check`"],
        Rule::aimed_at => &["`not once`"],
        Rule::only_to_checkmate => &["`only to checkmate`"],
        Rule::only_last_move => &["`only by the last move of a series`"],

        // Endings and tests.
        Rule::ending_condition => &["a condition such as `checkmated`"],
        Rule::of_men | Rule::of_men_judged => &["a condition such as `no Q`"],
        Rule::some_men | Rule::several => &["men such as `Q or R`", "`men`"],
        Rule::to_move => &["`to move`", "`not to move`", "`white to move`", "`black to move`"],
        Rule::toward_wing => &["`toward the first file`", "`toward the last file`"],
        Rule::by_steps => &["`by steps`"],
        Rule::step_wind => &["a direction such as `n` or `ne`"],
        Rule::line_kind => &["`ranks`", "`files`", "`diagonals`"],
        Rule::against_phrase => &["`v`"],
        Rule::balance | Rule::versus | Rule::any_number | Rule::side_men => &["men such as `K N v K`"],
        Rule::tie_on_claim => &["`, draw on claim`"],
        Rule::on_the_board | Rule::count_on_board => &["`on the board`"],
        Rule::label => &["a reason in parentheses"],
        Rule::by_reason => &["`by`"],

        Rule::rule_name => return in_backquotes(Section::Rules.words().keys()),
        Rule::heading_line => return in_backquotes(Section::ALL.iter().map(|section| section.heading())),
        // The usual ones; the others are read all the same.
        Rule::result | Rule::ending_value => {
            return in_backquotes(GameResult::WRITTEN.iter().take(4).map(|result| result.construct().words));
        }
        _ if format!("{rule:?}").starts_with("also_") => &[],
        _ => return keys_of_section(rule).or_else(|| vocabulary::expected(rule)).unwrap_or_else(|| vec![rule_words(rule)]),
    };
    described.iter().copied().map(str::to_owned).collect()
}

/// Describes a rule of the grammar that was expected in a line of this construct.
pub(super) fn expected_in(line: Option<&Construct>, rule: Rule) -> Vec<String> {
    line.and_then(|line| line.begins_of_value(rule)).unwrap_or_else(|| expected(rule))
}

/// The beginnings of the words before a colon, for the rule that reads those of a section.
fn keys_of_section(rule: Rule) -> Option<Vec<String>> {
    let section = Section::ALL.into_iter().find(|section| section.words().key == rule)?.words();
    if section.begins.is_empty() {
        return Some(in_backquotes(section.keys()));
    }
    Some(section.begins.iter().copied().map(str::to_owned).collect())
}

/// The words that a rule is named after: `or more` for `or_more`, `move` for `move_`.
fn rule_words(rule: Rule) -> String {
    format!("`{}`", format!("{rule:?}").trim_end_matches('_').replace('_', " "))
}

/// Words of the language as diagnostics have them, in backquotes.
fn in_backquotes(words: impl Iterator<Item = &'static str>) -> Vec<String> {
    words.map(|words| format!("`{words}`")).collect()
}

/// Describes what could stand where these rules were expected, each thing once, the end of the line last.
pub(super) fn all_expected(failure: &Failure) -> Vec<String> {
    let mut all = Vec::new();
    let (ends, words): (Vec<Rule>, Vec<Rule>) = failure.expected.iter().partition(|&&rule| rule == Rule::EOI);
    let described = |rule| expected_in(failure.line, rule);
    for words in words.into_iter().chain(ends).flat_map(described) {
        if !all.contains(&words) {
            all.push(words);
        }
    }
    all
}

/// The words of the language among these; of a phrase the first one.
pub(super) fn keywords(expected: &[String]) -> impl Iterator<Item = &str> + Clone {
    let phrases = expected.iter().filter_map(|words| words.strip_prefix('`')?.strip_suffix('`'));
    phrases.filter_map(|phrase| phrase.split(' ').next()).filter(|word| word.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lines::TextSlice;

    #[test]
    fn a_rule_that_is_called_by_its_words_begins_with_them() {
        // Such words are all that the rule reads, or its beginning, after which more is missing.
        let begins = |rule: Rule, words: &str| match TextSlice::new(words, 0).read(rule) {
            Ok(node) => node.text() == words,
            Err(failure) => failure.at == words.len(),
        };
        let own = |rule: Rule| expected(rule) == [rule_words(rule)];
        let wrong = Rule::all_rules().iter();
        let wrong = wrong.filter(|&&rule| own(rule) && !begins(rule, rule_words(rule).trim_matches('`')));
        let wrong: Vec<_> = wrong.collect();
        assert!(wrong.is_empty(), "say what is expected where these are missed: {wrong:?}");
    }
}
