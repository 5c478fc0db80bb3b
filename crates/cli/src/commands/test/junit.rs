//! Results as `JUnit` writes them, in the part of its XML that all readers share.

use super::cases::{Case, Tested, Verdict};

/// The page of some results.
pub(super) fn page(results: &[Tested]) -> String {
    let suites: String = results.iter().map(suite).collect();
    let counts = counts(results.iter().flat_map(|tested| &tested.cases));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"weakfish\"{counts}>\n{suites}</testsuites>\n"
    )
}

fn suite(tested: &Tested) -> String {
    let path = escaped(&tested.path);
    let cases: String = tested.cases.iter().map(|case| test_case(&path, case)).collect();
    format!("  <testsuite name=\"{path}\"{}>\n{cases}  </testsuite>\n", counts(&tested.cases))
}

fn test_case(path: &str, case: &Case) -> String {
    let head = format!("    <testcase classname=\"{path}\" name=\"{}\"", escaped(&case.name));
    match &case.verdict {
        Verdict::Passed => format!("{head}/>\n"),
        Verdict::LeftOut(reason) => {
            format!("{head}>\n      <skipped message=\"{}\"/>\n    </testcase>\n", escaped(reason))
        }
        Verdict::Failed(details) => format!(
            "{head}>\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
            escaped(details.first().map_or("", String::as_str)),
            escaped(&details.join("\n"))
        ),
    }
}

fn counts<'a>(cases: impl IntoIterator<Item = &'a Case>) -> String {
    let (mut tests, mut failures, mut skipped) = (0, 0, 0);
    for case in cases {
        tests += 1;
        match case.verdict {
            Verdict::Passed => {}
            Verdict::Failed(_) => failures += 1,
            Verdict::LeftOut(_) => skipped += 1,
        }
    }
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"")
}

/// A text as XML has it. Control characters have no place in XML 1.0 at all.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if c < ' ' || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
