//! What the server shows beside a text, and where names are, in a text with long characters and the line ends of
//! another system.

use std::fmt::Write;

use serde_json::{Value, json};

use super::client::Client;
use super::{UNTITLED, byte, edited, range};
use weakfish_testing::pages::assert_page;

/// A game that has something for every feature.
const GAME: &str = "\
// ♞🂡 A game to be looked at
// and its second line
game \"Gnus 🂡\" extends feeble // allow check::unused-man: C has no place here
men
  G gnu: fWfrN, turns 45, instead of Q // 🂡
regions
  hill: d4 to e5
  white palace: own rank 1 to 2 // allow check::unused-region: its hint is looked at
setup gnus: standard with G for A, empty b1
setup drawn
  r . . . k . . r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P . P
  R{n} . . . K . G R
rules
  promotion of P: on own rank 8, to G or R,
                  facing as at the start
endings
  K on hill, safe: wins
  the rest: inherited
test \"one 🂡\"
  setup: drawn
  play: 1. Gg1-g2 // 🂡 Gg1
  expect: draw
test \"two\"
  position: r3k2r/8/8/8/8/8/8/R{n}3K1GR w - - 0 1
  legal: Gg2
";

/// The text with the line ends of another system.
fn game() -> String {
    GAME.replace('\n', "\r\n")
}

/// The position of the `nth` place where a text has some words, and some bytes on.
fn pos(text: &str, words: &str, nth: usize, bytes: usize) -> Value {
    let at = text.match_indices(words).nth(nth).expect(words).0 + bytes;
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": text[start..at].encode_utf16().count() })
}

/// The part of a text that a range covers.
fn text_in_range<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[byte(text, &range["start"])..byte(text, &range["end"])]
}

fn open() -> (Client, String) {
    let text = game();
    let mut client = Client::with(UNTITLED, &text);
    assert_eq!(client.diagnostics(UNTITLED, 1), [] as [Value; 0]);
    (client, text)
}

fn call(client: &mut Client, method: &str, at: &Value) -> Value {
    client.call_at(method, UNTITLED, json!({ "position": at })).unwrap()
}

#[test]
fn words_are_explained_where_they_stand() {
    let (mut client, text) = open();
    let mut page = String::new();
    for (words, nth, bytes) in [
        ("feeble", 0, 2),
        ("gnu", 0, 0),
        ("fWfrN", 0, 3),
        ("turns", 0, 0),
        ("hill", 1, 0),
        ("gnus:", 0, 1),
        ("R{n}", 0, 1),
        ("k . . r", 0, 6),
        ("own rank 8", 0, 0),
        ("safe", 0, 0),
        ("wins", 0, 0),
    ] {
        let shown = call(&mut client, "hover", &pos(&text, words, nth, bytes));
        let markdown = shown["contents"]["value"].as_str().expect(words);
        assert_eq!(shown["contents"]["kind"], "markdown");
        writeln!(page, "##### {}\n\n{markdown}\n", text_in_range(&text, &shown["range"])).unwrap();
    }
    assert_page("lsp", "hover", &page);
    assert_eq!(call(&mut client, "hover", &json!({ "line": 999, "character": 9 })), Value::Null);
}

#[test]
fn a_mistake_is_explained_and_the_last_sound_game_still_tells() {
    let (mut client, text) = open();
    let broken = text.replace("own rank 8", "own rank 88");
    client.change(UNTITLED, 2, json!([{ "text": broken }]));
    let shown = call(&mut client, "hover", &pos(&broken, "88", 0, 1));
    assert!(shown["contents"]["value"].as_str().unwrap().contains("**check::"), "{shown}");
    let shown = call(&mut client, "hover", &pos(&broken, "G or", 0, 0));
    assert!(shown["contents"]["value"].as_str().unwrap().starts_with("**G Gnu**"), "{shown}");
}

/// The labels that are offered at the end of a text.
fn completion_labels(client: &mut Client, version: i64, text: &str) -> Vec<Value> {
    client.change(UNTITLED, version, json!([{ "text": text }]));
    let end = pos(text, text, 0, text.len());
    let list = call(client, "completion", &end);
    list["items"].as_array().unwrap().clone()
}

#[test]
fn what_can_be_written_is_offered_where_it_can() {
    let head = "game \"♞🂡\" extends fide\r\nregions\r\n  hill: e4\r\nmen\r\n  G gnu: N, instead of Q\r\n";
    let mut client = Client::with(UNTITLED, head);
    let mut page = String::new();
    for (version, tail) in [
        "",
        "  X ",
        "  X ox: ",
        "  X ox: fW, ",
        "  X ox: fW, never ",
        "  X ox: fW, turns 45 within 90 of fo",
        "  X ox: fW, in ",
        "regions\r\n  camp: own ",
        "setup mine\r\n  r . ",
        "setup mine: standard with ",
        "rules\r\n  cas",
        "rules\r\n  castling: K 2 tow",
        "rules\r\n  promotion of P: on last rank, to ",
        "rules\r\n  promotion of ",
        "endings\r\n  K on ",
        "endings\r\n  K on hill: ",
        "test \"a\"\r\n  setup: ",
        "test \"a\"\r\n  expect: ",
        "// nothing ",
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("{head}{tail}");
        let labels: Vec<String> = completion_labels(&mut client, version as i64 + 2, &text)
            .iter()
            .map(|item| item["textEdit"]["newText"].as_str().unwrap().to_owned())
            .collect();
        writeln!(page, "{}|\n    {}", tail.replace("\r\n", " ⏎ "), labels.join(" / ")).unwrap();
    }
    assert_page("lsp", "completion", &page);
    for (version, (text, titles)) in
        [("", &["game", "weakfish 2"][..]), ("// ♞\r\nga", &["game", "weakfish 2"]), ("weakfish 2\n", &["game"])]
            .into_iter()
            .enumerate()
    {
        let offers = completion_labels(&mut client, version as i64 + 50, text);
        let labels: Vec<&str> = offers.iter().map(|item| item["label"].as_str().unwrap()).collect();
        assert_eq!(labels, titles, "a definition begins with its title: {text:?}");
    }
    let games = completion_labels(&mut client, 100, "game \"♞🂡\" extends fi");
    let fide = games.iter().find(|item| item["label"] == "fide").unwrap();
    assert_eq!(fide["textEdit"]["range"], range((0, 19), (0, 21)), "what has been begun is replaced");
    assert!(fide["documentation"]["value"].as_str().unwrap().starts_with("**Chess**"));
}

#[test]
fn names_lead_to_their_definitions_and_uses() {
    let (mut client, text) = open();
    for (words, nth, bytes, definition, uses) in
        [("hill", 1, 4, ("hill", 0), 2), ("G or R", 0, 0, ("G gnu", 0), 4), ("drawn", 1, 2, ("drawn", 0), 2)]
    {
        let at = pos(&text, words, nth, bytes);
        let found = call(&mut client, "definition", &at);
        assert_eq!(found[0]["uri"], UNTITLED);
        assert_eq!(found[0]["range"]["start"], pos(&text, definition.0, definition.1, 0), "{words}");
        let params = json!({ "position": at, "context": { "includeDeclaration": true } });
        let found = client.call_at("references", UNTITLED, params).unwrap();
        assert_eq!(found.as_array().unwrap().len(), uses, "{words}: {found}");
        let marked = call(&mut client, "documentHighlight", &at);
        assert_eq!(marked.as_array().unwrap().len(), uses, "{words}");
    }
    assert_eq!(call(&mut client, "definition", &pos(&text, "turns", 0, 0)), json!([]));
    assert_eq!(call(&mut client, "definition", &pos(&text, "K on hill", 0, 0)), json!([]), "of a built-in game");
}

fn rename(client: &mut Client, at: &Value, name: &str) -> Result<Value, String> {
    let params = json!({ "position": at, "newName": name });
    let renamed = client.call_at("rename", UNTITLED, params);
    renamed
        .map(|changes| changes["changes"][UNTITLED].clone())
        .map_err(|error| error["message"].as_str().unwrap().to_owned())
}

#[test]
fn a_letter_changes_on_boards_in_lists_in_positions_and_in_moves() {
    let (mut client, text) = open();
    let at = pos(&text, "G gnu", 0, 0);
    let prepared = call(&mut client, "prepareRename", &at);
    assert_eq!((text_in_range(&text, &prepared["range"]), &prepared["placeholder"]), ("G", &json!("G")));
    let changed = edited(&text, &rename(&mut client, &at, "w").unwrap());
    let wanted = text
        .replace("G gnu", "W gnu")
        .replace("with G", "with W")
        .replace(". G R", ". W R")
        .replace("to G or", "to W or")
        .replace("1. Gg1-g2", "1. Wg1-g2")
        .replace("1GR", "1WR")
        .replace("legal: G", "legal: W");
    assert_eq!(changed, wanted);
    // From a place where it is used, too.
    let from_use = edited(&text, &rename(&mut client, &pos(&text, ". G R", 0, 2), "W").unwrap());
    assert_eq!(from_use, wanted);
}

#[test]
fn names_change_where_they_are_used() {
    let (mut client, text) = open();
    for (words, nth, bytes, name) in
        [("hill", 1, 1, "mound"), ("drawn", 0, 0, "painted"), ("gnu:", 0, 0, "royal ox"), ("one 🂡", 0, 0, "1 🂡")]
    {
        let old = words.trim_end_matches(':');
        let changed = edited(&text, &rename(&mut client, &pos(&text, words, nth, bytes), name).unwrap());
        let wanted = if old == "gnu" { text.replace("gnu:", "royal ox:") } else { text.replace(old, name) };
        assert_eq!(changed, wanted, "{words}");
    }
}

#[test]
fn a_name_that_would_clash_is_refused_with_the_reason() {
    let (mut client, text) = open();
    let mut page = String::new();
    for (words, nth, name) in [
        ("G gnu", 0, "K"),
        ("G gnu", 0, "Gn"),
        ("K on hill", 0, "X"),
        ("hill", 0, "palace"),
        ("hill", 0, "Hill"),
        ("drawn", 0, "gnus"),
        ("turns", 0, "spins"),
        ("one 🂡", 0, "a \" b"),
    ] {
        let refused = rename(&mut client, &pos(&text, words, nth, 0), name).unwrap_err();
        writeln!(page, "{words} -> {name}\n    {refused}").unwrap();
    }
    assert_page("lsp", "rename-refused", &page);
}

#[test]
fn a_text_has_an_outline_and_can_be_folded() {
    let (mut client, text) = open();
    let outline = client.call_at("documentSymbol", UNTITLED, json!({})).unwrap();
    let mut page = String::new();
    for section in outline.as_array().unwrap() {
        writeln!(page, "{}", section["name"].as_str().unwrap()).unwrap();
        for item in section["children"].as_array().unwrap_or(&Vec::new()) {
            let detail = item["detail"].as_str().unwrap_or_default();
            writeln!(page, "  {} | {detail}", text_in_range(&text, &item["selectionRange"])).unwrap();
        }
    }
    let folds = client.call_at("foldingRange", UNTITLED, json!({})).unwrap();
    for fold in folds.as_array().unwrap() {
        let kind = fold["kind"].as_str().unwrap_or_default();
        writeln!(page, "fold {}-{} {kind}", fold["startLine"], fold["endLine"]).unwrap();
    }
    assert_page("lsp", "outline", &page);
}

#[test]
fn words_have_colours_by_what_they_are() {
    let text = game();
    let mut client = Client::uninitialized(&[]);
    let offers = client.call("initialize", json!({ "capabilities": {} })).unwrap();
    let legend = offers["capabilities"]["semanticTokensProvider"]["legend"].clone();
    client.open(UNTITLED, &text);
    let data = client.call_at("semanticTokens/full", UNTITLED, json!({})).unwrap()["data"].clone();
    let numbers: Vec<u64> = data.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
    let (mut line, mut column) = (0, 0);
    let mut page = String::new();
    for token in numbers.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        if token[0] > 0 {
            page.push('\n');
        }
        line += token[0];
        let from = json!({ "line": line, "character": column });
        let to = json!({ "line": line, "character": column + token[2] });
        let word = text_in_range(&text, &json!({ "start": from, "end": to })).to_owned();
        let sort = legend["tokenTypes"][token[3] as usize].as_str().unwrap();
        let defined = if token[4] == 1 { "!" } else { "" };
        write!(page, "{word}[{sort}{defined}] ").unwrap();
    }
    assert_page("lsp", "tokens", &page.replace(" \n", "\n"));
    let some = client.call_at("semanticTokens/range", UNTITLED, json!({ "range": range((3, 0), (4, 0)) })).unwrap();
    assert_eq!(some["data"], json!([3, 0, 3, 1, 0]), "the word `men` is a keyword");
}

#[test]
fn hints_say_what_is_not_written() {
    let (mut client, text) = open();
    let all = json!({ "range": range((0, 0), (999, 0)) });
    let hints = client.call_at("inlayHint", UNTITLED, all).unwrap();
    let hints: Vec<(&str, &str)> = (hints.as_array().unwrap().iter())
        .map(|hint| {
            let at = byte(&text, &hint["position"]);
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            (text[start..at].trim_start(), hint["label"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        hints,
        [
            ("white palace: own rank 1 to 2", "ranks 1 to 2"),
            ("setup gnus", "23 moves"),
            ("setup drawn", "16 moves"),
            ("promotion of P: on own rank 8", "White rank 8, Black rank 1"),
        ]
    );
    let none = json!({ "range": range((0, 0), (4, 0)) });
    assert_eq!(client.call_at("inlayHint", UNTITLED, none).unwrap(), json!([]));
}

#[test]
fn tests_and_counts_can_be_run() {
    let (mut client, text) = open();
    let lenses = client.call_at("codeLens", UNTITLED, json!({})).unwrap();
    let mut shown = Vec::new();
    for lens in lenses.as_array().unwrap() {
        let command = &lens["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        let data = client.call("workspace/executeCommand", params).unwrap();
        let message = client.other_messages.pop().unwrap();
        assert_eq!(message["method"], "window/showMessage");
        let line = text_in_range(&text, &lens["range"]).trim();
        let message = message["params"]["message"].as_str().unwrap().replace('\n', " ⏎ ");
        shown.push(format!("{line} | {} | {message} | {data}", command["title"].as_str().unwrap()));
    }
    assert_page("lsp", "lenses", &shown.join("\n"));
    for (command, arguments) in [
        ("weakfish.sing", json!([])),
        ("weakfish.runTest", json!([])),
        ("weakfish.runTest", json!([UNTITLED])),
        ("weakfish.perft", json!([UNTITLED, "nowhere"])),
        ("weakfish.perft", json!(["untitled:closed", "drawn"])),
    ] {
        let params = json!({ "command": command, "arguments": arguments });
        assert!(client.call("workspace/executeCommand", params).is_err(), "{command}");
    }
}
