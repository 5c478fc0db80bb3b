//! Pictures as PNG. Texts become outlines of letters, so that no font is needed and every machine writes the same file.

use std::collections::BTreeMap;
use std::fmt::Write;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::roxmltree::{self, Document, Node};
use resvg::usvg::{Options, Tree};
use weakfish::picture::{STYLE, escaped};

/// A line for each letter: the weight, the character, its advance, and its outline, separated by tabs.
const LETTERS: &str = include_str!("letters.txt");

/// The advances and outlines of letters have this many units an em.
const UNITS_PER_EM: f64 = 1000.0;

/// The font size of texts for which the style sets none.
const DEFAULT_FONT_SIZE: f64 = 16.0;

/// Pixels of a PNG per unit of the SVG.
const DEFAULT_SCALE: f32 = 2.0;

/// The most pixels of a PNG: 256 MiB while it is drawn.
const MAX_PIXELS: f32 = 67_108_864.0;

/// The start of the rules for readers with a dark theme, which end the style sheet of pictures.
const DARK_RULES: &str = "@media (prefers-color-scheme: dark) {";

/// Sets the width of a picture in pixels; its height follows.
pub(crate) fn resized(svg: &str, width: u16) -> String {
    let sized = || {
        let (before, rest) = svg.split_once(r#" width=""#)?;
        let (old_width, rest) = rest.split_once(r#"" height=""#)?;
        let (old_height, rest) = rest.split_once('"')?;
        let height = f64::from(width) * old_height.parse::<f64>().ok()? / old_width.parse::<f64>().ok()?;
        Some(format!(r#"{before} width="{width}" height="{}"{rest}"#, height.round().max(1.0)))
    };
    sized().unwrap_or_else(|| svg.to_owned())
}

/// Sets the colours of a picture to those of the light or the dark theme, whichever the reader has.
pub(crate) fn with_theme(svg: &str, dark: bool) -> String {
    let Some((before, rest)) = svg.split_once(DARK_RULES) else { return svg.to_owned() };
    let Some((rules, after)) = rest.split_once("</style>") else { return svg.to_owned() };
    let rules = rules.trim_end().strip_suffix('}').filter(|_| dark).unwrap_or_default();
    format!("{before}{rules}</style>{after}")
}

/// Draws a picture as a PNG of a width in pixels, or of [`DEFAULT_SCALE`] times the size of the SVG. An error is a message.
pub(crate) fn encode(svg: &str, width: Option<u16>, dark: bool) -> Result<Vec<u8>, String> {
    let outlined = with_outlines(&with_theme(svg, dark)).map_err(|error| error.to_string())?;
    let tree = Tree::from_str(&outlined, &Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size();
    let width = width.map_or(size.width() * DEFAULT_SCALE, f32::from).round();
    let height = (size.height() * (width / size.width())).round().max(1.0);
    if width * height > MAX_PIXELS {
        return Err(format!("{width}x{height} pixels are too many"));
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or("a picture has at least one pixel")?;
    pixmap.fill(if dark { Color::from_rgba8(25, 24, 22, 255) } else { Color::WHITE });
    let scale = Transform::from_scale(width / size.width(), height / size.height());
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| error.to_string())
}

/// A letter: its advance, and the data of its path from the start of its baseline.
type Letter = (f64, &'static str);

/// Letters by weight (true for bold) and character.
type Letters = BTreeMap<(bool, char), Letter>;

fn letters() -> Letters {
    let letter = |line: &'static str| {
        let mut parts = line.split('\t');
        let key = (parts.next()? == "bold", parts.next()?.chars().next()?);
        Some((key, (parts.next()?.parse().ok()?, parts.next()?)))
    };
    LETTERS.lines().filter(|line| !line.starts_with("# ")).filter_map(letter).collect()
}

/// Replaces the texts of a picture by outlines.
fn with_outlines(svg: &str) -> Result<String, roxmltree::Error> {
    let document = Document::parse(svg)?;
    let letters = letters();
    let mut outlined = String::with_capacity(2 * svg.len());
    let mut copied = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = text.range();
        outlined.push_str(&svg[copied..range.start]);
        outlined.push_str(&outline(text, &letters));
        copied = range.end;
    }
    outlined.push_str(&svg[copied..]);
    Ok(outlined)
}

/// The outline of a text as a path that has the colours of the text.
fn outline(text: Node<'_, '_>, letters: &Letters) -> String {
    let number = |name: &str| property(text, name)?.trim_end_matches("px").parse::<f64>().ok();
    let scale = number("font-size").unwrap_or(DEFAULT_FONT_SIZE) / UNITS_PER_EM;
    let is_bold = matches!(property(text, "font-weight"), Some("bold" | "600"));
    let letter = |character| letters.get(&(is_bold, character)).or_else(|| letters.get(&(is_bold, '?'))).copied();
    let content: Vec<Letter> = text.text().unwrap_or_default().chars().filter_map(letter).collect();
    let length: f64 = content.iter().map(|(advance, _)| advance * scale).sum();
    let mut start = match property(text, "text-anchor") {
        Some("middle") => -length / 2.0,
        Some("end") => -length,
        _ => 0.0,
    };
    let mut data = String::new();
    // Writing to a string can't fail.
    for (advance, path) in content {
        let _ = write!(data, "M{start:.3} 0");
        for part in path.split(' ') {
            let _ = match part.parse::<f64>() {
                Ok(number) => write!(data, " {:.3}", number * scale),
                Err(_) => write!(data, "{part}"),
            };
        }
        start += advance * scale;
    }
    let mut path = String::from("<path");
    for attribute in text.attributes().filter(|attribute| ["class", "fill", "stroke"].contains(&attribute.name())) {
        let _ = write!(path, r#" {}="{}""#, attribute.name(), escaped(attribute.value()));
    }
    let [x, y] = ["x", "y"].map(|name| text.attribute(name).unwrap_or("0"));
    let _ = write!(path, r#" transform="translate({x} {y})" d="{data}"/>"#);
    path
}

/// A property of a text: that of its class in the style sheet, or an attribute of the text or of an element around it.
fn property<'a>(text: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let mut classes = text.attribute("class").unwrap_or_default().split(' ');
    let of_class = classes.find_map(|class| declaration(class, name));
    of_class.or_else(|| text.ancestors().find_map(|node| node.attribute(name)))
}

/// The value of a property in the rules of a class.
fn declaration(class: &str, name: &str) -> Option<&'static str> {
    STYLE.lines().find_map(|line| {
        let (selectors, declarations) = line.split_once('{')?;
        let is_of_class = |selector: &str| selector.trim().strip_prefix(".weakfish .") == Some(class);
        let mut declarations = declarations.split(';').filter_map(|declaration| declaration.trim().split_once(": "));
        let (_, value) = declarations.find(|(property, _)| *property == name)?;
        selectors.split(',').any(is_of_class).then_some(value)
    })
}
