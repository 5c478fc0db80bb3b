//! Trees as pages: what `{:?}` prints of one, without places and wrappers, indented.

use std::iter::Peekable;
use std::str::Chars;

/// The greatest width of a branch that is printed on one line.
const WIDTH: usize = 110;

/// A value as `{:?}` prints it.
enum Value {
    /// A name, a number or a text in quotes.
    Word(String),
    /// A name and values, those with names as fields.
    Branch(String, Vec<(Option<String>, Value)>),
    /// A place, or nothing at all.
    Nothing,
}

/// The tree as a page.
pub(crate) fn page(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    let mut page = String::new();
    print(&value(&mut text.chars().peekable()), 0, &mut page);
    page
}

fn value(chars: &mut Peekable<Chars<'_>>) -> Value {
    let mut word = String::new();
    match chars.peek() {
        Some('"') => return Value::Word(text(chars)),
        Some('[') => {}
        _ => {
            while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || "_-'".contains(*c)) {
                word.push(c);
            }
        }
    }
    if word == "Span" {
        for c in chars.by_ref() {
            if c == '}' {
                break;
            }
        }
        return Value::Nothing;
    }
    let mut ahead = chars.clone();
    let opening = ahead.next().map(|c| if c == ' ' { ahead.next().unwrap_or(' ') } else { c });
    let Some(closing) = opening.and_then(|c| "[({".find(c)).and_then(|at| "])}".chars().nth(at)) else {
        return if word == "None" { Value::Nothing } else { Value::Word(word) };
    };
    let named = closing == '}';
    while chars.next() != opening {}
    let mut fields = Vec::new();
    loop {
        while chars.next_if(|c| ", ".contains(*c)).is_some() {}
        if chars.next_if_eq(&closing).is_some() || chars.peek().is_none() {
            break;
        }
        let name = named.then(|| {
            let mut name = String::new();
            while let Some(c) = chars.next_if(|c| *c != ':') {
                name.push(c);
            }
            chars.next();
            chars.next();
            name
        });
        fields.push((name, value(chars)));
    }
    simplified(word, fields)
}

/// Wrappers dropped, and places said only where they say that something is there.
fn simplified(word: String, mut fields: Vec<(Option<String>, Value)>) -> Value {
    match word.as_str() {
        "Some" => return fields.remove(0).1.or_flag(),
        "Spanned" => return fields.remove(0).1,
        "DrawnMan" => return Value::Word(drawn(&fields)),
        _ => {}
    }
    fields.retain(|(name, value)| match value {
        Value::Nothing => name.is_none() && word.is_empty(),
        Value::Word(value) => value != "false",
        Value::Branch(list, items) => name.is_none() || !list.is_empty() || !items.is_empty(),
    });
    // `(Man (Man …))` is a man, and `(Degrees [45 90])` are some degrees.
    if let [(None, Value::Branch(inner, _))] = fields.as_slice()
        && (*inner == word || inner.is_empty())
        && let (_, Value::Branch(_, items)) = fields.remove(0)
    {
        return Value::Branch(word, items);
    }
    if fields.is_empty() && !word.is_empty() { Value::Word(word) } else { Value::Branch(word, fields) }
}

/// A man as a board shows it.
fn drawn(fields: &[(Option<String>, Value)]) -> String {
    let field = |wanted: &str| {
        let field = fields.iter().find(|(name, _)| name.as_deref() == Some(wanted));
        field.map(|(_, value)| line(value).trim_matches('"').to_owned())
    };
    let symbol = field("symbol").unwrap_or_default();
    let symbol = if field("side").as_deref() == Some("Black") { symbol.to_lowercase() } else { symbol };
    match field("state").filter(|state| state != ".") {
        Some(state) => format!("{symbol}{{{state}}}"),
        None => symbol,
    }
}

impl Value {
    /// `Some` of a place says that something is there; `Some` of an empty cell can't be.
    fn or_flag(self) -> Self {
        if matches!(self, Self::Nothing) { Self::Word("yes".to_owned()) } else { self }
    }
}

/// A text in quotes; white space in it made even, since lines may be carried on anywhere.
fn text(chars: &mut Peekable<Chars<'_>>) -> String {
    let mut text = String::new();
    chars.next();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => match chars.next() {
                Some('n' | 'r' | 't') | None => text.push(' '),
                Some(c) => text.push(c),
            },
            c => text.push(c),
        }
    }
    format!("\"{}\"", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn line(value: &Value) -> String {
    match value {
        Value::Word(word) => word.clone(),
        Value::Nothing => ".".to_owned(),
        Value::Branch(word, fields) => {
            let fields = fields.iter().map(|(name, value)| match name {
                Some(name) => format!("{name}: {}", line(value)),
                None => line(value),
            });
            let (open, close) = if word.is_empty() { ('[', ']') } else { ('(', ')') };
            let words: Vec<_> = Some(word.clone()).into_iter().filter(|word| !word.is_empty()).chain(fields).collect();
            format!("{open}{}{close}", words.join(" "))
        }
    }
}

fn print(value: &Value, depth: usize, page: &mut String) {
    let one_line = line(value);
    match value {
        Value::Branch(word, fields) if one_line.len() + 2 * depth > WIDTH => {
            page.push_str(word);
            page.push('\n');
            for (name, value) in fields {
                page.push_str(&"  ".repeat(depth + 1));
                if let Some(name) = name {
                    page.push_str(name);
                    page.push_str(if matches!(value, Value::Branch(word, _) if word.is_empty()) { ":" } else { ": " });
                }
                print(value, depth + 1, page);
            }
        }
        _ => {
            if page.ends_with(':') {
                page.push(' ');
            }
            page.push_str(&one_line);
            page.push('\n');
        }
    }
}
