//! Handlers of requests about documents: hover, completion, rename, symbols, diagnostics, code actions, commands.

#![allow(clippy::unnecessary_wraps, reason = "all handlers have one type")]

use lsp_server::ErrorCode;
use lsp_types::{
    CompletionItemKind, DiagnosticSeverity, MessageType, Position, Range, SymbolKind, TextDocumentIdentifier,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use weakfish::check::Checked;
use weakfish::diagnostic::{Code, Diagnostic, Edit, Report, Severity, line_diff};
use weakfish::engine::Game;
use weakfish::format;
use weakfish::source::Span;
use weakfish::suggest::mend;
use weakfish::syntax::TokenKind;
use weakfish::testing::runner::{self, TestResult};
use weakfish_ide::{Completion, CompletionKind, FoldKind, Item, ItemKind, Lens, LensKind, Location, View};

use crate::lsp::documents::{Document, Documents};

/// Result of a request.
pub(super) type Answer = Result<Value, RequestError>;

/// Error response to a request: LSP error code and message.
#[derive(Debug)]
pub(super) struct RequestError {
    pub(super) code: ErrorCode,
    pub(super) reason: String,
}

impl RequestError {
    pub(super) fn new(code: ErrorCode, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into() }
    }

    fn invalid(reason: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidParams, reason)
    }

    fn failed(reason: impl Into<String>) -> Self {
        Self::new(ErrorCode::RequestFailed, reason)
    }
}

/// Deserializes the parameters of a request.
pub(super) fn parse_params<P: DeserializeOwned>(params: Value) -> Result<P, RequestError> {
    serde_json::from_value(params).map_err(|error| RequestError::invalid(error.to_string()))
}

/// Handler of a request about a document.
type Handler = fn(&RequestContext<'_>) -> Answer;

/// Requests and their handlers.
const HANDLERS: [(&str, Handler); 16] = [
    ("textDocument/hover", hover),
    ("textDocument/completion", completion),
    ("textDocument/definition", goto_definition),
    ("textDocument/references", references),
    ("textDocument/documentHighlight", document_highlights),
    ("textDocument/prepareRename", prepare_rename),
    ("textDocument/rename", rename),
    ("textDocument/codeAction", code_actions),
    ("textDocument/formatting", formatting),
    ("textDocument/rangeFormatting", formatting),
    ("textDocument/documentSymbol", document_symbols),
    ("textDocument/foldingRange", folding_ranges),
    ("textDocument/semanticTokens/full", semantic_tokens),
    ("textDocument/semanticTokens/range", semantic_tokens),
    ("textDocument/inlayHint", inlay_hints),
    ("textDocument/codeLens", code_lenses),
];

/// Types of semantic tokens, by the names of the protocol, and the tokens that have them. All others are keywords.
const TOKEN_TYPES: [(&str, &[TokenKind]); 11] = [
    ("comment", &[TokenKind::Comment]),
    ("keyword", &[]),
    ("property", &[TokenKind::Key]),
    ("class", &[TokenKind::Man, TokenKind::ManName]),
    ("variable", &[TokenKind::Region, TokenKind::Part]),
    ("namespace", &[TokenKind::Setup, TokenKind::Game]),
    ("string", &[TokenKind::Text, TokenKind::Position, TokenKind::Play, TokenKind::Move, TokenKind::Reason]),
    ("number", &[TokenKind::Number]),
    ("operator", &[TokenKind::Movement, TokenKind::Empty]),
    ("enumMember", &[TokenKind::Square, TokenKind::Direction]),
    ("parameter", &[TokenKind::State]),
];

/// Index of `keyword` among them.
const KEYWORD: usize = 1;

/// Kinds of code actions.
const QUICK_FIX: &str = "quickfix";
const FIX_ALL: &str = "source.fixAll";

/// Command: runs one test of a text (its URI, and the name of the test).
const RUN_TEST_COMMAND: &str = "weakfish.runTest";
/// Command: runs all tests of a text (its URI).
const RUN_TESTS_COMMAND: &str = "weakfish.runTests";
/// Command: perft of a setup (the URI, and the name of the setup).
const PERFT_COMMAND: &str = "weakfish.perft";

/// Capabilities of the server.
pub(super) fn capabilities(encoding: &str) -> Value {
    json!({
        "positionEncoding": encoding,
        // Changes come as parts of a text.
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "codeActionProvider": { "codeActionKinds": [QUICK_FIX, FIX_ALL] },
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": [" ", ":"] },
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "semanticTokensProvider": {
            "legend": { "tokenTypes": TOKEN_TYPES.map(|(name, _)| name), "tokenModifiers": ["definition"] },
            "range": true,
            "full": true,
        },
        "inlayHintProvider": true,
        "codeLensProvider": { "resolveProvider": false },
        "executeCommandProvider": { "commands": [RUN_TEST_COMMAND, RUN_TESTS_COMMAND, PERFT_COMMAND] },
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
    })
}

/// Parameters of requests about texts, each of which has some of them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
    range: Option<Range>,
    new_name: Option<String>,
    #[serde(default)]
    context: Context,
}

/// Context of a request.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    #[serde(default)]
    include_declaration: bool,
    only: Option<Vec<String>>,
}

/// Request on a checked document, with its parsed parameters.
struct RequestContext<'a> {
    documents: &'a Documents<'a>,
    document: &'a Document,
    checked: &'a Checked,
    view: View<'a>,
    /// Whether changes can name the version of the text that they are for.
    versioned_changes: bool,
    params: Params,
}

/// Dispatches a request on a document to its handler; null members of the result are removed.
pub(super) fn dispatch(documents: &mut Documents<'_>, versioned_changes: bool, method: &str, params: Value) -> Answer {
    let handler = HANDLERS.iter().find(|(known, _)| *known == method);
    let (_, handler) =
        handler.ok_or_else(|| RequestError::new(ErrorCode::MethodNotFound, format!("`{method}` is not offered")))?;
    let params: Params = parse_params(params)?;
    let uri = &params.text_document.uri;
    let not_open = || RequestError::invalid(format!("{} is not open", uri.as_str()));
    documents.ensure_checked(uri.as_str());
    let document = documents.get(uri).ok_or_else(not_open)?;
    let (checked, view) = document.checked().zip(document.view()).ok_or_else(not_open)?;
    handler(&RequestContext { documents, document, checked, view, versioned_changes, params }).map(without_nulls)
}

/// Removes null members of a JSON value and of all below it: the protocol distinguishes null from missing.
fn without_nulls(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(|member| *member = without_nulls(member.take()));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| *value = without_nulls(value.take())),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    value
}

impl RequestContext<'_> {
    /// Byte offset of the request's position.
    fn offset(&self) -> Result<usize, RequestError> {
        let position = self.params.position.ok_or_else(|| RequestError::invalid("missing field `position`"))?;
        Ok(self.document.offset(position))
    }

    /// Span of the range of the request; the whole text if it has none.
    fn range_span(&self) -> Span {
        let whole = Span::new(0, self.document.text().len());
        self.params.range.map_or(whole, |range| self.document.span(range))
    }

    /// Whether a span intersects or touches the range of the request.
    fn intersects(&self, span: Span) -> bool {
        let part = self.range_span();
        span.start <= part.end && part.start <= span.end
    }

    /// Whether actions of a kind are requested. Kinds are hierarchical: `source` includes `source.fixAll`.
    fn wants(&self, kind: &str) -> bool {
        let includes = |wanted: &String| {
            let rest = kind.strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.is_empty())
        };
        self.params.context.only.as_ref().is_none_or(|only| only.iter().any(includes))
    }

    /// Workspace edit of the document, for its version.
    fn workspace_edit<'e>(&self, edits: impl IntoIterator<Item = &'e Edit>) -> Value {
        let (uri, version) = (&self.document.uri, self.document.version);
        let edits = text_edits(self.document, edits);
        if self.versioned_changes {
            return json!({ "documentChanges": [{ "textDocument": { "uri": uri, "version": version }, "edits": edits }] });
        }
        json!({ "changes": { uri.as_str(): edits } })
    }
}

/// Edits as LSP text edits.
fn text_edits<'e>(document: &Document, edits: impl IntoIterator<Item = &'e Edit>) -> Value {
    edits.into_iter().map(|edit| json!({ "range": document.range(edit.span), "newText": edit.text })).collect()
}

/// Text as LSP Markdown content.
fn markdown(text: &str) -> Value {
    json!({ "kind": "markdown", "value": text })
}

/// Handler of `textDocument/hover`.
fn hover(request: &RequestContext<'_>) -> Answer {
    let found = weakfish_ide::hover(&request.view, request.offset()?, &request.documents.resolver());
    Ok(found.map_or(
        Value::Null,
        |found| json!({ "contents": markdown(&found.markdown), "range": request.document.range(found.span) }),
    ))
}

/// Handler of `textDocument/completion`; the order of the items is kept by `sortText`.
fn completion(request: &RequestContext<'_>) -> Answer {
    let completions = weakfish_ide::completions(&request.view, request.offset()?, &request.documents.resolver());
    let item = |(number, completions): (usize, Completion)| {
        let kind = match completions.kind {
            CompletionKind::Heading => CompletionItemKind::MODULE,
            CompletionKind::Line => CompletionItemKind::PROPERTY,
            CompletionKind::Man => CompletionItemKind::CLASS,
            CompletionKind::Name => CompletionItemKind::VARIABLE,
            CompletionKind::Game => CompletionItemKind::FILE,
            CompletionKind::Square => CompletionItemKind::VALUE,
            CompletionKind::Atom => CompletionItemKind::OPERATOR,
            CompletionKind::Keyword => CompletionItemKind::KEYWORD,
        };
        json!({
            "label": completions.label,
            "kind": kind,
            "detail": completions.detail,
            "documentation": completions.documentation.as_deref().map(markdown),
            "sortText": format!("{number:04}"),
            "textEdit": { "range": request.document.range(completions.span), "newText": completions.text },
        })
    };
    Ok(json!({ "isIncomplete": false, "items": completions.into_iter().enumerate().map(item).collect::<Value>() }))
}

/// LSP locations. Built-in games have none.
fn locations(documents: &Documents<'_>, found: &[Location<'_>]) -> Value {
    let location = |found: &Location<'_>| {
        let uri = documents.uri_of(&found.source.name)?;
        let range = match documents.get(&uri) {
            Some(document) if document.text() == found.source.text => document.range(found.span),
            _ => documents.range_in(&found.source.text, found.span),
        };
        Some(json!({ "uri": uri, "range": range }))
    };
    found.iter().filter_map(location).collect()
}

/// Handler of `textDocument/definition`.
fn goto_definition(request: &RequestContext<'_>) -> Answer {
    Ok(locations(request.documents, &weakfish_ide::definitions(&request.view, request.offset()?)))
}

/// Handler of `textDocument/references`.
fn references(request: &RequestContext<'_>) -> Answer {
    let with_definitions = request.params.context.include_declaration;
    Ok(locations(request.documents, &weakfish_ide::references(&request.view, request.offset()?, with_definitions)))
}

/// Handler of `textDocument/documentHighlight`.
fn document_highlights(request: &RequestContext<'_>) -> Answer {
    let found = weakfish_ide::references(&request.view, request.offset()?, true);
    let own = found.iter().filter(|found| found.source.name == request.document.source.name);
    Ok(own.map(|found| json!({ "range": request.document.range(found.span) })).collect())
}

/// Handler of `textDocument/prepareRename`.
fn prepare_rename(request: &RequestContext<'_>) -> Answer {
    let found = weakfish_ide::prepare_rename(&request.view, request.offset()?).map_err(RequestError::failed)?;
    Ok(json!({ "range": request.document.range(found.span), "placeholder": found.name }))
}

/// Handler of `textDocument/rename`.
fn rename(request: &RequestContext<'_>) -> Answer {
    let offset = request.offset()?;
    let name = request.params.new_name.as_deref().ok_or_else(|| RequestError::invalid("missing field `newName`"))?;
    let edits = weakfish_ide::rename(&request.view, offset, name, &request.documents.resolver());
    Ok(request.workspace_edit(&edits.map_err(RequestError::failed)?))
}

/// Handler of `textDocument/formatting` and `rangeFormatting`: edits of the lines that change.
fn formatting(request: &RequestContext<'_>) -> Answer {
    let edits = line_diff(request.document.text(), &format::format(request.document.text()));
    Ok(text_edits(request.document, edits.iter().filter(|edit| request.intersects(edit.span))))
}

/// Handler of `textDocument/documentSymbol`.
fn document_symbols(request: &RequestContext<'_>) -> Answer {
    Ok(weakfish_ide::outline(&request.view).into_iter().map(|item| symbol_json(request.document, item)).collect())
}

/// LSP document symbol of an outline item, with those below it.
fn symbol_json(document: &Document, item: Item) -> Value {
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
        ItemKind::Section => SymbolKind::NAMESPACE,
    };
    let children: Vec<Value> = item.items.into_iter().map(|item| symbol_json(document, item)).collect();
    json!({
        // An item without words, such as `: none`, must be called something.
        "name": if item.name.is_empty() { "?" } else { &item.name },
        "detail": Some(item.detail).filter(|detail| !detail.is_empty()),
        "kind": kind,
        "range": document.range(item.span),
        "selectionRange": document.range(item.name_span),
        "children": Some(children).filter(|children| !children.is_empty()),
    })
}

/// Handler of `textDocument/foldingRange`.
fn folding_ranges(request: &RequestContext<'_>) -> Answer {
    let fold = |fold: weakfish_ide::Fold| {
        let range = request.document.range(fold.span);
        let kind = (fold.kind == FoldKind::Comment).then_some("comment");
        json!({ "startLine": range.start.line, "endLine": range.end.line, "kind": kind })
    };
    Ok(weakfish_ide::folds(&request.view).into_iter().map(fold).collect())
}

/// Handler of `textDocument/semanticTokens`: five delta-encoded numbers for each token.
fn semantic_tokens(request: &RequestContext<'_>) -> Answer {
    let (document, view, range) = (request.document, &request.view, request.range_span());
    let definitions = view.checked().symbols.iter().map(|symbol| symbol.definition);
    let mut defined: Vec<Span> =
        definitions.filter(|place| place.file == view.own_file()).map(|place| place.span).collect();
    defined.sort_unstable();
    // The name of a quoted text is the part between the quotation marks.
    let is_defined = |word: Span| {
        let next = defined.partition_point(|name| name.start < word.start);
        defined.get(next).is_some_and(|name| name.end <= word.end)
    };
    let mut data: Vec<u32> = Vec::new();
    let (mut line, mut column) = (0, 0);
    let wanted = |span: Span| span.start < range.end && range.start < span.end;
    for token in view.tokens().iter().filter(|token| wanted(token.span)) {
        let (position, text) = (document.range(token.span).start, &document.text()[token.span.range()]);
        let (lines, start) = (
            position.line - line,
            if position.line == line { position.character - column } else { position.character },
        );
        (line, column) = (position.line, position.character);
        let kind = TOKEN_TYPES.iter().position(|(_, kinds)| kinds.contains(&token.kind)).unwrap_or(KEYWORD) as u32;
        data.extend([lines, start, document.length(text), kind, u32::from(is_defined(token.span))]);
    }
    Ok(json!({ "data": data }))
}

/// Handler of `textDocument/inlayHint`.
fn inlay_hints(request: &RequestContext<'_>) -> Answer {
    let hints = weakfish_ide::hints(&request.view).into_iter().filter(|hint| request.intersects(Span::at(hint.at)));
    let hint = |hint: weakfish_ide::Hint| {
        json!({
            "position": request.document.range(Span::at(hint.at)).start,
            "label": hint.text,
            "tooltip": markdown(&hint.about),
            "paddingLeft": true,
            "paddingRight": false,
        })
    };
    Ok(hints.map(hint).collect())
}

/// Handler of `textDocument/codeLens`: run tests, count moves (perft).
fn code_lenses(request: &RequestContext<'_>) -> Answer {
    let lens = |Lens { span, kind }: Lens| {
        let uri = &request.document.uri;
        let (title, command, arguments) = match kind {
            LensKind::Test(name) => ("Run test", RUN_TEST_COMMAND, json!([uri, name])),
            LensKind::Perft(setup) => ("Count moves", PERFT_COMMAND, json!([uri, setup])),
            LensKind::Tests => ("Run all tests", RUN_TESTS_COMMAND, json!([uri])),
        };
        let command = json!({ "title": title, "command": command, "arguments": arguments });
        json!({ "range": request.document.range(span), "command": command })
    };
    Ok(weakfish_ide::lenses(&request.view).into_iter().map(lens).collect())
}

/// All diagnostics of a document.
pub(super) fn diagnostics(document: &Document, checked: &Checked) -> Value {
    checked.report.diagnostics().map(|diagnostic| without_nulls(diagnostic_json(document, diagnostic))).collect()
}

/// LSP diagnostic, with the further labels as related information.
fn diagnostic_json(document: &Document, diagnostic: &Diagnostic) -> Value {
    let Diagnostic { code, severity, message, labels, help, .. } = diagnostic;
    let others = labels.iter().skip(1).map(|label| {
        let location = json!({ "uri": document.uri, "range": document.range(label.span) });
        json!({ "location": location, "message": label.text })
    });
    let related: Vec<Value> = others.collect();
    let mut words = message.clone();
    let label = labels.first().map(|label| label.text.as_str()).filter(|text| !text.is_empty());
    for (before, text) in [("\n", label), ("\nhelp: ", help.as_deref())] {
        words.extend(text.into_iter().flat_map(|text| [before, text]));
    }
    json!({
        "range": document.range(diagnostic.span()),
        "severity": match severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        },
        "code": code.to_string(),
        "source": "weakfish",
        "message": words,
        "relatedInformation": Some(related).filter(|related| !related.is_empty()),
        // Unnecessary.
        "tags": is_unnecessary(*code).then_some([1]),
    })
}

/// Whether a diagnostic gets the tag `Unnecessary`, which editors fade out.
fn is_unnecessary(code: Code) -> bool {
    code.as_str()
        .split(['-', ':'])
        .any(|word| matches!(word, "unused" | "dead" | "useless" | "needless" | "superfluous"))
}

/// Handler of `textDocument/codeAction`: quick fixes, one by one and all together.
fn code_actions(request: &RequestContext<'_>) -> Answer {
    let document = request.document;
    let mut actions = Vec::new();
    let mendable = || request.checked.report.diagnostics().filter(|diagnostic| !diagnostic.edits.is_empty());
    if request.wants(QUICK_FIX) {
        let offered = request.checked.report.diagnostics().filter(|diagnostic| !diagnostic.offered_edits().is_empty());
        for diagnostic in offered.filter(|diagnostic| request.intersects(diagnostic.span())) {
            actions.push(json!({
                "title": diagnostic.quick_fix_title(document.text()),
                "kind": QUICK_FIX,
                "edit": request.workspace_edit(diagnostic.offered_edits()),
                "diagnostics": [diagnostic_json(document, diagnostic)],
                // An editor may apply a preferred fix unasked.
                "isPreferred": !diagnostic.edits.is_empty(),
            }));
        }
    }
    if request.wants(FIX_ALL) && mendable().next().is_some() {
        let mended = mend::mend(&document.source, &request.documents.resolver());
        let title = "Mend all mistakes for which it is certain what was meant";
        let edit = request.workspace_edit(&line_diff(document.text(), &mended.text));
        actions.push(json!({ "title": title, "kind": FIX_ALL, "edit": edit }));
    }
    Ok(actions.into())
}

/// Result of a command: a message for the user, and the same as data.
type CommandResult = (Value, Value);

/// Command to run, and what it is about.
#[derive(Deserialize)]
struct Execution {
    command: String,
    #[serde(default)]
    arguments: Vec<Value>,
}

/// `workspace/executeCommand`: tests of a definition, and perft.
pub(super) fn run_command(documents: &mut Documents<'_>, params: Value) -> Result<CommandResult, RequestError> {
    let Execution { command, arguments } = parse_params(params)?;
    if ![RUN_TEST_COMMAND, RUN_TESTS_COMMAND, PERFT_COMMAND].contains(&command.as_str()) {
        return Err(RequestError::invalid(format!("there is no command `{command}`")));
    }
    let missing = |argument: &str| RequestError::invalid(format!("`{command}` needs {argument}"));
    let text = |index: usize| arguments.get(index).and_then(Value::as_str);
    let checked = text(0).and_then(|uri| uri.parse().ok()).and_then(|uri| documents.get_checked(&uri));
    let (_, checked) = checked.ok_or_else(|| missing("the URI of an open definition"))?;
    let game = checked.game.as_ref().ok_or_else(|| RequestError::failed("the definition has mistakes"))?;
    match command.as_str() {
        RUN_TESTS_COMMAND => Ok(test_results(checked, &runner::run(checked))),
        RUN_TEST_COMMAND => {
            let name = text(1).ok_or_else(|| missing("the name of a test"))?;
            Ok(test_results(checked, &runner::run_some(checked, |other| other == name)))
        }
        _ => perft_result(game, text(1).ok_or_else(|| missing("the name of a setup"))?),
    }
}

/// Result of a test command: how many passed, and the diagnostics of those that failed.
fn test_results(checked: &Checked, results: &[TestResult]) -> CommandResult {
    let passed = results.iter().filter(|result| result.passed()).count();
    let mut lines = vec![match (results, results.len() - passed) {
        ([], _) => "there is no such test".to_owned(),
        ([only], 0) => format!("\"{}\" passed", only.name),
        (_, 0) => format!("all {passed} tests passed"),
        (_, failed) => format!("{failed} of {} failed", results.len()),
    }];
    let source = checked.report.source();
    for result in results.iter().filter(|result| !result.passed()) {
        lines.push(format!("\"{}\":", result.name));
        for located in Report::new(source, result.diagnostics.clone()).located() {
            let line = source.line_column(located.diagnostic.span().start).0;
            lines.push(format!("line {line}: {}", located.diagnostic.message));
        }
    }
    let all_passed = passed == results.len() && passed > 0;
    let kind = if all_passed { MessageType::INFO } else { MessageType::WARNING };
    let data = results.iter().map(|result| json!({ "name": result.name, "passed": result.passed() }));
    (json!({ "type": kind, "message": lines.join("\n") }), data.collect())
}

/// Runs the perft command: counts of a setup by depth, as far as they take an instant.
fn perft_result(game: &Game, setup: &str) -> Result<CommandResult, RequestError> {
    /// Sequences counted at most, ply by ply: an instant.
    const MAX_SEQUENCES: u64 = 100_000;
    const MAX_DEPTH: u32 = 6;
    let id = game.variant().setup_named(setup);
    let start = game.start_of(id.ok_or_else(|| RequestError::failed(format!("there is no setup `{setup}`")))?);
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=MAX_DEPTH {
        counts.push(start.perft(depth));
        if counts.last().is_none_or(|&count| count == 0 || count > MAX_SEQUENCES) {
            break;
        }
    }
    let shown: Vec<_> = (1..).zip(&counts).map(|(depth, count)| format!("perft {depth}: {count}")).collect();
    let message = format!("{setup}: {}", shown.join(", "));
    Ok((json!({ "type": MessageType::INFO, "message": message }), json!(counts)))
}
