//! Where everything is written, and how failures are told.

use std::fmt;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;
use weakfish::diagnostic::{Diagnostic, Report};
use weakfish::source::Source;

use super::paint::Paint;

/// The width of rendered diagnostics; fixed, so that a page looks the same everywhere.
const WIDTH: usize = 100;

/// The exit code of a program that Ctrl-C has ended: 128 and the number of the signal.
pub(super) const INTERRUPTED: u8 = 130;

/// Why a command was not done.
#[derive(Debug)]
pub(super) enum Failure {
    /// The input is wrong, as these say.
    Reports(Vec<Report>),
    /// The input is wrong, and that has been told.
    Told,
    /// Ctrl-C was pressed, and what was known has been printed.
    Interrupted,
    /// Output could not be written.
    Output(io::Error),
}

impl Failure {
    /// What is wrong with a text.
    pub(super) fn new(source: &Source, diagnostics: Vec<Diagnostic>) -> Self {
        Self::Reports(vec![Report::new(source, diagnostics)])
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Standard output and standard error.
pub(super) struct Console {
    out: BufWriter<StdoutLock<'static>>,
    renderer: GraphicalReportHandler,
    paint: Paint,
}

impl Console {
    pub(super) fn new() -> Self {
        let colours = |choice| choice != ColorChoice::Never;
        let theme = if colours(AutoStream::choice(&io::stderr())) {
            GraphicalTheme::unicode()
        } else {
            GraphicalTheme::unicode_nocolor()
        };
        let colours = colours(AutoStream::choice(&io::stdout()));
        let paint = Paint { colours, arrows: colours || io::stdout().is_terminal() };
        let renderer = GraphicalReportHandler::new_themed(theme).with_width(WIDTH).with_links(false);
        let renderer = renderer.without_syntax_highlighting();
        Self { out: BufWriter::new(io::stdout().lock()), renderer, paint }
    }

    /// How pages are made for whoever looks at them.
    pub(super) const fn paint(&self) -> Paint {
        self.paint
    }

    /// Data, a line of it.
    pub(super) fn line(&mut self, text: impl fmt::Display) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Data that has its line ends already.
    pub(super) fn page(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// A page with boards and diagrams, for people to look at.
    pub(super) fn drawn(&mut self, text: &str) -> Result<(), Failure> {
        let painted = self.paint.drawings(text);
        self.page(&painted)
    }

    /// Changes of a text, a line each, which begins with `+` or `-`.
    pub(super) fn changes(&mut self, text: &str) -> Result<(), Failure> {
        let painted = self.paint.changes(text);
        self.page(&painted)
    }

    /// Data as JSON, on one line.
    pub(super) fn json(&mut self, data: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(data).map_err(io::Error::from)?;
        self.line(text)
    }

    /// Whatever is not data, a line of it.
    #[expect(clippy::unused_self, reason = "what is said goes through the console, wherever it is kept")]
    pub(super) fn note(&mut self, text: impl fmt::Display) {
        // Nobody is left to tell if this fails.
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// The diagnostics of a text.
    pub(super) fn report(&mut self, report: &Report) {
        let mut page = String::new();
        // Writing to a string can't fail.
        let _ = self.renderer.render_report(&mut page, &report.snippets());
        self.note(page.trim_end());
    }

    /// Writes out what is still held.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    /// Tells a failure.
    pub(super) fn fail(mut self, failure: Failure) -> ExitCode {
        let _ = self.flush();
        match failure {
            Failure::Reports(reports) => reports.iter().for_each(|report| self.report(report)),
            Failure::Told => {}
            Failure::Interrupted => return ExitCode::from(INTERRUPTED),
            // Whoever read the output has seen enough.
            Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Output(error) => self.note(format_args!("weakfish: can't write: {error}")),
        }
        ExitCode::FAILURE
    }
}
