//! Faults of units and results, with the place in the file and the field.

use weakfish::diagnostic::{Code, Diagnostic, Report};
use weakfish::source::{Source, Span};

/// A line of a file of units or results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The number of the line, from 1.
    pub line: usize,
}

/// Characters shown of a field.
const SHOWN_CHARS: usize = 72;

/// A fault of a field of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    /// The name of the field; empty if the line as a whole is meant.
    pub(crate) field: &'static str,
    /// The value of the field.
    pub(crate) value: String,
    pub(crate) message: String,
    pub(crate) help: String,
}

/// Help for a line that is not as it was written.
const DAMAGED_HELP: &str = "leave this line out; what it has done can be computed again, and `weakfish merge --missing FILE` writes \
                            the units for that";

impl Fault {
    /// A field whose value can't be used.
    pub(crate) fn damaged(field: &'static str, value: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code: Code::UnitDamaged,
            field,
            value: value.into(),
            message: message.into(),
            help: DAMAGED_HELP.to_owned(),
        }
    }

    /// The report about the line: its field with the value, shortened, at the number of the line.
    pub(crate) fn report(&self, place: Place<'_>) -> Report {
        let shown = shorten(&self.value, 0);
        let (excerpt, label) = if self.field.is_empty() {
            (shown, "this line".to_owned())
        } else {
            (format!("\"{}\": {shown}", self.field), format!("the field `{}`", self.field))
        };
        report(place, &excerpt, |span| {
            Diagnostic::error(self.code, span, &*self.message).label(label).help(&*self.help)
        })
    }
}

/// A report with a diagnostic of an excerpt, which stands at the line of the place.
fn report(place: Place<'_>, excerpt: &str, diagnostic: impl FnOnce(Span) -> Diagnostic) -> Report {
    let before = "\n".repeat(place.line.saturating_sub(1));
    let span = Span::new(before.len(), before.len() + excerpt.len());
    Report::new(&Source::new(place.file, before + excerpt), vec![diagnostic(span)])
}

/// A part of a text from about a character on, without line ends.
pub(crate) fn shorten(text: &str, from: usize) -> String {
    let begin = from.saturating_sub(SHOWN_CHARS / 3);
    let mut shown: String = text.chars().skip(begin).take(SHOWN_CHARS).collect();
    shown = shown.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    if begin > 0 {
        shown.insert(0, '…');
    }
    if text.chars().nth(begin + SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// The fault of a line that is no JSON, or whose fields are others.
pub(crate) fn syntax_fault(line: &str, error: &serde_json::Error) -> Fault {
    let column = line.get(..error.column().min(line.len())).map_or(0, |before| before.chars().count());
    // The place is shown.
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    let message = format!("this line is no unit or result: {reason}");
    Fault { value: shorten(line.trim_end(), column.saturating_sub(1)), ..Fault::damaged("", "", message) }
}

/// The report about two results of one item that differ, both shown where they begin to.
pub(crate) fn conflict_report(number: u64, [(one_place, one), (other_place, other)]: [(Place<'_>, &str); 2]) -> Report {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let lines = [(one_place, one), (other_place, other)]
        .map(|(place, item)| format!("{}:{}: {}", place.file, place.line, shorten(item, same)));
    let text = lines.join("\n");
    let second = Span::new(lines[0].len() + 1, text.len());
    let message = format!("two results of item {number} of one unit differ");
    let help = "one of them was computed by a faulty machine or by another build: compute the unit a third time with \
                `weakfish work`, and leave the wrong result out";
    let problem = Diagnostic::error(Code::UnitDamaged, second, message).label("and the other one");
    let problem = problem.also(Span::new(0, lines[0].len()), "one result").help(help);
    Report::new(&Source::new("results", text), vec![problem])
}
