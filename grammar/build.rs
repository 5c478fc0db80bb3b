//! Writes what the grammar of definitions says besides its parser: how its words are spelt, with what each rule can begin,
//! and which options stand at most once in a line.

#![allow(clippy::wildcard_enum_match_arm, reason = "pest has more sorts of expressions than the grammar")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::parser;

const GRAMMAR: &str = "variant.pest";

/// The first word of the language; from here on the grammar has no rules but those of words and of synonyms.
const FIRST_WORD: &str = "a";

/// The prefix of synonyms, which are read and never offered.
const SYNONYM: &str = "also_";

/// The suffix of rules whose alternatives are options, each of them at most once in a line.
const OPTION: &str = "_option";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={GRAMMAR}");
    let text = fs::read_to_string(GRAMMAR)?;
    // A grammar with mistakes is refused by the derive of the parser, with their places.
    let rules = parser::parse(parser::Rule::grammar_rules, &text).map_err(Box::new)?;
    let rules = parser::consume_rules(rules).map_err(|errors| format!("{errors:?}"))?;
    let grammar = Grammar::new(&rules);
    let mut spellings = String::new();
    let mut begins = String::new();
    for rule in &rules {
        let name = &rule.name;
        if let Some(words) = grammar.words.get(name.as_str()) {
            writeln!(spellings, "    Rule::r#{name} => &{words:?},")?;
        } else if rule.ty != RuleType::Atomic && !name.starts_with(SYNONYM) {
            let all =
                grammar.begins(&rule.expr).into_iter().filter(|begin| !begin.words.is_empty() || begin.rule.is_some());
            let mut all: Vec<String> = all.map(|begin| begin.to_code()).collect();
            let mut before = BTreeSet::new();
            all.retain(|begin| before.insert(begin.clone()));
            writeln!(begins, "    Rule::r#{name} => &[{}],", all.join(", "))?;
        }
    }
    let synonyms = rules.iter().filter(|rule| rule.name.starts_with(SYNONYM) && rule.ty == RuleType::Atomic);
    let synonyms: Vec<String> = synonyms.filter_map(|rule| grammar.spellings(&rule.expr)).flatten().collect();
    let words = |texts: &mut dyn Iterator<Item = &String>| -> BTreeSet<String> {
        let words = texts.flat_map(|text| text.split([' ', ',', ':'])).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let only_in_synonyms = &words(&mut synonyms.iter()) - &words(&mut grammar.words.values().flatten());
    let options = rules.iter().filter(|rule| rule.name.ends_with(OPTION)).flat_map(|rule| alternatives(&rule.expr));
    let options: Vec<String> = options.map(|name| format!("Rule::r#{name}")).collect();
    let out = env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("options.rs"), format!("matches!(rule, {})\n", options.join(" | ")))?;
    fs::write(Path::new(&out).join("synonyms.rs"), format!("&{:?}\n", Vec::from_iter(only_in_synonyms)))?;
    fs::write(Path::new(&out).join("spellings.rs"), format!("match rule {{\n{spellings}    _ => &[],\n}}\n"))?;
    fs::write(Path::new(&out).join("begins.rs"), format!("match rule {{\n{begins}    _ => &[],\n}}\n"))?;
    Ok(())
}

/// The rules between which an expression chooses.
fn alternatives(expr: &Expr) -> Vec<&str> {
    match expr {
        Expr::Choice(first, second) => [alternatives(first), alternatives(second)].concat(),
        Expr::Ident(name) => vec![name],
        _ => Vec::new(),
    }
}

/// The rules of a grammar by their names.
struct Grammar<'g> {
    rules: BTreeMap<&'g str, &'g Rule>,
    /// The spellings of the words of the language, its own first, by the names of their rules.
    words: BTreeMap<&'g str, Vec<String>>,
}

/// A beginning of a text.
#[derive(Clone, Default)]
struct Begin<'g> {
    /// Its words, as far as they are certain.
    words: Vec<String>,
    /// Rule that reads the whole beginning, if one does; without words, it reads no words of the language.
    rule: Option<&'g str>,
    /// Whether several continuations follow the words.
    is_cut: bool,
}

impl<'g> Grammar<'g> {
    fn new(rules: &'g [Rule]) -> Self {
        let mut grammar =
            Self { rules: rules.iter().map(|rule| (rule.name.as_str(), rule)).collect(), words: BTreeMap::new() };
        let words = rules.iter().skip_while(|rule| rule.name != FIRST_WORD);
        for rule in words.filter(|rule| !rule.name.starts_with(SYNONYM)) {
            let mut spellings = grammar.spellings(&rule.expr).unwrap_or_default();
            spellings.retain(|spelling| !spelling.is_empty());
            assert!(!spellings.is_empty(), "`{}` stands among the words of the language and is none", rule.name);
            grammar.words.insert(&rule.name, spellings);
        }
        grammar
    }

    /// The texts that an expression reads, if they can be listed; the first is the language's own.
    fn spellings(&self, expr: &Expr) -> Option<Vec<String>> {
        Some(match expr {
            Expr::Str(text) => vec![text.clone()],
            Expr::Ident(name) if name == "gap" || name == "blank" => vec![" ".to_owned()],
            Expr::Ident(name) => {
                let is_marked = |rule: &&&Rule| rule.ty != RuleType::Normal;
                self.spellings(&self.rules.get(name.as_str()).filter(is_marked)?.expr)?
            }
            Expr::Seq(first, second) => {
                let (firsts, seconds) = (self.spellings(first)?, self.spellings(second)?);
                firsts.iter().flat_map(|first| seconds.iter().map(move |second| format!("{first}{second}"))).collect()
            }
            Expr::Choice(first, second) => [self.spellings(first)?, self.spellings(second)?].concat(),
            Expr::RepOnce(inner) => self.spellings(inner)?,
            Expr::Opt(inner) | Expr::Rep(inner) => [vec![String::new()], self.spellings(inner)?].concat(),
            Expr::PosPred(_) | Expr::NegPred(_) => vec![String::new()],
            _ => return None,
        })
    }

    /// The beginnings of what an expression reads, without synonyms and without what may be left out.
    fn begins(&self, expr: &'g Expr) -> Vec<Begin<'g>> {
        match expr {
            Expr::Str(text) => vec![Begin::of(text)],
            Expr::Ident(name) => self.begins_of_rule(name),
            Expr::Choice(first, second) => [self.begins(first), self.begins(second)].concat(),
            Expr::RepOnce(inner) => {
                self.begins(inner).into_iter().map(|begin| Begin { is_cut: true, ..begin }).collect()
            }
            Expr::Seq(first, second) => {
                let seconds = self.begins(second);
                self.begins(first).into_iter().flat_map(|first| first.followed_by(&seconds)).collect()
            }
            // What may be left out, or only looks ahead.
            _ => vec![Begin::default()],
        }
    }

    fn begins_of_rule(&self, name: &'g str) -> Vec<Begin<'g>> {
        if name.starts_with(SYNONYM) {
            return Vec::new();
        }
        if let Some(words) = self.words.get(name) {
            return vec![Begin::of(&words[0])];
        }
        // What pest itself knows is the start and the end of the text.
        let Some(rule) = self.rules.get(name) else { return vec![Begin::default()] };
        let whole = Begin { rule: Some(name), is_cut: true, ..Begin::default() };
        if rule.ty == RuleType::Atomic {
            return vec![whole];
        }
        let begins = self.begins(&rule.expr);
        let are_certain = begins.iter().all(|begin| !begin.words.is_empty() && !begin.is_cut);
        if !are_certain {
            return vec![whole];
        }
        begins.into_iter().map(|begin| Begin { rule: Some(name), ..begin }).collect()
    }
}

impl Begin<'_> {
    fn of(words: &str) -> Self {
        Begin { words: vec![words.to_owned()], ..Begin::default() }
    }

    /// This beginning with what can follow.
    fn followed_by(self, seconds: &[Self]) -> Vec<Self> {
        if self.is_cut {
            return vec![self];
        }
        if self.words.is_empty() {
            return seconds.to_vec();
        }
        match seconds {
            [second] if second.words.is_empty() => vec![Begin { is_cut: second.is_cut, ..self }],
            [second] if second.words[0].starts_with(char::is_alphabetic) => {
                let words = [self.words, second.words.clone()].concat();
                vec![Begin { words, rule: None, is_cut: second.is_cut }]
            }
            _ => vec![Begin { is_cut: true, ..self }],
        }
    }

    /// The variant of `Begin` in `lib.rs`.
    fn to_code(&self) -> String {
        match self.rule {
            Some(rule) => format!("Begin::Rule(Rule::r#{rule})"),
            None => format!("Begin::Words({:?})", self.words.join(" ")),
        }
    }
}
