//! Warnings that a definition silences: `// allow check::unused-man: it is put on the board by hand`.
//!
//! Such a comment stands behind the line that is warned of, or on a line of its own above it. What it silences is meant so,
//! for the reason that it gives; an error can't be silenced.

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;
use crate::syntax::{self, Line};

/// The word that begins such a comment.
const WORD: &str = "allow";

/// A comment that silences warnings.
struct Allow<'t> {
    /// The code as it is written, which may be none.
    code: &'t str,
    /// Its place in the text.
    span: Span,
    /// The line that it is about.
    line: Span,
    /// Whether it gives a reason.
    reason: bool,
}

/// All diagnostics but the warnings that the text silences, and what is wrong with the comments that do so.
pub(super) fn without_allowed(text: &str, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if !text.contains(WORD) {
        return diagnostics;
    }
    let lines = syntax::lines(text);
    let mut unreadable = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(allow) = read(&lines, at, line) else { continue };
        let on_line = |span: Span| allow.line.range().contains(&span.start);
        let Ok(code) = allow.code.parse::<Code>() else {
            let warning = diagnostics.iter().find(|other| !other.is_error() && on_line(other.span()));
            unreadable.push(unknown_code(&allow, warning));
            continue;
        };
        if !allow.reason {
            let silent = Diagnostic::warning(Code::ReportUnreadableAllow, allow.span, "this gives no reason");
            let help = format!("say behind a colon why it is meant so: `// allow {}: …`", allow.code);
            unreadable.push(silent.label("why is the warning silenced?").help(help));
        }
        let before = diagnostics.len();
        let silenced = |other: &Diagnostic| !other.is_error() && other.code == code && on_line(other.span());
        diagnostics.retain(|diagnostic| !silenced(diagnostic));
        if diagnostics.len() == before {
            let error = diagnostics.iter().any(|other| other.code == code && on_line(other.span()));
            let help = if error {
                "an error can't be silenced; mend it"
            } else {
                "put it behind the line that is warned of, or leave it out"
            };
            let idle = Diagnostic::warning(Code::ReportIdleAllow, allow.span, "this silences nothing");
            unreadable.push(idle.label(format!("no such warning is about {}", which(&lines, at))).help(help));
        }
    }
    diagnostics.extend(unreadable);
    diagnostics
}

/// The codes of the warnings that a text silences for some reason.
pub(super) fn allowed_codes(text: &str) -> Vec<Code> {
    if !text.contains(WORD) {
        return Vec::new();
    }
    let lines = syntax::lines(text);
    let allows = lines.iter().enumerate().filter_map(|(at, line)| read(&lines, at, line));
    allows.filter(|allow| allow.reason).filter_map(|allow| allow.code.parse().ok()).collect()
}

/// Reports that no warning has such a code; the list of all codes would be no help.
fn unknown_code(allow: &Allow<'_>, warning: Option<&Diagnostic>) -> Diagnostic {
    let Allow { code, span, .. } = *allow;
    let unknown = Diagnostic::warning(Code::ReportUnreadableAllow, span, format!("there is no code `{code}`"));
    let unknown = unknown.label("of no warning");
    let codes = Code::ALL.iter().map(|code| code.as_str());
    if nearest(code, codes.clone()).is_some() {
        return unknown.suggest(span, code, codes);
    }
    unknown.help(match warning {
        Some(warning) => format!("the warning here is `{}`", warning.code),
        None => "write the code that stands above the warning, such as `check::unused-man`, or leave the comment out"
            .to_owned(),
    })
}

/// The line that a comment is about, in words.
fn which(lines: &[Line<'_>], at: usize) -> &'static str {
    if lines[at].is_comment() { "the next line" } else { "this line" }
}

/// The comment of a line, if it silences warnings.
fn read<'t>(lines: &[Line<'t>], at: usize, line: &Line<'t>) -> Option<Allow<'t>> {
    let words = line.comment.trim_start_matches('/').trim_start();
    let rest = words.strip_prefix(WORD)?;
    let start = line.comment_start() + line.comment.len() - rest.trim_start().len();
    let name: &str = rest.trim_start().split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    let name = name.strip_suffix(':').unwrap_or(name);
    // Other comments may begin with this word.
    if !rest.starts_with([' ', '\t']) || !name.contains("::") {
        return None;
    }
    let span = Span::new(start, start + name.len());
    let reason = !rest.trim_start()[name.len()..].trim_start_matches(':').trim().is_empty();
    let about = if line.is_comment() {
        lines[at..].iter().find(|line| !line.is_comment() && !line.is_blank()).unwrap_or(line)
    } else {
        line
    };
    Some(Allow { code: name, span, line: about.span(), reason })
}
