//! Figures that a definition draws: shapes of SVG, read strictly and written anew, so that nothing else reaches a page.

use std::fmt::Write;

/// The most bytes of such a figure.
const MAX_BYTES: usize = 4000;

/// The deepest nesting of groups.
const MAX_DEPTH: usize = 4;

/// The syntax of an attribute's value.
#[derive(Clone, Copy)]
enum Value {
    Numbers,
    PathData,
    Transform,
    Words(&'static [&'static str]),
}

const PAINT: Value = Value::Words(&["none", "currentColor", "inherit"]);

/// Attributes of all shapes.
const COMMON: &[(&str, Value)] = &[
    ("fill", PAINT),
    ("fill-rule", Value::Words(&["nonzero", "evenodd"])),
    ("stroke", PAINT),
    ("stroke-width", Value::Numbers),
    ("transform", Value::Transform),
];

/// The shapes with the attributes of each.
const SHAPES: &[(&str, &[(&str, Value)])] = &[
    ("circle", &[("cx", Value::Numbers), ("cy", Value::Numbers), ("r", Value::Numbers)]),
    ("ellipse", &[("cx", Value::Numbers), ("cy", Value::Numbers), ("rx", Value::Numbers), ("ry", Value::Numbers)]),
    ("g", &[]),
    ("line", &[("x1", Value::Numbers), ("y1", Value::Numbers), ("x2", Value::Numbers), ("y2", Value::Numbers)]),
    ("path", &[("d", Value::PathData)]),
    ("polygon", &[("points", Value::Numbers)]),
    ("polyline", &[("points", Value::Numbers)]),
    (
        "rect",
        &[
            ("x", Value::Numbers),
            ("y", Value::Numbers),
            ("width", Value::Numbers),
            ("height", Value::Numbers),
            ("rx", Value::Numbers),
            ("ry", Value::Numbers),
        ],
    ),
];

/// A refused part of a figure: its place in the text, in bytes, and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FigureError {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) message: String,
}

/// Reads the shapes of a figure, and writes them anew.
pub(crate) fn clean_figure(text: &str) -> Result<String, FigureError> {
    if text.len() > MAX_BYTES {
        let message = format!("a figure has at most {MAX_BYTES} bytes");
        return Err(FigureError { start: 0, end: text.len(), message });
    }
    let mut reader = ShapeReader { text, at: 0, cleaned: String::new(), open: 0 };
    reader.read()?;
    Ok(reader.cleaned)
}

struct ShapeReader<'t> {
    text: &'t str,
    at: usize,
    cleaned: String,
    /// The number of open groups.
    open: usize,
}

impl<'t> ShapeReader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The text of the next characters of a sort, which are passed.
    fn take(&mut self, is_part: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Passes a text, if it stands here.
    fn eat(&mut self, text: &str) -> bool {
        let is_here = self.rest().starts_with(text);
        self.at += if is_here { text.len() } else { 0 };
        is_here
    }

    /// An error from a place to the next one.
    fn error<T>(&self, start: usize, message: impl Into<String>) -> Result<T, FigureError> {
        let next = self.rest().chars().next().map_or(0, char::len_utf8);
        let end = self.at.max(start + next).min(self.text.len());
        Err(FigureError { start: start.min(end), end, message: message.into() })
    }

    fn read(&mut self) -> Result<(), FigureError> {
        loop {
            self.take(char::is_whitespace);
            let start = self.at;
            if self.rest().is_empty() {
                break;
            }
            if self.eat("</g>") {
                let Some(open) = self.open.checked_sub(1) else { return self.error(start, "this ends no group") };
                self.open = open;
                self.cleaned.push_str("</g>");
            } else if self.eat("<") {
                self.element(start)?;
            } else {
                self.take(|c| c != '<');
                return self.error(start, "only shapes stand here, such as `<circle cx='50' cy='50' r='40'/>`");
            }
        }
        match (self.open, self.cleaned.is_empty()) {
            (0, false) => Ok(()),
            (0, true) => self.error(0, "a figure needs a shape"),
            _ => self.error(self.at, "a group is not closed: `</g>` is missing"),
        }
    }

    /// Reads an element after its `<`.
    fn element(&mut self, start: usize) -> Result<(), FigureError> {
        let name = self.take(|c| !c.is_whitespace() && !matches!(c, '/' | '>' | '<' | '='));
        let Some((name, attributes)) = SHAPES.iter().find(|(shape, _)| *shape == name) else {
            return self.error(start, format!("`{name}` is no shape"));
        };
        self.cleaned.push('<');
        self.cleaned.push_str(name);
        loop {
            self.take(char::is_whitespace);
            if self.eat("/>") {
                self.cleaned.push_str("/>");
                return Ok(());
            }
            if self.eat(">") {
                if *name == "g" && self.open < MAX_DEPTH {
                    self.open += 1;
                    self.cleaned.push('>');
                    return Ok(());
                }
                let message = if *name == "g" {
                    "groups are nested too deeply".to_owned()
                } else {
                    format!("`{name}` ends with `/>`")
                };
                return self.error(start, message);
            }
            self.attribute(name, attributes)?;
        }
    }

    fn attribute(&mut self, shape: &str, attributes: &[(&'static str, Value)]) -> Result<(), FigureError> {
        let start = self.at;
        let name = self.take(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'));
        if name.is_empty() {
            return self.error(start, format!("`{shape}` ends with `/>`"));
        }
        let Some((name, value)) = COMMON.iter().chain(attributes).find(|(known, _)| *known == name) else {
            return self.error(start, format!("`{shape}` has no attribute `{name}` in a figure"));
        };
        if !(self.eat("='")) {
            return self.error(start, format!("the value of `{name}` stands in single quotes, as in `{name}='…'`"));
        }
        let value_start = self.at;
        let written = self.take(|c| c != '\'');
        if !value.allows(written) {
            return self.error(value_start, format!("this is no value of `{name}`"));
        }
        if !self.eat("'") {
            return self.error(start, format!("the value of `{name}` has no end"));
        }
        // Writing to a string can't fail.
        let _ = write!(self.cleaned, r#" {name}="{written}""#);
        Ok(())
    }
}

impl Value {
    fn allows(self, text: &str) -> bool {
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | ' ' | ',');
        match self {
            Self::Numbers => !text.is_empty() && text.chars().all(is_number),
            Self::PathData => {
                !text.is_empty() && text.chars().all(|c| is_number(c) || "MmLlHhVvCcSsQqTtAaZz".contains(c))
            }
            Self::Transform => text.split_inclusive(')').all(|part| {
                let function = part.trim().strip_suffix(')').and_then(|part| part.split_once('('));
                function.is_some_and(|(name, numbers)| {
                    ["matrix", "rotate", "scale", "translate"].contains(&name) && numbers.chars().all(is_number)
                })
            }),
            Self::Words(words) => words.contains(&text),
        }
    }
}
