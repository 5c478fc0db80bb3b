//! What was tested, and what came of it.

/// A definition with all that was tested of it.
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

/// What came of it.
#[derive(Debug)]
pub(super) enum Verdict {
    Passed,
    /// It failed, as these lines say.
    Failed(Vec<String>),
    /// It could not be tested, for this reason.
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
