//! Diagnostics as an editor shows them, and the changes that mend them.

use lsp_types::{
    CodeAction, CodeActionKind, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString,
};
use serde_json::Value;
use weakfish::check::Checked;
use weakfish::diagnostic::{Code, Diagnostic, Severity, changes};
use weakfish::source::Span;
use weakfish::suggest::mend;

use super::asked::Asked;
use super::documents::Document;
use super::edits::workspace_edit;
use super::refusal::{Refusal, written};

/// `source` of the diagnostics.
const SOURCE: &str = "weakfish";

/// All diagnostics of a document.
pub(super) fn all(document: &Document, checked: &Checked) -> Vec<lsp_types::Diagnostic> {
    checked.report.diagnostics().map(|diagnostic| shown(document, diagnostic)).collect()
}

fn shown(document: &Document, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
    let Diagnostic { code, severity, message, labels, help, .. } = diagnostic;
    let others = labels.iter().skip(1).map(|label| DiagnosticRelatedInformation {
        location: Location::new(document.uri.clone(), document.range(label.span)),
        message: label.text.clone(),
    });
    let related: Vec<_> = others.collect();
    let mut words = message.clone();
    let label = labels.first().map(|label| label.text.as_str()).filter(|text| !text.is_empty());
    for (before, text) in [("\n", label), ("\nhelp: ", help.as_deref())] {
        if let Some(text) = text {
            words.push_str(before);
            words.push_str(text);
        }
    }
    lsp_types::Diagnostic {
        range: document.range(diagnostic.span()),
        severity: Some(match severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(code.to_string())),
        source: Some(SOURCE.to_owned()),
        message: words,
        related_information: Some(related).filter(|related| !related.is_empty()),
        tags: is_useless(*code).then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..lsp_types::Diagnostic::default()
    }
}

/// Whether a diagnostic is about something that could as well be left out.
fn is_useless(code: Code) -> bool {
    code.as_str()
        .split(['-', ':'])
        .any(|word| matches!(word, "unused" | "dead" | "useless" | "needless" | "superfluous"))
}

/// `textDocument/codeAction`: the changes that mend something in a part of a text, one by one and all together.
pub(super) fn actions(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let (document, part) = (asked.document, asked.part());
    let mut actions = Vec::new();
    let touches = |span: Span| span.start <= part.end && part.start <= span.end;
    let mendable = || asked.checked.report.diagnostics().filter(|diagnostic| !diagnostic.edits.is_empty());
    let action = |title, kind, edits| CodeAction {
        title,
        kind: Some(kind),
        edit: Some(workspace_edit(document, edits, asked.support)),
        ..CodeAction::default()
    };
    if asked.wants(&CodeActionKind::QUICKFIX) {
        for diagnostic in mendable().filter(|diagnostic| touches(diagnostic.span())) {
            let (title, edits) = (diagnostic.mend_in_words(document.text()), document.text_edits(&diagnostic.edits));
            actions.push(CodeAction {
                diagnostics: Some(vec![shown(document, diagnostic)]),
                is_preferred: Some(true),
                ..action(title, CodeActionKind::QUICKFIX, edits)
            });
        }
    }
    if asked.wants(&CodeActionKind::SOURCE_FIX_ALL) && mendable().next().is_some() {
        let mended = mend::mend(&document.source, &asked.documents.resolver());
        let edits = document.text_edits(&changes(document.text(), &mended.text));
        let title = "Mend all mistakes for which it is certain what was meant".to_owned();
        actions.push(action(title, CodeActionKind::SOURCE_FIX_ALL, edits));
    }
    written(actions)
}
