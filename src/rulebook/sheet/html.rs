//! HTML that is well-formed XML, too.

use crate::picture::{STYLE, escaped};

/// The style of a page, without that of its pictures.
const PAGE_STYLE: &str = include_str!("style.css");

/// A page with this title and body.
pub(super) fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{title}</title>
<style>
{STYLE}{PAGE_STYLE}</style>
</head>
<body>
{body}</body>
</html>
"#
    )
}

/// An element with others inside; `attributes` begin with a blank.
pub(super) fn element(name: &str, attributes: &str, inside: &str) -> String {
    format!("<{name}{attributes}>\n{inside}</{name}>\n")
}

/// An element with a text.
pub(super) fn text(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>\n", escaped(text))
}

/// A paragraph, unless the text is empty.
pub(super) fn paragraph(content: &str) -> String {
    if content.is_empty() { String::new() } else { text("p", content) }
}
