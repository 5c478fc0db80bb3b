//! Standard output and standard error, and the rendering of failures.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;
use weakfish::diagnostic::{Diagnostic, Report, printable, steers};
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
    /// The input is wrong; the reason has been printed.
    Told,
    /// Ctrl-C was pressed, and what was known has been printed.
    Interrupted,
    /// Output could not be written.
    Output(io::Error),
}

impl Failure {
    /// A failure with the diagnostics of one text.
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
    /// Whether stdout is a terminal.
    terminal: bool,
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
        let terminal = io::stdout().is_terminal();
        let paint = Paint { colours, arrows: colours || terminal };
        let renderer = GraphicalReportHandler::new_themed(theme).with_width(WIDTH).with_links(false);
        let renderer = renderer.without_syntax_highlighting();
        Self { out: BufWriter::new(io::stdout().lock()), renderer, paint, terminal }
    }

    /// Colours and arrows of printed pages.
    pub(super) const fn paint(&self) -> Paint {
        self.paint
    }

    /// Prints a line of data.
    pub(super) fn line(&mut self, text: impl fmt::Display) -> Result<(), Failure> {
        self.page(&format!("{text}\n"))
    }

    /// Text that has its line ends already, without characters that would steer a terminal.
    pub(super) fn page(&mut self, text: &str) -> Result<(), Failure> {
        self.painted(&printable(text))
    }

    /// A page with boards and diagrams, for people to look at.
    pub(super) fn drawn(&mut self, text: &str) -> Result<(), Failure> {
        let painted = self.paint.drawings(&printable(text)).into_owned();
        self.painted(&painted)
    }

    /// Changes of a text, a line each, which begins with `+` or `-`.
    pub(super) fn changes(&mut self, text: &str) -> Result<(), Failure> {
        let painted = self.paint.changes(&printable(text)).into_owned();
        self.painted(&painted)
    }

    /// A page with colours, whose text has been made printable before.
    pub(super) fn painted(&mut self, page: &str) -> Result<(), Failure> {
        Ok(self.out.write_all(page.as_bytes())?)
    }

    /// A file's content, byte for byte; on a terminal it is a page.
    pub(super) fn content(&mut self, text: &str) -> Result<(), Failure> {
        if self.terminal { self.page(&text.replace("\r\n", "\n")) } else { self.painted(text) }
    }

    /// Standard output as a stream of bytes.
    pub(super) fn out(&mut self) -> &mut impl Write {
        &mut self.out
    }

    /// Data as JSON, on one line.
    pub(super) fn json(&mut self, data: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(data).map_err(io::Error::from)?;
        self.line(escaped(&text))
    }

    /// Data as JSON, on several lines.
    pub(super) fn json_page(&mut self, data: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(data).map_err(io::Error::from)?;
        self.line(escaped(&text))
    }

    /// Prints a line on standard error.
    pub(super) fn note(&mut self, text: impl fmt::Display) {
        self.tell(&printable(&text.to_string()));
    }

    #[expect(clippy::unused_self, reason = "what is said goes through the console, wherever it is kept")]
    fn tell(&mut self, text: &str) {
        // A failure to write to standard error can't be reported anywhere.
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// The diagnostics of a text.
    pub(super) fn report(&mut self, report: &Report) {
        let mut page = String::new();
        // Writing to a string can't fail.
        let _ = self.renderer.render_report(&mut page, &report.snippets());
        // The rendering has colours; the texts in it are printable.
        self.tell(page.trim_end());
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

/// JSON whose strings have escapes for characters that would steer a terminal.
fn escaped(json: &str) -> Cow<'_, str> {
    if !json.contains(steers) {
        return Cow::Borrowed(json);
    }
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if steers(character) {
            // Writing to a string can't fail.
            let _ = write!(text, "\\u{:04x}", u32::from(character));
        } else {
            text.push(character);
        }
    }
    Cow::Owned(text)
}
