//! Writes HTML that is well-formed XML, too, an element a line.

use crate::picture::{STYLE, escaped};

/// The style of the page, besides that of its pictures.
const PAGE_STYLE: &str = include_str!("style.css");

/// A page under construction.
pub(super) struct Page {
    text: String,
}

impl Page {
    /// The page of this title, up to the beginning of its body.
    pub(super) fn new(title: &str) -> Self {
        let title = escaped(title);
        let mut page = Self { text: String::new() };
        for line in ["<!DOCTYPE html>", r#"<html lang="en">"#, "<head>", r#"<meta charset="utf-8"/>"#] {
            page.line(line);
        }
        page.line(r#"<meta name="viewport" content="width=device-width, initial-scale=1"/>"#);
        page.line(r#"<meta name="color-scheme" content="light dark"/>"#);
        page.line(&format!("<title>{title}</title>"));
        page.line("<style>");
        page.raw(STYLE);
        page.raw(PAGE_STYLE);
        page.line("</style>");
        page.line("</head>");
        page.line("<body>");
        page
    }

    /// A part of another page.
    pub(super) const fn part() -> Self {
        Self { text: String::new() }
    }

    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Lines that are whole elements.
    pub(super) fn raw(&mut self, lines: &str) {
        self.text.push_str(lines);
    }

    /// An element with a text.
    pub(super) fn element(&mut self, name: &str, text: &str) {
        self.line(&format!("<{name}>{}</{name}>", escaped(text)));
    }

    /// A paragraph, unless the text is empty.
    pub(super) fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.element("p", text);
        }
    }

    /// Opens an element; `attributes` begin with a blank.
    pub(super) fn open(&mut self, name: &str, attributes: &str) {
        self.line(&format!("<{name}{attributes}>"));
    }

    pub(super) fn close(&mut self, name: &str) {
        self.line(&format!("</{name}>"));
    }

    /// Links to the sections, by their ids and headings.
    pub(super) fn contents(&mut self, sections: &[(&str, &str)]) {
        self.open("nav", r#" aria-label="Contents""#);
        self.open("ul", "");
        for (id, heading) in sections {
            self.line(&format!(r##"<li><a href="#{id}">{heading}</a></li>"##));
        }
        self.close("ul");
        self.close("nav");
    }

    /// What has been written.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// The whole page.
    pub(super) fn finish(mut self) -> String {
        self.line("</body>");
        self.line("</html>");
        self.text
    }
}
