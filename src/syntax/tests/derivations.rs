//! Lines derived from the grammar at random: whatever the grammar reads, the code after it understands.
//!
//! `lower` walks pairs of rules, which the compiler can't check against the grammar. So a rule of the grammar that is
//! forgotten in the vocabulary or in `lower` is found here, as is an alternative without a construct.

use std::collections::{BTreeMap, BTreeSet};

use pest_meta::ast::{Expr, RuleType};
use pest_meta::parser;

use super::super::ast::Section;
use super::super::lines::{Item, Node, Piece};
use super::super::lower;
use super::super::reader::Reader;
use super::super::vocabulary::CHANGED_SETUP;
use weakfish_grammar::variant::Rule;

/// Lines of each kind.
const LINES: usize = 250;

/// The grammar, and random numbers to choose its alternatives by.
struct Derivation {
    rules: BTreeMap<String, (RuleType, Expr)>,
    state: u64,
    text: String,
}

impl Derivation {
    fn new() -> Self {
        let grammar = include_str!("../../../grammar/variant.pest");
        let pairs = parser::parse(parser::Rule::grammar_rules, grammar).unwrap();
        let rules = parser::consume_rules(pairs).unwrap();
        let rules = rules.into_iter().map(|rule| (rule.name, (rule.ty, rule.expr))).collect();
        Self { rules, state: 0x9E37_79B9_7F4A_7C15, text: String::new() }
    }

    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % end as u64) as usize
    }

    /// A text of this rule, as far as one can tell without looking ahead or behind.
    fn of(&mut self, rule: Rule) -> String {
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
                let at = self.below(choices.len());
                self.expression(choices[at], atomic);
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

/// The parts of the grammar that were seen.
#[derive(Default)]
struct Seen {
    rules: BTreeSet<String>,
    read: usize,
}

impl Seen {
    fn line(&mut self, nodes: &[&Node<'_>]) {
        self.read += 1;
        for node in nodes {
            self.rules.insert(format!("{:?}", node.rule()));
            self.rules.extend(node.tokens().map(|token| format!("{:?}", token.rule())));
        }
    }
}

#[test]
fn whatever_the_grammar_reads_is_understood() {
    let mut derivation = Derivation::new();
    let mut seen = Seen::default();
    for section in Section::ALL {
        // Each line of the section by the words that begin it; derived keys make sure that there are no others.
        for _ in 0..LINES {
            let key = derivation.of(section.words().key);
            let Ok(node) = Piece::new(&key, 0).read(section.words().key) else { continue };
            let line = section.line_of(&node);
            assert!(line.is_some(), "no construct begins with `{key}`");
        }
        for line in section.words().lines().filter(|line| line.rule != CHANGED_SETUP.rule) {
            let (mut read, rule) = (0, line.value.unwrap().rule);
            for _ in 0..20 * LINES {
                let (key, value) = (derivation.of(section.words().key), derivation.of(rule));
                let whole = format!("{key}: {value}");
                let colon = key.len();
                let item = Item::new(Piece { text: &whole, start: 0 }, colon);
                let Ok(found) = section.read(item) else { continue };
                let mut reader = Reader::new();
                assert!(reader.lower(section, item, &found), "`{whole}` is read but not understood");
                seen.line(&[&found.key, &found.value]);
                read += usize::from(found.construct.rule == line.rule);
                if read == LINES {
                    break;
                }
            }
            assert!(read > LINES / 20, "`{}`: only {read} lines could be derived", line.words);
        }
    }
    for _ in 0..LINES {
        let (key, value) = (derivation.of(Rule::changed_setup_key), derivation.of(Rule::changed_setup_value));
        let (key, value) = (Piece::new(&key, 0), Piece::new(&value, 0));
        if let (Ok(key), Ok(value)) = (key.read(Rule::changed_setup_key), value.read(Rule::changed_setup_value)) {
            assert!(lower::changed_setup(key.span(), &key, &value).is_some(), "`{}: {}`", key.text(), value.text());
            seen.line(&[&key, &value]);
        }
        let row = derivation.of(Rule::row);
        if let Ok(row) = Piece::new(&row, 0).read(Rule::row) {
            assert!(lower::row(row.span(), &row).is_some(), "`{}`", row.text());
            seen.line(&[&row]);
        }
        let heading = derivation.of(Rule::heading_line);
        if let Ok(line) = Piece::new(&heading, 0).read(Rule::heading_line) {
            let understood = match line.children().next().map(|heading| heading.rule()) {
                Some(Rule::edition) => lower::edition(&line).is_some(),
                Some(Rule::title) => lower::title(&line).is_some(),
                _ => true,
            };
            assert!(understood, "`{heading}`");
            seen.line(&[&line]);
        }
    }
    // Every rule that makes a pair has been seen in some line.
    let unseen: Vec<&String> = (derivation.rules.iter())
        .filter(|(name, (ty, _))| *ty != RuleType::Silent && !seen.rules.contains(*name))
        .map(|(name, _)| name)
        .collect();
    assert!(unseen.is_empty(), "no derived line has {unseen:?}");
}
