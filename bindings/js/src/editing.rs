//! What an editor asks about a text.

use weakfish::diagnostic::{Code, Example, changes};
use weakfish_ide::{CompletionKind, Item, ItemKind, View};
use weakfish::picture;
use weakfish::source::Utf16;
use weakfish::syntax::{TokenKind, tokens as words};

use crate::convert;
use crate::definitions::{Read, source_of};
use crate::refusal::Refusal;
use crate::types::{
    Completion, Completions, Definition, Edits, Hover, Outline, OutlineItem, Place, Places, Token, Tokens,
};

fn view(read: &Read) -> View<'_> {
    View::new(&read.checked).or_earlier(read.game.as_ref().map(|compiled| &compiled.game))
}

/// The changes to the canonical layout.
pub fn format(definition: &Definition) -> Result<Edits, Refusal> {
    let text = source_of(definition)?.text;
    let places = Utf16::new(&text);
    let all = changes(&text, &weakfish::format::format(&text));
    Ok(Edits(all.iter().map(|edit| convert::edit(&places, edit)).collect()))
}

/// What can be written at a place.
pub fn complete(read: &Read, offset: usize) -> Completions {
    let found = editor::completions(&view(read), read.places.byte(offset), &read.resolver);
    let (mut from, mut to) = (offset, offset);
    if let Some(first) = found.first() {
        let range = read.places.of_span(first.span);
        (from, to) = (range.start, range.end);
    }
    let item = |found: editor::Completion| Completion {
        label: found.label,
        insert: found.text,
        detail: found.detail,
        doc: found.documentation,
        kind: match found.kind {
            CompletionKind::Heading => "heading",
            CompletionKind::Line => "line",
            CompletionKind::Man => "man",
            CompletionKind::Name => "name",
            CompletionKind::Game => "game",
            CompletionKind::Square => "square",
            CompletionKind::Atom => "atom",
            _ => "keyword",
        },
    };
    Completions { from, to, items: found.into_iter().map(item).collect() }
}

/// What is shown beside a word.
pub fn hover(read: &Read, offset: usize) -> Option<Hover> {
    let view = view(read);
    let found = editor::hover(&view, read.places.byte(offset), &read.resolver)?;
    let range = read.places.of_span(found.span);
    let svg = read.game.as_ref().zip(found.man).map(|(compiled, man)| picture::man(compiled.game.variant(), man));
    Some(Hover { start: range.start, end: range.end, markdown: found.markdown, svg })
}

/// The places among some that are in the text itself.
fn own<'a>(read: &'a Read, found: Vec<editor::Location<'a>>) -> Vec<Place> {
    let source = read.checked.report.source();
    let own = found.into_iter().filter(|location| std::ptr::eq(location.source, source));
    own.map(|location| convert::place(&read.places, location.span)).collect()
}

/// Where a name is defined.
pub fn definition_of(read: &Read, offset: usize) -> Option<Place> {
    own(read, editor::definitions(&view(read), read.places.byte(offset))).into_iter().next()
}

/// Where a name stands.
pub fn uses(read: &Read, offset: usize) -> Places {
    Places(own(read, editor::references(&view(read), read.places.byte(offset), true)))
}

/// The changes that give a name another one.
pub fn rename(read: &Read, offset: usize, name: &str) -> Result<Edits, Refusal> {
    let edits = editor::rename(&view(read), read.places.byte(offset), name, &read.resolver).map_err(Refusal::new)?;
    Ok(Edits(edits.iter().map(|edit| convert::edit(&read.places, edit)).collect()))
}

/// The sections with their lines.
pub fn outline(read: &Read) -> Outline {
    Outline(editor::outline(&view(read)).into_iter().map(|found| item(&read.places, found)).collect())
}

fn item(places: &Utf16, item: Item) -> OutlineItem {
    let range = places.of_span(item.span);
    OutlineItem {
        name: item.name,
        detail: item.detail,
        kind: match item.kind {
            ItemKind::Game => "game",
            ItemKind::Setup => "setup",
            ItemKind::Test => "test",
            ItemKind::Fact => "fact",
            ItemKind::Man => "man",
            ItemKind::Region => "region",
            ItemKind::Rule => "rule",
            ItemKind::Ending => "ending",
            ItemKind::Line => "line",
            _ => "section",
        },
        start: range.start,
        end: range.end,
        children: item.items.into_iter().map(|item| self::item(places, item)).collect(),
    }
}

/// The words of a text.
pub fn tokens(definition: &Definition) -> Result<Tokens, Refusal> {
    let text = source_of(definition)?.text;
    let places = Utf16::new(&text);
    let token = |token: &weakfish::syntax::Token| {
        let range = places.of_span(token.span);
        Token { start: range.start, end: range.end, kind: sort(token.kind) }
    };
    Ok(Tokens(words(&text).iter().map(token).collect()))
}

/// What a word is called.
fn sort(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Heading => "heading",
        TokenKind::Key => "key",
        TokenKind::Side => "side",
        TokenKind::Text => "text",
        TokenKind::Game => "game",
        TokenKind::Man => "man",
        TokenKind::State => "state",
        TokenKind::ManName => "man-name",
        TokenKind::Part => "part",
        TokenKind::Region => "region",
        TokenKind::Setup => "setup",
        TokenKind::Movement => "movement",
        TokenKind::Number => "number",
        TokenKind::Square => "square",
        TokenKind::Direction => "direction",
        TokenKind::Empty => "empty",
        TokenKind::Reason => "reason",
        TokenKind::Position => "position",
        TokenKind::Play => "play",
        TokenKind::Move => "move",
        TokenKind::Comment => "comment",
        _ => "keyword",
    }
}

/// What a code means, in Markdown.
pub fn explain(code: &str) -> Result<String, Refusal> {
    let code: Code =
        code.parse().map_err(|error: weakfish::diagnostic::UnknownCode| Refusal::new(error.to_string()))?;
    let explanation = code.explanation();
    let parts = [
        format!("**{code}**: {}", code.meaning()),
        explanation.text.clone(),
        example("Wrong:", &explanation.wrong),
        example("Right:", &explanation.right),
    ];
    Ok(parts.join("\n\n"))
}

/// An example as whoever can give no commands reads it: what is checked, without the command that would check it.
fn example(heading: &str, Example { command, files, .. }: &Example) -> String {
    let movement = command.strip_prefix("weakfish betza ");
    let checked = command.strip_prefix("weakfish check ").filter(|name| files.iter().any(|file| file.name == *name));
    let mut parts = match (movement, checked) {
        (Some(movement), _) => vec![format!("{heading} `{}`", movement.trim_matches('\''))],
        (None, Some(_)) => vec![heading.to_owned()],
        (None, None) => vec![format!("{heading} `{command}`")],
    };
    for file in files {
        if files.len() > 1 || checked.is_none() {
            parts.push(format!("{}:", file.heading()));
        }
        parts.push(format!("```text\n{}\n```", file.text.trim_end()));
    }
    parts.join("\n\n")
}
