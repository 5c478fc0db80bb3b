//! Responses about documents: the library's answers as types of the protocol.

use lsp_server::ErrorCode;
use lsp_types::{
    CodeLens, Command, CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, DocumentHighlight,
    DocumentSymbol, Documentation, FoldingRange, FoldingRangeKind, HoverContents, InlayHint, InlayHintLabel,
    InlayHintTooltip, MarkupContent, MarkupKind, Position, PrepareRenameResponse, SemanticToken, SemanticTokenModifier,
    SemanticTokenType, SemanticTokens, SymbolKind, TextEdit, Uri,
};
use serde_json::json;
use weakfish::check::Resolver;
use weakfish::source::Span;
use weakfish::syntax::TokenKind;
use weakfish_ide::{Completion, CompletionKind, FoldKind, Item, ItemKind, Lens, LensKind, Location, View};

use super::commands;
use super::documents::{Document, Documents};
use super::refusal::Refusal;

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// `textDocument/hover`.
pub(super) fn hover(
    document: &Document,
    view: &View<'_>,
    at: Position,
    resolver: &dyn Resolver,
) -> Option<lsp_types::Hover> {
    let found = weakfish_ide::hover(view, document.byte(at), resolver)?;
    let contents = HoverContents::Markup(markdown(found.markdown));
    Some(lsp_types::Hover { contents, range: Some(document.range(found.span)) })
}

/// `textDocument/completion`.
pub(super) fn completion(
    document: &Document,
    view: &View<'_>,
    at: Position,
    resolver: &dyn Resolver,
) -> CompletionList {
    let found = weakfish_ide::completions(view, document.byte(at), resolver);
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

/// Places as an editor has them. Built-in games have none.
fn locations(documents: &Documents<'_>, found: &[Location<'_>]) -> Vec<lsp_types::Location> {
    let location = |found: &Location<'_>| {
        let uri: Uri = documents.uri_of(&found.source.name)?;
        let range = match documents.get(&uri) {
            Some(document) if document.text() == found.source.text => document.range(found.span),
            _ => documents.range_in(&found.source.text, found.span),
        };
        Some(lsp_types::Location::new(uri, range))
    };
    found.iter().filter_map(location).collect()
}

/// `textDocument/definition`.
pub(super) fn definitions(
    documents: &Documents<'_>,
    document: &Document,
    view: &View<'_>,
    at: Position,
) -> Vec<lsp_types::Location> {
    locations(documents, &weakfish_ide::definitions(view, document.byte(at)))
}

/// `textDocument/references`.
pub(super) fn references(
    documents: &Documents<'_>,
    document: &Document,
    view: &View<'_>,
    at: Position,
    with_definitions: bool,
) -> Vec<lsp_types::Location> {
    locations(documents, &weakfish_ide::references(view, document.byte(at), with_definitions))
}

/// `textDocument/documentHighlight`.
pub(super) fn highlights(document: &Document, view: &View<'_>, at: Position) -> Vec<DocumentHighlight> {
    let found = weakfish_ide::references(view, document.byte(at), true);
    let own = found.iter().filter(|found| found.source.name == document.source.name);
    own.map(|found| DocumentHighlight { range: document.range(found.span), kind: None }).collect()
}

/// The name at a place that can be changed.
pub(super) fn renamable(document: &Document, view: &View<'_>, at: Position) -> Result<PrepareRenameResponse, Refusal> {
    let found = weakfish_ide::renamable(view, document.byte(at)).map_err(refusal)?;
    Ok(PrepareRenameResponse::RangeWithPlaceholder { range: document.range(found.span), placeholder: found.name })
}

/// The changes that give it another name.
pub(super) fn rename(
    document: &Document,
    view: &View<'_>,
    at: Position,
    name: &str,
    resolver: &dyn Resolver,
) -> Result<Vec<TextEdit>, Refusal> {
    let edits = weakfish_ide::rename(view, document.byte(at), name, resolver).map_err(refusal)?;
    Ok(document.text_edits(&edits))
}

fn refusal(reason: String) -> Refusal {
    Refusal::new(ErrorCode::RequestFailed, reason)
}

/// The sections of a text with their lines.
pub(super) fn outline(document: &Document, view: &View<'_>) -> Vec<DocumentSymbol> {
    weakfish_ide::outline(view).into_iter().map(|item| symbol(document, item)).collect()
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
pub(super) fn folds(document: &Document, view: &View<'_>) -> Vec<FoldingRange> {
    let fold = |fold: weakfish_ide::Fold| {
        let range = document.range(fold.span);
        FoldingRange {
            start_line: range.start.line,
            start_character: None,
            end_line: range.end.line,
            end_character: None,
            kind: (fold.kind == FoldKind::Comment).then_some(FoldingRangeKind::Comment),
            collapsed_text: None,
        }
    };
    weakfish_ide::folds(view).into_iter().map(fold).collect()
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

/// Semantic tokens of a text, or of a part.
pub(super) fn tokens(document: &Document, view: &View<'_>, part: Option<Span>) -> SemanticTokens {
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
    let wanted = |span: Span| part.is_none_or(|part| span.start < part.end && part.start < span.end);
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
    SemanticTokens { result_id: None, data }
}

/// Words that are shown within a part of a text.
pub(super) fn hints(document: &Document, view: &View<'_>, part: Span) -> Vec<InlayHint> {
    let hints = weakfish_ide::hints(view).into_iter().filter(|hint| part.start <= hint.at && hint.at <= part.end);
    let hint = |hint: weakfish_ide::Hint| {
        let about = MarkupContent { kind: MarkupKind::Markdown, value: hint.about };
        InlayHint {
            position: document.range(Span::at(hint.at)).start,
            label: InlayHintLabel::String(hint.text),
            kind: None,
            text_edits: None,
            tooltip: Some(InlayHintTooltip::MarkupContent(about)),
            padding_left: Some(true),
            padding_right: Some(false),
            data: None,
        }
    };
    hints.map(hint).collect()
}

/// `textDocument/codeLens`: tests and perft.
pub(super) fn lenses(document: &Document, view: &View<'_>) -> Vec<CodeLens> {
    let lens = |Lens { span, kind }: Lens| {
        let uri = document.uri.as_str();
        let (title, command, arguments) = match kind {
            LensKind::Test(name) => ("Run test", commands::TEST, vec![json!(uri), json!(name)]),
            LensKind::Perft(setup) => ("Count moves", commands::PERFT, vec![json!(uri), json!(setup)]),
            _ => ("Run all tests", commands::TESTS, vec![json!(uri)]),
        };
        let command = Command::new(title.to_owned(), command.to_owned(), Some(arguments));
        CodeLens { range: document.range(span), command: Some(command), data: None }
    };
    weakfish_ide::lenses(view).into_iter().map(lens).collect()
}
