//! Services of an editor: layout, completion, hover, navigation, highlighting.

use weakfish::betza;
use weakfish::diagnostic::{Code, Example, UnknownCode, line_diff};
use weakfish::geometry::Leap;
use weakfish::model::Modes;
use weakfish::picture;
use weakfish::source::Utf16;
use weakfish::syntax;
use weakfish_ide::View;

use crate::answers::{Completions, Edits, Hover, OutlineItem, Place, Token};
use crate::arguments::{Definition, DrawnLeap};
use crate::definitions::{Read, source_of};
use crate::values::edits;
use weakfish_js_values::Refusal;

fn view(read: &Read) -> View<'_> {
    View::new(&read.checked).or_earlier(read.game.as_ref().map(|compiled| &compiled.game))
}

/// Returns the edits that give a text the canonical layout.
pub fn format(definition: &Definition) -> Result<Edits, Refusal> {
    let text = source_of(definition)?.text;
    Ok(edits(&Utf16::new(&text), &line_diff(&text, &weakfish::format::format(&text))))
}

/// Returns the completions at a place, with the range that they replace.
pub fn complete(read: &Read, offset: usize) -> Completions {
    let items = weakfish_ide::completions(&view(read), read.places.byte(offset), &read.resolver);
    let range = items.first().map_or(offset..offset, |first| read.places.of_span(first.span));
    Completions { from: range.start, to: range.end, items }
}

/// Returns the hover of a word, with a picture of the man that the word is about.
pub fn hover(read: &Read, offset: usize, characters: bool) -> Option<Hover> {
    let found = weakfish_ide::hover(&view(read), read.places.byte(offset), &read.resolver)?;
    let game = read.game.as_ref().zip(found.man);
    let picture = game.map(|(compiled, man)| picture::man_at_start(compiled.game.variant(), man, characters));
    let (svg, more) = picture.unzip();
    let (place, more) = (Place::new(&read.places, found.span), more.filter(|&more| more > 0));
    Some(Hover { place, markdown: found.markdown, svg, more })
}

/// Returns those of some places that are in the text itself.
fn own(read: &Read, found: Vec<weakfish_ide::Location<'_>>) -> Vec<Place> {
    let source = read.checked.report.source();
    let own = found.into_iter().filter(|location| std::ptr::eq(location.source, source));
    own.map(|location| Place::new(&read.places, location.span)).collect()
}

/// Returns the place where a name is defined.
pub fn definition_of(read: &Read, offset: usize) -> Option<Place> {
    own(read, weakfish_ide::definitions(&view(read), read.places.byte(offset))).into_iter().next()
}

/// Returns the places of a name.
pub fn uses(read: &Read, offset: usize) -> Vec<Place> {
    own(read, weakfish_ide::references(&view(read), read.places.byte(offset), true))
}

/// Returns the edits that give a name another one.
pub fn rename(read: &Read, offset: usize, name: &str) -> Result<Edits, Refusal> {
    let found =
        weakfish_ide::rename(&view(read), read.places.byte(offset), name, &read.resolver).map_err(Refusal::new)?;
    Ok(edits(&read.places, &found))
}

/// Returns the sections with their lines.
pub fn outline(read: &Read) -> Vec<OutlineItem> {
    fn item_of(read: &Read, item: weakfish_ide::Item) -> OutlineItem {
        let weakfish_ide::Item { name, detail, kind, span, items, .. } = item;
        let children = items.into_iter().map(|child| item_of(read, child)).collect();
        OutlineItem { place: Place::new(&read.places, span), name, detail, kind, children }
    }
    weakfish_ide::outline(&view(read)).into_iter().map(|section| item_of(read, section)).collect()
}

/// Returns the words of a text with their kinds.
pub fn tokens(definition: &Definition) -> Result<Vec<Token>, Refusal> {
    let text = source_of(definition)?.text;
    let places = Utf16::new(&text);
    let token = |token: syntax::Token| Token { place: Place::new(&places, token.span), kind: token.kind };
    Ok(syntax::tokens(&text).into_iter().map(token).collect())
}

/// Explains a code, in Markdown.
pub fn explain(code: &str) -> Result<String, Refusal> {
    let code: Code = code.parse().map_err(|error: UnknownCode| Refusal::new(error.to_string()))?;
    let explanation = code.explanation();
    let parts = [
        format!("**{code}**: {}", code.meaning()),
        explanation.text.clone(),
        example("Wrong:", &explanation.wrong),
        example("Right:", &explanation.right),
    ];
    Ok(parts.join("\n\n"))
}

/// Writes an example without the command that checks its file, since a page has no commands.
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

/// Returns the notation of a drawn movement.
pub fn spell(leaps: &[DrawnLeap]) -> String {
    let leap = |&DrawnLeap { dx, dy, moves, captures, most }: &DrawnLeap| betza::DrawnLeap {
        leap: Leap::new(dx, dy),
        modes: Modes { moves, captures },
        most,
    };
    betza::spell_drawn(&leaps.iter().map(leap).collect::<Vec<_>>())
}
