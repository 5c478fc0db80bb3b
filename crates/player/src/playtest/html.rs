//! The report as a page of HTML.

use std::fmt::Write as _;

use super::{Findings, Section};
use weakfish::picture::escaped;

/// Style for screen and print.
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;background:#fff}\
h1{font-size:1.6em}h2{font-size:1.15em;margin:1.6em 0 .2em}table{border-collapse:collapse;margin:.6em 0}\
th,td{padding:.15em .8em;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}\
th:first-child,td:first-child{text-align:left;padding-left:0}@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}\
th,td{border-color:#444}}";

impl Findings {
    /// The report as a page of HTML without any other part.
    pub fn to_html(&self) -> String {
        let title = escaped(&self.title);
        let mut body = format!("<h1>{title}</h1>\n<p>{}.</p>\n", escaped(&self.heading()));
        for Section { question, answer, rows } in self.sections() {
            let _ = writeln!(body, "<h2>{}</h2>\n<p>{}.</p>", escaped(question), escaped(&answer));
            if rows.is_empty() {
                continue;
            }
            body += "<table>\n";
            for (index, row) in rows.iter().enumerate() {
                let tag = if index == 0 { "th" } else { "td" };
                let cells = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
                let _ = writeln!(body, "<tr>{}</tr>", cells.collect::<String>());
            }
            body += "</table>\n";
        }
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style></head>\n<body>\n{body}</body>\n</html>\n"
        )
    }
}
