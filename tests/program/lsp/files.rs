//! Texts that extend others: open ones, files, and neither.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::client::Client;

/// An empty folder, with blanks and letters of other scripts in its path.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp ♞ %20").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The URI of a file, as editors write it.
fn uri(file: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in file.to_str().unwrap().bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            _ => write!(uri, "%{byte:02X}").unwrap(),
        }
    }
    uri
}

const BASE: &str = "game \"Base\" extends fide\nregions\n  hill: d4 to e5\n";
const CHILD: &str = "game \"Child\" extends \"base.variant\"\nendings\n  K on hill: draw\n  the rest: inherited\n";

fn codes(found: &[Value]) -> Vec<&str> {
    found.iter().map(|found| found["code"].as_str().unwrap()).collect()
}

#[test]
fn an_open_text_counts_before_its_file_and_texts_that_extend_it_are_checked_again() {
    let folder = folder("open");
    let (base, child) = (folder.join("base.variant"), folder.join("child.variant"));
    fs::write(&base, BASE).unwrap();
    let (base, child) = (uri(&base), uri(&child));
    let mut client = Client::with(&child, CHILD);
    assert!(client.diagnostics(&child, 1).is_empty());
    client.open(&base, &BASE.replace("hill", "hull"));
    client.forget_published();
    let found = client.diagnostics(&child, 1);
    assert_eq!(codes(&found), ["check::unknown-region"]);
    client.forget_published();
    client.change(&base, 2, json!([{ "text": BASE }]));
    assert!(client.diagnostics(&child, 1).is_empty());
    client.change(&base, 3, json!([{ "text": "game \"Base\" extends fid\n" }]));
    client.forget_published();
    let found = client.diagnostics(&child, 1);
    assert_eq!(codes(&found), ["check::broken-base"]);
    client.forget_published();
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": base } }));
    assert!(client.diagnostics(&child, 1).is_empty(), "the file is as it was");
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn a_file_that_changes_outside_of_the_editor_is_read_again() {
    let folder = folder("watched");
    let (base, child) = (folder.join("base.variant"), uri(&folder.join("child.variant")));
    let watched = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = Client::start(watched);
    client.open(&child, CHILD);
    let found = client.diagnostics(&child, 1);
    assert_eq!(codes(&found), ["check::unknown-base"]);
    assert_eq!(client.other_messages[0]["method"], "client/registerCapability");
    fs::write(&base, BASE).unwrap();
    client.forget_published();
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri(&base), "type": 1 }] }));
    assert!(client.diagnostics(&child, 1).is_empty());
}

#[test]
fn an_open_text_that_has_no_file_yet_can_be_extended() {
    let folder = folder("unsaved");
    let (base, child) = (uri(&folder.join("base.variant")), uri(&folder.join("child.variant")));
    let mut client = Client::with(&base, BASE);
    client.open(&child, CHILD);
    assert!(client.diagnostics(&child, 1).is_empty());
    let grandchild = uri(&folder.join("grand.variant"));
    client.open(&grandchild, "game \"Grand\" extends \"child.variant\"\n");
    assert!(client.diagnostics(&grandchild, 1).is_empty());
    client.forget_published();
    client.change(&base, 2, json!([{ "text": "game \"Base\" extends grand\n" }]));
    assert_eq!(codes(&client.diagnostics(&grandchild, 1)), ["check::broken-base"]);
}

#[test]
fn what_lies_outside_of_the_folder_is_not_read() {
    let folder = folder("outside");
    fs::write(folder.join("base.variant"), BASE).unwrap();
    fs::create_dir(folder.join("inner")).unwrap();
    let child = uri(&folder.join("inner/child.variant"));
    let text = CHILD.replace("base.", "../base.");
    let mut client = Client::with(&child, &text);
    client.open(&uri(&folder.join("base.variant")), BASE);
    assert_eq!(codes(&client.diagnostics(&child, 1)), ["check::base-outside"]);
    let mut client = Client::uninitialized(&["--root", folder.to_str().unwrap()]);
    client.call("initialize", json!({ "capabilities": {} })).unwrap();
    client.open(&child, &text);
    assert!(client.diagnostics(&child, 1).is_empty());
    let hill = json!({ "position": { "line": 2, "character": 8 } });
    let found = client.call_at("definition", &child, hill).unwrap();
    assert_eq!(found[0]["uri"], uri(&folder.join("base.variant")), "the file has one name, however it is reached");
}

#[test]
fn a_circle_is_told_in_each_of_its_texts() {
    let folder = folder("circle");
    let (one, two) = (uri(&folder.join("one.variant")), uri(&folder.join("two.variant")));
    let mut client = Client::with(&one, "game \"One\" extends \"two.variant\"\n");
    client.open(&two, "game \"Two\" extends \"one.variant\"\n");
    client.forget_published();
    for text in [&one, &two] {
        assert!(!client.diagnostics(text, 1).is_empty(), "{text}");
    }
}
