//! What `editors/` knows of the language is what the grammar says. `.ci/editors` tries it with the editors' own tools.

mod snippets;

use std::collections::BTreeSet;
use std::ops::Range;
use std::{env, fs};

use serde_json::Value;

use weakfish_grammar::variant::{self as grammar, Begin, Rule};

const GRAMMAR: &str = "editors/tree-sitter-weakfish/grammar.js";
const QUERIES: &str = "editors/tree-sitter-weakfish/queries";
const COLOURS: &str = "editors/vscode/syntaxes/weakfish.tmLanguage.json";

fn read(path: &str) -> String {
    let path = weakfish_testing::root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(path: &str) -> Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What stands between two marks, wherever both occur in this order.
fn between<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split_once(close).map(|(inside, _)| inside))
}

/// Whether it is a word of the language, such as `one-way` or `opponent's`.
fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '\'' | '’'))
}

/// The words of the language in their own spelling.
fn words() -> BTreeSet<&'static str> {
    let spellings = Rule::all_rules().iter().filter_map(|&rule| grammar::spellings(rule).first());
    spellings.flat_map(|spelling| spelling.split(' ')).collect()
}

/// The words that a rule can begin with.
fn first_words(rule: Rule) -> BTreeSet<&'static str> {
    let first = |begin: &Begin| if let Begin::Words(words) = begin { Some(*words) } else { None };
    grammar::begins(rule).iter().filter_map(first).collect()
}

/// A list of words in JavaScript.
fn script(words: &BTreeSet<&str>) -> String {
    const WIDTH: usize = 118;
    let mut lines = vec![String::new()];
    for word in words {
        let quote = if word.contains('\'') { '"' } else { '\'' };
        let word = format!(" {quote}{word}{quote},");
        let line = lines.last().expect("a line");
        if line.chars().count() + word.chars().count() >= WIDTH {
            lines.push(String::new());
        }
        *lines.last_mut().expect("a line") += &word;
    }
    format!("[\n {}\n];", lines.join("\n "))
}

/// The place of a list in a script.
fn list(script: &str, name: &str) -> Range<usize> {
    let head = format!("const {name} = ");
    let start = script.find(&head).unwrap_or_else(|| panic!("{name}")) + head.len();
    start..start + script[start..].find("];").expect("its end") + 2
}

/// The grammar for tree-sitter with the words of the language.
fn written_grammar() -> String {
    let mut script_text = read(GRAMMAR);
    let lists =
        [("LANGUAGE", words()), ("VERDICTS", first_words(Rule::verdict)), ("FACTS", first_words(Rule::fact_key))];
    for (name, words) in lists {
        script_text.replace_range(list(&script_text, name), &script(&words));
    }
    script_text
}

/// The colours of VS Code with the words of the language.
fn written_colours() -> String {
    let spelt = Rule::all_rules().iter().flat_map(|&rule| grammar::spellings(rule)).chain(grammar::SYNONYMS);
    let known: BTreeSet<&str> = spelt.flat_map(|words| words.split(' ')).collect();
    let (verdicts, sides) = (first_words(Rule::verdict), first_words(Rule::side));
    let known = &known - &sides;
    let choice = |words: &BTreeSet<&str>| words.iter().copied().collect::<Vec<_>>().join("|");
    let whole_words = |words| format!("(?<![\\w'’-])(?:{})(?![\\w'’-])", choice(words));
    let patterns = [
        ("/repository/word/match", whole_words(&known)),
        ("/repository/key/captures/1/patterns/5/match", whole_words(&known)),
        ("/repository/verdict/match", whole_words(&verdicts)),
        ("/repository/title/patterns/2/match", format!("^\\s*({})\\s*(:)", choice(&first_words(Rule::fact_key)))),
    ];
    let (mut text, value) = (read(COLOURS), json(COLOURS));
    for (place, pattern) in patterns {
        let old = value.pointer(place).unwrap_or_else(|| panic!("{place}")).to_string();
        text = text.replace(&old, &Value::from(pattern).to_string());
    }
    text
}

#[test]
fn the_words_of_editors_are_those_of_the_grammar() {
    for (path, text) in [(GRAMMAR, written_grammar()), (COLOURS, written_colours())] {
        if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            fs::write(weakfish_testing::root().join(path), &text).unwrap();
        }
        let how = "`INSTA_UPDATE=always cargo test --test it editors` writes the words of grammar/variant.pest";
        assert!(read(path) == text, "{path}: {how}");
    }
    // Those that only the rules of the grammar for editors name are words, and are named.
    let script = read(GRAMMAR);
    let (facts, named) = (&script[list(&script, "FACTS")], list(&script, "NAMED"));
    let (named, rules) = (&script[named.clone()], &script[named.end..]);
    let quoted = named.split([' ', ',', '\n']).filter_map(|word| word.get(1..word.len().checked_sub(1)?));
    for word in quoted.filter(|word| is_word(word)) {
        assert!(words().contains(word), "{GRAMMAR}: `{word}` is no word of the language");
        let is_named = ["'", "\""]
            .iter()
            .any(|quote| [facts, rules].iter().any(|text| text.contains(&format!("{quote}{word}{quote}"))));
        assert!(is_named, "{GRAMMAR}: no rule names `{word}`");
    }
}

fn between_quotes(line: &str, quote: char) -> Vec<String> {
    line.split(quote).skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_letter_of_a_movement_is_known_to_editors() {
    let betza = read("grammar/betza.pest");
    let rule = |name: &str| {
        let line = betza.lines().find(|line| line.split(" = ").next().is_some_and(|rule| rule.trim() == name));
        line.unwrap_or_else(|| panic!("{name}")).to_owned()
    };
    let (grammar, colours) = (read(GRAMMAR), read(COLOURS));
    for (group, also) in [("direction", ""), ("mode", ""), ("condition manner toggling", "at")] {
        let rules = group.split(' ').map(rule).flat_map(|line| match line.split_once("_{") {
            Some((_, names)) => names.split(['|', '}']).map(|name| name.trim().to_owned()).collect(),
            None => vec![line.split(" = ").next().unwrap_or_default().trim().to_owned()],
        });
        let mut letters: BTreeSet<char> = also.chars().collect();
        for name in rules.filter(|name| !name.is_empty()) {
            letters.extend(between_quotes(&rule(&name), '"').first().and_then(|letter| letter.chars().next()));
        }
        assert!(letters.len() > 2, "{group}");
        for (file, text) in [(GRAMMAR, &grammar), (COLOURS, &colours)] {
            let found = between(text, "[", "]+").any(|class| class.chars().collect::<BTreeSet<_>>() == letters);
            assert!(found, "{file} has no class of the letters {letters:?}");
        }
    }
}

/// The nodes that a query names, without its remarks and texts.
fn nodes(query: &str) -> BTreeSet<String> {
    let lines = query.lines().filter(|line| !line.starts_with(';'));
    lines
        .flat_map(|line| line.split('(').skip(1))
        .map(|rest| rest.split(|c: char| !(c.is_ascii_lowercase() || c == '_')).next().unwrap_or_default().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn queries_name_what_the_grammar_has_and_colour_all_of_it() {
    let grammar = read(GRAMMAR);
    // A rule `name: …`, and another name that a rule is given where it stands.
    let rules: BTreeSet<String> = grammar
        .lines()
        .filter_map(|line| line.strip_prefix("    ")?.split_once(": "))
        .filter(|(name, rest)| is_word(&name.replace('_', "-")) && (rest.starts_with('_') || rest.starts_with('$')))
        .map(|(name, _)| name.to_owned())
        .collect();
    let aliases: BTreeSet<String> = grammar
        .split("alias(")
        .skip(1)
        .filter_map(|rest| {
            rest.split([')', '\n']).filter_map(|part| part.split_once(", $.")).map(|(_, name)| name).next()
        })
        .map(str::to_owned)
        .collect();
    assert!(rules.len() > 40 && aliases.len() > 8, "{rules:?} {aliases:?}");
    let canonical = ["highlights", "folds", "indents", "locals", "tags"].map(|name| format!("{QUERIES}/{name}.scm"));
    let helix = ["indents", "textobjects"].map(|name| format!("editors/helix/queries/{name}.scm"));
    for file in canonical.iter().chain(&helix) {
        let query = read(file);
        let unknown: Vec<_> =
            nodes(&query).into_iter().filter(|name| !rules.contains(name) && !aliases.contains(name)).collect();
        assert_eq!(unknown, [""; 0], "{file}");
    }
    // What stands for a text of its own: a token, or another name of one.
    let tokens = grammar.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(": _ => "));
    let leaves = tokens.map(|(name, _)| name.to_owned()).filter(|name| !name.starts_with('_')).chain(aliases);
    let coloured = nodes(&read(&canonical[0]));
    let parts = ["name"];
    let bare: Vec<_> = leaves.filter(|name| !coloured.contains(name) && !parts.contains(&name.as_str())).collect();
    assert_eq!(bare, [""; 0], "{} has no colour for them", canonical[0]);
}

#[test]
fn helix_has_the_same_queries_with_its_own_names() {
    let ours = read(&format!("{QUERIES}/highlights.scm"));
    let theirs = ours.replace("@property", "@variable.other.member").replace("@number", "@constant.numeric");
    assert_eq!(read("editors/helix/queries/highlights.scm"), theirs);
}

#[test]
fn commands_and_settings_of_the_extension_are_what_its_client_has() {
    let (package, client) = (json("editors/vscode/package.json"), read("editors/vscode/src/extension.js"));
    let contributed = &package["contributes"];
    let commands = contributed["commands"].as_array().expect("commands");
    let told: BTreeSet<_> = commands.iter().filter_map(|command| command["command"].as_str()).collect();
    let registered: BTreeSet<_> = between(&client, "registerCommand('", "'").collect();
    assert_eq!(told, registered);
    let settings = contributed["configuration"]["properties"].as_object().expect("settings");
    // The library for clients reads this one.
    let told: BTreeSet<_> =
        settings.keys().map(String::as_str).filter(|name| *name != "weakfish.trace.server").collect();
    let read: BTreeSet<String> =
        between(&client, "settings().get('", "'").map(|name| format!("weakfish.{name}")).collect();
    assert_eq!(told, read.iter().map(String::as_str).collect());
    for file in [&contributed["grammars"][0]["path"], &contributed["snippets"][0]["path"], &package["icon"]] {
        let file = file.as_str().expect("a path");
        assert!(weakfish_testing::root().join("editors/vscode").join(file).is_file(), "{file}");
    }
}
