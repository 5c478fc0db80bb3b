//! For each rule of the grammar, what a user would type.

use super::ast::Section;
use super::vocabulary::{self, EndingResult};
use weakfish_grammar::variant::Rule;

/// Describes a rule of the grammar that was expected: words of the language in backquotes, other things in words.
///
/// Empty for rules that only separate words and are never expected alone. Rules named after their words, such as
/// `or_more`, need no line here, nor do those that read the words of a construct.
#[rustfmt::skip]
pub(super) fn expected(rule: Rule) -> Vec<String> {
    let described: &[&str] = match rule {
        Rule::EOI => &["the end of the line"],

        // Separators of words.
        Rule::gap | Rule::blank | Rule::newline | Rule::comment | Rule::WHITESPACE | Rule::COMMENT | Rule::end_of_word => &[],

        // The user's own words.
        Rule::text => &["a text in quotes"],
        Rule::name | Rule::man_name => &["a name in small letters"],
        Rule::reason => &["a reason such as `checkmate`"],
        Rule::symbol | Rule::men_list | Rule::castling_king | Rule::castling_toward | Rule::castling_to
        | Rule::king_to_squares | Rule::partners | Rule::castling_partners => &["a man such as `K`"],
        Rule::opposed => &["a man such as `F`"],
        Rule::drawn_line => &["squares such as `d1 e2 f3`"],
        Rule::size => &["a size such as `8x8`"],
        Rule::file => &["a file such as `e`"],
        Rule::betza | Rule::betza_small | Rule::betza_piece | Rule::in_parentheses | Rule::in_brackets
        | Rule::in_braces | Rule::movement | Rule::no_movement | Rule::parts => &["a movement such as `fW`"],
        Rule::wind | Rule::betza_direction | Rule::direction_word | Rule::direction => &["a direction such as `f` or `ne`"],
        Rule::free_text => &["a text"],
        Rule::move_text => &["a move such as `e2e4`"],
        Rule::letter | Rule::man | Rule::placed_man => &["a man such as `K` or `k`"],
        Rule::state => &["a facing such as `{n}`"],
        Rule::row | Rule::cell => &["a man such as `K` or `k`", "`.`"],
        Rule::empty_cell => &["`.`"],
        Rule::hole_cell => &["`*`"],
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
        Rule::angles => &["an angle such as `45`", "`any`"],
        Rule::within_phrase => &["`within`"],
        Rule::modes => &["`m/c`", "`c/m`"],
        Rule::square | Rule::area | Rule::box_area | Rule::square_area | Rule::wing_square => &["a square such as `e4`"],
        Rule::place => &["a square such as `e4`", "`the last rank`", "`own rank`", "`rank`", "`file`", "a region's name"],
        Rule::change | Rule::replace_change => &["a change such as `C for Q`"],
        Rule::place_change => &["a change such as `Q on d1`"],
        Rule::empty_change => &["`empty`"],

        // Rules.
        Rule::last_crossed => &["`the last square K crossed`"],
        Rule::any_crossed => &["`any square K left or crossed`"],
        Rule::any_starting_man | Rule::starting_man => &["`any starting man`"],
        Rule::on_or_from => &["`on`"],
        Rule::at_most => &["`at most`"],
        Rule::promoted_facing => &["`facing`"],
        Rule::fixed_length | Rule::longer_each_turn | Rule::longer_than_last | Rule::variation | Rule::so_longer
        | Rule::so_shorter | Rule::number | Rule::number_of_men | Rule::half_points | Rule::count_limits
        | Rule::limit_against | Rule::count_moves => &["a number"],
        Rule::long_step => &["`up to`", "a number"],
        Rule::count_without => &["`without`"],
        Rule::count_with => &["`with`"],
        Rule::from_number_of_men => &["`from the number of men`"],
        Rule::first_series => &["`first`"],
        Rule::as_long_as_last => &["`as long as the opponent's last`"],
        Rule::progress_kind => &["`capture`", "`promotion`", "`move of`"],
        Rule::one_way => &["`one-way`"],
        Rule::one_way_move_of => &["`one-way move of`"],
        Rule::pointed => &["a man such as `R`", "`white`", "`black`"],
        Rule::series_end => &["`check`", "`capture`"],
        Rule::finish => &["`checkmate`", "`stalemate`"],
        Rule::opponents => &["`opponent's`"],
        Rule::royal_when => &["`when`"],
        Rule::until_aimed_at => &["`until`"],
        Rule::only_to_checkmate => &["`only to checkmate`"],
        Rule::only_last_move => &["`only by the last move of a series`"],

        // Endings and tests.
        Rule::condition => &["a condition such as `checkmate`"],
        Rule::of_a_side => &["a condition such as `without Q`"],
        Rule::judged | Rule::side_to_move => &["`to move`", "`not to move`", "`white to move`", "`black to move`"],
        Rule::goal_condition => &["`safe`", "`secure`", "`no square empty`"],
        Rule::line_kind => &["`ranks`", "`files`", "`diagonals`"],
        Rule::against_phrase => &["`against`"],
        Rule::quiet_unit => &["`moves`", "`plies`", "`series`"],
        Rule::balance | Rule::versus | Rule::one_colour | Rule::side_men => &["men such as `K N v K`"],
        Rule::label => &["a reason in parentheses"],
        Rule::winner => &["`white wins`", "`black wins`"],
        Rule::by_reason => &["`by`"],

        Rule::rule_name => return words(Section::Rules.words().keys()),
        Rule::heading_line | Rule::heading => return words(Section::ALL.iter().map(|section| section.heading())),
        // The usual ones; the others are read all the same.
        Rule::result | Rule::ending_value => {
            return words(EndingResult::ALL.iter().take(4).map(|result| result.construct().words));
        }
        _ => return of_section(rule).or_else(|| vocabulary::expected(rule)).unwrap_or_else(|| vec![own_words(rule)]),
    };
    described.iter().copied().map(str::to_owned).collect()
}

/// The beginnings of the words before a colon, for the rule that reads those of a section.
fn of_section(rule: Rule) -> Option<Vec<String>> {
    let section = Section::ALL.into_iter().find(|section| section.words().key == rule)?.words();
    if section.begins.is_empty() {
        return Some(words(section.keys()));
    }
    Some(section.begins.iter().copied().map(str::to_owned).collect())
}

/// The words that a rule is named after: `or more` for `or_more`, `move` for `move_`.
fn own_words(rule: Rule) -> String {
    format!("`{}`", format!("{rule:?}").trim_end_matches('_').replace('_', " "))
}

fn words(words: impl Iterator<Item = &'static str>) -> Vec<String> {
    words.map(|words| format!("`{words}`")).collect()
}

/// All that could stand where one of these rules was expected, each once, the end of the line last.
pub(super) fn all_expected(rules: &[Rule]) -> Vec<String> {
    let mut all = Vec::new();
    let (ends, words): (Vec<Rule>, Vec<Rule>) = rules.iter().partition(|&&rule| rule == Rule::EOI);
    for words in words.into_iter().chain(ends).flat_map(expected) {
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
    use super::super::node::Piece;
    use super::*;

    #[test]
    fn a_rule_that_is_called_by_its_words_begins_with_them() {
        // Such words are all that the rule reads, or its beginning, after which more is missing.
        let begins = |rule: Rule, words: &str| match Piece::new(words, 0).read(rule) {
            Ok(node) => node.text() == words,
            Err(failure) => failure.at == words.len(),
        };
        let own = |rule: Rule| expected(rule) == [own_words(rule)];
        let wrong = Rule::all_rules().iter();
        let wrong = wrong.filter(|&&rule| own(rule) && !begins(rule, own_words(rule).trim_matches('`')));
        let wrong: Vec<_> = wrong.collect();
        assert!(wrong.is_empty(), "say what is expected where these are missed: {wrong:?}");
    }
}
