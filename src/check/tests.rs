//! The names in tests. `tools::test_runner` runs what they play.

use std::collections::HashMap;

use super::lines::{InForce, LinesInForce};
use super::place::Subject;
use super::report::Reporter;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::Span;
use crate::syntax::ast::{Name, Section, SetupSection, TestSection, TestStep};

/// Checks the names of tests and the setups that they begin with.
pub(super) fn tests(lines: &LinesInForce, tests: &[TestSection], reporter: &mut Reporter) {
    let setups: HashMap<&str, &InForce<SetupSection>> =
        lines.setups.iter().map(|setup| (setup.line.name.value.as_str(), setup)).collect();
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for test in tests {
        let name = &test.name;
        if let Some(&earlier) = seen.get(name.value.as_str()) {
            let same = format!("two tests are called \"{}\"", name.value);
            let same = Diagnostic::warning(Code::CheckSameName, name.span, same)
                .label("the name is taken")
                .also(earlier, "by this test")
                .help("give each test a name of its own");
            reporter.warning(same);
        } else {
            seen.insert(&name.value, name.span);
        }
        for line in &test.lines {
            let TestStep::Setup(name) = &line.step else { continue };
            match setups.get(name.value.as_str()) {
                Some(setup) => {
                    let own = reporter.own();
                    reporter.used(Subject::Setup(setup.file, setup.line.name.span), own, name.span);
                }
                None => unknown_setup(lines, name, reporter),
            }
        }
    }
}

fn unknown_setup(lines: &LinesInForce, name: &Name, reporter: &mut Reporter) {
    if reporter.full().is_err() {
        return;
    }
    let own = reporter.own();
    reporter.missing(Section::Setup, own, || {
        let known = lines.setups.iter().map(|setup| setup.line.name.value.as_str());
        Diagnostic::error(Code::CheckUnknownSetup, name.span, format!("there is no setup `{}`", name.value))
            .label("no such setup")
            .help(did_you_mean(&name.value, known))
    });
}
