//! Lines derived from the grammar at random: whatever the grammar reads, the code after it understands.
//!
//! The tree is made of pairs of rules, which the compiler can't check against the grammar. So a rule of the grammar that is
//! forgotten in the vocabulary or in the tree is found here, as is an alternative without a construct.

use std::collections::{BTreeMap, BTreeSet};

use pest::Parser;
use pest_meta::ast::{Expr, RuleType};
use pest_meta::parser;

use weakfish::diagnostic::Code;
use weakfish::syntax::Document;
use weakfish_grammar::variant::{Grammar, Rule, is_option};

/// Lines of each kind.
const LINES: usize = 80;

/// Mistakes of lines that are understood.
const UNDERSTOOD: [Code; 8] = [
    Code::VariantNumberTooLarge,
    Code::VariantOptionTwice,
    Code::VariantCastlingMen,
    Code::VariantNamelessMan,
    Code::VariantOldEdition,
    Code::VariantUnknownEdition,
    Code::VariantSynonym,
    Code::VariantTwoReadings,
];

/// The rules of the words before a colon and of the value of a line.
type LineRules = (Rule, Rule);

/// The sections: the heading, the rule of the words before a colon, and the rules of the words and of the value of each line.
#[rustfmt::skip]
const SECTIONS: &[(&str, Rule, &[LineRules])] = &[
    ("", Rule::fact_key, &[(Rule::inventor, Rule::text_value), (Rule::year, Rule::number_value), (Rule::source, Rule::text_value), (Rule::about, Rule::text_value), (Rule::board, Rule::board_value), (Rule::board_style, Rule::board_style_value), (Rule::lines, Rule::lines_value), (Rule::first, Rule::first_value), (Rule::black, Rule::black_value), (Rule::sides_, Rule::sides_value), (Rule::figures, Rule::figures_value), (Rule::letters, Rule::letters_value)]),
    ("men", Rule::man_key, &[(Rule::symbol, Rule::man_value), (Rule::all, Rule::all_men_value)]),
    ("regions", Rule::region_key, &[(Rule::name, Rule::region_value)]),
    ("setup standard\n  K k", Rule::setup_line_key, &[(Rule::facing, Rule::facing_value), (Rule::hand, Rule::hand_value), (Rule::shuffled, Rule::shuffled_value)]),
    ("rules", Rule::rule_key, &[(Rule::castling, Rule::castling_value), (Rule::long_step_of, Rule::long_step_value), (Rule::en_passant, Rule::en_passant_value), (Rule::promotion_of, Rule::promotion_value), (Rule::drop_of, Rule::drop_value), (Rule::wall, Rule::wall_value), (Rule::progress, Rule::progress_value), (Rule::turn_rule, Rule::turn_value), (Rule::must_move, Rule::must_move_value), (Rule::repetition, Rule::permission_value), (Rule::grid, Rule::grid_value), (Rule::opposition, Rule::opposition_value), (Rule::finishing_move, Rule::finishing_value), (Rule::capture, Rule::permission_value), (Rule::passing, Rule::permission_value), (Rule::immobility, Rule::permission_value), (Rule::check, Rule::permission_value), (Rule::check_evasion, Rule::permission_value), (Rule::own_check, Rule::permission_value), (Rule::points, Rule::points_value), (Rule::counting_when_bared, Rule::counting_value), (Rule::counting, Rule::counting_value), (Rule::compulsory, Rule::compulsory_value)]),
    ("endings", Rule::ending_key, &[(Rule::checkmated, Rule::ending_value), (Rule::stalemated, Rule::ending_value), (Rule::bared, Rule::ending_value), (Rule::quiet, Rule::ending_value), (Rule::position_times, Rule::ending_value), (Rule::only_material, Rule::ending_value), (Rule::man_on, Rule::ending_value), (Rule::few, Rule::ending_value), (Rule::in_a_row, Rule::ending_value), (Rule::chain_of, Rule::ending_value), (Rule::both_pass, Rule::ending_value), (Rule::full_board, Rule::ending_value), (Rule::opposition_accepted, Rule::ending_value), (Rule::counted_out, Rule::ending_value), (Rule::checks_given, Rule::ending_value), (Rule::castled_ending, Rule::ending_value), (Rule::no_castling, Rule::ending_value), (Rule::the_rest, Rule::rest_value)]),
    ("test \"derived\"\n  position:\n  K k", Rule::test_key, &[(Rule::setup, Rule::test_setup_value), (Rule::position, Rule::position_value), (Rule::facing, Rule::facing_value), (Rule::hand, Rule::hand_value), (Rule::to_move, Rule::first_value), (Rule::play, Rule::free_text_value), (Rule::expect, Rule::expect_value), (Rule::legal, Rule::moves_value), (Rule::illegal, Rule::moves_value), (Rule::exactly, Rule::moves_value), (Rule::perft_depth, Rule::number_value), (Rule::moves, Rule::stored_value), (Rule::reach_of, Rule::stored_value)]),
];

/// The grammar, and random numbers to choose its alternatives by.
struct Derivation {
    rules: BTreeMap<String, (RuleType, Expr)>,
    /// The rules that each leads to, itself among them.
    reach: BTreeMap<String, BTreeSet<String>>,
    /// The rules that no line has had.
    unseen: BTreeSet<String>,
    seeks_unseen: bool,
    state: u64,
    text: String,
}

impl Derivation {
    fn new() -> Self {
        let grammar = include_str!("../../../grammar/variant.pest");
        let pairs = parser::parse(parser::Rule::grammar_rules, grammar).unwrap();
        let rules = parser::consume_rules(pairs).unwrap();
        let rules: BTreeMap<_, _> = rules.into_iter().map(|rule| (rule.name, (rule.ty, rule.expr))).collect();
        let names = |(name, (_, expression)): (&String, &(RuleType, Expr))| (name.clone(), names_in(expression));
        let direct: BTreeMap<String, BTreeSet<String>> = rules.iter().map(names).collect();
        let reach = rules.keys().map(|name| {
            let (mut reached, mut open) = (BTreeSet::new(), vec![name]);
            while let Some(name) = open.pop() {
                if reached.insert(name.clone()) {
                    open.extend(direct.get(name).into_iter().flatten());
                }
            }
            (name.clone(), reached)
        });
        let reach = reach.collect();
        let heard = |(_, (ty, _)): &(&String, &(RuleType, Expr))| *ty != RuleType::Silent;
        let unseen = rules.iter().filter(heard).map(|(name, _)| name.clone()).collect();
        Self { rules, reach, unseen, seeks_unseen: false, state: 0x9E37_79B9_7F4A_7C15, text: String::new() }
    }

    /// Whether an expression leads to a rule that no line has had.
    fn leads_to_unseen(&self, expression: &Expr) -> bool {
        let reached = names_in(expression);
        reached.iter().filter_map(|name| self.reach.get(name)).flatten().any(|name| self.unseen.contains(name))
    }

    /// Notes the rules that a line has.
    fn note(&mut self, rules: &[Rule]) {
        for rule in rules {
            self.unseen.remove(&format!("{rule:?}"));
        }
    }

    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % end as u64) as usize
    }

    /// A text of this rule, as far as one can tell without looking ahead or behind.
    fn of(&mut self, rule: Rule) -> String {
        self.seeks_unseen = false;
        self.derive(rule)
    }

    /// One that leads to rules that no line has had, where it can.
    fn unseen_of(&mut self, rule: Rule) -> String {
        self.seeks_unseen = true;
        self.derive(rule)
    }

    fn derive(&mut self, rule: Rule) -> String {
        self.text.clear();
        self.named(&format!("{rule:?}"), false);
        self.text.clone()
    }

    fn named(&mut self, name: &str, atomic: bool) {
        let one_of = match name {
            "SOI" | "EOI" | "comment" => return,
            "blank" | "gap" | "newline" => " ",
            "ASCII_ALPHA_LOWER" => "abcdefgh",
            "ASCII_ALPHA_UPPER" => "KQRBNPU",
            "ASCII_ALPHA" => "KQRkqr",
            "ASCII_ALPHANUMERIC" => "abKQ12",
            "ASCII_DIGIT" => "0123456789",
            "ASCII_NONZERO_DIGIT" => "123456789",
            "ANY" => "aeKQ14-x=.é",
            _ => "",
        };
        if !one_of.is_empty() {
            let characters: Vec<char> = one_of.chars().collect();
            let at = self.below(characters.len());
            self.text.push(characters[at]);
            return;
        }
        let (ty, expression) = self.rules.get(name).unwrap_or_else(|| panic!("no rule `{name}`")).clone();
        self.expression(&expression, atomic || matches!(ty, RuleType::Atomic | RuleType::CompoundAtomic));
    }

    fn expression(&mut self, expression: &Expr, atomic: bool) {
        match expression {
            Expr::Str(text) => self.text.push_str(text),
            Expr::Range(first, _) => self.text.push_str(first),
            Expr::Ident(name) => self.named(name, atomic),
            Expr::PosPred(_) | Expr::NegPred(_) => {}
            Expr::Seq(first, second) => {
                self.expression(first, atomic);
                self.blank(atomic);
                self.expression(second, atomic);
            }
            Expr::Choice(..) => {
                let mut choices = vec![expression];
                while let Some(Expr::Choice(first, second)) = choices.last() {
                    choices.pop();
                    choices.extend([first.as_ref(), second.as_ref()]);
                    // Choices lean to either side; those that are still choices go last.
                    choices.sort_by_key(|choice| matches!(choice, Expr::Choice(..)));
                }
                // Every other time one that leads to what no line has had, so that rare rules are reached.
                if self.seeks_unseen && self.below(2) == 0 && choices.iter().any(|choice| self.leads_to_unseen(choice))
                {
                    choices.retain(|choice| self.leads_to_unseen(choice));
                }
                let chosen = choices[self.below(choices.len())];
                self.expression(chosen, atomic);
            }
            Expr::Opt(inner) => {
                if self.below(2) == 0 {
                    self.expression(inner, atomic);
                }
            }
            Expr::Rep(inner) => self.repeat(inner, 0, atomic),
            Expr::RepOnce(inner) => self.repeat(inner, 1, atomic),
            other => panic!("the grammar has something new: {other:?}"),
        }
    }

    fn repeat(&mut self, inner: &Expr, least: usize, atomic: bool) {
        for time in 0..least + self.below(3) {
            if time > 0 {
                self.blank(atomic);
            }
            self.expression(inner, atomic);
        }
    }

    fn blank(&mut self, atomic: bool) {
        if !atomic {
            self.text.push(' ');
        }
    }
}

/// The rules that an expression names.
fn names_in(expression: &Expr) -> BTreeSet<String> {
    expression.iter_top_down().filter_map(|part| if let Expr::Ident(name) = part { Some(name) } else { None }).collect()
}

/// The rules that a text is read by; `None` if it is not of this rule.
fn rules_of(rule: Rule, text: &str) -> Option<Vec<Rule>> {
    Some(Grammar::parse(rule, text).ok()?.flatten().map(|pair| pair.as_rule()).collect())
}

/// Requires that a line which the grammar reads is understood under a heading.
fn assert_understood(heading: &str, line: &str) {
    let text = if heading.starts_with("weakfish") || heading.starts_with("game") {
        format!("{heading}\n")
    } else {
        format!("game \"Derived\" extends fide\n{heading}\n")
    };
    let document = format!("{text}  {line}\n");
    let lost: Vec<_> = Document::read(&document).diagnostics;
    let lost: Vec<_> = lost.iter().filter(|told| !UNDERSTOOD.contains(&told.code)).map(|told| &told.message).collect();
    assert!(lost.is_empty(), "`{line}` is read but not understood: {lost:?}");
}

/// Whether some option stands in a line twice. Longer and shorter turns are two options that one rule reads.
fn has_option_twice(rules: &[Rule]) -> bool {
    let mut options: Vec<Rule> =
        rules.iter().copied().filter(|&rule| is_option(rule) && rule != Rule::variation).collect();
    let number = options.len();
    options.sort_unstable();
    options.dedup();
    options.len() < number
}

/// Whether a line is refused since an option stands in it twice.
fn is_option_refused(heading: &str, line: &str) -> bool {
    let text = format!("game \"Derived\" extends fide\n{heading}\n  {line}\n");
    Document::read(&text).diagnostics.iter().any(|diagnostic| diagnostic.code == Code::VariantOptionTwice)
}

/// Whether a line has a word that can't stand where it does.
fn is_unexpected(heading: &str, line: &str) -> bool {
    let text = format!("game \"Derived\"\n{heading}\n{line}\n");
    Document::read(&text).diagnostics.iter().any(|diagnostic| {
        matches!(diagnostic.code, Code::VariantUnexpected | Code::VariantYesOrNo | Code::VariantNoSuchRule)
    })
}

#[test]
fn whatever_the_grammar_reads_is_understood() {
    let mut derivation = Derivation::new();
    for &(heading, key_rule, lines) in SECTIONS {
        // Each line of the section by the words that begin it; derived keys make sure that there are no others.
        let line_of = |key: &[Rule]| key.iter().find_map(|rule| lines.iter().find(|(words, _)| words == rule));
        for _ in 0..LINES {
            let key = derivation.of(key_rule);
            let Some(rules) = rules_of(key_rule, key.trim()) else { continue };
            assert!(line_of(&rules).is_some(), "no line begins with `{key}`");
        }
        for &(words, value_rule) in lines {
            let mut read = 0;
            // Properties are many, and so are the options of a promotion.
            let many = heading == "men" || value_rule == Rule::promotion_value;
            let wanted = if many { 13 * LINES } else { LINES };
            for _ in 0..20 * wanted {
                let (key, value) = (derivation.of(key_rule), derivation.unseen_of(value_rule));
                let (key, value) = (key.trim(), value.trim());
                let rules = rules_of(key_rule, key).zip(rules_of(value_rule, value));
                let Some((of_key, of_value)) = rules.filter(|(key, _)| line_of(key) == Some(&(words, value_rule)))
                else {
                    continue;
                };
                // A comma at the end would carry the line on.
                if value.ends_with(',') || key.contains(':') {
                    continue;
                }
                let line = format!("{key}: {value}");
                let may_be_refused = match value_rule {
                    // Each rule gives only some of the permissions.
                    Rule::permission_value => true,
                    // Of two distances a king castles only neighbours.
                    Rule::castling_value => of_value.contains(&Rule::castling_king) && value.contains(" or "),
                    // Long steps and promotions have men, unless all are taken out.
                    Rule::long_step_value | Rule::promotion_value => !of_key.contains(&Rule::men_list),
                    // No number of men is smaller than 0.
                    Rule::ending_value | Rule::expect_value => line.contains("fewer"),
                    _ => false,
                };
                if may_be_refused && is_unexpected(heading, &line) {
                    continue;
                }
                assert_understood(heading, &line);
                // The limit of a change belongs to its property, of which a man may have several.
                let options: Vec<Rule> =
                    of_value.iter().copied().filter(|&rule| heading != "men" || rule != Rule::at_most).collect();
                assert!(!has_option_twice(&options) || is_option_refused(heading, &line), "`{line}` drops an option");
                derivation.note(&of_key);
                derivation.note(&of_value);
                read += 1;
                if read == wanted {
                    break;
                }
            }
            assert!(read > LINES / 20, "{words:?}: only {read} lines could be derived");
        }
    }
    for _ in 0..LINES {
        let (key, value) = (derivation.of(Rule::changed_setup_key), derivation.of(Rule::changed_setup_value));
        let (key, value) = (key.trim(), value.trim());
        if let (Some(of_key), Some(of_value)) =
            (rules_of(Rule::changed_setup_key, key), rules_of(Rule::changed_setup_value, value))
        {
            assert_understood(&format!("{key}: {value}"), "");
            derivation.note(&of_key);
            derivation.note(&of_value);
        }
        let row = derivation.of(Rule::row);
        if let Some(rules) = rules_of(Rule::row, row.trim()) {
            assert_understood("setup standard", row.trim());
            derivation.note(&rules);
        }
        let heading = derivation.of(Rule::heading_line);
        if let Some(rules) = rules_of(Rule::heading_line, heading.trim()) {
            let title = if heading.trim().starts_with("weakfish") { "game \"Derived\"" } else { "" };
            assert_understood(heading.trim(), title);
            derivation.note(&rules);
        }
    }
    // Every rule that makes a pair has been in some line.
    assert!(derivation.unseen.is_empty(), "no derived line has {:?}", derivation.unseen);
}
