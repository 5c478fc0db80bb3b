//! Test results of a definition.

/// A definition with its test results.
#[derive(Debug)]
pub(super) struct Tested {
    /// The name of the definition.
    pub(super) path: String,
    pub(super) cases: Vec<Case>,
}

/// One thing that was tested.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) verdict: Verdict,
}

/// Verdict of a test case.
#[derive(Debug)]
pub(super) enum Verdict {
    Passed,
    /// Failed, with details, a line each.
    Failed(Vec<String>),
    /// Skipped, with the reason.
    LeftOut(String),
}

impl Case {
    pub(super) fn new(name: &str, verdict: Verdict) -> Self {
        Self { name: name.to_owned(), verdict }
    }

    pub(super) fn failed(&self) -> bool {
        matches!(self.verdict, Verdict::Failed(_))
    }
}

impl Tested {
    pub(super) fn failed(&self) -> bool {
        self.cases.iter().any(Case::failed)
    }
}
