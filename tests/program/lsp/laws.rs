//! Laws of whatever is done to a text: what the editor is told is what a check of the whole text says, and every
//! request has an answer.
//!
//! `WEAKFISH_TIMES=500` makes 100,000 changes.

use serde_json::{Value, json};
use weakfish::diagnostic::{Diagnostic, Severity};
use weakfish::source::Span;
use weakfish::{BuiltIns, Source, builtin, check};

use super::client::Client;
use super::{UNTITLED, edited};
use weakfish_testing::dice::{Dice, check_law};

/// How many times a text is changed in one conversation.
const CHANGES: i64 = 40;

/// Text that is put in: words of the language and of none, line ends of all systems, characters of all lengths.
const PIECES: [&str; 24] = [
    "\r\n",
    "\n",
    "\r",
    " ",
    ",",
    ":",
    "//",
    "\"",
    "🂡",
    "é",
    "♞",
    "K",
    "fW",
    "none",
    "men\n",
    "rules\r\n",
    "test \"🂡\"\r\n",
    "  X ox: fWfrN, turns 45\r\n",
    "  castling: none\r\n",
    "setup b: standard with Q for R\r\n",
    "  r . . q k . . 🂡\n",
    "  K on e4: wins // 🂡\r\n",
    "  play: 1. e4 e5\r\n",
    "own rank 2",
];

/// A text to begin with: a game that others extend or not, with the line ends of any system and long characters.
fn text(dice: &mut Dice) -> String {
    let names: Vec<&str> = builtin::names().collect();
    let mut text = builtin::source(dice.pick(&names)).unwrap().text;
    if dice.flip() {
        text = text.replace('\n', "\r\n");
    }
    if dice.flip() {
        text = text.replace('"', "\"🂡").replacen("🂡 extends", " extends", 1);
    }
    text
}

/// A place between two characters, though not within a line end.
fn boundary(dice: &mut Dice, text: &str) -> usize {
    let mut at = dice.below(text.len() + 1);
    while !text.is_char_boundary(at) || text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        at -= 1;
    }
    at
}

/// The position of a byte, as an editor counts.
fn position(text: &str, byte: usize) -> Value {
    let (mut line, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        let ends = c == '\n' || c == '\r' && !text[at + 1..].starts_with('\n');
        if at >= byte {
            break;
        }
        if ends {
            (line, start) = (line + 1, at + 1);
        }
    }
    let words = text[start..byte].trim_end_matches(['\r', '\n']);
    json!({ "line": line, "character": words.encode_utf16().count() })
}

fn range(text: &str, span: Span) -> Value {
    json!({ "start": position(text, span.start), "end": position(text, span.end) })
}

/// A change of the text, and the text after it.
fn change(dice: &mut Dice, text: &mut String) -> Value {
    if dice.percent(2) {
        *text = self::text(dice);
        return json!({ "text": text });
    }
    let start = boundary(dice, text);
    let mut end = start;
    for _ in 0..dice.below(6) {
        end += text[end..].chars().next().map_or(0, char::len_utf8);
    }
    if text[..end].ends_with('\r') && text[end..].starts_with('\n') {
        end += 1;
    }
    let new = if dice.percent(20) { dice.text(6) } else { dice.pick(&PIECES).to_owned() };
    let changed = json!({ "range": range(text, Span::new(start, end)), "text": new });
    text.replace_range(start..end, &new);
    changed
}

/// What an editor should be told of a diagnostic.
fn expected(text: &str, found: &Diagnostic) -> (String, Value, u64, usize) {
    let severity = match found.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Note => 3,
    };
    (found.code.to_string(), range(text, found.span()), severity, found.labels.len() - 1)
}

/// What it is told.
fn received(found: &Value) -> (String, Value, u64, usize) {
    let others = found["relatedInformation"].as_array().map_or(0, Vec::len);
    let severity = found["severity"].as_u64().unwrap();
    (found["code"].as_str().unwrap().to_owned(), found["range"].clone(), severity, others)
}

/// Asks something about a place; whatever the text, there is an answer.
fn call_random(dice: &mut Dice, client: &mut Client, text: &str) {
    let at = boundary(dice, text);
    let here = position(text, at);
    let all = json!({ "start": { "line": 0, "character": 0 }, "end": here });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let name = dice.pick(&["Z", "K", "hill", "x y", "", "🂡", "+q"]);
    let (method, params) = match dice.below(12) {
        0 => ("hover", json!({ "position": here })),
        1 => ("completion", json!({ "position": here })),
        2 => ("definition", json!({ "position": here })),
        3 => ("references", json!({ "position": here, "context": { "includeDeclaration": true } })),
        4 => ("documentSymbol", json!({})),
        5 => ("foldingRange", json!({})),
        6 => ("semanticTokens/full", json!({})),
        7 => ("inlayHint", json!({ "range": all })),
        8 => ("codeLens", json!({})),
        9 => ("codeAction", json!({ "range": all, "context": { "diagnostics": [] } })),
        10 => ("formatting", json!({ "options": options })),
        _ => ("rename", json!({ "position": here, "newName": name })),
    };
    let answer = client.call_at(method, UNTITLED, params);
    match (method, answer) {
        // Why a name can't be changed.
        ("rename", Err(error)) => assert_eq!(error["code"], -32803, "{error}"),
        (_, Err(error)) => panic!("{method}: {error}"),
        ("rename", Ok(changes)) => {
            let renamed = edited(text, &changes["changes"][UNTITLED]);
            let errors = |text: &str| check(&Source::new(UNTITLED, text), &BuiltIns).report.errors();
            assert!(errors(&renamed) <= errors(text), "{here} {name}: {renamed}");
        }
        ("formatting", Ok(edits)) => assert_eq!(edited(text, &edits), weakfish::format::format(text)),
        ("semanticTokens/full", Ok(tokens)) => {
            let data: Vec<u64> =
                tokens["data"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
            assert!(data.chunks(5).skip(1).all(|token| token[0] > 0 || token[1] > 0), "no two words at one place");
        }
        _ => {}
    }
}

#[test]
fn what_is_told_while_a_text_changes_is_what_a_check_of_it_says() {
    check_law(1, |dice| {
        let mut text = text(dice);
        let mut client = Client::with(UNTITLED, &text);
        for version in 2..CHANGES + 2 {
            let mut changes = Vec::new();
            for _ in 0..if dice.percent(10) { dice.between(2, 5) } else { 1 } {
                changes.push(change(dice, &mut text));
            }
            client.change(UNTITLED, version, Value::Array(changes));
            // Some changes come before the ones before them are answered.
            if dice.percent(20) && version < CHANGES {
                continue;
            }
            let found = client.diagnostics(UNTITLED, version);
            let checked = check(&Source::new(UNTITLED, text.as_str()), &BuiltIns);
            let wanted: Vec<_> = checked.report.diagnostics().map(|diagnostic| expected(&text, diagnostic)).collect();
            assert_eq!(found.iter().map(received).collect::<Vec<_>>(), wanted, "{text}");
            if dice.percent(10) {
                call_random(dice, &mut client, &text);
            }
        }
        assert_eq!(client.shut_down(), Some(0));
    });
}
