//! What an editor is told of a text while it changes, and the changes that mend and lay it out.

use serde_json::{Value, json};
use weakfish::{BuiltIns, Source, check, format};

use super::client::Client;
use super::{UNTITLED, at, edited, range};

const MISTAKES: &str =
    "game \"Slips\" extends fide\r\nmen\r\n  Q queen: RB // 🂡 and so on\r\nrule\r\n  castlin: none\r\n";

/// Codes and places, in order.
fn codes_and_positions(diagnostics: &[Value]) -> Vec<(String, u64, u64)> {
    let number = |value: &Value| value.as_u64().unwrap();
    let each = |found: &Value| {
        let start = &found["range"]["start"];
        (found["code"].as_str().unwrap().to_owned(), number(&start["line"]), number(&start["character"]))
    };
    diagnostics.iter().map(each).collect()
}

#[test]
fn mistakes_are_told_with_their_places_and_helps() {
    let mut client = Client::with(UNTITLED, MISTAKES);
    let found = client.diagnostics(UNTITLED, 1);
    let codes = codes_and_positions(&found);
    assert_eq!(codes.len(), 2, "{found:?}");
    assert_eq!(codes[0], ("variant::no-such-heading".to_owned(), 3, 0));
    assert_eq!(codes[1], ("variant::no-such-rule".to_owned(), 4, 2));
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(found[0]["source"], "weakfish");
    assert!(found[0]["message"].as_str().unwrap().contains("\nhelp: "), "{}", found[0]["message"]);
}

#[test]
fn the_other_places_of_a_mistake_are_told_and_what_is_useless_is_marked() {
    let text = "game \"Twice\" extends fide\nmen\n  S squire: W\n  S page: F\n";
    let mut client = Client::with(UNTITLED, text);
    let found = client.diagnostics(UNTITLED, 1);
    let twice = found.iter().find(|found| found["relatedInformation"].is_array()).expect("another place");
    let other = &twice["relatedInformation"][0];
    assert_eq!(other["location"]["uri"], UNTITLED);
    assert_eq!(other["location"]["range"]["start"], at(2, 2), "{found:?}");
    client.change(UNTITLED, 2, json!([{ "text": "game \"Idle\" extends fide\nmen\n  S squire: W\n" }]));
    let found = client.diagnostics(UNTITLED, 2);
    let idle = found.iter().find(|found| found["code"] == "check::unused-man").expect("an idle man");
    assert_eq!((&idle["tags"], &idle["severity"]), (&json!([1]), &json!(2)));
}

#[test]
fn changes_are_followed_and_the_last_version_is_told() {
    let mut client = Client::with(UNTITLED, MISTAKES);
    // In the order in which they are listed, each on the text after those before it.
    let changes = json!([
        { "range": range((3, 4), (3, 4)), "text": "s" },
        { "range": range((4, 9), (4, 9)), "text": "g" },
        { "range": range((2, 17), (2, 19)), "text": "♞" },
        { "range": range((2, 11), (2, 13)), "text": "X" },
    ]);
    client.change(UNTITLED, 7, changes);
    let found = client.diagnostics(UNTITLED, 7);
    assert_eq!(codes_and_positions(&found), [("betza::unknown-letter".to_owned(), 2, 11)]);
    client.change(UNTITLED, 8, json!([{ "range": range((2, 11), (2, 12)), "text": "RB" }]));
    client.change(UNTITLED, 9, json!([{ "range": range((5, 0), (99, 99)), "text": "\r\n\r\n" }]));
    assert_eq!(client.diagnostics(UNTITLED, 9), [] as [Value; 0]);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": UNTITLED } }));
    let closed = client.last_published(UNTITLED);
    assert_eq!((&closed["diagnostics"], closed.get("version")), (&json!([]), None));
}

#[test]
fn a_burst_of_changes_ends_with_diagnostics_of_the_last_version() {
    let mut client = Client::with(UNTITLED, "game \"Burst\" extends fide\nrules\n  castling: none\n");
    for version in 2..500 {
        let text = if version % 2 == 0 { "x" } else { "" };
        let changed = if version % 2 == 0 { range((2, 2), (2, 2)) } else { range((2, 2), (2, 3)) };
        client.change(UNTITLED, version, json!([{ "range": changed, "text": text }]));
    }
    assert_eq!(client.diagnostics(UNTITLED, 499), [] as [Value; 0]);
    assert_eq!(client.last_published(UNTITLED)["version"], 499, "nothing older comes after it");
}

/// The actions of one kind for a range.
fn actions(client: &mut Client, part: &Value, only: Option<&str>) -> Vec<Value> {
    let mut context = json!({ "diagnostics": [] });
    if let Some(only) = only {
        context["only"] = json!([only]);
    }
    let params = json!({ "range": part, "context": context });
    client.call_at("codeAction", UNTITLED, params).unwrap().as_array().unwrap().clone()
}

#[test]
fn mistakes_are_mended_one_by_one_and_all_together() {
    let mut client = Client::with(UNTITLED, MISTAKES);
    let one = actions(&mut client, &range((4, 3), (4, 3)), Some("quickfix"));
    assert_eq!(one.len(), 1, "{one:?}");
    assert_eq!(one[0]["title"], "Replace `castlin` by `castling`");
    assert_eq!(one[0]["diagnostics"][0]["code"], "variant::no-such-rule");
    let mended = edited(MISTAKES, &one[0]["edit"]["changes"][UNTITLED]);
    assert_eq!(mended, MISTAKES.replace("castlin", "castling"));
    let all = actions(&mut client, &range((0, 0), (0, 0)), Some("source"));
    assert_eq!((all.len(), &all[0]["kind"]), (1, &json!("source.fixAll")));
    let mended = edited(MISTAKES, &all[0]["edit"]["changes"][UNTITLED]);
    assert_eq!(mended, MISTAKES.replace("castlin", "castling").replace("rule\r", "rules\r"));
    assert!(check(&Source::new("mended", mended), &BuiltIns).report.is_empty());
    assert!(actions(&mut client, &range((0, 0), (0, 0)), Some("refactor")).is_empty());
}

#[test]
fn changes_name_the_version_they_are_for_if_the_editor_knows_that() {
    let edits = json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } });
    let mut client = Client::start(edits);
    client.open(UNTITLED, MISTAKES);
    let found = actions(&mut client, &range((4, 2), (4, 2)), None);
    let change = &found[0]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": UNTITLED, "version": 1 }));
    assert!(edited(MISTAKES, &change["edits"]).contains("castling:"));
}

#[test]
fn a_text_is_laid_out_as_fmt_does_it() {
    let text = "game \"Wide\" extends fide\r\nmen\r\n   Q queen:RB// ♞🂡\r\n\r\nrules\r\n  castling : none\r\n  repetition:illegal\r\n";
    let mut client = Client::with(UNTITLED, text);
    let options = json!({ "tabSize": 8, "insertSpaces": false });
    let edits = client.call_at("formatting", UNTITLED, json!({ "options": options })).unwrap();
    assert_eq!(edited(text, &edits), format::format(text));
    let part = json!({ "options": options, "range": range((2, 0), (2, 5)) });
    let edits = client.call_at("rangeFormatting", UNTITLED, part).unwrap();
    let laid_out = edited(text, &edits);
    assert!(laid_out.contains("  castling : none"), "{laid_out}");
    assert_ne!(laid_out, text);
    client.change(UNTITLED, 2, json!([{ "text": format::format(text) }]));
    let edits = client.call_at("formatting", UNTITLED, json!({ "options": options })).unwrap();
    assert_eq!(edits, json!([]));
}
