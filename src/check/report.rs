//! What the passes have to say of one text, and where it uses its symbols: the only thing that they change.

use std::collections::HashSet;

use super::lines::FileId;
use super::losses::Losses;
use super::symbols::{Place, Subject};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Span, Spanned};
use crate::syntax::ast::Section;

/// No more errors, and no more warnings, than this are kept; a report shows fewer anyway.
const MAX_KEPT: usize = 2000;

/// Proof that an error was reported. Whoever has it need not report what follows from that error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told(());

/// What a pass has made, as far as it could read its lines.
#[derive(Clone, Debug)]
pub(super) struct Partial<T> {
    /// What could be read.
    pub(super) read: T,
    /// Whether that is everything.
    pub(super) whole: Result<(), Told>,
}

impl<T> Partial<T> {
    /// The value, if it is everything.
    pub(super) fn into_whole(self) -> Result<T, Told> {
        self.whole.map(|()| self.read)
    }
}

/// All values, or else the proof that one of them could not be made; every result is asked for.
pub(super) fn all<T>(results: impl IntoIterator<Item = Result<T, Told>>) -> Result<Vec<T>, Told> {
    let mut values = Vec::new();
    let mut whole = Ok(());
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(told) => whole = Err(told),
        }
    }
    whole.map(|()| values)
}

/// The collector of diagnostics about one text.
///
/// Errors in lines that the text inherits are reported where it says what it extends; warnings about them are left
/// out, since they belong to the other text.
pub(super) struct Reporter {
    /// The names of the texts that extend each other, the oldest first; the last is the one reported on.
    texts: Vec<String>,
    title: Span,
    extends: Option<Span>,
    losses: Losses,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// What was reported already: lines that several parts of a game share are read more than once.
    seen: HashSet<(Code, Span, String)>,
    uses: Vec<(Subject, Place)>,
}

impl Reporter {
    /// A collector for the last of these texts, whose title stands at `title`, with what its parser has found.
    pub(super) fn new(
        texts: Vec<String>,
        title: Span,
        extends: Option<Span>,
        losses: Losses,
        parsed: Vec<Diagnostic>,
    ) -> Self {
        let (errors, warnings) = parsed.into_iter().partition(Diagnostic::is_error);
        Self { texts, title, extends, losses, errors, warnings, seen: HashSet::new(), uses: Vec::new() }
    }

    /// The names of the texts that extend each other, the oldest first.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The text reported on.
    pub(super) fn own(&self) -> FileId {
        FileId((self.texts.len() - 1) as u8)
    }

    /// The name of a text.
    pub(super) fn text_name(&self, file: FileId) -> &str {
        self.texts.get(file.index()).map_or("its base", String::as_str)
    }

    /// The place of the title line.
    pub(super) fn title(&self) -> Span {
        self.title
    }

    /// The place that brings in what is inherited: the name after `extends`.
    pub(super) fn extends(&self) -> Span {
        self.extends.unwrap_or(self.title)
    }

    /// The place of a line, or of `extends` if it is inherited.
    pub(super) fn place(&self, file: FileId, span: Span) -> Span {
        if file == self.own() { span } else { self.extends() }
    }

    /// Reports an error in the text itself.
    pub(super) fn error(&mut self, diagnostic: Diagnostic) -> Told {
        let diagnostic = Diagnostic { severity: Severity::Error, ..diagnostic };
        keep(&mut self.errors, &mut self.seen, diagnostic);
        Told(())
    }

    /// Whether there are so many errors that another one would not be shown: its words need not be found.
    pub(super) fn full(&self) -> Result<(), Told> {
        if self.errors.len() >= MAX_KEPT { Err(Told(())) } else { Ok(()) }
    }

    /// Reports an error in a line of one of the texts.
    pub(super) fn error_in(&mut self, file: FileId, diagnostic: Diagnostic) -> Told {
        self.error_because(file, diagnostic, self.extends())
    }

    /// As [`Self::error_in`], where a place of the text itself is known to spoil the inherited line.
    pub(super) fn error_because(&mut self, file: FileId, diagnostic: Diagnostic, because: Span) -> Told {
        if file == self.own() {
            return self.error(diagnostic);
        }
        let label = if Some(because) == self.extends { "inherited from here" } else { "because of this" };
        let message = self.no_longer(file, &diagnostic.message);
        let help = match diagnostic.help {
            Some(help) => format!("write that line again in this game: {help}"),
            None => "write that line again in this game".to_owned(),
        };
        self.error(Diagnostic::error(diagnostic.code, because, message).label(label).help(help))
    }

    /// What is wrong with a line, where the line is inherited.
    pub(super) fn no_longer(&self, file: FileId, message: &str) -> String {
        format!("what is inherited from `{}` no longer holds: {message}", self.text_name(file))
    }

    /// Reports a warning about the text itself.
    pub(super) fn warning(&mut self, diagnostic: Diagnostic) {
        let diagnostic = Diagnostic { severity: Severity::Warning, ..diagnostic };
        keep(&mut self.warnings, &mut self.seen, diagnostic);
    }

    /// Reports a warning about a line of one of the texts.
    pub(super) fn warning_in(&mut self, file: FileId, diagnostic: Diagnostic) {
        if file == self.own() {
            self.warning(diagnostic);
        }
    }

    /// Whether all of a section could be read: what seems to be missing from any other may have been refused.
    pub(super) fn complete(&self, section: Section) -> Result<(), Told> {
        if self.losses.of(section) { Err(Told(())) } else { Ok(()) }
    }

    /// Reports that a line needs something which no line of `section` makes, unless part of that section was lost.
    pub(super) fn missing(&mut self, section: Section, file: FileId, diagnostic: impl FnOnce() -> Diagnostic) -> Told {
        match self.complete(section) {
            Ok(()) => self.error_in(file, diagnostic()),
            Err(told) => told,
        }
    }

    /// Whether a line that makes this man may have been lost.
    pub(super) fn lost_man(&self, symbol: &str) -> Result<(), Told> {
        if self.losses.may_have_made(symbol) { Err(Told(())) } else { Ok(()) }
    }

    /// A number within bounds; `what` names it after an article, as in `number of files`.
    pub(super) fn number(
        &mut self,
        file: FileId,
        number: Spanned<u32>,
        least: u32,
        most: u32,
        what: &str,
    ) -> Result<u32, Told> {
        if (least..=most).contains(&number.value) {
            return Ok(number.value);
        }
        Err(self.outside(file, number, least, most, what))
    }

    /// Reports a number that is out of bounds.
    pub(super) fn outside(&mut self, file: FileId, number: Spanned<u32>, least: u32, most: u32, what: &str) -> Told {
        let message = format!("the {what} can't be {}", number.value);
        let outside = Diagnostic::error(Code::CheckNumberOutOfRange, number.span, message)
            .label(format!("from {least} to {most}"))
            .help(format!("the nearest that is allowed is {}", number.value.clamp(least, most)));
        self.error_in(file, outside)
    }

    /// Notes that a symbol is used.
    pub(super) fn used(&mut self, subject: Subject, file: FileId, span: Span) {
        self.uses.push((subject, Place { file, span }));
    }

    /// Whether no error was reported.
    pub(super) fn clean(&self) -> Result<(), Told> {
        if self.errors.is_empty() { Ok(()) } else { Err(Told(())) }
    }

    /// Where symbols are used.
    pub(super) fn take_uses(&mut self) -> Vec<(Subject, Place)> {
        std::mem::take(&mut self.uses)
    }

    /// Everything that was reported.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let mut diagnostics = self.errors;
        diagnostics.extend(self.warnings);
        diagnostics
    }
}

fn keep(kept: &mut Vec<Diagnostic>, seen: &mut HashSet<(Code, Span, String)>, diagnostic: Diagnostic) {
    if kept.len() < MAX_KEPT && seen.insert((diagnostic.code, diagnostic.span(), diagnostic.message.clone())) {
        kept.push(diagnostic);
    }
}
