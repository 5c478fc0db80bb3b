//! Test results of a definition.

/// A definition with its test results.
#[derive(Debug)]
pub(crate) struct Tested {
    /// The name of the definition.
    pub(crate) path: String,
    pub(crate) cases: Vec<Case>,
}

/// One thing that was tested.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) verdict: Verdict,
}

/// Verdict of a test case.
#[derive(Debug)]
pub(crate) enum Verdict {
    Passed,
    /// Failed, with details, a line each.
    Failed(Vec<String>),
    /// Skipped, with the reason.
    LeftOut(String),
}

impl Case {
    pub(crate) fn new(name: &str, verdict: Verdict) -> Self {
        Self { name: name.to_owned(), verdict }
    }

    pub(crate) fn failed(&self) -> bool {
        matches!(self.verdict, Verdict::Failed(_))
    }
}

impl Tested {
    pub(crate) fn failed(&self) -> bool {
        self.cases.iter().any(Case::failed)
    }
}
