//! What `editors/` knows of the language is what the grammar says. `.ci/editors` tries it with the editors' own tools.

mod snippets;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

const GRAMMAR: &str = "editors/tree-sitter-weakfish/grammar.js";
const QUERIES: &str = "editors/tree-sitter-weakfish/queries";
const COLOURS: &str = "editors/vscode/syntaxes/weakfish.tmLanguage.json";

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
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

/// The words of the language, as its grammar lists them: of several spellings the first.
fn words() -> BTreeSet<String> {
    let grammar = read("grammar/variant.pest");
    let (_, list) = grammar.split_once("// The words of the language.").expect("the list of words");
    let words: BTreeSet<String> = list
        .lines()
        .filter(|line| !line.starts_with("also_"))
        .filter_map(|line| line.split_once(" = @{ "))
        .filter_map(|(_, rule)| rule.split('"').nth(1))
        .map(str::to_owned)
        .collect();
    assert!(words.len() > 150 && words.iter().all(|word| is_word(word)), "{words:?}");
    words
}

/// The quoted texts of a list in the grammar for editors.
fn listed(grammar: &str, list: &str) -> BTreeSet<String> {
    let (_, rest) = grammar.split_once(&format!("const {list} = [")).expect("a list of words");
    let (inside, _) = rest.split_once("];").expect("its end");
    inside.split('\'').skip(1).step_by(2).map(str::to_owned).collect()
}

/// All words in quotes in the grammar for editors.
fn quoted(grammar: &str) -> BTreeSet<String> {
    let rules = grammar.lines().filter(|line| !line.trim_start().starts_with("//"));
    let texts = rules.flat_map(|line| [between_quotes(line, '\''), between_quotes(line, '"')]).flatten();
    texts.filter(|text| is_word(text)).collect()
}

fn between_quotes(line: &str, quote: char) -> Vec<String> {
    line.split(quote).skip(1).step_by(2).map(str::to_owned).collect()
}

/// The words of all alternatives in the patterns of the colours, and of those that are one word alone.
fn coloured(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| match value {
            Value::String(pattern) if matches!(key.as_str(), "match" | "begin") => {
                let parts = pattern.split(|c: char| !(is_word(&c.to_string()) || matches!(c, '-' | '\'' | '’')));
                words.extend(parts.filter(|part| is_word(part)).map(str::to_owned));
            }
            value => coloured(value, words),
        }),
        Value::Array(values) => values.iter().for_each(|value| coloured(value, words)),
        _ => {}
    }
}

#[test]
fn every_word_of_the_language_is_known_to_editors() {
    let (words, grammar) = (words(), read(GRAMMAR));
    let mut colours = BTreeSet::new();
    coloured(&json(COLOURS), &mut colours);
    let missing = |known: &BTreeSet<String>| words.difference(known).cloned().collect::<Vec<_>>();
    assert_eq!(missing(&quoted(&grammar)), [""; 0], "{GRAMMAR} lacks words of grammar/variant.pest");
    assert_eq!(missing(&colours), [""; 0], "{COLOURS} lacks words of grammar/variant.pest");
    for list in ["WORDS", "VERDICTS"] {
        let gone: Vec<_> = listed(&grammar, list).difference(&words).cloned().collect();
        assert_eq!(gone, [""; 0], "{list} in {GRAMMAR} has words that the language hasn't");
    }
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
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode").join(file).is_file(), "{file}");
    }
}
