//! Hover and completion.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation, HoverContents,
    MarkupContent, MarkupKind, Position, TextEdit,
};
use weakfish::check::Resolver;
use weakfish_ide::{self, Completion, CompletionKind, View};

use crate::lsp::documents::Document;

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// `textDocument/hover`.
pub(in crate::lsp) fn hover(
    document: &Document,
    view: &View<'_>,
    at: Position,
    resolver: &dyn Resolver,
) -> Option<lsp_types::Hover> {
    let found = editor::hover(view, document.byte(at), resolver)?;
    let contents = HoverContents::Markup(markdown(found.markdown));
    Some(lsp_types::Hover { contents, range: Some(document.range(found.span)) })
}

/// `textDocument/completion`.
pub(in crate::lsp) fn completion(
    document: &Document,
    view: &View<'_>,
    at: Position,
    resolver: &dyn Resolver,
) -> CompletionList {
    let found = editor::completions(view, document.byte(at), resolver);
    let items = found.into_iter().enumerate().map(|(number, found)| item(document, number, found));
    CompletionList { is_incomplete: false, items: items.collect() }
}

fn item(document: &Document, number: usize, found: Completion) -> CompletionItem {
    let Completion { label, kind, detail, documentation, span, text, .. } = found;
    let kind = match kind {
        CompletionKind::Heading => CompletionItemKind::MODULE,
        CompletionKind::Line => CompletionItemKind::PROPERTY,
        CompletionKind::Man => CompletionItemKind::CLASS,
        CompletionKind::Name => CompletionItemKind::VARIABLE,
        CompletionKind::Game => CompletionItemKind::FILE,
        CompletionKind::Square => CompletionItemKind::VALUE,
        CompletionKind::Atom => CompletionItemKind::OPERATOR,
        _ => CompletionItemKind::KEYWORD,
    };
    CompletionItem {
        label,
        kind: Some(kind),
        detail,
        documentation: documentation.map(|text| Documentation::MarkupContent(markdown(text))),
        sort_text: Some(format!("{number:04}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(document.range(span), text))),
        ..CompletionItem::default()
    }
}
