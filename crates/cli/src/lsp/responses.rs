//! Responses about documents: the library's answers as types of the protocol.

use lsp_server::ErrorCode;
use lsp_types::{
    CodeLens, Command, CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, DocumentHighlight,
    DocumentSymbol, Documentation, FoldingRange, FoldingRangeKind, HoverContents, InlayHint, InlayHintLabel,
    InlayHintTooltip, MarkupContent, MarkupKind, PrepareRenameResponse, SemanticToken, SemanticTokenModifier,
    SemanticTokenType, SemanticTokens, SymbolKind, TextEdit, Uri,
};
use serde_json::{Value, json};
use weakfish::diagnostic::{Edit, changes};
use weakfish::format;
use weakfish::source::Span;
use weakfish::syntax::TokenKind;
use weakfish_ide::{Completion, CompletionKind, FoldKind, Item, ItemKind, Lens, LensKind, Location};

use super::asked::Asked;
use super::commands;
use super::documents::{Document, Documents};
use super::edits::workspace_edit;
use super::refusal::{Refusal, written};

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// `textDocument/hover`.
pub(super) fn hover(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let found = weakfish_ide::hover(&asked.view, asked.at()?, &asked.documents.resolver());
    written(found.map(|found| lsp_types::Hover {
        contents: HoverContents::Markup(markdown(found.markdown)),
        range: Some(asked.document.range(found.span)),
    }))
}

/// `textDocument/completion`.
pub(super) fn completion(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let found = weakfish_ide::completions(&asked.view, asked.at()?, &asked.documents.resolver());
    let items = found.into_iter().enumerate().map(|(number, found)| item(asked.document, number, found));
    written(CompletionList { is_incomplete: false, items: items.collect() })
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

/// Places as an editor has them. Built-in games have none.
fn locations(documents: &Documents<'_>, found: &[Location<'_>]) -> Result<Value, Refusal> {
    let location = |found: &Location<'_>| {
        let uri: Uri = documents.uri_of(&found.source.name)?;
        let range = match documents.get(&uri) {
            Some(document) if document.text() == found.source.text => document.range(found.span),
            _ => documents.range_in(&found.source.text, found.span),
        };
        Some(lsp_types::Location::new(uri, range))
    };
    written(found.iter().filter_map(location).collect::<Vec<_>>())
}

/// `textDocument/definition`.
pub(super) fn definitions(asked: &Asked<'_>) -> Result<Value, Refusal> {
    locations(asked.documents, &weakfish_ide::definitions(&asked.view, asked.at()?))
}

/// `textDocument/references`.
pub(super) fn references(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let with_definitions = asked.params.context.include_declaration;
    locations(asked.documents, &weakfish_ide::references(&asked.view, asked.at()?, with_definitions))
}

/// `textDocument/documentHighlight`.
pub(super) fn highlights(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let found = weakfish_ide::references(&asked.view, asked.at()?, true);
    let own = found.iter().filter(|found| found.source.name == asked.document.source.name);
    let highlight = |found: &Location<'_>| DocumentHighlight { range: asked.document.range(found.span), kind: None };
    written(own.map(highlight).collect::<Vec<_>>())
}

/// `textDocument/prepareRename`: the name at a place that can be changed.
pub(super) fn renamable(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let found = weakfish_ide::renamable(&asked.view, asked.at()?).map_err(refusal)?;
    let range = asked.document.range(found.span);
    written(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: found.name })
}

/// `textDocument/rename`.
pub(super) fn rename(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let edits = weakfish_ide::rename(&asked.view, asked.at()?, asked.new_name()?, &asked.documents.resolver());
    let edits = asked.document.text_edits(&edits.map_err(refusal)?);
    written(workspace_edit(asked.document, edits, asked.support))
}

fn refusal(reason: String) -> Refusal {
    Refusal::new(ErrorCode::RequestFailed, reason)
}

/// `textDocument/formatting` and `textDocument/rangeFormatting`.
pub(super) fn formatting(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let (document, part) = (asked.document, asked.part());
    let touches = |edit: &&Edit| edit.span.start <= part.end && part.start <= edit.span.end;
    let edits = changes(document.text(), &format::format(document.text()));
    written(document.text_edits(edits.iter().filter(touches)))
}

/// `textDocument/documentSymbol`: the sections of a text with their lines.
pub(super) fn outline(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let items = weakfish_ide::outline(&asked.view).into_iter();
    written(items.map(|item| symbol(asked.document, item)).collect::<Vec<_>>())
}

fn symbol(document: &Document, item: Item) -> DocumentSymbol {
    let kind = match item.kind {
        ItemKind::Game => SymbolKind::PACKAGE,
        ItemKind::Setup => SymbolKind::STRUCT,
        ItemKind::Test => SymbolKind::METHOD,
        ItemKind::Man => SymbolKind::CLASS,
        ItemKind::Region => SymbolKind::VARIABLE,
        ItemKind::Rule => SymbolKind::PROPERTY,
        ItemKind::Ending => SymbolKind::EVENT,
        ItemKind::Fact => SymbolKind::FIELD,
        ItemKind::Line => SymbolKind::KEY,
        _ => SymbolKind::NAMESPACE,
    };
    let children: Vec<_> = item.items.into_iter().map(|item| symbol(document, item)).collect();
    #[expect(deprecated, reason = "the type has no other constructor")]
    DocumentSymbol {
        // An item without words, such as `: none`, must be called something.
        name: if item.name.is_empty() { "?".to_owned() } else { item.name },
        detail: Some(item.detail).filter(|detail| !detail.is_empty()),
        kind,
        tags: None,
        deprecated: None,
        range: document.range(item.span),
        selection_range: document.range(item.name_span),
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

/// `textDocument/foldingRange`.
pub(super) fn folds(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let fold = |fold: weakfish_ide::Fold| {
        let range = asked.document.range(fold.span);
        FoldingRange {
            start_line: range.start.line,
            start_character: None,
            end_line: range.end.line,
            end_character: None,
            kind: (fold.kind == FoldKind::Comment).then_some(FoldingRangeKind::Comment),
            collapsed_text: None,
        }
    };
    written(weakfish_ide::folds(&asked.view).into_iter().map(fold).collect::<Vec<_>>())
}

/// Types of semantic tokens, by the names of the protocol.
pub(super) const TOKEN_TYPES: [SemanticTokenType; 11] = [
    SemanticTokenType::COMMENT,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::CLASS,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PARAMETER,
];

/// Modifiers of semantic tokens.
pub(super) const TOKEN_MODIFIERS: [SemanticTokenModifier; 1] = [SemanticTokenModifier::DEFINITION];

fn sort(kind: TokenKind) -> SemanticTokenType {
    match kind {
        TokenKind::Comment => SemanticTokenType::COMMENT,
        TokenKind::Key => SemanticTokenType::PROPERTY,
        TokenKind::Man | TokenKind::ManName => SemanticTokenType::CLASS,
        TokenKind::Region | TokenKind::Part => SemanticTokenType::VARIABLE,
        TokenKind::Setup | TokenKind::Game => SemanticTokenType::NAMESPACE,
        TokenKind::Text | TokenKind::Position | TokenKind::Play | TokenKind::Move | TokenKind::Reason => {
            SemanticTokenType::STRING
        }
        TokenKind::Number => SemanticTokenType::NUMBER,
        TokenKind::Movement | TokenKind::Empty => SemanticTokenType::OPERATOR,
        TokenKind::Square | TokenKind::Direction => SemanticTokenType::ENUM_MEMBER,
        TokenKind::State => SemanticTokenType::PARAMETER,
        _ => SemanticTokenType::KEYWORD,
    }
}

/// `textDocument/semanticTokens`: those of a text, or of a part.
pub(super) fn tokens(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let (document, view, part) = (asked.document, &asked.view, asked.part());
    let own = view.checked().symbols.iter().map(|symbol| symbol.definition);
    let mut defined: Vec<Span> = own.filter(|place| place.file == view.own()).map(|place| place.span).collect();
    defined.sort_unstable();
    // The name of a quoted text is the part between the quotation marks.
    let is_defined = |word: Span| {
        let next = defined.partition_point(|name| name.start < word.start);
        defined.get(next).is_some_and(|name| name.end <= word.end)
    };
    let mut data = Vec::new();
    let (mut line, mut column) = (0, 0);
    let wanted = |span: Span| span.start < part.end && part.start < span.end;
    for token in view.tokens().iter().filter(|token| wanted(token.span)) {
        let (at, text) = (document.range(token.span), &document.text()[token.span.range()]);
        let delta_line = at.start.line - line;
        let delta_start = if delta_line == 0 { at.start.character - column } else { at.start.character };
        (line, column) = (at.start.line, at.start.character);
        data.push(SemanticToken {
            delta_line,
            delta_start,
            length: document.length(text),
            token_type: TOKEN_TYPES.iter().position(|other| *other == sort(token.kind)).unwrap_or_default() as u32,
            token_modifiers_bitset: u32::from(is_defined(token.span)),
        });
    }
    written(SemanticTokens { result_id: None, data })
}

/// `textDocument/inlayHint`: words that are shown within a part of a text.
pub(super) fn hints(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let part = asked.part();
    let hints = weakfish_ide::hints(&asked.view).into_iter();
    let hints = hints.filter(|hint| part.start <= hint.at && hint.at <= part.end).map(|hint| InlayHint {
        position: asked.document.range(Span::at(hint.at)).start,
        label: InlayHintLabel::String(hint.text),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::MarkupContent(markdown(hint.about))),
        padding_left: Some(true),
        padding_right: Some(false),
        data: None,
    });
    written(hints.collect::<Vec<_>>())
}

/// `textDocument/codeLens`: tests and perft.
pub(super) fn lenses(asked: &Asked<'_>) -> Result<Value, Refusal> {
    let lens = |Lens { span, kind }: Lens| {
        let uri = asked.document.uri.as_str();
        let (title, command, arguments) = match kind {
            LensKind::Test(name) => ("Run test", commands::TEST, vec![json!(uri), json!(name)]),
            LensKind::Perft(setup) => ("Count moves", commands::PERFT, vec![json!(uri), json!(setup)]),
            _ => ("Run all tests", commands::TESTS, vec![json!(uri)]),
        };
        let command = Command::new(title.to_owned(), command.to_owned(), Some(arguments));
        CodeLens { range: asked.document.range(span), command: Some(command), data: None }
    };
    written(weakfish_ide::lenses(&asked.view).into_iter().map(lens).collect::<Vec<_>>())
}
