//! Results in the Test Anything Protocol, version 14 (<https://testanything.org>).

use super::cases::{Tested, Verdict};

/// The page of some results.
pub(super) fn page(results: &[Tested]) -> String {
    let number: usize = results.iter().map(|tested| tested.cases.len()).sum();
    let mut lines = vec!["TAP version 14".to_owned(), format!("1..{number}")];
    let cases = results.iter().flat_map(|tested| tested.cases.iter().map(|case| (&tested.path, case)));
    for (number, (path, case)) in (1..).zip(cases) {
        // A number sign would begin a directive.
        let name = format!("{path}: {}", case.name).replace('\\', "\\\\").replace('#', "\\#");
        match &case.verdict {
            Verdict::Passed => lines.push(format!("ok {number} - {name}")),
            Verdict::LeftOut(reason) => lines.push(format!("ok {number} - {name} # SKIP {reason}")),
            Verdict::Failed(details) => {
                lines.push(format!("not ok {number} - {name}"));
                lines.extend(["  ---", "  message: |"].map(str::to_owned));
                lines.extend(details.iter().map(|detail| format!("    {detail}")));
                lines.push("  ...".to_owned());
            }
        }
    }
    lines.join("\n") + "\n"
}
