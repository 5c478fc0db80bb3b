//! Pages for reading: strings with their diagrams and words.

use weakfish::betza::{describe, diagram, form};

use super::movement;
use weakfish_testing::pages::assert_page;

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
    assert_page("betza", "meanings", &page.join("\n"));
}
