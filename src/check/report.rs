//! Collects the diagnostics of one text and the uses of its symbols; passes change nothing else. Lines that can't be
//! read make nothing; errors that follow from their loss are left out.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashSet};

use crate::diagnostic::{Code, Diagnostic, Edit, Severity, apply_edits};
use crate::model::{KindId, RegionId};
use crate::prose::all_of;
use crate::source::{Span, Spanned};
use crate::syntax::Document;
use crate::syntax::ast::{Ast, Section};
use crate::syntax::unread::UnreadMen;

/// The maximal number of errors, and of warnings, that are kept; a report shows fewer anyway.
const MAX_KEPT: usize = 2000;

/// Bytes of texts that are read to see whether they can be read without something; a definition has a few thousand.
const MAX_MENDED_BYTES: usize = 200_000;

/// Proof that an error was reported (rustc's `ErrorGuaranteed`): code that has it need not report consequences of that
/// error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reported(());

/// The result of a pass, as far as it could read its lines.
#[derive(Clone, Debug)]
pub(super) struct Partial<T> {
    /// The parts that could be read.
    pub(super) read: T,
    /// Whether that is everything.
    pub(super) whole: Result<(), Reported>,
}

impl<T> Partial<T> {
    /// The value, if it is everything.
    pub(super) fn into_whole(self) -> Result<T, Reported> {
        self.whole.map(|()| self.read)
    }
}

/// All values, unless one of them could not be made. All results are computed: every error is reported.
pub(super) fn collect_all<T>(results: impl IntoIterator<Item = Result<T, Reported>>) -> Result<Vec<T>, Reported> {
    let mut values = Vec::new();
    let mut whole = Ok(());
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(reported) => whole = Err(reported),
        }
    }
    whole.map(|()| values)
}

/// A text that others extend, or the one that is checked.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// Its name.
    pub(super) name: String,
    /// The text.
    pub(super) written: String,
}

/// A line that needs a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ManUse {
    /// The text it stands in.
    pub(super) file: FileId,
    /// The line in words, with its article.
    pub(super) line: String,
    /// Whether it is a rule, which can be removed.
    pub(super) is_rule: bool,
}

/// The collector of diagnostics about one text.
///
/// Errors in inherited lines are reported at the name after `extends`. Warnings about them are left out, since they
/// belong to the other text.
pub(super) struct Reporter {
    /// The texts that extend each other, the oldest first; the last is the one reported on.
    texts: Vec<Text>,
    title: Span,
    extends: Option<Span>,
    losses: Losses,
    errors: RefCell<Vec<Diagnostic>>,
    warnings: RefCell<Vec<Diagnostic>>,
    /// Diagnostics reported already, since lines that several parts of a game share are read more than once.
    seen: RefCell<HashSet<(Code, Span, String)>>,
    uses: RefCell<Vec<(Subject, Place)>>,
    /// Removed men, the place of their removal, and the lines that need them.
    needed: RefCell<Vec<(String, Span, Vec<ManUse>)>>,
    /// Errors of the parser.
    unread: usize,
    /// Bytes of mended texts that may still be read.
    readable_bytes: Cell<usize>,
    /// The codes of warnings that the texts which this one extends silence.
    inherited_allowed: Vec<Code>,
}

impl Reporter {
    /// A collector for the last of these texts, which has its title at `title`. It begins with the parser's
    /// diagnostics.
    pub(super) fn new(
        texts: Vec<Text>,
        title: Span,
        extends: Option<Span>,
        losses: Losses,
        parsed: Vec<Diagnostic>,
    ) -> Self {
        let (errors, warnings): (Vec<_>, Vec<_>) = parsed.into_iter().partition(Diagnostic::is_error);
        Self {
            unread: errors.len(),
            readable_bytes: Cell::new(MAX_MENDED_BYTES),
            texts,
            title,
            extends,
            losses,
            errors: RefCell::new(errors),
            warnings: RefCell::new(warnings),
            seen: RefCell::default(),
            uses: RefCell::default(),
            needed: RefCell::default(),
            inherited_allowed: Vec::new(),
        }
    }

    /// Notes which warnings the texts that this one extends silence.
    pub(super) fn allow_inherited(&mut self, codes: Vec<Code>) {
        self.inherited_allowed = codes;
    }

    /// The codes of the warnings about inherited lines that need no word here.
    pub(super) fn inherited_allowed(&self) -> &[Code] {
        &self.inherited_allowed
    }

    /// The texts that extend each other, the oldest first.
    pub(super) fn texts(&self) -> &[Text] {
        &self.texts
    }

    /// The text reported on.
    pub(super) fn own(&self) -> FileId {
        FileId((self.texts.len() - 1) as u8)
    }

    /// The name of a text.
    pub(super) fn text_name(&self, file: FileId) -> &str {
        self.texts.get(file.index()).map_or("its base", |text| &text.name)
    }

    /// The place of the title line.
    pub(super) fn title(&self) -> Span {
        self.title
    }

    /// The name after `extends`, where errors in inherited lines are reported.
    pub(super) fn extends(&self) -> Span {
        self.extends.unwrap_or(self.title)
    }

    /// The place of a line, or of `extends` if it is inherited.
    pub(super) fn own_span(&self, file: FileId, span: Span) -> Span {
        if file == self.own() { span } else { self.extends() }
    }

    /// Reports an error in the text itself.
    pub(super) fn error(&self, diagnostic: Diagnostic) -> Reported {
        let diagnostic = Diagnostic { severity: Severity::Error, ..diagnostic };
        self.push_up_to_limit(&self.errors, diagnostic);
        Reported(())
    }

    /// Returns `Err` if so many errors are kept that another would not be shown.
    pub(super) fn below_error_limit(&self) -> Result<(), Reported> {
        if self.errors.borrow().len() >= MAX_KEPT { Err(Reported(())) } else { Ok(()) }
    }

    /// Reports an error in a line of one of the texts.
    pub(super) fn error_in(&self, file: FileId, diagnostic: Diagnostic) -> Reported {
        self.error_because(file, diagnostic, self.extends())
    }

    /// Reports an error in an inherited line, caused by a place in the text itself.
    pub(super) fn error_because(&self, file: FileId, diagnostic: Diagnostic, because: Span) -> Reported {
        if file == self.own() {
            return self.error(diagnostic);
        }
        let label = if Some(because) == self.extends { "inherited from here" } else { "because of this" };
        let message = self.inherited_message(file, &diagnostic.message);
        let line =
            self.line_text(file, diagnostic.span()).map_or_else(|| "that line".to_owned(), |line| format!("`{line}`"));
        let help = match diagnostic.help {
            Some(help) => format!("write {line} again in this game: {help}"),
            None => format!("write {line} again in this game"),
        };
        self.error(Diagnostic::error(diagnostic.code, because, message).label(label).help(help))
    }

    /// The text of the line at a place, to be shown in a help: without its comment; `None` for rows of boards and long
    /// lines.
    fn line_text(&self, file: FileId, span: Span) -> Option<String> {
        const MAX_LINE_BYTES: usize = 120;
        let text = &self.texts.get(file.index())?.written;
        let start = text.get(..span.start)?.rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next()?.split("//").next()?;
        let words = line.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        Some(words).filter(|words| words.contains(": ") && !words.ends_with(',') && words.len() <= MAX_LINE_BYTES)
    }

    /// The text of a line as it is written, without comments and line breaks.
    pub(super) fn written(&self, file: FileId, span: Span) -> String {
        let text = self.texts.get(file.index()).and_then(|text| text.written.get(span.range())).unwrap_or_default();
        let words = text.lines().filter_map(|line| line.split("//").next()).flat_map(str::split_ascii_whitespace);
        words.collect::<Vec<_>>().join(" ")
    }

    /// The message for a line, adapted if the line is inherited.
    pub(super) fn inherited_message(&self, file: FileId, message: &str) -> String {
        format!("what is inherited from `{}` no longer holds: {message}", self.text_name(file))
    }

    /// Reports a warning about the text itself.
    pub(super) fn warning(&self, diagnostic: Diagnostic) {
        let diagnostic = Diagnostic { severity: Severity::Warning, ..diagnostic };
        self.push_up_to_limit(&self.warnings, diagnostic);
    }

    /// Reports a note about the text itself.
    pub(super) fn note(&self, diagnostic: Diagnostic) {
        let diagnostic = Diagnostic { severity: Severity::Note, ..diagnostic };
        self.push_up_to_limit(&self.warnings, diagnostic);
    }

    /// Reports a warning about a line of one of the texts.
    pub(super) fn warning_in(&self, file: FileId, diagnostic: Diagnostic) {
        if file == self.own() {
            self.warning(diagnostic);
        }
    }

    /// Returns `Err` if lines of this section were lost to syntax errors: a missing item may have been there.
    pub(super) fn section_is_complete(&self, section: Section) -> Result<(), Reported> {
        if self.losses.includes(section) { Err(Reported(())) } else { Ok(()) }
    }

    /// Reports that a line needs something that no line of `section` makes, unless a line of that section was lost.
    pub(super) fn missing(&self, section: Section, file: FileId, diagnostic: impl FnOnce() -> Diagnostic) -> Reported {
        match self.section_is_complete(section) {
            Ok(()) => self.error_in(file, diagnostic()),
            Err(reported) => reported,
        }
    }

    /// Returns `Err` if a line that makes this man may have been lost.
    pub(super) fn lost_man(&self, symbol: &str) -> Result<(), Reported> {
        if self.losses.may_have_made(symbol) { Err(Reported(())) } else { Ok(()) }
    }

    /// Returns `Err` if the line of this man could not be read as it is written: an inherited line or a corrected one may
    /// say something else, and nothing that follows from it is reported.
    pub(super) fn is_read(&self, symbol: &str) -> Result<(), Reported> {
        if self.losses.unread.iter().any(|unread| unread.includes(symbol)) { Err(Reported(())) } else { Ok(()) }
    }

    /// Notes that a removed man is still needed by a line; [`Self::report_removed_men`] reports all lines that need it
    /// together.
    pub(super) fn removed_man_needed(&self, symbol: &str, removal: Span, need: ManUse) -> Reported {
        let mut needed = self.needed.borrow_mut();
        match needed.iter_mut().find(|(known, place, _)| known == symbol && *place == removal) {
            Some((.., needs)) if needs.contains(&need) => {}
            Some((.., needs)) => needs.push(need),
            None => needed.push((symbol.to_owned(), removal, vec![need])),
        }
        Reported(())
    }

    /// Reports each removed man that lines still need, with all these lines.
    fn report_removed_men(&self) {
        for (symbol, removal, needs) in self.needed.take() {
            let lines = needs.iter().map(|need| format!("{} of `{}`", need.line, self.text_name(need.file)));
            let verb = if needs.len() == 1 { "needs" } else { "need" };
            let message = format!("`{symbol}` is removed, but {} still {verb} it", all_of(lines));
            let anew = all_of(needs.iter().map(|need| &need.line));
            let rules = match needs.iter().filter(|need| need.is_rule).count() {
                0 => "",
                1 => ", or remove the rule with `none`",
                _ => ", or remove the rules with `none`",
            };
            let removed = Diagnostic::error(Code::CheckRemovedManUsed, removal, message)
                .label("removed here")
                .help(format!("keep the man; or write {anew} again without it{rules}"));
            self.error(removed);
        }
    }

    /// Checks that a number is within bounds; `quantity` names it after an article, as in `number of files`.
    pub(super) fn number(
        &self,
        file: FileId,
        number: Spanned<u32>,
        least: u32,
        most: u32,
        quantity: &str,
    ) -> Result<u32, Reported> {
        if (least..=most).contains(&number.value) {
            return Ok(number.value);
        }
        Err(self.out_of_range(file, number, least, most, quantity))
    }

    /// Reports that a number is out of bounds.
    pub(super) fn out_of_range(
        &self,
        file: FileId,
        number: Spanned<u32>,
        least: u32,
        most: u32,
        quantity: &str,
    ) -> Reported {
        let message = format!("the {quantity} can't be {}", number.value);
        let outside = Diagnostic::error(Code::CheckNumberOutOfRange, number.span, message)
            .label(format!("from {least} to {most}"))
            .help(format!("the nearest that is allowed is {}", number.value.clamp(least, most)))
            .propose(Some(Edit::new(number.span, number.value.clamp(least, most).to_string())));
        self.error_in(file, outside)
    }

    /// Reports that a text has more of something than a game may have.
    pub(super) fn too_many(&self, file: FileId, span: Span, message: impl Into<String>, help: &str) -> Reported {
        self.error_in(file, Diagnostic::error(Code::CheckTooMany, span, message).label("one too many").help(help))
    }

    /// Reports that a game lacks a section, unless a line of it was lost.
    pub(super) fn missing_section(&self, section: Section, message: &str, help: &str) -> Reported {
        let (own, title) = (self.own(), self.title);
        self.missing(section, own, || {
            Diagnostic::error(Code::CheckMissingSection, title, message).label("for this game").help(help)
        })
    }

    /// Warns of something that a line names twice.
    pub(super) fn warn_named_twice(&self, file: FileId, span: Span, message: impl Into<String>) {
        let twice = Diagnostic::warning(Code::CheckNamedTwice, span, message);
        self.warning_in(file, twice.label("named before").help("once is enough"));
    }

    /// Notes that a symbol is used.
    pub(super) fn record_use(&self, subject: Subject, file: FileId, span: Span) {
        self.uses.borrow_mut().push((subject, Place { file, span }));
    }

    /// Whether a symbol is used by any line that was read so far.
    pub(super) fn is_used(&self, subject: Subject) -> bool {
        self.uses.borrow().iter().any(|(used, _)| *used == subject)
    }

    /// Returns `Err` if any error was reported.
    pub(super) fn without_errors(&self) -> Result<(), Reported> {
        if self.errors.borrow().is_empty() && self.needed.borrow().is_empty() { Ok(()) } else { Err(Reported(())) }
    }

    /// The uses of symbols.
    pub(super) fn take_uses(&self) -> Vec<(Subject, Place)> {
        self.uses.take()
    }

    /// All diagnostics.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        self.report_removed_men();
        self.errors.into_inner().into_iter().chain(self.warnings.into_inner()).collect()
    }

    /// Keeps a diagnostic, unless it was reported before or too many are kept. A help that says to leave its place out has an
    /// edit that does so.
    fn push_up_to_limit(&self, kept: &RefCell<Vec<Diagnostic>>, mut diagnostic: Diagnostic) {
        let key = (diagnostic.code, diagnostic.span(), diagnostic.message.clone());
        if kept.borrow().len() >= MAX_KEPT || !self.seen.borrow_mut().insert(key) {
            return;
        }
        if diagnostic.offered_edits().is_empty() {
            // A game is the same without what removes nothing.
            let is_certain = diagnostic.code == Code::CheckIdleNone;
            diagnostic = match self.leaving_out(&diagnostic) {
                Some(edit) if is_certain => diagnostic.edit(edit.span, edit.text),
                edit => diagnostic.propose(edit),
            };
        }
        kept.borrow_mut().push(diagnostic);
    }

    /// The edit that takes out a line if it is the same as an earlier one.
    pub(super) fn same_line(&self, earlier: Span, again: Span) -> Option<Edit> {
        let text = self.texts.last()?.written.as_str();
        let line = |at: usize| {
            let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
            let end = text[start..].find('\n').map_or(text.len(), |end| start + end + 1);
            Some(Span::new(start, end))
        };
        let words = |line: Span| text[line.range()].split("//").next().unwrap_or_default().trim();
        let (earlier, again) = (line(earlier.start)?, line(again.start)?);
        let is_line = words(again).contains(':') && !words(again).ends_with(',');
        (is_line && words(earlier) == words(again)).then(|| Edit::new(again, ""))
    }

    /// The edit that writes a fact below the title.
    pub(super) fn write_fact(&self, line: &str) -> Option<Edit> {
        let text = self.texts.last()?.written.as_str();
        let end = text.get(self.title.end..)?.find('\n').map_or(text.len(), |end| self.title.end + end);
        (self.title.end > 0).then(|| Edit::new(Span::at(end), format!("\n{line}")))
    }

    /// The edit that lets one area of the board be counted from each side's own first rank.
    pub(super) fn write_own(&self, file: FileId, span: Span) -> Option<Edit> {
        let written = self.written(file, span);
        let is_one = !written.contains([',', '&']) && !written.contains(" or ") && !written.starts_with("own ");
        (is_one && file == self.own()).then(|| Edit::new(Span::at(span.start), "own "))
    }

    /// The edit that writes a line under `rules`: below the heading, or with a heading before endings and tests.
    pub(super) fn write_rule(&self, line: &str) -> Option<Edit> {
        let text = self.texts.last()?.written.as_str();
        let words = |line: &str| line.split("//").next().unwrap_or_default().trim().to_owned();
        let mut start = 0;
        let mut before = None;
        for found in text.split_inclusive('\n') {
            let heading = words(found);
            if heading == "rules" {
                let end = start + found.trim_end().len();
                return Some(Edit::new(Span::at(end), format!("\n  {line}")));
            }
            if before.is_none() && (heading == "endings" || heading.starts_with("test ")) {
                before = Some(start);
            }
            start += found.len();
        }
        let gap = if text.ends_with('\n') { "" } else { "\n" };
        Some(match before {
            Some(at) => Edit::new(Span::at(at), format!("rules\n  {line}\n\n")),
            None => Edit::new(Span::at(text.len()), format!("{gap}\nrules\n  {line}\n")),
        })
    }

    /// The edit that takes an item out of a list, if the text can be read without it.
    pub(super) fn leave_out_of_list(&self, span: Span) -> Option<Edit> {
        let text = self.texts.last()?.written.as_str();
        let joints = [",", " or", " and"];
        let before = text.get(..span.start)?.trim_end_matches(' ');
        let behind = text.get(span.end..)?;
        let is_listed = joints.iter().any(|joint| before.ends_with(joint) || behind.starts_with(joint));
        let edit = without(text, span).filter(|_| is_listed)?;
        self.is_readable_with(text, &edit).then_some(edit)
    }

    /// Whether no more of a text is refused after an edit than before.
    fn is_readable_with(&self, text: &str, edit: &Edit) -> bool {
        let Some(rest) = self.readable_bytes.get().checked_sub(text.len()) else { return false };
        self.readable_bytes.set(rest);
        let unread = |mended: String| Document::read(&mended).diagnostics.iter().filter(|told| told.is_error()).count();
        apply_edits(text, [edit]).is_some_and(|mended| unread(mended) <= self.unread)
    }

    /// The edit for a help that says to leave out the main place, if the text can be read without it.
    fn leaving_out(&self, diagnostic: &Diagnostic) -> Option<Edit> {
        let text = self.texts.last().map(|text| text.written.as_str())?;
        let help = diagnostic.help.as_deref()?;
        let written = text.get(diagnostic.span().range())?;
        let named = [format!("leave `{written}` out"), format!("leave out `{written}`")];
        let is_meant =
            ["leave it out", "leave this out", "leave this pair out", "leave the side out", "leave the line out"]
                .into_iter()
                .chain(named.iter().map(String::as_str))
                .any(|words| help.starts_with(words));
        let edit = without(text, diagnostic.span()).filter(|_| is_meant)?;
        self.is_readable_with(text, &edit).then_some(edit)
    }
}

/// The edit that takes an item out of a line, with the comma or the blanks that join it to what is before it; it takes out the
/// whole line if nothing else is in it.
fn without(text: &str, span: Span) -> Option<Edit> {
    let line_start = text.get(..span.start)?.rfind('\n').map_or(0, |end| end + 1);
    let line_end = text.get(span.end..)?.find('\n').map_or(text.len(), |end| span.end + end);
    let before = text.get(line_start..span.start)?.trim_end();
    let behind = text.get(span.end..line_end)?;
    let is_last = behind.trim_start().is_empty() || behind.trim_start().starts_with("//");
    if before.is_empty() {
        // The key of a line stands for the line.
        let is_last = is_last || behind.trim_start().starts_with(':');
        let end = (line_end + 1).min(text.len());
        // With what follows it on its line, such as a side before a rule.
        let rest = span.end + behind.len() - behind.trim_start().len();
        return Some(if is_last {
            Edit::new(Span::new(line_start, end), "")
        } else {
            Edit::new(Span::new(span.start, rest), "")
        });
    }
    let joint = [",", " or", " and"].iter().find_map(|joint| before.strip_suffix(joint)).unwrap_or(before);
    let joint = line_start + joint.len();
    if is_last || behind.trim_start().starts_with(',') {
        if let Some(first) = behind.trim_start().strip_prefix(',').filter(|_| before.ends_with(':')) {
            return Some(Edit::new(Span::new(span.start, line_end - first.trim_start().len()), ""));
        }
        return Some(Edit::new(Span::new(joint, span.end), ""));
    }
    Some(Edit::new(Span::new(span.start, line_end - behind.trim_start().len()), ""))
}

/// One of the texts that extend each other, counted from the oldest ancestor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) u8);

impl FileId {
    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in one of the texts that a game is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Place {
    /// The text.
    pub file: FileId,
    /// The place in it.
    pub span: Span,
}

/// A symbol that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Subject {
    Man(KindId),
    Part(KindId, usize),
    Region(RegionId),
    /// The setup whose name stands at this place.
    Setup(FileId, Span),
}

/// The sections that are not whole, and the words on lines that could not be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    sections: Vec<Section>,
    /// Whether every line under `men` is lost.
    all_men: bool,
    words: BTreeSet<String>,
    /// The men whose lines could not be read as they are written.
    unread: [UnreadMen; 2],
}

impl Losses {
    /// Notes the sections that are incomplete, and all words in lines with syntax errors: men may have been defined
    /// there. `corrected` are the men whose lines were corrected before the text was parsed.
    pub(super) fn new(text: &str, ast: &Ast, diagnostics: &[Diagnostic], corrected: &UnreadMen) -> Self {
        let mut losses = Self {
            sections: ast.incomplete.clone(),
            all_men: ast.men.is_empty(),
            words: BTreeSet::new(),
            unread: [ast.unread_men.clone(), corrected.clone()],
        };
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
            let bytes = text.as_bytes();
            let start = diagnostic.span().start.min(bytes.len());
            let end = diagnostic.span().end.clamp(start, bytes.len());
            let from = bytes[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |index| index + 1);
            let to = bytes[end..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |index| end + index);
            let line = text.get(from..to).unwrap_or_default();
            let word_end = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '+' | '\''));
            losses.words.extend(line.split(word_end).filter(|word| !word.is_empty()).map(str::to_owned));
        }
        losses
    }

    /// Whether a line of this section was lost.
    pub(super) fn includes(&self, section: Section) -> bool {
        self.sections.contains(&section)
    }

    /// Whether a line that makes this man may have been lost.
    pub(super) fn may_have_made(&self, symbol: &str) -> bool {
        self.includes(Section::Men) && (self.all_men || self.words.contains(symbol))
    }
}
