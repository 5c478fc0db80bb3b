//! `weakfish explain` and `weakfish betza`.

use weakfish::betza;
use weakfish::diagnostic::{Code, Explanation, Report, did_you_mean, nearest};
use weakfish::reference::{self, Entry};
use weakfish::source::Source;

use crate::support::console::{self, Failure};
use crate::support::load;

/// Explains a code, or what the reference has under a word.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    let name = words.join(" ");
    if let Ok(code) = name.parse::<Code>() {
        console::print_message(format_args!("{code}: {}\n", code.meaning()))?;
        let Explanation { text, wrong, right, .. } = code.explanation();
        return console::print_page(&format!("{text}\n\nWrong:\n\n{wrong}\nRight:\n\n{right}"));
    }
    let entries = reference::find(&name);
    if entries.is_empty() {
        return Err(unknown_word_error(&name));
    }
    for (at, entry) in entries.iter().enumerate() {
        if at > 0 {
            console::print("")?;
        }
        console::print_page(&entry_page(entry))?;
    }
    Ok(())
}

/// Lists all codes: a line each, the code, a tab, and what it means.
pub(crate) fn list_codes() -> Result<(), Failure> {
    Code::ALL.iter().try_for_each(|code| console::print(format_args!("{code}\t{}", code.meaning())))
}

/// Lists all entries: a line each, the name, a tab, where it is written, a tab, and what it is.
pub(crate) fn list_words() -> Result<(), Failure> {
    let line = |Entry { name, section, summary, .. }: &Entry| format!("{name}\t{section}\t{summary}");
    reference::entries().iter().try_for_each(|entry| console::print(line(entry)))
}

/// Page of a reference entry.
fn entry_page(entry: &Entry) -> String {
    let Entry { name, section, text, .. } = entry;
    format!("{name} ({section})\n\n{}\n", without_links(text.trim_end()))
}

/// Replaces links by their texts: a terminal can't follow a path from page to page.
fn without_links(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(middle) = rest.find("](") {
        let before = &rest[..middle];
        let target = rest[middle..].find(')').map_or(rest.len(), |end| middle + end + 1);
        let (outside, label) = before.rsplit_once('[').unwrap_or(("", before));
        text.extend([outside, label]);
        rest = &rest[target..];
    }
    text + rest
}

/// Error for an unknown word, with suggestions.
fn unknown_word_error(name: &str) -> Failure {
    let bare = |code: &Code| code.as_str().split_once("::").map_or("", |(_, bare)| bare);
    let same: Vec<_> = Code::ALL.iter().filter(|code| bare(code) == name).map(|code| format!("`{code}`")).collect();
    let codes = Code::ALL.iter().map(|code| code.as_str());
    let help = if !same.is_empty() {
        format!("did you mean {}?", same.join(" or "))
    } else if name.contains("::") && nearest(name, codes.clone()).is_some() {
        did_you_mean(name, codes)
    } else if nearest(name, reference::words()).is_some() {
        did_you_mean(name, reference::words())
    } else {
        "`weakfish explain --words` lists the words of the language, and `weakfish explain --list` all codes; \
         diagnostics show theirs in the first line"
            .to_owned()
    };
    let message = format!("nothing is called `{name}`");
    Failure::argument("command line", name, Code::CommandUnknownWord, message, "not known", help)
}

/// Explains a Betza string.
pub(crate) fn explain_betza(string: &str, json: bool) -> Result<(), Failure> {
    let source = Source::new("Betza string", string);
    let (read, diagnostics) = betza::movement(string);
    let Some(read) = read else {
        let help = |game: &str| format!("`weakfish show {game}` shows how its men move");
        let game = load::game_for_movement("Betza string", string, help);
        return Err(game.unwrap_or_else(|| Failure::new(&source, diagnostics)));
    };
    if !diagnostics.is_empty() {
        console::print_report(&Report::new(&source, diagnostics));
    }
    if json {
        return console::print_json(&betza::targets(&read));
    }
    if let (Some(form), _) = betza::form(string) {
        console::print(form)?;
    }
    console::print("")?;
    console::print_drawing(&betza::diagram(&read))?;
    console::print("")?;
    for phrase in betza::describe(&read) {
        console::print_message(format_args!("* {phrase}"))?;
    }
    Ok(())
}
