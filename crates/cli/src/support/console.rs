//! Standard output and standard error: rendered failures, progress lines.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;
use terminal_size::{Height, Width, terminal_size_of};
use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};
use weakfish::check::Refused;
use weakfish::diagnostic::{Code, Diagnostic, Report, is_unsafe_to_print, printable};
use weakfish::source::{Source, Span};

use crate::support::clock::time_in_words;
use crate::support::paint::Paint;

/// The width of rendered diagnostics; fixed, so that a page looks the same everywhere but on a narrower terminal.
const WIDTH: usize = 100;

/// The width of help, and of a terminal that does not tell its own.
pub(crate) const TERMINAL_WIDTH: usize = 80;

/// The least width that texts are wrapped to; on a narrower terminal there is no sense in it.
const MIN_WIDTH: usize = 40;

/// The exit code of a program that Ctrl-C has ended: 128 and the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// Reason why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong, as these say.
    Reports(Vec<Report>),
    /// The input is wrong; the reason has been printed.
    Reported,
    /// Ctrl-C was pressed, and what was known has been printed.
    Interrupted,
    /// Output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Failure by a wrong argument of the command line; `option` names it.
    pub(crate) fn argument(
        option: &str,
        text: &str,
        code: Code,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let problem = Diagnostic::error(code, Span::new(0, text.len()), message).label(label).help(help);
        Self::new(&Source::new(option, text), vec![problem])
    }

    /// A failure with the diagnostics of one text.
    pub(crate) fn new(source: &Source, diagnostics: Vec<Diagnostic>) -> Self {
        Report::new(source, diagnostics).into()
    }

    /// A failure about a file.
    pub(crate) fn file(path: impl AsRef<Path>, code: Code, message: impl Into<String>, help: &str) -> Self {
        Self::argument("command line", &path.as_ref().to_string_lossy(), code, message, "this file", help)
    }
}

/// Failure of an export that would lose rules of a game.
pub(crate) fn lost_by_export(game: &str, code: Code, message: &str, losses: &[String]) -> Failure {
    let place = Span::new(0, game.len());
    let problem = |loss: &String| {
        let lost = Diagnostic::error(code, place, format!("{message}: {loss}"));
        lost.label("of this game").help("export without it, and say so in a comment: `--incomplete`")
    };
    Failure::new(&Source::new("command line", game), losses.iter().map(problem).collect())
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Self::Reports(refused.reports)
    }
}

impl From<Report> for Failure {
    fn from(report: Report) -> Self {
        Self::Reports(vec![report])
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Colours and arrows of printed pages.
pub(crate) fn paint() -> Paint {
    let colours = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    Paint { colours, arrows: colours || io::stdout().is_terminal() }
}

/// Prints a line of data.
pub(crate) fn print(text: impl fmt::Display) -> Result<(), Failure> {
    print_text(&format!("{text}\n"))
}

/// Prints text with its line ends, without characters that would steer a terminal.
pub(crate) fn print_text(text: &str) -> Result<(), Failure> {
    print_styled(&printable(text))
}

/// Prints a page for people as [`print_text`] does, wrapped to the width of the terminal.
pub(crate) fn print_page(text: &str) -> Result<(), Failure> {
    print_styled(&fitted(&printable(text), output_width()))
}

/// Prints a message for people, wrapped to the width of the terminal.
pub(crate) fn print_message(text: impl fmt::Display) -> Result<(), Failure> {
    print_page(&format!("{text}\n"))
}

/// Prints a page with boards and diagrams.
pub(crate) fn print_drawing(text: &str) -> Result<(), Failure> {
    print_styled(&paint().paint_drawings(&fitted(&printable(text), output_width())))
}

/// Prints lines that begin with `+` or `-`.
pub(crate) fn print_diff(text: &str) -> Result<(), Failure> {
    print_styled(&fitted(&paint().paint_diff(&printable(text)), output_width()))
}

/// Prints a page with escape sequences for colours; the rest of the text is printable.
pub(crate) fn print_styled(page: &str) -> Result<(), Failure> {
    Ok(io::stdout().write_all(page.as_bytes())?)
}

/// Prints the content of a file byte for byte, or on a terminal as a page.
pub(crate) fn print_content(text: &str) -> Result<(), Failure> {
    if io::stdout().is_terminal() { print_text(&text.replace("\r\n", "\n")) } else { print_styled(text) }
}

/// Prints data as JSON on one line.
pub(crate) fn print_json(data: &impl Serialize) -> Result<(), Failure> {
    print(escape_controls(&serde_json::to_string(data).map_err(io::Error::from)?))
}

/// Prints JSON that is on one line.
pub(crate) fn print_json_text(json: &str) -> Result<(), Failure> {
    print(escape_controls(json))
}

/// Prints data as JSON on several lines.
pub(crate) fn print_json_pretty(data: &impl Serialize) -> Result<(), Failure> {
    print(escape_controls(&serde_json::to_string_pretty(data).map_err(io::Error::from)?))
}

/// Prints a message on standard error, wrapped to the width of the terminal.
pub(crate) fn eprint(text: impl fmt::Display) {
    print_error(&fitted(&printable(&text.to_string()), error_width()));
}

/// Prints what the parser of the command line says: help, or an error about arguments.
pub(crate) fn print_usage(error: &clap::Error) {
    let text = error.render();
    // An error repeats arguments, whoever has written them. Help is wrapped already.
    // A failure to print this can't be reported anywhere.
    let _ = if text.to_string().contains(is_unsafe_to_print) {
        write!(io::stderr(), "{}", fitted(&printable(&text.to_string()), error_width()))
    } else if error.use_stderr() {
        write!(anstream::stderr(), "{}", fitted(&text.ansi().to_string(), error_width()))
    } else {
        error.print()
    };
}

/// A line of help that begins with a heading, and whose text is wrapped behind `indent` columns.
pub(crate) fn hanging(heading: &str, indent: usize, text: &str) -> String {
    let width = output_width().unwrap_or(TERMINAL_WIDTH).min(TERMINAL_WIDTH);
    let lines = textwrap::wrap(text, width.saturating_sub(indent).max(20));
    format!("{heading}{}\n", lines.join(&format!("\n{:indent$}", "")))
}

/// Width of the terminal that standard output is; elsewhere what the environment says.
fn output_width() -> Option<usize> {
    let environment = std::env::var("COLUMNS").ok();
    width_of(terminal_size_of(io::stdout()), io::stdout().is_terminal(), environment.as_deref())
}

/// Width of the terminal that standard error is; elsewhere what the environment says.
fn error_width() -> Option<usize> {
    let environment = std::env::var("COLUMNS").ok();
    width_of(terminal_size_of(io::stderr()), io::stderr().is_terminal(), environment.as_deref())
}

/// The width that texts are wrapped to: that of the terminal, or of the variable `COLUMNS`.
fn width_of(size: Option<(Width, Height)>, is_terminal: bool, environment: Option<&str>) -> Option<usize> {
    let columns = size.map(|(width, _)| usize::from(width.0));
    let columns = columns.or_else(|| environment?.parse().ok()).or(is_terminal.then_some(TERMINAL_WIDTH));
    columns.filter(|&columns| columns >= MIN_WIDTH)
}

/// Wraps lines between words that are wider than a width, with the indentation that they have.
fn fitted(text: &str, width: Option<usize>) -> Cow<'_, str> {
    let Some(width) = width.filter(|&width| text.lines().any(|line| display_width(line) > width)) else {
        return Cow::Borrowed(text);
    };
    let mut page = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if display_width(line) > width {
            let (indent, words) = line.split_at(line.len() - line.trim_start_matches(' ').len());
            let options = Options::new(width).initial_indent(indent).subsequent_indent(indent).break_words(false);
            page += &textwrap::fill(words, options.word_splitter(WordSplitter::NoHyphenation));
        } else {
            page += line;
        }
        page += end;
    }
    Cow::Owned(page)
}

/// Prints the diagnostics of a text on standard error.
pub(crate) fn print_report(report: &Report) {
    let colours = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let theme = if colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let width = error_width().map_or(WIDTH, |width| width.min(WIDTH));
    let renderer = GraphicalReportHandler::new_themed(theme).with_width(width).with_links(false);
    let renderer = renderer.with_break_words(false).with_word_splitter(WordSplitter::NoHyphenation);
    let mut page = String::new();
    // Writing to a string can't fail.
    let _ = renderer.without_syntax_highlighting().render_report(&mut page, &report.snippets());
    // The rendering has colours; the texts in it are printable.
    print_error(page.trim_end());
}

/// Writes a line to standard error, after what has been printed before.
fn print_error(text: &str) {
    // Errors of standard output come up again when it is written to, errors of standard error can't be reported.
    let _ = io::stdout().flush();
    let _ = writeln!(io::stderr(), "{text}");
}

/// Flushes standard output, which is otherwise flushed at the end of each line only.
pub(crate) fn flush() -> Result<(), Failure> {
    Ok(io::stdout().flush()?)
}

/// Prints a failure and returns the exit code.
pub(crate) fn print_failure(failure: Failure) -> ExitCode {
    match failure {
        Failure::Reports(reports) => reports.iter().for_each(print_report),
        Failure::Reported => {}
        Failure::Interrupted => return ExitCode::from(INTERRUPTED),
        // The reader has closed the pipe.
        Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Failure::Output(error) => eprint(format_args!("weakfish: can't write: {error}")),
    }
    ExitCode::FAILURE
}

/// JSON whose strings have escapes for characters that would steer a terminal.
fn escape_controls(json: &str) -> Cow<'_, str> {
    if !json.contains(is_unsafe_to_print) {
        return Cow::Borrowed(json);
    }
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if is_unsafe_to_print(character) {
            // Writing to a string can't fail.
            let _ = write!(text, "\\u{:04x}", u32::from(character));
        } else {
            text.push(character);
        }
    }
    Cow::Owned(text)
}

/// Delay before the first progress line.
const DELAY: Duration = Duration::from_millis(500);

/// Delay before the time that is left is estimated.
const ESTIMATE_DELAY: Duration = Duration::from_secs(2);

/// A progress line on standard error, if that is a terminal.
pub(crate) struct Progress {
    started: Instant,
    terminal: bool,
    shown: bool,
    /// The time after which the work ends in any case.
    limit: Option<Duration>,
    /// When the first share was shown, and how much was done by then.
    first: Option<(Instant, u64)>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let terminal = io::stderr().is_terminal();
        Self { started: Instant::now(), terminal, shown: false, limit: None, first: None }
    }

    /// Sets the time after which the work ends in any case.
    pub(crate) fn limited(self, limit: Option<Duration>) -> Self {
        Self { limit, ..self }
    }

    /// Shows the progress of work that has done so many of `total` equal parts, with the share and the time left.
    pub(crate) fn show_share(&mut self, text: impl fmt::Display, done: u64, total: u64) {
        let (began, before) = *self.first.get_or_insert((Instant::now(), done));
        let left = time_left(began.elapsed(), done.saturating_sub(before), total.saturating_sub(done));
        let bound = self.limit.map(|limit| limit.saturating_sub(self.started.elapsed()));
        let left = left.into_iter().chain(bound).min();
        let left = left.map_or_else(String::new, |left| format!(", {} left", time_in_words(left)));
        self.show(format_args!("{text} ({} %{left})", (100 * done / total.max(1)).min(100)));
    }

    /// Clears the progress line, and begins anew with other work.
    pub(crate) fn restart(&mut self) {
        self.clear();
        self.first = None;
    }

    /// Shows the progress.
    pub(crate) fn show(&mut self, text: impl fmt::Display) {
        if self.terminal && self.started.elapsed() > DELAY {
            self.shown = true;
            // A failure to write to standard error can't be reported anywhere.
            // A line that is wider than the terminal could not be cleared.
            let width = error_width().unwrap_or(usize::MAX) - 1;
            let line: String = printable(&text.to_string()).chars().take(width).collect();
            let _ = write!(io::stderr(), "\r\x1b[2K{line}");
        }
    }

    /// Clears the progress line, before something else is written.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}

/// Estimates the time that the parts left take, if those that are done have taken so long.
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    let share = f64::from(u32::try_from(left).ok()?) / f64::from(u32::try_from(done).ok().filter(|done| *done > 0)?);
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * share).ok().filter(|_| elapsed >= ESTIMATE_DELAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_time_so_far() {
        let seconds = Duration::from_secs;
        assert_eq!(time_left(seconds(10), 20, 60), Some(seconds(30)));
        assert_eq!(time_left(seconds(10), 20, 0), Some(seconds(0)));
        assert_eq!(time_left(seconds(1), 20, 60), None);
        assert_eq!(time_left(seconds(10), 0, 60), None);
    }

    #[test]
    fn a_terminal_that_tells_no_width_has_80_columns() {
        let size = |columns| Some((Width(columns), Height(24)));
        assert_eq!(width_of(size(60), true, None), Some(60));
        assert_eq!(width_of(size(60), true, Some("70")), Some(60));
        assert_eq!(width_of(None, true, None), Some(80));
        assert_eq!(width_of(None, true, Some("70")), Some(70));
        assert_eq!(width_of(None, false, Some("70")), Some(70));
        assert_eq!(width_of(None, false, None), None);
        assert_eq!(width_of(size(10), true, None), None);
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        let text = "short\n  one two three-four five\n\n  e4/b5 \u{1b}[31mred\u{1b}[0m word\nunbreakably-long-word x";
        assert_eq!(fitted(text, None), text);
        assert_eq!(fitted(text, Some(80)), text);
        let narrow = "short\n  one two\n  three-four\n  five\n\n  e4/b5 \u{1b}[31mred\u{1b}[0m\n  word\n\
                      unbreakably-long-word\nx";
        assert_eq!(fitted(text, Some(12)), narrow);
    }
}
