//! Pages for reading: strings with their diagrams and words.

use weakfish::betza::{describe, diagram, form};

use super::movement;

/// Compares a page with the stored one.
pub(super) fn snapshot(name: &str, page: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/betza");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page));
}

#[test]
fn strings_with_their_diagrams_and_words() {
    let strings = [
        "K",
        "Q",
        "W",
        "ffN",
        "NN",
        "R4",
        "W-3",
        "B[2-4]",
        "fmWfceFifmnD",
        "mWcF",
        "KAD",
        "WfDffNbsN",
        "fbNF",
        "frlRbK",
        "(4,1)",
        "nA",
        "nN",
        "nZ",
        "nNN",
        "[W-F]",
        "[F-W]",
        "rf[W-F&F-W]",
        "[F?R]",
        "[W?B]",
        "v[F?R]",
        "[F-B]",
        "[W?sR]",
        "masR",
        "mamaK",
        "mRcpR",
        "pQ",
        "gQ",
        "jH",
        "jR",
        "mpafsK",
        "qN",
        "qK",
        "zB",
        "zNN",
        "oR",
        "ioB2",
        "BnDD",
    ];
    let page: Vec<String> = strings
        .iter()
        .map(|text| {
            let movement = movement(text);
            let spelt = form(text).0.map(|form| form.to_string()).unwrap_or_default();
            let phrases = describe(&movement);
            let title = if spelt == *text { spelt } else { format!("{text} = {spelt}") };
            format!("{title}\n* {}\n\n{}", phrases.join("\n* "), diagram(&movement))
        })
        .collect();
    snapshot("meanings", &page.join("\n"));
}
